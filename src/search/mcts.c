#include "search/mcts_priv.h"

enum {
  PATH_ROOM = 2048,      /**< the tree grows no deeper */
  STEP_ROOM = 4096,      /**< actions of one playout that are remembered; a power of two */
  LENGTH_FIRST = 4096,   /**< actions of a playout before it is known how long they are */
  NODES_LEAST = 64,      /**< of the pool, however little memory is given */
  FORCED_PLAYOUTS = 100, /**< where there is nothing to choose */
  COMPLETIONS = 16,      /**< tries to find out whether anything is hidden */
};

/** Nodes index each other with 32 bits; a node's points, 4 a playout at most, stay below 2^32. */
#define PLAYOUTS_MOST ((UINT64_C(1) << 30) - 1)

#ifdef MR_STRESS
#define NODES_MOST 4096u
#else
#define NODES_MOST (UINT32_MAX - 1)
#endif

/* ---- levels ---------------------------------------------------------------------------------- */

/** What ends a search besides the watch. */
typedef struct budget {
  uint64_t playouts;
  uint64_t work; /**< actions simulated: bounds the time that long games take */
} budget;

typedef struct level {
  budget budget;
  unsigned blind_percent; /**< chance of playing blindly, in percent */
} level;

/** Each level has about three times the playouts of the one below; set by hand, and shown by
 *  `bench_borderline ladder --engine mcts` to be steps. */
static const level LEVELS[MR_LEVEL_MAX + 1] = {
    [1] = {{20, 50000}, 25},     [2] = {{60, 50000}, 10},      [3] = {{200, 80000}, 0},
    [4] = {{700, 180000}, 0},    [5] = {{2500, 420000}, 0},    [6] = {{8000, 1000000}, 0},
    [7] = {{28000, 2500000}, 0}, [8] = {{100000, 6000000}, 0},
};

static budget choose_budget(const mr_mcts *mcts, const mr_limits *limits, size_t actions) {
  uint64_t nodes =
      limits->nodes > 0 && limits->nodes < PLAYOUTS_MOST ? limits->nodes : PLAYOUTS_MOST;
  budget chosen = LEVELS[mcts->engine.level].budget;
  if (limits->level_too) {
    chosen.playouts = chosen.playouts < nodes ? chosen.playouts : nodes;
  } else if (limits->nodes > 0) {
    return (budget){nodes, UINT64_MAX};
  } else if (limits->milliseconds > 0) {
    chosen = (budget){PLAYOUTS_MOST, UINT64_MAX};
  }
  if (actions == 1 && chosen.playouts > FORCED_PLAYOUTS) {
    chosen.playouts = FORCED_PLAYOUTS;
  }
  return chosen;
}

/** The weakest levels sometimes do not look at all. */
static void maybe_play_blindly(mr_mcts *mcts, mr_search_result *out) {
  unsigned blind_percent = LEVELS[mcts->engine.level].blind_percent;
  if (mr_random_below(&mcts->random, 100) >= blind_percent) {
    return;
  }
  size_t count = mr_game_actions(mcts->engine.game, mcts->root, mcts->actions);
  count = mr_limits_filter(mcts->limits, mcts->actions, count);
  out->action = mcts->actions[mr_random_below(&mcts->random, count)];
  out->line[0] = out->action;
  out->line_length = 1;
  mr_mcts_report_handicap(out);
}

/* ---- one search ------------------------------------------------------------------------------ */

/** A completion that always equals the observation has nothing to fill in. */
static bool something_is_hidden(mr_mcts *mcts) {
  const mr_game *game = mcts->engine.game;
  for (int i = 0; i < COMPLETIONS && mr_game_can(game, MR_CAN_HIDE); i++) {
    uint64_t seed = mr_random_next(&mcts->random);
    mr_game_determinize(game, mcts->root, mcts->player, seed, mcts->state);
    if (memcmp(mcts->state, mcts->root, game->info.state_size) != 0) {
      return true;
    }
  }
  return false;
}

/** A search depends on the seed and the observation alone, not on earlier ones. */
static void prepare(mr_mcts *mcts, const mr_state *observation, const mr_limits *limits) {
  const mr_game *game = mcts->engine.game;
  mr_watch_start(&mcts->watch, limits);
  mr_random_init(&mcts->random, mr_mix64(mcts->seed) ^ mr_game_hash(game, observation));
  mcts->root = observation;
  mcts->limits = limits;
  mcts->player = mr_game_node(game, observation).player;
  mcts->open = something_is_hidden(mcts);
  mcts->bounded = !mcts->open && mr_game_teams(game) == 2;
  mcts->even = false;
  mcts->playouts = 0;
  mcts->work = 0;
  mcts->length = LENGTH_FIRST;
  mcts->long_playouts = 0;
  mcts->short_playouts = 0;
  memset(mcts->averages, 0, MR_MCTS_AVERAGES * sizeof *mcts->averages);
  mr_mcts_plant(mcts);
}

/** @return false if the watch cut it off; it then counts for nothing */
static bool run_playout(mr_mcts *mcts) {
  const mr_game *game = mcts->engine.game;
  if (mcts->open) {
    uint64_t seed = mr_random_next(&mcts->random);
    mr_game_determinize(game, mcts->root, mcts->player, seed, mcts->state);
  } else {
    mr_state_copy(game, mcts->state, mcts->root);
  }
  mr_mcts_descend(mcts);
  if (!mcts->ended && !mr_mcts_play_out(mcts)) {
    return false;
  }
  mr_mcts_back_up(mcts);
  mcts->playouts++;
  return true;
}

static void tell_progress(mr_mcts *mcts) {
  if (mcts->engine.progress == NULL || !mr_watch_report_due(&mcts->watch)) {
    return;
  }
  mr_search_result so_far = {.action = MR_ACTION_NONE};
  mr_mcts_report(mcts, &so_far);
  mcts->engine.progress(mcts->engine.progress_context, &so_far);
}

static void search(mr_mcts *mcts, budget most) {
  const mr_mcts_node *root = &mcts->nodes[MR_MCTS_ROOT];
  while (mcts->playouts < most.playouts && mcts->work < most.work && !mr_mcts_solved(mcts, root) &&
         run_playout(mcts)) {
    tell_progress(mcts);
    if (mr_watch_expired(&mcts->watch) || mr_watch_soft_expired(&mcts->watch)) {
      return;
    }
  }
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  (void)err;
  mr_mcts *mcts = (mr_mcts *)engine;
  prepare(mcts, observation, limits);
  size_t actions = mr_game_actions(engine->game, observation, mcts->actions);
  actions = mr_limits_filter(limits, mcts->actions, actions);
  search(mcts, choose_budget(mcts, limits, actions));
  mr_mcts_report(mcts, out);
  if (out->action == MR_ACTION_NONE) {
    actions = mr_game_actions(engine->game, observation, mcts->actions);
    actions = mr_limits_filter(limits, mcts->actions, actions);
    mr_mcts_report_blind(out, mcts->actions[mr_random_below(&mcts->random, actions)]);
  }
  maybe_play_blindly(mcts, out);
  return MR_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

/** Plausible values. Exploration by the root of visits and expanding the best of some draws won 6
 * Elo on average in colour-swapped matches at 700 playouts on six games; the numbers alone are
 * untuned. */
const mr_mcts_tuning *mr_mcts_standard_tuning(void) {
  static const mr_mcts_tuning standard = {
      .explore = 0.7,
      .even = 3,
      .kinship = 200,
      .widen_first = 8,
      .widen_growth = 2,
      .grown_visits = 8,
      .grown_share = 1.0 / 16,
      .expand_draws = 4,
  };
  return &standard;
}

static size_t node_bytes(const mr_mcts *mcts) {
  return mcts->capacity * sizeof(mr_mcts_node);
}

static void free_mcts(mr_engine *engine) {
  mr_mcts *mcts = (mr_mcts *)engine;
  mr_allocator allocator = mcts->allocator;
  mr_state_free(engine->game, &allocator, mcts->state);
  mr_state_free(engine->game, &allocator, mcts->trial);
  mr_alloc_free(&allocator, mcts->nodes, node_bytes(mcts));
  mr_arena_done(&mcts->arena);
  mr_alloc_free(&allocator, mcts, sizeof *mcts);
}

static uint32_t choose_capacity(size_t memory) {
  size_t nodes = memory / sizeof(mr_mcts_node);
  if (nodes < NODES_LEAST) {
    return NODES_LEAST;
  }
  return nodes < NODES_MOST ? (uint32_t)nodes : NODES_MOST;
}

/** A power of two, at least twice as large as a full list. */
static uint32_t slot_count(size_t actions) {
  uint32_t count = 16;
  while (count < 2 * actions) {
    count *= 2;
  }
  return count;
}

/** All arrays but the nodes. @return false when memory ran out */
static bool allocate_arrays(mr_mcts *mcts) {
  const mr_game_info *info = &mcts->engine.game->info;
  mr_arena *arena = &mcts->arena;
  mcts->slot_mask = slot_count(info->max_actions) - 1;
  mcts->path_room = info->max_length < PATH_ROOM ? info->max_length + 1 : PATH_ROOM;
  mcts->step_room = STEP_ROOM;
  mcts->actions = mr_arena_zero(arena, info->max_actions, sizeof *mcts->actions);
  mcts->tried = mr_arena_zero(arena, info->max_actions, sizeof *mcts->tried);
  mcts->chances = mr_arena_zero(arena, info->max_chances, sizeof *mcts->chances);
  mcts->slots = mr_arena_zero(arena, mcts->slot_mask + (size_t)1, sizeof *mcts->slots);
  mcts->path = mr_arena_zero(arena, mcts->path_room, sizeof *mcts->path);
  mcts->steps = mr_arena_zero(arena, mcts->step_room, sizeof *mcts->steps);
  mcts->last_mask = 2 * STEP_ROOM - 1;
  mcts->last = mr_arena_zero(arena, mcts->last_mask + (size_t)1, sizeof *mcts->last);
  mcts->averages = mr_arena_zero(arena, MR_MCTS_AVERAGES, sizeof *mcts->averages);
  return mcts->actions != NULL && mcts->tried != NULL && mcts->chances != NULL &&
         mcts->slots != NULL && mcts->path != NULL && mcts->steps != NULL && mcts->last != NULL &&
         mcts->averages != NULL;
}

mr_status mr_mcts_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                      mr_error *err) {
  static const mr_engine_ops ops = {.think = think, .free = free_mcts};
  mr_mcts *mcts = mr_alloc_zero(options->allocator, 1, sizeof *mcts);
  if (mcts == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the tree search");
  }
  mr_engine_init(&mcts->engine, &ops, game, options);
  mcts->allocator = *options->allocator;
  mcts->seed = options->seed;
  mcts->tuning = *mr_mcts_standard_tuning();
  mr_arena_init(&mcts->arena, options->allocator, SIZE_MAX);
  mcts->capacity = choose_capacity(options->memory);
  mcts->nodes = mr_alloc_zero(options->allocator, mcts->capacity, sizeof *mcts->nodes);
  mcts->state = mr_state_new(game, options->allocator);
  mcts->trial = mr_state_new(game, options->allocator);
  bool whole = mcts->nodes != NULL && mcts->state != NULL && mcts->trial != NULL;
  if (!whole || !allocate_arrays(mcts)) {
    free_mcts(&mcts->engine);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the tree search");
  }
  *out = &mcts->engine;
  return MR_OK;
}
