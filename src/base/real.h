/**
 * @file real.h
 * exp, log and the like that say the same on every machine. Those of C libraries differ in the last
 * place from one library to the next, which is enough for a player to choose another action, or for
 * a sweep to ask for another batch. These are
 * made of sums, products and quotients alone, which IEEE 754 defines to the bit; so are sqrt,
 * floor, round and fabs of any library.
 */
#ifndef MARCHER_BASE_REAL_H
#define MARCHER_BASE_REAL_H

/** e to the x, to within two units of the last place; 0 and infinity where that is too small or
 *  too large. NaN for NaN. */
double mr_exp(double x);

/** The natural logarithm of x, to within two units of the last place; minus infinity for 0, NaN
 *  for less. */
double mr_log(double x);

/** The natural logarithm of the gamma function of x > 0, to within 1e-14 of its size or of 1. */
double mr_log_gamma(double x);

/** The root of the sum of two squares that a double can hold; infinity where one of them is. */
double mr_hypot(double x, double y);

#endif
