#include <string.h>

#include "paint/paint_priv.h"

void mr_paint_pen_init(mr_paint_pen *pen, mr_str *out, bool colour) {
  *pen =
      (mr_paint_pen){.out = out, .colour = colour, .look = MR_PAINT_PLAIN, .shown = MR_PAINT_PLAIN};
}

static bool same_look(mr_paint_look a, mr_paint_look b) {
  return a.text == b.text && a.ground == b.ground && a.bold == b.bold;
}

static void show(mr_paint_pen *pen, mr_paint_look look) {
  if (!pen->colour || same_look(look, pen->shown)) {
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

/** Writes the blanks that were put off, and sets the terminal to the look of what comes next. */
static void catch_up(mr_paint_pen *pen) {
  if (pen->blanks > 0) {
    mr_paint_look ground = pen->shown;
    ground.ground = MR_PAINT_DEFAULT;
    show(pen, ground);
    mr_str_repeat(pen->out, ' ', pen->blanks);
    pen->blanks = 0;
  }
  show(pen, pen->look);
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
  catch_up(pen);
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
    put_code(pen, code, mr_paint_code_width(code));
  }
}

void mr_paint_pen_char(mr_paint_pen *pen, char c) {
  put_code(pen, (unsigned char)c, 1);
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
  pen->blanks = 0;
  show(pen, MR_PAINT_PLAIN);
  mr_str_char(pen->out, '\n');
  pen->column = 0;
}
