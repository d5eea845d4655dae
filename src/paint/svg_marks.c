#include <stdlib.h>

#include "paint/svg_priv.h"

/* What lies below the pieces is a ground; what lies above them is a sign. */

/** Grounds of marks, the last one uppermost. */
static const struct {
  uint16_t mark;
  const char *fill;
  const char *opacity;
} ground_marks[] = {
    {MR_MARK_FROM, "#e2b714", "0.28"},   {MR_MARK_TO, "#e2b714", "0.5"},
    {MR_MARK_LINK, "#f0a30a", "0.45"},   {MR_MARK_CHOSEN, "#7fb2f0", "0.6"},
    {MR_MARK_THREAT, "#d8342a", "0.45"},
};

static void put_ground(mr_svg *svg, unsigned marks, mr_svg_box at) {
  for (size_t i = 0; i < sizeof ground_marks / sizeof ground_marks[0]; i++) {
    if ((marks & ground_marks[i].mark) != 0) {
      mr_str_format(svg->out,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\""
                    " fill-opacity=\"%s\"/>\n",
                    at.x, at.y, at.side, at.side, ground_marks[i].fill, ground_marks[i].opacity);
    }
  }
}

/** A frame just inside a square: it shows round a piece that covers the ground. */
static void put_frame(mr_svg *svg, mr_svg_box at, const char *colour, const char *dashes) {
  int width = at.side / 18 > 1 ? at.side / 18 : 1;
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"none\""
                " stroke=\"%s\" stroke-width=\"%d\"%s/>\n",
                at.x + width, at.y + width, at.side - 2 * width, at.side - 2 * width, at.side / 10,
                colour, width, dashes);
}

static void put_circle(mr_svg *svg, mr_svg_box at, int radius, const char *look) {
  mr_str_format(svg->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" %s/>\n", at.x + at.side / 2,
                at.y + at.side / 2, radius > 0 ? radius : 1, look);
}

static void put_cross(mr_svg *svg, mr_svg_box at, int half, const char *colour) {
  mr_str_format(svg->out,
                "<path d=\"M%d %dl%d %dm0-%dl-%d %d\" stroke=\"%s\" stroke-width=\"%d\""
                " stroke-linecap=\"round\" fill=\"none\"/>\n",
                at.x + at.side / 2 - half, at.y + at.side / 2 - half, 2 * half, 2 * half, 2 * half,
                2 * half, 2 * half, colour, at.side / 16 > 1 ? at.side / 16 : 1);
}

/** A stroke from the square before to this one; a ring where a slide has no direction. */
static void put_slide(mr_svg *svg, mr_svg_box at, int dx, int dy) {
  static const char ring[] = "fill=\"none\" stroke=\"#1f7f86\" stroke-width=\"2\"";
  if (dx == 0 && dy == 0) {
    put_circle(svg, at, at.side / 6, ring);
    return;
  }
  mr_str_format(svg->out,
                "<path d=\"M%d %dl%d %d\" stroke=\"#1f7f86\" stroke-width=\"%d\""
                " stroke-linecap=\"round\"/>\n",
                at.x + at.side / 2, at.y + at.side / 2, -dx * at.side, -dy * at.side,
                at.side / 12 > 1 ? at.side / 12 : 1);
  put_circle(svg, at, at.side / 8, "fill=\"#1f7f86\"");
}

/** Legal targets on squares of pips: the pips stay visible. */
static void put_pip_target(mr_svg *svg, unsigned marks, mr_svg_box at) {
  bool capture = (marks & MR_MARK_CAPTURE) != 0;
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\""
                " fill-opacity=\"0.22\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                at.x + 4, at.y + 4, at.side - 8, at.side - 8, at.side / 9,
                capture ? "#c43a2f" : "#3c9a4e", capture ? "#c43a2f" : "#3c9a4e");
  if (capture) {
    put_cross(svg, at, at.side / 6, "#c43a2f");
  }
}

static void put_target(mr_svg *svg, unsigned marks, mr_svg_box at, bool occupied) {
  static const char ring[] = "fill=\"none\" stroke=\"#cf3b30\" stroke-width=\"3\"";
  if (svg->pips && !occupied) {
    put_pip_target(svg, marks, at);
    return;
  }
  bool slide = (marks & MR_MARK_SLIDE) != 0;
  bool both = (marks & MR_MARK_TARGET) != 0 && (marks & MR_MARK_CAPTURE) != 0;
  if (both && !occupied) {
    put_circle(svg, at, slide ? at.side / 9 : at.side / 5, "fill=\"#a02c22\"");
    return;
  }
  if (slide && svg->view->line_count > 0 && (marks & MR_MARK_TARGET) != 0) {
    put_circle(svg, at, at.side / 9, "fill=\"#2f8f46\"");
  }
  if ((marks & MR_MARK_TARGET) != 0 && !slide && !(occupied && (marks & MR_MARK_CAPTURE) != 0)) {
    put_circle(svg, at, at.side / 6, "fill=\"#2f8f46\" stroke=\"#ffffff\" stroke-opacity=\"0.7\"");
  }
  if ((marks & MR_MARK_CAPTURE) != 0) {
    put_circle(svg, at, occupied ? at.side * 9 / 20 : at.side / 4, ring);
  }
}

/** Signs of a cell, all but slides. */
static void put_signs(mr_svg *svg, unsigned marks, mr_svg_box at, bool occupied) {
  if ((marks & MR_MARK_DIM) != 0) {
    mr_str_format(svg->out,
                  "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f4efe2\""
                  " fill-opacity=\"0.6\"/>\n",
                  at.x, at.y, at.side, at.side);
  }
  if ((marks & (MR_MARK_TARGET | MR_MARK_CAPTURE)) != 0) {
    put_target(svg, marks, at, occupied);
  }
  if ((marks & MR_MARK_LOST) != 0) {
    put_cross(svg, at, at.side / 3, "#a33a66");
  }
  if ((marks & MR_MARK_THREAT) != 0) {
    put_frame(svg, at, "#d8342a", "");
  } else if ((marks & MR_MARK_CHOSEN) != 0) {
    put_frame(svg, at, "#2f6fc4", "");
  } else if ((marks & MR_MARK_LINK) != 0) {
    put_frame(svg, at, "#e08f00", "");
  } else if ((marks & MR_MARK_TO) != 0) {
    put_frame(svg, at, "#c99a06", "");
  } else if ((marks & MR_MARK_FROM) != 0) {
    put_frame(svg, at, "#c99a06", " stroke-dasharray=\"5 4\"");
  }
}

/** Where the slides of a picture begin: the chosen piece, or the only one. */
static bool find_slider(const mr_view *view, int *column, int *row) {
  size_t pieces = 0;
  for (unsigned y = 0; y < view->rows; y++) {
    for (unsigned x = 0; x < view->columns; x++) {
      const mr_view_cell *cell = mr_paint_cell(view, x, y);
      bool chosen = (cell->marks & MR_MARK_CHOSEN) != 0;
      if (chosen || (cell->piece != 0 && pieces == 0)) {
        *column = (int)x;
        *row = (int)y;
      }
      if (chosen) {
        return true;
      }
      pieces += cell->piece != 0;
    }
  }
  return pieces == 1;
}

static int sign_of(int x) {
  return (x > 0) - (x < 0);
}

/** A stroke of a diagram; one that goes on reaches to the edge of its last square. */
static void put_line(mr_svg *svg, const mr_view_line *line) {
  static const char *const looks[] = {[MR_WAY_MOVE] = "stroke=\"#2f8f46\"",
                                      [MR_WAY_CAPTURE] = "stroke=\"#cf3b30\"",
                                      [MR_WAY_BOTH] = "stroke=\"#a02c22\"",
                                      [MR_WAY_NONE] =
                                          "stroke=\"#1f7f86\" stroke-dasharray=\"3 6\""};
  unsigned columns = svg->view->columns;
  mr_svg_box from = mr_svg_box_of(svg, line->from % columns, line->from / columns);
  mr_svg_box to = mr_svg_box_of(svg, line->to % columns, line->to / columns);
  int dx = to.x - from.x;
  int dy = to.y - from.y;
  mr_str_format(svg->out,
                "<path d=\"M%d %dl%d %d\" %s stroke-width=\"%d\" stroke-linecap=\"%s\"/>\n",
                from.x + from.side / 2, from.y + from.side / 2,
                dx + (line->on ? sign_of(dx) * to.side / 2 : 0),
                dy + (line->on ? sign_of(dy) * to.side / 2 : 0),
                looks[line->way <= MR_WAY_NONE ? line->way : MR_WAY_NONE],
                to.side / 14 > 1 ? to.side / 14 : 1, line->on ? "butt" : "round");
}

static void put_lines(mr_svg *svg) {
  size_t cells = (size_t)svg->view->columns * svg->view->rows;
  for (size_t i = 0; i < svg->view->line_count; i++) {
    const mr_view_line *line = &svg->view->lines[i];
    if (line->from < cells && line->to < cells) {
      put_line(svg, line);
    }
  }
}

static void put_slides(mr_svg *svg) {
  int from_x = 0;
  int from_y = 0;
  bool known = find_slider(svg->view, &from_x, &from_y);
  for (unsigned row = 0; row < svg->view->rows; row++) {
    for (unsigned column = 0; column < svg->view->columns; column++) {
      if ((mr_paint_cell(svg->view, column, row)->marks & MR_MARK_SLIDE) == 0) {
        continue;
      }
      int dx = (int)column - from_x;
      int dy = (int)row - from_y;
      bool straight = known && (dx == 0 || dy == 0 || abs(dx) == abs(dy));
      put_slide(svg, mr_svg_box_of(svg, column, row), straight ? sign_of(dx) : 0,
                straight ? sign_of(dy) : 0);
    }
  }
}

void mr_svg_put_marks_below(mr_svg *svg) {
  for (unsigned row = 0; row < svg->view->rows; row++) {
    for (unsigned column = 0; column < svg->view->columns; column++) {
      put_ground(svg, mr_paint_cell(svg->view, column, row)->marks,
                 mr_svg_box_of(svg, column, row));
    }
  }
  if (svg->view->line_count > 0) {
    put_lines(svg);
  } else {
    put_slides(svg); /* which begin under their piece */
  }
}

void mr_svg_put_marks_above(mr_svg *svg) {
  for (unsigned row = 0; row < svg->view->rows; row++) {
    for (unsigned column = 0; column < svg->view->columns; column++) {
      const mr_view_cell *cell = mr_paint_cell(svg->view, column, row);
      put_signs(svg, cell->marks, mr_svg_box_of(svg, column, row),
                mr_paint_piece(svg->view, cell) != NULL);
    }
  }
}

void mr_svg_put_mark_sample(mr_svg *svg, unsigned mark, mr_svg_box at) {
  mr_str_format(svg->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#e9dfc9\"/>\n",
                at.x, at.y, at.side, at.side);
  put_ground(svg, mark, at);
  if ((mark & MR_MARK_SLIDE) != 0) {
    bool lines = svg->view->line_count > 0;
    mr_str_format(svg->out, "<path d=\"M%d %dh%d\" stroke=\"%s\" stroke-width=\"2\"/>\n", at.x,
                  at.y + at.side / 2, at.side, lines ? "#2f8f46" : "#1f7f86");
    put_circle(svg, at, at.side / 6, lines ? "fill=\"#2f8f46\"" : "fill=\"#1f7f86\"");
  }
  put_signs(svg, mark, at, false);
}
