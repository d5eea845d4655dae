/**
 * @file random.h
 * A small, fast, seedable, splittable random generator: xoshiro256** seeded by SplitMix64.
 * Same seed, same bytes, on every machine and compiler. Not for secrets.
 *
 * @source D. Blackman, S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM TOMS 47
 *         (2021); G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators",
 *         OOPSLA 2014; D. Lemire, "Fast Random Integer Generation in an Interval", ACM TOMACS 29
 *         (2019).
 */
#ifndef MARCHER_RANDOM_H
#define MARCHER_RANDOM_H

#include <marcher/hash.h>
#include <stdint.h>

MR_BEGIN_C

/** The whole state; copy it to repeat a run from here. */
typedef struct mr_random {
  uint64_t s[4];
} mr_random;

/** Starts the stream that belongs to `seed`; every 64-bit value is a good seed. */
MR_API void mr_random_init(mr_random *random, uint64_t seed);

/** 64 uniform bits. */
MR_API uint64_t mr_random_next(mr_random *random);

/** Uniform on 0 .. bound-1, without bias. @pre bound > 0 */
MR_API uint64_t mr_random_below(mr_random *random, uint64_t bound);

/** Uniform on [0, 1) with 53 bits. */
MR_API double mr_random_unit(mr_random *random);

/**
 * A generator of its own for a sub-task, so that what one sub-task draws does not shift the
 * others: game 17 of a match is the same whether or not game 16 was played.
 */
MR_API mr_random mr_random_split(mr_random *random);

MR_END_C

#endif
