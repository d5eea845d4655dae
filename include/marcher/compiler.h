/**
 * @file compiler.h
 * The one header that names compiler extensions: attributes and builtins that gcc 12 and
 * clang 14 share; and what C++ says otherwise. Everything else is plain C17.
 */
#ifndef MARCHER_COMPILER_H
#define MARCHER_COMPILER_H

#include <stdint.h>

/** Between these two stand the declarations of a header: they are those of C, also in C++. */
#ifdef __cplusplus
#define MR_BEGIN_C extern "C" {
#define MR_END_C }
#else
#define MR_BEGIN_C
#define MR_END_C
#endif

/** Before braces: a value of a type, as MR_VALUE(mr_cell){3}. */
#ifdef __cplusplus
#define MR_VALUE(TYPE) TYPE
#else
#define MR_VALUE(TYPE) (TYPE)
#endif

/** The caller must look at the returned value. */
#define MR_NODISCARD __attribute__((warn_unused_result))

/** Checks a printf-like format: F is the format's argument number, A the first variadic one. */
#define MR_PRINTF(F, A) __attribute__((format(printf, F, A)))

/** Symbols of the public interface in a shared library. */
#define MR_API __attribute__((visibility("default")))

/** Functions that are inlined, and lie in the library as well, for other languages. */
#define MR_INLINE MR_API inline

/** Number of bits set in `bits`. */
static inline unsigned mr_popcount64(uint64_t bits) {
  return (unsigned)__builtin_popcountll(bits);
}

/** Index of the lowest bit set. @pre bits != 0 */
static inline unsigned mr_lowest_bit64(uint64_t bits) {
  return (unsigned)__builtin_ctzll(bits);
}

/** The 128-bit product's high and low halves, for unbiased bounded random numbers. */
__extension__ typedef unsigned __int128 mr_u128;

#endif
