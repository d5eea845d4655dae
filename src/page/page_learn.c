/* Learning a game: what wins, what each piece is, examples, positions to solve. */
#include <marcher/examples.h>
#include <marcher/guide.h>
#include <marcher/paint.h>
#include <marcher/puzzles.h>
#include <string.h>

#include "page/page_priv.h"

/** Of examples: the same on every page of a game. */
#define EXAMPLES_SEED 1

static mr_status no_memory(const mr_page_request *request) {
  return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
}

/* ---- the whole game in short ----------------------------------------------------------------- */

static void put_rule(mr_json *json, const char *key, const char *id, const char *text) {
  mr_json_object(json, key);
  mr_json_string(json, "id", id);
  mr_json_string(json, "text", text);
  mr_json_end(json);
}

static void put_goals(mr_json *json, const mr_game *game) {
  mr_rule_index goals[MR_GOALS_MAX];
  size_t count = mr_guide_goals(game, MR_NOBODY, goals);
  mr_json_array(json, "goals");
  for (size_t i = 0; i < count; i++) {
    put_rule(json, NULL, game->info.rules[goals[i]].id, game->info.rules[goals[i]].text);
  }
  mr_json_end(json);
}

static bool is_goal(const mr_game *game, const char *id) {
  mr_rule_index goals[MR_GOALS_MAX];
  size_t count = mr_guide_goals(game, MR_NOBODY, goals);
  bool found = false;
  for (size_t i = 0; i < count && !found; i++) {
    found = strcmp(game->info.rules[goals[i]].id, id) == 0;
  }
  return found;
}

/* The rules of the chapter about ends that are no goals. */
static void put_ends(mr_page_request *request, const mr_doc *page) {
  bool inside = false;
  mr_json_array(request->json, "ends");
  for (const mr_doc_block *block = page->first; block != NULL; block = block->next) {
    inside = block->kind == MR_DOC_HEADING ? strncmp(block->text, "End", 3) == 0 : inside;
    if (inside && block->kind == MR_DOC_RULE && !is_goal(request->page->game, block->id)) {
      put_rule(request->json, NULL, block->id, block->text);
    }
  }
  mr_json_end(request->json);
}

/* Each kind of piece that the game has once, by its name, as its first owner has it. */
static void put_pieces(mr_page_request *request, const mr_view *view, const mr_doc *page) {
  const mr_game *game = request->page->game;
  mr_json *json = request->json;
  mr_json_array(json, "pieces");
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    bool before = piece->pip_columns > 0 || !mr_guide_in_play(view, page, i);
    for (size_t k = 0; k < i && !before; k++) {
      before = strcmp(view->pieces[k].name, piece->name) == 0;
    }
    if (!before) {
      mr_json_object(json, NULL);
      mr_json_piece(json, "piece", game, piece->piece);
      mr_json_player(json, "owner", game, piece->owner);
      mr_json_string(json, "name", piece->name);
      mr_json_string(json, "label", piece->label);
      mr_json_string(json, "movement", mr_doc_movement(page, piece->name));
      mr_json_end(json);
    }
  }
  mr_json_end(json);
}

/* Whether pieces are drawn as tiles that wear their moves. */
static bool wears_moves(const mr_view *view) {
  bool wears = false;
  for (size_t i = 0; i < view->piece_count && !wears; i++) {
    wears = view->pieces[i].moves != NULL;
  }
  return wears;
}

/* What a newcomer is told first. */
static mr_status learn(mr_page_request *request) {
  const mr_game *game = request->page->game;
  mr_player viewer = MR_NOBODY;
  mr_doc page;
  mr_view view;
  mr_doc_init(&page, request->arena);
  mr_status status = mr_page_player(request, 1, &viewer);
  if (status == MR_OK) {
    status = mr_session_view(request->page->session, viewer, request->arena, &view, request->error);
  }
  if (status == MR_OK) {
    status = mr_game_page(game, &page, request->error);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_str letters = mr_str_growing(request->page->allocator);
  mr_guide_letters(game, &view, &letters);
  mr_json_string(request->json, "summary", game->info.summary);
  put_goals(request->json, game);
  put_ends(request, &page);
  mr_json_bytes(request->json, "letters", mr_str_text(&letters), letters.length);
  mr_json_string(request->json, "tiles", wears_moves(&view) ? mr_paint_svg_tile_key : NULL);
  put_pieces(request, &view, &page);
  mr_str_done(&letters);
  return MR_OK;
}

/* ---- one thing ------------------------------------------------------------------------------- */

static void say(void *context, mr_guide_part part, const char *text) {
  static const char *const parts[] = {[MR_GUIDE_WHAT] = "what",
                                      [MR_GUIDE_GOES] = "goes",
                                      [MR_GUIDE_CAN] = "can",
                                      [MR_GUIDE_THERE] = "there",
                                      [MR_GUIDE_WHERE] = "where"};
  mr_json *json = context;
  mr_json_object(json, NULL);
  mr_json_string(json, "part", parts[part]);
  mr_json_string(json, "text", text);
  mr_json_end(json);
}

/* "cell:e2" is a square of the picture, "piece:Horse" a kind of piece by its name or its number's
 * text. @return false: it is neither */
static bool find_thing(const mr_game *game, mr_view *view, const char *word,
                       const mr_view_cell **cell, const mr_view_piece **piece) {
  const char *name = strchr(word, ':');
  *cell = NULL;
  *piece = NULL;
  name = name != NULL ? name + 1 : "";
  for (size_t i = 0; strncmp(word, "cell:", 5) == 0 && i < (size_t)view->columns * view->rows;
       i++) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    if (view->cells[i].cell.id == MR_NOWHERE_ID) {
      continue;
    }
    mr_game_cell_text(game, view->cells[i].cell, &text);
    *cell = strcmp(buffer, name) == 0 ? &view->cells[i] : *cell;
  }
  if (strncmp(word, "piece:", 6) == 0) {
    *piece = mr_guide_find(view, name);
  } else if (*cell != NULL && (*cell)->piece != 0) {
    *piece = &view->pieces[(*cell)->piece - 1];
  }
  return *cell != NULL || *piece != NULL;
}

/* The square from which a piece of that kind can go to most, among the first of those where one
 * stands; MR_NOWHERE: none stands anywhere. */
static mr_cell best_place(const mr_guide *guide, const mr_view_piece *piece, mr_cell *scratch) {
  enum { LOOKED_AT = 12 }; /* each costs a list of moves, or of the moves behind moves */
  const mr_view *view = guide->view;
  mr_cell best = MR_NOWHERE;
  size_t most = 0, seen = 0;
  for (size_t i = 0; i < (size_t)view->columns * view->rows && seen < LOOKED_AT; i++) {
    const mr_view_cell *cell = &view->cells[i];
    if (cell->piece != 0 && &view->pieces[cell->piece - 1] == piece) {
      bool now;
      size_t count =
          mr_guide_reach(guide->game, guide->now.state, cell->cell, piece->owner, &now, scratch);
      best = seen == 0 || count > most ? cell->cell : best;
      most = seen == 0 || count > most ? count : most;
      seen++;
    }
  }
  return best;
}

/* Where a piece goes: from its square, or from the hand. */
static void put_reach(mr_page_request *request, const mr_guide *guide, const mr_view_cell *cell,
                      const mr_view_piece *piece) {
  const mr_game *game = guide->game;
  const mr_pick_list *list = &guide->now;
  size_t cells = (size_t)game->info.columns * game->info.rows;
  mr_cell *out = mr_arena_zero(request->arena, cells, sizeof *out);
  size_t count = 0;
  bool now = true;
  mr_cell from = cell != NULL ? cell->cell : MR_NOWHERE;
  bool known = out != NULL && piece != NULL && mr_game_fully_known(game, list->state);
  if (known && cell == NULL) {
    from = best_place(guide, piece, out);
  }
  if (known && from.id != MR_NOWHERE_ID) {
    count = mr_guide_reach(game, list->state, from, piece->owner, &now, out);
  }
  for (size_t i = 0;
       out != NULL && from.id == MR_NOWHERE_ID && piece != NULL && i < list->count && count < cells;
       i++) {
    mr_form form;
    mr_game_form(game, list->state, list->actions[i], &form);
    if (form.kind == MR_FORM_PLACE && form.piece.id == piece->piece.id) {
      out[count++] = form.to;
    }
  }
  mr_json_bool(request->json, "now", now);
  mr_json_cell(request->json, "from", game, piece != NULL ? from : MR_NOWHERE);
  mr_json_array(request->json, "reach");
  for (size_t i = 0; i < count; i++) {
    mr_json_cell(request->json, NULL, game, out[i]);
  }
  mr_json_end(request->json);
}

/* What the page of rules says of a piece: its row, where it may stand, its picture, its rules. */
static void put_mentions(mr_page_request *request, const mr_doc *page, const char *name) {
  char topic[MR_ACTION_TEXT_MAX];
  mr_str numbers = mr_str_growing(request->page->allocator);
  mr_doc about;
  mr_doc_init(&about, request->arena);
  (void)mr_guide_rules(page, name, &numbers, topic);
  mr_str_done(&numbers);
  const mr_doc_block *picture = mr_doc_picture(page, name);
  mr_json_array(request->json, "blocks");
  if (picture != NULL) {
    mr_page_put_block(request, picture, NULL);
  }
  if (mr_doc_about(page, name, &about) || mr_doc_about(page, topic, &about)) {
    for (const mr_doc_block *block = about.first; block != NULL; block = block->next) {
      if (block->kind == MR_DOC_ROW || block->kind == MR_DOC_RULE) {
        mr_page_put_block(request, block, NULL);
      }
    }
  }
  mr_json_end(request->json);
}

/* All about a square or a piece, for `viewer`. */
static mr_status about(mr_page_request *request) {
  mr_page *page = request->page;
  const mr_game *game = page->game;
  mr_json *json = request->json;
  mr_player viewer = MR_NOBODY;
  mr_doc doc;
  mr_view view;
  mr_doc_init(&doc, request->arena);
  mr_status status = mr_page_player(request, 1, &viewer);
  if (status == MR_OK) {
    status = mr_session_view(page->session, viewer, request->arena, &view, request->error);
  }
  if (status == MR_OK) {
    status = mr_game_page(game, &doc, request->error);
  }
  const mr_view_cell *cell = NULL;
  const mr_view_piece *piece = NULL;
  if (status == MR_OK && !find_thing(game, &view, request->words[2], &cell, &piece)) {
    status =
        mr_error_set(request->error, MR_ERR_UNKNOWN, "there is no '%s' here", request->words[2]);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_pick_list now = {.game = game, .state = mr_session_observe(page->session, viewer)};
  mr_node node = mr_session_node(page->session);
  if (node.kind == MR_NODE_DECISION &&
      (viewer.id == MR_NOBODY_ID || mr_player_same(node.player, viewer))) {
    now = mr_session_picks(page->session);
  }
  mr_guide guide = {game, &view, &doc, now};
  mr_json_cell(json, "cell", game, cell != NULL ? cell->cell : MR_NOWHERE);
  mr_json_string(json, "name", piece != NULL ? piece->name : NULL);
  mr_json_player(json, "owner", game, piece != NULL ? piece->owner : MR_NOBODY);
  mr_json_piece(json, "piece", game, piece != NULL ? piece->piece : MR_NO_PIECE);
  mr_json_array(json, "lines");
  if (cell != NULL) {
    mr_guide_cell(&guide, cell, say, json);
  } else {
    mr_guide_piece(&guide, piece, say, json);
  }
  mr_json_end(json);
  put_reach(request, &guide, cell, piece);
  if (piece != NULL) {
    put_mentions(request, &doc, piece->name);
  }
  return MR_OK;
}

/* ---- examples -------------------------------------------------------------------------------- */

static mr_status examples(mr_page_request *request) {
  static const char *const kinds[] = {[MR_EXAMPLE_EVENT] = "event",
                                      [MR_EXAMPLE_TURN] = "turn",
                                      [MR_EXAMPLE_ORDERS] = "orders",
                                      [MR_EXAMPLE_LATER] = "later"};
  const mr_game *game = request->page->game;
  mr_json *json = request->json;
  mr_examples found;
  mr_status status = mr_examples_find(game, EXAMPLES_SEED, request->page->allocator, request->arena,
                                      &found, request->error);
  if (status != MR_OK) {
    return status;
  }
  mr_json_array(json, "examples");
  for (size_t i = 0; i < found.count; i++) {
    const mr_example *one = &found.items[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "kind", kinds[one->kind]);
    mr_json_string(json, "event", mr_json_event_name(one->event));
    mr_json_string(json, "title", one->title);
    mr_json_string(json, "task", one->task);
    put_rule(json, "rule", game->info.rules[one->rule].id, game->info.rules[one->rule].text);
    mr_json_string(json, "state", one->state);
    mr_json_string(json, "actions", one->actions);
    mr_json_string(json, "reply", one->reply);
    mr_json_end(json);
  }
  mr_json_end(json);
  return MR_OK;
}

/* ---- puzzles --------------------------------------------------------------------------------- */

mr_status mr_page_bring_puzzles(const mr_page_request *request, const char *name, const char *text,
                                size_t length) {
  mr_page *page = request->page;
  mr_page_text *one = mr_arena_zero(&page->brought, 1, sizeof *one);
  if (one != NULL) {
    *one = (mr_page_text){mr_arena_copy(&page->brought, name, strlen(name)),
                          mr_arena_copy(&page->brought, text, length), length, page->puzzles};
  }
  if (one == NULL || one->name == NULL || one->text == NULL) {
    return no_memory(request);
  }
  page->puzzles = one;
  return MR_OK;
}

/* Those that the page has brought, or that came with the program. NULL: neither */
static const char *find_puzzles(const mr_page *page, size_t *length) {
  for (const mr_page_text *one = page->puzzles; one != NULL; one = one->next) {
    if (strcmp(one->name, page->game->info.name) == 0) {
      *length = one->length;
      return one->text;
    }
  }
  return mr_catalog_puzzles(page->game->info.name, length);
}

static void put_puzzle(mr_json *json, const char *key, const mr_game *game, const mr_puzzle *one) {
  const char *text = "";
  for (size_t i = 1; i < game->info.rule_count; i++) {
    text = strcmp(game->info.rules[i].id, one->rule) == 0 ? game->info.rules[i].text : text;
  }
  mr_json_object(json, key);
  mr_json_string(json, "state", one->state);
  mr_json_string(json, "turn", one->turn);
  put_rule(json, "rule", one->rule, text);
  mr_json_end(json);
}

/* The puzzles of this very definition that need not be looked for. */
static mr_status puzzles(mr_page_request *request) {
  const mr_game *game = request->page->game;
  size_t length = 0;
  const char *text = find_puzzles(request->page, &length);
  mr_puzzles *read = mr_arena_zero(request->arena, 1, sizeof *read);
  if (read == NULL) {
    return no_memory(request);
  }
  mr_status status = MR_OK;
  if (text != NULL) {
    status = mr_puzzles_read(text, length, request->arena, read, request->error);
  }
  if (status != MR_OK) {
    return status;
  }
  bool same = text != NULL && read->definition == game->info.definition_hash;
  mr_json_array(request->json, "puzzles");
  for (size_t i = 0; same && i < read->count; i++) {
    put_puzzle(request->json, NULL, game, &read->items[i]);
  }
  mr_json_end(request->json);
  return MR_OK;
}

/* Looks for one in one game, which a seed determines. */
static mr_status puzzle(mr_page_request *request) {
  const mr_game *game = request->page->game;
  mr_puzzle_options options = {.allocator = request->page->allocator};
  mr_puzzle one;
  bool found = false;
  mr_status status = mr_page_number(request, 1, UINT64_MAX, &options.seed);
  if (status == MR_OK) {
    status = mr_puzzle_find(game, &options, request->arena, &one, &found, request->error);
  }
  if (status == MR_OK && found) {
    put_puzzle(request->json, "puzzle", game, &one);
  } else if (status == MR_OK) {
    mr_json_null(request->json, "puzzle");
  }
  return status;
}

/* ---- a board of one's own -------------------------------------------------------------------- */

/* Any request about a game under way, of another one of the same game beside it. */
static mr_status lesson(mr_page_request *request) {
  mr_page *page = request->page;
  const mr_page_command *command = NULL;
  for (size_t i = 0; i < mr_page_play_command_count; i++) {
    bool same = strcmp(mr_page_play_commands[i].name, request->words[1]) == 0;
    command = same ? &mr_page_play_commands[i] : command;
  }
  size_t behind = request->count - 2;
  if (command == NULL || behind < command->least || behind > command->most) {
    return mr_error_set(request->error, MR_ERR_UNKNOWN, "there is no request 'lesson %s' so",
                        request->words[1]);
  }
  mr_status status = MR_OK;
  if (page->lesson == NULL) {
    mr_session_options options = {
        .sets = page->sets, .set_count = page->set_count, .allocator = page->allocator};
    status = mr_session_new(page->game, &options, &page->lesson, request->error);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_session *game = page->session;
  memmove(request->words, request->words + 1, (request->count - 1) * sizeof *request->words);
  memmove(request->lengths, request->lengths + 1, (request->count - 1) * sizeof *request->lengths);
  request->count--;
  page->session = page->lesson;
  status = command->answer(request);
  page->session = game;
  return status;
}

const mr_page_command mr_page_learn_commands[] = {
    {"learn", 1, 1, true, learn},       {"about", 2, 2, true, about},
    {"examples", 0, 0, true, examples}, {"puzzles", 0, 0, true, puzzles},
    {"puzzle", 1, 1, true, puzzle},     {"lesson", 1, MR_PAGE_WORDS_MAX, true, lesson},
};
const size_t mr_page_learn_command_count =
    sizeof mr_page_learn_commands / sizeof mr_page_learn_commands[0];
