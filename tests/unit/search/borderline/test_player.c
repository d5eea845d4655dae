#include <math.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "failing_alloc.h"
#include "search/borderline/borderline_search.h"
#include "test_main.h"

/* Red joins on a7 at once; Blue is far away. */
#define ONE_TO_GO "R2225/R2225/R2225/R2225/R2225/R2225/R2225/5B222 R 222,777 222,777,777 0 8"

static mr_engine *player(const mr_game *game, unsigned level, uint64_t seed) {
  mr_engine *engine = NULL;
  mr_error err = {0};
  mr_engine_options options = {.level = level, .seed = seed, .memory = 1 << 20};
  assert_int_equal(mr_engine_new(game, &options, &engine, &err), MR_OK);
  assert_string_equal(engine->kind, "expectimax");
  return engine;
}

static mr_search_result think(mr_engine *engine, const mr_state *state, mr_limits limits) {
  mr_search_result result;
  mr_error err = {0};
  assert_int_equal(mr_engine_think(engine, state, &limits, &result, &err), MR_OK);
  assert_true(mr_game_legal(engine->game, state, result.action));
  return result;
}

static const char *chosen(const mr_table *table, const mr_search_result *result, char *text) {
  mr_table_text(table, result->action, text);
  return text;
}

/** As mr_bds_measure, with scratch of its own. */
static mr_bds_road measure(const mr_bd_game *game, const mr_bd_state *state, unsigned player_id,
                           const mr_bds_weights *weights) {
  mr_arena arena;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_bds_roads *scratch = mr_bds_roads_new(&arena);
  assert_non_null(scratch);
  mr_bds_road road = mr_bds_measure(scratch, game, state, player_id, weights);
  mr_arena_done(&arena);
  return road;
}

/** As mr_bds_evaluate, the same. */
static double evaluate(const mr_bd_game *game, const mr_bd_state *state,
                       const mr_bds_weights *weights) {
  mr_arena arena;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  mr_bds_roads *scratch = mr_bds_roads_new(&arena);
  assert_non_null(scratch);
  double value = mr_bds_evaluate(scratch, game, state, weights);
  mr_arena_done(&arena);
  return value;
}

static void it_joins_its_rows_when_it_can(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "", ONE_TO_GO);
  for (unsigned level = 3; level <= MR_LEVEL_MAX; level++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_engine *engine = player(table.game, level, 1);
    mr_search_result result = think(engine, table.state, (mr_limits){.nodes = 3000});
    assert_non_null(strstr(chosen(&table, &result, text), "@a7"));
    assert_true(result.value > 0.99);
    mr_engine_free(engine);
  }
  mr_table_close(&table);
}

/*
 * Red needs only a7. Blue can attack the chain with 222 or 777, which loses 7 times in 12, or stand
 * on a7 with 124, whose upper edge does not meet the chain's: no duel, and Red must go round.
 */
static void it_stands_in_the_way_rather_than_roll_dice(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "",
                "R2225/R2225/R2225/R2225/R2225/R2225/R2225/1B7774 B 222,222 124,222 0 8");
  char text[MR_ACTION_TEXT_MAX];
  mr_engine *engine = player(table.game, MR_LEVEL_DEFAULT, 1);
  mr_search_result result = think(engine, table.state, (mr_limits){.nodes = 20000});
  assert_string_equal(chosen(&table, &result, text), "124@a7");
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* Blue has four pieces for five rows and draws at best, however near it is; Red, who cannot lose,
 * plays on. */
static void who_has_too_few_pieces_draws_at_best(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "columns=3;rows=5", "B2222/B2222/B2222/3/3 R 224,421,124,222,777 222 0 6");
  double value =
      evaluate(mr_bd_game_of(table.game), mr_bd_state_of(table.state), &mr_bds_standard_weights);
  assert_true(value > 0.5);
  mr_engine *engine = player(table.game, MR_LEVEL_DEFAULT, 1);
  mr_search_result result = think(engine, table.state, (mr_limits){.nodes = 400});
  assert_true(result.value >= 0.5);
  mr_engine_free(engine);
  mr_table_set(&table, "B2222/B2222/B2222/3/3 B 224,421,124,222,777 222 0 6");
  value =
      evaluate(mr_bd_game_of(table.game), mr_bd_state_of(table.state), &mr_bds_standard_weights);
  assert_true(value < 0.5);
  mr_table_close(&table);
}

/* Each side is told what it needs, and why it needs nothing more of a road that cannot be built. */
static void it_says_who_has_no_road(void **unused) {
  (void)unused;
  static const struct {
    const char *sets, *state, *said;
  } roads[] = {
      {"columns=3;rows=4;pieces=5", "1R124R422/2R222/1B4211/1B1211 B 421,471 221,224,421 0 5",
       "Red has no road with this hand, Blue needs 2 more pieces."},
      {"", ONE_TO_GO, "Red needs 1 more piece, Blue has too few pieces for a road."},
  };
  for (size_t i = 0; i < sizeof roads / sizeof *roads; i++) {
    mr_table table;
    mr_table_open(&table, roads[i].sets, roads[i].state);
    mr_engine *engine = player(table.game, MR_LEVEL_DEFAULT, 1);
    mr_search_result result = think(engine, table.state, (mr_limits){.nodes = 200});
    if (strstr(result.reason, roads[i].said) == NULL) {
      fail_msg("expected: %s\ngot: %s", roads[i].said, result.reason);
    }
    mr_engine_free(engine);
    mr_table_close(&table);
  }
}

/* A placement beside enemies that it meets is a fight at once; what is said of it knows that. */
static void it_says_whom_it_fights(void **unused) {
  (void)unused;
  unsigned said[2][2] = {{0}};
  for (uint64_t seed = 1; seed <= 6; seed++) {
    mr_table table;
    mr_table_open(&table, "columns=5;rows=5;pieces=8", NULL);
    mr_engine *engine = player(table.game, 3, seed);
    mr_random random;
    mr_chance chances[2048];
    mr_random_init(&random, seed);
    assert_true(table.game->info.max_chances <= sizeof chances / sizeof *chances);
    mr_node node = mr_game_node(table.game, table.state);
    for (; node.kind != MR_NODE_TERMINAL; node = mr_game_node(table.game, table.state)) {
      if (node.kind == MR_NODE_CHANCE) {
        mr_action rolled = mr_game_roll(table.game, table.state, chances, &random);
        mr_game_make(table.game, table.state, rolled, NULL, NULL);
        continue;
      }
      char text[MR_ACTION_TEXT_MAX];
      mr_search_result result = think(engine, table.state, (mr_limits){.nodes = 100});
      bool places = strchr(chosen(&table, &result, text), '@') != NULL;
      mr_game_make(table.game, table.state, result.action, NULL, NULL);
      bool fights = mr_game_node(table.game, table.state).kind == MR_NODE_CHANCE;
      if (places && strstr(result.reason, "fights") != NULL) {
        assert_true((strstr(result.reason, " It fights nobody.") == NULL) == fights);
        said[node.player.id][fights]++;
      }
    }
    mr_engine_free(engine);
    mr_table_close(&table);
  }
  for (unsigned side = 0; side < 2; side++) {
    assert_true(said[side][0] > 0 && said[side][1] > 0);
  }
}

static bool is_share(double value) {
  return value >= 0 && value <= 1;
}

/* What the player does, where all that it expects is a share. @param won counts what is sure */
static mr_action sound_action(mr_engine *engine, const mr_state *state, unsigned *won) {
  mr_search_result found = think(engine, state, (mr_limits){.nodes = 600, .lines = 4});
  assert_true(is_share(found.value));
  for (size_t i = 0; i < found.candidate_count; i++) {
    assert_true(is_share(found.candidates[i].value));
  }
  *won += found.value >= 1;
  return found.action;
}

/* Also beside an action that wins, when nothing else can be better. */
static void what_is_expected_is_a_share(void **unused) {
  (void)unused;
  unsigned won = 0;
  mr_table table;
  mr_table_open(&table, "columns=5;rows=5;pieces=8", NULL);
  mr_engine *engine = player(table.game, MR_LEVEL_MAX, 1);
  mr_chance chances[2048];
  mr_random random;
  mr_random_init(&random, 1);
  assert_true(table.game->info.max_chances <= sizeof chances / sizeof *chances);
  for (unsigned i = 0; i < 12; i++) {
    mr_state_copy(table.game, table.state, table.game->start);
    mr_node node = mr_game_node(table.game, table.state);
    for (; node.kind != MR_NODE_TERMINAL; node = mr_game_node(table.game, table.state)) {
      mr_action action = node.kind == MR_NODE_CHANCE
                             ? mr_game_roll(table.game, table.state, chances, &random)
                             : sound_action(engine, table.state, &won);
      mr_game_make(table.game, table.state, action, NULL, NULL);
    }
  }
  assert_true(won > 0);
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* ---- against the plain definition of expectimax ---------------------------------------------- */

typedef struct plain {
  const mr_bd_game *game;
  mr_state *states[24];
  mr_action *actions[4];
} plain;

static double plain_value(plain *p, unsigned slot, unsigned mover, unsigned depth);

/* What `mover` may expect, with every duel expanded and nothing pruned. */
static double plain_after(plain *p, unsigned slot, mr_action action, unsigned mover,
                          unsigned depth) {
  const mr_game *game = &p->game->base;
  mr_state_copy(game, p->states[slot + 1], p->states[slot]);
  mr_game_make(game, p->states[slot + 1], action, NULL, NULL);
  return plain_value(p, slot + 1, mover, depth);
}

static double plain_chance(plain *p, unsigned slot, unsigned mover, unsigned depth) {
  mr_chance outcomes[2];
  uint64_t total = 0;
  double sum = 0;
  size_t count = mr_game_chances(&p->game->base, p->states[slot], outcomes, &total);
  for (size_t i = 0; i < count; i++) {
    double value = plain_after(p, slot, outcomes[i].action, mover, depth);
    sum += value * (double)outcomes[i].weight / (double)total;
  }
  return sum;
}

static double plain_value(plain *p, unsigned slot, unsigned mover, unsigned depth) {
  const mr_game *game = &p->game->base;
  mr_node node = mr_game_node(game, p->states[slot]);
  if (node.kind == MR_NODE_TERMINAL) {
    uint8_t score[2];
    mr_game_score(game, p->states[slot], score);
    return score[mover] / (double)MR_SCORE_WIN;
  }
  if (node.kind == MR_NODE_CHANCE) {
    return plain_chance(p, slot, mover, depth);
  }
  if (depth == 0) {
    double value = evaluate(p->game, mr_bd_state_of(p->states[slot]), &mr_bds_standard_weights);
    return node.player.id == mover ? value : 1 - value;
  }
  double best = -1;
  mr_action *actions = p->actions[depth];
  size_t count = mr_game_actions(game, p->states[slot], actions);
  for (size_t i = 0; i < count; i++) {
    double value = plain_after(p, slot, actions[i], node.player.id, depth - 1);
    best = value > best ? value : best;
  }
  return node.player.id == mover ? best : 1 - best;
}

static void plain_open(plain *p, const mr_game *game) {
  *p = (plain){.game = mr_bd_game_of(game)};
  for (unsigned i = 0; i < 24; i++) {
    p->states[i] = mr_state_new(game, NULL);
  }
  for (unsigned i = 0; i < 4; i++) {
    p->actions[i] = mr_alloc_zero(NULL, game->info.max_actions, sizeof(mr_action));
  }
}

static void plain_close(plain *p) {
  const mr_game *game = &p->game->base;
  for (unsigned i = 0; i < 24; i++) {
    mr_state_free(game, NULL, p->states[i]);
  }
  for (unsigned i = 0; i < 4; i++) {
    mr_alloc_free(NULL, p->actions[i], game->info.max_actions * sizeof(mr_action));
  }
}

/* The search at full width, on a table that may be warm from another position. */
static double searched(mr_bds_search *search, const mr_state *state, unsigned depth) {
  const mr_limits none = {0};
  mr_engine silent = {0};
  mr_bds_result result;
  search->node_limit = UINT64_MAX;
  search->full_width = true;
  mr_watch_start(&search->watch, &none);
  mr_bds_search_run(search, mr_bd_state_of(state), depth, &silent, &result);
  for (size_t i = 1; i < result.count; i++) {
    assert_true(result.moves[i].value <= result.moves[0].value);
  }
  return (double)result.moves[0].value;
}

/* Searches a run of positions one after the other, so that the table carries over. */
static void check_against_plain(const char *const *states, unsigned count, unsigned depth) {
  mr_table table;
  mr_table_open(&table, "", states[0]);
  plain p;
  plain_open(&p, table.game);
  mr_bds_search search;
  assert_int_equal(mr_bds_search_init(&search, p.game, 1 << 18, NULL, NULL), MR_OK);
  for (unsigned i = 0; i < count; i++) {
    mr_table_set(&table, states[i]);
    mr_state_copy(table.game, p.states[0], table.state);
    unsigned mover = mr_game_node(table.game, table.state).player.id;
    double expected = plain_value(&p, 0, mover, depth);
    assert_true(fabs(searched(&search, table.state, depth) - expected) < 1e-5);
  }
  mr_bds_search_done(&search);
  plain_close(&p);
  mr_table_close(&table);
}

static const char *const POSITIONS[] = {
    ONE_TO_GO,
    "R2225/R2225/R2225/R1245/1B2214/1B4214/1B2224/1B7774 R 222,421 124,777 0 8",
    "2R7773/2R4243/2R5243/2R777B7772/3B2222/3B4242/3B1242/3B2222 B 124,421 777,176 0 9",
    "6/6/2R7773/2R4243/2B7773/2B2223/6/2B7773 R 222,424 222,777 0 6",
};

static void pruning_changes_no_value(void **unused) {
  (void)unused;
  check_against_plain(POSITIONS, 4, 2);
  check_against_plain(POSITIONS, 4, 3);
}

/* What was learnt far from the ply cap must not be believed close to it. */
static void the_clock_counts_where_the_cap_is_near(void **unused) {
  (void)unused;
  static const char *const late[] = {
      "2R7773/2R4243/2R5243/2R777B7772/3B2222/3B4242/3B1242/3B2222 B 124,421 777,176 0 90",
      "2R7773/2R4243/2R5243/2R777B7772/3B2222/3B4242/3B1242/3B2222 B 124,421 777,176 0 197",
      "2R7773/2R4243/2R5243/2R777B7772/3B2222/3B4242/3B1242/3B2222 B 124,421 777,176 0 196",
  };
  check_against_plain(late, 3, 3);
}

/* ---- what the evaluation sees ---------------------------------------------------------------- */

static void an_empty_board_is_eight_placements_wide(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "", "6/6/6/6/6/6/6/6 R 222,777 222,777 0 0");
  const mr_bd_game *game = mr_bd_game_of(table.game);
  mr_bds_road road =
      measure(game, mr_bd_state_of(table.state), MR_BD_RED, &mr_bds_standard_weights);
  assert_int_equal(road.cost, 8 * MR_BDS_UNIT);
  mr_table_set(&table, ONE_TO_GO);
  road = measure(game, mr_bd_state_of(table.state), MR_BD_RED, &mr_bds_standard_weights);
  assert_int_equal(road.cost, MR_BDS_UNIT);
  mr_table_close(&table);
}

/* Whichever piece of the hand it is that joins, the first, the last or the only one. */
static void one_piece_of_the_hand_is_enough_to_join(void **unused) {
  (void)unused;
  static const struct {
    const char *hand;
    bool joins;
  } hands[] = {{"222", true}, {"222,777", true}, {"121,222", true}, {"121", false}, {"-", false}};
  mr_table table;
  mr_table_open(&table, "", ONE_TO_GO);
  const mr_bd_game *game = mr_bd_game_of(table.game);
  for (size_t i = 0; i < sizeof hands / sizeof *hands; i++) {
    char text[256];
    snprintf(text, sizeof text, "R2225/R2225/R2225/R2225/R2225/R2225/R2225/5B222 R %s 222 0 8",
             hands[i].hand);
    mr_table_set(&table, text);
    mr_bds_road road =
        measure(game, mr_bd_state_of(table.state), MR_BD_RED, &mr_bds_standard_weights);
    assert_true(road.join == (hands[i].joins ? 1.0 : 0.0));
  }
  mr_table_close(&table);
}

static void a_wall_of_enemies_costs_a_duel(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "", "R2225/6/6/B777B777B777B777B777B777/6/6/6/B2225 R 777,777 777 0 8");
  const mr_bd_game *game = mr_bd_game_of(table.game);
  const mr_bds_weights *w = &mr_bds_standard_weights;
  mr_bds_road road = measure(game, mr_bd_state_of(table.state), MR_BD_RED, w);
  assert_true(road.cost >= 6 * MR_BDS_UNIT + w->enemy);
  assert_true(road.cost < MR_BDS_FAR);
  mr_table_close(&table);
}

/*
 * Turning the board half round and changing the colours must not change what the roads cost. Which
 * of several cheapest roads is looked at for exposed pieces may differ, and so the last digits of
 * the value.
 */
static void red_and_blue_are_judged_alike(void **unused) {
  (void)unused;
  const mr_bds_weights *w = &mr_bds_standard_weights;
  mr_bds_road roads[2][2];
  double value[2];
  mr_table table;
  mr_table_open(&table, "", NULL);
  const mr_bd_game *game = mr_bd_game_of(table.game);
  static const char *const turned[2] = {
      "R2225/R4245/6/6/6/6/4B1241/4B2221 R 124,777 222,421 0 8",
      "1R2224/1R1244/6/6/6/6/5B121/5B222 B 222,421 124,777 0 8",
  };
  for (unsigned i = 0; i < 2; i++) {
    mr_table_set(&table, turned[i]);
    const mr_bd_state *state = mr_bd_state_of(table.state);
    value[i] = evaluate(game, state, w);
    roads[i][0] = measure(game, state, state->side, w);
    roads[i][1] = measure(game, state, 1u - state->side, w);
  }
  for (unsigned side = 0; side < 2; side++) {
    assert_int_equal(roads[0][side].cost, roads[1][side].cost);
    assert_int_equal(roads[0][side].spots, roads[1][side].spots);
    assert_true(roads[0][side].join == roads[1][side].join);
    assert_true(roads[0][side].reach == roads[1][side].reach);
  }
  assert_true(fabs(value[0] - value[1]) < 0.05);
  mr_table_close(&table);
}

/* Whether one placement wins at once, without a duel. */
static bool some_placement_wins(mr_table *table) {
  mr_state *after = mr_state_new(table->game, NULL);
  size_t count = mr_table_actions(table);
  bool any = false;
  for (size_t i = 0; i < count && !any; i++) {
    mr_state_copy(table->game, after, table->state);
    mr_game_make(table->game, after, table->actions[i], NULL, NULL);
    any = mr_bd_state_of(after)->end == MR_BD_END_CONNECTION;
  }
  mr_state_free(table->game, NULL, after);
  return any;
}

/* Puts pieces of both on most squares. */
static void fill_board(const mr_table *table, mr_random *random) {
  const mr_bd_game *game = mr_bd_game_of(table->game);
  mr_bd_state *state = (mr_bd_state *)(void *)table->state;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned pattern = (unsigned)mr_random_below(random, MR_BD_PATTERNS);
    unsigned owner = mr_random_below(random, 4) == 0 ? MR_BD_BLUE : MR_BD_RED;
    if (mr_bd_pattern_valid(pattern) && mr_random_below(random, 8)) {
      mr_bd_put(game, state, cell, MR_BD_SQUARE(owner, pattern));
    }
  }
}

/* Where a road costs nothing, and where one placement joins, is for the rules to say. */
static void BD_13_roads_follow_the_victory_of_the_game(void **unused) {
  (void)unused;
  static const char *const sets[] = {"columns=4;rows=3", "columns=4;rows=3;victory=strict"};
  for (unsigned i = 0; i < 2; i++) {
    unsigned joined = 0, joining = 0;
    mr_table table;
    mr_table_open(&table, sets[i], NULL);
    const mr_bd_game *game = mr_bd_game_of(table.game);
    for (uint64_t seed = 1; seed <= 3000; seed++) {
      mr_random random;
      mr_random_init(&random, seed);
      mr_table_set(&table, "4/4/4 R 222,421,777 222,777 0 8");
      fill_board(&table, &random);
      const mr_bd_state *state = mr_bd_state_of(table.state);
      mr_bds_road road = measure(game, state, MR_BD_RED, &mr_bds_standard_weights);
      assert_true((road.cost == 0) == mr_bd_is_connected(game, state, MR_BD_RED));
      if (road.cost && state->home[MR_BD_RED]) {
        assert_true((road.join >= 1) == some_placement_wins(&table));
      }
      joined += road.cost == 0;
      joining += road.cost && road.join >= 1;
    }
    assert_true(joined > 20 && joining > 20);
    mr_table_close(&table);
  }
}

/* A column that holds together only by corners within its pieces joins nothing in a strict game. */
static void BD_13_a_column_of_corners_is_no_strict_road(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "victory=strict",
                "R1245/R4215/R1245/R4215/R1245/R4215/R1245/R4214B222 R 777,777 222,777 0 8");
  mr_bds_road road = measure(mr_bd_game_of(table.game), mr_bd_state_of(table.state), MR_BD_RED,
                             &mr_bds_standard_weights);
  assert_true(road.cost >= 6 * MR_BDS_UNIT);
  mr_table_close(&table);
}

/* ---- budgets and memory ---------------------------------------------------------------------- */

static void the_same_seed_and_budget_give_the_same_thought(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_table_deal(&table, 5);
  mr_engine *first = player(table.game, MR_LEVEL_MAX, 9), *second = player(table.game, 8, 9);
  mr_search_result a = think(first, table.state, (mr_limits){.nodes = 5000});
  mr_search_result b = think(second, table.state, (mr_limits){.nodes = 5000});
  assert_int_equal(a.action, b.action);
  assert_int_equal(a.nodes, b.nodes);
  assert_true(a.value == b.value);
  assert_string_equal(a.reason, b.reason);
  mr_engine_free(first);
  mr_engine_free(second);
  mr_table_close(&table);
}

/* The first look at all actions is always taken whole; then the limit holds within one node's. */
static void a_node_limit_is_kept(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_table_deal(&table, 5);
  mr_engine *engine = player(table.game, MR_LEVEL_MAX, 9);
  mr_search_result result = think(engine, table.state, (mr_limits){.nodes = 20000});
  assert_true(result.nodes >= 20000 && result.nodes < 21000);
  mr_engine_free(engine);
  mr_table_close(&table);
}

static void a_stop_ends_the_search_at_once(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_table_deal(&table, 5);
  atomic_bool stop = true;
  mr_engine *engine = player(table.game, MR_LEVEL_MAX, 9);
  mr_search_result result =
      think(engine, table.state, (mr_limits){.nodes = 1u << 30, .stop = &stop});
  assert_true(result.nodes < 3000);
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* As many as are asked for are worth what is told of them; without that only the best are told. */
static void as_many_lines_as_asked_for_are_told_with_their_values(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "", NULL);
  mr_table_deal(&table, 5);
  mr_engine *engine = player(table.game, MR_LEVEL_MAX, 9);
  assert_true(mr_table_actions(&table) > 30);
  mr_search_result result = think(engine, table.state, (mr_limits){.depth = 2, .lines = 30});
  assert_int_equal(result.candidate_count, 30);
  for (size_t i = 0; i < 30; i++) {
    const mr_candidate *c = &result.candidates[i];
    assert_false(c->at_most);
    assert_true(i == 0 || c->value <= c[-1].value);
  }
  result = think(engine, table.state, (mr_limits){.depth = 2});
  assert_int_equal(result.candidate_count, 8);
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* On a large board a single list of actions is long: the flag must be seen within it. */
static void a_stop_is_seen_within_a_long_list(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open(&table, "columns=26;rows=26;pieces=100;rotation=mirror", NULL);
  mr_table_deal(&table, 5);
  atomic_bool stop = true;
  mr_engine *engine = player(table.game, MR_LEVEL_MAX, 9);
  assert_true(mr_table_actions(&table) > 500);
  mr_search_result result =
      think(engine, table.state, (mr_limits){.nodes = 1u << 30, .stop = &stop});
  assert_true(result.nodes < 200);
  assert_true(result.value >= 0 && result.value <= 1);
  for (size_t i = 0; i < result.candidate_count; i++) {
    assert_true(result.candidates[i].value >= 0);
  }
  mr_engine_free(engine);
  mr_table_close(&table);
}

static void a_slip_is_rarer_on_a_higher_level(void **unused) {
  (void)unused;
  unsigned found[4] = {0};
  mr_table table;
  mr_table_open(&table, "",
                "R7775/R7775/R7775/R7775/R7775/R7775/R7775/5B222 R 222,777 222,777,777 0 8");
  for (unsigned level = 1; level <= 3; level++) {
    for (uint64_t seed = 0; seed < 60; seed++) {
      char text[MR_ACTION_TEXT_MAX];
      mr_engine *engine = player(table.game, level, seed);
      mr_search_result result = think(engine, table.state, (mr_limits){0});
      found[level] += strstr(chosen(&table, &result, text), "@a7") != NULL;
      mr_engine_free(engine);
    }
  }
  assert_true(found[1] < 60);
  assert_true(found[1] <= found[2] && found[2] <= found[3]);
  mr_table_close(&table);
}

static void a_whole_game_allocates_nothing(void **unused) {
  (void)unused;
  mr_fail_alloc memory;
  mr_fail_alloc_init(&memory, 0);
  mr_definition definition = {.name = "borderline"};
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game = NULL;
  mr_engine *engine = NULL;
  mr_engine_options options = {.memory = 1 << 18, .seed = 3, .allocator = &memory.allocator};
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(
      mr_family_compile(&mr_family_borderline, &definition, &memory.allocator, &game, &list), 0);
  assert_int_equal(mr_engine_new(game, &options, &engine, NULL), MR_OK);
  mr_state *state = mr_state_new(game, &memory.allocator);
  mr_chance chances[MR_BD_KINDS];
  mr_random random;
  mr_random_init(&random, 3);
  size_t calls = memory.calls;
  mr_game_start(game, state);
  for (;;) {
    mr_node node = mr_game_node(game, state);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    mr_action action = node.kind == MR_NODE_CHANCE
                           ? mr_game_roll(game, state, chances, &random)
                           : think(engine, state, (mr_limits){.nodes = 500}).action;
    mr_game_make(game, state, action, NULL, NULL);
  }
  assert_int_equal(memory.calls, calls);
  mr_state_free(game, &memory.allocator, state);
  mr_engine_free(engine);
  mr_game_free(game);
  mr_arena_done(&arena);
  assert_true(mr_fail_alloc_clean(&memory));
}

/* Lets the n-th request for memory fail, for every n, until the engine can be made. */
static void starve(const mr_game *game, const char *kind) {
  mr_status status = MR_ERR_NOMEM;
  for (size_t fail_at = 1; status != MR_OK; fail_at++) {
    mr_fail_alloc memory;
    mr_engine *engine = NULL;
    mr_error err = {0};
    mr_fail_alloc_init(&memory, fail_at);
    mr_engine_options options = {.kind = kind, .memory = 1 << 18, .allocator = &memory.allocator};
    status = mr_engine_new(game, &options, &engine, &err);
    assert_true(status == MR_OK || (status == MR_ERR_NOMEM && engine == NULL));
    mr_engine_free(engine);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

static void lack_of_memory_leaves_nothing_behind(void **unused) {
  (void)unused;
  mr_game *small = mr_game_open("borderline", "");
  mr_game *large = mr_game_open("borderline", "columns=26;rows=26;pieces=100;rotation=mirror");
  for (const char *const *kind = mr_engine_kinds(small); *kind != NULL; kind++) {
    starve(small, *kind);
    starve(large, *kind);
  }
  mr_game_free(small);
  mr_game_free(large);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_joins_its_rows_when_it_can),
    cmocka_unit_test(it_stands_in_the_way_rather_than_roll_dice),
    cmocka_unit_test(who_has_too_few_pieces_draws_at_best),
    cmocka_unit_test(it_says_who_has_no_road),
    cmocka_unit_test(it_says_whom_it_fights),
    cmocka_unit_test(what_is_expected_is_a_share),
    cmocka_unit_test(pruning_changes_no_value),
    cmocka_unit_test(the_clock_counts_where_the_cap_is_near),
    cmocka_unit_test(an_empty_board_is_eight_placements_wide),
    cmocka_unit_test(one_piece_of_the_hand_is_enough_to_join),
    cmocka_unit_test(a_wall_of_enemies_costs_a_duel),
    cmocka_unit_test(red_and_blue_are_judged_alike),
    cmocka_unit_test(BD_13_roads_follow_the_victory_of_the_game),
    cmocka_unit_test(BD_13_a_column_of_corners_is_no_strict_road),
    cmocka_unit_test(the_same_seed_and_budget_give_the_same_thought),
    cmocka_unit_test(a_node_limit_is_kept),
    cmocka_unit_test(a_stop_ends_the_search_at_once),
    cmocka_unit_test(as_many_lines_as_asked_for_are_told_with_their_values),
    cmocka_unit_test(a_stop_is_seen_within_a_long_list),
    cmocka_unit_test(a_slip_is_rarer_on_a_higher_level),
    cmocka_unit_test(a_whole_game_allocates_nothing),
    cmocka_unit_test(lack_of_memory_leaves_nothing_behind),
};

MR_TEST_MAIN(tests)
