/* The greedy player: a yardstick that looks at its own action and no further. */
#include <math.h>
#include <string.h>

#include "borderline_open.h"
#include "engine_fixture.h"
#include "failing_alloc.h"
#include "search/engine_priv.h"
#include "test_main.h"

/* Red joins on a7 at once; Blue is far away. */
#define ONE_TO_GO "R2225/R2225/R2225/R2225/R2225/R2225/R2225/5B222 R 222,777 222,777,777 0 8"

typedef struct choice {
  const char *game;
  const char *state;
  const char *taken; /**< a part of the action's text */
} choice;

static const choice CHOICES[] = {
    /* A rook that is guarded by a pawn costs the queen; what is taken counts alone. */
    {"chess", "4k3/8/4p3/3r4/8/8/8/3QK3 w - - 0 1", "d1d5"},
    /* An end that is won is worth more than a queen. */
    {"chess", "6k1/5ppp/8/8/8/8/q7/1R4K1 w - - 0 1", "b1b8"},
    /* The last Chief falls. */
    {"borderlands", "4c4/9/9/9/4A4/9/9/9/9/C7C[] w - - 0 1", "e6e10"},
    {"borderline", ONE_TO_GO, "@a7"},
};

static void it_takes_what_is_best_at_once(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof CHOICES / sizeof *CHOICES; i++) {
    mr_table tt;
    char text[MR_ACTION_TEXT_MAX];
    mr_table_open_game(&tt, CHOICES[i].game, "", CHOICES[i].state);
    mr_engine *engine = fixture_engine(tt.game, "greedy", 5, 1);
    mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){0});
    mr_table_text(&tt, result.action, text);
    if (strstr(text, CHOICES[i].taken) == NULL) {
      fail_msg("%s: %s is not %s", CHOICES[i].game, text, CHOICES[i].taken);
    }
    assert_int_equal(result.nodes, mr_table_actions(&tt));
    mr_engine_free(engine);
    mr_table_close(&tt);
  }
}

/* Where dice follow, their odds decide: a strike that loses more often than not is not chosen. */
static void it_weighs_dice_by_their_odds(void **unused) {
  (void)unused;
  mr_table tt;
  char text[MR_ACTION_TEXT_MAX];
  mr_table_open(&tt, "", "R2225/R2225/R2225/R2225/R2225/R2225/R2225/1B7774 B 222,222 124,222 0 8");
  mr_engine *engine = fixture_engine(tt.game, "greedy", 5, 1);
  mr_search_result result = fixture_ask(engine, tt.state, (mr_limits){0});
  mr_table_text(&tt, result.action, text);
  assert_string_equal(text, "124@a7");
  assert_true(result.value > 0 && result.value < 1);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

/* What each outcome leaves is as good as the judgement that everybody asks says, and as likely. */
static void a_strike_is_worth_its_outcomes_by_their_odds(void **unused) {
  (void)unused;
  mr_table tt;
  mr_chance chances[2048];
  mr_action strike = MR_ACTION_NONE;
  uint64_t total = 0;
  double sum = 0;
  mr_table_open(&tt, "", "R2225/R2225/R2225/R2225/R2225/R2225/R2225/1B7774 B 222,222 777,421 0 8");
  mr_state *struck = mr_state_new(tt.game, NULL), *after = mr_state_new(tt.game, NULL);
  for (size_t i = mr_table_actions(&tt); i > 0 && strike == MR_ACTION_NONE; i--) {
    mr_state_copy(tt.game, struck, tt.state);
    mr_game_make(tt.game, struck, tt.actions[i - 1], NULL, NULL);
    bool rolls = mr_game_node(tt.game, struck).kind == MR_NODE_CHANCE;
    strike = rolls ? tt.actions[i - 1] : MR_ACTION_NONE;
  }
  assert_int_not_equal(strike, MR_ACTION_NONE);
  mr_engine *greedy = fixture_engine(tt.game, "greedy", 5, 1);
  mr_engine *judge = fixture_engine(tt.game, NULL, 5, 1);
  size_t count = mr_game_chances(tt.game, struck, chances, &total);
  for (size_t i = 0; i < count; i++) {
    int worth = 0;
    mr_state_copy(tt.game, after, struck);
    mr_game_make(tt.game, after, chances[i].action, NULL, NULL);
    mr_node node = mr_game_node(tt.game, after);
    assert_int_equal(node.kind, MR_NODE_DECISION);
    assert_true(mr_engine_static_eval(judge, after, &worth));
    bool ours = node.player.id == mr_game_node(tt.game, tt.state).player.id;
    sum += (double)chances[i].weight * mr_value_of(ours ? worth : -worth);
  }
  const mr_limits limits = {.only = &strike, .only_count = 1};
  double value = fixture_ask(greedy, tt.state, limits).value;
  assert_true(fabs(value - sum / (double)total) < 1e-6);
  mr_state_free(tt.game, NULL, after);
  mr_state_free(tt.game, NULL, struck);
  mr_engine_free(judge);
  mr_engine_free(greedy);
  mr_table_close(&tt);
}

static void it_chooses_among_what_is_asked_about_and_the_same_again(void **unused) {
  (void)unused;
  mr_table tt;
  mr_table_open_game(&tt, "chess", "", NULL);
  size_t count = mr_table_actions(&tt);
  mr_engine *engine = fixture_engine(tt.game, "greedy", 5, 3);
  for (size_t i = 0; i < count; i++) {
    const mr_limits limits = {.only = &tt.actions[i], .only_count = 1};
    assert_int_equal(fixture_ask(engine, tt.state, limits).action, tt.actions[i]);
  }
  assert_true(mr_engine_renew(engine, 8));
  mr_action first = fixture_ask(engine, tt.state, (mr_limits){0}).action;
  mr_engine_forget(engine);
  assert_int_equal(fixture_ask(engine, tt.state, (mr_limits){0}).action, first);
  mr_engine_free(engine);
  mr_table_close(&tt);
}

static void it_beats_chance(void **unused) {
  (void)unused;
  static const char *const games[] = {"chess", "borderline"};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    unsigned points = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
      mr_table tt;
      mr_table_open_game(&tt, games[i], "", NULL);
      mr_table_deal(&tt, seed);
      mr_engine *engines[2] = {fixture_engine(tt.game, "greedy", 5, seed),
                               fixture_engine(tt.game, "random", 5, seed)};
      const mr_limits limits[2] = {{0}, {0}};
      fixture_play(tt.game, tt.state, engines, seed, limits, &points);
      mr_engine_free(engines[0]);
      mr_engine_free(engines[1]);
      mr_table_close(&tt);
    }
    assert_true(points >= 3 * MR_SCORE_WIN);
  }
}

static void every_lack_of_memory_is_reported_and_leaks_nothing(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("borderline", "");
  bool made = false;
  for (size_t n = 1; !made; n++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_engine_options options = {.kind = "greedy", .allocator = &memory.allocator};
    mr_engine *engine = NULL;
    mr_error err = {0};
    mr_status status = mr_engine_new(game, &options, &engine, &err);
    made = status == MR_OK;
    assert_int_equal(made, memory.calls < n);
    assert_true(made || status == MR_ERR_NOMEM);
    mr_engine_free(engine);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_takes_what_is_best_at_once),
    cmocka_unit_test(it_weighs_dice_by_their_odds),
    cmocka_unit_test(a_strike_is_worth_its_outcomes_by_their_odds),
    cmocka_unit_test(it_chooses_among_what_is_asked_about_and_the_same_again),
    cmocka_unit_test(it_beats_chance),
    cmocka_unit_test(every_lack_of_memory_is_reported_and_leaks_nothing),
};

MR_TEST_MAIN(tests)
