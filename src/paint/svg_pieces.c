#include <string.h>

#include "base/text.h"
#include "paint/svg_priv.h"

/* ---- patterns of pips ------------------------------------------------------------------------ */

/** Centre of a pip of a pattern that fills `at`. */
static int pip_x(mr_svg_box at, unsigned columns, unsigned column) {
  return at.x + at.side * (int)(2 * column + 1) / (int)(2 * columns);
}

static int pip_y(mr_svg_box at, unsigned rows, unsigned row) {
  return at.y + at.side * (int)(2 * row + 1) / (int)(2 * rows);
}

/** Radius of a filled pip. */
static int pip_radius(mr_svg_box at, unsigned columns) {
  int radius = at.side / (int)columns * 2 / 5;
  return radius > 1 ? radius : 1;
}

/** Strokes that hold a pattern together: to a filled middle, or else from pip to pip. */
static void put_joints(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  unsigned columns = piece->pip_columns;
  unsigned rows = piece->pip_rows;
  bool starred = columns <= 3 && rows <= 3 && mr_paint_pip(piece, columns / 2, rows / 2);
  for (unsigned row = 0; row < rows; row++) {
    for (unsigned column = 0; column < columns; column++) {
      int x = pip_x(at, columns, column);
      int y = pip_y(at, rows, row);
      if (!mr_paint_pip(piece, column, row)) {
        continue;
      }
      if (starred) {
        mr_str_format(svg->out, "M%d %dL%d %d", x, y, pip_x(at, columns, columns / 2),
                      pip_y(at, rows, rows / 2));
        continue;
      }
      if (mr_paint_pip(piece, column + 1, row)) {
        mr_str_format(svg->out, "M%d %dH%d", x, y, pip_x(at, columns, column + 1));
      }
      if (mr_paint_pip(piece, column, row + 1)) {
        mr_str_format(svg->out, "M%d %dV%d", x, y, pip_y(at, rows, row + 1));
      }
    }
  }
}

/** A dot is a stroke of no length with round ends. */
static void put_dots(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at, bool filled) {
  for (unsigned row = 0; row < piece->pip_rows; row++) {
    for (unsigned column = 0; column < piece->pip_columns; column++) {
      if (mr_paint_pip(piece, column, row) == filled) {
        mr_str_format(svg->out, "M%d %dh0", pip_x(at, piece->pip_columns, column),
                      pip_y(at, piece->pip_rows, row));
      }
    }
  }
}

static void open_strokes(mr_svg *svg, const char *colour, int width, const char *opacity) {
  mr_str_format(svg->out,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-opacity=\"%s\""
                " stroke-linecap=\"round\" d=\"",
                colour, width > 0 ? width : 1, opacity);
}

static void put_tile(mr_svg *svg, const mr_paint_ink *ink, mr_svg_box at, int inset) {
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\""
                " stroke=\"%s\" stroke-opacity=\"0.55\"/>\n",
                at.x + inset, at.y + inset, at.side - 2 * inset, at.side - 2 * inset, at.side / 9,
                ink->svg_tint, ink->svg_edge);
}

static void put_pattern(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  int radius = pip_radius(at, piece->pip_columns);
  put_tile(svg, ink, at, at.side / 26 + 1);
  open_strokes(svg, ink->svg_edge, radius / 2, "0.3");
  put_dots(svg, piece, at, false);
  mr_str_add(svg->out, "\"/>");
  open_strokes(svg, ink->svg_fill, radius, "1");
  put_joints(svg, piece, at);
  mr_str_add(svg->out, "\"/>");
  open_strokes(svg, ink->svg_fill, 2 * radius, "1");
  put_dots(svg, piece, at, true);
  mr_str_add(svg->out, "\"/>\n");
}

/** The dots of an empty square. */
static void put_empty(mr_svg *svg, mr_svg_box at) {
  mr_view_piece none = {.pip_columns = svg->view->pip_columns, .pip_rows = svg->view->pip_rows};
  put_dots(svg, &none, at, false);
}

/* ---- pips that touch ------------------------------------------------------------------------- */

/** Strokes across the common side of two squares where filled pips of one owner face each other. */
static void put_bridges(mr_svg *svg, unsigned column, unsigned row, bool down) {
  const mr_view *view = svg->view;
  unsigned next_column = column + !down;
  unsigned next_row = row + down;
  if (next_column >= view->columns || next_row >= view->rows) {
    return;
  }
  const mr_view_piece *a = mr_paint_piece(view, mr_paint_cell(view, column, row));
  const mr_view_piece *b = mr_paint_piece(view, mr_paint_cell(view, next_column, next_row));
  if (a == NULL || b == NULL || !mr_player_same(a->owner, b->owner) || a->pip_rows == 0 ||
      a->pip_columns == 0 || a->pip_columns != b->pip_columns || a->pip_rows != b->pip_rows) {
    return;
  }
  mr_svg_box from = mr_svg_box_of(svg, column, row);
  mr_svg_box to = mr_svg_box_of(svg, next_column, next_row);
  unsigned count = down ? a->pip_columns : a->pip_rows;
  open_strokes(svg, mr_paint_ink_of(svg->game, a->owner)->svg_fill,
               pip_radius(from, a->pip_columns), "1");
  for (unsigned i = 0; i < count; i++) {
    if (down && mr_paint_pip(a, i, a->pip_rows - 1u) && mr_paint_pip(b, i, 0)) {
      mr_str_format(svg->out, "M%d %dV%d", pip_x(from, count, i),
                    pip_y(from, a->pip_rows, a->pip_rows - 1u), pip_y(to, b->pip_rows, 0));
    }
    if (!down && mr_paint_pip(a, a->pip_columns - 1u, i) && mr_paint_pip(b, 0, i)) {
      mr_str_format(svg->out, "M%d %dH%d", pip_x(from, a->pip_columns, a->pip_columns - 1u),
                    pip_y(from, count, i), pip_x(to, b->pip_columns, 0));
    }
  }
  mr_str_add(svg->out, "\"/>\n");
}

/* ---- tiles with labels ----------------------------------------------------------------------- */

/** Whether a label may be written in capitals: no other piece of the owner looks like that then. */
static bool can_be_capital(const mr_view *view, const mr_view_piece *piece) {
  size_t length = strlen(piece->label);
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *other = &view->pieces[i];
    if (other != piece && other->label != NULL && mr_player_same(other->owner, piece->owner) &&
        mr_text_is_nocase(other->label, strlen(other->label), piece->label) &&
        memcmp(other->label, piece->label, length) != 0) {
      return false;
    }
  }
  return true;
}

/** Tiles tell owners apart, so that labels can do with the letters that read best. */
static void put_label(mr_svg *svg, const mr_view_piece *piece, const mr_svg_text *look) {
  char buffer[64];
  size_t length = strlen(piece->label);
  if (length >= sizeof buffer || !can_be_capital(svg->view, piece)) {
    mr_svg_put_text(svg->out, look, piece->label);
    return;
  }
  for (size_t i = 0; i <= length; i++) {
    buffer[i] = mr_text_upper(piece->label[i]);
  }
  mr_svg_put_text(svg->out, look, buffer);
}

/** A promoted piece (`+W`) has a golden rim. */
static void put_labelled(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  static const int percent[] = {50, 50, 35, 28, 23};
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  const char *label = piece->label != NULL ? piece->label : "";
  size_t letters = mr_paint_width(label);
  bool promoted = label[0] == '+' && label[1] != '\0';
  int inset = at.side / 9;
  int size = at.side * percent[letters < 5 ? letters : 4] / 100;
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\""
                " stroke=\"%s\" stroke-width=\"%d\"/>",
                at.x + inset, at.y + inset, at.side - 2 * inset, at.side - 2 * inset, at.side / 6,
                ink->svg_fill, promoted ? "#dca20f" : ink->svg_edge,
                promoted ? at.side / 16 + 1 : at.side / 28 + 1);
  mr_svg_text look = {.x = at.x + at.side / 2,
                      .y = at.y + at.side / 2 + size * 36 / 100,
                      .size = size,
                      .anchor = "middle",
                      .colour = ink->svg_label,
                      .bold = true};
  if (piece->label != NULL) {
    put_label(svg, piece, &look);
  }
}

void mr_svg_put_piece(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  if (piece->pip_columns > 0 && piece->pip_rows > 0) {
    put_pattern(svg, piece, at);
  } else if (piece->moves != NULL) {
    mr_svg_put_tile(svg, piece, at);
  } else {
    put_labelled(svg, piece, at);
  }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void put_empties(mr_svg *svg) {
  mr_svg_box any = {.side = svg->cell};
  open_strokes(svg, "#b9ad95", pip_radius(any, svg->view->pip_columns) / 2, "0.8");
  for (unsigned row = 0; row < svg->view->rows; row++) {
    for (unsigned column = 0; column < svg->view->columns; column++) {
      const mr_view_cell *cell = mr_paint_cell(svg->view, column, row);
      if (mr_paint_piece(svg->view, cell) == NULL && !mr_paint_is_void(cell)) {
        put_empty(svg, mr_svg_box_of(svg, column, row));
      }
    }
  }
  mr_str_add(svg->out, "\"/>\n");
}

void mr_svg_put_pieces(mr_svg *svg) {
  if (svg->pips) {
    put_empties(svg);
  }
  for (unsigned row = 0; row < svg->view->rows; row++) {
    for (unsigned column = 0; column < svg->view->columns; column++) {
      const mr_view_piece *piece = mr_paint_piece(svg->view, mr_paint_cell(svg->view, column, row));
      if (piece != NULL) {
        mr_svg_put_piece(svg, piece, mr_svg_box_of(svg, column, row));
      }
    }
  }
  for (unsigned row = 0; svg->pips && row < svg->view->rows; row++) {
    for (unsigned column = 0; column < svg->view->columns; column++) {
      put_bridges(svg, column, row, false);
      put_bridges(svg, column, row, true);
    }
  }
}
