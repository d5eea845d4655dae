#include "rules/warlord/warlord.h"

/* A walk round one unit. */
typedef struct walk {
  const mr_wl_game *game;
  const uint16_t *squares;
  unsigned side;
  unsigned from;
  int file;
  int row;
  uint16_t *out;
  unsigned count;
} walk;

/* The cell so far away, or -1 off the board. */
static int cell_at(const walk *w, int file, int row) {
  if (file < 0 || row < 0 || file >= (int)w->game->columns || row >= (int)w->game->rows)
    return -1;
  return row * (int)w->game->columns + file;
}

static bool is_own(const walk *w, uint16_t square) {
  unsigned man = mr_wl_man_of(square);
  return man && mr_wl_side_of(w->game, man - 1) == w->side;
}

static bool is_rough(unsigned ground) {
  return ground >= MR_WL_FOREST && ground <= MR_WL_TOWN;
}

/* WL-23, WL-24: what lies under a leap and stops it, terrain apart. */
static bool is_wet(const walk *w, unsigned ground) {
  return ground == MR_WL_VOID || (ground == MR_WL_WATER && !w->game->crossing);
}

static void take(walk *w, unsigned cell) {
  w->out[w->count++] = (uint16_t)cell;
}

/* WL-10: one or two king steps, the first to an empty square. Bit 12 is where the leader stands. */
static void walk_leader(walk *w) {
  uint32_t seen = UINT32_C(1) << 12, near = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int at = 0; at < 25; at++) {
      int df = at % 5 - 2, dr = at / 5 - 2;
      bool inner = df >= -1 && df <= 1 && dr >= -1 && dr <= 1;
      if (inner != (pass == 0) || seen >> at & 1u)
        continue;
      /* Neighbours of a place in the 5x5 block, those beyond its edges left out. */
      uint32_t ring = 0;
      for (int step = 0; step < 9; step++) {
        int f = df + step % 3 - 1, r = dr + step / 3 - 1;
        if (f >= -1 && f <= 1 && r >= -1 && r <= 1)
          ring |= UINT32_C(1) << ((r + 2) * 5 + f + 2);
      }
      int cell = cell_at(w, w->file + df, w->row + dr);
      if (cell < 0 || (pass == 1 && !(ring & near)))
        continue;
      uint16_t square = w->squares[cell];
      if (mr_wl_ground_of(square) >= MR_WL_WATER || is_own(w, square))
        continue;
      take(w, (unsigned)cell);
      if (pass == 0 && !mr_wl_man_of(square))
        near |= UINT32_C(1) << at;
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
      if (cell < 0)
        break;
      uint16_t square = w->squares[cell];
      unsigned ground = mr_wl_ground_of(square);
      bool stands = step == 1 ? mr_wl_may_stand(kind, ground) : ground == MR_WL_OPEN;
      if (stands && !is_own(w, square))
        take(w, (unsigned)cell);
      if (is_rough(ground) || is_wet(w, ground))
        break;
    }
  }
}

/* WL-12, WL-23, WL-27: a knight's leap, stopped where both squares on its way are obstacles. */
static void walk_light(walk *w) {
  static const int leaps[8][2] = {{-1, -2}, {1, -2}, {-2, -1}, {2, -1},
                                  {-2, 1},  {2, 1},  {-1, 2},  {1, 2}};
  for (int i = 0; i < 8; i++) {
    int df = leaps[i][0], dr = leaps[i][1];
    int cell = cell_at(w, w->file + df, w->row + dr);
    if (cell < 0 || mr_wl_ground_of(w->squares[cell]) >= MR_WL_WATER || is_own(w, w->squares[cell]))
      continue;
    int near_file = df / 2, near_row = dr / 2;
    int first = cell_at(w, w->file + near_file, w->row + near_row);
    int second = cell_at(w, w->file + df - near_file, w->row + dr - near_row);
    unsigned a = mr_wl_ground_of(w->squares[first]), b = mr_wl_ground_of(w->squares[second]);
    if (!((is_rough(a) || is_wet(w, a)) && (is_rough(b) || is_wet(w, b))))
      take(w, (unsigned)cell);
  }
}

static void walk_infantry(walk *w) {
  for (int i = 0; i < 9; i++) {
    int cell = i == 4 ? -1 : cell_at(w, w->file + i % 3 - 1, w->row + i / 3 - 1);
    if (cell >= 0 && mr_wl_ground_of(w->squares[cell]) < MR_WL_WATER &&
        !is_own(w, w->squares[cell]))
      take(w, (unsigned)cell);
  }
}

unsigned mr_wl_reach(const mr_wl_game *game, const mr_wl_state *state, unsigned slot,
                     uint16_t out[MR_WL_TARGETS_MAX]) {
  mr_wl_unit unit = mr_wl_units_const(game, state)[slot];
  walk w = {
      .game = game,
      .squares = mr_wl_squares_const(game, state),
      .side = mr_wl_side_of(game, slot),
      .from = unit.cell,
      .file = game->file[unit.cell],
      .row = game->row[unit.cell],
  };
  w.out = out;
  if (unit.kind <= MR_WL_PROMOTED)
    walk_leader(&w);
  else if (unit.kind <= MR_WL_CANNON)
    walk_leaper(&w, unit.kind);
  else if (unit.kind == MR_WL_LIGHT)
    walk_light(&w);
  else
    walk_infantry(&w);
  return w.count;
}
