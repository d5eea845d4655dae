/**
 * @file
 * What the targets of texts of actions and states share: games, complaints with the target's name,
 * what must hold of what was read.
 */
#ifndef MARCHER_FUZZ_TEXTS_H
#define MARCHER_FUZZ_TEXTS_H

#include <marcher/catalog.h>
#include <marcher/game.h>
#include <marcher/view.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))

static inline _Noreturn void fuzz_fail(const char *text, const char *file, int line) {
  fprintf(stderr, "%s:%d: not so: %s\n", file, line, text);
  abort();
}

/** Opens a game of the catalogue. */
static inline mr_game *fuzz_open(const char *name, const mr_override *sets, size_t count) {
  mr_game *game = NULL;
  mr_catalog *catalog = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  REQUIRE(mr_catalog_new(NULL, &catalog, NULL) == MR_OK);
  REQUIRE(mr_catalog_open(catalog, name, sets, count, &game, &list) == MR_OK);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  return game;
}

/** A position whose actions are read. */
typedef struct fuzz_position {
  unsigned game; /**< of the family's games */
  const char *state;
} fuzz_position;

/** An action is written as a text that reads as the same action. */
static inline void fuzz_action_text(const mr_game *game, const mr_state *state, mr_action action) {
  char text[MR_ACTION_TEXT_MAX];
  mr_action back = MR_ACTION_NONE;
  mr_str out = mr_str_fixed(text, sizeof text);
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
  mr_str out = mr_str_fixed(text, game->info.max_state_text);
  mr_game_format_state(game, state, &out);
  REQUIRE(out.status == MR_OK);
  REQUIRE(mr_game_parse_state(game, text, out.length, back, NULL) == MR_OK);
  REQUIRE(mr_game_hash(game, back) == mr_game_hash(game, state));
  REQUIRE(mr_game_hash(game, back) == mr_game_rehash(game, back));
  if (mr_game_node(game, state).kind != MR_NODE_TERMINAL) {
    REQUIRE(mr_game_node(game, back).kind != MR_NODE_TERMINAL);
  }
  out = mr_str_fixed(again, game->info.max_state_text);
  mr_game_format_state(game, back, &out);
  REQUIRE(strcmp(text, again) == 0);
  free(text);
  mr_state_free(game, NULL, back);
}

/** What an observation looks like can be drawn. */
static inline void fuzz_draw(const mr_game *game, const mr_state *state) {
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  REQUIRE(mr_game_view(game, state, MR_NOBODY, &arena, &view, NULL) == MR_OK);
  mr_arena_done(&arena);
}

/** Reads an action of a position; one that is read leads to a state whose text reads back. */
static inline void fuzz_read_action(const mr_game *game, const char *position, const char *input,
                                    size_t length) {
  mr_state *state = mr_state_new(game, NULL);
  mr_action action = MR_ACTION_NONE;
  mr_error error = {.status = MR_OK};
  REQUIRE(state != NULL);
  REQUIRE(mr_game_parse_state(game, position, strlen(position), state, NULL) == MR_OK);
  if (mr_game_parse_action(game, state, input, length, &action, &error) == MR_OK) {
    REQUIRE(mr_game_legal(game, state, action));
    fuzz_action_text(game, state, action);
    REQUIRE(mr_game_play(game, state, action, NULL, NULL) == MR_OK);
    REQUIRE(mr_game_hash(game, state) == mr_game_rehash(game, state));
    fuzz_state_text(game, state);
  } else {
    REQUIRE(error.status != MR_OK && error.message[0] != '\0');
    REQUIRE(error.column <= length + 1);
  }
  mr_state_free(game, NULL, state);
}

/** Reads a state, which `check` looks at; what is refused leaves the output as it was. */
static inline void fuzz_read_state(const mr_game *game, const char *input, size_t length,
                                   void (*check)(const mr_game *game, const mr_state *state)) {
  mr_state *state = mr_state_new(game, NULL);
  mr_state *untouched = mr_state_new(game, NULL);
  mr_error error = {.status = MR_OK};
  REQUIRE(state != NULL && untouched != NULL);
  if (mr_game_parse_state(game, input, length, state, &error) == MR_OK) {
    check(game, state);
  } else {
    REQUIRE(error.status != MR_OK && error.message[0] != '\0');
    REQUIRE(error.column <= length + 1);
    REQUIRE(memcmp(state, untouched, game->info.state_size) == 0);
  }
  mr_state_free(game, NULL, untouched);
  mr_state_free(game, NULL, state);
}

#endif
