#ifndef MARCHER_CLI_OPTIONS_H
#define MARCHER_CLI_OPTIONS_H

/**
 * @file
 * Reading a command line from a command's tables. See cli_option for what is stored where.
 */

#include "cli/cli.h"

/** The options of every command. */
extern const cli_option cli_global_options[];

/**
 * Reads the options that stand before the command. @param at receives the index of the command's
 * name, or argc. @return CLI_OK, or CLI_USAGE after a complaint
 */
int cli_read_leading(cli_context *cli, int argc, char **argv, int *at);

/**
 * Reads what follows the command's name into `values`, the command's zeroed structure. Unless
 * --help is among it, no required argument is lacking afterwards.
 */
int cli_read_options(cli_context *cli, const cli_command *command, int argc, char **argv,
                     void *values);

/** A decimal number in min .. max and nothing else. */
bool cli_read_number(const char *text, uint64_t min, uint64_t max, uint64_t *out);

/** Adds an item to a list in the arena of `cli`. @return false: out of memory */
bool cli_list_add(cli_context *cli, cli_list *list, const char *item);

/** Adds one `key=value` to the overrides. @return CLI_OK, or CLI_USAGE after a complaint */
int cli_add_override(cli_context *cli, const char *text);

#endif
