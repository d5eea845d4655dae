/*
 * Pieces that are royal as the last of their kind (extinctionPseudoRoyal) beside rules that speak
 * of kings: flyingGeneral and shatarMateRule are not about them, and what extinction is worth does
 * not make them royal.
 */
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules_fixture.h"
#include "test_main.h"

#define LAST "extinctionValue=loss;extinctionPseudoRoyal=true;extinctionPieceTypes="

/* ---- flyingGeneral --------------------------------------------------------------------------- */

static void kings_alone_do_not_face_each_other(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", "castling=false;flyingGeneral=true;horse=h;" LAST "h",
                     "3k4/8/8/8/8/8/8/K7 w - - 0 1");
  /* A king does not attack the last horse along a file. */
  mr_fairy_moves(&table, "3k4/8/8/8/8/8/3H4/K7 w - - 0 1", "a1a2 a1b1 a1b2 d2b3 d2f1", "");
  mr_fairy_moves(&table, "3k4/8/8/8/8/8/2K5/7H w - - 0 1", "c2c1 c2b3 h1g3", "c2d1 c2d2 c2d3");
  mr_fairy_moves(&table, "3k4/8/8/8/3H4/8/8/3K4 w - - 0 1", "d1c1 d1e2 d1d2", "d4e6 d4c6 d4b3");
  mr_table_close(&table);
}

static void kings_do_not_castle_past_each_other_then(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", "flyingGeneral=true;horse=h;" LAST "h", NULL);
  mr_fairy_moves(&table, "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "e1g1 e1f1 e1f2");
  mr_fairy_moves(&table, "5k2/8/8/5p2/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1 e1f1", "");
  mr_fairy_moves(&table, "6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1f1", "e1g1");
  mr_table_close(&table);
}

static void the_page_says_that_kings_do_not(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x:chess]\ncastling = false\nflyingGeneral = true\nhorse = h\nextinctionValue = "
               "loss\nextinctionPseudoRoyal = true\nextinctionPieceTypes = h\n"
               "ruleIds = checkmate:M-1\n",
               "x");
  assert_non_null(strstr(rule_text(&d, "M-1"), " Kings of the two sides that face each other"));
  fixture_close(&d);
}

/* ---- shatarMateRule -------------------------------------------------------------------------- */

static void mates_of_other_royals_need_no_check_before(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess",
                     "king=-;commoner=k;castling=false;shatarMateRule=true;" LAST "k",
                     "k7/8/1K6/8/8/8/8/7Q w - - 0 1");
  mr_fairy_end(&table, "k7/8/1K6/8/8/8/8/7Q w - - 0 1", "h1h8", "1-0", "CH-1");
  mr_table_close(&table);
  /* a queen without a check by rook or knight before: of a king it is none, of a commoner it is */
  mr_table_open_game(&table, "chess", "castling=false;shatarMateRule=true;commoner=c;" LAST "c",
                     "7k/8/8/8/8/8/8/K7 w - - 0 1");
  mr_fairy_end(&table, "k7/8/1K6/8/8/8/8/7Q w - - 0 1", "h1h8", "1/2-1/2", "CH-1");
  mr_fairy_end(&table, "c5k1/p5p1/pP4P1/8/8/8/8/K2Q4 w - - 0 1", "d1d8", "1/2-1/2", "CH-1");
  mr_table_close(&table);
}

/* ---- extinctionValue ------------------------------------------------------------------------- */

static void who_is_royal_is_so_whatever_extinction_is_worth(void **unused) {
  (void)unused;
  static const char *const sets[] = {
      "king=-;commoner=k;castling=false;extinctionPieceTypes=k;extinctionPseudoRoyal=true",
      "king=-;commoner=k;castling=false;extinctionPieceTypes=k;extinctionPseudoRoyal=true;"
      "extinctionValue=none",
      "king=-;commoner=k;castling=false;extinctionPieceTypes=k;extinctionPseudoRoyal=true;"
      "extinctionValue=win"};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", sets[i], "3r3k/8/8/8/8/8/8/2K5 w - - 0 1");
    mr_fairy_moves(&table, "3r3k/8/8/8/8/8/8/2K5 w - - 0 1", "c1b1 c1b2 c1c2", "c1d1 c1d2");
    mr_fairy_end(&table, "k7/8/1K6/8/8/8/8/7Q w - - 0 1", "h1h8", "1-0", "CH-1");
    mr_table_close(&table);
  }
  fixture d;
  fixture_open(&d,
               "[x:chess]\nking = -\ncommoner = k\ncastling = false\nextinctionPieceTypes = k\n"
               "extinctionPseudoRoyal = true\n",
               "x"); /* without a warning */
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(kings_alone_do_not_face_each_other),
    cmocka_unit_test(kings_do_not_castle_past_each_other_then),
    cmocka_unit_test(the_page_says_that_kings_do_not),
    cmocka_unit_test(mates_of_other_royals_need_no_check_before),
    cmocka_unit_test(who_is_royal_is_so_whatever_extinction_is_worth),
};

MR_TEST_MAIN(tests)
