/* Boards that are set up and painted by hand: drawings that values of a definition are. */
#include <marcher/compose.h>
#include <marcher/edit.h>
#include <marcher/paint.h>
#include <string.h>

#include "base/text.h"
#include "definition/keys.h"
#include "page/page_priv.h"

static mr_status no_memory(mr_page_request *request) {
  return mr_error_set(request->error, MR_ERR_NOMEM, "out of memory for an answer");
}

/* ---- which values are drawings --------------------------------------------------------------- */

/** What stands on the squares of a drawing. */
typedef enum drawn {
  DRAWN_NOT,
  DRAWN_PIECES,
  DRAWN_GROUND,
  DRAWN_ZONES,
  DRAWN_REGION, /**< squares that are named, one by one or by whole lines */
} drawn;

/* A map says by its key what its letters are; a list of squares is what the dialect calls a region.
 */
static drawn drawing_of(const mr_key *key, const char *name) {
  switch (key->type) {
  case MR_KEY_STATE:
    return DRAWN_PIECES;
  case MR_KEY_MAP:
    return strcmp(name, "terrain") == 0 ? DRAWN_GROUND
           : strcmp(name, "zones") == 0 ? DRAWN_ZONES
                                        : DRAWN_PIECES;
  case MR_KEY_LIST:
    return strstr(name, "Region") != NULL && strpbrk(name, "*#") == NULL ? DRAWN_REGION : DRAWN_NOT;
  case MR_KEY_TEXT:
  case MR_KEY_PROSE:
  case MR_KEY_INT:
  case MR_KEY_BOOL:
  case MR_KEY_CHOICE:
  case MR_KEY_FRACTION:
    break;
  }
  return DRAWN_NOT;
}

static void put_drawn(mr_page_request *request, const mr_key *key, const char *name,
                      const mr_setting *setting) {
  static const char *const kinds[] = {[DRAWN_NOT] = "",
                                      [DRAWN_PIECES] = "pieces",
                                      [DRAWN_GROUND] = "ground",
                                      [DRAWN_ZONES] = "zones",
                                      [DRAWN_REGION] = "region"};
  mr_json *json = request->json;
  mr_json_object(json, NULL);
  mr_json_string(json, "key", name);
  mr_json_string(json, "kind", kinds[drawing_of(key, name)]);
  mr_json_string(json, "meaning", key->meaning);
  mr_json_string(json, "value", setting != NULL ? setting->text : key->standard);
  mr_json_string(json, "defined_in", setting != NULL ? setting->defined_in : NULL);
  mr_json_end(json);
}

/* "drawn": the keys of the open game whose values are drawn on a board, with those values. */
static mr_status list_drawn(mr_page_request *request) {
  const mr_game *game = request->page->game;
  const mr_family *family = game->family;
  mr_definition definition;
  mr_diagnostics list;
  mr_diagnostics_init(&list, request->arena);
  if (mr_catalog_resolve(request->page->catalog, game->info.name, NULL, 0, request->arena,
                         &definition, &list) != MR_OK) {
    return mr_diagnostics_error(&list, request->error);
  }
  mr_json_array(request->json, "drawn");
  for (size_t i = 0; family != NULL && i < family->key_count; i++) {
    const mr_key *key = &family->keys[i];
    if (drawing_of(key, key->name) != DRAWN_NOT) {
      put_drawn(request, key, key->name, mr_definition_find(&definition, key->name));
    }
  }
  for (size_t i = 0; family != NULL && i < definition.count; i++) { /* such as those of one piece */
    const mr_setting *setting = &definition.settings[i];
    const mr_key *key = mr_key_find(family->keys, family->key_count, setting->key);
    if (key != NULL && strcmp(key->name, setting->key) != 0 &&
        drawing_of(key, setting->key) != DRAWN_NOT) {
      put_drawn(request, key, setting->key, setting);
    }
  }
  mr_json_end(request->json);
  return MR_OK;
}

/* The kind of a drawing that a request names by its key. */
static mr_status drawing_asked(mr_page_request *request, drawn *kind, mr_grid_style *style) {
  const mr_family *family = request->page->game->family;
  const mr_key *key = mr_page_key(family != NULL ? family->name : NULL, request->words[1]);
  *kind = key != NULL ? drawing_of(key, request->words[1]) : DRAWN_NOT;
  *style = key != NULL && key->type == MR_KEY_STATE ? MR_GRID_FEN : MR_GRID_MAP;
  return *kind != DRAWN_NOT ? MR_OK
                            : mr_error_set(request->error, MR_ERR_UNKNOWN,
                                           "no board is drawn by the key '%s'", request->words[1]);
}

/** Letters that pieces may have. */
enum { LETTERS = 26 };

/* ---- palettes -------------------------------------------------------------------------------- */

static void put_choice(mr_page_request *request, const mr_view *view, const mr_view_piece *piece) {
  mr_json *json = request->json;
  const mr_game *game = request->page->game;
  mr_str svg = mr_str_growing(request->page->allocator);
  mr_paint_svg_symbol(game, view, piece, &svg);
  mr_json_object(json, NULL);
  mr_json_string(json, "label", piece->label);
  mr_json_string(json, "name", piece->name);
  mr_json_player(json, "owner", game, piece->owner);
  mr_page_put_drawing(request, "svg", &svg);
  mr_json_end(json);
}

static const mr_view_piece *shown_in(const mr_view *view, mr_piece piece) {
  for (size_t i = 0; i < view->piece_count; i++) {
    if (view->pieces[i].piece.id == piece.id) {
      return &view->pieces[i];
    }
  }
  return NULL;
}

/* A position in which a kind stands somewhere: the start with it on an empty square, or alone. */
static bool place_kind(const mr_game *game, const mr_kind *kind, mr_placement *men, size_t count,
                       mr_state *out) {
  size_t cells = (size_t)game->info.columns * game->info.rows;
  for (size_t only = 0; only < 2; only++) {
    size_t others = only == 0 ? count : 0;
    for (size_t cell = 0; cell < cells; cell++) {
      men[others] = (mr_placement){kind->piece, {(uint16_t)cell}};
      if (mr_game_compose(game, men, others + 1, kind->owner, out) ||
          mr_game_compose(game, men, others + 1, (mr_player){(uint8_t)(1 - kind->owner.id)}, out)) {
        return true;
      }
    }
  }
  return false;
}

/* The picture of a kind that does not stand at the start; its letter where nothing shows it. */
static void put_absent(mr_page_request *request, const mr_kind *kind, const mr_view *view,
                       mr_placement *men, size_t count, mr_state *state) {
  const mr_game *game = request->page->game;
  mr_view other;
  const mr_view_piece *piece = NULL;
  if (place_kind(game, kind, men, count, state) &&
      mr_game_view(game, state, MR_NOBODY, request->arena, &other, NULL) == MR_OK) {
    piece = shown_in(&other, kind->piece);
  }
  if (piece != NULL) {
    put_choice(request, &other, piece);
    return;
  }
  char letter = kind->owner.id == 0 ? mr_text_upper(kind->letter) : mr_text_lower(kind->letter);
  char label[3] = {kind->promoted ? '+' : letter, kind->promoted ? letter : '\0', '\0'};
  char name[64];
  mr_str text = mr_str_fixed(name, sizeof name);
  mr_game_piece_text(game, kind->piece, &text);
  const mr_view_piece bare = {
      .piece = kind->piece, .owner = kind->owner, .name = name, .label = label, .glyph = ""};
  put_choice(request, view, &bare);
}

/* Every kind that a letter stands for, whether it can come to be in a game or not. @param out room
 * for all letters of both sides, promoted or not */
static size_t list_kinds(const mr_game *game, mr_kind *out) {
  size_t count = 0;
  for (unsigned i = 0; game->material != NULL && i < LETTERS * 4; i++) {
    char letter = (char)('a' + i / 4);
    bool promoted = i % 4 >= 2;
    mr_player owner = {(uint8_t)(i % 2)};
    char text[2] = {promoted ? '+' : letter, letter};
    mr_piece piece = mr_game_piece_named(game, owner, text, promoted ? 2 : 1);
    if (piece.id != MR_NO_PIECE.id) {
      out[count++] =
          (mr_kind){.piece = piece, .owner = owner, .letter = letter, .promoted = promoted};
    }
  }
  return count;
}

static mr_status put_pieces(mr_page_request *request, const mr_view *view) {
  const mr_game *game = request->page->game;
  size_t cells = (size_t)game->info.columns * game->info.rows;
  mr_kind *kinds = mr_arena_zero(request->arena, LETTERS * 4, sizeof *kinds);
  mr_placement *men = mr_arena_zero(request->arena, cells + 1, sizeof *men);
  mr_state *state = mr_state_new(game, request->page->allocator);
  if (kinds == NULL || men == NULL || state == NULL) {
    mr_state_free(game, request->page->allocator, state);
    return no_memory(request);
  }
  for (size_t i = 0; i < view->piece_count; i++) {
    put_choice(request, view, &view->pieces[i]);
  }
  size_t count = list_kinds(game, kinds);
  mr_game_start(game, state);
  size_t standing = count > 0 ? mr_game_placements(game, state, men) : 0;
  for (size_t i = 0; i < count; i++) {
    if (shown_in(view, kinds[i].piece) == NULL && standing < cells) {
      put_absent(request, &kinds[i], view, men, standing, state);
    }
  }
  mr_state_free(game, request->page->allocator, state);
  return MR_OK;
}

static void put_letter(mr_json *json, char letter, const char *name) {
  mr_json_object(json, NULL);
  mr_json_bytes(json, "label", &letter, 1);
  mr_json_string(json, "name", name);
  mr_json_null(json, "owner");
  mr_json_null(json, "svg");
  mr_json_end(json);
}

static void put_letters(mr_page_request *request, drawn kind, const mr_view *view) {
  static const char zones[] = "ABCDabcd"; /* as many as are common; others are typed */
  for (size_t i = 0; kind == DRAWN_GROUND && i < view->terrain_count; i++) {
    bool again = false;
    for (size_t k = 0; k < i; k++) {
      again = again || view->terrains[k].letter == view->terrains[i].letter;
    }
    if (!again && view->terrains[i].letter != '.') {
      put_letter(request->json, view->terrains[i].letter, view->terrains[i].name);
    }
  }
  for (size_t i = 0; kind == DRAWN_ZONES && i + 1 < sizeof zones; i++) {
    char name[32];
    mr_str text = mr_str_fixed(name, sizeof name);
    mr_str_format(&text, "section %u of %s", (unsigned)(i % 4 + 1),
                  request->page->game->info.player_names[i / 4]);
    put_letter(request->json, zones[i], name);
  }
}

/* "palette KEY": what may be put on the squares of a drawing. */
static mr_status palette(mr_page_request *request) {
  const mr_game *game = request->page->game;
  drawn kind;
  mr_grid_style style;
  mr_view view = {0};
  mr_status status = drawing_asked(request, &kind, &style);
  mr_state *start = mr_state_new(game, request->page->allocator);
  if (status == MR_OK && start == NULL) {
    status = no_memory(request);
  } else if (status == MR_OK) {
    mr_game_start(game, start);
    status = mr_game_view(game, start, MR_NOBODY, request->arena, &view, request->error);
  }
  if (status == MR_OK) {
    mr_json_array(request->json, "palette");
    if (kind == DRAWN_PIECES) {
      status = put_pieces(request, &view);
    } else {
      put_letters(request, kind, &view);
    }
    mr_json_end(request->json);
  }
  mr_state_free(game, request->page->allocator, start);
  return status;
}

/* ---- drawings -------------------------------------------------------------------------------- */

/* What the words behind the board of a position are, in their order. */
static const char *const fields[] = {"to move", "castling", "en passant", "moves without progress",
                                     "move number"};

static void put_grid(mr_page_request *request, const mr_grid *grid) {
  mr_json *json = request->json;
  mr_str text = mr_str_growing(request->page->allocator);
  mr_grid_write(grid, &text);
  mr_json_bytes(json, "value", mr_str_text(&text), text.length);
  mr_str_done(&text);
  mr_json_uint(json, "columns", grid->columns);
  mr_json_uint(json, "rows", grid->rows);
  mr_json_array(json, "cells");
  for (size_t i = 0; i < (size_t)grid->columns * grid->rows; i++) {
    mr_json_string(json, NULL, grid->cells[i]);
  }
  mr_json_end(json);
  mr_json_string(json, "hand", grid->style == MR_GRID_FEN ? grid->hand : NULL);
  mr_json_bool(json, "position", grid->style == MR_GRID_FEN);
  mr_json_array(json, "fields");
  const char *word = grid->style == MR_GRID_FEN ? grid->rest : "";
  size_t length;
  for (size_t i = 0; (length = mr_next_word(&word)) > 0; i++, word += length) {
    mr_json_object(json, NULL);
    mr_json_string(json, "name", i < sizeof fields / sizeof fields[0] ? fields[i] : "more");
    mr_json_bytes(json, "value", word, length);
    mr_json_end(json);
  }
  mr_json_end(json);
}

/* One change: a label for the number of a square, or texts for "hand" and "rest". */
static mr_status change(mr_page_request *request, mr_grid *grid, size_t at) {
  const char *where = request->words[at], *what = request->words[at + 1];
  uint64_t cell = 0;
  if (strcmp(where, "hand") == 0 && strpbrk(what, "[] ") == NULL) {
    grid->hand = what;
    return MR_OK;
  }
  if (strcmp(where, "rest") == 0) {
    grid->rest = what;
    return MR_OK;
  }
  mr_status status = mr_page_number(request, at, MR_GRID_SIDE_MAX * MR_GRID_SIDE_MAX, &cell);
  return status == MR_OK ? mr_grid_put(grid, (size_t)cell, what, request->error) : status;
}

/* "board KEY VALUE [WHERE WHAT]...": the drawing, after changes. */
static mr_status board(mr_page_request *request) {
  drawn kind;
  mr_grid grid;
  mr_grid_style style;
  mr_status status = drawing_asked(request, &kind, &style);
  if (status == MR_OK) {
    status = mr_grid_read(style, request->words[2], request->lengths[2], request->arena, &grid,
                          request->error);
  }
  for (size_t at = 3; at + 1 < request->count && status == MR_OK; at += 2) {
    status = change(request, &grid, at);
  }
  if (status == MR_OK) {
    put_grid(request, &grid);
  }
  return status;
}

/* ---- regions --------------------------------------------------------------------------------- */

/** The squares of a board by their names, and which of them are in a region. */
typedef struct region {
  size_t count;
  char (*names)[16];
  bool *in;
} region;

static mr_status list_squares(mr_page_request *request, region *out) {
  const mr_game *game = request->page->game;
  size_t most = (size_t)game->info.columns * game->info.rows;
  mr_view view = {0};
  mr_status status =
      mr_session_view(request->page->session, MR_NOBODY, request->arena, &view, request->error);
  *out = (region){.names = mr_arena_zero(request->arena, most, sizeof *out->names),
                  .in = mr_arena_zero(request->arena, most, sizeof *out->in)};
  if (status == MR_OK && (out->names == NULL || out->in == NULL)) {
    status = no_memory(request);
  }
  for (size_t i = 0; status == MR_OK && i < most; i++) {
    if (view.cells[i].cell.id != MR_NOWHERE_ID) {
      mr_str name = mr_str_fixed(out->names[out->count], sizeof *out->names);
      mr_game_cell_text(game, view.cells[i].cell, &name);
      out->count++;
    }
  }
  return status;
}

/* Whether a word of a region has a square in it: "d4", "d*" or "*4". */
static bool covers(const char *word, size_t length, const char *square) {
  size_t file = strcspn(square, "0123456789");
  const char *rank = square + file;
  if (word[0] == '*') {
    return mr_text_is(word + 1, length - 1, rank);
  }
  bool every = word[length - 1] == '*';
  const char *name = square;
  size_t size = every ? file : strlen(square);
  if (length - every != size) {
    return false;
  }
  for (size_t i = 0; i < size; i++) {
    if (mr_text_lower(word[i]) != name[i]) {
      return false;
    }
  }
  return true;
}

static void read_region(region *squares, const char *value) {
  const char *word = value;
  size_t length;
  for (; (length = mr_next_word(&word)) > 0; word += length) {
    for (size_t i = 0; i < squares->count; i++) {
      squares->in[i] = squares->in[i] || covers(word, length, squares->names[i]);
    }
  }
}

/* Whether all squares that have a rank with this one are in. */
static bool has_rank(const region *squares, const char *rank) {
  for (size_t i = 0; i < squares->count; i++) {
    const char *other = squares->names[i] + strcspn(squares->names[i], "0123456789");
    if (strcmp(other, rank) == 0 && !squares->in[i]) {
      return false;
    }
  }
  return true;
}

static void write_region(const region *squares, mr_str *out) {
  const char *last = "";
  for (size_t i = 0; i < squares->count; i++) {
    const char *rank = squares->names[i] + strcspn(squares->names[i], "0123456789");
    if (!squares->in[i]) {
      continue;
    }
    if (!has_rank(squares, rank)) {
      mr_str_format(out, "%s%s", out->length > 0 ? " " : "", squares->names[i]);
    } else if (strcmp(rank, last) != 0) { /* squares of a rank stand side by side */
      mr_str_format(out, "%s*%s", out->length > 0 ? " " : "", rank);
      last = rank;
    }
  }
  mr_str_add(out, out->length == 0 ? "-" : "");
}

/* "region KEY VALUE [SQUARE]...": the squares of a region, after those named have been turned. */
static mr_status turn_region(mr_page_request *request) {
  drawn kind;
  mr_grid_style style;
  region squares;
  mr_status status = drawing_asked(request, &kind, &style);
  if (status == MR_OK) {
    status = list_squares(request, &squares);
  }
  if (status != MR_OK) {
    return status;
  }
  read_region(&squares, request->words[2]);
  for (size_t at = 3; at < request->count; at++) {
    for (size_t i = 0; i < squares.count; i++) {
      squares.in[i] ^= strcmp(squares.names[i], request->words[at]) == 0;
    }
  }
  mr_str text = mr_str_growing(request->page->allocator);
  write_region(&squares, &text);
  mr_json_bytes(request->json, "value", mr_str_text(&text), text.length);
  mr_str_done(&text);
  mr_json_array(request->json, "cells");
  for (size_t i = 0; i < squares.count; i++) {
    if (squares.in[i]) {
      mr_json_string(request->json, NULL, squares.names[i]);
    }
  }
  mr_json_end(request->json);
  return MR_OK;
}

const mr_page_command mr_page_board_commands[] = {
    {"drawn", 0, 0, true, list_drawn},
    {"palette", 1, 1, true, palette},
    {"board", 2, MR_PAGE_WORDS_MAX, true, board},
    {"region", 2, MR_PAGE_WORDS_MAX, true, turn_region},
};
const size_t mr_page_board_command_count =
    sizeof mr_page_board_commands / sizeof mr_page_board_commands[0];
