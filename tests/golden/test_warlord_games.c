/*
 * Every game of tests/data/warlord.games.jsonl, replayed turn by turn: its result, the rule that
 * decided it and its length.
 */
#include <stdio.h>
#include <string.h>

#include "jsonl.h"
#include "rules/warlord/warlord.h"
#include "test_main.h"
#include "warlord_fixture.h"

enum { GAMES = 26 };

/* A rule of ours may be a part of the figures' one: "WL-15 quiet". */
static bool is_rule(const char *found, const char *wanted) {
  size_t length = strlen(wanted);
  return strncmp(found, wanted, length) == 0 && (found[length] == '\0' || found[length] == ' ');
}

/* The figures do not write who waits for a square. */
static void expect_final(const char *found, const char *wanted) {
  const char *waiting = strstr(found, " waiting=");
  size_t length = waiting != NULL ? (size_t)(waiting - found) : strlen(found);
  assert_non_null(waiting);
  assert_int_equal(length, strlen(wanted));
  assert_memory_equal(found, wanted, length);
}

static void every_game_ends_as_recorded(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("warlord.games.jsonl");
  mr_warlord_fixture fixture = {.name = ""};
  assert_int_equal(json_array_size(lines), GAMES);
  for (size_t i = 0; i < GAMES; i++) {
    const json_t *line = json_array_get(lines, i);
    const json_t *turns = mr_json_member(line, "turns");
    mr_warlord_open(&fixture, line, mr_json_text(line, "start"));
    assert_int_equal(json_array_size(turns), mr_json_number(line, "length"));
    for (size_t k = 0; k < json_array_size(turns); k++) {
      assert_string_equal(mr_table_result(&fixture.table), "*");
      mr_warlord_turn(&fixture.table, json_string_value(json_array_get(turns, k)));
    }
    assert_string_equal(mr_table_result(&fixture.table), mr_json_text(line, "result"));
    const char *rule = mr_json_text(line, "rule");
    if (!is_rule(mr_table_ended_by(&fixture.table), rule)) {
      fail_msg("game %zu ends by %s, not %s", i + 1, mr_table_ended_by(&fixture.table), rule);
    }
    if (json_object_get(line, "final") != NULL) {
      expect_final(mr_table_state(&fixture.table), mr_json_text(line, "final"));
    }
  }
  mr_warlord_close(&fixture);
  json_decref(lines);
}

/* Whatever has been played is written, read again and played on to the same end. */
static void every_game_goes_on_from_its_texts(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("warlord.games.jsonl");
  for (size_t i = 0; i < GAMES; i++) {
    const json_t *line = json_array_get(lines, i);
    const json_t *turns = mr_json_member(line, "turns");
    if (is_rule("WL-15", mr_json_text(line, "rule"))) {
      continue; /* a text knows nothing of earlier positions */
    }
    mr_warlord_fixture fixture = {.name = ""};
    mr_warlord_open(&fixture, line, mr_json_text(line, "start"));
    for (size_t k = 0; k < json_array_size(turns); k++) {
      char text[2048];
      snprintf(text, sizeof text, "%s", mr_table_state(&fixture.table));
      mr_table_set(&fixture.table, text);
      mr_warlord_turn(&fixture.table, json_string_value(json_array_get(turns, k)));
    }
    assert_string_equal(mr_table_result(&fixture.table), mr_json_text(line, "result"));
    mr_warlord_close(&fixture);
  }
  json_decref(lines);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_game_ends_as_recorded),
    cmocka_unit_test(every_game_goes_on_from_its_texts),
};

MR_TEST_MAIN(tests)
