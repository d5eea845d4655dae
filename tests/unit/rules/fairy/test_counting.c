/*
 * Games in which moves are counted once men are few: what the count is part of, how it stands in
 * texts beside what has lost its place to it, and the words of it. The limits themselves:
 * tests/rule/test_classics_makruk.c.
 */
#include <marcher/view.h>
#include <string.h>

#include "borderline_open.h"
#include "kernel/play_on.h"
#include "rules_fixture.h"
#include "test_main.h"

/* Reads a text, plays, and expects another, which is read as the same state. */
static void expect_text(const char *game, const char *sets, const char *from, const char *moves,
                        const char *to) {
  mr_table table;
  mr_table_open_game(&table, game, sets, from);
  mr_table_play(&table, moves);
  assert_string_equal(mr_table_state(&table), to);
  uint64_t hash = mr_game_hash(table.game, table.state);
  mr_table_set(&table, to);
  assert_string_equal(mr_table_state(&table), to);
  assert_true(mr_game_hash(table.game, table.state) == hash);
  mr_table_close(&table);
}

static void what_the_count_leaves_no_place_for_stands_behind(void **unused) {
  (void)unused;
  static const char passing[] = "countingRule=cambodian";
  static const char house[] = "countingRule=asean;silver=s;promotionPieceTypes=rs";
  /* Moves without progress: only where they could end the game first, and only where the count does
   * not tell them. */
  expect_text("asean", "", "8/8/8/3kP3/8/8/8/4K1N1 b - - 0 1", "d5e5 g1f3",
              "8/8/8/4k3/8/5N2/8/4K3 b - 128 0 2 1");
  expect_text("asean", "", "8/8/8/3kP3/8/8/8/4K1R1 b - - 0 1", "d5e5 g1f1",
              "8/8/8/4k3/8/8/8/4KR2 b - 32 0 2");
  expect_text("asean", "", "8/8/8/3kN3/8/8/8/4K1N1 b - 128 20 40", "d5e5",
              "8/8/8/4k3/8/8/8/4K1N1 w - 128 21 41 0");
  expect_text("asean", "", "8/8/8/4k3/8/8/8/4K1N1 w - 128 21 41 7", "g1h3",
              "8/8/8/4k3/8/7N/8/4K3 b - 128 22 41 8");
  /* A right to capture in passing. */
  expect_text("chess", passing, "4k3/8/8/8/2p5/8/1P6/4K3 w - 126 3 9", "b2b4",
              "4k3/8/8/8/1Pp5/8/8/4K3 b - 126 4 9 0 b3");
  expect_text("chess", passing, "4k3/8/8/8/2p5/8/1P6/4K3 w - 126 3 9", "b2b4 c4b3",
              "4k3/8/8/8/8/1p6/8/4K3 w - 126 5 10 0");
  expect_text("chess", "nMoveRule=0;countingRule=cambodian", "4k3/8/8/8/2p5/8/1P6/4K3 w - 126 3 9",
              "b2b4", "4k3/8/8/8/1Pp5/8/8/4K3 b - 126 4 9 b3");
  /* With hands the count goes on, whatever comes back. */
  expect_text("crazyhouse", house, "4k3/8/8/8/p7/8/8/R3K3[] w - - 0 1", "a1a4 e8e7 P@b3",
              "8/4k3/8/8/R7/1P6/8/4K3[] b - 32 2 2");
  /* With checks. */
  expect_text("3check", "countingRule=makruk", "4k3/8/8/8/8/8/8/R3K3 w - 32 3+3 9 9", "a1a8",
              "R3k3/8/8/8/8/8/8/4K3 b - 32 2+3 10 9");
}

static void the_count_is_not_what_a_position_repeats_by(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "makruk", "", "4k3/8/8/8/8/8/8/R3K3 w - 32 6 9");
  uint64_t hash = mr_game_hash(table.game, table.state);
  mr_table_play(&table, "a1a2 e8e7 a2a1 e7e8");
  assert_true(mr_game_hash(table.game, table.state) == hash);
  mr_table_play(&table, "a1a2 e8e7 a2a1 e7e8");
  assert_string_equal(mr_table_ended_by(&table), "CH-3");
  mr_table_close(&table);
}

static void a_game_goes_on_behind_its_count_where_nobody_claims(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "makruk", "", "8/4k3/8/8/R7/8/8/4K3 w - 32 32 20");
  mr_table_play(&table, "a4b4");
  assert_string_equal(mr_table_ended_by(&table), "CL-82");
  assert_true(mr_game_play_on(table.game, table.state));
  assert_int_equal(mr_game_node(table.game, table.state).kind, MR_NODE_DECISION);
  mr_table_play(&table, "e7e6");
  assert_string_equal(mr_table_ended_by(&table), "CL-82");
  assert_string_equal(mr_table_state(&table), "8/8/4k3/8/1R6/8/8/4K3 w - 32 34 21");
  mr_table_close(&table);
}

/* Promotions that are no progress begin a count anew, and not that of moves without progress. */
static void no_move_without_progress_is_forgotten_that_may_matter(void **unused) {
  (void)unused;
  static const char sets[] =
      "nMoveRule=20;nMoveRuleTypes=-;nMoveRulePromotion=false;countingRule=cambodian";
  expect_text("makruk", sets, "4k3/8/8/P7/8/8/8/4K3 w - 126 30 9 18", "a5a6m",
              "4k3/8/M7/8/8/8/8/4K3 b - 126 6 9 19");
}

static const char *note_of(mr_table *table, mr_arena *arena, const char *label) {
  mr_view view;
  assert_int_equal(mr_game_view(table->game, table->state, MR_NOBODY, arena, &view, NULL), MR_OK);
  for (size_t i = 0; i < view.note_count; i++) {
    if (strcmp(view.notes[i].label, label) == 0) {
      return view.notes[i].text;
    }
  }
  return "";
}

static void the_count_is_shown(void **unused) {
  (void)unused;
  mr_table table;
  mr_arena arena;
  mr_arena_init(&arena, NULL, 0);
  mr_table_open_game(&table, "asean", "", "4k3/8/8/8/8/8/8/R3K3 w - - 5 9");
  assert_string_equal(note_of(&table, &arena, "counting"), "");
  assert_string_equal(note_of(&table, &arena, "plies without progress"), "5 of 100");
  mr_table_play(&table, "a1a2");
  assert_string_equal(note_of(&table, &arena, "counting"), "0 of 32 plies");
  assert_string_equal(note_of(&table, &arena, "plies without progress"), "");
  mr_table_close(&table);
  mr_arena_done(&arena);
}

static void the_sentence_names_the_men_that_the_limits_depend_on(void **unused) {
  (void)unused;
  static const struct {
    const char *lines, *words;
  } sentences[] = {
      {"countingRule = makruk\n",
       "Once no Pawn is left, the game is drawn unless somebody mates within 64 moves. A side with "
       "one man alone as no Pawn is left has to be mated sooner: within 8 by more than one Rook, "
       "16 "
       "by one Rook, 32 by more than one Knight, 64 by anything else, whichever stands first "
       "here. "},
      {"countingRule = cambodian\nsilver = s\nknight = -\npromotionPieceTypes = q\ncastling = "
       "false\n",
       "Once a side has three men or fewer, the game is drawn unless somebody mates within 63 "
       "moves. "
       "A side with one man alone as no Pawn is left has to be mated sooner: within 7 by more than "
       "one Rook, 15 by one Rook, 21 by more than one "},
      {"countingRule = asean\n",
       "Once a side has one man alone and no Pawn is left, it has to be mated within so many "
       "moves, "
       "or the game is drawn: 16 by any Rook, 64 by any Knight, whichever stands first here; "},
      {"countingRule = makruk\npawn = -\nrook = -\ncastling = false\n",
       "The game is drawn unless somebody mates within 64 moves. A side with one man alone has to "
       "be "
       "mated sooner: within 32 by more than one Knight, 64 by anything else, "},
  };
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
    char text[256];
    mr_str out = mr_str_fixed(text, sizeof text);
    fixture d;
    mr_str_format(&out, "[x:chess]\n%sstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
                  sentences[i].lines);
    fixture_open(&d, text, "x");
    const char *sentence = rule_text(&d, "countingRule");
    assert_non_null(sentence);
    if (strncmp(sentence, sentences[i].words, strlen(sentences[i].words)) != 0) {
      fail_msg("%s", sentence);
    }
    fixture_close(&d);
  }
}

static void who_may_not_leave_an_attack_is_told_so(void **unused) {
  (void)unused;
  mr_table table;
  mr_action action;
  mr_error err = {0};
  mr_table_open_game(&table, "makpong", "", "4r2k/8/8/8/8/R7/8/4K3 w - - 0 1");
  assert_int_equal(mr_game_parse_action(table.game, table.state, "e1d1", 4, &action, &err),
                   MR_ERR_ILLEGAL);
  assert_non_null(strstr(err.message, "your King on e1 is attacked by the Rook on e8: it may move "
                                      "only to take the one piece that attacks it"));
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_the_count_leaves_no_place_for_stands_behind),
    cmocka_unit_test(the_count_is_not_what_a_position_repeats_by),
    cmocka_unit_test(a_game_goes_on_behind_its_count_where_nobody_claims),
    cmocka_unit_test(no_move_without_progress_is_forgotten_that_may_matter),
    cmocka_unit_test(the_count_is_shown),
    cmocka_unit_test(the_sentence_names_the_men_that_the_limits_depend_on),
    cmocka_unit_test(who_may_not_leave_an_attack_is_told_so),
};

MR_TEST_MAIN(tests)
