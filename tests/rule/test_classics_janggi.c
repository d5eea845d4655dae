/*
 * docs/rules/classics.md rule by rule: CL-142 to CL-149, Janggi.
 */
#include "fairy_fixture.h"
#include "test_main.h"

static void CL_142_men_of_Janggi(void **unused) {
  (void)unused;
  mr_table *table = mr_fairy_table("janggi");
  /* Generals and guards keep to their palaces, soldiers go sideways from the beginning. */
  mr_fairy_moves(table, "5k3/9/9/9/9/9/P8/3A5/9/3K5 w - - 0 1", "d1d2 d1e1 d3d2 d3e3 a4a5 a4b4",
                 "d1c1 d3d4 d3c3 d1d1d a4a3 a4b5");
  /* Horses go one square straight and one aslant, elephants two aslant; none of them leaps. */
  mr_fairy_moves(table, "5k3/9/9/9/9/4N4/9/9/9/3K5 w - - 0 1", "e5d7 e5f7 e5g6 e5c4", "e5e7");
  mr_fairy_moves(table, "5k3/9/9/9/9/4B4/9/9/9/3K5 w - - 0 1",
                 "e5c8 e5g8 e5h7 e5h3 e5g2 e5c2 e5b3 e5b7", "e5g7 e5d7 e5e6");
  mr_fairy_moves(table, "5k3/9/9/3P5/4P4/4B4/9/9/9/3K5 w - - 0 1", "e5h7 e5b7", "e5c8 e5g8");
  mr_fairy_moves(table, "5k3/9/5P3/9/9/4B4/9/9/9/3K5 w - - 0 1", "e5c8 e5g8 e5h7", "");
  mr_fairy_moves(table, "5k3/9/9/5P3/9/4B4/9/9/9/3K5 w - - 0 1", "e5c8", "e5g8");
  /* A cannon leaps over one man to move and to take: over no cannon, and it takes none. */
  mr_fairy_moves(table, "5k3/9/9/9/1n7/9/1P7/9/1C1p1c1r1/4K4 w - - 0 1", "b2b5 b2b6 b2e2",
                 "b2b3 b2b4 b2b7 b2c2 b2f2 b2g2 b2h2");
  mr_fairy_moves(table, "5k3/9/9/1n7/9/1C7/9/9/1C5p1/3K5 w - - 0 1", "b5b8", "b2b6 b2b7 b5b1");
}

static void CL_143_diagonals_of_palaces(void **unused) {
  (void)unused;
  mr_table *table = mr_fairy_table("janggi");
  /* From the corners to the middle and back, not from the other squares. */
  mr_fairy_moves(table, "5k3/9/9/9/9/9/9/3A5/4K4/9 w - - 0 1", "e2f3 e2d1 e2f1 e2e3", "e2d3");
  mr_fairy_moves(table, "5k3/9/9/9/9/9/9/4A4/9/3K5 w - - 0 1", "d1e2 e3e2 e3d3", "e3d2 e3f2");
  /* Chariots and cannons go on behind it, in the other palace, too. */
  mr_fairy_moves(table, "3k5/9/5R3/9/9/9/9/9/9/4K4 b - - 0 1", "d10d9", "d10e9 d10d10");
  mr_fairy_moves(table, "4k4/9/5R3/9/9/9/9/9/9/3K5 w - - 0 1", "f8e9 f8d10", "f8d9 f8g9 f8e7");
  mr_fairy_moves(table, "4k4/4p4/5C3/9/9/9/9/9/9/3K5 w - - 0 1", "f8d10", "f8e9");
  mr_fairy_moves(table, "4k4/4c4/5C3/9/9/9/9/9/9/3K5 w - - 0 1", "", "f8d10");
  /* Soldiers do so ahead alone. */
  mr_fairy_moves(table, "3k5/9/5P3/9/9/9/9/9/9/4K4 w - - 0 1", "f8e9 f8e8 f8f9", "f8g9");
  mr_fairy_moves(table, "3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1", "e8e9 e8d8", "e8d9 e8f9");
  mr_fairy_moves(table, "5k3/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1", "f10e9", "f10f9 f10e10 f10f10");
}

static void CL_144_who_can_do_nothing_passes(void **unused) {
  (void)unused;
  mr_table *table = mr_fairy_table("janggi");
  mr_fairy_moves(table, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "e1e1", "");
  mr_fairy_moves(table, "3k5/9/9/9/4r4/9/9/9/9/4K4 w - - 0 1", "e1d1 e1f1", "e1e1");
  mr_fairy_end(table, "3k5/R8/9/9/9/9/9/9/7R1/4K4 w - - 0 1", "h2h10", "1-0", "CL-144");
  /* The general has no move, and is not lost. */
  mr_fairy_end(table, "3k5/7R1/5P3/9/9/9/9/9/9/4K4 w - - 0 1", "f8e8", "*", "");
  /* Two passes end the game. */
  mr_fairy_end(table, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "pass pass", "1-0", "CL-144");
  mr_fairy_end(table, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "pass d10d9 pass", "*", "");
}

static void CL_145_generals_that_face_each_other(void **unused) {
  (void)unused;
  mr_table *table = mr_fairy_table("janggi");
  /* Either side may bring it about; the other ends it, or passes and so the game. */
  mr_fairy_moves(table, "4k4/9/9/9/9/9/R8/9/9/3K5 w - - 0 1", "d1e1", "");
  mr_fairy_moves(table, "4k4/9/9/9/9/9/R8/9/9/4K4 b - - 0 1", "e10d10 e10e10", "e10e9");
  mr_fairy_moves(table, "4k4/p8/9/2r6/9/9/R8/9/9/4K4 b - - 0 1", "c7e7", "a9a8 a9b9 c7d7 c7c4");
  mr_fairy_end(table, "4k4/9/9/9/9/9/R8/9/9/3K5 w - - 0 1", "d1e1 pass", "1-0", "CL-145");
  mr_fairy_end(table, "4k4/9/9/9/9/9/P8/9/9/3K5 w - - 0 1", "d1e1 pass", "1-0", "CL-145");
  mr_fairy_end(table, "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1e1 pass", "0-1", "CL-145");
  /* In check as well. */
  mr_fairy_moves(table, "4k4/9/9/9/9/9/9/9/9/R3K4 b - - 0 1", "e10e10 e10d10", "e10e9");
  mr_fairy_moves(table, "R3k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "e10e10", "e10e9 e10d10");
  mr_fairy_end(table, "R3k4/9/9/9/9/9/9/9/9/4K4 b - - 0 1", "pass", "1-0", "CL-145");
}

static void CL_146_points_decide(void **unused) {
  (void)unused;
  mr_table *table = mr_fairy_table("janggi");
  static const char *const ends[][2] = {
      {"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "0-1"},
      {"3k5/9/9/9/9/9/P8/9/9/4K4 w - - 0 1", "1-0"},
      {"3k5/9/9/9/pn7/9/PC7/9/9/4K4 w - - 0 1", "1-0"},    /* 9 and 7 and a half more */
      {"3k5/9/9/9/ppn6/9/BPN6/9/9/3AK4 w - - 0 1", "1-0"}, /* 13 : 9 */
      {"3k5/9/9/9/c8/9/B1NPP4/9/9/4K4 w - - 0 1", "1-0"},  /* 12 : 7 */
      {"3k5/9/9/9/bb7/9/CN7/9/9/4K4 w - - 0 1", "1-0"},    /* 12 : 6 */
      {"3k5/9/9/9/r8/9/CN7/9/9/4K4 w - - 0 1", "0-1"},     /* 12 : 13 */
      {"3k5/9/9/9/r8/9/CNP6/9/9/4K4 w - - 0 1", "0-1"},    /* 14 : 13, but for the half */
      {"3k5/9/9/9/r8/9/CBN6/9/9/4K4 w - - 0 1", "1-0"},    /* 15 : 13 */
  };
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    mr_fairy_end(table, ends[i][0], "pass pass", ends[i][1], "CL-144");
  }
}

static void CL_147_repetition_and_idleness_are_counted_out(void **unused) {
  (void)unused;
  mr_table *table = mr_fairy_table("janggi");
  mr_fairy_end_after(table, "3k5/9/9/9/9/9/R8/9/9/5K3 w - - 0 1", "f1f2 d10d9 f2f1 d9d10", 2, "1-0",
                     "CL-147");
  mr_fairy_end_after(table, "4k4/9/9/9/3R5/9/9/9/9/5K3 w - - 0 1", "d6e6 e10d10 e6d6 d10e10", 2,
                     "0-1", "CL-147");
  mr_fairy_end(table, "3k5/9/9/9/9/9/9/9/9/5K3 w - - 98 90", "f1f2 d10d9", "0-1", "CL-147");
}

static void CL_148_without_points_it_is_drawn(void **unused) {
  (void)unused;
  static const char *const names[] = {"janggitraditional", "janggicasual"};
  for (unsigned i = 0; i < 2; i++) {
    mr_table *table = mr_fairy_table(names[i]);
    mr_fairy_end(table, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "pass pass", "1/2-1/2", "CL-144");
    mr_fairy_end_after(table, "3k5/9/9/9/9/9/R8/9/9/5K3 w - - 0 1", "f1f2 d10d9 f2f1 d9d10", 2,
                       "1/2-1/2", "CL-148");
    mr_fairy_end(table, "3k5/9/9/9/9/9/9/9/9/5K3 w - - 98 90", "f1f2 d10d9", "1/2-1/2", "CL-148");
  }
  mr_table *table = mr_fairy_table("janggicasual"); /* generals may face each other */
  mr_fairy_moves(table, "4k4/9/9/9/9/9/R8/9/9/4K4 b - - 0 1", "e10e9 e10e10", "");
  mr_fairy_end(table, "4k4/9/9/9/9/9/R8/9/9/4K4 b - - 0 1", "pass", "*", "");
  mr_fairy_end(mr_fairy_table("janggitraditional"), "4k4/9/9/9/9/9/R8/9/9/4K4 b - - 0 1", "pass",
               "1/2-1/2", "CL-148");
}

static void CL_149_who_moves_one_man_to_and_fro_loses(void **unused) {
  (void)unused;
  mr_table *table = mr_fairy_table("janggimodern");
  /* The chariot comes, goes, comes, goes and comes; the general may do so. */
  mr_fairy_end(table, "3k5/9/9/9/9/9/R8/9/9/5K3 w - - 0 1",
               "a4a5 d10d9 a5b5 d9d10 b5a5 d10d9 a5b5 d9d10 b5a5", "0-1", "CL-149");
  mr_fairy_end(table, "3k5/9/9/9/9/9/R8/9/9/5K3 w - - 0 1",
               "a4a5 d10d9 a5b5 d9d10 b5a5 d10d9 a5b5 d9d10 b5c5", "*", "");
  /* Where a capture has brought it the count begins a move later. */
  mr_fairy_end(table, "3k5/9/9/9/9/p8/R8/9/9/5K3 w - - 0 1",
               "a4a5 d10d9 a5b5 d9d10 b5a5 d10d9 a5b5 d9d10 b5a5", "*", "");
  mr_fairy_end(table, "3k5/9/9/9/9/p8/R8/9/9/5K3 w - - 0 1",
               "a4a5 d10d9 a5b5 d9d10 b5a5 d10d9 a5b5 d9d10 b5a5 d10d9 a5b5", "0-1", "CL-149");
  /* A pass before the last move does not help. */
  mr_fairy_end(table, "3k5/9/9/9/9/9/R8/9/9/5K3 w - - 0 1",
               "a4a5 d10d9 a5b5 d9d10 b5a5 d10d9 a5b5 d9d10 pass d10d9 b5a5", "0-1", "CL-149");
  /* Who has been in check has had to. */
  mr_fairy_end(table, "3k5/9/9/9/9/9/R8/9/3r5/5K3 w - - 0 1",
               "a4a5 d2d1 f1f2 d1d2 f2f1 d2d1 f1f2 d1d2 f2f1", "*", "");
  /* The fourth occurrence counts points; a hundred moves by each side do. */
  mr_fairy_end_after(table, "3k5/9/9/9/9/9/R8/9/9/5K3 w - - 0 1", "f1f2 d10d9 f2f1 d9d10", 3, "1-0",
                     "CL-149");
  mr_fairy_end(table, "3k5/9/9/9/9/9/9/9/9/5K3 w - - 198 90", "f1f2 d10d9", "0-1", "CL-149");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CL_142_men_of_Janggi),
    cmocka_unit_test(CL_143_diagonals_of_palaces),
    cmocka_unit_test(CL_144_who_can_do_nothing_passes),
    cmocka_unit_test(CL_145_generals_that_face_each_other),
    cmocka_unit_test(CL_146_points_decide),
    cmocka_unit_test(CL_147_repetition_and_idleness_are_counted_out),
    cmocka_unit_test(CL_148_without_points_it_is_drawn),
    cmocka_unit_test(CL_149_who_moves_one_man_to_and_fro_loses),
};

MR_TEST_MAIN_WITH(tests, NULL, mr_fairy_close_table)
