#include "kernel/reader.h"

#include <stdarg.h>
#include <string.h>

#include "base/text.h"

/** So much of a word is shown that is too much. */
enum { WORD_SHOWN = 32 };

mr_status mr_reader_fail(mr_reader *r, mr_status status, size_t at, const char *format, ...) {
  if (r->status == MR_OK) {
    va_list args;
    va_start(args, format);
    r->status = mr_error_vset(r->err, status, format, args);
    va_end(args);
    if (r->err != NULL) {
      r->err->column = (uint32_t)at + 1;
    }
  }
  return r->status;
}

mr_status mr_reader_expected(mr_reader *r, const char *what) {
  char c = mr_reader_peek(r);
  if (!mr_reader_more(r)) {
    return mr_reader_fail(r, MR_ERR_SYNTAX, r->at, "expected %s, found the end", what);
  }
  if (!mr_text_is_print(c)) {
    return mr_reader_fail(r, MR_ERR_SYNTAX, r->at, "expected %s, found byte 0x%02x", what,
                          (unsigned)(unsigned char)c);
  }
  return mr_reader_fail(r, MR_ERR_SYNTAX, r->at, "expected %s, found '%c'", what, c);
}

mr_status mr_reader_char(mr_reader *r, char c, const char *what) {
  if (!mr_reader_more(r) || mr_reader_peek(r) != c) {
    return mr_reader_expected(r, what);
  }
  r->at++;
  return MR_OK;
}

unsigned mr_reader_one_of(mr_reader *r, const char *characters, const char *what) {
  char c = mr_reader_peek(r);
  const char *found = c != '\0' ? strchr(characters, c) : NULL;
  if (found == NULL) {
    mr_reader_expected(r, what);
    return 0;
  }
  r->at++;
  return (unsigned)(found - characters);
}

mr_status mr_reader_end(mr_reader *r) {
  size_t begin = r->at, end;
  if (!mr_reader_more(r)) {
    return r->status;
  }
  while (begin < r->length && r->text[begin] == ' ') {
    begin++;
  }
  for (end = begin; end < r->length && mr_text_is_print(r->text[end]) && r->text[end] != ' ';) {
    end++;
  }
  if (begin == r->at || begin == end) {
    return mr_reader_expected(r, "the end");
  }
  bool cut = end - begin > WORD_SHOWN;
  return mr_reader_fail(r, MR_ERR_SYNTAX, begin, "expected the end, found '%.*s%s'",
                        (int)(cut ? WORD_SHOWN : end - begin), r->text + begin, cut ? "..." : "");
}

mr_status mr_reader_number(mr_reader *r, unsigned min, unsigned max, const char *what,
                           unsigned *out) {
  size_t begin = r->at, end = r->at;
  uint64_t value = 0;
  while (end < r->length && mr_text_is_digit(r->text[end])) {
    end++;
  }
  if (end == begin || r->status != MR_OK) {
    return mr_reader_expected(r, what);
  }
  if (end > begin + 1 && r->text[begin] == '0') {
    return mr_reader_fail(r, MR_ERR_SYNTAX, begin, "%s is written without leading zeros", what);
  }
  if (!mr_parse_uint(r->text + begin, end - begin, max, &value) || value < min) {
    return min == 0
               ? mr_reader_fail(r, MR_ERR_SYNTAX, begin, "%s is at most %u", what, max)
               : mr_reader_fail(r, MR_ERR_SYNTAX, begin, "%s is from %u to %u", what, min, max);
  }
  r->at = end;
  *out = (unsigned)value;
  return MR_OK;
}

bool mr_reader_take(mr_reader *r, const char *word) {
  size_t n = strlen(word);
  if (r->status != MR_OK || r->length - r->at < n || memcmp(r->text + r->at, word, n) != 0) {
    return false;
  }
  r->at += n;
  return true;
}

/* ---- rows of a board ------------------------------------------------------------------------- */

mr_status mr_reader_rows(mr_reader *r, const mr_rows *rows, void *context) {
  unsigned cells = rows->columns * rows->rows;
  bool after_run = false;
  for (unsigned cell = 0; r->status == MR_OK && cell < cells;) {
    unsigned place = cell % rows->columns, run = 1;
    if (place == 0 && cell > 0) {
      mr_reader_char(r, '/', "'/' between rows");
    }
    after_run = after_run && place > 0;
    char c = mr_reader_peek(r);
    if (rows->read(r, context, cell)) {
      after_run = false;
    } else if (mr_text_is_digit(c) && c != '0' && !after_run) {
      mr_reader_number(r, 0, rows->columns - place, rows->run, &run);
      after_run = true;
    } else {
      mr_reader_expected(r, rows->what);
    }
    cell += run;
  }
  return r->status;
}

void mr_str_rows(mr_str *out, const mr_rows *rows, const void *context) {
  unsigned run = 0;
  for (unsigned cell = 0; cell < rows->columns * rows->rows; cell++) {
    unsigned value = rows->value(context, cell), place = cell % rows->columns;
    mr_str_add(out, place == 0 && cell > 0 ? "/" : "");
    run += value == 0;
    if (run > 0 && (value != 0 || place + 1 == rows->columns)) {
      mr_str_uint(out, run);
      run = 0;
    }
    if (value != 0) {
      rows->add(out, value);
    }
  }
}
