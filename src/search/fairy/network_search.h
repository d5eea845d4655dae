/**
 * @file network_search.h
 * The network's sums in a search, kept up from action to action: a node that asks for its value
 * brings up to date what has been made since somebody asked before it; what is cut before it is
 * evaluated costs nothing.
 */
#ifndef MARCHER_SEARCH_FAIRY_NETWORK_SEARCH_H
#define MARCHER_SEARCH_FAIRY_NETWORK_SEARCH_H

#include <assert.h>

#include "search/fairy/eval.h"
#include "search/fairy/network/network.h"

/** Who has entered by a gate. */
static inline void note_entered(const mr_fyn_layout *layout, const undo_record *u,
                                mr_fyn_change *made) {
  const mr_fy_rules *rules = &layout->game->rules;
  if (mr_fy_enters(rules, u->action)) {
    unsigned slot = mr_fy_entering_slot(u->action), side = MR_FY_SIDE(u->moved);
    size_t code = MR_FY_CODE(rules->hand_kind[slot], side);
    mr_fyn_note_held(layout, made, false, side * rules->hand_count + slot,
                     u->head.hand[side][slot] - 1u);
    mr_fyn_note(layout, made, true, code * rules->cells + mr_fy_entered_cell(u->action));
  }
}

/** Whether an action has blown up, petrified or turned men: more than mr_fyn_change can say. */
static inline bool has_swept(const mr_fy_game *game, const undo_record *u) {
  return u->blown_count > 0 || has_flipped(game, u);
}

/** What an action changes, from what do_action has written down. */
static inline mr_fyn_change network_change(const mr_fyn_layout *layout, const undo_record *u) {
  const mr_fy_rules *rules = &layout->game->rules;
  size_t cells = rules->cells;
  unsigned from = mr_fy_from(u->action), to = mr_fy_to(u->action);
  unsigned type = mr_fy_type_of(u->action), form = mr_fy_form_of(u->action);
  unsigned side = MR_FY_SIDE(u->moved);
  mr_fyn_change made = {.sweeps = layout->sweeps && has_swept(layout->game, u)};
  if (type == MR_FY_PASS || made.sweeps) {
    return made;
  }
  if (type == MR_FY_CASTLE) {
    const mr_fy_castling *c = castling_of(layout->game, &u->head, from, to);
    if (c != NULL) {
      mr_fyn_note(layout, &made, false, u->moved * cells + from);
      mr_fyn_note(layout, &made, false, u->partner * cells + to);
      mr_fyn_note(layout, &made, true, u->moved * cells + c->king_to);
      mr_fyn_note(layout, &made, true, u->partner * cells + c->partner_to);
    }
    note_entered(layout, u, &made);
    return made;
  }
  if (type == MR_FY_DROP) {
    unsigned slot = rules->kinds[from].hand;
    if (!rules->free_drops) {
      mr_fyn_note_held(layout, &made, false, side * rules->hand_count + slot,
                       u->head.hand[side][slot] - 1u);
    }
    mr_fyn_note(layout, &made, true, u->moved * cells + to);
    return made;
  }
  mr_fyn_note(layout, &made, false, u->moved * cells + from);
  mr_fyn_note(layout, &made, true, (form ? MR_FY_CODE(form, side) : u->moved) * cells + to);
  if (u->taken > MR_FY_WALL) {
    mr_fyn_note(layout, &made, false, u->taken * cells + u->taken_at);
    const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(u->taken)];
    kind = rules->keep_promotion ? kind : &rules->kinds[kind->base];
    if (rules->captures_to_hand && kind->droppable) {
      unsigned holder = MR_FY_SIDE(u->taken) ^ 1u;
      mr_fyn_note_held(layout, &made, true, holder * rules->hand_count + kind->hand,
                       u->head.hand[holder][kind->hand]);
    }
  }
  note_entered(layout, u, &made);
  return made;
}

/** Makes an action as far as men and hands go, and says what it has changed. */
static inline void try_network_change(const mr_fyn_layout *layout, mr_state *state,
                                      mr_action action, mr_fyn_change *out) {
  undo_record u;
  do_action(layout->game, state, action, &u, WITH_KEYS);
  *out = network_change(layout, &u);
}

/** Where a ply's action has written down what it has changed. */
FY_HOT undo_record *undo_of(const mr_fys_search *s, unsigned ply) {
  return (undo_record *)(void *)((uint8_t *)s->undo + (size_t)ply * s->undo_size);
}

static inline int16_t *network_sums_at(const mr_fys_search *s, unsigned ply) {
  return s->sums + (size_t)ply * mr_fyn_sums_size(s->network);
}

/** Begins at the root. */
static inline void network_root(mr_fys_search *s) {
  if (s->network != NULL) {
    mr_fyn_sums(s->network, s->state, network_sums_at(s, 0));
    s->summed[0] = true;
  }
}

/** Counts the sums of a node anew where one of the actions since those that are known has swept.
 *  @return false: it is none of these */
FY_RARE bool sum_after_sweeps(mr_fys_search *s, unsigned at, unsigned ply) {
  while (at < ply && (s->frames[at].null || !has_swept(s->game, undo_of(s, at)))) {
    at++;
  }
  if (at < ply) {
    mr_fyn_sums(s->network, s->state, network_sums_at(s, ply));
    s->summed[ply] = true;
  }
  return at < ply;
}

/** Brings the sums of a node up to date, which is the one that is on the board. */
static inline const int16_t *network_sums(mr_fys_search *s, unsigned ply) {
  unsigned at = ply;
  while (!s->summed[at]) {
    at--; /* the root's are always there */
  }
  if (at < ply && s->network->layout.sweeps && sum_after_sweeps(s, at, ply)) {
    return network_sums_at(s, ply);
  }
  for (; at < ply; at++) {
    const int16_t *before = network_sums_at(s, at);
    int16_t *after = network_sums_at(s, at + 1);
    if (s->frames[at].null) {
      memcpy(after, before, sizeof *after * mr_fyn_sums_size(s->network));
    } else {
      mr_fyn_change made = network_change(&s->network->layout, undo_of(s, at));
      mr_fyn_update(s->network, &made, before, after);
    }
    s->summed[at + 1] = true;
  }
  return network_sums_at(s, ply);
}

/** What the network adds to a node's static eval, for White. */
static inline int network_eval(mr_fys_search *s, unsigned ply) {
  const mr_fy_state *head = mr_fy_state_of_const(s->state);
  const bb *sets = sets_of_const(s->game, s->state);
  unsigned men = bb_count(bb_or(sets[0], sets[1]));
  int value = mr_fyn_output(s->network, head->side, mr_fyn_bucket(&s->network->layout, head, men),
                            network_sums(s, ply));
  assert(value == mr_fyn_value(s->network, s->state));
  return head->side == MR_FY_WHITE ? value : -value;
}

#endif
