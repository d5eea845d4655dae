/**
 * @file tune_search.h
 * Parameters of the search (mr_engine_parameters) by SPSA (spsa.h): each trial plays two opposite
 * settings against each other in every game of a basket, by nodes, each opening with both seats.
 * Several games at once, since what is tuned over one game alone is tuned for that game.
 *
 * The same options give the same numbers, however many threads there are and however often the work
 * was broken off.
 */
#ifndef MARCHER_TUNE_SEARCH_H
#define MARCHER_TUNE_SEARCH_H

#include <marcher/engine.h>
#include <marcher/spsa.h>
#include <marcher/stats.h>

MR_BEGIN_C

#define MR_TUNE_SEARCH_GAMES_MAX 64

typedef struct mr_tune_search_options {
  const mr_game *const *games;
  size_t game_count;
  const char *const *names;      /**< of the parameters */
  const mr_spsa_number *numbers; /**< beside the names; taken as whole */
  size_t count;
  uint64_t trials;
  unsigned pairs; /**< of games that a trial plays of each game of the basket */
  uint64_t nodes; /**< of a search */
  double rate;    /**< of mr_spsa_options */
  uint64_t seed;
  unsigned threads;
  const char *journal; /**< file to go on from; NULL: none */
  /** Told after each trial; may be NULL. */
  void (*progress)(void *context, const mr_spsa *so_far);
  void *context;
  const atomic_bool *stop; /**< may be NULL */
} mr_tune_search_options;

/**
 * Tunes, or goes on.
 * @return MR_ERR_UNKNOWN for a parameter that a game's search does not have, MR_ERR_RANGE,
 *         MR_ERR_MISMATCH for a journal of other work, MR_ERR_SYNTAX with the line of one that is
 *         damaged, MR_ERR_CANCELLED where `stop` ended it, MR_ERR_IO, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_tune_search_run(const mr_tune_search_options *options,
                                                 mr_spsa *out, mr_error *err);

/** The first line of a journal: of which work it is. */
MR_API void mr_tune_search_head(const mr_tune_search_options *options, mr_str *out);

/**
 * Reads the text of a journal, and tells `spsa` what its trials said.
 * @param used receives the bytes in front of a last line that was cut off
 * @return MR_ERR_MISMATCH, MR_ERR_SYNTAX with the line
 */
MR_NODISCARD MR_API mr_status mr_tune_search_load(const mr_tune_search_options *options,
                                                  const char *text, size_t length, mr_spsa *spsa,
                                                  size_t *used, mr_error *err);

/** The numbers that were found as text for mr_engine_options.parameters. */
MR_API void mr_tune_search_write(const mr_tune_search_options *options, const mr_spsa *spsa,
                                 mr_str *out);

/** Plays what was found against what there is, in one game of the basket. @param games of both
 * seats
 *  @param out in the eyes of what was found */
MR_NODISCARD MR_API mr_status mr_tune_search_match(const mr_tune_search_options *options,
                                                   const mr_spsa *found, size_t game,
                                                   uint64_t games, mr_tally *out, mr_error *err);

/** What the gate's test says of such matches, and whether they let it in. */
MR_API mr_sprt_state mr_tune_search_verdict(const mr_tally *tally, bool *passes);

MR_END_C

#endif
