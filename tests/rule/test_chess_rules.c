/*
 * docs/rules/chess.md rule by rule: CH-1 to CH-8.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static int open_table(void **group) {
  return mr_fairy_open(group, "chess");
}

static void CH_1_mate_wins_and_no_king_is_left_attacked(void **group) {
  mr_table *table = *group;
  mr_fairy_moves(table, "Ke1 Be2 re8 ka8 w", "e1f1 e1d2", "e2d3 e2f1 e1e3");
  mr_fairy_moves(table, "Ke1 rd8 ka8 w", "e1f1 e1e2", "e1d1 e1d2");
  mr_fairy_end(table, "Kg6 Ra1 kg8 w", "a1a8", "1-0", "CH-1");
  mr_fairy_end(table, "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8h4",
               "0-1", "CH-1");
}

static void CH_2_stalemate_draws(void **group) {
  mr_table *table = *group;
  mr_fairy_end(table, "Kf6 Pf7 kf8 w", "f6e6", "*", "");
  mr_fairy_end(table, "Ke6 Pf7 kf8 w", "e6f6", "1/2-1/2", "CH-2");
}

static void CH_3_the_third_occurrence_draws(void **group) {
  mr_table *table = *group;
  mr_fairy_end(table, "Ke1 Ra1 ke8 ra8 w", "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1", "*", "");
  mr_fairy_end(table, "Ke1 Ra1 ke8 ra8 w", "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8", "1/2-1/2",
               "CH-3");
}

static void CH_3_rights_make_positions_different(void **group) {
  mr_table *table = *group;
  mr_fairy_end(table, "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1", "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8",
               "*", "");
  mr_fairy_end(table, "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1",
               "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8 a1b1 a8b8", "1/2-1/2", "CH-3");
}

static void CH_4_fifty_moves_without_progress_draw(void **group) {
  mr_table *table = *group;
  mr_fairy_end(table, "4k3/8/8/8/8/8/P7/R3K3 w - - 98 80", "a1b1", "*", "");
  mr_fairy_end(table, "4k3/8/8/8/8/8/P7/R3K3 w - - 98 80", "a1b1 e8e7", "1/2-1/2", "CH-4");
  mr_fairy_end(table, "4k3/8/8/8/8/8/P7/R3K3 w - - 99 80", "a2a3 e8e7", "*", "");
  mr_fairy_end(table, "7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", "1-0", "CH-1");
}

static void CH_5_castling_needs_free_and_safe_squares(void **group) {
  mr_table *table = *group;
  mr_fairy_play(table, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8",
                "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
  mr_fairy_moves(table, "r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "e1g1", "e1c1");
  mr_fairy_moves(table, "r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1", "e1c1", "e1g1");
  mr_fairy_moves(table, "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1e2", "e1c1 e1g1");
  mr_fairy_moves(table, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1c1", "e1g1");
}

static void CH_5_rights_go_with_king_and_rook(void **group) {
  mr_table *table = *group;
  mr_fairy_play(table, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8",
                "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
  mr_fairy_play(table, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2",
                "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
}

static void CH_6_a_double_step_can_be_taken_on_the_next_move_only(void **group) {
  mr_table *table = *group;
  mr_fairy_play(table, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4 b4a3",
                "4k3/8/8/8/8/p7/8/4K3 w - - 0 2");
  mr_fairy_play(table, "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4",
                "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1");
  mr_fairy_play(table, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4", "4k3/8/8/8/P7/8/8/4K3 b - - 0 1");
  mr_fairy_moves(table, "4k3/8/8/8/Pp6/8/8/4K3 b - - 0 1", "b4b3", "b4a3");
  mr_fairy_moves(table, "8/8/8/8/k1p4R/8/3P4/4K3 w - - 0 1", "d2d4", "");
  mr_fairy_play(table, "8/8/8/8/k1p4R/8/3P4/4K3 w - - 0 1", "d2d4",
                "8/8/8/8/k1pP3R/8/8/4K3 b - - 0 1");
}

static void CH_7_a_pawn_becomes_a_queen_a_rook_a_bishop_or_a_knight(void **group) {
  mr_table *table = *group;
  mr_fairy_moves(table, "Ke1 Pa7 nb8 kh8 w", "a7a8q a7a8r a7a8b a7a8n a7b8q a7b8n",
                 "a7a8 a7b8 a7a8k");
  mr_fairy_play(table, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

static void CH_8_a_pawn_goes_two_squares_from_its_second_rank(void **group) {
  mr_table *table = *group;
  mr_fairy_moves(table, "Kh1 Pa2 Pb3 Pc2 nc4 Pd2 nd3 ke8 w", "a2a4 a2a3 c2c3",
                 "b3b5 c2c4 d2d4 d2d3");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CH_1_mate_wins_and_no_king_is_left_attacked),
    cmocka_unit_test(CH_2_stalemate_draws),
    cmocka_unit_test(CH_3_the_third_occurrence_draws),
    cmocka_unit_test(CH_3_rights_make_positions_different),
    cmocka_unit_test(CH_4_fifty_moves_without_progress_draw),
    cmocka_unit_test(CH_5_castling_needs_free_and_safe_squares),
    cmocka_unit_test(CH_5_rights_go_with_king_and_rook),
    cmocka_unit_test(CH_6_a_double_step_can_be_taken_on_the_next_move_only),
    cmocka_unit_test(CH_7_a_pawn_becomes_a_queen_a_rook_a_bishop_or_a_knight),
    cmocka_unit_test(CH_8_a_pawn_goes_two_squares_from_its_second_rank),
};

MR_TEST_MAIN_WITH(tests, open_table, mr_fairy_close)
