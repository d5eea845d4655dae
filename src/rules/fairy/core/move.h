/**
 * @file move.h
 * Doing an action on the board and taking it back. What follows from it, whose turn it is and
 * whether the game has ended, is ends.h's.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_MOVE_H
#define MARCHER_RULES_FAIRY_CORE_MOVE_H

#include <marcher/hash.h>

#include "rules/fairy/core/list.h"

/** Most keys that one action adds to the history of one colour (split turns that pass). */
#define FY_PUSHES_MAX 4

/** Most men that a blast removes: who captures, and those on the squares beside. */
#define FY_BLOWN_MAX 9

/** What it takes to take an action back. */
typedef struct undo_record {
  mr_fy_state head;
  uint64_t lost[2][FY_PUSHES_MAX]; /**< keys of the history that were written over */
  mr_action action;
  uint8_t moved; /**< the code that left `from` */
  uint8_t taken; /**< the code that was captured, 0 for none */
  uint16_t taken_at;
  uint8_t partner;     /**< castling: the partner's code */
  uint8_t blown_count; /**< men that went with the one that was captured, who captured first */
  uint8_t blown[FY_BLOWN_MAX];
  uint8_t blown_at[FY_BLOWN_MAX];
} undo_record;

/** Whether hashes are kept up: not while counting. */
typedef enum keeping { WITHOUT_KEYS, WITH_KEYS } keeping;

/** A state taken apart for its changes. */
typedef struct board_edit {
  const mr_fy_game *game;
  const tables *t;
  mr_fy_state *head;
  uint8_t *board;
  bb *sets;
} board_edit;

FY_INLINE board_edit board_edit_of(const mr_fy_game *game, mr_state *state) {
  return (board_edit){.game = game,
                      .t = tables_of(game),
                      .head = mr_fy_state_of(state),
                      .board = mr_fy_board(state),
                      .sets = sets_of(game, state)};
}

/** Puts a piece on an empty cell, or takes it off again: the change to sets and keys is the same.
 */
FY_INLINE void toggle(board_edit *d, unsigned cell, unsigned code, keeping keys) {
  bb bit = bb_of(cell);
  d->sets[code] = bb_xor(d->sets[code], bit);
  d->sets[code & 1] = bb_xor(d->sets[code & 1], bit);
  if (keys == WITH_KEYS) {
    uint64_t key = d->t->keys[(size_t)code * d->t->cells + cell];
    d->head->key ^= key;
    if (d->game->rules.split) {
      d->head->colour_key[mr_fy_colour(&d->game->rules, cell)] ^= key;
    }
  }
}

FY_INLINE void put(board_edit *d, unsigned cell, unsigned code, keeping keys) {
  d->board[cell] = (uint8_t)code;
  toggle(d, cell, code, keys);
}

FY_INLINE void lift(board_edit *d, unsigned cell, keeping keys) {
  toggle(d, cell, d->board[cell], keys);
  d->board[cell] = 0;
}

/* ---- the parts of a key that are not pieces -------------------------------------------------- */

enum { KEY_HAND = 1, KEY_EP, KEY_RIGHTS, KEY_SIDE, KEY_SPLIT, KEY_CHECKS, KEY_PASSED };

static inline uint64_t extra_key(unsigned what, unsigned a, unsigned b) {
  return mr_mix64(UINT64_C(0x66616972795f6b65) ^
                  ((uint64_t)what << 48 | (uint64_t)a << 24 | (uint64_t)b));
}

static inline uint64_t ep_key(const mr_fy_ep *ep, unsigned slot) {
  return ep->passed == MR_FY_NO_CELL
             ? 0
             : extra_key(KEY_EP, slot, (unsigned)ep->passed << 8 | ep->victim);
}

/** That the other side has just passed; it makes no other position of one (repetition). */
static inline uint64_t passed_key(const mr_fy_state *head) {
  return head->passed ? extra_key(KEY_PASSED, head->passed, 0) : 0;
}

/** What the key has besides pieces and hands; it is laid over before and after each change. */
static inline uint64_t header_key(const mr_fy_game *game, const mr_fy_state *head) {
  uint64_t key = head->side ? extra_key(KEY_SIDE, 0, 0) : 0;
  key ^= ep_key(&head->ep[0], 0) ^ ep_key(&head->ep[1], 1);
  if (head->rights) {
    key ^= extra_key(KEY_RIGHTS, head->rights, 0);
  }
  if (game->rules.split) {
    key ^= extra_key(KEY_SPLIT, head->owed, head->frozen);
  }
  key ^= passed_key(head);
  if (mr_fy_counts_checks(&game->rules)) {
    key ^= extra_key(KEY_CHECKS, head->checks[0], head->checks[1]);
  }
  return key;
}

static inline uint64_t hand_key(unsigned side, unsigned slot, unsigned count) {
  return count > 0 ? extra_key(KEY_HAND, side << 8 | slot, count) : 0;
}

FY_INLINE void change_hand(board_edit *d, unsigned side, unsigned slot, int by, keeping keys) {
  uint8_t *count = &d->head->hand[side][slot];
  if (keys == WITH_KEYS) {
    d->head->key ^= hand_key(side, slot, *count);
  }
  *count = (uint8_t)(*count + by);
  if (keys == WITH_KEYS) {
    d->head->key ^= hand_key(side, slot, *count);
  }
}

/* ---- doing ----------------------------------------------------------------------------------- */

/** Whether one of the ways to capture in passing from a cell keeps further rules. */
FY_RARE bool ep_passes(const lister *l, unsigned from) {
  trial room;
  sink any = {.why = ANY, .game = l->at.game, .trial = trial_of(&room, l)};
  list_ep(SIFT, &any, l, from, &l->at.t->codes[l->board[from]]);
  return any.found;
}

/** Whether `side` has a legal capture in passing with a right. */
static inline bool ep_possible(const mr_fy_game *game, const mr_state *state, unsigned side,
                               unsigned slot) {
  lister l;
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_ep *ep = &mr_fy_state_of_const(state)->ep[slot];
  if (ep->passed == MR_FY_NO_CELL) {
    return false;
  }
  const tables *t = tables_of(game);
  bb within = rules->split ? t->colour[slot] : t->all;
  look(&l, game, state, side, within);
  bb men = bb_and(l.own, within);
  unsigned from = 0;
  while (bb_pop(&men, &from)) {
    const code_info *info = &t->codes[l.board[from]];
    if (info->ep != NULL && ep_legal(&l, from, info, ep) &&
        (t->passes == NULL || ep_passes(&l, from))) {
      return true;
    }
  }
  return false;
}

/** A right is kept only where it can be used: so that positions which differ in nothing are one. */
static inline void give_ep(board_edit *d, mr_state *state, unsigned from, unsigned to,
                           unsigned code) {
  const doubles *twice = &d->t->codes[code].twice[from];
  unsigned slot = d->game->rules.split ? mr_fy_colour(&d->game->rules, to) : 0;
  mr_fy_ep *ep = &d->head->ep[slot];
  for (unsigned i = 0; i < twice->count; i++) {
    if (twice->to[i] == to) {
      *ep = (mr_fy_ep){.passed = twice->passed[i], .victim = (uint16_t)to};
    }
  }
  if (!ep_possible(d->game, state, MR_FY_SIDE(code) ^ 1u, slot)) {
    *ep = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL};
  }
}

/** Rights that are gone once a piece has left or come to a cell. */
FY_INLINE void lose_rights(board_edit *d, unsigned cell) {
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *c = &d->game->rules.castling[i];
    if (d->head->rights >> i & 1 && (cell == c->king_from || cell == c->partner_from)) {
      d->head->rights &= (uint8_t) ~(1u << i);
    }
  }
}

/** Takes a man off the board for good, or to the hand of the other side. */
FY_INLINE void remove_man(board_edit *d, unsigned cell, keeping keys) {
  unsigned code = d->board[cell];
  lift(d, cell, keys);
  if (d->game->rules.captures_to_hand) {
    const mr_fy_kind *kind = &d->game->rules.kinds[MR_FY_KIND(code)];
    if (!d->game->rules.keep_promotion) {
      kind = &d->game->rules.kinds[kind->base];
    }
    if (kind->droppable) {
      change_hand(d, MR_FY_SIDE(code) ^ 1u, kind->hand, 1, keys);
    }
  }
}

FY_INLINE void capture(board_edit *d, unsigned cell, undo_record *u, keeping keys) {
  u->taken = d->board[cell];
  u->taken_at = (uint16_t)cell;
  remove_man(d, cell, keys);
}

/** A capture has been made by the man on a cell: it goes, and so do those beside it. */
FY_RARE void blast(const mr_fy_game *game, mr_state *state, unsigned cell, undo_record *u,
                   keeping keys) {
  board_edit d = board_edit_of(game, state);
  bb men = blast_beside(d.t, d.sets, cell);
  do {
    unsigned code = d.board[cell];
    if (u->blown_count > 0 || !is_immune(d.t, code)) {
      u->blown[u->blown_count] = (uint8_t)code;
      u->blown_at[u->blown_count++] = (uint8_t)cell;
      remove_man(&d, cell, keys);
      lose_rights(&d, cell);
    }
  } while (bb_pop(&men, &cell));
}

/** Puts back what a blast has removed. */
FY_RARE void undo_blast(const mr_fy_game *game, mr_state *state, const undo_record *u) {
  board_edit d = board_edit_of(game, state);
  for (unsigned i = 0; i < u->blown_count; i++) {
    put(&d, u->blown_at[i], u->blown[i], WITHOUT_KEYS);
  }
}

static inline void do_castling(board_edit *d, unsigned from, unsigned to, undo_record *u,
                               keeping keys) {
  const mr_fy_castling *c = mr_fy_castling_from(&d->game->rules, d->head->rights, from, to);
  if (c != NULL) {
    u->partner = d->board[to];
    lift(d, from, keys);
    lift(d, to, keys);
    put(d, c->king_to, u->moved, keys);
    put(d, c->partner_to, u->partner, keys);
    lose_rights(d, from);
  }
}

/** Pieces change places; header: hands, e.p. and castling rights. The side to move stays. */
FY_INLINE void do_action(const mr_fy_game *game, mr_state *state, mr_action action, undo_record *u,
                         keeping keys) {
  board_edit d = board_edit_of(game, state);
  unsigned from = mr_fy_from(action), to = mr_fy_to(action), form = mr_fy_form_of(action);
  unsigned type = mr_fy_type_of(action);
  u->head = *d.head;
  u->action = action;
  u->taken = u->partner = u->blown_count = 0;
  unsigned slot = game->rules.split ? mr_fy_colour(&game->rules, to) : 0;
  mr_fy_ep ep = d.head->ep[slot];
  d.head->ep[slot] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL};
  d.head->passed = type == MR_FY_PASS ? (uint8_t)(d.head->passed + 1) : 0;
  if (type == MR_FY_PASS) {
    u->moved = 0;
    return;
  }
  if (type == MR_FY_DROP) {
    u->moved = MR_FY_CODE(from, d.head->side);
    change_hand(&d, d.head->side, game->rules.kinds[from].hand, -1, keys);
    put(&d, to, u->moved, keys);
    return;
  }
  u->moved = d.board[from];
  if (type == MR_FY_CASTLE) {
    do_castling(&d, from, to, u, keys);
    return;
  }
  if (type == MR_FY_EP) {
    capture(&d, ep.victim, u, keys);
  } else if (d.board[to] != 0) {
    capture(&d, to, u, keys);
  }
  lift(&d, from, keys);
  put(&d, to, form ? MR_FY_CODE(form, MR_FY_SIDE(u->moved)) : u->moved, keys);
  if (d.head->rights) {
    lose_rights(&d, from);
    lose_rights(&d, to);
  }
  if (type == MR_FY_DOUBLE) {
    give_ep(&d, state, from, to, u->moved);
  }
  if (u->taken && game->rules.blast.on) {
    blast(game, state, to, u, keys);
  }
}

static inline void undo_castling(board_edit *d, unsigned from, unsigned to, const undo_record *u) {
  const mr_fy_castling *c = mr_fy_castling_from(&d->game->rules, u->head.rights, from, to);
  if (c != NULL) {
    lift(d, c->king_to, WITHOUT_KEYS);
    lift(d, c->partner_to, WITHOUT_KEYS);
    put(d, from, u->moved, WITHOUT_KEYS);
    put(d, to, u->partner, WITHOUT_KEYS);
  }
}

/** Takes do_action back, and whatever happened to the header since. */
FY_INLINE void undo_action(const mr_fy_game *game, mr_state *state, const undo_record *u) {
  board_edit d = board_edit_of(game, state);
  unsigned from = mr_fy_from(u->action), to = mr_fy_to(u->action);
  unsigned type = mr_fy_type_of(u->action);
  if (u->blown_count > 0) {
    undo_blast(game, state, u);
  }
  if (type == MR_FY_CASTLE) {
    undo_castling(&d, from, to, u);
  } else if (type != MR_FY_PASS) {
    lift(&d, to, WITHOUT_KEYS);
    if (type != MR_FY_DROP) {
      put(&d, from, u->moved, WITHOUT_KEYS);
    }
    if (u->taken) {
      put(&d, u->taken_at, u->taken, WITHOUT_KEYS);
    }
  }
  *d.head = u->head;
}

#endif
