/* Positions in which exactly one turn wins. */
#include <marcher/puzzles.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands/lab.h"
#include "cli/crew.h"
#include "cli/files.h"
#include "cli/game.h"
#include "cli/words.h"

/* Bytes of a file of puzzles. */
#define FILE_MOST ((size_t)1 << 24)
/* Actions of a proof that somebody waits for: as many as need some seconds. */
#define PROOF_MOST ((uint64_t)1 << 24)

/* What is taken where nobody says otherwise; the options tell. */
enum { COUNT = 5, TRIES = 400, NODES = 120 };

/* So many times as many puzzles as are wanted are found, and the hardest of them kept. */
enum { POOL = 3 };

static const cli_option options[] = {
    CLI_OPTION("count", CLI_NUMBER, lab_options, count, .value = "N", .min = 1,
               .max = MR_PUZZLES_MAX, .help = "puzzles to find (5)"),
    CLI_OPTION("tries", CLI_NUMBER, lab_options, tries, .value = "N", .min = 1, .max = 1000000,
               .help = "games to look for them in, at most (400)"),
    CLI_OPTION("nodes", CLI_NUMBER, lab_options, nodes, .value = "N", .min = 1, .max = 1000000000,
               .help = "nodes of each player's search, about (120)"),
    CLI_OPTION("threads", CLI_NUMBER, lab_options, threads, .value = "N", .min = 1, .max = 256,
               .help = "games at once (all cores)"),
    CLI_OPTION("with", CLI_LIST, lab_options, with, .value = "KEY=VALUE",
               .help =
                   "look in games that are played so, where wins are rare otherwise; proofs are "
                   "by the game's own rules (may be repeated)"),
    CLI_OPTION("check", CLI_TEXT, lab_options, check, .value = "FILE",
               .help = "prove the puzzles of a file instead"),
    CLI_OUTPUT_OPTION(lab_options),
    {.name = NULL},
};

/* Options that an argument brings with it have no first values of their own. */
static uint64_t value_of(cli_number number, uint64_t otherwise) {
  return number.given ? number.value : otherwise;
}

/* ---- finding --------------------------------------------------------------------------------- */

/* Easy ones first: by what the proof has tried. */
static int compare(const void *a, const void *b) {
  const mr_puzzle *one = a, *other = b;
  return one->tried != other->tried ? (one->tried > other->tried ? 1 : -1)
                                    : strcmp(one->state, other->state);
}

/* Keeps the hardest. */
static void choose(mr_puzzles *puzzles, size_t count) {
  qsort(puzzles->items, puzzles->count, sizeof *puzzles->items, compare);
  if (puzzles->count > count) {
    memmove(puzzles->items, puzzles->items + puzzles->count - count,
            count * sizeof *puzzles->items);
    puzzles->count = count;
  }
}

/** A search under way. */
typedef struct search {
  cli_context *cli;
  const mr_game *game;
  mr_puzzle_options how; /**< of its first game */
  size_t wanted;
  mr_puzzles *found;
  uint64_t tried; /**< games */
} search;

/** What one thread looks with. */
typedef struct searcher {
  const search *all;
  const atomic_bool *halt;
} searcher;

/** What one game has. */
typedef struct finding {
  mr_arena arena;
  mr_puzzle puzzle;
  bool found;
} finding;

static mr_status begin_search(void *context, const atomic_bool *halt, void **worker,
                              mr_error *error) {
  searcher *one = mr_alloc_zero(NULL, 1, sizeof *one);
  if (one == NULL) {
    return mr_error_set(error, MR_ERR_NOMEM, "out of memory for puzzles");
  }
  *one = (searcher){.all = context, .halt = halt};
  *worker = one;
  return MR_OK;
}

static void end_search(void *worker) {
  mr_alloc_free(NULL, worker, sizeof(searcher));
}

static mr_status search_one(void *worker, uint64_t number, void *slot, mr_error *error) {
  const searcher *one = worker;
  finding *out = slot;
  mr_puzzle_options how = one->all->how;
  how.seed += number;
  how.stop = one->halt;
  mr_arena_done(&out->arena);
  mr_arena_init(&out->arena, NULL, 0);
  return mr_puzzle_find(one->all->game, &how, &out->arena, &out->puzzle, &out->found, error);
}

/* The texts of a puzzle live as long as the program. */
static bool keep(search *s, mr_puzzle *one) {
  const char **texts[] = {&one->state, &one->turn, &one->rule};
  bool good = true;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    *texts[i] = mr_arena_copy(&s->cli->arena, *texts[i], strlen(*texts[i]));
    good = good && *texts[i] != NULL;
  }
  return good;
}

static mr_status take_puzzle(void *context, uint64_t number, void *slot, bool *enough,
                             mr_error *error) {
  search *s = context;
  finding *one = slot;
  s->tried = number + 1;
  if (one->found && !mr_puzzles_have(s->found, &one->puzzle)) {
    if (!keep(s, &one->puzzle)) {
      return mr_error_set(error, MR_ERR_NOMEM, "out of memory for puzzles");
    }
    s->found->items[s->found->count++] = one->puzzle;
  }
  *enough = s->found->count == s->wanted;
  return MR_OK;
}

static void tell_progress(void *context, uint64_t taken) {
  const search *s = context;
  cli_status(s->cli, "puzzles in %llu game%s", (unsigned long long)taken, mr_text_plural(taken));
}

static mr_status look(search *s, const lab_options *choice, mr_error *error) {
  unsigned threads = cli_crew_threads(choice->threads);
  size_t count = (size_t)threads * CLI_CREW_SLOTS;
  finding *slots = mr_arena_zero(&s->cli->arena, count, sizeof *slots);
  const cli_crew crew = {
      .threads = threads,
      .count = value_of(choice->tries, TRIES),
      .slots = slots,
      .slot_size = sizeof *slots,
      .context = s,
      .begin = begin_search,
      .end = end_search,
      .work = search_one,
      .take = take_puzzle,
      .tick = tell_progress,
  };
  if (slots == NULL) {
    return mr_error_set(error, MR_ERR_NOMEM, "out of memory for puzzles");
  }
  mr_status status = cli_crew_run(&crew, error);
  for (size_t i = 0; i < count; i++) {
    mr_arena_done(&slots[i].arena);
  }
  cli_status_clear(s->cli);
  return status;
}

static void put_json(mr_json *json, const mr_game *game, const mr_puzzles *puzzles) {
  mr_json_string(json, "game", game->info.name);
  mr_json_hash(json, "definition", puzzles->definition);
  mr_json_array(json, "puzzles");
  for (size_t i = 0; i < puzzles->count; i++) {
    mr_json_object(json, NULL);
    mr_json_string(json, "state", puzzles->items[i].state);
    mr_json_string(json, "turn", puzzles->items[i].turn);
    mr_json_string(json, "rule", puzzles->items[i].rule);
    mr_json_end(json);
  }
  mr_json_end(json);
}

static int write_found(cli_context *cli, const lab_options *choice, const mr_game *game,
                       const mr_puzzles *puzzles) {
  mr_str text = mr_str_growing(NULL);
  if (cli->global.json) {
    cli_document document;
    put_json(cli_document_open(&document), game, puzzles);
    return choice->output != NULL ? cli_document_save(cli, &document, choice->output)
                                  : cli_document_print(cli, &document);
  }
  mr_str made = mr_str_growing(NULL);
  mr_str_add(&made, "Made by: marcher lab puzzles ");
  cli_add_game(cli, choice->game, true, &made);
  cli_add_number(&made, "count", value_of(choice->count, COUNT));
  cli_add_number(&made, "tries", value_of(choice->tries, TRIES));
  cli_add_number(&made, "nodes", value_of(choice->nodes, NODES));
  cli_add_number(&made, "seed", value_of(cli->global.seed, 1));
  cli_add_list(&made, "with", &choice->with);
  mr_puzzles_write(puzzles, mr_str_text(&made), &text);
  mr_str_done(&made);
  int status = cli_text_write(cli, choice->output, &text);
  mr_str_done(&text);
  return status;
}

/* Opens the game under the settings of --with. @param out is left alone where there are none */
static int open_played(cli_context *cli, const lab_options *choice, mr_game **out) {
  mr_override *own = cli->overrides;
  size_t own_count = cli->override_count;
  int status = CLI_OK;
  for (size_t i = 0; i < choice->with.count && status == CLI_OK; i++) {
    const char *text = choice->with.items[i];
    status = strchr(text, '=') != NULL ? cli_add_override(cli, text)
                                       : cli_usage(cli, "--with needs KEY=VALUE, not '%s'", text);
  }
  if (status == CLI_OK && choice->with.count > 0) {
    *out = cli_game_open(cli, choice->game);
    status = *out != NULL ? CLI_OK : CLI_FAILED;
  }
  cli->overrides = own;
  cli->override_count = own_count;
  return status;
}

/* Says that there are fewer than were wanted, and whether somebody has broken it off. */
static int tell_lack(cli_context *cli, uint64_t wanted, size_t found, uint64_t games) {
  if (found < wanted) {
    cli_fail(cli, "%sfound %zu of %llu puzzle%s in %llu game%s%s",
             cli_signal() != 0 ? "broken off: " : "", found, (unsigned long long)wanted,
             mr_text_plural(wanted), (unsigned long long)games, mr_text_plural(games),
             cli_signal() != 0 ? "" : "; --tries N looks in more");
  }
  return cli_signal() != 0 ? CLI_SIGNALLED(cli_signal()) : found < wanted ? CLI_FAILED : CLI_OK;
}

static int find(cli_context *cli, const lab_options *choice, const mr_game *game,
                const mr_game *played) {
  mr_error error;
  mr_puzzles *puzzles = mr_arena_zero(&cli->arena, 1, sizeof *puzzles);
  if (puzzles == NULL) {
    return cli_fail_memory(cli);
  }
  int status = choice->output != NULL ? cli_file_may_write(cli, choice->output) : CLI_OK;
  if (status != CLI_OK) {
    return status;
  }
  puzzles->game = game->info.name;
  puzzles->definition = game->info.definition_hash;
  cli_signals_catch();
  uint64_t wanted = value_of(choice->count, COUNT) * POOL;
  search s = {
      .cli = cli,
      .game = game,
      .how = {.seed = cli_seed(cli), .nodes = value_of(choice->nodes, NODES), .played = played},
      .wanted = (size_t)(wanted < MR_PUZZLES_MAX ? wanted : MR_PUZZLES_MAX),
      .found = puzzles};
  if (look(&s, choice, &error) != MR_OK) {
    return cli_fail_error(cli, &error);
  }
  choose(puzzles, (size_t)value_of(choice->count, COUNT));
  status = write_found(cli, choice, game, puzzles);
  return status == CLI_OK ? tell_lack(cli, value_of(choice->count, COUNT), puzzles->count, s.tried)
                          : status;
}

/* ---- proving --------------------------------------------------------------------------------- */

static int check(cli_context *cli, const lab_options *choice, const mr_game *game) {
  mr_error error;
  mr_puzzles *puzzles = mr_arena_zero(&cli->arena, 1, sizeof *puzzles);
  if (puzzles == NULL) {
    return cli_fail_memory(cli);
  }
  mr_str text = mr_str_growing(NULL);
  int status = cli_file_read(cli, choice->check, FILE_MOST, &text);
  if (status == CLI_OK &&
      mr_puzzles_read(mr_str_text(&text), text.length, &cli->arena, puzzles, &error) != MR_OK) {
    mr_error_locate(&error, choice->check, error.line, error.column);
    status = cli_fail_error(cli, &error);
  }
  if (status == CLI_OK && puzzles->definition != game->info.definition_hash) {
    status =
        cli_fail(cli, "'%s' has puzzles of other rules: its definition of '%s' is not this one",
                 choice->check, puzzles->game);
  }
  for (size_t i = 0; status == CLI_OK && i < puzzles->count; i++) {
    if (mr_puzzle_prove(game, &puzzles->items[i], PROOF_MOST, &error) != MR_OK) {
      status = cli_fail(cli, "%s: puzzle %zu: %s", choice->check, i + 1, error.message);
    }
  }
  if (status == CLI_OK && cli->global.json) {
    cli_document document;
    put_json(cli_document_open(&document), game, puzzles);
    status = cli_document_print(cli, &document);
  } else if (status == CLI_OK) {
    mr_str_format(&cli->out, "%s: %zu puzzle%s, each with exactly one winning turn\n",
                  choice->check, puzzles->count, mr_text_plural(puzzles->count));
  }
  mr_str_done(&text);
  return status;
}

static int run(cli_context *cli, const lab_options *choice) {
  mr_game *game = cli_game_open(cli, choice->game);
  if (game == NULL) {
    return CLI_FAILED;
  }
  mr_game *played = NULL;
  int status = open_played(cli, choice, &played);
  if (status == CLI_OK) {
    status = choice->check != NULL ? check(cli, choice, game) : find(cli, choice, game, played);
  }
  mr_game_free(played);
  mr_game_free(game);
  return status;
}

static const cli_example examples[] = {
    {"lab puzzles chess --count 5", "five positions to solve, each with its proof"},
    {"lab puzzles my-game --rules my-games.ini -o my-game.puzzles", "those of a game of your own"},
    {"lab puzzles chess --check chess.puzzles", "proves a file of them"},
    {NULL, NULL},
};

const lab_experiment lab_puzzles = {
    .name = "puzzles",
    .about = "Plays games between computers that err now and then, and keeps positions in which "
             "exactly one turn wins, up to the order of its actions. That no other does is "
             "proven by trying them all. Pages show such positions under Learn.",
    .arguments = lab_game_argument,
    .options = options,
    .examples = examples,
    .run = run,
};
