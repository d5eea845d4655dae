#include <marcher/hash.h>
#include <stdlib.h>
#include <string.h>

#include "endgame/endgame_priv.h"

/* ---- edges ----------------------------------------------------------------------------------- */

bool mr_endgame_edge_add(endgame_build *build, uint32_t from, uint32_t to) {
  endgame_edge *edge = mr_endgame_list_add(build->endgame, &build->edges);
  if (edge != NULL) {
    *edge = (endgame_edge){from, to};
  }
  return edge != NULL;
}

static int by_end(const void *a, const void *b) {
  const endgame_edge *x = a;
  const endgame_edge *y = b;
  return (x->to > y->to) - (x->to < y->to);
}

void mr_endgame_edges_sort(endgame_build *build) {
  if (build->edges.count > 1) {
    qsort(build->edges.items, build->edges.count, sizeof(endgame_edge), by_end);
  }
}

const endgame_edge *mr_endgame_edges_to(const endgame_build *build, uint32_t to) {
  const endgame_edge *edges = build->edges.items;
  size_t low = 0;
  size_t high = build->edges.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (edges[middle].to < to) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return edges + low;
}

/* ---- irregular states ------------------------------------------------------------------------ */

static size_t slot_of(const endgame_build *build, uint64_t hash, uint8_t player) {
  const endgame_irregular *irregular = build->irregular.items;
  size_t mask = build->slot_count - 1;
  size_t slot = (size_t)mr_mix64(hash + player) & mask;
  while (build->slots[slot] != 0 && (irregular[build->slots[slot] - 1].hash != hash ||
                                     irregular[build->slots[slot] - 1].player != player)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

/* Keeps the slots at most half full. */
static bool grow_slots(endgame_build *build) {
  size_t old = build->slot_count;
  size_t wanted = old == 0 ? 64 : 2 * old;
  if (2 * (build->irregular.count + 1) <= old) {
    return true;
  }
  uint32_t *slots = mr_endgame_alloc(build->endgame, wanted, sizeof *slots);
  if (slots == NULL) {
    return false;
  }
  mr_endgame_dealloc(build->endgame, build->slots, old, sizeof *slots);
  build->slots = slots;
  build->slot_count = wanted;
  const endgame_irregular *irregular = build->irregular.items;
  for (size_t i = 0; i < build->irregular.count; i++) {
    slots[slot_of(build, irregular[i].hash, irregular[i].player)] = (uint32_t)i + 1;
  }
  return true;
}

/* A new irregular state, which is put among those whose moves are to be made. */
static bool add_irregular(endgame_build *build, const mr_state *state,
                          const endgame_irregular *what) {
  size_t node = 2 * (size_t)build->table->positions + build->irregular.count;
  endgame_irregular *irregular = mr_endgame_list_add(build->endgame, &build->irregular);
  if (irregular == NULL || node >= UINT32_MAX) {
    return false;
  }
  *irregular = *what;
  void *waiting = mr_endgame_list_add(build->endgame, &build->waiting);
  uint32_t *id = waiting != NULL ? mr_endgame_list_add(build->endgame, &build->waiting_ids) : NULL;
  if (id == NULL) {
    return false;
  }
  memcpy(waiting, state, build->waiting.size);
  *id = (uint32_t)node;
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
    build->slots[slot] = (uint32_t)build->irregular.count;
  }
  return 2 * build->table->positions + build->slots[slot] - 1;
}

uint32_t mr_endgame_irregular_next(endgame_build *build, mr_state *state) {
  endgame_list *waiting = &build->waiting;
  if (waiting->count == 0) {
    return UINT32_MAX;
  }
  waiting->count--;
  memcpy(state, (const unsigned char *)waiting->items + waiting->count * waiting->size,
         waiting->size);
  return ((const uint32_t *)build->waiting_ids.items)[--build->waiting_ids.count];
}
