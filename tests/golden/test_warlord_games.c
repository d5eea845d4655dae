/*
 * Every game of tests/data/warlord.games.jsonl, replayed turn by turn: its result, the rule that
 * decided it and its length; and every deployment of warlord.deployments.jsonl with all its faults.
 */
#include <stdio.h>
#include <string.h>

#include "jsonl.h"
#include "rules/warlord/warlord.h"
#include "test_main.h"
#include "warlord_desk.h"

enum { GAMES = 26, DEPLOYMENTS = 28 };

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
  mr_warlord_desk desk = {.name = ""};
  assert_int_equal(json_array_size(lines), GAMES);
  for (size_t i = 0; i < GAMES; i++) {
    const json_t *line = json_array_get(lines, i);
    const json_t *turns = mr_json_member(line, "turns");
    mr_warlord_open(&desk, line, mr_json_text(line, "start"));
    assert_int_equal(json_array_size(turns), mr_json_number(line, "length"));
    for (size_t k = 0; k < json_array_size(turns); k++) {
      assert_string_equal(mr_table_result(&desk.table), "*");
      mr_warlord_turn(&desk.table, json_string_value(json_array_get(turns, k)));
    }
    assert_string_equal(mr_table_result(&desk.table), mr_json_text(line, "result"));
    const char *rule = mr_json_text(line, "rule");
    if (!is_rule(mr_table_ended_by(&desk.table), rule)) {
      fail_msg("game %zu ends by %s, not %s", i + 1, mr_table_ended_by(&desk.table), rule);
    }
    if (json_object_get(line, "final") != NULL) {
      expect_final(mr_table_state(&desk.table), mr_json_text(line, "final"));
    }
  }
  mr_warlord_close(&desk);
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
    mr_warlord_desk desk = {.name = ""};
    mr_warlord_open(&desk, line, mr_json_text(line, "start"));
    for (size_t k = 0; k < json_array_size(turns); k++) {
      char text[2048];
      snprintf(text, sizeof text, "%s", mr_table_state(&desk.table));
      mr_table_set(&desk.table, text);
      mr_warlord_turn(&desk.table, json_string_value(json_array_get(turns, k)));
    }
    assert_string_equal(mr_table_result(&desk.table), mr_json_text(line, "result"));
    mr_warlord_close(&desk);
  }
  json_decref(lines);
}

static unsigned faults_of(const mr_game *game, const json_t *line) {
  const char *text = mr_json_text(line, "deployment");
  unsigned faults = 0;
  mr_error error = {.message = ""};
  unsigned side = strcmp(mr_json_text(line, "side"), "b") == 0;
  if (mr_wl_check_deployment(mr_wl_game_of(game), side, text, strlen(text), &faults, &error) !=
      MR_OK) {
    fail_msg("%s: %s", text, error.message);
  }
  return faults;
}

static bool names(const json_t *list, const char *name) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    if (strcmp(json_string_value(json_array_get(list, i)), name) == 0) {
      return true;
    }
  }
  return false;
}

static void every_deployment_has_the_faults_of_the_figures(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("warlord.deployments.jsonl");
  assert_int_equal(json_array_size(lines), DEPLOYMENTS);
  size_t wrong = 0;
  for (size_t i = 0; i < DEPLOYMENTS; i++) {
    const json_t *line = json_array_get(lines, i);
    const json_t *wanted = mr_json_member(line, "faults");
    mr_game *game = mr_game_open(mr_json_text(line, "game"), "");
    unsigned faults = faults_of(game, line);
    assert_int_equal(faults == 0, json_is_true(json_object_get(line, "legal")));
    for (unsigned fault = 0; fault < MR_WL_FAULT_COUNT; fault++) {
      const char *name = mr_wl_fault_name(mr_wl_game_of(game), (mr_wl_deploy_fault)fault);
      if ((faults >> fault & 1u) != names(wanted, name)) {
        print_error("deployment %zu: %s is %s\n", i + 1, name,
                    names(wanted, name) ? "not found" : "found");
        wrong++;
      }
    }
    mr_game_free(game);
  }
  json_decref(lines);
  assert_int_equal(wrong, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_game_ends_as_recorded),
    cmocka_unit_test(every_game_goes_on_from_its_texts),
    cmocka_unit_test(every_deployment_has_the_faults_of_the_figures),
};

MR_TEST_MAIN(tests)
