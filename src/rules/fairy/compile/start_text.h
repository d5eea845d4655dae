/**
 * @file start_text.h
 * First positions as the dialect of `variants.ini` writes them: `w 0 1` stands for `w - - 0 1`, and
 * rights to castle mean nothing where there is no castling.
 */
#ifndef MARCHER_RULES_FAIRY_COMPILE_START_TEXT_H
#define MARCHER_RULES_FAIRY_COMPILE_START_TEXT_H

#include "rules/fairy/fairy.h"

/** A first position in full. */
typedef struct mr_fy_start_text {
  const char *text;
  size_t from;     /**< first byte that is not as it was written; SIZE_MAX: all is */
  ptrdiff_t shift; /**< how much further what comes behind stands now */
} mr_fy_start_text;

/** Writes out what is left out; false where memory runs out. */
bool mr_fy_complete_start(const mr_fy_rules *rules, const char *text, mr_arena *arena,
                          mr_fy_start_text *out);

/** Where in the text as it was written a byte of the full text stands; from 0. */
size_t mr_fy_start_column(const mr_fy_start_text *start, size_t column);

#endif
