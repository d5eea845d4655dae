/*
 * Castlings that win or that depend on the other side's, and which definitions of them are refused.
 */
#include <marcher/guide.h>
#include <string.h>

#include "borderline_open.h"
#include "rules_fixture.h"
#include "test_main.h"

static void who_castles_takes_the_same_edge_from_the_other(void **unused) {
  (void)unused;
  static const char *const moves[][2] = {{"e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b q - 1 1"},
                                         {"e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b k - 1 1"}};
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", "oppositeCastling=true",
                       "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    mr_table_play(&table, moves[i][0]);
    assert_string_equal(mr_table_state(&table), moves[i][1]);
    assert_true(mr_game_hash(table.game, table.state) ==
                table.game->ops->rehash(table.game, table.state));
    mr_table_close(&table);
  }
}

static void castlings_win_and_their_loss_loses(void **unused) {
  (void)unused;
  static const struct {
    const char *wins, *state, *moves, *result;
  } ends[] = {
      {"q", "r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 1", "e8c8", "0-1"},
      {"q", "r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 1", "e8e7", "1-0"},
      {"q", "r3k3/8/8/8/8/8/8/R3K2R b KQq - 0 1", "a8b8", "1-0"},
      {"q", "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", "a1a8", "1-0"},
      {"q", "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", "e1g1 e8c8", "0-1"},
      {"KQ", "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "a1b1", "*"},
      {"KQ", "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "a1b1 h8h1", "0-1"},
      /* Who takes both has lost its own by it: who has moved is judged first. */
      {"Kk", "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1", "h1h8", "0-1"},
  };
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char sets[64];
    mr_str out = mr_str_fixed(sets, sizeof sets);
    mr_table table;
    mr_str_format(&out, "castlingWins=%s", ends[i].wins);
    mr_table_open_game(&table, "chess", sets, ends[i].state);
    mr_table_play(&table, ends[i].moves);
    assert_string_equal(mr_table_result(&table), ends[i].result);
    assert_string_equal(mr_table_ended_by(&table), ends[i].result[0] == '*' ? "" : "castlingWins");
    /* The text says the same. */
    char text[128];
    mr_str copy = mr_str_fixed(text, sizeof text);
    mr_str_add(&copy, mr_table_state(&table));
    mr_table_set(&table, text);
    assert_string_equal(mr_table_result(&table), ends[i].result);
    mr_table_close(&table);
  }
}

static const char *complaint(fixture *d, const char *lines) {
  char text[256];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_str_format(&out, "[x:chess]\n%s", lines);
  (void)fixture_try(d, text, "x");
  return d->list.count > 0 ? d->list.first->message : "";
}

static void what_cannot_be_is_told(void **unused) {
  (void)unused;
  static const struct {
    const char *lines, *said;
  } faults[] = {
      {"castlingWins = z\n", "castlings are letters of KQkq, each once, or -"},
      {"castlingWins = qq\n", "castlings are letters of KQkq, each once, or -"},
      {"castlingWins = K\nstartFen = r3k3/8/8/8/8/8/8/4K3 w q - 0 1\n",
       "startFen has no right to castle K, without which nobody castles so"},
      {"oppositeCastling = true\ngating = true\n",
       "'oppositeCastling' does not go together with gating: a position could not tell whose "
       "castling is gone"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    fixture d;
    assert_string_equal(complaint(&d, faults[i].lines), faults[i].said);
    fixture_close(&d);
  }
}

static void sentences_and_goals_tell_of_it(void **unused) {
  (void)unused;
  fixture d;
  mr_goal goals[MR_GOALS_MAX];
  fixture_open(&d, "[x:chess]\ncastlingWins = KQq\noppositeCastling = true\n", "x");
  assert_string_equal(
      rule_text(&d, "castlingWins"),
      "White wins by castling to g1 or c1, and has lost once it can never do so any "
      "more. Black wins by castling to c8, and has lost once it can never do so any "
      "more.");
  assert_non_null(strstr(rule_text(&d, "CH-5"), "the castling towards the same edge."));
  size_t count = mr_game_goals(d.game, goals), found = 0;
  for (size_t i = 0; i < count; i++) {
    found += strcmp(d.game->info.rules[goals[i].rule].id, "castlingWins") == 0;
  }
  assert_int_equal(found, 2);
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_castles_takes_the_same_edge_from_the_other),
    cmocka_unit_test(castlings_win_and_their_loss_loses),
    cmocka_unit_test(what_cannot_be_is_told),
    cmocka_unit_test(sentences_and_goals_tell_of_it),
};

MR_TEST_MAIN(tests)
