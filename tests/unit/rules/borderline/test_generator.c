/*
 * The pieces that are dealt (BD-2, BD-3, BD-4): the exact distribution against
 * tests/data/borderline.generator.json, and what is drawn from it.
 */
#include <stdio.h>

#include "borderline_open.h"
#include "borderline_slow.h"
#include "fraction.h"
#include "jsonl.h"
#include "test_main.h"

enum { PATTERNS = 196, CODES = 512, PIECES = 15, DEALS = 2 * PIECES, SAMPLE_GAMES = 8000 };

/* Upper quantiles of chi-square: a true generator exceeds them once in a thousand seeds. */
#define CHI_SQUARE_6_LIMIT 22.458
#define CHI_SQUARE_195_LIMIT 261.763
#define SAMPLE_SEED 20240601u

/* Chances by pattern; 0 where a pattern is never dealt. */
typedef struct distribution {
  mr_exact chance[CODES];
} distribution;

static int pips_of(int pattern) {
  int count = 0;
  for (; pattern != 0; pattern &= pattern - 1) {
    count++;
  }
  return count;
}

/* The chances at the node where the table stands. */
static void read_node(mr_table *table, distribution *out) {
  uint64_t total = 0;
  for (int pattern = 0; pattern < CODES; pattern++) {
    out->chance[pattern] = mr_exact_of(0, 1);
  }
  assert_int_equal(mr_game_node(table->game, table->state).kind, MR_NODE_CHANCE);
  size_t count = mr_game_chances(table->game, table->state, table->chances, &total);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(table, table->chances[i].action, text);
    int pattern = mr_slow_pattern(text);
    assert_in_range(pattern, 0, CODES - 1);
    assert_int_equal(strlen(text), 3);
    assert_int_equal(out->chance[pattern].numerator, 0);
    out->chance[pattern] = mr_exact_of(table->chances[i].weight, total);
  }
}

static void read_first_node(const char *sets, distribution *out) {
  mr_table table;
  mr_table_open(&table, sets, NULL);
  read_node(&table, out);
  mr_table_close(&table);
}

static void expect(mr_exact found, const char *wanted, const char *what, const char *key) {
  if (!mr_exact_same(found, mr_exact_read(wanted))) {
    fail_msg("%s %s: %s expected, found about %.12f", what, key, wanted, mr_exact_double(found));
  }
}

static void every_pattern_has_exactly_its_chance(void **unused) {
  (void)unused;
  distribution dealt;
  read_first_node("", &dealt);
  json_t *figures = mr_json_read("borderline.generator.json");
  json_t *patterns = json_object_get(figures, "patterns");
  assert_int_equal(json_object_size(patterns), PATTERNS);
  const char *key;
  json_t *value;
  mr_exact sum = mr_exact_of(0, 1);
  json_object_foreach(patterns, key, value) {
    int pattern = mr_slow_pattern(key);
    assert_true(pattern >= 0);
    expect(dealt.chance[pattern], json_string_value(value), "pattern", key);
    sum = mr_exact_add(sum, dealt.chance[pattern]);
  }
  assert_true(mr_exact_same(sum, mr_exact_of(1, 1)));
  json_decref(figures);
}

static void every_piece_of_both_hands_is_dealt_alike(void **unused) {
  (void)unused;
  distribution first;
  read_first_node("", &first);
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_random random;
  mr_random_init(&random, 5);
  for (int deal = 0; deal < DEALS; deal++) {
    distribution here;
    read_node(&table, &here);
    for (int pattern = 0; pattern < CODES; pattern++) {
      assert_true(mr_exact_same(here.chance[pattern], first.chance[pattern]));
    }
    mr_action face = mr_game_roll(table.game, table.state, table.chances, &random);
    mr_game_make(table.game, table.state, face, NULL, &table.events);
    assert_int_equal(mr_table_events(&table, MR_EVENT_DEAL), 1);
    assert_int_equal(table.events.items[0].player.id, deal < PIECES ? 0 : 1);
  }
  assert_int_equal(mr_game_node(table.game, table.state).kind, MR_NODE_DECISION);
  mr_table_close(&table);
}

static void the_numbers_of_pips_have_their_chances(void **unused) {
  (void)unused;
  distribution dealt;
  read_first_node("", &dealt);
  json_t *figures = mr_json_read("borderline.generator.json");
  mr_exact mean = mr_exact_of(0, 1);
  for (int pips = 3; pips <= 9; pips++) {
    char key[2] = {(char)('0' + pips), '\0'};
    mr_exact chance = mr_exact_of(0, 1);
    uint64_t patterns = 0;
    for (int pattern = 0; pattern < CODES; pattern++) {
      if (pips_of(pattern) == pips && dealt.chance[pattern].numerator != 0) {
        chance = mr_exact_add(chance, dealt.chance[pattern]);
        patterns++;
      }
    }
    expect(chance, mr_json_text(mr_json_member(figures, "number_of_pips"), key), "pips", key);
    assert_int_equal(patterns, mr_json_number(mr_json_member(figures, "valid_patterns"), key));
    mean = mr_exact_add(mean, mr_exact_multiply(chance, mr_exact_of((mr_u128)pips, 1)));
  }
  expect(mean, mr_json_text(figures, "expected_pips"), "expected", "pips");
  json_decref(figures);
}

/* ---- edges ----------------------------------------------------------------------------------- */

/*
 * An edge by the places of its three PIPs in a pattern's nine bits; left to right on the top and
 * bottom edges, top to bottom on the left and right ones.
 */
typedef struct edge {
  const char *name;
  int places[3];
} edge;

static const edge top = {"top", {8, 7, 6}};
static const edge bottom = {"bottom", {2, 1, 0}};
static const edge left = {"left", {8, 5, 2}};
static const edge right = {"right", {6, 3, 0}};

static int edge_of(int pattern, const edge *which) {
  int pips = 0;
  for (int i = 0; i < 3; i++) {
    pips = pips << 1 | ((pattern >> which->places[i]) & 1);
  }
  return pips;
}

static mr_exact edge_chance(const distribution *dealt, const edge *which, int pips) {
  mr_exact sum = mr_exact_of(0, 1);
  for (int pattern = 0; pattern < CODES; pattern++) {
    if (edge_of(pattern, which) == pips) {
      sum = mr_exact_add(sum, dealt->chance[pattern]);
    }
  }
  return sum;
}

/* The figures write top and bottom edges as octal digits, left and right ones as bits. */
static int read_edge(const char *key) {
  return strlen(key) == 1 ? key[0] - '0'
                          : (key[0] - '0') << 2 | (key[1] - '0') << 1 | (key[2] - '0');
}

static void the_four_edges_have_their_chances(void **unused) {
  (void)unused;
  distribution dealt;
  read_first_node("", &dealt);
  json_t *figures = mr_json_read("borderline.generator.json");
  const edge *const edges[] = {&top, &bottom, &left, &right};
  for (size_t i = 0; i < 4; i++) {
    json_t *wanted = json_object_get(mr_json_member(figures, "marginals"), edges[i]->name);
    assert_int_equal(json_object_size(wanted), i < 2 ? 7 : 8);
    const char *key;
    json_t *value;
    json_object_foreach(wanted, key, value) {
      expect(edge_chance(&dealt, edges[i], read_edge(key)), json_string_value(value),
             edges[i]->name, key);
    }
  }
  json_decref(figures);
}

static mr_exact chance_of_touch(const distribution *dealt, const edge *mine, const edge *theirs) {
  mr_exact sum = mr_exact_of(0, 1);
  for (int a = 0; a < 8; a++) {
    for (int b = 0; b < 8; b++) {
      if ((a & b) != 0) {
        sum = mr_exact_add(
            sum, mr_exact_multiply(edge_chance(dealt, mine, a), edge_chance(dealt, theirs, b)));
      }
    }
  }
  return sum;
}

static void two_pieces_touch_with_the_chance_of_the_figures(void **unused) {
  (void)unused;
  distribution dealt;
  read_first_node("", &dealt);
  json_t *figures = mr_json_read("borderline.generator.json");
  const json_t *wanted = mr_json_member(figures, "chance_of_touch");
  expect(chance_of_touch(&dealt, &bottom, &top), mr_json_text(wanted, "vertical"), "touch",
         "vertically");
  expect(chance_of_touch(&dealt, &right, &left), mr_json_text(wanted, "horizontal"), "touch",
         "horizontally");
  json_decref(figures);
}

static void a_duel_has_the_chances_of_the_figures(void **unused) {
  (void)unused;
  json_t *figures = mr_json_read("borderline.generator.json");
  const json_t *wanted = mr_json_member(figures, "duel");
  mr_table table;
  uint64_t total = 0;
  mr_table_open(&table, "", "R7775/1B7774/6/6/6/6/6/6 R 777 777 0 0");
  mr_table_play(&table, "777@b0");
  uint64_t won = mr_table_weight(&table, "win", &total);
  expect(mr_exact_of(won, total), mr_json_text(wanted, "attacker_wins"), "the attacker", "wins");
  uint64_t lost = mr_table_weight(&table, "lose", &total);
  expect(mr_exact_of(lost, total), mr_json_text(wanted, "attacker_loses"), "the attacker", "loses");
  mr_table_close(&table);
  json_decref(figures);
}

/* ---- other definitions ----------------------------------------------------------------------- */

static void the_share_of_three_pips_is_a_key(void **unused) {
  (void)unused;
  distribution dealt;
  int nine = mr_slow_pattern("777");
  int three = mr_slow_pattern("222");
  read_first_node("three_pip=100%", &dealt);
  assert_true(mr_exact_same(dealt.chance[three], mr_exact_of(1, 9)));
  assert_int_equal(dealt.chance[nine].numerator, 0);
  read_first_node("three_pip=0", &dealt);
  assert_int_equal(dealt.chance[three].numerator, 0);
  assert_true(mr_exact_same(dealt.chance[nine], mr_exact_of(1, 6)));
  read_first_node("three_pip=1/3", &dealt);
  assert_true(mr_exact_same(dealt.chance[three], mr_exact_of(1, 27)));
  assert_true(mr_exact_same(dealt.chance[nine], mr_exact_of(1, 9)));
}

/* ---- samples --------------------------------------------------------------------------------- */

/* Deals whole games, each continuing the stream of random numbers, and counts the patterns. */
static void sample(uint64_t counts[CODES]) {
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_random random;
  mr_random_init(&random, SAMPLE_SEED);
  for (int game = 0; game < SAMPLE_GAMES; game++) {
    mr_game_start(table.game, table.state);
    for (int deal = 0; deal < DEALS; deal++) {
      char text[MR_ACTION_TEXT_MAX];
      mr_action face = mr_game_roll(table.game, table.state, table.chances, &random);
      mr_table_text(&table, face, text);
      counts[mr_slow_pattern(text)]++;
      mr_game_make(table.game, table.state, face, NULL, NULL);
    }
  }
  mr_table_close(&table);
}

static double term(double found, double expected) {
  return (found - expected) * (found - expected) / expected;
}

static void a_large_sample_fits_the_chances_of_all_patterns(void **unused) {
  (void)unused;
  distribution dealt;
  uint64_t counts[CODES] = {0};
  read_first_node("", &dealt);
  sample(counts);
  double chi_square = 0;
  for (int pattern = 0; pattern < CODES; pattern++) {
    double expected = mr_exact_double(dealt.chance[pattern]) * SAMPLE_GAMES * DEALS;
    if (expected > 0) {
      chi_square += term((double)counts[pattern], expected);
    } else {
      assert_int_equal(counts[pattern], 0);
    }
  }
  print_message("196 patterns, %d pieces: chi-square %.2f, limit %.2f (195 degrees, 1/1000)\n",
                SAMPLE_GAMES * DEALS, chi_square, CHI_SQUARE_195_LIMIT);
  assert_true(chi_square < CHI_SQUARE_195_LIMIT);
}

static void a_large_sample_fits_the_chances_of_the_numbers_of_pips(void **unused) {
  (void)unused;
  uint64_t counts[CODES] = {0};
  uint64_t by_pips[10] = {0};
  sample(counts);
  for (int pattern = 0; pattern < CODES; pattern++) {
    by_pips[pips_of(pattern)] += counts[pattern];
  }
  double chi_square = 0;
  for (int pips = 3; pips <= 9; pips++) {
    double chance = pips == 3 ? 4.0 / 5 : 1.0 / 30;
    chi_square += term((double)by_pips[pips], chance * SAMPLE_GAMES * DEALS);
  }
  print_message("3 to 9 PIPs, %d pieces: chi-square %.2f, limit %.2f (6 degrees, 1/1000)\n",
                SAMPLE_GAMES * DEALS, chi_square, CHI_SQUARE_6_LIMIT);
  assert_true(chi_square < CHI_SQUARE_6_LIMIT);
}

static void hands_of(uint64_t seed, char out[MR_SLOW_STATE]) {
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_table_deal(&table, seed);
  snprintf(out, MR_SLOW_STATE, "%s", mr_table_state(&table));
  mr_table_close(&table);
}

static void the_same_seed_deals_the_same_hands(void **unused) {
  (void)unused;
  static char first[MR_SLOW_STATE];
  static char again[MR_SLOW_STATE];
  static char other[MR_SLOW_STATE];
  hands_of(7, first);
  hands_of(7, again);
  hands_of(8, other);
  assert_string_equal(first, again);
  assert_string_not_equal(first, other);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_pattern_has_exactly_its_chance),
    cmocka_unit_test(every_piece_of_both_hands_is_dealt_alike),
    cmocka_unit_test(the_numbers_of_pips_have_their_chances),
    cmocka_unit_test(the_four_edges_have_their_chances),
    cmocka_unit_test(two_pieces_touch_with_the_chance_of_the_figures),
    cmocka_unit_test(a_duel_has_the_chances_of_the_figures),
    cmocka_unit_test(the_share_of_three_pips_is_a_key),
    cmocka_unit_test(a_large_sample_fits_the_chances_of_all_patterns),
    cmocka_unit_test(a_large_sample_fits_the_chances_of_the_numbers_of_pips),
    cmocka_unit_test(the_same_seed_deals_the_same_hands),
};

MR_TEST_MAIN(tests)
