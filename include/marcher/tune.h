/**
 * @file tune.h
 * Weights of the evaluation from games that the engine plays against itself: games from random
 * beginnings, positions in which nothing is about to be taken, and a logistic regression of the
 * results on what the evaluation counts. Round after round the games are played with the weights of
 * the round before. In the end the weights have to win a match against those that the game has.
 *
 * The same options give the same games and the same weights to the byte, however many threads there
 * are. See docs/EVALUATION.md.
 */
#ifndef MARCHER_TUNE_H
#define MARCHER_TUNE_H

#include <marcher/atomic.h>
#include <marcher/game.h>
#include <marcher/run.h>
#include <marcher/stats.h>

MR_BEGIN_C

#define MR_TUNE_GAMES_MAX 1000000
#define MR_TUNE_ROUNDS_MAX 16

/** How far the work has come. */
typedef struct mr_tune_progress {
  unsigned round; /**< from 1 */
  unsigned rounds;
  uint64_t games; /**< played, those that were loaded included */
  uint64_t games_planned;
  unsigned epoch; /**< from 1 while weights are fitted, 0 while games are played */
  unsigned epochs;
  double loss;            /**< of the games that are held out, after the epoch */
  uint64_t match_games;   /**< of the match, where that is under way ... */
  uint64_t match_planned; /**< ... and this is not 0 */
} mr_tune_progress;

/** What is wanted; zeroed members take the default values that are told. */
typedef struct mr_tune_options {
  uint64_t games; /**< in all rounds together, those that were loaded included (2000) */
  uint64_t nodes; /**< of a search, about (1000) */
  uint64_t seed;
  unsigned threads; /**< games at once (1) */
  unsigned rounds;  /**< (2) */
  unsigned epochs;  /**< of each fit (40) */
  unsigned trust; /**< percent of what a position should be worth that its game's result tells; the
                       search's own score tells the rest (75). Over 100: 0 */
  const char *weights;   /**< of the first round, as text; NULL: measured ones */
  const char *positions; /**< file in which games are kept, and of which those that it holds are
                              taken; NULL: none */
  size_t memory; /**< bytes for what a fit counts; what exceeds it is counted again and again. 0:
                      256 MiB */
  const char *folder;  /**< in which the games of each round are a run, which is made or gone on
                            with, in place of `positions`; NULL: they are played here and now */
  mr_run_order runs;   /**< of that: who plays them, by itself this machine's threads. Its catalogue
                            has to be there */
  uint64_t gate_games; /**< of the match, at most (400) */
  const char *journal; /**< of the match, to go on from; NULL: none */
  /** Told now and then by any thread, one at a time; may be NULL. */
  void (*progress)(void *context, const mr_tune_progress *so_far);
  void *context;
  const atomic_bool *stop; /**< set to give up; may be NULL */
  const mr_allocator *allocator;
} mr_tune_options;

/** A kind of piece and its value, in thousandths. */
typedef struct mr_tune_value {
  char text[8]; /**< "Q", "+L" */
  mr_piece piece;
  int open, end; /**< tuned */
  int measured;  /**< before tuning */
  uint64_t seen; /**< positions in which there was one */
} mr_tune_value;

/** What came of it. */
typedef struct mr_tune_report {
  uint64_t games;
  uint64_t positions;  /**< learnt from */
  uint64_t held_out;   /**< positions of every tenth game, that were not */
  uint64_t results[3]; /**< games won by Black, drawn or shared, won by White */
  double loss_before;  /**< of those held out, with measured weights, in nats */
  double loss_after;
  double scale;       /**< hundredths by which the odds grow e-fold */
  mr_tally match;     /**< of the weights against those that the game has, by equal nodes */
  mr_sprt_state sprt; /**< what the test says of it */
  bool adopted;       /**< they have won it: they may take the place of those */
  size_t term_count;
  size_t value_count;
  mr_tune_value values[64];
} mr_tune_report;

/** A tuning and its games. */
typedef struct mr_tune mr_tune;

/**
 * Makes a tuning, and reads the file of games if there is one. A last game that was cut off is
 * taken off the file.
 * @param options complete but for default values; its pointers must outlive the tuning
 * @return MR_ERR_UNSUPPORTED for a game without such an evaluation, MR_ERR_RANGE, MR_ERR_NOMEM,
 *         MR_ERR_IO, MR_ERR_SYNTAX with the line of the file, MR_ERR_ILLEGAL where its games are of
 *         another game
 */
MR_NODISCARD MR_API mr_status mr_tune_new(const mr_game *game, const mr_tune_options *options,
                                          mr_tune **out, mr_error *err);
/** Frees a tuning; NULL is accepted. */
MR_API void mr_tune_free(mr_tune *tune);

/** The first lines of a file of games: which game they are of. */
MR_API void mr_tune_head(const mr_tune *tune, mr_str *out);

/**
 * Reads the text of a whole file of games, as mr_tune_new does.
 * @param used receives the bytes in front of a last game that was cut off; may be NULL
 * @return MR_ERR_SYNTAX with the line, MR_ERR_ILLEGAL where the games are of another game,
 *         MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_tune_load(mr_tune *tune, const char *text, size_t length,
                                           size_t *used, mr_error *err);

/** Plays and fits, round after round, and plays the match. @return MR_ERR_CANCELLED where `stop`
 *  ended it, MR_ERR_NOMEM, MR_ERR_IO, MR_ERR_ILLEGAL where there is nothing to learn from */
MR_NODISCARD MR_API mr_status mr_tune_run(mr_tune *tune, mr_tune_report *out, mr_error *err);

/** The weights found, as a section `[name]` without comments. */
MR_API void mr_tune_write(const mr_tune *tune, mr_str *out);

MR_END_C

#endif
