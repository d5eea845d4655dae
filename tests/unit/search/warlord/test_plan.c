#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

typedef struct bench {
  mr_table table;
  mr_wls_search search;
} bench;

static void begin(bench *b, const char *name, const char *sets, const char *men) {
  mr_table_open_game(&b->table, name, sets, NULL);
  if (men != NULL) {
    mr_warlord_men(&b->table, men, "w 0 5");
  }
  b->search = (mr_wls_search){0};
  assert_int_equal(mr_wls_search_init(&b->search, mr_wl_game_of(b->table.game), NULL, NULL), MR_OK);
  mr_wls_search_set_root(&b->search, mr_wl_state_of(b->table.state));
}

static void end(bench *b) {
  mr_wls_search_done(&b->search);
  mr_table_close(&b->table);
}

/* A wall of water with a ford far off: the way is the one by the ford, and nobody is in the wall.
 */
static void ways_go_round_water(void **unused) {
  (void)unused;
  bench b;
  begin(&b, "warlord-clash-of-arms", "",
        "@~a6 @~b6 @~c6 @~d6 @~e6 @~f6 @~g6 @~h6 @~i6 @~j6 @~k6 @~l6 @~m6 @~n6 @~o6 La1 la12");
  const mr_wl_game *game = mr_wl_game_of(b.table.game);
  unsigned from = 11 * game->columns, to = 0, wall = 6 * game->columns + 3;
  mr_wls_find_way(&b.search, to, b.search.far);
  assert_int_equal(b.search.far[to], 0);
  assert_int_equal(b.search.far[wall], MR_WLS_FAR);
  assert_int_equal(b.search.far[from], 2 * 30); /* fifteen files there, and back */
  end(&b);
}

/* The same state leads to the same plan, whatever has been looked at before. */
static void a_plan_is_a_function_of_the_state(void **unused) {
  (void)unused;
  bench kept, fresh;
  begin(&kept, "warlord-valley-war", "", NULL);
  mr_state *start = mr_state_new(kept.table.game, NULL);
  mr_state_copy(kept.table.game, start, kept.table.state);
  mr_random random;
  mr_random_init(&random, 3);
  for (unsigned i = 0; i < 200; i++) {
    size_t count = mr_table_actions(&kept.table);
    mr_action action = kept.table.actions[mr_random_below(&random, (uint32_t)count)];
    mr_game_make(kept.table.game, kept.table.state, action, NULL, NULL);
    mr_wls_search_set_root(&kept.search, mr_wl_state_of(kept.table.state));
  }
  mr_wls_search_set_root(&kept.search, mr_wl_state_of(start));
  begin(&fresh, "warlord-valley-war", "", NULL);
  for (unsigned side = 0; side < 2; side++) {
    const mr_wls_plan *one = &kept.search.plan[side], *two = &fresh.search.plan[side];
    assert_int_equal(one->count, two->count);
    assert_true(one->count > 0);
    for (unsigned k = 0; k < one->count; k++) {
      assert_int_equal(one->objective[k].cell, two->objective[k].cell);
      assert_int_equal(one->objective[k].aim, two->objective[k].aim);
      assert_int_equal(one->objective[k].groups, two->objective[k].groups);
    }
    assert_int_equal(kept.search.map.side[side].place, fresh.search.map.side[side].place);
    assert_int_equal(kept.search.map.side[side].ties, fresh.search.map.side[side].ties);
  }
  mr_state_free(kept.table.game, NULL, start);
  end(&fresh);
  end(&kept);
}

/* A free town near by is gone for, one that is struck at is guarded, and leaders are hunted. */
static void towns_are_taken_and_guarded(void **unused) {
  (void)unused;
  bench b;
  begin(&b, "warlord-clash-of-arms", "towns_to_win=2",
        "@#d4 @#n2 Lc1 Ic2 Lo1 In2 Hp1 Kg1 Hg2 Hf1 Ch2 lp5 in5 ip11");
  const mr_wls_plan *plan = &b.search.plan[0];
  const mr_wl_game *game = b.search.game;
  bool takes = false, guards = false, hunts = false;
  for (unsigned k = 0; k < plan->count; k++) {
    const mr_wls_objective *o = &plan->objective[k];
    takes = takes || (game->file[o->cell] == 3 && o->aim != MR_WLS_HUNT);
    guards = guards || (game->file[o->cell] == 13 && o->aim == MR_WLS_GUARD);
    hunts = hunts || o->aim == MR_WLS_HUNT;
  }
  assert_true(takes);
  assert_true(guards);
  assert_true(hunts);
  end(&b);
}

/* Where nobody leads the others and there is no town, nothing draws them: not even what drew those
 * who stood there before. */
static void without_objectives_nothing_draws(void **unused) {
  (void)unused;
  bench b;
  begin(&b, "warlord-clash-of-arms", "", "La1 Ia2 Hb1 lp12 ip11");
  unsigned cells = b.search.game->cells;
  const mr_wls_way *way = &b.search.goals.way[0][0];
  assert_true(b.search.plan[0].count > 0);
  assert_true(way->pull[0] != 0 && way->pull[MR_WLS_LEADER * cells] != 0);
  mr_warlord_men(&b.table, "Ia2 Hb1 lp12 ip11", "w 0 5");
  mr_wls_search_set_root(&b.search, mr_wl_state_of(b.table.state));
  assert_int_equal(b.search.plan[0].count, 0);
  for (unsigned i = 0; i < MR_WLS_CLASSES * cells; i++) {
    assert_int_equal(way->pull[i], 0);
  }
  end(&b);
}

/* The pull of White's first way so many steps from p12, on the diagonal. */
static int pull_at(const bench *b, unsigned steps) {
  unsigned column = b->search.game->columns - 1 - steps;
  return b->search.goals.way[0][0].pull[steps * b->search.game->columns + column];
}

/* Who attacks is drawn on as long as he is not far before his force; the quiet turns end that. */
static void who_attacks_waits_for_his_force(void **unused) {
  (void)unused;
  static const char men[] = "Lb1 Ia1 Ic1 Ia2 Ib2 Ic2 Id1 Id2 Ha3 lp12 ho12 hp11 io11";
  bench b;
  begin(&b, "warlord-clash-of-arms", "", men);
  assert_int_equal(b.search.plan[0].objective[0].aim, MR_WLS_HUNT);
  assert_true(pull_at(&b, 11) < pull_at(&b, 10)); /* the force has twelve steps to go */
  assert_true(pull_at(&b, 10) < pull_at(&b, 8));
  assert_int_equal(pull_at(&b, 5), pull_at(&b, 3));
  mr_wl_writable(b.table.state)->head.quiet = b.search.game->quiet_turns;
  mr_wls_search_set_root(&b.search, mr_wl_state_of(b.table.state));
  assert_true(pull_at(&b, 5) < pull_at(&b, 3));
  end(&b);
}

/* What draws the leader of d4 to a square of the d file, on an empty board of so many ranks with a
 * man of his own on d3 and an enemy's leader on the last rank. */
static int pull_of_leader(unsigned rows, unsigned rank) {
  enum { FILES = 8, ROWS_MAX = 96 };
  static char sets[ROWS_MAX * (FILES + 1) + 16];
  char *at = sets + sprintf(sets, "pieces=");
  for (unsigned row = 0; row < rows; row++) {
    char man = row == 0 ? 'l' : row == rows - 3 ? 'H' : row == rows - 4 ? 'L' : '.';
    at += sprintf(at, "...%c....%s", man, row + 1 < rows ? "\n" : "");
  }
  bench b;
  begin(&b, "warlord-clash-of-arms", sets, NULL);
  const mr_wls_attack_map *map = &b.search.map;
  unsigned slot = map->man[(rows - 4) * FILES + 3] - 1u;
  int pull = mr_wls_pull(map, 0, map->men[slot], (rows - rank) * FILES + 3);
  end(&b);
  return pull;
}

/* On 72 ranks a leader is drawn two steps before his men, and no further; on more all the way. */
static void who_leads_waits_for_his_men(void **unused) {
  (void)unused;
  assert_true(pull_of_leader(72, 4) < pull_of_leader(72, 5));
  assert_int_equal(pull_of_leader(72, 5), pull_of_leader(72, 6));
  assert_int_equal(pull_of_leader(72, 5), pull_of_leader(72, 20));
  assert_true(pull_of_leader(72, 3) < pull_of_leader(72, 4)); /* he is not drawn back */
  assert_true(pull_of_leader(96, 5) < pull_of_leader(96, 6));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_leads_waits_for_his_men),
    cmocka_unit_test(who_attacks_waits_for_his_force),
    cmocka_unit_test(ways_go_round_water),
    cmocka_unit_test(a_plan_is_a_function_of_the_state),
    cmocka_unit_test(towns_are_taken_and_guarded),
    cmocka_unit_test(without_objectives_nothing_draws),
};

MR_TEST_MAIN(tests)
