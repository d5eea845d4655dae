#include <marcher/clock.h>
#include <string.h>
#include <time.h>

#include "base/thread.h"
#include "borderline_open.h"
#include "cpu_clock.h"
#include "engine_fixture.h"
#include "instruments.h"
#include "test_main.h"

/* What can be asked of the chess-like player besides a number of nodes. */

static const char *const GAMES[] = {"chess", "borderlands", "battle-of-ideologies",
                                    "colorboundmost", "nearly-colorboundmost"};
enum { GAME_COUNT = sizeof GAMES / sizeof GAMES[0] };

static mr_engine *open_engine(const mr_table *tt, unsigned threads) {
  mr_engine *engine = NULL;
  mr_engine_options options = {
      .kind = "alphabeta", .memory = (size_t)1 << 20, .threads = threads, .seed = 1};
  assert_int_equal(mr_engine_new(tt->game, &options, &engine, NULL), MR_OK);
  return engine;
}

static void as_many_lines_as_asked_for_are_told_best_first(void **unused) {
  (void)unused;
  for (size_t i = 0; i < GAME_COUNT; i++) {
    mr_table tt;
    mr_table_open_game(&tt, GAMES[i], "", NULL);
    mr_engine *engine = open_engine(&tt, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 4, .lines = 3});
    assert_in_range(result.candidate_count, 3, 8);
    for (size_t k = 0; k < 3; k++) {
      const mr_candidate *c = &result.candidates[k];
      assert_false(c->at_most);
      assert_true(c->line_length > 0 && c->line[0] == c->action);
      assert_true(c->score.known);
      assert_true(k == 0 || c->value <= c[-1].value);
      assert_true(k == 0 || c->action != c[-1].action);
    }
    assert_int_equal(result.candidates[0].action, result.action);
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

/* The first action is being searched anew, with a narrow window, when nodes run out. */
static void an_interrupted_search_still_knows_what_its_best_is_worth(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "",
                     "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
  mr_engine *engine = open_engine(&tt, 1);
  for (uint64_t nodes = 300; nodes < 9000; nodes += MR_SLOW_BUILD ? 610 : 61) {
    mr_engine_forget(engine);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.nodes = nodes});
    const mr_candidate *best = &result.candidates[0];
    assert_false(best->at_most);
    assert_int_equal(best->action, result.action);
    assert_int_equal(best->score.centipawns, result.score.centipawns);
    assert_true(best->line_length > 0 && best->line[0] == best->action);
  }
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static void a_line_can_be_played(void **unused) {
  (void)unused;
  for (size_t i = 0; i < GAME_COUNT; i++) {
    mr_table tt;
    mr_table_open_game(&tt, GAMES[i], "", NULL);
    mr_engine *engine = open_engine(&tt, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 6, .lines = 2});
    assert_in_range(result.line_length, 2, MR_SEARCH_LINE);
    for (size_t k = 0; k < result.line_length; k++) {
      assert_int_equal(mr_game_node(tt.game, tt.state).kind, MR_NODE_DECISION);
      assert_true(mr_game_legal(tt.game, tt.state, result.line[k]));
      mr_game_make(tt.game, tt.state, result.line[k], NULL, NULL);
    }
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

/* Whoever only has to play waits for nobody: without any limit, too. */
static void an_only_action_is_played_without_a_limit(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", "7k/8/8/8/8/8/r7/7K w - - 0 1");
  assert_int_equal(mr_table_actions(&tt), 1);
  mr_engine *engine = open_engine(&tt, 1);
  mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){0});
  assert_true(mr_game_legal(tt.game, tt.state, result.action));
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static void only_what_is_asked_about_is_considered(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
  mr_engine *engine = open_engine(&tt, 1);
  mr_action only[2];
  assert_int_equal(mr_game_parse_action(tt.game, tt.state, "e1e2", 4, &only[0], NULL), MR_OK);
  assert_int_equal(mr_game_parse_action(tt.game, tt.state, "a1b1", 4, &only[1], NULL), MR_OK);
  mr_search_result result =
      fixture_ask(engine, tt.state, (mr_limits){.nodes = 5000, .only = only, .only_count = 2});
  assert_true(result.action == only[0] || result.action == only[1]);
  assert_int_equal(result.candidate_count, 2);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static void a_single_action_is_looked_at_as_deep_as_asked(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", NULL);
  mr_engine *engine = open_engine(&tt, 1);
  mr_action only;
  assert_int_equal(mr_game_parse_action(tt.game, tt.state, "e2e4", 4, &only, NULL), MR_OK);
  mr_limits limits = {.depth = 7, .only = &only, .only_count = 1};
  assert_int_equal(fixture_ask(engine, tt.state, limits).depth, 7);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static void who_has_a_single_action_to_play_answers_soon(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", "7k/8/8/8/8/8/1q6/K7 w - - 0 1");
  mr_engine *engine = open_engine(&tt, 1);
  assert_true(fixture_ask(engine, tt.state, (mr_limits){.nodes = 100000}).nodes < 10000);
  /* What is asked for in plies is wanted for its worth. */
  assert_int_equal(fixture_ask(engine, tt.state, (mr_limits){.depth = 7}).depth, 7);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static void a_seen_end_is_counted_in_actions(void **unused) {
  (void)unused;
  static const struct {
    const char *game, *state;
    int end_in;
  } ends[] = {
      {"chess", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
      {"chess", "r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 3},
      {"chess", "8/8/8/8/8/1r6/r7/6K1 w - - 0 1", -2},
      {"chess", "k7/8/8/8/8/8/8/K7 w - - 99 60", 0},
      {"borderlands", "4c4/9/9/9/4A4/9/9/9/9/C7C[] w - - 0 1", 1},
      {"battle-of-ideologies", "9/9/9/9/9/9/9/2+z6/5K3[] b - - 0 1", 1},
  };
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    mr_table tt;
    mr_table_open_game(&tt, ends[i].game, "", ends[i].state);
    mr_engine *engine = open_engine(&tt, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.nodes = 20000});
    assert_int_equal(result.score.end_in, ends[i].end_in);
    assert_true(ends[i].end_in != 0 || result.score.centipawns == 0);
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

static void a_win_that_is_near_enough_ends_the_search(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", "r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1");
  mr_engine *engine = open_engine(&tt, 1);
  mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.mate = 2, .nodes = 1000000});
  assert_int_equal(result.score.end_in, 3);
  assert_true(result.nodes < 500000);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static void a_level_binds_where_it_is_asked_to(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", NULL);
  mr_engine *engine = fixture_engine(tt.game, "alphabeta", 4, 1);
  mr_limits limits = {.nodes = 30000};
  assert_true(fixture_ask(engine, tt.state, limits).nodes > 20000);
  limits.level_too = true;
  assert_true(fixture_ask(engine, tt.state, limits).nodes <= 5000);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

/* ---- time ------------------------------------------------------------------------------------ */

static double seconds_of(mr_engine *engine, const mr_state *state, mr_limits limits) {
  int64_t begin = mr_clock_ns();
  (void)fixture_ask(engine, state, limits);
  return (double)(mr_clock_ns() - begin) / 1e9;
}

static void time_that_should_be_enough_is_not_overstepped_much(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", NULL);
  mr_engine *engine = open_engine(&tt, 1);
  int64_t used = mr_cpu_ns();
  (void)seconds_of(engine, tt.state, (mr_limits){.milliseconds = 20000, .soft_milliseconds = 50});
  assert_true(mr_cpu_ns() - used < INT64_C(10000000000));
  double hard = seconds_of(engine, tt.state, (mr_limits){.milliseconds = 100});
  assert_true(hard > 0.09);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

typedef struct stopper {
  mr_thread thread;
  atomic_bool stop;
  int64_t at;
} stopper;

static void stop_later(void *context) {
  stopper *s = context;
  struct timespec pause = {.tv_nsec = 50 * 1000000};
  (void)nanosleep(&pause, NULL);
  s->at = mr_cpu_ns();
  atomic_store(&s->stop, true);
}

/** Within 5 ms where the machine is idle and the build is fast; tests have neither. */
static void a_stop_is_obeyed_at_once_by_all_threads(void **unused) {
  (void)unused;
  for (size_t i = 0; i < GAME_COUNT; i++) {
    mr_table tt;
    stopper s = {.at = 0};
    atomic_init(&s.stop, false);
    mr_table_open_game(&tt, GAMES[i], "", NULL);
    mr_engine *engine = open_engine(&tt, 3);
    assert_int_equal(mr_thread_start(&s.thread, stop_later, &s, NULL), MR_OK);
    mr_search_result result =
        fixture_ask(engine, tt.state, (mr_limits){.depth = 100, .stop = &s.stop});
    int64_t end = mr_cpu_ns();
    mr_thread_join(&s.thread);
    assert_true(result.depth > 0);
    assert_true(s.at == 0 || end - s.at < INT64_C(2000000000));
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

/* ---- threads and reports --------------------------------------------------------------------- */

static void threads_share_a_number_of_nodes(void **unused) {
  (void)unused;
  for (size_t i = 0; i < GAME_COUNT; i++) {
    mr_table tt;
    mr_table_open_game(&tt, GAMES[i], "", NULL);
    mr_engine *engine = open_engine(&tt, 4);
    for (unsigned k = 0; k < 3; k++) {
      mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.nodes = 8000});
      assert_in_range(result.nodes, 4000, 8000 + 4 * 64);
      assert_true(result.depth > 0);
    }
    mr_engine_forget(engine);
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

typedef struct diary {
  unsigned count;
  unsigned depth;
  uint64_t nodes;
} diary;

static void note(void *context, const mr_search_result *so_far) {
  diary *d = context;
  assert_true(so_far->depth >= d->depth && so_far->nodes >= d->nodes);
  assert_true(so_far->score.known && so_far->line_length > 0);
  assert_int_equal(so_far->line[0], so_far->action);
  assert_true(so_far->fullness <= 1000);
  d->count += so_far->depth > d->depth;
  d->depth = so_far->depth;
  d->nodes = so_far->nodes;
}

static void every_iteration_is_told(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "borderlands", "", NULL);
  mr_engine *engine = open_engine(&tt, 1);
  diary d = {0};
  engine->progress = note;
  engine->progress_context = &d;
  mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 5});
  assert_int_equal(result.depth, 5);
  assert_int_equal(d.count, 5);
  assert_true(result.selective >= 5);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

/* ---- tables of endings ----------------------------------------------------------------------- */

/** Knows that White wins with two men left, forty plies from anywhere. */
static bool white_wins(void *context, const mr_state *state, mr_tablebase_result *out) {
  (void)state;
  atomic_uint *asked = context;
  atomic_fetch_add(asked, 1);
  *out = (mr_tablebase_result){.winner = {0}, .plies = 40};
  return true;
}

static void tables_of_endings_are_believed(void **unused) {
  (void)unused;
  mr_table tt;
  atomic_uint asked;
  mr_engine *engine = NULL;
  atomic_init(&asked, 0);
  mr_table_open_game(&tt, "chess", "", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  mr_engine_options options = {
      .kind = "alphabeta", .memory = (size_t)1 << 18, .probe = white_wins, .probe_context = &asked};
  assert_int_equal(mr_engine_new(tt.game, &options, &engine, NULL), MR_OK);
  mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){.depth = 4});
  assert_int_equal(result.score.end_in, 41);
  assert_true(result.probes > 0 && atomic_load(&asked) >= result.probes);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(as_many_lines_as_asked_for_are_told_best_first),
    cmocka_unit_test(an_interrupted_search_still_knows_what_its_best_is_worth),
    cmocka_unit_test(a_line_can_be_played),
    cmocka_unit_test(an_only_action_is_played_without_a_limit),
    cmocka_unit_test(only_what_is_asked_about_is_considered),
    cmocka_unit_test(a_single_action_is_looked_at_as_deep_as_asked),
    cmocka_unit_test(who_has_a_single_action_to_play_answers_soon),
    cmocka_unit_test(a_seen_end_is_counted_in_actions),
    cmocka_unit_test(a_win_that_is_near_enough_ends_the_search),
    cmocka_unit_test(a_level_binds_where_it_is_asked_to),
    cmocka_unit_test(time_that_should_be_enough_is_not_overstepped_much),
    cmocka_unit_test(a_stop_is_obeyed_at_once_by_all_threads),
    cmocka_unit_test(threads_share_a_number_of_nodes),
    cmocka_unit_test(every_iteration_is_told),
    cmocka_unit_test(tables_of_endings_are_believed),
};

MR_TEST_MAIN(tests)
