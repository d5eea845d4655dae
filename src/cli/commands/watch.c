#include "cli/commands.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/play/narrate.h"

/* Milliseconds between turns on a terminal. In a pipe nobody has to follow with the eyes. */
#define DELAY 1000

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(watch_options, game),
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_SEAT_OPTIONS(watch_options),
    CLI_OPTION("state", CLI_TEXT, watch_options, state, .value = "TEXT",
               .help = "begin from this position"),
    CLI_OPTION("delay", CLI_NUMBER, watch_options, delay, .value = "MS", .max = CLI_DELAY_MAX,
               .help = "milliseconds between turns (1000 on a terminal, else 0)"),
    CLI_OPTION("save", CLI_TEXT, watch_options, save, .value = "FILE",
               .help = "write a record of the game, also when you leave early"),
    CLI_REVEAL_OPTION(watch_options, reveal),
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
static int advance(cli_session *session) {
  mr_node node = mr_session_node(session->core);
  mr_action action = MR_ACTION_NONE;
  char comment[CLI_COMMENT_MAX] = "";
  if (node.kind == MR_NODE_CHANCE) {
    action = mr_session_dice(session->core);
  } else {
    int status = cli_session_think(session, node.player, cli_narrate_progress, session);
    cli_status_clear(session->cli);
    if (status != CLI_OK || cli_signal() != 0) {
      return status;
    }
    action = mr_session_last_analysis(session->core)->result.action;
    cli_analysis_comment(session, comment, sizeof comment);
  }
  int status = cli_session_make(session, action, comment);
  return status == CLI_OK ? cli_narrate_by_turns(session) : status;
}

static int run_turns(cli_session *session, cli_delay *delay) {
  int status = cli_narrate_position(session);
  mr_node node = mr_session_node(session->core);
  while (status == CLI_OK && node.kind != MR_NODE_TERMINAL && session->cli->out_error == 0 &&
         (cli_is_pause(session) ? cli_delay_wait(delay) : cli_delay_goes_on(delay))) {
    status = advance(session);
    node = mr_session_node(session->core);
    if (status == CLI_OK && cli_is_pause(session) && cli_signal() == 0) {
      status = cli_narrate_position(session);
    }
  }
  if (status == CLI_OK) {
    status = cli_narrate_rest(session);
  }
  if (status == CLI_OK && node.kind == MR_NODE_TERMINAL) {
    status = cli_narrate_end(session);
  }
  return status;
}

static int watch(cli_session *session, const watch_options *choice) {
  cli_context *cli = session->cli;
  unsigned milliseconds = cli->out_tty && !cli->global.json ? DELAY : 0;
  cli_delay delay;
  cli_session_reveal(session, choice->reveal);
  cli_narrate_start(session);
  cli_delay_begin(&delay, cli, choice->delay.given ? (unsigned)choice->delay.value : milliseconds,
                  false);
  int status = run_turns(session, &delay);
  cli_delay_end(&delay);
  int saved = choice->save != NULL ? cli_session_save(session, choice->save) : CLI_OK;
  if (choice->save != NULL && saved == CLI_OK && !cli->global.json) {
    mr_str_format(&cli->out, "Saved as %s\n", choice->save);
  }
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  return status == CLI_OK ? saved : status;
}

static int run_watch(cli_context *cli, const void *values) {
  const watch_options *choice = values;
  const cli_number *seed = &cli->global.seed;
  cli_session session;
  cli_signals_catch();
  if (choice->save != NULL && cli_file_may_write(cli, choice->save) != CLI_OK) {
    return CLI_FAILED;
  }
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  int status = cli_session_open(cli, game, cli->overrides, cli->override_count, &session);
  if (status != CLI_OK) {
    return status;
  }
  status = cli_seats_read(&session, &choice->seats);
  if (status == CLI_OK && cli_count_persons(&session) > 0) {
    status = cli_usage(cli, "only computers play here; 'marcher play' is for people");
  }
  if (status == CLI_OK) {
    status = cli_session_start(&session, seed->given ? seed->value : cli_fresh_seed(game),
                               choice->state);
  }
  if (status == CLI_OK) {
    status = watch(&session, choice);
  }
  cli_session_close(&session);
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
