#ifndef MARCHER_CLI_COMMANDS_LAB_REVIEW_H
#define MARCHER_CLI_COMMANDS_LAB_REVIEW_H

/**
 * @file
 * What a review adds up over all games that it reads: errors of each side, and remarks. Texts are
 * the caller's, and live as long.
 */

#include <marcher/json.h>
#include <marcher/review.h>

#include "cli/cli.h"

/** What the turns of one seat of a game come to, over all games that were read. */
typedef struct lab_review_side {
  const char *game;
  const char *player;
  size_t games;
  mr_review_side sum;
} lab_review_side;

/** A remark with its place. */
typedef struct lab_review_remark {
  const char *file;
  const char *game;
  const char *tester; /**< or NULL */
  const char *action; /**< the text of the action it was made at; "" before the first */
  size_t at;
  const char *text;
} lab_review_remark;

typedef struct lab_review_sums {
  lab_review_side *sides;
  size_t side_count;
  size_t side_room;
  lab_review_remark *remarks;
  size_t remark_count;
  size_t remark_room;
} lab_review_sums;

void lab_review_sums_done(lab_review_sums *sums);

/** @return false: no memory */
bool lab_review_add_side(lab_review_sums *sums, lab_review_side side);
bool lab_review_add_remark(lab_review_sums *sums, lab_review_remark remark);

void lab_review_put_side(mr_json *json, const mr_review_side *side);
void lab_review_put_sums(mr_json *json, const lab_review_sums *sums);
void lab_review_print_sums(cli_context *cli, const lab_review_sums *sums);

#endif
