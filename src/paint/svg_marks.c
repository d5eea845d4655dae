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
      mr_svg_open_rect(svg->out, at, 0);
      mr_str_format(svg->out, " fill=\"%s\" fill-opacity=\"%s\"/>\n", ground_marks[i].fill,
                    ground_marks[i].opacity);
    }
  }
}

static void put_circle(mr_svg *svg, mr_svg_box at, int radius, const char *look) {
  mr_str_format(svg->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" %s/>\n", at.x + at.side / 2,
                at.y + at.side / 2, radius > 0 ? radius : 1, look);
}

/** A stroke of some part of a square, which is seen on the smallest too. */
static int stroke_width(mr_svg_box at, int part) {
  return at.side / part > 1 ? at.side / part : 1;
}

static void put_cross(mr_svg *svg, mr_svg_box at, int half, const char *colour) {
  mr_str_format(svg->out,
                "<path d=\"M%d %dl%d %dm0-%dl-%d %d\" stroke=\"%s\" stroke-width=\"%d\""
                " stroke-linecap=\"round\" fill=\"none\"/>\n",
                at.x + at.side / 2 - half, at.y + at.side / 2 - half, 2 * half, 2 * half, 2 * half,
                2 * half, 2 * half, colour, stroke_width(at, 16));
}

static void put_target(mr_svg *svg, unsigned marks, mr_svg_box at, bool occupied) {
  static const char ring[] = "fill=\"none\" stroke=\"#cf3b30\" stroke-width=\"3\"";
  bool target = (marks & MR_MARK_TARGET) != 0;
  bool capture = (marks & MR_MARK_CAPTURE) != 0;
  bool slide = (marks & MR_MARK_SLIDE) != 0;
  if (svg->pips && !occupied) { /* the pips stay visible */
    const char *colour = capture ? "#c43a2f" : "#3c9a4e";
    mr_svg_open_rect(svg->out, mr_svg_inset(at, 4), at.side / 9);
    mr_str_format(svg->out,
                  " fill=\"%s\" fill-opacity=\"0.22\" stroke=\"%s\" stroke-width=\"2\"/>\n", colour,
                  colour);
    if (capture) {
      put_cross(svg, at, at.side / 6, colour);
    }
    return;
  }
  if (target && capture && !occupied) {
    put_circle(svg, at, slide ? at.side / 9 : at.side / 5, "fill=\"#a02c22\"");
    return;
  }
  if (target && slide && svg->view->line_count > 0) {
    put_circle(svg, at, at.side / 9, "fill=\"#2f8f46\"");
  }
  if (target && !slide && !(occupied && capture)) {
    put_circle(svg, at, at.side / 6, "fill=\"#2f8f46\" stroke=\"#ffffff\" stroke-opacity=\"0.7\"");
  }
  if (capture) {
    put_circle(svg, at, occupied ? at.side * 9 / 20 : at.side / 4, ring);
  }
}

/** Frames of marks, of which a square has the first. */
static const struct {
  uint16_t mark;
  const char *colour;
  const char *dashes;
} frame_marks[] = {
    {MR_MARK_THREAT, "#d8342a", ""},
    {MR_MARK_CHOSEN, "#2f6fc4", ""},
    {MR_MARK_LINK, "#e08f00", ""},
    {MR_MARK_TO, "#c99a06", ""},
    {MR_MARK_FROM, "#c99a06", " stroke-dasharray=\"5 4\""},
};

/** Signs of a cell, all but slides. */
static void put_signs(mr_svg *svg, unsigned marks, mr_svg_box at, bool occupied) {
  if ((marks & MR_MARK_DIM) != 0) {
    mr_svg_open_rect(svg->out, at, 0);
    mr_str_add(svg->out, " fill=\"#f4efe2\" fill-opacity=\"0.6\"/>\n");
  }
  if ((marks & (MR_MARK_TARGET | MR_MARK_CAPTURE)) != 0) {
    put_target(svg, marks, at, occupied);
  }
  if ((marks & MR_MARK_LOST) != 0) {
    put_cross(svg, at, at.side / 3, "#a33a66");
  }
  for (size_t i = 0; i < sizeof frame_marks / sizeof frame_marks[0]; i++) {
    if ((marks & frame_marks[i].mark) != 0) {
      /* Just inside the square, so that it shows round a piece that covers the ground. */
      int width = stroke_width(at, 18);
      mr_svg_open_rect(svg->out, mr_svg_inset(at, width), at.side / 10);
      mr_str_format(svg->out, " fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s/>\n",
                    frame_marks[i].colour, width, frame_marks[i].dashes);
      return;
    }
  }
}

/** Where the slides of a picture begin: the chosen piece, or the only one. */
static bool find_slider(const mr_view *view, unsigned *at) {
  size_t pieces = 0;
  for (unsigned i = 0; i < mr_paint_cells(view); i++) {
    bool chosen = (view->cells[i].marks & MR_MARK_CHOSEN) != 0;
    bool piece = view->cells[i].piece != 0;
    if (chosen || (piece && pieces == 0)) {
      *at = i;
    }
    if (chosen) {
      return true;
    }
    pieces += piece;
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
  mr_svg_box from = mr_svg_box_of(svg, line->from);
  mr_svg_box to = mr_svg_box_of(svg, line->to);
  int dx = to.x - from.x;
  int dy = to.y - from.y;
  mr_str_format(svg->out,
                "<path d=\"M%d %dl%d %d\" %s stroke-width=\"%d\" stroke-linecap=\"%s\"/>\n",
                from.x + from.side / 2, from.y + from.side / 2,
                dx + (line->on ? sign_of(dx) * to.side / 2 : 0),
                dy + (line->on ? sign_of(dy) * to.side / 2 : 0),
                looks[line->way <= MR_WAY_NONE ? line->way : MR_WAY_NONE], stroke_width(to, 14),
                line->on ? "butt" : "round");
}

/** A stroke from the square before to each that is reached; a ring where it has no direction. */
static void put_slides(mr_svg *svg) {
  unsigned slider = 0;
  bool known = find_slider(svg->view, &slider);
  mr_svg_box from = mr_svg_box_of(svg, slider);
  for (unsigned i = 0; i < mr_paint_cells(svg->view); i++) {
    if ((svg->view->cells[i].marks & MR_MARK_SLIDE) == 0) {
      continue;
    }
    mr_svg_box at = mr_svg_box_of(svg, i);
    int dx = at.x - from.x;
    int dy = at.y - from.y;
    bool straight = dx == 0 || dy == 0 || abs(dx) == abs(dy);
    if (!known || !straight || i == slider) {
      put_circle(svg, at, at.side / 6, "fill=\"none\" stroke=\"#1f7f86\" stroke-width=\"2\"");
      continue;
    }
    mr_str_format(svg->out,
                  "<path d=\"M%d %dl%d %d\" stroke=\"#1f7f86\" stroke-width=\"%d\""
                  " stroke-linecap=\"round\"/>\n",
                  at.x + at.side / 2, at.y + at.side / 2, -sign_of(dx) * at.side,
                  -sign_of(dy) * at.side, stroke_width(at, 12));
    put_circle(svg, at, at.side / 8, "fill=\"#1f7f86\"");
  }
}

void mr_svg_put_marks_below(mr_svg *svg) {
  size_t cells = mr_paint_cells(svg->view);
  for (unsigned i = 0; i < cells; i++) {
    put_ground(svg, svg->view->cells[i].marks, mr_svg_box_of(svg, i));
  }
  for (size_t i = 0; i < svg->view->line_count; i++) {
    const mr_view_line *line = &svg->view->lines[i];
    if (line->from < cells && line->to < cells) {
      put_line(svg, line);
    }
  }
  if (svg->view->line_count == 0) {
    put_slides(svg); /* which begin under their piece */
  }
}

void mr_svg_put_marks_above(mr_svg *svg) {
  for (unsigned i = 0; i < mr_paint_cells(svg->view); i++) {
    const mr_view_cell *cell = &svg->view->cells[i];
    put_signs(svg, cell->marks, mr_svg_box_of(svg, i), mr_paint_piece(svg->view, cell) != NULL);
  }
}

/** The colour of a diagram's slides: that of the first that goes on. */
static const char *slide_ink(const mr_view *view) {
  for (size_t i = 0; i < view->line_count; i++) {
    if (view->lines[i].on) {
      return view->lines[i].way == MR_WAY_MOVE ? "#2f8f46" : "#a02c22";
    }
  }
  return view->line_count > 0 ? "#2f8f46" : "#1f7f86";
}

void mr_svg_put_mark_sample(mr_svg *svg, unsigned mark, mr_svg_box at) {
  mr_svg_open_rect(svg->out, at, 0);
  mr_str_add(svg->out, " fill=\"#e9dfc9\"/>\n");
  put_ground(svg, mark, at);
  if ((mark & MR_MARK_SLIDE) != 0) {
    char fill[24];
    mr_str look = mr_str_fixed(fill, sizeof fill);
    mr_str_format(&look, "fill=\"%s\"", slide_ink(svg->view));
    mr_str_format(svg->out, "<path d=\"M%d %dh%d\" stroke=\"%s\" stroke-width=\"2\"/>\n", at.x,
                  at.y + at.side / 2, at.side, slide_ink(svg->view));
    put_circle(svg, at, at.side / 6, fill);
  }
  put_signs(svg, mark, at, false);
}
