/**
 * @file bids_game.h
 * A small game with secrets that come and go: three players, three rounds. In each round a card is
 * drawn that nobody sees, each player bids 0, 1 or 2 unseen by the others, and then all is open:
 * the highest bid times the card is added to what its player has, and the next round begins. Who
 * has most wins; of several the first.
 *
 * A state's text: the round, who is next (`c` draws the card), the card, the bids and what
 * everybody has: `1 b 3 2?. 00 04 00`. `?` is unknown, `.` is not there yet.
 */
#ifndef MARCHER_TESTS_SUPPORT_BIDS_GAME_H
#define MARCHER_TESTS_SUPPORT_BIDS_GAME_H

#include <marcher/game.h>

typedef struct bids_game {
  mr_game game;
} bids_game;

/** Needs no freeing. */
void bids_game_init(bids_game *out);

#endif
