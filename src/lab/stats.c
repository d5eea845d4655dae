#include "lab/stats_priv.h"

#include <assert.h>
#include <math.h>

/** Half the width of a 95% interval in standard deviations: the normal quantile of 0.975. */
#define NORMAL_975 1.959963984540054
#define POINTS_MAX (MR_TALLY_GAME_CELLS - 1)
/** With so many samples their variance is taken as known, as other programs do with any number. */
#define MANY 100

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
}

mr_tally mr_tally_swapped(const mr_tally *tally) {
  mr_tally swapped = {0};
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

/* ---- spreads --------------------------------------------------------------------------------- */

static mr_spread spread_of(const uint64_t *cells, size_t count, unsigned games) {
  mr_spread spread = {.count = count, .games = games};
  for (size_t i = 0; i < count; i++) {
    spread.value[i] = (double)i / (double)(count - 1);
    spread.weight[i] = (double)cells[i];
    spread.total += spread.weight[i];
  }
  if (spread.total <= 0) {
    spread.games = 0;
  }
  return spread;
}

mr_spread mr_tally_spread(const mr_tally *tally) {
  uint64_t cells[MR_TALLY_PAIR_CELLS];
  mr_tally_pair_cells(tally, cells);
  mr_spread spread = spread_of(cells, MR_TALLY_PAIR_CELLS, 2);
  if (spread.games > 0) {
    return spread;
  }
  mr_tally_game_cells(tally, cells);
  return spread_of(cells, MR_TALLY_GAME_CELLS, 1);
}

/** The same samples in the eyes of the first seat. */
static mr_spread opening_spread(const mr_tally *tally) {
  uint64_t cells[MR_TALLY_PAIR_CELLS] = {0};
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    for (size_t j = 0; j < MR_TALLY_GAME_CELLS; j++) {
      cells[i + (POINTS_MAX - j)] += tally->pairs[i][j];
    }
  }
  mr_spread spread = spread_of(cells, MR_TALLY_PAIR_CELLS, 2);
  if (spread.games > 0) {
    return spread;
  }
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    cells[i] = tally->singles[0][i] + tally->singles[1][POINTS_MAX - i];
  }
  return spread_of(cells, MR_TALLY_GAME_CELLS, 1);
}

void mr_spread_moments(const mr_spread *spread, double *mean, double *variance) {
  double sum = 0;
  for (size_t i = 0; i < spread->count; i++) {
    sum += spread->weight[i] * spread->value[i];
  }
  *mean = sum / spread->total;
  sum = 0;
  for (size_t i = 0; i < spread->count; i++) {
    double away = spread->value[i] - *mean;
    sum += spread->weight[i] * away * away;
  }
  *variance = sum / spread->total;
}

/** Whether all samples lie in one cell: then their variance is 0 and says nothing. */
static bool is_constant(const mr_spread *spread) {
  size_t used = 0;
  for (size_t i = 0; i < spread->count; i++) {
    used += spread->weight[i] > 0;
  }
  return used <= 1;
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
  return -400 * log10(1 / score - 1);
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
static bool is_few(const mr_spread *spread) {
  return spread->total < MANY;
}

static double deviation_of_mean(const mr_spread *spread, double variance) {
  return sqrt(variance / (is_few(spread) ? spread->total - 1 : spread->total));
}

/** Half the width of the interval of the mean. @pre the samples are not all alike */
static double half_width(const mr_spread *spread, double variance) {
  double quantile = is_few(spread) ? student_975((unsigned)spread->total - 1) : NORMAL_975;
  return quantile * deviation_of_mean(spread, variance);
}

/** How likely an outcome that no sample has shown may be at most. */
static double unseen_at_most(const mr_spread *spread) {
  return 1 - pow(0.05, 1 / spread->total);
}

/** The share of points with its interval. @pre there are samples */
static mr_interval share(const mr_spread *spread) {
  double mean;
  double variance;
  mr_spread_moments(spread, &mean, &variance);
  if (is_constant(spread)) {
    double unseen = unseen_at_most(spread);
    return (mr_interval){mean, (1 - unseen) * mean, (1 - unseen) * mean + unseen};
  }
  double half = half_width(spread, variance);
  return (mr_interval){mean, fmax(0, mean - half), fmin(1, mean + half)};
}

static mr_interval elo_of(mr_interval score) {
  return (mr_interval){mr_elo_of_score(score.value), mr_elo_of_score(score.low),
                       mr_elo_of_score(score.high)};
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
 * The deviation is that of one game, had the games of a sample been independent. The error is that
 * of the mean with the deviation taken as known, as other programs print it. Where all samples are
 * alike, the bounds are those of a lottery between what they show and an outcome not seen yet.
 */
static mr_interval nelo_of(const mr_spread *spread, mr_interval score) {
  double mean;
  double variance;
  mr_spread_moments(spread, &mean, &variance);
  if (!is_constant(spread)) {
    double deviation = sqrt(variance * spread->games);
    double half = half_width(spread, variance);
    return (mr_interval){normalised(mean, deviation), normalised(mean - half, deviation),
                         normalised(mean + half, deviation)};
  }
  double unseen = unseen_at_most(spread);
  double unit = sqrt(unseen * (1 - unseen) * spread->games);
  return (mr_interval){normalised(mean, 0), normalised(score.low, unit * mean),
                       normalised(score.high, unit * (1 - mean))};
}

/** n samples are never surer than had they all been won, whatever their variance. */
static double superiority(const mr_spread *spread, double mean) {
  double ignored;
  double variance;
  double unlucky = pow(2, -spread->total - 1);
  mr_spread_moments(spread, &ignored, &variance);
  if (is_constant(spread)) {
    return mean > 0.5 ? 1 - unlucky : mean < 0.5 ? unlucky : 0.5;
  }
  double t = (mean - 0.5) / deviation_of_mean(spread, variance);
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
  mr_tally_game_cells(tally, cells);
  standing.losses = cells[0] + cells[1];
  standing.draws = cells[2];
  standing.wins = cells[3] + cells[4];
  standing.games = standing.wins + standing.draws + standing.losses;
  if (standing.games > 0) {
    mr_spread ours = mr_tally_spread(tally);
    mr_spread openings = opening_spread(tally);
    standing.draw_rate = (double)standing.draws / (double)standing.games;
    standing.score = share(&ours);
    standing.elo = elo_of(standing.score);
    standing.nelo = nelo_of(&ours, standing.score);
    standing.los = superiority(&ours, standing.score.value);
    standing.opening = share(&openings);
  }
  *out = standing;
}
