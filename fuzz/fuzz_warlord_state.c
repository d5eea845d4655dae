/**
 * @file
 * State texts of the Warlord Games. The first byte chooses a game, the rest is the text.
 *
 * What is read is written back as a text that reads as the same state; every action of it reads
 * back, leads to such a state again and is taken back to the last byte; every viewer's observation
 * has a text and can be filled in; and it can be drawn. What is refused leaves the output as it
 * was.
 */

#include "warlord_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a text of an observation says is what the observation says. */
static void observe(const mr_game *game, const mr_state *state, mr_player player) {
  mr_state *seen = mr_state_new(game, NULL);
  mr_state *whole = mr_state_new(game, NULL);
  mr_state *again = mr_state_new(game, NULL);
  REQUIRE(seen != NULL && whole != NULL && again != NULL);
  mr_game_observe(game, state, player, seen);
  fuzz_state_text(game, seen);
  mr_game_determinize(game, seen, player, 5, whole);
  REQUIRE(mr_game_fully_known(game, whole));
  REQUIRE(mr_game_hash(game, whole) == mr_game_rehash(game, whole));
  mr_game_observe(game, whole, player, again);
  REQUIRE(memcmp(seen, again, game->info.state_size) == 0);
  fuzz_draw(game, seen);
  mr_state_free(game, NULL, again);
  mr_state_free(game, NULL, whole);
  mr_state_free(game, NULL, seen);
}

static void try_action(const mr_game *game, const mr_state *state, mr_action action, mr_state *next,
                       void *undo) {
  REQUIRE(mr_game_legal(game, state, action));
  fuzz_action_text(game, state, action);
  mr_state_copy(game, next, state);
  mr_game_make(game, next, action, undo, NULL);
  REQUIRE(mr_game_hash(game, next) == mr_game_rehash(game, next));
  fuzz_state_text(game, next);
  mr_game_unmake(game, next, undo);
  REQUIRE(memcmp(next, state, game->info.state_size) == 0);
}

static void explore(const mr_game *game, const mr_state *state) {
  enum { TRIED = 24 };
  mr_action *actions = calloc(game->info.max_actions, sizeof *actions);
  mr_state *next = mr_state_new(game, NULL);
  void *undo = calloc(1, game->info.undo_size);
  REQUIRE(actions != NULL && next != NULL && undo != NULL);
  size_t count = mr_game_actions(game, state, actions);
  REQUIRE(count > 0 && count <= game->info.max_actions);
  for (size_t i = 0; i < count; i += 1 + count / TRIED) {
    try_action(game, state, actions[i], next, undo);
  }
  try_action(game, state, actions[count - 1], next, undo); /* the end of the turn */
  free(undo);
  mr_state_free(game, NULL, next);
  free(actions);
}

static void check(const mr_game *game, const mr_state *state) {
  mr_node node = mr_game_node(game, state);
  fuzz_state_text(game, state);
  fuzz_draw(game, state);
  if (mr_game_fully_known(game, state)) {
    for (uint8_t id = 0; id < game->info.players; id++) {
      observe(game, state, (mr_player){id});
    }
    observe(game, state, MR_NOBODY);
    if (node.kind == MR_NODE_DECISION) {
      explore(game, state);
    }
  }
  REQUIRE((node.kind == MR_NODE_TERMINAL) == (mr_game_ended_by(game, state) != 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 0) {
    fuzz_read_state(fuzz_warlord_game(data[0]), (const char *)data + 1, size - 1, check);
  }
  return 0;
}
