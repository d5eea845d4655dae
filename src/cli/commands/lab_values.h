#ifndef MARCHER_CLI_COMMANDS_LAB_VALUES_H
#define MARCHER_CLI_COMMANDS_LAB_VALUES_H

/**
 * @file
 * What pieces are worth, for all commands that ask: played, worked out, and told.
 */

#include <marcher/doc.h>
#include <marcher/json.h>
#include <marcher/worth.h>

#include "cli/commands/lab_place.h"

/** What pieces of one game are worth. */
typedef struct lab_values_study {
  const mr_game *game;
  uint64_t seed;
  uint64_t games;
  uint64_t pairs;
  const char *seats; /**< who plays */
  lab_place place;
  mr_run *run;
  mr_run_sum *sum;
  const mr_worth_report *report; /**< of the sum */
} lab_values_study;

/**
 * Plays the games that the options ask for and works out what they say; complains. A signal ends it
 * early with what there is. End it with lab_values_end in any case.
 * @param unit NULL: the most frequent kind @return an exit status
 */
int lab_values_find(cli_context *cli, const lab_options *choice, const mr_game *game,
                    const char *unit, lab_values_study *study);

void lab_values_end(lab_values_study *study);

/** What is known of a run of the kind "values", as text, as a page, or as JSON.
 *  @return an exit status */
int lab_values_print(cli_context *cli, const lab_options *choice, const mr_run *run,
                     mr_run_sum *sum);

/** What the designer says of a kind, in units; NaN: nothing. */
double lab_values_said(const lab_values_study *study, size_t kind);

/** Appends the pieces that one is not told apart from, "P, S". @pre it is bound */
void lab_values_bound(const mr_worth *worth, const mr_material_kinds *kinds, size_t kind,
                      mr_str *out);
/** Tells of pieces that one way does not tell apart, each group once. */
void lab_values_put_bound(const lab_values_study *study, const mr_worth *worth, const char *how,
                          mr_doc *doc);
/** Writes the array "bound" of them. */
void lab_values_bound_json(mr_json *json, const lab_values_study *study, const mr_worth *worth);

#endif
