/**
 * @file slips.h
 * How weak levels err: like people, by not seeing an action, or by thinking too well of it, and not
 * by absurdities. Values are those of a search, so a slip is always an action that was looked at.
 */
#ifndef MARCHER_SEARCH_SLIPS_H
#define MARCHER_SEARCH_SLIPS_H

#include <marcher/random.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/** How much a level errs, in the units of its values. All zero: not at all. */
typedef struct mr_slips {
  double noise;      /**< every value is shifted by up to this much to either side */
  double worst;      /**< what is worse than the best by more is never chosen; 0: all may be */
  unsigned overlook; /**< percent of the actions that are not seen */
} mr_slips;

/**
 * A choice under way: mr_slip_begin, mr_slip_offer for each action, then `choice`. Where none was
 * seen it is the first.
 */
typedef struct mr_slip {
  const mr_slips *slips;
  double least; /**< no value below is taken */
  double top;   /**< of those taken, shifted */
  size_t choice;
  bool any;
} mr_slip;

static inline bool mr_slips_any(const mr_slips *slips) {
  return slips->noise > 0 || slips->overlook > 0;
}

/** Begins a choice among actions of which the best is worth `best`. */
static inline mr_slip mr_slip_begin(const mr_slips *slips, double best) {
  return (mr_slip){.slips = slips, .least = slips->worst > 0 ? best - slips->worst : -HUGE_VAL};
}

/** Offers an action. Draws two numbers for each, so that a choice depends on the values alone. */
static inline void mr_slip_offer(mr_slip *slip, size_t index, double value, mr_random *random) {
  bool seen = mr_random_below(random, 100) >= slip->slips->overlook;
  double shifted = value + slip->slips->noise * (2 * mr_random_unit(random) - 1);
  if (seen && value >= slip->least && (!slip->any || shifted > slip->top)) {
    slip->any = true;
    slip->top = shifted;
    slip->choice = index;
  }
}

#endif
