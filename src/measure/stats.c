/* What results mean: counts, estimates with their intervals, and the sequential test. */
#include <marcher/stats.h>

#include <assert.h>
#include <math.h>

#include "measure/measure_priv.h"

/** Half the width of a 95% interval in standard deviations: the normal quantile of 0.975. */
#define NORMAL_975 1.959963984540054
#define POINTS_MAX (MR_TALLY_GAME_CELLS - 1)
/** With so many samples their variance is taken as known, as other programs do with any number. */
#define MANY 100

/** What may lie beyond each end of an interval. */
#define TAIL 0.025
/** The most skewness of a mean whose errors are taken as normal; 18 wins and a draw have more. */
#define SKEW_MOST 0.18

/** What an outcome that has not been seen counts as. @source fishtest's "regularize" */
#define UNSEEN 1e-3
#define SECULAR_STEPS 200
#define T_VALUE_STEPS 50
#define T_VALUE_CLOSE 1e-10
/** How far a t-value may be from the one asked for where the steps do not settle. */
#define T_VALUE_FAULT 1e-6

/* ---- counting -------------------------------------------------------------------------------- */

void mr_tally_add_pair(mr_tally *tally, unsigned first, unsigned second) {
  assert(first <= POINTS_MAX && second <= POINTS_MAX);
  tally->pairs[first][second]++;
}

void mr_tally_add_single(mr_tally *tally, unsigned seat, unsigned points) {
  assert(seat < 2 && points <= POINTS_MAX);
  tally->singles[seat][points]++;
}

void mr_tally_merge(mr_tally *into, const mr_tally *from) {
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    for (size_t j = 0; j < MR_TALLY_GAME_CELLS; j++) {
      into->pairs[i][j] += from->pairs[i][j];
    }
    into->singles[0][i] += from->singles[0][i];
    into->singles[1][i] += from->singles[1][i];
  }
  into->repeated_pairs += from->repeated_pairs;
  into->repeated_singles += from->repeated_singles;
}

mr_tally mr_tally_swapped(const mr_tally *tally) {
  mr_tally swapped = {.repeated_pairs = tally->repeated_pairs,
                      .repeated_singles = tally->repeated_singles};
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    for (size_t j = 0; j < MR_TALLY_GAME_CELLS; j++) {
      swapped.pairs[POINTS_MAX - j][POINTS_MAX - i] = tally->pairs[i][j];
    }
    swapped.singles[0][POINTS_MAX - i] = tally->singles[1][i];
    swapped.singles[1][POINTS_MAX - i] = tally->singles[0][i];
  }
  return swapped;
}

void mr_tally_pair_cells(const mr_tally *tally, uint64_t *cells) {
  for (size_t i = 0; i < MR_TALLY_PAIR_CELLS; i++) {
    cells[i] = 0;
  }
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    for (size_t j = 0; j < MR_TALLY_GAME_CELLS; j++) {
      cells[i + j] += tally->pairs[i][j];
    }
  }
}

void mr_tally_game_cells(const mr_tally *tally, uint64_t *cells) {
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    cells[i] = tally->singles[0][i] + tally->singles[1][i];
  }
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    for (size_t j = 0; j < MR_TALLY_GAME_CELLS; j++) {
      cells[i] += tally->pairs[i][j];
      cells[j] += tally->pairs[i][j];
    }
  }
}

bool mr_tally_is_fractional(const mr_tally *tally) {
  uint64_t cells[MR_TALLY_GAME_CELLS];
  mr_tally_game_cells(tally, cells);
  return cells[1] > 0 || cells[3] > 0;
}

/* ---- distributions --------------------------------------------------------------------------- */

/** Counts of samples by their share of points, ascending; a sample is a pair or a single game. */
typedef struct distribution {
  size_t count;                       /**< cells in use */
  double value[MR_TALLY_PAIR_CELLS];  /**< share of points, 0 .. 1, ascending */
  double weight[MR_TALLY_PAIR_CELLS]; /**< samples, not necessarily whole */
  double total;                       /**< the sum of the weights */
  unsigned games;                     /**< games of a sample: 2 or 1; 0 without samples */
  double mean;                        /**< of one sample */
  double variance;
  double skew;     /**< its third moment, in deviations; 0 where there is none */
  double kurtosis; /**< its fourth */
  bool constant;   /**< all samples lie in one cell: their variance is 0 and says nothing */
} distribution;

/** Mean and variance of one sample, with these weights. @pre their sum is positive */
static void moments(const distribution *spread, const double *weight, double *mean,
                    double *variance) {
  double total = 0;
  double sum = 0;
  for (size_t i = 0; i < spread->count; i++) {
    total += weight[i];
    sum += weight[i] * spread->value[i];
  }
  *mean = sum / total;
  sum = 0;
  for (size_t i = 0; i < spread->count; i++) {
    double away = spread->value[i] - *mean;
    sum += weight[i] * away * away;
  }
  *variance = sum / total;
}

/** Samples that were repeated make their outcome no surer: all outcomes keep their shares, and
 *  together weigh as much as there are different samples. */
static void leave_out(distribution *spread, uint64_t repeats) {
  double different = spread->total - (double)repeats;
  for (size_t i = 0; i < spread->count; i++) {
    spread->weight[i] *= different / spread->total;
  }
  spread->total = different;
}

static void higher_moments(distribution *spread) {
  double deviation = sqrt(spread->variance);
  for (size_t i = 0; i < spread->count && deviation > 0; i++) {
    double away = (spread->value[i] - spread->mean) / deviation;
    double share = spread->weight[i] / spread->total;
    spread->skew += share * away * away * away;
    spread->kurtosis += share * away * away * away * away;
  }
}

static distribution spread_of(const uint64_t *cells, size_t count, unsigned games,
                              uint64_t repeats) {
  distribution spread = {.count = count};
  size_t used = 0;
  for (size_t i = 0; i < count; i++) {
    spread.value[i] = (double)i / (double)(count - 1);
    spread.weight[i] = (double)cells[i];
    spread.total += spread.weight[i];
    used += cells[i] > 0;
  }
  if (repeats > 0 && (double)repeats < spread.total) {
    leave_out(&spread, repeats);
  }
  if (used > 0) {
    spread.games = games;
    spread.constant = used == 1;
    moments(&spread, spread.weight, &spread.mean, &spread.variance);
    higher_moments(&spread);
  }
  return spread;
}

/** The pairs of a tally, or its single games where there are no pairs; also as the first seat saw
 * them. */
static distribution spread_of_tally(const mr_tally *tally, bool by_seat) {
  uint64_t cells[MR_TALLY_PAIR_CELLS] = {0};
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    for (size_t j = 0; j < MR_TALLY_GAME_CELLS; j++) {
      cells[i + (by_seat ? POINTS_MAX - j : j)] += tally->pairs[i][j];
    }
  }
  distribution spread = spread_of(cells, MR_TALLY_PAIR_CELLS, 2, tally->repeated_pairs);
  if (spread.games > 0) {
    return spread;
  }
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    cells[i] = tally->singles[0][i] + tally->singles[1][by_seat ? POINTS_MAX - i : i];
  }
  return spread_of(cells, MR_TALLY_GAME_CELLS, 1, tally->repeated_singles);
}

/* ---- estimates ------------------------------------------------------------------------------- */

double mr_interval_error(mr_interval interval) {
  return (interval.high - interval.low) / 2;
}

double mr_elo_of_score(double score) {
  if (score <= 0) {
    return -INFINITY;
  }
  if (score >= 1) {
    return INFINITY;
  }
  return 0 - 400 * log10(1 / score - 1); /* not -0 where it is even */
}

double mr_score_of_elo(double elo) {
  return 1 / (1 + pow(10, -elo / 400));
}

/**
 * Student's distribution function for whole degrees of freedom.
 * @source Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4
 */
static double student(double t, unsigned freedom) {
  double angle = atan(t / sqrt(freedom));
  bool odd = freedom % 2 == 1;
  double term = odd ? cos(angle) : 1;
  double sum = freedom > 1 ? term : 0;
  for (unsigned k = odd ? 2 : 1; k + 3 <= freedom; k += 2) {
    term *= cos(angle) * cos(angle) * k / (k + 1);
    sum += term;
  }
  double between = sin(angle) * sum;
  return 0.5 + (odd ? (angle + between) / acos(-1) : between / 2);
}

/** Student's quantile of 0.975. @source Abramowitz and Stegun, 26.7.5, and tables where that is far
 */
static double student_975(unsigned freedom) {
  static const double few[] = {0, 12.7062, 4.30265, 3.18245, 2.77645};
  if (freedom < sizeof few / sizeof *few) {
    return few[freedom];
  }
  const double z = NORMAL_975;
  const double f = freedom;
  double sum = z + z * (z * z + 1) / (4 * f);
  sum += z * (5 * pow(z, 4) + 16 * z * z + 3) / (96 * f * f);
  return sum + z * (3 * pow(z, 6) + 19 * pow(z, 4) + 17 * z * z - 15) / (384 * f * f * f);
}

/** The error of the mean of few samples is that of an estimated variance. */
static bool is_few(const distribution *spread) {
  return spread->total < MANY;
}

static double deviation_of_mean(const distribution *spread) {
  return sqrt(spread->variance / (is_few(spread) ? spread->total - 1 : spread->total));
}

static double quantile_of(const distribution *spread) {
  return is_few(spread) ? student_975((unsigned)spread->total - 1) : NORMAL_975;
}

/** Half the width of the interval of the mean. @pre the samples are not all alike */
static double half_width(const distribution *spread) {
  return quantile_of(spread) * deviation_of_mean(spread);
}

/** Whether the mean of so many samples is far from normal, as where one side has won nearly all:
 * its skewness is that of the samples by the root of their number. */
static bool is_skewed(const distribution *spread) {
  return spread->skew * spread->skew > SKEW_MOST * SKEW_MOST * spread->total;
}

/** How likely an outcome that none of so many samples has shown may be at most. */
static double unseen_of(double samples) {
  return 1 - pow(0.05, 1 / samples);
}

/** The share of points with its interval. @pre there are samples */
static mr_interval share(const distribution *spread) {
  double mean = spread->mean;
  if (spread->constant) {
    double unseen = unseen_of(spread->total);
    return (mr_interval){mean, (1 - unseen) * mean, (1 - unseen) * mean + unseen};
  }
  if (is_skewed(spread)) {
    mr_interval points = mr_points_interval_of(spread->weight, spread->count - 1, TAIL);
    return (mr_interval){mean, points.low, points.high};
  }
  double half = half_width(spread);
  return (mr_interval){mean, fmax(0, mean - half), fmin(1, mean + half)};
}

/** Normalised Elo of a share; 0 is 0 also where there is no variance to divide by. */
static double normalised(double score, double deviation) {
  if (deviation > 0) {
    return (score - 0.5) / deviation * MR_NORMALISED_ELO;
  }
  if (score > 0.5) {
    return INFINITY;
  }
  return score < 0.5 ? -INFINITY : 0;
}

/**
 * The deviation is that of one game, had the games of a sample been independent. It is an estimate
 * as the mean is, and the two are not independent where results are lopsided: the error of their
 * ratio t is by the delta method, (1 - t skew + t^2 (kurtosis - 1) / 4) / n. Where all samples are
 * alike, the bounds are those of a lottery between what they show and an outcome not seen yet.
 */
static mr_interval nelo_of(const distribution *spread, mr_interval score) {
  double mean = spread->mean;
  if (!spread->constant) {
    double deviation = sqrt(spread->variance * spread->games);
    double t = (mean - 0.5) / sqrt(spread->variance);
    double more = 1 - t * spread->skew + t * t * (spread->kurtosis - 1) / 4;
    double half = half_width(spread) * sqrt(fmax(0, more));
    return (mr_interval){normalised(mean, deviation), normalised(mean - half, deviation),
                         normalised(mean + half, deviation)};
  }
  double unseen = unseen_of(spread->total);
  double unit = sqrt(unseen * (1 - unseen) * spread->games);
  return (mr_interval){normalised(mean, 0), normalised(score.low, unit * mean),
                       normalised(score.high, unit * (1 - mean))};
}

/** n samples are never surer than had they all been won, whatever their variance. */
static double superiority(const distribution *spread) {
  double unlucky = pow(2, -spread->total - 1);
  if (spread->constant) {
    return spread->mean > 0.5 ? 1 - unlucky : spread->mean < 0.5 ? unlucky : 0.5;
  }
  double t = (spread->mean - 0.5) / deviation_of_mean(spread);
  double sure = is_few(spread) ? student(t, (unsigned)spread->total - 1) : erfc(-t / sqrt(2)) / 2;
  return fmin(fmax(sure, unlucky), 1 - unlucky);
}

void mr_tally_standing(const mr_tally *tally, mr_standing *out) {
  uint64_t cells[MR_TALLY_PAIR_CELLS];
  mr_standing standing = {.score = {0.5, 0, 1},
                          .elo = {0, -INFINITY, INFINITY},
                          .nelo = {0, -INFINITY, INFINITY},
                          .los = 0.5,
                          .opening = {0.5, 0, 1}};
  mr_tally_pair_cells(tally, cells);
  for (size_t i = 0; i < MR_TALLY_PAIR_CELLS; i++) {
    standing.pairs += cells[i];
  }
  standing.repeats = standing.pairs > 0 ? tally->repeated_pairs : tally->repeated_singles;
  mr_tally_game_cells(tally, cells);
  standing.losses = cells[0] + cells[1];
  standing.draws = cells[2];
  standing.wins = cells[3] + cells[4];
  standing.games = standing.wins + standing.draws + standing.losses;
  if (standing.games > 0) {
    distribution ours = spread_of_tally(tally, false);
    distribution openings = spread_of_tally(tally, true);
    standing.draw_rate = (double)standing.draws / (double)standing.games;
    standing.score = share(&ours);
    standing.elo =
        (mr_interval){mr_elo_of_score(standing.score.value), mr_elo_of_score(standing.score.low),
                      mr_elo_of_score(standing.score.high)};
    standing.nelo = nelo_of(&ours, standing.score);
    standing.los = superiority(&ours);
    standing.opening = share(&openings);
  }
  *out = standing;
}

mr_interval mr_clusters_interval(const mr_cluster *clusters, size_t count) {
  double games = 0, points = 0, squares = 0, samples = 0;
  for (size_t i = 0; i < count; i++) {
    games += clusters[i].games;
    points += (double)clusters[i].quarters / POINTS_MAX;
    samples += clusters[i].games > 0;
  }
  if (!(games > 0)) {
    return (mr_interval){0.5, 0, 1};
  }
  double share = points / games;
  if (samples < MR_CLUSTERS_MIN) {
    return (mr_interval){share, 0, 1};
  }
  for (size_t i = 0; i < count; i++) {
    double away = (double)clusters[i].quarters / POINTS_MAX - share * clusters[i].games;
    squares += away * away;
  }
  if (!(squares > 0)) {
    double unseen = unseen_of(samples);
    return (mr_interval){share, (1 - unseen) * share, (1 - unseen) * share + unseen};
  }
  double error = sqrt(squares * samples / (samples - 1)) / games;
  double half = student_975((unsigned)samples - 1) * error;
  return (mr_interval){share, fmax(0, share - half), fmin(1, share + half)};
}

/* ---- the sequential test --------------------------------------------------------------------- */

/*
 * The generalised likelihood ratio of a multinomial distribution whose outcomes have values: the
 * most likely distribution under each hypothesis is found, and the ratio is that of the results
 * under the two. The hypotheses fix the mean (logistic Elo) or the t-value, (mean - 1/2) /
 * deviation (normalised Elo).
 */

mr_status mr_sprt_check(const mr_sprt *test, mr_error *err) {
  if (!(fabs(test->elo0) <= MR_SPRT_ELO_MAX) || !(fabs(test->elo1) <= MR_SPRT_ELO_MAX)) {
    return mr_error_set(err, MR_ERR_RANGE, "elo0 and elo1 must be within -%g and %g",
                        MR_SPRT_ELO_MAX, MR_SPRT_ELO_MAX);
  }
  if (!(test->elo0 < test->elo1)) {
    return mr_error_set(err, MR_ERR_RANGE, "elo0 (%g) must be less than elo1 (%g)", test->elo0,
                        test->elo1);
  }
  if (!(test->alpha >= 1e-6 && test->alpha <= 0.499999)) {
    return mr_error_set(err, MR_ERR_RANGE, "alpha must be between 0 and 0.5, not %g", test->alpha);
  }
  if (!(test->beta >= 1e-6 && test->beta <= 0.499999)) {
    return mr_error_set(err, MR_ERR_RANGE, "beta must be between 0 and 0.5, not %g", test->beta);
  }
  if (test->model != MR_ELO_LOGISTIC && test->model != MR_ELO_NORMALISED) {
    return mr_error_set(err, MR_ERR_RANGE, "no such model of Elo");
  }
  return MR_OK;
}

/**
 * The results as probabilities. Outcomes of whole points always take part, so that no hypothesis
 * is out of reach; quarter points only where they were seen, for a game may not pay them.
 */
static distribution regularised(const mr_tally *tally) {
  distribution seen = spread_of_tally(tally, false);
  distribution out = {.games = seen.games};
  if (seen.games == 0) {
    return out;
  }
  for (size_t i = 0; i < seen.count; i++) {
    if (seen.weight[i] <= 0 && i % 2 == 1) {
      continue;
    }
    out.value[out.count] = seen.value[i];
    out.weight[out.count] = seen.weight[i] > 0 ? seen.weight[i] : UNSEEN;
    out.total += out.weight[out.count++];
  }
  for (size_t i = 0; i < out.count; i++) {
    out.weight[i] /= out.total;
  }
  return out;
}

/**
 * Solves sum p a / (1 + x a) = 0 for x, where p is `spread`'s. The sum falls from infinity to minus
 * infinity between the poles that belong to the largest and the smallest a: Newton's steps, and
 * halving where they leave what is known. @return false unless a has both signs
 */
static bool solve_secular(const distribution *spread, const double *a, double *out) {
  double least = 0;
  double most = 0;
  for (size_t i = 0; i < spread->count; i++) {
    least = fmin(least, a[i]);
    most = fmax(most, a[i]);
  }
  if (!(least < 0 && most > 0)) {
    return false;
  }
  double low = -1 / most;
  double high = -1 / least;
  double x = 0;
  for (int step = 0; step < SECULAR_STEPS; step++) {
    double sum = 0;
    double slope = 0;
    for (size_t i = 0; i < spread->count; i++) {
      double term = a[i] / (1 + x * a[i]);
      sum += spread->weight[i] * term;
      slope -= spread->weight[i] * term * term;
    }
    if (sum > 0) {
      low = x;
    } else {
      high = x;
    }
    double next = x - sum / slope;
    if (!(next > low && next < high)) {
      next = low + (high - low) / 2;
    }
    bool there = fabs(next - x) <= 1e-14 * (high - low) || next <= low || next >= high;
    x = next;
    if (there) {
      break;
    }
  }
  *out = x;
  return true;
}

/** The most likely distribution with this mean: Proposition 1.1. */
static bool with_mean(const distribution *spread, double mean, double *out) {
  double a[MR_TALLY_PAIR_CELLS] = {0};
  double x;
  for (size_t i = 0; i < spread->count; i++) {
    a[i] = spread->value[i] - mean;
  }
  if (!solve_secular(spread, a, &x)) {
    return false;
  }
  for (size_t i = 0; i < spread->count; i++) {
    out[i] = spread->weight[i] / (1 + x * a[i]);
  }
  return true;
}

/**
 * The most likely distribution with this t-value: the fixed point of section 4.1, where the
 * condition is replaced by its tangent at the last approximation.
 */
static bool with_t_value(const distribution *spread, double t, double *out) {
  double change = 1;
  double mean;
  double variance;
  for (size_t i = 0; i < spread->count; i++) {
    out[i] = 1 / (double)spread->count;
  }
  moments(spread, out, &mean, &variance);
  for (int step = 0; step < T_VALUE_STEPS && change > T_VALUE_CLOSE; step++) {
    double phi[MR_TALLY_PAIR_CELLS] = {0};
    double deviation = sqrt(variance);
    double x;
    for (size_t i = 0; i < spread->count; i++) {
      double away = (spread->value[i] - mean) / deviation;
      phi[i] = spread->value[i] - 0.5 - t * deviation * (1 + away * away) / 2;
    }
    if (!solve_secular(spread, phi, &x)) {
      return false;
    }
    change = 0;
    for (size_t i = 0; i < spread->count; i++) {
      double p = spread->weight[i] / (1 + x * phi[i]);
      change = fmax(change, fabs(p - out[i]));
      out[i] = p;
    }
    moments(spread, out, &mean, &variance);
    if (!(variance > 0)) {
      return false;
    }
  }
  return fabs((mean - 0.5) / sqrt(variance) - t) < T_VALUE_FAULT;
}

static double ratio(const distribution *spread, const double *h0, const double *h1) {
  double sum = 0;
  for (size_t i = 0; i < spread->count; i++) {
    sum += spread->weight[i] * log(h1[i] / h0[i]);
  }
  return spread->total * sum;
}

/** The logarithm of the ratio, for results that are not none. */
static double log_likelihood_ratio(const mr_sprt *test, const distribution *spread) {
  double h0[MR_TALLY_PAIR_CELLS];
  double h1[MR_TALLY_PAIR_CELLS];
  double mean;
  double variance;
  if (test->model != MR_ELO_NORMALISED) {
    bool found = with_mean(spread, mr_score_of_elo(test->elo0), h0) &&
                 with_mean(spread, mr_score_of_elo(test->elo1), h1);
    return found ? ratio(spread, h0, h1) : 0;
  }
  double per_sample = sqrt(spread->games) / MR_NORMALISED_ELO;
  double t0 = test->elo0 * per_sample;
  double t1 = test->elo1 * per_sample;
  if (with_t_value(spread, t0, h0) && with_t_value(spread, t1, h1)) {
    return ratio(spread, h0, h1);
  }
  /* Section 4.2: what it tends to, for results where the fixed point is not found. */
  moments(spread, spread->weight, &mean, &variance);
  double t = (mean - 0.5) / sqrt(variance);
  return spread->total / 2 * log((1 + (t - t0) * (t - t0)) / (1 + (t - t1) * (t - t1)));
}

mr_sprt_state mr_sprt_evaluate(const mr_sprt *test, const mr_tally *tally) {
  mr_sprt_state state = {.lower = log(test->beta / (1 - test->alpha)),
                         .upper = log((1 - test->beta) / test->alpha)};
  distribution spread = regularised(tally);
  if (spread.games > 0) {
    state.llr = log_likelihood_ratio(test, &spread);
  }
  if (state.llr >= state.upper) {
    state.verdict = MR_SPRT_H1;
  } else if (state.llr <= state.lower) {
    state.verdict = MR_SPRT_H0;
  }
  return state;
}
