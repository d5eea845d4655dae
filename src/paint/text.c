#include <string.h>

#include "base/text.h"
#include "paint/paint_priv.h"

/** A range of codes, both ends included. */
typedef struct range {
  uint32_t first;
  uint32_t last;
} range;

static bool in_ranges(uint32_t code, const range *ranges, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (code >= ranges[i].first && code <= ranges[i].last) {
      return true;
    }
  }
  return false;
}

/** What could turn a line round, hide what follows or is no character at all. */
static bool is_unsafe(uint32_t code) {
  static const range unsafe[] = {
      {0x00, 0x1F},     {0x7F, 0x9F},     {0x200E, 0x200F},   {0x2028, 0x202E},
      {0x2060, 0x206F}, {0xFDD0, 0xFDEF}, {0xFFF9, 0xFFFB},   {0xFEFF, 0xFEFF},
      {0xFFFE, 0xFFFF}, {0x061C, 0x061C}, {0xE0000, 0xE0FFF},
  };
  return in_ranges(code, unsafe, sizeof unsafe / sizeof unsafe[0]) || (code & 0xFFFE) == 0xFFFE;
}

static bool is_blank(uint32_t code) {
  return code == '\t' || code == '\n' || code == '\r' || code == 0xA0 || code == 0x2028;
}

/** Length of the well-formed sequence at `at`; 0 where there is none. */
static size_t sequence_length(const char *at) {
  unsigned char first = (unsigned char)*at;
  size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  size_t there = 0;
  while (there < length && at[there] != '\0') {
    there++;
  }
  return there == length && mr_utf8_check(at, length) == length ? length : 0;
}

static uint32_t decode(const char *at, size_t length) {
  static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  uint32_t code = (unsigned char)at[0] & first_bits[length];
  for (size_t i = 1; i < length; i++) {
    code = code << 6 | ((unsigned char)at[i] & 0x3F);
  }
  return code;
}

const char *mr_paint_next(const char *at, uint32_t *code) {
  size_t length = sequence_length(at);
  if (length == 0) {
    *code = '?';
    return at + 1;
  }
  *code = decode(at, length);
  if (is_blank(*code)) {
    *code = ' ';
  } else if (is_unsafe(*code)) {
    *code = '?';
  }
  return at + length;
}

/** @source The Unicode Standard, East Asian Width; the blocks that are wide throughout. */
unsigned mr_paint_code_width(uint32_t code) {
  static const range none[] = {
      {0x0300, 0x036F}, {0x200B, 0x200D}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
  static const range wide[] = {
      {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
      {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
      {0x1F300, 0x1F64F}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
  };
  if (code < 0x300) {
    return 1;
  }
  if (in_ranges(code, none, sizeof none / sizeof none[0])) {
    return 0;
  }
  return in_ranges(code, wide, sizeof wide / sizeof wide[0]) ? 2 : 1;
}

size_t mr_paint_slice_width(const char *text, size_t length) {
  size_t width = 0;
  uint32_t code;
  for (const char *at = text; at < text + length;) {
    at = mr_paint_next(at, &code);
    width += mr_paint_code_width(code);
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
    size_t own = mr_paint_code_width(code);
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

static const char *entity(uint32_t code) {
  switch (code) {
  case '&':
    return "&amp;";
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  default:
    return NULL;
  }
}

void mr_paint_put_markup(mr_str *out, const char *text) {
  if (text != NULL) {
    mr_paint_put_markup_slice(out, text, strlen(text));
  }
}

void mr_paint_put_markup_slice(mr_str *out, const char *text, size_t length) {
  uint32_t code;
  for (const char *at = text; at < text + length;) {
    at = mr_paint_next(at, &code);
    const char *name = entity(code);
    if (name != NULL) {
      mr_str_add(out, name);
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
