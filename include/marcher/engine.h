/**
 * @file engine.h
 * Computer players. An engine is given an observation and a budget, and returns an action with
 * its reasons. It never sees a state.
 */
#ifndef MARCHER_ENGINE_H
#define MARCHER_ENGINE_H

#include <marcher/game.h>
#include <stdatomic.h>

#define MR_LEVEL_MIN 1          /**< the weakest */
#define MR_LEVEL_MAX 8          /**< the strongest */
#define MR_LEVEL_DEFAULT 5      /**< for those who do not choose */
#define MR_THOUGHT_CANDIDATES 8 /**< at most so many actions are reported */
#define MR_THOUGHT_LINE 16      /**< at most so long is the expected continuation */

/** How long to think; 0 means "no limit of this kind". All zero: the level's own budget. */
typedef struct mr_limits {
  uint64_t nodes;
  uint32_t milliseconds;
  uint32_t depth;
  const atomic_bool *stop; /**< set by another thread to end the search soon; may be NULL */
} mr_limits;

/** One action that was considered. */
typedef struct mr_candidate {
  mr_action action;
  double value;    /**< expected score of the deciding player's team, 0 .. 1 */
  bool at_most;    /**< `value` is only a bound: the action did not beat a better one */
  uint64_t visits; /**< nodes or playouts spent on it */
} mr_candidate;

/** The outcome of thinking. */
typedef struct mr_thought {
  mr_action action; /**< the choice; MR_ACTION_NONE only after a failure */
  double value;     /**< expected score of the deciding player's team, 0 .. 1 */
  uint64_t nodes;
  unsigned depth; /**< completed iterations; 0 where it does not apply */
  double seconds;
  size_t candidate_count;
  mr_candidate candidates[MR_THOUGHT_CANDIDATES]; /**< best first */
  size_t line_length;
  mr_action line[MR_THOUGHT_LINE]; /**< expected continuation, chance outcomes included */
  char reason[512];                /**< why, in words for people: one or two sentences */
} mr_thought;

/** A computer player at work on one game; one thread at a time. */
typedef struct mr_engine mr_engine;

/** Called now and then while thinking, with the best so far. */
typedef void (*mr_progress_fn)(void *context, const mr_thought *so_far);

/** What is wanted of an engine; zeroed, it is the family's best at the default level. */
typedef struct mr_engine_options {
  const char *kind; /**< "auto" or NULL (the family's best), "mcts", "random" */
  unsigned level;   /**< MR_LEVEL_MIN .. MR_LEVEL_MAX; 0: MR_LEVEL_DEFAULT */
  uint64_t seed;    /**< same seed, same node budget: same choice */
  size_t memory;    /**< bytes for tables and trees; 0: 64 MiB */
  const mr_allocator *allocator;
} mr_engine_options;

/** What an engine kind implements. */
typedef struct mr_engine_ops {
  mr_status (*think)(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                     mr_thought *out, mr_error *err);
  void (*forget)(mr_engine *engine); /**< a new game begins; may be NULL */
  void (*free)(mr_engine *engine);
} mr_engine_ops;

/** Engines embed this as their first member. */
struct mr_engine {
  const mr_engine_ops *ops;
  const mr_game *game;
  const char *kind;
  unsigned level;
  mr_progress_fn progress; /**< set by the user; may be NULL */
  void *progress_context;
};

/** Kinds that can play `game`, best first; NULL-terminated, static. */
MR_API const char *const *mr_engine_kinds(const mr_game *game);

/**
 * Makes an engine for a game, which must outlive it; all memory is taken here. `options` may be
 * NULL. Free it with mr_engine_free.
 * @return MR_ERR_UNKNOWN for a kind that there is not, MR_ERR_UNSUPPORTED if it cannot play this
 *         game, MR_ERR_RANGE for a level, MR_ERR_ARGUMENT, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_engine_new(const mr_game *game, const mr_engine_options *options,
                                            mr_engine **out, mr_error *err);
/** Frees an engine; NULL is accepted. */
MR_API void mr_engine_free(mr_engine *engine);

/** Forgets what it learnt in an earlier game. */
MR_API void mr_engine_forget(mr_engine *engine);

/**
 * Chooses an action for the player whose decision it is. Allocates nothing.
 * @pre `observation` is a decision node, observed by that player
 */
MR_NODISCARD MR_API mr_status mr_engine_think(mr_engine *engine, const mr_state *observation,
                                              const mr_limits *limits, mr_thought *out,
                                              mr_error *err);

/** One line about a level for menus: "3: plays quickly and sees what is near". Static. */
MR_API const char *mr_level_text(unsigned level);

#endif
