#include "cli/play/narrate.h"

#include <string.h>

#include "cli/draw.h"
#include "cli/files.h"
#include "cli/format.h"

#define INDENT 4
/* So many reasons are told of a turn. */
#define REASONS_MOST 3
/* So many lines of what happened are told again below a board that has pushed it off the screen. */
#define REMINDER_MOST 3
/* Actions of a turn that a reminder names; two on each colour are a turn, and twelve orders a plan.
 */
#define PLAYED_MOST 4
/* Searches shorter than this, in seconds, are told when they are done. */
#define SOON 0.1

static unsigned percent(double value) {
  return (unsigned)(value * 100.0 + 0.5);
}

/* ---- what may be told ------------------------------------------------------------------------ */

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

const char *cli_comment_on(const cli_session *session, const mr_session_analysis *analysis,
                           char *buffer, size_t size) {
  const mr_search_result *result = &analysis->result;
  mr_str text = mr_str_fixed(buffer, size);
  if (result->reason[0] != '\0') {
    mr_str_add(&text, result->reason);
  } else {
    mr_str_format(&text, "%s expects to score %u%%.",
                  cli_player_name(session->game, analysis->player), percent(result->value));
  }
  return buffer;
}

const char *cli_analysis_comment(const cli_session *session, char *buffer, size_t size) {
  const mr_session_analysis *last = mr_session_last_analysis(session->core);
  *buffer = '\0';
  return last == NULL || last->carries_on ? buffer : cli_comment_on(session, last, buffer, size);
}

void cli_paragraph(cli_context *cli, mr_str *text, size_t column, size_t indent) {
  mr_str_repeat(&cli->out, ' ', column);
  cli_wrap(&cli->out, mr_str_text(text), column, indent, cli->style.width);
  mr_str_done(text);
}

void cli_list_levels(cli_context *cli, const char *wrong, unsigned now) {
  if (*wrong != '\0') {
    mr_str_format(&cli->out, "There is no level '%s'; there are %d to %d:\n", wrong, MR_LEVEL_MIN,
                  MR_LEVEL_MAX);
  }
  for (unsigned i = MR_LEVEL_MIN; i <= MR_LEVEL_MAX; i++) {
    mr_str_format(&cli->out, "  %s%s\n", mr_level_text(i), i == now ? " (now)" : "");
  }
}

static bool is_secret(const cli_session *session, size_t index) {
  return mr_session_withheld(mr_session_move_at(session->core, index), session->viewer);
}

/*
 * Whether what was thought of an action stays with the player whose it is, who has secrets that
 * it may speak of.
 */
static bool is_thought_secret(const cli_session *session, size_t index) {
  mr_player player = mr_session_move_at(session->core, index)->player;
  bool own = mr_player_same(player, session->viewer) || player.id == MR_NOBODY_ID ||
             session->viewer.id == MR_ALL_SEEING_ID;
  return is_secret(session, index) || (!own && mr_session_has_secret(session->core, player));
}

/* The comment on an action as far as it may be told. */
static const char *comment_on(const cli_session *session, size_t index) {
  return is_thought_secret(session, index) ? "" : mr_session_comment(session->core, index);
}

void cli_add_move(const cli_session *session, size_t index, mr_str *out) {
  const mr_session_move *move = mr_session_move_at(session->core, index);
  if (mr_game_can(session->game, MR_CAN_MULTI) && !move->places &&
      move->piece.id != MR_NO_PIECE.id) {
    mr_game_piece_text(session->game, move->piece, out);
    mr_str_char(out, ' ');
  }
  mr_str_add(out, mr_session_text(session->core, index));
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static int action_json(cli_session *session) {
  mr_session *core = session->core;
  size_t last = mr_session_count(core) - 1;
  const mr_session_move *move = mr_session_move_at(core, last);
  const mr_session_analysis *analysis = mr_session_last_analysis(core);
  const mr_events events = mr_session_events(core, session->viewer);
  const char *comment = comment_on(session, last);
  /* The computer's, of this action. */
  bool thought = analysis != NULL && analysis->at == last && !move->person &&
                 analysis->result.action == move->action && !is_thought_secret(session, last);
  const mr_state *state = mr_session_observe(core, session->viewer);
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "type", "action");
  mr_json_uint(json, "number", cli_decision_number(session));
  mr_json_bool(json, "chance", move->player.id == MR_NOBODY_ID);
  mr_json_player(json, "player", session->game, move->player);
  mr_json_string(json, "action", is_secret(session, last) ? NULL : mr_session_text(core, last));
  mr_json_events(json, "events", session->game, &events);
  mr_json_state(json, "state", session->game, state);
  mr_json_node(json, "node", session->game, mr_session_state(core));
  if (thought) {
    mr_json_search_result(json, "thought", session->game, analysis->observation, &analysis->result);
  } else if (*comment != '\0') {
    mr_json_string(json, "comment", comment);
  }
  if (mr_session_node(core).kind == MR_NODE_CHANCE) {
    mr_json_outcomes(json, "odds", session->game, state);
  }
  return cli_document_print(session->cli, &document);
}

/* ---- text ------------------------------------------------------------------------------------ */

void cli_narrate_start(cli_session *session) {
  cli_context *cli = session->cli;
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    mr_json_string(json, "type", "start");
    mr_json_string(json, "game", session->game->info.name);
    if (session->seed_is_secret) {
      mr_json_null(json, "seed");
    } else {
      mr_json_uint(json, "seed", mr_session_seed(session->core));
    }
    mr_json_array(json, "seats");
    for (uint8_t i = 0; i < session->game->info.players; i++) {
      char buffer[MR_SESSION_SEAT_TEXT_MAX];
      mr_str text = mr_str_fixed(buffer, sizeof buffer);
      mr_seat_format(mr_session_seat_of(session->core, (mr_player){i}), &text);
      mr_json_object(json, NULL);
      mr_json_string(json, "player", session->game->info.player_names[i]);
      mr_json_string(json, "seat", buffer);
      mr_json_end(json);
    }
    mr_json_end(json);
    mr_json_state(json, "state", session->game, mr_session_observe(session->core, session->viewer));
    cli_document_print(cli, &document);
    return;
  }
  mr_str_add(&cli->out, session->game->info.title);
  cli_session_add_seed(session, &cli->out);
  mr_str_char(&cli->out, '\n');
  for (uint8_t i = 0; i < session->game->info.players; i++) {
    mr_str_format(&cli->out, "  %s: ", session->game->info.player_names[i]);
    mr_seat_format(mr_session_seat_of(session->core, (mr_player){i}), &cli->out);
    mr_str_char(&cli->out, '\n');
  }
  mr_str_char(&cli->out, '\n');
}

/* A paragraph below what it belongs to. */
static void add_comment(cli_context *cli, const char *text) {
  if (*text != '\0') {
    mr_str_repeat(&cli->out, ' ', INDENT);
    cli_wrap(&cli->out, text, INDENT, INDENT, cli->style.width);
  }
}

/* Adds sentences to what has happened since the board was drawn last. */
static void add_story(cli_session *session, cli_told told, const char *text) {
  cli_story *story = &session->story;
  if (*text == '\0') {
    return;
  }
  cli_story_part *parts =
      mr_alloc_grow(NULL, story->parts, &story->room, story->count + 1, sizeof *parts);
  if (parts != NULL) { /* without memory less is told again */
    story->parts = parts;
    mr_str_add(&story->text, text);
    parts[story->count++] = (cli_story_part){told, story->text.length};
  }
}

static unsigned lines_of(const char *text) {
  unsigned lines = 0;
  for (; *text != '\0'; text++) {
    lines += *text == '\n';
  }
  return lines;
}

/* Counts the lines that have been written since the output was `from` bytes long. */
static void count_told(cli_session *session, size_t from) {
  session->told += lines_of(mr_str_text(&session->cli->out) + from);
}

static void add_events(cli_session *session, const mr_events *events) {
  mr_str text = cli_text();
  mr_game_events_text(session->game, events, &text);
  add_comment(session->cli, mr_str_text(&text));
  bool decisive = false;
  for (size_t i = 0; i < events->count; i++) {
    uint8_t kind = events->items[i].kind;
    decisive = decisive || kind == MR_EVENT_CAPTURE || kind == MR_EVENT_CONVERT ||
               kind == MR_EVENT_DUEL || kind == MR_EVENT_END || kind == MR_EVENT_THREAT;
  }
  add_story(session, decisive ? CLI_TOLD_LOSS : CLI_TOLD_EVENT, mr_str_text(&text));
  mr_str_done(&text);
}

/* Of a run of actions that are not to be seen that there is one. */
static void add_secret(cli_session *session, size_t index) {
  const mr_session_move *move = mr_session_move_at(session->core, index);
  if (index == 0 || !is_secret(session, index - 1) ||
      !mr_player_same(mr_session_move_at(session->core, index - 1)->player, move->player)) {
    mr_str text = cli_text();
    mr_str_format(&text, "%s %s, unseen.", cli_player_name(session->game, move->player),
                  move->places ? "sets up" : "acts");
    add_story(session, CLI_TOLD_EVENT, mr_str_text(&text));
    cli_paragraph(session->cli, &text, 0, 0);
  }
}

/* What depends on something hidden has no odds that may be told. */
static bool add_odds(cli_session *session) {
  mr_str text = cli_text();
  const mr_state *seen = mr_session_observe(session->core, session->viewer);
  bool good =
      !mr_game_fully_known(session->game, seen) || cli_odds_text(session->game, seen, "", &text);
  for (char *line = text.data; line != NULL && *line != '\0';) {
    char *end = line + strcspn(line, "\n");
    bool last = *end == '\0';
    *end = '\0';
    add_comment(session->cli, line);
    line = last ? end : end + 1;
  }
  mr_str_done(&text);
  return good;
}

static int report_action(cli_session *session) {
  cli_context *cli = session->cli;
  size_t index = mr_session_count(session->core) - 1;
  mr_player player = last_move(session)->player;
  session->narrated = index + 1;
  if (cli->global.json) {
    return action_json(session);
  }
  if (player.id != MR_NOBODY_ID && is_secret(session, index)) {
    add_secret(session, index);
  } else if (player.id != MR_NOBODY_ID) {
    mr_str_format(&cli->out, "%zu. %s plays %s\n", cli_decision_number(session),
                  cli_player_name(session->game, player), mr_session_text(session->core, index));
    add_comment(cli, comment_on(session, index));
  }
  const mr_events events = mr_session_events(session->core, session->viewer);
  add_events(session, &events);
  if (mr_session_node(session->core).kind == MR_NODE_CHANCE && !add_odds(session)) {
    return cli_fail_memory(cli);
  }
  return CLI_OK;
}

int cli_narrate_action(cli_session *session) {
  size_t from = session->cli->out.length;
  int status = report_action(session);
  count_told(session, from);
  return status;
}

/* ---- turns of several actions ---------------------------------------------------------------- */

/* "7-10. Black plays g10xg7; c9-c8; d9-d8; ." */
static void add_turn_line(cli_session *session, size_t first) {
  mr_session *core = session->core;
  size_t count = mr_session_count(core);
  mr_player player = mr_session_move_at(core, first)->player;
  mr_str text = cli_text();
  mr_str_format(&text, "%zu", mr_session_decisions(core, first) + 1);
  if (first + 1 < count) {
    mr_str_format(&text, "-%zu", mr_session_decisions(core, count - 1) + 1);
  }
  mr_str_format(&text, ". %s plays", cli_player_name(session->game, player));
  for (size_t i = first; i < count; i++) {
    mr_str_format(&text, "%s %s", i > first ? ";" : "", mr_session_text(core, i));
  }
  cli_paragraph(session->cli, &text, 0, INDENT);
}

/* Whether an action is a sign that the turn is over, such as '.', and nothing else. */
static bool is_end_of_turn(const cli_session *session, size_t index) {
  mr_form form;
  mr_game_form(session->game, mr_session_state(session->core),
               mr_session_move_at(session->core, index)->action, &form);
  return form.kind == MR_FORM_BUTTON && mr_session_turn_is_over(session->core);
}

/* Whether two events are moves of the same kind of piece. */
static bool is_alike(const mr_event *a, const mr_event *b) {
  return a->kind == MR_EVENT_MOVE && b->kind == MR_EVENT_MOVE && a->piece.id == b->piece.id &&
         mr_player_same(a->player, b->player);
}

/* What happened, but for what the moves say, that pieces have been set up, and that there was a
 * set-up. */
static void add_turn_events(cli_session *session) {
  const mr_events recent = mr_session_recent(session->core, session->viewer);
  mr_events rest = {.items = mr_alloc_zero(NULL, recent.count + 1, sizeof *rest.items),
                    .capacity = recent.count};
  for (size_t i = 0; rest.items != NULL && i < recent.count; i++) {
    const mr_event *event = &recent.items[i];
    bool set_up =
        event->kind == MR_EVENT_RULE && i + 1 < recent.count && event[1].kind == MR_EVENT_PLACE;
    if (!set_up && event->kind != MR_EVENT_MOVE && event->kind != MR_EVENT_PLACE) {
      mr_events_add(&rest, *event);
    }
  }
  if (rest.items != NULL) {
    add_events(session, &rest);
  }
  mr_alloc_free(NULL, rest.items, (recent.count + 1) * sizeof *rest.items);
}

/*
 * The moves of a turn in words, those of a kind in one sentence: "Black's infantry goes from i10 to
 * h9, from g10 to i9." Not every order needs its own.
 */
static void add_moves(const cli_session *session, mr_str *out) {
  const mr_events recent = mr_session_recent(session->core, session->viewer);
  for (size_t i = 0; i < recent.count; i++) {
    const mr_event *one = &recent.items[i];
    bool told = one->kind != MR_EVENT_MOVE;
    for (size_t k = 0; k < i && !told; k++) {
      told = is_alike(&recent.items[k], one);
    }
    for (size_t k = i; k < recent.count && !told; k++) {
      const mr_event *other = &recent.items[k];
      char from[MR_ACTION_TEXT_MAX];
      char to[MR_ACTION_TEXT_MAX];
      if (k == i) {
        mr_str_add(out, out->length > 0 ? " " : "");
        mr_game_event_text(session->game, one, out);
      } else if (is_alike(other, one)) {
        mr_str_format(out, ", from %s to %s", cli_cell_text(session->game, other->from, from),
                      cli_cell_text(session->game, other->to, to));
      }
    }
    mr_str_add(out, told ? "" : ".");
  }
}

/*
 * What was played in a turn, and what the computer expects of it: of what it says of several
 * actions the last, which knows most. That the turn ends goes without saying.
 */
static void add_plan(cli_session *session, size_t first) {
  size_t count = mr_session_count(session->core);
  const char *reason = "";
  mr_str text = cli_text();
  mr_player player = mr_session_move_at(session->core, first)->player;
  mr_str_format(&text, "%s plays", cli_player_name(session->game, player));
  size_t told = count - first > 1 && is_end_of_turn(session, count - 1) ? count - 1 : count;
  for (size_t i = first; i < told && i < first + PLAYED_MOST; i++) {
    mr_str_add(&text, i > first ? "; " : " ");
    cli_add_move(session, i, &text);
  }
  if (told - first > PLAYED_MOST) {
    mr_str_format(&text, " ... (%zu actions)", told - first);
  }
  for (size_t i = first; i < count; i++) {
    const char *comment = comment_on(session, i);
    reason = *comment != '\0' ? comment : reason;
  }
  mr_str_char(&text, '.');
  add_story(session, CLI_TOLD_PLAY, mr_str_text(&text));
  add_story(session, CLI_TOLD_REASON, reason);
  mr_str_done(&text);
}

/*
 * The first reasons of a turn, each once: a plan is one, of others these suffice. Of several each
 * says of which action it is.
 */
static void add_reasons(cli_session *session, size_t first) {
  size_t count = mr_session_count(session->core);
  size_t told[REASONS_MOST];
  size_t reasons = 0;
  const char *said = "";
  for (size_t i = first; i < count && reasons < REASONS_MOST; i++) {
    const char *comment = comment_on(session, i);
    if (*comment != '\0' && strcmp(comment, said) != 0) {
      told[reasons++] = i;
      said = comment;
    }
  }
  for (size_t i = 0; i < reasons; i++) {
    mr_str text = cli_text();
    if (reasons > 1) {
      mr_str_format(&text, "%s: ", mr_session_text(session->core, told[i]));
    }
    mr_str_add(&text, comment_on(session, told[i]));
    add_comment(session->cli, mr_str_text(&text));
    mr_str_done(&text);
  }
}

static int report_rest(cli_session *session) {
  size_t count = mr_session_count(session->core);
  size_t first = session->narrated;
  if (session->cli->global.json) {
    return CLI_OK;
  }
  while (first < count && is_secret(session, first)) {
    add_secret(session, first++);
  }
  session->narrated = count;
  if (first == count) {
    return CLI_OK;
  }
  if (first + 1 == count) {
    return report_action(session);
  }
  add_turn_line(session, first);
  mr_str moves = cli_text();
  add_moves(session, &moves);
  add_comment(session->cli, mr_str_text(&moves));
  mr_str_done(&moves);
  add_plan(session, first);
  add_reasons(session, first);
  add_turn_events(session);
  return mr_session_node(session->core).kind != MR_NODE_CHANCE || add_odds(session)
             ? CLI_OK
             : cli_fail_memory(session->cli);
}

int cli_narrate_rest(cli_session *session) {
  size_t from = session->cli->out.length;
  int status = report_rest(session);
  count_told(session, from);
  return status;
}

int cli_narrate_by_turns(cli_session *session) {
  if (session->cli->global.json) {
    return cli_narrate_action(session);
  }
  return cli_turn_is_over(session) ? cli_narrate_rest(session) : CLI_OK;
}

void cli_end_text(const cli_session *session, mr_str *out) {
  char buffer[MR_RESULT_TEXT_MAX];
  if (mr_session_ended(session->core) == MR_SESSION_RESIGNED) {
    mr_player loser = mr_session_loser(session->core);
    mr_str_format(out, "%s resigns: %s\n", cli_player_name(session->game, loser),
                  mr_session_result(session->core, buffer));
  } else {
    mr_str text = cli_text();
    cli_result_text(session->game, mr_session_state(session->core), &text);
    cli_wrap(out, mr_str_text(&text), 0, 2, session->cli->style.width);
    mr_str_done(&text);
  }
  if (session->seed_is_secret) {
    mr_str_format(out, "The seed was %llu.\n", (unsigned long long)mr_session_seed(session->core));
  }
}

int cli_narrate_end(cli_session *session) {
  cli_context *cli = session->cli;
  char buffer[MR_RESULT_TEXT_MAX];
  const char *result = mr_session_result(session->core, buffer);
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    mr_json_string(json, "type", "end");
    mr_json_string(json, "result", result);
    mr_json_string(json, "rule", mr_session_rule(session->core));
    const mr_state *seen = mr_session_observe(session->core, session->viewer);
    mr_json_state(json, "state", session->game, seen);
    mr_json_position(json, "hash", session->game, seen);
    if (session->seed_is_secret) {
      mr_json_uint(json, "seed", mr_session_seed(session->core));
    }
    return cli_document_print(cli, &document);
  }
  cli_end_text(session, &cli->out);
  return CLI_OK;
}

/* What is told first of what has happened. @return CLI_TOLD_REASON where nothing has */
static cli_told most_needed(const cli_session *session) {
  cli_told least = CLI_TOLD_REASON;
  for (size_t i = 0; i < session->story.count; i++) {
    cli_told told = session->story.parts[i].told;
    least = told < least ? told : least;
  }
  return least;
}

/*
 * What has happened, up to this kind of it, in so many lines; the last sentences where there is no
 * room for all. @return whether there was
 */
static bool fit_reminder(const cli_session *session, unsigned kind, unsigned most, mr_str *out) {
  mr_str told = cli_text();
  const char *story = mr_str_text(&session->story.text);
  for (size_t i = 0, at = 0; i < session->story.count; i++) {
    cli_story_part part = session->story.parts[i];
    if (part.told <= kind && part.end > at) {
      mr_str_add(&told, told.length > 0 ? " " : "");
      mr_str_bytes(&told, story + at, part.end - at);
    }
    at = part.end;
  }
  const char *from = mr_str_text(&told);
  bool fits = *from == '\0';
  bool whole = true;
  mr_str_reset(out);
  while (!fits && from != NULL) {
    mr_str text = cli_text();
    mr_str_format(&text, "Just now: %s%s", whole ? "" : "... ", from);
    mr_str_reset(out);
    cli_wrap(out, mr_str_text(&text), 0, 2, session->cli->style.width);
    mr_str_done(&text);
    fits = lines_of(mr_str_text(out)) <= most;
    const char *next = strstr(from, ". ");
    whole = whole && fits;
    from = next == NULL ? NULL : next + strlen(". ");
  }
  mr_str_done(&told);
  return whole;
}

/*
 * What happened, once more, for below a board that pushes what was told above it off the screen, in
 * so many lines and in its order. Where there is no room for all of it, what was lost on both sides
 * is told before what else happened, and what the computer expects, which is only words, last.
 */
static void add_reminder(const cli_session *session, unsigned most, mr_str *out) {
  unsigned least = most_needed(session);
  unsigned kind = CLI_TOLD_REASON;
  mr_str_reset(out);
  while (most > 0 && !fit_reminder(session, kind, most, out) && kind > least) {
    kind--;
  }
}

/*
 * The reminder below a board that has been drawn in so many lines, and a blank line above what
 * stands below: nothing where what was told is still to be seen, less where there is no room.
 */
static void add_below(cli_session *session, unsigned lines, const char *below) {
  cli_context *cli = session->cli;
  unsigned height = cli->style.height;
  unsigned used = lines + lines_of(below) + 1; /* and the prompt */
  mr_str reminder = cli_text();
  if (height > 0 && session->told + used + 2 > height) {
    unsigned left = height > used ? height - used : 0;
    add_reminder(session, left < REMINDER_MOST ? left : REMINDER_MOST, &reminder);
    used += lines_of(mr_str_text(&reminder));
  }
  mr_str_add(&cli->out, height == 0 || used < height ? "\n" : "");
  mr_str_format(&cli->out, "%s%s", mr_str_text(&reminder), below);
  mr_str_done(&reminder);
}

int cli_narrate_board(cli_session *session, mr_player player, uint64_t regions, const char *below,
                      bool guides) {
  cli_context *cli = session->cli;
  mr_str reminder = cli_text();
  const mr_events recent = mr_session_recent(session->core, session->viewer);
  cli_resize(cli);
  add_reminder(session, cli->style.height > 0 ? REMINDER_MOST : 0, &reminder);
  cli_look look = cli_look_of(player);
  look.whole = session->viewer.id == MR_ALL_SEEING_ID;
  look.recent = &recent;
  look.regions = regions;
  look.revision = mr_session_revision(session->core);
  look.guides = guides;
  look.naming = session->naming;
  look.brief = session->brief && regions == 0;
  look.first = session->naming != NULL && !session->brief;
  look.status = cli->style.height > 0;
  look.below = lines_of(mr_str_text(&reminder)) + (below != NULL ? lines_of(below) : 0);
  mr_str_done(&reminder);
  mr_str_char(&cli->out, '\n');
  size_t from = cli->out.length;
  int status = cli_draw(cli, session->game, mr_session_state(session->core), &look);
  add_below(session, lines_of(mr_str_text(&cli->out) + from), below != NULL ? below : "");
  return status;
}

bool cli_is_pause(const cli_session *session) {
  return mr_session_node(session->core).kind != MR_NODE_CHANCE && cli_turn_is_over(session);
}

int cli_narrate_position(cli_session *session) {
  if (session->cli->global.json) {
    return CLI_OK;
  }
  int status = cli_narrate_board(session, MR_NOBODY, 0, NULL, false);
  cli_forget_story(session);
  return status;
}

/* ---- what the computer thought --------------------------------------------------------------- */

void cli_narrate_progress(void *context, const mr_search_result *so_far) {
  cli_session *session = context;
  mr_node node = mr_session_node(session->core);
  if (so_far->seconds < SOON) {
    return; /* a line that is gone at once only flickers */
  }
  char hopes[32] = "";
  mr_str text = mr_str_fixed(hopes, sizeof hopes);
  if (mr_player_same(node.player, session->viewer) ||
      !mr_session_has_secret(session->core, node.player)) {
    mr_str_format(&text, ", expects %u%%", percent(so_far->value));
  }
  cli_status(session->cli, "%s is thinking ... %.1f s, %llu nodes%s",
             cli_player_name(session->game, node.player), so_far->seconds,
             (unsigned long long)so_far->nodes, hopes);
}

/* "46%", or "at most 46%" of one that was only seen not to be better. */
static void add_candidates(const cli_session *session, const mr_session_analysis *analysis,
                           mr_str *out) {
  const mr_search_result *result = &analysis->result;
  bool counted = result->candidate_count > 0 && result->candidates[0].visits > 0;
  int width = (int)strlen("expects");
  for (size_t i = 0; i < result->candidate_count; i++) {
    width = result->candidates[i].at_most ? (int)strlen("at most 100%") : width;
  }
  mr_str_format(out, "    %-20s %*s%s\n", "considered", width, "expects",
                counted ? "    nodes" : "");
  for (size_t i = 0; i < result->candidate_count; i++) {
    const mr_candidate *candidate = &result->candidates[i];
    char text[MR_ACTION_TEXT_MAX];
    char estimate[32];
    cli_action_text(session->game, analysis->observation, candidate->action, text);
    snprintf(estimate, sizeof estimate, "%s%u%%", candidate->at_most ? "at most " : "",
             percent(candidate->value));
    mr_str_format(out, "    %-20s %*s", text, width, estimate);
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
  const mr_search_result *result = &analysis->result;
  mr_str text = cli_text();
  mr_str_add(&text, "expected:");
  look_ahead(session, analysis);
  for (size_t i = 0; i < result->line_length; i++) {
    char action[MR_ACTION_TEXT_MAX];
    if (!mr_game_legal(session->game, session->ahead, result->line[i])) {
      break;
    }
    cli_action_text(session->game, session->ahead, result->line[i], action);
    mr_str_format(&text, " %s", action);
    mr_game_make(session->game, session->ahead, result->line[i], NULL, NULL);
  }
  if (result->line_length > 0) {
    add_comment(session->cli, mr_str_text(&text));
  }
  mr_str_done(&text);
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
  const mr_search_result *result = &analysis->result;
  cli_action_text(session->game, analysis->observation, result->action, text);
  mr_str_format(out, "%s: %s, %llu nodes", cli_player_name(session->game, analysis->player), text,
                (unsigned long long)result->nodes);
  if (session->cli->out_tty) {
    mr_str_format(out, ", %.1f s", result->seconds);
  }
  mr_str_char(out, '\n');
  add_comment(session->cli, cli_comment_on(session, analysis, comment, sizeof comment));
  add_candidates(session, analysis, out);
  if (result->candidate_count > 0) {
    add_comment(session->cli,
                result->candidates[0].visits > 0
                    ? "(expects: how much of the point it could bring; nodes: positions, or "
                      "trial games, that were looked at)"
                    : "(expects: how much of the point it could bring)");
  }
  add_line(session, analysis);
  look_ahead(session, analysis);
  if (mr_game_legal(session->game, session->ahead, result->action)) {
    mr_game_make(session->game, session->ahead, result->action, NULL, NULL);
    if (mr_game_node(session->game, session->ahead).kind == MR_NODE_CHANCE) {
      mr_str_add(out, "    odds of what follows:\n");
      cli_odds_text(session->game, session->ahead, "      ", out);
    }
  }
}
