#include "search/warlord/warlord_search.h"

/*
 * The measure for others: one activation after the other, each the one after which the side has
 * the most - men, leaders, towns, units in command, ways to go - with no look at what the enemy
 * may do about it. Of equals one is drawn. It ends its turn when nothing is better than that.
 */
typedef struct greedy {
  mr_engine base;
  mr_wls_search search;
  uint64_t seed;
  mr_random random;
  const mr_allocator *allocator;
} greedy;

static greedy *general_of(mr_engine *engine) {
  return (greedy *)(void *)engine;
}

/* A finished game counts as what it is. */
static int value_after(mr_wls_search *search, const mr_wl_state *state, mr_action action) {
  const mr_game *game = &search->game->base;
  unsigned side = state->head.side;
  mr_state_copy(game, search->scratch, (const mr_state *)(const void *)state);
  mr_wl_make(game, search->scratch, action, NULL, NULL);
  const mr_wl_head *after = &mr_wl_state_of(search->scratch)->head;
  if (after->phase == MR_WL_OVER) {
    return after->winner == MR_WL_DRAWN ? 0 : after->winner == side ? MR_WLS_WIN : -MR_WLS_WIN;
  }
  if (mr_wl_action_kind_of(action) == MR_WL_ACT_END) {
    return mr_wls_balance(&search->map, side);
  }
  mr_wls_step step = mr_wls_attack_map_make(&search->map, action);
  int value = mr_wls_balance(&search->map, side);
  mr_wls_attack_map_unmake(&search->map, step);
  return value;
}

/* @return the best value; out->action is an action that has it */
static int choose(greedy *g, const mr_wl_state *state, size_t count, mr_search_result *out) {
  int best = -2 * MR_WLS_WIN;
  unsigned equals = 0;
  for (size_t i = 0; i < count; i++) {
    mr_action action = g->search.list[i];
    int value = value_after(&g->search, state, action);
    if (value < best) {
      continue;
    }
    equals = value > best ? 1 : equals + 1;
    best = value;
    if (mr_random_below(&g->random, equals) == 0) {
      out->action = action;
    }
  }
  return best;
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  (void)err;
  greedy *g = general_of(engine);
  mr_wls_search *search = &g->search;
  const mr_wl_state *state = mr_wl_state_of(observation);
  if (state->head.phase == MR_WL_DEPLOY) {
    mr_wls_deploy(search, state, g->seed, limits, out);
    return MR_OK;
  }
  mr_wls_search_set_root(search, state);
  size_t count = mr_wl_actions(engine->game, observation, search->list);
  count = mr_limits_filter(limits, search->list, count);
  mr_wls_turn turn = {.value = choose(g, state, count, out)};
  out->nodes = count;
  out->depth = 1;
  out->value = mr_wls_value(&turn);
  out->score = mr_wls_score(&turn);
  out->candidate_count = out->line_length = 1;
  out->line[0] = out->action;
  out->candidates[0] =
      (mr_candidate){.action = out->action, .value = out->value, .score = out->score};
  mr_str text;
  mr_str_fixed(&text, out->reason, sizeof out->reason);
  mr_str_add(&text, "Takes what looks best at once.");
  return MR_OK;
}

static void forget(mr_engine *engine) {
  greedy *g = general_of(engine);
  mr_random_init(&g->random, g->seed);
}

static void free_general(mr_engine *engine) {
  greedy *g = general_of(engine);
  mr_wls_search_done(&g->search);
  mr_alloc_free(g->allocator, g, sizeof *g);
}

mr_status mr_wls_greedy_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                            mr_error *err) {
  static const mr_engine_ops ops = {.think = think, .forget = forget, .free = free_general};
  greedy *g = mr_alloc_zero(options->allocator, 1, sizeof *g);
  if (g == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the greedy player");
  }
  mr_engine_init(&g->base, &ops, game, options);
  g->allocator = options->allocator;
  g->seed = options->seed;
  forget(&g->base);
  mr_status status = mr_wls_search_init(&g->search, mr_wl_game_of(game), options->allocator, err);
  if (status != MR_OK) {
    mr_alloc_free(g->allocator, g, sizeof *g);
    return status;
  }
  *out = &g->base;
  return MR_OK;
}
