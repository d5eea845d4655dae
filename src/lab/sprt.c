/*
 * The generalised likelihood ratio of a multinomial distribution whose outcomes have values: the
 * most likely distribution under each hypothesis is found, and the ratio is that of the results
 * under the two. The hypotheses fix the mean (logistic Elo) or the t-value, (mean - 1/2) /
 * deviation (normalised Elo).
 */
#include "lab/stats_priv.h"

#include <math.h>

/** What an outcome that has not been seen counts as. @source fishtest's "regularize" */
#define UNSEEN 1e-3
#define SECULAR_STEPS 200
#define T_VALUE_STEPS 50
#define T_VALUE_CLOSE 1e-10
/** How far a t-value may be from the one asked for where the steps do not settle. */
#define T_VALUE_FAULT 1e-6

typedef struct hypothesis {
  double p[MR_TALLY_PAIR_CELLS];
} hypothesis;

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
static mr_spread regularised(const mr_tally *tally) {
  mr_spread seen = mr_tally_spread(tally);
  mr_spread out = {.games = seen.games};
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
static bool solve_secular(const mr_spread *spread, const double *a, double *out) {
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
    if (fabs(next - x) <= 1e-14 * (high - low) || next <= low || next >= high) {
      *out = next;
      return true;
    }
    x = next;
  }
  *out = x;
  return true;
}

/** The most likely distribution with this mean: Proposition 1.1. */
static bool with_mean(const mr_spread *spread, double mean, hypothesis *out) {
  double a[MR_TALLY_PAIR_CELLS] = {0};
  double x;
  for (size_t i = 0; i < spread->count; i++) {
    a[i] = spread->value[i] - mean;
  }
  if (!solve_secular(spread, a, &x)) {
    return false;
  }
  for (size_t i = 0; i < spread->count; i++) {
    out->p[i] = spread->weight[i] / (1 + x * a[i]);
  }
  return true;
}

static void moments(const mr_spread *spread, const double *p, double *mean, double *deviation) {
  mr_spread other = *spread;
  double variance;
  other.total = 0;
  for (size_t i = 0; i < spread->count; i++) {
    other.weight[i] = p[i];
    other.total += p[i];
  }
  mr_spread_moments(&other, mean, &variance);
  *deviation = sqrt(variance);
}

/**
 * The most likely distribution with this t-value: the fixed point of section 4.1, where the
 * condition is replaced by its tangent at the last approximation.
 */
static bool with_t_value(const mr_spread *spread, double t, hypothesis *out) {
  hypothesis now;
  double change = 1;
  double mean;
  double deviation;
  for (size_t i = 0; i < spread->count; i++) {
    now.p[i] = 1 / (double)spread->count;
  }
  moments(spread, now.p, &mean, &deviation);
  for (int step = 0; step < T_VALUE_STEPS && change > T_VALUE_CLOSE; step++) {
    double phi[MR_TALLY_PAIR_CELLS] = {0};
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
      change = fmax(change, fabs(p - now.p[i]));
      now.p[i] = p;
    }
    moments(spread, now.p, &mean, &deviation);
    if (!(deviation > 0)) {
      return false;
    }
  }
  *out = now;
  return fabs((mean - 0.5) / deviation - t) < T_VALUE_FAULT;
}

static double ratio(const mr_spread *spread, const hypothesis *h0, const hypothesis *h1) {
  double sum = 0;
  for (size_t i = 0; i < spread->count; i++) {
    sum += spread->weight[i] * log(h1->p[i] / h0->p[i]);
  }
  return spread->total * sum;
}

static double logistic_ratio(const mr_sprt *test, const mr_spread *spread) {
  hypothesis h0;
  hypothesis h1;
  if (!with_mean(spread, mr_score_of_elo(test->elo0), &h0) ||
      !with_mean(spread, mr_score_of_elo(test->elo1), &h1)) {
    return 0;
  }
  return ratio(spread, &h0, &h1);
}

/** Section 4.2: what the ratio tends to, for results where the fixed point is not found. */
static double normalised_limit(const mr_spread *spread, double t0, double t1) {
  double mean;
  double deviation;
  moments(spread, spread->weight, &mean, &deviation);
  double t = (mean - 0.5) / deviation;
  return spread->total / 2 * log((1 + (t - t0) * (t - t0)) / (1 + (t - t1) * (t - t1)));
}

static double normalised_ratio(const mr_sprt *test, const mr_spread *spread) {
  double per_sample = sqrt(spread->games) / MR_NORMALISED_ELO;
  double t0 = test->elo0 * per_sample;
  double t1 = test->elo1 * per_sample;
  hypothesis h0;
  hypothesis h1;
  if (!with_t_value(spread, t0, &h0) || !with_t_value(spread, t1, &h1)) {
    return normalised_limit(spread, t0, t1);
  }
  return ratio(spread, &h0, &h1);
}

mr_sprt_state mr_sprt_evaluate(const mr_sprt *test, const mr_tally *tally) {
  mr_sprt_state state = {.lower = log(test->beta / (1 - test->alpha)),
                         .upper = log((1 - test->beta) / test->alpha)};
  mr_spread spread = regularised(tally);
  if (spread.games > 0) {
    state.llr = test->model == MR_ELO_NORMALISED ? normalised_ratio(test, &spread)
                                                 : logistic_ratio(test, &spread);
  }
  if (state.llr >= state.upper) {
    state.verdict = MR_SPRT_H1;
  } else if (state.llr <= state.lower) {
    state.verdict = MR_SPRT_H0;
  }
  return state;
}
