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

void mr_wls_find_goals(const mr_wls_attack_map *map, mr_wls_goals *goals) {
  const mr_wl_game *game = map->game;
  unsigned count[2] = {0, 0};             /* numbered leaders of a side ... */
  uint16_t leaders[2][MR_WL_LEADERS_MAX]; /* ... and their squares */
  int men = 1;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < map->slots[side]; i++) {
      const mr_wls_man *man = &map->men[side * game->side_max + i];
      men += man->cell != MR_WL_OFF_BOARD;
      if (mr_wls_is_leader(man)) {
        leaders[side][count[side]++] = man->cell;
      }
    }
  }
  int slope = SLOPE + CHASE / men, leader_slope = slope * LEADER_SLOPE / SLOPE;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned cell = 0; cell < game->cells; cell++) {
      int steps = FAR;
      for (unsigned i = 0; i < count[1 - side]; i++) {
        int to_leader = distance(game, cell, leaders[1 - side][i]);
        steps = to_leader < steps ? to_leader : steps;
      }
      goals->pull[side][cell] = (int16_t)(-slope * (steps < 2 ? 2 : steps));
      goals->leader_pull[side][cell] = (int16_t)(-leader_slope * (steps < 4 ? 4 : steps));
    }
    for (unsigned i = 0; game->towns_to_win && i < map->towns; i++) {
      pull_to_town(map, map->town[i], goals->pull[side]);
    }
  }
}
