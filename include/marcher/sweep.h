/**
 * @file sweep.h
 * Sweeps: how a game answers to keys of its definition. A grid of settings is played, games are
 * spent where it is open which of them comes nearest to what is wished (race.h), and all of it is
 * kept as a run of the kind "sweep" (run.h), batch by batch.
 */
#ifndef MARCHER_SWEEP_H
#define MARCHER_SWEEP_H

#include <marcher/race.h>
#include <marcher/run.h>
#include <marcher/spsa.h>

MR_BEGIN_C

/** Most settings: what a table and a night have room for. */
#define MR_SWEEP_SETTINGS_MAX 256
/** Most keys of a grid. */
#define MR_SWEEP_KEYS_MAX 32
/** Most wishes that are aimed at together. */
#define MR_SWEEP_TARGETS_MAX 4

/* ---- grids ----------------------------------------------------------------------------------- */

/** One value of a key. */
typedef struct mr_sweep_value {
  const char *text;  /**< of the definition */
  const char *label; /**< short, for tables */
  double number;     /**< what it counts; NaN: it is no number */
} mr_sweep_value;

typedef struct mr_sweep_key {
  const char *name;
  const char *label; /**< the name, or the letter of which there are more or fewer */
  const mr_sweep_value *values;
  size_t count;
} mr_sweep_key;

/** All settings: every value of each key with every one of the others, the last key fastest. */
typedef struct mr_sweep_grid {
  mr_sweep_key keys[MR_SWEEP_KEYS_MAX];
  size_t key_count;
  size_t settings;
} mr_sweep_grid;

/**
 * Reads lines "KEY=VALUES". Values stand between commas: texts, in which a comma is written "\,"
 * and the end of a line "\n"; ranges of whole numbers "9..18" or "0..100:25"; and texts in which a
 * letter is counted, "4k3/8/8/8/8/8/8/4K3[P{2..6}] w - - 0 1".
 * @return MR_ERR_SYNTAX, MR_ERR_RANGE, MR_ERR_LIMIT, MR_ERR_DUPLICATE, MR_ERR_NOMEM
 */
MR_NODISCARD MR_API mr_status mr_sweep_grid_read(const char *text, mr_arena *arena,
                                                 mr_sweep_grid *out, mr_error *err);

/** The same without a bound of combinations: 256 values for each of 32 keys. */
MR_NODISCARD MR_API mr_status mr_sweep_keys_read(const char *text, mr_arena *arena,
                                                 mr_sweep_grid *out, mr_error *err);

/** The value that a key has in a setting. */
MR_API const mr_sweep_value *mr_sweep_value_at(const mr_sweep_grid *grid, size_t setting,
                                               size_t key);

/** Appends the name of a setting: "pieces=9, castling=false". */
MR_API void mr_sweep_label(const mr_sweep_grid *grid, size_t setting, mr_str *out);

/* ---- settings -------------------------------------------------------------------------------- */

/** A setting as it is played. */
typedef struct mr_sweep_setting {
  mr_game *game;    /**< NULL: its values are refused */
  mr_status status; /**< with this status */
  const char *why;  /**< by this sentence; NULL else */
  size_t same_as;   /**< the first setting with the same rules: itself, where there is no other */
} mr_sweep_setting;

/**
 * Compiles all settings of a plan of the kind "sweep". Those that are refused say why; it is a
 * failure where none is left, or where no value changes the rules.
 * @param out room for `grid->settings`; its games are to be freed by mr_sweep_forget, in any case
 */
MR_NODISCARD MR_API mr_status mr_sweep_compile(const mr_catalog *catalog, const mr_plan *plan,
                                               const mr_sweep_grid *grid, mr_arena *arena,
                                               mr_sweep_setting *out, mr_error *err);
MR_API void mr_sweep_forget(mr_sweep_setting *settings, size_t count);

/**
 * Reads the wishes of a plan's `target`, a line each. @param count receives their number, 0 .. 4
 * @return MR_ERR_UNSUPPORTED for a measure that a sweep does not take; what mr_wish_parse returns
 */
MR_NODISCARD MR_API mr_status mr_sweep_targets(const mr_plan *plan, mr_wish *out, size_t *count,
                                               mr_error *err);

/* ---- what is known --------------------------------------------------------------------------- */

/** Where a sweep stands. */
typedef struct mr_sweep_report {
  const mr_sweep_grid *grid;
  const mr_sweep_setting *settings;
  mr_wish targets[MR_SWEEP_TARGETS_MAX];
  size_t target_count;
  mr_race race;
  /** What the games of each part of each setting say, as many as there are of those that are
   *  wanted; of a sweep without targets the measured ones alone. Index `setting * MR_RACE_PARTS +
   *  part`. */
  mr_summary *parts;
} mr_sweep_report;

/** Of the kind "sweep": where it stands, as long as nothing is added; NULL for other kinds, and
 *  without memory. */
MR_API const mr_sweep_report *mr_run_sum_sweep(mr_run_sum *sum);

/** The games of one part of a setting. */
MR_API mr_summary *mr_sweep_part(const mr_sweep_report *report, size_t setting, mr_race_part part);

/** Whether a key of whole numbers could have the next one beyond that of a setting, all others as
 * they are there: a range may have ended where the rules end it. */
MR_API bool mr_sweep_goes_on(const mr_run *run, size_t setting, size_t key, bool lower);

/** How far games are from all of some wishes. @param tail beyond each end of the intervals */
MR_API mr_reach mr_sweep_reach(const mr_wish *wishes, size_t count, mr_summary *summary,
                               double tail);

/* ---- many keys at once ----------------------------------------------------------------------- */

/** Most trials of a search. */
#define MR_SEARCH_TRIALS_MAX 1000

/** Where a search through many keys stands: a run of the kind "spsa". */
typedef struct mr_spsa_report {
  const mr_sweep_grid *grid;
  mr_wish targets[MR_SWEEP_TARGETS_MAX];
  size_t target_count;
  mr_spsa spsa; /**< its numbers are places in the lists of values, from the middle of each */
  size_t found[MR_SWEEP_KEYS_MAX]; /**< what is best by now: the place of each key's value */
  mr_summary *before; /**< fresh games of the game as it stands, as many as there are; NULL while
                           trials are made */
  mr_summary *after;  /**< of what was found; NULL also where it is refused */
  const char *why;    /**< by this sentence; else NULL */
  bool same;          /**< what was found are the rules as they stand */
  bool complete;
} mr_spsa_report;

/** Of the kind "spsa": where it stands, as long as nothing is added; NULL for other kinds, and
 * where that cannot be told. @param err receives why */
MR_API const mr_spsa_report *mr_run_sum_spsa(const mr_run_sum *sum, mr_error *err);

/** Appends what is best by now: "pieces=9, castling=false". */
MR_API void mr_spsa_label(const mr_spsa_report *report, mr_str *out);

MR_END_C

#endif
