#include "search/warlord/warlord_search.h"

/*
 * What the general makes of the ends by home towns, by the last turn and by units (WL-46 to WL-48).
 * All numbers are in hundredths of an infantryman; they are set by hand after those of towns
 * (evaluate.c), as a definition that plays for these ends has no others of their kind.
 */
enum {
  HOME_FIRM = 8000,   /* enough of the enemy's home towns, out of its reach */
  HOME_OPEN = 600,    /* and within: it has to throw the units out */
  HOME_BARE = 3000,   /* the enemy could enter, and could not be thrown out again */
  HOME_WATCHED = 250, /* and could */
  HOME_THREAT = 5,    /* what the enemy has to fear himself counts a fifth: he moves first */
  LATE = 8,           /* turns before the last one from which what counts then counts half */
  TOWN_LATE = 900,
  LEVEL_LATE = 150,
  UNIT_LATE = 100,
  AHEAD_LATE = 6000, /* who would win if this were all */
  FEW_UNITS = 6000,  /* shared by the units that a side may still lose, and one */
  TOWN_WORTH = 2700, /* an objective as a town that wins is one */
  GUARD_NEAR = 9,    /* king's steps from which an enemy calls a guard */
};

bool mr_wls_goal_towns(const mr_wl_game *game) {
  return game->home_towns_to_win || game->last_turn_counts == MR_WL_COUNT_TOWNS;
}

/* By how much the last turn counts already, in percent. */
static int lateness(const mr_wls_attack_map *map) {
  unsigned last = map->game->last_turn, left = last > map->turn ? last - map->turn : 0;
  return 100 * LATE / (LATE + (int)left);
}

static bool is_home_of(const mr_wls_attack_map *map, unsigned side, unsigned cell) {
  return map->game->home_towns_to_win && map->game->home[cell] == side + 1;
}

static bool is_held(const mr_wls_attack_map *map, unsigned side, unsigned cell) {
  unsigned man = map->man[cell];
  return man && mr_wl_side_of(map->game, man - 1) == side;
}

/* ---- home towns ------------------------------------------------------------------------------ */

/* Home towns of the other side with units of `side` in them; `firm`: those that it cannot strike.
 */
static unsigned homes_entered(const mr_wls_attack_map *map, unsigned side, unsigned *firm) {
  unsigned held = 0;
  *firm = 0;
  for (unsigned i = 0; i < map->towns; i++) {
    unsigned cell = map->town[i];
    if (is_home_of(map, 1 - side, cell) && is_held(map, side, cell)) {
      held++;
      *firm += !map->strikes[1 - side][cell];
    }
  }
  return held;
}

/* What it costs a side that the enemy could enter enough of its home towns in the turn to come. */
static int home_cost(const mr_wls_attack_map *map, unsigned side) {
  unsigned wanted = map->game->home_towns_to_win, reached = 0, watched = 0, enemy = 1 - side;
  for (unsigned i = 0; i < map->towns; i++) {
    unsigned cell = map->town[i];
    if (is_home_of(map, side, cell) && (is_held(map, enemy, cell) || map->strikes[enemy][cell])) {
      reached++;
      watched += map->strikes[side][cell] != 0;
    }
  }
  if (reached < wanted) {
    return 0;
  }
  return reached - watched >= wanted ? HOME_BARE : HOME_WATCHED;
}

static int homes_value(const mr_wls_attack_map *map, unsigned side) {
  unsigned firm = 0, wanted = map->game->home_towns_to_win;
  int value = home_cost(map, 1 - side) / HOME_THREAT - home_cost(map, side);
  if (homes_entered(map, side, &firm) >= wanted) {
    value += firm >= wanted ? HOME_FIRM : HOME_OPEN;
  }
  return value;
}

bool mr_wls_home_lost(const mr_wls_attack_map *map, unsigned side) {
  unsigned firm = 0, wanted = map->game->home_towns_to_win;
  return wanted && homes_entered(map, 1 - side, &firm) >= wanted;
}

/* ---- the last turn, and units ---------------------------------------------------------------- */

static unsigned units_there(const mr_wls_attack_map *map, unsigned side) {
  const mr_wls_man *men = map->men + side * map->game->side_max;
  unsigned count = 0;
  for (unsigned i = 0; i < map->slots[side]; i++) {
    count += men[i].cell != MR_WL_OFF_BOARD;
  }
  return count;
}

static int counted(const mr_wls_attack_map *map, unsigned side) {
  switch (map->game->last_turn_counts) {
  case MR_WL_COUNT_TOWNS:
    return map->side[side].towns;
  case MR_WL_COUNT_LEVELS:
    return map->side[side].levels;
  case MR_WL_COUNT_UNITS:
    return (int)units_there(map, side);
  case MR_WL_COUNT_NOTHING:
    break;
  }
  return 0;
}

static int last_turn_value(const mr_wls_attack_map *map, unsigned side) {
  static const int16_t worth[] = {0, TOWN_LATE, LEVEL_LATE, UNIT_LATE};
  int own = counted(map, side), theirs = counted(map, 1 - side), lead = own - theirs;
  int most = own > theirs ? own : theirs;
  int value = lead * worth[map->game->last_turn_counts];
  if (lead && most >= (int)map->game->last_turn_needs) {
    value += lead > 0 ? AHEAD_LATE : -AHEAD_LATE;
  }
  return value * lateness(map) / 100;
}

/* The nearer a side is to too few units the more it fears for each. */
static int units_fear(const mr_wls_attack_map *map, unsigned side) {
  unsigned left = units_there(map, side) + map->units_coming[side];
  unsigned spare = left > map->game->defeat_units ? left - map->game->defeat_units : 0;
  return FEW_UNITS / (int)(spare + 1);
}

int mr_wls_goals_value(const mr_wls_attack_map *map, unsigned side) {
  const mr_wl_game *game = map->game;
  int value = game->home_towns_to_win ? homes_value(map, side) : 0;
  value += game->last_turn_counts != MR_WL_COUNT_NOTHING ? last_turn_value(map, side) : 0;
  return value + (game->defeat_units ? units_fear(map, 1 - side) - units_fear(map, side) : 0);
}

/* ---- objectives ------------------------------------------------------------------------------ */

int mr_wls_goal_worth(const mr_wls_attack_map *map, unsigned side, unsigned town) {
  if (is_held(map, side, town)) {
    return 0;
  }
  int worth = is_home_of(map, 1 - side, town) ? TOWN_WORTH : 0;
  bool counts = map->game->last_turn_counts == MR_WL_COUNT_TOWNS;
  return worth + (counts ? TOWN_WORTH * (100 + lateness(map)) / 200 : 0);
}

bool mr_wls_goal_guard(const mr_wls_attack_map *map, unsigned side, unsigned town) {
  const mr_wl_game *game = map->game;
  unsigned enemy = 1 - side;
  bool kept = game->last_turn_counts == MR_WL_COUNT_TOWNS && is_held(map, side, town);
  if (!kept && !is_home_of(map, side, town)) {
    return false;
  }
  for (unsigned i = 0; i < map->slots[enemy]; i++) {
    unsigned cell = map->men[enemy * game->side_max + i].cell;
    if (cell == MR_WL_OFF_BOARD) {
      continue;
    }
    int files = game->file[cell] - game->file[town], rows = game->row[cell] - game->row[town];
    if (files <= GUARD_NEAR && -files <= GUARD_NEAR && rows <= GUARD_NEAR && -rows <= GUARD_NEAR) {
      return true;
    }
  }
  return false;
}
