#include <marcher/catalog.h>
#include <marcher/measure.h>
#include <marcher/values.h>
#include <math.h>
#include <string.h>

#include "base/real.h"
#include "borderline_open.h"
#include "failing_alloc.h"
#include "test_main.h"

/* Too large for the stack, and of one test at a time. */
static mr_material_kinds kinds;
static mr_replacements plan;
static mr_value found[MR_MATERIAL_KINDS_MAX];

static void open_kinds(const mr_game *game) {
  mr_error error;
  if (mr_material_kinds_init(game, &kinds, &error) != MR_OK) {
    fail_msg("%s: %s", game->info.name, error.message);
  }
}

/* ---- regression ------------------------------------------------------------------------------ */

enum { KINDS = 3, CASES = 150 };

/* Games whose results come from known worths: each of some positions with differences by chance. */
static void simulate(mr_values *values, const double *worth, uint64_t seed) {
  mr_random random;
  mr_random_init(&random, seed);
  for (unsigned c = 0; c < CASES; c++) {
    mr_material material = {{0}};
    double odds = 0.2; /* of moving first */
    for (unsigned k = 0; k < KINDS; k++) {
      int more = (int)mr_random_below(&random, 5) - 2;
      material.more[k] = (int8_t)more;
      odds += worth[k] * more;
    }
    unsigned points = mr_random_unit(&random) < 1 / (1 + mr_exp(-odds)) ? MR_SCORE_WIN : 0;
    for (unsigned i = 0; i < 2; i++) { /* positions of a game say the same */
      assert_int_equal(mr_values_add(values, i == 0, &material, points, NULL), MR_OK);
    }
  }
}

static void intervals_hold_the_worths_that_results_come_from(void **unused) {
  (void)unused;
  static const double worth[KINDS] = {0.4, 0.8, 0.1};
  mr_game *game = mr_game_open("chess", "");
  unsigned held = 0, all = 0;
  open_kinds(game);
  for (unsigned i = 0; i < KINDS; i++) {
    kinds.items[i].royal = false;
  }
  for (uint64_t seed = 1; seed <= 25; seed++) {
    mr_values *values = NULL;
    assert_int_equal(mr_values_new(&kinds, NULL, &values, NULL), MR_OK);
    simulate(values, worth, seed);
    assert_int_equal(mr_values_cases(values), CASES);
    assert_int_equal(mr_values_fit(values, 0, seed % 2 == 0, seed, found, NULL), MR_OK);
    for (unsigned k = 0; k < KINDS; k++) {
      assert_true(found[k].known);
      held += found[k].odds.low <= worth[k] && worth[k] <= found[k].odds.high;
      held += found[k].value.low <= worth[k] / worth[0] + 1e-9 &&
              worth[k] / worth[0] - 1e-9 <= found[k].value.high;
      all += 2;
    }
    assert_false(found[KINDS].known);
    mr_values_free(values);
  }
  /* 95 of 100 are promised; of 150, that do not all depend on each other, 136 are very likely. */
  assert_int_equal(all, 150);
  if (held < 136) {
    fail_msg("%u of %u intervals hold", held, all);
  }
  mr_game_free(game);
}

static void nothing_is_said_where_nothing_differs(void **unused) {
  (void)unused;
  mr_values *values = NULL;
  mr_error error;
  mr_material even = {{0}};
  mr_game *game = mr_game_open("chess", "");
  open_kinds(game);
  assert_int_equal(mr_values_new(&kinds, NULL, &values, NULL), MR_OK);
  for (unsigned i = 0; i < 100; i++) {
    assert_int_equal(mr_values_add(values, true, &even, i % 5, NULL), MR_OK);
  }
  assert_int_equal(mr_values_fit(values, 0, true, 1, found, &error), MR_ERR_UNSUPPORTED);
  assert_true(strstr(error.message, "of 100 games") != NULL);
  mr_values_free(values);
  mr_game_free(game);
}

static void values_without_memory_say_so(void **unused) {
  (void)unused;
  static const double worth[KINDS] = {0.4, 0.8, 0.1};
  mr_game *game = mr_game_open("chess", "");
  open_kinds(game);
  bool whole = false;
  for (size_t at = 1; !whole; at++) {
    mr_fail_alloc memory;
    mr_values *values = NULL;
    mr_fail_alloc_init(&memory, 0);
    assert_int_equal(mr_values_new(&kinds, &memory.allocator, &values, NULL), MR_OK);
    simulate(values, worth, 1);
    memory.fail_at = memory.calls + at;
    whole = mr_values_fit(values, 0, true, 1, found, NULL) == MR_OK;
    mr_values_free(values);
    assert_true(mr_fail_alloc_clean(&memory));
    assert_true(at < 10);
  }
  mr_game_free(game);
}

static void ranks_agree_as_they_should(void **unused) {
  (void)unused;
  static const double x[] = {1, 2, 3, 4}, same[] = {10, 20, 30, 40}, other[] = {4, 3, 2, 1};
  static const double tied[] = {1, 1, 2, 2}, flat[] = {5, 5, 5, 5};
  assert_true(fabs(mr_rank_correlation(x, same, 4) - 1) < 1e-12);
  assert_true(fabs(mr_rank_correlation(x, other, 4) + 1) < 1e-12);
  assert_true(fabs(mr_rank_correlation(x, tied, 4) - 0.894427191) < 1e-9);
  assert_true(isnan(mr_rank_correlation(x, flat, 4)));
  assert_true(isnan(mr_rank_correlation(x, same, 2)));
}

/* ---- kinds ----------------------------------------------------------------------------------- */

static void kinds_are_named_as_people_do(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("borderlands", "");
  open_kinds(game);
  int lion = mr_material_find(&kinds, "+l"), horse = mr_material_find(&kinds, "horse");
  int held = mr_material_find(&kinds, "m@");
  assert_true(lion >= 0 && horse >= 0 && held >= 0);
  assert_string_equal(kinds.items[lion].worth, "9.45");
  assert_int_equal(kinds.items[horse].begin[0], 2);
  assert_int_equal(kinds.items[held].begin[1], 2);
  assert_int_equal(mr_material_find(&kinds, "x"), -1);
  mr_game_free(game);
}

/* Where nothing is there at the beginning, what is set up is met. */
static void kinds_are_found_where_armies_are_set_up(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("warlord-border-war", "");
  open_kinds(game);
  int found_kind = mr_material_find(&kinds, "infantry");
  assert_true(found_kind >= 0 && kinds.items[found_kind].begin[1] > 2);
  mr_game_free(game);
}

/* ---- replacement matches --------------------------------------------------------------------- */

/* What a beginning has more of than the game's own is what the regression is told. */
static void check_beginning(const mr_game *game, mr_state *state, uint64_t index,
                            const mr_material *own) {
  mr_material told, counted;
  mr_error error;
  bool strangers = false;
  if (mr_replacements_begin(&plan, index, state, &error) != MR_OK) {
    fail_msg("%s, game %u: %s", game->info.name, (unsigned)index, error.message);
  }
  assert_int_equal(mr_game_node(game, state).kind, MR_NODE_DECISION);
  assert_int_equal(mr_material_count(&kinds, state, &counted, &strangers, NULL), MR_OK);
  mr_replacements_material(&plan, index, &told);
  for (size_t k = 0; k < kinds.count; k++) {
    if (counted.more[k] - own->more[k] != told.more[k]) {
      fail_msg("%s, game %u, %s: %d, not %d", game->info.name, (unsigned)index, kinds.items[k].text,
               counted.more[k] - own->more[k], told.more[k]);
    }
  }
  assert_false(strangers);
}

static void beginnings_have_what_is_told_of_them(void **unused) {
  (void)unused;
  static const char *const names[] = {"chess", "borderlands", "battle-of-ideologies",
                                      "nearly-colorboundmost", "shogi"};
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    mr_game *game = mr_game_open(names[n], "");
    mr_state *state = mr_state_new(game, NULL);
    mr_material own;
    bool strangers = false, met = false;
    open_kinds(game);
    for (size_t k = 0; k < kinds.count; k++) { /* rough worths of any size */
      double worth = 1 + (double)(k * 5 % 7);
      found[k] = (mr_value){.known = true, .value = {worth, worth, worth}};
    }
    mr_game_start(game, state);
    assert_int_equal(mr_material_count(&kinds, state, &own, &strangers, NULL), MR_OK);
    size_t unit = 0;
    while (kinds.items[unit].royal || kinds.items[unit].begin[0] < 2) {
      unit++;
    }
    assert_int_equal(mr_replacements_plan(&kinds, unit, found, 5, &plan, NULL), MR_OK);
    assert_true(plan.count > 6);
    for (uint64_t i = 0; i < 2 * plan.count; i++) {
      check_beginning(game, state, i, &own);
      met = met || mr_replacements_of(&plan, i)->count > 2;
    }
    assert_true(met); /* men stand against something of worth */
    mr_state_free(game, NULL, state);
    mr_game_free(game);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(intervals_hold_the_worths_that_results_come_from),
    cmocka_unit_test(nothing_is_said_where_nothing_differs),
    cmocka_unit_test(values_without_memory_say_so),
    cmocka_unit_test(ranks_agree_as_they_should),
    cmocka_unit_test(kinds_are_named_as_people_do),
    cmocka_unit_test(kinds_are_found_where_armies_are_set_up),
    cmocka_unit_test(beginnings_have_what_is_told_of_them),
};

MR_TEST_MAIN(tests)
