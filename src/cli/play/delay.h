#ifndef MARCHER_CLI_PLAY_DELAY_H
#define MARCHER_CLI_PLAY_DELAY_H

/**
 * @file
 * How fast a game is shown, and the keys that change it.
 */

#include "cli/cli.h"

#define CLI_DELAY_MAX 60000

typedef struct cli_delay {
  cli_context *cli;
  unsigned milliseconds; /**< milliseconds between turns */
  bool keys;             /**< single keys are read */
  bool paused;
  bool quit; /**< the user has seen enough */
} cli_delay;

/**
 * Prepares for showing a game with so many milliseconds between turns. With a terminal on both
 * sides it takes single keys until cli_delay_end; `step` begins paused.
 */
void cli_delay_begin(cli_delay *delay, cli_context *cli, unsigned milliseconds, bool step);
void cli_delay_end(cli_delay *delay);

/** Waits between two turns. @return false: leave, by key, by signal or by the end of the input */
bool cli_delay_wait(cli_delay *delay);

/** Looks whether a key asks to leave, without waiting. */
bool cli_delay_goes_on(cli_delay *delay);

#endif
