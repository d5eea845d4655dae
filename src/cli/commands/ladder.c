#include <marcher/match.h>
#include <marcher/openings.h>
#include <math.h>

#include "cli/commands.h"
#include "cli/commands/lab_place.h"
#include "cli/commands/match_priv.h"
#include "cli/files.h"
#include "cli/game.h"

/* Openings: what a player of so many nodes thinks within so many hundredths of even. */
#define EVEN 60
#define JUDGE_NODES 5000
/* Games are decided where both players see that for four turns. */
#define RESIGN_TURNS 4
#define RESIGN_SCORE 1000
/* Games of a batch of a run: pairs of the upper levels take minutes. */
#define BATCH 4
/* The Elo of the random player, on which all others stand. */
#define ANCHOR 0

typedef struct ladder_options {
  cli_list games;
  cli_number count;
  cli_number top;
  cli_number from;
  cli_number to;
  cli_number plies;
  cli_number concurrency;
  const char *folder;
  size_t on;
  const char *hosts;
  const char *program;
} ladder_options;

static const cli_argument arguments[] = {
    {.name = "GAME",
     .many = true,
     .help = "names that 'marcher games' lists",
     .offset = offsetof(ladder_options, games)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("games", CLI_NUMBER, ladder_options, count, .value = "N", .min = 2, .initial = 200,
               .max = 1000000, .help = "games of each two levels, every opening twice (200)"),
    CLI_OPTION("top", CLI_NUMBER, ladder_options, top, .value = "N", .min = 2, .max = 1000000,
               .help = "games of the two highest levels, which take longest (as --games)"),
    CLI_OPTION(
        "from", CLI_NUMBER, ladder_options, from, .value = "N", .min = MR_LEVEL_MIN,
        .initial = MR_LEVEL_MIN, .max = MR_LEVEL_MAX,
        .help = "the first level that plays the one below it (1, which plays the random player)"),
    CLI_OPTION("to", CLI_NUMBER, ladder_options, to, .value = "N", .min = MR_LEVEL_MIN,
               .initial = MR_LEVEL_MAX, .max = MR_LEVEL_MAX, .help = "the last one (8)"),
    CLI_OPTION(
        "plies", CLI_NUMBER, ladder_options, plies, .value = "N", .initial = 6, .max = 100,
        .help = "random turns of the openings (6), of which only even ones are taken; games that "
                "begin with chance are dealt instead"),
    CLI_OPTION("concurrency", CLI_NUMBER, ladder_options, concurrency, .value = "N", .min = 1,
               .initial = 1, .max = MR_MATCH_CONCURRENCY_MAX, .letter = 'j',
               .help = "games at once (1, with --folder all cores); the results are the same"),
    CLI_OPTION("folder", CLI_TEXT, ladder_options, folder, .value = "FOLDER",
               .help = "of one game: keep it there as a run, which the same command goes on with"),
    CLI_OPTION("on", CLI_CHOICE, ladder_options, on, .value = "ENGINE", .choices = lab_engines,
               .help = "of --folder: who computes, as of lab run: cores, slurm, parallel"),
    CLI_OPTION("hosts", CLI_TEXT, ladder_options, hosts, .value = "FILE",
               .help = "of --on parallel: the machines, a line each"),
    CLI_OPTION("program", CLI_TEXT, ladder_options, program, .value = "PATH",
               .help = "of other machines: where marcher is there"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"ladder borderlands", "what each level is worth"},
    {"ladder chess --from 6 --games 100 -j 16", "the upper levels, on sixteen cores"},
    {"ladder chess --folder chess-ladder --on slurm", "on a cluster, kept and gone on with"},
    {NULL, NULL},
};

/* One game's ladder. */
typedef struct ladder {
  cli_context *cli;
  const ladder_options *choice;
  const mr_game *game;
  mr_openings *openings; /* NULL: dealt */
  mr_match_options match;
  mr_match_engine engines[MR_LEVEL_MAX + 1]; /* the highest level first */
  char names[MR_LEVEL_MAX + 1][16];
  unsigned level; /* at work */
  double sum;     /* Elo of the level below, where each step is known */
  double below;   /* its error to either side: those of the steps, squared and added */
  double above;
  double least;   /* the sum of what all steps have at least */
  bool at_least;  /* that is all that is known, as a step was a bound */
  unsigned small; /* levels, a bit each, that are hardly stronger than the one below */
  unsigned large; /* levels between which and the one below some players find no opponent */
  mr_json *json;  /* NULL: in text */
} ladder;

static uint64_t games_of(const ladder_options *choice, unsigned level) {
  return level == MR_LEVEL_MAX && choice->top.given ? choice->top.value : choice->count.value;
}

static unsigned first_level(const ladder_options *choice) {
  return (unsigned)choice->from.value;
}

/* ---- openings -------------------------------------------------------------------------------- */

static void show_openings(void *context, size_t found, uint64_t tried) {
  const ladder *it = context;
  cli_status(it->cli, "%s: %zu openings of %llu", it->game->info.name, found,
             (unsigned long long)tried);
}

static mr_status make_openings(ladder *it, mr_error *error) {
  const ladder_options *choice = it->choice;
  const mr_match_engine engine = {.name = "judge"};
  mr_match_evaluator *evaluator = NULL;
  uint64_t games = games_of(choice, 1);
  games = choice->top.given && choice->top.value > games ? choice->top.value : games;
  mr_status status =
      mr_match_evaluator_new(it->game, &engine, JUDGE_NODES, cli_stop_flag(), &evaluator, error);
  if (status == MR_OK) {
    status = mr_openings_new(it->game, NULL, &it->openings, error);
  }
  if (status == MR_OK) {
    const mr_opening_evaluator even = {mr_match_evaluate, evaluator};
    const mr_opening_wish wish = {.count = (size_t)(games + 1) / 2,
                                  .turns = (unsigned)choice->plies.value,
                                  .seed = cli_seed(it->cli),
                                  .evaluators = &even,
                                  .evaluator_count = 1,
                                  .bound = EVEN,
                                  .stop = cli_stop_flag(),
                                  .progress = show_openings,
                                  .progress_context = it};
    status = mr_openings_generate(it->openings, &wish, error);
  }
  mr_match_evaluator_free(evaluator);
  return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The place of a level among the engines. */
static size_t place_of(const ladder *it, unsigned level) {
  return it->match.engine_count - 1 - (level + 1 - first_level(it->choice));
}

/* The step in Elo, as it is told: a bound where one side has won all or nearly. */
static double step_of(mr_interval elo) {
  char told[64];
  mr_str text = mr_str_fixed(told, sizeof told);
  return cli_match_elo(elo, &text);
}

static double mean(uint64_t sum, uint64_t count) {
  return count > 0 ? (double)sum / (double)count : 0.0;
}

/* What all steps are together; its value is NAN where nothing is known, and the lower bound where
   that is all. */
static mr_interval sum_of(const ladder *it) {
  if (it->at_least) {
    bool known = isfinite(it->least);
    return (mr_interval){known ? it->least : NAN, it->least, INFINITY};
  }
  return (mr_interval){it->sum, it->sum - it->below, it->sum + it->above};
}

static void put_sum(const ladder *it, mr_str *out) {
  mr_interval sum = sum_of(it);
  if (isnan(sum.value)) {
    mr_str_add(out, "unknown");
  } else if (it->at_least) {
    mr_str_format(out, "at least %.0f", sum.value);
  } else {
    mr_str_format(out, "%.0f +- %.0f", sum.value, mr_interval_error(sum));
  }
}

static void report_row(ladder *it, const mr_match_report *report, const mr_standing *found) {
  /* Going up it has played this step alone so far; of a run, the one above it, too. */
  const mr_match_score *score = &report->engines[place_of(it, it->level)];
  double nodes = mean(score->nodes, score->actions);
  bool timed = it->choice->folder == NULL; /* batches hold no times */
  double milliseconds = mean(score->milliseconds, score->actions);
  mr_interval elo = found->elo;
  mr_json *json = it->json;
  if (json != NULL) {
    mr_json_object(json, NULL);
    mr_json_int(json, "level", it->level);
    mr_json_uint(json, "games", found->games);
    mr_json_uint(json, "wins", found->wins);
    mr_json_uint(json, "draws", found->draws);
    mr_json_uint(json, "losses", found->losses);
    mr_json_real(json, "score", found->score.value);
    mr_json_real(json, "score_error", mr_interval_error(found->score));
    mr_json_real(json, "score_low", found->score.low);
    mr_json_real(json, "score_high", found->score.high);
    mr_json_real(json, "elo_step", step_of(elo));
    mr_json_real(json, "elo_step_low", elo.low);
    mr_json_real(json, "elo_step_high", elo.high);
    mr_interval sum = sum_of(it);
    mr_json_real(json, "elo", sum.value);
    mr_json_real(json, "elo_low", sum.low);
    mr_json_real(json, "elo_high", sum.high);
    mr_json_bool(json, "at_least", it->at_least);
    mr_json_real(json, "nodes", nodes);
    mr_json_real(json, "milliseconds", timed ? milliseconds : NAN);
    mr_json_real(json, "first", found->opening.value);
    mr_json_end(json);
    return;
  }
  mr_str *out = &it->cli->out;
  mr_str_format(out, "| %u | %s | %llu | +%llu =%llu -%llu | ", it->level,
                it->names[place_of(it, it->level) + 1], (unsigned long long)found->games,
                (unsigned long long)found->wins, (unsigned long long)found->draws,
                (unsigned long long)found->losses);
  cli_match_share(found->score, out);
  mr_str_add(out, " | ");
  (void)cli_match_elo(elo, out);
  mr_str_add(out, " | ");
  put_sum(it, out);
  mr_str_format(out, " | %.0f | ", nodes);
  if (timed) {
    mr_str_format(out, "%.1f", milliseconds);
  }
  mr_str_format(out, " | %.1f |\n", 100 * found->opening.value);
  cli_flush(it->cli);
}

/* Adds a step to the sum. */
static void add_step(ladder *it, mr_interval elo) {
  double told = step_of(elo);
  double value = cli_match_elo_value(elo);
  /* At most so much, of at least so much, is nothing, and so is what leaves open who is stronger.
   */
  bool known = isfinite(value) || (isfinite(told) && told > 0);
  it->least += known ? elo.low : -INFINITY;
  it->at_least = it->at_least || !isfinite(value);
  it->sum += value;
  it->below = hypot(it->below, value - elo.low);
  it->above = hypot(it->above, elo.high - value);
}

/* Counts a step. */
static void take_row(ladder *it, const mr_match_report *report, const mr_standing *found) {
  const double plain = 0.6; /* a share that a player notices, about 70 Elo */
  const double gap = 0.9;   /* whoever wins nine of ten wants a harder one, and then loses them */
  add_step(it, found->elo);
  /* Advice is for what is sure: of few games it would be another one each time. */
  if (it->level > MR_LEVEL_MIN) {
    it->small |= (unsigned)(found->score.high < plain) << it->level;
    it->large |= (unsigned)(found->score.low > gap) << it->level;
  }
  report_row(it, report, found);
}

/* What can be done about steps that nobody notices, and about those that are too high. */
static void report_steps(ladder *it) {
  mr_str *out = &it->cli->out;
  for (unsigned level = MR_LEVEL_MIN; level <= MR_LEVEL_MAX && it->json == NULL; level++) {
    bool small = (it->small >> level & 1u) != 0, large = (it->large >> level & 1u) != 0;
    if (small || large) {
      mr_str_format(out,
                    "\nLevel %u wins %s against level %u: 'levelNodes%u' and "
                    "'levelNodes%u' in the definition set how much they look at.\n",
                    level, small ? "less than 60%" : "more than 90%", level - 1, level - 1, level);
    }
  }
}

/* ---- one step -------------------------------------------------------------------------------- */

static void tick(void *context, const mr_match_report *report) {
  const ladder *it = context;
  uint64_t before = (it->level - first_level(it->choice)) * it->match.games;
  cli_status(it->cli, "%s: level %u, %llu games of %llu", it->game->info.name, it->level,
             (unsigned long long)(report->games - before),
             (unsigned long long)games_of(it->choice, it->level));
}

/* Writes the row of a level when its last game has been counted. */
static void on_game(void *context, const mr_match_report *report, const mr_match_game *game) {
  ladder *it = context;
  uint64_t before = (it->level - first_level(it->choice)) * it->match.games;
  mr_standing found;
  (void)game;
  if (report->games < before + games_of(it->choice, it->level)) {
    return;
  }
  size_t place = place_of(it, it->level);
  mr_tally_standing(&report->against[place * it->match.engine_count + place + 1], &found);
  cli_status_clear(it->cli);
  take_row(it, report, &found);
  it->level++;
}

/* ---- one game -------------------------------------------------------------------------------- */

/* The levels as engines of a match, each against the one below it. */
static void set_up(ladder *it) {
  const ladder_options *choice = it->choice;
  unsigned from = first_level(choice);
  unsigned last = (unsigned)choice->to.value;
  it->level = from;
  it->sum = it->least = ANCHOR;
  it->below = it->above = 0;
  it->at_least = false;
  it->match = (mr_match_options){
      .game = it->game,
      .engines = it->engines,
      .engine_count = last - from + 2,
      .ladder = true,
      .games = games_of(choice, from == MR_LEVEL_MAX ? last : MR_LEVEL_MIN),
      .top_games = games_of(choice, last),
      .seed = cli_seed(it->cli),
      .concurrency = (unsigned)choice->concurrency.value,
      .opening = it->openings != NULL ? mr_openings_give : NULL,
      .opening_context = it->openings,
      .resign = {.count = RESIGN_TURNS, .score = RESIGN_SCORE},
      .stop = cli_stop_flag(),
  };
  for (size_t i = 0; i < it->match.engine_count; i++) {
    unsigned level = last - (unsigned)i;
    bool random = level < MR_LEVEL_MIN;
    mr_str name = mr_str_fixed(it->names[i], sizeof it->names[i]);
    mr_str_format(&name, random ? "random" : "level %u", level);
    it->engines[i] =
        (mr_match_engine){.name = it->names[i], .level = level, .kind = random ? "random" : NULL};
  }
}

static void put_head(const ladder *it) {
  if (it->json == NULL) {
    mr_str_format(&it->cli->out, "### %s\n\n", it->game->info.title);
    mr_str_add(&it->cli->out,
               "| level | against | games | results | score, % | Elo | sum | nodes | ms | first "
               "seat, % |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    cli_flush(it->cli);
  }
}

/* ---- as a run -------------------------------------------------------------------------------- */

/* The levels from the highest on, a line each, as plans say them. */
static void put_players(const ladder *it, mr_str *out) {
  for (size_t i = 0; i < it->match.engine_count; i++) {
    const mr_match_engine *engine = &it->engines[i];
    mr_str_add(out, i > 0 ? "\n" : "");
    if (engine->kind != NULL) {
      mr_str_format(out, "engine:%s", engine->kind);
    } else {
      mr_str_format(out, "level:%u", engine->level);
    }
  }
}

/* All steps of which games are there. */
static void report_run(ladder *it, const mr_match_report *report) {
  unsigned last = (unsigned)it->choice->to.value;
  for (; it->level <= last; it->level++) {
    size_t place = place_of(it, it->level);
    mr_standing found;
    mr_tally_standing(&report->against[place * it->match.engine_count + place + 1], &found);
    if (found.games == 0) {
      return;
    }
    take_row(it, report, &found);
  }
}

/* The same ladder as a run, in a folder, by whatever machines. */
static int climb_run(ladder *it) {
  const ladder_options *choice = it->choice;
  lab_place place = {.folder = choice->folder,
                     .threads =
                         (unsigned)(choice->concurrency.given ? choice->concurrency.value : 0),
                     .on = choice->on,
                     .hosts = choice->hosts,
                     .program = choice->program};
  mr_run *run = NULL;
  mr_run_look look = {.sum = NULL};
  const char *sets = lab_place_sets(it->cli);
  mr_str players = mr_str_growing(NULL);
  set_up(it);
  put_players(it, &players);
  bool deals = mr_game_deals_differ(it->game);
  const mr_plan plan = {.kind = "ladder",
                        .game = it->game->info.name,
                        .sets = sets,
                        .players = mr_str_text(&players),
                        .seed = it->match.seed,
                        .games = choice->count.value,
                        .batch = BATCH,
                        .length = MR_EXPERIMENT_TURNS,
                        .opening = deals ? 0 : choice->plies.value,
                        .slips = MR_PLAN_AUTO,
                        .even = deals ? MR_PLAN_AUTO : EVEN,
                        .resign = RESIGN_SCORE};
  int status = sets != NULL && players.status == MR_OK
                   ? lab_place_open(it->cli, &place, &plan, cli_catalog(it->cli), it->game, &run)
                   : cli_fail_memory(it->cli);
  if (status == CLI_OK) {
    status = lab_place_play(it->cli, &place, run, &look);
  }
  if (status == CLI_OK) {
    put_head(it);
    report_run(it, mr_run_sum_match(look.sum));
  }
  mr_run_sum_free(look.sum);
  mr_run_free(run);
  mr_str_done(&players);
  return status;
}

/* Options that would do nothing are mistaken ones. */
static int check_run(cli_context *cli, const ladder_options *choice) {
  const lab_options where = {.on = choice->on, .hosts = choice->hosts, .program = choice->program};
  int status = lab_check_where(cli, &where);
  if (status == CLI_OK && choice->on != 0 && choice->folder == NULL) {
    status = cli_usage(cli, "--on %s needs --folder FOLDER, which all machines see",
                       lab_engines[choice->on]);
  } else if (status == CLI_OK && choice->folder != NULL && choice->games.count != 1) {
    status = cli_usage(cli, "--folder keeps the ladder of one game");
  } else if (status == CLI_OK && choice->folder != NULL && choice->top.given) {
    status = cli_usage(cli, "a ladder in a folder plays as many games of each step: --top is for "
                            "those that are not kept");
  } else if (status == CLI_OK && choice->from.value > choice->to.value) {
    status =
        cli_usage(cli, "--from %llu is above --to %llu: there is no step between them",
                  (unsigned long long)choice->from.value, (unsigned long long)choice->to.value);
  }
  return status;
}

/* ---- one game, at once ----------------------------------------------------------------------- */

static int climb_all(ladder *it) {
  const mr_match_listener listener = {.game = on_game, .tick = tick, .context = it};
  mr_match_report report = {0};
  mr_error error;
  mr_status status = MR_OK;
  if (!mr_game_deals_differ(it->game)) {
    status = make_openings(it, &error);
    cli_status_clear(it->cli);
  }
  if (status == MR_OK) {
    put_head(it);
    set_up(it);
    status = mr_match_run(&it->match, &listener, &report, &error);
    cli_status_clear(it->cli);
    mr_match_report_done(&report);
  }
  return status == MR_OK ? CLI_OK : cli_fail_error(it->cli, &error);
}

/* @param json NULL: in text */
static int climb_game(cli_context *cli, const ladder_options *choice, const char *name,
                      mr_json *json) {
  mr_game *game = cli_game_open(cli, name);
  if (game == NULL) {
    return CLI_FAILED;
  }
  ladder it = {.cli = cli, .choice = choice, .game = game, .json = json};
  if (json != NULL) {
    mr_json_object(json, NULL);
    mr_json_string(json, "game", game->info.name);
    mr_json_array(json, "levels");
  }
  int status = choice->folder != NULL ? climb_run(&it) : climb_all(&it);
  report_steps(&it);
  if (json != NULL) {
    mr_json_end(json);
    mr_json_end(json);
  }
  mr_openings_free(it.openings);
  mr_game_free(game);
  return status;
}

static int run_ladder(cli_context *cli, const void *values) {
  const ladder_options *choice = values;
  cli_document document;
  int status = check_run(cli, choice);
  if (status != CLI_OK) {
    return status;
  }
  mr_json *json = cli_document_open_list(cli, &document, "ladders");
  cli_signals_catch();
  for (size_t i = 0; i < choice->games.count && status == CLI_OK; i++) {
    if (i > 0 && json == NULL) {
      mr_str_char(&cli->out, '\n');
    }
    status = climb_game(cli, choice, choice->games.items[i], json);
  }
  if (cli_signal() != 0) {
    status = CLI_SIGNALLED(cli_signal());
  }
  return cli_document_close_list(cli, &document, status);
}

const cli_command cmd_ladder = {
    .name = "ladder",
    .summary = "measure the levels of the computer against each other",
    .about =
        "Lets every level play the one below it, the first one against the random player, and "
        "prints what came of it as a table in Markdown: docs/STRENGTH.md is made so. Openings "
        "are random moves after which the game is about even; each is played twice, with seats "
        "swapped. Games that both players see as decided are adjudicated.\n\n"
        "Elo is that of the step, with a 95% error that rests on pairs of games, and its sum from "
        "the random player's 0 on, with its own: a scale of its own for each game. From a step on "
        "that is a bound, the sum is what all steps have at least. Nodes and milliseconds are "
        "those of the higher level for each decision. First seat is the share of points of the "
        "player who had it. Only the milliseconds depend on the machine.\n\n"
        "With --folder the ladder is a run of the lab: it goes on after any end, on this machine "
        "or "
        "on others (--on), with the same bytes. Its players have tables of 16 MiB, its games end "
        "after a thousand turns, and no time is told. 'marcher lab run FOLDER' goes on with it, "
        "too.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(ladder_options),
    .run = run_ladder,
};
