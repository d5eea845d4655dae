#include "cli/commands/lab.h"

#include <string.h>

#include "base/text.h"
#include "cli/commands/lab_output.h"

/* Whoever adds an experiment adds its row here. */
static const lab_experiment *const experiments[] = {
    &lab_balance, &lab_claims, &lab_compare, &lab_openings, &lab_puzzles, &lab_quick, &lab_report,
    &lab_review,  &lab_run,    &lab_batch,   &lab_merge,    &lab_solve,   &lab_sweep, &lab_values};

enum { EXPERIMENTS = sizeof experiments / sizeof experiments[0] };

const cli_argument lab_game_argument[] = {
    {.name = "GAME", .help = "a name that 'marcher games' lists, or a file that defines one game"},
    {.name = NULL},
};

static const cli_argument arguments[] = {
    {.name = "WHAT", .help = "the experiment, one of these", .offset = offsetof(lab_options, what)},
    {.name = "GAME",
     .help = "the game, or what the experiment is about: its own page tells",
     .offset = offsetof(lab_options, game)},
    {.name = "MORE",
     .help = "further arguments, where the experiment takes any",
     .offset = offsetof(lab_options, more),
     .optional = true,
     .many = true},
    {.name = NULL},
};

static const cli_example parts[] = {
    {"balance", "is it fair, how does it end and run, what is never used"},
    {"report", "that and more within some hours, as a page that gets better"},
    {"compare", "two definitions side by side: what a change changes"},
    {"sweep", "several values of keys, and which comes nearest to what you want"},
    {"values", "what each piece is worth"},
    {"quick", "what some hundred fast games say"},
    {"claims", "what a file says of games: true, false or undecided"},
    {"solve", "who wins a small board with best play, exactly"},
    {"openings", "positions to begin with, even or sharp"},
    {"puzzles", "positions in which exactly one turn wins"},
    {"review", "what games that people played tell: errors, turning points, remarks"},
    {"run", "an experiment that is kept in a folder, and goes on"},
    {"batch", "a part of a run, as clusters compute it"},
    {"merge", "takes in what other machines have computed"},
    {NULL, NULL},
};

static const cli_example examples[] = {
    {"lab balance --help", "the page of an experiment: its options, and more examples"},
    {"lab balance borderlands", "is it fair, how does it end, what is never used"},
    {"lab report my-game --rules my-games.ini --hours 8", "the same overnight, as one page"},
    {"lab sweep borderline --key pieces=9..18:3 --target first=50",
     "how many pieces make it even, confirmed by fresh games"},
    {NULL, NULL},
};

static const lab_experiment *find(const char *name) {
  for (size_t i = 0; i < EXPERIMENTS; i++) {
    if (strcmp(experiments[i]->name, name) == 0) {
      return experiments[i];
    }
  }
  return NULL;
}

static int unknown(cli_context *cli, const char *name) {
  const char *names[EXPERIMENTS];
  for (size_t i = 0; i < EXPERIMENTS; i++) {
    names[i] = experiments[i]->name;
  }
  const char *nearest = mr_nearest(name, names, EXPERIMENTS);
  if (nearest != NULL) {
    return cli_usage(cli, "the lab has no experiment '%s'; did you mean '%s'?", name, nearest);
  }
  const char *list = names[0];
  for (size_t i = 1; i < EXPERIMENTS && list != NULL; i++) {
    list = cli_arena_format(cli, "%s, %s", list, names[i]);
  }
  return cli_usage(cli, "the lab has no experiment '%s'; it has %s, as in 'marcher %s'", name,
                   list != NULL ? list : names[0], examples[1].line);
}

static int experiment_options(cli_context *cli, const void *values, const cli_option **out) {
  const lab_options *choice = values;
  const lab_experiment *one = choice->what != NULL ? find(choice->what) : NULL;
  *out = one != NULL ? one->options : NULL;
  return choice->what != NULL && one == NULL ? unknown(cli, choice->what) : CLI_OK;
}

static bool experiment_page(const char *part, cli_command *out) {
  const lab_experiment *one = find(part);
  if (one != NULL) {
    *out = (cli_command){.name = cmd_lab.name,
                         .about = one->about,
                         .options = one->options,
                         .arguments = one->arguments,
                         .examples = one->examples};
  }
  return one != NULL;
}

static int run(cli_context *cli, const void *values) {
  const lab_options *choice = values;
  const lab_experiment *one = find(choice->what);
  if (one != NULL && !one->takes_more && choice->more.count > 0) {
    return cli_usage(cli, "unexpected argument '%s'", choice->more.items[0]);
  }
  if (choice->html != NULL && cli->global.json && one != &lab_report) {
    return cli_usage(cli, "--html and --json exclude each other");
  }
  if (one == NULL) {
    return unknown(cli, choice->what);
  }
  int status = lab_page_check(cli, choice);
  return status == CLI_OK ? one->run(cli, choice) : status;
}

const cli_command cmd_lab = {
    .name = "lab",
    .summary = "find out what a game is like",
    .about =
        "Experiments with a game, on all cores. Every figure has its interval of 95%; the same "
        "words "
        "play the same games on any machine. docs/LAB.md tells what designers ask and how this "
        "answers.",
    .arguments = arguments,
    .parts = parts,
    .examples = examples,
    .size = sizeof(lab_options),
    .run = run,
    .more = experiment_options,
    .page = experiment_page,
};
