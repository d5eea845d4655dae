#ifndef MARCHER_CLI_COMMANDS_LAB_REPORT_H
#define MARCHER_CLI_COMMANDS_LAB_REPORT_H

/**
 * @file
 * The parts of a report beside its games: what other experiments say, each in its share of the
 * time.
 */

#include "cli/commands/lab_study.h"

/** Parts in the order in which they are made, and told. */
typedef enum lab_part_kind {
  LAB_PART_VALUES,
  LAB_PART_SOLVE,
  LAB_PART_OPENINGS,
  LAB_PARTS
} lab_part_kind;

/** What another experiment says, or why it says nothing. */
typedef struct lab_part {
  bool made;
  mr_doc doc;           /**< where it is made */
  const char *document; /**< of the same, where --json asks for it */
  const char *why;      /**< else: a sentence; NULL: its turn has not come */
  const char *line;     /**< the command that makes it by itself; "": there is none */
} lab_part;

/** Heading of a part, what it is called in a sentence, and the experiment that makes it. */
const char *lab_part_title(lab_part_kind kind);
const char *lab_part_name(lab_part_kind kind);
const char *lab_part_experiment(lab_part_kind kind);

/**
 * Makes a part, unless it takes longer than there is time; complains of nothing but what ends the
 * whole report. @param choice that of the report @param until mr_clock_ns at which it ends
 * @return an exit status
 */
int lab_part_make(cli_context *cli, const lab_options *choice, const mr_game *game,
                  lab_part_kind kind, int64_t until, lab_part *out);

/** The command that makes a part by itself, in the arena of `cli`. */
const char *lab_part_line(cli_context *cli, const lab_options *choice, lab_part_kind kind);

#endif
