#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* Two armies that have come near each other, two turns before they meet. */
#define NEAR                                                                                    \
  "hc1h6hhhc7hch/hlgl6kgl7lgl1/i1ln7ii7hikn/1iii1c4iiiik3n1i1ii/1in6n4n5i2h/24/24/24/24/24/24/" \
  "N1I11N7I1/IIIIK5IIII3CNLI1II/N2I6NCK1L6NLI/KLG7HGL8GLH/CHHH6CHHH7HHI w 2 2"

/* What a reply is looked for with at depth two, as the table of iterations begins. */
static const mr_wls_width REPLY = {2, 16, 1};

static void face(const mr_table *table, mr_wls_search *search) {
  mr_state_copy(table->game, search->level[0].root, table->state);
  mr_wls_search_set_root(search, mr_wl_state_of(table->state));
  search->nodes = search->met = 0;
}

/*
 * The value of a turn by the best reply, one activation left out and those that need it. @param
 * left_out the turn's count: none. @return -2 * MR_WLS_WIN where nothing is left
 */
static int value_by_reply(mr_wls_search *search, const mr_wls_turn *turn, unsigned left_out) {
  const mr_game *game = &search->game->base;
  mr_state *after = search->level[1].root;
  mr_wls_step steps[MR_WLS_TURN_MAX];
  unsigned count = 0;
  mr_state_copy(game, after, search->level[0].root);
  for (unsigned i = 0; i < turn->count; i++) {
    if (i != left_out && mr_wl_legal(game, after, turn->actions[i])) {
      mr_wl_make(game, after, turn->actions[i], NULL, NULL);
      steps[count++] = mr_wls_attack_map_make(&search->map, turn->actions[i]);
    }
  }
  int value = -2 * MR_WLS_WIN;
  if (count && mr_wl_state_of(after)->head.phase == MR_WL_PLAY) {
    mr_wl_make(game, after, mr_wl_action(MR_WL_ACT_END, 0, 0), NULL, NULL);
    mr_wls_find_turns(search, 1, REPLY, false, 2 * MR_WLS_WIN);
    value = -search->level[1].turns[0].value;
  }
  while (count > 0) {
    mr_wls_attack_map_unmake(&search->map, steps[--count]);
  }
  return value;
}

/*
 * A capture that looks good at once is in every turn that a beam finds; by the replies it may be
 * bad, and then it is not in the turn that is chosen, nor is any other such activation; but for few
 * that a reply refuted which was kept from other turns, and which a beam alone does not find again
 * here.
 */
static void what_does_not_pay_by_the_replies_is_left_out(void **unused) {
  (void)unused;
  enum { TURNS = 10, ONE_IN = 20 };
  unsigned looked_at = 0, would_pay = 0;
  mr_table table;
  mr_wls_search search = {0};
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed", NEAR);
  assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table.game), NULL, NULL), MR_OK);
  search.node_limit = UINT64_MAX;
  mr_watch_start(&search.watch, &(mr_limits){0});
  for (unsigned n = 0; n < TURNS && mr_wl_state_of(table.state)->head.phase == MR_WL_PLAY; n++) {
    face(&table, &search);
    mr_wls_turn_search(&search, 2, false, NULL, NULL);
    mr_wls_turn chosen = search.level[0].turns[0];
    assert_int_equal(search.depth, 2);
    memset(search.level[1].killer, 0, sizeof search.level[1].killer);
    int value = value_by_reply(&search, &chosen, chosen.count);
    for (unsigned i = 0; i < chosen.count && !chosen.ends; i++) {
      looked_at++;
      would_pay += value_by_reply(&search, &chosen, i) > value;
    }
    for (unsigned i = 0; i < chosen.count; i++) {
      mr_game_make(table.game, table.state, chosen.actions[i], NULL, NULL);
    }
    mr_game_make(table.game, table.state, mr_wl_action(MR_WL_ACT_END, 0, 0), NULL, NULL);
  }
  assert_true(would_pay * ONE_IN <= looked_at);
  mr_wls_search_done(&search);
  mr_table_close(&table);
}

/*
 * A wider beam may lose what a narrow one has found, as it does where orders are overlooked: the
 * best of both is chosen, and nothing that is worse than another turn of the list.
 */
static void of_two_beams_the_better_turn_is_chosen(void **unused) {
  (void)unused;
  static const mr_wls_width NARROW = {2, 16, 4}; /* as the table of iterations begins */
  mr_table table;
  mr_wls_search search = {0};
  const mr_wls_level *level = NULL;
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed", NEAR);
  assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table.game), NULL, NULL), MR_OK);
  level = &search.level[0];
  search.node_limit = UINT64_MAX;
  search.overlook = 70;
  mr_watch_start(&search.watch, &(mr_limits){0});
  for (uint64_t seed = 1; seed <= 40; seed++) {
    face(&table, &search);
    mr_random_init(&search.random, seed);
    mr_wls_find_turns(&search, 0, NARROW, false, 2 * MR_WLS_WIN);
    int narrow = level->turns[0].value;
    face(&table, &search);
    mr_random_init(&search.random, seed);
    mr_wls_turn_search(&search, 1, false, NULL, NULL);
    assert_true(level->count > 1);
    assert_true(level->turns[0].value >= narrow);
    for (unsigned i = 1; i < level->count; i++) {
      assert_true(level->turns[i].value <= level->turns[0].value);
    }
  }
  mr_wls_search_done(&search);
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(of_two_beams_the_better_turn_is_chosen),
    cmocka_unit_test(what_does_not_pay_by_the_replies_is_left_out),
};

MR_TEST_MAIN(tests)
