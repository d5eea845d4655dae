#include <string.h>

#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* Tells a turn of a single activation. */
static void tell(mr_table *table, const char *activation, char *out, size_t size) {
  mr_wls_search search = {0};
  mr_wls_turn turn = {.count = 1};
  mr_str text = mr_str_fixed(out, size);
  mr_error err;
  assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table->game), NULL, NULL), MR_OK);
  mr_state_copy(table->game, search.level[0].root, table->state);
  mr_wls_search_set_root(&search, mr_wl_state_of(table->state));
  if (mr_game_parse_action(table->game, table->state, activation, strlen(activation),
                           &turn.actions[0], &err) != MR_OK) {
    fail_msg("%s: %s", activation, err.message);
  }
  mr_wls_explain(&search, &turn, &text);
  mr_wls_search_done(&search);
}

/* Of what is taken the leaders are told, and nothing where there are none. */
static void leaders_are_told_among_what_is_taken(void **unused) {
  (void)unused;
  char text[512];
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Le5 Hf5 Hd5 lf8 id8 kk12 ik11", "w 0 5");
  tell(&table, "f5xf8", text, sizeof text);
  assert_non_null(strstr(text, "1 capture (1 of a leader)"));
  tell(&table, "d5xd8", text, sizeof text);
  assert_non_null(strstr(text, "1 capture"));
  assert_null(strstr(text, "leader)"));
  assert_null(strstr(text, "leaders)"));
  mr_table_close(&table);
}

/* Of a turn that has begun those are told that are left. */
static void orders_given_before_are_not_unused(void **unused) {
  (void)unused;
  char text[512];
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "turn_cap=fixed;cap=3", NULL);
  mr_warlord_men(&table, "Ke5 Hf5 Kd5 kk12 ik11", "w 0 5");
  tell(&table, "f5-f8", text, sizeof text);
  assert_non_null(strstr(text, "; 2 of 3 orders stay unused"));
  mr_table_play(&table, "f5-f8");
  tell(&table, "e5-e6", text, sizeof text);
  assert_non_null(strstr(text, "; 1 of 3 orders stays unused"));
  mr_table_play(&table, "e5-e6");
  tell(&table, "d5-d6", text, sizeof text);
  assert_null(strstr(text, "unused"));
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(orders_given_before_are_not_unused),
    cmocka_unit_test(leaders_are_told_among_what_is_taken),
};

MR_TEST_MAIN(tests)
