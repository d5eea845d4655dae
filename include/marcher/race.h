/**
 * @file race.h
 * Which of many settings comes nearest to what is wished, with games spent where that is open: a
 * race. Pure: who plays, and what a setting is, is the caller's.
 *
 * Games fall into chunks of equal size, and those of a setting into three parts. *Scouts* decide
 * how many games are played of what: all settings begin with a few, and those that can still be the
 * nearest get twice as many, again and again. Then every setting is *measured* by fresh games,
 * those that are left in the race by more of them; and the one that came nearest is *confirmed* by
 * others still. What is printed rests on the second and third part alone. How many measuring games
 * a setting has follows from scouts, so it is independent of what they say, and ordinary intervals
 * cover what they promise; the best of many was chosen because it looked good, so the last word is
 * with games that took no part in the choice.
 *
 * @source O. Maron, A. Moore, "Hoeffding Races", Advances in Neural Information Processing Systems
 * 6 (1993): what cannot be the best within its interval is dropped.
 */
#ifndef MARCHER_RACE_H
#define MARCHER_RACE_H

#include <marcher/measures.h>

MR_BEGIN_C

/** How far something is from what is wished: shares in hundredths of all, numbers in hundredths of
 *  the wished one. */
typedef struct mr_reach {
  double nearest; /**< the least that its interval leaves open */
  double value;
  double farthest; /**< the most */
} mr_reach;

/** Nothing is known: as far as can be. */
MR_API mr_reach mr_reach_unknown(void);

/** How far a measure is from a wish: from the middle of its bounds, or beyond its one bound. */
MR_API mr_reach mr_wish_reach(const mr_wish *wish, const mr_measure *measure);

/**
 * The square of how far something is from a wish, by two measurements that are independent of each
 * other. Of a single one the square is too large by the scatter of what is measured: where two
 * things are as near, the one that scatters less would seem to be nearer. The product of two tells
 * on the mean what it is, and may be less than nothing. As far as "at least" and "at most" are met
 * it is nought.
 */
MR_API double mr_wish_square(const mr_wish *wish, const mr_measure *one, const mr_measure *other);

/** Several wishes together: the one that is missed most. */
MR_API mr_reach mr_reach_worst(mr_reach one, mr_reach other);

typedef enum mr_race_part {
  MR_RACE_SCOUT,
  MR_RACE_MEASURE,
  MR_RACE_CONFIRM,
  MR_RACE_PARTS
} mr_race_part;

/** In chunks of games. */
typedef struct mr_race_options {
  uint32_t scouts_first; /**< of every setting; at least 1 */
  uint32_t scouts_most;  /**< 0: there is no race, all are measured alike, and none is confirmed */
  uint32_t least;        /**< measured of those that have dropped out */
  uint32_t most;         /**< of the others */
  uint32_t confirm;
} mr_race_options;

/** One setting. */
typedef struct mr_race_lane {
  bool barred;                    /**< by the caller: it does not take part */
  bool stays;                     /**< it has not dropped out */
  uint32_t wanted[MR_RACE_PARTS]; /**< chunks of each part that are to be played by now */
} mr_race_lane;

/**
 * What the first `chunks` chunks of a part say of a setting. @return false: some are lacking
 */
typedef bool (*mr_race_look)(void *context, size_t lane, mr_race_part part, uint32_t chunks,
                             mr_reach *out);

/** A race: where it stands follows from what its caller has played. */
typedef struct mr_race {
  mr_race_options options;
  mr_race_look look;
  void *context;
  mr_race_lane *lanes;
  size_t count;
  mr_race_part part; /**< that is under way */
  size_t winner;     /**< the nearest when all were measured; SIZE_MAX: not known yet, or there is
                          nothing to be near to */
  bool complete;     /**< nothing more is to be played */
} mr_race;

/**
 * Finds out where a race stands, from its beginning: what is wanted now, and what is known. The
 * same results lead to the same wants, whoever asks and however often.
 */
MR_API void mr_race_run(mr_race *race);

MR_END_C

#endif
