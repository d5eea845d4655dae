#include "cli/commands/lab.h"

#include <string.h>

#include "base/text.h"
#include "cli/game.h"

/* Whoever adds an experiment adds its row here. */
static const lab_experiment *const experiments[] = {
    &lab_balance, &lab_claims, &lab_compare, &lab_openings, &lab_puzzles, &lab_quick, &lab_report,
    &lab_review,  &lab_run,    &lab_batch,   &lab_merge,    &lab_solve,   &lab_sweep, &lab_values};

enum { EXPERIMENTS = sizeof experiments / sizeof experiments[0] };

static const cli_argument arguments[] = {
    {.name = "WHAT",
     .help =
         "the experiment: balance (is it fair, how does it end and run, what is never used), "
         "claims (what a file says of games: true, false or undecided), compare (two definitions "
         "side by side), openings (even or sharp), puzzles (positions in which exactly one turn "
         "wins), quick (what fast games say), report (all of it within some hours, as a page), "
         "review (what played games tell), solve (a small board, exactly), sweep (several values "
         "of "
         "keys, and which comes nearest to what you want), values (what each piece is worth), run "
         "(an "
         "experiment that is kept, and goes on), batch (a part of it), merge (runs of one "
         "experiment)",
     .offset = offsetof(lab_options, what)},
    {.name = "GAME",
     .help = "a name that 'marcher games' lists; of review a folder of games, or a file; of claims "
             "a file; of run, batch, merge and sweep also the folder of a run",
     .offset = offsetof(lab_options, game)},
    {.name = "MORE",
     .help =
         "of compare the second game; without it the first is compared with what --set makes of "
         "it; of batch its number, of merge more runs",
     .offset = offsetof(lab_options, more),
     .optional = true,
     .many = true},
    {.name = NULL},
};

static const cli_example examples[] = {
    {"lab balance borderlands", "is it fair, how does it end, what is never used"},
    {"lab balance my-game --rules my-games.ini --games 1600 --html my-game.html",
     "the same of a game of your own, as a page with charts"},
    {"lab balance chess --want first=48..56 --want turns=60..100", "is it as you want it"},
    {"lab report my-game --rules my-games.ini --hours 8", "all of that overnight, as one page"},
    {"lab claims claims.txt", "settles 'first borderlands in 45..55' and its like"},
    {"lab compare chess --set castling=false", "what a change of a key changes"},
    {"lab openings borderlands --count 100 -o even.txt", "a book for 'match --openings even.txt'"},
    {"lab puzzles chess --count 5", "five positions to solve, each with its proof"},
    {"lab puzzles my-game --rules my-games.ini -o my-game.puzzles", "those of a game of your own"},
    {"lab puzzles chess --check chess.puzzles", "proves a file of them"},
    {"lab quick borderlands --games 200 --seed 1", "who wins fast games, by which rule, how long"},
    {"lab solve my-game --rules my-games.ini", "who wins with best play, and how"},
    {"lab values borderlands", "what each piece is worth, beside what its designer says"},
    {"lab run chess --games 1600 --players nodes:400 --to fair-chess", "makes a run and plays it"},
    {"lab run fair-chess", "goes on with it, after Ctrl-C or a power cut, too"},
    {"lab run fair-chess --on slurm", "the same on a cluster"},
    {"lab batch fair-chess 17", "one batch of it, as clusters compute them"},
    {"lab merge fair-chess from-the-laptop", "takes the batches that another machine has computed"},
    {"lab sweep borderline --key pieces=9..18:3 --target first=50",
     "how many pieces make it even, confirmed by fresh games"},
    {"lab sweep battle-of-ideologies --key first=white,black", "what a key changes"},
    {"lab sweep borderline --key pieces=9..18 --key three_pip=20%,40%,60%,80% --target first=50 "
     "--trials "
     "100",
     "good values of both at once"},
    {"lab review sent-back", "errors, turning points and remarks of all games of a folder"},
    {"lab review game.mrec --json", "the same of one game, for programs"},
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
                   list != NULL ? list : names[0], examples[0].line);
}

static int experiment_options(cli_context *cli, const void *values, const cli_option **out) {
  const lab_options *choice = values;
  const lab_experiment *one = choice->what != NULL ? find(choice->what) : NULL;
  *out = one != NULL ? one->options : NULL;
  return choice->what != NULL && one == NULL ? unknown(cli, choice->what) : CLI_OK;
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
  return one != NULL ? one->run(cli, choice) : unknown(cli, choice->what);
}

const cli_command cmd_lab = {
    .name = "lab",
    .summary = "find out what a game is like",
    .about =
        "Experiments with a game. Each has options of its own: 'marcher lab puzzles --help'.\n\n"
        "balance: plays games of the computer against itself at several strengths, on all cores, "
        "and says who wins, whether that moves with the strength, by which rule games end, how "
        "long they are, how much there is to choose, who leads and when that changes, how much "
        "skill and luck count, what is never used, and whether all that is as wished. Every "
        "figure has its interval of 95%. Ctrl-C tells what there is so far. Its options: --games "
        "N, --nodes LIST, --levels LIST, --pairs N, --probe N, --threads N, --want WISH, --html "
        "FILE, --folder FOLDER (keeps the games, and goes on with them), --on ENGINE, --hosts "
        "FILE, --program PATH. docs/LAB.md defines every measure.\n\n"
        "claims: reads sentences, one in each line, such as 'first borderlands in 45..55', 'draws "
        "borderline < 50' or 'end:BL-15 borderlands > 60', plays the games that settle them, and "
        "says of each whether it is true, false or undecided, with its evidence. Options as of "
        "balance.\n\n"
        "compare: measures two definitions in the same way, and tells every measure side by side "
        "with its difference, and which differences are more than chance. Options as of "
        "balance.\n\n"
        "puzzles: plays games between computers that err now and then, and keeps positions in "
        "which exactly one turn wins, up to the order of its actions. That no other does is "
        "proven by trying them all. Pages show such positions under Learn. Its options: --count N, "
        "--tries N, --nodes N, --check FILE, --output FILE.\n\n"
        "quick: plays fast games of the computer against itself, and says who wins, by which rule, "
        "how long, which piece never moves, with intervals of 95%. The workshop of a page says the "
        "same of the same game, players, seed and number of games. Its options: "
        "--games N, --nodes N, --level N.\n\n"
        "openings: looks for positions after some random turns that a search finds even, or even "
        "and "
        "sharp: one action is better than all others by a pawn. A line each, as 'match --openings' "
        "reads them. Its options: --count N, --turns N, --within N, --nodes N, --sharp, --output "
        "FILE.\n\n"
        "report: plays as balance does until the time is over, and keeps one page that is there "
        "from the first minute and gets better. Before it says what precision the time is enough "
        "for. Its options: --hours N, --minutes N, --nodes LIST, --levels LIST, --probe N, "
        "--threads N, --want WISH, --html FILE, --folder FOLDER.\n\n"
        "review: looks at every turn of all records (.mrec) and games in PGN (.pgn) of a folder, "
        "and tells the turns at which each turned, the errors of each side over all of them, and "
        "what testers remarked. Pages make such records: Send back.\n\n"
        "solve: who wins with the best play of both, for small boards, exactly: by looking at "
        "every position there is, by proof-number search where there are too many, or by "
        "expectation where there are dice. It tells the value, a line of best play and what could "
        "not be settled. Its options: --state TEXT, --nodes N, --memory MIB.\n\n"
        "values: what each kind of piece is worth, by how games between equals end in which one "
        "side has more of it, and by games that begin with pieces off the board on either side; "
        "each with its interval, beside the designer's own table where the definition has one, and "
        "each deviation from it. Its options: --games N, --pairs N, --nodes N, --level N, --unit "
        "PIECE, --threads N, --html FILE, --folder FOLDER (keeps the games, and goes on with "
        "them), "
        "--on ENGINE, --hosts FILE, --program PATH.\n\n"
        "run: plays an experiment and keeps it in a folder, batch by batch, so that it can be "
        "ended at any moment and gone on with. What a batch holds depends on the experiment and "
        "its number alone, on every machine: docs/SCALING.md tells how clusters compute them. Its "
        "options: --to FOLDER, --kind KIND, --make, --games N, --players TEXT, --batch N, --length "
        "N, --opening N, --slips N, --on ENGINE, --hosts FILE, --program PATH, --cores N.\n\n"
        "batch: computes one batch of a run, from 0, unless it is there. It ends with 0 when the "
        "batch is there, 64 or 65 when trying again makes no sense (the command line; the data), "
        "75 when it may help. Its options: --base N, --count, --lacking.\n\n"
        "merge: takes into the first run the batches of the others, which are of the same "
        "experiment, and says what is lacking.\n\n"
        "sweep: plays the game with each of several values of its keys, and says how the measures "
        "answer. With --target it also says which setting comes nearest: games are spent where "
        "that is open, and the last word is with fresh ones. KEY=9..18 are whole numbers, "
        "KEY=9..18:3 "
        "every third, KEY=a,b,c texts, and P{2..6} in a text two to six letters P. With --trials "
        "it looks "
        "for good values of many keys at once, without trying all (SPSA), and fresh games of what "
        "was found stand beside those of the game as it is. It is a run: "
        "Ctrl-C keeps everything, and the same command goes on. Its options: --key KEY=VALUES, "
        "--target WISH, --trials N, --each N, --games N, --nodes N, --level N, --players TEXT, "
        "--batch "
        "N, --length N, --opening N, --slips N, --to FOLDER, --make, --threads N, --on ENGINE, "
        "--hosts FILE, "
        "--program PATH, --html FILE.",
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(lab_options),
    .run = run,
    .more = experiment_options,
};
