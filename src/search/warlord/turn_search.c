#include "search/warlord/warlord_search.h"

/* ---- memory ---------------------------------------------------------------------------------- */

static bool alloc_map(mr_wls_search *search) {
  const mr_wl_game *game = search->game;
  mr_wls_attack_map *map = &search->map;
  mr_wls_move_tables *tables = &search->move_tables;
  mr_arena *arena = &search->arena;
  size_t cells = game->cells, rows = MR_WLS_CLASSES * cells;
  bool whole = true;
  tables->to = mr_engine_room(arena, &whole, rows * MR_WL_TARGETS_MAX, sizeof *tables->to);
  tables->count = mr_engine_room(arena, &whole, rows, 1);
  map->ground = mr_engine_room(arena, &whole, cells, 1);
  map->town = mr_engine_room(arena, &whole, cells, sizeof *map->town);
  map->men = mr_engine_room(arena, &whole, (size_t)2 * game->side_max, sizeof *map->men);
  map->man = mr_engine_room(arena, &whole, cells, sizeof *map->man);
  for (unsigned side = 0; side < 2; side++) {
    map->strikes[side] = mr_engine_room(arena, &whole, cells, sizeof *map->strikes[side]);
    map->cover[side] = mr_engine_room(arena, &whole, cells, 1);
    for (unsigned k = 0; k < MR_WLS_WAYS_MAX; k++) {
      mr_wls_way *way = &search->goals.way[side][k];
      way->pull = mr_engine_room(arena, &whole, rows, sizeof *way->pull);
    }
  }
  search->far = mr_engine_room(arena, &whole, cells, sizeof *search->far);
  search->queue = mr_engine_room(arena, &whole, cells, sizeof *search->queue);
  size_t routed = game->towns_to_win ? MR_WLS_TOWNS_MAX : 0;
  search->town_far = mr_engine_room(arena, &whole, routed * cells, sizeof *search->town_far);
  search->town_moves = mr_engine_room(arena, &whole, routed * MR_WLS_LEADER * cells, 1);
  map->game = game;
  map->move_tables = tables;
  map->goals = &search->goals;
  return whole;
}

static bool alloc_beams(mr_wls_search *search) {
  mr_arena *arena = &search->arena;
  const mr_game_info *info = &search->game->base.info;
  bool whole = true;
  for (unsigned d = 0; d <= MR_WLS_DEPTH_MAX; d++) {
    mr_wls_level *level = &search->level[d];
    level->root = mr_engine_room(arena, &whole, 1, info->state_size);
    level->turns = mr_engine_room(arena, &whole, MR_WLS_TURNS_MAX, sizeof *level->turns);
  }
  for (unsigned half = 0; half < 2; half++) {
    search->node[half] = mr_engine_room(arena, &whole, MR_WLS_BEAM_MAX, sizeof *search->node[half]);
    for (unsigned i = 0; search->node[half] != NULL && i < MR_WLS_BEAM_MAX; i++) {
      search->node[half][i].state = mr_engine_room(arena, &whole, 1, info->state_size);
    }
  }
  search->tries = mr_engine_room(arena, &whole, MR_WLS_BEAM_MAX, sizeof *search->tries);
  search->known = mr_engine_room(arena, &whole, MR_WLS_KNOWN, sizeof *search->known);
  search->list = mr_engine_room(arena, &whole, info->max_actions, sizeof *search->list);
  search->scratch = mr_engine_room(arena, &whole, 1, info->state_size);
  return whole;
}

mr_status mr_wls_search_init(mr_wls_search *search, const mr_wl_game *game,
                             const mr_allocator *allocator, mr_error *err) {
  *search = (mr_wls_search){.game = game};
  mr_arena_init(&search->arena, allocator, 0);
  if (alloc_map(search) && alloc_beams(search)) {
    return MR_OK;
  }
  mr_wls_search_done(search);
  return mr_error_set(err, MR_ERR_NOMEM, "no memory for the general");
}

void mr_wls_search_done(mr_wls_search *search) {
  mr_arena_done(&search->arena);
}

/* ---- the root of a search -------------------------------------------------------------------- */

void mr_wls_search_set_root(mr_wls_search *search, const mr_wl_state *state) {
  const mr_wl_game *game = search->game;
  uint64_t key = state->head.ground + 1; /* so that none is 0 */
  const uint16_t *squares = mr_wl_squares_const(game, state);
  if (key != search->ground_key) {
    mr_wls_attack_map *map = &search->map;
    map->towns = 0;
    for (unsigned cell = 0; cell < game->cells; cell++) {
      map->ground[cell] = (uint8_t)mr_wl_ground_of(squares[cell]);
      if (map->ground[cell] == MR_WL_TOWN) {
        map->town[map->towns++] = (uint16_t)cell;
      }
    }
    mr_wls_fill_move_tables(game, state, mr_wl_writable(search->scratch), &search->move_tables);
    search->ground_key = key;
    mr_wls_find_town_ways(search);
  }
  mr_wls_attack_map_read(&search->map, state);
  mr_wls_make_plans(search, state);
  mr_wls_attack_map_read(&search->map, state); /* once more, with the new pulls */
  for (unsigned d = 0; d <= MR_WLS_DEPTH_MAX; d++) {
    memset(search->level[d].killer, 0, sizeof search->level[d].killer);
  }
  search->known_age += UINT64_C(0x9E3779B97F4A7C15);
}

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

/* A turn on the map, for taking it back. */
typedef struct turn_undo {
  mr_wls_step steps[MR_WLS_TURN_MAX];
  bool reread; /* men have entered, and the map was read anew */
} turn_undo;

/* Carries a turn of level[depth] out: in level[depth + 1].root, and on the map. */
static const mr_wl_state *make_turn(mr_wls_search *search, unsigned depth, const mr_wls_turn *turn,
                                    turn_undo *p) {
  const mr_game *game = &search->game->base;
  mr_state *child = search->level[depth + 1].root;
  mr_state_copy(game, child, search->level[depth].root);
  for (unsigned i = 0; i < turn->count; i++) {
    mr_wl_make(game, child, turn->actions[i], NULL, NULL);
    p->steps[i] = mr_wls_attack_map_make(&search->map, turn->actions[i]);
  }
  mr_wl_make(game, child, mr_wl_action(MR_WL_ACT_END, 0, 0), NULL, NULL);
  mr_wls_place_all(search, child);
  const mr_wl_state *state = mr_wl_state_of(child);
  p->reread = state->head.units[0] != search->map.slots[0] ||
              state->head.units[1] != search->map.slots[1] || state->head.came;
  if (p->reread) {
    mr_wls_attack_map_read(&search->map, state);
  }
  return state;
}

static void unmake_turn(mr_wls_search *search, unsigned depth, const mr_wls_turn *turn,
                        const turn_undo *p) {
  if (p->reread) {
    mr_wls_attack_map_read(&search->map, mr_wl_state_of(search->level[depth].root));
    return;
  }
  for (unsigned i = turn->count; i > 0; i--) {
    mr_wls_attack_map_unmake(&search->map, p->steps[i - 1]);
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
  turn_undo p;
  const mr_wl_state *state = make_turn(search, depth, turn, &p);
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
  unmake_turn(search, depth, turn, &p);
  return value;
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
  int alpha = -2 * MR_WLS_WIN;
  unsigned searched = 0, count = level->count;
  for (unsigned i = 0; i < count; i++) {
    level->at = i;
    int value = search_turn(search, 0, stage, alpha, 2 * MR_WLS_WIN);
    if (search->stopped) {
      break;
    }
    searched++;
    level->turns[i].value = value;
    bool several = search->limits != NULL && search->limits->lines > 1; /* are to be told */
    alpha = value > alpha && !several ? value : alpha;
    unsigned place = i;
    while (place > 0 && level->turns[place - 1].value < value) {
      place--;
    }
    move_up(level, i, place);
  }
  level->searched = searched;
  return searched > 0;
}

/*
 * A turn without one of its activations, and without those that cannot be made then. @return
 * whether that is a turn: one that does something and does not end the game
 */
static bool leave_out(mr_wls_search *search, const mr_wls_turn *turn, unsigned left_out,
                      mr_wls_turn *out) {
  const mr_game *game = &search->game->base;
  mr_wls_step steps[MR_WLS_TURN_MAX];
  *out = (mr_wls_turn){.count = 0};
  mr_state_copy(game, search->scratch, search->level[0].root);
  for (unsigned i = 0; i < turn->count; i++) {
    mr_action action = turn->actions[i];
    if (i != left_out && mr_wl_legal(game, search->scratch, action)) {
      mr_wl_make(game, search->scratch, action, NULL, NULL);
      steps[out->count] = mr_wls_attack_map_make(&search->map, action);
      out->actions[out->count++] = action;
    }
  }
  out->key = search->map.key;
  for (unsigned i = out->count; i > 0; i--) {
    mr_wls_attack_map_unmake(&search->map, steps[i - 1]);
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
  for (unsigned i = kept; i < level->turns[0].count && !search->stopped;) {
    mr_wls_turn *other = &level->turns[level->count];
    int best = level->turns[0].value;
    level->at = level->count;
    if (leave_out(search, &level->turns[0], i, other) && !is_found(level, other->key)) {
      other->value = search_turn(search, 0, stage, best, 2 * MR_WLS_WIN);
      if (!search->stopped && other->value > best) {
        move_up(level, level->count, 0);
        level->count += level->count + 1 < MR_WLS_TURNS_MAX;
        level->searched += level->searched < level->count;
        continue; /* what stood next is in this place now */
      }
    }
    i++;
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
