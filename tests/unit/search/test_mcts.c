#include <string.h>

#include "cpu_clock.h"
#include "engine_fixture.h"
#include "line_game.h"
#include "search/mcts_priv.h"
#include "test_main.h"

static const line_rules TIC_TAC_TOE = {.columns = 3, .rows = 3, .need = 3, .per_turn = 1};
static const line_rules FOUR = {.columns = 7, .rows = 6, .need = 4, .per_turn = 1, .gravity = true};

/** A game of lines with a state of it. */
typedef struct board {
  line_game line;
  mr_state *state;
} board;

static const mr_game *set_up(board *out, line_rules rules, const char *cells, unsigned mover) {
  line_game_init(&out->line, rules);
  out->state = mr_state_new(&out->line.game, NULL);
  assert_non_null(out->state);
  mr_game_start(&out->line.game, out->state);
  if (cells != NULL) {
    line_game_set(&out->line, out->state, cells, mover, 1);
  }
  return &out->line.game;
}

static void clear_away(board *set) {
  mr_state_free(&set->line.game, NULL, set->state);
}

/* ---- tactics --------------------------------------------------------------------------------- */

static void it_takes_a_win_in_one_from_level_three(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR,
                               "......."
                               "......."
                               "......."
                               "...O..."
                               "O..OX.."
                               "O.XXX..",
                               0);
  for (unsigned level = 3; level <= 6; level++) {
    mr_engine *engine = fixture_engine(game, "mcts", level, level);
    mr_search_result result = fixture_ask(engine, set.state, (mr_limits){0});
    assert_true(result.action == 1 || result.action == 5);
    assert_true(result.value > 0.99);
    mr_engine_free(engine);
  }
  clear_away(&set);
}

static void it_blocks_a_loss_in_one(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR,
                               "......."
                               "......."
                               "......."
                               "......."
                               "O......"
                               "OXXX...",
                               1);
  mr_search_result result = fixture_search(game, set.state, 1000);
  assert_int_equal(result.action, 4);
  clear_away(&set);
}

static void it_proves_a_win_that_it_can_force(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, TIC_TAC_TOE,
                               "X.."
                               ".O."
                               "O.X",
                               0);
  mr_search_result result = fixture_search(game, set.state, 5000);
  assert_int_equal(result.action, 2); /* threatens c1-c2 and a1-b1 at once */
  assert_true(result.value > 0.999);
  assert_true(result.nodes < 500);
  assert_non_null(strstr(result.reason, "Wins by force: proven by "));
  clear_away(&set);
}

static void it_knows_when_everything_loses(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, TIC_TAC_TOE,
                               "X.X"
                               ".O."
                               "O.X",
                               1);
  mr_search_result result = fixture_search(game, set.state, 5000);
  assert_true(result.value < 0.001);
  assert_non_null(strstr(result.reason, "Every action loses against best play"));
  clear_away(&set);
}

static void it_proves_a_draw(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, TIC_TAC_TOE,
                               "X.O"
                               ".O."
                               "X..",
                               1);
  mr_search_result result = fixture_search(game, set.state, 5000);
  assert_int_equal(result.action, 3); /* all else loses */
  assert_true(result.nodes < 5000);
  assert_non_null(strstr(result.reason, "Worth exactly 50% with best play by all: proven by "));
  clear_away(&set);
}

static void it_uses_both_actions_of_a_turn(void **unused) {
  (void)unused;
  board set;
  line_rules rules = {.columns = 6, .rows = 1, .need = 4, .per_turn = 2};
  const mr_game *game = set_up(&set, rules, NULL, 0);
  line_game_set(&set.line, set.state, ".XX...", 0, 2);
  mr_search_result result = fixture_search(game, set.state, 500);
  assert_true(result.value > 0.999);
  assert_int_equal(result.line_length, 2);
  for (size_t i = 0; i < result.line_length; i++) {
    assert_int_equal(mr_game_node(game, set.state).player.id, 0);
    assert_true(mr_game_legal(game, set.state, result.line[i]));
    mr_game_make(game, set.state, result.line[i], NULL, NULL);
  }
  uint8_t score[2];
  assert_int_equal(mr_game_node(game, set.state).kind, MR_NODE_TERMINAL);
  mr_game_score(game, set.state, score);
  assert_int_equal(score[0], MR_SCORE_WIN);
  clear_away(&set);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void it_spends_its_playouts_to_the_last(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR, NULL, 0);
  static const uint64_t budgets[] = {1, 2, 7, 100, 1234};
  for (size_t i = 0; i < sizeof budgets / sizeof budgets[0]; i++) {
    mr_search_result result = fixture_search(game, set.state, budgets[i]);
    assert_int_equal(result.nodes, budgets[i]);
    uint64_t visits = 0;
    for (size_t k = 0; k < result.candidate_count; k++) {
      visits += result.candidates[k].visits;
    }
    assert_int_equal(visits, budgets[i]);
  }
  clear_away(&set);
}

static void a_level_has_a_budget_of_its_own(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR, NULL, 0);
  uint64_t last = 0;
  for (unsigned level = MR_LEVEL_MIN; level <= 6; level++) {
    mr_engine *engine = fixture_engine(game, "mcts", level, 1);
    mr_search_result result = fixture_ask(engine, set.state, (mr_limits){0});
    assert_true(result.nodes >= 2 * last);
    last = result.nodes;
    mr_engine_free(engine);
  }
  assert_true(last >= 5000);
  clear_away(&set);
}

static void it_keeps_to_its_time(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR, NULL, 0);
  mr_engine *engine = fixture_engine(game, "mcts", 1, 1);
  int64_t used = mr_cpu_ns();
  mr_search_result result = fixture_ask(engine, set.state, (mr_limits){.milliseconds = 150});
  assert_true(result.seconds >= 0.149);
  assert_true(mr_cpu_ns() - used < INT64_C(750000000));
  assert_true(result.nodes > 0);
  mr_engine_free(engine);
  clear_away(&set);
}

static void a_stop_asked_for_beforehand_still_gives_a_legal_action(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR, NULL, 0);
  mr_engine *engine = fixture_engine(game, "mcts", 8, 1);
  atomic_bool stop = true;
  mr_search_result result = fixture_ask(engine, set.state, (mr_limits){.stop = &stop});
  assert_true(result.nodes <= 1);
  assert_true(result.candidate_count == 1);
  mr_engine_free(engine);
  clear_away(&set);
}

typedef struct listener {
  unsigned calls;
  unsigned stop_after;
  atomic_bool stop;
  uint64_t nodes;
  bool told_all;
} listener;

static void listen(void *context, const mr_search_result *so_far) {
  listener *self = context;
  self->calls++;
  self->told_all = self->told_all && so_far->action != MR_ACTION_NONE && so_far->nodes > 0 &&
                   so_far->line_length > 0 && so_far->reason[0] != '\0' &&
                   so_far->nodes >= self->nodes;
  self->nodes = so_far->nodes;
  atomic_store(&self->stop, self->calls == self->stop_after);
}

static void it_tells_its_progress_and_heeds_a_stop(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR, NULL, 0);
  mr_engine *engine = fixture_engine(game, "mcts", 8, 1);
  listener ear = {.stop_after = 3, .told_all = true};
  engine->progress = listen;
  engine->progress_context = &ear;
  mr_limits limits = {.nodes = UINT64_MAX, .stop = &ear.stop};
  mr_search_result result = fixture_ask(engine, set.state, limits);
  assert_int_equal(ear.calls, 3);
  assert_true(ear.told_all);
  assert_true(result.seconds >= 0.3);
  assert_int_equal(result.nodes, ear.nodes);
  mr_engine_free(engine);
  clear_away(&set);
}

static void a_forced_action_is_not_pondered_long(void **unused) {
  (void)unused;
  board set;
  line_rules rules = {.columns = 1, .rows = 40, .need = 39, .per_turn = 1, .miss = 3};
  rules.gravity = true;
  const mr_game *game = set_up(&set, rules, NULL, 0);
  mr_engine *engine = fixture_engine(game, "mcts", 6, 1);
  assert_true(fixture_ask(engine, set.state, (mr_limits){0}).nodes <= 100);
  assert_int_equal(fixture_ask(engine, set.state, (mr_limits){.nodes = 300}).nodes, 300);
  mr_engine_free(engine);
  clear_away(&set);
}

/* ---- repeatability --------------------------------------------------------------------------- */

static void assert_same_thought(const mr_search_result *a, const mr_search_result *b) {
  assert_int_equal(a->action, b->action);
  assert_memory_equal(&a->value, &b->value, sizeof a->value);
  assert_int_equal(a->nodes, b->nodes);
  assert_int_equal(a->candidate_count, b->candidate_count);
  for (size_t i = 0; i < a->candidate_count; i++) {
    assert_int_equal(a->candidates[i].action, b->candidates[i].action);
    assert_int_equal(a->candidates[i].visits, b->candidates[i].visits);
    assert_memory_equal(&a->candidates[i].value, &b->candidates[i].value, sizeof(double));
  }
  assert_int_equal(a->line_length, b->line_length);
  assert_memory_equal(a->line, b->line, a->line_length * sizeof a->line[0]);
  assert_string_equal(a->reason, b->reason);
}

static void the_same_seed_gives_the_same_thought(void **unused) {
  (void)unused;
  board set;
  line_rules rules = FOUR;
  rules.miss = 2;
  const mr_game *game = set_up(&set, rules, NULL, 0);
  mr_engine *first = fixture_engine(game, "mcts", 5, 42);
  mr_engine *second = fixture_engine(game, "mcts", 5, 42);
  mr_limits limits = {.nodes = 700};
  mr_search_result a = fixture_ask(first, set.state, limits);
  mr_search_result b = fixture_ask(second, set.state, limits);
  assert_same_thought(&a, &b);
  mr_search_result again = fixture_ask(first, set.state, limits);
  assert_same_thought(&a, &again);
  mr_engine_free(first);
  mr_engine_free(second);
  clear_away(&set);
}

static void another_seed_gives_other_playouts(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR, NULL, 0);
  unsigned different = 0;
  double first_value = 0;
  for (uint64_t seed = 0; seed < 5; seed++) {
    mr_engine *engine = fixture_engine(game, "mcts", 5, seed);
    mr_search_result result = fixture_ask(engine, set.state, (mr_limits){.nodes = 300});
    if (seed == 0) {
      first_value = result.value;
    }
    different += result.value > first_value || result.value < first_value ? 1 : 0;
    mr_engine_free(engine);
  }
  assert_true(different >= 3);
  clear_away(&set);
}

/** The figures of one search, the same on every machine and compiler. */
static void a_known_search_has_its_known_figures(void **unused) {
  (void)unused;
  board set;
  line_rules rules = {.columns = 6, .rows = 6, .need = 0, .per_turn = 1, .miss = 1};
  const mr_game *game = set_up(&set, rules, NULL, 0);
  mr_search_result result = fixture_search(game, set.state, 2000);
  uint64_t hash = 0;
  for (size_t i = 0; i < result.candidate_count; i++) {
    hash = mr_mix64(hash ^ result.candidates[i].action);
    hash = mr_mix64(hash ^ result.candidates[i].visits);
    hash = mr_mix64(hash ^ (uint64_t)(result.candidates[i].value * 1e9));
  }
  assert_string_equal(result.reason, "2,000 playouts: wins 55% of them; next best d3 at 54%.");
  assert_int_equal(hash, UINT64_C(0xacd659c2f649cc75));
  clear_away(&set);
}

/* ---- what it says ---------------------------------------------------------------------------- */

static void the_best_candidates_come_first(void **unused) {
  (void)unused;
  board set;
  line_rules rules = {.columns = 5, .rows = 5, .need = 4, .per_turn = 1};
  const mr_game *game = set_up(&set, rules, NULL, 0);
  mr_search_result result = fixture_search(game, set.state, 2000);
  assert_int_equal(result.candidate_count, 8); /* more where that is asked for */
  mr_engine *engine = NULL;
  assert_int_equal(mr_engine_new(game, NULL, &engine, NULL), MR_OK);
  assert_int_equal(
      fixture_ask(engine, set.state, (mr_limits){.nodes = 2000, .lines = 100}).candidate_count, 25);
  mr_engine_free(engine);
  assert_int_equal(result.candidates[0].action, result.action);
  for (size_t i = 1; i < result.candidate_count; i++) {
    assert_true(result.candidates[i].visits <= result.candidates[i - 1].visits);
  }
  assert_true(result.value >= 0 && result.value <= 1);
  assert_true(result.line_length >= 2);
  assert_int_equal(result.line[0], result.action);
  for (size_t i = 0; i < result.line_length; i++) {
    assert_true(mr_game_legal(game, set.state, result.line[i]));
    mr_game_make(game, set.state, result.line[i], NULL, NULL);
  }
  clear_away(&set);
}

static void the_reason_counts_playouts_and_names_the_next_best(void **unused) {
  (void)unused;
  board set;
  line_rules rules = {.columns = 5, .rows = 5, .need = 0, .per_turn = 1};
  const mr_game *game = set_up(&set, rules, NULL, 0);
  mr_search_result result = fixture_search(game, set.state, 2000);
  char expected[128];
  mr_str out = mr_str_fixed(expected, sizeof expected);
  mr_str_add(&out, "2,000 playouts: wins ");
  mr_write_percent(&out, result.value);
  mr_str_add(&out, " of them; next best ");
  mr_game_format_action(game, set.state, result.candidates[1].action, &out);
  mr_str_add(&out, " at ");
  mr_write_percent(&out, result.candidates[1].value);
  mr_str_add(&out, ".");
  assert_string_equal(result.reason, expected);
  clear_away(&set);
}

static void the_weakest_level_slips_now_and_then(void **unused) {
  (void)unused;
  board set;
  const mr_game *game = set_up(&set, FOUR, NULL, 0);
  unsigned slips[5] = {0};
  for (unsigned level = 1; level <= 3; level++) {
    for (uint64_t seed = 0; seed < 200; seed++) {
      mr_engine *engine = fixture_engine(game, "mcts", level, seed);
      mr_search_result result = fixture_ask(engine, set.state, (mr_limits){.nodes = 5});
      slips[level] += strstr(result.reason, "Did not look") != NULL ? 1 : 0;
      assert_int_equal(result.line[0], result.action);
      mr_engine_free(engine);
    }
  }
  assert_in_range(slips[1], 30, 70);
  assert_in_range(slips[2], 8, 35);
  assert_int_equal(slips[3], 0);
  clear_away(&set);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_takes_a_win_in_one_from_level_three),
    cmocka_unit_test(it_blocks_a_loss_in_one),
    cmocka_unit_test(it_proves_a_win_that_it_can_force),
    cmocka_unit_test(it_knows_when_everything_loses),
    cmocka_unit_test(it_proves_a_draw),
    cmocka_unit_test(it_uses_both_actions_of_a_turn),
    cmocka_unit_test(it_spends_its_playouts_to_the_last),
    cmocka_unit_test(a_level_has_a_budget_of_its_own),
    cmocka_unit_test(it_keeps_to_its_time),
    cmocka_unit_test(a_stop_asked_for_beforehand_still_gives_a_legal_action),
    cmocka_unit_test(it_tells_its_progress_and_heeds_a_stop),
    cmocka_unit_test(a_forced_action_is_not_pondered_long),
    cmocka_unit_test(the_same_seed_gives_the_same_thought),
    cmocka_unit_test(another_seed_gives_other_playouts),
    cmocka_unit_test(a_known_search_has_its_known_figures),
    cmocka_unit_test(the_best_candidates_come_first),
    cmocka_unit_test(the_reason_counts_playouts_and_names_the_next_best),
    cmocka_unit_test(the_weakest_level_slips_now_and_then),
};

MR_TEST_MAIN(tests)
