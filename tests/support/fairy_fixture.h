#ifndef MARCHER_TESTS_SUPPORT_FAIRY_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_FAIRY_FIXTURE_H

/**
 * @file
 * Positions of the chess-like games put on the test bench and asked about. A position is written as
 * blanks between, in any order,
 *  - men on squares: `Ce1`, `+lh7`, `wa10`; capitals are White's,
 *  - hands `[MMm]`,
 *  - the side to move, `w` (which is meant where nothing is said) or `b`,
 *  - an e.p. right `c4c5`,
 *  - the number of plies since the last progress, 0 where nothing is said;
 * or as the whole state in the game's own notation. Whatever is not as it should be fails the
 * running test.
 */

#include "borderline_open.h"

/** Opens a game of the catalogue for a group of tests, whose state is then a mr_table. */
int mr_fairy_open(void **group, const char *name);
int mr_fairy_close(void **group);

/** A game of the catalogue for the test that runs; the one before is closed. */
mr_table *mr_fairy_table(const char *name);
/** Closes it: the teardown of a group whose tests take games so. */
int mr_fairy_close_table(void **state);

/** The position in the game's notation; owned by the caller, who frees it. */
char *mr_fairy_state(const mr_table *table, const char *position);

/** Sets the table to a position. */
void mr_fairy_set(mr_table *table, const char *position);

/** In the position all of `legal` are listed and none of `illegal`; texts between blanks. */
void mr_fairy_moves(mr_table *table, const char *position, const char *legal, const char *illegal);

/** Playing the moves leads from one position to the other; move numbers do not matter. */
void mr_fairy_play(mr_table *table, const char *from, const char *moves, const char *to);

/**
 * The game goes on until the moves have been played, and then ends with this result by this rule:
 * "1-0", "BL-15"; or goes on with "*", "". Of several endings by one rule, "BI-18 nFoldRule", the
 * number alone is compared.
 */
void mr_fairy_end(mr_table *table, const char *position, const char *moves, const char *result,
                  const char *rule);

/** The same for `moves` played `times` times over. */
void mr_fairy_end_after(mr_table *table, const char *position, const char *moves, int times,
                        const char *result, const char *rule);

/** Whether a man goes from one square to another, promoting by the way or not. */
bool mr_fairy_goes(mr_table *table, const char *from, const char *to);

/** Where a man goes, drawn around it. */
typedef struct mr_fairy_drawing {
  const char *man;    /**< "+We5" */
  const char *others; /**< men that have to be there, away from the drawing */
  char enemy;         /**< the letter of the enemy that is put on each square */
  /**
   * From the highest rank to the lowest, of one odd length, as many as they are long: `m` a square
   * that the man can only move to, `c` one that it can only capture on, `x` both, `.` neither, `o`
   * itself. Squares that are not on the board do not matter.
   */
  const char *rows[8];
} mr_fairy_drawing;

/** All squares of the drawing are as drawn. */
void mr_fairy_reach(mr_table *table, const mr_fairy_drawing *drawing);

/** The rule that the first event of this kind in the last action rests on; fails without one. */
const char *mr_fairy_event_rule(const mr_table *table, mr_event_kind kind);

/** An action is written as it is read, leads to `after` (NULL: wherever), has the hashes of what it
 * leads to, and taken back leaves the state as it was to the last byte. */
void mr_fairy_there_and_back(mr_table *table, const char *action, const char *after);

/** A count of Fairy-Stockfish's `go perft`: of a game with sets, after a state (NULL: the first).
 */
typedef struct mr_fairy_figure {
  const char *game, *sets, *state;
  unsigned depth;
  uint64_t leaves;
} mr_fairy_figure;

/** Fails unless all counts come out. @param most of more leaves than these slow builds count none
 */
void mr_fairy_count(const mr_fairy_figure *figures, size_t count, uint64_t most);

/** Fails unless exactly these squares are a region of the picture. @param name only for messages */
void mr_fairy_region(mr_table *table, const char *name, const char *squares);

/** Fails unless a diagram of the rules page has a region of exactly these squares. */
void mr_fairy_page_region(mr_table *table, const char *name, const char *squares);

/** The whole rules page as text, one block or row a line, cells between bars; free it. */
char *mr_fairy_page(const mr_table *table);

#endif
