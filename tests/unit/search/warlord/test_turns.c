#include <stdlib.h>
#include <string.h>

#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* A search that stands before a turn. */
typedef struct desk {
  mr_table table;
  mr_wls_search search;
} desk;

static void face(desk *d) {
  mr_state_copy(d->table.game, d->search.level[0].root, d->table.state);
  mr_wls_search_set_root(&d->search, mr_wl_state_of(d->table.state));
}

static void begin(desk *d, const char *name, const char *sets) {
  mr_table_open_game(&d->table, name, sets, NULL);
  d->search = (mr_wls_search){0};
  assert_int_equal(mr_wls_search_init(&d->search, mr_wl_game_of(d->table.game), NULL, NULL), MR_OK);
  d->search.node_limit = UINT64_MAX;
  mr_watch_start(&d->search.watch, &(mr_limits){0});
  face(d);
}

static void end(desk *d) {
  mr_wls_search_done(&d->search);
  mr_table_close(&d->table);
}

/* Whatever may be done, captures, exchanges and promotions too: the key is told beforehand. */
static void keys_are_told_beforehand(void **unused) {
  (void)unused;
  enum { ACTIONS = 400 };
  desk d;
  begin(&d, "warlord-clash-of-arms", "cannon_swap=true;promotion=true");
  mr_action *list = malloc(d.table.game->info.max_actions * sizeof *list);
  mr_random dice;
  mr_random_init(&dice, 5);
  unsigned exchanges = 0, captures = 0;
  for (unsigned n = 0; n < ACTIONS && mr_wl_state_of(d.table.state)->head.phase == MR_WL_PLAY;
       n++) {
    face(&d);
    size_t count = mr_wl_actions(d.table.game, d.table.state, list);
    for (size_t i = 0; i < count; i++) {
      unsigned kind = mr_wl_action_kind_of(list[i]);
      if (kind == MR_WL_ACT_END) {
        continue;
      }
      uint64_t told = mr_wls_key_after(&d.search.map, list[i]);
      mr_wls_step step = mr_wls_attack_map_make(&d.search.map, list[i]);
      assert_true(told == d.search.map.key);
      exchanges += kind == MR_WL_ACT_EXCHANGE;
      captures += kind == MR_WL_ACT_MOVE && step.other;
      mr_wls_attack_map_unmake(&d.search.map, step);
    }
    mr_action chosen = list[mr_random_below(&dice, (uint32_t)count)];
    mr_game_make(d.table.game, d.table.state, chosen, NULL, NULL);
  }
  assert_true(exchanges > 0);
  assert_true(captures > 0);
  free(list);
  end(&d);
}

/* Both sides have a far rank of their own. */
static void WL_20a_who_reaches_the_far_rank_is_promoted_on_the_map_too(void **unused) {
  (void)unused;
  static const char *const rest[] = {"w 0 5", "b 0 5"}, *const moves[] = {"c11-c12", "k2-k1"},
                           *const others[] = {"c11-d11", "k2-l2"};
  for (unsigned side = 0; side < 2; side++) {
    desk d;
    begin(&d, "warlord-clash-of-arms", "promotion=true");
    mr_warlord_men(&d.table, "Lc10 Ic11 lk3 ik2", rest[side]);
    face(&d);
    mr_action stays = MR_ACTION_NONE, goes = MR_ACTION_NONE;
    const mr_game *game = d.table.game;
    assert_int_equal(
        mr_game_parse_action(game, d.table.state, others[side], strlen(others[side]), &stays, NULL),
        MR_OK);
    mr_wls_step step = mr_wls_attack_map_make(&d.search.map, stays);
    assert_int_equal(d.search.map.side[side].promoted, 0);
    mr_wls_attack_map_unmake(&d.search.map, step);
    assert_int_equal(
        mr_game_parse_action(game, d.table.state, moves[side], strlen(moves[side]), &goes, NULL),
        MR_OK);
    uint64_t told = mr_wls_key_after(&d.search.map, goes);
    mr_wls_attack_map_make(&d.search.map, goes);
    assert_true(d.search.map.key == told);
    assert_int_equal(d.search.map.side[side].promoted, 1);
    assert_int_equal(d.search.map.side[1 - side].promoted, 0);
    mr_game_make(d.table.game, d.table.state, goes, NULL, NULL);
    mr_wls_attack_map_read(&d.search.map, mr_wl_state_of(d.table.state));
    assert_true(d.search.map.key == told);
    end(&d);
  }
}

/* What has been found is not tried again, and is the same; in another search it is. */
static void the_same_men_are_valued_once(void **unused) {
  (void)unused;
  const mr_wls_width width = {4, 24, 8};
  desk d;
  begin(&d, "warlord-clash-of-arms", "");
  mr_wls_level *level = &d.search.level[0];
  mr_wls_find_turns(&d.search, 0, width, false, 2 * MR_WLS_WIN);
  uint64_t first = d.search.nodes, key = level->turns[0].key;
  int value = level->turns[0].value;
  mr_wls_find_turns(&d.search, 0, width, false, 2 * MR_WLS_WIN);
  assert_true(level->turns[0].key == key);
  assert_int_equal(level->turns[0].value, value);
  assert_true((d.search.nodes - first) * 2 < first);
  face(&d);
  d.search.nodes = d.search.met = 0;
  mr_wls_find_turns(&d.search, 0, width, false, 2 * MR_WLS_WIN);
  assert_int_equal(level->turns[0].value, value);
  assert_true(d.search.nodes == first);
  end(&d);
}

/* A reply that refutes is enough. */
static void no_more_is_looked_for_than_is_enough(void **unused) {
  (void)unused;
  const mr_wls_width width = {4, 24, 8};
  desk d;
  begin(&d, "warlord-clash-of-arms", "");
  mr_wls_level *level = &d.search.level[0];
  mr_wls_find_turns(&d.search, 0, width, false, 2 * MR_WLS_WIN);
  uint64_t all = d.search.nodes;
  int best = level->turns[0].value, enough = best - 100;
  face(&d);
  d.search.nodes = d.search.met = 0;
  mr_wls_find_turns(&d.search, 0, width, false, enough);
  assert_true(level->turns[0].value >= enough);
  assert_true(level->turns[0].value <= best);
  assert_true(d.search.nodes < all);
  end(&d);
}

/* What an empty turn is worth to who is to move among such men. */
static int value_of_pass(const char *sets, const char *men, const char *rest) {
  const mr_wls_width width = {1, 1, 8};
  desk d;
  begin(&d, "warlord-clash-of-arms", sets);
  mr_warlord_men(&d.table, men, rest);
  face(&d);
  mr_wls_find_turns(&d.search, 0, width, false, 2 * MR_WLS_WIN);
  const mr_wls_level *level = &d.search.level[0];
  unsigned at = 0;
  while (at < level->count && level->turns[at].count) {
    at++;
  }
  assert_true(at < level->count);
  int value = level->turns[at].value;
  end(&d);
  return value;
}

/* Who passes offers a draw, and who is passed at and passes has taken it. */
static void WL_14_to_pass_is_worth_no_more_than_a_draw(void **unused) {
  (void)unused;
  static const char *const men = "Kc3 Kd3 Ic4 Id4 He4 lk9 ij9";
  assert_int_equal(value_of_pass("", men, "w 0 5"), MR_WLS_DRAW);
  assert_int_equal(value_of_pass("", men, "w 0 5 pass=1"), MR_WLS_DRAW);
  assert_true(value_of_pass("", men, "b 0 5") < MR_WLS_DRAW);
  assert_int_equal(value_of_pass("", men, "b 0 5 pass=1"), MR_WLS_DRAW);
}

/* WL-20b: the last turn comes before the draw by passes. */
static void WL_47_to_pass_when_the_last_turn_is_over_is_no_draw(void **unused) {
  (void)unused;
  static const char *const sets = "last_turn=5;last_turn_counts=levels;last_turn_needs=1";
  static const char *const men = "Kc3 Ic4 Kd9 lk9 ij9";
  assert_true(value_of_pass(sets, men, "b 0 5 pass=1") < -MR_WLS_WIN / 2);
  assert_true(value_of_pass(sets, men, "w 0 5") > MR_WLS_DRAW);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(keys_are_told_beforehand),
    cmocka_unit_test(WL_20a_who_reaches_the_far_rank_is_promoted_on_the_map_too),
    cmocka_unit_test(the_same_men_are_valued_once),
    cmocka_unit_test(no_more_is_looked_for_than_is_enough),
    cmocka_unit_test(WL_14_to_pass_is_worth_no_more_than_a_draw),
    cmocka_unit_test(WL_47_to_pass_when_the_last_turn_is_over_is_no_draw),
};

MR_TEST_MAIN(tests)
