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

/** What plays games of a setting and writes each, for mr_run_games. */
typedef struct mr_sweep_writer {
  const mr_game *game;
  mr_str *out;
} mr_sweep_writer;
/** mr_run_games.take, whose context is such a writer. */
mr_status mr_sweep_game_take(void *context, const mr_played *played, mr_error *err);

/**
 * Takes the next line, of game `index`. @param out receives what was kept, all else is nought
 * @return MR_ERR_SYNTAX
 */
MR_NODISCARD mr_status mr_sweep_game_read(const mr_game *game, mr_tokens *lines, uint64_t index,
                                          mr_played *out, mr_error *err);

/** Nodes of searches beside the games, where targets can be known by them alone; else 0. */
uint64_t mr_sweep_probe(const mr_wish *targets, size_t count);

/** What settings are compiled of. */
typedef struct mr_sweep_source {
  const mr_catalog *catalog;
  const mr_plan *plan;
  const mr_sweep_grid *grid;
  mr_arena *arena; /**< why a setting is refused lives there */
} mr_sweep_source;

/**
 * Compiles one setting of a plan, without a network. @param places of its values in the lists of
 * the grid's keys
 * @param out its game is NULL where it is refused; to be freed by mr_sweep_forget, in any case
 * @return MR_ERR_DUPLICATE where a key is set by the plan, too; MR_ERR_SYNTAX, MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_sweep_compile_at(const mr_sweep_source *source, const uint16_t *places,
                                           mr_sweep_setting *out, mr_error *err);

/** A rule that no setting has ends no game. @return MR_ERR_UNKNOWN where a target names one */
MR_NODISCARD mr_status mr_sweep_check_rules(const mr_wish *targets, size_t count,
                                            const mr_sweep_setting *settings, size_t setting_count,
                                            mr_error *err);

/** The first complaint as a sentence, with what may have been meant. It lives in the arena. */
const char *mr_sweep_reason(mr_arena *arena, const mr_diagnostics *list, mr_status status);

/** A few words for somebody who waits. */
void mr_sweep_tell(const mr_sweep_report *report, mr_str *out);

/** The summary of a run's folder: whole numbers. */
void mr_sweep_write(const mr_sweep_report *report, mr_str *out);

#endif
