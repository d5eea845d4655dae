#ifndef MARCHER_CLI_CREW_H
#define MARCHER_CLI_CREW_H

/**
 * @file
 * Numbered work that several threads do. Results are taken in the order of the numbers, so that
 * what comes of them does not depend on how many threads there are, nor on which is faster.
 */

#include <stdatomic.h>

#include "cli/cli.h"

/** Results for each thread that may wait for one before them. */
#define CLI_CREW_SLOTS 4

/** The work. Functions but `tick` may be called by any thread. */
typedef struct cli_crew {
  unsigned threads;
  uint64_t count; /**< of what is to be done, from number 0 */
  void *slots;    /**< `threads` * ::CLI_CREW_SLOTS results, zeroed, whose bytes the caller owns */
  size_t slot_size;
  void *context;
  /** Makes what a thread needs. @param halt is set when nothing is wanted any more */
  mr_status (*begin)(void *context, const atomic_bool *halt, void **worker, mr_error *err);
  void (*end)(void *worker);
  /** Does one thing, into a slot that holds an older result, or zeros. */
  mr_status (*work)(void *worker, uint64_t number, void *slot, mr_error *err);
  /** Takes a result, one at a time, in order. @param enough set where no more are wanted */
  mr_status (*take)(void *context, uint64_t number, void *slot, bool *enough, mr_error *err);
  /** Told now and then, on the thread that asked, how many results were taken. */
  void (*tick)(void *context, uint64_t taken);
} cli_crew;

/** How many threads an option asks for: all cores where it is not given. */
unsigned cli_crew_threads(cli_number option);

/**
 * Works until all is done, or enough is. A signal ends it early, with what was taken by then: that
 * is no failure. @return the first failure
 */
MR_NODISCARD mr_status cli_crew_run(const cli_crew *crew, mr_error *err);

#endif
