#include "base/text.h"
#include "paint/paint_priv.h"

/*
 * Squares of pips where there is little room: two rows of pips in a line. With colours and Unicode
 * every pip is half a character, and squares follow each other without a gap, so that pips which
 * touch are seen to touch. Else a character says which of two pips are filled, every row of squares
 * has lines of its own, and a letter beside the pips says whose they are.
 */

enum { GAP = 1, SIGN = 255, BLOCK_ROWS_MIN = 2 };

static bool has_blocks(const mr_paint_frame *frame) {
  return frame->pen.colour && frame->unicode;
}

/* Half a character: a filled pip, or the ground. */
static int16_t half_colour(bool filled, const mr_paint_ink *ink, int16_t ground) {
  return filled ? ink->fill : ground;
}

static void put_halves(mr_paint_frame *frame, int16_t upper, int16_t lower) {
  mr_paint_pen *pen = &frame->pen;
  if (upper == lower) {
    mr_paint_pen_look(pen, (mr_paint_look){MR_PAINT_DEFAULT, upper, false});
    mr_paint_pen_char(pen, ' ');
  } else if (upper == MR_PAINT_DEFAULT) {
    mr_paint_pen_look(pen, (mr_paint_look){lower, MR_PAINT_DEFAULT, false});
    mr_paint_pen_own(pen, "▄");
  } else {
    mr_paint_pen_look(pen, (mr_paint_look){upper, lower, false});
    mr_paint_pen_own(pen, "▀");
  }
}

/* Which of two pips are filled, without colours; NULL: neither. */
static const char *pair_sign(const mr_paint_frame *frame, bool upper, bool lower) {
  static const char *const signs[2][4] = {{NULL, "'", ".", ":"}, {NULL, "▀", "▄", "█"}};
  return signs[frame->unicode][(upper ? 1 : 0) + (lower ? 2 : 0)];
}

static bool filled(const mr_view_piece *piece, unsigned column, unsigned row) {
  return piece != NULL && row < piece->pip_rows && mr_view_pip(piece, column, row);
}

/* The n-th character of the label of a piece that is no pattern; 0: none. */
static uint32_t label_letter(const mr_view_piece *piece, unsigned n) {
  const char *at =
      piece != NULL && piece->pip_columns == 0 && piece->label != NULL ? piece->label : "";
  uint32_t code = 0;
  for (unsigned i = 0; i <= n; i++) {
    if (*at == '\0') {
      return 0;
    }
    at = mr_paint_next(at, &code);
  }
  return code;
}

/* ---- grounds and signs of squares ------------------------------------------------------------ */

static int16_t hue_of(const mr_paint_frame *frame, const mr_view_cell *cell) {
  const mr_view *view = frame->view;
  for (size_t i = 0; i < MR_PAINT_MARKS; i++) {
    unsigned mark = mr_paint_marks[i].mark;
    if ((cell->marks & mark) == mark && mr_paint_marks[i].dark != 0) {
      return mr_paint_marks[i].dark;
    }
  }
  size_t terrain = mr_paint_terrain(view, cell);
  if (terrain != 0) {
    return mr_paint_terrain_ground(view, terrain);
  }
  size_t region = mr_paint_region(&frame->regions, cell);
  if (region != MR_PAINT_NO_REGION) {
    return mr_paint_ink_of(frame->game, view->regions[region].owner)->tint;
  }
  return MR_PAINT_PIP_DARK;
}

int16_t mr_paint_pip_ground(const mr_paint_frame *frame, unsigned column, unsigned row) {
  int16_t hue = hue_of(frame, mr_paint_cell(frame->view, column, row));
  return (column + row) % 2 == 0 ? mr_paint_lighter(hue) : hue; /* to tell squares apart */
}

size_t mr_paint_pip_marks(const mr_view_cell *cell, const mr_paint_mark *out[MR_PAINT_MARKS]) {
  mr_view_cell rest = *cell;
  if (cell->piece == 0) {
    rest.marks = (uint16_t)(rest.marks & ~(unsigned)(MR_MARK_TARGET | MR_MARK_CAPTURE));
  }
  return mr_paint_marks_of(&rest, cell->piece != 0, out);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* What a column of pips shows at a height, which is counted in pips from the top of the window. */
typedef struct half {
  const mr_view_cell *cell; /* NULL: below the board */
  const mr_view_piece *piece;
  unsigned row; /* of the pip, in its square */
  int16_t ground;
} half;

static half half_at(const mr_paint_frame *frame, unsigned column, unsigned height) {
  unsigned pips = frame->view->pip_rows;
  unsigned row = frame->top + height / pips;
  half it = {.ground = MR_PAINT_DEFAULT};
  if (height / pips >= frame->rows) {
    return it;
  }
  it.cell = mr_paint_cell(frame->view, column, row);
  it.row = height % pips;
  if (!mr_paint_is_void(it.cell)) {
    it.piece = mr_paint_piece(frame->view, it.cell);
    it.ground = mr_paint_pip_ground(frame, column, row);
  }
  return it;
}

static const mr_paint_ink *ink_of(const mr_paint_frame *frame, const mr_view_piece *piece) {
  return mr_paint_ink_of(frame->game, piece != NULL ? piece->owner : MR_NOBODY);
}

static int16_t colour_of(const mr_paint_frame *frame, const half *it, unsigned pip) {
  return half_colour(filled(it->piece, pip, it->row), ink_of(frame, it->piece), it->ground);
}

/* A square's part of a line. @param whole the line is the square's alone, and the first such */
static void put_block(mr_paint_frame *frame, unsigned column, unsigned line, bool whole) {
  const half upper = half_at(frame, column, 2 * line);
  const half lower = half_at(frame, column, 2 * line + 1);
  unsigned wide = frame->layout.pips == MR_PIPS_TINY ? 1 : 2;
  const mr_paint_mark *marks[MR_PAINT_MARKS];
  bool marked = whole && upper.cell != NULL && !mr_paint_is_void(upper.cell);
  size_t count = marked ? mr_paint_pip_marks(upper.cell, marks) : 0;
  if (count > 0) {
    mr_paint_pen_look(&frame->pen, (mr_paint_look){SIGN, upper.ground, true});
    mr_paint_pen_own(&frame->pen, mr_paint_sign(frame, marks[0]));
  } else {
    put_halves(frame, upper.ground, lower.ground);
  }
  for (unsigned pip = 0; pip < frame->view->pip_columns; pip++) {
    uint32_t letter = whole ? label_letter(upper.piece, pip) : 0;
    for (unsigned i = 0; i < wide; i++) {
      if (letter != 0 && i == 0) {
        const mr_paint_ink *ink = ink_of(frame, upper.piece);
        mr_paint_pen_look(&frame->pen, (mr_paint_look){ink->on_fill, ink->fill, true});
        mr_paint_pen_code(&frame->pen, letter);
      } else {
        put_halves(frame, colour_of(frame, &upper, pip), colour_of(frame, &lower, pip));
      }
    }
  }
}

static void put_name(mr_paint_frame *frame, const char *name) {
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  mr_paint_pen_right(&frame->pen, name, frame->row_names);
  mr_paint_pen_char(&frame->pen, ' ');
}

static void put_name_behind(mr_paint_frame *frame, unsigned row) {
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  mr_paint_pen_char(&frame->pen, ' ');
  mr_paint_pen_left(&frame->pen, mr_paint_name(frame->view->row_names, row), frame->row_names);
  mr_paint_row_regions(frame, row);
}

static void put_block_lines(mr_paint_frame *frame) {
  unsigned pips = frame->view->pip_rows;
  for (unsigned line = 0; 2 * line < frame->rows * pips; line++) {
    /* The first line that is a row's alone has its name. */
    bool whole = 2 * line % pips < 2 && 2 * line % pips + 1 < pips;
    unsigned row = frame->top + 2 * line / pips;
    put_name(frame, whole ? mr_paint_name(frame->view->row_names, row) : "");
    for (unsigned i = 0; i < frame->columns; i++) {
      put_block(frame, frame->left + i, line, whole);
    }
    if (whole) {
      put_name_behind(frame, row);
    }
    mr_paint_pen_line(&frame->pen);
  }
}

/* ---- signs ----------------------------------------------------------------------------------- */

/* Beside the pips: whose they are, then marks. */
static void put_side(mr_paint_frame *frame, const mr_view_cell *cell, const mr_view_piece *piece,
                     unsigned line) {
  const mr_paint_mark *marks[MR_PAINT_MARKS];
  char initial[MR_PAINT_INITIAL_MAX] = " ";
  size_t count = mr_paint_pip_marks(cell, marks);
  size_t place = piece != NULL ? line - 1u : line;
  const char *sign = " ";
  if (piece != NULL && line == 0) {
    mr_paint_initial(frame->game, piece->owner, initial);
    sign = initial;
  } else if (place < count) {
    sign = mr_paint_sign(frame, marks[place]);
  }
  mr_paint_pen_own(&frame->pen, sign);
}

/* What stands for two pips of which neither is filled: whether something may be placed there; below
 * the last row a line that ends the square. */
static const char *hole_of(const mr_paint_frame *frame, const mr_view_cell *cell, bool last) {
  for (size_t i = 0; cell->piece == 0 && i < MR_PAINT_MARKS; i++) {
    unsigned mark = mr_paint_marks[i].mark;
    if ((mark & (MR_MARK_TARGET | MR_MARK_CAPTURE)) != 0 && (cell->marks & mark) == mark) {
      return mr_paint_sign(frame, &mr_paint_marks[i]); /* a point would be a pip */
    }
  }
  return last ? "_" : " ";
}

static void put_signs(mr_paint_frame *frame, unsigned column, unsigned row, unsigned line) {
  const mr_view_cell *cell = mr_paint_cell(frame->view, column, row);
  bool tiny = frame->layout.pips == MR_PIPS_TINY;
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  if (mr_paint_is_void(cell)) {
    mr_paint_pen_repeat(&frame->pen, " ", frame->cell_width);
    return;
  }
  const mr_view_piece *piece = mr_paint_piece(frame->view, cell);
  const mr_paint_ink *ink = ink_of(frame, piece);
  int16_t ground = mr_paint_pip_ground(frame, column, row);
  bool last = line + 1 == mr_paint_small_lines(frame->view->pip_rows);
  mr_paint_pen_look(&frame->pen, (mr_paint_look){SIGN, ground, true});
  put_side(frame, cell, piece, line);
  mr_paint_pen_look(&frame->pen, (mr_paint_look){piece != NULL ? ink->text : SIGN, ground, false});
  for (unsigned pip = 0; pip < frame->view->pip_columns; pip++) {
    uint32_t letter = line == 0 ? label_letter(piece, pip) : 0;
    const char *sign =
        pair_sign(frame, filled(piece, pip, 2 * line), filled(piece, pip, 2 * line + 1));
    mr_paint_pen_repeat(&frame->pen, " ", !tiny && pip > 0);
    if (letter != 0) {
      mr_paint_pen_code(&frame->pen, letter);
    } else {
      mr_paint_pen_own(&frame->pen, sign != NULL ? sign : hole_of(frame, cell, last));
    }
  }
  mr_paint_pen_repeat(&frame->pen, " ", !tiny);
}

static void put_sign_lines(mr_paint_frame *frame) {
  unsigned lines = mr_paint_small_lines(frame->view->pip_rows);
  for (unsigned row = frame->top; row < frame->top + frame->rows; row++) {
    for (unsigned line = 0; line < lines; line++) {
      put_name(frame, line == 0 ? mr_paint_name(frame->view->row_names, row) : "");
      for (unsigned i = 0; i < frame->columns; i++) {
        put_signs(frame, frame->left + i, row, line);
      }
      if (line == 0) {
        put_name_behind(frame, row);
      }
      mr_paint_pen_line(&frame->pen);
    }
  }
}

/* ---- the board, and patterns in hands -------------------------------------------------------- */

void mr_paint_small_board(mr_paint_frame *frame) {
  unsigned pips = frame->view->pip_columns;
  frame->cell_width = frame->layout.pips == MR_PIPS_TINY ? GAP + pips : GAP + 2 * pips;
  if (has_blocks(frame) && frame->view->pip_rows >= BLOCK_ROWS_MIN) {
    put_block_lines(frame);
  } else {
    put_sign_lines(frame);
  }
  mr_paint_column_names(frame, frame->row_names + 1, GAP);
}

void mr_paint_small_pattern(mr_paint_frame *frame, const mr_view_piece *piece, unsigned line) {
  const mr_paint_ink *ink = mr_paint_ink_of(frame->game, piece->owner);
  bool below = 2 * line + 1 < piece->pip_rows;
  for (unsigned pip = 0; pip < piece->pip_columns; pip++) {
    bool upper = filled(piece, pip, 2 * line), lower = filled(piece, pip, 2 * line + 1);
    if (has_blocks(frame)) {
      put_halves(frame, half_colour(upper, ink, MR_PAINT_PIP_DARK),
                 half_colour(lower, ink, below ? MR_PAINT_PIP_DARK : MR_PAINT_DEFAULT));
      continue;
    }
    const char *sign = pair_sign(frame, upper, lower);
    mr_paint_pen_look(&frame->pen, (mr_paint_look){ink->text, MR_PAINT_PIP_DARK, false});
    mr_paint_pen_own(&frame->pen, sign != NULL ? sign : below ? " " : "_");
  }
}
