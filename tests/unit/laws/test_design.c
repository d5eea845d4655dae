/*
 * What is said of a definition's design: each fault is found where it was planted, in definitions
 * of several kinds, and nothing is said of healthy ones, those of the catalogue first.
 */
#include <marcher/design.h>

#include <stdio.h>
#include <string.h>

#include "catalog_fixture.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "test_main.h"
#include "toy_games.h"

/* Random games of each: all else is played in proportion. */
enum { GAMES = 60, GAMES_OF_CATALOGUE = 12 };
/* How often each fault was planted. */
enum { PLANTED = MR_SLOW_BUILD ? 1 : 3 };

/* A file of tests/data/design on the catalogue. */
static void add_file(mr_catalog_fixture *catalogue, const char *file) {
  char path[256];
  static char text[1 << 16];
  snprintf(path, sizeof path, "%s/tests/data/design/%s", MR_SOURCE_DIR, file);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  size_t length = fread(text, 1, sizeof text, in);
  fclose(in);
  assert_int_equal(mr_catalog_add(catalogue->catalog, file, text, length, &catalogue->list), MR_OK);
}

static mr_design_report report_on(const mr_game *game, const mr_game *parent, unsigned games,
                                  mr_arena *arena) {
  mr_design_report report;
  mr_design_options options = {.seed = 1, .games = games, .parent = parent};
  mr_error err = {.message = ""};
  if (mr_design_check(game, &options, NULL, arena, &report, &err) != MR_OK) {
    fail_msg("%s: %s", game->info.name, err.message);
  }
  for (size_t i = 0; i < report.breach_count; i++) {
    print_error("%s: %s: %s\n", game->info.name, mr_law_name(report.breaches[i].law),
                report.breaches[i].message);
  }
  return report;
}

static bool finds(const mr_design_report *report, const char *fault) {
  for (size_t i = 0; i < report->finding_count; i++) {
    if (strcmp(mr_design_name(report->findings[i].fault), fault) == 0) {
      assert_true(report->findings[i].proven || report->findings[i].games > 0);
      return true;
    }
  }
  return false;
}

static void every_planted_fault_is_found(void **unused) {
  (void)unused;
  unsigned planted[MR_DESIGN_FAULT_COUNT] = {0};
  mr_catalog_fixture catalogue;
  mr_catalog_fixture_open(&catalogue);
  size_t first = mr_catalog_count(catalogue.catalog);
  add_file(&catalogue, "faults.ini");
  for (size_t i = first; i < mr_catalog_count(catalogue.catalog); i++) {
    const char *name = mr_catalog_name(catalogue.catalog, i);
    if (name[strlen(name) - 1] >= 'a' + PLANTED) {
      continue;
    }
    mr_game *game = mr_catalog_fixture_game(&catalogue, name, NULL, 0);
    mr_design_report report = report_on(game, NULL, GAMES, &catalogue.arena);
    char fault[64];
    snprintf(fault, sizeof fault, "%.*s", (int)(strlen(name) - 2), name);
    assert_int_equal(report.breach_count, 0);
    if (!finds(&report, fault)) {
      fail_msg("%s: %zu findings, the first is '%s'", name, report.finding_count,
               report.finding_count > 0 ? report.findings[0].message : "");
    }
    for (int k = 0; k < MR_DESIGN_FAULT_COUNT; k++) {
      planted[k] += strcmp(mr_design_name((mr_design_fault)k), fault) == 0;
    }
    mr_game_free(game);
  }
  for (int k = 0; k < MR_DESIGN_FAULT_COUNT; k++) {
    assert_true(planted[k] >= PLANTED);
  }
  mr_catalog_fixture_close(&catalogue);
}

/* Whether the definition says that it is meant so. */
static bool is_intended(mr_catalog_fixture *catalogue, const char *name, mr_design_fault fault) {
  mr_definition definition;
  assert_int_equal(mr_catalog_resolve(catalogue->catalog, name, NULL, 0, &catalogue->arena,
                                      &definition, &catalogue->list),
                   MR_OK);
  const mr_setting *setting = mr_definition_find(&definition, "intended");
  return setting != NULL && strstr(setting->text, mr_design_name(fault)) != NULL;
}

static void expect_intended(mr_catalog_fixture *catalogue, const char *name,
                            const mr_design_report *report) {
  for (size_t k = 0; k < report->finding_count; k++) {
    if (!is_intended(catalogue, name, report->findings[k].fault)) {
      fail_msg("%s: %s", name, report->findings[k].message);
    }
  }
}

static void expect_nothing(mr_catalog_fixture *catalogue, size_t index, unsigned games) {
  const char *name = mr_catalog_name(catalogue->catalog, index);
  mr_definition definition;
  assert_int_equal(mr_catalog_resolve(catalogue->catalog, name, NULL, 0, &catalogue->arena,
                                      &definition, &catalogue->list),
                   MR_OK);
  mr_game *game = mr_catalog_fixture_game(catalogue, name, NULL, 0);
  mr_game *parent = definition.parent != NULL
                        ? mr_catalog_fixture_game(catalogue, definition.parent, NULL, 0)
                        : NULL;
  mr_design_report report = report_on(game, parent, games, &catalogue->arena);
  assert_int_equal(report.breach_count, 0);
  expect_intended(catalogue, name, &report);
  mr_game_free(parent);
  mr_game_free(game);
}

static void nothing_is_said_of_healthy_definitions(void **unused) {
  (void)unused;
  mr_catalog_fixture catalogue;
  mr_catalog_fixture_open(&catalogue);
  size_t first = mr_catalog_count(catalogue.catalog);
  add_file(&catalogue, "healthy.ini");
  for (size_t i = first; i < mr_catalog_count(catalogue.catalog); i++) {
    expect_nothing(&catalogue, i, GAMES);
  }
  mr_catalog_fixture_close(&catalogue);
}

static void nothing_is_said_of_the_catalogue_that_is_not_meant_so(void **unused) {
  (void)unused;
  if (MR_SLOW_BUILD) {
    skip(); /* other definitions come through the same lines, and laws of these are of tests/law */
  }
  mr_catalog_fixture catalogue;
  mr_catalog_fixture_open(&catalogue);
  for (size_t i = 0; i < mr_catalog_count(catalogue.catalog); i++) {
    if (mr_catalog_takes(catalogue.catalog, i)) {
      expect_nothing(&catalogue, i, GAMES_OF_CATALOGUE);
    }
  }
  mr_catalog_fixture_close(&catalogue);
}

static void a_game_that_breaks_a_law_is_reported_with_its_place(void **unused) {
  (void)unused;
  mr_arena arena;
  mr_arena_init(&arena, NULL, 0);
  mr_game *game = mr_toy_new(MR_TOY_STALE_HASH);
  mr_design_report report;
  mr_design_options options = {.seed = 3};
  assert_int_equal(mr_design_check(game, &options, NULL, &arena, &report, NULL), MR_OK);
  assert_true(report.breach_count > 0);
  const mr_design_breach *breach = &report.breaches[0];
  assert_int_equal(breach->law, MR_LAW_HASH);
  assert_string_not_equal(breach->state, "");
  assert_string_not_equal(breach->message, "");
  mr_laws_report again;
  mr_laws_options repeat = {.seed = breach->seed, .games = 1};
  assert_int_equal(mr_laws_check(game, &repeat, NULL, &again, NULL), MR_OK);
  assert_true(again.failures[breach->law] > 0);
  mr_game_free(game);
  mr_arena_done(&arena);
}

static bool stop_at_once(void *context, const char *doing, unsigned percent) {
  unsigned *calls = context;
  assert_non_null(doing);
  assert_true(percent <= 100);
  ++*calls;
  return false;
}

static void who_stops_it_is_told_what_was_seen_until_then(void **unused) {
  (void)unused;
  mr_arena arena;
  mr_arena_init(&arena, NULL, 0);
  mr_game *game = mr_toy_new(MR_TOY_SOUND);
  mr_design_report report;
  unsigned calls = 0;
  mr_design_options options = {.seed = 3, .progress = stop_at_once, .context = &calls};
  assert_int_equal(mr_design_check(game, &options, NULL, &arena, &report, NULL), MR_OK);
  assert_true(report.cut_short);
  assert_int_equal(calls, 1);
  assert_int_equal(report.random.games, 0);
  mr_game_free(game);
  mr_arena_done(&arena);
}

static void without_memory_it_says_so(void **unused) {
  (void)unused;
  mr_game *game = mr_toy_new(MR_TOY_SOUND);
  mr_design_report report;
  mr_design_options options = {.seed = 3, .games = 1};
  bool done = false;
  for (size_t n = 1; !done; n++) {
    mr_fail_alloc failing;
    mr_fail_alloc_init(&failing, n);
    mr_arena arena;
    mr_arena_init(&arena, &failing.allocator, 0);
    mr_status status = mr_design_check(game, &options, &failing.allocator, &arena, &report, NULL);
    done = status == MR_OK;
    assert_true(done || status == MR_ERR_NOMEM);
    mr_arena_done(&arena);
    assert_true(mr_fail_alloc_clean(&failing));
    n += n / 4;
  }
  mr_game_free(game);
  assert_int_equal(mr_design_check(NULL, &options, NULL, NULL, &report, NULL), MR_ERR_ARGUMENT);
}

static void faults_have_names_and_sentences(void **unused) {
  (void)unused;
  for (int k = 0; k < MR_DESIGN_FAULT_COUNT; k++) {
    assert_string_not_equal(mr_design_name((mr_design_fault)k), "?");
    assert_string_not_equal(mr_design_text((mr_design_fault)k), "?");
  }
  assert_string_equal(mr_design_name(MR_DESIGN_FAULT_COUNT), "?");
  assert_string_equal(mr_design_text(MR_DESIGN_FAULT_COUNT), "?");
}

/* Where hands are dealt and dice are rolled, what players chose is counted, and no more. */
static void deals_and_dice_are_no_decisions(void **unused) {
  (void)unused;
  static const char text[] = "[one-ply:borderline]\nply_cap = 1\n"
                             "[many-pieces:borderline]\npieces = 30\nply_cap = 16\n"
                             "[set:borderline]\ncolumns = 3\nrows = 5\nstart = "
                             "1R2721/3/1R2721/2B222/1B2221 R 222,272,777 222,727 0 6\n";
  mr_catalog_fixture catalogue;
  mr_catalog_fixture_open(&catalogue);
  assert_int_equal(
      mr_catalog_add(catalogue.catalog, "text.ini", text, strlen(text), &catalogue.list), MR_OK);
  mr_game *game = mr_catalog_fixture_game(&catalogue, "one-ply", NULL, 0);
  mr_design_report report = report_on(game, NULL, GAMES, &catalogue.arena);
  assert_int_equal(report.random.longest, 31);
  assert_int_equal(report.random.decisions, 1);
  assert_true(finds(&report, "dead-start"));
  mr_game_free(game);
  game = mr_catalog_fixture_game(&catalogue, "many-pieces", NULL, 0);
  report = report_on(game, NULL, GAMES, &catalogue.arena);
  assert_true(report.random.longest > 60);
  assert_true(finds(&report, "drawish"));
  mr_game_free(game);
  game = mr_catalog_fixture_game(&catalogue, "set", NULL, 0);
  report = report_on(game, NULL, GAMES, &catalogue.arena);
  assert_true(finds(&report, "dead-goal"));
  mr_game_free(game);
  mr_catalog_fixture_close(&catalogue);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_planted_fault_is_found),
    cmocka_unit_test(nothing_is_said_of_healthy_definitions),
    cmocka_unit_test(deals_and_dice_are_no_decisions),
    cmocka_unit_test(nothing_is_said_of_the_catalogue_that_is_not_meant_so),
    cmocka_unit_test(a_game_that_breaks_a_law_is_reported_with_its_place),
    cmocka_unit_test(who_stops_it_is_told_what_was_seen_until_then),
    cmocka_unit_test(without_memory_it_says_so),
    cmocka_unit_test(faults_have_names_and_sentences),
};

MR_TEST_MAIN(tests)
