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
      !parse_decimal(text + before, length - before, &seconds) || minutes * 60 + seconds > max) {
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

/** Whether `second` may follow `first` in a sequence of three or four (else: any continuation). */
static bool second_fits(unsigned char first, unsigned char second) {
  unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  return second >= low && second <= high;
}

static bool is_continuation(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}

/** Length of the well-formed sequence at `bytes`, or 0. */
static size_t sequence_check(const unsigned char *bytes, size_t left) {
  size_t length = sequence_length(bytes[0]);
  if (length > left || (length > 1 && !second_fits(bytes[0], bytes[1]))) {
    return 0;
  }
  for (size_t i = 2; i < length; i++) {
    if (!is_continuation(bytes[i])) {
      return 0;
    }
  }
  return length;
}

size_t mr_utf8_check(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  size_t at = 0;
  while (at < length) {
    size_t step = sequence_check(bytes + at, length - at);
    if (step == 0) {
      break;
    }
    at += step;
  }
  return at;
}

size_t mr_utf8_whole(const char *text, size_t length) {
  const unsigned char *bytes = (const unsigned char *)text;
  for (size_t back = 1; back <= 3 && back <= length; back++) {
    unsigned char byte = bytes[length - back];
    if (!is_continuation(byte)) {
      return sequence_length(byte) > back ? length - back : length;
    }
  }
  return length;
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
