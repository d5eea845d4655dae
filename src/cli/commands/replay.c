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
  bool chance = cli_table_node(table).kind == MR_NODE_CHANCE;
  bool enough = choice->to.given && cli_decision_number(table) >= choice->to.value;
  if (chance || (!enough && !cli_table_turn_is_over(table))) {
    return cli_pace_goes_on(pace);
  }
  return !enough && table->cli->out_error == 0 && cli_pace_wait(pace);
}

/* Where a turn is over that everybody may see. */
static bool is_pause(const cli_table *table) {
  return cli_table_node(table).kind != MR_NODE_CHANCE && cli_table_turn_is_over(table);
}

static int show_board(cli_table *table) {
  return table->cli->global.json ? CLI_OK : cli_tell_board(table, MR_NOBODY, 0, NULL, NULL);
}

/* Makes the actions again, one after the other, from the start. */
static int show(cli_table *table, const cli_move *moves, size_t count, cli_pace *pace,
                const replay_options *choice) {
  int status = show_board(table);
  for (size_t i = 0; i < count && status == CLI_OK && goes_on(table, pace, choice); i++) {
    status = cli_table_make(table, moves[i].action, moves[i].comment);
    if (status == CLI_OK) {
      status = cli_tell_by_turns(table);
    }
    if (status == CLI_OK && is_pause(table)) {
      status = show_board(table);
    }
  }
  bool rest = table->told < table->count;
  status = status == CLI_OK ? cli_tell_rest(table) : status;
  return status == CLI_OK && rest ? show_board(table) : status;
}

/* @param all the number of recorded actions @param result what they led to */
static int tell_verdict(cli_table *table, size_t all, const char *result) {
  cli_context *cli = table->cli;
  bool shown = table->count == all;
  int status = CLI_OK;
  if (shown && cli_table_node(table).kind == MR_NODE_TERMINAL) {
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

static int replay(cli_table *table, const replay_options *choice) {
  cli_context *cli = table->cli;
  size_t count = table->count;
  bool resigned = table->resigned;
  char result[MR_RESULT_TEXT_MAX];
  cli_table_result(table, result);
  cli_move *moves = mr_alloc_zero(NULL, count + 1, sizeof *moves);
  if (moves == NULL) {
    return cli_fail_memory(cli);
  }
  if (count > 0) {
    memcpy(moves, table->moves, count * sizeof *moves);
  }
  cli_table_rewind(table, 0);
  cli_pace pace;
  unsigned delay = cli->out_tty && !cli->global.json ? DELAY : 0;
  cli_tell_start(table);
  cli_pace_begin(&pace, cli, choice->delay.given ? (unsigned)choice->delay.value : delay,
                 choice->step);
  int status = show(table, moves, count, &pace, choice);
  cli_pace_end(&pace);
  table->resigned = resigned && table->count == count;
  mr_alloc_free(NULL, moves, (count + 1) * sizeof *moves);
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  return status == CLI_OK ? tell_verdict(table, count, result) : status;
}

static int run_replay(cli_context *cli, const void *values) {
  const replay_options *choice = values;
  cli_table table;
  if (choice->step && strcmp(choice->file, "-") == 0) {
    return cli_usage(cli, "--step reads standard input, so FILE cannot be '-'");
  }
  cli_signals_catch();
  int status =
      cli_table_load_game(cli, choice->file, choice->game.given ? choice->game.value : 1, &table);
  if (status == CLI_OK) {
    status = replay(&table, choice);
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
