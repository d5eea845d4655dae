#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

/*
 * A terminal's screen as a picture. The text is what the painters write for terminals: characters,
 * line ends, and sequences ESC [ n ; n ... m with the parameters 0, 1, 38;5;n and 48;5;n.
 */

enum { CHAR_WIDTH = 9, LINE_HEIGHT = 19, MARGIN = 18, BASELINE = 14, FONT_SIZE = 15 };

#define SCREEN_GROUND "#11141a"
#define SCREEN_TEXT "#d6d9de"

typedef struct screen {
  const char *at;
  const char *end;
  mr_paint_look now;
  mr_str *out;      /* NULL: nothing is written */
  unsigned columns; /* of the widest line so far */
  unsigned lines;
} screen;

/* ---- colours --------------------------------------------------------------------------------- */

/* The 256 colours of xterm: 16 named ones, a cube of 6 x 6 x 6, 24 greys. */
static uint32_t rgb(int number) {
  static const uint32_t named[16] = {0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc,
                                     0x11a8cd, 0xe5e5e5, 0x666666, 0xf14c4c, 0x23d18b, 0xf5f543,
                                     0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff};
  static const uint32_t level[6] = {0, 95, 135, 175, 215, 255};
  if (number < 16) {
    return named[number];
  }
  if (number < 232) {
    unsigned i = (unsigned)number - 16;
    return level[i / 36] << 16 | level[i / 6 % 6] << 8 | level[i % 6];
  }
  unsigned grey = 8 + 10 * ((unsigned)number - 232);
  return grey << 16 | grey << 8 | grey;
}

/* ---- reading --------------------------------------------------------------------------------- */

static void take_parameters(screen *s, const int *numbers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    bool colour = i + 2 < count && numbers[i + 1] == 5 && numbers[i + 2] <= 255;
    if (numbers[i] == 0) {
      s->now = MR_PAINT_PLAIN;
    } else if (numbers[i] == 1) {
      s->now.bold = true;
    } else if (colour && numbers[i] == 38) {
      s->now.text = (int16_t)numbers[i + 2];
      i += 2;
    } else if (colour && numbers[i] == 48) {
      s->now.ground = (int16_t)numbers[i + 2];
      i += 2;
    }
  }
}

/* Steps over a sequence at s->at; one of another kind changes nothing. */
static void take_sequence(screen *s) {
  int numbers[16];
  size_t count = 0;
  s->at++;
  if (s->at < s->end && *s->at == '[') {
    do {
      int number = 0;
      for (s->at++; s->at < s->end && mr_text_is_digit(*s->at); s->at++) {
        number = number < 1000 ? 10 * number + (*s->at - '0') : number;
      }
      if (count < sizeof numbers / sizeof numbers[0]) {
        numbers[count++] = number;
      }
    } while (s->at < s->end && *s->at == ';');
  }
  if (s->at < s->end && *s->at == 'm') {
    s->at++;
    take_parameters(s, numbers, count);
  }
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Every word is stretched to its columns, so that the picture does not hang on the font. */
static void put_word(screen *s, const char *word, size_t length, unsigned row, unsigned column) {
  mr_str_format(s->out, "<text x=\"%u\" y=\"%u\" textLength=\"%u\"%s", MARGIN + column * CHAR_WIDTH,
                MARGIN + row * LINE_HEIGHT + BASELINE,
                (unsigned)mr_paint_slice_width(word, length) * CHAR_WIDTH,
                s->now.bold ? " font-weight=\"700\"" : "");
  if (s->now.text >= 0) {
    mr_str_format(s->out, " fill=\"#%06x\"", (unsigned)rgb(s->now.text));
  }
  mr_str_char(s->out, '>');
  mr_paint_put_markup_slice(s->out, word, length);
  mr_str_add(s->out, "</text>\n");
}

/* Words stand on their own, since viewers do not agree on what becomes of several blanks. */
static void put_run(screen *s, const char *text, size_t length, unsigned row, unsigned column) {
  if (s->now.ground >= 0) {
    mr_str_format(s->out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"#%06x\"/>\n",
                  MARGIN + column * CHAR_WIDTH, MARGIN + row * LINE_HEIGHT,
                  (unsigned)mr_paint_slice_width(text, length) * CHAR_WIDTH, LINE_HEIGHT,
                  (unsigned)rgb(s->now.ground));
  }
  for (size_t at = 0; at < length;) {
    size_t end = at;
    while (end < length && text[end] != ' ') {
      end++;
    }
    if (end > at) {
      put_word(s, text + at, end - at, row, column + (unsigned)mr_paint_slice_width(text, at));
    }
    at = end + 1;
  }
}

/* Reads the whole text: measures it, and writes it where that is wanted. */
static void read_screen(screen *s) {
  unsigned row = 0;
  unsigned column = 0;
  s->lines = 1;
  while (s->at < s->end) {
    if (*s->at == '\033') {
      take_sequence(s);
      continue;
    }
    if (*s->at == '\n') {
      s->at++;
      s->lines += s->at < s->end;
      row++;
      column = 0;
      continue;
    }
    const char *begin = s->at;
    while (s->at < s->end && *s->at != '\033' && *s->at != '\n') {
      s->at++;
    }
    size_t length = (size_t)(s->at - begin);
    if (s->out != NULL) {
      put_run(s, begin, length, row, column);
    }
    column += (unsigned)mr_paint_slice_width(begin, length);
    s->columns = column > s->columns ? column : s->columns;
  }
}

void mr_paint_screen(const char *text, size_t length, const char *title, mr_str *out) {
  screen s = {.at = text, .end = text + length, .now = MR_PAINT_PLAIN};
  read_screen(&s);
  unsigned width = 2 * MARGIN + s.columns * CHAR_WIDTH;
  unsigned height = 2 * MARGIN + s.lines * LINE_HEIGHT;
  mr_str_format(out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
                "viewBox=\"0 0 %u %u\" role=\"img\" font-size=\"%d\" fill=\"" SCREEN_TEXT
                "\" font-family=\"'DejaVu Sans Mono', Menlo, Consolas, monospace\">\n<title>",
                width, height, width, height, FONT_SIZE);
  mr_paint_put_markup(out, title);
  mr_str_format(
      out, "</title>\n<rect width=\"%u\" height=\"%u\" rx=\"10\" fill=\"" SCREEN_GROUND "\"/>\n",
      width, height);
  s = (screen){.at = text, .end = text + length, .now = MR_PAINT_PLAIN, .out = out};
  read_screen(&s);
  mr_str_add(out, "</svg>\n");
}
