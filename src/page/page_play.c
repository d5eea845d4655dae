/* A game under way: looking at it, playing it, letting the computer think, keeping it. */
#include <marcher/paint.h>
#include <marcher/perft.h>
#include <marcher/record.h>
#include <string.h>

#include "page/page_priv.h"

static mr_status no_memory(mr_page_request *request) {
  return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
}

static bool is_over(const mr_page_request *request) {
  return mr_session_ended(request->page->session) != MR_SESSION_GOES_ON;
}

/* ---- where the game stands ------------------------------------------------------------------- */

static void put_cells(mr_json *json, const char *key, const mr_game *game, const mr_cell *cells,
                      size_t count) {
  mr_json_array(json, key);
  for (size_t i = 0; i < count; i++) {
    mr_json_cell(json, NULL, game, cells[i]);
  }
  mr_json_end(json);
}

static void put_turn(mr_json *json, const mr_session *session) {
  const mr_game *game = mr_session_game(session);
  mr_json_object(json, "turn");
  mr_json_player(json, "player", game, mr_session_turn_player(session));
  mr_json_uint(json, "number", mr_session_turns(session));
  mr_json_bool(json, "over", mr_session_turn_is_over(session));
  mr_json_uint(json, "start", mr_session_turn_start(session));
  mr_json_end(json);
}

static void put_end(mr_json *json, const mr_session *session) {
  static const char *const ways[] = {
      [MR_SESSION_GOES_ON] = "",          [MR_SESSION_BY_RULE] = "rule",
      [MR_SESSION_RESIGNED] = "resigned", [MR_SESSION_AGREED] = "agreed",
      [MR_SESSION_TIME] = "time",         [MR_SESSION_ADJUDICATED] = "adjudicated",
  };
  const mr_game *game = mr_session_game(session);
  uint8_t score[MR_MAX_PLAYERS] = {0};
  char result[MR_RESULT_TEXT_MAX];
  if (!mr_session_score(session, score)) {
    mr_json_null(json, "end");
    return;
  }
  const char *rule = mr_session_rule(session), *text = NULL;
  for (size_t i = 1; i < game->info.rule_count; i++) {
    text = strcmp(game->info.rules[i].id, rule) == 0 ? game->info.rules[i].text : text;
  }
  mr_json_object(json, "end");
  mr_json_string(json, "by", ways[mr_session_ended(session)]);
  mr_json_string(json, "result", mr_session_result(session, result));
  mr_json_string(json, "rule", rule);
  mr_json_string(json, "text", text);
  mr_json_player(json, "loser", game, mr_session_loser(session));
  mr_json_array(json, "score");
  for (size_t i = 0; i < game->info.players; i++) {
    mr_json_int(json, NULL, score[i]);
  }
  mr_json_end(json);
  mr_json_end(json);
}

static void put_seats(mr_json *json, const mr_session *session) {
  const mr_game_info *info = &mr_session_game(session)->info;
  mr_json_array(json, "seats");
  for (uint8_t i = 0; i < info->players; i++) {
    mr_player player = {i};
    char buffer[MR_SESSION_SEAT_TEXT_MAX];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_seat_format(mr_session_seat_of(session, player), &text);
    mr_json_object(json, NULL);
    mr_json_string(json, "player", info->player_names[i]);
    mr_json_string(json, "seat", buffer);
    mr_json_bool(json, "person", mr_session_seat_of(session, player)->sitter == MR_SESSION_PERSON);
    mr_json_bool(json, "offers_draw", mr_session_offers_draw(session, player));
    mr_json_end(json);
  }
  mr_json_end(json);
}

/* Whose move it is, and how far the game is: what changes with every action. */
void mr_page_put_status(mr_json *json, mr_session *session) {
  static const char *const kinds[] = {[MR_NODE_DECISION] = "decision",
                                      [MR_NODE_CHANCE] = "chance",
                                      [MR_NODE_TERMINAL] = "terminal"};
  const mr_game *game = mr_session_game(session);
  mr_node node = mr_session_node(session);
  mr_json_object(json, "node");
  mr_json_string(json, "kind", kinds[node.kind]);
  mr_json_player(json, "player", game, node.player);
  mr_json_end(json);
  mr_json_uint(json, "count", mr_session_count(session));
  mr_json_uint(json, "revision", mr_session_revision(session));
  put_turn(json, session);
  put_end(json, session);
}

/*
 * What `viewer` sees of `session`, which is the game under way or an earlier position of it. Once
 * the game is over, that is all there is, as its record tells it: looked at from the same side.
 */
static const mr_state *seen_by(mr_page_request *request, mr_session *session, mr_player viewer) {
  return mr_session_observe(session, is_over(request) ? MR_ALL_SEEING : viewer);
}

static mr_status view_for(mr_page_request *request, mr_session *session, mr_player viewer,
                          mr_view *out) {
  const mr_state *seen = seen_by(request, session, viewer);
  viewer = viewer.id == MR_ALL_SEEING_ID ? MR_NOBODY : viewer;
  return mr_game_view(request->page->game, seen, viewer, request->arena, out, request->error);
}

/* ---- parts of the picture -------------------------------------------------------------------- */

static bool is_alike(const mr_view_moves *a, const mr_view_moves *b) {
  return a->move == b->move && a->capture == b->capture && a->ray_move == b->ray_move &&
         a->ray_capture == b->ray_capture && a->ray_hop == b->ray_hop;
}

/* The piece as it is seen from the other side of the board, where that is another picture. */
static void put_turned(mr_page_request *request, const mr_view *view, const mr_view_piece *piece) {
  mr_view_moves moves;
  mr_view_piece turned = mr_view_turn_piece(piece, &moves);
  if (turned.pips == piece->pips && (piece->moves == NULL || is_alike(&moves, piece->moves))) {
    mr_json_null(request->json, "turned");
    return;
  }
  mr_str svg = mr_str_growing(request->page->allocator);
  mr_paint_svg_symbol(request->page->game, view, &turned, &svg);
  mr_page_put_drawing(request, "turned", &svg);
}

/* What a page draws once: the board, its regions, and each kind of piece that is to be seen. */
static mr_status drawings(mr_page_request *request) {
  const mr_game *game = request->page->game;
  const mr_allocator *allocator = request->page->allocator;
  mr_json *json = request->json;
  mr_player viewer = MR_NOBODY;
  mr_view view;
  mr_status status = mr_page_player(request, 1, &viewer);
  if (status == MR_OK) {
    status = view_for(request, request->page->session, viewer, &view);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_str svg = mr_str_growing(allocator);
  mr_json_uint(json, "side", MR_PAINT_SIDE);
  mr_paint_svg_ground(game, &view, &svg);
  mr_page_put_drawing(request, "ground", &svg);
  mr_json_array(json, "regions");
  for (size_t i = 0; i < view.region_count; i++) {
    svg = mr_str_growing(allocator);
    mr_paint_svg_region(game, &view, i, &svg);
    mr_page_put_drawing(request, NULL, &svg);
  }
  mr_json_end(json);
  mr_json_array(json, "symbols");
  for (size_t i = 0; i < view.piece_count; i++) {
    svg = mr_str_growing(allocator);
    mr_paint_svg_symbol(game, &view, &view.pieces[i], &svg);
    mr_json_object(json, NULL);
    mr_json_player(json, "owner", game, view.pieces[i].owner);
    mr_json_piece(json, "piece", game, view.pieces[i].piece);
    mr_page_put_drawing(request, "svg", &svg);
    put_turned(request, &view, &view.pieces[i]);
    if (mr_paint_has_figure(&view.pieces[i])) {
      view.figures = true;
      svg = mr_str_growing(allocator);
      mr_paint_svg_symbol(game, &view, &view.pieces[i], &svg);
      mr_page_put_drawing(request, "figure", &svg);
      view.figures = false;
    } else {
      mr_json_null(json, "figure");
    }
    mr_json_end(json);
  }
  mr_json_end(json);
  return MR_OK;
}

/* Pips of empty squares, and what ties pieces together: they change with every action. */
static void put_pips(mr_page_request *request, const mr_view *view) {
  for (unsigned above = 0; above < 2; above++) {
    mr_str svg = mr_str_growing(request->page->allocator);
    mr_paint_svg_pips(request->page->game, view, above == 1, &svg);
    mr_page_put_drawing(request, above == 1 ? "bridges" : "pips", &svg);
  }
}

/* ---- looking --------------------------------------------------------------------------------- */

/*
 * All that `viewer` may know of the game, now or after so many actions: the picture with what just
 * happened marked on it.
 */
static mr_status look(mr_page_request *request) {
  mr_page *page = request->page;
  mr_session *session = NULL;
  mr_json *json = request->json;
  mr_player viewer = MR_NOBODY;
  mr_view view;
  mr_status status = mr_page_player(request, 1, &viewer);
  if (status == MR_OK) {
    status = mr_page_session_at(request, 2, &session);
  }
  if (status == MR_OK) {
    status = view_for(request, session, viewer, &view);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_events recent = mr_session_recent(session, is_over(request) ? MR_ALL_SEEING : viewer);
  mr_view_mark_events(&view, &recent);
  mr_json_player(json, "viewer", page->game, viewer);
  mr_page_put_status(json, session);
  put_seats(json, page->session);
  mr_page_put_clocks(request);
  mr_json_bool(json, "can_resign", mr_session_can_resign(session));
  mr_json_bool(json, "hides", !is_over(request) && mr_session_hides(session));
  mr_json_bool(json, "has_secret", !is_over(request) && mr_session_has_secret(session, viewer));
  mr_json_events(json, "recent", page->game, &recent);
  mr_json_state(json, "state", page->game, seen_by(request, session, viewer));
  mr_json_view_brief(json, "view", page->game, &view);
  put_pips(request, &view);
  if (mr_session_node(session).kind == MR_NODE_CHANCE) {
    mr_json_outcomes(json, "outcomes", page->game, mr_session_state(session));
  }
  return MR_OK;
}

/* The moves so far, as `viewer` may be told of them. */
static mr_status moves(mr_page_request *request) {
  const mr_session *session = request->page->session;
  mr_json *json = request->json;
  mr_player viewer = MR_NOBODY;
  mr_status status = mr_page_player(request, 1, &viewer);
  if (status != MR_OK) {
    return status;
  }
  const mr_game *game = request->page->game;
  mr_state *walk = mr_state_new(game, request->page->allocator);
  if (walk == NULL) {
    return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for the moves");
  }
  mr_page_turn turn = MR_PAGE_FIRST_TURN;
  mr_state_copy(game, walk, mr_session_start(session));
  mr_json_array(json, "moves");
  for (size_t i = 0; i < mr_session_count(session); i++) {
    const mr_session_move *move = mr_session_move_at(session, i);
    bool told = !mr_session_untold(session, i, viewer);
    char buffer[MR_PAGE_NAME_MAX];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_page_name_and_make(game, walk, move->action, &text);
    turn = mr_page_next_turn(turn, move->player);
    mr_json_object(json, NULL);
    mr_json_player(json, "player", game, move->player);
    mr_json_uint(json, "number", turn.number);
    mr_json_string(json, "text", told ? mr_session_text(session, i) : NULL);
    mr_json_string(json, "short", told ? buffer : NULL);
    mr_json_string(json, "comment", told ? mr_session_comment(session, i) : NULL);
    mr_json_bool(json, "begins_turn", move->begins_turn);
    mr_json_bool(json, "ends_turn", move->ends_turn);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_state_free(game, request->page->allocator, walk);
  return MR_OK;
}

/* ---- picking --------------------------------------------------------------------------------- */

static bool is_cell(const mr_game *game, mr_cell cell, const char *name) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  if (cell.id == MR_NOWHERE_ID) {
    return false;
  }
  mr_game_cell_text(game, cell, &text);
  return strcmp(buffer, name) == 0;
}

static bool is_piece(const mr_game *game, mr_piece piece, const char *name) {
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  if (piece.id == MR_NO_PIECE.id) {
    return false;
  }
  mr_game_piece_text(game, piece, &text);
  return strcmp(buffer, name) == 0;
}

/* Presses "cell:e2" or "piece:K". @return false: nothing fits */
static bool press(const mr_pick_list *list, const char *word, mr_pick *pick) {
  bool cell = strncmp(word, "cell:", 5) == 0;
  const char *name = strchr(word, ':');
  mr_cell last = MR_NOWHERE; /* most forms share their cells with the one before */
  for (size_t i = 0; name != NULL && i < list->count; i++) {
    mr_form form;
    mr_game_form(list->game, list->state, list->actions[i], &form);
    if (!mr_pick_fits(pick, &form)) {
      continue;
    }
    if (!cell && form.kind == MR_FORM_PLACE && is_piece(list->game, form.piece, name + 1)) {
      return mr_pick_press_piece(pick, list, form.piece);
    }
    mr_cell ends[2] = {form.from, form.to};
    for (size_t k = 0; k < 2 && cell; k++) {
      if (!mr_cell_same(ends[k], last) && is_cell(list->game, ends[k], name + 1)) {
        return mr_pick_press_cell(pick, list, ends[k]);
      }
      last = ends[k];
    }
  }
  return false;
}

/* What can be pressed next: sets of cells, by their numbers, and of pieces. */
typedef struct next_presses {
  mr_cell *from;
  mr_cell *to;
  size_t from_count;
  size_t to_count;
  uint8_t *seen; /* bit 0: in `from`, bit 1: in `to` */
  mr_piece pieces[MR_KINDS_MAX];
  size_t piece_count;
} next_presses;

static void add_cell(mr_cell cell, mr_cell *cells, size_t *count, uint8_t *seen, unsigned bit) {
  if (cell.id != MR_NOWHERE_ID && ((unsigned)seen[cell.id] >> bit & 1u) == 0) {
    seen[cell.id] |= (uint8_t)(1u << bit);
    cells[(*count)++] = cell;
  }
}

static void add_piece(next_presses *next, mr_piece piece) {
  bool known = piece.id == MR_NO_PIECE.id || next->piece_count == MR_KINDS_MAX;
  for (size_t i = 0; i < next->piece_count; i++) {
    known = known || next->pieces[i].id == piece.id;
  }
  if (!known) {
    next->pieces[next->piece_count++] = piece;
  }
}

/*
 * Whether a square is pressed where several kinds of the hand can be put, and where nothing moves
 * to: which one is then all there is to choose.
 */
static bool asks_for_piece(const mr_pick_list *list, const mr_pick *pressed) {
  bool asks = pressed->has_to && !pressed->has_from && !pressed->has_piece;
  for (size_t i = 0; i < list->count && asks; i++) {
    mr_form form;
    mr_game_form(list->game, list->state, list->actions[i], &form);
    asks =
        !mr_pick_fits(pressed, &form) ||
        (form.kind == MR_FORM_PLACE && form.piece.id != MR_NO_PIECE.id && form.choice[0] == '\0');
  }
  return asks;
}

/* What a kind of piece is called; "" if nothing is known of it. */
static const char *piece_called(const mr_view *view, mr_piece piece) {
  for (size_t i = 0; i < view->piece_count; i++) {
    if (view->pieces[i].piece.id == piece.id) {
      return view->pieces[i].name;
    }
  }
  return "";
}

/*
 * An action that is chosen by what it is called, once its presses are made.
 * @param view where the name of its piece tells it from others; else NULL
 */
static void put_choice(mr_json *json, const mr_pick_list *list, mr_action action,
                       const mr_form *form, const mr_view *view) {
  mr_json_object(json, NULL);
  mr_json_string(json, "choice", view != NULL ? piece_called(view, form->piece) : form->choice);
  mr_json_action(json, "action", list->game, list->state, action);
  mr_json_piece(json, "piece", list->game, form->piece);
  mr_json_end(json);
}

static bool has_room(next_presses *next, const mr_game *game, mr_arena *arena) {
  size_t cells = (size_t)game->info.columns * game->info.rows;
  next->from = mr_arena_zero(arena, cells, sizeof *next->from);
  next->to = mr_arena_zero(arena, cells, sizeof *next->to);
  next->seen = mr_arena_zero(arena, (size_t)UINT16_MAX + 1, 1);
  return next->from != NULL && next->to != NULL && next->seen != NULL;
}

static mr_status press_all(const mr_page_request *request, const mr_pick_list *list,
                           mr_pick *pressed) {
  for (size_t i = 1; i < request->count; i++) {
    if (!press(list, request->words[i], pressed)) {
      return mr_error_set(request->error, MR_ERR_ILLEGAL, "nothing can be done with '%s'",
                          request->words[i]);
    }
  }
  return MR_OK;
}

/* What can be pressed next, as far as it is known. */
static void put_next(mr_json *json, const mr_game *game, const next_presses *next) {
  put_cells(json, "from", game, next->from, next->from_count);
  put_cells(json, "to", game, next->to, next->to_count);
  mr_json_array(json, "pieces");
  for (size_t i = 0; i < next->piece_count; i++) {
    mr_json_piece(json, NULL, game, next->pieces[i]);
  }
  mr_json_end(json);
}

/*
 * What presses so far leave: the action where it is the only one, else what may be pressed next,
 * and what is to be chosen.
 */
static mr_status pick(mr_page_request *request) {
  mr_page *page = request->page;
  mr_json *json = request->json;
  mr_pick pressed = {0};
  mr_pick_list list = mr_session_picks(page->session);
  next_presses next = {0};
  if (!has_room(&next, page->game, request->arena)) {
    return no_memory(request);
  }
  mr_status status = press_all(request, &list, &pressed);
  if (status != MR_OK) {
    return status;
  }
  bool asks = asks_for_piece(&list, &pressed);
  mr_view view;
  if (asks) {
    status = mr_game_view(list.game, list.state, MR_NOBODY, request->arena, &view, request->error);
  }
  if (status != MR_OK) {
    return status;
  }
  bool complete = asks || mr_pick_is_complete(&pressed);
  bool begun = pressed.has_from || pressed.has_piece;
  size_t fits = 0;
  mr_json_bool(json, "complete", complete);
  mr_json_array(json, "choices");
  for (size_t i = 0; i < list.count; i++) {
    mr_form form;
    mr_game_form(list.game, list.state, list.actions[i], &form);
    if (!mr_pick_fits(&pressed, &form)) {
      continue;
    }
    fits++;
    if (complete || (form.kind == MR_FORM_BUTTON && request->count == 1)) {
      put_choice(json, &list, list.actions[i], &form, asks ? &view : NULL);
    }
    if (!begun && form.kind == MR_FORM_PLACE) {
      add_piece(&next, form.piece);
    }
    if (!begun) {
      add_cell(form.from, next.from, &next.from_count, next.seen, 0);
    }
    if (!pressed.has_to && (begun || form.from.id == MR_NOWHERE_ID)) {
      add_cell(form.to, next.to, &next.to_count, next.seen, 1);
    }
  }
  mr_json_end(json);
  mr_json_uint(json, "fits", fits);
  mr_action only = mr_pick_action(&pressed, &list);
  if (only != MR_ACTION_NONE) {
    mr_json_action(json, "action", list.game, list.state, only);
  } else {
    mr_json_null(json, "action");
  }
  put_next(json, page->game, &next);
  status = mr_page_put_ways(request, &list, &pressed);
  return status == MR_OK ? mr_page_put_effects(request, &list, &pressed, fits) : status;
}

/* Every action at hand, with its form. */
static mr_status actions(mr_page_request *request) {
  mr_pick_list list = mr_session_picks(request->page->session);
  mr_json_array(request->json, "actions");
  for (size_t i = 0; i < list.count; i++) {
    mr_json_form(request->json, NULL, list.game, list.state, list.actions[i]);
  }
  mr_json_end(request->json);
  return MR_OK;
}

/* ---- playing --------------------------------------------------------------------------------- */

static mr_status begin(mr_page_request *request) {
  mr_session *session = request->page->session;
  uint64_t seed = 0;
  mr_status status = mr_page_number(request, 1, UINT64_MAX, &seed);
  if (status == MR_OK && request->count > 2) {
    status = mr_session_begin_text(session, seed, request->words[2], request->lengths[2],
                                   request->error);
  } else if (status == MR_OK) {
    mr_session_begin(session, seed);
  }
  if (status == MR_OK) {
    mr_page_put_status(request->json, session);
  }
  return status;
}

/* What the last action did, as `viewer` may be told. */
static mr_status put_done(mr_page_request *request, mr_player viewer) {
  mr_session *session = request->page->session;
  mr_events events = mr_session_events(session, viewer);
  mr_json_events(request->json, "events", request->page->game, &events);
  mr_page_put_status(request->json, session);
  return MR_OK;
}

static mr_status play(mr_page_request *request) {
  mr_player viewer = MR_NOBODY;
  mr_status status = mr_page_player(request, 1, &viewer);
  if (status == MR_OK) {
    const char *comment = request->count > 3 ? request->words[3] : NULL;
    status = mr_session_play_text(request->page->session, request->words[2], request->lengths[2],
                                  comment, request->error);
  }
  return status == MR_OK ? put_done(request, viewer) : status;
}

static mr_status roll(mr_page_request *request) {
  mr_player viewer = MR_NOBODY;
  mr_status status = mr_page_player(request, 1, &viewer);
  if (status == MR_OK) {
    status = mr_session_roll(request->page->session, request->error);
  }
  return status == MR_OK ? put_done(request, viewer) : status;
}

/* Goes back to the first so many actions. What has been revealed is not hidden again. */
static mr_status rewind_to(mr_page_request *request) {
  mr_session *session = request->page->session;
  uint64_t keep = 0;
  mr_status status = mr_page_number(request, 1, mr_session_count(session), &keep);
  if (status == MR_OK && mr_session_would_hide(session, (size_t)keep)) {
    status =
        mr_error_set(request->error, MR_ERR_ILLEGAL, "what has been revealed cannot be taken back");
  }
  if (status == MR_OK) {
    mr_session_rewind(session, (size_t)keep);
    mr_page_put_status(request->json, session);
  }
  return status;
}

static mr_status resign(mr_page_request *request) {
  mr_player player = MR_NOBODY;
  mr_status status = mr_page_player(request, 1, &player);
  if (status == MR_OK) {
    status = mr_session_resign(request->page->session, player, request->error);
  }
  if (status == MR_OK) {
    mr_page_put_status(request->json, request->page->session);
  }
  return status;
}

static mr_status draw(mr_page_request *request) {
  mr_player player = MR_NOBODY;
  mr_status status = mr_page_player(request, 1, &player);
  if (status == MR_OK) {
    status = mr_session_offer_draw(request->page->session, player, request->error);
  }
  if (status == MR_OK) {
    mr_page_put_status(request->json, request->page->session);
  }
  return status;
}

/* ---- the computer ---------------------------------------------------------------------------- */

static mr_status seat(mr_page_request *request) {
  mr_session *session = request->page->session;
  mr_player player = MR_NOBODY;
  mr_status status = mr_page_player(request, 1, &player);
  if (status == MR_OK && player.id == MR_NOBODY_ID) {
    status = mr_error_set(request->error, MR_ERR_UNKNOWN, "a spectator has no seat");
  }
  if (status != MR_OK) {
    return status;
  }
  mr_session_seat one = {.level = MR_LEVEL_DEFAULT};
  status = mr_seat_parse(request->page->game, request->words[2], &one, request->error);
  if (status == MR_OK) {
    mr_session_sit(session, player, &one);
    put_seats(request->json, session);
  }
  return status;
}

/* What a search has found so far goes to whoever wants to be told. */
void mr_page_report_progress(void *context, const mr_search_result *so_far) {
  mr_page *page = context;
  mr_json json;
  mr_str text = mr_str_growing(page->allocator);
  mr_json_open(&json, &text);
  mr_node node = mr_session_node(page->session);
  mr_json_search_result(&json, "thought", page->game,
                        mr_session_observe(page->session, node.player), so_far);
  mr_json_end(&json);
  if (text.status == MR_OK) {
    page->progress(page->progress_context, mr_str_text(&text), text.length);
  }
  mr_str_done(&text);
}

/* Lets the seat whose decision it is think. Nothing is played. */
static mr_status think(mr_page_request *request) {
  mr_page *page = request->page;
  mr_session *session = page->session;
  mr_node node = mr_session_node(session);
  if (node.kind != MR_NODE_DECISION) {
    return mr_error_set(request->error, MR_ERR_ARGUMENT, "there is nothing to decide");
  }
  mr_status status = mr_session_think(session, node.player, NULL,
                                      page->progress != NULL ? mr_page_report_progress : NULL, page,
                                      request->error);
  if (status == MR_OK) {
    const mr_session_analysis *analysis = mr_session_last_analysis(session);
    mr_json_search_result(request->json, "thought", page->game, analysis->observation,
                          &analysis->result);
    mr_json_bool(request->json, "carries_on", analysis->carries_on);
  }
  return status;
}

/* Counts what so many actions lead to: a measure of the rules' speed, and a proof of them. */
static mr_status count_perft(mr_page_request *request) {
  mr_page *page = request->page;
  uint64_t depth = 0, nodes = 0;
  mr_status status = mr_page_number(request, 1, MR_PERFT_DEPTH_MAX, &depth);
  if (status == MR_OK) {
    /* What is hidden is not counted either. */
    status = mr_perft(page->game, mr_session_observe(page->session, MR_NOBODY), (unsigned)depth,
                      page->allocator, &nodes, request->error);
  }
  mr_json_uint(request->json, "nodes", nodes);
  return status;
}

/* ---- keeping --------------------------------------------------------------------------------- */

static mr_status record(mr_page_request *request) {
  mr_record out;
  mr_str text = mr_str_growing(request->page->allocator);
  mr_record_init(&out, request->page->allocator);
  mr_status status = mr_session_record(request->page->session, &out, request->error);
  if (status == MR_OK) {
    mr_record_format(&out, &text);
    mr_json_bytes(request->json, "record", mr_str_text(&text), text.length);
    status = text.status == MR_OK ? MR_OK : no_memory(request);
  }
  mr_str_done(&text);
  mr_record_done(&out);
  return status;
}

static mr_status load(mr_page_request *request) {
  mr_record in;
  mr_record_init(&in, request->page->allocator);
  mr_status status =
      mr_record_parse(&in, "record", request->words[1], request->lengths[1], request->error);
  if (status == MR_OK) {
    status = mr_session_load(request->page->session, &in, 1, request->error);
  }
  mr_record_done(&in);
  if (status == MR_OK) {
    mr_page_put_status(request->json, request->page->session);
  }
  return status;
}

const mr_page_command mr_page_play_commands[] = {
    {"begin", 1, 2, true, begin},       {"look", 1, 2, true, look},
    {"drawings", 1, 1, true, drawings}, {"moves", 1, 1, true, moves},
    {"pick", 0, 3, true, pick},         {"actions", 0, 0, true, actions},
    {"play", 2, 3, true, play},         {"roll", 1, 1, true, roll},
    {"rewind", 1, 1, true, rewind_to},  {"resign", 1, 1, true, resign},
    {"draw", 1, 1, true, draw},         {"seat", 2, 2, true, seat},
    {"perft", 1, 1, true, count_perft}, {"think", 0, 0, true, think},
    {"record", 0, 0, true, record},     {"load", 1, 1, true, load},
};
const size_t mr_page_play_command_count =
    sizeof mr_page_play_commands / sizeof mr_page_play_commands[0];
