#include <marcher/paint.h>

#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

enum { GRID_ROWS_MAX = 12, LIGHT = 248, DARK = 242, LETTERS = 16, FADED = 244, LARGE_MARGIN = 6 };

/* ---- what stands on a cell ------------------------------------------------------------------- */

/** A cell of an ordinary board: a sign, the piece or what the ground shows, another sign. */
typedef struct square {
  const mr_view_piece *piece;
  const char *left;   /**< " " where there is nothing to say */
  const char *middle; /**< the piece's label or a sign; NULL: `fill` */
  const char *right;  /**< " ", a sign or NULL: `fill` */
  char fill[2];
  char badge[2];
  bool dim;
  mr_paint_look ground;
} square;

static int16_t ground_of(const mr_paint_frame *frame, const mr_view_cell *cell, bool odd,
                         const mr_paint_mark *const *marks, size_t mark_count) {
  for (size_t i = 0; i < mark_count; i++) {
    if (marks[i]->ground != 0) {
      return marks[i]->ground;
    }
  }
  size_t terrain = mr_paint_terrain(frame->view, cell);
  if (terrain != 0) {
    return mr_paint_terrain_ground(frame->view, terrain);
  }
  bool light = frame->view->checkered && !odd;
  size_t region = mr_paint_region(&frame->regions, cell);
  if (region != MR_PAINT_NO_REGION) {
    return mr_paint_region_ground(region, light);
  }
  return light ? LIGHT : DARK;
}

static square square_of(const mr_paint_frame *frame, unsigned column, unsigned row) {
  const mr_view_cell *cell = mr_paint_cell(frame->view, column, row);
  square on = {.left = " ", .middle = " ", .right = " ", .ground = MR_PAINT_PLAIN};
  if (mr_paint_is_void(cell)) {
    return on;
  }
  const mr_paint_mark *marks[MR_PAINT_MARKS];
  on.piece = mr_paint_piece(frame->view, cell);
  on.dim = (cell->marks & MR_MARK_DIM) != 0;
  on.fill[0] = mr_paint_fill(frame, cell);
  mr_view_cell seen = *cell;
  if (frame->pen.colour) { /* the piece is faded */
    seen.marks = (uint16_t)(seen.marks & ~(unsigned)MR_MARK_DIM);
  }
  size_t count = mr_paint_marks_of(&seen, on.piece != NULL, marks);
  size_t next = 0;
  if (on.piece != NULL) {
    on.middle = on.piece->label;
    on.badge[0] = cell->badge;
  } else {
    on.middle = next < count ? mr_paint_sign(frame, marks[next++]) : NULL;
  }
  if (next < count) {
    on.left = mr_paint_sign(frame, marks[next++]);
  }
  if (on.middle != NULL && mr_paint_terrain(frame->view, cell) != 0) {
    on.right = NULL;
  } else if (next < count) {
    on.right = mr_paint_sign(frame, marks[next]);
  }
  bool odd = (column + row) % 2 != 0;
  on.ground.text = LETTERS;
  on.ground.ground = ground_of(frame, cell, odd, marks, count);
  return on;
}

/* ---- drawing cells --------------------------------------------------------------------------- */

/** The look of a piece: a tile in its owner's ink. */
static mr_paint_look tile_look(const mr_paint_frame *frame, const square *on) {
  if (on->piece == NULL) {
    return on->ground;
  }
  const mr_paint_ink *ink = mr_paint_ink_of(frame->game, on->piece->owner);
  return (mr_paint_look){on->dim ? FADED : ink->on_fill, ink->fill, !on->dim};
}

/** A sign beside a piece; where there is none, half a block rounds the tile off. */
static void put_side(mr_paint_frame *frame, const square *on, const char *sign, const char *half) {
  mr_paint_look look = on->ground;
  const char *text = sign != NULL ? sign : on->fill;
  if (on->piece != NULL && frame->pen.colour && frame->unicode && strcmp(text, " ") == 0) {
    look.text = mr_paint_ink_of(frame->game, on->piece->owner)->fill;
    text = half;
  }
  mr_paint_pen_look(&frame->pen, look);
  mr_paint_pen_own(&frame->pen, text);
}

/** The first letter or digit of a label, or its first character: all there is room for. */
static void put_short(mr_paint_frame *frame, const char *label) {
  uint32_t code = ' ';
  for (const char *at = label; *at != '\0';) {
    uint32_t next;
    at = mr_paint_next(at, &next);
    bool first = code == ' ';
    code = first ? next : code;
    if (next >= 0x80 || mr_text_is_letter((char)next) || mr_text_is_digit((char)next)) {
      code = next;
      break;
    }
  }
  mr_paint_pen_code(&frame->pen, code);
}

/** Draws a cell in `width` terminal columns. */
static void put_cell(mr_paint_frame *frame, const square *on, size_t width) {
  const char *middle = on->middle != NULL ? on->middle : on->fill;
  size_t sides = width >= frame->label_width + 2 ? 2 : width > frame->label_width ? 1 : 0;
  bool badge = on->badge[0] != '\0';
  bool badge_only = badge && sides == 1 && strcmp(on->left, " ") == 0;
  if (sides > 0 && !badge_only) {
    put_side(frame, on, on->left, "▐");
  }
  mr_paint_pen_look(&frame->pen, tile_look(frame, on));
  if (width == 1) {
    put_short(frame, middle);
  } else {
    mr_paint_pen_middle(&frame->pen, middle, width - sides);
  }
  if (badge && (sides > 1 || badge_only)) { /* a digit on the tile of its piece */
    mr_paint_pen_look(&frame->pen, tile_look(frame, on));
    mr_paint_pen_own(&frame->pen, on->badge);
  } else if (sides > 1) {
    put_side(frame, on, on->right, "▌");
  }
}

/* ---- rows ------------------------------------------------------------------------------------ */

/** Cells side by side, in a grid with bars between them. */
static void put_row(mr_paint_frame *frame, unsigned row, bool grid) {
  const char *name = mr_paint_name(frame->view->row_names, row);
  const char *bar = !grid ? "" : frame->unicode ? "│" : "|";
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  mr_paint_pen_right(&frame->pen, name, frame->row_names);
  mr_paint_pen_char(&frame->pen, ' ');
  for (unsigned i = 0; i < frame->columns; i++) {
    square on = square_of(frame, frame->left + i, row);
    if (grid && on.middle == NULL && on.fill[0] == '.') {
      on.fill[0] = ' ';
    }
    mr_paint_pen_own(&frame->pen, bar);
    put_cell(frame, &on, frame->cell_width - grid);
  }
  mr_paint_pen_own(&frame->pen, bar);
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  mr_paint_pen_char(&frame->pen, ' ');
  mr_paint_pen_left(&frame->pen, name, frame->row_names);
  mr_paint_row_regions(frame, row);
  mr_paint_pen_line(&frame->pen);
}

/** A line above or below the pieces of a row, where squares have three lines. */
static void put_padding(mr_paint_frame *frame, unsigned row, const char *half) {
  mr_paint_pen_to(&frame->pen, frame->row_names + 1);
  for (unsigned i = 0; i < frame->columns; i++) {
    square on = square_of(frame, frame->left + i, row);
    mr_paint_pen_look(&frame->pen, on.ground);
    mr_paint_pen_char(&frame->pen, ' ');
    bool tile = on.piece != NULL && frame->unicode;
    mr_paint_look look = on.ground;
    look.text = tile ? mr_paint_ink_of(frame->game, on.piece->owner)->fill : look.text;
    mr_paint_pen_look(&frame->pen, look);
    mr_paint_pen_repeat(&frame->pen, tile ? half : " ", frame->cell_width - 2);
    mr_paint_pen_look(&frame->pen, on.ground);
    mr_paint_pen_char(&frame->pen, ' ');
  }
  mr_paint_pen_line(&frame->pen);
}

/** A line between rows: left end, stroke, crossing, right end. */
static void grid_line(mr_paint_frame *frame, const char *const ends[4]) {
  mr_paint_pen_to(&frame->pen, frame->row_names + 1);
  for (unsigned i = 0; i < frame->columns; i++) {
    mr_paint_pen_own(&frame->pen, ends[i == 0 ? 0 : 2]);
    mr_paint_pen_repeat(&frame->pen, ends[1], frame->cell_width - 1);
  }
  mr_paint_pen_own(&frame->pen, ends[3]);
  mr_paint_pen_line(&frame->pen);
}

static void put_rows(mr_paint_frame *frame, bool grid) {
  static const char *const lines[2][3][4] = {
      {{"+", "-", "+", "+"}, {"+", "-", "+", "+"}, {"+", "-", "+", "+"}},
      {{"┌", "─", "┬", "┐"}, {"├", "─", "┼", "┤"}, {"└", "─", "┴", "┘"}},
  };
  for (unsigned i = 0; i < frame->rows; i++) {
    if (grid) {
      grid_line(frame, lines[frame->unicode][i == 0 ? 0 : 1]);
    }
    if (frame->layout.large) {
      put_padding(frame, frame->top + i, "▄");
    }
    put_row(frame, frame->top + i, grid);
    if (frame->layout.large) {
      put_padding(frame, frame->top + i, "▀");
    }
  }
  if (grid) {
    grid_line(frame, lines[frame->unicode][2]);
  }
}

/* ---- the whole board ------------------------------------------------------------------------- */

static size_t label_width(const mr_paint_frame *frame) {
  size_t width = 1;
  for (unsigned row = frame->top; row < frame->top + frame->rows; row++) {
    for (unsigned i = 0; i < frame->columns; i++) {
      const mr_view_piece *piece =
          mr_paint_piece(frame->view, mr_paint_cell(frame->view, frame->left + i, row));
      size_t own = piece != NULL ? mr_paint_width(piece->label) : 0;
      width = own > width ? own : width;
    }
  }
  return width;
}

static void ordinary_board(mr_paint_frame *frame) {
  size_t edges = 2 * (frame->row_names + 1);
  frame->label_width = label_width(frame);
  size_t grid_width = frame->label_width + 3;
  bool grid = !frame->pen.colour && frame->layout.grid && frame->view->rows <= GRID_ROWS_MAX &&
              edges + 1 + frame->columns * grid_width <= frame->width;
  /* The widest cells that fit; the narrowest where none do. */
  size_t width = grid ? grid_width : frame->label_width + 2;
  while (!grid && width > frame->label_width && edges + frame->columns * width > frame->width) {
    width--;
  }
  frame->cell_width = width > frame->label_width ? width : 1;
  if (frame->layout.large) {
    frame->cell_width = frame->label_width + LARGE_MARGIN;
  }
  if (!frame->layout.compact) {
    mr_paint_column_names(frame, frame->row_names + 1, grid);
  }
  put_rows(frame, grid);
  mr_paint_column_names(frame, frame->row_names + 1, grid);
}

unsigned mr_paint_cell_width(const mr_view *view) {
  size_t width = 1;
  if (mr_paint_has_pips(view)) {
    return view->pip_columns + 1u;
  }
  for (size_t i = 0; i < view->piece_count; i++) {
    size_t own = mr_paint_width(view->pieces[i].label);
    width = own > width ? own : width;
  }
  return (unsigned)width + 1;
}

unsigned mr_paint_margin(const mr_view *view) {
  return 2 * ((unsigned)mr_paint_longest(view->row_names, 0, view->rows) + 1);
}

static void draw(mr_paint_frame *frame) {
  if (frame->columns > 0 && frame->rows > 0) {
    if (!mr_paint_has_pips(frame->view)) {
      ordinary_board(frame);
    } else if (frame->layout.pips == MR_PIPS_FULL) {
      mr_paint_pip_board(frame);
    } else {
      mr_paint_small_board(frame);
    }
    mr_paint_legend(frame);
  }
  mr_paint_hands(frame);
  mr_paint_notes(frame);
}

/* ---- layouts --------------------------------------------------------------------------------- */

/** How pictures are laid out, roomy ones first. */
typedef struct layouts {
  const mr_paint_layout *list;
  size_t count;
  size_t usual;   /**< the first for any number of lines: larger ones are for screens */
  size_t compact; /**< the first that is as compact as a style can ask for */
} layouts;

static layouts layouts_for(const mr_view *view) {
  static const mr_paint_layout plain[] = {
      {true, false, true, MR_PIPS_FULL, MR_HANDS_EACH, true},
      {false, true, false, MR_PIPS_FULL, MR_HANDS_EACH, true},
      {true, true, false, MR_PIPS_FULL, MR_HANDS_FOLDED, true},
      {true, false, false, MR_PIPS_FULL, MR_HANDS_FOLDED, true},
      {true, false, false, MR_PIPS_FULL, MR_HANDS_LABELS, true},
      {true, false, false, MR_PIPS_FULL, MR_HANDS_LABELS, false},
      {true, false, false, MR_PIPS_FULL, MR_HANDS_COUNTS, false},
  };
  static const mr_paint_layout pips[] = {
      {false, false, false, MR_PIPS_FULL, MR_HANDS_EACH, true},
      {true, false, false, MR_PIPS_FULL, MR_HANDS_FOLDED, true},
      {true, false, false, MR_PIPS_FULL, MR_HANDS_SMALL, true},
      {true, false, false, MR_PIPS_FULL, MR_HANDS_OWN, true},
      {true, false, false, MR_PIPS_SMALL, MR_HANDS_SMALL, true}, /* as the board above it */
      {true, false, false, MR_PIPS_SMALL, MR_HANDS_OWN, true},
      {true, false, false, MR_PIPS_SMALL, MR_HANDS_LABELS, true},
      {true, false, false, MR_PIPS_SMALL, MR_HANDS_COUNTS, true},
      {true, false, false, MR_PIPS_TINY, MR_HANDS_SMALL, true},
      {true, false, false, MR_PIPS_TINY, MR_HANDS_OWN, true},
      {true, false, false, MR_PIPS_TINY, MR_HANDS_LABELS, true},
      {true, false, false, MR_PIPS_TINY, MR_HANDS_COUNTS, true},
      {true, false, false, MR_PIPS_TINY, MR_HANDS_COUNTS, false},
  };
  return mr_paint_has_pips(view) ? (layouts){pips, sizeof pips / sizeof pips[0], 0, 4}
                                 : (layouts){plain, sizeof plain / sizeof plain[0], 1, 3};
}

/** Whether a picture that is laid out in a way keeps within the style's lines and columns. */
static bool fits(const mr_paint_frame *frame, mr_paint_layout layout, size_t height) {
  char nothing[1];
  mr_str nowhere = mr_str_fixed(nothing, sizeof nothing);
  mr_paint_frame trial = *frame;
  trial.layout = layout;
  trial.pen.out = &nowhere;
  draw(&trial);
  return trial.pen.lines <= height && trial.pen.widest <= frame->width;
}

/** A layout as far as a style lets it name regions. */
static mr_paint_layout layout_of(const mr_paint_style *style, const mr_paint_layout *layout) {
  mr_paint_layout own = *layout;
  own.regions = own.regions && !style->brief;
  return own;
}

void mr_paint_board(const mr_game *game, const mr_view *view, const mr_paint_style *style,
                    mr_str *out) {
  static const mr_paint_style plain = {0};
  mr_paint_frame frame;
  style = style != NULL ? style : &plain;
  mr_paint_frame_init(&frame, game, view, style, out);
  frame.naming = style->naming;
  const layouts all = layouts_for(view);
  bool can_be_large = style->height > 0 && style->colour && view->terrain_count <= 1;
  size_t chosen = style->compact ? all.compact : can_be_large ? 0 : all.usual;
  while (style->height > 0 && chosen + 1 < all.count &&
         !fits(&frame, layout_of(style, &all.list[chosen]), style->height)) {
    chosen++;
  }
  frame.layout = layout_of(style, &all.list[chosen]);
  draw(&frame);
}
