/*
 * Games in which checks are counted: what is a check, what the count is part of, and which
 * definitions of it are refused.
 */
#include <marcher/guide.h>
#include <string.h>

#include "borderline_open.h"
#include "rules/fairy/weights.h"
#include "rules_fixture.h"
#include "test_main.h"

static void the_count_is_part_of_the_position(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1",
      "4k3/8/8/8/8/8/8/R3K3 w - - 3+2 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 1+1 0 1"};
  enum { COUNT = sizeof texts / sizeof *texts };
  uint64_t hashes[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    mr_table table;
    mr_table_open_game(&table, "3check", "", texts[i]);
    hashes[i] = mr_game_hash(table.game, table.state);
    for (size_t k = 0; k < i; k++) {
      assert_true(hashes[i] != hashes[k]);
    }
    mr_table_close(&table);
  }
}

/* The last of a kind may not be left attacked, and yet is not checked, as in the dialect. */
static void attacks_on_the_last_of_a_kind_are_not_counted(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "3check",
                     "commoner=g;castling=false;extinctionValue=loss;extinctionPieceTypes=g;"
                     "extinctionPseudoRoyal=true;"
                     "startFen=4k2g/8/8/8/8/8/R7/4K2G w - - 3+3 0 1",
                     NULL);
  mr_table_play(&table, "a2h2");
  assert_string_equal(mr_table_state(&table), "4k2g/8/8/8/8/8/7R/4K2G b - - 3+3 1 1");
  mr_table_close(&table);
}

static void of_several_royal_pieces_any_is_checked(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "3check",
                     "royalPieces=kn;castling=false;promotionPieceTypes=qr;"
                     "startFen=k6n/8/8/8/8/8/R7/4K2N w - - 3+2 0 1",
                     NULL);
  mr_table_play(&table, "a2b2");
  assert_string_equal(mr_table_state(&table), "k6n/8/8/8/8/8/1R6/4K2N b - - 3+2 1 1");
  mr_table_play(&table, "a8a7");
  mr_table_play(&table, "b2h2");
  assert_string_equal(mr_table_state(&table), "7n/k7/8/8/8/8/7R/4K2N b - - 2+2 3 2");
  mr_table_close(&table);
}

/* The ends in their order: extinction and goals, then checks, then mate. */
static void the_last_check_comes_after_goals_and_before_mate(void **unused) {
  (void)unused;
  static const struct {
    const char *sets, *state, *move, *rule;
  } ends[] = {
      {"flagPiece=r;flagRegionWhite=*8", "4k3/8/8/8/8/8/8/R3K3 w - - 1+1 0 1", "a1a8", "flag"},
      {"checkmateValue=win", "k7/8/1K6/8/8/8/8/7R w - - 1+1 0 1", "h1h8", "CL-20"},
      {"checkmateValue=win", "k7/8/1K6/8/8/8/8/7R w - - 2+1 0 1", "h1h8", "CH-1"},
  };
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    mr_table table;
    mr_table_open_game(&table, "3check", ends[i].sets, ends[i].state);
    mr_table_play(&table, ends[i].move);
    assert_string_equal(mr_table_ended_by(&table), ends[i].rule);
    mr_table_close(&table);
  }
}

static const char *said_of(fixture *d, const char *lines) {
  char text[512];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_format(&out, "[x:chess]\n%s", lines);
  (void)fixture_try(d, text, "x");
  return d->list.count > 0 ? d->list.first->message : "";
}

static void what_is_wrong_with_counters_is_told(void **unused) {
  (void)unused;
  static const struct {
    const char *lines, *said;
  } faults[] = {
      {"checkCounting = true\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 0+3 0 1\n",
       "startFen: White has no check left to give: a side begins with 1 to 9"},
      {"checkCounting = true\nstartFen = 4k3/8/8/8/8/8/8/4K2R w - - 10+3 0 1\n",
       "startFen: expected the checks left to give, such as 3+3: at most 9 each"},
      {"startFen = 4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1\n",
       "startFen: no checks are counted here: that needs checkCounting = true"},
      {"checkCounting = true\nking = -\ncommoner = k\ncastling = false\n"
       "startFen = 4k3/8/8/8/8/8/8/4K2R w - - 3+3 0 1\n",
       "'checkCounting' means nothing without royal pieces: nobody can be checked"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    fixture d;
    const char *said = said_of(&d, faults[i].lines);
    assert_string_equal(said, faults[i].said);
    fixture_close(&d);
  }
}

static void the_sentence_says_how_many_checks_win(void **unused) {
  (void)unused;
  static const struct {
    const char *checks, *end;
  } sentences[] = {{" 3+3", " Who gives the third wins at once."},
                   {" 1+1", " Who gives check wins at once."},
                   {"", " Who gives check wins at once."},
                   {" 2+9", " White's second and Black's ninth win at once."}};
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
    char text[256];
    mr_str out = mr_str_fixed(text, sizeof text);
    fixture d;
    mr_str_format(&out,
                  "[x:chess]\ncheckCounting = true\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K -%s 0 1\n",
                  sentences[i].checks);
    fixture_open(&d, text, "x");
    const char *sentence = rule_text(&d, "checkCounting");
    assert_non_null(sentence);
    static const char begin[] = "A move that attacks the other side's King is a check, ";
    assert_int_equal(strncmp(sentence, begin, strlen(begin)), 0);
    assert_string_equal(sentence + strlen(sentence) - strlen(sentences[i].end), sentences[i].end);
    fixture_close(&d);
  }
}

static void to_give_checks_is_a_goal_of_both_sides(void **unused) {
  (void)unused;
  mr_table table;
  mr_goal goals[MR_GOALS_MAX];
  mr_table_open_game(&table, "3check", "", NULL);
  size_t count = mr_game_goals(table.game, goals), found = 0;
  for (size_t i = 0; i < count; i++) {
    found += strcmp(table.game->info.rules[goals[i].rule].id, "CL-20") == 0;
  }
  assert_int_equal(found, 2);
  mr_table_close(&table);
}

/* Who needs more of them begins otherwise, though the men stand alike: so weights know of a balance
 * then. */
static void sides_that_need_more_or_fewer_checks_are_not_even(void **unused) {
  (void)unused;
  static const char *const checks[] = {"3+3", "2+3"};
  for (size_t i = 0; i < 2; i++) {
    char sets[128];
    mr_str text = mr_str_fixed(sets, sizeof sets);
    mr_str_format(&text, "castling=false;startFen=4k3/8/8/8/8/8/8/4K3 w - - %s 0 1", checks[i]);
    mr_table table;
    mr_fy_fold fold;
    mr_table_open_game(&table, "3check", sets, NULL);
    mr_fy_fold_init(mr_fy_game_of(table.game), &fold);
    assert_int_equal(fold.even, i == 0);
    mr_table_close(&table);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_count_is_part_of_the_position),
    cmocka_unit_test(attacks_on_the_last_of_a_kind_are_not_counted),
    cmocka_unit_test(of_several_royal_pieces_any_is_checked),
    cmocka_unit_test(the_last_check_comes_after_goals_and_before_mate),
    cmocka_unit_test(what_is_wrong_with_counters_is_told),
    cmocka_unit_test(the_sentence_says_how_many_checks_win),
    cmocka_unit_test(to_give_checks_is_a_goal_of_both_sides),
    cmocka_unit_test(sides_that_need_more_or_fewer_checks_are_not_even),
};

MR_TEST_MAIN(tests)
