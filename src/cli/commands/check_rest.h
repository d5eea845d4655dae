#ifndef MARCHER_CLI_COMMANDS_CHECK_REST_H
#define MARCHER_CLI_COMMANDS_CHECK_REST_H

/**
 * @file
 * What is left of a definition file that cannot be read as a whole, so that `check` tells the
 * faults of all of it at once.
 */

#include <marcher/definition.h>

/**
 * Blanks, keeping its lines in their places, every definition of a file in which a complaint has
 * found an error, and those that have one of these for a parent. What is wrong with these has no
 * meaning before that is mended.
 * @return whether definitions are left
 */
bool check_keep_readable(char *text, size_t length, const mr_diagnostics *list);

#endif
