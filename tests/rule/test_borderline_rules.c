/*
 * docs/rules/borderline.md rule by rule, BD-1 to BD-11: board, pieces, turns and duels. The end of
 * the game, the display, the texts and the computer players are in test_borderline_ends.c.
 */
#include <marcher/view.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

#define EMPTY "6/6/6/6/6/6/6/6"
#define SMALL "columns=3;rows=3"

static void expect_legal(mr_table *table, const char *action) {
  if (!mr_table_allows(table, action)) {
    fail_msg("\"%s\" is not legal in \"%s\"", action, mr_table_state(table));
  }
}

static void expect_illegal(mr_table *table, const char *action) {
  if (mr_table_allows(table, action)) {
    fail_msg("\"%s\" is legal in \"%s\"", action, mr_table_state(table));
  }
}

/* Opens Borderline at a state, where `legal` is legal and `illegal` is not; NULL for neither. */
static void check(const char *sets, const char *state, const char *legal, const char *illegal) {
  mr_table table;
  mr_table_open(&table, sets, state);
  if (legal != NULL) {
    expect_legal(&table, legal);
  }
  if (illegal != NULL) {
    expect_illegal(&table, illegal);
  }
  mr_table_close(&table);
}

/* The chance of an outcome is `part` in `whole`. */
static void expect_chance(mr_table *table, const char *outcome, uint64_t part, uint64_t whole) {
  uint64_t total = 0;
  uint64_t weight = mr_table_weight(table, outcome, &total);
  if (weight * whole != total * part) {
    fail_msg("\"%s\" has the chance %u/%u, not %u/%u", outcome, (unsigned)weight, (unsigned)total,
             (unsigned)part, (unsigned)whole);
  }
}

/* Plays from one state to another. */
static void check_play(const char *sets, const char *from, const char *actions, const char *to) {
  mr_table table;
  mr_table_open(&table, sets, from);
  mr_table_play(&table, actions);
  assert_string_equal(mr_table_state(&table), to);
  mr_table_close(&table);
}

/* ---- BD-1 ------------------------------------------------------------------------------------ */

static void BD_01_the_board_has_6_columns_and_8_rows_of_3_by_3_pips(void **unused) {
  (void)unused; /* BD-1 */
  mr_table table;
  mr_table_open(&table, "", EMPTY " R 222 222 0 0");
  assert_int_equal(table.game->info.columns, 6);
  assert_int_equal(table.game->info.rows, 8);
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_game_view(table.game, table.state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  assert_int_equal(view.columns, 6);
  assert_int_equal(view.rows, 8);
  assert_int_equal(view.pip_columns, 3);
  assert_int_equal(view.pip_rows, 3);
  assert_string_equal(view.column_names[0], "a");
  assert_string_equal(view.column_names[5], "f");
  assert_string_equal(view.row_names[0], "0");
  assert_string_equal(view.row_names[7], "7");
  mr_arena_done(&arena);
  mr_table_close(&table);
}

static void BD_01_Red_lives_at_the_top_and_Blue_at_the_bottom(void **unused) {
  (void)unused; /* BD-1 */
  mr_table table;
  mr_table_open(&table, "", EMPTY " R 222 222 0 0");
  assert_int_equal(table.game->info.players, 2);
  assert_string_equal(table.game->info.player_names[0], "Red");
  assert_string_equal(table.game->info.player_names[1], "Blue");
  expect_legal(&table, "222@a0");
  expect_legal(&table, "222@f0");
  expect_illegal(&table, "222@a7");
  assert_int_equal(mr_table_actions(&table), 6);
  mr_table_play(&table, "222@a0");
  expect_legal(&table, "222@a7");
  expect_legal(&table, "222@f7");
  expect_illegal(&table, "222@b0");
  assert_int_equal(mr_table_actions(&table), 6);
  mr_table_close(&table);
}

static void BD_01_columns_and_rows_are_keys_of_the_definition(void **unused) {
  (void)unused; /* BD-1 */
  check("columns=2;rows=2", "2/2 R 222 222 0 0", "222@b0", "222@c0");
  check("columns=26;rows=26",
        "26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26/26 "
        "B 222 222 0 0",
        "222@z25", "222@z0");
  assert_int_equal(mr_game_refusal("borderline", "columns=1"), MR_ERR_RANGE);
  assert_int_equal(mr_game_refusal("borderline", "columns=27"), MR_ERR_RANGE);
  assert_int_equal(mr_game_refusal("borderline", "rows=1"), MR_ERR_RANGE);
  assert_int_equal(mr_game_refusal("borderline", "rows=27"), MR_ERR_RANGE);
}

/* ---- BD-2, BD-3 ------------------------------------------------------------------------------ */

static void BD_02_a_piece_fills_the_centre_and_every_row(void **unused) {
  (void)unused; /* BD-2 */
  mr_table table;
  mr_table_open(&table, "", NULL);
  assert_int_equal(mr_table_refusal(&table, EMPTY " R 222,522,777 124 0 0"), MR_OK);
  const char *const faulty[] = {"022", "202", "220", "212", "747", "757", "111", "000", "828"};
  for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
    char state[64];
    snprintf(state, sizeof state, EMPTY " R %s 222 0 0", faulty[i]);
    assert_int_not_equal(mr_table_refusal(&table, state), MR_OK);
    snprintf(state, sizeof state, "R%s5/6/6/6/6/6/6/6 R 222 222 0 0", faulty[i]);
    assert_int_not_equal(mr_table_refusal(&table, state), MR_OK);
  }
  mr_table_close(&table);
}

static void BD_02_four_pieces_of_five_have_exactly_3_pips(void **unused) {
  (void)unused; /* BD-2 */
  mr_table table;
  uint64_t total = 0;
  uint64_t three = 0;
  mr_table_open(&table, "", NULL);
  const char *const edges = "124"; /* one PIP: right, middle, left */
  for (size_t i = 0; i < 9; i++) {
    const char pattern[] = {edges[i / 3], '2', edges[i % 3], '\0'};
    three += mr_table_weight(&table, pattern, &total);
  }
  assert_int_equal(three * 5, total * 4);
  mr_table_close(&table);
}

static void BD_03_patterns_of_one_number_of_pips_are_equally_likely(void **unused) {
  (void)unused; /* BD-3 */
  static const struct {
    const char *pattern;
    uint64_t share; /* 1 / share of all */
  } wanted[] = {{"522", 30 * 36}, {"223", 30 * 36}, {"727", 30 * 28}, {"272", 30 * 60},
                {"525", 30 * 60}, {"737", 30 * 8},  {"777", 30},      {"673", 30 * 28},
                {"563", 30 * 54}, {"626", 30 * 60}};
  mr_table table;
  mr_table_open(&table, "", NULL);
  uint64_t total = 0;
  assert_int_equal(mr_game_chances(table.game, table.state, table.chances, &total), 9 + 187);
  expect_chance(&table, "222", 4, 45);
  expect_chance(&table, "124", 4, 45);
  expect_chance(&table, "757", 0, 1);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    expect_chance(&table, wanted[i].pattern, 1, wanted[i].share);
  }
  mr_table_close(&table);
}

/* ---- BD-4 ------------------------------------------------------------------------------------ */

static size_t held(mr_table *table, mr_player viewer, size_t hand) {
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_game_view(table->game, table->state, viewer, &arena, &view, NULL), MR_OK);
  assert_int_equal(view.hand_count, 2);
  assert_int_equal(view.hands[hand].owner.id, hand);
  size_t pieces = 0;
  for (size_t i = 0; i < view.hands[hand].count; i++) {
    pieces += view.hands[hand].items[i].count;
  }
  mr_arena_done(&arena);
  return pieces;
}

static void BD_04_each_player_starts_with_15_pieces(void **unused) {
  (void)unused; /* BD-4 */
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_table_deal(&table, 3);
  assert_int_equal(held(&table, MR_NOBODY, 0), 15);
  assert_int_equal(held(&table, MR_NOBODY, 1), 15);
  mr_table_close(&table);
  mr_table_open(&table, "pieces=4", NULL);
  mr_table_deal(&table, 3);
  assert_int_equal(held(&table, MR_NOBODY, 0), 4);
  assert_int_equal(held(&table, MR_NOBODY, 1), 4);
  mr_table_close(&table);
}

static void BD_04_hands_are_open(void **unused) {
  (void)unused; /* BD-4 */
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_table_deal(&table, 4);
  assert_false(mr_game_can(table.game, MR_CAN_HIDE));
  for (uint8_t viewer = 0; viewer < 2; viewer++) {
    assert_int_equal(held(&table, (mr_player){viewer}, 0), 15);
    assert_int_equal(held(&table, (mr_player){viewer}, 1), 15);
  }
  mr_table_close(&table);
}

static void BD_04_pieces_are_neither_turned_nor_mirrored(void **unused) {
  (void)unused; /* BD-4 */
  mr_table table;
  mr_table_open(&table, "", EMPTY " R 123 222 0 0");
  assert_int_equal(mr_table_actions(&table), 6);
  expect_legal(&table, "123@a0");
  expect_illegal(&table, "624@a0"); /* turned by half */
  expect_illegal(&table, "426@a0"); /* mirrored */
  mr_table_close(&table);
}

static void BD_04_the_key_rotation_allows_turns_and_then_mirror_images(void **unused) {
  (void)unused; /* BD-4 */
  check("rotation=on", EMPTY " R 123 222 0 0", "624@a0", NULL);
  check("rotation=on", EMPTY " R 123 222 0 0", "123@a0", "426@a0");
  check("rotation=mirror", EMPTY " R 123 222 0 0", "624@a0", NULL);
  check("rotation=mirror", EMPTY " R 123 222 0 0", "426@a0", "522@a0");
}

static void BD_03_tells_of_turned_patterns_where_they_are_turned(void **unused) {
  (void)unused; /* BD-3 */
  static const char *const sets[] = {"", "rotation=on", "rotation=mirror"};
  for (unsigned i = 0; i < 3; i++) {
    mr_table table;
    const char *told = NULL;
    mr_table_open(&table, sets[i], EMPTY " R 123 222 0 0");
    for (size_t k = 0; k < table.game->info.rule_count; k++) {
      const mr_rule *rule = &table.game->info.rules[k];
      told = strcmp(rule->id, "BD-3") == 0 ? rule->text : told;
    }
    assert_non_null(told);
    assert_int_equal(strstr(told, "when they are turned") != NULL, i > 0);
    assert_int_equal(strstr(told, "or mirrored") != NULL, i == 2);
    mr_table_close(&table);
  }
}

static void BD_04_equal_patterns_in_a_hand_are_interchangeable(void **unused) {
  (void)unused; /* BD-4 */
  mr_table table;
  mr_table_open(&table, "", EMPTY " R 222,222,222 222 0 0");
  assert_int_equal(mr_table_actions(&table), 6);
  mr_table_play(&table, "222@a0");
  assert_string_equal(mr_table_state(&table), "R2225/6/6/6/6/6/6/6 B 222,222 222 0 1");
  mr_table_close(&table);
}

/* ---- BD-5 ------------------------------------------------------------------------------------ */

static void BD_05_players_place_one_piece_in_turn(void **unused) {
  (void)unused; /* BD-5 */
  mr_table table;
  mr_table_open(&table, "", EMPTY " R 222,222 222,222 0 0");
  const uint8_t turns[] = {0, 1, 0, 1};
  const char *const actions[] = {"222@a0", "222@a7", "222@a1", "222@a6"};
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal(mr_game_node(table.game, table.state).player.id, turns[i]);
    mr_table_play(&table, actions[i]);
    assert_int_equal(mr_table_events(&table, MR_EVENT_PLACE), 1);
  }
  mr_table_close(&table);
}

static void BD_05_a_piece_needs_an_empty_square(void **unused) {
  (void)unused; /* BD-5 */
  check(SMALL, "R777R7771/B7772/B7772 R 777 777 0 0", "777@c0", "777@a0");
  check(SMALL, "R777R7771/B7772/B7772 R 777 777 0 0", "777@b1", "777@a1");
}

static void BD_05_Red_starts(void **unused) {
  (void)unused; /* BD-5 */
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_table_deal(&table, 1);
  assert_int_equal(mr_game_node(table.game, table.state).player.id, 0);
  mr_table_close(&table);
  mr_table_open(&table, "first=blue", NULL);
  mr_table_deal(&table, 1);
  assert_int_equal(mr_game_node(table.game, table.state).player.id, 1);
  mr_table_close(&table);
}

static void BD_05_the_key_first_can_leave_it_to_lots(void **unused) {
  (void)unused; /* BD-5 */
  mr_table table;
  mr_table_open(&table, "first=drawn;pieces=1", NULL);
  mr_table_play(&table, "222 777");
  expect_chance(&table, "red", 1, 2);
  expect_chance(&table, "blue", 1, 2);
  mr_table_play(&table, "blue");
  assert_int_equal(mr_game_node(table.game, table.state).player.id, 1);
  assert_string_equal(mr_table_state(&table), EMPTY " B 222 777 0 0");
  mr_table_close(&table);
}

/* ---- BD-6 ------------------------------------------------------------------------------------ */

static void BD_06_without_a_piece_at_home_it_must_go_there(void **unused) {
  (void)unused; /* BD-6 */
  mr_table table;
  mr_table_open(&table, SMALL, "3/1R7771/B7772 R 222 777 0 0");
  expect_legal(&table, "222@a0");
  expect_legal(&table, "222@b0");
  expect_legal(&table, "222@c0");
  assert_int_equal(mr_table_actions(&table), 3);
  mr_table_set(&table, "R7772/1B7771/3 B 222 777 0 0");
  expect_legal(&table, "777@a2");
  expect_legal(&table, "777@c2");
  assert_int_equal(mr_table_actions(&table), 3);
  mr_table_close(&table);
}

static void BD_06_any_empty_square_at_home_will_do(void **unused) {
  (void)unused; /* BD-6 */
  mr_table table;
  mr_table_open(&table, SMALL, "B777B7771/3/3 R 222 777 0 0");
  expect_legal(&table, "222@c0");
  assert_int_equal(mr_table_actions(&table), 1);
  mr_table_set(&table, "R7772/3/R777R7771 B 222 421,777 0 0");
  expect_legal(&table, "777@c2");
  expect_legal(&table, "421@c2");
  assert_int_equal(mr_table_actions(&table), 2);
  mr_table_close(&table);
}

static void BD_06_a_piece_at_home_frees_the_next_one(void **unused) {
  (void)unused; /* BD-6 */
  check(SMALL, "R7772/3/B7772 R 777 777 0 0", "777@a1", "777@c0");
}

/* ---- BD-7 ------------------------------------------------------------------------------------ */

static void BD_07_the_examples_of_the_document(void **unused) {
  (void)unused; /* BD-7 */
  /* Two pieces placed vertically, two placed horizontally, and the invalid placement. */
  check("", "R4245/6/6/6/6/6/6/6 R 524 222 0 0", "524@a1", NULL);
  check("", "R4345/6/6/6/6/6/6/6 R 161 222 0 0", "161@b0", NULL);
  check("", "R4215/6/6/6/6/6/6/6 R 421 222 0 0", NULL, "421@a1");
}

static void BD_07_a_filled_pip_must_face_a_filled_pip(void **unused) {
  (void)unused;                                            /* BD-7 */
  const char *const below[] = {"R1245", "R1225", "R1215"}; /* bottom left, middle, right */
  const char *const top[] = {"424@a1", "224@a1", "124@a1"};
  for (size_t i = 0; i < 3; i++) {
    char state[80];
    mr_table table;
    snprintf(state, sizeof state, "%s/6/6/6/6/6/6/6 R 124,224,424 222 0 0", below[i]);
    mr_table_open(&table, "", state);
    for (size_t k = 0; k < 3; k++) {
      assert_int_equal(mr_table_allows(&table, top[k]), i == k);
    }
    mr_table_close(&table);
  }
}

static void BD_07_any_of_the_four_sides_will_do(void **unused) {
  (void)unused;                                                     /* BD-7 */
  check(SMALL, "R2222/3/3 R 121,222 777 0 0", "222@a1", "121@a1");  /* from above */
  check(SMALL, "R2222/1R7771/3 R 222 777 0 0", "222@b0", "222@c0"); /* from below */
  check(SMALL, "R7772/3/3 R 131,464 777 0 0", "464@b0", "131@b0");  /* from the left */
  check(SMALL, "1R7771/3/3 R 131,464 777 0 0", "131@a0", "464@a0"); /* from the right */
}

static void BD_07_diagonal_neighbours_never_count(void **unused) {
  (void)unused; /* BD-7 */
  check(SMALL, "R7772/3/B7772 R 777 777 0 0", "777@b0", "777@b1");
  check(SMALL, "R7772/B7772/3 R 777 777 0 0", NULL, "777@b1");
}

static void BD_07_an_enemy_piece_is_no_support(void **unused) {
  (void)unused; /* BD-7 */
  check(SMALL, "R7772/B7772/3 R 777 777 0 0", "777@b0", "777@a2");
  check(SMALL, "R7772/B777B7771/3 R 777 777 0 0", "777@b0", "777@c1");
}

static void BD_07_the_edge_of_the_board_joins_nothing(void **unused) {
  (void)unused; /* BD-7 */
  check(SMALL, "2R777/3/B7772 R 777 777 0 0", "777@b0", "777@a1");
  check(SMALL, "2R777/3/B7772 R 777 777 0 0", "777@c1", "777@a0");
}

/* ---- BD-8 ------------------------------------------------------------------------------------ */

static void BD_08_a_player_without_pieces_passes(void **unused) {
  (void)unused; /* BD-8 */
  mr_table table;
  mr_table_open(&table, SMALL, "R7772/3/B7772 R - 777 0 0");
  expect_legal(&table, "--");
  assert_int_equal(mr_table_actions(&table), 1);
  mr_table_play(&table, "--");
  assert_int_equal(mr_table_events(&table, MR_EVENT_PASS), 1);
  assert_string_equal(mr_table_state(&table), "R7772/3/B7772 B - 777 1 1");
  mr_table_close(&table);
}

static void BD_08_a_player_without_a_legal_placement_passes(void **unused) {
  (void)unused; /* BD-8 */
  mr_table table;
  mr_table_open(&table, SMALL, "R4242/3/B7772 R 121 777 0 0");
  expect_legal(&table, "--");
  assert_int_equal(mr_table_actions(&table), 1);
  mr_table_set(&table, "B777B777B777/3/3 R 777 777 0 0"); /* home is full */
  expect_legal(&table, "--");
  assert_int_equal(mr_table_actions(&table), 1);
  mr_table_close(&table);
}

static void BD_08_passing_is_never_voluntary(void **unused) {
  (void)unused; /* BD-8 */
  check(SMALL, "R7772/3/B7772 R 777 777 0 0", "777@b0", "--");
  check("", EMPTY " R 222 222 0 0", "222@a0", "--");
}

/* ---- BD-9 ------------------------------------------------------------------------------------ */

/* The field that names the duels still to be fought, "" where there is none. */
static const char *duels(mr_table *table) {
  const char *text = mr_table_state(table);
  for (int blanks = 0; blanks < 6; blanks++) {
    text = strchr(text, ' ');
    if (text == NULL) {
      return "";
    }
    text++;
  }
  return text;
}

static void BD_09_a_placed_piece_fights_every_enemy_piece_it_touches(void **unused) {
  (void)unused; /* BD-9 */
  mr_table table;
  mr_table_open(&table, "columns=4;rows=3", "R777B7772/R7771B7771/1B7772 R 777 222 0 0");
  mr_table_play(&table, "777@b1");
  assert_string_equal(duels(&table), "b1:urd");
  mr_table_play(&table, "win win");
  assert_int_equal(mr_game_node(table.game, table.state).kind, MR_NODE_CHANCE);
  mr_table_play(&table, "win");
  assert_int_equal(mr_game_node(table.game, table.state).kind, MR_NODE_DECISION);
  assert_string_equal(mr_table_state(&table), "R7773/R777R7772/4 B - 222,777,777,777 0 1");
  mr_table_close(&table);
}

static void BD_09_the_order_is_up_left_right_down(void **unused) {
  (void)unused; /* BD-9 */
  mr_table table;
  mr_table_open(&table, SMALL, "2R777/R777B777R777/1R7771 B 777 777 0 0");
  mr_table_play(&table, "777@c2"); /* at home, touching c1 and b2: up, then left */
  assert_string_equal(duels(&table), "c2:ul");
  mr_table_set(&table, "1R777R777/B777B7771/1R777R777 R 777 777 0 0");
  mr_table_play(&table, "777@c1");
  assert_string_equal(duels(&table), "c1:l");
  mr_table_set(&table, "1B777R777/B7771R777/1B7771 R 777 777 0 0");
  mr_table_play(&table, "777@b1");
  assert_string_equal(duels(&table), "b1:uld");
  mr_table_set(&table, "R777B7771/R7771B777/1B7771 R 777 777 0 0");
  mr_table_play(&table, "777@b1 win");
  assert_string_equal(duels(&table), "b1:rd");
  mr_table_play(&table, "win");
  assert_string_equal(duels(&table), "b1:d");
  mr_table_close(&table);
}

static void BD_09_neighbours_that_do_not_touch_do_not_fight(void **unused) {
  (void)unused; /* BD-9 */
  check_play(SMALL, "R2221B222/3/B2222 R 222 777 0 0", "222@a1",
             "R2221B222/R2222/B2222 R - 777 0 0 a1:d");
  check_play(SMALL, "R2221B222/3/B1212 R 224 777 0 0", "224@a1",
             "R2221B222/R2242/B1212 B - 777 0 1");
  check_play(SMALL, "R777R7771/3/1B7771 R 222 777 0 0", "222@a1",
             "R777R7771/R2222/1B7771 B - 777 0 1"); /* only diagonally */
}

/* ---- BD-10 ----------------------------------------------------------------------------------- */

static const char duel_of_red[] = "R7772/3/B7772 R 777 777 0 0";
static const char duel_of_blue[] = "R7772/3/B7772 B 777 777 0 0";

static void BD_10_the_attacker_wins_15_times_in_36(void **unused) {
  (void)unused; /* BD-10 */
  const char *const states[] = {duel_of_red, duel_of_blue};
  for (size_t i = 0; i < 2; i++) {
    mr_table table;
    uint64_t total = 0;
    mr_table_open(&table, SMALL, states[i]);
    mr_table_play(&table, "777@a1");
    assert_int_equal(mr_game_chances(table.game, table.state, table.chances, &total), 2);
    expect_chance(&table, "win", 15, 36);
    expect_chance(&table, "lose", 21, 36);
    mr_table_close(&table);
  }
}

/* Rolls every pair of dice at a duel and compares who is left on a1. */
static void roll_all(const char *state, bool red_attacks) {
  mr_table table;
  mr_table_open(&table, SMALL, state);
  for (int red = 1; red <= 6; red++) {
    for (int blue = 1; blue <= 6; blue++) {
      char roll[32];
      snprintf(roll, sizeof roll, "777@a1 r%db%d", red, blue);
      mr_table_set(&table, state);
      mr_table_play(&table, roll);
      bool attacker_wins = red_attacks ? red > blue : blue > red;
      const char *text = mr_table_state(&table);
      const char *standing = red_attacks ? "R7772/R7772/3 " : "3/B7772/B7772 ";
      assert_int_equal(strncmp(text, standing, strlen(standing)) == 0, attacker_wins);
    }
  }
  mr_table_close(&table);
}

static void BD_10_the_higher_die_wins_and_a_tie_is_lost_by_the_attacker(void **unused) {
  (void)unused; /* BD-10 */
  roll_all(duel_of_red, true);
  roll_all(duel_of_blue, false);
}

/* Chi-square over the 36 rolls; a fair pair of dice exceeds the limit once in a thousand seeds. */
static void BD_10_the_dice_that_are_rolled_are_fair(void **unused) {
  (void)unused; /* BD-10 */
  enum { ROLLS = 36000 };
  const double limit = 66.619; /* 35 degrees of freedom */
  const char *const states[] = {duel_of_red, duel_of_blue};
  for (size_t i = 0; i < 2; i++) {
    unsigned counts[36] = {0};
    double chi_square = 0;
    mr_table table;
    mr_random random;
    mr_random_init(&random, 20240602 + i);
    mr_table_open(&table, SMALL, states[i]);
    mr_table_play(&table, "777@a1");
    for (int roll = 0; roll < ROLLS; roll++) {
      char text[MR_ACTION_TEXT_MAX];
      mr_table_text(&table, mr_game_roll(table.game, table.state, table.chances, &random), text);
      assert_int_equal(strlen(text), 4);
      counts[(text[1] - '1') * 6 + (text[3] - '1')]++;
    }
    for (int pair = 0; pair < 36; pair++) {
      double off = (double)counts[pair] - ROLLS / 36.0;
      chi_square += off * off / (ROLLS / 36.0);
    }
    print_message("36 rolls of two dice: chi-square %.2f, limit %.2f\n", chi_square, limit);
    assert_true(chi_square < limit);
    mr_table_close(&table);
  }
}

static void BD_10_the_record_keeps_both_dice(void **unused) {
  (void)unused; /* BD-10 */
  mr_table table;
  mr_table_open(&table, SMALL, duel_of_blue);
  mr_table_play(&table, "777@a1 r2b5");
  size_t rolls = 0;
  for (size_t i = 0; i < table.events.count; i++) {
    const mr_event *event = &table.events.items[i];
    if (event->kind == MR_EVENT_DICE) {
      bool blue_first = event->player.id == 1;
      assert_int_equal(event->value[blue_first ? 1 : 0], 2);
      assert_int_equal(event->value[blue_first ? 0 : 1], 5);
      rolls++;
    }
  }
  assert_int_equal(rolls, 1);
  mr_table_close(&table);
}

static void BD_10_dice_that_nobody_can_roll_are_refused(void **unused) {
  (void)unused; /* BD-10 */
  const char *const faces[] = {"r0b1", "r7b1", "r1b7", "r1b0", "b1r1", "r1", "r11b1", "r1b1 "};
  mr_table table;
  mr_table_open(&table, SMALL, duel_of_red);
  mr_table_play(&table, "777@a1");
  for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) {
    mr_action action = MR_ACTION_NONE;
    assert_int_not_equal(
        mr_game_parse_action(table.game, table.state, faces[i], strlen(faces[i]), &action, NULL),
        MR_OK);
  }
  mr_table_close(&table);
}

static void BD_10_the_number_of_sides_is_a_key(void **unused) {
  (void)unused; /* BD-10 */
  mr_table table;
  mr_table_open(&table, SMALL ";dice_sides=20", duel_of_red);
  mr_table_play(&table, "777@a1");
  expect_chance(&table, "win", 190, 400);
  mr_table_play(&table, "r20b19");
  assert_string_equal(mr_table_state(&table), "R7772/R7772/3 B - 777,777 0 1");
  mr_table_close(&table);
}

/* ---- BD-11 ----------------------------------------------------------------------------------- */

static void BD_11_the_loser_returns_to_the_hand_of_its_owner(void **unused) {
  (void)unused; /* BD-11 */
  check_play(SMALL, "R7772/3/B4772 R 766 777 0 0", "766@a1 win", "R7772/R7662/3 B - 477,777 0 1");
  check_play(SMALL, "R7772/3/B4772 R 766 777 0 0", "766@a1 lose", "R7772/3/B4772 B 766 777 0 1");
  check_play(SMALL, "R7772/3/B4772 B 766 777 0 0", "777@a1 win", "3/B7772/B4772 R 766,777 - 0 1");
}

static void BD_11_a_fallen_attacker_fights_no_more(void **unused) {
  (void)unused; /* BD-11 */
  mr_table table;
  mr_table_open(&table, SMALL, "R777B7771/R7771B777/1B7771 R 777 777 0 0");
  mr_table_play(&table, "777@b1 lose");
  assert_string_equal(mr_table_state(&table), "R777B7771/R7771B777/1B7771 B 777 777 0 1");
  mr_table_set(&table, "R777B7771/R7771B777/1B7771 R 777 777 0 0");
  mr_table_play(&table, "777@b1 win lose");
  assert_string_equal(mr_table_state(&table), "R7772/R7771B777/1B7771 B 777 777,777 0 1");
  mr_table_close(&table);
}

static void BD_11_events_tell_who_returns(void **unused) {
  (void)unused; /* BD-11 */
  mr_table table;
  mr_table_open(&table, SMALL, duel_of_red);
  mr_table_play(&table, "777@a1 lose");
  assert_int_equal(mr_table_events(&table, MR_EVENT_RETURN), 1);
  for (size_t i = 0; i < table.events.count; i++) {
    if (table.events.items[i].kind == MR_EVENT_RETURN) {
      assert_int_equal(table.events.items[i].player.id, 0);
    }
  }
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(BD_01_the_board_has_6_columns_and_8_rows_of_3_by_3_pips),
    cmocka_unit_test(BD_01_Red_lives_at_the_top_and_Blue_at_the_bottom),
    cmocka_unit_test(BD_01_columns_and_rows_are_keys_of_the_definition),
    cmocka_unit_test(BD_02_a_piece_fills_the_centre_and_every_row),
    cmocka_unit_test(BD_02_four_pieces_of_five_have_exactly_3_pips),
    cmocka_unit_test(BD_03_patterns_of_one_number_of_pips_are_equally_likely),
    cmocka_unit_test(BD_04_each_player_starts_with_15_pieces),
    cmocka_unit_test(BD_04_hands_are_open),
    cmocka_unit_test(BD_04_pieces_are_neither_turned_nor_mirrored),
    cmocka_unit_test(BD_03_tells_of_turned_patterns_where_they_are_turned),
    cmocka_unit_test(BD_04_the_key_rotation_allows_turns_and_then_mirror_images),
    cmocka_unit_test(BD_04_equal_patterns_in_a_hand_are_interchangeable),
    cmocka_unit_test(BD_05_players_place_one_piece_in_turn),
    cmocka_unit_test(BD_05_a_piece_needs_an_empty_square),
    cmocka_unit_test(BD_05_Red_starts),
    cmocka_unit_test(BD_05_the_key_first_can_leave_it_to_lots),
    cmocka_unit_test(BD_06_without_a_piece_at_home_it_must_go_there),
    cmocka_unit_test(BD_06_any_empty_square_at_home_will_do),
    cmocka_unit_test(BD_06_a_piece_at_home_frees_the_next_one),
    cmocka_unit_test(BD_07_the_examples_of_the_document),
    cmocka_unit_test(BD_07_a_filled_pip_must_face_a_filled_pip),
    cmocka_unit_test(BD_07_any_of_the_four_sides_will_do),
    cmocka_unit_test(BD_07_diagonal_neighbours_never_count),
    cmocka_unit_test(BD_07_an_enemy_piece_is_no_support),
    cmocka_unit_test(BD_07_the_edge_of_the_board_joins_nothing),
    cmocka_unit_test(BD_08_a_player_without_pieces_passes),
    cmocka_unit_test(BD_08_a_player_without_a_legal_placement_passes),
    cmocka_unit_test(BD_08_passing_is_never_voluntary),
    cmocka_unit_test(BD_09_a_placed_piece_fights_every_enemy_piece_it_touches),
    cmocka_unit_test(BD_09_the_order_is_up_left_right_down),
    cmocka_unit_test(BD_09_neighbours_that_do_not_touch_do_not_fight),
    cmocka_unit_test(BD_10_the_attacker_wins_15_times_in_36),
    cmocka_unit_test(BD_10_the_higher_die_wins_and_a_tie_is_lost_by_the_attacker),
    cmocka_unit_test(BD_10_the_dice_that_are_rolled_are_fair),
    cmocka_unit_test(BD_10_the_record_keeps_both_dice),
    cmocka_unit_test(BD_10_dice_that_nobody_can_roll_are_refused),
    cmocka_unit_test(BD_10_the_number_of_sides_is_a_key),
    cmocka_unit_test(BD_11_the_loser_returns_to_the_hand_of_its_owner),
    cmocka_unit_test(BD_11_a_fallen_attacker_fights_no_more),
    cmocka_unit_test(BD_11_events_tell_who_returns),
};

MR_TEST_MAIN(tests)
