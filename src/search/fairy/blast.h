/**
 * @file blast.h
 * Captures that blast: what one is worth, what a man risks that stands beside others, and whether a
 * side can end the game by one at once. There are no exchanges: who captures is gone.
 */
#ifndef MARCHER_SEARCH_FAIRY_BLAST_H
#define MARCHER_SEARCH_FAIRY_BLAST_H

#include "search/fairy/eval.h"

enum { BLAST_ENDS = 4 * ROYAL_VALUE /**< of a blast that decides the game */ };

/** The cheapest man of a side that attacks a cell; false when there is none. */
static inline bool least_attacker(const mr_fys_eval *s, const scene *at, unsigned side,
                                  unsigned cell, unsigned *code, unsigned *from) {
  const bb *attackers = attackers_of(at->t, side, cell);
  for (unsigned i = 0; i < s->weights->code_count_of[side]; i++) {
    *code = s->weights->by_value[side][i];
    bb men = bb_less(bb_and(attackers[MR_FY_KIND(*code)], at->sets[*code]), at->gone);
    while (bb_pop(&men, from)) {
      bb quiet, capture;
      const row *r = &at->t->rows[(size_t)*code * at->t->cells + *from];
      reach_of(r, at->men, &quiet, &capture);
      if (at->t->codes[*code].cannon) {
        narrow_cannon(r, at->men, cannons_at(at), &quiet, &capture);
      }
      if (bb_has(capture, cell)) {
        return true;
      }
    }
  }
  return false;
}

/** The men of a side of whom none may be lost. */
FY_RARE bb last_of(const mr_fy_game *game, const mr_state *state, unsigned side) {
  return bb_or(all_royals(game, sets_of_const(game, state), side), last_ones(game, state, side));
}

/** What men that a blast removes are worth to a side. @pre they are on the board */
FY_RARE int blown_worth(const mr_fys_eval *e, const mr_state *state, bb men, unsigned side) {
  const uint8_t *board = mr_fy_board_const(state);
  bool ours = bb_meet(men, last_of(e->game, state, side));
  bool theirs = bb_meet(men, last_of(e->game, state, side ^ 1u));
  int sum = 0;
  unsigned cell = 0;
  if (ours || theirs) { /* who makes it is judged first */
    return ours ? -BLAST_ENDS : BLAST_ENDS;
  }
  while (bb_pop(&men, &cell)) {
    int worth = e->weights->value[board[cell]];
    sum += MR_FY_SIDE(board[cell]) == side ? -worth : worth;
  }
  return sum;
}

/** Who goes by a capture that ends on a cell, by a man from another, as the board is before it. */
FY_RARE bb blown_by(const mr_fys_eval *e, const mr_state *state, unsigned from, unsigned to) {
  const tables *t = tables_of(e->game);
  const bb *sets = sets_of_const(e->game, state);
  bb men = bb_or(blast_beside(t, sets, to), bb_and(bb_of(to), bb_or(sets[0], sets[1])));
  bool stays = is_immune(t, mr_fy_board_const(state)[from]);
  return stays ? bb_less(men, bb_of(from)) : bb_or(men, bb_of(from));
}

/** What a capture wins. @pre it is one */
FY_RARE int blast_gain(const mr_fys_eval *e, const mr_state *state, mr_action action) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  bb men = blown_by(e, state, mr_fy_from(action), mr_fy_to(action));
  if (mr_fy_type_of(action) == MR_FY_EP) {
    men = bb_or(men, bb_of(head->ep[0].victim));
  }
  return blown_worth(e, state, men, head->side);
}

/** The most that the other side would win by capturing a man that has come to a cell, 0 where that
 *  does not pay. @param men all of them then @param gone who stands elsewhere now */
FY_RARE int blast_risk(const mr_fys_eval *e, const mr_state *state, unsigned code, unsigned to,
                       bb men, bb gone) {
  const tables *t = tables_of(e->game);
  const scene at = {
      .game = e->game, .t = t, .sets = sets_of_const(e->game, state), .men = men, .gone = gone};
  unsigned side = MR_FY_SIDE(code), by = 0, from = 0;
  bool royal = bb_meet(gone, last_of(e->game, state, side));
  if (!least_attacker(e, &at, side ^ 1u, to, &by, &from)) {
    return 0;
  }
  bb blown = bb_less(blast_beside(t, at.sets, to), gone);
  blown = is_immune(t, by) ? bb_less(blown, bb_of(from)) : bb_or(blown, bb_of(from));
  int worth = blown_worth(e, state, blown, side ^ 1u);
  worth = worth <= -BLAST_ENDS ? worth : royal ? BLAST_ENDS : worth + e->weights->value[code];
  return worth > 0 ? worth : 0;
}

/** What an action comes to: by its own blast, or by the other side's where it has gone. */
FY_RARE int blast_see(const mr_fys_eval *e, const mr_state *state, mr_action action) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  const uint8_t *board = mr_fy_board_const(state);
  unsigned type = mr_fy_type_of(action), from = mr_fy_from(action), to = mr_fy_to(action);
  unsigned form = mr_fy_form_of(action);
  if (type == MR_FY_EP || (type != MR_FY_DROP && board[to] != 0 && to != from)) {
    return blast_gain(e, state, action);
  }
  const bb *sets = sets_of_const(e->game, state);
  bb left = type == MR_FY_DROP ? bb_none() : bb_of(from);
  bb men = bb_or(bb_less(filled(tables_of(e->game), sets), left), bb_of(to));
  unsigned was = type == MR_FY_DROP ? MR_FY_CODE(from, head->side) : board[from];
  unsigned code = form ? MR_FY_CODE(form, head->side) : was;
  int gain = e->weights->value[code] - e->weights->value[was];
  return gain - blast_risk(e, state, code, to, men, left);
}

/** Whether a side, were it its turn, could take what the other may not lose by a blast that spares
 *  its own. */
FY_RARE bool may_blow_up(const mr_fy_game *game, const mr_state *state, unsigned side) {
  const tables *t = tables_of(game);
  const bb *sets = sets_of_const(game, state);
  const mr_fy_extinction *x = &game->rules.extinction;
  if (x->value != MR_FY_LOSS || x->rest > 0) {
    return false;
  }
  bb own = bb_none(), targets = last_of(game, state, side ^ 1u);
  for (uint64_t kinds = x->needs[side].kinds; kinds != 0; kinds &= kinds - 1) {
    own = bb_or(own, sets[MR_FY_CODE(__builtin_ctzll(kinds), side)]);
  }
  targets = bb_less(targets, men_of(sets, t->immune, t->immune_count));
  bb cells = bb_and(bb_or(targets, beside_of(t, targets)), sets[side ^ 1u]);
  cells = bb_less(cells, beside_of(t, own));
  const scene at = {.game = game, .t = t, .sets = sets, .men = filled(t, sets), .gone = own};
  return bb_any(cells) && some_attacked(&at, cells, side);
}

#endif
