#ifndef MARCHER_CLI_PLAY_KEYS_H
#define MARCHER_CLI_PLAY_KEYS_H

/**
 * @file
 * The keys of games that hide something, each in a file of its own in the folder for saved games,
 * which nobody else may read: whoever opens a record has not its key. A game that is over needs its
 * key no more, but a copy of its file from before does: the keys of the last ::CLI_KEYS_OVER that
 * have ended are kept, and older ones removed when another game ends.
 */

#include <marcher/record.h>

#include "cli/cli.h"

/** Keys of games that are over, at most. */
#define CLI_KEYS_OVER 10

/** What came of looking for a key. */
typedef enum cli_key_found {
  CLI_KEY_FOUND,
  CLI_KEY_MISSING,
  CLI_KEY_DAMAGED, /**< there is a file, but not with that key in it */
} cli_key_found;

/** Where the key of that name is, in the arena; NULL: there is no folder for it. */
const char *cli_key_path(cli_context *cli, const char *name);

/** Looks for a key. Complains of nothing. */
cli_key_found cli_key_find(cli_context *cli, const char *name, mr_seal_key *out);

/** Keeps a key, which may be there already. @param path receives where. @return an exit status */
int cli_key_keep(cli_context *cli, const mr_seal_key *key, const char **path);

/** Notes that the game of a key is over, or let go. What cannot be written stays as it is. */
void cli_key_retire(cli_context *cli, const char *name);

/** The same for the game of a record that is about to be removed, if that is sealed. */
void cli_key_retire_of(cli_context *cli, const char *path);

#endif
