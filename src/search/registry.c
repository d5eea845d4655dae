#include <string.h>

#include "search/borderline/borderline_search.h"
#include "search/engine_priv.h"
#include "search/fairy/fairy_search.h"
#include "search/fairy/params.h"
#include "search/warlord/warlord_search.h"

#define DEFAULT_MEMORY ((size_t)64 << 20)

/* ---- the random player ----------------------------------------------------------------------- */

/** Plays any legal action, each with the same probability: the zero of every ladder. */
typedef struct random_player {
  mr_engine engine;
  mr_allocator allocator;
  uint64_t seed;
  mr_random random;
  mr_action *actions; /**< room for mr_game_info.max_actions */
} random_player;

static mr_status choose_at_random(mr_engine *engine, const mr_state *observation,
                                  const mr_limits *limits, mr_search_result *out, mr_error *err) {
  (void)err;
  random_player *player = (random_player *)engine;
  size_t count = mr_game_actions(engine->game, observation, player->actions);
  bool limited = limits->only_count > 0;
  count = mr_limits_filter(limits, player->actions, count);
  mr_action action = player->actions[mr_random_below(&player->random, count)];
  const char *only = limited ? "The only action in question." : "The only legal action.";
  mr_search_result_single(out, action, 1.0 / mr_game_teams(engine->game), count == 1 ? only : "");
  if (count > 1) {
    mr_str reason = mr_str_fixed(out->reason, sizeof out->reason);
    mr_str_add(&reason, "Picked blindly from ");
    mr_write_count(&reason, count);
    mr_str_add(&reason, limited ? " actions." : " legal actions.");
  }
  return MR_OK;
}

static void start_over(mr_engine *engine) {
  random_player *player = (random_player *)engine;
  mr_random_init(&player->random, player->seed);
}

static void renew(mr_engine *engine, uint64_t seed) {
  ((random_player *)engine)->seed = seed;
  start_over(engine);
}

static void free_random_player(mr_engine *engine) {
  random_player *player = (random_player *)engine;
  mr_allocator allocator = player->allocator;
  size_t room = engine->game->info.max_actions * sizeof(mr_action);
  mr_alloc_free(&allocator, player->actions, room);
  mr_alloc_free(&allocator, player, sizeof *player);
}

static mr_status random_player_new(const mr_game *game, const mr_engine_options *options,
                                   mr_engine **out, mr_error *err) {
  static const mr_engine_ops ops = {
      .think = choose_at_random, .forget = start_over, .renew = renew, .free = free_random_player};
  random_player *player = mr_alloc_zero(options->allocator, 1, sizeof *player);
  if (player == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the random player");
  }
  mr_engine_init(&player->engine, &ops, game, options);
  player->allocator = *options->allocator;
  player->seed = options->seed;
  player->actions =
      mr_alloc_zero(options->allocator, game->info.max_actions, sizeof *player->actions);
  if (player->actions == NULL) {
    free_random_player(&player->engine);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the random player");
  }
  start_over(&player->engine);
  *out = &player->engine;
  return MR_OK;
}

/* ---- the greedy player ----------------------------------------------------------------------- */

/* Its judge is the family's own player. */
static mr_status greedy_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                            mr_error *err) {
  mr_engine_options own = *options;
  own.kind = "auto";
  own.threads = 1;
  own.memory = (size_t)1 << 12; /* it never searches, and needs no table */
  mr_engine *judge = NULL;
  mr_status status = mr_engine_new(game, &own, &judge, err);
  return status == MR_OK ? mr_greedy_new(game, options, judge, out, err) : status;
}

/* ---- the table of kinds ---------------------------------------------------------------------- */

static bool any_game(const mr_game *game) {
  (void)game;
  return true;
}

/** One line per kind. A kind also stands in the line-up of every group of games it plays. */
static const mr_engine_entry ENTRIES[] = {
    {"alphabeta", mr_fys_can_play, mr_fys_player_new, MR_FYS_ERRS},
    {"expectimax", mr_bds_can_play, mr_bds_expectimax_new, MR_BDS_ERRS},
    {"general", mr_wls_can_play, mr_wls_general_new, MR_WLS_ERRS},
    {"greedy", mr_greedy_can_play, greedy_new, 0},
    {"greedy", mr_wls_can_play, mr_wls_greedy_new, 0},
    {"mcts", any_game, mr_mcts_new, 0},
    {"random", any_game, random_player_new, MR_LEVEL_MAX},
};

/** The kinds for a group of games, best first. The first line-up that fits a game is its own. */
static const struct {
  bool (*fits)(const mr_game *game);
  const char *kinds[5]; /**< NULL-terminated */
} LINEUPS[] = {
    {mr_fys_can_play, {"alphabeta", "greedy", "mcts", "random"}},
    {mr_bds_can_play, {"expectimax", "greedy", "mcts", "random"}},
    {mr_wls_can_play, {"general", "greedy", "mcts", "random"}},
    {any_game, {"mcts", "random"}}, /* stays the last: it fits all */
};

enum {
  ENTRY_COUNT = sizeof ENTRIES / sizeof ENTRIES[0],
  LINEUP_COUNT = sizeof LINEUPS / sizeof LINEUPS[0],
};

const mr_engine_entry *mr_engine_entries(size_t *count) {
  *count = ENTRY_COUNT;
  return ENTRIES;
}

const char *const *mr_engine_kinds(const mr_game *game) {
  size_t i = 0;
  while (i + 1 < LINEUP_COUNT && !LINEUPS[i].fits(game)) {
    i++;
  }
  return LINEUPS[i].kinds;
}

/* ---- making an engine ------------------------------------------------------------------------ */

/** Finds the kind of a name that can play a game. */
static mr_status find_entry(const mr_game *game, const char *kind, const mr_engine_entry **out,
                            mr_error *err) {
  bool known = false;
  for (size_t i = 0; i < ENTRY_COUNT; i++) {
    bool named = strcmp(ENTRIES[i].kind, kind) == 0;
    if (named && ENTRIES[i].can_play(game)) {
      *out = &ENTRIES[i];
      return MR_OK;
    }
    known = known || named;
  }
  char text[256];
  mr_str names = mr_str_fixed(text, sizeof text);
  const char *const *kinds = mr_engine_kinds(game);
  for (size_t i = 0; kinds[i] != NULL; i++) {
    mr_str_add(&names, i > 0 ? ", " : "");
    mr_str_add(&names, kinds[i]);
  }
  if (known) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "the engine '%s' cannot play %s; these can: %s",
                        kind, game->info.name, text);
  }
  return mr_error_set(err, MR_ERR_UNKNOWN, "no engine is called '%s'; %s is played by: auto, %s",
                      kind, game->info.name, text);
}

unsigned mr_engine_errs(const mr_game *game, const char *kind) {
  const mr_engine_entry *entry = NULL;
  bool best = kind == NULL || *kind == '\0' || strcmp(kind, "auto") == 0;
  mr_status status = find_entry(game, best ? mr_engine_kinds(game)[0] : kind, &entry, NULL);
  return status == MR_OK ? entry->errs : 0;
}

mr_status mr_engine_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                        mr_error *err) {
  if (game == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "an engine needs a game and a place to be put");
  }
  mr_engine_options full = options != NULL ? *options : (mr_engine_options){0};
  if (full.kind == NULL || strcmp(full.kind, "auto") == 0) {
    full.kind = mr_engine_kinds(game)[0];
  }
  full.threads = full.threads != 0 ? full.threads : 1;
  full.weights = full.weights != NULL ? full.weights : game->info.weights;
  full.level = full.level != 0 ? full.level : MR_LEVEL_DEFAULT;
  full.memory = full.memory != 0 ? full.memory : DEFAULT_MEMORY;
  full.allocator = full.allocator != NULL ? full.allocator : mr_allocator_default();
  if (full.level > MR_LEVEL_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "there is no level %u; levels go from %d to %d",
                        full.level, MR_LEVEL_MIN, MR_LEVEL_MAX);
  }
  if (full.threads > MR_ENGINE_THREADS_MAX) {
    return mr_error_set(err, MR_ERR_RANGE, "an engine uses at most %d threads, not %u",
                        MR_ENGINE_THREADS_MAX, full.threads);
  }
  const mr_engine_entry *entry = NULL;
  mr_status status = find_entry(game, full.kind, &entry, err);
  if (status != MR_OK || entry == NULL) {
    return status;
  }
  if (full.parameters != NULL && entry->create != mr_fys_player_new) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "the search of the engine '%s' has no parameters",
                        entry->kind);
  }
  full.kind = entry->kind; /* the caller's string need not outlive this call */
  return entry->create(game, &full, out, err);
}

const mr_engine_parameter *mr_engine_parameters(const mr_game *game, size_t *count) {
  if (mr_fys_can_play(game)) {
    return mr_fys_parameters(count);
  }
  *count = 0;
  return NULL;
}

/* ---- networks -------------------------------------------------------------------------------- */

mr_status mr_network_check(const mr_game *game, const mr_network *network, mr_error *err) {
  if (network->length == 0) {
    return MR_OK;
  }
  if (!mr_fys_can_play(game)) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED,
                        "%s cannot have a network: games of the family '%s' are not judged by one",
                        game->info.name, game->info.family);
  }
  return mr_fys_network_check(game, network, err);
}
