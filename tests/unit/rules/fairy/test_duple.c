/*
 * Men that may not all be attacked at once (dupleCheck): counts of Fairy-Stockfish, what is check,
 * why actions are refused, and what the key does not go together with. The rule itself:
 * tests/rule/test_classics_mates.c.
 */
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

#define KINGS                                                                           \
  "king=-;commoner=k;castling=false;promotionPieceTypes=kr;promotionRegionWhite=*7 *8;" \
  "promotionRegionBlack=*2 *1;mandatoryPawnPromotion=false;extinctionValue=loss;"       \
  "extinctionPieceTypes=k;extinctionPseudoRoyal=true;dupleCheck=true;"                  \
  "startFen=k2q1r1k/p6p/8/2P2p2/2p2P2/8/P6P/K2Q1R1K w - - 0 1"

/* Its `go perft`, UCI_Variant set to the game, or to one with these keys. */
static const mr_fairy_figure figures[] = {
    {"spartan", "", "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", 4, 473282},
    {"spartan", "", "3rk1k1/8/8/8/2Q5/8/h7/2R1K2R w K - 0 1", 4, 793702},
    {"chess", KINGS, "k2q1r1k/p6p/8/2P2p2/2p2P2/8/P6P/K2Q1R1K w - - 0 1", 4, 822619},
    {"threekings",
     "castling=false;extinctionPieceCount=1;extinctionPseudoRoyal=true;dupleCheck=true",
     "knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK w - - 0 1", 4, 199514},
};

static void actions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], 300000);
}

static void only_all_of_them_are_in_check(void **unused) {
  (void)unused;
  static const struct {
    const char *state;
    bool check;
  } states[] = {
      {"k6k/8/8/8/8/8/8/R3K3 b - - 0 1", false},
      {"k6k/8/8/8/8/8/8/R3K2R b - - 0 1", true},
      {"k7/8/8/8/8/8/8/R3K3 b - - 0 1", true},
      {"4k1k1/8/8/8/8/8/8/4K3 b - - 0 1", false},
  };
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    mr_table table;
    mr_table_open_game(&table, "spartan", "", states[i].state);
    const mr_fy_game *game = mr_fy_game_of(table.game);
    assert_int_equal(game->core->in_check(game, table.state, MR_FY_BLACK), states[i].check);
    assert_false(game->core->in_check(game, table.state, MR_FY_WHITE));
    mr_table_close(&table);
  }
}

static void what_is_refused_is_refused_with_its_reason(void **unused) {
  (void)unused;
  static const char *const asked[][3] = {
      {"k6k/8/8/2c5/8/8/8/R3K2R b - - 0 1", "c5c6",
       "it would still leave your King on a8 attacked by the Rook on a1, and all others like it "
       "are "
       "attacked; it may play c5a5"},
      {"k6k/8/8/8/8/8/8/R3K1R1 b - - 0 1", "h8g8",
       "it would leave your King on a8 attacked by the Rook on a1, and all others like it are "
       "attacked"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal("spartan", "", asked[i][0], asked[i][1], asked[i][2]);
  }
}

static void what_is_wrong_with_the_key_is_told(void **unused) {
  (void)unused;
  static const struct {
    const char *lines, *said;
  } faults[] = {
      {"dupleCheck = true\n", "'dupleCheck' means nothing without 'extinctionPseudoRoyal'"},
      {"dupleCheck = perhaps\n", "'dupleCheck' is 'perhaps'; expected true or false"},
      {"king = -\ncommoner = k\ncastling = false\nextinctionValue = loss\n"
       "extinctionPieceTypes = k\nextinctionPseudoRoyal = true\nblastOnCapture = true\n"
       "dupleCheck = true\n",
       "'dupleCheck' does not go together with captures that blast"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    fixture d;
    char text[512];
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_str_format(&out, "[x:chess]\n%s", faults[i].lines);
    (void)fixture_try(&d, text, "x");
    assert_true(d.list.count > 0);
    assert_string_equal(d.list.first->message, faults[i].said);
    fixture_close(&d);
  }
}

static void the_sentence_names_them(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "spartan", "", NULL);
  bool found = false;
  for (size_t i = 1; i < table.game->info.rule_count; i++) {
    const mr_rule *rule = &table.game->info.rules[i];
    found =
        found || (strcmp(rule->id, "CL-131") == 0 &&
                  strstr(rule->text, "Who has more of these is in check when all of them are "
                                     "attacked at once, and may not leave them so: King.") != NULL);
  }
  assert_true(found);
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(only_all_of_them_are_in_check),
    cmocka_unit_test(what_is_refused_is_refused_with_its_reason),
    cmocka_unit_test(what_is_wrong_with_the_key_is_told),
    cmocka_unit_test(the_sentence_names_them),
};

MR_TEST_MAIN(tests)
