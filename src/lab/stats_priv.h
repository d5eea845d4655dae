/**
 * @file stats_priv.h
 * A distribution of scores on a grid, as the estimates and the sequential test see a tally.
 */
#ifndef MARCHER_LAB_STATS_PRIV_H
#define MARCHER_LAB_STATS_PRIV_H

#include <marcher/stats.h>

/** Counts of samples by their share of points, ascending; a sample is a pair or a single game. */
typedef struct mr_spread {
  size_t count;                       /**< cells in use */
  double value[MR_TALLY_PAIR_CELLS];  /**< share of points, 0 .. 1, ascending */
  double weight[MR_TALLY_PAIR_CELLS]; /**< samples, not necessarily whole */
  double total;                       /**< the sum of the weights */
  unsigned games;                     /**< games of a sample: 2 or 1; 0 without samples */
} mr_spread;

/** The pairs of a tally, or its single games where there are no pairs. */
mr_spread mr_tally_spread(const mr_tally *tally);

/** Mean and variance of one sample. @pre the total is positive */
void mr_spread_moments(const mr_spread *spread, double *mean, double *variance);

#endif
