#ifndef MARCHER_CLI_COMMANDS_LAB_FIELD_H
#define MARCHER_CLI_COMMANDS_LAB_FIELD_H

/**
 * @file
 * Games of experiments on all cores. They are told in the order of their numbers, whoever plays
 * them: what is broken off leaves the first so many games, not those that were over soonest.
 */

#include <marcher/measure.h>

#include "cli/cli.h"

/** Games to be played. */
typedef struct lab_field {
  const mr_experiment *experiments; /**< game i of each, one after the other, then game i + 1 */
  size_t count;                     /**< of them, 1 or 2 */
  uint64_t first;                   /**< number of the first game; those before have been played */
  uint64_t games;                   /**< of each, from `first` on */
  unsigned threads;                 /**< 0: all cores */
  int64_t until;                    /**< mr_clock_ns at which no game is begun any more; 0: never */
  /** Is given each game, by one thread at a time. @param which experiment */
  mr_status (*take)(void *context, size_t which, const mr_played *played, mr_error *err);
  /** Writes where things stand, for the line of progress; may be NULL. */
  void (*tell)(void *context, mr_str *out);
  void *context;
  const char *what; /**< for the line of progress */
} lab_field;

/**
 * Plays them. A signal, or the time, ends it early: that is no failure.
 * @param taken receives the games that were given to `take`
 */
MR_NODISCARD mr_status lab_field_play(cli_context *cli, const lab_field *field, uint64_t *taken,
                                      mr_error *err);

#endif
