#ifndef MARCHER_CLI_COMMANDS_LAB_RUN_H
#define MARCHER_CLI_COMMANDS_LAB_RUN_H

/**
 * @file
 * What `lab run` and `lab sweep` share: both make runs, go on with them, and tell what they hold.
 */

#include <marcher/json.h>
#include <marcher/sweep.h>

#include "cli/commands/lab.h"

/** Kinds of runs, by their places in lab_options; NULL behind them. */
extern const char *const lab_kinds[];
#define LAB_RUN_SWEEP 3
#define LAB_RUN_SEARCH 4

/** Makes a run or opens one, and plays it. @return an exit status */
int lab_run_run(cli_context *cli, const lab_options *choice);

/** Whether the players of the file of an experiment can play; complains with their place.
 *  @return an exit status */
int lab_run_check_players(cli_context *cli, const char *path, const mr_plan *plan,
                          const mr_game *game);

/** What there is of a sweep, as text, as a page, or as JSON. @return an exit status */
int lab_sweep_print(cli_context *cli, const lab_options *choice, const mr_run *run,
                    const mr_run_look *look);

/** The page of a sweep. Its parts live in the arena of `cli`. */
void lab_sweep_page(cli_context *cli, const lab_options *choice, const mr_run *run,
                    const mr_sweep_report *report, mr_doc *doc);

/** What there is of a search through many keys, likewise. @return an exit status */
int lab_search_print(cli_context *cli, const lab_options *choice, const mr_run *run,
                     const mr_run_look *look);

/** Bytes of ": about 9700 games would tell", the NUL included. */
#define LAB_SWEEP_GAMES_MAX 64
/** How many games it takes to decide what these do not, in words; "" where nobody knows, or more of
 *  them do not. @return `out` */
const char *lab_sweep_games(const mr_wish *targets, size_t count, mr_summary *games,
                            char out[LAB_SWEEP_GAMES_MAX]);
/** Says so where many turns were random, and who is favoured is asked. */
void lab_sweep_random(const mr_wish *targets, size_t count, mr_summary *games, mr_doc *doc);
/** Appends "first between 49.0% and 51.0%". */
void lab_sweep_wish(const mr_wish *wish, mr_unit unit, mr_str *out);
/** Appends the words that make such a run again, of a sweep or a search: those of the game as they
 *  were given or, of a run that was opened, as its folder has them. */
void lab_sweep_line(const cli_context *cli, const lab_options *choice, const mr_run *run,
                    mr_str *out);

#endif
