/*
 * Every line of tests/data/borderline.perft.jsonl: the number of states after so many actions, and
 * the exact chances of a win for Red, a win for Blue and a draw when all legal actions are equally
 * likely. The figures come from an independent implementation of docs/rules/borderline.md.
 */
#include <inttypes.h>
#include <marcher/perft.h>
#include <stdlib.h>

#include "borderline_open.h"
#include "fraction.h"
#include "jsonl.h"
#include "test_main.h"

enum { LINES = 122, DEPTH_MAX = 4 };

/* Chances that the game has ended so. */
typedef struct chances {
  mr_exact red;
  mr_exact blue;
  mr_exact draw;
} chances;

static const char *sets_of(const json_t *line) {
  const json_t *switches = mr_json_member(line, "switches");
  const char *victory = json_string_value(json_object_get(switches, "victory"));
  assert_int_equal(json_object_size(switches), victory != NULL ? 1 : 0);
  return victory != NULL && strcmp(victory, "strict") == 0 ? "victory=strict" : "";
}

static void every_line_counts_as_many_states_as_the_figures(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("borderline.perft.jsonl");
  assert_int_equal(json_array_size(lines), LINES);
  for (size_t i = 0; i < LINES; i++) {
    const json_t *line = json_array_get(lines, i);
    mr_table table;
    mr_table_open(&table, sets_of(line), mr_json_text(line, "state"));
    uint64_t nodes = 0;
    unsigned depth = (unsigned)mr_json_number(line, "depth");
    assert_int_equal(mr_perft(table.game, table.state, depth, NULL, &nodes, NULL), MR_OK);
    if (nodes != mr_json_number(line, "nodes")) {
      fail_msg("line %zu (%s), depth %u: %" PRIu64 " states, not %" PRIu64, i + 1,
               mr_json_text(line, "kind"), depth, nodes, mr_json_number(line, "nodes"));
    }
    mr_table_close(&table);
  }
  json_decref(lines);
}

static void add_count(void *context, mr_action action, uint64_t nodes) {
  (void)action;
  *(uint64_t *)context += nodes;
}

static void the_branches_of_every_line_add_up(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("borderline.perft.jsonl");
  for (size_t i = 0; i < LINES; i++) {
    const json_t *line = json_array_get(lines, i);
    mr_table table;
    mr_table_open(&table, sets_of(line), mr_json_text(line, "state"));
    uint64_t sum = 0;
    uint64_t nodes = 0;
    unsigned depth = (unsigned)mr_json_number(line, "depth");
    assert_int_equal(
        mr_perft_divide(table.game, table.state, depth, NULL, add_count, &sum, &nodes, NULL),
        MR_OK);
    assert_int_equal(sum, nodes);
    assert_int_equal(sum, mr_json_number(line, "nodes"));
    mr_table_close(&table);
  }
  json_decref(lines);
}

/* ---- exact chances --------------------------------------------------------------------------- */

static chances none(void) {
  mr_exact zero = mr_exact_of(0, 1);
  return (chances){zero, zero, zero};
}

static void add_share(chances *sum, mr_exact share, chances part) {
  sum->red = mr_exact_add(sum->red, mr_exact_multiply(share, part.red));
  sum->blue = mr_exact_add(sum->blue, mr_exact_multiply(share, part.blue));
  sum->draw = mr_exact_add(sum->draw, mr_exact_multiply(share, part.draw));
}

static chances verdict(const mr_table *table) {
  chances out = none();
  char winner = mr_table_winner(table);
  mr_exact *certain = winner == 'R' ? &out.red : winner == 'B' ? &out.blue : &out.draw;
  *certain = mr_exact_of(1, 1);
  return out;
}

static chances expand(mr_table *table, unsigned depth);

/* What follows one action, which is taken back. */
static chances follow(mr_table *table, mr_action action, unsigned depth) {
  mr_state *before = mr_state_new(table->game, NULL);
  assert_non_null(before);
  mr_state_copy(table->game, before, table->state);
  mr_game_make(table->game, table->state, action, NULL, NULL);
  chances out = expand(table, depth);
  mr_state_copy(table->game, table->state, before);
  mr_state_free(table->game, NULL, before);
  return out;
}

static chances expand_chance(mr_table *table, unsigned depth) {
  mr_chance outcomes[256];
  uint64_t total = 0;
  assert_in_range(table->game->info.max_chances, 2, 256);
  size_t count = mr_game_chances(table->game, table->state, outcomes, &total);
  chances sum = none();
  for (size_t i = 0; i < count; i++) {
    add_share(&sum, mr_exact_of(outcomes[i].weight, total),
              follow(table, outcomes[i].action, depth));
  }
  return sum;
}

static chances expand_decision(mr_table *table, unsigned depth) {
  size_t count = mr_table_actions(table);
  mr_action *actions = calloc(count, sizeof *actions);
  assert_non_null(actions);
  memcpy(actions, table->actions, count * sizeof *actions);
  chances sum = none();
  for (size_t i = 0; i < count; i++) {
    add_share(&sum, mr_exact_of(1, count), follow(table, actions[i], depth - 1));
  }
  free(actions);
  return sum;
}

static chances expand(mr_table *table, unsigned depth) {
  switch (mr_game_node(table->game, table->state).kind) {
  case MR_NODE_TERMINAL:
    return verdict(table);
  case MR_NODE_CHANCE:
    return expand_chance(table, depth);
  case MR_NODE_DECISION:
    break;
  }
  return depth == 0 ? none() : expand_decision(table, depth);
}

static void expect_fraction(size_t line, const json_t *uniform, const char *who, mr_exact found) {
  const char *wanted = mr_json_text(uniform, who);
  if (!mr_exact_same(found, mr_exact_read(wanted))) {
    fail_msg("line %zu: the chance of \"%s\" is %s, found about %.12f", line, who, wanted,
             mr_exact_double(found));
  }
}

static void every_line_ends_with_exactly_the_chances_of_the_figures(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("borderline.perft.jsonl");
  for (size_t i = 0; i < LINES; i++) {
    const json_t *line = json_array_get(lines, i);
    const json_t *uniform = mr_json_member(line, "uniform");
    unsigned depth = (unsigned)mr_json_number(line, "depth");
    assert_in_range(depth, 1, DEPTH_MAX);
    mr_table table;
    mr_table_open(&table, sets_of(line), mr_json_text(line, "state"));
    chances found = expand(&table, depth);
    expect_fraction(i + 1, uniform, "red", found.red);
    expect_fraction(i + 1, uniform, "blue", found.blue);
    expect_fraction(i + 1, uniform, "draw", found.draw);
    mr_table_close(&table);
  }
  json_decref(lines);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_line_counts_as_many_states_as_the_figures),
    cmocka_unit_test(the_branches_of_every_line_add_up),
    cmocka_unit_test(every_line_ends_with_exactly_the_chances_of_the_figures),
};

MR_TEST_MAIN(tests)
