/* The sequential test of fairness: what it promises, tried on results of which the share is known.
 */
#include <marcher/fair.h>
#include <marcher/random.h>

#include "instruments.h"
#include "test_main.h"

enum { MOST = 100, TRIALS = MR_SLOW_BUILD ? 20 : 100 };

/* One test of games that are won with `wins` of a thousand, drawn with `draws`, else lost. */
static mr_fair test_of(unsigned wins, unsigned draws, mr_random *random) {
  mr_fair test = mr_fair_begin(MOST);
  do {
    uint64_t until = mr_fair_next_look(&test);
    while (mr_fair_games(&test) < until) {
      uint64_t lot = mr_random_below(random, 1000);
      mr_fair_add(&test, lot < wins ? 4 : lot < wins + draws ? 2 : 0);
    }
  } while (mr_fair_look(&test, false) == MR_FAIR_OPEN);
  return test;
}

typedef struct tally {
  unsigned refused;
  unsigned shown;
  unsigned covered;
  uint64_t games;
} tally;

static tally tests_of(unsigned wins, unsigned draws) {
  mr_random random;
  tally all = {0};
  double share = (wins + draws / 2.0) / 1000;
  mr_random_init(&random, 7 + wins);
  for (unsigned i = 0; i < TRIALS; i++) {
    mr_fair test = test_of(wins, draws, &random);
    all.refused += test.verdict == MR_FAIR_REFUSED;
    all.shown += test.verdict == MR_FAIR_SHOWN;
    all.covered += test.share.low <= share && share <= test.share.high;
    all.games += mr_fair_games(&test);
    assert_true(mr_fair_games(&test) <= MOST);
  }
  return all;
}

static void a_share_at_a_bound_is_refused_in_5_of_100_tests_at_most(void **unused) {
  (void)unused;
  static const unsigned shares[][2] = {{600, 0}, {400, 0}, {400, 400}, {200, 400}, {500, 0}};
  for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
    tally all = tests_of(shares[i][0], shares[i][1]);
    assert_true(all.refused * 100 <= 5 * TRIALS);
    assert_true(all.covered * 100 >= 95 * TRIALS);
  }
}

static void a_share_outside_is_taken_for_fair_in_5_of_100_tests_at_most(void **unused) {
  (void)unused;
  assert_true(tests_of(610, 0).shown * 100 <= 5 * TRIALS);
  assert_true(tests_of(300, 180).shown * 100 <= 5 * TRIALS);
}

static void lopsided_games_are_refused_after_few(void **unused) {
  (void)unused;
  tally all = tests_of(850, 0);
  assert_true(all.refused * 100 >= 95 * TRIALS);
  assert_true(all.games < 45u * TRIALS);
  all = tests_of(50, 100);
  assert_true(all.refused * 100 >= 95 * TRIALS);
}

static void drawn_games_show_that_a_map_is_fair(void **unused) {
  (void)unused;
  tally all = tests_of(50, 900);
  assert_true(all.shown * 100 >= 90 * TRIALS);
}

static void looks_come_at_growing_distances_and_end_with_the_games(void **unused) {
  (void)unused;
  static const uint64_t looks[] = {10, 20, 40, 70, 100, 100};
  mr_fair test = mr_fair_begin(MOST);
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
    assert_int_equal(mr_fair_next_look(&test), looks[i]);
    while (mr_fair_games(&test) < looks[i]) {
      mr_fair_add(&test, 2 * (unsigned)(mr_fair_games(&test) % 3));
    }
  }
  test = mr_fair_begin(3);
  assert_int_equal(mr_fair_next_look(&test), 1);
}

static void what_is_broken_off_is_unknown_and_says_how_little_it_knows(void **unused) {
  (void)unused;
  mr_fair test = mr_fair_begin(MOST);
  assert_int_equal(mr_fair_look(&test, true), MR_FAIR_UNKNOWN);
  assert_true(test.share.low == 0 && test.share.high == 1);
  mr_fair_add(&test, 4);
  assert_int_equal(mr_fair_look(&test, false), MR_FAIR_OPEN);
  assert_int_equal(mr_fair_look(&test, true), MR_FAIR_UNKNOWN);
  char text[80];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_fair_text(&test, &out);
  assert_string_equal(text, "100.0% (0.5 to 100.0%) of 1 game");
}

/* Games without an end are no draws. */
static void what_was_broken_off_shows_nothing(void **state) {
  (void)state;
  char text[80];
  mr_str words = mr_str_fixed(text, sizeof text);
  mr_fair test = mr_fair_begin(MOST), drawn = mr_fair_begin(MOST);
  for (unsigned i = 0; i < MOST; i++) {
    mr_fair_add(&drawn, 2);
    mr_fair_add_broken(&test);
  }
  assert_int_equal(mr_fair_look(&drawn, true), MR_FAIR_SHOWN);
  assert_int_equal(mr_fair_look(&test, true), MR_FAIR_UNKNOWN);
  mr_fair_text(&test, &words);
  assert_string_equal(text, "50.0% (0.0 to 100.0%) of 100 games, 100 of them broken off");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_share_at_a_bound_is_refused_in_5_of_100_tests_at_most),
    cmocka_unit_test(a_share_outside_is_taken_for_fair_in_5_of_100_tests_at_most),
    cmocka_unit_test(lopsided_games_are_refused_after_few),
    cmocka_unit_test(drawn_games_show_that_a_map_is_fair),
    cmocka_unit_test(looks_come_at_growing_distances_and_end_with_the_games),
    cmocka_unit_test(what_is_broken_off_is_unknown_and_says_how_little_it_knows),
    cmocka_unit_test(what_was_broken_off_shows_nothing),
};

MR_TEST_MAIN(tests)
