#ifndef MARCHER_CLI_COMMANDS_LAB_H
#define MARCHER_CLI_COMMANDS_LAB_H

/**
 * @file
 * What `marcher lab` does: one row for each kind of experiment.
 */

#include <marcher/measure.h>
#include <marcher/run.h>

#include "cli/commands.h"

/** Values of the options of all experiments. */
typedef struct lab_options {
  const char *what;
  const char *game; /**< or what the experiment is about: a folder of games */
  const char *output;
  const char *check;
  cli_number count;
  cli_number tries;
  cli_number nodes;
  cli_number games;
  cli_number level;
  cli_list more; /**< arguments behind these, of experiments that take them */
  const char *to;
  const char *hosts;
  const char *program;
  cli_list players;
  cli_number batch;
  cli_number length;
  cli_number opening;
  cli_number slips;
  cli_number cores;
  cli_number base;
  size_t kind;
  size_t on;
  bool batch_count;
  bool lacking;
  bool make;
  const char *amounts; /**< "1600,1600,400" games of the strengths, or one number for all */
  const char *budgets; /**< "100,400,1600" nodes */
  const char *levels;  /**< "2,4,5" */
  cli_list wants;
  cli_number pairs;
  cli_number probe;
  cli_number threads;
  cli_number hours;
  cli_number turns;
  cli_number within;
  bool sharp;
  cli_number minutes;
  cli_number seconds;
  const char *html;
  const char *pictures; /**< the folder of its charts, each in a file */
  const char *folder;   /**< in which the run of a study is kept */
  cli_list keys;        /**< of sweep: "pieces=9..18" */
  cli_list with;        /**< of puzzles: settings of the games that are looked at */
  cli_list targets;     /**< of sweep: "first=50" */
  cli_number trials;    /**< of sweep: it is a search by SPSA */
  cli_number each;
  const char *unit;
  const char *state;
  cli_number solve; /**< of claims: actions looked at for a position */
  cli_number memory;
  /* What no option says, and a command that asks another: */
  int64_t until;                 /**< mr_clock_ns at which its run begins no batch; 0: never */
  struct mr_doc *into;           /**< its page is a part of this one; NULL: it is one of its own */
  const struct lab_made *made;   /**< what the page was made by; NULL: by this program and game */
  const struct lab_made *second; /**< of two games: the other one; NULL: the page is of one */
} lab_options;

/** One experiment. */
typedef struct lab_experiment {
  const char *name;
  const char *about;             /**< paragraphs, of its page of help */
  const cli_argument *arguments; /**< behind its name, for that page */
  const cli_example *examples;
  bool takes_more; /**< arguments behind the first */
  const cli_option *options;
  int (*run)(cli_context *cli, const lab_options *choice); /**< @return an exit status */
} lab_experiment;

/** The argument of experiments with one game. */
extern const cli_argument lab_game_argument[];

extern const lab_experiment lab_balance;
extern const lab_experiment lab_claims;
extern const lab_experiment lab_compare;
extern const lab_experiment lab_openings;
extern const lab_experiment lab_batch;
extern const lab_experiment lab_merge;
extern const lab_experiment lab_puzzles;
extern const lab_experiment lab_quick;
extern const lab_experiment lab_report;
extern const lab_experiment lab_review;
extern const lab_experiment lab_run;
extern const lab_experiment lab_sweep;

/** Who computes a run: words of --on. */
extern const char *const lab_engines[];
/** Options that would do nothing are mistaken ones; complains. @return an exit status */
int lab_check_where(cli_context *cli, const lab_options *choice);
/** The engine of --on. @param on index in ::lab_engines */
mr_run_engine *lab_engine(size_t on);
extern const lab_experiment lab_solve;
extern const lab_experiment lab_values;

/** Whether a game has no openings: each deal is one, or they would give away what is hidden. */
bool lab_openings_are_dealt(const mr_game *game);

/** Writes what games say to the output. */
void lab_tell_summary(cli_context *cli, mr_summary *summary);

#endif
