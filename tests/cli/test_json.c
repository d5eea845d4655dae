#include "test_main.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What marcher prints for these arguments, line after line as JSON in an array. */
static json_t *run_lines(const char *arguments) {
  char *command = NULL;
  size_t size = 0;
  FILE *text = open_memstream(&command, &size);
  assert_non_null(text);
  fprintf(text, "'%s' %s", MR_MARCHER_EXE, arguments);
  fclose(text);

  FILE *pipe = popen(command, "r"); /* NOLINT(cert-env33-c): the commands stand in this file */
  assert_non_null(pipe);
  json_t *lines = json_array();
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, pipe) > 0) {
    json_error_t error;
    json_t *value = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (value == NULL) {
      fail_msg("%s: %s in: %.200s", command, error.text, line);
    }
    json_array_append_new(lines, value);
  }
  if (pclose(pipe) != 0) {
    fail_msg("%s failed", command);
  }
  free(line);
  free(command);
  return lines;
}

/* The same for commands that print one line. */
static json_t *run_one(const char *arguments) {
  json_t *lines = run_lines(arguments);
  assert_int_equal(json_array_size(lines), 1);
  json_t *value = json_incref(json_array_get(lines, 0));
  json_decref(lines);
  return value;
}

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  if (text == NULL) {
    fail_msg("no text '%s'", key);
  }
  return text;
}

static json_int_t number_of(const json_t *object, const char *key) {
  const json_t *value = json_object_get(object, key);
  if (!json_is_integer(value)) {
    fail_msg("no integer '%s'", key);
  }
  return json_integer_value(value);
}

static void every_command_that_has_something_to_read_prints_json(void **state) {
  static const char *const lines[] = {
      "games --json",
      "rules borderline --json",
      "check games/borderline.ini --json",
      "show borderline --json",
      "moves borderline --json",
      "perft borderline 1 --json",
      "perft borderline 1 --divide --json",
      "bench borderline --games 2 --nodes 2 --json",
      "help --json",
      "watch borderline --engine random --seed 2 --json",
  };
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    json_t *values = run_lines(lines[i]);
    assert_true(json_array_size(values) > 0);
    assert_true(json_is_object(json_array_get(values, 0)));
    for (size_t k = 0; k < json_array_size(values); k++) {
      assert_int_equal(number_of(json_array_get(values, k), "version"), 1);
    }
    json_decref(values);
  }
}

static void shown_position_has_every_square_and_both_hands(void **state) {
  (void)state;
  json_t *root = run_one("show borderline --seed 7 --json");
  json_t *view = json_object_get(root, "view");
  assert_int_equal(json_array_size(json_object_get(view, "cells")), 48);
  assert_int_equal(number_of(view, "columns"), 6);
  assert_int_equal(number_of(view, "rows"), 8);
  assert_string_equal(text_of(json_object_get(root, "node"), "player"), "Red");
  json_t *hands = json_object_get(view, "hands");
  assert_int_equal(json_array_size(hands), 2);
  for (size_t i = 0; i < 2; i++) {
    json_int_t held = 0;
    size_t k = 0;
    json_t *item = NULL;
    json_array_foreach(json_object_get(json_array_get(hands, i), "items"), k, item) {
      held += number_of(item, "count");
    }
    assert_int_equal(held, 15);
  }
  assert_int_equal(strlen(text_of(root, "hash")), 16);
  json_decref(root);
}

static void listed_actions_are_as_many_as_perft_counts(void **state) {
  (void)state;
  json_t *moves = run_one("moves borderline --seed 5 --json");
  json_t *perft = run_one("perft borderline 1 --seed 5 --divide --json");
  size_t count = json_array_size(json_object_get(moves, "actions"));
  assert_int_equal(count, number_of(perft, "nodes"));
  assert_int_equal(count, json_array_size(json_object_get(perft, "divide")));
  assert_string_equal(text_of(moves, "state"), text_of(perft, "state"));
  json_decref(moves);
  json_decref(perft);
}

static void odds_of_a_duel_are_exact(void **state) {
  (void)state;
  json_t *root = run_one("moves borderline --json --after '777@a1' "
                         "--state 'R7775/6/B7775/6/6/6/6/B7775 R 222,777 777 0 4'");
  json_t *outcomes = json_object_get(root, "outcomes");
  assert_string_equal(text_of(json_object_get(root, "node"), "kind"), "chance");
  assert_int_equal(json_array_size(outcomes), 2);
  json_int_t sum = 0;
  for (size_t i = 0; i < 2; i++) {
    const json_t *outcome = json_array_get(outcomes, i);
    sum += number_of(outcome, "weight");
    assert_int_equal(number_of(outcome, "total"), 36);
    assert_true(strcmp(text_of(outcome, "odds"), "15/36") == 0 ||
                strcmp(text_of(outcome, "odds"), "21/36") == 0);
  }
  assert_int_equal(sum, 36);
  json_decref(root);
}

static void complaints_carry_their_place(void **state) {
  (void)state;
  json_t *root = run_one("check --json - <<'END' || true\n"
                         "[bad:borderline]\n"
                         "colums = 7\n"
                         "END\n");
  const json_t *file = json_array_get(json_object_get(root, "files"), 0);
  assert_true(json_is_false(json_object_get(file, "ok")));
  const json_t *complaint = json_array_get(json_object_get(file, "diagnostics"), 0);
  assert_string_equal(text_of(complaint, "severity"), "error");
  assert_int_equal(number_of(complaint, "line"), 2);
  assert_int_equal(number_of(complaint, "column"), 1);
  assert_string_equal(text_of(complaint, "hint"), "did you mean 'columns'?");
  json_decref(root);
}

/* A watched game tells its actions in order, and each with the state that it leads to. */
static void watched_game_can_be_followed_action_by_action(void **state) {
  (void)state;
  json_t *lines = run_lines("watch borderline --engine random --seed 4 --json");
  size_t count = json_array_size(lines);
  assert_true(count > 10);
  assert_string_equal(text_of(json_array_get(lines, 0), "type"), "start");
  json_int_t number = 0;
  for (size_t i = 1; i + 1 < count; i++) {
    const json_t *line = json_array_get(lines, i);
    assert_string_equal(text_of(line, "type"), "action");
    bool chance = json_is_true(json_object_get(line, "chance"));
    number += chance ? 0 : 1;
    assert_int_equal(number_of(line, "number"), number);
    assert_true(json_is_object(json_object_get(line, "thought")) != chance);
    assert_true(json_array_size(json_object_get(line, "events")) > 0);
  }
  const json_t *last = json_array_get(lines, count - 2);
  const json_t *end = json_array_get(lines, count - 1);
  assert_string_equal(text_of(end, "type"), "end");
  assert_string_equal(text_of(end, "state"), text_of(last, "state"));
  assert_string_equal(text_of(json_object_get(last, "node"), "kind"), "terminal");
  json_decref(lines);
}

/* ---- the oracle ------------------------------------------------------------------------------ */

static void add_switches(FILE *out, const json_t *line) {
  const char *key = NULL;
  json_t *value = NULL;
  json_object_foreach(json_object_get(line, "switches"), key, value) {
    fprintf(out, " --set '%s=%s'", key, json_string_value(value));
  }
}

static void compare_with_oracle(const json_t *line) {
  char *arguments = NULL;
  size_t size = 0;
  FILE *text = open_memstream(&arguments, &size);
  assert_non_null(text);
  fprintf(text, "perft borderline %d --json --state '%s'", (int)number_of(line, "depth"),
          text_of(line, "state"));
  add_switches(text, line);
  fclose(text);
  json_t *found = run_one(arguments);
  if (number_of(found, "nodes") != number_of(line, "nodes")) {
    fail_msg("%s: %lld instead of %lld", arguments, (long long)number_of(found, "nodes"),
             (long long)number_of(line, "nodes"));
  }
  assert_string_equal(text_of(found, "state"), text_of(line, "state"));
  json_decref(found);
  free(arguments);
}

/* The library proves every line; here it is enough that the command hands them over unharmed. */
static void counted_states_are_those_of_an_independent_program(void **state) {
  (void)state;
  FILE *file = fopen(MR_SOURCE_DIR "/tests/data/borderline.perft.jsonl", "r");
  assert_non_null(file);
  char *line = NULL;
  size_t room = 0;
  unsigned number = 0;
  unsigned compared = 0;
  while (getline(&line, &room, file) > 0 && compared < 24) {
    json_t *value = json_loads(line, 0, NULL);
    assert_non_null(value);
    if (number++ % 7 == 2 && number_of(value, "nodes") < 200000) {
      compare_with_oracle(value);
      compared++;
    }
    json_decref(value);
  }
  assert_true(compared >= 12);
  free(line);
  fclose(file);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_command_that_has_something_to_read_prints_json),
    cmocka_unit_test(shown_position_has_every_square_and_both_hands),
    cmocka_unit_test(listed_actions_are_as_many_as_perft_counts),
    cmocka_unit_test(odds_of_a_duel_are_exact),
    cmocka_unit_test(complaints_carry_their_place),
    cmocka_unit_test(watched_game_can_be_followed_action_by_action),
    cmocka_unit_test(counted_states_are_those_of_an_independent_program),
};

MR_TEST_MAIN(tests)
