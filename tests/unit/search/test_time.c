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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_long_game_never_runs_out_of_time),
    cmocka_unit_test(a_game_with_a_small_increment_keeps_a_reserve),
    cmocka_unit_test(a_share_is_something_and_no_more_than_a_part),
    cmocka_unit_test(the_actions_of_a_turn_share_its_time),
};

MR_TEST_MAIN(tests)
