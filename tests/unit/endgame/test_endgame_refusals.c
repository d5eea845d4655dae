#include <marcher/compose.h>
#include <marcher/endgame.h>
#include <string.h>

#include "chase_game.h"
#include "endgame_fixture.h"
#include "ending_solver.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "test_main.h"
#include "toy_games.h"

/* ---- men ------------------------------------------------------------------------------------- */

static void expect_men(const char *text, mr_status status, unsigned column, const char *message) {
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  mr_error err = {.message = ""};
  mr_endgame_men men = {.count = 77};
  assert_int_equal(mr_endgame_men_parse(game, text, strlen(text), &men, &err), status);
  if (status != MR_OK) {
    assert_int_equal(men.count, 77);
    assert_int_equal(err.column, column);
    assert_string_equal(err.message, message);
  }
  mr_game_free(game);
}

static void men_are_read_and_complaints_have_columns(void **state) {
  (void)state;
  expect_men("KRvK", MR_OK, 0, NULL);
  expect_men("kRvn", MR_OK, 0, NULL);
  expect_men("KRNvKP", MR_OK, 0, NULL);
  expect_men("vK", MR_OK, 0, NULL);
  expect_men("Kv", MR_OK, 0, NULL);
  expect_men("KRK", MR_ERR_SYNTAX, 4, "expected 'v' between the men of White and of Black");
  expect_men("", MR_ERR_SYNTAX, 1, "expected 'v' between the men of White and of Black");
  expect_men("v", MR_ERR_SYNTAX, 1, "expected the letter of a piece");
  expect_men("K1vK", MR_ERR_SYNTAX, 2, "expected the letter of a piece, found '1'");
  expect_men("K\x01vK", MR_ERR_SYNTAX, 2, "expected the letter of a piece");
  expect_men("KvK+", MR_ERR_SYNTAX, 4, "expected the letter of a piece, found '+'");
  expect_men("KvK+4", MR_ERR_SYNTAX, 4, "expected the letter of a piece, found '4'");
  expect_men("KZvK", MR_ERR_UNKNOWN, 2, "White has no piece 'Z'; known are B, K, N, P, Q, R");
  expect_men("Kv+R", MR_ERR_UNKNOWN, 3, "Black has no piece '+R'; known are B, K, N, P, Q, R");
  expect_men("KvKv", MR_ERR_UNKNOWN, 4, "Black has no piece 'v'; known are B, K, N, P, Q, R");
  expect_men("KRRRvRRR", MR_ERR_LIMIT, 8, "more than 6 men");
}

static void men_have_owners_pieces_and_all_squares(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 5, .rows = 3});
  mr_endgame_men men = mr_men_of(game, "KRvK");
  assert_int_equal(men.count, 3);
  assert_int_equal(men.items[1].owner.id, 0);
  assert_int_equal(men.items[2].owner.id, 1);
  assert_int_equal(men.items[0].piece.id, mr_game_piece_named(game, (mr_player){0}, "K", 1).id);
  assert_int_equal(men.items[2].piece.id, mr_game_piece_named(game, (mr_player){1}, "K", 1).id);
  assert_true(men.items[0].cells.bits[0] == 0x7FFF);
  mr_game_free(game);
}

/* ---- what there can be no tables of ---------------------------------------------------------- */

static void expect_refusal(chase_rules rules, const char *text, mr_status status,
                           const char *part) {
  mr_game *game = chase_game_new(rules);
  mr_endgame_men men = mr_men_of(game, text);
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  assert_int_equal(mr_endgame_new(game, &men, NULL, &endgame, &err), status);
  assert_null(endgame);
  if (strstr(err.message, part) == NULL) {
    fail_msg("'%s' does not say '%s'", err.message, part);
  }
  mr_game_free(game);
}

static void games_that_there_can_be_no_tables_of_are_refused(void **state) {
  (void)state;
  mr_error err;
  mr_endgame_men men = {.count = 1};
  mr_endgame *endgame = NULL;
  mr_game *games[] = {mr_toy_new(MR_TOY_SOUND), mr_toy_quiet_new(),
                      chase_game_new((chase_rules){.columns = 4, .rows = 4, .chance = true})};
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(mr_endgame_men_parse(games[i], "KvK", 3, &men, &err), MR_ERR_UNSUPPORTED);
    assert_int_equal(mr_endgame_new(games[i], &men, NULL, &endgame, &err), MR_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.message, "no tables of endings"));
    mr_game_free(games[i]);
  }
  assert_null(endgame);
}

static void a_part_of_a_win_is_refused(void **state) {
  (void)state;
  expect_refusal((chase_rules){.columns = 4, .rows = 4, .three = true}, "KQvK", MR_ERR_UNSUPPORTED,
                 "a game of these men can end in 3 quarters to 1");
}

static void men_that_turn_into_each_other_are_refused(void **state) {
  (void)state;
  expect_refusal((chase_rules){.columns = 3, .rows = 4, .flips = true}, "KPvK", MR_ERR_UNSUPPORTED,
                 "can turn into each other");
}

static void squares_that_men_can_leave_are_refused(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  mr_endgame_men men = mr_men_of(game, "KRvK");
  mr_man_within(&men.items[1], 4, 0);
  assert_int_equal(mr_endgame_new(game, &men, NULL, &endgame, &err), MR_ERR_UNSUPPORTED);
  assert_non_null(strstr(err.message, "the men can leave the squares that the table is of: R"));
  mr_game_free(game);
}

static void squares_that_overlap_or_are_not_there_are_refused(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  mr_error err = {.message = ""};
  mr_endgame *endgame = NULL;
  mr_endgame_men men = mr_men_of(game, "KBBvK");
  mr_man_within(&men.items[1], 2, 0);
  assert_int_equal(mr_endgame_new(game, &men, NULL, &endgame, &err), MR_ERR_UNSUPPORTED);
  assert_non_null(strstr(err.message, "overlap"));
  men.items[1].cells = (mr_endgame_cells){{0}};
  assert_int_equal(mr_endgame_new(game, &men, NULL, &endgame, &err), MR_ERR_ARGUMENT);
  men.items[1].cells.bits[3] = 1;
  assert_int_equal(mr_endgame_new(game, &men, NULL, &endgame, &err), MR_ERR_ARGUMENT);
  men = mr_men_of(game, "KBBvK");
  men.items[2].owner = MR_NOBODY;
  assert_int_equal(mr_endgame_new(game, &men, NULL, &endgame, &err), MR_ERR_ARGUMENT);
  men.count = 0;
  assert_int_equal(mr_endgame_new(game, &men, NULL, &endgame, &err), MR_ERR_LIMIT);
  men.count = 7;
  assert_int_equal(mr_endgame_new(game, &men, NULL, &endgame, &err), MR_ERR_LIMIT);
  assert_int_equal(mr_endgame_new(game, NULL, NULL, &endgame, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_endgame_men_parse(game, NULL, 0, &men, &err), MR_ERR_ARGUMENT);
  mr_game_free(game);
}

static void more_positions_than_there_are_numbers_are_refused(void **state) {
  (void)state;
  expect_refusal((chase_rules){.columns = 8, .rows = 8}, "KQRBvK", MR_ERR_LIMIT,
                 "MiB of memory or more; allowed are 1536.0");
  expect_refusal((chase_rules){.columns = 8, .rows = 8}, "KQRBvKN", MR_ERR_LIMIT,
                 "KQRBvKN has more than 2^30 positions");
  expect_refusal((chase_rules){.columns = 2, .rows = 2}, "QQQQQvK", MR_ERR_LIMIT,
                 "QQQQQvK has more men than squares");
}

/* A bishop of each colour on its own squares: the tables are of them and of no others. */
static void men_may_be_kept_to_the_squares_that_they_cannot_leave(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 5, .rows = 3});
  mr_endgame_men men = mr_men_of(game, "KBBvK");
  mr_man_within(&men.items[1], 2, 0);
  mr_man_within(&men.items[2], 2, 1);
  mr_endgame *endgame = mr_tables_of(game, &men);
  mr_endgame_summary summary;
  mr_endgame_summarise(endgame, 0, &summary);
  assert_string_equal(summary.name, "KBBvK");
  assert_int_equal(summary.positions, 15 * 15 * 8 * 7);
  ending_solver solver;
  ending_solver_init(&solver, game, &men);
  for (size_t i = 0; i < solver.count; i++) {
    mr_tablebase_result found;
    const mr_state *at = ending_solver_state(&solver, i);
    assert_int_equal(mr_endgame_probe(endgame, at, &found, NULL), MR_OK);
    assert_int_equal(found.winner.id, solver.nodes[i].winner.id);
    assert_int_equal(found.plies, solver.nodes[i].plies);
  }
  ending_solver_done(&solver);
  mr_endgame_free(endgame);
  mr_game_free(game);
}

/* ---- memory, patience ------------------------------------------------------------------------ */

static void memory_that_is_not_there_is_an_error_and_nothing_is_lost(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 2, .rows = 5, .jumps = true});
  mr_endgame_men men = mr_men_of(game, "PvP");
  size_t n = 1;
  for (;; n = mr_fail_next(n)) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_endgame_options options = {.allocator = &memory.allocator};
    mr_endgame *endgame = NULL;
    mr_status status = mr_endgame_new(game, &men, &options, &endgame, NULL);
    if (status == MR_OK) {
      mr_endgame_summary summary;
      mr_endgame_summarise(endgame, 0, &summary);
      assert_true(summary.irregular > 0);
      mr_endgame_free(endgame);
      assert_true(mr_fail_alloc_clean(&memory));
      break;
    }
    assert_int_equal(status, MR_ERR_NOMEM);
    assert_null(endgame);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  assert_true(n > 50);
  mr_game_free(game);
}

static void the_work_takes_no_more_memory_than_allowed(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  mr_endgame_men men = mr_men_of(game, "KRvK");
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_endgame_options options = {.allocator = &memory.allocator, .memory = 400 << 10};
  mr_endgame *endgame = NULL;
  assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, NULL), MR_OK);
  /* Besides the tables there are the choices of men from squares and room for one state's moves. */
  assert_true(memory.most_bytes < options.memory + (64 << 10));
  mr_endgame_free(endgame);
  endgame = NULL;
  mr_error err = {.message = ""};
  options.memory = 100 << 10;
  assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, &err), MR_ERR_LIMIT);
  assert_non_null(strstr(err.message, " MiB of memory or more; allowed are 0.1"));
  assert_null(endgame);
  assert_true(mr_fail_alloc_clean(&memory));
  mr_game_free(game);
}

typedef struct patience {
  unsigned left;
  unsigned calls;
  unsigned phases;
} patience;

static bool bear(void *context, const mr_endgame_progress *progress) {
  patience *p = context;
  p->calls++;
  p->phases |= 1u << progress->phase;
  assert_true(strcmp(progress->name, "KRvK") == 0 || strcmp(progress->name, "KvK") == 0);
  return p->left == 0 || --p->left > 0;
}

static void the_work_can_be_watched_and_stopped(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  mr_endgame_men men = mr_men_of(game, "KRvK");
  patience p = {0};
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_endgame_options options = {.allocator = &memory.allocator, .progress = bear, .context = &p};
  mr_endgame *endgame = NULL;
  assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, NULL), MR_OK);
  assert_int_equal(p.phases,
                   1u << MR_ENDGAME_PLAN | 1u << MR_ENDGAME_MOVES | 1u << MR_ENDGAME_BACK);
  mr_endgame_free(endgame);
  endgame = NULL;
  unsigned calls = p.calls;
  for (unsigned n = 1; n <= calls; n += 1 + (MR_SLOW_BUILD ? n / 4 : 0)) {
    p = (patience){.left = n};
    assert_int_equal(mr_endgame_new(game, &men, &options, &endgame, NULL), MR_ERR_CANCELLED);
    assert_null(endgame);
    assert_int_equal(p.calls, n);
  }
  assert_true(mr_fail_alloc_clean(&memory));
  mr_game_free(game);
}

/* ---- probing --------------------------------------------------------------------------------- */

static void what_no_table_has_is_unknown(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 4});
  mr_endgame_men men = mr_men_of(game, "KRvK");
  mr_endgame *endgame = mr_tables_of(game, &men);
  mr_state *at = mr_state_new(game, NULL);
  mr_tablebase_result result = {{77}, 77};
  mr_action action = 77;
  mr_error err = {.message = ""};
  const char *text = "K......Q.......k w -";
  assert_int_equal(mr_game_parse_state(game, text, strlen(text), at, &err), MR_OK);
  assert_int_equal(mr_endgame_probe(endgame, at, &result, &err), MR_ERR_UNKNOWN);
  assert_string_equal(err.message,
                      "the table of KRvK and those that it leads to have no such men on such "
                      "squares");
  assert_int_equal(mr_endgame_best(endgame, at, &action, &result, &err), MR_ERR_UNKNOWN);
  assert_int_equal(result.plies, 77);
  assert_int_equal(action, 77);
  assert_int_equal(mr_endgame_probe(endgame, NULL, &result, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_endgame_best(endgame, at, NULL, &result, &err), MR_ERR_ARGUMENT);
  text = "K..k......R..... b -";
  assert_int_equal(mr_game_parse_state(game, text, strlen(text), at, &err), MR_OK);
  assert_int_equal(mr_endgame_best(endgame, at, &action, NULL, &err), MR_OK);
  assert_true(mr_game_legal(game, at, action));
  mr_state_free(game, NULL, at);
  mr_endgame_free(endgame);
  mr_endgame_free(NULL);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(men_are_read_and_complaints_have_columns),
    cmocka_unit_test(men_have_owners_pieces_and_all_squares),
    cmocka_unit_test(games_that_there_can_be_no_tables_of_are_refused),
    cmocka_unit_test(a_part_of_a_win_is_refused),
    cmocka_unit_test(men_that_turn_into_each_other_are_refused),
    cmocka_unit_test(squares_that_men_can_leave_are_refused),
    cmocka_unit_test(squares_that_overlap_or_are_not_there_are_refused),
    cmocka_unit_test(more_positions_than_there_are_numbers_are_refused),
    cmocka_unit_test(men_may_be_kept_to_the_squares_that_they_cannot_leave),
    cmocka_unit_test(memory_that_is_not_there_is_an_error_and_nothing_is_lost),
    cmocka_unit_test(the_work_takes_no_more_memory_than_allowed),
    cmocka_unit_test(the_work_can_be_watched_and_stopped),
    cmocka_unit_test(what_no_table_has_is_unknown),
};
MR_TEST_MAIN(tests)
