/* Experiments that are kept in folders, batch by batch. */
#include "cli/commands/lab_run.h"

#include <errno.h>
#include <inttypes.h>
#include <marcher/openings.h>
#include <marcher/run.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/commands/lab_output.h"
#include "cli/commands/lab_study.h"
#include "cli/commands/lab_values.h"
#include "cli/commands/match_priv.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

/* What engines of clusters understand, from sysexits.h: never try again, and try again. */
enum { EXIT_USAGE = 64, EXIT_DATA = 65, EXIT_TEMPORARY = 75 };

/* Numbers that are listed one by one. */
enum { RANGES_MAX = 20 };

const char *const lab_kinds[] = {"games", "match",  "ladder", "sweep",    "spsa",
                                 "fair",  "values", "study",  "selfplay", NULL};

/* ---- what was found -------------------------------------------------------------------------- */

/* "3, 7-9, 12" */
static void put_lacking(const bool *lacking, uint64_t count, mr_str *out) {
  unsigned ranges = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t first = i;
    if (!lacking[i]) {
      continue;
    }
    while (i + 1 < count && lacking[i + 1]) {
      i++;
    }
    if (ranges++ == RANGES_MAX) {
      mr_str_add(out, ", ...");
      return;
    }
    mr_str_format(out, "%s%" PRIu64, ranges > 1 ? ", " : "", first);
    if (i > first) {
      mr_str_format(out, "-%" PRIu64, i);
    }
  }
}

static void tell_lacking(cli_context *cli, const mr_run *run) {
  mr_run_look look;
  mr_str text = mr_str_growing(NULL);
  uint64_t count = mr_run_batches(run);
  bool *lacking = mr_arena_zero(&cli->arena, (size_t)count, sizeof *lacking);
  if (lacking != NULL && mr_run_survey(run, lacking, &look, NULL) == MR_OK) {
    uint64_t lacks = look.missing + look.damaged;
    if (lacks > 0) {
      mr_str_format(&text, "%" PRIu64 " of %" PRIu64 " batches %s lacking: ", lacks, count,
                    lacks == 1 ? "is" : "are");
      put_lacking(lacking, count, &text);
      cli_note(cli, mr_str_text(&text));
    }
    mr_run_sum_free(look.sum);
  }
  mr_str_done(&text);
}

static void put_study_json(mr_json *json, const mr_run *run, const mr_run_look *look) {
  size_t count = 0;
  mr_summary *strengths = mr_run_sum_study(look->sum, &count);
  if (count > 0) {
    mr_json_array(json, "strengths");
    for (size_t i = 0; i < count; i++) {
      char players[LAB_SEATS_MAX];
      mr_json_object(json, NULL);
      mr_json_string(json, "players", lab_seats_of(run, i, players));
      mr_json_summary(json, &strengths[i]);
      mr_json_end(json);
    }
    mr_json_end(json);
  }
}

/* What the games of a study say in short; the pages of 'lab balance' say all of it. */
static void put_study(const mr_run *run, mr_summary *strengths, size_t count, mr_str *out) {
  for (size_t i = 0; i < count && strengths[i].games > 0; i++) {
    char players[LAB_SEATS_MAX];
    mr_measure first = {.unit = MR_UNIT_SHARE,
                        .interval = mr_summary_first(&strengths[i], MR_TAIL_95)};
    mr_str_format(out, "  %-14s first mover's points ", lab_seats_of(run, i, players));
    mr_measure_text(&first, out);
    mr_str_format(out, " of %" PRIu64 " games\n", strengths[i].games);
  }
}

static void put_json(mr_json *json, const mr_run *run, const mr_run_look *look) {
  lab_run_json(json, run, look);
  mr_summary *games = mr_run_sum_games(look->sum);
  if (games != NULL) {
    mr_json_summary(json, games);
  }
  put_study_json(json, run, look);
}

/* "nodes:400 against nodes:4000" */
static void put_players(const char *players, const char *between, mr_str *out) {
  for (const char *c = players; *c != '\0'; c++) {
    if (*c == '\n') {
      mr_str_add(out, between);
    } else {
      mr_str_char(out, *c);
    }
  }
}

/* Whether both sides have a fair share. */
static int print_fair(cli_context *cli, const mr_run *run, const mr_run_look *look) {
  static const char *const words[] = {[MR_FAIR_OPEN] = "not known yet",
                                      [MR_FAIR_SHOWN] = "fair",
                                      [MR_FAIR_REFUSED] = "unfair",
                                      [MR_FAIR_UNKNOWN] = "not decided"};
  mr_fair_found found;
  (void)mr_run_sum_fair(look->sum, false, &found);
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    lab_run_json(json, run, look);
    mr_json_object(json, "fair");
    mr_json_uint(json, "games", mr_fair_games(&found.test));
    mr_json_uint(json, "won", found.won);
    mr_json_uint(json, "lost", found.lost);
    mr_json_uint(json, "broken", found.test.broken);
    mr_json_real(json, "share", found.test.share.value);
    mr_json_real(json, "low", found.test.share.low);
    mr_json_real(json, "high", found.test.share.high);
    mr_json_string(json, "verdict", words[found.test.verdict]);
    mr_json_end(json);
    return cli_document_print(cli, &document);
  }
  mr_str_format(&cli->out, "%s: %s; the first side has ", mr_run_game(run)->info.title,
                words[found.test.verdict]);
  mr_fair_text(&found.test, &cli->out);
  mr_str_format(&cli->out, ", and fair is %.0f to %.0f%%\n", 100 * found.test.low,
                100 * found.test.high);
  return CLI_OK;
}

/* Games of which weights or networks are learnt. */
static int print_selfplay(cli_context *cli, const mr_run *run, const mr_run_look *look) {
  const mr_plan *plan = mr_run_plan(run);
  mr_selfplay_found found;
  (void)mr_run_sum_selfplay(look->sum, &found);
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    lab_run_json(json, run, look);
    mr_json_object(json, "selfplay");
    mr_json_uint(json, "round", plan->round);
    mr_json_uint(json, "games", found.games);
    mr_json_uint(json, "positions", found.positions);
    mr_json_uint(json, "nodes", found.nodes);
    mr_json_bool(json, "enough", found.enough);
    mr_json_end(json);
    return cli_document_print(cli, &document);
  }
  mr_str_format(&cli->out,
                "%s: self-play, round %" PRIu64 ", %" PRIu64 " games with %" PRIu64
                " positions to learn from, %s, seed %" PRIu64 "\n",
                mr_run_game(run)->info.title, plan->round, found.games, found.positions,
                plan->players, plan->seed);
  return CLI_OK;
}

/* What is there, as text or JSON. @return exit status */
static int print(cli_context *cli, const lab_options *said, const mr_run *run,
                 const mr_run_look *look) {
  const mr_plan *plan = mr_run_plan(run);
  lab_options mine = *said;
  const lab_options *choice = &mine;
  lab_made made;
  lab_made_of_run(run, &made);
  mine.made = &made;
  if (strcmp(plan->kind, "sweep") == 0) {
    return lab_sweep_print(cli, choice, run, look);
  }
  if (strcmp(plan->kind, "spsa") == 0) {
    return lab_search_print(cli, choice, run, look);
  }
  if (strcmp(plan->kind, "values") == 0) {
    return lab_values_print(cli, choice, run, look->sum);
  }
  if (strcmp(plan->kind, "fair") == 0) {
    return print_fair(cli, run, look);
  }
  if (strcmp(plan->kind, "selfplay") == 0) {
    return print_selfplay(cli, run, look);
  }
  const mr_match_report *match = mr_run_sum_match(look->sum);
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    if (match != NULL) {
      cli_match_json(json, match, plan->opening > 0 ? (plan->games + 1) / 2 : 0);
      lab_put_run(json, run, look);
    } else {
      put_json(json, run, look);
    }
    return cli_document_print(cli, &document);
  }
  size_t strengths = 0;
  mr_summary *study = mr_run_sum_study(look->sum, &strengths);
  mr_summary *games = study != NULL ? study : mr_run_sum_games(look->sum);
  mr_str_format(&cli->out, "%s: ", mr_run_game(run)->info.title);
  if (look->whole < mr_run_batches(run)) {
    mr_str_format(&cli->out, "%" PRIu64 " of %" PRIu64 " batches, ", look->whole,
                  mr_run_batches(run));
  }
  mr_str_format(&cli->out, "%" PRIu64 " games, ", games != NULL ? games->games : match->games);
  put_players(plan->players, study != NULL ? ", " : " against ", &cli->out);
  mr_str_format(&cli->out, "%s, seed %" PRIu64 "\n",
                study != NULL || strchr(plan->players, '\n') == NULL ? " for each side" : "",
                plan->seed);
  if (study != NULL) {
    put_study(run, study, strengths, &cli->out);
  } else if (games != NULL && games->games > 0) {
    lab_tell_summary(cli, games);
  } else if (match != NULL && match->games > 0) {
    cli_match_table(match, &cli->out);
  }
  return CLI_OK;
}

/* ---- while it goes on ------------------------------------------------------------------------ */

typedef struct run_command {
  cli_context *cli;
} run_command;

static void on_tick(void *context, const mr_run_progress *progress) {
  run_command *command = context;
  char line[400];
  mr_str text = mr_str_fixed(line, sizeof line);
  uint64_t made = progress->done - progress->before;
  if (!command->cli->out_tty || command->cli->global.json) {
    return;
  }
  mr_str_format(&text, "%" PRIu64 "/%" PRIu64 " batches", progress->done, progress->wanted);
  if (made > 0 && progress->seconds > 1) {
    double left = progress->seconds / (double)made * (double)(progress->wanted - progress->done);
    mr_str_add(&text, ", ");
    cli_add_time(left, &text);
    mr_str_add(&text, " to go");
  }
  mr_str_add(&text, ": ");
  mr_run_sum_tell(progress->sum, &text);
  cli_status(command->cli, "%s", line);
}

static void on_note(void *context, const char *text) {
  run_command *command = context;
  cli_note(command->cli, text);
}

/* ---- the plan -------------------------------------------------------------------------------- */

static const cli_option run_options[] = {
    CLI_OPTION("to", CLI_TEXT, lab_options, to, .value = "FOLDER",
               .help = "where the run is kept; is made where it is not there"),
    CLI_OPTION("kind", CLI_CHOICE, lab_options, kind, .value = "KIND", .choices = lab_kinds,
               .help =
                   "games: what games say of the game; match: which of two --players is better; "
                   "ladder: each of --players against the next; sweep, spsa: see lab sweep; fair: "
                   "whether both sides have a fair share, by as few games as tell; values: see lab "
                   "values; study: what lab balance plays; selfplay: games of which tune and train "
                   "learn"),
    CLI_OPTION("pairs", CLI_NUMBER, lab_options, pairs, .value = "N", .max = 100000,
               .help = "of --kind study: pairs of games that ask how much skill counts (50); of "
                       "values: of each replacement match (40)"),
    CLI_OPTION("probe", CLI_NUMBER, lab_options, probe, .value = "N", .max = 1000000,
               .help = "of --kind study: nodes of searches beside the games of the last strength "
                       "(400)"),
    CLI_OPTION("key", CLI_LIST, lab_options, keys, .value = "KEY=VALUES",
               .help = "of --kind sweep or spsa: values of a key, as of lab sweep"),
    CLI_OPTION("target", CLI_LIST, lab_options, targets, .value = "WISH",
               .help = "of --kind sweep or spsa: what a measure should be, as of lab sweep"),
    CLI_OPTION("trials", CLI_NUMBER, lab_options, trials, .value = "N", .min = 1,
               .max = MR_SEARCH_TRIALS_MAX, .help = "of --kind spsa: trials (100)"),
    CLI_OPTION("each", CLI_NUMBER, lab_options, each, .value = "N", .min = 1, .max = 10000,
               .help = "of --kind spsa: games of each of the two settings of a trial (20)"),
    CLI_OPTION("make", CLI_FLAG, lab_options, make,
               .help = "make the folder and compute nothing: for machines that will"),
    CLI_OPTION("games", CLI_NUMBER, lab_options, games, .value = "N", .min = 1,
               .max = MR_RUN_GAMES_MAX,
               .help = "games in all, of a match or ladder of every two players that meet (400)"),
    CLI_OPTION(
        "players", CLI_LIST, lab_options, players, .value = "TEXT",
        .help =
            "who plays, 'nodes:400' or 'level:3': once for all seats, or for each seat; of a match "
            "for each player"),
    CLI_OPTION("batch", CLI_NUMBER, lab_options, batch, .value = "N", .min = 1,
               .max = MR_RUN_GAMES_MAX,
               .help = "games of each batch (10); for clusters as many as take half a minute"),
    CLI_OPTION("length", CLI_NUMBER, lab_options, length, .value = "N", .min = 1, .max = UINT32_MAX,
               .help = "actions after which a game is broken off (those of 1000 turns)"),
    CLI_OPTION("opening", CLI_NUMBER, lab_options, opening, .value = "N",
               .max = MR_OPENING_TURNS_MAX,
               .help = "random turns at the beginning of each game; without it as many as it takes "
                       "to tell games apart"),
    CLI_OPTION("slips", CLI_NUMBER, lab_options, slips, .value = "N", .max = 1000,
               .help = "random decisions of a thousand; without it as many as it takes to tell "
                       "games apart"),
    CLI_OPTION("on", CLI_CHOICE, lab_options, on, .value = "ENGINE", .choices = lab_engines,
               .help = "who computes: the cores of this machine; slurm, by an array of jobs; "
                       "parallel, GNU parallel over ssh"),
    CLI_OPTION("hosts", CLI_TEXT, lab_options, hosts, .value = "FILE",
               .help = "of --on parallel: the machines, a line each, as its --sshloginfile"),
    CLI_OPTION("program", CLI_TEXT, lab_options, program, .value = "PATH",
               .help = "of other machines: where marcher is there; without it where it is here"),
    CLI_OPTION("cores", CLI_NUMBER, lab_options, cores, .value = "N", .min = 1, .max = 100000,
               .help =
                   "batches at once: all cores of this machine; on others as many as they take"),
    {.name = NULL},
};

/* Whether it is about values of keys, by either way. */
static bool is_sweep(const lab_options *choice) {
  return choice->kind == LAB_RUN_SWEEP || choice->kind == LAB_RUN_SEARCH;
}

/* Whether an option says what is played, and not where. */
static bool says_what(cli_context *cli, const lab_options *choice) {
  return (choice->kind != 0 && !is_sweep(choice)) || choice->games.given || choice->trials.given ||
         choice->pairs.given || choice->probe.given || choice->each.given ||
         choice->players.count > 0 || choice->batch.given || choice->length.given ||
         choice->opening.given || choice->slips.given || cli->global.seed.given ||
         cli->override_count > 0 || cli->global.rules.count > 0 || cli->global.network != NULL ||
         choice->keys.count > 0 || choice->targets.count > 0;
}

/* The items of a list as lines, of which ends within them are written "\n"; `otherwise` where there
   is none. @return NULL without memory */
static const char *lines_of(cli_context *cli, const cli_list *list, const char *otherwise) {
  mr_str text = mr_str_growing(NULL);
  for (size_t i = 0; i < list->count; i++) {
    mr_str_add(&text, i > 0 ? "\n" : "");
    for (const char *c = list->items[i]; *c != '\0'; c++) {
      if (*c == '\n') {
        mr_str_add(&text, "\\n");
      } else {
        mr_str_char(&text, *c);
      }
    }
  }
  const char *kept = list->count == 0 ? otherwise
                     : text.status == MR_OK
                         ? mr_arena_copy(&cli->arena, mr_str_text(&text), text.length)
                         : NULL;
  mr_str_done(&text);
  return kept;
}

static void take_number(cli_number number, uint64_t *out) {
  *out = number.given ? number.value : *out;
}

/* Keys and targets say nothing to other kinds. */
static int check_kind(cli_context *cli, const mr_plan *plan) {
  bool sweeps = strcmp(plan->kind, "sweep") == 0 || strcmp(plan->kind, "spsa") == 0;
  if (!sweeps && (*plan->keys != '\0' || *plan->target != '\0')) {
    return cli_usage(cli, "%s is of sweeps: 'marcher lab sweep', or --kind sweep",
                     *plan->keys != '\0' ? "--key" : "--target");
  }
  if (sweeps && *plan->keys == '\0') {
    return cli_usage(cli, "a sweep needs --key KEY=VALUES, as in --key 'pieces=9..18'; "
                          "'marcher rules GAME --keys' lists the keys");
  }
  return CLI_OK;
}

/* Lays what the command line says over a plan. @param sets the plan's own, and more */
static int overlay(cli_context *cli, const lab_options *choice, mr_plan *plan) {
  mr_str sets = mr_str_growing(NULL);
  mr_str_add(&sets, plan->sets);
  for (size_t i = 0; i < cli->override_count; i++) {
    mr_plan_put_set(&cli->overrides[i], &sets);
  }
  take_number(choice->games, &plan->games);
  take_number(choice->batch, &plan->batch);
  take_number(choice->length, &plan->length);
  take_number(choice->opening, &plan->opening);
  take_number(choice->slips, &plan->slips);
  take_number(choice->trials, &plan->trials);
  take_number(choice->each, &plan->each);
  take_number(choice->pairs, &plan->pairs);
  take_number(choice->probe, &plan->probe);
  take_number(cli->global.seed, &plan->seed);
  plan->sets = mr_arena_copy(&cli->arena, mr_str_text(&sets), sets.length);
  plan->kind = choice->kind != 0 ? lab_kinds[choice->kind] : plan->kind;
  plan->players =
      lines_of(cli, &choice->players, *plan->players != '\0' ? plan->players : "nodes:400");
  plan->keys = lines_of(cli, &choice->keys, plan->keys);
  plan->target = lines_of(cli, &choice->targets, plan->target);
  bool good = plan->sets != NULL && plan->players != NULL && plan->keys != NULL &&
              plan->target != NULL && sets.status == MR_OK;
  mr_str_done(&sets);
  return good ? check_kind(cli, plan) : cli_fail_memory(cli);
}

/* The plan of a file, or one for a game. @return exit status */
static int read_plan(cli_context *cli, const lab_options *choice, bool file, mr_plan *plan) {
  mr_error error;
  mr_str text = mr_str_growing(NULL);
  int status = CLI_OK;
  if (file) {
    status = cli_file_read(cli, choice->game, MR_DEFINITION_FILE_MAX, &text);
  } else {
    mr_str_add(&text, "[experiment]\n");
  }
  if (status == CLI_OK && mr_plan_read(choice->game, mr_str_text(&text), text.length, &cli->arena,
                                       plan, &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  if (status == CLI_OK && file && *plan->game == '\0') {
    status = cli_fail(cli, "%s: an experiment needs a game: 'game = chess'", choice->game);
  }
  mr_str_done(&text);
  if (status != CLI_OK) {
    return status;
  }
  plan->game = file ? plan->game : choice->game;
  return overlay(cli, choice, plan);
}

/* A folder of its own for each plan and game: the same words find it again. NULL without memory */
static const char *folder_of(cli_context *cli, const mr_plan *plan, const mr_game *game) {
  mr_str text = mr_str_growing(NULL);
  mr_plan_write(plan, &text);
  mr_str_format(&text, "%016" PRIx64 "%s", game->info.definition_hash, mr_run_program());
  uint64_t number = mr_hash_bytes(MR_HASH_START, mr_str_text(&text), text.length);
  mr_str_done(&text);
  return cli_arena_format(cli, "%s-%s-%08" PRIx32, game->info.name, plan->kind,
                          (uint32_t)(number ^ number >> 32));
}

/* Makes the folder of a new run. @param folder where; NULL: receives one @return exit status */
static int make(cli_context *cli, const lab_options *choice, bool file, const char **folder) {
  mr_plan plan = {.game = ""};
  mr_error error;
  mr_override *sets = NULL;
  size_t count = 0;
  int status = read_plan(cli, choice, file, &plan);
  if (status == CLI_OK && mr_plan_sets(&plan, &cli->arena, &sets, &count, &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  mr_game *game = status == CLI_OK ? cli_game_open_with(cli, plan.game, sets, count) : NULL;
  if (game == NULL) {
    return status != CLI_OK ? status : CLI_FAILED;
  }
  plan.game = game->info.name; /* perhaps it was called by its title */
  if (file && choice->players.count == 0) {
    status = lab_run_check_players(cli, choice->game, &plan, game);
  }
  if (status != CLI_OK) {
    mr_game_free(game);
    return status;
  }
  *folder = *folder != NULL ? *folder : folder_of(cli, &plan, game);
  if (*folder == NULL) {
    status = cli_fail_memory(cli);
  } else if (mr_run_make(*folder, &plan, cli_catalog(cli), game, &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  mr_game_free(game);
  return status;
}

/* ---- run ------------------------------------------------------------------------------------- */

static bool is_run(cli_context *cli, const char *folder) {
  struct stat info;
  const char *path = cli_arena_format(cli, "%s/experiment", folder);
  return path != NULL && stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static bool is_file(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static int play(cli_context *cli, const lab_options *choice, const mr_run *run) {
  mr_error error = {.message = ""};
  mr_run_look look = {.sum = NULL};
  run_command command = {.cli = cli};
  const mr_run_listener listener = {.tick = on_tick, .note = on_note, .context = &command};
  const mr_run_where where = {.cores = (unsigned)(choice->cores.given ? choice->cores.value : 0),
                              .program = choice->program,
                              .hosts = choice->hosts,
                              .stop = cli_stop_flag()};
  cli_signals_catch();
  mr_status status = lab_engine(choice->on)(run, &where, &listener, &look, &error);
  cli_status_clear(cli);
  int said = look.sum != NULL ? print(cli, choice, run, &look) : CLI_OK;
  mr_run_sum_free(look.sum);
  if (status == MR_ERR_CANCELLED && cli_signal() != 0) {
    cli_fail(cli, "%s; 'marcher lab %s %s' goes on", error.message,
             is_sweep(choice) ? "sweep" : "run", mr_run_folder(run));
    return CLI_SIGNALLED(cli_signal());
  }
  return status == MR_OK ? said : cli_fail_error(cli, &error);
}

int lab_run_run(cli_context *cli, const lab_options *choice) {
  const char *folder = choice->to;
  mr_error error;
  mr_run *run = NULL;
  int status = lab_check_where(cli, choice);
  if (status == CLI_OK && choice->make && choice->to == NULL) {
    status = cli_usage(cli, "--make needs --to FOLDER: where the run is made");
  }
  if (status != CLI_OK) {
    return status;
  }
  bool old = is_run(cli, choice->game);
  if (folder != NULL || (!old && is_sweep(choice))) {
    mr_catalog *catalog = cli_catalog(cli);
    if (catalog == NULL) {
      return CLI_FAILED;
    }
    status =
        make(cli, choice, !cli_knows_game(catalog, choice->game) && is_file(choice->game), &folder);
  } else if (!old) {
    return cli_usage(cli, "'%s' is no run; --to FOLDER says where one is made", choice->game);
  } else if (says_what(cli, choice)) {
    return cli_usage(cli, "'%s' is a run, and what it plays is settled; --to FOLDER makes another",
                     choice->game);
  } else {
    folder = choice->game;
  }
  if (status != CLI_OK) {
    return status;
  }
  if (mr_run_open(folder, &run, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  if (choice->make) {
    mr_str_format(&cli->out, "%s: %" PRIu64 " batches\n", folder, mr_run_batches(run));
  } else {
    status = play(cli, choice, run);
  }
  mr_run_free(run);
  return status;
}

static const cli_argument run_arguments[] = {
    {.name = "GAME",
     .help = "a name that 'marcher games' lists; or the file of an experiment; or the folder of "
             "a run, to go on with it"},
    {.name = NULL},
};

static const cli_example run_examples[] = {
    {"lab run chess --games 1600 --players nodes:400 --to fair-chess", "makes a run and plays it"},
    {"lab run fair-chess", "goes on with it, after Ctrl-C or a power cut, too"},
    {"lab run fair-chess --on slurm", "the same on a cluster"},
    {NULL, NULL},
};

const lab_experiment lab_run = {
    .name = "run",
    .about = "Plays an experiment and keeps it in a folder, batch by batch, so that it can be "
             "ended at any moment and gone on with. What a batch holds depends on the experiment "
             "and its number alone, on every machine: docs/SCALING.md tells how clusters compute "
             "them.",
    .arguments = run_arguments,
    .options = run_options,
    .examples = run_examples,
    .run = lab_run_run,
};

/* ---- batch ----------------------------------------------------------------------------------- */

static const cli_option batch_options[] = {
    CLI_OPTION("base", CLI_NUMBER, lab_options, base, .value = "N", .max = MR_RUN_BATCHES_MAX,
               .help = "is added to the number: for queues that count no further (0)"),
    CLI_OPTION("count", CLI_FLAG, lab_options, batch_count,
               .help = "print how many batches the run has instead"),
    CLI_OPTION("lacking", CLI_FLAG, lab_options, lacking,
               .help = "print the numbers of those that are not there instead, a line each"),
    {.name = NULL},
};

/* What a queue is to think of a failure. */
static int verdict(mr_status status) {
  switch (status) {
  case MR_OK:
    return CLI_OK;
  case MR_ERR_NOMEM:
  case MR_ERR_IO:
  case MR_ERR_CANCELLED:
    return EXIT_TEMPORARY;
  case MR_ERR_ARGUMENT:
  case MR_ERR_RANGE:
    return EXIT_USAGE;
  case MR_ERR_SYNTAX:
  case MR_ERR_UNKNOWN:
  case MR_ERR_DUPLICATE:
  case MR_ERR_ILLEGAL:
  case MR_ERR_UNSUPPORTED:
  case MR_ERR_LIMIT:
  case MR_ERR_ENCODING:
  case MR_ERR_MISMATCH:
  case MR_STATUS_COUNT:
    break;
  }
  return EXIT_DATA;
}

static int list_lacking(cli_context *cli, const mr_run *run) {
  mr_error error;
  mr_run_look look;
  uint64_t count = mr_run_batches(run);
  bool *lacking = mr_arena_zero(&cli->arena, (size_t)count, sizeof *lacking);
  if (lacking == NULL) {
    cli_fail_memory(cli);
    return EXIT_TEMPORARY;
  }
  mr_status status = mr_run_survey(run, lacking, &look, &error);
  if (status != MR_OK) {
    cli_fail_error(cli, &error);
    return verdict(status);
  }
  for (uint64_t i = 0; i < count; i++) {
    if (lacking[i]) {
      mr_str_format(&cli->out, "%" PRIu64 "\n", i);
    }
  }
  mr_run_sum_free(look.sum);
  return CLI_OK;
}

static int make_batch(cli_context *cli, const lab_options *choice, const mr_run *run) {
  mr_error error;
  uint64_t number = 0;
  uint64_t base = choice->base.given ? choice->base.value : 0;
  bool computed = false;
  if (!cli_read_number(choice->more.items[0], 0, MR_RUN_BATCHES_MAX, &number)) {
    cli_usage(cli, "a batch has a number from 0 on, not '%s'", choice->more.items[0]);
    return EXIT_USAGE;
  }
  cli_signals_catch();
  mr_status status = mr_batch_make(run, base + number, cli_stop_flag(), &computed, &error);
  if (status == MR_ERR_CANCELLED && cli_signal() != 0) {
    return CLI_SIGNALLED(cli_signal());
  }
  if (status != MR_OK) {
    cli_fail_error(cli, &error);
    return verdict(status);
  }
  if (cli->global.json) {
    cli_document document;
    mr_json *json = cli_document_open(&document);
    mr_json_uint(json, "batch", base + number);
    mr_json_bool(json, "computed", computed);
    return cli_document_print(cli, &document);
  }
  return CLI_OK;
}

static int run_batch(cli_context *cli, const lab_options *choice) {
  mr_error error;
  mr_run *run = NULL;
  bool asks = choice->batch_count || choice->lacking;
  if (choice->more.count != (asks ? 0 : 1)) {
    cli_usage(cli, asks ? "--count and --lacking are about all batches: leave the number out"
                        : "a batch needs a run and its number, from 0, as in 'marcher lab batch "
                          "fair-chess 17'");
    return EXIT_USAGE;
  }
  mr_status status = mr_run_open(choice->game, &run, &error);
  if (status != MR_OK) {
    cli_fail_error(cli, &error);
    return verdict(status);
  }
  int result = CLI_OK;
  if (choice->batch_count) {
    mr_str_format(&cli->out, "%" PRIu64 "\n", mr_run_batches(run));
  } else {
    result = choice->lacking ? list_lacking(cli, run) : make_batch(cli, choice, run);
  }
  mr_run_free(run);
  return result;
}

static const cli_argument batch_arguments[] = {
    {.name = "RUN", .help = "the folder of a run"},
    {.name = "N", .help = "which of its batches, from 0", .optional = true},
    {.name = NULL},
};

static const cli_example batch_examples[] = {
    {"lab batch fair-chess 17", "one batch of it, as clusters compute them"},
    {NULL, NULL},
};

const lab_experiment lab_batch = {
    .name = "batch",
    .about = "Computes one batch of a run, from 0, unless it is there. It ends with 0 when the "
             "batch is there, 64 or 65 when trying again makes no sense (the command line; the "
             "data), 75 when it may help.",
    .takes_more = true,
    .arguments = batch_arguments,
    .options = batch_options,
    .examples = batch_examples,
    .run = run_batch,
};

/* ---- merge ----------------------------------------------------------------------------------- */

static int merge_one(cli_context *cli, const mr_run *run, const char *folder) {
  mr_error error;
  mr_run *from = NULL;
  uint64_t taken = 0, passed = 0;
  mr_status status = mr_run_open(folder, &from, &error);
  if (status == MR_OK) {
    status = mr_run_merge(run, from, &taken, &passed, &error);
    mr_run_free(from);
  }
  if (status != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  const char *text =
      cli_arena_format(cli, "'%s': %" PRIu64 " batch%s taken%s", folder, taken,
                       taken == 1 ? "" : "es", passed > 0 ? "; damaged ones were passed over" : "");
  if (text != NULL) {
    cli_note(cli, text);
  }
  return CLI_OK;
}

static int run_merge(cli_context *cli, const lab_options *choice) {
  mr_error error;
  mr_run *run = NULL;
  mr_run_look look = {.sum = NULL};
  if (mr_run_open(choice->game, &run, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  int status = CLI_OK;
  for (size_t i = 0; i < choice->more.count && status == CLI_OK; i++) {
    status = merge_one(cli, run, choice->more.items[i]);
  }
  if (status == CLI_OK && (mr_run_survey(run, NULL, &look, &error) != MR_OK ||
                           mr_run_write_summary(run, look.sum, &error) != MR_OK)) {
    status = cli_fail_error(cli, &error);
  }
  if (status == CLI_OK) {
    if (look.damaged > 0) {
      cli_note(cli, look.why.message);
    }
    tell_lacking(cli, run);
    status = print(cli, choice, run, &look);
  }
  mr_run_sum_free(look.sum);
  mr_run_free(run);
  return status;
}

static const cli_option merge_options[] = {{.name = NULL}};

static const cli_argument merge_arguments[] = {
    {.name = "RUN", .help = "the folder of a run, which takes batches in"},
    {.name = "MORE", .help = "folders of runs that have them", .optional = true, .many = true},
    {.name = NULL},
};

static const cli_example merge_examples[] = {
    {"lab merge fair-chess from-the-laptop", "takes the batches that another machine has computed"},
    {NULL, NULL},
};

const lab_experiment lab_merge = {
    .name = "merge",
    .about = "Takes into the first run the batches of the others, which are of the same "
             "experiment, and says what is lacking.",
    .takes_more = true,
    .arguments = merge_arguments,
    .options = merge_options,
    .examples = merge_examples,
    .run = run_merge,
};
