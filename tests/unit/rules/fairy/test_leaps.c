/*
 * Leaps of kings and ferses that have not moved: what they are part of. The rule itself:
 * tests/rule/test_classics_makruk.c.
 */
#include <marcher/view.h>
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules_fixture.h"
#include "test_main.h"

static uint64_t hash_of(const char *text) {
  mr_table table;
  mr_table_open_game(&table, "cambodian", "", text);
  uint64_t hash = mr_game_hash(table.game, table.state);
  assert_string_equal(mr_table_state(&table), text);
  mr_table_close(&table);
  return hash;
}

/* Who could leap is another position than who cannot; of others it does not matter. */
static void leaps_are_part_of_the_position(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "3mk3/8/8/8/8/8/8/R2KM3 w DEde - 0 1", "3mk3/8/8/8/8/8/8/R2KM3 w Ede - 0 1",
      "3mk3/8/8/8/8/8/8/R2KM3 w DEd - 0 1", "3mk3/8/8/8/8/8/8/R2KM3 w - - 0 1"};
  uint64_t hashes[sizeof texts / sizeof *texts];
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    hashes[i] = hash_of(texts[i]);
    for (size_t k = 0; k < i; k++) {
      assert_true(hashes[i] != hashes[k]);
    }
  }
  assert_true(hash_of("3mk3/8/8/8/8/8/8/R2KM3 w ADEde - 0 1") == hashes[0]);
}

static void leaps_are_taken_back(void **unused) {
  (void)unused;
  static const char *const moves[] = {"d1f2", "e1e3", "d1d2", "a2a8", "a2d2"};
  mr_table table;
  mr_table_open_game(&table, "cambodian", "", "3mk3/8/8/8/8/8/R7/3KM3 w DEde - 0 1");
  for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
    mr_fairy_there_and_back(&table, moves[i], NULL);
  }
  mr_table_close(&table);
}

static void who_may_leap_is_shown(void **unused) {
  (void)unused;
  mr_table table;
  mr_arena arena;
  mr_view view;
  const char *found = "";
  mr_arena_init(&arena, NULL, 0);
  mr_table_open_game(&table, "cambodian", "", "3mk3/8/8/8/8/8/R7/3KM3 w DEd - 0 1");
  assert_int_equal(mr_game_view(table.game, table.state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  for (size_t i = 0; i < view.note_count; i++) {
    found = strcmp(view.notes[i].label, "may leap from") == 0 ? view.notes[i].text : found;
  }
  assert_string_equal(found, "d1 e1 d8");
  mr_table_close(&table);
  mr_arena_done(&arena);
}

static void the_sentence_says_who_leaps(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x:chess]\nfers = m\ncastling = false\ngating = true\ncambodianMoves = true\n"
               "startFen = 3mk3/8/8/8/8/8/8/R2KM3 w DEde - 0 1\n",
               "x");
  assert_string_equal(
      rule_text(&d, "cambodianMoves"),
      "From where nobody has moved yet, the King, when not in check, leaps once to an empty square "
      "two files aside and one rank ahead, until the other side's Rook has moved to its file or "
      "its "
      "rank, whatever stands between. From there the Fers leaps once to an empty square two ranks "
      "straight ahead.");
  fixture_close(&d);
}

static void leaps_without_gates_mean_nothing(void **unused) {
  (void)unused;
  fixture d;
  (void)fixture_try(&d, "[x:chess]\ncambodianMoves = true\n", "x");
  assert_int_equal(d.list.count, 1);
  assert_string_equal(d.list.first->message,
                      "'cambodianMoves' means nothing without gating = true");
  assert_null(rule_text(&d, "cambodianMoves"));
  fixture_close(&d);
}

static void nobody_both_leaps_and_lets_others_in(void **unused) {
  (void)unused;
  assert_int_equal(mr_game_refusal("seirawan", "cambodianMoves=true"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("cambodian", "pieceDrops=true;capturesToHand=true"), MR_OK);
}

static void texts_with_leaps_of_nobody_are_refused(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("cambodian", "");
  mr_state *state = mr_state_new(game, NULL);
  static const char *const texts[] = {"3mk3/8/8/8/8/8/8/R2KM3 w C - 0 1",
                                      "3mk3/8/8/8/8/8/8/R2KM3 w DD - 0 1",
                                      "3mk3/8/8/8/8/8/8/R2KM3 w J - 0 1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mr_error err = {0};
    assert_int_not_equal(mr_game_parse_state(game, texts[i], strlen(texts[i]), state, &err), MR_OK);
    assert_true(err.message[0] != '\0');
  }
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(leaps_are_part_of_the_position),
    cmocka_unit_test(leaps_are_taken_back),
    cmocka_unit_test(who_may_leap_is_shown),
    cmocka_unit_test(the_sentence_says_who_leaps),
    cmocka_unit_test(leaps_without_gates_mean_nothing),
    cmocka_unit_test(nobody_both_leaps_and_lets_others_in),
    cmocka_unit_test(texts_with_leaps_of_nobody_are_refused),
};

MR_TEST_MAIN(tests)
