/**
 * @file values.h
 * Values of men before anybody has tuned them, made from their movements: a man is worth what it
 * reaches on a half-full board, more where it reaches more, and something of what it can become.
 * Weights that are given take the place of what is measured, term by term.
 */
#ifndef MARCHER_SEARCH_FAIRY_VALUES_H
#define MARCHER_SEARCH_FAIRY_VALUES_H

#include "rules/fairy/core/advance.h"
#include "search/fairy/fairy_search.h"

/*
 * First guesses, in hundredths, from which tuning begins. That a capture counts for more than a
 * quiet move was tried in matches of 50 games at 2,000 nodes: nearer to the values of Borderlands'
 * designer, and no worse (58.0 +- 12.6% there, 48.0 +- 7.4 in Battle of Ideologies, 48.0 +- 14.4 in
 * chess). The other numbers are plausible and untuned.
 */
enum {
  SAMPLES = 24,        /**< boards on which a man's reach is counted: chance evens out */
  FILLED = 33,         /**< percent of their cells with a man: the middle of a game */
  QUIET_WEIGHT = 4,    /**< of a cell that can be gone to ... */
  CAPTURE_WEIGHT = 32, /**< ... and of an enemy's that can be taken */
  REACH_VALUE = 80,    /**< of one cell that is reached */
  PLACE_VALUE = 18, /**< of a cell more than the man reaches elsewhere: mobility counts it again */
  ADVANCE_VALUE = 10, /**< for each step of a man towards where it promotes */
  ROYAL_VALUE = 8000, /**< of a royal: more than all others, so that no exchange gives it up */
  NO_WAY = 99,        /**< steps to where no way leads */
  THOUSANDTHS = 10,   /**< in a hundredth */
};

/** Boards filled to a third, the same for every game of a size; Black's are White's upside down. */
static inline void sample_boards(const tables *t, unsigned files, bb (*out)[SAMPLES]) {
  for (unsigned i = 0; i < SAMPLES; i++) {
    out[0][i] = out[1][i] = bb_none();
    for (unsigned cell = 0; cell < t->cells; cell++) {
      if (mr_mix64((uint64_t)i << 32 | cell) % 100 < FILLED) {
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
  return (int)((quiet_count * QUIET_WEIGHT + capture_count * CAPTURE_WEIGHT) / SAMPLES);
}

/** Fewest moves of a man from each cell into a set on an empty board; NO_WAY where there is none.
 */
static inline void distances(const tables *t, unsigned code, bb goal, uint8_t *out) {
  memset(out, NO_WAY, t->cells);
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
      if (out[cell] == NO_WAY && bb_meet(bb_or(quiet, capture), reached)) {
        out[cell] = step;
        fresh = bb_or(fresh, bb_of(cell));
      }
    }
    reached = bb_or(reached, fresh);
  }
}

typedef struct measurement {
  const mr_fy_game *game;
  const tables *t;
  const mr_fy_weights *given;
  mr_fys_weights *w;
  bb samples[2][SAMPLES]; /**< by side */
  int mean[MR_FY_CODES];
  int base[MR_FY_CODES]; /**< measured value, in hundredths; of royals 0 */
} measurement;

static inline int clamp_value(int value) {
  return value > 3000 ? 3000 : value < -3000 ? -3000 : value;
}

/** Average reach over the cells where the man can be. */
static inline int mean_reach(const measurement *x, unsigned code) {
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
static inline int promotion_gain(const measurement *x, unsigned code) {
  const code_info *info = &x->t->codes[code];
  int best = 0;
  for (unsigned i = 0; i < info->form_count; i++) {
    int gain = x->mean[info->forms[i]] - x->mean[code];
    best = gain > best ? gain : best;
  }
  return best * REACH_VALUE / 16;
}

static inline bool can_be_had(const tables *t, unsigned code) {
  for (unsigned i = 0; i < t->code_list_count[MR_FY_SIDE(code)]; i++) {
    if (t->code_list[MR_FY_SIDE(code)][i] == code) {
      return true;
    }
  }
  return false;
}

/** The side whose man of a kind is measured: White's, unless only Black can have it. */
static inline unsigned model_of(const tables *t, unsigned kind) {
  unsigned white = MR_FY_CODE(kind, MR_FY_WHITE), black = MR_FY_CODE(kind, MR_FY_BLACK);
  return !can_be_had(t, white) && can_be_had(t, black) ? black : white;
}

/** Where a man stands better: where it reaches more, and nearer to where it promotes or wins. */
static inline int place_value(const measurement *x, unsigned code, unsigned cell,
                              const uint8_t *to_zone, const uint8_t *to_goal) {
  const code_info *info = &x->t->codes[code];
  int reach = average_reach(x->t, x->samples[MR_FY_SIDE(code)], code, cell) - x->mean[code];
  int value = reach * PLACE_VALUE / 16, gain = promotion_gain(x, code);
  if (info->royal) {
    value = -value / 2;
  }
  if (info->form_count > 0 && to_zone[cell] < 12) {
    int near = 12 - to_zone[cell];
    value +=
        info->forward_only ? near * near * ADVANCE_VALUE / 24 + gain * near * near / 500 : near * 2;
  }
  if (x->t->flag_kinds[MR_FY_SIDE(code)] >> MR_FY_KIND(code) & 1 &&
      x->game->rules.flag.count == 1 && to_goal[cell] < 12) {
    int near = 12 - to_goal[cell];
    value += near * near * 3;
  }
  return clamp_value(value);
}

/* ---- measured weights ------------------------------------------------------------------------ */

static inline void set_term(measurement *x, unsigned term, int open, int end) {
  x->w->term[term] = mr_fys_pair_of(open, end);
}

static inline void measure_places(measurement *x, unsigned code) {
  const tables *t = x->t;
  unsigned side = MR_FY_SIDE(code);
  uint8_t to_zone[MR_FY_CELLS_MAX], to_goal[MR_FY_CELLS_MAX];
  distances(t, code, t->codes[code].zone, to_zone);
  distances(t, code, t->flag_region[side], to_goal);
  for (unsigned cell = 0; cell < t->cells; cell++) {
    int value = place_value(x, code, cell, to_zone, to_goal) * THOUSANDTHS;
    set_term(x, mr_fy_term_place(MR_FY_KIND(code), x->w->fold.cell[side][cell]), value, value);
  }
}

static inline void measure_kind(measurement *x, unsigned kind) {
  unsigned code = model_of(x->t, kind);
  int base = x->base[code] * THOUSANDTHS;
  bool royal = x->t->codes[code].royal;
  set_term(x, mr_fy_term_kind(MR_FY_W_VALUE, kind), base, base);
  set_term(x, mr_fy_term_kind(MR_FY_W_HELD, kind), base * 5 / 4, base * 5 / 4);
  set_term(x, mr_fy_term_kind(MR_FY_W_MOBILITY, kind), royal ? 0 : 25, royal ? 0 : 25);
  set_term(x, mr_fy_term_kind(MR_FY_W_KING_ATTACK, kind), 30, 15);
  set_term(x, mr_fy_term_kind(MR_FY_W_HANGING, kind), -base / 20, -base / 20);
  set_term(x, mr_fy_term_kind(MR_FY_W_PRESSED, kind), -base / 20, -base / 20);
  measure_places(x, code);
}

static inline void measure_rest(measurement *x) {
  static const int16_t passed[] = {600, 400, 250, 150, 100, 60, 30, 0};
  static const int16_t attackers[] = {0, 0, 100, 250, 400, 500, 600, 600};
  for (unsigned i = 0; i < MR_FY_WEIGHT_STEPS; i++) {
    int held = (int)(i * i) * 200;
    set_term(x, mr_fy_term_step(MR_FY_W_PASSED, i), passed[i] / 2, passed[i]);
    set_term(x, mr_fy_term_step(MR_FY_W_ATTACKERS, i), attackers[i], attackers[i] / 2);
    set_term(x, mr_fy_term_step(MR_FY_W_CONQUEST, i), held, held);
    set_term(x, mr_fy_term_step(MR_FY_W_RUNNER, i), passed[i], passed[i]);
  }
  set_term(x, mr_fy_term_one(MR_FY_W_TEMPO), 120, 120);
  set_term(x, mr_fy_term_one(MR_FY_W_SPARE), 5000, 5000);
  set_term(x, mr_fy_term_one(MR_FY_W_SHELTER), 30, 0);
  set_term(x, mr_fy_term_one(MR_FY_W_CONTEST), 40, 40);
  set_term(x, mr_fy_term_one(MR_FY_W_OWED), 40, 40);
}

/* ---- given weights --------------------------------------------------------------------------- */

/**
 * Lays the given weights over the measured ones. Those of kinds that are not given are stretched by
 * as much as given values are larger than measured ones, in 1/256.
 */
static inline void take_given(measurement *x) {
  int64_t given = 0, measured = 0;
  for (unsigned kind = 1; kind <= x->game->rules.kind_count; kind++) {
    unsigned term = mr_fy_term_kind(MR_FY_W_VALUE, kind);
    if (x->given->given[term]) {
      given += x->given->pair[term].open;
      measured += mr_fys_open(x->w->term[term]);
    }
  }
  int64_t ratio = measured > 0 && given > 0 ? given * 256 / measured : 256;
  int stretch = (int)(ratio > 1024 ? 1024 : ratio < 64 ? 64 : ratio);
  for (unsigned term = 0; term < MR_FY_TERMS; term++) {
    if (x->given->given[term]) {
      mr_fy_pair pair = x->given->pair[term];
      set_term(x, term, pair.open, pair.end);
    } else {
      mr_fys_pair old = x->w->term[term];
      set_term(x, term, mr_fys_open(old) * stretch / 256, mr_fys_end(old) * stretch / 256);
    }
  }
}

/* ---- tables for playing ---------------------------------------------------------------------- */

/** Puts a code into a list that is sorted by value, equals in the order of their numbers. */
static inline void insert_by_value(uint8_t *list, unsigned count, unsigned code,
                                   const int16_t *value) {
  unsigned at = count;
  while (at > 0 && value[list[at - 1]] > value[code]) {
    list[at] = list[at - 1];
    at--;
  }
  list[at] = (uint8_t)code;
}

/** What a man is worth in exchanges: the middle of opening and end, its places on average. */
static inline int mean_value(const measurement *x, unsigned code) {
  const mr_fys_weights *w = x->w;
  int64_t sum = 0, count = 0;
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    if (mr_fy_set_has(&x->game->rules.kinds[MR_FY_KIND(code)].mobility[MR_FY_SIDE(code)], cell)) {
      mr_fys_pair place =
          w->term[mr_fy_term_place(MR_FY_KIND(code), w->fold.cell[MR_FY_SIDE(code)][cell])];
      sum += (mr_fys_open(place) + mr_fys_end(place)) / 2;
      count++;
    }
  }
  mr_fys_pair value = w->term[mr_fy_term_kind(MR_FY_W_VALUE, MR_FY_KIND(code))];
  int whole = (mr_fys_open(value) + mr_fys_end(value)) / 2 + (int)(count ? sum / count : 0);
  int mean = whole / THOUSANDTHS;
  return x->t->codes[code].royal ? ROYAL_VALUE : mean < 1 ? 1 : clamp_value(mean);
}

static inline void fill_code_values(measurement *x, unsigned code) {
  mr_fys_weights *w = x->w;
  unsigned side = MR_FY_SIDE(code), kind = MR_FY_KIND(code);
  w->value[code] = (int16_t)mean_value(x, code);
  w->phase[code] = (int16_t)x->base[code];
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    mr_fys_pair man = w->term[mr_fy_term_kind(MR_FY_W_VALUE, kind)] +
                      w->term[mr_fy_term_place(kind, w->fold.cell[side][cell])];
    w->man[code][cell] = side == MR_FY_WHITE ? man : -man;
  }
}

/** The classes of men: pawns, the middle, the rest; by what was measured, so that tuning does not
 *  change what the terms mean. The bounds are two fifths and six fifths of the average kind
 * (docs/EVALUATION.md). */
static inline void rank_codes(measurement *x, unsigned side) {
  mr_fys_weights *w = x->w;
  int16_t value[MR_FY_CODES];
  int sum = 0, count = 0;
  for (unsigned i = 0; i < x->t->code_list_count[side]; i++) {
    unsigned code = x->t->code_list[side][i];
    value[code] = (int16_t)(x->t->codes[code].royal ? ROYAL_VALUE : x->base[code]);
    insert_by_value(w->rank[side], i, code, value);
    insert_by_value(w->by_value[side], i, code, w->value);
    sum += x->t->codes[code].royal ? 0 : x->base[code];
    count += !x->t->codes[code].royal;
  }
  w->code_count_of[side] = (uint8_t)x->t->code_list_count[side];
  int mean = count > 0 ? sum / count : 0;
  for (unsigned i = 0; i < w->code_count_of[side]; i++) {
    unsigned code = w->rank[side][i];
    w->class_of[code] = value[code] * 5 <= mean * 2 ? 0 : value[code] * 5 <= mean * 6 ? 1 : 2;
    w->pawn_count[side] = (uint8_t)(w->pawn_count[side] + (w->class_of[code] == 0));
  }
}

/** Where enemy pawns would stop a man that goes on from a cell without taking. */
static inline bb stops_from(const measurement *x, unsigned code, unsigned cell) {
  const tables *t = x->t;
  bb path = bb_none(), fresh = bb_of(cell), stops;
  while (bb_any(fresh)) {
    bb next = bb_none(), quiet, capture;
    unsigned at = 0;
    while (bb_pop(&fresh, &at)) {
      reach_of(&t->rows[(size_t)code * t->cells + at], bb_none(), &quiet, &capture);
      next = bb_or(next, quiet);
    }
    fresh = bb_less(next, path);
    path = bb_or(path, next);
  }
  stops = path;
  unsigned enemy = MR_FY_SIDE(code) ^ 1u;
  for (unsigned i = 0; i < x->w->pawn_count[enemy]; i++) {
    const row *rows = &t->rows[(size_t)x->w->rank[enemy][i] * t->cells];
    for (unsigned at = 0; at < t->cells; at++) {
      bb quiet, capture;
      reach_of(&rows[at], bb_none(), &quiet, &capture);
      stops = bb_meet(capture, path) ? bb_or(stops, bb_of(at)) : stops;
    }
  }
  return stops;
}

static inline mr_fy_set set_of(bb cells) {
  mr_fy_set out = {{0}};
  memcpy(out.w, cells.w, sizeof cells.w);
  return out;
}

static inline void fill_path(const measurement *x, unsigned code, bb goal, bool stops,
                             mr_fys_path *out) {
  const tables *t = x->t;
  distances(t, code, goal, out->steps);
  for (unsigned cell = 0; cell < t->cells; cell++) {
    bb quiet, capture, nearer = bb_none();
    reach_of(&t->rows[(size_t)code * t->cells + cell], bb_none(), &quiet, &capture);
    bb reach = bb_or(quiet, capture);
    unsigned to = 0;
    while (bb_pop(&reach, &to)) {
      nearer = out->steps[to] < out->steps[cell] ? bb_or(nearer, bb_of(to)) : nearer;
    }
    out->nearer[cell] = set_of(nearer);
    if (stops && out->steps[cell] < NO_WAY) {
      out->stops[cell] = set_of(stops_from(x, code, cell));
    }
  }
}

/** The paths of those that can become passed pawns, and of those that run to where they win. */
static inline void fill_paths(measurement *x) {
  mr_fys_weights *w = x->w;
  const tables *t = x->t;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < w->code_count_of[side]; i++) {
      unsigned code = w->rank[side][i];
      const code_info *info = &t->codes[code];
      if (info->forward_only && info->form_count > 0 && w->class_of[code] == 0 &&
          w->passer_count < MR_FYS_PATHS) {
        fill_path(x, code, info->zone, true, &w->passers[w->passer_count++]);
        w->passer_of[code] = w->passer_count;
      }
      if (t->flag_kinds[side] >> MR_FY_KIND(code) & 1 && x->game->rules.flag.count == 1 &&
          w->runner_count < MR_FYS_PATHS) {
        fill_path(x, code, t->flag_region[side], false, &w->runners[w->runner_count++]);
        w->runner_of[code] = w->runner_count;
      }
      if (w->passer_of[code] | w->runner_of[code]) {
        w->path_codes[w->path_count++] = (uint8_t)code;
      }
    }
  }
}

/** The king zone of a royal or pseudo-royal: its own short steps and, where colours mix, its
 *  neighbours. */
static inline bb king_zone_of(const measurement *x, unsigned side, unsigned cell) {
  const mr_fy_rules *rules = &x->game->rules;
  bb zone = bb_of(cell), steps = bb_none();
  for (uint64_t kinds = x->w->king_zone_kinds[side]; kinds != 0; kinds &= kinds - 1) {
    unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), side);
    bb quiet, capture;
    reach_of(&x->t->rows[(size_t)code * x->t->cells + cell], bb_none(), &quiet, &capture);
    steps = bb_or(steps, capture);
  }
  for (unsigned at = 0; at < x->t->cells; at++) {
    int files = (int)(at % rules->files) - (int)(cell % rules->files);
    int ranks = (int)(at / rules->files) - (int)(cell / rules->files);
    int far = files * files > ranks * ranks ? files * files : ranks * ranks;
    if ((far <= 1 && !rules->split) || (far <= 4 && bb_has(steps, at))) {
      zone = bb_or(zone, bb_of(at));
    }
  }
  return zone;
}

static inline void fill_king_zones(measurement *x) {
  const mr_fy_rules *rules = &x->game->rules;
  for (unsigned side = 0; side < 2; side++) {
    x->w->king_zone_kinds[side] = rules->pseudo_royals;
    if (rules->extinction.value == MR_FY_LOSS && rules->extinction.count == 0) {
      x->w->king_zone_kinds[side] |= rules->extinction.kinds;
    }
    for (unsigned i = 0; i < x->t->royal_count[side]; i++) {
      x->w->king_zone_kinds[side] |= UINT64_C(1) << MR_FY_KIND(x->t->royal_list[side][i]);
    }
    for (unsigned i = 0; i < MR_FY_WEIGHT_KINDS; i++) {
      if (MR_FY_CODE(i, side) >= x->t->code_count) {
        x->w->king_zone_kinds[side] &= ~(UINT64_C(1) << i);
      }
    }
    for (unsigned cell = 0; cell < x->t->cells; cell++) {
      x->w->zone[cell][side] = set_of(king_zone_of(x, side, cell));
    }
  }
}

/** The phase of the first position, and how little of it is too little to mate with: two fifths of
 *  the greatest man (untuned). */
static inline void fill_phase(measurement *x) {
  const mr_fy_game *game = x->game;
  mr_fys_weights *w = x->w;
  const uint8_t *board = mr_fy_board_const(game->base.start);
  const mr_fy_state *head = mr_fy_state_of_const(game->base.start);
  int most = 0;
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    w->phase_full += w->phase[board[cell]];
    most = w->phase[board[cell]] > most ? w->phase[board[cell]] : most;
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned slot = 0; slot < game->rules.hand_count; slot++) {
      w->phase_full +=
          head->hand[side][slot] * w->phase[MR_FY_CODE(game->rules.hand_kind[slot], side)];
    }
  }
  bool mate_only = game->rules.extinction.value == MR_FY_NOTHING &&
                   (x->t->flag_kinds[0] | x->t->flag_kinds[1]) == 0 && !game->rules.drops;
  w->mating_material = (int16_t)(mate_only ? most * 2 / 5 : -1);
}

/** Fills the weights of a game. */
static inline void init_values(const mr_fy_game *game, const mr_fy_weights *given,
                               mr_fys_weights *out) {
  measurement x = {.game = game, .t = tables_of(game), .given = given, .w = out};
  memset(out, 0, sizeof *out);
  mr_fy_fold_init(game, &out->fold);
  sample_boards(x.t, game->rules.files, x.samples);
  for (unsigned code = 2; code < x.t->code_count; code++) {
    x.mean[code] = mean_reach(&x, code);
  }
  for (unsigned code = 2; code < x.t->code_count; code++) {
    int base = x.mean[code] * REACH_VALUE / 16 + promotion_gain(&x, code) / 24;
    x.base[code] = x.t->codes[code].royal ? 0 : clamp_value(base);
  }
  for (unsigned kind = 1; kind <= game->rules.kind_count; kind++) {
    measure_kind(&x, kind);
  }
  measure_rest(&x);
  if (given != NULL) {
    take_given(&x);
  }
  for (unsigned code = 2; code < x.t->code_count; code++) {
    fill_code_values(&x, code);
  }
  rank_codes(&x, MR_FY_WHITE);
  rank_codes(&x, MR_FY_BLACK);
  fill_paths(&x);
  fill_king_zones(&x);
  fill_phase(&x);
}

#endif
