#ifndef MARCHER_CLI_COMMANDS_ENDGAME_REPORT_H
#define MARCHER_CLI_COMMANDS_ENDGAME_REPORT_H

/**
 * @file
 * What `endgame` says of tables and of single positions.
 */

#include <marcher/endgame.h>
#include <marcher/json.h>

#include "cli/cli.h"

typedef struct endgame_options {
  const char *game;
  const char *men;
  const char *squares;
  const char *save;
  const char *load;
  cli_list probes;
  cli_number memory;
  bool plan;
} endgame_options;

/** The command at work. */
typedef struct endgame_command {
  cli_context *cli;
  const endgame_options *choice;
  const mr_game *game;
  mr_endgame *made;          /* worked out, or NULL */
  mr_endgame_set *set;       /* loaded, or NULL */
  const mr_endgame *endgame; /* one of these: that at work */
  const char *squares;       /* where the men of `made` stand */
  const char *saved;         /* the file that they went to, or NULL */
  mr_state *state;           /* scratch */
  mr_state **probes;
  size_t probe_count;
  mr_json *json; /* the document under way; NULL: in text */
  double seconds;
  const char *folder; /* where finished tables are kept, or NULL */
  mr_endgame_plan plan;
  size_t finished;
  bool planned; /* there is a plan */
  bool refused; /* we have stopped the work ourselves, and said why */
} endgame_command;

/**
 * Says where the men stand. @param word all, dark, light, or a letter for each man @return an exit
 * status
 */
int cli_endgame_place(cli_context *cli, const mr_game *game, const char *word, mr_endgame_men *men);

/** Complains that no men are named, with an ending of the game that can be worked out at once. */
int cli_endgame_ask_men(cli_context *cli, const mr_game *game);

/** Reads the states of --probe, before there is any work. @return an exit status */
int cli_endgame_probes(endgame_command *command);

/** Prints the tables and what they say of the probes. @return an exit status */
int cli_endgame_report(endgame_command *command);

#endif
