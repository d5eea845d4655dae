/**
 * @file castling.h
 * Whether royals are safe on the way of a castling and behind it. Part of list.h, which includes
 * it.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_CASTLING_H
#define MARCHER_RULES_FAIRY_CORE_CASTLING_H

#include "rules/fairy/core/list.h"

/** Whether a castling takes a royal out of no attack and through none. Its way is seldom clear:
 * apart, the others pay less. @param filled cells that are filled again behind it */
FY_RARE bool castling_passes(const lister *l, const mr_fy_castling *c, bb royals, bb filled) {
  scene before = l->at, at = l->at;
  before.men = bb_or(before.men, filled);
  if (bb_has(royals, c->king_from)) { /* who is not royal may pass attacked squares */
    bb way = bb_from(&c->safe);
    if (l->at.t->walls_shield && c->king_from != c->king_to) {
      way = bb_less(way, bb_of(c->king_to)); /* it stays there only behind the wall */
    }
    way = l->at.game->rules.blast.on ? exposed_royals(&l->at, l->side, way) : way;
    unsigned cell = 0;
    at.men = bb_or(bb_less(at.men, bb_of(c->king_from)), filled);
    while (bb_pop(&way, &cell)) {
      if (attacks(cell == c->king_from ? &before : &at, cell, l->side ^ 1)) {
        return false;
      }
    }
  }
  return true;
}

/** The same of where king and partner arrive. */
FY_RARE bool castling_arrives(const lister *l, const mr_fy_castling *c, bb royals, bb filled) {
  bb ends = bb_or(bb_of(c->king_from), bb_of(c->partner_from));
  scene at = l->at;
  bb arrived = bb_or(bb_or(bb_of(c->king_to), bb_of(c->partner_to)), filled);
  /* One may arrive where the other has stood. */
  bb there = bb_has(royals, c->king_from) ? bb_of(c->king_to) : bb_none();
  there = bb_or(there, bb_has(royals, c->partner_from) ? bb_of(c->partner_to) : bb_none());
  royals = bb_or(bb_less(royals, ends), there);
  at.men = bb_or(bb_less(l->at.men, ends), arrived);
  if (l->at.t->cannon_count > 0) { /* a partner may be a Janggi cannon */
    bool cannon = l->at.t->codes[l->board[c->partner_from]].cannon;
    at.gone = ends;
    at.come = cannon ? bb_of(c->partner_to) : bb_none();
  }
  royals = l->at.game->rules.blast.on ? exposed_royals(&at, l->side, royals) : royals;
  return !attacks_any(&at, royals, l->side ^ 1);
}

/** Whether a castling leaves some of the side's royals safe, on its way and in the end. */
FY_RARE bool castling_safe(const lister *l, const mr_fy_castling *c, bb royals, bb filled) {
  return castling_passes(l, c, royals, filled) && castling_arrives(l, c, royals, filled);
}

#endif
