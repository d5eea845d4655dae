#include <marcher/random.h>
#include <marcher/sweep.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "instruments.h"
#include "run_fixture.h"
#include "test_main.h"

#define PLAN(trials, each)                                                                   \
  "[experiment]\nkind = spsa\ngame = race\nplayers = nodes:1\nkeys =\n  nMoveRule=5..45\n  " \
  "nFoldRule=2..22\n\ntarget = first=50\ntrials = " trials "\neach = " each                  \
  "\ngames = 8\nbatch = 4\n"                                                                 \
  "length = 12\nseed = 3\n"

static mr_run *open_search(const char *name) {
  return run_make(name, run_race, PLAN("6", "6"));
}

static void searches_are_the_same_whoever_plays_them(void **state) {
  (void)state;
  mr_run *one = open_search("one"), *other = open_search("other"), *single = open_search("single");
  mr_run_look look = run_play(one, 1);
  mr_error error = {.message = ""};
  const mr_spsa_report *report = mr_run_sum_spsa(look.sum, &error);
  assert_non_null(report);
  assert_true(report->complete && report->spsa.done == 6 && report->why == NULL);
  assert_true(report->before->games == 8 && report->after->games == 8);
  mr_run_sum_free(look.sum);
  mr_run_sum_free(run_play(other, 3).sum);
  run_same_files("one", "other");
  assert_true(run_by_batches(single) > 4); /* each trial waits for the one before it */
  run_same_files("one", "single");
  mr_run_free(one);
  mr_run_free(other);
  mr_run_free(single);
}

static void a_search_that_was_killed_goes_on_with_the_same_bytes(void **state) {
  (void)state;
  mr_run *whole = open_search("whole"), *broken = open_search("broken");
  mr_error error = {.message = ""};
  mr_run_sum_free(run_play(whole, 2).sum);
  mr_run_sum_free(run_play(broken, 2).sum);
  mr_run_free(broken);
  /* What a kill leaves: a trial that is half there, and nothing behind it. */
  for (unsigned i = 5; i < 32; i++) {
    char name[64];
    snprintf(name, sizeof name, "broken/batches/%u", i);
    (void)unlink(run_in(name));
  }
  broken = open_search("broken");
  assert_int_equal(mr_batch_make(broken, 12, NULL, NULL, &error), MR_ERR_IO);
  assert_non_null(strstr(error.message, "rests on batch"));
  mr_run_sum_free(run_play(broken, 2).sum);
  run_same_files("whole", "broken");
  mr_run_free(whole);
  mr_run_free(broken);
}

/* ---- a response that is known ---------------------------------------------------------------- */

/* What the first mover has of a game with keys at these places: half of it at 30 and 5 alone. */
static double share_of(unsigned first, unsigned second) {
  double a = ((double)first - 30) / 40, b = ((double)second - 5) / 20;
  double share = 0.5 + 0.6 * (a * a + b * b);
  return share < 1 ? share : 1;
}

/** Quarter points of White, who moves first, in a game with keys at these places. */
typedef unsigned response(unsigned first, unsigned second, mr_random *random);

/* That share, rounded by chance. */
static unsigned of_share(unsigned first, unsigned second, mr_random *random) {
  return (unsigned)(MR_SCORE_WIN * share_of(first, second) + mr_random_unit(random));
}

/* Even whatever the keys are, and the more drawn the higher the first one is. */
static unsigned even_and_drawn(unsigned first, unsigned second, mr_random *random) {
  (void)second;
  double lot = mr_random_unit(random), drawn = 0.03 + 0.94 * first / 40;
  return lot < drawn ? MR_SCORE_WIN / 2 : lot < (1 + drawn) / 2 ? MR_SCORE_WIN : 0;
}

/* Rewrites what White has of the games of a batch: the response at its setting. */
static void answer(const mr_str *played, response *say, mr_random *random, mr_str *out) {
  const char *at = mr_str_text(played), *end = strchr(at, '\n');
  const char *places = strstr(at, "plus ") != NULL    ? strstr(at, "plus ") + 5
                       : strstr(at, "minus ") != NULL ? strstr(at, "minus ") + 6
                       : strstr(at, "found ") != NULL ? strstr(at, "found ") + 6
                                                      : "10 10\n"; /* the game as it stands */
  char *second_place = NULL;
  unsigned first = (unsigned)strtoul(places, &second_place, 10);
  unsigned second = (unsigned)strtoul(second_place, NULL, 10);
  mr_str_bytes(out, at, (size_t)(end + 1 - at));
  for (at = end + 1; *at != '\0'; at = strchr(at, '\n') + 1) {
    char line[512];
    size_t length = strcspn(at, "\n");
    assert_true(length < sizeof line);
    memcpy(line, at, length);
    line[length] = '\0';
    char *points = strstr(line, "points ");
    unsigned white = say(first, second, random);
    assert_non_null(points);
    points[7] = (char)('0' + white);
    points[9] = (char)('0' + MR_SCORE_WIN - white);
    mr_str_format(out, "%s\n", line);
  }
}

/* Makes all games of a run say what is simulated. */
static void simulate(const mr_run *run, const char *name, response *say, uint64_t seed) {
  bool lacking[2000];
  uint64_t wanted = 1;
  mr_random random;
  mr_random_init(&random, seed);
  assert_true(mr_run_batches(run) <= 2000);
  while (wanted > 0) {
    mr_run_look look;
    wanted = 0;
    assert_int_equal(mr_run_survey(run, lacking, &look, NULL), MR_OK);
    mr_run_sum_free(look.sum);
    for (uint64_t i = 0; i < mr_run_batches(run); i++) {
      mr_str bytes = mr_str_growing(NULL), body = mr_str_growing(NULL), said = mr_str_growing(NULL);
      mr_batch_text text;
      if (lacking[i]) {
        wanted++;
        assert_int_equal(mr_batch_compute(run, i, NULL, &bytes, NULL), MR_OK);
        assert_int_equal(mr_batch_parse(run, i, mr_str_text(&bytes), bytes.length, &text, NULL),
                         MR_BATCH_WHOLE);
        mr_str_bytes(&body, text.text, text.length);
        answer(&body, say, &random, &said);
        run_forge(run, name, i, &said);
      }
      mr_str_done(&bytes);
      mr_str_done(&body);
      mr_str_done(&said);
    }
  }
}

static void a_known_optimum_is_found(void **state) {
  (void)state;
  mr_run *run = run_make("run", run_race, PLAN("60", "4"));
  mr_run_look look;
  mr_error error = {.message = ""};
  simulate(run, "run", of_share, 7);
  assert_int_equal(mr_run_survey(run, NULL, &look, NULL), MR_OK);
  const mr_spsa_report *report = mr_run_sum_spsa(look.sum, &error);
  assert_non_null(report);
  assert_true(report->complete);
  /* It began at 20 and 10, with 0.575 of the points; each side of a trial is four games. */
  double share = share_of((unsigned)report->found[0], (unsigned)report->found[1]);
  if (share > 0.52) {
    fail_msg("found %zu and %zu, where the first mover has %f", report->found[0], report->found[1],
             share);
  }
  mr_run_sum_free(look.sum);
  mr_run_free(run);
}

/* A run that a program of before made: its experiment says nothing of squares. */
static mr_run *as_of_before(const char *name) {
  char path[64];
  char text[2048];
  mr_run *run = NULL;
  snprintf(path, sizeof path, "%s/experiment", name);
  FILE *file = fopen(run_in(path), "r");
  assert_non_null(file);
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  char *line = strstr(text, "squares = 1\n");
  assert_non_null(line);
  memmove(line, strchr(line, '\n') + 1, strlen(strchr(line, '\n')));
  assert_int_equal(unlink(run_in(path)), 0);
  file = fopen(run_in(path), "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  assert_int_equal(mr_run_open(run_in(name), &run, NULL), MR_OK);
  return run;
}

/* How far the first key of a game that is even anyway is pulled to draws. */
static double pull_to_draws(mr_run *run, const char *name, uint64_t seed) {
  mr_run_look look;
  mr_error error = {.message = ""};
  simulate(run, name, even_and_drawn, seed);
  assert_int_equal(mr_run_survey(run, NULL, &look, NULL), MR_OK);
  const mr_spsa_report *report = mr_run_sum_spsa(look.sum, &error);
  assert_non_null(report);
  assert_true(report->complete);
  double pull = mr_spsa_estimate_of(&report->spsa, 0).pull;
  mr_run_sum_free(look.sum);
  mr_run_free(run);
  return pull;
}

/* Few games come nearer to an even share the more of them are drawn: that is scatter, and no
   setting is nearer. Runs that were made before go on as they began. */
static void of_what_is_as_near_nothing_is_found(void **state) {
  (void)state;
  if (MR_SLOW_BUILD) {
    skip(); /* what scatter does is the same in every build */
  }
  static const char plan[] = PLAN("50", "8");
  for (unsigned i = 0; i < 3; i++) {
    char name[16];
    snprintf(name, sizeof name, "run%u", i);
    double pull = pull_to_draws(run_make(name, run_race, plan), name, i);
    if (pull > 2 || pull < -2) {
      fail_msg("search %u is pulled by %f", i, pull);
    }
  }
  mr_run_free(run_make("before", run_race, plan));
  assert_true(pull_to_draws(as_of_before("before"), "before", 0) > 2);
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void damaged_trials_are_refused(void **state) {
  (void)state;
  enum { TRIES = 200 };
  mr_run *run = open_search("run");
  mr_error error = {.message = ""};
  mr_run_look look = run_play(run, 2);
  mr_str wrong = mr_str_growing(NULL), text = mr_str_growing(NULL);
  mr_batch_state found = MR_BATCH_MISSING;
  mr_run_sum_free(look.sum);
  assert_true(run_damage(run, 0, TRIES) > TRIES / 8);
  /* A file that is whole, of a setting that the trials before it do not lead to. */
  assert_int_equal(mr_batch_read(run, 0, &found, &text, NULL), MR_OK);
  mr_str_add(&wrong, "trial 0 plus 1 1");
  mr_str_add(&wrong, strchr(mr_str_text(&text), '\n'));
  run_forge(run, "run", 0, &wrong);
  assert_int_equal(mr_run_survey(run, NULL, &look, NULL), MR_OK);
  assert_null(mr_run_sum_spsa(look.sum, &error));
  assert_non_null(strstr(error.message, "batch 0 is not of the setting"));
  mr_run_sum_free(look.sum);
  mr_str_done(&wrong);
  mr_str_done(&text);
  mr_run_free(run);
}

static void what_cannot_be_searched_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *word;
  } known[] = {
      {"keys = nMoveRule=1,2\n", "needs a target"},
      {"target = first=50\n", "two values"},
      {"keys = nMovRule=1,2\ntarget = first=50\n", "did you mean 'nMoveRule'"},
      {"keys = stalemateValue=x,y,z\ntarget = first=50\n", "cannot be played"},
      {"keys = nMoveRule=1,2\ntarget = skill2=50\n", "matches of its own"},
      {"keys = nMoveRule=1,2\ntarget = end:XX-1>5\n", "no setting has the rule"},
      {"keys = nMoveRule=6,7\nsets = nMoveRule=3\ntarget = first=50\n", "set and swept"},
      {"keys = nMoveRule=1,2\ntarget = first=50\npairs = 3\n", "'pairs' is of study and values"},
      {"keys = nMoveRule=1,2\ntarget = first=50\ntrials = 2000\n", "2000"},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    char text[300];
    mr_error error = {.message = ""};
    snprintf(text, sizeof text, "[experiment]\nkind = spsa\ngame = race\nplayers = nodes:9\n%s",
             known[i].text);
    if (run_try("bad", run_race, text, &error) == MR_OK ||
        strstr(error.message, known[i].word) == NULL) {
      fail_msg("%s: %s", known[i].text, error.message);
    }
    assert_int_not_equal(access(run_in("bad"), F_OK), 0);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(searches_are_the_same_whoever_plays_them, run_begin, run_end),
    cmocka_unit_test_setup_teardown(a_search_that_was_killed_goes_on_with_the_same_bytes, run_begin,
                                    run_end),
    cmocka_unit_test_setup_teardown(a_known_optimum_is_found, run_begin, run_end),
    cmocka_unit_test_setup_teardown(of_what_is_as_near_nothing_is_found, run_begin, run_end),
    cmocka_unit_test_setup_teardown(damaged_trials_are_refused, run_begin, run_end),
    cmocka_unit_test_setup_teardown(what_cannot_be_searched_is_refused, run_begin, run_end),
};

MR_TEST_MAIN(tests)
