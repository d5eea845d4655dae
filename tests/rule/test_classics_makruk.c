/*
 * docs/rules/classics.md, Makruk and its relatives: CL-80 to CL-89.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_80_khons_and_mets_step(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("makruk");
  mr_fairy_moves(table, "3k4/8/8/8/3S4/8/8/3K4 w - - 0 1", "d4d5 d4c5 d4e5 d4c3 d4e3",
                 "d4d3 d4c4 d4d6");
  mr_fairy_moves(table, "3k4/8/8/8/3M4/8/8/3K4 w - - 0 1", "d4c5 d4e5 d4c3 d4e3", "d4d5 d4c6");
  mr_fairy_moves(table, "3k4/8/8/8/8/1P6/8/R3K2R w - - 0 1", "b3b4 e1d2", "b3b5 e1g1 e1c1");
}

static void CL_81_pawns_become_mets_on_the_sixth_rank(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("makruk");
  mr_fairy_moves(table, "3k4/8/1r6/P7/8/8/8/3K4 w - - 0 1", "a5a6m a5b6m", "a5a6 a5a6r a5b6");
  mr_fairy_play(table, "3k4/8/8/8/p7/2P5/8/3K4 b - - 0 1", "a4a3m",
                "3k4/8/8/8/8/m1P5/8/3K4 w - - 0 2");
}

static void CL_82_moves_are_counted_as_men_get_few(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("makruk");
  /* The last pawn goes while both sides have more than a king. */
  mr_fairy_play(table, "3rk3/8/8/8/p7/8/8/R3K3 w - - 0 1", "a1a4",
                "3rk3/8/8/8/R7/8/8/4K3 b - 128 0 1");
  mr_fairy_play(table, "3rk3/8/8/8/p7/1P6/8/R3K3 w - - 3 1", "a1a4",
                "3rk3/8/8/8/R7/1P6/8/4K3 b - - 0 1");
  mr_fairy_play(table, "3rk3/8/8/8/R7/8/8/4K3 b - 128 0 1", "d8d1 e1d1",
                "4k3/8/8/8/R7/8/8/3K4 b - 32 6 2");
  /* A king alone, by what is left against it; the men are counted as moves made. */
  static const struct {
    const char *from, *move, *to;
  } limits[] = {
      {"4k3/8/8/8/7p/8/8/R3K2R w - - 0 1", "h1h4", "4k3/8/8/8/7R/8/8/R3K3 b - 16 8 1"},
      {"4k3/8/8/8/7p/8/6N1/2S1K2R w - - 0 1", "h1h4", "4k3/8/8/8/7R/8/6N1/2S1K3 b - 32 10 1"},
      {"4k3/8/8/8/8/7p/6S1/2S1K3 w - - 0 1", "g2h3", "4k3/8/8/8/8/7S/8/2S1K3 b - 44 8 1"},
      {"4k3/8/8/8/8/7p/8/2N1K1N1 w - - 0 1", "g1h3", "4k3/8/8/8/8/7N/8/2N1K3 b - 64 8 1"},
      {"4k3/8/8/8/8/7p/6S1/2N1K3 w - - 0 1", "g2h3", "4k3/8/8/8/8/7S/8/2N1K3 b - 88 8 1"},
      {"4k3/8/8/8/8/7p/6M1/4K3 w - - 0 1", "g2h3", "4k3/8/8/8/8/7M/8/4K3 b - 128 6 1"},
      {"4k3/8/8/P7/8/8/8/R3K3 w - - 0 1", "a5a6m", "4k3/8/M7/8/8/8/8/R3K3 b - 32 8 1"},
      {"3nk3/8/8/8/8/8/8/3RK3 w - 128 40 9", "d1d8", "3Rk3/8/8/8/8/8/8/4K3 b - 32 6 9"},
      /* A king alone that takes the last pawn begins at once. */
      {"8/8/8/3kP3/8/8/8/R3K3 b - - 0 1", "d5e5", "8/8/8/4k3/8/8/8/R3K3 w - 32 5 2"},
      {"8/8/8/3kP3/8/7P/8/R3K3 b - - 0 1", "d5e5", "8/8/8/4k3/8/7P/8/R3K3 w - - 0 2"},
      /* What is not the last pawn leaves the count of a king alone as it is. */
      {"8/8/8/3kN3/8/8/8/R3K3 b - 32 9 9", "d5e5", "8/8/8/4k3/8/8/8/R3K3 w - 32 10 10"},
  };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    mr_fairy_play(table, limits[i].from, limits[i].move, limits[i].to);
  }
  mr_fairy_end(table, "8/4k3/8/8/R7/8/8/4K3 w - 32 31 20", "a4b4 e7e6", "1/2-1/2", "CL-82");
  mr_fairy_end(table, "8/4k3/8/8/R7/8/8/4K3 w - 32 31 20", "a4b4", "*", "");
  mr_fairy_end(table, "k7/8/1K6/8/8/8/8/7R w - 32 32 20", "h1h8", "1-0", "CH-1");
}

static void CL_83_the_ai_wok_moves_as_rook_knight_and_met(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("ai-wok");
  mr_fairy_moves(table, "3k4/8/8/8/4A3/8/8/3K4 w - - 0 1", "e4a4 e4e8 e4f6 e4g5 e4f5 e4d3",
                 "e4g6 e4c2");
  mr_fairy_moves(table, "3k4/8/8/P7/8/8/8/3K4 w - - 0 1", "a5a6a", "a5a6 a5a6m");
  /* It is no rook for the count. */
  mr_fairy_play(table, "3k4/8/8/8/p7/8/8/A3K3 w - - 0 1", "a1a4",
                "3k4/8/8/8/A7/8/8/4K3 b - 128 6 1");
}

static void CL_84_in_ASEAN_Chess_pawns_promote_on_the_last_rank(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("asean");
  mr_fairy_moves(table, "3k4/P7/8/8/8/8/8/3K4 w - - 0 1", "a7a8r a7a8n a7a8b a7a8q", "a7a8");
  mr_fairy_moves(table, "3k4/8/8/P7/8/8/8/3K4 w - - 0 1", "a5a6", "a5a6q");
}

static void CL_85_ASEAN_Chess_counts_for_a_king_alone(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("asean");
  static const struct {
    const char *from, *move, *to;
  } limits[] = {
      {"4k3/8/8/8/7p/8/8/R3K2R w - - 0 1", "h1h4", "4k3/8/8/8/7R/8/8/R3K3 b - 32 0 1"},
      {"4k3/8/8/8/8/7p/6B1/2N1K3 w - - 0 1", "g2h3", "4k3/8/8/8/8/7B/8/2N1K3 b - 88 0 1"},
      {"4k3/8/8/8/8/7p/8/2N1K1N1 w - - 0 1", "g1h3", "4k3/8/8/8/8/7N/8/2N1K3 b - 128 0 1"},
      {"4k3/8/8/8/8/7p/6Q1/4K3 w - - 0 1", "g2h3", "4k3/8/8/8/8/7Q/8/4K3 b - - 0 1"},
      {"4k3/8/8/8/8/7p/8/2N1K1NR w - - 0 1", "h1h3", "4k3/8/8/8/8/7R/8/2N1K1N1 b - 32 0 1"},
      {"3rk3/8/8/8/p7/8/8/R3K3 w - - 0 1", "a1a4", "3rk3/8/8/8/R7/8/8/4K3 b - - 0 1"},
      {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", "R3k3/8/8/8/8/8/8/4K3 b - 32 0 1"},
      {"4k3/P7/8/8/8/8/8/4K2R w - - 0 1", "a7a8n", "N3k3/8/8/8/8/8/8/4K2R b - 32 0 1"},
      {"4k3/8/8/8/8/8/3p4/R3K3 w - - 7 1", "e1d2", "4k3/8/8/8/8/8/3K4/R7 b - 32 0 1"},
  };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    mr_fairy_play(table, limits[i].from, limits[i].move, limits[i].to);
  }
  mr_fairy_end(table, "8/4k3/8/8/R7/8/8/4K3 w - 32 31 20", "a4b4 e7e6", "1/2-1/2", "CL-85");
  mr_fairy_end(table, "8/4k3/8/8/N7/N7/8/4K3 w - 128 98 90", "a4b2 e7e6", "1/2-1/2", "CH-4");
}

static void CL_86_in_Makpong_kings_in_check_stay(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("makpong");
  mr_fairy_moves(table, "3k4/8/8/8/8/8/8/R2rK3 w - - 0 1", "e1d1 a1d1", "e1e2 e1f2");
  mr_fairy_moves(table, "4r2k/8/8/8/8/R7/8/4K3 w - - 0 1", "a3e3", "e1d1 e1f1 e1d2");
  mr_fairy_moves(table, "4r2k/8/8/8/8/8/3m4/4K2R w - - 0 1", "", "e1d2 e1f1"); /* twice */
  mr_fairy_moves(table, "7k/8/8/8/8/r7/8/4K3 w - - 0 1", "e1d1 e1d2 e1e2", "e1e3");
  mr_fairy_end(table, "3r3k/8/8/8/8/8/8/4K3 b - - 0 1", "d8e8", "0-1", "CL-86");
}

static void CL_87_king_and_met_leap_once(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("cambodian");
  mr_fairy_moves(table, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
                 "d1b2 d1f2 d1e2", "d1c3 d1e3 e1e3");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/3p4/3KM3 w DE - 0 1", "e1e3 d1f2 d1b2", "e1e5");
  mr_fairy_moves(table, "4k3/8/8/8/8/4p3/4p3/3KM3 w DE - 0 1", "", "e1e3");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/4p3/4M1K1 w E - 0 1", "e1e3", ""); /* over a man */
  mr_fairy_moves(table, "4k3/8/8/8/8/8/5p2/3KM3 w DE - 0 1", "d1b2", "d1f2");
  mr_fairy_moves(table, "4k3/8/8/8/8/5r2/8/3KM3 w DE - 0 1", "d1b2", "d1f2");
  mr_fairy_moves(table, "4k3/8/8/8/8/4n3/8/3KM3 w DE - 0 1", "d1e2", "d1b2 d1f2 e1e3");
  mr_fairy_moves(table, "4k3/8/8/8/3r4/8/8/3KM3 w E - 0 1", "d1c1", "d1b2 d1f2 e1e3");
  mr_fairy_moves(table, "4k3/8/8/4r3/8/8/8/4KM2 w EF - 0 1", "", "e1c2 e1g2 f1f3");
  /* Once. */
  mr_fairy_play(table, "3mk3/8/8/8/8/8/8/3KM3 w DEde - 0 1", "d1f2 d8d6 e1d2",
                "4k3/8/3m4/8/8/8/3M1K2/8 b e 126 2 2");
  mr_fairy_play(table, "3mk3/8/8/8/8/8/8/3KM3 w DEde - 0 1", "d1d2 e8e7 d2d1 e7e8",
                "3mk3/8/8/8/8/8/8/3KM3 w Ed 126 3 3");
  /* A rook that comes to the file or the rank takes a king's leap, even behind others. */
  mr_fairy_play(table, "4k3/8/8/3p4/7r/8/8/3KM3 b DE - 0 1", "h4d4",
                "4k3/8/8/3p4/3r4/8/8/3KM3 w E 126 0 2");
  mr_fairy_play(table, "3rk3/8/8/3p4/8/8/8/3KM3 b DE - 0 1", "d8d6",
                "4k3/8/3r4/3p4/8/8/8/3KM3 w E 126 0 2");
  mr_fairy_play(table, "4k3/8/8/3p4/7r/8/8/3KM3 b DE - 0 1", "h4h1",
                "4k3/8/8/3p4/8/8/8/3KM2r w E 126 0 2");
  mr_fairy_play(table, "4k3/8/8/3p4/7n/8/8/3KM3 b DE - 0 1", "h4f3",
                "4k3/8/8/3p4/8/5n2/8/3KM3 w DE 126 0 2");
}

static void CL_88_in_Ouk_Chatrang_three_men_begin_the_count(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("cambodian");
  static const struct {
    const char *from, *move, *to;
  } limits[] = {
      {"2mpk3/8/8/2p5/8/8/PP6/R1R1K3 w - - 0 1", "c1c5", "2mpk3/8/8/2R5/8/8/PP6/R3K3 b - 126 0 1"},
      {"2mpkp2/8/8/2p5/8/8/PP6/R1R1K3 w - - 3 1", "c1c5", "2mpkp2/8/8/2R5/8/8/PP6/R3K3 b - - 0 1"},
      {"4k3/8/8/8/7p/8/8/R3K2R w - 126 9 9", "h1h4", "4k3/8/8/8/7R/8/8/R3K3 b - 14 8 9"},
      {"4k3/8/8/8/7p/8/P7/R3K2R w - 126 9 9", "h1h4", "4k3/8/8/8/7R/8/P7/R3K3 b - 126 10 9"},
      {"4k3/8/8/8/7p/8/6N1/2S1K2R w - - 0 1", "h1h4", "4k3/8/8/8/7R/8/6N1/2S1K3 b - 30 10 1"},
      {"4k3/8/8/8/8/7p/6S1/2S1K3 w - - 0 1", "g2h3", "4k3/8/8/8/8/7S/8/2S1K3 b - 42 8 1"},
      {"4k3/8/8/8/8/7p/8/2N1K1N1 w - - 0 1", "g1h3", "4k3/8/8/8/8/7N/8/2N1K3 b - 62 8 1"},
      {"4k3/8/8/8/8/7p/6S1/2N1K3 w - - 0 1", "g2h3", "4k3/8/8/8/8/7S/8/2N1K3 b - 86 8 1"},
      {"4k3/8/8/8/8/7p/6M1/4K3 w - - 0 1", "g2h3", "4k3/8/8/8/8/7M/8/4K3 b - 126 6 1"},
      {"8/8/8/3kP3/8/8/8/R3K3 b - 126 9 9", "d5e5", "8/8/8/4k3/8/8/8/R3K3 w - 30 5 10"},
  };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    mr_fairy_play(table, limits[i].from, limits[i].move, limits[i].to);
  }
  mr_fairy_end(table, "8/4k3/8/8/R7/8/8/4K3 w - 30 29 20", "a4b4 e7e6", "1/2-1/2", "CL-88");
}

static void CL_89_in_Kar_Ouk_the_first_check_wins(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("karouk");
  mr_fairy_end(table, "4k3/8/8/8/8/8/8/R3K3 w - - 1+1 0 1", "a1a8", "1-0", "CL-89");
  mr_fairy_end(table, "4k3/8/8/8/8/r7/8/3KM3 b DE - 1+1 0 1", "a3a1", "0-1", "CL-89");
}

static void CL_139_in_Sittuyin_armies_are_set_up_first(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("sittuyin");
  const char *start = "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8[KFRRSSNNkfrrssnn] w - - 0 1";
  mr_fairy_moves(table, start, "K@a1 K@e3 N@h3 F@d2 R@a1 R@h1", "e4e5 K@e4 K@a4 R@a2 R@e3");
  mr_fairy_moves(table, "8/8/4pppp/pppp4/4PPPP/PPPP4/8/4K3[r] b - - 0 1", "R@a8 R@h8",
                 "R@a7 R@h1 e6e5");
  mr_fairy_play(table, "4k3/8/4pppp/pppp4/4PPPP/PPPP4/8/4K3[Ff] w - - 0 1", "F@a1 F@a8 d3d4",
                "f3k3/8/4pppp/pppp4/3PPPPP/PPP5/8/F3K3[] b - - 0 2");
}

static void CL_140_in_Sittuyin_pawns_promote_by_an_action_of_their_own(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("sittuyin");
  /* From the long diagonals, there or a step on; not by moving onto them, nor by capturing. */
  mr_fairy_moves(table, "4k3/8/8/8/4P3/P7/8/4K3 w - - 0 1", "e4e5 a3a4", "e4e5f e4e4f e4d3f a3a3f");
  mr_fairy_moves(table, "4k3/8/8/4P3/8/P7/8/4K3 w - - 0 1", "e5e5f e5d6f e5f6f e5d4f e5f4f e5e6",
                 "e5e6f a3a3f a3b4f");
  mr_fairy_moves(table, "8/8/8/3rP3/8/P7/8/k3K3 w - - 0 1", "e5e5f e5d4f e5f4f", "e5d5f");
  /* Where the new piece would attack nothing. */
  mr_fairy_moves(table, "4k3/8/8/4P3/5r2/P7/8/4K3 w - - 0 1", "e5f6f e5d4f", "e5e5f e5f4f");
  mr_fairy_moves(table, "8/8/3k4/4P3/8/P7/8/4K3 w - - 0 1", "e5d4f e5f4f e5f6f", "e5e5f e5d6f");
  /* No check is discovered, and none is answered by it in place. */
  mr_fairy_moves(table, "8/8/8/k3P2R/8/P7/8/4K3 w - - 0 1", "e5e5f", "e5d4f e5f6f");
  mr_fairy_moves(table, "4k3/8/8/4P3/8/P7/8/r3K3 w - - 0 1", "e1e2", "e5e5f e5d4f");
  mr_fairy_moves(table, "4k3/4r3/8/4P3/8/P7/8/4K3 w - - 0 1", "e5e5f", "e5d4f e5f6f");
  /* Who has one makes no other; the last pawn promotes anywhere. */
  mr_fairy_moves(table, "4k3/8/8/4P3/8/P7/8/4K1F1 w - - 0 1", "e5e6", "e5e5f e5d4f");
  mr_fairy_moves(table, "4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "a3a3f a3b4f a3b2f a3a4", "a3a4f");
  mr_fairy_play(table, "4k3/8/8/4P3/8/P7/8/4K3 w - - 5 1", "e5e5f",
                "4k3/8/8/4F3/8/P7/8/4K3[] b - - 0 1");
  mr_fairy_play(table, "4k3/8/8/4P3/8/P7/8/4K3 w - - 5 1", "e5f6f",
                "4k3/8/5F2/8/8/P7/8/4K3[] b - - 0 1");
}

static void CL_141_who_could_only_promote_need_not(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("sittuyin");
  mr_fairy_end(table, "7k/R7/8/8/4p3/4P3/8/4KR2 w - - 0 1", "f1g1", "1/2-1/2", "CL-141");
  mr_fairy_end(table, "7k/R7/8/8/8/4P3/8/4KR2 w - - 0 1", "f1g1", "1/2-1/2", "CL-141");
  /* Who can do something else, has another man or is in check goes on. */
  mr_fairy_end(table, "7k/R7/8/8/4p3/8/4P3/4KR2 w - - 0 1", "f1g1", "*", "");
  mr_fairy_end(table, "7k/R7/8/4p3/4p3/4P3/8/4KR2 w - - 0 1", "f1g1", "*", "");
  mr_fairy_end(table, "7k/R7/8/8/4p3/4P3/8/4KR2 w - - 0 1", "a7a8", "*", "");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_80_khons_and_mets_step),
    cmocka_unit_test(CL_81_pawns_become_mets_on_the_sixth_rank),
    cmocka_unit_test(CL_82_moves_are_counted_as_men_get_few),
    cmocka_unit_test(CL_83_the_ai_wok_moves_as_rook_knight_and_met),
    cmocka_unit_test(CL_84_in_ASEAN_Chess_pawns_promote_on_the_last_rank),
    cmocka_unit_test(CL_85_ASEAN_Chess_counts_for_a_king_alone),
    cmocka_unit_test(CL_86_in_Makpong_kings_in_check_stay),
    cmocka_unit_test(CL_87_king_and_met_leap_once),
    cmocka_unit_test(CL_88_in_Ouk_Chatrang_three_men_begin_the_count),
    cmocka_unit_test(CL_89_in_Kar_Ouk_the_first_check_wins),
    cmocka_unit_test(CL_139_in_Sittuyin_armies_are_set_up_first),
    cmocka_unit_test(CL_140_in_Sittuyin_pawns_promote_by_an_action_of_their_own),
    cmocka_unit_test(CL_141_who_could_only_promote_need_not),
};

MR_TEST_MAIN_WITH(tests, NULL, mr_fairy_close_table)
