/*
 * docs/rules/classics.md rule by rule: CL-115 to CL-119, Xiangqi.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_115_men_of_Xiangqi(void **state) {
  mr_table *table = *state;
  /* Generals and advisors keep to their palaces, elephants to their side. */
  mr_fairy_moves(table, "5k3/9/9/9/9/2B6/9/3A5/9/3K5 w - - 0 1", "d1d2 d1e1 d3e2 c5a3 c5e3",
                 "d1c1 d3c2 d3c4 d3e4 c5a7 c5e7");
  /* Horses and elephants do not leap. */
  mr_fairy_moves(table, "3k5/9/9/9/4p4/4N4/3p5/2B6/3p5/5K3 w - - 0 1",
                 "e5g6 e5c6 e5g4 e5d3 e5f3 c3a5 c3a1 e5c4", "e5d7 e5f7 c3e5 c3e1");
  /* Cannons capture over one man. */
  mr_fairy_moves(table, "3k5/9/1n7/9/1p7/9/9/1C5p1/9/5K3 w - - 0 1", "b3b8 b3b5 b3g3",
                 "b3b6 b3b7 b3h3 b3i3");
  /* Soldiers go sideways from the sixth rank on, and never back. */
  mr_fairy_moves(table, "3k5/9/9/9/P7P/2P6/9/9/9/5K3 w - - 0 1", "a6a7 a6b6 i6h6 c5c6",
                 "a6a5 c5b5 c5d5 i6i5");
  /* Generals do not face each other. */
  mr_fairy_moves(table, "4k4/9/9/9/9/9/4P4/9/9/3K5 w - - 0 1", "d1e1", "");
  mr_fairy_moves(table, "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1d2", "d1e1");
}

static void CL_116_mate_and_no_move_lose(void **state) {
  mr_fairy_end(*state, "3k5/R8/9/9/9/9/9/9/7R1/4K4 w - - 0 1", "h2h10", "1-0", "CL-116");
  mr_fairy_end(*state, "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", "a9b9", "1-0", "CL-116");
}

static void CL_117_the_third_occurrence_draws_and_perpetual_check_loses(void **state) {
  mr_fairy_end_after(*state, "3k5/9/9/9/9/9/9/9/9/5K3 w - - 0 1", "f1f2 d10d9 f2f1 d9d10", 2,
                     "1/2-1/2", "CL-117");
  mr_fairy_end_after(*state, "4k4/9/9/9/3R5/9/9/9/9/5K3 w - - 0 1", "d6e6 e10d10 e6d6 d10e10", 2,
                     "0-1", "CL-117");
}

static void CL_118_who_chases_one_man_with_every_move_loses(void **state) {
  mr_fairy_end_after(*state, "5k3/9/9/R8/9/7n1/9/9/9/3K5 w - - 0 1", "a7a5 h5g7 a5a7 g7h5", 2,
                     "0-1", "CL-118");
  /* Who is protected is not chased, nor is who can take back. */
  mr_fairy_end_after(*state, "5k3/9/9/R6r1/9/7n1/9/9/9/3K5 w - - 0 1", "a7a5 h5g7 a5a7 g7h5", 2,
                     "1/2-1/2", "CL-117");
  mr_fairy_end_after(*state, "5k3/9/9/R8/9/7r1/9/9/9/3K5 w - - 0 1", "a7a5 h5h7 a5a7 h7h5", 2,
                     "1/2-1/2", "CL-117");
}

/* A hundred plies without a capture; of those that check no more than ten of a side count. */
static void CL_119_fifty_moves_without_a_capture_draw(void **state) {
  mr_fairy_end(*state, "3k5/9/9/9/9/9/9/9/9/5K3 w - - 98 90", "f1f2 d10d9", "1/2-1/2", "CL-119");
  mr_fairy_end(*state, "3k5/9/9/9/9/9/9/9/9/5K3 w - - 97 90", "f1f2 d10d9", "*", "");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_115_men_of_Xiangqi),
    cmocka_unit_test(CL_116_mate_and_no_move_lose),
    cmocka_unit_test(CL_117_the_third_occurrence_draws_and_perpetual_check_loses),
    cmocka_unit_test(CL_118_who_chases_one_man_with_every_move_loses),
    cmocka_unit_test(CL_119_fifty_moves_without_a_capture_draw),
};

static int open_table(void **group) {
  return mr_fairy_open(group, "xiangqi");
}

MR_TEST_MAIN_WITH(tests, open_table, mr_fairy_close)
