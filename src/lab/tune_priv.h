/**
 * @file tune_priv.h
 * What the files tune*.c share. Weights are fitted in search/fairy/fit; here are the games.
 */
#ifndef MARCHER_LAB_TUNE_PRIV_H
#define MARCHER_LAB_TUNE_PRIV_H

#include <marcher/engine.h>
#include <marcher/tune.h>
#include <stdio.h>

#include "lab/gate.h"
#include "lab/selfplay.h"

enum {
  MR_TUNE_GAMES = 2000,
  MR_TUNE_NODES = 1000,
  MR_TUNE_ROUNDS = 2,
  MR_TUNE_EPOCHS = 40,
  MR_TUNE_TRUST = 75,
  MR_TUNE_GATE_GAMES = 400,
  MR_TUNE_HELD_OUT = 10, /**< every so manieth game */
};

/** A game that was played: a line about it and one for each position, in the file. */
typedef struct mr_tune_game {
  uint64_t at;     /**< in the file */
  uint32_t length; /**< bytes; 0: it waits for an earlier one in `text` */
  uint32_t actions;
  uint8_t score; /**< White's, in quarter points */
  bool there;
  mr_str text;
} mr_tune_game;

struct mr_tune {
  const mr_game *game;
  mr_tune_options options; /**< complete */
  const mr_allocator *allocator;
  mr_tune_game *games; /**< by number, options.games of them */
  FILE *temporary;     /**< of the games, where they are not to be kept; else NULL */
  int file;            /**< of the games, a descriptor; -1: not opened */
  uint64_t file_size;
  mr_fys_fit *fit; /**< with the weights of the round */
  unsigned round;  /**< under way, from 1 */
};

/* tune_play.c */
/** Plays the games from `first` to before `end` that are not there yet. */
MR_NODISCARD mr_status mr_tune_play(mr_tune *tune, uint64_t first, uint64_t end, mr_error *err);

/* tune_data.c */
/** Opens the file of the games, and reads what it holds. */
MR_NODISCARD mr_status mr_tune_open_games(mr_tune *tune, mr_error *err);
/** The positions of the games before `end`. @param context of the source, must stay */
typedef struct mr_tune_part {
  mr_tune *tune;
  uint64_t end;
  mr_state *state; /**< scratch */
  mr_str text;
} mr_tune_part;
mr_fys_fit_source mr_tune_source(mr_tune_part *part);

#endif
