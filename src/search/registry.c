#include "search/registry.h"

#include <string.h>

#include "search/borderline/borderline_search.h"
#include "search/fairy/fairy_search.h"
#include "search/warlord/warlord_search.h"

#define DEFAULT_MEMORY ((size_t)64 << 20)

/* ---- the table of kinds ---------------------------------------------------------------------- */

static bool any_game(const mr_game *game) {
  (void)game;
  return true;
}

/** One line per kind. A kind also stands in the line-up of every group of games it plays. */
static const mr_engine_entry ENTRIES[] = {
    {"alphabeta", mr_fys_can_play, mr_fys_player_new},
    {"expectimax", mr_bds_can_play, mr_bds_expectimax_new},
    {"general", mr_wls_can_play, mr_wls_general_new},
    {"greedy", mr_wls_can_play, mr_wls_greedy_new},
    {"mcts", any_game, mr_mcts_new},
    {"random", any_game, mr_random_player_new},
};

/** The kinds for a group of games, best first. The first line-up that fits a game is its own. */
typedef struct lineup {
  bool (*fits)(const mr_game *game);
  const char *const *kinds; /**< NULL-terminated */
} lineup;

static const char *const GENERIC_KINDS[] = {"mcts", "random", NULL};

static const char *const BORDERLINE_KINDS[] = {"expectimax", "mcts", "random", NULL};

static const char *const FAIRY_KINDS[] = {"alphabeta", "mcts", "random", NULL};

static const char *const WARLORD_KINDS[] = {"general", "greedy", "mcts", "random", NULL};

static const lineup LINEUPS[] = {
    {mr_fys_can_play, FAIRY_KINDS},
    {mr_bds_can_play, BORDERLINE_KINDS},
    {mr_wls_can_play, WARLORD_KINDS},
    {any_game, GENERIC_KINDS}, /* stays the last: it fits all */
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

/** The names of a list, each once: "mcts, random". */
static void write_kinds(mr_str *out, const char *const *kinds) {
  for (size_t i = 0; kinds[i] != NULL; i++) {
    mr_str_add(out, i > 0 ? ", " : "");
    mr_str_add(out, kinds[i]);
  }
}

static mr_status refuse_kind(const mr_game *game, const char *kind, bool known, mr_error *err) {
  char text[256];
  mr_str names;
  mr_str_fixed(&names, text, sizeof text);
  write_kinds(&names, mr_engine_kinds(game));
  if (known) {
    return mr_error_set(err, MR_ERR_UNSUPPORTED, "the engine '%s' cannot play %s; these can: %s",
                        kind, game->info.name, text);
  }
  return mr_error_set(err, MR_ERR_UNKNOWN, "no engine is called '%s'; %s is played by: auto, %s",
                      kind, game->info.name, text);
}

static mr_status find_entry(const mr_game *game, const char *kind, const mr_engine_entry **out,
                            mr_error *err) {
  bool known = false;
  for (size_t i = 0; i < ENTRY_COUNT; i++) {
    if (strcmp(ENTRIES[i].kind, kind) != 0) {
      continue;
    }
    if (ENTRIES[i].can_play(game)) {
      *out = &ENTRIES[i];
      return MR_OK;
    }
    known = true;
  }
  return refuse_kind(game, kind, known, err);
}

/** Replaces what the caller left open. */
static mr_engine_options complete_options(const mr_game *game, const mr_engine_options *options) {
  mr_engine_options full = {0};
  if (options != NULL) {
    full = *options;
  }
  if (full.kind == NULL || strcmp(full.kind, "auto") == 0) {
    full.kind = mr_engine_kinds(game)[0];
  }
  full.threads = full.threads != 0 ? full.threads : 1;
  full.weights = full.weights != NULL ? full.weights : game->info.weights;
  full.level = full.level != 0 ? full.level : MR_LEVEL_DEFAULT;
  full.memory = full.memory != 0 ? full.memory : DEFAULT_MEMORY;
  full.allocator = full.allocator != NULL ? full.allocator : mr_allocator_default();
  return full;
}

mr_status mr_engine_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                        mr_error *err) {
  if (game == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "an engine needs a game and a place to be put");
  }
  mr_engine_options full = complete_options(game, options);
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
  full.kind = entry->kind; /* the caller's string need not outlive this call */
  return entry->create(game, &full, out, err);
}
