/* Hidden information: the search sees an observation and must guess the rest. */

#include <math.h>
#include <string.h>

#include "engine_fixture.h"
#include "test_main.h"
#include "toy_games.h"

/*
 * The urn. Chance puts ball 1, 2 or 3 into it, weights 1, 2, 5; seat 1 sees which. Seat 0 guesses
 * (actions 1 to 3), or waits (action 0): seat 1 then plays its ball, an action whose number is the
 * ball's, or ball 9, which is no ball at all; it may do so only with ball 3. Then seat 0 guesses.
 * A right guess wins; a wrong one loses, a right one after waiting scores three quarters.
 */
typedef struct urn_state {
  uint32_t ball;   /**< 0: not known, or not drawn yet */
  uint32_t phase;  /**< 0 draw, 1 guess or wait, 2 the other plays, 3 guess, 4 over */
  uint32_t played; /**< what seat 1 showed */
  uint32_t points; /**< of seat 0 */
} urn_state;

enum { BALLS = 3, WAIT = 0, NO_BALL = 9 };

typedef struct urn_game {
  mr_game game;
  unsigned *peeks; /**< how often the game was advanced without its ball */
  bool leaks;      /**< who knows the ball may name no ball: a game's fault, not the search's */
} urn_game;

static const urn_state *urn(const mr_state *state) {
  return (const urn_state *)state;
}

static mr_node urn_node(const mr_game *game, const mr_state *state) {
  (void)game;
  switch (urn(state)->phase) {
  case 0:
    return (mr_node){MR_NODE_CHANCE, MR_NOBODY};
  case 1:
  case 3:
    return (mr_node){MR_NODE_DECISION, {0}};
  case 2:
    return (mr_node){MR_NODE_DECISION, {1}};
  default:
    return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  }
}

static size_t urn_actions(const mr_game *game, const mr_state *state, mr_action *out) {
  size_t count = 0;
  if (urn(state)->phase == 2) {
    out[count++] = urn(state)->ball;
    if (urn(state)->ball == BALLS) {
      out[count++] = NO_BALL;
    }
    return count;
  }
  for (mr_action ball = urn(state)->phase == 1 ? WAIT : 1; ball <= BALLS; ball++) {
    out[count++] = ball;
  }
  if (((const urn_game *)game)->leaks && urn(state)->phase == 3 && urn(state)->ball != 0) {
    out[count++] = NO_BALL;
  }
  return count;
}

static bool urn_legal(const mr_game *game, const mr_state *state, mr_action action) {
  mr_action list[BALLS + 1];
  size_t count = urn_actions(game, state, list);
  bool found = false;
  for (size_t i = 0; i < count; i++) {
    found = found || list[i] == action;
  }
  return found;
}

static size_t urn_chances(const mr_game *game, const mr_state *state, mr_chance *out,
                          uint64_t *total) {
  (void)game;
  (void)state;
  out[0] = (mr_chance){1, 1};
  out[1] = (mr_chance){2, 2};
  out[2] = (mr_chance){3, 5};
  *total = 8;
  return BALLS;
}

static void urn_make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                     mr_events *events) {
  (void)undo;
  (void)events;
  urn_state *now = (urn_state *)state;
  if (now->phase == 0) {
    now->ball = action;
    now->phase = 1;
    return;
  }
  *((const urn_game *)game)->peeks += now->ball == 0 ? 1 : 0;
  if (now->phase == 2) {
    now->played = action;
    now->phase = 3;
  } else if (action == WAIT) {
    now->phase = 2;
  } else {
    now->points = action == now->ball ? (now->phase == 1 ? 4 : 3) : 0;
    now->phase = 4;
  }
}

static uint64_t urn_hash(const mr_game *game, const mr_state *state) {
  (void)game;
  return mr_mix64(urn(state)->ball + 16 * urn(state)->phase + 256 * urn(state)->played);
}

static void urn_score(const mr_game *game, const mr_state *state, uint8_t *out) {
  (void)game;
  out[0] = (uint8_t)urn(state)->points;
  out[1] = (uint8_t)(MR_SCORE_WIN - urn(state)->points);
}

static void urn_observe(const mr_game *game, const mr_state *state, mr_player player,
                        mr_state *out) {
  mr_state_copy(game, out, state);
  if (player.id == 0 && urn(state)->phase < 4) {
    ((urn_state *)out)->ball = 0;
  }
}

static void urn_complete(const mr_game *game, const mr_state *observation, mr_player player,
                         uint64_t seed, mr_state *out) {
  mr_state_copy(game, out, observation);
  uint32_t played = urn(observation)->played;
  if (player.id != 0 || urn(observation)->phase == 4) {
    return;
  }
  uint32_t drawn = (uint32_t)(seed % 8);
  uint32_t ball = drawn < 1 ? 1 : drawn < 3 ? 2 : 3;
  ball = played == NO_BALL ? 3 : played != 0 ? played : ball;
  ((urn_state *)out)->ball = ball;
}

/* Nobody asks: the urn's tests begin with what is to be thought about. */
static bool urn_fully_known(const mr_game *game, const mr_state *state) {
  (void)game;
  (void)state;
  return true;
}

static bool urn_sees(const mr_game *game, const mr_state *after, const mr_event *event,
                     mr_player player) {
  (void)game;
  (void)after;
  (void)event;
  (void)player;
  return true;
}

static void urn_format(const mr_game *game, const mr_state *state, mr_action action, mr_str *out) {
  (void)game;
  (void)state;
  mr_str_format(out, "ball%u", (unsigned)action);
}

static const mr_game *urn_init(urn_game *out, unsigned *peeks) {
  static const mr_game_ops ops = {
      .node = urn_node,
      .actions = urn_actions,
      .legal = urn_legal,
      .make = urn_make,
      .hash = urn_hash,
      .score = urn_score,
      .format_action = urn_format,
  };
  static const mr_chance_ops chance = {.chances = urn_chances};
  static const mr_hidden_ops hidden = {
      .observe = urn_observe,
      .determinize = urn_complete,
      .fully_known = urn_fully_known,
      .sees = urn_sees,
  };
  *peeks = 0;
  *out = (urn_game){.game = {.ops = &ops, .chance = &chance, .hidden = &hidden}, .peeks = peeks};
  mr_game_info *info = &out->game.info;
  info->name = info->title = info->family = info->summary = "urn";
  info->capabilities = MR_CAN_DEAL | MR_CAN_FRACTION;
  info->players = 2;
  info->team[1] = 1;
  info->state_size = sizeof(urn_state);
  info->undo_size = sizeof(urn_state);
  info->max_actions = BALLS + 1;
  info->max_chances = BALLS;
  info->max_length = 6;
  return &out->game;
}

static mr_search_result ask(urn_game *game, urn_state state, uint64_t nodes) {
  mr_state *copy = mr_state_new(&game->game, NULL);
  assert_non_null(copy);
  memcpy(copy, &state, sizeof state);
  mr_search_result result = fixture_search(&game->game, copy, nodes);
  mr_state_free(&game->game, NULL, copy);
  return result;
}

static mr_search_result ask_urn(urn_state state, uint64_t nodes, unsigned *peeks) {
  urn_game game;
  urn_init(&game, peeks);
  return ask(&game, state, nodes);
}

static void it_weighs_what_it_cannot_see(void **unused) {
  (void)unused;
  unsigned peeks;
  mr_search_result result = ask_urn((urn_state){.ball = 1, .phase = 3}, 4000, &peeks);
  assert_int_equal(result.action, 3);
  assert_true(fabs(result.value - 0.75 * 5 / 8) < 0.04);
  assert_int_equal(result.nodes, 4000);
  assert_int_equal(result.line_length, 1);
}

static void it_sees_no_more_than_the_observation(void **unused) {
  (void)unused;
  unsigned peeks;
  mr_search_result first = ask_urn((urn_state){.ball = 1, .phase = 1}, 1000, &peeks);
  assert_int_equal(peeks, 0);
  mr_search_result second = ask_urn((urn_state){.ball = 3, .phase = 1}, 1000, &peeks);
  assert_int_equal(peeks, 0);
  assert_int_equal(first.action, second.action);
  assert_string_equal(first.reason, second.reason);
}

/** Waiting shows the ball, and three quarters for sure are more than the win in 5 cases of 8. */
static void it_waits_for_what_will_be_shown(void **unused) {
  (void)unused;
  unsigned peeks;
  mr_search_result result = ask_urn((urn_state){.ball = 2, .phase = 1}, 4000, &peeks);
  assert_int_equal(result.action, WAIT);
  assert_true(result.value > 0.65 && result.value <= 0.75);
}

static void it_plays_what_only_it_knows(void **unused) {
  (void)unused;
  unsigned peeks;
  mr_search_result result = ask_urn((urn_state){.ball = 3, .phase = 2}, 200, &peeks);
  assert_true(result.action == 3 || result.action == NO_BALL);
  assert_null(strstr(result.reason, "proven"));
}

/** Of a game whose guesses allow what the observation does not, nothing is told that cannot be
 * done. */
static void what_only_guesses_allow_is_no_candidate(void **unused) {
  (void)unused;
  unsigned peeks;
  urn_game game;
  urn_init(&game, &peeks);
  game.leaks = true;
  mr_search_result result = ask(&game, (urn_state){.ball = 1, .phase = 3}, 400);
  assert_int_equal(result.candidate_count, BALLS);
  for (size_t i = 0; i < result.candidate_count; i++) {
    assert_in_range(result.candidates[i].action, 1, BALLS);
  }
}

/** The first seat has seen the ball: the game is now as open as any other. */
static void nothing_hidden_means_an_ordinary_tree(void **unused) {
  (void)unused;
  unsigned peeks;
  urn_state state = {.ball = 3, .phase = 2};
  mr_search_result result = ask_urn(state, 5000, &peeks);
  assert_true(result.nodes < 100);            /* solved, */
  assert_null(strstr(result.reason, "orce")); /* but without a boast */
}

static void it_plays_its_cards_in_the_toy(void **unused) {
  (void)unused;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  assert_non_null(toy);
  mr_engine *engines[2] = {fixture_engine(toy, "mcts", 4, 1), fixture_engine(toy, "random", 1, 2)};
  mr_state *state = mr_state_new(toy, NULL);
  unsigned points = 0;
  mr_limits limits = {.nodes = 150};
  for (uint64_t seed = 0; seed < 20; seed++) {
    mr_game_start(toy, state);
    fixture_play(toy, state, engines, seed, &limits, &points);
  }
  assert_true(points >= 20 * MR_SCORE_WIN * 7 / 10);
  mr_state_free(toy, NULL, state);
  mr_engine_free(engines[0]);
  mr_engine_free(engines[1]);
  mr_game_free(toy);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_weighs_what_it_cannot_see),
    cmocka_unit_test(it_sees_no_more_than_the_observation),
    cmocka_unit_test(it_waits_for_what_will_be_shown),
    cmocka_unit_test(it_plays_what_only_it_knows),
    cmocka_unit_test(what_only_guesses_allow_is_no_candidate),
    cmocka_unit_test(nothing_hidden_means_an_ordinary_tree),
    cmocka_unit_test(it_plays_its_cards_in_the_toy),
};

MR_TEST_MAIN(tests)
