#include "rules/borderline/borderline.h"

/*
 * A search over (square, component) pairs. Under `linked` every piece is one component; under
 * `strict` a piece falls into the groups of pips that touch orthogonally. Two pieces meet where
 * facing pips are both filled.
 */
typedef struct flood {
  const mr_bd_game *game;
  const mr_bd_square *squares;
  unsigned player;
  unsigned goal; /* first cell of the row to reach */
  uint16_t seen[MR_BD_CELLS_MAX];
  uint16_t stack[MR_BD_CELLS_MAX * 9]; /* cell * 16 + component */
  unsigned depth;
} flood;

/* Pips on an edge, in the order of mr_bd_edges. */
static const uint8_t edge_pips[MR_BD_DIRECTIONS][3] = {{0, 1, 2}, {0, 3, 6}, {2, 5, 8}, {6, 7, 8}};

static bool reached(const flood *f, unsigned cell) {
  return cell >= f->goal && cell < f->goal + f->game->columns;
}

static void push(flood *f, unsigned cell, unsigned component) {
  unsigned seen = f->seen[cell], bit = 1u << component;
  if (seen & bit) {
    return;
  }
  f->seen[cell] = (uint16_t)(seen | bit);
  f->stack[f->depth++] = (uint16_t)(cell * 16 + component);
}

static void cross(flood *f, unsigned cell, unsigned component, unsigned direction) {
  unsigned next = f->game->neighbour[cell][direction];
  unsigned other = f->squares[next];
  if (!other || MR_BD_OWNER(other) != f->player) {
    return;
  }
  unsigned mine = MR_BD_PATTERN(f->squares[cell]), theirs = MR_BD_PATTERN(other);
  const mr_bd_patterns *patterns = &f->game->patterns;
  unsigned shared = mr_bd_edge(patterns->edges[mine], direction) &
                    mr_bd_edge(patterns->edges[theirs], 3 - direction);
  for (unsigned i = 0; i < 3; i++) {
    if (shared >> i & 1u && patterns->component[mine][edge_pips[direction][i]] == component) {
      push(f, next, patterns->component[theirs][edge_pips[3 - direction][i]]);
    }
  }
}

/* Any pip of a piece in row 0 may begin the connection. */
static void enter(flood *f, unsigned cell) {
  unsigned square = f->squares[cell];
  if (!square || MR_BD_OWNER(square) != f->player) {
    return;
  }
  for (unsigned i = 0; i < 9; i++) {
    if (MR_BD_PATTERN(square) >> (8 - i) & 1u) {
      push(f, cell, f->game->patterns.component[MR_BD_PATTERN(square)][i]);
    }
  }
}

bool mr_bd_connected(const mr_bd_game *game, const mr_bd_state *state, unsigned player) {
  if (!state->home[player] || !state->far_row[player]) {
    return false;
  }
  flood f;
  f.game = game;
  f.squares = mr_bd_squares_const(state);
  f.player = player;
  f.goal = mr_bd_home_cell(game, MR_BD_BLUE);
  f.depth = 0;
  memset(f.seen, 0, game->cells * sizeof f.seen[0]);
  for (unsigned cell = 0; cell < game->columns; cell++) {
    enter(&f, cell);
  }
  while (f.depth) {
    unsigned top = f.stack[--f.depth], cell = top / 16;
    if (reached(&f, cell)) {
      return true;
    }
    for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
      cross(&f, cell, top % 16, d);
    }
  }
  return false;
}
