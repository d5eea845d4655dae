#include <marcher/hash.h>

#include "rules/warlord/generate.h"

/* ---- armies ---------------------------------------------------------------------------------- */

/*
 * Where each kind stands in a block, the best places first: rank of the block (0 at its back) times
 * four, plus file. Leaders are inside, cannons and heavy cavalry behind them, the rest in front
 * and at the sides; those of all levels have the places of MR_WL_NOTHING.
 */
static const uint8_t places[MR_WL_KINDS][MR_WLG_BLOCK_UNITS] = {
    [MR_WL_NOTHING] = {5, 6, 9, 10, 4, 7, 8, 11, 1, 2, 13, 14, 0, 3, 12, 15},
    [MR_WL_CANNON] = {0, 3, 1, 2, 4, 7, 8, 11, 12, 15, 13, 14, 5, 6, 9, 10},
    [MR_WL_HEAVY] = {1, 2, 0, 3, 4, 7, 8, 11, 12, 15, 13, 14, 5, 6, 9, 10},
    [MR_WL_LIGHT] = {13, 14, 12, 15, 8, 11, 4, 7, 1, 2, 0, 3, 9, 10, 5, 6},
    [MR_WL_INFANTRY] = {12, 15, 8, 11, 4, 7, 13, 14, 1, 2, 0, 3, 9, 10, 5, 6},
};

/* What the blocks of one army still have room for. */
typedef struct quotas {
  unsigned leaders[MR_WLG_BLOCKS_MAX];
  unsigned others[MR_WLG_BLOCKS_MAX];
  bool mirrored[MR_WLG_BLOCKS_MAX];
  unsigned next; /* block that is offered the next unit */
} quotas;

/* Puts a unit, and the one of Black's that faces it, into the first block from `next` on with room.
 */
static void post_unit(mr_wlg_map *map, quotas *q, unsigned kind) {
  const mr_wlg_plan *plan = map->plan;
  bool leader = mr_wl_is_numbered(kind);
  const uint8_t *place = places[leader ? MR_WL_NOTHING : kind];
  unsigned *room = leader ? q->leaders : q->others, cell = 0;
  assert(plan->blocks > 0);
  while (!room[q->next]) {
    q->next = (q->next + 1) % plan->blocks;
  }
  room[q->next]--;
  do {
    unsigned file = *place % MR_WLG_BLOCK, rank = *place / MR_WLG_BLOCK;
    file = q->mirrored[q->next] ? MR_WLG_BLOCK - 1 - file : file;
    cell = (plan->rows - 1 - rank) * plan->columns + plan->left[q->next] + file;
    place++;
  } while (map->pieces[cell]);
  mr_wlg_post(map, cell, kind);
  q->next = (q->next + 1) % plan->blocks;
}

/* Both armies, in shares as equal as can be: who has a leader more has not another unit more. */
static void draw_armies(mr_wlg_map *map) {
  static const uint8_t order[] = {MR_WL_CANNON, MR_WL_HEAVY, MR_WL_LIGHT, MR_WL_INFANTRY};
  const mr_wlg_plan *plan = map->plan;
  unsigned blocks = plan->blocks;
  uint8_t levels[MR_WL_LEADERS_MAX];
  quotas q = {.next = 0};
  for (unsigned i = 0; i < blocks; i++) {
    q.leaders[i] = plan->leaders / blocks + (i < plan->leaders % blocks);
    q.others[i] = plan->others / blocks + (blocks - 1 - i < plan->others % blocks);
    q.mirrored[i] = mr_wlg_draw(map, 2);
  }
  mr_wlg_draw_levels(map, levels);
  for (unsigned i = 0; i < plan->leaders; i++) {
    post_unit(map, &q, levels[i]);
  }
  q.next = 0;
  for (size_t k = 0; k < sizeof order; k++) {
    for (unsigned i = 0; i < plan->kinds[order[k]]; i++) {
      post_unit(map, &q, order[k]);
    }
  }
}

/* ---- towns ----------------------------------------------------------------------------------- */

/* How far a pair of towns at this cell and the opposite one would be from others and each other. */
static unsigned room_around(const mr_wlg_plan *plan, const uint16_t *towns, unsigned count,
                            unsigned cell) {
  unsigned row = cell / plan->columns, opposite = plan->rows - 1 - row;
  unsigned ranks = row < opposite ? opposite - row : row - opposite;
  unsigned least = mr_wlg_distance(plan, cell, plan->cells - 1 - cell);
  for (unsigned i = 0; i < count; i++) {
    unsigned apart = mr_wlg_distance(plan, cell, towns[i]);
    least = apart < least ? apart : least;
  }
  if (plan->garrisons) { /* none where garrisons of both sides would meet on the first turn */
    enum { NEUTRAL = 6 };
    return ranks < 2 * NEUTRAL ? 0 : least;
  }
  return ranks < mr_wlg_facing(plan) || mr_wlg_near_block(plan, cell) ? 0 : least;
}

/*
 * Pairs of towns, each at the best of some places drawn for it: the one farthest from all others
 * (Mitchell's best candidate). @return false where they came out too near to each other
 */
static bool draw_towns(mr_wlg_map *map) {
  enum { CANDIDATES = 24 };
  const mr_wlg_plan *plan = map->plan;
  uint16_t *towns = map->towns;
  unsigned count = 0, apart = mr_wlg_apart(plan), margin = mr_wlg_margin(plan);
  if (plan->towns % 2) { /* the middle square, or one of two squares that touch in the middle */
    unsigned left = plan->columns % 2 == 0 && plan->rows % 2 == 0 ? mr_wlg_draw(map, 2) : 0;
    towns[count++] = (uint16_t)(plan->rows / 2 * plan->columns + plan->columns / 2 - left);
    if (plan->town_squares > plan->towns) {
      towns[count++] = (uint16_t)(plan->cells - 1 - towns[0]);
    }
    mr_wlg_put_ground(map, towns[0], MR_WL_TOWN);
  }
  while (count < plan->town_squares) {
    unsigned best = 0, room = 0;
    for (unsigned i = 0; i < CANDIDATES; i++) {
      unsigned file = MR_WLG_TOWN_FILES + mr_wlg_draw(map, plan->columns - 2 * MR_WLG_TOWN_FILES);
      unsigned row = margin + mr_wlg_draw(map, plan->rows - 2 * margin);
      unsigned cell = row * plan->columns + file, around = room_around(plan, towns, count, cell);
      best = around > room ? cell : best;
      room = around > room ? around : room;
    }
    if (room < apart) {
      return false;
    }
    mr_wlg_put_ground(map, best, MR_WL_TOWN);
    towns[count++] = (uint16_t)best;
    towns[count++] = (uint16_t)(plan->cells - 1 - best);
  }
  map->town_count = count;
  return true;
}

/*
 * WL-34: two towns four squares from the short sides, two in the middle with six files between
 * them, neighbours on different sides of the middle line, all at least six squares from the long
 * sides.
 */
static void draw_border_towns(mr_wlg_map *map) {
  enum { OUTER_FILE = 4, INNER_FILE = 8, UPPER_ROW = 6, LOWER_ROW = 8 };
  unsigned upper = mr_wlg_draw(map, 2), columns = map->plan->columns;
  unsigned outer = (upper ? UPPER_ROW : LOWER_ROW) + mr_wlg_draw(map, 2);
  unsigned inner = (upper ? LOWER_ROW : UPPER_ROW) + mr_wlg_draw(map, 2);
  mr_wlg_put_ground(map, outer * columns + OUTER_FILE, MR_WL_TOWN);
  mr_wlg_put_ground(map, inner * columns + INNER_FILE, MR_WL_TOWN);
}

/* ---- hills and forests ----------------------------------------------------------------------- */

/* A wood or a range of hills, up to so many squares, and the one opposite. @return squares */
static unsigned draw_patch(mr_wlg_map *map, unsigned ground, unsigned most) {
  const mr_wlg_plan *plan = map->plan;
  unsigned size = 1 + mr_wlg_draw(map, most), cell = mr_wlg_draw(map, plan->cells), done = 0;
  for (unsigned i = 0; i < size; i++) {
    if (mr_wlg_may_be_rough(map, cell)) {
      mr_wlg_put_ground(map, cell, ground);
      done += 2;
    }
    /* A step to one of the eight neighbours, none at an edge. */
    unsigned file = cell % plan->columns + mr_wlg_draw(map, 3),
             row = cell / plan->columns + mr_wlg_draw(map, 3);
    bool inside = file >= 1 && file <= plan->columns && row >= 1 && row <= plan->rows;
    cell = inside ? (row - 1) * plan->columns + file - 1 : cell;
  }
  return done;
}

/* Forests and hills, half of each; where the half is odd, lots decide which has two more. */
static bool scatter(mr_wlg_map *map) {
  enum { LEAST = 2, MOST = 8, CELLS_A_SQUARE = 600, DRAWS = 60 };
  const mr_wlg_plan *plan = map->plan;
  unsigned patch = plan->cells / CELLS_A_SQUARE;
  patch = plan->border ? 1 : patch < LEAST ? LEAST : patch > MOST ? MOST : patch;
  unsigned left[2] = {plan->scattered / 4 * 2, plan->scattered / 4 * 2};
  left[mr_wlg_draw(map, 2)] += plan->scattered % 4;
  for (unsigned i = 0; i < DRAWS * plan->cells && (left[0] || left[1]); i++) {
    unsigned which = left[0] < left[1];
    unsigned most = 2 * patch < left[which] ? patch : left[which] / 2;
    left[which] -= draw_patch(map, which ? MR_WL_HILL : MR_WL_FOREST, most);
  }
  return !left[0] && !left[1];
}

/* ---- who gets where -------------------------------------------------------------------------- */

typedef struct way {
  int files;
  int rows;
} way;

/*
 * Heavy cavalry and cannons come wherever single steps lead over squares that they may enter: a
 * leap of two or three passes open squares only, so it is single steps too (WL-26, WL-28).
 */
static const way steps[2][4] = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}},
                                {{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
static const way leaps[8] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                             {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

/* WL-27: a leap is blocked where both squares that it passes are terrain. */
static bool is_blocked(const mr_wlg_map *map, unsigned cell, way leap) {
  int files = leap.files / 2, rows = leap.rows / 2; /* one step along the long leg, no other */
  int columns = (int)map->plan->columns, first = (int)cell + rows * columns + files;
  int second = first + (files ? leap.rows * columns : leap.files);
  return map->ground[first] != MR_WL_OPEN && map->ground[second] != MR_WL_OPEN;
}

/* What a unit comes to, alone on the board, gets the mark. */
static void flood(mr_wlg_map *map, unsigned from, unsigned kind, uint8_t mark) {
  bool light = kind == MR_WL_LIGHT;
  const way *ways = light ? leaps : steps[kind == MR_WL_CANNON];
  unsigned count = 1, way_count = light ? 8 : 4, columns = map->plan->columns;
  map->queue[0] = (uint16_t)from;
  map->seen[from] = mark;
  for (unsigned i = 0; i < count; i++) {
    for (unsigned d = 0; d < way_count; d++) {
      int file = (int)(map->queue[i] % columns) + ways[d].files;
      int row = (int)(map->queue[i] / columns) + ways[d].rows;
      if (file < 0 || row < 0 || file >= (int)columns || row >= (int)map->plan->rows) {
        continue;
      }
      unsigned cell = (unsigned)row * columns + (unsigned)file;
      if (map->seen[cell] != mark && mr_wl_may_stand(kind, map->ground[cell]) &&
          !(light && is_blocked(map, map->queue[i], ways[d]))) {
        map->seen[cell] = mark;
        map->queue[count++] = (uint16_t)cell;
      }
    }
  }
}

static unsigned colour(const mr_wlg_plan *plan, unsigned cell) {
  return (cell % plan->columns + cell / plan->columns) % 2;
}

/* Whether the flood from a square of White's has come to the far rank, and to every town it can. */
static bool comes_far(const mr_wlg_map *map, unsigned from, unsigned kind, uint8_t mark) {
  const mr_wlg_plan *plan = map->plan;
  bool far = false;
  for (unsigned cell = 0; cell < plan->columns; cell++) {
    far = far || map->seen[cell] == mark;
  }
  for (unsigned cell = 0; far && cell < plan->cells; cell++) {
    bool able = kind != MR_WL_CANNON || colour(plan, cell) == colour(plan, from);
    far = map->ground[cell] != MR_WL_TOWN || map->seen[cell] == mark || !able;
  }
  return far;
}

/*
 * All of White's units of a kind come far. What steps lead to leads back, so one flood does for all
 * heavy cavalry, and one for the cannons of each colour, of which there are some; between them they
 * come to every town. What a leap of light cavalry leads to need not lead back: it goes one by one.
 */
static bool all_come_far(mr_wlg_map *map, unsigned kind) {
  const mr_wlg_plan *plan = map->plan;
  bool flooded[2] = {false, false};
  memset(map->seen, 0, plan->cells);
  for (unsigned cell = 0; cell < plan->cells; cell++) {
    unsigned which = kind == MR_WL_CANNON ? colour(plan, cell) : 0;
    uint8_t mark = (uint8_t)(which + 1);
    if (map->pieces[cell] != mr_wl_piece(MR_WL_WHITE, kind)) {
      continue;
    }
    if (kind == MR_WL_LIGHT) {
      memset(map->seen, 0, plan->cells);
    } else if (flooded[which]) {
      if (map->seen[cell] != mark) {
        return false;
      }
      continue;
    }
    flooded[which] = true;
    flood(map, cell, kind, mark);
    if (!comes_far(map, cell, kind, mark)) {
      return false;
    }
  }
  bool all = kind != MR_WL_CANNON || (flooded[0] && flooded[1]);
  for (unsigned cell = 0; all && kind != MR_WL_LIGHT && cell < plan->cells; cell++) {
    all = map->ground[cell] != MR_WL_TOWN || map->seen[cell];
  }
  return all;
}

static bool all_units_come_far(mr_wlg_map *map) {
  return all_come_far(map, MR_WL_HEAVY) && all_come_far(map, MR_WL_CANNON) &&
         all_come_far(map, MR_WL_LIGHT);
}

/* The map as Black sees it: what is asked of White's units is asked of Black's then. */
static void turn_round(mr_wlg_map *map) {
  unsigned cells = map->plan->cells;
  for (unsigned cell = 0; cell < cells / 2; cell++) {
    unsigned other = cells - 1 - cell;
    uint8_t ground = map->ground[cell], piece = map->pieces[cell];
    map->ground[cell] = map->ground[other];
    map->ground[other] = ground;
    map->pieces[cell] = map->pieces[other];
    map->pieces[other] = piece;
  }
  for (unsigned cell = 0; cell < cells; cell++) {
    map->pieces[cell] ^= (uint8_t)(map->pieces[cell] ? mr_wl_piece(MR_WL_BLACK, 0) : 0);
  }
}

bool mr_wlg_draw_map(const mr_wlg_plan *plan, uint64_t seed, mr_wlg_map *map) {
  memset(map, 0, sizeof *map);
  map->plan = plan;
  map->seed = seed;
  map->facing = true;
  if (!plan->garrisons) {
    draw_armies(map);
  }
  if (plan->border) {
    draw_border_towns(map);
  } else if (!draw_towns(map)) {
    return false;
  }
  if (plan->garrisons && !mr_wlg_draw_garrisons(map)) {
    return false;
  }
  mr_wlg_draw_rivers(map);
  mr_wlg_draw_roads(map);
  bool plain = plan->alike == 100 && !plan->doubled && !plan->lines && !plan->mountains;
  if (!(plain ? scatter(map) : mr_wlg_draw_land(map)) || !all_units_come_far(map)) {
    return false;
  }
  if (plan->alike < 100) {
    turn_round(map);
    bool good = all_units_come_far(map);
    turn_round(map);
    return good;
  }
  return true;
}
