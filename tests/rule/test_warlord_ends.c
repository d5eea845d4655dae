/*
 * How games end: WL-14 to WL-20 and WL-37, and what a turn is (WL-43).
 */
#include <string.h>

#include "test_main.h"
#include "warlord_fixture.h"

/* A game of this scenario with men on it. */
static void begin(mr_table *table, const char *name, const char *sets, const char *men,
                  const char *rest) {
  mr_table_open_game(table, name, sets, NULL);
  mr_warlord_men(table, men, rest);
}

#define CLASH "warlord-clash-of-arms"
#define BORDER "warlord-border-war"

static void WL_14_a_pass_answered_by_a_pass_is_a_draw(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, CLASH, "", NULL);
  mr_table_play(&table, "--");
  assert_int_equal(mr_table_events(&table, MR_EVENT_PASS), 1);
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "--");
  assert_string_equal(mr_table_result(&table), "1/2-1/2");
  assert_string_equal(mr_table_ended_by(&table), "WL-14");
  mr_table_close(&table);
}

static void WL_14_a_turn_between_passes_keeps_the_game_going(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, CLASH, "", NULL);
  mr_table_play(&table, "-- d9-d8 . --");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "--");
  assert_string_equal(mr_table_ended_by(&table), "WL-14");
  mr_table_close(&table);
}

static void WL_14_who_can_do_nothing_passes(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "warlord-valley-war", "", "Ia1 lx20", "w 0 1");
  assert_int_equal(mr_table_actions(&table), 1);
  mr_warlord_expect(&table, "--", NULL);
  mr_table_close(&table);
}

static void WL_15_the_third_occurrence_is_a_draw(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, CLASH, "", NULL);
  mr_table_play(&table, "c2-b2 . c11-b11 . b2-c2 . b11-c11 . c2-b2 . c11-b11 . b2-c2 .");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "b11-c11 .");
  assert_string_equal(mr_table_result(&table), "1/2-1/2");
  assert_string_equal(mr_table_ended_by(&table), "WL-15 repetition");
  mr_table_close(&table);
}

static void WL_15_repetition_can_be_switched_off(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, CLASH, "repetition_draw=false", NULL);
  mr_table_play(&table, "c2-b2 . c11-b11 . b2-c2 . b11-c11 . c2-b2 . c11-b11 . b2-c2 . b11-c11 .");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_close(&table);
}

static void WL_15_eighty_quiet_turns_are_a_draw(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, "", "Lc3 lp12", "w 78 60");
  mr_table_play(&table, "--");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "p12-p11 .");
  assert_string_equal(mr_table_ended_by(&table), "WL-15 quiet");
  mr_table_close(&table);
}

static void WL_15_a_capture_begins_the_count_anew(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, "", "Lc3 Ic4 ic5 lp12", "w 79 60");
  mr_table_play(&table, "c4xc5 .");
  assert_string_equal(mr_table_result(&table), "*");
  assert_non_null(strstr(mr_table_state(&table), " b 0 60"));
  mr_table_close(&table);
}

static void WL_15_quiet_turns_can_be_switched_off(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, "quiet_draw=false", "Lc3 lp12", "w 500 600");
  mr_table_play(&table, "-- p12-p11 .");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_close(&table);
}

static void WL_16_the_last_leaders_capture_wins_at_once(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, "", "Lc3 Ic4 lc5 lp12 ip11", "w 0 5");
  mr_table_play(&table, "c4xc5 .");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_close(&table);
  begin(&table, CLASH, "", "Lc3 Ic4 lc5 ip11", "w 0 5");
  mr_table_play(&table, "c4xc5");
  assert_string_equal(mr_table_result(&table), "1-0");
  assert_string_equal(mr_table_ended_by(&table), "WL-16");
  assert_int_equal(mr_table_events(&table, MR_EVENT_END), 1);
  mr_table_close(&table);
}

static void WL_16_promoted_leaders_do_not_save_a_side(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, "", "Lc3 Ic4 lc5 up12", "w 0 5");
  mr_table_play(&table, "c4xc5");
  assert_string_equal(mr_table_ended_by(&table), "WL-16");
  mr_table_close(&table);
}

#define SHORT "short_game=true"

static void WL_17_a_lead_of_three_leaders_gives_one_reply(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, SHORT, "Lc3 Lk3 Lm1 Ln1 Lo1 Lp1 Ic4 lc5 lp12 lo12 ln12", "w 0 5 lost=0,2");
  mr_table_play(&table, "c4xc5 .");
  assert_string_equal(mr_table_result(&table), "*");
  assert_non_null(strstr(mr_table_state(&table), "reply=1"));
  mr_table_play(&table, "p12-p11 .");
  assert_string_equal(mr_table_result(&table), "1-0");
  assert_string_equal(mr_table_ended_by(&table), "WL-17");
  mr_table_close(&table);
}

static void WL_17_an_equal_reply_keeps_the_game_going(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, SHORT, "Lc3 Lk3 Lm1 Ln1 Ic4 Lp10 lc5 lp12 lo12 ln12 hp11", "w 0 5 lost=2,2");
  mr_table_play(&table, "c4xc5 . p11xp10 .");
  assert_string_equal(mr_table_result(&table), "*");
  assert_null(strstr(mr_table_state(&table), "reply=1"));
  mr_table_close(&table);
}

static void WL_17_the_reply_may_turn_the_game(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, SHORT, "Lc3 Lk3 Lo9 Ln1 Ic4 Lp10 lc5 lp12 lo12 ln12 hp11 ho10",
        "w 0 5 lost=2,2");
  mr_table_play(&table, "c4xc5 . p11xp10 o10xo9 .");
  assert_string_equal(mr_table_result(&table), "0-1");
  assert_string_equal(mr_table_ended_by(&table), "WL-17");
  mr_table_close(&table);
}

static void WL_17_is_a_switch_with_a_number(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, "", "Lc3 Ic4 lc5 lp12 lo12 ln12", "w 0 5 lost=0,2");
  mr_table_play(&table, "c4xc5 .");
  assert_null(strstr(mr_table_state(&table), "reply=1"));
  mr_table_close(&table);
  begin(&table, CLASH, "short_game=true;short_game_leaders=4", "Lc3 Ic4 lc5 lp12 lo12 ln12",
        "w 0 5 lost=0,2");
  mr_table_play(&table, "c4xc5 .");
  assert_null(strstr(mr_table_state(&table), "reply=1"));
  mr_table_close(&table);
}

static void WL_18_levels_below_the_cap_lose_at_once(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, BORDER, "", "Xc3 Vd1 Ic4 kc5 xp12 kp10", "w 0 5");
  mr_table_play(&table, "c4xc5 .");
  assert_string_equal(mr_table_result(&table), "*"); /* 12 left */
  mr_table_close(&table);
  begin(&table, BORDER, "", "Xc3 Vd1 Ic4 kc5 xp12 lp10", "w 0 5");
  mr_table_play(&table, "c4xc5");
  assert_string_equal(mr_table_ended_by(&table), "WL-18"); /* 11 left */
  mr_table_close(&table);
}

static void WL_18_promoted_leaders_and_cavalry_have_no_level(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, BORDER, "", "Xc3 Vd1 Ic4 kc5 xp12 lp10 up9 np8", "w 0 5");
  mr_table_play(&table, "c4xc5");
  assert_string_equal(mr_table_ended_by(&table), "WL-18");
  mr_table_close(&table);
}

/* As survivors may in a campaign (WL-44). */
static void WL_18_who_begins_below_loses_with_the_next_leader_and_not_before(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, BORDER, "", "Xc3 Vd1 Ic4 ic5 Nb6 kc8 lp10 lp12", "w 0 5");
  mr_table_play(&table, "c4xc5");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "b6xc8");
  assert_string_equal(mr_table_ended_by(&table), "WL-18");
  mr_table_close(&table);
}

static void WL_19_three_towns_at_the_beginning_of_the_own_turn_win(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, BORDER, "", "Xc3 Vd1 Ie7 Li10 Ip6 Lp5 xp12 xs12 hp14", "w 0 5");
  mr_table_play(&table, "p6-p7 .");
  assert_string_equal(mr_table_result(&table), "*"); /* not at the end of the own turn */
  mr_table_play(&table, "p14-p13 .");
  assert_string_equal(mr_table_result(&table), "1-0");
  assert_string_equal(mr_table_ended_by(&table), "WL-19");
  mr_table_close(&table);
}

static void WL_19_occupation_counts_and_not_memory(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, BORDER, "", "Xc3 Vd1 Ie7 Li10 Ip7 Lp5 xp12 xs12 hq7 xq9", "b 0 5");
  mr_table_play(&table, "q7xp7 .");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_close(&table);
}

static void WL_19_valley_war_asks_for_five_of_eight(void **unused) {
  (void)unused;
  mr_table table;
  const char *four = "Qa1 If19 Is19 Ik14 In14 qx24";
  const char *five = "Qa1 If19 Is19 Ik14 In14 Ik11 qx24";
  begin(&table, "warlord-valley-war", "", four, "w 0 30");
  assert_string_equal(mr_table_result(&table), "*");
  mr_warlord_men(&table, five, "b 0 30");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_close(&table);
  mr_table_open_game(&table, "warlord-valley-war", "", NULL);
  mr_table_set(&table, "24/24/24/24/24/5I12I5/24/24/24/24/10I2I10/24/24/10I13/24/24/24/24/24/24/24/"
                       "24/24/Q22q w 0 30");
  assert_string_equal(mr_table_ended_by(&table), "WL-19");
  mr_table_close(&table);
}

static void WL_19_levels_are_judged_before_towns(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, BORDER, "", "Vc3 Pd1 Ie7 Li10 Ip7 Iq6 Lp5 xp12 xs12 hq5 xq3 hc5 xc6", "b 0 5");
  mr_table_play(&table, "c5xc3");
  assert_string_equal(mr_table_ended_by(&table), "WL-18");
  mr_table_close(&table);
}

static void WL_20b_towns_go_before_passes_and_passes_before_quiet_turns(void **unused) {
  (void)unused;
  mr_table table;
  const char *men = "Vc3 Pd1 ie7 ii10 ip7 xp12 xs12";
  begin(&table, BORDER, "", men, "w 79 5 pass=1");
  mr_table_play(&table, "--");
  assert_string_equal(mr_table_ended_by(&table), "WL-19");
  assert_string_equal(mr_table_result(&table), "0-1");
  mr_table_close(&table);
  begin(&table, BORDER, "towns_to_win=4", men, "w 79 5 pass=1");
  mr_table_play(&table, "--");
  assert_string_equal(mr_table_ended_by(&table), "WL-14");
  mr_table_close(&table);
  begin(&table, BORDER, "towns_to_win=4", men, "w 79 5");
  mr_table_play(&table, "--");
  assert_string_equal(mr_table_ended_by(&table), "WL-15 quiet");
  mr_table_close(&table);
}

static void WL_20_six_lost_leaders_lose_if_the_switch_is_on(void **unused) {
  (void)unused;
  mr_table table;
  const char *men = "Xc3 Vd1 Ic4 kc5 xp12 xp10";
  begin(&table, BORDER, "six_leaders=true", men, "w 0 5 lost=0,5");
  mr_table_play(&table, "c4xc5");
  assert_string_equal(mr_table_ended_by(&table), "WL-20");
  mr_table_close(&table);
  begin(&table, BORDER, "", men, "w 0 5 lost=0,5");
  mr_table_play(&table, "c4xc5 .");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_close(&table);
}

static void WL_20_no_turn_begins_with_six_leaders_lost(void **unused) {
  (void)unused;
  mr_table table;
  char text[512];
  begin(&table, BORDER, "six_leaders=true", "Xc3 Vd1 Ic4 kc5 xp12 xp10", "w 0 5 lost=0,5");
  snprintf(text, sizeof text, "%s", mr_table_state(&table));
  char *lost = strstr(text, "lost=0,5");
  assert_non_null(lost);
  lost[7] = '6';
  assert_int_equal(mr_table_refusal(&table, text), MR_ERR_ILLEGAL);
  lost[5] = '6';
  lost[7] = '0';
  assert_int_equal(mr_table_refusal(&table, text), MR_ERR_ILLEGAL);
  lost[5] = '5';
  assert_int_equal(mr_table_refusal(&table, text), MR_OK);
  mr_table_close(&table);
  begin(&table, BORDER, "", "Xc3 Vd1 Ic4 kc5 xp12 xp10", "w 0 5 lost=0,7"); /* the switch is off */
  mr_table_close(&table);
}

static void WL_20_infantry_and_light_cavalry_are_promoted_on_the_far_rank(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, "promotion=true", "Ka10 Lc10 Ib11 Nd10 Hg10 Lg9 lp8 ip2 lp3", "w 0 5");
  mr_table_play(&table, "b11-b12");
  assert_int_equal(mr_table_events(&table, MR_EVENT_PROMOTE), 1);
  mr_table_play(&table, "d10-e12");
  assert_int_equal(mr_table_events(&table, MR_EVENT_PROMOTE), 1);
  mr_table_play(&table, "g10-g12");
  assert_int_equal(mr_table_events(&table, MR_EVENT_PROMOTE), 0);
  mr_table_play(&table, ". p2-p1 .");
  mr_warlord_expect(&table, "b12-b11 e12-e10", "b12-b9");
  mr_table_close(&table);
}

static void WL_20_a_promoted_leader_raises_the_cap_at_once(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, CLASH, "promotion=true", "Ka10 Ib11 Ib10 lp8", "w 0 5");
  mr_table_play(&table, "b11-b12 b10-b11");
  mr_warlord_expect(&table, ".", "b12-b10");
  mr_table_close(&table);
  begin(&table, CLASH, "", "Ka10 Ib11 Ib10 lp8", "w 0 5 [b11-b12]");
  mr_warlord_expect(&table, ".", "b10-b11");
  mr_table_close(&table);
}

static void WL_37_what_is_captured_never_comes_back(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "warlord-valley-war", "", "Xa1 Xb1 Hc1 ic4 xx24 xw24", "w 0 25");
  mr_table_play(&table, "c1xc4 .");
  for (int round = 0; round < 2; round++) {
    static const char *const turns[] = {"x24-x23 .", "a1-a2 .", "x23-x24 .", "a2-a1 ."};
    for (size_t i = 0; i < 4; i++) {
      mr_table_play(&table, turns[i]);
      assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 0);
    }
  }
  assert_null(strchr(mr_table_state(&table), 'i'));
  mr_table_close(&table);
}

static void WL_43_the_end_of_a_turn_is_an_action(void **unused) {
  (void)unused;
  mr_warlord_ask("", "Lc3 Ic4 Lm1 lp12", "w 0 5", "-- c4-c5", ".");
  mr_warlord_ask("", "Lc3 Ic4 Lm1 lp12", "w 0 5 [c4-c5]", ".", "--");
  mr_table table;
  begin(&table, CLASH, "", "Lc3 Ic4 lp12", "w 0 5 [c4-c5]");
  assert_int_equal(mr_table_actions(&table), 1); /* at the cap the turn does not end by itself */
  mr_table_play(&table, ".");
  assert_non_null(strstr(mr_table_state(&table), " b 1 5"));
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_14_a_pass_answered_by_a_pass_is_a_draw),
    cmocka_unit_test(WL_14_a_turn_between_passes_keeps_the_game_going),
    cmocka_unit_test(WL_14_who_can_do_nothing_passes),
    cmocka_unit_test(WL_15_the_third_occurrence_is_a_draw),
    cmocka_unit_test(WL_15_repetition_can_be_switched_off),
    cmocka_unit_test(WL_15_eighty_quiet_turns_are_a_draw),
    cmocka_unit_test(WL_15_a_capture_begins_the_count_anew),
    cmocka_unit_test(WL_15_quiet_turns_can_be_switched_off),
    cmocka_unit_test(WL_16_the_last_leaders_capture_wins_at_once),
    cmocka_unit_test(WL_16_promoted_leaders_do_not_save_a_side),
    cmocka_unit_test(WL_17_a_lead_of_three_leaders_gives_one_reply),
    cmocka_unit_test(WL_17_an_equal_reply_keeps_the_game_going),
    cmocka_unit_test(WL_17_the_reply_may_turn_the_game),
    cmocka_unit_test(WL_17_is_a_switch_with_a_number),
    cmocka_unit_test(WL_18_levels_below_the_cap_lose_at_once),
    cmocka_unit_test(WL_18_who_begins_below_loses_with_the_next_leader_and_not_before),
    cmocka_unit_test(WL_18_promoted_leaders_and_cavalry_have_no_level),
    cmocka_unit_test(WL_19_three_towns_at_the_beginning_of_the_own_turn_win),
    cmocka_unit_test(WL_19_occupation_counts_and_not_memory),
    cmocka_unit_test(WL_19_valley_war_asks_for_five_of_eight),
    cmocka_unit_test(WL_19_levels_are_judged_before_towns),
    cmocka_unit_test(WL_20b_towns_go_before_passes_and_passes_before_quiet_turns),
    cmocka_unit_test(WL_20_six_lost_leaders_lose_if_the_switch_is_on),
    cmocka_unit_test(WL_20_no_turn_begins_with_six_leaders_lost),
    cmocka_unit_test(WL_20_infantry_and_light_cavalry_are_promoted_on_the_far_rank),
    cmocka_unit_test(WL_20_a_promoted_leader_raises_the_cap_at_once),
    cmocka_unit_test(WL_37_what_is_captured_never_comes_back),
    cmocka_unit_test(WL_43_the_end_of_a_turn_is_an_action),
};

MR_TEST_MAIN(tests)
