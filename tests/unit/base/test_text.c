#include "base/text.h"

#include <string.h>

#include "test_main.h"

static void classes_are_those_of_ascii_for_every_byte(void **state) {
  (void)state;
  unsigned digits = 0;
  unsigned letters = 0;
  unsigned blanks = 0;
  unsigned printable = 0;
  for (int byte = -128; byte < 128; byte++) {
    char c = (char)byte;
    digits += mr_text_is_digit(c);
    letters += mr_text_is_letter(c);
    blanks += mr_text_is_blank(c);
    printable += mr_text_is_print(c);
    assert_true(mr_text_lower(c) == c || mr_text_is_upper(c));
    assert_true(mr_text_upper(c) == c || mr_text_is_lower(c));
    assert_true(!mr_text_is_upper(c) || mr_text_upper(mr_text_lower(c)) == c);
  }
  assert_int_equal(digits, 10);
  assert_int_equal(letters, 52);
  assert_int_equal(blanks, 2);
  assert_int_equal(printable, 95);
}

static void words_are_compared_whole(void **state) {
  (void)state;
  assert_true(mr_text_is("pass;", 4, "pass"));
  assert_false(mr_text_is("pas", 3, "pass"));
  assert_false(mr_text_is("passx", 5, "pass"));
  assert_false(mr_text_is("Pass", 4, "pass"));
  assert_true(mr_text_is_nocase("PaSS", 4, "pAss"));
  assert_false(mr_text_is_nocase("pasz", 4, "pass"));
  assert_true(mr_text_is("", 0, ""));
}

static void numbers_are_read_up_to_their_bound(void **state) {
  (void)state;
  uint64_t value = 77;
  assert_true(mr_parse_uint("0", 1, 0, &value));
  assert_int_equal(value, 0);
  assert_true(mr_parse_uint("255", 3, 255, &value));
  assert_int_equal(value, 255);
  assert_true(mr_parse_uint("0012", 4, 12, &value));
  assert_int_equal(value, 12);
  assert_true(mr_parse_uint("123456", 3, 999, &value));
  assert_int_equal(value, 123);
  assert_true(mr_parse_uint("18446744073709551615", 20, UINT64_MAX, &value));
  assert_int_equal(value, UINT64_MAX);
}

static void what_is_no_number_is_refused_and_leaves_the_output_alone(void **state) {
  (void)state;
  static const char *const bad[] = {"", "-1", "+1", " 1", "1 ", "1x", "0x1", "1.0"};
  uint64_t value = 77;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_false(mr_parse_uint(bad[i], strlen(bad[i]), UINT64_MAX, &value));
  }
  assert_false(mr_parse_uint("256", 3, 255, &value));
  assert_false(mr_parse_uint("5", 1, 4, &value));
  assert_false(mr_parse_uint("18446744073709551616", 20, UINT64_MAX, &value));
  assert_false(mr_parse_uint("99999999999999999999999", 23, UINT64_MAX, &value));
  assert_int_equal(value, 77);
}

static void seconds_are_read_in_milliseconds(void **state) {
  (void)state;
  static const struct {
    const char *text;
    uint64_t milliseconds;
  } good[] = {{"90", 90000},   {"0.5", 500},  {".25", 250},   {"2.", 2000},   {"1:30", 90000},
              {"0:00.1", 100}, {"0.0015", 2}, {"0.00149", 1}, {"100", 100000}};
  static const char *const bad[] = {"",       ".",     ":",  "1:", ":1",  "1:60",
                                    "0:99.5", "1.2.3", "-1", "1 ", "1e1", "100.0005"};
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    uint64_t found = 7;
    assert_true(mr_parse_seconds(good[i].text, strlen(good[i].text), 100000, &found));
    assert_int_equal(found, good[i].milliseconds);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    uint64_t found = 7;
    assert_false(mr_parse_seconds(bad[i], strlen(bad[i]), 100000, &found));
    assert_int_equal(found, 7);
  }
}

static void well_formed_utf8_is_accepted_to_its_end(void **state) {
  (void)state;
  static const char *const good[] = {
      "",
      "abc\n~",
      "\xC2\x80",
      "\xDF\xBF",
      "\xE0\xA0\x80",
      "\xED\x9F\xBF",
      "\xEE\x80\x80",
      "\xEF\xBF\xBF",
      "\xF0\x90\x80\x80",
      "\xF4\x8F\xBF\xBF",
      "a\xC3\xA9z\xE2\x82\xACq",
  };
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    assert_int_equal(mr_utf8_check(good[i], strlen(good[i])), strlen(good[i]));
  }
}

static void the_first_bad_byte_is_found(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t length;
    size_t bad;
  } cases[] = {
      {"ab\0c", 4, 2},                /* a NUL */
      {"a\x80", 2, 1},                /* a continuation alone */
      {"\xC0\x80", 2, 0},             /* overlong NUL */
      {"\xC1\xBF", 2, 0},             /* overlong */
      {"\xE0\x9F\xBF", 3, 0},         /* overlong */
      {"\xF0\x8F\xBF\xBF", 4, 0},     /* overlong */
      {"\xED\xA0\x80", 3, 0},         /* surrogate */
      {"\xF4\x90\x80\x80", 4, 0},     /* above U+10FFFF */
      {"\xF5\x80\x80\x80", 4, 0},     /* above U+10FFFF */
      {"\xFF", 1, 0},                 /* never a byte of UTF-8 */
      {"ok\xE2\x82", 4, 2},           /* cut off */
      {"ok\xE2\x82z", 5, 2},          /* broken off */
      {"\xC3\xA9\xF0\x9F\x82", 5, 2}, /* cut off */
      {"\xC3", 1, 0},                 /* cut off */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    assert_int_equal(mr_utf8_check(cases[i].text, cases[i].length), cases[i].bad);
  }
}

static void a_cut_text_loses_only_the_character_that_was_cut(void **state) {
  (void)state;
  const char *text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x82\xA1";
  static const size_t whole[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
  for (size_t length = 0; length <= 10; length++) {
    assert_int_equal(mr_utf8_whole(text, length), whole[length]);
  }
  assert_int_equal(mr_utf8_whole("\x80\x80\x80\x80", 4), 4);
}

static void names_are_counted_as_people_do(void **state) {
  (void)state;
  static const char *const names[][2] = {{"Dog", "Dogs"},
                                         {"Wolf", "Wolves"},
                                         {"Pikeman", "Pikemen"},
                                         {"Fox", "Foxes"},
                                         {"Bishop", "Bishops"},
                                         {"Witch", "Witches"},
                                         {"Boss", "Bosses"},
                                         {"Cavalry", "Cavalries"},
                                         {"Log Boy", "Log Boys"},
                                         {"W", "W's"},
                                         {"Y", "Y's"},
                                         {"Elf", "Elves"}};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    for (uint64_t count = 0; count < 3; count++) {
      char buffer[32];
      mr_str text = mr_str_fixed(buffer, sizeof buffer);
      mr_str_count_name(&text, names[i][0], count);
      assert_string_equal(buffer, names[i][count != 1]);
    }
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_are_counted_as_people_do),
    cmocka_unit_test(classes_are_those_of_ascii_for_every_byte),
    cmocka_unit_test(words_are_compared_whole),
    cmocka_unit_test(numbers_are_read_up_to_their_bound),
    cmocka_unit_test(what_is_no_number_is_refused_and_leaves_the_output_alone),
    cmocka_unit_test(seconds_are_read_in_milliseconds),
    cmocka_unit_test(well_formed_utf8_is_accepted_to_its_end),
    cmocka_unit_test(the_first_bad_byte_is_found),
    cmocka_unit_test(a_cut_text_loses_only_the_character_that_was_cut),
};

MR_TEST_MAIN(tests)
