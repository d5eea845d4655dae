/* What a game was worth, move by move: lines, searches, turning points; and sending back. */
#include <marcher/paint.h>
#include <string.h>

#include "base/text.h"
#include "page/page_priv.h"

enum {
  LINES_DEEPENED = 3, /* candidates besides the best that are worth some seconds */
  LINES_TOLD = 5,     /* of a search: what fits beside a board */
  LINE_MOST = 12,     /* actions of each */
  REMARKS_MAX = 100   /* of one game that is sent back */
};

void mr_page_forget_study(mr_page *page) {
  mr_review_free(page->study.review);
  mr_endgame_free(page->study.endgame);
  page->study = (mr_page_study){0};
}

static mr_status no_memory(mr_page_request *request) {
  return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
}

/* ---- a line of actions ----------------------------------------------------------------------- */

/* Plays the actions of a text, that blanks separate, behind those that the session shares with it.
 */
static mr_status play_line(mr_page_request *request, const char *text) {
  mr_session *session = request->page->session;
  size_t at = 0;
  bool same = true;
  while (*text != '\0') {
    size_t length = strcspn(text, " ");
    same = same && at < mr_session_count(session) &&
           mr_text_is(text, length, mr_session_text(session, at));
    if (!same && at < mr_session_count(session)) {
      mr_session_rewind(session, at);
    }
    mr_status status =
        same ? MR_OK : mr_session_play_text(session, text, length, NULL, request->error);
    if (status != MR_OK) {
      return status;
    }
    at++;
    text += length;
    text += strspn(text, " ");
  }
  if (at < mr_session_count(session) || mr_session_ended(session) > MR_SESSION_BY_RULE) {
    mr_session_rewind(session, at);
  }
  return MR_OK;
}

/* How the last action of the session is numbered. */
mr_page_turn mr_page_turn_before_last(const mr_session *session) {
  mr_page_turn turn = MR_PAGE_FIRST_TURN;
  for (size_t i = 0; i + 1 < mr_session_count(session); i++) {
    turn = mr_page_next_turn(turn, mr_session_move_at(session, i)->player);
  }
  return turn;
}

/* Goes back over the last action for a moment, to tell what it is called where it was made. */
static mr_status put_last(mr_page_request *request, size_t count) {
  mr_page *page = request->page;
  mr_status status = MR_OK;
  mr_state *before = mr_state_new(page->game, page->allocator);
  mr_state *scratch = mr_state_new(page->game, page->allocator);
  mr_page_turn turn = mr_page_turn_before_last(page->session);
  if (before != NULL && scratch != NULL) {
    mr_action action = mr_session_move_at(page->session, count - 1)->action;
    mr_session_rewind(page->session, count - 1);
    mr_state_copy(page->game, before, mr_session_state(page->session));
    mr_json_object(request->json, "last");
    mr_page_put_words(request, before, action, turn, scratch);
    mr_json_end(request->json);
    status = mr_session_play(page->session, action, NULL, request->error);
  } else {
    status = no_memory(request);
  }
  mr_state_free(page->game, page->allocator, scratch);
  mr_state_free(page->game, page->allocator, before);
  return status;
}

/* Goes to where actions lead, and tells what the last one is called and what it did. */
static mr_status line(mr_page_request *request) {
  mr_page *page = request->page;
  mr_json *json = request->json;
  mr_status status = play_line(request, request->words[1]);
  size_t count = mr_session_count(page->session);
  mr_events events = {0};
  if (status != MR_OK) {
    return status;
  }
  mr_page_put_status(json, page->session);
  if (count == 0) {
    mr_json_null(json, "last");
  } else {
    status = put_last(request, count);
    events = mr_session_events(page->session, MR_ALL_SEEING);
  }
  mr_json_events(json, "events", page->game, &events);
  return status;
}

/* ---- searches -------------------------------------------------------------------------------- */

/* Writes a line that was found, as far as it can be told. */
static void put_line(mr_page_request *request, const mr_action *actions, size_t count,
                     mr_state *states[2]) {
  const mr_page *page = request->page;
  const mr_game *game = page->game;
  mr_node node = mr_session_node(page->session);
  mr_page_turn turn = MR_PAGE_FIRST_TURN;
  for (size_t i = 0; i < mr_session_count(page->session); i++) {
    turn = mr_page_next_turn(turn, mr_session_move_at(page->session, i)->player);
  }
  mr_state_copy(game, states[0], mr_session_observe(page->session, node.player));
  mr_json_array(request->json, "moves");
  for (size_t i = 0; i < count && i < LINE_MOST; i++) {
    node = mr_game_node(game, states[0]);
    if (node.kind == MR_NODE_TERMINAL || !mr_game_fully_known(game, states[0]) ||
        !mr_game_legal(game, states[0], actions[i])) {
      break;
    }
    mr_json_object(request->json, NULL);
    mr_page_put_words(request, states[0], actions[i], turn, states[1]);
    mr_json_end(request->json);
    turn = mr_page_next_turn(turn, node.player);
    mr_game_make(game, states[0], actions[i], NULL, NULL);
  }
  mr_json_end(request->json);
}

static void put_found(mr_page_request *request, double value, bool at_most,
                      const mr_action *actions, size_t count, mr_state *states[2]) {
  mr_json_object(request->json, NULL);
  mr_json_real(request->json, "value", value);
  mr_json_bool(request->json, "at_most", at_most);
  put_line(request, actions, count, states);
  mr_json_end(request->json);
}

/* The first line of a search, and its other candidates as far as lines of theirs are known. */
static void put_lines(mr_page_request *request, const mr_search_result *result,
                      mr_state *states[2]) {
  bool line = result->line_length > 0 && result->line[0] == result->action;
  mr_json_array(request->json, "lines");
  put_found(request, result->value, false, line ? result->line : &result->action,
            line ? result->line_length : 1, states);
  size_t told = 1;
  for (size_t i = 0; i < result->candidate_count && told < LINES_TOLD; i++) {
    const mr_candidate *one = &result->candidates[i];
    bool known = one->line_length > 0 && one->line[0] == one->action;
    if (one->action != result->action) {
      put_found(request, one->value, one->at_most, known ? one->line : &one->action,
                known ? one->line_length : 1, states);
      told++;
    }
  }
  mr_json_end(request->json);
}

/*
 * Searches behind a candidate, so that it has a line and a value of its own. Behind chance, and
 * behind the end, what the first search said of it stands.
 */
static mr_status deepen(mr_page_request *request, mr_player player, const mr_session_seat *seat,
                        mr_candidate *one) {
  mr_session *session = request->page->session;
  const mr_game_info *info = &request->page->game->info;
  size_t count = mr_session_count(session);
  mr_status status = mr_session_play(session, one->action, NULL, request->error);
  mr_node node = mr_session_node(session);
  if (status == MR_OK && node.kind == MR_NODE_DECISION) {
    mr_session_sit(session, node.player, seat);
    status = mr_session_think(session, node.player, NULL, NULL, NULL, request->error);
  }
  if (status == MR_OK && node.kind == MR_NODE_DECISION) {
    const mr_search_result *found = &mr_session_last_analysis(session)->result;
    bool line = found->line_length > 0 && found->line[0] == found->action;
    bool same = info->team[node.player.id] == info->team[player.id];
    one->value = same ? found->value : 1.0 - found->value;
    one->at_most = false;
    one->line[0] = one->action;
    one->line_length = 1;
    for (size_t i = 0; i < (line ? found->line_length : 1) && i + 1 < MR_SEARCH_LINE; i++) {
      one->line[one->line_length++] = line ? found->line[i] : found->action;
    }
  }
  mr_session_rewind(session, count);
  return status;
}

/* Searches behind the best candidates but the first, each with a share of the nodes. */
static mr_status deepen_all(mr_page_request *request, mr_player player, mr_session_seat seat,
                            mr_search_result *result) {
  size_t kept = 0;
  mr_status status = MR_OK;
  seat.nodes = seat.nodes > LINES_DEEPENED ? seat.nodes / LINES_DEEPENED : 1;
  for (size_t i = 0; i < result->candidate_count && kept < LINES_DEEPENED && status == MR_OK; i++) {
    if (result->candidates[i].action != result->action) {
      result->candidates[kept] = result->candidates[i];
      status = deepen(request, player, &seat, &result->candidates[kept++]);
    }
  }
  result->candidate_count = kept;
  for (size_t i = 1; i < kept; i++) { /* best first again */
    for (size_t k = i; k > 0 && result->candidates[k].value > result->candidates[k - 1].value;
         k--) {
      mr_candidate other = result->candidates[k];
      result->candidates[k] = result->candidates[k - 1];
      result->candidates[k - 1] = other;
    }
  }
  return status;
}

/* Writes what was found, with the candidates deepened where lines were asked for. */
static mr_status put_study(mr_page_request *request, mr_player player, bool lines) {
  mr_page *page = request->page;
  const mr_session_seat seat = *mr_session_seat_of(page->session, player);
  const mr_session_analysis *analysis = mr_session_last_analysis(page->session);
  mr_state *states[2] = {mr_state_new(page->game, page->allocator),
                         mr_state_new(page->game, page->allocator)};
  mr_search_result *result = mr_arena_zero(request->arena, 1, sizeof *result);
  if (states[0] == NULL || states[1] == NULL || result == NULL) {
    mr_state_free(page->game, page->allocator, states[0]);
    mr_state_free(page->game, page->allocator, states[1]);
    return no_memory(request);
  }
  *result = analysis->result;
  mr_json_player(request->json, "player", page->game, player);
  mr_json_search_result(request->json, "thought", page->game, analysis->observation, result);
  mr_status status = lines ? deepen_all(request, player, seat, result) : MR_OK;
  if (status == MR_OK) {
    put_lines(request, result, states);
  }
  mr_state_free(page->game, page->allocator, states[0]);
  mr_state_free(page->game, page->allocator, states[1]);
  return status;
}

/*
 * What somebody would do here: "level:8", or "nodes:200000". Nothing is played. With "lines" behind
 * it, the next best actions are looked into as well.
 */
static mr_status study(mr_page_request *request) {
  mr_page *page = request->page;
  mr_session *session = page->session;
  mr_node node = mr_session_node(session);
  mr_session_seat seat = {.level = MR_LEVEL_MAX};
  if (node.kind != MR_NODE_DECISION) {
    return mr_error_set(request->error, MR_ERR_ARGUMENT, "there is nothing to decide");
  }
  bool lines = request->count > 2;
  if (lines && strcmp(request->words[2], "lines") != 0) {
    return mr_error_set(request->error, MR_ERR_SYNTAX, "a study is of 'lines', not of '%s'",
                        request->words[2]);
  }
  mr_status status = mr_seat_parse(page->game, request->words[1], &seat, request->error);
  if (status != MR_OK) {
    return status;
  }
  seat.sitter = MR_SESSION_ENGINE;
  mr_session_sit(session, node.player, &seat);
  status = mr_session_think(session, node.player, NULL,
                            page->progress != NULL ? mr_page_report_progress : NULL, page,
                            request->error);
  return status == MR_OK ? put_study(request, node.player, lines) : status;
}

/* ---- where the game turned ------------------------------------------------------------------- */

/* Begins to look at the turns of the game as it stands, with a seat's words for each look. */
static mr_status review(mr_page_request *request) {
  mr_page *page = request->page;
  mr_session_seat seat = {.level = MR_LEVEL_MAX};
  mr_review *made = NULL;
  mr_status status = mr_seat_parse(page->game, request->words[1], &seat, request->error);
  if (status == MR_OK) {
    status = mr_review_new(page->session, page->allocator, &made, request->error);
  }
  if (status == MR_OK) {
    mr_review_free(page->study.review);
    page->study.review = made;
    /* As at the prompt and in the lab: the same game turns at the same places everywhere. */
    seat.nodes = seat.nodes == 0 && seat.milliseconds == 0 ? MR_REVIEW_NODES : seat.nodes;
    mr_review_seat(made, &seat);
    mr_json_uint(request->json, "turns", mr_review_count(made));
  }
  return status;
}

static void put_turn(mr_page_request *request, size_t index) {
  const mr_review *r = request->page->study.review;
  const mr_review_turn *turn = mr_review_turn_at(r, index);
  const mr_game *game = request->page->game;
  mr_json *json = request->json;
  bool first = game->info.team[turn->player.id] == game->info.team[0];
  mr_json_uint(json, "index", index);
  mr_json_uint(json, "at", turn->at);
  mr_json_player(json, "player", game, turn->player);
  mr_json_real(json, "before", turn->before);
  mr_json_real(json, "after", turn->after);
  mr_json_real(json, "first", first ? turn->before : 1.0 - turn->before);
  mr_json_real(json, "last", first ? turn->after : 1.0 - turn->after);
  mr_json_bool(json, "chance", turn->chance);
  mr_json_string(json, "better", turn->better);
}

static mr_status need_review(mr_page_request *request) {
  return request->page->study.review != NULL
             ? MR_OK
             : mr_error_set(request->error, MR_ERR_ARGUMENT, "no review is under way");
}

/* Looks at one turn, the last that has not been looked at. */
static mr_status review_turn(mr_page_request *request) {
  mr_review *r = request->page->study.review;
  mr_status status = need_review(request);
  if (status == MR_OK && mr_review_left(r) == 0) {
    return mr_error_set(request->error, MR_ERR_ARGUMENT, "all turns have been looked at");
  }
  if (status == MR_OK) {
    status = mr_review_look(r, NULL, request->error);
  }
  if (status == MR_OK) {
    mr_json_uint(request->json, "left", mr_review_left(r));
    put_turn(request, mr_review_left(r));
  }
  return status;
}

/* Where it turned, of what has been looked at, and what each side has lost. */
static mr_status review_found(mr_page_request *request) {
  const mr_review *r = request->page->study.review;
  const mr_game *game = request->page->game;
  mr_json *json = request->json;
  size_t points[MR_REVIEW_POINTS];
  mr_status status = need_review(request);
  if (status != MR_OK) {
    return status;
  }
  size_t count = mr_review_turning(r, MR_REVIEW_POINTS, points);
  mr_json_array(json, "points");
  for (size_t i = 0; i < count; i++) {
    mr_str text = mr_str_growing(request->page->allocator);
    mr_review_tell(r, points[i], &text);
    mr_json_object(json, NULL);
    put_turn(request, points[i]);
    mr_page_put_drawing(request, "text", &text);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_array(json, "sides");
  for (uint8_t i = 0; i < game->info.players; i++) {
    mr_review_side side = mr_review_side_of(r, (mr_player){i});
    mr_json_object(json, NULL);
    mr_json_string(json, "player", game->info.player_names[i]);
    mr_json_uint(json, "turns", side.turns);
    mr_json_uint(json, "mistakes", side.mistakes);
    mr_json_uint(json, "blunders", side.blunders);
    mr_json_real(json, "lost", side.lost);
    mr_json_end(json);
  }
  mr_json_end(json);
  return MR_OK;
}

/* ---- pictures -------------------------------------------------------------------------------- */

/* The board as a document of SVG. */
static mr_status picture(mr_page_request *request) {
  mr_player viewer = MR_NOBODY;
  mr_view view;
  mr_status status = mr_page_player(request, 1, &viewer);
  if (status == MR_OK) {
    status = mr_session_view(request->page->session, viewer, request->arena, &view, request->error);
  }
  if (status == MR_OK) {
    mr_events recent = mr_session_recent(request->page->session, viewer);
    mr_str svg = mr_str_growing(request->page->allocator);
    mr_view_mark_events(&view, &recent);
    mr_paint_svg(request->page->game, &view, request->page->game->info.title, &svg);
    mr_page_put_drawing(request, "svg", &svg);
  }
  return status;
}

/* ---- sending back ---------------------------------------------------------------------------- */

/* "3.2 - 0.45": milliseconds of the record's actions, as JavaScript counts them. */
static mr_status add_times(mr_page_request *request, mr_record *record) {
  const char *text = request->words[3];
  uint32_t *times = mr_arena_zero(request->arena, record->move_count + 1, sizeof *times);
  size_t count = 0;
  if (times == NULL) {
    return no_memory(request);
  }
  while (*text != '\0' && count < record->move_count) {
    uint64_t time = 0;
    size_t length = strcspn(text, " ");
    bool known = mr_parse_uint(text, length, (uint64_t)MR_RECORD_SECONDS_MAX * 1000, &time);
    times[count++] = known ? (uint32_t)time : MR_RECORD_NO_TIME;
    text += length;
    text += strspn(text, " ");
  }
  return count > 0 ? mr_record_set_times(record, times, count, request->error) : MR_OK;
}

/*
 * The game as a record for whoever made it: who tested it, when, how long each action took, and
 * what was remarked, each remark behind the number of actions that had been made.
 */
static mr_status report(mr_page_request *request) {
  mr_page *page = request->page;
  mr_record out;
  mr_str text = mr_str_growing(page->allocator);
  mr_record_init(&out, page->allocator);
  mr_status status = mr_session_record(page->session, &out, request->error);
  if (status == MR_OK && request->words[1][0] != '\0') {
    status = mr_record_add_tag(&out, "Tester", request->words[1], NULL, request->error);
  }
  if (status == MR_OK && request->words[2][0] != '\0') {
    status = mr_record_add_tag(&out, "Sent", request->words[2], NULL, request->error);
  }
  if (status == MR_OK) {
    status = add_times(request, &out);
  }
  for (size_t i = 4; i + 1 < request->count && status == MR_OK; i += 2) {
    uint64_t at = 0;
    status = mr_page_number(request, i, out.move_count, &at);
    if (status == MR_OK) {
      status = mr_record_add_remark(&out, (size_t)at, request->words[i + 1], request->error);
    }
  }
  if (status == MR_OK) {
    mr_record_format(&out, &text);
    mr_json_bytes(request->json, "record", mr_str_text(&text), text.length);
    status = text.status == MR_OK ? MR_OK : no_memory(request);
  }
  mr_str_done(&text);
  mr_record_done(&out);
  return status;
}

const mr_page_command mr_page_analyse_commands[] = {
    {"line", 1, 1, true, line},
    {"study", 1, 2, true, study},
    {"review", 1, 1, true, review},
    {"review_turn", 0, 0, true, review_turn},
    {"review_found", 0, 0, true, review_found},
    {"picture", 1, 1, true, picture},
    {"report", 3, 3 + 2 * REMARKS_MAX, true, report},
};
const size_t mr_page_analyse_command_count =
    sizeof mr_page_analyse_commands / sizeof mr_page_analyse_commands[0];
