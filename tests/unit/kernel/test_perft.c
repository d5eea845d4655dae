#include <marcher/perft.h>

#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"
#include "toy_games.h"

static uint64_t count(const mr_game *game, const mr_state *state, unsigned depth) {
  uint64_t nodes = UINT64_MAX;
  assert_int_equal(mr_perft(game, state, depth, NULL, &nodes, NULL), MR_OK);
  return nodes;
}

static void expect_counts(const mr_game *game, const char *text, const uint64_t *counts,
                          unsigned depths) {
  mr_state *state = mr_toy_state(game, text);
  for (unsigned depth = 0; depth < depths; depth++) {
    assert_int_equal(count(game, state, depth), counts[depth]);
  }
  mr_state_free(game, NULL, state);
}

/*
 * By hand. The deal: 3 cards each, 9 states. Two stakes: 3 each. Then Red's first stone on one of
 * 5 squares; the squares have 1, 3, 2, 2, 2 neighbours, 10 in all.
 *
 * Red's second action after a stone on x: 4 placements, as many moves as x has neighbours, the
 * end of the turn: 5 * 4 + 10 + 5 = 35.
 *
 * Blue's first action: 4 placements when Red has one stone, 3 when it has two; each that touches
 * a red stone is a duel with 2 outcomes.
 * - Red ended its turn on x: 4 placements, as many duels as neighbours: 5 * 4 + 10 = 30.
 * - Red moved to y: neighbours(y) ways, 4 + neighbours(y) each: 1*5 + 3*7 + 3 * 2*6 = 62.
 * - Red placed a neighbour: it has won, nothing follows. Of the 10 pairs of squares 5 are not
 *   neighbours; counting duels twice, Blue's placements are {a2,c2} 5, {a2,b1} 5, {a2,c1} 6,
 *   {b2,c1} 6, {c2,b1} 5, together 27, and each pair arises in 2 orders: 54.
 * Together 146.
 */
static void the_toy_is_counted_as_by_hand(void **state) {
  (void)state;
  static const uint64_t from_the_deal[] = {9, 27, 81, 81 * 5, 81 * 35, 81 * 146};
  static const uint64_t from_play[] = {1, 5, 35, 146};
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  expect_counts(toy, "..... -- -- d r - -- 0 0", from_the_deal, 6);
  expect_counts(toy, "..... 22 22 p r 1 -- 0 0", from_play, 4);
  mr_game_free(toy);
}

/*
 * Red on a2 attacks Blue on b2. If it wins, its second action is one of 4 placements, a move or the
 * end: 6. If it loses, 4 placements, of which all but that on c1 touch Blue, or the end: 3 * 2 + 2.
 */
static void a_chance_node_at_the_root_costs_no_depth(void **state) {
  (void)state;
  static const uint64_t counts[] = {2, 6 + 8};
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  expect_counts(toy, "rb... 22 22 x r 1 12 0 0", counts, 2);
  mr_game_free(toy);
}

static void an_end_counts_itself_and_nothing_deeper(void **state) {
  (void)state;
  static const uint64_t counts[] = {1, 0, 0};
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  expect_counts(toy, "rr... 22 22 o r - -- 0 5", counts, 3);
  mr_game_free(toy);
}

/*
 * Without duels: 5; 35 as above; then 5 * 4 placements of Blue after an end, 10 * 4 after a move,
 * 10 * 3 after two stones that are not neighbours (5 pairs in 2 orders): 90.
 */
static void a_game_without_chance_is_counted_as_by_hand(void **state) {
  (void)state;
  static const uint64_t counts[] = {1, 5, 35, 90};
  mr_game *toy = mr_toy_quiet_new();
  expect_counts(toy, "..... -- -- p r 1 -- 0 0", counts, 4);
  mr_game_free(toy);
}

/** For games that might have chance nodes, but come to none. */
static const mr_chance_ops no_chance = {0};

static void counting_the_last_ply_at_once_gives_the_same(void **state) {
  (void)state;
  mr_game *toy = mr_toy_quiet_new();
  mr_state *start = mr_state_new(toy, NULL);
  mr_game_start(toy, start);
  for (unsigned depth = 0; depth <= 6; depth++) {
    uint64_t at_once = count(toy, start, depth);
    /* A game that might have chance nodes is played out to the last state. */
    toy->chance = &no_chance;
    assert_int_equal(count(toy, start, depth), at_once);
    toy->chance = NULL;
  }
  mr_state_free(toy, NULL, start);
  mr_game_free(toy);
}

static void counting_leaves_the_state_alone(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_state *start = mr_toy_state(toy, "r.... 12 33 p r 2 -- 0 0");
  mr_state *copy = mr_toy_state(toy, "r.... 12 33 p r 2 -- 0 0");
  count(toy, start, 4);
  assert_memory_equal(start, copy, toy->info.state_size);
  mr_state_free(toy, NULL, start);
  mr_state_free(toy, NULL, copy);
  mr_game_free(toy);
}

/* ---- a family that counts by itself ---------------------------------------------------------- */

static uint64_t count_wildly(const mr_game *game, mr_state *state, unsigned depth) {
  (void)game;
  (void)state;
  return 1000 + depth;
}

static void a_family_that_counts_by_itself_is_asked(void **state) {
  (void)state;
  mr_game *toy = mr_toy_quiet_new();
  mr_game_ops ops = *toy->ops;
  const mr_game_ops *own = toy->ops;
  ops.perft = count_wildly;
  toy->ops = &ops;
  static const uint64_t from_start[] = {1, 1001, 1002};
  static const uint64_t from_the_end[] = {1, 0, 0};
  expect_counts(toy, "..... -- -- p r 1 -- 0 0", from_start, 3);
  expect_counts(toy, "rr... -- -- o r - -- 0 5", from_the_end, 3);
  toy->chance = &no_chance;
  static const uint64_t with_chance[] = {1, 5, 35};
  expect_counts(toy, "..... -- -- p r 1 -- 0 0", with_chance, 3);
  toy->ops = own;
  mr_game_free(toy);
}

/* ---- divided counts -------------------------------------------------------------------------- */

typedef struct branches {
  mr_action actions[16];
  uint64_t nodes[16];
  size_t count;
} branches;

static void note_branch(void *context, mr_action action, uint64_t nodes) {
  branches *seen = context;
  assert_true(seen->count < 16);
  seen->actions[seen->count] = action;
  seen->nodes[seen->count] = nodes;
  seen->count++;
}

static void a_divided_count_names_every_action_of_the_root(void **state) {
  (void)state;
  /* Behind a first stone: 4 placements, the moves to 1, 3, 2, 2, 2 neighbours, the end. */
  static const uint64_t expected[] = {6, 8, 7, 7, 7};
  static const char *const texts[] = {"@a2", "@b2", "@c2", "@b1", "@c1"};
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_state *start = mr_toy_state(toy, "..... 22 22 p r 1 -- 0 0");
  branches seen = {.count = 0};
  uint64_t nodes = 0;
  assert_int_equal(mr_perft_divide(toy, start, 2, NULL, note_branch, &seen, &nodes, NULL), MR_OK);
  assert_int_equal(nodes, 35);
  assert_int_equal(seen.count, 5);
  for (size_t i = 0; i < 5; i++) {
    assert_int_equal(seen.actions[i], mr_toy_action(toy, start, texts[i]));
    assert_int_equal(seen.nodes[i], expected[i]);
  }
  mr_state_free(toy, NULL, start);
  mr_game_free(toy);
}

static void a_divided_count_of_depth_one_expands_the_duels(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_state *start = mr_toy_state(toy, "r.... 22 22 p b 1 -- 1 0");
  branches seen = {.count = 0};
  uint64_t nodes = 0;
  assert_int_equal(mr_perft_divide(toy, start, 1, NULL, note_branch, &seen, &nodes, NULL), MR_OK);
  assert_int_equal(nodes, 5);
  assert_int_equal(seen.count, 4);
  assert_int_equal(seen.nodes[0], 2); /* @b2 touches a2 */
  assert_int_equal(seen.nodes[1], 1);
  mr_state_free(toy, NULL, start);
  mr_game_free(toy);
}

/* ---- a long run of chance nodes -------------------------------------------------------------- */

/** As many tosses of a one-sided coin as max_length says, then the end; or on and on. */
typedef struct coin_state {
  uint64_t tosses;
  uint64_t most;
} coin_state;

static mr_node coin_node(const mr_game *game, const mr_state *state) {
  const coin_state *s = (const coin_state *)state;
  (void)game;
  return (mr_node){s->tosses < s->most ? MR_NODE_CHANCE : MR_NODE_TERMINAL, MR_NOBODY};
}

static size_t coin_chances(const mr_game *game, const mr_state *state, mr_chance *out,
                           uint64_t *total) {
  (void)game;
  (void)state;
  out[0] = (mr_chance){1, 1};
  *total = 1;
  return 1;
}

static bool coin_legal(const mr_game *game, const mr_state *state, mr_action action) {
  return coin_node(game, state).kind == MR_NODE_CHANCE && action == 1;
}

static void coin_make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                      mr_events *events) {
  (void)game;
  (void)undo;
  (void)events;
  ((coin_state *)state)->tosses += action;
}

static const mr_game_ops coin_ops = {
    .node = coin_node,
    .legal = coin_legal,
    .make = coin_make,
};

static const mr_chance_ops coin_chance = {.chances = coin_chances};

static mr_game coin_game(void) {
  return (mr_game){
      .ops = &coin_ops,
      .chance = &coin_chance,
      .info = {.name = "coin",
               .state_size = sizeof(coin_state),
               .undo_size = sizeof(coin_state),
               .max_actions = 1,
               .max_chances = 1,
               .max_length = 100},
  };
}

static void a_run_of_chance_nodes_may_be_as_long_as_the_game(void **state) {
  (void)state;
  const mr_game coin = coin_game();
  for (uint64_t most = 0; most <= 100; most += 25) {
    coin_state s = {0, most};
    assert_int_equal(count(&coin, (const mr_state *)&s, 0), 1);
    assert_int_equal(count(&coin, (const mr_state *)&s, 1), 0);
  }
}

static void a_game_longer_than_it_says_is_given_up(void **state) {
  (void)state;
  const mr_game coin = coin_game();
  coin_state s = {0, UINT64_MAX};
  uint64_t nodes = 77;
  mr_error err;
  assert_int_equal(mr_perft(&coin, (const mr_state *)&s, 1, NULL, &nodes, &err), MR_ERR_LIMIT);
  assert_int_equal(nodes, 77);
  assert_non_null(strstr(err.message, "coin"));
}

/* ---- the call -------------------------------------------------------------------------------- */

static void impossible_calls_are_refused(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_state *deal = mr_toy_state(toy, "..... -- -- d r - -- 0 0");
  mr_state *play = mr_toy_state(toy, "..... 22 22 p r 1 -- 0 0");
  mr_state *unknown = mr_toy_state(toy, "..... 2? 2? p r 1 -- 0 0");
  branches seen = {.count = 0};
  uint64_t nodes = 77;
  assert_int_equal(mr_perft(toy, unknown, 1, NULL, &nodes, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft(toy, deal, MR_PERFT_DEPTH_MAX + 1, NULL, &nodes, NULL), MR_ERR_RANGE);
  assert_int_equal(mr_perft(NULL, deal, 1, NULL, &nodes, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft(toy, NULL, 1, NULL, &nodes, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft(toy, deal, 1, NULL, NULL, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft_divide(toy, deal, 1, NULL, note_branch, &seen, &nodes, NULL),
                   MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft_divide(toy, play, 1, NULL, NULL, &seen, &nodes, NULL), MR_ERR_ARGUMENT);
  assert_int_equal(mr_perft_divide(toy, play, 0, NULL, note_branch, &seen, &nodes, NULL),
                   MR_ERR_RANGE);
  assert_int_equal(mr_perft_divide(toy, play, 65, NULL, note_branch, &seen, &nodes, NULL),
                   MR_ERR_RANGE);
  assert_int_equal(nodes, 77);
  assert_int_equal(seen.count, 0);
  mr_state_free(toy, NULL, deal);
  mr_state_free(toy, NULL, unknown);
  mr_state_free(toy, NULL, play);
  mr_game_free(toy);
}

static void memory_that_ends_leaves_nothing_behind(void **state) {
  (void)state;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  mr_state *play = mr_toy_state(toy, "..... 22 22 p r 1 -- 0 0");
  bool ran = false;
  for (size_t n = 1; !ran; n++) {
    mr_fail_alloc memory;
    branches seen = {.count = 0};
    uint64_t nodes = 77;
    mr_error err;
    mr_fail_alloc_init(&memory, n);
    mr_status status =
        mr_perft_divide(toy, play, 2, &memory.allocator, note_branch, &seen, &nodes, &err);
    ran = status == MR_OK;
    assert_true(mr_fail_alloc_clean(&memory));
    if (!ran) {
      assert_int_equal(status, MR_ERR_NOMEM);
      assert_int_equal(nodes, 77);
      assert_int_equal(seen.count, 0);
    }
  }
  mr_state_free(toy, NULL, play);
  mr_game_free(toy);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_toy_is_counted_as_by_hand),
    cmocka_unit_test(a_chance_node_at_the_root_costs_no_depth),
    cmocka_unit_test(an_end_counts_itself_and_nothing_deeper),
    cmocka_unit_test(a_game_without_chance_is_counted_as_by_hand),
    cmocka_unit_test(counting_the_last_ply_at_once_gives_the_same),
    cmocka_unit_test(counting_leaves_the_state_alone),
    cmocka_unit_test(a_family_that_counts_by_itself_is_asked),
    cmocka_unit_test(a_divided_count_names_every_action_of_the_root),
    cmocka_unit_test(a_divided_count_of_depth_one_expands_the_duels),
    cmocka_unit_test(a_run_of_chance_nodes_may_be_as_long_as_the_game),
    cmocka_unit_test(a_game_longer_than_it_says_is_given_up),
    cmocka_unit_test(impossible_calls_are_refused),
    cmocka_unit_test(memory_that_ends_leaves_nothing_behind),
};

MR_TEST_MAIN(tests)
