/**
 * @file stats.h
 * What the results of a match say: scores with their errors, Elo, and the sequential test.
 *
 * Two players meet in **pairs** of games: the same opening twice, with seats swapped. The games of
 * a pair share the opening and so are not independent; pairs are. So errors come from the variance
 * of pairs, and a bias of the opening or of the seat does not pass for chance.
 *
 * Points are quarter points, 0 .. ::MR_SCORE_WIN a game: some games pay three quarters. A pair's
 * sum lies in 0 .. 8; where a game knows 0, 1/2 and 1 alone, only the even sums occur, which are
 * the "pentanomial" counts of other programs.
 *
 * @source M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio
 * of a multinomial distribution" (Proposition 1.1) and "Comments on normalized Elo" (sections
 *         4.1, 4.2), https://www.cantate.be/Fishtest/; A. Wald, "Sequential Tests of Statistical
 *         Hypotheses", Annals of Mathematical Statistics 16 (1945).
 */
#ifndef MARCHER_STATS_H
#define MARCHER_STATS_H

#include <marcher/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

MR_BEGIN_C

/** Different scores of one game, in quarter points: 0 .. 4. */
#define MR_TALLY_GAME_CELLS 5
/** Different scores of a pair of games, in quarter points: 0 .. 8. */
#define MR_TALLY_PAIR_CELLS 9
/** One unit of normalised Elo is this much of the t-value of a game, 800 / ln 10. */
#define MR_NORMALISED_ELO 347.43558552260146

/* ---- counting -------------------------------------------------------------------------------- */

/**
 * The results between two players, "ours" and "theirs", in the eyes of ours. All zero is empty.
 * All counts are of games and pairs that have ended.
 */
typedef struct mr_tally {
  /** [our points when we had the first seat][our points when we had the second], both 0 .. 4 */
  uint64_t pairs[MR_TALLY_GAME_CELLS][MR_TALLY_GAME_CELLS];
  /** games whose partner has not been played: [our seat, 0 or 1][our points] */
  uint64_t singles[2][MR_TALLY_GAME_CELLS];
  /** of the pairs: those that went action for action as one before; they have points, but are no
   *  evidence: players who always decide alike play an opening again as they have played it */
  uint64_t repeated_pairs;
  uint64_t repeated_singles; /**< of the games without a partner, likewise */
} mr_tally;

/**
 * Counts a pair. @param first our points in the game in which we had the first seat
 * @param second in the other; both 0 .. ::MR_SCORE_WIN
 */
MR_API void mr_tally_add_pair(mr_tally *tally, unsigned first, unsigned second);

/** Counts a game without a partner. @param seat ours, 0 or 1. @param points ours, 0 .. 4 */
MR_API void mr_tally_add_single(mr_tally *tally, unsigned seat, unsigned points);

/** Adds the counts of `from` to `into`. */
MR_API void mr_tally_merge(mr_tally *into, const mr_tally *from);

/** The same results in the eyes of the other player. */
MR_API mr_tally mr_tally_swapped(const mr_tally *tally);

/** Pairs by our points in both games together. @param cells ::MR_TALLY_PAIR_CELLS counts */
MR_API void mr_tally_pair_cells(const mr_tally *tally, uint64_t *cells);

/** Games by our points, those of pairs included. @param cells ::MR_TALLY_GAME_CELLS counts */
MR_API void mr_tally_game_cells(const mr_tally *tally, uint64_t *cells);

/** Whether some game paid a quarter or three quarters. */
MR_API bool mr_tally_is_fractional(const mr_tally *tally);

/* ---- what it says ---------------------------------------------------------------------------- */

/**
 * A figure with its 95% confidence interval. `low` and `high` of an Elo may be infinite. The error
 * in "value +- error" is mr_interval_error.
 */
typedef struct mr_interval {
  double value;
  double low;
  double high;
} mr_interval;

/** Half the width of an interval, which may be infinite. */
MR_API double mr_interval_error(mr_interval interval);

/** What a tally says. Nothing in it is NaN. */
typedef struct mr_standing {
  uint64_t games; /**< those of pairs included */
  uint64_t pairs;
  uint64_t repeats;    /**< of the pairs, and without pairs of the games: those that were played
                            before; samples are the others */
  uint64_t wins;       /**< games in which we had more than half of the points */
  uint64_t losses;     /**< less */
  uint64_t draws;      /**< exactly half */
  double draw_rate;    /**< draws / games; 0 without games */
  mr_interval score;   /**< our share of the points, 0 .. 1 */
  mr_interval elo;     /**< the same as a difference of Elo (logistic) */
  mr_interval nelo;    /**< normalised Elo: 347.4 times (score - 1/2) / deviation of a game */
  double los;          /**< likelihood that we are the stronger one, 0 .. 1 */
  mr_interval opening; /**< the share of points of the first seat, whoever sat there */
} mr_standing;

/**
 * Works out what a tally says. Estimates rest on the pairs; without pairs on single games as if
 * they were independent. Where some of them are repeats, the points are those of all, and the
 * number of samples is that of the others. With fewer than 100 samples errors and likelihood are by
 * Student's distribution. Where one side has won so nearly all that the mean is not normal, the
 * interval of the score is mr_points_interval. The error of normalised Elo is by the delta method:
 * the deviation is an estimate as well. Where all pairs ended alike their variance says nothing:
 * then the bounds are those of the rule that another outcome has shown itself in none of n tries
 * (probability at most 1 - 0.05^(1/n)), and the likelihood of superiority is that of n wins in a
 * row under a uniform prior, 1 - 2^-(n+1), which no other results exceed either.
 */
MR_API void mr_tally_standing(const mr_tally *tally, mr_standing *out);

/** Games that share what favours a seat, as those of an opening do whoever plays them. */
typedef struct mr_cluster {
  uint32_t games;
  uint32_t quarters; /**< points of the first seat in them, in quarters */
} mr_cluster;

/** Clusters that an error takes. */
#define MR_CLUSTERS_MIN 6

/**
 * The share of points in games of which clusters alone are independent samples, with its interval;
 * empty clusters count as none. Fewer than ::MR_CLUSTERS_MIN say nothing of an error: then the
 * interval is all from 0 to 1. Where all have the same share, the bounds are those of
 * mr_tally_standing.
 * @source W. Cochran, Sampling Techniques (1977), 6.3: the ratio estimate and its variance
 */
MR_API mr_interval mr_clusters_interval(const mr_cluster *clusters, size_t count);

/** Elo of a share of points: -400 log10(1/score - 1); infinite at 0 and 1. */
MR_API double mr_elo_of_score(double score);

/** The share of points that a difference of Elo promises. */
MR_API double mr_score_of_elo(double elo);

/* ---- the sequential test --------------------------------------------------------------------- */

/** What the bounds of a test are measured in. */
typedef enum mr_elo_model {
  MR_ELO_LOGISTIC,  /**< Elo as it is commonly meant */
  MR_ELO_NORMALISED /**< per deviation of a game: the same effort whatever the rate of draws */
} mr_elo_model;

/** H0: the difference is `elo0`, against H1: it is `elo1`. */
typedef struct mr_sprt {
  double elo0;
  double elo1;  /**< more than elo0 */
  double alpha; /**< probability to accept H1 where H0 holds */
  double beta;  /**< probability to accept H0 where H1 holds */
  mr_elo_model model;
} mr_sprt;

typedef enum mr_sprt_verdict {
  MR_SPRT_OPEN, /**< play on */
  MR_SPRT_H0,   /**< the test has failed */
  MR_SPRT_H1    /**< the test has passed */
} mr_sprt_verdict;

/** Where a test stands. */
typedef struct mr_sprt_state {
  double llr;   /**< log of the generalised likelihood ratio of H1 to H0 */
  double lower; /**< Wald's bounds: at or below it H0 is accepted, log(beta / (1 - alpha)) */
  double upper; /**< at or above it H1, log((1 - beta) / alpha) */
  mr_sprt_verdict verdict;
} mr_sprt_state;

/** Largest bound of a test, in Elo to either side. */
#define MR_SPRT_ELO_MAX 1000.0

/**
 * Checks the numbers of a test. MR_ERR_RANGE where elo0 is not below elo1, where one of them is not
 * within +-::MR_SPRT_ELO_MAX, where alpha or beta is not within 0.000001 .. 0.499999.
 */
MR_NODISCARD MR_API mr_status mr_sprt_check(const mr_sprt *test, mr_error *err);

/**
 * Where the test stands after these results: of the pairs, and of single games where there are no
 * pairs, of which repeats are no further samples. Outcomes that games commonly have (0, 1/2, 1) and
 * that have not been seen yet count as 0.001 of a result. Without results the ratio is 0.
 * @pre mr_sprt_check approves of the test
 */
MR_API mr_sprt_state mr_sprt_evaluate(const mr_sprt *test, const mr_tally *tally);

MR_END_C

#endif
