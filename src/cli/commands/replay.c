#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/play/narrate.h"

/* Milliseconds between turns on a terminal. */
#define DELAY 1000

static const cli_argument arguments[] = {
    {.name = "FILE",
     .help = "a record, as 'play' and 'watch' write it, or games in PGN; - is standard input",
     .offset = offsetof(replay_options, file)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("step", CLI_FLAG, replay_options, step,
               .help = "wait for a key after each turn (a line, where there is no terminal)"),
    CLI_OPTION("delay", CLI_NUMBER, replay_options, delay, .value = "MS", .max = CLI_DELAY_MAX,
               .help = "milliseconds between turns (1000 on a terminal, else 0)"),
    CLI_OPTION("game", CLI_NUMBER, replay_options, game, .value = "N", .min = 1, .max = UINT32_MAX,
               .help = "which game of a file in PGN (1)"),
    CLI_OPTION("to", CLI_NUMBER, replay_options, to, .value = "N", .max = MR_RECORD_ACTIONS_MAX,
               .help = "show the first N decisions only; 0 shows the start"),
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
static bool goes_on(const cli_session *session, cli_delay *delay, const replay_options *choice) {
  bool chance = mr_session_node(session->core).kind == MR_NODE_CHANCE;
  bool enough = choice->to.given && cli_decision_number(session) >= choice->to.value;
  if (chance || (!enough && !cli_turn_is_over(session))) {
    return cli_delay_goes_on(delay);
  }
  return !enough && session->cli->out_error == 0 && cli_delay_wait(delay);
}

/* Makes the actions again, one after the other, from the start. */
static int show(cli_session *session, const mr_session *recorded, cli_delay *delay,
                const replay_options *choice) {
  int status = cli_narrate_position(session);
  for (size_t i = 0;
       i < mr_session_count(recorded) && status == CLI_OK && goes_on(session, delay, choice); i++) {
    status = cli_session_make(session, mr_session_move_at(recorded, i)->action,
                              mr_session_comment(recorded, i));
    if (status == CLI_OK) {
      status = cli_narrate_by_turns(session);
    }
    if (status == CLI_OK && cli_is_pause(session)) {
      status = cli_narrate_position(session);
    }
  }
  bool rest = session->narrated < mr_session_count(session->core);
  status = status == CLI_OK ? cli_narrate_rest(session) : status;
  return status == CLI_OK && rest ? cli_narrate_position(session) : status;
}

/* Says what the record was verified to be. @param all the number of recorded actions @param result
   what they led to */
static int report_verified(cli_session *session, size_t all, const char *result) {
  cli_context *cli = session->cli;
  bool shown = mr_session_count(session->core) == all;
  int status = CLI_OK;
  if (shown && mr_session_node(session->core).kind == MR_NODE_TERMINAL) {
    status = cli_narrate_end(session);
  } else if (shown && !cli->global.json) {
    mr_str_add(&cli->out, "The game is not finished.\n");
  }
  if (!cli->global.json) {
    mr_str_format(&cli->out, "verified: final state and hash agree (%zu action%s)\n", all,
                  mr_text_plural(all));
    return status;
  }
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "type", "verified");
  mr_json_string(json, "result", result);
  mr_json_uint(json, "actions", all);
  return cli_document_print(cli, &document);
}

/* Shows what is recorded in a session that is at its start. */
static int replay(cli_session *session, const mr_session *recorded, const replay_options *choice) {
  cli_context *cli = session->cli;
  size_t count = mr_session_count(recorded);
  char result[MR_RESULT_TEXT_MAX];
  cli_delay delay;
  mr_error error;
  unsigned milliseconds = cli->out_tty && !cli->global.json ? DELAY : 0;
  cli_narrate_start(session);
  cli_delay_begin(&delay, cli, choice->delay.given ? (unsigned)choice->delay.value : milliseconds,
                  choice->step);
  int status = show(session, recorded, &delay, choice);
  cli_delay_end(&delay);
  if (mr_session_ended(recorded) == MR_SESSION_RESIGNED &&
      mr_session_count(session->core) == count &&
      mr_session_resign(session->core, mr_session_loser(recorded), &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  return status == CLI_OK ? report_verified(session, count, mr_session_result(recorded, result))
                          : status;
}

static int run_replay(cli_context *cli, const void *values) {
  const replay_options *choice = values;
  cli_session session;
  mr_session *recorded = NULL;
  mr_error error;
  if (choice->step && strcmp(choice->file, "-") == 0) {
    return cli_usage(cli, "--step reads standard input, so FILE cannot be '-'");
  }
  cli_signals_catch();
  int status =
      cli_session_load(cli, choice->file, choice->game.given ? choice->game.value : 1, &session);
  if (status != CLI_OK) {
    return status;
  }
  /* The session goes back to its start; what it was is kept aside. */
  if (mr_session_new(session.game, NULL, &recorded, &error) == MR_OK &&
      mr_session_copy(recorded, session.core, &error) == MR_OK) {
    cli_session_rewind(&session, 0);
    status = replay(&session, recorded, choice);
  } else {
    status = cli_fail_error(cli, &error);
  }
  mr_session_free(recorded);
  cli_session_close(&session);
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
