/**
 * @file
 * Files of openings, of any format and for any of the chess-like games: every opening that is taken
 * leads to a position of its own in which the game goes on; what is refused is refused with its
 * place.
 */

#include <marcher/openings.h>

#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_openings(const mr_game *game, const mr_openings *set) {
  mr_state *state = mr_state_new(game, NULL);
  for (size_t i = 0; i < mr_openings_count(set); i++) {
    REQUIRE(mr_openings_state(set, i, state, NULL) == MR_OK);
    REQUIRE(mr_game_node(game, state).kind == MR_NODE_DECISION);
  }
  mr_state_free(game, NULL, state);
}

/** The first byte chooses the game, the second the format, the third the turns. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) {
    return 0;
  }
  const mr_game *game = fuzz_game(data[0]);
  mr_openings *set = NULL;
  mr_error err = {0};
  REQUIRE(mr_openings_new(game, NULL, &set, NULL) == MR_OK);
  const mr_opening_file file = {.source = "fuzz",
                                .text = (const char *)data + 3,
                                .length = size - 3,
                                .format = (mr_opening_format)(data[1] % 4),
                                .turns = data[2] % 8u};
  mr_status status = mr_openings_add_file(set, &file, &err);
  REQUIRE(status == MR_OK || (err.message[0] != '\0' && err.line > 0 && err.column > 0));
  REQUIRE(status == MR_OK || err.line <= size);
  require_openings(game, set);
  uint64_t hash = mr_openings_hash(set);
  mr_openings_shuffle(set, 1);
  require_openings(game, set);
  REQUIRE(mr_openings_count(set) > 1 || mr_openings_hash(set) == hash);
  mr_openings_free(set);
  return 0;
}
