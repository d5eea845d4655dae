/*
 * Set-ups read from texts: WL-31 to WL-33, every fault of one told at once.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jsonl.h"
#include "rules/warlord/warlord.h"
#include "test_main.h"
#include "warlord_fixture.h"

#define WILLS "warlord-test-of-wills"
#define BORDER "warlord-border-war"

static const char white_wills[] = "6I1I1I2LIIH1N1/4G2IIHK1C4NL1/5G1II1K1H2CL1H1/4ICI1I3K2NN1C1";

/* Plays what was read, each action legal in its place; the last one commits. */
static void play(mr_table *table, const mr_warlord_reading *from) {
  mr_player player = mr_game_node(table->game, table->state).player;
  for (size_t i = 0; i < from->count; i++) {
    mr_error error;
    assert_true(mr_player_same(mr_game_node(table->game, table->state).player, player));
    if (mr_game_play(table->game, table->state, from->actions[i], NULL, &error) != MR_OK) {
      fail_msg("action %zu: %s", i, error.message);
    }
  }
  mr_node node = mr_game_node(table->game, table->state);
  assert_false(node.kind == MR_NODE_DECISION && mr_player_same(node.player, player) &&
               mr_wl_state_of(table->state)->head.phase == MR_WL_DEPLOY);
}

static void take(mr_table *table, const char *text) {
  mr_warlord_reading got;
  mr_warlord_read_setup(table, text, &got);
  if (got.status != MR_OK) {
    fail_msg("%s: %s\n%s", text, got.error.message, got.faults);
  }
  assert_string_equal(got.faults, "");
  play(table, &got);
}

static size_t lines_of(const char *text) {
  size_t lines = 0;
  for (; *text != '\0'; text++) {
    lines += *text == '\n';
  }
  return lines;
}

static bool lists(const json_t *list, const char *name, size_t length) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *other = json_string_value(json_array_get(list, i));
    if (strlen(other) == length && strncmp(other, name, length) == 0) {
      return true;
    }
  }
  return false;
}

/* Fails unless the names of the faults that were told are those of the list, all of them. */
static void expect_names(const mr_warlord_reading *got, const json_t *wanted) {
  for (const char *at = got->faults; *at != '\0'; at = strchr(at, '\n') + 1) {
    size_t length = strcspn(at, ":");
    if (!lists(wanted, at, length)) {
      fail_msg("%.*s is told:\n%s", (int)length, at, got->faults);
    }
  }
  for (size_t i = 0; i < json_array_size(wanted); i++) {
    const char *name = json_string_value(json_array_get(wanted, i));
    if (!mr_warlord_tells(got, name)) {
      fail_msg("%s is not told:\n%s", name, got->faults);
    }
  }
}

/* The set-up of a line of the figures, told; a legal one is played to its end. */
static void judge_line(const json_t *line) {
  mr_table table;
  mr_warlord_reading got;
  const char *text = mr_json_text(line, "deployment");
  bool black = strcmp(mr_json_text(line, "side"), "b") == 0;
  mr_table_open_game(&table, mr_json_text(line, "game"), "", NULL);
  mr_wl_writable(table.state)->head.side = black;
  mr_warlord_read_setup(&table, text, &got);
  expect_names(&got, mr_json_member(line, "faults"));
  if (json_is_true(json_object_get(line, "legal"))) {
    assert_int_equal(got.status, MR_OK);
    play(&table, &got);
  } else {
    char words[64];
    size_t count = lines_of(got.faults);
    snprintf(words, sizeof words, "the set-up has %zu fault%s", count, count == 1 ? "" : "s");
    assert_int_equal(got.status, MR_ERR_ILLEGAL);
    assert_string_equal(got.error.message, words);
  }
  mr_table_close(&table);
}

static void WL_31_every_deployment_of_the_figures_is_told_its_faults(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("warlord.deployments.jsonl");
  assert_int_equal(json_array_size(lines), 28);
  for (size_t i = 0; i < json_array_size(lines); i++) {
    judge_line(json_array_get(lines, i));
  }
  json_decref(lines);
}

static void WL_31_faults_are_told_in_every_corner(void **unused) {
  (void)unused;
  mr_table table;
  mr_warlord_reading got;
  mr_table_open_game(&table, WILLS, "", NULL);
  mr_warlord_read_setup(&table, "U18U/20/20/20/20/20/20/20/20/20/20/U18U", &got);
  for (size_t i = 0; i < 4; i++) {
    static const char *const corners[] = {" U on a1", " U on t1", " U on a12", " U on t12"};
    assert_non_null(strstr(got.faults, corners[i]));
  }
  mr_table_close(&table);
}

static void WL_31_a_set_up_is_read_before_and_after_its_first_unit(void **unused) {
  (void)unused;
  mr_table table;
  mr_warlord_reading before;
  mr_warlord_reading after;
  mr_table_open_game(&table, WILLS, "", NULL);
  mr_warlord_read_setup(&table, white_wills, &before);
  mr_table_play(&table, "L@a1 I@b2");
  mr_warlord_read_setup(&table, white_wills, &after);
  assert_int_equal(before.status, MR_OK);
  assert_int_equal(before.count, 33);
  assert_int_equal(after.count, before.count);
  assert_memory_equal(after.actions, before.actions, before.count * sizeof *before.actions);
  mr_table_close(&table);
}

static void WL_32_both_sides_set_up_from_texts_and_play(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, WILLS, "", NULL);
  take(&table, white_wills);
  assert_int_equal(mr_game_node(table.game, table.state).player.id, MR_WL_BLACK);
  /* White's rows, in White's letters, are Black's where Black reads them. */
  take(&table, white_wills);
  assert_int_equal(mr_wl_state_of(table.state)->head.phase, MR_WL_PLAY);
  assert_string_equal(mr_table_state(&table),
                      "6i1i1i2liih1n1/4g2iihk1c4nl1/5g1ii1k1h2cl1h1/4ici1i3k2nn1c1/20/20/20/20/"
                      "6I1I1I2LIIH1N1/4G2IIHK1C4NL1/5G1II1K1H2CL1H1/4ICI1I3K2NN1C1 w 0 1");
  mr_table_close(&table);
}

static void WL_33_both_sides_set_up_from_texts_and_play(void **unused) {
  (void)unused;
  static const char white[] = "# The left army leads.\n"
                              "I N N I 6 I N N I . . . . . . I N N I\r\n"
                              "I G K I 6 I G K I . . . . . . I G K I\n"
                              "\n"
                              "I L L I 6 I L L I . . . . . . I L L I # two recruits\n"
                              "\tC H H C 6 C H H C . . . . . . C H H C\n\n";
  static const char black[] = "chhc6chhc6chhc/illi6illi6illi/ikgi6ikgi6ikgi/inni6inni6inni/"
                              "24/24/24/24/24/24/24/24/24/24/24/24";
  mr_table table;
  mr_table_open_game(&table, BORDER, "", NULL);
  take(&table, white);
  take(&table, black);
  assert_int_equal(mr_wl_state_of(table.state)->head.phase, MR_WL_PLAY);
  assert_non_null(strstr(mr_table_state(&table), "/CHHC6CHHC6CHHC w 0 1"));
  mr_table_close(&table);
}

static void WL_32_faults_say_what_is_wrong_and_where(void **unused) {
  (void)unused;
  mr_table table;
  mr_warlord_reading got;
  mr_table_open_game(&table, WILLS, "", NULL);
  mr_warlord_read_setup(
      &table,
      "19c/20/20/20/20/20/19H/20/6I1I1I2LIIH1N1/4G2IIHK1C4NL1/5G1IL1K1H2CL1H1/U3ICI1I3K2NN1C1",
      &got);
  assert_int_equal(got.status, MR_ERR_ILLEGAL);
  assert_string_equal(got.faults,
                      "WL-31 other-side: the other side's: c on t12\n"
                      "WL-32 unknown-unit: promoted leaders, which nobody sets up: U on a1\n"
                      "WL-32 zone: outside the squares where this side sets up: H on t6\n"
                      "WL-32 leaders: leader of level 1: 4 found, 3 wanted\n"
                      "WL-32 units: heavy cavalry: 5 found, 4 wanted\n"
                      "WL-32 units: infantry: 11 found, 12 wanted\n"
                      "WL-32 section-leaders: section C (i1-l4): 3 leaders found, 2 wanted\n"
                      "WL-32 section-units: section C (i1-l4): 5 other units found, 6 wanted\n");
  mr_table_close(&table);
}

static void WL_33_faults_say_what_is_wrong_and_where(void **unused) {
  (void)unused;
  mr_table table;
  mr_warlord_reading got;
  mr_table_open_game(&table, BORDER, "", NULL);
  mr_warlord_read_setup(&table, "INNI6LC12/IGKI20/ILLX20/CHHC20", &got);
  assert_string_equal(got.faults,
                      "WL-33 leaders: leaders: 6 found, 12 wanted\n"
                      "WL-33 levels: sum of the leaders' levels: 18 found, 21 wanted\n"
                      "WL-33 units: heavy cavalry: 2 found, at least 4 wanted\n"
                      "WL-33 units: cannon: 3 found, at least 4 wanted\n"
                      "WL-33 units: light cavalry: 2 found, at least 6 wanted\n"
                      "WL-33 units: infantry: 5 found, at least 16 wanted\n"
                      "WL-33 units: units that are not leaders: 12 found, 36 wanted\n"
                      "WL-33 block-leaders: block A (a1-d4): 5 leaders found, 4 wanted\n"
                      "WL-33 block-units: block A (a1-d4): 11 other units found, 12 wanted\n"
                      "WL-33 block-leaders: block B (k1-n4): 1 leader found, 4 wanted\n"
                      "WL-33 block-units: block B (k1-n4): 1 other unit found, 12 wanted\n"
                      "WL-33 block-leaders: block C (u1-x4): 0 leaders found, 4 wanted\n"
                      "WL-33 block-units: block C (u1-x4): 0 other units found, 12 wanted\n");
  assert_string_equal(got.error.message, "the set-up has 13 faults");
  mr_table_close(&table);
}

static void WL_31_squares_of_a_fault_are_counted_where_they_are_many(void **unused) {
  (void)unused;
  mr_table table;
  mr_warlord_reading got;
  mr_table_open_game(&table, WILLS, "", NULL);
  mr_warlord_read_setup(&table, "20/20/20/20/20/IIIIIIIIIIIIIIIIIIII/20/20/20/20/20/20", &got);
  assert_non_null(strstr(got.faults, "sets up: I on a7, I on b7,"));
  assert_non_null(strstr(got.faults, ", I on l7 and 8 more\n"));
  mr_table_close(&table);
}

static void WL_31_texts_that_are_no_set_up_are_refused_with_their_place(void **unused) {
  (void)unused;
  static const struct {
    const char *text;
    uint32_t line;
    uint32_t column;
    const char *words;
  } bad[] = {
      {"", 1, 1, "0 rows found"},
      {"20/20/20", 1, 9, "3 rows found"},
      {"20", 1, 3, "1 row found"},
      {"20/20/20/20/20", 1, 15, "ranks 1 to 4"},
      {"20/20/20/19", 1, 12, "this row has 19 squares"},
      {"20/20\n20/21", 2, 4, "the run is at most 20"},
      {"20/20/20/20.", 1, 12, "more than 20 squares"},
      {"20/20/20/10 10", 1, 13, "a dot after a run"},
      {"20/20/20/010", 1, 10, "found '0'"},
      {"20\n20\n20\n19E", 4, 3, "found 'E'"},
      {"20//20/20/20", 1, 4, "this row has 0 squares"},
      {"20/20/20/20/", 1, 13, "a row after '/'"},
      {"20/20/20/20/20/20/20/20/20/20/20/20/20", 1, 37, "13 rows found"},
      {"20/20/20/\x01", 1, 10, "byte 0x01"},
      {"\xEF\xBB\xBF"
       "20/20/20/19E",
       1, 12, "found 'E'"},
      {"\xEF\xBB\xBF"
       "20\n20\n20\n19E",
       4, 3, "found 'E'"},
      {"\xEF\xBB", 1, 1, "byte 0xef"},
  };
  mr_table table;
  mr_table_open_game(&table, WILLS, "", NULL);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    mr_warlord_reading got;
    mr_warlord_read_setup(&table, bad[i].text, &got);
    if (got.status != MR_ERR_SYNTAX || got.error.line != bad[i].line ||
        got.error.column != bad[i].column || strstr(got.error.message, bad[i].words) == NULL) {
      fail_msg("\"%s\": %u:%u: %s", bad[i].text, (unsigned)got.error.line,
               (unsigned)got.error.column, got.error.message);
    }
    assert_string_equal(got.faults, "");
  }
  mr_table_close(&table);
}

static void WL_31_there_is_nothing_to_set_up_in_play_or_in_open_games(void **unused) {
  (void)unused;
  mr_table table;
  mr_warlord_reading got;
  mr_table_open_game(&table, WILLS, "", NULL);
  take(&table, white_wills);
  take(&table, white_wills);
  mr_warlord_read_setup(&table, white_wills, &got);
  assert_int_equal(got.status, MR_ERR_UNSUPPORTED);
  mr_table_close(&table);
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_read_setup(&table, "16", &got);
  assert_int_equal(got.status, MR_ERR_UNSUPPORTED);
  mr_table_close(&table);
  mr_table_open_game(&table, "borderline", "", NULL);
  mr_warlord_read_setup(&table, "16", &got);
  assert_int_equal(got.status, MR_ERR_UNSUPPORTED);
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_31_every_deployment_of_the_figures_is_told_its_faults),
    cmocka_unit_test(WL_31_faults_are_told_in_every_corner),
    cmocka_unit_test(WL_31_a_set_up_is_read_before_and_after_its_first_unit),
    cmocka_unit_test(WL_32_both_sides_set_up_from_texts_and_play),
    cmocka_unit_test(WL_33_both_sides_set_up_from_texts_and_play),
    cmocka_unit_test(WL_32_faults_say_what_is_wrong_and_where),
    cmocka_unit_test(WL_33_faults_say_what_is_wrong_and_where),
    cmocka_unit_test(WL_31_squares_of_a_fault_are_counted_where_they_are_many),
    cmocka_unit_test(WL_31_texts_that_are_no_set_up_are_refused_with_their_place),
    cmocka_unit_test(WL_31_there_is_nothing_to_set_up_in_play_or_in_open_games),
};

MR_TEST_MAIN(tests)
