/*
 * Promoted pieces that go back (pieceDemotion) and pieces that are dropped as their promoted forms
 * (dropPromoted): counts of Fairy-Stockfish, texts, what is progress, what can come back.
 */
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

#define CAPTURES "piecePromotionOnCapture=true;dropNoDoubled=p"
#define ZONES                                                                         \
  "promotionRegionWhite=*2 *3;promotionRegionBlack=*4;mandatoryPiecePromotion=false;" \
  "immobilityIllegal=true;nMoveRule=20"
#define ALONE                                                           \
  "promotedPieceType=n:b r:q;pieceDemotion=true;promotionPieceTypes=-;" \
  "mandatoryPawnPromotion=false;castling=false"

/* Its `go perft`, UCI_Variant set to the game, or to one with these keys. */
static const mr_fairy_figure figures[] = {
    {"kyotoshogi", "", "p+nks+l/5/5/5/+LSK+NP[-] w 0 1", 5, 225903},
    {"kyotoshogi", "", "2k1+l/1p3/2S2/+N3P/2K2[SPnl] w - - 0 1", 3, 257058},
    {"kyotoshogi", ZONES, "1+nk1+l/p1s2/5/1+S2P/+L1K+N1[p] w - - 0 1", 4, 582929},
    {"kyotoshogi", CAPTURES, "p+nks+l/ppppp/5/PPPPP/+LSK+NP[-] w 0 1", 4, 1419},
    {"shogi", "dropPromoted=true", "4k4/1r5b1/2p3n2/9/4p4/9/1PP5P/1B5R1/4K4[NLpg] w - - 0 1", 3,
     8169699},
};

static void actions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], 300000);
}

typedef struct turn {
  const char *game, *sets, *before, *action, *after;
} turn;

#define REGIONS "dropRegionWhite=*1 *2;dropRegionBlack=*3 *4 *5"

static const turn turns[] = {
    {"kyotoshogi", "", "2k2/5/5/5/2K1P[] w - - 0 1", "e1e2+", "2k2/5/5/4+P/2K2[] b - - 1 1"},
    {"kyotoshogi", "", "2k2/5/5/5/2K1+P[] w - - 0 1", "e1e4-", "2k2/4P/5/5/2K2[] b - - 1 1"},
    {"kyotoshogi", "", "2k2/4l/5/5/2K1+P[] w - - 0 1", "e1e4-", "2k2/4P/5/5/2K2[L] b - - 0 1"},
    {"kyotoshogi", "", "2k2/4+l/5/5/2K1+P[] w - - 0 1", "e1e4-", "2k2/4P/5/5/2K2[L] b - - 0 1"},
    {"kyotoshogi", "", "2k2/5/5/5/2K2[P] w - - 0 1", "P@e5", "2k1P/5/5/5/2K2[] b - - 0 1"},
    {"kyotoshogi", "", "2k2/5/5/5/2K2[P] w - - 0 1", "+P@e2", "2k2/5/5/4+P/2K2[] b - - 0 1"},
    {"kyotoshogi", REGIONS, "2k2/5/5/5/2K2[P] w - - 0 1", "+P@e2", "2k2/5/5/4+P/2K2[] b - - 0 1"},
    {"kyotoshogi", REGIONS, "2k2/5/5/5/2K2[p] b - - 0 1", "+P@e4", "2k2/4+p/5/5/2K2[] w - - 0 2"},
    {"kyotoshogi", CAPTURES, "2k2/4l/5/5/2K1+P[] w - - 0 1", "e1e2",
     "2k2/4l/5/4+P/2K2[] b - - 1 1"},
    {"kyotoshogi", CAPTURES, "2k2/4l/5/5/2K1+P[] w - - 0 1", "e1e4-",
     "2k2/4P/5/5/2K2[L] b - - 0 1"},
    {"chess", ALONE, "4k3/8/8/8/8/8/8/4K2+R w - - 0 1", "h1h8-", "4k2R/8/8/8/8/8/8/4K3 b - - 1 1"},
    {"chess", ALONE, "4k3/8/8/8/8/8/8/4K2+R w - - 0 1", "h1h8", "4k2+R/8/8/8/8/8/8/4K3 b - - 1 1"},
};

static void men_turn_over_and_back_again(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
    mr_table table;
    mr_table_open_game(&table, turns[i].game, turns[i].sets, turns[i].before);
    mr_fairy_there_and_back(&table, turns[i].action, turns[i].after);
    mr_table_close(&table);
  }
}

static void what_is_refused_is_refused_with_its_reason(void **unused) {
  (void)unused;
  static const char *const asked[][5] = {
      {"kyotoshogi", "", "2k2/5/5/5/2K1P[] w - - 0 1", "e1e2", "it must promote: write e1e2+"},
      {"kyotoshogi", "", "2k2/5/5/5/2K1+P[] w - - 0 1", "e1e2", "it must promote: write e1e2-"},
      {"kyotoshogi", "", "2k2/5/5/5/2K2[P] w - - 0 1", "+L@e2", "White has no Lance in hand"},
      {"kyotoshogi", REGIONS, "2k2/5/5/5/2K2[P] w - - 0 1", "+P@e3", "ranks 1-2"},
      {"kyotoshogi", REGIONS, "2k2/5/5/5/2K2[p] b - - 0 1", "+P@e2", "ranks 3-5"},
      {"minishogi", "", "2k2/5/5/5/2K2[P] w - - 0 1", "+P@e2",
       "Tokin is never dropped in this game"},
      {"shogi", "dropPromoted=true", "4k4/9/9/9/9/9/9/8P/4K4[P] w - - 0 1", "+P@i5",
       "no more than 1 of the kind (Pawn) may stand on that file"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal(asked[i][0], asked[i][1], asked[i][2], asked[i][3], asked[i][4]);
  }
}

/* Where promoted pieces go back, a position can come about again after promotions. */
static void promotions_that_can_be_undone_hide_no_repetitions(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", ALONE, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  mr_table_play(&table, "a1a8+ e8e7 a8a1- e7e8 a1a8+ e8e7 a8a1-");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "e7e8");
  assert_string_equal(mr_table_ended_by(&table), "CH-3");
  mr_table_close(&table);
}

/* Who drops is asked as what: the man in hand is one. */
static void forms_of_drops_tell_as_what(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "kyotoshogi", "", "2k2/5/5/5/2K2[P] w - - 0 1");
  static const char *const drops[][2] = {{"P@e2", "Pawn"}, {"+P@e2", "Rook"}};
  for (size_t i = 0; i < 2; i++) {
    mr_action action = MR_ACTION_NONE;
    mr_form form;
    char piece[MR_ACTION_TEXT_MAX];
    mr_str out = mr_str_fixed(piece, sizeof piece);
    assert_int_equal(mr_game_parse_action(table.game, table.state, drops[i][0], strlen(drops[i][0]),
                                          &action, NULL),
                     MR_OK);
    mr_game_form(table.game, table.state, action, &form);
    mr_game_piece_text(table.game, form.piece, &out);
    assert_string_equal(piece, "Pawn");
    assert_string_equal(form.choice, drops[i][1]);
  }
  mr_table_close(&table);
}

static void forms_that_are_held_have_no_forms(void **unused) {
  (void)unused;
  fixture d;
  (void)fixture_try(&d,
                    "[x:crazyhouse]\ndropLoop = true\ndropPromoted = true\n"
                    "startFen = 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\n",
                    "x");
  assert_non_null(d.list.first);
  assert_string_equal(d.list.first->message,
                      "'dropPromoted' does not go together with dropLoop: a form in hand has no "
                      "form");
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(men_turn_over_and_back_again),
    cmocka_unit_test(what_is_refused_is_refused_with_its_reason),
    cmocka_unit_test(promotions_that_can_be_undone_hide_no_repetitions),
    cmocka_unit_test(forms_of_drops_tell_as_what),
    cmocka_unit_test(forms_that_are_held_have_no_forms),
};

MR_TEST_MAIN(tests)
