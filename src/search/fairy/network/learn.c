#include "search/fairy/network/learn.h"

#include <marcher/random.h>

#include "base/thread.h"
#include "search/fairy/fairy_search.h"
#include "search/fairy/network/model.h"

enum {
  HEAD = 11,    /**< bytes of a packed position before its men */
  AT_SCORE = 0, /**< what stands where in them; numbers of two bytes, the lower one first */
  AT_LINEAR = 2,
  AT_MEN_ALONE = 4,
  AT_LEFT = 6, /**< less 1 */
  AT_RESULT = 7,
  AT_TURN = 8, /**< from here on it is the position */
  AT_MEN = 9,
  AT_HELD = 10,
  SLICES = 4,       /**< of a batch: so many threads are of use */
  SLICE = 256,      /**< positions of one */
  SMALL_SLICE = 64, /**< where there are few: many steps are better than exact ones */
  FEW = 100000,     /**< positions that are few */
  LEAST = 64,       /**< positions that anything can be learnt from */
  SCALE_SAMPLE = 100000,
  SCALE_MIN = 60,
  SCALE_MAX = 1200,
  USUAL_WIDTH = 64, /**< sums of a view */
};

struct mr_fyn_learn {
  const mr_fy_game *game;
  const mr_allocator *allocator;
  mr_fyn_layout layout;
  uint8_t *bytes;
  size_t used, room;
  size_t *at[MR_FYN_USES]; /**< where positions begin, by what they are for */
  size_t count[MR_FYN_USES], at_room[MR_FYN_USES];
  uint64_t *seen; /**< hashes, 0: free */
  size_t seen_size, seen_count;
  uint64_t repeated;
};

/* ---- packing --------------------------------------------------------------------------------- */

static void put_two(uint8_t *out, int16_t value) {
  out[0] = (uint8_t)((uint16_t)value & 0xFF);
  out[1] = (uint8_t)((uint16_t)value >> 8);
}

static int16_t take_two(const uint8_t *in) {
  return (int16_t)(uint16_t)(in[0] | (unsigned)in[1] << 8);
}

void mr_fyn_pack(const mr_fy_game *game, const mr_state *state, const mr_fyn_label *label,
                 mr_str *out) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_state *head = mr_fy_state_of_const(state);
  const uint8_t *board = mr_fy_board_const(state);
  uint8_t packed[HEAD + 2 * (MR_FY_CELLS_MAX + 2 * MR_FY_HANDS_MAX)];
  size_t at = HEAD;
  unsigned men = 0, held = 0;
  for (unsigned cell = 0; cell < rules->cells && men < UINT8_MAX; cell++) {
    if (board[cell] > MR_FY_WALL) {
      packed[at++] = (uint8_t)cell;
      packed[at++] = board[cell];
      men++;
    }
  }
  for (unsigned i = 0; rules->drops && i < 2 * rules->hand_count; i++) {
    unsigned side = i / rules->hand_count, slot = i % rules->hand_count;
    if (head->hand[side][slot] > 0) {
      packed[at++] = (uint8_t)(side << 7 | slot);
      packed[at++] = head->hand[side][slot];
      held++;
    }
  }
  put_two(packed + AT_SCORE, label->centipawns);
  put_two(packed + AT_LINEAR, label->linear);
  put_two(packed + AT_MEN_ALONE, label->men);
  packed[AT_LEFT] = (uint8_t)(label->left > 0 ? label->left - 1u : 0);
  packed[AT_RESULT] = label->result;
  packed[AT_TURN] = (uint8_t)(head->side | (head->owed & 3u) << 1 | (head->frozen & 3u) << 3);
  packed[AT_MEN] = (uint8_t)men;
  packed[AT_HELD] = (uint8_t)held;
  mr_str_bytes(out, (const char *)packed, at);
}

static size_t packed_size(const uint8_t *packed) {
  return HEAD + 2 * ((size_t)packed[AT_MEN] + packed[AT_HELD]);
}

size_t mr_fyn_pack_result(mr_str *packed, size_t at, uint8_t white_result) {
  uint8_t *bytes = (uint8_t *)packed->data + at;
  bool black = (bytes[AT_TURN] & 1) != 0;
  bytes[AT_RESULT] = white_result > MR_SCORE_WIN ? MR_FYN_UNDECIDED
                     : black                     ? (uint8_t)(MR_SCORE_WIN - white_result)
                                                 : white_result;
  return at + packed_size(bytes);
}

uint32_t mr_fyn_packed_count(const char *packed, size_t length) {
  uint32_t count = 0;
  for (size_t at = 0; at + HEAD <= length; at += packed_size((const uint8_t *)packed + at)) {
    count++;
  }
  return count;
}

/** Whether bytes from somewhere else are a position of the game. */
static bool is_packed(const mr_fy_game *game, const uint8_t *packed, size_t left) {
  const mr_fy_rules *rules = &game->rules;
  if (left < HEAD || packed_size(packed) > left || packed[AT_HELD] > 2 * rules->hand_count ||
      (packed[AT_RESULT] > MR_SCORE_WIN && packed[AT_RESULT] != MR_FYN_UNDECIDED)) {
    return false;
  }
  const uint8_t *pair = packed + HEAD;
  for (unsigned i = 0; i < packed[AT_MEN]; i++, pair += 2) {
    if (pair[0] >= rules->cells || pair[1] < 2 || pair[1] >= game->code_count) {
      return false;
    }
  }
  for (unsigned i = 0; i < packed[AT_HELD]; i++, pair += 2) {
    if ((pair[0] & 0x7F) >= rules->hand_count) {
      return false;
    }
  }
  return true;
}

static void unpack(const mr_fyn_layout *l, const uint8_t *packed, mr_fyn_example *out) {
  const mr_fy_rules *rules = &l->game->rules;
  mr_fy_state head = {.side = packed[AT_TURN] & 1,
                      .owed = packed[AT_TURN] >> 1 & 3,
                      .frozen = packed[AT_TURN] >> 3 & 3};
  out->centipawns = take_two(packed + AT_SCORE);
  out->linear = take_two(packed + AT_LINEAR);
  out->men = take_two(packed + AT_MEN_ALONE);
  out->left = (float)(packed[AT_LEFT] + 1) / MR_FYN_LEFT;
  out->result = packed[AT_RESULT];
  out->bucket = mr_fyn_bucket(l, &head, packed[AT_MEN]);
  for (unsigned v = 0; v < 2; v++) {
    unsigned view = head.side ^ v, count = 0;
    const uint8_t *pair = packed + HEAD;
    for (unsigned i = 0; i < packed[AT_MEN]; i++, pair += 2) {
      out->row[v][count++] = l->man[view][(size_t)pair[1] * rules->cells + pair[0]];
    }
    for (unsigned i = 0; i < packed[AT_HELD]; i++, pair += 2) {
      unsigned holder = (pair[0] >> 7) * rules->hand_count + (pair[0] & 0x7F);
      unsigned held = pair[1] < MR_FYN_LEVELS ? pair[1] : MR_FYN_LEVELS;
      for (unsigned level = 0; level < held; level++) {
        out->row[v][count++] = l->held[view][holder * MR_FYN_LEVELS + level];
      }
    }
    out->count[v] = count;
  }
}

/* ---- positions ------------------------------------------------------------------------------- */

mr_status mr_fyn_learn_new(const mr_game *game, const mr_allocator *allocator, mr_fyn_learn **out,
                           mr_error *err) {
  if (!mr_fys_can_play(game)) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s cannot have a network: games of the family '%s' are not judged by one",
                        game->info.name, game->info.family);
  }
  mr_fyn_learn *it = mr_alloc_zero(allocator, 1, sizeof *it);
  if (it == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for learning");
  }
  it->game = mr_fy_game_of(game);
  it->allocator = allocator;
  mr_status status = mr_fyn_layout_init(&it->layout, it->game, allocator, err);
  if (status != MR_OK) {
    mr_alloc_free(allocator, it, sizeof *it);
    return status;
  }
  *out = it;
  return MR_OK;
}

void mr_fyn_learn_free(mr_fyn_learn *it) {
  if (it == NULL) {
    return;
  }
  const mr_allocator *allocator = it->allocator;
  mr_fyn_layout_done(&it->layout);
  mr_alloc_free(allocator, it->bytes, it->room);
  for (unsigned use = 0; use < MR_FYN_USES; use++) {
    mr_alloc_free(allocator, it->at[use], it->at_room[use] * sizeof *it->at[use]);
  }
  mr_alloc_free(allocator, it->seen, it->seen_size * sizeof *it->seen);
  mr_alloc_free(allocator, it, sizeof *it);
}

uint64_t mr_fyn_learn_count(const mr_fyn_learn *it) {
  return it->count[MR_FYN_LEARN] + it->count[MR_FYN_HOLD_OUT];
}

/** @return whether the hash was there; it is afterwards */
static bool note_hash(uint64_t *table, size_t size, uint64_t hash) {
  size_t at = hash & (size - 1);
  while (table[at] != 0 && table[at] != hash) {
    at = (at + 1) & (size - 1);
  }
  bool there = table[at] == hash;
  table[at] = hash;
  return there;
}

/** Room for one hash more: at most half of the table is in use. */
static bool grow_hashes(mr_fyn_learn *it) {
  if (it->seen_count * 2 < it->seen_size) {
    return true;
  }
  size_t size = it->seen_size > 0 ? it->seen_size * 2 : 4096;
  uint64_t *table = mr_alloc_zero(it->allocator, size, sizeof *table);
  if (table == NULL) {
    return false;
  }
  for (size_t i = 0; i < it->seen_size; i++) {
    if (it->seen[i] != 0) {
      (void)note_hash(table, size, it->seen[i]);
    }
  }
  mr_alloc_free(it->allocator, it->seen, it->seen_size * sizeof *it->seen);
  it->seen = table;
  it->seen_size = size;
  return true;
}

static bool keep_packed(mr_fyn_learn *it, const uint8_t *packed, size_t size, mr_fyn_use use) {
  /* What a search has looked at is not passed over because nobody has, too. */
  uint64_t start = use == MR_FYN_DISTIL ? mr_mix64(MR_HASH_START) : MR_HASH_START;
  uint64_t hash = mr_hash_bytes(start, packed + AT_TURN, size - AT_TURN) | 1;
  if (!grow_hashes(it)) {
    return false;
  }
  if (note_hash(it->seen, it->seen_size, hash)) {
    it->repeated += use != MR_FYN_DISTIL;
    return true;
  }
  it->seen_count++;
  uint8_t *bytes = mr_alloc_grow(it->allocator, it->bytes, &it->room, it->used + size, 1);
  it->bytes = bytes != NULL ? bytes : it->bytes;
  size_t *at =
      mr_alloc_grow(it->allocator, it->at[use], &it->at_room[use], it->count[use] + 1, sizeof *at);
  it->at[use] = at != NULL ? at : it->at[use];
  if (bytes == NULL || at == NULL) {
    return false;
  }
  memcpy(bytes + it->used, packed, size);
  at[it->count[use]++] = it->used;
  it->used += size;
  return true;
}

mr_status mr_fyn_learn_add(mr_fyn_learn *it, const void *bytes, size_t length, mr_fyn_use use,
                           mr_error *err) {
  const uint8_t *packed = bytes;
  for (size_t left = length; left > 0;) {
    if (!is_packed(it->game, packed, left)) {
      return mr_error_set(err, MR_ERR_SYNTAX, "these are no positions of %s",
                          it->game->base.info.name);
    }
    size_t size = packed_size(packed);
    if (!keep_packed(it, packed, size, use)) {
      return mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
    }
    packed += size;
    left -= size;
  }
  return MR_OK;
}

/* ---- the network while it learns ------------------------------------------------------------- */

struct trainer;

/** What one thread works on: a part of a batch, always the same positions. */
typedef struct slice {
  struct trainer *trainer;
  const size_t *at; /**< where its positions are */
  size_t count;
  float *gradient;
  mr_thread thread;
  bool started;
} slice;

typedef struct trainer {
  const mr_fyn_learn *data;
  mr_fyn_model model;
  unsigned scale, trust;
  bool light;
  float *mean, *square; /**< of gradients: Adam's */
  float *best;          /**< the values after the epoch that foretold best what is held out */
  double best_loss;     /**< how well it did */
  float part;           /**< of one position in a batch */
  uint64_t steps;
  slice slices[SLICES];
} trainer;

static double sigmoid(double x) {
  return 1.0 / (1.0 + exp(-x));
}

/** Of a guess, beyond what the target itself leaves open: 0 where they are the same. */
static double loss_of(double target, double guess) {
  const double least = 1e-9;
  double loss = 0;
  if (target > 0) {
    loss += target * log(target / (guess > least ? guess : least));
  }
  if (target < 1) {
    loss += (1 - target) * log((1 - target) / (1 - guess > least ? 1 - guess : least));
  }
  return loss;
}

static double target_of(const trainer *t, int centipawns, uint8_t result) {
  double seen = sigmoid((double)centipawns / t->scale);
  if (result == MR_FYN_UNDECIDED) {
    return seen;
  }
  return (t->trust * (result / (double)MR_SCORE_WIN) + (100 - t->trust) * seen) / 100;
}

/** What the weights say with what a network adds to them, as a probability. @param added in units
 *  of the scale */
static double guess_of(const trainer *t, const mr_fyn_example *e, double added) {
  int known = t->light ? e->men : e->linear;
  return sigmoid((double)known / t->scale + (double)e->left * added);
}

static void work_slice(void *context) {
  slice *s = context;
  const trainer *t = s->trainer;
  mr_fyn_example e;
  mr_fyn_activations on;
  memset(s->gradient, 0, t->model.parameters * sizeof *s->gradient);
  for (size_t i = 0; i < s->count; i++) {
    unpack(&t->data->layout, t->data->bytes + s->at[i], &e);
    double guess = guess_of(t, &e, mr_fyn_model_output(&t->model, &e, on));
    double error = (guess - target_of(t, e.centipawns, e.result)) * (double)e.left;
    mr_fyn_model_back(&t->model, &e, on, (float)error * t->part, s->gradient);
  }
}

/** One batch: the slices at once or one after the other, then a step. */
static void learn_batch(trainer *t, const size_t *at, size_t count, unsigned threads, float rate) {
  const float mean_decay = 0.9f, square_decay = 0.999f; /* Adam's usual ones */
  size_t each = (count + SLICES - 1) / SLICES;
  t->part = 1.0f / (float)count;
  for (unsigned i = 0; i < SLICES; i++) {
    size_t first = i * each < count ? i * each : count;
    slice *s = &t->slices[i];
    s->at = at + first;
    s->count = count - first < each ? count - first : each;
    s->started = i > 0 && i < threads && mr_thread_start(&s->thread, work_slice, s, NULL) == MR_OK;
  }
  for (unsigned i = 0; i < SLICES; i++) {
    if (!t->slices[i].started) {
      work_slice(&t->slices[i]);
    }
  }
  for (unsigned i = 0; i < SLICES; i++) {
    if (t->slices[i].started) {
      mr_thread_join(&t->slices[i].thread);
    }
  }
  mr_fyn_model *m = &t->model;
  for (unsigned i = 1; i < SLICES; i++) {
    m->kernels->add(t->slices[0].gradient, t->slices[i].gradient, m->parameters);
  }
  t->steps++;
  double warm =
      sqrt(1 - pow(square_decay, (double)t->steps)) / (1 - pow(mean_decay, (double)t->steps));
  mr_fyn_step how = {.value = m->value,
                     .mean = t->mean,
                     .square = t->square,
                     .rate = rate * (float)warm,
                     .mean_decay = mean_decay,
                     .square_decay = square_decay};
  mr_fyn_model_part parts[MR_FYN_MODEL_PARTS];
  mr_fyn_model_parts(m, parts);
  size_t first = 0;
  for (size_t i = 0; i < MR_FYN_MODEL_PARTS; i++) {
    size_t some = parts[i].end - first;
    how.limit = parts[i].limit;
    m->kernels->step(&how, t->slices[0].gradient + first, some);
    how.value += some;
    how.mean += some;
    how.square += some;
    first = parts[i].end;
  }
}

/* ---- what is held out ------------------------------------------------------------------------ */

enum {
  GAINS = 13,    /**< what an output may be multiplied by: from nothing ... */
  GAIN_PARTS = 8 /**< ... in such parts of 1 */
};

/** Losses of what is held out, by gain: the first is that of the weights alone. */
static void held_out_losses(const trainer *t, double losses[GAINS]) {
  mr_fyn_example e;
  mr_fyn_activations on;
  size_t count = t->data->count[MR_FYN_HOLD_OUT];
  memset(losses, 0, GAINS * sizeof *losses);
  for (size_t i = 0; i < count; i++) {
    unpack(&t->data->layout, t->data->bytes + t->data->at[MR_FYN_HOLD_OUT][i], &e);
    double target = target_of(t, e.centipawns, e.result);
    double added = mr_fyn_model_output(&t->model, &e, on);
    for (unsigned gain = 0; gain < GAINS; gain++) {
      losses[gain] += loss_of(target, guess_of(t, &e, added * gain / GAIN_PARTS)) / (double)count;
    }
  }
}

/** The same of a network in whole numbers. */
static double written_loss(const trainer *t, const mr_fyn *n) {
  mr_fyn_example e;
  size_t count = t->data->count[MR_FYN_HOLD_OUT];
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    unpack(&t->data->layout, t->data->bytes + t->data->at[MR_FYN_HOLD_OUT][i], &e);
    double added = (double)mr_fyn_model_written(n, &e) / t->scale;
    sum += loss_of(target_of(t, e.centipawns, e.result), guess_of(t, &e, added));
  }
  return count > 0 ? sum / (double)count : 0;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

/** The scale by which scores foretell results best: steps of a tenth. */
static unsigned find_scale(const mr_fyn_learn *it) {
  double best_loss = HUGE_VAL;
  unsigned best = SCALE_MIN;
  size_t step = it->count[MR_FYN_LEARN] / SCALE_SAMPLE + 1;
  for (unsigned scale = SCALE_MIN; scale <= SCALE_MAX; scale += scale / 10) {
    double loss = 0;
    for (size_t i = 0; i < it->count[MR_FYN_LEARN]; i += step) {
      const uint8_t *packed = it->bytes + it->at[MR_FYN_LEARN][i];
      int centipawns = take_two(packed + AT_SCORE);
      if (packed[AT_RESULT] != MR_FYN_UNDECIDED) {
        loss +=
            loss_of(packed[AT_RESULT] / (double)MR_SCORE_WIN, sigmoid((double)centipawns / scale));
      }
    }
    if (loss < best_loss) {
      best_loss = loss;
      best = scale;
    }
  }
  return best;
}

/** The neurons that are stored: for as many sums as are asked for, or as are usual, fewer where the
 * file would become too large. */
static unsigned columns_of(const mr_fyn_layout *l, unsigned width, bool light) {
  unsigned images = l->halves ? 2 : 1;
  unsigned sums = (width > 0 ? width : USUAL_WIDTH) * (light ? 2 : 1);
  sums = sums < MR_FYN_WIDTH_MAX ? sums : MR_FYN_WIDTH_MAX;
  while (width == 0 && sums > MR_FYN_WIDTH_STEP &&
         (size_t)sums / images * l->rows * 5 / 4 > MR_FYN_FILE_MAX) {
    sums /= 2; /* a number takes a little more than a byte */
  }
  return sums / images;
}

static mr_status trainer_init(trainer *t, const mr_fyn_learn *it, const mr_fyn_learn_options *o,
                              mr_error *err) {
  *t = (trainer){.data = it,
                 .trust = o->trust,
                 .light = o->light,
                 .best_loss = HUGE_VAL,
                 .scale = o->scale > 0 ? o->scale : find_scale(it)};
  unsigned columns = columns_of(&it->layout, o->width, o->light);
  mr_status status =
      mr_fyn_model_init(&t->model, &it->layout, columns, o->seed, it->allocator, err);
  if (status != MR_OK) {
    return status;
  }
  size_t parameters = t->model.parameters;
  t->mean = mr_alloc_zero(it->allocator, parameters, sizeof *t->mean);
  t->square = mr_alloc_zero(it->allocator, parameters, sizeof *t->square);
  t->best = mr_alloc_zero(it->allocator, parameters, sizeof *t->best);
  bool whole = t->mean != NULL && t->square != NULL && t->best != NULL;
  for (unsigned i = 0; i < SLICES; i++) {
    t->slices[i].trainer = t;
    t->slices[i].gradient = mr_alloc_zero(it->allocator, parameters, sizeof(float));
    whole = whole && t->slices[i].gradient != NULL;
  }
  return whole ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "no memory for learning");
}

static void trainer_done(trainer *t) {
  const mr_allocator *allocator = t->data->allocator;
  size_t size = t->model.parameters * sizeof(float);
  for (unsigned i = 0; i < SLICES; i++) {
    mr_alloc_free(allocator, t->slices[i].gradient, size);
  }
  mr_alloc_free(allocator, t->mean, size);
  mr_alloc_free(allocator, t->square, size);
  mr_alloc_free(allocator, t->best, size);
  mr_fyn_model_done(&t->model);
}

/** In an order that follows from the seed and the epoch alone. */
static void shuffle(size_t *at, size_t count, uint64_t seed, unsigned epoch) {
  mr_random random;
  mr_random_init(&random, mr_mix64(seed + epoch));
  for (size_t i = count; i > 1; i--) {
    size_t other = (size_t)mr_random_below(&random, i), kept = at[i - 1];
    at[i - 1] = at[other];
    at[other] = kept;
  }
}

/** Epochs over the positions of one use. */
typedef struct course {
  mr_fyn_use use;
  unsigned epochs;
  double rate;     /**< Adam's, at the beginning */
  unsigned before; /**< epochs of what came before it */
} course;

/**
 * What is usual for Adam. With five times as much, less was explained of what the weights leave: of
 * 7,000 positions of an invented game 5.8 percent instead of 6.7, of 37,000 of it 11.8 instead of
 * 12.9.
 */
static const double usual_rate = 2e-4;

/** Light networks have more to learn, and larger steps where there are many positions: of 6.8
 *  million of chess five times the rate was right, of 1.4 million of Capablanca half of that
 *  foretold better what is held out. What was distilled knows that already. */
static double first_rate(const trainer *t) {
  const double most = 1e-3, many = 5e6;
  double light = most * (double)t->data->count[MR_FYN_LEARN] / many;
  if (!t->light || t->steps > 0) {
    return usual_rate;
  }
  return light < usual_rate ? usual_rate : light < most ? light : most;
}

static mr_status run_course(trainer *t, size_t *order, const mr_fyn_learn_options *o,
                            const course *what, mr_error *err) {
  const double last = 0.05; /* left of the rate at the end */
  size_t count = t->data->count[what->use];
  size_t batch = SLICES * (size_t)(count < FEW ? SMALL_SLICE : SLICE);
  size_t parameters = t->model.parameters;
  memcpy(order, t->data->at[what->use], count * sizeof *order);
  memset(t->mean, 0, parameters * sizeof *t->mean);
  memset(t->square, 0, parameters * sizeof *t->square);
  t->steps = 0;
  for (unsigned epoch = 0; epoch < what->epochs; epoch++) {
    double left = what->epochs > 1 ? 1 - (1 - last) * epoch / (what->epochs - 1) : 1;
    shuffle(order, count, o->seed, epoch);
    for (size_t at = 0; at < count; at += batch) {
      size_t some = count - at < batch ? count - at : batch;
      learn_batch(t, order + at, some, o->threads, (float)(what->rate * left));
    }
    /* Few positions are soon known by heart: what counts is what was not learnt from. */
    double losses[GAINS];
    held_out_losses(t, losses);
    double loss = losses[GAIN_PARTS];
    if (loss < t->best_loss || t->data->count[MR_FYN_HOLD_OUT] == 0) {
      t->best_loss = loss;
      memcpy(t->best, t->model.value, parameters * sizeof *t->best);
    }
    if (o->progress != NULL && !o->progress(o->context, what->before + epoch + 1, loss)) {
      return mr_error_set(err, MR_ERR_CANCELLED, "stopped while learning");
    }
  }
  return MR_OK;
}

/**
 * A light network is first distilled from what it takes the place of. Of searched positions alone
 * it knows little of what searches meet besides, where men hang: of 2.2 million of an invented game
 * one that was distilled first was 158 Elo stronger than one that was not (docs/TRAINING.md).
 */
static mr_status run_courses(trainer *t, mr_fyn_learn *it, const mr_fyn_learn_options *o,
                             mr_error *err) {
  const double distil_rate = 1e-3;
  course what = {.use = MR_FYN_DISTIL, .epochs = MR_FYN_DISTIL_EPOCHS, .rate = distil_rate};
  size_t distilled = o->light ? it->count[MR_FYN_DISTIL] : 0;
  size_t most = distilled > it->count[MR_FYN_LEARN] ? distilled : it->count[MR_FYN_LEARN];
  size_t *order = mr_alloc_zero(it->allocator, most, sizeof *order);
  if (order == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for learning");
  }
  mr_status status = MR_OK;
  if (distilled > 0) {
    status = run_course(t, order, o, &what, err);
  }
  if (status == MR_OK) {
    what = (course){.use = MR_FYN_LEARN,
                    .epochs = o->epochs,
                    .rate = first_rate(t),
                    .before = distilled > 0 ? MR_FYN_DISTIL_EPOCHS : 0};
    status = run_course(t, order, o, &what, err);
  }
  mr_alloc_free(it->allocator, order, most * sizeof *order);
  memcpy(t->model.value, t->best, t->model.parameters * sizeof *t->best);
  return status;
}

/** The network in whole numbers, with the gain that foretells best what is held out. That is
 *  nothing where nothing was learnt: then the network adds nothing. */
static mr_status write_best(const trainer *t, mr_fyn_learn_report *report, mr_fyn **out,
                            mr_error *err) {
  double losses[GAINS];
  unsigned best = t->data->count[MR_FYN_HOLD_OUT] > 0 ? 0 : GAIN_PARTS;
  held_out_losses(t, losses);
  for (unsigned gain = 0; gain < GAINS; gain++) {
    best = losses[gain] < losses[best] ? gain : best;
  }
  mr_status status = mr_fyn_model_write(&t->model, t->scale, (double)best / GAIN_PARTS, out, err);
  if (status == MR_OK) {
    *report = (mr_fyn_learn_report){.positions = t->data->count[MR_FYN_LEARN],
                                    .held_out = t->data->count[MR_FYN_HOLD_OUT],
                                    .repeated = t->data->repeated,
                                    .loss_before = losses[0],
                                    .loss_after = written_loss(t, *out),
                                    .scale = t->scale};
  }
  return status;
}

mr_status mr_fyn_learn_run(mr_fyn_learn *it, const mr_fyn_learn_options *options, mr_fyn **out,
                           mr_fyn_learn_report *report, mr_error *err) {
  trainer t;
  if (options->width > 0 && !mr_fyn_width_fits(options->width)) {
    return mr_error_set(err, MR_ERR_RANGE, "a network cannot have %u neurons", options->width);
  }
  if (it->count[MR_FYN_LEARN] < LEAST) {
    return mr_error_set(err, MR_ERR_ILLEGAL,
                        "there are only %zu quiet positions to learn from: play more games",
                        it->count[MR_FYN_LEARN]);
  }
  mr_status status = trainer_init(&t, it, options, err);
  if (status == MR_OK) {
    status = run_courses(&t, it, options, err);
  }
  if (status == MR_OK) {
    status = write_best(&t, report, out, err);
  }
  trainer_done(&t);
  return status;
}
