#ifndef MARCHER_CLI_COMMANDS_LAB_CLAIMS_H
#define MARCHER_CLI_COMMANDS_LAB_CLAIMS_H

/**
 * @file
 * Files of sentences about games, read and checked before anything is played.
 */

#include <marcher/measures.h>

#include "cli/commands/lab.h"

/** What a sentence speaks of, and so what settles it. */
typedef enum lab_claim_kind {
  LAB_CLAIM_MEASURE, /**< "first borderlands in 45..55": games */
  LAB_CLAIM_MATE,    /**< "mate chess KBNvK": tables */
  LAB_CLAIM_RESULT,  /**< "wins chess White at STATE", "draw chess at STATE": tables or solving */
  LAB_CLAIM_WORTH    /**< "worth chess Q > R": values of pieces */
} lab_claim_kind;

/** One sentence. */
typedef struct lab_claim {
  lab_claim_kind kind;
  const char *text;
  const mr_game *game; /**< that of others about the same one */
  const char *subject; /**< men, a player or a piece; NULL: a draw */
  const char *other;   /**< a piece to compare with, or a state; NULL: none */
  bool more;           /**< of comparisons: worth more, not less */
  mr_wish wish;        /**< of measures; of others its bounds */
  bool settled;        /**< so far as it can be */
  mr_answer answer;
  mr_measure found;       /**< of measures */
  const char *by;         /**< what settled it: "games"; NULL: nothing did */
  const char *evidence;   /**< in words; NULL: `found` */
  mr_random_turns random; /**< of measures: why it is undecided, where there were many */
} lab_claim;

/** A game that claims are about, by the word that they have for it. */
typedef struct lab_claims_game {
  const char *word;
  mr_game *game; /**< NULL: there is none */
} lab_claims_game;

/** A file of them. */
typedef struct lab_claim_list {
  lab_claim *items;
  size_t count;
  lab_claims_game *games;
  size_t game_count;
} lab_claim_list;

/**
 * Reads a file, and looks up every game, measure, rule, piece, player and state in it; complains of
 * all mistakes at once. End it with lab_claims_done in any case. @return an exit status
 */
int lab_claims_read(cli_context *cli, const char *path, lab_claim_list *out);
void lab_claims_done(lab_claim_list *claims);

#endif
