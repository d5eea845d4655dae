#include <marcher/catalog.h>
#include <marcher/puzzles.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

/* A small game that nobody here has heard of: leapers that race to the other side. */
static const char leapers[] = "[leapers]\n"
                              "maxRank = 5\n"
                              "maxFile = 5\n"
                              "customPiece1 = f:F\n"
                              "customPiece2 = w:W\n"
                              "king = -\n"
                              "startFen = fwfwf/5/5/5/FWFWF w 0 1\n"
                              "extinctionValue = loss\n"
                              "extinctionPieceTypes = f\n"
                              "flagPiece = f\n"
                              "flagRegionWhite = *5\n"
                              "flagRegionBlack = *1\n"
                              "nMoveRule = 20\n";

/* Each of two rooks takes the chief at once, who is the last of his side. */
static const char chiefs[] = "[chiefs]\n"
                             "maxRank = 5\n"
                             "maxFile = 5\n"
                             "commoner = k\n"
                             "rook = r\n"
                             "king = -\n"
                             "startFen = k3R/5/5/5/R1K1R w - - 0 1\n"
                             "extinctionValue = loss\n"
                             "extinctionPieceTypes = k\n";

static mr_game *open_game(const char *name, const char *text) {
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(catalog, "my.ini", text, strlen(text), &list), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, name, NULL, 0, &game, &list), MR_OK);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return game;
}

/* ---- finding --------------------------------------------------------------------------------- */

static void prove(const mr_game *game, const mr_puzzle *one) {
  mr_error error;
  if (mr_puzzle_prove(game, one, 100000, &error) != MR_OK) {
    fail_msg("%s", error.message);
  }
}

static void a_game_that_nobody_has_seen_has_puzzles(void **unused) {
  (void)unused;
  mr_game *game = open_game("leapers", leapers);
  mr_arena arena;
  size_t count = 0;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  for (uint64_t seed = 1; seed <= 24; seed++) {
    mr_puzzle_options options = {.seed = seed};
    mr_puzzle one, again;
    bool found = false, found_again = false;
    assert_int_equal(mr_puzzle_find(game, &options, &arena, &one, &found, NULL), MR_OK);
    assert_int_equal(mr_puzzle_find(game, &options, &arena, &again, &found_again, NULL), MR_OK);
    assert_int_equal(found, found_again);
    if (found) {
      count++;
      assert_string_equal(one.state, again.state);
      assert_string_equal(one.turn, again.turn);
      prove(game, &one);
    }
  }
  assert_true(count >= 3);
  mr_arena_done(&arena);
  mr_game_free(game);
}

static void who_stops_a_search_ends_it(void **unused) {
  (void)unused;
  mr_game *game = open_game("leapers", leapers);
  mr_arena arena;
  mr_puzzle one;
  mr_error error;
  bool found = false;
  atomic_bool stop;
  atomic_init(&stop, true);
  mr_puzzle_options options = {.seed = 1, .stop = &stop};
  mr_arena_init(&arena, NULL, SIZE_MAX);
  assert_int_equal(mr_puzzle_find(game, &options, &arena, &one, &found, &error), MR_ERR_CANCELLED);
  assert_false(found);
  mr_arena_done(&arena);
  mr_game_free(game);
}

/* Men are taken away until a single turn wins, whichever are tried first; never too many. */
static void where_several_turns_win_men_are_taken_away(void **unused) {
  (void)unused;
  mr_game *game = open_game("chiefs", chiefs);
  mr_arena arena;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  for (uint64_t seed = 1; seed <= 12; seed++) {
    mr_puzzle_options options = {.seed = seed};
    mr_puzzle one;
    bool found = false;
    assert_int_equal(mr_puzzle_find(game, &options, &arena, &one, &found, NULL), MR_OK);
    assert_true(found);
    prove(game, &one);
  }
  mr_arena_done(&arena);
  mr_game_free(game);
}

static void expect_refusal(const mr_game *game, mr_puzzle one, const char *reason) {
  mr_error error = {0};
  assert_int_not_equal(mr_puzzle_prove(game, &one, 100000, &error), MR_OK);
  if (strstr(error.message, reason) == NULL) {
    fail_msg("'%s' does not say '%s'", error.message, reason);
  }
}

static void what_is_no_puzzle_is_refused_with_its_reason(void **unused) {
  (void)unused;
  mr_game *game = open_game("leapers", leapers);
  const char *one = "5/F4/4f/5/5 w - - 0 1";
  expect_refusal(game, (mr_puzzle){.state = one, .turn = "a4a5", .rule = ""}, "does not win");
  /* Nor what cannot be played at all, or goes on behind the end. */
  expect_refusal(game, (mr_puzzle){.state = one, .turn = "a1b2", .rule = ""}, "does not win");
  expect_refusal(game, (mr_puzzle){.state = one, .turn = "a4b5 e3d4", .rule = ""}, "does not win");
  expect_refusal(game, (mr_puzzle){.state = "5/2F2/4f/5/5 w - - 0 1", .turn = "c4b5", .rule = ""},
                 "more than one turn wins");
  expect_refusal(game, (mr_puzzle){.state = "5/5/F3f/5/5 w - - 0 1", .turn = "a3b4", .rule = ""},
                 "no turn wins");
  expect_refusal(game, (mr_puzzle){.state = one, .turn = "a4b5", .rule = "XX-1"}, "not by 'XX-1'");
  expect_refusal(game, (mr_puzzle){.state = "5/9 w", .turn = "a4b5", .rule = ""}, "");
  mr_game_free(game);
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char file[] = "marcher-puzzles 1\n"
                           "# Made by hand\n"
                           "game leapers 0123456789abcdef\n"
                           "\n"
                           "state 5/F4/5/5/4f w - - 0 1\n"
                           "turn a4b5\n"
                           "rule flag\n";

static void a_file_is_read_and_written_again(void **unused) {
  (void)unused;
  mr_arena arena;
  mr_puzzles *read = calloc(1, sizeof *read);
  mr_str text = mr_str_growing(NULL);
  mr_arena_init(&arena, NULL, SIZE_MAX);
  assert_non_null(read);
  assert_int_equal(mr_puzzles_read(file, sizeof file - 1, &arena, read, NULL), MR_OK);
  assert_int_equal(read->count, 1);
  assert_true(read->definition == UINT64_C(0x0123456789abcdef));
  assert_string_equal(read->items[0].turn, "a4b5");
  mr_puzzles_write(read, "Made by hand", &text);
  assert_string_equal(mr_str_text(&text), file);
  assert_true(mr_puzzles_have(read, &(mr_puzzle){.state = "other", .turn = "a4b5"}));
  assert_false(mr_puzzles_have(read, &(mr_puzzle){.state = "other", .turn = "b4a5"}));
  mr_str_done(&text);
  mr_arena_done(&arena);
  free(read);
}

static void expect_fault(const char *text, uint32_t line, const char *message) {
  mr_arena arena;
  mr_error error = {0};
  mr_puzzles *read = calloc(1, sizeof *read);
  mr_arena_init(&arena, NULL, SIZE_MAX);
  assert_non_null(read);
  assert_int_not_equal(mr_puzzles_read(text, strlen(text), &arena, read, &error), MR_OK);
  if (error.line != line || strstr(error.message, message) == NULL) {
    fail_msg("line %u: %s", (unsigned)error.line, error.message);
  }
  assert_int_equal(read->count, 0);
  mr_arena_done(&arena);
  free(read);
}

static void what_is_wrong_with_a_file_has_its_line(void **unused) {
  (void)unused;
  expect_fault("", 0, "begins with 'marcher-puzzles 1'");
  expect_fault("marcher-puzzles 2\n", 1, "begins with 'marcher-puzzles 1'");
  expect_fault("marcher-puzzles 1\n", 1, "begins with");
  expect_fault("marcher-puzzles 1\ngame leapers 012\n", 2, "here stands 'game'");
  expect_fault("marcher-puzzles 1\ngame leapers 0123456789abcdeF\n", 2, "here stands 'game'");
  expect_fault("marcher-puzzles 1\ngame x 0123456789abcdef\nturn a\n", 3, "here stands 'state'");
  expect_fault("marcher-puzzles 1\ngame x 0123456789abcdef\nstate a\n", 3, "is not complete");
  expect_fault("marcher-puzzles 1\ngame x 0123456789abcdef\nstate \x01\n", 3, "printable");
}

static void a_file_holds_so_many_and_no_more(void **unused) {
  (void)unused;
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, "marcher-puzzles 1\ngame x 0123456789abcdef\n");
  for (size_t i = 0; i <= MR_PUZZLES_MAX; i++) {
    mr_str_add(&text, "state a\nturn b\nrule c\n");
  }
  expect_fault(mr_str_text(&text), 3 + 3 * MR_PUZZLES_MAX, "more than 64");
  mr_str_done(&text);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_game_that_nobody_has_seen_has_puzzles),
    cmocka_unit_test(who_stops_a_search_ends_it),
    cmocka_unit_test(where_several_turns_win_men_are_taken_away),
    cmocka_unit_test(what_is_no_puzzle_is_refused_with_its_reason),
    cmocka_unit_test(a_file_is_read_and_written_again),
    cmocka_unit_test(what_is_wrong_with_a_file_has_its_line),
    cmocka_unit_test(a_file_holds_so_many_and_no_more),
};

MR_TEST_MAIN(tests)
