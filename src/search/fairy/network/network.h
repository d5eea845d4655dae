/**
 * @file network.h
 * A network that says what the weights get wrong: it adds to their static eval what they leave
 * unexplained, and is small enough to be asked at every node. One layer
 * of sums that is kept up from action to action, once in the eyes of either side, and one of
 * weights upon it.
 *
 *     inputs      a man of a kind, own or the other side's, on a cell; so many of a kind in a hand
 *     sums        `width` of them for each view: a bias and what each input that is there adds
 *     activation  the square of a sum within 0 .. MR_FYN_ONE
 *     output      weights for the view of the side to move and for the other, chosen by the bucket,
 *                 and what each input is worth by itself, for one view less for the other
 *
 * A light network adds to what men and hands alone are worth by the weights, and their other terms
 * are not asked: a static eval takes much less time, and the network has more to learn.
 *
 * All numbers are whole, and any order of adding gives the same: processors and compilers do not
 * differ. What is stored, and how, is said in docs/TRAINING.md.
 *
 * Where the rules are the same for both sides, Black sees the board turned, and both share one
 * table of inputs; else each has a table of its own. Where left is as right, neurons come in pairs:
 * the second of a pair sees the board mirrored, and has the weights of the first. So a position and
 * its mirror image are worth the same, half of the weights need to be learnt, and yet the network
 * can tell whether two men stand on the same wing.
 */
#ifndef MARCHER_SEARCH_FAIRY_NETWORK_NETWORK_H
#define MARCHER_SEARCH_FAIRY_NETWORK_NETWORK_H

#include <marcher/str.h>

#include "rules/fairy/fairy.h"

enum {
  MR_FYN_VERSION = 3, /**< light ones; 2 is of all others, and 1 took the weights' place */
  MR_FYN_VERSION_FULL = 2,
  MR_FYN_WIDTH_MAX = 256,
  MR_FYN_WIDTH_STEP = 32,    /**< widths are multiples of it: whole registers */
  MR_FYN_LEVELS = 12,        /**< so many men of a kind in one hand are told apart */
  MR_FYN_BUCKETS = 4,        /**< by the men on the board; turns of two actions have others */
  MR_FYN_SPLIT_BUCKETS = 6,  /**< by the colours that have ended, and what is owed */
  MR_FYN_ONE = 255,          /**< a neuron that is fully on */
  MR_FYN_OUT_ONE = 64,       /**< a weight of 1 of the output */
  MR_FYN_OUT_MAX = 127,      /**< no weight of it is larger, so that products fit 16 bits */
  MR_FYN_DIRECT_ONE = 1024,  /**< an input that is worth an output of 1 by itself */
  MR_FYN_SUMS_EXTRA = 4,     /**< places behind the sums, for what inputs are worth by themselves */
  MR_FYN_SCALE_ONE = 100,    /**< parts of a hundredth that scales are written in */
  MR_FYN_VALUE_MAX = 13000,  /**< as EVAL_MAX: below every end that is seen */
  MR_FYN_FILE_MAX = 800000,  /**< bytes of a file that lies beside a definition */
  MR_FYN_READ_MAX = 8 << 20, /**< bytes of any file that is read */
};

/** What inputs a game has, and where they are in the tables. */
typedef struct mr_fyn_layout {
  const mr_fy_game *game;
  mr_arena arena;
  bool turned;             /**< both views share a table */
  bool halves;             /**< neurons come in pairs */
  bool colours_swap;       /**< Black's view shows light squares as dark ones */
  unsigned rows;           /**< inputs; row `rows` is of none, and adds nothing */
  unsigned buckets;        /**< of the output */
  bool sweeps;             /**< an action may change more men than mr_fyn_change can say */
  unsigned men;            /**< on the board at the start */
  unsigned pieces;         /**< most that can be there at once: men and those in hands */
  const uint16_t *man[2];  /**< [view][code * cells + cell]: its row */
  const uint16_t *held[2]; /**< [view][(side * hands + slot) * MR_FYN_LEVELS + level]: the row of
                              one more than `level` */
  const uint16_t *mirror;  /**< [row]: of the same seen left as right */
  uint64_t fingerprint;    /**< of all in the rules that a network depends on */
} mr_fyn_layout;

/** @return MR_ERR_NOMEM; MR_ERR_UNSUPPORTED where there are more inputs than a network can have */
MR_NODISCARD mr_status mr_fyn_layout_init(mr_fyn_layout *layout, const mr_fy_game *game,
                                          const mr_allocator *allocator, mr_error *err);
void mr_fyn_layout_done(mr_fyn_layout *layout);

/** The part of the output that a position is judged by. @param men on the board */
unsigned mr_fyn_bucket(const mr_fyn_layout *layout, const mr_fy_state *head, unsigned men);

/** All inputs of a position in the eyes of a side. @param out room for layout->pieces + 1 rows.
 *  @return how many */
unsigned mr_fyn_inputs(const mr_fyn_layout *layout, const mr_state *state, unsigned view,
                       uint16_t *out);

/* ---- the network ----------------------------------------------------------------------------- */

/** What a file says of itself. Texts of one line. */
typedef struct mr_fyn_about {
  char game[64];
  char command[512]; /**< that makes it again */
  uint64_t seed;
  uint64_t positions; /**< that it has been taught with, of all generations */
  unsigned generation;
  char gate[160]; /**< how the match ended that let it in */
  bool light;     /**< adds to what men, hands and places are worth, and the other terms of the
                       weights are not asked: they take most of the time of a static eval */
} mr_fyn_about;

typedef struct mr_fyn {
  mr_fyn_layout layout;
  const mr_allocator *allocator;
  const struct mr_fyn_kernels *kernels;
  unsigned width;    /**< sums of a view */
  unsigned columns;  /**< neurons that are stored: half of them where they come in pairs */
  unsigned scale;    /**< hundredths of a pawn that an output of 1 stands for, in parts of
                          MR_FYN_SCALE_ONE */
  uint64_t weights;  /**< fingerprint of those that it adds to */
  int16_t *row;      /**< [rows + 1][width]; the last one is empty */
  int16_t *bias;     /**< [width] */
  int16_t *direct;   /**< [rows + 1]: what an input is worth by itself */
  int16_t *out;      /**< [bucket][own view, other][width] */
  int32_t *out_bias; /**< [bucket], in parts of MR_FYN_ONE * MR_FYN_OUT_ONE */
  void *block;       /**< all of these */
  size_t block_size;
  mr_fyn_about about;
} mr_fyn;

/** What one action changes, in rows of the two views; what is not used is the empty row. */
typedef struct mr_fyn_change {
  bool sweeps; /**< more than can be said: the sums are counted anew */
  unsigned added, removed;
  uint16_t add[2][3], remove[2][3]; /**< [view]; the third where somebody enters by a gate */
} mr_fyn_change;

/** Room for a network of a game, all zero. @param columns a multiple of half of MR_FYN_WIDTH_STEP
 */
MR_NODISCARD mr_status mr_fyn_new(const mr_fy_game *game, unsigned columns,
                                  const mr_allocator *allocator, mr_fyn **out, mr_error *err);
/** Frees a network; NULL is accepted. */
void mr_fyn_free(mr_fyn *network);

/** Whether a view may have so many sums: they make whole registers. */
bool mr_fyn_width_fits(unsigned width);

/**
 * Reads a file. @return MR_ERR_SYNTAX where it is no such file, or is damaged; MR_ERR_UNSUPPORTED
 * for one of another version; MR_ERR_MISMATCH where it is for another game, or other rules;
 * MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_fyn_read(const mr_fy_game *game, const void *bytes, size_t length,
                                   const mr_allocator *allocator, mr_fyn **out, mr_error *err);
/** What the head of a file says, and whose it is; the rest is not looked at. */
MR_NODISCARD mr_status mr_fyn_read_about(const void *bytes, size_t length, mr_fyn_about *out,
                                         uint64_t *fingerprint, mr_error *err);
/** Appends the file. */
void mr_fyn_write(const mr_fyn *network, mr_str *out);

/** Gives the second neurons of pairs the weights of the first, for the board left as right. */
void mr_fyn_pair(mr_fyn *network);

/** Numbers of the sums of a position. */
static inline size_t mr_fyn_sums_size(const mr_fyn *network) {
  return (size_t)2 * network->width + MR_FYN_SUMS_EXTRA;
}

/** What a view sees. */
typedef struct mr_fyn_inputs_of {
  const uint16_t *row;
  unsigned count;
} mr_fyn_inputs_of;

/** The sums of two views. @param out as of mr_fyn_sums */
void mr_fyn_sums_of(const mr_fyn *network, const mr_fyn_inputs_of inputs[2], int16_t *out);
/** The sums of both views of a position. @param out mr_fyn_sums_size of them */
void mr_fyn_sums(const mr_fyn *network, const mr_state *state, int16_t *out);
/** The sums behind an action from those before it. */
void mr_fyn_update(const mr_fyn *n, const mr_fyn_change *change, const int16_t *before,
                   int16_t *after);
/** What the sums add for a side, in hundredths of a pawn. */
int mr_fyn_output(const mr_fyn *network, unsigned side, unsigned bucket, const int16_t *sums);
/** What a position is worth beyond what the weights say, for the side to move; from nothing. */
int mr_fyn_value(const mr_fyn *network, const mr_state *state);

/** What a man makes the network add for its owner: that with it less that without it. @return
 *  false: there is no man */
bool mr_fyn_piece_value(const mr_fyn *network, const mr_state *state, unsigned cell, int *value);

/** Notes that a man comes to a cell, or leaves it. */
static inline void mr_fyn_note(const mr_fyn_layout *layout, mr_fyn_change *out, bool comes,
                               size_t at) {
  for (unsigned view = 0; view < 2; view++) {
    uint16_t input = layout->man[view][at];
    if (comes) {
      out->add[view][out->added] = input;
    } else {
      out->remove[view][out->removed] = input;
    }
  }
  out->added += comes;
  out->removed += !comes;
}

/** Notes that a hand grows beyond `count` men of a kind, or shrinks to so many. */
static inline void mr_fyn_note_held(const mr_fyn_layout *layout, mr_fyn_change *out, bool comes,
                                    unsigned holder, unsigned count) {
  if (count >= MR_FYN_LEVELS) {
    return;
  }
  for (unsigned view = 0; view < 2; view++) {
    uint16_t input = layout->held[view][holder * MR_FYN_LEVELS + count];
    if (comes) {
      out->add[view][out->added] = input;
    } else {
      out->remove[view][out->removed] = input;
    }
  }
  out->added += comes;
  out->removed += !comes;
}

#endif
