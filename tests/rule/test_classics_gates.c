/*
 * docs/rules/classics.md rule by rule: CL-90 to CL-94, pieces that enter behind others.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_90_hawks_and_elephants_enter_behind_first_moves(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("seirawan");
  mr_fairy_play(table, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
                "b1c3h g8f6e",
                "rnbqkber/pppppppp/5n2/8/8/2N5/PPPPPPPP/RHBQKBNR[Eh] w KQCDFGkqbcdf - 2 2");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/4P3/R3K2R[HE] w KQ - 0 1",
                 "e1g1 e1g1h e1g1e h1e1h h1e1e e1c1h a1e1e e1d1h a1a5h h1h8e", "e2e4h e2e3e a1b1q");
  mr_fairy_play(table, "4k3/8/8/8/8/8/4P3/R3K2R[HE] w KQ - 0 1", "e1g1h",
                "4k3/8/8/8/8/8/4P3/R3HRK1[E] b A - 1 1");
  mr_fairy_play(table, "4k3/8/8/8/8/8/4P3/R3K2R[HE] w KQ - 0 1", "h1e1h",
                "4k3/8/8/8/8/8/4P3/R4RKH[E] b A - 1 1");
  mr_fairy_play(table, "4k3/8/8/8/8/8/4P3/R3K2R[HE] w KQ - 0 1", "a1e1e",
                "4k3/8/8/8/8/8/4P3/E1KR3R[H] b H - 1 1");
  mr_fairy_play(table, "4k3/8/8/8/8/8/4P3/R3K2R[E] w KQ - 0 1", "a1b1e",
                "4k3/8/8/8/8/8/4P3/ER2K2R[] b K - 1 1");
  mr_fairy_set(table, "4k3/8/8/8/8/8/4P3/R3K2R[HE] w KQ - 0 1");
  mr_table_play(table, "h1h8h");
  assert_string_equal(mr_fairy_event_rule(table, MR_EVENT_PLACE), "CL-90");
}

static void CL_91_nobody_enters_to_shelter_a_king_nor_where_a_piece_has_moved(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("seirawan");
  /* The bishop is pinned along the rank, and who comes in its place does not help. */
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/rN2K3[HE] w BE - 0 1", "e1e2h e1f2e", "b1c3 b1c3h b1d2e");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/1N2K3[HE] w E - 0 1", "b1c3 e1e2h", "b1c3h");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/1N2K3[HE] w - - 0 1", "b1c3 e1e2", "b1c3h e1e2h");
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/1N2K3[HE] w BE - 0 1", "b1c3 e8e7 c3b1 e7e8 b1c3",
                "4k3/8/8/8/8/2N5/8/4K3[HE] b E - 5 3");
  /* Where a piece is captured on its first square nobody enters any more. */
  mr_fairy_play(table, "4k3/8/8/8/8/3n4/8/1NB1K3[HE] b BCE - 0 1", "d3c1",
                "4k3/8/8/8/8/8/8/1Nn1K3[HE] w BE - 0 2");
  /* Whose hand is empty has nothing to enter. */
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/1NB1K3[E] w BCE - 0 1", "b1a3e",
                "4k3/8/8/8/8/N7/8/1EB1K3[] b - - 1 1");
}

static void CL_92_pawns_become_hawks_and_elephants_too(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("seirawan");
  mr_fairy_moves(table, "8/P3k3/8/8/8/8/8/4K3[H] w E - 0 1", "a7a8q a7a8h a7a8e a7a8n",
                 "a7a8 a7a8k");
  mr_fairy_play(table, "8/P3k3/8/8/8/8/8/4K3[H] w E - 0 1", "a7a8e",
                "E7/4k3/8/8/8/8/8/4K3[H] b E - 0 1");
}

static void CL_93_in_S_House_what_is_captured_is_dropped_or_enters(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("shouse");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/1N2K3[HPQ] w BE - 0 1", "H@a1 Q@h8 P@a2 b1c3h b1c3q e1e2q",
                 "b1c3p P@a1 b1c3n");
  mr_fairy_play(table, "4k3/8/8/8/8/2r5/8/1N2K3[] w BE - 0 1", "b1c3 e8e7 e1f1r",
                "8/4k3/8/8/8/2N5/8/4RK2[] b - - 2 2");
  mr_fairy_play(table, "4k3/8/8/8/8/2r5/8/1N2K3[] w BE - 0 1", "b1c3 e8e7 R@b1",
                "8/4k3/8/8/8/2N5/8/1R2K3[] b E - 0 2");
}

static void CL_94_first_squares_are_part_of_the_position(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("seirawan");
  /* The first position does not come back: what comes for the third time is a later one. */
  mr_fairy_end(table, "1n2k3/8/8/8/8/8/8/1N2K3[Hh] w BEbe - 0 1",
               "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8", "*", "");
  mr_fairy_end(table, "1n2k3/8/8/8/8/8/8/1N2K3[Hh] w BEbe - 0 1",
               "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8 b1c3 b8c6", "1/2-1/2", "CH-3");
  mr_fairy_end(table, "1n2k3/8/8/8/8/8/8/1N2K3[Hh] w Ee - 0 1",
               "b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8", "1/2-1/2", "CH-3");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_90_hawks_and_elephants_enter_behind_first_moves),
    cmocka_unit_test(CL_91_nobody_enters_to_shelter_a_king_nor_where_a_piece_has_moved),
    cmocka_unit_test(CL_92_pawns_become_hawks_and_elephants_too),
    cmocka_unit_test(CL_93_in_S_House_what_is_captured_is_dropped_or_enters),
    cmocka_unit_test(CL_94_first_squares_are_part_of_the_position),
};

MR_TEST_MAIN_WITH(tests, NULL, mr_fairy_close_table)
