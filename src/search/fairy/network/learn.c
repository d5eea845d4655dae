#include "search/fairy/network/learn.h"

#include <marcher/random.h>

#include "base/thread.h"
#include "search/fairy/fairy_search.h"
#include "search/fairy/network/kernels.h"

enum {
  HEAD = 6,      /**< bytes of a packed position before its men */
  AT_RESULT = 2, /**< what stands where in them */
  AT_TURN = 3,
  AT_MEN = 4,
  AT_HELD = 5,
  SLICES = 4,       /**< of a batch: so many threads are of use */
  SLICE = 256,      /**< positions of one */
  SMALL_SLICE = 64, /**< where there are few: many steps are better than exact ones */
  FEW = 100000,     /**< positions that are few */
  LEAST = 64,       /**< positions that anything can be learnt from */
  INPUTS_MAX = 255 + 2 * MR_FY_HANDS_MAX * MR_FYN_LEVELS,
  SCALE_SAMPLE = 100000,
  SCALE_MIN = 60,
  SCALE_MAX = 1200,
  USUAL_COLUMNS = 128, /**< neurons, pairs counted twice */
};

struct mr_fyn_learn {
  const mr_fy_game *game;
  const mr_allocator *allocator;
  mr_fyn_layout layout;
  uint8_t *bytes;
  size_t used, room;
  size_t *at[2]; /**< where positions begin: [0] those learnt from, [1] those held out */
  size_t count[2], at_room[2];
  uint64_t *seen; /**< hashes, 0: free */
  size_t seen_size, seen_count;
  uint64_t repeated;
};

/* ---- packing --------------------------------------------------------------------------------- */

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
  packed[0] = (uint8_t)((uint16_t)label->centipawns & 0xFF);
  packed[1] = (uint8_t)((uint16_t)label->centipawns >> 8);
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

bool mr_fyn_is_noisy(const mr_state *state, mr_action action) {
  unsigned type = mr_fy_type_of(action);
  if (type == MR_FY_DROP || type == MR_FY_CASTLE) {
    return false;
  }
  return type == MR_FY_EP || mr_fy_form_of(action) != 0 ||
         mr_fy_board_const(state)[mr_fy_to(action)] != 0;
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

/** A position as the network sees it. */
typedef struct example {
  unsigned count[2]; /**< inputs of the side to move, and of the other */
  uint16_t row[2][INPUTS_MAX];
  unsigned bucket;
  int centipawns;
  uint8_t result;
} example;

static void unpack(const mr_fyn_layout *l, const uint8_t *packed, example *out) {
  const mr_fy_rules *rules = &l->game->rules;
  mr_fy_state head = {.side = packed[AT_TURN] & 1,
                      .owed = packed[AT_TURN] >> 1 & 3,
                      .frozen = packed[AT_TURN] >> 3 & 3};
  out->centipawns = (int16_t)(uint16_t)(packed[0] | (unsigned)packed[1] << 8);
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
  mr_alloc_free(allocator, it->at[0], it->at_room[0] * sizeof *it->at[0]);
  mr_alloc_free(allocator, it->at[1], it->at_room[1] * sizeof *it->at[1]);
  mr_alloc_free(allocator, it->seen, it->seen_size * sizeof *it->seen);
  mr_alloc_free(allocator, it, sizeof *it);
}

uint64_t mr_fyn_learn_count(const mr_fyn_learn *it) {
  return it->count[0] + it->count[1];
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

static bool keep_packed(mr_fyn_learn *it, const uint8_t *packed, size_t size, bool held_out) {
  uint64_t hash = mr_hash_bytes(MR_HASH_START, packed + AT_TURN, size - AT_TURN) | 1;
  if (!grow_hashes(it)) {
    return false;
  }
  if (note_hash(it->seen, it->seen_size, hash)) {
    it->repeated++;
    return true;
  }
  it->seen_count++;
  uint8_t *bytes = mr_alloc_grow(it->allocator, it->bytes, &it->room, it->used + size, 1);
  it->bytes = bytes != NULL ? bytes : it->bytes;
  size_t *at = mr_alloc_grow(it->allocator, it->at[held_out], &it->at_room[held_out],
                             it->count[held_out] + 1, sizeof *at);
  it->at[held_out] = at != NULL ? at : it->at[held_out];
  if (bytes == NULL || at == NULL) {
    return false;
  }
  memcpy(bytes + it->used, packed, size);
  at[it->count[held_out]++] = it->used;
  it->used += size;
  return true;
}

mr_status mr_fyn_learn_add(mr_fyn_learn *it, const void *bytes, size_t length, bool held_out,
                           mr_error *err) {
  const uint8_t *packed = bytes;
  for (size_t left = length; left > 0;) {
    if (!is_packed(it->game, packed, left)) {
      return mr_error_set(err, MR_ERR_SYNTAX, "these are no positions of %s",
                          it->game->base.info.name);
    }
    size_t size = packed_size(packed);
    if (!keep_packed(it, packed, size, held_out)) {
      return mr_error_set(err, MR_ERR_NOMEM, "no memory for the positions");
    }
    packed += size;
    left -= size;
  }
  return MR_OK;
}

/* ---- the network while it learns ------------------------------------------------------------- */

struct teacher;

/** What one thread works on: a part of a batch, always the same positions. */
typedef struct slice {
  struct teacher *teacher;
  const size_t *at; /**< where its positions are */
  size_t count;
  float *gradient;
  double loss;
  mr_thread thread;
  bool started;
} slice;

typedef struct teacher {
  const mr_fyn_learn *data;
  const mr_fyn_kernels *kernels;
  unsigned columns, images; /**< neurons, and how many see the board: two where left is as right */
  unsigned scale, trust;
  size_t parameters;
  size_t bias, direct, out, out_bias; /**< where they begin; rows come first */
  float *value, *mean, *square;
  float *best;      /**< the values after the epoch that foretold best what is held out */
  double best_loss; /**< how well it did */
  float row_limit;
  float part; /**< of one position in a batch */
  uint64_t steps;
  slice slices[SLICES];
} teacher;

static double sigmoid(double x) {
  return 1.0 / (1.0 + exp(-x));
}

static double loss_of(double target, double guess) {
  const double least = 1e-9;
  double yes = guess > least ? guess : least, no = 1 - guess > least ? 1 - guess : least;
  return -(target * log(yes) + (1 - target) * log(no));
}

static double target_of(const teacher *t, int centipawns, uint8_t result) {
  double seen = sigmoid((double)centipawns / t->scale);
  if (result == MR_FYN_UNDECIDED) {
    return seen;
  }
  return (t->trust * (result / (double)MR_SCORE_WIN) + (100 - t->trust) * seen) / 100;
}

/** Activations of a position, [view][image][column]. */
typedef float activations[2][2][MR_FYN_WIDTH_MAX];

static uint16_t row_of(const teacher *t, unsigned image, uint16_t row) {
  return image == 0 ? row : t->data->layout.mirror[row];
}

/** The row that stands for one and its mirror image. */
static uint16_t half_of(const teacher *t, uint16_t row) {
  uint16_t other = t->data->layout.mirror[row];
  return row < other ? row : other;
}

static double guess(const teacher *t, const example *e, activations on) {
  double sum = t->value[t->out_bias + e->bucket];
  for (unsigned v = 0; v < 2; v++) {
    float direct = 0;
    for (unsigned i = 0; i < e->count[v]; i++) {
      direct += t->value[t->direct + half_of(t, e->row[v][i])];
    }
    sum += v == 0 ? 0.5f * direct : -0.5f * direct;
    const float *weights = t->value + t->out + ((size_t)e->bucket * 2 + v) * t->columns;
    for (unsigned image = 0; image < t->images; image++) {
      float sums[MR_FYN_WIDTH_MAX];
      memcpy(sums, t->value + t->bias, t->columns * sizeof *sums);
      for (unsigned i = 0; i < e->count[v]; i++) {
        size_t row = row_of(t, image, e->row[v][i]);
        t->kernels->add(sums, t->value + row * t->columns, t->columns);
      }
      sum += t->kernels->activate(sums, weights, on[v][image], t->columns);
    }
  }
  return sigmoid(sum);
}

static void learn_from(const teacher *t, const example *e, activations on, float error,
                       float *gradient) {
  float of_sums[MR_FYN_WIDTH_MAX];
  gradient[t->out_bias + e->bucket] += error;
  for (unsigned v = 0; v < 2; v++) {
    size_t at = t->out + ((size_t)e->bucket * 2 + v) * t->columns;
    for (unsigned i = 0; i < e->count[v]; i++) {
      gradient[t->direct + half_of(t, e->row[v][i])] += v == 0 ? 0.5f * error : -0.5f * error;
    }
    for (unsigned image = 0; image < t->images; image++) {
      t->kernels->back(error, on[v][image], t->value + at, gradient + at, of_sums, t->columns);
      t->kernels->add(gradient + t->bias, of_sums, t->columns);
      for (unsigned i = 0; i < e->count[v]; i++) {
        size_t row = row_of(t, image, e->row[v][i]);
        t->kernels->add(gradient + row * t->columns, of_sums, t->columns);
      }
    }
  }
}

static void work_slice(void *context) {
  slice *s = context;
  const teacher *t = s->teacher;
  example e;
  activations on;
  s->loss = 0;
  memset(s->gradient, 0, t->parameters * sizeof *s->gradient);
  for (size_t i = 0; i < s->count; i++) {
    unpack(&t->data->layout, t->data->bytes + s->at[i], &e);
    double target = target_of(t, e.centipawns, e.result), found = guess(t, &e, on);
    s->loss += loss_of(target, found);
    learn_from(t, &e, on, (float)(found - target) * t->part, s->gradient);
  }
}

/** One batch: the slices at once or one after the other, then a step. */
static void learn_batch(teacher *t, const size_t *at, size_t count, unsigned threads, float rate) {
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
  for (unsigned i = 1; i < SLICES; i++) {
    t->kernels->add(t->slices[0].gradient, t->slices[i].gradient, t->parameters);
  }
  t->steps++;
  double warm =
      sqrt(1 - pow(square_decay, (double)t->steps)) / (1 - pow(mean_decay, (double)t->steps));
  mr_fyn_step how = {.value = t->value,
                     .mean = t->mean,
                     .square = t->square,
                     .rate = rate * (float)warm,
                     .mean_decay = mean_decay,
                     .square_decay = square_decay,
                     .limit = t->row_limit};
  const struct {
    size_t end;
    float limit;
  } parts[] = {{t->direct, t->row_limit},
               {t->out, (float)INT16_MAX / MR_FYN_DIRECT_ONE},
               {t->parameters, (float)MR_FYN_OUT_MAX / MR_FYN_OUT_ONE}};
  size_t first = 0;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    size_t some = parts[i].end - first;
    how.limit = parts[i].limit;
    t->kernels->step(&how, t->slices[0].gradient + first, some);
    how.value += some;
    how.mean += some;
    how.square += some;
    first = parts[i].end;
  }
}

/** Loss of what is held out. @param by_search what the search said, in place of the network */
static double held_out_loss(const teacher *t, bool by_search) {
  example e;
  activations on;
  double sum = 0;
  size_t count = t->data->count[1];
  for (size_t i = 0; i < count; i++) {
    unpack(&t->data->layout, t->data->bytes + t->data->at[1][i], &e);
    double found = by_search ? sigmoid((double)e.centipawns / t->scale) : guess(t, &e, on);
    sum += loss_of(target_of(t, e.centipawns, e.result), found);
  }
  return count > 0 ? sum / (double)count : 0;
}

/* ---- beginning and end ----------------------------------------------------------------------- */

/** The scale by which scores foretell results best: steps of a tenth. */
static unsigned find_scale(const mr_fyn_learn *it) {
  double best_loss = HUGE_VAL;
  unsigned best = SCALE_MIN;
  size_t step = it->count[0] / SCALE_SAMPLE + 1;
  for (unsigned scale = SCALE_MIN; scale <= SCALE_MAX; scale += scale / 10) {
    double loss = 0;
    for (size_t i = 0; i < it->count[0]; i += step) {
      const uint8_t *packed = it->bytes + it->at[0][i];
      int centipawns = (int16_t)(uint16_t)(packed[0] | (unsigned)packed[1] << 8);
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

static float between(mr_random *random, float size) {
  return (float)(2 * mr_random_unit(random) - 1) * size;
}

/** Where learning begins: sums spread about a neuron's middle, and an output of about nothing. */
static void begin_values(teacher *t, uint64_t seed) {
  const float row_size = 0.1f, bias = 0.25f, out_size = 0.05f;
  mr_random random;
  mr_random_init(&random, mr_mix64(seed ^ UINT64_C(0x6e657477)));
  size_t rows = (size_t)t->data->layout.rows * t->columns; /* the empty row stays so */
  for (size_t i = 0; i < rows; i++) {
    t->value[i] = between(&random, row_size);
  }
  for (size_t i = t->bias; i < t->direct; i++) {
    t->value[i] = bias;
  }
  for (size_t i = t->out; i < t->out_bias; i++) {
    t->value[i] = between(&random, out_size);
  }
}

/** What inputs are worth by themselves begins with what the weights say of men, places and hands:
 *  so learning begins with knowing that much. */
static mr_status begin_direct(teacher *t, mr_error *err) {
  const mr_fyn_learn *it = t->data;
  const mr_fyn_layout *l = &it->layout;
  const mr_fy_rules *rules = &it->game->rules;
  const double whole = 2.0 * 10.0 * t->scale; /* both phases; thousandths in a hundredth */
  mr_fys_weights *w = NULL;
  mr_status status =
      mr_fys_weights_new(it->game, mr_fys_core_for(it->game), NULL, NULL, it->allocator, &w, err);
  if (status != MR_OK) {
    return status;
  }
  for (unsigned view = 0; view < 2; view++) {
    double sign = view == MR_FY_WHITE ? 1 / whole : -1 / whole;
    for (size_t i = (size_t)2 * rules->cells; i < (size_t)it->game->code_count * rules->cells;
         i++) {
      mr_fys_pair pair = w->man[i / rules->cells][i % rules->cells];
      t->value[t->direct + half_of(t, l->man[view][i])] =
          (float)(sign * (mr_fys_open(pair) + mr_fys_end(pair)));
    }
    unsigned hands = rules->drops ? rules->hand_count : 0;
    for (unsigned i = 0; i < 2 * hands * MR_FYN_LEVELS; i++) {
      unsigned side = i / (hands * MR_FYN_LEVELS), slot = i / MR_FYN_LEVELS % hands;
      mr_fys_pair pair = w->term[mr_fy_term_kind(MR_FY_W_HELD, rules->hand_kind[slot])];
      double value = sign * (mr_fys_open(pair) + mr_fys_end(pair));
      t->value[t->direct + l->held[view][i]] = (float)(side == MR_FY_WHITE ? value : -value);
    }
  }
  t->value[t->direct + l->rows] = 0; /* of nothing */
  mr_fys_weights_free(w, it->allocator);
  return MR_OK;
}

static mr_status teacher_init(teacher *t, const mr_fyn_learn *it, const mr_fyn_learn_options *o,
                              mr_error *err) {
  const mr_fyn_layout *l = &it->layout;
  *t = (teacher){.data = it,
                 .kernels = mr_fyn_kernels_best(),
                 .columns = o->columns,
                 .images = l->halves ? 2 : 1,
                 .trust = o->trust,
                 .scale = o->scale > 0 ? o->scale : find_scale(it)};
  t->bias = (l->rows + 1u) * (size_t)t->columns;
  t->direct = t->bias + t->columns;
  t->out = t->direct + l->rows + 1u;
  t->out_bias = t->out + (size_t)2 * l->buckets * t->columns;
  t->parameters = t->out_bias + l->buckets;
  /* As many men as there may be do not overflow a sum of 16 bits. */
  float most = (float)INT16_MAX / MR_FYN_ONE / (float)(l->pieces + 1);
  t->row_limit = most < 2.0f ? most : 2.0f;
  t->value = mr_alloc_zero(it->allocator, t->parameters, sizeof *t->value);
  t->mean = mr_alloc_zero(it->allocator, t->parameters, sizeof *t->mean);
  t->square = mr_alloc_zero(it->allocator, t->parameters, sizeof *t->square);
  t->best = mr_alloc_zero(it->allocator, t->parameters, sizeof *t->best);
  t->best_loss = HUGE_VAL;
  bool whole = t->value != NULL && t->mean != NULL && t->square != NULL && t->best != NULL;
  for (unsigned i = 0; i < SLICES; i++) {
    t->slices[i].teacher = t;
    t->slices[i].gradient = mr_alloc_zero(it->allocator, t->parameters, sizeof(float));
    whole = whole && t->slices[i].gradient != NULL;
  }
  if (!whole) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for learning");
  }
  begin_values(t, o->seed);
  return begin_direct(t, err);
}

static void teacher_done(teacher *t) {
  const mr_allocator *allocator = t->data->allocator;
  size_t size = t->parameters * sizeof(float);
  for (unsigned i = 0; i < SLICES; i++) {
    mr_alloc_free(allocator, t->slices[i].gradient, size);
  }
  mr_alloc_free(allocator, t->value, size);
  mr_alloc_free(allocator, t->mean, size);
  mr_alloc_free(allocator, t->square, size);
  mr_alloc_free(allocator, t->best, size);
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

static int rounded(float value, int one, int limit) {
  long whole = lrintf(value * (float)one);
  return whole > limit ? limit : whole < -limit ? -limit : (int)whole;
}

/** Whole numbers of what was learnt, through the writer, which pairs neurons. */
static mr_status quantize(const teacher *t, mr_fyn **out, mr_error *err) {
  const mr_fyn_learn *it = t->data;
  mr_fyn *n = NULL;
  mr_status status = mr_fyn_new(it->game, t->columns, it->allocator, &n, err);
  if (status != MR_OK) {
    return status;
  }
  n->scale = t->scale;
  for (size_t row = 0; row <= it->layout.rows + 1u; row++) { /* the bias comes behind the rows */
    int16_t *to = row <= it->layout.rows ? n->row + row * n->width : n->bias;
    for (unsigned i = 0; i < t->columns; i++) {
      to[i] = (int16_t)rounded(t->value[row * t->columns + i], MR_FYN_ONE, INT16_MAX);
    }
  }
  for (unsigned row = 0; row < it->layout.rows; row++) {
    n->direct[row] = (int16_t)rounded(t->value[t->direct + half_of(t, (uint16_t)row)],
                                      MR_FYN_DIRECT_ONE, INT16_MAX);
  }
  for (size_t part = 0; part < (size_t)2 * it->layout.buckets; part++) {
    for (unsigned i = 0; i < t->columns; i++) {
      n->out[part * n->width + i] = (int16_t)rounded(t->value[t->out + part * t->columns + i],
                                                     MR_FYN_OUT_ONE, MR_FYN_OUT_MAX);
    }
  }
  for (unsigned i = 0; i < it->layout.buckets; i++) {
    n->out_bias[i] = rounded(t->value[t->out_bias + i], MR_FYN_ONE * MR_FYN_OUT_ONE, INT32_MAX / 2);
  }
  mr_fyn_pair(n);
  *out = n;
  return MR_OK;
}

/** As many neurons as are usual, fewer where the file would become too large. */
static unsigned usual_columns(const mr_fyn_layout *l) {
  unsigned columns = l->halves ? USUAL_COLUMNS / 2 : USUAL_COLUMNS;
  while ((size_t)columns * l->rows * 5 / 4 > MR_FYN_FILE_MAX && columns > MR_FYN_WIDTH_STEP) {
    columns /= 2; /* a number takes a little more than a byte */
  }
  return columns;
}

static mr_status run_epochs(teacher *t, size_t *order, const mr_fyn_learn_options *o,
                            mr_error *err) {
  /* Adam's rate, and how much of it is left at the end. Three times as much was worse from the
     first epoch on with 100,000 positions of Borderlands (loss of what is held out 0.5887 against
     0.5846). */
  const double first = 5e-4, last = 0.05;
  size_t count = t->data->count[0];
  size_t batch = SLICES * (size_t)(count < FEW ? SMALL_SLICE : SLICE);
  for (unsigned epoch = 0; epoch < o->epochs; epoch++) {
    double left = o->epochs > 1 ? 1 - (1 - last) * epoch / (o->epochs - 1) : 1;
    shuffle(order, count, o->seed, epoch);
    for (size_t at = 0; at < count; at += batch) {
      size_t some = count - at < batch ? count - at : batch;
      learn_batch(t, order + at, some, o->threads, (float)(first * left));
    }
    /* Few positions are soon known by heart: what counts is what was not learnt from. */
    double loss = held_out_loss(t, false);
    if (loss < t->best_loss || t->data->count[1] == 0) {
      t->best_loss = loss;
      memcpy(t->best, t->value, t->parameters * sizeof *t->best);
    }
    if (o->progress != NULL && !o->progress(o->context, epoch + 1, loss)) {
      return mr_error_set(err, MR_ERR_CANCELLED, "stopped while learning");
    }
  }
  memcpy(t->value, t->best, t->parameters * sizeof *t->best);
  return MR_OK;
}

mr_status mr_fyn_learn_run(mr_fyn_learn *it, const mr_fyn_learn_options *options, mr_fyn **out,
                           mr_fyn_learn_report *report, mr_error *err) {
  mr_fyn_learn_options o = *options;
  teacher t;
  o.columns = o.columns > 0 ? o.columns : usual_columns(&it->layout);
  if (!mr_fyn_columns_fit(&it->layout, o.columns)) {
    return mr_error_set(err, MR_ERR_RANGE, "a network cannot have %u neurons", o.columns);
  }
  if (it->count[0] < LEAST) {
    return mr_error_set(err, MR_ERR_ILLEGAL,
                        "there are only %zu quiet positions to learn from: play more games",
                        it->count[0]);
  }
  size_t *order = mr_alloc_zero(it->allocator, it->count[0], sizeof *order);
  mr_status status = teacher_init(&t, it, &o, err);
  if (status == MR_OK && order == NULL) {
    status = mr_error_set(err, MR_ERR_NOMEM, "no memory for learning");
  }
  if (status == MR_OK && order != NULL) {
    memcpy(order, it->at[0], it->count[0] * sizeof *order);
    status = run_epochs(&t, order, &o, err);
  }
  if (status == MR_OK) {
    *report = (mr_fyn_learn_report){.positions = it->count[0],
                                    .held_out = it->count[1],
                                    .repeated = it->repeated,
                                    .loss_before = held_out_loss(&t, true),
                                    .loss_after = held_out_loss(&t, false),
                                    .scale = t.scale};
    status = quantize(&t, out, err);
  }
  teacher_done(&t);
  mr_alloc_free(it->allocator, order, it->count[0] * sizeof *order);
  return status;
}
