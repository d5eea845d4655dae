#include <marcher/run.h>
#include <stdio.h>
#include <string.h>

#include "run_fixture.h"
#include "test_main.h"

static const char small[] = "[small:chess]\n"
                            "maxFile = 5\nmaxRank = 5\ncastling = false\ndoubleStep = false\n"
                            "promotionRegionWhite = *5\npromotionRegionBlack = *1\n"
                            "promotionPieceTypes = r\n"
                            "startFen = rnbkr/ppppp/5/PPPPP/RKBNR w - - 0 1\n";

#define PLAN                                                                                  \
  "[experiment]\nkind = selfplay\ngame = small\nplayers = nodes:30\ngames = 900\nbatch = 2\n" \
  "seed = 8\npositions = 900\nlength = 400\n"

static mr_selfplay_found found_of(const mr_run_look *look) {
  mr_selfplay_found found = {0};
  assert_true(mr_run_sum_selfplay(look->sum, &found));
  return found;
}

static void no_more_games_are_played_than_it_takes(void **state) {
  (void)state;
  mr_run *one = run_make("one", small, PLAN), *other = run_make("other", small, PLAN),
         *queue = run_make("queue", small, PLAN);
  mr_run_look look = run_play(one, 1);
  mr_selfplay_found found = found_of(&look);
  assert_true(found.enough && found.positions >= 900 && found.games == 2 * found.batches);
  /* How long games are is guessed from the first few. */
  assert_in_range(look.whole, found.batches, found.batches * 3 / 2);
  assert_true(found.nodes > 30 * found.positions / 2);
  assert_null(mr_run_sum_games(look.sum));
  mr_run_sum_free(look.sum);
  mr_run_sum_free(run_play(other, 3).sum);
  run_same_files("one", "other");
  assert_true(run_by_batches(queue) > 1); /* each stage follows from the one before it */
  run_same_files("one", "queue");
  mr_run_free(one);
  mr_run_free(other);
  mr_run_free(queue);
}

static void games_without_an_end_in_positions_are_all_played(void **state) {
  (void)state;
  mr_run *run = run_make("run", small,
                         "[experiment]\nkind = selfplay\ngame = small\nplayers = nodes:20\n"
                         "games = 5\nbatch = 2\nlength = 6\n");
  mr_run_look look = run_play(run, 2);
  mr_selfplay_found found = found_of(&look);
  assert_true(found.enough);
  assert_int_equal(found.games, 5);
  assert_int_equal(mr_run_plan(run)->round, 1);
  mr_str text = mr_str_growing(NULL);
  mr_batch_state there = MR_BATCH_MISSING;
  assert_int_equal(mr_batch_read(run, 0, &there, &text, NULL), MR_OK);
  assert_non_null(strstr(mr_str_text(&text), "game - 6 ")); /* nobody knows who would have won */
  mr_str_done(&text);
  mr_run_sum_free(look.sum);
  mr_run_free(run);
}

static void another_round_plays_other_games(void **state) {
  (void)state;
  mr_str one = mr_str_growing(NULL), two = mr_str_growing(NULL);
  mr_run *first = run_make("first", small, PLAN "round = 1\n"),
         *second = run_make("second", small, PLAN "round = 2\n");
  mr_batch_state there = MR_BATCH_MISSING;
  assert_int_equal(mr_batch_make(first, 0, NULL, NULL, NULL), MR_OK);
  assert_int_equal(mr_batch_make(second, 0, NULL, NULL, NULL), MR_OK);
  assert_int_equal(mr_batch_read(first, 0, &there, &one, NULL), MR_OK);
  assert_int_equal(mr_batch_read(second, 0, &there, &two, NULL), MR_OK);
  assert_true(strcmp(mr_str_text(&one), mr_str_text(&two)) != 0);
  mr_str_done(&one);
  mr_str_done(&two);
  mr_run_free(first);
  mr_run_free(second);
}

static void damaged_games_are_refused(void **state) {
  (void)state;
  enum { TRIES = 200 };
  mr_run *run = run_make("run", small, PLAN);
  assert_int_equal(mr_batch_make(run, 0, NULL, NULL, NULL), MR_OK);
  unsigned refused = run_damage(run, 0, TRIES); /* most bytes are of positions */
  assert_true(refused > TRIES / 10 && refused < TRIES);
  mr_run_free(run);
}

static void what_is_no_selfplay_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *plan, *why;
  } bad[] = {
      {"game = small\nkind = selfplay\nplayers = level:2\n", "so many nodes a move"},
      {"game = small\nkind = selfplay\nplayers = engine:mcts,nodes:5\n", "so many nodes a move"},
      {"game = small\nkind = selfplay\nplayers =\n  nodes:5\n  nodes:6\n", "so many nodes a move"},
      {"game = small\nkind = selfplay\nplayers = nodes:5\nopening = 2\n", "without 'opening'"},
      {"game = small\nkind = selfplay\nplayers = nodes:5\npositions = 0\n", "positions"},
      {"game = small\nkind = games\nplayers = nodes:5\npositions = 9\n", "is of selfplay"},
      {"game = small\nkind = games\nplayers = nodes:5\nround = 2\n", "is of selfplay"},
      {"game = borderline\nkind = selfplay\nplayers = nodes:5\n", "has no weights to be tuned"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char plan[200];
    mr_error error = {.message = ""};
    snprintf(plan, sizeof plan, "[experiment]\n%s", bad[i].plan);
    assert_int_not_equal(run_try("bad", small, plan, &error), MR_OK);
    if (strstr(error.message, bad[i].why) == NULL) {
      fail_msg("%zu: %s", i, error.message);
    }
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(no_more_games_are_played_than_it_takes, run_begin, run_end),
    cmocka_unit_test_setup_teardown(games_without_an_end_in_positions_are_all_played, run_begin,
                                    run_end),
    cmocka_unit_test_setup_teardown(another_round_plays_other_games, run_begin, run_end),
    cmocka_unit_test_setup_teardown(damaged_games_are_refused, run_begin, run_end),
    cmocka_unit_test_setup_teardown(what_is_no_selfplay_is_refused, run_begin, run_end),
};

MR_TEST_MAIN(tests)
