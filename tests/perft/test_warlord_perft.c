/*
 * Every line of tests/data/warlord.perft.jsonl and warlord.activations.jsonl: how many sequences of
 * actions there are, and which activations are legal. The figures come from an independent
 * implementation of docs/rules/warlord.md.
 */
#include <inttypes.h>
#include <marcher/perft.h>
#include <stdlib.h>
#include <string.h>

#include "jsonl.h"
#include "test_main.h"
#include "warlord_fixture.h"

enum { LINES = 669, LISTS = 40, LISTED_MOST = 4096 };

static void every_line_counts_as_many_sequences_as_the_figures(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("warlord.perft.jsonl");
  mr_warlord_fixture fixture = {.name = ""};
  size_t wrong = 0;
  assert_int_equal(json_array_size(lines), LINES);
  for (size_t i = 0; i < LINES; i++) {
    const json_t *line = json_array_get(lines, i);
    mr_warlord_open(&fixture, line, mr_json_text(line, "state"));
    uint64_t nodes = 0;
    unsigned depth = (unsigned)mr_json_number(line, "depth");
    assert_int_equal(mr_perft(fixture.table.game, fixture.table.state, depth, NULL, &nodes, NULL),
                     MR_OK);
    if (nodes != mr_json_number(line, "nodes")) {
      print_error("line %zu (%s, %s), depth %u: %" PRIu64 " sequences, not %" PRIu64 "\n", i + 1,
                  fixture.name, mr_json_text(line, "kind"), depth, nodes,
                  mr_json_number(line, "nodes"));
      wrong++;
    }
  }
  mr_warlord_close(&fixture);
  json_decref(lines);
  assert_int_equal(wrong, 0);
}

static int compare_texts(const void *left, const void *right) {
  return strcmp(left, right);
}

/* The activations as sorted texts, without the end of the turn. */
static size_t list_texts(mr_table *table, char (*texts)[MR_ACTION_TEXT_MAX]) {
  size_t count = mr_table_actions(table);
  size_t kept = 0;
  assert_true(count <= LISTED_MOST);
  for (size_t i = 0; i < count; i++) {
    mr_table_text(table, table->actions[i], texts[kept]);
    kept += strcmp(texts[kept], ".") != 0 && strcmp(texts[kept], "--") != 0;
  }
  assert_int_equal(kept + 1, count);
  qsort(texts, kept, sizeof *texts, compare_texts);
  return kept;
}

static void compare_lists(size_t line, const json_t *legal, char (*texts)[MR_ACTION_TEXT_MAX],
                          size_t count) {
  for (size_t k = 0; k < count && k < json_array_size(legal); k++) {
    const char *wanted = json_string_value(json_array_get(legal, k));
    if (strcmp(texts[k], wanted) != 0) {
      fail_msg("line %zu: %s is listed, the figures have %s", line, texts[k], wanted);
    }
  }
  assert_int_equal(count, json_array_size(legal));
}

static void every_list_has_the_activations_of_the_figures(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("warlord.activations.jsonl");
  char(*texts)[MR_ACTION_TEXT_MAX] = calloc(LISTED_MOST, sizeof *texts);
  mr_warlord_fixture fixture = {.name = ""};
  assert_non_null(texts);
  assert_int_equal(json_array_size(lines), LISTS);
  for (size_t i = 0; i < LISTS; i++) {
    const json_t *line = json_array_get(lines, i);
    const json_t *legal = mr_json_member(line, "legal");
    mr_warlord_open(&fixture, line, mr_json_text(line, "state"));
    size_t count = list_texts(&fixture.table, texts);
    compare_lists(i + 1, legal, texts, count);
  }
  mr_warlord_close(&fixture);
  free(texts);
  json_decref(lines);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_line_counts_as_many_sequences_as_the_figures),
    cmocka_unit_test(every_list_has_the_activations_of_the_figures),
};

MR_TEST_MAIN(tests)
