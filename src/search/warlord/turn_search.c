#include "search/warlord/warlord_search.h"

/* ---- alpha-beta over turns ------------------------------------------------------------------- */

/*
 * The widths of one iteration, by distance from the root. They were set by hand. Tried against them
 * in 60 games each: wide beams at all depths before depth four scored 32%; wider replies at depth
 * two and a wider root made no difference that is told from chance (README.md).
 */
typedef struct iteration {
  unsigned depth;
  mr_wls_width root;
  mr_wls_width inner;
  mr_wls_width leaf;
} iteration;

static const iteration STAGES[] = {
    {1, {2, 16, 4}, {0, 0, 0}, {0, 0, 0}},      {1, {8, 32, 24}, {0, 0, 0}, {0, 0, 0}},
    {2, {8, 32, 24}, {0, 0, 0}, {2, 16, 1}},    {3, {12, 40, 24}, {4, 24, 4}, {2, 16, 1}},
    {3, {16, 48, 40}, {6, 24, 6}, {3, 24, 1}},  {4, {16, 48, 40}, {6, 24, 5}, {2, 16, 1}},
    {4, {24, 64, 64}, {8, 32, 8}, {3, 24, 1}},  {5, {24, 64, 64}, {8, 32, 6}, {3, 24, 1}},
    {6, {32, 96, 64}, {12, 40, 8}, {4, 32, 1}}, {6, {48, 160, 64}, {24, 64, 16}, {8, 48, 1}},
};
enum {
  STAGE_COUNT = sizeof STAGES / sizeof STAGES[0],
  LAST_DEPTH = 6, /* of the table */
  DEEPER = 2,     /* turns that each later iteration adds */
  STAGES_IN_ALL = STAGE_COUNT + (MR_WLS_DEPTH_MAX - LAST_DEPTH) / DEEPER,
};

/* Carries a turn of level[depth] out: in level[depth + 1].root, and on the map. */
static const mr_wl_state *make_turn(mr_wls_search *search, unsigned depth,
                                    const mr_wls_turn *turn) {
  mr_wls_undo *undo = &search->level[depth].undo;
  const mr_game *game = &search->game->base;
  mr_state *child = search->level[depth + 1].root;
  mr_state_copy(game, child, search->level[depth].root);
  for (unsigned i = 0; i < turn->count; i++) {
    mr_wl_make(game, child, turn->actions[i], NULL, NULL);
    undo->steps[i] = mr_wls_attack_map_make(&search->map, turn->actions[i]);
  }
  mr_wl_make(game, child, mr_wl_action(MR_WL_ACT_END, 0, 0), NULL, NULL);
  mr_wls_place_all(search, child);
  const mr_wl_state *state = mr_wl_state_of(child);
  undo->reread = state->head.units[0] != search->map.slots[0] ||
                 state->head.units[1] != search->map.slots[1] || state->head.came;
  if (undo->reread) {
    mr_wls_attack_map_read(&search->map, state);
  }
  return state;
}

static void unmake_turn(mr_wls_search *search, unsigned depth, const mr_wls_turn *turn) {
  const mr_wls_undo *undo = &search->level[depth].undo;
  if (undo->reread) {
    mr_wls_attack_map_read(&search->map, mr_wl_state_of(search->level[depth].root));
    return;
  }
  for (unsigned i = turn->count; i > 0; i--) {
    mr_wls_attack_map_unmake(&search->map, undo->steps[i - 1]);
  }
}

/*
 * WL-15: what a turn loses that brings back a position which has been on the board since the last
 * capture. Who is far behind does not mind.
 */
static int repetition_cost(const mr_wl_game *game, const mr_wl_state *state, int value) {
  enum { AGAIN = 150, BEHIND = -1200 };
  const uint64_t *past = mr_wl_past_const(game, state);
  unsigned known = state->head.seen < game->past_max ? state->head.seen : game->past_max;
  uint64_t key = mr_wl_position_key(state);
  unsigned times = 0;
  for (unsigned i = 0; game->repetition && i < known; i++) {
    times += past[i] == key;
  }
  return value > BEHIND && times > 1 ? AGAIN * (int)(times - 1) : 0;
}

static int search_node(mr_wls_search *search, unsigned depth, const iteration *stage, int alpha,
                       int beta);

/* Keeps a turn that has refuted another, to be tried first against the next. */
static void keep_killer(mr_wls_level *level, const mr_wls_turn *turn) {
  if (level->killer[0].key != turn->key) {
    memmove(level->killer + 1, level->killer, (MR_WLS_KILLERS - 1) * sizeof *level->killer);
    level->killer[0] = *turn;
  }
}

/* The value of a turn of level[depth] for who makes it. */
static int search_turn(mr_wls_search *search, unsigned depth, const iteration *stage, int alpha,
                       int beta) {
  const mr_wls_turn *turn = search->level[depth].turns + search->level[depth].at;
  unsigned side = mr_wl_state_of(search->level[depth].root)->head.side;
  int sooner = 1000 * (int)depth;
  if (turn->ends) {
    return turn->value > 0 ? turn->value - sooner : turn->value < 0 ? turn->value + sooner : 0;
  }
  const mr_wl_state *state = make_turn(search, depth, turn);
  int value = 0;
  if (state->head.phase == MR_WL_OVER) {
    value = mr_wls_end_value(state, side, MR_WLS_WIN - sooner - 500);
  } else if (state->head.side == side) {
    value = search_node(search, depth + 1, stage, alpha, beta);
  } else {
    value = -search_node(search, depth + 1, stage, -beta, -alpha);
  }
  if (depth == 0 && state->head.phase != MR_WL_OVER) {
    value -= repetition_cost(search->game, state, value);
  }
  unmake_turn(search, depth, turn);
  return value;
}

/*
 * Turns of a node that several threads search: all but the first, whose value the others are to
 * beat. Helpers come from the root to the node by the turns that have led there.
 */
typedef struct split {
  mr_wls_job job;
  unsigned depth;
  const iteration *stage;
  unsigned first;   /* turn, of which number 0 of the job is */
  atomic_int alpha; /* raised by what is found */
  int beta;
  bool whole; /* alpha stays: all values are to be exact */
  bool found[MR_WLS_TURNS_MAX];
  int value[MR_WLS_TURNS_MAX]; /* where found */
} split;

/* Makes a helper's levels show the split's node. */
static void follow_path(mr_wls_search *search, const split *s) {
  const mr_wls_search *owner = s->job.owner;
  for (unsigned d = 0; d < s->depth; d++) {
    mr_wls_level *level = &search->level[d];
    level->turns[0] = owner->level[d].turns[owner->level[d].at];
    level->at = 0;
    make_turn(search, d, &level->turns[0]);
  }
  const mr_wls_level *from = &owner->level[s->depth];
  unsigned count = s->first + s->job.count;
  memcpy(search->level[s->depth].turns, from->turns, count * sizeof *from->turns);
}

static void raise_alpha(split *s, int value) {
  int alpha = atomic_load_explicit(&s->alpha, memory_order_relaxed);
  while (value > alpha &&
         !atomic_compare_exchange_weak_explicit(&s->alpha, &alpha, value, memory_order_relaxed,
                                                memory_order_relaxed)) {
  }
}

static void search_part(mr_wls_job *job, mr_wls_search *search) {
  split *s = (split *)(void *)job;
  mr_wls_level *level = &search->level[s->depth];
  bool helps = search != job->owner;
  if (helps) {
    follow_path(search, s);
  }
  for (unsigned i; !search->stopped && mr_wls_job_take(job, &i);) {
    int alpha = atomic_load_explicit(&s->alpha, memory_order_relaxed);
    if (alpha >= s->beta) {
      break;
    }
    level->at = s->first + i;
    int value = search_turn(search, s->depth, s->stage, alpha, s->beta);
    if (search->stopped) {
      break;
    }
    s->found[i] = true;
    s->value[i] = value;
    if (!s->whole) {
      raise_alpha(s, value);
    }
  }
  for (unsigned d = s->depth; helps && d > 0; d--) {
    unmake_turn(search, d - 1, &search->level[d - 1].turns[0]);
  }
}

/* Searches the turns of a node from `first` on, with the helpers where there are. */
static void search_split(mr_wls_search *search, split *s, int alpha) {
  s->job.work = search_part;
  s->job.owner = search;
  atomic_init(&s->job.next, 0);
  atomic_init(&s->alpha, alpha);
  mr_wls_job_do(&s->job);
}

/* The value of a node whose first turn, alone searched so far, is worth `best` or less than alpha.
 */
static int search_rest(mr_wls_search *search, unsigned depth, const iteration *stage, int best,
                       int alpha, int beta) {
  mr_wls_level *level = &search->level[depth];
  split s = {.job.count = level->count - 1, .depth = depth, .stage = stage, .first = 1};
  s.beta = beta;
  search_split(search, &s, alpha);
  for (unsigned i = 0; i < s.job.count; i++) {
    if (s.found[i] && s.value[i] > best) {
      best = s.value[i];
      level->at = s.first + i;
    }
  }
  if (best >= beta) {
    keep_killer(level, &level->turns[level->at]);
  }
  return best;
}

static int search_node(mr_wls_search *search, unsigned depth, const iteration *stage, int alpha,
                       int beta) {
  bool leaf = depth + 1 >= stage->depth;
  mr_wls_level *level = &search->level[depth];
  mr_wls_find_turns(search, depth, leaf ? stage->leaf : stage->inner, false,
                    leaf ? beta : 2 * MR_WLS_WIN);
  if (leaf && level->turns[0].value >= beta) {
    keep_killer(level, &level->turns[0]);
  }
  if (leaf || search->stopped) {
    return level->turns[0].value;
  }
  int best = -2 * MR_WLS_WIN;
  for (level->at = 0; level->at < level->count && !search->stopped; level->at++) {
    if (level->at == 1 && search->helpers != NULL) {
      return search_rest(search, depth, stage, best, alpha, beta);
    }
    int value = search_turn(search, depth, stage, alpha, beta);
    if (search->stopped) {
      break;
    }
    best = value > best ? value : best;
    alpha = value > alpha ? value : alpha;
    if (alpha >= beta) {
      keep_killer(level, &level->turns[level->at]);
      break;
    }
  }
  return best;
}

/* ---- the root -------------------------------------------------------------------------------- */

static void move_up(mr_wls_level *level, unsigned at, unsigned to) {
  mr_wls_turn turn = level->turns[at];
  memmove(level->turns + to + 1, level->turns + to, (at - to) * sizeof turn);
  level->turns[to] = turn;
}

/*
 * Puts the turn that an earlier iteration chose, with the value found there, before those that a
 * wider beam has found.
 */
static void put_first(mr_wls_level *level, const mr_wls_turn *turn) {
  unsigned at = 0;
  while (at < level->count && level->turns[at].key != turn->key) {
    at++;
  }
  if (at == level->count) {
    if (level->count < MR_WLS_TURNS_MAX) {
      level->count++;
    }
    at = level->count - 1;
    level->turns[at] = *turn;
  }
  level->turns[at].value = turn->value;
  move_up(level, at, 0);
}

/* @return whether a turn has been chosen: the first at least has been looked at to its end */
static bool search_root(mr_wls_search *search, const iteration *stage) {
  mr_wls_level *level = &search->level[0];
  level->searched = level->at = 0;
  int value = search_turn(search, 0, stage, -2 * MR_WLS_WIN, 2 * MR_WLS_WIN);
  if (search->stopped) {
    return false;
  }
  level->turns[0].value = value;
  level->searched = 1;
  split s = {.job.count = level->count - 1, .stage = stage, .first = 1, .beta = 2 * MR_WLS_WIN};
  s.whole = search->limits != NULL && search->limits->lines > 1; /* several are to be told */
  search_split(search, &s, s.whole ? -2 * MR_WLS_WIN : value);
  for (unsigned i = s.first; i < s.first + s.job.count; i++) {
    if (!s.found[i - s.first]) { /* those that time was too short for come last */
      continue;
    }
    level->turns[i].value = s.value[i - s.first];
    unsigned place = level->searched++;
    while (place > 0 && level->turns[place - 1].value < level->turns[i].value) {
      place--;
    }
    move_up(level, i, place);
  }
  return true;
}

/*
 * A turn without one of its activations, and without those that cannot be made then. @return
 * whether that is a turn: one that does something and does not end the game
 */
static bool leave_out(mr_wls_search *search, const mr_wls_turn *turn, unsigned left_out,
                      mr_wls_turn *out) {
  const mr_game *game = &search->game->base;
  mr_wls_step steps[MR_WLS_TURN_MAX];
  unsigned count = 0;
  mr_state_copy(game, search->scratch, search->level[0].root);
  for (unsigned i = 0; i < turn->count; i++) {
    mr_action action = turn->actions[i];
    if (i != left_out && mr_wl_legal(game, search->scratch, action)) {
      mr_wl_make(game, search->scratch, action, NULL, NULL);
      steps[count] = mr_wls_attack_map_make(&search->map, action);
      out->actions[count++] = action;
    }
  }
  out->key = search->map.key;
  out->count = (uint16_t)count;
  out->ends = false;
  while (count > 0) {
    mr_wls_attack_map_unmake(&search->map, steps[--count]);
  }
  return out->count && mr_wl_state_of(search->scratch)->head.phase == MR_WL_PLAY;
}

static bool is_found(const mr_wls_level *level, uint64_t key) {
  for (unsigned i = 0; i < level->count; i++) {
    if (level->turns[i].key == key) {
      return true;
    }
  }
  return false;
}

/* The best turn without one of its activations each, to be searched until one of these is better.
 */
typedef struct pruning {
  mr_wls_job job;
  const iteration *stage;
  int best;           /* value of the whole turn */
  unsigned place;     /* in the root's list, for who is searched */
  atomic_bool any;    /* is better */
  mr_wls_turn *turns; /* with their values, where one was found */
  unsigned left_out[MR_WLS_TURN_MAX];
} pruning;

static void search_pruned(mr_wls_job *job, mr_wls_search *search) {
  pruning *p = (pruning *)(void *)job;
  mr_wls_level *level = &search->level[0];
  level->at = p->place;
  for (unsigned i; !search->stopped && mr_wls_job_take(job, &i);) {
    if (atomic_load_explicit(&p->any, memory_order_relaxed)) {
      break;
    }
    level->turns[level->at] = p->turns[i];
    int value = search_turn(search, 0, p->stage, p->best, 2 * MR_WLS_WIN);
    if (search->stopped) {
      break;
    }
    p->turns[i].value = value;
    if (value > p->best) {
      atomic_store_explicit(&p->any, true, memory_order_relaxed);
    }
  }
}

/*
 * Puts before the best turn what is better without one of its activations. @param from the first of
 * them that may be left out; receives where to go on. @return whether there was such a turn
 */
static bool improve_root(mr_wls_search *search, const iteration *stage, unsigned *from) {
  mr_wls_level *level = &search->level[0];
  pruning p = {.job = {.work = search_pruned, .owner = search},
               .stage = stage,
               .best = level->turns[0].value,
               .place = level->count,
               .turns = search->pruned};
  for (unsigned i = *from; i < level->turns[0].count; i++) {
    mr_wls_turn *other = &p.turns[p.job.count];
    if (leave_out(search, &level->turns[0], i, other) && !is_found(level, other->key)) {
      other->value = p.best; /* it is no better, as long as nothing else has been found */
      p.left_out[p.job.count++] = i;
    }
  }
  mr_wls_job_do(&p.job);
  for (unsigned i = 0; i < p.job.count; i++) {
    if (p.turns[i].value > p.best) {
      *from = p.left_out[i]; /* what stood next is in this place now */
      level->turns[level->count] = p.turns[i];
      move_up(level, level->count, 0);
      level->count += level->count + 1 < MR_WLS_TURNS_MAX;
      level->searched += level->searched < level->count;
      return true;
    }
  }
  return false;
}

/*
 * What all turns of a beam have in common is not compared with its absence: a capture that looks
 * good at once and is bad by the replies is in every one of them. So the best turn is looked at
 * without each of its activations, and those that do not pay by the replies are left out.
 * @param kept activations at its beginning that are not left out
 */
static void prune_root(mr_wls_search *search, const iteration *stage, unsigned kept) {
  mr_wls_level *level = &search->level[0];
  if (level->count == MR_WLS_TURNS_MAX) { /* room for one more */
    level->count--;
    level->searched -= level->searched > level->count;
  }
  unsigned from = kept;
  while (!search->stopped && improve_root(search, stage, &from)) {
  }
}

/* Turns that a beam as wide has found stay as they are, in the order that has been found for them.
 */
static void find_root_turns(mr_wls_search *search, const iteration *before, const iteration *stage,
                            bool only) {
  mr_wls_level *level = &search->level[0];
  unsigned most = stage->root.turns;
  if (most > before->root.turns || stage->root.beam != before->root.beam ||
      stage->root.tried != before->root.tried) {
    mr_wls_find_turns(search, 0, stage->root, only, 2 * MR_WLS_WIN);
  } else if (level->count > most) {
    level->count = most;
  }
  level->searched = 0;
}

void mr_wls_turn_search(mr_wls_search *search, unsigned depth, bool only,
                        mr_wls_progress_fn progress, void *context) {
  mr_wls_level *level = &search->level[0];
  mr_wls_turn chosen = {.count = 0};
  iteration before = {.depth = 0};
  bool any = false;
  search->depth = 0;
  for (unsigned i = 0; i < STAGES_IN_ALL && !search->stopped; i++) {
    iteration stage = STAGES[i < STAGE_COUNT ? i : STAGE_COUNT - 1];
    if (i >= STAGE_COUNT) { /* where turns are few and short, iterations only go deeper */
      stage.depth += DEEPER * (i - STAGE_COUNT + 1);
    }
    if (stage.depth > depth) {
      break;
    }
    find_root_turns(search, &before, &stage, only);
    before = stage;
    if (!level->count || (any && search->stopped)) {
      break;
    }
    bool compares = stage.depth > 1;
    if (any && (compares || chosen.value > level->turns[0].value)) {
      put_first(level, &chosen);
    }
    if (compares && !mr_wls_wins(level) && !search_root(search, &stage)) {
      break;
    }
    if (compares && !level->turns[0].ends) {
      prune_root(search, &stage, only);
    }
    chosen = level->turns[0];
    any = true;
    search->depth = stage.depth;
    if (progress != NULL && !search->stopped) {
      progress(context, search);
    }
    if (mr_wls_wins(level) || mr_watch_soft_expired(&search->watch)) {
      break;
    }
  }
  if (any) {
    put_first(level, &chosen);
  }
}
