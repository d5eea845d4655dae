/**
 * @file examples.h
 * Small positions in which one thing happens that the rules speak of: a capture, a promotion, a
 * duel, a win by this rule or that. They are found in games by chance and thinned out until nothing
 * is left that the example does not need, upon the contract alone: so every game has them, of those
 * things that happen in it.
 */
#ifndef MARCHER_EXAMPLES_H
#define MARCHER_EXAMPLES_H

#include <marcher/game.h>

MR_BEGIN_C

/** No game has more examples. */
#define MR_EXAMPLES_MAX 12

/** What an example shows besides events. */
typedef enum mr_example_kind {
  MR_EXAMPLE_EVENT,  /**< an event of `event` by `rule` */
  MR_EXAMPLE_TURN,   /**< a turn of several actions */
  MR_EXAMPLE_ORDERS, /**< pieces that give orders to others */
  MR_EXAMPLE_LATER   /**< a win by `rule` that comes with the other side's next action, `reply` */
} mr_example_kind;

/** One of them. Texts live in the arena that was given, words are static. */
typedef struct mr_example {
  mr_example_kind kind;
  mr_event_kind event;
  mr_rule_index rule; /**< 0: none in particular */
  const char *title;  /**< "Promotion" */
  const char *task;   /**< what to do, a sentence */
  const char *state;
  const char *actions; /**< that do it, with a blank between each two */
  const char *reply;   /**< of the other side, none of whose actions undoes it; or NULL */
} mr_example;

/** The examples of one game. */
typedef struct mr_examples {
  mr_example items[MR_EXAMPLES_MAX];
  size_t count;
} mr_examples;

/**
 * Finds what there is to show, wins first. @param seed same seed, same examples
 * @return MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_examples_find(const mr_game *game, uint64_t seed,
                                               const mr_allocator *allocator, mr_arena *arena,
                                               mr_examples *out, mr_error *err);

MR_END_C

#endif
