#include <marcher/hash.h>

#include "rules/warlord/generate.h"

/* One of 0 .. bound-1. @pre 0 < bound < 2^32 */
static unsigned draw(mr_wlg_dice *dice, unsigned bound) {
  uint64_t bits = mr_mix64(dice->seed + ++dice->drawn * UINT64_C(0x9e3779b97f4a7c15));
  return (unsigned)((bits >> 32) * bound >> 32);
}

/* ---- armies ---------------------------------------------------------------------------------- */

/*
 * Where each kind stands in a block, the best places first: rank of the block (0 at its back) times
 * four, plus file. Leaders are inside, cannons and heavy cavalry behind them, the rest in front
 * and at the sides.
 */
/* Leaders of all levels have those of MR_WL_NOTHING. */
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

/* Shares as equal as can be; who has a leader more is not who has another unit more. */
static quotas share_out(const mr_wlg_plan *plan, mr_wlg_dice *dice) {
  quotas q = {.next = 0};
  for (unsigned i = 0; i < plan->blocks; i++) {
    q.leaders[i] = plan->leaders / plan->blocks + (i < plan->leaders % plan->blocks);
    q.others[i] =
        plan->others / plan->blocks + (plan->blocks - 1 - i < plan->others % plan->blocks);
    q.mirrored[i] = draw(dice, 2);
  }
  return q;
}

/* A unit of White's, and the one of Black's that faces it. */
static void put_unit(const mr_wlg_plan *plan, mr_wlg_map *map, unsigned cell, unsigned kind) {
  map->pieces[cell] = (uint8_t)mr_wl_piece(MR_WL_WHITE, kind);
  map->pieces[plan->cells - 1 - cell] = (uint8_t)mr_wl_piece(MR_WL_BLACK, kind);
}

/* Puts a unit into the first block from `next` on that has room for it. */
static void post_unit(const mr_wlg_plan *plan, quotas *q, unsigned kind, mr_wlg_map *map) {
  bool leader = mr_wl_is_numbered(kind);
  unsigned *room = leader ? q->leaders : q->others;
  while (!room[q->next]) {
    q->next = (q->next + 1) % plan->blocks;
  }
  room[q->next]--;
  const uint8_t *place = places[leader ? MR_WL_NOTHING : kind];
  for (unsigned i = 0; i < MR_WLG_BLOCK_UNITS; i++) {
    unsigned file = place[i] % MR_WLG_BLOCK, rank = place[i] / MR_WLG_BLOCK;
    file = q->mirrored[q->next] ? MR_WLG_BLOCK - 1 - file : file;
    unsigned cell = (plan->rows - 1 - rank) * plan->columns + plan->left[q->next] + file;
    if (map->pieces[cell]) {
      continue;
    }
    put_unit(plan, map, cell, kind);
    break;
  }
  q->next = (q->next + 1) % plan->blocks;
}

/* Levels that have the sum and are not far from each other: about twice the average at most. */
static void draw_levels(const mr_wlg_plan *plan, mr_wlg_dice *dice, uint8_t *out) {
  unsigned most = (2 * plan->level_sum + plan->leaders - 1) / plan->leaders;
  most = most < MR_WL_LEVEL_MAX ? most : MR_WL_LEVEL_MAX;
  memset(out, 1, plan->leaders);
  for (unsigned left = plan->level_sum - plan->leaders; left > 0;) {
    uint8_t *level = &out[draw(dice, plan->leaders)];
    if (*level < most) {
      ++*level;
      left--;
    }
  }
}

void mr_wlg_draw_armies(const mr_wlg_plan *plan, mr_wlg_dice *dice, mr_wlg_map *map) {
  static const uint8_t order[] = {MR_WL_CANNON, MR_WL_HEAVY, MR_WL_LIGHT, MR_WL_INFANTRY};
  uint8_t levels[MR_WL_LEADERS_MAX];
  quotas q = share_out(plan, dice);
  draw_levels(plan, dice, levels);
  for (unsigned i = 0; i < plan->leaders; i++) {
    post_unit(plan, &q, levels[i], map);
  }
  q.next = 0;
  for (size_t k = 0; k < sizeof order; k++) {
    for (unsigned i = 0; i < plan->kinds[order[k]]; i++) {
      post_unit(plan, &q, order[k], map);
    }
  }
}

/* ---- towns ----------------------------------------------------------------------------------- */

static unsigned distance(const mr_wlg_plan *plan, unsigned a, unsigned b) {
  int files = (int)(a % plan->columns) - (int)(b % plan->columns);
  int rows = (int)(a / plan->columns) - (int)(b / plan->columns);
  files = files < 0 ? -files : files;
  rows = rows < 0 ? -rows : rows;
  return (unsigned)(files > rows ? files : rows);
}

static void put_ground(const mr_wlg_plan *plan, mr_wlg_map *map, unsigned cell, unsigned ground) {
  map->ground[cell] = (uint8_t)ground;
  map->ground[plan->cells - 1 - cell] = (uint8_t)ground;
}

/* The middle square, or where there is none one of two squares that touch in the middle. */
static unsigned middle_of(const mr_wlg_plan *plan, mr_wlg_dice *dice) {
  unsigned file = plan->columns / 2, row = plan->rows / 2;
  if (plan->columns % 2 == 0 && plan->rows % 2 == 0) {
    file -= draw(dice, 2);
  }
  return row * plan->columns + file;
}

static unsigned draw_town_cell(const mr_wlg_plan *plan, mr_wlg_dice *dice) {
  unsigned margin = mr_wlg_margin(plan->rows);
  unsigned file = MR_WLG_TOWN_FILES + draw(dice, plan->columns - 2 * MR_WLG_TOWN_FILES);
  unsigned row = margin + draw(dice, plan->rows - 2 * margin);
  return row * plan->columns + file;
}

/* How far a pair of towns at this cell and the opposite one would be from others and each other. */
static unsigned room_around(const mr_wlg_plan *plan, const uint16_t *towns, unsigned count,
                            unsigned cell) {
  unsigned least = distance(plan, cell, plan->cells - 1 - cell);
  for (unsigned i = 0; i < count; i++) {
    unsigned apart = distance(plan, cell, towns[i]);
    least = apart < least ? apart : least;
  }
  return least;
}

/*
 * Pairs of towns, each at the best of some places drawn for it: the one farthest from all others
 * (Mitchell's best candidate).
 */
static bool draw_towns(const mr_wlg_plan *plan, mr_wlg_dice *dice, mr_wlg_map *map) {
  enum { CANDIDATES = 24 };
  uint16_t *towns = map->queue; /* free until the floods */
  unsigned count = 0, apart = mr_wlg_apart(plan);
  if (plan->towns % 2) {
    towns[count++] = (uint16_t)middle_of(plan, dice);
    if (plan->town_squares > plan->towns) {
      towns[count++] = (uint16_t)(plan->cells - 1 - towns[0]);
    }
    put_ground(plan, map, towns[0], MR_WL_TOWN);
  }
  while (count < plan->town_squares) {
    unsigned best = 0, room = 0;
    for (unsigned i = 0; i < CANDIDATES; i++) {
      unsigned cell = draw_town_cell(plan, dice);
      unsigned around =
          mr_wlg_near_block(plan, cell, 1) ? 0 : room_around(plan, towns, count, cell);
      best = around > room ? cell : best;
      room = around > room ? around : room;
    }
    if (room < apart) {
      return false;
    }
    put_ground(plan, map, best, MR_WL_TOWN);
    towns[count++] = (uint16_t)best;
    towns[count++] = (uint16_t)(plan->cells - 1 - best);
  }
  return true;
}

/*
 * WL-34: two towns four squares from the short sides, two in the middle with six files between
 * them, neighbours on different sides of the middle line, all at least six squares from the long
 * sides.
 */
static void draw_border_towns(const mr_wlg_plan *plan, mr_wlg_dice *dice, mr_wlg_map *map) {
  enum { OUTER_FILE = 4, INNER_FILE = 8, UPPER_ROW = 6, LOWER_ROW = 8 };
  unsigned upper = draw(dice, 2);
  unsigned outer = (upper ? UPPER_ROW : LOWER_ROW) + draw(dice, 2);
  unsigned inner = (upper ? LOWER_ROW : UPPER_ROW) + draw(dice, 2);
  put_ground(plan, map, outer * plan->columns + OUTER_FILE, MR_WL_TOWN);
  put_ground(plan, map, inner * plan->columns + INNER_FILE, MR_WL_TOWN);
}

/* ---- hills and forests ----------------------------------------------------------------------- */

static bool may_be_rough(const mr_wlg_plan *plan, const mr_wlg_map *map, unsigned cell) {
  enum { FIRST_ROW = 4, LAST_ROW = 11 }; /* WL-34: rows 5 to 12 */
  unsigned row = cell / plan->columns;
  if (map->ground[cell] != MR_WL_OPEN || cell == plan->cells - 1 - cell) {
    return false;
  }
  return plan->border ? row >= FIRST_ROW && row <= LAST_ROW : !mr_wlg_near_block(plan, cell, 1);
}

/* A step to one of the eight neighbours; the cell itself at an edge. */
static unsigned step(const mr_wlg_plan *plan, mr_wlg_dice *dice, unsigned cell) {
  unsigned file = cell % plan->columns + draw(dice, 3);
  unsigned row = cell / plan->columns + draw(dice, 3);
  bool inside = file >= 1 && file <= plan->columns && row >= 1 && row <= plan->rows;
  return inside ? (row - 1) * plan->columns + file - 1 : cell;
}

/* A wood or a range of hills, up to so many squares, and the one opposite. @return squares */
static unsigned draw_patch(const mr_wlg_plan *plan, mr_wlg_dice *dice, unsigned ground,
                           unsigned most, mr_wlg_map *map) {
  unsigned size = 1 + draw(dice, most), cell = draw(dice, plan->cells), done = 0;
  for (unsigned i = 0; i < size; i++, cell = step(plan, dice, cell)) {
    if (!may_be_rough(plan, map, cell)) {
      continue;
    }
    put_ground(plan, map, cell, ground);
    done += 2;
  }
  return done;
}

/* Forests and hills, half of each; where the half is odd, lots decide which has two more. */
static bool scatter(const mr_wlg_plan *plan, mr_wlg_dice *dice, mr_wlg_map *map) {
  enum { LEAST = 2, MOST = 8, CELLS_A_SQUARE = 600, DRAWS = 60 };
  unsigned patch = plan->border ? 1 : plan->cells / CELLS_A_SQUARE;
  patch = plan->border ? 1 : patch < LEAST ? LEAST : patch > MOST ? MOST : patch;
  unsigned left[2] = {plan->scattered / 4 * 2, plan->scattered / 4 * 2};
  left[draw(dice, 2)] += plan->scattered % 4;
  for (unsigned i = 0; i < DRAWS * plan->cells && (left[0] || left[1]); i++) {
    unsigned which = left[0] < left[1];
    unsigned most = 2 * patch < left[which] ? patch : left[which] / 2;
    left[which] -= draw_patch(plan, dice, which ? MR_WL_HILL : MR_WL_FOREST, most, map);
  }
  return !left[0] && !left[1];
}

bool mr_wlg_draw_ground(const mr_wlg_plan *plan, mr_wlg_dice *dice, mr_wlg_map *map) {
  if (plan->border) {
    draw_border_towns(plan, dice, map);
  } else if (!draw_towns(plan, dice, map)) {
    return false;
  }
  return scatter(plan, dice, map);
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
static bool is_blocked(const mr_wlg_plan *plan, const mr_wlg_map *map, unsigned cell, way leap) {
  int files = leap.files / 2, rows = leap.rows / 2; /* one step along the long leg, no other */
  int columns = (int)plan->columns, first = (int)cell + rows * columns + files;
  int second = first + (files ? leap.rows * columns : leap.files);
  return map->ground[first] != MR_WL_OPEN && map->ground[second] != MR_WL_OPEN;
}

/* What a unit comes to, alone on the board, gets the mark. */
static void flood(const mr_wlg_plan *plan, unsigned from, unsigned kind, uint8_t mark,
                  mr_wlg_map *map) {
  const way *ways = kind == MR_WL_LIGHT ? leaps : steps[kind == MR_WL_CANNON];
  unsigned count = 1, way_count = kind == MR_WL_LIGHT ? 8 : 4;
  map->queue[0] = (uint16_t)from;
  map->seen[from] = mark;
  for (unsigned i = 0; i < count; i++) {
    for (unsigned d = 0; d < way_count; d++) {
      int file = (int)(map->queue[i] % plan->columns) + ways[d].files;
      int row = (int)(map->queue[i] / plan->columns) + ways[d].rows;
      if (file < 0 || row < 0 || file >= (int)plan->columns || row >= (int)plan->rows) {
        continue;
      }
      unsigned cell = (unsigned)row * plan->columns + (unsigned)file;
      if (map->seen[cell] == mark || !mr_wl_may_stand(kind, map->ground[cell]) ||
          (kind == MR_WL_LIGHT && is_blocked(plan, map, map->queue[i], ways[d]))) {
        continue;
      }
      map->seen[cell] = mark;
      map->queue[count++] = (uint16_t)cell;
    }
  }
}

static unsigned colour(const mr_wlg_plan *plan, unsigned cell) {
  return (cell % plan->columns + cell / plan->columns) % 2;
}

/* Whether the flood from a square of White's has come to the far rank, and to every town it can. */
static bool comes_far(const mr_wlg_plan *plan, const mr_wlg_map *map, unsigned from, unsigned kind,
                      uint8_t mark) {
  bool far = false;
  for (unsigned cell = 0; cell < plan->columns; cell++) {
    far = far || map->seen[cell] == mark;
  }
  for (unsigned cell = 0; far && cell < plan->cells; cell++) {
    if (map->ground[cell] == MR_WL_TOWN && map->seen[cell] != mark &&
        (kind != MR_WL_CANNON || colour(plan, cell) == colour(plan, from))) {
      return false;
    }
  }
  return far;
}

/*
 * All heavy cavalry, or all cannons: they come far, and those of one colour to the same squares, so
 * that one flood does for them; what steps lead to leads back. There are cannons of both colours.
 */
static bool all_step(const mr_wlg_plan *plan, unsigned kind, mr_wlg_map *map) {
  bool flooded[2] = {false, false};
  memset(map->seen, 0, plan->cells);
  for (unsigned cell = 0; cell < plan->cells; cell++) {
    if (map->pieces[cell] != mr_wl_piece(MR_WL_WHITE, kind)) {
      continue;
    }
    unsigned which = kind == MR_WL_CANNON ? colour(plan, cell) : 0;
    if (flooded[which] && map->seen[cell] != which + 1) {
      return false;
    }
    if (flooded[which]) {
      continue;
    }
    flooded[which] = true;
    flood(plan, cell, kind, (uint8_t)(which + 1), map);
    if (!comes_far(plan, map, cell, kind, (uint8_t)(which + 1))) {
      return false;
    }
  }
  if (kind == MR_WL_CANNON && !(flooded[0] && flooded[1])) {
    return false;
  }
  for (unsigned cell = 0; cell < plan->cells; cell++) {
    if (map->ground[cell] == MR_WL_TOWN && !map->seen[cell]) {
      return false;
    }
  }
  return true;
}

/* All light cavalry, one by one: what a leap leads to need not lead back. */
static bool all_leap(const mr_wlg_plan *plan, mr_wlg_map *map) {
  for (unsigned cell = 0; cell < plan->cells; cell++) {
    if (map->pieces[cell] != mr_wl_piece(MR_WL_WHITE, MR_WL_LIGHT)) {
      continue;
    }
    memset(map->seen, 0, plan->cells);
    flood(plan, cell, MR_WL_LIGHT, 1, map);
    if (!comes_far(plan, map, cell, MR_WL_LIGHT, 1)) {
      return false;
    }
  }
  return true;
}

bool mr_wlg_reaches(const mr_wlg_plan *plan, mr_wlg_map *map) {
  return all_step(plan, MR_WL_HEAVY, map) && all_step(plan, MR_WL_CANNON, map) &&
         all_leap(plan, map);
}
