/**
 * @file apart.h
 * What few pieces do: captures in passing that depend on what stands where. Part of list.h, which
 * includes it.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_APART_H
#define MARCHER_RULES_FAIRY_CORE_APART_H

#include "rules/fairy/core/list.h"

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
