#include "search/fairy/network/model.h"

#include <marcher/random.h>
#include <math.h>

/* ---- beginning and end ----------------------------------------------------------------------- */

static float between(mr_random *random, float size) {
  return (float)(2 * mr_random_unit(random) - 1) * size;
}

/** Where a cell lies, from -1 to 1. */
static float along(unsigned at, unsigned count) {
  return count > 1 ? 2 * (float)at / (float)(count - 1) - 1 : 0;
}

/** Men of a kind begin alike, changing smoothly over the board: so a neuron soon knows what they
 *  have in common, and places that were seldom seen are judged as those beside them. */
static void begin_kind(mr_fyn_model *m, unsigned view, unsigned code, mr_random *random) {
  const mr_fy_rules *rules = &m->layout->game->rules;
  const float level = 0.1f, slope = 0.1f, noise = 0.03f;
  float weight[3][MR_FYN_WIDTH_MAX];
  for (unsigned i = 0; i < m->columns; i++) {
    weight[0][i] = between(random, level);
    weight[1][i] = between(random, slope);
    weight[2][i] = between(random, slope);
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    size_t row = m->layout->man[view][(size_t)code * rules->cells + cell];
    float rank = along(cell / rules->files, rules->ranks);
    float file = along(cell % rules->files, rules->files);
    for (unsigned i = 0; i < m->columns && row < m->layout->rows; i++) {
      m->value[row * m->columns + i] =
          weight[0][i] + weight[1][i] * rank + weight[2][i] * file + between(random, noise);
    }
  }
}

static void begin_values(mr_fyn_model *m, uint64_t seed) {
  const mr_fyn_layout *l = m->layout;
  const float row_size = 0.1f, bias = 0.25f;
  mr_random random;
  mr_random_init(&random, mr_mix64(seed ^ UINT64_C(0x6e657477)));
  for (size_t i = 0; i < (size_t)l->rows * m->columns; i++) { /* the empty row stays so */
    m->value[i] = between(&random, row_size);
  }
  for (unsigned view = 0; view < (l->turned ? 1u : 2u); view++) {
    for (unsigned code = 2; code < l->game->code_count; code++) {
      begin_kind(m, view, code, &random);
    }
  }
  for (size_t i = m->bias; i < m->direct; i++) {
    m->value[i] = bias;
  }
}

mr_status mr_fyn_model_init(mr_fyn_model *m, const mr_fyn_layout *l, unsigned columns,
                            uint64_t seed, const mr_allocator *allocator, mr_error *err) {
  *m = (mr_fyn_model){.layout = l,
                      .kernels = mr_fyn_kernels_best(),
                      .allocator = allocator,
                      .columns = columns,
                      .images = l->halves ? 2 : 1};
  m->bias = (l->rows + 1u) * (size_t)columns;
  m->direct = m->bias + columns;
  m->out = m->direct + l->rows + 1u;
  m->out_bias = m->out + (size_t)2 * l->buckets * columns;
  m->parameters = m->out_bias + l->buckets;
  /* As many men as there may be do not overflow a sum of 16 bits. */
  float most = (float)INT16_MAX / MR_FYN_ONE / (float)(l->pieces + 1);
  m->row_limit = most < 2.0f ? most : 2.0f;
  m->value = mr_alloc_zero(allocator, m->parameters, sizeof *m->value);
  if (m->value == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for learning");
  }
  begin_values(m, seed);
  return MR_OK;
}

void mr_fyn_model_done(mr_fyn_model *m) {
  mr_alloc_free(m->allocator, m->value, m->parameters * sizeof *m->value);
}

void mr_fyn_model_parts(const mr_fyn_model *m, mr_fyn_model_part out[MR_FYN_MODEL_PARTS]) {
  out[0] = (mr_fyn_model_part){m->direct, m->row_limit};
  out[1] = (mr_fyn_model_part){m->out, (float)INT16_MAX / MR_FYN_DIRECT_ONE};
  out[2] = (mr_fyn_model_part){m->parameters, (float)MR_FYN_OUT_MAX / MR_FYN_OUT_ONE};
}

/* ---- forward and back ------------------------------------------------------------------------ */

static uint16_t row_of(const mr_fyn_model *m, unsigned image, uint16_t row) {
  return image == 0 ? row : m->layout->mirror[row];
}

/** The row that stands for one and its mirror image. */
static uint16_t half_of(const mr_fyn_model *m, uint16_t row) {
  uint16_t other = m->layout->mirror[row];
  return row < other ? row : other;
}

double mr_fyn_model_output(const mr_fyn_model *m, const mr_fyn_example *e, mr_fyn_activations on) {
  double sum = m->value[m->out_bias + e->bucket];
  for (unsigned v = 0; v < 2; v++) {
    float direct = 0;
    for (unsigned i = 0; i < e->count[v]; i++) {
      direct += m->value[m->direct + half_of(m, e->row[v][i])];
    }
    sum += v == 0 ? 0.5f * direct : -0.5f * direct;
    const float *weights = m->value + m->out + ((size_t)e->bucket * 2 + v) * m->columns;
    for (unsigned image = 0; image < m->images; image++) {
      float sums[MR_FYN_WIDTH_MAX];
      memcpy(sums, m->value + m->bias, m->columns * sizeof *sums);
      for (unsigned i = 0; i < e->count[v]; i++) {
        size_t row = row_of(m, image, e->row[v][i]);
        m->kernels->add(sums, m->value + row * m->columns, m->columns);
      }
      sum += m->kernels->activate(sums, weights, on[v][image], m->columns);
    }
  }
  return sum;
}

void mr_fyn_model_back(const mr_fyn_model *m, const mr_fyn_example *e, const mr_fyn_activations on,
                       float error, float *gradient) {
  float of_sums[MR_FYN_WIDTH_MAX];
  gradient[m->out_bias + e->bucket] += error;
  for (unsigned v = 0; v < 2; v++) {
    size_t at = m->out + ((size_t)e->bucket * 2 + v) * m->columns;
    for (unsigned i = 0; i < e->count[v]; i++) {
      gradient[m->direct + half_of(m, e->row[v][i])] += v == 0 ? 0.5f * error : -0.5f * error;
    }
    for (unsigned image = 0; image < m->images; image++) {
      m->kernels->back(error, on[v][image], m->value + at, gradient + at, of_sums, m->columns);
      m->kernels->add(gradient + m->bias, of_sums, m->columns);
      for (unsigned i = 0; i < e->count[v]; i++) {
        size_t row = row_of(m, image, e->row[v][i]);
        m->kernels->add(gradient + row * m->columns, of_sums, m->columns);
      }
    }
  }
}

/* ---- whole numbers --------------------------------------------------------------------------- */

static int rounded(double value, int one, int limit) {
  double whole = rint(value * one);
  return whole > limit ? limit : whole < -limit ? -limit : (int)whole;
}

/** What the outputs can be multiplied by, for the scale to be divided by it: what a network adds is
 *  little, and would else be written in few digits. */
static double stretch_of(const mr_fyn_model *m) {
  const double out_max = (double)MR_FYN_OUT_MAX / MR_FYN_OUT_ONE;
  const double direct_max = (double)INT16_MAX / MR_FYN_DIRECT_ONE;
  double most = 16; /* the scale is to keep three digits */
  for (size_t i = m->direct; i < m->out_bias; i++) {
    double size = fabs((double)m->value[i]), limit = i < m->out ? direct_max : out_max;
    most = size * most > limit ? limit / size : most;
  }
  return most;
}

static void write_rows(const mr_fyn_model *m, mr_fyn *n) {
  for (size_t row = 0; row <= m->layout->rows + 1u; row++) { /* the bias comes behind the rows */
    int16_t *to = row <= m->layout->rows ? n->row + row * n->width : n->bias;
    for (unsigned i = 0; i < m->columns; i++) {
      to[i] = (int16_t)rounded((double)m->value[row * m->columns + i], MR_FYN_ONE, INT16_MAX);
    }
  }
}

mr_status mr_fyn_model_write(const mr_fyn_model *m, unsigned scale, double gain, mr_fyn **out,
                             mr_error *err) {
  const mr_fyn_layout *l = m->layout;
  mr_fyn *n = NULL;
  mr_status status = mr_fyn_new(l->game, m->columns, m->allocator, &n, err);
  if (status != MR_OK) {
    return status;
  }
  double stretch = stretch_of(m), unit = scale * gain * MR_FYN_SCALE_ONE / stretch;
  n->scale = unit >= 1 ? (unsigned)unit : 1;
  stretch = gain > 0 ? stretch : 0;
  write_rows(m, n);
  for (unsigned row = 0; row < l->rows; row++) {
    double direct = (double)m->value[m->direct + half_of(m, (uint16_t)row)];
    n->direct[row] = (int16_t)rounded(direct * stretch, MR_FYN_DIRECT_ONE, INT16_MAX);
  }
  for (size_t part = 0; part < (size_t)2 * l->buckets; part++) {
    for (unsigned i = 0; i < m->columns; i++) {
      double weight = (double)m->value[m->out + part * m->columns + i];
      n->out[part * n->width + i] =
          (int16_t)rounded(weight * stretch, MR_FYN_OUT_ONE, MR_FYN_OUT_MAX);
    }
  }
  for (unsigned i = 0; i < l->buckets; i++) {
    n->out_bias[i] = rounded((double)m->value[m->out_bias + i] * stretch,
                             MR_FYN_ONE * MR_FYN_OUT_ONE, INT32_MAX / 2);
  }
  mr_fyn_pair(n);
  *out = n;
  return MR_OK;
}

int mr_fyn_model_written(const mr_fyn *n, const mr_fyn_example *e) {
  int16_t sums[2 * MR_FYN_WIDTH_MAX + MR_FYN_SUMS_EXTRA];
  const mr_fyn_inputs_of inputs[2] = {{e->row[0], e->count[0]}, {e->row[1], e->count[1]}};
  mr_fyn_sums_of(n, inputs, sums);
  return mr_fyn_output(n, 0, e->bucket, sums);
}
