/**
 * @file run.h
 * Runs of the lab: experiments that fall into numbered batches, each a pure function of experiment
 * and number, byte for byte, on any machine; folders that keep them; one machine's cores, and
 * programs that spread batches over many machines. See docs/LAB.md and docs/SCALING.md.
 *
 * A run is a folder:
 *
 *     experiment     what is played; an INI file that is never changed
 *     rules.ini      the game's definitions, with those of its parents
 *     rules.weights  weights of its evaluation, where it has some
 *     NAME.network   its network, where it has one
 *     batches/N      the result of batch N, from 0: whole numbers, a sum, and what made them; no
 *                    time, no host
 *     summary        what all of them say together; written anew whenever some are added
 *
 * Whoever computes a batch reads the first four and writes batches/N, whole or not at all. There
 * are no locks: two that compute the same batch write the same bytes.
 */
#ifndef MARCHER_RUN_H
#define MARCHER_RUN_H

#include <marcher/catalog.h>
#include <marcher/fair.h>
#include <marcher/json.h>
#include <marcher/match.h>
#include <marcher/measure.h>

MR_BEGIN_C

/** Most batches of a run: what a queue of jobs takes, and a folder holds well. */
#define MR_RUN_BATCHES_MAX UINT64_C(100000)
/** Most games of a run. */
#define MR_RUN_GAMES_MAX UINT64_C(10000000)
/** Bytes of a path of a run's files, the NUL included. */
#define MR_RUN_PATH_MAX 4096
/** Bytes of a file of a batch. */
#define MR_RUN_FILE_MAX ((size_t)256 << 20)

/* ---- what is to be found out ----------------------------------------------------------------- */

/** What a kind of experiment chooses by itself. */
#define MR_PLAN_AUTO UINT64_MAX

/** An experiment as it is written; the keys of its file are in mr_plan_keys. */
typedef struct mr_plan {
  const char *kind;    /**< "games", "match", "ladder", "study", "sweep", "spsa", "values", "fair",
                            "selfplay" */
  const char *game;    /**< its name in the catalogue */
  const char *sets;    /**< "key=value", a line each */
  const char *players; /**< a line for each seat, or one for all of them */
  const char *keys;    /**< of a sweep or spsa: "key=values", a line each; see sweep.h */
  const char *target;  /**< of these: wishes such as "first=50", a line each */
  const char *unit;    /**< of values: the kind of piece that is worth 1; "": the most frequent */
  uint64_t seed;
  uint64_t games;   /**< in all, or at most; of a match or ladder of every two players that meet; of
                         a sweep of each setting that is near the target; of spsa of the start and of
                         what was found */
  uint64_t batch;   /**< games of each batch; the last may have fewer */
  uint64_t length;  /**< actions after which a game is broken off; 0: the usual */
  uint64_t opening; /**< random turns at the beginning, or ::MR_PLAN_AUTO */
  uint64_t slips;   /**< random decisions of a thousand, or ::MR_PLAN_AUTO */
  uint64_t pairs;   /**< of a study: pairs of games of more thought against less; of values: of each
                         replacement match */
  uint64_t probe;   /**< of a study: nodes of searches beside the games of the last strength */
  uint64_t trials;  /**< of spsa */
  uint64_t each;    /**< of spsa: games of each of the two settings of a trial */
  uint64_t squares; /**< of spsa: 1, by squares that are unbiased, as all that are made; else by
                         distances, as runs of before */
  uint64_t even;    /**< of a match or ladder: openings that a search sees so near to even, in
                         hundredths of a pawn; ::MR_PLAN_AUTO: all */
  uint64_t resign;  /**< of these: games end when both see for four turns that one is ahead by so
                         much; ::MR_PLAN_AUTO: by their rules alone */
  uint64_t round;   /**< of selfplay: games of each are others, from 1 */
  uint64_t positions; /**< of selfplay: no more games than it takes for so many;
                           ::MR_PLAN_AUTO: all games */
  uint64_t settings;  /**< of a sweep: how many; of values: matches at most; no key of the file */

  /* What a run adds when it is made. Hexadecimal. */
  const char *program;    /**< version */
  const char *definition; /**< of the rules as they are played */
  const char *rules;      /**< sum of rules.ini */
  const char *weights;    /**< of rules.weights; "" where there are none */
  const char *network;    /**< of the network; "" where there is none */
} mr_plan;

/** The keys of a file of an experiment. Static. @param count receives their number */
MR_API const mr_key *mr_plan_keys(size_t *count);

/**
 * Reads the text of a file: one section [experiment].
 * @param source its name, for errors @param arena what `out` points to lives there
 * @return MR_ERR_SYNTAX, MR_ERR_UNKNOWN, MR_ERR_RANGE, ... with the place
 */
MR_NODISCARD MR_API mr_status mr_plan_read(const char *source, const char *text, size_t length,
                                           mr_arena *arena, mr_plan *out, mr_error *err);

/** Appends it as such a text: the same plan, the same bytes. */
MR_API void mr_plan_write(const mr_plan *plan, mr_str *out);

/** Appends an override to the text of `sets`, which begins empty. */
MR_API void mr_plan_put_set(const mr_override *set, mr_str *out);

/** The overrides of `plan->sets`. @param arena they live there @return MR_ERR_SYNTAX, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_plan_sets(const mr_plan *plan, mr_arena *arena, mr_override **out,
                                           size_t *count, mr_error *err);

/* ---- runs ------------------------------------------------------------------------------------ */

/** A run that is open; opaque. Threads may share it. */
typedef struct mr_run mr_run;

/**
 * The version of this program as results name it, with a number made of what its searches find in
 * fixed positions: results depend on that. Static.
 */
MR_API const char *mr_run_program(void);

/**
 * Makes the folder of a run, or finds that it is there. @param game opened from `catalog` with the
 * overrides of the plan, and the network that it is to be played with
 * @return MR_ERR_MISMATCH where the folder holds another run; MR_ERR_IO; what is wrong with the
 * plan
 */
MR_NODISCARD MR_API mr_status mr_run_make(const char *folder, const mr_plan *plan,
                                          const mr_catalog *catalog, const mr_game *game,
                                          mr_error *err);

/**
 * Opens a run: reads and compiles what it needs. Free it with mr_run_free.
 * @return MR_ERR_UNKNOWN where the folder holds none, MR_ERR_MISMATCH where a file of it was
 * changed, or it was made by another program; MR_ERR_SYNTAX, MR_ERR_IO, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_run_open(const char *folder, mr_run **out, mr_error *err);
/** The same for who reads the games that are there, and has none played: those of another program
 *  are as good. */
MR_NODISCARD MR_API mr_status mr_run_open_to_read(const char *folder, mr_run **out, mr_error *err);
/** Frees it; NULL is accepted. */
MR_API void mr_run_free(mr_run *run);

MR_API const char *mr_run_folder(const mr_run *run);
MR_API const mr_plan *mr_run_plan(const mr_run *run);
MR_API const mr_game *mr_run_game(const mr_run *run);
/** Number of its batches. */
MR_API uint64_t mr_run_batches(const mr_run *run);
/** What tells its experiment from others: of every byte of the file. */
MR_API uint64_t mr_run_identity(const mr_run *run);

/* ---- batches --------------------------------------------------------------------------------- */

/** Whether the file of a batch is there. */
typedef enum mr_batch_state {
  MR_BATCH_MISSING,
  MR_BATCH_WHOLE,
  MR_BATCH_DAMAGED, /**< there is a file, and it is not whole or not of this batch */
  MR_BATCH_FOREIGN  /**< it is whole, and of another experiment or program */
} mr_batch_state;

/**
 * Reads a batch. @param text receives what it holds behind its head, where it is whole; may be NULL
 * @param err receives why it is not whole @return MR_ERR_IO, MR_ERR_NOMEM: nobody can tell
 */
MR_NODISCARD MR_API mr_status mr_batch_read(const mr_run *run, uint64_t batch,
                                            mr_batch_state *state, mr_str *text, mr_error *err);

/** A part of the bytes of a file. */
typedef struct mr_batch_text {
  const char *text;
  size_t length;
} mr_batch_text;

/** The same of the bytes of a file. @param out receives what stands between head and sum */
MR_API mr_batch_state mr_batch_parse(const mr_run *run, uint64_t batch, const char *bytes,
                                     size_t length, mr_batch_text *out, mr_error *err);

/** The bytes of a batch's file: pure. @param stop NULL, or set by another thread */
MR_NODISCARD MR_API mr_status mr_batch_compute(const mr_run *run, uint64_t batch,
                                               const atomic_bool *stop, mr_str *out, mr_error *err);

/**
 * Computes a batch and puts its file into the folder, unless it is there already.
 * @param computed receives whether it had to be; may be NULL
 */
MR_NODISCARD MR_API mr_status mr_batch_make(const mr_run *run, uint64_t batch,
                                            const atomic_bool *stop, bool *computed, mr_error *err);

/* ---- what they say together ------------------------------------------------------------------ */

/** What some batches of a run say together. */
typedef struct mr_run_sum mr_run_sum;

MR_NODISCARD MR_API mr_status mr_run_sum_new(const mr_run *run, mr_run_sum **out, mr_error *err);
MR_API void mr_run_sum_free(mr_run_sum *sum);
/** Adds the text of a batch. @return what is wrong with it; the sum is as it was then */
MR_NODISCARD MR_API mr_status mr_run_sum_add(mr_run_sum *sum, uint64_t batch, const char *text,
                                             size_t length, mr_error *err);
/** Batches that were added. */
MR_API uint64_t mr_run_sum_batches(const mr_run_sum *sum);
/** A few words for somebody who waits: what is found so far, with intervals. */
MR_API void mr_run_sum_tell(const mr_run_sum *sum, mr_str *out);
/** Of the kind "games": what they say. NULL for other kinds. */
MR_API mr_summary *mr_run_sum_games(mr_run_sum *sum);
/** What the games of the kind "fair" say. */
typedef struct mr_fair_found {
  mr_fair test;
  uint64_t won; /**< by the first side */
  uint64_t lost;
} mr_fair_found;

/** Of the kind "fair": where its test stands. @param over no more games come: those of the lowest
 *  numbers are looked at, though the test would have waited for more @return false: of other kinds
 */
MR_API bool mr_run_sum_fair(const mr_run_sum *sum, bool over, mr_fair_found *out);
/** What the games of the kind "selfplay" say: those of the lowest numbers that are there, no more
 *  of them than are asked for. */
typedef struct mr_selfplay_found {
  uint64_t batches;
  uint64_t games;
  uint64_t positions;
  uint64_t nodes;
  bool enough; /**< no more games are asked for */
} mr_selfplay_found;

/** Of the kind "selfplay". @return false: of other kinds */
MR_API bool mr_run_sum_selfplay(const mr_run_sum *sum, mr_selfplay_found *out);
/** Of the kinds "match" and "ladder": how it stands. NULL for other kinds. */
MR_API const mr_match_report *mr_run_sum_match(const mr_run_sum *sum);

/** No study has more strengths. */
#define MR_STUDY_STRENGTHS_MAX 8
/**
 * Of the kind "study": what the games of each strength say, the weakest first; the last holds the
 * matches between more thought and less. NULL for other kinds.
 */
MR_API mr_summary *mr_run_sum_study(mr_run_sum *sum, size_t *count);
/** How the games of one strength of a study are played: game i of it shows itself again. */
MR_API const mr_experiment *mr_run_study_strength(const mr_run *run, size_t index);

/** What is in the folder of a run, gone through from batch 0 on. */
typedef struct mr_run_look {
  mr_run_sum *sum; /**< of the whole ones, in order; free it with mr_run_sum_free */
  uint64_t whole;
  uint64_t missing;
  uint64_t damaged;
  uint64_t first_missing; /**< or damaged */
  mr_error why;           /**< of the first that is damaged */
} mr_run_look;

/**
 * Looks at all batches. @param lacking NULL, or receives for each batch whether it is not there; of
 * a sweep those of which it is known by now that they are wanted
 * @return MR_ERR_MISMATCH where a batch is of another experiment or program, with its name
 */
MR_NODISCARD MR_API mr_status mr_run_survey(const mr_run *run, bool *lacking, mr_run_look *out,
                                            mr_error *err);

/** The same up to the first batch that is not there: games of the lowest numbers, not those that
 *  were over soonest. */
MR_NODISCARD MR_API mr_status mr_run_survey_first(const mr_run *run, mr_run_look *out,
                                                  mr_error *err);

/** Writes the file "summary" from what was found. */
MR_NODISCARD MR_API mr_status mr_run_write_summary(const mr_run *run, const mr_run_sum *sum,
                                                   mr_error *err);

/**
 * Takes into `run` the batches that another folder of the same experiment has.
 * @param taken receives how many; @param passed how many of them are damaged there
 * @return MR_ERR_MISMATCH where it is of another experiment, or where both have a batch and they
 * differ, which is named; nothing is replaced then
 */
MR_NODISCARD MR_API mr_status mr_run_merge(const mr_run *run, const mr_run *from, uint64_t *taken,
                                           uint64_t *passed, mr_error *err);

/* ---- playing --------------------------------------------------------------------------------- */

/** How a run gets on. */
typedef struct mr_run_progress {
  mr_run_sum *sum; /**< so far; may be asked for measures, which sorts its samples */
  uint64_t done;   /**< batches, those that were there included */
  uint64_t before; /**< of them: there when it was begun */
  uint64_t wanted; /**< batches in all; of a sweep those that are wanted so far, of kinds that know
                        them those of later rounds, too */
  double seconds;  /**< since then */
} mr_run_progress;

typedef struct mr_run_listener {
  /** On the thread that asked, some times a second. */
  void (*tick)(void *context, const mr_run_progress *progress);
  /** A sentence about a file that is damaged, or something else worth knowing. */
  void (*note)(void *context, const char *text);
  void *context;
} mr_run_listener;

/** Which machines compute. */
typedef struct mr_run_where {
  unsigned cores;      /**< of this one, or jobs at once of others; 0: all */
  const char *program; /**< of the other machines; NULL: the path of this one */
  const char *hosts;   /**< for GNU parallel: a file of them, see its --sshloginfile */
  const atomic_bool *stop;
} mr_run_where;

/**
 * Computes the batches that are lacking on this machine's cores, and writes the summary.
 * @param out receives what there is then, also after MR_ERR_CANCELLED
 */
MR_NODISCARD MR_API mr_status mr_run_play(const mr_run *run, const mr_run_where *where,
                                          const mr_run_listener *listener, mr_run_look *out,
                                          mr_error *err);

/**
 * The same by arrays of jobs of Slurm, whose machines see the same folder. Jobs that are queued or
 * under way already are waited for; what is lacking at the end is tried again while that helps.
 * @return MR_ERR_CANCELLED by the flag: the jobs go on; MR_ERR_UNSUPPORTED where there is no Slurm;
 * MR_ERR_IO where batches are lacking at the end
 */
MR_NODISCARD MR_API mr_status mr_run_slurm(const mr_run *run, const mr_run_where *where,
                                           const mr_run_listener *listener, mr_run_look *out,
                                           mr_error *err);

/** The same by GNU parallel over ssh, on hosts that see the same folder; the flag ends them. */
MR_NODISCARD MR_API mr_status mr_run_parallel(const mr_run *run, const mr_run_where *where,
                                              const mr_run_listener *listener, mr_run_look *out,
                                              mr_error *err);

/** mr_run_play, mr_run_slurm or mr_run_parallel. */
typedef mr_status mr_run_engine(const mr_run *run, const mr_run_where *where,
                                const mr_run_listener *listener, mr_run_look *out, mr_error *err);

/** Of what, and by whom, a longer work makes runs on its way: the self-play of tunings and
 *  trainings. */
typedef struct mr_run_order {
  const mr_catalog *catalog; /**< has the game's definition */
  const char *sets;          /**< that have changed it, as in mr_plan; NULL: none */
  mr_run_engine *engine;     /**< NULL: mr_run_play */
  mr_run_where where;        /**< without `stop`: the work has its own */
  /** Told of files that are damaged; may be NULL. */
  void (*note)(void *context, const char *text);
} mr_run_order;

MR_END_C

#endif
