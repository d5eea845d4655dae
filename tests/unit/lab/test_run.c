#include <marcher/run.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "run_fixture.h"
#include "test_main.h"

static mr_run *make(const char *name, const char *plan) {
  return run_make(name, run_race, plan);
}

static mr_run *make_race(const char *name) {
  return make(name, "[experiment]\ngame = race\nplayers = nodes:20\ngames = 13\nbatch = 4\n"
                    "seed = 3\n");
}

static void slurp(const char *path, mr_str *out) {
  char buffer[4096];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  size_t some = 0;
  while ((some = fread(buffer, 1, sizeof buffer, file)) > 0) {
    mr_str_bytes(out, buffer, some);
  }
  fclose(file);
}

static void put(const char *path, const char *text) {
  assert_int_equal(mr_file_write(path, text, strlen(text), NULL), MR_OK);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static void a_plan_is_written_as_it_is_read(void **state) {
  (void)state;
  static const char text[] = "[experiment]\ngame = race\nsets =\n  a=1\n  b=c\\nd\n\nplayers =\n"
                             "  nodes:5\n  level:2\n\ngames = 7\nopening = 0\n";
  mr_arena arena;
  mr_plan plan, again;
  mr_override *sets = NULL;
  size_t count = 0;
  mr_str one = mr_str_growing(NULL), other = mr_str_growing(NULL);
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_plan_read("x", text, strlen(text), &arena, &plan, NULL), MR_OK);
  assert_string_equal(plan.players, "nodes:5\nlevel:2");
  assert_true(plan.games == 7 && plan.opening == 0 && plan.slips == MR_PLAN_AUTO);
  assert_int_equal(mr_plan_sets(&plan, &arena, &sets, &count, NULL), MR_OK);
  assert_int_equal(count, 2);
  assert_string_equal(sets[1].value, "c\nd");
  mr_plan_write(&plan, &one);
  assert_int_equal(mr_plan_read("x", mr_str_text(&one), one.length, &arena, &again, NULL), MR_OK);
  mr_plan_write(&again, &other);
  assert_string_equal(mr_str_text(&one), mr_str_text(&other));
  mr_str_done(&one);
  mr_str_done(&other);
  mr_arena_done(&arena);
}

static void what_is_wrong_with_a_plan_has_its_place(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *message;
    uint32_t line;
  } wrong[] = {
      {"[experiment]\ngame = chess\ngaems = 5\n", "gaems", 3},
      {"[experiment]\ngames = many\n", "many", 2},
      {"[experiment]\ngames = 0\n", "0", 2},
      {"[experiment]\nkind = dance\n", "dance", 2},
      {"[other]\n", "[experiment]", 0},
      {"[experiment]\n[chess]\n", "[experiment]", 0},
      {"", "[experiment]", 0},
      {"games = 5\n", "", 1},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    mr_arena arena;
    mr_plan plan;
    mr_error error = {.message = ""};
    mr_arena_init(&arena, NULL, 0);
    assert_int_not_equal(
        mr_plan_read("a plan", wrong[i].text, strlen(wrong[i].text), &arena, &plan, &error), MR_OK);
    if (strstr(error.message, wrong[i].message) == NULL || error.line != wrong[i].line ||
        strcmp(error.source, "a plan") != 0) {
      fail_msg("%zu: %s:%u: %s", i, error.source, (unsigned)error.line, error.message);
    }
    mr_arena_done(&arena);
  }
}

/* ---- runs ------------------------------------------------------------------------------------ */

static void batches_are_the_same_whoever_computes_them(void **state) {
  (void)state;
  mr_run *one = make_race("one"), *other = make_race("other");
  assert_int_equal(mr_run_batches(one), 4);
  mr_run_look look = run_play(one, 3);
  assert_true(look.whole == 4 && look.missing == 0 && look.damaged == 0);
  assert_true(mr_run_sum_games(look.sum)->games == 13);
  mr_run_sum_free(look.sum);
  for (unsigned i = 4; i-- > 0;) {
    bool computed = false;
    assert_int_equal(mr_batch_make(other, i, NULL, &computed, NULL), MR_OK);
    assert_true(computed);
    assert_int_equal(mr_batch_make(other, i, NULL, &computed, NULL), MR_OK);
    assert_false(computed);
  }
  mr_run_sum_free(run_play(other, 1).sum);
  static const char *const files[] = {"experiment", "batches/0", "batches/3", "summary"};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    mr_str left = mr_str_growing(NULL), right = mr_str_growing(NULL);
    char path[64];
    snprintf(path, sizeof path, "one/%s", files[i]);
    slurp(run_in(path), &left);
    snprintf(path, sizeof path, "other/%s", files[i]);
    slurp(run_in(path), &right);
    assert_string_equal(mr_str_text(&left), mr_str_text(&right));
    mr_str_done(&left);
    mr_str_done(&right);
  }
  mr_run_free(one);
  mr_run_free(other);
}

static void batches_say_together_what_one_batch_says(void **state) {
  (void)state;
  mr_run *many = make_race("many");
  mr_run *one = make("whole", "[experiment]\ngame = race\nplayers = nodes:20\ngames = 13\n"
                              "batch = 50\nseed = 3\n");
  assert_int_equal(mr_run_batches(one), 1);
  mr_run_look looks[2] = {run_play(many, 2), run_play(one, 1)};
  mr_str texts[2] = {mr_str_growing(NULL), mr_str_growing(NULL)};
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(mr_summary_write(mr_run_sum_games(looks[i].sum), &texts[i], NULL), MR_OK);
    mr_run_sum_free(looks[i].sum);
  }
  assert_string_equal(mr_str_text(&texts[0]), mr_str_text(&texts[1]));
  mr_str_done(&texts[0]);
  mr_str_done(&texts[1]);
  mr_run_free(many);
  mr_run_free(one);
}

static void matches_say_the_same_in_batches_of_any_size(void **state) {
  (void)state;
  static const char *const plans[] = {
      "[experiment]\nkind = match\ngame = race\nplayers =\n  nodes:30\n  level:1\n\ngames = 13\n"
      "batch = 3\n",
      "[experiment]\nkind = match\ngame = race\nplayers =\n  nodes:30\n  level:1\n\ngames = 13\n"
      "batch = 20\n"};
  char texts[2][4096];
  for (size_t i = 0; i < 2; i++) {
    mr_run *run = make(i == 0 ? "small" : "large", plans[i]);
    assert_int_equal(mr_run_batches(run), i == 0 ? 4 : 1); /* pairs stay together: 4, 4, 4, 1 */
    mr_run_look look = run_play(run, 2);
    const mr_match_report *report = mr_run_sum_match(look.sum);
    assert_null(mr_run_sum_games(look.sum));
    mr_str text = mr_str_fixed(texts[i], sizeof texts[i]);
    mr_standing standing;
    mr_tally_standing(&report->against[1], &standing);
    mr_str_format(&text, "%llu %llu %llu %llu %g %llu %llu", (unsigned long long)report->games,
                  (unsigned long long)standing.pairs, (unsigned long long)report->turns,
                  (unsigned long long)report->actions, standing.score.value,
                  (unsigned long long)report->engines[0].nodes,
                  (unsigned long long)report->engines[1].nodes);
    assert_int_equal(report->games, 13);
    assert_int_equal(standing.pairs, 6);
    mr_run_sum_free(look.sum);
    mr_run_free(run);
  }
  assert_string_equal(texts[0], texts[1]);
}

#define STUDY                                                                      \
  "[experiment]\nkind = study\ngame = race\nplayers =\n  nodes:10\n  nodes:30\n\n" \
  "games = 11\npairs = 5\nprobe = 10\nseed = 3\n"

static void a_study_says_the_same_in_batches_of_any_size_and_order(void **state) {
  (void)state;
  mr_run *many = make("many", STUDY "batch = 2\n"), *one = make("whole", STUDY "batch = 50\n");
  assert_int_equal(mr_run_batches(many), 6);
  for (uint64_t i = 6; i-- > 3;) {
    assert_int_equal(mr_batch_make(many, i, NULL, NULL, NULL), MR_OK);
  }
  mr_run_look first;
  assert_int_equal(mr_run_survey_first(many, &first, NULL), MR_OK);
  assert_true(first.whole == 0);
  mr_run_sum_free(first.sum);
  mr_run_look looks[2] = {run_play(many, 2), run_play(one, 1)};
  mr_str texts[2] = {mr_str_growing(NULL), mr_str_growing(NULL)};
  for (size_t i = 0; i < 2; i++) {
    size_t count = 0;
    mr_summary *strengths = mr_run_sum_study(looks[i].sum, &count);
    assert_true(count == 2 && strengths[0].games == 11 && strengths[1].games == 11);
    assert_null(mr_run_sum_games(looks[i].sum));
    for (size_t m = 0; m < MR_SKILL_MATCHES; m++) {
      uint64_t pairs = 0;
      for (size_t k = 0; k <= MR_SKILL_STEPS; k++) {
        pairs += strengths[1].courses.skill[m][k];
      }
      assert_int_equal(pairs, 5);
    }
    for (size_t k = 0; k < count; k++) {
      assert_int_equal(mr_summary_write(&strengths[k], &texts[i], NULL), MR_OK);
    }
    mr_run_sum_free(looks[i].sum);
  }
  assert_string_equal(mr_str_text(&texts[0]), mr_str_text(&texts[1]));
  assert_true(mr_run_study_strength(many, 1)->seats[0].nodes == 30);
  mr_str_done(&texts[0]);
  mr_str_done(&texts[1]);
  mr_run_free(many);
  mr_run_free(one);
}

#define UNEVEN                                                                              \
  "[experiment]\nkind = study\ngame = race\nplayers =\n  nodes:10\n  nodes:30,games:%s\n\n" \
  "games = 11\npairs = 0\nprobe = 0\nseed = 3\nbatch = 2\n"

/* They fall evenly on the batches, and are the first games of that strength. */
static void a_strength_of_a_study_may_have_fewer_games(void **state) {
  (void)state;
  char text[256];
  mr_error error;
  snprintf(text, sizeof text, UNEVEN, "4");
  mr_run *few = make("few", text), *many = make("all", STUDY "batch = 11\n");
  mr_run_look looks[2] = {run_play(few, 2), run_play(many, 1)};
  size_t count = 0;
  mr_summary *strengths = mr_run_sum_study(looks[0].sum, &count);
  assert_true(count == 2 && strengths[0].games == 11 && strengths[1].games == 4);
  mr_str weak[2] = {mr_str_growing(NULL), mr_str_growing(NULL)};
  for (size_t i = 0; i < 2; i++) {
    mr_summary *weakest = mr_run_sum_study(looks[i].sum, &count);
    assert_int_equal(mr_summary_write(&weakest[0], &weak[i], NULL), MR_OK);
  }
  assert_string_equal(mr_str_text(&weak[0]), mr_str_text(&weak[1]));
  for (size_t i = 0; i < 2; i++) {
    mr_str_done(&weak[i]);
    mr_run_sum_free(looks[i].sum);
  }
  mr_run_free(few);
  mr_run_free(many);
  static const char *const bad[] = {"0", "12", "x", ""};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    snprintf(text, sizeof text, UNEVEN, bad[i]);
    assert_int_not_equal(run_try("bad", run_race, text, &error), MR_OK);
    assert_non_null(strstr(error.message, "from 1 to as many games as 'games' says, 11"));
  }
}

static void a_batch_of_a_study_that_lacks_a_part_is_none(void **state) {
  (void)state;
  mr_run *run = make("run", STUDY "batch = 20\n");
  mr_str bytes = mr_str_growing(NULL), bad = mr_str_growing(NULL);
  mr_batch_text body;
  mr_error error = {.message = ""};
  mr_run_sum *sum = NULL;
  assert_int_equal(mr_batch_compute(run, 0, NULL, &bytes, NULL), MR_OK);
  assert_int_equal(mr_batch_parse(run, 0, mr_str_text(&bytes), bytes.length, &body, NULL),
                   MR_BATCH_WHOLE);
  assert_int_equal(mr_run_sum_new(run, &sum, NULL), MR_OK);
  for (size_t i = 0; i < body.length; i += 7) { /* cut anywhere */
    assert_int_not_equal(mr_run_sum_add(sum, 0, body.text, i, &error), MR_OK);
    assert_true(error.message[0] != '\0' && mr_run_sum_batches(sum) == 0);
  }
  mr_str_bytes(&bad, body.text, body.length);
  mr_str_add(&bad, "more\n");
  assert_int_not_equal(mr_run_sum_add(sum, 0, mr_str_text(&bad), bad.length, &error), MR_OK);
  assert_int_equal(mr_run_sum_add(sum, 0, body.text, body.length, &error), MR_OK);
  mr_run_sum_free(sum);
  mr_str_done(&bytes);
  mr_str_done(&bad);
  mr_run_free(run);
}

static void damaged_batches_cost_themselves_alone(void **state) {
  (void)state;
  mr_run *run = make_race("run");
  mr_run_look look = run_play(run, 2);
  mr_run_sum_free(look.sum);
  mr_str whole = mr_str_growing(NULL);
  slurp(run_in("run/batches/1"), &whole);
  /* Every byte, and every length: what is not whole is never taken for it. */
  char *bytes = malloc(whole.length + 1);
  assert_non_null(bytes);
  for (size_t i = 0; i < whole.length; i++) {
    mr_batch_text body;
    memcpy(bytes, mr_str_text(&whole), whole.length + 1);
    bytes[i] ^= 4;
    assert_int_equal(mr_batch_parse(run, 1, bytes, whole.length, &body, NULL), MR_BATCH_DAMAGED);
    assert_int_equal(mr_batch_parse(run, 1, mr_str_text(&whole), i, &body, NULL), MR_BATCH_DAMAGED);
  }
  memcpy(bytes, mr_str_text(&whole), whole.length + 1);
  bytes[whole.length / 2] = '\0';
  put(run_in("run/batches/1"), bytes);
  free(bytes);
  assert_int_equal(unlink(run_in("run/batches/2")), 0);
  assert_int_equal(mr_run_survey(run, NULL, &look, NULL), MR_OK);
  assert_true(look.whole == 2 && look.missing == 1 && look.damaged == 1 && look.first_missing == 1);
  assert_non_null(strstr(look.why.message, "batch 1 is damaged"));
  mr_run_sum_free(look.sum);
  mr_run_sum_free(run_play(run, 2).sum);
  mr_str again = mr_str_growing(NULL);
  slurp(run_in("run/batches/1"), &again);
  assert_string_equal(mr_str_text(&whole), mr_str_text(&again));
  mr_str_done(&whole);
  mr_str_done(&again);
  mr_run_free(run);
}

static void what_is_of_another_run_is_refused(void **state) {
  (void)state;
  mr_run *run = make_race("run");
  mr_run *other = make("other", "[experiment]\ngame = race\nplayers = nodes:20\ngames = 13\n"
                                "batch = 4\nseed = 4\n");
  mr_error error = {.message = ""};
  mr_run_look look;
  uint64_t taken = 0, passed = 0;
  assert_int_equal(mr_run_merge(run, other, &taken, &passed, &error), MR_ERR_MISMATCH);
  assert_non_null(strstr(error.message, "different experiments"));
  mr_run_sum_free(run_play(other, 1).sum);
  mr_str bytes = mr_str_growing(NULL);
  slurp(run_in("other/batches/2"), &bytes);
  put(run_in("run/batches/2"), mr_str_text(&bytes));
  mr_str_done(&bytes);
  assert_int_equal(mr_run_survey(run, NULL, &look, &error), MR_ERR_MISMATCH);
  assert_non_null(strstr(error.message, "batch 2"));
  assert_int_equal(mr_batch_make(run, 2, NULL, NULL, &error), MR_ERR_MISMATCH);
  assert_int_equal(mr_batch_make(run, 4, NULL, NULL, &error), MR_ERR_RANGE);
  mr_run_free(run);
  mr_run_free(other);
}

static void runs_merge_and_unequal_batches_are_named(void **state) {
  (void)state;
  mr_run *one = make_race("one"), *other = make_race("other");
  mr_error error = {.message = ""};
  mr_run_look look;
  uint64_t taken = 0, passed = 0;
  for (unsigned i = 0; i < 4; i++) {
    mr_run *both[] = {one, other};
    assert_int_equal(mr_batch_make(both[i % 2], i, NULL, NULL, NULL), MR_OK);
  }
  assert_int_equal(mr_batch_make(one, 1, NULL, NULL, NULL), MR_OK); /* an equal one is no harm */
  assert_int_equal(mr_run_merge(one, other, &taken, &passed, &error), MR_OK);
  assert_true(taken == 1 && passed == 0);
  assert_int_equal(mr_run_survey(one, NULL, &look, NULL), MR_OK);
  assert_true(look.whole == 4);
  mr_run_sum_free(look.sum);
  /* One that is whole and says something else, as a machine that errs would write it. */
  mr_str bytes = mr_str_growing(NULL);
  slurp(run_in("one/batches/3"), &bytes);
  char *at = strstr(bytes.data, "nodes ");
  assert_non_null(at);
  at[6] = at[6] == '1' ? '2' : '1';
  size_t body = bytes.length - strlen("sum 0123456789abcdef\n");
  mr_str altered = mr_str_growing(NULL);
  mr_str_bytes(&altered, bytes.data, body);
  mr_str_format(&altered, "sum %016llx\n",
                (unsigned long long)mr_hash_bytes(MR_HASH_START, bytes.data, body));
  put(run_in("other/batches/3"), mr_str_text(&altered));
  mr_str_done(&bytes);
  mr_str_done(&altered);
  assert_int_equal(mr_run_merge(one, other, &taken, &passed, &error), MR_ERR_MISMATCH);
  assert_non_null(strstr(error.message, "batch 3 of"));
  mr_run_free(one);
  mr_run_free(other);
}

static void a_folder_that_was_changed_is_no_run_any_more(void **state) {
  (void)state;
  mr_run *run = make_race("run");
  mr_error error = {.message = ""};
  mr_run_free(run);
  assert_int_equal(mr_run_open(run_in("nowhere"), &run, &error), MR_ERR_UNKNOWN);
  assert_non_null(strstr(error.message, "is no run"));
  chmod(run_in("run/rules.ini"), 0644);
  put(run_in("run/rules.ini"), "[race]\n");
  assert_int_equal(mr_run_open(run_in("run"), &run, &error), MR_ERR_MISMATCH);
  assert_non_null(strstr(error.message, "rules.ini' is not what the run was made with"));
  chmod(run_in("run/experiment"), 0644);
  put(run_in("run/experiment"), "[experiment]\ngame = race\nprogram = 0.0.1\n");
  assert_int_equal(mr_run_open(run_in("run"), &run, &error), MR_ERR_MISMATCH);
  assert_non_null(strstr(error.message, "was made by marcher 0.0.1"));
  put(run_in("run/experiment"), "[experiment]\ngame = race\n");
  assert_int_equal(mr_run_open(run_in("run"), &run, &error), MR_ERR_SYNTAX);
  assert_non_null(strstr(error.message, "and no run"));
}

static void a_raised_flag_leaves_no_batch(void **state) {
  (void)state;
  mr_run *run = make_race("run");
  atomic_bool stop = true;
  mr_error error = {.message = ""};
  const mr_run_where where = {.cores = 2, .stop = &stop};
  mr_run_look look;
  assert_int_equal(mr_batch_make(run, 0, &stop, NULL, &error), MR_ERR_CANCELLED);
  assert_int_not_equal(access(run_in("run/batches/0"), F_OK), 0);
  /* Here the flag is seen by the crew, which may have computed some by then. */
  mr_status status = mr_run_play(run, &where, NULL, &look, &error);
  assert_true(status == MR_OK || status == MR_ERR_CANCELLED);
  assert_true(look.damaged == 0);
  mr_run_sum_free(look.sum);
  mr_run_free(run);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_plan_is_written_as_it_is_read),
    cmocka_unit_test(what_is_wrong_with_a_plan_has_its_place),
    cmocka_unit_test_setup_teardown(batches_are_the_same_whoever_computes_them, run_begin, run_end),
    cmocka_unit_test_setup_teardown(batches_say_together_what_one_batch_says, run_begin, run_end),
    cmocka_unit_test_setup_teardown(matches_say_the_same_in_batches_of_any_size, run_begin,
                                    run_end),
    cmocka_unit_test_setup_teardown(a_study_says_the_same_in_batches_of_any_size_and_order,
                                    run_begin, run_end),
    cmocka_unit_test_setup_teardown(a_strength_of_a_study_may_have_fewer_games, run_begin, run_end),
    cmocka_unit_test_setup_teardown(a_batch_of_a_study_that_lacks_a_part_is_none, run_begin,
                                    run_end),
    cmocka_unit_test_setup_teardown(damaged_batches_cost_themselves_alone, run_begin, run_end),
    cmocka_unit_test_setup_teardown(what_is_of_another_run_is_refused, run_begin, run_end),
    cmocka_unit_test_setup_teardown(runs_merge_and_unequal_batches_are_named, run_begin, run_end),
    cmocka_unit_test_setup_teardown(a_folder_that_was_changed_is_no_run_any_more, run_begin,
                                    run_end),
    cmocka_unit_test_setup_teardown(a_raised_flag_leaves_no_batch, run_begin, run_end),
};

MR_TEST_MAIN(tests)
