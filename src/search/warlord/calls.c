#include "search/warlord/warlord_search.h"

/*
 * A unit out of command strikes nothing, until a leader has come near it: two activations and two
 * orders of one turn. Only leaders are worth the look: they are taken so, and lost so.
 */

enum { LEAP = 3 /* king's steps of the longest strike */, STEP = 2 /* of a leader's */ };

static unsigned king_steps(const mr_wl_game *game, unsigned a, unsigned b) {
  int files = game->file[a] - game->file[b], rows = game->row[a] - game->row[b];
  unsigned x = (unsigned)(files < 0 ? -files : files), y = (unsigned)(rows < 0 ? -rows : rows);
  return x > y ? x : y;
}

/* The cells that a man could go to. */
static const uint16_t *targets_of(const mr_wls_attack_map *map, const mr_wls_man *man,
                                  unsigned *count) {
  size_t at = (size_t)mr_wls_class_of(man->kind) * map->game->cells + man->cell;
  *count = map->move_tables->count[at];
  return map->move_tables->to + at * MR_WL_TARGETS_MAX;
}

static bool strikes(const mr_wls_attack_map *map, const mr_wls_man *man, unsigned cell) {
  if (king_steps(map->game, man->cell, cell) > LEAP) {
    return false;
  }
  unsigned count = 0;
  const uint16_t *to = targets_of(map, man, &count);
  for (unsigned i = 0; i < count; i++) {
    if (to[i] == cell) {
      return true;
    }
  }
  return false;
}

bool mr_wls_is_avenged(const mr_wls_attack_map *map, unsigned side, const mr_wls_man *leader) {
  const mr_wl_game *game = map->game;
  const mr_wls_man *men = map->men + side * game->side_max;
  for (unsigned i = 0; i < map->slots[side]; i++) {
    const mr_wls_man *man = &men[i];
    if (!man->live || man == leader || !strikes(map, man, leader->cell)) {
      continue;
    }
    bool its_own = man->kind <= MR_WL_PROMOTED || mr_wl_orders_itself(game, man->kind);
    unsigned lost = king_steps(game, man->cell, leader->cell) <= game->range;
    if (its_own || map->cover[side][man->cell] > lost) {
      return true;
    }
  }
  return false;
}

/* One capture, and one taken back. */
static int gain_of(const mr_wls_attack_map *map, unsigned side, const mr_wls_man *taker,
                   const mr_wls_man *victim) {
  int gain = map->value[1 - side][victim->kind];
  if (map->strikes[1 - side][victim->cell] && mr_wls_is_avenged(map, 1 - side, victim) &&
      gain < MR_WLS_LOST_KING) {
    gain -= map->value[side][taker->kind];
  }
  return gain;
}

/* Whether a leader can step and order another: one order of his own is for himself, or another's.
 */
static bool can_step_and_order(const mr_wls_attack_map *map, unsigned side, const mr_wls_man *man) {
  return mr_wls_is_leader(man) && (man->kind > 1 || map->cover[side][man->cell] > 1);
}

bool mr_wls_calls(const mr_wls_attack_map *map, unsigned side, mr_wls_man man, unsigned to,
                  mr_wls_call call) {
  return can_step_and_order(map, side, &man) &&
         king_steps(map->game, to, call.cell) <= map->game->range;
}

/* Whether some leader can step to where it commands a cell. */
static bool can_be_called(const mr_wls_attack_map *map, unsigned side, unsigned cell) {
  const mr_wl_game *game = map->game;
  const mr_wls_man *men = map->men + side * game->side_max;
  for (unsigned i = 0; i < map->slots[side]; i++) {
    if (!can_step_and_order(map, side, &men[i]) ||
        king_steps(game, men[i].cell, cell) > game->range + STEP) {
      continue;
    }
    unsigned count = 0;
    const uint16_t *to = targets_of(map, &men[i], &count);
    for (unsigned k = 0; k < count; k++) {
      unsigned there = map->man[to[k]];
      bool own = there && mr_wl_side_of(game, there - 1) == side;
      if (!own && king_steps(game, to[k], cell) <= game->range) {
        return true;
      }
    }
  }
  return false;
}

int mr_wls_call_gain(const mr_wls_attack_map *map, unsigned side, const mr_wls_man *victim,
                     int otherwise) {
  const mr_wls_man *men = map->men + side * map->game->side_max;
  int best = otherwise;
  for (unsigned i = 0; i < map->slots[side]; i++) {
    if (!men[i].idle || !strikes(map, &men[i], victim->cell)) {
      continue;
    }
    int gain = gain_of(map, side, &men[i], victim);
    best = gain > best && can_be_called(map, side, men[i].cell) ? gain : best;
  }
  return best - otherwise;
}

/* Adds the units that would take one leader. @return the number of all */
static unsigned find_calls_on(const mr_wls_attack_map *map, unsigned side, const mr_wls_man *victim,
                              unsigned count, mr_wls_call out[MR_WLS_CALLS_MAX]) {
  const mr_wls_man *men = map->men + side * map->game->side_max;
  for (unsigned i = 0; i < map->slots[side] && count < MR_WLS_CALLS_MAX; i++) {
    if (!men[i].idle || !strikes(map, &men[i], victim->cell)) {
      continue;
    }
    int gain = gain_of(map, side, &men[i], victim);
    if (gain > 0) {
      out[count++] = (mr_wls_call){men[i].cell, victim->cell, gain};
    }
  }
  return count;
}

unsigned mr_wls_find_calls(const mr_wls_attack_map *map, unsigned side,
                           mr_wls_call out[MR_WLS_CALLS_MAX]) {
  unsigned enemy = 1 - side, count = 0;
  const mr_wls_man *men = map->men + enemy * map->game->side_max;
  for (unsigned i = 0; i < map->slots[enemy]; i++) {
    if (mr_wls_is_leader(&men[i]) && map->idle[side][men[i].cell]) {
      count = find_calls_on(map, side, &men[i], count, out);
    }
  }
  return count;
}
