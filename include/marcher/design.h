/**
 * @file design.h
 * What random games tell of a new definition: whether it keeps the laws, who wins and how, what is
 * never used, and what a designer hardly meant. Upon the contract alone, for any family.
 *
 * Players are random ones, careful ones (who win where one action wins, and do not let the other
 * side do so) and helpful ones (who play together for one goal). What needs strong players is not
 * asked here. A warning is given where the definition itself proves it, or where games enough make
 * chance a bad explanation; it always says which.
 */
#ifndef MARCHER_DESIGN_H
#define MARCHER_DESIGN_H

#include <marcher/laws.h>

MR_BEGIN_C

/** What is warned of, in the order of reports. */
typedef enum mr_design_fault {
  MR_DESIGN_DEAD_START, /**< every game is drawn with the first actions */
  MR_DESIGN_NO_WIN,     /**< a side has no way to win */
  MR_DESIGN_DEAD_GOAL,  /**< a goal cannot be reached */
  MR_DESIGN_ENDLESS,    /**< games do not end */
  MR_DESIGN_DRAWISH,    /**< few games are won before a rule draws them, soon */
  MR_DESIGN_ONE_SIDED,  /**< one side wins nearly always */
  MR_DESIGN_FIRST_MOVE, /**< the game is decided in its first actions */
  MR_DESIGN_ROYALS,     /**< two royal pieces against one */
  MR_DESIGN_ABSENT,     /**< a piece can never come on the board */
  MR_DESIGN_STUCK,      /**< a piece can never move */
  MR_DESIGN_FAULT_COUNT
} mr_design_fault;

/** The short name of a fault: "no-win", "dead-goal", ... Static; "?" for a number that is none. */
MR_API const char *mr_design_name(mr_design_fault fault);

/** What is warned of, in one sentence. Static; "?" for a number that is none. */
MR_API const char *mr_design_text(mr_design_fault fault);

/** How a stretch of the work goes. @return false to stop; the report then says so */
typedef bool (*mr_design_progress)(void *context, const char *doing, unsigned percent);

/** How much is played. */
typedef struct mr_design_options {
  uint64_t seed;         /**< same seed, same report */
  unsigned games;        /**< random games; 0: as many as the size of the game allows */
  const mr_game *parent; /**< pieces taken over from it need not be used; NULL: there is none */
  mr_design_progress progress; /**< called every few milliseconds; may be NULL */
  void *context;
} mr_design_options;

/** What was found, with its evidence. Texts live in the arena that was given. */
typedef struct mr_design_finding {
  mr_design_fault fault;
  bool proven;         /**< by the definition or by trying everything, not by games */
  const char *message; /**< a sentence without its stop */
  uint64_t games;      /**< that were played in search of it; 0 where `proven` */
  uint64_t count;      /**< of them in which it showed */
  const char *state;   /**< text of a position that shows it; "" where none does */
} mr_design_finding;

/** How many findings a report has at most; then the first ones. */
#define MR_DESIGN_FINDINGS_MAX 32
/** How many notes a report has at most. */
#define MR_DESIGN_NOTES_MAX 16

/** How the games of one kind of player ended. */
typedef struct mr_design_tally {
  unsigned games;
  unsigned wins[MR_MAX_PLAYERS]; /**< by team */
  unsigned draws;                /**< nobody had more than half */
  unsigned endless;              /**< ended by nothing but the greatest length, or broken off */
  uint64_t actions;
  uint32_t shortest; /**< actions */
  uint32_t longest;
  uint32_t decisions; /**< most actions of players in a game: dice, deals and lots are none */
} mr_design_tally;

/** One game in which a law was broken. */
typedef struct mr_design_breach {
  mr_law law;
  uint64_t seed;   /**< of mr_laws_check for one game */
  uint32_t action; /**< how many had been made */
  const char *message;
  const char *state;
} mr_design_breach;

/** The whole report. */
typedef struct mr_design_report {
  mr_design_tally random;
  mr_design_tally careful;
  mr_laws_report laws;
  mr_design_breach breaches[MR_LAW_COUNT]; /**< the first of each law that was broken */
  size_t breach_count;
  mr_design_finding findings[MR_DESIGN_FINDINGS_MAX];
  size_t finding_count;
  const char *notes[MR_DESIGN_NOTES_MAX]; /**< what is worth knowing, and no fault */
  size_t note_count;
  bool cut_short; /**< `progress` said so */
} mr_design_report;

/**
 * Plays a game and reports on it. @param arena receives the texts of the report
 * @param report overwritten
 * @return MR_OK whatever is found: read the report. MR_ERR_NOMEM, or MR_ERR_ARGUMENT where the
 * game, the options, the arena or the report are NULL
 */
MR_NODISCARD MR_API mr_status mr_design_check(const mr_game *game, const mr_design_options *options,
                                              const mr_allocator *allocator, mr_arena *arena,
                                              mr_design_report *report, mr_error *err);

MR_END_C

#endif
