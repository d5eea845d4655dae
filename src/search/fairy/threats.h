/**
 * @file threats.h
 * Men that are attacked, by what attacks them and how well they are defended. There are two notions
 * of it: whether men hang or cheaper ones attack them, and the newer one, which is what programs
 * for chess look at, for men of any kind. A game is judged by either or by both, as its weights say
 * (choose_threats).
 */
#ifndef MARCHER_SEARCH_FAIRY_THREATS_H
#define MARCHER_SEARCH_FAIRY_THREATS_H

#include "search/fairy/scan.h"

/** Men of a side that hang, or that cheaper men attack. */
FY_HOT void count_pressed(scan *s, bool traced, unsigned side) {
  const mr_fys_weights *w = s->w;
  unsigned other = side ^ 1u, cheaper = 0;
  bb by_cheaper = bb_none(), undefended = bb_less(s->attacks[other], s->attacks[side]);
  for (unsigned i = 0; i < s->present_count[side]; i++) {
    unsigned code = s->present[side][i];
    if (s->t->codes[code].royal) {
      continue;
    }
    while (cheaper < s->present_count[other] && !s->t->codes[s->present[other][cheaper]].royal &&
           w->measured[s->present[other][cheaper]] * 4 < w->measured[code] * 3) {
      by_cheaper = bb_or(by_cheaper, s->reach[other][cheaper++]);
    }
    bb men = bb_and(s->sets[code], s->own[side]);
    int hanging = (int)bb_count(bb_and(men, undefended));
    int pressed = (int)bb_count(bb_and(men, by_cheaper));
    if (!bb_meet(men, s->pawns[side])) {
      pressed += (int)bb_count(bb_and(men, s->by_pawns[other]));
    }
    unsigned kind = MR_FY_KIND(code);
    count_term(s, traced, mr_fy_term_kind(MR_FY_W_HANGING, kind), sign_of(side) * hanging);
    count_term(s, traced, mr_fy_term_kind(MR_FY_W_PRESSED, kind), sign_of(side) * pressed);
  }
}

/** What a side's pawns of a code attack from safe cells, and what from those that they can step to;
 *  one by one. @param room where they may step */
FY_HOT void add_pawn_hits(const scan *s, unsigned code, bb safe, bb room, bb hits[2]) {
  const row *rows = &s->t->rows[(size_t)code * s->t->cells];
  bb men = bb_and(s->sets[code], s->own[MR_FY_SIDE(code)]), steps = bb_none();
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    bb quiet, capture;
    reach_of(&rows[cell], s->all, &quiet, &capture);
    hits[0] = bb_has(safe, cell) ? bb_or(hits[0], capture) : hits[0];
    steps = bb_or(steps, bb_and(quiet, room));
  }
  while (bb_pop(&steps, &cell)) {
    bb quiet, capture;
    reach_of(&rows[cell], s->all, &quiet, &capture);
    hits[1] = bb_or(hits[1], capture);
  }
}

/** The same of pawns that have strides. */
FY_HOT void add_stride_hits(const scan *s, unsigned code, bb safe, bb room, bb hits[2]) {
  const mr_fys_strides *all = strides_of(s->w, code);
  bb men = bb_and(s->sets[code], s->own[MR_FY_SIDE(code)]), steps = bb_none();
  bb empty = bb_less(s->t->all, s->all);
  for (unsigned i = 0; i < all->count; i++) {
    steps = bb_or(steps, stride_quiet(&all->stride[i], men, empty));
  }
  steps = bb_and(steps, room);
  men = bb_and(men, safe);
  for (unsigned i = 0; i < all->count; i++) {
    hits[0] = bb_or(hits[0], stride_capture(&all->stride[i], men));
    hits[1] = bb_or(hits[1], stride_capture(&all->stride[i], steps));
  }
}

/** What a side's pawns attack where they are not lost by that ([0]), and what they would after a
 *  step ([1]). */
FY_HOT void find_pawn_hits(const scan *s, unsigned side, bb hits[2]) {
  unsigned other = side ^ 1u;
  bb safe = bb_or(bb_less(s->t->all, s->attacks[other]), s->attacks[side]);
  bb room = bb_less(bb_less(safe, s->all), s->by_pawns[other]);
  hits[0] = hits[1] = bb_none();
  for (unsigned i = 0; i < s->w->pawns_count; i++) {
    unsigned code = s->w->pawn_codes[i];
    if (MR_FY_SIDE(code) != side) {
      continue;
    }
    if (s->w->strides_of[code]) {
      add_stride_hits(s, code, safe, room, hits);
    } else {
      add_pawn_hits(s, code, safe, room, hits);
    }
  }
}

/** What a side threatens. A cell is *well* defended by a pawn, or by two men where not two attack;
 *  *weak* men are attacked and not well defended. */
FY_HOT void count_attacked(scan *s, bool traced, unsigned side) {
  unsigned us = side ^ 1u; /* whose men they are */
  int sign = sign_of(side);
  bb pieces = bb_less(s->own[us], s->pawns[us]);
  bb well = bb_or(s->by_pawns[us], bb_less(s->twice[us], s->twice[side]));
  bb weak = bb_and(bb_less(s->own[us], well), s->attacks[side]);
  bb by_light = bb_and(bb_or(bb_and(pieces, well), weak), s->by_might[side][MR_FYS_LIGHT]);
  bb by_heavy = bb_and(weak, s->by_might[side][MR_FYS_HEAVY]);
  for (unsigned i = 0; bb_meet(bb_or(by_light, by_heavy), s->all) && i < s->present_count[us];
       i++) {
    unsigned code = s->present[us][i], kind = MR_FY_KIND(code);
    if (!s->t->codes[code].royal) {
      int light = (int)bb_count(bb_and(s->sets[code], by_light));
      int heavy = (int)bb_count(bb_and(s->sets[code], by_heavy));
      count_term(s, traced, mr_fy_term_kind(MR_FY_W_LIGHT_THREAT, kind), -sign * light);
      count_term(s, traced, mr_fy_term_kind(MR_FY_W_HEAVY_THREAT, kind), -sign * heavy);
    }
  }
  bb alone = bb_or(bb_less(weak, s->attacks[us]), bb_and(bb_and(weak, pieces), s->twice[side]));
  bb restricted = bb_and(bb_less(s->attacks[us], well), s->attacks[side]), hits[2];
  bool hunted = bb_meet(weak, s->by_might[side][MR_FYS_ROYAL]);
  find_pawn_hits(s, side, hits);
  count_term(s, traced, mr_fy_term_one(MR_FY_W_WEAK), -sign * (int)bb_count(alone));
  count_term(s, traced, mr_fy_term_one(MR_FY_W_KING_THREAT), hunted ? -sign : 0);
  count_term(s, traced, mr_fy_term_one(MR_FY_W_RESTRICTED), -sign * (int)bb_count(restricted));
  count_term(s, traced, mr_fy_term_one(MR_FY_W_PAWN_THREAT),
             -sign * (int)bb_count(bb_and(hits[0], pieces)));
  count_term(s, traced, mr_fy_term_one(MR_FY_W_PUSH_THREAT),
             -sign * (int)bb_count(bb_and(hits[1], pieces)));
}

FY_HOT void count_threats(scan *s, bool traced) {
  for (unsigned side = 0; side < 2; side++) {
    if (traced || s->w->knows_pressed) {
      count_pressed(s, traced, side);
    }
    if (traced || s->w->knows_threats) {
      count_attacked(s, traced, side);
    }
  }
}

#endif
