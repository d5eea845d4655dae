#include <marcher/catalog.h>
#include <marcher/measure.h>
#include <marcher/values.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/real.h"
#include "borderline_open.h"
#include "failing_alloc.h"
#include "instruments.h"
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

enum { KINDS = 3 };

/* How games come about whose results come from known worths. */
typedef struct model {
  const char *name;
  unsigned cases;
  bool near_even;
  double scale; /* of the worths */
  double drawn; /* of what could be drawn */
  int most;     /* differences of each kind: -most .. most */
  bool zeros;   /* nought among them */
} model;

static const mr_values_ask usual = {.positions = true, .seed = 1};
static const double worths[KINDS] = {0.4, 0.8, 0.1};

static mr_material draw_material(const model *m, mr_random *random) {
  mr_material material = {{0}};
  for (unsigned k = 0; k < KINDS; k++) {
    unsigned ways = 2 * (unsigned)m->most + m->zeros;
    int more = (int)mr_random_below(random, ways) - m->most;
    more += !m->zeros && more >= 0;
    material.more[k] = (int8_t)more;
  }
  return material;
}

/* Each game is some positions with differences by chance, which say the same. */
static void simulate(mr_values *values, const model *m, mr_random *random) {
  for (unsigned c = 0; c < m->cases; c++) {
    mr_material material = draw_material(m, random);
    double odds = 0.2; /* of moving first */
    for (unsigned k = 0; k < KINDS; k++) {
      odds += m->scale * worths[k] * material.more[k];
    }
    double expected = 1 / (1 + mr_exp(-odds)), lot = mr_random_unit(random);
    double drawn = m->drawn * 2 * fmin(expected, 1 - expected);
    unsigned points = lot < expected - drawn / 2   ? MR_SCORE_WIN
                      : lot < expected + drawn / 2 ? MR_SCORE_WIN / 2
                                                   : 0;
    for (unsigned i = 0; i < 2; i++) {
      assert_int_equal(mr_values_add(values, i == 0, &material, points, NULL), MR_OK);
    }
  }
}

/* Kinds without a game. */
static void make_kinds(void) {
  static const char *const said[KINDS] = {"2", "4", "0.5"};
  kinds = (mr_material_kinds){.count = KINDS + 1};
  for (unsigned k = 0; k < KINDS; k++) {
    kinds.items[k] = (mr_material_kind){.text = {(char)('A' + k), '\0'}, .worth = said[k]};
  }
}

/* 200 simulated experiments, or as many as script/measure-coverage asks for. */
static unsigned repetitions(void) {
  const char *wanted = getenv("MARCHER_COVERAGE");
  return wanted != NULL ? (unsigned)strtoul(wanted, NULL, 10) : 200;
}

/* At least 94.4 of 100, and of many cases at most 97.5; and what chance may add to so few: three
 * deviations of it, and four of some dozens of figures. */
static void assert_covered(const model *m, const char *what, unsigned kind, unsigned covered,
                           unsigned tries) {
  double share = (double)covered / tries;
  double chance = (tries < 10000 ? 4 : 2) * sqrt(0.95 * 0.05 / tries);
  bool many = m->cases >= 100;
  if (share < 0.944 - (tries < 10000 ? chance : 0) || (many && share > 0.975 + chance)) {
    fail_msg("%s: %s of kind %u: %u of %u covered", m->name, what, kind, covered, tries);
  }
  print_message("%s: %s of kind %u: %u of %u covered\n", m->name, what, kind, covered, tries);
}

static bool holds(mr_interval interval, double truth) {
  return interval.low <= truth + 1e-9 && truth - 1e-9 <= interval.high;
}

static void check_coverage(const model *m) {
  unsigned odds[KINDS] = {0}, units[KINDS] = {0}, known[KINDS] = {0}, ranks = 0, done = 0;
  mr_random random;
  mr_random_init(&random, m->cases);
  for (unsigned try = 0; try < repetitions(); try++) {
    mr_values *values = NULL;
    mr_rank rank = {0};
    const mr_values_ask ask = {0, m->near_even, try};
    assert_int_equal(mr_values_new(&kinds, NULL, &values, NULL), MR_OK);
    simulate(values, m, &random);
    assert_int_equal(mr_values_cases(values), m->cases);
    bool told = mr_values_fit(values, &ask, found, &rank, NULL) == MR_OK;
    for (unsigned k = 0; k < KINDS && told; k++) {
      known[k] += found[k].known;
      odds[k] += found[k].known && holds(found[k].odds, m->scale * worths[k]);
      units[k] += found[k].known && holds(found[k].value, worths[k] / worths[0]);
    }
    done += told && rank.count == KINDS;
    ranks += told && rank.count == KINDS && holds(rank.agreement, 1);
    assert_false(told && found[KINDS].known);
    mr_values_free(values);
  }
  for (unsigned k = 0; k < KINDS; k++) {
    assert_true(known[k] > repetitions() / 2);
    assert_covered(m, "odds", k, odds[k], known[k]);
    if (k > 0) { /* the unit is one, whatever happens */
      assert_covered(m, "units", k, units[k], known[k]);
    }
  }
  /* An order is one of few: intervals of it cover more than they promise. */
  assert_covered(&(model){.name = m->name}, "order", 0, ranks, done);
}

static void intervals_hold_the_worths_that_results_come_from(void **unused) {
  (void)unused;
  static const model models[] = {
      {"12 cases", 12, true, 1, 0, 2, false},
      {"12 cases that tell much", 12, false, 2, 0, 1, false},
      {"50 cases", 50, true, 1, 0, 2, true},
      {"50 cases that tell much", 50, false, 2, 0, 1, false},
      {"50 cases, some drawn", 50, true, 1, 0.5, 1, true},
      {"150 cases", 150, true, 1, 0, 2, true},
      {"150 cases, some drawn", 150, false, 1, 0.5, 1, false},
  };
  make_kinds();
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i += MR_SLOW_BUILD ? 4 : 1) {
    check_coverage(&models[i]);
  }
}

/* Bootstraps of results that do not vary have no width: they are no intervals. */
static void nothing_is_said_where_results_do_not_vary(void **unused) {
  (void)unused;
  static const struct {
    unsigned points;
    const char *words;
  } ends[] = {{MR_SCORE_WIN / 2, "all 40 games in which the sides were told apart were drawn"},
              {MR_SCORE_WIN, "were won by the same side: results do not vary"},
              {0, "were lost by the same side: results do not vary"}};
  make_kinds();
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    mr_values *values = NULL;
    mr_error error;
    assert_int_equal(mr_values_new(&kinds, NULL, &values, NULL), MR_OK);
    for (unsigned c = 0; c < 40; c++) {
      mr_material material = {{(int8_t)(c % 3), (int8_t)(c % 2)}};
      assert_int_equal(mr_values_add(values, true, &material, ends[i].points, NULL), MR_OK);
    }
    assert_int_equal(mr_values_fit(values, &usual, found, NULL, &error), MR_ERR_UNSUPPORTED);
    if (strstr(error.message, ends[i].words) == NULL) {
      fail_msg("%s", error.message);
    }
    assert_false(found[0].known);
    mr_values_free(values);
  }
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
    if (i == 0) {
      assert_int_equal(mr_values_fit(values, &usual, found, NULL, &error), MR_ERR_UNSUPPORTED);
      assert_non_null(strstr(error.message, "of 1 game no side"));
    }
  }
  assert_int_equal(mr_values_fit(values, &usual, found, NULL, &error), MR_ERR_UNSUPPORTED);
  assert_true(strstr(error.message, "of 100 games") != NULL);
  mr_values_free(values);
  mr_game_free(game);
}

/* The kind of one side that is seldom taken: the games in which it is tell of it, and no others. */
static void a_kind_of_one_side_tells_where_it_is_taken(void **unused) {
  (void)unused;
  make_kinds();
  for (unsigned taken = 0; taken <= 20; taken += 20) {
    mr_values *values = NULL;
    assert_int_equal(mr_values_new(&kinds, NULL, &values, NULL), MR_OK);
    for (unsigned c = 0; c < 80; c++) {
      mr_material material = {{(int8_t)(c % 3 - 1), -2}};
      assert_int_equal(mr_values_add(values, true, &material, c % 5, NULL), MR_OK);
      material.more[1] = c < taken ? -1 : -2;
      assert_int_equal(mr_values_add(values, false, &material, c % 5, NULL), MR_OK);
    }
    assert_int_equal(mr_values_fit(values, &usual, found, NULL, NULL), MR_OK);
    assert_int_equal(found[0].cases, 53);
    assert_int_equal(found[1].cases, taken);
    assert_int_equal(found[1].known, taken > 0);
    mr_values_free(values);
  }
}

/* Of men that become others and are never taken, one follows from the other: what they are worth by
 * themselves is anybody's, and no interval says how much. What stands beside them is told. */
static void kinds_that_follow_from_others_are_not_told_apart(void **unused) {
  (void)unused;
  mr_random random;
  make_kinds();
  mr_random_init(&random, 5);
  mr_values *values = NULL;
  assert_int_equal(mr_values_new(&kinds, NULL, &values, NULL), MR_OK);
  for (unsigned c = 0; c < 300; c++) {
    int men = (int)mr_random_below(&random, 5) - 2, other = (int)mr_random_below(&random, 3) - 1;
    double expected = 1 / (1 + mr_exp(-0.4 * men - 0.8 * other));
    const mr_material material = {{(int8_t)men, (int8_t)other, (int8_t)-men}};
    unsigned points = mr_random_unit(&random) < expected ? MR_SCORE_WIN : 0;
    assert_int_equal(mr_values_add(values, true, &material, points, NULL), MR_OK);
  }
  assert_int_equal(mr_values_fit(values, &usual, found, NULL, NULL), MR_OK);
  assert_false(found[0].known || found[2].known);
  assert_true(found[0].bound > 0 && found[0].bound == found[2].bound);
  assert_true(found[1].known && found[1].bound == 0 && holds(found[1].odds, 0.8));
  mr_values_free(values);
}

static void values_without_memory_say_so(void **unused) {
  (void)unused;
  static const model many = {"many", 150, true, 1, 0, 2, true};
  make_kinds();
  bool whole = false;
  for (size_t at = 1; !whole; at++) {
    mr_fail_alloc memory;
    mr_values *values = NULL;
    mr_random random;
    mr_random_init(&random, 1);
    mr_fail_alloc_init(&memory, 0);
    assert_int_equal(mr_values_new(&kinds, &memory.allocator, &values, NULL), MR_OK);
    simulate(values, &many, &random);
    memory.fail_at = memory.calls + at;
    whole = mr_values_fit(values, &usual, found, NULL, NULL) == MR_OK;
    mr_values_free(values);
    assert_true(mr_fail_alloc_clean(&memory));
    assert_true(at < 10);
  }
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

static void what_falls_back_is_named_after_what_it_was(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("crazyhouse", "");
  open_kinds(game);
  int queen = mr_material_find(&kinds, "q~"), pawn = mr_material_find(&kinds, "p");
  assert_true(queen >= 0 && pawn >= 0);
  assert_int_equal(kinds.items[queen].was, 'P');
  assert_int_equal(kinds.items[queen].begin[0], 0);
  assert_int_equal(kinds.items[pawn].was, '\0');
  assert_int_equal(kinds.items[pawn].begin[0], 8);
  assert_true(mr_material_find(&kinds, "q") != queen);
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
  static const char *const names[] = {
      "chess", "borderlands", "battle-of-ideologies", "nearly-colorboundmost",
      "shogi", "crazyhouse",  "warlord-clash-of-arms"};
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
    cmocka_unit_test(nothing_is_said_where_results_do_not_vary),
    cmocka_unit_test(a_kind_of_one_side_tells_where_it_is_taken),
    cmocka_unit_test(kinds_that_follow_from_others_are_not_told_apart),
    cmocka_unit_test(values_without_memory_say_so),
    cmocka_unit_test(ranks_agree_as_they_should),
    cmocka_unit_test(kinds_are_named_as_people_do),
    cmocka_unit_test(what_falls_back_is_named_after_what_it_was),
    cmocka_unit_test(kinds_are_found_where_armies_are_set_up),
    cmocka_unit_test(beginnings_have_what_is_told_of_them),
};

MR_TEST_MAIN(tests)
