#ifndef MARCHER_CLI_WORDS_H
#define MARCHER_CLI_WORDS_H

/**
 * @file
 * Command lines that are told: each option with a blank before it, as a shell reads it.
 */

#include "cli/cli.h"

/** A word, in quotes where a shell would take it for more or for less. */
void cli_add_word(mr_str *out, const char *word);

/** " --name value"; nothing where there is no value. */
void cli_add_option(mr_str *out, const char *name, const char *value);
void cli_add_number(mr_str *out, const char *name, uint64_t number);
void cli_add_given(mr_str *out, const char *name, const cli_number *number);
void cli_add_list(mr_str *out, const char *name, const cli_list *list);

/** Settings of keys, in their order: " --set key=value". */
void cli_add_sets(mr_str *out, const mr_override *sets, size_t count);

#endif
