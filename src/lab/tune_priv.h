/**
 * @file tune_priv.h
 * What the files tune*.c share. Weights are fitted in search/fairy/fit; here are the games.
 */
#ifndef MARCHER_LAB_TUNE_PRIV_H
#define MARCHER_LAB_TUNE_PRIV_H

#include <marcher/engine.h>
#include <marcher/tune.h>

#include "search/fairy/fit/fit.h"

enum {
  MR_TUNE_GAMES = 2000,
  MR_TUNE_NODES = 1000,
  MR_TUNE_ROUNDS = 2,
  MR_TUNE_EPOCHS = 40,
  MR_TUNE_TRUST = 75,
  MR_TUNE_HELD_OUT = 10, /**< every so manieth game */
};

/** A game that was played, as text: a line about it and one for each position. */
typedef struct mr_tune_game {
  uint8_t score; /**< White's, in quarter points */
  bool there;
  bool loaded; /**< it has not been played by this tuning */
  mr_str text;
} mr_tune_game;

struct mr_tune {
  const mr_game *game;
  mr_tune_options options; /**< complete */
  const mr_allocator *allocator;
  mr_tune_game *games; /**< by number, options.games of them */
  mr_fys_fit *fit;     /**< with the weights of the round */
  unsigned round;      /**< under way, from 1 */
};

/* tune_play.c */
/** Plays the games from `first` to before `end` that are not there yet. */
MR_NODISCARD mr_status mr_tune_play(mr_tune *tune, uint64_t first, uint64_t end, mr_error *err);

/* tune_data.c */
/** Gives the fit the positions of the games before `end`. */
MR_NODISCARD mr_status mr_tune_collect(mr_tune *tune, uint64_t end, mr_error *err);

#endif
