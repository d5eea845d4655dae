/*
 * Levels that err do so like people: from the third on, nobody leaves the last Chief to be taken
 * where there is another way. (What is royal cannot be left so: such actions are not legal.)
 */
#include <marcher/compose.h>
#include <string.h>

#include "borderline_open.h"
#include "engine_fixture.h"
#include "instruments.h"
#include "test_main.h"

enum { LEVEL_FROM = 3, LEVEL_TO = 6, MEN = 10, TRIES = 40000 };
enum { POSITIONS = MR_SLOW_BUILD ? 6 : 40 };

/* A Chief for each side, where he may stand, and men of any other kind around them. */
static bool scatter(const mr_game *game, mr_random *random, mr_state *out) {
  mr_kind kinds[MR_KINDS_MAX];
  mr_placement men[MEN];
  size_t kind_count = mr_game_kinds(game, kinds);
  unsigned cells = (unsigned)game->info.columns * game->info.rows;
  for (size_t i = 0; i < MEN; i++) {
    mr_player owner = {(uint8_t)(i % 2)};
    mr_piece piece = mr_game_piece_named(game, owner, "C", 1);
    while (i >= 2 && piece.id == mr_game_piece_named(game, owner, "C", 1).id) {
      const mr_kind *kind = &kinds[mr_random_below(random, kind_count)];
      piece = mr_player_same(kind->owner, owner) ? kind->piece : piece;
    }
    men[i] = (mr_placement){piece, {(uint16_t)mr_random_below(random, cells)}};
  }
  return mr_game_compose(game, men, MEN, (mr_player){0}, out);
}

/* Whether Black can end the game at once, and win it. */
static bool is_lost_at_once(const mr_game *game, const mr_state *state, mr_action *room,
                            mr_state *next) {
  size_t count =
      mr_game_node(game, state).kind == MR_NODE_DECISION ? mr_game_actions(game, state, room) : 0;
  for (size_t i = 0; i < count; i++) {
    uint8_t score[MR_MAX_PLAYERS] = {0};
    mr_state_copy(game, next, state);
    mr_game_make(game, next, room[i], NULL, NULL);
    if (mr_game_node(game, next).kind == MR_NODE_TERMINAL) {
      mr_game_score(game, next, score);
      if (score[1] == MR_SCORE_WIN) {
        return true;
      }
    }
  }
  return false;
}

/** What the test works with. */
typedef struct bench {
  mr_table tt;
  mr_engine *engines[LEVEL_TO + 1];
  mr_state *after;
  mr_state *next;
  mr_action *replies;
} bench;

static bool loses(bench *b, mr_action action) {
  const mr_game *game = b->tt.game;
  mr_state_copy(game, b->after, b->tt.state);
  mr_game_make(game, b->after, action, NULL, NULL);
  return is_lost_at_once(game, b->after, b->replies, b->next);
}

/* Whether most actions of the position lose at once, and some do not. */
static bool is_a_trap(bench *b) {
  size_t losing = 0;
  if (mr_game_node(b->tt.game, b->tt.state).kind != MR_NODE_DECISION) {
    return false;
  }
  size_t count = mr_table_actions(&b->tt);
  for (size_t i = 0; i < count; i++) {
    losing += loses(b, b->tt.actions[i]) ? 1 : 0;
  }
  return losing > count / 2 && losing < count;
}

static void bench_open(bench *b) {
  mr_table_open_game(&b->tt, "borderlands", "", NULL);
  const mr_game *game = b->tt.game;
  b->after = mr_state_new(game, NULL);
  b->next = mr_state_new(game, NULL);
  b->replies = mr_alloc_zero(NULL, game->info.max_actions, sizeof *b->replies);
  for (unsigned level = LEVEL_FROM; level <= LEVEL_TO; level++) {
    b->engines[level] = fixture_engine(game, "alphabeta", level, 9);
  }
}

static void bench_close(bench *b) {
  const mr_game *game = b->tt.game;
  for (unsigned level = LEVEL_FROM; level <= LEVEL_TO; level++) {
    mr_engine_free(b->engines[level]);
  }
  mr_alloc_free(NULL, b->replies, game->info.max_actions * sizeof *b->replies);
  mr_state_free(game, NULL, b->next);
  mr_state_free(game, NULL, b->after);
  mr_table_close(&b->tt);
}

/* What the levels choose in the position does not lose. */
static void ask_all(bench *b) {
  const mr_limits limits = {.nodes = 4000, .level_too = true};
  for (unsigned level = LEVEL_FROM; level <= LEVEL_TO; level++) {
    mr_search_result result = fixture_ask(b->engines[level], b->tt.state, limits);
    if (loses(b, result.action)) {
      fail_msg("level %u leaves its Chief in %s", level, mr_table_state(&b->tt));
    }
  }
}

static void from_the_third_level_on_the_last_chief_is_not_left_to_be_taken(void **unused) {
  (void)unused;
  bench b = {.after = NULL};
  mr_random random;
  unsigned traps = 0;
  unsigned caught = 0; /* who does not look */
  mr_random_init(&random, 5);
  bench_open(&b);
  for (unsigned i = 0; i < TRIES && traps < POSITIONS; i++) {
    if (!scatter(b.tt.game, &random, b.tt.state) || !is_a_trap(&b)) {
      continue;
    }
    traps++;
    size_t count = mr_table_actions(&b.tt);
    caught += loses(&b, b.tt.actions[mr_random_below(&random, count)]) ? 1 : 0;
    ask_all(&b);
  }
  assert_int_equal(traps, POSITIONS);
  assert_true(2 * caught > traps);
  bench_close(&b);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(from_the_third_level_on_the_last_chief_is_not_left_to_be_taken),
};

MR_TEST_MAIN(tests)
