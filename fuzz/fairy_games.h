/**
 * @file
 * The games of the targets of the chess-like family.
 */
#ifndef MARCHER_FUZZ_FAIRY_GAMES_H
#define MARCHER_FUZZ_FAIRY_GAMES_H

#include "texts.h"

enum { FUZZ_GAMES = 6 };

/** The game of a number; opened once. */
static inline const mr_game *fuzz_game(unsigned which) {
  static const char *const names[FUZZ_GAMES] = {
      "borderlands",    "battle-of-ideologies",  "battle-of-ideologies-pychess",
      "colorboundmost", "nearly-colorboundmost", "chess"};
  static mr_game *opened[FUZZ_GAMES];
  which %= FUZZ_GAMES;
  if (opened[which] == NULL) {
    opened[which] = fuzz_open(names[which], NULL, 0);
  }
  return opened[which];
}

#endif
