#include "test_main.h"

#include <marcher/definition.h>
#include <string.h>

#include "base/text.h"

static const char *const words[] = {"columns", "rows", "pieces", "victory", "startFen", "start"};

static const char *nearest(const char *word) {
  return mr_nearest(word, words, sizeof words / sizeof words[0]);
}

static void one_slip_of_the_fingers_is_recognised(void **state) {
  (void)state;
  assert_string_equal(nearest("colums"), "columns");
  assert_string_equal(nearest("collumns"), "columns");
  assert_string_equal(nearest("colunns"), "columns");
  assert_string_equal(nearest("clumn"), "columns");
  assert_string_equal(nearest("rovs"), "rows");
  assert_string_equal(nearest("row"), "rows");
}

static void swapped_neighbours_count_as_one_slip(void **state) {
  (void)state;
  assert_string_equal(nearest("rwos"), "rows");
  assert_string_equal(nearest("orws"), "rows");
  assert_string_equal(nearest("peices"), "pieces");
  assert_string_equal(nearest("oclumsn"), "columns");
}

static void a_word_that_was_hardly_meant_is_not_proposed(void **state) {
  (void)state;
  assert_null(nearest("dice"));
  assert_null(nearest("wors2"));
  assert_null(nearest("r"));
  assert_null(nearest(""));
  assert_null(nearest("volume"));
  static const char *const longer[] = {"mobilityRegionWhite"};
  assert_string_equal(mr_nearest("mobility_Regn_White", longer, 1), longer[0]);
  assert_null(mr_nearest("mob_lity_Regn_White", longer, 1));
}

static void a_word_itself_is_its_nearest(void **state) {
  (void)state;
  assert_string_equal(nearest("start"), "start");
  assert_string_equal(nearest("startFen"), "startFen");
}

static void case_decides_only_among_equals(void **state) {
  (void)state;
  static const char *const both[] = {"Key", "key", "KEY"};
  assert_string_equal(mr_nearest("KEY", both, 3), "KEY");
  assert_string_equal(mr_nearest("kEY", both, 3), "KEY");
  assert_string_equal(mr_nearest("key", both, 3), "key");
  assert_string_equal(nearest("STARTFEN"), "startFen");
  assert_string_equal(nearest("start_fen"), "startFen");
}

static void the_first_of_equally_near_words_is_proposed(void **state) {
  (void)state;
  static const char *const both[] = {"cat1", "cat2"};
  assert_string_equal(mr_nearest("cat3", both, 2), "cat1");
}

static void words_of_any_length_are_safe(void **state) {
  (void)state;
  char longest[MR_DEFINITION_NAME_MAX + 2];
  char other[MR_DEFINITION_NAME_MAX + 2];
  memset(longest, 'a', sizeof longest);
  memset(other, 'a', sizeof other);
  longest[MR_DEFINITION_NAME_MAX] = '\0';
  other[MR_DEFINITION_NAME_MAX] = '\0';
  other[5] = 'b';
  const char *candidates[] = {other, NULL};
  assert_string_equal(mr_nearest(longest, candidates, 2), other);
  longest[MR_DEFINITION_NAME_MAX] = 'a';
  longest[MR_DEFINITION_NAME_MAX + 1] = '\0';
  assert_null(mr_nearest(longest, candidates, 2));
  assert_null(mr_nearest(NULL, candidates, 2));
  assert_null(mr_nearest("a", NULL, 0));
}

static void edits_are_counted_between_any_two_words(void **state) {
  (void)state;
  char longest[200];
  memset(longest, 'a', sizeof longest);
  longest[sizeof longest - 1] = '\0';
  assert_int_equal(mr_text_edits("chess", "chess"), 0);
  assert_int_equal(mr_text_edits("Chess", "chess"), 0);
  assert_int_equal(mr_text_edits("chess", "chss"), 1);
  assert_int_equal(mr_text_edits("chess", "hcess"), 1);
  assert_int_equal(mr_text_edits("", "shogi"), 5);
  assert_int_equal(mr_text_edits("xyz", "shogi"), 5);
  assert_int_equal(mr_text_edits(longest, ""), 64);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(edits_are_counted_between_any_two_words),
    cmocka_unit_test(one_slip_of_the_fingers_is_recognised),
    cmocka_unit_test(swapped_neighbours_count_as_one_slip),
    cmocka_unit_test(a_word_that_was_hardly_meant_is_not_proposed),
    cmocka_unit_test(a_word_itself_is_its_nearest),
    cmocka_unit_test(case_decides_only_among_equals),
    cmocka_unit_test(the_first_of_equally_near_words_is_proposed),
    cmocka_unit_test(words_of_any_length_are_safe),
};

MR_TEST_MAIN(tests)
