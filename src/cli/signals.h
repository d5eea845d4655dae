#ifndef MARCHER_CLI_SIGNALS_H
#define MARCHER_CLI_SIGNALS_H

/**
 * @file
 * Signals and the terminal's modes. Interactive commands catch SIGINT, SIGTERM and SIGHUP, so
 * that the game is saved and the terminal is left as it was; all others leave them alone.
 */

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

/** From now on a signal only raises the flags below. The third ends the program. */
void cli_signals_catch(void);

/** The signal that was caught, or 0. */
int cli_signal(void);

/** Raised with the signal: for mr_limits.stop. */
const atomic_bool *cli_stop_flag(void);

/**
 * Blocks the caught signals and returns the mask under which to wait, so that none slips in
 * between looking at cli_signal and waiting. cli_signals_unblock ends it.
 */
void cli_signals_block(sigset_t *wait_mask);
void cli_signals_unblock(const sigset_t *wait_mask);

/** Single keys without echo, until cli_keys_end, exit, or a signal. @return false: no terminal */
bool cli_keys_begin(void);
void cli_keys_end(void);

#endif
