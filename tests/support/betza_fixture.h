#ifndef MARCHER_TESTS_SUPPORT_BETZA_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_BETZA_FIXTURE_H

/**
 * @file
 * Movements on the test bench: parsed, walked, and tried on boards with men on them. Whatever goes
 * wrong on the way fails the running test with the words of the parser.
 */

#include <marcher/betza.h>

/** Starts and ends the memory that movements live in: setup and teardown of a test program. */
int mr_betza_fixture_open(void **state);
int mr_betza_fixture_close(void **state);

/** A movement that must be well written. */
const mr_betza *mr_betza_of(const char *text);

/** A board: '.' for empty squares, 'w' and 'b' for men. */
typedef struct mr_betza_board {
  uint8_t files;
  uint8_t ranks;
  char men[MR_BETZA_SIDE_MAX][MR_BETZA_SIDE_MAX]; /**< [rank][file] */
} mr_betza_board;

/** An empty board. */
mr_betza_board mr_betza_empty(uint8_t files, uint8_t ranks);

/** Reads "e10" as a file and a rank from 0. */
void mr_betza_square(const char *text, uint8_t *file, uint8_t *rank);

/** Puts a man on a square. */
void mr_betza_put(mr_betza_board *board, const char *square, char man);

/** A set of squares. */
typedef struct mr_betza_squares {
  bool on[MR_BETZA_SIDE_MAX][MR_BETZA_SIDE_MAX]; /**< [rank][file] */
} mr_betza_squares;

/** What a piece may do, in squares. */
typedef struct mr_betza_moves {
  mr_betza_squares quiet;
  mr_betza_squares captures; /**< of men of the other side */
  mr_betza_squares ep;       /**< empty squares where it might take in passing */
} mr_betza_moves;

/** The moves of a piece of White's, or of Black's, that stands on a square. */
mr_betza_moves mr_betza_moves_from(const mr_betza *betza, const mr_betza_board *board,
                                   const char *from, bool black);

/**
 * Squares in order of rank, then file, with blanks between: "a1 c1 b2".
 * @return a text that the next call of its own kind overwrites
 */
const char *mr_betza_squares_text(const mr_betza_squares *squares);

/**
 * The trails of a white piece, in the order in which they are given, with a blank between:
 * squares joined by signs. Behind a square `:` and its stops, `m`, `c` and `e` or `-` for none;
 * then, where the trail goes on, `>` if the square must be empty and `^` if a man must stand there.
 * In front, `i` for initial, `n` for one that creates e.p. rights, then `~` for slides.
 * @return a text that the next call overwrites
 */
const char *mr_betza_trails_text(const char *movement, uint8_t files, uint8_t ranks,
                                 const char *from);

#endif
