/*
 * Generated maps with their ends and the set-ups of later texts (WL-19, WL-45 to WL-48), and where
 * their towns lie (WL-40): what the words ask for stands in the game, laws hold, and the general
 * plays them to an end that is what it says.
 */
#include <marcher/catalog.h>
#include <marcher/laws.h>
#include <stdio.h>
#include <string.h>

#include "engine_fixture.h"
#include "instruments.h"
#include "rules/warlord/warlord.h"
#include "test_main.h"

enum { VALUES = 32, LARGE_SEEDS = MR_SLOW_BUILD ? 1 : 6 };

/* A generated game. */
typedef struct field {
  mr_game *base;
  const mr_wl_game *game;
} field;

static void make_text(const char *words, uint64_t seed, mr_str *out) {
  const mr_generator *generator = mr_family_warlord.generator;
  const char *values[VALUES] = {NULL};
  char copy[256];
  char *rest = NULL;
  mr_error error = {.message = ""};
  snprintf(copy, sizeof copy, "%s", words);
  for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    char *equals = strchr(word, '=');
    size_t i = 0;
    assert_non_null(equals);
    *equals = '\0';
    while (strcmp(generator->options[i].name, word) != 0) {
      i++;
      assert_true(i < generator->option_count);
    }
    values[i] = equals + 1;
  }
  if (generator->generate(values, seed, NULL, out, &error) != MR_OK) {
    fail_msg("%s seed %u: %s", words, (unsigned)seed, error.message);
  }
}

static void open_field(field *f, const char *words, uint64_t seed) {
  mr_catalog *all = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_str text = mr_str_growing(NULL);
  *f = (field){NULL, NULL};
  make_text(words, seed, &text);
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &all, NULL), MR_OK);
  bool good = mr_catalog_add(all, "map", mr_str_text(&text), text.length, &list) == MR_OK &&
              mr_catalog_open(all, "warlord-generated", NULL, 0, &f->base, &list) == MR_OK;
  if (!good || list.count > 0) {
    fail_msg("%s: %s", words, list.first != NULL ? list.first->message : "");
  }
  f->game = mr_wl_game_of(f->base);
  mr_arena_done(&arena);
  mr_str_done(&text);
  mr_catalog_free(all);
}

static void keep_laws(const field *f, const char *words) {
  mr_laws_report report;
  mr_laws_options options = {.seed = 7, .games = 1, .max_plies = 90, .every = 30};
  assert_int_equal(mr_laws_check(f->base, &options, NULL, &report, NULL), MR_OK);
  for (int law = 0; law < MR_LAW_COUNT; law++) {
    if (report.failures[law] > 0) {
      fail_msg("%s: %s: %s", words, mr_law_name((mr_law)law), report.first[law]);
    }
  }
}

/* How many towns are not so many ranks from the nearer edge. */
static unsigned count_elsewhere(const char *words, unsigned least, unsigned most, uint64_t seed) {
  field f;
  unsigned elsewhere = 0;
  open_field(&f, words, seed);
  for (unsigned cell = 0; cell < f.game->cells; cell++) {
    unsigned row = cell / f.game->columns, other = f.game->rows - 1u - row;
    unsigned ranks = row < other ? row : other;
    elsewhere += f.game->ground[cell] == MR_WL_TOWN && (ranks < least || ranks > most);
  }
  mr_game_free(f.base);
  return elsewhere;
}

/* A third of the ranks lies between a town and its like; on long boards all lie midway. */
static void WL_40_towns_belong_to_a_side_or_lie_midway(void **unused) {
  (void)unused;
  for (uint64_t seed = 0; seed < LARGE_SEEDS; seed++) {
    assert_int_equal(count_elsewhere("size=24x24", 6, 7, seed), 0);
    assert_int_equal(count_elsewhere("size=48x72 towns=9", 12, 23, seed), 2); /* the middle */
    assert_int_equal(count_elsewhere("size=96x96", 36, 47, seed), 0);
  }
}

/* Who holds all of its half and the middle has not won: a town of the enemy's half is needed. */
static void WL_19_a_map_is_not_won_without_a_town_of_the_enemys_half(void **unused) {
  (void)unused;
  static const struct {
    const char *words;
    unsigned towns;
  } maps[] = {{"size=36x36 towns=13", 9},          {"size=36x36 towns=13 win=auto", 9},
              {"size=36x36 towns=13 win=most", 8}, {"size=36x36 towns=13 win=11", 11},
              {"size=36x36 towns=12", 7},          {"size=36x36 towns=12 win=most", 7},
              {"size=25x25 towns=9", 6},           {"size=25x25 towns=9 win=most", 5},
              {"size=36x36 towns=0", 0},           {"size=36x36 towns=13 win=0", 0}};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    field f;
    open_field(&f, maps[i].words, 3);
    assert_int_equal(f.game->towns_to_win, maps[i].towns);
    mr_game_free(f.base);
  }
}

/*
 * Up to 80 ranks a turn has 18 activations at most and no level is lost with; above, the cap and
 * the level of defeat are 60% of the levels, and four of five towns win.
 */
static void WL_18_large_maps_have_the_cap_of_their_levels_and_a_defeat_below_it(void **unused) {
  (void)unused;
  static const struct {
    const char *words;
    unsigned cap;
    unsigned defeat;
    unsigned towns;
  } maps[] = {
      {"size=64x80", 18, 0, 9},
      {"size=64x80 most=auto defeat=auto", 18, 0, 9},
      {"size=64x80 most=40 defeat=20", 33, 20, 9},
      {"size=64x81", 33, 33, 13},
      {"size=96x96", 50, 50, 13},
      {"size=96x96 most=18 defeat=0 win=9", 18, 0, 9},
      {"size=96x96 cap=9", 9, 50, 13},
      {"size=96x96 win=most", 50, 50, 9},
      {"size=96x96 towns=4", 50, 50, 3},
      {"size=96x96 towns=9", 50, 50, 8},
      {"size=96x96 towns=0 defeat=84", 50, 84, 0},
      {"size=120x120", 63, 63, 13},
      {"size=120x120 armies=garrisons", 63, 63, 13},
      {"size=120x120 leaders=60 levels=6", 128, 216, 13},
      {"size=96x96 leaders=12 arrivals=6,12", 12, 0, 13}, /* those to come are no levels yet */
      {"style=border", 12, 12, 3},
      {"style=border defeat=0", 12, 0, 3},
      {"style=border cap=30", 30, 0, 3},
  };
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
    field f;
    open_field(&f, maps[i].words, 3);
    bool same = f.game->cap_most == maps[i].cap && f.game->defeat_level == maps[i].defeat &&
                f.game->towns_to_win == maps[i].towns;
    if (!same) {
      fail_msg("%s: cap %u, defeat_level %u, towns_to_win %u", maps[i].words, f.game->cap_most,
               f.game->defeat_level, f.game->towns_to_win);
    }
    mr_game_free(f.base);
  }
}

static void WL_46_to_48_are_in_force_where_they_are_asked_for(void **unused) {
  (void)unused;
  field f;
  open_field(&f, "size=24x24 towns=6 homes=2 turns=40 losses=75% arrivals=6,12 win=0", 3);
  assert_int_equal(f.game->home_towns_to_win, 2);
  assert_int_equal(f.game->last_turn, 40);
  assert_int_equal(f.game->last_turn_counts, MR_WL_COUNT_TOWNS);
  assert_int_equal(f.game->towns_to_win, 0);
  /* Three times twelve leaders and 36 others, of whom 36 may be left. */
  assert_int_equal(f.game->defeat_units, 36);
  keep_laws(&f, "all ends");
  mr_game_free(f.base);
  open_field(&f, "size=18x14 towns=0 turns=9", 3);
  assert_int_equal(f.game->last_turn_counts, MR_WL_COUNT_UNITS);
  mr_game_free(f.base);
}

static void WL_45_generated_armies_are_placed_in_the_open_and_as_they_come(void **unused) {
  (void)unused;
  static const char words[] = "size=24x24 leaders=6 units=4 deployment=open arrivals=2,4";
  field f;
  open_field(&f, words, 5);
  assert_int_equal(f.game->waves, 2);
  assert_int_equal(f.game->blocks, 0);
  assert_false(mr_game_can(f.base, MR_CAN_HIDE));
  assert_int_equal(f.game->army.total, 30);
  assert_int_equal(f.game->army.free_units, 0);
  assert_int_equal(f.game->original[0], 18);
  keep_laws(&f, words);
  mr_game_free(f.base);
}

/* ---- played by the general ------------------------------------------------------------------- */

/* What the rule says of the last state, counted once more square by square. */
static void check_end(const field *f, const mr_state *opaque, const char *words) {
  const mr_wl_game *game = f->game;
  const mr_wl_state *state = mr_wl_state_of(opaque);
  const mr_wl_head *h = &state->head;
  const char *rule = mr_game_ended_by(f->base, opaque) ? f->base->info.rules[h->end].id : "";
  unsigned homes[2] = {0}, towns[2] = {0}, units[2] = {0};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    uint16_t square = mr_wl_squares_const(game, state)[cell];
    unsigned man = mr_wl_unit_of(square);
    if (man == 0) {
      continue;
    }
    unsigned side = mr_wl_side_of(game, man - 1);
    bool town = mr_wl_ground_of(square) == MR_WL_TOWN;
    bool far_half = side == MR_WL_WHITE ? 2 * (cell / game->columns) + 1 < game->rows
                                        : 2 * (cell / game->columns) + 1 > game->rows;
    units[side]++;
    towns[side] += town;
    homes[side] += town && far_half;
  }
  if (strcmp(rule, "WL-46") == 0) {
    assert_true(h->winner == h->side && homes[h->winner] >= game->home_towns_to_win);
  } else if (strcmp(rule, "WL-47") == 0) {
    const unsigned *count = game->last_turn_counts == MR_WL_COUNT_TOWNS ? towns : units;
    unsigned wanted = count[0] == count[1] ? MR_WL_DRAWN : count[1] > count[0];
    assert_int_equal(h->turn, game->last_turn + 1);
    assert_int_equal(h->winner, wanted);
  } else if (strcmp(rule, "WL-48") == 0) {
    assert_true(units[1u - h->winner] <= game->defeat_units);
  } else if (strncmp(rule, "WL-", 3) != 0) {
    fail_msg("%s: ended by '%s'", words, rule);
  }
}

static void WL_46_to_48_the_general_plays_maps_that_nobody_has_seen_to_their_ends(void **unused) {
  (void)unused;
  static const char *const maps[] = {
      "size=12x12 leaders=3 homes=1 win=0",
      "size=16x14 leaders=4 turns=8 win=0",
      "size=14x12 leaders=3 losses=40% towns=0",
      "size=16x16 leaders=4 units=3 deployment=open arrivals=3 turns=9 towns=2",
  };
  enum { MAPS = sizeof maps / sizeof *maps, LEVEL = 3, PLAYED = MR_SLOW_BUILD ? 1 : MAPS };
  for (unsigned i = 0; i < PLAYED; i++) {
    field f;
    open_field(&f, maps[i], 40 + i);
    mr_state *state = mr_state_new(f.base, NULL);
    assert_non_null(state);
    mr_game_start(f.base, state);
    mr_engine *seats[2] = {fixture_engine(f.base, "general", LEVEL, 1),
                           fixture_engine(f.base, "general", LEVEL, 2)};
    mr_limits limits = {.nodes = 0};
    unsigned points = 0;
    fixture_play(f.base, state, seats, 3, &limits, &points);
    check_end(&f, state, maps[i]);
    mr_engine_free(seats[0]);
    mr_engine_free(seats[1]);
    mr_state_free(f.base, NULL, state);
    mr_game_free(f.base);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_19_a_map_is_not_won_without_a_town_of_the_enemys_half),
    cmocka_unit_test(WL_18_large_maps_have_the_cap_of_their_levels_and_a_defeat_below_it),
    cmocka_unit_test(WL_40_towns_belong_to_a_side_or_lie_midway),
    cmocka_unit_test(WL_46_to_48_are_in_force_where_they_are_asked_for),
    cmocka_unit_test(WL_45_generated_armies_are_placed_in_the_open_and_as_they_come),
    cmocka_unit_test(WL_46_to_48_the_general_plays_maps_that_nobody_has_seen_to_their_ends),
};

MR_TEST_MAIN(tests)
