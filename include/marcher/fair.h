/**
 * @file fair.h
 * Whether a game gives both sides a fair share of its points: a sequential test that looks at the
 * results a few times on the way, so that games which are plainly lopsided cost few games. Pure.
 */
#ifndef MARCHER_FAIR_H
#define MARCHER_FAIR_H

#include <marcher/measure.h>

MR_BEGIN_C

/** Times that a test looks at its results. Each look takes its part of the 5%. */
#define MR_FAIR_LOOKS 5

/** The share of points that is fair, unless somebody says otherwise. */
#define MR_FAIR_LOW 0.4
#define MR_FAIR_HIGH 0.6

/** What the games show. */
typedef enum mr_fair_verdict {
  MR_FAIR_OPEN,    /**< play on */
  MR_FAIR_SHOWN,   /**< the share lies within the bounds */
  MR_FAIR_REFUSED, /**< it lies outside of them */
  MR_FAIR_UNKNOWN  /**< the games are over, and the interval lies on both sides of a bound */
} mr_fair_verdict;

/** A test, and where it stands. */
typedef struct mr_fair {
  double low; /**< the share that is fair, 0 .. 1 */
  double high;
  uint64_t most;                       /**< games */
  uint64_t cells[MR_TALLY_GAME_CELLS]; /**< games by quarter points of the side that is looked at */
  uint64_t broken;   /**< of the drawn ones those that were broken off, and may be anybody's */
  mr_interval share; /**< the interval of all looks covers the share in 95 of 100 tests */
  mr_fair_verdict verdict;
} mr_fair;

/** A test of at most so many games, of ::MR_FAIR_LOW to ::MR_FAIR_HIGH. */
MR_API mr_fair mr_fair_begin(uint64_t most);

/** Games that have been counted. */
MR_API uint64_t mr_fair_games(const mr_fair *test);

/** Games after which the test is to be looked at next: more than have been counted, or `most`. */
MR_API uint64_t mr_fair_next_look(const mr_fair *test);

/** Counts a game. @param points of the side that is looked at, 0 .. ::MR_SCORE_WIN */
MR_API void mr_fair_add(mr_fair *test, unsigned points);

/** Counts a game that was broken off: the interval of the share holds all that it may have been. */
MR_API void mr_fair_add_broken(mr_fair *test);

/**
 * Looks at the results. With the games of mr_fair_next_look each time, a share within the bounds is
 * refused in 5 of 100 tests at most, and one outside is taken for fair as seldom.
 * @param over no more games come: what is not shown remains unknown
 */
MR_API mr_fair_verdict mr_fair_look(mr_fair *test, bool over);

/** "51.2% (41.0 to 61.3%) of 40 games", and how many of them were broken off. */
MR_API void mr_fair_text(const mr_fair *test, mr_str *out);

MR_END_C

#endif
