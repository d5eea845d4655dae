/**
 * @file worth.h
 * What pieces are worth, as a run of the kind "values" (run.h): games from the beginning, and then
 * replacement matches, which are planned by what those games say (values.h).
 */
#ifndef MARCHER_WORTH_H
#define MARCHER_WORTH_H

#include <marcher/run.h>
#include <marcher/values.h>

MR_BEGIN_C

/** What one way to find out says. */
typedef struct mr_worth {
  bool done; /**< else `why` says why there is nothing */
  mr_error why;
  uint64_t cases; /**< games, or pairs of them */
  mr_value values[MR_MATERIAL_KINDS_MAX];
  mr_rank rank; /**< where it is done */
} mr_worth;

/** What is known of pieces. */
typedef struct mr_worth_report {
  const mr_material_kinds *kinds;
  size_t unit;                 /**< the kind that is worth 1 */
  uint64_t games;              /**< wanted */
  uint64_t pairs;              /**< wanted of each match */
  bool strangers;              /**< some games had pieces that are of no kind */
  const mr_replacements *plan; /**< NULL: not known yet, or there are no matches */
  mr_worth by_games;           /**< by regression on games from the beginning */
  mr_worth by_matches;         /**< by replacement matches */
  bool complete;
} mr_worth_report;

/** Of the kind "values": what the games of the lowest numbers say, as long as nothing is added;
 * NULL for other kinds, and without memory. */
MR_API const mr_worth_report *mr_run_sum_worth(const mr_run_sum *sum);

MR_END_C

#endif
