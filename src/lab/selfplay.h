/**
 * @file selfplay.h
 * Games of the engine against itself, from which others learn: weights (tune*.c), networks
 * (train*.c). Here is how they are played and which of their positions can teach; what becomes of
 * those, and where they are kept, is the caller's.
 *
 * Games come in units with numbers. Everything about a unit follows from its number, the seed, the
 * round and the player; threads take the next number, and so nothing depends on how many there are.
 */
#ifndef MARCHER_LAB_SELFPLAY_H
#define MARCHER_LAB_SELFPLAY_H

#include <marcher/match.h>
#include <marcher/session.h>

#include "search/fairy/fit/fit.h"

enum { MR_SELFPLAY_UNDECIDED = 255 /**< result of a game that was broken off */ };

/** A game that has come to its end. */
typedef struct mr_selfplay_game {
  uint64_t number;  /**< of its unit */
  uint8_t result;   /**< White's quarter points, or MR_SELFPLAY_UNDECIDED */
  uint32_t actions; /**< that were searched for */
  uint32_t positions;
  size_t first; /**< of its bytes in those of the unit */
  size_t sure;  /**< from this byte on, no action at random stands between positions and result */
} mr_selfplay_game;

/** A unit that was played. */
typedef struct mr_selfplay_unit {
  uint64_t number;
  uint32_t positions;
  mr_str bytes; /**< the receiver takes them: he leaves an empty one behind, or frees nothing */
  uint64_t nodes;
  double cpu_seconds;
} mr_selfplay_unit;

/** What is to be played. */
typedef struct mr_selfplay {
  const mr_game *game;
  const mr_allocator *allocator;
  const mr_fys_fit *quiet;   /**< says which positions are */
  const char *weights;       /**< of the player; NULL: those of the game */
  const mr_network *network; /**< of the player; empty: none */
  uint64_t seed;
  unsigned round; /**< games of each are others, from 1 */
  uint64_t nodes; /**< of a search, about */
  unsigned games; /**< of a unit */
  unsigned threads;
  const atomic_bool *stop; /**< may be NULL */
  void *context;
  /* Called by any thread, several at once: */
  /** Adds a position that can teach. @param centipawns for who is to move */
  void (*note)(void *context, const mr_state *state, int centipawns, mr_str *out);
  /** The game is over, and its positions are the last ones in `out`. */
  void (*close)(void *context, const mr_selfplay_game *game, mr_str *out);
  /* Called by any thread, one at a time: */
  /** The next unit to be played. @return false: no more are wanted */
  bool (*next)(void *context, uint64_t *number);
  /** Takes a unit that was played. @return MR_OK, or why all work has to end */
  mr_status (*take)(void *context, mr_selfplay_unit *unit, mr_error *err);
} mr_selfplay;

/** Plays until nothing more is wanted, or `stop` is set, which is no failure. */
MR_NODISCARD mr_status mr_selfplay_run(const mr_selfplay *play, mr_error *err);

/** A beginning at random, some actions long, of a session. @param made receives them; may be NULL
 */
MR_NODISCARD mr_status mr_selfplay_opening(mr_session *session, mr_random *random,
                                           mr_match_opening *made, mr_error *err);

#endif
