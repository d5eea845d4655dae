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
  bool starred =
      !piece->pips_apart && columns <= 3 && rows <= 3 && mr_view_pip(piece, columns / 2, rows / 2);
  for (unsigned row = 0; row < rows; row++) {
    for (unsigned column = 0; column < columns; column++) {
      int x = pip_x(at, columns, column);
      int y = pip_y(at, rows, row);
      if (!mr_view_pip(piece, column, row)) {
        continue;
      }
      if (starred) {
        mr_str_format(svg->out, "M%d %dL%d %d", x, y, pip_x(at, columns, columns / 2),
                      pip_y(at, rows, rows / 2));
        continue;
      }
      if (mr_view_pip(piece, column + 1, row)) {
        mr_str_format(svg->out, "M%d %dH%d", x, y, pip_x(at, columns, column + 1));
      }
      if (mr_view_pip(piece, column, row + 1)) {
        mr_str_format(svg->out, "M%d %dV%d", x, y, pip_y(at, rows, row + 1));
      }
    }
  }
}

/** A dot is a stroke of no length with round ends. */
static void put_pips(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at, bool filled) {
  for (unsigned row = 0; row < piece->pip_rows; row++) {
    for (unsigned column = 0; column < piece->pip_columns; column++) {
      if (mr_view_pip(piece, column, row) == filled) {
        mr_str_format(svg->out, "M%d %dh0", pip_x(at, piece->pip_columns, column),
                      pip_y(at, piece->pip_rows, row));
      }
    }
  }
}

/** What tells sides apart besides their colours, which many people see alike and printers do not
 * see. */
typedef struct side_shape {
  const char *cap; /**< ends of strokes: filled pips */
  int corner;      /**< of the tile: the share of its side that is rounded */
  int size; /**< of a filled pip, in hundredths of its room: squares look larger than discs */
} side_shape;

/** Every other seat has square pips on square tiles. */
static side_shape shape_of(const mr_view_piece *piece) {
  bool is_square = piece->owner.id != MR_NOBODY_ID && piece->owner.id % 2 == 1;
  return is_square ? (side_shape){"square", 40, 88} : (side_shape){"round", 9, 100};
}

static void open_strokes(mr_svg *svg, const char *colour, int width, const char *opacity,
                         const char *cap) {
  mr_str_format(svg->out,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" stroke-opacity=\"%s\""
                " stroke-linecap=\"%s\" d=\"",
                colour, width > 0 ? width : 1, opacity, cap);
}

static void put_pattern(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  side_shape shape = shape_of(piece);
  int radius = pip_radius(at, piece->pip_columns);
  mr_svg_open_rect(svg->out, mr_svg_inset(at, at.side / 26 + 1), at.side / shape.corner);
  mr_str_format(svg->out, " fill=\"%s\" stroke=\"%s\" stroke-opacity=\"0.55\"/>\n", ink->svg_tint,
                ink->svg_edge);
  open_strokes(svg, ink->svg_edge, radius / 2, "0.3", shape.cap);
  put_pips(svg, piece, at, false);
  mr_str_add(svg->out, "\"/>");
  open_strokes(svg, ink->svg_fill, radius, "1", "round");
  put_joints(svg, piece, at);
  mr_str_add(svg->out, "\"/>");
  open_strokes(svg, ink->svg_fill, 2 * radius * shape.size / 100, "1", shape.cap);
  put_pips(svg, piece, at, true);
  mr_str_add(svg->out, "\"/>\n");
}

/**
 * Strokes across the common side of two squares where filled pips of one owner face each other.
 * @pre there is a square to the right, or `down`
 */
static void put_bridges(mr_svg *svg, unsigned cell, bool down) {
  const mr_view *view = svg->view;
  unsigned next = cell + (down ? view->columns : 1);
  const mr_view_piece *a = mr_paint_piece(view, &view->cells[cell]);
  const mr_view_piece *b = mr_paint_piece(view, &view->cells[next]);
  if (a == NULL || b == NULL || !mr_player_same(a->owner, b->owner) || a->pip_rows == 0 ||
      a->pip_columns == 0 || a->pip_columns != b->pip_columns || a->pip_rows != b->pip_rows) {
    return;
  }
  uint64_t met = mr_view_pips_met(a, b, down);
  mr_svg_box from = mr_svg_box_of(svg, cell);
  mr_svg_box to = mr_svg_box_of(svg, next);
  unsigned columns = a->pip_columns;
  unsigned rows = a->pip_rows;
  open_strokes(svg, mr_paint_ink_of(svg->game, a->owner)->svg_fill, pip_radius(from, columns), "1",
               "round");
  for (unsigned i = 0; i < (down ? columns : rows); i++) {
    if (down && (met >> i & 1u) != 0) {
      mr_str_format(svg->out, "M%d %dV%d", pip_x(from, columns, i), pip_y(from, rows, rows - 1),
                    pip_y(to, rows, 0));
    }
    if (!down && (met >> i & 1u) != 0) {
      mr_str_format(svg->out, "M%d %dH%d", pip_x(from, columns, columns - 1), pip_y(from, rows, i),
                    pip_x(to, columns, 0));
    }
  }
  mr_str_add(svg->out, "\"/>\n");
}

/* ---- tiles with moves ------------------------------------------------------------------------ */

/*
 * Tiles show how a piece moves: in the middle the piece, dots for its leaps, lines for its slides.
 * Who has never seen the game can read the move off the tile. Shapes say what colours say: many
 * people see the red and the green alike.
 */
const char mr_paint_svg_tile_key[] =
    "On a tile the piece stands in the middle. A full dot is a square where it can go or capture, "
    "a "
    "ring one where it can go but not capture, a small square one where it can only capture. A "
    "line goes on until something is in the way; a double line cannot capture, a dashed one has to "
    "jump over something.";

enum { SIDE = MR_VIEW_MOVES_SIDE, CENTRE = SIDE / 2, NARROW = 5 };

static const char both_ink[] = "#8f1f18";
static const char move_ink[] = "#2a7d3c";
static const char capture_ink[] = "#3a3f9e";
static const char hop_ink[] = "#14757c";

/** A diagram under way: of 5 by 5 squares, or of 7 by 7 where leaps go further. */
typedef struct diagram {
  mr_str *out;
  int x; /**< middle of the tile */
  int y;
  int step;  /**< from square to square, in hundredths of a pixel */
  int reach; /**< squares from the middle to the edge */
} diagram;

static bool has(uint64_t squares, int dx, int dy) {
  return (squares >> ((dy + CENTRE) * SIDE + dx + CENTRE) & 1) != 0;
}

/** Whether a leap reaches beyond the narrow diagram: to the edge of the wide one. */
static bool is_wide(const mr_view_moves *moves) {
  uint64_t all = moves->move | moves->capture;
  for (int i = -CENTRE; i <= CENTRE; i++) {
    if (has(all, i, -CENTRE) || has(all, i, CENTRE) || has(all, -CENTRE, i) ||
        has(all, CENTRE, i)) {
      return true;
    }
  }
  return false;
}

/** Writes all dots of one sort as strokes of no length. @param size in tenths of a square */
static void put_leaps(const diagram *d, uint64_t squares, const char *ink, int size,
                      const char *cap) {
  mr_str *out = d->out;
  if (squares == 0) {
    return;
  }
  mr_str_format(out,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d.%02d\""
                " stroke-linecap=\"%s\" d=\"",
                ink, d->step * size / 1000, d->step * size / 10 % 100, cap);
  for (int dy = -CENTRE; dy <= CENTRE; dy++) {
    for (int dx = -CENTRE; dx <= CENTRE; dx++) {
      if (has(squares, dx, dy)) {
        mr_str_format(out, "M%d %dh0", d->x + dx * d->step / 100, d->y + dy * d->step / 100);
      }
    }
  }
  mr_str_add(out, "\"/>");
}

static void put_rays(const diagram *d, unsigned rays, const char *ink, int width,
                     const char *dashes) {
  static const int8_t steps[8][2] = {{0, -1}, {1, -1}, {1, 0},  {1, 1},
                                     {0, 1},  {-1, 1}, {-1, 0}, {-1, -1}};
  mr_str *out = d->out;
  if (rays == 0) {
    return;
  }
  int length = (d->reach * 100 + 45) * d->step / 10000;
  mr_str_format(out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%d\"%s d=\"", ink, width,
                dashes);
  for (unsigned i = 0; i < 8; i++) {
    if (rays >> i & 1u) {
      mr_str_format(out, "M%d %dl%d %d", d->x, d->y, steps[i][0] * length, steps[i][1] * length);
    }
  }
  mr_str_add(out, "\"/>");
}

/** Whether leaps end where a letter in that corner would lie upon their dots: two squares away or
 * more. */
static bool is_corner_used(const mr_view_moves *m, int right, int below) {
  bool used = false;
  for (int dy = 2; dy <= CENTRE; dy++) {
    for (int dx = 2; dx <= CENTRE; dx++) {
      used |= has(m->move | m->capture, right > 0 ? dx : -dx, below > 0 ? dy : -dy);
    }
  }
  return used;
}

/**
 * The letter by which texts call the piece, in a corner of the rim: where it hides nothing, or
 * below on the right.
 */
static void put_corner(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  static const int8_t corners[4][2] = {{1, 1}, {0, 1}, {1, 0}, {0, 0}};
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  int size = at.side / 4;
  int width = size * (int)mr_paint_width(piece->label) * 6 / 10 + size / 3;
  unsigned corner = 0;
  while (corner < 4 && is_corner_used(piece->moves, corners[corner][0], corners[corner][1])) {
    corner++;
  }
  corner %= 4;
  int left = at.side / 10 - 2, top = at.side / 10 - 1;
  int x = at.x + (corners[corner][0] > 0 ? at.side - left - width : left);
  int y = at.y + (corners[corner][1] > 0 ? at.side - top - size : top);
  mr_str_format(svg->out,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"%d\" fill=\"%s\"/>", x, y,
                width, size, size / 4, ink->svg_fill);
  mr_svg_put_text(svg->out, x + width / 2, y + size * 84 / 100,
                  (mr_svg_font){size * 9 / 10, "middle", ink->svg_label, true}, piece->label);
}

/** The rim tells the owner, the ground what sort of piece it is. @pre piece->moves is not NULL */
static void put_tile(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  static const char *const grounds[] = {
      [MR_TILE_PLAIN] = "#f1eee7", [MR_TILE_PROMOTED] = "#fbe3a0", [MR_TILE_CHIEF] = "#dcc8ee"};
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  const mr_view_moves *m = piece->moves;
  int inset = at.side / 10;
  int rim = at.side / 12 > 1 ? at.side / 12 : 1;
  mr_svg_open_rect(svg->out, mr_svg_inset(at, inset - 1), at.side / 6);
  mr_str_format(svg->out, " fill=\"%s\" stroke=\"%s\"/>", ink->svg_fill, ink->svg_edge);
  mr_svg_open_rect(svg->out, mr_svg_inset(at, inset + rim), at.side / 12);
  const char *ground = grounds[m->tile <= MR_TILE_CHIEF ? m->tile : MR_TILE_PLAIN];
  mr_str_format(svg->out, " fill=\"%s\"/>", ground);
  int inner = at.side - 2 * (inset + at.side / 12);
  int squares = is_wide(m) ? SIDE : NARROW;
  diagram d = {.out = svg->out,
               .x = at.x + at.side / 2,
               .y = at.y + at.side / 2,
               .step = inner * 100 / squares,
               .reach = squares / 2};
  unsigned both = m->ray_move & m->ray_capture;
  int width = d.step > 900 ? 2 : 1;
  put_rays(&d, m->ray_move & ~both, move_ink, width + 1, "");
  put_rays(&d, m->ray_move & ~both, ground, 1, "");
  put_rays(&d, m->ray_capture & ~both, capture_ink, width, "");
  put_rays(&d, both, both_ink, width, "");
  put_rays(&d, m->ray_hop, hop_ink, width, " stroke-dasharray=\"2 2\"");
  put_leaps(&d, m->move & ~m->capture, move_ink, 7, "round");
  put_leaps(&d, m->move & ~m->capture, ground, 3, "round");
  put_leaps(&d, m->capture & ~m->move, capture_ink, 6, "square");
  put_leaps(&d, m->move & m->capture, both_ink, 6, "round");
  put_leaps(&d, UINT64_C(1) << (CENTRE * SIDE + CENTRE), "#1c1a17", 6, "round");
  if (piece->label != NULL && at.side >= 32) {
    put_corner(svg, piece, at);
  }
  mr_str_char(svg->out, '\n');
}

/* ---- tiles with labels ----------------------------------------------------------------------- */

/** Whether a label may be written in capitals: no other piece of the owner looks like that then. */
static bool can_be_capital(const mr_view *view, const mr_view_piece *piece, const char *label) {
  for (size_t i = 0; i < view->piece_count; i++) {
    const mr_view_piece *other = &view->pieces[i];
    if (other != piece && other->label != NULL && mr_player_same(other->owner, piece->owner) &&
        mr_text_is_nocase(other->label, strlen(other->label), label) &&
        strcmp(other->label, label) != 0) {
      return false;
    }
  }
  return true;
}

/** A promoted piece (`+W`) has a golden rim. */
static void put_labelled(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  static const int percent[] = {50, 50, 35, 28, 23};
  const mr_paint_ink *ink = mr_paint_ink_of(svg->game, piece->owner);
  const char *label = piece->label != NULL ? piece->label : "";
  size_t letters = mr_paint_width(label);
  bool promoted = label[0] == '+' && label[1] != '\0';
  int size = at.side * percent[letters < 5 ? letters : 4] / 100;
  mr_svg_open_rect(svg->out, mr_svg_inset(at, at.side / 9), at.side / 6);
  mr_str_format(svg->out, " fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\"/>", ink->svg_fill,
                promoted ? "#dca20f" : ink->svg_edge, at.side / (promoted ? 16 : 28) + 1);
  /* Tiles tell owners apart, so that labels can do with the letters that read best. */
  char capitals[64];
  size_t length = strlen(label);
  if (length < sizeof capitals && can_be_capital(svg->view, piece, label)) {
    for (size_t i = 0; i <= length; i++) {
      capitals[i] = mr_text_upper(label[i]);
    }
    label = capitals;
  }
  mr_svg_put_text(svg->out, at.x + at.side / 2, at.y + at.side / 2 + size * 36 / 100,
                  (mr_svg_font){size, "middle", ink->svg_label, true}, label);
}

/** A wall fills its square in courses of stone, so that nobody takes it for a man. */
static void put_wall(mr_svg *svg, mr_svg_box at) {
  int course = at.side / 3, rest = at.side - 2 * course;
  mr_svg_open_rect(svg->out, at, 0);
  mr_str_format(svg->out,
                " fill=\"#6f6a61\"/><path d=\"M%d %dh%dM%d %dh%dM%d %dv%dM%d %dv%dM%d %dv%d\" "
                "stroke=\"#a39d90\" stroke-width=\"%d\"/>\n",
                at.x, at.y + course, at.side, at.x, at.y + 2 * course, at.side, at.x + at.side / 2,
                at.y, course, at.x + at.side / 4, at.y + course, course, at.x + at.side / 2,
                at.y + 2 * course, rest, at.side / 28 + 1);
}

void mr_svg_put_piece(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  if (svg->view->figures && mr_paint_has_figure(piece)) {
    mr_svg_put_figure(svg, piece, at);
  } else if (piece->pip_columns > 0 && piece->pip_rows > 0) {
    put_pattern(svg, piece, at);
  } else if (piece->moves != NULL) {
    put_tile(svg, piece, at);
  } else if (piece->owner.id == MR_NOBODY_ID && piece->glyph != NULL &&
             strcmp(piece->glyph, "wall") == 0) {
    put_wall(svg, at);
  } else {
    put_labelled(svg, piece, at);
  }
}

/* ---- all of them ----------------------------------------------------------------------------- */

void mr_svg_put_empty_pips(mr_svg *svg) {
  const mr_view *view = svg->view;
  mr_view_piece none = {.pip_columns = view->pip_columns, .pip_rows = view->pip_rows};
  mr_svg_box any = {.side = svg->cell};
  open_strokes(svg, "#b9ad95", pip_radius(any, view->pip_columns) / 2, "0.8", "round");
  for (unsigned i = 0; i < mr_paint_cells(view); i++) {
    const mr_view_cell *cell = &view->cells[i];
    if (mr_paint_piece(view, cell) == NULL && !mr_paint_is_void(cell)) {
      put_pips(svg, &none, mr_svg_box_of(svg, i), false);
    }
  }
  mr_str_add(svg->out, "\"/>\n");
}

void mr_svg_put_bridges(mr_svg *svg) {
  unsigned cells = (unsigned)mr_paint_cells(svg->view), columns = svg->view->columns;
  for (unsigned i = 0; columns > 0 && i < cells; i++) {
    if (i % columns + 1 < columns) {
      put_bridges(svg, i, false);
    }
    if (i + columns < cells) {
      put_bridges(svg, i, true);
    }
  }
}

/* A piece in a group of its own, whose lines are the same wherever it stands. */
static void put_apart(mr_svg *svg, const mr_view_piece *piece, mr_svg_box at) {
  mr_str_format(svg->out, "<g transform=\"translate(%d %d)\">\n", at.x, at.y);
  mr_svg_put_piece(svg, piece, (mr_svg_box){0, 0, at.side});
  mr_str_add(svg->out, "</g>\n");
}

void mr_svg_put_pieces(mr_svg *svg) {
  const mr_view *view = svg->view;
  if (svg->pips) {
    mr_svg_put_empty_pips(svg);
  }
  for (unsigned i = 0; i < mr_paint_cells(view); i++) {
    const mr_view_piece *piece = mr_paint_piece(view, &view->cells[i]);
    if (piece != NULL && svg->apart) {
      put_apart(svg, piece, mr_svg_box_of(svg, i));
    } else if (piece != NULL) {
      mr_svg_put_piece(svg, piece, mr_svg_box_of(svg, i));
    }
  }
  if (svg->pips) {
    mr_svg_put_bridges(svg);
  }
}
