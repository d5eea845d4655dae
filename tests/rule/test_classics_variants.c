/*
 * docs/rules/classics.md rule by rule: CL-36 to CL-69.
 */
#include "fairy_fixture.h"
#include "test_main.h"

/* ---- chess of old, and without castling ------------------------------------------------------ */

static void CL_36_nobody_castles(void **state) {
  (void)state;
  static const char *const games[] = {"nocastle", "raazuvaa"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    mr_fairy_moves(mr_fairy_table(games[i]), "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1f1 h1g1",
                   "e1g1 e1c1");
  }
  mr_fairy_moves(mr_fairy_table("nocastle"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3 e2e4", "");
  mr_fairy_moves(mr_fairy_table("raazuvaa"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3", "e2e4");
}

static void CL_37_Chaturanga_has_elephants_and_counsellors(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("chaturanga");
  mr_fairy_moves(table, "4k3/P7/8/8/8/8/2PP4/1B1QK3 w - - 0 1", "b1d3 d1e2 a7a8q d2d3",
                 "b1a2 b1a3 d1e1 d1f3 d2d4 a7a8r a7a8n");
  mr_fairy_end(table, "k7/8/1K6/2N5/8/8/8/8 w - - 0 1", "c5d7", "1-0", "CL-37");
  mr_fairy_end(table, "4k3/8/8/8/8/8/8/R3K3 w - - 99 70", "a1a2", "*", "");
  mr_fairy_end(table, "4k3/8/8/8/8/8/8/R3K3 w - - 139 90", "a1a2", "1/2-1/2", "CL-37");
}

static void CL_42_amazons_move_as_queens_and_knights(void **state) {
  (void)state;
  static const char *const games[] = {"amazon", "georgian"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    mr_fairy_moves(mr_fairy_table(games[i]), "4k3/P7/8/8/3A4/8/8/4K3 w - - 0 1",
                   "d4e6 d4f5 d4d8 d4a1 a7a8a a7a8r", "a7a8q d4f7");
  }
  mr_fairy_moves(mr_fairy_table("amazon"), "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1 e1c1", "");
  mr_fairy_play(mr_fairy_table("amazon"), "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 d4e3",
                "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2");
  mr_table *table = mr_fairy_table("georgian");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "", "e1g1 e1c1");
  mr_fairy_play(table, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4",
                "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1");
  mr_fairy_moves(table, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "d4d3", "d4e3");
}

/* ---- other men, other pawns ------------------------------------------------------------------ */

static void CL_38_in_Torpedo_Chess_pawns_step_twice_from_every_rank(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("torpedo");
  mr_fairy_moves(table, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e5 e4e6", "e4e7");
  mr_fairy_moves(table, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "a6a7 a6a8q a6a8n", "a6a8");
  mr_fairy_play(table, "4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1", "e4e6 d6e5",
                "4k3/8/8/4p3/8/8/8/4K3 w - - 0 2");
}

static void CL_39_Berolina_pawns_step_diagonally_and_capture_straight(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("berolina");
  mr_fairy_moves(table, "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2d3 e2f3 e2c4 e2g4 e2e3", "e2e4");
  mr_fairy_moves(table, "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2f3 e2g4", "e2d3 e2c4 e2e3");
  mr_fairy_moves(table, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4d5 e4f5", "e4c6 e4e5");
  mr_fairy_moves(table, "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q b7c8n", "b7a8 b7b8q");
  mr_fairy_play(table, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2c4 d4d3",
                "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2");
}

static void CL_40_pawns_step_sideways_or_back(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("pawnsideways");
  mr_fairy_moves(table, "4k3/8/8/8/3pP3/8/P7/4K3 w - - 0 1", "e4e5 e4f4 a2b2 a2a4",
                 "e4d4 e4e6 e4e3");
  mr_fairy_play(table, "4k3/8/8/8/4P3/8/8/4K3 w - - 7 10", "e4f4",
                "4k3/8/8/8/5P2/8/8/4K3 b - - 8 10");
  mr_fairy_play(table, "4k3/8/8/8/4P3/8/8/4K3 w - - 7 10", "e4e5",
                "4k3/8/8/4P3/8/8/8/4K3 b - - 0 10");
  table = mr_fairy_table("pawnback");
  mr_fairy_moves(table, "4k3/8/8/4P3/8/8/P7/4K3 w - - 0 1", "e5e4 e5e6 a2a3 a2a4", "a2a1 e5d5");
  mr_fairy_play(table, "4k3/8/8/8/4P3/8/8/4K3 w - - 7 10", "e4e5",
                "4k3/8/8/4P3/8/8/8/4K3 b - - 8 10");
  mr_fairy_play(table, "8/P7/8/8/8/8/8/4K2k w - - 7 10", "a7a8n", "N7/8/8/8/8/8/8/4K2k b - - 0 10");
}

static void CL_41_Legan_pawns_go_from_corner_to_corner(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("legan");
  mr_fairy_moves(table, "7k/8/8/3p4/2pP4/8/8/K7 w - - 0 1", "d4c5 d4d5 d4c4", "d4e5 d4b6");
  mr_fairy_moves(table, "7k/8/8/8/3P4/8/8/K7 w - - 0 1", "d4c5", "d4d5 d4c4 d4e5");
  mr_fairy_moves(table, "7k/8/8/3pP3/3P4/8/8/K7 b - - 0 1", "d5e4 d5e5 d5d4", "d5c4");
  mr_fairy_moves(table, "7k/8/1P6/1P6/8/8/8/K7 w - - 0 1", "b5a6q b5a6n b6a7q", "b5a6 b6a7");
  mr_fairy_moves(table, "7k/8/8/8/8/8/8/K4n2 b - - 0 1", "", "");
  mr_fairy_moves(table, "k7/8/8/8/8/6p1/8/K7 b - - 0 1", "g3h2q g3h2b", "g3h2");
}

static void CL_43_other_men_stand_for_knights_bishops_and_behind_pawns(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("nightrider");
  mr_fairy_moves(table, "4k3/P7/8/8/8/8/8/N3K3 w - - 0 1", "a1b3 a1c5 a1d7 a1c2 a1e3 a1g4 a7a8n",
                 "a1b2");
  mr_fairy_moves(table, "4k3/8/8/2p5/8/8/8/N3K3 w - - 0 1", "a1b3 a1c5", "a1d7");
  table = mr_fairy_table("paradigm");
  mr_fairy_moves(table, "4k3/P7/8/8/8/8/2p5/2B1K3 w - - 0 1", "c1e2 c1a2 c1d2 c1a3 a7a8b",
                 "c1b3 c1d3");
  table = mr_fairy_table("grasshopper");
  mr_fairy_moves(table, "4k3/P7/8/8/8/p7/7P/G3K3 w - - 0 1", "a1a4 a1f1 h2h3 a7a8g a7a8q",
                 "a1a2 a1a3 a1b2 a1a5 h2h4");
}

static void CL_44_knights_capture_as_other_pieces(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("hoppelpoppel");
  mr_fairy_moves(table, "4k3/8/8/2pp4/8/1N6/8/4K3 w - - 0 1", "b3d5 b3d4 b3a5", "b3c5 b3c4");
  mr_fairy_moves(table, "4k3/8/8/8/8/2pp4/8/1B2K3 w - - 0 1", "b1c3 b1c2 b1a2", "b1d3 b1d2");
  table = mr_fairy_table("newzealand");
  mr_fairy_moves(table, "4k3/8/1p6/8/8/1N6/8/R3K2R w KQ - 0 1", "b3b6 b3c5 e1g1 e1c1", "b3b4");
  mr_fairy_moves(table, "4k3/8/8/8/p7/1p6/8/R3K3 w - - 0 1", "a1b3 a1a2 a1a3 a1b1", "a1a4 a1c2");
}

static void CL_45_chancellors_stand_for_queens(void **state) {
  (void)state;
  static const char *const white = "4k3/P7/8/8/3C4/8/8/4K3 w - - 0 1";
  static const char *const black = "4k3/8/8/8/8/8/p7/4K3 b - - 0 1";
  mr_table *table = mr_fairy_table("almost");
  mr_fairy_moves(table, white, "d4e6 d4d8 d4h4 a7a8c a7a8r a7a8b a7a8n", "d4e5 a7a8q");
  mr_fairy_moves(table, black, "a2a1c", "a2a1q");
  table = mr_fairy_table("sortofalmost");
  mr_fairy_moves(table, white, "a7a8c a7a8b", "a7a8q");
  mr_fairy_moves(table, black, "a2a1q a2a1b", "a2a1c");
  table = mr_fairy_table("chigorin");
  mr_fairy_moves(table, white, "a7a8c a7a8r a7a8n", "a7a8q a7a8b");
  mr_fairy_moves(table, black, "a2a1q a2a1r a2a1b", "a2a1c a2a1n");
}

static void CL_46_in_Perfect_Chess_kings_castle_with_chancellors(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("perfect");
  mr_fairy_moves(table, "4k3/P7/8/8/8/8/8/C3K2R w KQ - 0 1",
                 "e1c1 e1g1 a7a8g a7a8c a7a8m a7a8q a7a8r a7a8b a7a8n", "a7a8");
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/C3K2R w KQ - 0 1", "e1c1",
                "4k3/8/8/8/8/8/8/2KC3R b - - 1 1");
  mr_fairy_moves(table, "4k3/8/8/8/3G4/8/8/M3K3 w - - 0 1", "d4e6 d4d8 d4h8 a1b3 a1b2",
                 "a1a2 a1b1");
}

static void CL_47_a_dragon_is_dropped_on_the_first_rank(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("dragon");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/R3K3[Dd] w - - 0 1", "D@b1 D@h1", "D@a1 D@b2 D@a8");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/4K3[d] b - - 0 1", "D@a8 D@d8", "D@e8 D@a1 D@a7");
  mr_fairy_moves(table, "4k3/P7/8/8/8/8/8/D3K3[] w - - 0 1", "a1b3 a1b2 a1h8 a7a8d", "a1a2 D@b1");
  mr_fairy_play(table, "4k3/8/8/3p4/4P3/8/8/4K3[D] w - - 0 1", "e4d5",
                "4k3/8/8/3P4/8/8/8/4K3[D] b - - 0 1");
}

/* ---- other aims ------------------------------------------------------------------------------ */

static void CL_48_in_Misere_Chess_who_is_mated_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("misere");
  mr_fairy_end(table, "k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "0-1", "CL-48");
  mr_fairy_end(table, "k7/8/1K6/2N5/8/8/8/8 w - - 0 1", "c5d7", "1/2-1/2", "CH-2");
}

static void CL_49_in_Codrus_who_has_lost_the_king_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("codrus");
  mr_fairy_moves(table, "3rk3/8/8/8/8/8/8/3K4 b - - 0 1", "d8d1", "e8e7 d8d2");
  mr_fairy_end(table, "3rk3/8/8/8/8/8/8/3K4 b - - 0 1", "d8d1", "1-0", "CL-49");
  mr_fairy_end(table, "4K3/8/8/8/8/8/pppppppp/kbbbbbbb w - - 0 1", "e8e7", "0-1", "CL-49");
  mr_fairy_moves(table, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q a7a8r a7a8b a7a8n", "a7a8k");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/r3K2R w K - 0 1", "e1g1", "");
}

static void CL_50_in_Kinglet_Chess_who_has_no_pawn_left_has_lost(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("kinglet");
  mr_fairy_moves(table, "4k3/P6p/8/8/8/8/P7/4K3 w - - 0 1", "a7a8k", "a7a8q a7a8");
  mr_fairy_moves(table, "4k3/p7/8/8/8/8/P4r2/4K2R w K - 0 1", "e1g1 a2a3", "");
  mr_fairy_end(table, "4k3/p7/8/8/8/8/7P/R3K3 w - - 0 1", "a1a7", "1-0", "CL-50");
  mr_fairy_end(table, "4k3/P6p/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "0-1", "CL-50");
  mr_fairy_end(table, "4k3/P6p/8/8/8/8/P7/4K3 w - - 0 1", "a7a8k", "*", "");
}

static void CL_51_who_loses_one_of_three_kings_has_lost(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("threekings");
  mr_fairy_end(table, "k3k2k/8/8/8/8/8/8/1K1KR2K w - - 0 1", "e1e8", "1-0", "CL-51");
  mr_fairy_moves(table, "k3k2k/P7/8/8/4r3/8/8/K3K2K w - - 0 1", "a1a2 e1e2 h1h2", "e1e4");
  mr_fairy_moves(table, "k3k2k/1P6/8/8/8/8/8/K3K2K w - - 0 1", "b7b8q b7a8n", "b7b8k");
}

static void CL_52_in_Coregal_Chess_queens_are_royal(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("coregal");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/r7/Q3K2R w - - 0 1", "a1a2 a1b1", "e1f1 h1h3 a1b2");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/1r6/3QK3 w - - 0 1", "d1d6", "d1b3 d1d7 d1d8");
  mr_fairy_moves(table, "4k3/8/8/8/8/1b6/8/QQQ1K2R w - - 0 1", "a1a3 h1h3", "a1a2 c1c2");
  mr_fairy_end(table, "q3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", "1-0", "CL-52");
  mr_fairy_end(table, "q3k3/2r5/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", "1-0", "CL-52");
  mr_fairy_end(table, "q3k3/3r4/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7", "*", "");
}

static void CL_53_what_pawns_became_is_dropped_as_that(void **state) {
  (void)state;
  static const char *const games[] = {"loop", "chessgi"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    mr_fairy_play(mr_fairy_table(games[i]), "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1", "b7b8q a8b8",
                  "1r2k3/8/8/8/8/8/8/4K3[q] w - - 0 2");
  }
  mr_fairy_moves(mr_fairy_table("loop"), "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a2 P@a7",
                 "P@a1 P@a8");
  mr_fairy_moves(mr_fairy_table("chessgi"), "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a1 P@a2 P@a7",
                 "P@a8");
}

static void CL_61_in_Jeson_Mor_a_knight_stays_in_the_middle(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("jesonmor");
  mr_fairy_end(table, "4n4/9/9/9/9/9/3N5/9/9 w - - 0 1", "d3e5", "*", "");
  mr_fairy_end(table, "4n4/9/9/9/9/9/3N5/9/9 w - - 0 1", "d3e5 e9d7", "1-0", "CL-61");
  mr_fairy_end(table, "9/9/3n5/9/9/9/3N5/9/N8 w - - 0 1", "d3e5 d7e5", "*", "");
  mr_fairy_end(table, "9/9/3n5/9/9/9/3N5/9/N8 w - - 0 1", "d3e5 d7e5 a1b3", "0-1", "CL-61");
  mr_fairy_end(table, "9/9/3n5/9/9/9/3N5/9/9 w - - 0 1", "d3e5 d7e5", "0-1", "CL-61");
}

static void CL_62_a_fox_runs_and_hounds_shut_it_in(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("fox-and-hounds");
  mr_fairy_moves(table, "1h1h1h1h/8/8/8/8/8/8/4F3 w - - 0 1", "e1d2 e1f2", "e1e2 e1g3");
  mr_fairy_moves(table, "8/1h6/8/8/8/8/8/4F3 b - - 0 1", "b7a6 b7c6", "b7a8 b7c8 b7b6");
  mr_fairy_moves(table, "8/8/8/8/8/8/3h4/4F3 w - - 0 1", "e1f2", "e1d2");
  mr_fairy_end(table, "8/4F3/8/7h/8/8/8/8 w - - 0 1", "e7d8", "1-0", "CL-62");
  mr_fairy_end(table, "8/8/8/8/8/2h5/8/F7 b - - 0 1", "c3b2", "0-1", "CL-62");
}

static void CL_63_in_Clobber_who_cannot_capture_has_lost(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("clobber");
  mr_fairy_moves(table, "5/5/5/5/P1p2/Pp3 w - - 0 1", "a1b1", "a1a2 a2a3 a2b2 a2b1");
  mr_fairy_end(table, "5/5/5/5/p4/Pp3 w - - 0 1", "a1b1", "1-0", "CL-63");
  mr_fairy_end(table, "5/5/5/5/p4/PpP2 w - - 0 1", "c1b1", "*", "");
  mr_fairy_end(mr_fairy_table("clobber10"), "9P/9p/10/10/10/10/10/10/10/10 w - - 0 1", "j10j9",
               "1-0", "CL-63");
}

/* ---- more squares ---------------------------------------------------------------------------- */

static void CL_54_in_Capahouse_what_is_captured_is_dropped(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("capahouse");
  mr_fairy_play(table, "4k5/10/10/3p6/4P5/10/10/4K5[] w - - 0 1", "e4d5",
                "4k5/10/10/3P6/10/10/10/4K5[P] b - - 0 1");
  mr_fairy_play(table, "r3k5/1P8/10/10/10/10/10/4K5[] w - - 0 1", "b7b8a a8b8",
                "1r2k5/10/10/10/10/10/10/4K5[p] w - - 0 2");
  mr_fairy_moves(table, "4k5/10/10/10/10/10/10/4K5[PA] w - - 0 1", "A@j8 A@a1 P@j2 P@j7",
                 "P@j1 P@j8 A@e1");
}

static void CL_55_boards_of_nine_and_ten_files_have_a_further_piece(void **state) {
  (void)state;
  static const char *const castling = "4k4/P8/9/9/9/9/9/9/R3K3R w KQ - 0 1";
  mr_table *table = mr_fairy_table("modern");
  mr_fairy_moves(table, castling, "e1g1 e1c1 a8a9m a8a9q", "e1h1 a8a9c");
  mr_fairy_moves(table, "4k4/9/9/9/3M5/9/9/4P4/4K4 w - - 0 1", "d5e7 d5e6 e2e4", "d5d6 d5e5");
  table = mr_fairy_table("chancellor");
  mr_fairy_moves(table, castling, "e1g1 e1c1 a8a9c a8a9q", "e1h1 a8a9m");
  mr_fairy_moves(table, "4k4/9/9/9/3C5/9/9/4P4/4K4 w - - 0 1", "d5e7 d5d9 e2e4", "d5e6");
  table = mr_fairy_table("centaur");
  mr_fairy_moves(table, "5k4/P9/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1 f1c1 a7a8c a7a8q",
                 "f1h1 f1d1");
  mr_fairy_moves(table, "5k4/10/10/10/3C6/10/10/5K4 w - - 0 1", "d4d5 d4e5 d4e6 d4f5", "d4d6");
}

static void CL_56_Gustav_has_four_squares_beside_the_board(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("gustav3");
  mr_fairy_moves(table, "5k4/*P7*/*8*/*8*/*8*/*8*/*8*/1R3K2R1 w KQ - 0 1",
                 "f1h1 f1d1 b7b8a b7b8q b1a1", "f1c1 b7b8");
  mr_fairy_moves(table, "5k4/*8*/*8*/*8*/*8*/*8*/*8*/A4K4 w - - 0 1", "a1b1 a1b2 a1b3 a1c2 a1h8",
                 "a1a2 a1a8");
}

static void CL_57_ten_by_ten_squares_have_wizards(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("opulent");
  mr_fairy_moves(table, "9k/10/10/10/10/10/4N5/10/10/9K w - - 0 1", "e4e5 e4f6", "e4e6 e4f5");
  mr_fairy_moves(table, "9k/10/10/10/10/10/4W5/10/10/9K w - - 0 1", "e4h5 e4f7 e4b3 e4f5",
                 "e4e5 e4f6");
  mr_fairy_moves(table, "9k/10/10/10/10/10/4L5/10/10/9K w - - 0 1", "e4f5 e4e6 e4e7 e4b4",
                 "e4e5 e4g6");
  mr_fairy_moves(table, "10/k9/10/3P6/10/10/10/10/10/WWRR5K w - - 0 1",
                 "d7d8 d7d8n d7d8l d7d8a d7d8c d7d8q d7d8b", "d7d8w d7d8r");
  table = mr_fairy_table("tencubed");
  mr_fairy_moves(table, "9k/10/10/10/10/10/4C5/3P6/10/9K w - - 0 1",
                 "e4e5 e4e6 e4g6 e4d4 d3d4 d3d5", "e4f5 e4f6 d3d6");
  mr_fairy_moves(table, "9k/P9/10/10/10/10/4W5/4M5/10/9K w - - 0 1",
                 "a9a10a a9a10m a9a10q e4h5 e4f5 e3g4 e3a3", "a9a10r a9a10c a9a10w a9a10 e3f4");
}

static void CL_58_Omicron_has_corners_outside_the_corners(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("omicron");
  mr_fairy_moves(
      table, "1**********1/*5k4*/*P9*/*10*/*10*/*10*/*10*/*3P6*/*1R3K2R1*/W**********1 w KQ - 0 1",
      "g2i2 g2e2 a1b2 a1b4 a1d2 b8b9w b8b9c b8b9q e3e5", "a1c2 g2d2 b8b9");
  mr_fairy_moves(table,
                 "1**********1/*5k4*/*10*/*10*/*10*/*4C5*/*10*/*10*/*5K4*/1**********1 w - - 0 1",
                 "f5f6 f5f7 f5h7 f5h5", "f5g6 f5g7");
  mr_fairy_moves(table,
                 "1**********1/*5k4*/*10*/*10*/*10*/*10*/*10*/*10*/*B4K4*/1**********1 w - - 0 1",
                 "b2a1 b2c3", "b2a2");
}

static void CL_59_on_Troitzkys_board_every_file_has_its_far_square(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("troitzky");
  mr_fairy_moves(table, "****1k****/**6**/*8*/*1P6*/10/P9/*8*/*2P5*/**6**/****1K**** w - - 0 1",
                 "a5a6q a5a6n c7c8 d3d4 d3d5", "a5a6 c7c9 d3d6");
  mr_fairy_moves(table, "****1k****/**6**/*1P6*/*8*/10/10/*8*/*8*/**6**/****1K**** w - - 0 1",
                 "c8c9q c8c9r c8c9b c8c9n", "c8c9");
}

static void CL_60_Wolf_Chess_has_sergeants_and_elephants(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("wolf");
  mr_fairy_moves(table, "4k3/8/8/8/8/4p3/4S3/8/8/4K3 w - - 0 1", "e4e5 e4d5 e4f5",
                 "e4e6 e4d4 e4e3");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/1P1P4/4S3/4K3 w - - 0 1", "e2e4 b3b5 d3d4", "d3d5 e2e5");
  mr_fairy_play(table, "4k3/8/8/8/8/8/3p4/8/4S3/4K3 w - - 0 1", "e2e4 d4e3",
                "4k3/8/8/8/8/8/8/4p3/8/4K3 w - - 0 2");
  mr_fairy_play(table, "4k3/3p4/8/4S3/8/8/8/8/8/4K3 b - - 0 1", "d9d7 e7d8",
                "4k3/8/3S4/3p4/8/8/8/8/8/4K3 b - - 0 2");
  mr_fairy_moves(table, "4k3/P6S/8/8/8/8/8/8/8/4K3 w - - 0 1",
                 "a9a10+ a9a10q a9a10w a9a10f a9a10r a9a10b h9h10q h9h10w",
                 "a9a10 a9a10e a9a10n h9h10+ h9h10");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/8/1W1F4/+P3K3 w - - 0 1",
                 "a1b3 a1c5 a1a9 a1e3 b2b8 b2c4 d2e4 d2e3", "a1b5 b2c3 d2d3");
}

/* ---- Xiangqi --------------------------------------------------------------------------------- */

static void CL_64_men_of_Xiangqi_move_as_there(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("minixiangqi");
  mr_fairy_moves(table, "2k4/7/7/7/7/1p5/1N1K3 w - - 0 1", "b1d2", "b1a3 b1c3");
  mr_fairy_moves(table, "2k4/p6/7/p6/7/7/C2K3 w - - 0 1", "a1a2 a1a3 a1a6 a1c1", "a1a4 a1a5");
  mr_fairy_moves(table, "2k4/7/7/7/1P5/7/4K2 w - - 0 1", "b3b4 b3a3 b3c3 e1e2 e1d1",
                 "b3b2 e1f1 e1d2");
  table = mr_fairy_table("manchu");
  mr_fairy_moves(table, "3k5/9/9/9/2P6/9/4P4/9/9/3A1K3 w - - 0 1", "e4e5 c6c7 c6b6 d1e2",
                 "e4d4 e4f4 d1c2 c6c5");
  mr_fairy_moves(table, "3k5/9/9/9/9/2B6/3p5/9/9/5K3 w - - 0 1", "c5a3", "c5e3 c5e7 c5a7");
  mr_fairy_moves(table, "3k5/9/p8/9/9/p8/9/9/M8/5K3 w - - 0 1", "a2a5 a2a8 a2b4 a2i2 a2c3",
                 "a2a6 a2b3");
}

static void CL_65_generals_may_not_face_each_other(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("minixiangqi");
  mr_fairy_moves(table, "3k3/7/7/7/7/3R3/3K3 w - - 0 1", "d2d3 d2d6", "d2c2 d2a2");
  mr_fairy_end(table, "2k4/7/7/R6/7/7/3K3 w - - 0 1", "a4a6", "1-0", "CL-65");
  mr_fairy_end(table, "2k4/R6/7/6R/7/7/4K2 w - - 0 1", "g4g7", "1-0", "CL-65");
  mr_fairy_end_after(table, "2k4/7/2R4/7/7/7/4K2 b - - 0 1", "c7d7 c5d5 d7c7 d5c5", 2, "0-1",
                     "CL-65");
  mr_fairy_end_after(table, "2k4/7/R6/7/7/7/4K2 b - - 0 1", "c7d7 a5b5 d7c7 b5a5", 2, "1/2-1/2",
                     "CH-3");
  table = mr_fairy_table("manchu");
  mr_fairy_moves(table, "4k4/9/9/9/9/9/9/9/4M4/4K4 w - - 0 1", "e2e3 e2e9", "e2d2 e2f4");
  mr_fairy_end(table, "3k5/9/9/M8/9/9/9/9/9/4K4 w - - 0 1", "a7a9", "1-0", "CL-65");
}

/* ---- shogi ----------------------------------------------------------------------------------- */

static void CL_66_in_Check_Shogi_the_first_check_wins(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("checkshogi");
  mr_fairy_end(table, "4k4/9/9/9/9/9/9/9/R3K4[-] w - - 0 1", "a1a9", "1-0", "CL-66");
  mr_fairy_end(table, "4k4/9/9/9/9/9/9/9/R3K4[-] w - - 0 1", "a1a8", "*", "");
  mr_fairy_end(table, "4k4/9/9/9/9/9/9/9/4K4[g] b - - 0 1", "G@e2", "0-1", "CL-66");
}

static void CL_67_shogi_is_played_on_other_boards(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("judkins");
  mr_fairy_moves(table, "k5/6/1P2N1/6/6/K5[-] w - - 0 1", "b4b5 b4b5+ e4d6+ e4f6+", "e4d6 e4c5");
  mr_fairy_moves(table, "k5/6/6/1P4/6/K5[-] w - - 0 1", "b3b4", "b3b4+");
  mr_fairy_end_after(table, "k5/6/6/6/6/K5[Pp] w - - 0 1", "a1b1 a6b6 b1a1 b6a6", 3, "1/2-1/2",
                     "CL-67");
  table = mr_fairy_table("euroshogi");
  mr_fairy_moves(table, "k7/8/8/8/3N4/8/8/K7[-] w - - 0 1", "d4c6+ d4e6+ d4c4 d4e4",
                 "d4c6 d4d5 d4b3");
  mr_fairy_end_after(table, "k7/8/8/8/8/8/8/K7[Pp] w - - 0 1", "a1b1 a8b8 b1a1 b8a8", 3, "1/2-1/2",
                     "CL-67");
  table = mr_fairy_table("okisakishogi");
  mr_fairy_moves(table, "k9/10/10/10/10/3L6/10/10/10/K9[-] w - - 0 1", "d5d6 d5d1 d5d8 d5d8+ d5d10",
                 "d5c5 d5d7+");
  mr_fairy_moves(table, "k9/10/10/3Q6/10/3N6/10/10/10/K9[-] w - - 0 1", "d5c3 d5f6 d7d8 d7e8",
                 "d7d8+ d5d6");
  mr_fairy_end_after(table, "k9/10/10/10/10/10/10/10/10/K9[Pp] w - - 0 1",
                     "a1b1 a10b10 b1a1 b10a10", 3, "1/2-1/2", "CL-67");
}

static void CL_68_in_Sho_Shogi_a_crown_prince_is_a_second_king(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("shoshogi");
  mr_fairy_moves(table, "4k4/9/9/9/4E4/9/9/9/4K4 w - - 0 1", "e5e6 e5d5 e5d4 e5f6", "e5e4");
  mr_fairy_moves(table, "k8/9/9/4E4/9/9/9/9/4K4 w - - 0 1", "e6e7+ e6e7", "e6e5");
  mr_fairy_play(table, "4k4/9/9/9/4p4/4P4/9/9/4K4 w - - 0 1", "e4e5",
                "4k4/9/9/9/4P4/9/9/9/4K4 b - - 0 1");
  mr_fairy_moves(table, "k8/4r4/9/9/9/9/9/8E/4K4 w - - 0 1", "e1d1", "i2i3 e1e2");
  mr_fairy_moves(table, "k8/4r4/9/9/9/9/9/8+E/4K4 w - - 0 1", "e1d1 i2i1 i2i3 e1e2", "");
  mr_fairy_end(table, "k8/4r4/9/9/9/9/9/8+E/4K4 w - - 0 1", "i2i3 e8e1", "*", "");
  mr_fairy_moves(table, "k3r4/9/9/E8/9/9/9/9/4K4 w - - 0 1", "a6a7+ e1d1", "a6a7 a6b7");
  mr_fairy_moves(table, "k8/9/9/9/9/9/3r5/8+E/9 w - - 0 1", "i2i1", "i2i3 i2h3");
  mr_fairy_end(table, "4k4/9/4PG3/9/9/9/9/9/4K4 w - - 0 1", "f7e8", "1-0", "CL-68");
  mr_fairy_end(table, "4k4/9/4PG3/9/9/9/9/+e8/4K4 w - - 0 1", "f7e8", "*", "");
}

static void CL_69_in_Yari_Shogi_men_slide_ahead(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("yarishogi");
  mr_fairy_moves(table, "k6/7/7/7/7/7/3N3/7/K6[-] w - - 0 1", "d3d4 d3d6 d3c5 d3e5 d3d7+ d3d7",
                 "d3c3 d3d2");
  mr_fairy_moves(table, "k6/7/7/7/7/7/3B3/7/K6[-] w - - 0 1", "d3c4 d3e4 d3d6", "d3c2 d3b5");
  mr_fairy_moves(table, "k6/7/7/7/7/7/3R3/7/K6[-] w - - 0 1", "d3d4 d3a3 d3g3", "d3d2");
  mr_fairy_moves(table, "k6/7/7/3+N3/7/7/7/3+R3/K6[-] w - - 0 1", "d6d7 d6c7 d6c6 d6d3 d2d1 d2a2",
                 "d6c5 d6d8 d6d2");
  mr_fairy_moves(table, "k6/7/7/3+P3/7/7/7/7/K6[-] w - - 0 1", "d6d7 d6c7 d6d1", "d6c6");
  mr_fairy_moves(table, "k6/7/7/7/7/7/P6/7/K6[P] w - - 0 1", "P@b2 P@b8", "P@a4 P@b9");
  mr_fairy_end(table, "k6/7/1B5/7/7/7/7/7/6K[P] w - - 0 1", "P@a8", "1-0", "CL-3");
  mr_fairy_end_after(table, "k6/7/7/7/7/7/7/7/K6[Pp] w - - 0 1", "a1b1 a9b9 b1a1 b9a9", 2,
                     "1/2-1/2", "CL-69");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_36_nobody_castles),
    cmocka_unit_test(CL_37_Chaturanga_has_elephants_and_counsellors),
    cmocka_unit_test(CL_38_in_Torpedo_Chess_pawns_step_twice_from_every_rank),
    cmocka_unit_test(CL_39_Berolina_pawns_step_diagonally_and_capture_straight),
    cmocka_unit_test(CL_40_pawns_step_sideways_or_back),
    cmocka_unit_test(CL_41_Legan_pawns_go_from_corner_to_corner),
    cmocka_unit_test(CL_42_amazons_move_as_queens_and_knights),
    cmocka_unit_test(CL_43_other_men_stand_for_knights_bishops_and_behind_pawns),
    cmocka_unit_test(CL_44_knights_capture_as_other_pieces),
    cmocka_unit_test(CL_45_chancellors_stand_for_queens),
    cmocka_unit_test(CL_46_in_Perfect_Chess_kings_castle_with_chancellors),
    cmocka_unit_test(CL_47_a_dragon_is_dropped_on_the_first_rank),
    cmocka_unit_test(CL_48_in_Misere_Chess_who_is_mated_has_won),
    cmocka_unit_test(CL_49_in_Codrus_who_has_lost_the_king_has_won),
    cmocka_unit_test(CL_50_in_Kinglet_Chess_who_has_no_pawn_left_has_lost),
    cmocka_unit_test(CL_51_who_loses_one_of_three_kings_has_lost),
    cmocka_unit_test(CL_52_in_Coregal_Chess_queens_are_royal),
    cmocka_unit_test(CL_53_what_pawns_became_is_dropped_as_that),
    cmocka_unit_test(CL_54_in_Capahouse_what_is_captured_is_dropped),
    cmocka_unit_test(CL_55_boards_of_nine_and_ten_files_have_a_further_piece),
    cmocka_unit_test(CL_56_Gustav_has_four_squares_beside_the_board),
    cmocka_unit_test(CL_57_ten_by_ten_squares_have_wizards),
    cmocka_unit_test(CL_58_Omicron_has_corners_outside_the_corners),
    cmocka_unit_test(CL_59_on_Troitzkys_board_every_file_has_its_far_square),
    cmocka_unit_test(CL_60_Wolf_Chess_has_sergeants_and_elephants),
    cmocka_unit_test(CL_61_in_Jeson_Mor_a_knight_stays_in_the_middle),
    cmocka_unit_test(CL_62_a_fox_runs_and_hounds_shut_it_in),
    cmocka_unit_test(CL_63_in_Clobber_who_cannot_capture_has_lost),
    cmocka_unit_test(CL_64_men_of_Xiangqi_move_as_there),
    cmocka_unit_test(CL_65_generals_may_not_face_each_other),
    cmocka_unit_test(CL_66_in_Check_Shogi_the_first_check_wins),
    cmocka_unit_test(CL_67_shogi_is_played_on_other_boards),
    cmocka_unit_test(CL_68_in_Sho_Shogi_a_crown_prince_is_a_second_king),
    cmocka_unit_test(CL_69_in_Yari_Shogi_men_slide_ahead),
};

MR_TEST_MAIN_WITH(tests, NULL, mr_fairy_close_table)
