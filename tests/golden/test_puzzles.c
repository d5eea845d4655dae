/* The puzzles that come with the program: each with exactly one winning turn, proven anew. */
#include <marcher/catalog.h>
#include <marcher/puzzles.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

/* Actions of one proof: far more than any of these needs. */
#define MOST ((uint64_t)1 << 22)

/* So many of them each of these games has at least. */
enum { LEAST = 5 };

static void prove(const char *name) {
  mr_arena arena;
  mr_error error;
  size_t length = 0;
  const char *text = mr_catalog_puzzles(name, &length);
  mr_puzzles *read = calloc(1, sizeof *read);
  mr_game *game = mr_game_open(name, "");
  mr_arena_init(&arena, NULL, SIZE_MAX);
  assert_non_null(read);
  if (text == NULL || mr_puzzles_read(text, length, &arena, read, &error) != MR_OK) {
    fail_msg("%s: %s", name, text == NULL ? "there are none" : error.message);
  }
  assert_string_equal(read->game, name);
  if (read->definition != game->info.definition_hash) {
    fail_msg("%s: its rules have changed since: marcher lab puzzles %s", name, name);
  }
  assert_true(read->count >= LEAST);
  for (size_t i = 0; i < read->count; i++) {
    if (mr_puzzle_prove(game, &read->items[i], MOST, &error) != MR_OK) {
      fail_msg("%s, puzzle %zu: %s", name, i + 1, error.message);
    }
    read->count--; /* none is there twice */
    mr_puzzle one = read->items[i], last = read->items[read->count];
    read->items[i] = last;
    assert_false(mr_puzzles_have(read, &one));
    read->items[i] = one;
    read->items[read->count++] = last;
  }
  mr_game_free(game);
  mr_arena_done(&arena);
  free(read);
}

static void prove_all(const char *const *names) {
  for (; *names != NULL; names++) {
    prove(*names);
  }
}

static void chess_like_games_have_puzzles(void **unused) {
  (void)unused;
  prove_all((const char *const[]){"chess", "borderlands", "battle-of-ideologies",
                                  "battle-of-ideologies-pychess", "nearly-colorboundmost",
                                  "nearly-colorboundmost-raiders", NULL});
}

static void games_of_two_moves_a_turn_have_puzzles(void **unused) {
  (void)unused;
  prove_all((const char *const[]){"colorboundmost", "colorboundmost-armies",
                                  "colorboundmost-armies-reversed", "colorboundmost-armies-both",
                                  "colorboundmost-fide", "colorboundmost-fide-raiders", NULL});
}

static void borderline_has_puzzles(void **unused) {
  (void)unused;
  prove_all((const char *const[]){"borderline", "borderline-strict", NULL});
}

static void the_warlord_games_have_puzzles(void **unused) {
  (void)unused;
  prove_all((const char *const[]){"warlord-test-of-wills", "warlord-border-war",
                                  "warlord-border-war-later", "warlord-valley-war", "warlord-river",
                                  "warlord-lakes", "warlord-lakes-2", "warlord-clash-of-arms",
                                  "warlord-battle-line", "warlord-civil-war",
                                  "warlord-two-countries", NULL});
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(chess_like_games_have_puzzles),
    cmocka_unit_test(games_of_two_moves_a_turn_have_puzzles),
    cmocka_unit_test(borderline_has_puzzles),
    cmocka_unit_test(the_warlord_games_have_puzzles),
};

MR_TEST_MAIN(tests)
