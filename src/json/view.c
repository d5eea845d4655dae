#include <marcher/json.h>
#include <marcher/paint.h>
#include <string.h>

/* The key of a piece in a document: as in actions and events, or the name that a diagram gives. */
static void put_piece_key(mr_json *json, const mr_game *game, const mr_view_piece *piece) {
  if (piece != NULL && piece->piece.id == MR_NO_PIECE.id) {
    mr_json_string(json, "piece", piece->name);
  } else {
    mr_json_piece(json, "piece", game, piece != NULL ? piece->piece : MR_NO_PIECE);
  }
}

/* A list of the names whose bits are set. */
static void put_bits(mr_json *json, const char *key, const char *const *names, size_t count,
                     unsigned bits) {
  mr_json_array(json, key);
  for (size_t i = 0; i < count; i++) {
    if ((bits >> i & 1u) != 0) {
      mr_json_string(json, NULL, names[i]);
    }
  }
  mr_json_end(json);
}

/* ---- the board ------------------------------------------------------------------------------- */

static const char *const mark_names[] = {"from",   "to",   "chosen", "target", "capture",
                                         "threat", "lost", "dim",    "slide",  "link"};

static void put_cells(mr_json *json, const mr_game *game, const mr_view *view) {
  size_t count = (size_t)view->columns * view->rows;
  mr_json_array(json, "cells");
  for (size_t i = 0; i < count; i++) {
    const mr_view_cell *cell = &view->cells[i];
    const mr_view_piece *piece = cell->piece > 0 ? &view->pieces[cell->piece - 1] : NULL;
    size_t column = i % view->columns, row = i / view->columns;
    const char *shade = (column + row) % 2 == 0 ? "light" : "dark";
    if (cell->cell.id == MR_NOWHERE_ID) {
      continue;
    }
    mr_json_object(json, NULL);
    mr_json_cell(json, "cell", game, cell->cell);
    mr_json_uint(json, "column", column);
    mr_json_uint(json, "row", row);
    mr_json_string(json, "shade", view->checkered ? shade : NULL);
    mr_json_player(json, "owner", game, piece != NULL ? piece->owner : MR_NOBODY);
    put_piece_key(json, game, piece);
    mr_json_string(json, "label", piece != NULL ? piece->label : NULL);
    mr_json_string(json, "badge", cell->badge != 0 ? (const char[]){cell->badge, 0} : NULL);
    mr_json_string(json, "terrain", view->terrains[cell->terrain].name);
    put_bits(json, "marks", mark_names, sizeof mark_names / sizeof mark_names[0], cell->marks);
    mr_json_array(json, "regions");
    for (size_t k = 0; k < view->region_count; k++) {
      if ((cell->regions >> k & 1u) != 0) {
        mr_json_uint(json, NULL, k);
      }
    }
    mr_json_end(json);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void put_areas(mr_json *json, const mr_game *game, const mr_view *view) {
  mr_json_array(json, "terrains");
  for (size_t i = 0; i < view->terrain_count; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "name", view->terrains[i].name);
    mr_json_bytes(json, "letter", &view->terrains[i].letter, 1);
    mr_json_end(json);
  }
  mr_json_end(json);
  uint64_t usual = mr_view_usual_regions(view), decides = mr_view_goal_regions(view);
  mr_json_array(json, "regions");
  for (size_t i = 0; i < view->region_count; i++) {
    mr_json_object(json, NULL);
    mr_json_uint(json, "id", i);
    mr_json_string(json, "name", view->regions[i].name);
    mr_json_player(json, "owner", game, view->regions[i].owner);
    mr_json_bool(json, "aside", view->regions[i].aside);
    mr_json_bool(json, "usual", (usual >> i & 1) != 0);
    mr_json_bool(json, "decides", (decides >> i & 1) != 0);
    mr_json_end(json);
  }
  mr_json_end(json);
}

/* Slides in a diagram. */
static void put_lines(mr_json *json, const mr_view *view) {
  static const char *const ways[] = {[MR_WAY_MOVE] = "move",
                                     [MR_WAY_CAPTURE] = "capture",
                                     [MR_WAY_BOTH] = "both",
                                     [MR_WAY_NONE] = "none"};
  mr_json_array(json, "lines");
  for (size_t i = 0; i < view->line_count; i++) {
    const mr_view_line *line = &view->lines[i];
    const uint16_t ends[2] = {line->from, line->to};
    mr_json_object(json, NULL);
    for (size_t k = 0; k < 2; k++) {
      mr_json_array(json, k == 0 ? "from" : "to");
      mr_json_int(json, NULL, ends[k] % view->columns);
      mr_json_int(json, NULL, ends[k] / view->columns);
      mr_json_end(json);
    }
    mr_json_string(json, "way", ways[line->way]);
    mr_json_bool(json, "on", line->on);
    mr_json_end(json);
  }
  mr_json_end(json);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void put_moves(mr_json *json, const mr_view_moves *moves) {
  static const char *const tiles[] = {
      [MR_TILE_PLAIN] = "plain", [MR_TILE_PROMOTED] = "promoted", [MR_TILE_CHIEF] = "chief"};
  static const char *const rays[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};
  enum { SIDE = MR_VIEW_MOVES_SIDE, RAYS = sizeof rays / sizeof rays[0] };
  if (moves == NULL) {
    mr_json_null(json, "moves");
    return;
  }
  mr_json_object(json, "moves");
  mr_json_string(json, "tile", tiles[moves->tile]);
  mr_json_array(json, "leaps");
  for (unsigned row = 0; row < SIDE; row++) {
    char text[SIDE];
    for (unsigned column = 0; column < SIDE; column++) {
      unsigned bit = row * SIDE + column;
      text[column] = ".mcb"[(moves->move >> bit & 1u) + 2 * (moves->capture >> bit & 1u)];
    }
    mr_json_bytes(json, NULL, text, SIDE);
  }
  mr_json_end(json);
  put_bits(json, "slides", rays, RAYS, moves->ray_move);
  put_bits(json, "capture_slides", rays, RAYS, moves->ray_capture);
  put_bits(json, "hops", rays, RAYS, moves->ray_hop);
  mr_json_end(json);
}

static void put_pieces(mr_json *json, const mr_game *game, const mr_view *view) {
  mr_kind kinds[MR_KINDS_MAX];
  size_t kind_count = mr_game_kinds(game, kinds);
  mr_json_array(json, "pieces");
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    mr_json_object(json, NULL);
    put_piece_key(json, game, piece);
    mr_json_player(json, "owner", game, piece->owner);
    mr_json_string(json, "label", piece->label);
    mr_json_string(json, "name", piece->name);
    mr_json_string(json, "glyph", piece->glyph);
    mr_json_array(json, "pips");
    for (size_t row = 0; row < piece->pip_rows; row++) {
      char text[64];
      size_t columns = piece->pip_columns < sizeof text ? piece->pip_columns : sizeof text;
      for (size_t column = 0; column < columns; column++) {
        text[column] = (piece->pips >> (row * columns + column) & 1u) != 0 ? '#' : '.';
      }
      mr_json_bytes(json, NULL, text, columns);
    }
    mr_json_end(json);
    const char *movement = NULL; /* in Betza's notation */
    for (size_t k = 0; k < kind_count && movement == NULL; k++) {
      bool same =
          kinds[k].piece.id == piece->piece.id && mr_player_same(kinds[k].owner, piece->owner);
      movement = same ? kinds[k].movement : NULL;
    }
    mr_json_string(json, "movement", movement);
    put_moves(json, piece->moves);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void put_hands(mr_json *json, const mr_game *game, const mr_view *view) {
  mr_json_array(json, "hands");
  for (size_t i = 0; i < view->hand_count; i++) {
    const mr_view_hand *hand = &view->hands[i];
    mr_json_object(json, NULL);
    mr_json_player(json, "owner", game, hand->owner);
    mr_json_string(json, "title", hand->title);
    mr_json_bool(json, "at_most", hand->at_most);
    mr_json_bool(json, "endless", hand->endless);
    mr_json_array(json, "items");
    for (size_t k = 0; k < hand->count; k++) {
      const mr_view_held *held = &hand->items[k];
      mr_json_object(json, NULL);
      put_piece_key(json, game, &view->pieces[held->piece - 1]);
      mr_json_string(json, "label", view->pieces[held->piece - 1].label);
      if (held->count > 0) {
        mr_json_int(json, "count", held->count);
      } else {
        mr_json_null(json, "count");
      }
      mr_json_end(json);
    }
    mr_json_end(json);
    mr_json_end(json);
  }
  mr_json_end(json);
}

/* ---- what is beside the board ---------------------------------------------------------------- */

static void put_players(mr_json *json, const mr_game *game) {
  mr_json_array(json, "players");
  for (uint8_t i = 0; i < game->info.players; i++) {
    mr_paint_colours colours = mr_paint_colours_of(game, (mr_player){i});
    mr_json_object(json, NULL);
    mr_json_string(json, "name", game->info.player_names[i]);
    mr_json_int(json, "team", game->info.team[i]);
    mr_json_string(json, "fill", colours.fill);
    mr_json_string(json, "edge", colours.edge);
    mr_json_string(json, "text", colours.text);
    mr_json_string(json, "tint", colours.tint);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void put_facts(mr_json *json, const mr_view *view) {
  mr_json_object(json, "facts");
  for (size_t i = 0; i < view->fact_count; i++) {
    const mr_view_fact *fact = &view->facts[i];
    switch (fact->kind) {
    case MR_FACT_COUNT:
      mr_json_uint(json, fact->id, fact->number[0]);
      break;
    case MR_FACT_OF:
      mr_json_object(json, fact->id);
      mr_json_uint(json, "value", fact->number[0]);
      mr_json_uint(json, "of", fact->number[1]);
      mr_json_end(json);
      break;
    case MR_FACT_AGAINST:
      mr_json_array(json, fact->id);
      mr_json_uint(json, NULL, fact->number[0]);
      mr_json_uint(json, NULL, fact->number[1]);
      mr_json_end(json);
      break;
    case MR_FACT_FLAG:
      mr_json_bool(json, fact->id, fact->number[0] != 0);
      break;
    case MR_FACT_WORDS:
      mr_json_array(json, fact->id);
      for (const char *words = fact->words; *words != '\0';) {
        words += *words == ' ';
        size_t length = strcspn(words, " ");
        mr_json_bytes(json, NULL, words, length);
        words += length;
      }
      mr_json_end(json);
      break;
    }
  }
  mr_json_end(json);
}

static void put_commanders(mr_json *json, const mr_game *game, const mr_view *view) {
  mr_json_array(json, "commanders");
  for (size_t i = 0; i < view->commander_count; i++) {
    const mr_view_commander *one = &view->commanders[i];
    mr_json_object(json, NULL);
    mr_json_cell(json, "cell", game, one->cell);
    mr_json_player(json, "owner", game, one->owner);
    mr_json_int(json, "left", one->left);
    mr_json_int(json, "all", one->all);
    mr_json_array(json, "units");
    for (size_t k = 0; k < one->unit_count; k++) {
      mr_json_cell(json, NULL, game, one->units[k]);
    }
    mr_json_end(json);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static void put_named_cells(mr_json *json, const char *key, const mr_game *game,
                            const mr_cell *cells, size_t count) {
  mr_json_array(json, key);
  for (size_t i = 0; i < count; i++) {
    mr_json_cell(json, NULL, game, cells[i]);
  }
  mr_json_end(json);
}

static void put_goals(mr_json *json, const mr_game *game, const mr_view *view) {
  mr_json_array(json, "goals");
  for (size_t i = 0; i < view->goal_count; i++) {
    const mr_view_goal *goal = &view->goals[i];
    mr_json_object(json, NULL);
    mr_json_player(json, "player", game, goal->player);
    mr_json_string(json, "rule",
                   goal->rule < game->info.rule_count ? game->info.rules[goal->rule].id : "");
    mr_json_string(json, "text", goal->text);
    mr_json_uint(json, "left", goal->left);
    mr_json_uint(json, "of", goal->of);
    put_named_cells(json, "on", game, goal->on, goal->on_count);
    put_named_cells(json, "risks", game, goal->risks, goal->risk_count);
    mr_json_end(json);
  }
  mr_json_end(json);
}

/* ---- the board in few words ------------------------------------------------------------------ */

/* Where runs of squares with a property begin and how long they are. */
typedef struct runs {
  mr_json *json;
  size_t start;
  size_t length;
} runs;

static void end_run(runs *r) {
  if (r->length > 0) {
    mr_json_uint(r->json, NULL, r->start);
    mr_json_uint(r->json, NULL, r->length);
  }
  r->length = 0;
}

static void add_to_run(runs *r, size_t cell, bool has) {
  if (!has) {
    end_run(r);
  } else if (r->length++ == 0) {
    r->start = cell;
  }
}

/* Whether squares are called by the names of their column and row, as nearly everywhere. */
static bool is_named_by_edges(const mr_game *game, const mr_view *view) {
  char told[MR_ACTION_TEXT_MAX], made[MR_ACTION_TEXT_MAX];
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    mr_str name = mr_str_fixed(told, sizeof told), edges = mr_str_fixed(made, sizeof made);
    if (view->cells[i].cell.id == MR_NOWHERE_ID) {
      continue;
    }
    mr_game_cell_text(game, view->cells[i].cell, &name);
    mr_str_add(&edges, view->column_names[i % view->columns]);
    mr_str_add(&edges, view->row_names[i / view->columns]);
    if (strcmp(told, made) != 0) {
      return false;
    }
  }
  return true;
}

static void put_names(mr_json *json, const mr_game *game, const mr_view *view) {
  if (is_named_by_edges(game, view)) {
    mr_json_null(json, "names");
    return;
  }
  mr_json_array(json, "names");
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    mr_json_cell(json, NULL, game, view->cells[i].cell);
  }
  mr_json_end(json);
}

/* Runs of the squares that `bits` says are in, of a mask that each square has. */
typedef enum what { VOIDS, TERRAIN, REGION, MARK } what;

static bool is_in(const mr_view_cell *cell, what property, size_t which) {
  switch (property) {
  case VOIDS:
    return cell->cell.id == MR_NOWHERE_ID;
  case TERRAIN:
    return cell->terrain == which;
  case REGION:
    return (cell->regions >> which & 1) != 0;
  case MARK:
    return (cell->marks >> which & 1) != 0;
  }
  return false;
}

static void put_runs(mr_json *json, const char *key, const mr_view *view, what property,
                     size_t which) {
  runs r = {.json = json};
  mr_json_array(json, key);
  for (size_t i = 0; i < (size_t)view->columns * view->rows; i++) {
    add_to_run(&r, i, is_in(&view->cells[i], property, which));
  }
  end_run(&r);
  mr_json_end(json);
}

static void put_squares(mr_json *json, const mr_game *game, const mr_view *view) {
  size_t count = (size_t)view->columns * view->rows;
  mr_json_object(json, "squares");
  put_names(json, game, view);
  put_runs(json, "voids", view, VOIDS, 0);
  mr_json_array(json, "terrains");
  for (size_t i = 0; i < view->terrain_count; i++) {
    put_runs(json, NULL, view, TERRAIN, i);
  }
  mr_json_end(json);
  mr_json_array(json, "regions");
  for (size_t i = 0; i < view->region_count; i++) {
    put_runs(json, NULL, view, REGION, i);
  }
  mr_json_end(json);
  mr_json_object(json, "marks");
  for (size_t i = 0; i < sizeof mark_names / sizeof mark_names[0]; i++) {
    put_runs(json, mark_names[i], view, MARK, i);
  }
  mr_json_end(json);
  mr_json_array(json, "pieces");
  for (size_t i = 0; i < count; i++) {
    if (view->cells[i].piece > 0) {
      mr_json_uint(json, NULL, i);
      mr_json_uint(json, NULL, view->cells[i].piece - 1u);
    }
  }
  mr_json_end(json);
  mr_json_array(json, "badges");
  for (size_t i = 0; i < count; i++) {
    if (view->cells[i].badge != 0) {
      mr_json_uint(json, NULL, i);
      mr_json_bytes(json, NULL, &view->cells[i].badge, 1);
    }
  }
  mr_json_end(json);
  mr_json_end(json);
}

static void put_view(mr_json *json, const char *key, const mr_game *game, const mr_view *view,
                     bool brief) {
  mr_json_object(json, key);
  mr_json_int(json, "columns", view->columns);
  mr_json_int(json, "rows", view->rows);
  mr_json_bool(json, "checkered", view->checkered);
  mr_json_int(json, "pip_columns", view->pip_columns);
  mr_json_int(json, "pip_rows", view->pip_rows);
  mr_json_strings(json, "column_names", view->column_names, view->columns);
  mr_json_strings(json, "row_names", view->row_names, view->rows);
  put_players(json, game);
  put_areas(json, game, view);
  if (brief) {
    put_squares(json, game, view);
  } else {
    put_cells(json, game, view);
  }
  put_pieces(json, game, view);
  put_hands(json, game, view);
  put_facts(json, view);
  mr_json_array(json, "notes");
  for (size_t i = 0; i < view->note_count; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "label", view->notes[i].label);
    mr_json_string(json, "text", view->notes[i].text);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_string(json, "badges", view->badges);
  put_commanders(json, game, view);
  put_goals(json, game, view);
  put_lines(json, view);
  mr_json_end(json);
}

void mr_json_view(mr_json *json, const char *key, const mr_game *game, const mr_view *view) {
  put_view(json, key, game, view, false);
}

void mr_json_view_brief(mr_json *json, const char *key, const mr_game *game, const mr_view *view) {
  put_view(json, key, game, view, true);
}

/* ---- rules pages ----------------------------------------------------------------------------- */

void mr_json_doc(mr_json *json, const mr_game *game, const mr_doc *doc) {
  static const char *const kinds[] = {
      [MR_DOC_HEADING] = "heading", [MR_DOC_PARAGRAPH] = "paragraph",
      [MR_DOC_RULE] = "rule",       [MR_DOC_LINES] = "lines",
      [MR_DOC_DIAGRAM] = "diagram", [MR_DOC_ROW] = "row",
      [MR_DOC_CHART] = "chart",     [MR_DOC_REEL] = "reel"};
  mr_json_string(json, "game", game->info.name);
  mr_json_string(json, "title", game->info.title);
  mr_json_array(json, "blocks");
  for (const mr_doc_block *block = doc->first; block != NULL; block = block->next) {
    mr_json_object(json, NULL);
    mr_json_string(json, "kind", kinds[block->kind]);
    if (block->id != NULL && *block->id != '\0') {
      mr_json_string(json, "id", block->id);
    }
    if (block->kind == MR_DOC_ROW) {
      mr_json_strings(json, "cells", block->cells, block->cell_count);
      mr_json_bool(json, "heads", block->heads);
    } else {
      mr_json_string(json, "text", block->text != NULL ? block->text : "");
    }
    if (block->kind == MR_DOC_DIAGRAM) {
      mr_json_view(json, "view", game, block->view);
    }
    mr_json_end(json);
  }
  mr_json_end(json);
}
