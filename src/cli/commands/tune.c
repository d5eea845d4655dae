#include <marcher/clock.h>
#include <marcher/tune.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/commands/lab_place.h"
#include "cli/commands/match_priv.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"
#include "cli/words.h"

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
  cli_number gate;
  const char *folder;
  lab_options where; /**< of the self-play */
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
    CLI_OPTION("folder", CLI_TEXT, tune_options, folder, .value = "FOLDER",
               .help = "keep the games of each round there as a run of the lab, which the same "
                       "command goes on with and other machines can compute"),
    LAB_ORDER_OPTIONS(tune_options),
    CLI_OPTION("weights", CLI_TEXT, tune_options, weights, .value = "FILE",
               .help = "begin with the first weights in a file; without it with measured ones"),
    CLI_OPTION("gate", CLI_NUMBER, tune_options, gate, .value = "N", .min = 2, .max = 1000000,
               .initial = 400,
               .help = "games, at most, of the match with the weights that the game has (400)"),
    CLI_OPTION("output", CLI_TEXT, tune_options, output, .value = "FILE", .letter = 'o',
               .help = "where weights go that won the match, others to FILE.refused; weights of "
                       "other games in it stay; without it 'my.weights' beside 'my.ini', or "
                       "'GAME.weights' here"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"tune chess --games 4000 --threads 2 -o my.weights", "what pieces and squares are worth"},
    {"tune borderlands --positions games.txt", "stopped and started as one likes"},
    {"tune borderlands --folder /shared/tuning --on slurm", "its games played by a cluster"},
    {NULL, NULL},
};

/* A tuning at work. */
typedef struct tuning {
  cli_context *cli;
  const tune_options *choice;
  const mr_game *game;
  const char *output;  /* of weights that are adopted */
  const char *refused; /* of others */
  bool found;          /* adopted ones are read with the definition */
  mr_tune_report report;
  double seconds;
} tuning;

/* ---- while it works -------------------------------------------------------------------------- */

static void show_progress(void *context, const mr_tune_progress *p) {
  tuning *it = context;
  if (p->match_planned > 0) {
    cli_status(it->cli, "match with the weights that there are: %llu of at most %llu games",
               (unsigned long long)p->match_games, (unsigned long long)p->match_planned);
  } else if (p->epoch > 0) {
    cli_status(it->cli, "round %u of %u: fitted %u of %u times, loss %.5f", p->round, p->rounds,
               p->epoch, p->epochs, p->loss);
  } else {
    cli_status(it->cli, "round %u of %u: %llu of %llu games", p->round, p->rounds,
               (unsigned long long)p->games, (unsigned long long)p->games_planned);
  }
}

static void show_note(void *context, const char *text) {
  const tuning *it = context;
  cli_note(it->cli, text);
}

/* ---- what came of it ------------------------------------------------------------------------- */

/* "+120 =40 -20, +33.1 +- 23.4 Elo, LLR 2.95 (-2.94 to 2.94): better". */
static void add_match(const mr_tune_report *r, mr_str *out) {
  cli_match_strength(&r->match, out);
  mr_str_add(out, ", ");
  cli_match_verdict(&r->match, &r->sprt, r->adopted, out);
}

static void add_weights(const tuning *it, const mr_tune *tune, mr_str *out) {
  const mr_tune_report *r = &it->report;
  const tune_options *o = it->choice;
  mr_str_format(out,
                "# Weights of %s, in thousandths of a pawn or so; docs/EVALUATION.md tells what "
                "they are.\n# Made by: marcher tune ",
                it->game->info.title);
  cli_add_game(it->cli, o->game, true, out);
  mr_str_format(out,
                " --games %llu --nodes %llu --rounds %llu --epochs %llu --trust %llu --gate %llu "
                "--seed %llu%s",
                (unsigned long long)o->games.value, (unsigned long long)o->nodes.value,
                (unsigned long long)o->rounds.value, (unsigned long long)o->epochs.value,
                (unsigned long long)o->trust.value, (unsigned long long)o->gate.value,
                (unsigned long long)cli_seed(it->cli), o->weights != NULL ? " --weights FILE" : "");
  mr_str_format(
      out,
      "\n# %llu games (%llu won by White, %llu by Black), %llu positions; loss on %llu held "
      "out %.5f,\n# with measured weights %.5f. Scale: %.0f hundredths.\n",
      (unsigned long long)r->games, (unsigned long long)r->results[2],
      (unsigned long long)r->results[0], (unsigned long long)r->positions,
      (unsigned long long)r->held_out, r->loss_after, r->loss_before, r->scale);
  mr_str_format(
      out, "# Match with the weights before, at %llu nodes: ", (unsigned long long)o->nodes.value);
  add_match(r, out);
  mr_str_add(out, r->adopted ? ".\n" : ": refused.\n");
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
  mr_str_format(out, "  scale         each %.2f pawns ahead multiply the odds by e\n",
                r->scale / 100);
  mr_str_add(out, "  worth in pawns   opening    end   measured   seen\n");
  for (size_t i = 0; i < r->value_count; i++) {
    const mr_tune_value *w = &r->values[i];
    char name[MR_ACTION_TEXT_MAX];
    mr_str_format(out, "    %-3s %-16.16s %7.2f %6.2f %8.2f %9llu\n", w->text,
                  cli_piece_text(it->game, w->piece, name), w->open / 1000.0, w->end / 1000.0,
                  w->measured / 1000.0, (unsigned long long)w->seen);
  }
  mr_str_format(out, "  match with the weights before, at %llu nodes\n    ",
                (unsigned long long)it->choice->nodes.value);
  add_match(r, out);
  if (r->adopted) {
    mr_str_format(out, ": adopted\n  written       %s\n", it->output);
    if (it->found) {
      mr_str_add(out, "  use it        marcher play ");
      cli_add_game(it->cli, it->choice->game, false, out);
      mr_str_char(out, '\n');
    }
  } else {
    mr_str_format(out,
                  ": refused\n  written       %s; the game keeps the weights that it has; more "
                  "games may help\n",
                  it->refused);
  }
}

/* The file that is read with the game's definition, 'my.weights' beside 'my.ini'. NULL: there is
   none, or it is one of the program's own. */
static const char *read_with(cli_context *cli, const char *game) {
  const char *source = cli_game_source(cli_catalog(cli), game);
  size_t length = source != NULL ? strlen(source) : 0;
  return length > 4 && strcmp(source + length - 4, ".ini") == 0
             ? cli_arena_format(cli, "%.*s.weights", (int)length - 4, source)
             : NULL;
}

/* The first line of a text, without its end. */
static size_t line_length(const char *text) {
  return strcspn(text, "\n");
}

/* Whether a line begins the section of the game. */
static bool is_own_section(const char *line, const char *game) {
  size_t name = strlen(game);
  return line_length(line) > name + 1 && line[0] == '[' && memcmp(line + 1, game, name) == 0 &&
         (line[name + 1] == ']' || line[name + 1] == ':');
}

/* Puts the weights in the place of those that the game has in a text, with the comment right above
   them; or behind the others. */
static void put_in_place(const char *game, const mr_str *weights, const char *text, mr_str *out) {
  const char *from = NULL, *to = NULL, *comment = NULL, *at = text;
  for (; *at != '\0' && to == NULL; at += line_length(at) + (at[line_length(at)] != '\0')) {
    const char *head = comment != NULL ? comment : at;
    if (at[0] == '[' && from != NULL) {
      to = head;
    } else if (is_own_section(at, game)) {
      from = head;
    }
    comment = at[0] != '#' ? NULL : head;
  }
  from = from != NULL ? from : at;
  to = to != NULL ? to : at;
  mr_str_bytes(out, text, (size_t)(from - text));
  if (from > text && from[-1] != '\n') {
    mr_str_char(out, '\n');
  }
  if (from == at && from > text) {
    mr_str_char(out, '\n');
  }
  mr_str_bytes(out, mr_str_text(weights), weights->length);
  if (to < at) {
    mr_str_char(out, '\n');
    mr_str_add(out, to);
  }
}

/* Writes the weights, and keeps those of other games that are in the file. */
static int write_weights(const tuning *it, const mr_str *weights) {
  const char *path = it->report.adopted ? it->output : it->refused;
  if (!it->report.adopted || strcmp(path, "-") == 0 || access(path, F_OK) != 0) {
    return cli_text_write(it->cli, path, weights);
  }
  mr_str before = mr_str_growing(NULL), text = mr_str_growing(NULL);
  int status = cli_file_read(it->cli, path, MR_DEFINITION_FILE_MAX, &before);
  if (status == CLI_OK) {
    put_in_place(it->choice->game, weights, mr_str_text(&before), &text);
    status = cli_text_write(it->cli, path, &text);
  }
  mr_str_done(&text);
  mr_str_done(&before);
  return status;
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
  mr_standing standing;
  mr_tally_standing(&r->match, &standing);
  mr_json_object(json, "match");
  mr_json_uint(json, "wins", standing.wins);
  mr_json_uint(json, "draws", standing.draws);
  mr_json_uint(json, "losses", standing.losses);
  mr_json_real(json, "elo", cli_match_elo_value(standing.elo));
  mr_json_real(json, "elo_low", standing.elo.low);
  mr_json_real(json, "elo_high", standing.elo.high);
  cli_match_put_verdict(json, &r->match, &r->sprt);
  mr_json_end(json);
  mr_json_bool(json, "adopted", r->adopted);
  mr_json_string(json, "written", r->adopted ? it->output : it->refused);
  mr_json_bytes(json, "weights", mr_str_text(weights), weights->length);
  return cli_document_print(it->cli, &document);
}

static int report(tuning *it, const mr_tune *tune) {
  cli_status_clear(it->cli);
  mr_str text = mr_str_growing(NULL);
  add_weights(it, tune, &text);
  int status = write_weights(it, &text);
  if (status == CLI_OK && it->cli->global.json) {
    status = print_json(it, &text);
  } else if (status == CLI_OK) {
    add_report(it, &it->cli->out);
  }
  mr_str_done(&text);
  return status;
}

/* ---- the command ----------------------------------------------------------------------------- */

/* Plays and fits, and says what came of it. @param weights to begin with, or NULL */
static int work(tuning *it, const char *weights, const mr_run_order *runs) {
  const tune_options *o = it->choice;
  const char *kept = o->folder != NULL ? o->folder : o->positions;
  mr_tune_options how = {
      .games = o->games.value,
      .nodes = o->nodes.value,
      .seed = cli_seed(it->cli),
      .threads = (unsigned)o->threads.value,
      .rounds = (unsigned)o->rounds.value,
      .epochs = (unsigned)o->epochs.value,
      .trust = (unsigned)o->trust.value,
      .weights = weights,
      .positions = o->positions,
      .folder = o->folder,
      .runs = *runs,
      .gate_games = o->gate.value,
      .journal = kept != NULL
                     ? cli_arena_format(it->cli, o->folder != NULL ? "%s/match" : "%s.match", kept)
                     : NULL,
      .progress = show_progress,
      .context = it,
      .stop = cli_stop_flag()};
  mr_tune *tune = NULL;
  mr_error error;
  how.runs.note = show_note;
  if (mr_tune_new(it->game, &how, &tune, &error) != MR_OK) {
    if (weights != NULL && strcmp(error.source, "weights") == 0) {
      mr_error_locate(&error, o->weights, error.line, error.column);
    }
    return cli_fail_error(it->cli, &error);
  }
  int64_t began = mr_clock_ns();
  cli_signals_catch();
  mr_status done = mr_tune_run(tune, &it->report, &error);
  int status = CLI_OK;
  it->seconds = (double)(mr_clock_ns() - began) / 1e9;
  cli_status_clear(it->cli);
  if (done == MR_ERR_CANCELLED && cli_signal() != 0) {
    cli_fail(it->cli,
             kept != NULL
                 ? "stopped; the games so far are kept, and the same command goes on"
                 : "stopped; --positions FILE or --folder FOLDER would have kept the games");
    status = CLI_SIGNALLED(cli_signal());
  } else {
    status = done == MR_OK ? report(it, tune) : cli_fail_error(it->cli, &error);
  }
  mr_tune_free(tune);
  return status;
}

/* Options that would do nothing are mistaken ones. */
static int check_where(cli_context *cli, const tune_options *o, mr_run_order *runs) {
  if (o->folder != NULL && o->positions != NULL) {
    return cli_usage(cli, "--folder keeps the games itself: without --positions");
  }
  if (o->folder == NULL && o->where.on != 0) {
    return cli_usage(cli, "--on %s needs --folder FOLDER, which all machines see",
                     lab_engines[o->where.on]);
  }
  return lab_place_order(cli, &o->where, runs);
}

static int run_tune(cli_context *cli, const void *values) {
  tuning *it = mr_arena_zero(&cli->arena, 1, sizeof *it);
  const tune_options *o = values;
  mr_run_order runs = {.catalog = NULL};
  mr_game *game = cli_game_open(cli, o->game);
  if (game == NULL || it == NULL) {
    mr_game_free(game);
    return game == NULL ? CLI_FAILED : cli_fail_memory(cli);
  }
  *it = (tuning){.cli = cli, .choice = o, .game = game};
  const char *beside = read_with(cli, o->game);
  it->output = o->output != NULL ? o->output
               : beside != NULL  ? beside
                                 : cli_arena_format(cli, "%s.weights", o->game);
  it->found = beside != NULL && it->output != NULL && strcmp(it->output, beside) == 0;
  bool printed = it->output != NULL && strcmp(it->output, "-") == 0;
  it->refused = printed              ? it->output
                : it->output != NULL ? cli_arena_format(cli, "%s.refused", it->output)
                                     : NULL;
  mr_str weights = mr_str_growing(NULL);
  int status = it->refused == NULL ? cli_fail_memory(cli)
               : printed           ? CLI_OK
                                   : cli_file_may_write(cli, it->output);
  if (status == CLI_OK) {
    status = check_where(cli, o, &runs);
  }
  if (status == CLI_OK && o->weights != NULL) {
    status = cli_file_read(cli, o->weights, MR_DEFINITION_FILE_MAX, &weights);
  }
  if (status == CLI_OK) {
    status = work(it, o->weights != NULL ? mr_str_text(&weights) : NULL, &runs);
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
        "of games that it has not learnt from. Then they play a match by equal nodes against the "
        "weights that the game has. Only if they are better in it, with more than 90 percent of "
        "likelihood, are they written where they are used; else they are kept beside it as "
        "FILE.refused, and "
        "nothing changes.\n\n"
        "Weights are a text that people can read and change: beside a definition file of the same "
        "name, 'my.weights' beside 'my.ini', it is used wherever the game is played. The same "
        "options give the same weights, however many threads there are.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(tune_options),
    .run = run_tune,
};
