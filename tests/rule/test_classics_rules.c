/*
 * docs/rules/classics.md rule by rule: CL-1 to CL-35, CL-70 to CL-76.
 */
#include "fairy_fixture.h"
#include "test_main.h"

/* ---- shogi ----------------------------------------------------------------------------------- */

static void CL_1_what_is_captured_is_dropped(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("shogi");
  mr_fairy_play(table, "4k4/9/9/9/9/4+r4/4R4/9/4K4[-] w - - 0 1", "e3e4 e9d9",
                "3k5/9/9/9/9/4R4/9/9/4K4[R] w - - 1 2");
  mr_fairy_moves(table, "4k4/9/9/9/9/4P4/3+P5/9/4K4[PLNG] w - - 0 1",
                 "P@d8 P@a2 L@a8 N@a7 G@a9 G@e8 P@d5", "P@e5 P@e8 P@a9 L@a9 N@a8 N@a9 P@d3");
  mr_fairy_moves(table, "7nk/9/6GG1/9/9/9/9/9/K8[PG] w - - 0 1", "G@i8", "P@i8");
  mr_fairy_moves(table, "7n1/8k/6GG1/9/9/9/9/9/K8[P] w - - 0 1", "P@i6", "");
  mr_fairy_moves(table, "4k4/9/9/9/9/9/9/9/4K4[P] w - - 0 1", "P@e8", ""); /* check, not mate */
}

static void CL_2_men_promote_in_the_far_ranks_and_when_they_leave_them(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("shogi");
  mr_fairy_moves(table, "4k4/9/P1S6/1N3L3/9/9/9/9/4K4[-] w - - 0 1",
                 "a7a8 a7a8+ c7d6 c7d6+ f6f7 f6f7+ b6c8+ b6a8+", "b6c8 b6a8 f6f9");
  mr_fairy_reach(
      table, &(mr_fairy_drawing){
                 .man = "+Be5", .others = "Ka2 ka9", .enemy = 'p', .rows = {"xxx", "xox", "xxx"}});
  table = mr_fairy_table("gorogoro");
  mr_fairy_moves(table, "k4/5/P4/2S2/5/K4[-] w - - 0 1", "a4a5 a4a5+ c3c4", "c3c4+ a4a5-");
  table = mr_fairy_table("minishogi");
  mr_fairy_moves(table, "k4/5/R4/5/K4[-] b - - 0 1", "a5b5", "");
  mr_fairy_moves(table, "4k/P4/5/5/K4[-] w - - 0 1", "a4a5+", "a4a5");
}

static void CL_3_mate_and_no_move_lose(void **state) {
  (void)state;
  mr_fairy_end(mr_fairy_table("shogi"), "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", "G@e8", "1-0",
               "CL-3");
  mr_fairy_end(mr_fairy_table("minishogi"), "k4/2G2/1G3/5/4K[-] w - - 0 1", "e1d1", "1-0", "CL-3");
}

static void CL_4_the_fourth_occurrence_draws_or_White_has_lost(void **state) {
  (void)state;
  mr_fairy_end_after(mr_fairy_table("shogi"), "4k4/9/9/9/9/9/9/9/4K4[Pp] w - - 0 1",
                     "e1d1 e9d9 d1e1 d9e9", 2, "*", "");
  mr_fairy_end_after(mr_fairy_table("shogi"), "4k4/9/9/9/9/9/9/9/4K4[Pp] w - - 0 1",
                     "e1d1 e9d9 d1e1 d9e9", 3, "1/2-1/2", "CL-4");
  mr_fairy_end_after(mr_fairy_table("gorogoro"), "2k2/5/5/5/5/2K2[Pp] w - - 0 1",
                     "c1d1 c6d6 d1c1 d6c6", 3, "1/2-1/2", "CL-4");
  mr_fairy_end_after(mr_fairy_table("minishogi"), "2k2/5/5/5/2K2[Pp] w - - 0 1",
                     "c1d1 c5d5 d1c1 d5c5", 3, "0-1", "CL-4");
}

static void CL_5_perpetual_check_loses(void **state) {
  (void)state;
  mr_fairy_end_after(mr_fairy_table("shogi"), "k8/9/R8/9/9/9/9/9/8K[-] b - - 0 1",
                     "a9b9 a7b7 b9a9 b7a7", 2, "*", "");
  mr_fairy_end_after(mr_fairy_table("shogi"), "k8/9/R8/9/9/9/9/9/8K[-] b - - 0 1",
                     "a9b9 a7b7 b9a9 b7a7", 3, "0-1", "CL-5");
}

static void CL_6_entering_kings_are_not_counted(void **state) {
  (void)state;
  mr_fairy_end(mr_fairy_table("shogi"), "K8/1R7/2G6/9/9/9/6g2/7r1/8k[BSbs] w - - 0 1", "a9b9 i1h1",
               "*", "");
}

/* ---- relatives of chess ---------------------------------------------------------------------- */

static void CL_7_a_king_on_the_hill_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("kingofthehill");
  mr_fairy_end(table, "Ke3 ka8 w", "e3e4", "1-0", "CL-7");
  mr_fairy_end(table, "Ka1 kc6 b", "c6d5", "0-1", "CL-7");
  mr_fairy_end(table, "Kf3 ka8 w", "f3f4", "*", "");
  mr_fairy_end(table, "k7/2Q5/8/8/8/4K3/8/8 w - - 0 1", "e3e4", "1-0", "CL-7"); /* no stalemate */
  mr_fairy_moves(table, "Ke3 ka8 re8 w", "e3d4", "e3e4");
}

static void CL_8_what_is_captured_in_crazyhouse_is_dropped(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("crazyhouse");
  mr_fairy_play(table, "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "e4d5 e8d8",
                "3k4/8/8/3P4/8/8/8/4K3[P] w - - 1 2");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/P7/4K3[PN] w - - 0 1", "P@a7 P@b2 N@a1 N@h8 P@a3",
                 "P@a1 P@h8 N@a2 P@b1");
  mr_fairy_end(table, "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", "1-0", "CH-1");
}

static void CL_9_what_a_pawn_became_is_a_pawn_again(void **state) {
  (void)state;
  mr_fairy_play(mr_fairy_table("crazyhouse"), "r3k3/1P6/8/8/8/8/8/4K3[] w - - 0 1", "b7b8q a8b8",
                "1r2k3/8/8/8/8/8/8/4K3[p] w - - 0 2");
}

static void CL_10_each_side_has_one_knight_to_drop(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("pocketknight");
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1", "N@d6 e8d8",
                "3k4/8/3N4/8/8/8/8/4K3[n] w - - 1 2");
  mr_fairy_play(table, "4k3/8/8/3p4/4P3/8/8/4K3[n] w - - 0 1", "e4d5",
                "4k3/8/8/3P4/8/8/8/4K3[n] b - - 0 1");
  mr_fairy_moves(table, "4k3/8/8/3p4/4P3/8/8/4K3[Nn] w - - 0 1", "N@a1 N@f6", "N@d5 N@e1");
}

static void CL_11_kings_castle_on_ten_files(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("capablanca");
  mr_fairy_play(table, "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1", "f1i1 f8c8",
                "2kr5r/10/10/10/10/10/10/R6RK1 w - - 2 2");
  mr_fairy_moves(table, "r4k3r/10/10/10/10/10/10/RN3K3R w KQkq - 0 1", "f1i1", "f1c1 f1h1");
  table = mr_fairy_table("janus");
  mr_fairy_play(table, "r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1", "e1b1 e8i8",
                "r6rk1/10/10/10/10/10/10/1KR6R w - - 2 2");
}

static void CL_12_pawns_become_archbishops_and_chancellors_too(void **state) {
  (void)state;
  mr_fairy_moves(mr_fairy_table("capablanca"), "k9/5P4/10/10/10/10/10/K9 w - - 0 1",
                 "f7f8a f7f8c f7f8q f7f8r f7f8b f7f8n", "f7f8k f7f8");
  mr_fairy_moves(mr_fairy_table("janus"), "k9/5P4/10/10/10/10/10/K9 w - - 0 1",
                 "f7f8j f7f8q f7f8r f7f8b f7f8n", "f7f8a f7f8");
  mr_fairy_moves(mr_fairy_table("janus"), "k9/10/10/10/4J5/10/10/K9 w - - 0 1",
                 "e4f6 e4g6 e4g5 e4h7", "e4e5");
}

static void CL_13_who_has_lost_a_kind_has_lost(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("extinction");
  mr_fairy_end(table, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
               "e2e4 d7d5 e4d5 d8d5", "*", "");
  mr_fairy_end(table, "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR w - - 0 1", "c3d5", "1-0",
               "CL-13");
  mr_fairy_end(table, "rn2kbnr/p1p1p1pp/8/q4p1Q/8/2N5/PPPP1PPP/R1B1KBNR w - - 0 1", "h5e8", "1-0",
               "CL-13");
}

static void CL_14_kings_that_may_be_attacked_castle_through_attacks(void **state) {
  (void)state;
  static const char *const games[] = {"extinction", "giveaway"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    mr_table *table = mr_fairy_table(games[i]);
    mr_fairy_moves(table, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1", "e1g1", "");
    mr_fairy_moves(table, "rnbqkbnr/ppppp1pp/8/8/8/7n/PPPPP2P/RNBQK2R w KQkq - 0 1", "e1g1", "");
    mr_fairy_moves(table, "rnbqkbnr/ppppp1pp/8/8/4n3/8/PPPPP2P/RNBQK2R w kq - 0 1", "", "e1g1");
  }
}

static void CL_15_a_pawn_may_become_a_king(void **state) {
  (void)state;
  static const char *const games[] = {"extinction", "giveaway", "antichess"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    mr_fairy_moves(mr_fairy_table(games[i]), "rnbqk3/p2p2P1/8/8/8/8/P2P3P/RNBQK3 w - - 0 1",
                   "g7g8k g7g8q g7g8r g7g8b g7g8n", "g7g8");
  }
}

static void CL_16_who_can_capture_has_to(void **state) {
  (void)state;
  static const char *const games[] = {"giveaway", "antichess"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    mr_table *table = mr_fairy_table(games[i]);
    mr_fairy_moves(table, "4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1", "e4d5", "a1a2 e4e5 e1e2");
    mr_fairy_moves(table, "4k3/8/8/8/4P3/8/4r3/R3K3 w - - 0 1", "e1e2", "a1a2 e4e5 e1d1");
    mr_fairy_moves(table, "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2 e1d1 e1f2", "");
  }
  mr_fairy_moves(mr_fairy_table("antichess"),
                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w - - 0 1", "", "e1g1");
}

static void CL_17_who_has_no_man_or_no_move_has_won(void **state) {
  (void)state;
  static const char *const games[] = {"giveaway", "antichess"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    mr_table *table = mr_fairy_table(games[i]);
    mr_fairy_end(table, "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4d5", "0-1", "CL-17");
    mr_fairy_end(table, "8/8/p7/8/P7/8/8/8 w - - 0 1", "a4a5", "0-1", "CL-17");
  }
}

static void CL_18_who_breaks_through_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("breakthrough");
  mr_fairy_moves(table, "8/8/8/2ppp3/3P4/8/8/8 w - - 0 1", "d4c5 d4e5", "d4d5 d4c4");
  mr_fairy_moves(table, "8/8/8/8/3P4/p7/8/8 w - - 0 1", "d4c5 d4d5 d4e5", "");
  mr_fairy_end(table, "8/3P4/8/8/8/p7/8/8 w - - 0 1", "d7c8", "1-0", "CL-18");
  mr_fairy_end(table, "8/8/8/8/8/8/p7/7P b - - 0 1", "a2a1", "0-1", "CL-18");
}

static void CL_19_small_boards_have_no_double_step_and_no_castling(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("gardner");
  mr_fairy_moves(table, "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "a2a3 b1c3", "a2a4");
  mr_fairy_moves(table, "k4/4P/5/5/K4 w - - 0 1", "e4e5q e4e5r e4e5b e4e5n", "e4e5");
  table = mr_fairy_table("losalamos");
  mr_fairy_moves(table, "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1", "a2a3 b1c3", "a2a4");
  mr_fairy_moves(table, "k5/5P/6/6/6/K5 w - - 0 1", "f5f6q f5f6r f5f6n", "f5f6b f5f6");
}

static void CL_20_the_third_or_the_fifth_check_wins(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("3check");
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "a1a8 e8e7 a8a7",
                "8/R3k3/8/8/8/8/8/4K3 b - - 1+3 3 2");
  mr_fairy_end(table, "8/R7/4k3/8/8/8/8/4K3 w - - 1+3 0 1", "a7a6", "1-0", "CL-20");
  mr_fairy_end(table, "4k3/8/8/8/8/8/r7/4K3 b - - 1+1 0 1", "a2e2", "0-1", "CL-20"); /* or lost */
  /* By several men at once it is one check; a mate wins as ever. */
  mr_fairy_play(table, "4k3/8/8/4N3/8/8/4R3/4K3 w - - 3+3 0 1", "e5g6",
                "4k3/8/6N1/8/8/8/4R3/4K3 b - - 2+3 1 1");
  mr_fairy_play(table, "4k3/8/8/4N3/8/8/4R3/4K3 w - - 3+3 0 1", "e5c6",
                "4k3/8/2N5/8/8/8/4R3/4K3 b - - 2+3 1 1");
  mr_fairy_play(table, "3k4/8/8/4N3/8/8/3R4/4K3 w - - 3+3 0 1", "e5f7",
                "3k4/5N2/8/8/8/8/3R4/4K3 b - - 2+3 1 1");
  mr_fairy_end(table, "k7/8/1K6/8/8/8/8/7R w - - 3+3 0 1", "h1h8", "1-0", "CH-1");
  mr_fairy_end(table, "k7/8/1K6/8/8/8/8/7R w - - 1+3 0 1", "h1h8", "1-0", "CL-20");
  mr_fairy_end(mr_fairy_table("5check"), "8/R7/4k3/8/8/8/8/4K3 w - - 1+5 0 1", "a7a6", "1-0",
               "CL-20");
}

static void CL_21_a_capture_blows_up_all_round_it_but_pawns(void **state) {
  (void)state;
  static const char *const games[] = {"nocheckatomic", "atomic"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    mr_table *table = mr_fairy_table(games[i]);
    mr_fairy_play(table, "4k3/8/2nbr3/2prp3/2PQB3/2N1P3/8/4K3 w - - 0 1", "d4d5",
                  "4k3/8/8/2p1p3/2P5/2N1P3/8/4K3 b - - 0 1");
    mr_fairy_play(table, "4k3/2n5/4r3/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6",
                  "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    mr_fairy_play(table, "1nr1k3/2Pr4/8/8/8/8/8/R3K3 w - - 0 1", "c7b8q",
                  "4k3/3r4/8/8/8/8/8/R3K3 b - - 0 1");
    mr_fairy_play(table, "r3k2r/pp4pp/8/8/8/8/1B6/R3K2R w KQkq - 0 1", "b2g7",
                  "r3k3/pp5p/8/8/8/8/8/R3K2R b KQq - 0 1");
  }
}

static void CL_22_without_checks_who_loses_the_king_has_lost(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("nocheckatomic");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "e1g1 e1e2 h1h8", "");
  mr_fairy_end(table, "3qk3/8/8/8/8/8/3p4/R2QK3 w - - 0 1", "d1d2", "0-1", "CL-22");
  mr_fairy_end(table, "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "1-0", "CL-22");
  mr_fairy_end(table, "8/8/8/8/8/4k3/3p4/R2QK3 w - - 0 1", "d1d2", "0-1", "CL-22"); /* both */
}

static void CL_23_with_checks_nobody_blows_up_the_own_king(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("atomic");
  mr_fairy_moves(table, "3qk3/8/8/8/8/8/3r4/R2QK3 w - - 0 1", "d1c1", "d1d2 e1d2");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/r2QK2n w - - 0 1", "d1a1", "");
  /* A check is answered by blowing up the other king, or by standing beside it. */
  mr_fairy_moves(table, "4kr2/8/8/8/4q3/8/5R2/4K3 w - - 0 1", "f2f8 e1d1", "e1e2 f2f4");
  mr_fairy_moves(table, "8/8/8/8/3k4/8/3K4/r2r4 w - - 0 1", "d2d3 d2e3 d2c3", "d2d1");
  mr_fairy_moves(table, "8/8/8/8/8/3k4/3K4/r2r3N w - - 0 1", "h1g3 d2c2 d2e2 d2e3",
                 "d2c1 d2d1 d2e1");
  mr_fairy_end(table, "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", "1-0", "CL-23");
  mr_fairy_end(table, "7k/5K2/8/8/8/8/8/R7 w - - 0 1", "a1h1", "*", "");
  mr_fairy_end(table, "7k/R7/8/8/8/8/8/1R5K w - - 0 1", "b1b8", "1-0", "CL-23");
}

static void CL_24_in_Atomar_no_blast_harms_a_king(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("atomar");
  mr_fairy_play(table, "3qk3/8/8/8/8/8/3p4/R2QK3 w - - 0 1", "d1d2",
                "3qk3/8/8/8/8/8/8/R3K3 b - - 0 1");
  mr_fairy_play(table, "3qk3/8/8/8/8/8/3pN3/R3K3 w - - 0 1", "e1d2",
                "3qk3/8/8/8/8/8/3K4/R7 b - - 0 1");
  mr_fairy_moves(table, "8/8/8/8/8/8/3k4/R3K3 w - - 0 1", "e1f1", "e1d2");
  mr_fairy_end(table, "8/8/8/8/8/8/3k4/3RK3 w - - 0 1", "d1d2", "1-0", "CL-22");
}

static void CL_25_in_Racing_Kings_nobody_gives_check(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("racingkings");
  mr_fairy_moves(table, "8/8/8/8/8/k7/8/2R4K w - - 0 1", "c1c2 c1b1 h1h2", "c1c3 c1a1");
  mr_fairy_moves(table, "8/8/8/8/k2N3R/8/7K/8 w - - 0 1", "h2g2 h4g4", "d4e6 d4f5 d4c6");
  mr_fairy_moves(table, "8/8/8/8/8/k7/1r6/7K w - - 0 1", "h1g1", "h1h2 h1g2");
  mr_fairy_moves(table, "8/3P4/8/k7/8/8/7K/8 w - - 0 1", "d7d8r d7d8n", "d7d8q d7d8b");
  /* Nor by a capture in passing, so that there is no right to one. */
  mr_fairy_play(table, "8/8/8/7k/3p4/8/4P1K1/8 w - - 0 1", "e2e4",
                "8/8/8/7k/3pP3/8/6K1/8 b - e3 0 1");
  mr_fairy_play(table, "8/8/8/7k/3p4/8/4PK2/8 w - - 0 1", "e2e4",
                "8/8/8/7k/3pP3/8/5K2/8 b - - 0 1");
  mr_fairy_end(table, "8/5N1k/5K2/6R1/8/8/8/8 b - - 0 1", "", "1/2-1/2", "CH-2");
}

static void CL_26_whose_king_is_on_the_eighth_rank_first_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("racingkings");
  mr_fairy_end(table, "8/1K6/8/k7/8/8/8/8 w - - 0 1", "b7b8", "1-0", "CL-26");
  mr_fairy_end(table, "8/1k4K1/8/8/8/8/8/8 w - - 0 1", "g7g8", "*", "");
  mr_fairy_end(table, "8/1k4K1/8/8/8/8/8/8 w - - 0 1", "g7g8 b7b8", "1/2-1/2", "CL-26");
  mr_fairy_end(table, "8/1k4K1/8/8/8/8/8/8 w - - 0 1", "g7g8 b7b6", "1-0", "CL-26");
  mr_fairy_end(table, "8/1k4K1/8/8/8/8/8/8 b - - 0 1", "b7b8", "0-1", "CL-26");
  /* Where all is attacked Black does not arrive. */
  mr_fairy_end(table, "2R5/k5K1/8/8/8/8/8/8 w - - 0 1", "g7g8", "1-0", "CL-26");
}

static void CL_27_in_Grand_Chess_pawns_become_what_has_been_lost(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("grand");
  mr_fairy_moves(table, "10/k9/10/3P6/10/10/10/10/10/QRR6K w - - 0 1", "d7d8 d7d8a d7d8c d7d8n",
                 "d7d8q d7d8r");
  mr_fairy_moves(table, "10/10/10/3P6/10/10/10/10/k9/QR7K w - - 0 1", "d7d8r", "d7d8q");
  mr_fairy_moves(table, "10/k2P6/10/10/10/10/10/10/10/ACQRRBBN1K w - - 0 1", "d9d10n",
                 "d9d10 d9d10q d9d10b");
  mr_fairy_moves(table, "10/k2P6/10/10/10/10/10/10/10/ACQRRBBNNK w - - 0 1", "b1b2",
                 "d9d10 d9d10q d9d10n d9d10b");
}

static void CL_28_in_Grand_Chess_pawns_begin_on_the_third_rank(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("grand");
  mr_fairy_moves(table, "9k/10/10/10/10/10/10/3P6/10/R4K3R w - - 0 1", "d3d4 d3d5",
                 "f1h1 f1d1 f1j1 f1c1");
  mr_fairy_moves(table, "9k/10/10/10/10/10/3P6/10/10/5K4 w - - 0 1", "d4d5", "d4d6");
}

static void CL_29_Horde_is_won_by_mate_or_by_taking_all(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("horde");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/1P6/P7 w - - 0 1", "a1a2 a1a3 b2b3 b2b4", "a1a4 a1b2");
  mr_fairy_play(table, "4k3/8/8/8/8/1p6/8/P7 w - - 0 1", "a1a3", "4k3/8/8/8/8/Pp6/8/8 b - - 0 1");
  mr_fairy_play(table, "4k3/8/8/8/1p6/8/P7/8 w - - 0 1", "a2a4 b4a3",
                "4k3/8/8/8/8/p7/8/8 w - - 0 2");
  mr_fairy_end(table, "4k3/8/8/8/8/1p6/P7/8 b - - 0 1", "b3a2", "0-1", "CL-29");
  mr_fairy_end(table, "7k/1R6/8/8/8/8/8/R7 w - - 0 1", "a1a8", "1-0", "CL-29");
}

static void CL_30_in_Knightmate_kings_move_as_knights(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("knightmate");
  mr_fairy_moves(table, "4k3/P7/8/8/8/8/8/M3K2R w K - 0 1",
                 "e1d3 e1f3 e1c2 e1g2 e1g1 a1a2 a1b2 a7a8m a7a8q", "e1e2 e1d1 a7a8n a1b3");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/2r5/M3K3 w - - 0 1", "e1c2 e1d3 a1b1", "e1g2");
}

static void CL_31_in_Losers_Chess_who_is_mated_or_bare_has_won(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("losers");
  mr_fairy_moves(table, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "e4e5 e1e2");
  mr_fairy_moves(table, "4k3/4r3/8/3p4/2P5/8/8/4K3 w - - 0 1", "e1d1 e1f2", "c4d5");
  mr_fairy_end(table, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "0-1", "CL-31");
  mr_fairy_end(table, "7k/1R6/7p/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "0-1", "CL-31");
}

static void CL_32_Shako_has_cannons_and_elephants(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("shako");
  mr_fairy_moves(table, "9k/10/10/10/10/10/p9/10/p9/C8K w - - 0 1", "a1a4 a1b1 a1i1", "a1a2 a1a3");
  mr_fairy_moves(table, "9k/10/10/10/10/10/10/10/1P8/E8K w - - 0 1", "a1c3", "a1b2 a1d4 a1a2");
  mr_fairy_moves(table, "9k/P9/10/10/10/10/10/3P6/1R3K2R1/10 w KQ - 0 1",
                 "f2h2 f2d2 d3d5 a9a10c a9a10e", "a9a10 f2f4");
}

static void CL_33_in_Embassy_Chess_kings_castle_to_b_and_h(void **state) {
  (void)state;
  mr_fairy_moves(mr_fairy_table("embassy"), "4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1", "e1h1 e1b1",
                 "e1g1 e1c1");
  mr_fairy_moves(mr_fairy_table("gothic"), "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1i1 f1c1",
                 "f1h1");
}

static void CL_34_in_Tori_Shogi_a_file_has_two_swallows(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("torishogi");
  mr_fairy_moves(table, "3k3/7/7/S6/S6/1S5/3K3[S] w - - 0 1", "S@b4 S@c3", "S@a3 S@c7 S@a2");
  mr_fairy_moves(table, "k6/7/3S3/7/5F1/7/3K3[] w - - 0 1", "d5d6+ f3f4", "d5d6");
  mr_fairy_moves(table, "k6/7/7/7/3+S3/7/3K3[] w - - 0 1", "d3b5 d3f5", "d3d4 d3c4");
}

static void CL_35_in_Tori_Shogi_who_repeats_loses(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("torishogi");
  mr_fairy_end_after(table, "k6/7/7/7/7/7/K5C[] w - - 0 1", "a1b1 a7b7 b1a1 b7a7", 3, "1-0",
                     "CL-35");
}

/* ---- placing before playing, and rows -------------------------------------------------------- */

static void CL_70_pieces_are_placed_before_chess_begins(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("placement");
  mr_fairy_moves(table, "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1",
                 "K@a1 K@h1 R@e1 N@d1", "K@a2 K@a3 R@a8 e2e4 g1f3");
  mr_fairy_moves(table, "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1[Rqrrbbnn] w - - 0 1", "R@h1",
                 "e2e4 g1f3");
  mr_fairy_moves(table, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[-] w - - 0 1", "e2e4 g1f3",
                 "");
}

static void CL_71_bishops_are_placed_on_both_colours(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("placement");
  mr_fairy_moves(table, "8/pppppppp/8/8/8/8/PPPPPPPP/B7[BKkqrrbbnn] w - - 0 1", "B@b1 B@h1 K@c1",
                 "B@c1 B@g1");
  mr_fairy_moves(table, "8/pppppppp/8/8/8/8/PPPPPPPP/BRRNKN2[BQkqrrbbnn] w - - 0 1", "B@h1 Q@g1",
                 "Q@h1 B@g1");
}

static void CL_72_placed_kings_and_rooks_castle(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("placement");
  mr_fairy_play(table, "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R6R[K] w kq - 0 1", "K@e1",
                "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[] b KQkq - 0 1");
  mr_fairy_play(table, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[R] w - - 0 1", "R@h1 a7a6 e1g1",
                "4k3/1ppppppp/p7/8/8/8/PPPPPPPP/5RK1[] b - - 1 2");
  mr_fairy_play(table, "4k3/pppppppp/8/8/8/8/PPPPPPPP/3K4[R] w - - 0 1", "R@h1",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/3K3R[] b - - 0 1");
  mr_fairy_play(table, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[R] w - - 0 1", "R@g1",
                "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K1R1[] b - - 0 1");
}

static void CL_73_marks_are_put_on_empty_squares(void **state) {
  (void)state;
  mr_fairy_moves(mr_fairy_table("tictactoe"), "3/1P1/3[PPPPpppp] b - - 0 1", "P@a1 P@c3 P@b3",
                 "P@b2 b2b3");
}

static void CL_74_three_in_a_row_win(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("tictactoe");
  mr_fairy_end(table, "p1p/3/PP1[PPPpp] w - - 0 3", "P@c1", "1-0", "CL-74");
  mr_fairy_end(table, "P1p/Pp1/3[PPPpp] w - - 0 3", "P@a1", "1-0", "CL-74");
  mr_fairy_end(table, "P1p/1p1/1P1[PPPpp] b - - 0 3", "P@a1", "0-1", "CL-74");
  mr_fairy_end(table, "PpP/PpP/pP1[Pp] b - - 0 4", "P@c1", "1/2-1/2", "CL-74");
}

static void CL_75_discs_fall(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("cfour");
  mr_fairy_moves(table, "7/7/7/7/3p3/3P3[PPPppp] w - - 0 2", "P@a1 P@d3 P@g1", "P@d4 P@a2 P@d2");
  mr_fairy_moves(table, "3P3/3p3/3P3/3p3/3P3/3p3[PPPppp] w - - 0 4", "P@a1 P@e1", "P@d6");
}

static void CL_76_four_in_a_row_win(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("cfour");
  mr_fairy_end(table, "7/7/7/7/ppp4/PPP4[PPPppp] w - - 0 4", "P@d1", "1-0", "CL-76");
  mr_fairy_end(table, "7/7/7/3p3/2pP3/1pPP3[PPPPppp] b - - 0 4", "P@a1", "*", "");
  mr_fairy_end(table, "7/7/7/2pP3/1pPP3/pPPP2p[PPPppp] b - - 0 4", "P@d4", "0-1", "CL-76");
  mr_fairy_end(table, "7/7/7/P6/P6/P5p[PPPppp] w - - 0 4", "P@a4", "1-0", "CL-76");
  mr_fairy_end(table, "PpPpPP1/PppPPpp/pPpPpPP/pppPPpP/ppPppPP/PPpPpPp[p] b - - 0 21", "P@g6",
               "1/2-1/2", "CL-76");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_1_what_is_captured_is_dropped),
    cmocka_unit_test(CL_2_men_promote_in_the_far_ranks_and_when_they_leave_them),
    cmocka_unit_test(CL_3_mate_and_no_move_lose),
    cmocka_unit_test(CL_4_the_fourth_occurrence_draws_or_White_has_lost),
    cmocka_unit_test(CL_5_perpetual_check_loses),
    cmocka_unit_test(CL_6_entering_kings_are_not_counted),
    cmocka_unit_test(CL_7_a_king_on_the_hill_has_won),
    cmocka_unit_test(CL_8_what_is_captured_in_crazyhouse_is_dropped),
    cmocka_unit_test(CL_9_what_a_pawn_became_is_a_pawn_again),
    cmocka_unit_test(CL_10_each_side_has_one_knight_to_drop),
    cmocka_unit_test(CL_11_kings_castle_on_ten_files),
    cmocka_unit_test(CL_12_pawns_become_archbishops_and_chancellors_too),
    cmocka_unit_test(CL_13_who_has_lost_a_kind_has_lost),
    cmocka_unit_test(CL_14_kings_that_may_be_attacked_castle_through_attacks),
    cmocka_unit_test(CL_15_a_pawn_may_become_a_king),
    cmocka_unit_test(CL_16_who_can_capture_has_to),
    cmocka_unit_test(CL_17_who_has_no_man_or_no_move_has_won),
    cmocka_unit_test(CL_18_who_breaks_through_has_won),
    cmocka_unit_test(CL_19_small_boards_have_no_double_step_and_no_castling),
    cmocka_unit_test(CL_20_the_third_or_the_fifth_check_wins),
    cmocka_unit_test(CL_21_a_capture_blows_up_all_round_it_but_pawns),
    cmocka_unit_test(CL_22_without_checks_who_loses_the_king_has_lost),
    cmocka_unit_test(CL_23_with_checks_nobody_blows_up_the_own_king),
    cmocka_unit_test(CL_24_in_Atomar_no_blast_harms_a_king),
    cmocka_unit_test(CL_25_in_Racing_Kings_nobody_gives_check),
    cmocka_unit_test(CL_26_whose_king_is_on_the_eighth_rank_first_has_won),
    cmocka_unit_test(CL_27_in_Grand_Chess_pawns_become_what_has_been_lost),
    cmocka_unit_test(CL_28_in_Grand_Chess_pawns_begin_on_the_third_rank),
    cmocka_unit_test(CL_29_Horde_is_won_by_mate_or_by_taking_all),
    cmocka_unit_test(CL_30_in_Knightmate_kings_move_as_knights),
    cmocka_unit_test(CL_31_in_Losers_Chess_who_is_mated_or_bare_has_won),
    cmocka_unit_test(CL_32_Shako_has_cannons_and_elephants),
    cmocka_unit_test(CL_33_in_Embassy_Chess_kings_castle_to_b_and_h),
    cmocka_unit_test(CL_34_in_Tori_Shogi_a_file_has_two_swallows),
    cmocka_unit_test(CL_35_in_Tori_Shogi_who_repeats_loses),
    cmocka_unit_test(CL_70_pieces_are_placed_before_chess_begins),
    cmocka_unit_test(CL_71_bishops_are_placed_on_both_colours),
    cmocka_unit_test(CL_72_placed_kings_and_rooks_castle),
    cmocka_unit_test(CL_73_marks_are_put_on_empty_squares),
    cmocka_unit_test(CL_74_three_in_a_row_win),
    cmocka_unit_test(CL_75_discs_fall),
    cmocka_unit_test(CL_76_four_in_a_row_win),
};

MR_TEST_MAIN_WITH(tests, NULL, mr_fairy_close_table)
