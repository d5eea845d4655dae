/**
 * @file compiler.h
 * The one header that names compiler extensions: attributes and builtins that gcc 12 and
 * clang 14 share. Everything else is plain C17.
 */
#ifndef MARCHER_COMPILER_H
#define MARCHER_COMPILER_H

#include <stdint.h>

/** The caller must look at the returned value. */
#define MR_NODISCARD __attribute__((warn_unused_result))

/** Checks a printf-like format: F is the format's argument number, A the first variadic one. */
#define MR_PRINTF(F, A) __attribute__((format(printf, F, A)))

/** Symbols of the public interface in a shared library. */
#define MR_API __attribute__((visibility("default")))

/** Number of bits set in `bits`. */
static inline unsigned mr_popcount64(uint64_t bits) {
  return (unsigned)__builtin_popcountll(bits);
}

/** Index of the lowest bit set. @pre bits != 0 */
static inline unsigned mr_lowest_bit64(uint64_t bits) {
  return (unsigned)__builtin_ctzll(bits);
}

/** The 128-bit product's high and low halves, for unbiased bounded random numbers. */
typedef unsigned __int128 mr_u128;

#endif
