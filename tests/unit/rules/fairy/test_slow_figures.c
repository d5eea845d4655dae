/*
 * The slow games of tests/support/fairy_slow.h are held against the figures of an independent
 * implementation, so that they may judge the engine: every line of the perft files that is not too
 * long for them, and every recorded game with its result and rule.
 *
 * MR_LEAVES sets another number of leaves above which a line is too long.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairy_slow.h"
#include "instruments.h"
#include "jsonl.h"
#include "test_main.h"

#if MR_SLOW_BUILD
#define LEAVES 2000
#else
#define LEAVES 20000
#endif

static uint64_t leaves_wanted(void) {
  const char *wanted = getenv("MR_LEAVES");
  return wanted != NULL ? strtoull(wanted, NULL, 10) : LEAVES;
}

static slow_game *open_at(const char *game, const char *state) {
  slow_game *out = slow_open(game, state);
  if (out == NULL) {
    fail_msg("%s cannot read \"%s\"", game, state != NULL ? state : "its start");
  }
  return out;
}

/* Counts the lines of a file; at least `least` must be short enough. */
static void count_lines(const char *file, size_t least) {
  json_t *lines = mr_jsonl_read(file);
  size_t counted = 0;
  for (size_t i = 0; i < json_array_size(lines); i++) {
    const json_t *line = json_array_get(lines, i);
    uint64_t nodes = mr_json_number(line, "nodes");
    if (nodes > leaves_wanted()) {
      continue;
    }
    slow_game *game = open_at(mr_json_text(line, "game"), mr_json_text(line, "state"));
    uint64_t found = slow_perft(game, (unsigned)mr_json_number(line, "depth"));
    if (found != nodes) {
      fail_msg("%s, line %zu: %" PRIu64 " leaves, not %" PRIu64, file, i + 1, found, nodes);
    }
    slow_close(game);
    counted++;
  }
  print_message("%s: %zu of %zu lines\n", file, counted, json_array_size(lines));
  assert_true(counted >= least);
  json_decref(lines);
}

static void the_slow_borderlands_counts_the_leaves_of_the_figures(void **unused) {
  (void)unused;
  count_lines("borderlands.perft.jsonl", 60);
}

static void the_slow_battle_of_ideologies_counts_the_leaves_of_the_figures(void **unused) {
  (void)unused;
  count_lines("battle-of-ideologies.perft.jsonl", 80);
}

static void the_slow_platform_reading_counts_the_leaves_of_the_figures(void **unused) {
  (void)unused;
  count_lines("battle-of-ideologies-pychess.perft.jsonl", 80);
}

static void replay(size_t number, const json_t *line) {
  slow_game *game = open_at(mr_json_text(line, "game"), mr_json_text(line, "start"));
  const json_t *moves = mr_json_member(line, "moves");
  for (size_t i = 0; i < json_array_size(moves); i++) {
    const char *move = json_string_value(json_array_get(moves, i));
    const char *rule = NULL;
    if (slow_result(game, &rule) != NULL) {
      fail_msg("game %zu is over by %s before move %zu", number, rule, i + 1);
    }
    if (!slow_play(game, move)) {
      fail_msg("game %zu: move %zu, %s, is not legal", number, i + 1, move);
    }
  }
  const char *rule = NULL;
  const char *result = slow_result(game, &rule);
  if (result == NULL) {
    fail_msg("game %zu is not over after its last move", number);
  }
  assert_string_equal(result, mr_json_text(line, "result"));
  assert_string_equal(rule, mr_json_text(line, "rule"));
  slow_close(game);
}

static void the_recorded_games_end_by_the_rule_that_is_recorded(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("fairy.games.jsonl");
  assert_int_equal(json_array_size(lines), 40);
  for (size_t i = 0; i < json_array_size(lines); i += MR_SLOW_BUILD ? 2 : 1) {
    replay(i + 1, json_array_get(lines, i));
  }
  json_decref(lines);
}

/* A second game goes its own way, and a game that is over or refuses a move stays as it is. */
static void a_copy_leaves_its_original_alone(void **unused) {
  (void)unused;
  char before[SLOW_TEXT_MAX];
  char after[SLOW_TEXT_MAX];
  for (size_t i = 0; slow_name(i) != NULL; i++) {
    static char moves[SLOW_MOVES_MAX][SLOW_MOVE_TEXT_MAX];
    slow_game *game = open_at(slow_name(i), NULL);
    slow_state(game, before, sizeof before);
    assert_true(slow_moves(game, moves) > 0);
    slow_game *copy = slow_copy(game);
    assert_non_null(copy);
    assert_true(slow_play(copy, moves[0]));
    assert_false(slow_play(game, "a1z99"));
    slow_state(game, after, sizeof after);
    assert_string_equal(before, after);
    slow_state(copy, after, sizeof after);
    assert_string_not_equal(before, after);
    slow_close(copy);
    slow_close(game);
  }
}

static void nonsense_is_not_opened(void **unused) {
  (void)unused;
  assert_null(slow_open("draughts", NULL));
  static const char *const states[] = {
      "",
      "9/9/9/9/9/9/9/9/9/9[] w - - 0 1", /* nobody has a Chief */
      "c8/9/9/9/9/9/9/9/9/C9[] w - - 0 1",
      "c8/9/9/9/9/9/9/9/9/C7[] w - - 0 1",
      "c8/9/9/9/9/9/9/9/9/+C8[] w - - 0 1",
      "c8/9/9/9/9/9/9/9/9/C8[] x - - 0 1",
      "c8/9/9/9/9/9/9/9/9/C8[] w - c4c5 0 1",
      "c8/9/9/9/9/9/9/9/9/C8[Q] w - - 0 1",
      "c8/9/9/9/9/9/9/9/9/C8[] w - - 0",
  };
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    assert_null(slow_open("borderlands", states[i]));
  }
  slow_game *game = open_at("borderlands", "c8/9/9/9/9/9/9/9/9/C8[] w - - 0 1");
  slow_close(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_slow_borderlands_counts_the_leaves_of_the_figures),
    cmocka_unit_test(the_slow_battle_of_ideologies_counts_the_leaves_of_the_figures),
    cmocka_unit_test(the_slow_platform_reading_counts_the_leaves_of_the_figures),
    cmocka_unit_test(the_recorded_games_end_by_the_rule_that_is_recorded),
    cmocka_unit_test(a_copy_leaves_its_original_alone),
    cmocka_unit_test(nonsense_is_not_opened),
};

MR_TEST_MAIN(tests)
