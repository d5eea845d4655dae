#include <marcher/str.h>
#include <string.h>

#include "base/text.h"

/** Longer words have no nearest: nobody mistypes them, and the work stays bounded. */
enum { WORD_MAX = 64 };

/** More edits make another word, however long it is. */
enum { EDITS_MAX = 4 };

/** One row of the table of distances between prefixes. */
typedef struct distance_row {
  uint8_t to[WORD_MAX + 1];
} distance_row;

static uint8_t least(uint8_t a, uint8_t b) {
  return a < b ? a : b;
}

static bool same(char a, char b, bool fold) {
  return fold ? mr_text_lower(a) == mr_text_lower(b) : a == b;
}

/**
 * Edit distance in which a transposition of neighbours counts one and no part is edited twice
 * (optimal string alignment). `fold` takes A for a. @pre both are at most WORD_MAX bytes
 */
static uint8_t distance(const char *a, size_t a_length, const char *b, size_t b_length, bool fold) {
  distance_row rows[3];
  for (size_t j = 0; j <= b_length; j++) {
    rows[0].to[j] = (uint8_t)j;
  }
  for (size_t i = 1; i <= a_length; i++) {
    const distance_row *before = &rows[(i + 1) % 3];
    const distance_row *last = &rows[(i + 2) % 3];
    distance_row *row = &rows[i % 3];
    row->to[0] = (uint8_t)i;
    for (size_t j = 1; j <= b_length; j++) {
      uint8_t cost = least((uint8_t)(last->to[j] + 1), (uint8_t)(row->to[j - 1] + 1));
      cost = least(cost, (uint8_t)(last->to[j - 1] + !same(a[i - 1], b[j - 1], fold)));
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2], fold) && same(a[i - 2], b[j - 1], fold)) {
        cost = least(cost, (uint8_t)(before->to[j - 2] + 1));
      }
      row->to[j] = cost;
    }
  }
  return rows[a_length % 3].to[b_length];
}

uint32_t mr_text_edits(const char *a, const char *b) {
  return distance(a, strnlen(a, WORD_MAX), b, strnlen(b, WORD_MAX), true);
}

/** Most edits between words that may have been meant for each other. */
static size_t most_edits(size_t a_length, size_t b_length) {
  size_t longer = a_length > b_length ? a_length : b_length;
  size_t shorter = a_length + b_length - longer;
  size_t most = longer < 6 ? 1 : longer < 3 * EDITS_MAX ? longer / 3 : EDITS_MAX;
  return most < shorter ? most : shorter > 0 ? shorter - 1 : 0;
}

void mr_nearest_begin(mr_nearest_search *search, const char *word) {
  *search = (mr_nearest_search){.word = word, .length = strlen(word), .best_cost = UINT32_MAX};
}

bool mr_nearest_offer(mr_nearest_search *search, const char *candidate) {
  size_t length = strlen(candidate);
  size_t apart = length > search->length ? length - search->length : search->length - length;
  if (length > WORD_MAX || search->length > WORD_MAX) {
    return false;
  }
  size_t most = most_edits(search->length, length);
  if (apart > most) {
    return false;
  }
  uint32_t edits = distance(search->word, search->length, candidate, length, true);
  if (edits > most) {
    return false;
  }
  /* Upper and lower case are only told apart among equals. */
  uint32_t exact = distance(search->word, search->length, candidate, length, false);
  uint32_t cost = edits * (WORD_MAX + 1) + exact;
  if (cost >= search->best_cost) {
    return false;
  }
  search->best_cost = cost;
  return true;
}

const char *mr_nearest(const char *word, const char *const *candidates, size_t count) {
  const char *best = NULL;
  if (word == NULL || candidates == NULL) {
    return NULL;
  }
  mr_nearest_search search;
  mr_nearest_begin(&search, word);
  for (size_t i = 0; i < count; i++) {
    if (candidates[i] != NULL && mr_nearest_offer(&search, candidates[i])) {
      best = candidates[i];
    }
  }
  return best;
}
