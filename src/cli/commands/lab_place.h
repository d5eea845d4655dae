#ifndef MARCHER_CLI_COMMANDS_LAB_PLACE_H
#define MARCHER_CLI_COMMANDS_LAB_PLACE_H

/**
 * @file
 * Where the run of a command lies, and who computes it: in a folder that somebody keeps, or in one
 * that goes again when the command ends. Games that nobody keeps are played by runs, too.
 */

#include "cli/commands/lab.h"

typedef struct lab_place {
  const char *folder;    /**< of the run; NULL: one that goes again */
  const char *temporary; /**< which is this one */
  int lock;              /**< a descriptor, which says that it is in use */
  unsigned threads;      /**< 0: all cores */
  size_t on;             /**< index in ::lab_engines */
  const char *hosts;
  const char *program;
  int64_t until;    /**< mr_clock_ns at which no batch is begun any more; 0: never */
  const char *what; /**< for the line of progress: what is played; NULL: what the run says */
  /** Is shown where things stand, some times a second; NULL: nobody looks.
      @return an exit status; others than 0 end it */
  int (*look)(void *context, const mr_run_progress *progress);
  void *look_context;
} lab_place;

/** Reads the options of places; complains. @return an exit status */
int lab_place_begin(cli_context *cli, const lab_options *choice, lab_place *out);
/** Removes a folder that goes again. */
void lab_place_end(lab_place *place);

/** Makes the run of a plan there, or finds it, and opens it; complains. @return an exit status */
int lab_place_open(cli_context *cli, lab_place *place, const mr_plan *plan,
                   const mr_catalog *catalog, const mr_game *game, mr_run **out);

/**
 * Computes what is lacking, with a line of progress. A signal, or the time, ends it early: that is
 * no failure. @param out receives what there is, whose sum is to be freed @return an exit status
 */
int lab_place_play(cli_context *cli, const lab_place *place, const mr_run *run, mr_run_look *out);

/** What --set says, as the text of a plan's `sets`. NULL without memory */
const char *lab_place_sets(cli_context *cli);

/** So many games in a batch that the first of them are soon over, and whoever breaks off loses few.
 */
uint64_t lab_place_batch(uint64_t games);

/** Who computes the self-play of `tune` and `train`, by options of --on; complains.
 *  @return an exit status */
int lab_place_order(cli_context *cli, const lab_options *choice, mr_run_order *out);

/** Options of commands that have such an order; `type` has a `lab_options where`. */
#define LAB_ORDER_OPTIONS(type)                                                                  \
  CLI_OPTION("on", CLI_CHOICE, type, where.on, .value = "ENGINE", .choices = lab_engines,        \
             .help = "who plays the games, as of lab run: cores, slurm, parallel; games lie in " \
                     "the folder, which all machines see"),                                      \
      CLI_OPTION("hosts", CLI_TEXT, type, where.hosts, .value = "FILE",                          \
                 .help = "of --on parallel: the machines, a line each"),                         \
      CLI_OPTION("program", CLI_TEXT, type, where.program, .value = "PATH",                      \
                 .help = "of other machines: where marcher is there"),                           \
      CLI_OPTION("cores", CLI_NUMBER, type, where.cores, .value = "N", .min = 1, .max = 100000,  \
                 .help = "of other machines: batches at once; without it as many as they take")

#endif
