#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

/** What could turn a line round, hide what follows or is no character at all. */
static bool is_unsafe(uint32_t code) {
  static const uint32_t unsafe[][2] = {
      {0x00, 0x1F},     {0x7F, 0x9F},     {0x200E, 0x200F},   {0x2028, 0x202E},
      {0x2060, 0x206F}, {0xFDD0, 0xFDEF}, {0xFFF9, 0xFFFB},   {0xFEFF, 0xFEFF},
      {0xFFFE, 0xFFFF}, {0x061C, 0x061C}, {0xE0000, 0xE0FFF},
  };
  for (size_t i = 0; i < sizeof unsafe / sizeof unsafe[0]; i++) {
    if (code >= unsafe[i][0] && code <= unsafe[i][1]) {
      return true;
    }
  }
  return (code & 0xFFFE) == 0xFFFE;
}

const char *mr_paint_next(const char *at, uint32_t *code) {
  size_t length = mr_utf8_sequence(at, strnlen(at, 4));
  if (length == 0) {
    *code = '?';
    return at + 1;
  }
  *code = mr_utf8_code(at, length);
  if (*code == '\t' || *code == '\n' || *code == '\r' || *code == 0xA0 || *code == 0x2028) {
    *code = ' ';
  } else if (is_unsafe(*code)) {
    *code = '?';
  }
  return at + length;
}

size_t mr_paint_slice_width(const char *text, size_t length) {
  size_t width = 0;
  uint32_t code;
  for (const char *at = text; at < text + length;) {
    at = mr_paint_next(at, &code);
    width += mr_code_width(code);
  }
  return width;
}

size_t mr_paint_width(const char *text) {
  return text != NULL ? mr_paint_slice_width(text, strlen(text)) : 0;
}

void mr_paint_put_code(mr_str *out, uint32_t code) {
  char bytes[4];
  if (code < 0x80) {
    mr_str_char(out, (char)code);
    return;
  }
  size_t length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
  for (size_t i = length - 1; i > 0; i--) {
    bytes[i] = (char)(0x80 | (code & 0x3F));
    code >>= 6;
  }
  bytes[0] = (char)(lead[length] | code);
  mr_str_bytes(out, bytes, length);
}

void mr_paint_put(mr_str *out, const char *text) {
  uint32_t code;
  for (const char *at = text; at != NULL && *at != '\0';) {
    at = mr_paint_next(at, &code);
    mr_paint_put_code(out, code);
  }
}

static const char *skip_blanks(const char *at) {
  uint32_t code;
  while (*at != '\0') {
    const char *next = mr_paint_next(at, &code);
    if (code != ' ') {
      break;
    }
    at = next;
  }
  return at;
}

/** Where a line that begins at `start` ends. */
static const char *line_end(const char *start, size_t width) {
  const char *words_end = NULL;
  const char *at = start;
  size_t column = 0;
  bool in_word = false;
  while (*at != '\0') {
    uint32_t code;
    const char *next = mr_paint_next(at, &code);
    size_t own = mr_code_width(code);
    if (code == ' ') {
      words_end = in_word ? at : words_end;
    } else if (column + own > width) {
      return words_end != NULL ? words_end : at > start ? at : next;
    }
    in_word = code != ' ';
    column += own;
    at = next;
  }
  return in_word ? at : words_end;
}

bool mr_paint_wrap(const char **rest, size_t width, const char **line, size_t *length) {
  const char *start = skip_blanks(*rest);
  if (*start == '\0') {
    *rest = start;
    return false;
  }
  const char *end = line_end(start, width);
  *line = start;
  *length = (size_t)(end - start);
  *rest = skip_blanks(end);
  return true;
}

void mr_paint_put_markup(mr_str *out, const char *text) {
  if (text != NULL) {
    mr_paint_put_markup_slice(out, text, strlen(text));
  }
}

void mr_paint_put_markup_slice(mr_str *out, const char *text, size_t length) {
  static const char special[] = "&<>\"'";
  static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  uint32_t code;
  for (const char *at = text; at < text + length;) {
    at = mr_paint_next(at, &code);
    const char *found = code < 0x80 ? memchr(special, (int)code, sizeof special - 1) : NULL;
    if (found != NULL) {
      mr_str_add(out, entities[found - special]);
    } else {
      mr_paint_put_code(out, code);
    }
  }
}

bool mr_paint_is_number(const char *text) {
  bool digit = false;
  for (const char *at = text; *at != '\0'; at++) {
    if (strchr("0123456789+-.,:%/ ", *at) == NULL) {
      return false;
    }
    digit = digit || mr_text_is_digit(*at);
  }
  return digit;
}
