#ifndef MARCHER_CLI_PLAY_LOBBY_H
#define MARCHER_CLI_PLAY_LOBBY_H

/**
 * @file
 * Saved games, as the lobby lists them.
 */

#include "cli/cli.h"

/** The menu of `marcher` alone on a terminal. @return an exit status */
int cli_lobby(cli_context *cli);

/** The paths of the records in the folder for saved games, sorted by name. */
void cli_saved_games(cli_context *cli, cli_list *out);

/** One line about a record: its file, game, length and players. */
void cli_describe_saved(cli_context *cli, const char *path, mr_str *out);

#endif
