#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/play/pace.h"
#include "cli/play/tell.h"
#include "cli/signals.h"
#include "cli/words.h"

/* Milliseconds between turns on a terminal. In a pipe nobody has to follow with the eyes. */
#define DELAY 1000

static const cli_argument arguments[] = {
    {.name = "GAME",
     .help = "a name that 'marcher games' lists",
     .offset = offsetof(watch_options, game)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_SEAT_OPTIONS(watch_options),
    {.name = "state",
     .value = "TEXT",
     .type = CLI_TEXT,
     .offset = offsetof(watch_options, state),
     .help = "begin from this position"},
    {.name = "delay",
     .value = "MS",
     .type = CLI_NUMBER,
     .max = CLI_DELAY_MAX,
     .offset = offsetof(watch_options, delay),
     .help = "milliseconds between turns (1000 on a terminal, else 0)"},
    {.name = "save",
     .value = "FILE",
     .type = CLI_TEXT,
     .offset = offsetof(watch_options, save),
     .help = "write a record of the game, also when you leave early"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"watch borderline --seed 7", "the game that seed 7 gives"},
    {"watch borderline --player Red=level:2 --player Blue=level:7", "unequal players"},
    {"watch borderline --seed 7 --save game.mrec", "and keep it for 'marcher replay'"},
    {"watch borderline --seed 7 --json", "a line of JSON for each action"},
    {NULL, NULL},
};

/* Makes the next action, of chance or of a computer. @return an exit status */
static int advance(cli_table *table) {
  mr_node node = mr_session_node(table->session);
  mr_action action = MR_ACTION_NONE;
  char comment[CLI_COMMENT_MAX] = "";
  if (node.kind == MR_NODE_CHANCE) {
    action = mr_session_dice(table->session);
  } else {
    int status = cli_table_think(table, node.player, cli_tell_progress, table);
    cli_status_clear(table->cli);
    if (status != CLI_OK || cli_signal() != 0) {
      return status;
    }
    action = mr_session_last_analysis(table->session)->result.action;
    cli_analysis_comment(table, comment, sizeof comment);
  }
  int status = cli_table_make(table, action, comment);
  return status == CLI_OK ? cli_tell_by_turns(table) : status;
}

static int run_turns(cli_table *table, cli_pace *pace) {
  int status = cli_tell_position(table);
  mr_node node = mr_session_node(table->session);
  while (status == CLI_OK && node.kind != MR_NODE_TERMINAL && table->cli->out_error == 0 &&
         (cli_is_pause(table) ? cli_pace_wait(pace) : cli_pace_goes_on(pace))) {
    status = advance(table);
    node = mr_session_node(table->session);
    if (status == CLI_OK && cli_is_pause(table) && cli_signal() == 0) {
      status = cli_tell_position(table);
    }
  }
  if (status == CLI_OK) {
    status = cli_tell_rest(table);
  }
  if (status == CLI_OK && node.kind == MR_NODE_TERMINAL) {
    status = cli_tell_end(table);
  }
  return status;
}

static int save(cli_table *table, const watch_options *choice) {
  if (choice->save == NULL) {
    return CLI_OK;
  }
  int status = cli_table_save(table, choice->save);
  if (status == CLI_OK && !table->cli->global.json) {
    mr_str_format(&table->cli->out, "Saved as %s\n", choice->save);
  }
  return status;
}

static int watch(cli_table *table, const watch_options *choice) {
  cli_context *cli = table->cli;
  cli_pace pace;
  unsigned delay = cli->out_tty && !cli->global.json ? DELAY : 0;
  cli_tell_start(table);
  cli_pace_begin(&pace, cli, choice->delay.given ? (unsigned)choice->delay.value : delay, false);
  int status = run_turns(table, &pace);
  cli_pace_end(&pace);
  int saved = save(table, choice);
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  return status == CLI_OK ? saved : status;
}

static int set_up(cli_table *table, const watch_options *choice) {
  const cli_number *seed = &table->cli->global.seed;
  int status = cli_seats_read(table, &choice->seats);
  if (status == CLI_OK && cli_count_persons(table) > 0) {
    status = cli_usage(table->cli, "only computers play here; 'marcher play' is for people");
  }
  return status == CLI_OK
             ? cli_table_start(table, seed->given ? seed->value : cli_fresh_seed(), choice->state)
             : status;
}

static int run_watch(cli_context *cli, const void *values) {
  const watch_options *choice = values;
  cli_table table;
  cli_signals_catch();
  if (choice->save != NULL && cli_file_may_write(cli, choice->save) != CLI_OK) {
    return CLI_FAILED;
  }
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  int status = cli_table_open(cli, game, cli->overrides, cli->override_count, &table);
  if (status == CLI_OK) {
    status = set_up(&table, choice);
    if (status == CLI_OK) {
      status = watch(&table, choice);
    }
    cli_table_close(&table);
  }
  return status;
}

const cli_command cmd_watch = {
    .name = "watch",
    .summary = "watch the computer play against itself",
    .about = "Shows a game of the computer against itself, every turn: what it plays, what it "
             "expects and why, the odds and the dice of each duel, and the board with the hands. "
             "The same seed shows the same game, unless --time sets the pace.\n\n"
             "On a terminal space stops and then steps, enter goes on, + and - change the speed, "
             "q leaves.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(watch_options),
    .run = run_watch,
};
