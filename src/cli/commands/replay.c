#include <string.h>

#include "cli/commands.h"
#include "cli/json.h"
#include "cli/play/pace.h"
#include "cli/play/tell.h"
#include "cli/signals.h"
#include "cli/words.h"

/* Milliseconds between turns on a terminal. */
#define DELAY 1000

static const cli_argument arguments[] = {
    {.name = "FILE",
     .help = "a record, as 'play' and 'watch' write it, or games in PGN; - is standard input",
     .offset = offsetof(replay_options, file)},
    {.name = NULL},
};

static const cli_option options[] = {
    {.name = "step",
     .type = CLI_FLAG,
     .offset = offsetof(replay_options, step),
     .help = "wait for a key after each turn (a line, where there is no terminal)"},
    {.name = "delay",
     .value = "MS",
     .type = CLI_NUMBER,
     .max = CLI_DELAY_MAX,
     .offset = offsetof(replay_options, delay),
     .help = "milliseconds between turns (1000 on a terminal, else 0)"},
    {.name = "game",
     .value = "N",
     .type = CLI_NUMBER,
     .min = 1,
     .max = UINT32_MAX,
     .offset = offsetof(replay_options, game),
     .help = "which game of a file in PGN (1)"},
    {.name = "to",
     .value = "N",
     .type = CLI_NUMBER,
     .max = MR_RECORD_ACTIONS_MAX,
     .offset = offsetof(replay_options, to),
     .help = "show the first N decisions only; 0 shows the start"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"replay game.mrec", "watch it again"},
    {"replay game.mrec --step", "turn by turn"},
    {"replay match.pgn --game 17", "a game of a match"},
    {"replay game.mrec --json | tail -n 1", "only the verdict, for a program"},
    {NULL, NULL},
};

/* Whether to go on to the next action, after a while. */
static bool goes_on(const cli_table *table, cli_pace *pace, const replay_options *choice) {
  bool chance = mr_session_node(table->session).kind == MR_NODE_CHANCE;
  bool enough = choice->to.given && cli_decision_number(table) >= choice->to.value;
  if (chance || (!enough && !cli_turn_is_over(table))) {
    return cli_pace_goes_on(pace);
  }
  return !enough && table->cli->out_error == 0 && cli_pace_wait(pace);
}

/* Makes the actions again, one after the other, from the start. */
static int show(cli_table *table, const mr_session *recorded, cli_pace *pace,
                const replay_options *choice) {
  int status = cli_tell_position(table);
  for (size_t i = 0;
       i < mr_session_count(recorded) && status == CLI_OK && goes_on(table, pace, choice); i++) {
    status = cli_table_make(table, mr_session_move_at(recorded, i)->action,
                            mr_session_comment(recorded, i));
    if (status == CLI_OK) {
      status = cli_tell_by_turns(table);
    }
    if (status == CLI_OK && cli_is_pause(table)) {
      status = cli_tell_position(table);
    }
  }
  bool rest = table->told < mr_session_count(table->session);
  status = status == CLI_OK ? cli_tell_rest(table) : status;
  return status == CLI_OK && rest ? cli_tell_position(table) : status;
}

/* @param all the number of recorded actions @param result what they led to */
static int tell_verdict(cli_table *table, size_t all, const char *result) {
  cli_context *cli = table->cli;
  bool shown = mr_session_count(table->session) == all;
  int status = CLI_OK;
  if (shown && mr_session_node(table->session).kind == MR_NODE_TERMINAL) {
    status = cli_tell_end(table);
  } else if (shown && !cli->global.json) {
    mr_str_add(&cli->out, "The game is not finished.\n");
  }
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    mr_json_string(json, "type", "verified");
    mr_json_string(json, "result", result);
    mr_json_uint(json, "actions", all);
    return cli_document_print(cli, &document);
  }
  mr_str_format(&cli->out, "verified: final state and hash agree (%zu actions)\n", all);
  return status;
}

/* Shows what is recorded at a table that is at its start. */
static int replay(cli_table *table, const mr_session *recorded, const replay_options *choice) {
  cli_context *cli = table->cli;
  size_t count = mr_session_count(recorded);
  char result[MR_RESULT_TEXT_MAX];
  cli_pace pace;
  mr_error error;
  unsigned delay = cli->out_tty && !cli->global.json ? DELAY : 0;
  cli_tell_start(table);
  cli_pace_begin(&pace, cli, choice->delay.given ? (unsigned)choice->delay.value : delay,
                 choice->step);
  int status = show(table, recorded, &pace, choice);
  cli_pace_end(&pace);
  if (mr_session_ended(recorded) == MR_SESSION_RESIGNED &&
      mr_session_count(table->session) == count &&
      mr_session_resign(table->session, mr_session_loser(recorded), &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  return status == CLI_OK ? tell_verdict(table, count, mr_session_result(recorded, result))
                          : status;
}

/* The session goes back to its start; what it was is kept aside. */
static int replay_all(cli_table *table, const replay_options *choice) {
  mr_session *recorded = NULL;
  mr_error error;
  mr_status status = mr_session_new(table->game, NULL, &recorded, &error);
  if (status == MR_OK) {
    status = mr_session_copy(recorded, table->session, &error);
  }
  int result = CLI_OK;
  if (status == MR_OK) {
    cli_table_rewind(table, 0);
    result = replay(table, recorded, choice);
  } else {
    result = cli_fail_error(table->cli, &error);
  }
  mr_session_free(recorded);
  return result;
}

static int run_replay(cli_context *cli, const void *values) {
  const replay_options *choice = values;
  cli_table table;
  if (choice->step && strcmp(choice->file, "-") == 0) {
    return cli_usage(cli, "--step reads standard input, so FILE cannot be '-'");
  }
  cli_signals_catch();
  int status =
      cli_table_load(cli, choice->file, choice->game.given ? choice->game.value : 1, &table);
  if (status == CLI_OK) {
    status = replay_all(&table, choice);
    cli_table_close(&table);
  }
  return status;
}

const cli_command cmd_replay = {
    .name = "replay",
    .summary = "show a recorded game again, and verify it",
    .about = "Plays a record again and checks all that it claims: every action is legal, the rules "
             "are those it was played by, and the result, the final state and its hash agree. The "
             "first claim that fails is named, and the exit status is 1. Games in PGN are played "
             "by the rules of the game that their tag Variant names, chess without one.\n\n"
             "The keys are those of 'marcher watch'.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(replay_options),
    .run = run_replay,
};
