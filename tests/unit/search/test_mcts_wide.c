/* Nodes with very many actions and outcomes, and trees that outgrow their memory. */

#include <math.h>
#include <string.h>

#include "engine_fixture.h"
#include "line_game.h"
#include "search/mcts_priv.h"
#include "test_main.h"

/*
 * The wide game: seat 0 names one of WIDE numbers, chance draws one of WIDE, seat 1 names one. Seat
 * 0 wins at once with `jackpot`; else by naming a number whose last digit is not smaller than that
 * of seat 1's and by chance having drawn less than LUCK.
 */
enum { WIDE = 2000, LUCK = 1500 };

typedef struct wide_state {
  uint32_t phase; /**< 0 seat 0, 1 chance, 2 seat 1, 3 over */
  uint32_t named[3];
} wide_state;

typedef struct wide_game {
  mr_game game;
  uint32_t jackpot; /**< WIDE: there is none */
} wide_game;

static const wide_state *wide(const mr_state *state) {
  return (const wide_state *)state;
}

static mr_node wide_node(const mr_game *game, const mr_state *state) {
  (void)game;
  static const mr_node nodes[] = {
      {MR_NODE_DECISION, {0}},
      {MR_NODE_CHANCE, {MR_NOBODY_ID}},
      {MR_NODE_DECISION, {1}},
      {MR_NODE_TERMINAL, {MR_NOBODY_ID}},
  };
  return nodes[wide(state)->phase];
}

static size_t wide_actions(const mr_game *game, const mr_state *state, mr_action *out) {
  (void)game;
  (void)state;
  for (mr_action i = 0; i < WIDE; i++) {
    out[i] = i;
  }
  return WIDE;
}

static size_t wide_chances(const mr_game *game, const mr_state *state, mr_chance *out,
                           uint64_t *total) {
  (void)game;
  (void)state;
  for (mr_action i = 0; i < WIDE; i++) {
    out[i] = (mr_chance){i, 1};
  }
  *total = WIDE;
  return WIDE;
}

static bool wide_legal(const mr_game *game, const mr_state *state, mr_action action) {
  (void)game;
  return wide(state)->phase < 3 && action < WIDE;
}

static void wide_make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                      mr_events *events) {
  (void)undo;
  (void)events;
  wide_state *now = (wide_state *)state;
  now->named[now->phase++] = action;
  if (now->phase == 1 && action == ((const wide_game *)game)->jackpot) {
    now->phase = 3;
  }
}

static uint64_t wide_hash(const mr_game *game, const mr_state *state) {
  (void)game;
  return mr_mix64(wide(state)->phase);
}

static void wide_score(const mr_game *game, const mr_state *state, uint8_t *out) {
  const uint32_t *named = wide(state)->named;
  bool jackpot = named[0] == ((const wide_game *)game)->jackpot;
  bool wins = jackpot || (named[0] % 10 >= named[2] % 10 && named[1] < LUCK);
  out[0] = wins ? MR_SCORE_WIN : 0;
  out[1] = wins ? 0 : MR_SCORE_WIN;
}

static void wide_format(const mr_game *game, const mr_state *state, mr_action action, mr_str *out) {
  (void)game;
  (void)state;
  mr_str_uint(out, action);
}

static const mr_game *wide_init(wide_game *out, uint32_t jackpot) {
  static const mr_game_ops ops = {
      .node = wide_node,
      .actions = wide_actions,
      .legal = wide_legal,
      .make = wide_make,
      .hash = wide_hash,
      .score = wide_score,
      .format_action = wide_format,
  };
  static const mr_chance_ops chance = {.chances = wide_chances};
  *out = (wide_game){.game = {.ops = &ops, .chance = &chance}, .jackpot = jackpot};
  mr_game_info *info = &out->game.info;
  info->name = info->title = info->family = info->summary = "wide";
  info->players = 2;
  info->team[1] = 1;
  info->state_size = sizeof(wide_state);
  info->undo_size = sizeof(wide_state);
  info->max_actions = WIDE;
  info->max_chances = WIDE;
  info->max_length = 3;
  return &out->game;
}

static mr_search_result ask_wide(uint32_t jackpot, uint64_t nodes, unsigned phase) {
  wide_game game;
  wide_init(&game, jackpot);
  mr_state *state = mr_state_new(&game.game, NULL);
  assert_non_null(state);
  ((wide_state *)state)->phase = phase;
  mr_search_result result = fixture_search(&game.game, state, nodes);
  mr_state_free(&game.game, NULL, state);
  return result;
}

static void it_finds_the_one_good_action_of_thousands(void **unused) {
  (void)unused;
  mr_search_result result = ask_wide(1337, 10000, 0);
  assert_int_equal(result.action, 1337);
  assert_true(result.nodes < 10000);
  assert_non_null(strstr(result.reason, "Wins by force"));
}

/** With a budget too small for all of them it still tells good from bad among those it tried. */
static void few_playouts_go_to_few_of_thousands(void **unused) {
  (void)unused;
  mr_search_result result = ask_wide(WIDE, 60, 0);
  assert_int_equal(result.nodes, 60);
  assert_true(result.action % 10 >= 5);
  assert_true(result.candidates[0].visits >= 3);
}

static void it_answers_well_among_thousands(void **unused) {
  (void)unused;
  mr_search_result result = ask_wide(WIDE, 3000, 2);
  assert_true(result.value > 0.9);
}

/** Their shares would be too small to be met twice: they are one branch, and the line ends there.
 */
static void very_many_outcomes_share_one_branch(void **unused) {
  (void)unused;
  wide_game game;
  wide_init(&game, WIDE);
  mr_state *state = mr_state_new(&game.game, NULL);
  mr_engine *engine = fixture_engine(&game.game, "mcts", 5, 3);
  mr_search_result result = fixture_ask(engine, state, (mr_limits){.nodes = 2500});
  assert_int_equal(result.line_length, 1);
  assert_int_equal(result.nodes, 2500);
  const mr_mcts *mcts = (const mr_mcts *)engine;
  const mr_mcts_node *root = &mcts->nodes[MR_MCTS_ROOT];
  for (uint32_t i = root->first; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    assert_true(mcts->nodes[i].children <= 1);
  }
  mr_engine_free(engine);
  mr_state_free(&game.game, NULL, state);
}

/* ---- memory that runs out -------------------------------------------------------------------- */

static void a_full_tree_is_still_a_good_tree(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, (line_rules){.columns = 5, .rows = 5, .need = 4, .per_turn = 1});
  mr_state *state = mr_state_new(&line.game, NULL);
  line_game_set(&line, state,
                "....."
                "XOOO."
                "..X.."
                "..X.."
                ".....",
                0, 1);
  mr_engine *engine = NULL;
  mr_engine_options options = {.kind = "mcts", .seed = 1, .memory = 1};
  assert_int_equal(mr_engine_new(&line.game, &options, &engine, NULL), MR_OK);
  mr_search_result result = fixture_ask(engine, state, (mr_limits){.nodes = 3000});
  const mr_mcts *mcts = (const mr_mcts *)engine;
  assert_int_equal(mcts->used, mcts->capacity);
  assert_true(mcts->capacity <= 64);
  assert_int_equal(result.nodes, 3000);
  assert_int_equal(result.action, 9);
  mr_engine_free(engine);
  mr_state_free(&line.game, NULL, state);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_finds_the_one_good_action_of_thousands),
    cmocka_unit_test(few_playouts_go_to_few_of_thousands),
    cmocka_unit_test(it_answers_well_among_thousands),
    cmocka_unit_test(very_many_outcomes_share_one_branch),
    cmocka_unit_test(a_full_tree_is_still_a_good_tree),
};

MR_TEST_MAIN(tests)
