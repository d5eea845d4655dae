/**
 * @file flips.h
 * Men that change sides where they stand. Games without such do not look here.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_FLIPS_H
#define MARCHER_RULES_FAIRY_CORE_FLIPS_H

#include "rules/fairy/core/tables.h"

/** The men of the other side's in one way from a cell, up to an own man; none where there is no
 * such.
 */
static inline bb turned_along(const mr_fy_rules *rules, bb own, bb enemy, unsigned cell,
                              const int8_t *way) {
  int file = (int)(cell % rules->files) + way[0], rank = (int)(cell / rules->files) + way[1];
  bb turned = bb_none();
  for (; file >= 0 && file < rules->files && rank >= 0 && rank < rules->ranks;
       file += way[0], rank += way[1]) {
    unsigned to = (unsigned)(rank * rules->files + file);
    if (!bb_has(enemy, to)) {
      return bb_has(own, to) ? turned : bb_none();
    }
    turned = bb_or(turned, bb_of(to));
  }
  return bb_none();
}

/**
 * Who changes sides when a man comes to a cell.
 * @param own the other men of its side, where it has come from included
 * @param plain it has come there by a move that is no promotion
 */
FY_RARE bb turned_by(const mr_fy_rules *rules, bb own, bb enemy, unsigned cell, bool plain) {
  static const int8_t ways[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                    {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  bb turned = bb_none(), beside = bb_none();
  for (unsigned i = 0; i < 8; i++) {
    int file = (int)(cell % rules->files) + ways[i][0];
    int rank = (int)(cell / rules->files) + ways[i][1];
    if (rules->flips == MR_FY_FLIPS_ENCLOSED) {
      turned = bb_or(turned, turned_along(rules, own, enemy, cell, ways[i]));
    } else if (file >= 0 && file < rules->files && rank >= 0 && rank < rules->ranks) {
      beside = bb_or(beside, bb_of((unsigned)(rank * rules->files + file)));
    }
  }
  bool joined = rules->flips != MR_FY_FLIPS_JOINED || plain || bb_meet(beside, own);
  return joined ? bb_or(turned, bb_and(beside, enemy)) : bb_none();
}

#endif
