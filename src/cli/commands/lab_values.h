#ifndef MARCHER_CLI_COMMANDS_LAB_VALUES_H
#define MARCHER_CLI_COMMANDS_LAB_VALUES_H

/**
 * @file
 * What pieces are worth, for all commands that ask: played, worked out, and told.
 */

#include <marcher/measure.h>
#include <marcher/values.h>

#include "cli/commands/lab.h"

/** One way to find out. */
typedef struct lab_worth {
  bool done; /**< else `why` says why there is none */
  mr_error why;
  uint64_t cases; /**< games, or pairs of them */
  mr_value values[MR_MATERIAL_KINDS_MAX];
} lab_worth;

/** What pieces of one game are worth. */
typedef struct lab_values_study {
  const mr_game *game;
  uint64_t seed;
  uint64_t games;
  uint64_t pairs;
  char seats[32];
  unsigned threads;
  size_t unit;
  bool strangers; /**< some games had pieces that are of no kind */
  mr_material_kinds kinds;
  mr_replacements plan;
  lab_worth games_say;   /**< by regression on games from the beginning */
  lab_worth matches_say; /**< by replacement matches */
} lab_values_study;

/**
 * Plays the games that the options ask for and works out what they say; complains. A signal ends it
 * early with what there is. @param unit NULL: the most frequent kind @return an exit status
 */
int lab_values_find(cli_context *cli, const lab_options *choice, const mr_game *game,
                    const char *unit, lab_values_study *study);

/** What the designer says of a kind, in units; NaN: nothing. */
double lab_values_said(const lab_values_study *study, size_t kind);

#endif
