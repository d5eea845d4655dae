#include <marcher/catalog.h>
#include <marcher/endgame.h>
#include <marcher/solve.h>
#include <math.h>
#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"

/* Small games, none of which anybody plays. */
static const char games[] =
    "[hexapawn]\ntitle = Hexapawn\nmaxFile = 3\nmaxRank = 3\ncustomPiece1 = p:mfWcfF\n"
    "startFen = ppp/3/PPP w - - 0 1\nstalemateValue = loss\nflagPiece = p\n"
    "flagRegionWhite = *3\nflagRegionBlack = *1\n"
    "[rook]\ntitle = Rook\nmaxFile = 4\nmaxRank = 4\nking = k\nrook = r\n"
    "startFen = 3k/4/4/KR2 w - - 0 1\n"
    "[kings]\ntitle = Kings\nmaxFile = 3\nmaxRank = 3\nking = k\nstartFen = 2k/3/K2 w - - 0 1\n"
    "[hurry:rook]\ntitle = Hurry\nnMoveRule = 2\n"
    "[repeaters:kings]\ntitle = Repeaters\nnFoldValue = loss\n"
    "[counted:kings]\ntitle = Counted\nmaterialCounting = unweighted\n"
    "[checked:kings]\ntitle = Checked\nperpetualCheckIllegal = true\n"
    "[border:borderline]\ntitle = Border\ncolumns = 3\nrows = 3\npieces = 3\n"
    "[dice:borderline]\ntitle = Dice\ncolumns = 2\nrows = 3\npieces = 3\nply_cap = 12\n";

/* The last of these, as dealt. */
#define DICE "2/2/2 R 422,424,777 121,222,224 0 0"
#define DRAWN_DICE "2/2/2 R 124,222,371 224,422,422 0 0"

static mr_game *game_of(const char *name) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(catalog, "test.ini", games, strlen(games), &list), MR_OK);
  if (mr_catalog_open(catalog, name, NULL, 0, &game, &list) != MR_OK) {
    fail_msg("%s: %s", name, list.first != NULL ? list.first->message : "not there");
  }
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return game;
}

static mr_solution solve(const mr_game *game, const char *text, size_t memory) {
  mr_solution found = {.nodes = 0};
  mr_error error;
  const mr_solve_options how = {.nodes = 400000, .memory = memory};
  mr_state *state = mr_state_new(game, NULL);
  mr_game_start(game, state);
  mr_random random;
  mr_chance *chances = mr_alloc_zero(NULL, game->info.max_chances + 1, sizeof *chances);
  mr_random_init(&random, 7);
  while (text == NULL && mr_game_node(game, state).kind == MR_NODE_CHANCE) {
    mr_game_make(game, state, mr_game_roll(game, state, chances, &random), NULL, NULL);
  }
  mr_alloc_free(NULL, chances, (game->info.max_chances + 1) * sizeof *chances);
  if ((text != NULL && mr_game_parse_state(game, text, strlen(text), state, &error) != MR_OK) ||
      mr_solve(game, state, &how, &found, &error) != MR_OK) {
    fail_msg("%s: %s", text != NULL ? text : game->info.name, error.message);
  }
  mr_state_free(game, NULL, state);
  return found;
}

/* @source M. Gardner, "Mathematical Games", Scientific American 206 (1962): the second wins */
static void hexapawn_is_won_by_the_second_player(void **unused) {
  (void)unused;
  mr_game *game = game_of("hexapawn");
  mr_solution found = solve(game, NULL, 0);
  assert_int_equal(found.way, MR_SOLVE_POSITIONS);
  assert_true(found.complete && found.checked && found.low == 0 && found.high == 0);
  assert_int_equal(found.plies, 6);
  assert_int_equal(found.line_count, 6);
  assert_int_not_equal(found.rule, 0);
  mr_game_free(game);
}

/* With no room for all positions the same is proven by proof numbers. */
static void proof_numbers_agree(void **unused) {
  (void)unused;
  mr_game *game = game_of("hexapawn");
  mr_solution found = solve(game, NULL, 3000);
  assert_int_equal(found.way, MR_SOLVE_PROOF);
  assert_false(found.complete);
  assert_true(found.low == 0 && found.high == 0);
  assert_int_not_equal(found.rule, 0); /* the line may be shorter: nobody delays in a proof */
  mr_game_free(game);
}

/* Every kind of position of a small ending, against tables that were worked out another way. */
static void distances_are_those_of_tables_of_endings(void **unused) {
  (void)unused;
  static const char *const positions[] = {
      "3k/4/4/KR2 w - - 0 1",  "3k/4/4/KR2 b - - 0 1",  "1k2/4/1K2/3R w - - 0 1",
      "4/1k2/4/K2R b - - 0 1", "k3/4/1KR1/4 b - - 0 1", "2k1/1R2/K3/4 b - - 0 1",
  };
  mr_game *game = game_of("rook");
  mr_state *state = mr_state_new(game, NULL);
  mr_endgame_men men;
  mr_endgame *tables = NULL;
  mr_error error;
  if (mr_endgame_men_parse(game, "KRvK", 4, &men, &error) != MR_OK ||
      mr_endgame_new(game, &men, NULL, &tables, &error) != MR_OK) {
    fail_msg("%s", error.message);
  }
  for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
    mr_tablebase_result known;
    mr_solution found = solve(game, positions[i], 0);
    assert_int_equal(mr_game_parse_state(game, positions[i], strlen(positions[i]), state, NULL),
                     MR_OK);
    assert_int_equal(mr_endgame_probe(tables, state, &known, NULL), MR_OK);
    if (known.winner.id == 0) {
      assert_true(found.low == 1 && found.high == 1 && found.checked);
      assert_int_equal(found.plies, known.plies);
      assert_int_equal(found.line_count, known.plies);
    } else {
      assert_true(found.low == 0.5 && found.high == 0.5);
    }
  }
  mr_endgame_free(tables);
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

/* A clock that is shorter than the way to mate: by position it is won, and in the game it is not.
 */
static void a_win_that_a_clock_breaks_is_not_told_as_one(void **unused) {
  (void)unused;
  mr_game *game = game_of("hurry");
  mr_solution found = solve(game, "3k/4/4/KR2 w - - 0 1", 0);
  assert_true(found.complete && found.clocked && !found.checked);
  assert_true(found.low < found.high);
  mr_game_free(game);
}

static void endless_play_is_what_its_rules_say(void **unused) {
  (void)unused;
  mr_game *game = game_of("kings");
  mr_solution found = solve(game, NULL, 0);
  assert_true(found.complete && found.endless && found.low == 0.5 && found.high == 0.5);
  assert_int_not_equal(found.rule, 0);
  mr_game_free(game);
  game = game_of("repeaters"); /* who comes back loses: neither draws, nor is it known who wins */
  found = solve(game, NULL, 0);
  assert_true(found.complete && found.endless && found.low < found.high);
  mr_game_free(game);
  static const char *const others[] = {"counted", "checked"};
  for (size_t i = 0; i < 2; i++) { /* a line that is drawn does not tell that no other one is won */
    game = game_of(others[i]);
    found = solve(game, NULL, 0);
    assert_true(found.complete && found.endless && found.low < found.high);
    mr_game_free(game);
  }
}

static void dice_are_weighed(void **unused) {
  (void)unused;
  mr_game *game = game_of("dice");
  mr_solution found = solve(game, NULL, 0);
  assert_int_equal(found.way, MR_SOLVE_EXPECT);
  assert_true(found.complete && !found.timeless && found.high - found.low < 1e-9);
  mr_solution less =
      solve(game, NULL, 4000); /* what is not known stays open, and holds the truth */
  assert_false(less.complete);
  assert_true(less.low <= found.low + 1e-9 && found.high <= less.high + 1e-9);
  mr_game_free(game);
}

/* Sums of dice come near to what they are: a win is one within the last of many places, points by
 * dice are none of the results, and half a point is a draw where neither side can lose it. */
static void verdicts_of_dice_are_results_where_they_are_sure(void **unused) {
  (void)unused;
  static const struct {
    const char *game, *state;
    mr_verdict verdict;
    double points;
  } known[] = {
      {"border", "3/3/3 R 222,222,222 221,224,224 0 0", MR_VERDICT_FIRST, 1},
      {"border", "3/3/3 R 224,224,777 121,123,161 0 0", MR_VERDICT_POINTS, 0.647059},
      {"border", "3/3/3 R 222,421,422 222,224,424 0 0", MR_VERDICT_SECOND, 0},
      {"dice", DRAWN_DICE, MR_VERDICT_DRAWN, 0.5},
      {"dice", "2/2/2 R 224,421,424 124,221,424 0 0", MR_VERDICT_POINTS, 0.5},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    mr_game *game = game_of(known[i].game);
    mr_solution found = solve(game, known[i].state, 0);
    assert_true(found.complete && !found.stopped);
    assert_true(fabs(found.low - known[i].points) < 1e-6);
    assert_int_equal(mr_solution_verdict(&found), known[i].verdict);
    mr_game_free(game);
  }
  mr_solution open = {.way = MR_SOLVE_EXPECT, .low = 0.5, .high = 0.75};
  assert_int_equal(mr_solution_verdict(&open), MR_VERDICT_OPEN);
}

static bool stop_at_once(void *context, uint64_t nodes, uint64_t positions) {
  (void)context;
  return nodes == 0 && positions == 0;
}

static void who_stops_it_is_told_so(void **unused) {
  (void)unused;
  mr_game *game = game_of("border");
  mr_state *state = mr_state_new(game, NULL);
  const mr_solve_options how = {.progress = stop_at_once};
  mr_solution found;
  mr_game_start(game, state);
  assert_int_equal(mr_solve(game, state, &how, &found, NULL), MR_OK);
  assert_true(found.stopped && !found.complete && found.low < found.high);
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

static void what_cannot_be_solved_is_refused(void **unused) {
  (void)unused;
  mr_error error;
  mr_solution found;
  mr_game *game = game_of("warlord-border-war");
  mr_state *state = mr_state_new(game, NULL);
  mr_game_start(game, state);
  assert_int_equal(mr_solve(game, state, NULL, &found, &error), MR_ERR_UNSUPPORTED);
  assert_true(strstr(error.message, "hidden") != NULL);
  assert_int_equal(mr_solve(game, NULL, NULL, &found, &error), MR_ERR_ARGUMENT);
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

/* Solves once more for each request for memory, which fails. What is solved then is solved whole.
 */
static void starve(const char *name, const char *text, size_t memory) {
  mr_game *game = game_of(name);
  mr_state *state = mr_state_new(game, NULL);
  mr_solution all = solve(game, text, memory);
  bool whole = false;
  assert_int_equal(mr_game_parse_state(game, text, strlen(text), state, NULL), MR_OK);
  for (size_t at = 1; !whole; at++) {
    mr_fail_alloc failing;
    mr_error error;
    mr_solution found;
    mr_fail_alloc_init(&failing, at);
    const mr_solve_options how = {
        .nodes = 400000, .memory = memory, .allocator = &failing.allocator};
    mr_status status = mr_solve(game, state, &how, &found, &error);
    whole = status == MR_OK && failing.calls < at;
    assert_true(status == MR_OK || status == MR_ERR_NOMEM);
    assert_true(status != MR_OK || (found.low == all.low && found.high == all.high));
    assert_true(mr_fail_alloc_clean(&failing));
    assert_true(at < 4000);
  }
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

static void solving_without_memory_says_so(void **unused) {
  (void)unused;
  starve("hexapawn", "ppp/3/PPP w - - 0 1", 3000);
  starve("hexapawn", "ppp/3/PPP w - - 0 1", 100000);
  starve("dice", DICE, 1 << 20);
  starve("dice", DRAWN_DICE, 1 << 20);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(hexapawn_is_won_by_the_second_player),
    cmocka_unit_test(proof_numbers_agree),
    cmocka_unit_test(distances_are_those_of_tables_of_endings),
    cmocka_unit_test(a_win_that_a_clock_breaks_is_not_told_as_one),
    cmocka_unit_test(endless_play_is_what_its_rules_say),
    cmocka_unit_test(dice_are_weighed),
    cmocka_unit_test(verdicts_of_dice_are_results_where_they_are_sure),
    cmocka_unit_test(who_stops_it_is_told_so),
    cmocka_unit_test(what_cannot_be_solved_is_refused),
    cmocka_unit_test(solving_without_memory_says_so),
};

MR_TEST_MAIN(tests)
