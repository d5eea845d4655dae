#include "search/warlord/warlord_search.h"

/*
 * Goals pull: slopes towards what a side has to take, the enemy's leaders and towns. They are found
 * once for a search, from where the men stand then. The numbers are guesses, but for TOWN_NEAR: six
 * squares scored 87 to 89% against the greedy player, three 95.5 (README.md).
 */
enum {
  SLOPE = 7,        /* of a step nearer to the nearest leader of the enemy */
  CHASE = 216,      /* and so much more, shared by all men: the fewer they are, the steeper */
  LEADER_SLOPE = 4, /* leaders follow */
  FAR = 250,        /* no distance on a board is longer */
  TOWN_NEAR = 3,    /* a town pulls from so far */
  TOWN_SLOPE = 10,
};

static int gap(int a, int b) {
  return a > b ? a - b : b - a;
}

/* Chebyshev distance: no unit of these games is faster on the diagonal by much. */
static int distance(const mr_wl_game *game, unsigned a, unsigned b) {
  int files = gap(game->file[a], game->file[b]), rows = gap(game->row[a], game->row[b]);
  return files > rows ? files : rows;
}

/* Squares of a side's numbered leaders. */
typedef struct leaders {
  unsigned count;
  uint16_t cell[MR_WL_LEADERS_MAX];
} leaders;

static void find_leaders(const mr_wls_attack_map *map, unsigned side, leaders *out) {
  unsigned first = side * map->game->side_max;
  out->count = 0;
  for (unsigned slot = first; slot < first + map->slots[side]; slot++) {
    const mr_wls_man *man = &map->men[slot];
    if (man->cell != MR_WL_OFF_BOARD && mr_wl_is_numbered(man->kind)) {
      out->cell[out->count++] = man->cell;
    }
  }
}

static int nearest(const mr_wl_game *game, const leaders *l, unsigned cell) {
  int best = FAR;
  for (unsigned i = 0; i < l->count; i++) {
    int steps = distance(game, cell, l->cell[i]);
    best = steps < best ? steps : best;
  }
  return best;
}

/* Adds a town's attraction to the squares round it. */
static void pull_to_town(const mr_wls_attack_map *map, unsigned town, int16_t *pull) {
  const mr_wl_game *game = map->game;
  int file = game->file[town], row = game->row[town];
  for (int r = row - TOWN_NEAR; r <= row + TOWN_NEAR; r++) {
    for (int f = file - TOWN_NEAR; f <= file + TOWN_NEAR; f++) {
      if (r < 0 || f < 0 || r >= (int)game->rows || f >= (int)game->columns) {
        continue;
      }
      unsigned cell = (unsigned)r * game->columns + (unsigned)f;
      int steps = distance(game, town, cell);
      pull[cell] = (int16_t)(pull[cell] + TOWN_SLOPE * (TOWN_NEAR + 1 - steps));
    }
  }
}

static int count_men(const mr_wls_attack_map *map) {
  int count = 1;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < map->slots[side]; i++) {
      count += map->men[side * map->game->side_max + i].cell != MR_WL_OFF_BOARD;
    }
  }
  return count;
}

void mr_wls_find_goals(const mr_wls_attack_map *map, mr_wls_goals *goals) {
  const mr_wl_game *game = map->game;
  int slope = SLOPE + CHASE / count_men(map), leader_slope = slope * LEADER_SLOPE / SLOPE;
  for (unsigned side = 0; side < 2; side++) {
    leaders targets;
    find_leaders(map, 1 - side, &targets);
    for (unsigned cell = 0; cell < game->cells; cell++) {
      int steps = nearest(game, &targets, cell);
      int near = steps < 2 ? 2 : steps;
      goals->pull[side][cell] = (int16_t)(-slope * near);
      goals->leader_pull[side][cell] = (int16_t)(-leader_slope * (steps < 4 ? 4 : steps));
    }
    for (unsigned i = 0; game->towns_to_win && i < map->towns; i++) {
      pull_to_town(map, map->town[i], goals->pull[side]);
    }
  }
}
