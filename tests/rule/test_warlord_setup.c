/*
 * Set-ups, hidden deployment, reserves and the notation: WL-31 to WL-34, WL-36, WL-40 to WL-43.
 */
#include <limits.h>
#include <marcher/perft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/warlord/warlord.h"
#include "test_main.h"
#include "warlord_fixture.h"

#define WILLS "warlord-test-of-wills"
#define BORDER "warlord-border-war"
#define VALLEY "warlord-valley-war"

static unsigned random_state = 1;

/* Deploys up to so many units for the side whose turn it is, at random; commits behind the last. */
static void deploy_units(mr_table *table, unsigned units) {
  mr_player player = mr_game_node(table->game, table->state).player;
  for (unsigned i = 0;
       i < units && mr_player_same(mr_game_node(table->game, table->state).player, player) &&
       mr_wl_state_of(table->state)->head.phase == MR_WL_DEPLOY;
       i++) {
    size_t count = mr_table_actions(table);
    random_state = random_state * 1103515245u + 12345u;
    table->events.count = 0;
    mr_game_make(table->game, table->state, table->actions[(random_state >> 8) % count], NULL,
                 &table->events);
  }
}

static void deploy(mr_table *table) {
  deploy_units(table, UINT_MAX);
}

static void see(const mr_table *table, uint8_t player, mr_state *out) {
  mr_game_observe(table->game, table->state, (mr_player){player}, out);
}

static void WL_31_neither_side_sees_the_others_deployment(void **unused) {
  (void)unused;
  mr_table a;
  mr_table b;
  mr_table_open_game(&a, WILLS, "", NULL);
  mr_table_open_game(&b, WILLS, "", NULL);
  mr_state *left = mr_state_new(a.game, NULL);
  mr_state *right = mr_state_new(b.game, NULL);
  assert_non_null(left);
  assert_non_null(right);
  deploy(&a);
  deploy(&b);
  assert_string_not_equal(mr_table_state(&a), mr_table_state(&b));
  see(&a, MR_WL_BLACK, left);
  see(&b, MR_WL_BLACK, right);
  assert_memory_equal(left, right, a.game->info.state_size);
  assert_false(mr_game_fully_known(a.game, left));
  see(&a, MR_NOBODY_ID, left);
  see(&b, MR_NOBODY_ID, right);
  assert_memory_equal(left, right, a.game->info.state_size);
  see(&a, MR_WL_WHITE, left);
  assert_memory_equal(left, a.state, a.game->info.state_size);
  mr_state_free(a.game, NULL, left);
  mr_state_free(b.game, NULL, right);
  mr_table_close(&a);
  mr_table_close(&b);
}

/* For who does not see it, both armies that are there: the own as it is, and one for the other. */
static void WL_31_what_is_not_seen_may_be_any_whole_deployment(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, WILLS, "", NULL);
  mr_state *seen = mr_state_new(table.game, NULL);
  mr_state *possible = mr_state_new(table.game, NULL);
  assert_non_null(seen);
  assert_non_null(possible);
  deploy(&table);
  deploy_units(&table, 5);
  for (uint8_t player = 0; player < 2; player++) {
    see(&table, player, seen);
    mr_game_determinize(table.game, seen, (mr_player){player}, 1, possible);
    for (unsigned side = 0; side < 2; side++) {
      assert_int_equal(mr_wl_state_of(possible)->head.units[side],
                       mr_wl_state_of(table.state)->head.units[side]);
    }
  }
  mr_state_free(table.game, NULL, seen);
  mr_state_free(table.game, NULL, possible);
  mr_table_close(&table);
}

static void WL_31a_both_are_revealed_together(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, BORDER, "", NULL);
  mr_state *seen = mr_state_new(table.game, NULL);
  assert_non_null(seen);
  deploy(&table);
  assert_int_equal(mr_table_events(&table, MR_EVENT_REVEAL), 0);
  deploy(&table);
  assert_int_equal(mr_table_events(&table, MR_EVENT_REVEAL), 2);
  for (uint8_t player = 0; player < 2; player++) {
    see(&table, player, seen);
    assert_memory_equal(seen, table.state, table.game->info.state_size);
  }
  assert_int_equal(mr_wl_state_of(table.state)->head.phase, MR_WL_PLAY);
  mr_state_free(table.game, NULL, seen);
  mr_table_close(&table);
}

static void WL_31_the_order_of_placing_leaves_no_trace(void **unused) {
  (void)unused;
  mr_table a;
  mr_table b;
  mr_table_open_game(&a, WILLS, "", NULL);
  mr_table_open_game(&b, WILLS, "", NULL);
  mr_table_play(&a, "L@a1 H@b1 K@c3");
  mr_table_play(&b, "K@c3 L@a1 H@b1");
  assert_memory_equal(a.state, b.state, a.game->info.state_size);
  mr_table_close(&a);
  mr_table_close(&b);
}

static void WL_31_lots_may_decide_who_moves_first(void **unused) {
  (void)unused;
  mr_table table;
  uint64_t total = 0;
  mr_table_open_game(&table, WILLS, "first=drawn", NULL);
  deploy(&table);
  deploy(&table);
  assert_int_equal(mr_game_node(table.game, table.state).kind, MR_NODE_CHANCE);
  assert_int_equal(mr_table_weight(&table, "black", &total), 1);
  assert_int_equal(total, 2);
  mr_table_play(&table, "black");
  assert_int_equal(mr_game_node(table.game, table.state).player.id, MR_WL_BLACK);
  assert_non_null(strstr(mr_table_state(&table), " b 0 1 first=b"));
  mr_table_play(&table, "--");
  assert_non_null(strstr(mr_table_state(&table), " w 1 1 first=b pass=1"));
  mr_table_close(&table);
}

/* White sets up at random; the map of that is read in the state before, without a fault. */
static void expect_whole_deployment(mr_table *table) {
  mr_warlord_reading got;
  char pieces[1024];
  mr_game_start(table->game, table->state);
  deploy(table);
  snprintf(pieces, sizeof pieces, "%s", mr_table_state(table));
  *strchr(pieces, ' ') = '\0';
  mr_game_start(table->game, table->state);
  mr_warlord_read_setup(table, pieces, &got);
  assert_string_equal(got.faults, "");
  assert_int_equal(got.status, MR_OK);
}

static void WL_32_a_deployment_is_what_the_rule_asks_for(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, WILLS, "", NULL);
  for (int i = 0; i < 20; i++) {
    expect_whole_deployment(&table);
  }
  mr_table_close(&table);
}

static void WL_32_a_section_holds_two_leaders_and_six_units(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, WILLS, "", NULL);
  mr_table_play(&table, "L@a1 L@b1");
  mr_warlord_expect(&table, "L@e1 I@c1 I@a4", "L@c1 I@a5 l@a12 I@a12 U@e1 P@e1 L@a1");
  mr_table_play(&table, "I@a2 I@b2 I@c2 I@d2 I@a3 I@b3");
  mr_warlord_expect(&table, "I@e1", "I@c3 H@c3");
  mr_table_close(&table);
}

static void WL_32_exactly_four_sections_are_used(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, WILLS, "", NULL);
  mr_table_play(&table, "L@a1 L@e1 L@i1 K@m1");
  mr_warlord_expect(&table, "K@n1 I@a2", "K@q1 I@t1");
  mr_warlord_expect(&table, NULL, "commit");
  mr_table_close(&table);
}

static void WL_33_three_armies_fill_their_blocks(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, BORDER, "", NULL);
  const char *text = mr_table_state(&table);
  assert_non_null(strstr(text, "deploy=0,0"));
  for (int i = 0; i < 10; i++) {
    expect_whole_deployment(&table);
  }
  mr_table_close(&table);
}

static void WL_33_twelve_leaders_sum_to_21(void **unused) {
  (void)unused;
  mr_table table;
  mr_warlord_reading got;
  mr_table_open_game(&table, BORDER, "", NULL);
  /* Beside a leader of level 10 the eleven others have 11 levels left. */
  mr_warlord_expect(&table, "X@a1 L@a1", NULL);
  mr_table_play(&table, "X@a1");
  mr_warlord_expect(&table, "L@b1", "K@b1");
  mr_table_play(&table, "L@b1 L@c1 L@d1");
  mr_warlord_expect(&table, "L@k1 I@a2", "L@a2 K@k1 X@k1");
  mr_game_start(table.game, table.state);
  mr_warlord_read_setup(&table, "24/24/24/24/24/24/24/24/24/24/24/24/24/24/24/XXLL20", &got);
  assert_true(mr_warlord_tells(&got, "WL-33 levels"));
  mr_table_close(&table);
}

/* The terrain of the sample map (WL-34): rows, towns, numbers, symmetry, and who reaches what. */
static void WL_34_the_terrain_of_border_war_is_as_described(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, BORDER, "", NULL);
  const mr_wl_game *game = mr_wl_game_of(table.game);
  unsigned counts[MR_WL_GROUNDS] = {0};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned row = cell / game->columns;
    counts[game->ground[cell]]++;
    assert_true(game->ground[cell] == MR_WL_OPEN || (row >= 4 && row < 12));
    assert_int_equal(game->ground[cell], game->ground[game->cells - 1 - cell]);
  }
  assert_int_equal(counts[MR_WL_TOWN], 4);
  assert_in_range(counts[MR_WL_FOREST], 7, 8);
  assert_in_range(counts[MR_WL_HILL], 7, 8);
  static const char *const towns[] = {"e7", "i10", "p7", "t10"};
  for (size_t i = 0; i < 4; i++) {
    unsigned row = 16u - (unsigned)strtoul(towns[i] + 1, NULL, 10);
    assert_int_equal(game->ground[row * 24 + (unsigned)(towns[i][0] - 'a')], MR_WL_TOWN);
  }
  mr_table_close(&table);
}

/* Whether a unit of this kind comes from its square to a town, alone on the board. */
static bool comes_to(mr_table *table, char unit, const char *from, unsigned town) {
  char men[64];
  uint16_t queue[1024];
  bool seen[1024] = {false};
  size_t count = 1;
  snprintf(men, sizeof men, "%c%s Xa1 xx16", unit, from);
  mr_warlord_men(table, men, "w 0 5");
  mr_wl_game *game = (mr_wl_game *)(void *)table->game;
  mr_wl_state *state = mr_wl_writable(table->state);
  unsigned file = (unsigned)(from[0] - 'a');
  queue[0] = (uint16_t)((16u - (unsigned)strtoul(from + 1, NULL, 10)) * 24 + file);
  seen[queue[0]] = true;
  unsigned slot = (mr_wl_squares(game, state)[queue[0]] & MR_WL_SLOT_BITS) - 1;
  for (size_t i = 0; i < count; i++) {
    uint16_t targets[MR_WL_TARGETS_MAX];
    mr_wl_units(game, state)[slot].cell = queue[i];
    unsigned reached = mr_wl_reach(game, state, slot, targets);
    for (unsigned k = 0; k < reached; k++) {
      if (!seen[targets[k]]) {
        seen[targets[k]] = true;
        queue[count++] = targets[k];
      }
    }
  }
  return seen[town];
}

static void WL_34_heavy_cavalry_and_cannons_reach_every_town(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, BORDER, "", NULL);
  const mr_wl_game *game = mr_wl_game_of(table.game);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->ground[cell] == MR_WL_TOWN) {
      assert_true(comes_to(&table, 'H', "b2", cell));
      /* A cannon keeps the colour of its squares. */
      assert_true(comes_to(&table, 'C', "b2", cell) || comes_to(&table, 'C', "c2", cell));
    }
  }
  mr_table_close(&table);
}

static void WL_36_blocks_arrive_on_their_turns(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, VALLEY, "", NULL);
  mr_warlord_men(&table, "Xl1 Hl2 xl24 hl23", "b 0 5");
  mr_table_play(&table, "l23-l22 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 16);
  assert_non_null(strstr(mr_table_state(&table), "/CHCI7X12 w 1 6"));
  mr_warlord_expect(&table, "d4-e5", "a1-b2"); /* who has entered may be ordered */
  mr_table_close(&table);
}

static void WL_36_a_piece_waits_for_its_square(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, VALLEY, "", NULL);
  mr_warlord_men(&table, "Xa1 Hl2 Xl1 xl24 hl23", "b 0 5");
  mr_table_play(&table, "l23-l22 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 15);
  assert_non_null(strstr(mr_table_state(&table), " w 1 6 waiting=a1"));
  mr_table_close(&table);
  mr_table_open_game(&table, VALLEY, "", NULL);
  mr_warlord_men(&table, "Xc3 Hl2 Xl1 xl24 hl23", "b 0 7 waiting=a1*1");
  mr_table_play(&table, "l23-l22 .");
  assert_int_equal(mr_table_events(&table, MR_EVENT_ARRIVE), 1);
  mr_warlord_expect(&table, "a1-b2", NULL);
  mr_table_close(&table);
}

static void WL_36_leaders_to_come_keep_a_side_alive(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, VALLEY, "", NULL);
  mr_warlord_men(&table, "Xl1 Hl3 ll6 ia20", "w 0 15");
  mr_table_play(&table, "l3xl6 .");
  assert_string_equal(mr_table_result(&table), "*");
  mr_warlord_men(&table, "Xl1 Hl3 ll6 ia20", "w 0 20");
  mr_table_play(&table, "l3xl6 .");
  assert_string_equal(mr_table_result(&table), "*");
  mr_warlord_men(&table, "Xl1 Hl3 ll6 ia20", "w 0 21");
  mr_table_play(&table, "l3xl6");
  assert_string_equal(mr_table_ended_by(&table), "WL-16");
  mr_table_close(&table);
}

static void put(char *squares, const char *units) {
  for (; *units != '\0'; units++) {
    *squares++ = *units;
  }
}

/* A definition of a board so wide and high, with an army in two corners and towns. */
static mr_game *open_board(unsigned columns, unsigned rows) {
  static char pieces[121 * 121];
  char *at = pieces;
  for (unsigned row = 0; row < rows; row++) {
    char *line = at;
    memset(at, '.', columns);
    at += columns;
    *at++ = row + 1 < rows ? '\n' : '\0';
    if (row == 0) {
      put(line, "lkgpqhcni");
    }
    if (row + 1 == rows) {
      put(line + columns - 9, "INCHQPGKL");
    }
  }
  mr_catalog *catalog = NULL;
  mr_game *game = NULL;
  mr_arena arena;
  mr_diagnostics list;
  mr_override override = {"pieces", pieces};
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&list, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, "warlord-clash-of-arms", &override, 1, &game, &list),
                   MR_OK);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  return game;
}

static void WL_40_boards_up_to_120_by_120_are_played(void **unused) {
  (void)unused;
  static const unsigned sizes[][2] = {{16, 36}, {48, 72}, {100, 100}, {120, 120}};
  for (size_t i = 0; i < 4; i++) {
    mr_game *game = open_board(sizes[i][0], sizes[i][1]);
    mr_state *state = mr_state_new(game, NULL);
    mr_action *actions = calloc(game->info.max_actions, sizeof *actions);
    mr_random random;
    assert_non_null(state);
    assert_non_null(actions);
    assert_int_equal(game->info.columns, sizes[i][0]);
    assert_int_equal(game->info.rows, sizes[i][1]);
    mr_random_init(&random, 3);
    mr_game_start(game, state);
    for (int ply = 0; ply < 200; ply++) {
      if (mr_game_node(game, state).kind == MR_NODE_TERMINAL) {
        break;
      }
      size_t count = mr_game_actions(game, state, actions);
      mr_action action = actions[mr_random_below(&random, count)];
      mr_game_make(game, state, action, NULL, NULL);
      assert_int_equal(mr_game_hash(game, state), mr_game_rehash(game, state));
    }
    free(actions);
    mr_state_free(game, NULL, state);
    mr_game_free(game);
  }
}

static void WL_41_files_beyond_z_have_two_letters(void **unused) {
  (void)unused;
  mr_game *game = open_board(120, 120);
  char text[16];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_game_cell_text(game, (mr_cell){119}, &out);
  assert_string_equal(text, "dp120");
  mr_str_reset(&out);
  mr_game_cell_text(game, (mr_cell){119 * 120 + 26}, &out);
  assert_string_equal(text, "aa1");
  mr_game_free(game);
}

static void WL_41_x_is_a_sign_and_a_file(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-river", "", NULL);
  mr_warlord_men(&table, "Iw3 ix4 Lv3 Lk3 lk9", "w 0 5");
  mr_warlord_expect(&table, "w3xx4", "w3-x4");
  mr_table_close(&table);
}

static void WL_42_a_text_is_read_and_written_again(void **unused) {
  (void)unused;
  static const char *const texts[] = {
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16@16/16/16/16/3T^#~9/16/16/16/16/16/16/16 b 79 999",
      "15l/16/16/16/16/16/16/2i13/2I13/2LL12/16/16 w 3 7 pass=1 lost=1,2 [c4xc5;c3-d5]",
  };
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mr_table_set(&table, texts[i]);
    assert_string_equal(mr_table_state(&table), texts[i]);
  }
  mr_table_close(&table);
}

static void WL_42_leaders_missing_from_the_map_are_lost(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Lc3 Ld3 lp12", "w 0 5");
  assert_int_equal(mr_wl_state_of(table.state)->head.lost[0], 4);
  assert_int_equal(mr_wl_state_of(table.state)->head.lost[1], 5);
  mr_warlord_men(&table, "Lc3 Ld3 lp12", "w 0 5 lost=1,0");
  assert_int_equal(mr_wl_state_of(table.state)->head.lost[0], 1);
  mr_table_close(&table);
}

static void WL_42b_what_cannot_be_is_refused(void **unused) {
  (void)unused;
  static const char *const bad[] = {
      "",
      "16 w 0 1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/17 w 0 1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 x 0 1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 81 1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 0",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 01",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 ",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 pass=2",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 pass=1 pass=1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 reply=1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 first=b",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 members=11",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 waiting=a1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 deploy=0,0",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 draw=1",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 []",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 [c3-c4",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 [c3-c4;c4-c5]",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16 w 0 1 [c3-h4]",
      "15l/16/16/16/16/16/16/16/16/2L13/16/16@2~13/16/16/16/16/16/16/16/16/2~13/16/16 w 0 1",
  };
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    if (mr_table_refusal(&table, bad[i]) == MR_OK) {
      fail_msg("\"%s\" is taken", bad[i]);
    }
  }
  mr_table_close(&table);
}

static void WL_42a_a_deployment_has_a_text_with_what_is_seen(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, WILLS, "", NULL);
  mr_table_play(&table, "L@a1 I@b2");
  assert_string_equal(mr_table_state(&table),
                      "20/20/20/20/20/20/20/20/20/20/1I18/L19 w 0 1 deploy=2,0");
  mr_table_set(&table, "20/20/20/20/20/20/20/20/20/20/20/20 w 0 1 deploy=2,0");
  assert_false(mr_game_fully_known(table.game, table.state));
  assert_string_equal(mr_table_state(&table),
                      "20/20/20/20/20/20/20/20/20/20/20/20 w 0 1 deploy=2,0");
  assert_int_equal(mr_table_refusal(&table, "20/20/20/20/20/20/20/20/20/20/1I18/L19 w 0 1 "
                                            "deploy=3,0"),
                   MR_ERR_ILLEGAL);
  mr_table_close(&table);
}

static void WL_42a_each_man_of_a_block_may_wait(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, VALLEY, "", NULL);
  for (int i = 0; i < 16; i++) {
    char rest[32];
    snprintf(rest, sizeof rest, "b 0 7 waiting=%c%d", "abcd"[i % 4], i / 4 + 1);
    mr_warlord_men(&table, "Xl3 Hl2 Xl1 xl24 hl23", rest);
    assert_non_null(strstr(mr_table_state(&table), rest));
  }
  mr_table_close(&table);
}

static void WL_43_counting_counts_ends_of_turns(void **unused) {
  (void)unused;
  mr_table table;
  uint64_t nodes = 0;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "La1 lp12", "w 0 5");
  assert_int_equal(mr_perft(table.game, table.state, 1, NULL, &nodes, NULL), MR_OK);
  assert_int_equal(nodes, 9); /* eight moves and -- */
  assert_int_equal(mr_perft(table.game, table.state, 2, NULL, &nodes, NULL), MR_OK);
  assert_int_equal(nodes, 8 + 9); /* after a move only . is left */
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_31_neither_side_sees_the_others_deployment),
    cmocka_unit_test(WL_31_what_is_not_seen_may_be_any_whole_deployment),
    cmocka_unit_test(WL_31a_both_are_revealed_together),
    cmocka_unit_test(WL_31_the_order_of_placing_leaves_no_trace),
    cmocka_unit_test(WL_31_lots_may_decide_who_moves_first),
    cmocka_unit_test(WL_32_a_deployment_is_what_the_rule_asks_for),
    cmocka_unit_test(WL_32_a_section_holds_two_leaders_and_six_units),
    cmocka_unit_test(WL_32_exactly_four_sections_are_used),
    cmocka_unit_test(WL_33_three_armies_fill_their_blocks),
    cmocka_unit_test(WL_33_twelve_leaders_sum_to_21),
    cmocka_unit_test(WL_34_the_terrain_of_border_war_is_as_described),
    cmocka_unit_test(WL_34_heavy_cavalry_and_cannons_reach_every_town),
    cmocka_unit_test(WL_36_blocks_arrive_on_their_turns),
    cmocka_unit_test(WL_36_a_piece_waits_for_its_square),
    cmocka_unit_test(WL_36_leaders_to_come_keep_a_side_alive),
    cmocka_unit_test(WL_40_boards_up_to_120_by_120_are_played),
    cmocka_unit_test(WL_41_files_beyond_z_have_two_letters),
    cmocka_unit_test(WL_41_x_is_a_sign_and_a_file),
    cmocka_unit_test(WL_42_a_text_is_read_and_written_again),
    cmocka_unit_test(WL_42_leaders_missing_from_the_map_are_lost),
    cmocka_unit_test(WL_42b_what_cannot_be_is_refused),
    cmocka_unit_test(WL_42a_a_deployment_has_a_text_with_what_is_seen),
    cmocka_unit_test(WL_42a_each_man_of_a_block_may_wait),
    cmocka_unit_test(WL_43_counting_counts_ends_of_turns),
};

MR_TEST_MAIN(tests)
