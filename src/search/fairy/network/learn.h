/**
 * @file learn.h
 * Networks from positions: what each of them is worth is said by the search that looked at it and
 * by how its game ended; what the weights say of it is known, and the network learns the rest.
 * Positions in, a network out: no game is played here, and nothing is known of files (lab/train*.c
 * plays, keeps and repeats).
 *
 * The same positions in the same order, and the same options but for the number of threads, give
 * the same network to the bit: a batch is cut into slices of fixed size, each is summed in its
 * order, and the slices' sums are added in theirs.
 */
#ifndef MARCHER_SEARCH_FAIRY_NETWORK_LEARN_H
#define MARCHER_SEARCH_FAIRY_NETWORK_LEARN_H

#include "search/fairy/network/network.h"

enum {
  MR_FYN_UNDECIDED = 255,  /**< result of a game that somebody has broken off */
  MR_FYN_SCORE_MAX = 3000, /**< hundredths: what is beyond teaches nothing */
  MR_FYN_LEFT = 256        /**< all of it */
};

/** What is known of a position, in the eyes of the side to move. */
typedef struct mr_fyn_label {
  int16_t centipawns; /**< the search's score */
  int16_t linear;     /**< what the weights say, as the search uses it */
  int16_t men;        /**< the same of men and hands alone: what light networks add to */
  uint16_t left;  /**< the part of what a network adds that counts, in 1/MR_FYN_LEFT; at least 1 */
  uint8_t result; /**< quarter points, or MR_FYN_UNDECIDED */
} mr_fyn_label;

/** Appends a position with its label, some 80 bytes. */
void mr_fyn_pack(const mr_fy_game *game, const mr_state *state, const mr_fyn_label *label,
                 mr_str *out);

/** Sets the result of the `at`-th byte's position: games end later. @param at where mr_fyn_pack put
 *  it. @return where the next one is */
size_t mr_fyn_pack_result(mr_str *packed, size_t at, uint8_t white_result);

/** How many positions some bytes are, of those that mr_fyn_pack has written. */
uint32_t mr_fyn_packed_count(const char *packed, size_t length);

/** What positions are for. */
typedef enum mr_fyn_use {
  MR_FYN_LEARN,    /**< searches have looked at them */
  MR_FYN_HOLD_OUT, /**< the same, but only the best epoch is chosen by them */
  MR_FYN_DISTIL, /**< none has: they are what the weights say, distilled into a light network before
                      it learns. Their score is that, and they have no result */
} mr_fyn_use;

enum {
  MR_FYN_USES = 3,
  MR_FYN_DISTIL_EPOCHS = 3 /**< epochs of that, besides those of mr_fyn_learn_options */
};

typedef struct mr_fyn_learn mr_fyn_learn;

typedef struct mr_fyn_learn_options {
  unsigned width; /**< sums of a view: mr_fyn_width_fits; 0: as many as the game's size allows. A
                       light network has twice as many */
  unsigned epochs;
  unsigned trust; /**< percent of the target that is the result */
  bool light;     /**< adds to men and hands alone: learns more */
  unsigned scale; /**< hundredths by which the odds grow e-fold; 0: found from the positions */
  uint64_t seed;
  unsigned threads;
  /** Told after each epoch, with the loss of what is held out. @return whether to go on */
  bool (*progress)(void *context, unsigned done, double loss);
  void *context;
} mr_fyn_learn_options;

typedef struct mr_fyn_learn_report {
  uint64_t positions; /**< learnt from */
  uint64_t held_out;
  uint64_t repeated;  /**< left out: they had been there */
  double loss_before; /**< of what is held out, by the weights alone, in nats beyond what the
                           targets themselves leave open */
  double loss_after;  /**< the same with the network, in whole numbers */
  unsigned scale;
} mr_fyn_learn_report;

MR_NODISCARD mr_status mr_fyn_learn_new(const mr_game *game, const mr_allocator *allocator,
                                        mr_fyn_learn **out, mr_error *err);
void mr_fyn_learn_free(mr_fyn_learn *it);

/** Adds packed positions; those that are there already for such a use are passed over.
 *  @return MR_ERR_SYNTAX where the bytes are none, MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_fyn_learn_add(mr_fyn_learn *learn, const void *bytes, size_t length,
                                        mr_fyn_use use, mr_error *err);

/** How many are there, those held out included. */
uint64_t mr_fyn_learn_count(const mr_fyn_learn *it);

/** @return MR_ERR_ILLEGAL where there is too little to learn from, MR_ERR_CANCELLED, MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_fyn_learn_run(mr_fyn_learn *learn, const mr_fyn_learn_options *options,
                                        mr_fyn **out, mr_fyn_learn_report *report, mr_error *err);

#endif
