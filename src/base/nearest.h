/**
 * @file nearest.h
 * The search behind mr_nearest, one candidate at a time: for candidates that stand in no array.
 */
#ifndef MARCHER_BASE_NEAREST_H
#define MARCHER_BASE_NEAREST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A search in progress. Caller-owned. */
typedef struct mr_nearest_search {
  const char *word;
  size_t length;      /**< of word, in bytes */
  uint32_t best_cost; /**< UINT32_MAX: nothing near enough so far */
} mr_nearest_search;

/** Begins to look for what was meant by `word`, which must outlive the search. */
void mr_nearest_begin(mr_nearest_search *search, const char *word);

/** @return whether `candidate` is near enough and nearer than all offered before */
bool mr_nearest_offer(mr_nearest_search *search, const char *candidate);

#endif
