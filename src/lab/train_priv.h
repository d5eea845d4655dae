/**
 * @file train_priv.h
 * What the files train*.c share. Networks are fitted in search/fairy/network; here are the games,
 * the matches, and the folder in which all of it is kept.
 */
#ifndef MARCHER_LAB_TRAIN_PRIV_H
#define MARCHER_LAB_TRAIN_PRIV_H

#include <marcher/match.h>
#include <marcher/session.h>
#include <marcher/train.h>

#include "base/thread.h"
#include "search/fairy/fit/fit.h"
#include "search/fairy/network/learn.h"

enum {
  MR_TRAIN_CHUNK = 24,           /**< games that are kept together: what a kill can cost a thread */
  MR_TRAIN_HELD_OUT = 8,         /**< every so manieth chunk is not learnt from */
  MR_TRAIN_WINDOW = 3,           /**< generations whose positions are learnt from: older ones were
                                    played by weaker players */
  MR_TRAIN_CHUNKS_MAX = 4000000, /**< in one generation: where hardly any position is quiet, work
                                    ends */
  MR_TRAIN_PATH = 4096,
  MR_TRAIN_NAME = 48,
};

/** Games of a generation that one thread has played. */
typedef struct mr_train_chunk {
  bool there;
  uint32_t games, positions;
  mr_str bytes; /**< mr_fyn_pack */
} mr_train_chunk;

/** The games of a generation. */
typedef struct mr_train_games {
  mr_train_chunk *chunks; /**< in the order of their numbers */
  size_t room;
  size_t count;       /**< of those that count, from the first on */
  uint64_t positions; /**< that they have */
} mr_train_games;

typedef struct mr_train {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_train_options options; /**< complete */
  uint64_t per_generation;  /**< positions */
  uint64_t identity;        /**< of all that the work depends on */
  mr_fys_fit *quiet;        /**< says which positions are */
  mr_str best;              /**< the network that plays; empty: the weights do */
  unsigned best_generation;
  unsigned scale;         /**< of all generations; 0: not found yet */
  int64_t began;          /**< this sitting, mr_clock_ns */
  double before;          /**< seconds of earlier sittings */
  uint64_t played, nodes; /**< in this sitting */
  double play_cpu_seconds;
} mr_train;

/** The name of what is kept: "network 03". */
static inline void mr_train_name(char out[MR_TRAIN_NAME], const char *what, unsigned number) {
  mr_str name = mr_str_fixed(out, MR_TRAIN_NAME);
  mr_str_format(&name, "%s %02u", what, number);
}

/* ---- train_store.c: the folder --------------------------------------------------------------- */

/** Reads a file of the folder that was kept whole. @param what "games 1 17", its name and first
 * line
 *  @return MR_ERR_UNKNOWN where it is not there, or is damaged: it has to be made anew */
MR_NODISCARD mr_status mr_train_load(const mr_train *train, const char *what, mr_str *out,
                                     mr_error *err);
MR_NODISCARD mr_status mr_train_keep(const mr_train *train, const char *what, const char *bytes,
                                     size_t length, mr_error *err);
/** Makes the folder, or finds that its work is this one, with the positions for each generation
 * that were settled then (0: not yet). @return MR_ERR_MISMATCH, MR_ERR_IO */
MR_NODISCARD mr_status mr_train_open(mr_train *train, mr_error *err);
/** Notes the seconds so far. */
MR_NODISCARD mr_status mr_train_note_time(mr_train *train, mr_error *err);
double mr_train_seconds(const mr_train *train);

/* ---- train_play.c ---------------------------------------------------------------------------- */

/** A beginning at random, some actions long, of a session. @param made receives them; may be NULL
 */
MR_NODISCARD mr_status mr_train_opening(mr_session *session, mr_random *random,
                                        mr_match_opening *made, mr_error *err);

/** Plays what the folder lacks of a generation, until it has `wanted` positions.
 *  @param out to be freed with mr_train_games_free */
MR_NODISCARD mr_status mr_train_play(mr_train *train, unsigned generation, uint64_t wanted,
                                     mr_train_games *out, mr_error *err);
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

/** Whether a match lets the first player in: the test has passed, or all games were played and it
 * is likely enough to be the better one. */
bool mr_train_passes(const mr_tally *tally);

#endif
