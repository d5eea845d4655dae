/**
 * @file advance.h
 * From an action that is done on the board to the next decision: counters, keys, history, turns.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_ADVANCE_H
#define MARCHER_RULES_FAIRY_CORE_ADVANCE_H

#include "rules/fairy/core/counting.h"

/*
 * Turns of one move on each colour of the board. Each colour is a game of its own that can be
 * drawn by itself; mate on either ends everything. @source docs/rules/colorboundmost.md
 */

/** What a side finds on a colour as its turn begins. */
typedef enum standing { CAN_MOVE, NO_MOVE, MATED } standing;

static inline standing stand_on(const mr_fy_game *game, const mr_state *state, unsigned colour) {
  const tables *t = tables_of(game);
  sink any = {0};
  lister l;
  look(&l, game, state, mr_fy_state_of_const(state)->side, t->colour[colour]);
  list_pieces(ANY, &any, &l, bb_and(l.own, t->colour[colour]), false);
  if (any.found) {
    return CAN_MOVE;
  }
  return l.guard.active && l.guard.checked ? MATED : NO_MOVE;
}

static inline bool has_pieces(const mr_fy_game *game, const mr_state *state, unsigned side,
                              unsigned colour) {
  return bb_meet(sets_of_const(game, state)[side], tables_of(game)->colour[colour]);
}

/** Whether the position on a colour, with this side to move there, has come about often enough. */
static inline bool repeated(move_context *p, unsigned colour) {
  const mr_fy_state *head = mr_fy_state_of(p->state);
  unsigned first;
  if (p->counting) {
    return false;
  }
  uint64_t key = head->colour_key[colour] ^ ep_key(&head->ep[colour], colour);
  key ^= head->side ? extra_key(KEY_SIDE, 0, 0) : 0;
  push_key(p, colour, key & ~UINT64_C(1));
  return p->game->rules.fold > 0 && occurrences(p, colour, &first) >= p->game->rules.fold;
}

static inline void freeze(move_context *p, unsigned colour) {
  mr_fy_state *head = mr_fy_state_of(p->state);
  head->frozen |= (uint8_t)(1u << colour);
  mr_event event =
      mr_event_of(MR_EVENT_RULE, (mr_player){head->side}, p->game->rule_of[MR_FY_RULE_HALF_DRAW]);
  event.value[0] = (int16_t)colour;
  mr_events_add(p->events, event);
}

/**
 * Judges the colours of `may` for the side whose turn begins, mate on any of them before half-draws
 * (CB-21), and says on which of them it owes a move.
 */
static inline unsigned end_colours(move_context *p, unsigned may) {
  mr_fy_state *head = mr_fy_state_of(p->state);
  standing found[2] = {NO_MOVE, NO_MOVE};
  unsigned owed = 0;
  for (unsigned c = 0; c < 2; c++) {
    if (may >> c & 1 && has_pieces(p->game, p->state, head->side, c)) {
      found[c] = stand_on(p->game, p->state, c);
      if (found[c] == MATED) {
        finish_for(p->state, MR_FY_RULE_CHECKMATE, head->side, p->game->rules.checkmate);
        return 0;
      }
      owed |= found[c] == CAN_MOVE ? 1u << c : 0;
    }
  }
  for (unsigned c = 0; c < 2; c++) {
    if (may >> c & 1 && has_pieces(p->game, p->state, 0, c) &&
        has_pieces(p->game, p->state, 1, c) && (repeated(p, c) || found[c] == NO_MOVE)) {
      freeze(p, c);
      owed &= ~(1u << c);
    }
  }
  if (head->frozen == 3) {
    finish(p->state, MR_FY_RULE_HALF_DRAW, MR_FY_DRAWN);
  }
  return owed;
}

/** Whether a turn that still owes only these colours has had its dark move (docs: CB-20). */
static inline bool is_second(const mr_fy_game *game, const mr_state *state, unsigned owed) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  return owed == 2 && (head->frozen & 1) == 0 && has_pieces(game, state, head->side, 0) &&
         stand_on(game, state, 0) == CAN_MOVE;
}

/**
 * Begins the turn of the side to move, and the next one where it owes nothing; or goes on with one,
 * when a text is read that was written in its middle: idleness was judged as it began, then.
 * @param may colours that can be owed in this turn
 */
static inline void begin_turn(move_context *p, unsigned may) {
  mr_fy_state *head = mr_fy_state_of(p->state);
  bool middle = p->u == NULL && is_second(p->game, p->state, may);
  head->begun = middle;
  for (unsigned passes = 0; passes < 2; passes++, middle = false) {
    head->owed = (uint8_t)end_colours(p, may & ~(unsigned)head->frozen);
    if (!head->end && !p->counting && !middle) {
      end_idle(p->game, p->state);
    }
    if (head->end || head->owed) {
      return;
    }
    emit_rule(p, MR_EVENT_PASS, head->side, MR_FY_RULE_TURN);
    emit_rule(p, MR_EVENT_TURN, head->side, MR_FY_RULE_TURN);
    head->number += head->side;
    head->idle = (uint16_t)(head->idle + (head->idle < UINT16_MAX));
    head->side ^= 1;
    may = 3;
  }
  finish(p->state, MR_FY_RULE_HALF_DRAW, MR_FY_DRAWN);
}

/** After an action: the other colour, or the other side's turn. @param colour moved on */
static inline void advance_split(move_context *p, unsigned colour) {
  mr_fy_state *head = mr_fy_state_of(p->state);
  head->owed &= (uint8_t) ~(1u << colour);
  if (head->owed) {
    return;
  }
  emit_rule(p, MR_EVENT_TURN, head->side, MR_FY_RULE_TURN);
  head->number += head->side;
  head->side ^= 1;
  begin_turn(p, 3);
}

/* ---- after an action ------------------------------------------------------------------------- */

/** Whether a piece that has moved could move straight back, were the board empty. */
static inline bool moves_back(const mr_fy_game *game, const undo_record *u) {
  const tables *t = tables_of(game);
  if (t->codes[u->moved].forward_only || mr_fy_type_of(u->action) == MR_FY_DROP) {
    return false;
  }
  bb quiet, capture;
  reach_of(&t->rows[(size_t)u->moved * t->cells + mr_fy_to(u->action)], bb_none(), &quiet,
           &capture);
  return bb_has(quiet, mr_fy_from(u->action));
}

/** Whether an action makes another piece of one that can become what it was again. */
static inline bool turns_over(const mr_fy_game *game, const undo_record *u) {
  const mr_fy_kind *kinds = game->rules.kinds;
  return game->rules.demotion &&
         (kinds[mr_fy_form_of(u->action)].plus || kinds[MR_FY_KIND(u->moved)].plus);
}

/** Whether an action is progress, for the count of idle plies. */
static inline bool is_progress(const mr_fy_game *game, const undo_record *u) {
  bool resets = tables_of(game)->codes[u->moved].resets;
  return u->taken != 0 || (resets && !(game->rules.idle_lasting_only && moves_back(game, u))) ||
         (mr_fy_form_of(u->action) != 0 && game->rules.idle_resets_on_promotion &&
          !turns_over(game, u)) ||
         (mr_fy_type_of(u->action) == MR_FY_DROP && game->rules.idle_resets_on_drop);
}

/** Whether no earlier position can come back: whoever is captured to be dropped can begin anew. */
static inline bool is_lasting(const mr_fy_game *game, const undo_record *u) {
  if (game->rules.captures_to_hand || game->rules.free_drops) {
    return false;
  }
  if (mr_fy_walls_with(&game->rules.walling, mr_fy_type_of(u->action)) &&
      game->rules.walling.rule != MR_FY_WALLS_DUCK) {
    return true;
  }
  if (mr_fy_type_of(u->action) == MR_FY_BLOCK) {
    return false;
  }
  return mr_fy_type_of(u->action) == MR_FY_DROP || u->taken != 0 ||
         (mr_fy_form_of(u->action) != 0 && !turns_over(game, u)) ||
         (tables_of(game)->codes[u->moved].forward_only && game->rules.flips == MR_FY_FLIPS_NONE);
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
  bool counted = mr_fy_counts_checks(&game->rules) && count_check(game, p->state, mover);
  head->side ^= 1;
  if (mr_fy_counts_moves(&game->rules)) {
    count_action(p);
  }
  head->key ^= header_key(game, head);
  bool marks = game->rules.perpetual || mr_fy_keeps_moves(&game->rules);
  bool check = counted || (marks && gives_check(game, p->state, mover));
  if (mr_fy_keeps_moves(&game->rules) && !p->counting) {
    push_key(p, 1, chase_record(p->u) | check_marks(game, p->state, mover));
  }
  push_key(p, 0, ((head->key ^ passed_key(head)) & ~UINT64_C(1)) | check);
  end_by_board(game, p->state, head->side, p->u);
}

/** The same for split turns, where all is judged at once. */
static inline void advance_colours(move_context *p) {
  mr_fy_state *head = mr_fy_state_of(p->state);
  unsigned colour = mr_fy_colour(&p->game->rules, mr_fy_to(p->u->action));
  if (is_progress(p->game, p->u)) {
    head->idle = 0;
  } else if (!head->begun && head->idle < UINT16_MAX) { /* a turn counts with its first move */
    head->idle++;
  }
  head->begun = true;
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
  for (unsigned slot = 0; slot < mr_fy_history_slots(&game->rules); slot++) {
    unsigned mask = game->history_size - 1;
    unsigned pushed = (head->head[slot] - (unsigned)u->head.head[slot]) & mask;
    for (unsigned i = 0; i < pushed && i < FY_PUSHES_MAX; i++) {
      history_of(game, state, slot)[(u->head.head[slot] + i) & mask] = u->lost[slot][i];
    }
  }
}

#endif
