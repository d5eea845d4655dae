/**
 * @file race.h
 * How near a side is to a goal that one man wins by reaching: by turns, the men in the way counted.
 * What matters is who arrives first, so that the count grows fast near the goal.
 */
#ifndef MARCHER_SEARCH_FAIRY_RACE_H
#define MARCHER_SEARCH_FAIRY_RACE_H

#include "search/fairy/scan.h"

enum {
  RACE_TURNS = 8,  /**< farther than the search sees, and worth next to nothing */
  RACE_ONE = 1024, /**< a goal that is reached */
};

/** Where men of a code can go next from some cells, own men and the enemy's attacks not minded. */
FY_HOT bb race_steps(const scan *s, unsigned code, bb from) {
  unsigned side = MR_FY_SIDE(code), cell = 0;
  bb steps = bb_none();
  while (bb_pop(&from, &cell)) {
    bb quiet, capture;
    reach_of(&s->t->rows[(size_t)code * s->t->cells + cell], s->all, &quiet, &capture);
    bb on = bb_or(bb_less(quiet, s->sets[side ^ 1u]), bb_and(capture, s->sets[side ^ 1u]));
    steps = bb_or(steps, on);
  }
  return steps;
}

/**
 * Goals by the turns that men of a code need to them. A cell that the enemy attacks or an own man
 * stands on costs a turn more, for a capture or a way round; one that he attacks twice costs two.
 */
FY_HOT int race_of(const scan *s, unsigned code) {
  unsigned side = MR_FY_SIDE(code), them = side ^ 1u;
  bb goal = s->t->codes[code].goal;
  const mr_fy_flag *flag = &s->e->game->rules.flag;
  bb wins = s->t->codes[code].royal || flag->reply || flag->safe ? bb_none() : goal;
  bb slow = bb_or(s->own[side], bb_less(s->attacks[them], wins));
  bb slower = bb_or(bb_and(s->own[side], s->attacks[them]), bb_less(s->twice[them], wins));
  bb at = bb_and(s->sets[code], s->own[side]), later = bb_none(), last = bb_none();
  bb done = at;
  int score = 0;
  for (int turns = 1; turns <= RACE_TURNS && bb_any(bb_or(at, bb_or(later, last))); turns++) {
    bb on = bb_less(race_steps(s, code, at), done);
    done = bb_or(done, on);
    at = bb_or(bb_less(on, slow), later);
    later = bb_or(bb_less(bb_and(on, slow), slower), last);
    last = bb_and(on, slower);
    int there = (int)bb_count(bb_and(at, goal));
    score += there > 0 ? RACE_ONE * there / (there + turns * turns) : 0;
  }
  return s->t->codes[code].royal ? score * s->w->royal_race / 100 : score;
}

FY_HOT void count_races(scan *s, bool traced) {
  for (unsigned side = 0; side < 2; side++) {
    int score = 0;
    for (unsigned i = 0; i < s->w->goal_code_count[side]; i++) {
      score += race_of(s, s->w->goal_codes[side][i]);
    }
    count_term(s, traced, mr_fy_term_one(MR_FY_W_RACE), sign_of(side) * score);
  }
}

#endif
