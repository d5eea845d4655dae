/**
 * @file perft_counter.h
 * Counting again and again with the memory of the first time: for the threads of a count, and for
 * the law that measures a family's own count against the contract's.
 */
#ifndef MARCHER_KERNEL_PERFT_COUNTER_H
#define MARCHER_KERNEL_PERFT_COUNTER_H

#include <marcher/perft.h>

/**
 * What one action on the way down needs: the record to take it back, and the list it was taken
 * from. `list` is actions at a decision node and outcomes at a chance node.
 */
typedef struct mr_perft_level {
  void *undo;
  mr_action *list;
} mr_perft_level;

/**
 * Room to count in. It ends where the family counts by itself (mr_game_ops.perft), if it does and
 * is `trusted` to. Chance nodes cost levels but no depth, so the number of levels is found out: a
 * count that runs out of them begins again with twice as many, up to the length of a game.
 */
typedef struct mr_perft_counter {
  const mr_game *game;
  mr_arena arena;
  mr_state *state;
  mr_chance *chances; /**< scratch: outcomes are copied to their level's list */
  mr_perft_level *levels;
  size_t level_count; /**< 0: nothing has been allocated */
  bool trusted;
  bool ran_out;
  /**
   * Asked now and then: where it says so the count ends soon, and what it says means nothing. The
   * family, which does not ask, then counts the last plies alone. NULL, as after init: never
   */
  bool (*stopped)(const void *context);
  const void *context;
} mr_perft_counter;

/** Allocates nothing yet. @param trusted whether the family's own count may be used */
void mr_perft_counter_init(mr_perft_counter *counter, const mr_game *game, bool trusted,
                           const mr_allocator *allocator);

/** mr_perft for a whole state and a depth in range. Allocates the first time, and seldom later. */
MR_NODISCARD mr_status mr_perft_counter_count(mr_perft_counter *counter, const mr_state *state,
                                              unsigned depth, uint64_t *nodes, mr_error *err);

/** Frees the room. */
void mr_perft_counter_done(mr_perft_counter *counter);

#endif
