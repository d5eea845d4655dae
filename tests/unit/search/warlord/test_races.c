#include <stdlib.h>
#include <string.h>

#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* Races on boards of A Clash of Arms, 16 files and 12 ranks. */
typedef struct track {
  mr_table table;
  mr_wls_search search;
} track;

static void begin(track *t, const char *sets, const char *men) {
  mr_table_open_game(&t->table, "warlord-clash-of-arms", sets, NULL);
  mr_warlord_men(&t->table, men, "w 0 5");
  t->search = (mr_wls_search){0};
  assert_int_equal(mr_wls_search_init(&t->search, mr_wl_game_of(t->table.game), NULL, NULL), MR_OK);
  mr_wls_search_set_root(&t->search, mr_wl_state_of(t->table.state));
}

static void end(track *t) {
  mr_wls_search_done(&t->search);
  mr_table_close(&t->table);
}

/* The number of the town that lies so many files from the left. */
static unsigned town_on(const track *t, unsigned file) {
  unsigned town = 0;
  while (t->search.game->file[t->search.map.town[town]] != file) {
    town++;
  }
  return town;
}

/* Two squares a turn by land; a town that is struck is one turn off; one that is held is none. */
static void arrivals_are_counted_in_turns(void **unused) {
  (void)unused;
  track t;
  begin(&t, "towns_to_win=2", "@#d4 @#n2 @#h8 Lc1 Id4 Hc2 lp12 hn5 ip11");
  const mr_wls_race *race = &t.search.race;
  unsigned held = town_on(&t, 3), struck = town_on(&t, 13), far = town_on(&t, 7);
  assert_int_equal(race->towns, 3);
  assert_int_equal(race->arrival[0][held], 0);
  assert_int_equal(race->arrival[0][struck], 6); /* the leader, eleven steps off */
  assert_int_equal(race->arrival[0][far], 4);    /* seven steps */
  assert_int_equal(race->arrival[1][far], 5);    /* eight, and a town is rough ground */
  assert_int_equal(race->win[0], 4); /* the one that is held, and the nearer of the others */
  end(&t);
}

/* Strikes count where they could be ordered, over one step into a town; two towns want two. */
static void who_strikes_is_there_next_turn(void **unused) {
  (void)unused;
  track t;
  begin(&t, "towns_to_win=2", "@#d4 @#n2 La1 lp5 hn3");
  unsigned town = town_on(&t, 13);
  assert_int_equal(t.search.race.arrival[1][town], 1);
  assert_int_equal(t.search.race.arrival[0][town], 7);
  assert_int_equal(t.search.race.win[0], MR_WLS_FAR); /* one leader cannot hold both */
  end(&t);
}

/* Water round a town: nobody comes. Where towns win nothing there are no races. */
static void what_cannot_be_reached_is_far(void **unused) {
  (void)unused;
  track t;
  begin(&t, "towns_to_win=1", "@#b2 @~a1 @~b1 @~c1 @~a2 @~c2 @~a3 @~b3 @~c3 Lh1 lh12");
  assert_int_equal(t.search.race.arrival[0][0], MR_WLS_FAR);
  assert_int_equal(t.search.race.win[1], MR_WLS_FAR);
  end(&t);
  begin(&t, "towns_to_win=0", "@#b2 Lh1 lh12");
  assert_int_equal(t.search.race.towns, 0);
  end(&t);
}

/* Counts moves forward, from one cell: the slow and obvious way. */
static unsigned moves_from(const mr_wls_search *search, unsigned class, unsigned cell,
                           unsigned town) {
  const mr_wls_move_tables *tables = &search->move_tables;
  unsigned cells = search->game->cells, moves = 0;
  bool *now = calloc(cells, 1), *next = calloc(cells, 1);
  assert_true(now != NULL && next != NULL);
  now[cell] = true;
  for (; moves <= 6 && !now[town]; moves++) {
    memset(next, 0, cells);
    for (unsigned from = 0; from < cells; from++) {
      size_t at = (size_t) class * cells + from;
      for (unsigned i = 0; now[from] && i < tables->count[at]; i++) {
        next[tables->to[at * MR_WL_TARGETS_MAX + i]] = true;
      }
    }
    memcpy(now, next, cells);
  }
  free(now);
  free(next);
  return moves <= 6 ? moves : MR_WLS_MOVES_FAR;
}

/* Who stands beside a town may be two moves from it, or never come there (WL-28). */
static void moves_to_a_town_are_those_of_the_class(void **unused) {
  (void)unused;
  static const struct {
    unsigned class, file, rank, moves;
  } from[] = {
      {MR_WLS_HEAVY, 3, 5, 1},  {MR_WLS_HEAVY, 3, 6, 2},  {MR_WLS_HEAVY, 4, 5, 2},
      {MR_WLS_CANNON, 4, 5, 1}, {MR_WLS_CANNON, 5, 6, 2}, {MR_WLS_CANNON, 3, 5, MR_WLS_MOVES_FAR},
      {MR_WLS_LIGHT, 4, 6, 1},  {MR_WLS_LIGHT, 3, 5, 3},  {MR_WLS_INFANTRY, 3, 6, 2},
      {MR_WLS_HEAVY, 3, 4, 0},
  };
  track t;
  begin(&t, "towns_to_win=2", "@#d4 @#n2 @^f4 @^d7 @Tc6 @Te3 Lc1 lp12");
  unsigned town = town_on(&t, 3), columns = t.search.game->columns, rows = t.search.game->rows;
  for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
    unsigned cell = (rows - from[i].rank) * columns + from[i].file;
    assert_int_equal(mr_wls_moves_to_town(&t.search, town, from[i].class)[cell], from[i].moves);
  }
  for (unsigned class = 0; class < MR_WLS_LEADER; class ++) {
    const uint8_t *moves = mr_wls_moves_to_town(&t.search, town, class);
    for (unsigned cell = 0; cell < t.search.game->cells; cell++) {
      assert_int_equal(moves[cell], moves_from(&t.search, class, cell, t.search.map.town[town]));
    }
  }
  end(&t);
}

/* Light cavalry that orders itself is sent to a town by itself, whoever its leader follows. */
static void light_cavalry_is_posted(void **unused) {
  (void)unused;
  for (unsigned self = 0; self < 2; self++) {
    track t;
    begin(&t, self ? "towns_to_win=2;self_activation=true;cap=12;turn_cap=fixed" : "towns_to_win=2",
          "@#d4 @#m9 Ng4 Lf1 Hf2 Ie1 lp12 hn12 ip11");
    const mr_wls_plan *plan = &t.search.plan[0];
    bool posted = false;
    for (unsigned k = 0; k < plan->count; k++) {
      posted = posted || plan->objective[k].aim == MR_WLS_POST;
    }
    assert_int_equal(posted, self);
    end(&t);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(arrivals_are_counted_in_turns),
    cmocka_unit_test(who_strikes_is_there_next_turn),
    cmocka_unit_test(moves_to_a_town_are_those_of_the_class),
    cmocka_unit_test(what_cannot_be_reached_is_far),
    cmocka_unit_test(light_cavalry_is_posted),
};

MR_TEST_MAIN(tests)
