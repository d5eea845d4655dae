#include "kernel/reader.h"

#include <string.h>

#include "base/text.h"

mr_status mr_reader_expected(const mr_reader *r, const char *what) {
  if (!mr_reader_more(r)) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r), "expected %s, found the end",
                       what);
  }
  char c = mr_reader_peek(r);
  if (!mr_text_is_print(c)) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r), "expected %s, found byte 0x%02x",
                       what, (unsigned)(unsigned char)c);
  }
  return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r), "expected %s, found '%c'", what,
                     c);
}

mr_status mr_reader_char(mr_reader *r, char c, const char *what) {
  if (!mr_reader_more(r) || mr_reader_peek(r) != c) {
    return mr_reader_expected(r, what);
  }
  r->at++;
  return MR_OK;
}

static mr_status out_of_range(const mr_reader *r, size_t begin, unsigned min, unsigned max,
                              const char *what) {
  uint32_t column = (uint32_t)begin + 1;
  if (min == 0) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, column, "%s is at most %u", what, max);
  }
  return mr_error_at(r->err, MR_ERR_SYNTAX, column, "%s is from %u to %u", what, min, max);
}

mr_status mr_reader_number(mr_reader *r, unsigned min, unsigned max, const char *what,
                           unsigned *out) {
  size_t begin = r->at, end = r->at;
  uint64_t value = 0;
  while (end < r->length && mr_text_is_digit(r->text[end])) {
    end++;
  }
  if (end == begin) {
    return mr_reader_expected(r, what);
  }
  if (end > begin + 1 && r->text[begin] == '0') {
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1,
                       "%s is written without leading zeros", what);
  }
  if (!mr_parse_uint(r->text + begin, end - begin, max, &value) || value < min) {
    return out_of_range(r, begin, min, max, what);
  }
  r->at = end;
  *out = (unsigned)value;
  return MR_OK;
}

bool mr_reader_take(mr_reader *r, const char *word) {
  size_t n = strlen(word);
  if (r->length - r->at < n || memcmp(r->text + r->at, word, n) != 0) {
    return false;
  }
  r->at += n;
  return true;
}
