/**
 * @file tune_priv.h
 * What the files tune*.c share: games as text, terms of positions, weights.
 */
#ifndef MARCHER_LAB_TUNE_PRIV_H
#define MARCHER_LAB_TUNE_PRIV_H

#include <marcher/engine.h>
#include <marcher/tune.h>

#include "rules/fairy/weights.h"
#include "search/fairy/fairy_search.h"

enum {
  MR_TUNE_GAMES = 2000,
  MR_TUNE_NODES = 1000,
  MR_TUNE_ROUNDS = 2,
  MR_TUNE_EPOCHS = 40,
  MR_TUNE_TRUST = 75,
  MR_TUNE_HELD_OUT = 10, /**< every so manieth game */
};

/** A game that was played, as text: a line about it and one for each position. */
typedef struct mr_tune_game {
  uint8_t score; /**< White's, in quarter points */
  bool there;
  bool loaded; /**< it has not been played by this tuning */
  mr_str text;
} mr_tune_game;

struct mr_tune {
  const mr_game *game;
  mr_tune_options options; /**< complete */
  const mr_allocator *allocator;
  mr_tune_game *games; /**< by number, options.games of them */
  mr_fys_weights *measured;
  mr_fy_weights *found; /**< what the last fit has given */
  mr_str weights;       /**< the same as text, or what the first round begins with */
  mr_fy_fold fold;
  double scale;
};

/** A position as the fit sees it. */
typedef struct mr_tune_position {
  uint32_t first; /**< of its terms in mr_tune_set.terms */
  uint16_t count;
  bool held_out;
  float open, end; /**< hundredths that a term with weight 1 adds, by its two weights */
  float result;    /**< White's, 0 .. 1 */
  float verdict;   /**< the search's, in hundredths, White's */
} mr_tune_position;

/** How often a position has a term. */
typedef struct mr_tune_term {
  uint16_t column;
  int16_t count;
} mr_tune_term;

/** All positions of some games. Columns are the terms that the game has. */
typedef struct mr_tune_set {
  const mr_allocator *allocator;
  mr_tune_position *positions;
  size_t position_count, position_room;
  mr_tune_term *terms;
  size_t term_count, term_room;
  uint16_t columns[MR_FY_TERMS]; /**< by term; UINT16_MAX: none */
  uint16_t *term_of;             /**< by column */
  uint64_t *seen;                /**< by column: positions */
  size_t column_count;
} mr_tune_set;

/* tune_play.c */
/** Plays the games from `first` to before `end` that are not there yet. */
MR_NODISCARD mr_status mr_tune_play(mr_tune *tune, unsigned round, uint64_t first, uint64_t end,
                                    mr_error *err);

/* tune_data.c */
/** Reads the line about a game. @return false: it is none */
bool mr_tune_read_game(const char *line, size_t length, uint64_t *number, unsigned *score,
                       unsigned *positions);
/** Reads the positions of the games before `end`. */
MR_NODISCARD mr_status mr_tune_collect(const mr_tune *tune, uint64_t end, mr_tune_set *out,
                                       mr_error *err);
void mr_tune_set_done(mr_tune_set *set);

/* tune_fit.c */
/** Fits the weights to a set, beginning with tune->found; fills losses and counts of `report`. */
MR_NODISCARD mr_status mr_tune_fit(mr_tune *tune, const mr_tune_set *set, unsigned round,
                                   mr_tune_report *report, mr_error *err);

#endif
