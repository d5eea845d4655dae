/*
 * docs/rules/classics.md rule by rule: CL-105 to CL-114, squares that are blocked during play.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_105_every_move_ends_with_the_duck_being_put_elsewhere(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("duck");
  mr_fairy_play(table, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "e2e4,e4e5 d7d5,d5e3",
                "rnbqkbnr/ppp1pppp/8/3p4/4P3/4*3/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  /* The square that the move has left and that of a man captured in passing are empty. */
  mr_fairy_moves(table, "4k3/8/8/3pP3/8/8/4*3/4K3 w - d6 0 1",
                 "e5e6,e6e5 e5d6,d6d5 e5d6,d6e5 e1d1,d1e1", "e5d6,d6d6 e5e6,e6e2 e5e6,e6d5");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/*7/R3K2R w KQ - 0 1", "e1g1,g1e1 e1g1,g1h1 e1c1,c1b1",
                 "e1g1,g1f1 e1g1,g1g1 e1c1,c1d1");
  /* Neither on it nor over it; a knight leaps. It may be in the way of castling. */
  mr_fairy_moves(table, "4k3/8/8/8/8/2*5/PN6/1RB1K3 w - - 0 1", "b2d3,d3a3 c1d2,d2a3 a2a4,a4a3",
                 "c1c3,c3a3 b1b3,b3a3 a2a3,a3c3");
  mr_fairy_moves(table, "4k3/8/8/8/8/P7/8/R2*K2R w KQ - 0 1", "e1g1,g1a4", "e1c1,c1a4 a1e1,e1a4");
  mr_fairy_moves(table, "4k3/4*3/8/8/8/8/8/4RK2 w - - 0 1", "e1e6,e6a1", "e1e7,e7a1 e1e8,e8a1");
  /* Nor is a man captured in passing on it. */
  mr_fairy_play(table, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4,e4e3",
                "4k3/8/8/8/3pP3/4*3/8/4K3 b - - 0 1");
  mr_fairy_play(table, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4,e4e2",
                "4k3/8/8/8/3pP3/8/4*3/4K3 b - e3 0 1");
}

static void CL_106_who_loses_the_king_has_lost_and_there_is_no_check(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("duck");
  mr_fairy_moves(table, "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2,e2a3 a1b1,b1a3 e1g1,g1a3", "");
  mr_fairy_moves(table, "4k3/5r2/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1,g1a3", "");
  mr_fairy_end(table, "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "e1e8,e8a1", "1-0", "CL-106");
  mr_fairy_end(table, "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "e1e7,e7a1 e8e7,e7a2", "*", "");
}

static void CL_107_who_has_no_legal_move_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("duck");
  mr_fairy_end(table, "KB6/PPP5/8/8/8/8/8/7k b - - 0 1", "h1h2,h2c8", "1-0", "CL-107");
  mr_fairy_end(table, "KB6/PPP5/8/8/8/8/8/7k b - - 0 1", "h1h2,h2d8", "*", "");
}

static void CL_108_amazons_move_as_queens_and_capture_nothing(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("amazons");
  mr_fairy_moves(table, "10/10/10/10/3q6/10/3Q6/10/10/10 w - - 0 1",
                 "d4a1,a1b2 d4d5,d5d4 d4j10,j10i9 d4h4,h4h1", "d4d6,d6d7 d4d7,d7d8 d4e6,e6e7");
}

static void CL_109_an_amazon_blocks_a_square_to_which_it_could_go_on(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("amazons");
  mr_fairy_moves(table, "q9/10/10/10/10/10/10/10/10/Q9 w - - 0 1",
                 "a1a5,a5a1 a1a5,a5a9 a1b2,b2j10 a1b2,b2a1", "a1a5,a5a10 a1a5,a5b7 a1a5,a5a5");
  mr_fairy_play(table, "q9/10/10/10/10/10/10/10/10/Q9 w - - 0 1", "a1a5,a5a1 a10a8,a8a6",
                "10/10/q9/10/*9/Q9/10/10/10/*9 w - - 2 2");
  /* Nothing moves or shoots across what is blocked. */
  mr_fairy_moves(table, "q9/10/10/10/10/10/10/*9/1*8/Q9 w - - 0 1", "a1a2,a2a1 a1b1,b1a2",
                 "a1a3,a3a2 a1a4,a4a5 a1b2,b2c3 a1c3,c3d4 a1a2,a2a4");
}

static void CL_110_who_cannot_move_has_lost(void **state) {
  (void)state;
  mr_fairy_end(mr_fairy_table("amazons"), "q1********/**8/10/10/10/10/10/10/10/9Q w - - 0 1",
               "j1i1,i1j1", "*", "");
  mr_fairy_end(mr_fairy_table("amazons"), "q1********/**8/1Q8/10/10/10/10/10/10/10 w - - 0 1",
               "b8c8,c8c9", "*", "");
  mr_fairy_end(mr_fairy_table("amazons"), "q*8/*9/1Q8/10/10/10/10/10/10/10 w - - 0 1", "b8c8,c8b9",
               "1-0", "CL-110");
  mr_fairy_end(mr_fairy_table("amazons"), "q*8/*9/2Q7/10/10/10/10/10/10/10 w - - 0 1", "c8d8,d8d9",
               "*", "");
  mr_fairy_end(mr_fairy_table("amazons"), "q*8/*1Q7/10/10/10/10/10/10/10/10 w - - 0 1", "c9d9,d9b9",
               "1-0", "CL-110");
  mr_fairy_end(mr_fairy_table("snailtrail"), "p*5/*1P4/7/7/7/7/7 w - - 0 1", "c6b6,b6c6", "1-0",
               "CL-110");
  mr_fairy_end(mr_fairy_table("isolation"), "p*4/*1P3/6/6/6/6/6/6 w - - 0 1", "c7c6,c6b7", "1-0",
               "CL-110");
  mr_fairy_end(mr_fairy_table("isolation7x7"), "p*5/*1P4/7/7/7/7/7 w - - 0 1", "c6c5,c5b6", "1-0",
               "CL-110");
  mr_fairy_end(mr_fairy_table("joust"), "n7/2*5/1N6/8/8/8/8/8 w - - 0 1", "b6c4,c4b6", "1-0",
               "CL-110");
}

static void CL_111_in_Isolation_any_empty_square_is_blocked(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("isolation");
  mr_fairy_moves(table, "3p2/6/6/6/6/6/6/2P3 w - - 0 1", "c1c2,c2a8 c1d1,d1d7 c1b2,b2c7 c1d2,d2c2",
                 "c1c2,c2c1 c1c2,c2d8 c1c2,c2c2 c1c3,c3a1");
  mr_fairy_play(table, "3p2/6/6/6/6/6/6/2P3 w - - 0 1", "c1c2,c2d7 d8c8,c8c7",
                "2p3/2**2/6/6/6/6/2P3/6 w - - 2 2");
  mr_fairy_moves(table, "6/6/6/6/2*3/1pP3/6/6 w - - 0 1", "c3c2,c2c3", "c3c4,c4a1 c3b3,b3a1");
  mr_fairy_moves(mr_fairy_table("isolation7x7"), "3p3/7/7/7/7/7/3P3 w - - 0 1",
                 "d1d2,d2d6 d1e2,e2a1", "d1d2,d2d1 d1d2,d2d7");
}

static void CL_112_a_snail_blocks_the_square_that_it_leaves(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("snailtrail");
  mr_fairy_play(table, "6p/7/7/7/7/7/P6 w - - 0 1", "a1b2,b2a1 g7f6,f6g7",
                "6*/5p1/7/7/7/1P5/*6 w - - 2 2");
  mr_fairy_moves(table, "7/7/7/7/1p5/P6/1*5 w - - 0 1", "a2a1,a1a2 a2b2,b2a2 a2a3,a3a2",
                 "a2b1,b1a2 a2b3,b3a2 a2a3,a3c3 a2a4,a4a2");
}

static void CL_113_a_knight_blocks_the_square_that_it_leaves(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("joust");
  mr_fairy_play(table, "8/8/8/4n3/3N4/8/8/8 w - - 0 1", "d4f3,f3d4 e5g6,g6e5",
                "8/8/6n1/4*3/3*4/5N2/8/8 w - - 2 2");
  mr_fairy_moves(table, "8/8/8/2n5/4*3/3N4/8/8 w - - 0 1", "d3f4,f4d3 d3b4,b4d3",
                 "d3c5,c5d3 d3d4,d4d3 d3f4,f4e5");
}

static void CL_114_what_captures_becomes_a_wall_but_for_pawns_and_kings(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("petrified");
  mr_fairy_play(table, "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5 e8d7",
                "8/3k4/8/3*4/8/8/8/4K3 w - - 1 2");
  mr_fairy_play(table, "4k3/8/8/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5",
                "4k3/8/8/3P4/8/8/8/3RK3 b - - 0 1");
  mr_fairy_play(table, "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q",
                "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1");
  mr_fairy_play(table, "r3k2r/8/8/8/8/8/6B1/4K3 w kq - 0 1", "g2a8",
                "*3k2r/8/8/8/8/8/8/4K3 b k - 0 1");
  /* Nothing moves on to a wall or past it; what captured checks nobody. */
  mr_fairy_moves(table, "4k3/8/8/8/3*4/8/8/R2RK3 w - - 0 1", "d1d3 a1a8", "d1d4 d1d5");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/4r3/r3K3 w - - 0 1", "", "e1e2 e1d1 e1f1");
  mr_fairy_moves(table, "4kn2/8/8/8/8/8/8/4K2Q b - - 0 1", "f8h7 e8d7", "");
  mr_fairy_end(table, "4k3/4p3/8/8/8/8/8/4RK2 w - - 0 1", "e1e7", "*", "");
  /* Kings capture nothing, and so stand beside each other. */
  mr_fairy_moves(table, "8/8/8/8/8/4k3/8/3pK3 w - - 0 1", "e1e2 e1d2 e1f2", "e1d1");
  mr_fairy_moves(table, "8/8/8/8/8/4k3/8/4K3 w - - 0 1", "e1e2 e1d2", "");
  mr_fairy_moves(table, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", "d4c4 d4e4 d4d5", "");
  mr_fairy_end(table, "k7/2K5/8/8/8/8/8/7R w - - 0 1", "h1a1", "*", "");
  mr_fairy_end(table, "k7/8/8/8/8/8/1R5K/7R w - - 0 1", "h1a1", "1-0", "CL-114");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(CL_105_every_move_ends_with_the_duck_being_put_elsewhere,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_106_who_loses_the_king_has_lost_and_there_is_no_check,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_107_who_has_no_legal_move_has_won, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_108_amazons_move_as_queens_and_capture_nothing,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_109_an_amazon_blocks_a_square_to_which_it_could_go_on,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_110_who_cannot_move_has_lost, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_111_in_Isolation_any_empty_square_is_blocked,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_112_a_snail_blocks_the_square_that_it_leaves,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_114_what_captures_becomes_a_wall_but_for_pawns_and_kings,
                              mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_113_a_knight_blocks_the_square_that_it_leaves,
                              mr_fairy_close_table),
};

MR_TEST_MAIN(tests)
