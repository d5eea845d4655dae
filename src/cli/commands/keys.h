#ifndef MARCHER_CLI_COMMANDS_KEYS_H
#define MARCHER_CLI_COMMANDS_KEYS_H

/**
 * @file
 * What --set can change of a game.
 */

#include <marcher/doc.h>

#include "cli/cli.h"

/**
 * A page about the keys of a game: their values now, what they may be, their rules and meanings.
 * Complains when it cannot. @return an exit status
 */
int cli_keys_page(cli_context *cli, const char *game, mr_doc *doc);

#endif
