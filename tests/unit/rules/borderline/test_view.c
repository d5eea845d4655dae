#include <marcher/view.h>

#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

static mr_table table;
static mr_arena arena;

static mr_view look(const char *state) {
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  mr_table_open(&table, "", state);
  assert_int_equal(mr_game_view(table.game, table.state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  return view;
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
  mr_view view = look("R2225/R2225/R2225/R2225/R2225/R2225/6/6 R 222 222 0 8");
  assert_int_equal(view.goal_count, 2);
  assert_string_equal(view.goals[0].text, "2 more pieces to join row 0 to row 7");
  assert_int_equal(view.goals[0].left, 2);
  assert_int_equal(view.goals[0].on_count, 8);
  assert_int_equal(view.goals[0].risk_count, 0);
  look_away();
  view = look("R2225/R2225/R2225/R2225/R2225/R2225/6/B2225 R 222 222 0 8");
  assert_int_equal(view.goals[0].left, 3); /* Blue has to be beaten, or walked around */
  assert_int_equal(view.goals[0].risk_count, 1);
  assert_int_equal(view.goals[0].risks[0].id, 30); /* Blue may touch a5 from a6 */
  look_away();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(passes_are_noted_where_there_are_any),
    cmocka_unit_test(hands_count_what_is_alike),
    cmocka_unit_test(a_road_is_as_near_as_the_pieces_that_it_lacks),
};

MR_TEST_MAIN(tests)
