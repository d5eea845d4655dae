#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/random.h>
#include <string.h>

#include "search/fairy/fairy_search.h"

/** Boards of every size; steps of one, two and three; drops; pawns that go sideways, or capture
 *  ahead; turns on one colour, where half of the pawns do not count. */
static const char *const games[] = {
    "chess",   "crazyhouse", "capablanca",     "wolf",        "makruk",  "shogi",
    "xiangqi", "berolina",   "colorboundmost", "borderlands", "gustav3",
};

typedef struct fixture {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
  const mr_fys_core *core;
  mr_fys_weights *weights, *plain; /**< `plain`: the same without strides */
  mr_fys_eval eval, plain_eval;
  size_t table_size;
  mr_fys_trace *traces; /**< two */
  mr_state *state;
  mr_action *actions;
} fixture;

static void fixture_open(fixture *d, const char *name) {
  *d = (fixture){0};
  mr_arena_init(&d->arena, NULL, 0);
  mr_diagnostics_init(&d->list, &d->arena);
  assert_int_equal(mr_catalog_new(NULL, &d->catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(d->catalog, name, NULL, 0, &d->game, &d->list), MR_OK);
  const mr_fy_game *game = mr_fy_game_of(d->game);
  d->core = mr_fys_core_for(game);
  assert_int_equal(mr_fys_weights_new(game, NULL, NULL, mr_allocator_default(), &d->weights, NULL),
                   MR_OK);
  assert_int_equal(mr_fys_weights_new(game, NULL, NULL, mr_allocator_default(), &d->plain, NULL),
                   MR_OK);
  memset(d->plain->strides_of, 0, sizeof d->plain->strides_of);
  d->plain->keyed_count = 0;
  d->table_size = d->core->structure_size;
  d->eval = (mr_fys_eval){.game = game, .weights = d->weights};
  d->plain_eval = (mr_fys_eval){.game = game, .weights = d->plain};
  d->eval.pawn_table = mr_alloc_zero(NULL, MR_FYS_STRUCTURES, d->table_size);
  d->traces = mr_alloc_zero(NULL, 2, sizeof *d->traces);
  d->state = mr_state_new(d->game, NULL);
  d->actions = mr_alloc_zero(NULL, d->game->info.max_actions, sizeof *d->actions);
  assert_true(d->eval.pawn_table != NULL && d->traces != NULL);
  assert_true(d->state != NULL && d->actions != NULL);
}

static void fixture_close(fixture *d) {
  mr_alloc_free(NULL, d->actions, d->game->info.max_actions * sizeof *d->actions);
  mr_state_free(d->game, NULL, d->state);
  mr_alloc_free(NULL, d->traces, 2 * sizeof *d->traces);
  mr_alloc_free(NULL, d->eval.pawn_table, MR_FYS_STRUCTURES * d->table_size);
  mr_fys_weights_free(d->plain, mr_allocator_default());
  mr_fys_weights_free(d->weights, mr_allocator_default());
  mr_game_free(d->game);
  mr_catalog_free(d->catalog);
  mr_arena_done(&d->arena);
}

/** Walks through games at random. @param check is asked at every position */
static void walk(fixture *d, uint64_t seed, void (*check)(fixture *d)) {
  mr_random random;
  mr_random_init(&random, seed);
  for (unsigned round = 0; round < 10; round++) {
    mr_game_start(d->game, d->state);
    for (unsigned made = 0; made < 120 && mr_game_node(d->game, d->state).kind == MR_NODE_DECISION;
         made++) {
      check(d);
      size_t count = mr_game_actions(d->game, d->state, d->actions);
      mr_game_make(d->game, d->state, d->actions[mr_random_below(&random, count)], NULL, NULL);
    }
  }
}

static void check_table(fixture *d) {
  mr_fys_eval without = {.game = d->eval.game, .weights = d->weights};
  int worth = d->core->evaluate(&without, d->state);
  assert_int_equal(d->core->evaluate(&d->eval, d->state), worth);
  assert_int_equal(d->core->evaluate(&d->eval, d->state), worth); /* now it is in the table */
}

static void the_table_of_pawn_structures_changes_no_static_eval(void **state) {
  (void)state;
  unsigned kept = 0;
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    fixture d;
    fixture_open(&d, games[i]);
    walk(&d, i, check_table);
    kept += d.weights->keyed_count > 0;
    fixture_close(&d);
  }
  assert_true(kept >= 6);
}

static void check_strides(fixture *d) {
  int worth = d->core->trace(&d->eval, d->state, &d->traces[0]);
  assert_int_equal(d->core->trace(&d->plain_eval, d->state, &d->traces[1]), worth);
  assert_memory_equal(d->traces[0].count, d->traces[1].count, sizeof d->traces[0].count);
}

static void what_pawns_reach_by_strides_is_what_they_reach_one_by_one(void **state) {
  (void)state;
  unsigned striding = 0;
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    fixture d;
    fixture_open(&d, games[i]);
    walk(&d, 100 + i, check_strides);
    striding += d.weights->strides_of[d.weights->rank[0][0]] != 0;
    fixture_close(&d);
  }
  assert_true(striding >= 6);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_table_of_pawn_structures_changes_no_static_eval),
    cmocka_unit_test(what_pawns_reach_by_strides_is_what_they_reach_one_by_one),
};

MR_TEST_MAIN(tests)
