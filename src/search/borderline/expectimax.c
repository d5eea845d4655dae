#include <float.h>

#include "search/borderline/borderline_search.h"

/* The placement under trial and up to four duels behind it. */
#define STATES_PER_PLY (1 + MR_BD_DIRECTIONS)
#define PLIES (MR_BDS_DEPTH_MAX + 2)
#define BOUND_LOWER 1
#define BOUND_UPPER 2
#define BOUND_EXACT 3
#define CLOCK_LOOKS 64 /* values asked for between two readings of the clock: some 0.1 ms */

/* ---- memory ---------------------------------------------------------------------------------- */

mr_status mr_bds_search_init(mr_bds_search *search, const mr_bd_game *game, size_t memory,
                             const mr_allocator *allocator, mr_error *err) {
  const mr_game_info *info = &game->base.info;
  size_t entries = 1024;
  while (entries * 2 * sizeof *search->table <= memory) {
    entries *= 2;
  }
  *search =
      (mr_bds_search){.game = game, .weights = mr_bds_standard_weights, .table_mask = entries - 1};
  mr_arena *arena = &search->arena;
  mr_arena_init(arena, allocator, SIZE_MAX);
  search->table = mr_alloc_zero(allocator, entries, sizeof *search->table);
  bool whole = search->table != NULL;
  search->states = mr_engine_room(arena, &whole, (size_t)PLIES * STATES_PER_PLY, info->state_size);
  search->actions =
      mr_engine_room(arena, &whole, PLIES * info->max_actions, sizeof *search->actions);
  search->moves = mr_engine_room(arena, &whole, PLIES * info->max_actions, sizeof *search->moves);
  search->spare = mr_engine_room(arena, &whole, info->max_actions, sizeof *search->spare);
  search->roads = mr_bds_roads_new(arena);
  if (whole && search->roads != NULL) {
    return MR_OK;
  }
  mr_bds_search_done(search);
  return mr_error_set(err, MR_ERR_NOMEM, "no memory for the search (%zu bytes)", memory);
}

void mr_bds_search_done(mr_bds_search *search) {
  mr_alloc_free(search->arena.allocator, search->table,
                (search->table_mask + 1) * sizeof *search->table);
  mr_arena_done(&search->arena);
}

static mr_state *state_at(const mr_bds_search *s, unsigned ply, unsigned slot) {
  size_t size = s->game->base.info.state_size;
  return (mr_state *)(void *)(s->states + (ply * STATES_PER_PLY + slot) * size);
}

/* ---- transposition table --------------------------------------------------------------------- */

/*
 * The position's key leaves the clock out. Where the ply cap is within reach of the search it
 * matters, and the plies that are left are part of the key.
 */
static uint64_t key_of(const mr_bds_search *s, const mr_bd_state *state) {
  uint64_t hash = mr_game_hash(&s->game->base, (const mr_state *)(const void *)state);
  unsigned left = s->game->ply_cap - state->plies;
  return left <= MR_BDS_DEPTH_MAX ? mr_mix64(hash + left) : hash;
}

static mr_bds_entry *entry_of(const mr_bds_search *s, uint64_t hash) {
  return &s->table[hash & s->table_mask];
}

static uint32_t check_of(uint64_t hash) {
  return (uint32_t)(hash >> 32);
}

/* The entry of a position, or NULL. */
static const mr_bds_entry *find_entry(const mr_bds_search *s, uint64_t hash) {
  const mr_bds_entry *entry = entry_of(s, hash);
  return entry->bound && entry->check == check_of(hash) ? entry : NULL;
}

static void store(mr_bds_search *s, uint64_t hash, unsigned depth, unsigned bound, double value,
                  mr_action best) {
  mr_bds_entry *entry = entry_of(s, hash);
  bool same = entry->check == check_of(hash);
  if (entry->bound && entry->depth > depth && entry->age == s->age) {
    return;
  }
  if (best == MR_ACTION_NONE && same) {
    best = entry->best;
  }
  *entry = (mr_bds_entry){.check = check_of(hash),
                          .best = best,
                          .value = (float)value,
                          .depth = (uint8_t)depth,
                          .bound = (uint8_t)bound,
                          .age = s->age};
}

/* ---- the search ------------------------------------------------------------------------------ */

/** Values that matter: at or below alpha, or at or above beta, only the fact counts. */
typedef struct window {
  double alpha;
  double beta;
} window;

static const window OPEN = {0, 1};

/** A state that waits for its side's action, and how far it is to be looked into. */
typedef struct node_ref {
  const mr_bd_state *state;
  unsigned ply;
  unsigned depth;
} node_ref;

static double node_value(mr_bds_search *s, node_ref n, window w);

/** What an action of `mover` has led to so far: the state in `slot` of `ply`. */
typedef struct trial {
  unsigned ply;
  unsigned slot;
  unsigned mover;
  unsigned depth;
} trial;

static double outcome_value(mr_bds_search *s, trial t, window w);

static double branch_value(mr_bds_search *s, trial t, bool won, window w) {
  const mr_game *game = &s->game->base;
  mr_state *child = state_at(s, t.ply, t.slot + 1);
  mr_state_copy(game, child, state_at(s, t.ply, t.slot));
  mr_game_make(game, child, mr_bd_action(MR_BD_ACT_DUEL, won, 0), NULL, NULL);
  t.slot++;
  return outcome_value(s, t, w);
}

/*
 * A duel is a chance node with two outcomes. The losing branch is searched first, being likelier
 * and shorter; its value narrows what the winning one must reach (Star1).
 */
static double duel_value(mr_bds_search *s, trial t, window w) {
  double p = mr_bds_duel_odds(s->game, 1);
  window after_loss = {(w.alpha - p) / (1 - p), w.beta / (1 - p)};
  double least = (1 - p) * branch_value(s, t, false, after_loss);
  if (least >= w.beta || least + p <= w.alpha || (s->stopped && t.depth > 1)) {
    return least >= w.beta ? least : least + p;
  }
  window after_win = {(w.alpha - least) / p, (w.beta - least) / p};
  return least + p * branch_value(s, t, true, after_win);
}

/* Value for the mover of what its action led to. */
static double outcome_value(mr_bds_search *s, trial t, window w) {
  const mr_bd_state *state = mr_bd_state_of(state_at(s, t.ply, t.slot));
  if (state->phase == MR_BD_OVER) {
    return state->winner == MR_BD_DRAWN ? 0.5 : state->winner == t.mover;
  }
  if (state->phase == MR_BD_DUEL) {
    return duel_value(s, t, w);
  }
  window theirs = {1 - w.beta, 1 - w.alpha};
  return 1 - node_value(s, (node_ref){state, t.ply + 1, t.depth - 1}, theirs);
}

static double action_value(mr_bds_search *s, node_ref n, mr_action action, window w) {
  const mr_game *game = &s->game->base;
  mr_state *child = state_at(s, n.ply, 0);
  mr_state_copy(game, child, (const mr_state *)(const void *)n.state);
  mr_game_make(game, child, action, NULL, NULL);
  return outcome_value(s, (trial){n.ply, 0, n.state->side, n.depth}, w);
}

/* How many of the best-looking actions are searched deeper. Usual widths, untuned: the root sees
 * more of them, since its choice is what is played. */
static size_t beam(const mr_bds_search *s, unsigned depth, size_t count, bool root) {
  static const size_t inner[] = {SIZE_MAX, SIZE_MAX, 16, 12, 10, 8};
  static const size_t outer[] = {SIZE_MAX, SIZE_MAX, SIZE_MAX, 40, 24, 16};
  size_t at = depth < 5 ? depth : 5;
  size_t width = root ? outer[at] : inner[at];
  if (root && s->limits != NULL && s->limits->lines > width) {
    width = s->limits->lines;
  }
  return width < count && !s->full_width ? width : count;
}

static bool better(mr_bds_move a, mr_bds_move b) {
  return a.value > b.value || (a.value == b.value && a.at_most < b.at_most);
}

/* Merge sort, best first: stable, and quick for the longest lists. */
static void sort_moves(mr_bds_search *s, mr_bds_move *moves, size_t count) {
  mr_bds_move *from = moves, *to = s->spare;
  for (size_t run = 1; run < count; run *= 2) {
    for (size_t at = 0; at < count; at += 2 * run) {
      size_t end = 2 * run < count - at ? at + 2 * run : count;
      size_t middle = run < count - at ? at + run : count, left = at, right = middle;
      for (size_t i = at; i < end; i++) { /* of equals that of the left run comes first */
        bool take_right = left == middle || (right < end && better(from[right], from[left]));
        to[i] = take_right ? from[right++] : from[left++];
      }
    }
    mr_bds_move *swap = from;
    from = to;
    to = swap;
  }
  if (from != moves) {
    memcpy(moves, from, count * sizeof *moves);
  }
}

/*
 * Lists the actions; with `ordered`, valued by the evaluation one ply on and sorted. Those for
 * which no time was left have no value and stand last, in the game's order.
 */
static size_t list_moves(mr_bds_search *s, unsigned ply, const mr_bd_state *state, bool ordered) {
  size_t room = s->game->base.info.max_actions;
  mr_action *actions = s->actions + ply * room;
  mr_bds_move *moves = s->moves + ply * room;
  size_t count = mr_game_actions(&s->game->base, (const mr_state *)(const void *)state, actions);
  if (ordered && s->limits != NULL) {
    count = mr_limits_filter(s->limits, actions, count);
  }
  for (size_t i = 0; i < count; i++) {
    bool known = ordered && (i == 0 || !s->stopped);
    double value = known ? action_value(s, (node_ref){state, ply, 1}, actions[i], OPEN) : -1;
    moves[i] = (mr_bds_move){actions[i], (float)value, !known};
  }
  if (ordered) {
    sort_moves(s, moves, count);
  }
  return count;
}

/* Whether what the table knows is as good as a search of this depth. @param known may be NULL */
static bool entry_cuts(const mr_bds_entry *known, unsigned depth, window w) {
  return known != NULL && known->depth >= depth &&
         (known->bound == BOUND_EXACT ||
          (known->bound == BOUND_LOWER && (double)known->value >= w.beta) ||
          (known->bound == BOUND_UPPER && (double)known->value <= w.alpha));
}

static double leaf_value(mr_bds_search *s, const mr_bd_state *state, uint64_t hash) {
  const mr_bds_entry *known = find_entry(s, hash);
  if (entry_cuts(known, 0, OPEN) && known->depth == 0) {
    return (double)known->value;
  }
  double value = mr_bds_evaluate(s->roads, s->game, state, &s->weights);
  store(s, hash, 0, BOUND_EXACT, value, MR_ACTION_NONE);
  return value;
}

static double node_value(mr_bds_search *s, node_ref n, window w) {
  uint64_t hash = key_of(s, n.state);
  s->nodes++;
  /* Every value that is asked for passes here, so that no list of actions is too long. */
  s->stopped = s->stopped || s->nodes >= s->node_limit ||
               ((s->looks++ & (CLOCK_LOOKS - 1)) == 0 && mr_watch_expired(&s->watch));
  if (s->stopped || n.depth == 0) {
    return leaf_value(s, n.state, hash);
  }
  const mr_bds_entry *known = find_entry(s, hash);
  if (entry_cuts(known, n.depth, w)) {
    return (double)known->value;
  }
  mr_action hash_move = known != NULL ? known->best : MR_ACTION_NONE, best = MR_ACTION_NONE;
  size_t count = list_moves(s, n.ply, n.state, n.depth >= 2);
  mr_bds_move *moves = s->moves + n.ply * s->game->base.info.max_actions;
  size_t first = 0;
  while (first < count && moves[first].action != hash_move) {
    first++;
  }
  if (first < count) {
    mr_bds_move move = moves[first];
    memmove(moves + 1, moves, first * sizeof *moves);
    moves[0] = move;
  }
  size_t width = beam(s, n.depth, count, false);
  double top = -DBL_MAX, alpha = w.alpha;
  /* A window may be empty: beside an action that wins, others are only shown not to be better. */
  for (size_t i = 0; i < width && !s->stopped && top < w.beta; i++) {
    double value = action_value(s, n, moves[i].action, (window){alpha, w.beta});
    if (value > top) {
      top = value;
      best = moves[i].action;
    }
    alpha = top > alpha ? top : alpha;
  }
  if (!s->stopped) {
    unsigned bound = top >= w.beta ? BOUND_LOWER : top > w.alpha ? BOUND_EXACT : BOUND_UPPER;
    store(s, hash, n.depth, bound, top, best);
  }
  return top > -DBL_MAX ? top : leaf_value(s, n.state, hash);
}

/* ---- the root -------------------------------------------------------------------------------- */

/*
 * What the next action must beat: the least of the `lines` best values so far, which `best` holds
 * in their order; 0 while there are fewer.
 */
static double bar_of(double *best, size_t *count, size_t lines, double value) {
  size_t at = *count;
  while (at > 0 && best[at - 1] < value) {
    at--;
  }
  if (at < lines) {
    *count += *count < lines ? 1 : 0;
    memmove(best + at + 1, best + at, (*count - 1 - at) * sizeof *best);
    best[at] = value;
  }
  return *count < lines ? 0 : best[lines - 1];
}

/*
 * One iteration. As many actions as are to be told are searched with an open window, the others
 * must beat one of them; of those that do not, only a bound is known. Returns how many actions were
 * searched to the end.
 */
static size_t iterate(mr_bds_search *s, const mr_bd_state *root, unsigned depth, mr_bds_move *fresh,
                      const mr_bds_result *result, mr_engine *engine) {
  size_t count = beam(s, depth, result->count, true), done = 0, known = 0;
  size_t lines = s->limits != NULL && s->limits->lines > 1 ? s->limits->lines : 1;
  double best[MR_SEARCH_CANDIDATES];
  double low = 0;
  lines = lines < MR_SEARCH_CANDIDATES ? lines : MR_SEARCH_CANDIDATES;
  for (; done < count; done++) {
    mr_action action = result->moves[done].action;
    double value = action_value(s, (node_ref){root, 0, depth}, action, (window){low, 1});
    if (s->stopped) {
      break;
    }
    fresh[done] = (mr_bds_move){action, (float)value, done >= lines && value <= low};
    low = bar_of(best, &known, lines, value);
    if (engine->progress != NULL && mr_watch_report_due(&s->watch)) {
      mr_search_result *so_far = mr_engine_so_far(engine);
      so_far->action = result->moves[0].action;
      so_far->value = result->moves[0].value;
      so_far->nodes = s->nodes;
      so_far->depth = result->depth;
      so_far->seconds = mr_watch_seconds(&s->watch);
      engine->progress(engine->progress_context, so_far);
    }
  }
  sort_moves(s, fresh, done);
  return done;
}

void mr_bds_search_run(mr_bds_search *s, const mr_bd_state *root, unsigned depth, mr_engine *engine,
                       mr_bds_result *out) {
  size_t room = s->game->base.info.max_actions;
  unsigned left = s->game->ply_cap - root->plies;
  s->nodes = 0;
  s->looks = 0;
  s->stopped = false;
  s->age++;
  out->moves = s->moves + (PLIES - 1) * room;
  uint64_t limit = s->node_limit;
  s->node_limit = UINT64_MAX; /* the first look is taken whole, unless the time is up */
  out->count = list_moves(s, 0, root, true);
  s->node_limit = limit;
  out->actions = out->count;
  memcpy(out->moves, s->moves, out->count * sizeof *out->moves);
  out->depth = 1;
  mr_bds_move *fresh = s->moves + (PLIES - 2) * room;
  for (unsigned d = 2; d <= depth && d <= left && out->count > 1 && !s->stopped; d++) {
    if (mr_watch_soft_expired(&s->watch)) {
      break;
    }
    size_t wanted = beam(s, d, out->count, true);
    size_t done = iterate(s, root, d, fresh, out, engine);
    out->depth = done == wanted ? d : out->depth;
    /*
     * An iteration that was cut off counts if it found something better than the former best, which
     * it searched first; its list is then short. Otherwise the last complete one stands.
     */
    if (done == wanted || (done > 0 && fresh[0].action != out->moves[0].action)) {
      memcpy(out->moves, fresh, done * sizeof *fresh);
      out->count = done;
    }
  }
}

size_t mr_bds_line(mr_bds_search *s, const mr_bd_state *root, mr_action first, mr_action *line,
                   size_t room) {
  const mr_game *game = &s->game->base;
  mr_state *state = state_at(s, 0, 0);
  mr_state_copy(game, state, (const mr_state *)(const void *)root);
  size_t length = 0;
  mr_action action = first;
  while (length < room && mr_game_legal(game, state, action)) {
    line[length++] = action;
    mr_game_make(game, state, action, NULL, NULL);
    mr_node node = mr_game_node(game, state);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    action = mr_bd_action(MR_BD_ACT_DUEL, 0, 0);
    if (node.kind == MR_NODE_DECISION) {
      const mr_bds_entry *known = find_entry(s, key_of(s, mr_bd_state_of(state)));
      action = known != NULL ? known->best : MR_ACTION_NONE;
    }
  }
  return length;
}
