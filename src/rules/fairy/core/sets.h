/**
 * @file sets.h
 * Sets of cells in FY_WORDS words of 64 bits, for the files core_*.h that are compiled once for
 * each size of board. The builtins of the compiler that the family uses are all here.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_SETS_H
#define MARCHER_RULES_FAIRY_CORE_SETS_H

#include "rules/fairy/fairy.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

#ifndef FY_WORDS
#define FY_WORDS 1
#endif

#define FY_INLINE static inline __attribute__((always_inline))
/* Large functions that the fast program has in each of their callers. Builds that look for faults
 * have one of each: to instrument every copy takes most of their time. */
#ifdef MR_PLAIN_CORES
#define FY_HOT static inline __attribute__((unused))
#else
#define FY_HOT FY_INLINE
#endif

/* What few games need: one of each, which makes the others no slower, and small where a page
 * carries it. */
#ifdef __wasm__
#define FY_RARE static __attribute__((noinline, unused, minsize))
#else
#define FY_RARE static __attribute__((noinline, unused))
#endif

/** A set of cells; bit = cell. */
typedef struct bb {
  uint64_t w[FY_WORDS];
} bb;

FY_INLINE bb bb_none(void) {
  return (bb){{0}};
}

FY_INLINE bb bb_of(unsigned cell) {
  bb set = {{0}};
  set.w[FY_WORDS == 1 ? 0 : cell >> 6] = UINT64_C(1) << (cell & 63);
  return set;
}

FY_INLINE bool bb_has(bb set, unsigned cell) {
  return (set.w[FY_WORDS == 1 ? 0 : cell >> 6] >> (cell & 63) & 1) != 0;
}

FY_INLINE bb bb_and(bb a, bb b) {
  for (unsigned i = 0; i < FY_WORDS; i++) {
    a.w[i] &= b.w[i];
  }
  return a;
}

FY_INLINE bb bb_or(bb a, bb b) {
  for (unsigned i = 0; i < FY_WORDS; i++) {
    a.w[i] |= b.w[i];
  }
  return a;
}

FY_INLINE bb bb_xor(bb a, bb b) {
  for (unsigned i = 0; i < FY_WORDS; i++) {
    a.w[i] ^= b.w[i];
  }
  return a;
}

/** What is in `a` and not in `b`. */
FY_INLINE bb bb_less(bb a, bb b) {
  for (unsigned i = 0; i < FY_WORDS; i++) {
    a.w[i] &= ~b.w[i];
  }
  return a;
}

FY_INLINE bool bb_any(bb set) {
  uint64_t all = 0;
  for (unsigned i = 0; i < FY_WORDS; i++) {
    all |= set.w[i];
  }
  return all != 0;
}

FY_INLINE bool bb_meet(bb a, bb b) {
  return bb_any(bb_and(a, b));
}

FY_INLINE bool bb_same(bb a, bb b) {
  return !bb_any(bb_xor(a, b));
}

FY_INLINE unsigned bb_count(bb set) {
  unsigned count = 0;
  for (unsigned i = 0; i < FY_WORDS; i++) {
    count += (unsigned)__builtin_popcountll(set.w[i]);
  }
  return count;
}

/** Whether there is exactly one cell in the set. */
FY_INLINE bool bb_single(bb set) {
#if FY_WORDS == 1
  return set.w[0] != 0 && (set.w[0] & (set.w[0] - 1)) == 0;
#else
  return bb_count(set) == 1;
#endif
}

/** The lowest cell. @pre the set is not empty */
FY_INLINE unsigned bb_first(bb set) {
  unsigned i = 0;
  while (i + 1 < FY_WORDS && set.w[i] == 0) {
    i++;
  }
  return i * 64 + (unsigned)__builtin_ctzll(set.w[i]);
}

/** Takes the lowest cell out of the set; false when there is none. */
FY_INLINE bool bb_pop(bb *set, unsigned *cell) {
  for (unsigned i = 0; i < FY_WORDS; i++) {
    if (set->w[i] != 0) {
      *cell = i * 64 + (unsigned)__builtin_ctzll(set->w[i]);
      set->w[i] &= set->w[i] - 1;
      return true;
    }
  }
  return false;
}

FY_INLINE bb bb_from(const mr_fy_set *set) {
  bb out;
  for (unsigned i = 0; i < FY_WORDS; i++) {
    out.w[i] = set->w[i];
  }
  return out;
}

/** The bits of `word` at the places of `mask`, side by side from bit 0. */
FY_INLINE uint64_t gather_word(uint64_t word, uint64_t mask) {
#ifdef __BMI2__
  return __builtin_ia32_pext_di(word, mask);
#else
  uint64_t out = 0;
  for (unsigned i = 0; mask != 0; i++, mask &= mask - 1) {
    out |= (word >> __builtin_ctzll(mask) & 1) << i;
  }
  return out;
#endif
}

#endif
