#ifndef MARCHER_TESTS_SUPPORT_ENDGAME_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_ENDGAME_FIXTURE_H

/**
 * @file
 * Short ways to tables of endings; they fail the test where there is no way.
 */

#include <marcher/endgame.h>

/** Reads the men of an ending. */
mr_endgame_men mr_men_of(const mr_game *game, const char *text);

/** Works them out. Free it with mr_endgame_free. */
mr_endgame *mr_tables_of(const mr_game *game, const mr_endgame_men *men);

/** Keeps a man to some cells: those whose number is `remainder` after division by `divisor`. */
void mr_man_within(mr_endgame_man *man, unsigned divisor, unsigned remainder);

#endif
