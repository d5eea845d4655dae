#include <marcher/hash.h>
#include <stdlib.h>
#include <string.h>

#include "endgame/endgame_priv.h"

/* ---- edges ----------------------------------------------------------------------------------- */

bool mr_endgame_edge_add(endgame_build *build, uint32_t from, uint32_t to) {
  void *edges = build->edges;
  if (build->edge_count == build->edge_capacity) {
    if (!mr_endgame_grow(build->endgame, &edges, &build->edge_capacity, sizeof *build->edges)) {
      return false;
    }
    build->edges = edges;
  }
  build->edges[build->edge_count++] = (endgame_edge){from, to};
  return true;
}

static int by_end(const void *a, const void *b) {
  const endgame_edge *x = a;
  const endgame_edge *y = b;
  return (x->to > y->to) - (x->to < y->to);
}

void mr_endgame_edges_sort(endgame_build *build) {
  if (build->edge_count > 1) {
    qsort(build->edges, build->edge_count, sizeof *build->edges, by_end);
  }
}

const endgame_edge *mr_endgame_edges_to(const endgame_build *build, uint32_t to) {
  size_t low = 0;
  size_t high = build->edge_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (build->edges[middle].to < to) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return build->edges + low;
}

/* ---- irregular states ------------------------------------------------------------------------ */

static size_t slot_of(const endgame_build *build, uint64_t hash, uint8_t player) {
  size_t mask = build->slot_count - 1;
  size_t slot = (size_t)mr_mix64(hash + player) & mask;
  while (build->slots[slot] != 0) {
    const endgame_irregular *irregular = &build->irregular[build->slots[slot] - 1];
    if (irregular->hash == hash && irregular->player == player) {
      break;
    }
    slot = (slot + 1) & mask;
  }
  return slot;
}

/* Keeps the slots at most half full. */
static bool grow_slots(endgame_build *build) {
  mr_endgame *endgame = build->endgame;
  size_t old = build->slot_count;
  size_t wanted = old == 0 ? 64 : 2 * old;
  if (old > 0 && 2 * (build->irregular_count + 1) <= old) {
    return true;
  }
  uint32_t *slots = mr_endgame_alloc(endgame, wanted, sizeof *slots);
  if (slots == NULL) {
    return false;
  }
  mr_endgame_dealloc(endgame, build->slots, old, sizeof *slots);
  build->slots = slots;
  build->slot_count = wanted;
  for (size_t i = 0; i < build->irregular_count; i++) {
    slots[slot_of(build, build->irregular[i].hash, build->irregular[i].player)] = (uint32_t)i + 1;
  }
  return true;
}

/* Puts a state among those whose moves are to be made. */
static bool enqueue(endgame_build *build, const mr_state *state, uint32_t node) {
  size_t size = build->endgame->game->info.state_size;
  void *states = build->waiting;
  void *ids = build->waiting_ids;
  if (build->waiting_count == build->waiting_capacity) {
    if (!mr_endgame_grow(build->endgame, &states, &build->waiting_capacity, size)) {
      return false;
    }
    build->waiting = states;
  }
  if (build->waiting_count == build->waiting_id_capacity) {
    if (!mr_endgame_grow(build->endgame, &ids, &build->waiting_id_capacity, sizeof node)) {
      return false;
    }
    build->waiting_ids = ids;
  }
  memcpy(build->waiting + build->waiting_count * size, state, size);
  build->waiting_ids[build->waiting_count++] = node;
  return true;
}

/* A new irregular state. */
static bool add_irregular(endgame_build *build, const mr_state *state,
                          const endgame_irregular *what) {
  void *irregular = build->irregular;
  size_t first = 2 * (size_t)build->table->positions;
  if (build->irregular_count == build->irregular_capacity) {
    if (!mr_endgame_grow(build->endgame, &irregular, &build->irregular_capacity,
                         sizeof *build->irregular)) {
      return false;
    }
    build->irregular = irregular;
  }
  if (first + build->irregular_count >= UINT32_MAX ||
      !enqueue(build, state, (uint32_t)(first + build->irregular_count))) {
    return false;
  }
  build->irregular[build->irregular_count++] = *what;
  return true;
}

uint32_t mr_endgame_irregular_node(endgame_build *build, const mr_state *state, uint8_t player,
                                   uint8_t depth) {
  uint64_t hash = mr_game_hash(build->endgame->game, state);
  if (!grow_slots(build)) {
    return UINT32_MAX;
  }
  size_t slot = slot_of(build, hash, player);
  if (build->slots[slot] == 0) {
    endgame_irregular what = {.hash = hash, .player = player, .depth = depth};
    if (!add_irregular(build, state, &what)) {
      return UINT32_MAX;
    }
    build->slots[slot] = (uint32_t)build->irregular_count;
  }
  return 2 * build->table->positions + build->slots[slot] - 1;
}

uint32_t mr_endgame_irregular_next(endgame_build *build, mr_state *state) {
  size_t size = build->endgame->game->info.state_size;
  if (build->waiting_count == 0) {
    return UINT32_MAX;
  }
  build->waiting_count--;
  memcpy(state, build->waiting + build->waiting_count * size, size);
  return build->waiting_ids[build->waiting_count];
}

void mr_endgame_irregular_done(endgame_build *build) {
  mr_endgame *endgame = build->endgame;
  mr_endgame_dealloc(endgame, build->edges, build->edge_capacity, sizeof *build->edges);
  mr_endgame_dealloc(endgame, build->irregular, build->irregular_capacity,
                     sizeof *build->irregular);
  mr_endgame_dealloc(endgame, build->slots, build->slot_count, sizeof *build->slots);
  mr_endgame_dealloc(endgame, build->waiting, build->waiting_capacity,
                     endgame->game->info.state_size);
  mr_endgame_dealloc(endgame, build->waiting_ids, build->waiting_id_capacity,
                     sizeof *build->waiting_ids);
}
