/**
 * @file tt.h
 * The transposition table: what searches remember of positions, shared by all threads without
 * locks. An entry is two words, one laid over the other: a half that another thread has just
 * changed does not fit its other half, and is taken for another position.
 */
#ifndef MARCHER_SEARCH_FAIRY_TT_H
#define MARCHER_SEARCH_FAIRY_TT_H

#include <marcher/alloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  MR_FYS_BUCKET = 4,        /**< entries that share a place; a line of the processor's cache */
  MR_FYS_DEPTH_BIAS = 8,    /**< added to depths, which may be below zero */
  MR_FYS_DEPTH_STORED = 127 /**< the most that is kept, bias included */
};

/** What a score says of the true one. */
typedef enum mr_fys_bound {
  MR_FYS_NO_BOUND,
  MR_FYS_AT_MOST,
  MR_FYS_AT_LEAST,
  MR_FYS_EXACT
} mr_fys_bound;

/**
 * `data`, from bit 0: action 25, depth 7, bound 2, age 6, pv 1, the rest of the action 7, score 16.
 * `check` is `data` laid over the upper 48 bits of the key and 16 bits of static eval.
 */
typedef struct mr_fys_tt_entry {
  _Atomic uint64_t check;
  _Atomic uint64_t data;
} mr_fys_tt_entry;

/** An entry taken apart, or one to be stored. */
typedef struct mr_fys_tt_data {
  uint32_t action; /**< 0: none is known */
  int score;       /**< as seen from the node */
  int raw_eval;    /**< static eval for the side to move, not scaled */
  int depth;
  mr_fys_bound bound;
  bool pv; /**< it has been on a principal variation */
} mr_fys_tt_data;

typedef struct mr_fys_tt {
  mr_fys_tt_entry *entries; /**< aligned within `block` */
  void *block;
  size_t size; /**< of the block, in bytes */
  size_t mask; /**< buckets less one */
  unsigned age;
  bool used; /**< since it was empty: an untouched one has no memory yet */
} mr_fys_tt;

/** Takes about `memory` bytes, never more. @return false without memory */
bool mr_fys_tt_init(mr_fys_tt *tt, size_t memory, const mr_allocator *allocator);
void mr_fys_tt_done(mr_fys_tt *tt, const mr_allocator *allocator);
/** Empties it. @pre nobody searches */
void mr_fys_tt_clear(mr_fys_tt *tt);
/** A new search begins: what older ones left is replaced first. */
void mr_fys_tt_new_search(mr_fys_tt *tt);
/** How much of it is this search's, in thousandths. */
unsigned mr_fys_tt_fullness(const mr_fys_tt *tt);

/** Begins to bring a position's place near, some time before it is looked up: that is mostly far
 *  away in memory. */
static inline void mr_fys_tt_prefetch(const mr_fys_tt *tt, uint64_t key) {
  __builtin_prefetch(tt->entries + ((size_t)key & tt->mask) * MR_FYS_BUCKET);
}

/** Looks a position up. @return false when there is nothing */
bool mr_fys_tt_find(const mr_fys_tt *tt, uint64_t key, mr_fys_tt_data *out);
/** Stores a fact; an action known before stays where the fact has none. @pre a search has begun */
void mr_fys_tt_store(mr_fys_tt *tt, uint64_t key, const mr_fys_tt_data *fact);

#endif
