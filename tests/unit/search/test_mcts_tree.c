/* Trees of which everything is known: what the search makes of chance, teams and endless games. */

#include <math.h>
#include <string.h>

#include "engine_fixture.h"
#include "script_game.h"
#include "search/mcts_priv.h"
#include "test_main.h"

#define DECIDES(seat, ...)                                                          \
  {                                                                                 \
    .kind = MR_NODE_DECISION, .player = (seat), .count = 2, .next = { __VA_ARGS__ } \
  }
#define ENDS(...)                                      \
  {                                                    \
    .kind = MR_NODE_TERMINAL, .score = { __VA_ARGS__ } \
  }
#define ROLLS(a, weight_a, b, weight_b)                                                  \
  {                                                                                      \
    .kind = MR_NODE_CHANCE, .count = 2, .next = {a, b}, .weight = { weight_a, weight_b } \
  }

static mr_search_result ask(const script_node *nodes, unsigned players, uint64_t budget) {
  script_game script;
  script_game_init(&script, nodes, players);
  mr_state *state = script_game_state(&script, 0);
  assert_non_null(state);
  mr_search_result result = fixture_search(&script.game, state, budget);
  mr_state_free(&script.game, NULL, state);
  return result;
}

/* ---- chance ---------------------------------------------------------------------------------- */

static void it_prefers_the_better_lottery(void **unused) {
  (void)unused;
  static const script_node nodes[] = {
      {.kind = MR_NODE_DECISION, .count = 3, .next = {1, 2, 4}},
      ROLLS(3, 1, 5, 2), /* wins one in three */
      ROLLS(3, 3, 5, 2), /* wins three in five */
      ENDS(4, 0),
      ENDS(2, 2),
      ENDS(0, 4),
  };
  mr_search_result result = ask(nodes, 2, 1000);
  assert_int_equal(result.action, 1);
  assert_true(fabs(result.value - 0.6) < 0.001);
  assert_true(result.nodes < 100);
  assert_non_null(strstr(result.reason, "Worth exactly 60% with best play by all"));
  assert_true(result.line_length == 2 && result.line[1] == 0);
}

static void a_sure_quarter_more_beats_a_risky_win(void **unused) {
  (void)unused;
  static const script_node nodes[] = {
      {.kind = MR_NODE_DECISION, .count = 2, .next = {1, 2}},
      ROLLS(3, 7, 4, 3),
      ENDS(3, 1),
      ENDS(4, 0),
      ENDS(0, 4),
  };
  mr_search_result result = ask(nodes, 2, 1000);
  assert_int_equal(result.action, 1);
  assert_true(fabs(result.value - 0.75) < 0.001);
}

/* ---- seats and teams ------------------------------------------------------------------------- */

static void the_second_of_two_decisions_is_its_own_too(void **unused) {
  (void)unused;
  static const script_node nodes[] = {
      DECIDES(0, 1, 2), DECIDES(0, 3, 4), DECIDES(0, 5, 5), ENDS(0, 4), ENDS(4, 0), ENDS(3, 1),
  };
  mr_search_result result = ask(nodes, 2, 200);
  assert_int_equal(result.action, 0);
  assert_true(result.value > 0.999);
  assert_int_equal(result.line_length, 2);
  assert_int_equal(result.line[1], 1);
}

static void three_players_each_look_after_themselves(void **unused) {
  (void)unused;
  static const script_node nodes[] = {
      {.kind = MR_NODE_DECISION, .count = 3, .next = {1, 2, 3}},
      DECIDES(1, 4, 5), /* seat 1 takes its own win */
      DECIDES(2, 6, 6),
      DECIDES(1, 7, 8), /* seat 1 takes a quarter, which leaves three to seat 0 */
      ENDS(4, 0, 0),
      ENDS(0, 4, 0),
      ENDS(2, 1, 1),
      ENDS(3, 1, 0),
      ENDS(0, 0, 4),
  };
  mr_search_result result = ask(nodes, 3, 3000);
  assert_int_equal(result.action, 2);
  assert_true(result.value > 0.7);
  assert_int_equal(result.nodes, 3000); /* no bounds, no proofs */
}

static void partners_play_together(void **unused) {
  (void)unused;
  static const script_node nodes[] = {
      DECIDES(0, 1, 2), DECIDES(2, 3, 4), /* the partner can win or lose the game for both */
      ENDS(3, 1, 3, 1), ENDS(0, 4, 0, 4), ENDS(4, 0, 4, 0),
  };
  script_game script;
  script_game_init(&script, nodes, 4);
  memcpy(script.game.info.team, (const uint8_t[]){0, 1, 0, 1}, 4);
  mr_state *state = script_game_state(&script, 0);
  mr_search_result result = fixture_search(&script.game, state, 200);
  assert_int_equal(result.action, 0);
  assert_true(result.value > 0.999);
  assert_non_null(strstr(result.reason, "Wins by force"));
  mr_state_free(&script.game, NULL, state);
}

/* ---- games without an end -------------------------------------------------------------------- */

static void an_endless_game_counts_as_even(void **unused) {
  (void)unused;
  static const script_node nodes[] = {DECIDES(0, 1, 2), DECIDES(1, 0, 0), ENDS(0, 4)};
  mr_search_result result = ask(nodes, 2, 300);
  assert_int_equal(result.action, 0);
  static const script_node circle[] = {DECIDES(0, 1, 1), DECIDES(1, 0, 0)};
  result = ask(circle, 2, 300);
  assert_true(fabs(result.value - 0.5) < 1e-9);
  assert_int_equal(result.nodes, 300);
  assert_non_null(strstr(result.reason, "scores 50% in them"));
}

static void endless_playouts_are_cut_shorter_and_shorter(void **unused) {
  (void)unused;
  static const script_node circle[] = {DECIDES(0, 1, 1), DECIDES(1, 0, 0)};
  script_game script;
  script_game_init(&script, circle, 2);
  mr_state *state = script_game_state(&script, 0);
  mr_engine *engine = fixture_engine(&script.game, "mcts", 5, 1);
  (void)fixture_ask(engine, state, (mr_limits){.nodes = 600});
  const mr_mcts *mcts = (const mr_mcts *)engine;
  assert_int_equal(mcts->length, 128);
  assert_true(mcts->work < 600 * 4096 / 3);
  mr_engine_free(engine);
  mr_state_free(&script.game, NULL, state);
}

/* ---- bounds, against the whole exact_value --------------------------------------------------- */

enum { TREE_NODES = 80, TREE_DEPTH = 4 };

typedef struct tree {
  script_node nodes[TREE_NODES];
  unsigned used;
} tree;

static unsigned grow(tree *plan, mr_random *random, unsigned depth) {
  unsigned self = plan->used++;
  script_node node = {.kind = MR_NODE_TERMINAL};
  unsigned branches = 1 + (unsigned)mr_random_below(random, 3);
  if (depth == TREE_DEPTH || plan->used + branches >= TREE_NODES / 2 + depth * 8) {
    node.score[0] = (uint8_t)mr_random_below(random, MR_SCORE_WIN + 1);
    node.score[1] = (uint8_t)(MR_SCORE_WIN - node.score[0]);
    plan->nodes[self] = node;
    return self;
  }
  uint64_t kind = mr_random_below(random, 3);
  node.kind = kind == 2 && depth > 0 ? MR_NODE_CHANCE : MR_NODE_DECISION;
  node.player = (uint8_t)(kind & 1);
  node.count = (uint8_t)branches;
  for (unsigned i = 0; i < branches; i++) {
    node.next[i] = (uint16_t)grow(plan, random, depth + 1);
    node.weight[i] = 1 + (uint32_t)mr_random_below(random, 5);
  }
  plan->nodes[self] = node;
  return self;
}

/** The first seat's score under best play, in quarter points. */
static double exact_value(const script_node *nodes, unsigned at) {
  const script_node *node = &nodes[at];
  if (node->kind == MR_NODE_TERMINAL) {
    return node->score[0];
  }
  double sum = 0;
  double total = 0;
  double best = node->player == 0 ? -1 : MR_SCORE_WIN + 1;
  for (unsigned i = 0; i < node->count; i++) {
    double value = exact_value(nodes, node->next[i]);
    sum += value * node->weight[i];
    total += node->weight[i];
    best = node->player == 0 ? fmax(best, value) : fmin(best, value);
  }
  return node->kind == MR_NODE_CHANCE ? sum / total : best;
}

static void check_bounds(const mr_mcts *mcts, const script_node *nodes, uint32_t index,
                         unsigned at) {
  const mr_mcts_node *node = &mcts->nodes[index];
  double exact = exact_value(nodes, at) / MR_SCORE_WIN * MR_MCTS_FULL;
  assert_true(node->low <= exact + 1e-6);
  assert_true(node->high >= exact - 1e-6);
  for (uint32_t i = node->first; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    check_bounds(mcts, nodes, i, nodes[at].next[mcts->nodes[i].action]);
  }
}

static void check_tree(const tree *plan, uint64_t budget) {
  script_game script;
  script_game_init(&script, plan->nodes, 2);
  mr_state *state = script_game_state(&script, 0);
  mr_engine *engine = fixture_engine(&script.game, "mcts", 5, budget);
  mr_search_result result = fixture_ask(engine, state, (mr_limits){.nodes = budget});
  const mr_mcts *mcts = (const mr_mcts *)engine;
  check_bounds(mcts, plan->nodes, MR_MCTS_ROOT, 0);
  if (mr_mcts_solved(mcts, &mcts->nodes[MR_MCTS_ROOT])) {
    double sign = plan->nodes[0].player == 0 ? 1 : -1;
    double best = exact_value(plan->nodes, 0);
    double chosen = exact_value(plan->nodes, plan->nodes[0].next[result.action]);
    assert_true(sign * (best - chosen) < 0.01);
    assert_true(result.nodes <= budget);
  } else {
    assert_int_equal(result.nodes, budget);
  }
  mr_engine_free(engine);
  mr_state_free(&script.game, NULL, state);
}

static void bounds_always_enclose_the_truth(void **unused) {
  (void)unused;
  mr_random random;
  mr_random_init(&random, 2024);
  unsigned large = 0;
  for (int i = 0; i < 400; i++) {
    tree plan = {.used = 0};
    (void)grow(&plan, &random, 0);
    if (plan.nodes[0].kind == MR_NODE_DECISION) {
      large += plan.used > 20 ? 1 : 0;
      check_tree(&plan, 1 + mr_random_below(&random, 40));
      check_tree(&plan, 2000);
    }
  }
  assert_true(large > 50);
}

/** What the choice gives away to perfect play, 0 .. 1. */
static double regret(const tree *plan, uint64_t budget) {
  const script_node *root = &plan->nodes[0];
  double sign = root->player == 0 ? 1 : -1;
  mr_search_result result = ask(plan->nodes, 2, budget);
  double best = exact_value(plan->nodes, 0);
  double chosen = exact_value(plan->nodes, root->next[result.action]);
  return sign * (best - chosen) / MR_SCORE_WIN;
}

static void more_playouts_come_nearer_to_perfect_play(void **unused) {
  (void)unused;
  static const uint64_t budgets[] = {1, 10, 100, 3000};
  double lost[4] = {0};
  unsigned asked = 0;
  mr_random random;
  mr_random_init(&random, 7);
  while (asked < 150) {
    tree plan = {.used = 0};
    (void)grow(&plan, &random, 0);
    if (plan.nodes[0].kind == MR_NODE_DECISION && plan.nodes[0].count > 1) {
      asked++;
      for (size_t i = 0; i < 4; i++) {
        lost[i] += regret(&plan, budgets[i]);
      }
    }
  }
  assert_true(lost[0] > 20);
  assert_true(lost[1] < lost[0] / 2);
  assert_true(lost[2] < lost[1] / 2);
  assert_true(lost[3] < 0.2);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_prefers_the_better_lottery),
    cmocka_unit_test(a_sure_quarter_more_beats_a_risky_win),
    cmocka_unit_test(the_second_of_two_decisions_is_its_own_too),
    cmocka_unit_test(three_players_each_look_after_themselves),
    cmocka_unit_test(partners_play_together),
    cmocka_unit_test(an_endless_game_counts_as_even),
    cmocka_unit_test(endless_playouts_are_cut_shorter_and_shorter),
    cmocka_unit_test(bounds_always_enclose_the_truth),
    cmocka_unit_test(more_playouts_come_nearer_to_perfect_play),
};

MR_TEST_MAIN(tests)
