/*
 * docs/rules/borderlands.md rule by rule, BL-15 to BL-24: the ends of the game,
 * texts and values. BL-1 to BL-14 are in test_borderlands_rules.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairy_fixture.h"
#include "test_main.h"

/* Two Chiefs a side, so that nobody checks, and a Guard a side to pass the time
 * with. */
#define QUIET "Cc1 Ce1 Gg1 ca10 ci10 gg10"
#define CYCLE "g1g2 g10g9 g2g1 g9g10"

/* White has 43 men and no move once the Chief has left e1. */
#define WALL "GGGGGGGGG/GGGGGGGGG/CGGGGGGGC/WWWWWWWWW/WWWWWWWWW/9/9/9/9/4c3+h[] b - - "

static int open_table(void **group) {
  return mr_fairy_open(group, "borderlands");
}

/* ---- BL-15 to BL-17 -------------------------------------------------------------------------- */

static void BL_15_capturing_the_second_Chief_wins_at_once(void **group) {
  mr_table *table = *group; /* BL-15 */
  mr_fairy_end(table, "Ca1 ch9 Gg9 Gb5", "g9h9", "1-0", "BL-15");
  mr_fairy_end(table, "Ci1 ca10 +hg2 b", "g2i1", "0-1", "BL-15");
  mr_fairy_end(table, "Ca1 Aa5 Gb5 ca10 ci10", "a5a10+ i10i9 a10i10 i9i8", "*", "");
  mr_fairy_end(table, "Ca1 Aa5 Gb5 ca10 ci10", "a5a10+ i10h10 a10h10", "1-0", "BL-15");
}

static void BL_15_one_Chief_is_enough_to_play_on(void **group) {
  mr_table *table = *group; /* BL-15 */
  mr_fairy_end(table, "Ca1 ch9 ca10 Gg9", "g9h9", "*", "");
  mr_fairy_end(table, "Ca1 Ch1 ca10 gg2 b", "g2h1", "*", "");
}

static void BL_16_holding_all_four_villages_for_a_reply_wins(void **group) {
  mr_table *table = *group; /* BL-16 */
  mr_fairy_end(table, "Ca1 Gb2 Gh2 Gb9 Gg9 ci5", "g9h9", "*", "");
  mr_fairy_end(table, "Ca1 Gb2 Gh2 Gb9 Gg9 ci5", "g9h9 i5i6", "1-0", "BL-16");
  mr_fairy_end(table, "Ca5 gb2 gh2 gb9 gg9 ca10 b", "g9h9 a5a6", "0-1", "BL-16");
}

static void BL_16_the_reply_may_break_the_hold(void **group) {
  mr_table *table = *group; /* BL-16 */
  mr_fairy_end(table, "Ca1 Gb2 Gh2 Gb9 Gg9 ci10", "g9h9 i10h9", "*", "");
  mr_fairy_end(table, "Ca1 Gb2 Gh2 Gb9 Gg9 ci10", "g9h9 i10i9", "1-0", "BL-16");
}

static void BL_16_the_side_to_move_that_holds_all_four_has_won(void **group) {
  mr_table *table = *group; /* BL-16 */
  mr_fairy_end(table, "Ca1 Gb2 Gh2 Gb9 Gh9 ci5 w", "", "1-0", "BL-16");
  mr_fairy_end(table, "Ca1 Gb2 Gh2 Gb9 Gh9 ci5 b", "", "*", "");
  mr_fairy_end(table, "Ca1 gb2 gh2 gb9 gh9 ci5 b", "", "0-1", "BL-16");
  mr_fairy_end(table, "Ca1 gb2 gh2 gb9 gh9 ci5 w", "", "*", "");
}

static void BL_16_any_men_of_ones_own_will_do(void **group) {
  mr_table *table = *group; /* BL-16 */
  mr_fairy_end(table, "Cb2 +Wh2 +Eb9 +Mh9 ci5", "", "1-0", "BL-16");
  mr_fairy_end(table, "Ca1 eb9 +lh2 fh9 +sb2 ci5 b", "", "0-1", "BL-16");
  mr_fairy_end(table, "Cb2 Gh2 Gb9 gh9 ci5", "", "*", "");
}

static void BL_17_who_has_no_legal_move_loses(void **group) {
  mr_table *table = *group; /* BL-17 */
  mr_fairy_end(table, WALL "0 1", "e1c3", "0-1", "BL-17");
  mr_fairy_end(table,
               "4C4/9/9/9/9/wwwwwwwww/wwwwwwwww/cgggggggc/ggggggggg/ggggggggg[] "
               "w - - 3 1",
               "e10d9", "1-0", "BL-17");
}

/* White's wall with a hole on i6, into which nobody can move. */
#define HOLED "GGGGGGGGG/GGGGGGGGG/CGGGGG+S+S+H/WWWWWWWWW/WWWWWWWW1/9/9/9/9/4c4"

static void BL_17_one_move_or_drop_is_enough_to_go_on(void **group) {
  mr_table *table = *group; /* BL-17 */
  mr_fairy_end(table,
               "GGGGGGGGG/GGGGGGGGG/CGGGGGGGC/WWWWWWWWW/WWWWWWWW1/9/9/9/9/"
               "4c3+h[] b - - 0 1",
               "e1c3", "*", "");
  mr_fairy_end(table, HOLED "[] w - - 0 1", "", "0-1", "BL-17");
  mr_fairy_end(table, HOLED "[M] w - - 0 1", "", "*", "");
  assert_int_equal(mr_table_actions(table), 1);
  assert_true(mr_table_allows(table, "M@i6"));
}

/* ---- BL-18: no progress ---------------------------------------------------------------------- */

static void BL_18_150_plies_without_progress_are_a_draw(void **group) {
  mr_table *table = *group; /* BL-18 */
  mr_fairy_end(table, QUIET " 148", "g1g2", "*", "");
  mr_fairy_end(table, QUIET " 148", "g1g2 g10g9", "1/2-1/2", "BL-18");
  mr_fairy_end(table, QUIET " 149", "g1g2", "1/2-1/2", "BL-18");
}

static void BL_18_captures_and_promotions_are_progress(void **group) {
  mr_table *table = *group; /* BL-18 */
  mr_fairy_play(table, QUIET " Gd5 me6 149", "d5e6", QUIET " Ge6 b 0");
  mr_fairy_play(table, QUIET " Fd7 149", "d7d8+", QUIET " +Fd8 b 0");
  mr_fairy_play(table, QUIET " Wg6 wh8 140 b", "h8h6 g6h7", QUIET " Wh7 b 0");
}

static void BL_18_drops_and_Warrior_moves_are_not(void **group) {
  mr_table *table = *group; /* BL-18 */
  mr_fairy_play(table, QUIET " [M] 70", "M@e6", QUIET " Me6 [] b 71");
  mr_fairy_play(table, QUIET " Wd3 70", "d3d4", QUIET " Wd4 b 71");
  mr_fairy_end(table, QUIET " [M] 149", "M@e6", "1/2-1/2", "BL-18");
  mr_fairy_end(table, QUIET " Wd3 149", "d3d4", "1/2-1/2", "BL-18");
}

/* ---- BL-19, BL-20: repetition ---------------------------------------------------------------- */

static void BL_19_who_brings_about_a_position_for_the_fifth_time_loses(void **group) {
  mr_table *table = *group; /* BL-19 */
  mr_fairy_end_after(table, QUIET, CYCLE, 3, "*", "");
  mr_fairy_end_after(table, QUIET, CYCLE, 4, "1-0", "BL-19");
  mr_fairy_end_after(table, QUIET " b", "g10g9 g1g2 g9g10 g2g1", 4, "0-1", "BL-19");
}

static void BL_19_the_hands_belong_to_the_position(void **group) {
  mr_table *table = *group;                                 /* BL-19 */
  const char *const away = "M@e7 f8e7 g1g2 e7e8 g2g1 e8f8"; /* and back without the Marauder */
  mr_fairy_end_after(table, QUIET " gf8 [M]", CYCLE, 3, "*", "");
  mr_table_play(table, away);
  assert_string_equal(mr_table_result(table), "*");
  mr_table_play(table, CYCLE " " CYCLE " " CYCLE " g1g2 g10g9 g2g1");
  assert_string_equal(mr_table_result(table), "*");
  mr_table_play(table, "g9g10");
  assert_string_equal(mr_table_ended_by(table), "BL-19");
}

static void BL_19_a_right_to_capture_in_passing_makes_another_position(void **group) {
  mr_table *table = *group; /* BL-19 */
  const char *const cycle = "g10g9 g1g2 g9g10 g2g1";
  mr_fairy_end_after(table, QUIET " Wd5 we5 d4d5 b", cycle, 4, "*", "");
  mr_table_play(table, "g10g9");
  assert_string_equal(mr_table_result(table), "1-0");
  assert_string_equal(mr_table_ended_by(table), "BL-19");
  mr_fairy_end_after(table, QUIET " Wd5 we5 b", cycle, 4, "0-1", "BL-19");
}

static void BL_19_a_right_that_nobody_can_use_does_not_count(void **group) {
  mr_table *table = *group; /* BL-19 */
  mr_fairy_set(table, QUIET " Wd3 wg6");
  mr_table_play(table, "d3d5");
  for (int i = 0; i < 4; i++) {
    assert_string_equal(mr_table_result(table), "*");
    mr_table_play(table, "g10g9 g1g2 g9g10 g2g1");
  }
  assert_string_equal(mr_table_result(table), "0-1");
}

/* White's Archer on the a-file attacks the Chief on a10, and Black lets it. */
#define ATTACK "Cc1 Ce1 Aa5 Gg1 ca10 gg10"

static void BL_20_who_has_always_checked_loses_whoever_repeated(void **group) {
  mr_table *table = *group; /* BL-20 */
  mr_fairy_end_after(table, ATTACK, CYCLE, 3, "*", "");
  mr_fairy_end_after(table, ATTACK, CYCLE, 4, "0-1", "BL-20");
  mr_fairy_end_after(table, ATTACK " b", "g10g9 g1g2 g9g10 g2g1", 4, "0-1", "BL-20");
  mr_fairy_end_after(table, "Cc1 Gg1 ca10 ci10 ac6 gg10", CYCLE, 4, "1-0", "BL-20");
}

static void BL_20_only_the_last_Chief_can_be_checked(void **group) {
  mr_table *table = *group; /* BL-20 */
  mr_fairy_end_after(table, ATTACK " ci10", CYCLE, 4, "1-0", "BL-19");
}

static void BL_20_one_move_without_check_is_enough(void **group) {
  mr_table *table = *group; /* BL-20 */
  mr_fairy_set(table, ATTACK);
  mr_table_play(table, "a5b5 g10g9 b5a5 g9g10 " CYCLE " " CYCLE " " CYCLE);
  assert_string_equal(mr_table_result(table), "1-0");
  assert_string_equal(mr_table_ended_by(table), "BL-19");
}

static void BL_20_the_moves_before_the_first_occurrence_do_not_count(void **group) {
  mr_table *table = *group; /* BL-20 */
  mr_fairy_set(table, "Cc1 Ce1 Ab5 Gg1 ca10 gh10");
  mr_table_play(table, "b5c5 h10h9 c5a5 h9g10 " CYCLE " " CYCLE " " CYCLE " " CYCLE);
  assert_string_equal(mr_table_result(table), "0-1");
  assert_string_equal(mr_table_ended_by(table), "BL-20");
}

static void BL_20_when_both_have_always_checked_nobody_is_named(void **group) {
  mr_table *table = *group; /* BL-20 */
  mr_fairy_end_after(table, "Cc1 Aa5 Gg1 ca10 ac6 gg10", CYCLE, 4, "1-0", "BL-19");
}

/* ---- BL-21, BL-22 ---------------------------------------------------------------------------- */

static void BL_21_two_Chiefs_can_always_meet(void **group) {
  mr_table *table = *group; /* BL-21 */
  mr_fairy_end(table, "Ca1 ci10", "", "*", "");
  mr_fairy_end(table, "Ca1 ci10", "a1a2 i10i9", "*", "");
  mr_fairy_end(table, "Ce5 ca10", "e5e6", "*", "");
}

/* A variation in which the Chiefs of one side can never meet those of the
 * other. */
#define APART                              \
  "mobilityRegionWhiteCustomPiece1=*1 *2 " \
  "*3;mobilityRegionBlackCustomPiece1=*8 *9 *10"

static void BL_21_who_can_neither_take_a_Chief_nor_hold_the_villages_draws(void **group) {
  (void)group; /* BL-21 */
  mr_table table;
  mr_table_open_game(&table, "borderlands", APART, NULL);
  mr_fairy_end(&table, "Ca1 ci10", "", "1/2-1/2", "BL-21");
  mr_fairy_end(&table, "Ca1 Cc1 ca10 ci10 b", "", "1/2-1/2", "BL-21");
  mr_fairy_end(&table, "Ca1 ga2 ca10", "a1a2", "1/2-1/2", "BL-21");
  mr_table_close(&table);
}

static void BL_21_one_man_that_could_is_enough_to_go_on(void **group) {
  (void)group; /* BL-21 */
  mr_table table;
  mr_table_open_game(&table, "borderlands", APART, NULL);
  mr_fairy_end(&table, "Ca1 Ge5 ci10", "", "*", "");
  mr_fairy_end(&table, "Ca1 ci10 we7", "", "*", "");
  mr_fairy_end(&table, "Ca1 ci10 [M]", "", "*", "");
  mr_fairy_end(&table, "Ca1 ci10 [m]", "", "*", "");
  mr_fairy_end(&table, "Ca1 ga2 ca10 gh10", "a1a2", "*", "");
  mr_table_close(&table);
}

static void BL_22_who_cannot_move_loses_whatever_could_be_reached(void **group) {
  (void)group; /* BL-22 */
  mr_table table;
  mr_table_open_game(&table, "borderlands",
                     "mobilityRegionWhiteCustomPiece1=b2 "
                     "h2;mobilityRegionBlackCustomPiece1=*8 *9",
                     NULL);
  mr_fairy_end(&table, "Cb2 cb9", "", "0-1", "BL-17");
  mr_fairy_end(&table, "Cb2 cb9 b", "", "1/2-1/2", "BL-21");
  mr_table_close(&table);
}

static void BL_22_surrender_comes_before_conquest(void **group) {
  mr_table *table = *group; /* BL-22 */
  mr_fairy_end(table, "Ca5 Ge6 ce5 gb2 gh2 gb9 gh9", "e6e5", "1-0", "BL-15");
  mr_fairy_end(table, "Ca5 Ge6 ce5 ci1 gb2 gh2 gb9 gh9", "e6e5", "0-1", "BL-16");
}

static void BL_22_conquest_comes_before_no_progress(void **group) {
  mr_table *table = *group; /* BL-22 */
  mr_fairy_end(table, "Ca1 ci5 Gb2 Gh2 Gb9 Gh9 b 149", "i5i6", "1-0", "BL-16");
  mr_fairy_end(table, "Ca1 ci5 Gb2 Gh2 Gb9 Gh8 b 149", "i5i6", "1/2-1/2", "BL-18");
}

static void BL_22_repetition_comes_before_no_progress(void **group) {
  mr_table *table = *group; /* BL-22 */
  mr_fairy_end_after(table, QUIET " 134", CYCLE, 4, "1-0", "BL-19");
  mr_fairy_end_after(table, ATTACK " 134", CYCLE, 4, "0-1", "BL-20");
  mr_fairy_end_after(table, QUIET " 138", CYCLE, 3, "1/2-1/2", "BL-18");
}

static void BL_22_no_progress_comes_before_no_legal_move(void **group) {
  mr_table *table = *group; /* BL-22 */
  mr_fairy_end(table, WALL "149 1", "e1c3", "1/2-1/2", "BL-18");
  mr_fairy_end(table, WALL "148 1", "e1c3", "0-1", "BL-17");
}

/* ---- BL-23, BL-24: texts and values ---------------------------------------------------------- */

static void expect_text(mr_table *table, const char *read, const char *written) {
  mr_table_set(table, read);
  assert_string_equal(mr_table_state(table), written);
}

static void BL_23_states_are_written_as_FEN(void **group) {
  mr_table *table = *group; /* BL-23 */
  static const char *const same[] = {
      "9/1c1h1ec2/2s3+W2/wwg1e4/1fww1G3/S6H1/W1WW3E1/FW1E1WLW1/A1C2G1C+a/9[] b "
      "- - 0 50",
      "1a6a/3c1s1g1/2lw5/f3w1www/5wW2/6m2/WA2W1W2/1WC3+eW1/3S3L1/6H2[Mmm] w - "
      "- 149 51",
      "c8/9/9/9/9/1wWw5/9/9/9/8C[] b - c4c5 0 1",
      "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g6g7 0 1",
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    expect_text(table, same[i], same[i]);
  }
  mr_fairy_set(table, QUIET);
  mr_table_play(table, "g1g2 g10g9");
  assert_non_null(strstr(mr_table_state(table), "[] w - - 2 2"));
}

static void BL_23_the_squares_of_e_p_are_read_in_either_order(void **group) {
  mr_table *table = *group; /* BL-23 */
  expect_text(table, "c8/9/9/9/9/1wWw5/9/9/9/8C[] b - c5c4 0 1",
              "c8/9/9/9/9/1wWw5/9/9/9/8C[] b - c4c5 0 1");
  assert_true(mr_table_allows(table, "b5c4"));
  expect_text(table, "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g7g6 0 1",
              "c8/9/9/9/5Ww+W1/9/9/9/9/8C[] w - g6g7 0 1");
  assert_true(mr_table_allows(table, "f6g7"));
  expect_text(table, "c8/9/9/9/9/2W6/9/9/9/8C[] b - c4c5 0 1",
              "c8/9/9/9/9/2W6/9/9/9/8C[] b - - 0 1");
}

static void BL_23_what_is_no_state_is_refused(void **group) {
  mr_table *table = *group; /* BL-23 */
  static const char *const wrong[] = {
      "",
      "c8/9/9/9/9/9/9/9/8C[] w - - 0 1",     /* nine ranks */
      "c8/9/9/9/9/9/9/9/9/9C[] w - - 0 1",   /* ten files */
      "c8/9/9/9/9/9/9/9/9/7C[] w - - 0 1",   /* eight files */
      "c8/9/9/9/9/9/9/9/9/8X[] w - - 0 1",   /* no such man */
      "c8/9/9/9/9/9/9/9/9/8C[] x - - 0 1",   /* no such side */
      "c8/9/9/9/9/9/9/9/9/8C[] b - c4c5 0 1" /* nobody has stepped there */
  };
  assert_int_equal(mr_table_refusal(table, "c8/9/9/9/9/9/9/9/9/8C[] w - - 0 1"), MR_OK);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    if (mr_table_refusal(table, wrong[i]) == MR_OK) {
      fail_msg("\"%s\" is taken for a state", wrong[i]);
    }
  }
}

static void BL_23_moves_are_written_by_their_squares(void **group) {
  mr_table *table = *group; /* BL-23 */
  mr_fairy_moves(table, "Ca1 +Aa9 Hb7 ci5 [M]", "a1b1 a9a10 b7c9+ M@e6",
                 "a1-b1 a9a10+ b7c9 b7c9=+ a1 N@e6");
  mr_fairy_moves(table, "Ca9 ci5 [m] b", "i5i6 M@e5", "M@e6");
  mr_fairy_moves(table, "Ca9 ci5", "a9a10 a9b10", "a9a11");
  mr_fairy_moves(table, "Ca1 ci5 Wc5 wb5 c4c5 b", "b5c4", "b5c4+ b5c4ep b5c5");
}

static const char *const values[][2] = {
    {"+L +l", "9.45"}, {"+A +a", "8.82"}, {"+W +w", "6.75"}, {"A a", "5.77"},   {"+S +s", "4.88"},
    {"L l", "4.14"},   {"+H +h", "3.94"}, {"S s", "3.81"},   {"+E +e", "3.61"}, {"C c", "3.11"},
    {"+F +f", "2.51"}, {"G g", "2.17"},   {"H h", "2.16"},   {"E e", "2.12"},   {"+M +m", "1.51"},
    {"W w", "1.00"},   {"F f", "0.90"},   {"M m", "0.65"},
};

/* Whether a row of the page has cells of exactly these texts. */
static bool has_row(const char *page, const char *one, const char *two) {
  char *copy = malloc(strlen(page) + 1);
  assert_non_null(copy);
  memcpy(copy, page, strlen(page) + 1);
  bool found = false;
  char *rest = NULL;
  for (char *line = strtok_r(copy, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
    bool has_one = false;
    bool has_two = false;
    char *more = NULL;
    for (char *cell = strtok_r(line, "|", &more); cell != NULL; cell = strtok_r(NULL, "|", &more)) {
      has_one = has_one || strcmp(cell, one) == 0;
      has_two = has_two || strcmp(cell, two) == 0;
    }
    found = found || (has_one && has_two);
  }
  free(copy);
  return found;
}

static void BL_24_the_rules_page_shows_the_designers_values(void **group) {
  mr_table *table = *group; /* BL-24 */
  char *page = mr_fairy_page(table);
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    if (!has_row(page, values[i][0], values[i][1])) {
      fail_msg("the page has no row for %s with %s", values[i][0], values[i][1]);
    }
  }
  free(page);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(BL_15_capturing_the_second_Chief_wins_at_once),
    cmocka_unit_test(BL_15_one_Chief_is_enough_to_play_on),
    cmocka_unit_test(BL_16_holding_all_four_villages_for_a_reply_wins),
    cmocka_unit_test(BL_16_the_reply_may_break_the_hold),
    cmocka_unit_test(BL_16_the_side_to_move_that_holds_all_four_has_won),
    cmocka_unit_test(BL_16_any_men_of_ones_own_will_do),
    cmocka_unit_test(BL_17_who_has_no_legal_move_loses),
    cmocka_unit_test(BL_17_one_move_or_drop_is_enough_to_go_on),
    cmocka_unit_test(BL_18_150_plies_without_progress_are_a_draw),
    cmocka_unit_test(BL_18_captures_and_promotions_are_progress),
    cmocka_unit_test(BL_18_drops_and_Warrior_moves_are_not),
    cmocka_unit_test(BL_19_who_brings_about_a_position_for_the_fifth_time_loses),
    cmocka_unit_test(BL_19_the_hands_belong_to_the_position),
    cmocka_unit_test(BL_19_a_right_to_capture_in_passing_makes_another_position),
    cmocka_unit_test(BL_19_a_right_that_nobody_can_use_does_not_count),
    cmocka_unit_test(BL_20_who_has_always_checked_loses_whoever_repeated),
    cmocka_unit_test(BL_20_only_the_last_Chief_can_be_checked),
    cmocka_unit_test(BL_20_one_move_without_check_is_enough),
    cmocka_unit_test(BL_20_the_moves_before_the_first_occurrence_do_not_count),
    cmocka_unit_test(BL_20_when_both_have_always_checked_nobody_is_named),
    cmocka_unit_test(BL_21_two_Chiefs_can_always_meet),
    cmocka_unit_test(BL_21_who_can_neither_take_a_Chief_nor_hold_the_villages_draws),
    cmocka_unit_test(BL_21_one_man_that_could_is_enough_to_go_on),
    cmocka_unit_test(BL_22_who_cannot_move_loses_whatever_could_be_reached),
    cmocka_unit_test(BL_22_surrender_comes_before_conquest),
    cmocka_unit_test(BL_22_conquest_comes_before_no_progress),
    cmocka_unit_test(BL_22_repetition_comes_before_no_progress),
    cmocka_unit_test(BL_22_no_progress_comes_before_no_legal_move),
    cmocka_unit_test(BL_23_states_are_written_as_FEN),
    cmocka_unit_test(BL_23_the_squares_of_e_p_are_read_in_either_order),
    cmocka_unit_test(BL_23_what_is_no_state_is_refused),
    cmocka_unit_test(BL_23_moves_are_written_by_their_squares),
    cmocka_unit_test(BL_24_the_rules_page_shows_the_designers_values),
};

MR_TEST_MAIN_WITH(tests, open_table, mr_fairy_close)
