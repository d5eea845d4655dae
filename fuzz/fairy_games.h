/**
 * @file
 * What the targets of the chess-like games share: the games, and checks that complain with the
 * target's name.
 */
#ifndef MARCHER_FUZZ_FAIRY_GAMES_H
#define MARCHER_FUZZ_FAIRY_GAMES_H

#include <marcher/catalog.h>
#include <marcher/game.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition) fuzz_require((condition), #condition, __FILE__, __LINE__)

static inline void fuzz_require(bool condition, const char *text, const char *file, int line) {
  if (!condition) {
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, text);
    abort();
  }
}

enum { FUZZ_GAMES = 6 };

/** The game of a number; opened once. */
static inline const mr_game *fuzz_game(unsigned which) {
  static const char *const names[FUZZ_GAMES] = {
      "borderlands",    "battle-of-ideologies",  "battle-of-ideologies-pychess",
      "colorboundmost", "nearly-colorboundmost", "chess"};
  static mr_game *opened[FUZZ_GAMES];
  which %= FUZZ_GAMES;
  if (opened[which] != NULL) {
    return opened[which];
  }
  mr_catalog *catalog = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  REQUIRE(mr_catalog_new(NULL, &catalog, NULL) == MR_OK);
  REQUIRE(mr_catalog_open(catalog, names[which], NULL, 0, &opened[which], &list) == MR_OK);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  return opened[which];
}

/** An action is written as a text that reads as the same action. */
static inline void fuzz_action_text(const mr_game *game, const mr_state *state, mr_action action) {
  char text[MR_ACTION_TEXT_MAX];
  mr_str out;
  mr_action back = MR_ACTION_NONE;
  mr_str_fixed(&out, text, sizeof text);
  mr_game_format_action(game, state, action, &out);
  REQUIRE(out.status == MR_OK && out.length > 0);
  REQUIRE(mr_game_parse_action(game, state, text, out.length, &back, NULL) == MR_OK);
  REQUIRE(back == action);
}

/**
 * A state is written as a text that reads as the same state, and is written so again. One that is
 * over by what happened before may go on for who reads the text.
 */
static inline void fuzz_state_text(const mr_game *game, const mr_state *state) {
  mr_state *back = mr_state_new(game, NULL);
  char *text = calloc(2, game->info.max_state_text);
  REQUIRE(back != NULL && text != NULL);
  char *again = text + game->info.max_state_text;
  mr_str out;
  mr_str_fixed(&out, text, game->info.max_state_text);
  mr_game_format_state(game, state, &out);
  REQUIRE(out.status == MR_OK);
  REQUIRE(mr_game_parse_state(game, text, out.length, back, NULL) == MR_OK);
  REQUIRE(mr_game_hash(game, back) == mr_game_hash(game, state));
  REQUIRE(mr_game_hash(game, back) == mr_game_rehash(game, back));
  if (mr_game_node(game, state).kind != MR_NODE_TERMINAL) {
    REQUIRE(mr_game_node(game, back).kind != MR_NODE_TERMINAL);
  }
  mr_str_fixed(&out, again, game->info.max_state_text);
  mr_game_format_state(game, back, &out);
  REQUIRE(strcmp(text, again) == 0);
  free(text);
  mr_state_free(game, NULL, back);
}

#endif
