#include "search/warlord/warlord_search.h"

/*
 * Whether the leaders that a side could take in its next turn are enough to win (WL-16, WL-18,
 * WL-20): a matching of leaders to units that strike them, the highest levels first. Taking the
 * leaders in that order gives the greatest sum of levels that any matching has.
 */

enum { PREY_MAX = 32, HUNTERS_MAX = 96 };

typedef struct hunt {
  const mr_wls_field *field;
  unsigned side; /* that hunts */
  unsigned prey_count;
  uint16_t prey[PREY_MAX]; /* slots of leaders, the highest levels first */
  unsigned hunter_count;
  uint32_t strikes[HUNTERS_MAX]; /* prey that a hunter strikes, by bits */
  uint8_t takes[HUNTERS_MAX];    /* 1 + prey */
} hunt;

static unsigned level_of(const hunt *h, unsigned prey) {
  return h->field->men[h->prey[prey]].kind;
}

/* Of too many the lowest are left out. */
static void add_prey(hunt *h, unsigned slot) {
  if (h->prey_count == PREY_MAX && level_of(h, PREY_MAX - 1) >= h->field->men[slot].kind) {
    return;
  }
  unsigned at = h->prey_count < PREY_MAX ? h->prey_count++ : PREY_MAX - 1;
  for (; at > 0 && level_of(h, at - 1) < h->field->men[slot].kind; at--) {
    h->prey[at] = h->prey[at - 1];
  }
  h->prey[at] = (uint16_t)slot;
}

static void find_prey(hunt *h) {
  const mr_wls_field *field = h->field;
  unsigned enemy = 1 - h->side, first = enemy * field->game->side_max;
  for (unsigned i = 0; i < field->slots[enemy]; i++) {
    const mr_wls_man *man = &field->men[first + i];
    if (man->cell != MR_WL_OFF_BOARD && mr_wl_is_numbered(man->kind) &&
        field->strike[h->side][man->cell]) {
      add_prey(h, first + i);
    }
  }
}

/* Whether taking so many leaders of so many levels would win. */
static bool would_win(const mr_wls_field *field, unsigned side, unsigned count, unsigned levels) {
  const mr_wl_game *game = field->game;
  unsigned enemy = 1 - side;
  const mr_wls_side *s = &field->side[enemy];
  if (!count) {
    return false;
  }
  unsigned lost = field->ever[enemy] - s->leaders + count;
  return (count >= s->leaders && !field->coming[enemy]) ||
         s->levels - levels < game->defeat_level || (game->six_leaders && lost >= 6);
}

static uint32_t struck_by(const hunt *h, const mr_wls_man *man) {
  const mr_wls_field *field = h->field;
  size_t at = (size_t)mr_wls_class_of(man->kind) * field->game->cells + man->cell;
  const uint16_t *to = field->ways->to + at * MR_WL_TARGETS_MAX;
  uint32_t prey = 0;
  for (unsigned i = 0; i < field->ways->count[at]; i++) {
    unsigned other = field->man[to[i]];
    for (unsigned k = 0; other && k < h->prey_count; k++) {
      prey |= h->prey[k] + 1u == other ? UINT32_C(1) << k : 0;
    }
  }
  return prey;
}

static void find_hunters(hunt *h) {
  const mr_wls_field *field = h->field;
  unsigned first = h->side * field->game->side_max;
  for (unsigned i = 0; i < field->slots[h->side] && h->hunter_count < HUNTERS_MAX; i++) {
    const mr_wls_man *man = &field->men[first + i];
    if (man->cell == MR_WL_OFF_BOARD || !man->live) {
      continue;
    }
    uint32_t prey = struck_by(h, man);
    if (prey) {
      h->strikes[h->hunter_count++] = prey;
    }
  }
}

/* Finds a hunter for a prey, moving others on where need be. */
static bool assign(hunt *h, unsigned prey, uint32_t *seen) {
  for (unsigned i = 0; i < h->hunter_count; i++) {
    if (!(h->strikes[i] >> prey & 1u)) {
      continue;
    }
    unsigned held = h->takes[i];
    if (held && (*seen >> (held - 1) & 1u)) {
      continue;
    }
    if (held) {
      *seen |= UINT32_C(1) << (held - 1);
    }
    if (held && !assign(h, held - 1, seen)) {
      continue;
    }
    h->takes[i] = (uint8_t)(prey + 1);
    return true;
  }
  return false;
}

bool mr_wls_could_win(const mr_wls_field *field, unsigned side) {
  hunt h = {.field = field, .side = side};
  unsigned levels = 0, count = 0, cap = mr_wls_cap(field, side);
  find_prey(&h);
  for (unsigned i = 0; i < h.prey_count && i < cap; i++) {
    levels += level_of(&h, i);
  }
  unsigned most = h.prey_count < cap ? h.prey_count : cap;
  if (!would_win(field, side, most, levels)) {
    return false;
  }
  find_hunters(&h);
  levels = 0;
  for (unsigned i = 0; i < h.prey_count && count < cap; i++) {
    uint32_t seen = UINT32_C(1) << i;
    if (!assign(&h, i, &seen)) {
      continue;
    }
    count++;
    levels += level_of(&h, i);
  }
  return would_win(field, side, count, levels);
}
