#ifndef MARCHER_CLI_FILES_H
#define MARCHER_CLI_FILES_H

/**
 * @file
 * Whole files in and out.
 */

#include "cli/cli.h"

/** Reads a file of at most `limit` bytes; "-" is standard input. @return an exit status */
int cli_file_read(cli_context *cli, const char *path, size_t limit, mr_str *out);

/**
 * Writes a file whole or not at all: a new file takes the place of the old one only when it is
 * complete. What is no regular file (a device, a pipe) is written to directly; "-" goes to
 * standard output. @return an exit status
 */
int cli_file_write(cli_context *cli, const char *path, const char *bytes, size_t length);

/**
 * Whether a file can be written there, for those who work long before they write; complains
 * otherwise. What stands there stays as it is. @return an exit status
 */
int cli_file_may_write(cli_context *cli, const char *path);

/** Writes a text to `path`, or to standard output when that is NULL. @return an exit status */
int cli_text_write(cli_context *cli, const char *path, const mr_str *text);

/**
 * Folder for saved games: $XDG_STATE_HOME/marcher or ~/.local/state/marcher, made when `make`.
 * Complains and returns NULL when there is none.
 */
const char *cli_state_folder(cli_context *cli, bool make);

/** Whether two paths are the same text or lead to the same file. */
bool cli_file_same(const char *one, const char *other);

/** "folder/name" in the arena of `cli`, or NULL. */
const char *cli_path_join(cli_context *cli, const char *folder, const char *name);

#endif
