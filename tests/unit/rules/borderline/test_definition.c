#include <marcher/game.h>

#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

static void expect_goals(const char *sets, const char *red, const char *blue) {
  const char *const expected[2] = {red, blue};
  mr_goal goals[MR_GOALS_MAX] = {0};
  mr_game *game = mr_game_open("borderline", sets);
  assert_int_equal(mr_game_goals(game, goals), 2);
  for (unsigned side = 0; side < 2; side++) {
    assert_int_equal(goals[side].player.id, side);
    assert_string_equal(goals[side].obstacle, expected[side]);
  }
  mr_game_free(game);
}

static void a_side_needs_a_piece_for_each_row(void **unused) {
  (void)unused;
  expect_goals("", "", "");
  expect_goals("pieces=8", "", "");
  expect_goals("pieces=7", "it takes a piece in each of the 8 rows, and Red has 7",
               "it takes a piece in each of the 8 rows, and Blue has 7");
  expect_goals("columns=3;rows=5;start=1R2721/3/1R2721/2B222/1B2221 R 222,272,777 222,727 0 6", "",
               "it takes a piece in each of the 5 rows, and Blue has 4");
}

static void a_side_needs_a_turn_for_each_row_without_a_piece(void **unused) {
  (void)unused;
  static const char late[] = "it takes a piece in each of the 8 rows, and Blue has 7 turns before "
                             "the game ends after 15 plies";
  expect_goals("ply_cap=16", "", "");
  expect_goals("ply_cap=15", "", late);
  expect_goals("ply_cap=15;first=drawn", "", "");
  expect_goals("columns=3;rows=3;ply_cap=9;start=R2222/R2222/3 B 222 222,222,222 0 6", "",
               "it takes a piece in each of the 3 rows, and Blue has 2 turns before the game ends "
               "after 9 plies");
  expect_goals("columns=3;rows=3;ply_cap=7;start=R2222/R2222/3 B 222 222,222,222 0 6",
               "it takes a piece in each of the 3 rows, 2 of which have one, and Red has 0 turns "
               "before the game ends after 7 plies",
               "it takes a piece in each of the 3 rows, and Blue has 1 turn before the game ends "
               "after 7 plies");
}

static bool is_silent(const char *sets, const char *id) {
  mr_game *game = mr_game_open("borderline", sets);
  size_t rule = 1;
  while (strcmp(game->info.rules[rule].id, id) != 0) {
    rule++;
  }
  bool silent = game->info.rules[rule].silent;
  mr_game_free(game);
  return silent;
}

/* Games are not asked whether they used what only a deal can use. */
static void BD_4_is_silent_where_nothing_is_dealt(void **unused) {
  (void)unused;
  static const char start[] = "rotation=on;start=6/6/6/6/6/6/6/6 R 124,522 222,777 0 0";
  assert_false(is_silent("rotation=on", "BD-4"));
  assert_true(is_silent(start, "BD-4"));
  assert_false(is_silent(start, "BD-5"));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_side_needs_a_piece_for_each_row),
    cmocka_unit_test(a_side_needs_a_turn_for_each_row_without_a_piece),
    cmocka_unit_test(BD_4_is_silent_where_nothing_is_dealt),
};

MR_TEST_MAIN(tests)
