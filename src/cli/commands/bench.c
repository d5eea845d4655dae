#include <marcher/clock.h>
#include <marcher/hash.h>
#include <string.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/format.h"
#include "cli/game.h"

#define POSITIONS 4
/* Decisions between two positions that are searched. */
#define STRIDE 6

typedef struct bench_options {
  const char *game;
  cli_number games;
  cli_number nodes;
  const char *endgames;
} bench_options;

static const cli_argument arguments[] = {
    {.name = "GAME",
     .optional = true,
     .help = "a name that 'marcher games' lists; without it, all of them",
     .offset = offsetof(bench_options, game)},
    {.name = NULL},
};

static const cli_option options[] = {
    CLI_OPTION("games", CLI_NUMBER, bench_options, games, .value = "N", .min = 1, .max = 100000000,
               .initial = 5000, .help = "random games to play (5000)"),
    CLI_OPTION("nodes", CLI_NUMBER, bench_options, nodes, .value = "N", .min = 1, .max = 1000000000,
               .initial = 2000, .help = "nodes or playouts for each search (2000)"),
    CLI_ENDGAMES_OPTION(bench_options, endgames),
    {.name = NULL},
};

static const cli_example examples[] = {
    {"bench", "every game of the catalogue"},
    {"bench borderline --games 100000", "a longer run of one"},
    {NULL, NULL},
};

/* ---- random games ---------------------------------------------------------------------------- */

typedef struct playouts {
  uint64_t games;
  uint64_t decisions;
  uint64_t actions; /* chance included */
  uint64_t shortest;
  uint64_t longest;
  uint64_t *ended; /* by each rule of the game */
  uint64_t signature;
  double seconds;
} playouts;

/* What is measured. */
typedef struct bench_worker {
  const mr_game *game;
  mr_session *session;    /* keeps no more than the state */
  mr_endgame_set *tables; /* NULL: none */
} bench_worker;

/* Plays a random game until `decisions` were made or it is over. @return decisions made */
static uint64_t play_out(mr_session *session, mr_random *random, uint64_t decisions) {
  uint64_t made = 0;
  mr_status status = MR_OK;
  mr_session_begin(session, 1);
  while (status == MR_OK) {
    mr_node_kind kind = mr_session_node(session).kind;
    if (kind == MR_NODE_TERMINAL || (kind == MR_NODE_DECISION && made == decisions)) {
      break;
    }
    made += kind == MR_NODE_DECISION;
    status = mr_session_make(session,
                             kind == MR_NODE_CHANCE ? mr_session_dice_of(session, random)
                                                    : mr_session_any(session, random),
                             NULL, NULL);
  }
  return made;
}

static void run_playouts(cli_context *cli, bench_worker *worker, uint64_t games, playouts *out) {
  const mr_game *game = worker->game;
  const mr_state *state = mr_session_state(worker->session);
  int64_t started = mr_clock_ns();
  *out = (playouts){
      .games = games, .shortest = UINT64_MAX, .ended = out->ended, .signature = MR_HASH_START};
  for (uint64_t i = 0; i < games; i++) {
    mr_random random = mr_stream_at(cli_seed(cli), MR_STREAM_RANDOM, i);
    uint64_t decisions = play_out(worker->session, &random, UINT64_MAX);
    out->decisions += decisions;
    out->actions += mr_session_count(worker->session);
    out->shortest = decisions < out->shortest ? decisions : out->shortest;
    out->longest = decisions > out->longest ? decisions : out->longest;
    out->ended[mr_game_ended_by(game, state)]++;
    out->signature = mr_mix64(out->signature ^ mr_game_hash(game, state)) + decisions;
    if (i % 1024 == 1023) {
      cli_status(cli, "%s: %llu of %llu games", game->info.name, (unsigned long long)i + 1,
                 (unsigned long long)games);
    }
  }
  out->seconds = (double)(mr_clock_ns() - started) / 1e9;
  cli_status_clear(cli);
}

/* ---- searches -------------------------------------------------------------------------------- */

typedef struct searches {
  const char *kind;
  uint64_t count;
  uint64_t nodes;
  uint64_t signature; /* of the nodes and the choices */
  double seconds;
} searches;

static mr_status search(mr_engine *engine, const bench_worker *worker, uint64_t nodes,
                        searches *out, mr_error *err) {
  mr_limits limits = {.nodes = nodes};
  mr_search_result result;
  char text[MR_ACTION_TEXT_MAX];
  mr_player player = mr_session_node(worker->session).player;
  const mr_state *seen = mr_session_observe(worker->session, player);
  mr_status status = mr_engine_think(engine, seen, &limits, &result, err);
  if (status == MR_OK) {
    cli_action_text(worker->game, seen, result.action, text);
    out->count++;
    out->nodes += result.nodes;
    out->seconds += result.seconds;
    out->signature = mr_hash_bytes(out->signature, text, strlen(text));
    out->signature = mr_mix64(out->signature + result.nodes);
  }
  return status;
}

/* Searches positions of a random game, from a fresh start each. */
static mr_status run_searches(cli_context *cli, bench_worker *worker, uint64_t nodes, searches *out,
                              mr_error *err) {
  mr_engine *engine = NULL;
  mr_engine_options engine_options = {.kind = out->kind,
                                      .seed = cli_seed(cli),
                                      .probe = worker->tables != NULL ? mr_endgame_set_probe : NULL,
                                      .probe_context = worker->tables};
  mr_status status = mr_engine_new(worker->game, &engine_options, &engine, err);
  for (uint64_t i = 0; i < POSITIONS && status == MR_OK; i++) {
    mr_random random = mr_stream_at(cli_seed(cli), MR_STREAM_RANDOM, i);
    cli_status(cli, "%s: %s searches %llu of %d", worker->game->info.name, out->kind,
               (unsigned long long)i + 1, POSITIONS);
    play_out(worker->session, &random, i * STRIDE);
    if (mr_session_node(worker->session).kind == MR_NODE_DECISION) {
      mr_engine_forget(engine);
      status = search(engine, worker, nodes, out, err);
    }
  }
  cli_status_clear(cli);
  mr_engine_free(engine);
  return status;
}

/* ---- reports --------------------------------------------------------------------------------- */

static double rate(uint64_t amount, double seconds) {
  return seconds > 0 ? (double)amount / seconds : 0.0;
}

static void report_playouts(const mr_game *game, const playouts *it, mr_json *json, mr_str *out) {
  double mean = (double)it->decisions / (double)it->games;
  if (json == NULL) {
    mr_str_format(out, "%s: %llu random game%s in %.2f s\n", game->info.name,
                  (unsigned long long)it->games, mr_text_plural(it->games), it->seconds);
    mr_str_format(out, "  speed      %.0f games/s, %.0f actions/s\n", rate(it->games, it->seconds),
                  rate(it->actions, it->seconds));
    mr_str_format(out, "  length     %llu to %llu decisions, mean %.1f\n",
                  (unsigned long long)it->shortest, (unsigned long long)it->longest, mean);
    for (size_t i = 0; i < game->info.rule_count; i++) {
      if (it->ended[i] > 0) {
        mr_str_format(out, "  ended by   %s %.1f%%\n", game->info.rules[i].id,
                      100.0 * (double)it->ended[i] / (double)it->games);
      }
    }
    mr_str_format(out, "  signature  %016llx\n", (unsigned long long)it->signature);
    return;
  }
  mr_json_object(json, "playouts");
  mr_json_uint(json, "games", it->games);
  mr_json_uint(json, "decisions", it->decisions);
  mr_json_uint(json, "actions", it->actions);
  mr_json_uint(json, "shortest", it->shortest);
  mr_json_uint(json, "longest", it->longest);
  mr_json_real(json, "mean", mean);
  mr_json_object(json, "ended_by");
  for (size_t i = 0; i < game->info.rule_count; i++) {
    if (it->ended[i] > 0) {
      mr_json_uint(json, game->info.rules[i].id, it->ended[i]);
    }
  }
  mr_json_end(json);
  mr_json_hash(json, "signature", it->signature);
  mr_json_real(json, "seconds", it->seconds);
  mr_json_real(json, "games_per_second", rate(it->games, it->seconds));
  mr_json_real(json, "actions_per_second", rate(it->actions, it->seconds));
  mr_json_end(json);
}

/* ---- one game, all games --------------------------------------------------------------------- */

static int bench_engines(cli_context *cli, const bench_options *choice, bench_worker *worker,
                         mr_json *json) {
  const char *const *kinds = mr_engine_kinds(worker->game);
  for (size_t i = 0; kinds[i] != NULL; i++) {
    searches found = {.kind = kinds[i], .signature = MR_HASH_START};
    mr_error error;
    if (run_searches(cli, worker, choice->nodes.value, &found, &error) != MR_OK) {
      return cli_fail_error(cli, &error);
    }
    if (json == NULL) {
      mr_str_format(&cli->out,
                    "  engine %s: %llu searches, %llu nodes, %.0f nodes/s, signature %016llx\n",
                    found.kind, (unsigned long long)found.count, (unsigned long long)found.nodes,
                    rate(found.nodes, found.seconds), (unsigned long long)found.signature);
      cli_flush(cli);
      continue;
    }
    mr_json_object(json, NULL);
    mr_json_string(json, "engine", found.kind);
    mr_json_uint(json, "searches", found.count);
    mr_json_uint(json, "nodes", found.nodes);
    mr_json_hash(json, "signature", found.signature);
    mr_json_real(json, "seconds", found.seconds);
    mr_json_real(json, "nodes_per_second", rate(found.nodes, found.seconds));
    mr_json_end(json);
  }
  return CLI_OK;
}

static int measure(cli_context *cli, const bench_options *choice, bench_worker *worker,
                   mr_json *json) {
  const mr_game *game = worker->game;
  playouts found = {.ended = mr_alloc_zero(NULL, game->info.rule_count, sizeof *found.ended)};
  if (found.ended == NULL) {
    return cli_fail_memory(cli);
  }
  run_playouts(cli, worker, choice->games.value, &found);
  if (json != NULL) {
    mr_json_object(json, NULL);
    mr_json_string(json, "game", game->info.name);
    mr_json_uint(json, "seed", cli_seed(cli));
  }
  report_playouts(game, &found, json, &cli->out);
  cli_flush(cli);
  if (json != NULL) {
    mr_json_array(json, "searches");
  }
  int status = bench_engines(cli, choice, worker, json);
  if (json != NULL) {
    mr_json_end(json);
    mr_json_end(json);
  }
  mr_alloc_free(NULL, found.ended, game->info.rule_count * sizeof *found.ended);
  return status;
}

static int bench_game(cli_context *cli, const bench_options *choice, const char *name,
                      mr_json *json) {
  mr_game *game = cli_game_open(cli, name);
  if (game == NULL) {
    return CLI_FAILED;
  }
  bench_worker worker = {.game = game};
  const mr_session_options light = {.detail = MR_SESSION_STATE, .deal_in_moves = true};
  mr_error error;
  int status = CLI_OK;
  if (mr_session_new(game, &light, &worker.session, &error) != MR_OK) {
    status = cli_fail_error(cli, &error);
  }
  if (status == CLI_OK && choice->endgames != NULL) {
    status = cli_endgames_open(cli, game, choice->endgames, &worker.tables);
  }
  if (status == CLI_OK) {
    status = measure(cli, choice, &worker, json);
  }
  mr_endgame_set_free(worker.tables);
  mr_session_free(worker.session);
  mr_game_free(game);
  return status;
}

static int run_bench(cli_context *cli, const void *values) {
  const bench_options *choice = values;
  const mr_catalog *catalog = cli_catalog(cli);
  if (choice->endgames != NULL && choice->game == NULL) {
    return cli_usage(cli, "--endgames is for one game");
  }
  if (catalog == NULL) {
    return CLI_FAILED;
  }
  cli_document document;
  mr_json *json = cli_document_open_list(cli, &document, "benchmarks");
  size_t count = choice->game != NULL ? 1 : mr_catalog_count(catalog);
  int status = CLI_OK;
  for (size_t i = 0; i < count && status == CLI_OK; i++) {
    const char *name = choice->game != NULL ? choice->game : mr_catalog_name(catalog, i);
    status = bench_game(cli, choice, name, json);
  }
  return cli_document_close_list(cli, &document, status);
}

const cli_command cmd_bench = {
    .name = "bench",
    .summary = "measure speed, and print signatures",
    .about = "Plays random games on one core and searches fixed positions with a fixed budget. "
             "Everything but the times depends on --seed (1) alone: the same signature says that "
             "nothing has changed in how the games are played or searched. It also shows how long "
             "random games are and which rules end them.",
    .options = options,
    .arguments = arguments,
    .examples = examples,
    .size = sizeof(bench_options),
    .run = run_bench,
};
