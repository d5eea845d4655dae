/**
 * @file perft.h
 * Counting leaf states: the proof of a move generator.
 */
#ifndef MARCHER_PERFT_H
#define MARCHER_PERFT_H

#include <marcher/game.h>

MR_BEGIN_C

/** Deepest count. */
#define MR_PERFT_DEPTH_MAX 64

/**
 * Counts the states reached by exactly `depth` actions of players. The outcomes of chance nodes
 * are all expanded and cost no depth (those that lead to the same state count once); a state that
 * is terminal before `depth` counts nothing. A chance node met at the last ply is expanded to the
 * decisions or ends behind it. Depth 0 counts 1, or the outcomes if `state` is a chance node.
 * Families that count by themselves leave out what history and counters alone decide, as is usual
 * in chess: a third repetition or a fiftieth move is then counted like any other.
 * Where the family counts by itself (mr_game_ops.perft), it is asked; the law MR_LAW_PERFT says
 * that the number is the same.
 *
 * @param allocator for depth-many states; nothing is allocated while counting
 * @param nodes receives the count, on success alone
 * @return MR_ERR_RANGE for a depth over ::MR_PERFT_DEPTH_MAX, MR_ERR_ARGUMENT for a NULL or where
 * something of the state is unknown (mr_game_fully_known), MR_ERR_LIMIT where chance goes on for
 * longer than the game says that it can, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_perft(const mr_game *game, const mr_state *state, unsigned depth,
                                       const mr_allocator *allocator, uint64_t *nodes,
                                       mr_error *err);

/** Called once for every legal action of the root with the count behind it. */
typedef void (*mr_perft_branch_fn)(void *context, mr_action action, uint64_t nodes);

/**
 * The same, split by the root's actions.
 * @return as mr_perft; MR_ERR_RANGE also for depth 0, MR_ERR_ARGUMENT also where `state` is no
 * decision node
 */
MR_NODISCARD MR_API mr_status mr_perft_divide(const mr_game *game, const mr_state *state,
                                              unsigned depth, const mr_allocator *allocator,
                                              mr_perft_branch_fn branch, void *context,
                                              uint64_t *nodes, mr_error *err);

MR_END_C

#endif
