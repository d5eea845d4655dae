/*
 * Every game of tests/data/borderline.games.jsonl, replayed action by action with its dice: result,
 * the rule that ended it, the final state, and what happened on the way.
 */
#include <stdlib.h>

#include "borderline_open.h"
#include "jsonl.h"
#include "test_main.h"

enum { GAMES = 19 };

/* What the events of a game tell. */
typedef struct tally {
  size_t plies;
  size_t passes;
  size_t duels; /* of the placement under way */
  size_t most_duels;
} tally;

static void count_events(const mr_table *table, tally *sum) {
  if (mr_table_events(table, MR_EVENT_PLACE) > 0) {
    sum->duels = 0;
  }
  sum->plies += mr_table_events(table, MR_EVENT_TURN);
  sum->passes += mr_table_events(table, MR_EVENT_PASS);
  sum->duels += mr_table_events(table, MR_EVENT_DUEL);
  sum->most_duels = sum->duels > sum->most_duels ? sum->duels : sum->most_duels;
}

static const char *sets_of(const json_t *line) {
  const json_t *switches = mr_json_member(line, "switches");
  return json_object_size(switches) > 0 ? "victory=strict" : "";
}

static char winner_of(const char *result) {
  return strcmp(result, "1-0") == 0 ? 'R' : strcmp(result, "0-1") == 0 ? 'B' : '=';
}

/* Plays to the end; before the last action nothing has ended it. */
static void replay(mr_table *table, const json_t *line, tally *sum) {
  const json_t *actions = mr_json_member(line, "actions");
  for (size_t i = 0; i < json_array_size(actions); i++) {
    assert_int_equal(mr_table_winner(table), '*');
    assert_int_equal(mr_table_events(table, MR_EVENT_END), 0);
    mr_table_play(table, json_string_value(json_array_get(actions, i)));
    count_events(table, sum);
  }
  assert_int_equal(mr_table_events(table, MR_EVENT_END), 1);
}

static void open_line(mr_table *table, const json_t *line) {
  mr_table_open(table, sets_of(line), mr_json_text(line, "start"));
}

static void every_game_ends_as_recorded(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("borderline.games.jsonl");
  assert_int_equal(json_array_size(lines), GAMES);
  for (size_t i = 0; i < GAMES; i++) {
    const json_t *line = json_array_get(lines, i);
    mr_table table;
    tally sum = {0};
    open_line(&table, line);
    replay(&table, line, &sum);
    assert_int_equal(mr_table_winner(&table), winner_of(mr_json_text(line, "result")));
    assert_string_equal(mr_table_ended_by(&table), mr_json_text(line, "how"));
    assert_string_equal(mr_table_state(&table), mr_json_text(line, "final"));
    mr_table_close(&table);
  }
  json_decref(lines);
}

static void every_game_tells_its_plies_duels_and_passes(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("borderline.games.jsonl");
  for (size_t i = 0; i < GAMES; i++) {
    const json_t *line = json_array_get(lines, i);
    mr_table table;
    tally sum = {0};
    open_line(&table, line);
    replay(&table, line, &sum);
    assert_int_equal(sum.plies, mr_json_number(line, "plies"));
    assert_int_equal(sum.passes, mr_json_number(line, "passes"));
    assert_int_equal(sum.most_duels, mr_json_number(line, "most_duels"));
    mr_table_close(&table);
  }
  json_decref(lines);
}

static void every_state_on_the_way_reads_back(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("borderline.games.jsonl");
  for (size_t i = 0; i < GAMES; i++) {
    const json_t *line = json_array_get(lines, i);
    const json_t *actions = mr_json_member(line, "actions");
    mr_table table;
    open_line(&table, line);
    for (size_t k = 0; k < json_array_size(actions); k++) {
      mr_table_play(&table, json_string_value(json_array_get(actions, k)));
      char *text = strdup(mr_table_state(&table));
      uint64_t hash = mr_game_hash(table.game, table.state);
      mr_table_set(&table, text);
      assert_string_equal(mr_table_state(&table), text);
      assert_int_equal(mr_game_hash(table.game, table.state), hash);
      free(text);
    }
    assert_string_equal(mr_table_state(&table), mr_json_text(line, "final"));
    assert_string_equal(mr_table_ended_by(&table), mr_json_text(line, "how"));
    mr_table_close(&table);
  }
  json_decref(lines);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_game_ends_as_recorded),
    cmocka_unit_test(every_game_tells_its_plies_duels_and_passes),
    cmocka_unit_test(every_state_on_the_way_reads_back),
};

MR_TEST_MAIN(tests)
