/* Which of many settings comes nearest to what is wished. */
#include <marcher/race.h>
#include <math.h>

/* ---- distances ------------------------------------------------------------------------------- */

mr_reach mr_reach_unknown(void) {
  return (mr_reach){INFINITY, INFINITY, INFINITY};
}

/** What distances are told in: a hundredth of all, or of the number that is wished. */
static double unit_of(mr_unit unit, double wished) {
  return unit == MR_UNIT_SHARE ? 0.01 : 0.01 * fmax(fabs(wished), 1);
}

mr_reach mr_wish_reach(const mr_wish *wish, const mr_measure *measure) {
  mr_interval at = measure->interval;
  if (isfinite(wish->low) && isfinite(wish->high)) {
    double middle = (wish->low + wish->high) / 2, unit = unit_of(measure->unit, middle);
    double below = middle - at.low, above = at.high - middle;
    return (mr_reach){.nearest = fmax(0, fmax(-below, -above)) / unit,
                      .value = fabs(at.value - middle) / unit,
                      .farthest = fmax(below, above) / unit};
  }
  bool least = isfinite(wish->low); /* "at least" so much: what is lacking counts */
  double bound = least ? wish->low : wish->high, unit = unit_of(measure->unit, bound);
  double sign = least ? 1 : -1;
  return (mr_reach){.nearest = fmax(0, sign * (bound - (least ? at.high : at.low))) / unit,
                    .value = fmax(0, sign * (bound - at.value)) / unit,
                    .farthest = fmax(0, sign * (bound - (least ? at.low : at.high))) / unit};
}

/** By how much a figure is above what is wished, or lacks of it; less than nothing: it does not. */
static double off_by(const mr_wish *wish, double value) {
  if (isfinite(wish->low) && isfinite(wish->high)) {
    return value - (wish->low + wish->high) / 2;
  }
  return isfinite(wish->low) ? wish->low - value : value - wish->high;
}

double mr_wish_square(const mr_wish *wish, const mr_measure *one, const mr_measure *other) {
  bool between = isfinite(wish->low) && isfinite(wish->high);
  double wished = between               ? (wish->low + wish->high) / 2
                  : isfinite(wish->low) ? wish->low
                                        : wish->high;
  double unit = unit_of(one->unit, wished);
  double first = off_by(wish, one->interval.value), second = off_by(wish, other->interval.value);
  bool met = !between && first + second <= 0;
  return met ? 0 : first * second / (unit * unit);
}

mr_reach mr_reach_worst(mr_reach one, mr_reach other) {
  return (mr_reach){.nearest = fmax(one.nearest, other.nearest),
                    .value = fmax(one.value, other.value),
                    .farthest = fmax(one.farthest, other.farthest)};
}

/* ---- the race -------------------------------------------------------------------------------- */

/* Whether all that is wanted of a part is there. */
static bool part_is_there(mr_race *race, mr_race_part part) {
  bool there = true;
  for (size_t i = 0; i < race->count; i++) {
    mr_race_lane *lane = &race->lanes[i];
    mr_reach ignored;
    if (!lane->barred && lane->wanted[part] > 0) {
      /* All of them are looked at: the caller learns of each what there is. */
      there = race->look(race->context, i, part, lane->wanted[part], &ignored) && there;
    }
  }
  return there;
}

/* Drops those that cannot be the nearest any more. @return how many are left */
static size_t drop(mr_race *race) {
  double best = INFINITY;
  size_t left = 0;
  for (size_t pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < race->count; i++) {
      mr_race_lane *lane = &race->lanes[i];
      mr_reach reach = mr_reach_unknown();
      if (!lane->stays ||
          !race->look(race->context, i, MR_RACE_SCOUT, lane->wanted[MR_RACE_SCOUT], &reach)) {
        continue;
      }
      if (pass == 0) {
        best = fmin(best, reach.farthest);
      } else {
        lane->stays = reach.nearest <= best;
        left += lane->stays;
      }
    }
  }
  return left;
}

/* @return whether all scouts are back */
static bool scout(mr_race *race) {
  uint32_t wanted = race->options.scouts_first;
  for (;;) {
    for (size_t i = 0; i < race->count; i++) {
      mr_race_lane *lane = &race->lanes[i];
      lane->wanted[MR_RACE_SCOUT] = lane->stays ? wanted : lane->wanted[MR_RACE_SCOUT];
    }
    if (!part_is_there(race, MR_RACE_SCOUT)) {
      return false;
    }
    size_t left = drop(race);
    if (left <= 1 || wanted >= race->options.scouts_most) {
      return true;
    }
    wanted = 2 * wanted < race->options.scouts_most ? 2 * wanted : race->options.scouts_most;
  }
}

/* The nearest; of those that are equally near the one that is surest to be. */
static size_t nearest(mr_race *race) {
  size_t found = SIZE_MAX;
  mr_reach best = mr_reach_unknown();
  for (size_t i = 0; i < race->count; i++) {
    const mr_race_lane *lane = &race->lanes[i];
    mr_reach reach;
    if (lane->stays &&
        race->look(race->context, i, MR_RACE_MEASURE, lane->wanted[MR_RACE_MEASURE], &reach) &&
        (reach.value < best.value ||
         (reach.value <= best.value && reach.farthest < best.farthest))) {
      best = reach;
      found = isfinite(reach.value) ? i : found;
    }
  }
  return found;
}

void mr_race_run(mr_race *race) {
  bool runs = race->options.scouts_most > 0;
  race->part = runs ? MR_RACE_SCOUT : MR_RACE_MEASURE;
  race->winner = SIZE_MAX;
  race->complete = false;
  for (size_t i = 0; i < race->count; i++) {
    bool barred = race->lanes[i].barred;
    race->lanes[i] = (mr_race_lane){.barred = barred, .stays = !barred};
  }
  if (runs && !scout(race)) {
    return;
  }
  race->part = MR_RACE_MEASURE;
  for (size_t i = 0; i < race->count; i++) {
    mr_race_lane *lane = &race->lanes[i];
    lane->wanted[MR_RACE_MEASURE] = lane->barred  ? 0
                                    : lane->stays ? race->options.most
                                                  : race->options.least;
  }
  if (!part_is_there(race, MR_RACE_MEASURE)) {
    return;
  }
  race->winner = runs ? nearest(race) : SIZE_MAX;
  if (race->winner != SIZE_MAX) {
    race->part = MR_RACE_CONFIRM;
    race->lanes[race->winner].wanted[MR_RACE_CONFIRM] = race->options.confirm;
  }
  race->complete = race->winner == SIZE_MAX || part_is_there(race, MR_RACE_CONFIRM);
}
