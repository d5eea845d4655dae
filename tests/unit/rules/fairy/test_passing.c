/*
 * Passing (pass, passOnStalemate): when a side may, how it is written and read, what it does to the
 * position, and what two passes do.
 */
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

#define WILL "pass=true"
#define NEED "passOnStalemate=true"

static void who_may_pass_passes_with_the_king_or_the_first_piece(void **unused) {
  (void)unused;
  static const struct {
    const char *game, *sets, *state, *text;
    bool may;
  } cases[] = {
      {"chess", WILL, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "e1e1", true},
      {"chess", WILL, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a2", false},
      {"chess", WILL, "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1", "e1e1", false},
      {"chess", "", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "e1e1", false},
      {"chess", "passBlack=true", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "e1e1", false},
      {"chess", "passBlack=true", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "e8e8", true},
      {"chess", "pass=true;passBlack=false", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "e8e8", false},
      {"chess", NEED, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "e1e1", false},
      {"chess", NEED, "7k/5Q2/8/8/8/8/8/4K3 b - - 0 1", "h8h8", true},
      {"chess", NEED, "7k/5Q2/8/8/8/8/p7/4K3 b - - 0 1", "h8h8", false},
      {"chess", WILL ";" NEED, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "e1e1", false},
      {"antichess", NEED, "8/8/p7/P7/8/8/8/8 w - - 0 1", "a5a5", true},
      {"antichess", WILL, "8/2p5/p7/P7/8/8/8/K7 w - - 0 1", "a1a1", true},
      {"antichess", WILL, "8/2p5/p7/P7/8/8/1p6/K7 w - - 0 1", "a1a1", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table table;
    mr_table_open_game(&table, cases[i].game, cases[i].sets, cases[i].state);
    if (mr_table_allows(&table, cases[i].text) != cases[i].may) {
      fail_msg("%s %s %s", cases[i].game, cases[i].sets, cases[i].state);
    }
    mr_table_close(&table);
  }
}

static void a_pass_changes_the_turn_and_nothing_else(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", WILL, "4k3/8/8/8/Pp6/8/8/4K2R b K a3 5 9");
  mr_state *before = mr_state_new(table.game, NULL);
  void *undo = calloc(1, table.game->info.undo_size);
  assert_non_null(before);
  assert_non_null(undo);
  mr_state_copy(table.game, before, table.state);
  uint64_t hash = mr_game_hash(table.game, table.state);
  mr_action pass = MR_ACTION_NONE;
  assert_int_equal(mr_game_parse_action(table.game, table.state, "pass", 4, &pass, NULL), MR_OK);
  mr_game_make(table.game, table.state, pass, undo, NULL);
  assert_string_equal(mr_table_state(&table), "4k3/8/8/8/Pp6/8/8/4K2R w K - 6 10 pass");
  assert_true(mr_game_hash(table.game, table.state) == mr_game_rehash(table.game, table.state));
  assert_true(mr_game_hash(table.game, table.state) != hash);
  mr_game_unmake(table.game, table.state, undo);
  assert_memory_equal(before, table.state, table.game->info.state_size);
  free(undo);
  mr_state_free(table.game, NULL, before);
  mr_table_close(&table);
}

/* What two passes do is part of the position; a move between them makes them single ones. */
static void two_passes_one_after_the_other_are_a_draw(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", WILL, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
  mr_table_play(&table, "pass");
  uint64_t passed = mr_game_hash(table.game, table.state);
  mr_table_play(&table, "e8e7 e1e1 e7e7");
  assert_string_equal(mr_table_state(&table), "8/4k3/8/8/8/8/P7/4K3 w - - 4 3 pass-pass");
  assert_string_equal(mr_table_ended_by(&table), "pass");
  assert_string_equal(mr_table_result(&table), "1/2-1/2");
  mr_table_set(&table, "4k3/8/8/8/8/8/P7/4K3 b - - 1 1 pass");
  assert_true(mr_game_hash(table.game, table.state) == passed);
  mr_table_set(&table, "4k3/8/8/8/8/8/P7/4K3 b - - 1 1");
  assert_true(mr_game_hash(table.game, table.state) != passed);
  mr_table_set(&table, "8/4k3/8/8/8/8/P7/4K3 w - - 4 3 pass-pass");
  assert_string_equal(mr_table_result(&table), "1/2-1/2");
  mr_table_close(&table);
}

/* Whether the other side has just passed makes no other position of one. */
static void passes_do_not_hide_repetitions(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", "passBlack=true", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
  mr_table_play(&table, "e1e2 pass e2e1 pass e1e2 pass e2e1");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "pass");
  assert_string_equal(mr_table_ended_by(&table), "CH-3");
  mr_table_close(&table);
}

static void a_refused_pass_is_told_why(void **unused) {
  (void)unused;
  static const char *const asked[][5] = {
      {"chess", WILL, "4k3/8/8/8/4r3/8/P7/4K3 w - - 0 1", "pass",
       "White is in check, and nobody passes in check; it may play e1d1, e1f1, e1d2, e1f2"},
      {"chess", NEED, "8/8/8/8/8/8/5k2/7K w - - 0 1", "PASS",
       "only who has no other action passes, and here is h1h2; it may play h1h2"},
      {"chess", WILL, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a2",
       "to pass, write pass; it may play a2a4, a2a3"},
      {"antichess", WILL, "8/2p5/p7/P7/8/8/1p6/K7 w - - 0 1", "--",
       "a capture is possible and must be made, such as a1b2; it may play a1b2"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal(asked[i][0], asked[i][1], asked[i][2], asked[i][3], asked[i][4]);
  }
}

static void a_pass_is_a_button_and_a_word(void **unused) {
  (void)unused;
  static const char *const words[] = {"pass", "Pass", "--", "0000", "@@@@", "e1e1"};
  mr_table table;
  mr_table_open_game(&table, "chess", WILL, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    mr_action pass = MR_ACTION_NONE;
    mr_form form;
    char text[MR_ACTION_TEXT_MAX];
    assert_int_equal(
        mr_game_parse_action(table.game, table.state, words[i], strlen(words[i]), &pass, NULL),
        MR_OK);
    mr_game_form(table.game, table.state, pass, &form);
    assert_int_equal(form.kind, MR_FORM_BUTTON);
    assert_string_equal(form.choice, "pass");
    mr_table_text(&table, pass, text);
    assert_string_equal(text, "e1e1");
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_game_format_move(table.game, table.state, pass, MR_MOVE_SHORT, &out);
    assert_string_equal(text, "pass");
  }
  mr_table_play(&table, "pass");
  assert_int_equal(mr_table_events(&table, MR_EVENT_PASS), 1);
  mr_table_close(&table);
}

#define SMALL                                               \
  "maxRank=5;maxFile=5;startFen=1k3/pp3/5/3PP/3K1 w - - 0 " \
  "1;promotionPieceTypes=rn;castling=false;"                \
  "doubleStep=false;passWhite=true;passOnStalemateBlack=true"
#define COMMONERS                                                                            \
  "king=-;commoner=k;castling=false;pass=true;extinctionValue=loss;extinctionPieceTypes=kr;" \
  "extinctionPseudoRoyal=true;checking=false;promotionPieceTypes=kr"

/* Its `go perft`, UCI_Variant set to a game with these keys. */
static const mr_fairy_figure figures[] = {
    {"chess", WILL, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3,
     104368},
    {"chess", SMALL, "1k3/pp3/5/3PP/3K1 w - - 0 1", 7, 189956},
    {"chess", COMMONERS, "1r1k4/2pp4/8/8/8/8/2PP4/1R1K4 w - - 0 1", 4, 5134},
};

static void actions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], UINT64_MAX);
}

static void the_page_says_who_may_pass(void **unused) {
  (void)unused;
  static const struct {
    const char *lines, *text;
  } sentences[] = {
      {"[x:chess]\npass = true\n",
       "A side may pass its turn unless it is in check. Who has no piece on the board cannot pass. "
       "Two passes, one after the other, draw the game."},
      {"[x:antichess]\npassWhite = true\npassOnStalemateBlack = true\n",
       "White may pass its turn unless it has to capture. Black, when it has nothing else to do, "
       "passes. Who has no piece on the board cannot pass. Two passes, one after the other, draw "
       "the game."},
      {"[x:chess]\npassOnStalemateBlack = true\n",
       "Black, when it has nothing else to do and is not in check, passes. Who has no piece on the "
       "board cannot pass."},
  };
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
    fixture d;
    fixture_open(&d, sentences[i].lines, "x");
    assert_string_equal(rule_text(&d, "pass"), sentences[i].text);
    fixture_close(&d);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_may_pass_passes_with_the_king_or_the_first_piece),
    cmocka_unit_test(a_pass_changes_the_turn_and_nothing_else),
    cmocka_unit_test(two_passes_one_after_the_other_are_a_draw),
    cmocka_unit_test(passes_do_not_hide_repetitions),
    cmocka_unit_test(a_refused_pass_is_told_why),
    cmocka_unit_test(a_pass_is_a_button_and_a_word),
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(the_page_says_who_may_pass),
};

MR_TEST_MAIN(tests)
