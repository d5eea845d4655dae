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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_expected_is_told_with_what_is_there),
    cmocka_unit_test(a_character_is_taken_where_it_stands),
    cmocka_unit_test(numbers_end_before_what_is_no_digit),
    cmocka_unit_test(a_number_out_of_bounds_changes_nothing),
    cmocka_unit_test(a_word_is_taken_whole_or_not_at_all),
};

MR_TEST_MAIN(tests)
