/*
 * Corners of the Warlord rules, where two of them meet: repetition after drawn lots, texts late in
 * a game with reserves, samples that are larger than the army, and what is said of leaders who have
 * exchanged.
 */
#include <stdio.h>
#include <string.h>

#include "rules/warlord/warlord.h"
#include "test_main.h"
#include "warlord_fixture.h"

#define CLASH "warlord-clash-of-arms"
#define ROUND "c11-b11 . c2-b2 . b11-c11 . b2-c2 ."

/* ---- WL-15 and WL-31 ------------------------------------------------------------------------- */

static void WL_15_the_first_position_counts_for_whom_the_lots_name(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, CLASH, "first=drawn", NULL);
  mr_table_play(&table, "black " ROUND);
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "c11-b11 . c2-b2 . b11-c11 . b2-c2");
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "."); /* the third time that Black is to move in it */
  assert_string_equal(mr_table_ended_by(&table), "WL-15 repetition");
  mr_table_close(&table);
}

static void WL_15_it_does_not_count_for_the_other_side(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, CLASH, "first=drawn", NULL);
  mr_table_play(&table, "black -- c2-b2 . c11-b11 . b2-c2 . b11-c11 .");
  assert_string_equal(mr_table_result(&table), "*"); /* the second time for White */
  mr_table_close(&table);
}

static void WL_31_lots_are_taken_back_to_the_byte(void **unused) {
  (void)unused;
  _Alignas(MR_STATE_ALIGN) unsigned char before[16384];
  _Alignas(MR_STATE_ALIGN) unsigned char undo[4096];
  mr_table table;
  mr_table_open_game(&table, CLASH, "first=drawn", NULL);
  size_t size = table.game->info.state_size;
  assert_true(size <= sizeof before && table.game->info.undo_size <= sizeof undo);
  memcpy(before, table.state, size);
  mr_game_make(table.game, table.state, mr_wl_action(MR_WL_ACT_LOTS, MR_WL_BLACK, 0), undo, NULL);
  assert_memory_not_equal(before, table.state, size);
  mr_game_unmake(table.game, table.state, undo);
  assert_memory_equal(before, table.state, size);
  mr_table_close(&table);
}

/* ---- WL-36 and WL-42 ------------------------------------------------------------------------- */

#define EIGHT_BLOCKS "arrivals=2 3 4 5 6 7 8"

/* 24 leaders of White's: six a block, so four blocks of them. */
#define MANY "8LLLLLLLL/8LLLLLLLL/8LLLLLLLL/16/16/16/16/16/16/16/16/l15"

static void WL_42_only_those_who_still_come_need_room(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, CLASH, EIGHT_BLOCKS, NULL);
  mr_table_set(&table, MANY " b 0 9");
  assert_non_null(strstr(mr_table_state(&table), MANY " b 0 9"));
  assert_int_equal(mr_table_refusal(&table, MANY " b 0 1"), MR_ERR_ILLEGAL);
  assert_int_equal(mr_table_refusal(&table, MANY " b 0 9 waiting=c2*7"), MR_OK);
  mr_table_close(&table);
}

/* The same for units: six blocks of 71 are no more than 512, whatever part of them stands on the
 * map. */
static void WL_42_as_many_units_as_can_have_come_have_a_text(void **unused) {
  (void)unused;
  enum { EDGE = 24 };
  static char sets[EDGE * (EDGE + 1) + 64];
  static char text[EDGE * (EDGE + 1) + 64];
  mr_table table;
  char *at = sets + sprintf(sets, "arrivals=2 3 4 5 6;pieces=lLLLLLLIIIIIIIIIIIIIIIII");
  char *to = text + sprintf(text, "LLLLLLLLIIIIIIIIIIIIIIII");
  for (int row = 1; row < EDGE; row++) {
    at += sprintf(at, "\n%s", row < 3 ? "IIIIIIIIIIIIIIIIIIIIIIII" : "........................");
    to += sprintf(to, "/%s", row < 14 ? "IIIIIIIIIIIIIIIIIIIIIIII" : "24");
  }
  sprintf(to - 2, "l23 b 0 9");
  mr_table_open_game(&table, CLASH, sets, NULL);
  mr_table_set(&table, text);
  assert_string_equal(mr_table_state(&table), text);
  mr_table_close(&table);
}

static void WL_42_who_waits_has_come_whatever_the_order_of_fields(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-valley-war", "first=drawn", NULL);
  const char *map = "20l3/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/L23";
  char text[256];
  /* Black begins turn 6 as the first: White's block is still to come. */
  snprintf(text, sizeof text, "%s b 0 6 waiting=a1 first=b", map);
  assert_int_equal(mr_table_refusal(&table, text), MR_ERR_ILLEGAL);
  snprintf(text, sizeof text, "%s b 0 6 first=b waiting=a1", map);
  assert_int_equal(mr_table_refusal(&table, text), MR_ERR_ILLEGAL);
  /* White has begun it where White is the first. */
  snprintf(text, sizeof text, "%s b 0 6 waiting=a1", map);
  mr_table_set(&table, text);
  assert_non_null(strstr(mr_table_state(&table), " waiting=a1"));
  mr_table_close(&table);
}

/* ---- WL-31, the sample ----------------------------------------------------------------------- */

static void WL_31_a_sample_may_be_larger_than_the_army(void **unused) {
  (void)unused;
  static char sets[1024];
  char *at = sets + sprintf(sets, "pieces=");
  for (int row = 0; row < 12; row++) {
    at += sprintf(at, "%s%s", row > 0 ? "\n" : "",
                  row < 2 ? "hhhhhhhhhhlhhhhhhhhh" : "HHHHHHHHHHLHHHHHHHHH");
  }
  mr_table table;
  mr_table_open_game(&table, "warlord-test-of-wills", sets, NULL);
  const mr_wl_game *game = mr_wl_game_of(table.game);
  assert_int_equal(game->posts[0], 200);
  assert_true(game->posts[0] <= game->side_max);
  mr_table_close(&table);
}

static void WL_31_a_sample_has_no_more_leaders_than_an_army_may(void **unused) {
  (void)unused;
  static char sets[1024];
  char *at = sets + sprintf(sets, "pieces=");
  for (int row = 0; row < 12; row++) {
    at += sprintf(at, "%s%s", row > 0 ? "\n" : "",
                  row < 2 ? "hhhhhhhhhhlhhhhhhhhh" : "LLLLLLLLLLLLLLLLLLLL");
  }
  assert_int_equal(mr_game_refusal("warlord-test-of-wills", sets), MR_ERR_LIMIT);
}

/* ---- WL-22, what is said --------------------------------------------------------------------- */

static void WL_22_a_leader_who_has_exchanged_is_named_as_the_reason(void **unused) {
  (void)unused;
  mr_table table;
  mr_error error = {.message = ""};
  mr_action action = 77;
  mr_table_open_game(&table, CLASH, "cannon_swap=true", NULL);
  mr_warlord_men(&table, "Ke2 Cf2 Id2 Lm1 Ln1 lp12", "w 0 5 [e2<>f2]");
  assert_int_equal(mr_game_parse_action(table.game, table.state, "d2-d3", 5, &action, &error),
                   MR_ERR_ILLEGAL);
  assert_non_null(strstr(error.message, "WL-22"));
  assert_null(strstr(error.message, "WL-1)"));
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_15_the_first_position_counts_for_whom_the_lots_name),
    cmocka_unit_test(WL_15_it_does_not_count_for_the_other_side),
    cmocka_unit_test(WL_31_lots_are_taken_back_to_the_byte),
    cmocka_unit_test(WL_42_only_those_who_still_come_need_room),
    cmocka_unit_test(WL_42_as_many_units_as_can_have_come_have_a_text),
    cmocka_unit_test(WL_42_who_waits_has_come_whatever_the_order_of_fields),
    cmocka_unit_test(WL_31_a_sample_may_be_larger_than_the_army),
    cmocka_unit_test(WL_31_a_sample_has_no_more_leaders_than_an_army_may),
    cmocka_unit_test(WL_22_a_leader_who_has_exchanged_is_named_as_the_reason),
};

MR_TEST_MAIN(tests)
