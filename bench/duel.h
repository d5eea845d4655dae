/**
 * @file duel.h
 * Matches between two computer players of one game, in pairs: both play both seats from the same
 * start, so that a lucky hand serves both.
 */
#ifndef MARCHER_BENCH_DUEL_H
#define MARCHER_BENCH_DUEL_H

#include <marcher/engine.h>

/** Results from the first player's point of view, apart by the seat that it held. */
typedef struct duel_score {
  unsigned wins[2];
  unsigned draws[2];
  unsigned losses[2];
  uint64_t actions;  /**< over all games */
  double seconds[2]; /**< thinking time of the first and the second player */
  uint64_t decisions[2];
} duel_score;

typedef struct duel_options {
  unsigned games; /**< an even number */
  uint64_t seed;
  mr_limits limits[2];
} duel_options;

/** Plays the match. False when memory is out or a player fails (says so on stderr). */
bool duel_play(mr_engine *first, mr_engine *second, const duel_options *options, duel_score *score);

/** Share of the points, a draw counting a half, and its standard error over pairs' bound. */
double duel_share(const duel_score *score);
double duel_error(const duel_score *score);

/** One row: names, share with error, then wins, draws and losses by seat. */
void duel_print(const mr_game *game, const char *first, const char *second,
                const duel_score *score);

#endif
