#include <marcher/sweep.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lab/sweep_priv.h"
#include "run_fixture.h"
#include "test_main.h"

/* ---- grids ----------------------------------------------------------------------------------- */

static mr_status read_grid(const char *text, mr_sweep_grid *grid, mr_error *error) {
  static mr_arena arena;
  mr_arena_done(&arena);
  mr_arena_init(&arena, NULL, 0);
  *error = (mr_error){.message = ""};
  return mr_sweep_grid_read(text, &arena, grid, error);
}

static void grids_have_every_value_with_every_other(void **state) {
  (void)state;
  mr_sweep_grid grid;
  mr_error error;
  char label[128];
  assert_int_equal(read_grid("pieces=9..18:4\nname=a\\,b,c\\nd\n"
                             "fen=4k[P{0..2}] w,60%,-3",
                             &grid, &error),
                   MR_OK);
  assert_int_equal(grid.settings, 3 * 2 * 5);
  assert_string_equal(mr_sweep_value_at(&grid, 0, 0)->text, "9");
  assert_string_equal(mr_sweep_value_at(&grid, 29, 0)->text, "17");
  assert_string_equal(mr_sweep_value_at(&grid, 0, 1)->text, "a,b");
  assert_string_equal(mr_sweep_value_at(&grid, 5, 1)->text, "c\nd");
  assert_string_equal(mr_sweep_value_at(&grid, 0, 2)->text, "4k[] w");
  assert_string_equal(mr_sweep_value_at(&grid, 2, 2)->text, "4k[PP] w");
  assert_true(mr_sweep_value_at(&grid, 2, 2)->number >= 2);
  assert_true(fabs(mr_sweep_value_at(&grid, 3, 2)->number - 60) < 1e-9);
  assert_true(fabs(mr_sweep_value_at(&grid, 4, 2)->number + 3) < 1e-9);
  assert_true(isnan(mr_sweep_value_at(&grid, 0, 1)->number));
  mr_str text = mr_str_fixed(label, sizeof label);
  mr_sweep_label(&grid, 7, &text);
  assert_string_equal(label, "pieces=9, name=#2, P=2");
}

static void what_is_wrong_with_a_grid_is_told(void **state) {
  (void)state;
  static const struct {
    const char *text;
    mr_status status;
    const char *word;
  } known[] = {
      {"pieces", MR_ERR_SYNTAX, "KEY=VALUES"},
      {"=1,2", MR_ERR_SYNTAX, "KEY=VALUES"},
      {"a=9", MR_ERR_ARGUMENT, "two values"},
      {"a=9,9", MR_ERR_DUPLICATE, "twice"},
      {"a=1,2\na=3,4", MR_ERR_DUPLICATE, "twice"},
      {"a=2..1", MR_ERR_RANGE, "empty"},
      {"a=1..9:0", MR_ERR_RANGE, "empty"},
      {"a=1..257", MR_ERR_LIMIT, "256 values"},
      {"a=1..20\nb=1..20", MR_ERR_LIMIT, "256 comb"},
      {"a=x[P{-1..2}]", MR_ERR_RANGE, "fewer than"},
      {"a=x[P{1..999}]", MR_ERR_RANGE, "no more"},
      {"a=P{1..2}Q{1..2}", MR_ERR_SYNTAX, "two"},
      {"", MR_ERR_ARGUMENT, "two values"},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    mr_sweep_grid grid;
    mr_error error;
    mr_status status = read_grid(known[i].text, &grid, &error);
    if (status != known[i].status || strstr(error.message, known[i].word) == NULL) {
      fail_msg("'%s': status %d, %s", known[i].text, (int)status, error.message);
    }
  }
}

/* ---- runs ------------------------------------------------------------------------------------ */

static const char plan_text[] = "[experiment]\nkind = sweep\ngame = race\nplayers = nodes:20\n"
                                "keys =\n  nMoveRule=6,9\n  stalemateValue=draw,wrong\n\n"
                                "target = first=70\ngames = 8\nbatch = 4\nseed = 3\n";

static mr_run *open_sweep(const char *name) {
  return run_make(name, run_race, plan_text);
}

static void sweeps_are_the_same_whoever_plays_them(void **state) {
  (void)state;
  mr_run *one = open_sweep("one"), *other = open_sweep("other"), *single = open_sweep("single");
  mr_run_look look = run_play(one, 1);
  const mr_sweep_report *report = mr_run_sum_sweep(look.sum);
  assert_non_null(report);
  assert_true(report->race.complete && report->race.winner != SIZE_MAX);
  assert_int_equal(report->grid->settings, 4);
  assert_null(report->settings[1].game);
  assert_non_null(strstr(report->settings[1].why, "stalemateValue"));
  assert_int_equal(mr_sweep_part(report, report->race.winner, MR_RACE_CONFIRM)->games, 8);
  mr_run_sum_free(look.sum);
  look = run_play(other, 3);
  mr_run_sum_free(look.sum);
  run_same_files("one", "other");
  /* One batch after the other, as a queue of jobs has them computed. */
  assert_true(run_by_batches(single) > 1);
  run_same_files("one", "single");
  /* Somebody has computed what nobody wanted: it is not counted. */
  bool computed = false;
  mr_error error = {.message = ""};
  assert_int_equal(mr_run_survey(single, NULL, &look, NULL), MR_OK);
  uint64_t whole = look.whole;
  assert_int_equal(mr_batch_make(single, look.first_missing, NULL, NULL, &error), MR_ERR_ARGUMENT);
  assert_non_null(strstr(error.message, "refused"));
  for (uint64_t i = 0; i < mr_run_batches(single) && !computed; i++) {
    mr_status status = mr_batch_make(single, i, NULL, &computed, NULL);
    (void)status; /* of a refused setting it makes none */
  }
  assert_true(computed);
  size_t winner = mr_run_sum_sweep(look.sum)->race.winner;
  mr_run_sum_free(look.sum);
  look = run_play(single, 2);
  assert_int_equal(look.whole, whole + 1);
  assert_int_equal(mr_run_sum_sweep(look.sum)->race.winner, winner);
  mr_run_sum_free(look.sum);
  mr_run_free(one);
  mr_run_free(other);
  mr_run_free(single);
}

static void merged_sweeps_are_one(void **state) {
  (void)state;
  mr_run *whole = open_sweep("whole"), *some = open_sweep("some"), *rest = open_sweep("rest");
  mr_run_look look = run_play(whole, 2);
  uint64_t taken = 0, passed = 0;
  mr_error error = {.message = ""};
  mr_run_sum_free(look.sum);
  for (uint64_t i = 0; i < 3; i++) {
    assert_int_equal(mr_batch_make(i % 2 == 0 ? some : rest, i, NULL, NULL, NULL), MR_OK);
  }
  assert_int_equal(mr_run_merge(some, rest, &taken, &passed, &error), MR_OK);
  assert_true(taken >= 1);
  assert_int_equal(mr_run_merge(some, whole, &taken, &passed, &error), MR_OK);
  look = run_play(some, 2);
  assert_true(mr_run_sum_sweep(look.sum)->race.complete);
  mr_run_sum_free(look.sum);
  mr_run_free(whole);
  mr_run_free(some);
  mr_run_free(rest);
}

/* The rules that showed stand in a game's line; lines of before have none. */
static void a_line_tells_which_rules_showed(void **state) {
  (void)state;
  mr_run *run = open_sweep("lines");
  const mr_game *game = mr_run_game(run);
  mr_str text = mr_str_growing(NULL);
  static mr_played played, back;
  played = (mr_played){.index = 3, .turns = 9, .rule = 1, .course = {.has = 1}};
  for (int with = 0; with < 2; with++) {
    mr_tokens lines;
    played.rules[0] = with == 1 ? 1U << 1 | 1U << 2 : 0;
    mr_str_reset(&text);
    mr_sweep_game_write(game, &played, &text);
    assert_int_equal(strstr(mr_str_text(&text), " shows 1,2 course") != NULL, with);
    lines = (mr_tokens){.at = mr_str_text(&text), .left = text.length};
    assert_int_equal(mr_sweep_game_read(game, &lines, 3, &back, NULL), MR_OK);
    assert_int_equal(back.rules[0], played.rules[0]);
    assert_int_equal(back.turns, 9);
  }
  static const char *const bad[] = {"shows course",     "shows 1, course",   "shows ,1 course",
                                    "shows 1,x course", "shows 9999 course", "shows 1 1 course"};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    mr_str_reset(&text);
    mr_str_format(&text, "game 3 points 4 0 end 0 1 9 9 9 9 first 0 %s 0 0 0 0\n", bad[i]);
    mr_tokens lines = {.at = mr_str_text(&text), .left = text.length};
    assert_int_equal(mr_sweep_game_read(game, &lines, 3, &back, NULL), MR_ERR_SYNTAX);
  }
  mr_str_done(&text);
  mr_run_free(run);
}

/* A batch with any byte changed is refused, or is one that could have been written. */
static void damaged_games_are_refused(void **state) {
  (void)state;
  mr_run *run = open_sweep("run");
  mr_run_sum *sum = NULL;
  mr_str text = mr_str_growing(NULL);
  mr_batch_state found = MR_BATCH_MISSING;
  enum { TRIES = 300 };
  assert_int_equal(mr_batch_make(run, 0, NULL, NULL, NULL), MR_OK);
  assert_true(run_damage(run, 0, TRIES) > TRIES / 4);
  assert_int_equal(mr_batch_read(run, 0, &found, &text, NULL), MR_OK);
  assert_int_equal(mr_run_sum_new(run, &sum, NULL), MR_OK);
  assert_int_equal(mr_run_sum_add(sum, 1, mr_str_text(&text), text.length, NULL), MR_ERR_SYNTAX);
  assert_int_equal(mr_run_sum_add(sum, 0, mr_str_text(&text), text.length, NULL), MR_OK);
  mr_run_sum_free(sum);
  mr_str_done(&text);
  mr_run_free(run);
}

static void what_cannot_be_swept_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *keys;
    const char *more;
    const char *word;
  } known[] = {
      {"nMovRule=1,2", "", "did you mean 'nMoveRule'"},
      {"stalemateValue=x,y", "", "no setting can be played"},
      {"stalemateValue=draw,y", "", "only one setting"},
      {"title=x,y", "", "changes the rules"},
      {"nMoveRule=6,7", "sets = nMoveRule=3\n", "set and swept"},
      {"nMoveRule=6,7", "target = skill2=50\n", "matches of its own"},
      {"nMoveRule=6,7", "target = moved:King>5\n", "games as a whole"},
      {"nMoveRule=6,7", "target = end:XX-1>5\n", "no setting has the rule"},
      {"nMoveRule=6,7", "target = frist=5\n", "did you mean 'first'"},
      {"nMoveRule=6,7", "target = first=150\n", "nothing can be"},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    char text[300];
    mr_error error = {.message = ""};
    snprintf(text, sizeof text,
             "[experiment]\nkind = sweep\ngame = race\nplayers = nodes:9\nkeys = %s\n%s",
             known[i].keys, known[i].more);
    if (run_try("bad", run_race, text, &error) == MR_OK ||
        strstr(error.message, known[i].word) == NULL) {
      fail_msg("%s, %s: %s", known[i].keys, known[i].more, error.message);
    }
    assert_int_not_equal(access(run_in("bad"), F_OK), 0);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(grids_have_every_value_with_every_other),
    cmocka_unit_test(what_is_wrong_with_a_grid_is_told),
    cmocka_unit_test_setup_teardown(sweeps_are_the_same_whoever_plays_them, run_begin, run_end),
    cmocka_unit_test_setup_teardown(merged_sweeps_are_one, run_begin, run_end),
    cmocka_unit_test_setup_teardown(a_line_tells_which_rules_showed, run_begin, run_end),
    cmocka_unit_test_setup_teardown(damaged_games_are_refused, run_begin, run_end),
    cmocka_unit_test_setup_teardown(what_cannot_be_swept_is_refused, run_begin, run_end),
};

MR_TEST_MAIN(tests)
