/**
 * @file apart.h
 * What few pieces do: promoted forms that pawns take on as other pieces do theirs, by rules of
 * their own, and captures in passing that depend on what stands where. Part of list.h, which
 * includes it.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_APART_H
#define MARCHER_RULES_FAIRY_CORE_APART_H

#include "rules/fairy/core/list.h"

/** Those of `cells` on which a piece may become a form. */
FY_RARE bb promotes_on(const lister *l, unsigned from, bb cells, unsigned form) {
  const code_info *info = &l->at.t->codes[l->board[from]];
  bool apart = form == info->apart;
  bool leaving = apart ? info->apart_on_leaving : info->on_leaving;
  bool by_capture = apart ? info->apart_by_capture : info->by_capture_only;
  cells = bb_and(cells, leaving && bb_has(info->zone, from) ? l->at.t->all : info->zone);
  return by_capture ? bb_and(cells, l->enemy) : cells;
}

/** Those of the cells that a pawn with a form apart may go to on which it may stay what it is. */
FY_RARE bb stays_on(const lister *l, unsigned from, bb cells) {
  const code_info *info = &l->at.t->codes[l->board[from]];
  bb apart = info->apart_compulsory ? promotes_on(l, from, cells, info->apart) : bb_none();
  return bb_less(cells, info->compulsory ? bb_or(apart, info->zone) : apart);
}

/** Promotions of such a pawn. */
FY_RARE void emit_apart(purpose why, sink *to, const lister *l, unsigned from, bb cells) {
  const code_info *info = &l->at.t->codes[l->board[from]];
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    for (unsigned i = 0; i < info->form_count; i++) {
      if (bb_any(promotes_on(l, from, bb_of(cell), info->forms[i]))) {
        emit(why, to, mr_fy_action(MR_FY_STEP, from, cell, MR_FY_KIND(info->forms[i])));
      }
    }
  }
}

/** Where a piece on `from` captures as things stand, and could not go without capturing. */
FY_RARE bb captures_alone(const lister *l, unsigned from) {
  const tables *t = l->at.t;
  const row *r = &t->rows[(size_t)l->board[from] * t->cells + from];
  bb quiet, capture;
  reach_of(r, l->at.men, &quiet, &capture);
  if (t->codes[l->board[from]].cannon) {
    narrow_cannon(r, l->at.men, cannons_of(t, l->at.sets), &quiet, &capture);
  }
  return bb_and(bb_less(capture, quiet), bb_from(&l->at.game->rules.ep_region[l->side]));
}

#endif
