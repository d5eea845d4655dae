#include <marcher/worth.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "run_fixture.h"
#include "test_main.h"

/* Goats and hens, of which nobody has heard; each side has pawns. */
static const char odd[] = "[odd]\n"
                          "maxFile = 5\nmaxRank = 5\nking = k\ncustomPiece1 = g:NW\n"
                          "customPiece2 = h:F\npawn = p\npromotionPieceTypes = g\n"
                          "startFen = hgkgh/ppppp/5/PPPPP/HGKGH w - - 0 1\n";

#define PLAN                                                                                     \
  "[experiment]\nkind = values\ngame = odd\nplayers = nodes:10\ngames = 32\nbatch = 8\npairs = " \
  "3\nseed = 3\n"

static mr_run *open_values(const char *name) {
  return run_make(name, odd, PLAN);
}

static void values_are_the_same_whoever_plays_them(void **state) {
  (void)state;
  mr_run *one = open_values("one"), *other = open_values("other"), *single = open_values("single");
  mr_run_look look = run_play(one, 1);
  const mr_worth_report *report = mr_run_sum_worth(look.sum);
  assert_non_null(report);
  assert_true(report->complete && report->by_games.done && report->plan != NULL);
  assert_string_equal(report->kinds->items[report->unit].text, "P");
  assert_true(report->by_games.cases > 0 && report->by_games.cases <= 32);
  assert_int_equal(report->by_matches.cases, 3 * report->plan->count);
  mr_run_sum_free(look.sum);
  mr_run_sum_free(run_play(other, 3).sum);
  run_same_files("one", "other");
  assert_int_equal(run_by_batches(single), 2); /* games, and then matches */
  run_same_files("one", "single");
  mr_run_free(one);
  mr_run_free(other);
  mr_run_free(single);
}

static void matches_wait_for_the_games_that_plan_them(void **state) {
  (void)state;
  mr_run *run = open_values("run");
  mr_error error = {.message = ""};
  assert_int_equal(mr_batch_make(run, 4, NULL, NULL, &error), MR_ERR_IO);
  assert_non_null(strstr(error.message, "rests on batch 0"));
  assert_int_not_equal(access(run_in("run/batches/4"), F_OK), 0);
  for (uint64_t i = 0; i < 4; i++) {
    assert_int_equal(mr_batch_make(run, i, NULL, NULL, NULL), MR_OK);
  }
  assert_int_equal(mr_batch_make(run, 4, NULL, NULL, &error), MR_OK);
  assert_int_equal(mr_batch_make(run, mr_run_batches(run) - 1, NULL, NULL, &error),
                   MR_ERR_ARGUMENT);
  assert_non_null(strstr(error.message, "is of no match"));
  mr_run_look look;
  assert_int_equal(mr_run_survey(run, NULL, &look, NULL), MR_OK);
  const mr_worth_report *report = mr_run_sum_worth(look.sum);
  assert_true(report->by_games.done && !report->complete);
  mr_run_sum_free(look.sum);
  mr_run_free(run);
}

static void a_run_that_lost_games_goes_on_with_the_same_bytes(void **state) {
  (void)state;
  mr_run *whole = open_values("whole"), *broken = open_values("broken");
  mr_run_sum_free(run_play(whole, 2).sum);
  mr_run_sum_free(run_play(broken, 2).sum);
  assert_int_equal(unlink(run_in("broken/batches/1")), 0);
  assert_int_equal(unlink(run_in("broken/batches/5")), 0);
  assert_int_equal(truncate(run_in("broken/batches/6"), 40), 0);
  mr_run_free(broken);
  broken = open_values("broken");
  mr_run_sum_free(run_play(broken, 2).sum);
  run_same_files("whole", "broken");
  mr_run_free(whole);
  mr_run_free(broken);
}

static void damaged_values_are_refused(void **state) {
  (void)state;
  enum { TRIES = 200 };
  mr_run *run = open_values("run");
  mr_run_sum_free(run_play(run, 2).sum);
  assert_true(run_damage(run, 0, TRIES) > TRIES / 4);
  assert_true(run_damage(run, 4, TRIES) > TRIES / 4);
  mr_run_free(run);
}

static void what_has_no_values_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *more;
    const char *word;
  } known[] = {
      {"unit = king\n", "not 'king': P G H"},
      {"unit = dragon\n", "not 'dragon'"},
      {"players = time:1\n", ""},
      {"probe = 5\n", "'probe' is of study"},
      {"trials = 5\n", "'trials' is of spsa"},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    char text[300];
    mr_error error = {.message = ""};
    snprintf(text, sizeof text, "[experiment]\nkind = values\ngame = odd\n%s%s",
             strstr(known[i].more, "players") == NULL ? "players = nodes:9\n" : "", known[i].more);
    if (run_try("bad", odd, text, &error) == MR_OK ||
        strstr(error.message, known[i].word) == NULL) {
      fail_msg("%s: %s", known[i].more, error.message);
    }
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(values_are_the_same_whoever_plays_them, run_begin, run_end),
    cmocka_unit_test_setup_teardown(matches_wait_for_the_games_that_plan_them, run_begin, run_end),
    cmocka_unit_test_setup_teardown(a_run_that_lost_games_goes_on_with_the_same_bytes, run_begin,
                                    run_end),
    cmocka_unit_test_setup_teardown(damaged_values_are_refused, run_begin, run_end),
    cmocka_unit_test_setup_teardown(what_has_no_values_is_refused, run_begin, run_end),
};

MR_TEST_MAIN(tests)
