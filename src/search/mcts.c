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
  chosen.playouts = mr_level_nodes(&mcts->engine, chosen.playouts);
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

/* ---- one search ------------------------------------------------------------------------------ */

/** Fills the observation in at random: whatever is hidden may be so. */
static void determinize(mr_mcts *mcts) {
  uint64_t seed = mr_random_next(&mcts->random);
  mr_game_determinize(mcts->engine.game, mcts->root, mcts->player, seed, mcts->state);
}

/** A search depends on the seed and the observation alone, not on earlier ones. */
static void prepare(mr_mcts *mcts, const mr_state *observation, const mr_limits *limits) {
  const mr_game *game = mcts->engine.game;
  mr_watch_start(&mcts->watch, limits);
  mr_random_init(&mcts->random, mr_mix64(mcts->seed) ^ mr_game_hash(game, observation));
  mcts->root = observation;
  mcts->limits = limits;
  mcts->player = mr_game_node(game, observation).player;
  mcts->open = false; /* a completion that always equals the observation has nothing to fill in */
  for (int i = 0; i < COMPLETIONS && !mcts->open && mr_game_can(game, MR_CAN_HIDE); i++) {
    determinize(mcts);
    mcts->open = memcmp(mcts->state, observation, game->info.state_size) != 0;
  }
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
  if (mcts->open) {
    determinize(mcts);
  } else {
    mr_state_copy(mcts->engine.game, mcts->state, mcts->root);
  }
  mr_mcts_descend(mcts);
  if (!mcts->ended && !mr_mcts_play_out(mcts)) {
    return false;
  }
  mr_mcts_back_up(mcts);
  mcts->playouts++;
  return true;
}

static void search(mr_mcts *mcts, budget most) {
  const mr_mcts_node *root = &mcts->nodes[MR_MCTS_ROOT];
  mr_engine *engine = &mcts->engine;
  while (mcts->playouts < most.playouts && mcts->work < most.work && !mr_mcts_solved(mcts, root) &&
         run_playout(mcts)) {
    if (engine->progress != NULL && mr_watch_report_due(&mcts->watch)) {
      mr_search_result *so_far = mr_engine_so_far(engine);
      mr_mcts_report(mcts, so_far);
      engine->progress(engine->progress_context, so_far);
    }
    if (mr_watch_expired(&mcts->watch) || mr_watch_soft_expired(&mcts->watch)) {
      return;
    }
  }
}

/** Lists the actions in question. */
static size_t list_root(mr_mcts *mcts) {
  size_t count = mr_game_actions(mcts->engine.game, mcts->root, mcts->actions);
  return mr_limits_filter(mcts->limits, mcts->actions, count);
}

static mr_action draw_root(mr_mcts *mcts) {
  size_t count = list_root(mcts);
  return mcts->actions[mr_random_below(&mcts->random, count)];
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  (void)err;
  mr_mcts *mcts = (mr_mcts *)engine;
  prepare(mcts, observation, limits);
  search(mcts, choose_budget(mcts, limits, list_root(mcts)));
  mr_mcts_report(mcts, out);
  if (out->action == MR_ACTION_NONE) {
    mr_search_result_single(out, draw_root(mcts), 0.5,
                            "No time for a single playout: picked blindly.");
  }
  /* The weakest levels sometimes do not look at all. */
  if (mr_random_below(&mcts->random, 100) < LEVELS[engine->level].blind_percent) {
    out->action = draw_root(mcts);
    out->line[0] = out->action;
    out->line_length = 1;
    mr_str reason = mr_str_fixed(out->reason, sizeof out->reason);
    mr_str_add(&reason, "Did not look, as happens at this level.");
  }
  return MR_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

/** Plausible values. Exploration by the root of visits and expanding the best of some draws won 6
 * Elo on average in colour-swapped matches at 700 playouts on six games; the numbers alone are
 * untuned. */
static const mr_mcts_tuning STANDARD_TUNING = {
    .explore = 0.7,
    .even = 3,
    .kinship = 200,
    .widen_first = 8,
    .widen_growth = 2,
    .grown_visits = 8,
    .grown_share = 1.0 / 16,
    .expand_draws = 4,
};

/** A search depends on the seed and the observation alone. */
static void renew(mr_engine *engine, uint64_t seed) {
  ((mr_mcts *)engine)->seed = seed;
}

static void free_mcts(mr_engine *engine) {
  mr_mcts *mcts = (mr_mcts *)engine;
  mr_allocator allocator = mcts->allocator;
  mr_alloc_free(&allocator, mcts->nodes, mcts->capacity * sizeof *mcts->nodes);
  mr_arena_done(&mcts->arena);
  mr_alloc_free(&allocator, mcts, sizeof *mcts);
}

/** All arrays but the nodes. @return false when memory ran out */
static bool allocate_arrays(mr_mcts *mcts) {
  const mr_game_info *info = &mcts->engine.game->info;
  mr_arena *arena = &mcts->arena;
  bool whole = true;
  uint32_t slots = 16; /* a power of two, at least twice as large as a full list */
  while (slots < 2 * info->max_actions) {
    slots *= 2;
  }
  mcts->slot_mask = slots - 1;
  mcts->path_room = info->max_length < PATH_ROOM ? info->max_length + 1 : PATH_ROOM;
  mcts->step_room = STEP_ROOM;
  mcts->state = mr_engine_room(arena, &whole, 1, info->state_size);
  mcts->trial = mr_engine_room(arena, &whole, 1, info->state_size);
  mcts->actions = mr_engine_room(arena, &whole, info->max_actions, sizeof *mcts->actions);
  mcts->tried = mr_engine_room(arena, &whole, info->max_actions, sizeof *mcts->tried);
  mcts->chances = mr_engine_room(arena, &whole, info->max_chances, sizeof *mcts->chances);
  mcts->slots = mr_engine_room(arena, &whole, slots, sizeof *mcts->slots);
  mcts->path = mr_engine_room(arena, &whole, mcts->path_room, sizeof *mcts->path);
  mcts->steps = mr_engine_room(arena, &whole, mcts->step_room, sizeof *mcts->steps);
  mcts->last_mask = 2 * STEP_ROOM - 1;
  mcts->last = mr_engine_room(arena, &whole, mcts->last_mask + (size_t)1, sizeof *mcts->last);
  mcts->averages = mr_engine_room(arena, &whole, MR_MCTS_AVERAGES, sizeof *mcts->averages);
  return whole;
}

mr_status mr_mcts_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                      mr_error *err) {
  static const mr_engine_ops ops = {.think = think, .renew = renew, .free = free_mcts};
  mr_mcts *mcts = mr_alloc_zero(options->allocator, 1, sizeof *mcts);
  if (mcts == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the tree search");
  }
  mr_engine_init(&mcts->engine, &ops, game, options);
  mcts->allocator = *options->allocator;
  mcts->seed = options->seed;
  mcts->tuning = STANDARD_TUNING;
  mr_arena_init(&mcts->arena, options->allocator, SIZE_MAX);
  size_t nodes = options->memory / sizeof *mcts->nodes;
  nodes = nodes < NODES_LEAST ? NODES_LEAST : nodes;
  mcts->capacity = nodes < NODES_MOST ? (uint32_t)nodes : NODES_MOST;
  mcts->nodes = mr_alloc_zero(options->allocator, mcts->capacity, sizeof *mcts->nodes);
  if (mcts->nodes == NULL || !allocate_arrays(mcts)) {
    free_mcts(&mcts->engine);
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory for the tree search");
  }
  *out = &mcts->engine;
  return MR_OK;
}
