#include <marcher/random.h>
#include <marcher/stats.h>
#include <math.h>
#include <stdio.h>

#include "test_main.h"

/** Results as other programs count them: of pairs where `pairs`, else losses, draws, wins. */
typedef struct results {
  bool pairs;
  unsigned cells[5];
} results;

static mr_tally tally_of(const results *from) {
  const unsigned *c = from->cells;
  mr_tally tally = {0};
  if (from->pairs) {
    tally.pairs[0][0] = c[0];
    tally.pairs[2][0] = c[1];
    tally.pairs[2][2] = c[2];
    tally.pairs[4][2] = c[3];
    tally.pairs[4][4] = c[4];
    return tally;
  }
  tally.singles[0][0] = c[0];
  tally.singles[0][2] = c[1];
  tally.singles[1][4] = c[2];
  return tally;
}

static double ratio(const results *from, double elo0, double elo1, mr_elo_model model) {
  const mr_sprt test = {elo0, elo1, 0.05, 0.05, model};
  mr_tally tally = tally_of(from);
  return mr_sprt_evaluate(&test, &tally).llr;
}

static void near_to(double value, double expected, double error) {
  if (!(fabs(value - expected) <= error)) {
    fail_msg("%.12g is not within %g of %.12g", value, error, expected);
  }
}

/*
 * Figures of fastchess, app/tests/sprt_test.cpp at 74deac23, given to two decimals.
 */
static void ratios_are_those_that_fastchess_publishes(void **state) {
  (void)state;
  static const struct {
    results results;
    double elo0, elo1;
    mr_elo_model model;
    double ratio;
  } expected[] = {
      {{false, {36027, 68692, 36433}}, 0, 2, MR_ELO_NORMALISED, 0.92},
      {{false, {10650, 20431, 10871}}, -1.75, 0.25, MR_ELO_NORMALISED, 2.30},
      {{false, {0, 0, 4250}}, 0, 10, MR_ELO_NORMALISED, 120.56},
      {{false, {21184, 40708, 21404}}, 0.5, 2.5, MR_ELO_LOGISTIC, -1.57},
      {{false, {57030, 106593, 57433}}, 0, 2, MR_ELO_LOGISTIC, -2.59},
      {{true, {365, 16618, 36229, 16974, 390}}, 0, 2, MR_ELO_NORMALISED, 2.25},
      {{true, {127, 4883, 10712, 5150, 104}}, -1.75, 0.25, MR_ELO_NORMALISED, 3.01},
      {{true, {0, 0, 0, 0, 5550}}, 0, 5, MR_ELO_NORMALISED, 111.82},
      {{true, {223, 9863, 21279, 10037, 246}}, 0.5, 2.5, MR_ELO_LOGISTIC, -3.07},
      {{true, {871, 26175, 55983, 26678, 821}}, 0, 2, MR_ELO_LOGISTIC, -4.98},
  };
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    near_to(ratio(&expected[i].results, expected[i].elo0, expected[i].elo1, expected[i].model),
            expected[i].ratio, 0.006 * fmax(1, fabs(expected[i].ratio)));
  }
}

/*
 * Computed with fishtest's server/fishtest/stats/LLRcalc.py at b8eecff2: LLR_logistic and
 * LLR_normalized of the same counts. 190 figures were compared, all agree to 9 digits.
 */
static void ratios_are_those_of_fishtest(void **state) {
  (void)state;
  static const struct {
    results results;
    double elo0, elo1, logistic, normalised;
  } expected[] = {
      {{true, {10789, 19328, 33806, 19402, 10543}}, -3, 1, 2.13106781, 0.300869785},
      {{true, {1187, 7410, 13475, 7378, 1164}}, -3, 1, 2.86152718, 0.600266073},
      {{true, {39, 2226, 31451, 2412, 40}}, 0.5, 2.5, -10.4145896, 2.33790002},
      {{true, {0, 3, 17, 9, 1}}, 0, 5, 0.426970952, 0.217855257},
      {{true, {0, 0, 0, 0, 12}}, 0, 50, 1.60334858, 2.18222955},
      {{true, {5, 0, 0, 0, 9}}, 0, 50, 0.431218254, 0.524478501},
      {{true, {1, 0, 0, 0, 0}}, 0, 5, -0.0145237796, -0.0205685423},
      {{true, {400, 0, 0, 0, 0}}, 0, 5, -5.79791158, -8.2231416},
      {{true, {821, 26678, 55983, 26175, 871}}, 0, 50, -8136.5592, -2389.70951},
      {{false, {0, 0, 4250}}, -1.75, 0.25, 24.5177783, 24.5176842},
      {{false, {0, 0, 4250}}, 0, 50, 567.765326, 565.971976},
      {{false, {591, 2163, 716}}, 0, 50, -46.4993658, -6.52502924},
      {{false, {3, 7, 10}}, -3, 1, 0.12489957, 0.100605424},
  };
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const results *r = &expected[i].results;
    double scale = 1e-8 * fmax(1, fabs(expected[i].logistic));
    near_to(ratio(r, expected[i].elo0, expected[i].elo1, MR_ELO_LOGISTIC), expected[i].logistic,
            scale);
    near_to(ratio(r, expected[i].elo0, expected[i].elo1, MR_ELO_NORMALISED), expected[i].normalised,
            scale);
  }
}

/** Quarter points that fall in equal halves to either side of half points change nothing much. */
static void quarter_points_take_their_place_between_the_others(void **state) {
  (void)state;
  const mr_sprt test = {0, 20, 0.05, 0.05, MR_ELO_LOGISTIC};
  mr_tally halves = {0};
  halves.pairs[0][0] = 20;
  halves.pairs[2][2] = 60;
  halves.pairs[4][4] = 40;
  mr_tally quarters = {0};
  quarters.pairs[0][0] = 20;
  quarters.pairs[1][2] = 30;
  quarters.pairs[3][2] = 30;
  quarters.pairs[4][4] = 40;
  double a = mr_sprt_evaluate(&test, &halves).llr;
  double b = mr_sprt_evaluate(&test, &quarters).llr;
  /* a little more variance: a little less certain of the same mean */
  assert_true(b > 0 && b < a && b > 0.9 * a);
  quarters.pairs[3][2] = 60;
  quarters.pairs[1][2] = 0;
  assert_true(mr_sprt_evaluate(&test, &quarters).llr > a);
}

/** The definition itself: no distribution with the mean of the hypothesis makes it likelier. */
static void no_distribution_under_a_hypothesis_is_likelier(void **state) {
  (void)state;
  const double counts[3] = {30, 50, 45};
  const results observed = {false, {30, 50, 45}};
  double best[2] = {-INFINITY, -INFINITY};
  const double elo[2] = {-10, 30};
  for (int h = 0; h < 2; h++) {
    double mean = mr_score_of_elo(elo[h]);
    for (int i = 1; i < 200000; i++) {
      double draw = i / 200000.0;
      double win = mean - draw / 2;
      double loss = 1 - win - draw;
      if (win > 0 && loss > 0) {
        best[h] =
            fmax(best[h], counts[0] * log(loss) + counts[1] * log(draw) + counts[2] * log(win));
      }
    }
  }
  near_to(ratio(&observed, elo[0], elo[1], MR_ELO_LOGISTIC), best[1] - best[0], 1e-6);
}

/** The same for the t-value: the best of a fine grid. */
static void no_distribution_with_the_t_value_is_likelier(void **state) {
  (void)state;
  const double counts[3] = {30, 50, 45};
  const results observed = {false, {30, 50, 45}};
  double best[2] = {-INFINITY, -INFINITY};
  const double elo[2] = {-10, 30};
  for (int h = 0; h < 2; h++) {
    double t = elo[h] / MR_NORMALISED_ELO;
    for (int i = 1; i < 100000; i++) {
      /* var = decisive / 4 - away^2 and away = t * sqrt(var): away^2 = t^2 decisive / 4 / (1+t^2)
       */
      double decisive = i / 100000.0;
      double away = copysign(sqrt(t * t * decisive / 4 / (1 + t * t)), t);
      double win = decisive / 2 + away;
      double loss = decisive / 2 - away;
      if (win > 0 && loss > 0) {
        best[h] = fmax(best[h], counts[0] * log(loss) + counts[1] * log(1 - decisive) +
                                    counts[2] * log(win));
      }
    }
  }
  near_to(ratio(&observed, elo[0], elo[1], MR_ELO_NORMALISED), best[1] - best[0], 1e-6);
}

static void wald_bounds_decide(void **state) {
  (void)state;
  const mr_sprt test = {0, 10, 0.05, 0.1, MR_ELO_LOGISTIC};
  mr_tally tally = {0};
  mr_sprt_state now = mr_sprt_evaluate(&test, &tally);
  near_to(now.lower, log(0.1 / 0.95), 1e-12);
  near_to(now.upper, log(0.9 / 0.05), 1e-12);
  near_to(now.llr, 0, 0);
  assert_int_equal(now.verdict, MR_SPRT_OPEN);
  mr_sprt_verdict verdict = MR_SPRT_OPEN;
  for (int i = 0; i < 10000 && verdict == MR_SPRT_OPEN; i++) {
    mr_tally_add_pair(&tally, 4, (unsigned)(i % 4));
    now = mr_sprt_evaluate(&test, &tally);
    verdict = now.verdict;
    assert_true((verdict == MR_SPRT_OPEN) == (now.llr > now.lower && now.llr < now.upper));
  }
  assert_int_equal(verdict, MR_SPRT_H1);
  tally = mr_tally_swapped(&tally);
  assert_int_equal(mr_sprt_evaluate(&test, &tally).verdict, MR_SPRT_H0);
}

static void any_results_have_a_finite_ratio(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 5);
  for (int n = 0; n < 5000; n++) {
    mr_tally tally = {0};
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        uint64_t kind = mr_random_below(&random, 3);
        tally.pairs[i][j] = kind == 0 ? 0 : mr_random_below(&random, kind == 1 ? 4 : 20000);
      }
    }
    double elo0 = (double)mr_random_below(&random, 2000) - 1000;
    double elo1 = fmin(1000, elo0 + 1 + (double)mr_random_below(&random, 300));
    mr_sprt test = {elo0, elo1, 0.05, 0.05, MR_ELO_LOGISTIC};
    assert_true(isfinite(mr_sprt_evaluate(&test, &tally).llr));
    test.model = MR_ELO_NORMALISED;
    assert_true(isfinite(mr_sprt_evaluate(&test, &tally).llr));
  }
}

static void a_test_without_sense_is_refused(void **state) {
  (void)state;
  const mr_sprt good = {0, 5, 0.05, 0.05, MR_ELO_NORMALISED};
  mr_error err;
  assert_int_equal(mr_sprt_check(&good, &err), MR_OK);
  const mr_sprt bad[] = {
      {5, 0, 0.05, 0.05, MR_ELO_LOGISTIC},    {5, 5, 0.05, 0.05, MR_ELO_LOGISTIC},
      {0, 1001, 0.05, 0.05, MR_ELO_LOGISTIC}, {-INFINITY, 0, 0.05, 0.05, MR_ELO_LOGISTIC},
      {NAN, 0, 0.05, 0.05, MR_ELO_LOGISTIC},  {0, NAN, 0.05, 0.05, MR_ELO_LOGISTIC},
      {0, 5, 0, 0.05, MR_ELO_LOGISTIC},       {0, 5, 0.05, 0.5, MR_ELO_LOGISTIC},
      {0, 5, NAN, 0.05, MR_ELO_LOGISTIC},     {0, 5, 0.05, -1, MR_ELO_LOGISTIC},
      {0, 5, 0.05, 0.05, (mr_elo_model)17},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(mr_sprt_check(&bad[i], &err), MR_ERR_RANGE);
    assert_true(err.message[0] != '\0');
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(ratios_are_those_that_fastchess_publishes),
    cmocka_unit_test(ratios_are_those_of_fishtest),
    cmocka_unit_test(quarter_points_take_their_place_between_the_others),
    cmocka_unit_test(no_distribution_under_a_hypothesis_is_likelier),
    cmocka_unit_test(no_distribution_with_the_t_value_is_likelier),
    cmocka_unit_test(wald_bounds_decide),
    cmocka_unit_test(any_results_have_a_finite_ratio),
    cmocka_unit_test(a_test_without_sense_is_refused),
};

MR_TEST_MAIN(tests)
