/*
 * docs/rules/classics.md rule by rule: CL-130 to CL-133.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_130_pawns_step_three_squares_and_are_taken_on_either(void **state) {
  (void)state;
  mr_table table;
  mr_table_open_game(&table, "chess",
                     "castling=false;tripleStepRegionWhite=*2;tripleStepRegionBlack=*7", NULL);
  mr_fairy_moves(&table, "4k3/p7/8/8/8/3b4/2PP4/4K3 w - - 0 1", "c2c3 c2c4 c2c5", "d2d5 d2d4 c2c6");
  mr_fairy_moves(&table, "4k3/p7/8/8/8/2P5/8/4K3 b - - 0 1", "a7a6 a7a5 a7a4", "a7a3");
  mr_fairy_moves(&table, "4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4 0 1", "b5c4 d4c3", "");
  mr_fairy_play(&table, "4k3/8/8/1p6/3p4/8/2P5/4K3 w - - 0 1", "c2c5 b5c4",
                "4k3/8/8/8/2pp4/8/8/4K3 w - - 0 2");
  mr_fairy_moves(&table, "4k3/8/8/1pP5/3p4/8/8/4K3 b - - 0 1", "", "b5c4 d4c3"); /* later */
  mr_table_close(&table);
}

static void CL_131_kings_may_not_all_be_left_attacked(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("spartan");
  mr_fairy_moves(table, "k6k/8/8/2c5/8/8/8/R3K3 b - - 0 1", "c5c6 h8g8 h8h7", "");
  mr_fairy_moves(table, "k6k/8/8/2c5/8/8/8/R3K2R b - - 0 1", "a8b8 h8g8 c5a5", "c5c6 a8a7 h8h7");
  mr_fairy_moves(table, "k6k/8/8/8/8/8/8/R3K1R1 b - - 0 1", "h8h7 a8b8", "h8g8");
  mr_fairy_moves(table, "k7/8/8/2c5/8/8/8/R3K3 b - - 0 1", "c5a5 a8b8", "c5c6 a8a7");
  mr_fairy_end(table, "kk6/7R/8/8/6Q1/8/8/R3K3 w - - 0 1", "g4g8", "1-0", "CL-131");
  mr_fairy_end(table, "kk6/7R/8/8/6Q1/8/8/4K2R w - - 0 1", "g4g8", "*", "");
}

static void CL_132_a_hoplite_becomes_a_king_where_there_are_fewer_than_two(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("spartan");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/K6h/8 b - - 0 1", "h2g1k h2g1g h2g1w h2g1l h2g1c",
                 "h2g1 h2g1q h2g1h");
  mr_fairy_moves(table, "k3k3/8/8/8/8/8/K6h/8 b - - 0 1", "h2g1g", "h2g1k");
}

static void CL_133_how_Spartans_move(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("spartan");
  mr_fairy_moves(table, "4k3/3h4/2P1P3/8/8/8/8/4K3 b - - 0 1", "d7b5 d7f5", "d7c6 d7e6 d7d6");
  mr_fairy_moves(table, "4k3/8/3h4/3P4/8/8/8/4K3 b - - 0 1", "d6c5 d6e5 d6d5", "d6b4 d6f4");
  mr_fairy_moves(table, "4k3/8/8/3g4/8/8/8/K7 b - - 0 1", "d5d1 d5h5 d5e6", "d5f7 d5e3");
  mr_fairy_moves(table, "4k3/8/8/3w4/8/8/8/K7 b - - 0 1", "d5b6 d5e3 d5g2", "d5d4 d5a5");
  mr_fairy_moves(table, "4k3/8/8/3lP3/2P5/8/8/K7 b - - 0 1", "d5c4 d5e6 d5b3 d5f7 d5c5",
                 "d5d4 d5d6 d5e5");
  mr_fairy_moves(table, "4k3/8/8/2Pc4/3P4/8/8/K7 b - - 0 1", "d5c5 d5b5 d5d4 d5d3 d5f5", "d5e4");
  mr_fairy_moves(table, "4k3/8/8/8/4Ph2/8/8/4K3 b - - 0 1", "f4g3", "f4f3");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_130_pawns_step_three_squares_and_are_taken_on_either),
    cmocka_unit_test_teardown(CL_131_kings_may_not_all_be_left_attacked, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_132_a_hoplite_becomes_a_king_where_there_are_fewer_than_two,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_133_how_Spartans_move, mr_fairy_close_table),
};

MR_TEST_MAIN(tests)
