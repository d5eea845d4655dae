/**
 * @file rows.h
 * Rows that a side could complete with its next action, where that wins.
 */
#ifndef MARCHER_SEARCH_FAIRY_ROWS_H
#define MARCHER_SEARCH_FAIRY_ROWS_H

#include "rules/fairy/core/ends.h"
#include "search/fairy/fairy_search.h"

FY_HOT bool wins_by_rows(const mr_fys_search *s) {
  return s->game->rules.connect.value == MR_FY_WIN;
}

/** Where a side may drop something that counts in rows. */
static inline bb row_drops(const mr_fys_search *s, unsigned side) {
  const mr_fy_game *game = s->game;
  lister l;
  bb cells = bb_none();
  look(&l, game, s->state, side, bb_none());
  for (unsigned i = 0; game->rules.drops && i < game->rules.hand_count; i++) {
    unsigned kind = game->rules.hand_kind[i];
    bool counts = (game->rules.connect.kinds >> kind & 1) != 0;
    if (counts && l.head->hand[side][i] > 0) {
      cells = bb_or(cells, drop_cells(&l, MR_FY_CODE(kind, side), MR_FY_CODE(kind, side)));
    }
  }
  return cells;
}

/** Whether a man that is not yet in a row can go to a cell. */
static inline bool may_join(const mr_fys_search *s, bb men, unsigned cell, unsigned side) {
  const tables *t = tables_of(s->game);
  const bb *sets = sets_of(s->game, s->state);
  const uint8_t *board = mr_fy_board(s->state);
  bb all = filled(t, sets);
  unsigned from = 0;
  while (bb_pop(&men, &from)) {
    bb quiet, capture;
    reach_of(&t->rows[(size_t)board[from] * t->cells + from], all, &quiet, &capture);
    if (bb_has(bb_or(bb_less(quiet, all), bb_and(capture, sets[side ^ 1u])), cell) &&
        !bb_has(t->codes[board[from]].dead, cell)) {
      return true;
    }
  }
  return false;
}

/**
 * Whether a side could complete a row or square with its next action. What an action leads to
 * besides, and what kinds become by it, is not looked at.
 * @param duty what it has to do
 */
FY_RARE bool may_complete_row(const mr_fys_search *s, unsigned side, drop_duty duty) {
  const connects *c = tables_of(s->game)->connects;
  const bb *sets = sets_of(s->game, s->state);
  bb men = connecting(c, sets, side), drops = bb_none();
  bool known = false;
  for (unsigned i = 0; i < c->row_count; i++) {
    bb lack = bb_less(c->rows[i], men);
    if (!bb_single(lack) || bb_meet(lack, sets[side])) {
      continue;
    }
    if (!known && duty != CANNOT_DROP) {
      drops = row_drops(s, side);
    }
    known = true;
    bb free = duty == OWES_DROP ? bb_none() : bb_less(men, c->rows[i]);
    if (bb_meet(lack, drops) || (bb_any(free) && may_join(s, free, bb_first(lack), side))) {
      return true;
    }
  }
  return false;
}

#endif
