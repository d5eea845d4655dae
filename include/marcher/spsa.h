/**
 * @file spsa.h
 * Simultaneous perturbation stochastic approximation: many numbers are tuned at once by trials that
 * only say which of two settings did better, and say it with much noise. Each trial moves every
 * number a little up or down by chance, plays the two opposite settings against each other (or
 * measures something of either), and then all numbers move towards the better one.
 *
 * Pure: what a trial is follows from the options, the number of the trial and what earlier ones
 * said. What is played, and where it is kept, is the caller's: `marcher spsa` tunes the search,
 * others may tune a definition.
 *
 *     mr_spsa_init(&it, &options, err)
 *     while (it.done < it.options.trials) {
 *       mr_spsa_trial(&it, plus, minus);       the two settings
 *       mr_spsa_tell(&it, plus_did_better_by)  -1 .. 1
 *     }
 *     mr_spsa_estimate_of(&it, i)
 *
 * @source J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
 * optimization", IEEE Transactions on Aerospace and Electronic Systems 34 (1998): the shape of the
 * two sequences and their exponents 0.602 and 0.101.
 */
#ifndef MARCHER_SPSA_H
#define MARCHER_SPSA_H

#include <marcher/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

MR_BEGIN_C

#define MR_SPSA_NUMBERS_MAX 64
#define MR_SPSA_TRIALS_MAX UINT64_C(10000000)

/** A number that is tuned. */
typedef struct mr_spsa_number {
  double start;
  double least, most; /**< it stays within */
  double step; /**< how far the last trial goes to either side; 0: a twentieth of the range */
  bool whole;  /**< only whole numbers are tried: rounded by chance, so that what lies between
                    two of them is tried as often as it should */
} mr_spsa_number;

typedef struct mr_spsa_options {
  const mr_spsa_number *numbers; /**< must outlive the work */
  size_t count;                  /**< at least 1 */
  uint64_t trials;               /**< that are planned: steps shrink towards the last of them */
  double rate; /**< how far a trial that was won by 1 moves a number at the end, in steps; 0: such
                    that chance alone moves it by about a step in all trials */
  uint64_t seed;
} mr_spsa_options;

/** Where the work stands. Flat: a copy is a copy. */
typedef struct mr_spsa {
  mr_spsa_options options; /**< complete */
  uint64_t done;           /**< trials */
  double at[MR_SPSA_NUMBERS_MAX];
  double late[MR_SPSA_NUMBERS_MAX]; /**< sums of `at` after each trial of the second half */
  double pull[MR_SPSA_NUMBERS_MAX]; /**< sums of results by the sign that the number had */
  double moves;            /**< sum over trials of squared gains of one step: what chance moves */
  double results, squares; /**< sums of the results and of their squares */
} mr_spsa;

/** What is known of one number. */
typedef struct mr_spsa_estimate {
  double value;  /**< mean over the second half of the trials so far: steadier than the last one */
  double spread; /**< standard deviation that results by chance alone would have given it */
  double pull;   /**< how many standard deviations the trials have pulled it: within -2 .. 2 nothing
                      is proved */
} mr_spsa_estimate;

/** Begins. @return MR_ERR_RANGE for numbers outside their ranges, none, or too many of them or of
 * trials */
MR_NODISCARD MR_API mr_status mr_spsa_init(mr_spsa *spsa, const mr_spsa_options *options,
                                           mr_error *err);

/**
 * The two settings of the next trial, each `count` numbers; where they are alike in all, the trial
 * says nothing, and can be told 0 without being made. @pre trials are left
 */
MR_API void mr_spsa_trial(const mr_spsa *spsa, double *plus, double *minus);

/** What the trial said, and on to the next. @param better by how much `plus` did better, -1 .. 1 */
MR_API void mr_spsa_tell(mr_spsa *spsa, double better);

/** What is known of number `index`. */
MR_API mr_spsa_estimate mr_spsa_estimate_of(const mr_spsa *spsa, size_t index);

MR_END_C

#endif
