/* Engines think in threads with small stacks: systems give them 128 KiB, or 512. */
#include <marcher/session.h>
#include <pthread.h>
#include <string.h>

#include "borderline_open.h"
#include "instruments.h"
#include "test_main.h"

enum {
  KIB = 1024,
  SMALL = 128 * KIB,
  /* milliseconds: who tells of it does so after 100 at the latest, and may wait for a processor */
  TOLD_AFTER = 1000,
  WIDER = 16 /* so many times larger may frames be with sanitizers */
};

/* Something to think about, in a thread of its own. */
typedef struct thought {
  const char *game;
  const char *kind;
  const char *sets; /**< overrides, as mr_table_open_game takes them; NULL: none */
  const char *state;
  mr_limits limits;
  size_t stack;
  mr_session *session;
  unsigned told;
  mr_status status;
  mr_error error;
} thought;

static void count_told(void *context, const mr_search_result *so_far) {
  (void)so_far;
  ++*(unsigned *)context;
}

/** What an embedding program does: the engine's result is not on the stack of its thread. */
static void *think(void *context) {
  thought *t = context;
  static mr_search_result result;
  mr_engine *engine = NULL;
  const mr_engine_options options = {.kind = t->kind, .level = 6};
  const mr_game *game = mr_session_game(t->session);
  mr_node node = mr_session_node(t->session);
  t->status = mr_engine_new(game, &options, &engine, &t->error);
  if (t->status == MR_OK) {
    engine->progress = count_told;
    engine->progress_context = &t->told;
    t->status = mr_engine_think(engine, mr_session_observe(t->session, node.player), &t->limits,
                                &result, &t->error);
  }
  if (t->status == MR_OK) {
    t->status = mr_session_play(t->session, result.action, NULL, &t->error);
  }
  mr_engine_free(engine);
  return NULL;
}

static void *think_in_session(void *context) {
  thought *t = context;
  t->status = mr_session_think(t->session, mr_session_node(t->session).player, NULL, count_told,
                               &t->told, &t->error);
  return NULL;
}

static void think_in_thread(thought *t, void *(*how)(void *)) {
  mr_table table;
  pthread_t thread;
  pthread_attr_t attributes;
  mr_table_open_game(&table, t->game, t->sets != NULL ? t->sets : "", t->state);
  assert_int_equal(mr_session_new(table.game, NULL, &t->session, NULL), MR_OK);
  if (t->state != NULL) {
    assert_int_equal(mr_session_begin_at(t->session, 1, table.state, NULL), MR_OK);
  }
  assert_int_equal(pthread_attr_init(&attributes), 0);
  size_t size = t->stack * (MR_SLOW_BUILD ? WIDER : 1);
  assert_int_equal(pthread_attr_setstacksize(&attributes, size), 0);
  assert_int_equal(pthread_create(&thread, &attributes, how, t), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(pthread_attr_destroy(&attributes), 0);
  if (t->status != MR_OK) {
    fail_msg("%s: %s", t->game, t->error.message);
  }
  mr_session_free(t->session);
  mr_table_close(&table);
}

/* Chess looks no further than its share of a small stack allows. */
static void every_engine_thinks_with_a_small_stack(void **unused) {
  (void)unused;
  thought thoughts[] = {
      {.game = "chess", .limits = {.nodes = 20000}},
      {.game = "chess", .kind = "mcts"},
      {.game = "chess", .kind = "greedy"},
      {.game = "chess", .kind = "random"},
      {.game = "borderline"},
      {.game = "borderline", .kind = "mcts"},
      {.game = "borderline", .kind = "greedy"},
      {.game = "warlord-clash-of-arms"},
      {.game = "warlord-clash-of-arms", .kind = "mcts"},
  };
  for (size_t i = 0; i < sizeof thoughts / sizeof thoughts[0]; i++) {
    thought *t = &thoughts[i];
    bool instant = t->kind != NULL && strcmp(t->kind, "mcts") != 0;
    t->stack = SMALL;
    t->limits.milliseconds = t->limits.nodes > 0 ? 0 : TOLD_AFTER;
    think_in_thread(t, think);
    assert_true(instant || t->told > 0);
  }
}

static void sessions_think_with_a_small_stack(void **unused) {
  (void)unused;
  static const char *const games[] = {"chess", "borderline", "warlord-clash-of-arms"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    thought t = {.game = games[i], .stack = SMALL};
    think_in_thread(&t, think_in_session);
  }
}

/* Where little can be done but wait, lines are as long as they may be. */
static void long_lines_take_no_more_than_is_said(void **unused) {
  (void)unused;
  static const struct {
    const char *sets, *state;
  } rows[] = {
      {NULL, "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"},
      {NULL, "6k1/5p2/6p1/8/7p/8/6PP/6K1 b - - 0 1"},
      {NULL, "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1"},
      {"maxFile=16;maxRank=16;castling=false;doubleStep=false;"
       "startFen=8k7/16/16/16/16/16/16/16/16/16/7p8/7P8/16/16/16/8K7 w - - 0 1",
       NULL},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    thought t = {
        .game = "chess", .sets = rows[i].sets, .state = rows[i].state, .stack = MR_ENGINE_STACK};
    t.limits.nodes = MR_SLOW_BUILD ? 15000 : 400000;
    think_in_thread(&t, think);
    assert_true(t.told > 0);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_engine_thinks_with_a_small_stack),
    cmocka_unit_test(sessions_think_with_a_small_stack),
    cmocka_unit_test(long_lines_take_no_more_than_is_said),
};

MR_TEST_MAIN(tests)
