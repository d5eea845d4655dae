#ifndef MARCHER_CLI_COMMANDS_ENDGAMES_H
#define MARCHER_CLI_COMMANDS_ENDGAMES_H

/**
 * @file
 * Tables of endings in the faces: what --endgames, --load and --save have in common.
 */

#include <marcher/endgame.h>

#include "cli/cli.h"

/** Row for the tables of commands whose players can use tables. */
#define CLI_ENDGAMES_OPTION(options_type, member)                                                  \
  CLI_OPTION("endgames", CLI_TEXT, options_type, member, .value = "PATH",                          \
             .help = "tables of endings for the computer: a file of 'marcher endgame --save', or " \
                     "a folder of them")

/**
 * Loads tables of a game; none at all is a complaint, too. @return an exit status. Free what `out`
 * receives with mr_endgame_set_free
 */
int cli_endgames_open(cli_context *cli, const mr_game *game, const char *path,
                      mr_endgame_set **out);

/**
 * Whether tables can be saved there, before hours go into their making; complains where they
 * cannot.
 * @return an exit status
 */
int cli_endgames_may_save(cli_context *cli, const char *path);

/**
 * Saves tables to a file, or under a name of their own where `path` is a folder.
 * @param squares where the men stand, for the name; "all" is not told
 * @pre cli_endgames_may_save
 * @return the path of the file in the arena of `cli`, or NULL after complaining
 */
const char *cli_endgames_save(cli_context *cli, const mr_game *game, const mr_endgame *endgame,
                              const char *squares, const char *path);

#endif
