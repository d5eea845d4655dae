/**
 * @file train_priv.h
 * What the files train*.c share. Networks are fitted in search/fairy/network; here are the games,
 * the matches, and the folder in which all of it is kept.
 */
#ifndef MARCHER_LAB_TRAIN_PRIV_H
#define MARCHER_LAB_TRAIN_PRIV_H

#include <marcher/clock.h>
#include <marcher/match.h>
#include <marcher/session.h>
#include <marcher/train.h>

#include "lab/folder.h"
#include "lab/gate.h"
#include "lab/selfplay.h"
#include "search/fairy/network/learn.h"

enum {
  MR_TRAIN_HELD_OUT = 8, /**< every so manieth batch is not learnt from */
  MR_TRAIN_WINDOW = 3,   /**< generations whose positions are learnt from: older ones were played
                            by weaker players */
  MR_TRAIN_NAME = 48,
};

/** A batch of games of a generation. */
typedef struct mr_train_chunk {
  uint32_t games, positions;
  mr_str bytes;  /**< mr_fyn_pack */
  mr_str beside; /**< the same of positions beside those of the games, to distil from */
} mr_train_chunk;

/** The games of a generation. */
typedef struct mr_train_games {
  mr_train_chunk *chunks; /**< in the order of their numbers */
  size_t count;
  uint64_t positions; /**< that they have */
} mr_train_games;

typedef struct mr_train {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_train_options options; /**< complete */
  uint64_t per_generation;  /**< positions */
  mr_folder folder;
  bool distils;        /**< a light network is to be made */
  mr_fys_fit *teacher; /**< the weights that networks add to; they say which positions are quiet */
  uint64_t weights;    /**< their fingerprint */
  mr_str best;         /**< the network that plays; empty: the weights do */
  unsigned best_generation; /**< 0: what played first */
  bool best_is_light;       /**< of such a generation */
  unsigned scale;           /**< of all generations; 0: not found yet */
  unsigned others;          /**< generations that another training has games of */
  uint64_t others_hash;     /**< of their experiments */
  int64_t began;            /**< this sitting, mr_clock_ns */
  double before;            /**< seconds of earlier sittings */
  uint64_t played, nodes;   /**< in this sitting, here or elsewhere */
  double play_cpu_seconds;  /**< that they took here */
} mr_train;

/** The name of what is kept: "network 03". */
static inline void mr_train_name(char out[MR_TRAIN_NAME], const char *what, unsigned number) {
  mr_str name = mr_str_fixed(out, MR_TRAIN_NAME);
  mr_str_format(&name, "%s %02u", what, number);
}

/** Seconds of all the work, earlier sittings included. */
static inline double mr_train_seconds(const mr_train *train) {
  return train->before + (double)(mr_clock_ns() - train->began) / 1e9;
}

/* ---- train_play.c ---------------------------------------------------------------------------- */

/** Plays what the folder lacks of a generation, until it has `wanted` positions.
 *  @param out to be freed with mr_train_games_free */
MR_NODISCARD mr_status mr_train_play(mr_train *train, unsigned generation, uint64_t wanted,
                                     mr_train_games *out, mr_error *err);
/** Plays so many positions as the first generation plays them, in a run of their own. */
MR_NODISCARD mr_status mr_train_sample(mr_train *train, uint64_t wanted, mr_error *err);
/** Opens the run of the games of a generation that another training has played.
 *  @return MR_ERR_UNKNOWN where it has none; MR_ERR_MISMATCH where they are of another game */
MR_NODISCARD mr_status mr_train_open(const mr_train *train, unsigned generation, mr_run **out,
                                     mr_error *err);
/** Reads the games that such a run has. @param out to be freed with mr_train_games_free */
MR_NODISCARD mr_status mr_train_read(mr_train *train, const mr_run *run, mr_train_games *out,
                                     mr_error *err);
void mr_train_games_free(const mr_train *train, mr_train_games *games);

/* ---- train_gate.c ---------------------------------------------------------------------------- */

/** A match that is played once, and then known by its name. */
typedef struct mr_train_gate {
  const char *name;             /**< in the folder */
  mr_train_progress progress;   /**< what to tell of it */
  const mr_str *first, *second; /**< networks; an empty one stands for the weights */
  bool sprt; /**< ends once the first is better, or is not; else all games are played */
} mr_train_gate;

MR_NODISCARD mr_status mr_train_match(mr_train *train, const mr_train_gate *gate, mr_tally *out,
                                      mr_error *err);

#endif
