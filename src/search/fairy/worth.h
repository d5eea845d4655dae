/**
 * @file worth.h
 * What men are worth, made from their movements: a man is worth what it reaches on a half-full
 * board, more where it reaches more, and something of what it can become. And the evaluation, which
 * adds this up.
 */
#ifndef MARCHER_SEARCH_FAIRY_WORTH_H
#define MARCHER_SEARCH_FAIRY_WORTH_H

#include "rules/fairy/core_split.h"
#include "search/fairy/fairy_search.h"

enum {
  SAMPLES = 24,       /**< boards on which a man's reach is counted */
  REACH_WORTH = 80,   /**< of one cell that is reached */
  PLACE_WORTH = 18,   /**< of a cell more than the man reaches elsewhere */
  FREEDOM_WORTH = 40, /**< of a cell that is reached in the position at hand, in 1/16 */
  ADVANCE_WORTH = 10, /**< for each step of a man towards where it promotes */
  CHIEF_WORTH = 500,
  ROYAL_WORTH = 8000, /**< of a royal: it is never given up in an exchange */
};

/** Boards filled to a third, the same for every game of a size; Black's are White's upside down. */
static inline void sample_men(const tables *t, unsigned files, bb (*out)[SAMPLES]) {
  for (unsigned i = 0; i < SAMPLES; i++) {
    out[0][i] = out[1][i] = bb_none();
    for (unsigned cell = 0; cell < t->cells; cell++) {
      if (mr_mix64((uint64_t)i << 32 | cell) % 100 < 33) {
        unsigned mirror = (t->cells / files - 1 - cell / files) * files + cell % files;
        out[0][i] = bb_or(out[0][i], bb_of(cell));
        out[1][i] = bb_or(out[1][i], bb_of(mirror));
      }
    }
  }
}

/** Cells that a man reaches from a cell, on average, in 1/16. */
static inline int average_reach(const tables *t, const bb *samples, unsigned code, unsigned cell) {
  unsigned quiet_count = 0, capture_count = 0;
  for (unsigned i = 0; i < SAMPLES; i++) {
    bb men = bb_less(samples[i], bb_of(cell)), quiet, capture;
    reach_of(&t->rows[(size_t)code * t->cells + cell], men, &quiet, &capture);
    quiet_count += bb_count(bb_less(quiet, men));
    capture_count += bb_count(bb_and(capture, men));
  }
  return (int)((quiet_count * 4 + capture_count * 32) / SAMPLES);
}

/** Fewest moves of a man from each cell into a set on an empty board; 99 where there is no way. */
static inline void distances(const tables *t, unsigned code, bb goal, uint8_t *out) {
  memset(out, 99, t->cells);
  bb reached = goal;
  unsigned cell = 0;
  while (bb_pop(&goal, &cell)) {
    out[cell] = 0;
  }
  for (uint8_t step = 1; step < 20; step++) {
    bb fresh = bb_none();
    for (cell = 0; cell < t->cells; cell++) {
      bb quiet, capture;
      reach_of(&t->rows[(size_t)code * t->cells + cell], bb_none(), &quiet, &capture);
      if (out[cell] == 99 && bb_meet(bb_or(quiet, capture), reached)) {
        out[cell] = step;
        fresh = bb_or(fresh, bb_of(cell));
      }
    }
    reached = bb_or(reached, fresh);
  }
}

typedef struct weighing {
  const mr_fy_game *game;
  const tables *t;
  mr_fys_weights *w;
  bb samples[2][SAMPLES]; /**< by side */
  int mean[MR_FY_CODES];
} weighing;

static inline int clamp_worth(int value) {
  return value > 9000 ? 9000 : value < -9000 ? -9000 : value;
}

/** Average reach over the cells where the man can be. */
static inline int mean_reach(const weighing *x, unsigned code) {
  const mr_fy_kind *kind = &x->game->rules.kinds[MR_FY_KIND(code)];
  int sum = 0, count = 0;
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    if (mr_fy_set_has(&kind->mobility[MR_FY_SIDE(code)], cell)) {
      sum += average_reach(x->t, x->samples[MR_FY_SIDE(code)], code, cell);
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}

/** The best that a man can become, beyond what it is. */
static inline int promotion_gain(const weighing *x, unsigned code) {
  const code_info *info = &x->t->codes[code];
  int best = 0;
  for (unsigned i = 0; i < info->form_count; i++) {
    int gain = x->mean[info->forms[i]] - x->mean[code];
    best = gain > best ? gain : best;
  }
  return best * REACH_WORTH / 16;
}

static inline int base_value(const weighing *x, unsigned code) {
  if (x->t->codes[code].royal) {
    return ROYAL_WORTH;
  }
  return clamp_worth(x->mean[code] * REACH_WORTH / 16 + promotion_gain(x, code) / 24);
}

/** Where a man stands better: where it reaches more, and nearer to where it promotes or wins. */
static inline int place_worth(const weighing *x, unsigned code, unsigned cell, int gain,
                              const uint8_t *to_zone, const uint8_t *to_goal) {
  const code_info *info = &x->t->codes[code];
  int reach = average_reach(x->t, x->samples[MR_FY_SIDE(code)], code, cell) - x->mean[code];
  int worth = reach * PLACE_WORTH / 16;
  if (info->royal) {
    worth = -worth / 2;
  }
  if (info->form_count > 0 && to_zone[cell] < 12) {
    int near = 12 - to_zone[cell];
    worth +=
        info->forward_only ? near * near * ADVANCE_WORTH / 24 + gain * near * near / 500 : near * 2;
  }
  if (x->t->flag_kinds[MR_FY_SIDE(code)] >> MR_FY_KIND(code) & 1 &&
      x->game->rules.flag.count == 1 && to_goal[cell] < 12) {
    int near = 12 - to_goal[cell];
    worth += near * near * 3;
  }
  return worth;
}

static inline void weigh_code(weighing *x, unsigned code) {
  const tables *t = x->t;
  unsigned side = MR_FY_SIDE(code);
  int sign = side == MR_FY_WHITE ? 1 : -1, value = base_value(x, code);
  int gain = promotion_gain(x, code);
  uint8_t to_zone[MR_FY_CELLS_MAX], to_goal[MR_FY_CELLS_MAX];
  distances(t, code, t->codes[code].zone, to_zone);
  distances(t, code, t->flag_region[side], to_goal);
  x->w->value[code] = (int16_t)value;
  x->w->freedom[code] = t->codes[code].royal ? 0 : FREEDOM_WORTH;
  for (unsigned cell = 0; cell < t->cells; cell++) {
    int worth = value + place_worth(x, code, cell, gain, to_zone, to_goal);
    x->w->man[code][cell] = (int16_t)(sign * clamp_worth(worth));
  }
}

/** Codes by what they are worth to lose, royals last: the order of capturing in an exchange. */
static inline void sort_codes(weighing *x, unsigned side) {
  uint8_t *list = x->w->cheap[side];
  unsigned count = x->t->code_list_count[side];
  for (unsigned i = 0; i < count; i++) {
    uint8_t code = x->t->code_list[side][i];
    unsigned at = i;
    while (at > 0 && x->w->value[list[at - 1]] > x->w->value[code]) {
      list[at] = list[at - 1];
      at--;
    }
    list[at] = code;
  }
  x->w->cheap_count[side] = (uint8_t)count;
}

/** Fills the weights of a game. */
static inline void weigh(const mr_fy_game *game, mr_fys_weights *out) {
  weighing x = {.game = game, .t = tables_of(game), .w = out};
  memset(out, 0, sizeof *out);
  sample_men(x.t, game->rules.files, x.samples);
  for (unsigned code = 2; code < x.t->code_count; code++) {
    x.mean[code] = mean_reach(&x, code);
  }
  for (unsigned code = 2; code < x.t->code_count; code++) {
    weigh_code(&x, code);
  }
  sort_codes(&x, MR_FY_WHITE);
  sort_codes(&x, MR_FY_BLACK);
  for (unsigned slot = 0; slot < game->rules.hand_count; slot++) {
    int value = out->value[MR_FY_CODE(game->rules.hand_kind[slot], MR_FY_WHITE)];
    out->held[0][slot] = (int16_t)(value * 5 / 4);
    value = out->value[MR_FY_CODE(game->rules.hand_kind[slot], MR_FY_BLACK)];
    out->held[1][slot] = (int16_t)(-value * 5 / 4);
  }
  out->chief = CHIEF_WORTH;
  out->goal = 40;
  out->tempo = 12;
}

/* ---- evaluation
 * ----------------------------------------------------------------------------------- */

/** Men of one side: where they stand and what they reach, in hundredths, from White's view. */
static inline int count_men_of(const mr_fys_eval *s, const mr_state *state, unsigned side, bb men,
                               bb all) {
  const tables *t = tables_of(s->game);
  const uint8_t *board = mr_fy_board_const(state);
  bb own = men;
  int place = 0, freedom = 0;
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    unsigned code = board[cell];
    bb quiet, capture;
    place += s->weights->man[code][cell];
    reach_of(&t->rows[(size_t)code * t->cells + cell], all, &quiet, &capture);
    bb cells = bb_or(bb_less(quiet, all), bb_less(bb_and(capture, all), own));
    freedom += (int)bb_count(cells) * s->weights->freedom[code];
  }
  return place + (side == MR_FY_WHITE ? freedom : -freedom) / 16;
}

static inline int count_hand(const mr_fys_eval *s, const mr_fy_state *head, unsigned side) {
  int sum = 0;
  for (unsigned slot = 0; slot < s->game->rules.hand_count; slot++) {
    sum += head->hand[side][slot] * s->weights->held[side][slot];
  }
  return sum;
}

/** Spare men of those whose loss ends the game, and men on squares that win by number. */
static inline int count_goals(const mr_fys_eval *s, const bb *sets, unsigned side) {
  const mr_fy_rules *rules = &s->game->rules;
  int sum = 0;
  if (rules->extinction.value == MR_FY_LOSS && rules->extinction.count == 0) {
    sum += count_kinds(s->game, sets, rules->extinction.kinds, side) > 1 ? s->weights->chief : 0;
  }
  if (rules->flag.count > 1) {
    unsigned there = bb_count(bb_and(sets[side], tables_of(s->game)->flag_region[side]));
    sum += (int)(there * there) * s->weights->goal / 2;
  }
  return side == MR_FY_WHITE ? sum : -sum;
}

static inline int evaluate(const mr_fys_eval *s, const mr_state *state) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  const bb *sets = sets_of_const(s->game, state);
  const tables *t = tables_of(s->game);
  bb all = filled(t, sets), counted = t->all;
  if (s->game->rules.split && head->frozen) {
    counted = bb_less(counted, t->colour[head->frozen & 1 ? 0 : 1]);
  }
  int sum = 0;
  for (unsigned side = 0; side < 2; side++) {
    sum += count_men_of(s, state, side, bb_and(sets[side], counted), all);
    sum += count_hand(s, head, side) + count_goals(s, sets, side);
  }
  sum = head->side == MR_FY_WHITE ? sum : -sum;
  sum += s->weights->tempo;
  return sum > 13000 ? 13000 : sum < -13000 ? -13000 : sum;
}

#endif
