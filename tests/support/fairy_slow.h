#ifndef MARCHER_TESTS_SUPPORT_FAIRY_SLOW_H
#define MARCHER_TESTS_SUPPORT_FAIRY_SLOW_H

/**
 * @file
 * The chess-like games a second time, known by their names and written to be obviously right: men
 * in a plain array, one hand-written function per piece, copies instead of undo, texts instead of
 * numbers. It shares nothing with the engine, so where both agree on everything, both are right or
 * both have misread the same sentence. Rule numbers are those of docs/rules/.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  SLOW_MOVES_MAX = 1024,      /**< no situation has more moves */
  SLOW_MOVE_TEXT_MAX = 16,    /**< bytes of a move, the NUL included */
  SLOW_TEXT_MAX = 8 + 4 * 256 /**< bytes of the longest state, the NUL included */
};

/** One situation with its whole history, on the heap. */
typedef struct slow_game slow_game;

/**
 * Opens a game of this name at a state; NULL is its start position.
 * @return NULL for a name or a state that cannot be read
 */
slow_game *slow_open(const char *game, const char *state);

/** A second game with the same history. */
slow_game *slow_copy(const slow_game *game);

/** Releases a game; NULL is fine. */
void slow_close(slow_game *game);

/** The name at an index of those that slow_open knows; NULL right after the last. */
const char *slow_name(size_t index);

/**
 * Lists the legal moves in the game's notation, sorted as strcmp() does.
 * @param out room for SLOW_MOVES_MAX texts
 * @return their number, 0 when the game is over
 */
size_t slow_moves(const slow_game *game, char (*out)[SLOW_MOVE_TEXT_MAX]);

/** Plays a move; false, with the game as it was, when it is not legal. */
bool slow_play(slow_game *game, const char *move);

/**
 * NULL while the game goes on, else "1-0", "0-1", "1/2-1/2", "3/4-1/4" or "1/4-3/4".
 * @param rule NULL, or set to the rule that ended the game, "BL-15", or to NULL
 */
const char *slow_result(const slow_game *game, const char **rule);

/** Writes the situation as text; cut when it does not fit into `size` bytes. */
void slow_state(const slow_game *game, char *out, size_t size);

/** Counts the leaves after `depth` moves; repetitions and counters end nothing here. */
uint64_t slow_perft(const slow_game *game, unsigned depth);

#endif
