/**
 * @file engine_priv.h
 * What the engine kinds share: how they are registered, the watch over a search's limits, the error
 * model of weak levels, and the few helpers with which they write results.
 */
#ifndef MARCHER_SEARCH_ENGINE_PRIV_H
#define MARCHER_SEARCH_ENGINE_PRIV_H

#include <marcher/engine.h>
#include <marcher/random.h>
#include <math.h>

/* ---- kinds ----------------------------------------------------------------------------------- */

/** Makes an engine. `options` is complete: a known kind, a level in range, memory > 0. */
typedef mr_status (*mr_engine_create_fn)(const mr_game *game, const mr_engine_options *options,
                                         mr_engine **out, mr_error *err);

/** One kind of engine, possibly for some games only; kinds of one name never share a game. */
typedef struct mr_engine_entry {
  const char *kind;
  bool (*can_play)(const mr_game *game);
  mr_engine_create_fn create;
  unsigned errs; /**< levels up to this one leave something to chance; 0: none does */
} mr_engine_entry;

/** All registered kinds, for tests of the table. */
const mr_engine_entry *mr_engine_entries(size_t *count);

/** Fills the part of an engine that every kind has. */
void mr_engine_init(mr_engine *engine, const mr_engine_ops *ops, const mr_game *game,
                    const mr_engine_options *options);

/** An empty result of the engine's own, in which to tell of its progress. */
mr_search_result *mr_engine_so_far(mr_engine *engine);

/** Zeroed room in an arena; `*whole` turns false where there is no memory for it. */
void *mr_engine_room(mr_arena *arena, bool *whole, size_t count, size_t size);

mr_status mr_mcts_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                      mr_error *err);

/** One action ahead: for games whose own player has a static eval. */
bool mr_greedy_can_play(const mr_game *game);
mr_status mr_greedy_new(const mr_game *game, const mr_engine_options *options, mr_engine *judge,
                        mr_engine **out, mr_error *err);

/* ---- the watch over a search's limits -------------------------------------------------------- */

/** When a search must end, and when to tell of its progress. */
typedef struct mr_watch {
  int64_t started;     /**< mr_clock_ns */
  int64_t deadline;    /**< mr_clock_ns; INT64_MAX: none */
  int64_t soft;        /**< mr_clock_ns; from here on a settled choice will do; INT64_MAX: never */
  int64_t next_report; /**< mr_clock_ns */
  const atomic_bool *stop; /**< may be NULL */
  mr_lag *lag;             /**< may be NULL */
} mr_watch;

/** Starts the watch. Only the time limits and the stop flag of `limits` are looked at. */
void mr_watch_start(mr_watch *watch, const mr_limits *limits);

/** Whether the time is up or a stop was asked for; costs a look at the clock. */
bool mr_watch_expired(const mr_watch *watch);

/** Whether a choice that looks settled is enough; costs a look at the clock. */
bool mr_watch_soft_expired(const mr_watch *watch);

/** Whether a report is due (every 100 ms); if so, the next one is due 100 ms from now. */
bool mr_watch_report_due(mr_watch *watch);

double mr_watch_seconds(const mr_watch *watch);

/* ---- limits ---------------------------------------------------------------------------------- */

/** Whether an action is one of those to be considered. */
bool mr_limits_allow(const mr_limits *limits, mr_action action);

/** Keeps those of a list that are to be considered; where there are none, all. @return how many */
size_t mr_limits_filter(const mr_limits *limits, mr_action *list, size_t count);

/** The actions that a result reports, at most: those that were asked for, and else a handful. */
static inline size_t mr_limits_candidates(const mr_limits *limits) {
  enum { USUAL = 8 };
  size_t wanted = limits->lines > USUAL ? limits->lines : USUAL;
  return wanted < MR_SEARCH_CANDIDATES ? wanted : MR_SEARCH_CANDIDATES;
}

/** Whether the level bounds a search: no other limit does, or it is to do so, too. */
bool mr_limits_bind_level(const mr_limits *limits);

/** Nodes of an engine's level: what the game says, or what is usual. */
uint64_t mr_level_nodes(const mr_engine *engine, uint64_t usual);

/** Nodes that a search may take, where its level has so many. @param binds whether that counts */
uint64_t mr_limits_nodes(const mr_limits *limits, bool binds, uint64_t of_level);

/* ---- handicaps ------------------------------------------------------------------------------- */

/*
 * The error model of weak levels: like people they err by not seeing an action, or by thinking too
 * well of it, and not by absurdities. Values are those of a search, so what is chosen in error was
 * always looked at.
 */

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

/* ---- words ----------------------------------------------------------------------------------- */

/** A result that is one action: the choice, the only candidate, and the whole line. */
void mr_search_result_single(mr_search_result *out, mr_action action, double value,
                             const char *reason);

/** Writes a count with commas: "12,345". */
void mr_write_count(mr_str *out, uint64_t count);

/** Writes an expected score 0 .. 1 as whole percent: "61%". */
void mr_write_percent(mr_str *out, double value);

#endif
