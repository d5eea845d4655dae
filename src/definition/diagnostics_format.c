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

/** A character of a line: its bytes and the columns that it fills on a terminal. */
typedef struct glyph {
  size_t length;
  size_t width;
} glyph;

static glyph glyph_at(const char *text) {
  if (*text == '\t') {
    return (glyph){1, TAB_WIDTH};
  }
  size_t length = mr_utf8_length(text, strnlen(text, 4));
  return (glyph){length, mr_code_width(mr_utf8_code(text, length))};
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

/** Blanks as wide as what stands before the mark, and `^~~~` under its bytes. */
static void format_carets(const mr_diagnostic *item, window w, const palette *colours,
                          mr_str *out) {
  const char *line = item->line_text;
  size_t mark = character_start(line, smaller(item->column - 1, w.to));
  size_t end = smaller(mark + item->length, w.to);
  mr_str_repeat(out, ' ', gutter_width(item->line));
  mr_str_add(out, " | ");
  mr_str_repeat(out, ' ', w.from > 0 ? ELLIPSIS : 0);
  for (size_t at = w.from; at < mark;) {
    glyph g = glyph_at(line + at);
    bool tab = line[at] == '\t'; /* which stays, so that it fits any tab width */
    mr_str_repeat(out, tab ? '\t' : ' ', tab ? 1 : g.width);
    at += g.length;
  }
  size_t width = 0;
  for (size_t at = mark; at < end;) {
    glyph g = glyph_at(line + at);
    width += line[at] == '\t' ? 1 : g.width;
    at += g.length;
  }
  mr_str_format(out, "%s^", colours->severity[item->severity]);
  mr_str_repeat(out, '~', width > 1 ? width - 1 : 0);
  mr_str_format(out, "%s\n", colours->off);
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

void mr_diagnostics_format(const mr_diagnostics *list, bool colour, mr_str *out) {
  static const palette bright = {
      "\033[1m", {"\033[1;31m", "\033[1;35m", "\033[1;36m"}, "\033[2m", "\033[0m"};
  static const palette none = {"", {"", "", ""}, "", ""};
  static const char *const names[] = {"error", "warning", "note"};
  const palette *colours = colour ? &bright : &none;
  for (const mr_diagnostic *item = list->first; item != NULL; item = item->next) {
    if (item->source != NULL && item->source[0] != '\0') {
      bool in_file = item->line > 0 && !mr_source_is_override(item->source);
      mr_str_format(out, "%s%s", colours->place, item->source);
      if (in_file) {
        mr_str_format(out, ":%u", item->line);
      }
      if (in_file && item->column > 0) {
        mr_str_format(out, ":%u", item->column);
      }
      mr_str_format(out, ": %s", colours->off);
    }
    mr_str_format(out, "%s%s:%s %s\n", colours->severity[item->severity], names[item->severity],
                  colours->off, item->message);
    if (item->line_text != NULL && item->line > 0) {
      format_line(item, colours, out);
    }
    if (item->hint != NULL) {
      mr_str_format(out, "%s      = %s%s\n", colours->quiet, item->hint, colours->off);
    }
  }
}
