#include <marcher/run.h>
#include <string.h>

#include "run_fixture.h"
#include "test_main.h"

#define PLAN                                                                                  \
  "[experiment]\nkind = fair\ngame = race\nplayers = nodes:5\ngames = 60\nbatch = 4\nseed = " \
  "2\n"

static void a_lopsided_game_costs_few_games(void **state) {
  (void)state;
  mr_run *one = run_make("one", run_race, PLAN), *other = run_make("other", run_race, PLAN);
  mr_run_look look = run_play(one, 1);
  mr_fair_found found;
  assert_true(mr_run_sum_fair(look.sum, false, &found));
  assert_int_equal(found.test.verdict, MR_FAIR_REFUSED); /* White is home first */
  assert_true(mr_fair_games(&found.test) < 60 && found.won > found.lost);
  assert_true(look.whole < mr_run_batches(one));
  assert_null(mr_run_sum_games(look.sum));
  mr_run_sum_free(look.sum);
  mr_run_sum_free(run_play(other, 3).sum);
  run_same_files("one", "other");
  mr_run_free(one);
  mr_run_free(other);
}

static void the_games_of_a_fair_run_are_looked_at_in_their_order(void **state) {
  (void)state;
  mr_run *run = run_make("run", run_race, PLAN);
  mr_fair_found found;
  mr_run_look look;
  /* Whoever is ahead computes what nobody has asked for yet: it waits for those before it. */
  assert_int_equal(mr_batch_make(run, 3, NULL, NULL, NULL), MR_OK);
  assert_int_equal(mr_batch_make(run, 0, NULL, NULL, NULL), MR_OK);
  assert_int_equal(mr_run_survey(run, NULL, &look, NULL), MR_OK);
  assert_true(mr_run_sum_fair(look.sum, true, &found));
  assert_int_equal(mr_fair_games(&found.test), 4);
  assert_int_equal(found.test.verdict, MR_FAIR_UNKNOWN);
  assert_true(mr_run_sum_fair(look.sum, false, &found));
  assert_int_equal(found.test.verdict, MR_FAIR_OPEN);
  mr_run_sum_free(look.sum);
  mr_run_free(run);
}

static void games_without_an_end_are_not_fair(void **state) {
  (void)state;
  mr_run *run = run_make("run", run_race, PLAN "length = 1\n");
  mr_run_look look = run_play(run, 1);
  mr_fair_found found;
  assert_true(mr_run_sum_fair(look.sum, false, &found));
  assert_int_equal(found.test.verdict, MR_FAIR_UNKNOWN);
  assert_true(found.test.broken == 60 && found.won == 0 && found.lost == 0);
  mr_run_sum_free(look.sum);
  mr_run_free(run);
}

static void damaged_points_are_refused(void **state) {
  (void)state;
  enum { TRIES = 100 };
  mr_run *run = run_make("run", run_race, PLAN);
  assert_int_equal(mr_batch_make(run, 0, NULL, NULL, NULL), MR_OK);
  assert_true(run_damage(run, 0, TRIES) > TRIES / 4);
  mr_run_free(run);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_lopsided_game_costs_few_games, run_begin, run_end),
    cmocka_unit_test_setup_teardown(the_games_of_a_fair_run_are_looked_at_in_their_order, run_begin,
                                    run_end),
    cmocka_unit_test_setup_teardown(games_without_an_end_are_not_fair, run_begin, run_end),
    cmocka_unit_test_setup_teardown(damaged_points_are_refused, run_begin, run_end),
};

MR_TEST_MAIN(tests)
