#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "search/fairy/fit/fit.h"
#include "test_main.h"

/* Positions of chess by chance, in parts, and how often each part has been asked for. */
enum { PARTS = 12, EACH = 20 };

typedef struct source {
  const mr_game *game;
  mr_state *positions[PARTS][EACH];
  unsigned asked[PARTS];
} source;

static void open_source(source *s, const mr_game *game) {
  mr_action *list = mr_alloc_zero(NULL, game->info.max_actions, sizeof *list);
  mr_state *state = mr_state_new(game, NULL);
  mr_random random;
  mr_random_init(&random, 11);
  *s = (source){.game = game};
  mr_game_start(game, state);
  for (unsigned i = 0; i < PARTS * EACH; i++) {
    for (unsigned k = 0; k < 3; k++) {
      if (mr_game_node(game, state).kind == MR_NODE_TERMINAL) {
        mr_game_start(game, state);
      }
      size_t count = mr_game_actions(game, state, list);
      mr_game_make(game, state, list[mr_random_below(&random, count)], NULL, NULL);
    }
    s->positions[i / EACH][i % EACH] = mr_state_new(game, NULL);
    mr_state_copy(game, s->positions[i / EACH][i % EACH], state);
  }
  mr_state_free(game, NULL, state);
  mr_alloc_free(NULL, list, game->info.max_actions * sizeof *list);
}

static void close_source(source *s) {
  for (unsigned i = 0; i < PARTS * EACH; i++) {
    mr_state_free(s->game, NULL, s->positions[i / EACH][i % EACH]);
  }
}

static mr_status give(void *context, size_t part, mr_fys_fit *fit, mr_error *err) {
  source *s = context;
  mr_status status = MR_OK;
  s->asked[part]++;
  for (unsigned i = 0; i < EACH && status == MR_OK; i++) {
    const mr_fys_fit_label label = {.result = i % 2, .held_out = i == 0};
    status = mr_fys_fit_add(fit, s->positions[part][i], &label, err);
  }
  return status;
}

/* Where terms do not fit into memory each part is looked at alone, and none oftener than others. */
static void parts_that_do_not_fit_together_are_looked_at_one_by_one(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("chess", "");
  mr_fys_fit *fit = NULL;
  mr_fys_fit_report report;
  source s;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  open_source(&s, game);
  const mr_fys_fit_source from = {.parts = PARTS, .give = give, .context = &s};
  const mr_fys_fit_options options = {.memory = 1, .epochs = 4, .trust = 100, .seed = 1};
  assert_int_equal(mr_fys_fit_new(game, NULL, &memory.allocator, &fit, NULL), MR_OK);
  assert_int_equal(mr_fys_fit_run(fit, &from, &options, &report, NULL), MR_OK);
  assert_int_equal(report.held_out, PARTS);
  assert_int_equal(report.positions, PARTS * (EACH - 1));
  unsigned least = s.asked[0], most = s.asked[0];
  for (size_t part = 1; part < PARTS; part++) {
    least = s.asked[part] < least ? s.asked[part] : least;
    most = s.asked[part] > most ? s.asked[part] : most;
  }
  assert_true(least >= 4);
  assert_true(most <= least + least / 2); /* what is in memory already is not asked for again */
  mr_fys_fit_free(fit);
  assert_true(mr_fail_alloc_clean(&memory));
  close_source(&s);
  mr_game_free(game);
}

/* Kinds that have a value of their own: the last kind, too. */
static void what_each_kind_is_worth_is_listed_to_the_last(void **unused) {
  (void)unused;
  static const char *const games[][2] = {
      {"chess", "P N B R Q"},
      {"capablanca", "P N B R Q A C"},
      {"borderlands", "C G M F W E H S A L +M +F +W +E +H +S +A +L"},
  };
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    mr_game *game = mr_game_open(games[i][0], "");
    mr_fys_fit *fit = NULL;
    mr_fys_fit_value values[MR_FYS_FIT_VALUES_MAX];
    mr_str text = mr_str_growing(NULL);
    assert_int_equal(mr_fys_fit_new(game, NULL, mr_allocator_default(), &fit, NULL), MR_OK);
    size_t count = mr_fys_fit_values(fit, values);
    for (size_t k = 0; k < count; k++) {
      mr_str_format(&text, "%s%s", k > 0 ? " " : "", values[k].text);
    }
    assert_string_equal(mr_str_text(&text), games[i][1]);
    mr_str_done(&text);
    mr_fys_fit_free(fit);
    mr_game_free(game);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(parts_that_do_not_fit_together_are_looked_at_one_by_one),
    cmocka_unit_test(what_each_kind_is_worth_is_listed_to_the_last),
};

MR_TEST_MAIN(tests)
