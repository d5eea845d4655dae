#include "test_main.h"

#include <marcher/definition.h>
#include <stdio.h>
#include <string.h>

#include "failing_alloc.h"

typedef struct sheet {
  mr_arena arena;
  mr_diagnostics list;
  mr_str text;
} sheet;

static void sheet_open(sheet *s) {
  mr_arena_init(&s->arena, NULL, 0);
  mr_diagnostics_init(&s->list, &s->arena);
  s->text = mr_str_growing(NULL);
}

static void sheet_close(sheet *s) {
  mr_str_done(&s->text);
  mr_arena_done(&s->arena);
}

static const char *printed(sheet *s, bool colour) {
  mr_str_reset(&s->text);
  mr_diagnostics_format(&s->list, colour, &s->text);
  assert_int_equal(s->text.status, MR_OK);
  return mr_str_text(&s->text);
}

/** What one error at a span looks like. */
static void looks_like(mr_span at, const char *hint, const char *expected) {
  sheet s;
  sheet_open(&s);
  mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, hint, "expected %s", "that");
  assert_string_equal(printed(&s, false), expected);
  sheet_close(&s);
}

/* ---- the list -------------------------------------------------------------------------------- */

static void complaints_are_kept_in_order_and_counted(void **state) {
  (void)state;
  sheet s;
  mr_error err;
  sheet_open(&s);
  assert_int_equal(mr_diagnostics_error(&s.list, &err), MR_OK);
  mr_span at = {"a.ini", 3, 4, 5, "line three"};
  mr_diagnose_as(&s.list, MR_SEVERITY_WARNING, MR_ERR_RANGE, &at, NULL, "a warning");
  assert_int_equal(mr_diagnostics_error(&s.list, &err), MR_OK);
  mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, NULL, "the first error");
  mr_diagnose(&s.list, MR_ERR_RANGE, NULL, NULL, "the second error");
  assert_int_equal(s.list.count, 3);
  assert_int_equal(s.list.errors, 2);
  assert_int_equal(s.list.status, MR_ERR_SYNTAX);
  assert_int_equal(mr_diagnostics_error(&s.list, &err), MR_ERR_SYNTAX);
  assert_string_equal(err.message, "the first error");
  assert_string_equal(err.source, "a.ini");
  assert_int_equal(err.line, 3);
  assert_int_equal(err.column, 4);
  assert_int_equal(mr_diagnostics_error(&s.list, NULL), MR_ERR_SYNTAX);
  sheet_close(&s);
}

static void the_first_error_tells_what_may_have_been_meant(void **state) {
  (void)state;
  sheet s;
  mr_error err;
  sheet_open(&s);
  mr_diagnose(&s.list, MR_ERR_UNKNOWN, NULL, "did you mean 'tempo'?", "no '%s'", "tempoo");
  assert_int_equal(mr_diagnostics_error(&s.list, &err), MR_ERR_UNKNOWN);
  assert_string_equal(err.message, "no 'tempoo'; did you mean 'tempo'?");
  sheet_close(&s);
}

static void what_was_said_of_the_same_place_is_not_said_again(void **state) {
  (void)state;
  sheet s;
  sheet_open(&s);
  mr_span at = {"a.ini", 3, 4, 5, "line three"};
  for (int i = 0; i < 200; i++) {
    mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, NULL, "wrong");
    mr_diagnose_as(&s.list, MR_SEVERITY_NOTE, MR_ERR_SYNTAX, &at, NULL, "wrong");
    mr_diagnose(&s.list, MR_ERR_RANGE, NULL, NULL, "wrong");
  }
  assert_int_equal(s.list.count, 3);
  assert_int_equal(s.list.errors, 2);
  mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, NULL, "wrong again");
  at.column = 5;
  mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, NULL, "wrong");
  assert_int_equal(s.list.count, 5);
  sheet_close(&s);
}

static void complaints_keep_their_own_copies_of_all_texts(void **state) {
  (void)state;
  sheet s;
  sheet_open(&s);
  char source[] = "a.ini";
  char line[] = "some line";
  char hint[] = "a hint";
  mr_span at = {source, 1, 1, 4, line};
  mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, hint, "%s", "words");
  source[0] = line[0] = hint[0] = '!';
  assert_string_equal(printed(&s, false), "a.ini:1:1: error: words\n"
                                          "    1 | some line\n"
                                          "      | ^~~~\n"
                                          "      = a hint\n");
  sheet_close(&s);
}

static void a_long_line_with_many_complaints_is_kept_once(void **state) {
  (void)state;
  sheet s;
  sheet_open(&s);
  enum { LENGTH = 1000000 };
  char *line = test_malloc(LENGTH + 1);
  memset(line, 'x', LENGTH);
  line[LENGTH] = '\0';
  for (uint32_t i = 1; i <= 90; i++) {
    mr_span at = {"a.ini", i % 2 + 1, i, 1, line};
    mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, NULL, "again");
  }
  assert_int_equal(s.list.count, 90);
  assert_int_equal(s.list.status, MR_ERR_SYNTAX);
  assert_true(s.arena.held < 3 * LENGTH);
  test_free(line);
  sheet_close(&s);
}

/* Nobody counts the lines of a command line. */
static void complaints_about_an_override_begin_with_it(void **state) {
  (void)state;
  sheet s;
  mr_error err;
  mr_span at = {"--set rows=x", 2, 6, 1, "rows=x"};
  looks_like(at, "a hint",
             "--set rows=x: error: expected that\n"
             "      | rows=x\n"
             "      |      ^\n"
             "      = a hint\n");
  at.source = "--settings.ini";
  looks_like(at, NULL,
             "--settings.ini:2:6: error: expected that\n"
             "    2 | rows=x\n"
             "      |      ^\n");
  looks_like((mr_span){.source = "--set", .line = 3}, NULL, "--set: error: expected that\n");
  assert_false(mr_source_is_override(NULL));
  sheet_open(&s);
  at.source = "--set rows=x";
  mr_diagnose(&s.list, MR_ERR_RANGE, &at, NULL, "wrong");
  assert_int_equal(mr_diagnostics_error(&s.list, &err), MR_ERR_RANGE);
  assert_string_equal(err.source, "--set rows=x");
  assert_int_equal(err.line, 0);
  assert_int_equal(err.column, 0);
  sheet_close(&s);
}

static void what_could_harm_a_terminal_is_cleaned(void **state) {
  (void)state;
  mr_span at = {"a\033.ini", 1, 1, 1, "x\x07y\xFFz\tq\xC2\x9Bm\xC3\xA4"};
  looks_like(at, "h\nt",
             "a?.ini:1:1: error: expected that\n"
             "    1 | x?y?z\tq??m\xC3\xA4\n"
             "      | ^\n"
             "      = h?t\n");
}

static void a_message_is_cut_at_a_whole_character(void **state) {
  (void)state;
  sheet s;
  sheet_open(&s);
  enum { PAIRS = 4000 };
  char *text = test_malloc(2 * PAIRS + 1);
  for (size_t i = 0; i < PAIRS; i++) {
    memcpy(text + 2 * i, "\xC3\xA4", 2);
  }
  text[2 * PAIRS] = '\0';
  mr_diagnose(&s.list, MR_ERR_SYNTAX, NULL, NULL, "%s", text);
  assert_int_equal(strlen(s.list.first->message), 4094);
  assert_null(strchr(s.list.first->message, '?'));
  test_free(text);
  sheet_close(&s);
}

static void warnings_beyond_the_hundredth_are_dropped_silently(void **state) {
  (void)state;
  sheet s;
  sheet_open(&s);
  for (int i = 0; i < 120; i++) {
    mr_diagnose_as(&s.list, MR_SEVERITY_WARNING, MR_ERR_RANGE, NULL, NULL, "careful %d", i);
  }
  assert_int_equal(s.list.count, MR_DIAGNOSTICS_MAX);
  assert_int_equal(s.list.status, MR_OK);
  mr_diagnose(&s.list, MR_ERR_UNKNOWN, NULL, NULL, "wrong");
  mr_diagnose(&s.list, MR_ERR_RANGE, NULL, NULL, "wrong again");
  assert_int_equal(s.list.count, MR_DIAGNOSTICS_MAX + 1);
  assert_int_equal(s.list.errors, 1);
  assert_int_equal(s.list.status, MR_ERR_UNKNOWN);
  assert_string_equal(s.list.last->message, "too many errors; the rest is not shown");
  sheet_close(&s);
}

static void lack_of_memory_outranks_every_other_status(void **state) {
  (void)state;
  for (size_t n = 1; n < 5; n++) {
    mr_fail_alloc memory;
    mr_arena arena;
    mr_diagnostics list;
    mr_error err = {0};
    mr_fail_alloc_init(&memory, n);
    mr_arena_init(&arena, &memory.allocator, 0);
    mr_diagnostics_init(&list, &arena);
    char line[9000];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    for (uint32_t i = 1; i <= 12; i++) {
      mr_span at = {"a.ini", i, 1, 1, line};
      mr_diagnose(&list, MR_ERR_SYNTAX, &at, NULL, "wrong");
    }
    assert_true(memory.calls >= n);
    assert_int_equal(list.status, MR_ERR_NOMEM);
    assert_int_equal(list.errors, 12);
    assert_int_equal(mr_diagnostics_error(&list, &err), MR_ERR_NOMEM);
    assert_string_equal(err.message, "out of memory");
    mr_arena_done(&arena);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

/* ---- the picture ----------------------------------------------------------------------------- */

static void an_error_shows_its_line_and_underlines_the_culprit(void **state) {
  (void)state;
  mr_span at = {"games/a.ini", 12, 11, 2, "columns = 99"};
  looks_like(at, NULL,
             "games/a.ini:12:11: error: expected that\n"
             "   12 | columns = 99\n"
             "      |           ^~\n");
}

static void a_place_is_as_exact_as_it_is_known(void **state) {
  (void)state;
  mr_span at = {"a.ini", 12, 0, 0, "a line"};
  looks_like(at, NULL, "a.ini:12: error: expected that\n   12 | a line\n");
  at = (mr_span){.source = "a.ini"};
  looks_like(at, "try again", "a.ini: error: expected that\n      = try again\n");
  at = (mr_span){.line = 3, .column = 1};
  looks_like(at, NULL, "error: expected that\n");
}

static void tabs_are_kept_so_that_carets_align(void **state) {
  (void)state;
  mr_span at = {"a.ini", 1, 7, 3, "\tk =\t\tabc"};
  looks_like(at, NULL,
             "a.ini:1:7: error: expected that\n"
             "    1 | \tk =\t\tabc\n"
             "      | \t   \t\t^~~\n");
}

static void carets_count_characters_as_wide_as_they_are(void **state) {
  (void)state;
  mr_span at = {"a.ini", 1, 10, 3,
                "\xC3\xA4\xE5\xB0\x86"
                "e\xCC\x81 \xC3\xB6x"};
  /* a-umlaut 1, a Chinese character 2, e with a combining accent 1, a blank 1 */
  looks_like(at, NULL,
             "a.ini:1:10: error: expected that\n"
             "    1 | \xC3\xA4\xE5\xB0\x86"
             "e\xCC\x81 \xC3\xB6x\n"
             "      |      ^~\n");
}

static void a_caret_inside_a_character_stands_under_all_of_it(void **state) {
  (void)state;
  mr_span at = {"a.ini", 1, 5, 1, "ab\xE5\xB0\x86"};
  looks_like(at, NULL,
             "a.ini:1:5: error: expected that\n"
             "    1 | ab\xE5\xB0\x86\n"
             "      |   ^~\n");
}

static void a_caret_may_stand_behind_the_line(void **state) {
  (void)state;
  mr_span at = {"a.ini", 1, 5, 1, "key="};
  looks_like(at, NULL, "a.ini:1:5: error: expected that\n    1 | key=\n      |     ^\n");
  at.column = 500;
  looks_like(at, NULL, "a.ini:1:500: error: expected that\n    1 | key=\n      |     ^\n");
}

static void large_line_numbers_widen_the_margin(void **state) {
  (void)state;
  mr_span at = {"a.ini", 1234567, 1, 1, "key"};
  looks_like(at, NULL,
             "a.ini:1234567:1: error: expected that\n"
             "1234567 | key\n"
             "        | ^\n");
}

/** The text and the mark of a one-error sheet as lines. */
static void long_line(size_t length, uint32_t column, uint32_t marked, char *text, char *mark) {
  sheet s;
  sheet_open(&s);
  char line[1001];
  assert_true(length < sizeof line);
  for (size_t i = 0; i < length; i++) {
    line[i] = (char)('a' + i % 26);
  }
  line[length] = '\0';
  mr_span at = {"a.ini", 1, column, marked, line};
  mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, NULL, "x");
  assert_int_equal(
      sscanf(printed(&s, false), "%*[^\n]\n    1 | %[^\n]\n      | %[^\n]", text, mark), 2);
  sheet_close(&s);
}

static void a_long_line_is_shown_around_its_mark(void **state) {
  (void)state;
  char text[1200];
  char mark[1200];
  long_line(160, 160, 1, text, mark);
  assert_int_equal(strlen(text), 160);

  long_line(1000, 3, 2, text, mark); /* at the start: dots behind */
  assert_int_equal(strlen(text), 160);
  assert_memory_equal(text, "abcdef", 6);
  assert_string_equal(text + 157, "...");
  assert_string_equal(mark, "^~");

  long_line(1000, 500, 4, text, mark); /* in the middle: dots on both sides */
  assert_int_equal(strlen(text), 160);
  assert_memory_equal(text, "...", 3);
  assert_string_equal(text + 157, "...");

  long_line(1000, 997, 4, text, mark); /* at the end: dots before */
  assert_memory_equal(text, "...", 3);
  assert_string_equal(text + strlen(text) - 4, "ijkl");

  long_line(1000, 990, 400, text, mark); /* a mark that leaves the line */
  assert_string_equal(mark, "^~~~~~~~~~~");
}

static void the_mark_of_a_long_line_is_under_the_culprit(void **state) {
  (void)state;
  sheet s;
  sheet_open(&s);
  char line[601];
  memset(line, '.', 600);
  line[600] = '\0';
  memcpy(line + 400, "HERE", 4);
  mr_span at = {"a.ini", 1, 401, 4, line};
  mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, NULL, "x");
  const char *text = strchr(printed(&s, false), '\n') + 1;
  const char *mark = strchr(text, '\n') + 1;
  assert_int_equal(strstr(text, "HERE") - text, strstr(mark, "^~~~") - mark);
  sheet_close(&s);
}

static void a_list_takes_what_another_holds(void **state) {
  (void)state;
  sheet s, more;
  sheet_open(&s);
  sheet_open(&more);
  mr_span at = {"a.ini", 2, 3, 4, "rows = 8"};
  assert_false(mr_diagnostics_unsupported(&s.list));
  mr_diagnose_as(&more.list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &at, NULL, "odd");
  mr_diagnose(&more.list, MR_ERR_UNSUPPORTED, &at, "do %s", "no %d%%", 5);
  mr_diagnostics_append(&s.list, &more.list);
  sheet_close(&more);
  assert_int_equal(s.list.count, 2);
  assert_int_equal(s.list.errors, 1);
  assert_int_equal(s.list.status, MR_ERR_UNSUPPORTED);
  assert_string_equal(s.list.last->message, "no 5%");
  assert_string_equal(s.list.last->hint, "do %s");
  assert_int_equal(s.list.last->column, 3);
  assert_true(mr_diagnostics_unsupported(&s.list));
  mr_diagnose(&s.list, MR_ERR_LIMIT, &at, NULL, "much");
  assert_false(mr_diagnostics_unsupported(&s.list));
  sheet_close(&s);
}

static void severities_have_names_and_colours(void **state) {
  (void)state;
  sheet s;
  sheet_open(&s);
  mr_span at = {"a.ini", 1, 1, 1, "x"};
  mr_diagnose(&s.list, MR_ERR_SYNTAX, &at, "h", "one");
  mr_diagnose_as(&s.list, MR_SEVERITY_WARNING, MR_ERR_SYNTAX, NULL, NULL, "two");
  mr_diagnose_as(&s.list, MR_SEVERITY_NOTE, MR_ERR_SYNTAX, NULL, NULL, "three");
  assert_string_equal(printed(&s, false), "a.ini:1:1: error: one\n    1 | x\n      | ^\n"
                                          "      = h\nwarning: two\nnote: three\n");
  assert_string_equal(printed(&s, true), "\033[1ma.ini:1:1: \033[0m\033[1;31merror:\033[0m one\n"
                                         "    1 | x\n      | \033[1;31m^\033[0m\n"
                                         "\033[2m      = h\033[0m\n"
                                         "\033[1;35mwarning:\033[0m two\n"
                                         "\033[1;36mnote:\033[0m three\n");
  sheet_close(&s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(complaints_are_kept_in_order_and_counted),
    cmocka_unit_test(the_first_error_tells_what_may_have_been_meant),
    cmocka_unit_test(what_was_said_of_the_same_place_is_not_said_again),
    cmocka_unit_test(complaints_keep_their_own_copies_of_all_texts),
    cmocka_unit_test(a_long_line_with_many_complaints_is_kept_once),
    cmocka_unit_test(complaints_about_an_override_begin_with_it),
    cmocka_unit_test(what_could_harm_a_terminal_is_cleaned),
    cmocka_unit_test(a_message_is_cut_at_a_whole_character),
    cmocka_unit_test(warnings_beyond_the_hundredth_are_dropped_silently),
    cmocka_unit_test(lack_of_memory_outranks_every_other_status),
    cmocka_unit_test(an_error_shows_its_line_and_underlines_the_culprit),
    cmocka_unit_test(a_place_is_as_exact_as_it_is_known),
    cmocka_unit_test(tabs_are_kept_so_that_carets_align),
    cmocka_unit_test(carets_count_characters_as_wide_as_they_are),
    cmocka_unit_test(a_caret_inside_a_character_stands_under_all_of_it),
    cmocka_unit_test(a_caret_may_stand_behind_the_line),
    cmocka_unit_test(large_line_numbers_widen_the_margin),
    cmocka_unit_test(a_long_line_is_shown_around_its_mark),
    cmocka_unit_test(the_mark_of_a_long_line_is_under_the_culprit),
    cmocka_unit_test(a_list_takes_what_another_holds),
    cmocka_unit_test(severities_have_names_and_colours),
};

MR_TEST_MAIN(tests)
