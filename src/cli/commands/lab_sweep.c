/* How a game answers to keys of its definition, and which setting comes nearest to a target. */
#include <inttypes.h>
#include <marcher/openings.h>
#include <marcher/sweep.h>
#include <string.h>

#include "cli/commands/lab_run.h"
#include "cli/commands/lab_study.h"

static const cli_option options[] = {
    CLI_OPTION(
        "key", CLI_LIST, lab_options, keys, .value = "KEY=VALUES",
        .help = "a key of the definition and the values to try: 9..18, 0..100:25, a,b,c, or a "
                "text in which a letter is counted, as in 'startFen=4k3/8/8/8/8/8/8/4K3[P{2..6}] "
                "w - - 0 1' (may be repeated: all combinations)"),
    CLI_OPTION("target", CLI_LIST, lab_options, targets, .value = "WISH",
               .help = "what a measure should be: first=50, draws<30, turns=40 (may be repeated)"),
    CLI_OPTION("trials", CLI_NUMBER, lab_options, trials, .value = "N", .min = 1,
               .max = MR_SEARCH_TRIALS_MAX,
               .help =
                   "look for good values of all keys at once by so many trials (SPSA), in place "
                   "of playing all combinations; needs --target"),
    CLI_OPTION("each", CLI_NUMBER, lab_options, each, .value = "N", .min = 1, .max = 10000,
               .help = "of --trials: games of each of the two settings of a trial (20)"),
    CLI_OPTION("games", CLI_NUMBER, lab_options, games, .value = "N", .min = 1, .max = 100000,
               .help = "games of each setting; with a target of each that may be the nearest, a "
                       "fourth of the others, and as many again that confirm it (400)"),
    CLI_OPTION("nodes", CLI_NUMBER, lab_options, nodes, .value = "N", .min = 1, .max = 1000000000,
               .help = "nodes of each decision (400)"),
    CLI_OPTION("level", CLI_NUMBER, lab_options, level, .value = "N", .min = MR_LEVEL_MIN,
               .max = MR_LEVEL_MAX, .help = "the level of the players instead"),
    CLI_OPTION("players", CLI_LIST, lab_options, players, .value = "TEXT",
               .help = "who plays, as of lab run, instead"),
    CLI_OPTION("batch", CLI_NUMBER, lab_options, batch, .value = "N", .min = 1, .max = 100000,
               .help = "games of each batch (10)"),
    CLI_OPTION("length", CLI_NUMBER, lab_options, length, .value = "N", .min = 1, .max = UINT32_MAX,
               .help = "actions after which a game is broken off (those of 1000 turns)"),
    CLI_OPTION("opening", CLI_NUMBER, lab_options, opening, .value = "N",
               .max = MR_OPENING_TURNS_MAX,
               .help = "random turns at the beginning of each game, as of lab run"),
    CLI_OPTION("slips", CLI_NUMBER, lab_options, slips, .value = "N", .max = 1000,
               .help = "random decisions of a thousand, as of lab run"),
    CLI_OPTION("to", CLI_TEXT, lab_options, to, .value = "FOLDER",
               .help = "where it is kept (a folder of its own for each sweep, GAME-sweep-NUMBER)"),
    CLI_OPTION("make", CLI_FLAG, lab_options, make,
               .help = "make the folder and compute nothing; needs --to"),
    CLI_OPTION("threads", CLI_NUMBER, lab_options, cores, .value = "N", .min = 1, .max = 100000,
               .help = "batches at once (all cores of this machine)"),
    CLI_OPTION("on", CLI_CHOICE, lab_options, on, .value = "ENGINE", .choices = lab_engines,
               .help = "who computes, as of lab run: cores, slurm, parallel"),
    CLI_OPTION("hosts", CLI_TEXT, lab_options, hosts, .value = "FILE",
               .help = "of --on parallel: the machines, a line each"),
    CLI_OPTION("program", CLI_TEXT, lab_options, program, .value = "PATH",
               .help = "of other machines: where marcher is there"),
    LAB_PAGE_OPTIONS,
    {.name = NULL},
};

/* ---- the command ----------------------------------------------------------------------------- */

/* "nodes:400" of --nodes and --level. */
static int choose_players(cli_context *cli, lab_options *choice) {
  const char *text = NULL;
  if (choice->nodes.given + choice->level.given + (choice->players.count > 0) > 1) {
    return cli_usage(cli, "players are said by one of --nodes, --level and --players");
  }
  if (!choice->nodes.given && !choice->level.given) {
    return CLI_OK;
  }
  text = choice->nodes.given ? cli_arena_format(cli, "nodes:%" PRIu64, choice->nodes.value)
                             : cli_arena_format(cli, "level:%" PRIu64, choice->level.value);
  return text != NULL && cli_list_add(cli, &choice->players, text) ? CLI_OK : cli_fail_memory(cli);
}

static int run(cli_context *cli, const lab_options *choice) {
  lab_options mine = *choice;
  mine.kind = mine.trials.given ? LAB_RUN_SEARCH : LAB_RUN_SWEEP;
  if (mine.each.given && !mine.trials.given) {
    return cli_usage(cli, "--each is for --trials");
  }
  int status = choose_players(cli, &mine);
  return status == CLI_OK ? lab_run_run(cli, &mine) : status;
}

static const cli_argument arguments[] = {
    {.name = "GAME",
     .help = "a name that 'marcher games' lists, or that a file of --rules has; or the folder of "
             "a sweep, to go on with it"},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"lab sweep borderline --key pieces=9..18:3 --target first=50",
     "how many pieces make it even, confirmed by fresh games"},
    {"lab sweep battle-of-ideologies --key first=white,black", "what a key changes"},
    {"lab sweep borderline --key pieces=9..18 --key three_pip=20%,40%,60%,80% --target "
     "first=50 --trials 100",
     "good values of both at once"},
    {NULL, NULL},
};

const lab_experiment lab_sweep = {
    .name = "sweep",
    .about = "Plays the game with each of several values of its keys, and says how the measures "
             "answer. With --target it also says which setting comes nearest: games are spent "
             "where that is open, and the last word is with fresh ones. KEY=9..18 are whole "
             "numbers, KEY=9..18:3 every third, KEY=a,b,c texts, and P{2..6} in a text two to "
             "six letters P. With --trials it looks for good values of many keys at once, "
             "without trying all (SPSA), and fresh games of what was found stand beside those of "
             "the game as it is. It is a run: Ctrl-C keeps everything, and the same command goes "
             "on.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .run = run,
};
