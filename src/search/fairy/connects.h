/**
 * @file connects.h
 * Games that rows, squares, lines or paths of men end: how much of them a side has.
 */
#ifndef MARCHER_SEARCH_FAIRY_CONNECTS_H
#define MARCHER_SEARCH_FAIRY_CONNECTS_H

#include "rules/fairy/core/connect.h"
#include "search/fairy/scan.h"

enum {
  CONNECT_ONE = 16,     /**< a man of a row that lacks one more; a quarter where it lacks two */
  CONNECT_PATH = 256,   /**< a path that lacks one man */
  CONNECT_MOST = 16000, /**< so that a count fits in its place */
};

/** Rows of which the rest is empty, each by its men and by how many it lacks. */
FY_HOT int count_rows(const scan *s, bb men) {
  const connects *c = s->t->connects;
  bb others = bb_less(s->all, men);
  int count = 0;
  for (unsigned i = 0; i < c->row_count; i++) {
    int here = (int)bb_count(bb_and(c->rows[i], men));
    if (here > 0 && !bb_meet(c->rows[i], others)) {
      int lack = (int)bb_count(c->rows[i]) - here;
      count += CONNECT_ONE * here / (lack > 0 ? lack * lack : 1);
    }
  }
  int least = s->e->game->rules.connect.line;
  for (unsigned i = 0; i < c->line_count; i++) {
    int here = (int)bb_count(bb_and(c->lines[i], men)), lack = least - here;
    count += CONNECT_ONE * here / (lack > 0 ? lack * lack : 1);
  }
  return count;
}

/** How many men a side's path lacks; the number of cells: it cannot be made. */
FY_HOT unsigned lack_of_path(const scan *s, bb men, unsigned side) {
  const connects *c = s->t->connects;
  bb open = bb_or(men, bb_less(s->t->all, s->all));
  bb reached = bb_none(), edge = bb_and(open, c->region[side][0]);
  for (unsigned lack = 0; bb_any(edge); lack++) {
    bb fresh = bb_and(edge, men);
    unsigned cell = 0;
    while (bb_pop(&fresh, &cell)) { /* men there cost nothing */
      reached = bb_or(reached, bb_of(cell));
      edge = bb_or(edge, bb_and(c->next[cell], open));
      fresh = bb_or(fresh, bb_less(bb_and(c->next[cell], men), reached));
    }
    bb paid = bb_less(edge, bb_or(men, reached));
    if (bb_meet(reached, c->region[side][1])) {
      return lack;
    }
    reached = bb_or(reached, paid);
    edge = bb_none();
    while (bb_pop(&paid, &cell)) {
      edge = bb_or(edge, bb_and(c->next[cell], open));
    }
    edge = bb_less(edge, reached);
    if (bb_meet(reached, c->region[side][1])) {
      return lack + 1;
    }
  }
  return s->t->cells;
}

FY_HOT void count_connects(scan *s, bool traced) {
  const connects *c = s->t->connects;
  for (unsigned side = 0; side < 2; side++) {
    bb men = connecting(c, s->sets, side);
    int count = count_rows(s, men);
    if (c->next != NULL && bb_any(c->region[side][0])) {
      int lack = (int)lack_of_path(s, men, side);
      count += CONNECT_PATH / (lack > 0 ? lack * lack : 1);
    }
    count = count < CONNECT_MOST ? count : CONNECT_MOST;
    count_term(s, traced, mr_fy_term_one(MR_FY_W_CONNECT), sign_of(side) * count);
  }
}

#endif
