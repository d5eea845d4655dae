#include <string.h>

#include "failing_alloc.h"
#include "record_fixture.h"
#include "test_main.h"

static void assert_written(const char *expected) {
  mr_str out = mr_str_growing(NULL);
  mr_record_format(&record, &out);
  assert_int_equal(out.status, MR_OK);
  assert_string_equal(mr_str_text(&out), expected);
  mr_str_done(&out);
}

/** Everything that a record can hold, in the order in which it is written. */
static const char full_text[] = "[Marcher \"1\"]\n"
                                "[Game \"borderline\"]\n"
                                "[Definition \"91b0d9f0a1c2e3d4\"]\n"
                                "[Set \"pieces=12\"]\n"
                                "[Set \"note=a=b \\\"c\\\" \\\\ d\\ne\"]\n"
                                "[Seed \"18446744073709551615\"]\n"
                                "[Player \"Red\" \"level 5\"]\n"
                                "[Event \"Fr\xC3\xBChling\"]\n"
                                "[Player \"Blue\" \"Ann\"]\n"
                                "[Start \"6/6 R 121 - 0 0\"]\n"
                                "[Result \"1-0\"]\n"
                                "[Score \"4 0\"]\n"
                                "[Rule \"BD-12\"]\n"
                                "[Final \"6/R1215 B - - 0 1\"]\n"
                                "[Hash \"00000000000000ff\"]\n"
                                "\n"
                                "522@d0 124@c7 {a good start} r5b3 --\n";

static mr_status build_full(mr_record *to) {
  mr_status status = mr_record_add_tag(to, "Player", "Red", "level 5", &error);
  const struct {
    const char **field;
    const char *text;
  } texts[] = {{&to->game, "borderline"},
               {&to->start, "6/6 R 121 - 0 0"},
               {&to->result, "1-0"},
               {&to->rule, "BD-12"},
               {&to->final_state, "6/R1215 B - - 0 1"}};
  for (size_t i = 0; status == MR_OK && i < sizeof texts / sizeof texts[0]; i++) {
    status = mr_record_set_text(to, texts[i].field, texts[i].text, &error);
  }
  const struct {
    const char *text;
    const char *comment;
  } moves[] = {{"522@d0", NULL}, {"124@c7", " a good\n\tstart "}, {"r5b3", "  "}, {"--", NULL}};
  for (size_t i = 0; status == MR_OK && i < sizeof moves / sizeof moves[0]; i++) {
    status = mr_record_add_move(to, moves[i].text, moves[i].comment, &error);
  }
  if (status == MR_OK) {
    status = mr_record_add_set(to, "pieces", "15", &error);
  }
  if (status == MR_OK) {
    status = mr_record_add_set(to, "note", "a=b \"c\" \\ d\ne", &error);
  }
  if (status == MR_OK) {
    status = mr_record_add_set(to, "pieces", "12", &error);
  }
  if (status == MR_OK) {
    status = mr_record_add_tag(to, "Event", "Fr\xC3\xBChling", NULL, &error);
  }
  if (status == MR_OK) {
    status = mr_record_add_tag(to, "Score", "4 0", NULL, &error);
  }
  if (status == MR_OK) {
    status = mr_record_add_tag(to, "Player", "Blue", "Ann", &error);
  }
  to->definition_hash = UINT64_C(0x91b0d9f0a1c2e3d4);
  to->has_seed = true;
  to->seed = UINT64_MAX;
  to->has_hash = true;
  to->final_hash = 0xff;
  return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void an_empty_record_has_a_version_and_no_result_yet(void **state) {
  (void)state;
  assert_written("[Marcher \"1\"]\n[Result \"*\"]\n");
}

static void tags_are_written_in_a_fixed_order_whatever_order_they_came_in(void **state) {
  (void)state;
  assert_int_equal(build_full(&record), MR_OK);
  assert_written(full_text);
}

static void what_was_written_is_read_and_written_as_the_same_bytes(void **state) {
  (void)state;
  assert_int_equal(mr_record_parse(&record, "full", full_text, strlen(full_text), &error), MR_OK);
  assert_written(full_text);
}

static void lines_of_actions_end_before_column_one_hundred_and_one(void **state) {
  (void)state;
  for (unsigned i = 0; i < 40; i++) {
    const char *comment = i % 10 == 7 ? "a comment that is long enough to be broken" : NULL;
    assert_int_equal(mr_record_add_move(&record, i % 3 == 0 ? "e2e4" : "a10xb9", comment, NULL),
                     MR_OK);
  }
  mr_str out = mr_str_growing(NULL);
  mr_record_format(&record, &out);
  size_t lines = 0;
  for (const char *line = mr_str_text(&out); *line != '\0'; lines++) {
    size_t length = strcspn(line, "\n");
    assert_in_range(length, 0, 100);
    line += length + 1;
  }
  assert_int_equal(lines, 3 + 5);
  mr_record again;
  mr_record_init(&again, NULL);
  assert_int_equal(mr_record_parse(&again, "", out.data, out.length, NULL), MR_OK);
  mr_str twice = mr_str_growing(NULL);
  mr_record_format(&again, &twice);
  assert_string_equal(mr_str_text(&twice), mr_str_text(&out));
  mr_str_done(&twice);
  mr_str_done(&out);
  mr_record_done(&again);
}

static void a_word_longer_than_a_line_stands_on_its_own(void **state) {
  (void)state;
  char word[151];
  memset(word, 'x', sizeof word - 1);
  word[sizeof word - 1] = '\0';
  assert_int_equal(mr_record_add_move(&record, "a1", word, NULL), MR_OK);
  assert_int_equal(mr_record_add_move(&record, "b2", NULL, NULL), MR_OK);
  mr_str out = mr_str_growing(NULL);
  mr_record_format(&record, &out);
  assert_non_null(strstr(mr_str_text(&out), "\na1\n{xxx"));
  assert_non_null(strstr(mr_str_text(&out), "xxx}\nb2\n"));
  mr_str_done(&out);
}

/* ---- a game in progress ---------------------------------------------------------------------- */

static void moves_can_be_taken_back_and_others_made(void **state) {
  (void)state;
  for (unsigned i = 0; i < 50; i++) {
    assert_int_equal(mr_record_add_move(&record, "a1", NULL, NULL), MR_OK);
  }
  mr_record_drop_moves(&record, 60);
  assert_int_equal(record.move_count, 50);
  mr_record_drop_moves(&record, 1);
  assert_int_equal(mr_record_add_move(&record, "b2", "better", NULL), MR_OK);
  assert_written("[Marcher \"1\"]\n[Result \"*\"]\n\na1 b2 {better}\n");
  mr_record_drop_moves(&record, 0);
  assert_written("[Marcher \"1\"]\n[Result \"*\"]\n");
}

static void a_field_can_be_set_again_and_removed(void **state) {
  (void)state;
  assert_int_equal(mr_record_set_text(&record, &record.result, "1/2-1/2", NULL), MR_OK);
  assert_int_equal(mr_record_set_text(&record, &record.rule, "agreement", NULL), MR_OK);
  assert_written("[Marcher \"1\"]\n[Result \"1/2-1/2\"]\n[Rule \"agreement\"]\n");
  assert_int_equal(mr_record_set_text(&record, &record.result, "*", NULL), MR_OK);
  assert_int_equal(mr_record_set_text(&record, &record.rule, NULL, NULL), MR_OK);
  assert_written("[Marcher \"1\"]\n[Result \"*\"]\n");
}

static void tag_values_can_be_looked_up(void **state) {
  (void)state;
  assert_int_equal(build_full(&record), MR_OK);
  assert_string_equal(mr_record_tag_value(&record, "Player"), "Red");
  assert_string_equal(mr_record_tag_value(&record, "Score"), "4 0");
  assert_null(mr_record_tag_value(&record, "Date"));
}

/* ---- what builders refuse -------------------------------------------------------------------- */

static void actions_that_could_not_be_read_back_are_refused(void **state) {
  (void)state;
  static const char *const bad[] = {"",   "a b",  "a{", "a}",       "\"",
                                    "[a", "a\tb", "\n", "\xC3\xBC", "\x7F"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_int_equal(mr_record_add_move(&record, bad[i], NULL, &error), MR_ERR_SYNTAX);
  }
  char text[MR_ACTION_TEXT_MAX + 1];
  memset(text, 'a', sizeof text);
  text[MR_ACTION_TEXT_MAX] = '\0';
  assert_int_equal(mr_record_add_move(&record, text, NULL, &error), MR_ERR_SYNTAX);
  assert_string_equal(error.message, "the action 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
                                     "aaaaaaaaaaaa...' is longer than any action");
  text[MR_ACTION_TEXT_MAX - 1] = '\0';
  assert_int_equal(mr_record_add_move(&record, text, NULL, &error), MR_OK);
  assert_int_equal(record.move_count, 1);
}

static void comments_that_could_not_be_read_back_are_refused(void **state) {
  (void)state;
  assert_int_equal(mr_record_add_move(&record, "a1", "x } y", &error), MR_ERR_SYNTAX);
  assert_int_equal(mr_record_add_move(&record, "a1", "\x1B[31m", &error), MR_ERR_ENCODING);
  assert_string_equal(error.message, "the control character U+001B");
  assert_int_equal(mr_record_add_move(&record, "a1", "\xFF", &error), MR_ERR_ENCODING);
  assert_int_equal(record.move_count, 0);
}

static void tags_that_could_not_be_read_back_are_refused(void **state) {
  (void)state;
  assert_int_equal(mr_record_add_tag(&record, "1st", "x", NULL, &error), MR_ERR_SYNTAX);
  assert_int_equal(mr_record_add_tag(&record, "", "x", NULL, &error), MR_ERR_SYNTAX);
  assert_int_equal(mr_record_add_tag(&record, "Result", "1-0", NULL, &error), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_add_tag(&record, "A", "\xC2\x85", NULL, &error), MR_ERR_ENCODING);
  assert_string_equal(error.message, "the control character U+0085");
  assert_int_equal(mr_record_add_tag(&record, "A", "x\r\ny", NULL, &error), MR_ERR_ENCODING);
  assert_int_equal(mr_record_add_tag(&record, "Score", "5 0", NULL, &error), MR_ERR_SYNTAX);
  assert_int_equal(mr_record_add_tag(&record, "Score", "4", NULL, &error), MR_ERR_SYNTAX);
  assert_int_equal(mr_record_add_tag(&record, "Score", "4 0", NULL, &error), MR_OK);
  assert_int_equal(mr_record_add_tag(&record, "Score", "4 0", NULL, &error), MR_ERR_DUPLICATE);
  assert_int_equal(mr_record_add_set(&record, "", "x", &error), MR_ERR_SYNTAX);
  assert_int_equal(mr_record_add_set(&record, "a=b", "x", &error), MR_ERR_SYNTAX);
  assert_int_equal(record.set_count, 0);
  assert_int_equal(record.tag_count, 1);
}

static void results_that_are_none_are_refused(void **state) {
  (void)state;
  static const char *const bad[] = {"",     "1",       "1-1",     "1/2-1/4",           "win",
                                    "1-0 ", "1/3-2/3", "0.5-0.5", "1-0-0-0-0-0-0-0-0", "-1-0",
                                    "1--0"};
  static const char *const good[] = {"*",       "1-0",     "0-1",   "1/2-1/2",
                                     "3/4-1/4", "1/4-3/4", "0-0-1", "1/4-1/4-1/4-1/4"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_int_equal(mr_record_set_text(&record, &record.result, bad[i], &error), MR_ERR_SYNTAX);
  }
  assert_null(record.result);
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    assert_int_equal(mr_record_set_text(&record, &record.result, good[i], &error), MR_OK);
  }
}

static void a_record_has_no_more_than_so_many_tags(void **state) {
  (void)state;
  char key[16];
  for (unsigned i = 0; i < MR_RECORD_TAGS_MAX / 2; i++) {
    mr_str text = mr_str_fixed(key, sizeof key);
    mr_str_format(&text, "k%u", i);
    assert_int_equal(mr_record_add_set(&record, key, "v", NULL), MR_OK);
    assert_int_equal(mr_record_add_tag(&record, "T", "v", NULL, NULL), MR_OK);
  }
  assert_int_equal(mr_record_add_tag(&record, "T", "v", NULL, &error), MR_ERR_LIMIT);
  assert_int_equal(mr_record_add_set(&record, "other", "v", &error), MR_ERR_LIMIT);
  assert_int_equal(mr_record_add_set(&record, "k7", "w", &error), MR_OK);
}

static void a_record_has_no_more_than_so_many_actions(void **state) {
  (void)state;
  for (size_t i = 0; i < MR_RECORD_ACTIONS_MAX; i++) {
    assert_int_equal(mr_record_add_move(&record, "a", NULL, NULL), MR_OK);
  }
  assert_int_equal(mr_record_add_move(&record, "a", NULL, &error), MR_ERR_LIMIT);
  assert_string_equal(error.message, "a record may not have more than 1048576 actions");
}

static void missing_arguments_are_refused(void **state) {
  (void)state;
  assert_int_equal(mr_record_add_move(&record, NULL, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_add_set(&record, NULL, "x", NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_add_tag(&record, "A", NULL, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_set_text(&record, NULL, "x", NULL), MR_ERR_ARGUMENT);
  const mr_seal_digest digest = {{0}};
  assert_int_equal(mr_record_add_commitment(NULL, "Red", &digest, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_add_commitment(&record, NULL, &digest, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_record_add_commitment(&record, "Red", NULL, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(record.commitment_count, 0);
  mr_record_done(NULL);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void no_failing_request_for_memory_leaks_or_goes_unreported(void **state) {
  (void)state;
  size_t failures = 0;
  for (size_t n = 1;; n++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_record built;
    mr_record_init(&built, &memory.allocator);
    mr_status status = build_full(&built);
    for (unsigned i = 0; status == MR_OK && i < 1000; i++) {
      status = mr_record_add_move(&built, "a1b2", "a comment of some length", &error);
    }
    bool done = memory.calls < n;
    mr_record_done(&built);
    assert_true(mr_fail_alloc_clean(&memory));
    if (done) {
      assert_int_equal(status, MR_OK);
      break;
    }
    assert_int_equal(status, MR_ERR_NOMEM);
    failures++;
  }
  assert_true(failures >= 3);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(an_empty_record_has_a_version_and_no_result_yet, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(tags_are_written_in_a_fixed_order_whatever_order_they_came_in,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(what_was_written_is_read_and_written_as_the_same_bytes, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(lines_of_actions_end_before_column_one_hundred_and_one, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_word_longer_than_a_line_stands_on_its_own, setup, teardown),
    cmocka_unit_test_setup_teardown(moves_can_be_taken_back_and_others_made, setup, teardown),
    cmocka_unit_test_setup_teardown(a_field_can_be_set_again_and_removed, setup, teardown),
    cmocka_unit_test_setup_teardown(tag_values_can_be_looked_up, setup, teardown),
    cmocka_unit_test_setup_teardown(actions_that_could_not_be_read_back_are_refused, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(comments_that_could_not_be_read_back_are_refused, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(tags_that_could_not_be_read_back_are_refused, setup, teardown),
    cmocka_unit_test_setup_teardown(results_that_are_none_are_refused, setup, teardown),
    cmocka_unit_test_setup_teardown(a_record_has_no_more_than_so_many_tags, setup, teardown),
    cmocka_unit_test_setup_teardown(a_record_has_no_more_than_so_many_actions, setup, teardown),
    cmocka_unit_test_setup_teardown(missing_arguments_are_refused, setup, teardown),
    cmocka_unit_test_setup_teardown(no_failing_request_for_memory_leaks_or_goes_unreported, setup,
                                    teardown),
};

MR_TEST_MAIN(tests)
