/**
 * @file drops.h
 * Drops that depend on what stands on the board already. Games without such do not look here.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_DROPS_H
#define MARCHER_RULES_FAIRY_CORE_DROPS_H

#include "rules/fairy/core/guard.h"

/** Where a piece comes to stand that slides in along a file or rank until something is in its way.
 */
static inline bb slide_in(const scene *at, unsigned begin, unsigned step, unsigned count) {
  unsigned cell = begin;
  if (bb_has(at->men, cell)) {
    return bb_none();
  }
  for (unsigned i = 1; i < count && !bb_has(at->men, cell + step); i++) {
    cell += step; /* a step back is one that goes round */
  }
  return bb_of(cell);
}

static inline bb slide_from_edges(const scene *at) {
  unsigned files = at->game->rules.files, ranks = at->game->rules.ranks;
  bb cells = bb_none();
  for (unsigned rank = 0; rank < ranks; rank++) {
    cells = bb_or(cells, slide_in(at, rank * files, 1, files));
    cells = bb_or(cells, slide_in(at, rank * files + files - 1, 0u - 1u, files));
  }
  for (unsigned file = 0; file < files; file++) {
    cells = bb_or(cells, slide_in(at, file, files, ranks));
    cells = bb_or(cells, slide_in(at, (ranks - 1) * files + file, 0u - files, ranks));
  }
  return cells;
}

/** Those of the cells that are on the lowest rank or right above something. */
static inline bb on_top(const scene *at, bb cells) {
  unsigned files = at->game->rules.files, cell = 0;
  bb left = cells;
  while (bb_pop(&left, &cell)) {
    if (cell >= files && !bb_has(at->men, cell - files)) {
      cells = bb_less(cells, bb_of(cell));
    }
  }
  return cells;
}

/** How many of its pieces that are dropped half on each colour a side has, those in hand too. */
static inline unsigned count_halved(const scene *at, const mr_fy_state *head, unsigned side,
                                    bb *men) {
  const mr_fy_rules *rules = &at->game->rules;
  unsigned count = 0;
  *men = bb_none();
  for (uint64_t kinds = rules->halved; kinds != 0; kinds &= kinds - 1) {
    unsigned kind = (unsigned)__builtin_ctzll(kinds);
    *men = bb_or(*men, at->sets[MR_FY_CODE(kind, side)]);
    count += mr_fy_held(rules, head, kind, side);
  }
  return count + bb_count(*men);
}

/** The first cell in a way from a cell that no enemy stands on; the number of cells: the edge. */
static inline unsigned behind_enemies(const scene *at, unsigned cell, unsigned side,
                                      const int8_t *way) {
  const mr_fy_rules *rules = &at->game->rules;
  int file = (int)(cell % rules->files) + way[0], rank = (int)(cell / rules->files) + way[1];
  while (file >= 0 && file < rules->files && rank >= 0 && rank < rules->ranks) {
    unsigned to = (unsigned)(rank * rules->files + file);
    if (!bb_has(at->sets[side ^ 1u], to)) {
      return to;
    }
    file += way[0];
    rank += way[1];
  }
  return rules->cells;
}

/** Whether the pieces beside a cell allow a drop there. */
static inline bool is_allowed_beside(const scene *at, unsigned cell, unsigned side) {
  static const int8_t ways[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                    {1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
  const mr_fy_rules *rules = &at->game->rules;
  mr_fy_drop_place place = rules->drop_place;
  bool found = false;
  for (unsigned i = 0; i < (place == MR_FY_DROP_APART ? 4u : 8u) && !found; i++) {
    int file = (int)(cell % rules->files) + ways[i][0],
        rank = (int)(cell / rules->files) + ways[i][1];
    if (file < 0 || file >= rules->files || rank < 0 || rank >= rules->ranks) {
      continue;
    }
    unsigned next = (unsigned)(rank * rules->files + file);
    unsigned end = place == MR_FY_DROP_ENCLOSING ? behind_enemies(at, cell, side, ways[i]) : next;
    unsigned whose = place == MR_FY_DROP_APART ? side ^ 1u : side;
    found = end < rules->cells && bb_has(at->sets[whose], end) &&
            (place != MR_FY_DROP_ENCLOSING || end != next);
  }
  return found != (place == MR_FY_DROP_APART);
}

/** Those of the cells where what stands on the board lets a side drop. */
static inline bb place_drops(const scene *at, unsigned side, bb cells) {
  bb first = bb_from(&at->game->rules.drop_first), left = cells;
  unsigned cell = 0;
  if (bb_any(bb_less(first, at->men))) {
    return bb_and(cells, first);
  }
  switch (at->game->rules.drop_place) {
  case MR_FY_DROP_ON_TOP:
    return on_top(at, cells);
  case MR_FY_DROP_FROM_EDGE:
    return bb_and(cells, slide_from_edges(at));
  case MR_FY_DROP_ENCLOSING:
  case MR_FY_DROP_BESIDE_OWN:
  case MR_FY_DROP_APART:
    while (bb_pop(&left, &cell)) {
      cells = is_allowed_beside(at, cell, side) ? cells : bb_less(cells, bb_of(cell));
    }
    return cells;
  case MR_FY_DROP_ANYWHERE:
    break;
  }
  return cells;
}

/**
 * Of the pieces that are dropped half on each colour no more than half, rounded up, come to stand
 * on one; and no other piece takes the squares that the rest of them need.
 */
static inline bb halve_drops(const scene *at, const mr_fy_state *head, unsigned code, bb cells) {
  const mr_fy_rules *rules = &at->game->rules;
  const tables *t = at->t;
  unsigned side = MR_FY_SIDE(code), half;
  bb men, room = bb_none();
  unsigned count = count_halved(at, head, side, &men);
  bool halved = (rules->halved >> MR_FY_KIND(code) & 1) != 0;
  for (uint64_t kinds = rules->halved; kinds != 0; kinds &= kinds - 1) {
    unsigned kind = (unsigned)__builtin_ctzll(kinds), each = MR_FY_CODE(kind, side);
    bb free = rules->kinds[kind].droppable ? bb_less(t->codes[each].drop, at->men) : bb_none();
    room = bb_or(room, place_drops(at, side, free));
  }
  for (unsigned colour = 0; colour < 2; colour++) {
    bb there = t->colour[colour];
    half = bb_count(bb_and(there, men));
    if (halved) {
      cells = half + 1 > (count + 1) / 2 ? bb_less(cells, there) : cells;
      continue;
    }
    half += bb_count(bb_and(there, room));
    bool scarce = half <= count / 2;
    cells = half < count / 2 ? bb_none() : scarce ? bb_less(cells, bb_and(there, room)) : cells;
  }
  return cells;
}

/** Those of the cells where a piece may be dropped, by all that stands on the board. */
FY_RARE bb narrow_drops(const scene *at, const mr_fy_state *head, unsigned code, bb cells) {
  const mr_fy_rules *rules = &at->game->rules;
  cells = place_drops(at, MR_FY_SIDE(code), cells);
  if (rules->halved != 0) {
    cells = halve_drops(at, head, code, cells);
  }
  if (at->t->codes[code].royal) { /* it may not be dropped where it could be taken */
    bb left = cells;
    unsigned cell = 0;
    while (bb_pop(&left, &cell)) {
      scene after = *at;
      after.men = bb_or(at->men, bb_of(cell));
      if (attacks(&after, cell, MR_FY_SIDE(code) ^ 1u)) {
        cells = bb_less(cells, bb_of(cell));
      }
    }
  }
  return cells;
}

#endif
