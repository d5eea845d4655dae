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
  map->near_towns = mr_engine_room(arena, &whole, cells, sizeof *map->near_towns);
  map->men = mr_engine_room(arena, &whole, (size_t)2 * game->side_max, sizeof *map->men);
  map->man = mr_engine_room(arena, &whole, cells, sizeof *map->man);
  for (unsigned side = 0; side < 2; side++) {
    map->strikes[side] = mr_engine_room(arena, &whole, cells, sizeof *map->strikes[side]);
    map->idle[side] = mr_engine_room(arena, &whole, cells, 1);
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
  search->pruned = mr_engine_room(arena, &whole, MR_WLS_TURN_MAX, sizeof *search->pruned);
  search->list = mr_engine_room(arena, &whole, info->max_actions, sizeof *search->list);
  search->scratch = mr_engine_room(arena, &whole, 1, info->state_size);
  return whole;
}

static mr_status init_room(mr_wls_search *search, const mr_wl_game *game,
                           const mr_wls_search *owner, const mr_allocator *allocator,
                           mr_error *err) {
  *search = (mr_wls_search){.game = game};
  mr_arena_init(&search->arena, allocator, 0);
  bool whole = alloc_map(search) && alloc_beams(search);
  if (owner != NULL) {
    search->shared = owner->shared;
  } else {
    search->shared = &search->own;
    search->own.known =
        mr_engine_room(&search->arena, &whole, MR_WLS_KNOWN, sizeof *search->own.known);
  }
  if (whole) {
    return MR_OK;
  }
  mr_wls_search_done(search);
  return mr_error_set(err, MR_ERR_NOMEM, "no memory for the general");
}

mr_status mr_wls_search_init(mr_wls_search *search, const mr_wl_game *game,
                             const mr_allocator *allocator, mr_error *err) {
  return init_room(search, game, NULL, allocator, err);
}

mr_status mr_wls_search_init_helper(mr_wls_search *search, const mr_wls_search *owner,
                                    const mr_allocator *allocator, mr_error *err) {
  return init_room(search, owner->game, owner, allocator, err);
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
  unsigned side = state->head.side;
  search->drawn = search->map.side[side].place - search->map.side[1 - side].place;
  for (unsigned d = 0; d <= MR_WLS_DEPTH_MAX; d++) {
    memset(search->level[d].killer, 0, sizeof search->level[d].killer);
  }
  search->nodes = search->met = search->told = search->others = 0;
  search->stopped = false;
  if (search->shared == &search->own) {
    search->own.known_age += UINT64_C(0x9E3779B97F4A7C15);
    atomic_store_explicit(&search->own.nodes, 0, memory_order_relaxed);
    atomic_store_explicit(&search->own.stopped, false, memory_order_relaxed);
  }
}
