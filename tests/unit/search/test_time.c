#include "test_main.h"

#include <marcher/engine.h>

/** A game of `turns` turns in which every thought takes all it may, and `lost` more. */
static int64_t least_left(mr_clock_view clock, unsigned turns, int64_t lost) {
  int64_t least = clock.left;
  unsigned control = clock.to_go;
  for (unsigned i = 0; i < turns; i++) {
    mr_limits limits = {0};
    mr_time_share(&clock, 1, &limits);
    clock.left -= limits.milliseconds + lost;
    least = clock.left < least ? clock.left : least;
    clock.left += clock.increment;
    if (control > 0 && --clock.to_go == 0) {
      clock.to_go = control;
      clock.left += 1000;
    }
  }
  return least;
}

static void a_long_game_never_runs_out_of_time(void **unused) {
  (void)unused;
  static const mr_clock_view CLOCKS[] = {
      {.left = 1000, .increment = 10, .overhead = 10},
      {.left = 1000, .increment = 0, .overhead = 1},
      {.left = 60000, .increment = 600, .overhead = 10},
      {.left = 100, .increment = 100, .overhead = 10},
      {.left = 1000, .to_go = 40, .overhead = 5},
      {.left = 1000, .to_go = 1, .overhead = 20},
  };
  for (size_t i = 0; i < sizeof CLOCKS / sizeof *CLOCKS; i++) {
    int64_t lost = CLOCKS[i].increment > 0 || CLOCKS[i].to_go > 0 ? CLOCKS[i].overhead / 2 : 0;
    unsigned turns = CLOCKS[i].increment > 0 || CLOCKS[i].to_go > 0 ? 5000 : 50;
    assert_true(least_left(CLOCKS[i], turns, lost) > 0);
  }
}

/** What a busy machine takes from a thought now and then must not lose the game. */
static void a_game_with_a_small_increment_keeps_a_reserve(void **unused) {
  (void)unused;
  mr_clock_view clock = {.left = 1000, .increment = 10, .overhead = 10};
  assert_true(least_left(clock, 2000, 3) >= 80);
}

static void a_share_is_something_and_no_more_than_a_part(void **unused) {
  (void)unused;
  for (int64_t left = -50; left < 100000; left += 1 + left / 7 + (left < 0 ? 10 : 0)) {
    mr_clock_view clock = {.left = left, .overhead = 10};
    mr_limits limits = {0};
    mr_time_share(&clock, 1, &limits);
    assert_true(limits.milliseconds >= 1 && limits.soft_milliseconds >= 1);
    assert_true(limits.soft_milliseconds <= limits.milliseconds);
    assert_true(left < 20 || limits.milliseconds <= left / 4 + 1);
  }
}

/** Before the clock is wound up the rest of it may be used, but a thought does not begin with all.
 */
static void the_last_turn_of_a_control_keeps_something_back(void **unused) {
  (void)unused;
  mr_clock_view clock = {.left = 10000, .to_go = 1, .overhead = 10};
  mr_limits limits = {0};
  mr_time_share(&clock, 1, &limits);
  assert_in_range(limits.soft_milliseconds, 10000 / 4, 10000 / 2);
  assert_in_range(limits.milliseconds, 10000 / 2, 10000 * 4 / 5);
}

static void the_actions_of_a_turn_share_its_time(void **unused) {
  (void)unused;
  mr_clock_view clock = {.left = 60000, .increment = 1000, .overhead = 10};
  mr_limits whole = {0};
  mr_limits half = {0};
  mr_time_share(&clock, 1, &whole);
  mr_time_share(&clock, 2, &half);
  assert_true(half.milliseconds <= whole.milliseconds / 2 + 1);
  assert_true(half.milliseconds >= whole.milliseconds / 2 - 1);
}

/* ---- delays ---------------------------------------------------------------------------------- */

#define MS INT64_C(1000000)

/** The clock with the margin that a lag asks for. */
static mr_clock_view margin(const mr_lag *lag) {
  mr_clock_view clock = {.left = 1000, .increment = 10, .overhead = 10};
  mr_lag_apply(lag, &clock);
  return clock;
}

static void small_delays_change_nothing(void **unused) {
  (void)unused;
  mr_lag lag = {0};
  for (int turn = 0; turn < 200; turn++) {
    lag.gap = 3 * MS;
    mr_lag_end(&lag, turn % 2 == 0 ? 9 * MS : -3 * MS);
    assert_int_equal(margin(&lag).overhead, 10);
    assert_int_equal(margin(&lag).reserve, 0);
  }
}

static void a_margin_grows_at_once_and_shrinks_slowly(void **unused) {
  (void)unused;
  mr_lag lag = {0};
  lag.gap = 60 * MS; /* kept from the clock */
  mr_lag_end(&lag, 0);
  assert_int_equal(margin(&lag).reserve, 100);
  mr_lag_end(&lag, 110 * MS); /* on the way */
  int64_t most = margin(&lag).reserve;
  assert_int_equal(most, 200);
  for (int turn = 0; turn < 10; turn++) {
    mr_lag_end(&lag, 1 * MS);
  }
  assert_in_range(margin(&lag).reserve, most / 2, most - 1);
  for (int turn = 0; turn < 200; turn++) {
    mr_lag_end(&lag, 1 * MS);
  }
  assert_int_equal(margin(&lag).reserve, 0);
}

/** What moves cost again and again is taken off each turn; a single delay is not. */
static void what_every_move_costs_becomes_its_overhead(void **unused) {
  (void)unused;
  mr_lag lag = {0};
  mr_lag_end(&lag, 30 * MS);
  assert_int_equal(margin(&lag).overhead, 10);
  for (int turn = 0; turn < 30; turn++) {
    mr_lag_end(&lag, 30 * MS);
  }
  assert_in_range(margin(&lag).overhead, 25, 30);
}

/** Every fifth move is 90 ms late, more than its increment on average: the clock holds. */
static void a_player_survives_on_a_busy_machine(void **unused) {
  (void)unused;
  mr_lag lag = {0};
  int64_t left = 1000;
  for (int turn = 0; turn < 400; turn++) {
    mr_clock_view clock = {.left = left, .increment = 20, .overhead = 10};
    mr_limits limits = {0};
    int64_t late = turn % 5 == 4 ? 90 : 0;
    mr_lag_apply(&lag, &clock);
    mr_time_share(&clock, 1, &limits);
    left -= limits.milliseconds + late;
    assert_true(left > 0);
    left += clock.increment;
    mr_lag_end(&lag, late * MS);
  }
}

/** Where not even what every move costs is left, a look is taken, which is shorter than any time.
 */
static void nothing_left_is_a_look(void **unused) {
  (void)unused;
  mr_clock_view clock = {.left = 15, .increment = 10, .overhead = 10};
  mr_limits limits = {0};
  mr_time_share(&clock, 1, &limits);
  assert_in_range(limits.nodes, 1, 1000);
  limits.nodes = 7; /* less was asked for */
  mr_time_share(&clock, 1, &limits);
  assert_int_equal(limits.nodes, 7);
  clock.left = 300;
  limits.nodes = 0;
  mr_time_share(&clock, 1, &limits);
  assert_int_equal(limits.nodes, 0);
  clock.reserve = 290;
  mr_time_share(&clock, 1, &limits);
  assert_true(limits.nodes > 0);
}

static void the_longest_time_between_two_looks_counts(void **unused) {
  (void)unused;
  mr_lag lag = {0};
  mr_lag_begin(&lag);
  lag.looked -= 70 * MS; /* as if that had been so long ago */
  mr_lag_look(&lag);
  mr_lag_look(&lag);
  assert_true(lag.gap >= 70 * MS);
  mr_lag_begin(&lag);
  assert_int_equal(lag.gap, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(small_delays_change_nothing),
    cmocka_unit_test(a_margin_grows_at_once_and_shrinks_slowly),
    cmocka_unit_test(what_every_move_costs_becomes_its_overhead),
    cmocka_unit_test(a_player_survives_on_a_busy_machine),
    cmocka_unit_test(nothing_left_is_a_look),
    cmocka_unit_test(the_longest_time_between_two_looks_counts),
    cmocka_unit_test(the_last_turn_of_a_control_keeps_something_back),
    cmocka_unit_test(a_long_game_never_runs_out_of_time),
    cmocka_unit_test(a_game_with_a_small_increment_keeps_a_reserve),
    cmocka_unit_test(a_share_is_something_and_no_more_than_a_part),
    cmocka_unit_test(the_actions_of_a_turn_share_its_time),
};

MR_TEST_MAIN(tests)
