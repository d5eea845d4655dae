#ifndef MARCHER_TESTS_SUPPORT_ENDING_SOLVER_H
#define MARCHER_TESTS_SUPPORT_ENDING_SOLVER_H

/**
 * @file
 * A slow and obvious way to work out endings, to hold tables against: it writes down every state
 * that the men of an ending can come to, with all its actions, and asks again and again of every
 * state whether it is decided in one ply more than before. Fails the test when memory runs out.
 */

#include <marcher/endgame.h>

typedef struct ending_node {
  size_t first; /**< into ending_solver.next: what its actions lead to */
  size_t count;
  unsigned plies;
  mr_player winner; /**< MR_NOBODY: a draw */
  mr_player player; /**< who decides; MR_NOBODY: it is over */
  bool composed;    /**< one of the positions that the men can be composed to */
  bool decided;
} ending_node;

typedef struct ending_solver {
  const mr_game *game;
  unsigned char *states;
  ending_node *nodes;
  size_t count;
  size_t capacity;
  size_t *next;
  size_t next_count;
  size_t next_capacity;
  size_t *slots; /**< of states by their texts */
  size_t slot_count;
} ending_solver;

/** Works out all that the men can come to. Free it with ending_solver_done. */
void ending_solver_init(ending_solver *solver, const mr_game *game, const mr_endgame_men *men);
void ending_solver_done(ending_solver *solver);

static inline const mr_state *ending_solver_state(const ending_solver *solver, size_t index) {
  return (const mr_state *)(solver->states + index * solver->game->info.state_size);
}

#endif
