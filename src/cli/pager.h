#ifndef MARCHER_CLI_PAGER_H
#define MARCHER_CLI_PAGER_H

/**
 * @file
 * Long texts on a terminal.
 */

#include "cli/cli.h"

/**
 * Shows what has been written since `from` bytes of `cli->out`: where a terminal is on both sides
 * and has fewer lines than that, by $PAGER, else by less where it is, else as everywhere: it
 * stays in `cli->out`. Less is told to say how to come back, and kept from writing files and
 * running commands; of another $PAGER nothing is known.
 */
void cli_page_out(cli_context *cli, size_t from);

#endif
