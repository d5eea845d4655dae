#ifndef MARCHER_CLI_COMMANDS_LAB_STUDY_H
#define MARCHER_CLI_COMMANDS_LAB_STUDY_H

/**
 * @file
 * A study of one definition: games at several strengths, matches between more thought and less, and
 * what they say as a page, as a document and in short.
 */

#include <marcher/json.h>
#include <marcher/measures.h>
#include <marcher/openings.h>
#include <marcher/reel.h>

#include "cli/commands/lab_output.h"
#include "cli/commands/lab_place.h"

/** No study has more strengths. */
#define LAB_STRENGTHS_MAX MR_STUDY_STRENGTHS_MAX
/** Bytes of "nodes:400", the NUL included. */
#define LAB_SEATS_MAX 32
/** How games that would be alike are made to differ. */
#define LAB_CHANCE_OPTIONS                                                           \
  CLI_OPTION("opening", CLI_NUMBER, lab_options, opening, .value = "N",              \
             .max = MR_OPENING_TURNS_MAX,                                            \
             .help = "random turns at the beginning of each game, as of lab run"),   \
      CLI_OPTION("slips", CLI_NUMBER, lab_options, slips, .value = "N", .max = 1000, \
                 .help = "random decisions of a thousand, as of lab run")
#define LAB_STRENGTH_OPTIONS(otherwise)                                                           \
  CLI_OPTION("nodes", CLI_TEXT, lab_options, budgets, .value = "N,N,...",                         \
             .help = "strengths by nodes of each decision " otherwise),                           \
      CLI_OPTION("levels", CLI_TEXT, lab_options, levels, .value = "N,N,...",                     \
                 .help = "strengths by levels instead"),                                          \
      CLI_OPTION("pairs", CLI_NUMBER, lab_options, pairs, .value = "N", .max = 100000,            \
                 .help = "pairs of games that ask how much skill counts (50; 0: none)"),          \
      CLI_OPTION("probe", CLI_NUMBER, lab_options, probe, .value = "N", .max = 1000000,           \
                 .help = "nodes of searches beside the games of the last strength, for good "     \
                         "options and the luck of dice (400; 0: none)"),                          \
      LAB_CHANCE_OPTIONS,                                                                         \
      CLI_OPTION("threads", CLI_NUMBER, lab_options, threads, .value = "N", .min = 1, .max = 256, \
                 .help = "games at once (all cores)")

/** Options that describe a study, for tables of options ... */
#define LAB_STUDY_OPTIONS LAB_STRENGTH_OPTIONS("(100,400,1600)")
/** ... and one that only its last strength is asked of: see lab_study_last. */
#define LAB_LAST_NODES "400"
#define LAB_LAST_OPTIONS LAB_STRENGTH_OPTIONS("(" LAB_LAST_NODES "); of several the last is asked")

/** How many games: of a study that is told of by its strengths ... */
#define LAB_AMOUNTS_OPTION                                             \
  CLI_OPTION("games", CLI_TEXT, lab_options, amounts, .value = "N,..", \
             .help = "games at each strength (400), or with commas of each of them")

/** ... and of one that only its last strength is asked of. */
#define LAB_GAMES_OPTION                                                                      \
  CLI_OPTION("games", CLI_NUMBER, lab_options, games, .value = "N", .min = 1, .max = 1000000, \
             .help = "games at each strength (400)")

/** Where a study is kept. */
#define LAB_FOLDER_OPTION                                                \
  CLI_OPTION("folder", CLI_TEXT, lab_options, folder, .value = "FOLDER", \
             .help = "keep the games there: the same command goes on with them")

/** Where a study is kept, and who computes it. */
#define LAB_FOLDER_OPTIONS                                                                      \
  LAB_FOLDER_OPTION,                                                                            \
      CLI_OPTION("on", CLI_CHOICE, lab_options, on, .value = "ENGINE", .choices = lab_engines,  \
                 .help = "who computes: cores of this machine; slurm, by an array of jobs; "    \
                         "parallel, GNU parallel over ssh"),                                    \
      CLI_OPTION("hosts", CLI_TEXT, lab_options, hosts, .value = "FILE",                        \
                 .help = "of --on parallel: the machines, a line each, as its --sshloginfile"), \
      CLI_OPTION("program", CLI_TEXT, lab_options, program, .value = "PATH",                    \
                 .help = "of other machines: where marcher is there; without it where it is "   \
                         "here")

/** Where the page of an experiment goes. */
#define LAB_PAGE_OPTIONS                                                         \
  CLI_OPTION("html", CLI_TEXT, lab_options, html, .value = "FILE",               \
             .help = "write a page with charts, which needs nothing else"),      \
      CLI_OPTION("pictures", CLI_TEXT, lab_options, pictures, .value = "FOLDER", \
                 .help = "write each chart into a file there, to be shown anywhere: SVG")

/** One strength and what its games say. */
typedef struct lab_strength {
  char seats[LAB_SEATS_MAX]; /**< "nodes:400" */
  uint64_t value;            /**< nodes or level */
  uint64_t games;            /**< wanted; 0: as many as the study's */
  mr_summary summary;
} lab_strength;

typedef struct lab_study {
  const mr_game *game;
  uint64_t seed;
  uint64_t games; /**< wanted at the strength that has most */
  uint64_t pairs;
  uint64_t probe;
  cli_number opening; /**< not given: as many random turns and slips as tell games apart */
  cli_number slips;
  uint64_t skill_nodes; /**< of the weaker player of the matches for skill; 0: there are none */
  lab_place place;      /**< where its run lies */
  bool by_level;
  bool explain; /**< pages tell what each measure is */
  bool timed;   /**< the time says how many games there are */
  size_t count;
  lab_strength strengths[LAB_STRENGTHS_MAX]; /**< weakest first; the last is looked at closely */
  double seconds;                            /**< that this sitting took */
  uint64_t played;                           /**< all games, those of former sittings included */
  uint64_t before;                           /**< at the last strength, of former sittings */
  uint64_t sitting;                          /**< in this one, also behind one that lacks */
  mr_reel reel;                              /**< games of the page, where it is one of HTML */
  uint64_t filmed;                           /**< of which numbers they are */
  uint64_t batch; /**< games of each strength in a batch; 0: as it is best */
  bool plain;     /**< the game is played without what --set says */
  bool lenient;   /**< that no game was over when it was ended is no failure */
  /** Is shown what is known, soon and now and then, on the thread that asked; NULL: nobody looks.
      @return an exit status; others than 0 end it */
  int (*look)(void *context, struct lab_study *study);
  void *look_context;
  uint64_t looked; /**< batches at the last look */
} lab_study;

/** Reads the options; complains. @return an exit status. End it with lab_study_end in any case */
int lab_study_begin(cli_context *cli, const lab_options *choice, const mr_game *game, uint64_t seed,
                    lab_study *study);

/** Options of a study of which only the last strength is asked: one strength where none is said. */
static inline lab_options lab_study_last(const lab_options *choice) {
  lab_options last = *choice;
  if (last.budgets == NULL && last.levels == NULL) {
    last.budgets = LAB_LAST_NODES;
  }
  return last;
}

void lab_study_end(lab_study *study);

/** Where a part of what is compared is kept: a folder in that of --folder; NULL without one. */
const char *lab_study_folder(cli_context *cli, const lab_options *choice, const char *part);

/** The players of a strength of a run: "nodes:400". @return `out` */
const char *lab_seats_of(const mr_run *run, size_t strength, char out[LAB_SEATS_MAX]);

/**
 * Plays the run of a study, or goes on with it, until there are the wanted games and pairs; a
 * signal, or the time, ends it early, with what there is. @return an exit status
 */
int lab_study_play(cli_context *cli, lab_study *study);

/** The strength that is looked at closely: the last that has games. @return NULL: none has */
lab_strength *lab_study_main(lab_study *study);

/** What the players know of a game, in words behind "the players"; what makes them stronger is
 * named where the game can have it. */
const char *lab_study_knowledge(const mr_game *game);

/** How much the first mover's points grow with each level, or each doubling of the nodes.
 *  @param steady receives whether they can lie on a line */
mr_interval lab_study_trend(lab_study *study, bool *steady);

/** Whether it is told apart from chance, in tenths of a hundredth, as it is told.
 *  @return 1: they grow, -1: they shrink, 0: it may be either way */
int lab_trend_way(mr_interval trend);

/** How many turns were random at the strength that is looked at closely. */
mr_random_turns lab_study_random(lab_study *study);
/** Writes the object "random". */
void lab_random_json(mr_json *json, mr_random_turns turns);

/**
 * Whether the first mover's share at the strength that is looked at closely is more than an even
 * one (1), less (-1), or cannot be told from it (0): by chance, or since many turns were random.
 */
int lab_study_advantage(lab_study *study);

/** What somebody wishes of it: --want, else what stands for all games; refuses what such a game
 *  cannot have. @return an exit status */
int lab_study_wishes(cli_context *cli, const lab_options *choice, const mr_game *game,
                     const mr_wish **out, size_t *count);

/**
 * Writes the page of a study. @param command that makes it again. Its parts live in the arena of
 * `cli`
 */
void lab_study_page(cli_context *cli, lab_study *study, const mr_wish *wishes, size_t wish_count,
                    const char *command, mr_doc *doc);

/**
 * Plays some games of the strength that is looked at closely once more, to be stepped through: a
 * few of each way to end, in study->reel.
 */
MR_NODISCARD mr_status lab_study_films(lab_study *study, mr_error *err);

/** Writes the members of a study. */
void lab_study_json(mr_json *json, lab_study *study, const mr_wish *wishes, size_t wish_count,
                    const lab_made *made);

/** Members that documents of all runs have: game, players, seed, run. */
void lab_run_json(mr_json *json, const mr_run *run, const mr_run_look *look);

/** Only its last part: the folder, what made it, and how many batches there are. */
void lab_put_run(mr_json *json, const mr_run *run, const mr_run_look *look);

/** Writes one measure as an object: id, label, unit, value, low, high, n. */
void lab_measure_json(mr_json *json, const char *key, const mr_measure *measure);

#endif
