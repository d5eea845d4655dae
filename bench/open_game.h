/**
 * @file open_game.h
 * A game of the catalogue for a measuring program.
 */
#ifndef MARCHER_BENCH_OPEN_GAME_H
#define MARCHER_BENCH_OPEN_GAME_H

#include <marcher/game.h>

/** The compiled game, or NULL after saying on stderr what is wrong. Free it with mr_game_free. */
mr_game *open_game(const char *name);

#endif
