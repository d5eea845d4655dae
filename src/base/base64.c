#include "base/base64.h"

#include <stdint.h>
#include <string.h>

enum { GROUP = 3, LETTERS = 4, NO_LETTER = 64 };

static const char LETTER[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void mr_base64_encode(const void *bytes, size_t length, mr_str *out) {
  const uint8_t *from = bytes;
  for (size_t at = 0; at < length; at += GROUP) {
    size_t some = length - at < GROUP ? length - at : GROUP;
    uint32_t bits = 0;
    for (size_t i = 0; i < GROUP; i++) {
      bits = bits << 8 | (i < some ? from[at + i] : 0);
    }
    for (size_t i = 0; i < LETTERS; i++) {
      mr_str_char(out, i <= some ? LETTER[bits >> (18 - 6 * i) & 63] : '=');
    }
  }
}

static unsigned value_of(char letter) {
  const char *at = letter != '\0' ? strchr(LETTER, letter) : NULL;
  return at != NULL ? (unsigned)(at - LETTER) : NO_LETTER;
}

/** Four letters, of which the last group may lack two. */
static bool decode_group(const char *text, bool last, mr_str *out) {
  size_t letters = LETTERS;
  uint32_t bits = 0;
  while (last && letters > 2 && text[letters - 1] == '=') {
    letters--;
  }
  for (size_t i = 0; i < LETTERS; i++) {
    unsigned value = i < letters ? value_of(text[i]) : 0;
    if (value == NO_LETTER) {
      return false;
    }
    bits = bits << 6 | value;
  }
  size_t bytes = letters - 1;
  if ((bits & ((1u << 8 * (GROUP - bytes)) - 1u)) != 0) {
    return false; /* bits that nobody has written */
  }
  for (size_t i = 0; i < bytes; i++) {
    mr_str_bytes(out, &(char){(char)(bits >> (16 - 8 * i) & 0xFF)}, 1);
  }
  return true;
}

bool mr_base64_decode(const char *text, size_t length, mr_str *out) {
  bool good = length % LETTERS == 0;
  for (size_t at = 0; at < length && good; at += LETTERS) {
    good = decode_group(text + at, at + LETTERS == length, out);
  }
  return good;
}
