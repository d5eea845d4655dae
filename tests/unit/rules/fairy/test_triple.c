/*
 * Pawns that step three squares (tripleStepRegionWhite, tripleStepRegionBlack): the two squares on
 * which they can be taken in passing are part of the position, of its text and of its hash, and the
 * steps are counted as by Fairy-Stockfish.
 */
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

#define TRIPLES "castling=false;tripleStepRegionWhite=*2;tripleStepRegionBlack=*7"

/* Its `go perft`, UCI_Variant set to games with these keys. */
static const mr_fairy_figure figures[] = {
    {"chess",
     "maxFile=10;castling=false;doubleStep=false;tripleStepRegionWhite=*2;"
     "tripleStepRegionBlack=*7;startFen="
     "r2k1q3r/pppppppppp/10/2PpP1pP2/1p1P2pP1p/10/PPPPPPPPPP/R2K1Q3R w - - 0 1",
     "r2k1q3r/pppppppppp/10/2PpP1pP2/1p1P2pP1p/10/PPPPPPPPPP/R2K1Q3R w - - 0 1", 4, 633155},
    {"chess",
     "maxRank=9;castling=false;doubleStepRegionWhite=*2 *3;doubleStepRegionBlack=*8;"
     "tripleStepRegionWhite=*2 *3;tripleStepRegionBlack=*8 *7;promotionRegionWhite=*8 *9;"
     "promotionRegionBlack=*2 *1;mandatoryPawnPromotion=false;"
     "startFen=rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
     "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 4, 679017},
};

static void actions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], 640000);
}

static void both_squares_are_written_and_read(void **unused) {
  (void)unused;
  static const char *const texts[][2] = {
      /* as it is given, and as it is written: what nobody can use is left out */
      {"4k3/8/8/8/1pPp4/8/8/4K3 b - c3 0 1", NULL},
      {"4k3/8/8/2P5/1p1p4/8/8/4K3 b - c3 0 1", NULL},
      {"4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4 0 1", NULL},
      {"4k3/8/8/1pP5/3p4/8/8/4K3 b - c4c3 0 1", "4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4 0 1"},
      {"4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4c5 0 1", "4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4 0 1"},
      {"4k3/8/8/1pP5/8/8/8/4K3 b - c3c4 0 1", "4k3/8/8/1pP5/8/8/8/4K3 b - c4 0 1"},
      {"4k3/8/8/2P5/3p4/8/8/4K3 b - c3c4 0 1", "4k3/8/8/2P5/3p4/8/8/4K3 b - c3 0 1"},
      {"4k3/8/8/2P5/8/8/8/4K3 b - c3c4 0 1", "4k3/8/8/2P5/8/8/8/4K3 b - - 0 1"},
      {"4k3/8/3P4/4pP2/4P3/8/8/4K3 w - e6 0 1", NULL},
      {"4k3/8/3P4/5P2/4p3/8/8/4K3 w - e5e6 0 1", "4k3/8/3P4/5P2/4p3/8/8/4K3 w - e6 0 1"},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", TRIPLES, texts[i][0]);
    assert_string_equal(mr_table_state(&table), texts[i][texts[i][1] != NULL]);
    mr_table_close(&table);
  }
}

static void positions_with_other_squares_are_others(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "4k3/8/8/1pP5/3p4/8/8/4K3 b - - 0 1", "4k3/8/8/1pP5/3p4/8/8/4K3 b - c3 0 1",
      "4k3/8/8/1pP5/3p4/8/8/4K3 b - c4 0 1", "4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4 0 1"};
  enum { COUNT = sizeof texts / sizeof *texts };
  uint64_t hashes[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", TRIPLES, texts[i]);
    hashes[i] = mr_game_hash(table.game, table.state);
    for (size_t k = 0; k < i; k++) {
      assert_true(hashes[i] != hashes[k]);
    }
    mr_table_close(&table);
  }
}

static void a_step_gives_the_squares_that_can_be_used(void **unused) {
  (void)unused;
  static const struct {
    const char *state, *move, *after;
  } steps[] = {
      {"4k3/8/8/1p6/3p4/8/2P5/4K3 w - - 0 1", "c2c5", "4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4 0 1"},
      {"4k3/8/8/1p6/3p4/8/2P5/4K3 w - - 0 1", "c2c4", "4k3/8/8/1p6/2Pp4/8/8/4K3 b - c3 0 1"},
      {"4k3/8/8/8/3p4/8/2P5/4K3 w - - 0 1", "c2c5", "4k3/8/8/2P5/3p4/8/8/4K3 b - c3 0 1"},
      {"4k3/2p5/8/1P6/3P4/8/8/4K3 b - - 0 1", "c7c4", "4k3/8/8/1P6/2pP4/8/8/4K3 w - c5c6 0 2"},
      {"3rk3/8/8/8/3p4/8/2P5/3K4 w - - 0 1", "c2c5", "3rk3/8/8/2P5/3p4/8/8/3K4 b - c3 0 1"},
      {"3k4/8/8/1p6/3p4/8/2P5/3RK3 w - - 0 1", "c2c5", "3k4/8/8/1pP5/3p4/8/8/3RK3 b - c4 0 1"},
      {"4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4 0 1", "b5c4", "4k3/8/8/8/2pp4/8/8/4K3 w - - 0 2"},
      {"4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c4 0 1", "d4c3", "4k3/8/8/1p6/8/2p5/8/4K3 w - - 0 2"},
  };
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", TRIPLES, steps[i].state);
    mr_table_play(&table, steps[i].move);
    assert_string_equal(mr_table_state(&table), steps[i].after);
    mr_table_close(&table);
  }
}

static void what_is_refused_is_refused_with_its_reason(void **unused) {
  (void)unused;
  static const char *const asked[][3] = {
      {"4k3/8/8/8/8/2P5/8/4K3 w - - 0 1", "c3c6",
       "the Pawn on c3 cannot reach c6: it has that move only on rank 2"},
      {"4k3/8/8/8/2p5/8/2P5/4K3 w - - 0 1", "c2c5",
       "the Pawn on c2 cannot reach c5: c4 is in the way"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal("chess", TRIPLES, asked[i][0], asked[i][1], asked[i][2]);
  }
}

static void rights_that_nobody_can_have_made_are_refused(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c6 0 1",    "4k3/8/8/1pP5/2pp4/8/8/4K3 b - c3 0 1",
      "4k3/8/8/1pP5/3p4/8/8/4K3 b - c3c3 0 1",    "4k3/8/8/1pP5/3p4/8/8/4K3 b - c5 0 1",
      "4k3/8/8/1pP5/2Pp4/8/8/4K3 b - c3c4c5 0 1", "4k3/8/8/1pP5/3p4/8/8/4K3 w - c3c4 0 1"};
  mr_table table;
  mr_table_open_game(&table, "chess", TRIPLES, NULL);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mr_error err = {0};
    assert_int_not_equal(
        mr_game_parse_state(table.game, texts[i], strlen(texts[i]), table.state, &err), MR_OK);
    assert_non_null(strstr(err.message, "is no right to capture in passing"));
  }
  mr_table_close(&table);
}

static void the_sentence_says_where_they_begin(void **unused) {
  (void)unused;
  static const char *const said[][2] = {
      {"tripleStepRegionWhite = *2\ntripleStepRegionBlack = *7 a6\n",
       " Steps of three squares begin on rank 2 (White) or rank 7 and a6 (Black) alone: Pawn."},
      {"doubleStep = false\ntripleStepRegionWhite = *2\n",
       "Steps of three squares begin on rank 2 (White) alone: Pawn."},
  };
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    char text[256];
    mr_str out = mr_str_fixed(text, sizeof text);
    fixture d;
    mr_str_format(&out, "[x:chess]\n%s", said[i][0]);
    fixture_open(&d, text, "x");
    const char *sentence = rule_text(&d, "CH-8");
    assert_non_null(sentence);
    assert_non_null(strstr(sentence, said[i][1]));
    fixture_close(&d);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(both_squares_are_written_and_read),
    cmocka_unit_test(positions_with_other_squares_are_others),
    cmocka_unit_test(a_step_gives_the_squares_that_can_be_used),
    cmocka_unit_test(what_is_refused_is_refused_with_its_reason),
    cmocka_unit_test(rights_that_nobody_can_have_made_are_refused),
    cmocka_unit_test(the_sentence_says_where_they_begin),
};

MR_TEST_MAIN(tests)
