#include <marcher/endgame.h>

#include <string.h>

#include "chase_game.h"
#include "endgame_fixture.h"
#include "ending_solver.h"
#include "instruments.h"
#include "test_main.h"

/* Of boards on which pawns meet. */
enum { ROWS = MR_BRIEF_BUILD ? 4 : 5 };

static void text_of(const mr_game *game, const mr_state *state, char *buffer, size_t size) {
  mr_str out = mr_str_fixed(buffer, size);
  mr_game_format_state(game, state, &out);
}

/* Every state of the solver has the same result in the tables. */
static void expect_every_entry(mr_endgame *endgame, const ending_solver *solver) {
  for (size_t i = 0; i < solver->count; i++) {
    const ending_node *node = &solver->nodes[i];
    mr_tablebase_result found = {MR_NOBODY, 0};
    mr_error err = {.message = ""};
    mr_status status = mr_endgame_probe(endgame, ending_solver_state(solver, i), &found, &err);
    if (status != MR_OK || found.winner.id != node->winner.id || found.plies != node->plies) {
      char text[256];
      text_of(solver->game, ending_solver_state(solver, i), text, sizeof text);
      fail_msg("%s: %s winner %u in %u, not %u in %u", text, err.message, found.winner.id,
               found.plies, node->winner.id, node->plies);
    }
  }
}

/* The numbers of the first table are those of the positions that can be composed. */
static void expect_summary(const mr_endgame *endgame, const ending_solver *solver) {
  mr_endgame_side side[2] = {{0}, {0}};
  mr_endgame_summary found;
  for (size_t i = 0; i < solver->count; i++) {
    const ending_node *node = &solver->nodes[i];
    if (!node->composed) {
      continue;
    }
    /* The texts of states name the mover, also where the game is over. */
    char text[256];
    text_of(solver->game, ending_solver_state(solver, i), text, sizeof text);
    unsigned player = strchr(text, ' ')[1] == 'b';
    bool won = node->winner.id == player;
    side[player].legal++;
    side[player].won += won;
    side[player].lost += node->winner.id == 1 - player;
    side[player].drawn += node->winner.id == MR_NOBODY_ID;
    unsigned *longest = won ? &side[player].longest_win : &side[player].longest_loss;
    *longest = node->plies > *longest ? node->plies : *longest;
  }
  mr_endgame_summarise(endgame, 0, &found);
  assert_memory_equal(side, found.side, sizeof side);
}

static void expect_truth(chase_rules rules, const char *text) {
  mr_game *game = chase_game_new(rules);
  assert_non_null(game);
  mr_endgame_men men = mr_men_of(game, text);
  mr_endgame *endgame = mr_tables_of(game, &men);
  ending_solver solver;
  ending_solver_init(&solver, game, &men);
  assert_true(solver.count > 100);
  expect_every_entry(endgame, &solver);
  expect_summary(endgame, &solver);
  ending_solver_done(&solver);
  mr_endgame_free(endgame);
  mr_game_free(game);
}

static void a_rook_or_a_queen_mates_as_the_slow_solver_says(void **state) {
  (void)state;
  expect_truth((chase_rules){.columns = 4, .rows = 4}, "KRvK");
  expect_truth((chase_rules){.columns = 5, .rows = 3}, "KvKQ");
}

static void identical_men_are_told_apart_by_nobody(void **state) {
  (void)state;
  expect_truth((chase_rules){.columns = 4, .rows = 3}, "KRRvK");
  expect_truth((chase_rules){.columns = 4, .rows = 3}, "KvKNN");
  expect_truth((chase_rules){.columns = 3, .rows = 3}, "KNNNvK");
}

static void both_sides_may_win(void **state) {
  (void)state;
  expect_truth((chase_rules){.columns = 4, .rows = 3}, "KRvKN");
  expect_truth((chase_rules){.columns = 4, .rows = 3}, "KQvKR");
}

static void pawns_turn_into_other_men(void **state) {
  (void)state;
  expect_truth((chase_rules){.columns = 4, .rows = 4}, "KPvK");
  expect_truth((chase_rules){.columns = 3, .rows = 4}, "KPPvK");
}

static void what_is_more_than_men_on_squares_is_judged_by_its_moves(void **state) {
  (void)state;
  if (!MR_SLOW_BUILD) { /* with one pawn less there are such rights, too */
    expect_truth((chase_rules){.columns = 3, .rows = ROWS, .jumps = true}, "KPvKP");
  }
  expect_truth((chase_rules){.columns = 3, .rows = ROWS + 1, .jumps = true}, "KPvP");
}

static void hashes_need_not_be_sums(void **state) {
  (void)state;
  expect_truth((chase_rules){.columns = 4, .rows = 3, .mixed_hash = true},
               MR_SLOW_BUILD ? "KRvK" : "KRRvK");
  expect_truth((chase_rules){.columns = 3, .rows = 4, .mixed_hash = true, .jumps = true},
               MR_SLOW_BUILD ? "KPvP" : "KPvKP");
}

static void games_may_end_on_the_spot(void **state) {
  (void)state;
  expect_truth((chase_rules){.columns = 4, .rows = 4, .goal = true}, "KRvK");
  expect_truth((chase_rules){.columns = 4, .rows = 4, .bare_goal = true}, "KRvK");
  expect_truth((chase_rules){.columns = 4, .rows = 4, .blind_goal = true}, "KRvK");
}

/* Its hash is that of men on these squares, but such a position is none: the sample that a plan
 * looks at does not show it, only the whole pass does. */
static void a_move_may_end_the_game_on_what_is_no_position(void **state) {
  (void)state;
  expect_truth((chase_rules){.columns = 4, .rows = 4, .late_goal = true}, "KRvK");
}

static void a_side_without_men_may_be_skipped_or_lose(void **state) {
  (void)state;
  expect_truth((chase_rules){.columns = 4, .rows = 4, .skips = true}, "KvRN");
  expect_truth((chase_rules){.columns = 4, .rows = 4}, "KvRN");
  expect_truth((chase_rules){.columns = 3, .rows = 4, .goal = true, .skips = true}, "KvRP");
}

/* The longest win is as long as it is said to be when both play their best. */
static void expect_played_out(mr_endgame *endgame, const mr_game *game, mr_player player,
                              bool won) {
  mr_state *at = mr_state_new(game, NULL);
  mr_endgame_summary summary;
  mr_tablebase_result now;
  mr_action best;
  assert_non_null(at);
  mr_endgame_summarise(endgame, 0, &summary);
  assert_true(mr_endgame_example(endgame, 0, player, won, at));
  unsigned plies = won ? summary.side[player.id].longest_win : summary.side[player.id].longest_loss;
  for (unsigned left = plies; left > 0; left--) {
    assert_int_equal(mr_endgame_best(endgame, at, &best, &now, NULL), MR_OK);
    assert_int_equal(now.plies, left);
    assert_int_equal(now.winner.id, won ? player.id : 1 - player.id);
    mr_game_make(game, at, best, NULL, NULL);
  }
  assert_int_equal(mr_game_node(game, at).kind, MR_NODE_TERMINAL);
  mr_state_free(game, NULL, at);
}

static void the_longest_win_is_played_out_in_its_plies(void **state) {
  (void)state;
  mr_game *game = chase_game_new((chase_rules){.columns = 4, .rows = 5, .jumps = true});
  mr_endgame_men men = mr_men_of(game, "KPvK");
  mr_endgame *endgame = mr_tables_of(game, &men);
  expect_played_out(endgame, game, (mr_player){0}, true);
  expect_played_out(endgame, game, (mr_player){1}, false);
  mr_state *none = mr_state_new(game, NULL);
  assert_false(mr_endgame_example(endgame, 0, (mr_player){1}, true, none));
  assert_false(mr_endgame_example(endgame, 0, MR_NOBODY, true, none));
  mr_state_free(game, NULL, none);
  mr_endgame_free(endgame);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_rook_or_a_queen_mates_as_the_slow_solver_says),
    cmocka_unit_test(identical_men_are_told_apart_by_nobody),
    cmocka_unit_test(both_sides_may_win),
    cmocka_unit_test(pawns_turn_into_other_men),
    cmocka_unit_test(what_is_more_than_men_on_squares_is_judged_by_its_moves),
    cmocka_unit_test(hashes_need_not_be_sums),
    cmocka_unit_test(games_may_end_on_the_spot),
    cmocka_unit_test(a_move_may_end_the_game_on_what_is_no_position),
    cmocka_unit_test(a_side_without_men_may_be_skipped_or_lose),
    cmocka_unit_test(the_longest_win_is_played_out_in_its_plies),
};
MR_TEST_MAIN(tests)
