/**
 * @file perft.h
 * Counting leaf states: the last ply is counted without being listed.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_PERFT_H
#define MARCHER_RULES_FAIRY_CORE_PERFT_H

#include "rules/fairy/core/split.h"

/** Room for actions at each depth; games that may list more are counted by the contract alone. */
enum { PERFT_LIST = 8192 };

/** Whose turn it is then, and the ends that stand on the board; no counters, no repetition. */
FY_HOT void advance_fast(const mr_fy_game *game, mr_state *state, const undo_record *u) {
  mr_fy_state *head = mr_fy_state_of(state);
  if (game->rules.split) {
    move_context p = {.game = game, .state = state, .counting = true};
    advance_split(&p, mr_fy_colour(&game->rules, mr_fy_to(u->action)));
    return;
  }
  head->side ^= 1;
  end_by_board(game, state, head->side, u->taken != 0 || mr_fy_form_of(u->action) != 0);
}

static inline uint64_t perft_below(const mr_fy_game *game, mr_state *state, unsigned depth) {
  sink to = {0};
  if (mr_fy_state_of_const(state)->end) {
    return 0;
  }
  if (depth == 1) {
    list_all(COUNT, &to, game, state);
    return to.count;
  }
  mr_action list[PERFT_LIST];
  to.out = list;
  list_all(LIST, &to, game, state);
  uint64_t nodes = 0;
  for (size_t i = 0; i < to.count; i++) {
    undo_record u;
    do_action(game, state, list[i], &u, WITHOUT_KEYS);
    advance_fast(game, state, &u);
    nodes += perft_below(game, state, depth - 1);
    undo_action(game, state, &u);
  }
  return nodes;
}

#endif
