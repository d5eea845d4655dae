#ifndef MARCHER_CLI_PLAY_KEYS_H
#define MARCHER_CLI_PLAY_KEYS_H

/**
 * @file
 * The keys of games that hide something, each in a file of its own in the folder for saved games,
 * which nobody else may read: whoever opens a record has not its key.
 */

#include <marcher/record.h>

#include "cli/cli.h"

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

#endif
