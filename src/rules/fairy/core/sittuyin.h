/**
 * @file sittuyin.h
 * Promotions that are actions of their own (sittuyinPromotion): a pawn becomes another piece where
 * it stands, or on an empty square that this piece would attack from there. Part of list.h, which
 * includes it.
 * @source docs/rules/classics.md, CL-140
 */
#ifndef MARCHER_RULES_FAIRY_CORE_SITTUYIN_H
#define MARCHER_RULES_FAIRY_CORE_SITTUYIN_H

#include "rules/fairy/core/list.h"

/** What the man on a cell may become, and where. What it would attack then is asked of each. */
FY_RARE void list_sittuyin(purpose why, sink *to, const lister *l, unsigned from) {
  const tables *t = l->at.t;
  unsigned code = l->board[from];
  const code_info *info = &t->codes[code];
  bool last = bb_count(l->at.sets[code]) == 1;
  if (to->no_sittuyin || l->captures_only || l->part == QUIET_MOVES ||
      (!last && !bb_has(info->sittuyin_zone, from))) {
    return;
  }
  change move = {.from = bb_of(from)};
  for (unsigned i = 0; i < info->form_count; i++) {
    bb quiet, capture;
    unsigned cell = 0;
    reach_of(&t->rows[(size_t)info->forms[i] * t->cells + from], l->at.men, &quiet, &capture);
    capture = bb_or(bb_and(capture, l->empty), bb_of(from));
    while (bb_pop(&capture, &cell)) {
      move.to = bb_of(cell);
      if (form_is_safe(l, &move, info->forms[i])) {
        emit(why, to, mr_fy_action(MR_FY_STEP, from, cell, MR_FY_KIND(info->forms[i])));
      }
    }
  }
}

/** Whether a man of a code attacks an enemy from a cell: who promotes by an action of its own may
 * not.
 */
FY_RARE bool attacks_some(const mr_fy_game *game, const mr_state *state, unsigned code,
                          unsigned cell) {
  const tables *t = tables_of(game);
  const bb *sets = sets_of_const(game, state);
  bb quiet, capture;
  reach_of(&t->rows[(size_t)code * t->cells + cell], filled(t, sets), &quiet, &capture);
  return bb_meet(capture, sets[MR_FY_SIDE(code) ^ 1u]);
}

#endif
