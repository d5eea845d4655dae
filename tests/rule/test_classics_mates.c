/*
 * docs/rules/classics.md rule by rule: CL-130 and those behind it.
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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_130_pawns_step_three_squares_and_are_taken_on_either),
};

MR_TEST_MAIN(tests)
