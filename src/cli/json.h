#ifndef MARCHER_CLI_JSON_H
#define MARCHER_CLI_JSON_H

/**
 * @file
 * Documents of JSON on standard output, a line each.
 */

#include <marcher/json.h>

#include "cli/cli.h"

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

/** Frees one that is not printed. */
void cli_document_drop(cli_document *document);

#endif
