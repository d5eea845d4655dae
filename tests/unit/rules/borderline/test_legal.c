/*
 * Numbers that are no actions: whatever differs by one or two bits from an action, or from a face
 * of one, is legal only if it is another of them.
 */
#include <stdlib.h>

#include "borderline_open.h"
#include "test_main.h"

enum { KNOWN_MAX = 1024 };

typedef struct numbers {
  mr_action known[KNOWN_MAX];
  size_t count;
} numbers;

static void add(numbers *set, mr_action action) {
  for (size_t i = 0; i < set->count; i++) {
    if (set->known[i] == action) {
      return;
    }
  }
  assert_true(set->count < KNOWN_MAX);
  set->known[set->count++] = action;
}

/* The outcomes and their faces; enough random bits to meet every face. */
static void collect_chance(mr_table *table, numbers *set) {
  uint64_t total = 0;
  mr_random random;
  mr_random_init(&random, 1);
  size_t count = mr_game_chances(table->game, table->state, table->chances, &total);
  for (size_t i = 0; i < count; i++) {
    add(set, table->chances[i].action);
    for (int k = 0; k < 1000; k++) {
      add(set, mr_game_face(table->game, table->state, table->chances[i].action,
                            mr_random_next(&random)));
    }
  }
}

static void collect(mr_table *table, numbers *set) {
  set->count = 0;
  if (mr_game_node(table->game, table->state).kind == MR_NODE_CHANCE) {
    collect_chance(table, set);
  }
  size_t count = mr_table_actions(table);
  for (size_t i = 0; i < count; i++) {
    add(set, table->actions[i]);
  }
}

static bool knows(const numbers *set, mr_action action) {
  for (size_t i = 0; i < set->count; i++) {
    if (set->known[i] == action) {
      return true;
    }
  }
  return false;
}

static void probe(const mr_table *table, const numbers *set, mr_action action) {
  bool legal = mr_game_legal(table->game, table->state, action);
  if (legal != knows(set, action)) {
    fail_msg("number %u is %s", (unsigned)action, legal ? "legal, but not listed" : "not legal");
  }
}

/* One state with so many actions and faces. */
static void check_state(const char *sets, const char *state, size_t count) {
  static numbers set;
  mr_table table;
  mr_table_open(&table, sets, state);
  collect(&table, &set);
  assert_int_equal(set.count, count);
  probe(&table, &set, MR_ACTION_NONE);
  probe(&table, &set, 0);
  for (size_t i = 0; i < set.count; i++) {
    for (unsigned first = 0; first < 32; first++) {
      for (unsigned second = first; second < 32; second++) {
        probe(&table, &set, set.known[i] ^ (1u << first) ^ (second > first ? 1u << second : 0));
      }
    }
  }
  mr_table_close(&table);
}

static void no_other_number_is_a_deal_or_a_lot(void **unused) {
  (void)unused;
  check_state("", NULL, 196);
  check_state("first=drawn;pieces=1", "6/6/6/6/6/6/6/6 R 222 222 0 0 draw", 2);
}

static void no_other_number_is_a_placement(void **unused) {
  (void)unused;
  check_state("", "6/6/6/6/6/6/6/6 R 222,777 222 0 0", 12);
  check_state("columns=3;rows=3", "R7772/3/2B777 R 131,222,777 777 0 0", 4);
}

static void no_other_number_is_a_pass(void **unused) {
  (void)unused;
  check_state("", "6/6/6/6/6/6/6/6 R - 222 0 0", 1);
}

static void no_other_number_is_a_duel(void **unused) {
  (void)unused;
  check_state("columns=3;rows=3", "R7772/B7772/3 R 777 777 0 0 a0:d", 2 + 36);
  check_state("columns=3;rows=3;dice_sides=2", "R7772/B7772/3 B 777 777 0 0 a1:u", 2 + 4);
}

static void nothing_is_legal_after_the_end(void **unused) {
  (void)unused;
  static numbers set;
  mr_table table;
  mr_table_open(&table, "columns=3;rows=3", "3/3/3 R 222 222 2 2");
  set.count = 0;
  for (mr_action action = 0; action < 1u << 20; action++) {
    probe(&table, &set, action);
    probe(&table, &set, action << 12);
  }
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_other_number_is_a_deal_or_a_lot),
    cmocka_unit_test(no_other_number_is_a_placement),
    cmocka_unit_test(no_other_number_is_a_pass),
    cmocka_unit_test(no_other_number_is_a_duel),
    cmocka_unit_test(nothing_is_legal_after_the_end),
};

MR_TEST_MAIN(tests)
