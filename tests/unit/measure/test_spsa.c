#include <marcher/random.h>
#include <marcher/spsa.h>
#include <math.h>
#include <string.h>

#include "test_main.h"

enum { COUNT = 3 };

static const mr_spsa_number NUMBERS[COUNT] = {
    {.start = 20, .least = 0, .most = 100, .whole = true},
    {.start = 900, .least = 100, .most = 1100, .whole = true},
    {.start = 2, .least = -5, .most = 5},
};

/* Where the best setting is, in shares of each range. */
static const double BEST[COUNT] = {0.6, 0.4, 0.5};

/* How much a setting is worth: a bowl. */
static double worth(const double *at) {
  double sum = 0;
  for (size_t i = 0; i < COUNT; i++) {
    double share = (at[i] - NUMBERS[i].least) / (NUMBERS[i].most - NUMBERS[i].least);
    sum -= (share - BEST[i]) * (share - BEST[i]);
  }
  return sum;
}

/* One game between two settings: who is better by 0.1 wins 6 games of 10, and all others are
 * chance. */
static double play(const double *plus, const double *minus, double signal, mr_random *random) {
  double win = 0.5 + signal * (worth(plus) - worth(minus));
  return mr_random_unit(random) < win ? 1 : -1;
}

static void run(uint64_t trials, uint64_t seed, double signal, mr_spsa *out) {
  const mr_spsa_options options = {
      .numbers = NUMBERS, .count = COUNT, .trials = trials, .seed = seed};
  mr_random random;
  mr_random_init(&random, seed + 1000);
  assert_int_equal(mr_spsa_init(out, &options, NULL), MR_OK);
  while (out->done < trials) {
    double plus[COUNT], minus[COUNT];
    mr_spsa_trial(out, plus, minus);
    for (size_t i = 0; i < COUNT; i++) {
      assert_true(plus[i] >= NUMBERS[i].least && plus[i] <= NUMBERS[i].most);
      assert_true(minus[i] >= NUMBERS[i].least && minus[i] <= NUMBERS[i].most);
      assert_true(!NUMBERS[i].whole || (plus[i] == floor(plus[i]) && minus[i] == floor(minus[i])));
    }
    mr_spsa_tell(out, play(plus, minus, signal, &random));
  }
}

static void a_noisy_bowl_is_climbed(void **state) {
  (void)state;
  mr_spsa spsa;
  run(20000, 1, 1, &spsa);
  for (size_t i = 0; i < COUNT; i++) {
    double range = NUMBERS[i].most - NUMBERS[i].least;
    double value = (mr_spsa_estimate_of(&spsa, i).value - NUMBERS[i].least) / range;
    double start = (NUMBERS[i].start - NUMBERS[i].least) / range;
    assert_true(fabs(value - BEST[i]) < 0.5 * fabs(start - BEST[i]));
  }
  /* The first two were far off, and the trials say so. */
  assert_true(mr_spsa_estimate_of(&spsa, 0).pull > 2);
  assert_true(mr_spsa_estimate_of(&spsa, 1).pull < -2);
}

static void chance_alone_stays_within_its_spread(void **state) {
  (void)state;
  unsigned far = 0, pulled = 0, all = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    mr_spsa spsa;
    run(300, seed, 0, &spsa);
    for (size_t i = 0; i < COUNT; i++, all++) {
      mr_spsa_estimate e = mr_spsa_estimate_of(&spsa, i);
      assert_true(e.spread > 0);
      far += fabs(e.value - NUMBERS[i].start) > 2 * e.spread;
      pulled += fabs(e.pull) > 2;
    }
  }
  /* 5 of 100 are expected to be beyond two deviations. */
  assert_in_range(far, 0, all / 10);
  assert_in_range(pulled, 1, all / 8);
}

static void the_same_answers_give_the_same_numbers(void **state) {
  (void)state;
  mr_spsa once, again;
  run(50, 3, 1, &once);
  run(50, 3, 1, &again);
  assert_memory_equal(once.at, again.at, sizeof once.at);
  run(50, 4, 1, &again);
  assert_memory_not_equal(once.at, again.at, sizeof once.at);
}

static void a_number_between_two_whole_ones_is_tried_as_both(void **state) {
  (void)state;
  const mr_spsa_number number = {
      .start = 10.25, .least = 0, .most = 20, .step = 1e-9, .whole = true};
  const mr_spsa_options options = {.numbers = &number, .count = 1, .trials = 4000, .rate = 1e-9};
  mr_spsa spsa;
  double sum = 0;
  assert_int_equal(mr_spsa_init(&spsa, &options, NULL), MR_OK);
  while (spsa.done < options.trials) {
    double plus = 0, minus = 0;
    mr_spsa_trial(&spsa, &plus, &minus);
    assert_true(plus == 10 || plus == 11);
    sum += plus;
    mr_spsa_tell(&spsa, 0);
  }
  assert_true(fabs(sum / 4000 - 10.25) < 0.03);
}

static void numbers_that_make_no_sense_are_refused(void **state) {
  (void)state;
  const mr_spsa_number bad[] = {{.start = 5, .least = 5, .most = 5},
                                {.start = 6, .least = 1, .most = 5},
                                {.start = 0, .least = 1, .most = 5},
                                {.start = NAN, .least = 1, .most = 5},
                                {.start = 2, .least = 1, .most = 5, .step = 9},
                                {.start = 2, .least = 1, .most = 5, .step = -1}};
  mr_spsa spsa;
  mr_error err;
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    const mr_spsa_options options = {.numbers = &bad[i], .count = 1, .trials = 1};
    assert_int_equal(mr_spsa_init(&spsa, &options, &err), MR_ERR_RANGE);
    assert_true(strlen(err.message) > 0);
  }
  const mr_spsa_options none = {.numbers = NUMBERS, .count = COUNT};
  assert_int_equal(mr_spsa_init(&spsa, &none, &err), MR_ERR_RANGE);
  const mr_spsa_options empty = {.numbers = NUMBERS, .trials = 1};
  assert_int_equal(mr_spsa_init(&spsa, &empty, &err), MR_ERR_RANGE);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_noisy_bowl_is_climbed),
    cmocka_unit_test(chance_alone_stays_within_its_spread),
    cmocka_unit_test(the_same_answers_give_the_same_numbers),
    cmocka_unit_test(a_number_between_two_whole_ones_is_tried_as_both),
    cmocka_unit_test(numbers_that_make_no_sense_are_refused),
};

MR_TEST_MAIN(tests)
