/**
 * @file leaps.h
 * Leaps from gates (cambodianMoves): one of a king that is not in check, one of a fers. Part of
 * list.h, which includes it. @source docs/rules/classics.md, CL-87
 */
#ifndef MARCHER_RULES_FAIRY_CORE_LEAPS_H
#define MARCHER_RULES_FAIRY_CORE_LEAPS_H

#include "rules/fairy/core/list.h"

/** The leaps of the man on a gate. @param reached where it can go anyway */
FY_RARE void list_leaps(purpose why, sink *to, const lister *l, unsigned from, bb reached) {
  const mr_fy_rules *rules = &l->at.game->rules;
  unsigned file = from - rules->gating.first[l->side], code = l->board[from];
  if (l->captures_only || l->part == NOISY_MOVES || file >= rules->files ||
      !(l->head->leapers[l->side] >> file & 1u)) {
    return;
  }
  mr_fy_set set = mr_fy_leaps_from(rules, code, from);
  bb cells = bb_less(bb_and(bb_from(&set), l->empty), reached);
  bb kings = kings_of(l->at.game, l->at.sets, l->side);
  bool king = (rules->leaps.kings >> MR_FY_KIND(code) & 1u) != 0;
  if (king && some_attacked(&l->at, kings, l->side ^ 1u)) {
    return;
  }
  if (l->guard.active) {
    cells = guard_cells(l, from, cells, bb_has(l->guard.royals, from));
  }
  emit_cells(why, to, from, cells);
}

#endif
