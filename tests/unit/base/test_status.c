#include <marcher/status.h>

#include <string.h>

#include "test_main.h"

static void every_status_has_a_name(void **state) {
  (void)state;
  for (unsigned i = 0; i < MR_STATUS_COUNT; i++) {
    const char *name = mr_status_name((mr_status)i);
    assert_non_null(name);
    assert_string_not_equal(name, "");
    assert_string_not_equal(name, "?");
    for (unsigned j = 0; j < i; j++) {
      assert_string_not_equal(name, mr_status_name((mr_status)j));
    }
  }
}

static void a_number_that_is_no_status_is_named_by_a_question_mark(void **state) {
  (void)state;
  assert_string_equal(mr_status_name(MR_STATUS_COUNT), "?");
}

static void setting_an_error_returns_its_status_and_clears_the_place(void **state) {
  (void)state;
  mr_error err = {.line = 3, .column = 4, .source = "old"};
  assert_int_equal(mr_error_set(&err, MR_ERR_RANGE, "%d is over %d", 9, 8), MR_ERR_RANGE);
  assert_int_equal(err.status, MR_ERR_RANGE);
  assert_string_equal(err.message, "9 is over 8");
  assert_int_equal(err.line, 0);
  assert_int_equal(err.column, 0);
  assert_string_equal(err.source, "");
}

static MR_PRINTF(2, 3) mr_status refuse(mr_error *err, const char *format, ...) {
  va_list args;
  va_start(args, format);
  mr_status status = mr_error_vset(err, MR_ERR_MISMATCH, format, args);
  va_end(args);
  return status;
}

static void an_error_is_set_from_the_arguments_of_another_function(void **state) {
  (void)state;
  mr_error err = {.line = 3, .column = 4, .source = "old"};
  assert_int_equal(refuse(&err, "%s is not %d", "nine", 8), MR_ERR_MISMATCH);
  assert_int_equal(err.status, MR_ERR_MISMATCH);
  assert_string_equal(err.message, "nine is not 8");
  assert_int_equal(err.line, 0);
  assert_string_equal(err.source, "");
  assert_int_equal(refuse(NULL, "%s", "nobody listens"), MR_ERR_MISMATCH);
}

static void an_error_may_be_null(void **state) {
  (void)state;
  assert_int_equal(mr_error_set(NULL, MR_ERR_IO, "x"), MR_ERR_IO);
  assert_int_equal(mr_error_at(NULL, MR_ERR_SYNTAX, 2, "x"), MR_ERR_SYNTAX);
  mr_error_locate(NULL, "file", 1, 1);
}

static void an_error_remembers_its_column(void **state) {
  (void)state;
  mr_error err;
  assert_int_equal(mr_error_at(&err, MR_ERR_SYNTAX, 7, "expected a digit"), MR_ERR_SYNTAX);
  assert_int_equal(err.column, 7);
  assert_int_equal(err.line, 0);
}

static void an_error_may_quote_its_own_message(void **state) {
  (void)state;
  mr_error err;
  mr_error_set(&err, MR_ERR_IO, "no such file");
  mr_error_set(&err, MR_ERR_IO, "cannot open %s: %s", "a.ini", err.message);
  assert_string_equal(err.message, "cannot open a.ini: no such file");
}

static void a_long_message_is_cut_between_characters(void **state) {
  (void)state;
  char text[MR_ERROR_MESSAGE_MAX + 64];
  /* One byte, then two-byte characters: the cut at 511 bytes falls between two of them. */
  for (size_t shift = 0; shift < 2; shift++) {
    memset(text, 'x', shift);
    for (size_t i = shift; i + 2 < sizeof text; i += 2) {
      memcpy(text + i, "\xC3\xA9", 3);
    }
    mr_error err;
    mr_error_set(&err, MR_ERR_IO, "%s", text);
    assert_int_equal(strlen(err.message), shift == 1 ? 511 : 510);
    assert_memory_equal(err.message, text, strlen(err.message));
  }
}

static void locating_an_error_keeps_its_message(void **state) {
  (void)state;
  mr_error err;
  mr_error_set(&err, MR_ERR_UNKNOWN, "no key 'x'");
  mr_error_locate(&err, "games/chess.ini", 12, 5);
  assert_string_equal(err.message, "no key 'x'");
  assert_string_equal(err.source, "games/chess.ini");
  assert_int_equal(err.line, 12);
  assert_int_equal(err.column, 5);
  mr_error_locate(&err, err.source, 13, 6);
  assert_string_equal(err.source, "games/chess.ini");
  mr_error_locate(&err, NULL, 1, 1);
  assert_string_equal(err.source, "");
}

static void a_long_source_is_cut(void **state) {
  (void)state;
  char source[2 * MR_ERROR_SOURCE_MAX];
  memset(source, 'a', sizeof source);
  source[sizeof source - 1] = '\0';
  mr_error err;
  mr_error_set(&err, MR_ERR_IO, "x");
  mr_error_locate(&err, source, 1, 0);
  assert_int_equal(strlen(err.source), MR_ERROR_SOURCE_MAX - 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_status_has_a_name),
    cmocka_unit_test(a_number_that_is_no_status_is_named_by_a_question_mark),
    cmocka_unit_test(setting_an_error_returns_its_status_and_clears_the_place),
    cmocka_unit_test(an_error_is_set_from_the_arguments_of_another_function),
    cmocka_unit_test(an_error_may_be_null),
    cmocka_unit_test(an_error_remembers_its_column),
    cmocka_unit_test(an_error_may_quote_its_own_message),
    cmocka_unit_test(a_long_message_is_cut_between_characters),
    cmocka_unit_test(locating_an_error_keeps_its_message),
    cmocka_unit_test(a_long_source_is_cut),
};

MR_TEST_MAIN(tests)
