/**
 * @file kernels_body.h
 * The loops of kernels.h, once for each processor; NETWORK_KERNELS is the name of their table.
 */
#ifndef MARCHER_SEARCH_FAIRY_NETWORK_KERNELS_BODY_H
#define MARCHER_SEARCH_FAIRY_NETWORK_KERNELS_BODY_H

#include "search/fairy/network/kernels.h"
#include "search/fairy/network/network.h"

enum { LANES = 16 /**< of sums of fractions: the order in which they are added is written down */ };

static void update(const mr_fyn_rows *rows, int two, const int16_t *restrict before,
                   int16_t *restrict after, size_t width) {
  const int16_t *restrict a = rows->add[0], *restrict r = rows->remove[0];
  const int16_t *restrict b = rows->add[1], *restrict s = rows->remove[1];
  if (!two) {
    for (size_t i = 0; i < width; i++) {
      after[i] = (int16_t)(before[i] + a[i] - r[i]);
    }
    return;
  }
  for (size_t i = 0; i < width; i++) {
    after[i] = (int16_t)(before[i] + a[i] + b[i] - r[i] - s[i]);
  }
}

static int32_t output(const int16_t *restrict sums, const int16_t *restrict weights, size_t width) {
  int32_t total = 0;
  for (size_t i = 0; i < width; i++) {
    int16_t on = sums[i] < 0 ? 0 : sums[i] > MR_FYN_ONE ? MR_FYN_ONE : sums[i];
    int16_t product = (int16_t)(on * weights[i]);
    total += (int32_t)product * on;
  }
  return total;
}

static void add(float *restrict into, const float *restrict row, size_t count) {
  for (size_t i = 0; i < count; i++) {
    into[i] += row[i];
  }
}

static float activate(const float *restrict sums, const float *restrict weights,
                      float *restrict active, size_t count) {
  float part[LANES] = {0};
  for (size_t i = 0; i < count; i += LANES) {
    for (size_t k = 0; k < LANES; k++) {
      float on = sums[i + k] < 0.0f ? 0.0f : sums[i + k];
      on = on > 1.0f ? 1.0f : on;
      active[i + k] = on;
      part[k] += on * on * weights[i + k];
    }
  }
  float total = 0;
  for (size_t k = 0; k < LANES; k++) {
    total += part[k];
  }
  return total;
}

static void back(float error, const float *restrict active, const float *restrict weights,
                 float *restrict weight_gradient, float *restrict error_of_sums, size_t count) {
  for (size_t i = 0; i < count; i++) {
    float on = active[i];
    float slope = on < 1.0f ? 2.0f * on : 0.0f; /* where a sum is below 0, `on` is 0 */
    weight_gradient[i] += error * on * on;
    error_of_sums[i] = error * weights[i] * slope;
  }
}

static void step(const mr_fyn_step *how, const float *restrict gradient, size_t count) {
  float *restrict value = how->value, *restrict mean = how->mean, *restrict square = how->square;
  float rate = how->rate, keep = how->mean_decay, keep_square = how->square_decay;
  float limit = how->limit;
  for (size_t i = 0; i < count; i++) {
    float g = gradient[i];
    mean[i] = keep * mean[i] + (1.0f - keep) * g;
    square[i] = keep_square * square[i] + (1.0f - keep_square) * g * g;
    float next = value[i] - rate * mean[i] / (sqrtf(square[i]) + 1e-8f);
    next = next > limit ? limit : next;
    value[i] = next < -limit ? -limit : next;
  }
}

const mr_fyn_kernels NETWORK_KERNELS = {.update = update,
                                        .output = output,
                                        .add = add,
                                        .activate = activate,
                                        .back = back,
                                        .step = step};

#endif
