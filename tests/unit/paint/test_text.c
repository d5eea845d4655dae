#include "paint/paint_priv.h"

#include <string.h>

#include "test_main.h"

static void assert_wrapped(const char *text, size_t width, const char *expected) {
  char joined[512];
  mr_str out = mr_str_fixed(joined, sizeof joined);
  const char *rest = text;
  const char *line;
  size_t length;
  while (mr_paint_wrap(&rest, width, &line, &length)) {
    mr_str_bytes(&out, line, length);
    mr_str_char(&out, '|');
  }
  assert_string_equal(joined, expected);
  assert_string_equal(rest, "");
}

static void lines_are_broken_between_words(void **state) {
  (void)state;
  assert_wrapped("one two three", 80, "one two three|");
  assert_wrapped("one two three", 13, "one two three|");
  assert_wrapped("one two three", 12, "one two|three|");
  assert_wrapped("one two three", 7, "one two|three|");
  assert_wrapped("one two three", 6, "one|two|three|");
}

static void words_that_are_too_long_are_cut(void **state) {
  (void)state;
  assert_wrapped("abcdefgh ij", 3, "abc|def|gh|ij|");
  assert_wrapped("ab cdefgh", 3, "ab|cde|fgh|");
  assert_wrapped("abc", 1, "a|b|c|");
}

static void blanks_at_the_ends_of_lines_are_left_out(void **state) {
  (void)state;
  assert_wrapped("", 5, "");
  assert_wrapped(" \n\t ", 5, "");
  assert_wrapped("  one   two  ", 20, "one   two|");
  assert_wrapped("  one   two  ", 5, "one|two|");
  assert_wrapped("one\ntwo", 5, "one|two|");
}

static void characters_count_by_the_columns_they_take(void **state) {
  (void)state;
  assert_int_equal(mr_paint_width(NULL), 0);
  assert_int_equal(mr_paint_width("abc"), 3);
  assert_int_equal(mr_paint_width("\xC3\xBC"), 1);         /* u umlaut */
  assert_int_equal(mr_paint_width("u\xCC\x88"), 1);        /* u and a combining umlaut */
  assert_int_equal(mr_paint_width("\xE8\xBB\x8A"), 2);     /* a Chinese chariot */
  assert_int_equal(mr_paint_width("\xF0\x9F\x8E\xB2"), 2); /* a die */
  assert_int_equal(mr_paint_width("\xFF\xC3"), 2);         /* two bytes of nothing */
  assert_wrapped("\xE8\xBB\x8A\xE8\xBB\x8A", 3, "\xE8\xBB\x8A|\xE8\xBB\x8A|");
  assert_wrapped("\xE8\xBB\x8A", 1, "\xE8\xBB\x8A|");
}

static void unsafe_characters_become_question_marks(void **state) {
  (void)state;
  char buffer[128];
  mr_str out = mr_str_fixed(buffer, sizeof buffer);
  mr_paint_put(&out, "a\033b\x7F\xC2\x85\xE2\x80\xAE\xEF\xBB\xBF\xED\xA0\x80\tz\xC3");
  assert_string_equal(buffer, "a?b??????? z?");
}

static void all_of_unicode_comes_back_as_it_was(void **state) {
  (void)state;
  char buffer[8];
  for (uint32_t code = 0xA1; code < 0x110000; code++) {
    uint32_t read = 0;
    if (code >= 0xD800 && code < 0xE000) {
      continue;
    }
    mr_str out = mr_str_fixed(buffer, sizeof buffer);
    mr_paint_put_code(&out, code);
    assert_ptr_equal(mr_paint_next(buffer, &read), buffer + out.length);
    assert_true(read == code || read == '?' || read == ' ');
  }
}

static void markup_is_escaped(void **state) {
  (void)state;
  char buffer[128];
  mr_str out = mr_str_fixed(buffer, sizeof buffer);
  mr_paint_put_markup(&out, "<a href=\"x\">'&'\033</a>");
  assert_string_equal(buffer, "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;?&lt;/a&gt;");
  mr_paint_put_markup(&out, NULL);
}

static void numbers_are_known_from_words(void **state) {
  (void)state;
  static const char *const numbers[] = {"0",   "-1.5",  "3/4", "20%",
                                        "+12", "1,000", "1:3", "0.5 - 0.7"};
  static const char *const words[] = {"", "-", "a1", "12x", "n/a", "."};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    assert_true(mr_paint_is_number(numbers[i]));
  }
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    assert_false(mr_paint_is_number(words[i]));
  }
}

static const mr_paint_ink *ink(const char *first, const char *second, const char *third,
                               unsigned of) {
  mr_game game = {.info = {.players = 3, .player_names = {first, second, third}}};
  return mr_paint_ink_of(&game, (mr_player){(uint8_t)of});
}

static void players_have_the_colours_of_their_names(void **state) {
  (void)state;
  assert_string_equal(ink("White", "BLACK", "Gold", 0)->name, "white");
  assert_string_equal(ink("White", "BLACK", "Gold", 1)->name, "black");
  assert_string_equal(ink("White", "BLACK", "Gold", 2)->name, "gold");
}

static void no_two_players_share_a_colour(void **state) {
  (void)state;
  static const char *const names[] = {"Red", "red", "Blue", "Ann", "", NULL, "grey"};
  enum { COUNT = sizeof names / sizeof names[0] };
  for (size_t i = 0; i < COUNT * COUNT * COUNT; i++) {
    const char *a = names[i % COUNT];
    const char *b = names[i / COUNT % COUNT];
    const char *c = names[i / COUNT / COUNT];
    assert_ptr_not_equal(ink(a, b, c, 0), ink(a, b, c, 1));
    assert_ptr_not_equal(ink(a, b, c, 0), ink(a, b, c, 2));
    assert_ptr_not_equal(ink(a, b, c, 1), ink(a, b, c, 2));
    assert_ptr_not_equal(ink(a, b, c, 0), NULL);
  }
  assert_string_equal(ink("a", "b", "c", 3)->name, "grey");
  assert_string_equal(ink("a", "b", "c", MR_NOBODY_ID)->name, "grey");
}

static void lighter_colours_keep_their_hue(void **state) {
  (void)state;
  assert_int_equal(mr_paint_lighter(52), 88);  /* dark red */
  assert_int_equal(mr_paint_lighter(17), 18);  /* dark blue */
  assert_int_equal(mr_paint_lighter(58), 100); /* olive */
  assert_int_equal(mr_paint_lighter(231), 231);
  assert_int_equal(mr_paint_lighter(235), 237);
  assert_int_equal(mr_paint_lighter(7), 7);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(lines_are_broken_between_words),
    cmocka_unit_test(words_that_are_too_long_are_cut),
    cmocka_unit_test(blanks_at_the_ends_of_lines_are_left_out),
    cmocka_unit_test(characters_count_by_the_columns_they_take),
    cmocka_unit_test(unsafe_characters_become_question_marks),
    cmocka_unit_test(all_of_unicode_comes_back_as_it_was),
    cmocka_unit_test(markup_is_escaped),
    cmocka_unit_test(numbers_are_known_from_words),
    cmocka_unit_test(players_have_the_colours_of_their_names),
    cmocka_unit_test(no_two_players_share_a_colour),
    cmocka_unit_test(lighter_colours_keep_their_hue),
};

MR_TEST_MAIN(tests)
