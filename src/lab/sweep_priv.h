/**
 * @file
 * What the files of sweeps share: a game as a line of a batch, and words.
 */
#ifndef MARCHER_LAB_SWEEP_PRIV_H
#define MARCHER_LAB_SWEEP_PRIV_H

#include <marcher/sweep.h>

#include "lab/run_priv.h"

/** Appends what is kept of a game: a line of whole numbers. */
void mr_sweep_game_write(const mr_game *game, const mr_played *played, mr_str *out);

/**
 * Takes the next line, of game `index`. @param out receives what was kept, all else is nought
 * @return MR_ERR_SYNTAX
 */
MR_NODISCARD mr_status mr_sweep_game_read(const mr_game *game, mr_tokens *lines, uint64_t index,
                                          mr_played *out, mr_error *err);

/** A few words for somebody who waits. */
void mr_sweep_tell(const mr_sweep_report *report, mr_str *out);

/** The summary of a run's folder: whole numbers. */
void mr_sweep_write(const mr_sweep_report *report, mr_str *out);

#endif
