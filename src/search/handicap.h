/**
 * @file handicap.h
 * The error model of weak levels: like people they err by not seeing an action, or by thinking too
 * well of it, and not by absurdities. Values are those of a search, so what is chosen in error was
 * always looked at.
 */
#ifndef MARCHER_SEARCH_HANDICAP_H
#define MARCHER_SEARCH_HANDICAP_H

#include <marcher/random.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/** How much a level errs, in the units of its values. All zero: not at all. */
typedef struct mr_handicap {
  double noise;      /**< every value is shifted by up to this much to either side */
  double loss_max;   /**< what is worse than the best by more is never chosen; 0: all may be */
  unsigned overlook; /**< percent of the actions that are not seen */
} mr_handicap;

/**
 * A choice under way: mr_handicap_begin, mr_handicap_offer for each action, then `index`. Where
 * none was seen it is the first.
 */
typedef struct mr_handicap_choice {
  const mr_handicap *handicap;
  double least; /**< no value below is taken */
  double top;   /**< of those taken, shifted */
  size_t index;
  bool any;
} mr_handicap_choice;

static inline bool mr_handicap_any(const mr_handicap *handicap) {
  return handicap->noise > 0 || handicap->overlook > 0;
}

/** Begins a choice among actions of which the best is worth `best`. */
static inline mr_handicap_choice mr_handicap_begin(const mr_handicap *handicap, double best) {
  return (mr_handicap_choice){.handicap = handicap,
                              .least =
                                  handicap->loss_max > 0 ? best - handicap->loss_max : -HUGE_VAL};
}

/** Offers an action. Draws two numbers for each, so that a choice depends on the values alone. */
static inline void mr_handicap_offer(mr_handicap_choice *choice, size_t index, double value,
                                     mr_random *random) {
  bool seen = mr_random_below(random, 100) >= choice->handicap->overlook;
  double shifted = value + choice->handicap->noise * (2 * mr_random_unit(random) - 1);
  if (seen && value >= choice->least && (!choice->any || shifted > choice->top)) {
    choice->any = true;
    choice->top = shifted;
    choice->index = index;
  }
}

#endif
