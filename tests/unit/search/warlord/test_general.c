#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu_clock.h"
#include "engine_fixture.h"
#include "instruments.h"
#include "marcher/clock.h"
#include "search/warlord/warlord_search.h"
#include "test_main.h"
#include "warlord_fixture.h"

/* ---- single turns ---------------------------------------------------------------------------- */

/* Plays what the engine says until somebody else decides. @return the number of actions */
static unsigned play_turn(mr_table *table, mr_engine *engine, mr_limits limits) {
  mr_player mover = mr_game_node(table->game, table->state).player;
  unsigned count = 0;
  while (mr_game_node(table->game, table->state).kind == MR_NODE_DECISION &&
         mr_player_same(mr_game_node(table->game, table->state).player, mover)) {
    mr_search_result result = fixture_ask(engine, table->state, limits);
    mr_game_make(table->game, table->state, result.action, NULL, NULL);
    count++;
  }
  return count;
}

/* The last leader of Black can be taken by a heavy cavalry that a leader must first come near. */
static void it_wins_at_once_where_a_turn_can(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Kc3 Lb5 Hf5 le7 lf8 ia12", "w 0 5");
  for (unsigned level = 4; level <= MR_LEVEL_MAX; level++) {
    mr_table_set(&table, "16/16/16/16/5l10/16/16/5H10/16/3K12/16/L15 w 0 5");
    mr_engine *engine = fixture_engine(table.game, "general", level, 1);
    play_turn(&table, engine, (mr_limits){.nodes = 5000});
    assert_string_equal(mr_table_result(&table), "1-0");
    mr_engine_free(engine);
  }
  mr_table_close(&table);
}

/* Black's cannon strikes White's last leader; everything else that White could do loses it. */
static void it_does_not_leave_its_last_leader_to_be_taken(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Ld4 Ie3 hf12 cg7 lf8 lh8 if9", "w 0 5");
  mr_engine *engine = fixture_engine(table.game, "general", 4, 1);
  play_turn(&table, engine, (mr_limits){.nodes = 5000});
  size_t count = mr_table_actions(&table);
  for (size_t i = 0; i < count; i++) {
    mr_state *copy = mr_state_new(table.game, NULL);
    mr_state_copy(table.game, copy, table.state);
    mr_game_make(table.game, copy, table.actions[i], NULL, NULL);
    assert_int_not_equal(mr_game_node(table.game, copy).kind, MR_NODE_TERMINAL);
    mr_state_free(table.game, NULL, copy);
  }
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* Whether the side to move can take the leader on a square by a turn of two activations. */
static bool two_take(mr_table *table, unsigned cell) {
  mr_state *mid = mr_state_new(table->game, NULL);
  size_t room = table->game->info.max_actions;
  mr_action *second = mr_alloc_zero(NULL, room, sizeof *second);
  bool taken = false;
  size_t count = mr_table_actions(table);
  for (size_t i = 0; i < count && !taken; i++) {
    if (mr_wl_action_kind_of(table->actions[i]) == MR_WL_ACT_END) {
      continue;
    }
    mr_state_copy(table->game, mid, table->state);
    mr_game_make(table->game, mid, table->actions[i], NULL, NULL);
    taken = mr_wl_action_to(table->actions[i]) == cell;
    size_t more = mr_game_actions(table->game, mid, second);
    for (size_t k = 0; k < more; k++) {
      taken |=
          mr_wl_action_kind_of(second[k]) == MR_WL_ACT_MOVE && mr_wl_action_to(second[k]) == cell;
    }
  }
  mr_alloc_free(NULL, second, room * sizeof *second);
  mr_state_free(table->game, NULL, mid);
  return taken;
}

/*
 * Black's heavy cavalry strikes the highest leader once another leader has come near it: nothing
 * that could be ordered at once does.
 */
static void it_does_not_leave_a_leader_to_who_is_called(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  for (unsigned level = 4; level <= 6; level++) {
    mr_warlord_men(&table, "Pd5 Ic5 Ie5 Nc4 Ne4 Cd4 If5 Lm2 Im3 hd8 kd12 lp12 io11", "w 0 5");
    mr_engine *engine = fixture_engine(table.game, "general", level, 1);
    play_turn(&table, engine, (mr_limits){.nodes = 3000});
    const mr_wl_state *state = mr_wl_state_of(table.state);
    const mr_wl_game *game = mr_wl_game_of(table.game);
    for (unsigned slot = 0; slot < state->head.units[0]; slot++) {
      const mr_wl_unit *unit = &mr_wl_units_const(game, state)[slot];
      assert_false(unit->kind == 4 && two_take(&table, unit->cell));
    }
    mr_engine_free(engine);
  }
  mr_table_close(&table);
}

/* Whether a level passes at the beginning of a turn, by any of some seeds. */
static bool ever_passes(const mr_table *table, unsigned level) {
  bool any = false;
  for (uint64_t seed = 1; seed <= 10; seed++) {
    mr_engine *engine = fixture_engine(table->game, "general", level, seed);
    mr_search_result result = fixture_ask(engine, table->state, (mr_limits){0});
    any |= mr_wl_action_kind_of(result.action) == MR_WL_ACT_END;
    mr_engine_free(engine);
  }
  return any;
}

/*
 * WL-14: who is ahead neither offers a draw nor takes it, whatever he overlooks; others take it.
 * All of White's men stand where they should: in towns that win at the last turn (WL-47), and
 * beside.
 */
static void who_is_ahead_does_not_pass_into_a_draw(void **unused) {
  (void)unused;
  static const char *const men = "@#a1 @#b1 @#c1 La2 Lc2 Ia1 Ib1 Ic1 lk9 lk7 ij9";
  mr_table table;
  mr_table_open_game(&table, "warlord-border-war",
                     "deployment=fixed;defeat_level=1;towns_to_win=0;last_turn=30;"
                     "last_turn_counts=towns;last_turn_needs=2",
                     NULL);
  for (unsigned level = 1; level <= 5; level++) {
    mr_warlord_men(&table, men, "w 0 22");
    assert_false(ever_passes(&table, level));
    mr_warlord_men(&table, men, "w 0 22 pass=1");
    assert_false(ever_passes(&table, level));
  }
  mr_warlord_men(&table, men, "b 0 22 pass=1");
  assert_true(ever_passes(&table, 5));
  mr_table_close(&table);
}

/* WL-19: two towns are held, and a third is one step away. */
static void it_takes_the_town_that_wins(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed;defeat_level=1", NULL);
  mr_warlord_men(&table, "Ie7 Ii10 Io6 Kn6 ka16 kx16", "w 0 5");
  mr_engine *engine = fixture_engine(table.game, "general", 4, 1);
  play_turn(&table, engine, (mr_limits){.nodes = 5000});
  const mr_wl_state *state = mr_wl_state_of(table.state);
  assert_int_not_equal(mr_wl_unit_of(mr_wl_squares_const(mr_wl_game_of(table.game),
                                                         state)[(16 - 7) * 24 + ('p' - 'a')]),
                       0);
  mr_engine_free(engine);
  mr_table_close(&table);
}

static void it_considers_only_what_it_is_asked(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-battle-line", "", NULL);
  size_t count = mr_table_actions(&table);
  mr_engine *engine = fixture_engine(table.game, "general", 4, 1);
  for (size_t i = 0; i < count; i += 17) {
    mr_limits limits = {.nodes = 300, .only = &table.actions[i], .only_count = 1};
    assert_int_equal(fixture_ask(engine, table.state, limits).action, table.actions[i]);
  }
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* The turn is thought out once; what follows are the same actions, given one by one. */
static void a_plan_is_followed_to_its_end(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed", NULL);
  mr_engine *engine = fixture_engine(table.game, "general", 4, 1);
  mr_search_result first = fixture_ask(engine, table.state, (mr_limits){.nodes = 3000});
  assert_true(first.line_length > 2);
  assert_non_null(strstr(first.reason, "Plan: "));
  for (size_t i = 0; i < first.line_length; i++) {
    mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.nodes = 3000});
    if (i > 0) {
      assert_true(result.nodes == 0);
    }
    assert_int_equal(result.action, first.line[i]);
    mr_game_make(table.game, table.state, result.action, NULL, NULL);
  }
  assert_int_equal(mr_game_node(table.game, table.state).player.id, 1);
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* ---- budgets --------------------------------------------------------------------------------- */

static void budgets_of_nodes_are_kept(void **unused) {
  (void)unused;
  static const char *const names[] = {"warlord-clash-of-arms", "warlord-valley-war"};
  static const uint64_t budgets[] = {1, 10, 1000, 20000};
  for (size_t n = 0; n < 2; n++) {
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
      mr_table table;
      mr_table_open_game(&table, names[n], "", NULL);
      mr_engine *engine = fixture_engine(table.game, "general", 8, 1);
      mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.nodes = budgets[i]});
      assert_true(result.nodes <= budgets[i]);
      assert_true(result.nodes * 10 >= budgets[i] * 9);
      mr_engine_free(engine);
      mr_table_close(&table);
    }
  }
}

static void budgets_of_time_are_kept(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-valley-war", "", NULL);
  mr_engine *engine = fixture_engine(table.game, "general", 8, 1);
  int64_t began = mr_clock_ns(), used = mr_cpu_ns();
  mr_search_result result = fixture_ask(engine, table.state, (mr_limits){.milliseconds = 200});
  used = (mr_cpu_ns() - used) / 1000000;
  assert_true(result.nodes > 0);
  assert_true(mr_clock_ns() - began >= INT64_C(180000000));
  assert_in_range((unsigned long)used, 0, MR_SLOW_BUILD ? 2000 : 1000);
  mr_engine_free(engine);
  mr_table_close(&table);
}

static void one_seed_one_plan(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-civil-war", "", NULL);
  for (unsigned level = 1; level <= 5; level += 2) {
    mr_engine *a = fixture_engine(table.game, "general", level, 7);
    mr_engine *b = fixture_engine(table.game, "general", level, 7);
    mr_search_result one =
        fixture_ask(a, table.state, (mr_limits){.nodes = 2000, .level_too = true});
    mr_search_result two =
        fixture_ask(b, table.state, (mr_limits){.nodes = 2000, .level_too = true});
    assert_int_equal(one.line_length, two.line_length);
    assert_memory_equal(one.line, two.line, one.line_length * sizeof *one.line);
    assert_true(one.nodes == two.nodes);
    mr_engine_free(a);
    mr_engine_free(b);
  }
  mr_table_close(&table);
}

/* ---- armies ---------------------------------------------------------------------------------- */

static void its_armies_are_complete_and_legal(void **unused) {
  (void)unused;
  static const char *const names[] = {"warlord-test-of-wills", "warlord-border-war"};
  for (size_t n = 0; n < 2; n++) {
    for (uint64_t seed = 1; seed <= 3; seed++) {
      mr_table table;
      mr_table_open_game(&table, names[n], "first=white", NULL);
      mr_engine *engine = fixture_engine(table.game, "general", 5, seed);
      size_t room = mr_table_actions(&table);
      mr_game_make(table.game, table.state, table.actions[seed * room / 5], NULL, NULL);
      for (unsigned side = 0; side < 2; side++) {
        play_turn(&table, engine, (mr_limits){.nodes = 100});
      }
      assert_int_equal(mr_wl_state_of(table.state)->head.phase, MR_WL_PLAY);
      mr_engine_free(engine);
      mr_table_close(&table);
    }
  }
}

/* Leaders do not stand in the front row of an army of its own choice, and infantry does. */
static void leaders_stand_behind_infantry(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-border-war", "first=white", NULL);
  mr_engine *engine = fixture_engine(table.game, "general", 5, 2);
  for (unsigned side = 0; side < 2; side++) {
    play_turn(&table, engine, (mr_limits){.nodes = 100});
  }
  const mr_wl_game *game = mr_wl_game_of(table.game);
  const mr_wl_state *state = mr_wl_state_of(table.state);
  unsigned foot = 0;
  for (unsigned i = 0; i < state->head.units[0]; i++) {
    mr_wl_unit unit = mr_wl_units_const(game, state)[i];
    if (game->row[unit.cell] != 12) {
      continue;
    }
    assert_true(unit.kind > MR_WL_LEVEL_MAX);
    foot += unit.kind == MR_WL_INFANTRY;
  }
  assert_in_range(foot, 9, 12);
  mr_engine_free(engine);
  mr_table_close(&table);
}

/* ---- the field against the rules ------------------------------------------------------------- */

static void assert_same_field(const mr_wls_attack_map *a, const mr_wls_attack_map *b) {
  const mr_wl_game *game = a->game;
  assert_true(a->key == b->key);
  assert_memory_equal(a->side, b->side, sizeof a->side);
  assert_memory_equal(a->man, b->man, game->cells * sizeof *a->man);
  for (unsigned side = 0; side < 2; side++) {
    assert_memory_equal(a->strikes[side], b->strikes[side], game->cells * sizeof(uint32_t));
    assert_memory_equal(a->idle[side], b->idle[side], game->cells);
    assert_memory_equal(a->cover[side], b->cover[side], game->cells);
  }
}

/* A random activation, made on the field and in the rules; END where there is none. */
static mr_action any_action(mr_table *table, mr_random *random) {
  size_t count = mr_table_actions(table);
  return table->actions[mr_random_below(random, count)];
}

/* The ways were found when the turn began. */
static void copy_ways(mr_wls_search *to, const mr_wls_search *from) {
  const mr_wl_game *game = from->game;
  size_t size = (size_t)MR_WLS_CLASSES * game->cells * sizeof(int16_t);
  for (unsigned i = 0; i < 2 * MR_WLS_WAYS_MAX; i++) {
    const mr_wls_way *way = &from->goals.way[i % 2][i / 2];
    memcpy(to->goals.way[i % 2][i / 2].pull, way->pull, size);
  }
  for (unsigned slot = 0; slot < 2 * game->side_max; slot++) {
    to->map.men[slot].way = from->map.men[slot].way;
    to->map.men[slot].tie = from->map.men[slot].tie;
  }
}

static void follow_random_play(const char *name, const char *sets, unsigned actions) {
  mr_table table;
  mr_table_open_game(&table, name, sets, NULL);
  mr_wls_search kept = {0}, fresh = {0};
  const mr_wl_game *game = mr_wl_game_of(table.game);
  assert_int_equal(mr_wls_search_init(&kept, game, NULL, NULL), MR_OK);
  assert_int_equal(mr_wls_search_init(&fresh, game, NULL, NULL), MR_OK);
  mr_random random;
  mr_random_init(&random, actions);
  mr_wls_search_set_root(&kept, mr_wl_state_of(table.state));
  for (unsigned i = 0; i < actions; i++) {
    if (mr_game_node(table.game, table.state).kind != MR_NODE_DECISION) {
      break;
    }
    mr_action action = any_action(&table, &random);
    bool ends = mr_wl_action_kind_of(action) == MR_WL_ACT_END;
    if (!ends) {
      mr_wls_step step = mr_wls_attack_map_make(&kept.map, action);
      mr_wls_attack_map_unmake(&kept.map, step);
      mr_wls_attack_map_make(&kept.map, action);
    }
    mr_game_make(table.game, table.state, action, NULL, NULL);
    if (ends) {
      mr_wls_search_set_root(&kept, mr_wl_state_of(table.state));
    }
    mr_wls_search_set_root(&fresh, mr_wl_state_of(table.state));
    copy_ways(&fresh, &kept);
    mr_wls_attack_map_read(&fresh.map, mr_wl_state_of(table.state));
    assert_same_field(&kept.map, &fresh.map);
  }
  mr_wls_search_done(&kept);
  mr_wls_search_done(&fresh);
  mr_table_close(&table);
}

static void the_field_follows_random_play(void **unused) {
  (void)unused;
  static const char *const sets[] = {"", "promotion=true;self_activation=true;cannon_swap=true",
                                     "range=3;self_activation=true"};
  for (unsigned i = 0; mr_warlord_names[i] != NULL; i++) {
    follow_random_play(mr_warlord_names[i], "deployment=fixed", MR_SLOW_BUILD ? 60 : 300);
    for (unsigned s = 1; i < 3 && s < 3; s++) {
      follow_random_play(mr_warlord_names[i], sets[s], MR_SLOW_BUILD ? 60 : 300);
    }
  }
}

/* ---- leaders that a turn can take ------------------------------------------------------------ */

/* Whether some way of giving each unit at most one leader to take wins; by trying all. */
static bool could_win_plainly(const mr_wls_attack_map *map, unsigned side, unsigned slot,
                              unsigned taken, unsigned levels, uint64_t gone) {
  const mr_wl_game *game = map->game;
  const mr_wls_side *enemy = &map->side[1 - side];
  unsigned lost = map->ever[1 - side] - enemy->leaders + taken;
  if (taken && ((taken >= enemy->leaders && !map->coming[1 - side]) ||
                enemy->levels - levels < game->defeat_level || (game->six_leaders && lost >= 6))) {
    return true;
  }
  if (slot == map->slots[side] || taken == mr_wls_cap(map, side)) {
    return false;
  }
  if (could_win_plainly(map, side, slot + 1, taken, levels, gone)) {
    return true;
  }
  const mr_wls_man *man = &map->men[side * game->side_max + slot];
  if (man->cell == MR_WL_OFF_BOARD || !man->live) {
    return false;
  }
  size_t at = (size_t)mr_wls_class_of(man->kind) * game->cells + man->cell;
  for (unsigned i = 0; i < map->move_tables->count[at]; i++) {
    unsigned other = map->man[map->move_tables->to[at * MR_WL_TARGETS_MAX + i]];
    if (!other || mr_wl_side_of(game, other - 1) == side) {
      continue;
    }
    unsigned index = (other - 1) % game->side_max, kind = map->men[other - 1].kind;
    if (mr_wl_is_numbered(kind) && !(gone >> index & 1u) &&
        could_win_plainly(map, side, slot + 1, taken + 1, levels + kind,
                          gone | UINT64_C(1) << index)) {
      return true;
    }
  }
  return false;
}

/* Few men, close together: leaders of any level, and units that strike several of them. */
static void put_men(char *men, mr_random *random) {
  static const char kinds[] = "LKGPHHCCNI";
  char *at = men;
  uint64_t used[3] = {0};
  for (unsigned i = 0; i < 14; i++) {
    unsigned cell = (unsigned)mr_random_below(random, 7 * 7);
    if (used[0] >> cell & 1u) {
      continue;
    }
    used[0] |= UINT64_C(1) << cell;
    char letter = kinds[mr_random_below(random, sizeof kinds - 1)];
    if (i < 4) {
      letter = "LGLK"[i];
    }
    bool black = i < 4 ? i % 2 : mr_random_below(random, 2);
    at += sprintf(at, "%s%c%c%u", at > men ? " " : "", black ? letter + 32 : letter,
                  (char)('a' + cell % 7), cell / 7 + 1);
  }
}

static void leaders_that_a_turn_can_take_are_found(void **unused) {
  (void)unused;
  static const char *const sets[] = {"", "turn_cap=fixed;cap=3;defeat_level=4", "cap=2"};
  unsigned wins = 0;
  mr_random random;
  mr_random_init(&random, 3);
  for (unsigned s = 0; s < 3; s++) {
    mr_table table;
    mr_table_open_game(&table, "warlord-clash-of-arms", sets[s], NULL);
    mr_wls_search search = {0};
    assert_int_equal(mr_wls_search_init(&search, mr_wl_game_of(table.game), NULL, NULL), MR_OK);
    for (unsigned i = 0; i < (MR_SLOW_BUILD ? 60 : 600); i++) {
      char men[128];
      put_men(men, &random);
      mr_warlord_men(&table, men, "w 0 5");
      mr_wls_search_set_root(&search, mr_wl_state_of(table.state));
      for (unsigned side = 0; side < 2; side++) {
        bool plain = could_win_plainly(&search.map, side, 0, 0, 0, 0);
        assert_int_equal(mr_wls_could_win(&search.map, side), plain);
        wins += plain;
      }
    }
    mr_wls_search_done(&search);
    mr_table_close(&table);
  }
  assert_true(wins > 20);
}

/* ---- whole games ----------------------------------------------------------------------------- */

static unsigned quarters(const char *name, const char *first, const char *second, unsigned games,
                         uint64_t nodes) {
  mr_table table;
  mr_table_open_game(&table, name, "deployment=fixed", NULL);
  mr_limits limits[2] = {{.nodes = nodes}, {.nodes = nodes}};
  unsigned points = 0;
  for (unsigned i = 0; i < games; i++) {
    mr_game_start(table.game, table.state);
    mr_engine *a = fixture_engine(table.game, first, 5, i + 1);
    mr_engine *b = fixture_engine(table.game, second, 5, i + 1);
    mr_engine *seats[2] = {i % 2 ? b : a, i % 2 ? a : b};
    unsigned white = 0;
    fixture_play(table.game, table.state, seats, i, limits, &white);
    points += i % 2 ? MR_SCORE_WIN - white : white;
    mr_engine_free(a);
    mr_engine_free(b);
  }
  mr_table_close(&table);
  return points;
}

static void the_general_beats_greed_and_greed_beats_chance(void **unused) {
  (void)unused;
  const unsigned games = MR_SLOW_BUILD ? 2 : 6;
  assert_true(quarters("warlord-clash-of-arms", "general", "greedy", games, 1500) >= games * 3);
  assert_true(quarters("warlord-clash-of-arms", "greedy", "random", games, 1500) >= games * 3);
}

/* WL-38: each member plans its own part of the turn. */
static void it_plays_in_teams_and_with_every_switch(void **unused) {
  (void)unused;
  static const char *const sets[] = {"teams=2", "cannon_swap=true;promotion=true;short_game=true",
                                     "six_leaders=true;first_turn_handicap=true;first=drawn"};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    mr_table table;
    mr_table_open_game(&table, "warlord-civil-war", sets[i], NULL);
    if (mr_game_node(table.game, table.state).kind == MR_NODE_CHANCE) {
      mr_table_deal(&table, 1);
    }
    mr_engine *engine = fixture_engine(table.game, "general", 4, 1);
    for (unsigned turn = 0; turn < 12; turn++) {
      play_turn(&table, engine, (mr_limits){.nodes = 400});
    }
    mr_engine_free(engine);
    mr_table_close(&table);
  }
}

/* Nothing is asked but that it goes on: reserves arrive, units abound, the board is the largest. */
static void it_plays_on_large_maps(void **unused) {
  (void)unused;
  enum { EDGE = 120 };
  static char sets[EDGE * (EDGE + 1) + 64];
  char *at = sets + sprintf(sets, "turn_cap=fixed;cap=18;pieces=");
  for (unsigned row = 0; row < EDGE; row++) {
    bool black = row < 2, white = row >= EDGE - 2;
    for (unsigned i = 0; i < EDGE; i += 8) {
      at += sprintf(at, "%s", black ? "iklhicni" : white ? "IKLHICNI" : "........");
    }
    *at++ = row + 1 < EDGE ? '\n' : '\0';
  }
  static const char *const names[] = {"warlord-valley-war", "warlord-clash-of-arms"};
  for (unsigned n = 0; n < 2; n++) {
    mr_table table;
    mr_table_open_game(&table, names[n], n ? sets : "", NULL);
    mr_engine *engine = fixture_engine(table.game, "general", 5, 1);
    for (unsigned turn = 0; turn < (n ? 4u : 14u); turn++) {
      assert_true(play_turn(&table, engine, (mr_limits){.nodes = 3000}) > 1);
    }
    mr_engine_free(engine);
    mr_table_close(&table);
  }
}

/* Armies that march to towns are not told to have won before anybody has met: what draws them to
 * and fro counts in what is chosen alone. */
static void marches_foretell_nothing(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-two-countries", "", NULL);
  mr_engine *engine = fixture_engine(table.game, "general", 5, 1);
  for (unsigned turn = 0; turn < 8; turn++) {
    const mr_limits limits = {.nodes = 1500};
    mr_search_result result = fixture_ask(engine, table.state, limits);
    assert_true(result.value > 0.25 && result.value < 0.75);
    assert_true(result.score.centipawns > -1500 && result.score.centipawns < 1500);
    play_turn(&table, engine, limits);
  }
  mr_engine_free(engine);
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_wins_at_once_where_a_turn_can),
    cmocka_unit_test(it_does_not_leave_its_last_leader_to_be_taken),
    cmocka_unit_test(it_does_not_leave_a_leader_to_who_is_called),
    cmocka_unit_test(who_is_ahead_does_not_pass_into_a_draw),
    cmocka_unit_test(it_takes_the_town_that_wins),
    cmocka_unit_test(it_considers_only_what_it_is_asked),
    cmocka_unit_test(a_plan_is_followed_to_its_end),
    cmocka_unit_test(budgets_of_nodes_are_kept),
    cmocka_unit_test(budgets_of_time_are_kept),
    cmocka_unit_test(one_seed_one_plan),
    cmocka_unit_test(its_armies_are_complete_and_legal),
    cmocka_unit_test(leaders_stand_behind_infantry),
    cmocka_unit_test(the_field_follows_random_play),
    cmocka_unit_test(leaders_that_a_turn_can_take_are_found),
    cmocka_unit_test(the_general_beats_greed_and_greed_beats_chance),
    cmocka_unit_test(it_plays_in_teams_and_with_every_switch),
    cmocka_unit_test(it_plays_on_large_maps),
    cmocka_unit_test(marches_foretell_nothing),
};

MR_TEST_MAIN(tests)
