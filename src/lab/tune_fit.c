#include <math.h>
#include <string.h>

#include "lab/tune_priv.h"

/*
 * Logistic regression. A position's worth s is a sum over its terms; the expected score is
 * 1 / (1 + exp(-s / scale)). Weights are drawn towards the measured ones, each by how far such a
 * weight may reasonably be from them: so that what is seldom seen stays where it is. The scale is
 * fitted with them. Adam over small batches; the epoch that does best on the games held out wins.
 */

enum {
  BATCH = 256,
  TOGETHER = 1, /**< how much as strongly a weight is drawn to its other half as to measure */
  FEWEST = 100, /**< positions from which nothing can be learnt */
  RELATED = 10, /**< positions of one game have one result: so many count as one */
};

static const double RATE = 0.03, RATE_LAST = 0.002, SCALE_MOST = 500;

/** A parameter: a weight less the measured one, in units of how far it may be from that. */
typedef struct parameter {
  double at, best;
  double slope;        /**< of the batch */
  double mean, square; /**< Adam's moments */
  double unit, base;
} parameter;

typedef struct fit {
  mr_tune *tune;
  const mr_tune_set *set;
  parameter *p; /**< two for each column, open and end; behind them the scale's logarithm */
  size_t count; /**< of weights; p[count] is the scale */
  double verdict_scale;
  double draw_weight; /**< of a position of a drawn game */
  uint32_t *order;
  size_t learnt; /**< positions not held out: the first of `order` */
  double steps;
} fit;

/* ---- the model ------------------------------------------------------------------------------- */

static double weight_of(const parameter *p) {
  return p->base + p->at * p->unit;
}

static double scale_of(const fit *f) {
  return exp(f->p[f->count].at);
}

static double logistic(double x) {
  return 1 / (1 + exp(-x));
}

/** Hundredths, from White's view. */
static double worth_of(const fit *f, const mr_tune_position *position) {
  const mr_tune_term *terms = &f->set->terms[position->first];
  double open = 0, end = 0;
  for (unsigned i = 0; i < position->count; i++) {
    const parameter *pair = &f->p[2 * (size_t)terms[i].column];
    open += weight_of(&pair[0]) * terms[i].count;
    end += weight_of(&pair[1]) * terms[i].count;
  }
  return open * (double)position->open + end * (double)position->end;
}

/** What a position should be worth: what came of it, and what the search made of it. */
static double target_of(const fit *f, const mr_tune_position *position) {
  double trust = f->tune->options.trust / 100.0;
  return trust * (double)position->result +
         (1 - trust) * logistic((double)position->verdict / f->verdict_scale);
}

/** Drawn games say little about who stood better: together they count no more than half as much as
 *  those that were decided. */
static double weight_in(const fit *f, const mr_tune_position *position) {
  return position->result > 0.49F && position->result < 0.51F ? f->draw_weight : 1;
}

/** Cross entropy with the result, for positions held out or not, at a scale. */
static double loss_of(const fit *f, const double *worths, bool held_out, double scale) {
  double sum = 0, count = 0;
  for (size_t i = 0; i < f->set->position_count; i++) {
    const mr_tune_position *position = &f->set->positions[i];
    if (position->held_out != held_out) {
      continue;
    }
    double x = worths[i] / scale, result = (double)position->result;
    /* log(1 + exp(-x)) without overflow */
    double log_one = x > 0 ? log1p(exp(-x)) : log1p(exp(x)) - x;
    sum += weight_in(f, position) * (result * log_one + (1 - result) * (log_one + x));
    count += weight_in(f, position);
  }
  return count > 0 ? sum / count : 0;
}

/** The scale at which worths tell most of the results, by golden section on its logarithm. */
static double best_scale(const fit *f, const double *worths, bool held_out) {
  const double golden = 0.6180339887498949;
  double low = log(20.0), high = log(20000.0);
  for (unsigned i = 0; i < 40; i++) {
    double a = high - golden * (high - low), b = low + golden * (high - low);
    if (loss_of(f, worths, held_out, exp(a)) < loss_of(f, worths, held_out, exp(b))) {
      high = b;
    } else {
      low = a;
    }
  }
  return exp((low + high) / 2);
}

static void fill_worths(const fit *f, double *out) {
  for (size_t i = 0; i < f->set->position_count; i++) {
    out[i] = worth_of(f, &f->set->positions[i]);
  }
}

/* ---- beginning ------------------------------------------------------------------------------- */

/** How far a weight may reasonably be from the measured one, in thousandths. */
static double reach_of_term(unsigned term) {
  static const double by_kind[] = {
      [MR_FY_W_VALUE] = 3000, [MR_FY_W_HELD] = 3000,   [MR_FY_W_MOBILITY] = 60,
      [MR_FY_W_SIEGE] = 80,   [MR_FY_W_HANGING] = 400, [MR_FY_W_PRESSED] = 400};
  if (term < MR_FY_T_LISTS) {
    return by_kind[term / MR_FY_WEIGHT_KINDS];
  }
  if (term < MR_FY_T_ONES) {
    return 800;
  }
  if (term >= MR_FY_T_PLACES) {
    return 200;
  }
  mr_fy_group group = (mr_fy_group)(MR_FY_W_TEMPO + term - MR_FY_T_ONES);
  return group == MR_FY_W_BALANCE || group == MR_FY_W_SPARE ? 6000 : 300;
}

static void begin_parameters(fit *f) {
  const mr_tune *tune = f->tune;
  for (size_t column = 0; column < f->set->column_count; column++) {
    unsigned term = f->set->term_of[column];
    int base[2] = {mr_fys_open(tune->measured->term[term]), mr_fys_end(tune->measured->term[term])};
    int now[2] = {tune->found->pair[term].open, tune->found->pair[term].end};
    for (unsigned i = 0; i < 2; i++) {
      parameter *p = &f->p[2 * column + i];
      *p = (parameter){.base = base[i], .unit = reach_of_term(term)};
      p->at = tune->found->given[term] ? (now[i] - p->base) / p->unit : 0;
      p->best = p->at;
    }
  }
}

static void weigh_draws(fit *f) {
  double drawn = 0, decided = 0;
  for (size_t i = 0; i < f->set->position_count; i++) {
    float result = f->set->positions[i].result;
    bool even = result > 0.49F && result < 0.51F;
    drawn += even;
    decided += !even;
  }
  f->draw_weight = drawn > 0 && decided > 0 && decided < 2 * drawn ? decided / (2 * drawn) : 1;
}

/** Positions to learn from, then those held out. */
static void begin_order(fit *f) {
  size_t late = f->set->position_count;
  for (size_t i = f->set->position_count; i-- > 0;) {
    if (f->set->positions[i].held_out) {
      f->order[--late] = (uint32_t)i;
    }
  }
  for (size_t i = 0; i < f->set->position_count; i++) {
    if (!f->set->positions[i].held_out) {
      f->order[f->learnt++] = (uint32_t)i;
    }
  }
}

/* ---- learning -------------------------------------------------------------------------------- */

static void add_slope(fit *f, const mr_tune_position *position, double part) {
  double scale = scale_of(f), worth = worth_of(f, position);
  double error = (logistic(worth / scale) - target_of(f, position)) * part;
  error *= weight_in(f, position);
  const mr_tune_term *terms = &f->set->terms[position->first];
  double open = error / scale * (double)position->open, end = error / scale * (double)position->end;
  for (unsigned i = 0; i < position->count; i++) {
    parameter *pair = &f->p[2 * (size_t)terms[i].column];
    pair[0].slope += open * terms[i].count * pair[0].unit;
    pair[1].slope += end * terms[i].count * pair[1].unit;
  }
  f->p[f->count].slope -= error * worth / scale;
}

/** The draw towards the measured weight, and of opening and end towards each other. */
static double pull_of(const fit *f, size_t i) {
  double apart = f->p[i].at - f->p[i ^ 1].at;
  return (f->p[i].at + TOGETHER * apart) * RELATED / (double)f->learnt;
}

/** One step of Adam. @source Kingma and Ba, Adam: a method for stochastic optimization, 2015 */
static void step(fit *f, double rate) {
  const double keep_mean = 0.9, keep_square = 0.999;
  f->steps++;
  double mean_part = 1 - pow(keep_mean, f->steps), square_part = 1 - pow(keep_square, f->steps);
  for (size_t i = 0; i <= f->count; i++) {
    parameter *p = &f->p[i];
    double pull = i < f->count ? pull_of(f, i) : 0;
    double slope = p->slope + pull;
    p->mean = keep_mean * p->mean + (1 - keep_mean) * slope;
    p->square = keep_square * p->square + (1 - keep_square) * slope * slope;
    p->at -= rate * (p->mean / mean_part) / (sqrt(p->square / square_part) + 1e-8);
    p->slope = 0;
  }
}

static void shuffle(fit *f, mr_random *random) {
  for (size_t i = f->learnt; i > 1; i--) {
    size_t k = (size_t)mr_random_below(random, i);
    uint32_t other = f->order[k];
    f->order[k] = f->order[i - 1];
    f->order[i - 1] = other;
  }
}

static void run_epoch(fit *f, double rate, mr_random *random) {
  shuffle(f, random);
  for (size_t from = 0; from < f->learnt; from += BATCH) {
    size_t to = from + BATCH < f->learnt ? from + BATCH : f->learnt;
    for (size_t i = from; i < to; i++) {
      add_slope(f, &f->set->positions[f->order[i]], 1 / (double)(to - from));
    }
    step(f, rate);
  }
}

static bool wanted(const mr_tune *tune) {
  return tune->options.stop == NULL || !atomic_load(tune->options.stop);
}

static void tell(const fit *f, unsigned round, unsigned epoch, double loss) {
  const mr_tune_options *o = &f->tune->options;
  mr_tune_progress so_far = {.round = round,
                             .rounds = o->rounds,
                             .games = o->games,
                             .games_planned = o->games,
                             .epoch = epoch,
                             .epochs = o->epochs,
                             .loss = loss};
  if (o->progress != NULL) {
    o->progress(o->context, &so_far);
  }
}

/** All epochs; the best of them is in `best`. @return its loss */
static double learn(fit *f, unsigned round, double *worths) {
  const mr_tune_options *o = &f->tune->options;
  mr_random random;
  mr_random_init(&random, mr_mix64(o->seed + round));
  fill_worths(f, worths);
  double least = loss_of(f, worths, true, scale_of(f));
  f->p[f->count].best = f->p[f->count].at;
  for (unsigned epoch = 1; epoch <= o->epochs && wanted(f->tune); epoch++) {
    double part = (double)(epoch - 1) / (double)o->epochs;
    run_epoch(f, RATE * pow(RATE_LAST / RATE, part), &random);
    fill_worths(f, worths);
    double loss = loss_of(f, worths, true, scale_of(f));
    tell(f, round, epoch, loss);
    if (loss < least) {
      least = loss;
      for (size_t i = 0; i <= f->count; i++) {
        f->p[i].best = f->p[i].at;
      }
    }
  }
  for (size_t i = 0; i <= f->count; i++) {
    f->p[i].at = f->p[i].best;
  }
  return least;
}

/* ---- rounding -------------------------------------------------------------------------------- */

/** Moves what a kind's places have in common into its value, where men of the kind stand. */
static void level_places(fit *f, unsigned kind) {
  const mr_tune_set *set = f->set;
  uint16_t value = set->columns[mr_fy_term_kind(MR_FY_W_VALUE, kind)];
  for (unsigned half = 0; value != UINT16_MAX && half < 2; half++) {
    double sum = 0, count = 0;
    for (unsigned cell = 0; cell < MR_FY_CELLS_MAX; cell++) {
      uint16_t column = set->columns[mr_fy_term_place(kind, cell)];
      if (column != UINT16_MAX) {
        sum += weight_of(&f->p[2 * (size_t)column + half]) * (double)set->seen[column];
        count += (double)set->seen[column];
      }
    }
    double mean = count > 0 ? sum / count : 0;
    for (unsigned cell = 0; cell < MR_FY_CELLS_MAX; cell++) {
      uint16_t column = set->columns[mr_fy_term_place(kind, cell)];
      if (column != UINT16_MAX) {
        parameter *p = &f->p[2 * (size_t)column + half];
        p->at -= mean / p->unit;
      }
    }
    parameter *p = &f->p[2 * (size_t)value + half];
    p->at += mean / p->unit;
  }
}

/** What the first position's men come to, by measured weights or by those found. */
static double army_of(const fit *f, bool found) {
  const mr_fy_game *game = mr_fy_game_of(f->tune->game);
  const uint8_t *board = mr_fy_board_const(game->start);
  double sum = 0;
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    unsigned term = mr_fy_term_kind(MR_FY_W_VALUE, MR_FY_KIND(board[cell]));
    if (board[cell] > MR_FY_WALL && f->set->columns[term] != UINT16_MAX) {
      const parameter *p = &f->p[2 * (size_t)f->set->columns[term]];
      sum += found ? weight_of(&p[0]) + weight_of(&p[1]) : p[0].base + p[1].base;
    }
  }
  return sum;
}

static int16_t round_weight(double weight) {
  double whole = floor(weight + 0.5);
  return (int16_t)(whole > MR_FY_WEIGHT_LIMIT    ? MR_FY_WEIGHT_LIMIT
                   : whole < -MR_FY_WEIGHT_LIMIT ? -MR_FY_WEIGHT_LIMIT
                                                 : whole);
}

/**
 * Takes the weights over in whole numbers, such that all men of the beginning are worth together
 * what they were: margins of the search are in the same units.
 */
static void take_over(fit *f) {
  mr_tune *tune = f->tune;
  for (unsigned kind = 1; kind < MR_FY_WEIGHT_KINDS; kind++) {
    level_places(f, kind);
  }
  double measured = army_of(f, false), found = army_of(f, true);
  double stretch = measured > 0 && found > 0 ? measured / found : 1;
  stretch = stretch > 2 ? 2 : stretch < 0.5 ? 0.5 : stretch;
  for (size_t column = 0; column < f->set->column_count; column++) {
    unsigned term = f->set->term_of[column];
    tune->found->given[term] = true;
    tune->found->pair[term] =
        (mr_fy_pair){round_weight(weight_of(&f->p[2 * column]) * stretch),
                     round_weight(weight_of(&f->p[2 * column + 1]) * stretch)};
  }
  tune->scale = scale_of(f) * stretch;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void run_fit(fit *f, unsigned round, double *worths, mr_tune_report *report) {
  const mr_tune_set *set = f->set;
  weigh_draws(f);
  for (size_t i = 0; i < set->position_count; i++) {
    worths[i] = (double)set->positions[i].verdict;
  }
  f->verdict_scale = best_scale(f, worths, false);
  begin_parameters(f);
  begin_order(f);
  /* Measured weights at their own best scale are what is to be beaten. */
  for (size_t i = 0; i < f->count; i++) {
    f->p[i].at = 0;
  }
  fill_worths(f, worths);
  report->loss_before = loss_of(f, worths, true, best_scale(f, worths, false));
  begin_parameters(f);
  fill_worths(f, worths);
  /* Where the weights foretell nothing, the best scale is boundless, and nothing could be learnt.
   */
  double scale = best_scale(f, worths, false);
  f->p[f->count].at = log(scale < SCALE_MOST ? scale : SCALE_MOST);
  report->loss_after = learn(f, round, worths);
  report->positions = f->learnt;
  report->held_out = set->position_count - f->learnt;
  report->term_count = 2 * set->column_count;
  take_over(f);
  report->scale = f->tune->scale;
}

mr_status mr_tune_fit(mr_tune *tune, const mr_tune_set *set, unsigned round, mr_tune_report *report,
                      mr_error *err) {
  size_t positions = set->position_count;
  fit f = {.tune = tune, .set = set, .count = 2 * set->column_count};
  f.p = mr_alloc_zero(tune->allocator, f.count + 1, sizeof *f.p);
  f.order = mr_alloc_zero(tune->allocator, positions, sizeof *f.order);
  double *worths = mr_alloc_zero(tune->allocator, positions, sizeof *worths);
  mr_status status = MR_OK;
  if (f.p == NULL || (positions > 0 && (f.order == NULL || worths == NULL))) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the fit");
  } else if (positions < FEWEST) {
    status =
        mr_error_set(err, MR_ERR_ILLEGAL,
                     "%zu quiet positions are too few to learn from; play more games", positions);
  } else {
    run_fit(&f, round, worths, report);
  }
  mr_alloc_free(tune->allocator, f.p, (f.count + 1) * sizeof *f.p);
  mr_alloc_free(tune->allocator, f.order, positions * sizeof *f.order);
  mr_alloc_free(tune->allocator, worths, positions * sizeof *worths);
  return status;
}
