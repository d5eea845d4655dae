/*
 * Armies that go from one battle to the next: WL-44.
 */
#include <marcher/muster.h>
#include <stdio.h>
#include <string.h>

#include "test_main.h"
#include "warlord_fixture.h"

#define BORDER "warlord-border-war"

static mr_muster men_of(const mr_table *table, const char *text) {
  mr_muster men;
  mr_error error = {.message = ""};
  if (table->game->muster->parse(text, strlen(text), &men, &error) != MR_OK) {
    fail_msg("%s: %s", text, error.message);
  }
  return men;
}

static void expect_men(const mr_table *table, const mr_muster *men, const char *wanted) {
  char text[128];
  mr_str out = mr_str_fixed(text, sizeof text);
  table->game->muster->format(men, &out);
  assert_string_equal(mr_str_text(&out), wanted);
}

/* Begins a battle with two armies. @return the text of its state */
static const char *begin(mr_table *table, const char *white, const char *black, mr_muster rest[2]) {
  const mr_muster armies[2] = {men_of(table, white), men_of(table, black)};
  mr_error error = {.message = ""};
  if (table->game->muster->begin(table->game, armies, rest, table->state, &error) != MR_OK) {
    fail_msg("%s", error.message);
  }
  return mr_table_state(table);
}

static void WL_44_who_is_left_is_counted_with_reserves_and_towns(void **unused) {
  (void)unused;
  mr_table table;
  mr_muster men;
  mr_table_open_game(&table, BORDER, "deployment=fixed;promotion=true", NULL);
  mr_warlord_men(&table, "Xa1 Rb1 Ie7 Ii10 Uc16 xx16 rw16 np7", "w 0 9");
  assert_int_equal(table.game->muster->survivors(table.game, table.state, 0, &men), 2);
  expect_men(&table, &men, "R1X1U1I2");
  table.game->muster->settle(&men, true);
  expect_men(&table, &men, "L1R1X1I2");
  assert_int_equal(table.game->muster->survivors(table.game, table.state, 1, &men), 1);
  expect_men(&table, &men, "R1X1N1");
  mr_table_close(&table);
  mr_table_open_game(&table, "warlord-valley-war", "", NULL);
  table.game->muster->survivors(table.game, table.state, 0, &men);
  expect_men(&table, &men, "P4Q4R4H8C8N8I28"); /* four blocks of sixteen */
  mr_table_close(&table);
}

static void WL_44_promotions_last_or_do_not(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, BORDER, "deployment=fixed", NULL);
  mr_muster men = men_of(&table, "K1U2I3");
  table.game->muster->settle(&men, false);
  expect_men(&table, &men, "K1I5");
  mr_table_close(&table);
}

static void WL_44_places_are_taken_by_kind_and_then_by_whoever_is_left(void **unused) {
  (void)unused;
  mr_table table;
  mr_muster rest[2];
  mr_table_open_game(&table, BORDER, "deployment=fixed;defeat_level=0", NULL);
  const char *text = begin(&table, "X1K1H8I1", "L3", rest);
  /* White's map has two leaders of level 2 and six cavalry and more; X takes a place of a leader,
     two of the heavy cavalry places of others. */
  char board[512];
  snprintf(board, sizeof board, "%s", text);
  unsigned counts[128] = {0};
  for (const char *at = board; *at != ' '; at++) {
    counts[(unsigned char)*at & 127u]++;
  }
  assert_int_equal(counts['X'], 1);
  assert_int_equal(counts['K'], 1);
  assert_int_equal(counts['H'], 8);
  assert_int_equal(counts['I'], 1);
  assert_int_equal(counts['l'], 3);
  assert_non_null(strstr(text, " w 0 1 lost=0,0"));
  expect_men(&table, &rest[0], "");
  expect_men(&table, &rest[1], "");
  mr_table_close(&table);
}

static void WL_44_who_finds_no_place_waits(void **unused) {
  (void)unused;
  mr_table table;
  mr_muster rest[2];
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  begin(&table, "L8I40", "L6I12", rest);
  expect_men(&table, &rest[0], "L2I16"); /* six leaders and 24 others have places */
  expect_men(&table, &rest[1], "");
  mr_table_close(&table);
}

static void WL_44_an_army_that_survives_whole_begins_as_drawn(void **unused) {
  (void)unused;
  mr_table table;
  mr_muster men[2], rest[2];
  char before[512];
  mr_table_open_game(&table, "warlord-river", "", NULL);
  snprintf(before, sizeof before, "%s", mr_table_state(&table));
  for (unsigned side = 0; side < 2; side++) {
    table.game->muster->survivors(table.game, table.state, side, &men[side]);
  }
  assert_int_equal(table.game->muster->begin(table.game, men, rest, table.state, NULL), MR_OK);
  assert_string_equal(mr_table_state(&table), before);
  mr_table_close(&table);
}

static void WL_44_what_cannot_begin_is_refused(void **unused) {
  (void)unused;
  mr_table table;
  mr_muster rest[2];
  mr_error error;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_muster armies[2] = {men_of(&table, "I4"), men_of(&table, "L1")};
  assert_int_equal(table.game->muster->begin(table.game, armies, rest, table.state, &error),
                   MR_ERR_ILLEGAL);
  assert_non_null(strstr(error.message, "White has no leader left"));
  static const char *const bad[] = {"I", "I0", "4I", "I4I5", "i4", "I4,K1", "Z3", "I99999999"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    mr_muster men;
    assert_int_equal(table.game->muster->parse(bad[i], strlen(bad[i]), &men, &error),
                     MR_ERR_SYNTAX);
    assert_non_null(strstr(error.message, "such as G1K2H4I12"));
  }
  mr_table_close(&table);
  mr_table_open_game(&table, BORDER, "", NULL);
  armies[0] = men_of(&table, "L1");
  assert_int_equal(table.game->muster->begin(table.game, armies, rest, table.state, &error),
                   MR_ERR_UNSUPPORTED);
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_44_who_is_left_is_counted_with_reserves_and_towns),
    cmocka_unit_test(WL_44_promotions_last_or_do_not),
    cmocka_unit_test(WL_44_places_are_taken_by_kind_and_then_by_whoever_is_left),
    cmocka_unit_test(WL_44_who_finds_no_place_waits),
    cmocka_unit_test(WL_44_an_army_that_survives_whole_begins_as_drawn),
    cmocka_unit_test(WL_44_what_cannot_begin_is_refused),
};

MR_TEST_MAIN(tests)
