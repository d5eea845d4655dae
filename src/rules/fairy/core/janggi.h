/**
 * @file janggi.h
 * What Janggi has of its own: kings that face each other along an open file or rank, which who is
 * to move has to end, or passes and so ends the game (bikjangRule), and where its cannons leave
 * royals safe. Part of list.h, which includes it.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_JANGGI_H
#define MARCHER_RULES_FAIRY_CORE_JANGGI_H

#include "rules/fairy/core/list.h"

/** Those of a Janggi cannon's cells that leave the royals safe, each of them tried: no other cannon
 * leaps over it where it arrives. */
FY_RARE bb try_cannon(const lister *l, bb from, bb cells, bool royal) {
  lister then = *l;
  bb good = bb_none();
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    change move = {.from = from, .to = bb_of(cell)};
    move.taken = bb_and(move.to, l->enemy);
    then.at.come = move.to;
    if (safe_after(&then.at, &l->guard, l->side, &move, royal)) {
      good = bb_or(good, move.to);
    }
  }
  return good;
}

/** Adds the squares between two cells of a file or a rank; false if they are on none. */
static inline bool squares_between(const mr_fy_rules *rules, unsigned a, unsigned b, bb *out) {
  unsigned files = rules->files, low = a < b ? a : b, high = a < b ? b : a;
  unsigned step = low % files == high % files ? files : low / files == high / files ? 1u : 0u;
  *out = bb_none();
  for (unsigned cell = low + step; step != 0 && cell < high; cell += step) {
    *out = bb_or(*out, bb_of(cell));
  }
  return step != 0 && low != high;
}

/** The kings of a side, which are one as a rule. */
static inline bb kings_that_face(const mr_fy_game *game, const bb *sets, unsigned side) {
  return game->rules.king != 0 ? sets[MR_FY_CODE(game->rules.king, side)] : bb_none();
}

/**
 * Whether kings on two sets of cells face each other over cells that `men` leaves empty.
 * @param between what lies between all pairs that do; NULL: not asked for
 */
FY_RARE bool face_each_other(const mr_fy_game *game, bb kings, bb others, bb men, bb *between) {
  bool found = false;
  unsigned one = 0, other = 0;
  while (bb_pop(&kings, &one)) {
    for (bb left = others; bb_pop(&left, &other);) {
      bb path;
      if (!squares_between(&game->rules, one, other, &path) || bb_meet(path, men)) {
        continue;
      }
      if (between != NULL) {
        *between = found ? bb_and(*between, path) : path;
      }
      found = true;
    }
  }
  return found;
}

/** Whether kings face each other now. */
FY_RARE bool kings_face(const mr_fy_game *game, const bb *sets) {
  return face_each_other(game, kings_that_face(game, sets, MR_FY_WHITE),
                         kings_that_face(game, sets, MR_FY_BLACK), filled(tables_of(game), sets),
                         NULL);
}

/** Looks whether the side to move has to end that its king faces the other one. */
FY_RARE void look_for_facing(lister *l) {
  l->faced = face_each_other(l->at.game, kings_that_face(l->at.game, l->at.sets, l->side),
                             kings_that_face(l->at.game, l->at.sets, l->side ^ 1u), l->at.men,
                             &l->between);
}

/** Those of a man's cells by which kings do not face each other any more. @pre they do */
FY_RARE bb end_facing(const lister *l, unsigned from, bb cells) {
  bb kings = kings_that_face(l->at.game, l->at.sets, l->side), good = bb_none();
  if (!bb_has(kings, from)) {
    return bb_and(cells, l->between);
  }
  bb others = kings_that_face(l->at.game, l->at.sets, l->side ^ 1u);
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    bb men = bb_or(bb_less(l->at.men, bb_of(from)), bb_of(cell));
    bb moved = bb_or(bb_less(kings, bb_of(from)), bb_of(cell));
    bool faces = face_each_other(l->at.game, moved, bb_less(others, bb_of(cell)), men, NULL);
    good = faces ? good : bb_or(good, bb_of(cell));
  }
  return good;
}

/** Whether a castling leaves no kings facing each other. */
FY_RARE bool castling_ends_facing(const lister *l, const mr_fy_castling *c) {
  bb ends = bb_or(bb_of(c->king_from), bb_of(c->partner_from));
  bb men = bb_or(bb_less(l->at.men, ends), bb_or(bb_of(c->king_to), bb_of(c->partner_to)));
  bb kings = kings_that_face(l->at.game, l->at.sets, l->side);
  kings = bb_has(kings, c->king_from) ? bb_or(bb_less(kings, ends), bb_of(c->king_to)) : kings;
  return !face_each_other(l->at.game, kings, kings_that_face(l->at.game, l->at.sets, l->side ^ 1u),
                          men, NULL);
}

#endif
