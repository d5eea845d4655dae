#ifndef MARCHER_CLI_COMMANDS_LAB_RUN_H
#define MARCHER_CLI_COMMANDS_LAB_RUN_H

/**
 * @file
 * What `lab run` and `lab sweep` share: both make runs, go on with them, and tell what they hold.
 */

#include <marcher/run.h>

#include "cli/commands/lab.h"

/** The kind of sweeps, in lab_options. */
#define LAB_RUN_SWEEP 3

/** Makes a run or opens one, and plays it. @return an exit status */
int lab_run_run(cli_context *cli, const lab_options *choice);

/** What there is of a sweep, as text, as a page, or as JSON. @return an exit status */
int lab_sweep_print(cli_context *cli, const lab_options *choice, const mr_run *run,
                    const mr_run_look *look);

/** The page of a sweep. Its parts live in the arena of `cli`. */
struct mr_sweep_report;
void lab_sweep_page(cli_context *cli, const mr_run *run, const struct mr_sweep_report *report,
                    mr_doc *doc);

#endif
