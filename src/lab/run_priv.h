/**
 * @file
 * What the files of runs share: the run, and the table of kinds of experiments.
 */
#ifndef MARCHER_LAB_RUN_PRIV_H
#define MARCHER_LAB_RUN_PRIV_H

#include <marcher/hash.h>
#include <marcher/openings.h>
#include <marcher/run.h>

#include "base/text.h"

typedef struct mr_run_kind mr_run_kind;

struct mr_run {
  char folder[MR_RUN_PATH_MAX];
  mr_arena arena; /**< what the plan and the game point to */
  mr_plan plan;
  uint64_t identity;
  bool reading;        /**< no more games are played: who plays them does not matter */
  mr_catalog *catalog; /**< holds the folder's definitions */
  mr_game *game;
  const mr_run_kind *kind;
  void *prepared; /**< what the kind has made of the plan; shared by threads, and not changed */
};

/* ---- kinds of experiments -------------------------------------------------------------------- */

/** One kind: whoever adds one adds its row to the table in run_sum.c, and its
 *  name to the keys in run_plan.c. */
struct mr_run_kind {
  const char *name;
  /** Games in all of a valid plan. */
  uint64_t (*total)(const mr_plan *plan);
  /** The games of a batch; NULL: as many as `batch` says, and the last has the rest. */
  uint64_t (*games_of)(const mr_run *run, uint64_t batch);
  /** Fills in what the plan leaves open, and refuses what cannot be played. Texts that it makes go
   *  to the arena. */
  mr_status (*validate)(const mr_game *game, mr_arena *arena, mr_plan *plan, mr_error *err);
  /** Looks whether a valid plan can be played with definitions that lie in no folder yet; NULL:
   *  it can. */
  mr_status (*check)(const mr_catalog *catalog, const mr_plan *plan, mr_arena *arena,
                     mr_error *err);
  /** What every batch needs; freed by `forget`. */
  mr_status (*prepare)(mr_run *run, mr_error *err);
  void (*forget)(mr_run *run);
  /** Appends what games first .. first + count - 1 say: whole numbers as text. A pure function,
   * also where it rests on what other batches say, which it reads from the folder
   * (mr_run_wait_for). */
  mr_status (*play)(const mr_run *run, uint64_t first, uint64_t count, const atomic_bool *stop,
                    mr_str *out, mr_error *err);
  /** Begins what batches say together. */
  mr_status (*begin)(mr_run_sum *sum, mr_error *err);
  void (*end)(mr_run_sum *sum);
  /** Adds the text of games first .. first + count - 1; all or nothing. Batches come in order. */
  mr_status (*add)(mr_run_sum *sum, uint64_t first, uint64_t count, mr_token text, mr_error *err);
  void (*report)(const mr_run_sum *sum, mr_str *out);
  /** Of kinds whose batches follow from what others have said: leaves those in `lacking` that are
   *  wanted by now. NULL: all batches are wanted. The same batches lead to the same wants. */
  mr_status (*want)(mr_run_sum *sum, bool *lacking, mr_error *err);
  /** Of such kinds: batches that will have been wanted at the end, as far as is known. NULL: those
   *  that are wanted by now. */
  uint64_t (*all)(const mr_run_sum *sum);
  /** Appends it as text, of the grammar of `play` or its own. */
  mr_status (*write)(const mr_run_sum *sum, mr_str *out, mr_error *err);
};

struct mr_run_sum {
  const mr_run *run;
  uint64_t batches;
  void *state; /**< the kind's */
};

extern const mr_run_kind mr_run_kind_games;
extern const mr_run_kind mr_run_kind_match;
extern const mr_run_kind mr_run_kind_ladder;
extern const mr_run_kind mr_run_kind_study;
extern const mr_run_kind mr_run_kind_sweep;
extern const mr_run_kind mr_run_kind_fair;
extern const mr_run_kind mr_run_kind_values;
extern const mr_run_kind mr_run_kind_spsa;
extern const mr_run_kind mr_run_kind_selfplay;

/** @return NULL: there is none */
const mr_run_kind *mr_run_kind_find(const char *name);

/** Fills in and checks a plan by its kind. */
MR_NODISCARD mr_status mr_run_validate(const mr_game *game, mr_arena *arena, mr_plan *plan,
                                       mr_error *err);

/** Batches that will have been wanted at the end, of which `wanted` are by now. */
uint64_t mr_run_all(const mr_run_sum *sum, uint64_t wanted);

/** How many of a run's batches are marked. */
uint64_t mr_run_count(const mr_run *run, const bool *marked);

/** The players of a plan that is played game by game, at `game`: the seats of `out`, and how their
 *  games are told apart. */
MR_NODISCARD mr_status mr_run_players(const mr_game *game, const mr_plan *plan, mr_experiment *out,
                                      mr_error *err);
/** Fills in openings, slips and the length of such a plan. */
MR_NODISCARD mr_status mr_run_validate_games(const mr_game *game, mr_plan *plan, mr_error *err);

/** Fields of a row by functions that have these names in the file of each kind. */
#define MR_RUN_KIND_ROW                                                                       \
  .total = total, .validate = validate, .play = play, .begin = begin, .end = end, .add = add, \
  .report = report, .write = write

/** Games, and who is told of each. */
typedef struct mr_run_games {
  const mr_experiment *what;
  uint64_t first;
  uint64_t count;
  uint64_t step; /**< from each pair of games to the next; 0: all are in a row */
  const atomic_bool *stop;
  mr_status (*take)(void *context, const mr_played *played, mr_error *err);
  void *context;
} mr_run_games;

/** Plays them. @return what mr_experimenter_play and `take` say */
MR_NODISCARD mr_status mr_run_play_games(const mr_run_games *games, mr_error *err);

/** `prepare` and `forget` of kinds whose `prepared` is the experiment of such a plan. */
MR_NODISCARD mr_status mr_run_prepare_games(mr_run *run, mr_error *err);
void mr_run_forget_games(mr_run *run);

/** The games of a batch. @param first receives batch times the size of batches @return their number
 */
uint64_t mr_run_games_of(const mr_run *run, uint64_t batch, uint64_t *first);

/** The next line of a text, without the blanks around it. @return false: there is none */
bool mr_run_line(const char **text, mr_token *out);

/** The next line of a batch's text, its end taken off. @return false: there is no whole line */
bool mr_run_next_line(mr_tokens *text, mr_tokens *out);

/** Says that what is asked for rests on a batch that is not there. @return MR_ERR_IO: queues try
 *  again */
mr_status mr_run_wait_for(const mr_run *run, uint64_t batch, mr_error *err);

/* ---- texts of batches ------------------------------------------------------------------------ */

/** Texts of a run's batches, for kinds that go through them in an order of their own. */
typedef struct mr_run_texts {
  mr_str *items; /**< "" where one is not there */
  uint64_t count;
} mr_run_texts;

/** Room for so many. @return MR_ERR_NOMEM; nothing is to be freed then */
MR_NODISCARD mr_status mr_run_texts_init(mr_run_texts *texts, uint64_t count, mr_error *err);
void mr_run_texts_done(mr_run_texts *texts);
/** Keeps a copy of one, in place of what was there. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_run_texts_put(mr_run_texts *texts, uint64_t batch, mr_token text,
                                        mr_error *err);
/** One of them; empty where it is not there. */
mr_token mr_run_texts_at(const mr_run_texts *texts, uint64_t batch);

/* ---- files ----------------------------------------------------------------------------------- */

/** Bytes of a number in 16 hexadecimal digits, the NUL included. */
#define MR_RUN_SUM_TEXT 17

/** Writes a number as texts of sums are written. */
void mr_run_sum_text(uint64_t sum, char out[MR_RUN_SUM_TEXT]);

/** FOLDER/WHAT. @return MR_ERR_LIMIT where that is too long */
MR_NODISCARD mr_status mr_run_path(const char *folder, const char *what, char *out, mr_error *err);

/** All bytes of a file. @return MR_ERR_UNKNOWN where there is none; MR_ERR_IO, MR_ERR_LIMIT */
MR_NODISCARD mr_status mr_run_read(const char *path, size_t limit, mr_str *out, mr_error *err);

/* ---- the folder ------------------------------------------------------------------------------ */

/** mr_run_make with another network than the game's. @param network empty: none */
MR_NODISCARD mr_status mr_run_make_with(const char *folder, const mr_plan *plan,
                                        const mr_catalog *catalog, const mr_game *game,
                                        const mr_network *network, mr_error *err);

/** Looks at one batch, which is added to look->sum where it is whole. @param lacks: it is not */
MR_NODISCARD mr_status mr_run_look_at(const mr_run *run, uint64_t batch, mr_run_look *look,
                                      bool *lacks, mr_error *err);

/* ---- other machines -------------------------------------------------------------------------- */

/** Where marcher lies on the machines that compute. @return MR_ERR_IO, MR_ERR_LIMIT */
MR_NODISCARD mr_status mr_run_marcher(const mr_run_where *where, char *out, mr_error *err);

/** The path by which everybody finds a file that is there. @return MR_ERR_IO, MR_ERR_LIMIT */
MR_NODISCARD mr_status mr_run_real_path(const char *path, char *out, mr_error *err);

/** Somebody else computes the batches of a run: who looks at its folder meanwhile. */
typedef struct mr_run_watch {
  const mr_run *run;
  const mr_run_where *where;
  const mr_run_listener *listener;
  char folder[MR_RUN_PATH_MAX];  /**< of the run, as everybody finds it */
  char program[MR_RUN_PATH_MAX]; /**< marcher, likewise */
  char errors[MR_RUN_PATH_MAX];  /**< the file in which tasks complain */
  uint64_t batches;
  uint64_t before; /**< whole when the watch began */
  int64_t began;
  int64_t looked;
  bool *lacking;    /**< for each batch */
  mr_run_look look; /**< of the last look */
} mr_run_watch;

/** To be ended with mr_run_watch_done in any case; has looked once. */
MR_NODISCARD mr_status mr_run_watch_init(mr_run_watch *watch, const mr_run *run,
                                         const mr_run_where *where, const mr_run_listener *listener,
                                         mr_error *err);
void mr_run_watch_done(mr_run_watch *watch);

/** Batches that are not there. */
uint64_t mr_run_watch_lacks(const mr_run_watch *watch);

/** Has what is lacking computed, and what is wanted then, until nothing is, or some stay lacking.
 *  @param compute has what is lacking computed once */
MR_NODISCARD mr_status mr_run_watch_rounds(mr_run_watch *watch,
                                           mr_status (*compute)(mr_run_watch *watch, mr_error *err),
                                           mr_error *err);

/** Looks for those that were lacking. @return MR_ERR_MISMATCH, ... */
MR_NODISCARD mr_status mr_run_watch_look(mr_run_watch *watch, mr_error *err);

/** Waits, looks now and then, and tells the listener. @return MR_ERR_CANCELLED, ... */
MR_NODISCARD mr_status mr_run_watch_wait(mr_run_watch *watch, int64_t nanoseconds, mr_error *err);

/** Looks until nothing is lacking, for some seconds: other machines' files may come late. */
MR_NODISCARD mr_status mr_run_watch_settle(mr_run_watch *watch, mr_error *err);

/**
 * Writes the summary of what is there, which goes to `out`. @param status what went before
 * @return that, or MR_ERR_IO where batches are lacking
 */
MR_NODISCARD mr_status mr_run_watch_close(mr_run_watch *watch, mr_status status, mr_run_look *out,
                                          mr_error *err);

/** Tells a note, if somebody listens. */
void mr_run_note(const mr_run_listener *listener, const char *format, ...) MR_PRINTF(2, 3);

#endif
