/* What other experiments say in a report: what pieces are worth, who wins, where to begin. */
#include "cli/commands/lab_report.h"

#include <marcher/clock.h>
#include <marcher/material.h>
#include <marcher/solve.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/commands/lab_values.h"
#include "cli/game.h"

enum {
  NODES = 400,        /* of a decision in games for values, unless the last strength has fewer */
  TRIAL_GAMES = 40,   /* so many tell how long a game takes, and whether there is anything to say */
  GAMES_LEAST = 240,  /* with fewer games, those of matches included, intervals hold everything */
  GAMES_MOST = 20000, /* what more games say of a piece is less than what players err */
  MATCHES = 12,       /* about as many as there are, as in lab values */
  OPENINGS = 8,
  SOLVE_NODES = 10000000,
  SOLVE_MEMORY = 256
};

/* Of the time that is left so much is planned for, since games are not all alike. */
#define PLANNED 0.7

static const struct {
  const char *experiment;
  const char *title;
  const char *name;
} parts[LAB_PARTS] = {
    [LAB_PART_VALUES] = {"values", "What pieces are worth", "what pieces are worth"},
    [LAB_PART_SOLVE] = {"solve", "Who wins with best play", "who wins with best play"},
    [LAB_PART_OPENINGS] = {"openings", "Even openings", "even openings"}};

const char *lab_part_title(lab_part_kind kind) {
  return parts[kind].title;
}

const char *lab_part_name(lab_part_kind kind) {
  return parts[kind].name;
}

const char *lab_part_experiment(lab_part_kind kind) {
  return parts[kind].experiment;
}

static double seconds_to(int64_t until) {
  return (double)(until - mr_clock_ns()) / 1e9;
}

/* The options of another experiment with the game of this one. */
static lab_options options_of(const lab_options *choice, const char *what) {
  return (lab_options){.what = what, .game = choice->game, .threads = choice->threads};
}

static cli_number number(uint64_t value) {
  return (cli_number){.given = true, .value = value};
}

/* The last of a list such as "100,400,1600". */
static uint64_t last_of(const char *list) {
  const char *comma = strrchr(list, ',');
  uint64_t value = 0;
  return cli_read_number(comma != NULL ? comma + 1 : list, 1, UINT64_MAX, &value) ? value : 1;
}

/* The words of lab_values: its players are no better than those of the games. */
static lab_options values_options(const lab_options *choice) {
  lab_options mine = options_of(choice, lab_part_experiment(LAB_PART_VALUES));
  uint64_t last = choice->budgets != NULL ? last_of(choice->budgets) : NODES;
  if (choice->levels != NULL) {
    mine.level = number(last_of(choice->levels));
  } else {
    mine.nodes = number(last < NODES ? last : NODES);
  }
  return mine;
}

static lab_options openings_options(const lab_options *choice) {
  lab_options mine = options_of(choice, lab_part_experiment(LAB_PART_OPENINGS));
  mine.count = number(OPENINGS);
  return mine;
}

const char *lab_part_line(cli_context *cli, const lab_options *choice, lab_part_kind kind) {
  lab_options mine = kind == LAB_PART_VALUES     ? values_options(choice)
                     : kind == LAB_PART_OPENINGS ? openings_options(choice)
                                                 : options_of(choice, lab_part_experiment(kind));
  return lab_command_line(cli, &mine);
}

/* Takes the document that was written to the output, without the end of its line. */
static void take_document(cli_context *cli, lab_part *out) {
  size_t length = cli->out.length > 0 ? cli->out.length - 1 : 0;
  out->document = cli_arena_format(cli, "%.*s", (int)length, mr_str_text(&cli->out));
  mr_str_reset(&cli->out);
}

/* ---- what pieces are worth ------------------------------------------------------------------- */

/* The run of a former night goes on as it was planned. @return whether there is one */
static bool take_plan(const char *folder, lab_options *mine) {
  mr_run *run = NULL;
  if (folder == NULL || mr_run_open(folder, &run, NULL) != MR_OK) {
    return false;
  }
  const mr_plan *plan = mr_run_plan(run);
  uint64_t value = 0;
  const char *colon = strchr(plan->players, ':');
  bool level = strncmp(plan->players, "level", 5) == 0;
  bool known = strcmp(plan->kind, "values") == 0 && colon != NULL &&
               cli_read_number(colon + 1, 1, UINT64_MAX, &value);
  if (known) {
    mine->games = number(plan->games);
    mine->pairs = number(plan->pairs);
    mine->level = level ? number(value) : (cli_number){.given = false};
    mine->nodes = level ? (cli_number){.given = false} : number(value);
  }
  mr_run_free(run);
  return known;
}

/* More time helps nothing, so no command is named. */
static void cannot(cli_context *cli, const mr_error *why, lab_part *out) {
  out->why = cli_arena_format(cli, "It cannot be said: %s.", why->message);
  out->line = "";
}

/* Nothing is known: for want of time, or of anything to say. */
static void ended_early(cli_context *cli, const mr_worth_report *found, lab_part *out) {
  if (found->complete) {
    cannot(cli, &found->by_games.why, out);
  } else if (cli_signal() == 0) {
    out->why = "There was no time for it.";
  }
}

/* Plays some games, which nobody keeps: how long one takes, and whether the game has anything that
   can be weighed. @return an exit status; `out->why` says why there will be no values */
static int plan_values(cli_context *cli, const lab_options *choice, const mr_game *game,
                       int64_t until, lab_options *mine, lab_part *out) {
  lab_values_study *study = mr_arena_zero(&cli->arena, 1, sizeof *study);
  lab_options trial = values_options(choice);
  if (study == NULL) {
    return cli_fail_memory(cli);
  }
  trial.games = number(TRIAL_GAMES);
  trial.pairs = number(0);
  trial.until = until;
  int64_t since = mr_clock_ns();
  int status = lab_values_find(cli, &trial, game, NULL, study);
  double each = (double)(mr_clock_ns() - since) / 1e9 / TRIAL_GAMES;
  double games = fmin(PLANNED * seconds_to(until) / fmax(each, 1e-6), GAMES_MOST);
  if (status == CLI_OK && !study->report->complete) {
    ended_early(cli, study->report, out);
  } else if (status == CLI_OK && !study->report->by_games.done &&
             study->report->by_games.cases == 0) {
    cannot(cli, &study->report->by_games.why, out);
  } else if (status == CLI_OK && games < GAMES_LEAST) {
    out->why = cli_arena_format(
        cli, "There was no time for it: games take %.2g s each, and %d are the least that tell.",
        each, GAMES_LEAST);
  }
  lab_values_end(study);
  mine->games = number((uint64_t)fmax(games / 2, 1));
  mine->pairs = number((uint64_t)(games / (4 * MATCHES)));
  return status;
}

static int make_values(cli_context *cli, const lab_options *choice, const mr_game *game,
                       int64_t until, bool json, lab_part *out) {
  mr_error error;
  mr_material_kinds *kinds = mr_arena_zero(&cli->arena, 1, sizeof *kinds);
  lab_values_study *study = mr_arena_zero(&cli->arena, 1, sizeof *study);
  lab_options mine = values_options(choice);
  mine.folder = lab_study_folder(cli, choice, "values");
  mine.until = until;
  mine.into = &out->doc;
  if (kinds == NULL || study == NULL) {
    return cli_fail_memory(cli);
  }
  if (mr_material_kinds_init(game, kinds, &error) != MR_OK) {
    cannot(cli, &error, out);
    return CLI_OK;
  }
  int status =
      take_plan(mine.folder, &mine) ? CLI_OK : plan_values(cli, choice, game, until, &mine, out);
  if (status != CLI_OK || out->why != NULL || cli_signal() != 0) {
    return status;
  }
  out->line = lab_command_line(cli, &mine);
  status = lab_values_find(cli, &mine, game, NULL, study);
  const mr_worth_report *found = study->report;
  if (status == CLI_OK && !found->by_games.done && !found->by_matches.done) {
    ended_early(cli, found, out);
  } else if (status == CLI_OK) {
    status = lab_values_print(cli, &mine, study->run, study->sum);
    out->made = status == CLI_OK;
  }
  if (out->made && json) {
    cli->global.json = true;
    status = lab_values_print(cli, &mine, study->run, study->sum);
    take_document(cli, out);
  }
  lab_values_end(study);
  return status;
}

/* ---- what other experiments print ------------------------------------------------------------ */

/* The lines that an experiment writes to the output go to the page; its document, where one is
   asked for, is made by the same once more. */
static int capture(cli_context *cli, const lab_experiment *what, const lab_options *choice,
                   bool json, lab_part *out) {
  cli_flush(cli);
  int status = what->run(cli, choice);
  out->made = status == CLI_OK;
  if (out->made && cli->out.length > 0) {
    mr_doc_lines(&out->doc, mr_str_text(&cli->out));
  }
  mr_str_reset(&cli->out);
  if (out->made && json) {
    cli->global.json = true;
    status = what->run(cli, choice);
    take_document(cli, out);
  }
  return status;
}

/** Until when a position is solved. */
typedef struct clock_face {
  cli_context *cli;
  int64_t until;
} clock_face;

static bool has_time(void *context, uint64_t nodes, uint64_t positions) {
  const clock_face *clock = context;
  cli_status(clock->cli, "solving: %.1f million actions, %.1f million positions",
             (double)nodes / 1e6, (double)positions / 1e6);
  return cli_signal() == 0 && mr_clock_ns() < clock->until;
}

/* Whether the beginning is settled within half of the time: the words take as long again. */
static mr_status try_solve(cli_context *cli, const mr_game *game, int64_t until, bool *settled,
                           mr_error *error) {
  mr_solution *found = mr_alloc_zero(NULL, 1, sizeof *found);
  mr_state *start = mr_state_new(game, NULL);
  clock_face clock = {.cli = cli, .until = until - (until - mr_clock_ns()) / 2};
  const mr_solve_options how = {.nodes = SOLVE_NODES,
                                .memory = (size_t)SOLVE_MEMORY << 20,
                                .progress = has_time,
                                .context = &clock};
  mr_status status = MR_ERR_NOMEM;
  if (found == NULL || start == NULL) {
    mr_error_set(error, status, "out of memory for solving");
  } else {
    mr_game_start(game, start);
    status = mr_solve(game, start, &how, found, error);
    *settled = status == MR_OK && found->low >= found->high;
  }
  cli_status_clear(cli);
  mr_state_free(game, NULL, start);
  mr_alloc_free(NULL, found, sizeof *found);
  return status;
}

static int make_solve(cli_context *cli, const lab_options *choice, const mr_game *game,
                      int64_t until, bool json, lab_part *out) {
  mr_error error;
  bool settled = false;
  lab_options mine = options_of(choice, lab_part_experiment(LAB_PART_SOLVE));
  if (mr_game_can(game, MR_CAN_DEAL)) {
    out->why = "Each deal or lot is a beginning of its own: this solves that of its --seed.";
    return CLI_OK;
  }
  if (try_solve(cli, game, until, &settled, &error) != MR_OK) {
    out->why = cli_arena_format(cli, "It cannot be solved: %s.", error.message);
    out->line = "";
    return CLI_OK;
  }
  if (!settled && cli_signal() == 0) {
    out->why = "The game is too large to be solved in the time; it takes --nodes and --memory to "
               "look further, and --state to solve a position further on.";
  }
  if (!settled) {
    return CLI_OK;
  }
  return capture(cli, &lab_solve, &mine, json, out);
}

static int make_openings(cli_context *cli, const lab_options *choice, const mr_game *game,
                         bool json, lab_part *out) {
  lab_options mine = openings_options(choice);
  if (lab_openings_are_dealt(game)) {
    out->why = "The game begins with a deal or with hidden armies: every deal is an opening.";
    out->line = "";
    return CLI_OK;
  }
  mr_doc_paragraph(&out->doc,
                   "Positions after six random turns that a search finds even within half a pawn; "
                   "'marcher match --openings FILE' reads them.");
  int status = capture(cli, &lab_openings, &mine, json, out);
  if (!out->made && cli_signal() == 0) {
    out->why = "There are hardly any that a search finds even.";
    return CLI_OK;
  }
  return status;
}

int lab_part_make(cli_context *cli, const lab_options *choice, const mr_game *game,
                  lab_part_kind kind, int64_t until, lab_part *out) {
  bool json = cli->global.json;
  int status = CLI_OK;
  *out = (lab_part){.line = lab_part_line(cli, choice, kind)};
  mr_doc_init(&out->doc, &cli->arena);
  cli->global.json = false; /* a part is words of a page first, whatever the report prints */
  switch (kind) {
  case LAB_PART_VALUES:
    status = make_values(cli, choice, game, until, json, out);
    break;
  case LAB_PART_SOLVE:
    status = make_solve(cli, choice, game, until, json, out);
    break;
  case LAB_PART_OPENINGS:
    status = make_openings(cli, choice, game, json, out);
    break;
  case LAB_PARTS:
    break;
  }
  cli->global.json = json;
  return cli_signal() != 0 ? CLI_OK : status;
}
