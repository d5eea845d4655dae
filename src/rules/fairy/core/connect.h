/**
 * @file connect.h
 * Rows, squares and lines of men, and paths of men between regions, that end the game.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_CONNECT_H
#define MARCHER_RULES_FAIRY_CORE_CONNECT_H

#include "rules/fairy/core/tables.h"

/** What a core makes of mr_fy_connect. */
typedef struct connects {
  const bb *rows; /**< who has men on all cells of one has connected: rows and squares */
  unsigned row_count;
  const bb *lines; /**< so many men on one are enough */
  unsigned line_count;
  const bb *next; /**< by cell: where a path goes on; NULL: there are no paths */
  bb region[2][2];
  bool all; /**< all men count */
  uint8_t code_count[2];
  uint8_t codes[2][MR_FY_KINDS_MAX];
} connects;

/** A side's men that count. */
FY_INLINE bb connecting(const connects *c, const bb *sets, unsigned side) {
  return c->all ? sets[side] : men_of(sets, c->codes[side], c->code_count[side]);
}

/** Whether men are on all cells of a row or square. */
FY_INLINE bool has_row(const connects *c, bb men) {
  bool found = false;
  for (unsigned i = 0; i < c->row_count && !found; i++) {
    found = !bb_any(bb_less(c->rows[i], men));
  }
  return found;
}

FY_RARE bool has_line(const connects *c, bb men, unsigned least) {
  bool found = false;
  for (unsigned i = 0; i < c->line_count && !found; i++) {
    found = bb_count(bb_and(c->lines[i], men)) >= least;
  }
  return found;
}

/** Whether men on cells beside each other lead from one region of a side to the other. */
FY_RARE bool has_path(const connects *c, bb men, unsigned side) {
  bb seen = bb_and(men, c->region[side][0]), fresh = seen;
  unsigned cell = 0;
  while (bb_pop(&fresh, &cell)) {
    bb next = bb_less(bb_and(c->next[cell], men), seen);
    seen = bb_or(seen, next);
    fresh = bb_or(fresh, next);
  }
  return bb_meet(seen, c->region[side][1]);
}

/** Whether a side has what ends the game. */
FY_RARE bool has_connected(const mr_fy_game *game, const bb *sets, unsigned side) {
  const connects *c = tables_of(game)->connects;
  bb men = connecting(c, sets, side);
  return has_row(c, men) || has_line(c, men, game->rules.connect.line) ||
         (c->next != NULL && has_path(c, men, side));
}

#endif
