/*
 * docs/rules/classics.md rule by rule: CL-150 to CL-152, Shatar.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_150_a_bers_in_the_place_of_the_queen(void **state) {
  mr_table *table = *state;
  mr_fairy_moves(table, "4k3/p7/8/3J4/8/8/7P/4K3 w - - 0 1", "d5d8 d5h5 d5c6 d5e4", "d5b7 d5f3");
  mr_fairy_moves(table, "4k3/P6p/8/8/8/8/P7/R3K2R w - - 0 1", "a2a3 a7a8j",
                 "a2a4 a7a8 a7a8r e1g1 e1c1");
}

static void CL_151_a_mate_needs_a_check_by_rook_knight_or_bers(void **state) {
  mr_table *table = *state;
  /* By a rook, or by a bers. */
  mr_fairy_end(table, "7k/p7/5KJ1/8/8/8/8/4B3 w - - 0 1", "g6g7", "1-0", "CL-151");
  mr_fairy_end(table, "7k/R7/8/8/8/p7/8/1R2K3 w - - 0 1", "b1b8", "1-0", "CL-151");
  /* By a bishop or a pawn alone, nobody has won. */
  mr_fairy_end(table, "7k/5K1p/8/8/8/8/8/2B5 w - - 0 1", "c1b2", "1/2-1/2", "CL-151");
  mr_fairy_end(table, "7k/5K1p/6P1/8/8/8/8/8 w - - 0 1", "g6g7", "1/2-1/2", "CL-151");
  /* Unless there has been such a check on the way, and nothing but checks since. */
  mr_fairy_end(table, "6k1/8/7K/1p6/8/R7/8/2B5 w - - 0 1", "a3g3 g8h8 c1b2", "1-0", "CL-151");
  mr_fairy_end(table, "6k1/8/7K/1p6/8/R7/8/2B5 w - - 0 1", "a3g3 g8h8 g3g2 b5b4 c1b2", "1/2-1/2",
               "CL-151");
  mr_fairy_end(table, "7k/8/7K/8/8/8/p7/2B3R1 w - - 0 1", "c1b2", "1/2-1/2", "CL-151");
  /* With knights alone it is lost. */
  mr_fairy_end(table, "6rk/6pp/8/6N1/8/8/8/4K3 w - - 0 1", "g5f7", "0-1", "CL-151");
}

static void CL_152_with_a_king_alone_it_is_drawn(void **state) {
  mr_fairy_end(*state, "4k3/8/8/8/8/8/3r4/4K2R w - - 0 1", "e1d2", "1/2-1/2", "CL-152");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_150_a_bers_in_the_place_of_the_queen),
    cmocka_unit_test(CL_151_a_mate_needs_a_check_by_rook_knight_or_bers),
    cmocka_unit_test(CL_152_with_a_king_alone_it_is_drawn),
};

static int open_table(void **group) {
  return mr_fairy_open(group, "shatar");
}

MR_TEST_MAIN_WITH(tests, open_table, mr_fairy_close)
