/*
 * docs/rules/classics.md rule by rule: CL-120 to CL-128, pieces that change sides, and Suicide
 * Chess.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_120_pieces_double_or_leap(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("ataxx");
  mr_fairy_moves(table, "P5p/7/7/7/7/7/p5P w - - 0 1",
                 "P@a6 P@b6 P@b7 P@f1 P@f2 P@g2 a7a5 a7b5 a7c6 a7c7 a7c5 g1g3 g1e1 g1e3",
                 "P@a5 P@d4 P@a2 P@a1 a7b6 a7a6 a7a4 a7d7 a7d5 a1a3");
  mr_fairy_play(table, "P5p/7/7/7/7/7/p5P w - - 0 1", "P@b6 a1c3 g1e3",
                "P5p/1P5/7/7/2p1P2/7/7 b - - 2 2");
  mr_fairy_moves(table, "7/7/2ppp2/2pPp2/2ppp2/7/7 w - - 0 1", "d4b2 d4d6 d4f6 d4b4 d4d2 d4f2 d4e6",
                 "P@d5 P@a1 d4d7");
}

static void CL_121_all_round_where_a_piece_arrives_turn(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("ataxx");
  mr_fairy_play(table, "7/7/1ppp3/1p1p3/1ppp3/7/P6 w - - 0 1", "P@a2",
                "7/7/1ppp3/1p1p3/1Ppp3/P6/P6 b - - 0 1");
  mr_fairy_play(table, "7/7/2ppp2/2p1p2/1Pppp2/7/7 w - - 0 1", "b3b5",
                "7/7/1PPpp2/2P1p2/2ppp2/7/7 b - - 1 1");
  mr_fairy_set(table, "7/7/2ppp2/2p1p2/1Pppp2/7/7 w - - 0 1");
  mr_table_play(table, "b3b5");
  assert_int_equal(mr_table_events(table, MR_EVENT_CONVERT), 2);
  assert_string_equal(mr_fairy_event_rule(table, MR_EVENT_CONVERT), "CL-121");
}

static void CL_122_who_has_more_pieces_at_the_end_of_Ataxx_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("ataxx");
  mr_fairy_end(table, "PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/ppppppp/ppppppp/pppppP1 b - - 0 1", "P@g1",
               "1-0", "CL-122");
  mr_fairy_end(table, "PPPPPPP/PPPPPPP/PPPPPPP/PPPPPPP/ppppppp/ppppppp/ppppppp w - - 0 1", "",
               "1-0", "CL-122");
  /* With walls the numbers can be even. */
  mr_fairy_end(table, "PPPPPPP/PPPPPPP/PPPPPPP/PPP*ppp/ppppppp/ppppppp/ppppppp w - - 0 1", "",
               "1/2-1/2", "CL-122");
  mr_fairy_moves(table, "PPP4/PPP4/PPP4/7/7/7/6p b - - 0 1", "P@f1 g1e1", "g1g1");
  mr_fairy_moves(table, "PPP****/PPP***p/PPP****/*******/7/7/7 b - - 0 1", "g6g6", "P@a1 g6g4");
  mr_fairy_end(table, "PP***pp/*******/*******/*******/*******/*******/1****** w - - 0 1",
               "a7a7 f7f7", "1/2-1/2", "CL-122");
  mr_fairy_end(table, "PP***p*/*******/*******/*******/*******/*******/1****** w - - 0 1",
               "a7a7 f7f7", "1-0", "CL-122");
  mr_fairy_end(table, "7/7/7/3pP2/7/7/7 w - - 0 1", "P@d5", "1-0", "CL-122");
}

static void CL_123_discs_of_Reversi_enclose(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("flipersi");
  mr_fairy_moves(table, "8/8/8/8/3P4/8/8/8[PPpp] b - - 0 1", "P@e4 P@d5 P@e5", "P@d3 P@c3 P@a1");
  mr_fairy_moves(table, "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1", "P@d6 P@c5 P@f4 P@e3",
                 "P@c4 P@d3 P@a1 P@c3 P@f5");
}

static void CL_124_enclosed_lines_turn(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("flipersi");
  mr_fairy_play(table, "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1", "P@d6",
                "8/8/3P4/3PP3/3Pp3/8/8/8[Ppp] b - - 0 1");
  /* In all directions at once, and what has turned encloses nothing. */
  mr_fairy_play(table, "P2P2P1/1p1p1p2/2ppp3/Ppp1ppPp/2ppp2P/1p1p1p2/P2P2P1/8[P] w - - 0 1", "P@d5",
                "P2P2P1/1P1P1P2/2PPP3/PPPPPPPp/2PPP2P/1P1P1P2/P2P2P1/8[] b - - 0 1");
  mr_fairy_play(table, "8/8/8/Ppp4p/3pp3/8/8/8[P] w - - 0 1", "P@d5",
                "8/8/8/PPPP3p/3pp3/8/8/8[] b - - 0 1");
}

static void CL_125_who_has_more_discs_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("flipersi");
  mr_fairy_end(table, "8/8/8/3pP3/3Pp3/8/8/8[Pp] w - - 0 1", "P@d6 P@c4", "1/2-1/2", "CL-125");
  mr_fairy_end(table, "8/8/8/3pP3/3Pp3/8/8/8[P] w - - 0 1", "P@d6", "1-0", "CL-125");
  mr_fairy_end(table, "8/8/8/3pP3/3Pp3/8/8/8[p] b - - 0 1", "P@d3", "0-1", "CL-125");
}

static void CL_126_Othello_begins_with_four_discs(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("flipello");
  mr_fairy_moves(table, "8/8/8/3pP3/3Pp3/8/8/8[PPpp] w - - 0 1", "P@d6 P@c5 P@f4 P@e3", "P@c4");
  assert_int_equal(mr_game_refusal("flipello10", ""), MR_OK);
  table = mr_fairy_table("flipello10");
  mr_fairy_moves(table, "10/10/10/10/4pP4/4Pp4/10/10/10/10[Pp] w - - 0 1", "P@e7 P@d6 P@g5 P@f4",
                 "P@d5");
}

static void CL_127_who_cannot_put_a_disc_passes(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("flipello");
  mr_fairy_moves(table, "8/8/8/PPPp4/8/3P4/8/8[PPpp] w - - 0 1", "P@e5", "a5a5 d3d3");
  mr_fairy_moves(table, "8/8/8/pPPPP3/3PP3/8/8/8[PPpp] w - - 0 1", "d4d4", "P@a1 P@f5 b5b5");
  mr_fairy_end(table, "8/8/8/P2PP3/3PP3/8/p7/8[PPpp] w - - 0 1", "d4d4 a2a2", "1-0", "CL-127");
  mr_fairy_end(table, "8/8/8/3pP3/3PP3/8/8/8[Pp] w - - 0 1", "P@c5", "1-0", "CL-127");
}

static void CL_128_who_cannot_move_in_Suicide_Chess_is_counted(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("suicide");
  mr_fairy_end(table, "8/8/8/8/p7/P6p/7P/8 w - - 0 1", "", "1/2-1/2", "CL-128");
  mr_fairy_end(table, "8/8/8/p7/P7/7p/7P/6n1 w - - 0 1", "", "1-0", "CL-128");
  mr_fairy_end(table, "8/8/8/p7/P6p/7P/7P/8 w - - 0 1", "", "0-1", "CL-128");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(CL_120_pieces_double_or_leap, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_121_all_round_where_a_piece_arrives_turn, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_122_who_has_more_pieces_at_the_end_of_Ataxx_has_won,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_123_discs_of_Reversi_enclose, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_124_enclosed_lines_turn, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_125_who_has_more_discs_has_won, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_126_Othello_begins_with_four_discs, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_127_who_cannot_put_a_disc_passes, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_128_who_cannot_move_in_Suicide_Chess_is_counted,
                              mr_fairy_close_table),
};

MR_TEST_MAIN(tests)
