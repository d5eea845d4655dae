#include "search/fairy/fit/fit.h"

#include <math.h>
#include <string.h>

#include "rules/fairy/text/texts.h"
#include "search/fairy/fairy_search.h"

enum { NO_COLUMN = UINT16_MAX };

/** What is known of a position while its terms are not looked at. */
typedef struct fit_label {
  float value;      /**< hundredths by the weights at hand, White's */
  float result;     /**< White's, 0 .. 1; less than 0: there is none */
  float centipawns; /**< the search's score, White's */
  bool held_out;
} fit_label;

/** The terms of a position. */
typedef struct fit_position {
  uint32_t first; /**< of its terms in mr_fys_fit.terms */
  uint16_t count;
  float open, end; /**< hundredths that a term with weight 1 adds, by its two weights */
} fit_position;

/** How often a position has a term. */
typedef struct fit_term {
  uint16_t column;
  int16_t count;
} fit_term;

struct mr_fys_fit {
  const mr_game *base;
  const mr_fy_game *game;
  const mr_allocator *allocator;
  const mr_fys_core *core;
  mr_fy_fold fold;
  mr_fys_weights *measured; /**< what terms are counted with, and weights are drawn towards */
  mr_fys_weights *current;  /**< the same as `text` */
  mr_fy_weights *found;     /**< what the last run has given, or the text it began with */
  mr_str text;
  mr_fys_trace trace; /**< of the position that is being added */
  fit_label *labels;  /**< of all positions */
  size_t label_count, label_room;
  bool collecting;         /**< positions are seen for the first time */
  fit_position *positions; /**< of the block in memory */
  size_t position_count, position_room;
  fit_term *terms;
  size_t term_count, term_room;
  /* Columns are the terms that the game has. */
  uint16_t columns[MR_FY_TERMS]; /**< by term */
  uint16_t term_of[MR_FY_TERMS]; /**< by column */
  uint64_t seen[MR_FY_TERMS];    /**< by column: positions */
  size_t column_count;
};

static void forget_positions(mr_fys_fit *fit) {
  mr_alloc_free(fit->allocator, fit->labels, fit->label_room * sizeof *fit->labels);
  mr_alloc_free(fit->allocator, fit->positions, fit->position_room * sizeof *fit->positions);
  mr_alloc_free(fit->allocator, fit->terms, fit->term_room * sizeof *fit->terms);
  fit->labels = NULL;
  fit->positions = NULL;
  fit->terms = NULL;
  fit->label_count = fit->label_room = 0;
  fit->position_count = fit->position_room = fit->term_count = fit->term_room = 0;
}

/* ---- a fit and its weights ------------------------------------------------------------------- */

/** Makes the weights of `fit->text` the current ones. */
static mr_status use_text(mr_fys_fit *fit, mr_error *err) {
  if (fit->text.status != MR_OK) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the weights");
  }
  mr_fys_weights *weights = NULL;
  mr_status status =
      mr_fys_weights_new(fit->game, mr_str_text(&fit->text), NULL, fit->allocator, &weights, err);
  if (status == MR_OK) {
    mr_fys_weights_free(fit->current, fit->allocator);
    fit->current = weights;
  }
  return status;
}

mr_status mr_fys_fit_new(const mr_game *game, const char *weights, const mr_allocator *allocator,
                         mr_fys_fit **out, mr_error *err) {
  if (!mr_fys_can_play(game)) {
    return mr_error_set(
        err, MR_ERR_UNSUPPORTED,
        "%s has no weights to be tuned: the player of chess-like games alone judges by "
        "weights",
        game->info.name);
  }
  mr_fys_fit *fit = mr_alloc_zero(allocator, 1, sizeof *fit);
  if (fit == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
  }
  fit->base = game;
  fit->game = mr_fy_game_of(game);
  fit->allocator = allocator;
  fit->core = mr_fys_core_for(fit->game);
  mr_fy_fold_init(fit->game, &fit->fold);
  for (unsigned term = 0; term < MR_FY_TERMS; term++) { /* those that the game has are columns */
    fit->columns[term] = NO_COLUMN;
    if (mr_fy_term_used(fit->game, &fit->fold, term)) {
      fit->columns[term] = (uint16_t)fit->column_count;
      fit->term_of[fit->column_count++] = (uint16_t)term;
    }
  }
  fit->text = mr_str_growing(allocator);
  mr_str_format(&fit->text, "[%s]\n", game->info.name); /* leaves all weights as measured */
  fit->found = mr_alloc_zero(allocator, 1, sizeof *fit->found);
  mr_status status = MR_OK;
  if (fit->found == NULL || fit->text.status != MR_OK) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the tuning");
  } else {
    status = mr_fys_weights_new(fit->game, mr_str_text(&fit->text), NULL, allocator, &fit->measured,
                                err);
  }
  if (status == MR_OK && weights != NULL) {
    mr_str_reset(&fit->text);
    mr_str_add(&fit->text, weights);
    status = mr_fy_weights_read(fit->game, weights, allocator, fit->found, err);
  }
  if (status == MR_OK) {
    status = use_text(fit, err);
  }
  if (status == MR_OK) {
    *out = fit;
  } else {
    mr_fys_fit_free(fit);
  }
  return status;
}

void mr_fys_fit_free(mr_fys_fit *fit) {
  if (fit == NULL) {
    return;
  }
  const mr_allocator *allocator = fit->allocator;
  forget_positions(fit);
  mr_alloc_free(allocator, fit->found, sizeof *fit->found);
  mr_fys_weights_free(fit->measured, allocator);
  mr_fys_weights_free(fit->current, allocator);
  mr_str_done(&fit->text);
  mr_alloc_free(allocator, fit, sizeof *fit);
}

const char *mr_fys_fit_text(const mr_fys_fit *fit) {
  return mr_str_text(&fit->text);
}

bool mr_fys_fit_is_quiet(const mr_fys_fit *fit, const mr_state *state, const mr_action *list,
                         size_t count, mr_action best) {
  const mr_fys_eval eval = {.game = fit->game, .weights = fit->current};
  return fit->core->quiet(&eval, state, list, count, best);
}

int mr_fys_fit_evaluate(const mr_fys_fit *fit, const mr_state *state, bool light, int *left) {
  const mr_fys_eval eval = {.game = fit->game, .weights = fit->current};
  return fit->core->evaluate_left(&eval, state, light, left);
}

mr_status mr_fys_fit_fingerprint(const mr_fys_fit *fit, uint64_t *out, mr_error *err) {
  const mr_fys_eval eval = {.game = fit->game, .weights = fit->current};
  return mr_fys_weights_fingerprint(&eval, fit->allocator, out, err);
}

/* ---- positions ------------------------------------------------------------------------------- */

/** Room for one more position with all its terms. */
static bool make_room(mr_fys_fit *fit) {
  size_t terms = fit->term_count + fit->column_count;
  fit_position *positions = mr_alloc_grow(fit->allocator, fit->positions, &fit->position_room,
                                          fit->position_count + 1, sizeof *fit->positions);
  if (positions == NULL || terms > UINT32_MAX) {
    return false;
  }
  fit->positions = positions;
  fit_term *more =
      mr_alloc_grow(fit->allocator, fit->terms, &fit->term_room, terms, sizeof *fit->terms);
  if (more == NULL) {
    return false;
  }
  fit->terms = more;
  fit_label *labels = mr_alloc_grow(fit->allocator, fit->labels, &fit->label_room,
                                    fit->label_count + 1, sizeof *fit->labels);
  fit->labels = labels != NULL ? labels : fit->labels;
  return labels != NULL;
}

mr_status mr_fys_fit_add(mr_fys_fit *fit, const mr_state *state, const mr_fys_fit_label *label,
                         mr_error *err) {
  if (!make_room(fit)) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
  }
  const mr_fys_eval eval = {.game = fit->game, .weights = fit->measured};
  fit->core->trace(&eval, state, &fit->trace);
  float unit = (float)fit->trace.scale / (MR_FYS_FULL * MR_FYS_FULL * 10.0F);
  fit_position *p = &fit->positions[fit->position_count++];
  *p = (fit_position){.first = (uint32_t)fit->term_count,
                      .open = unit * (float)fit->trace.phase,
                      .end = unit * (float)(MR_FYS_FULL - fit->trace.phase)};
  if (fit->collecting) {
    fit->labels[fit->label_count++] = (fit_label){.held_out = label->held_out,
                                                  .result = (float)label->result,
                                                  .centipawns = (float)label->centipawns};
  }
  for (size_t column = 0; column < fit->column_count; column++) {
    int count = fit->trace.count[fit->term_of[column]];
    if (count != 0) {
      fit->terms[fit->term_count++] =
          (fit_term){.column = (uint16_t)column, .count = (int16_t)count};
      fit->seen[column] += fit->collecting;
      p->count++;
    }
  }
  return MR_OK;
}

size_t mr_fys_fit_values(const mr_fys_fit *fit, mr_fys_fit_value out[MR_FYS_FIT_VALUES_MAX]) {
  size_t count = 0;
  for (unsigned kind = 1; kind <= fit->game->rules.kind_count; kind++) {
    unsigned term = mr_fy_term_kind(MR_FY_W_VALUE, kind);
    if (fit->columns[term] == NO_COLUMN) {
      continue;
    }
    mr_fys_fit_value *value = &out[count++];
    *value = (mr_fys_fit_value){.piece = {MR_FY_CODE(kind, MR_FY_WHITE)},
                                .open = fit->found->pair[term].open,
                                .end = fit->found->pair[term].end,
                                .measured = mr_fys_open(fit->measured->term[term]),
                                .seen = fit->seen[fit->columns[term]]};
    mr_str text = mr_str_fixed(value->text, sizeof value->text);
    mr_fy_add_kind(&fit->game->rules, kind, &text);
  }
  return count;
}

/* ---- regression ------------------------------------------------------------------------------ */

/*
 * Logistic regression. A position's value s is a sum over its terms; the expected score is
 * 1 / (1 + exp(-s / scale)). Weights are drawn towards the measured ones, each by how far such a
 * weight may reasonably be from them: so that what is seldom seen stays where it is. The scale is
 * fitted with them. Adam over small batches; the epoch that does best on the games held out wins.
 *
 * The constants are usual values and untuned.
 */

enum {
  BATCH = 256,         /**< positions of a step: enough results for a sensible direction */
  POSITIONS_MIN = 100, /**< positions from which nothing can be learnt */
  RELATED = 20,        /**< positions of one game have one result: so many count as one */
};

/** Bytes of terms that are kept in memory where nobody says another number. */
#define MEMORY ((size_t)256 << 20)

/** Learning rates of the first and the last epoch, in units of how far a weight may go. */
static const double RATE = 0.03, RATE_LAST = 0.002;

/** Where the weights foretell nothing, the best scale is boundless, and gradients vanish. */
static const double SCALE_MAX = 500;

/** A parameter: a weight less the measured one, in units of how far it may be from that. */
typedef struct parameter {
  double at, best;
  double gradient;           /**< of the batch */
  double moment_1, moment_2; /**< Adam's moments */
  double unit, base;
} parameter;

/** Positions of some parts that are in memory together. */
typedef struct fit_block {
  size_t part, parts;
  size_t label, labels;
  bool learns, holds; /**< it has positions to learn from, and such that are held out */
} fit_block;

typedef struct regression {
  mr_fys_fit *fit;
  const mr_fys_fit_source *source;
  const mr_fys_fit_options *options;
  parameter *p;        /**< two for each column, open and end; behind them the scale's logarithm */
  size_t count;        /**< of weights; p[count] is the scale */
  double search_scale; /**< of the search's scores */
  double draw_weight;  /**< of a position of a drawn game */
  size_t learnt;       /**< positions to learn from */
  fit_block *blocks;
  size_t block_count, block_room;
  size_t loaded;   /**< the block in memory */
  uint32_t *order; /**< in which positions of a block, and blocks, are learnt from */
  size_t order_room;
  double steps;
  mr_status status;
  mr_error *err;
} regression;

/* ---- positions in blocks --------------------------------------------------------------------- */

static void begin_block(mr_fys_fit *fit) {
  fit->position_count = fit->term_count = 0;
}

static bool give_part(regression *r, size_t part) {
  if (r->status == MR_OK) {
    r->status = r->source->give(r->source->context, part, r->fit, r->err);
  }
  return r->status == MR_OK;
}

/** Brings the terms of a block into memory. */
static bool load_block(regression *r, size_t index) {
  const fit_block *block = &r->blocks[index];
  if (r->loaded == index) {
    return r->status == MR_OK;
  }
  begin_block(r->fit);
  r->loaded = index;
  for (size_t i = 0; i < block->parts && give_part(r, block->part + i); i++) {
  }
  if (r->status == MR_OK && r->fit->position_count != block->labels) {
    r->status = mr_error_set(r->err, MR_ERR_IO, "the games have changed while they were read");
  }
  return r->status == MR_OK;
}

/** Ends the block under way in front of part `end`. */
static void end_block(regression *r, fit_block *block, size_t end) {
  mr_fys_fit *fit = r->fit;
  block->parts = end - block->part;
  block->labels = fit->label_count - block->label;
  for (size_t i = block->label; i < fit->label_count; i++) {
    block->holds = block->holds || fit->labels[i].held_out;
    block->learns = block->learns || !fit->labels[i].held_out;
  }
  fit_block *more = mr_alloc_grow(fit->allocator, r->blocks, &r->block_room, r->block_count + 1,
                                  sizeof *r->blocks);
  if (more == NULL) {
    r->status = mr_error_set(r->err, MR_ERR_NOMEM, "no memory for the positions");
    return;
  }
  r->blocks = more;
  r->loaded = r->block_count;
  r->blocks[r->block_count++] = *block;
  *block = (fit_block){.part = end, .label = fit->label_count};
}

/** Goes through all positions once, and cuts them into blocks. */
static void collect(regression *r) {
  mr_fys_fit *fit = r->fit;
  size_t most = r->options->memory > 0 ? r->options->memory : MEMORY;
  fit_block block = {0};
  memset(fit->seen, 0, sizeof fit->seen);
  fit->label_count = 0;
  begin_block(fit);
  fit->collecting = true;
  for (size_t part = 0; part < r->source->parts && give_part(r, part); part++) {
    size_t bytes =
        fit->term_count * sizeof *fit->terms + fit->position_count * sizeof *fit->positions;
    if (part + 1 == r->source->parts || bytes >= most) {
      end_block(r, &block, part + 1);
    }
    if (part + 1 < r->source->parts && bytes >= most) {
      begin_block(fit);
    }
  }
  fit->collecting = false;
}

/* ---- the model ------------------------------------------------------------------------------- */

static double fitted_weight(const parameter *p) {
  return p->base + p->at * p->unit;
}

static double scale_of(const regression *r) {
  return exp(r->p[r->count].at);
}

static double logistic(double x) {
  return 1 / (1 + exp(-x));
}

/** Hundredths, from White's view. */
static double value_of(const regression *r, const fit_position *position) {
  const fit_term *terms = &r->fit->terms[position->first];
  double open = 0, end = 0;
  for (unsigned i = 0; i < position->count; i++) {
    const parameter *pair = &r->p[2 * (size_t)terms[i].column];
    open += fitted_weight(&pair[0]) * terms[i].count;
    end += fitted_weight(&pair[1]) * terms[i].count;
  }
  return open * (double)position->open + end * (double)position->end;
}

/** @param held_out only positions that are */
static void fill_values(regression *r, bool held_out) {
  for (size_t b = 0; b < r->block_count; b++) {
    const fit_block *block = &r->blocks[b];
    if ((held_out && !block->holds) || !load_block(r, b)) {
      continue;
    }
    for (size_t i = 0; i < block->labels; i++) {
      fit_label *label = &r->fit->labels[block->label + i];
      if (!held_out || label->held_out) {
        label->value = (float)value_of(r, &r->fit->positions[i]);
      }
    }
  }
}

static bool is_drawn(const fit_label *label) {
  return label->result > 0.49F && label->result < 0.51F;
}

static bool is_decided(const fit_label *label) {
  return label->result >= 0 && !is_drawn(label);
}

static double sample_weight(const regression *r, const fit_label *label) {
  return is_drawn(label) ? r->draw_weight : 1;
}

/** Cross entropy of values with the results, for positions held out or not, at a scale. */
static double loss_of(const regression *r, bool held_out, double scale) {
  double sum = 0, count = 0;
  for (size_t i = 0; i < r->fit->label_count; i++) {
    const fit_label *label = &r->fit->labels[i];
    if (label->held_out != held_out || label->result < 0) {
      continue;
    }
    double x = (double)label->value / scale, result = (double)label->result;
    /* log(1 + exp(-x)) without overflow */
    double log_one = x > 0 ? log1p(exp(-x)) : log1p(exp(x)) - x;
    sum += sample_weight(r, label) * (result * log_one + (1 - result) * (log_one + x));
    count += sample_weight(r, label);
  }
  return count > 0 ? sum / count : 0;
}

/** The scale at which the values tell most of the results, by golden section on its logarithm. */
static double best_scale(const regression *r) {
  const double golden = 0.6180339887498949;
  double low = log(20.0), high = log(20000.0);
  for (unsigned i = 0; i < 40; i++) {
    double a = high - golden * (high - low), b = low + golden * (high - low);
    if (loss_of(r, false, exp(a)) < loss_of(r, false, exp(b))) {
      high = b;
    } else {
      low = a;
    }
  }
  return exp((low + high) / 2);
}

/* ---- beginning ------------------------------------------------------------------------------- */

/**
 * How far a weight may reasonably be from the measured one, in thousandths: three pawns for a
 * piece, less for what counts many times or decides little. Estimates, untuned.
 */
static double spread_of_term(unsigned term) {
  static const double by_kind[] = {
      [MR_FY_W_VALUE] = 3000,       [MR_FY_W_HELD] = 3000,       [MR_FY_W_MOBILITY] = 8,
      [MR_FY_W_KING_ATTACK] = 80,   [MR_FY_W_HANGING] = 400,     [MR_FY_W_PRESSED] = 400,
      [MR_FY_W_LIGHT_THREAT] = 300, [MR_FY_W_HEAVY_THREAT] = 300};
  static const double by_group[MR_FY_W_GROUPS] = {
      [MR_FY_W_BALANCE] = 6000, [MR_FY_W_SPARE] = 6000, [MR_FY_W_DANGER] = 3,
      [MR_FY_W_SHIELD] = 60,    [MR_FY_W_STORM] = 50,   [MR_FY_W_LONELY] = 100,
      [MR_FY_W_DOUBLED] = 100,  [MR_FY_W_CHAIN] = 25,   [MR_FY_W_ESCORT] = 4,
      [MR_FY_W_FREE] = 4,       [MR_FY_W_LANDING] = 20, [MR_FY_W_RESTRICTED] = 40,
      [MR_FY_W_RACE] = 4,       [MR_FY_W_SCARCE] = 20,  [MR_FY_W_DUTY] = 20,
      [MR_FY_W_OFFER] = 100,    [MR_FY_W_GIFT] = 100,   [MR_FY_W_CHECKS] = 40,
      [MR_FY_W_CONNECT] = 100,  [MR_FY_W_LINES] = 10};
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
  return by_group[group] > 0 ? by_group[group] : 300;
}

/** @param measured whether to begin with the measured weights instead of those found before */
static void init_parameters(regression *r, bool measured) {
  const mr_fys_fit *fit = r->fit;
  for (size_t column = 0; column < fit->column_count; column++) {
    unsigned term = fit->term_of[column];
    int base[2] = {mr_fys_open(fit->measured->term[term]), mr_fys_end(fit->measured->term[term])};
    int now[2] = {fit->found->pair[term].open, fit->found->pair[term].end};
    for (unsigned i = 0; i < 2; i++) {
      parameter *p = &r->p[2 * column + i];
      *p = (parameter){.base = base[i], .unit = spread_of_term(term)};
      p->at = fit->found->given[term] && !measured ? (now[i] - p->base) / p->unit : 0;
      p->best = p->at;
    }
  }
}

/* ---- learning -------------------------------------------------------------------------------- */

static void add_gradient(regression *r, const fit_position *position, const fit_label *label,
                         double part) {
  double scale = scale_of(r), value = value_of(r, position);
  /* What should be expected of a position: what came of it, and what the search made of it. */
  double trust = label->result < 0 ? 0 : r->options->trust / 100.0;
  double target = trust * (double)label->result +
                  (1 - trust) * logistic((double)label->centipawns / r->search_scale);
  double error = (logistic(value / scale) - target) * part;
  error *= sample_weight(r, label);
  const fit_term *terms = &r->fit->terms[position->first];
  double open = error / scale * (double)position->open, end = error / scale * (double)position->end;
  for (unsigned i = 0; i < position->count; i++) {
    parameter *pair = &r->p[2 * (size_t)terms[i].column];
    pair[0].gradient += open * terms[i].count * pair[0].unit;
    pair[1].gradient += end * terms[i].count * pair[1].unit;
  }
  r->p[r->count].gradient -= error * value / scale;
}

/** One step of Adam. @source Kingma and Ba, Adam: a method for stochastic optimization, 2015; its
 *  values of beta 1, beta 2 and epsilon */
static void adam_step(regression *r, double rate) {
  const double beta_1 = 0.9, beta_2 = 0.999, epsilon = 1e-8;
  r->steps++;
  double part_1 = 1 - pow(beta_1, r->steps), part_2 = 1 - pow(beta_2, r->steps);
  for (size_t i = 0; i <= r->count; i++) {
    parameter *p = &r->p[i];
    double gradient = p->gradient;
    if (i < r->count) { /* towards the measured weight, which knows the phases apart */
      gradient += p->at * RELATED / (double)r->learnt;
    }
    p->moment_1 = beta_1 * p->moment_1 + (1 - beta_1) * gradient;
    p->moment_2 = beta_2 * p->moment_2 + (1 - beta_2) * gradient * gradient;
    p->at -= rate * (p->moment_1 / part_1) / (sqrt(p->moment_2 / part_2) + epsilon);
    p->gradient = 0;
  }
}

static void shuffle(uint32_t *items, size_t count, mr_random *random) {
  for (size_t i = count; i > 1; i--) {
    size_t k = (size_t)mr_random_below(random, i);
    uint32_t other = items[k];
    items[k] = items[i - 1];
    items[i - 1] = other;
  }
}

/** Learns from the block in memory, in a new order. */
static void learn_block(regression *r, const fit_block *block, double rate, mr_random *random) {
  const mr_fys_fit *fit = r->fit;
  uint32_t *order = r->order + r->block_count;
  size_t learnt = 0;
  for (size_t i = 0; i < block->labels; i++) {
    if (!fit->labels[block->label + i].held_out) {
      order[learnt++] = (uint32_t)i;
    }
  }
  shuffle(order, learnt, random);
  for (size_t from = 0; from < learnt; from += BATCH) {
    size_t to = from + BATCH < learnt ? from + BATCH : learnt;
    for (size_t i = from; i < to; i++) {
      add_gradient(r, &fit->positions[order[i]], &fit->labels[block->label + order[i]],
                   1 / (double)(to - from));
    }
    adam_step(r, rate);
  }
}

static void run_epoch(regression *r, double rate, mr_random *random) {
  for (size_t b = 0; b < r->block_count; b++) {
    r->order[b] = (uint32_t)b;
  }
  shuffle(r->order, r->block_count, random);
  for (size_t b = 0; b < r->block_count; b++) {
    const fit_block *block = &r->blocks[r->order[b]];
    if (block->learns && load_block(r, r->order[b])) {
      learn_block(r, block, rate, random);
    }
  }
}

static bool goes_on(const regression *r, unsigned done, double loss) {
  const mr_fys_fit_options *o = r->options;
  bool wanted = o->progress == NULL || o->progress(o->context, done, loss);
  return wanted && r->status == MR_OK && done < o->epochs;
}

/** All epochs; the parameters are those of the best of them. @return its loss */
static double learn(regression *r) {
  mr_random random;
  mr_random_init(&random, r->options->seed);
  double loss = loss_of(r, true, scale_of(r)), least = loss;
  r->p[r->count].best = r->p[r->count].at;
  for (unsigned done = 0; goes_on(r, done, loss); done++) {
    double part = (double)done / (double)r->options->epochs;
    run_epoch(r, RATE * pow(RATE_LAST / RATE, part), &random);
    fill_values(r, true);
    loss = loss_of(r, true, scale_of(r));
    for (size_t i = 0; loss < least && i <= r->count; i++) {
      r->p[i].best = r->p[i].at;
    }
    least = loss < least ? loss : least;
  }
  for (size_t i = 0; i <= r->count; i++) {
    r->p[i].at = r->p[i].best;
  }
  return least;
}

/* ---- rounding -------------------------------------------------------------------------------- */

/** Moves what a kind's places have in common into its value, where men of the kind stand. */
static void centre_places(regression *r, unsigned kind) {
  const mr_fys_fit *fit = r->fit;
  uint16_t value = fit->columns[mr_fy_term_kind(MR_FY_W_VALUE, kind)];
  for (unsigned half = 0; value != NO_COLUMN && half < 2; half++) {
    double sum = 0, count = 0;
    for (unsigned cell = 0; cell < MR_FY_CELLS_MAX; cell++) {
      uint16_t column = fit->columns[mr_fy_term_place(kind, cell)];
      if (column != NO_COLUMN) {
        sum += fitted_weight(&r->p[2 * (size_t)column + half]) * (double)fit->seen[column];
        count += (double)fit->seen[column];
      }
    }
    double mean = count > 0 ? sum / count : 0;
    for (unsigned cell = 0; cell < MR_FY_CELLS_MAX; cell++) {
      uint16_t column = fit->columns[mr_fy_term_place(kind, cell)];
      if (column != NO_COLUMN) {
        parameter *p = &r->p[2 * (size_t)column + half];
        p->at -= mean / p->unit;
      }
    }
    parameter *p = &r->p[2 * (size_t)value + half];
    p->at += mean / p->unit;
  }
}

/** The sum of the first position's men, by measured weights or by those found. */
static double army_value(const regression *r, bool found) {
  const mr_fy_game *game = r->fit->game;
  const uint8_t *board = mr_fy_board_const(game->base.start);
  double sum = 0;
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    unsigned term = mr_fy_term_kind(MR_FY_W_VALUE, MR_FY_KIND(board[cell]));
    if (board[cell] > MR_FY_WALL && r->fit->columns[term] != NO_COLUMN) {
      const parameter *p = &r->p[2 * (size_t)r->fit->columns[term]];
      sum += found ? fitted_weight(&p[0]) + fitted_weight(&p[1]) : p[0].base + p[1].base;
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
 * Rounds the weights to whole numbers, scaled such that all men of the first position are worth
 * together what they were: margins of the search are in the same units. @return the scale of scores
 */
static double round_weights(regression *r) {
  mr_fys_fit *fit = r->fit;
  for (unsigned kind = 1; kind < MR_FY_WEIGHT_KINDS; kind++) {
    centre_places(r, kind);
  }
  double measured = army_value(r, false), found = army_value(r, true);
  double stretch = measured > 0 && found > 0 ? measured / found : 1;
  stretch = stretch > 2 ? 2 : stretch < 0.5 ? 0.5 : stretch;
  for (size_t column = 0; column < fit->column_count; column++) {
    unsigned term = fit->term_of[column];
    fit->found->given[term] = true;
    fit->found->pair[term] =
        (mr_fy_pair){round_weight(fitted_weight(&r->p[2 * column]) * stretch),
                     round_weight(fitted_weight(&r->p[2 * column + 1]) * stretch)};
  }
  return scale_of(r) * stretch;
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void count_results(regression *r) {
  const mr_fys_fit *fit = r->fit;
  double drawn = 0, decided = 0;
  for (size_t i = 0; i < fit->label_count; i++) {
    fit_label *label = &fit->labels[i];
    label->value = label->centipawns;
    drawn += is_drawn(label);
    decided += is_decided(label);
    r->learnt += !label->held_out;
  }
  /* Drawn games say little about who stood better: together they count no more than half as much as
   * those that were decided. */
  r->draw_weight = drawn > 0 && decided > 0 && decided < 2 * drawn ? decided / (2 * drawn) : 1;
}

static void run(regression *r, mr_fys_fit_report *report) {
  const mr_fys_fit *fit = r->fit;
  count_results(r);
  r->search_scale = best_scale(r);
  /* Measured weights at their own best scale are what is to be beaten. */
  init_parameters(r, true);
  fill_values(r, false);
  report->loss_before = loss_of(r, true, best_scale(r));
  init_parameters(r, false);
  fill_values(r, false);
  double scale = best_scale(r);
  r->p[r->count].at = log(scale < SCALE_MAX ? scale : SCALE_MAX);
  report->loss_after = learn(r);
  report->positions = r->learnt;
  report->held_out = fit->label_count - r->learnt;
  report->term_count = 2 * fit->column_count;
  report->scale = r->status == MR_OK ? round_weights(r) : 0;
}

/** Room for what a run needs besides the positions. */
static void alloc_run(regression *r) {
  const mr_allocator *allocator = r->fit->allocator;
  size_t most = 0;
  for (size_t b = 0; b < r->block_count; b++) {
    most = r->blocks[b].labels > most ? r->blocks[b].labels : most;
  }
  r->order_room = r->block_count + most;
  r->p = mr_alloc_zero(allocator, r->count + 1, sizeof *r->p);
  r->order = mr_alloc_zero(allocator, r->order_room, sizeof *r->order);
  if (r->p == NULL || r->order == NULL) {
    r->status = mr_error_set(r->err, MR_ERR_NOMEM, "no memory for the fit");
  }
}

mr_status mr_fys_fit_run(mr_fys_fit *fit, const mr_fys_fit_source *source,
                         const mr_fys_fit_options *options, mr_fys_fit_report *out, mr_error *err) {
  const mr_allocator *allocator = fit->allocator;
  regression r = {.fit = fit,
                  .source = source,
                  .options = options,
                  .count = 2 * fit->column_count,
                  .loaded = SIZE_MAX,
                  .err = err};
  collect(&r);
  if (r.status == MR_OK && fit->label_count < POSITIONS_MIN) {
    r.status = mr_error_set(err, MR_ERR_ILLEGAL,
                            "%zu quiet positions are too few to learn from; play more games",
                            fit->label_count);
  }
  if (r.status == MR_OK) {
    alloc_run(&r);
  }
  if (r.status == MR_OK) {
    run(&r, out);
  }
  if (r.status == MR_OK) {
    mr_str_reset(&fit->text);
    mr_str_format(&fit->text, "[%s]\n", fit->base->info.name);
    mr_fy_weights_write(fit->game, fit->found, &fit->text);
    r.status = use_text(fit, err);
  }
  mr_alloc_free(allocator, r.p, (r.count + 1) * sizeof *r.p);
  mr_alloc_free(allocator, r.order, r.order_room * sizeof *r.order);
  mr_alloc_free(allocator, r.blocks, r.block_room * sizeof *r.blocks);
  forget_positions(fit);
  return r.status;
}
