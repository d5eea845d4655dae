#ifndef CLI_ALONE_H
#define CLI_ALONE_H

/**
 * @file
 * Definition files that are no part of the catalogue.
 */

#include <marcher/definition.h>

/** Called for each definition that compiles. */
typedef void (*cli_compiled_fn)(void *context, const char *name);

/** A file that is to be compiled by itself. */
typedef struct cli_alone {
  const char *source;
  const char *text;
  size_t length;
  const mr_override *overrides;
  size_t override_count;
} cli_alone;

/**
 * Compiles the definitions of a text by themselves: for a file whose names the catalogue has
 * already, such as an edited copy of one of its own. Complaints go to `list`.
 * @return MR_OK, or the status of the first error
 */
mr_status cli_compile_alone(const cli_alone *file, cli_compiled_fn compiled, void *context,
                            mr_diagnostics *list);

#endif
