/*
 * What reading and writing states of the Warlord Games takes: memory of the game's allocator, and
 * little of the stack, which is small in a browser.
 */
#include <marcher/catalog.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "failing_alloc.h"
#include "instruments.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* A browser gives 64 KiB to everything; sanitizers need more for the same. */
#define STACK_BYTES ((size_t)(MR_SLOW_BUILD ? 1024 : 40) * 1024)
#define EDGE 120

static mr_game *open_with(const mr_allocator *allocator, const char *name,
                          const mr_override *overrides, size_t count) {
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(allocator, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, name, overrides, count, &game, &list), MR_OK);
  mr_catalog_free(catalog);
  mr_arena_done(&arena);
  return game;
}

static void a_state_that_finds_no_memory_is_not_read(void **unused) {
  (void)unused;
  static const char text[] = "15l/16/16/16/16/16/16/2i13/2I13/2LL12/16/16 w 3 7 [c4xc5]";
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_game *game = open_with(&memory.allocator, "warlord-clash-of-arms", NULL, 0);
  mr_state *state = mr_state_new(game, NULL);
  mr_state *before = mr_state_new(game, NULL);
  assert_non_null(state);
  assert_non_null(before);
  mr_game_start(game, state);
  mr_state_copy(game, before, state);
  mr_status status = MR_ERR_NOMEM;
  size_t held = memory.live_blocks;
  size_t n = 0;
  while (status == MR_ERR_NOMEM) {
    mr_error error = {.message = ""};
    memory.fail_at = memory.calls + ++n;
    status = mr_game_parse_state(game, text, strlen(text), state, &error);
    assert_int_equal(memory.live_blocks, held);
    if (status == MR_ERR_NOMEM) {
      assert_string_equal(error.message, "no memory to read a state");
      assert_memory_equal(state, before, game->info.state_size);
    }
  }
  assert_int_equal(status, MR_OK);
  assert_true(n > 1);
  mr_state_free(game, NULL, state);
  mr_state_free(game, NULL, before);
  mr_game_free(game);
  assert_true(mr_fail_alloc_clean(&memory));
}

/* ---- the stack ------------------------------------------------------------------------------- */

typedef struct job {
  const mr_game *game;
  mr_state *state;
  mr_action action; /* made first, unless it is none */
  char *text;       /* room for the longest: the state's, before it was read again */
  mr_status read;
} job;

static void *do_job(void *context) {
  job *it = context;
  if (it->action != MR_ACTION_NONE) {
    mr_game_make(it->game, it->state, it->action, NULL, NULL);
  }
  mr_str out = mr_str_fixed(it->text, it->game->info.max_state_text);
  mr_game_format_state(it->game, it->state, &out);
  it->read = mr_game_parse_state(it->game, it->text, out.length, it->state, NULL);
  return NULL;
}

/* Makes the action, writes the state and reads it, on a small stack; its text is then the same. */
static void expect_small(const mr_game *game, mr_state *state, mr_action action) {
  job it = {.game = game, .state = state, .action = action, .read = MR_ERR_NOMEM};
  pthread_attr_t attributes;
  pthread_t thread;
  it.text = calloc(game->info.max_state_text, 1);
  assert_non_null(it.text);
  assert_int_equal(pthread_attr_init(&attributes), 0);
  assert_int_equal(pthread_attr_setstacksize(&attributes, STACK_BYTES), 0);
  assert_int_equal(pthread_create(&thread, &attributes, do_job, &it), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  pthread_attr_destroy(&attributes);
  assert_int_equal(it.read, MR_OK);
  mr_str again = mr_str_growing(NULL);
  mr_game_format_state(game, state, &again);
  assert_string_equal(mr_str_text(&again), it.text);
  mr_str_done(&again);
  free(it.text);
}

/* In the middle of a turn, with leaders that are shared out among two members of each side. */
static void states_of_the_largest_board_fit_a_small_stack(void **unused) {
  (void)unused;
  static const char black[] = {'l', 'k', 'g', 'i', 'h'};
  static const char white[] = {'L', 'K', 'G', 'I', 'H'};
  static char pieces[(EDGE + 1) * EDGE];
  memset(pieces, '.', sizeof pieces);
  for (size_t row = 0; row < EDGE; row++) {
    pieces[row * (EDGE + 1) + EDGE] = row + 1 < EDGE ? '\n' : '\0';
  }
  memcpy(pieces, black, sizeof black);
  memcpy(pieces + (EDGE - 1) * (EDGE + 1), white, sizeof white);
  const mr_override overrides[] = {{"pieces", pieces}, {"teams", "2"}};
  mr_game *game = open_with(NULL, "warlord-clash-of-arms", overrides, 2);
  mr_state *state = mr_state_new(game, NULL);
  mr_action action = MR_ACTION_NONE;
  assert_non_null(state);
  mr_game_start(game, state);
  assert_int_equal(mr_game_parse_action(game, state, "a1-a2", 5, &action, NULL), MR_OK);
  expect_small(game, state, action);
  mr_state_free(game, NULL, state);
  mr_game_free(game);
}

static void armies_are_revealed_on_a_small_stack(void **unused) {
  (void)unused;
  static const char rows[] = "6I1I1I2LIIH1N1/4G2IIHK1C4NL1/5G1II1K1H2CL1H1/4ICI1I3K2NN1C1";
  mr_table table;
  mr_warlord_reading got;
  mr_table_open_game(&table, "warlord-test-of-wills", "teams=2", NULL);
  for (unsigned side = 0; side < 2; side++) {
    mr_warlord_read_setup(&table, rows, &got);
    assert_int_equal(got.status, MR_OK);
    for (size_t i = 0; i + 1 < got.count; i++) {
      mr_game_make(table.game, table.state, got.actions[i], NULL, NULL);
    }
    expect_small(table.game, table.state, got.actions[got.count - 1]);
  }
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_state_that_finds_no_memory_is_not_read),
    cmocka_unit_test(states_of_the_largest_board_fit_a_small_stack),
    cmocka_unit_test(armies_are_revealed_on_a_small_stack),
};

MR_TEST_MAIN(tests)
