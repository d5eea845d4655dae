/**
 * @file
 * What tuning reads: games of `marcher tune --positions` (first byte even) and journals of `marcher
 * spsa` (odd), for any of the chess-like games. The heads are set right first: else nothing but
 * them would be tried. What is refused says why and where; what is read of a journal moves no
 * number out of its range.
 */

#include <marcher/tune.h>
#include <marcher/tune_search.h>

#include "fairy_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_games(const mr_game *game, const char *text, size_t length) {
  const mr_tune_options options = {.games = 100};
  mr_tune *tune = NULL;
  mr_error err = {0};
  size_t used = 0;
  mr_str whole = mr_str_growing(NULL);
  REQUIRE(mr_tune_new(game, &options, &tune, NULL) == MR_OK);
  mr_tune_head(tune, &whole);
  mr_str_bytes(&whole, text, length);
  mr_status status = mr_tune_load(tune, mr_str_text(&whole), whole.length, &used, &err);
  REQUIRE(status == MR_OK ? used <= whole.length : err.message[0] != '\0' && err.line > 1);
  mr_tune_free(tune);
  mr_str_done(&whole);
}

static void read_journal(const mr_game *game, const char *text, size_t length) {
  static const char *const names[] = {"NullStep"};
  static const mr_spsa_number numbers[] = {
      {.start = 150, .least = 100, .most = 200, .whole = true}};
  const mr_tune_search_options options = {.games = &game,
                                          .game_count = 1,
                                          .names = names,
                                          .numbers = numbers,
                                          .count = 1,
                                          .trials = 1000,
                                          .pairs = 1,
                                          .nodes = 1};
  const mr_spsa_options how = {.numbers = numbers, .count = 1, .trials = 1000};
  mr_spsa spsa;
  mr_error err = {0};
  size_t used = 0;
  mr_str whole = mr_str_growing(NULL);
  REQUIRE(mr_spsa_init(&spsa, &how, NULL) == MR_OK);
  mr_tune_search_head(&options, &whole);
  mr_str_bytes(&whole, text, length);
  mr_status status =
      mr_tune_search_load(&options, mr_str_text(&whole), whole.length, &spsa, &used, &err);
  REQUIRE(status == MR_OK ? used <= whole.length : err.message[0] != '\0' && err.line > 1);
  REQUIRE(spsa.at[0] >= numbers[0].least && spsa.at[0] <= numbers[0].most);
  mr_str_done(&whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2) {
    return 0;
  }
  const mr_game *game = fuzz_game(data[0] / 2);
  if (data[0] % 2 == 0) {
    read_games(game, (const char *)data + 1, size - 1);
  } else {
    read_journal(game, (const char *)data + 1, size - 1);
  }
  return 0;
}
