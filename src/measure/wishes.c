/* What a designer wishes of a game, and whether it is so; what two games differ in. */
#include <marcher/measures.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/** "first=50" means within so much of it. */
#define NEAR_SHARE 0.01
#define NEAR_NUMBER 0.5
/** No wish speaks of more: numbers of a game are below, and nobody mistypes so far. */
#define FIGURE_MAX 1e6
/** More games than that are nobody's. */
#define GAMES_MOST 1e12

/* ---- reading --------------------------------------------------------------------------------- */

/** A figure of digits and at most one point, without the locale. */
static bool read_figure(const char **at, double *out) {
  double value = 0;
  double place = 0;
  bool any = false;
  const char *c = *at;
  /* ".." separates bounds, so a point counts where a digit follows. */
  for (; mr_text_is_digit(*c) || (*c == '.' && place == 0 && mr_text_is_digit(c[1])); c++) {
    if (*c == '.') {
      place = 1;
    } else {
      value = 10 * value + (*c - '0');
      place *= 10;
      any = true;
    }
  }
  *out = place > 0 ? value / place : value;
  *at = c;
  return any && *out <= FIGURE_MAX;
}

static mr_status refuse(const char *text, mr_error *err) {
  return mr_error_set(err, MR_ERR_SYNTAX,
                      "'%s' is no wish: write a measure and what it should be, as in "
                      "first=45..55, draws<30, turns>20 or turns=40",
                      text);
}

/** What follows the sign: "45..55", "45..", "..55", "50". */
static bool read_bounds(const char *at, double near, double *low, double *high) {
  bool from = read_figure(&at, low);
  bool range = strncmp(at, "..", 2) == 0;
  at += range ? 2 : 0;
  bool to = range && *at != '\0' && read_figure(&at, high);
  if (*at != '\0' || (!from && !to)) {
    return false;
  }
  if (!range) {
    *high = *low + near;
    *low -= near;
  } else {
    *low = from ? *low : -INFINITY;
    *high = to ? *high : INFINITY;
  }
  return true;
}

/** Whether a measure is a share, by its name alone. */
static bool is_share(const char *id) {
  static const char *const shares[] = {"first",   "draws",  "unfinished", "comebacks",
                                       "luckier", "turned", "skill2",     "skill10"};
  bool found = strchr(id, ':') != NULL;
  for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
    found = found || strcmp(id, shares[i]) == 0;
  }
  return found;
}

mr_status mr_wish_parse(const char *text, mr_wish *out, mr_error *err) {
  mr_wish wish = {.low = -INFINITY, .high = INFINITY};
  size_t length = strcspn(text, "=<>");
  if (length == 0 || length >= sizeof wish.id || text[length] == '\0') {
    return refuse(text, err);
  }
  memcpy(wish.id, text, length);
  mr_status status = mr_measure_check(NULL, wish.id, err);
  if (status != MR_OK) {
    return status;
  }
  bool share = is_share(wish.id);
  const char *at = text + length + 1;
  bool good = true;
  if (text[length] == '=') {
    good = read_bounds(at, share ? 100 * NEAR_SHARE : NEAR_NUMBER, &wish.low, &wish.high);
  } else {
    good = read_figure(&at, text[length] == '<' ? &wish.high : &wish.low) && *at == '\0';
  }
  if (!good) {
    return refuse(text, err);
  }
  wish.low /= share ? 100 : 1;
  wish.high /= share ? 100 : 1;
  if (wish.low > wish.high || (share && (wish.low > 1 || wish.high < 0))) {
    return mr_error_set(err, MR_ERR_RANGE, "nothing can be as '%s' wishes", text);
  }
  *out = wish;
  return MR_OK;
}

/* ---- answers --------------------------------------------------------------------------------- */

/*
 * Where nobody says otherwise. The first mover's 45 to 55%: chess, which nobody calls unfair, gives
 * White 54 to 55. Draws below half: more, and most games are played for nothing. An end to 98 of
 * 100. Two good options: with one, players carry out. Ten times the thought should score 60%: what
 * decides less than that is decided by chance, or by who moves first.
 */
static const mr_wish defaults[] = {
    {"first", 0.45, 0.55},    {"draws", -INFINITY, 0.5},  {"unfinished", -INFINITY, 0.02},
    {"options", 2, INFINITY}, {"skill10", 0.6, INFINITY},
};

size_t mr_wish_defaults(const mr_wish **out) {
  *out = defaults;
  return sizeof defaults / sizeof defaults[0];
}

mr_answer mr_wish_answer(const mr_wish *wish, mr_summary *summary, mr_measure *out) {
  mr_measure found;
  if (!mr_measure_find(summary, wish->id, MR_TAIL_95, &found)) {
    return MR_ANSWER_UNKNOWN;
  }
  mr_interval at = found.interval;
  *out = found;
  if (strcmp(wish->id, "first") == 0 && mr_summary_random(summary).many) {
    return MR_ANSWER_UNDECIDED;
  }
  if (at.low >= wish->low && at.high <= wish->high) {
    return MR_ANSWER_YES;
  }
  return at.low > wish->high || at.high < wish->low ? MR_ANSWER_NO : MR_ANSWER_UNDECIDED;
}

/** How near a figure is to a bound that it has to be told from, and what its interval has there. */
typedef struct gap {
  double distance;
  double width;
} gap;

static gap gap_of(const mr_wish *wish, mr_interval at) {
  double below = at.value - at.low, above = at.high - at.value;
  if (at.value < wish->low) {
    return (gap){wish->low - at.value, above};
  }
  if (at.value > wish->high) {
    return (gap){at.value - wish->high, below};
  }
  return isfinite(wish->low) && isfinite(wish->high)
             ? (gap){(wish->high - wish->low) / 2, (below + above) / 2}
         : isfinite(wish->low) ? (gap){at.value - wish->low, below}
                               : (gap){wish->high - at.value, above};
}

uint64_t mr_wish_games(const mr_wish *wish, mr_summary *summary) {
  mr_measure found;
  if (mr_wish_answer(wish, summary, &found) != MR_ANSWER_UNDECIDED || summary->unfinished > 0 ||
      (strcmp(wish->id, "first") == 0 && mr_summary_random(summary).many)) {
    return 0; /* it is decided, or what is not known is no matter of how many there are */
  }
  gap it = gap_of(wish, found.interval);
  double games = (double)summary->games * it.width * it.width / (it.distance * it.distance);
  if (!(it.distance > 0) || !isfinite(games) || games > GAMES_MOST) {
    return 0;
  }
  uint64_t told = (uint64_t)games + 1, unit = 1;
  while (told / unit >= 100) { /* two digits say as much as is known */
    unit *= 10;
  }
  return (told + unit / 2) / unit * unit;
}

/* ---- two definitions ------------------------------------------------------------------------- */

/** All comparisons together are wrong in so many cases at most. */
#define FAMILY_ERROR 0.05

/** The measures that both have; a rule that ended no game of one of them ended none of so many. */
static size_t pair_up(mr_summary *before, mr_summary *after, mr_comparison *out) {
  size_t count = 0;
  mr_measure known;
  for (size_t i = 0; i < mr_measure_count(before); i++) {
    mr_comparison *one = &out[count];
    count += mr_measure_at(before, i, MR_TAIL_95, &one->before) &&
             mr_measure_find(after, one->before.id, MR_TAIL_95, &one->after);
  }
  for (size_t i = 0; i < mr_measure_count(after); i++) {
    mr_comparison *one = &out[count];
    bool new_end =
        mr_measure_at(after, i, MR_TAIL_95, &one->after) && strncmp(one->after.id, "end:", 4) == 0;
    bool listed = false;
    for (size_t k = 0; new_end && k < count; k++) {
      listed = listed || strcmp(out[k].after.id, one->after.id) == 0;
    }
    if (new_end && !listed && mr_measure_find(before, one->after.id, MR_TAIL_95, &known)) {
      one->before = known;
      count++;
    }
  }
  return count;
}

size_t mr_compare(mr_summary *before, mr_summary *after, mr_comparison *out) {
  size_t count = pair_up(before, after, out);
  for (size_t i = 0; i < count; i++) {
    mr_comparison *one = &out[i];
    mr_measure a, b;
    double tail = FAMILY_ERROR / (double)count / 2; /* Bonferroni, and two ends each */
    one->difference = mr_interval_difference(one->after.interval, one->before.interval);
    one->differs = mr_measure_find(before, one->before.id, tail, &a) &&
                   mr_measure_find(after, one->before.id, tail, &b) &&
                   mr_interval_is_difference(mr_interval_difference(b.interval, a.interval));
  }
  return count;
}
