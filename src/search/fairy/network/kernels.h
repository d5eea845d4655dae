/**
 * @file kernels.h
 * The loops in which networks spend their time, in plain C that compilers turn into vector
 * instructions. This header is compiled once for any processor (kernels.c) and once for those that
 * know AVX2 (kernels_avx2.c): one text, so one result, to the bit. Whole numbers may be added in
 * any order; in the sums of fractions every order is written down.
 */
#ifndef MARCHER_SEARCH_FAIRY_NETWORK_KERNELS_H
#define MARCHER_SEARCH_FAIRY_NETWORK_KERNELS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/** Rows that are added and taken away. */
typedef struct mr_fyn_rows {
  const int16_t *add[2], *remove[2];
} mr_fyn_rows;

/** One step of Adam for some of the parameters. */
typedef struct mr_fyn_step {
  float *value, *mean, *square; /**< the parameters and what is remembered of their gradients */
  float rate, mean_decay, square_decay;
  float limit; /**< no parameter grows beyond */
} mr_fyn_step;

typedef struct mr_fyn_kernels {
  /** after = before + a row - a row; where `two`, two of both. */
  void (*update)(const mr_fyn_rows *rows, int two, const int16_t *before, int16_t *after,
                 size_t width);
  /** Sum of weight times squared activation. */
  int32_t (*output)(const int16_t *sums, const int16_t *weights, size_t width);
  /** into += row. */
  void (*add)(float *into, const float *row, size_t count);
  /** Activations of sums, and their products with weights, added up. */
  float (*activate)(const float *sums, const float *weights, float *active, size_t count);
  /** From the error of the output to that of the sums; the gradient of the weights grows. */
  void (*back)(float error, const float *active, const float *weights, float *weight_gradient,
               float *error_of_sums, size_t count);
  void (*step)(const mr_fyn_step *step, const float *gradient, size_t count);
} mr_fyn_kernels;

extern const mr_fyn_kernels mr_fyn_kernels_plain, mr_fyn_kernels_avx2;

/** The fastest that this processor can do. */
const mr_fyn_kernels *mr_fyn_kernels_best(void);

/** Those for AVX2 if this build and this processor have them, or NULL: for tests. */
const mr_fyn_kernels *mr_fyn_kernels_fast(void);

#endif
