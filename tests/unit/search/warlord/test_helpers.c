#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "engine_fixture.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* Several threads that search for turns together. */

enum { HELPERS = 3 };

static const char *const GAMES[][2] = {
    {"warlord-clash-of-arms", ""},
    {"warlord-border-war", "deployment=fixed"},
    {"warlord-lakes", ""},
    {"warlord-valley-war", ""}, /* blocks arrive, so that the map is read anew in a search */
};
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

/* A search before a turn, with helpers, and one without. */
typedef struct desk {
  mr_table table;
  mr_wls_search search;
  mr_wls_search alone;
  mr_wls_helpers *helpers;
} desk;

static void face(const mr_table *table, mr_wls_search *search) {
  mr_state_copy(table->game, search->level[0].root, table->state);
  mr_wls_search_set_root(search, mr_wl_state_of(table->state));
}

static void open_search(const mr_table *table, mr_wls_search *search) {
  assert_int_equal(mr_wls_search_init(search, mr_wl_game_of(table->game), NULL, NULL), MR_OK);
  search->node_limit = UINT64_MAX;
  mr_watch_start(&search->watch, &(mr_limits){0});
}

static desk *open_desk(const char *name, const char *sets) {
  desk *d = calloc(1, sizeof *d);
  mr_table_open_game(&d->table, name, sets, NULL);
  open_search(&d->table, &d->search);
  open_search(&d->table, &d->alone);
  assert_int_equal(mr_wls_helpers_new(&d->search, HELPERS, NULL, &d->helpers, NULL), MR_OK);
  return d;
}

static void close_desk(desk *d) {
  mr_wls_helpers_free(d->helpers);
  mr_wls_search_done(&d->search);
  mr_wls_search_done(&d->alone);
  mr_table_close(&d->table);
  free(d);
}

static void start(desk *d) {
  face(&d->table, &d->search);
  mr_wls_helpers_start(d->helpers);
  d->search.helpers = d->helpers;
}

static void stop(desk *d) {
  d->search.helpers = NULL;
  mr_wls_helpers_stop(d->helpers);
}

/* @return whether the game goes on */
static bool play(desk *d, const mr_wls_turn *turn) {
  const mr_game *game = d->table.game;
  for (unsigned i = 0; i < turn->count; i++) {
    mr_game_make(game, d->table.state, turn->actions[i], NULL, NULL);
  }
  if (mr_wl_state_of(d->table.state)->head.phase == MR_WL_PLAY) {
    mr_game_make(game, d->table.state, mr_wl_action(MR_WL_ACT_END, 0, 0), NULL, NULL);
  }
  mr_wls_place_all(&d->alone, d->table.state);
  return mr_wl_state_of(d->table.state)->head.phase == MR_WL_PLAY;
}

/* ---- jobs ------------------------------------------------------------------------------------ */

enum { NUMBERS = 500 };

typedef struct counting {
  mr_wls_job job;
  unsigned taken[NUMBERS];
  atomic_uint at_work;
  bool together; /* nobody ends before all threads have come */
} counting;

static void count(mr_wls_job *job, mr_wls_search *search) {
  counting *c = (counting *)(void *)job;
  (void)search;
  atomic_fetch_add(&c->at_work, 1);
  for (unsigned i; mr_wls_job_take(job, &i);) {
    c->taken[i]++;
  }
  while (c->together && atomic_load(&c->at_work) < 1 + HELPERS) {
    sched_yield();
  }
}

static void every_number_of_a_job_is_taken_once(void **unused) {
  (void)unused;
  enum { JOBS = 100 };
  desk *d = open_desk("warlord-clash-of-arms", "");
  start(d);
  for (unsigned n = 0; n < JOBS; n++) {
    counting c = {.job = {.work = count, .owner = &d->search, .count = n % 2 ? NUMBERS : 2},
                  .together = n % 5 == 0};
    mr_wls_job_do(&c.job);
    assert_ptr_equal(d->search.helpers, d->helpers);
    assert_in_range(atomic_load(&c.at_work), c.together ? 1 + HELPERS : 1, 1 + HELPERS);
    for (unsigned i = 0; i < NUMBERS; i++) {
      assert_int_equal(c.taken[i], i < c.job.count);
    }
  }
  stop(d);
  close_desk(d);
}

static void without_helpers_the_owner_works_alone(void **unused) {
  (void)unused;
  desk *d = open_desk("warlord-clash-of-arms", "");
  counting c = {.job = {.work = count, .owner = &d->search, .count = NUMBERS}};
  mr_wls_job_do(&c.job);
  assert_int_equal(atomic_load(&c.at_work), 1);
  start(d);
  stop(d); /* a search that asks for nothing */
  mr_wls_helpers *none = d->helpers;
  assert_int_equal(mr_wls_helpers_new(&d->search, 0, NULL, &none, NULL), MR_OK);
  assert_null(none);
  close_desk(d);
}

/* ---- searches -------------------------------------------------------------------------------- */

static void assert_same_turns(const mr_wls_level *a, const mr_wls_level *b) {
  assert_int_equal(a->count, b->count);
  for (unsigned i = 0; i < a->count; i++) {
    const mr_wls_turn *one = &a->turns[i], *other = &b->turns[i];
    assert_true(one->key == other->key);
    assert_int_equal(one->value, other->value);
    assert_int_equal(one->count, other->count);
    assert_memory_equal(one->actions, other->actions, one->count * sizeof *one->actions);
  }
}

static void a_beam_of_several_threads_is_that_of_one(void **unused) {
  (void)unused;
  static const mr_wls_width widths[] = {{2, 16, 4}, {8, 32, 24}, {24, 64, 64}, {48, 160, 64}};
  enum { TURNS = 8 };
  for (size_t g = 0; g < GAME_COUNT; g++) {
    desk *d = open_desk(GAMES[g][0], GAMES[g][1]);
    for (unsigned n = 0; n < TURNS; n++) {
      start(d);
      face(&d->table, &d->alone);
      mr_wls_width width = widths[n % (sizeof widths / sizeof *widths)];
      mr_wls_find_turns(&d->search, 0, width, false, 2 * MR_WLS_WIN);
      mr_wls_find_turns(&d->alone, 0, width, false, 2 * MR_WLS_WIN);
      stop(d);
      assert_same_turns(&d->search.level[0], &d->alone.level[0]);
      assert_true(play(d, &d->alone.level[0].turns[n % d->alone.level[0].count]));
    }
    close_desk(d);
  }
}

static bool is_same_map(const mr_wls_attack_map *a, const mr_wls_attack_map *b) {
  bool same = a->key == b->key;
  for (unsigned side = 0; side < 2; side++) {
    size_t cells = a->game->cells;
    same &= a->slots[side] == b->slots[side] &&
            memcmp(a->strikes[side], b->strikes[side], cells * sizeof *a->strikes[side]) == 0 &&
            memcmp(a->cover[side], b->cover[side], cells) == 0;
  }
  return same;
}

/* A look at the map of each thread, in turns: cmocka's assertions are the owner's alone. */
typedef struct look {
  counting counting;
  const mr_wls_attack_map *fresh;
  atomic_bool other;
} look;

static void compare(mr_wls_job *job, mr_wls_search *search) {
  look *l = (look *)(void *)job;
  if (!is_same_map(&search->map, l->fresh)) {
    atomic_store(&l->other, true);
  }
  count(job, search);
}

/* Helpers follow the turns that lead to a split, and take them back: at its end they stand at the
 * root again; and what they find is what one thread finds, but for what refuted other turns. */
static void a_search_of_several_threads_is_like_that_of_one(void **unused) {
  (void)unused;
  enum { TURNS = MR_SLOW_BUILD ? 2 : 6, DEPTH = 3, OF = 100, ALIKE = 60 };
  unsigned turns = 0, alike = 0;
  for (size_t g = 0; g < GAME_COUNT; g++) {
    desk *d = open_desk(GAMES[g][0], GAMES[g][1]);
    bool goes_on = true;
    for (unsigned n = 0; n < TURNS && goes_on; n++) {
      start(d);
      face(&d->table, &d->alone);
      mr_wls_turn_search(&d->search, DEPTH, false, NULL, NULL);
      look l = {.counting = {.job = {.work = compare, .owner = &d->search, .count = NUMBERS},
                             .together = true},
                .fresh = &d->alone.map};
      mr_wls_job_do(&l.counting.job);
      stop(d);
      assert_false(atomic_load(&l.other));
      mr_wls_turn_search(&d->alone, DEPTH, false, NULL, NULL);
      assert_int_equal(d->search.depth, d->alone.depth);
      const mr_wls_turn *together = &d->search.level[0].turns[0];
      turns++;
      alike += together->value == d->alone.level[0].turns[0].value;
      goes_on = play(d, together);
    }
    close_desk(d);
  }
  assert_true(alike * OF >= turns * ALIKE);
}

/* ---- engines --------------------------------------------------------------------------------- */

static mr_engine *open_engine(const mr_game *game, const mr_allocator *allocator) {
  mr_engine *engine = NULL;
  mr_engine_options options = {
      .kind = "general", .threads = 1 + HELPERS, .seed = 1, .allocator = allocator};
  assert_int_equal(mr_engine_new(game, &options, &engine, NULL), MR_OK);
  return engine;
}

/* A thread tells the others after every 32 activations. */
static void several_threads_keep_to_a_budget_together(void **unused) {
  (void)unused;
  enum { CLOCK_NODES = 32 };
  static const uint64_t budgets[] = {1, 50, 1000, 30000, 200000};
  for (size_t g = 0; g < GAME_COUNT; g++) {
    mr_table table;
    mr_table_open_game(&table, GAMES[g][0], GAMES[g][1], NULL);
    mr_engine *engine = open_engine(table.game, NULL);
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
      mr_engine_forget(engine);
      mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.nodes = budgets[i]});
      assert_in_range(result.nodes, budgets[i] * 9 / 10,
                      budgets[i] + (uint64_t)CLOCK_NODES * (1 + HELPERS));
      assert_true(mr_wl_legal(table.game, table.state, result.action));
    }
    mr_engine_free(engine);
    mr_table_close(&table);
  }
}

static void several_threads_stop_when_told(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_engine *engine = open_engine(table.game, NULL);
  atomic_bool now = true;
  mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.stop = &now});
  assert_true(result.nodes < 5000);
  assert_true(mr_wl_legal(table.game, table.state, result.action));
  mr_engine_forget(engine);
  result = fixture_ask(engine, table.state, (mr_limits){.milliseconds = 100});
  assert_true(result.nodes > 0);
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* All lines that are asked for have values of their own, the best first. */
static void several_lines_are_told_by_several_threads(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_engine *engine = open_engine(table.game, NULL);
  mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.depth = 2, .lines = 4});
  assert_in_range(result.candidate_count, 2, 8);
  for (size_t k = 0; k < result.candidate_count; k++) {
    const mr_candidate *c = &result.candidates[k];
    assert_false(c->at_most);
    assert_true(k == 0 || c->value <= c[-1].value);
  }
  mr_engine_free(engine);
  mr_table_close(&table);
}

static void want_of_memory_is_told_at_every_request(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed", NULL);
  mr_status status = MR_ERR_NOMEM;
  for (size_t n = 1; status != MR_OK; n = mr_fail_next(n)) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_engine_options options = {
        .kind = "general", .threads = 1 + HELPERS, .allocator = &memory.allocator};
    mr_engine *engine = NULL;
    status = mr_engine_new(table.game, &options, &engine, NULL);
    assert_true(status == MR_OK || (status == MR_ERR_NOMEM && engine == NULL && n < 1000));
    mr_engine_free(engine);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_number_of_a_job_is_taken_once),
    cmocka_unit_test(without_helpers_the_owner_works_alone),
    cmocka_unit_test(a_beam_of_several_threads_is_that_of_one),
    cmocka_unit_test(a_search_of_several_threads_is_like_that_of_one),
    cmocka_unit_test(several_threads_keep_to_a_budget_together),
    cmocka_unit_test(several_threads_stop_when_told),
    cmocka_unit_test(several_lines_are_told_by_several_threads),
    cmocka_unit_test(want_of_memory_is_told_at_every_request),
};

MR_TEST_MAIN(tests)
