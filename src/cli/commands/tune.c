#include <errno.h>
#include <marcher/clock.h>
#include <marcher/tune.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

/* Bytes of a file of games or weights. */
#define GAMES_LIMIT ((size_t)1 << 30)

typedef struct tune_options {
  const char *game;
  const char *output;
  const char *positions;
  const char *weights;
  cli_number games;
  cli_number nodes;
  cli_number threads;
  cli_number rounds;
  cli_number epochs;
  cli_number trust;
} tune_options;

static const cli_argument arguments[] = {
    CLI_GAME_ARGUMENT(tune_options, game),
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("games", CLI_NUMBER, tune_options, games, .value = "N", .min = 1,
               .max = MR_TUNE_GAMES_MAX, .initial = 2000,
               .help = "games in all rounds together (2000)"),
    CLI_OPTION("nodes", CLI_NUMBER, tune_options, nodes, .value = "N", .min = 1, .max = 1000000000,
               .initial = 1000, .help = "nodes of a search, about (1000)"),
    CLI_OPTION(
        "rounds", CLI_NUMBER, tune_options, rounds, .value = "N", .min = 1,
        .max = MR_TUNE_ROUNDS_MAX, .initial = 2,
        .help = "rounds of playing and fitting; each plays with the weights of the one before (2)"),
    CLI_OPTION("epochs", CLI_NUMBER, tune_options, epochs, .value = "N", .min = 1, .max = 10000,
               .initial = 40, .help = "how often each fit goes through the positions (40)"),
    CLI_OPTION("trust", CLI_NUMBER, tune_options, trust, .value = "PERCENT", .min = 1, .max = 100,
               .initial = 75,
               .help = "how much results count; what the search saw counts for the rest (75)"),
    CLI_OPTION("threads", CLI_NUMBER, tune_options, threads, .value = "N", .min = 1, .max = 256,
               .initial = 1, .help = "games at once; the weights do not depend on it (1)"),
    CLI_OPTION(
        "positions", CLI_TEXT, tune_options, positions, .value = "FILE",
        .help =
            "keep the games there, and take those that it holds already instead of playing them: "
            "the same command goes on where it was stopped"),
    CLI_OPTION("weights", CLI_TEXT, tune_options, weights, .value = "FILE",
               .help = "begin with the first weights in a file; without it with measured ones"),
    CLI_OPTION("output", CLI_TEXT, tune_options, output, .value = "FILE", .letter = 'o',
               .help = "write the weights to a file instead of standard output"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"tune chess --games 4000 --threads 2 -o my.weights", "what pieces and squares are worth"},
    {"tune borderlands --positions games.txt", "stopped and started as one likes"},
    {NULL, NULL},
};

/* A tuning at work. */
typedef struct tuning {
  cli_context *cli;
  const tune_options *choice;
  const mr_game *game;
  int kept; /* where games are kept, a descriptor; -1: nowhere */
  mr_tune_report report;
  double seconds;
} tuning;

/* ---- while it works -------------------------------------------------------------------------- */

static void show_progress(void *context, const mr_tune_progress *p) {
  tuning *it = context;
  if (p->epoch > 0) {
    cli_status(it->cli, "round %u of %u: fitted %u of %u times, loss %.5f", p->round, p->rounds,
               p->epoch, p->epochs, p->loss);
  } else {
    cli_status(it->cli, "round %u of %u: %llu of %llu games", p->round, p->rounds,
               (unsigned long long)p->games, (unsigned long long)p->games_planned);
  }
}

static bool keep_game(void *context, const char *text, size_t length) {
  tuning *it = context;
  return it->kept < 0 || mr_file_add(it->kept, it->choice->positions, text, length, NULL) == MR_OK;
}

static int fail_file(cli_context *cli, const char *what, const char *path) {
  return cli_fail(cli, "cannot %s '%s': %s", what, path, strerror(errno));
}

/* Takes the games of a file, and leaves nothing behind them that was cut off. */
static int load_games(tuning *it, mr_tune *tune, const char *path) {
  mr_error error;
  size_t used = 0;
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(it->cli, path, GAMES_LIMIT, &text);
  if (status == CLI_OK &&
      mr_tune_load(tune, mr_str_text(&text), text.length, &used, &error) != MR_OK) {
    mr_error_locate(&error, path, error.line, error.column);
    status = cli_fail_error(it->cli, &error);
  }
  if (status == CLI_OK && used < text.length && truncate(path, (off_t)used) != 0) {
    status = fail_file(it->cli, "shorten", path);
  }
  mr_str_done(&text);
  return status;
}

static int open_games(tuning *it, mr_tune *tune) {
  const char *path = it->choice->positions;
  if (path == NULL) {
    return CLI_OK;
  }
  bool there = access(path, F_OK) == 0;
  int status = there ? load_games(it, tune, path) : CLI_OK;
  if (status != CLI_OK) {
    return status;
  }
  mr_error error;
  if (mr_file_grow(path, false, &it->kept, &error) != MR_OK) {
    return cli_fail_error(it->cli, &error);
  }
  if (!there) {
    mr_str head = mr_str_growing(NULL);
    mr_tune_head(tune, &head);
    status =
        keep_game(it, mr_str_text(&head), head.length) ? CLI_OK : fail_file(it->cli, "write", path);
    mr_str_done(&head);
  }
  return status;
}

/* ---- what came of it ------------------------------------------------------------------------- */

static void add_weights(const tuning *it, const mr_tune *tune, mr_str *out) {
  const mr_tune_report *r = &it->report;
  const tune_options *o = it->choice;
  mr_str_format(out,
                "# Weights of %s, in thousandths of a pawn or so; docs/EVALUATION.md tells what "
                "they are.\n# Made by: marcher tune %s",
                it->game->info.title, o->game);
  for (size_t i = 0; i < it->cli->override_count; i++) {
    mr_str_format(out, " --set %s=%s", it->cli->overrides[i].key, it->cli->overrides[i].value);
  }
  mr_str_format(out,
                " --games %llu --nodes %llu --rounds %llu --epochs %llu --trust %llu --seed %llu%s",
                (unsigned long long)o->games.value, (unsigned long long)o->nodes.value,
                (unsigned long long)o->rounds.value, (unsigned long long)o->epochs.value,
                (unsigned long long)o->trust.value, (unsigned long long)cli_seed(it->cli),
                o->weights != NULL ? " --weights FILE" : "");
  mr_str_format(
      out,
      "\n# %llu games (%llu won by White, %llu by Black), %llu positions; loss on %llu held "
      "out %.5f,\n# with measured weights %.5f. Scale: %.0f hundredths.\n",
      (unsigned long long)r->games, (unsigned long long)r->results[2],
      (unsigned long long)r->results[0], (unsigned long long)r->positions,
      (unsigned long long)r->held_out, r->loss_after, r->loss_before, r->scale);
  mr_tune_write(tune, out);
}

static void add_report(const tuning *it, mr_str *out) {
  const mr_tune_report *r = &it->report;
  mr_str_format(out, "%s: %llu games in %.1f s, White won %llu, Black %llu\n", it->choice->game,
                (unsigned long long)r->games, it->seconds, (unsigned long long)r->results[2],
                (unsigned long long)r->results[0]);
  mr_str_format(out, "  learnt from   %llu positions, %zu weights\n",
                (unsigned long long)r->positions, r->term_count);
  mr_str_format(out, "  held out      %llu positions; loss %.5f before, %.5f after\n",
                (unsigned long long)r->held_out, r->loss_before, r->loss_after);
  mr_str_format(out, "  scale         %.0f hundredths to the power of e\n", r->scale);
  mr_str_add(out, "  worth in pawns   opening    end   measured   seen\n");
  for (size_t i = 0; i < r->value_count; i++) {
    const mr_tune_value *w = &r->values[i];
    char name[MR_ACTION_TEXT_MAX];
    mr_str_format(out, "    %-3s %-16.16s %7.2f %6.2f %8.2f %9llu\n", w->text,
                  cli_piece_text(it->game, w->piece, name), w->open / 1000.0, w->end / 1000.0,
                  w->measured / 1000.0, (unsigned long long)w->seen);
  }
}

static int print_json(const tuning *it, const mr_str *weights) {
  const mr_tune_report *r = &it->report;
  cli_document document;
  mr_json *json = cli_document_open(&document);
  mr_json_string(json, "game", it->choice->game);
  mr_json_uint(json, "games", r->games);
  mr_json_uint(json, "positions", r->positions);
  mr_json_uint(json, "held_out", r->held_out);
  mr_json_real(json, "loss_before", r->loss_before);
  mr_json_real(json, "loss_after", r->loss_after);
  mr_json_real(json, "scale", r->scale);
  mr_json_array(json, "results");
  for (size_t i = 0; i < 3; i++) {
    mr_json_uint(json, NULL, r->results[i]);
  }
  mr_json_end(json);
  mr_json_array(json, "worths");
  for (size_t i = 0; i < r->value_count; i++) {
    const mr_tune_value *w = &r->values[i];
    mr_json_object(json, NULL);
    mr_json_string(json, "piece", w->text);
    mr_json_int(json, "opening", w->open);
    mr_json_int(json, "end", w->end);
    mr_json_int(json, "measured", w->measured);
    mr_json_uint(json, "seen", w->seen);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_json_bytes(json, "weights", mr_str_text(weights), weights->length);
  return cli_document_print(it->cli, &document);
}

static int report(tuning *it, const mr_tune *tune) {
  int status = CLI_OK;
  cli_status_clear(it->cli);
  mr_str text = mr_str_growing(NULL);
  add_weights(it, tune, &text);
  if (it->choice->output != NULL) {
    status = cli_text_write(it->cli, it->choice->output, &text);
  }
  if (status == CLI_OK && it->cli->global.json) {
    status = print_json(it, &text);
  } else if (status == CLI_OK && it->choice->output == NULL) {
    mr_str_add(&it->cli->out, mr_str_text(&text));
  } else if (status == CLI_OK) {
    add_report(it, &it->cli->out);
  }
  mr_str_done(&text);
  return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Plays and fits, and says what came of it. @param weights to begin with, or NULL */
static int work(tuning *it, const char *weights) {
  const tune_options *o = it->choice;
  mr_tune_options how = {.games = o->games.value,
                         .nodes = o->nodes.value,
                         .seed = cli_seed(it->cli),
                         .threads = (unsigned)o->threads.value,
                         .rounds = (unsigned)o->rounds.value,
                         .epochs = (unsigned)o->epochs.value,
                         .trust = (unsigned)o->trust.value,
                         .weights = weights,
                         .progress = show_progress,
                         .keep = keep_game,
                         .context = it,
                         .stop = cli_stop_flag()};
  mr_tune *tune = NULL;
  mr_error error;
  if (mr_tune_new(it->game, &how, &tune, &error) != MR_OK) {
    if (weights != NULL && strcmp(error.source, "weights") == 0) {
      mr_error_locate(&error, o->weights, error.line, error.column);
    }
    return cli_fail_error(it->cli, &error);
  }
  int status = open_games(it, tune);
  if (status == CLI_OK) {
    int64_t began = mr_clock_ns();
    cli_signals_catch();
    mr_status done = mr_tune_run(tune, &it->report, &error);
    it->seconds = (double)(mr_clock_ns() - began) / 1e9;
    cli_status_clear(it->cli);
    if (done == MR_ERR_CANCELLED && cli_signal() != 0) {
      cli_fail(it->cli, it->kept >= 0 ? "stopped; the games so far are kept, and the same command "
                                        "goes on"
                                      : "stopped; --positions FILE would have kept the games");
      status = CLI_SIGNALLED(cli_signal());
    } else {
      status = done == MR_OK ? report(it, tune) : cli_fail_error(it->cli, &error);
    }
  }
  if (it->kept >= 0 && close(it->kept) != 0 && status == CLI_OK) {
    status = fail_file(it->cli, "write", o->positions);
  }
  mr_tune_free(tune);
  return status;
}

static int run_tune(cli_context *cli, const void *values) {
  tuning it = {.cli = cli, .choice = values, .kept = -1};
  if (it.choice->output != NULL && cli_file_may_write(cli, it.choice->output) != CLI_OK) {
    return CLI_FAILED;
  }
  mr_game *game = cli_game_open(cli, it.choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  it.game = game;
  mr_str weights = mr_str_growing(NULL);
  int status = CLI_OK;
  if (it.choice->weights != NULL) {
    status = cli_file_read(cli, it.choice->weights, MR_DEFINITION_FILE_MAX, &weights);
  }
  if (status == CLI_OK) {
    status = work(&it, it.choice->weights != NULL ? mr_str_text(&weights) : NULL);
  }
  mr_str_done(&weights);
  mr_game_free(game);
  return status;
}

const cli_command cmd_tune = {
    .name = "tune",
    .summary = "learn from games what pieces and squares are worth",
    .about =
        "The engine plays games against itself from random beginnings; a regression of their "
        "results finds the weights of its evaluation, and says how well they foretell results "
        "of games that it has not learnt from. The weights are a text that people can read and "
        "change: beside a definition file of the same name, 'my.weights' beside 'my.ini', it "
        "is used wherever the game is played.\n\nThe same options give the same weights, "
        "however many threads there are.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(tune_options),
    .run = run_tune,
};
