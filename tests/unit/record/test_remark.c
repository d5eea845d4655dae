/* Remarks and times: format 3 of records. */
#include <string.h>

#include "record_fixture.h"
#include "test_main.h"

#define V3 "[Marcher \"3\"]\n"

typedef struct fault {
  const char *text;
  mr_status status;
  uint32_t line;
  uint32_t column;
  const char *message;
} fault;

static mr_status parse(const char *text) {
  mr_record_done(&record);
  mr_record_init(&record, NULL);
  return mr_record_parse(&record, "game.rec", text, strlen(text), &error);
}

static void assert_written(const char *expected) {
  mr_str out = mr_str_growing(NULL);
  mr_record_format(&record, &out);
  assert_int_equal(out.status, MR_OK);
  assert_string_equal(mr_str_text(&out), expected);
  mr_str_done(&out);
}

static void remarks_and_times_are_written_and_read_again(void **state) {
  (void)state;
  const uint32_t times[] = {3250, MR_RECORD_NO_TIME, 40};
  mr_record_remark remark;
  assert_int_equal(mr_record_add_move(&record, "e2e4", NULL, &error), MR_OK);
  assert_int_equal(mr_record_add_move(&record, "e7e5", NULL, &error), MR_OK);
  assert_int_equal(mr_record_add_move(&record, "g1f3", NULL, &error), MR_OK);
  assert_int_equal(mr_record_add_remark(&record, 0, "Where do I begin?", &error), MR_OK);
  assert_int_equal(mr_record_add_remark(&record, 3, "a \"quote\"\nand a line", &error), MR_OK);
  assert_int_equal(mr_record_set_times(&record, times, 3, &error), MR_OK);
  static const char text[] = V3 "[Remark \"0\" \"Where do I begin?\"]\n"
                                "[Remark \"3\" \"a \\\"quote\\\"\\nand a line\"]\n"
                                "[Times \"3.250 - 0.040\"]\n"
                                "[Result \"*\"]\n\ne2e4 e7e5 g1f3\n";
  assert_written(text);
  mr_record_done(&record);
  mr_record_init(&record, NULL);
  assert_int_equal(parse(text), MR_OK);
  assert_written(text);
  assert_true(mr_record_remark_at(&record, 1, &remark));
  assert_int_equal(remark.at, 3);
  assert_string_equal(remark.text, "a \"quote\"\nand a line");
  assert_false(mr_record_remark_at(&record, 2, &remark));
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(mr_record_time_at(&record, i), times[i]);
  }
  assert_int_equal(mr_record_time_at(&record, 3), MR_RECORD_NO_TIME);
}

static void times_are_read_with_as_many_digits_as_they_have(void **state) {
  (void)state;
  static const uint32_t times[] = {3000, 500, 12250, MR_RECORD_NO_TIME, 7, 0};
  mr_record_remark remark;
  assert_int_equal(parse(V3
                         "[Event \"x\"]\n[Times \"3 0.5 12.25 - 0.007 0\"]\n[Remark \"6\" \"r\"]\n"
                         "\na b c d e f"),
                   MR_OK);
  for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
    assert_int_equal(mr_record_time_at(&record, i), times[i]);
  }
  assert_true(mr_record_remark_at(&record, 0, &remark));
  assert_int_equal(remark.at, 6);
}

static void older_formats_mean_nothing_by_these_tags(void **state) {
  (void)state;
  mr_record_remark remark;
  static const char text[] = "[Marcher \"1\"]\n[Remark \"as one likes\"]\n[Times \"soon\"]\n"
                             "[Result \"*\"]\n";
  assert_int_equal(parse(text), MR_OK);
  assert_false(mr_record_remark_at(&record, 0, &remark));
  assert_int_equal(mr_record_time_at(&record, 0), MR_RECORD_NO_TIME);
  assert_written(text);
  assert_int_equal(mr_record_add_remark(&record, 0, "new", &error), MR_ERR_DUPLICATE);
  assert_written(text);
}

static void what_is_damaged_has_its_place(void **state) {
  (void)state;
  static const fault faults[] = {
      {V3 "[Remark \"1\"]", MR_ERR_SYNTAX, 2, 2,
       "the tag 'Remark' has a number of actions and a text"},
      {V3 "[Remark \"one\" \"x\"]", MR_ERR_SYNTAX, 2, 9,
       "expected a number of actions, and a remark of at most 2000 bytes"},
      {V3 "[Remark \"1\" \"\"]", MR_ERR_SYNTAX, 2, 9,
       "expected a number of actions, and a remark of at most 2000 bytes"},
      {V3 "[Game \"chess\"]\n[Remark \"2\" \"x\"]\n\ne2e4", MR_ERR_RANGE, 3, 9,
       "a remark after 2 actions, and the record has 1"},
      {V3 "[Times \"1 2 x\"]", MR_ERR_SYNTAX, 2, 8,
       "expected seconds for each action, such as '3.2 0.45', or - for one that nobody knows"},
      {V3 "[Times \"1.2345\"]", MR_ERR_SYNTAX, 2, 8,
       "expected seconds for each action, such as '3.2 0.45', or - for one that nobody knows"},
      {V3 "[Times \"1.\"]", MR_ERR_SYNTAX, 2, 8,
       "expected seconds for each action, such as '3.2 0.45', or - for one that nobody knows"},
      {V3 "[Times \".5\"]", MR_ERR_SYNTAX, 2, 8,
       "expected seconds for each action, such as '3.2 0.45', or - for one that nobody knows"},
      {V3 "[Times \"1 \"]", MR_ERR_SYNTAX, 2, 8,
       "expected seconds for each action, such as '3.2 0.45', or - for one that nobody knows"},
      {V3 "[Times \"1  2\"]", MR_ERR_SYNTAX, 2, 8,
       "expected seconds for each action, such as '3.2 0.45', or - for one that nobody knows"},
      {V3 "[Times \"\"]", MR_ERR_SYNTAX, 2, 8,
       "expected seconds for each action, such as '3.2 0.45', or - for one that nobody knows"},
      {V3 "[Times \"1\"]\n[Times \"1\"]", MR_ERR_DUPLICATE, 3, 2, "a second tag 'Times'"},
      {V3 "[Times \"1\" \"2\"]", MR_ERR_SYNTAX, 2, 12, "the tag 'Times' has one value"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
    assert_int_equal(parse(faults[i].text), faults[i].status);
    assert_string_equal(error.message, faults[i].message);
    assert_int_equal(error.line, faults[i].line);
    assert_int_equal(error.column, faults[i].column);
  }
}

static void what_could_not_be_read_back_is_not_built(void **state) {
  (void)state;
  char long_text[MR_RECORD_REMARK_MAX + 2];
  uint32_t time = 0;
  memset(long_text, 'x', sizeof long_text - 1);
  long_text[sizeof long_text - 1] = '\0';
  assert_int_equal(mr_record_add_remark(&record, 1, "of no action", &error), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_add_remark(&record, 0, "", &error), MR_ERR_SYNTAX);
  assert_int_equal(mr_record_add_remark(&record, 0, long_text, &error), MR_ERR_SYNTAX);
  assert_int_equal(mr_record_add_remark(&record, 0, "\x01", &error), MR_ERR_ENCODING);
  assert_int_equal(mr_record_add_remark(&record, 0, NULL, &error), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_set_times(&record, &time, 1, &error), MR_ERR_ARGUMENT);
  assert_written("[Marcher \"1\"]\n[Result \"*\"]\n");
  assert_int_equal(mr_record_add_remark(&record, 0, long_text + 1, &error),
                   MR_OK); /* the longest */
  assert_int_equal(mr_record_add_move(&record, "m", NULL, &error), MR_OK);
  assert_int_equal(mr_record_set_times(&record, &time, 0, &error), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_set_times(&record, &time, 1, &error), MR_OK);
}

static void what_is_taken_back_takes_its_remarks_along(void **state) {
  (void)state;
  mr_record_remark remark;
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(mr_record_add_move(&record, "m", NULL, &error), MR_OK);
    assert_int_equal(mr_record_add_remark(&record, i, i == 0 ? "a" : "b", &error), MR_OK);
  }
  mr_record_drop_moves(&record, 1);
  assert_true(mr_record_remark_at(&record, 1, &remark));
  assert_int_equal(remark.at, 1);
  assert_false(mr_record_remark_at(&record, 2, &remark));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(remarks_and_times_are_written_and_read_again, setup, teardown),
    cmocka_unit_test_setup_teardown(times_are_read_with_as_many_digits_as_they_have, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(older_formats_mean_nothing_by_these_tags, setup, teardown),
    cmocka_unit_test_setup_teardown(what_is_damaged_has_its_place, setup, teardown),
    cmocka_unit_test_setup_teardown(what_could_not_be_read_back_is_not_built, setup, teardown),
    cmocka_unit_test_setup_teardown(what_is_taken_back_takes_its_remarks_along, setup, teardown),
};

MR_TEST_MAIN(tests)
