#include <string.h>

#include "borderline_open.h"
#include "engine_fixture.h"
#include "failing_alloc.h"
#include "instruments.h"
#include "line_game.h"
#include "search/engine_priv.h"
#include "test_main.h"
#include "toy_games.h"

static const line_rules TIC_TAC_TOE = {.columns = 3, .rows = 3, .need = 3, .per_turn = 1};

static mr_state *first_state(const mr_game *game) {
  mr_state *state = mr_state_new(game, NULL);
  assert_non_null(state);
  mr_game_start(game, state);
  return state;
}

static bool is_listed(const char *const *kinds, const char *kind) {
  size_t i = 0;
  while (kinds[i] != NULL && strcmp(kinds[i], kind) != 0) {
    i++;
  }
  return kinds[i] != NULL;
}

/* ---- levels ---------------------------------------------------------------------------------- */

static uint64_t nodes_at_level(const mr_table *table, const char *kind, unsigned level) {
  mr_engine *engine = fixture_engine(table->game, kind, level, 1);
  uint64_t nodes = fixture_ask(engine, table->state, (mr_limits){0}).nodes;
  mr_engine_free(engine);
  return nodes;
}

/** Every kind that looks ahead looks at as much as the definition says of its level. */
static void a_game_may_say_what_a_level_looks_at(void **unused) {
  (void)unused;
  enum { FEW = 200, USUAL = 400, LEVEL = 6, BELOW = 4 };
  static const struct {
    const char *game, *kind, *state;
  } rows[] = {{"chess", "alphabeta", NULL},
              {"borderline", "expectimax",
               "6/6/6/6/6/6/6/6 R 124,176,222,377,421,422 122,224,331,422,567,777 0 0"},
              {"warlord-clash-of-arms", "general", NULL},
              {"warlord-clash-of-arms", "mcts", NULL}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i += MR_SLOW_BUILD ? 2 : 1) {
    mr_table plain, told;
    mr_table_open_game(&plain, rows[i].game, "", rows[i].state);
    mr_table_open_game(&told, rows[i].game, "levelNodes6=200", rows[i].state);
    assert_true(nodes_at_level(&plain, rows[i].kind, LEVEL) > USUAL);
    assert_true(nodes_at_level(&told, rows[i].kind, LEVEL) <= FEW + FEW / 4);
    assert_int_equal(nodes_at_level(&told, rows[i].kind, BELOW),
                     nodes_at_level(&plain, rows[i].kind, BELOW));
    mr_table_close(&plain);
    mr_table_close(&told);
  }
}

/* ---- the table of kinds ---------------------------------------------------------------------- */

static void every_listed_kind_can_be_made(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  const char *const *kinds = mr_engine_kinds(&line.game);
  assert_non_null(kinds[0]);
  for (size_t i = 0; kinds[i] != NULL; i++) {
    mr_engine *engine = fixture_engine(&line.game, kinds[i], 0, 1);
    assert_string_equal(engine->kind, kinds[i]);
    assert_int_equal(engine->level, MR_LEVEL_DEFAULT);
    assert_ptr_equal(engine->game, &line.game);
    mr_engine_free(engine);
  }
}

static void a_kind_is_listed_exactly_where_it_can_play(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  const char *const *kinds = mr_engine_kinds(&line.game);
  size_t count = 0;
  const mr_engine_entry *entries = mr_engine_entries(&count);
  size_t playing = 0;
  for (size_t i = 0; i < count; i++) {
    playing += entries[i].can_play(&line.game) ? 1 : 0;
    assert_int_equal(is_listed(kinds, entries[i].kind), entries[i].can_play(&line.game));
  }
  assert_true(playing >= 2);
}

static void auto_and_null_mean_the_best_kind(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  const char *best = mr_engine_kinds(&line.game)[0];
  mr_engine *named = fixture_engine(&line.game, "auto", 8, 1);
  assert_string_equal(named->kind, best);
  assert_int_equal(named->level, 8);
  mr_engine_free(named);
  mr_engine *unnamed = NULL;
  assert_int_equal(mr_engine_new(&line.game, NULL, &unnamed, NULL), MR_OK);
  assert_string_equal(unnamed->kind, best);
  mr_engine_free(unnamed);
}

static void an_unknown_kind_is_refused_with_those_that_are_known(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_engine *engine = NULL;
  mr_error err = {0};
  mr_engine_options options = {.kind = "deepest"};
  assert_int_equal(mr_engine_new(&line.game, &options, &engine, &err), MR_ERR_UNKNOWN);
  assert_null(engine);
  assert_non_null(strstr(err.message, "'deepest'"));
  assert_non_null(strstr(err.message, "auto, mcts, random"));
}

static void a_kind_for_other_games_is_refused_as_unsupported(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_engine *engine = NULL;
  mr_error err = {0};
  mr_engine_options options = {.kind = "expectimax"};
  assert_int_equal(mr_engine_new(&line.game, &options, &engine, &err), MR_ERR_UNSUPPORTED);
  assert_null(engine);
  assert_non_null(strstr(err.message, "cannot play line"));
}

static void a_level_above_the_last_is_out_of_range(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_engine *engine = NULL;
  mr_error err = {0};
  mr_engine_options options = {.kind = "random", .level = MR_LEVEL_MAX + 1};
  assert_int_equal(mr_engine_new(&line.game, &options, &engine, &err), MR_ERR_RANGE);
  assert_null(engine);
  assert_non_null(strstr(err.message, "1 to 8"));
}

static void an_engine_needs_a_game_and_a_place(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_engine *engine = NULL;
  mr_error err = {0};
  assert_int_equal(mr_engine_new(NULL, NULL, &engine, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_engine_new(&line.game, NULL, NULL, &err), MR_ERR_ARGUMENT);
  mr_engine_free(NULL);
  mr_engine_forget(NULL);
}

static void every_level_has_its_own_line(void **unused) {
  (void)unused;
  for (unsigned level = MR_LEVEL_MIN; level <= MR_LEVEL_MAX; level++) {
    const char *text = mr_level_text(level);
    assert_int_equal(text[0], '0' + (int)level);
    assert_int_equal(text[1], ':');
    assert_true(strlen(text) > 8);
    assert_null(strchr(text, '\n'));
  }
  assert_string_equal(mr_level_text(0), mr_level_text(MR_LEVEL_MAX + 1));
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t fail_every_request(const mr_game *game, const char *kind) {
  for (size_t n = 1;; n++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_engine_options options = {.kind = kind, .memory = 4096, .allocator = &memory.allocator};
    mr_engine *engine = NULL;
    mr_error err = {0};
    mr_status status = mr_engine_new(game, &options, &engine, &err);
    if (status == MR_OK) {
      assert_true(memory.calls < n); /* else it did not notice that a request had failed */
      mr_engine_free(engine);
      assert_true(mr_fail_alloc_clean(&memory));
      return n;
    }
    assert_int_equal(status, MR_ERR_NOMEM);
    assert_null(engine);
    assert_true(strlen(err.message) > 0);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

static void every_lack_of_memory_is_reported_and_leaks_nothing(void **unused) {
  (void)unused;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  assert_non_null(toy);
  assert_true(fail_every_request(toy, "mcts") > 3);
  assert_true(fail_every_request(toy, "random") > 2);
  mr_game_free(toy);
}

static void no_engine_allocates_while_it_thinks(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_state *state = first_state(&line.game);
  const char *const *kinds = mr_engine_kinds(&line.game);
  for (size_t i = 0; kinds[i] != NULL; i++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, 0);
    mr_engine_options options = {.kind = kinds[i], .allocator = &memory.allocator};
    options.memory = 1 << 16;
    mr_engine *engine = NULL;
    assert_int_equal(mr_engine_new(&line.game, &options, &engine, NULL), MR_OK);
    size_t before = memory.calls;
    assert_true(before > 0);
    (void)fixture_ask(engine, state, (mr_limits){.nodes = 2000});
    mr_engine_forget(engine);
    (void)fixture_ask(engine, state, (mr_limits){.nodes = 2000});
    assert_int_equal(memory.calls, before);
    mr_engine_free(engine);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  mr_state_free(&line.game, NULL, state);
}

static void the_memory_asked_for_is_the_memory_taken(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  size_t most[2];
  for (size_t i = 0; i < 2; i++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, 0);
    mr_engine_options options = {.kind = "mcts", .allocator = &memory.allocator};
    options.memory = i == 0 ? 50000 : 100000;
    mr_engine *engine = NULL;
    assert_int_equal(mr_engine_new(&line.game, &options, &engine, NULL), MR_OK);
    most[i] = memory.most_bytes;
    mr_engine_free(engine);
  }
  assert_in_range(most[1] - most[0], 49900, 50100);
}

/* ---- thinking -------------------------------------------------------------------------------- */

static void nobody_thinks_where_nobody_decides(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_state *state = first_state(&line.game);
  line_game_set(&line, state, "XXXOO....", 1, 1);
  ((line_state *)state)->winner = 1;
  mr_engine *engine = fixture_engine(&line.game, "mcts", 1, 1);
  mr_search_result result = {.action = 77};
  mr_error err = {0};
  assert_int_equal(mr_engine_think(engine, state, NULL, &result, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_engine_think(engine, NULL, NULL, &result, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_engine_think(NULL, state, NULL, &result, &err), MR_ERR_ARGUMENT);
  assert_int_equal(mr_engine_think(engine, state, NULL, NULL, &err), MR_ERR_ARGUMENT);
  assert_int_equal(result.action, 77);
  mr_engine_free(engine);
  mr_state_free(&line.game, NULL, state);
}

static void every_kind_plays_the_toy_to_its_end(void **unused) {
  (void)unused;
  mr_game *toy = mr_toy_new(MR_TOY_SOUND);
  assert_non_null(toy);
  const char *const *kinds = mr_engine_kinds(toy);
  mr_state *state = first_state(toy);
  for (size_t i = 0; kinds[i] != NULL; i++) {
    unsigned points = 0;
    mr_engine *engines[2] = {fixture_engine(toy, kinds[i], 3, 1),
                             fixture_engine(toy, kinds[i], 1, 2)};
    for (uint64_t seed = 0; seed < 5; seed++) {
      mr_game_start(toy, state);
      fixture_play(toy, state, engines, seed, &(mr_limits){0}, &points);
    }
    assert_true(points <= 5 * MR_SCORE_WIN);
    mr_engine_free(engines[0]);
    mr_engine_free(engines[1]);
  }
  mr_state_free(toy, NULL, state);
  mr_game_free(toy);
}

/* ---- the random player ----------------------------------------------------------------------- */

static void the_random_player_picks_every_action_alike(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_state *state = first_state(&line.game);
  mr_engine *engine = fixture_engine(&line.game, "random", 1, 5);
  unsigned seen[9] = {0};
  for (int i = 0; i < 9000; i++) {
    seen[fixture_ask(engine, state, (mr_limits){0}).action]++;
  }
  double chi_square = 0;
  for (int i = 0; i < 9; i++) {
    double off = (double)seen[i] - 1000;
    chi_square += off * off / 1000;
  }
  assert_true(chi_square < 26.1); /* 8 degrees of freedom: passed by 999 of 1000 fair ones */
  mr_engine_free(engine);
  mr_state_free(&line.game, NULL, state);
}

static void the_random_player_starts_over_when_it_forgets(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_state *state = first_state(&line.game);
  mr_engine *engine = fixture_engine(&line.game, "random", 1, 5);
  mr_action first[12];
  unsigned changes = 0;
  for (int i = 0; i < 12; i++) {
    first[i] = fixture_ask(engine, state, (mr_limits){0}).action;
    changes += i > 0 && first[i] != first[i - 1] ? 1 : 0;
  }
  assert_true(changes > 3);
  mr_engine_forget(engine);
  for (int i = 0; i < 12; i++) {
    assert_int_equal(fixture_ask(engine, state, (mr_limits){0}).action, first[i]);
  }
  mr_engine_free(engine);
  mr_state_free(&line.game, NULL, state);
}

static void the_random_player_says_what_it_did(void **unused) {
  (void)unused;
  line_game line;
  line_game_init(&line, TIC_TAC_TOE);
  mr_state *state = first_state(&line.game);
  mr_engine *engine = fixture_engine(&line.game, "random", 1, 5);
  assert_string_equal(fixture_ask(engine, state, (mr_limits){0}).reason,
                      "Picked blindly from 9 legal actions.");
  line_game_set(&line, state, "XOXOXOOX.", 0, 1);
  mr_search_result result = fixture_ask(engine, state, (mr_limits){0});
  assert_string_equal(result.reason, "The only legal action.");
  assert_int_equal(result.action, 8);
  assert_int_equal(result.line[0], 8);
  mr_engine_free(engine);
  mr_state_free(&line.game, NULL, state);
}

/* ---- words ----------------------------------------------------------------------------------- */

static void counts_have_commas_and_percents_are_whole(void **unused) {
  (void)unused;
  char text[64];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_write_count(&out, 0);
  mr_str_char(&out, ' ');
  mr_write_count(&out, 999);
  mr_str_char(&out, ' ');
  mr_write_count(&out, 1000);
  mr_str_char(&out, ' ');
  mr_write_count(&out, 12034567);
  assert_string_equal(text, "0 999 1,000 12,034,567");
  mr_str_reset(&out);
  mr_write_percent(&out, 0);
  mr_write_percent(&out, 0.615);
  mr_write_percent(&out, 1);
  assert_string_equal(text, "0%62%100%");
}

/* ---- what is in question --------------------------------------------------------------------- */

/** To think about anything else instead would be no answer. */
static void what_is_not_legal_is_not_thought_about(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "chess", "", NULL);
  mr_action only[2] = {MR_ACTION_NONE, 12345};
  size_t count = mr_table_actions(&table);
  only[0] = table.actions[count - 1];
  for (const char *const *kind = mr_engine_kinds(table.game); *kind != NULL; kind++) {
    mr_engine *engine = fixture_engine(table.game, *kind, 3, 1);
    mr_search_result result = {.action = MR_ACTION_NONE};
    mr_limits limits = {.nodes = 50, .only = only, .only_count = 2};
    mr_error err = {0};
    assert_int_equal(mr_engine_think(engine, table.state, &limits, &result, &err), MR_ERR_ILLEGAL);
    assert_string_equal(err.message, "action 2 of those in question is not legal here");
    assert_int_equal(result.action, MR_ACTION_NONE);
    limits.only_count = 1;
    assert_int_equal(fixture_ask(engine, table.state, limits).action, only[0]);
    limits.only_count = 0;
    (void)fixture_ask(engine, table.state, limits);
    mr_engine_free(engine);
  }
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_game_may_say_what_a_level_looks_at),
    cmocka_unit_test(every_listed_kind_can_be_made),
    cmocka_unit_test(a_kind_is_listed_exactly_where_it_can_play),
    cmocka_unit_test(auto_and_null_mean_the_best_kind),
    cmocka_unit_test(an_unknown_kind_is_refused_with_those_that_are_known),
    cmocka_unit_test(a_kind_for_other_games_is_refused_as_unsupported),
    cmocka_unit_test(a_level_above_the_last_is_out_of_range),
    cmocka_unit_test(an_engine_needs_a_game_and_a_place),
    cmocka_unit_test(every_level_has_its_own_line),
    cmocka_unit_test(every_lack_of_memory_is_reported_and_leaks_nothing),
    cmocka_unit_test(no_engine_allocates_while_it_thinks),
    cmocka_unit_test(the_memory_asked_for_is_the_memory_taken),
    cmocka_unit_test(nobody_thinks_where_nobody_decides),
    cmocka_unit_test(what_is_not_legal_is_not_thought_about),
    cmocka_unit_test(every_kind_plays_the_toy_to_its_end),
    cmocka_unit_test(the_random_player_picks_every_action_alike),
    cmocka_unit_test(the_random_player_starts_over_when_it_forgets),
    cmocka_unit_test(the_random_player_says_what_it_did),
    cmocka_unit_test(counts_have_commas_and_percents_are_whole),
};

MR_TEST_MAIN(tests)
