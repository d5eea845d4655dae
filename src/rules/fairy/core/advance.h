/**
 * @file advance.h
 * From an action that is done on the board to the next decision: counters, keys, history, turns.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_ADVANCE_H
#define MARCHER_RULES_FAIRY_CORE_ADVANCE_H

#include "rules/fairy/core/split.h"

/** Whether an action is progress, for the count of idle plies. */
static inline bool is_progress(const mr_fy_game *game, const undo_record *u) {
  return u->taken != 0 || tables_of(game)->codes[u->moved].resets ||
         (mr_fy_form_of(u->action) != 0 && game->rules.idle_resets_on_promotion);
}

/** Whether no earlier position can come back: whoever is captured to be dropped can begin anew. */
static inline bool is_lasting(const mr_fy_game *game, const undo_record *u) {
  if (game->rules.captures_to_hand) {
    return false;
  }
  return mr_fy_type_of(u->action) == MR_FY_DROP || u->taken != 0 || mr_fy_form_of(u->action) != 0 ||
         tables_of(game)->codes[u->moved].forward_only;
}

/** The other side's turn, and the ends that stand on the board. */
static inline void advance_plain(move_context *p) {
  const mr_fy_game *game = p->game;
  mr_fy_state *head = mr_fy_state_of(p->state);
  unsigned mover = head->side;
  if (is_progress(game, p->u)) {
    head->idle = 0;
  } else if (head->idle < UINT16_MAX) {
    head->idle++;
  }
  if (is_lasting(game, p->u)) {
    head->seen[0] = 0;
  }
  head->number += mover;
  head->side ^= 1;
  head->key ^= header_key(game, head);
  bool check = game->rules.perpetual && gives_check(game, p->state, mover);
  push_key(p, 0, (head->key & ~UINT64_C(1)) | check);
  end_by_board(game, p->state, head->side, p->u->taken != 0 || mr_fy_form_of(p->u->action) != 0);
}

/** The same for split turns, where all is judged at once. */
static inline void advance_colours(move_context *p) {
  mr_fy_state *head = mr_fy_state_of(p->state);
  unsigned colour = mr_fy_colour(&p->game->rules, mr_fy_to(p->u->action));
  count_idle(p, is_progress(p->game, p->u));
  if (is_lasting(p->game, p->u)) {
    head->seen[colour] = 0;
  }
  advance_split(p, colour);
  head->key ^= header_key(p->game, head);
  if (!head->end) {
    end_by_length(p->game, p->state);
  }
}

/** Puts back the keys that were written over since the header was as in the record. */
static inline void restore_history(const mr_fy_game *game, mr_state *state, const undo_record *u) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  for (unsigned slot = 0; slot < (game->rules.split ? 2u : 1u); slot++) {
    unsigned mask = game->history_size - 1;
    unsigned pushed = (head->head[slot] - (unsigned)u->head.head[slot]) & mask;
    for (unsigned i = 0; i < pushed && i < FY_PUSHES_MAX; i++) {
      history_of(game, state, slot)[(u->head.head[slot] + i) & mask] = u->lost[slot][i];
    }
  }
}

#endif
