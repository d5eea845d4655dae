/**
 * @file
 * Action texts of Borderline. The first byte chooses a state, the rest is the text.
 *
 * What is read is legal, is written back as a text that reads as the same action, and leads to a
 * state whose text reads back.
 */

#include "texts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A deal, a draw of lots, turns of both players, a forced pass, duels and an end. */
static const char *const positions[] = {
    "6/6/6/6/6/6/6/6 R 222,777 - 0 0 deal",
    "6/6/6/6/6/6/6/6 R 124,522 222,777 0 0",
    "R5225/R7775/6/6/6/6/5B777/5B124 R 124,222,522,777 222,777 0 4",
    "R5225/R7775/6/6/6/6/5B777/5B124 B 124,222,522,777 222,777 0 4",
    "R5225/R7775/6/6/6/6/5B777/5B124 R - 222,777 0 4",
    "R777B7774/R777R777B7773/1B7774/6/6/6/6/5B124 R 222 222,777 0 4 b1:urd",
    "R777B7774/B777B7774/6/6/6/6/6/5B124 B 222 222,777 0 5 a1:u",
    "R2225/R2225/R2225/R2225/R2225/R2225/R2225/R2225 B 222 222,777 0 15",
};
enum { POSITIONS = sizeof positions / sizeof *positions };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static mr_game *game;
  if (game == NULL) {
    game = fuzz_open("borderline", NULL, 0);
  }
  if (size > 0) {
    fuzz_read_action(game, positions[data[0] % POSITIONS], (const char *)data + 1, size - 1);
  }
  return 0;
}
