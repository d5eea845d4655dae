/* Shares, medians and differences with intervals that cover what they promise. */
#include <marcher/measure.h>
#include <math.h>
#include <stdlib.h>

#include "base/real.h"
#include "measure/measure_priv.h"

/** What may lie beyond each end of an interval of 95%. */
#define TAIL 0.025
/** Halvings until a bound is as exact as a double. */
#define HALVINGS 60
/** The continued fraction of the beta function settles within some dozens of steps for whatever
 *  number of games is played; what has not settled by then is near enough for an interval. */
#define FRACTION_STEPS 300
#define FRACTION_CLOSE 1e-15
/** Stands for 0 where a fraction would divide by it. */
#define TINY 1e-300
/** What adding may lose of counts that are no whole numbers. */
#define NONE 1e-9

/* ---- the beta distribution ------------------------------------------------------------------- */

/** What a denominator that has become 0 is replaced by. @source W. Lentz, Applied Optics 15 (1976)
 */
static double apart_from_0(double x) {
  return fabs(x) < TINY ? TINY : x;
}

/** The continued fraction of the incomplete beta function. @source DLMF 8.17.22, by Lentz */
static double beta_fraction(double a, double b, double x) {
  double c = 1;
  double d = 1 / apart_from_0(1 - (a + b) * x / (a + 1));
  double value = d;
  for (int m = 1; m <= FRACTION_STEPS; m++) {
    double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / apart_from_0(1 + even * d);
    c = apart_from_0(1 + even / c);
    value *= c * d;
    double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / apart_from_0(1 + odd * d);
    c = apart_from_0(1 + odd / c);
    value *= c * d;
    if (fabs(c * d - 1) < FRACTION_CLOSE) {
      break;
    }
  }
  return value;
}

/** The distribution function of the beta distribution. @source DLMF 8.17.4 for the far side */
static double beta_cdf(double a, double b, double x) {
  if (x <= 0 || x >= 1) {
    return x <= 0 ? 0 : 1;
  }
  double front = mr_exp(mr_log_gamma(a + b) - mr_log_gamma(a) - mr_log_gamma(b) + a * mr_log(x) +
                        b * mr_log(1 - x));
  if (x < (a + 1) / (a + b + 2)) {
    return front * beta_fraction(a, b, x) / a;
  }
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/** Where the distribution function reaches `target`. */
static double beta_quantile(double a, double b, double target) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < HALVINGS; i++) {
    double middle = (low + high) / 2;
    if (beta_cdf(a, b, middle) < target) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

/** Clopper's and Pearson's interval of k of n. @pre n > 0 */
static mr_interval share_of(double k, double n, double tail) {
  return (mr_interval){.value = k / n,
                       .low = k < NONE ? 0 : beta_quantile(k, n - k + 1, tail),
                       .high = n - k < NONE ? 1 : beta_quantile(k + 1, n - k, 1 - tail)};
}

mr_interval mr_share_interval_at(uint64_t count, uint64_t total, double tail) {
  return total > 0 ? share_of((double)count, (double)total, tail) : (mr_interval){0.5, 0, 1};
}

mr_interval mr_share_interval(uint64_t count, uint64_t total) {
  return mr_share_interval_at(count, total, TAIL);
}

/* ---- means of points ------------------------------------------------------------------------- */

/** The most steps of a sample: quarter points of a pair of games. */
#define STEPS_MAX 8

/** Correlation of two nested events, of which one has the share `rare` and the other `common`: one
 *  where no sample tells them apart, else nought where one of them is always or never. */
static double nested_correlation(double common, double rare) {
  if (rare >= common) {
    return 1;
  }
  if (rare <= 0 || common >= 1) {
    return 0;
  }
  return sqrt(rare * (1 - common) / (common * (1 - rare)));
}

/** The length of a sum of correlated errors. */
static double error_of_sum(const mr_interval *shares, const double *errors, size_t count) {
  double square = 0;
  for (size_t i = 0; i < count; i++) {
    square += errors[i] * errors[i];
    for (size_t j = i + 1; j < count; j++) {
      double both = nested_correlation(shares[i].value, shares[j].value);
      square += 2 * both * errors[i] * errors[j];
    }
  }
  return sqrt(square);
}

mr_interval mr_points_interval_of(const double *weights, size_t steps, double tail) {
  mr_interval shares[STEPS_MAX] = {0};
  double below[STEPS_MAX] = {0}, above[STEPS_MAX] = {0};
  double reached = 0;
  double total = 0;
  for (size_t i = 0; i <= steps; i++) {
    total += weights[i];
  }
  if (!(total > 0)) {
    return (mr_interval){0.5, 0, 1};
  }
  double mean = 0;
  for (size_t i = steps; i > 0; i--) {
    reached += weights[i];
    shares[i - 1] = share_of(reached, total, tail);
    below[i - 1] = shares[i - 1].value - shares[i - 1].low;
    above[i - 1] = shares[i - 1].high - shares[i - 1].value;
    mean += shares[i - 1].value;
  }
  double scale = (double)steps;
  return (mr_interval){.value = mean / scale,
                       .low = fmax(0, (mean - error_of_sum(shares, below, steps)) / scale),
                       .high = fmin(1, (mean + error_of_sum(shares, above, steps)) / scale)};
}

mr_interval mr_points_interval_at(const uint64_t *cells, size_t steps, double tail) {
  double weights[STEPS_MAX + 1];
  steps = steps < STEPS_MAX ? steps : STEPS_MAX;
  for (size_t i = 0; i <= steps; i++) {
    weights[i] = (double)cells[i];
  }
  return mr_points_interval_of(weights, steps, tail);
}

mr_interval mr_points_interval(const uint64_t *cells, size_t steps) {
  return mr_points_interval_at(cells, steps, TAIL);
}

mr_interval mr_points_interval_open(const uint64_t *least, const uint64_t *cells,
                                    const uint64_t *most, size_t steps, double tail) {
  return (mr_interval){.value = mr_points_interval_at(cells, steps, tail).value,
                       .low = mr_points_interval_at(least, steps, tail).low,
                       .high = mr_points_interval_at(most, steps, tail).high};
}

/* ---- medians --------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
  uint32_t one = *(const uint32_t *)a;
  uint32_t other = *(const uint32_t *)b;
  return (one > other) - (one < other);
}

/** How many samples may be left out at each end: the most whose chance to hide the median is at
 *  most a tail. @return -1 where even none is too many */
static long left_out(size_t count, double most_tail) {
  /* P(Binomial(n, 1/2) <= k) is the far side of a beta distribution at 1/2. */
  long most = -1;
  long low = 0;
  long high = (long)count / 2;
  while (low <= high) {
    long k = (low + high) / 2;
    double tail = 1 - beta_cdf((double)k + 1, (double)count - (double)k, 0.5);
    if (tail <= most_tail) {
      most = k;
      low = k + 1;
    } else {
      high = k - 1;
    }
  }
  return most;
}

mr_interval mr_median_interval_at(uint32_t *samples, size_t count, double tail) {
  if (count == 0) {
    return (mr_interval){0, -INFINITY, INFINITY};
  }
  qsort(samples, count, sizeof *samples, by_size);
  uint32_t lower = samples[(count - 1) / 2];
  uint32_t upper = samples[count / 2];
  mr_interval out = {
      .value = ((double)lower + (double)upper) / 2, .low = -INFINITY, .high = INFINITY};
  long k = left_out(count, tail);
  if (k >= 0) {
    out.low = samples[k];
    out.high = samples[count - 1 - (size_t)k];
  }
  return out;
}

mr_interval mr_median_interval(uint32_t *samples, size_t count) {
  return mr_median_interval_at(samples, count, TAIL);
}

mr_interval mr_length_interval_at(uint32_t *samples, size_t count, size_t broken, double tail) {
  mr_interval out = mr_median_interval_at(samples, count, tail);
  if (broken > 0 && broken <= count && out.high >= samples[count - broken]) {
    out.high = INFINITY;
  }
  return out;
}

/* ---- the normal distribution ----------------------------------------------------------------- */

double mr_normal_quantile(double tail) {
  double low = 0, high = 40; /* where a double has nought beyond */
  for (int i = 0; i < HALVINGS; i++) {
    double middle = (low + high) / 2;
    if (erfc(middle / sqrt(2)) / 2 > tail) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return (low + high) / 2;
}

/* ---- differences ----------------------------------------------------------------------------- */

mr_interval mr_interval_difference(mr_interval after, mr_interval before) {
  double value = after.value - before.value;
  return (mr_interval){.value = value,
                       .low = value - mr_hypot(after.value - after.low, before.high - before.value),
                       .high =
                           value + mr_hypot(after.high - after.value, before.value - before.low)};
}

bool mr_interval_is_difference(mr_interval difference) {
  return difference.low > 0 || difference.high < 0;
}

mr_interval mr_slope_interval(const double *x, const mr_interval *y, size_t count) {
  double middle = 0;
  double spread = 0;
  count = count < MR_SLOPE_MAX ? count : MR_SLOPE_MAX;
  for (size_t i = 0; i < count; i++) {
    middle += x[i] / (double)count;
  }
  for (size_t i = 0; i < count; i++) {
    spread += (x[i] - middle) * (x[i] - middle);
  }
  if (!(spread > 0)) {
    return (mr_interval){0, -INFINITY, INFINITY};
  }
  double slope = 0, below = 0, above = 0;
  for (size_t i = 0; i < count; i++) {
    double factor = (x[i] - middle) / spread;
    double down = y[i].value - y[i].low;
    double up = y[i].high - y[i].value;
    slope += factor * y[i].value;
    below = mr_hypot(below, factor * (factor > 0 ? down : up));
    above = mr_hypot(above, factor * (factor > 0 ? up : down));
  }
  return (mr_interval){slope, slope - below, slope + above};
}

bool mr_slope_fits(const double *x, const mr_interval *y, size_t count) {
  const double wide = 2 * 1.96;   /* standard errors of an interval of 95% */
  const double quantile = 1.6449; /* of the normal distribution, 95% */
  double weights = 0, mean_x = 0, mean_y = 0, spread = 0, slope = 0, sum = 0;
  count = count < MR_SLOPE_MAX ? count : MR_SLOPE_MAX;
  for (size_t i = 0; i < count; i++) {
    double error = (y[i].high - y[i].low) / wide;
    if (!(error > 0) || !isfinite(error)) {
      return true; /* of which nothing is known, it does not tell either */
    }
    weights += 1 / (error * error);
    mean_x += x[i] / (error * error);
    mean_y += y[i].value / (error * error);
  }
  mean_x /= weights;
  mean_y /= weights;
  for (size_t i = 0; i < count; i++) {
    double error = (y[i].high - y[i].low) / wide;
    spread += (x[i] - mean_x) * (x[i] - mean_x) / (error * error);
    slope += (x[i] - mean_x) * (y[i].value - mean_y) / (error * error);
  }
  if (count < 3 || !(spread > 0)) {
    return true;
  }
  slope /= spread;
  for (size_t i = 0; i < count; i++) {
    double error = (y[i].high - y[i].low) / wide;
    double off = (y[i].value - mean_y - slope * (x[i] - mean_x)) / error;
    sum += off * off;
  }
  double free = (double)(count - 2), part = 2 / (9 * free);
  double root = 1 - part + quantile * sqrt(part);
  return sum <= free * root * root * root;
}
