#include <string.h>

#include "kernel/reader.h"
#include "test_main.h"

static mr_error error;

static mr_reader over(const char *text) {
  error = (mr_error){0};
  return (mr_reader){.text = text, .length = strlen(text), .err = &error};
}

static void assert_complaint(const char *message, uint32_t column) {
  assert_string_equal(error.message, message);
  assert_int_equal(error.column, column);
  assert_int_equal(error.status, MR_ERR_SYNTAX);
}

static void what_is_expected_is_told_with_what_is_there(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "expected a dash, found the end"},
      {"x", "expected a dash, found 'x'"},
      {"\x7F", "expected a dash, found byte 0x7f"},
      {"\xE9", "expected a dash, found byte 0xe9"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_reader r = over(cases[i].text);
    assert_int_equal(mr_reader_char(&r, '-', "a dash"), MR_ERR_SYNTAX);
    assert_complaint(cases[i].message, 1);
    assert_int_equal(r.at, 0);
  }
}

static void a_character_is_taken_where_it_stands(void **unused) {
  (void)unused;
  mr_reader r = over("-+");
  assert_int_equal(mr_reader_char(&r, '-', "a dash"), MR_OK);
  assert_int_equal(mr_reader_peek(&r), '+');
  assert_int_equal(mr_reader_column(&r), 2);
  assert_int_equal(mr_reader_char(&r, '+', "a plus"), MR_OK);
  assert_false(mr_reader_more(&r));
  assert_int_equal(mr_reader_peek(&r), '\0');
  assert_int_equal(mr_reader_char(&r, '\0', "a NUL"), MR_ERR_SYNTAX); /* the end is no character */
}

static void numbers_end_before_what_is_no_digit(void **unused) {
  (void)unused;
  unsigned value = 9;
  mr_reader r = over("4294967295x0");
  assert_int_equal(mr_reader_number(&r, 0, UINT32_MAX, "n", &value), MR_OK);
  assert_int_equal(value, UINT32_MAX);
  assert_int_equal(mr_reader_char(&r, 'x', "x"), MR_OK);
  assert_int_equal(mr_reader_number(&r, 0, 5, "n", &value), MR_OK);
  assert_int_equal(value, 0);
}

static void a_number_out_of_bounds_changes_nothing(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    unsigned min, max;
    const char *message;
  } cases[] = {
      {"17", 0, 16, "the run is at most 16"},
      {"0", 1, 16, "the run is from 1 to 16"},
      {"17", 1, 16, "the run is from 1 to 16"},
      {"99999999999999999999999", 0, UINT32_MAX, "the run is at most 4294967295"},
      {"007", 0, 16, "the run is written without leading zeros"},
      {"00", 0, 16, "the run is written without leading zeros"},
      {"-1", 0, 16, "expected the run, found '-'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    unsigned value = 77;
    mr_reader r = over(cases[i].text);
    assert_int_equal(mr_reader_number(&r, cases[i].min, cases[i].max, "the run", &value),
                     MR_ERR_SYNTAX);
    assert_complaint(cases[i].message, 1);
    assert_int_equal(value, 77);
    assert_int_equal(r.at, 0);
  }
}

static void a_word_is_taken_whole_or_not_at_all(void **unused) {
  (void)unused;
  mr_reader r = over("a<>b");
  assert_false(mr_reader_take(&r, "<>"));
  assert_true(mr_reader_take(&r, "a"));
  assert_false(mr_reader_take(&r, "<>bc"));
  assert_true(mr_reader_take(&r, "<>"));
  assert_int_equal(r.at, 3);
}

static void one_of_some_characters_is_taken_by_its_place(void **unused) {
  (void)unused;
  mr_reader r = over("bw");
  assert_int_equal(mr_reader_one_of(&r, "wb", "a side"), 1);
  assert_int_equal(mr_reader_one_of(&r, "wb", "a side"), 0);
  assert_int_equal(mr_reader_end(&r), MR_OK);
  assert_int_equal(mr_reader_one_of(&r, "wb", "a side"), 0);
  assert_complaint("expected a side, found the end", 3);
}

static void a_word_too_many_is_named(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *message;
    uint32_t column;
  } cases[] = {
      {"7 extra words", "expected the end, found 'extra'", 3},
      {"7   8", "expected the end, found '8'", 5},
      {"7 ", "expected the end, found ' '", 2},
      {"7 \x01", "expected the end, found ' '", 2},
      {"7 a-word-of-more-than-thirty-two-letters",
       "expected the end, found 'a-word-of-more-than-thirty-two-l...'", 3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    unsigned value = 0;
    mr_reader r = over(cases[i].text);
    assert_int_equal(mr_reader_number(&r, 0, 9, "n", &value), MR_OK);
    assert_int_equal(mr_reader_end(&r), MR_ERR_SYNTAX);
    assert_complaint(cases[i].message, cases[i].column);
  }
}

static void the_first_complaint_ends_the_text(void **unused) {
  (void)unused;
  unsigned value = 77;
  mr_reader r = over("7x7");
  assert_int_equal(mr_reader_number(&r, 0, 9, "n", &value), MR_OK);
  assert_int_equal(mr_reader_end(&r), MR_ERR_SYNTAX);
  assert_complaint("expected the end, found 'x'", 2);
  assert_false(mr_reader_more(&r));
  assert_false(mr_reader_take(&r, "x"));
  assert_int_equal(mr_reader_char(&r, 'x', "an x"), MR_ERR_SYNTAX);
  assert_int_equal(mr_reader_number(&r, 0, 9, "n", &value), MR_ERR_SYNTAX);
  assert_int_equal(mr_reader_fail(&r, MR_ERR_ILLEGAL, 0, "no %s", "more"), MR_ERR_SYNTAX);
  assert_complaint("expected the end, found 'x'", 2);
  assert_int_equal(r.at, 1);
  assert_int_equal(value, 7);
}

/* ---- rows of a board ------------------------------------------------------------------------- */

enum { COLUMNS = 12, ROWS = 2, CELLS = COLUMNS * ROWS };

static bool read_letter(mr_reader *r, void *board, unsigned cell) {
  char c = mr_reader_peek(r);
  if (c != 'x' && c != 'o') {
    return false;
  }
  if (cell < CELLS) {
    ((char *)board)[cell] = c;
  }
  r->at++;
  return true;
}

static unsigned letter_at(const void *board, unsigned cell) {
  return (unsigned char)((const char *)board)[cell];
}

static void add_letter(mr_str *out, unsigned letter) {
  mr_str_char(out, (char)letter);
}

static const mr_rows rows = {
    .columns = COLUMNS,
    .rows = ROWS,
    .what = "x, o or a run",
    .read = read_letter,
    .value = letter_at,
    .add = add_letter,
};

static void rows_are_written_as_they_are_read(void **unused) {
  (void)unused;
  static const char *const texts[] = {"12/12", "x11/11o", "xo9o/o10x", "2xx2oo2xx/xxxxxxxxxxxx"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    char board[24] = {0}, buffer[32];
    mr_str out = mr_str_fixed(buffer, sizeof buffer);
    mr_reader r = over(texts[i]);
    assert_int_equal(mr_reader_rows(&r, &rows, board), MR_OK);
    assert_int_equal(mr_reader_end(&r), MR_OK);
    mr_str_rows(&out, &rows, board);
    assert_string_equal(buffer, texts[i]);
  }
}

static void rows_that_do_not_fit_are_complained_of_where_they_fail(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *message;
    uint32_t column;
  } cases[] = {
      {"", "expected x, o or a run, found the end", 1},
      {"13/12", "row 0 has 13 squares, 12 are needed", 1},
      {"x12/12", "row 0 has 13 squares, 12 are needed", 2},
      {"xxxxxxxxxxxxoxo3/12", "row 0 has 18 squares, 12 are needed", 13},
      {"1/12", "row 0 has 1 square, 12 are needed", 2},
      {"12//12", "row 1 has 0 squares, 12 are needed", 4},
      {"1000/12", "a run of squares is from 1 to 999", 1},
      {"xx10", "there is 1 row, 2 are needed", 5},
      {"12/6x", "row 1 has 7 squares, 12 are needed", 6},
      {"12/6x w", "row 1 has 7 squares, 12 are needed", 6},
      {"12/", "expected x, o or a run, found the end", 4},
      {"12/x0", "expected x, o or a run, found '0'", 5},
      {"12 12", "there is 1 row, 2 are needed", 3},
      {"12?12", "expected '/' between rows, found '?'", 3},
      {"12/12/12", "there are more than 2 rows", 6},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char board[24] = {0};
    mr_reader r = over(cases[i].text);
    assert_int_equal(mr_reader_rows(&r, &rows, board), MR_ERR_SYNTAX);
    assert_complaint(cases[i].message, cases[i].column);
  }
}

static void rows_are_called_as_on_the_board(void **unused) {
  (void)unused;
  char board[CELLS] = {0};
  mr_rows turned = rows;
  turned.from_below = true;
  mr_reader r = over("11/12");
  assert_int_equal(mr_reader_rows(&r, &turned, board), MR_ERR_SYNTAX);
  assert_complaint("row 2 has 11 squares, 12 are needed", 3);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_expected_is_told_with_what_is_there),
    cmocka_unit_test(a_character_is_taken_where_it_stands),
    cmocka_unit_test(numbers_end_before_what_is_no_digit),
    cmocka_unit_test(a_number_out_of_bounds_changes_nothing),
    cmocka_unit_test(a_word_is_taken_whole_or_not_at_all),
    cmocka_unit_test(one_of_some_characters_is_taken_by_its_place),
    cmocka_unit_test(a_word_too_many_is_named),
    cmocka_unit_test(the_first_complaint_ends_the_text),
    cmocka_unit_test(rows_are_written_as_they_are_read),
    cmocka_unit_test(rows_that_do_not_fit_are_complained_of_where_they_fail),
    cmocka_unit_test(rows_are_called_as_on_the_board),
};

MR_TEST_MAIN(tests)
