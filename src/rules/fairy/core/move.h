/**
 * @file move.h
 * Doing an action on the board and taking it back. What follows from it, whose turn it is and
 * whether the game has ended, is ends.h's.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_MOVE_H
#define MARCHER_RULES_FAIRY_CORE_MOVE_H

#include <marcher/hash.h>

#include "rules/fairy/core/flips.h"
#include "rules/fairy/core/walls.h"

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
  bb walls;   /**< those before it, where actions set walls */
  bb flipped; /**< where men have changed sides by it, in games where they do */
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

enum {
  KEY_HAND = 1,
  KEY_EP,
  KEY_RIGHTS,
  KEY_SIDE,
  KEY_SPLIT,
  KEY_CHECKS,
  KEY_GATES,
  KEY_PASSED,
  KEY_LEAPS,
  KEY_PAIRS
};

static inline uint64_t extra_key(unsigned what, unsigned a, unsigned b) {
  return mr_mix64(UINT64_C(0x66616972795f6b65) ^
                  ((uint64_t)what << 48 | (uint64_t)a << 24 | (uint64_t)b));
}

static inline uint64_t ep_key(const mr_fy_ep *ep, unsigned slot) {
  return ep->passed == MR_FY_NO_CELL
             ? 0
             : extra_key(KEY_EP, slot,
                         (unsigned)ep->also << 16 | (unsigned)ep->passed << 8 | ep->victim);
}

/** That the other side has just passed; it makes no other position of one (repetition). */
static inline uint64_t passed_key(const mr_fy_state *head) {
  return head->passed ? extra_key(KEY_PASSED, head->passed, 0) : 0;
}

/** From which files the rights to castle are. */
FY_RARE uint64_t pairs_key(const mr_fy_state *head) {
  return extra_key(KEY_PAIRS, (unsigned)head->pairs[0] << 8 | head->pairs[1],
                   (unsigned)head->pairs[2] << 8 | head->pairs[3]);
}

/** What the key has besides pieces and hands; it is laid over before and after each change. */
static inline uint64_t header_key(const mr_fy_game *game, const mr_fy_state *head) {
  uint64_t key = head->side ? extra_key(KEY_SIDE, 0, 0) : 0;
  key ^= ep_key(&head->ep[0], 0) ^ ep_key(&head->ep[1], 1);
  if (head->rights) {
    key ^= extra_key(KEY_RIGHTS, head->rights, 0);
    key ^= game->rules.any_files ? pairs_key(head) : 0;
  }
  if (game->rules.split) {
    key ^= extra_key(KEY_SPLIT, head->owed, head->frozen);
  }
  key ^= passed_key(head);
  if (mr_fy_counts_checks(&game->rules)) {
    key ^= extra_key(KEY_CHECKS, head->checks[0], head->checks[1]);
  }
  if (game->rules.leaps.on) {
    key ^= extra_key(KEY_LEAPS, head->leapers[0], head->leapers[1]);
  }
  if (game->rules.gating.enters) { /* kept alone they are told, and mean nothing */
    key ^= extra_key(KEY_GATES, head->gates[0], head->gates[1]);
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

/** Whether a man can capture in passing, where actions are held against further rules. */
FY_RARE bool ep_passes(const lister *l, unsigned from, const mr_fy_ep *ep) {
  trial room;
  lister plain;
  sink any = {0};
  const code_info *info = &l->at.t->codes[l->board[from]];
  l = sift(ANY, &any, &room, l, &plain);
  bb cells = ep_cells(l, from, info, ep);
  unsigned cell = 0;
  while (!any.found && bb_pop(&cells, &cell)) {
    list_ep(SIFT, &any, from, cell, info);
  }
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
    if (info->ep != NULL &&
        (t->sifted ? ep_passes(&l, from, ep) : bb_any(ep_cells(&l, from, info, ep)))) {
      return true;
    }
  }
  return false;
}

/** Leaves of a right what `side` can use: so that positions which differ in nothing are one. */
static inline void keep_usable(const mr_fy_game *game, mr_state *state, unsigned side,
                               unsigned slot) {
  mr_fy_ep *ep = &mr_fy_state_of(state)->ep[slot], all = *ep;
  if (all.also == 0) {
    *ep = ep_possible(game, state, side, slot) ? all : (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL, 0};
    return;
  }
  mr_fy_ep kept = {MR_FY_NO_CELL, MR_FY_NO_CELL, 0};
  for (unsigned i = 0; i < 2; i++) {
    *ep = (mr_fy_ep){i == 0 ? all.passed : all.also, all.victim, 0};
    if (ep_possible(game, state, side, slot)) {
      mr_fy_ep_add(&kept, ep->passed);
      kept.victim = all.victim;
    }
  }
  *ep = kept;
}

static inline void give_ep(board_edit *d, mr_state *state, unsigned from, unsigned to,
                           unsigned code) {
  const doubles *twice = &d->t->codes[code].twice[from];
  unsigned slot = d->game->rules.split ? mr_fy_colour(&d->game->rules, to) : 0;
  mr_fy_ep *ep = &d->head->ep[slot];
  for (unsigned i = 0; i < twice->count; i++) {
    if (twice->to[i] != to) {
      continue;
    }
    *ep = (mr_fy_ep){MR_FY_NO_CELL, (uint16_t)to, 0};
    if (d->board[twice->passed[i]] == 0) { /* it may be walled up */
      mr_fy_ep_add(ep, twice->passed[i]);
    }
    if (twice->also[i] != 0 && d->board[twice->also[i]] == 0) {
      mr_fy_ep_add(ep, twice->also[i]);
    }
  }
  if (ep->passed == MR_FY_NO_CELL) {
    ep->victim = MR_FY_NO_CELL;
    return;
  }
  keep_usable(d->game, state, MR_FY_SIDE(code) ^ 1u, slot);
}

/** The castling that a state has a right to from these squares. */
FY_INLINE const mr_fy_castling *castling_of(const mr_fy_game *game, const mr_fy_state *head,
                                            unsigned king, unsigned partner) {
  return mr_fy_castling_from(&game->rules, head, head->rights, king, partner);
}

/** Rights that are gone once a piece has left or come to a cell. */
FY_INLINE void lose_rights(board_edit *d, unsigned cell) {
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(&d->game->rules, d->head, i);
    if (d->head->rights >> i & 1 && (cell == c->king_from || cell == c->partner_from)) {
      mr_fy_take_right(d->head, i);
    }
  }
}

/** A king or a partner has been dropped on a cell where it castles from. */
FY_RARE void gain_rights(board_edit *d, unsigned cell) {
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *c = &d->game->rules.castling[i];
    if (c->allowed && i / 2 == d->head->side && (cell == c->king_from || cell == c->partner_from) &&
        d->board[c->king_from] == MR_FY_CODE(c->king_kind, i / 2) &&
        mr_fy_is_one_of(d->board[c->partner_from], i / 2, c->partner_kinds)) {
      d->head->rights |= (uint8_t)(1u << i);
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

/** A man that is no more leaves a wall. */
FY_RARE void leave_wall(board_edit *d, unsigned cell, keeping keys) {
  bb *walls = &d->sets[d->t->code_count];
  d->board[cell] = MR_FY_WALL;
  *walls = bb_or(*walls, bb_of(cell));
  d->head->key ^= keys == WITH_KEYS ? d->t->keys[(size_t)MR_FY_WALL * d->t->cells + cell] : 0;
}

/** A capture has been made by the man on a cell, which becomes a wall. */
FY_RARE void petrify(const mr_fy_game *game, mr_state *state, unsigned cell, undo_record *u,
                     keeping keys) {
  board_edit d = board_edit_of(game, state);
  u->blown[0] = d.board[cell];
  u->blown_at[0] = (uint8_t)cell;
  u->blown_count = 1;
  remove_man(&d, cell, keys);
  lose_rights(&d, cell);
  leave_wall(&d, cell, keys);
}

/** A capture has been made by the man on a cell: it goes, and so do those beside it. */
FY_RARE void blast(const mr_fy_game *game, mr_state *state, unsigned cell, undo_record *u,
                   keeping keys) {
  board_edit d = board_edit_of(game, state);
  bb men = blast_beside(d.t, d.sets, cell);
  unsigned captor = cell;
  do {
    unsigned code = d.board[cell];
    bool stays = cell == captor ? d.t->codes[code].petrifies : game->rules.walling.petrify_blown;
    if (u->blown_count > 0 || !is_immune(d.t, code)) {
      u->blown[u->blown_count] = (uint8_t)code;
      u->blown_at[u->blown_count++] = (uint8_t)cell;
      remove_man(&d, cell, keys);
      lose_rights(&d, cell);
      if (stays) {
        leave_wall(&d, cell, keys);
      }
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

/** Sets the wall of an action, once its man has moved. */
FY_RARE void set_wall(const mr_fy_game *game, mr_state *state, mr_action action, keeping keys) {
  board_edit d = board_edit_of(game, state);
  const uint64_t *wall_keys = d.t->keys + (size_t)MR_FY_WALL * d.t->cells;
  bb *walls = &d.sets[d.t->code_count], wall = bb_of(mr_fy_wall_of(action));
  if (!mr_fy_walls_with(&game->rules.walling, mr_fy_type_of(action))) {
    return;
  }
  bool duck = game->rules.walling.rule == MR_FY_WALLS_DUCK;
  bb changed = bb_xor(wall, duck ? *walls : bb_none());
  *walls = bb_xor(*walls, changed);
  unsigned cell = 0;
  while (bb_pop(&changed, &cell)) {
    d.board[cell] = bb_has(wall, cell) ? MR_FY_WALL : 0;
    d.head->key ^= keys == WITH_KEYS ? wall_keys[cell] : 0;
  }
}

/** Blocks and frees squares as they were before an action. @pre its man has not gone back */
FY_RARE void undo_walls(const mr_fy_game *game, mr_state *state, bb before) {
  board_edit d = board_edit_of(game, state);
  bb *walls = &d.sets[d.t->code_count], changed = bb_xor(before, *walls);
  unsigned cell = 0;
  while (bb_pop(&changed, &cell)) {
    d.board[cell] = bb_has(before, cell) ? MR_FY_WALL : 0;
  }
  *walls = before;
}

/** Men on some cells change sides. */
static inline void turn_over(board_edit *d, bb men, keeping keys) {
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    unsigned code = d->board[cell];
    lift(d, cell, keys);
    put(d, cell, code ^ 1u, keys);
  }
}

/** Once a man has come to a cell: those of the other side's that change sides by that. */
FY_RARE void flip(const mr_fy_game *game, mr_state *state, undo_record *u, keeping keys) {
  board_edit d = board_edit_of(game, state);
  unsigned type = mr_fy_type_of(u->action), side = MR_FY_SIDE(u->moved);
  bb own = bb_less(d.sets[side], bb_of(mr_fy_to(u->action)));
  if (type != MR_FY_DROP) {
    own = bb_or(own, bb_of(mr_fy_from(u->action)));
  }
  bool plain = type <= MR_FY_DOUBLE && mr_fy_form_of(u->action) == 0;
  u->flipped = turned_by(&game->rules, own, d.sets[side ^ 1u], mr_fy_to(u->action), plain);
  turn_over(&d, u->flipped, keys);
}

/** Whether men have changed sides by an action. */
static inline bool has_flipped(const mr_fy_game *game, const undo_record *u) {
  return game->rules.flips != MR_FY_FLIPS_NONE && bb_any(u->flipped);
}

/** Who has a gate on a cell has it no more. */
static inline void close_gate(board_edit *d, unsigned cell) {
  const mr_fy_gating *gating = &d->game->rules.gating;
  for (unsigned side = 0; side < 2; side++) {
    unsigned file = cell - gating->first[side];
    if (file < d->game->rules.files) {
      d->head->gates[side] &= (uint16_t) ~(1u << file);
    }
  }
}

/** Once pieces have changed places: lets in who enters, and closes the gates that are left or
 * taken, or all of a side's when nobody can enter any more. */
FY_RARE void pass_gates(const mr_fy_game *game, mr_state *state, mr_action action, keeping keys) {
  board_edit d = board_edit_of(game, state);
  const mr_fy_rules *rules = &game->rules;
  unsigned side = d.head->side, held = 0;
  if (mr_fy_enters(rules, action)) {
    unsigned slot = mr_fy_entering_slot(action);
    change_hand(&d, side, slot, -1, keys);
    put(&d, mr_fy_entered_cell(action), MR_FY_CODE(rules->hand_kind[slot], side), keys);
  }
  if (mr_fy_type_of(action) != MR_FY_DROP) {
    close_gate(&d, mr_fy_from(action));
    close_gate(&d, mr_fy_to(action));
  }
  for (unsigned slot = 0; slot < rules->hand_count; slot++) {
    held += d.head->hand[side][slot];
  }
  if (rules->gating.enters && held == 0 && !rules->captures_to_hand) {
    d.head->gates[side] = 0;
  }
}

/** Once gates are closed: who stood on one does not leap any more, nor does a king whose file or
 * rank a rook of the other side's has come to, whatever stands between. */
FY_RARE void take_leaps(board_edit *d, unsigned moved, unsigned to) {
  const mr_fy_rules *rules = &d->game->rules;
  unsigned side = MR_FY_SIDE(moved), other = side ^ 1u;
  bool rook = (rules->leaps.rooks >> MR_FY_KIND(moved) & 1u) != 0;
  for (unsigned file = 0; rook && file < rules->files; file++) {
    unsigned cell = rules->gating.first[other] + file;
    bool king = mr_fy_is_one_of(d->board[cell], other, rules->leaps.kings);
    if (king &&
        (cell % rules->files == to % rules->files || cell / rules->files == to / rules->files)) {
      d->head->gates[other] &= (uint16_t) ~(1u << file);
    }
  }
  for (unsigned i = 0; i < 2; i++) {
    d->head->leapers[i] &= d->head->gates[i];
  }
}

/** What an action does to gates, and to leaps from them. */
FY_INLINE void touch_gates(const mr_fy_game *game, mr_state *state, const undo_record *u,
                           keeping keys) {
  if (game->rules.gating.on) {
    pass_gates(game, state, u->action, keys);
  }
  if (game->rules.leaps.on) {
    board_edit d = board_edit_of(game, state);
    take_leaps(&d, u->moved, mr_fy_to(u->action));
  }
}

/** What else follows from a man's coming to a cell. */
FY_INLINE void arrive(const mr_fy_game *game, mr_state *state, undo_record *u, keeping keys) {
  touch_gates(game, state, u, keys);
  if (game->rules.flips != MR_FY_FLIPS_NONE) {
    flip(game, state, u, keys);
  }
}

static inline void do_castling(board_edit *d, unsigned from, unsigned to, undo_record *u,
                               keeping keys) {
  const mr_fy_castling *c = castling_of(d->game, d->head, from, to);
  if (c != NULL) {
    u->partner = d->board[to];
    lift(d, from, keys);
    lift(d, to, keys);
    put(d, c->king_to, u->moved, keys);
    put(d, c->partner_to, u->partner, keys);
    lose_rights(d, from);
    if (d->game->rules.opposite_castling) {
      mr_fy_take_right(d->head, mr_fy_right_of(&d->game->rules, c) ^ 2u);
    }
  }
}

/** A piece comes from the hand. */
FY_INLINE void do_drop(board_edit *d, mr_state *state, mr_action action, undo_record *u,
                       keeping keys) {
  const mr_fy_rules *rules = &d->game->rules;
  unsigned kind = mr_fy_from(action), to = mr_fy_to(action);
  u->moved = MR_FY_CODE(kind, d->head->side);
  if (!rules->free_drops) {
    change_hand(d, d->head->side, rules->kinds[kind].hand, -1, keys);
  }
  put(d, to, u->moved, keys);
  if (rules->castles_dropped) {
    gain_rights(d, to);
  }
  arrive(d->game, state, u, keys);
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
  if (d.t->walls) {
    u->walls = d.sets[d.t->code_count];
  }
  unsigned slot = game->rules.split ? mr_fy_colour(&game->rules, to) : 0;
  mr_fy_ep ep = d.head->ep[slot];
  d.head->ep[slot] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL, 0};
  d.head->passed = type == MR_FY_PASS ? (uint8_t)(d.head->passed + 1) : 0;
  if (type == MR_FY_PASS) {
    u->moved = 0;
    u->flipped = bb_none();
    return;
  }
  if (type == MR_FY_DROP) {
    do_drop(&d, state, action, u, keys);
    return;
  }
  u->moved = d.board[from];
  if (type >= MR_FY_CASTLE) {
    if (type == MR_FY_CASTLE) {
      do_castling(&d, from, to, u, keys);
    }
    if (d.t->with_walls != NULL) {
      set_wall(game, state, action, keys);
    }
    touch_gates(game, state, u, keys);
    return;
  }
  if (type == MR_FY_EP) {
    capture(&d, ep.victim, u, keys);
  } else if (d.board[to] != 0 && to != from) { /* who promotes where it stands takes nothing */
    capture(&d, to, u, keys);
  }
  lift(&d, from, keys);
  put(&d, to, form ? MR_FY_CODE(form, MR_FY_SIDE(u->moved)) : u->moved, keys);
  if (d.head->rights) {
    lose_rights(&d, from);
    lose_rights(&d, to);
  }
  if (d.t->with_walls != NULL) {
    set_wall(game, state, action, keys);
  }
  arrive(game, state, u, keys);
  if (type == MR_FY_DOUBLE) {
    give_ep(&d, state, from, to, u->moved);
  }
  if (u->taken && game->rules.blast.on) {
    blast(game, state, to, u, keys);
  } else if (u->taken && d.t->codes[u->moved].petrifies) {
    petrify(game, state, to, u, keys);
  }
}

static inline void undo_castling(board_edit *d, unsigned from, unsigned to, const undo_record *u) {
  const mr_fy_castling *c = castling_of(d->game, &u->head, from, to);
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
  if (d.t->walls) {
    undo_walls(game, state, u->walls);
  }
  if (u->blown_count > 0) {
    undo_blast(game, state, u);
  }
  if (has_flipped(game, u)) {
    turn_over(&d, u->flipped, WITHOUT_KEYS);
  }
  if (mr_fy_enters(&game->rules, u->action)) {
    lift(&d, mr_fy_entered_cell(u->action), WITHOUT_KEYS);
  }
  if (type == MR_FY_CASTLE) {
    undo_castling(&d, from, to, u);
  } else if (type < MR_FY_BLOCK) {
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
