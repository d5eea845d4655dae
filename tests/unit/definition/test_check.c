#include "test_main.h"

#include <marcher/definition.h>
#include <stdio.h>
#include <string.h>

#include "definition/keys.h"
#include "definition_fixture.h"

static const char *const victories[] = {"linked", "strict", "open", NULL};

static const mr_key common[] = {
    {.name = "title", .type = MR_KEY_PROSE, .max = 1},
    {.name = "notes", .type = MR_KEY_PROSE},
};

static const mr_key family[] = {
    {.name = "columns", .type = MR_KEY_INT, .min = 2, .max = 26, .standard = "8"},
    {.name = "offset", .type = MR_KEY_INT, .min = -5, .max = 5, .standard = "-1"},
    {.name = "drops", .type = MR_KEY_BOOL, .standard = "yes"},
    {.name = "victory", .type = MR_KEY_CHOICE, .choices = victories, .standard = "strict"},
    {.name = "share", .type = MR_KEY_FRACTION, .min = 0, .max = 1000, .standard = "80%"},
    {.name = "swing", .type = MR_KEY_FRACTION, .min = -1500, .max = 2250},
    {.name = "label", .type = MR_KEY_TEXT, .min = 2, .max = 5},
    {.name = "map", .type = MR_KEY_MAP, .min = 2, .max = 3},
    {.name = "start", .type = MR_KEY_STATE},
    {.name = "cells", .type = MR_KEY_LIST, .min = 1, .max = 3},
    {.name = "customPiece#", .type = MR_KEY_TEXT},
    {.name = "customPiece1", .type = MR_KEY_INT, .max = 1},
    {.name = "actor#", .type = MR_KEY_TEXT, .example = "c:KmN"},
    {.name = "mobilityRegion*", .type = MR_KEY_LIST},
    {.name = "mobilityRegionWhite*", .type = MR_KEY_TEXT},
};

enum {
  COMMON_COUNT = sizeof common / sizeof common[0],
  FAMILY_COUNT = sizeof family / sizeof family[0]
};

static const mr_key *key_of(const char *name) {
  const mr_key *key = mr_key_find(family, FAMILY_COUNT, name);
  assert_non_null(key);
  return key;
}

static mr_status check(mr_fixture *fixture) {
  return mr_definition_check(&fixture->definition, common, COMMON_COUNT, family, FAMILY_COUNT,
                             &fixture->list);
}

/** Defines a game by one setting and checks it. */
static mr_status check_one(mr_fixture *fixture, const char *setting) {
  char text[512];
  snprintf(text, sizeof text, "[a]\n%s\n", setting);
  mr_fixture_open(fixture);
  mr_fixture_define(fixture, text, "a");
  return check(fixture);
}

static void accepts(const char *setting) {
  mr_fixture fixture;
  mr_status status = check_one(&fixture, setting);
  if (status != MR_OK) {
    fail_msg("'%s': %s", setting, fixture.list.first->message);
  }
  assert_int_equal(fixture.list.count, 0);
  mr_fixture_close(&fixture);
}

/** @param hint the whole hint, or NULL for none */
static void rejects(const char *setting, const char *hint, mr_expected expected) {
  mr_fixture fixture;
  assert_int_equal(check_one(&fixture, setting), expected.status);
  mr_fixture_expect(&fixture, 0, expected);
  assert_int_equal(fixture.list.count, 1);
  if (hint != NULL) {
    assert_non_null(fixture.list.first->hint);
    assert_string_equal(fixture.list.first->hint, hint);
  } else {
    assert_null(fixture.list.first->hint);
  }
  mr_fixture_close(&fixture);
}

/* ---- keys ------------------------------------------------------------------------------------ */

static void a_number_sign_stands_for_any_number(void **state) {
  (void)state;
  assert_string_equal(key_of("customPiece2")->name, "customPiece#");
  assert_string_equal(key_of("customPiece40")->name, "customPiece#");
  assert_string_equal(key_of("customPiece0")->name, "customPiece#");
  assert_null(mr_key_find(family, FAMILY_COUNT, "customPiece"));
  assert_null(mr_key_find(family, FAMILY_COUNT, "customPiece02"));
  assert_null(mr_key_find(family, FAMILY_COUNT, "customPiece2a"));
}

static void a_plain_name_goes_before_patterns_and_the_longer_pattern_first(void **state) {
  (void)state;
  assert_string_equal(key_of("customPiece1")->name, "customPiece1");
  assert_string_equal(key_of("mobilityRegionBlackKing")->name, "mobilityRegion*");
  assert_string_equal(key_of("mobilityRegionWhiteKing")->name, "mobilityRegionWhite*");
  assert_string_equal(key_of("mobilityRegionWhite")->name, "mobilityRegion*");
  assert_null(mr_key_find(family, FAMILY_COUNT, "mobilityRegion"));
}

static void an_unknown_key_is_an_error_at_its_name(void **state) {
  (void)state;
  rejects("colunms = 8", "did you mean 'columns'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+7", "there is no key named 'colunms'"});
  rejects("tilte = x", "did you mean 'title'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+5", "no key named 'tilte'"});
  rejects("victoryBlack = open", "did you mean 'victory'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+12", "no key named 'victoryBlack'"});
  rejects("something = x", NULL,
          (mr_expected){MR_ERR_UNKNOWN, "2:1+9", "no key named 'something'"});
}

static void a_mistyped_pattern_is_proposed_with_the_rest_as_written(void **state) {
  (void)state;
  rejects("customPeice17 = x", "did you mean 'customPiece17'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+13", "no key"});
  rejects("customPiece = x", "did you mean 'customPiece1'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+11", "no key"});
  rejects("mobilityRegoinWhiteKing = x", "did you mean 'mobilityRegionWhiteKing'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+23", "no key"});
  rejects("mobilityRegonKing = x", "did you mean 'mobilityRegionKing'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+17", "no key"});
  rejects("mobilityRegion = x", NULL, (mr_expected){MR_ERR_UNKNOWN, "2:1+14", "no key"});
}

static void a_value_that_only_a_numbered_key_takes_tells_its_line(void **state) {
  (void)state;
  static const char text[] =
      "there is no key named 'otter'; a piece of your own is written actor1 = o:mFcWfD";
  rejects("otter = o:mFcWfD", "did you mean 'actor1'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+5", text});
  /* Who has misspelt the key keeps the number; other values have no letter or no movement. */
  rejects("acotr7 = o:W", "did you mean 'actor7'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+6", "there is no key named 'acotr7'"});
  static const char *const others[] = {"otter = o",    "otter = o:",    "otter = o:x",
                                       "otter = oo:W", "otter = o:W F", "otter = 7:W"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    rejects(others[i], NULL,
            (mr_expected){MR_ERR_UNKNOWN, "2:1+5", "there is no key named 'otter'"});
  }
}

static void a_key_of_full_length_has_no_proposal_that_is_too_long(void **state) {
  (void)state;
  char digits[MR_DEFINITION_NAME_MAX - 9];
  memset(digits, '7', sizeof digits);
  digits[sizeof digits - 1] = '\0';
  char setting[MR_DEFINITION_NAME_MAX + 8];
  snprintf(setting, sizeof setting, "customPiec%s = x", digits);
  rejects(setting, NULL, (mr_expected){MR_ERR_UNKNOWN, "2:1+64", "no key"});
}

static void upper_and_lower_case_hardly_count_as_a_difference(void **state) {
  (void)state;
  rejects("COLUMNS = 8", "did you mean 'columns'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:1+7", "no key"});
}

static void complaints_come_in_the_order_of_the_file(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[p]\nzz = 1\naa = 1\n[a:p]\nvictory = x\ncolumns = 1\n", "a");
  assert_int_equal(check(&fixture), MR_ERR_UNKNOWN);
  assert_int_equal(fixture.list.errors, 4);
  for (size_t i = 0; i < 4; i++) {
    const uint32_t lines[] = {2, 3, 5, 6};
    assert_int_equal(mr_fixture_complaint(&fixture, i)->line, lines[i]);
  }
  mr_fixture_close(&fixture);
}

static void overrides_are_checked_where_they_stand(void **state) {
  (void)state;
  const mr_override overrides[] = {{"columns", "99"}};
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\ncolumns = 8\n"), MR_OK);
  assert_int_equal(mr_definition_resolve(fixture.definitions, "a", overrides, 1, &fixture.arena,
                                         &fixture.definition, &fixture.list),
                   MR_OK);
  assert_int_equal(check(&fixture), MR_ERR_RANGE);
  mr_fixture_expect(&fixture, 0, (mr_expected){MR_ERR_RANGE, "1:9+2", "'columns' is 99"});
  assert_string_equal(fixture.list.first->source, "--set columns=99");
  assert_string_equal(fixture.list.first->line_text, "columns=99");
  mr_fixture_close(&fixture);
}

static void overrides_are_checked_in_the_order_in_which_they_were_given(void **state) {
  (void)state;
  const mr_override overrides[] = {{"zz", "1"}, {"columns", "99"}, {"aa", "1"}};
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  assert_int_equal(mr_fixture_read(&fixture, "[a]\nyy = 8\n"), MR_OK);
  assert_int_equal(mr_definition_resolve(fixture.definitions, "a", overrides, 3, &fixture.arena,
                                         &fixture.definition, &fixture.list),
                   MR_OK);
  assert_int_equal(check(&fixture), MR_ERR_UNKNOWN);
  assert_int_equal(fixture.list.errors, 4);
  for (uint32_t i = 0; i < 3; i++) {
    assert_true(mr_source_is_override(mr_fixture_complaint(&fixture, i)->source));
    assert_int_equal(mr_fixture_complaint(&fixture, i)->line, i + 1);
  }
  assert_false(mr_source_is_override(mr_fixture_complaint(&fixture, 3)->source));
  mr_fixture_close(&fixture);
}

static void wrong_arguments_are_refused(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[a]\n", "a");
  assert_int_equal(mr_definition_check(NULL, common, 1, family, 1, &fixture.list), MR_ERR_ARGUMENT);
  assert_int_equal(mr_definition_check(&fixture.definition, common, 1, family, 1, NULL),
                   MR_ERR_ARGUMENT);
  assert_int_equal(check(&fixture), MR_OK);
  mr_fixture_close(&fixture);
}

/* ---- what was meant -------------------------------------------------------------------------- */

/** Mends a game of these settings. @return whether something is known for every mistake */
static bool mends_as(mr_fixture *fixture, const char *settings, bool other, bool *guessed,
                     mr_definition *out) {
  const mr_key_tables tables = {{family, common}, {FAMILY_COUNT, COMMON_COUNT}};
  char text[512];
  snprintf(text, sizeof text, "[a]\n%s\n", settings);
  mr_fixture_open(fixture);
  mr_fixture_define(fixture, text, "a");
  return mr_definition_mend(&fixture->definition, &tables, &fixture->arena, other, guessed, out);
}

static bool mends(mr_fixture *fixture, const char *settings, mr_definition *out) {
  bool guessed = true;
  return mends_as(fixture, settings, false, &guessed, out) && !guessed;
}

static void mistakes_with_a_remedy_are_mended(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_definition meant;
  assert_true(mends(&fixture, "victroy = opne\ncolunms = 9\ndrops = flase\ntitle = T", &meant));
  assert_int_equal(meant.count, 4);
  assert_string_equal(mr_definition_find(&meant, "victory")->text, "open");
  assert_string_equal(mr_definition_find(&meant, "columns")->text, "9");
  assert_string_equal(mr_definition_find(&meant, "drops")->text, "false");
  assert_string_equal(mr_definition_find(&meant, "title")->text, "T");
  assert_null(mr_definition_find(&meant, "colunms"));
  mr_fixture_close(&fixture);
  /* What is set by its right name counts. */
  assert_true(mends(&fixture, "columns = 9\ncolunms = 7", &meant));
  assert_int_equal(meant.count, 1);
  assert_string_equal(mr_definition_find(&meant, "columns")->text, "9");
  mr_fixture_close(&fixture);
}

static void a_mistake_without_a_remedy_is_not_guessed_at(void **state) {
  (void)state;
  static const char *const settings[] = {"something = x", "inherits = chess",
                                         "colunms = 7\ncolumsn = 8"};
  for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
    mr_fixture fixture;
    mr_definition meant;
    bool guessed = false;
    if (mends_as(&fixture, settings[i], false, &guessed, &meant)) {
      fail_msg("'%s' was mended", settings[i]);
    }
    mr_fixture_close(&fixture);
  }
}

static void two_values_stand_for_one_that_nobody_knows(void **state) {
  (void)state;
  static const struct {
    const char *setting, *key, *values[2];
  } unknown[] = {{"columns = 27", "columns", {"2", "26"}},
                 {"columns = eight", "columns", {"2", "26"}},
                 {"drops = perhaps", "drops", {"false", "true"}},
                 {"victory = never", "victory", {"linked", "open"}}};
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
    for (unsigned other = 0; other < 2; other++) {
      mr_fixture fixture;
      mr_definition meant;
      bool guessed = false;
      assert_true(mends_as(&fixture, unknown[i].setting, other == 1, &guessed, &meant));
      assert_true(guessed);
      assert_string_equal(mr_definition_find(&meant, unknown[i].key)->text,
                          unknown[i].values[other]);
      mr_fixture_close(&fixture);
    }
  }
}

/* ---- values ---------------------------------------------------------------------------------- */

static void numbers_are_whole_and_within_their_bounds(void **state) {
  (void)state;
  accepts("columns = 2");
  accepts("columns = 26");
  accepts("columns = 007");
  accepts("offset = -5");
  rejects("columns = 27", "the nearest that is allowed is '26'",
          (mr_expected){MR_ERR_RANGE, "2:11+2",
                        "'columns' is 27; expected a whole number from 2 to 26"});
  rejects("offset = -6", "the nearest that is allowed is '-5'",
          (mr_expected){MR_ERR_RANGE, "2:10+2", "expected a whole number from -5 to 5"});
  rejects("columns = eight", NULL,
          (mr_expected){MR_ERR_SYNTAX, "2:11+5", "'columns' is 'eight'; expected a whole number"});
  rejects("columns = 8.0", NULL, (mr_expected){MR_ERR_SYNTAX, "2:11+3", "a whole number"});
  rejects("columns = +8", NULL, (mr_expected){MR_ERR_SYNTAX, "2:11+2", "a whole number"});
  rejects("offset = -", NULL, (mr_expected){MR_ERR_SYNTAX, "2:10+1", "a whole number"});
  rejects("columns = 99999999999999999999", NULL,
          (mr_expected){MR_ERR_SYNTAX, "2:11+20", "a whole number from 2 to 26"});
}

static void a_missing_value_is_reported_behind_the_equals_sign(void **state) {
  (void)state;
  rejects("columns =", NULL, (mr_expected){MR_ERR_SYNTAX, "2:10+1", "'columns' has no value"});
  rejects("drops =", NULL, (mr_expected){MR_ERR_SYNTAX, "2:8+1", "expected true or false"});
  rejects("victory =", NULL,
          (mr_expected){MR_ERR_UNKNOWN, "2:10+1", "has no value; expected one of: linked, strict"});
  rejects("share =", NULL, (mr_expected){MR_ERR_SYNTAX, "2:8+1", "'share' has no value"});
}

static void a_comment_behind_a_value_is_explained(void **state) {
  (void)state;
  const char *hint = "a comment stands on a line of its own";
  rejects("columns = 8 # wide", hint, (mr_expected){MR_ERR_SYNTAX, "2:11+8", "a whole number"});
  rejects("drops = yes ; please", hint, (mr_expected){MR_ERR_SYNTAX, "2:9+12", "true or false"});
  rejects("victory = strict # x", hint, (mr_expected){MR_ERR_UNKNOWN, "2:11+10", "one of"});
}

static void truth_has_eight_spellings(void **state) {
  (void)state;
  static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "1", "0"};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    char setting[32];
    mr_fixture fixture;
    snprintf(setting, sizeof setting, "drops = %s", words[i]);
    assert_int_equal(check_one(&fixture, setting), MR_OK);
    assert_int_equal(mr_setting_bool(&fixture.definition, key_of("drops")), i % 2 == 0);
    mr_fixture_close(&fixture);
  }
  rejects("drops = True", "did you mean 'true'?",
          (mr_expected){MR_ERR_SYNTAX, "2:9+4", "'drops' is 'True'; expected true or false"});
}

static void a_choice_is_one_of_those_listed(void **state) {
  (void)state;
  accepts("victory = linked");
  rejects("victory = stirct", "did you mean 'strict'?",
          (mr_expected){MR_ERR_UNKNOWN, "2:11+6",
                        "'victory' is 'stirct'; expected one of: linked, strict, open"});
  rejects("victory = none", NULL, (mr_expected){MR_ERR_UNKNOWN, "2:11+4", "one of: linked"});
}

static void assert_fraction(const char *setting, int64_t numerator, int64_t denominator) {
  mr_fixture fixture;
  assert_int_equal(check_one(&fixture, setting), MR_OK);
  const mr_key *key = key_of(strncmp(setting, "share", 5) == 0 ? "share" : "swing");
  mr_fraction value = mr_setting_fraction(&fixture.definition, key);
  assert_int_equal(value.numerator, numerator);
  assert_int_equal(value.denominator, denominator);
  mr_fixture_close(&fixture);
}

static void fractions_are_exact_in_every_spelling(void **state) {
  (void)state;
  assert_fraction("share = 4/5", 4, 5);
  assert_fraction("share = 80%", 4, 5);
  assert_fraction("share = 0.8", 4, 5);
  assert_fraction("share = 0.800000", 4, 5);
  assert_fraction("share = 1", 1, 1);
  assert_fraction("share = 0", 0, 1);
  assert_fraction("share = 0/7", 0, 1);
  assert_fraction("share = 12.5%", 1, 8);
  assert_fraction("share = 0.0001%", 1, 1000000);
  assert_fraction("share = 999999/1000000", 999999, 1000000);
  assert_fraction("swing = -1/3", -1, 3);
  assert_fraction("swing = -150%", -3, 2);
  assert_fraction("swing = 2.25", 9, 4);
}

static void fractions_outside_their_bounds_are_rejected(void **state) {
  (void)state;
  const char *bounds = "expected a number from 0 to 1, such as 4/5, 80% or 0.8";
  rejects("share = 101%", NULL, (mr_expected){MR_ERR_RANGE, "2:9+4", bounds});
  rejects("share = -1/1000000", NULL, (mr_expected){MR_ERR_RANGE, "2:9+10", "'share' is -1/1"});
  rejects("share = 1000001/1000000", NULL, (mr_expected){MR_ERR_RANGE, "2:9+15", bounds});
  rejects("share = 1000000000000", NULL, (mr_expected){MR_ERR_RANGE, "2:9+13", bounds});
  rejects("swing = -1.500001", NULL,
          (mr_expected){MR_ERR_RANGE, "2:9+9", "expected a number from -1.5 to 2.25"});
  rejects("swing = 2.250001", NULL, (mr_expected){MR_ERR_RANGE, "2:9+8", "-1.5 to 2.25"});
}

static void malformed_fractions_are_rejected(void **state) {
  (void)state;
  static const char *const values[] = {"4/", "/5",  "4/0",   "4/5%",  ".5",  "5.", "1e3", "0.8.1",
                                       "%",  "--1", "4 / 5", "1/2/3", "0x1", "-",  "1,5", "80%%"};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    char setting[32];
    mr_fixture fixture;
    snprintf(setting, sizeof setting, "share = %s", values[i]);
    assert_int_equal(check_one(&fixture, setting), MR_ERR_SYNTAX);
    assert_non_null(strstr(fixture.list.first->message, "expected a number from 0 to 1"));
    mr_fixture_close(&fixture);
  }
}

static void fractions_that_are_too_fine_are_rejected(void **state) {
  (void)state;
  static const char *const values[] = {"1/1000001",
                                       "0.0000001",
                                       "0.00001%",
                                       "1000000000001",
                                       "10000000.000001",
                                       "99999999999999999999999",
                                       "1/99999999999999999999999"};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    char setting[64];
    mr_fixture fixture;
    snprintf(setting, sizeof setting, "share = %s", values[i]);
    assert_int_equal(check_one(&fixture, setting), MR_ERR_LIMIT);
    assert_non_null(strstr(fixture.list.first->message, "at most six decimals, four before '%'"));
    mr_fixture_close(&fixture);
  }
}

static void sizes_of_texts_are_bounded(void **state) {
  (void)state;
  accepts("label = ab");
  rejects("label = a", NULL,
          (mr_expected){MR_ERR_RANGE, "2:9+1", "'label' has 1 byte; expected from 2 to 5"});
  rejects("label = abcdef", NULL, (mr_expected){MR_ERR_RANGE, "2:9+6", "has 6 bytes"});
  accepts("map =\n  a\n  b");
  rejects("map =", NULL, (mr_expected){MR_ERR_RANGE, "2:6+1", "'map' has 0 lines"});
  rejects("map =\n  a\n  b\n  c\n  d", NULL, (mr_expected){MR_ERR_RANGE, "3:3+1", "has 4 lines"});
  accepts("cells = a1  b2\tc3");
  accepts("cells =\n a1\n b2 c3");
  rejects("cells = a1 b2 c3 d4", NULL, (mr_expected){MR_ERR_RANGE, "2:9+11", "has 4 words"});
  accepts("notes =");
  accepts("notes =\n a\n b\n c");
}

static void a_value_of_one_line_has_no_second(void **state) {
  (void)state;
  accepts("columns =\n  8");
  rejects("columns =\n  8\n  9", NULL,
          (mr_expected){MR_ERR_SYNTAX, "4:3+1", "'columns' takes one line"});
  rejects("label =\n  abc\n  def", NULL, (mr_expected){MR_ERR_SYNTAX, "4:3+3", "one line"});
  rejects("start =\n  8/8\n  w", NULL, (mr_expected){MR_ERR_SYNTAX, "4:3+1", "one line"});
  rejects("title =\n  one\n  two", NULL, (mr_expected){MR_ERR_RANGE, "3:3+3", "has 2 lines"});
}

static void a_long_value_is_quoted_in_part(void **state) {
  (void)state;
  mr_fixture fixture;
  assert_int_equal(check_one(&fixture, "columns = \xC3\xA4wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"
                                       "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4"),
                   MR_ERR_SYNTAX);
  assert_non_null(strstr(fixture.list.first->message, "ww...'; expected a whole number"));
  mr_fixture_close(&fixture);
}

/* ---- readers --------------------------------------------------------------------------------- */

static void readers_give_what_is_set(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture,
                    "[a]\ncolumns = 12\noffset = -3\ndrops = off\nvictory = open\nlabel = abc\n"
                    "share = 1/4\n",
                    "a");
  assert_int_equal(check(&fixture), MR_OK);
  assert_int_equal(mr_setting_int(&fixture.definition, key_of("columns")), 12);
  assert_int_equal(mr_setting_int(&fixture.definition, key_of("offset")), -3);
  assert_false(mr_setting_bool(&fixture.definition, key_of("drops")));
  assert_int_equal(mr_setting_choice(&fixture.definition, key_of("victory")), 2);
  assert_string_equal(mr_setting_text(&fixture.definition, key_of("label")), "abc");
  mr_fixture_close(&fixture);
}

static void readers_give_the_standard_where_nothing_is_set(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[a]\n", "a");
  assert_int_equal(mr_setting_int(&fixture.definition, key_of("columns")), 8);
  assert_int_equal(mr_setting_int(&fixture.definition, key_of("offset")), -1);
  assert_true(mr_setting_bool(&fixture.definition, key_of("drops")));
  assert_int_equal(mr_setting_choice(&fixture.definition, key_of("victory")), 1);
  assert_int_equal(mr_setting_fraction(&fixture.definition, key_of("share")).numerator, 4);
  assert_string_equal(mr_setting_text(&fixture.definition, key_of("label")), "");
  assert_int_equal(mr_setting_fraction(&fixture.definition, key_of("swing")).denominator, 1);
  const mr_key without = {.name = "without", .type = MR_KEY_INT, .min = 3, .max = 5};
  assert_int_equal(mr_setting_int(&fixture.definition, &without), 3);
  mr_fixture_close(&fixture);
}

static void readers_give_the_standard_for_what_no_check_would_pass(void **state) {
  (void)state;
  mr_fixture fixture;
  mr_fixture_open(&fixture);
  mr_fixture_define(&fixture, "[a]\ncolumns = 99\noffset = x\ndrops = x\nvictory = x\nshare = 2\n",
                    "a");
  assert_int_equal(mr_setting_int(&fixture.definition, key_of("columns")), 8);
  assert_int_equal(mr_setting_int(&fixture.definition, key_of("offset")), -1);
  assert_true(mr_setting_bool(&fixture.definition, key_of("drops")));
  assert_int_equal(mr_setting_choice(&fixture.definition, key_of("victory")), 1);
  assert_int_equal(mr_setting_fraction(&fixture.definition, key_of("share")).denominator, 5);
  mr_fixture_close(&fixture);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_number_sign_stands_for_any_number),
    cmocka_unit_test(a_plain_name_goes_before_patterns_and_the_longer_pattern_first),
    cmocka_unit_test(an_unknown_key_is_an_error_at_its_name),
    cmocka_unit_test(a_mistyped_pattern_is_proposed_with_the_rest_as_written),
    cmocka_unit_test(a_key_of_full_length_has_no_proposal_that_is_too_long),
    cmocka_unit_test(upper_and_lower_case_hardly_count_as_a_difference),
    cmocka_unit_test(complaints_come_in_the_order_of_the_file),
    cmocka_unit_test(overrides_are_checked_where_they_stand),
    cmocka_unit_test(overrides_are_checked_in_the_order_in_which_they_were_given),
    cmocka_unit_test(a_value_that_only_a_numbered_key_takes_tells_its_line),
    cmocka_unit_test(mistakes_with_a_remedy_are_mended),
    cmocka_unit_test(two_values_stand_for_one_that_nobody_knows),
    cmocka_unit_test(a_mistake_without_a_remedy_is_not_guessed_at),
    cmocka_unit_test(wrong_arguments_are_refused),
    cmocka_unit_test(numbers_are_whole_and_within_their_bounds),
    cmocka_unit_test(a_missing_value_is_reported_behind_the_equals_sign),
    cmocka_unit_test(a_comment_behind_a_value_is_explained),
    cmocka_unit_test(truth_has_eight_spellings),
    cmocka_unit_test(a_choice_is_one_of_those_listed),
    cmocka_unit_test(fractions_are_exact_in_every_spelling),
    cmocka_unit_test(fractions_outside_their_bounds_are_rejected),
    cmocka_unit_test(malformed_fractions_are_rejected),
    cmocka_unit_test(fractions_that_are_too_fine_are_rejected),
    cmocka_unit_test(sizes_of_texts_are_bounded),
    cmocka_unit_test(a_value_of_one_line_has_no_second),
    cmocka_unit_test(a_long_value_is_quoted_in_part),
    cmocka_unit_test(readers_give_what_is_set),
    cmocka_unit_test(readers_give_the_standard_where_nothing_is_set),
    cmocka_unit_test(readers_give_the_standard_for_what_no_check_would_pass),
};

MR_TEST_MAIN(tests)
