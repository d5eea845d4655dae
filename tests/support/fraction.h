#ifndef MARCHER_TESTS_SUPPORT_FRACTION_H
#define MARCHER_TESTS_SUPPORT_FRACTION_H

/**
 * @file
 * Exact fractions for figures that are compared exactly. Numerator and denominator keep to 127
 * bits; a result that does not fit fails the running test rather than being rounded.
 */

#include <marcher/compiler.h>
#include <stdbool.h>

/** In lowest terms. */
typedef struct mr_exact {
  mr_u128 numerator;
  mr_u128 denominator;
} mr_exact;

/** numerator / denominator. @pre denominator > 0 */
mr_exact mr_exact_of(mr_u128 numerator, mr_u128 denominator);

/** As the figures write it: `4/45`, `1`, `0`. */
mr_exact mr_exact_read(const char *text);

mr_exact mr_exact_add(mr_exact a, mr_exact b);
mr_exact mr_exact_multiply(mr_exact a, mr_exact b);
bool mr_exact_same(mr_exact a, mr_exact b);

/** The nearest double, for messages. */
double mr_exact_double(mr_exact a);

#endif
