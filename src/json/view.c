#include <marcher/json.h>

/* ---- the board ------------------------------------------------------------------------------- */

static void put_marks(mr_json *json, unsigned marks) {
  static const char *const names[] = {"from",   "to",   "chosen", "target", "capture",
                                      "threat", "lost", "dim",    "slide",  "link"};
  mr_json_array(json, "marks");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if ((marks >> i & 1u) != 0) {
      mr_json_string(json, NULL, names[i]);
    }
  }
  mr_json_end(json);
}

static void put_cell(mr_json *json, const mr_game *game, const mr_view *view, size_t index) {
  const mr_view_cell *cell = &view->cells[index];
  const mr_view_piece *piece = cell->piece > 0 ? &view->pieces[cell->piece - 1] : NULL;
  mr_json_object(json, NULL);
  mr_json_cell(json, "cell", game, cell->cell);
  mr_json_uint(json, "column", index % view->columns);
  mr_json_uint(json, "row", index / view->columns);
  mr_json_player(json, "owner", game, piece != NULL ? piece->owner : MR_NOBODY);
  mr_json_string(json, "piece", piece != NULL ? piece->label : NULL);
  mr_json_string(json, "terrain", view->terrains[cell->terrain].name);
  put_marks(json, cell->marks);
  mr_json_array(json, "regions");
  for (size_t i = 0; i < view->region_count; i++) {
    if ((cell->regions >> i & 1u) != 0) {
      mr_json_string(json, NULL, view->regions[i].name);
    }
  }
  mr_json_end(json);
  mr_json_end(json);
}

static void put_cells(mr_json *json, const mr_game *game, const mr_view *view) {
  size_t count = (size_t)view->columns * view->rows;
  mr_json_array(json, "cells");
  for (size_t i = 0; i < count; i++) {
    if (view->cells[i].cell.id != MR_NOWHERE_ID) {
      put_cell(json, game, view, i);
    }
  }
  mr_json_end(json);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static void put_pips(mr_json *json, const mr_view_piece *piece) {
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
}

static void put_pieces(mr_json *json, const mr_game *game, const mr_view *view) {
  mr_json_array(json, "pieces");
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *piece = &view->pieces[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "label", piece->label);
    mr_json_string(json, "name", piece->name);
    mr_json_string(json, "glyph", piece->glyph);
    mr_json_player(json, "owner", game, piece->owner);
    put_pips(json, piece);
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
    mr_json_array(json, "items");
    for (size_t k = 0; k < hand->count; k++) {
      const mr_view_held *held = &hand->items[k];
      mr_json_object(json, NULL);
      mr_json_string(json, "piece", view->pieces[held->piece - 1].label);
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

static void put_notes(mr_json *json, const mr_view *view) {
  mr_json_array(json, "notes");
  for (size_t i = 0; i < view->note_count; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "label", view->notes[i].label);
    mr_json_string(json, "text", view->notes[i].text);
    mr_json_end(json);
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

void mr_json_view(mr_json *json, const char *key, const mr_game *game, const mr_view *view) {
  mr_json_object(json, key);
  mr_json_int(json, "columns", view->columns);
  mr_json_int(json, "rows", view->rows);
  mr_json_strings(json, "column_names", view->column_names, view->columns);
  mr_json_strings(json, "row_names", view->row_names, view->rows);
  put_cells(json, game, view);
  put_pieces(json, game, view);
  put_hands(json, game, view);
  put_notes(json, view);
  put_commanders(json, game, view);
  mr_json_end(json);
}
