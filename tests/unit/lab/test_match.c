#include <string.h>

#include "lab/match_priv.h"
#include "test_main.h"

static mr_match_options options_of(size_t engines, uint64_t games) {
  return (mr_match_options){.engine_count = engines, .games = games};
}

static void two_engines_change_seats_in_every_opening(void **unused) {
  (void)unused;
  mr_match_options options = options_of(2, 6);
  assert_int_equal(mr_match_planned(&options), 6);
  for (uint64_t i = 0; i < 6; i++) {
    mr_fixture fixture = mr_match_fixture(&options, i);
    assert_int_equal(fixture.opening, i / 2);
    assert_int_equal(fixture.engines[0], i % 2);
    assert_int_equal(fixture.engines[1], 1 - i % 2);
    assert_int_equal(fixture.leg, i % 2);
    assert_true(fixture.paired);
  }
}

static void the_last_of_an_odd_number_has_no_partner(void **unused) {
  (void)unused;
  mr_match_options options = options_of(3, 3);
  assert_int_equal(mr_match_planned(&options), 9);
  for (uint64_t i = 0; i < 9; i++) {
    mr_fixture fixture = mr_match_fixture(&options, i);
    assert_int_equal(fixture.paired, i < 6);
    assert_int_equal(fixture.opening, i < 6 ? 0 : 1);
  }
}

/* games[i][j]: with i on the first seat. */
static void count_meetings(const mr_match_options *options, unsigned games[8][8]) {
  memset(games, 0, 64 * sizeof(unsigned));
  for (uint64_t i = 0; i < mr_match_planned(options); i++) {
    mr_fixture fixture = mr_match_fixture(options, i);
    assert_true(fixture.engines[0] < options->engine_count);
    assert_true(fixture.engines[1] < options->engine_count);
    games[fixture.engines[0]][fixture.engines[1]]++;
  }
}

static void all_meet_all_equally_often_on_both_seats(void **unused) {
  (void)unused;
  unsigned games[8][8];
  for (size_t engines = 2; engines <= 8; engines++) {
    mr_match_options options = options_of(engines, 4);
    count_meetings(&options, games);
    for (size_t i = 0; i < engines; i++) {
      for (size_t j = 0; j < engines; j++) {
        assert_int_equal(games[i][j], i == j ? 0 : 2);
      }
    }
  }
}

static void a_gauntlet_is_the_first_against_the_rest(void **unused) {
  (void)unused;
  unsigned games[8][8];
  mr_match_options options = options_of(5, 2);
  options.gauntlet = true;
  assert_int_equal(mr_match_planned(&options), 8);
  count_meetings(&options, games);
  for (size_t i = 0; i < 5; i++) {
    for (size_t j = 0; j < 5; j++) {
      assert_int_equal(games[i][j], (i == 0) != (j == 0) ? 1 : 0);
    }
  }
}

static void without_swaps_every_opening_is_played_once(void **unused) {
  (void)unused;
  unsigned games[8][8];
  mr_match_options options = options_of(2, 6);
  options.no_swap = true;
  for (uint64_t i = 0; i < 6; i++) {
    assert_int_equal(mr_match_fixture(&options, i).opening, i);
    assert_false(mr_match_fixture(&options, i).paired);
  }
  count_meetings(&options, games);
  assert_int_equal(games[0][1], 3);
  assert_int_equal(games[1][0], 3);
}

static void a_longer_match_begins_with_the_games_of_a_shorter_one(void **unused) {
  (void)unused;
  mr_match_options shorter = options_of(4, 2);
  mr_match_options longer = options_of(4, 20);
  for (uint64_t i = 0; i < mr_match_planned(&shorter); i++) {
    mr_fixture a = mr_match_fixture(&shorter, i);
    mr_fixture b = mr_match_fixture(&longer, i);
    assert_int_equal(a.opening, b.opening);
    assert_int_equal(a.engines[0], b.engines[0]);
    assert_int_equal(a.engines[1], b.engines[1]);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(two_engines_change_seats_in_every_opening),
    cmocka_unit_test(the_last_of_an_odd_number_has_no_partner),
    cmocka_unit_test(all_meet_all_equally_often_on_both_seats),
    cmocka_unit_test(a_gauntlet_is_the_first_against_the_rest),
    cmocka_unit_test(without_swaps_every_opening_is_played_once),
    cmocka_unit_test(a_longer_match_begins_with_the_games_of_a_shorter_one),
};

MR_TEST_MAIN(tests)
