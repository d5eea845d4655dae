/**
 * @file
 * State texts of the chess-like games. The first byte chooses a game, the rest is the text.
 *
 * What is read is written back as a text that reads as the same state; every action of it reads
 * back, and leads to such a state again; and it can be drawn. What is refused leaves the output as
 * it was.
 */

#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void explore(const mr_game *game, const mr_state *state) {
  enum { TRIED = 40 };
  mr_action *actions = calloc(game->info.max_actions, sizeof *actions);
  mr_state *next = mr_state_new(game, NULL);
  REQUIRE(actions != NULL && next != NULL);
  size_t count = mr_game_actions(game, state, actions);
  REQUIRE(count > 0 && count <= game->info.max_actions);
  for (size_t i = 0; i < count; i += 1 + count / TRIED) {
    REQUIRE(mr_game_legal(game, state, actions[i]));
    fuzz_action_text(game, state, actions[i]);
    mr_state_copy(game, next, state);
    mr_game_make(game, next, actions[i], NULL, NULL);
    REQUIRE(mr_game_hash(game, next) == mr_game_rehash(game, next));
    fuzz_state_text(game, next);
  }
  mr_state_free(game, NULL, next);
  free(actions);
}

static void check(const mr_game *game, const mr_state *state) {
  uint8_t score[MR_MAX_PLAYERS] = {0};
  fuzz_state_text(game, state);
  fuzz_draw(game, state);
  if (mr_game_node(game, state).kind == MR_NODE_DECISION) {
    explore(game, state);
    return;
  }
  mr_game_score(game, state, score);
  REQUIRE(score[0] + score[1] == MR_SCORE_WIN);
  REQUIRE(mr_game_ended_by(game, state) != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0) {
    fuzz_read_state(fuzz_any_game(data[0]), (const char *)data + 1, size - 1, check);
  }
  return 0;
}
