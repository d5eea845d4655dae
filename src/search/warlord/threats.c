#include "search/warlord/warlord_search.h"

/*
 * Whether the leaders that a side could take in its next turn are enough to win (WL-16, WL-18,
 * WL-20): a matching of leaders to units that strike them, the highest levels first. Taking the
 * leaders in that order gives the greatest sum of levels that any matching has.
 */

enum {
  TARGETS_MAX = 32,  /* bits of a set of targets; the lowest levels of more are left out */
  ATTACKERS_MAX = 96 /* more are not seen: an opinion may err */
};

typedef struct threat {
  const mr_wls_attack_map *map;
  unsigned side; /* that attacks */
  unsigned target_count;
  uint16_t target_slot[TARGETS_MAX]; /* slots of leaders, the highest levels first */
  unsigned attacker_count;
  uint32_t strikes[ATTACKERS_MAX]; /* targets that an attacker strikes, by bits */
  uint8_t takes[ATTACKERS_MAX];    /* 1 + target */
} threat;

static unsigned level_of(const threat *t, unsigned target) {
  return t->map->men[t->target_slot[target]].kind;
}

/* Of too many the lowest are left out. */
static void add_target(threat *t, unsigned slot) {
  if (t->target_count == TARGETS_MAX && level_of(t, TARGETS_MAX - 1) >= t->map->men[slot].kind) {
    return;
  }
  unsigned at = t->target_count < TARGETS_MAX ? t->target_count++ : TARGETS_MAX - 1;
  for (; at > 0 && level_of(t, at - 1) < t->map->men[slot].kind; at--) {
    t->target_slot[at] = t->target_slot[at - 1];
  }
  t->target_slot[at] = (uint16_t)slot;
}

static void find_targets(threat *t) {
  const mr_wls_attack_map *map = t->map;
  unsigned enemy = 1 - t->side, first = enemy * map->game->side_max;
  for (unsigned i = 0; i < map->slots[enemy]; i++) {
    const mr_wls_man *man = &map->men[first + i];
    if (man->cell != MR_WL_OFF_BOARD && mr_wl_is_numbered(man->kind) &&
        map->strikes[t->side][man->cell]) {
      add_target(t, first + i);
    }
  }
}

/* Whether taking so many leaders of so many levels would win. */
static bool would_win(const mr_wls_attack_map *map, unsigned side, unsigned count,
                      unsigned levels) {
  const mr_wl_game *game = map->game;
  unsigned enemy = 1 - side;
  const mr_wls_side *s = &map->side[enemy];
  if (!count) {
    return false;
  }
  unsigned lost = map->ever[enemy] - s->leaders + count;
  return (count >= s->leaders && !map->coming[enemy]) || s->levels - levels < game->defeat_level ||
         (game->six_leaders && lost >= 6);
}

static uint32_t struck_by(const threat *t, const mr_wls_man *man) {
  const mr_wls_attack_map *map = t->map;
  size_t at = (size_t)mr_wls_class_of(man->kind) * map->game->cells + man->cell;
  const uint16_t *to = map->move_tables->to + at * MR_WL_TARGETS_MAX;
  uint32_t targets = 0;
  for (unsigned i = 0; i < map->move_tables->count[at]; i++) {
    unsigned other = map->man[to[i]];
    for (unsigned k = 0; other && k < t->target_count; k++) {
      targets |= t->target_slot[k] + 1u == other ? UINT32_C(1) << k : 0;
    }
  }
  return targets;
}

static void find_attackers(threat *t) {
  const mr_wls_attack_map *map = t->map;
  unsigned first = t->side * map->game->side_max;
  for (unsigned i = 0; i < map->slots[t->side] && t->attacker_count < ATTACKERS_MAX; i++) {
    const mr_wls_man *man = &map->men[first + i];
    if (man->cell == MR_WL_OFF_BOARD || !man->live) {
      continue;
    }
    uint32_t targets = struck_by(t, man);
    if (targets) {
      t->strikes[t->attacker_count++] = targets;
    }
  }
}

/* An augmenting path: finds an attacker for a target, moving others on where need be. */
static bool augment(threat *t, unsigned target, uint32_t *seen) {
  for (unsigned i = 0; i < t->attacker_count; i++) {
    if (!(t->strikes[i] >> target & 1u)) {
      continue;
    }
    unsigned held = t->takes[i];
    if (held && (*seen >> (held - 1) & 1u)) {
      continue;
    }
    if (held) {
      *seen |= UINT32_C(1) << (held - 1);
    }
    if (held && !augment(t, held - 1, seen)) {
      continue;
    }
    t->takes[i] = (uint8_t)(target + 1);
    return true;
  }
  return false;
}

bool mr_wls_could_win(const mr_wls_attack_map *map, unsigned side) {
  threat t = {.map = map, .side = side};
  unsigned levels = 0, count = 0, cap = mr_wls_cap(map, side);
  find_targets(&t);
  for (unsigned i = 0; i < t.target_count && i < cap; i++) {
    levels += level_of(&t, i);
  }
  unsigned most = t.target_count < cap ? t.target_count : cap;
  if (!would_win(map, side, most, levels)) {
    return false;
  }
  find_attackers(&t);
  levels = 0;
  for (unsigned i = 0; i < t.target_count && count < cap; i++) {
    uint32_t seen = UINT32_C(1) << i;
    if (!augment(&t, i, &seen)) {
      continue;
    }
    count++;
    levels += level_of(&t, i);
  }
  return would_win(map, side, count, levels);
}
