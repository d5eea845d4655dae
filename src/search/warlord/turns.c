#include <marcher/hash.h>

#include "search/warlord/warlord_search.h"

enum {
  MET_AGAIN = 8,    /* values found before, which take as long as a new one */
  CLOCK_NODES = 32, /* between two readings of the clock: some ten microseconds */
  IDLE = 15 /* to end a turn at once is worth less than its equal: who can do something, does */
};

/* ---- whole turns ----------------------------------------------------------------------------- */

/* Keeps a turn if it is among the best; of two that lead to the same men the better. */
static void offer_turn(mr_wls_level *level, unsigned most, const mr_wls_turn *turn) {
  unsigned at = 0;
  while (at < level->count && level->turns[at].key != turn->key) {
    at++;
  }
  if (at < level->count) {
    if (level->turns[at].value >= turn->value) {
      return;
    }
  } else if (level->count < most) {
    level->count++;
  } else if (level->turns[most - 1].value >= turn->value) {
    return;
  } else {
    at = most - 1;
  }
  for (; at > 0 && level->turns[at - 1].value < turn->value; at--) {
    level->turns[at] = level->turns[at - 1];
  }
  level->turns[at] = *turn;
}

static mr_wls_turn turn_of(const mr_wls_node *node, mr_action last, uint64_t key, int value) {
  mr_wls_turn turn = {.key = key, .value = value, .count = node->count};
  memcpy(turn.actions, node->actions, node->count * sizeof *node->actions);
  if (last != MR_ACTION_NONE) {
    turn.actions[turn.count++] = last;
  }
  return turn;
}

/* ---- the order of activations ---------------------------------------------------------------- */

/* What is found once for all activations of a unit, and the calls of all. */
typedef struct order_context {
  unsigned from;
  int saved; /* what the enemy would gain on the unit where it stands */
  mr_wls_call calls[MR_WLS_CALLS_MAX];
  unsigned call_count;
} order_context;

/* What the enemy would gain on a unit of `side` that comes to a cell. */
static int risk_at(const mr_wls_attack_map *map, unsigned side, mr_wls_man man, unsigned cell) {
  uint32_t strikes = map->strikes[1 - side][cell];
  if (!strikes) {
    return 0;
  }
  uint32_t own = man.live ? UINT32_C(1) << (mr_wls_class_of(man.kind) * MR_WLS_STRIKE_BITS) : 0;
  int value = map->value[side][man.kind];
  if (map->strikes[side][cell] <= own) {
    return value;
  }
  int taker = map->value[1 - side][mr_wls_kind_of_class[mr_wls_cheapest(strikes)]];
  return value > taker ? value - taker : 0;
}

static int order_value(const mr_wls_attack_map *map, unsigned side, mr_action action,
                       order_context *g) {
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  if (mr_wl_action_kind_of(action) != MR_WL_ACT_MOVE) {
    return 0;
  }
  mr_wls_man man = map->men[map->man[from] - 1u];
  if (g->from != from) {
    g->from = from;
    g->saved = mr_wls_gain(map, 1 - side, from);
  }
  int way = mr_wls_pull(map, side, man, to) - mr_wls_pull(map, side, man, from);
  unsigned other = map->man[to];
  int taken = other ? map->value[1 - side][map->men[other - 1u].kind] : 0;
  int towns = map->ground[to] == MR_WL_TOWN ? mr_wls_town_swing(map, side) : 0;
  towns -= map->ground[from] == MR_WL_TOWN ? mr_wls_town_swing(map, side) : 0;
  return taken + towns + g->saved - risk_at(map, side, man, to) + way;
}

/* What units that nobody commands would gain more than those in command. */
static void find_calls(const mr_wls_attack_map *map, unsigned side, order_context *g) {
  g->call_count = mr_wls_find_calls(map, side, g->calls);
  for (unsigned i = 0; i < g->call_count; i++) {
    g->calls[i].gain -= mr_wls_gain(map, side, g->calls[i].target);
  }
}

/* What a leader's step makes ready: the best strike of those that it calls. */
static int promise_of(const mr_wls_attack_map *map, unsigned side, mr_action action,
                      const order_context *g) {
  int best = 0;
  for (unsigned i = 0; i < g->call_count; i++) {
    mr_wls_man man = map->men[map->man[mr_wl_action_from(action)] - 1u];
    if (g->calls[i].gain > best &&
        mr_wls_calls(map, side, man, mr_wl_action_to(action), g->calls[i])) {
      best = g->calls[i].gain;
    }
  }
  return best;
}

/* ---- the beam -------------------------------------------------------------------------------- */

typedef struct beam {
  mr_wls_search *search;
  mr_wls_level *level;
  mr_wls_width width;
  unsigned side;
  unsigned step; /* activations of the nodes that are being looked at */
  bool only;
  int enough; /* a turn that is worth so much ends the search */
  bool done;
  const mr_wls_node *nodes; /* kept */
  unsigned count;
  mr_wls_try *list; /* what is kept of what is tried, best first */
  unsigned tries;
} beam;

static int worth_keeping(const mr_wls_try *try) {
  return try->value + try->promise;
}

/* Keeps the best tries, in descending order; of those that lead to the same men one. */
static void keep_try(beam *b, const mr_wls_try *try) {
  mr_wls_try *tries = b->list;
  unsigned at = 0;
  int worth = worth_keeping(try);
  while (at < b->tries && tries[at].key != try->key) {
    at++;
  }
  if (at < b->tries) {
    if (worth_keeping(&tries[at]) >= worth) {
      return;
    }
  } else if (b->tries < b->width.beam) {
    b->tries++;
  } else if (worth_keeping(&tries[at - 1]) >= worth) {
    return;
  } else {
    at--;
  }
  for (; at > 0 && worth_keeping(&tries[at - 1]) < worth; at--) {
    tries[at] = tries[at - 1];
  }
  tries[at] = *try;
}

static int jitter(mr_wls_search *search) {
  if (!search->noise) {
    return 0;
  }
  return (int)mr_random_below(&search->random, 2 * search->noise + 1) - (int)search->noise;
}

/* An activation and its place in the order. */
typedef struct ordered_action {
  int value;
  int promise; /* a part of the value */
  mr_action action;
} ordered_action;

static bool may_try(const beam *b, mr_action action, bool overlooks) {
  mr_wls_search *search = b->search;
  if (mr_wl_action_kind_of(action) == MR_WL_ACT_END) {
    return false;
  }
  if (b->only && b->step == 0) { /* what is asked about is not overlooked */
    return mr_limits_allow(search->limits, action);
  }
  return !overlooks || mr_random_below(&search->random, 100) >= search->overlook;
}

/* Puts the most promising of so many activations of the list into `out`. @return their number */
static unsigned select_listed(const beam *b, size_t count, bool overlooks,
                              ordered_action out[MR_WLS_TRIED_MAX]) {
  mr_wls_search *search = b->search;
  order_context seen = {.from = MR_WL_OFF_BOARD};
  unsigned picked = 0;
  mr_wls_update_values(&search->map);
  find_calls(&search->map, b->side, &seen);
  for (size_t i = 0; i < count; i++) {
    mr_action action = search->list[i];
    if (!may_try(b, action, overlooks)) {
      continue;
    }
    int promise = promise_of(&search->map, b->side, action, &seen);
    int value = order_value(&search->map, b->side, action, &seen) + promise;
    bool full = picked > 0 && picked == b->width.tried;
    if (full && out[picked - 1].value >= value) {
      continue;
    }
    unsigned at = full ? picked - 1 : picked++;
    for (; at > 0 && out[at - 1].value < value; at--) {
      out[at] = out[at - 1];
    }
    out[at] = (ordered_action){value, promise, action};
  }
  return picked;
}

/*
 * Puts the most promising activations of a node into `out`. Nobody passes because he has overlooked
 * all else (WL-14). @return their number
 */
static unsigned select_actions(const beam *b, const mr_wls_node *node,
                               ordered_action out[MR_WLS_TRIED_MAX]) {
  mr_wls_search *search = b->search;
  size_t count = mr_wl_actions(&search->game->base, node->state, search->list);
  unsigned picked = select_listed(b, count, search->overlook > 0, out);
  if (!picked && !b->step && search->overlook) {
    picked = select_listed(b, count, false, out);
  }
  return picked;
}

/* Where a value is kept of the men that a key stands for. */
static uint64_t place_of(const beam *b, uint64_t key) {
  return mr_mix64(key * 2 + b->side);
}

static bool find_known(mr_wls_shared *shared, uint64_t place, int *value) {
  mr_wls_known *known = &shared->known[place % MR_WLS_KNOWN];
  uint64_t bits = atomic_load_explicit(&known->value, memory_order_relaxed);
  uint64_t key = atomic_load_explicit(&known->key, memory_order_relaxed) ^ bits;
  *value = (int)(int64_t)bits;
  return key == (place ^ shared->known_age);
}

static void keep_known(mr_wls_shared *shared, uint64_t place, int value) {
  mr_wls_known *known = &shared->known[place % MR_WLS_KNOWN];
  uint64_t bits = (uint64_t)(int64_t)value;
  atomic_store_explicit(&known->key, place ^ shared->known_age ^ bits, memory_order_relaxed);
  atomic_store_explicit(&known->value, bits, memory_order_relaxed);
}

/* Counts an activation, and sees whether it was the last. */
static void count_node(mr_wls_search *search) {
  search->nodes++;
  bool looks = search->nodes % CLOCK_NODES == 0;
  if (looks) {
    mr_wls_tell_nodes(search);
    search->stopped = mr_watch_expired(&search->watch) ||
                      atomic_load_explicit(&search->shared->stopped, memory_order_relaxed);
  }
  search->stopped |= search->nodes + search->others >= search->node_limit;
  if (search->stopped) {
    atomic_store_explicit(&search->shared->stopped, true, memory_order_relaxed);
  }
}

/*
 * The value were the turn to end with a try. The same men are met again and again: by other orders
 * of the same activations, by wider beams, by the same reply to many turns. What has been valued in
 * this search is not tried again; so many of these count as one, for the time they take, and so
 * that a search ends which finds nothing new.
 */
static int value_after(beam *b, const mr_wls_try *try, uint64_t place) {
  mr_wls_search *search = b->search;
  int value = 0;
  bool met = find_known(search->shared, place, &value);
  if (!met) {
    mr_wls_step step = mr_wls_attack_map_make(&search->map, try->action);
    value = mr_wls_evaluate(&search->map, b->side);
    mr_wls_attack_map_unmake(&search->map, step);
    keep_known(search->shared, place, value);
  }
  search->met += met;
  if (!met || search->met % MET_AGAIN == 0) {
    count_node(search);
  }
  return value;
}

static void expand(beam *b, unsigned index) {
  mr_wls_search *search = b->search;
  const mr_wls_node *node = &b->nodes[index];
  mr_wls_step steps[MR_WLS_TURN_MAX];
  ordered_action picked[MR_WLS_TRIED_MAX];
  for (unsigned i = 0; i < node->count; i++) {
    steps[i] = mr_wls_attack_map_make(&search->map, node->actions[i]);
  }
  unsigned count = select_actions(b, node, picked);
  uint64_t keys[MR_WLS_TRIED_MAX], places[MR_WLS_TRIED_MAX];
  for (unsigned i = 0; i < count; i++) { /* values that are kept have come near when asked for */
    keys[i] = mr_wls_key_after(&search->map, picked[i].action);
    places[i] = place_of(b, keys[i]);
    __builtin_prefetch(&search->shared->known[places[i] % MR_WLS_KNOWN]);
  }
  for (unsigned i = 0; i < count && !search->stopped && !b->done; i++) {
    mr_wls_try try = {.key = keys[i],
                      .promise = picked[i].promise,
                      .action = picked[i].action,
                      .parent = (uint16_t)index};
    try.value = value_after(b, &try, places[i]) + jitter(search);
    keep_try(b, &try);
    b->done = try.value >= b->enough;
  }
  for (unsigned i = node->count; i > 0; i--) {
    mr_wls_attack_map_unmake(&search->map, steps[i - 1]);
  }
}

/* The nodes of the root's beam, for several threads: each has a list of its own. */
typedef struct expansion {
  mr_wls_job job;
  const beam *b;
  mr_wls_list *lists;
} expansion;

static void expand_part(mr_wls_job *job, mr_wls_search *search) {
  expansion *e = (expansion *)(void *)job;
  beam own = *e->b;
  own.search = search;
  for (unsigned i; !search->stopped && mr_wls_job_take(job, &i);) {
    own.list = e->lists[i].tries;
    own.tries = 0;
    expand(&own, i);
    e->lists[i].count = own.tries;
  }
}

/* As one after the other: the best of all are among the best of each. @pre this is the root */
static void expand_together(beam *b) {
  mr_wls_search *search = b->search;
  expansion e = {.job = {.work = expand_part, .owner = search, .count = b->count},
                 .b = b,
                 .lists = mr_wls_helpers_lists(search->helpers)};
  for (unsigned i = 0; i < b->count; i++) {
    e.lists[i].count = 0;
  }
  mr_wls_job_do(&e.job);
  for (unsigned i = 0; i < b->count; i++) {
    for (unsigned k = 0; k < e.lists[i].count; k++) {
      keep_try(b, &e.lists[i].tries[k]);
    }
  }
}

int mr_wls_end_value(const mr_wl_state *state, unsigned side, int win) {
  if (state->head.winner == MR_WL_DRAWN) {
    return MR_WLS_DRAW;
  }
  return state->head.winner == side ? win : -win;
}

/* What a turn is worth that ends with an activation which has been made in `state`. */
static int value_at_end(const beam *b, const mr_wl_state *state, unsigned step, mr_wls_turn *turn) {
  turn->ends = state->head.phase == MR_WL_OVER;
  return turn->ends ? mr_wls_end_value(state, b->side, MR_WLS_WIN - (int)step) : turn->value;
}

/* Makes the tries that were kept into nodes, and offers each as the end of the turn. */
static void next_nodes(beam *b) {
  mr_wls_search *search = b->search;
  const mr_game *game = &search->game->base;
  b->count = 0;
  for (unsigned i = 0; i < b->tries; i++) {
    const mr_wls_try *try = &b->list[i];
    const mr_wls_node *parent = &b->nodes[try->parent];
    mr_wls_node *node = &search->node[1][b->count];
    mr_state_copy(game, node->state, parent->state);
    mr_wl_make(game, node->state, try->action, NULL, NULL);
    mr_wls_turn turn = turn_of(parent, try->action, try->key, try->value);
    turn.value = value_at_end(b, mr_wl_state_of(node->state), b->step, &turn);
    offer_turn(b->level, b->width.turns, &turn);
    if (turn.ends) {
      continue;
    }
    node->count = turn.count;
    memcpy(node->actions, turn.actions, turn.count * sizeof *turn.actions);
    b->count++;
  }
  mr_wls_node *old = search->node[0];
  search->node[0] = search->node[1];
  search->node[1] = old;
  b->nodes = search->node[0];
}

/*
 * Offers a turn that has refuted others, as far as it can be made here, and what it begins with:
 * most turns of a beam have much in common, and are refuted alike.
 */
static void offer_killer(beam *b, const mr_wls_turn *killer) {
  mr_wls_search *search = b->search;
  const mr_game *game = &search->game->base;
  mr_wls_step steps[MR_WLS_TURN_MAX];
  mr_wls_node node = {.count = 0};
  mr_state_copy(game, search->scratch, b->level->root);
  for (unsigned i = 0; i < killer->count && !b->done && !search->stopped; i++) {
    mr_wls_try try = {.action = killer->actions[i]};
    if (!mr_wl_legal(game, search->scratch, try.action)) {
      continue;
    }
    try.key = mr_wls_key_after(&search->map, try.action);
    try.value = value_after(b, &try, place_of(b, try.key));
    mr_wls_turn turn = turn_of(&node, try.action, try.key, try.value);
    mr_wl_make(game, search->scratch, try.action, NULL, NULL);
    steps[node.count] = mr_wls_attack_map_make(&search->map, try.action);
    node.actions[node.count++] = try.action;
    turn.value = value_at_end(b, mr_wl_state_of(search->scratch), i, &turn);
    offer_turn(b->level, b->width.turns, &turn);
    b->done = turn.ends || turn.value >= b->enough;
  }
  while (node.count) {
    mr_wls_attack_map_unmake(&search->map, steps[--node.count]);
  }
}

/* Ends a side's turn in the scratch state; who comes then enters. @return whether it is over */
static bool end_in_scratch(mr_wls_search *search) {
  const mr_wl_head *head = &mr_wl_state_of(search->scratch)->head;
  unsigned side = head->side;
  while (head->phase == MR_WL_PLAY && head->side == side) { /* each member's part (WL-38) */
    mr_wl_make(&search->game->base, search->scratch, mr_wl_action(MR_WL_ACT_END, 0, 0), NULL, NULL);
  }
  mr_wls_place_all(search, search->scratch);
  return head->phase == MR_WL_OVER;
}

/*
 * WL-14: a pass answered by one is a draw, unless something else ends the game first (WL-20b). So
 * to pass is worth no more than a draw, which the other side may have; what it has instead is seen
 * where one looks further ahead, so that only the root has to know. A draw is what it is to who
 * searches, in the other side's turns too.
 */
static int value_of_pass(const beam *b, unsigned depth, int value) {
  mr_wls_search *search = b->search;
  const mr_wl_head *head = &mr_wl_state_of(b->level->root)->head;
  const mr_wl_state *after = mr_wl_state_of(search->scratch);
  /* With teams (WL-38) it is all members' pass. */
  bool passes = !head->activations && head->member + 1u == search->game->members;
  if (!passes || (depth && !head->pass)) {
    return value;
  }
  unsigned searcher = mr_wl_state_of(search->level[0].root)->head.side;
  int draw = b->side == searcher ? MR_WLS_DRAW : -MR_WLS_DRAW;
  mr_state_copy(&search->game->base, search->scratch, b->level->root);
  if (end_in_scratch(search)) {
    bool drawn = after->head.winner == MR_WL_DRAWN;
    return drawn ? draw : mr_wls_end_value(after, b->side, MR_WLS_WIN);
  }
  bool answered = end_in_scratch(search) && after->head.winner == MR_WL_DRAWN;
  return answered && value > draw ? draw : value;
}

/* To do nothing more is a turn too. */
static void offer_empty_turn(const beam *b, unsigned depth) {
  mr_wls_search *search = b->search;
  int value = mr_wls_evaluate(&search->map, b->side) + jitter(search) - IDLE;
  value = value_of_pass(b, depth, value);
  mr_wls_turn turn = turn_of(&search->node[0][0], MR_ACTION_NONE, search->map.key, value);
  offer_turn(b->level, b->width.turns, &turn);
}

void mr_wls_find_turns(mr_wls_search *search, unsigned depth, mr_wls_width width, bool only,
                       int enough) {
  mr_wls_level *level = &search->level[depth];
  const mr_wl_state *root = mr_wl_state_of(level->root);
  beam b = {.search = search,
            .level = level,
            .width = width,
            .side = root->head.side,
            .only = only,
            .enough = enough,
            .nodes = search->node[0],
            .count = 1,
            .list = search->tries};
  level->count = 0;
  search->node[0][0].count = 0;
  mr_state_copy(&search->game->base, search->node[0][0].state, level->root);
  if (!only || mr_limits_allow(search->limits, mr_wl_action(MR_WL_ACT_END, 0, 0))) {
    offer_empty_turn(&b, depth);
    b.done = level->turns[0].value >= enough;
  }
  for (unsigned k = 0; k < MR_WLS_KILLERS && depth && !b.done && !search->stopped; k++) {
    offer_killer(&b, &level->killer[k]);
  }
  while (b.count && !search->stopped && !b.done && !mr_wls_wins(level)) {
    b.tries = 0;
    if (search->helpers != NULL && depth == 0) {
      expand_together(&b);
    } else {
      for (unsigned i = 0; i < b.count && !search->stopped && !b.done; i++) {
        expand(&b, i);
      }
    }
    next_nodes(&b);
    b.step++;
  }
}
