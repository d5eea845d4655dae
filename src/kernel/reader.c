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

enum { RUN_MOST = 999 /**< so that rows that are too wide are counted */ };

/* Whether the rows end here, as far as anybody can tell. */
static bool at_end_of_rows(const mr_reader *r) {
  return r->status == MR_OK && (r->at == r->length || r->text[r->at] == ' ');
}

/* Reads a square of a row, or a run of empty ones. @return how many; 0: it is neither */
static unsigned read_squares(mr_reader *r, const mr_rows *rows, void *context, unsigned cell) {
  char c = mr_reader_peek(r);
  unsigned run = 0;
  if (rows->read(r, context, cell)) {
    return 1;
  }
  if (mr_text_is_digit(c) && c != '0') {
    mr_reader_number(r, 1, RUN_MOST, "a run of squares", &run);
  }
  return run;
}

static void read_row(mr_reader *r, const mr_rows *rows, void *context, unsigned row) {
  unsigned columns = rows->columns, width = 0, found = 1;
  size_t wrong = 0; /* 1 + where it becomes too wide */
  for (; r->status == MR_OK && found > 0; width += found) {
    size_t at = r->at;
    unsigned cell = width < columns ? row * columns + width : columns * rows->rows;
    found = read_squares(r, rows, context, cell);
    wrong = wrong == 0 && width + found > columns ? at + 1 : wrong;
  }
  bool ends = mr_reader_peek(r) == '/' || (width > 0 && at_end_of_rows(r));
  if (width > columns || (width < columns && ends)) {
    mr_reader_fail(
        r, MR_ERR_SYNTAX, wrong > 0 ? wrong - 1 : r->at, "row %u has %u square%s, %u are needed",
        rows->from_below ? rows->rows - row : row, width, mr_text_plural(width), columns);
  } else if (width < columns) {
    mr_reader_expected(r, rows->what);
  }
}

mr_status mr_reader_rows(mr_reader *r, const mr_rows *rows, void *context) {
  for (unsigned row = 0; r->status == MR_OK && row < rows->rows; row++) {
    if (row > 0 && at_end_of_rows(r)) {
      mr_reader_fail(r, MR_ERR_SYNTAX, r->at, "there %s %u row%s, %u are needed",
                     row == 1 ? "is" : "are", row, mr_text_plural(row), rows->rows);
    } else if (row > 0) {
      mr_reader_char(r, '/', "'/' between rows");
    }
    read_row(r, rows, context, row);
  }
  if (mr_reader_peek(r) == '/') {
    mr_reader_fail(r, MR_ERR_SYNTAX, r->at, "there are more than %u row%s", rows->rows,
                   mr_text_plural(rows->rows));
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
