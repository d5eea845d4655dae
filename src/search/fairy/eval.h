/**
 * @file eval.h
 * What a position is worth without looking ahead: a sum of terms, each a count times a weight, with
 * two weights for the opening and the end (rules/fairy/weights.h says which terms there are). The
 * same code counts the terms for tuning (`traced`), so that the two cannot differ.
 *
 * What follows from men and hands alone is kept up by the search from action to action:
 *
 *     sum_all(eval, state, &sums[0]);                     at the root
 *     sum_after(eval, undo, &sums[at], &sums[at + 1]);     behind do_action, with its record
 *     score = evaluate_sum(eval, state, &sums[at]);
 *
 * A turn given away leaves the sum as it is. Where no sum is at hand there is evaluate().
 */
#ifndef MARCHER_SEARCH_FAIRY_EVAL_H
#define MARCHER_SEARCH_FAIRY_EVAL_H

#include "search/fairy/connects.h"
#include "search/fairy/danger.h"
#include "search/fairy/duty.h"
#include "search/fairy/lines.h"
#include "search/fairy/pawn_table.h"
#include "search/fairy/race.h"
#include "search/fairy/threats.h"

enum {
  EVAL_MAX = 13000, /**< below what a seen end is worth, by more than any margin of the search */
};

/* ---- men and hands --------------------------------------------------------------------------- */

static inline mr_fys_pair held_value(const mr_fys_eval *e, unsigned side, unsigned slot) {
  unsigned kind = e->game->rules.hand_kind[slot];
  mr_fys_pair value = e->weights->term[mr_fy_term_kind(MR_FY_W_HELD, kind)];
  return side == MR_FY_WHITE ? value : -value;
}

FY_HOT void sum_man(const mr_fys_eval *e, mr_fys_sum *sum, unsigned code, unsigned cell, int by) {
  const mr_fys_weights *w = e->weights;
  const tables *t = tables_of(e->game);
  sum->score += w->man[code][cell] * by;
  sum->phase += w->phase[code] * by;
  sum->pawns ^= t->keys[(size_t)code * t->cells + cell] & w->pawn_mask[code];
}

/** The men on some cells and all hands. */
static inline void sum_on(const mr_fys_eval *e, const mr_state *state, bb cells, mr_fys_sum *out) {
  const uint8_t *board = mr_fy_board_const(state);
  const bb *sets = sets_of_const(e->game, state);
  bb men = bb_and(bb_or(sets[0], sets[1]), cells);
  mr_fys_sum sum = {0};
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    sum_man(e, &sum, board[cell], cell, 1);
  }
  const mr_fy_rules *rules = &e->game->rules;
  for (unsigned side = 0; rules->drops && side < 2; side++) {
    for (unsigned slot = 0; slot < rules->hand_count; slot++) {
      int count = mr_fy_state_of_const(state)->hand[side][slot];
      sum.score += held_value(e, side, slot) * count;
      sum.phase += e->weights->phase[MR_FY_CODE(rules->hand_kind[slot], side)] * count;
    }
  }
  *out = sum;
}

static inline void sum_all(const mr_fys_eval *e, const mr_state *state, mr_fys_sum *out) {
  sum_on(e, state, tables_of(e->game)->all, out);
}

static inline void sum_castling(const mr_fys_eval *e, const undo_record *u, mr_fys_sum *sum) {
  unsigned from = mr_fy_from(u->action), to = mr_fy_to(u->action);
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(&e->game->rules, &u->head, i);
    if (u->head.rights >> i & 1 && c->king_from == from && c->partner_from == to) {
      sum_man(e, sum, u->moved, from, -1);
      sum_man(e, sum, u->partner, to, -1);
      sum_man(e, sum, u->moved, c->king_to, 1);
      sum_man(e, sum, u->partner, c->partner_to, 1);
      return;
    }
  }
}

static inline void sum_captive(const mr_fys_eval *e, unsigned code, unsigned at, mr_fys_sum *sum) {
  const mr_fy_rules *rules = &e->game->rules;
  sum_man(e, sum, code, at, -1);
  if (!rules->captures_to_hand) {
    return;
  }
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  kind = rules->keep_promotion ? kind : &rules->kinds[kind->base];
  if (kind->droppable) {
    unsigned side = MR_FY_SIDE(code) ^ 1u;
    sum->score += held_value(e, side, kind->hand);
    sum->phase += e->weights->phase[MR_FY_CODE(rules->hand_kind[kind->hand], side)];
  }
}

/** Who has entered by a gate. */
static inline void sum_entered(const mr_fys_eval *e, const undo_record *u, mr_fys_sum *sum) {
  unsigned slot = mr_fy_entering_slot(u->action), side = u->head.side;
  unsigned code = MR_FY_CODE(e->game->rules.hand_kind[slot], side);
  sum_man(e, sum, code, mr_fy_entered_cell(u->action), 1);
  sum->score -= held_value(e, side, slot);
  sum->phase -= e->weights->phase[code];
}

/** The sum behind an action from that before it. @param u what do_action has written down */
static inline void sum_after(const mr_fys_eval *e, const undo_record *u, const mr_fys_sum *before,
                             mr_fys_sum *after) {
  const mr_fys_weights *w = e->weights;
  unsigned from = mr_fy_from(u->action), to = mr_fy_to(u->action);
  unsigned type = mr_fy_type_of(u->action), form = mr_fy_form_of(u->action);
  mr_fys_sum sum = *before;
  if (type == MR_FY_CASTLE) {
    sum_castling(e, u, &sum);
  } else if (type == MR_FY_PASS) {
    /* nothing has changed */
  } else if (type == MR_FY_DROP) {
    unsigned side = MR_FY_SIDE(u->moved), slot = e->game->rules.kinds[from].hand;
    sum_man(e, &sum, u->moved, to, 1);
    if (!e->game->rules.free_drops) {
      sum.score -= held_value(e, side, slot);
      sum.phase -= w->phase[MR_FY_CODE(e->game->rules.hand_kind[slot], side)];
    }
  } else {
    sum_man(e, &sum, u->moved, from, -1);
    sum_man(e, &sum, form ? MR_FY_CODE(form, MR_FY_SIDE(u->moved)) : u->moved, to, 1);
    if (u->taken) {
      sum_captive(e, u->taken, u->taken_at, &sum);
    }
    for (unsigned i = 0; i < u->blown_count; i++) {
      sum_captive(e, u->blown[i], u->blown_at[i], &sum);
    }
  }
  if (mr_fy_enters(&e->game->rules, u->action)) {
    sum_entered(e, u, &sum);
  }
  *after = sum;
}

/** The same where men have changed sides, behind sum_after. @param state behind the action */
FY_RARE void sum_flipped(const mr_fys_eval *e, const mr_state *state, const undo_record *u,
                         mr_fys_sum *sum) {
  const uint8_t *board = mr_fy_board_const(state);
  bb men = u->flipped;
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    sum_man(e, sum, board[cell] ^ 1u, cell, -1);
    sum_man(e, sum, board[cell], cell, 1);
  }
}

/* ---- terms from the sets --------------------------------------------------------------------- */

/** Goals that win by number, and those whose loss ends the game. */
FY_HOT void count_goals(scan *s, bool traced, unsigned side) {
  const mr_fy_rules *rules = &s->e->game->rules;
  const mr_fy_extinction *x = &rules->extinction;
  if (x->value == MR_FY_LOSS) {
    const mr_fy_needs *needs = &x->needs[side];
    bool spare = count_kinds(s->e->game, s->sets, needs->kinds, side) > needs->count + 1u;
    count_term(s, traced, mr_fy_term_one(MR_FY_W_SPARE), spare ? sign_of(side) : 0);
  }
  if (rules->flag.count > 1) {
    unsigned there = bb_count(bb_and(s->own[side], s->t->flag_region[side]));
    there = there < MR_FY_WEIGHT_STEPS ? there : MR_FY_WEIGHT_STEPS - 1;
    count_term(s, traced, mr_fy_term_step(MR_FY_W_CONQUEST, there), sign_of(side));
  }
}

/** How few are left of each kind whose loss ends the game: 256 for the last one, a quarter for one
 * of two, and so on. */
FY_HOT void count_scarce(scan *s, bool traced) {
  const mr_fy_extinction *x = &s->e->game->rules.extinction;
  for (unsigned side = 0; side < 2; side++) {
    const mr_fy_needs *needs = &x->needs[side];
    int scarce = 0;
    for (unsigned i = 0; i < needs->group_count; i++) {
      int left = (int)count_left(s->e->game, s->state, needs->groups[i], side) - needs->count;
      scarce += left > 0 ? 256 / (left * left) : 0;
    }
    count_term(s, traced, mr_fy_term_one(MR_FY_W_SCARCE), sign_of(side) * scarce);
  }
}

/** How few checks a side has left to give: 256 for the last one, a quarter for two, and so on. */
FY_HOT void count_checks_left(scan *s, bool traced, const mr_fy_state *head) {
  for (unsigned side = 0; side < 2; side++) {
    int left = head->checks[side] > 0 ? head->checks[side] : 1;
    count_term(s, traced, mr_fy_term_one(MR_FY_W_CHECKS), sign_of(side) * 256 / (left * left));
  }
}

/** Men in hand for whom there is no gate left will never enter: the cheapest are worth nothing. */
FY_RARE void count_shut_out(scan *s, bool traced, const mr_fy_state *head) {
  const mr_fy_rules *rules = &s->e->game->rules;
  for (unsigned side = 0; side < 2; side++) {
    uint8_t held[MR_FY_HANDS_MAX];
    int gates = __builtin_popcount(head->gates[side]), out = -gates;
    for (unsigned slot = 0; slot < rules->hand_count; slot++) {
      held[slot] = head->hand[side][slot];
      out += held[slot];
    }
    for (; out > 0; out--) {
      unsigned least = MR_FY_HANDS_MAX;
      for (unsigned slot = 0; slot < rules->hand_count; slot++) {
        const int16_t *value = s->w->value;
        bool less = held[slot] > 0 && (least == MR_FY_HANDS_MAX ||
                                       value[MR_FY_CODE(rules->hand_kind[slot], side)] <
                                           value[MR_FY_CODE(rules->hand_kind[least], side)]);
        least = less ? slot : least;
      }
      held[least]--;
      count_term(s, traced, mr_fy_term_kind(MR_FY_W_HELD, rules->hand_kind[least]), -sign_of(side));
    }
  }
}

/* ---- the whole ------------------------------------------------------------------------------- */

/** The game phase of a sum: the opening's share, in 1/MR_FYS_FULL. */
static inline int phase_of(const mr_fys_weights *w, int phase) {
  if (w->phase_full <= 0 || phase >= w->phase_full) {
    return MR_FYS_FULL;
  }
  return phase <= 0 ? 0 : (int)((int64_t)phase * MR_FYS_FULL / w->phase_full);
}

/** Whether a side has too little to win with. */
static inline bool lacks_mating_material(const mr_fys_eval *e, const bb *sets, unsigned side) {
  const tables *t = tables_of(e->game);
  int phase = 0;
  for (unsigned i = 0; i < t->code_list_count[side]; i++) {
    unsigned code = t->code_list[side][i], count = bb_count(sets[code]);
    if (count > 0 && t->codes[code].form_count > 0) {
      return false;
    }
    phase += (int)count * e->weights->phase[code];
  }
  return phase <= e->weights->mating_material;
}

enum {
  /* In the end a lead is worth so many 64ths, and more for each man that may promote: with few of
     them most are drawn. The sizes follow Fairy-Stockfish's (evaluate.cpp, winnable). */
  LEAD_WHOLE = 64,
  LEAD_LEAST = 36,
  LEAD_PER_PAWN = 7
};

/** What is left of a lead in the end, by the men that may promote; in 64ths. */
static inline int lead_by_pawns(const mr_fys_eval *e, const bb *sets, unsigned side) {
  const tables *t = tables_of(e->game);
  int left = LEAD_LEAST;
  for (unsigned i = 0; i < t->code_list_count[side]; i++) {
    const code_info *info = &t->codes[t->code_list[side][i]];
    if (info->form_count > 0 && info->forward_only) {
      left += LEAD_PER_PAWN * (int)bb_count(sets[t->code_list[side][i]]);
    }
  }
  return left < LEAD_WHOLE ? left : LEAD_WHOLE;
}

/** How much of a counter is used up, squared: late plies tell more. In 1/MR_FYS_FULL. */
static inline int spent(unsigned count, unsigned limit) {
  int used = (int)(count * MR_FYS_FULL / limit);
  used = used < MR_FYS_FULL ? used : MR_FYS_FULL;
  return used * used / MR_FYS_FULL;
}

/** What is left of a lead: little where counters run out, men are few, half the point is drawn. The
 *  parts are plausible and untuned. */
static inline int scale_of(const mr_fys_eval *e, const mr_state *state, const mr_fys_sum *sum,
                           int lead) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  const mr_fy_rules *rules = &e->game->rules;
  unsigned ahead = lead > 0 ? MR_FY_WHITE : MR_FY_BLACK;
  int scale = MR_FYS_FULL;
  if (rules->idle_limit > 0 && head->idle > 0) {
    scale -= spent(head->idle, rules->idle_limit) * 3 / 4;
  }
  if (head->count_limit > 0) {
    scale -= scale * spent(head->counted, head->count_limit) / MR_FYS_FULL * 3 / 4;
  }
  if (e->weights->wins_by_pawns) {
    int open = phase_of(e->weights, sum->phase);
    int left = lead_by_pawns(e, sets_of_const(e->game, state), ahead);
    scale = scale * (open * LEAD_WHOLE + (MR_FYS_FULL - open) * left) / (LEAD_WHOLE * MR_FYS_FULL);
  }
  if (rules->split && head->frozen) {
    scale /= 2;
  }
  if (e->weights->mating_material >= 0 && sum->phase <= 4 * e->weights->mating_material &&
      lacks_mating_material(e, sets_of_const(e->game, state), ahead)) {
    scale /= 4;
  }
  return scale;
}

/** Blends a sum, from White's view, in hundredths. */
static inline int blend(mr_fys_pair sum, int phase, int scale) {
  int64_t whole =
      (int64_t)mr_fys_open(sum) * phase + (int64_t)mr_fys_end(sum) * (MR_FYS_FULL - phase);
  int score = (int)(whole * scale / (MR_FYS_FULL * MR_FYS_FULL * THOUSANDTHS));
  return score > EVAL_MAX ? EVAL_MAX : score < -EVAL_MAX ? -EVAL_MAX : score;
}

/** Where men count, once a colour has ended. */
static inline bb live_cells(const mr_fys_eval *e, const mr_fy_state *head) {
  return head->frozen == 3 ? bb_none() : tables_of(e->game)->colour[head->frozen & 1 ? 1 : 0];
}

FY_HOT void scan_init(scan *s, const mr_fys_eval *e, const mr_state *state) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  s->e = e;
  s->w = e->weights;
  s->trace = NULL;
  s->sum = 0;
  for (unsigned side = 0; side < 2; side++) {
    s->attacks[side] = s->twice[side] = s->by_men[side] = s->by_pawns[side] = bb_none();
    s->pawns[side] = s->span[side] = s->passed = bb_none();
    for (unsigned might = 0; might < MR_FYS_MIGHTS; might++) {
      s->by_might[side][might] = bb_none();
    }
    s->attackers[side] = s->siege[side] = s->ring_attacks[side] = 0;
    s->present_count[side] = 0;
  }
  s->t = tables_of(e->game);
  s->sets = sets_of_const(e->game, state);
  s->state = state;
  s->board = mr_fy_board_const(state);
  s->all = filled(s->t, s->sets);
  s->own[0] = s->sets[0];
  s->own[1] = s->sets[1];
  if (e->game->rules.split && head->frozen) {
    bb live = live_cells(e, head);
    s->own[0] = bb_and(s->own[0], live);
    s->own[1] = bb_and(s->own[1], live);
  }
}

/** All terms but those of men and hands. @param pawn_key of where the pawns stand */
FY_HOT void count_terms(scan *s, bool traced, const mr_state *state, uint64_t pawn_key) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  count_goals(s, traced, 0);
  count_goals(s, traced, 1);
  if (s->w->counts_kinds) {
    count_scarce(s, traced);
  }
  if (mr_fy_counts_checks(&s->e->game->rules)) {
    count_checks_left(s, traced, head);
  }
  if (s->t->connects != NULL) {
    count_connects(s, traced);
  }
  if (s->w->lines) {
    count_lines(s, traced);
  }
  if (s->e->game->rules.gating.alone) {
    count_shut_out(s, traced, head);
  }
  count_term(s, traced, mr_fy_term_one(MR_FY_W_TEMPO), sign_of(head->side));
  count_term(s, traced, mr_fy_term_one(MR_FY_W_BALANCE), 1);
  if (head->owed == 3) {
    count_term(s, traced, mr_fy_term_one(MR_FY_W_OWED), sign_of(head->side));
  }
  scan_men(s, traced);
  look_up_structure(s, traced, pawn_key);
  count_threats(s, traced);
  for (unsigned side = 0; side < 2; side++) {
    count_danger(s, traced, side, head);
    count_places(s, traced, side);
    count_far_pawns(s, traced, side);
    if (s->e->game->rules.flag.count > 1) {
      bb goals = bb_less(s->t->flag_region[side], s->own[side]);
      int contested = (int)bb_count(bb_and(goals, s->attacks[side]));
      count_term(s, traced, mr_fy_term_one(MR_FY_W_CONTEST), sign_of(side) * contested);
    }
  }
  count_passers(s, traced);
  count_runners(s, traced);
  if (s->w->duties) {
    count_duties(s, traced);
  }
  if (s->w->races) {
    count_races(s, traced);
  }
}

/** What is left of a score as idleness (nMoveRule) nears its limit: half of it at least, so that
 *  better positions stay better. */
static inline int scale_idle(const mr_fys_eval *e, const mr_state *state, int score) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  int limit = (int)e->game->rules.idle_limit, most = head->count_limit;
  score = limit > 0 ? score * (2 * limit - head->idle) / (2 * limit) : score;
  int counted = head->counted < most ? head->counted : most;
  return most > 0 ? score * (2 * most - counted) / (2 * most) : score;
}

/** All terms of a sum: those of men and hands, which are there, and the others. */
static inline mr_fys_pair sum_terms(const mr_fys_eval *e, const mr_state *state,
                                    const mr_fys_sum *men) {
  scan s;
  scan_init(&s, e, state);
  s.sum = men->score;
  count_terms(&s, false, state, men->pawns);
  return s.sum;
}

/**
 * The static eval of a position for the side to move, in hundredths.
 * @param kept the sum of this position (sum_after)
 * @param added by a network: one more term of the sum, so that a lead which is half drawn or cannot
 *              be won counts as little as any other
 * @param left receives what is left of a lead, in 1/MR_FYS_FULL; may be NULL
 */
static inline int evaluate_sum(const mr_fys_eval *e, const mr_state *state, const mr_fys_sum *kept,
                               mr_fys_added added, int *left) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  mr_fys_sum sum = *kept;
  if (e->game->rules.split && head->frozen) {
    const bb *sets = sets_of_const(e->game, state);
    sum_on(e, state, bb_and(bb_or(sets[0], sets[1]), live_cells(e, head)), &sum);
  }
  mr_fys_pair all = added.light ? sum.score : sum_terms(e, state, &sum);
  all += mr_fys_pair_of(added.value * THOUSANDTHS, added.value * THOUSANDTHS);
  int scale = scale_of(e, state, &sum, mr_fys_open(all));
  if (left != NULL) {
    *left = scale;
  }
  return sign_of(head->side) * blend(all, phase_of(e->weights, sum.phase), scale);
}

/** The static eval of a position for the side to move, from nothing. */
static inline int evaluate(const mr_fys_eval *e, const mr_state *state) {
  mr_fys_sum sum;
  sum_all(e, state, &sum);
  return evaluate_sum(e, state, &sum, (mr_fys_added){0}, NULL);
}

/** The same with what a network adds. */
static inline int evaluate_with(const mr_fys_eval *e, const mr_state *state, mr_fys_added added) {
  mr_fys_sum sum;
  sum_all(e, state, &sum);
  return evaluate_sum(e, state, &sum, added, NULL);
}

/** The static eval as a search uses it, by all terms or with those alone to which a light network
 *  adds, and what would be left of what a network adds. */
static inline int evaluate_left(const mr_fys_eval *e, const mr_state *state, bool light,
                                int *left) {
  mr_fys_sum sum;
  sum_all(e, state, &sum);
  const mr_fys_added nothing = {.light = light};
  int score = scale_idle(e, state, evaluate_sum(e, state, &sum, nothing, left));
  *left = scale_idle(e, state, *left);
  return score;
}

/* ---- tracing --------------------------------------------------------------------------------- */

/** The terms of a position. @return what evaluate returns */
static inline int evaluate_traced(const mr_fys_eval *e, const mr_state *state, mr_fys_trace *out) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  mr_fys_sum sum;
  scan s;
  memset(out, 0, sizeof *out);
  scan_init(&s, e, state);
  s.trace = out;
  sum_on(e, state, bb_or(s.own[0], s.own[1]), &sum);
  const mr_fy_rules *rules = &e->game->rules;
  bb men = bb_or(s.own[0], s.own[1]);
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    unsigned kind = MR_FY_KIND(s.board[cell]), side = MR_FY_SIDE(s.board[cell]);
    count_term(&s, true, mr_fy_term_kind(MR_FY_W_VALUE, kind), sign_of(side));
    count_term(&s, true, mr_fy_term_place(kind, s.w->fold.cell[side][cell]), sign_of(side));
  }
  for (unsigned side = 0; rules->drops && side < 2; side++) {
    for (unsigned slot = 0; slot < rules->hand_count; slot++) {
      count_term(&s, true, mr_fy_term_kind(MR_FY_W_HELD, rules->hand_kind[slot]),
                 sign_of(side) * head->hand[side][slot]);
    }
  }
  count_terms(&s, true, state, sum.pawns);
  out->phase = phase_of(e->weights, sum.phase);
  out->scale = scale_of(e, state, &sum, mr_fys_open(s.sum));
  return sign_of(head->side) * blend(s.sum, out->phase, out->scale);
}

#endif
