#ifndef MARCHER_CLI_PLAY_PACE_H
#define MARCHER_CLI_PLAY_PACE_H

/**
 * @file
 * How fast a game is shown, and the keys that change it.
 */

#include "cli/cli.h"

#define CLI_DELAY_MAX 60000

typedef struct cli_pace {
  cli_context *cli;
  unsigned delay; /**< milliseconds between turns */
  bool keys;      /**< single keys are read */
  bool paused;
  bool quit; /**< the user has seen enough */
} cli_pace;

/**
 * Prepares for showing a game with `delay` milliseconds between turns. With a terminal on both
 * sides it takes single keys until cli_pace_end; `step` begins paused.
 */
void cli_pace_begin(cli_pace *pace, cli_context *cli, unsigned delay, bool step);
void cli_pace_end(cli_pace *pace);

/** Waits between two turns. @return false: leave, by key, by signal or by the end of the input */
bool cli_pace_wait(cli_pace *pace);

/** Looks whether a key asks to leave, without waiting. */
bool cli_pace_goes_on(cli_pace *pace);

#endif
