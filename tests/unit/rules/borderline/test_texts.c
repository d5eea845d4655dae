#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

/* "777,777,..." */
static void many(char *out, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    out += sprintf(out, i ? ",777" : "777");
  }
}

/* A player may have the pieces dealt and two for each square, wherever they lie now. */
static void pieces_on_the_board_count_against_the_room_in_a_hand(void **unused) {
  (void)unused;
  char hand[500], text[600];
  mr_table table;
  mr_table_open(&table, "columns=6;rows=8;pieces=2", NULL);
  many(hand, 98);
  sprintf(text, "6/6/6/6/6/6/6/6 R %s 777 0 0", hand);
  assert_int_equal(mr_table_refusal(&table, text), MR_OK);
  sprintf(text, "R7775/6/6/6/6/6/6/6 R %s 777 0 0", hand);
  assert_int_equal(mr_table_refusal(&table, text), MR_ERR_ILLEGAL);
  many(hand, 97);
  sprintf(text, "R7775/6/6/6/6/6/6/6 R %s 777 0 0", hand);
  assert_int_equal(mr_table_refusal(&table, text), MR_OK);
  mr_table_close(&table);
}

/* Every piece comes back into a hand that is as full as may be. */
static void the_fullest_hand_takes_a_piece_back(void **unused) {
  (void)unused;
  char hand[500], text[600];
  mr_table table;
  mr_table_open(&table, "columns=6;rows=8;pieces=2", NULL);
  many(hand, 97);
  sprintf(text, "R7775/B7775/6/6/6/6/6/B7775 B %s 777 0 0", hand);
  mr_table_set(&table, text);
  mr_table_play(&table, "777@b1");
  sprintf(text, "1B7774/B7775/R7775/6/6/6/6/B7775 R %s 777 0 2", hand);
  assert_int_equal(mr_table_refusal(&table, text), MR_OK);
  sprintf(text, "R7775/6/1B7774/6/6/6/6/B7775 R %s 777 0 2", hand);
  mr_table_set(&table, text);
  mr_table_play(&table, "777@a1 777@b1 r1b6");
  const char *red = strchr(strchr(mr_table_state(&table), ' ') + 1, ' ') + 1;
  assert_int_equal(strcspn(red, " "), 4 * 97 - 1);
  mr_table_close(&table);
}

static void lots_are_not_drawn_after_a_pass(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "first=drawn;pieces=1", NULL);
  assert_int_equal(mr_table_refusal(&table, "6/6/6/6/6/6/6/6 R 222 222 0 0 draw"), MR_OK);
  assert_int_equal(mr_table_refusal(&table, "6/6/6/6/6/6/6/6 R 222 222 1 0 draw"), MR_ERR_ILLEGAL);
  assert_int_equal(mr_table_refusal(&table, "6/6/6/6/6/6/6/6 R 222 222 2 0 draw"), MR_ERR_ILLEGAL);
  mr_table_close(&table);
}

static void rows_of_a_wrong_width_or_number_are_counted(void **unused) {
  (void)unused;
  static const struct {
    const char *text, *said;
    unsigned column;
  } cases[] = {
      {"6/6/6/6/6/6/6/6 R 124 222 0 0", "row 0 has 6 squares, 7 are needed", 2},
      {"2R2223/7/7/7/7/7/7/7 R 124 222 0 0", "row 0 has 6 squares, 7 are needed", 7},
      {"7/3R222B222B222B222/7/7/7/7/7/7 R 124 222 0 0", "", 0},
      {"7/3R222B222B222B222R222/7/7/7/7/7/7 R 124 222 0 0", "row 1 has 8 squares, 7 are needed",
       20},
      {"7/7/7/7/7/7/7 R 124 222 0 0", "there are 7 rows, 8 are needed", 14},
      {"7/7/7/7/7/7/7/7/7 R 124 222 0 0", "there are more than 8 rows", 16},
  };
  mr_table table;
  mr_table_open(&table, "columns=7", NULL);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_error err = {.message = ""};
    mr_status status =
        mr_game_parse_state(table.game, cases[i].text, strlen(cases[i].text), table.state, &err);
    assert_int_equal(status, cases[i].column > 0 ? MR_ERR_SYNTAX : MR_OK);
    assert_string_equal(err.message, cases[i].said);
    assert_int_equal(err.column, cases[i].column);
  }
  mr_table_close(&table);
}

static void a_refused_action_leaves_the_output_alone(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "three_pip=1", NULL);
  mr_action action = 12345;
  mr_error err = {0};
  assert_int_equal(table.game->ops->parse_action(table.game, table.state, "777", 3, &action, &err),
                   MR_ERR_ILLEGAL);
  assert_int_equal(action, 12345);
  assert_non_null(strstr(err.message, "777"));
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(pieces_on_the_board_count_against_the_room_in_a_hand),
    cmocka_unit_test(the_fullest_hand_takes_a_piece_back),
    cmocka_unit_test(lots_are_not_drawn_after_a_pass),
    cmocka_unit_test(rows_of_a_wrong_width_or_number_are_counted),
    cmocka_unit_test(a_refused_action_leaves_the_output_alone),
};

MR_TEST_MAIN(tests)
