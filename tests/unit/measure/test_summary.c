/* What games say together as text: written, read, added, refused. */
#include <marcher/catalog.h>
#include <marcher/measure.h>
#include <marcher/measures.h>
#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"

/* White's king is home in two turns; few games, small ones. */
static const char race[] = "[race]\n"
                           "maxFile = 5\nmaxRank = 5\n"
                           "king = k:W\nimmobile = x\n"
                           "flagPiece = k\nflagRegionWhite = *3\nflagRegionBlack = a1\n"
                           "startFen = 4k/4X/5/5/K4 w - - 0 1\n";

enum { GAMES = 12 };

/* Too large for the stack, and of one test at a time. */
static mr_played played;
static mr_summary whole, half, both;
static mr_game *game;

static int open_game(void **state) {
  mr_arena arena;
  mr_diagnostics list;
  mr_catalog *catalog = NULL;
  (void)state;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(catalog, "test.ini", race, strlen(race), &list), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, "race", NULL, 0, &game, &list), MR_OK);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return 0;
}

static int close_game(void **state) {
  (void)state;
  mr_game_free(game);
  return 0;
}

/* Games first .. end - 1. */
static void play(mr_summary *out, uint64_t first, uint64_t end) {
  mr_experiment experiment;
  mr_experimenter *worker = NULL;
  assert_int_equal(mr_experiment_init(game, "nodes:20", 3, &experiment, NULL), MR_OK);
  experiment.probe = 10;
  assert_int_equal(mr_experimenter_new(&experiment, &worker, NULL), MR_OK);
  for (uint64_t i = first; i < end; i++) {
    assert_int_equal(mr_experimenter_play(worker, i, &played, NULL), MR_OK);
    assert_int_equal(mr_summary_add(out, &played, NULL), MR_OK);
  }
  mr_experimenter_free(worker);
}

static void write(const mr_summary *summary, mr_str *out) {
  mr_str_reset(out);
  assert_int_equal(mr_summary_write(summary, out, NULL), MR_OK);
}

static mr_status take(mr_summary *out, const char *text, mr_error *error) {
  return mr_summary_read(game, text, strlen(text), out, error);
}

static void begin(void) {
  mr_summary_init(&whole, game, NULL);
  mr_summary_init(&half, game, NULL);
  mr_summary_init(&both, game, NULL);
}

static void end(void) {
  mr_summary_done(&whole);
  mr_summary_done(&half);
  mr_summary_done(&both);
}

static void texts_of_parts_say_what_one_of_all_does(void **state) {
  (void)state;
  mr_str one = mr_str_growing(NULL), other = mr_str_growing(NULL);
  begin();
  play(&whole, 0, GAMES);
  play(&half, 0, 5);
  write(&half, &one);
  assert_int_equal(take(&both, mr_str_text(&one), NULL), MR_OK);
  mr_summary_done(&half);
  mr_summary_init(&half, game, NULL);
  play(&half, 5, GAMES);
  write(&half, &one);
  assert_int_equal(take(&both, mr_str_text(&one), NULL), MR_OK);
  write(&whole, &one);
  write(&both, &other);
  assert_string_equal(mr_str_text(&one), mr_str_text(&other));
  /* Something is told in each of its parts. */
  static const char *const parts[] = {"counts 2\n", "\nfirst ",   "\nfollowed 1", "\nshown ",
                                      "\ncolumn 5", "\narrived ", "\nopening ",   "\npiece "};
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    assert_non_null(strstr(mr_str_text(&one), parts[i]));
  }
  mr_str_done(&one);
  mr_str_done(&other);
  end();
}

static void every_measure_comes_back(void **state) {
  (void)state;
  mr_str text = mr_str_growing(NULL);
  size_t known = 0;
  begin();
  play(&whole, 0, GAMES);
  whole.courses.skill[1][MR_SKILL_STEPS] = 7;
  write(&whole, &text);
  assert_int_equal(take(&both, mr_str_text(&text), NULL), MR_OK);
  assert_int_equal(mr_measure_count(&whole), mr_measure_count(&both));
  for (size_t i = 0; i < mr_measure_count(&whole); i++) {
    mr_measure one, other;
    bool has = mr_measure_at(&whole, i, MR_TAIL_95, &one);
    assert_int_equal(mr_measure_at(&both, i, MR_TAIL_95, &other), has);
    if (has) {
      assert_string_equal(one.id, other.id);
      assert_true(one.total == other.total);
      assert_memory_equal(&one.interval, &other.interval, sizeof one.interval);
      known++;
    }
  }
  assert_true(known > 12);
  mr_str_done(&text);
  end();
}

/* The text with one line in the place of the first that begins with a word. */
static void with_line(const char *text, const char *word, const char *line, mr_str *out) {
  const char *at = strstr(text, word);
  assert_non_null(at);
  mr_str_reset(out);
  mr_str_bytes(out, text, (size_t)(at - text));
  mr_str_add(out, line);
  mr_str_add(out, at + strcspn(at, "\n"));
}

static void what_cannot_be_is_refused_and_changes_nothing(void **state) {
  (void)state;
  static const struct {
    const char *word;
    const char *line;
  } wrong[] = {
      {"won", "won 13 0"},
      {"first", "first 4 4 4 4 4"},
      {"first", "first 1 1"},
      {"comebacks", "comebacks 13"},
      {"turned", "turned 1"},
      {"skill10", "skill10 1 2 3"},
      {"ended", "ended 1:0"},
      {"ended", "ended 1:"},
      {"turns", "turns 3"},
      {"shown", "shown 9999:1"},
      {"shown", "shown 1:2 1:2"},
      {"shown", "shown 1:1 1:2 1:3 1:4"},
      {"column 3", "column 4 1"},
      {"column 0", "column 0 1 2 3 4 5 6 7 8 9 10 11 12 13"},
      {"column 1", "column 1 4294967296"},
      {"early", "early x"},
      {"arrived", "arrived 25:1"},
      {"arrived", "arrived 3:1 2:1"},
      {"opening", "opening 1 0 0 0 0 0"},
      {"opening", "opening 1 0 0 0 0 13"},
      {"opening", "opening 1 0 0 0 0 5\nopening 1 0 0 0 0 5"},
      {"piece", "piece 1 0 13 0 0 0 0 0 0"},
      {"counts", "counts two"},
      {"counts", "counts 1"},
  };
  mr_str text = mr_str_growing(NULL), bad = mr_str_growing(NULL), after = mr_str_growing(NULL);
  mr_str before = mr_str_growing(NULL);
  begin();
  play(&whole, 0, GAMES);
  play(&both, 0, 2);
  write(&whole, &text);
  write(&both, &before);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    mr_error error = {.message = ""};
    with_line(mr_str_text(&text), wrong[i].word, wrong[i].line, &bad);
    if (take(&both, mr_str_text(&bad), &error) != MR_ERR_SYNTAX) {
      fail_msg("taken: %s", wrong[i].line);
    }
    assert_non_null(strstr(error.message, "line "));
    write(&both, &after);
    assert_string_equal(mr_str_text(&before), mr_str_text(&after));
  }
  mr_str_done(&text);
  mr_str_done(&bad);
  mr_str_done(&before);
  mr_str_done(&after);
  end();
}

static void a_newer_format_is_refused_by_its_name_and_an_older_one_is_read(void **state) {
  (void)state;
  static const char older[] = "games 2\nwon 1 0\ndrawn 1\nunfinished 0\npoints 6 2\nactions 53\n"
                              "choices 1344\nnodes 3136\nended\nfelt\nturns 23 30\n"
                              "piece 1 0 2 1 9 0 0 0 0\n";
  mr_str text = mr_str_growing(NULL), newer = mr_str_growing(NULL);
  mr_error error = {.message = ""};
  begin();
  assert_int_equal(take(&both, older, NULL), MR_OK);
  assert_true(both.games == 2 && both.turns[1] == 30 && both.piece_count == 1);
  assert_true(both.courses.followed == 0 && both.courses.opening_count == 0);
  play(&whole, 0, 2);
  write(&whole, &text);
  assert_int_equal(take(&both, mr_str_text(&text), NULL), MR_OK);
  assert_true(both.games == 4 && both.courses.followed == whole.courses.followed);
  with_line(mr_str_text(&text), "counts", "counts 4\nmoods 5", &newer);
  assert_int_equal(take(&both, mr_str_text(&newer), &error), MR_ERR_UNSUPPORTED);
  assert_non_null(strstr(error.message, "format 4"));
  assert_true(both.games == 4);
  mr_str_done(&text);
  mr_str_done(&newer);
  end();
}

/* What programs before cannot know of has a format of its own, and all else is as they wrote it. */
static void pairs_that_were_broken_off_are_of_the_newest_format(void **state) {
  (void)state;
  mr_str text = mr_str_growing(NULL), again = mr_str_growing(NULL);
  begin();
  play(&whole, 0, 2);
  whole.courses.skill[1][4] = 3;
  write(&whole, &text);
  assert_non_null(strstr(mr_str_text(&text), "counts 2\n"));
  assert_null(strstr(mr_str_text(&text), "\nneither"));
  whole.courses.skill_once[1][2] = 1;
  whole.courses.skill_neither[1] = 2;
  write(&whole, &text);
  assert_non_null(strstr(mr_str_text(&text), "counts 3\n"));
  assert_int_equal(take(&both, mr_str_text(&text), NULL), MR_OK);
  assert_true(both.courses.skill_once[1][2] == 1 && both.courses.skill_neither[1] == 2);
  write(&both, &again);
  assert_string_equal(mr_str_text(&text), mr_str_text(&again));
  mr_str_done(&text);
  mr_str_done(&again);
  end();
}

static void without_memory_nothing_is_added(void **state) {
  (void)state;
  mr_str text = mr_str_growing(NULL), before = mr_str_growing(NULL), after = mr_str_growing(NULL);
  begin();
  play(&whole, 0, GAMES);
  write(&whole, &text);
  bool done = false;
  for (size_t request = 1; !done; request++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, request);
    mr_summary_init(&both, game, &memory.allocator);
    write(&both, &before);
    mr_status status = take(&both, mr_str_text(&text), NULL);
    assert_true(status == MR_OK || status == MR_ERR_NOMEM);
    done = status == MR_OK;
    write(&both, &after);
    assert_string_equal(mr_str_text(done ? &text : &before), mr_str_text(&after));
    mr_summary_done(&both);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  mr_str_done(&text);
  mr_str_done(&before);
  mr_str_done(&after);
  mr_summary_init(&both, game, NULL);
  end();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(texts_of_parts_say_what_one_of_all_does),
    cmocka_unit_test(every_measure_comes_back),
    cmocka_unit_test(what_cannot_be_is_refused_and_changes_nothing),
    cmocka_unit_test(a_newer_format_is_refused_by_its_name_and_an_older_one_is_read),
    cmocka_unit_test(pairs_that_were_broken_off_are_of_the_newest_format),
    cmocka_unit_test(without_memory_nothing_is_added),
};

MR_TEST_MAIN_WITH(tests, open_game, close_game)
