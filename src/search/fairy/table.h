/**
 * @file table.h
 * What searches remember of positions, shared by all threads without locks. An entry is two words,
 * one laid over the other: a half that another thread has just changed does not fit its other half,
 * and is taken for another position.
 */
#ifndef MARCHER_SEARCH_FAIRY_TABLE_H
#define MARCHER_SEARCH_FAIRY_TABLE_H

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
 * `data`, from bit 0: action 25, depth 7, bound 2, age 6, pv 1, free 7, score 16. `check` is `data`
 * laid over the upper 48 bits of the key and 16 bits of static worth.
 */
typedef struct mr_fys_entry {
  _Atomic uint64_t check;
  _Atomic uint64_t data;
} mr_fys_entry;

/** An entry taken apart, or one to be stored. */
typedef struct mr_fys_fact {
  uint32_t action; /**< 0: none is known */
  int score;       /**< as seen from the node */
  int stand;       /**< static worth to the side to move */
  int depth;
  mr_fys_bound bound;
  bool pv; /**< it has been on a principal variation */
} mr_fys_fact;

typedef struct mr_fys_table {
  mr_fys_entry *entries; /**< aligned within `block` */
  void *block;
  size_t size; /**< of the block, in bytes */
  size_t mask; /**< buckets less one */
  unsigned age;
} mr_fys_table;

/** Takes about `memory` bytes, never more. @return false without memory */
bool mr_fys_table_init(mr_fys_table *table, size_t memory, const mr_allocator *allocator);
void mr_fys_table_done(mr_fys_table *table, const mr_allocator *allocator);
/** Empties it. @pre nobody searches */
void mr_fys_table_clear(mr_fys_table *table);
/** A new search begins: what older ones left is replaced first. */
void mr_fys_table_renew(mr_fys_table *table);
/** How much of it is this search's, in thousandths. */
unsigned mr_fys_table_fullness(const mr_fys_table *table);

/** Looks a position up. @return false when there is nothing */
bool mr_fys_table_find(const mr_fys_table *table, uint64_t key, mr_fys_fact *out);
/** Stores a fact; an action known before stays where the fact has none. */
void mr_fys_table_store(mr_fys_table *table, uint64_t key, const mr_fys_fact *fact);

#endif
