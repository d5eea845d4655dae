/*
 * What a game inherits and does not say itself: names of what it has no more keep nobody from
 * changing the rules.
 */
#include <stdio.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules_fixture.h"
#include "test_main.h"

static void names_of_forms_that_are_gone_are_left_out(void **unused) {
  (void)unused;
  static const char *const changes[] = {"promotedPieceType = p:-", "customPiece10 = g:WF"};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    char text[128];
    fixture d;
    snprintf(text, sizeof text, "[x:shogi]\n%s\n", changes[i]);
    if (fixture_try(&d, text, "x") != MR_OK) {
      fail_msg("%s: %s", changes[i], d.list.first != NULL ? d.list.first->message : "");
    }
    fixture_close(&d);
  }
  fixture d;
  fixture_open(&d, "[x:shogi]\npromotedPieceType = p:-\n", "x");
  assert_string_equal(kind_named(&d, "+S")->name, "Promoted silver");
  assert_string_equal(kind_named(&d, "P")->name, "Pawn");
  fixture_close(&d);
}

static void names_of_squares_that_are_gone_are_left_out(void **unused) {
  (void)unused;
  fixture d;
  assert_int_equal(fixture_try(&d,
                               "[p:chess]\nnamedRegions =\n  corner: h8 h7\n  middle: d4 e4\n"
                               "[x:p]\nmaxFile = 6\ncastling = false\n"
                               "startFen = rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1\n",
                               "x"),
                   MR_OK);
  assert_int_equal(rules_of(&d)->named_count, 1);
  assert_string_equal(rules_of(&d)->named[0].name, "middle");
  fixture_close(&d);
}

static void own_names_have_to_name_something(void **unused) {
  (void)unused;
  fixture d;
  assert_int_not_equal(
      fixture_try(&d, "[x:shogi]\npromotedPieceType = p:-\npieceNames = +p:Tokin\n", "x"), MR_OK);
  fixture_close(&d);
}

static void forms_outlive_the_piece_that_they_move_as(void **unused) {
  (void)unused;
  static const char *const changes[] = {"customPiece10 = g:WF",
                                        "gold = -\nstartFen = lns1k1snl/1r5b1/ppppppppp/9/9/9/"
                                        "PPPPPPPPP/1B5R1/LNS1K1SNL[-] w 0 1"};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    char text[192];
    fixture d;
    snprintf(text, sizeof text, "[x:shogi]\n%s\n", changes[i]);
    fixture_open(&d, text, "x");
    assert_string_equal(kind_named(&d, "+P")->text, "WfF");
    assert_string_equal(kind_named(&d, "+P")->name, "Tokin");
    fixture_close(&d);
  }
  /* It is none of the pieces of its letter, as where the piece that it moves as is in the game. */
  mr_table table;
  mr_table_open_game(&table, "gorogoro",
                     "customPiece14=g:R4F;extinctionValue=loss;extinctionPieceTypes=gp;"
                     "extinctionPieceCount=1",
                     NULL);
  mr_fairy_end(&table, "S1kgs/G4/2Pps/p2P1/1PG2/g1K1S[P] b - - 0 8", "a3a2+", "1-0", "extinction");
  mr_table_close(&table);
}

/* ---- what games of Fairy-Stockfish's names hand on ------------------------------------------- */

/* As by Fairy-Stockfish, where these keys are what the parent has although it does nothing there.
 */
static void games_hand_on_what_they_do_not_use(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "grand",
                     "castling=true;castlingKingFile=f;startFen=4k5/10/pppppppppp/10/10/10/10/"
                     "PPPPPPPPPP/10/5K3R w K - 0 1",
                     NULL);
  mr_fairy_moves(&table, "4k5/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/5K3R w K - 0 1", "f1j1", "");
  mr_fairy_play(&table, "4k5/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/5K3R w K - 0 1", "f1j1",
                "4k5/10/pppppppppp/10/10/10/10/PPPPPPPPPP/10/5RK3 b - - 1 1");
  mr_table_close(&table);
  mr_table_open_game(&table, "chaturanga", "extinctionValue=loss", NULL);
  mr_fairy_end(&table, "4k3/8/8/8/8/8/3r4/R3K2R w - - 0 1", "e1d2", "1-0", "extinction");
  mr_table_close(&table);
  mr_table_open_game(&table, "shogi", "promotionPawnTypes=n", NULL);
  mr_fairy_moves(&table, "4k4/9/9/N8/9/9/9/9/4K4[-] w - - 0 1", "a6b8+ e1e2", "a6b8 a6b8r a6b8b");
  mr_table_close(&table);
}

/* Without a game of chess behind them they have no queens to become, whatever a child adds. */
static void games_without_pawns_hand_on_nothing_to_become(void **unused) {
  (void)unused;
  static const char *const games[] = {
      "amazons",    "ataxx",  "breakthrough", "clobber",     "fox-and-hounds", "flipersi",
      "isolation",  "janggi", "jesonmor",     "joust",       "minishogi",      "minixiangqi",
      "snailtrail", "shogi",  "torishogi",    "xiangqi",     "yarishogi",      "kyotoshogi",
      "flipello",   "manchu", "okisakishogi", "isolation7x7"};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    char text[128];
    fixture d;
    snprintf(text, sizeof text, "[x:%s]\ncustomPiece49 = v:W\nqueen = q\npromotionPawnTypes = v\n",
             games[i]);
    (void)fixture_try(&d, text, "x");
    if (d.game == NULL) {
      fail_msg("%s: %s", games[i], d.list.first->message);
    }
    assert_int_equal(kind_named(&d, "V")->promotion_count[MR_FY_WHITE], 0);
    fixture_close(&d);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_of_forms_that_are_gone_are_left_out),
    cmocka_unit_test(names_of_squares_that_are_gone_are_left_out),
    cmocka_unit_test(own_names_have_to_name_something),
    cmocka_unit_test(forms_outlive_the_piece_that_they_move_as),
    cmocka_unit_test(games_hand_on_what_they_do_not_use),
    cmocka_unit_test(games_without_pawns_hand_on_nothing_to_become),
};

MR_TEST_MAIN(tests)
