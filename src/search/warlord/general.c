#include <limits.h>

#include "search/warlord/warlord_search.h"

/* ---- levels ---------------------------------------------------------------------------------- */

/* What a level may spend, and how it errs. */
typedef struct allowance {
  uint64_t nodes;
  unsigned depth;
  unsigned overlook; /* percent */
  unsigned noise;    /* hundredths of an infantryman */
} allowance;

/* Measured by `marcher ladder`: docs/STRENGTH.md. */
static const allowance LEVELS[MR_LEVEL_MAX + 1] = {
    {0, 0, 0, 0},
    {300, 1, 70, 300},
    {600, 1, 45, 150},
    {1200, 1, 20, 50},
    {3000, 2, 0, 0},
    {15000, MR_WLS_DEPTH_MAX, 0, 0},
    {75000, MR_WLS_DEPTH_MAX, 0, 0},
    {375000, MR_WLS_DEPTH_MAX, 0, 0},
    {2500000, MR_WLS_DEPTH_MAX, 0, 0},
};

/* ---- the engine ------------------------------------------------------------------------------ */

/* A turn that was chosen, of which each action is given when it is asked for. */
typedef struct plan {
  mr_wls_turn turn;
  unsigned next;                    /* action to be given */
  uint64_t before[MR_WLS_TURN_MAX]; /* hash of the state in which it is */
  double value;
  mr_search_score score;
  unsigned depth;
} plan;

/* Both kinds of engines; the greedy player makes no plans. */
typedef struct general {
  mr_engine base;
  mr_wls_search search;
  mr_wls_helpers *helpers; /* NULL: one thread */
  plan plan;
  uint64_t seed;
  mr_random random; /* seeds of searches, or the choice among equals */
  const mr_allocator *allocator;
} general;

bool mr_wls_can_play(const mr_game *game) {
  return game->family == &mr_family_warlord;
}

static general *general_of(mr_engine *engine) {
  return (general *)(void *)engine;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* A pawn of chess decides as much as so many infantrymen. */
enum { SEEN_WIN = MR_WLS_WIN / 2, MOST = 9000, ARMY = 4 };

/*
 * What draws men to where they are to go chooses turns and foretells nothing: so what is told is
 * without what the root has of it (README.md, "What is told"). Ends are told as they are.
 */
static int foretold(const mr_wls_search *search, const mr_wls_turn *turn) {
  bool drawn = turn->value == MR_WLS_DRAW || turn->value == -MR_WLS_DRAW; /* as nothing else is */
  bool seen = turn->ends || drawn || turn->value > SEEN_WIN || turn->value < -SEEN_WIN;
  return seen ? turn->value : turn->value - search->drawn;
}

mr_search_score mr_wls_score(const mr_wls_search *search, const mr_wls_turn *turn) {
  int value = foretold(search, turn);
  int most = value > MOST ? MOST : value < -MOST ? -MOST : value;
  mr_search_score score = {.known = true, .centipawns = most};
  if (turn->ends && turn->value > SEEN_WIN) {
    score.end_in = turn->count;
  }
  return score;
}

double mr_wls_value(const mr_wls_search *search, const mr_wls_turn *turn) {
  if (turn->value > SEEN_WIN) {
    return 1;
  }
  return turn->value < -SEEN_WIN ? 0 : mr_value_of(mr_wls_score(search, turn).centipawns / ARMY);
}

static mr_action first_of(const mr_wls_turn *turn) {
  return turn->count ? turn->actions[0] : mr_wl_action(MR_WL_ACT_END, 0, 0);
}

/* The actions of a turn with the one that ends it. */
static size_t write_line(const mr_wls_turn *turn, mr_action out[MR_SEARCH_LINE]) {
  size_t count = turn->count < MR_SEARCH_LINE ? turn->count : MR_SEARCH_LINE;
  memcpy(out, turn->actions, count * sizeof *out);
  if (!turn->ends && count < MR_SEARCH_LINE) {
    out[count++] = mr_wl_action(MR_WL_ACT_END, 0, 0);
  }
  return count;
}

/* ---- results --------------------------------------------------------------------------------- */

static bool is_listed(const mr_search_result *out, mr_action action) {
  for (size_t i = 0; i < out->candidate_count; i++) {
    if (out->candidates[i].action == action) {
      return true;
    }
  }
  return false;
}

static void fill_result(const mr_wls_search *search, mr_search_result *out) {
  const mr_wls_level *level = &search->level[0];
  const mr_wls_turn *best = &level->turns[0];
  out->action = first_of(best);
  out->value = mr_wls_value(search, best);
  out->score = mr_wls_score(search, best);
  out->nodes = search->nodes + search->others;
  out->depth = search->depth;
  out->selective = search->depth;
  out->line_length = write_line(best, out->line);
  unsigned count = level->searched ? level->searched : level->count;
  out->candidate_count = 0;
  size_t most = mr_limits_candidates(search->limits);
  bool several = search->limits->lines > 1; /* then all have been looked at to their ends */
  for (unsigned i = 0; i < count && out->candidate_count < most; i++) {
    const mr_wls_turn *turn = &level->turns[i];
    if (is_listed(out, first_of(turn))) {
      continue;
    }
    mr_wls_turn bounded = {.value = turn->value, .ends = turn->ends, .count = turn->count};
    if (turn->value > best->value) { /* what has not beaten the choice is worth no more */
      bounded.value = best->value;
      bounded.ends = false;
    }
    mr_candidate *c = &out->candidates[out->candidate_count++];
    *c = (mr_candidate){.action = first_of(turn),
                        .value = mr_wls_value(search, &bounded),
                        .score = mr_wls_score(search, &bounded),
                        .at_most = i > 0 && !several};
    c->line_length = write_line(turn, c->line);
  }
}

/* Passes each iteration on to who asked for progress. */
static void report_progress(void *context, const mr_wls_search *search) {
  general *g = general_of(context);
  if (g->base.progress == NULL) {
    return;
  }
  mr_search_result *so_far = mr_engine_so_far(&g->base);
  fill_result(search, so_far);
  so_far->seconds = mr_watch_seconds(&search->watch);
  g->base.progress(g->base.progress_context, so_far);
}

/* Turns of both sides until the last one is over (WL-47), this one counted: where a search has
   looked at all of them it goes on to count, for there is nothing more to be seen. */
static unsigned turns_left(const mr_wl_game *game, const mr_wl_state *state) {
  const mr_wl_head *h = &state->head;
  if (!game->last_turn || h->turn > game->last_turn) {
    return UINT_MAX;
  }
  return 2 * (game->last_turn - h->turn) + (h->side == h->first ? 2 : 1);
}

/* "; White expects to score 48%, ...", of the player who is to move. */
static void write_expectation(const mr_game *game, const mr_state *observation,
                              const mr_search_result *out, mr_str *text) {
  const char *name = game->info.player_names[mr_game_node(game, observation).player.id];
  mr_str_format(text, "; %s expects to score ", name);
  mr_write_percent(text, out->value);
  if (out->nodes) {
    unsigned left = turns_left(mr_wl_game_of(game), mr_wl_state_of(observation));
    unsigned depth = out->depth < left ? out->depth : left;
    mr_str_format(text, ", looking %u turn%s ahead (", depth, depth == 1 ? "" : "s");
    mr_write_count(text, out->nodes);
    mr_str_add(text, " activations tried)");
  }
  mr_str_char(text, '.');
}

/* Keeps the turn, with the states in which its actions will be asked for. */
static void keep_plan(general *g, const mr_search_result *result) {
  mr_wls_search *search = &g->search;
  const mr_game *game = g->base.game;
  plan *p = &g->plan;
  p->turn = search->level[0].turns[0];
  if (!p->turn.ends) {
    p->turn.actions[p->turn.count++] = mr_wl_action(MR_WL_ACT_END, 0, 0);
  }
  p->next = 1;
  p->value = result->value;
  p->score = result->score;
  p->depth = result->depth;
  mr_state_copy(game, search->scratch, search->level[0].root);
  for (unsigned i = 0; i < p->turn.count; i++) {
    p->before[i] = mr_wl_hash(game, search->scratch);
    mr_wl_make(game, search->scratch, p->turn.actions[i], NULL, NULL);
  }
}

static bool follow_plan(general *g, const mr_state *observation, const mr_limits *limits,
                        mr_search_result *out) {
  plan *p = &g->plan;
  if (p->next >= p->turn.count || limits->lines > 1 ||
      p->before[p->next] != mr_wl_hash(g->base.game, observation)) {
    return false;
  }
  mr_action action = p->turn.actions[p->next];
  if (!mr_limits_allow(limits, action) || !mr_wl_legal(g->base.game, observation, action)) {
    return false;
  }
  p->next++;
  out->score = p->score;
  out->depth = p->depth;
  mr_search_result_single(out, action, p->value, "");
  for (unsigned i = p->next; i < p->turn.count && out->line_length < MR_SEARCH_LINE; i++) {
    out->line[out->line_length++] = p->turn.actions[i];
  }
  mr_str text = mr_str_fixed(out->reason, sizeof out->reason);
  mr_str_format(&text, "Goes on with its plan (%u of %u)", p->next, p->turn.count);
  write_expectation(g->base.game, observation, out, &text);
  return true;
}

/*
 * On large maps armies are large, and an activation takes up to 1.8 times as long to try; in turns
 * of 50 and more up to 1.4 times as long again: there a level tries fewer, so that it takes no
 * longer. 24x24 and 120x120 were measured at level 8.
 */
static uint64_t nodes_of(const allowance *budget, const mr_wl_game *game) {
  enum { SMALL = 36 * 36, HALF = 16000, SHORT = 18, HALF_ORDERS = 100 };
  unsigned cells = game->cells > SMALL ? game->cells - SMALL : 0;
  unsigned orders = game->cap_most > SHORT ? game->cap_most - SHORT : 0;
  return budget->nodes * HALF / (HALF + cells) * HALF_ORDERS / (HALF_ORDERS + orders);
}

/* @return the turns to look ahead, at most */
static unsigned set_budget(general *g, const mr_limits *limits) {
  const allowance *budget = &LEVELS[g->base.level];
  mr_wls_search *search = &g->search;
  bool binds = mr_limits_bind_level(limits);
  search->node_limit =
      mr_limits_nodes(limits, binds, mr_level_nodes(&g->base, nodes_of(budget, search->game)));
  search->overlook = binds ? budget->overlook : 0;
  search->noise = binds ? budget->noise : 0;
  search->limits = limits;
  mr_watch_start(&search->watch, limits);
  unsigned depth = binds ? budget->depth : MR_WLS_DEPTH_MAX;
  return limits->depth && limits->depth < depth ? limits->depth : depth;
}

/* Levels that leave something to chance draw their numbers in one order: they need no helpers. */
static void search_turns(general *g, unsigned depth) {
  mr_wls_search *search = &g->search;
  bool only = search->limits->only_count > 0;
  bool together = g->helpers != NULL && depth > 1 && !search->noise && !search->overlook;
  if (together) {
    mr_wls_helpers_start(g->helpers);
    search->helpers = g->helpers;
  }
  mr_wls_turn_search(search, depth, only, report_progress, &g->base);
  if (together) {
    search->helpers = NULL;
    mr_wls_helpers_stop(g->helpers);
    mr_wls_tell_nodes(search);
  }
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  (void)err;
  general *g = general_of(engine);
  mr_wls_search *search = &g->search;
  unsigned phase = mr_wl_state_of(observation)->head.phase;
  if (phase == MR_WL_DEPLOY || phase == MR_WL_ENTER) {
    mr_wls_deploy(search, mr_wl_state_of(observation), g->seed, limits, out);
    return MR_OK;
  }
  if (follow_plan(g, observation, limits, out)) {
    return MR_OK;
  }
  unsigned depth = set_budget(g, limits);
  mr_random_init(&search->random, mr_random_next(&g->random));
  mr_state_copy(engine->game, search->level[0].root, observation);
  mr_wls_search_set_root(search, mr_wl_state_of(observation));
  search->level[0].count = search->level[0].searched = 0;
  search_turns(g, depth);
  if (!search->level[0].count) {
    /* So little was allowed that no activation in question has been tried: the first of them. */
    g->plan.turn.count = 0;
    size_t count = mr_wl_actions(engine->game, observation, search->list);
    mr_limits_filter(limits, search->list, count);
    mr_search_result_single(out, search->list[0], 0.5, "There was no time to think.");
    out->nodes = search->nodes + search->others;
    return MR_OK;
  }
  fill_result(search, out);
  mr_str text = mr_str_fixed(out->reason, sizeof out->reason);
  mr_str_add(&text, "Plan: ");
  mr_wls_explain(search, &search->level[0].turns[0], &text);
  write_expectation(engine->game, observation, out, &text);
  keep_plan(g, out);
  return MR_OK;
}

/* ---- the greedy player ----------------------------------------------------------------------- */

/* A finished game counts as what it is. */
static int value_after(mr_wls_search *search, const mr_wl_state *state, mr_action action) {
  const mr_game *game = &search->game->base;
  unsigned side = state->head.side;
  mr_state_copy(game, search->scratch, (const mr_state *)(const void *)state);
  mr_wl_make(game, search->scratch, action, NULL, NULL);
  const mr_wl_head *after = &mr_wl_state_of(search->scratch)->head;
  if (after->phase == MR_WL_OVER) {
    return after->winner == MR_WL_DRAWN ? 0 : after->winner == side ? MR_WLS_WIN : -MR_WLS_WIN;
  }
  if (mr_wl_action_kind_of(action) == MR_WL_ACT_END) {
    return mr_wls_balance(&search->map, side);
  }
  mr_wls_step step = mr_wls_attack_map_make(&search->map, action);
  int value = mr_wls_balance(&search->map, side);
  mr_wls_attack_map_unmake(&search->map, step);
  return value;
}

/*
 * The measure for others: one activation after the other, each the one after which the side has
 * the most - men, leaders, towns, units in command, ways to go - with no look at what the enemy
 * may do about it. Of equals one is drawn. It ends its turn when nothing is better than that.
 */
static mr_status think_greedily(mr_engine *engine, const mr_state *observation,
                                const mr_limits *limits, mr_search_result *out, mr_error *err) {
  (void)err;
  general *g = general_of(engine);
  mr_wls_search *search = &g->search;
  const mr_wl_state *state = mr_wl_state_of(observation);
  if (state->head.phase == MR_WL_DEPLOY || state->head.phase == MR_WL_ENTER) {
    mr_wls_deploy(search, state, g->seed, limits, out);
    return MR_OK;
  }
  mr_wls_search_set_root(search, state);
  size_t count = mr_wl_actions(engine->game, observation, search->list);
  count = mr_limits_filter(limits, search->list, count);
  mr_wls_turn best = {.value = -2 * MR_WLS_WIN};
  mr_action choice = MR_ACTION_NONE;
  unsigned equals = 0;
  for (size_t i = 0; i < count; i++) {
    int value = value_after(search, state, search->list[i]);
    if (value < best.value) {
      continue;
    }
    equals = value > best.value ? 1 : equals + 1;
    best.value = value;
    if (mr_random_below(&g->random, equals) == 0) {
      choice = search->list[i];
    }
  }
  out->nodes = count;
  out->depth = 1;
  out->score = mr_wls_score(search, &best);
  mr_search_result_single(out, choice, mr_wls_value(search, &best),
                          "Takes what looks best at once.");
  return MR_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void forget(mr_engine *engine) {
  general *g = general_of(engine);
  g->plan.turn.count = 0;
  mr_random_init(&g->random, g->seed);
}

static void renew(mr_engine *engine, uint64_t seed) {
  general_of(engine)->seed = seed;
  forget(engine);
}

static void free_general(mr_engine *engine) {
  general *g = general_of(engine);
  mr_wls_helpers_free(g->helpers);
  mr_wls_search_done(&g->search);
  mr_alloc_free(g->allocator, g, sizeof *g);
}

static mr_status make(const mr_engine_ops *ops, const char *name, const mr_game *game,
                      const mr_engine_options *options, mr_engine **out, mr_error *err) {
  general *g = mr_alloc_zero(options->allocator, 1, sizeof *g);
  if (g == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the %s", name);
  }
  mr_engine_init(&g->base, ops, game, options);
  g->allocator = options->allocator;
  g->seed = options->seed;
  forget(&g->base);
  mr_status status = mr_wls_search_init(&g->search, mr_wl_game_of(game), options->allocator, err);
  if (status == MR_OK) {
    *out = &g->base;
  } else {
    mr_alloc_free(g->allocator, g, sizeof *g);
  }
  return status;
}

mr_status mr_wls_general_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                             mr_error *err) {
  static const mr_engine_ops ops = {
      .think = think, .forget = forget, .renew = renew, .free = free_general};
  mr_engine *engine = NULL;
  mr_status status = make(&ops, "general", game, options, &engine, err);
  if (status == MR_OK) {
    general *g = general_of(engine);
    status = mr_wls_helpers_new(&g->search, options->threads - 1, g->allocator, &g->helpers, err);
    if (status == MR_OK) {
      *out = engine;
    } else {
      free_general(engine);
    }
  }
  return status;
}

mr_status mr_wls_greedy_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                            mr_error *err) {
  static const mr_engine_ops ops = {
      .think = think_greedily, .forget = forget, .renew = renew, .free = free_general};
  return make(&ops, "greedy player", game, options, out, err);
}
