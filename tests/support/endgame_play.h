#ifndef MARCHER_TESTS_SUPPORT_ENDGAME_PLAY_H
#define MARCHER_TESTS_SUPPORT_ENDGAME_PLAY_H

/**
 * @file
 * Engines that ask tables of endings, at play.
 */

#include <marcher/endgame.h>

/**
 * Has an engine with the tables play random positions of theirs, and the longest win, that the
 * player to move wins, against the best defence. The test fails unless each is won in the plies
 * that the tables promise.
 * @param men those that the tables are of @param count of positions
 */
void mr_endgame_play_wins(const mr_game *game, const mr_endgame *endgame, const mr_endgame_men *men,
                          unsigned count);

#endif
