/**
 * @file solve.h
 * Who wins with the best play of both, exactly. Two ways, from the contract alone:
 *
 * - **Every position** that can come about is visited once and judged from the ends backwards: wins
 *   with their distances, and where there are dice what each side can expect at least and at most.
 *   A position is what mr_game_hash says it is: without clocks and history. Who can force an end
 *   can force it without coming back to a position (each step of the shortest way is nearer to
 *   it), so repetitions do not matter to wins; clocks do, and a win is played against every reply
 *   in the game as it is before it is believed.
 * - **Proof numbers** where there are too many positions: a win of one side is proven depth first
 *   in the game as it is. A position that comes back counts as a failure of the prover, whatever
 *   the game says, and what rests on that is remembered for that way to the position alone.
 *
 * @source K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9 (1986); A. Nagai,
 * "Df-pn algorithm for searching AND/OR trees", PhD thesis, Tokyo (2002); A. Kishimoto, M. Mueller,
 * "A general solution to the graph history interaction problem", AAAI (2004), for what goes wrong
 * else; S. Haddad, B. Monmege, "Interval iteration algorithm for MDPs", TCS 735 (2018).
 */
#ifndef MARCHER_SOLVE_H
#define MARCHER_SOLVE_H

#include <marcher/game.h>

MR_BEGIN_C

/** Most actions of a line of best play that is told. */
#define MR_SOLVE_LINE_MAX 256
/** Expectations that differ by less are one: they are sums that come near to what they are, in
 *  steps down to 1e-13, and no dice that decide a game are so unlikely. */
#define MR_SOLVE_NEAR 1e-9

/** How it was found out. */
typedef enum mr_solve_way {
  MR_SOLVE_POSITIONS, /**< every position was visited */
  MR_SOLVE_PROOF,     /**< proof numbers */
  MR_SOLVE_EXPECT     /**< every position was visited, and dice weighed */
} mr_solve_way;

/** How much may be done. Zeroed, each is a sensible choice. */
typedef struct mr_solve_options {
  uint64_t nodes; /**< actions to make; 0: ten millions */
  size_t memory;  /**< bytes; 0: 256 MiB */
  const mr_allocator *allocator;
  /** Told now and then. @return false to end it, which then says what is known. May be NULL */
  bool (*progress)(void *context, uint64_t nodes, uint64_t positions);
  void *context;
} mr_solve_options;

/** What was found. Points are of the side of seat 0, 0 .. 1. */
typedef struct mr_solution {
  mr_solve_way way;
  bool complete; /**< every position was visited */
  bool stopped;  /**< `progress` ended it */
  double low;    /**< it gets no less ... */
  double high;   /**< ... and no more; equal where the position is settled */
  /** Neither side can force an end: the points are those to which the rules of repetition and
     clocks bring such play, by `rule`; that was seen in one line, and not proven. Where such play
     was not seen to end as a draw, `low` is less than `high`. */
  bool endless;
  bool checked; /**< a win was played against every reply in the game as it is */
  bool clocked; /**< a win was broken by a clock or a repetition there */
  /** Dice were weighed as if there were no clocks: with them there was too much. */
  bool timeless;
  bool sure;      /**< with dice: each side can keep to a draw, whatever they show */
  uint32_t plies; /**< actions to the end with best play, at most where not all is `complete`; 0:
                     not known */
  uint64_t positions; /**< that were told apart */
  uint64_t nodes;     /**< actions that were made */
  mr_rule_index rule; /**< that ends the line; 0: it is not whole */
  size_t line_count;
  mr_action line[MR_SOLVE_LINE_MAX];
} mr_solution;

/**
 * Solves a state.
 * @return MR_ERR_UNSUPPORTED with the reason: more than two sides, or something that a player does
 * not see; MR_ERR_ARGUMENT for a NULL or a state of which not all is known; MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_solve(const mr_game *game, const mr_state *state,
                                       const mr_solve_options *options, mr_solution *out,
                                       mr_error *err);

/** What points say. */
typedef enum mr_verdict {
  MR_VERDICT_OPEN,   /**< `low` is less than `high` */
  MR_VERDICT_FIRST,  /**< the side of seat 0 wins ... */
  MR_VERDICT_SECOND, /**< ... or the other one */
  MR_VERDICT_DRAWN,
  MR_VERDICT_POINTS /**< no result: what dice bring on the mean, or a share of the points */
} mr_verdict;

/** The verdict on what was solved. Half a point that dice decide is no draw. */
MR_API mr_verdict mr_solution_verdict(const mr_solution *solution);

MR_END_C

#endif
