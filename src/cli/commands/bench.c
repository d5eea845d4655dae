#include <marcher/clock.h>
#include <marcher/hash.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/commands/endgames.h"
#include "cli/game.h"
#include "cli/json.h"
#include "cli/words.h"

#define GAMES 5000
#define NODES 2000
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
    {.name = "games",
     .value = "N",
     .type = CLI_NUMBER,
     .min = 1,
     .max = 100000000,
     .offset = offsetof(bench_options, games),
     .help = "random games to play (5000)"},
    {.name = "nodes",
     .value = "N",
     .type = CLI_NUMBER,
     .min = 1,
     .max = 1000000000,
     .offset = offsetof(bench_options, nodes),
     .help = "nodes or playouts for each search (2000)"},
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

/* What a random game needs. */
typedef struct bench_room {
  const mr_game *game;
  mr_state *state;
  mr_action *actions;
  mr_chance *chances;
  mr_endgame_set *tables; /* NULL: none */
} bench_room;

static void room_done(bench_room *room) {
  const mr_game_info *info = &room->game->info;
  mr_endgame_set_free(room->tables);
  mr_alloc_free(NULL, room->chances, (info->max_chances + 1) * sizeof *room->chances);
  mr_alloc_free(NULL, room->actions, info->max_actions * sizeof *room->actions);
  mr_state_free(room->game, NULL, room->state);
}

static bool room_init(bench_room *room, const mr_game *game) {
  room->game = game;
  room->state = mr_state_new(game, NULL);
  room->actions = mr_alloc_zero(NULL, game->info.max_actions, sizeof *room->actions);
  room->chances = mr_alloc_zero(NULL, game->info.max_chances + 1, sizeof *room->chances);
  return room->state != NULL && room->actions != NULL && room->chances != NULL;
}

/* Plays until `decisions` were made or the game is over. @return decisions made */
static uint64_t play_out(bench_room *room, mr_random *random, uint64_t decisions,
                         uint64_t *actions) {
  const mr_game *game = room->game;
  uint64_t made = 0;
  for (;;) {
    mr_node node = mr_game_node(game, room->state);
    mr_action action = MR_ACTION_NONE;
    if (node.kind == MR_NODE_CHANCE) {
      action = mr_game_roll(game, room->state, room->chances, random);
    } else if (node.kind == MR_NODE_TERMINAL || made == decisions) {
      return made;
    } else {
      size_t count = mr_game_actions(game, room->state, room->actions);
      action = room->actions[mr_random_below(random, count)];
      made++;
    }
    mr_game_make(game, room->state, action, NULL, NULL);
    (*actions)++;
  }
}

static void count_game(playouts *out, const bench_room *room, uint64_t decisions) {
  out->games++;
  out->decisions += decisions;
  out->shortest = decisions < out->shortest ? decisions : out->shortest;
  out->longest = decisions > out->longest ? decisions : out->longest;
  out->ended[mr_game_ended_by(room->game, room->state)]++;
  out->signature = mr_mix64(out->signature ^ mr_game_hash(room->game, room->state)) + decisions;
}

static void run_playouts(cli_context *cli, bench_room *room, uint64_t games, playouts *out) {
  out->shortest = UINT64_MAX;
  int64_t started = mr_clock_ns();
  for (uint64_t i = 0; i < games; i++) {
    mr_random random = cli_random(cli_seed(cli), CLI_STREAM_RANDOM, i);
    mr_game_start(room->game, room->state);
    count_game(out, room, play_out(room, &random, UINT64_MAX, &out->actions));
    if (i % 1024 == 1023) {
      cli_status(cli, "%s: %llu of %llu games", room->game->info.name, (unsigned long long)i + 1,
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

static mr_status search(mr_engine *engine, const bench_room *room, uint64_t nodes, searches *out,
                        mr_error *err) {
  mr_limits limits = {.nodes = nodes};
  mr_search_result thought;
  char text[MR_ACTION_TEXT_MAX];
  mr_state *seen = mr_state_new(room->game, NULL);
  if (seen == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  mr_game_observe(room->game, room->state, mr_game_node(room->game, room->state).player, seen);
  mr_status status = mr_engine_think(engine, seen, &limits, &thought, err);
  if (status == MR_OK) {
    cli_action_text(room->game, seen, thought.action, text);
    out->count++;
    out->nodes += thought.nodes;
    out->seconds += thought.seconds;
    out->signature = mr_hash_bytes(out->signature, text, strlen(text));
    out->signature = mr_mix64(out->signature + thought.nodes);
  }
  mr_state_free(room->game, NULL, seen);
  return status;
}

/* Searches positions of a random game, from a fresh start each. */
static mr_status run_searches(cli_context *cli, bench_room *room, uint64_t nodes, searches *out,
                              mr_error *err) {
  mr_engine *engine = NULL;
  mr_engine_options engine_options = {.kind = out->kind,
                                      .seed = cli_seed(cli),
                                      .probe = room->tables != NULL ? mr_endgame_set_probe : NULL,
                                      .probe_context = room->tables};
  mr_status status = mr_engine_new(room->game, &engine_options, &engine, err);
  for (uint64_t i = 0; i < POSITIONS && status == MR_OK; i++) {
    mr_random random = cli_random(cli_seed(cli), CLI_STREAM_RANDOM, i);
    uint64_t actions = 0;
    cli_status(cli, "%s: %s searches %llu of %d", room->game->info.name, out->kind,
               (unsigned long long)i + 1, POSITIONS);
    mr_game_start(room->game, room->state);
    play_out(room, &random, i * STRIDE, &actions);
    if (mr_game_node(room->game, room->state).kind == MR_NODE_DECISION) {
      mr_engine_forget(engine);
      status = search(engine, room, nodes, out, err);
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

static void put_playouts(mr_json *json, const mr_game *game, const playouts *it) {
  mr_json_object(json, "playouts");
  mr_json_uint(json, "games", it->games);
  mr_json_uint(json, "decisions", it->decisions);
  mr_json_uint(json, "actions", it->actions);
  mr_json_uint(json, "shortest", it->shortest);
  mr_json_uint(json, "longest", it->longest);
  mr_json_real(json, "mean", (double)it->decisions / (double)it->games);
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

static void put_searches(mr_json *json, const searches *it) {
  mr_json_object(json, NULL);
  mr_json_string(json, "engine", it->kind);
  mr_json_uint(json, "searches", it->count);
  mr_json_uint(json, "nodes", it->nodes);
  mr_json_hash(json, "signature", it->signature);
  mr_json_real(json, "seconds", it->seconds);
  mr_json_real(json, "nodes_per_second", rate(it->nodes, it->seconds));
  mr_json_end(json);
}

static void playouts_text(const mr_game *game, const playouts *it, mr_str *out) {
  mr_str_format(out, "%s: %llu random games in %.2f s\n", game->info.name,
                (unsigned long long)it->games, it->seconds);
  mr_str_format(out, "  speed      %.0f games/s, %.0f actions/s\n", rate(it->games, it->seconds),
                rate(it->actions, it->seconds));
  mr_str_format(out, "  length     %llu to %llu decisions, mean %.1f\n",
                (unsigned long long)it->shortest, (unsigned long long)it->longest,
                (double)it->decisions / (double)it->games);
  for (size_t i = 0; i < game->info.rule_count; i++) {
    if (it->ended[i] > 0) {
      mr_str_format(out, "  ended by   %s %.1f%%\n", game->info.rules[i].id,
                    100.0 * (double)it->ended[i] / (double)it->games);
    }
  }
  mr_str_format(out, "  signature  %016llx\n", (unsigned long long)it->signature);
}

static void searches_text(const searches *it, mr_str *out) {
  mr_str_format(out, "  engine %s: %llu searches, %llu nodes, %.0f nodes/s, signature %016llx\n",
                it->kind, (unsigned long long)it->count, (unsigned long long)it->nodes,
                rate(it->nodes, it->seconds), (unsigned long long)it->signature);
}

/* ---- one game, all games --------------------------------------------------------------------- */

static int bench_engines(cli_context *cli, const bench_options *choice, bench_room *room,
                         mr_json *json) {
  const char *const *kinds = mr_engine_kinds(room->game);
  uint64_t nodes = choice->nodes.given ? choice->nodes.value : NODES;
  for (size_t i = 0; kinds[i] != NULL; i++) {
    searches found = {.kind = kinds[i], .signature = MR_HASH_START};
    mr_error error;
    if (run_searches(cli, room, nodes, &found, &error) != MR_OK) {
      return cli_fail_error(cli, &error);
    }
    if (json != NULL) {
      put_searches(json, &found);
    } else {
      searches_text(&found, &cli->out);
    }
    cli_flush(cli);
  }
  return CLI_OK;
}

static int bench_room_run(cli_context *cli, const bench_options *choice, bench_room *room,
                          mr_json *json) {
  const mr_game *game = room->game;
  playouts found = {.signature = MR_HASH_START};
  found.ended = mr_alloc_zero(NULL, game->info.rule_count, sizeof *found.ended);
  if (found.ended == NULL) {
    return cli_fail_memory(cli);
  }
  run_playouts(cli, room, choice->games.given ? choice->games.value : GAMES, &found);
  if (json != NULL) {
    mr_json_object(json, NULL);
    mr_json_string(json, "game", game->info.name);
    mr_json_uint(json, "seed", cli_seed(cli));
    put_playouts(json, game, &found);
    mr_json_array(json, "searches");
  } else {
    playouts_text(game, &found, &cli->out);
    cli_flush(cli);
  }
  int status = bench_engines(cli, choice, room, json);
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
  bench_room room = {0};
  int status = room_init(&room, game) ? CLI_OK : cli_fail_memory(cli);
  if (status == CLI_OK && choice->endgames != NULL) {
    status = cli_endgames_open(cli, game, choice->endgames, &room.tables);
  }
  if (status == CLI_OK) {
    status = bench_room_run(cli, choice, &room, json);
  }
  room_done(&room);
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
  mr_json *json = cli_document_open(&document);
  mr_json *list = cli->global.json ? json : NULL;
  int status = CLI_OK;
  mr_json_array(json, "benchmarks");
  if (choice->game != NULL) {
    status = bench_game(cli, choice, choice->game, list);
  }
  for (size_t i = 0; choice->game == NULL && i < mr_catalog_count(catalog) && status == CLI_OK;
       i++) {
    status = bench_game(cli, choice, mr_catalog_name(catalog, i), list);
  }
  if (list == NULL) {
    cli_document_drop(&document);
    return status;
  }
  mr_json_end(json);
  int printed = cli_document_print(cli, &document);
  return status == CLI_OK ? printed : status;
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
