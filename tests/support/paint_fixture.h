#ifndef MARCHER_TESTS_SUPPORT_PAINT_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_PAINT_FIXTURE_H

/**
 * @file
 * What a program of painting tests works with from setup to teardown. Included by the program's
 * one file: the objects are its own.
 */

#include <marcher/paint.h>

#include "paint_samples.h"

static mr_game game;
static mr_sample sample;
static mr_str out;

static inline int setup(void **state) {
  (void)state;
  game = mr_sample_game("White", "Black");
  out = mr_str_growing(NULL);
  return 0;
}

static inline int teardown(void **state) {
  (void)state;
  mr_sample_done(&sample);
  mr_str_done(&out);
  return 0;
}

#endif
