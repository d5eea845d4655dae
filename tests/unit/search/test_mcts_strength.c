/*
 * Matches, colours swapped, every pair from its own two random plies. All seeds are fixed, so that
 * a result changes only when the search does.
 */

#include "test_main.h"

#include "engine_fixture.h"
#include "instruments.h"
#include "line_game.h"

/** One side of a match. */
typedef struct side {
  const char *kind;
  unsigned level;
  uint64_t nodes; /**< 0: the level's own */
} side;

static void play_opening(const mr_game *game, mr_state *state, uint64_t seed) {
  mr_random random;
  mr_random_init(&random, seed);
  mr_action actions[LINE_GAME_CELLS];
  mr_game_start(game, state);
  for (int ply = 0; ply < 2; ply++) {
    size_t count = mr_game_actions(game, state, actions);
    mr_game_make(game, state, actions[mr_random_below(&random, count)], NULL, NULL);
  }
}

/** One game; `first` has seat 0. The engines stand in for their seats by their own limits. */
static unsigned play_one(const mr_game *game, mr_state *state, const side *first,
                         const side *second, uint64_t seed) {
  const side *sides[2] = {first, second};
  mr_engine *engines[2];
  for (unsigned i = 0; i < 2; i++) {
    engines[i] = fixture_engine(game, sides[i]->kind, sides[i]->level, seed * 2 + i);
  }
  while (mr_game_node(game, state).kind == MR_NODE_DECISION) {
    unsigned mover = mr_game_node(game, state).player.id;
    mr_limits limits = {.nodes = sides[mover]->nodes};
    mr_game_make(game, state, fixture_ask(engines[mover], state, limits).action, NULL, NULL);
  }
  uint8_t score[2];
  mr_game_score(game, state, score);
  mr_engine_free(engines[0]);
  mr_engine_free(engines[1]);
  return score[0];
}

/** The share of the points that `a` takes from `b`, in percent. */
static unsigned match(line_rules rules, side a, side b, unsigned pairs) {
  line_game line;
  line_game_init(&line, rules);
  mr_state *state = mr_state_new(&line.game, NULL);
  assert_non_null(state);
  unsigned points = 0;
  for (unsigned pair = 0; pair < pairs; pair++) {
    play_opening(&line.game, state, pair);
    points += play_one(&line.game, state, &a, &b, pair);
    play_opening(&line.game, state, pair);
    points += MR_SCORE_WIN - play_one(&line.game, state, &b, &a, pair);
  }
  mr_state_free(&line.game, NULL, state);
  return points * 100 / (pairs * 2 * MR_SCORE_WIN);
}

static const line_rules FIVE_BY_FIVE = {
    .columns = 5, .rows = 5, .need = 4, .per_turn = 1, .gravity = true};
static const line_rules HEX = {.columns = 5, .rows = 5, .need = 0, .per_turn = 1};

/* 60 games that are even chances have a standard deviation of 6.5 percent at most. */

static void more_playouts_beat_fewer_at_four_in_a_row(void **unused) {
  (void)unused;
  side more = {.kind = "mcts", .level = 5, .nodes = 300};
  side fewer = {.kind = "mcts", .level = 5, .nodes = 30};
  assert_in_range(match(FIVE_BY_FIVE, more, fewer, 30), 65, 100);
}

static void more_playouts_beat_fewer_at_hex(void **unused) {
  (void)unused;
  side more = {.kind = "mcts", .level = 5, .nodes = 300};
  side fewer = {.kind = "mcts", .level = 5, .nodes = 30};
  assert_in_range(match(HEX, more, fewer, 20), 65, 100);
}

static void the_lowest_level_beats_blind_play(void **unused) {
  (void)unused;
  side one = {.kind = "mcts", .level = 1};
  side blind = {.kind = "random", .level = 1};
  assert_in_range(match(FIVE_BY_FIVE, one, blind, 30), 65, 100);
}

static void each_low_level_beats_the_one_below(void **unused) {
  (void)unused;
  for (unsigned level = 2; level <= (MR_SLOW_BUILD ? 2 : 4); level++) {
    side upper = {.kind = "mcts", .level = level};
    side lower = {.kind = "mcts", .level = level - 1};
    assert_in_range(match(FIVE_BY_FIVE, upper, lower, 40), 54, 100);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(more_playouts_beat_fewer_at_four_in_a_row),
    cmocka_unit_test(more_playouts_beat_fewer_at_hex),
    cmocka_unit_test(the_lowest_level_beats_blind_play),
    cmocka_unit_test(each_low_level_beats_the_one_below),
};

MR_TEST_MAIN(tests)
