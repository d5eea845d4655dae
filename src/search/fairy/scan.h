/**
 * @file scan.h
 * The evaluation's look at all men: what they reach, attack and threaten, and who comes near
 * royals. What the other parts of the evaluation count is made of this.
 */
#ifndef MARCHER_SEARCH_FAIRY_SCAN_H
#define MARCHER_SEARCH_FAIRY_SCAN_H

#include "search/fairy/values.h"

/* ---- the scan: what men reach ---------------------------------------------------------------- */

enum {
  HEADS_MAX = 4, /**< men of a side on whom the game depends and whose surroundings are looked at */
};

typedef struct scan {
  const mr_fys_eval *e;
  const mr_fys_weights *w;
  const tables *t;
  const mr_state *state;
  const bb *sets;
  const uint8_t *board;
  mr_fys_trace *trace;
  mr_fys_pair sum; /**< from White's view */
  bb all;          /**< everything that stands on the board */
  bb own[2];       /**< men that count */
  bb attacks[2];   /**< by any man of a side */
  bb twice[2];     /**< by two or more */
  bb by_men[2];    /**< by others than royals */
  bb by_pawns[2];
  bb by_might[2][MR_FYS_MIGHTS]; /**< by how mighty the men are */
  bb pawns[2];
  bb span[2]; /**< what pawns may ever attack */
  bb passed;  /**< passed pawns near their promotion */
  bb zone[2]; /**< king zones: beside the royals and pseudo-royals of a side */
  unsigned heads[2][HEADS_MAX];
  unsigned head_count[2];
  int attackers[2], siege[2], ring_attacks[2]; /**< of a side, on the other's king zone */
  unsigned present_count[2];
  uint8_t present[2][MR_FY_KINDS_MAX]; /**< codes that there are, cheapest first */
  bb reach[2][MR_FY_KINDS_MAX];        /**< what they attack */
  bb steps[2][MR_FY_KINDS_MAX];        /**< where they go */
} scan;

FY_HOT void count_term(scan *s, bool traced, unsigned term, int times) {
  s->sum += s->w->term[term] * times;
  if (traced) {
    s->trace->count[term] = (int16_t)(s->trace->count[term] + times);
  }
}

FY_HOT int sign_of(unsigned side) {
  return side == MR_FY_WHITE ? 1 : -1;
}

/** What the men of a code come to. */
typedef struct ways {
  bb attacks, steps;
  bb twice;      /**< what they attack that somebody else of their side does, too */
  int mobile;    /**< what their mobility counts */
  int ring;      /**< attacks on the king zone of the other side */
  int attackers; /**< men who make them */
} ways;

/** Where all men of a code go that has strides. */
FY_HOT ways reach_by_strides(const scan *s, bool traced, unsigned code, bb men) {
  const mr_fys_strides *all = strides_of(s->w, code);
  unsigned side = MR_FY_SIDE(code);
  bb empty = bb_less(s->t->all, s->all), zone = s->zone[side ^ 1], before = s->attacks[side];
  bb worth_taking = bb_less(s->all, s->pawns[side]), hitting = bb_none();
  bb ones = bb_none(), twos = bb_none(), fours = bb_none(); /* of the number of each man's steps */
  bool mobility = traced || s->w->term[mr_fy_term_kind(MR_FY_W_MOBILITY, MR_FY_KIND(code))] != 0;
  ways r = {.attacks = bb_none(), .steps = bb_none(), .twice = bb_none()};
  for (unsigned i = 0; i < all->count; i++) {
    const mr_fys_stride *t = &all->stride[i];
    bb capture = stride_capture(t, men);
    bb go = bb_or(stride_quiet(t, men, empty), bb_and(capture, worth_taking));
    r.twice = bb_or(r.twice, bb_and(bb_or(before, r.attacks), capture));
    r.attacks = bb_or(r.attacks, capture);
    r.steps = bb_or(r.steps, go);
    bb hits = bb_and(capture, zone);
    if (bb_any(hits)) {
      r.ring += (int)bb_count(hits);
      hitting = bb_or(hitting, shifted(hits, -t->by));
    }
    if (mobility) {
      bb from = shifted(go, -t->by), carry = bb_and(ones, from), carry2 = bb_and(twos, carry);
      ones = bb_xor(ones, from);
      twos = bb_xor(twos, carry);
      fours = bb_xor(fours, carry2);
    }
  }
  r.attackers = (int)bb_count(hitting);
  for (unsigned steps = 0; mobility && steps <= all->count; steps++) {
    bb those = steps & 1u ? bb_and(men, ones) : bb_less(men, ones);
    those = steps & 2u ? bb_and(those, twos) : bb_less(those, twos);
    those = steps & 4u ? bb_and(those, fours) : bb_less(those, fours);
    r.mobile += s->w->mobility[steps] * (int)bb_count(those);
  }
  return r;
}

/** Where each man of a code goes. */
FY_HOT ways reach_one_by_one(const scan *s, unsigned code, bool pawn, bb men) {
  unsigned side = MR_FY_SIDE(code), cell = 0;
  const row *rows = &s->t->rows[(size_t)code * s->t->cells];
  const int8_t *mobility = s->w->mobility;
  bb all = s->all, empty = bb_less(s->t->all, all), zone = s->zone[side ^ 1];
  bb shunned = pawn ? bb_none() : s->by_pawns[side ^ 1], before = s->attacks[side];
  bb worth_taking = bb_less(all, s->pawns[side]);
  ways r = {.attacks = bb_none(), .steps = bb_none(), .twice = bb_none()};
  bool cannon = s->t->codes[code].cannon;
  while (bb_pop(&men, &cell)) {
    bb quiet, capture;
    reach_of(&rows[cell], all, &quiet, &capture);
    if (cannon) {
      narrow_cannon(&rows[cell], all, cannons_of(s->t, s->sets), &quiet, &capture);
    }
    r.twice = bb_or(r.twice, bb_and(bb_or(before, r.attacks), capture));
    r.attacks = bb_or(r.attacks, capture);
    bb go = bb_or(bb_and(quiet, empty), bb_and(capture, worth_taking));
    r.steps = bb_or(r.steps, go);
    r.mobile += mobility[bb_count(bb_less(go, shunned))];
    bb hits = bb_and(capture, zone);
    if (bb_any(hits)) {
      r.ring += (int)bb_count(hits);
      r.attackers++;
    }
  }
  return r;
}

/** The men of one code: what they reach, and what they attack beside the enemy's royals. */
FY_HOT void scan_code(scan *s, bool traced, unsigned code, bool pawn) {
  unsigned kind = MR_FY_KIND(code), side = MR_FY_SIDE(code);
  bb men = bb_and(s->sets[code], s->own[side]);
  if (!bb_any(men)) {
    return;
  }
  ways r = pawn && s->w->strides_of[code] ? reach_by_strides(s, traced, code, men)
                                          : reach_one_by_one(s, code, pawn, men);
  s->twice[side] = bb_or(s->twice[side], r.twice);
  s->attackers[side] += r.attackers;
  s->siege[side] += r.attackers * s->w->siege_weight[code];
  s->attacks[side] = bb_or(s->attacks[side], r.attacks);
  unsigned at = s->present_count[side]++;
  s->present[side][at] = (uint8_t)code;
  s->reach[side][at] = r.attacks;
  s->steps[side][at] = r.steps;
  unsigned might = s->w->might[code];
  s->by_might[side][might] = bb_or(s->by_might[side][might], r.attacks);
  if (pawn) {
    s->by_pawns[side] = bb_or(s->by_pawns[side], r.attacks);
  }
  if (!s->t->codes[code].royal) {
    s->by_men[side] = bb_or(s->by_men[side], r.attacks);
    s->ring_attacks[side] += r.ring;
  }
  count_term(s, traced, mr_fy_term_kind(MR_FY_W_MOBILITY, kind), sign_of(side) * r.mobile);
  count_term(s, traced, mr_fy_term_kind(MR_FY_W_KING_ATTACK, kind), sign_of(side) * r.ring);
}

FY_HOT void add_heads(scan *s, unsigned side, bb men) {
  unsigned cell = 0;
  while (s->head_count[side] < HEADS_MAX && bb_pop(&men, &cell)) {
    s->heads[side][s->head_count[side]++] = cell;
    s->zone[side] = bb_or(s->zone[side], bb_from(&s->w->zone[cell][side]));
  }
}

/** The royals, and the last of others whose loss ends the game, with what lies round them. */
FY_HOT void find_heads(scan *s, unsigned side) {
  s->zone[side] = bb_none();
  s->head_count[side] = 0;
  if (s->w->counts_kinds) {
    add_heads(s, side, bb_and(last_ones(s->e->game, s->state, side), s->own[side]));
  }
  uint64_t kings = s->w->counts_kinds ? s->w->royal_kinds[side] : s->w->king_zone_kinds[side];
  for (uint64_t kinds = kings; kinds != 0; kinds &= kinds - 1) {
    bb men = bb_and(s->sets[MR_FY_CODE(__builtin_ctzll(kinds), side)], s->own[side]);
    if (bb_count(men) <= MR_FY_KINGS_MAX) {
      add_heads(s, side, men);
    }
  }
}

/** All men, pawns first: what they attack is no place to go. */
FY_HOT void scan_men(scan *s, bool traced) {
  const mr_fys_weights *w = s->w;
  for (unsigned side = 0; side < 2; side++) {
    find_heads(s, side);
    for (unsigned i = 0; i < w->pawn_count[side]; i++) {
      s->pawns[side] = bb_or(s->pawns[side], s->sets[w->rank[side][i]]);
    }
    s->pawns[side] = bb_and(s->pawns[side], s->own[side]);
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < w->pawn_count[side]; i++) {
      scan_code(s, traced, w->rank[side][i], true);
    }
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = w->pawn_count[side]; i < w->code_count_of[side]; i++) {
      scan_code(s, traced, w->rank[side][i], false);
    }
  }
}

/* ---- runners --------------------------------------------------------------------------------- */

/** A runner with a safe step to make. */
FY_HOT void count_runner(scan *s, bool traced, unsigned code, unsigned cell) {
  const mr_fys_path *path = &s->w->runners[s->w->runner_of[code] - 1];
  unsigned steps = path->steps[cell], side = MR_FY_SIDE(code);
  bb quiet, capture;
  reach_of(&s->t->rows[(size_t)code * s->t->cells + cell], s->all, &quiet, &capture);
  bb on = bb_or(bb_less(quiet, s->all), bb_and(capture, s->own[side ^ 1]));
  on = bb_less(bb_and(on, bb_from(&path->nearer[cell])), s->attacks[side ^ 1]);
  if (steps > 0 && steps <= MR_FY_WEIGHT_STEPS && bb_any(on)) {
    count_term(s, traced, mr_fy_term_step(MR_FY_W_RUNNER, steps - 1), sign_of(side));
  }
}

FY_HOT void count_runners(scan *s, bool traced) {
  for (unsigned i = 0; i < s->w->path_count; i++) {
    unsigned code = s->w->path_codes[i], cell = 0;
    bb men = bb_and(s->sets[code], s->own[MR_FY_SIDE(code)]);
    while (s->w->runner_of[code] && bb_pop(&men, &cell)) {
      count_runner(s, traced, code, cell);
    }
  }
}

#endif
