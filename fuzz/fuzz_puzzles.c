/**
 * @file
 * Files of puzzles: what is read is written as it was meant and read again, what is refused has its
 * line, and proving whatever stands there neither crashes nor takes longer than it may.
 */

#include <marcher/puzzles.h>

#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Proofs are cut off there: their speed is not what is tried here. */
#define MOST 200

/** The first byte chooses the game against which puzzles are proven. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 1) {
    return 0;
  }
  const mr_game *game = fuzz_game(data[0]);
  mr_arena arena;
  mr_error err = {0};
  mr_puzzles *read = mr_alloc_zero(mr_allocator_default(), 2, sizeof *read);
  REQUIRE(read != NULL);
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_status status = mr_puzzles_read((const char *)data + 1, size - 1, &arena, read, &err);
  REQUIRE(status == MR_OK || (err.message[0] != '\0' && read->count == 0 && err.line <= size));
  if (status == MR_OK) {
    mr_str text = mr_str_growing(NULL);
    mr_puzzles_write(read, NULL, &text);
    REQUIRE(mr_puzzles_read(mr_str_text(&text), text.length, &arena, read + 1, &err) == MR_OK);
    REQUIRE(read[1].count == read->count && read[1].definition == read->definition);
    for (size_t i = 0; i < read->count; i++) {
      REQUIRE(mr_puzzles_have(read + 1, &read->items[i]));
      status = mr_puzzle_prove(game, &read->items[i], MOST, &err);
      REQUIRE(status == MR_OK || err.message[0] != '\0');
    }
    mr_str_done(&text);
  }
  mr_arena_done(&arena);
  mr_alloc_free(mr_allocator_default(), read, 2 * sizeof *read);
  return 0;
}
