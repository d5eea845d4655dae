#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/engine.h>
#include <marcher/tune.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "instruments.h"

/** A game of the catalogue. */
typedef struct fixture {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
} fixture;

static void catalog_fixture_open(fixture *s, const char *name) {
  *s = (fixture){0};
  mr_arena_init(&s->arena, NULL, 0);
  mr_diagnostics_init(&s->list, &s->arena);
  assert_int_equal(mr_catalog_new(NULL, &s->catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(s->catalog, name, NULL, 0, &s->game, &s->list), MR_OK);
}

static void catalog_fixture_close(fixture *s) {
  mr_game_free(s->game);
  mr_catalog_free(s->catalog);
  mr_arena_done(&s->arena);
}

static const mr_tune_options small = {.games = MR_SLOW_BUILD ? 24 : 40,
                                      .nodes = 60,
                                      .seed = 3,
                                      .rounds = 2,
                                      .epochs = 4,
                                      .gate_games = 4};

/** A file of games, of this process. */
static const char *path(void) {
  static char name[64];
  snprintf(name, sizeof name, "tune-test-%d.games", (int)getpid());
  return name;
}

static void read_games(mr_str *out) {
  char buffer[8192];
  size_t some = 0;
  FILE *file = fopen(path(), "rb");
  assert_non_null(file);
  mr_str_reset(out);
  while ((some = fread(buffer, 1, sizeof buffer, file)) > 0) {
    mr_str_bytes(out, buffer, some);
  }
  fclose(file);
}

static void write_games(const mr_str *text) {
  FILE *file = fopen(path(), "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(mr_str_text(text), 1, text->length, file), text->length);
  fclose(file);
}

/** Tunes; `games` (may be NULL) is loaded first and receives the games played. */
static mr_status tune(const fixture *s, const mr_tune_options *options, mr_str *games, mr_str *out,
                      mr_tune_report *report) {
  mr_tune *work = NULL;
  mr_error err = {.message = ""};
  mr_tune_options how = *options;
  unlink(path());
  how.positions = games != NULL ? path() : NULL;
  if (games != NULL && games->length > 0) {
    write_games(games);
  }
  if (mr_tune_new(s->game, &how, &work, &err) != MR_OK) {
    fail_msg("%u: %s", (unsigned)err.line, err.message);
  }
  mr_status status = mr_tune_run(work, report, &err);
  if (out != NULL) {
    mr_tune_write(work, out);
  }
  mr_tune_free(work);
  if (games != NULL) {
    read_games(games);
  }
  unlink(path());
  return status;
}

static void one_seed_gives_the_same_bytes_with_any_number_of_threads(void **state) {
  (void)state;
  fixture s;
  mr_str games[2], weights[2];
  catalog_fixture_open(&s, "chess");
  for (unsigned i = 0; i < 2; i++) {
    mr_tune_report report;
    mr_tune_options options = small;
    options.threads = i == 0 ? 1 : 3;
    games[i] = mr_str_growing(NULL);
    weights[i] = mr_str_growing(NULL);
    assert_int_equal(tune(&s, &options, &games[i], &weights[i], &report), MR_OK);
    assert_int_equal(report.games, small.games);
    assert_int_equal(report.results[0] + report.results[1] + report.results[2], small.games);
    assert_true(report.positions > 300 && report.held_out > 20);
  }
  assert_true(weights[0].length > 2000);
  assert_string_equal(mr_str_text(&games[0]), mr_str_text(&games[1]));
  assert_string_equal(mr_str_text(&weights[0]), mr_str_text(&weights[1]));
  for (unsigned i = 0; i < 2; i++) {
    mr_str_done(&games[i]);
    mr_str_done(&weights[i]);
  }
  catalog_fixture_close(&s);
}

static void another_seed_gives_other_games(void **state) {
  (void)state;
  fixture s;
  mr_str games[2];
  catalog_fixture_open(&s, "chess");
  for (unsigned i = 0; i < 2; i++) {
    mr_tune_report report;
    mr_tune_options options = small;
    options.seed += i;
    games[i] = mr_str_growing(NULL);
    assert_int_equal(tune(&s, &options, &games[i], NULL, &report), MR_OK);
  }
  assert_string_not_equal(strstr(mr_str_text(&games[0]), "\ngame"),
                          strstr(mr_str_text(&games[1]), "\ngame"));
  mr_str_done(&games[0]);
  mr_str_done(&games[1]);
  catalog_fixture_close(&s);
}

static void a_tuning_goes_on_where_its_games_were_cut_off(void **state) {
  (void)state;
  fixture s;
  mr_str whole, part, weights[2];
  mr_tune_report report;
  catalog_fixture_open(&s, "colorboundmost");
  whole = mr_str_growing(NULL);
  part = mr_str_growing(NULL);
  weights[0] = mr_str_growing(NULL);
  weights[1] = mr_str_growing(NULL);
  assert_int_equal(tune(&s, &small, &whole, &weights[0], &report), MR_OK);
  /* In the first round, in the middle of a game; and in the second. */
  for (size_t quarter = 1; quarter <= 3; quarter += 2) {
    mr_str_reset(&part);
    mr_str_reset(&weights[1]);
    mr_str_bytes(&part, mr_str_text(&whole), whole.length * quarter / 4);
    assert_int_equal(tune(&s, &small, &part, &weights[1], &report), MR_OK);
    assert_string_equal(mr_str_text(&part), mr_str_text(&whole));
    assert_string_equal(mr_str_text(&weights[1]), mr_str_text(&weights[0]));
  }
  mr_str_done(&whole);
  mr_str_done(&part);
  mr_str_done(&weights[0]);
  mr_str_done(&weights[1]);
  catalog_fixture_close(&s);
}

static void what_is_learnt_foretells_games_not_learnt_from(void **state) {
  (void)state;
  if (MR_SLOW_BUILD) {
    skip(); /* what is learnt is the same in every build */
  }
  fixture s;
  mr_tune_report report;
  mr_tune_options options = {.games = MR_BRIEF_BUILD ? 160 : 200,
                             .nodes = 60,
                             .seed = 2,
                             .rounds = 1,
                             .epochs = 40,
                             .gate_games = 4};
  catalog_fixture_open(&s, "battle-of-ideologies");
  mr_str weights = mr_str_growing(NULL);
  assert_int_equal(tune(&s, &options, NULL, &weights, &report), MR_OK);
  assert_true(report.loss_after < report.loss_before);
  assert_true(report.scale > 10);
  /* The engine takes them. */
  mr_engine *engine = NULL;
  mr_engine_options how = {.kind = "alphabeta", .weights = mr_str_text(&weights)};
  assert_int_equal(mr_engine_new(s.game, &how, &engine, NULL), MR_OK);
  mr_engine_free(engine);
  mr_str_done(&weights);
  catalog_fixture_close(&s);
}

static void files_of_other_games_are_refused(void **state) {
  (void)state;
  static const char *const texts[] = {"", "hello\n", "marcher-tune 1 chess 0000000000000000\n"};
  static const mr_status statuses[] = {MR_ERR_SYNTAX, MR_ERR_SYNTAX, MR_ERR_ILLEGAL};
  fixture s;
  mr_tune *work = NULL;
  mr_error err;
  catalog_fixture_open(&s, "chess");
  assert_int_equal(mr_tune_new(s.game, &small, &work, &err), MR_OK);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(mr_tune_load(work, texts[i], strlen(texts[i]), NULL, &err), statuses[i]);
    assert_int_equal(err.line, 1);
  }
  mr_str text = mr_str_growing(NULL);
  mr_tune_head(work, &text);
  mr_str_add(&text, "game 1 2\n");
  assert_int_equal(mr_tune_load(work, mr_str_text(&text), text.length, NULL, &err), MR_ERR_SYNTAX);
  assert_int_equal(err.line, 3);
  mr_str_done(&text);
  mr_tune_free(work);
  catalog_fixture_close(&s);
}

static void terms_that_do_not_fit_into_memory_give_weights_as_good(void **state) {
  (void)state;
  fixture s;
  mr_tune_report reports[2];
  mr_str weights[2] = {mr_str_growing(NULL), mr_str_growing(NULL)};
  catalog_fixture_open(&s, "chess");
  for (unsigned i = 0; i < 2; i++) {
    mr_tune_options options = small;
    options.rounds = 1;
    options.epochs = 10;
    options.games = MR_SLOW_BUILD ? 40 : 160;
    options.memory = i == 0 ? 0 : 20000; /* some hundred positions */
    assert_int_equal(tune(&s, &options, NULL, &weights[i], &reports[i]), MR_OK);
  }
  /* The same positions in another order. */
  assert_int_equal(reports[0].positions, reports[1].positions);
  assert_int_equal(reports[0].held_out, reports[1].held_out);
  assert_true(reports[1].loss_after < reports[1].loss_before);
  assert_true(reports[1].loss_after < reports[0].loss_after + 0.05);
  mr_str_done(&weights[0]);
  mr_str_done(&weights[1]);
  catalog_fixture_close(&s);
}

static void what_cannot_be_done_is_said(void **state) {
  (void)state;
  fixture s;
  mr_tune *work = NULL;
  mr_error err;
  mr_tune_report report = {.games = 7};
  atomic_bool stop = true;
  mr_tune_options options = small;
  catalog_fixture_open(&s, "borderline");
  assert_int_equal(mr_tune_new(s.game, &small, &work, &err), MR_ERR_UNSUPPORTED);
  catalog_fixture_close(&s);
  catalog_fixture_open(&s, "chess");
  options.games = MR_TUNE_GAMES_MAX + 1;
  assert_int_equal(mr_tune_new(s.game, &options, &work, &err), MR_ERR_RANGE);
  options.games = 2;
  options.weights = "[x]\nvalue = y:1\n";
  assert_int_equal(mr_tune_new(s.game, &options, &work, &err), MR_ERR_ILLEGAL);
  options.weights = NULL;
  assert_int_equal(tune(&s, &options, NULL, NULL, &report), MR_ERR_ILLEGAL); /* too few */
  options = small;
  options.stop = &stop;
  assert_int_equal(tune(&s, &options, NULL, NULL, &report), MR_ERR_CANCELLED);
  options = small;
  options.positions = "/dev/full/games";
  assert_int_equal(mr_tune_new(s.game, &options, &work, &err), MR_ERR_IO);
  assert_int_equal(report.games, 7);
  catalog_fixture_close(&s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(one_seed_gives_the_same_bytes_with_any_number_of_threads),
    cmocka_unit_test(another_seed_gives_other_games),
    cmocka_unit_test(a_tuning_goes_on_where_its_games_were_cut_off),
    cmocka_unit_test(what_is_learnt_foretells_games_not_learnt_from),
    cmocka_unit_test(terms_that_do_not_fit_into_memory_give_weights_as_good),
    cmocka_unit_test(files_of_other_games_are_refused),
    cmocka_unit_test(what_cannot_be_done_is_said),
};

MR_TEST_MAIN(tests)
