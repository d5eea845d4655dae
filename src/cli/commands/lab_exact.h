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

/** Who plays a side, 0 (that of seat 0) or 1. */
const char *lab_exact_side(const mr_game *game, unsigned side);

/** Whether a claim about men can be asked, with what is wrong about them and its column. */
MR_NODISCARD mr_status lab_exact_check_mate(const mr_game *game, const char *men, mr_error *error);

/**
 * Whether the men on the left, to move, win at least `least` and at most `most` of a hundred legal
 * positions. @return an exit status
 */
int lab_exact_mate(cli_context *cli, const mr_game *game, const char *men, double least,
                   double most, lab_exact *out);

/**
 * Whether a claim about a result can be asked. What is wrong about the state has a column, what is
 * about the player or the game has none. @param player NULL: a draw @param state NULL: the
 * beginning
 */
MR_NODISCARD mr_status lab_exact_check_result(const mr_game *game, const char *player,
                                              const char *state, mr_error *error);

/**
 * Whether a position is won by a player, or drawn; both have been checked.
 * @param nodes actions looked at by solving; 0: as many as half a minute allows
 * @return an exit status
 */
int lab_exact_result(cli_context *cli, const mr_game *game, const char *player, const char *state,
                     uint64_t nodes, lab_exact *out);

#endif
