/*
 * Rules of what an action may lead to (checking, dropChecks, promotionLimit): counts of
 * Fairy-Stockfish, why actions are refused, and what does not go together with these rules. The
 * rules themselves: tests/rule/test_classics_rules.c.
 */
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "test_main.h"

#define SHOGUN                                                                                    \
  "startFen=rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1;commoner=c;centaur=g;"   \
  "archbishop=a;chancellor=m;fers=f;promotionRegionWhite=*6 *7 *8;promotionRegionBlack=*3 *2 *1;" \
  "promotionLimit=g:1 a:1 m:1 q:1;promotionPieceTypes=-;promotedPieceType=p:c n:g b:a r:m f:q;"   \
  "mandatoryPawnPromotion=false;firstRankPawnDrops=true;promotionZonePawnDrops=true;"             \
  "dropRegionWhite=*1 *2 *3 *4 *5;dropRegionBlack=*4 *5 *6 *7 *8;immobilityIllegal=true"

/* Its `go perft`, UCI_Variant set to the game, or to one with these keys. */
static const mr_fairy_figure figures[] = {
    {"racingkings", "", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1", 4, 296242},
    {"racingkings", "", "4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", 5, 12981},
    {"chess", "checking=false", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4,
     196764},
    {"chess", "checking=false",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 96855},
    {"crazyhouse", "dropChecks=false",
     "r1bqk2r/pppp1ppp/2n5/8/1b2P3/5N2/PPP2PPP/RNBQKB1R[PNpn] w KQkq - 0 1", 3, 85905},
    {"grand", "", "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1", 3,
     259514},
    {"grand", "", "4k5/1P1r3P2/10/2P7/10/5p4/2p5p1/10/1p2K3Q1/R8R w - - 0 1", 3, 142502},
    {"crazyhouse", SHOGUN, "rnb+fkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB+FKBNR[] w KQkq - 0 1", 4,
     200537},
    {"crazyhouse", SHOGUN, "r3k2r/1P4P1/5n2/3+F4/8/2p5/1p3BN1/R3K2R[Pp] w KQkq - 0 1", 3, 475356},
    {"crazyhouse", SHOGUN, "r3k2r/1P4P1/5n2/3+P4/8/2p5/1p3BN1/R3K2R[PFpf] b KQkq - 0 1", 3, 929636},
};

static void actions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], 300000);
}

static void what_is_refused_is_refused_with_its_reason(void **unused) {
  (void)unused;
  static const char *const asked[][5] = {
      {"racingkings", "", "8/8/8/8/8/k7/8/2R4K w - - 0 1", "c1c3",
       "it would attack the King on a3 from c3, and no move may give check"},
      {"racingkings", "", "8/8/8/8/k2N3R/8/7K/8 w - - 0 1", "d4e6",
       "it would attack the King on a4 from h4, and no move may give check"},
      {"racingkings", "", "8/3P4/8/k7/8/8/7K/8 w - - 0 1", "d7d8q",
       "the Pawn cannot become that there: write d7d8r, d7d8n"},
      {"crazyhouse", "dropChecks=false", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@e4",
       "it would attack the King on e8 from e4, and no drop may give check"},
      {"grand", "", "10/10/10/3P6/10/10/10/10/k9/QR7K w - - 0 1", "d7d8q",
       "no Queen is made where White has 1 of them: write d7d8"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal(asked[i][0], asked[i][1], asked[i][2], asked[i][3], asked[i][4]);
  }
}

/* What may be made after all: each of two sides has its own, and a child changes what it names. */
static void limits_count_what_stands_on_the_board(void **unused) {
  (void)unused;
  static const struct {
    const char *sets, *state, *action;
    bool legal;
  } cases[] = {
      {"promotionLimit=q:1", "3q3k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", true},
      {"promotionLimit=q:1", "7k/P7/8/8/8/8/8/Q6K w - - 0 1", "a7a8q", false},
      {"promotionLimit=q:2", "7k/P7/8/8/8/8/8/Q6K w - - 0 1", "a7a8q", true},
      {"promotionLimit=q:0", "7k/P7/8/8/8/8/8/Q6K w - - 0 1", "a7a8q", true},
      {"promotionLimit=-", "7k/P7/8/8/8/8/8/Q6K w - - 0 1", "a7a8q", true},
      {"promotionLimit=q:1;pieceDrops=true;capturesToHand=true", "7k/P7/8/8/8/8/8/Q~6K[] w - - 0 1",
       "a7a8q", false},
      {"promotionLimit=q:1;pieceDrops=true;capturesToHand=true", "7k/P7/8/8/8/8/8/7K[Q] w - - 0 1",
       "a7a8q", true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", cases[i].sets, cases[i].state);
    if (mr_table_allows(&table, cases[i].action) != cases[i].legal) {
      fail_msg("%s %s", cases[i].sets, cases[i].state);
    }
    mr_table_close(&table);
  }
}

/* Promotions that are actions of their own: why not, and that nobody has to on any board. */
static void who_promotes_alone_is_told_why_not(void **unused) {
  (void)unused;
  static const char *const asked[][2] = {
      {"e5f4f", "captures nothing, and f4 is taken"},
      {"e5e5f", "it would attack the Yahhta on f4 from e5"},
      {"a3a3f", "promotes in its promotion zone alone, unless it is the last: on d5-e5"},
      {"e5e5", "a move ends on another square than it begins on"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal("sittuyin", "", "4k3/8/8/4P3/5r2/P7/8/4K3 w - - 0 1", asked[i][0],
                      asked[i][1]);
  }
  mr_expect_refusal("sittuyin", "", "4k3/8/8/4P3/8/P7/8/4K1F1 w - - 0 1", "e5e5f",
                    "no Sit-ke is made where White has 1 of them");
  assert_int_equal(mr_game_refusal("chess", "sittuyinPromotion=true;promotedPieceType=p:q"),
                   MR_ERR_UNSUPPORTED);
}

static void nobody_has_to_promote_alone_on_a_large_board(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(
      &table, "chess",
      "maxFile=10;maxRank=10;castling=false;startFen=rnbqkbbnrr/pppppppppp/10/10/10/10/10/"
      "10/PPPPPPPPPP/RNBQKBBNRR w - - 0 1;sittuyinPromotion=true;promotionRegionWhite=*6;"
      "promotionRegionBlack=*5;promotionPieceTypes=n",
      "9k/R9/10/10/10/4p5/4P5/10/10/3K2R3 w - - 0 1");
  mr_table_play(&table, "g1i1");
  assert_int_equal(mr_game_node(table.game, table.state).kind, MR_NODE_TERMINAL);
  mr_table_close(&table);
}

static void what_does_not_go_together_is_refused(void **unused) {
  (void)unused;
  assert_int_equal(mr_game_refusal("chess", "checking=false"), MR_OK);
  assert_int_equal(mr_game_refusal("atomic", "dropChecks=false;checking=false"), MR_OK);
  assert_int_equal(mr_game_refusal("colorboundmost", "checking=false"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("colorboundmost", "promotionLimit=z:1"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("chess", "promotionLimit=q"), MR_ERR_SYNTAX);
  assert_int_equal(mr_game_refusal("chess", "promotionLimit=q:x"), MR_ERR_SYNTAX);
  assert_int_equal(mr_game_refusal("chess", "promotionLimit=q:1x"), MR_ERR_SYNTAX);
  assert_int_equal(mr_game_refusal("chess", "promotionLimit=y:1"), MR_ERR_UNKNOWN);
  assert_int_equal(mr_game_refusal("chess", "promotionLimit=q:256"), MR_ERR_RANGE);
  assert_int_equal(mr_game_refusal("chess", "promotionLimit=q:99999999999999999999"), MR_ERR_RANGE);
  assert_int_equal(mr_game_refusal("shogi", "promotedPieceType=p:g;promotionLimit=g:2"), MR_OK);
  assert_int_equal(mr_game_refusal("racingkings", "flagPieceWhite=q"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("racingkings", "flagPieceCount=2"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("racingkings", "flagPiece=q"), MR_OK);
}

/* What nobody can do is nothing to play for. */
static void who_may_not_check_does_not_play_for_mate(void **unused) {
  (void)unused;
  static const struct {
    const char *game, *sets, *obstacle;
    size_t goals;
  } cases[] = {
      {"chess", "", "", 1},
      {"chess", "checking=false", "", 0},
      {"racingkings", "", "", 1},
      {"3check", "checking=false", "no move may give check", 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_goal goals[MR_GOALS_MAX];
    mr_game *game = mr_game_open(cases[i].game, cases[i].sets);
    size_t count = 0;
    for (size_t k = 0, all = mr_game_goals(game, goals); k < all; k++) {
      count += goals[k].player.id == MR_FY_WHITE;
      assert_string_equal(goals[k].obstacle, cases[i].obstacle);
    }
    assert_int_equal(count, cases[i].goals);
    mr_game_free(game);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_may_not_check_does_not_play_for_mate),
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(what_is_refused_is_refused_with_its_reason),
    cmocka_unit_test(limits_count_what_stands_on_the_board),
    cmocka_unit_test(who_promotes_alone_is_told_why_not),
    cmocka_unit_test(nobody_has_to_promote_alone_on_a_large_board),
    cmocka_unit_test(what_does_not_go_together_is_refused),
};

MR_TEST_MAIN(tests)
