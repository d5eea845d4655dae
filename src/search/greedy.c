/* The greedy player: what the family's own player thinks of each action by itself. */
#include <string.h>

#include "search/borderline/borderline_search.h"
#include "search/fairy/fairy_search.h"

enum { CHANCES_IN_A_ROW = 8 }; /* dice that follow on dice: Borderline's placements have four */

typedef struct greedy {
  mr_engine base;
  mr_allocator allocator;
  mr_arena arena; /* holds all arrays below */
  mr_engine *judge;
  uint64_t seed;
  mr_random random; /* the choice among equals */
  mr_action *actions;
  mr_chance *chances[CHANCES_IN_A_ROW];
  mr_state *after[CHANCES_IN_A_ROW + 1]; /* an action, and each outcome that follows on it */
} greedy;

static greedy *greedy_of(mr_engine *engine) {
  return (greedy *)(void *)engine;
}

bool mr_greedy_can_play(const mr_game *game) {
  return mr_fys_can_play(game) || mr_bds_can_play(game);
}

/* ---- thinking -------------------------------------------------------------------------------- */

/* Expected score of a seat by what stands on the board, where nothing is thrown. */
static double worth(const greedy *g, const mr_state *state, mr_node node, unsigned seat) {
  const mr_game *game = g->base.game;
  if (node.kind == MR_NODE_TERMINAL) {
    uint8_t scores[MR_MAX_PLAYERS] = {0};
    mr_game_score(game, state, scores);
    return (double)scores[seat] / MR_SCORE_WIN;
  }
  int centipawns = 0;
  (void)mr_engine_static_eval(g->judge, state, &centipawns);
  bool ours = game->info.team[node.player.id] == game->info.team[seat];
  return mr_value_of(ours ? centipawns : -centipawns);
}

/* The same of after[depth], dice weighed by their odds. */
static double expectation(greedy *g, unsigned depth, unsigned seat) {
  const mr_game *game = g->base.game;
  const mr_state *state = g->after[depth];
  mr_node node = mr_game_node(game, state);
  if (node.kind != MR_NODE_CHANCE) {
    return worth(g, state, node, seat);
  }
  if (depth == CHANCES_IN_A_ROW) {
    return 0.5; /* nobody can say */
  }
  uint64_t total = 0;
  double sum = 0;
  mr_chance *chances = g->chances[depth];
  size_t count = mr_game_chances(game, state, chances, &total);
  for (size_t i = 0; i < count; i++) {
    mr_state_copy(game, g->after[depth + 1], state);
    mr_game_make(game, g->after[depth + 1], chances[i].action, NULL, NULL);
    sum += (double)chances[i].weight * expectation(g, depth + 1, seat);
  }
  return sum / (double)total;
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  (void)err;
  greedy *g = greedy_of(engine);
  const mr_game *game = engine->game;
  unsigned seat = mr_game_node(game, observation).player.id;
  size_t count = mr_game_actions(game, observation, g->actions);
  mr_action choice = MR_ACTION_NONE;
  double best = -1;
  unsigned equals = 0;
  count = mr_limits_filter(limits, g->actions, count);
  for (size_t i = 0; i < count; i++) {
    mr_state_copy(game, g->after[0], observation);
    mr_game_make(game, g->after[0], g->actions[i], NULL, NULL);
    double value = expectation(g, 0, seat);
    if (value < best) {
      continue;
    }
    equals = value > best ? 1 : equals + 1;
    best = value;
    if (mr_random_below(&g->random, equals) == 0) {
      choice = g->actions[i];
    }
  }
  out->nodes = count;
  out->depth = 1;
  mr_search_result_single(out, choice, best, "Takes what looks best at once.");
  return MR_OK;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void forget(mr_engine *engine) {
  greedy *g = greedy_of(engine);
  mr_random_init(&g->random, g->seed);
}

static void renew(mr_engine *engine, uint64_t seed) {
  greedy_of(engine)->seed = seed;
  forget(engine);
}

static void free_greedy(mr_engine *engine) {
  greedy *g = greedy_of(engine);
  mr_allocator allocator = g->allocator;
  mr_engine_free(g->judge);
  mr_arena_done(&g->arena);
  mr_alloc_free(&allocator, g, sizeof *g);
}

static bool take_room(greedy *g) {
  const mr_game_info *info = &g->base.game->info;
  bool whole = true;
  g->actions = mr_engine_room(&g->arena, &whole, info->max_actions, sizeof *g->actions);
  for (size_t i = 0; i <= CHANCES_IN_A_ROW; i++) {
    g->after[i] = mr_engine_room(&g->arena, &whole, 1, info->state_size);
  }
  for (size_t i = 0; i < CHANCES_IN_A_ROW && info->max_chances > 0; i++) {
    g->chances[i] = mr_engine_room(&g->arena, &whole, info->max_chances, sizeof *g->chances[i]);
  }
  return whole;
}

mr_status mr_greedy_new(const mr_game *game, const mr_engine_options *options, mr_engine *judge,
                        mr_engine **out, mr_error *err) {
  static const mr_engine_ops ops = {
      .think = think, .forget = forget, .renew = renew, .free = free_greedy};
  greedy *g = mr_alloc_zero(options->allocator, 1, sizeof *g);
  if (g == NULL) {
    mr_engine_free(judge);
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the greedy player");
  }
  mr_engine_init(&g->base, &ops, game, options);
  g->judge = judge;
  g->allocator = *options->allocator;
  g->seed = options->seed;
  mr_arena_init(&g->arena, &g->allocator, 0);
  if (!take_room(g)) {
    free_greedy(&g->base);
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the greedy player");
  }
  forget(&g->base);
  *out = &g->base;
  return MR_OK;
}
