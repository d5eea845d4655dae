/**
 * @file measures.h
 * The measures of a game: each a figure with its interval and the number of cases behind it, by a
 * name that commands, documents of JSON and wishes use. docs/LAB.md defines each with its source.
 */
#ifndef MARCHER_MEASURES_H
#define MARCHER_MEASURES_H

#include <marcher/measure.h>

MR_BEGIN_C

/** Tail of an interval of 95%. */
#define MR_TAIL_95 0.025

/** What a figure is. */
typedef enum mr_unit {
  MR_UNIT_SHARE, /**< 0 .. 1, of `total` games, decisions or pairs; people read percent */
  MR_UNIT_NUMBER /**< the median of a count */
} mr_unit;

/** One measure of a game. */
typedef struct mr_measure {
  char id[64];    /**< "first", "turns", "end:BL-15", "shows:BL-15", "moved:White Horse" */
  char label[96]; /**< for people: "first mover's points" */
  mr_unit unit;
  mr_interval interval; /**< infinite bounds: too few games to say, or they were broken off */
  bool least;           /**< of lengths: the median game was broken off, so that it is more */
  uint64_t total;       /**< cases behind it */
} mr_measure;

/** How many measures a summary may have; not each means something in each game. */
MR_API size_t mr_measure_count(const mr_summary *summary);

/**
 * One of them, in the order in which they are told. Sorts samples of the summary.
 * @param tail beyond each end of the interval: ::MR_TAIL_95, or less in families of intervals
 * @return false: nothing is known of it in these games
 */
MR_API bool mr_measure_at(mr_summary *summary, size_t index, double tail, mr_measure *out);

/** The measure of a name, also one of a rule that no game has seen, and of how many games a rule
 *  shows in ("shows:RULE"), which is not among those above; false: there is none, or nothing is
 *  known of it. */
MR_API bool mr_measure_find(mr_summary *summary, const char *id, double tail, mr_measure *out);

/**
 * Whether a measure can say something of a game: what "end:RULE", "shows:RULE" and "moved:PIECE"
 * name is looked up, the pieces where a family lists them. @param game NULL: of some game
 * @return MR_ERR_UNKNOWN, with the nearest name; MR_ERR_UNSUPPORTED: no such game has it, with why
 */
MR_NODISCARD MR_API mr_status mr_measure_check(const mr_game *game, const char *id, mr_error *err);

/** Why mr_measure_find knows nothing of a measure that mr_measure_check lets pass. Static. */
MR_API const char *mr_measure_missing(const mr_summary *summary, const char *id);

/** Names of the measures that every game may have, NULL-terminated. Static. */
MR_API const char *const *mr_measure_names(void);

/** One sentence that defines a measure of mr_measure_names; "" for others. Static. */
MR_API const char *mr_measure_definition(const char *id);

/** Writes a figure for people: "53.1%", "41", "2.37". */
MR_API void mr_measure_figure(mr_unit unit, double value, mr_str *out);
/** A share with its bounds, as everywhere: "53.1% (48.2 to 58.0)". @pre both are finite */
MR_API void mr_share_text(mr_interval share, mr_str *out);
/** The same of any measure, with its interval. */
MR_API void mr_measure_text(const mr_measure *measure, mr_str *out);

/* ---- random turns ---------------------------------------------------------------------------- */

/** How many turns of the median game were random, because the games were to differ. */
typedef struct mr_random_turns {
  double random; /**< on the mean */
  double all;
  bool many; /**< so many that who is favoured cannot be told from what they happened to be */
} mr_random_turns;

/** Of a summary that says how its games were played; else none were. Sorts its turns. */
MR_API mr_random_turns mr_summary_random(mr_summary *summary);
/** Appends "2.05 of the 3 turns of the median game were random". */
MR_API void mr_random_turns_text(const mr_random_turns *turns, mr_str *out);

/* ---- wishes ---------------------------------------------------------------------------------- */

/** What a designer wishes of a measure. */
typedef struct mr_wish {
  char id[64];
  double low; /**< in the measure's unit: shares are 0 .. 1; infinite where there is no bound */
  double high;
} mr_wish;

/** How a game answers a wish. */
typedef enum mr_answer {
  MR_ANSWER_UNKNOWN,   /**< the game has no such measure, or too few games were played */
  MR_ANSWER_UNDECIDED, /**< the interval lies on both sides of a bound */
  MR_ANSWER_YES,
  MR_ANSWER_NO
} mr_answer;

/**
 * Reads "first=45..55", "draws<30", "turns=20..", "turns>20", "first=50" (within one percent, or
 * within half of a number). Shares are in percent.
 * @return MR_ERR_SYNTAX, MR_ERR_UNKNOWN with the nearest name, MR_ERR_RANGE
 */
MR_NODISCARD MR_API mr_status mr_wish_parse(const char *text, mr_wish *out, mr_error *err);

/** The wishes that stand where nobody says otherwise. @return their number */
MR_API size_t mr_wish_defaults(const mr_wish **out);

/** Whether the whole interval is within a wish, or none of it. Who is favoured, "first", is not
 *  decided where many turns were random. */
MR_API mr_answer mr_wish_answer(const mr_wish *wish, mr_summary *summary, mr_measure *out);

/**
 * About how many games it takes to decide a wish that these do not: where the figure is outside of
 * it, if it is as it looks; within two bounds, if it is in the middle, which is the least that it
 * takes. @return 0: more games would not tell, or nothing is known
 */
MR_API uint64_t mr_wish_games(const mr_wish *wish, mr_summary *summary);

/* ---- two definitions ------------------------------------------------------------------------- */

/** One measure of two games side by side. */
typedef struct mr_comparison {
  mr_measure before;
  mr_measure after;
  mr_interval difference; /**< 95%, by itself */
  bool differs;           /**< also when all comparisons together are wrong in 5 of 100 at most */
} mr_comparison;

/**
 * Compares the measures that both have, by their names; they were measured by games of their own.
 * @param out room for mr_measure_count of both together @return their number
 */
MR_API size_t mr_compare(mr_summary *before, mr_summary *after, mr_comparison *out);

MR_END_C

#endif
