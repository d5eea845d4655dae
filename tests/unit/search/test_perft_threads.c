#include <marcher/perft_threads.h>

#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"
#include "toy_games.h"

enum { BRANCHES = 16 };

typedef struct branches {
  mr_action actions[BRANCHES];
  uint64_t nodes[BRANCHES];
  size_t count;
} branches;

static void note_branch(void *context, mr_action action, uint64_t nodes) {
  branches *seen = context;
  assert_true(seen->count < BRANCHES);
  seen->actions[seen->count] = action;
  seen->nodes[seen->count] = nodes;
  seen->count++;
}

static uint64_t count(const mr_game *game, const mr_state *state, unsigned depth,
                      unsigned threads) {
  const mr_perft_options how = {.depth = depth, .threads = threads};
  uint64_t nodes = UINT64_MAX;
  mr_error err = {.message = ""};
  if (mr_perft_threads(game, state, &how, &nodes, &err) != MR_OK) {
    fail_msg("depth %u, %u threads: %s", depth, threads, err.message);
  }
  return nodes;
}

/* Every number of threads at depths 0 .. 6 gives what one thread gives. */
static void expect_same(mr_game *game, const char *text) {
  static const unsigned threads[] = {2, 3, 7, 64};
  mr_state *state = mr_toy_state(game, text);
  for (unsigned depth = 0; depth <= 6; depth++) {
    uint64_t alone = UINT64_MAX;
    assert_int_equal(mr_perft(game, state, depth, NULL, &alone, NULL), MR_OK);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
      assert_int_equal(count(game, state, depth, threads[i]), alone);
    }
  }
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

static void any_number_of_threads_counts_the_same(void **state) {
  (void)state;
  expect_same(mr_toy_quiet_new(), "..... -- -- p r 1 -- 0 0");
  expect_same(mr_toy_counting_new(MR_TOY_SOUND), "..... -- -- p r 1 -- 0 0");
  expect_same(mr_toy_new(MR_TOY_SOUND), "..... 22 22 p r 1 -- 0 0");
}

static void chance_at_the_root_and_on_the_way_is_shared_too(void **state) {
  (void)state;
  expect_same(mr_toy_new(MR_TOY_SOUND), "..... -- -- d r - -- 0 0");
  expect_same(mr_toy_new(MR_TOY_SOUND), "rb... 22 22 x r 1 12 0 0");
}

static void an_end_counts_the_same(void **state) {
  (void)state;
  expect_same(mr_toy_new(MR_TOY_SOUND), "rr... 22 22 o r - -- 0 5");
}

static branches divide(const mr_game *game, const mr_state *state, unsigned depth,
                       unsigned threads) {
  branches seen = {.count = 0};
  const mr_perft_options how = {
      .depth = depth, .threads = threads, .branch = note_branch, .context = &seen};
  uint64_t nodes = 0;
  uint64_t sum = 0;
  assert_int_equal(mr_perft_threads(game, state, &how, &nodes, NULL), MR_OK);
  for (size_t i = 0; i < seen.count; i++) {
    sum += seen.nodes[i];
  }
  assert_int_equal(sum, nodes);
  return seen;
}

static void branches_come_in_their_order_whoever_counted_them(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_state *play = mr_toy_state(toy, "r.... 22 22 p b 1 -- 1 0");
  for (unsigned depth = 1; depth <= 5; depth++) {
    branches alone = divide(toy, play, depth, 1);
    branches shared = divide(toy, play, depth, 5);
    assert_true(alone.count > 1);
    assert_memory_equal(&alone, &shared, sizeof alone);
  }
  mr_state_free(toy, NULL, play);
  mr_game_free(toy);
}

/* A branch that ends at once has no actions behind it, but is a branch. */
static void branches_that_end_at_once_are_told(void **state) {
  (void)state;
  mr_game *toy = mr_toy_quiet_new();
  mr_state *play = mr_toy_state(toy, "r...b -- -- p r 1 -- 2 0");
  branches alone = divide(toy, play, 3, 1);
  branches shared = divide(toy, play, 3, 4);
  assert_memory_equal(&alone, &shared, sizeof alone);
  bool ends = false;
  for (size_t i = 0; i < alone.count; i++) {
    ends = ends || alone.nodes[i] == 0;
  }
  assert_true(ends);
  mr_state_free(toy, NULL, play);
  mr_game_free(toy);
}

static void impossible_calls_are_refused(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_state *deal = mr_toy_state(toy, "..... -- -- d r - -- 0 0");
  mr_state *play = mr_toy_state(toy, "..... 22 22 p r 1 -- 0 0");
  mr_state *unknown = mr_toy_state(toy, "..... 2? 2? p r 1 -- 0 0");
  branches seen = {.count = 0};
  uint64_t nodes = 77;
  mr_perft_options how = {.depth = 2, .threads = 2};
  assert_int_equal(mr_perft_threads(NULL, play, &how, &nodes, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft_threads(toy, NULL, &how, &nodes, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft_threads(toy, play, NULL, &nodes, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft_threads(toy, play, &how, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft_threads(toy, unknown, &how, &nodes, NULL), MR_ERR_ARGUMENT);
  how.threads = 0;
  assert_int_equal(mr_perft_threads(toy, play, &how, &nodes, NULL), MR_ERR_RANGE);
  how.threads = MR_PERFT_THREADS_MAX + 1;
  assert_int_equal(mr_perft_threads(toy, play, &how, &nodes, NULL), MR_ERR_RANGE);
  how.threads = 2;
  how.depth = MR_PERFT_DEPTH_MAX + 1;
  assert_int_equal(mr_perft_threads(toy, play, &how, &nodes, NULL), MR_ERR_RANGE);
  how = (mr_perft_options){.depth = 2, .threads = 2, .branch = note_branch, .context = &seen};
  assert_int_equal(mr_perft_threads(toy, deal, &how, &nodes, NULL), MR_ERR_ARGUMENT);
  how.depth = 0;
  assert_int_equal(mr_perft_threads(toy, play, &how, &nodes, NULL), MR_ERR_RANGE);
  assert_int_equal(nodes, 77);
  assert_int_equal(seen.count, 0);
  mr_state_free(toy, NULL, deal);
  mr_state_free(toy, NULL, play);
  mr_state_free(toy, NULL, unknown);
  mr_game_free(toy);
}

static void memory_that_ends_leaves_nothing_behind(void **state) {
  (void)state;
  mr_game *toy = mr_toy_quiet_new();
  mr_state *play = mr_toy_state(toy, "r.... -- -- p b 1 -- 1 0");
  bool ran = false;
  for (size_t n = 1; !ran; n++) {
    mr_fail_alloc memory;
    branches seen = {.count = 0};
    uint64_t nodes = 77;
    mr_error err = {.message = ""};
    mr_fail_alloc_init(&memory, n);
    const mr_perft_options how = {.depth = 2,
                                  .threads = 3,
                                  .allocator = &memory.allocator,
                                  .branch = note_branch,
                                  .context = &seen};
    mr_status status = mr_perft_threads(toy, play, &how, &nodes, &err);
    assert_true(mr_fail_alloc_clean(&memory));
    ran = memory.calls < n;
    assert_int_equal(status, ran ? MR_OK : MR_ERR_NOMEM);
    if (!ran) {
      assert_int_equal(nodes, 77);
      assert_int_equal(seen.count, 0);
      assert_string_not_equal(err.message, "");
    }
  }
  mr_state_free(toy, NULL, play);
  mr_game_free(toy);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(any_number_of_threads_counts_the_same),
    cmocka_unit_test(chance_at_the_root_and_on_the_way_is_shared_too),
    cmocka_unit_test(an_end_counts_the_same),
    cmocka_unit_test(branches_come_in_their_order_whoever_counted_them),
    cmocka_unit_test(branches_that_end_at_once_are_told),
    cmocka_unit_test(impossible_calls_are_refused),
    cmocka_unit_test(memory_that_ends_leaves_nothing_behind),
};

MR_TEST_MAIN(tests)
