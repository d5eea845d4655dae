#include <marcher/catalog.h>
#include <marcher/tune_search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_main.h"

typedef struct fixture {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *games[2];
  char journal[64];
} fixture;

static const char *const NAMES[] = {"ReductionDivisor", "FutilityMargin"};
static const mr_spsa_number NUMBERS[] = {
    {.start = 1060, .least = 400, .most = 3000, .step = 600, .whole = true},
    {.start = 105, .least = 10, .most = 400, .step = 90, .whole = true}};

static int open_fixture(void **state) {
  static fixture s;
  mr_arena_init(&s.arena, NULL, 0);
  mr_diagnostics_init(&s.list, &s.arena);
  assert_int_equal(mr_catalog_new(NULL, &s.catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(s.catalog, "gardner", NULL, 0, &s.games[0], &s.list), MR_OK);
  assert_int_equal(mr_catalog_open(s.catalog, "losalamos", NULL, 0, &s.games[1], &s.list), MR_OK);
  strcpy(s.journal, "spsa-test-XXXXXX");
  int file = mkstemp(s.journal);
  assert_true(file >= 0);
  close(file);
  *state = &s;
  return 0;
}

static int close_fixture(void **state) {
  fixture *s = *state;
  unlink(s->journal);
  mr_game_free(s->games[0]);
  mr_game_free(s->games[1]);
  mr_catalog_free(s->catalog);
  mr_arena_done(&s->arena);
  return 0;
}

static mr_tune_search_options options_of(const fixture *s) {
  return (mr_tune_search_options){.games = (const mr_game *const *)s->games,
                                  .game_count = 2,
                                  .names = NAMES,
                                  .numbers = NUMBERS,
                                  .count = 2,
                                  .trials = 6,
                                  .pairs = 1,
                                  .nodes = 150,
                                  .seed = 2,
                                  .threads = 1,
                                  .journal = s->journal};
}

static void read_file(const char *path, mr_str *out) {
  char buffer[4096];
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  mr_str_reset(out);
  mr_str_bytes(out, buffer, fread(buffer, 1, sizeof buffer, file));
  fclose(file);
}

static void write_file(const char *path, const char *bytes, size_t length) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  fclose(file);
}

static void threads_and_kills_change_nothing(void **state) {
  const fixture *s = *state;
  mr_tune_search_options options = options_of(s);
  mr_spsa once, again;
  mr_str whole = mr_str_growing(NULL), other = mr_str_growing(NULL);
  assert_int_equal(truncate(s->journal, 0), 0);
  assert_int_equal(mr_tune_search_run(&options, &once, NULL), MR_OK);
  assert_int_equal(once.done, 6);
  read_file(s->journal, &whole);
  /* Killed in the middle of a line, and behind one; and then with more threads. */
  size_t line = (size_t)(strchr(mr_str_text(&whole), '\n') - mr_str_text(&whole)) + 1;
  const size_t cuts[] = {line, whole.length / 2, whole.length - 3};
  for (size_t i = 0; i < 3; i++) {
    write_file(s->journal, mr_str_text(&whole), cuts[i]);
    options.threads = (unsigned)i + 1;
    assert_int_equal(mr_tune_search_run(&options, &again, NULL), MR_OK);
    read_file(s->journal, &other);
    assert_string_equal(mr_str_text(&other), mr_str_text(&whole));
    assert_memory_equal(once.at, again.at, sizeof once.at);
  }
  mr_str_done(&whole);
  mr_str_done(&other);
}

static void journals_of_other_work_and_damaged_ones_are_refused(void **state) {
  const fixture *s = *state;
  mr_tune_search_options options = options_of(s);
  mr_spsa spsa;
  mr_error err;
  mr_str whole = mr_str_growing(NULL);
  assert_int_equal(truncate(s->journal, 0), 0);
  options.trials = 2;
  assert_int_equal(mr_tune_search_run(&options, &spsa, NULL), MR_OK);
  read_file(s->journal, &whole);
  options.nodes = 151;
  assert_int_equal(mr_tune_search_run(&options, &spsa, &err), MR_ERR_MISMATCH);
  options.nodes = 150;
  write_file(s->journal, "hello\n", 6);
  assert_int_equal(mr_tune_search_run(&options, &spsa, &err), MR_ERR_MISMATCH);
  /* Any changed byte of a trial is seen. */
  size_t first = (size_t)(strchr(mr_str_text(&whole), '\n') - mr_str_text(&whole)) + 1;
  for (size_t at = first; at + 1 < whole.length; at++) {
    char saved = whole.data[at];
    whole.data[at] = saved == '7' ? '8' : '7';
    write_file(s->journal, mr_str_text(&whole), whole.length);
    assert_int_equal(mr_tune_search_run(&options, &spsa, &err), MR_ERR_SYNTAX);
    assert_true(err.line == 2 || err.line == 3);
    whole.data[at] = saved;
  }
  mr_str_done(&whole);
}

static void what_cannot_be_tuned_is_told(void **state) {
  const fixture *s = *state;
  mr_tune_search_options options = options_of(s);
  mr_spsa spsa;
  mr_error err;
  atomic_bool stop = true;
  const char *const wrong[] = {"Nonsense", "FutilityMargin"};
  const mr_spsa_number wide[] = {NUMBERS[0], {.start = 105, .least = 0, .most = 4000}};
  options.journal = NULL;
  options.stop = &stop;
  assert_int_equal(mr_tune_search_run(&options, &spsa, &err), MR_ERR_CANCELLED);
  options.names = wrong;
  assert_int_equal(mr_tune_search_run(&options, &spsa, &err), MR_ERR_UNKNOWN);
  options.names = NAMES;
  options.numbers = wide;
  assert_int_equal(mr_tune_search_run(&options, &spsa, &err), MR_ERR_RANGE);
  options.game_count = 0;
  assert_int_equal(mr_tune_search_run(&options, &spsa, &err), MR_ERR_RANGE);
}

static void what_was_found_plays_what_there_is(void **state) {
  const fixture *s = *state;
  mr_tune_search_options options = options_of(s);
  mr_spsa spsa;
  mr_tally tally;
  mr_str text = mr_str_growing(NULL);
  bool passes = true;
  options.journal = NULL;
  options.trials = 1;
  assert_int_equal(mr_tune_search_run(&options, &spsa, NULL), MR_OK);
  mr_tune_search_write(&options, &spsa, &text);
  assert_non_null(strstr(mr_str_text(&text), "ReductionDivisor="));
  assert_non_null(strstr(mr_str_text(&text), " FutilityMargin="));
  assert_int_equal(mr_tune_search_match(&options, &spsa, 1, 4, &tally, NULL), MR_OK);
  uint64_t cells[MR_TALLY_GAME_CELLS], games = 0;
  mr_tally_game_cells(&tally, cells);
  for (size_t i = 0; i < MR_TALLY_GAME_CELLS; i++) {
    games += cells[i];
  }
  assert_int_equal(games, 4);
  (void)mr_tune_search_verdict(&(mr_tally){0}, &passes);
  assert_false(passes);
  mr_str_done(&text);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(threads_and_kills_change_nothing),
    cmocka_unit_test(journals_of_other_work_and_damaged_ones_are_refused),
    cmocka_unit_test(what_cannot_be_tuned_is_told),
    cmocka_unit_test(what_was_found_plays_what_there_is),
};

MR_TEST_MAIN_WITH(tests, open_fixture, close_fixture)
