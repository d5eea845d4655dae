#ifndef MARCHER_CLI_COMMANDS_LAB_H
#define MARCHER_CLI_COMMANDS_LAB_H

/**
 * @file
 * What `marcher lab` does: one row for each kind of experiment.
 */

#include "cli/commands.h"

/** Values of the options of all experiments. */
typedef struct lab_options {
  const char *what;
  const char *game;
  const char *output;
  const char *check;
  cli_number count;
  cli_number tries;
  cli_number nodes;
} lab_options;

/** One experiment. */
typedef struct lab_experiment {
  const char *name;
  const char *summary; /**< a few words, for the list */
  const cli_option *options;
  int (*run)(cli_context *cli, const lab_options *choice); /**< @return an exit status */
} lab_experiment;

extern const lab_experiment lab_puzzles;

#endif
