/**
 * @file line_game.h
 * A family of small games for tests of engines: two players put stones on a board, to have some
 * in a line or to connect two edges. Real enough to be played well or badly.
 */
#ifndef MARCHER_TESTS_SUPPORT_LINE_GAME_H
#define MARCHER_TESTS_SUPPORT_LINE_GAME_H

#include <marcher/game.h>

enum { LINE_GAME_CELLS = 64 };

typedef struct line_rules {
  unsigned columns;
  unsigned rows;
  unsigned need;     /**< stones in a line that win; 0: connect edges as in Hex */
  unsigned per_turn; /**< stones of a turn; the first turn has one */
  unsigned miss;     /**< sixths of the chance that a stone vanishes when put; 0: no dice */
  bool gravity;      /**< stones fall: an action is a column, else a cell */
} line_rules;

typedef struct line_state {
  uint8_t cells[LINE_GAME_CELLS]; /**< 0 empty, 1 + seat */
  uint8_t mover;
  uint8_t left;    /**< stones left in this turn */
  uint8_t pending; /**< 1 + cell that awaits its die; 0: none */
  uint8_t winner;  /**< 1 + seat, 0: none */
  uint32_t plies;
  uint64_t unused;
} line_state;

typedef struct line_game {
  mr_game game;
  line_rules rules;
} line_game;

/** Needs no freeing. */
void line_game_init(line_game *out, line_rules rules);

/** Sets stones up: one character per cell row by row, X, O or '.'. */
void line_game_set(const line_game *game, mr_state *state, const char *cells, unsigned mover,
                   unsigned left);

#endif
