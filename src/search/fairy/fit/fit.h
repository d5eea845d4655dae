/**
 * @file fit.h
 * Weights of the evaluation from positions: logistic regression of results on what the evaluation
 * counts. Positions in, weights out: no game is played here, and nothing is known of files and
 * threads (lab/tune*.c plays, keeps and repeats).
 *
 *     mr_fys_fit_new(game, text, allocator, &fit, err)     weights to begin with
 *     mr_fys_fit_run(fit, &source, &options, &report, err) the weights of the fit are now the best
 *
 * Positions come in parts, which are asked for again and again where they do not fit into memory
 * together: a position needs 16 bytes, besides those of its terms while its part is looked at.
 */
#ifndef MARCHER_SEARCH_FAIRY_FIT_FIT_H
#define MARCHER_SEARCH_FAIRY_FIT_FIT_H

#include <marcher/game.h>

enum {
  MR_FYS_FIT_VALUES_MAX = 64, /**< kinds of pieces that are reported */
  MR_FYS_FIT_LEFT = 256       /**< the whole of a lead counts */
};

/** Weights of one game and the positions that they are to be fitted to. */
typedef struct mr_fys_fit mr_fys_fit;

/** What is known of a position besides its terms. */
typedef struct mr_fys_fit_label {
  double result;  /**< White's, 0 .. 1; less than 0: the game was broken off, and only the score
                       tells */
  int centipawns; /**< the search's score, White's */
  bool held_out;  /**< it is not learnt from: the best epoch is chosen by such positions */
} mr_fys_fit_label;

/** Where positions come from. */
typedef struct mr_fys_fit_source {
  size_t
      parts; /**< best those first that are held out: others need not be read to judge an epoch */
  /** Gives the positions of a part by mr_fys_fit_add, always the same. */
  mr_status (*give)(void *context, size_t part, mr_fys_fit *fit, mr_error *err);
  void *context;
} mr_fys_fit_source;

typedef struct mr_fys_fit_options {
  size_t memory; /**< bytes for terms; parts that exceed it are looked at one after the other. 0:
                      256 MiB */
  unsigned epochs;
  unsigned trust; /**< percent of the target that is the result; the search's score is the rest */
  uint64_t seed;  /**< of the order of the positions */
  /** Asked before each epoch and told after the last: epochs done, and the loss of what is held out
   *  after them. @return whether to go on. May be NULL */
  bool (*progress)(void *context, unsigned done, double loss);
  void *context;
} mr_fys_fit_options;

typedef struct mr_fys_fit_report {
  uint64_t positions;  /**< learnt from */
  uint64_t held_out;   /**< positions that were not */
  double loss_before;  /**< of those held out, with measured weights, in nats */
  double loss_after;   /**< the same with the weights found */
  double scale;        /**< hundredths by which the odds grow e-fold */
  uint64_t term_count; /**< weights that were fitted */
} mr_fys_fit_report;

/** A kind of piece and its value, in thousandths. */
typedef struct mr_fys_fit_value {
  char text[8]; /**< "Q", "+L" */
  mr_piece piece;
  int open, end; /**< fitted */
  int measured;  /**< before that */
  uint64_t seen; /**< positions in which there was one */
} mr_fys_fit_value;

/**
 * @param weights to begin with, as text; NULL: those measured from the movements
 * @return MR_ERR_UNSUPPORTED for a game without such an evaluation, MR_ERR_NOMEM, or what is wrong
 *         with the text
 */
MR_NODISCARD mr_status mr_fys_fit_new(const mr_game *game, const char *weights,
                                      const mr_allocator *allocator, mr_fys_fit **out,
                                      mr_error *err);
/** Frees a fit; NULL is accepted. */
void mr_fys_fit_free(mr_fys_fit *fit);

/** The weights as they are now, as a section `[name]` without comments. Valid until the next run.
 */
const char *mr_fys_fit_text(const mr_fys_fit *fit);

/**
 * Whether a position can teach: nothing is in check, by the weights as they are now no capture
 * or promotion wins anything, and the best action is neither: what that leads to is not seen in the
 * position before it. Threads may ask at once. @param list the legal actions
 */
bool mr_fys_fit_is_quiet(const mr_fys_fit *fit, const mr_state *state, const mr_action *list,
                         size_t count, mr_action best);

/** The static eval by the weights as they are now, as a search uses it, for the side to move, in
 *  hundredths. @param light what men and hands alone are worth @param left receives the part of a
 *  lead that counts, in 1/MR_FYS_FIT_LEFT. Threads may ask at once */
int mr_fys_fit_evaluate(const mr_fys_fit *fit, const mr_state *state, bool light, int *left);

/** mr_fys_weights_fingerprint of the weights as they are now. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_fys_fit_fingerprint(const mr_fys_fit *fit, uint64_t *out, mr_error *err);

/** Counts the terms of a position and keeps them: for mr_fys_fit_source.give. @return MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_fys_fit_add(mr_fys_fit *fit, const mr_state *state,
                                      const mr_fys_fit_label *label, mr_error *err);

/**
 * Fits the weights to the positions, beginning with the weights as they are.
 * @return MR_ERR_ILLEGAL where there are too few positions, MR_ERR_NOMEM, what the source says
 */
MR_NODISCARD mr_status mr_fys_fit_run(mr_fys_fit *fit, const mr_fys_fit_source *source,
                                      const mr_fys_fit_options *options, mr_fys_fit_report *out,
                                      mr_error *err);

/** The values of the pieces that the positions of the last run have. @return how many */
size_t mr_fys_fit_values(const mr_fys_fit *fit, mr_fys_fit_value out[MR_FYS_FIT_VALUES_MAX]);

#endif
