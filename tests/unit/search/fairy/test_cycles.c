/*
 * Repetitions that the search foresees, beside those that making every action shows: along games at
 * random in which men like to go back to where they came from.
 */
#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/engine.h>
#include <marcher/random.h>
#include <stdlib.h>
#include <string.h>

#include "catalog_fixture.h"
#include "instruments.h"
#include "search/fairy/fairy_search.h"

enum { WALK = MR_SLOW_BUILD ? 1500 : 6000, SHORT = 160 };

static const char INVENTED[] =
    "[hoppers:chess]\ncustomPiece1 = c:mRcpR\ncustomPiece2 = g:gQ\ncastling = false\n"
    "startFen = cngqkgnc/pppppppp/8/8/8/8/PPPPPPPP/CNGQKGNC w - - 0 1\n"
    "[silvers:chess]\ncustomPiece1 = s:FfW\ncastling = false\n"
    "startFen = sssqkssr/pppppppp/8/8/8/8/PPPPPPPP/SSSQKSSR w - - 0 1\n"
    "[wide:chess]\nmaxFile = 12\nmaxRank = 10\ncustomPiece1 = c:WN\ncastling = false\n"
    "startFen = rnbqcckcbnnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBQCCKCBNNR w - - 0 1\n"
    "[checks:chess]\ncheckCounting = true\ncastling = false\n"
    "startFen = 3qk3/8/8/8/8/8/8/3QK3 w - - 9+9 0 1\n"
    "[loses:chess]\nnFoldValue = loss\n"
    "[endless:chess]\nnFoldRule = 0\n"
    "[captures:chess]\nmustCapture = true\n";

typedef struct bench {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
  mr_fys_shared shared;
  mr_fys_search search;
} bench;

static bench b;

/** @return false: it is no game of this family */
static bool open_bench(const char *name) {
  mr_error err = {0};
  mr_arena_init(&b.arena, NULL, 0);
  mr_diagnostics_init(&b.list, &b.arena);
  assert_int_equal(mr_catalog_new(NULL, &b.catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(b.catalog, "t", INVENTED, strlen(INVENTED), &b.list), MR_OK);
  assert_int_equal(mr_catalog_open(b.catalog, name, NULL, 0, &b.game, &b.list), MR_OK);
  if (!mr_fys_can_play(b.game)) {
    mr_game_free(b.game);
    mr_catalog_free(b.catalog);
    mr_arena_done(&b.arena);
    return false;
  }
  const mr_engine_options options = {.memory = 1 << 20, .allocator = mr_allocator_default()};
  assert_int_equal(mr_fys_shared_init(&b.shared, mr_fy_game_of(b.game), &options, &err), MR_OK);
  assert_int_equal(mr_fys_search_init(&b.search, &b.shared, &err), MR_OK);
  return true;
}

static void close_bench(void) {
  mr_fys_search_done(&b.search);
  mr_fys_shared_done(&b.shared);
  mr_game_free(b.game);
  mr_catalog_free(b.catalog);
  mr_arena_done(&b.arena);
}

/** A game at random. */
typedef struct walk {
  mr_state *state, *next;
  mr_action *list;
  size_t count;
  uint64_t hash[SHORT + 1]; /**< of its positions, the last one that it stands at */
  unsigned cell[SHORT + 1]; /**< where the man went that made each */
  unsigned length;
  mr_random random;
} walk;

static void begin_game(walk *w) {
  mr_game_start(b.game, w->state);
  w->length = 0;
  w->hash[0] = mr_game_hash(b.game, w->state);
}

/** Whether an action leads to a position of this game. */
static bool repeats(walk *w, mr_action action) {
  mr_state_copy(b.game, w->next, w->state);
  mr_game_make(b.game, w->next, action, NULL, NULL);
  uint64_t hash = mr_game_hash(b.game, w->next);
  for (unsigned i = 0; i <= w->length; i++) {
    if (w->hash[i] == hash) {
      return true;
    }
  }
  return false;
}

/** Mostly the man goes on that this side moved last. */
static mr_action choose(walk *w) {
  for (size_t tries = 0; w->length >= 2 && tries < 40; tries++) {
    mr_action action = w->list[mr_random_below(&w->random, w->count)];
    if (mr_fy_type_of(action) == MR_FY_STEP && mr_fy_from(action) == w->cell[w->length - 1]) {
      return action;
    }
  }
  return w->list[mr_random_below(&w->random, w->count)];
}

static void take_step(walk *w) {
  mr_action action = choose(w);
  mr_game_make(b.game, w->state, action, NULL, NULL);
  w->length++;
  w->hash[w->length] = mr_game_hash(b.game, w->state);
  w->cell[w->length] = mr_fy_to(action);
}

/** @param all every repetition is by a step that is foreseen. @return how many were foreseen */
static unsigned walk_beside(unsigned steps, bool all) {
  walk w = {.state = mr_state_new(b.game, NULL), .next = mr_state_new(b.game, NULL)};
  w.list = calloc(b.game->info.max_actions, sizeof *w.list);
  unsigned foreseen = 0;
  mr_random_init(&w.random, 20261127);
  begin_game(&w);
  for (unsigned i = 0; i < steps; i++) {
    if (w.length == SHORT || mr_game_node(b.game, w.state).kind != MR_NODE_DECISION) {
      begin_game(&w);
    }
    w.count = mr_game_actions(b.game, w.state, w.list);
    mr_action back = MR_ACTION_NONE;
    for (size_t k = 0; k < w.count && back == MR_ACTION_NONE; k++) {
      back = repeats(&w, w.list[k]) ? w.list[k] : MR_ACTION_NONE;
    }
    bool some = back != MR_ACTION_NONE;
    mr_state_copy(b.game, b.search.state, w.state);
    bool seen = b.shared.core->can_come_back(&b.search, 0);
    if (seen && !some) {
      fail_msg("%s, %u plies: nothing leads back", b.game->info.name, w.length);
    }
    if (some && !seen && all) {
      fail_msg("%s, %u plies: type %u from %u to %u is not foreseen", b.game->info.name, w.length,
               mr_fy_type_of(back), mr_fy_from(back), mr_fy_to(back));
    }
    foreseen += seen;
    take_step(&w);
  }
  free(w.list);
  mr_state_free(b.game, NULL, w.next);
  mr_state_free(b.game, NULL, w.state);
  return foreseen;
}

/** Walks in games where repetitions are met. */
static void walk_in(const char *const games[], size_t count, bool all) {
  for (size_t i = 0; i < count; i++) {
    assert_true(open_bench(games[i]));
    assert_in_range(walk_beside(WALK, all), WALK / 100, WALK);
    close_bench();
  }
}

static void a_repetition_is_foreseen_when_there_is_one(void **unused) {
  (void)unused;
  static const char *const games[] = {"chess", "capablanca", "wide"};
  walk_in(games, sizeof games / sizeof *games, true);
}

/** Hoppers need men to hop over, and silvers go back another way: their steps are not listed. */
static void nothing_is_foreseen_that_cannot_be_played(void **unused) {
  (void)unused;
  static const char *const games[] = {"hoppers", "silvers"};
  walk_in(games, sizeof games / sizeof *games, false);
}

/** A check that is counted leads to no position that there has been, though all men stand as then.
 */
static void a_check_that_is_counted_leads_nowhere_back(void **unused) {
  (void)unused;
  static const char *const games[] = {"checks"};
  walk_in(games, sizeof games / sizeof *games, true);
}

static void nothing_is_foreseen_that_the_rules_of_any_game_forbid(void **unused) {
  (void)unused;
  mr_catalog *all = NULL;
  unsigned walked = 0;
  assert_int_equal(mr_catalog_new(NULL, &all, NULL), MR_OK);
  for (size_t i = 0; i < mr_catalog_count(all); i++) {
    if (!mr_catalog_takes(all, i) || !open_bench(mr_catalog_name(all, i))) {
      continue;
    }
    (void)walk_beside(WALK / 10, false);
    close_bench();
    walked++;
  }
  assert_in_range(walked, 36 / MR_CATALOG_STEP, mr_catalog_count(all));
  mr_catalog_free(all);
}

static void where_repetitions_are_no_draws_none_is_foreseen(void **unused) {
  (void)unused;
  static const char *const games[] = {"loses", "endless", "captures", "colorboundmost"};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    assert_true(open_bench(games[i]));
    assert_null(b.shared.steps.step);
    assert_int_equal(walk_beside(WALK, false), 0);
    close_bench();
  }
}

/** The man can go back, but the wall cannot be where it was. */
static void where_each_step_sets_a_wall_none_is_foreseen(void **unused) {
  (void)unused;
  assert_true(open_bench("duck"));
  assert_null(b.shared.steps.step);
  assert_int_equal(walk_beside(WALK / 10, false), 0);
  close_bench();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_repetition_is_foreseen_when_there_is_one),
    cmocka_unit_test(nothing_is_foreseen_that_cannot_be_played),
    cmocka_unit_test(a_check_that_is_counted_leads_nowhere_back),
    cmocka_unit_test(nothing_is_foreseen_that_the_rules_of_any_game_forbid),
    cmocka_unit_test(where_repetitions_are_no_draws_none_is_foreseen),
    cmocka_unit_test(where_each_step_sets_a_wall_none_is_foreseen),
};

MR_TEST_MAIN(tests)
