/**
 * @file
 * Files of tables of endings. The first byte chooses a game, the rest is a file, whose sums and
 * lengths are set right first: else nothing but them would be tried.
 *
 * What is refused leaves the output alone and says why; what is read answers questions.
 */

#include <marcher/endgame.h>

#include "endgame/pack.h"
#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put(uint8_t *at, uint64_t value) {
  for (unsigned i = 0; i < 8; i++) {
    at[i] = (uint8_t)(value >> (8 * i));
  }
}

/* Sets right what only says that nothing has changed. */
static void set_right(const mr_game *game, uint8_t *file, size_t size) {
  size_t header = 0;
  if (size < PACK_HEAD + PACK_PADDING) {
    return;
  }
  for (unsigned i = 0; i < 4; i++) {
    header |= (size_t)file[12 + i] << (8 * i);
  }
  put(file + 16, size);
  put(file + 24, game->info.definition_hash);
  if (header >= PACK_HEAD && header % 8 == 0 && header <= size - PACK_PADDING) {
    put(file + PACK_AT_SUM, mr_endgame_sum(0, file + header, size - header));
    put(file + PACK_AT_HEAD_SUM, mr_endgame_head_sum(file, header));
  }
}

static void ask(const mr_game *game, const mr_endgame *endgame) {
  mr_state *state = mr_state_new(game, NULL);
  REQUIRE(state != NULL);
  for (size_t i = 0; i < mr_endgame_count(endgame); i++) {
    mr_endgame_summary summary;
    mr_tablebase_result found = {MR_NOBODY, 0};
    mr_endgame_summarise(endgame, i, &summary);
    for (unsigned j = 0; j < 4; j++) {
      mr_player player = {(uint8_t)(j / 2)};
      if (mr_endgame_example(endgame, i, player, j % 2 == 1, state)) {
        (void)(mr_endgame_probe(endgame, state, &found, NULL) == MR_OK);
      }
    }
  }
  mr_state_free(game, NULL, state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  mr_endgame *endgame = NULL;
  mr_error error = {.message = ""};
  if (size < 2) {
    return 0;
  }
  const mr_game *game = fuzz_game(data[0]);
  size_t length = size - 1 < 8 ? size - 1 : (size - 1) / 8 * 8;
  uint8_t *file = malloc(length);
  REQUIRE(file != NULL);
  memcpy(file, data + 1, length);
  set_right(game, file, length);
  if (mr_endgame_read(game, file, length, NULL, &endgame, &error) == MR_OK) {
    ask(game, endgame);
    mr_endgame_free(endgame);
  } else {
    REQUIRE(endgame == NULL && error.message[0] != '\0');
  }
  free(file);
  return 0;
}
