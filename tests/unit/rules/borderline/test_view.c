#include <marcher/view.h>

#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

static mr_table table;
static mr_arena arena;

static mr_view look_at(const char *sets, const char *state) {
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  mr_table_open(&table, sets, state);
  assert_int_equal(mr_game_view(table.game, table.state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  return view;
}

static mr_view look(const char *state) {
  return look_at("", state);
}

static void look_away(void) {
  mr_arena_done(&arena);
  mr_table_close(&table);
}

static const char *note_of(const mr_view *view, const char *label) {
  for (size_t i = 0; i < view->note_count; i++) {
    if (strcmp(view->notes[i].label, label) == 0) {
      return view->notes[i].text;
    }
  }
  return "";
}

static const mr_view_fact *fact_of(const mr_view *view, const char *id) {
  for (size_t i = 0; i < view->fact_count; i++) {
    if (strcmp(view->facts[i].id, id) == 0) {
      return &view->facts[i];
    }
  }
  return NULL;
}

/* A hand in which one pattern is there twice, and pieces of both on the board. */
#define BOARD "R2225/6/6/6/6/6/6/B7775"

static void passes_are_noted_where_there_are_any(void **unused) {
  (void)unused;
  mr_view view = look(BOARD " R 222,777 222,777,777 0 8");
  assert_string_equal(note_of(&view, "passes"), "");
  assert_non_null(fact_of(&view, "passes"));
  assert_int_equal(fact_of(&view, "passes")->number[0], 0);
  assert_int_equal(fact_of(&view, "plies")->number[0], 8);
  assert_null(fact_of(&view, "duel"));
  look_away();
  view = look(BOARD " R 222,777 222,777,777 1 8");
  assert_string_equal(note_of(&view, "passes"), "1 in a row");
  assert_int_equal(fact_of(&view, "passes")->number[0], 1);
  look_away();
}

static void hands_count_what_is_alike(void **unused) {
  (void)unused;
  mr_view view = look(BOARD " R 222,777 222,777,777 0 8");
  assert_int_equal(view.hand_count, 2);
  assert_int_equal(view.hands[0].count, 2);
  assert_int_equal(view.hands[0].items[0].count, 1);
  assert_int_equal(view.hands[0].items[1].count, 1);
  assert_int_equal(view.hands[1].count, 2);
  assert_int_equal(view.hands[1].items[0].count, 1);
  assert_int_equal(view.hands[1].items[1].count, 2);
  look_away();
}

/* Red's column of straight pieces, as far as row 5, with Blue beside its end or not. */
static void a_road_is_as_near_as_the_pieces_that_it_lacks(void **unused) {
  (void)unused;
  mr_view view = look("R2225/R2225/R2225/R2225/R2225/R2225/6/6 R 222,222 222 0 8");
  assert_int_equal(view.goal_count, 2);
  assert_string_equal(view.goals[0].text, "2 more pieces to join row 0 to row 7");
  assert_int_equal(view.goals[0].left, 2);
  assert_int_equal(view.goals[0].on_count, 8);
  assert_int_equal(view.goals[0].risk_count, 0);
  look_away();
  view = look("R2225/R2225/R2225/R2225/R2225/R2225/6/B2225 R 222,222 222 0 8");
  assert_int_equal(view.goals[0].left, 2); /* Blue has to be beaten, or walked around */
  assert_int_equal(view.goals[0].risk_count, 1);
  assert_int_equal(view.goals[0].risks[0].id, 30); /* Blue may touch a5 from a6 */
  look_away();
}

static void expect_goal(const mr_view *view, unsigned side, const char *text, unsigned left) {
  assert_string_equal(view->goals[side].text, text);
  assert_int_equal(view->goals[side].left, left);
}

/* What falls comes back into the hand, so that a side has the pieces that it always had. */
static void a_hand_that_is_too_small_is_told(void **unused) {
  (void)unused;
  mr_view view =
      look_at("columns=3;rows=5;rotation=on", "1R2721/3/1R2721/2B222/1B2221 R 222,272 222,727 0 6");
  expect_goal(&view, 0, "too few pieces to join row 0 to row 4: 4 in all", 5);
  expect_goal(&view, 1, "too few pieces to join row 0 to row 4: 4 in all", 5);
  assert_int_equal(view.goals[0].on_count, 0);
  look_away();
  view = look_at("columns=3;rows=5;rotation=on",
                 "1R2721/3/1R2721/2B222/1B2221 R 222,272,777 222,727,727,727 0 6");
  expect_goal(&view, 0, "3 more pieces to join row 0 to row 4", 3);
  expect_goal(&view, 1, "4 more pieces to join row 0 to row 4", 4);
  look_away();
  view = look_at("columns=3;rows=5;rotation=on",
                 "1R272R222/3/1R2721/2B222/1B2221 R 222,272 222,727,727,727 0 6");
  expect_goal(&view, 0, "3 more pieces to join row 0 to row 4, 2 in hand", 3);
  look_away();
  view = look_at("pieces=8", NULL); /* that are still to be dealt */
  expect_goal(&view, 1, "8 more pieces to join row 0 to row 7", 8);
  look_away();
}

static void BD_13_a_goal_counts_the_parts_of_pieces(void **unused) {
  (void)unused;
  static const char corners[] = "B1241/B4211/B1241 R 162,162 175,175 0 6";
  static const char sets[] = "columns=2;rows=3";
  mr_view view = look_at(sets, "R1241/R4211/2 B 777 777,175,777 0 6");
  expect_goal(&view, 0, "1 more piece to join row 0 to row 2", 1);
  look_away();
  view = look_at("columns=2;rows=3;victory=strict", corners);
  expect_goal(&view, 1, "2 more pieces to join row 0 to row 2", 2);
  assert_int_equal(view.goals[1].on_count, 4);
  look_away();
  view = look_at("columns=2;rows=3;victory=strict", "B2221/B2321/B2221 R 162,162 175 0 0");
  expect_goal(&view, 1, "row 0 and row 2 are joined", 0);
  look_away();
}

/* A road may come back to a piece by another of its parts: it has the square once. */
static void BD_13_a_road_has_a_square_once(void **unused) {
  (void)unused;
  mr_view view = look_at("columns=3;rows=4;victory=strict",
                         "1R2261/R131R421R226/R131R172R222/2R222 R 222 222 0 0");
  expect_goal(&view, 0, "row 0 and row 3 are joined", 0);
  assert_int_equal(view.goals[0].on_count, 8);
  for (size_t i = 0; i < view.goals[0].on_count; i++) {
    for (size_t k = 0; k < i; k++) {
      assert_int_not_equal(view.goals[0].on[i].id, view.goals[0].on[k].id);
    }
  }
  look_away();
}

static void BD_13_strict_pictures_hold_pips_apart(void **unused) {
  (void)unused;
  mr_view view = look_at("", BOARD " R 222 222 0 8");
  assert_false(view.pieces[0].pips_apart);
  look_away();
  view = look_at("victory=strict", BOARD " R 222 222 0 8");
  assert_true(view.pieces[0].pips_apart);
  look_away();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(passes_are_noted_where_there_are_any),
    cmocka_unit_test(hands_count_what_is_alike),
    cmocka_unit_test(a_road_is_as_near_as_the_pieces_that_it_lacks),
    cmocka_unit_test(a_hand_that_is_too_small_is_told),
    cmocka_unit_test(BD_13_a_goal_counts_the_parts_of_pieces),
    cmocka_unit_test(BD_13_a_road_has_a_square_once),
    cmocka_unit_test(BD_13_strict_pictures_hold_pips_apart),
};

MR_TEST_MAIN(tests)
