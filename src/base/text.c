#include "base/text.h"

#include <string.h>

bool mr_text_is(const char *text, size_t length, const char *word) {
  return strlen(word) == length && memcmp(text, word, length) == 0;
}

bool mr_text_is_nocase(const char *text, size_t length, const char *word) {
  if (strlen(word) != length) {
    return false;
  }
  for (size_t i = 0; i < length; i++) {
    if (mr_text_lower(text[i]) != mr_text_lower(word[i])) {
      return false;
    }
  }
  return true;
}

bool mr_text_begins_nocase(const char *text, const char *prefix) {
  for (; *prefix != '\0'; text++, prefix++) {
    if (mr_text_lower(*text) != mr_text_lower(*prefix)) {
      return false;
    }
  }
  return true;
}

bool mr_parse_uint(const char *text, size_t length, uint64_t max, uint64_t *out) {
  uint64_t value = 0;
  if (length == 0) {
    return false;
  }
  for (size_t i = 0; i < length; i++) {
    if (!mr_text_is_digit(text[i])) {
      return false;
    }
    uint64_t digit = (uint64_t)(text[i] - '0');
    if (digit > max || value > (max - digit) / 10) {
      return false;
    }
    value = value * 10 + digit;
  }
  *out = value;
  return true;
}

/** Digits with at most one point among them, as thousandths. */
static bool parse_decimal(const char *text, size_t length, uint64_t *out) {
  const char *point = memchr(text, '.', length);
  size_t whole = point != NULL ? (size_t)(point - text) : length;
  uint64_t value = 0;
  uint64_t fraction = 0; /* in ten-thousandths, to round by */
  if (length == 0 || (length == 1 && point != NULL) ||
      (whole > 0 && !mr_parse_uint(text, whole, UINT32_MAX, &value))) {
    return false;
  }
  uint64_t unit = 1000;
  for (size_t i = whole + 1; i < length; i++, unit /= 10) {
    if (!mr_text_is_digit(text[i])) {
      return false;
    }
    fraction += unit * (uint64_t)(text[i] - '0');
  }
  *out = value * 1000 + (fraction + 5) / 10;
  return true;
}

bool mr_parse_seconds(const char *text, size_t length, uint64_t max, uint64_t *out) {
  const char *colon = memchr(text, ':', length);
  size_t minutes_length = colon != NULL ? (size_t)(colon - text) : 0;
  size_t before = colon != NULL ? minutes_length + 1 : 0;
  uint64_t minutes = 0;
  uint64_t seconds = 0;
  if ((colon != NULL && !parse_decimal(text, minutes_length, &minutes)) ||
      !parse_decimal(text + before, length - before, &seconds) ||
      (colon != NULL && seconds >= 60000) || minutes * 60 + seconds > max) {
    return false;
  }
  *out = minutes * 60 + seconds;
  return true;
}

/* ---- tokens ---------------------------------------------------------------------------------- */

static void skip_blanks(mr_tokens *tokens) {
  while (tokens->left > 0 && mr_text_is_blank(*tokens->at)) {
    tokens->at++;
    tokens->left--;
  }
}

bool mr_next_token(mr_tokens *tokens, mr_token *out) {
  skip_blanks(tokens);
  *out = (mr_token){tokens->at, 0};
  while (out->length < tokens->left && !mr_text_is_blank(tokens->at[out->length])) {
    out->length++;
  }
  tokens->at += out->length;
  tokens->left -= out->length;
  return out->length > 0;
}

mr_token mr_tokens_rest(const mr_tokens *tokens) {
  mr_tokens rest = *tokens;
  skip_blanks(&rest);
  while (rest.left > 0 && mr_text_is_blank(rest.at[rest.left - 1])) {
    rest.left--;
  }
  return (mr_token){rest.at, rest.left};
}

/* ---- UTF-8 ----------------------------------------------------------------------------------- */

/** Length that a sequence's first byte announces; 0 if no sequence begins so. */
static size_t sequence_length(unsigned char first) {
  if (first < 0x80) {
    return first == 0 ? 0 : 1;
  }
  if (first >= 0xC2 && first <= 0xDF) {
    return 2;
  }
  if (first >= 0xE0 && first <= 0xEF) {
    return 3;
  }
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

size_t mr_utf8_sequence(const char *text, size_t left) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t length = sequence_length(bytes[0]);
  if (length > left) {
    return 0;
  }
  /* What may follow is any continuation, but not all of them are a second of three or four. */
  unsigned char first = bytes[0];
  unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  for (size_t i = 1; i < length; i++) {
    if (bytes[i] < (i == 1 ? low : 0x80) || bytes[i] > (i == 1 ? high : 0xBF)) {
      return 0;
    }
  }
  return length;
}

size_t mr_utf8_check(const char *text, size_t length) {
  size_t at = 0;
  while (at < length) {
    size_t step = mr_utf8_sequence(text + at, length - at);
    if (step == 0) {
      break;
    }
    at += step;
  }
  return at;
}

size_t mr_utf8_whole(const char *text, size_t length) {
  for (size_t back = 1; back <= 3 && back <= length; back++) {
    char byte = text[length - back];
    if (!mr_utf8_continues(byte)) {
      return sequence_length((unsigned char)byte) > back ? length - back : length;
    }
  }
  return length;
}

size_t mr_utf8_length(const char *text, size_t left) {
  size_t length = 1;
  while (length < left && length < 4 && (unsigned char)text[0] >= 0xC0 &&
         mr_utf8_continues(text[length])) {
    length++;
  }
  return length;
}

uint32_t mr_utf8_code(const char *text, size_t length) {
  static const unsigned char first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  uint32_t code = (unsigned char)text[0] & first_bits[length];
  for (size_t i = 1; i < length; i++) {
    code = code << 6 | ((unsigned char)text[i] & 0x3F);
  }
  return code;
}

/** @source The Unicode Standard, East Asian Width; the blocks that are wide throughout. */
unsigned mr_code_width(uint32_t code) {
  static const struct {
    uint32_t first, last;
    unsigned width;
  } ranges[] = {
      {0x0300, 0x036F, 0},   {0x1100, 0x115F, 2},   {0x200B, 0x200F, 0},   {0x20D0, 0x20FF, 0},
      {0x2E80, 0x303E, 2},   {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xF900, 0xFAFF, 2},
      {0xFE00, 0xFE0F, 0},   {0xFE30, 0xFE6F, 2},   {0xFF00, 0xFF60, 2},   {0xFFE0, 0xFFE6, 2},
      {0x1F300, 0x1F64F, 2}, {0x1F680, 0x1F6FF, 2}, {0x1F900, 0x1F9FF, 2}, {0x1FA70, 0x1FAFF, 2},
      {0x20000, 0x3FFFD, 2},
  };
  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && code >= ranges[i].first; i++) {
    if (code <= ranges[i].last) {
      return ranges[i].width;
    }
  }
  return 1;
}

size_t mr_utf8_mark(const char *text, size_t length) {
  static const char mark[] = {'\xEF', '\xBB', '\xBF'};
  return length >= sizeof mark && memcmp(text, mark, sizeof mark) == 0 ? sizeof mark : 0;
}

size_t mr_utf8_control(const char *text, size_t left) {
  unsigned char first = (unsigned char)text[0];
  if (first < 0x20 || first == 0x7F) {
    return first == '\t' ? 0 : 1;
  }
  return first == 0xC2 && left > 1 && (unsigned char)text[1] < 0xA0 ? 2 : 0;
}

void mr_column_name(unsigned index, char out[MR_COLUMN_NAME_MAX]) {
  enum { LETTERS = 26 };
  size_t length = 0;
  for (unsigned rest = index + 1; rest > 0; rest = (rest - 1) / LETTERS) {
    memmove(out + 1, out, length++);
    out[0] = (char)('a' + (rest - 1) % LETTERS);
  }
  out[length] = '\0';
}
