/**
 * @file fit_priv.h
 * What positions.c, which counts the terms of positions, and regression.c share.
 */
#ifndef MARCHER_SEARCH_FAIRY_FIT_FIT_PRIV_H
#define MARCHER_SEARCH_FAIRY_FIT_FIT_PRIV_H

#include "search/fairy/fairy_search.h"
#include "search/fairy/fit/fit.h"

enum { MR_FYS_FIT_NO_COLUMN = UINT16_MAX };

/** A position as the regression sees it. */
typedef struct fit_position {
  uint32_t first; /**< of its terms in mr_fys_fit.terms */
  uint16_t count;
  bool held_out;
  float open, end;  /**< hundredths that a term with weight 1 adds, by its two weights */
  float result;     /**< White's, 0 .. 1 */
  float centipawns; /**< the search's score, White's */
} fit_position;

/** How often a position has a term. */
typedef struct fit_term {
  uint16_t column;
  int16_t count;
} fit_term;

/** Makes the weights of `fit->text` the current ones. */
MR_NODISCARD mr_status mr_fys_fit_use_text(mr_fys_fit *fit, mr_error *err);

struct mr_fys_fit {
  const mr_game *base;
  const mr_fy_game *game;
  const mr_allocator *allocator;
  const mr_fys_core *core;
  mr_fy_fold fold;
  mr_fys_weights *measured; /**< what terms are counted with, and weights are drawn towards */
  mr_fys_weights *current;  /**< the same as `text` */
  mr_fy_weights *found;     /**< what the last run has given, or the text it began with */
  mr_str text;
  mr_fys_trace trace; /**< of the position that is being added */
  fit_position *positions;
  size_t position_count, position_room;
  fit_term *terms;
  size_t term_count, term_room;
  /* Columns are the terms that the game has. */
  uint16_t columns[MR_FY_TERMS]; /**< by term */
  uint16_t term_of[MR_FY_TERMS]; /**< by column */
  uint64_t seen[MR_FY_TERMS];    /**< by column: positions */
  size_t column_count;
};

#endif
