#include <marcher/puzzles.h>
#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "test_main.h"

/* Enough for the positions here. */
#define MOST 100000

static mr_win solve(const char *name, const char *position, uint64_t most) {
  mr_win win = {0};
  mr_error error;
  mr_win_solver *solver = NULL;
  mr_game *game = mr_game_open(name, "");
  mr_state *state = mr_state_new(game, NULL);
  if (mr_game_parse_state(game, position, strlen(position), state, &error) != MR_OK ||
      mr_win_solver_new(game, NULL, &solver, &error) != MR_OK ||
      mr_win_solve(solver, state, most, &win, &error) != MR_OK) {
    fail_msg("%s: %s", position, error.message);
  }
  mr_win_solver_free(solver);
  mr_state_free(game, NULL, state);
  mr_game_free(game);
  return win;
}

static void expect(const char *game, const char *position, mr_win_verdict verdict, size_t count) {
  mr_win win = solve(game, position, MOST);
  if (win.verdict != verdict || win.count != count) {
    fail_msg("%s: verdict %d by %zu actions, not %d by %zu", position, (int)win.verdict, win.count,
             (int)verdict, count);
  }
}

static void one_mate_is_told_from_two_and_from_none(void **unused) {
  (void)unused;
  expect("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", MR_WIN_ONE, 1);
  expect("chess", "6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1", MR_WIN_SEVERAL, 1);
  expect("chess", "6k1/5ppp/8/8/8/8/8/7K w - - 0 1", MR_WIN_NONE, 0);
  expect("chess", "6k1/5ppp/8/8/8/8/8/R6K b - - 0 1", MR_WIN_NONE, 0);
}

static void what_was_not_tried_is_not_known(void **unused) {
  (void)unused;
  assert_int_equal(solve("chess", "6k1/5ppp/8/8/8/8/8/7K w - - 0 1", 2).verdict, MR_WIN_UNKNOWN);
}

/* The dark move and the light one may be made in either order, where both orders are legal. */
static void the_order_of_actions_makes_no_other_turn(void **unused) {
  (void)unused;
  expect("colorboundmost", "2b1kb2/8/1pp2pB1/8/1P1P1q2/1Q2PP2/P1P1P3/4K2Z b - - 0 12 dl -",
         MR_WIN_ONE, 2);
}

/* Two leaders can both move in a turn; that the second may also do so makes no second win. */
static void what_a_win_does_not_need_makes_no_other_turn(void **unused) {
  (void)unused;
  const char *capture = "16/16/16/16/16/16/7L1l6/16/16/16/16/L15 w 0 9";
  expect("warlord-clash-of-arms", capture, MR_WIN_ONE, 1);
}

/* Captures of two leaders need two orders, and both. */
static void a_win_may_need_several_actions(void **unused) {
  (void)unused;
  const char *captures = "16/16/16/16/16/16/7L1l6/16/16/4l11/16/2L13 w 0 9";
  mr_win win = solve("warlord-clash-of-arms", captures, MOST);
  assert_int_equal(win.count, 2);
}

static void a_solver_without_memory_says_so(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("warlord-clash-of-arms", "");
  mr_state *state = mr_state_new(game, NULL);
  bool whole = false;
  mr_game_start(game, state);
  for (size_t after = 1; after < 64 && !whole; after++) {
    mr_fail_alloc memory;
    mr_win_solver *solver = NULL;
    mr_win win;
    mr_error error = {0};
    mr_fail_alloc_init(&memory, after);
    mr_status status = mr_win_solver_new(game, &memory.allocator, &solver, &error);
    if (status == MR_OK) {
      status = mr_win_solve(solver, state, 3000, &win, &error);
    }
    assert_true(status == MR_OK || status == MR_ERR_NOMEM);
    assert_true(status == MR_OK || error.message[0] != '\0');
    whole = status == MR_OK;
    mr_win_solver_free(solver);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  assert_true(whole);
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(one_mate_is_told_from_two_and_from_none),
    cmocka_unit_test(what_was_not_tried_is_not_known),
    cmocka_unit_test(the_order_of_actions_makes_no_other_turn),
    cmocka_unit_test(what_a_win_does_not_need_makes_no_other_turn),
    cmocka_unit_test(a_win_may_need_several_actions),
    cmocka_unit_test(a_solver_without_memory_says_so),
};

MR_TEST_MAIN(tests)
