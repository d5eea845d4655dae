/**
 * @file solve_priv.h
 * What the ways to solve a game share.
 */
#ifndef MARCHER_MEASURE_SOLVE_PRIV_H
#define MARCHER_MEASURE_SOLVE_PRIV_H

#include <marcher/solve.h>

/** Work under way. */
typedef struct mr_solving {
  const mr_game *game;
  const mr_allocator *allocator;
  uint64_t most;  /**< actions to make */
  size_t memory;  /**< bytes that may be held */
  bool halted;    /**< somebody has had enough, or there is no more to spend */
  bool stopped;   /**< somebody has had enough */
  uint64_t looks; /**< of mr_solving_is_over */
  const mr_solve_options *options;
  mr_solution *out;
} mr_solving;

/** Whether work has to end: actions, or somebody's patience. */
bool mr_solving_is_over(mr_solving *s);

/** Which side decides: 0 (that of seat 0) or 1. */
unsigned mr_solving_side(const mr_game *game, mr_player player);

/** Points of the side of seat 0 at a terminal state, in quarters. */
unsigned mr_solving_points(const mr_game *game, const mr_state *state);

/** A number of the text of a state: of its position and its clocks. */
uint64_t mr_solving_text_hash(const mr_game *game, const mr_state *state, mr_str *scratch);

/* ---- every position -------------------------------------------------------------------------- */

/** What happens in a position. */
typedef enum mr_solve_kind {
  MR_SOLVE_UNSEEN, /**< it was met, and there was no room to look at it */
  MR_SOLVE_SIDE0,  /**< the side of seat 0 decides */
  MR_SOLVE_SIDE1,
  MR_SOLVE_CHANCE,
  MR_SOLVE_END
} mr_solve_kind;

typedef struct mr_solve_node {
  uint64_t key;
  uint32_t first; /**< of its successors */
  uint32_t count;
  uint8_t kind;   /**< mr_solve_kind; ::MR_SOLVE_UNSEEN until its successors are known */
  uint8_t points; /**< of an end */
} mr_solve_node;

/** No number of a position. */
#define MR_SOLVE_NOWHERE UINT32_MAX

/** Positions as numbers in the order in which they were met; the first is the root. */
typedef struct mr_solve_graph {
  mr_solving *s;
  const mr_game *game;
  mr_solve_node *nodes;
  uint32_t *slots; /**< numbers + 1 by key: open addressing, at most half full */
  uint32_t *next;  /**< successors, in the order of actions */
  double *odds;    /**< of those behind chance; NULL without dice */
  size_t node_count, node_room, slot_count, edge_count, edge_room;
  char *states;      /**< texts of positions that wait, round and round */
  uint32_t *waiting; /**< their numbers */
  size_t state_room, state_first, state_count;
  mr_state *state, *child, *seen;
  mr_action *actions;
  mr_chance *chances;
  bool clocks;  /**< positions are told apart by their clocks, too */
  bool secrets; /**< some position is not seen by everybody */
  mr_str text;  /**< scratch */
} mr_solve_graph;

/**
 * Makes room, and visits what the budget allows.
 * @param clocks positions that differ in clocks are two: more of them, and no end is missed
 * @return MR_ERR_NOMEM, MR_ERR_UNSUPPORTED
 */
MR_NODISCARD mr_status mr_solve_graph_init(mr_solve_graph *g, mr_solving *s, const mr_state *root,
                                           bool clocks, mr_error *err);
void mr_solve_graph_done(mr_solve_graph *g);

/** The number of the position of a state; ::MR_SOLVE_NOWHERE: it has not been met. */
uint32_t mr_solve_graph_find(mr_solve_graph *g, const mr_state *state);

/**
 * How soon a side can force that the side of seat 0 has at least (`least`) or at most so many
 * quarter points: plies by position; ::MR_SOLVE_NOWHERE: it cannot.
 * @param out room for node_count. @return false: out of memory
 */
bool mr_solve_forced(const mr_solve_graph *g, bool least, unsigned points, uint32_t *out);

/** Judges without dice. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_solve_wins(mr_solve_graph *g, const mr_state *root, mr_error *err);
/** Judges with dice. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_solve_expectation(mr_solve_graph *g, const mr_state *root, mr_error *err);

/* ---- proof numbers --------------------------------------------------------------------------- */

/** Proves a win of one side, or that there is none. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_solve_proof(mr_solving *s, const mr_state *root, mr_error *err);

#endif
