#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

enum { WIDTH_STANDARD = 80 };

/* ---- the pen --------------------------------------------------------------------------------- */

void mr_paint_pen_init(mr_paint_pen *pen, mr_str *out, bool colour) {
  *pen =
      (mr_paint_pen){.out = out, .colour = colour, .look = MR_PAINT_PLAIN, .shown = MR_PAINT_PLAIN};
}

static void show(mr_paint_pen *pen, mr_paint_look look) {
  const mr_paint_look *old = &pen->shown;
  if (!pen->colour ||
      (look.text == old->text && look.ground == old->ground && look.bold == old->bold)) {
    return;
  }
  mr_str_add(pen->out, "\033[0");
  if (look.bold) {
    mr_str_add(pen->out, ";1");
  }
  if (look.text != MR_PAINT_DEFAULT) {
    mr_str_format(pen->out, ";38;5;%d", look.text);
  }
  if (look.ground != MR_PAINT_DEFAULT) {
    mr_str_format(pen->out, ";48;5;%d", look.ground);
  }
  mr_str_char(pen->out, 'm');
  pen->shown = look;
}

void mr_paint_pen_look(mr_paint_pen *pen, mr_paint_look look) {
  pen->look = look;
}

static void put_code(mr_paint_pen *pen, uint32_t code, size_t width) {
  pen->column += width;
  if (code == ' ' && (!pen->colour || pen->look.ground == MR_PAINT_DEFAULT)) {
    pen->blanks++;
    return;
  }
  if (pen->blanks > 0) { /* those that were put off */
    mr_paint_look ground = pen->shown;
    ground.ground = MR_PAINT_DEFAULT;
    show(pen, ground);
    mr_str_repeat(pen->out, ' ', pen->blanks);
    pen->blanks = 0;
  }
  show(pen, pen->look);
  mr_paint_put_code(pen->out, code);
}

void mr_paint_pen_own(mr_paint_pen *pen, const char *text) {
  uint32_t code;
  for (const char *at = text; *at != '\0';) {
    at = mr_paint_next(at, &code);
    put_code(pen, code, 1);
  }
}

void mr_paint_pen_put(mr_paint_pen *pen, const char *text) {
  if (text != NULL) {
    mr_paint_pen_slice(pen, text, strlen(text));
  }
}

void mr_paint_pen_slice(mr_paint_pen *pen, const char *text, size_t length) {
  uint32_t code;
  for (const char *at = text; at < text + length;) {
    at = mr_paint_next(at, &code);
    put_code(pen, code, mr_code_width(code));
  }
}

void mr_paint_pen_char(mr_paint_pen *pen, char c) {
  put_code(pen, (unsigned char)c, 1);
}

void mr_paint_pen_code(mr_paint_pen *pen, uint32_t code) {
  put_code(pen, mr_code_width(code) == 1 ? code : '?', 1);
}

void mr_paint_pen_repeat(mr_paint_pen *pen, const char *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    mr_paint_pen_own(pen, text);
  }
}

void mr_paint_pen_to(mr_paint_pen *pen, size_t column) {
  while (pen->column < column) {
    mr_paint_pen_char(pen, ' ');
  }
}

/** A text with `before` blanks, and blanks up to `width` columns behind it. */
static void put_padded(mr_paint_pen *pen, const char *text, size_t before, size_t width) {
  size_t end = pen->column + width;
  mr_paint_pen_repeat(pen, " ", before);
  mr_paint_pen_put(pen, text);
  mr_paint_pen_to(pen, end);
}

static size_t spare(const char *text, size_t width) {
  size_t own = mr_paint_width(text);
  return own < width ? width - own : 0;
}

void mr_paint_pen_middle(mr_paint_pen *pen, const char *text, size_t width) {
  put_padded(pen, text, (spare(text, width) + 1) / 2, width);
}

void mr_paint_pen_right(mr_paint_pen *pen, const char *text, size_t width) {
  put_padded(pen, text, spare(text, width), width);
}

void mr_paint_pen_left(mr_paint_pen *pen, const char *text, size_t width) {
  put_padded(pen, text, 0, width);
}

void mr_paint_pen_line(mr_paint_pen *pen) {
  pen->look = MR_PAINT_PLAIN;
  show(pen, MR_PAINT_PLAIN);
  mr_str_char(pen->out, '\n');
  pen->widest = pen->column - pen->blanks > pen->widest ? pen->column - pen->blanks : pen->widest;
  pen->lines++;
  pen->blanks = 0;
  pen->column = 0;
}

void mr_paint_pen_end(mr_paint_pen *pen) {
  if (pen->column > 0) {
    mr_paint_pen_line(pen);
  }
}

/* ---- the frame ------------------------------------------------------------------------------- */

/** How much of `all` is seen from `from` on; 0 wanted means all. */
static unsigned window(unsigned all, unsigned from, unsigned wanted) {
  unsigned left = from < all ? all - from : 0;
  return wanted == 0 || wanted > left ? left : wanted;
}

void mr_paint_frame_init(mr_paint_frame *frame, const mr_game *game, const mr_view *view,
                         const mr_paint_style *style, mr_str *out) {
  *frame = (mr_paint_frame){
      .game = game,
      .view = view,
      .unicode = style->unicode,
      .shows_regions = style->colour || style->regions,
      .width = style->width > 0 ? style->width : WIDTH_STANDARD,
      .left = style->left,
      .top = style->top,
      .columns = window(view->columns, style->left, style->columns),
      .rows = window(view->rows, style->top, style->rows),
  };
  frame->row_names = mr_paint_longest(view->row_names, frame->top, frame->rows);
  mr_paint_regions_init(&frame->regions, view);
  mr_paint_pen_init(&frame->pen, out, style->colour);
}

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
  bool sign = region != MR_PAINT_NO_REGION && frame->shows_regions && !frame->pen.colour;
  return sign ? frame->regions.symbol[region] : '.';
}

/** One letter of a name in its own line, where names stand upright: aligned at their ends. */
static void put_letter(mr_paint_frame *frame, const char *name, size_t line, size_t lines) {
  size_t missing = lines - mr_paint_width(name);
  uint32_t code = ' ';
  for (size_t i = missing; i <= line && *name != '\0'; i++) {
    name = mr_paint_next(name, &code);
  }
  char bytes[8];
  mr_str letter = mr_str_fixed(bytes, sizeof bytes);
  mr_paint_put_code(&letter, line < missing ? ' ' : code);
  mr_paint_pen_middle(&frame->pen, bytes, frame->cell_width);
}

void mr_paint_column_names(mr_paint_frame *frame, size_t indent, size_t gap) {
  const char *const *names = frame->view->column_names;
  size_t width = mr_paint_longest(names, frame->left, frame->columns);
  bool upright = width > 1 && width >= frame->cell_width;
  size_t lines = upright || width == 0 ? width : 1;
  for (size_t line = 0; line < lines; line++) {
    mr_paint_pen_to(&frame->pen, indent);
    for (unsigned i = 0; i < frame->columns; i++) {
      const char *name = mr_paint_name(names, frame->left + i);
      if (upright) {
        put_letter(frame, name, line, lines);
      } else {
        mr_paint_pen_to(&frame->pen, indent + i * frame->cell_width + gap);
        mr_paint_pen_middle(&frame->pen, name, frame->cell_width - gap);
      }
    }
    mr_paint_pen_line(&frame->pen);
  }
}

/* ---- names of regions at the ends of rows ---------------------------------------------------- */

enum {
  BETWEEN_NAMES = 2,
  BESIDE_MOST = 3, /* rows of a region that are named one by one */
};

/** Rows that are in a region from end to end; 0 where it has other squares, too. */
static unsigned whole_rows(const mr_paint_frame *frame, size_t region) {
  unsigned rows = 0;
  for (unsigned row = 0; row < frame->view->rows; row++) {
    rows += mr_paint_region_fills_row(&frame->regions, region, row);
  }
  return rows * frame->view->columns == frame->regions.size[region] ? rows : 0;
}

/**
 * Whether the names of a region stand at the ends of its rows, if there is room: on boards of pips,
 * and on others where neither colours nor signs show it on its squares.
 */
static bool belongs_beside(const mr_paint_frame *frame, size_t region) {
  unsigned rows = whole_rows(frame, region);
  const char *name = frame->view->regions[region].name;
  return name != NULL && rows > 0 &&
         (mr_paint_has_pips(frame->view) || (!frame->shows_regions && rows <= BESIDE_MOST));
}

/** Whether the name of a region fits behind a row and the names of those before it. */
static bool fits_beside(const mr_paint_frame *frame, size_t region, unsigned row) {
  size_t column = 2 * (frame->row_names + 1) + frame->columns * frame->cell_width + 1;
  for (size_t i = 0; i <= region; i++) {
    size_t width = BETWEEN_NAMES + mr_paint_width(frame->view->regions[i].name);
    bool here = belongs_beside(frame, i) && mr_paint_region_fills_row(&frame->regions, i, row);
    if (i == region) {
      return here && column + width <= frame->width;
    }
    column += here && column + width <= frame->width ? width : 0;
  }
  return false;
}

void mr_paint_row_regions(mr_paint_frame *frame, unsigned row) {
  const mr_view *view = frame->view;
  for (size_t i = 0; i < frame->regions.count; i++) {
    if (!fits_beside(frame, i, row)) {
      continue;
    }
    mr_paint_pen_own(&frame->pen, "  ");
    if (view->regions[i].owner.id != MR_NOBODY_ID) {
      const mr_paint_ink *ink = mr_paint_ink_of(frame->game, view->regions[i].owner);
      mr_paint_pen_look(&frame->pen, (mr_paint_look){ink->text, MR_PAINT_DEFAULT, false});
    }
    mr_paint_pen_put(&frame->pen, view->regions[i].name);
    mr_paint_pen_look(&frame->pen, MR_PAINT_PLAIN);
  }
}

bool mr_paint_names_beside(const mr_paint_frame *frame, size_t region) {
  for (unsigned row = 0; row < frame->view->rows; row++) {
    bool drawn = row >= frame->top && row < frame->top + frame->rows;
    if (mr_paint_region_fills_row(&frame->regions, region, row) &&
        (!drawn || !fits_beside(frame, region, row))) {
      return false;
    }
  }
  return belongs_beside(frame, region);
}
