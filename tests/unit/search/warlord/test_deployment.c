#include <stdlib.h>
#include <string.h>

#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

static const mr_wl_head *head_of(const mr_table *table) {
  return &mr_wl_state_of(table->state)->head;
}

/* Sets up and plays as chance has it, one order a turn, until somebody has units to place. */
static void play_to_entry(mr_table *table) {
  mr_random random;
  mr_random_init(&random, 5);
  while (head_of(table)->phase != MR_WL_ENTER) {
    assert_int_equal(mr_game_node(table->game, table->state).kind, MR_NODE_DECISION);
    size_t count = mr_table_actions(table);
    bool ends = head_of(table)->phase == MR_WL_PLAY && head_of(table)->activations > 0;
    size_t pick = ends ? count - 1 : (size_t)mr_random_below(&random, count);
    mr_game_make(table->game, table->state, table->actions[pick], NULL, NULL);
  }
}

static unsigned men_on(const mr_table *table, unsigned side) {
  const mr_wl_game *game = mr_wl_game_of(table->game);
  const mr_wl_unit *units =
      mr_wl_units_const(game, mr_wl_state_of(table->state)) + side * game->side_max;
  unsigned count = 0;
  for (unsigned i = 0; i < head_of(table)->units[side]; i++) {
    count += units[i].cell != MR_WL_OFF_BOARD;
  }
  return count;
}

/* What a search expects of a side that has units to place before its turn: that it places all. */
static void all_who_have_come_are_placed(void **unused) {
  (void)unused;
  mr_table table;
  mr_wls_search search = {0};
  mr_table_open_game(&table, "warlord-valley-war-placed", "", NULL);
  play_to_entry(&table);
  unsigned side = head_of(&table)->side, before = men_on(&table, side);
  assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table.game), NULL, NULL), MR_OK);
  mr_wls_place_all(&search, table.state);
  assert_int_equal(head_of(&table)->phase, MR_WL_PLAY);
  assert_int_equal(head_of(&table)->side, side);
  assert_true(men_on(&table, side) > before);
  mr_wls_search_done(&search);
  mr_table_close(&table);
}

/* Takes all units of a side off the board. */
static void let_fall(mr_table *table, unsigned side) {
  const mr_wl_game *game = mr_wl_game_of(table->game);
  mr_wl_state *state = mr_wl_writable(table->state);
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    mr_wl_unit *unit = &mr_wl_units(game, state)[side * game->side_max + i];
    mr_wl_squares(game, state)[unit->cell] &= (uint16_t)~MR_WL_SLOT_BITS;
    unit->cell = MR_WL_OFF_BOARD;
  }
}

/*
 * Who has fallen stands in no zone. What was read there lay far beyond the zones of the board, and
 * a game of Valley War with placed blocks crashed by it: here it is the zone that is filled, whose
 * leaders decide which comes next.
 */
static void who_has_fallen_counts_in_no_zone(void **unused) {
  (void)unused;
  static const mr_limits limits = {0};
  mr_table table;
  mr_wls_search search = {0};
  mr_table_open_game(&table, "warlord-valley-war-placed", "", NULL);
  play_to_entry(&table);
  unsigned side = head_of(&table)->side;
  let_fall(&table, side);
  mr_wl_game game = *mr_wl_game_of(table.game);
  uint8_t *zones = calloc(MR_WL_OFF_BOARD + 1u, 1);
  assert_non_null(zones);
  memcpy(zones, game.zone, game.cells);
  game.zone = zones;
  assert_int_equal(mr_wls_search_init(&search, &game, NULL, NULL), MR_OK);
  for (uint64_t seed = 0; seed < 50; seed++) {
    mr_search_result clean = {0}, found = {0};
    zones[MR_WL_OFF_BOARD] = 0;
    mr_wls_deploy(&search, mr_wl_state_of(table.state), seed, &limits, &clean);
    zones[MR_WL_OFF_BOARD] = zones[mr_wl_action_to(clean.action)];
    assert_int_not_equal(zones[MR_WL_OFF_BOARD], 0);
    mr_wls_deploy(&search, mr_wl_state_of(table.state), seed, &limits, &found);
    assert_int_equal(found.action, clean.action);
  }
  mr_wls_search_done(&search);
  free(zones);
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_has_fallen_counts_in_no_zone),
    cmocka_unit_test(all_who_have_come_are_placed),
};

MR_TEST_MAIN(tests)
