/*
 * docs/rules/classics.md rule by rule: CL-95 to CL-97, men that turn over.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_95_every_man_but_the_king_turns_over_with_each_move(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("kyotoshogi");
  mr_fairy_moves(table, "4k/5/5/P4/1LNSK[] w - - 0 1", "a2a3+ b1b5+ c1b3+ c1d3+ d1e2+ d1c2+ e1e2",
                 "a2a3 b1b5 c1b3 d1e2 e1e2+ b1b2-");
  mr_fairy_moves(table, "4k/5/2+N2/+P2+L1/+S3K[] w - - 0 1",
                 "a2a5- a2c2- c3b4- c3c2- d2d3- d2d1- a1b2-", "a2a5 c3d2- c3b2- d2c1- a1a2-");
  mr_fairy_play(table, "4k/5/5/5/P3K[] w - - 0 1", "a1a2+ e5e4 a2d2- e4e5 d2d3+",
                "4k/5/3+P1/5/4K[] b - - 5 3");
}

static void CL_96_captured_men_are_dropped_with_either_side_up(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("kyotoshogi");
  mr_fairy_play(table, "4k/5/+l4/P4/4K[] w - - 0 1", "a2a3+ e5e4 +L@e3",
                "5/4k/+P3+L/5/4K[] b - - 0 2");
  mr_fairy_moves(table, "4k/5/P4/5/4K[PLNS] w - - 0 1",
                 "P@a5 P@a2 +P@a2 L@b5 +L@b5 N@b5 N@b4 +N@b4 S@b5 +S@d4", "P@a3");
  mr_fairy_end(table, "4k/5/4S/5/1K1+P1[P] w - - 0 1", "P@e4", "1-0", "CL-3");
}

static void CL_97_the_fourth_occurrence_is_a_draw(void **state) {
  (void)state;
  mr_fairy_end_after(mr_fairy_table("kyotoshogi"), "4k/5/5/5/K4[] w - - 0 1", "a1b1 e5d5 b1a1 d5e5",
                     3, "1/2-1/2", "CL-97");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(CL_95_every_man_but_the_king_turns_over_with_each_move,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_96_captured_men_are_dropped_with_either_side_up,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_97_the_fourth_occurrence_is_a_draw, mr_fairy_close_table),
};

MR_TEST_MAIN(tests)
