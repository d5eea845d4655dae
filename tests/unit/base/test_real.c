#include "base/real.h"

#include <marcher/hash.h>
#include <marcher/random.h>
#include <math.h>

#include "test_main.h"

/* So many units of the last place two numbers are apart. */
static double places(double one, double other) {
  double unit = nextafter(fabs(other), INFINITY) - fabs(other);
  return fabs(one - other) / unit;
}

static void exp_and_log_are_right_to_two_places(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 1);
  for (int i = 0; i < 20000; i++) {
    double wide = (mr_random_unit(&random) - 0.5) * (i % 2 == 0 ? 20 : 1400);
    assert_true(places(mr_exp(wide), exp(wide)) <= 2);
    double positive = exp(wide);
    if (positive > 0 && isfinite(positive)) {
      assert_true(places(mr_log(positive), log(positive)) <= 2);
    }
  }
}

static void ends_and_odd_numbers_are_those_of_the_library(void **state) {
  (void)state;
  assert_true(mr_exp(0) == 1 && mr_log(1) == 0);
  assert_true(mr_exp(800) == INFINITY && mr_exp(-800) == 0);
  assert_true(mr_exp(INFINITY) == INFINITY && mr_exp(-INFINITY) == 0);
  assert_true(isnan(mr_exp(NAN)) && isnan(mr_log(NAN)) && isnan(mr_log(-1)));
  assert_true(mr_log(0) == -INFINITY && mr_log(INFINITY) == INFINITY);
  assert_true(places(mr_log(5e-324), log(5e-324)) <= 2);
  assert_true(mr_exp(-744) > 0);
}

static void log_gamma_and_hypot_are_near_those_of_the_library(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 3);
  for (int i = 0; i < 20000; i++) {
    double x = mr_random_unit(&random) * (i % 3 == 0 ? 5 : i % 3 == 1 ? 500 : 2e6) + 1e-3;
    double right = lgamma(x), most = fabs(right) > 1 ? fabs(right) : 1;
    assert_true(fabs(mr_log_gamma(x) - right) <= 1e-14 * most);
    double y = mr_random_unit(&random) - 0.5;
    assert_true(places(mr_hypot(x, y), hypot(x, y)) <= 2);
  }
  assert_true(fabs(mr_log_gamma(1)) < 1e-14 && fabs(mr_log_gamma(2)) < 1e-14);
  assert_true(mr_hypot(INFINITY, 1) == INFINITY && mr_hypot(-3, -INFINITY) == INFINITY);
  assert_true(mr_hypot(0, 0) == 0);
}

/* The sum of many results: the same with every compiler, on every machine. */
static void every_build_says_the_same_to_the_bit(void **state) {
  (void)state;
  mr_random random;
  uint64_t hash = MR_HASH_START;
  mr_random_init(&random, 2);
  for (int i = 0; i < 5000; i++) {
    double results[4] = {mr_exp((mr_random_unit(&random) - 0.5) * 100)};
    results[1] = mr_log(mr_random_unit(&random) * 1000);
    results[2] = mr_log_gamma(mr_random_unit(&random) * 100 + 0.5);
    results[3] = mr_hypot(results[0], results[1]);
    hash = mr_hash_bytes(hash, results, sizeof results);
  }
  assert_int_equal(hash, UINT64_C(0x2264e7143e0e0f6b));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(exp_and_log_are_right_to_two_places),
    cmocka_unit_test(ends_and_odd_numbers_are_those_of_the_library),
    cmocka_unit_test(log_gamma_and_hypot_are_near_those_of_the_library),
    cmocka_unit_test(every_build_says_the_same_to_the_bit),
};

MR_TEST_MAIN(tests)
