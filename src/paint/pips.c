#include <string.h>

#include "paint/paint_priv.h"

enum {
  WALL = 243,
  HOLE = 243,
  SIGN = 255,
  GAP = 1, /* between a square and its neighbour: signs of marks */
  HAND_INDENT = 1,
  HAND_SPACE = 2, /* between patterns in a hand */
};

/** Terminal columns of a pattern with its walls. */
static size_t pattern_width(unsigned pip_columns) {
  return 2 * (size_t)pip_columns + 1;
}

/** A square or a piece in a hand, ready to be drawn line by line. */
typedef struct pattern {
  const mr_view_piece *piece; /**< NULL: empty */
  const mr_paint_ink *ink;    /**< of the piece's owner */
  char initial[MR_PAINT_INITIAL_MAX];
  const char *hole; /**< what an empty pip shows */
  int16_t ground;
  int16_t hole_text;
  unsigned columns;
  unsigned rows;
} pattern;

static void take_piece(const mr_paint_frame *frame, pattern *to, const mr_view_piece *piece) {
  to->piece = piece;
  to->ink = mr_paint_ink_of(frame->game, piece != NULL ? piece->owner : MR_NOBODY);
  mr_paint_initial(frame->game, piece != NULL ? piece->owner : MR_NOBODY, to->initial);
}

/* ---- one line of a pattern ------------------------------------------------------------------- */

static bool filled(const pattern *of, unsigned column, unsigned row) {
  return of->piece != NULL && mr_view_pip(of->piece, column, row);
}

/** The letter of a piece that is no pattern but has a label, in the middle row; 0: none. */
static uint32_t label_letter(const pattern *of, unsigned column, unsigned row) {
  bool labelled = of->piece != NULL && of->piece->pip_columns == 0 && row == of->rows / 2;
  uint32_t code = 0;
  const char *at = labelled && of->piece->label != NULL ? of->piece->label : "";
  for (unsigned i = 0; i <= column; i++) {
    if (*at == '\0') {
      return 0;
    }
    at = mr_paint_next(at, &code);
  }
  return code;
}

static void put_pip(mr_paint_frame *frame, const pattern *of, unsigned column, unsigned row) {
  uint32_t letter = label_letter(of, column, row);
  bool own = letter != 0 || filled(of, column, row);
  mr_paint_pen_look(&frame->pen, own ? (mr_paint_look){of->ink->on_fill, of->ink->fill, true}
                                     : (mr_paint_look){of->hole_text, of->ground, false});
  if (letter != 0) {
    mr_paint_pen_code(&frame->pen, letter);
  } else {
    mr_paint_pen_own(&frame->pen, own ? of->initial : of->hole);
  }
}

/** A wall takes the piece's colour between two filled pips. */
static void put_wall(mr_paint_frame *frame, const pattern *of, unsigned column, unsigned row) {
  mr_paint_look look = {WALL, of->ground, false};
  if (column > 0 && filled(of, column - 1, row) && filled(of, column, row)) {
    look = (mr_paint_look){of->ink->text, of->ink->fill, false};
  }
  mr_paint_pen_look(&frame->pen, look);
  mr_paint_pen_own(&frame->pen, frame->unicode ? "│" : "|");
}

static void put_pattern_line(mr_paint_frame *frame, const pattern *of, unsigned row) {
  for (unsigned column = 0; column < of->columns; column++) {
    put_wall(frame, of, column, row);
    put_pip(frame, of, column, row);
  }
  put_wall(frame, of, of->columns, row);
}

/* ---- squares of the board -------------------------------------------------------------------- */

/** What shows in the empty pips of a square: whether something may be placed there. */
static const char *hole_sign(const mr_paint_frame *frame, const mr_view_cell *cell) {
  bool target = (cell->marks & MR_MARK_TARGET) != 0;
  bool capture = (cell->marks & MR_MARK_CAPTURE) != 0;
  if (cell->piece != 0 || (!target && !capture)) {
    return "_";
  }
  if (!capture) {
    return frame->unicode ? "·" : ".";
  }
  return frame->unicode ? (target ? "●" : "×") : (target ? "o" : "x");
}

static void put_square_line(mr_paint_frame *frame, unsigned column, unsigned row, unsigned line) {
  const mr_view *view = frame->view;
  const mr_view_cell *cell = mr_paint_cell(view, column, row);
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  if (mr_paint_is_void(cell)) {
    mr_paint_pen_repeat(&frame->pen, " ", frame->cell_width);
    return;
  }
  const char *hole = hole_sign(frame, cell);
  pattern square = {
      .columns = view->pip_columns,
      .rows = view->pip_rows,
      .ground = mr_paint_pip_ground(frame, column, row),
      .hole = hole,
      .hole_text = strcmp(hole, "_") == 0 ? HOLE : SIGN,
  };
  take_piece(frame, &square, mr_paint_piece(view, cell));
  /* On the left, marks that the pips do not show, in turn. */
  const mr_paint_mark *marks[MR_PAINT_MARKS];
  size_t count = mr_paint_pip_marks(cell, marks);
  mr_paint_pen_look(&frame->pen, (mr_paint_look){SIGN, square.ground, true});
  mr_paint_pen_own(&frame->pen,
                   count > 0 ? mr_paint_sign(frame, marks[line * count / view->pip_rows]) : " ");
  put_pattern_line(frame, &square, line);
}

/* ---- rows of squares ------------------------------------------------------------------------- */

static void put_line(mr_paint_frame *frame, unsigned row, unsigned line) {
  bool named = line == frame->view->pip_rows / 2;
  const char *name = named ? mr_paint_name(frame->view->row_names, row) : "";
  mr_paint_pen_right(&frame->pen, name, frame->row_names);
  mr_paint_pen_char(&frame->pen, ' ');
  for (unsigned i = 0; i < frame->columns; i++) {
    put_square_line(frame, frame->left + i, row, line);
  }
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  if (named) {
    mr_paint_pen_char(&frame->pen, ' ');
    mr_paint_pen_left(&frame->pen, name, frame->row_names);
    mr_paint_row_regions(frame, row);
  }
  mr_paint_pen_line(&frame->pen);
}

/** The upper edges of a row of squares; a region that is not this whole row shows its sign. */
static void put_edges(mr_paint_frame *frame, unsigned row) {
  mr_paint_pen_to(&frame->pen, frame->row_names + 1);
  for (unsigned i = 0; i < frame->columns; i++) {
    const mr_view_cell *cell = mr_paint_cell(frame->view, frame->left + i, row);
    size_t region = mr_paint_region(&frame->regions, cell);
    bool shown = region != MR_PAINT_NO_REGION && frame->shows_regions &&
                 !mr_paint_region_fills_row(&frame->regions, region, row);
    char sign[2] = {shown ? frame->regions.symbol[region] : '_', '\0'};
    const char *edge = frame->unicode && !shown ? "─" : sign;
    mr_paint_pen_repeat(&frame->pen, " ", GAP + 1);
    mr_paint_pen_repeat(&frame->pen, mr_paint_is_void(cell) ? " " : edge,
                        frame->cell_width - GAP - 2);
    mr_paint_pen_char(&frame->pen, ' ');
  }
  mr_paint_pen_line(&frame->pen);
}

void mr_paint_pip_board(mr_paint_frame *frame) {
  frame->cell_width = GAP + pattern_width(frame->view->pip_columns);
  if (!frame->layout.compact) {
    mr_paint_column_names(frame, frame->row_names + 1, GAP);
  }
  for (unsigned i = 0; i < frame->rows; i++) {
    unsigned row = frame->top + i;
    /* With colour the grounds tell squares apart, and pips that touch are seen to touch. */
    if (!frame->pen.colour) {
      put_edges(frame, row);
    }
    for (unsigned line = 0; line < frame->view->pip_rows; line++) {
      put_line(frame, row, line);
    }
  }
  mr_paint_column_names(frame, frame->row_names + 1, GAP);
}

/* ---- hands ----------------------------------------------------------------------------------- */

enum { CAPTION_MAX = 128 };

/** Every piece is drawn, equal ones side by side, unless there is no room for that: how many
 * patterns an item takes. */
static size_t copies(const mr_paint_frame *frame, const mr_view_held *held) {
  return frame->layout.hands == MR_HANDS_EACH && held->count > 0 ? held->count : 1;
}

/** Text under a pattern: its label, and how many there are where that is not seen; `x?` where it is
 * not known. @return its width */
static size_t caption(const mr_paint_frame *frame, const mr_view_held *held,
                      char out[CAPTION_MAX]) {
  const mr_view_piece *piece = mr_paint_held(frame->view, held);
  mr_str text = mr_str_fixed(out, CAPTION_MAX);
  mr_paint_put(&text, piece != NULL ? piece->label : "?");
  if (held->count == 0) {
    mr_str_add(&text, " x?");
  } else if (held->count > copies(frame, held)) {
    mr_str_format(&text, " x%u", (unsigned)held->count);
  }
  return mr_paint_width(out);
}

/** The item whose pattern is drawn in a place. @pre there is one */
static const mr_view_held *held_at(const mr_paint_frame *frame, const mr_view_hand *hand,
                                   size_t place) {
  const mr_view_held *held = hand->items;
  for (; place >= copies(frame, held); held++) {
    place -= copies(frame, held);
  }
  return held;
}

/** The shape that all patterns of a hand are drawn in. */
typedef struct hand_shape {
  bool small;
  unsigned columns;
  unsigned rows;
  unsigned lines; /**< that a pattern takes */
  size_t width;   /**< of a pattern and its caption */
  size_t in_row;
  size_t patterns;
} hand_shape;

static hand_shape shape_of(const mr_paint_frame *frame, const mr_view_hand *hand) {
  hand_shape shape = {.small = frame->layout.hands >= MR_HANDS_SMALL};
  for (size_t i = 0; i < hand->count; i++) {
    const mr_view_piece *piece = mr_paint_held(frame->view, &hand->items[i]);
    char text[CAPTION_MAX];
    size_t width = caption(frame, &hand->items[i], text);
    shape.patterns += copies(frame, &hand->items[i]);
    if (piece != NULL) {
      shape.columns = piece->pip_columns > shape.columns ? piece->pip_columns : shape.columns;
      shape.rows = piece->pip_rows > shape.rows ? piece->pip_rows : shape.rows;
    }
    shape.width = width > shape.width ? width : shape.width;
  }
  size_t drawn = shape.small ? shape.columns : pattern_width(shape.columns);
  shape.lines = shape.small ? mr_paint_small_lines(shape.rows) : shape.rows;
  shape.width = drawn > shape.width ? drawn : shape.width;
  size_t room = frame->width > HAND_INDENT ? frame->width - HAND_INDENT + HAND_SPACE : 0;
  shape.in_row = room / (shape.width + HAND_SPACE);
  shape.in_row = shape.in_row > 0 ? shape.in_row : 1;
  return shape;
}

static void put_held_line(mr_paint_frame *frame, const mr_view_held *held, const hand_shape *shape,
                          unsigned line) {
  const mr_view_piece *piece = mr_paint_held(frame->view, held);
  bool has_pips = piece != NULL && piece->pip_columns > 0 && piece->pip_rows > 0;
  pattern of = {.hole = "_", .ground = MR_PAINT_PIP_DARK, .hole_text = HOLE};
  take_piece(frame, &of, piece);
  of.columns = has_pips ? piece->pip_columns : shape->columns;
  of.rows = has_pips ? piece->pip_rows : shape->rows;
  size_t end = frame->pen.column + shape->width;
  size_t width = shape->small ? of.columns : pattern_width(of.columns);
  mr_paint_pen_repeat(&frame->pen, " ", (shape->width - width + 1) / 2); /* as its caption */
  if (shape->small && has_pips && line < mr_paint_small_lines(of.rows)) {
    mr_paint_small_pattern(frame, piece, line);
  } else if (!shape->small && line < of.rows) {
    put_pattern_line(frame, &of, line);
  }
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  mr_paint_pen_to(&frame->pen, end);
}

static void put_hand_row(mr_paint_frame *frame, const mr_view_hand *hand, size_t first,
                         size_t count, const hand_shape *shape) {
  for (unsigned line = 0; line <= shape->lines; line++) {
    mr_paint_pen_to(&frame->pen, HAND_INDENT);
    for (size_t i = 0; i < count; i++) {
      const mr_view_held *held = held_at(frame, hand, first + i);
      if (line < shape->lines) {
        put_held_line(frame, held, shape, line);
      } else {
        char text[CAPTION_MAX];
        caption(frame, held, text);
        mr_paint_pen_middle(&frame->pen, text, shape->width);
      }
      mr_paint_pen_repeat(&frame->pen, " ", HAND_SPACE);
    }
    mr_paint_pen_line(&frame->pen);
  }
}

void mr_paint_pip_hand(mr_paint_frame *frame, const mr_view_hand *hand) {
  hand_shape shape = shape_of(frame, hand);
  for (size_t i = 0; i < shape.patterns; i += shape.in_row) {
    size_t left = shape.patterns - i;
    put_hand_row(frame, hand, i, left < shape.in_row ? left : shape.in_row, &shape);
  }
}
