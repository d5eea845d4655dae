#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* What the general makes of a map. */
typedef struct bench {
  mr_table table;
  mr_wls_search search;
} bench;

static mr_wls_attack_map *begin(bench *b, const char *sets, const char *men, const char *rest) {
  mr_table_open_game(&b->table, "warlord-clash-of-arms", sets, NULL);
  mr_warlord_men(&b->table, men, rest);
  b->search = (mr_wls_search){0};
  assert_int_equal(mr_wls_search_init(&b->search, mr_wl_game_of(b->table.game), NULL, NULL), MR_OK);
  mr_wls_search_set_root(&b->search, mr_wl_state_of(b->table.state));
  return &b->search.map;
}

static void end(bench *b) {
  mr_wls_search_done(&b->search);
  mr_table_close(&b->table);
}

static unsigned cell_of(const bench *b, const char *name) {
  unsigned cell = 0;
  while (cell < b->search.game->cells) {
    char text[16];
    mr_str out = mr_str_fixed(text, sizeof text);
    mr_wl_cell_text(b->table.game, (mr_cell){(uint16_t)cell}, &out);
    if (strcmp(text, name) == 0) {
      return cell;
    }
    cell++;
  }
  fail_msg("no square is called %s", name);
  return 0;
}

/* The way of those who fight is the last. */
#define FIGHT (MR_WLS_WAYS_MAX - 1)
#define FIGHT_OF(side) b.search.goals.way[side][FIGHT].pull

/* Two towns of White's, one of which Black strikes; a third unit that nobody strikes. */
#define TWO_TOWNS "@#d4 @#h8 Lc3 Id4 Lh7 Ih8 Ic4 lk12 lh10 ih9"

static void towns_that_nobody_strikes_are_firm(void **unused) {
  (void)unused;
  bench b;
  const mr_wls_attack_map *map = begin(&b, "towns_to_win=1", TWO_TOWNS, "w 0 5");
  assert_int_equal(map->towns, 2);
  assert_int_equal(map->side[0].towns, 2);
  assert_true(map->strikes[1][cell_of(&b, "h8")] != 0);
  assert_int_equal(map->strikes[1][cell_of(&b, "d4")], 0);
  int one = mr_wls_evaluate(&b.search.map, 0);
  end(&b);
  begin(&b, "towns_to_win=2", TWO_TOWNS, "w 0 5");
  int two = mr_wls_evaluate(&b.search.map, 0);
  end(&b);
  assert_true(one > two + 1000); /* d4 is enough for one, and not for two */
}

/* Enough towns, of which one is struck, are not enough. */
static void a_last_town_that_is_struck_wins_nothing_yet(void **unused) {
  (void)unused;
  int value[2];
  for (size_t k = 0; k < 2; k++) {
    bench b;
    mr_wls_attack_map *map = begin(&b, k ? "towns_to_win=2" : "towns_to_win=0", TWO_TOWNS, "w 0 5");
    value[k] = mr_wls_evaluate(map, 0) - mr_wls_balance(map, 0);
    end(&b);
  }
  assert_true(value[1] < value[0] - 800);
}

/* Who enters a town where he is taken at once has hardly gained it; two against one have half. */
static void a_guarded_town_is_gained_by_those_who_are_more(void **unused) {
  (void)unused;
  static const char *const men[] = {"@#h8 Lf1 Ih8 lk12 lh10 ih9", "@#h8 Lf1 Lh7 Ih8 lk12 lh10 ih9",
                                    "@#h8 Lf1 Lh7 Ig7 Ih8 lk12 lh10 ih9"};
  int gain[3];
  for (size_t i = 0; i < 3; i++) {
    int of[2];
    for (size_t k = 0; k < 2; k++) {
      bench b;
      mr_wls_attack_map *map = begin(&b, k ? "towns_to_win=2" : "towns_to_win=0", men[i], "b 0 5");
      mr_wls_update_values(map);
      of[k] = mr_wls_gain(map, 1, cell_of(&b, "h8"));
      end(&b);
    }
    gain[i] = of[1] - of[0];
  }
  assert_true(gain[0] > 400); /* what the balance shows: 69 and 373 for each side */
  assert_int_equal(gain[1], gain[0] / 2);
  assert_int_equal(gain[2], gain[0] * 12 / 100);
}

/*
 * A unit that nobody commands strikes no one, until a leader has come near it: what it strikes is
 * feared where one can come, and has an order left for it.
 */
static void a_leader_is_feared_for_where_a_unit_can_be_called(void **unused) {
  (void)unused;
  static const struct {
    const char *black;
    bool feared;
  } boards[] = {{"hd8 kd12", true},      /* two steps, and the second order */
                {"hd8 ld12", false},     /* its one order is for its own step */
                {"hd8 ld12 lc12", true}, /* unless another gives it that */
                {"hd8 km12", false},     /* too far off */
                {"he8 kd12", false}};    /* strikes nobody */
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    char men[128];
    snprintf(men, sizeof men, "Pd5 Lm2 lp12 %s", boards[i].black);
    bench b;
    mr_wls_attack_map *map = begin(&b, "", men, "w 0 5");
    mr_wls_update_values(map);
    const mr_wls_man *leader = &map->men[map->man[cell_of(&b, "d5")] - 1u];
    assert_int_equal(map->strikes[1][leader->cell], 0);
    int gain = mr_wls_call_gain(map, 1, leader, 0);
    assert_int_equal(gain > 0, boards[i].feared);
    /* What is gained otherwise is no gain of theirs. */
    assert_int_equal(mr_wls_call_gain(map, 1, leader, gain / 2), gain - gain / 2);
    assert_int_equal(mr_wls_call_gain(map, 1, leader, gain + 7), 0);
    end(&b);
  }
}

/* A leader who is taken orders nobody to take back: others do, or units that order themselves. */
static void who_only_the_fallen_commands_takes_nothing_back(void **unused) {
  (void)unused;
  static const struct {
    const char *white;
    bool avenged;
  } boards[] = {{"Ld6 Id5", false},
                {"Ld6 Id5 Lf4", true}, /* another commands it */
                {"Ld6 Ld5", true},     /* who orders himself */
                {"Ld6 Ii5 Lk5", false}};
  for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
    char men[128];
    snprintf(men, sizeof men, "%s Lm2 lp12 id7 ld9", boards[i].white);
    bench b;
    mr_wls_attack_map *map = begin(&b, "", men, "w 0 5");
    mr_wls_update_values(map);
    unsigned cell = cell_of(&b, "d6");
    const mr_wls_man *leader = &map->men[map->man[cell] - 1u];
    assert_true(map->strikes[1][cell] != 0);
    assert_int_equal(mr_wls_is_avenged(map, 0, leader), boards[i].avenged);
    int whole = map->value[0][leader->kind], gain = mr_wls_gain(map, 1, cell);
    assert_true(boards[i].avenged ? gain < whole : gain == whole);
    end(&b);
  }
}

/* What stands behind the last town in the list's memory is none. */
static void the_list_of_towns_ends_with_the_last(void **unused) {
  (void)unused;
  static const char *const behind[] = {"c4", "g9"}; /* a firm unit; empty, where Black may go */
  for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
    bench b;
    int16_t pulls[2][MR_WL_CELLS_MAX];
    mr_wls_attack_map *map = begin(&b, "towns_to_win=2", TWO_TOWNS, "w 0 5");
    size_t size = map->game->cells * sizeof(int16_t);
    unsigned cell = cell_of(&b, behind[i]);
    assert_true(map->man[cell] != 0 ? map->strikes[1][cell] == 0 : map->strikes[1][cell] != 0);
    int value = mr_wls_evaluate(map, 0);
    memcpy(pulls[0], FIGHT_OF(0), size);
    memcpy(pulls[1], FIGHT_OF(1), size);
    map->town[map->towns] = (uint16_t)cell;
    assert_int_equal(mr_wls_evaluate(map, 0), value);
    mr_wls_make_plans(&b.search, mr_wl_state_of(b.table.state));
    assert_memory_equal(FIGHT_OF(0), pulls[0], size);
    assert_memory_equal(FIGHT_OF(1), pulls[1], size);
    end(&b);
  }
}

/* Each town that may be entered counts, the last too; nothing does where towns win nothing. */
static void an_empty_town_that_the_enemy_may_enter_is_feared(void **unused) {
  (void)unused;
  static const char *const grounds[] = {"@#d4 @#g9 ", "@#g9 @#d4 "};
  for (size_t i = 0; i < 2; i++) {
    char men[128];
    bench b;
    snprintf(men, sizeof men, "%sLc3 Ic4 lk12 lh10 ih9", grounds[i]);
    int value[2];
    for (size_t k = 0; k < 2; k++) {
      mr_wls_attack_map *map = begin(&b, k ? "towns_to_win=2" : "towns_to_win=0", men, "w 0 5");
      assert_true(map->strikes[1][cell_of(&b, "g9")] != 0);
      value[k] = mr_wls_evaluate(map, 0) - mr_wls_balance(map, 0);
      end(&b);
    }
    assert_true(value[1] < value[0] - 50);
  }
}

/* Steps to the nearest leader, a slope that grows as men get fewer, and towns three steps around.
 */
static void goals_pull_to_leaders_and_towns(void **unused) {
  (void)unused;
  bench b;
  mr_wls_attack_map *map = begin(&b, "towns_to_win=2", TWO_TOWNS, "w 0 5");
  const mr_wls_way *way[2] = {&map->goals->way[0][FIGHT], &map->goals->way[1][FIGHT]};
  unsigned far = cell_of(&b, "p1"), near = cell_of(&b, "a1"), beside = cell_of(&b, "h9");
  /* Eight men: 7 + 216 / 9 for a step; nine steps to h10; a1 is three steps from the town d4. */
  for (unsigned class = 0; class < MR_WLS_LEADER; class ++) {
    const int16_t *pull = way[0]->pull + class * map->game->cells;
    assert_int_equal(pull[far], -31 * 9);
    assert_int_equal(pull[near], -31 * 9 + 10);
    assert_int_equal(pull[beside], -31 * 2 + 30);
  }
  const int16_t *leaders = way[0]->pull + (size_t)MR_WLS_LEADER * map->game->cells;
  assert_int_equal(leaders[far], -17 * 9);
  assert_int_equal(leaders[near], -17 * 9);
  assert_int_equal(leaders[beside], -17 * 4);
  assert_int_equal(way[1]->pull[far], -31 * 8); /* h7 */
  end(&b);
}

/* ---- counts ---------------------------------------------------------------------------------- */

static void expect_counts(const mr_wls_attack_map *map) {
  for (unsigned side = 0; side < 2; side++) {
    mr_wls_side count = {0};
    for (unsigned slot = 0; slot < map->slots[side]; slot++) {
      mr_wls_man man = map->men[side * map->game->side_max + slot];
      bool there = man.cell != MR_WL_OFF_BOARD, leads = there && mr_wl_is_numbered(man.kind);
      count.leaders = (uint16_t)(count.leaders + leads);
      count.levels = (uint16_t)(count.levels + (leads ? man.kind : 0));
      count.light = (uint16_t)(count.light + (there && man.kind == MR_WL_LIGHT));
      count.promoted = (uint16_t)(count.promoted + (there && man.kind == MR_WL_PROMOTED));
      count.towns = (uint16_t)(count.towns + (there && map->ground[man.cell] == MR_WL_TOWN));
      count.men += there ? mr_wls_plain_value[man.kind] : 0;
    }
    const mr_wls_side *found = &map->side[side];
    assert_int_equal(found->leaders, count.leaders);
    assert_int_equal(found->levels, count.levels);
    assert_int_equal(found->light, count.light);
    assert_int_equal(found->promoted, count.promoted);
    assert_int_equal(found->towns, count.towns);
    assert_int_equal(found->men, count.men);
  }
}

/* As read, and after each activation that could be made and taken back. */
static void a_side_is_counted_man_by_man(void **unused) {
  (void)unused;
  bench b;
  mr_wls_attack_map *map =
      begin(&b, "towns_to_win=2", "@#d4 @#h8 Lc3 Kb2 Id4 Nd5 Na1 Lh7 Ih8 Hg8 lk12 lh10 ih9 nd6 ci4",
            "w 0 5");
  mr_action *actions = calloc(b.table.game->info.max_actions, sizeof *actions);
  assert_non_null(actions);
  expect_counts(map);
  assert_int_equal(map->side[0].light, 2);
  assert_int_equal(map->side[1].light, 1);
  size_t count = mr_game_actions(b.table.game, b.table.state, actions);
  assert_true(count > 20);
  for (size_t i = 0; i < count; i++) {
    mr_wl_action_kind kind = mr_wl_action_kind_of(actions[i]);
    if (kind == MR_WL_ACT_MOVE || kind == MR_WL_ACT_EXCHANGE) {
      mr_wls_step step = mr_wls_attack_map_make(map, actions[i]);
      expect_counts(map);
      mr_wls_attack_map_unmake(map, step);
      expect_counts(map);
    }
  }
  free(actions);
  end(&b);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(goals_pull_to_leaders_and_towns),
    cmocka_unit_test(a_side_is_counted_man_by_man),
    cmocka_unit_test(towns_that_nobody_strikes_are_firm),
    cmocka_unit_test(a_last_town_that_is_struck_wins_nothing_yet),
    cmocka_unit_test(a_guarded_town_is_gained_by_those_who_are_more),
    cmocka_unit_test(who_only_the_fallen_commands_takes_nothing_back),
    cmocka_unit_test(the_list_of_towns_ends_with_the_last),
    cmocka_unit_test(a_leader_is_feared_for_where_a_unit_can_be_called),
    cmocka_unit_test(an_empty_town_that_the_enemy_may_enter_is_feared),
};

MR_TEST_MAIN(tests)
