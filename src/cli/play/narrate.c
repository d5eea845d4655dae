#include "cli/play/narrate.h"

#include <string.h>

#include "cli/draw.h"
#include "cli/files.h"
#include "cli/format.h"

#define INDENT 4
/* So many reasons are told of a turn. */
#define REASONS_MOST 3
/* Boards of a terminal leave room for what is told above them if it has so many lines more. */
#define LINES_BESIDE 16u
/* Thoughts shorter than this, in seconds, are told when they are done. */
#define SOON 0.1

static unsigned percent(double value) {
  return (unsigned)(value * 100.0 + 0.5);
}

static const mr_session_move *last_move(const cli_session *session) {
  return mr_session_move_at(session->core, mr_session_count(session->core) - 1);
}

size_t cli_decision_number(const cli_session *session) {
  return mr_session_decisions(session->core, mr_session_count(session->core));
}

bool cli_turn_is_over(const cli_session *session) {
  return mr_session_turn_is_over(session->core) ||
         mr_session_node(session->core).kind == MR_NODE_CHANCE ||
         last_move(session)->player.id == MR_NOBODY_ID;
}

/* The computer's analysis behind the last action, or NULL. */
static const mr_session_analysis *analysis_behind(const cli_session *session) {
  const mr_session_analysis *last = mr_session_last_analysis(session->core);
  const mr_session_move *move = last_move(session);
  bool is_it = last != NULL && last->at + 1 == mr_session_count(session->core) &&
               last->result.action == move->action && !move->person;
  return is_it ? last : NULL;
}

const char *cli_comment_on(const mr_search_result *thought, char *buffer, size_t size) {
  mr_str text;
  mr_str_fixed(&text, buffer, size);
  if (thought->reason[0] != '\0') {
    mr_str_add(&text, thought->reason);
  } else {
    mr_str_format(&text, "Expects to score %u%%.", percent(thought->value));
  }
  return buffer;
}

const char *cli_analysis_comment(const cli_session *session, char *buffer, size_t size) {
  const mr_session_analysis *last = mr_session_last_analysis(session->core);
  *buffer = '\0';
  return last == NULL || last->carries_on ? buffer : cli_comment_on(&last->result, buffer, size);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static int start_json(cli_session *session) {
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "type", "start");
  mr_json_string(json, "game", session->game->info.name);
  mr_json_uint(json, "seed", mr_session_seed(session->core));
  mr_json_array(json, "seats");
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    char buffer[MR_SESSION_SEAT_TEXT_MAX];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_seat_format(mr_session_seat_of(session->core, (mr_player){i}), &text);
    mr_json_object(json, NULL);
    mr_json_string(json, "player", session->game->info.player_names[i]);
    mr_json_string(json, "seat", buffer);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_state(json, "state", session->game, mr_session_state(session->core));
  return cli_document_print(session->cli, &document);
}

static int action_json(cli_session *session) {
  mr_session *core = session->core;
  size_t last = mr_session_count(core) - 1;
  const mr_session_move *move = mr_session_move_at(core, last);
  const mr_session_analysis *analysis = analysis_behind(session);
  const mr_events events = mr_session_events(core, session->viewer);
  const mr_state *state = mr_session_state(core);
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "type", "action");
  mr_json_uint(json, "number", cli_decision_number(session));
  mr_json_bool(json, "chance", move->player.id == MR_NOBODY_ID);
  mr_json_player(json, "player", session->game, move->player);
  mr_json_string(json, "action", mr_session_text(core, last));
  mr_json_events(json, "events", session->game, &events);
  mr_json_state(json, "state", session->game, state);
  mr_json_node(json, "node", session->game, state);
  if (analysis != NULL) {
    mr_json_search_result(json, "thought", session->game, analysis->observation, &analysis->result);
  } else if (*mr_session_comment(core, last) != '\0') {
    mr_json_string(json, "comment", mr_session_comment(core, last));
  }
  if (mr_session_node(core).kind == MR_NODE_CHANCE) {
    mr_json_outcomes(json, "odds", session->game, state);
  }
  return cli_document_print(session->cli, &document);
}

static int end_json(cli_session *session) {
  char result[MR_RESULT_TEXT_MAX];
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "type", "end");
  mr_json_string(json, "result", mr_session_result(session->core, result));
  mr_json_string(json, "rule", mr_session_rule(session->core));
  mr_json_state(json, "state", session->game, mr_session_state(session->core));
  mr_json_hash(json, "hash", mr_game_hash(session->game, mr_session_state(session->core)));
  return cli_document_print(session->cli, &document);
}

/* ---- text ------------------------------------------------------------------------------------ */

void cli_narrate_start(cli_session *session) {
  cli_context *cli = session->cli;
  if (cli->global.json) {
    start_json(session);
    return;
  }
  mr_str_format(&cli->out, "%s, seed %llu\n", session->game->info.title,
                (unsigned long long)mr_session_seed(session->core));
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    mr_str_format(&cli->out, "  %s: ", session->game->info.player_names[i]);
    mr_seat_format(mr_session_seat_of(session->core, (mr_player){i}), &cli->out);
    mr_str_char(&cli->out, '\n');
  }
  mr_str_char(&cli->out, '\n');
}

static void add_paragraph(cli_context *cli, const char *text) {
  if (*text != '\0') {
    mr_str_repeat(&cli->out, ' ', INDENT);
    cli_wrap(&cli->out, text, INDENT, INDENT, cli->style.width);
  }
}

static void add_events(cli_session *session, const mr_events *events) {
  mr_str text;
  mr_str_init(&text, NULL);
  mr_game_events_text(session->game, events, &text);
  add_paragraph(session->cli, mr_str_text(&text));
  mr_str_done(&text);
}

static bool is_secret(const cli_session *session, size_t index) {
  return mr_session_withheld(mr_session_move_at(session->core, index), session->viewer);
}

/* Of a run of actions that are not to be seen that there is one. */
static void add_secret(cli_session *session, size_t index) {
  const mr_session_move *move = mr_session_move_at(session->core, index);
  if (index == 0 || !is_secret(session, index - 1) ||
      !mr_player_same(mr_session_move_at(session->core, index - 1)->player, move->player)) {
    mr_str_format(&session->cli->out, "%s %s, unseen.\n",
                  cli_player_name(session->game, move->player), move->places ? "sets up" : "acts");
  }
}

/* "12. Blue plays 124@c7" and the reason below. */
static void add_decision(cli_session *session, size_t index) {
  if (is_secret(session, index)) {
    add_secret(session, index);
    return;
  }
  mr_player player = mr_session_move_at(session->core, index)->player;
  mr_str_format(&session->cli->out, "%zu. %s plays %s\n", cli_decision_number(session),
                cli_player_name(session->game, player), mr_session_text(session->core, index));
  add_paragraph(session->cli, mr_session_comment(session->core, index));
}

static bool add_odds(cli_session *session) {
  mr_str text;
  mr_str_init(&text, NULL);
  bool good = cli_odds_text(session->game, mr_session_state(session->core), "", &text);
  for (char *line = text.data; line != NULL && *line != '\0';) {
    char *end = line + strcspn(line, "\n");
    bool last = *end == '\0';
    *end = '\0';
    add_paragraph(session->cli, line);
    line = last ? end : end + 1;
  }
  mr_str_done(&text);
  return good;
}

int cli_narrate_action(cli_session *session) {
  cli_context *cli = session->cli;
  session->told = mr_session_count(session->core);
  if (cli->global.json) {
    return action_json(session);
  }
  if (last_move(session)->player.id != MR_NOBODY_ID) {
    add_decision(session, session->told - 1);
  }
  const mr_events events = mr_session_events(session->core, session->viewer);
  add_events(session, &events);
  if (mr_session_node(session->core).kind == MR_NODE_CHANCE && !add_odds(session)) {
    return cli_fail_memory(cli);
  }
  return CLI_OK;
}

/* ---- turns of several actions ---------------------------------------------------------------- */

/* "7-10. Black plays g10xg7; c9-c8; d9-d8; ." */
static void add_turn_line(cli_session *session, size_t first) {
  mr_session *core = session->core;
  size_t count = mr_session_count(core);
  mr_player player = mr_session_move_at(core, first)->player;
  mr_str text;
  mr_str_init(&text, NULL);
  mr_str_format(&text, "%zu", mr_session_decisions(core, first) + 1);
  if (first + 1 < count) {
    mr_str_format(&text, "-%zu", mr_session_decisions(core, count - 1) + 1);
  }
  mr_str_format(&text, ". %s plays", cli_player_name(session->game, player));
  for (size_t i = first; i < count; i++) {
    mr_str_format(&text, "%s %s", i > first ? ";" : "", mr_session_text(core, i));
  }
  cli_wrap(&session->cli->out, mr_str_text(&text), 0, INDENT, session->cli->style.width);
  mr_str_done(&text);
}

/* The first reasons, each once: a plan is one, and of others these give an idea. */
static void add_reasons(cli_session *session, size_t first) {
  const char *said = "";
  unsigned count = 0;
  for (size_t i = first; i < mr_session_count(session->core) && count < REASONS_MOST; i++) {
    const char *comment = mr_session_comment(session->core, i);
    if (*comment != '\0' && strcmp(comment, said) != 0) {
      add_paragraph(session->cli, comment);
      said = comment;
      count++;
    }
  }
}

/* Whether the actions say it: that pieces have moved or been set up, and that there was a set-up.
 */
static bool is_in_actions(const mr_events *events, size_t index) {
  const mr_event *event = &events->items[index];
  bool set_up =
      event->kind == MR_EVENT_RULE && index + 1 < events->count && event[1].kind == MR_EVENT_PLACE;
  return set_up || event->kind == MR_EVENT_MOVE || event->kind == MR_EVENT_PLACE ||
         event->kind == MR_EVENT_EXCHANGE;
}

/* What happened, but for what the actions say. */
static void add_turn_events(cli_session *session) {
  const mr_events recent = mr_session_recent(session->core, session->viewer);
  mr_events told = {.items = mr_alloc_zero(NULL, recent.count + 1, sizeof *told.items),
                    .capacity = recent.count};
  for (size_t i = 0; told.items != NULL && i < recent.count; i++) {
    if (!is_in_actions(&recent, i)) {
      mr_events_add(&told, recent.items[i]);
    }
  }
  if (told.items != NULL) {
    add_events(session, &told);
  }
  mr_alloc_free(NULL, told.items, (recent.count + 1) * sizeof *told.items);
}

/* The first action that is not told, or where the secret ones before it end. */
static size_t skip_secrets(cli_session *session) {
  size_t first = session->told;
  while (first < mr_session_count(session->core) && is_secret(session, first)) {
    add_secret(session, first++);
  }
  return first;
}

int cli_narrate_rest(cli_session *session) {
  if (session->cli->global.json) {
    return CLI_OK;
  }
  size_t first = skip_secrets(session);
  session->told = mr_session_count(session->core);
  if (first == mr_session_count(session->core)) {
    return CLI_OK;
  }
  if (first + 1 == mr_session_count(session->core)) {
    return cli_narrate_action(session);
  }
  add_turn_line(session, first);
  add_reasons(session, first);
  add_turn_events(session);
  return mr_session_node(session->core).kind != MR_NODE_CHANCE || add_odds(session)
             ? CLI_OK
             : cli_fail_memory(session->cli);
}

int cli_narrate_by_turns(cli_session *session) {
  if (session->cli->global.json) {
    return cli_narrate_action(session);
  }
  return cli_turn_is_over(session) ? cli_narrate_rest(session) : CLI_OK;
}

int cli_narrate_end(cli_session *session) {
  cli_context *cli = session->cli;
  char result[MR_RESULT_TEXT_MAX];
  if (cli->global.json) {
    return end_json(session);
  }
  if (mr_session_ended(session->core) == MR_SESSION_RESIGNED) {
    mr_player loser = mr_session_loser(session->core);
    mr_str_format(&cli->out, "%s resigns: %s\n", cli_player_name(session->game, loser),
                  mr_session_result(session->core, result));
    return CLI_OK;
  }
  mr_str text;
  mr_str_init(&text, NULL);
  cli_result_text(session->game, mr_session_state(session->core), &text);
  cli_wrap(&cli->out, mr_str_text(&text), 0, 2, cli->style.width);
  mr_str_done(&text);
  return CLI_OK;
}

static unsigned lines_of(const mr_str *text) {
  unsigned lines = 0;
  for (const char *at = mr_str_text(text); *at != '\0'; at++) {
    lines += *at == '\n';
  }
  return lines;
}

/* The first reason of the last turn, which a computer has made; else "". */
static const char *last_plan(const cli_session *session) {
  const char *plan = "";
  for (size_t i = mr_session_count(session->core); i > 0; i--) {
    const mr_session_move *move = mr_session_move_at(session->core, i - 1);
    const char *comment = mr_session_comment(session->core, i - 1);
    if (move->person || is_secret(session, i - 1)) {
      break;
    }
    plan = *comment != '\0' ? comment : plan;
    if (move->begins_turn) {
      break;
    }
  }
  return plan;
}

/*
 * "White: 3 captures, ..." of the turn that has just ended, once more below a board that has pushed
 * what was told above it off the screen.
 */
static void add_reminder(const cli_session *session, mr_str *out) {
  const cli_context *cli = session->cli;
  const mr_game_info *info = &session->game->info;
  bool crowded = cli->style.height > 0 && info->rows + LINES_BESIDE > cli->style.height;
  if (!crowded || mr_session_count(session->core) == 0 ||
      !mr_game_can(session->game, MR_CAN_MULTI) || !cli_turn_is_over(session)) {
    return;
  }
  const char *plan = last_plan(session);
  if (*plan != '\0') {
    mr_player player = last_move(session)->player;
    mr_str text;
    mr_str_init(&text, NULL);
    mr_str_format(&text, "%s: %s", cli_player_name(session->game, player), plan);
    cli_wrap(out, mr_str_text(&text), 0, 2, cli->style.width);
    mr_str_done(&text);
  }
}

int cli_narrate_board(cli_session *session, mr_player player, uint64_t regions, const mr_str *below,
                      const char *how) {
  cli_look look = cli_look_of(player);
  mr_str *out = &session->cli->out;
  mr_str reminder;
  const mr_events recent = mr_session_recent(session->core, session->viewer);
  look.recent = &recent;
  look.regions = regions;
  look.revision = mr_session_revision(session->core);
  look.how = how;
  cli_resize(session->cli);
  mr_str_init(&reminder, NULL);
  add_reminder(session, &reminder);
  look.below = 1 + lines_of(&reminder) + (below != NULL ? 1 + lines_of(below) : 0);
  mr_str_char(out, '\n');
  int status = cli_draw(session->cli, session->game, mr_session_state(session->core), &look);
  mr_str_char(out, '\n');
  mr_str_add(out, mr_str_text(&reminder));
  mr_str_add(out, below != NULL ? mr_str_text(below) : "");
  mr_str_done(&reminder);
  return status;
}

bool cli_is_pause(const cli_session *session) {
  return mr_session_node(session->core).kind != MR_NODE_CHANCE && cli_turn_is_over(session);
}

int cli_narrate_position(cli_session *session) {
  return session->cli->global.json ? CLI_OK : cli_narrate_board(session, MR_NOBODY, 0, NULL, NULL);
}

/* ---- what the computer thought --------------------------------------------------------------- */

void cli_narrate_progress(void *context, const mr_search_result *so_far) {
  cli_session *session = context;
  mr_node node = mr_session_node(session->core);
  if (so_far->seconds < SOON) {
    return; /* a line that is gone at once only flickers */
  }
  cli_status(session->cli, "%s is thinking ... %.1f s, %llu nodes, expects %u%%",
             cli_player_name(session->game, node.player), so_far->seconds,
             (unsigned long long)so_far->nodes, percent(so_far->value));
}

/* "46%", or "at most 46%" of one that was only seen not to be better. */
static void add_estimate(const mr_candidate *candidate, int width, mr_str *out) {
  char text[32];
  snprintf(text, sizeof text, "%s%u%%", candidate->at_most ? "at most " : "",
           percent(candidate->value));
  mr_str_format(out, " %*s", width, text);
}

/* Room for the longest estimate. */
static int estimate_width(const mr_search_result *thought) {
  for (size_t i = 0; i < thought->candidate_count; i++) {
    if (thought->candidates[i].at_most) {
      return (int)strlen("at most 100%");
    }
  }
  return (int)strlen("expects");
}

static void add_candidates(const cli_session *session, const mr_session_analysis *analysis,
                           mr_str *out) {
  const mr_search_result *thought = &analysis->result;
  bool counted = thought->candidate_count > 0 && thought->candidates[0].visits > 0;
  int width = estimate_width(thought);
  mr_str_format(out, "    %-20s %*s%s\n", "considered", width, "expects",
                counted ? "    tried" : "");
  for (size_t i = 0; i < thought->candidate_count; i++) {
    const mr_candidate *candidate = &thought->candidates[i];
    char text[MR_ACTION_TEXT_MAX];
    cli_action_text(session->game, analysis->observation, candidate->action, text);
    mr_str_format(out, "    %-20s", text);
    add_estimate(candidate, width, out);
    if (counted) {
      mr_str_format(out, " %8llu", (unsigned long long)candidate->visits);
    }
    mr_str_char(out, '\n');
  }
}

/* Lays the observation out as a possible state, to look ahead from it. */
static void look_ahead(cli_session *session, const mr_session_analysis *analysis) {
  mr_game_determinize(session->game, analysis->observation, analysis->player,
                      mr_session_seed(session->core), session->ahead);
}

static void add_line(cli_session *session, const mr_session_analysis *analysis) {
  const mr_search_result *thought = &analysis->result;
  mr_str text;
  mr_str_init(&text, NULL);
  mr_str_add(&text, "expected:");
  look_ahead(session, analysis);
  for (size_t i = 0; i < thought->line_length; i++) {
    char action[MR_ACTION_TEXT_MAX];
    if (!mr_game_legal(session->game, session->ahead, thought->line[i])) {
      break;
    }
    cli_action_text(session->game, session->ahead, thought->line[i], action);
    mr_str_format(&text, " %s", action);
    mr_game_make(session->game, session->ahead, thought->line[i], NULL, NULL);
  }
  if (thought->line_length > 0) {
    add_paragraph(session->cli, mr_str_text(&text));
  }
  mr_str_done(&text);
}

static void add_choice_odds(cli_session *session, const mr_session_analysis *analysis) {
  const mr_search_result *thought = &analysis->result;
  mr_str *out = &session->cli->out;
  look_ahead(session, analysis);
  if (!mr_game_legal(session->game, session->ahead, thought->action)) {
    return;
  }
  mr_game_make(session->game, session->ahead, thought->action, NULL, NULL);
  if (mr_game_node(session->game, session->ahead).kind == MR_NODE_CHANCE) {
    mr_str_add(out, "    odds of what follows:\n");
    cli_odds_text(session->game, session->ahead, "      ", out);
  }
}

void cli_narrate_analysis(cli_session *session) {
  const mr_session_analysis *analysis = mr_session_last_analysis(session->core);
  mr_str *out = &session->cli->out;
  char text[MR_ACTION_TEXT_MAX];
  char comment[CLI_COMMENT_MAX];
  if (analysis == NULL) {
    mr_str_add(out, "The computer has not thought about anything yet.\n");
    return;
  }
  if (analysis->carries_on) {
    analysis = mr_session_last_plan(session->core);
  }
  const mr_search_result *thought = &analysis->result;
  cli_action_text(session->game, analysis->observation, thought->action, text);
  mr_str_format(out, "%s: %s, %llu nodes", cli_player_name(session->game, analysis->player), text,
                (unsigned long long)thought->nodes);
  if (session->cli->out_tty) {
    mr_str_format(out, ", %.1f s", thought->seconds);
  }
  mr_str_char(out, '\n');
  add_paragraph(session->cli, cli_comment_on(thought, comment, sizeof comment));
  add_candidates(session, analysis, out);
  add_line(session, analysis);
  add_choice_odds(session, analysis);
}
