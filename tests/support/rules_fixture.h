#ifndef MARCHER_TESTS_SUPPORT_RULES_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_RULES_FIXTURE_H

/**
 * @file
 * Definitions of chess-like games on the test bench: compiled, and asked what they mean.
 */

#include <marcher/catalog.h>

#include "rules/fairy/fairy.h"

/** A small game named "x" that tests add lines to, from line 8 on. */
#define BASE                \
  "[x]\n"                   \
  "king = k\n"              \
  "pawn = p\n"              \
  "customPiece1 = h:NmB3\n" \
  "maxFile = 5\n"           \
  "maxRank = 6\n"           \
  "castling = false\n"
#define START "startFen = 2k2/5/5/5/PPPPP/2K2 w - - 0 1\n"

/** A catalogue with one file of the test's, and what was said about it. */
typedef struct fixture {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game; /**< NULL where it could not be compiled */
} fixture;

/** Compiles the game `name` of a file "x.ini" with this text. Close the fixture in any case. */
mr_status fixture_try(fixture *d, const char *text, const char *name);

/** The same for a text that has to be right, without so much as a warning. */
void fixture_open(fixture *d, const char *text, const char *name);

void fixture_close(fixture *d);

const mr_fy_rules *rules_of(const fixture *d);

/** The kind that a letter names, perhaps with a '+'; fails where there is none. */
const mr_fy_kind *kind_named(const fixture *d, const char *name);

/** The squares of a set as "a1 b1 ...", rank by rank, in `buffer`. */
const char *squares_in(const fixture *d, const mr_fy_set *set, char *buffer, size_t size);

/** Positions after so many moves from the first one. */
uint64_t perft_of(const fixture *d, unsigned depth);

/** The sentence of a rule, NULL where there is none of that name. */
const char *rule_text(const fixture *d, const char *id);

#endif
