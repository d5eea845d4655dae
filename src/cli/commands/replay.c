#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/draw.h"
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
    CLI_OPTION("verify", CLI_FLAG, replay_options, verify,
               .help = "show nothing, only say what was verified"),
    CLI_OPTION("salvage", CLI_FLAG, replay_options, salvage,
               .help = "of a damaged record show what can be kept of it"),
    CLI_OPTION("against", CLI_TEXT, replay_options, against, .value = "EARLIER",
               .help = "prove that what was hidden is what this record of the same game, saved "
                       "before it came to light, had sealed"),
    CLI_REVEAL_OPTION(replay_options, reveal),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"replay game.mrec", "watch it again"},
    {"replay game.mrec --step", "turn by turn"},
    {"replay match.pgn --game 17", "a game of a match"},
    {"replay --verify game.mrec --against before.mrec", "nothing hidden was changed since"},
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

/* ---- what was verified ----------------------------------------------------------------------- */

/* What has been found out about a record. */
typedef struct verification {
  const mr_session *recorded; /* the whole game */
  mr_session_proof promises;  /* of the record itself */
  mr_session_proof against;   /* of an earlier one */
  bool compared;              /* there is one */
  bool result, final, hash;   /* what the record claims of its end */
  const cli_damage *damage;
} verification;

static void add_proof(mr_str *out, const char *what, const mr_session_proof *proof) {
  if (proof->kept > 0) {
    mr_str_format(out, "verified: what was hidden is what %s committed to (%zu commitment%s)\n",
                  what, proof->kept, mr_text_plural(proof->kept));
  }
  if (proof->open > 0) {
    mr_str_format(out, "%zu commitment%s of %s cannot be looked into yet\n", proof->open,
                  mr_text_plural(proof->open), what);
  }
}

/* Of a damaged record less is known. */
static int report_damaged(cli_context *cli, const verification *it) {
  size_t count = mr_session_count(it->recorded);
  bool whole = it->damage->whole || !it->damage->salvage;
  if (!cli->global.json) {
    mr_str_format(&cli->out,
                  whole ? "damaged, but whole: %zu action%s lead to the position that the record "
                          "claims\n"
                        : "damaged: %zu action%s of it can be played\n",
                  count, mr_text_plural(count));
    return CLI_OK;
  }
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "type", "damaged");
  mr_json_bool(json, "whole", whole);
  mr_json_uint(json, "actions", count);
  return cli_document_print(cli, &document);
}

/* Where nothing is claimed, as in a record that was cut off, nothing can agree. */
static void add_agreement(mr_str *out, const verification *it, size_t count) {
  const char *what = it->final && it->hash ? "final state and hash agree"
                     : it->final           ? "the final state agrees"
                     : it->hash            ? "the hash agrees"
                     : it->result          ? "the result agrees"
                                           : NULL;
  if (what != NULL) {
    mr_str_format(out, "verified: %s (%zu action%s)\n", what, count, mr_text_plural(count));
  } else {
    mr_str_format(out,
                  "%zu action%s can be played; no result, state or hash is claimed that could be "
                  "verified\n",
                  count, mr_text_plural(count));
  }
}

static void put_agreement(mr_json *json, const verification *it) {
  mr_json_array(json, "agree");
  if (it->result) {
    mr_json_string(json, NULL, "result");
  }
  if (it->final) {
    mr_json_string(json, NULL, "state");
  }
  if (it->hash) {
    mr_json_string(json, NULL, "hash");
  }
  mr_json_end(json);
}

static int report_verified(cli_context *cli, const verification *it) {
  size_t count = mr_session_count(it->recorded);
  char result[MR_RESULT_TEXT_MAX];
  if (it->damage->found) {
    return report_damaged(cli, it);
  }
  if (!cli->global.json) {
    add_agreement(&cli->out, it, count);
    add_proof(&cli->out, "the record", &it->promises);
    add_proof(&cli->out, "the earlier record", &it->against);
    return CLI_OK;
  }
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "type", "verified");
  mr_json_string(json, "result", mr_session_result(it->recorded, result));
  mr_json_uint(json, "actions", count);
  put_agreement(json, it);
  if (it->promises.kept + it->promises.open > 0) {
    mr_json_uint(json, "commitments", it->promises.kept);
    mr_json_uint(json, "committed", it->promises.open);
  }
  if (it->compared) {
    mr_json_uint(json, "against", it->against.kept);
  }
  return cli_document_print(cli, &document);
}

/*
 * Holds the game against an earlier record of it.
 * @param record the game's own, which has the salts @return an exit status
 */
static int compare(cli_context *cli, const char *path, const mr_record *record, verification *it) {
  mr_record earlier;
  mr_error error;
  mr_record_init(&earlier, NULL);
  cli_damage damage = {0};
  int status = cli_record_read(cli, path, 1, &damage, &earlier);
  if (status == CLI_OK &&
      mr_session_prove(it->recorded, &earlier, record, &it->against, &error) != MR_OK) {
    mr_error_locate(&error, path, 0, 0);
    status = cli_fail_error(cli, &error);
  }
  if (status == CLI_OK && it->against.kept == 0) {
    status = cli_fail(cli,
                      it->against.open > 0
                          ? "%s: nothing that it committed to can be looked into yet"
                          : "%s: the record committed to nothing, so nothing can be proven by it",
                      path);
  }
  it->compared = true;
  mr_record_done(&earlier);
  return status;
}

/* ---- showing --------------------------------------------------------------------------------- */

/* Says how the game has ended, once all of it has been shown. */
static int show_end(cli_session *session, const verification *it) {
  if (mr_session_count(session->core) != mr_session_count(it->recorded)) {
    return CLI_OK;
  }
  if (mr_session_node(session->core).kind == MR_NODE_TERMINAL) {
    return cli_narrate_end(session);
  }
  if (!session->cli->global.json) {
    mr_str_add(&session->cli->out, "The game is not finished.\n");
  }
  return CLI_OK;
}

/* Shows what is recorded in a session that is at its start. */
static int replay(cli_session *session, const verification *it, const replay_options *choice) {
  cli_context *cli = session->cli;
  const mr_session *recorded = it->recorded;
  cli_delay delay;
  mr_error error;
  unsigned milliseconds = cli->out_tty && !cli->global.json ? DELAY : 0;
  cli_narrate_start(session);
  cli_delay_begin(&delay, cli, choice->delay.given ? (unsigned)choice->delay.value : milliseconds,
                  choice->step);
  int status = show(session, recorded, &delay, choice);
  cli_delay_end(&delay);
  if (mr_session_ended(recorded) == MR_SESSION_RESIGNED &&
      mr_session_count(session->core) == mr_session_count(recorded) &&
      mr_session_resign(session->core, mr_session_loser(recorded), &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  if (cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  return status == CLI_OK ? show_end(session, it) : status;
}

/* Verifies a record that is open, and shows it. */
static int replay_open(cli_context *cli, const mr_record *record, const mr_seal_key *key,
                       const cli_damage *damage, const replay_options *choice) {
  cli_session session;
  mr_session *recorded = NULL;
  mr_error error;
  int status = cli_session_resume(cli, choice->file, record, key, &session);
  if (status != CLI_OK) {
    return status;
  }
  verification it = {.damage = damage,
                     .result = record->result != NULL && strcmp(record->result, "*") != 0,
                     .final = record->final_state != NULL,
                     .hash = record->has_hash};
  /* The session goes back to its start; what it was is kept aside. */
  if (mr_session_new(session.game, NULL, &recorded, &error) == MR_OK &&
      mr_session_copy(recorded, session.core, &error) == MR_OK &&
      mr_session_prove(recorded, record, record, &it.promises, &error) == MR_OK) {
    it.recorded = recorded;
    status = choice->against != NULL ? compare(cli, choice->against, record, &it) : CLI_OK;
  } else {
    status = cli_fail_error(cli, &error);
  }
  if (status == CLI_OK && !choice->verify) {
    cli_session_rewind(&session, 0);
    cli_session_reveal(&session, choice->reveal);
    status = replay(&session, &it, choice);
  }
  if (status == CLI_OK) {
    status = report_verified(cli, &it);
  }
  mr_session_free(recorded);
  cli_session_close(&session);
  return status;
}

/* ---- sealed records -------------------------------------------------------------------------- */

/* "48 unseen, commit, 3 unseen" */
static void add_actions(const mr_record *record, mr_str *out) {
  size_t unseen = 0;
  for (size_t i = 0; i < record->move_count; i++) {
    const char *text = record->moves[i].text;
    bool last = i + 1 == record->move_count;
    unseen += strcmp(text, MR_RECORD_HIDDEN) == 0;
    if (unseen > 0 && (last || strcmp(record->moves[i + 1].text, MR_RECORD_HIDDEN) != 0)) {
      mr_str_format(out, "%zu unseen%s", unseen, last ? "" : ", ");
      unseen = 0;
    } else if (unseen == 0) {
      mr_str_format(out, "%s%s", text, last ? "" : ", ");
    }
  }
}

static int print_sealed(cli_session *session, const mr_record *record, const mr_error *why) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "type", "sealed");
  mr_json_string(json, "game", session->game->info.name);
  mr_json_string(json, "why", why->message);
  mr_json_array(json, "actions");
  for (size_t i = 0; i < record->move_count; i++) {
    const char *text = record->moves[i].text;
    mr_json_string(json, NULL, strcmp(text, MR_RECORD_HIDDEN) == 0 ? NULL : text);
  }
  mr_json_end(json);
  mr_json_state(json, "state", session->game, session->seen);
  return cli_document_print(session->cli, &document);
}

/* What a record that cannot be opened tells everybody. It claims that; nothing is verified. */
static int show_sealed(cli_context *cli, const mr_record *record, const mr_error *why,
                       const char *path) {
  cli_session session;
  mr_error error;
  int status = cli_session_of(cli, path, record, &session);
  if (status != CLI_OK) {
    return status;
  }
  const char *state = record->final_state;
  if (state == NULL ||
      mr_game_parse_state(session.game, state, strlen(state), session.seen, &error) != MR_OK) {
    status = state == NULL ? cli_fail(cli, "%s: the record has no final state to be shown", path)
                           : cli_fail(cli, "%s: the record's final state: %s", path, error.message);
  } else if (cli->global.json) {
    status = print_sealed(&session, record, why);
  } else {
    cli_look look = cli_look_of(MR_NOBODY);
    look.whole = true; /* it is what everybody sees */
    mr_str text = cli_text();
    mr_str_format(&text,
                  "%s: the game goes on, and what is hidden is sealed: %s. This is what "
                  "everybody may know, as the record has it.",
                  session.game->info.title, why->message);
    cli_paragraph(cli, &text, 0, 0);
    text = cli_text();
    mr_str_format(&text, "%zu actions: ", record->move_count);
    add_actions(record, &text);
    cli_paragraph(cli, &text, 0, 4);
    mr_str_char(&cli->out, '\n');
    status = cli_draw(cli, session.game, session.seen, &look);
  }
  cli_session_close(&session);
  return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

static int run_replay(cli_context *cli, const void *values) {
  const replay_options *choice = values;
  mr_record record;
  mr_error why;
  mr_seal_key key;
  if (choice->step && strcmp(choice->file, "-") == 0) {
    return cli_usage(cli, "--step reads standard input, so FILE cannot be '-'");
  }
  cli_damage damage = {.salvage = choice->salvage};
  cli_signals_catch();
  mr_record_init(&record, NULL);
  int status = cli_record_read(cli, choice->file, choice->game.given ? choice->game.value : 1,
                               &damage, &record);
  if (status == CLI_OK && damage.found && (choice->verify || choice->against != NULL)) {
    status = cli_fail(cli, "%s: a damaged record is not verified", choice->file);
  }
  bool sealed = status == CLI_OK && record.key_name != NULL;
  if (sealed && choice->reveal) {
    status = cli_fail(cli, "%s: the game goes on, so nothing of it is revealed", choice->file);
  }
  cli_unsealed opened = CLI_UNSEALED;
  if (status == CLI_OK) {
    opened = cli_record_unseal(cli, choice->file, &record, &key, &why);
  }
  if (status == CLI_OK && opened == CLI_UNSEALED) {
    status = replay_open(cli, &record, sealed ? &key : NULL, &damage, choice);
  } else if (status == CLI_OK) {
    bool asked = choice->verify || choice->against != NULL;
    if (opened == CLI_SEAL_BROKEN) {
      status = cli_fail_error(cli, &why);
    } else if (asked) {
      status = cli_fail(cli, "%s: nothing of a sealed record can be verified without its key: %s",
                        choice->file, why.message);
    }
    if (!asked) {
      int shown = show_sealed(cli, &record, &why, choice->file);
      status = status == CLI_OK ? shown : status;
    }
  }
  mr_record_done(&record);
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
