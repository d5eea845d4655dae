/**
 * @file gates.h
 * Gates: squares from which nobody has moved yet. Who leaves one may let a man from the hand in
 * behind it (seirawanGating). Part of list.h, which includes it.
 *
 * A move has to be legal by itself for kings: nobody enters to shelter them. What is royal as the
 * last of its kind is looked at as it stands in the end, with the man that has entered.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_GATES_H
#define MARCHER_RULES_FAIRY_CORE_GATES_H

#include "rules/fairy/core/list.h"

/** The slots of a hand whose men may enter on a cell, as bits; 0 where there is no gate. */
FY_RARE unsigned entering_slots(const lister *l, unsigned cell) {
  const mr_fy_rules *rules = &l->at.game->rules;
  unsigned slots = 0;
  if (!rules->gating.enters || !mr_fy_is_gate(rules, l->head, l->side, cell)) {
    return 0;
  }
  for (unsigned slot = 0; slot < rules->hand_count; slot++) {
    unsigned kind = rules->hand_kind[slot], limit = rules->kinds[kind].drop_file_limit;
    bb alike = bb_and(l->at.sets[MR_FY_CODE(kind, l->side)], l->at.t->file[cell % rules->files]);
    bool full = limit > 0 && bb_count(alike) >= limit;
    if (!full && mr_fy_may_enter(rules, l->head, l->side, slot, cell)) {
      slots |= 1u << slot;
    }
  }
  return slots;
}

/** An action with each of the men that may enter behind it. */
static inline void emit_entering(purpose why, sink *to, mr_action action, unsigned slots,
                                 bool behind_partner) {
  for (; slots != 0; slots &= slots - 1) {
    unsigned slot = (unsigned)__builtin_ctz(slots);
    emit(why, to, mr_fy_entering(action, slot, behind_partner));
  }
}

/** Whether it matters for royals that a gate is filled again: it may shelter the last of a kind,
 * and what jumps over it may attack. */
static inline bool gates_matter(const lister *l) {
  return l->guard.active && (l->at.game->rules.extinction.royal || l->at.t->slow);
}

/** Royals of the side, its kings alone or all, as they stand after a move. */
FY_RARE bb royals_moved(const lister *l, bool kings, bb from, bb to) {
  bb royals = l->guard.royals;
  if (kings) {
    royals = bb_and(royals, kings_of(l->at.game, l->at.sets, l->side));
  }
  return bb_meet(royals, from) ? bb_or(bb_less(royals, from), to) : royals;
}

/** Whether a move leaves the royals safe when its gate is filled again. */
FY_RARE bool entering_is_safe(const lister *l, unsigned from, unsigned cell) {
  change move = {.from = bb_of(from), .to = bb_of(cell)};
  move.taken = bb_and(move.to, l->enemy);
  bb kings = royals_moved(l, true, move.from, move.to);
  bb all = royals_moved(l, false, move.from, move.to);
  bool safe = royals_safe(&l->at, l->side, &move, kings);
  move.from = bb_none(); /* it stays filled */
  return safe && royals_safe(&l->at, l->side, &move, all);
}

static inline bool is_double(const code_info *info, unsigned from, unsigned cell) {
  const doubles *twice = info->twice != NULL ? &info->twice[from] : NULL;
  return twice != NULL && memchr(twice->to, (int)cell, twice->count) != NULL;
}

/**
 * The moves of a piece that leaves a gate, with each man that may enter. Nobody enters behind who
 * promotes or captures in passing.
 * @param reached all cells that it can go to
 * @param legal those of them that it may go to
 */
FY_RARE void list_entering(purpose why, sink *to, const lister *l, unsigned from, bb reached,
                           bb legal) {
  const code_info *info = &l->at.t->codes[l->board[from]];
  unsigned slots = entering_slots(l, from), cell = 0;
  bool matters = gates_matter(l);
  bb cells = matters ? reached : legal;
  if (info->apart != 0) {
    cells = stays_on(l, from, cells);
  } else if (info->form_count > 0 && info->compulsory) {
    bb zone = info->on_leaving && bb_has(info->zone, from) ? l->at.t->all : info->zone;
    cells = bb_less(cells, info->by_capture_only ? bb_and(zone, l->enemy) : zone);
  }
  cells = slots != 0 ? bb_less(cells, info->dead) : bb_none();
  while (bb_pop(&cells, &cell)) {
    if (!matters || entering_is_safe(l, from, cell)) {
      mr_fy_type type = is_double(info, from, cell) ? MR_FY_DOUBLE : MR_FY_STEP;
      emit_entering(why, to, mr_fy_action(type, from, cell, 0), slots, false);
    }
  }
}

/** Whether a castling that leaves its clear way is legal with a man that enters on a cell. */
FY_RARE bool castling_enters(const lister *l, const mr_fy_castling *c, unsigned gate) {
  if (gate == c->king_to || gate == c->partner_to) {
    return false;
  }
  if (!gates_matter(l)) {
    return castling_legal(l, c);
  }
  bb kings = royals_moved(l, true, bb_none(), bb_none());
  bb behind_king = gate == c->king_from ? bb_of(gate) : bb_none();
  return castling_open(l, c) && castling_safe(l, c, kings, bb_none()) &&
         castling_safe(l, c, l->guard.royals, behind_king) &&
         castling_safe(l, c, l->guard.royals, bb_of(gate));
}

FY_RARE void list_castling_gates(purpose why, sink *to, const lister *l, const mr_fy_castling *c) {
  mr_action action = mr_fy_action(MR_FY_CASTLE, c->king_from, c->partner_from, 0);
  for (unsigned i = 0; i < 2; i++) {
    unsigned gate = i == 0 ? c->king_from : c->partner_from;
    unsigned slots = entering_slots(l, gate);
    if (slots != 0 && castling_enters(l, c, gate)) {
      emit_entering(why, to, action, slots, i == 1);
    }
  }
}

#endif
