#ifndef MARCHER_CLI_COMMANDS_H
#define MARCHER_CLI_COMMANDS_H

/**
 * @file
 * The table of commands, and the values of those that the lobby runs.
 */

#include "cli/play/session.h"

/** All commands in the order of the help; ends with NULL. */
extern const cli_command *const cli_commands[];

extern const cli_command cmd_games;
extern const cli_command cmd_rules;
extern const cli_command cmd_check;
extern const cli_command cmd_show;
extern const cli_command cmd_moves;
extern const cli_command cmd_perft;
extern const cli_command cmd_endgame;
extern const cli_command cmd_play;
extern const cli_command cmd_watch;
extern const cli_command cmd_replay;
extern const cli_command cmd_match;
extern const cli_command cmd_uci;
extern const cli_command cmd_cecp;
extern const cli_command cmd_tune;
extern const cli_command cmd_train;
extern const cli_command cmd_spsa;
extern const cli_command cmd_ladder;
extern const cli_command cmd_lab;
extern const cli_command cmd_bench;
extern const cli_command cmd_setup;
extern const cli_command cmd_generate;
extern const cli_command cmd_campaign;
extern const cli_command cmd_page;
extern const cli_command cmd_site;
extern const cli_command cmd_serve;
extern const cli_command cmd_help;

/** The menu of `marcher` alone on a terminal. @return an exit status */
int cli_lobby(cli_context *cli);

/** The command of that name, or NULL. */
const cli_command *cli_find_command(const char *name);

/** Complains about a command that is not there, with the nearest that is. @return CLI_USAGE */
int cli_unknown_command(cli_context *cli, const char *name);

/** Writes the list of commands, or one command's page, to `out`. */
void cli_help_overview(const cli_context *cli, mr_str *out);

/** The same on standard output, with what the arguments read so far bring. @return exit status */
int cli_help_here(cli_context *cli, const cli_command *command, const void *values);

typedef struct rules_options {
  const char *game;
  const char *chapter;
  const char *output;
  bool svg;
  bool html;
  bool keys;
  bool all;
} rules_options;

typedef struct play_options {
  const char *game;
  const char *side;
  const char *state;
  const char *resume;
  const char *save;
  const char *campaign; /**< the words that go on with the one whose battle it is, or NULL */
  bool salvage;
  bool no_board;
  cli_seat_options seats;
} play_options;

typedef struct watch_options {
  const char *game;
  const char *state;
  const char *save;
  cli_seat_options seats;
  cli_number delay;
  bool reveal;
} watch_options;

typedef struct replay_options {
  const char *file;
  cli_number game;
  cli_number delay;
  cli_number to;
  const char *against;
  bool step;
  bool verify;
  bool salvage;
  bool reveal;
} replay_options;

#endif
