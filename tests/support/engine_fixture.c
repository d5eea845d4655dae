#include "engine_fixture.h"

#include "test_main.h"

mr_engine *fixture_engine(const mr_game *game, const char *kind, unsigned level, uint64_t seed) {
  mr_engine *engine = NULL;
  mr_error err = {0};
  mr_engine_options options = {.kind = kind, .level = level, .seed = seed, .memory = 1 << 21};
  mr_status status = mr_engine_new(game, &options, &engine, &err);
  if (status != MR_OK) {
    fail_msg("no engine: %s", err.message);
  }
  return engine;
}

mr_search_result fixture_ask(mr_engine *engine, const mr_state *state, mr_limits limits) {
  mr_search_result result = {.action = MR_ACTION_NONE};
  mr_error err = {0};
  const mr_game *game = engine->game;
  mr_state *seen = mr_state_new(game, NULL);
  assert_non_null(seen);
  mr_game_observe(game, state, mr_game_node(game, state).player, seen);
  if (mr_engine_think(engine, seen, &limits, &result, &err) != MR_OK) {
    fail_msg("no thought: %s", err.message);
  }
  assert_true(mr_game_legal(game, state, result.action));
  mr_state_free(game, NULL, seen);
  return result;
}

mr_search_result fixture_search(const mr_game *game, const mr_state *state, uint64_t nodes) {
  mr_engine *engine = fixture_engine(game, "mcts", 5, 1);
  mr_search_result result = fixture_ask(engine, state, (mr_limits){.nodes = nodes});
  mr_engine_free(engine);
  return result;
}

void fixture_play(const mr_game *game, mr_state *state, mr_engine *const *engines, uint64_t seed,
                  const mr_limits *limits, unsigned *points) {
  mr_random random;
  mr_random_init(&random, seed);
  mr_chance *chances = test_calloc(game->info.max_chances + 1, sizeof *chances);
  for (mr_node node = mr_game_node(game, state); node.kind != MR_NODE_TERMINAL;
       node = mr_game_node(game, state)) {
    mr_action action = node.kind == MR_NODE_CHANCE
                           ? mr_game_roll(game, state, chances, &random)
                           : fixture_ask(engines[node.player.id], state, *limits).action;
    mr_game_make(game, state, action, NULL, NULL);
  }
  uint8_t score[MR_MAX_PLAYERS];
  mr_game_score(game, state, score);
  *points += score[0];
  test_free(chances);
}
