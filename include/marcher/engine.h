/**
 * @file engine.h
 * Computer players. An engine is given an observation and a budget, and returns an action with
 * its reasons. It never sees a state.
 */
#ifndef MARCHER_ENGINE_H
#define MARCHER_ENGINE_H

#include <marcher/atomic.h>
#include <marcher/game.h>
#include <marcher/tablebase.h>

MR_BEGIN_C

#define MR_LEVEL_MIN 1     /**< the weakest */
#define MR_LEVEL_DEFAULT 5 /**< for those who do not choose */
#define MR_ENGINE_THREADS_MAX 256
#define MR_SEARCH_CANDIDATES                                                              \
  256                     /**< at most so many actions are reported, if that is asked for \
                           */
#define MR_SEARCH_LINE 32 /**< at most so long is the expected continuation */

/**
 * How late a player is by no fault of its own: what turns cost beside the thinking, and how long
 * others have had the processor meanwhile. Nanoseconds; zeroed, nothing is known yet.
 */
typedef struct mr_lag {
  int64_t usual;  /**< what the way to the clock costs lately: follows within some turns */
  int64_t worst;  /**< the longest delay of late: grows at once, shrinks within many turns */
  int64_t gap;    /**< of this turn, so far: the longest time between two looks at the clock */
  int64_t looked; /**< mr_clock_ns of the last look */
} mr_lag;

/**
 * How long to think, and about what; 0 means "no limit of this kind". Without any of nodes,
 * milliseconds, depth and mate it is the level's own budget. See mr_time_share for clocks.
 */
typedef struct mr_limits {
  uint64_t nodes;
  uint32_t milliseconds;      /**< never longer */
  uint32_t soft_milliseconds; /**< once this has passed, the engine may choose as soon as the choice
                                 looks settled; 0: `milliseconds` are used up */
  uint32_t depth;
  uint32_t mate;           /**< enough once a win within so many turns of the winner is seen */
  unsigned lines;          /**< so many best actions get values of their own; 0: one. Other actions
                              are reported up to eight in all */
  bool level_too;          /**< the level's own budget binds as well, whichever ends first */
  const mr_action *only;   /**< consider these alone, each of which is legal; NULL: all */
  size_t only_count;       /**< of `only`; 0: all */
  const atomic_bool *stop; /**< set by another thread to end the search soon; may be NULL */
  mr_lag *lag;             /**< is told of every look at the clock; may be NULL */
} mr_limits;

/** What a position is worth to the deciding player's team, in the terms of engines. */
typedef struct mr_search_score {
  bool
      known; /**< set by engines that reckon in pawns; mr_engine_think fills the rest from values */
  int centipawns;
  int end_in; /**< actions to a seen end of the game, at least 1; negative: that end is bad for the
                 deciding team; 0: none is seen. A seen draw is 0 centipawns, not an end */
} mr_search_score;

/** One action that was considered. */
typedef struct mr_candidate {
  mr_action action;
  double value;          /**< expected score of the deciding player's team, 0 .. 1 */
  mr_search_score score; /**< the same in pawns */
  bool at_most;          /**< `value` is only a bound: the action did not beat a better one */
  uint64_t visits;       /**< nodes or playouts spent on it */
  size_t line_length;    /**< 0 where no line of its own is known */
  mr_action line[MR_SEARCH_LINE]; /**< expected continuation, beginning with `action` */
} mr_candidate;

/** The outcome of thinking. */
typedef struct mr_search_result {
  mr_action action; /**< the choice; MR_ACTION_NONE only after a failure */
  double value;     /**< expected score of the deciding player's team, 0 .. 1 */
  uint64_t nodes;
  mr_search_score score; /**< the same in pawns */
  unsigned depth;        /**< completed iterations; 0 where it does not apply */
  unsigned selective;    /**< the longest line looked at, in actions; 0 where it does not apply */
  unsigned fullness;     /**< of the engine's table, in thousandths */
  uint64_t probes;       /**< positions settled by endgame tables */
  double seconds;
  size_t candidate_count;
  mr_candidate candidates[MR_SEARCH_CANDIDATES]; /**< best first */
  size_t line_length;
  mr_action line[MR_SEARCH_LINE]; /**< expected continuation, chance outcomes included */
  char reason[512];               /**< why, in words for people: one or two sentences */
} mr_search_result;

/** A computer player at work on one game; one thread at a time. */
typedef struct mr_engine mr_engine;

/**
 * Called while thinking, with the best so far: after each completed iteration, and where an engine
 * has none or they take long, every 100 ms. On the thread that called mr_engine_think.
 */
typedef void (*mr_progress_fn)(void *context, const mr_search_result *so_far);

/** What is wanted of an engine; zeroed, it is the family's best at the default level. */
typedef struct mr_engine_options {
  const char *kind;    /**< "auto" or NULL (the family's best), "mcts", "random" */
  unsigned level;      /**< MR_LEVEL_MIN .. MR_LEVEL_MAX; 0: MR_LEVEL_DEFAULT */
  uint64_t seed;       /**< same seed, same node budget, one thread: same choice */
  size_t memory;       /**< bytes for tables and trees; 0: 64 MiB */
  unsigned threads;    /**< 1 .. MR_ENGINE_THREADS_MAX; 0: one. Kinds that cannot use more do not */
  const char *weights; /**< text that takes the place of game->info.weights; NULL: that one */
  const mr_network *network; /**< in place of game->info.network; NULL: that one; empty: none */
  const char *parameters;    /**< of the search, "ProbcutMargin=110 NullStep=140", see
                                  mr_engine_parameters; NULL: the usual ones */
  mr_probe_fn probe;         /**< endgame tables; NULL: none. Must outlive the engine */
  void *probe_context;
  const mr_allocator *allocator;
} mr_engine_options;

/** What an engine kind implements. */
typedef struct mr_engine_ops {
  mr_status (*think)(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                     mr_search_result *out, mr_error *err);
  void (*forget)(mr_engine *engine); /**< a new game begins; may be NULL */
  /** As mr_engine_renew; NULL: this kind has to be made anew. */
  void (*renew)(mr_engine *engine, uint64_t seed);
  /** As mr_engine_static_eval; NULL: this kind has no opinion without looking ahead. */
  int (*static_eval)(const mr_engine *engine, const mr_state *observation);
  /** As mr_engine_network_eval; NULL: this kind uses no networks. */
  bool (*network_eval)(const mr_engine *engine, const mr_state *observation, int *centipawns);
  /** As mr_engine_piece_value; NULL: this kind uses no networks. */
  bool (*piece_value)(const mr_engine *engine, const mr_state *observation, mr_cell cell,
                      int *centipawns);
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
  /* These two are too large for small stacks. */
  mr_search_result result; /**< of the thought under way */
  mr_search_result so_far; /**< what is told of it to `progress` */
};

/** A number of a search that may be tuned: `marcher spsa` does. */
typedef struct mr_engine_parameter {
  const char *name;
  int value; /**< unless it is told otherwise */
  int least, most;
  const char *about;
} mr_engine_parameter;

/** Those of the family's best engine for a game. @return static; NULL, and a count of 0, for none
 */
MR_API const mr_engine_parameter *mr_engine_parameters(const mr_game *game, size_t *count);

/** Kinds that can play `game`, best first; NULL-terminated, static. */
MR_API const char *const *mr_engine_kinds(const mr_game *game);

/**
 * The highest level at which engines of a kind leave something to chance, so that no two games of
 * theirs are alike; 0: none does. @param kind NULL or "": the best one for the game
 */
MR_API unsigned mr_engine_errs(const mr_game *game, const char *kind);

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

/**
 * Whether engines of a game can use a network; an empty one is no network, and right. @return
 * MR_ERR_MISMATCH where it is for other rules, MR_ERR_UNSUPPORTED for a family that has none or a
 * file of another version, MR_ERR_SYNTAX where it is damaged, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_network_check(const mr_game *game, const mr_network *network,
                                               mr_error *err);

/** Forgets what it learnt in an earlier game. */
MR_API void mr_engine_forget(mr_engine *engine);

/**
 * Makes it what it is when it is made with that seed, its other options being the same: for many
 * short games, of which making an engine is a part that shows.
 * @return false: this kind has to be made anew
 */
MR_NODISCARD MR_API bool mr_engine_renew(mr_engine *engine, uint64_t seed);

/**
 * Bytes of stack that are enough to think, whatever the game and the budget, in a build with
 * optimisation. Chess-like games alone come near: each action that they look ahead, of 128 at most,
 * takes 1 to 3 KiB by the size of the board. 128 KiB are enough for all others. What `progress`
 * takes comes on top.
 */
#define MR_ENGINE_STACK ((size_t)512 << 10)

/**
 * Chooses an action for the player whose decision it is. Allocates nothing; see MR_ENGINE_STACK for
 * the stack, and mind that an mr_search_result is too large for a small one.
 * @pre `observation` is a decision node, observed by that player
 * @return MR_ERR_ARGUMENT where it is no decision node, MR_ERR_ILLEGAL where one of `limits->only`
 *         is not legal there
 */
MR_NODISCARD MR_API mr_status mr_engine_think(mr_engine *engine, const mr_state *observation,
                                              const mr_limits *limits, mr_search_result *out,
                                              mr_error *err);

/**
 * The static eval of a position for the team of the player whose decision it is, in hundredths of a
 * pawn and without looking ahead: what a search weighs at the ends of its lines.
 * @pre as of mr_engine_think
 * @return false where this kind of engine has no such opinion, or nobody decides
 */
MR_API bool mr_engine_static_eval(const mr_engine *engine, const mr_state *observation,
                                  int *centipawns);

/**
 * What a network has added to the static eval: that with it less that of the weights alone.
 * @pre as of mr_engine_think
 * @return false where no network is used, or nobody decides
 */
MR_API bool mr_engine_network_eval(const mr_engine *engine, const mr_state *observation,
                                   int *centipawns);

/**
 * What a piece on the board makes a network add for its owner, in hundredths of a pawn: that with
 * it less that without it.
 * @pre as of mr_engine_think
 * @return false where there is no such piece, or no network is used
 */
MR_API bool mr_engine_piece_value(const mr_engine *engine, const mr_state *observation,
                                  mr_cell cell, int *centipawns);

/** A player's clock, in milliseconds. */
typedef struct mr_clock_view {
  int64_t left;      /**< until the time is up; below 1 counts as 1 */
  int64_t increment; /**< for each turn */
  unsigned to_go; /**< turns until the clock is wound up again; 0: the time is for the whole game */
  int64_t overhead; /**< lost between the choice and the clock, by the way it takes */
  int64_t reserve;  /**< not to be used: kept for a delay */
} mr_clock_view;

/** A turn begins, by the clock: the lag is told of it from now on. */
MR_API void mr_lag_begin(mr_lag *lag);

/** The turn is under way, and its player is not kept from the processor just now. */
MR_API void mr_lag_look(mr_lag *lag);

/**
 * The turn is over. @param way what it has cost beyond the time that it was given, on the way and
 * by overstepping; 0 or less where nobody has told
 */
MR_API void mr_lag_end(mr_lag *lag, int64_t way);

/**
 * Keeps a margin on a clock that follows what has been measured. What clock->overhead says, which
 * is the least that is taken off, covers small delays; so nothing changes where there are no
 * others.
 */
MR_API void mr_lag_apply(const mr_lag *lag, mr_clock_view *clock);

/**
 * Shares out the time on a clock: fills `milliseconds` and `soft_milliseconds`, and where nothing
 * is left also `nodes`, such that a player who obeys the former never oversteps. @param actions
 * expected in one turn, at least 1
 */
MR_API void mr_time_share(const mr_clock_view *clock, unsigned actions, mr_limits *limits);

/**
 * The actions to expect in a turn where `turns` turns have had `actions`: 1 in games without
 * MR_CAN_MULTI, else their mean, at least the 2 that make it several.
 */
MR_API unsigned mr_time_turn_actions(const mr_game *game, uint64_t actions, uint64_t turns);

/** Hundredths of a pawn that stand for an expected score 0 .. 1, and back: 230 are 0.73. */
MR_API int mr_centipawns_of(double value);
MR_API double mr_value_of(int centipawns);

/** One line about a level for menus: "3: plays quickly and sees what is near". Static. */
MR_API const char *mr_level_text(unsigned level);

MR_END_C

#endif
