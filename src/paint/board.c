#include <marcher/paint.h>

#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

enum {
  WIDTH_STANDARD = 80,
  GRID_ROWS_MAX = 12,
  LIGHT = 248,
  DARK = 242,
  LETTERS = 16,
  FADED = 244
};

/* ---- names along the edges ------------------------------------------------------------------- */

static const char *name_of(const char *const *names, unsigned index) {
  return names != NULL && names[index] != NULL ? names[index] : "";
}

size_t mr_paint_longest(const char *const *names, unsigned first, unsigned count) {
  size_t width = 0;
  for (unsigned i = first; i < first + count; i++) {
    size_t own = mr_paint_width(name_of(names, i));
    width = own > width ? own : width;
  }
  return width;
}

const char *mr_paint_column_name(const mr_paint_frame *frame, unsigned column) {
  return name_of(frame->view->column_names, column);
}

const char *mr_paint_row_name(const mr_paint_frame *frame, unsigned row) {
  return name_of(frame->view->row_names, row);
}

/** One letter of a name in its own line, where names stand upright: aligned at their ends. */
static void put_letter(mr_paint_frame *frame, const char *name, size_t line, size_t lines) {
  size_t missing = lines - mr_paint_width(name);
  uint32_t code = ' ';
  for (size_t i = missing; i <= line && *name != '\0'; i++) {
    name = mr_paint_next(name, &code);
  }
  mr_str letter;
  char bytes[8];
  mr_str_fixed(&letter, bytes, sizeof bytes);
  mr_paint_put_code(&letter, line < missing ? ' ' : code);
  mr_paint_pen_middle(&frame->pen, bytes, frame->cell_width);
}

static void upright_names(mr_paint_frame *frame, size_t indent, size_t lines) {
  for (size_t line = 0; line < lines; line++) {
    mr_paint_pen_to(&frame->pen, indent);
    for (unsigned i = 0; i < frame->columns; i++) {
      put_letter(frame, name_of(frame->view->column_names, frame->left + i), line, lines);
    }
    mr_paint_pen_line(&frame->pen);
  }
}

void mr_paint_column_names(mr_paint_frame *frame, size_t indent, size_t gap) {
  const char *const *names = frame->view->column_names;
  size_t width = mr_paint_longest(names, frame->left, frame->columns);
  if (width == 0) {
    return;
  }
  if (width > 1 && width >= frame->cell_width) {
    upright_names(frame, indent, width);
    return;
  }
  for (unsigned i = 0; i < frame->columns; i++) {
    mr_paint_pen_to(&frame->pen, indent + i * frame->cell_width + gap);
    mr_paint_pen_middle(&frame->pen, name_of(names, frame->left + i), frame->cell_width - gap);
  }
  mr_paint_pen_line(&frame->pen);
}

/* ---- what stands on a cell ------------------------------------------------------------------- */

const char *mr_paint_sign(const mr_paint_frame *frame, const mr_paint_mark *mark) {
  return frame->unicode ? mark->unicode : mark->ascii;
}

char mr_paint_fill(const mr_paint_frame *frame, const mr_view_cell *cell) {
  size_t terrain = mr_paint_terrain(frame->view, cell);
  if (terrain != 0) {
    char letter = frame->view->terrains[terrain].letter;
    return mr_text_is_print(letter) ? letter : '?';
  }
  size_t region = mr_paint_region(&frame->regions, cell);
  return region != MR_PAINT_NO_REGION && !frame->pen.colour ? frame->regions.symbol[region] : '.';
}

/** A cell of an ordinary board: a sign, the piece or what the ground shows, another sign. */
typedef struct stand {
  const mr_view_piece *piece;
  const char *left;   /**< " " where there is nothing to say */
  const char *middle; /**< the piece's label or a sign; NULL: `fill` */
  const char *right;  /**< " ", a sign or NULL: `fill` */
  char fill[2];
  char badge[2];
  bool dim;
  mr_paint_look ground;
} stand;

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

static stand stand_on(const mr_paint_frame *frame, unsigned column, unsigned row) {
  const mr_view_cell *cell = mr_paint_cell(frame->view, column, row);
  stand on = {.left = " ", .middle = " ", .right = " ", .ground = MR_PAINT_PLAIN};
  if (mr_paint_is_void(cell)) {
    return on;
  }
  const mr_paint_mark *marks[MR_PAINT_MARKS];
  on.piece = mr_paint_piece(frame->view, cell);
  on.dim = (cell->marks & MR_MARK_DIM) != 0;
  on.fill[0] = mr_paint_fill(frame, cell);
  size_t count = mr_paint_marks_of(cell, on.piece != NULL, marks);
  size_t next = 0;
  if (on.piece != NULL) {
    on.middle = on.piece->label;
  } else {
    on.middle = next < count ? mr_paint_sign(frame, marks[next++]) : NULL;
  }
  if (next < count) {
    on.left = mr_paint_sign(frame, marks[next++]);
  }
  on.badge[0] = on.piece != NULL ? cell->badge : '\0';
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
static mr_paint_look tile_look(const mr_paint_frame *frame, const stand *on) {
  if (on->piece == NULL) {
    return on->ground;
  }
  const mr_paint_ink *ink = mr_paint_ink_of(frame->game, on->piece->owner);
  return (mr_paint_look){on->dim ? FADED : ink->on_fill, ink->fill, !on->dim};
}

/** A sign beside a piece; where there is none, half a block rounds the tile off. */
static void put_side(mr_paint_frame *frame, const stand *on, const char *sign, const char *half) {
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
  char bytes[8];
  mr_str letter;
  mr_str_fixed(&letter, bytes, sizeof bytes);
  mr_paint_put_code(&letter, mr_paint_code_width(code) == 1 ? code : '?');
  mr_paint_pen_own(&frame->pen, bytes);
}

/** A digit on the tile of its piece. */
static void put_badge(mr_paint_frame *frame, const stand *on) {
  mr_paint_pen_look(&frame->pen, tile_look(frame, on));
  mr_paint_pen_own(&frame->pen, on->badge);
}

/** Draws a cell in `width` terminal columns. */
static void put_cell(mr_paint_frame *frame, const stand *on, size_t width) {
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
  if (badge && (sides > 1 || badge_only)) {
    put_badge(frame, on);
  } else if (sides > 1) {
    put_side(frame, on, on->right, "▌");
  }
}

static void put_row_name(mr_paint_frame *frame, unsigned row, bool left) {
  mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  if (left) {
    mr_paint_pen_right(&frame->pen, mr_paint_row_name(frame, row), frame->row_names);
    mr_paint_pen_char(&frame->pen, ' ');
  } else {
    mr_paint_pen_char(&frame->pen, ' ');
    mr_paint_pen_put(&frame->pen, mr_paint_row_name(frame, row));
  }
}

/** Rows of cells side by side. */
static void plain_rows(mr_paint_frame *frame) {
  for (unsigned row = frame->top; row < frame->top + frame->rows; row++) {
    put_row_name(frame, row, true);
    for (unsigned i = 0; i < frame->columns; i++) {
      stand on = stand_on(frame, frame->left + i, row);
      put_cell(frame, &on, frame->cell_width);
    }
    put_row_name(frame, row, false);
    mr_paint_pen_line(&frame->pen);
  }
}

/* ---- grid ------------------------------------------------------------------------------------ */

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

static void grid_row(mr_paint_frame *frame, unsigned row) {
  const char *bar = frame->unicode ? "│" : "|";
  put_row_name(frame, row, true);
  for (unsigned i = 0; i < frame->columns; i++) {
    stand on = stand_on(frame, frame->left + i, row);
    if (on.middle == NULL && on.fill[0] == '.') {
      on.fill[0] = ' ';
    }
    mr_paint_pen_own(&frame->pen, bar);
    put_cell(frame, &on, frame->cell_width - 1);
  }
  mr_paint_pen_own(&frame->pen, bar);
  put_row_name(frame, row, false);
  mr_paint_pen_line(&frame->pen);
}

static void grid_rows(mr_paint_frame *frame) {
  static const char *const lines[2][3][4] = {
      {{"+", "-", "+", "+"}, {"+", "-", "+", "+"}, {"+", "-", "+", "+"}},
      {{"┌", "─", "┬", "┐"}, {"├", "─", "┼", "┤"}, {"└", "─", "┴", "┘"}},
  };
  for (unsigned i = 0; i < frame->rows; i++) {
    grid_line(frame, lines[frame->unicode][i == 0 ? 0 : 1]);
    grid_row(frame, frame->top + i);
  }
  grid_line(frame, lines[frame->unicode][2]);
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

/** The widest cells that fit; the narrowest where none do. */
static size_t fitting_cells(const mr_paint_frame *frame) {
  size_t edges = 2 * (frame->row_names + 1);
  for (size_t width = frame->label_width + 2; width > frame->label_width; width--) {
    if (edges + frame->columns * width <= frame->width) {
      return width;
    }
  }
  return 1;
}

static bool grid_fits(const mr_paint_frame *frame) {
  size_t edges = 2 * (frame->row_names + 1) + 1;
  return !frame->pen.colour && !frame->compact && frame->view->rows <= GRID_ROWS_MAX &&
         edges + frame->columns * (frame->label_width + 3) <= frame->width;
}

static void ordinary_board(mr_paint_frame *frame) {
  frame->label_width = label_width(frame);
  bool grid = grid_fits(frame);
  frame->cell_width = grid ? frame->label_width + 3 : fitting_cells(frame);
  if (!frame->compact) {
    mr_paint_column_names(frame, frame->row_names + 1, grid);
  }
  if (grid) {
    grid_rows(frame);
  } else {
    plain_rows(frame);
  }
  mr_paint_column_names(frame, frame->row_names + 1, grid);
}

/** How much of `all` is seen from `*from` on; 0 wanted means all. */
static unsigned window(unsigned all, unsigned from, unsigned wanted) {
  unsigned left = from < all ? all - from : 0;
  return wanted == 0 || wanted > left ? left : wanted;
}

static void frame_init(mr_paint_frame *frame, const mr_game *game, const mr_view *view,
                       const mr_paint_style *style) {
  *frame = (mr_paint_frame){
      .game = game, .view = view, .unicode = style->unicode, .compact = style->compact};
  frame->width = style->width > 0 ? style->width : WIDTH_STANDARD;
  frame->left = style->left;
  frame->top = style->top;
  frame->columns = window(view->columns, style->left, style->columns);
  frame->rows = window(view->rows, style->top, style->rows);
  frame->row_names = mr_paint_longest(view->row_names, frame->top, frame->rows);
  mr_paint_regions_init(&frame->regions, view);
}

unsigned mr_paint_cell_width(const mr_view *view) {
  size_t width = 1;
  for (size_t i = 0; i < view->piece_count; i++) {
    size_t own = mr_paint_width(view->pieces[i].label);
    width = own > width ? own : width;
  }
  return (unsigned)width + 1;
}

unsigned mr_paint_margin(const mr_view *view) {
  return 2 * ((unsigned)mr_paint_longest(view->row_names, 0, view->rows) + 1);
}

void mr_paint_board(const mr_game *game, const mr_view *view, const mr_paint_style *style,
                    mr_str *out) {
  static const mr_paint_style plain = {0};
  mr_paint_frame frame;
  style = style != NULL ? style : &plain;
  frame_init(&frame, game, view, style);
  mr_paint_pen_init(&frame.pen, out, style->colour);
  if (frame.columns > 0 && frame.rows > 0) {
    if (view->pip_columns > 0 && view->pip_rows > 0) {
      mr_paint_pip_board(&frame);
    } else {
      ordinary_board(&frame);
    }
    mr_paint_legend(&frame);
  }
  mr_paint_hands(&frame);
  mr_paint_notes(&frame);
}
