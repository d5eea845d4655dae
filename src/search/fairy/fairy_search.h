/**
 * @file fairy_search.h
 * Alpha-beta for the chess-like family. The search proper is compiled once for each core of the
 * rules (alphabeta.h and what it includes); this header is what those and the player share.
 */
#ifndef MARCHER_SEARCH_FAIRY_FAIRY_SEARCH_H
#define MARCHER_SEARCH_FAIRY_FAIRY_SEARCH_H

#include "rules/fairy/fairy.h"
#include "search/engine_priv.h"
#include "search/fairy/params.h"
#include "search/fairy/tt.h"
#include "search/fairy/weights.h"

enum {
  MR_FYS_MAX_PLY = 128,       /**< deepest line, in actions */
  MR_FYS_WIN = 30000,         /**< a won game, less the plies to it */
  MR_FYS_PARTIAL_WIN = 15000, /**< a game won by three quarters, less the plies to it */
  MR_FYS_MATE_BOUND = 14000,  /**< beyond this, the end of the game has been seen */
  MR_FYS_INFINITY = 32000     /**< with the sign it fits into the 16 bits of the table */
};

/** One action at the root with what is known of it. */
typedef struct mr_fys_root {
  mr_action action;
  int score;    /**< for the side to move; -MR_FYS_INFINITY: not looked at */
  int before;   /**< the same, of the iteration before */
  bool at_most; /**< only a bound */
  uint64_t nodes;
  unsigned line_length;
  mr_action line[MR_SEARCH_LINE];
} mr_fys_root;

/** What a node leaves for its children: an entry of the search stack. */
typedef struct mr_fys_frame {
  mr_action action;   /**< made here; MR_ACTION_NONE: a turn given away */
  mr_action excluded; /**< not to be tried here: the rest is looked at without it */
  mr_action killers[2];
  int16_t *continuation[2]; /**< what has cut one and two actions later; see movepick.h */
  mr_fys_sum sum;           /**< of the men, see eval.h */
  uint16_t place;           /**< see piece_to_of */
  uint16_t next;            /**< the same of the kind alone: its place in continuation histories */
  uint32_t quiet;           /**< its place in the history of quiet actions, see quiet_place */
  uint16_t tried;           /**< actions, with the one that is being tried */
  int stat_score;           /**< what histories say of that; 0 where it is not quiet */
  int16_t static_eval;      /**< for the side to move; MR_FYS_NO_EVAL in danger */
  uint8_t side;
  bool found;    /**< the table knew the position */
  bool null;     /**< a turn was given away here */
  bool noisy;    /**< the action made here was a capture or promotion */
  bool repeated; /**< it brought about a position that there had been before */
} mr_fys_frame;

enum {
  MR_FYS_FRAMES_BEFORE = 5, /**< frames in front of the root's: nodes look so many plies back */
  MR_FYS_FRAMES = MR_FYS_FRAMES_BEFORE + MR_FYS_MAX_PLY + 3,
  MR_FYS_NO_EVAL = -32001,      /**< no static eval */
  MR_FYS_REDUCTIONS = 64,       /**< size of the table of reductions */
  MR_FYS_PAWN_ERRORS = 1 << 14, /**< size of the table of errors by pawns: a power of two */
#ifdef MR_STRESS
  MR_FYS_RAW_EVALS = 1
#else
  MR_FYS_RAW_EVALS = 1 << 13 /**< size of the table of raw evals: a power of two */
#endif
};

/** A step that a man can take back; see cycles.h. */
typedef struct mr_fys_step {
  uint64_t difference; /**< of the keys, without their last bit */
  uint16_t code;       /**< 0: none */
  uint8_t cell[2];
} mr_fys_step;

typedef struct mr_fys_steps {
  mr_fys_step *step; /**< NULL: they are not asked for */
  size_t mask;
} mr_fys_steps;

/** A raw eval, with all that it depends on: the table forgets those of nodes that are cut at once.
 */
typedef struct mr_fys_raw_eval {
  uint64_t key;
  uint16_t idle, counted, count_limit; /**< of the state */
  int16_t eval;
} mr_fys_raw_eval;

/** What all threads of a search share. */
typedef struct mr_fys_shared {
  const mr_fy_game *game;
  const struct mr_fys_core *core;
  const mr_allocator *allocator;
  mr_fys_weights *weights;
  struct mr_fyn *network; /**< what it adds to the static eval; NULL: nothing */
  mr_fys_params params;
  mr_fys_steps steps; /**< by which repetitions are foreseen */
  mr_fys_tt tt;
  mr_probe_fn probe;
  void *probe_context;
  mr_watch watch;
  size_t memory;          /**< as it was asked for */
  unsigned threads;       /**< at work on this search */
  uint64_t node_limit;    /**< of all threads together */
  _Atomic uint64_t nodes; /**< of all threads, a little late; used where there are several */
  _Atomic uint64_t probes;
  atomic_bool stopped;
} mr_fys_shared;

struct mr_fys_search;
struct mr_fyn_layout;
struct mr_fyn_change;

/** What one search is to do. */
typedef struct mr_fys_task {
  const mr_limits *limits;
  unsigned depth;    /**< at most */
  size_t lines;      /**< so many best actions get true scores */
  mr_engine *engine; /**< whose progress is told */
  /** After each iteration, and every 100 ms where they take longer; NULL: nobody is told. */
  void (*report)(mr_engine *engine, const struct mr_fys_search *search);
} mr_fys_task;

/** A search by one thread, and its memory. */
typedef struct mr_fys_search {
  const mr_fy_game *game;
  const struct mr_fys_core *core;
  const mr_fys_weights *weights;
  const struct mr_fyn *network; /**< of all threads, or NULL; see network_search.h */
  mr_fys_shared *shared;
  mr_arena arena; /**< holds all arrays below */
  mr_fys_eval eval;
  mr_fys_params params; /**< those of all threads */
  mr_state *state;      /**< the one that is worked on */
  void *undo;           /**< records of MR_FYS_MAX_PLY + 1 actions */
  size_t undo_size;
  mr_action *lists; /**< of MR_FYS_MAX_PLY + 1 nodes, list_size each */
  int *orders;      /**< the same */
  size_t list_size;
  mr_fys_frame *frames;       /**< of the root's node; some in front of it are empty */
  int16_t *history;           /**< which quiet actions have cut, see quiet_place */
  int16_t *capture_history;   /**< [code * cells + to][kind taken] */
  int16_t *continuation[2];   /**< continuation history: rows of what cuts one and two actions after
                                 an action */
  mr_action *counter_moves;   /**< [code * cells + to]: what cut after it */
  mr_fys_raw_eval *raw_evals; /**< by key; NULL: they depend on more than it holds */
  int16_t *pawn_error;        /**< [key of pawns, side]: how far static evals were off, in 1/16 */
  int16_t *turn_error;        /**< [action before, side]: the same */
  size_t piece_to_count;      /**< codes * cells */
  size_t from_to_count;       /**< sides * cells * cells */
  size_t continuation_rows;   /**< of `continuation` */
  bool used;                  /**< since all of that was empty: untouched, it has no memory yet */
  mr_action line[MR_FYS_MAX_PLY + 1][MR_FYS_MAX_PLY + 1];
  unsigned line_length[MR_FYS_MAX_PLY + 1];
  int16_t *sums;                   /**< of the network, [ply][view][width] */
  bool summed[MR_FYS_MAX_PLY + 2]; /**< those of the ply are up to date */
  mr_fys_root *roots;
  size_t root_count;
  uint8_t reductions[MR_FYS_REDUCTIONS]
                    [MR_FYS_REDUCTIONS]; /**< [depth][index], in eighths of a ply */
  uint64_t nodes, nodes_reported;        /**< `nodes_reported` of them are in shared->nodes */
  uint64_t clock_at;                     /**< nodes at which the clock is read next */
  unsigned root_depth;
  unsigned null_min_ply;   /**< no turn is given away before this ply: a null move is verified */
  unsigned selective;      /**< the deepest line of this search */
  unsigned index;          /**< 0 for the thread that reports */
  unsigned done;           /**< iterations completed */
  const mr_fys_task *task; /**< what it is at */
  bool root_in_tablebase;  /**< tables know the root: ask them about each of its actions */
  bool last_ones;          /**< men who are no royals may be such that their loss ends the game */
  bool careful;            /**< turns that look idle can decide: a step on a goal, a capture that
                              has to be made. Less is left out then */
  bool all_exact;          /**< all of the root's actions get true scores: each has a search */
  bool stopped;
} mr_fys_search;

/** The search for one core. */
typedef struct mr_fys_core {
  /** Fills the weights from the tables of a game, and from those given (NULL: none). */
  void (*init_values)(const mr_fy_game *game, const mr_fy_weights *given,
                      const mr_fys_eval_params *params, mr_fys_weights *out);
  /** The static eval of a position, for the side to move. */
  int (*evaluate)(const mr_fys_eval *eval, const mr_state *state);
  /** The same with what a network adds. */
  int (*evaluate_with)(const mr_fys_eval *eval, const mr_state *state, mr_fys_added added);
  /** The static eval as the search uses it, scaled by idleness. @param light only what a light
   *  network adds to @param left receives the part of a lead that counts, in 1/MR_FYS_FULL */
  int (*evaluate_left)(const mr_fys_eval *eval, const mr_state *state, bool light, int *left);
  /** The same by its terms, for tuning: their counts and how they are blended. */
  int (*trace)(const mr_fys_eval *eval, const mr_state *state, mr_fys_trace *out);
  /** Blends a sum of terms as evaluate does; from White's view. */
  int (*blend)(mr_fys_pair sum, int phase, int scale);
  /** Whether nothing is in check, nothing can be won by captures and promotions at once, and the
   *  best action is neither. */
  bool (*quiet)(const mr_fys_eval *eval, const mr_state *state, const mr_action *list, size_t count,
                mr_action best);
  /**
   * Searches the root's actions from the `first` on to search->root_depth, within a window; those
   * that beat the others come to the front. @return the best score
   */
  int (*root)(mr_fys_search *search, size_t first, int alpha, int beta);
  /** Static exchange evaluation: what the captures on the target of an action come to. */
  int (*see)(const mr_fys_eval *eval, const mr_state *state, mr_action action);
  /** Puts men where an action puts them, and says what that changes for a network: for tests. */
  void (*network_change)(const struct mr_fyn_layout *layout, mr_state *state, mr_action action,
                         struct mr_fyn_change *out);
  /** Lists the steps that men can take back. @return false without memory */
  bool (*init_steps)(const mr_fy_game *game, const mr_allocator *allocator, mr_fys_steps *out);
  /** Whether the side to move can repeat a position; see cycles.h. */
  bool (*can_come_back)(const struct mr_fys_search *search, unsigned ply);
  size_t structure_size; /**< of an entry of the pawn table */
  /** Whether they come to so much at least. */
  bool (*see_ge)(const mr_fys_eval *eval, const mr_state *state, mr_action action, int at_least);
} mr_fys_core;

extern const mr_fys_core mr_fys_w1, mr_fys_w2, mr_fys_w4;
extern const mr_fys_core mr_fys_w1_bmi2, mr_fys_w2_bmi2, mr_fys_w4_bmi2;

/** The search that was compiled for a game's core. */
const mr_fys_core *mr_fys_core_for(const mr_fy_game *game);

/** How far away the end is that a score has seen. @pre it is beyond MR_FYS_MATE_BOUND */
static inline int mr_fys_end_distance(int score) {
  int size = score < 0 ? -score : score;
  return (size > MR_FYS_PARTIAL_WIN ? MR_FYS_WIN : MR_FYS_PARTIAL_WIN) - size;
}

/** Whether a score has seen the end of the game. */
static inline bool mr_fys_sees_end(int score) {
  return score > MR_FYS_MATE_BOUND || score < -MR_FYS_MATE_BOUND;
}

/**
 * A number that changes with what the weights say, be it for their values or for the program that
 * counts: of the terms, and of static evals along a game at random. Networks add to one evaluation,
 * and fit no other. @return MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_fys_weights_fingerprint(const mr_fys_eval *eval,
                                                  const mr_allocator *allocator, uint64_t *out,
                                                  mr_error *err);

/** Score of a game that is over, for the side to move. @param distance from the root, in actions */
int mr_fys_end_score(const mr_state *state, unsigned distance);

/* ---- search.c: memory ------------------------------------------------------------------------ */

/** Fills what threads share. `options` is complete. */
MR_NODISCARD mr_status mr_fys_shared_init(mr_fys_shared *shared, const mr_fy_game *game,
                                          const mr_engine_options *options, mr_error *err);
void mr_fys_shared_done(mr_fys_shared *shared);
MR_NODISCARD mr_status mr_fys_search_init(mr_fys_search *search, mr_fys_shared *shared,
                                          mr_error *err);
void mr_fys_search_done(mr_fys_search *search);
/** Forgets what was learnt in an earlier game; the table is not touched. */
void mr_fys_search_forget(mr_fys_search *search);

/* ---- iterate.c: deeper and deeper ------------------------------------------------------------ */

/** Sets a search on a position; search->shared is ready. */
void mr_fys_search_set_root(mr_fys_search *search, const mr_state *root, const mr_limits *limits);
/** Iterates; the result is in search->roots. search->done is the completed depth. */
void mr_fys_search_run(mr_fys_search *search, const mr_fys_task *task);

/* ---- player.c -------------------------------------------------------------------------------- */

/** Levels up to this one choose now and then in haste. */
#define MR_FYS_ERRS 5
bool mr_fys_can_play(const mr_game *game);
/** As mr_network_check, of a game that can be played. */
mr_status mr_fys_network_check(const mr_game *game, const mr_network *network, mr_error *err);
mr_status mr_fys_player_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                            mr_error *err);

#endif
