#include <marcher/tune_search.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/commands/match_priv.h"
#include "cli/files.h"
#include "cli/game.h"

typedef struct spsa_options {
  cli_list games;
  const char *parameters;
  const char *journal;
  cli_number trials;
  cli_number pairs;
  cli_number nodes;
  cli_number rate;
  cli_number gate;
  cli_number threads;
  bool list;
} spsa_options;

static const cli_argument arguments[] = {
    {.name = "GAME",
     .help = "games of the basket, that 'marcher games' lists",
     .offset = offsetof(spsa_options, games),
     .many = true},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("parameters", CLI_TEXT, spsa_options, parameters, .value = "LIST",
               .help = "what is tuned, by comma: NAME, or NAME=START, or NAME=START:LEAST:MOST "
                       "(all that there are)"),
    CLI_OPTION("trials", CLI_NUMBER, spsa_options, trials, .value = "N", .min = 1,
               .max = MR_SPSA_TRIALS_MAX, .initial = 1000,
               .help = "trials; steps shrink towards the last of them (1000)"),
    CLI_OPTION("pairs", CLI_NUMBER, spsa_options, pairs, .value = "N", .min = 1, .max = 10000,
               .initial = 2,
               .help = "openings that a trial plays of each game, each with both seats (2)"),
    CLI_OPTION("nodes", CLI_NUMBER, spsa_options, nodes, .value = "N", .min = 1, .max = 1000000000,
               .initial = 2000, .help = "nodes of a search (2000)"),
    CLI_OPTION("rate", CLI_NUMBER, spsa_options, rate, .value = "N", .min = 1, .max = 1000000,
               .help =
                   "thousandths of a step by which a trial that was won whole moves a number at "
                   "the end (1000 by the root of the trials)"),
    CLI_OPTION("gate", CLI_NUMBER, spsa_options, gate, .value = "N", .min = 0, .max = 1000000,
               .initial = 100,
               .help = "games of each that what was found plays against what there is, in the end; "
                       "0: none (100)"),
    CLI_OPTION("threads", CLI_NUMBER, spsa_options, threads, .value = "N", .min = 1, .max = 256,
               .initial = 1, .help = "games at once; what is found does not depend on it (1)"),
    CLI_OPTION("journal", CLI_TEXT, spsa_options, journal, .value = "FILE",
               .help = "keep the trials there: the same command goes on where it was stopped"),
    CLI_OPTION("list", CLI_FLAG, spsa_options, list,
               .help = "list the parameters, their values and ranges"),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"spsa chess --list", "what there is to tune"},
    {"spsa chess makruk borderlands --trials 2000 --journal spsa.txt --threads 2",
     "all of it, over three games at once"},
    {"spsa chess --parameters NullStep,FutilityBase=100:0:300", "two of them"},
    {NULL, NULL},
};

/* A tuning at work. */
typedef struct searching {
  cli_context *cli;
  const spsa_options *choice;
  mr_tune_search_options how;
  mr_game *games[MR_TUNE_SEARCH_GAMES_MAX];
  const char *names[MR_SPSA_NUMBERS_MAX];
  mr_spsa_number numbers[MR_SPSA_NUMBERS_MAX];
  mr_spsa found;
  mr_tally tallies[MR_TUNE_SEARCH_GAMES_MAX];
  mr_tally all;
} searching;

/* ---- what is wanted -------------------------------------------------------------------------- */

static int open_games(searching *it) {
  const cli_list *list = &it->choice->games;
  if (list->count > MR_TUNE_SEARCH_GAMES_MAX) {
    return cli_usage(it->cli, "a basket has at most %d games", MR_TUNE_SEARCH_GAMES_MAX);
  }
  for (size_t i = 0; i < list->count; i++) {
    mr_game *game = cli_game_open(it->cli, list->items[i]);
    size_t count = 0;
    if (game == NULL) {
      return CLI_FAILED;
    }
    it->games[it->how.game_count++] = game;
    if (mr_engine_parameters(game, &count) == NULL) {
      return cli_fail(it->cli, "the search of %s has no parameters", list->items[i]);
    }
  }
  return CLI_OK;
}

static void add_number(searching *it, const mr_engine_parameter *row) {
  it->names[it->how.count] = row->name;
  it->numbers[it->how.count++] =
      (mr_spsa_number){.start = row->value, .least = row->least, .most = row->most, .whole = true};
}

/* START or START:LEAST:MOST behind the name. */
static bool read_range(const char *text, size_t length, mr_spsa_number *out) {
  double *const places[] = {&out->start, &out->least, &out->most};
  size_t count = 0;
  while (count < 3) {
    const char *colon = memchr(text, ':', length);
    size_t size = colon != NULL ? (size_t)(colon - text) : length;
    uint64_t value = 0;
    if (!mr_parse_uint(text, size, INT32_MAX, &value)) {
      return false;
    }
    *places[count++] = (double)value;
    if (colon == NULL) {
      return count != 2;
    }
    text += size + 1;
    length -= size + 1;
  }
  return false;
}

static int read_word(searching *it, const char *word, size_t length) {
  size_t known = 0;
  const mr_engine_parameter *rows = mr_engine_parameters(it->games[0], &known);
  const char *equals = memchr(word, '=', length), *near = NULL;
  size_t size = equals != NULL ? (size_t)(equals - word) : length;
  char *name = mr_arena_copy(&it->cli->arena, word, size);
  mr_nearest_search search;
  if (name == NULL) {
    return cli_fail_memory(it->cli);
  }
  mr_nearest_begin(&search, name);
  for (size_t i = 0; i < known; i++) {
    near = mr_nearest_offer(&search, rows[i].name) ? rows[i].name : near;
    if (!mr_text_is_nocase(word, size, rows[i].name)) {
      continue;
    }
    for (size_t k = 0; k < it->how.count; k++) {
      if (it->names[k] == rows[i].name) {
        return cli_usage(it->cli, "--parameters names %s twice", rows[i].name);
      }
    }
    add_number(it, &rows[i]);
    if (equals != NULL &&
        !read_range(equals + 1, length - size - 1, &it->numbers[it->how.count - 1])) {
      return cli_usage(it->cli,
                       "--parameters takes NAME, NAME=START or NAME=START:LEAST:MOST, "
                       "not '%.*s'",
                       (int)length, word);
    }
    return CLI_OK;
  }
  return near != NULL
             ? cli_usage(it->cli, "the search has no parameter '%s'; did you mean '%s'?", name,
                         near)
             : cli_usage(it->cli, "the search has no parameter '%s'; --list lists them", name);
}

static int read_parameters(searching *it) {
  size_t known = 0;
  const mr_engine_parameter *rows = mr_engine_parameters(it->games[0], &known);
  const char *at = it->choice->parameters;
  int status = CLI_OK;
  for (size_t i = 0; at == NULL && i < known && i < MR_SPSA_NUMBERS_MAX; i++) {
    add_number(it, &rows[i]);
  }
  while (at != NULL && status == CLI_OK) {
    size_t length = strcspn(at, ",");
    status = read_word(it, at, length);
    at = at[length] == ',' ? at + length + 1 : NULL;
  }
  return status;
}

static int print_list(const searching *it) {
  size_t known = 0;
  const mr_engine_parameter *rows = mr_engine_parameters(it->games[0], &known);
  cli_document document;
  mr_json *json = cli_document_open_list(it->cli, &document, "parameters");
  for (size_t i = 0; i < known; i++) {
    const mr_engine_parameter *row = &rows[i];
    if (json != NULL) {
      mr_json_object(json, NULL);
      mr_json_string(json, "name", row->name);
      mr_json_int(json, "value", row->value);
      mr_json_int(json, "least", row->least);
      mr_json_int(json, "most", row->most);
      mr_json_string(json, "about", row->about);
      mr_json_end(json);
    } else {
      mr_str_format(&it->cli->out, "%-18s %6d   %5d to %5d   %s\n", row->name, row->value,
                    row->least, row->most, row->about);
    }
  }
  return cli_document_close_list(it->cli, &document, CLI_OK);
}

/* ---- what came of it ------------------------------------------------------------------------- */

static void show_progress(void *context, const mr_spsa *spsa) {
  searching *it = context;
  cli_status(it->cli, "trial %llu of %llu", (unsigned long long)spsa->done,
             (unsigned long long)spsa->options.trials);
}

static void add_match(const char *name, const mr_tally *tally, mr_str *out) {
  mr_str_format(out, "  %-24s ", name);
  cli_match_strength(tally, out);
}

static void add_report(const searching *it, mr_str *out) {
  mr_str_format(out, "%llu trials in %zu game%s at %llu nodes\n",
                (unsigned long long)it->found.done, it->how.game_count,
                it->how.game_count == 1 ? "" : "s", (unsigned long long)it->choice->nodes.value);
  mr_str_add(out, "  parameter           before    found   +- chance   pull\n");
  for (size_t i = 0; i < it->how.count; i++) {
    mr_spsa_estimate e = mr_spsa_estimate_of(&it->found, i);
    mr_str_format(out, "  %-18s %7.0f %8.1f %11.1f %+6.1f\n", it->names[i], it->numbers[i].start,
                  e.value, e.spread, e.pull);
  }
  mr_str_add(out, "  (chance alone would move a number so far; a pull within -2 .. 2 proves\n"
                  "  nothing)\n  as text           ");
  mr_tune_search_write(&it->how, &it->found, out);
  mr_str_char(out, '\n');
  if (it->choice->gate.value == 0) {
    mr_str_add(out, "  no match was played: --gate N plays one, without which nothing is proved\n");
    return;
  }
  bool passes = false;
  mr_sprt_state sprt = mr_tune_search_verdict(&it->all, &passes);
  for (size_t i = 0; i < it->how.game_count; i++) {
    add_match(it->games[i]->info.name, &it->tallies[i], out);
    mr_str_char(out, '\n');
  }
  add_match("all games", &it->all, out);
  mr_str_format(out, "\n  %-24s ", "");
  cli_match_verdict(&it->all, &sprt, passes, out);
  mr_str_add(out, passes ? "\n" : ": not shown to be better\n");
}

static int print_json(const searching *it) {
  cli_document document;
  mr_str text = mr_str_growing(NULL);
  mr_json *json = cli_document_open(&document);
  mr_json_uint(json, "trials", it->found.done);
  mr_json_array(json, "parameters");
  for (size_t i = 0; i < it->how.count; i++) {
    mr_spsa_estimate e = mr_spsa_estimate_of(&it->found, i);
    mr_json_object(json, NULL);
    mr_json_string(json, "name", it->names[i]);
    mr_json_real(json, "before", it->numbers[i].start);
    mr_json_real(json, "found", e.value);
    mr_json_real(json, "spread", e.spread);
    mr_json_real(json, "pull", e.pull);
    mr_json_end(json);
  }
  mr_json_end(json);
  mr_tune_search_write(&it->how, &it->found, &text);
  mr_json_string(json, "text", mr_str_text(&text));
  if (it->choice->gate.value > 0) {
    bool passes = false;
    mr_standing s;
    mr_sprt_state sprt = mr_tune_search_verdict(&it->all, &passes);
    mr_tally_standing(&it->all, &s);
    mr_json_object(json, "match");
    mr_json_uint(json, "wins", s.wins);
    mr_json_uint(json, "draws", s.draws);
    mr_json_uint(json, "losses", s.losses);
    mr_json_real(json, "elo", cli_match_elo_value(s.elo));
    mr_json_real(json, "elo_low", s.elo.low);
    mr_json_real(json, "elo_high", s.elo.high);
    cli_match_put_verdict(json, &it->all, &sprt);
    mr_json_bool(json, "better", passes);
    mr_json_end(json);
  }
  mr_str_done(&text);
  return cli_document_print(it->cli, &document);
}

/* ---- the command ----------------------------------------------------------------------------- */

static mr_status play_matches(searching *it, mr_error *err) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < it->how.game_count && status == MR_OK; i++) {
    cli_status(it->cli, "match of %s", it->games[i]->info.name);
    status =
        mr_tune_search_match(&it->how, &it->found, i, it->choice->gate.value, &it->tallies[i], err);
    mr_tally_merge(&it->all, &it->tallies[i]);
  }
  return status;
}

static int work(searching *it) {
  const spsa_options *o = it->choice;
  mr_error error;
  it->how.games = (const mr_game *const *)it->games;
  it->how.names = it->names;
  it->how.numbers = it->numbers;
  it->how.trials = o->trials.value;
  it->how.pairs = (unsigned)o->pairs.value;
  it->how.nodes = o->nodes.value;
  it->how.rate = (double)o->rate.value / 1000;
  it->how.seed = cli_seed(it->cli);
  it->how.threads = (unsigned)o->threads.value;
  it->how.journal = o->journal;
  it->how.progress = show_progress;
  it->how.context = it;
  it->how.stop = cli_stop_flag();
  cli_signals_catch();
  mr_status done = mr_tune_search_run(&it->how, &it->found, &error);
  if (done == MR_OK && o->gate.value > 0) {
    done = play_matches(it, &error);
  }
  cli_status_clear(it->cli);
  if (done == MR_ERR_CANCELLED && cli_signal() != 0) {
    cli_fail(it->cli, o->journal != NULL
                          ? "stopped; the trials so far are kept, and the same command goes on"
                          : "stopped; --journal FILE would have kept the trials");
    return CLI_SIGNALLED(cli_signal());
  }
  if (done != MR_OK) {
    return cli_fail_error(it->cli, &error);
  }
  if (it->cli->global.json) {
    return print_json(it);
  }
  add_report(it, &it->cli->out);
  return CLI_OK;
}

static int run_spsa(cli_context *cli, const void *values) {
  searching *it = mr_arena_zero(&cli->arena, 1, sizeof *it);
  if (it == NULL) {
    return cli_fail_memory(cli);
  }
  it->cli = cli;
  it->choice = values;
  int status = open_games(it);
  if (status == CLI_OK && it->choice->list) {
    status = print_list(it);
  } else if (status == CLI_OK) {
    status = read_parameters(it);
    status = status == CLI_OK ? work(it) : status;
  }
  for (size_t i = 0; i < it->how.game_count; i++) {
    mr_game_free(it->games[i]);
  }
  return status;
}

const cli_command cmd_spsa = {
    .name = "spsa",
    .summary = "tune parameters of the search over several games at once",
    .about =
        "Each trial moves all parameters a little up or down by chance and plays the two opposite "
        "settings against each other in every game of the basket, by nodes, each opening with both "
        "seats; then all move towards the better one (SPSA). In the end what was found plays a "
        "match against what there is.\n\n"
        "It tells how far chance alone would have moved each number, and how many standard "
        "deviations the trials have pulled it. 'parameters=TEXT' of 'marcher match --engine' plays "
        "with a setting; in UCI, 'setoption name NullStep value 140' does.\n\n"
        "The same options give the same numbers, however many threads there are and however often "
        "the work was broken off.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(spsa_options),
    .run = run_spsa,
};
