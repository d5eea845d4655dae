#ifndef MARCHER_TESTS_SUPPORT_TEST_MAIN_H
#define MARCHER_TESTS_SUPPORT_TEST_MAIN_H

/**
 * @file
 * cmocka with the headers it wants before it, and the `main` of every test program.
 */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/**
 * Selects the tests that the command line names: none given means all, one is a pattern in which
 * `*` and `?` stand for any characters and one character.
 *
 * Complains on standard error and returns false when the pattern matches no test, when there is
 * more than one argument, or when the environment variable MR_TEST_COUNT (set by CTest) differs
 * from `count`, so that a test which CTest does not know of cannot go unnoticed.
 */
bool mr_test_select(const struct CMUnitTest *tests, size_t count, int argc, char **argv);

/** Defines `main` over an array of tests; `setup` and `teardown` run once around all of them. */
#define MR_TEST_MAIN_WITH(tests, setup, teardown)                                   \
  int main(int argc, char **argv) {                                                 \
    if (!mr_test_select((tests), sizeof(tests) / sizeof((tests)[0]), argc, argv)) { \
      return 1;                                                                     \
    }                                                                               \
    return cmocka_run_group_tests((tests), (setup), (teardown)) == 0 ? 0 : 1;       \
  }

/** Defines `main` over an array of tests. */
#define MR_TEST_MAIN(tests) MR_TEST_MAIN_WITH(tests, NULL, NULL)

#endif
