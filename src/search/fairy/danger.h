/**
 * @file danger.h
 * How near a side is to losing a royal, or another man on whom the game depends: the men that
 * attack beside it and what kind they are, holes that nothing but the royal defends, checks that
 * could be given safely, pieces in hand that could land there, and the pawns before it. It is
 * counted by its square: two attackers are more than twice one.
 */
#ifndef MARCHER_SEARCH_FAIRY_DANGER_H
#define MARCHER_SEARCH_FAIRY_DANGER_H

#include "search/fairy/scan.h"

/*
 * Parts of the danger, in the units of Fairy-Stockfish's (evaluate.cpp, king), whose sizes they
 * follow: about 1000 of them are a pawn, 2000 four.
 */
enum {
  DANGER_LEAST = 100, /**< less is none */
  DANGER_MOST = 5000, /**< more could not be counted */
  DANGER_SQUARE = 4096 * 256
};

/** Where men of a code would have to stand to give check on a cell: by the same man of the other
 *  side, who goes the other way. */
FY_HOT bb checks_on(const scan *s, unsigned code, unsigned cell) {
  bb quiet, capture;
  reach_of(&s->t->rows[(size_t)(code ^ 1u) * s->t->cells + cell], s->all, &quiet, &capture);
  return capture;
}

/** Checks by men on the board and in hand, from cells where they are safe and where not. */
FY_HOT int count_checks(const scan *s, unsigned side, unsigned cell, const mr_fy_state *head) {
  const mr_fy_rules *rules = &s->e->game->rules;
  unsigned us = side ^ 1u; /* whose royal it is */
  bb weak = bb_less(bb_less(s->attacks[side], s->twice[us]), s->by_men[us]);
  bb guarded = bb_less(s->attacks[us], bb_and(weak, s->twice[side])), unsafe = bb_none();
  int danger = 0;
  for (unsigned i = 0; i < s->present_count[side]; i++) {
    unsigned code = s->present[side][i];
    if (s->t->codes[code].royal) {
      continue;
    }
    bb checks = bb_and(checks_on(s, code, cell), s->steps[side][i]);
    unsigned safe = bb_count(bb_less(checks, guarded));
    danger += safe > 1 ? s->w->check_weight[code] * 3 / 2 : safe ? s->w->check_weight[code] : 0;
    unsafe = safe ? unsafe : bb_or(unsafe, checks);
  }
  for (unsigned slot = 0; mr_fy_drops(rules) && slot < rules->hand_count; slot++) {
    if (head->hand[side][slot] > 0) {
      unsigned code = MR_FY_CODE(rules->hand_kind[slot], side);
      bb checks = bb_and(checks_on(s, code, cell), s->t->codes[code].drop);
      checks = bb_less(checks, s->all);
      unsigned safe = bb_count(bb_less(checks, guarded));
      danger += safe > 1 ? s->w->check_weight[code] * 3 / 2 : safe ? s->w->check_weight[code] : 0;
      unsafe = safe ? unsafe : bb_or(unsafe, checks);
    }
  }
  return danger + s->w->params.danger_unsafe * (int)bb_count(unsafe);
}

/** Pieces in hand that can land beside the other side's royals, and in its half. */
FY_HOT void scan_hands(scan *s, bool traced, unsigned side, const mr_fy_state *head, int *attackers,
                       int *siege) {
  const mr_fy_rules *rules = &s->e->game->rules;
  unsigned us = side ^ 1u;
  bb empty = bb_less(s->t->all, s->all);
  bb open = bb_and(empty, bb_or(bb_less(s->t->all, s->twice[us]), s->attacks[side]));
  bb far = bb_less(bb_and(bb_from(&s->w->far_half[side]), open), s->attacks[us]);
  int landing = 0;
  *attackers = *siege = 0;
  for (unsigned slot = 0; mr_fy_drops(rules) && slot < rules->hand_count; slot++) {
    int count = head->hand[side][slot];
    if (count > 0) {
      unsigned code = MR_FY_CODE(rules->hand_kind[slot], side);
      bb cells = bb_and(bb_and(open, s->t->codes[code].drop), s->zone[us]);
      landing += (int)bb_count(bb_and(far, s->t->codes[code].drop));
      if (bb_any(cells) && s->w->siege_weight[code] > 0) {
        *attackers += count;
        *siege += count * s->w->siege_weight[code];
        s->ring_attacks[side] += (int)bb_count(cells);
      }
    }
  }
  count_term(s, traced, mr_fy_term_one(MR_FY_W_LANDING), sign_of(side) * landing);
}

/** How much the attackers lack their strongest men. */
FY_HOT int lack_of_strong(const scan *s, unsigned side) {
  int most = s->w->params.danger_no_strong;
  int best = 0;
  for (unsigned i = s->present_count[side]; i > 0; i--) {
    unsigned code = s->present[side][i - 1];
    if (!s->t->codes[code].royal) {
      best = s->w->measured[code];
      break;
    }
  }
  int lack = s->w->strongest > best ? s->w->strongest - best : 0;
  lack = s->w->strongest > 0 ? 2 * lack * most / s->w->strongest : 0;
  return lack < most ? lack : most;
}

/** Pawns round the royals of a side. */
FY_HOT int count_shield(scan *s, bool traced, unsigned us) {
  int shield = 0, storm = 0;
  for (unsigned i = 0; i < s->head_count[us]; i++) {
    const mr_fys_head *h = &s->w->head[s->heads[us][i]][us];
    shield += 2 * (int)bb_count(bb_and(bb_from(&h->near_shield), s->pawns[us]));
    shield += (int)bb_count(bb_and(bb_from(&h->far_shield), s->pawns[us]));
    storm += 3 * (int)bb_count(bb_and(bb_from(&h->near_storm), s->pawns[us ^ 1u]));
    storm += (int)bb_count(bb_and(bb_from(&h->far_storm), s->pawns[us ^ 1u]));
  }
  count_term(s, traced, mr_fy_term_one(MR_FY_W_SHIELD), sign_of(us) * shield);
  count_term(s, traced, mr_fy_term_one(MR_FY_W_STORM), sign_of(us) * storm);
  return shield;
}

/** What a side threatens to the other's royals. */
FY_HOT void count_danger(scan *s, bool traced, unsigned side, const mr_fy_state *head) {
  const mr_fy_rules *rules = &s->e->game->rules;
  const mr_fys_eval_params *n = &s->w->params;
  unsigned us = side ^ 1u;
  int attackers = 0, siege = 0, danger = 0;
  if (mr_fy_drops(rules)) {
    scan_hands(s, traced, side, head, &attackers, &siege);
  }
  if (s->head_count[us] == 0) {
    return;
  }
  bb holes = bb_less(bb_less(bb_and(s->zone[us], s->attacks[side]), s->twice[us]), s->by_men[us]);
  bb flank = bb_none();
  for (unsigned i = 0; i < s->head_count[us]; i++) {
    danger += count_checks(s, side, s->heads[us][i], head);
    flank = bb_or(flank, bb_from(&s->w->head[s->heads[us][i]][us].flank));
  }
  int hands = rules->captures_to_hand;
  int flanked = (int)bb_count(bb_and(flank, s->attacks[side])) +
                (int)bb_count(bb_and(flank, bb_and(s->attacks[side], s->twice[side])));
  danger += (s->attackers[side] + attackers) * s->siege[side] + s->attackers[side] * siege;
  danger += n->danger_hole * (int)bb_count(holes) * (1 + hands);
  danger += n->danger_ring * s->ring_attacks[side] * (2 + hands) / 4;
  danger += 3 * flanked * flanked * n->danger_flank / 800;
  danger -= n->danger_guard * (int)bb_count(bb_and(flank, s->attacks[us]));
  danger -= hands ? 0 : lack_of_strong(s, side);
  danger -= n->danger_shield * count_shield(s, traced, us) / 2;
  if (mr_fy_counts_checks(rules)) { /* an attack may end in the last check */
    danger += danger * n->danger_checks / (100 * (3 + head->checks[side]));
  }
  danger = danger < DANGER_MOST ? danger : DANGER_MOST;
  int64_t square = danger > DANGER_LEAST ? (int64_t)danger * danger : 0;
  int count = (int)(square * n->danger_weight / DANGER_SQUARE);
  count_term(s, traced, mr_fy_term_one(MR_FY_W_DANGER), sign_of(side) * count);
  int many = s->attackers[side] < MR_FY_WEIGHT_STEPS ? s->attackers[side] : MR_FY_WEIGHT_STEPS - 1;
  count_term(s, traced, mr_fy_term_step(MR_FY_W_ATTACKERS, (unsigned)many), sign_of(side));
  count_term(s, traced, mr_fy_term_one(MR_FY_W_FLANK), sign_of(us) * flanked);
  int beside = (int)bb_count(bb_and(s->own[us], s->zone[us]));
  count_term(s, traced, mr_fy_term_one(MR_FY_W_SHELTER), sign_of(us) * beside);
}

#endif
