/**
 * @file duty.h
 * Games in which captures are a duty: who has one to make is not free, and who can offer men
 * chooses what the other has to take.
 */
#ifndef MARCHER_SEARCH_FAIRY_DUTY_H
#define MARCHER_SEARCH_FAIRY_DUTY_H

#include "search/fairy/scan.h"

enum { DUTY_ONE = 256 /**< a capture that nothing takes back */ };

/** Where the men of a side go without taking. */
FY_HOT bb quiet_steps(const scan *s, unsigned side) {
  bb steps = bb_none();
  for (unsigned i = 0; i < s->present_count[side]; i++) {
    steps = bb_or(steps, s->steps[side][i]);
  }
  return bb_less(steps, s->all);
}

FY_HOT void count_duties(scan *s, bool traced) {
  for (unsigned side = 0; side < 2; side++) {
    unsigned them = side ^ 1u;
    bb captures = bb_and(s->attacks[side], s->own[them]);
    if (bb_any(captures)) {
      int answered = (int)bb_count(bb_less(bb_and(captures, s->attacks[them]), s->twice[side]));
      count_term(s, traced, mr_fy_term_one(MR_FY_W_DUTY),
                 sign_of(side) * DUTY_ONE / (1 + answered));
    }
    bb offers = bb_and(quiet_steps(s, side), s->attacks[them]);
    int gifts = (int)bb_count(bb_less(offers, s->twice[side]));
    count_term(s, traced, mr_fy_term_one(MR_FY_W_OFFER), sign_of(side) * (int)bb_count(offers));
    count_term(s, traced, mr_fy_term_one(MR_FY_W_GIFT), sign_of(side) * gifts);
  }
}

#endif
