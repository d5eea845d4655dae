/**
 * @file selfplay.h
 * Games of the engine against itself, from which others learn: weights (tune*.c), networks
 * (train*.c). Here is how they are played and which of their positions can teach; what becomes of
 * those is the caller's. run_selfplay.c plays them as runs, whose batches any machine computes.
 *
 * Games have numbers. Everything about a game follows from its number, the seed, the round and the
 * player; threads take the next number, and so nothing depends on how many there are.
 */
#ifndef MARCHER_LAB_SELFPLAY_H
#define MARCHER_LAB_SELFPLAY_H

#include <marcher/match.h>
#include <marcher/run.h>
#include <marcher/session.h>

#include "base/text.h"
#include "search/fairy/fit/fit.h"

enum {
  MR_SELFPLAY_UNDECIDED = 255, /**< result of a game that was broken off */
  MR_SELFPLAY_LENGTH = 400,    /**< actions after which it is, and has no result */
};

/** A game that was played. */
typedef struct mr_selfplay_game {
  uint64_t number;
  uint8_t result;     /**< White's quarter points, or MR_SELFPLAY_UNDECIDED */
  uint32_t actions;   /**< that were searched for */
  uint32_t positions; /**< that can teach */
  uint32_t
      unsure;   /**< the first of these: an action at random stands between them and the result */
  mr_str lines; /**< one for each of these: White's hundredths, a blank, the state */
  uint64_t nodes;
} mr_selfplay_game;

/** What is to be played. */
typedef struct mr_selfplay {
  const mr_game *game;
  const mr_allocator *allocator;
  const mr_fys_fit *quiet;   /**< says which positions are */
  const char *weights;       /**< of the player; NULL: those of the game */
  const mr_network *network; /**< of the player; empty: none */
  uint64_t seed;
  unsigned round;  /**< games of each are others, from 1 */
  uint64_t nodes;  /**< of a search, about */
  uint32_t length; /**< actions after which a game is broken off */
  unsigned threads;
  const atomic_bool *stop; /**< may be NULL */
  void *context;
  /* Called by any thread, one at a time: */
  /** The next game to be played. @return false: no more are wanted */
  bool (*next)(void *context, uint64_t *number);
  /** Takes a game that was played. @return MR_OK, or why all work has to end */
  mr_status (*take)(void *context, const mr_selfplay_game *game, mr_error *err);
} mr_selfplay;

/** Plays until nothing more is wanted, or `stop` is set, which is no failure. */
MR_NODISCARD mr_status mr_selfplay_run(const mr_selfplay *play, mr_error *err);

/** A beginning at random, some actions long, of a session. @param made receives them; may be NULL
 */
MR_NODISCARD mr_status mr_selfplay_opening(mr_session *session, mr_random *random,
                                           mr_match_opening *made, mr_error *err);

/* ---- as runs (run_selfplay.c) ---------------------------------------------------------------- */

/** A game as a batch has it. */
typedef struct mr_selfplay_record {
  uint8_t result; /**< as above */
  uint32_t actions;
  uint32_t positions;
  uint32_t unsure;
  mr_token lines; /**< of the positions, each with its end */
} mr_selfplay_record;

/** Appends a game as batches and files of games tell of it: "game", a number where there is one to
 *  tell, result, actions, positions, how many are unsure where there is no number, and the lines.
 *  @param number NULL: none */
void mr_selfplay_write(const mr_selfplay_record *game, const uint64_t *number, mr_str *out);

/** Games that a run is to play. */
typedef struct mr_selfplay_order {
  const mr_run_order *by;
  const char *folder; /**< of the run */
  const mr_game *game;
  const char *weights;       /**< of the players, as text; NULL: those of the game */
  const mr_network *network; /**< of the players; empty: none */
  uint64_t seed, nodes;
  unsigned round;
  uint64_t games;     /**< in all, or at most */
  uint64_t positions; /**< no more games than it takes for so many; 0: all games */
  uint64_t batch;     /**< games of each */
} mr_selfplay_order;

/** Makes the run, or finds it. @return as mr_run_make and mr_run_open */
MR_NODISCARD mr_status mr_selfplay_order_open(const mr_selfplay_order *order, mr_run **out,
                                              mr_error *err);

/** Who takes the games of a run. */
typedef struct mr_selfplay_reader {
  void *context;
  /** In the order of their numbers. @param number from 0 */
  mr_status (*take)(void *context, uint64_t number, const mr_selfplay_record *game, mr_error *err);
} mr_selfplay_reader;

/** Reads the games of a batch that is there. @return MR_ERR_IO where it is not, what `take` says */
MR_NODISCARD mr_status mr_selfplay_read(const mr_run *run, uint64_t batch,
                                        const mr_selfplay_reader *reader, mr_error *err);

#endif
