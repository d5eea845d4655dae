#ifndef MARCHER_CLI_COMMANDS_LAB_EXACT_H
#define MARCHER_CLI_COMMANDS_LAB_EXACT_H

/**
 * @file
 * Claims that tables and solving settle: who mates whom, who wins or draws a position.
 */

#include <marcher/measures.h>

#include "cli/cli.h"

/** What was found out. */
typedef struct lab_exact {
  mr_answer answer;
  const char *by;       /**< "tables", "solving" */
  const char *evidence; /**< in words; in the arena of the context */
} lab_exact;

/**
 * Whether the men on the left, to move, win at least `least` and at most `most` of a hundred legal
 * positions. @return an exit status
 */
int lab_exact_mate(cli_context *cli, const mr_game *game, const char *men, double least,
                   double most, lab_exact *out);

/**
 * Whether a position is won by a player, or drawn.
 * @param player NULL: drawn @param state NULL: the beginning @return an exit status
 */
int lab_exact_result(cli_context *cli, const mr_game *game, const char *player, const char *state,
                     lab_exact *out);

#endif
