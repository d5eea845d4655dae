/*
 * What was lost and comes back (WL-37), and who is promoted (WL-20), each by its switch.
 */
#include <stdio.h>
#include <string.h>

#include "test_main.h"
#include "warlord_fixture.h"

#define BORDER "warlord-border-war"
#define HOME "deployment=fixed;replacements=home;replacement_turns=3 5"
#define HELD "deployment=fixed;replacements=held;replacement_every=2"

/* A game on the map of Border War, whose towns are e7 i10 p7 t10. */
static void begin(mr_table *table, const char *sets, const char *men, const char *rest) {
  mr_table_open_game(table, BORDER, sets, NULL);
  mr_warlord_men(table, men, rest);
}

static void expect_state(mr_table *table, const char *part) {
  if (strstr(mr_table_state(table), part) == NULL) {
    fail_msg("no '%s' in %s", part, mr_table_state(table));
  }
}

static void reject_state(mr_table *table, const char *part) {
  if (strstr(mr_table_state(table), part) != NULL) {
    fail_msg("'%s' in %s", part, mr_table_state(table));
  }
}

/* Sums of levels stay above 12, so that nobody has lost (WL-18). */
#define LEADERS "Xa1 Rb1 xx16 rw16 "

static void WL_37_what_was_lost_comes_back_in_the_empty_towns_of_the_own_half(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, HOME, LEADERS "Ia2 Hc7 nd5", "b 0 2 fallen=I1h2");
  mr_table_play(&table, "d5xc7 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 2);
  expect_state(&table, " w 0 3"); /* of equally many infantry comes first: in p7, then H in e7 */
  reject_state(&table, "fallen=I");
  expect_state(&table, "fallen=h2");
  expect_state(&table, "/2n1H10I8/");
  for (size_t i = 0; i < table.events.count; i++) { /* they had been captured */
    assert_int_equal(table.events.items[i].value[0], table.events.items[i].kind == MR_EVENT_ARRIVE);
  }
  mr_table_play(&table, "a2-a3 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 2); /* i10 and t10 are Black's */
  reject_state(&table, "fallen");
  mr_table_close(&table);
}

static void WL_37_it_comes_on_no_other_turn_and_in_no_town_that_is_taken(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, HOME, LEADERS "Ia2 Ip7 ne7", "b 0 1 fallen=I3");
  mr_table_play(&table, "e7-f5 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 0);
  mr_table_play(&table, "a2-a3 . f5-e7 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 0);
  expect_state(&table, " w 3 3 fallen=I3");
  mr_table_close(&table);
}

static void WL_37_held_towns_bring_it_beside_them_in_the_order_of_the_rule(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, HELD, LEADERS "Ie7 Id6 Ld7 Ni10", "b 0 1 fallen=C2H1i3");
  mr_table_play(&table, "--");
  /* Cannons, of which most are lost, beside e7 behind on the left: d6 is taken, e6 is free; then of
     one cannon and one heavy cavalry the cannon, beside i10 on h9. */
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 2);
  expect_state(&table, "fallen=H1i3");
  expect_state(&table, "3IC");
  expect_state(&table, "7C");
  mr_table_play(&table, "e6-f5 ."); /* who has come may be ordered at once, if a leader is near */
  mr_table_close(&table);
}

static void WL_37_leaders_come_back_by_a_switch_of_their_own(void **unused) {
  (void)unused;
  mr_table table;
  begin(&table, HOME, LEADERS "Kc3 nd5", "b 0 2");
  mr_table_play(&table, "d5xc3 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 0);
  reject_state(&table, "fallen");
  mr_table_close(&table);
  begin(&table, HOME ";replacement_leaders=true", LEADERS "Kc3 nd5", "b 0 2");
  mr_table_play(&table, "d5xc3 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 1);
  expect_state(&table, "/15K8/");
  expect_state(&table, "lost=10,10"); /* who was captured stays captured for WL-17 and WL-20 */
  mr_warlord_expect(&table, "p7-p8", NULL);
  mr_table_close(&table);
}

static void WL_37_a_text_says_what_was_lost_as_the_turn_began(void **unused) {
  (void)unused;
  mr_table table;
  char text[2048];
  begin(&table, HOME, LEADERS "Nb3 ic5 ia9", "w 4 2 fallen=i1");
  mr_table_play(&table, "b3xc5");
  expect_state(&table, " fallen=i1 [b3xc5]");
  snprintf(text, sizeof text, "%s", mr_table_state(&table));
  mr_table_set(&table, text);
  assert_string_equal(mr_table_state(&table), text);
  mr_table_play(&table, ".");
  expect_state(&table, " fallen=i2");
  mr_table_close(&table);
}

static void WL_37_texts_that_cannot_be_are_refused(void **unused) {
  (void)unused;
  static const struct {
    const char *sets;
    const char *field;
    const char *why;
  } bad[] = {
      {"deployment=fixed", "fallen=I1", "there are no replacements in this game (WL-37)"},
      {HOME, "fallen=", "units that were lost, such as H2I3n1"},
      {HOME, "fallen=I", "the number that was lost"},
      {HOME, "fallen=I0", "named once, with a number"},
      {HOME, "fallen=I1I2", "named once, with a number"},
      {HOME, "fallen=L1", "named once, with a number"},
      {HOME, "fallen=U1", "named once, with a number"},
      {HOME, "fallen=I9999", "the number that was lost"},
      {HOME, "fallen=I96", "White has more than 96 units"},
      {HOME, "fallen=I1 fallen=I1", "said before"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    mr_table table;
    mr_error error = {.message = ""};
    char text[256];
    mr_table_open_game(&table, BORDER, bad[i].sets, NULL);
    snprintf(text, sizeof text, "24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/XR20rx w 0 1 %s",
             bad[i].field);
    mr_status status = mr_game_parse_state(table.game, text, strlen(text), table.state, &error);
    if (status == MR_OK || strstr(error.message, bad[i].why) == NULL) {
      fail_msg("%s: %s", bad[i].field, error.message);
    }
    mr_table_close(&table);
  }
}

/* The far rank, by kind and switch. */
static void expect_promotion(const char *sets, const char *move, bool promoted) {
  mr_table table;
  begin(&table, sets, LEADERS "Kc14 Id15 Nb14", "w 0 5");
  mr_table_play(&table, move);
  assert_int_equal(mr_table_events(&table, MR_EVENT_PROMOTE), promoted);
  mr_table_close(&table);
}

static void WL_20_infantry_and_light_cavalry_are_promoted_by_switches_of_their_own(void **unused) {
  (void)unused;
#define FIXED "deployment=fixed;"
  expect_promotion(FIXED "infantry_promotion=true", "d15-d16", true);
  expect_promotion(FIXED "infantry_promotion=true", "b14-c16", false);
  expect_promotion(FIXED "light_promotion=true", "d15-d16", false);
  expect_promotion(FIXED "light_promotion=true", "b14-c16", true);
  expect_promotion(FIXED "promotion=true", "d15-d16", true);
  expect_promotion(FIXED "promotion=true", "b14-c16", true);
  expect_promotion(FIXED "promotion=false", "d15-d16", false);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_37_what_was_lost_comes_back_in_the_empty_towns_of_the_own_half),
    cmocka_unit_test(WL_37_it_comes_on_no_other_turn_and_in_no_town_that_is_taken),
    cmocka_unit_test(WL_37_held_towns_bring_it_beside_them_in_the_order_of_the_rule),
    cmocka_unit_test(WL_37_leaders_come_back_by_a_switch_of_their_own),
    cmocka_unit_test(WL_37_a_text_says_what_was_lost_as_the_turn_began),
    cmocka_unit_test(WL_37_texts_that_cannot_be_are_refused),
    cmocka_unit_test(WL_20_infantry_and_light_cavalry_are_promoted_by_switches_of_their_own),
};

MR_TEST_MAIN(tests)
