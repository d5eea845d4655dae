#ifndef MARCHER_CLI_FILES_H
#define MARCHER_CLI_FILES_H

/**
 * @file
 * Whole files in and out; documents of JSON, a line each.
 */

#include <marcher/json.h>
#include <marcher/pgn.h>

#include "cli/cli.h"

/** Row for the tables of commands whose options have a member `output`. */
#define CLI_OUTPUT_OPTION(options_type)                                                \
  CLI_OPTION("output", CLI_TEXT, options_type, output, .letter = 'o', .value = "FILE", \
             .help = "write to a file instead of standard output")

/** Reads a file of at most `limit` bytes; "-" is standard input. @return an exit status */
int cli_file_read(cli_context *cli, const char *path, size_t limit, mr_str *out);

/** The same from a descriptor. @return MR_ERR_IO, MR_ERR_LIMIT; `out` may be out of memory */
MR_NODISCARD mr_status cli_descriptor_read(int descriptor, const char *name, size_t limit,
                                           mr_str *out, mr_error *err);

/** A file in PGN that is read game by game, however long it is. */
typedef struct cli_pgn_file {
  const char *path;
  int descriptor;
  int reason; /**< why it could not be read to its end; 0: it could */
  mr_pgn_reader *reader;
} cli_pgn_file;

/**
 * The beginning of a regular file of more than `limit` bytes, as a text of less than `size`; false
 * where the file is another, or cannot be read.
 */
bool cli_file_peek(const char *path, size_t limit, char *head, size_t size);

/** Opens one, which is not moved and is to be closed. @param name for errors @return exit status */
int cli_pgn_open(cli_context *cli, const char *path, const char *name, cli_pgn_file *out);

/** Complains where it could not be read to its end. @return an exit status */
int cli_pgn_close(cli_context *cli, cli_pgn_file *file);

/**
 * Writes a file whole or not at all (base/file.h); "-" is standard output. Refuses to write over
 * the rules and the network that the command was given. @return exit status
 */
int cli_file_write(cli_context *cli, const char *path, const char *bytes, size_t length);

/**
 * Whether a file can be written there, and cli_file_write would, for those who work long before
 * they write; complains otherwise. What stands there stays as it is. @return an exit status
 */
int cli_file_may_write(cli_context *cli, const char *path);

/** Writes a text to `path`, or to standard output when that is NULL. @return an exit status */
int cli_text_write(cli_context *cli, const char *path, const mr_str *text);

/** Makes a folder and those above it, for whom `mode` says. @return whether it is there */
bool cli_make_folders(char *path, unsigned mode);

/**
 * Folder for saved games: $XDG_STATE_HOME/marcher or ~/.local/state/marcher, made when `make`.
 * Complains and returns NULL when there is none.
 */
const char *cli_state_folder(cli_context *cli, bool make);

/** Whether two paths are the same text or lead to the same file, also one that is to be made. */
bool cli_file_same(const char *one, const char *other);

/* ---- documents of JSON ----------------------------------------------------------------------- */

/** One under way, apart from standard output: what fails leaves nothing half-done there. */
typedef struct cli_document {
  mr_str text;
  mr_json json;
} cli_document;

/** Begins one. @return its writer, in an open object */
mr_json *cli_document_open(cli_document *document);

/** Ends it and writes it as a line; frees it. @return exit status */
int cli_document_print(cli_context *cli, cli_document *document);

/** The same into a file. @return exit status */
int cli_document_save(cli_context *cli, cli_document *document, const char *path);

/**
 * Begins one with a list under `key`, where --json asks for one. @return its writer, in the list;
 * NULL: text is asked for
 */
mr_json *cli_document_open_list(cli_context *cli, cli_document *document, const char *key);

/** Ends the list and prints the document, if it is asked for. @return `status`, or its own failure
 */
int cli_document_close_list(cli_context *cli, cli_document *document, int status);

/** The name of a file, without the folders that its path names. */
const char *cli_file_name(const char *path);

/** Frees one that is not printed. */
void cli_document_drop(cli_document *document);

#endif
