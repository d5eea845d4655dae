#include <marcher/random.h>
#include <marcher/stats.h>
#include <math.h>

#include "test_main.h"

/** Pairs that other programs count as LL, LD, LW or DD, DW, WW. */
static mr_tally pentanomial(uint64_t ll, uint64_t ld, uint64_t even, uint64_t dw, uint64_t ww) {
  mr_tally tally = {0};
  tally.pairs[0][0] = ll;
  tally.pairs[0][2] = ld;
  tally.pairs[4][0] = even;
  tally.pairs[2][4] = dw;
  tally.pairs[4][4] = ww;
  return tally;
}

static mr_tally trinomial(uint64_t wins, uint64_t losses, uint64_t draws) {
  mr_tally tally = {0};
  tally.singles[0][0] = losses;
  tally.singles[1][2] = draws;
  tally.singles[1][4] = wins;
  return tally;
}

static void within(double value, double expected, double error) {
  if (!(fabs(value - expected) <= error)) {
    fail_msg("%.10g is not within %g of %.10g", value, error, expected);
  }
}

/*
 * Figures of fastchess, app/tests/elo_test.cpp at 74deac23 (they are given to the last digit). Its
 * errors of normalised Elo, which take the deviation as known, are less than ours: 28.28, 10.96 and
 * 2.65 of pairs, 40.13, 36.77 and 34.48 of games. The last one is of 34 wins in 390 games, where
 * the deviation is known least.
 */
static void elo_and_error_of_pairs_are_those_of_fastchess(void **state) {
  (void)state;
  static const struct {
    uint64_t cells[5];
    double nelo, nelo_error, elo, elo_error, los, score;
  } expected[] = {
      {{34, 54, 63, 64, 75}, 57.94, 29.23, 55.58, 27.65, 1.0, 0.579},
      {{332, 433, 498, 333, 334}, -9.17, 10.98, -8.64, 10.33, 0.0505, 0.488},
      {{7895, 8757, 5685, 568, 9999}, -19.01, 2.69, -21.04, 2.95, 0.0, 0.470},
  };
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const uint64_t *c = expected[i].cells;
    mr_tally tally = pentanomial(c[0], c[1], c[2], c[3], c[4]);
    mr_standing standing;
    mr_tally_standing(&tally, &standing);
    within(standing.nelo.value, expected[i].nelo, 0.006);
    within(mr_interval_error(standing.nelo), expected[i].nelo_error, 0.006);
    within(standing.elo.value, expected[i].elo, 0.006);
    within(mr_interval_error(standing.elo), expected[i].elo_error, 0.006);
    within(standing.los, expected[i].los, 0.00006);
    within(standing.score.value, expected[i].score, 0.0006);
  }
}

static void even_is_no_difference_below_nought(void **state) {
  (void)state;
  assert_true(mr_elo_of_score(0.5) == 0 && !signbit(mr_elo_of_score(0.5)));
}

static void elo_and_error_of_single_games_are_those_of_fastchess(void **state) {
  (void)state;
  static const struct {
    uint64_t wins, losses, draws;
    double nelo, nelo_error, los, score;
  } expected[] = {
      {76, 89, 123, -20.76, 40.23, 0.1553, 0.477},
      {136, 96, 111, 49.77, 37.38, 0.9960, 0.558},
      {34, 356, 0, -508.44, 108.33, 0.0, 0.087},
  };
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    mr_tally tally = trinomial(expected[i].wins, expected[i].losses, expected[i].draws);
    mr_standing standing;
    mr_tally_standing(&tally, &standing);
    within(standing.nelo.value, expected[i].nelo, 0.006);
    within(mr_interval_error(standing.nelo), expected[i].nelo_error, 0.006);
    within(standing.los, expected[i].los, 0.00006);
    within(standing.score.value, expected[i].score, 0.0006);
    assert_int_equal(standing.wins, expected[i].wins);
    assert_int_equal(standing.losses, expected[i].losses);
    assert_int_equal(standing.draws, expected[i].draws);
    assert_int_equal(standing.pairs, 0);
  }
}

static void pairs_that_balance_give_a_smaller_error_than_their_games(void **state) {
  (void)state;
  mr_tally paired = {0};
  paired.pairs[4][0] = 900; /* the first seat wins nearly always */
  paired.pairs[4][4] = 100;
  mr_tally single = {0};
  single.singles[0][4] = 1000;
  single.singles[1][0] = 900;
  single.singles[1][4] = 100;
  mr_standing a;
  mr_standing b;
  mr_tally_standing(&paired, &a);
  mr_tally_standing(&single, &b);
  within(a.score.value, 0.55, 1e-12);
  within(b.score.value, 0.55, 1e-12);
  /* variance of a pair's share 0.1 * 0.9 / 4 = 0.0225; of a game's 0.55 * 0.45 */
  within(mr_interval_error(a.score), 1.95996 * sqrt(0.0225 / 1000), 1e-6);
  within(mr_interval_error(b.score), 1.95996 * sqrt(0.2475 / 2000), 1e-6);
  assert_int_equal(a.games, 2000);
  assert_int_equal(a.pairs, 1000);
}

static void the_share_of_the_first_seat_does_not_ask_who_sat_there(void **state) {
  (void)state;
  mr_tally tally = {0};
  tally.pairs[4][0] = 60; /* both won from the first seat */
  tally.pairs[4][4] = 30;
  tally.pairs[2][2] = 10;
  mr_standing standing;
  mr_tally_standing(&tally, &standing);
  within(standing.opening.value, (60 + 15 + 5) / 100.0, 1e-12);
  within(standing.draw_rate, 0.1, 1e-12);
  mr_tally swapped = mr_tally_swapped(&tally);
  mr_standing other;
  mr_tally_standing(&swapped, &other);
  within(other.opening.value, standing.opening.value, 1e-12);
  within(mr_interval_error(other.opening), mr_interval_error(standing.opening), 1e-12);
}

static void swapping_turns_every_figure_round(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 11);
  for (int round = 0; round < 200; round++) {
    mr_tally tally = {0};
    for (int k = 0; k < 50; k++) {
      mr_tally_add_pair(&tally, (unsigned)mr_random_below(&random, 5),
                        (unsigned)mr_random_below(&random, 5));
      mr_tally_add_single(&tally, (unsigned)mr_random_below(&random, 2),
                          (unsigned)mr_random_below(&random, 5));
    }
    mr_tally swapped = mr_tally_swapped(&tally);
    mr_tally again = mr_tally_swapped(&swapped);
    assert_memory_equal(&again, &tally, sizeof tally);
    mr_standing a;
    mr_standing b;
    mr_tally_standing(&tally, &a);
    mr_tally_standing(&swapped, &b);
    within(a.score.value + b.score.value, 1, 1e-12);
    within(a.elo.value + b.elo.value, 0, 1e-9);
    within(a.nelo.high + b.nelo.low, 0, 1e-9);
    within(a.los + b.los, 1, 1e-9);
    assert_int_equal(a.wins, b.losses);
    assert_int_equal(a.draws, b.draws);
    assert_int_equal(a.games, 150);
  }
}

static void merging_adds_all_counts(void **state) {
  (void)state;
  mr_tally a = {0};
  mr_tally b = {0};
  mr_tally_add_pair(&a, 4, 3);
  mr_tally_add_pair(&b, 4, 3);
  mr_tally_add_pair(&b, 0, 2);
  mr_tally_add_single(&b, 1, 1);
  mr_tally_merge(&a, &b);
  assert_int_equal(a.pairs[4][3], 2);
  assert_int_equal(a.pairs[0][2], 1);
  assert_int_equal(a.singles[1][1], 1);
  uint64_t cells[MR_TALLY_PAIR_CELLS];
  mr_tally_pair_cells(&a, cells);
  const uint64_t pairs[MR_TALLY_PAIR_CELLS] = {0, 0, 1, 0, 0, 0, 0, 2, 0};
  assert_memory_equal(cells, pairs, sizeof pairs);
  mr_tally_game_cells(&a, cells);
  const uint64_t games[MR_TALLY_GAME_CELLS] = {1, 1, 1, 2, 2};
  assert_memory_equal(cells, games, sizeof games);
  assert_true(mr_tally_is_fractional(&a));
}

static void three_quarters_count_as_three_quarters(void **state) {
  (void)state;
  mr_tally tally = {0};
  mr_tally_add_pair(&tally, 3, 3);
  mr_tally_add_pair(&tally, 1, 3);
  mr_tally_add_pair(&tally, 4, 1);
  mr_standing standing;
  mr_tally_standing(&tally, &standing);
  within(standing.score.value, 15 / 24.0, 1e-12);
  assert_int_equal(standing.wins, 4);
  assert_int_equal(standing.losses, 2);
  assert_int_equal(standing.draws, 0);
}

static void nothing_played_says_nothing(void **state) {
  (void)state;
  mr_tally tally = {0};
  mr_standing standing;
  mr_tally_standing(&tally, &standing);
  assert_int_equal(standing.games, 0);
  assert_true(standing.elo.low == -INFINITY && standing.elo.high == INFINITY);
  within(standing.elo.value, 0, 0);
  within(standing.los, 0.5, 0);
}

static void winning_every_pair_is_no_proof_of_infinite_strength(void **state) {
  (void)state;
  mr_tally tally = pentanomial(0, 0, 0, 0, 10);
  mr_standing standing;
  mr_tally_standing(&tally, &standing);
  assert_true(standing.elo.value == INFINITY);
  assert_true(standing.elo.high == INFINITY);
  /* another outcome might have a probability of 1 - 0.05^0.1 = 0.2589 */
  within(standing.score.low, 0.7411, 0.0001);
  within(standing.elo.low, mr_elo_of_score(0.7411), 0.1);
  within(standing.los, 1 - 1 / 2048.0, 1e-12);
  tally = pentanomial(0, 0, 7, 0, 0);
  mr_tally_standing(&tally, &standing);
  within(standing.elo.value, 0, 1e-12);
  within(standing.nelo.value, 0, 1e-12);
  within(standing.los, 0.5, 1e-12);
  assert_true(standing.score.low < 0.34 && standing.score.high > 0.66);
}

static void few_pairs_are_judged_by_students_distribution(void **state) {
  (void)state;
  mr_standing standing;
  mr_tally tally = pentanomial(0, 0, 0, 1, 1);
  mr_tally_standing(&tally, &standing);
  /* mean 7/8, deviation of the mean 1/8, one degree of freedom: nothing is known but the cap */
  within(standing.los, 0.875, 1e-12);
  within(standing.score.low, 0, 0);
  within(standing.score.high, 1, 0);
  tally = pentanomial(0, 0, 1, 1, 1);
  mr_tally_standing(&tally, &standing);
  /* t = sqrt(3) with two degrees of freedom */
  within(standing.los, 0.5 + sqrt(3) / (2 * sqrt(5)), 1e-12);
  tally = pentanomial(2, 3, 4, 3, 2);
  tally.pairs[4][4] += 6;
  mr_tally_standing(&tally, &standing);
  /* 20 pairs, mean 0.65, sum of squares 2.425; quantile 2.0930 of 19 degrees (tables) */
  within(mr_interval_error(standing.score), 2.0930 * sqrt(2.425 / 20 / 19), 1e-5);
  within(standing.los, 0.962070, 1e-6);
}

static void alike_pairs_bound_normalised_elo_on_one_side(void **state) {
  (void)state;
  mr_standing standing;
  mr_tally tally = pentanomial(0, 0, 0, 0, 10);
  mr_tally_standing(&tally, &standing);
  assert_true(standing.nelo.value == INFINITY && standing.nelo.high == INFINITY);
  /* a win but with probability 0.2589, when the pair is lost */
  within(standing.nelo.low, 0.2411 / sqrt(2 * 0.2589 * 0.7411) * MR_NORMALISED_ELO, 0.1);
  tally = pentanomial(0, 0, 0, 2, 0);
  mr_tally_standing(&tally, &standing);
  assert_true(isfinite(standing.nelo.low) && isfinite(standing.nelo.high));
  assert_true(standing.nelo.low < 0 && standing.nelo.high > 0);
}

static void elo_and_score_are_inverse(void **state) {
  (void)state;
  within(mr_score_of_elo(0), 0.5, 1e-15);
  within(mr_score_of_elo(400), 10 / 11.0, 1e-12);
  for (int elo = -900; elo <= 900; elo += 75) {
    within(mr_elo_of_score(mr_score_of_elo(elo)), elo, 1e-8);
  }
  assert_true(mr_elo_of_score(1) == INFINITY);
  assert_true(mr_elo_of_score(0) == -INFINITY);
}

/** Of 95% intervals about 95% hold the truth. */
static void intervals_hold_the_truth_as_often_as_they_say(void **state) {
  (void)state;
  mr_random random;
  mr_random_init(&random, 3);
  unsigned held = 0;
  for (int trial = 0; trial < 2000; trial++) {
    mr_tally tally = {0};
    for (int pair = 0; pair < 300; pair++) {
      /* the opening favours a seat: the truth is a share of 0.55 */
      bool lucky = mr_random_unit(&random) < 0.5;
      double first = lucky ? 0.85 : 0.25;
      mr_tally_add_pair(&tally, mr_random_unit(&random) < first ? 4 : 0,
                        mr_random_unit(&random) < 1.1 - first ? 4 : 0);
    }
    mr_standing standing;
    mr_tally_standing(&tally, &standing);
    held += standing.score.low <= 0.55 && 0.55 <= standing.score.high;
  }
  /* 1900 +- 4 standard deviations of 9.7; the normal interval is a little too short */
  assert_in_range(held, 1855, 1940);
}

/** Three different pairs that were played fifteen times each prove what three pairs do. */
static void repeats_have_points_and_prove_nothing(void **state) {
  (void)state;
  const mr_sprt test = {.elo0 = 0, .elo1 = 50, .alpha = 0.05, .beta = 0.05};
  mr_tally once = pentanomial(0, 0, 2, 1, 0);
  mr_tally often = pentanomial(0, 0, 30, 15, 0);
  mr_tally again = mr_tally_swapped(&often);
  assert_int_equal(mr_sprt_evaluate(&test, &often).verdict, MR_SPRT_H1);
  often.repeated_pairs = 42;
  mr_standing a, b;
  mr_tally_standing(&once, &a);
  mr_tally_standing(&often, &b);
  assert_int_equal(b.games, 90);
  assert_int_equal(b.pairs, 45);
  assert_int_equal(b.repeats, 42);
  within(b.score.value, a.score.value, 1e-12);
  within(b.score.low, a.score.low, 1e-12);
  within(b.score.high, a.score.high, 1e-12);
  within(b.nelo.low, a.nelo.low, 1e-9);
  within(b.los, a.los, 1e-12);
  within(b.opening.high, a.opening.high, 1e-12);
  within(mr_sprt_evaluate(&test, &often).llr, mr_sprt_evaluate(&test, &once).llr, 1e-3);
  again.repeated_pairs = 42;
  again = mr_tally_swapped(&again);
  assert_memory_equal(&again, &often, sizeof often);
  mr_tally_merge(&again, &often);
  assert_int_equal(again.repeated_pairs, 84);
  mr_tally four = trinomial(2, 1, 1);
  mr_tally games = trinomial(50, 25, 25);
  games.repeated_singles = 96;
  mr_tally_standing(&four, &a);
  mr_tally_standing(&games, &b);
  assert_int_equal(b.repeats, 96);
  within(b.score.low, a.score.low, 1e-12);
  within(b.los, a.los, 1e-12);
}

/** The logarithm of the number of orders of so many things of three kinds. */
static double log_orders(int a, int b, int c) {
  return lgamma(a + b + c + 1) - lgamma(a + 1) - lgamma(b + 1) - lgamma(c + 1);
}

/** How likely intervals hold what is true, of pairs that give 2, 1 and 0 points with these chances:
 *  the exact sum over all results. */
static void covered(int pairs, const double *chance, double *score, double *nelo) {
  double mean = chance[0] + chance[1] / 2;
  double variance = chance[0] * (1 - mean) * (1 - mean) + chance[1] * (0.5 - mean) * (0.5 - mean) +
                    chance[2] * mean * mean;
  double truth = (mean - 0.5) / sqrt(2 * variance) * MR_NORMALISED_ELO;
  double elo = mr_elo_of_score(mean);
  *score = *nelo = 0;
  for (int won = 0; won <= pairs; won++) {
    for (int even = chance[2] > 0 ? 0 : pairs - won; won + even <= pairs; even++) {
      int lost = pairs - won - even;
      double likely = exp(log_orders(won, even, lost) + won * log(chance[0]) +
                          even * log(chance[1]) + (lost > 0 ? lost * log(chance[2]) : 0));
      mr_tally tally = pentanomial((uint64_t)lost, 0, (uint64_t)even, 0, (uint64_t)won);
      mr_standing found;
      mr_tally_standing(&tally, &found);
      *score += found.elo.low <= elo && elo <= found.elo.high ? likely : 0;
      *nelo += found.nelo.low <= truth && truth <= found.nelo.high ? likely : 0;
    }
  }
}

static void covers(double share, int pairs, double won) {
  if (!(share > 0.925)) {
    fail_msg("an interval covers %g of %d pairs of which %g are won", share, pairs, won);
  }
}

static void lopsided_matches_are_covered_as_even_ones_are(void **state) {
  (void)state;
  static const int many[] = {10, 20, 50, 99, 100, 200, 500};
  static const double rare[] = {0.6, 0.5, 0.3, 0.2, 0.1, 0.05, 0.03, 0.02, 0.01};
  double score, nelo;
  for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
    for (size_t k = 0; k < sizeof rare / sizeof *rare; k++) {
      covered(many[i], (double[]){1 - rare[k], rare[k], 0}, &score, &nelo);
      covers(score, many[i], 1 - rare[k]);
    }
  }
}

static void the_deviation_in_normalised_elo_is_an_estimate(void **state) {
  (void)state;
  static const int many[] = {20, 60};
  static const double chances[][3] = {
      {0.8, 0.15, 0.05}, {0.9, 0.08, 0.02}, {0.6, 0.3, 0.1}, {0.3, 0.5, 0.2}, {0.25, 0.5, 0.25}};
  double score, nelo;
  for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
    for (size_t k = 0; k < sizeof chances / sizeof *chances; k++) {
      covered(many[i], chances[k], &score, &nelo);
      covers(score, many[i], chances[k][0]);
      covers(nelo, many[i], chances[k][0]);
      assert_true(nelo < 0.98);
    }
  }
}

/** Ten meetings play each opening, whose favour they share: openings are the samples. */
static void what_openings_share_is_no_more_certain_by_more_meetings(void **state) {
  (void)state;
  enum { TRIALS = 2000, OPENINGS = 12, GAMES = 20 };
  mr_random random;
  mr_random_init(&random, 5);
  unsigned held = 0, held_by_games = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    mr_cluster clusters[OPENINGS + 1] = {{0, 0}};
    mr_tally games = {0};
    for (int i = 0; i < OPENINGS; i++) {
      double favour = mr_random_unit(&random);
      clusters[i].games = GAMES;
      for (int k = 0; k < GAMES; k++) {
        unsigned points = mr_random_unit(&random) < favour ? 4 : 0;
        clusters[i].quarters += points;
        mr_tally_add_single(&games, 0, points);
      }
    }
    mr_standing standing;
    mr_tally_standing(&games, &standing);
    mr_interval share = mr_clusters_interval(clusters, OPENINGS + 1);
    within(share.value, standing.score.value, 1e-12);
    held += share.low <= 0.5 && 0.5 <= share.high;
    held_by_games += standing.score.low <= 0.5 && 0.5 <= standing.score.high;
  }
  assert_in_range(held, TRIALS * 935 / 1000, TRIALS * 975 / 1000);
  assert_true(held_by_games < TRIALS * 2 / 3);
}

static void few_openings_or_openings_alike_tell_little(void **state) {
  (void)state;
  mr_cluster clusters[8] = {{0, 0}};
  mr_interval none = mr_clusters_interval(clusters, 8);
  within(none.value, 0.5, 0);
  for (size_t i = 0; i < 5; i++) {
    clusters[i] = (mr_cluster){.games = 6, .quarters = 6 + (unsigned)i};
  }
  mr_interval few = mr_clusters_interval(clusters, 8);
  within(few.value, 40 / 120.0, 1e-12);
  assert_true(few.low == 0 && few.high == 1);
  clusters[5] = (mr_cluster){.games = 2, .quarters = 8};
  mr_interval six = mr_clusters_interval(clusters, 8);
  within(six.value, 48 / 128.0, 1e-12);
  assert_true(six.low > 0 && six.high < 1);
  for (size_t i = 0; i < 6; i++) {
    clusters[i] = (mr_cluster){.games = 6, .quarters = 24};
  }
  six = mr_clusters_interval(clusters, 8);
  within(six.low, pow(0.05, 1 / 6.0), 1e-12);
  within(six.high, 1, 1e-12);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_openings_share_is_no_more_certain_by_more_meetings),
    cmocka_unit_test(few_openings_or_openings_alike_tell_little),
    cmocka_unit_test(lopsided_matches_are_covered_as_even_ones_are),
    cmocka_unit_test(the_deviation_in_normalised_elo_is_an_estimate),
    cmocka_unit_test(repeats_have_points_and_prove_nothing),
    cmocka_unit_test(elo_and_error_of_pairs_are_those_of_fastchess),
    cmocka_unit_test(even_is_no_difference_below_nought),
    cmocka_unit_test(elo_and_error_of_single_games_are_those_of_fastchess),
    cmocka_unit_test(pairs_that_balance_give_a_smaller_error_than_their_games),
    cmocka_unit_test(the_share_of_the_first_seat_does_not_ask_who_sat_there),
    cmocka_unit_test(swapping_turns_every_figure_round),
    cmocka_unit_test(merging_adds_all_counts),
    cmocka_unit_test(three_quarters_count_as_three_quarters),
    cmocka_unit_test(nothing_played_says_nothing),
    cmocka_unit_test(winning_every_pair_is_no_proof_of_infinite_strength),
    cmocka_unit_test(few_pairs_are_judged_by_students_distribution),
    cmocka_unit_test(alike_pairs_bound_normalised_elo_on_one_side),
    cmocka_unit_test(elo_and_score_are_inverse),
    cmocka_unit_test(intervals_hold_the_truth_as_often_as_they_say),
};

MR_TEST_MAIN(tests)
