/**
 * @file lines.h
 * How a side stands where men that are dropped turn lines, and who has more of them at the end has
 * won, as in Reversi. Many men are no good before the end: what counts is to have squares to drop
 * on, few men that can be enclosed, and those that never can, from the corners on.
 */
#ifndef MARCHER_SEARCH_FAIRY_LINES_H
#define MARCHER_SEARCH_FAIRY_LINES_H

#include "search/fairy/scan.h"

/* In hundredths of a pawn; sizes that are plausible and untuned. */
enum {
  LINES_DROP = 12,     /**< a square to drop on */
  LINES_OPEN = 4,      /**< a man beside an empty square: so much less */
  LINES_CORNER = 120,  /**< a corner */
  LINES_EDGE = 30,     /**< a man in a row along an edge that begins at an own corner */
  LINES_DIAGONAL = 60, /**< beside an empty corner, diagonally: so much less ... */
  LINES_BESIDE = 20,   /**< ... and along an edge */
  LINES_LATE = 16,     /**< with fewer empty squares men count ... */
  LINES_MAN = 1        /**< ... each so much for every square that is filled since */
};

/** What men at a corner, and along the edges from there, are worth to a side. */
static inline int count_corner(const scan *s, unsigned side, int corner, int along, int length,
                               int across) {
  const bb *own = &s->own[side];
  if (bb_has(s->own[side ^ 1u], (unsigned)corner)) {
    return 0;
  }
  if (!bb_has(*own, (unsigned)corner)) {
    int worth = bb_has(*own, (unsigned)(corner + along)) ? -LINES_BESIDE : 0;
    return worth - (bb_has(*own, (unsigned)(corner + along + across)) ? LINES_DIAGONAL / 2 : 0);
  }
  int worth = LINES_CORNER / 2;
  for (int i = 1; i < length && bb_has(*own, (unsigned)(corner + i * along)); i++) {
    worth += LINES_EDGE;
  }
  return worth;
}

/** The same of all corners. */
static inline int count_corners(const scan *s, unsigned side) {
  int files = s->e->game->rules.files, ranks = s->e->game->rules.ranks, worth = 0;
  for (int i = 0; i < 4 && files > 2 && ranks > 2; i++) {
    int right = i & 1 ? -1 : 1, up = i & 2 ? -files : files;
    int corner = (i & 1 ? files - 1 : 0) + (i & 2 ? (ranks - 1) * files : 0);
    worth += count_corner(s, side, corner, right, files, up);
    worth += count_corner(s, side, corner, up, ranks, right);
  }
  return worth;
}

FY_RARE void count_lines(scan *s, bool traced) {
  const mr_fy_rules *rules = &s->e->game->rules;
  bb empty = bb_less(s->t->all, s->all), open = beside_of(s->t, empty);
  int left = (int)bb_count(empty), late = left < LINES_LATE ? LINES_LATE - left : 0;
  for (unsigned side = 0; side < 2; side++) {
    unsigned code = MR_FY_CODE(rules->hand_kind[0], side);
    lister l;
    look(&l, s->e->game, s->state, side, s->t->all);
    int count = LINES_DROP * (int)bb_count(drop_cells(&l, code, code));
    count -= LINES_OPEN * (int)bb_count(bb_and(open, s->own[side]));
    count += count_corners(s, side) + LINES_MAN * late * (int)bb_count(s->own[side]);
    count_term(s, traced, mr_fy_term_one(MR_FY_W_LINES), sign_of(side) * count);
  }
}

#endif
