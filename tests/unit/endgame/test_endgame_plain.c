/*
 * What games say of actions that only carry a man from one square to an empty one is so: the state
 * after it is the composed one. Tables of endings take their word for it.
 */
#include <marcher/compose.h>
#include <marcher/random.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

typedef struct bench {
  const mr_game *game;
  mr_state *state;
  mr_state *other;
  mr_action actions[1024];
  mr_placement men[256];
  size_t plain;
} bench;

/* Makes an action of the state at hand and composes what it says that it leads to. */
static void expect_plain(bench *b, mr_action action, mr_cell from, mr_cell to) {
  const mr_game *game = b->game;
  mr_player player = mr_game_node(game, b->state).player;
  size_t count = mr_game_placements(game, b->state, b->men);
  size_t moved = 0;
  for (size_t i = 0; i < count; i++) {
    assert_int_not_equal(b->men[i].cell.id, to.id);
    moved = b->men[i].cell.id == from.id ? i : moved;
  }
  assert_int_equal(b->men[moved].cell.id, from.id);
  b->men[moved].cell = to;
  mr_player next = {(uint8_t)(1 - player.id)};
  assert_true(mr_game_compose(game, b->men, count, next, b->other));
  mr_game_make(game, b->state, action, NULL, NULL);
  assert_true(mr_game_hash(game, b->state) == mr_game_hash(game, b->other));
  b->plain++;
}

/* Composes some of the men at hand, and asks of every action. */
static void ask_some(bench *b, mr_state *scratch, mr_random *random) {
  const mr_game *game = b->game;
  size_t count = mr_game_placements(game, scratch, b->men);
  size_t kept = 0;
  uint64_t share = 1 + mr_random_below(random, 8);
  for (size_t i = 0; i < count; i++) {
    if (mr_random_below(random, 8) < share) {
      b->men[kept++] = b->men[i];
    }
  }
  mr_player player = {(uint8_t)mr_random_below(random, 2)};
  mr_state *whole = scratch;
  if (kept == 0 || !mr_game_compose(game, b->men, kept, player, whole) ||
      mr_game_node(game, whole).kind != MR_NODE_DECISION) {
    return;
  }
  size_t listed = mr_game_actions(game, whole, b->actions);
  for (size_t i = 0; i < listed; i++) {
    mr_cell from = MR_NOWHERE;
    mr_cell to = MR_NOWHERE;
    mr_state_copy(game, b->state, whole);
    if (mr_game_quiet_move(game, whole, b->actions[i], &from, &to)) {
      expect_plain(b, b->actions[i], from, to);
    }
  }
}

static void expect_honest(const char *name) {
  mr_game *game = mr_game_open(name, "");
  bench b = {.game = game};
  mr_random random;
  mr_random_init(&random, 7);
  b.state = mr_state_new(game, NULL);
  b.other = mr_state_new(game, NULL);
  mr_state *at = mr_state_new(game, NULL);
  mr_state *scratch = mr_state_new(game, NULL);
  for (unsigned i = 0; i < 40; i++) {
    mr_game_start(game, at);
    for (unsigned n = 0; n < 60 && mr_game_node(game, at).kind == MR_NODE_DECISION; n++) {
      size_t count = mr_game_actions(game, at, b.actions);
      mr_game_make(game, at, b.actions[mr_random_below(&random, count)], NULL, NULL);
      mr_state_copy(game, scratch, at);
      ask_some(&b, scratch, &random);
    }
  }
  assert_true(b.plain > 1000);
  mr_state_free(game, NULL, scratch);
  mr_state_free(game, NULL, at);
  mr_state_free(game, NULL, b.other);
  mr_state_free(game, NULL, b.state);
  mr_game_free(game);
}

static void what_chess_calls_plain_is_plain(void **state) {
  (void)state;
  expect_honest("chess");
}

static void what_games_of_one_board_call_plain_is_plain(void **state) {
  (void)state;
  expect_honest("nearly-colorboundmost");
  expect_honest("borderlands");
  expect_honest("battle-of-ideologies");
}

static void what_a_game_of_two_colours_calls_plain_is_plain(void **state) {
  (void)state;
  expect_honest("colorboundmost");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_chess_calls_plain_is_plain),
    cmocka_unit_test(what_games_of_one_board_call_plain_is_plain),
    cmocka_unit_test(what_a_game_of_two_colours_calls_plain_is_plain),
};
MR_TEST_MAIN(tests)
