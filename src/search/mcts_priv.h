/**
 * @file mcts_priv.h
 * Monte-Carlo tree search from the contract alone, and how its files divide the work:
 *
 * - mcts.c          creation, levels, and the loop over playouts
 * - mcts_tree.c     one playout's way through the tree: selection, chance, expansion
 * - mcts_playout.c  from the tree's edge to the end of the game
 * - mcts_backup.c   what a playout teaches the nodes on its way
 * - mcts_report.c   from a tree to an mr_search_result
 *
 * The tree
 * - A node stands for one sequence of actions from the root, so that its state, history and all,
 *   is that of everybody who comes by. Such a node is *closed*.
 * - Where the root hides something, every playout first completes the observation anew; where a
 *   chance node has very many outcomes, they share one child. Below, a node is *open*: those who
 *   come by may differ in state and legal actions. There a child competes only when its action
 *   is legal, and its exploration counts only the times when it was (`offered`).
 * - A node's children are a list, newest first, keyed by the action and who takes it.
 *
 * Growth
 * - A young node gets its children one by one, by preference those whose actions have done well
 *   elsewhere in this search. One that has proved worth its memory gets all of them.
 * - A playout also teaches the brothers of the nodes it went through: those whose action the same
 *   player took later in it. Such kinship tells much where an action is the same action later
 *   (a stone on a cell), and fades with a child's own visits where it is not.
 *
 * Bounds
 * - In games of two teams, closed nodes carry bounds on the score of the first team under best
 *   play, in units of 1 / MR_MCTS_FULL, never rounded the wrong way. A terminal state's are equal;
 *   a decision's follow from its children's, an untried action may still be worth anything; a
 *   chance node's are means, an outcome never seen likewise.
 * - Equal bounds are a proof. A child that cannot beat what the mover already has for certain is
 *   visited no more.
 *
 * @source L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo Planning", ECML 2006.
 * @source D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550 (2017):
 *         the form of the exploration term.
 * @source P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
 *         TCIAIG 4 (2012): availability counts.
 * @source T. Cazenave, A. Saffidine, "Score Bounded Monte-Carlo Tree Search", CG 2010.
 * @source R. Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007:
 *         progressive widening.
 * @source S. Gelly, D. Silver, "Combining Online and Offline Knowledge in UCT", ICML 2007: values
 *         of actions taken later (RAVE), weighed as there.
 * @source H. Finnsson, Y. Bjornsson, "Simulation-Based Approach to General Game Playing", AAAI
 *         2008: averages of actions over all playouts (MAST).
 */
#ifndef MARCHER_SEARCH_MCTS_PRIV_H
#define MARCHER_SEARCH_MCTS_PRIV_H

#include "search/engine_priv.h"

/** The score 1 in the units of bounds: a quarter point is 15,000 of them. */
#define MR_MCTS_FULL 60000u
/** Bounds this near to each other are one value: what exact rounding costs at chance nodes. */
#define MR_MCTS_SLACK 16u
/** Index of the root, and, since the root is nobody's child, "no node". */
#define MR_MCTS_ROOT 0u
/** Chance nodes with more outcomes than this lump them together. */
#define MR_MCTS_OUTCOMES 64u
/** Entries of the table of averages; a power of two. */
#define MR_MCTS_AVERAGES 16384u

typedef struct mr_mcts_node {
  mr_action action; /**< that leads here; MR_ACTION_NONE at the root and for lumped outcomes */
  uint32_t visits;  /**< playouts that came by */
  union {
    uint32_t points; /**< after a decision: sum of the mover's scores in quarter points */
    uint32_t share;  /**< after chance: probability in units of 2^-32, rounded down */
  };
  uint32_t first; /**< newest child, MR_MCTS_ROOT: none */
  uint32_t next;  /**< next child of the same parent, MR_MCTS_ROOT: none */
  uint32_t children;
  uint32_t legal; /**< closed decisions: number of legal actions; 0 before the first listing */
  union {
    struct {
      uint16_t low;  /**< closed: the first team scores at least this */
      uint16_t high; /**< and at most this */
    };
    uint32_t offered; /**< open: how often the action was legal when its parent was visited */
  };
  uint32_t met_visits; /**< playouts in which the mover took `action` here or later */
  uint32_t met_points; /**< sum of the mover's scores in those, in quarter points */
  uint8_t mover;       /**< seat that took `action`; MR_NOBODY_ID at the root and after chance */
  uint8_t kind;        /**< closed: mr_node_kind */
  uint8_t decider;     /**< closed: seat that decides here */
  bool open;
} mr_mcts_node;

/** One action of a playout, for the averages over all playouts. */
typedef struct mr_mcts_step {
  mr_action action;
  uint8_t mover;
} mr_mcts_step;

/** One entry of a table from actions to the last time they were taken in a playout. */
typedef struct mr_mcts_last {
  mr_mcts_step step;
  uint32_t stamp; /**< valid when equal to mr_mcts.last_stamp */
  uint32_t index; /**< into mr_mcts.steps */
} mr_mcts_last;

/** How an action has done wherever it was taken. */
typedef struct mr_mcts_average {
  uint32_t visits;
  uint32_t points;
} mr_mcts_average;

/** One entry of a table from legal actions to their place in the list. */
typedef struct mr_mcts_slot {
  mr_action action;
  uint32_t stamp; /**< valid when equal to mr_mcts.stamp */
  uint32_t index;
} mr_mcts_slot;

/** The constants of the search. */
typedef struct mr_mcts_tuning {
  double explore;        /**< factor of the exploration term: see curiosity in mcts_tree.c */
  double even;           /**< even playouts that every child is thought to have had before */
  double kinship;        /**< a child with a third as many visits trusts kin and own alike */
  double widen_first;    /**< children that a young node may have */
  double widen_growth;   /**< and this times the square root of its visits more */
  double grown_visits;   /**< visits after which a node has a child for every legal action, */
  double grown_share;    /**< and this times the number of legal actions more */
  unsigned expand_draws; /**< untried actions drawn, of which the best average is expanded */
} mr_mcts_tuning;

typedef struct mr_mcts {
  mr_engine engine;
  mr_allocator allocator;
  uint64_t seed;
  mr_mcts_tuning tuning;

  mr_arena arena; /**< holds all arrays below except the nodes */
  mr_mcts_node *nodes;
  uint32_t capacity;
  uint32_t used;
  mr_state *state; /**< where the current playout stands */
  mr_state *trial; /**< one action further */
  mr_action *actions;
  mr_chance *chances;
  mr_mcts_slot *slots; /**< power of two, at least twice max_actions */
  uint32_t slot_mask;
  uint32_t stamp;
  bool *tried;    /**< by place in `actions`, which of them have a node */
  uint32_t *path; /**< nodes of the current playout, the root first */
  uint32_t path_room;
  mr_mcts_step *steps; /**< actions of players in the current playout */
  uint32_t step_room;
  mr_mcts_average *averages;
  mr_mcts_last *last; /**< power of two, at least twice step_room */
  uint32_t last_mask;
  uint32_t last_stamp;

  /* the current search */
  const mr_state *root;
  const mr_limits *limits;
  mr_player player; /**< who thinks */
  mr_random random;
  mr_watch watch;
  bool open;    /**< something is hidden from the player */
  bool bounded; /**< bounds are kept */
  bool even;    /**< some playout ended without a winner who takes all */
  uint64_t playouts;
  uint64_t work;           /**< actions simulated */
  uint32_t length;         /**< playouts longer than this are cut off */
  uint32_t long_playouts;  /**< cut off since `length` was last looked at */
  uint32_t short_playouts; /**< not cut off since then */

  /* the current playout */
  uint32_t path_length;
  uint32_t step_count;
  uint8_t score[MR_MAX_PLAYERS]; /**< in quarter points, by seat */
  bool ended;                    /**< the tree itself led to the end of the game */
} mr_mcts;

/* ---- mcts_tree.c ----------------------------------------------------------------------------- */

/** Makes the node for an action below `parent`; MR_MCTS_ROOT when the pool is full. */
uint32_t mr_mcts_add_node(mr_mcts *mcts, uint32_t parent, mr_action action, uint8_t mover);

/** Starts an empty tree. */
void mr_mcts_plant(mr_mcts *mcts);

/**
 * Follows the tree from the root to a new node, the end of the game, or where the tree cannot
 * grow; leaves the state there and the nodes on the way in `path`.
 */
void mr_mcts_descend(mr_mcts *mcts);

/* ---- mcts_playout.c -------------------------------------------------------------------------- */

/** Draws an outcome of the chance node in `state` with its exact probability: its place. */
size_t mr_mcts_draw(mr_mcts *mcts, size_t count, uint64_t total);

/** Remembers an action of the current playout. */
void mr_mcts_note_step(mr_mcts *mcts, mr_action action, uint8_t mover);

/** The average of an action, as a score in 0 .. 1 drawn towards one half. */
double mr_mcts_average_of(const mr_mcts *mcts, mr_action action, uint8_t mover);

/** Enters the score of the finished playout into the averages of its actions. */
void mr_mcts_learn_averages(mr_mcts *mcts);

/** Plays on to the end of the game; sets `score`. @return false if the watch cut it off */
bool mr_mcts_play_out(mr_mcts *mcts);

/* ---- mcts_backup.c --------------------------------------------------------------------------- */

/** Enters the finished playout into the nodes on its way and the averages. */
void mr_mcts_back_up(mr_mcts *mcts);

/**
 * Takes the action of a new child of the node in `state`, without a playout; a game that ends
 * there is proven at once. @return whether it was
 */
bool mr_mcts_look_ahead(mr_mcts *mcts, uint32_t child);

/** Recomputes the bounds of the last node of the path, and above as far as they move. */
void mr_mcts_tighten_path(mr_mcts *mcts);

/** What the team of `seat` scores at least and at most, in units of 1 / MR_MCTS_FULL. */
uint32_t mr_mcts_floor(const mr_mcts *mcts, const mr_mcts_node *node, uint8_t seat);
uint32_t mr_mcts_ceiling(const mr_mcts *mcts, const mr_mcts_node *node, uint8_t seat);

/** Whether the node's value is proven. */
bool mr_mcts_solved(const mr_mcts *mcts, const mr_mcts_node *node);

/** Whether a child cannot beat the `certain` score that its mover has elsewhere. */
bool mr_mcts_hopeless(const mr_mcts *mcts, const mr_mcts_node *child, uint32_t certain);

/**
 * The mean score of the seat that took the node's action, moved into its bounds, with `even`
 * playouts more that scored one half.
 */
double mr_mcts_value(const mr_mcts *mcts, const mr_mcts_node *node, double even);

/* ---- mcts_report.c --------------------------------------------------------------------------- */

/** Writes what the tree says now. */
void mr_mcts_report(const mr_mcts *mcts, mr_search_result *out);

#endif
