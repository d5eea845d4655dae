/**
 * @file
 * What the files of searches through many keys share: run_spsa.c, and spsa_walk.c, which goes from
 * trial to trial.
 */
#ifndef MARCHER_LAB_SPSA_PRIV_H
#define MARCHER_LAB_SPSA_PRIV_H

#include <marcher/spsa.h>

#include "base/thread.h"
#include "lab/sweep_priv.h"

/** The two settings of a trial. */
#define MR_SEARCH_SIDES 2

/** Their names. */
extern const char *const mr_search_side_names[MR_SEARCH_SIDES];

/** How far the trials have come. */
typedef struct mr_search_walk {
  mr_spsa spsa;
  uint16_t *places; /**< of each trial up to the one that is next: the settings of both sides */
  double squares;   /**< of the differences between both sides */
  uint64_t told;    /**< of them */
} mr_search_walk;

/** What one side of a trial has said before: walks begin anew each time that somebody looks. */
typedef struct mr_search_memo {
  bool there;
  uint64_t key; /**< of its places and texts */
  double far;   /**< from what is wished, or its square; infinite: it is refused, or nothing is
                     known */
} mr_search_memo;

/** What every batch needs. */
typedef struct mr_search_plan {
  const mr_run *run;
  mr_sweep_grid grid;
  mr_spsa_number numbers[MR_SWEEP_KEYS_MAX];
  mr_wish targets[MR_SWEEP_TARGETS_MAX];
  size_t target_count;
  mr_mutex memo_mutex;
  mr_search_memo *memos; /**< of both sides of each trial; below that mutex */
  mr_mutex mutex;        /**< of what follows */
  unsigned shared;       /**< mutexes that there are */
  mr_search_walk walk;   /**< through the batches of the folder */
} mr_search_plan;

/** Where a batch belongs. */
typedef struct mr_search_place {
  uint64_t trial; /**< or the number of trials: the end */
  unsigned side;  /**< of the end: 0, the game as it stands; 1, what was found */
  uint64_t chunk;
  const uint16_t *places; /**< the setting, where it is known */
} mr_search_place;

/** Where texts of batches come from. */
typedef struct mr_search_source {
  const mr_run_texts *texts; /**< NULL: the files of the folder */
  mr_str text;               /**< of a file */
  uint64_t lacks;            /**< the batch that was asked for and not there, or UINT64_MAX */
} mr_search_source;

/* Batches of one side of a trial, of one side of the end, and of all trials. */
uint64_t mr_search_side_batches(const mr_plan *plan);
uint64_t mr_search_end_batches(const mr_plan *plan);
uint64_t mr_search_trial_batches(const mr_plan *plan);

mr_search_place mr_search_place_of(const mr_plan *plan, uint64_t batch);
/** Games of a batch. */
uint64_t mr_search_games_at(const mr_plan *plan, mr_search_place at);
/** The number of its first game: both sides of a trial have the same ones; those of the end are
 *  compared with each other, and have their own. */
uint64_t mr_search_first_game(const mr_plan *plan, mr_search_place at);

/** Appends the first line of a batch. */
void mr_search_put_head(const mr_search_plan *plan, mr_search_place at, mr_str *out);

/** Reads all games of one side, up to the first batch that is not there, which `from` lacks: MR_OK
 *  also then. @param halves take turns by games: two of their own, or the same one twice */
MR_NODISCARD mr_status mr_search_read_side(const mr_search_plan *plan, mr_search_source *from,
                                           mr_search_place at, mr_summary *const halves[2],
                                           mr_error *err);

/** To be ended with mr_search_walk_done in any case. */
MR_NODISCARD mr_status mr_search_walk_init(mr_search_walk *w, const mr_search_plan *plan,
                                           mr_error *err);
void mr_search_walk_done(mr_search_walk *w, const mr_search_plan *plan);

/** Goes on to a trial, as far as batches are there: `from` lacks the first that is not. */
MR_NODISCARD mr_status mr_search_go_on(mr_search_walk *w, mr_search_plan *plan, uint64_t trial,
                                       mr_search_source *from, mr_error *err);

/** The setting of one side of a trial that the walk has come to. */
uint16_t *mr_search_places(const mr_search_walk *w, const mr_search_plan *plan, uint64_t trial,
                           unsigned side);

/** What is best by now. */
void mr_search_found(const mr_search_walk *w, const mr_search_plan *plan, uint16_t *out);

#endif
