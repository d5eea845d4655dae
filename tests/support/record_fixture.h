#ifndef MARCHER_TESTS_SUPPORT_RECORD_FIXTURE_H
#define MARCHER_TESTS_SUPPORT_RECORD_FIXTURE_H

/**
 * @file
 * What a program of tests of records works with from setup to teardown. Included by the program's
 * one file: the objects are its own.
 */

#include <marcher/record.h>

static mr_record record;
static mr_error error;

static inline int setup(void **state) {
  (void)state;
  mr_record_init(&record, NULL);
  error = (mr_error){0};
  return 0;
}

static inline int teardown(void **state) {
  (void)state;
  mr_record_done(&record);
  return 0;
}

#endif
