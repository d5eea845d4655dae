/*
 * Rules of later texts and of free placement: blocks that are placed (WL-45), home towns (WL-46),
 * the last turn (WL-47), units left (WL-48), reinforcements (WL-49), shares that come back (WL-37).
 */
#include <stdio.h>
#include <string.h>

#include "rules/warlord/warlord.h"
#include "test_main.h"
#include "warlord_fixture.h"

enum { DRAWN = MR_SCORE_WIN / 2 };

#define VALLEY "warlord-valley-war-placed"
#define BORDER "warlord-border-war"

/* A game on the map of Border War, whose towns are e7 i10 p7 t10, of which nobody wins by WL-19. */
static void begin(mr_table *table, const char *sets, const char *men, const char *rest) {
  char all[512];
  snprintf(all, sizeof all, "deployment=fixed;towns_to_win=0;%s", sets);
  mr_table_open_game(table, BORDER, all, NULL);
  mr_warlord_men(table, men, rest);
}

/* Sums of levels stay above 12, so that nobody has lost (WL-18). */
#define LEADERS "Xa1 Rb1 xx16 rw16 "

static void expect_state(mr_table *table, const char *part) {
  if (strstr(mr_table_state(table), part) == NULL) {
    fail_msg("no '%s' in %s", part, mr_table_state(table));
  }
}

static void expect_end(mr_table *table, const char *rule, uint8_t white) {
  uint8_t score[MR_MAX_PLAYERS];
  assert_string_equal(mr_table_ended_by(table), rule);
  mr_game_score(table->game, table->state, score);
  assert_int_equal(score[0], white);
}

/* ---- placing --------------------------------------------------------------------------------- */

/* Both armies as they are drawn, whichever way round. */
static void deploy_valley(mr_table *table) {
  mr_table_play(table, "I@a4 N@b4 N@c4 I@d4 I@a3 R@b3 Q@c3 I@d3 I@a2 P@b2 H@c2 I@d2 C@a1 H@b1 C@c1 "
                       "I@d1 commit");
  mr_table_play(table, "i@u24 c@v24 h@w24 c@x24 i@u23 h@v23 p@w23 i@x23 i@u22 q@v22 r@w22 i@x22 "
                       "i@u21 n@v21 n@w21 i@x21 commit");
}

static void WL_45_the_first_block_is_placed_freely_and_seen_by_the_other_side(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, VALLEY, "", NULL);
  assert_false(mr_game_can(table.game, MR_CAN_HIDE));
  mr_warlord_expect(&table, "R@a1 I@d4 C@b2", "I@e4 L@a1 commit r@x24");
  mr_table_play(&table, "R@a1");
  mr_warlord_expect(&table, NULL, "R@b1 I@a1");
  expect_state(&table, "/R23 w 0 1 deploy=1,0");
  mr_table_close(&table);
}

static void WL_45_later_blocks_are_placed_at_the_beginning_of_the_turn(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, VALLEY, "", NULL);
  deploy_valley(&table);
  /* The army has left but for one cannon on c1 and infantry on d1. */
  mr_warlord_men(&table, "Pj9 Qk9 Rl9 Cc1 Id1 pj16 qk16 rl16", "b 3 5");
  mr_table_play(&table, "j16-j17 .");
  expect_state(&table, " w 4 6 reserve=P1Q1R1H2C2N2I7");
  mr_warlord_expect(&table, "R@a1 I@d4 H@b3", ". -- j9-j10 I@c1 I@e1 I@d1 L@a1");
  mr_table_play(&table, "R@a1");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 1);
  expect_state(&table, "/R1CI20 w 4 6 reserve=P1Q1H2C2N2I7");
  mr_table_play(&table, "P@b1 Q@a2 H@b2 H@c2 C@d2 C@a3 N@b3 N@c3 I@d3 I@a4 I@b4 I@c4");
  mr_warlord_expect(&table, "I@d4", "j9-j10 --");
  mr_table_play(&table, "I@d4"); /* two find no room: they wait, and the turn begins */
  expect_state(&table, " w 4 6 reserve=I2");
  mr_warlord_expect(&table, "j9-j10 a4-a5 --", "I@a1");
  mr_table_play(&table, "a4-a5 .");                         /* who was placed is ordered at once */
  mr_warlord_expect(&table, "r@x24 i@u21", "r@a1 I@a1 --"); /* so has Black's block */
  mr_table_close(&table);
}

static void WL_45_who_waits_is_placed_on_a_later_turn(void **unused) {
  (void)unused;
  mr_table table;
  char text[2048];
  mr_table_open_game(&table, VALLEY, "", NULL);
  mr_warlord_men(&table, "Pj9 pj16", "w 3 9 reserve=H1I2i1");
  expect_state(&table, "reserve=H1I2i1");
  mr_warlord_expect(&table, "H@a1 I@d4", "N@a1 -- i@x24");
  mr_table_play(&table, "H@a1 I@d4");
  snprintf(text, sizeof text, "%s", mr_table_state(&table));
  mr_table_set(&table, text);
  assert_string_equal(mr_table_state(&table), text);
  mr_table_play(&table, "I@a2 -- i@x24 j16-j17 .");
  mr_table_close(&table);
}

static void WL_45_leaders_to_come_keep_a_side_from_losing(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, VALLEY, "", NULL);
  mr_warlord_men(&table, "Pj9 Hj10 pj12 ii9", "w 3 9");
  mr_table_play(&table, "j10xj12");
  assert_string_equal(mr_table_ended_by(&table), "");
  mr_warlord_men(&table, "Pj9 Hj10 pj12 ii9", "w 3 21");
  mr_table_play(&table, "j10xj12");
  expect_end(&table, "WL-16", MR_SCORE_WIN);
  mr_table_close(&table);
}

/* ---- home towns ------------------------------------------------------------------------------ */

static void WL_46_a_unit_in_a_home_town_of_the_enemys_wins_as_the_turn_begins(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "home_towns_to_win=1", LEADERS "Nh8 nb9", "w 0 3");
  mr_table_play(&table, "h8-i10 .");
  assert_string_equal(mr_table_ended_by(&table), ""); /* Black may answer */
  mr_table_play(&table, "b9-c7 .");
  expect_end(&table, "WL-46", MR_SCORE_WIN);
  mr_warlord_men(&table, LEADERS "Nh8 nj12", "w 0 3");
  mr_table_play(&table, "h8-i10 . j12xi10 .");
  assert_string_equal(mr_table_ended_by(&table), "");
  mr_table_close(&table);
}

static void WL_46_own_home_towns_do_not_count_and_all_that_are_asked_must_be_held(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "home_towns_to_win=2", LEADERS "Ie7 Ip7 Ii10 nb9", "b 0 3");
  mr_table_play(&table, "b9-c11 .");
  assert_string_equal(mr_table_ended_by(&table), "");
  mr_warlord_men(&table, LEADERS "It10 Ii10 nb9", "b 0 3");
  mr_table_play(&table, "b9-c11 .");
  expect_end(&table, "WL-46", MR_SCORE_WIN);
  mr_table_close(&table);
}

/* ---- the last turn --------------------------------------------------------------------------- */

static void end_of_turn_nine(const char *sets, const char *men, uint8_t white) {
  mr_table table;
  char all[256];
  snprintf(all, sizeof all, "last_turn=9;%s", sets);
  begin(&table, all, men, "w 0 9");
  mr_table_play(&table, "a1-a2 .");
  assert_string_equal(mr_table_ended_by(&table), ""); /* both sides have the last turn */
  mr_table_play(&table, "x16-x15 .");
  expect_end(&table, "WL-47", white);
  mr_table_close(&table);
}

static void WL_47_after_the_last_turn_of_both_what_is_left_is_counted(void **unused) {
  (void)unused;
  end_of_turn_nine("", LEADERS "Ie7", DRAWN);
  end_of_turn_nine("last_turn_counts=towns", LEADERS "Ie7 ii10 it10", 0);
  end_of_turn_nine("last_turn_counts=towns", LEADERS "Ie7 ii10 hh3", DRAWN);
  end_of_turn_nine("last_turn_counts=levels", LEADERS "Lc3 hh3 hh5", MR_SCORE_WIN);
  end_of_turn_nine("last_turn_counts=units", LEADERS "Lc3 hh3 hh5", 0);
}

static void WL_47_who_wins_has_as_many_as_are_asked_for(void **unused) {
  (void)unused;
  end_of_turn_nine("last_turn_counts=towns;last_turn_needs=2", LEADERS "Ie7", DRAWN);
  end_of_turn_nine("last_turn_counts=towns;last_turn_needs=2", LEADERS "Ie7 Ii10 ip7",
                   MR_SCORE_WIN);
}

static void WL_47_passes_of_the_last_turn_are_judged_by_what_is_left(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "last_turn=9;last_turn_counts=towns", LEADERS "Ie7", "w 0 9");
  mr_table_play(&table, "-- --");
  expect_end(&table, "WL-47", MR_SCORE_WIN);
  mr_table_close(&table);
}

/* ---- units left ------------------------------------------------------------------------------ */

static void WL_48_a_capture_that_leaves_too_few_units_wins(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "defeat_units=3", LEADERS "Nb3 ic5 id6", "w 0 3");
  mr_table_play(&table, "b3xc5");
  expect_end(&table, "WL-48", MR_SCORE_WIN);
  mr_warlord_men(&table, LEADERS "Nb3 ic5 id6 ie9", "w 0 3");
  mr_table_play(&table, "b3xc5");
  assert_string_equal(mr_table_ended_by(&table), "");
  mr_table_close(&table);
}

static void WL_48_units_still_to_come_count(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "defeat_units=3;reinforcements=b5:I1@d12", LEADERS "Nb3 ic5 id6", "w 0 3");
  mr_table_play(&table, "b3xc5");
  assert_string_equal(mr_table_ended_by(&table), "");
  mr_table_close(&table);
}

/* ---- reinforcements -------------------------------------------------------------------------- */

static void WL_49_they_come_in_empty_home_towns_the_highest_leader_first(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "reinforcements=4:K1H1I1", LEADERS "Ia2 nb9", "b 0 3");
  mr_table_play(&table, "b9-c7 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 2); /* p7 is nearer to the right */
  for (size_t i = 0; i < table.events.count; i++) {              /* and never were there before */
    assert_int_equal(table.events.items[i].value[0], 0);
  }
  expect_state(&table, "/2n1H10K8/");
  expect_state(&table, " w 1 4 reserve=1:I1");
  mr_table_play(&table, "p7-p8 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 2); /* Black's, whose turn 4 it is */
  expect_state(&table, "reserve=1:I1i1");
  mr_table_play(&table, "--");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 1); /* on a later turn, in p7 */
  expect_state(&table, "reserve=1:i1");
  mr_table_close(&table);
}

static void WL_49_they_come_on_a_square_and_round_it(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "reinforcements=w4:L1H1C1N1I1@d3", LEADERS "Ic2 nt9", "b 0 3");
  mr_table_play(&table, "t9-u11 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 5);
  /* The leader on d3; then behind it d2 (c2 is taken), e2; beside it c3, e3. */
  expect_state(&table, "/2NLI19/2IHC19/");
  mr_warlord_expect(&table, "d3-d4 c3-b5", NULL); /* and act at once */
  mr_table_play(&table, "--");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 0); /* Black has none */
  mr_table_close(&table);
}

static void WL_49_texts_that_cannot_be_are_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *sets;
    const char *field;
    const char *why;
  } bad[] = {
      {"range=2", "reserve=1:I1", "nobody is to come in this game"},
      {"reinforcements=3:I2 5:H1", "reserve=I1", "the number of the reinforcement"},
      {"reinforcements=3:I2 5:H1", "reserve=1I1", "':' and units"},
      {"reinforcements=3:I2 5:H1", "reserve=1:", "units that wait"},
      {"reinforcements=3:I2 5:H1", "reserve=1:I", "the number that waits"},
      {"reinforcements=3:I2 5:H1", "reserve=1:I0", "named once, with a number"},
      {"reinforcements=3:I2 5:H1", "reserve=1:I1I1", "named once, with a number"},
      {"reinforcements=3:I2 5:H1", "reserve=1:I3", "more of those who wait"},
      {"reinforcements=3:I2 5:H1", "reserve=1:H1", "more of those who wait"},
      {"reinforcements=3:I2 5:H1", "reserve=2:H1", "more of those who wait"},
      {"reinforcements=3:I2 5:H1", "reserve=1:I1,1:i1", "in ascending order"},
      {"reinforcements=3:I2 5:H1", "reserve=0:I1", "in ascending order"},
      {"reinforcements=3:I2 5:H1", "reserve=3:I1", "the number of the reinforcement"},
      {"reinforcements=3:I2 5:H1", "reserve=1:I1 reserve=1:I1", "said before"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    mr_table table;
    mr_error error = {.message = ""};
    char text[256];
    begin(&table, bad[i].sets, LEADERS, "w 0 1");
    snprintf(text, sizeof text, "24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/XR20rx w 0 4 %s",
             bad[i].field);
    mr_status status = mr_game_parse_state(table.game, text, strlen(text), table.state, &error);
    if (status == MR_OK || strstr(error.message, bad[i].why) == NULL) {
      fail_msg("%s: %s", bad[i].field, error.message);
    }
    mr_table_close(&table);
  }
}

static void WL_49_there_is_room_for_all_who_are_still_to_come(void **unused) {
  (void)unused;
  enum { COLUMNS = 24, ROWS = 16 };
  mr_table table;
  char text[1024] = "";
  begin(&table, "arrivals=6;reinforcements=b7:I255", LEADERS, "w 0 1");
  const mr_wl_game *game = mr_wl_game_of(table.game);
  unsigned most = game->side_max - 48 - 255, placed = 0; /* 48 more come by the block */
  for (unsigned more = 0; more < 2; more++) {
    mr_error error = {.message = ""};
    char *at = text;
    placed = 0;
    for (unsigned row = 0; row < ROWS; row++) {
      unsigned first = row + 1 == ROWS; /* White's leader in the corner */
      unsigned left = most + more - placed, men = left < COLUMNS - first ? left : COLUMNS - first;
      at += sprintf(at, "%s%s", row ? "/" : "", first ? "X" : "");
      for (unsigned i = 0; i < men; i++) {
        *at++ = placed++ == 0 ? 'x' : 'i';
      }
      at += men + first < COLUMNS ? sprintf(at, "%u", COLUMNS - first - men) : 0;
    }
    snprintf(at, 16, " w 0 1");
    assert_int_equal(mr_game_parse_state(table.game, text, strlen(text), table.state, &error),
                     more ? MR_ERR_ILLEGAL : MR_OK);
  }
  mr_table_close(&table);
}

/* ---- the scenarios --------------------------------------------------------------------------- */

/* What White plays for first of all. */
static void expect_first_goal(const char *name, const char *rule) {
  mr_table table;
  mr_goal goals[MR_GOALS_MAX];
  mr_table_open_game(&table, name, "", NULL);
  assert_true(mr_game_goals(table.game, goals) > 0);
  assert_string_equal(table.game->info.rules[goals[0].rule].id, rule);
  assert_string_equal(goals[0].obstacle, "");
  mr_table_close(&table);
}

static void WL_46_and_WL_47_are_what_the_reconstructed_scenarios_are_played_for(void **unused) {
  (void)unused;
  expect_first_goal("warlord-two-countries", "WL-46");
  expect_first_goal("warlord-macysburg", "WL-47");
}

/* ---- shares that come back ------------------------------------------------------------------- */

static void WL_37_one_comes_back_for_so_many_that_are_lost_of_a_kind(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, "replacements=home;replacement_turns=3;replacement_share=4", LEADERS "Ia2 nd9",
        "b 0 2 fallen=H3I7");
  mr_table_play(&table, "d9-c11 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 1); /* seven infantry: one */
  expect_state(&table, "fallen=H3I6");
  mr_warlord_men(&table, LEADERS "Ia2 nd9", "b 0 2 fallen=H4I9");
  mr_table_play(&table, "d9-c11 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 2); /* two infantry; no town is left */
  expect_state(&table, "fallen=H4I7");
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_45_the_first_block_is_placed_freely_and_seen_by_the_other_side),
    cmocka_unit_test(WL_45_later_blocks_are_placed_at_the_beginning_of_the_turn),
    cmocka_unit_test(WL_45_who_waits_is_placed_on_a_later_turn),
    cmocka_unit_test(WL_45_leaders_to_come_keep_a_side_from_losing),
    cmocka_unit_test(WL_46_a_unit_in_a_home_town_of_the_enemys_wins_as_the_turn_begins),
    cmocka_unit_test(WL_46_own_home_towns_do_not_count_and_all_that_are_asked_must_be_held),
    cmocka_unit_test(WL_47_after_the_last_turn_of_both_what_is_left_is_counted),
    cmocka_unit_test(WL_47_who_wins_has_as_many_as_are_asked_for),
    cmocka_unit_test(WL_47_passes_of_the_last_turn_are_judged_by_what_is_left),
    cmocka_unit_test(WL_48_a_capture_that_leaves_too_few_units_wins),
    cmocka_unit_test(WL_48_units_still_to_come_count),
    cmocka_unit_test(WL_49_they_come_in_empty_home_towns_the_highest_leader_first),
    cmocka_unit_test(WL_49_they_come_on_a_square_and_round_it),
    cmocka_unit_test(WL_49_texts_that_cannot_be_are_refused),
    cmocka_unit_test(WL_49_there_is_room_for_all_who_are_still_to_come),
    cmocka_unit_test(WL_46_and_WL_47_are_what_the_reconstructed_scenarios_are_played_for),
    cmocka_unit_test(WL_37_one_comes_back_for_so_many_that_are_lost_of_a_kind),
};

MR_TEST_MAIN(tests)
