/*
 * Pieces that are pawns for promotion: where they may not go because they become nothing, what they
 * may become, and promoted forms of theirs.
 */
#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules_fixture.h"
#include "test_main.h"

#define DROPS \
  "pawn=-;customPiece1=p:fmWfcF;pawnTypes=p;promotionPieceTypes=-;castling=false;pieceDrops=true"

static void who_becomes_nothing_is_dropped_in_the_promotion_zone(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", DROPS ";startFen=4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
                     "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
  mr_fairy_moves(&table, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8 P@h8 P@a1 P@d4", "P@e8");
  mr_fairy_moves(&table, "1n2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "e1e2", "a7a8 a7b8");
  mr_fairy_play(&table, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "P@a8 e8e7",
                "P7/4k3/8/8/8/8/8/4K3[] w - - 1 2");
  mr_table_close(&table);
}

static void the_key_pawn_is_dropped_there_where_that_is_allowed(void **unused) {
  (void)unused;
  static const char *const sets[] = {
      "promotionPieceTypes=-;castling=false;pieceDrops=true;"
      "startFen=4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
      "promotionPieceTypes=-;castling=false;pieceDrops=true;promotionZonePawnDrops=true;"
      "startFen=4k3/8/8/8/8/8/8/4K3[P] w - - 0 1"};
  for (size_t i = 0; i < 2; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", sets[i], "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1");
    mr_fairy_moves(&table, "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", i == 1 ? "P@a8 P@a7" : "P@a7",
                   i == 1 ? "P@a1" : "P@a8 P@a1");
    mr_table_close(&table);
  }
}

static void pieces_that_cannot_move_are_dropped_there(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "flipersi", "promotionPawnTypes=p", NULL);
  mr_fairy_moves(&table, "8/3P4/3P4/3Pp3/3pp3/8/8/8[Pp] b - - 0 1", "P@d8", "P@a8");
  mr_table_close(&table);
}

static void captures_in_passing_end_in_the_zone(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess",
                     "castling=false;promotionPieceTypes=-;promotionRegionWhite=*6;"
                     "promotionRegionBlack=*3",
                     "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
  mr_table_play(&table, "d7d5");
  mr_fairy_moves(&table, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "e5e6");
  mr_table_close(&table);
}

static void zones_that_one_side_alone_has_to_keep_out_of(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", "castling=false;promotionPieceTypesWhite=-",
                     "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1");
  mr_fairy_moves(&table, "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1", "e1e2", "a7a8 a7a8q");
  mr_fairy_moves(&table, "4k3/P7/8/8/8/8/p7/4K3 b - - 0 1", "a2a1q", "a2a1");
  mr_table_close(&table);
}

static void the_page_says_who_keeps_out(void **unused) {
  (void)unused;
  fixture d;
  assert_int_equal(fixture_try(&d,
                               "[x:chess]\ncastling = false\npromotionPieceTypes = -\n"
                               "ruleIds = move:M-1\n",
                               "x"),
                   MR_OK);
  assert_string_equal(rule_text(&d, "M-1"),
                      "Pieces move as their diagrams show and capture by taking an enemy's place. "
                      "These do not go to the promotion zone, where they would have to become "
                      "another piece and become none: Pawn.");
  fixture_close(&d);
}

/* ---- what they become ------------------------------------------------------------------------ */

static void a_pawn_may_become_what_it_is(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess",
                     "castling=false;knight=-;customPiece1=n:N;promotionPawnTypes=pn;"
                     "promotionPieceTypes=n;promotionRegionWhite=*7 *8;promotionRegionBlack=*2 *1;"
                     "startFen=7k/8/8/N7/8/8/8/4K3 w - - 0 1",
                     NULL);
  mr_fairy_moves(&table, "7k/8/8/N7/8/8/8/4K3 w - - 0 1", "a5b7n a5c6", "a5b7");
  mr_fairy_play(&table, "7k/8/8/N7/8/8/8/4K3 w - - 0 1", "a5b7n", "7k/1N6/8/8/8/8/8/4K3 b - - 0 1");
  mr_table_close(&table);
  mr_table_open_game(&table, "antichess", "pawnTypes=bp", NULL);
  mr_fairy_moves(&table, "rnb1kbnr/pp1ppppB/8/2p5/8/4P3/PPPP1PPq/RNBQK1NR w - - 0 1",
                 "h7g8b h7g8k h7g8q h7g8r h7g8n", "h7g8");
  mr_table_close(&table);
}

/* Captured, it is in hand what it was before: the same. */
static void one_that_has_become_what_it_is_is_marked_where_that_matters(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "crazyhouse", "castling=false;promotionPawnTypes=pn", NULL);
  mr_fairy_play(&table, "r6k/2N5/8/8/8/8/8/4K3[] w - - 0 1", "c7a8n",
                "N~6k/8/8/8/8/8/8/4K3[R] b - - 0 1");
  mr_table_close(&table);
}

/* ---- promoted forms -------------------------------------------------------------------------- */

#define FORM "castling=false;gold=g;promotedPieceType=p:g;"

static void pawns_have_a_form_by_captures_alone(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", FORM "piecePromotionOnCapture=true;promotionPieceTypes=-",
                     NULL);
  mr_fairy_moves(&table, "4n2k/5P2/8/8/8/8/8/4K3 w - - 0 1", "f7e8+ e1e2", "f7f8 f7f8+ f7e8");
  mr_table_close(&table);
  mr_table_open_game(&table, "chess", FORM "piecePromotionOnCapture=true", NULL);
  mr_fairy_moves(&table, "4n2k/5P2/8/8/8/8/8/4K3 w - - 0 1", "f7e8+ f7e8q f7f8q f7f8n",
                 "f7f8 f7f8+ f7e8");
  mr_table_close(&table);
  mr_table_open_game(&table, "chess",
                     FORM "piecePromotionOnCapture=true;mandatoryPawnPromotion=false", NULL);
  mr_fairy_moves(&table, "4n2k/5P2/8/8/8/8/8/4K3 w - - 0 1", "f7e8+ f7e8q f7f8q f7f8 f7e8",
                 "f7f8+");
  mr_table_close(&table);
}

#define SILVER                                                                  \
  "castling=false;silver=s;gold=g;promotedPieceType=s:g;promotionPawnTypes=ps;" \
  "promotionPieceTypes=n;"

static void other_pawns_have_one_as_pieces_have(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", SILVER, NULL);
  mr_fairy_moves(&table, "5S1k/8/8/8/8/8/8/4K3 w - - 0 1", "f8e7+ f8e7", "f8e7n");
  mr_fairy_moves(&table, "7k/5S2/8/8/8/8/8/4K3 w - - 0 1", "f7f8+ f7f8n f7e6", "f7f8 f7e6+");
  mr_table_close(&table);
  mr_table_open_game(&table, "chess", SILVER "promotionOnLeaving=false", NULL);
  mr_fairy_moves(&table, "5S1k/8/8/8/8/8/8/4K3 w - - 0 1", "f8e7", "f8e7+ f8e7n");
  mr_table_close(&table);
  mr_table_open_game(&table, "chess", SILVER "mandatoryPiecePromotion=true", NULL);
  mr_fairy_moves(&table, "5S1k/8/8/8/8/8/8/4K3 w - - 0 1", "f8e7+", "f8e7");
  mr_table_close(&table);
  mr_table_open_game(&table, "chess",
                     SILVER "mandatoryPiecePromotion=true;piecePromotionOnCapture=true", NULL);
  mr_fairy_moves(&table, "5S1k/4n3/8/8/8/8/8/4K3 w - - 0 1", "f8e7+ f8g7", "f8e7 f8g7+");
  mr_table_close(&table);
}

static void the_page_says_how_pawns_have_their_form(void **unused) {
  (void)unused;
  fixture d;
  assert_int_equal(fixture_try(&d,
                               "[x:chess]\ncastling = false\ngold = g\npromotedPieceType = p:g\n"
                               "piecePromotionOnCapture = true\nruleIds = promotion:M-1\n",
                               "x"),
                   MR_OK);
  assert_string_equal(rule_text(&d, "M-1"),
                      "Promotion is compulsory in the promotion zone for these pieces: Pawn. The "
                      "promoted form is had by captures alone, and who has to promote and cannot "
                      "does not go to the zone.");
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_becomes_nothing_is_dropped_in_the_promotion_zone),
    cmocka_unit_test(the_key_pawn_is_dropped_there_where_that_is_allowed),
    cmocka_unit_test(pieces_that_cannot_move_are_dropped_there),
    cmocka_unit_test(captures_in_passing_end_in_the_zone),
    cmocka_unit_test(zones_that_one_side_alone_has_to_keep_out_of),
    cmocka_unit_test(the_page_says_who_keeps_out),
    cmocka_unit_test(a_pawn_may_become_what_it_is),
    cmocka_unit_test(one_that_has_become_what_it_is_is_marked_where_that_matters),
    cmocka_unit_test(pawns_have_a_form_by_captures_alone),
    cmocka_unit_test(other_pawns_have_one_as_pieces_have),
    cmocka_unit_test(the_page_says_how_pawns_have_their_form),
};

MR_TEST_MAIN(tests)
