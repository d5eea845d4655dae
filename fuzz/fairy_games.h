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

/**
 * The same, and behind those of all targets some for what their texts have and the others have not:
 * hands, gates, walls, checks that are counted, men that turn over or change sides, two squares
 * that were passed, castling from any files, men that promote where they stand, kings that face
 * each other, mates that depend on checks before them.
 */
static inline const mr_game *fuzz_any_game(unsigned which) {
  static const mr_override thrice[] = {{"tripleStepRegionWhite", "*2"},
                                       {"tripleStepRegionBlack", "*7"}};
  static const mr_override anywhere[] = {{"chess960", "true"}};
  static const struct {
    const char *name;
    const mr_override *sets;
    size_t count;
  } more[] = {{"crazyhouse", NULL, 0}, {"seirawan", NULL, 0},      {"duck", NULL, 0},
              {"atomic", NULL, 0},     {"xiangqi", NULL, 0},       {"kyotoshogi", NULL, 0},
              {"makruk", NULL, 0},     {"3check", NULL, 0},        {"flipello", NULL, 0},
              {"ataxx", NULL, 0},      {"spartan", NULL, 0},       {"placement", NULL, 0},
              {"suicide", NULL, 0},    {"chess", thrice, 2},       {"chess960", NULL, 0},
              {"sittuyin", NULL, 0},   {"capahouse", anywhere, 1}, {"janggi", NULL, 0},
              {"shatar", NULL, 0}};
  enum { MORE = sizeof more / sizeof *more };
  static mr_game *opened[MORE];
  which %= FUZZ_GAMES + MORE;
  if (which < FUZZ_GAMES) {
    return fuzz_game(which);
  }
  which -= FUZZ_GAMES;
  if (opened[which] == NULL) {
    opened[which] = fuzz_open(more[which].name, more[which].sets, more[which].count);
  }
  return opened[which];
}

#endif
