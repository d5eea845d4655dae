/**
 * @file values.h
 * The weights of a game as the evaluation uses them: those that are given over those that are
 * measured, and tables by code and cell.
 */
#ifndef MARCHER_SEARCH_FAIRY_VALUES_H
#define MARCHER_SEARCH_FAIRY_VALUES_H

#include "search/fairy/measure.h"
#include "search/fairy/strides.h"

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

/**
 * There are two notions of threats (threats.h). Those that a text names count, and the newer one
 * where it names neither; men that are to be lost are threatened by the older one, which matches
 * chose. What is not chosen is out.
 */
static inline void choose_threats(measurement *x) {
  bool pressed = false, threats = false;
  for (unsigned term = 0; x->given != NULL && term < MR_FY_T_PLACES; term++) {
    pressed = pressed || (x->given->given[term] && mr_fy_term_is_pressed(term));
    threats = threats || (x->given->given[term] && mr_fy_term_is_threat(term));
  }
  if (!pressed && !threats && !x->game->rules.blast.on) { /* which defenders do not answer */
    pressed = x->w->gives_away;
    threats = !pressed;
  }
  for (unsigned term = 0; term < MR_FY_T_PLACES; term++) {
    if ((!pressed && mr_fy_term_is_pressed(term)) || (!threats && mr_fy_term_is_threat(term))) {
      set_term(x, term, 0, 0);
    }
  }
}

/** The same of how near men are to goals: by safe steps towards them, or by turns (race.h). */
static inline void choose_race(measurement *x) {
  unsigned race = mr_fy_term_one(MR_FY_W_RACE);
  bool runner = false;
  for (unsigned i = 0; x->given != NULL && i < MR_FY_WEIGHT_STEPS; i++) {
    runner = runner || x->given->given[mr_fy_term_step(MR_FY_W_RUNNER, i)];
  }
  if (runner && !x->given->given[race]) {
    set_term(x, race, 0, 0);
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
  if (x->game->rules.captures_to_hand) {
    mean *= 2; /* what is taken changes sides */
  }
  if (x->game->rules.extinction.value == MR_FY_WIN) {
    mean = x->base[code]; /* who would lose them all may still count what is exchanged */
  }
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
    w->pawn_mask[code] = w->class_of[code] == 0 ? UINT64_MAX : 0;
    w->pawn_count[side] = (uint8_t)(w->pawn_count[side] + (w->class_of[code] == 0));
    if (bb_any(x->t->codes[code].goal) && x->game->rules.flag.count == 1) {
      w->goal_codes[side][w->goal_code_count[side]++] = (uint8_t)code;
    }
  }
}

/** How mighty men are, and which notions of threats weigh anything. */
static inline void fill_mights(measurement *x) {
  mr_fys_weights *w = x->w;
  for (unsigned code = 2; code < x->t->code_count; code++) {
    w->might[code] = x->t->codes[code].royal  ? MR_FYS_ROYAL
                     : w->class_of[code] == 0 ? MR_FYS_PAWN
                                              : might_of(x, code);
  }
  w->races = w->term[mr_fy_term_one(MR_FY_W_RACE)] != 0;
  w->lines = mr_fy_counts_lines(&x->game->rules) && w->term[mr_fy_term_one(MR_FY_W_LINES)] != 0;
  for (unsigned term = 0; term < MR_FY_T_PLACES; term++) {
    w->knows_pressed |= w->term[term] != 0 && mr_fy_term_is_pressed(term);
    w->knows_threats |= w->term[term] != 0 && mr_fy_term_is_threat(term);
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
      if (info->flagged && bb_any(info->goal) && x->game->rules.flag.count == 1 &&
          w->runner_count < MR_FYS_PATHS) {
        fill_path(x, code, info->goal, false, &w->runners[w->runner_count++]);
        w->runner_of[code] = w->runner_count;
      }
      if (w->passer_of[code] | w->runner_of[code]) {
        w->path_codes[w->path_count++] = (uint8_t)code;
      }
    }
  }
}

/* ---- pawns ----------------------------------------------------------------------------------- */

/** What a pawn attacks from any of some cells. */
static inline bb attacks_from(const tables *t, unsigned code, bb cells) {
  bb out = bb_none(), quiet, capture;
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    reach_of(&t->rows[(size_t)code * t->cells + cell], bb_none(), &quiet, &capture);
    out = bb_or(out, capture);
  }
  return out;
}

/** Where a man goes without taking, from any of some cells. */
static inline bb moves_from(const tables *t, unsigned code, bb cells) {
  bb out = bb_none(), quiet, capture;
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    reach_of(&t->rows[(size_t)code * t->cells + cell], bb_none(), &quiet, &capture);
    out = bb_or(out, quiet);
  }
  return out;
}

/** Chains count more the nearer they are to where they promote, by steps to it. */
static inline uint8_t chain_count(unsigned steps) {
  static const uint8_t by_steps[] = {0, 20, 13, 8, 5, 4, 3, 2};
  return by_steps[steps < 7 ? steps : 7];
}

static inline void fill_pawn(const measurement *x, unsigned code, mr_fys_pawn *out) {
  const tables *t = x->t;
  uint8_t steps[MR_FY_CELLS_MAX];
  distances(t, code, t->codes[code].zone, steps);
  for (unsigned cell = 0; cell < t->cells; cell++) {
    bb next = moves_from(t, code, bb_of(cell)), route = bb_none(), fresh = next;
    while (bb_any(fresh)) {
      route = bb_or(route, fresh);
      fresh = bb_less(moves_from(t, code, fresh), route);
    }
    out->ahead[cell] = set_of(next);
    out->route[cell] = set_of(route);
    out->span[cell] = set_of(attacks_from(t, code, bb_or(route, bb_of(cell))));
    out->chain[cell] = chain_count(steps[cell]);
  }
  for (unsigned cell = 0; cell < t->cells; cell++) {
    for (unsigned from = 0; from < t->cells; from++) {
      if (mr_fy_set_has(&out->span[from], cell)) {
        mr_fy_set_add(&out->support[cell], from);
      }
    }
  }
}

static inline void fill_pawns(measurement *x) {
  mr_fys_weights *w = x->w;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < w->pawn_count[side]; i++) {
      unsigned code = w->rank[side][i];
      if (x->t->codes[code].forward_only && w->pawns_count < MR_FYS_PATHS) {
        w->pawn_codes[w->pawns_count] = (uint8_t)code;
        fill_pawn(x, code, &w->pawns[w->pawns_count++]);
        w->pawn_of[code] = w->pawns_count;
      }
    }
  }
}

static inline void fill_bound(measurement *x) {
  mr_fys_weights *w = x->w;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < w->code_count_of[side]; i++) {
      bb home;
      unsigned code = w->rank[side][i];
      if (w->bound_count < MR_FYS_PATHS && is_bound(x, code, &home)) {
        w->bound[w->bound_count++] = (mr_fys_part){.code = (uint8_t)code, .part = set_of(home)};
      }
    }
  }
}

/* ---- round royals ---------------------------------------------------------------------------- */

/** What lies round a royal or pseudo-royal: where attacks count, and where pawns hide it or come
 *  near. */
typedef struct around {
  int file, rank; /**< of the royal, from its side */
} around;

static inline around around_of(const mr_fy_rules *rules, unsigned side, unsigned cell) {
  int rank = (int)(cell / rules->files);
  return (around){(int)(cell % rules->files),
                  side == MR_FY_WHITE ? rank : (int)rules->ranks - 1 - rank};
}

static inline int size_of(int value) {
  return value < 0 ? -value : value;
}

/** Moved off the edge, so that a royal there has as large a zone as others. */
static inline int off_edge(int at, unsigned size) {
  return size < 3 ? at : at < 1 ? 1 : at > (int)size - 2 ? (int)size - 2 : at;
}

/** The cells round each. */
static inline void fill_near(measurement *x) {
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    around here = around_of(&x->game->rules, MR_FY_WHITE, cell);
    for (unsigned at = 0; at < x->t->cells; at++) {
      around it = around_of(&x->game->rules, MR_FY_WHITE, at);
      int across = size_of(it.file - here.file), along = size_of(it.rank - here.rank);
      int far = across > along ? across : along;
      for (int near = far < 1 ? 1 : far; near <= MR_FYS_NEAR; near++) {
        mr_fy_set_add(&x->w->near[cell][near - 1], at);
      }
    }
  }
}

/** The king zone: the cells beside it, a step off the edges, and its own short steps. */
static inline bb king_zone_of(const measurement *x, unsigned side, unsigned cell) {
  const mr_fy_rules *rules = &x->game->rules;
  bb zone = bb_of(cell), steps = bb_none();
  for (uint64_t kinds = x->w->king_zone_kinds[side]; kinds != 0; kinds &= kinds - 1) {
    unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), side);
    bb quiet, capture;
    reach_of(&x->t->rows[(size_t)code * x->t->cells + cell], bb_none(), &quiet, &capture);
    steps = bb_or(steps, capture);
  }
  around king = around_of(rules, side, cell);
  for (unsigned at = 0; at < x->t->cells; at++) {
    around it = around_of(rules, side, at);
    bool beside = size_of(it.file - off_edge(king.file, rules->files)) <= 1 &&
                  size_of(it.rank - off_edge(king.rank, rules->ranks)) <= 1;
    bool near = size_of(it.file - king.file) <= 2 && size_of(it.rank - king.rank) <= 2;
    if ((beside && !rules->split) || (near && bb_has(steps, at))) {
      zone = bb_or(zone, bb_of(at));
    }
  }
  return zone;
}

static inline void fill_head(const measurement *x, unsigned side, unsigned cell, mr_fys_head *out) {
  const mr_fy_rules *rules = &x->game->rules;
  around king = around_of(rules, side, cell);
  for (unsigned at = 0; at < x->t->cells; at++) {
    around it = around_of(rules, side, at);
    int files = size_of(it.file - off_edge(king.file, rules->files)), ahead = it.rank - king.rank;
    if (files <= 1 && ahead == 1) {
      mr_fy_set_add(&out->near_shield, at);
    }
    if (files <= 1 && ahead == 2) {
      mr_fy_set_add(&out->far_shield, at);
    }
    if (files <= 1 && ahead >= 0 && ahead <= 2) {
      mr_fy_set_add(&out->near_storm, at);
    }
    if (files <= 1 && ahead >= 3 && ahead <= 4) {
      mr_fy_set_add(&out->far_storm, at);
    }
    if (files <= 2 && it.rank * 2 <= (int)rules->ranks && ahead >= -2) {
      mr_fy_set_add(&out->flank, at);
    }
  }
}

static inline void fill_king_zones(measurement *x) {
  const mr_fy_rules *rules = &x->game->rules;
  if (rules->no_checks) { /* nobody comes for them */
    return;
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < x->t->royal_count[side]; i++) {
      x->w->royal_kinds[side] |= UINT64_C(1) << MR_FY_KIND(x->t->royal_list[side][i]);
    }
    x->w->king_zone_kinds[side] =
        x->w->royal_kinds[side] | rules->pseudo_royals | nearly_kings(rules, side);
    for (unsigned i = 0; i < MR_FY_WEIGHT_KINDS; i++) {
      if (MR_FY_CODE(i, side) >= x->t->code_count) {
        x->w->king_zone_kinds[side] &= ~(UINT64_C(1) << i);
      }
    }
    for (unsigned cell = 0; cell < x->t->cells; cell++) {
      x->w->zone[cell][side] = set_of(king_zone_of(x, side, cell));
      fill_head(x, side, cell, &x->w->head[cell][side]);
    }
  }
}

/**
 * What an attacker beside a royal adds to its danger, in the units of danger.h: leapers most, since
 * they come near and cannot be blocked; the strongest little, since it attacks nearly everything;
 * pawns only by their number. A safe check counts more the harder it is to answer.
 */
static inline void fill_siege(measurement *x) {
  mr_fys_weights *w = x->w;
  for (unsigned code = 2; code < x->t->code_count; code++) {
    int value = x->worth[code][0];
    bool pawn = w->pawn_of[code] != 0;
    int siege = value > 2200 ? 12 : value > 1100 ? 44 : w->leaper[code] ? 70 : 50;
    w->siege_weight[code] =
        (uint8_t)(pawn || x->t->codes[code].royal ? 0 : siege * x->w->params.danger_siege / 100);
    int check = pawn ? 500 : value > 2200 ? 760 : value > 1100 ? 1000 : w->leaper[code] ? 780 : 640;
    w->check_weight[code] = (int16_t)(check * x->w->params.danger_check / 100);
    w->measured[code] = (int16_t)x->base[code];
  }
  const uint8_t *board = mr_fy_board_const(x->game->base.start);
  for (unsigned cell = 0; cell < x->t->cells; cell++) {
    int value = board[cell] >= 2 && board[cell] < x->t->code_count ? x->base[board[cell]] : 0;
    w->strongest = (int16_t)(value > w->strongest ? value : w->strongest);
    unsigned rank = cell / x->game->rules.files;
    if (rank * 2 >= x->game->rules.ranks) {
      mr_fy_set_add(&w->far_half[MR_FY_WHITE], cell);
    } else {
      mr_fy_set_add(&w->far_half[MR_FY_BLACK], cell);
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
  bool mate_only =
      game->rules.extinction.value == MR_FY_NOTHING &&
      (x->t->flag_kinds[0] | x->t->flag_kinds[1]) == 0 &&
      (!game->rules.drops || (game->rules.gating.alone && !game->rules.captures_to_hand));
  w->mating_material = (int16_t)(mate_only ? most * 2 / 5 : -1);
}

/** Whether in the end leads are won by what promotes: not where captives come back, where there is
 *  something else to win, or where nothing promotes; nor where weights were fitted before that
 *  was known, which is told by their notion of threats. */
static inline bool is_won_by_pawns(const measurement *x) {
  bool promotes = false;
  for (unsigned code = 2; code < x->t->code_count; code++) {
    promotes |= x->t->codes[code].form_count > 0 && x->t->codes[code].forward_only;
  }
  return promotes && x->w->knows_threats && !x->game->rules.captures_to_hand &&
         x->game->rules.extinction.value == MR_FY_NOTHING &&
         (x->t->flag_kinds[0] | x->t->flag_kinds[1]) == 0;
}

/** Whether nothing can stand in a man's way. */
static inline bool is_leaper(const tables *t, unsigned code) {
  for (unsigned cell = 0; cell < t->cells; cell++) {
    const row *r = &t->rows[(size_t)code * t->cells + cell];
    if (r->group_count > 0 || r->walk_count > 0) {
      return false;
    }
  }
  return !t->codes[code].forward_only;
}

static inline void measure_all(measurement *x) {
  measure_density(x);
  x->royal_like = find_royal_like(x);
  for (unsigned code = 2; code < x->t->code_count; code++) {
    x->w->leaper[code] = is_leaper(x->t, code);
    x->raw[code][0] = value_by_reach(x, 0, code);
    x->raw[code][1] = value_by_reach(x, 1, code);
  }
  for (unsigned code = 2; code < x->t->code_count; code++) {
    measure_code(x, code);
  }
  for (unsigned kind = 1; kind <= x->game->rules.kind_count; kind++) {
    measure_kind(x, kind);
  }
  measure_rest(x);
}

enum { MOBILITY_UNIT = 64 /**< a mobility so far from all there could be */ };

/** What so many cells are worth: much at first, ever less; below two it is a lack. */
static inline void fill_mobility(mr_fys_weights *w) {
  int half = w->params.mobility_half;
  for (int cells = 0; cells <= MR_FY_CELLS_MAX; cells++) {
    w->mobility[cells] = (int8_t)(MOBILITY_UNIT * (cells - 2) / (cells + half));
  }
}

/**
 * A royal on its way to a goal is in danger. Where the enemy wants the same cells his men guard
 * them, and men in hand land beside it: there it counts least. Whom nobody may check is in none,
 * and the race is all there is (README.md).
 */
static inline void choose_royal_race(const measurement *x) {
  const mr_fys_eval_params *n = &x->w->params;
  bool shared = bb_meet(x->t->flag_region[MR_FY_WHITE], x->t->flag_region[MR_FY_BLACK]);
  bool far = !shared && !mr_fy_drops(&x->game->rules), safe = x->game->rules.no_checks;
  x->w->royal_race = (int16_t)(safe ? 2 * n->race_far : far ? n->race_far : n->race_royal);
}

/** Fills the weights of a game. */
static inline void init_values(const mr_fy_game *game, const mr_fy_weights *given,
                               const mr_fys_eval_params *params, mr_fys_weights *out) {
  measurement x = {.game = game, .t = tables_of(game), .given = given, .w = out};
  memset(out, 0, sizeof *out);
  out->params = *params;
  out->counts_kinds = mr_fy_counts_kinds(&game->rules.extinction);
  out->gives_away = game->rules.extinction.value == MR_FY_WIN;
  mr_fy_fold_init(game, &out->fold);
  fill_mobility(out);
  measure_all(&x);
  if (given != NULL) {
    take_given(&x);
  }
  choose_threats(&x);
  choose_race(&x);
  choose_royal_race(&x);
  for (unsigned code = 2; code < x.t->code_count; code++) {
    fill_code_values(&x, code);
  }
  rank_codes(&x, MR_FY_WHITE);
  rank_codes(&x, MR_FY_BLACK);
  fill_mights(&x);
  fill_paths(&x);
  fill_pawns(&x);
  fill_strides(x.t, out);
  fill_near(&x);
  fill_bound(&x);
  fill_king_zones(&x);
  fill_siege(&x);
  fill_phase(&x);
  out->wins_by_pawns = is_won_by_pawns(&x);
}

#endif
