/*
 * docs/rules/borderlands.md rule by rule, BL-1 to BL-14: board, men and moves.
 * The ends of the game and the texts are in test_borderlands_ends.c.
 */
#include <marcher/view.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairy_fixture.h"
#include "test_main.h"

#define START                                                                  \
  "a1hs1sh1a/1ce1l1ec1/fwgw1wgwf/w1w1w1w1w/9/9/W1W1W1W1W/FWGW1WGWF/1CE1L1EC1/" \
  "A1HS1SH1A[MMmm] w "                                                         \
  "- - 0 1"

/* Two Chiefs that are out of the way of a man in the middle. */
#define CHIEFS "Ca1 ca10"

static int open_table(void **group) {
  return mr_fairy_open(group, "borderlands");
}

/* Whether a man goes from one square to another: files and ranks count from 1.
 */
static bool goes(mr_table *table, int from, int to) {
  char texts[2][16];
  snprintf(texts[0], sizeof texts[0], "%c%d", (char)('a' + from % 9), from / 9 + 1);
  snprintf(texts[1], sizeof texts[1], "%c%d", (char)('a' + to % 9), to / 9 + 1);
  return mr_fairy_goes(table, texts[0], texts[1]);
}

/* ---- BL-1 to BL-4: the board ----------------------------------------------------------------- */

static void BL_1_the_board_has_9_files_and_10_ranks_and_White_is_at_rank_1(void **group) {
  mr_table *table = *group; /* BL-1 */
  mr_arena arena;
  mr_view view;
  mr_game_start(table->game, table->state);
  assert_string_equal(mr_table_state(table), START);
  assert_int_equal(table->game->info.columns, 9);
  assert_int_equal(table->game->info.rows, 10);
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_game_view(table->game, table->state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  assert_int_equal(view.columns, 9);
  assert_int_equal(view.rows, 10);
  assert_string_equal(view.column_names[0], "a");
  assert_string_equal(view.column_names[8], "i");
  assert_string_equal(view.row_names[0], "10");
  assert_string_equal(view.row_names[9], "1");
  const mr_view_cell *a1 = &view.cells[9 * 9];
  assert_int_not_equal(a1->piece, 0);
  assert_int_equal(view.pieces[a1->piece - 1].owner.id, 0);
  mr_arena_done(&arena);
}

static void BL_1_White_moves_first_and_then_the_sides_take_turns(void **group) {
  mr_table *table = *group; /* BL-1 */
  mr_game_start(table->game, table->state);
  assert_string_equal(table->game->info.player_names[0], "White");
  assert_string_equal(table->game->info.player_names[1], "Black");
  assert_int_equal(mr_game_node(table->game, table->state).player.id, 0);
  assert_int_equal(mr_table_actions(table), 88);
  mr_table_play(table, "a1a2");
  assert_int_equal(mr_game_node(table->game, table->state).player.id, 1);
  mr_table_play(table, "a10a9");
  assert_int_equal(mr_game_node(table->game, table->state).player.id, 0);
}

static void BL_2_White_drops_on_ranks_6_and_7_and_Black_on_4_and_5(void **group) {
  mr_table *table = *group; /* BL-2 */
  for (int cell = 0; cell < 90; cell++) {
    char drop[24];
    int rank = cell / 9 + 1;
    snprintf(drop, sizeof drop, "M@%c%d", (char)('a' + cell % 9), rank);
    mr_fairy_set(table, "Ca1 ca10 [Mm] w");
    assert_int_equal(mr_table_allows(table, drop), rank == 6 || rank == 7);
    mr_fairy_set(table, "Ca1 ca10 [Mm] b");
    assert_int_equal(mr_table_allows(table, drop), rank == 4 || rank == 5);
  }
}

static void BL_2_White_promotes_on_ranks_8_to_10_and_Black_on_1_to_3(void **group) {
  mr_table *table = *group; /* BL-2 */
  mr_fairy_moves(table, CHIEFS " Ff6 Fd7 Ae1", "f6f7 d7d8+ e1e8+ e1e9+ e1e10+ e1e7",
                 "f6f7+ d7d8 e1e7+ e1e8 e1e10");
  mr_fairy_moves(table, CHIEFS " ff5 fd4 ae10 b", "f5f4 d4d3+ e10e3+ e10e2+ e10e1+ e10e4",
                 "f5f4+ d4d3 e10e4+ e10e3 e10e1");
}

static void BL_3_there_are_four_village_squares(void **group) {
  mr_table *table = *group; /* BL-3 */
  mr_fairy_end(table, "Ca1 ci5 Gb2 Gh2 Gb9 Gh9", "", "1-0", "BL-16");
  mr_fairy_end(table, "Ca1 ci5 Gb1 Gh2 Gb9 Gh9", "", "*", "");
  mr_fairy_end(table, "Ca1 ci5 Gb2 Gh3 Gb9 Gh9", "", "*", "");
  mr_fairy_end(table, "Ca1 ci5 Gb2 Gh2 Gb8 Gh9", "", "*", "");
  mr_fairy_end(table, "Ca1 ci5 Gb2 Gh2 Gb9 Gi9", "", "*", "");
}

static void BL_3_the_roads_are_on_the_files_a_e_and_i(void **group) {
  mr_table *table = *group; /* BL-3 */
  mr_fairy_moves(table, "Ca3 ca10", "a3a4 a3a5", "a3b4 a3b5 a3c5");
  mr_fairy_moves(table, "Ce7 ca10", "e7e6 e7e5 e7e8 e7d8", "e7d7 e7f7 e7d6 e7d5");
  mr_fairy_moves(table, "Ci4 ca10", "i4i5 i4i6 i4i3 i4h3", "i4h4 i4h5 i4g5");
}

static void BL_3_the_Lion_has_squares_of_its_own_beyond_the_border(void **group) {
  mr_table *table = *group; /* BL-3 */
  mr_fairy_moves(table, CHIEFS " Le5", "e5d7 e5f7", "e5e7 e5e6 e5c6 e5g6 e5c7");
  mr_fairy_moves(table, CHIEFS " Ld7", "d7e9+ d7f7 d7d5", "d7d9+ d7c9 d7d8 d7e7");
  mr_fairy_moves(table, CHIEFS " le6 b", "e6d4 e6f4", "e6e4 e6e5 e6c5 e6g5 e6c4");
  mr_fairy_moves(table, CHIEFS " lf4 b", "f4e2+ f4d4 f4f6", "f4f2+ f4g2 f4f3 f4e4");
}

/* The squares of a rectangle, each with a blank before it. */
static void add_block(char *out, size_t size, const char *corners) {
  for (int rank = corners[1] - '0'; rank <= corners[3] - '0'; rank++) {
    for (char file = corners[0]; file <= corners[2]; file++) {
      size_t length = strlen(out);
      snprintf(out + length, size - length, " %c%d", file, rank + 1);
    }
  }
}

/* Regions as lists of corners of blocks, ranks counted from 0: "a0i2" is all of
 * ranks 1 to 3. */
static const struct {
  const char *name;
  const char *white; /* or everybody's, where Black has none */
  const char *black;
} regions[] = {
    {"territory", "a0i4", "a5i9"},
    {"village zone", "a0i2", "a7i9"},
    {"incursion zone", "a5i6", "a3i4"},
    {"promotion zone", "a7i9", "a0i2"},
    {"villages", "a0c2 g0i2", "a7c9 g7i9"},
    {"village squares", "b1b1 h1h1 b8b8 h8h8", NULL},
    {"Lion's yard", "d0f2", "d7f9"},
    {"Lion's den", "e1e1", "e8e8"},
    {"Lion's incursion squares", "d6d6 f6f6", "d3d3 f3f3"},
    {"Lion's promotion square", "e8e8", "e1e1"},
    {"roads", "a3a6 e3e6 i3i6", NULL},
    {"where Chief may stand", "a0i2 a7i9 a3a6 e3e6 i3i6", NULL},
    {"Lion may stand", "a0i4 d6d6 f6f6 e8e8", "a5i9 d3d3 f3f3 e1e1"},
};

/* Asks about the squares of every region. */
static void expect_regions(mr_table *table, void (*ask)(mr_table *, const char *, const char *)) {
  for (size_t i = 0; i < sizeof regions / sizeof *regions; i++) {
    for (int side = 0; side < (regions[i].black != NULL ? 2 : 1); side++) {
      char squares[512] = "";
      const char *block = side ? regions[i].black : regions[i].white;
      for (; block != NULL; block = strchr(block, ' ')) {
        block += block[0] == ' ';
        add_block(squares, sizeof squares, block);
      }
      ask(table, regions[i].name, squares);
    }
  }
}

static void BL_4_every_region_is_drawn_on_the_board(void **group) {
  mr_table *table = *group; /* BL-4 */
  mr_game_start(table->game, table->state);
  expect_regions(table, mr_fairy_region);
}

static void BL_4_every_region_is_drawn_on_the_rules_page(void **group) {
  expect_regions(*group, mr_fairy_page_region); /* BL-4 */
}

/* Whether the page has a row of a table with this name and these squares. */
static void expect_row(const char *page, const char *owner, const char *name) {
  char row[128];
  snprintf(row, sizeof row, "|%s%s|", owner, name);
  if (strstr(page, row) == NULL) {
    fail_msg("the page does not list %s%s", owner, name);
  }
}

static void BL_4_every_region_is_listed_on_the_rules_page(void **group) {
  mr_table *table = *group; /* BL-4 */
  char *page = mr_fairy_page(table);
  for (size_t i = 0; i < 11; i++) {
    expect_row(page, regions[i].black != NULL ? "White's " : "", regions[i].name);
    if (regions[i].black != NULL) {
      expect_row(page, "Black's ", regions[i].name);
    }
  }
  assert_non_null(strstr(page, "|where Chief may stand|ranks 1-3, 8-10 and a4-a7, e4-e7, i4-i7|"));
  assert_non_null(strstr(page, "|where White's Lion may stand|ranks 1-5 and d7, f7, e9|"));
  assert_non_null(strstr(page, "|White's villages|a1-c3, g1-i3|"));
  assert_non_null(strstr(page, "|village squares|b2, h2, b9, h9|"));
  free(page);
}

/* ---- BL-5: capturing ------------------------------------------------------------------------- */

static void BL_5_captured_men_are_replaced_and_leave_the_game(void **group) {
  mr_table *table = *group; /* BL-5 */
  mr_fairy_play(table, CHIEFS " Ge5 md6 [Mm] 7", "e5d6", CHIEFS " Gd6 [Mm] b 0");
  assert_int_equal(mr_table_events(table, MR_EVENT_CAPTURE), 1);
  mr_fairy_moves(table, CHIEFS " Ge5 Md6", "e5e6", "e5d6");
}

static void BL_5_Chiefs_can_be_captured(void **group) {
  mr_table *table = *group; /* BL-5 */
  mr_fairy_play(table, "Ca1 ca10 ch9 Gg9", "g9h9", "Ca1 ca10 Gh9 b");
  mr_fairy_play(table, "Ca1 Ch2 ca10 gg1 b", "g1h2", "Ca1 ca10 gh2 w");
}

static void BL_5_there_is_no_check(void **group) {
  mr_table *table = *group; /* BL-5 */
  mr_fairy_moves(table, "Ca1 ca10 aa5 Gg5", "a1b1 a1a2 a1a3 g5g6", "");
  mr_fairy_moves(table, "Ca1 cg10 Ge5 ab7", "a1b1 a1b2 a1b3", "");
  mr_fairy_end(table, "Ca1 ca10 Aa5 gg5 b", "g5g6", "*", "");
}

static void BL_5_there_is_no_castling(void **group) {
  mr_table *table = *group;                                     /* BL-5 */
  mr_table_set(table, "c8/9/9/9/9/9/9/9/9/A3C3A[] w KQ - 0 1"); /* rights to it mean nothing */
  assert_string_equal(mr_table_state(table), "c8/9/9/9/9/9/9/9/9/A3C3A[] w - - 0 1");
  mr_fairy_moves(table, "Ce1 Aa1 Ai1 ca10", "e1e2 e1c1", "O-O O-O-O e1a1 e1i1");
}

/* ---- BL-6: the men --------------------------------------------------------------------------- */

#define DRAW(man, ...)    \
  {                       \
    (man), CHIEFS, 'g', { \
      __VA_ARGS__         \
    }                     \
  }

static const mr_fairy_drawing drawings[] = {
    {"Ce2", "ca10", 'g', {"..m..", "mxxxm", "mxoxm", "mxxxm", "....."}},
    DRAW("Ge5", ".......", ".mmmmm.", ".mxxxm.", ".mxoxm.", ".mxxxm.", ".mmmmm.", "......."),
    DRAW("Me5", ".......", "..m.m..", ".mx.xm.", "...o...", ".mx.xm.", "..m.m..", "......."),
    DRAW("+Me5", ".......", "..m.m..", ".mxxxm.", "..xox..", ".mxxxm.", "..m.m..", "......."),
    DRAW("Fe5", ".......", ".m.m.m.", "...x...", ".mxoxm.", "...x...", ".m.m.m.", "......."),
    DRAW("+Fe5", ".......", ".m.m.m.", "..xxx..", ".mxoxm.", "..xxx..", ".m.m.m.", "......."),
    DRAW("We5", ".......", ".......", "..cxc..", "...o...", ".......", ".......", "......."),
    DRAW("+We5", "m..m..m", ".xxxxx.", ".xmmmx.", "mxmomxm", ".xmmmx.", ".xxxxx.", "m..m..m"),
    DRAW("Ee5", "...m...", ".x.x.x.", "...m...", "mxmomxm", "...m...", ".x.x.x.", "...m..."),
    DRAW("+Ee5", "...m...", ".x.x.x.", "..mxm..", "mxxoxxm", "..mxm..", ".x.x.x.", "...m..."),
    DRAW("He5", "m.....m", ".mx.xm.", ".xm.mx.", "...o...", ".xm.mx.", ".mx.xm.", "m.....m"),
    DRAW("+He5", "m.....m", ".mx.xm.", ".xxmxx.", "..mom..", ".xxmxx.", ".mx.xm.", "m.....m"),
    DRAW("Se5", "x.....x", ".x...x.", "..xmx..", "..mom..", "..xmx..", ".x...x.", "x.....x"),
    DRAW("+Se5", "x.....x", ".x...x.", "..xxx..", "..xox..", "..xxx..", ".x...x.", "x.....x"),
    DRAW("Ae5", "...x...", "...x...", "..mxm..", "xxxoxxx", "..mxm..", "...x...", "...x..."),
    DRAW("+Ae5", "...x...", "...x...", "..xxx..", "xxxoxxx", "..xxx..", "...x...", "...x..."),
    {"Le3", CHIEFS, 'g', {"xxxxx", "xxxxx", "xxoxx", "xxxxx", "xxxxx"}},
    DRAW("+Le5", ".......", ".xxxxx.", ".xxxxx.", ".xxoxx.", ".xxxxx.", ".xxxxx.", "......."),
};

static void BL_6_every_man_moves_and_captures_as_drawn(void **group) {
  for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++) {
    mr_fairy_reach(*group, &drawings[i]); /* BL-6 */
  }
}

static void BL_6_Black_has_the_same_men_the_other_way_round(void **group) {
  static const mr_fairy_drawing black[] = {
      {"we6",
       CHIEFS,
       'G',
       {".......", ".......", ".......", "...o...", "..cxc..", ".......", "......."}},
      {"+we6",
       CHIEFS,
       'G',
       {"m..m..m", ".xxxxx.", ".xmmmx.", "mxmomxm", ".xmmmx.", ".xxxxx.", "m..m..m"}},
      {"he6",
       CHIEFS,
       'G',
       {"m.....m", ".mx.xm.", ".xm.mx.", "...o...", ".xm.mx.", ".mx.xm.", "m.....m"}},
      {"le8", CHIEFS, 'G', {"xxxxx", "xxxxx", "xxoxx", "xxxxx", "xxxxx"}},
  };
  for (size_t i = 0; i < sizeof black / sizeof *black; i++) {
    mr_fairy_reach(*group, &black[i]); /* BL-6 */
  }
}

static void BL_6_Chiefs_and_Guards_have_no_promoted_form(void **group) {
  mr_table *table = *group; /* BL-6 */
  assert_int_equal(mr_table_refusal(table, "c8/9/9/9/9/9/9/9/+L8/C8[] w - - 0 1"), MR_OK);
  assert_int_not_equal(mr_table_refusal(table, "c8/9/9/9/9/9/9/9/+G8/C8[] w - - 0 1"), MR_OK);
  assert_int_not_equal(mr_table_refusal(table, "c8/9/9/9/9/9/9/9/9/+C8[] w - - 0 1"), MR_OK);
}

/* ---- BL-7, BL-8: leaps, slides and hops ------------------------------------------------------ */

static void BL_7_nothing_is_in_the_way_of_a_leap(void **group) {
  mr_table *table = *group; /* BL-7 */
  const char *const ring = CHIEFS " +Le5 Gd4 Ge4 Gf4 Gd5 Gf5 gd6 ge6 gf6";
  mr_fairy_moves(table, ring, "e5e7 e5g7 e5c3 e5e3 e5f7 e5g4 e5c6 e5c5", "e5e4 e5d5");
}

static void BL_7_slides_of_three_stop_at_the_first_man_and_capture_nothing(void **group) {
  mr_table *table = *group; /* BL-7 */
  mr_fairy_moves(table, CHIEFS " Ee4 Hb3", "e4e5 e4e7 e4b4 b3c4 b3e6", "e4e8+ b3f7");
  mr_fairy_moves(table, CHIEFS " Ee4", "e4e5 e4e6 e4e7 e4h4 e4e1", "e4e8+ e4i4");
  mr_fairy_moves(table, CHIEFS " Ee4 ge5", "e4e6", "e4e5 e4e7");
  mr_fairy_moves(table, CHIEFS " Ee4 ge7", "e4e5 e4e6", "e4e7");
  mr_fairy_moves(table, CHIEFS " Hb4 gc5 gd2", "b4d5 b4d3", "b4c5 b4d6 b4e7 b4d2 b4e1");
  mr_fairy_moves(table, CHIEFS " +Wb4 Gb5 gb7", "b4b6", "b4b5 b4b7");
}

static void BL_7_Archers_hop_over_exactly_one_man_to_capture(void **group) {
  mr_table *table = *group; /* BL-7 */
  mr_fairy_moves(table, CHIEFS " Ae2 Ge4 ge7", "e2e3 e2e7", "e2e4 e2e5 e2e6 e2e8+");
  mr_fairy_moves(table, CHIEFS " Ae2 ge4 ge7", "e2e3 e2e4 e2e7", "e2e5 e2e6 e2e8+");
  mr_fairy_moves(table, CHIEFS " Ae2 Ge4 Ge5 ge7", "e2e3", "e2e7");
  mr_fairy_moves(table, CHIEFS " Ae2 Ge4 Ge7 gh2", "e2h2", "e2e7");
  mr_fairy_moves(table, CHIEFS " Ab2 Gh2 gi2 Gc2", "b2b7", "b2i2 b2h2");
  mr_fairy_moves(table, CHIEFS " +Ae2 Ge3 ge10", "e2e10", "e2e9");
}

static void BL_7_Slingers_hop_along_diagonals(void **group) {
  mr_table *table = *group; /* BL-7 */
  mr_fairy_moves(table, CHIEFS " Sb1 Gd3 gf5", "b1c2 b1f5", "b1d3 b1e4 b1g6");
  mr_fairy_moves(table, CHIEFS " Sb1 gd3 gf5", "b1c2 b1d3 b1f5", "b1e4 b1g6");
  mr_fairy_moves(table, CHIEFS " Sb1 Gd3 ge4 gf5", "b1e4", "b1f5");
  mr_fairy_moves(table, CHIEFS " Sb1", "b1h7 b1i8+ b1a2", "b1i8");
}

static void BL_8_Warriors_capture_straight_ahead_and_diagonally_ahead(void **group) {
  mr_table *table = *group; /* BL-8 */
  mr_fairy_moves(table, CHIEFS " We5 ge6 gd6", "e5e6 e5d6", "e5f6 e5d5 e5e4 e5d4");
  mr_fairy_moves(table, CHIEFS " We5 Ge6 gd5 gd4 ge4", "", "e5e6 e5d6 e5f6 e5d5 e5d4 e5e4 e5e7");
  mr_fairy_moves(table, CHIEFS " we6 Ge5 Gf5 b", "e6e5 e6f5", "e6d5 e6e7 e6f6");
}

/* ---- BL-9, BL-10: where Chiefs and Lions may stand ------------------------------------------- */

static bool is_chiefs(int cell) {
  int rank = cell / 9 + 1;
  return rank <= 3 || rank >= 8 || cell % 9 == 0 || cell % 9 == 4 || cell % 9 == 8;
}

static bool is_white_lions(int cell) {
  return cell / 9 + 1 <= 5 || cell == 6 * 9 + 3 || cell == 6 * 9 + 5 || cell == 8 * 9 + 4;
}

enum { I5 = 4 * 9 + 8, E9 = 8 * 9 + 4 };

/*
 * A man with this letter goes from each of its squares to those near by that
 * are its own. The others stand on i5, and far away. (An unpromoted Lion cannot
 * stay on e9.)
 */
static void expect_lands(mr_table *table, char letter, const char *others, bool (*own)(int)) {
  for (int pair = 0; pair < 90 * 25; pair++) {
    int from = pair / 25;
    int file = from % 9 + pair % 5 - 2;
    int rank = from / 9 + pair / 5 % 5 - 2;
    int to = rank * 9 + file;
    bool on_board = file >= 0 && file < 9 && rank >= 0 && rank < 10;
    if (!own(from) || !on_board || from == to || from == I5 || to == I5 ||
        (from == E9 && letter == 'L')) {
      continue;
    }
    char position[64];
    snprintf(position, sizeof position, "%s %c%c%d", others, letter, (char)('a' + from % 9),
             from / 9 + 1);
    mr_fairy_set(table, position);
    if (goes(table, from, to) != own(to)) {
      fail_msg("%s: wrong about the cell %d", position, to);
    }
  }
}

static void BL_9_Chiefs_stand_on_the_village_zones_and_the_roads_alone(void **group) {
  expect_lands(*group, 'C', "ci5", is_chiefs); /* BL-9 */
}

static void BL_9_no_capture_leads_a_Chief_out_of_its_region(void **group) {
  mr_table *table = *group; /* BL-9 */
  mr_fairy_moves(table, "Cb3 ca10 ga4 gb4 gc4", "b3a4", "b3b4 b3c4");
  mr_fairy_moves(table, "Ca1 cb8 Ga7 Gb7 Gc7 b", "b8a7", "b8b7 b8c7");
}

static void BL_10_an_unpromoted_Lion_stays_at_home_but_for_three_squares(void **group) {
  mr_table *table = *group; /* BL-10 */
  expect_lands(table, 'L', "Ci5 ca10", is_white_lions);
  mr_fairy_moves(table, CHIEFS " Le5 ge6 gd7 ge7", "e5d7", "e5e6 e5e7");
  mr_fairy_moves(table, CHIEFS " le6 Ge5 Gd4 Ge4 b", "e6d4", "e6e5 e6e4");
}

static void BL_10_a_promoted_Lion_roams(void **group) {
  mr_table *table = *group; /* BL-10 */
  mr_fairy_moves(table, CHIEFS " +Le5", "e5e6 e5e7 e5c7 e5c6 e5g7", "");
  mr_fairy_moves(table, CHIEFS " +Le9", "e9e10 e9d9 e9c8 e9e7 e9c7", "");
  mr_fairy_moves(table, CHIEFS " +le2 b", "e2e1 e2d2 e2c3 e2e4 e2c4", "");
}

/* ---- BL-11, BL-12: the Warrior's double step ------------------------------------------------- */

static void BL_11_a_Warrior_on_its_third_rank_may_step_two_squares(void **group) {
  mr_table *table = *group; /* BL-11 */
  mr_fairy_moves(table, CHIEFS " Wd3", "d3d4 d3d5", "d3d6");
  mr_fairy_moves(table, CHIEFS " wd8 b", "d8d7 d8d6", "d8d5");
  mr_fairy_moves(table, START, "b3b4 b3b5 d3d5", "a4a6 c4c6");
  mr_fairy_moves(table, CHIEFS " Wd4 wd7", "d4d5", "d4d6");
  mr_fairy_moves(table, CHIEFS " Wd4 wd7 b", "d7d6", "d7d5");
}

static void BL_11_both_squares_of_a_double_step_are_empty(void **group) {
  mr_table *table = *group; /* BL-11 */
  mr_fairy_moves(table, CHIEFS " Wd3 gd5", "d3d4", "d3d5");
  mr_fairy_moves(table, CHIEFS " Wd3 gd4", "d3d4", "d3d5");
  mr_fairy_moves(table, CHIEFS " Wd3 Gd4", "d4d5", "d3d4 d3d5");
  mr_fairy_moves(table, CHIEFS " wd8 Gd6 b", "d8d7", "d8d6");
}

static void BL_12_a_double_stepper_may_be_captured_in_passing(void **group) {
  mr_table *table = *group; /* BL-12 */
  mr_fairy_play(table, CHIEFS " Wd3 we5", "d3d5", CHIEFS " Wd5 we5 d4d5 b 1");
  mr_fairy_play(table, CHIEFS " Wd3 we5", "d3d5 e5d4", CHIEFS " wd4 w 0");
  assert_int_equal(mr_table_events(table, MR_EVENT_CAPTURE), 1);
  assert_string_equal(mr_fairy_event_rule(table, MR_EVENT_CAPTURE), "BL-12");
  mr_fairy_play(table, CHIEFS " wh8 Wg6 b", "h8h6", CHIEFS " wh6 Wg6 h6h7 w 1");
  mr_fairy_play(table, CHIEFS " wh8 Wg6 b", "h8h6 g6h7", CHIEFS " Wh7 b 0");
}

static void BL_12_only_on_the_very_next_move(void **group) {
  mr_table *table = *group; /* BL-12 */
  mr_fairy_set(table, CHIEFS " Wd3 we5");
  mr_table_play(table, "d3d5");
  assert_true(mr_table_allows(table, "e5d4"));
  mr_table_play(table, "a10a9 a1a2");
  assert_false(mr_table_allows(table, "e5d4"));
}

static void BL_12_only_after_a_double_step(void **group) {
  mr_table *table = *group; /* BL-12 */
  mr_fairy_set(table, CHIEFS " Wd4 we5");
  mr_table_play(table, "d4d5");
  assert_false(mr_table_allows(table, "e5d4"));
}

static void BL_12_only_by_unpromoted_Warriors(void **group) {
  mr_table *table = *group; /* BL-12 */
  mr_fairy_play(table, CHIEFS " Wd3 +we5", "d3d5 e5d4", CHIEFS " Wd5 +wd4 w 2");
  mr_fairy_play(table, CHIEFS " Wd3 ge5", "d3d5 e5d4", CHIEFS " Wd5 gd4 w 2");
  mr_fairy_play(table, CHIEFS " Wd3 ge5", "d3d5", CHIEFS " Wd5 ge5 b 1");
}

/* ---- BL-13, BL-14: promotion and drops ------------------------------------------------------- */

static void BL_13_whoever_ends_a_move_in_the_zone_must_promote(void **group) {
  mr_table *table = *group; /* BL-13 */
  static const char *const men[] = {"Md7 e8", "Fd7 d8", "Wd7 d8", "Ed7 d8",
                                    "Hd7 e9", "Sd7 e8", "Ad7 d8"};
  for (size_t i = 0; i < sizeof men / sizeof *men; i++) {
    char position[64];
    char moves[2][8];
    snprintf(position, sizeof position, CHIEFS " %.3s", men[i]);
    snprintf(moves[0], sizeof moves[0], "d7%s+", men[i] + 4);
    snprintf(moves[1], sizeof moves[1], "d7%s", men[i] + 4);
    mr_fairy_moves(table, position, moves[0], moves[1]);
  }
  mr_fairy_moves(table, CHIEFS " wd4 hf4 b", "d4d3+ f4e2+", "d4d3 f4e2");
  mr_fairy_moves(table, CHIEFS " Wd7 gd8 ge8", "d7d8+ d7e8+", "d7d8 d7e8");
}

static void BL_13_the_promoted_man_stands_there_at_once(void **group) {
  mr_table *table = *group; /* BL-13 */
  mr_fairy_play(table, CHIEFS " Hd7 40", "d7e9+", CHIEFS " +He9 b 0");
  assert_int_equal(mr_table_events(table, MR_EVENT_PROMOTE), 1);
  assert_string_equal(mr_fairy_event_rule(table, MR_EVENT_PROMOTE), "BL-13");
  mr_fairy_play(table, CHIEFS " md4 b", "d4e3+", CHIEFS " +me3 w 0");
}

static void BL_13_Chiefs_Guards_and_promoted_men_do_not_promote(void **group) {
  mr_table *table = *group; /* BL-13 */
  mr_fairy_moves(table, "Ca7 Gd7 +Fg7 ca10", "a7a8 d7d8 g7g8", "a7a8+ d7d8+ g7g8+");
}

static void BL_13_the_Lion_promotes_on_its_promotion_square_alone(void **group) {
  mr_table *table = *group; /* BL-13 */
  mr_fairy_play(table, CHIEFS " Lf7", "f7e9+", CHIEFS " +Le9 b 0");
  mr_fairy_play(table, CHIEFS " Le5", "e5d7", CHIEFS " Ld7 b 1");
  mr_fairy_play(table, CHIEFS " ld4 b", "d4e2+", CHIEFS " +le2 w 0");
  mr_fairy_moves(table, CHIEFS " Ld7", "d7e9+", "d7e9 d7f7+");
}

static void BL_14_each_side_has_two_Marauders_in_hand(void **group) {
  mr_table *table = *group; /* BL-14 */
  mr_fairy_set(table, "Ca1 ca10 Ge2 [MMmm]");
  mr_table_play(table, "M@e6 M@e5 M@d7 M@d4");
  assert_false(mr_table_allows(table, "M@f6"));
  mr_table_play(table, "e2e3");
  assert_false(mr_table_allows(table, "M@f5"));
}

static void BL_14_placing_a_Marauder_on_an_empty_square_is_a_move(void **group) {
  mr_table *table = *group; /* BL-14 */
  mr_fairy_play(table, CHIEFS " ge7 [MMm] 5", "M@e6", CHIEFS " ge7 Me6 [Mm] b 6");
  assert_int_equal(mr_table_events(table, MR_EVENT_PLACE), 1);
  mr_fairy_play(table, CHIEFS " [m] b 5", "M@i4", CHIEFS " mi4 [] w 6");
  mr_fairy_moves(table, CHIEFS " ge7 Gf6 [M]", "M@d6", "M@e7 M@f6");
  mr_fairy_moves(table, CHIEFS " Gf6 [m]", "", "M@d6 M@d5");
}

static void BL_14_nothing_else_ever_enters_a_hand(void **group) {
  mr_table *table = *group; /* BL-14 */
  mr_fairy_play(table, CHIEFS " Ge5 md6 wd8", "e5d6 d8d7 d6d7", CHIEFS " Gd7 [] b 0");
  mr_fairy_play(table, CHIEFS " Ge5 wd6", "e5d6", CHIEFS " Gd6 [] b 0");
  assert_int_not_equal(mr_table_refusal(table, "c8/9/9/9/9/9/9/9/9/C8[G] w - - 0 1"), MR_OK);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(BL_1_the_board_has_9_files_and_10_ranks_and_White_is_at_rank_1),
    cmocka_unit_test(BL_1_White_moves_first_and_then_the_sides_take_turns),
    cmocka_unit_test(BL_2_White_drops_on_ranks_6_and_7_and_Black_on_4_and_5),
    cmocka_unit_test(BL_2_White_promotes_on_ranks_8_to_10_and_Black_on_1_to_3),
    cmocka_unit_test(BL_3_there_are_four_village_squares),
    cmocka_unit_test(BL_3_the_roads_are_on_the_files_a_e_and_i),
    cmocka_unit_test(BL_3_the_Lion_has_squares_of_its_own_beyond_the_border),
    cmocka_unit_test(BL_4_every_region_is_drawn_on_the_board),
    cmocka_unit_test(BL_4_every_region_is_drawn_on_the_rules_page),
    cmocka_unit_test(BL_4_every_region_is_listed_on_the_rules_page),
    cmocka_unit_test(BL_5_captured_men_are_replaced_and_leave_the_game),
    cmocka_unit_test(BL_5_Chiefs_can_be_captured),
    cmocka_unit_test(BL_5_there_is_no_check),
    cmocka_unit_test(BL_5_there_is_no_castling),
    cmocka_unit_test(BL_6_every_man_moves_and_captures_as_drawn),
    cmocka_unit_test(BL_6_Black_has_the_same_men_the_other_way_round),
    cmocka_unit_test(BL_6_Chiefs_and_Guards_have_no_promoted_form),
    cmocka_unit_test(BL_7_nothing_is_in_the_way_of_a_leap),
    cmocka_unit_test(BL_7_slides_of_three_stop_at_the_first_man_and_capture_nothing),
    cmocka_unit_test(BL_7_Archers_hop_over_exactly_one_man_to_capture),
    cmocka_unit_test(BL_7_Slingers_hop_along_diagonals),
    cmocka_unit_test(BL_8_Warriors_capture_straight_ahead_and_diagonally_ahead),
    cmocka_unit_test(BL_9_Chiefs_stand_on_the_village_zones_and_the_roads_alone),
    cmocka_unit_test(BL_9_no_capture_leads_a_Chief_out_of_its_region),
    cmocka_unit_test(BL_10_an_unpromoted_Lion_stays_at_home_but_for_three_squares),
    cmocka_unit_test(BL_10_a_promoted_Lion_roams),
    cmocka_unit_test(BL_11_a_Warrior_on_its_third_rank_may_step_two_squares),
    cmocka_unit_test(BL_11_both_squares_of_a_double_step_are_empty),
    cmocka_unit_test(BL_12_a_double_stepper_may_be_captured_in_passing),
    cmocka_unit_test(BL_12_only_on_the_very_next_move),
    cmocka_unit_test(BL_12_only_after_a_double_step),
    cmocka_unit_test(BL_12_only_by_unpromoted_Warriors),
    cmocka_unit_test(BL_13_whoever_ends_a_move_in_the_zone_must_promote),
    cmocka_unit_test(BL_13_the_promoted_man_stands_there_at_once),
    cmocka_unit_test(BL_13_Chiefs_Guards_and_promoted_men_do_not_promote),
    cmocka_unit_test(BL_13_the_Lion_promotes_on_its_promotion_square_alone),
    cmocka_unit_test(BL_14_each_side_has_two_Marauders_in_hand),
    cmocka_unit_test(BL_14_placing_a_Marauder_on_an_empty_square_is_a_move),
    cmocka_unit_test(BL_14_nothing_else_ever_enters_a_hand),
};

MR_TEST_MAIN_WITH(tests, open_table, mr_fairy_close)
