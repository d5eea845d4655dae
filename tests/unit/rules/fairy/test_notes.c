/*
 * What `check` says where a definition means another thing to Fairy-Stockfish, and where positions
 * have what no rule asks for.
 */
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules_fixture.h"
#include "test_main.h"

/* The one thing that is said about a game that can be played; "" for nothing. */
static const char *one_note(fixture *d, const char *text) {
  if (fixture_try(d, text, "x") != MR_OK) {
    fail_msg("%s", d->list.first->message);
  }
  assert_true(d->list.count <= 1);
  return d->list.first != NULL ? d->list.first->message : "";
}

static void first_moves_that_the_peer_answers_in_passing_are_noted(void **unused) {
  (void)unused;
  static const struct {
    const char *movement, *rest;
    bool noted;
  } cases[] = {
      {"fmWfceFifmR2", "", true},
      {"fmWfceFifmD", "", true},
      {"fmWfceFifmA", "", true},
      {"fmWfceFifmnD", "", false},
      {"fmWfceFifmN", "", false}, /* along no line */
      {"fmWfceFifmF", "", false},
      {"fmWfceFifcR2", "", false},
      {"fmWfceFifmR2", "doubleStep = false\n", false},
      {"fmWfceFifmR2", "enPassantTypes = -\n", false},
      {"fmWfceFifmR2", "enPassantRegion = -\n", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture d;
    char text[256];
    snprintf(text, sizeof text,
             "[x:chess]\ncastling = false\ncustomPiece1 = p:%s\npawnTypes = p\n%s",
             cases[i].movement, cases[i].rest);
    bool said = fixture_try(&d, text, "x") == MR_OK;
    assert_true(said);
    const mr_diagnostic *first = d.list.first;
    bool noted = first != NULL && strstr(first->message, "can always be taken in passing") != NULL;
    if (noted != cases[i].noted) {
      fail_msg("%s, %s: %s", cases[i].movement, cases[i].rest, first != NULL ? first->message : "");
    }
    fixture_close(&d);
  }
}

#define WALLS "[x:chess]\ncastling = false\nwallingRule = static\n"

static void regions_of_walls_for_one_side_and_both_are_noted(void **unused) {
  (void)unused;
  fixture d;
  assert_non_null(strstr(one_note(&d, WALLS "wallingRegionWhite = *3\nwallingRegion = *4 *5\n"),
                         "there 'wallingRegion' counts where both are set"));
  fixture_close(&d);
  assert_string_equal(one_note(&d, WALLS "wallingRegionWhite = *3\n"), "");
  fixture_close(&d);
  assert_string_equal(one_note(&d, "[p:chess]\ncastling = false\nwallingRule = static\n"
                                   "wallingRegion = *4\n[x:p]\nwallingRegionWhite = *3\n"),
                      "");
  fixture_close(&d);
}

static void checks_behind_the_number_of_the_move_are_named_where_none_are_counted(void **unused) {
  (void)unused;
  static const char *const games[][2] = {{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2+2"},
                                         {"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0"},
                                         {"flipello", "8/8/8/3pP3/3Pp3/8/8/8[PPPp] w - - 0 1 2+2"}};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    fixture d;
    char text[256];
    snprintf(text, sizeof text, "[x:%s]\nstartFen = %s\n", games[i][0], games[i][1]);
    assert_int_not_equal(fixture_try(&d, text, "x"), MR_OK);
    assert_string_equal(d.list.first->message, "startFen: no checks are counted here: that needs "
                                               "checkCounting = true");
    fixture_close(&d);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(first_moves_that_the_peer_answers_in_passing_are_noted),
    cmocka_unit_test(regions_of_walls_for_one_side_and_both_are_noted),
    cmocka_unit_test(checks_behind_the_number_of_the_move_are_named_where_none_are_counted),
};

MR_TEST_MAIN(tests)
