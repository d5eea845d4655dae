#include <string.h>

#include "paint_fixture.h"
#include "test_main.h"

static const mr_paint_style plain = {0};

static const char *overview(const mr_paint_style *style) {
  mr_str_reset(&out);
  mr_paint_overview(&game, &sample.view, style, &out);
  assert_int_equal(out.status, MR_OK);
  return mr_str_text(&out);
}

static const char *board(const mr_paint_style *style) {
  mr_str_reset(&out);
  mr_paint_board(&game, &sample.view, style, &out);
  assert_int_equal(out.status, MR_OK);
  return mr_str_text(&out);
}

/** The longest line of a text, and how many there are. */
static size_t longest_line(const char *text, size_t *lines) {
  size_t most = 0;
  for (*lines = 0; *text != '\0'; ++*lines) {
    size_t length = strcspn(text, "\n");
    most = length > most ? length : most;
    text += length + (text[length] == '\n');
  }
  return most;
}

static void a_small_board_has_a_character_for_every_cell(void **state) {
  (void)state;
  mr_sample_board(&sample, 7, 3, 3, -1);
  uint16_t white = mr_sample_piece(&sample, 0, "infantry", "I");
  uint16_t black = mr_sample_piece(&sample, 1, "infantry", "i");
  uint16_t forest = mr_sample_terrain(&sample, "forest", 'T');
  mr_sample_cell(&sample, 0, 2)->piece = white;
  mr_sample_cell(&sample, 6, 0)->piece = black;
  mr_sample_cell(&sample, 3, 1)->terrain = forest;
  assert_string_equal(overview(&plain), "   a    f\n"
                                        "3  ......B\n"
                                        "2  ...T...\n"
                                        "1  W......\n"
                                        "W White   B Black   T forest\n");
}

static void signs_in_the_margins_show_the_part_that_is_drawn(void **state) {
  (void)state;
  mr_sample_board(&sample, 7, 3, 3, -1);
  mr_paint_style part = {.left = 2, .top = 1, .columns = 3, .rows = 2};
  assert_string_equal(overview(&part), "   a    f\n"
                                       "3  .......\n"
                                       "2 >.......<\n"
                                       "1 >.......<\n"
                                       "     ^^^\n"
                                       "> ^ the part that is drawn\n");
}

static void a_large_board_fits_the_screen(void **state) {
  (void)state;
  mr_sample_board(&sample, 120, 120, 120, -1);
  mr_paint_style screens[] = {
      {.width = 80, .height = 24}, {.width = 200, .height = 60}, {.width = 40, .height = 15}};
  for (size_t i = 0; i < sizeof screens / sizeof screens[0]; i++) {
    size_t lines = 0;
    size_t most = longest_line(overview(&screens[i]), &lines);
    assert_true(most <= screens[i].width);
    assert_true(lines < screens[i].height);
  }
}

static void a_single_town_and_a_single_piece_are_seen_on_the_largest_board(void **state) {
  (void)state;
  mr_sample_board(&sample, 120, 120, 120, -1);
  uint16_t town = mr_sample_terrain(&sample, "town", '#');
  uint16_t white = mr_sample_piece(&sample, 0, "infantry", "I");
  uint16_t black = mr_sample_piece(&sample, 1, "infantry", "i");
  mr_sample_cell(&sample, 77, 31)->terrain = town;
  mr_sample_cell(&sample, 3, 110)->piece = white;
  mr_sample_cell(&sample, 100, 2)->piece = white;
  mr_sample_cell(&sample, 101, 3)->piece = black;
  mr_paint_style screen = {.width = 80, .height = 24};
  const char *text = overview(&screen);
  assert_non_null(strchr(text, '#'));
  assert_non_null(strstr(text, "W..."));
  assert_non_null(strstr(text, ".x."));
  assert_non_null(strstr(text, "x several"));
}

static void badges_stand_beside_pieces_and_are_explained(void **state) {
  (void)state;
  mr_sample_board(&sample, 2, 1, 1, -1);
  mr_sample_cell(&sample, 1, 0)->piece = mr_sample_piece(&sample, 0, "leader", "L");
  mr_sample_cell(&sample, 1, 0)->badge = '3';
  sample.view.badges = "orders left";
  mr_paint_style compact = {.compact = true};
  assert_string_equal(board(&compact), "1  .  L3 1\n"
                                       "   a  b\n"
                                       "0-9 orders left\n");
  compact.width = 8;
  assert_string_equal(board(&compact), "1  .L3 1\n"
                                       "   a b\n"
                                       "0-9 orders left\n");
}

static void compact_pictures_put_notes_side_by_side(void **state) {
  (void)state;
  mr_sample_board(&sample, 2, 1, 1, -1);
  mr_sample_note(&sample, "turn", "7");
  mr_sample_note(&sample, "orders left", "3");
  mr_sample_note(&sample, "towns", "2 against 1");
  mr_paint_style compact = {.compact = true, .width = 30};
  assert_string_equal(board(&compact), "1  .  .  1\n"
                                       "   a  b\n"
                                       "turn: 7   orders left: 3\n"
                                       "towns: 2 against 1\n");
}

static void compact_hands_of_many_kinds_do_without_names(void **state) {
  (void)state;
  mr_sample_board(&sample, 2, 1, 1, -1);
  mr_view_held items[5];
  static const char *const labels[] = {"L", "H", "C", "N", "I"};
  for (size_t i = 0; i < 5; i++) {
    items[i] = (mr_view_held){mr_sample_piece(&sample, 0, "a unit", labels[i]), 2};
  }
  mr_sample_hand(&sample, 0, "still to come", items, 5);
  mr_paint_style compact = {.compact = true};
  assert_non_null(strstr(board(&compact), "(10):   L x2   H x2   C x2   N x2   I x2\n"));
  assert_non_null(strstr(board(&plain), "L x2 a unit   H x2 a unit"));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_small_board_has_a_character_for_every_cell, setup, teardown),
    cmocka_unit_test_setup_teardown(signs_in_the_margins_show_the_part_that_is_drawn, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_large_board_fits_the_screen, setup, teardown),
    cmocka_unit_test_setup_teardown(a_single_town_and_a_single_piece_are_seen_on_the_largest_board,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(badges_stand_beside_pieces_and_are_explained, setup, teardown),
    cmocka_unit_test_setup_teardown(compact_hands_of_many_kinds_do_without_names, setup, teardown),
    cmocka_unit_test_setup_teardown(compact_pictures_put_notes_side_by_side, setup, teardown),
};

MR_TEST_MAIN(tests)
