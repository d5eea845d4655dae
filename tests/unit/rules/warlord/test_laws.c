/*
 * The conformance laws over random play of the Warlord Games with each of their switches. The games
 * of the catalogue as they stand are checked with all others.
 */
#include <inttypes.h>
#include <marcher/laws.h>
#include <stdio.h>
#include <string.h>

#include "test_main.h"
#include "warlord_fixture.h"

/* Laws that have something to say about any game whatever; repetition ends games by their history.
 */
static bool is_general(mr_law law) {
  return law != MR_LAW_OBSERVE && law != MR_LAW_NO_LEAK && law != MR_LAW_CHANCE;
}

static void keep_laws(const char *name, const char *sets, uint32_t plies) {
  mr_game *game = mr_game_open(name, sets);
  mr_laws_report report;
  mr_error error = {.status = MR_OK};
  mr_laws_options options = {.seed = 7, .games = 1, .max_plies = plies, .every = 9};
  size_t broken = 0;
  assert_int_equal(mr_laws_check(game, &options, NULL, &report, &error), MR_OK);
  for (int law = 0; law < MR_LAW_COUNT; law++) {
    if (report.failures[law] > 0) {
      print_error("%s %s: law \"%s\" fails %" PRIu64 " of %" PRIu64 " times, first: %s\n", name,
                  sets, mr_law_name((mr_law)law), report.failures[law], report.checks[law],
                  report.first[law]);
      broken++;
    }
    assert_true(report.checks[law] > 0 || !is_general((mr_law)law));
  }
  mr_game_free(game);
  assert_int_equal(broken, 0);
}

static void every_scenario_keeps_the_laws_with_all_switches(void **unused) {
  (void)unused;
  for (size_t i = 0; mr_warlord_names[i] != NULL; i++) {
    keep_laws(mr_warlord_names[i],
              "short_game=true;cannon_swap=true;crossing=true;promotion=true;six_leaders=true;"
              "first_turn_handicap=true",
              150);
  }
}

static void the_laws_hold_without_the_house_rules(void **unused) {
  (void)unused;
  keep_laws("warlord-civil-war", "quiet_draw=false;repetition_draw=false", 200);
  keep_laws("warlord-lakes", "quiet_draw=false", 200);
  keep_laws("warlord-lakes", "repetition_draw=false;quiet_turns=3", 200);
}

static void the_laws_hold_whoever_moves_first(void **unused) {
  (void)unused;
  keep_laws("warlord-clash-of-arms", "first=black;first_turn_handicap=true", 150);
  keep_laws("warlord-clash-of-arms", "first=drawn", 150);
  keep_laws("warlord-valley-war", "first=drawn", 400);
  keep_laws("warlord-valley-war", "first=black", 400);
  keep_laws("warlord-test-of-wills", "first=drawn", 150);
}

static void the_laws_hold_with_teams(void **unused) {
  (void)unused;
  keep_laws("warlord-clash-of-arms", "teams=2;cannon_swap=true", 200);
  keep_laws("warlord-test-of-wills", "teams=3", 200);
  keep_laws("warlord-valley-war", "teams=4;promotion=true", 300);
  keep_laws("warlord-border-war", "teams=2;first=drawn", 200);
}

static void the_laws_hold_with_other_numbers(void **unused) {
  (void)unused;
  keep_laws("warlord-battle-line", "range=1;cap=128;turn_cap=fixed", 200);
  keep_laws("warlord-battle-line", "range=8;cap=1", 100);
  keep_laws("warlord-lakes-2", "turn_cap=levels;cap_fraction=150%;cap=20", 150);
  keep_laws("warlord-border-war",
            "deployment=fixed;replacements=home;replacement_every=2;replacement_leaders=true", 300);
  keep_laws("warlord-valley-war", "replacements=held;replacement_turns=2 3 5 6 9;teams=2", 400);
  keep_laws("warlord-civil-war", "arrivals=2 3 4 5;cap=3;short_game=true", 300);
  keep_laws("warlord-border-war", "deployment=fixed;self_activation=false", 150);
}

static void the_laws_hold_with_other_ends_and_with_waves(void **unused) {
  (void)unused;
  keep_laws("warlord-valley-war",
            "home_towns_to_win=2;defeat_units=8;last_turn=9;last_turn_counts=levels;"
            "reinforcements=2:I9 w3:P1H2@c2 5:N2",
            300);
  keep_laws("warlord-valley-war-placed",
            "arrivals=2 3 4;towns_to_win=0;last_turn=5;"
            "last_turn_counts=units;last_turn_needs=2",
            400);
  keep_laws("warlord-valley-war-placed", "deployment=hidden;arrivals=2 3;first=drawn", 400);
  keep_laws("warlord-test-of-wills", "deployment=open;teams=2;first=black", 200);
}

static void the_laws_hold_on_the_largest_board(void **unused) {
  (void)unused;
  enum { EDGE = 120 };
  static char sets[EDGE * (EDGE + 1) + 64];
  char *at = sets + sprintf(sets, "turn_cap=fixed;cap=3;pieces=");
  for (int row = 0; row < EDGE; row++) {
    memset(at, '.', EDGE);
    if (row == 0 || row == EDGE - 1) {
      memcpy(at + 50, row == 0 ? "lkghhccnniii" : "LKGHHCCNNIII", 12);
    }
    at += EDGE;
    *at++ = '\n';
  }
  at[-1] = '\0';
  keep_laws("warlord-clash-of-arms", sets, 40);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_scenario_keeps_the_laws_with_all_switches),
    cmocka_unit_test(the_laws_hold_without_the_house_rules),
    cmocka_unit_test(the_laws_hold_whoever_moves_first),
    cmocka_unit_test(the_laws_hold_with_teams),
    cmocka_unit_test(the_laws_hold_with_other_numbers),
    cmocka_unit_test(the_laws_hold_with_other_ends_and_with_waves),
    cmocka_unit_test(the_laws_hold_on_the_largest_board),
};

MR_TEST_MAIN(tests)
