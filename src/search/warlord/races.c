#include "search/warlord/warlord_search.h"

/*
 * Races for towns, counted in turns. Who can go without being led - leaders, and light cavalry
 * where it orders itself (WL-9) - goes two squares a turn; all others come with a leader, or they
 * strike the town already. Orders are not counted: a race needs one or two of a turn's, and comes
 * first. That the way is barred is not seen either; whoever guards a town has to stand near it.
 */
enum { HALF_STEPS_A_TURN = 4, RUNNERS_MAX = 96 };

/* Gives a cell its number of moves if one of a class leads from it to where `left` are to go. */
static void add_move(const mr_wls_search *search, unsigned class, unsigned cell, unsigned left,
                     uint8_t *moves) {
  size_t from = (size_t) class * search->game->cells + cell;
  const uint16_t *to = search->move_tables.to + from * MR_WL_TARGETS_MAX;
  for (unsigned i = 0; i < search->move_tables.count[from]; i++) {
    if (moves[cell] == MR_WLS_MOVES_FAR && moves[to[i]] == left) {
      moves[cell] = (uint8_t)(left + 1);
    }
  }
}

/*
 * How many moves a class has to go from the cells round a town, were nobody in its way. In steps
 * all are alike near; but cavalry and cannons come into a town by one step alone (WL-28), a cannon
 * by a diagonal one, and light cavalry by a leap: who stands one step off may be three moves away.
 */
static void find_moves(const mr_wls_search *search, unsigned class, unsigned town, uint8_t *moves) {
  const mr_wl_game *game = search->game;
  enum { MOVES_MOST = 6, LONGEST_MOVE = 3 };
  memset(moves, MR_WLS_MOVES_FAR, game->cells);
  moves[town] = 0;
  for (unsigned left = 0; left < MOVES_MOST; left++) {
    unsigned reach = LONGEST_MOVE * (left + 1), file = game->file[town], row = game->row[town];
    unsigned right = file + reach < game->columns ? file + reach : game->columns - 1u;
    unsigned bottom = row + reach < game->rows ? row + reach : game->rows - 1u;
    for (unsigned r = row > reach ? row - reach : 0; r <= bottom; r++) {
      for (unsigned f = file > reach ? file - reach : 0; f <= right; f++) {
        add_move(search, class, r * game->columns + f, left, moves);
      }
    }
  }
}

uint8_t *mr_wls_moves_to_town(const mr_wls_search *search, unsigned town, unsigned class) {
  return search->town_moves + ((size_t)town * MR_WLS_LEADER + class) * search->game->cells;
}

static void find_near_towns(mr_wls_search *search) {
  enum { NEAR_TURNS = 2 };
  for (unsigned cell = 0; cell < search->game->cells; cell++) {
    uint32_t near = 0;
    for (unsigned i = 0; i < search->race.towns; i++) {
      near |= (uint32_t)(mr_wls_turns_to_town(search, cell, i) <= NEAR_TURNS) << i;
    }
    search->map.near_towns[cell] = near;
  }
}

void mr_wls_find_town_ways(mr_wls_search *search) {
  const mr_wls_attack_map *map = &search->map;
  search->race.towns = 0;
  for (unsigned i = 0; map->game->towns_to_win && i < map->towns && i < MR_WLS_TOWNS_MAX; i++) {
    mr_wls_find_way(search, map->town[i], search->town_far + (size_t)i * map->game->cells);
    for (unsigned class = 0; class < MR_WLS_LEADER; class ++) {
      find_moves(search, class, map->town[i], mr_wls_moves_to_town(search, i, class));
    }
    search->race.towns++;
  }
  find_near_towns(search);
}

unsigned mr_wls_turns_to_town(const mr_wls_search *search, unsigned cell, unsigned town) {
  unsigned far = search->town_far[(size_t)town * search->game->cells + cell];
  return far >= MR_WLS_FAR ? MR_WLS_FAR : (far + HALF_STEPS_A_TURN - 1) / HALF_STEPS_A_TURN;
}

/* Who can be on the way alone, by cells. @return their number */
static unsigned find_runners(const mr_wls_attack_map *map, unsigned side,
                             uint16_t out[RUNNERS_MAX]) {
  unsigned first = side * map->game->side_max, count = 0;
  for (unsigned i = 0; i < map->slots[side] && count < RUNNERS_MAX; i++) {
    const mr_wls_man *man = &map->men[first + i];
    bool runs = man->kind <= MR_WL_PROMOTED || mr_wl_orders_itself(map->game, man->kind);
    if (man->cell != MR_WL_OFF_BOARD && runs) {
      out[count++] = man->cell;
    }
  }
  return count;
}

static bool is_held(const mr_wls_attack_map *map, unsigned side, unsigned town) {
  unsigned man = map->man[map->town[town]];
  return man && mr_wl_side_of(map->game, man - 1) == side;
}

/* Who takes which towns: every runner one. */
typedef struct run {
  const uint16_t *runners;
  unsigned count;
  bool used[RUNNERS_MAX];
  bool taken[MR_WLS_TOWNS_MAX];
} run;

/* The nearest runner left to a town. @return turns; MR_WLS_FAR: nobody comes */
static unsigned nearest_runner(const mr_wls_search *search, const run *r, unsigned town,
                               unsigned *runner) {
  unsigned least = MR_WLS_FAR;
  for (unsigned i = 0; i < r->count; i++) {
    unsigned turns = mr_wls_turns_to_town(search, r->runners[i], town);
    if (!r->used[i] && turns && turns < least) { /* who stands in a town keeps it */
      least = turns;
      *runner = i;
    }
  }
  return least;
}

/* Always who comes first, of those left, to what is still missing. */
static unsigned turns_to_win(const mr_wls_search *search, unsigned side, const uint16_t *runners,
                             unsigned count) {
  const mr_wls_attack_map *map = &search->map;
  unsigned wanted = map->game->towns_to_win, last = 0;
  run r = {.runners = runners, .count = count};
  for (unsigned held = map->side[side].towns; held < wanted; held++) {
    unsigned least = MR_WLS_FAR, best = 0, town = 0;
    for (unsigned k = 0; k < search->race.towns; k++) {
      unsigned runner = 0;
      bool missing = !r.taken[k] && !is_held(map, side, k);
      unsigned turns = missing ? nearest_runner(search, &r, k, &runner) : MR_WLS_FAR;
      if (turns < least) {
        least = turns;
        best = runner;
        town = k;
      }
    }
    if (least == MR_WLS_FAR) {
      return MR_WLS_FAR;
    }
    r.used[best] = r.taken[town] = true;
    last = least;
  }
  return last;
}

void mr_wls_count_races(const mr_wls_search *search, mr_wls_race *out) {
  const mr_wls_attack_map *map = &search->map;
  out->towns = search->race.towns;
  for (unsigned side = 0; side < 2; side++) {
    uint16_t runners[RUNNERS_MAX];
    unsigned count = find_runners(map, side, runners);
    for (unsigned k = 0; k < out->towns; k++) {
      unsigned best = map->strikes[side][map->town[k]] ? 1 : MR_WLS_FAR;
      best = is_held(map, side, k) ? 0 : best;
      for (unsigned i = 0; best > 1 && i < count; i++) {
        unsigned turns = mr_wls_turns_to_town(search, runners[i], k);
        best = turns < best ? turns : best;
      }
      out->arrival[side][k] = (uint16_t)best;
    }
    out->win[side] = (uint16_t)turns_to_win(search, side, runners, count);
  }
}
