#include <marcher/measure.h>
#include <marcher/random.h>
#include <math.h>
#include <stdlib.h>

#include "test_main.h"

static void within(double value, double expected, double error) {
  if (!(fabs(value - expected) <= error)) {
    fail_msg("%.10g is not within %g of %.10g", value, error, expected);
  }
}

/* Probability of k among n, each with probability p. */
static double binomial(unsigned k, unsigned n, double p) {
  double log_ways = lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0);
  return exp(log_ways + k * log(p) + (n - k) * log1p(-p));
}

/* R: binom.test(k, n)$conf.int */
static void shares_have_the_bounds_of_clopper_and_pearson(void **state) {
  (void)state;
  static const struct {
    uint64_t count, total;
    double low, high;
  } known[] = {{0, 10, 0, 0.3084971},
               {1, 10, 0.002528579, 0.4450161},
               {5, 10, 0.1870860, 0.8129140},
               {10, 10, 0.6915029, 1},
               {55, 100, 0.4472802, 0.6496798}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    mr_interval share = mr_share_interval(known[i].count, known[i].total);
    within(share.low, known[i].low, 1e-6);
    within(share.high, known[i].high, 1e-6);
    within(share.value, (double)known[i].count / (double)known[i].total, 1e-12);
  }
  mr_interval nothing = mr_share_interval(0, 0);
  assert_true(nothing.low == 0 && nothing.high == 1);
  mr_interval many = mr_share_interval(500000, 1000000);
  within(many.high - many.low, 2 * 1.959964 * 0.0005, 2e-6);
}

/* Exactly, by adding up all results: no simulation, no luck. */
static double covered_share(const mr_interval *shares, unsigned n, double p) {
  double covered = 0;
  for (unsigned k = 0; k <= n; k++) {
    covered += shares[k].low <= p && p <= shares[k].high ? binomial(k, n, p) : 0;
  }
  return covered;
}

static void shares_cover_what_they_promise_for_every_truth(void **state) {
  (void)state;
  static const unsigned totals[] = {1, 5, 20, 100, 200};
  for (size_t t = 0; t < sizeof totals / sizeof totals[0]; t++) {
    unsigned n = totals[t];
    mr_interval shares[201];
    for (unsigned k = 0; k <= n; k++) {
      shares[k] = mr_share_interval(k, n);
    }
    double least = 1;
    for (unsigned step = 1; step < 200; step++) {
      double covered = covered_share(shares, n, step / 200.0);
      least = covered < least ? covered : least;
    }
    assert_true(least >= 0.95);
  }
}

enum { BEFORE = 40, AFTER = 60 };

static double covered_difference(const mr_interval *before, const mr_interval *after, double p,
                                 double q) {
  double covered = 0;
  for (unsigned i = 0; i <= BEFORE; i++) {
    for (unsigned j = 0; j <= AFTER; j++) {
      mr_interval more = mr_interval_difference(after[j], before[i]);
      bool in = more.low <= q - p + 1e-12 && q - p - 1e-12 <= more.high;
      covered += in ? binomial(i, BEFORE, p) * binomial(j, AFTER, q) : 0;
    }
  }
  return covered;
}

static void differences_of_shares_cover_what_they_promise(void **state) {
  (void)state;
  static mr_interval before[BEFORE + 1], after[AFTER + 1];
  for (unsigned k = 0; k <= BEFORE; k++) {
    before[k] = mr_share_interval(k, BEFORE);
  }
  for (unsigned k = 0; k <= AFTER; k++) {
    after[k] = mr_share_interval(k, AFTER);
  }
  for (unsigned step = 0; step < 64; step++) {
    unsigned row = step / 8, column = step % 8;
    double p = 0.01 + 0.14 * row, q = 0.01 + 0.14 * column;
    double covered = covered_difference(before, after, p, q);
    if (covered < 0.944) {
      fail_msg("%g against %g: covered in %g", q, p, covered);
    }
  }
}

static void a_difference_is_one_where_nought_is_outside(void **state) {
  (void)state;
  mr_interval low = mr_share_interval(10, 100);
  mr_interval high = mr_share_interval(40, 100);
  assert_true(mr_interval_is_difference(mr_interval_difference(high, low)));
  assert_true(mr_interval_is_difference(mr_interval_difference(low, high)));
  assert_false(mr_interval_is_difference(mr_interval_difference(low, low)));
  within(mr_interval_difference(high, low).value, 0.3, 1e-12);
}

static void quantiles_are_those_of_tables(void **state) {
  (void)state;
  within(mr_normal_quantile(0.025), 1.959964, 1e-6);
  within(mr_normal_quantile(0.025 / 8), 2.734369, 1e-6);
  within(mr_normal_quantile(0.025 / 32), 3.162, 1e-3);
  within(mr_normal_quantile(0.5), 0, 1e-9);
}

/* The longest are longer than they are: few of them leave the median as it is, more its lower bound
 * alone. */
static void lengths_that_were_broken_off_have_no_upper_bound(void **state) {
  (void)state;
  enum { ALL = 100 };
  uint32_t samples[ALL];
  for (uint32_t i = 0; i < ALL; i++) {
    samples[i] = ALL - 1 - i;
  }
  mr_interval known = mr_length_interval_at(samples, ALL, 0, 0.025);
  within(known.high, mr_median_interval(samples, ALL).high, 1e-12);
  within(mr_length_interval_at(samples, ALL, 39, 0.025).high, known.high, 1e-12);
  mr_interval open = mr_length_interval_at(samples, ALL, 40, 0.025);
  assert_true(isinf(open.high) && open.low == known.low);
  assert_true(isinf(mr_length_interval_at(samples, ALL, ALL, 0.025).high));
}

/* Ranks of the binomial table: 6 samples use all, 10 leave one out, 100 leave 39 out. */
static void medians_lie_between_two_samples(void **state) {
  (void)state;
  uint32_t samples[100];
  for (uint32_t i = 0; i < 100; i++) {
    samples[i] = 99 - i;
  }
  mr_interval all = mr_median_interval(samples, 100);
  within(all.value, 49.5, 1e-12);
  within(all.low, 39, 1e-12);
  within(all.high, 60, 1e-12);
  mr_interval ten = mr_median_interval(samples, 10);
  within(ten.low, 1, 1e-12);
  within(ten.high, 8, 1e-12);
  mr_interval six = mr_median_interval(samples, 6);
  within(six.low, 0, 1e-12);
  within(six.high, 5, 1e-12);
  mr_interval five = mr_median_interval(samples, 5);
  assert_true(isinf(five.low) && isinf(five.high));
  within(five.value, 2, 1e-12);
  assert_true(isinf(mr_median_interval(samples, 0).high));
}

/* Games that are won, drawn and lost with known chances: exactly, by adding up all results. */
static double covered_points(unsigned n, double won, double drawn) {
  double covered = 0;
  double lost = 1 - won - drawn;
  double truth = won + drawn / 2;
  for (unsigned w = 0; w <= n; w++) {
    for (unsigned d = 0; w + d <= n; d++) {
      uint64_t cells[5] = {n - w - d, 0, d, 0, w};
      double ways = lgamma(n + 1.0) - lgamma(w + 1.0) - lgamma(d + 1.0) - lgamma(n - w - d + 1.0);
      double chance = exp(ways + w * log(won) + d * log(drawn) + (n - w - d) * log(lost));
      mr_interval points = mr_points_interval(cells, 4);
      covered += points.low <= truth && truth <= points.high ? chance : 0;
    }
  }
  return covered;
}

static void points_cover_what_they_promise(void **state) {
  (void)state;
  static const struct {
    unsigned n;
    double won, drawn;
  } known[] = {{10, 0.3, 0.4},  {10, 0.02, 0.96}, {25, 0.45, 0.1},  {25, 0.9, 0.05},
               {25, 0.01, 0.5}, {25, 0.02, 0.97}, {40, 0.35, 0.25}, {40, 0.5, 0.001}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    double covered = covered_points(known[i].n, known[i].won, known[i].drawn);
    if (covered < 0.944) {
      fail_msg("%u games, %g won, %g drawn: covered in %g", known[i].n, known[i].won,
               known[i].drawn, covered);
    }
  }
}

static void points_without_draws_are_shares(void **state) {
  (void)state;
  for (uint64_t won = 0; won <= 20; won++) {
    uint64_t cells[5] = {20 - won, 0, 0, 0, won};
    mr_interval points = mr_points_interval(cells, 4), share = mr_share_interval(won, 20);
    within(points.value, share.value, 1e-12);
    within(points.low, share.low, 1e-9);
    within(points.high, share.high, 1e-9);
  }
  uint64_t none[5] = {0};
  assert_true(mr_points_interval(none, 4).low == 0 && mr_points_interval(none, 4).high == 1);
}

/* 1,000 simulated experiments, or as many as script/measure-coverage asks for. */
static unsigned repetitions(void) {
  const char *wanted = getenv("MARCHER_COVERAGE");
  return wanted != NULL ? (unsigned)strtoul(wanted, NULL, 10) : 1000;
}

/* Between 94.4 of 100 and `most`, and what chance may add to so few: three deviations of it. */
static void assert_covered_to(const char *what, double most, unsigned covered, unsigned tries) {
  double share = (double)covered / tries;
  double chance = 3 * sqrt(0.95 * 0.05 / tries);
  print_message("%s: %u of %u covered\n", what, covered, tries);
  if (share < 0.944 - (tries < 10000 ? chance : 0) || share > most + chance) {
    fail_msg("%s: %u of %u covered", what, covered, tries);
  }
}

static void assert_covered(const char *what, unsigned covered, unsigned tries) {
  assert_covered_to(what, 0.975, covered, tries);
}

/* Pairs of games have nine kinds of results; chances of each, and so a known mean. */
static void points_of_pairs_cover_what_they_promise(void **state) {
  (void)state;
  enum { PAIRS = 100 };
  const unsigned tries = repetitions();
  static const double chance[9] = {0.1, 0, 0.15, 0, 0.35, 0, 0.2, 0, 0.2};
  double truth = 0;
  unsigned covered = 0;
  mr_random random;
  mr_random_init(&random, 5);
  for (size_t i = 0; i < 9; i++) {
    truth += chance[i] * (double)i / 8;
  }
  for (unsigned try = 0; try < tries; try++) {
    uint64_t cells[9] = {0};
    for (unsigned pair = 0; pair < PAIRS; pair++) {
      double lot = mr_random_unit(&random);
      size_t at = 0;
      for (; at < 8 && lot >= chance[at]; at++) {
        lot -= chance[at];
      }
      cells[at]++;
    }
    mr_interval points = mr_points_interval(cells, 8);
    covered += points.low <= truth && truth <= points.high;
  }
  assert_covered("pairs", covered, tries);
}

/* Samples of an exponential distribution, finer than anything that is counted. */
static mr_interval draw_median(uint32_t *samples, size_t count, double scale, mr_random *random) {
  for (size_t i = 0; i < count; i++) {
    samples[i] = (uint32_t)(-log1p(-mr_random_unit(random)) * scale);
  }
  return mr_median_interval(samples, count);
}

/* Few, medium and many samples; and the difference of two medians, as `lab compare` prints it. From
 * a hundred on no interval covers much more than it promises. */
static void medians_and_their_differences_cover_what_they_promise(void **state) {
  (void)state;
  static const size_t counts[] = {12, 50, 150};
  const unsigned tries = repetitions();
  const double one = 1e6, other = 1.5e6, half = 0.69314718055994531;
  uint32_t samples[150];
  mr_random random;
  mr_random_init(&random, 13);
  for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
    unsigned covered = 0, apart = 0, same = 0;
    for (unsigned try = 0; try < tries; try++) {
      mr_interval before = draw_median(samples, counts[c], one, &random);
      mr_interval after = draw_median(samples, counts[c], other, &random);
      mr_interval again = draw_median(samples, counts[c], one, &random);
      mr_interval more = mr_interval_difference(after, before);
      mr_interval none = mr_interval_difference(again, before);
      covered += before.low <= one * half && one * half <= before.high;
      apart += more.low <= (other - one) * half && (other - one) * half <= more.high;
      same += none.low <= 0 && 0 <= none.high;
    }
    double most = counts[c] >= 100 ? 0.975 : 1;
    print_message("%zu samples:\n", counts[c]);
    assert_covered_to("medians", most, covered, tries);
    assert_covered_to("differences of medians", most, apart, tries);
    assert_covered_to("differences of equal medians", most, same, tries);
  }
}

/* The points of so many games, of which a share is won and a share drawn. */
static mr_interval play_points(unsigned games, double won, double drawn, mr_random *random) {
  uint64_t cells[5] = {0};
  for (unsigned game = 0; game < games; game++) {
    double lot = mr_random_unit(random);
    cells[lot < won ? 4 : lot < won + drawn ? 2 : 0]++;
  }
  return mr_points_interval(cells, 4);
}

/* The same of points of games with draws. */
static void differences_of_points_cover_what_they_promise(void **state) {
  (void)state;
  static const unsigned counts[] = {12, 50, 150};
  static const double won[2] = {0.4, 0.3}, drawn = 0.3;
  const unsigned tries = repetitions();
  mr_random random;
  mr_random_init(&random, 14);
  for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
    unsigned covered = 0;
    for (unsigned try = 0; try < tries; try++) {
      mr_interval points[2];
      for (size_t i = 0; i < 2; i++) {
        points[i] = play_points(counts[c], won[i], drawn, &random);
      }
      mr_interval more = mr_interval_difference(points[1], points[0]);
      covered += more.low <= won[1] - won[0] && won[1] - won[0] <= more.high;
    }
    print_message("%u games:\n", counts[c]);
    assert_covered_to("differences of points", counts[c] >= 100 ? 0.975 : 1, covered, tries);
  }
}

/* Three strengths with known shares: the slope is known, too. */
static void slopes_cover_what_they_promise(void **state) {
  (void)state;
  enum { GAMES = 200 };
  const unsigned tries = repetitions();
  static const double x[3] = {6, 8, 10}, truth[3] = {0.5, 0.54, 0.58};
  unsigned covered = 0;
  mr_random random;
  mr_random_init(&random, 8);
  for (unsigned try = 0; try < tries; try++) {
    mr_interval y[3];
    for (size_t i = 0; i < 3; i++) {
      uint64_t won = 0;
      for (unsigned game = 0; game < GAMES; game++) {
        won += mr_random_unit(&random) < truth[i];
      }
      y[i] = mr_share_interval(won, GAMES);
    }
    mr_interval slope = mr_slope_interval(x, y, 3);
    covered += slope.low <= 0.02 && 0.02 <= slope.high;
  }
  assert_covered("slopes", covered, tries);
  mr_interval one = mr_share_interval(1, 2);
  assert_true(isinf(mr_slope_interval(x, &one, 1).high));
}

/* What lies on a line fits one in 95 of 100 experiments, and what does not, hardly ever. */
static void figures_that_lie_on_no_line_do_not_fit_one(void **state) {
  (void)state;
  enum { GAMES = 400, TRIES = 2000 };
  static const double x[4] = {0, 1, 2, 3};
  static const double truths[2][4] = {{0.3, 0.4, 0.5, 0.6}, {0.3, 0.55, 0.5, 0.45}};
  unsigned fits[2] = {0, 0};
  mr_random random;
  mr_random_init(&random, 9);
  for (unsigned try = 0; try < 2 * TRIES; try++) {
    mr_interval y[4];
    for (size_t i = 0; i < 4; i++) {
      uint64_t won = 0;
      for (unsigned game = 0; game < GAMES; game++) {
        won += mr_random_unit(&random) < truths[try % 2][i];
      }
      y[i] = mr_share_interval(won, GAMES);
    }
    fits[try % 2] += mr_slope_fits(x, y, 4);
    assert_true(mr_slope_fits(x, y, 2));
  }
  assert_in_range(fits[0], TRIES * 94 / 100, TRIES * 97 / 100);
  assert_in_range(fits[1], 0, TRIES / 100);
  const mr_interval unknown = {0.5, -INFINITY, INFINITY};
  const mr_interval three[3] = {unknown, unknown, unknown};
  assert_true(mr_slope_fits(x, three, 3));
}

static void smaller_tails_make_wider_intervals(void **state) {
  (void)state;
  uint64_t cells[5] = {40, 0, 20, 0, 40};
  uint32_t samples[60];
  for (uint32_t i = 0; i < 60; i++) {
    samples[i] = i;
  }
  mr_interval usual = mr_share_interval(30, 100), rare = mr_share_interval_at(30, 100, 0.0005);
  assert_true(rare.low < usual.low && rare.high > usual.high);
  usual = mr_points_interval(cells, 4);
  rare = mr_points_interval_at(cells, 4, 0.0005);
  assert_true(rare.low < usual.low && rare.high > usual.high);
  usual = mr_median_interval(samples, 60);
  rare = mr_median_interval_at(samples, 60, 0.0005);
  assert_true(rare.low < usual.low && rare.high > usual.high);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(points_cover_what_they_promise),
    cmocka_unit_test(points_without_draws_are_shares),
    cmocka_unit_test(points_of_pairs_cover_what_they_promise),
    cmocka_unit_test(medians_and_their_differences_cover_what_they_promise),
    cmocka_unit_test(differences_of_points_cover_what_they_promise),
    cmocka_unit_test(slopes_cover_what_they_promise),
    cmocka_unit_test(figures_that_lie_on_no_line_do_not_fit_one),
    cmocka_unit_test(smaller_tails_make_wider_intervals),
    cmocka_unit_test(shares_have_the_bounds_of_clopper_and_pearson),
    cmocka_unit_test(shares_cover_what_they_promise_for_every_truth),
    cmocka_unit_test(differences_of_shares_cover_what_they_promise),
    cmocka_unit_test(a_difference_is_one_where_nought_is_outside),
    cmocka_unit_test(lengths_that_were_broken_off_have_no_upper_bound),
    cmocka_unit_test(quantiles_are_those_of_tables),
    cmocka_unit_test(medians_lie_between_two_samples),
};

MR_TEST_MAIN(tests)
