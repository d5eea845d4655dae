/*
 * docs/rules/classics.md rule by rule: CL-98 to CL-101, chess before the queen.
 */
#include <marcher/perft.h>

#include "fairy_fixture.h"
#include "test_main.h"

static void CL_98_elephants_leap_two_squares_and_counsellors_step_one(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("shatranj");
  mr_fairy_moves(table, "4k3/7p/8/8/8/4Q3/3P4/2B1K3 w - - 0 1", "c1a3 e3f4 e3f2 d2d3",
                 "c1b2 c1e3 e3e4 d2d4");
  mr_fairy_moves(table, "3r4/2P5/8/8/1k6/8/8/R3K3 w - - 0 1", "c7c8q c7d8q",
                 "c7c8r c7c8n c7c8b c7c8 e1c1");
  mr_fairy_moves(table, "4k3/8/8/8/8/4p3/3P4/2B1K3 w - - 0 1", "c1a3 c1e3 d2e3", "c1b2 d2d4");
}

static void CL_99_who_is_bared_has_lost_or_bares_the_other(void **state) {
  (void)state;
  mr_fairy_end(mr_fairy_table("shatranj"), "3k4/2R5/8/8/8/8/8/3K4 b - - 0 1", "d8c7", "*", "");
  mr_fairy_end(mr_fairy_table("shatranj"), "3k4/8/8/8/8/1rN5/3N4/3K4 w - - 0 1", "d2b3", "1-0",
               "CL-99");
  mr_fairy_end(mr_fairy_table("shatranj"), "3k4/8/8/1r6/8/2N5/8/3K4 w - - 0 1", "c3b5", "*", "");
  mr_fairy_end(mr_fairy_table("shatranj"), "8/8/8/1N6/2k5/8/8/3K4 b - - 0 1", "c4b5", "*", "");
  mr_fairy_end(mr_fairy_table("shatranj"), "8/8/8/1N6/2k5/8/8/3K4 b - - 0 1", "c4c5", "1-0",
               "CL-99");
}

static void CL_100_who_has_no_move_has_lost_and_seventy_idle_moves_draw(void **state) {
  (void)state;
  mr_fairy_end(mr_fairy_table("shatranj"), "k7/8/1R6/8/8/8/p7/K6R w - - 0 1", "h1h7", "1-0",
               "CL-100");
  mr_fairy_end(mr_fairy_table("shatranj"), "4k2r/8/8/8/8/8/8/R3K3 w - - 139 99", "a1a2", "1/2-1/2",
               "CL-100");
  mr_fairy_end(mr_fairy_table("shatranj"), "4k2r/8/8/8/8/8/8/R3K3 w - - 138 99", "a1a2", "*", "");
  mr_fairy_end(mr_fairy_table("courier"), "5k5r/12/12/12/12/12/12/R5K5 w - - 99 99", "a1a2",
               "1/2-1/2", "CH-4");
}

static void CL_101_Courier_Chess_has_couriers_a_sage_and_a_fool(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("courier");
  mr_fairy_moves(table, "k11/12/12/4m7/3W8/2B9/1E10/K11 w - - 0 1", "d4d5 d4c4 c3a5 c3b4 c3e1",
                 "d4e5 d4c5 b2d4 b2c1 c3f6");
  mr_fairy_moves(table, "k10p/3P8/12/12/3M8/12/12/K11 w - - 0 1", "d4e5 d4d5 d7d8f", "d7d8m d7d8");
}

static void actions_are_counted_as_by_Fairy_Stockfish(void **state) {
  (void)state;
  static const struct {
    const char *game, *state;
    unsigned depth;
    uint64_t leaves;
  } figures[] = {
      {"shatranj", NULL, 5, 1164248},
      {"courier", NULL, 4, 500337},
      {"shatranj", "3k4/3r4/8/8/8/8/3R4/3K4 w - - 0 1", 6, 1963642},
  };
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
    mr_table table;
    uint64_t leaves = 0;
    mr_table_open_game(&table, figures[i].game, "", figures[i].state);
    assert_int_equal(mr_perft(table.game, table.state, figures[i].depth, NULL, &leaves, NULL),
                     MR_OK);
    assert_int_equal(leaves, figures[i].leaves);
    mr_table_close(&table);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(CL_98_elephants_leap_two_squares_and_counsellors_step_one,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_99_who_is_bared_has_lost_or_bares_the_other, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_100_who_has_no_move_has_lost_and_seventy_idle_moves_draw,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_101_Courier_Chess_has_couriers_a_sage_and_a_fool,
                              mr_fairy_close_table),
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
};

MR_TEST_MAIN(tests)
