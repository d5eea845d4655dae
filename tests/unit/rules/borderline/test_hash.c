/*
 * The position key of Borderline: alike where only the plies differ, different where anything else
 * does.
 */
#include "borderline_open.h"
#include "test_main.h"

static uint64_t key_of(mr_table *table, const char *state) {
  mr_table_set(table, state);
  uint64_t key = mr_game_hash(table->game, table->state);
  assert_int_equal(key, mr_game_rehash(table->game, table->state));
  return key;
}

static const char *const states[] = {
    "3/3/3 R - - 0 0 deal",
    "3/3/3 R 222 - 0 0 deal",
    "3/3/3 R 222 222 0 0",
    "3/3/3 B 222 222 0 0",
    "3/3/3 R 222 222,222 0 0",
    "3/3/3 R 222,222 222 0 0",
    "3/3/3 R 222 777 0 0",
    "3/3/3 R 777 222 0 0",
    "R2222/3/3 R 777 222 0 0",
    "R2222/3/3 B 777 222 0 0",
    "B2222/3/3 R 777 222 0 0",
    "1R2221/3/3 R 777 222 0 0",
    "3/R2222/3 R 777 222 0 0",
    "R2222/3/3 R 777 222 1 9",
    "R2222/3/3 R 777 222 2 9",
    "R2222/3/3 R 777 - 0 9",
    "B7772/R777B7771/B7772 R - 777 0 0 a1:urd",
    "3/R777B7771/B7772 R - 777,777 0 0 a1:rd",
    "B7772/R7772/B7772 R - 777,777 0 0 a1:ud",
    "R7772/B7772/3 R 777 777 0 0 a0:d",
    "R7772/B7772/3 B 777 777 0 0 a1:u",
    "R7772/B7772/3 R 777 777 0 0",
    "R7772/B7772/3 B 777 777 0 0",
};
enum { STATES = sizeof states / sizeof *states };

static void compare(const uint64_t *keys, size_t first, size_t second) {
  if (keys[first] == keys[second]) {
    fail_msg("\"%s\" and \"%s\" have one key", states[first], states[second]);
  }
}

static void states_that_differ_have_different_keys(void **unused) {
  (void)unused;
  uint64_t keys[STATES];
  mr_table table;
  mr_table_open(&table, "columns=3;rows=3;pieces=2", NULL);
  for (size_t i = 0; i < STATES; i++) {
    keys[i] = key_of(&table, states[i]);
    for (size_t k = 0; k < i; k++) {
      compare(keys, k, i);
    }
  }
  mr_table_close(&table);
}

static void the_number_of_plies_does_not_tell(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "columns=3;rows=3", NULL);
  assert_int_equal(key_of(&table, "R2222/3/2B777 R 777 222 0 2"),
                   key_of(&table, "R2222/3/2B777 R 777 222 0 44"));
  mr_table_close(&table);
}

static void the_way_to_a_position_does_not_tell(void **unused) {
  (void)unused;
  const char *const ways[] = {"777@a0 777@c2 464@b0 131@b2", "464@b0 131@b2 777@a0 777@c2"};
  uint64_t keys[2];
  for (size_t i = 0; i < 2; i++) {
    mr_table table;
    mr_table_open(&table, "columns=3;rows=3", "3/3/3 R 222,464,777 131,222,777 0 0");
    mr_table_play(&table, ways[i]);
    keys[i] = mr_game_hash(table.game, table.state);
    mr_table_close(&table);
  }
  assert_int_equal(keys[0], keys[1]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(states_that_differ_have_different_keys),
    cmocka_unit_test(the_number_of_plies_does_not_tell),
    cmocka_unit_test(the_way_to_a_position_does_not_tell),
};

MR_TEST_MAIN(tests)
