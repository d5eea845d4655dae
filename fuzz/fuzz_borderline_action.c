/**
 * @file
 * Action texts of Borderline. The first byte chooses a state, the rest is the text.
 *
 * What is read is legal, is written back as a text that reads as the same action, and leads to a
 * state whose text reads back.
 */

#include <marcher/catalog.h>
#include <marcher/game.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define REQUIRE(condition) require((condition), #condition, __LINE__)

static void require(bool condition, const char *text, int line) {
  if (!condition) {
    fprintf(stderr, "fuzz_borderline_action.c:%d: not so: %s\n", line, text);
    abort();
  }
}

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

static const mr_game *open_game(void) {
  static mr_game *game;
  if (game) {
    return game;
  }
  mr_catalog *catalog = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  REQUIRE(mr_catalog_new(NULL, &catalog, NULL) == MR_OK);
  REQUIRE(mr_catalog_open(catalog, "borderline", NULL, 0, &game, &list) == MR_OK);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  return game;
}

static void check_text(const mr_game *game, const mr_state *state, mr_action action) {
  char text[MR_ACTION_TEXT_MAX];
  mr_str out;
  mr_action back = MR_ACTION_NONE;
  mr_str_fixed(&out, text, sizeof text);
  mr_game_format_action(game, state, action, &out);
  REQUIRE(out.status == MR_OK && out.length > 0);
  REQUIRE(mr_game_parse_action(game, state, text, out.length, &back, NULL) == MR_OK);
  REQUIRE(back == action);
}

static void check_result(const mr_game *game, const mr_state *state, mr_action action) {
  mr_state *next = mr_state_new(game, NULL);
  mr_state *back = mr_state_new(game, NULL);
  char *text = calloc(1, game->info.max_state_text);
  REQUIRE(next != NULL && back != NULL && text != NULL);
  mr_state_copy(game, next, state);
  REQUIRE(mr_game_play(game, next, action, NULL, NULL) == MR_OK);
  REQUIRE(mr_game_hash(game, next) == mr_game_rehash(game, next));
  mr_str out;
  mr_str_fixed(&out, text, game->info.max_state_text);
  mr_game_format_state(game, next, &out);
  REQUIRE(mr_game_parse_state(game, text, out.length, back, NULL) == MR_OK);
  REQUIRE(mr_game_hash(game, back) == mr_game_hash(game, next));
  free(text);
  mr_state_free(game, NULL, back);
  mr_state_free(game, NULL, next);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) {
    return 0;
  }
  const mr_game *game = open_game();
  const char *position = positions[data[0] % POSITIONS];
  mr_state *state = mr_state_new(game, NULL);
  REQUIRE(state != NULL);
  REQUIRE(mr_game_parse_state(game, position, strlen(position), state, NULL) == MR_OK);
  mr_action action = MR_ACTION_NONE;
  mr_error error = {.status = MR_OK};
  const char *input = (const char *)data + 1;
  if (mr_game_parse_action(game, state, input, size - 1, &action, &error) == MR_OK) {
    REQUIRE(mr_game_legal(game, state, action));
    check_text(game, state, action);
    check_result(game, state, action);
  } else {
    REQUIRE(error.status != MR_OK && error.message[0] != '\0');
    REQUIRE(error.column <= size);
  }
  mr_state_free(game, NULL, state);
  return 0;
}
