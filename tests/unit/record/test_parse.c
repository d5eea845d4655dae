#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "record_fixture.h"
#include "test_main.h"

static mr_status parse(const char *text) {
  mr_record_done(&record);
  mr_record_init(&record, NULL);
  return mr_record_parse(&record, "game.rec", text, strlen(text), &error);
}

typedef struct fault {
  const char *text;
  mr_status status;
  uint32_t line;
  uint32_t column;
  const char *message;
} fault;

static void assert_faults(const fault *faults, size_t count) {
  for (size_t i = 0; i < count; i++) {
    error = (mr_error){0};
    assert_int_equal(parse(faults[i].text), faults[i].status);
    assert_string_equal(error.message, faults[i].message);
    assert_int_equal(error.status, faults[i].status);
    assert_int_equal(error.line, faults[i].line);
    assert_int_equal(error.column, faults[i].column);
    assert_string_equal(error.source, "game.rec");
  }
}

#define ASSERT_FAULTS(faults) assert_faults((faults), sizeof(faults) / sizeof((faults)[0]))
#define EIGHT "00000000"
#define DIGEST EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
#define V "[Marcher \"1\"]\n"

enum { HEAD = sizeof V - 1 };

/* ---- what is read ---------------------------------------------------------------------------- */

static void every_field_is_read(void **state) {
  (void)state;
  assert_int_equal(parse(V "[Game \"g\"]\n[Definition \"00000000000000Ff\"]\n[Set \"a=b=c\"]\n"
                           "[Seed \"007\"]\n[Start \"s t\"]\n[Result \"0-1\"]\n[Score \"0 4\"]\n"
                           "[Rule \"R-1\"]\n[Final \"f\"]\n[Hash \"ffffffffffffffff\"]\n"
                           "[Player \"Red\" \"level 5\"]\n"),
                   MR_OK);
  assert_string_equal(record.game, "g");
  assert_int_equal(record.definition_hash, 255);
  assert_string_equal(record.sets[0].key, "a");
  assert_string_equal(record.sets[0].value, "b=c");
  assert_true(record.has_seed);
  assert_int_equal(record.seed, 7);
  assert_string_equal(record.start, "s t");
  assert_string_equal(record.result, "0-1");
  assert_string_equal(mr_record_tag_value(&record, "Score"), "0 4");
  assert_string_equal(record.rule, "R-1");
  assert_string_equal(record.final_state, "f");
  assert_true(record.has_hash);
  assert_true(record.final_hash == UINT64_MAX);
  assert_int_equal(record.tag_count, 2);
  assert_string_equal(record.tags[1].name, "Player");
  assert_string_equal(record.tags[1].value, "Red");
  assert_string_equal(record.tags[1].value2, "level 5");
  assert_int_equal(record.move_count, 0);
}

static void what_is_absent_is_null(void **state) {
  (void)state;
  assert_int_equal(parse(V), MR_OK);
  assert_null(record.game);
  assert_null(record.start);
  assert_null(record.result);
  assert_null(record.rule);
  assert_null(record.final_state);
  assert_false(record.has_seed || record.has_hash);
  assert_int_equal(record.definition_hash, 0);
}

static void actions_are_read_with_their_places_and_comments(void **state) {
  (void)state;
  assert_int_equal(parse(V "\ne2e4{good}  a[1] {}\n\n\t. {one}\r\n{two\n  lines} x"), MR_OK);
  assert_int_equal(record.move_count, 4);
  static const struct {
    const char *text;
    const char *comment;
    uint32_t line;
    uint32_t column;
  } expected[] = {{"e2e4", "good", 3, 1},
                  {"a[1]", NULL, 3, 13},
                  {".", "one two lines", 5, 2},
                  {"x", NULL, 7, 10}};
  for (size_t i = 0; i < 4; i++) {
    assert_string_equal(record.moves[i].text, expected[i].text);
    assert_int_equal(record.moves[i].line, expected[i].line);
    assert_int_equal(record.moves[i].column, expected[i].column);
    if (expected[i].comment == NULL) {
      assert_null(record.moves[i].comment);
    } else {
      assert_string_equal(record.moves[i].comment, expected[i].comment);
    }
  }
}

static void escapes_in_values_are_undone(void **state) {
  (void)state;
  assert_int_equal(parse(V "[Event \"a \\\"b\\\" \\\\ c\\nd ]\" \"\"]"), MR_OK);
  assert_string_equal(record.tags[0].value, "a \"b\" \\ c\nd ]");
  assert_string_equal(record.tags[0].value2, "");
}

static void blanks_and_a_byte_order_mark_are_no_matter(void **state) {
  (void)state;
  assert_int_equal(parse("\xEF\xBB\xBF[ Marcher\t\"1\" ][Game\"g\"]  [Event \"a\"\t\"b\" ]\r\nm"),
                   MR_OK);
  assert_string_equal(record.game, "g");
  assert_string_equal(record.tags[0].value2, "b");
  assert_string_equal(record.moves[0].text, "m");
}

static void a_comment_before_the_first_action_becomes_a_tag(void **state) {
  (void)state;
  assert_int_equal(parse(V "{ played \n at night } {} m"), MR_OK);
  assert_int_equal(record.tag_count, 1);
  assert_string_equal(mr_record_tag_value(&record, "Comment"), "played at night");
  assert_null(record.moves[0].comment);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void what_is_no_record_is_told_so(void **state) {
  (void)state;
  static const fault faults[] = {
      {"", MR_ERR_SYNTAX, 0, 0, "no record: it is empty"},
      {" \n", MR_ERR_SYNTAX, 0, 0, "no record: it is empty"},
      {"1. e4 e5", MR_ERR_SYNTAX, 1, 1, "no record: it does not begin with [Marcher \"1\"]"},
      {"\n [Event \"x\"]", MR_ERR_SYNTAX, 2, 3, "expected the tag [Marcher \"1\"] before others"},
      {"{x}", MR_ERR_SYNTAX, 1, 1, "expected the tag [Marcher \"1\"] before comments"},
      {"[Marcher \"7\"]", MR_ERR_UNSUPPORTED, 1, 10,
       "the record was written by a newer Marcher (format 7); this one reads formats up to 3"},
  };
  ASSERT_FAULTS(faults);
}

static void malformed_tags_are_pointed_at(void **state) {
  (void)state;
  static const fault faults[] = {
      {V "[", MR_ERR_SYNTAX, 2, 2, "expected the name of a tag"},
      {V "[9x \"\"]", MR_ERR_SYNTAX, 2, 2, "expected the name of a tag"},
      {V "[Event]", MR_ERR_SYNTAX, 2, 7, "expected a value in quotes, found ']'"},
      {V "[Event x]", MR_ERR_SYNTAX, 2, 8, "expected a value in quotes, found 'x'"},
      {V "[Event \xC3\xBC]", MR_ERR_SYNTAX, 2, 8, "expected a value in quotes, found '\xC3\xBC'"},
      {V "[Event\n\"x\"]", MR_ERR_SYNTAX, 2, 7,
       "expected a value in quotes, found the end of the line"},
      {V "[Event \"x", MR_ERR_SYNTAX, 2, 8, "the quote is not closed on its line"},
      {V "[Event \"x\n\"]", MR_ERR_SYNTAX, 2, 8, "the quote is not closed on its line"},
      {V "[Event \"x\\\"]", MR_ERR_SYNTAX, 2, 8, "the quote is not closed on its line"},
      {V "[Event \"x\\y\"]", MR_ERR_SYNTAX, 2, 10,
       "a backslash is followed by a quote, another or 'n'"},
      {V "[Event \"x\"", MR_ERR_SYNTAX, 2, 11,
       "expected ']' or a second value, found the end of the text"},
      {V "[Event \"x\" \"y\" \"z\"]", MR_ERR_SYNTAX, 2, 16, "expected ']', found '\"'"},
  };
  ASSERT_FAULTS(faults);
}

static void malformed_values_are_pointed_at(void **state) {
  (void)state;
  static const fault faults[] = {
      {V "[Definition \"12\"]", MR_ERR_SYNTAX, 2, 13, "expected 16 hexadecimal digits"},
      {V "[Hash \"0123456789abcdefg\"]", MR_ERR_SYNTAX, 2, 7,
       "expected no more than 16 hexadecimal digits"},
      {V "[Seed \"-1\"]", MR_ERR_SYNTAX, 2, 7,
       "expected a seed, a number from 0 to 18446744073709551615"},
      {V "[Seed \"18446744073709551616\"]", MR_ERR_SYNTAX, 2, 7,
       "expected a seed, a number from 0 to 18446744073709551615"},
      {V "[Set \"pieces\"]", MR_ERR_SYNTAX, 2, 6, "expected key=value"},
      {V "[Set \"=12\"]", MR_ERR_SYNTAX, 2, 6, "expected key=value"},
      {V "[Result \"2-0\"]", MR_ERR_SYNTAX, 2, 9,
       "expected a result such as 1-0, 1/2-1/2 or 3/4-1/4, or * for none yet"},
      {V "[Score \"1-0\"]", MR_ERR_SYNTAX, 2, 8,
       "expected the quarter points of every seat, such as '4 0'"},
      {V "[Game \"a\" \"b\"]", MR_ERR_SYNTAX, 2, 11, "the tag 'Game' has one value"},
  };
  ASSERT_FAULTS(faults);
}

static void tags_that_may_occur_once_may_not_occur_twice(void **state) {
  (void)state;
  static const fault faults[] = {
      {V V, MR_ERR_DUPLICATE, 2, 2, "a second tag 'Marcher'"},
      {V "[Game \"a\"]\n[Game \"a\"]", MR_ERR_DUPLICATE, 3, 2, "a second tag 'Game'"},
      {V "[Score \"4 0\"] [Score \"4 0\"]", MR_ERR_DUPLICATE, 2, 16, "a second tag 'Score'"},
      {V "[Set \"a=1\"]\n[Set \"a=2\"]", MR_ERR_DUPLICATE, 3, 6, "the key 'a' is set twice"},
  };
  ASSERT_FAULTS(faults);
  assert_int_equal(parse(V "[Player \"a\"][Player \"a\"]"), MR_OK);
}

static void malformed_actions_and_comments_are_pointed_at(void **state) {
  (void)state;
  static const fault faults[] = {
      {V "a1 b\"2", MR_ERR_SYNTAX, 2, 4, "'b\"2' has a character that no action has"},
      {V "a1 }", MR_ERR_SYNTAX, 2, 4, "'}' has a character that no action has"},
      {V "a1\n\xC3\xBC", MR_ERR_SYNTAX, 3, 1, "'\xC3\xBC' has a character that no action has"},
      {V "a1\n[Game \"x\"]", MR_ERR_SYNTAX, 3, 1, "a tag behind actions: a text holds one record"},
      {V "a1 {x\ny", MR_ERR_SYNTAX, 2, 4, "the comment is not closed"},
      {V "0123456789012345678901234567890123456789012345678901234567890123", MR_ERR_SYNTAX, 2, 1,
       "'0123456789012345678901234567890123456789' is longer than any action"},
  };
  ASSERT_FAULTS(faults);
}

static void bytes_that_are_no_text_are_refused_before_anything_else(void **state) {
  (void)state;
  static const fault faults[] = {
      {"x\n\x01", MR_ERR_ENCODING, 2, 1, "the control character U+0001"},
      {V "a\rb", MR_ERR_ENCODING, 2, 2, "the control character U+000D"},
      {V "[Event \"\x7F\"]", MR_ERR_ENCODING, 2, 9, "the control character U+007F"},
      {V "{\xC2\x9B"
         "31m}",
       MR_ERR_ENCODING, 2, 2, "the control character U+009B"},
      {V "{\xC3(}", MR_ERR_ENCODING, 2, 2, "the byte 0xC3, which is not UTF-8 here"},
      {V "{\xED\xA0\x80}", MR_ERR_ENCODING, 2, 2, "the byte 0xED, which is not UTF-8 here"},
  };
  ASSERT_FAULTS(faults);
  static const char nul[] = V "a\0b";
  assert_int_equal(mr_record_parse(&record, NULL, nul, sizeof nul - 1, &error), MR_ERR_ENCODING);
  assert_string_equal(error.message, "a NUL byte");
  assert_int_equal(error.line, 2);
  assert_int_equal(error.column, 2);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void a_text_of_more_than_sixteen_mebibytes_is_refused_unread(void **state) {
  (void)state;
  char *text = malloc(MR_RECORD_FILE_MAX + 1);
  assert_non_null(text);
  memset(text, ' ', MR_RECORD_FILE_MAX + 1);
  assert_int_equal(mr_record_parse(&record, "big", text, MR_RECORD_FILE_MAX + 1, &error),
                   MR_ERR_LIMIT);
  assert_string_equal(error.message, "more than 16777216 bytes");
  memcpy(text, V, HEAD);
  assert_int_equal(mr_record_parse(&record, "big", text, MR_RECORD_FILE_MAX, &error), MR_OK);
  free(text);
}

static void a_text_with_too_many_actions_is_refused_at_the_first_that_is_too_many(void **state) {
  (void)state;
  size_t length = HEAD + 2 * (MR_RECORD_ACTIONS_MAX + 1);
  char *text = malloc(length);
  assert_non_null(text);
  memcpy(text, V, HEAD);
  for (size_t i = HEAD; i < length; i += 2) {
    text[i] = 'a';
    text[i + 1] = ' ';
  }
  assert_int_equal(mr_record_parse(&record, "many", text, length - 2, &error), MR_OK);
  assert_int_equal(record.move_count, MR_RECORD_ACTIONS_MAX);
  mr_record_done(&record);
  mr_record_init(&record, NULL);
  assert_int_equal(mr_record_parse(&record, "many", text, length, &error), MR_ERR_LIMIT);
  assert_int_equal(error.line, 2);
  assert_int_equal(error.column, 2 * MR_RECORD_ACTIONS_MAX + 1);
  free(text);
}

/** Writes `{x}`, without a NUL. */
static void put_comment(char *to) {
  to[0] = '{';
  to[1] = 'x';
  to[2] = '}';
}

static void a_hundred_thousand_tiny_comments_on_one_action_are_joined(void **state) {
  (void)state;
  enum { COUNT = 100000, EACH = sizeof "{x}" - 1 };
  size_t length = HEAD + 1 + (size_t)EACH * COUNT;
  char *text = malloc(length);
  assert_non_null(text);
  memcpy(text, V "a", HEAD + 1);
  for (size_t i = HEAD + 1; i < length; i += EACH) {
    put_comment(text + i);
  }
  assert_int_equal(mr_record_parse(&record, "comments", text, length, &error), MR_OK);
  free(text);
  assert_int_equal(record.move_count, 1);
  const char *comment = record.moves[0].comment;
  assert_int_equal(strlen(comment), 2 * COUNT - 1);
  for (size_t i = 0; i < 2 * COUNT - 1; i++) {
    assert_int_equal(comment[i], i % 2 == 0 ? 'x' : ' ');
  }
}

static void comments_that_fill_a_file_fit(void **state) {
  (void)state;
  char *text = malloc(MR_RECORD_FILE_MAX);
  assert_non_null(text);
  memset(text, ' ', MR_RECORD_FILE_MAX);
  memcpy(text, V "a", HEAD + 1);
  for (size_t i = HEAD + 1; i + 3 <= MR_RECORD_FILE_MAX; i += 3) {
    put_comment(text + i);
  }
  assert_int_equal(mr_record_parse(&record, "full", text, MR_RECORD_FILE_MAX, &error), MR_OK);
  assert_int_equal(strlen(record.moves[0].comment), (MR_RECORD_FILE_MAX - HEAD - 1) / 3 * 2 - 1);
  free(text);
}

static void comments_on_one_action_become_one_whatever_is_between_them(void **state) {
  (void)state;
  assert_int_equal(parse(V "a {}{ b\n}{ \t}\n\n{c {d} {} b {} {\n} c{e}"), MR_OK);
  assert_int_equal(record.move_count, 3);
  assert_string_equal(record.moves[0].comment, "b c {d");
  assert_null(record.moves[1].comment);
  assert_string_equal(record.moves[2].comment, "e");
  assert_int_equal(parse(V "a {b} {c"), MR_ERR_SYNTAX);
  assert_string_equal(error.message, "the comment is not closed");
  assert_int_equal(error.line, 2);
  assert_int_equal(error.column, 7);
}

static void a_record_that_holds_something_is_not_read_into(void **state) {
  (void)state;
  static const char *const some[] = {V "[Game \"g\"]", V "[Set \"a=b\"]", V "[Event \"e\"]", V "a",
                                     "[Marcher \"2\"]\n[Commitment \"Red\" \"" DIGEST "\"]"};
  for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
    assert_int_equal(parse(some[i]), MR_OK);
    assert_int_equal(mr_record_parse(&record, NULL, V, strlen(V), &error), MR_ERR_ARGUMENT);
  }
  assert_int_equal(mr_record_parse(NULL, NULL, V, strlen(V), &error), MR_ERR_ARGUMENT);
}

static void no_failing_request_for_memory_leaks_or_goes_unreported(void **state) {
  (void)state;
  static const char text[] =
      V "[Game \"g\"][Set \"a=b\"][Set \"b=c\"][Seed \"1\"][Event \"e\" \"f\"]{c}[Score \"4 0\"]\n"
        "a {x}{y} b c d e f g h i j k l m n o p q r s t u v w x y z";
  for (size_t n = 1;; n++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_record read;
    mr_record_init(&read, &memory.allocator);
    mr_status status = mr_record_parse(&read, "memory", text, strlen(text), &error);
    bool done = memory.calls < n;
    mr_record_done(&read);
    assert_true(mr_fail_alloc_clean(&memory));
    assert_int_equal(status, done ? MR_OK : MR_ERR_NOMEM);
    if (done) {
      assert_true(n > 1);
      break;
    }
    assert_string_equal(error.source, "memory");
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(every_field_is_read, setup, teardown),
    cmocka_unit_test_setup_teardown(what_is_absent_is_null, setup, teardown),
    cmocka_unit_test_setup_teardown(actions_are_read_with_their_places_and_comments, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(escapes_in_values_are_undone, setup, teardown),
    cmocka_unit_test_setup_teardown(blanks_and_a_byte_order_mark_are_no_matter, setup, teardown),
    cmocka_unit_test_setup_teardown(a_comment_before_the_first_action_becomes_a_tag, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(what_is_no_record_is_told_so, setup, teardown),
    cmocka_unit_test_setup_teardown(malformed_tags_are_pointed_at, setup, teardown),
    cmocka_unit_test_setup_teardown(malformed_values_are_pointed_at, setup, teardown),
    cmocka_unit_test_setup_teardown(tags_that_may_occur_once_may_not_occur_twice, setup, teardown),
    cmocka_unit_test_setup_teardown(malformed_actions_and_comments_are_pointed_at, setup, teardown),
    cmocka_unit_test_setup_teardown(bytes_that_are_no_text_are_refused_before_anything_else, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_text_of_more_than_sixteen_mebibytes_is_refused_unread, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(
        a_text_with_too_many_actions_is_refused_at_the_first_that_is_too_many, setup, teardown),
    cmocka_unit_test_setup_teardown(a_hundred_thousand_tiny_comments_on_one_action_are_joined,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(comments_that_fill_a_file_fit, setup, teardown),
    cmocka_unit_test_setup_teardown(comments_on_one_action_become_one_whatever_is_between_them,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(a_record_that_holds_something_is_not_read_into, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(no_failing_request_for_memory_leaks_or_goes_unreported, setup,
                                    teardown),
};

MR_TEST_MAIN(tests)
