#include <stdio.h>
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
    memcpy(pulls[0], b.search.goals.pull[0], size);
    memcpy(pulls[1], b.search.goals.pull[1], size);
    map->town[map->towns] = (uint16_t)cell;
    assert_int_equal(mr_wls_evaluate(map, 0), value);
    mr_wls_find_goals(map, &b.search.goals);
    assert_memory_equal(b.search.goals.pull[0], pulls[0], size);
    assert_memory_equal(b.search.goals.pull[1], pulls[1], size);
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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(towns_that_nobody_strikes_are_firm),
    cmocka_unit_test(the_list_of_towns_ends_with_the_last),
    cmocka_unit_test(an_empty_town_that_the_enemy_may_enter_is_feared),
};

MR_TEST_MAIN(tests)
