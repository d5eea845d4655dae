#include <errno.h>
#include <marcher/train.h>
#include <string.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/commands/lab_place.h"
#include "cli/commands/match_priv.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/words.h"

typedef struct train_options {
  const char *game;
  const char *output;
  const char *from;
  cli_number hours;
  cli_number minutes;
  cli_number positions;
  cli_number generations;
  cli_number nodes;
  cli_number epochs;
  const char *games;
  cli_number neurons;
  cli_number light;
  cli_number gate;
  cli_number threads;
  lab_options where; /**< of the self-play */
} train_options;

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(train_options, game),
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("hours", CLI_NUMBER, train_options, hours, .value = "H", .min = 1, .max = 1000,
               .help = "work for about so long; decides only how many positions and generations "
                       "are reached, and the end prints the command that repeats them"),
    CLI_OPTION("minutes", CLI_NUMBER, train_options, minutes, .value = "N", .min = 1, .max = 60000,
               .help = "the same in minutes"),
    CLI_OPTION("positions", CLI_NUMBER, train_options, positions, .value = "N", .min = 1,
               .max = MR_TRAIN_POSITIONS_MAX,
               .help = "quiet positions of all generations together"),
    CLI_OPTION("generations", CLI_NUMBER, train_options, generations, .value = "G", .min = 1,
               .max = MR_TRAIN_GENERATIONS_MAX,
               .help = "so often games are played, a network is fitted and has to win a match"),
    CLI_OPTION("games", CLI_TEXT, train_options, games, .value = "FOLDER",
               .help = "play none, but learn from the last three generations of another training "
                       "of the game, which are in its folder: with other neurons, say"),
    CLI_OPTION("nodes", CLI_NUMBER, train_options, nodes, .value = "N", .min = 1, .max = 1000000,
               .initial = 600, .help = "nodes of a search, about (600)"),
    CLI_OPTION("epochs", CLI_NUMBER, train_options, epochs, .value = "N", .min = 1, .max = 1000,
               .initial = 10, .help = "how often each fit goes through the positions (10)"),
    CLI_OPTION("neurons", CLI_NUMBER, train_options, neurons, .value = "N", .max = 256,
               .help = "for each side, a multiple of 32 up to 256 (64, fewer for many kinds of "
                       "pieces on a large board)"),
    CLI_OPTION("light", CLI_NUMBER, train_options, light, .value = "PERCENT",
               .max = MR_TRAIN_LIGHT_MAX, .initial = MR_TRAIN_LIGHT,
               .help = "also try networks that add to men and hands alone, with so many percent of "
                       "the nodes in matches: their nodes take less time (160; 0: do not try)"),
    CLI_OPTION("gate", CLI_NUMBER, train_options, gate, .value = "GAMES", .min = 2, .max = 100000,
               .initial = 400, .help = "games of a match at most (400)"),
    CLI_OPTION("threads", CLI_NUMBER, train_options, threads, .value = "N", .min = 1, .max = 256,
               .initial = 1, .help = "games at once; the network does not depend on it (1)"),
    CLI_OPTION("from", CLI_TEXT, train_options, from, .value = "FILE",
               .help = "a network of the game that plays the first generation, and that the first "
                       "has to beat (without it the evaluation by weights)"),
    CLI_OPTION("output", CLI_TEXT, train_options, output, .value = "FILE", .letter = 'o',
               .help = "the network's file; all work is kept in the folder FILE.train (without it "
                       "GAME.network, beside the definition where that is a file)"),
    LAB_ORDER_OPTIONS(train_options),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"train chess --hours 2 --threads 2", "a network of chess after two hours"},
    {"train my --rules my.ini --positions 2000000 --generations 4",
     "the same bytes on every run; stopped and started as one likes"},
    {"train my --rules my.ini --hours 8 --from my.network -o my2.network",
     "better than the network that was trained before"},
    {"train chess --positions 4000000 --generations 4 -o /shared/c.network --on slurm",
     "its games played by a cluster"},
    {NULL, NULL},
};

/* A training at work. */
typedef struct training {
  cli_context *cli;
  const train_options *choice;
  const mr_game *game;
  const char *output;
  const char *folder;
  mr_network from; /* empty: the weights */
  mr_train_report report;
  mr_train_generation generations[MR_TRAIN_GENERATIONS_MAX];
} training;

/* ---- while it works -------------------------------------------------------------------------- */

static void show_progress(void *context, const mr_train_progress *p) {
  static const char *const stages[] = {[MR_TRAIN_PLAYING] = "positions played",
                                       [MR_TRAIN_LEARNING] = "epochs learnt",
                                       [MR_TRAIN_MATCH] = "games against the one before",
                                       [MR_TRAIN_LAST] = "games against the weights"};
  training *it = context;
  char text[32];
  mr_str time = mr_str_fixed(text, sizeof text);
  cli_add_time(p->seconds, &time);
  cli_status(it->cli, "generation %u of %u%s: %llu of %llu %s, %s so far", p->generation,
             p->generations, p->light ? ", light" : "", (unsigned long long)p->done,
             (unsigned long long)p->planned, stages[p->stage], text);
}

static void show_note(void *context, const char *text) {
  const training *it = context;
  cli_note(it->cli, text);
}

/* What came of a network: "loss 0.0218 (the weights alone 0.0277); match +9 =1 -2, ...: adopted".
 */
static void add_fit(const mr_train_fit *fit, const char *alone, mr_str *out) {
  mr_str_format(out, "loss %.4f (%s alone %.4f); match ", fit->loss_after, alone, fit->loss_before);
  cli_match_strength(&fit->match, out);
  mr_str_add(out, ", ");
  cli_match_verdict(&fit->match, &fit->sprt, fit->adopted, out);
  mr_str_add(out, fit->adopted ? ": adopted\n" : ": not adopted\n");
}

static void show_generation(void *context, unsigned generation, const mr_train_generation *g) {
  training *it = context;
  mr_str *out = &it->cli->out;
  it->generations[generation - 1] = *g;
  if (it->cli->global.json) {
    return;
  }
  cli_status_clear(it->cli);
  mr_str_format(out, "generation %u: %llu positions of %llu games, ", generation,
                (unsigned long long)g->positions, (unsigned long long)g->games);
  add_fit(&g->fit, "the weights", out);
  if (g->light.learnt > 0) {
    mr_str_add(out, "  a light one: ");
    add_fit(&g->light, "men and hands", out);
  }
  cli_flush(it->cli);
}

/* The command that repeats the work. */
static void write_command(void *context, uint64_t positions, unsigned generations, mr_str *out) {
  const training *it = context;
  const train_options *o = it->choice;
  mr_str_add(out, "marcher train ");
  cli_add_game(it->cli, o->game, true, out);
  if (o->games != NULL) {
    const char *name = cli_file_name(o->games); /* of "folder/" nothing is left */
    cli_add_option(out, "games", *name != '\0' ? name : o->games);
  } else {
    mr_str_format(out, " --positions %llu --generations %u", (unsigned long long)positions,
                  generations);
  }
  cli_add_number(out, "seed", cli_seed(it->cli));
  const struct {
    const char *name;
    const cli_number *number;
  } others[] = {{"nodes", &o->nodes},
                {"epochs", &o->epochs},
                {"neurons", &o->neurons},
                {"light", &o->light},
                {"gate", &o->gate}};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    cli_add_given(out, others[i].name, others[i].number);
  }
  if (it->from.length > 0) {
    cli_add_option(out, "from", cli_file_name(o->from));
  }
}

/* ---- what came of it ------------------------------------------------------------------------- */

static void add_report(const training *it, mr_str *out) {
  const mr_train_report *r = &it->report;
  mr_str_format(out, "%s: %u generation%s in ", it->choice->game, r->generations,
                r->generations == 1 ? "" : "s");
  cli_add_time(r->seconds, out);
  mr_str_add(out, "\n");
  if (r->played > 0 && r->play_cpu_seconds > 0) {
    mr_str_format(out,
                  "  self-play     %.0f positions for each second of a core, %.0f nodes for each "
                  "position\n",
                  (double)r->played / r->play_cpu_seconds, (double)r->nodes / (double)r->played);
  }
  if (r->best == 0) {
    mr_str_format(out,
                  "  result        no network beat %s: none is written; more positions may help\n",
                  it->from.length > 0 ? it->choice->from : "the evaluation by weights");
  } else {
    mr_str_format(out, "  result        the %snetwork of generation %u, against the weights at ",
                  r->best_is_light ? "light " : "", r->best);
    if (r->best_is_light) {
      mr_str_format(out, "%llu%% of their nodes ", (unsigned long long)it->choice->light.value);
    } else {
      mr_str_add(out, "equal nodes ");
    }
    cli_match_strength(&r->against_weights, out);
    mr_str_format(out, "\n  written       %s\n  use it        marcher play ", it->output);
    cli_add_game(it->cli, it->choice->game, false, out);
    cli_add_option(out, "network", it->output);
    mr_str_char(out, '\n');
  }
  mr_str_add(out, "  repeat it     ");
  write_command((void *)it, r->positions, r->generations, out);
  mr_str_format(out, "\n  the work is kept in %s; it may be removed\n", it->folder);
}

static void put_tally(mr_json *json, const char *name, const mr_tally *tally) {
  mr_standing s;
  mr_tally_standing(tally, &s);
  mr_json_object(json, name);
  mr_json_uint(json, "wins", s.wins);
  mr_json_uint(json, "draws", s.draws);
  mr_json_uint(json, "losses", s.losses);
  mr_json_real(json, "elo", cli_match_elo_value(s.elo));
  mr_json_real(json, "elo_low", s.elo.low);
  mr_json_real(json, "elo_high", s.elo.high);
  mr_json_end(json);
}

static void put_fit(mr_json *json, const mr_train_fit *fit) {
  mr_json_uint(json, "learnt", fit->learnt);
  mr_json_real(json, "loss_before", fit->loss_before);
  mr_json_real(json, "loss_after", fit->loss_after);
  put_tally(json, "match", &fit->match);
  mr_json_bool(json, "adopted", fit->adopted);
}

static int print_json(const training *it) {
  const mr_train_report *r = &it->report;
  mr_str command = mr_str_growing(NULL);
  cli_document document;
  mr_json *json = cli_document_open(&document);
  write_command((void *)it, r->positions, r->generations, &command);
  mr_json_string(json, "game", it->choice->game);
  mr_json_string(json, "command", mr_str_text(&command));
  mr_json_uint(json, "best", r->best);
  mr_json_bool(json, "light", r->best_is_light);
  if (r->best > 0) {
    mr_json_string(json, "network", it->output);
    put_tally(json, "against_weights", &r->against_weights);
  }
  mr_json_array(json, "generations");
  for (unsigned i = 0; i < r->generations; i++) {
    const mr_train_generation *g = &it->generations[i];
    mr_json_object(json, NULL);
    mr_json_uint(json, "positions", g->positions);
    mr_json_uint(json, "games", g->games);
    put_fit(json, &g->fit);
    if (g->light.learnt > 0) {
      mr_json_object(json, "light");
      put_fit(json, &g->light);
      mr_json_end(json);
    }
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_str_done(&command);
  return cli_document_print(it->cli, &document);
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Where the network goes: beside the definition where that is a file, and else here. */
static const char *default_output(cli_context *cli, const char *game) {
  const char *source = cli_game_source(cli_catalog(cli), game);
  const char *slash = source != NULL ? strrchr(source, '/') : NULL;
  return slash != NULL
             ? cli_arena_format(cli, "%.*s/%s.network", (int)(slash - source), source, game)
             : cli_arena_format(cli, "%s.network", game);
}

static int work(training *it, const mr_run_order *runs) {
  const train_options *o = it->choice;
  mr_train_options how = {.folder = it->folder,
                          .games = o->games,
                          .positions = o->positions.given ? o->positions.value : 0,
                          .generations = o->generations.given ? (unsigned)o->generations.value : 0,
                          .hours = o->hours.given     ? (double)o->hours.value
                                   : o->minutes.given ? (double)o->minutes.value / 60
                                                      : 0,
                          .nodes = o->nodes.value,
                          .epochs = (unsigned)o->epochs.value,
                          .neurons = (unsigned)o->neurons.value,
                          .light = (unsigned)o->light.value,
                          .gate_games = (unsigned)o->gate.value,
                          .seed = cli_seed(it->cli),
                          .threads = (unsigned)o->threads.value,
                          .from = it->from.length > 0 ? &it->from : NULL,
                          .runs = *runs,
                          .command = write_command,
                          .progress = show_progress,
                          .finished = show_generation,
                          .context = it,
                          .stop = cli_stop_flag()};
  mr_error error;
  mr_str network = mr_str_growing(NULL);
  how.runs.note = show_note;
  cli_signals_catch();
  mr_status done = mr_train_run(it->game, &how, &network, &it->report, &error);
  cli_status_clear(it->cli);
  int status = CLI_OK;
  if (done == MR_ERR_CANCELLED && cli_signal() != 0) {
    cli_fail(it->cli, "stopped; the work so far is kept in '%s', and the same command goes on",
             it->folder);
    status = CLI_SIGNALLED(cli_signal());
  } else if (done != MR_OK) {
    status = cli_fail_error(it->cli, &error);
  } else if (it->report.best > 0) {
    status = cli_text_write(it->cli, it->output, &network);
  }
  mr_str_done(&network);
  if (status != CLI_OK || done != MR_OK) {
    return status;
  }
  if (it->cli->global.json) {
    return print_json(it);
  }
  add_report(it, &it->cli->out);
  return CLI_OK;
}

static int run_train(cli_context *cli, const void *values) {
  const train_options *o = values;
  mr_run_order runs = {.catalog = NULL};
  bool counted = o->positions.given && o->generations.given;
  bool timed = o->hours.given || o->minutes.given;
  if (o->positions.given != o->generations.given || counted + timed + (o->games != NULL) != 1) {
    return cli_usage(cli, "train needs --hours, --minutes, --positions and --generations, or "
                          "--games");
  }
  if (o->hours.given && o->minutes.given) {
    return cli_usage(cli, "the time is either --hours or --minutes");
  }
  if (cli->global.network != NULL) {
    return cli_usage(cli, "train begins with the weights, or with --from FILE; not with --network");
  }
  mr_game *game = cli_game_open(cli, o->game);
  training *it = mr_arena_zero(&cli->arena, 1, sizeof *it);
  if (game == NULL || it == NULL) {
    mr_game_free(game);
    return game == NULL ? CLI_FAILED : cli_fail_memory(cli);
  }
  *it = (training){.cli = cli, .choice = o, .game = game};
  it->output = o->output != NULL ? o->output : default_output(cli, o->game);
  it->folder = it->output != NULL ? cli_arena_format(cli, "%s.train", it->output) : NULL;
  int status = it->folder == NULL ? cli_fail_memory(cli) : cli_file_may_write(cli, it->output);
  if (status == CLI_OK && o->from != NULL) {
    status = cli_file_same(o->from, it->output)
                 ? cli_usage(cli, "'%s' is what --from begins with: name another file with -o",
                             it->output)
                 : cli_network_for(cli, o->from, game, &it->from);
  }
  if (status == CLI_OK) {
    status = lab_place_order(cli, &o->where, &runs);
  }
  if (status == CLI_OK) {
    status = work(it, &runs);
  }
  mr_game_free(game);
  return status;
}

const cli_command cmd_train = {
    .name = "train",
    .summary = "train a network that judges positions of a game",
    .about =
        "The engine plays games against itself from random beginnings; a small network learns from "
        "their quiet positions what the evaluation by weights gets wrong, and is added to it if it "
        "wins a match; then the next generation plays. Nothing is needed but the "
        "definition: no other program, no data, no graphics card.\n\n"
        "All work is kept in a folder beside the network's file: the same command goes on where it "
        "was stopped or killed. The games of each generation are a run of the lab there "
        "(FILE.train/games-01, ...), which --on lets a cluster compute; networks are fitted and "
        "matches played here. The same options give the same file to the byte on one machine and "
        "build, however many threads there are.\n\n"
        "'my.network' beside the definition file of a game [my] is used wherever the game is "
        "played; --network none plays without it.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(train_options),
    .run = run_train,
};
