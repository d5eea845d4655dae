/**
 * @file perft_threads.h
 * Counting leaf states on several cores.
 */
#ifndef MARCHER_PERFT_THREADS_H
#define MARCHER_PERFT_THREADS_H

#include <marcher/perft.h>

MR_BEGIN_C

/** Most threads of a count. */
#define MR_PERFT_THREADS_MAX 256

/** How a count is done. Nothing here changes its result. */
typedef struct mr_perft_options {
  unsigned depth;
  unsigned threads;              /**< 1 .. ::MR_PERFT_THREADS_MAX; fewer where the system refuses */
  const mr_allocator *allocator; /**< NULL: the C library's. Asked by one thread at a time */
  mr_perft_branch_fn branch;     /**< NULL, or called at the end, by the caller's thread, for every
                                      legal action of the root in its order */
  void *context;                 /**< of `branch` */
} mr_perft_options;

/**
 * mr_perft, or mr_perft_divide where options->branch is given, by several threads. They take the
 * sequences of the first few actions from one queue, each with a state of its own.
 *
 * @param nodes receives the count, on success alone
 * @return as mr_perft and mr_perft_divide; MR_ERR_RANGE also for a number of threads out of range.
 * `branch` is not called unless the count succeeds
 */
MR_NODISCARD MR_API mr_status mr_perft_threads(const mr_game *game, const mr_state *state,
                                               const mr_perft_options *options, uint64_t *nodes,
                                               mr_error *err);

MR_END_C

#endif
