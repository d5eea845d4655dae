/**
 * @file
 * The games of the targets of the chess-like family.
 */
#ifndef MARCHER_FUZZ_FAIRY_GAMES_H
#define MARCHER_FUZZ_FAIRY_GAMES_H

#include "texts.h"

enum { FUZZ_GAMES = 20 };

/**
 * The game of a number; opened once. The last are there for what their texts have and others have
 * not: hands, gates, walls, checks that are counted, men that turn over or change sides, two
 * squares that were passed.
 */
static inline const mr_game *fuzz_game(unsigned which) {
  static const char *const names[FUZZ_GAMES] = {"borderlands",
                                                "battle-of-ideologies",
                                                "battle-of-ideologies-pychess",
                                                "colorboundmost",
                                                "nearly-colorboundmost",
                                                "chess",
                                                "crazyhouse",
                                                "seirawan",
                                                "duck",
                                                "atomic",
                                                "xiangqi",
                                                "kyotoshogi",
                                                "makruk",
                                                "3check",
                                                "flipello",
                                                "ataxx",
                                                "spartan",
                                                "placement",
                                                "suicide",
                                                "chess"};
  static const mr_override thrice[] = {{"tripleStepRegionWhite", "*2"},
                                       {"tripleStepRegionBlack", "*7"}};
  static mr_game *opened[FUZZ_GAMES];
  which %= FUZZ_GAMES;
  if (opened[which] == NULL) {
    bool last = which == FUZZ_GAMES - 1;
    opened[which] =
        fuzz_open(names[which], last ? thrice : NULL, last ? sizeof thrice / sizeof *thrice : 0);
  }
  return opened[which];
}

#endif
