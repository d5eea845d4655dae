#include <stdio.h>
#include <string.h>

#include "cpu_clock.h"
#include "engine_fixture.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* ---- the largest definition ------------------------------------------------------------------ */

enum { EDGE = MR_WL_EDGE_MAX, WIDE = 102, DEEP = 5 };

/* A unit of one side: rows from the middle of the board, 64 leaders of level 10 in one of them. */
static char letter_at(unsigned row, unsigned file, unsigned leaders_in) {
  static const char others[] = "HICCIHNN";
  if (row >= DEEP || file >= WIDE) {
    return '.';
  }
  return row == leaders_in && file < MR_WL_LEADERS_MAX ? 'X' : others[(file + row) % 8];
}

/* The most of everything; the armies stand so near that most of them strike something. */
static void open_largest(mr_table *table, const char *sets) {
  static char text[EDGE * (EDGE + 1) + 256];
  char *at = text + sprintf(text, "%s;pieces=", sets);
  for (unsigned row = 0; row < EDGE; row++) {
    for (unsigned file = 0; file < EDGE; file++) {
      char black = letter_at(58 - row, file, 1), white = letter_at(row - 61, file, 1);
      *at++ = black != '.' ? (char)(black + 'a' - 'A') : white;
    }
    *at++ = row + 1 < EDGE ? '\n' : '\0';
  }
  mr_table_open_game(table, "warlord-clash-of-arms", text, NULL);
}

static const char *const largest[] = {
    "turn_cap=fixed;cap=128;range=8;quiet_turns=1000;cannon_swap=true",
    "turn_cap=fixed;cap=128;range=8;quiet_turns=1000;promotion=true;self_activation=true;teams=4",
};

static void it_plays_the_largest_definition(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof largest / sizeof *largest; i++) {
    mr_table table;
    open_largest(&table, largest[i]);
    assert_int_equal(mr_wl_game_of(table.game)->cap_most, MR_WL_CAP_MAX);
    assert_true(mr_wl_state_of(table.state)->head.units[0] == WIDE * DEEP);
    mr_engine *engine = fixture_engine(table.game, "general", 5, 1);
    unsigned given = 0;
    for (bool white = true; white && given <= MR_WL_CAP_MAX + MR_WL_MEMBERS_MAX; given++) {
      mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.nodes = 6000});
      mr_game_make(table.game, table.state, result.action, NULL, NULL);
      white = mr_game_node(table.game, table.state).kind == MR_NODE_DECISION &&
              mr_wl_state_of(table.state)->head.side == MR_WL_WHITE;
    }
    assert_in_range(given, 2, MR_WL_CAP_MAX + MR_WL_MEMBERS_MAX);
    mr_engine_free(engine);
    mr_table_close(&table);
  }
}

/* What the first turn of a game takes where a turn has so many activations. */
static uint64_t nodes_with_cap(const char *cap) {
  mr_table table;
  open_largest(&table, cap);
  mr_engine *engine = fixture_engine(table.game, "general", 5, 1);
  uint64_t nodes = fixture_ask(engine, table.state, (mr_limits){0}).nodes;
  mr_engine_free(engine);
  mr_table_close(&table);
  return nodes;
}

/* An activation takes longer to try in a long turn: a level that tried as many would think longer.
 */
static void levels_try_fewer_where_turns_are_long(void **unused) {
  (void)unused;
  uint64_t few = nodes_with_cap("turn_cap=fixed;cap=18");
  uint64_t many = nodes_with_cap("turn_cap=fixed;cap=118");
  assert_in_range(few, 15000 / 2, 15000 * 3 / 5); /* on the largest board, whatever the turns */
  assert_in_range(many, few * 2 / 5, few * 3 / 5);
}

static void it_keeps_to_its_time_on_the_largest_board(void **unused) {
  (void)unused;
  mr_table table;
  open_largest(&table, largest[0]);
  mr_engine *engine = fixture_engine(table.game, "general", 8, 1);
  atomic_bool stop = true;
  const mr_limits limits[] = {{.milliseconds = 50}, {.milliseconds = 120}, {.stop = &stop}};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    int64_t began = mr_cpu_ns();
    fixture_ask(engine, table.state, limits[i]);
    int64_t over = (mr_cpu_ns() - began) / 1000000 - limits[i].milliseconds;
    assert_true(over < (MR_SLOW_BUILD ? 2000 : 500)); /* 2 ms on a free machine */
  }
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* Where turns are few it looks deeper until its budget is spent. */
static void a_budget_is_spent_when_few_men_are_left(void **unused) {
  (void)unused;
  enum { BUDGET = 80000 };
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "La1 lp12", "w 0 90");
  mr_engine *engine = fixture_engine(table.game, "general", 8, 1);
  mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.nodes = BUDGET});
  assert_int_equal(result.nodes, BUDGET);
  assert_true(fixture_ask(engine, table.state, (mr_limits){.depth = 4}).nodes < BUDGET);
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* How often an engine asks for memory when it is made; where one request fails, the engine has to
 * say so. */
static size_t requests_of(const mr_table *table, const char *kind, size_t failing) {
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, failing);
  mr_engine_options options = {.kind = kind, .allocator = &memory.allocator};
  mr_engine *engine = NULL;
  mr_status status = mr_engine_new(table->game, &options, &engine, NULL);
  assert_int_equal(status, failing > 0 ? MR_ERR_NOMEM : MR_OK);
  assert_true((engine == NULL) == (failing > 0));
  mr_engine_free(engine);
  assert_true(mr_fail_alloc_clean(&memory));
  return memory.calls;
}

static void fail_each(const mr_table *table, size_t step) {
  static const char *const kinds[] = {"general", "greedy"};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    size_t requests = requests_of(table, kinds[k], 0);
    for (size_t n = 1; n <= requests; n += step) {
      requests_of(table, kinds[k], n);
    }
  }
}

/* The largest definition has more requests, of megabytes each: some of them will do there. */
static void want_of_memory_is_told_at_every_request(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed", NULL);
  fail_each(&table, 1);
  mr_table_close(&table);
  open_largest(&table, largest[0]);
  fail_each(&table, 7);
  mr_table_close(&table);
}

static void it_takes_no_memory_to_think(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed", NULL);
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_engine_options options = {.kind = "general", .allocator = &memory.allocator};
  mr_engine *engine = NULL;
  assert_int_equal(mr_engine_new(table.game, &options, &engine, NULL), MR_OK);
  size_t calls = memory.calls;
  fixture_ask(engine, table.state, (mr_limits){.nodes = 5000});
  assert_int_equal(memory.calls, calls);
  mr_engine_free(engine);
  assert_true(mr_fail_alloc_clean(&memory));
  mr_table_close(&table);
}

/* ---- arrivals -------------------------------------------------------------------------------- */

/* Gives random activations, two a turn, until the last turn before reserves come. */
static void play_to_arrival(mr_table *table, unsigned turn) {
  mr_random random;
  mr_random_init(&random, turn);
  const mr_wl_head *head = &mr_wl_state_of(table->state)->head;
  while (head->turn < turn || head->side == head->first) {
    size_t count = mr_table_actions(table);
    bool ends = head->activations >= 2;
    size_t pick = ends ? count - 1 : (size_t)mr_random_below(&random, count);
    mr_game_make(table->game, table->state, table->actions[pick], NULL, NULL);
  }
}

/* Turns looked ahead bring reserves in; afterwards the field shows the root again, wherever the
 * search was stopped. */
static void a_search_leaves_the_field_as_it_was(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-valley-war", "", NULL);
  play_to_arrival(&table, mr_wl_game_of(table.game)->arrival[0] - 1);
  mr_wls_search search;
  assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table.game), NULL, NULL), MR_OK);
  const mr_limits none = {0};
  search.limits = &none;
  for (uint64_t nodes = 100; nodes < 60000; nodes *= 3) {
    search.nodes = 0;
    search.node_limit = nodes;
    search.stopped = false;
    mr_watch_start(&search.watch, &none);
    mr_state_copy(table.game, search.level[0].root, table.state);
    mr_wls_search_set_root(&search, mr_wl_state_of(table.state));
    uint64_t key = search.map.key;
    mr_wls_side sides[2] = {search.map.side[0], search.map.side[1]};
    unsigned coming = search.map.coming[0], slots = search.map.slots[0];
    int judged = mr_wls_evaluate(&search.map, 0);
    mr_wls_turn_search(&search, MR_WLS_DEPTH_MAX, false, NULL, NULL);
    assert_true(search.depth < 2 ||
                mr_wl_state_of(search.level[1].root)->head.units[MR_WL_WHITE] > slots);
    assert_true(search.map.key == key);
    assert_memory_equal(search.map.side, sides, sizeof sides);
    assert_int_equal(search.map.coming[0], coming);
    assert_int_equal(search.map.slots[0], slots);
    assert_int_equal(mr_wls_evaluate(&search.map, 0), judged);
  }
  assert_true(search.depth >= 2);
  mr_wls_search_done(&search);
  mr_table_close(&table);
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* Black has passed. White, far behind, would have a draw by a pass, but not after an activation. */
static void a_turn_of_one_activation_is_no_pass(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "La1 Ic1 lp12 ko12 lm12 li12 hp10 ho11 hn11 cn12 ck12 nl11 il12", "b 0 5");
  const mr_action end = mr_wl_action(MR_WL_ACT_END, 0, 0);
  mr_game_make(table.game, table.state, end, NULL, NULL);
  mr_engine *engine = fixture_engine(table.game, "general", 5, 1);
  mr_limits limits = {.depth = 1, .only = &end, .only_count = 1};
  double draw = fixture_ask(engine, table.state, limits).value;
  mr_table_play(&table, "c1-c2");
  double behind = fixture_ask(engine, table.state, limits).value;
  assert_true(behind < draw - 0.1);
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* WL-38: only the last member's pass is the team's. */
static void a_pass_of_one_member_is_no_draw(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-civil-war", "teams=2", NULL);
  const mr_action end = mr_wl_action(MR_WL_ACT_END, 0, 0);
  for (unsigned member = 0; member < 2; member++) {
    mr_game_make(table.game, table.state, end, NULL, NULL);
  }
  mr_wls_search search;
  assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table.game), NULL, NULL), MR_OK);
  search.node_limit = 1;
  for (unsigned member = 0; member < 2; member++) {
    assert_int_equal(mr_wl_state_of(table.state)->head.member, member);
    mr_state_copy(table.game, search.level[0].root, table.state);
    mr_wls_search_set_root(&search, mr_wl_state_of(table.state));
    search.stopped = true; /* nothing but the end of the turn */
    mr_wls_find_turns(&search, 0, (mr_wls_width){2, 16, 4}, false, 2 * MR_WLS_WIN);
    assert_int_equal(search.level[0].count, 1);
    assert_int_equal(search.level[0].turns[0].value == MR_WLS_DRAW, member == 1);
    mr_game_make(table.game, table.state, end, NULL, NULL);
  }
  mr_wls_search_done(&search);
  mr_table_close(&table);
}

/* ---- what is told ---------------------------------------------------------------------------- */

/* Wherever the budget ends: the choice comes first, and nothing that is told is better. */
static void candidates_are_told_best_first(void **unused) {
  (void)unused;
  static const char *const names[] = {"warlord-clash-of-arms", "warlord-border-war"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    mr_table table;
    mr_table_open_game(&table, names[i], "deployment=fixed", NULL);
    mr_engine *engine = fixture_engine(table.game, "general", 8, 1);
    for (uint64_t nodes = 40; nodes < (MR_SLOW_BUILD ? 3000 : 30000); nodes = nodes * 6 / 5) {
      mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.nodes = nodes});
      assert_int_equal(result.candidates[0].action, result.action);
      assert_true(result.candidates[0].score.centipawns == result.score.centipawns);
      for (size_t k = 1; k < result.candidate_count; k++) {
        assert_true(result.candidates[k].score.centipawns <=
                    result.candidates[k - 1].score.centipawns);
      }
    }
    mr_engine_free(engine);
    mr_table_close(&table);
  }
}

/* What the best of an interrupted search is worth is what the last finished iteration found. */
static void an_interrupted_iteration_leaves_the_value(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_engine *engine = fixture_engine(table.game, "general", 8, 1);
  mr_search_result whole = fixture_ask(engine, table.state, (mr_limits){.depth = 2});
  for (unsigned more = 0; more < 1200; more += 150) {
    mr_search_result cut =
        fixture_ask(engine, table.state, (mr_limits){.nodes = whole.nodes + more + 1});
    assert_int_equal(cut.depth, 2);
    assert_int_equal(cut.score.centipawns, whole.score.centipawns);
  }
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* Looking one turn ahead, the best that the widest beam has found is the choice. */
static void a_wider_beam_is_listened_to(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_wls_search search;
  assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table.game), NULL, NULL), MR_OK);
  const mr_limits none = {0};
  search.limits = &none;
  search.node_limit = UINT64_MAX;
  mr_watch_start(&search.watch, &none);
  mr_random random;
  mr_random_init(&random, 1);
  for (unsigned i = 0; i < 20; i++) {
    mr_state_copy(table.game, search.level[0].root, table.state);
    mr_wls_search_set_root(&search, mr_wl_state_of(table.state));
    mr_wls_turn_search(&search, 1, false, NULL, NULL);
    const mr_wls_turn *turns = search.level[0].turns;
    for (unsigned k = 1; k < search.level[0].count; k++) {
      assert_true(turns[k].value <= turns[0].value);
    }
    size_t count = mr_table_actions(&table);
    mr_action action = table.actions[mr_random_below(&random, count)];
    mr_game_make(table.game, table.state, action, NULL, NULL);
  }
  mr_wls_search_done(&search);
  mr_table_close(&table);
}

/* ---- weak levels ----------------------------------------------------------------------------- */

/* A beginner overlooks much, but not what it is asked about. */
static void weak_levels_think_about_what_they_are_asked(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-battle-line", "", NULL);
  size_t count = mr_table_actions(&table);
  for (unsigned level = 1; level <= 3; level++) {
    mr_engine *engine = fixture_engine(table.game, "general", level, level);
    for (size_t i = 0; i + 1 < count; i += 11) {
      mr_limits limits = {.only = &table.actions[i], .only_count = 1};
      mr_search_result result = fixture_ask(engine, table.state, limits);
      assert_int_equal(result.action, table.actions[i]);
      assert_true(result.nodes > 0);
    }
    mr_engine_free(engine);
  }
  mr_table_close(&table);
}

/* ---- many leaders ---------------------------------------------------------------------------- */

/* Of 34 leaders that could be taken one decides: the highest, who is looked at last. */
static void the_highest_of_many_leaders_is_not_overlooked(void **unused) {
  (void)unused;
  mr_table table;
  char sets[1024];
  char *at = sets + sprintf(sets, "turn_cap=fixed;cap=1;defeat_level=34;pieces=");
  for (unsigned row = 0; row < 6; row++) {
    for (unsigned file = 0; file < 34; file++) {
      *at++ = row == 0 ? (file < 33 ? 'l' : 'x') : row == 1 ? 'X' : '.';
    }
    *at++ = row < 5 ? '\n' : '\0';
  }
  mr_table_open_game(&table, "warlord-clash-of-arms", sets, NULL);
  mr_wls_search search;
  assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table.game), NULL, NULL), MR_OK);
  mr_wls_search_set_root(&search, mr_wl_state_of(table.state));
  assert_true(mr_wls_could_win(&search.map, MR_WL_WHITE));
  assert_false(mr_wls_could_win(&search.map, MR_WL_BLACK));
  mr_wls_search_done(&search);
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_plays_the_largest_definition),
    cmocka_unit_test(levels_try_fewer_where_turns_are_long),
    cmocka_unit_test(it_keeps_to_its_time_on_the_largest_board),
    cmocka_unit_test(a_budget_is_spent_when_few_men_are_left),
    cmocka_unit_test(want_of_memory_is_told_at_every_request),
    cmocka_unit_test(it_takes_no_memory_to_think),
    cmocka_unit_test(a_search_leaves_the_field_as_it_was),
    cmocka_unit_test(a_turn_of_one_activation_is_no_pass),
    cmocka_unit_test(a_pass_of_one_member_is_no_draw),
    cmocka_unit_test(candidates_are_told_best_first),
    cmocka_unit_test(an_interrupted_iteration_leaves_the_value),
    cmocka_unit_test(a_wider_beam_is_listened_to),
    cmocka_unit_test(weak_levels_think_about_what_they_are_asked),
    cmocka_unit_test(the_highest_of_many_leaders_is_not_overlooked),
};

MR_TEST_MAIN(tests)
