/**
 * @file engine_priv.h
 * What the engine kinds share: the watch over a search's limits, and the few
 * helpers with which they write results.
 */
#ifndef MARCHER_SEARCH_ENGINE_PRIV_H
#define MARCHER_SEARCH_ENGINE_PRIV_H

#include <marcher/engine.h>

/* ---- kinds ----------------------------------------------------------------------------------- */

/** Fills the part of an engine that every kind has. */
void mr_engine_init(mr_engine *engine, const mr_engine_ops *ops, const mr_game *game,
                    const mr_engine_options *options);

mr_status mr_random_player_new(const mr_game *game, const mr_engine_options *options,
                               mr_engine **out, mr_error *err);
mr_status mr_mcts_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                      mr_error *err);

/* ---- the watch over a search's limits -------------------------------------------------------- */

/** When a search must end, and when to tell of its progress. */
typedef struct mr_watch {
  int64_t started;     /**< mr_clock_ns */
  int64_t deadline;    /**< mr_clock_ns; INT64_MAX: none */
  int64_t soft;        /**< mr_clock_ns; from here on a settled choice will do; INT64_MAX: never */
  int64_t next_report; /**< mr_clock_ns */
  const atomic_bool *stop; /**< may be NULL */
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

/* ---- words ----------------------------------------------------------------------------------- */

/** Writes a count with commas: "12,345". */
void mr_write_count(mr_str *out, uint64_t count);

/** Writes an expected score 0 .. 1 as whole percent: "61%". */
void mr_write_percent(mr_str *out, double value);

#endif
