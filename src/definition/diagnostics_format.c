#include <marcher/definition.h>

#include <string.h>

#include "base/text.h"

/** Columns of source text that are shown; the rest of a longer line becomes "...". */
enum { WINDOW = 160, ELLIPSIS = 3, TAB_WIDTH = 8, LEAD = WINDOW / 2 };

/** Escape sequences of a terminal, or empty texts. */
typedef struct palette {
  const char *place;
  const char *severity[3];
  const char *quiet;
  const char *off;
} palette;

static const palette *palette_for(bool colour) {
  static const palette bright = {
      "\033[1m", {"\033[1;31m", "\033[1;35m", "\033[1;36m"}, "\033[2m", "\033[0m"};
  static const palette none = {"", {"", "", ""}, "", ""};
  return colour ? &bright : &none;
}

/** A character of a line: its bytes and the columns that it fills on a terminal. */
typedef struct glyph {
  size_t length;
  size_t width;
} glyph;

/** Decodes valid UTF-8, which lines of the list are (mr_text_clean). */
static uint32_t decode(const char *text, size_t *length) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t extra = bytes[0] < 0xC0 ? 0 : bytes[0] < 0xE0 ? 1 : bytes[0] < 0xF0 ? 2 : 3;
  uint32_t code = extra == 0 ? bytes[0] : bytes[0] & (0x3FU >> extra);
  size_t at = 1;
  while (at <= extra && (bytes[at] & 0xC0) == 0x80) {
    code = code << 6 | (bytes[at++] & 0x3FU);
  }
  *length = at;
  return code;
}

/** Columns of a character: the common cases of Unicode's East Asian Width and of marks. */
static size_t code_width(uint32_t code) {
  static const struct {
    uint32_t first, last;
    size_t width;
  } ranges[] = {
      {0x0300, 0x036F, 0},   {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0}, {0x20D0, 0x20FF, 0},
      {0x2E80, 0x303E, 2},   {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2}, {0xF900, 0xFAFF, 2},
      {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2}, {0xFFE0, 0xFFE6, 2},
      {0x1F300, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2},
  };
  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
    if (code >= ranges[i].first && code <= ranges[i].last) {
      return ranges[i].width;
    }
  }
  return 1;
}

static glyph glyph_at(const char *text) {
  glyph g = {1, TAB_WIDTH};
  if (*text != '\t') {
    g.width = code_width(decode(text, &g.length));
  }
  return g;
}

/** Columns of the bytes `from .. to`, tabs at their widest. */
static size_t width_of(const char *line, size_t from, size_t to) {
  size_t width = 0;
  while (from < to) {
    glyph g = glyph_at(line + from);
    width += g.width;
    from += g.length;
  }
  return width;
}

/** The part of a line that is shown. */
typedef struct window {
  size_t from;
  size_t to;
} window;

/** The whole of a short line, else what surrounds byte `mark`. */
static window choose_window(const char *line, size_t length, size_t mark) {
  if (width_of(line, 0, length) <= WINDOW) {
    return (window){0, length};
  }
  window w = {0, 0};
  size_t before = width_of(line, 0, mark);
  while (before > LEAD) {
    glyph g = glyph_at(line + w.from);
    before -= g.width;
    w.from += g.length;
  }
  w.to = w.from;
  size_t left = WINDOW - ELLIPSIS - (w.from > 0 ? ELLIPSIS : 0);
  while (w.to < length) {
    glyph g = glyph_at(line + w.to);
    if (g.width > left) {
      break;
    }
    left -= g.width;
    w.to += g.length;
  }
  return w;
}

/** Blanks as wide as the bytes `from .. to`: tabs stay tabs, so that it fits any tab width. */
static void pad(const char *line, size_t from, size_t to, mr_str *out) {
  while (from < to) {
    glyph g = glyph_at(line + from);
    if (line[from] == '\t') {
      mr_str_char(out, '\t');
    } else {
      mr_str_repeat(out, ' ', g.width);
    }
    from += g.length;
  }
}

/** `^~~~` under the bytes from `mark` to `end`. */
static void underline(const char *line, size_t mark, size_t end, mr_str *out) {
  size_t width = 0;
  for (size_t at = mark; at < end;) {
    glyph g = glyph_at(line + at);
    width += line[at] == '\t' ? 1 : g.width;
    at += g.length;
  }
  mr_str_char(out, '^');
  if (width > 1) {
    mr_str_repeat(out, '~', width - 1);
  }
}

/** Start of the character to which byte `at` belongs. */
static size_t character_start(const char *line, size_t at) {
  while (at > 0 && mr_utf8_continues(line[at])) {
    at--;
  }
  return at;
}

static size_t smaller(size_t a, size_t b) {
  return a < b ? a : b;
}

/** Columns for the line number: as many as it needs, at least 5. */
static size_t gutter_width(uint32_t line) {
  size_t width = 1;
  while (line >= 10) {
    line /= 10;
    width++;
  }
  return width > 5 ? width : 5;
}

static void format_carets(const mr_diagnostic *item, window w, const palette *colours,
                          mr_str *out) {
  const char *line = item->line_text;
  size_t mark = character_start(line, smaller(item->column - 1, w.to));
  size_t end = smaller(mark + item->length, w.to);
  mr_str_repeat(out, ' ', gutter_width(item->line));
  mr_str_add(out, " | ");
  mr_str_repeat(out, ' ', w.from > 0 ? ELLIPSIS : 0);
  pad(line, w.from, mark, out);
  mr_str_add(out, colours->severity[item->severity]);
  underline(line, mark, end, out);
  mr_str_add(out, colours->off);
  mr_str_char(out, '\n');
}

static void format_line(const mr_diagnostic *item, const palette *colours, mr_str *out) {
  const char *line = item->line_text;
  size_t length = strlen(line);
  size_t mark = item->column > 0 ? character_start(line, smaller(item->column - 1, length)) : 0;
  window w = choose_window(line, length, mark);
  if (mr_source_is_override(item->source)) {
    mr_str_repeat(out, ' ', gutter_width(item->line));
  } else {
    mr_str_format(out, "%5u", item->line);
  }
  mr_str_format(out, " | %s", w.from > 0 ? "..." : "");
  mr_str_bytes(out, line + w.from, w.to - w.from);
  mr_str_add(out, w.to < length ? "...\n" : "\n");
  if (item->column > 0) {
    format_carets(item, w, colours, out);
  }
}

static void format_place(const mr_diagnostic *item, const palette *colours, mr_str *out) {
  if (item->source == NULL || item->source[0] == '\0') {
    return;
  }
  mr_str_add(out, colours->place);
  mr_str_add(out, item->source);
  if (item->line > 0 && !mr_source_is_override(item->source)) {
    mr_str_format(out, ":%u", item->line);
    if (item->column > 0) {
      mr_str_format(out, ":%u", item->column);
    }
  }
  mr_str_format(out, ": %s", colours->off);
}

static void format_one(const mr_diagnostic *item, const palette *colours, mr_str *out) {
  static const char *const names[] = {"error", "warning", "note"};
  format_place(item, colours, out);
  mr_str_add(out, colours->severity[item->severity]);
  mr_str_add(out, names[item->severity]);
  mr_str_char(out, ':');
  mr_str_add(out, colours->off);
  mr_str_format(out, " %s\n", item->message);
  if (item->line_text != NULL && item->line > 0) {
    format_line(item, colours, out);
  }
  if (item->hint != NULL) {
    mr_str_format(out, "%s      = %s%s\n", colours->quiet, item->hint, colours->off);
  }
}

void mr_diagnostics_format(const mr_diagnostics *list, bool colour, mr_str *out) {
  const palette *colours = palette_for(colour);
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    format_one(item, colours, out);
  }
}
