#include "rules/warlord/warlord.h"

/* A walk round one unit. */
typedef struct walk {
  const mr_wl_game *game;
  const uint16_t *squares;
  unsigned side;
  int file;
  int row;
  uint16_t *out;
  unsigned count;
} walk;

/* The cell so far away, or -1 off the board. */
static int cell_at(const walk *w, int file, int row) {
  if (file < 0 || row < 0 || file >= (int)w->game->columns || row >= (int)w->game->rows) {
    return -1;
  }
  return row * (int)w->game->columns + file;
}

static bool is_own(const walk *w, uint16_t square) {
  unsigned man = mr_wl_unit_of(square);
  return man && mr_wl_side_of(w->game, man - 1) == w->side;
}

/* WL-23, WL-24, WL-26, WL-27: what lies under a leap and stops it. */
static bool is_obstacle(const walk *w, uint16_t square) {
  unsigned ground = mr_wl_ground_of(square);
  return ground != MR_WL_OPEN && (ground != MR_WL_WATER || !w->game->crossing);
}

static void add_target(walk *w, unsigned cell) {
  w->out[w->count++] = (uint16_t)cell;
}

/* WL-10: the eight squares round a leader, and those behind them, each with the ways to it: bit i
 * stands for the i-th of the first. */
static const int first_steps[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                      {1, 0},   {-1, 1}, {0, 1},  {1, 1}};
static const int second_steps[16][3] = {
    {-2, -2, 0x01}, {-1, -2, 0x03}, {0, -2, 0x07}, {1, -2, 0x06}, {2, -2, 0x04}, {-2, -1, 0x09},
    {2, -1, 0x14},  {-2, 0, 0x29},  {2, 0, 0x94},  {-2, 1, 0x28}, {2, 1, 0x90},  {-2, 2, 0x20},
    {-1, 2, 0x60},  {0, 2, 0xE0},   {1, 2, 0xC0},  {2, 2, 0x80}};

/* The square, if anybody but heavy cavalry and cannons can enter it; else -1. */
static int enter_square(const walk *w, int df, int dr) {
  int cell = cell_at(w, w->file + df, w->row + dr);
  if (cell < 0 || mr_wl_ground_of(w->squares[cell]) >= MR_WL_WATER || is_own(w, w->squares[cell])) {
    return -1;
  }
  return cell;
}

/* Leaders go on from where they may pass; infantry does not. */
static void walk_steps(walk *w, bool leader) {
  unsigned open = 0;
  for (unsigned i = 0; i < 8; i++) {
    int cell = enter_square(w, first_steps[i][0], first_steps[i][1]);
    if (cell < 0) {
      continue;
    }
    add_target(w, (unsigned)cell);
    if (!mr_wl_unit_of(w->squares[cell])) {
      open |= 1u << i;
    }
  }
  for (unsigned i = 0; leader && i < 16; i++) {
    if (!(open & (unsigned)second_steps[i][2])) {
      continue;
    }
    int cell = enter_square(w, second_steps[i][0], second_steps[i][1]);
    if (cell >= 0) {
      add_target(w, (unsigned)cell);
    }
  }
}

/* WL-11, WL-26, WL-28: straight leaps of 1 to 3. */
static void walk_leaper(walk *w, unsigned kind) {
  static const int heavy[4][2] = {{0, -1}, {-1, 0}, {1, 0}, {0, 1}};
  static const int cannon[4][2] = {{-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
  for (int d = 0; d < 4; d++) {
    const int *way = kind == MR_WL_HEAVY ? heavy[d] : cannon[d];
    for (int step = 1; step <= 3; step++) {
      int cell = cell_at(w, w->file + step * way[0], w->row + step * way[1]);
      if (cell < 0) {
        break;
      }
      uint16_t square = w->squares[cell];
      unsigned ground = mr_wl_ground_of(square);
      bool stands = step == 1 ? mr_wl_may_stand(kind, ground) : ground == MR_WL_OPEN;
      if (stands && !is_own(w, square)) {
        add_target(w, (unsigned)cell);
      }
      if (is_obstacle(w, square)) {
        break;
      }
    }
  }
}

/* WL-12, WL-23, WL-27: a knight's leap, stopped where both squares on its way are obstacles. */
static void walk_light(walk *w) {
  static const int leaps[8][2] = {{-1, -2}, {1, -2}, {-2, -1}, {2, -1},
                                  {-2, 1},  {2, 1},  {-1, 2},  {1, 2}};
  for (int i = 0; i < 8; i++) {
    int df = leaps[i][0], dr = leaps[i][1];
    int cell = enter_square(w, df, dr);
    if (cell < 0) {
      continue;
    }
    int near_file = df / 2, near_row = dr / 2;
    int first = cell_at(w, w->file + near_file, w->row + near_row);
    int second = cell_at(w, w->file + df - near_file, w->row + dr - near_row);
    if (!is_obstacle(w, w->squares[first]) || !is_obstacle(w, w->squares[second])) {
      add_target(w, (unsigned)cell);
    }
  }
}

unsigned mr_wl_reach(const mr_wl_game *game, const mr_wl_state *state, unsigned slot,
                     uint16_t out[MR_WL_TARGETS_MAX]) {
  mr_wl_unit unit = mr_wl_units_const(game, state)[slot];
  walk w = {
      .game = game,
      .squares = mr_wl_squares_const(game, state),
      .side = mr_wl_side_of(game, slot),
      .file = game->file[unit.cell],
      .row = game->row[unit.cell],
  };
  w.out = out;
  if (unit.kind == MR_WL_HEAVY || unit.kind == MR_WL_CANNON) {
    walk_leaper(&w, unit.kind);
  } else if (unit.kind == MR_WL_LIGHT) {
    walk_light(&w);
  } else {
    walk_steps(&w, unit.kind <= MR_WL_PROMOTED);
  }
  return w.count;
}
