#include <marcher/seal.h>

#include "base/text.h"

void mr_seal_add_hex(mr_str *out, const uint8_t *bytes, size_t length) {
  static const char digits[] = "0123456789abcdef";
  for (size_t i = 0; i < length; i++) {
    mr_str_char(out, digits[bytes[i] >> 4]);
    mr_str_char(out, digits[bytes[i] & 15]);
  }
}

/** The value of a digit, small letters alone; 16 of anything else. */
static unsigned digit(char c) {
  if (mr_text_is_digit(c)) {
    return (unsigned)(c - '0');
  }
  return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
}

bool mr_seal_read_hex(const char *text, size_t length, uint8_t *out, size_t size) {
  if (length != 2 * size) {
    return false;
  }
  for (size_t i = 0; i < size; i++) {
    unsigned high = digit(text[2 * i]);
    unsigned low = digit(text[2 * i + 1]);
    if (high > 15 || low > 15) {
      return false;
    }
    out[i] = (uint8_t)(high << 4 | low);
  }
  return true;
}
