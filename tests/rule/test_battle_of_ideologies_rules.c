/*
 * docs/rules/battle-of-ideologies.md rule by rule: BI-1 to BI-19.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairy_fixture.h"
#include "test_main.h"

#define START "mfjezejfm/sssssssss/9/9/9/9/9/PPPPPPPPP/RHBCKABHR[sssss] w - - 0 1"

/* Royals out of the way of a man in the middle. */
#define ROYALS "Kd1 za9"

static int open_table(void **group) {
  return mr_fairy_open(group, "battle-of-ideologies");
}

/* Another table for one test: a name of the catalogue with overrides. */
static mr_table *other_table(const char *name, const char *sets) {
  mr_table *table = malloc(sizeof *table);
  assert_non_null(table);
  mr_table_open_game(table, name, sets, NULL);
  return table;
}

static mr_table *platform_table(void) {
  return other_table("battle-of-ideologies-pychess", "");
}

static void close_table(mr_table *table) {
  mr_table_close(table);
  free(table);
}

/* ---- BI-1 to BI-7: the men ------------------------------------------------------------------- */

static const mr_fairy_drawing white[] = {
    {"Re5",
     "Kd1 zc9",
     's',
     {"...x...", "...x...", "...x...", "xxxoxxx", "...x...", "...x...", "...x..."}},
    {"Be5",
     "Kd1 zc9",
     's',
     {"x.....x", ".x...x.", "..x.x..", "...o...", "..x.x..", ".x...x.", "x.....x"}},
    {"He5",
     "Kd1 zc9",
     's',
     {".......", "..x.x..", ".x...x.", "...o...", ".x...x.", "..x.x..", "......."}},
    {"Ce5",
     "Kd1 zc9",
     's',
     {"...x...", "..xxx..", ".x.x.x.", "xxxoxxx", ".x.x.x.", "..xxx..", "...x..."}},
    {"Ae5",
     "Kd1 zc9",
     's',
     {"x.....x", ".xx.xx.", ".xx.xx.", "...o...", ".xx.xx.", ".xx.xx.", "x.....x"}},
    {"Pe5", "Kd1 zc9", 's', {".....", ".cmc.", "..o..", ".....", "....."}},
    {"Ke2", "zc9", 's', {".....", ".....", ".xox.", ".xxx.", "....."}},
};

static void BI_1_the_men_of_White_move_as_drawn(void **group) {
  for (size_t i = 0; i < sizeof white / sizeof *white; i++) {
    mr_fairy_reach(*group, &white[i]); /* BI-1 */
  }
}

static void BI_1_only_Chancellors_and_Archbishops_leap(void **group) {
  mr_table *table = *group; /* BI-1 */
  const char *const others = " Pd4 Pe4 Pf4 Pd5 Pf5 sd6 se6 sf6 Ke1 zc9";
  char position[80];
  snprintf(position, sizeof position, "Ce5%s", others);
  mr_fairy_moves(table, position, "e5e6 e5d7 e5g6 e5c4 e5f3", "e5e7 e5d6 e5e4 e5e3");
  snprintf(position, sizeof position, "Ae5%s", others);
  mr_fairy_moves(table, position, "e5d6 e5d7 e5g6 e5c4 e5f3", "e5c7 e5e6 e5d4 e5c3");
  snprintf(position, sizeof position, "Re5%s", others);
  mr_fairy_moves(table, position, "e5e6", "e5e7 e5e4 e5d7 e5b5");
  snprintf(position, sizeof position, "He5%s", others);
  mr_fairy_moves(table, position, "", "e5d7 e5g6 e5c4 e5f3");
}

static void BI_1_White_has_its_men_and_Black_its_own(void **group) {
  mr_table *table = *group; /* BI-1 */
  mr_game_start(table->game, table->state);
  assert_string_equal(mr_table_state(table), START);
  assert_int_equal(table->game->info.columns, 9);
  assert_int_equal(table->game->info.rows, 9);
  assert_int_equal(mr_game_node(table->game, table->state).player.id, 0);
  assert_int_equal(mr_table_actions(table), 22);
}

static void BI_2_the_lame_knight_is_blocked_on_the_diagonal_square(void **group) {
  mr_table *table = *group; /* BI-2 */
  mr_fairy_moves(table, "He5 Pf6 sd4 Ke1 zc9", "e5d7 e5c6 e5f3 e5g4", "e5f7 e5g6 e5d3 e5c4");
  mr_fairy_moves(table, "He5 Pe6 sd5 Pf5 Pe4 Ke1 zc9", "e5f7 e5d7 e5c6 e5c4 e5d3 e5f3 e5g4 e5g6",
                 "e5e7");
}

static void BI_2_a_switch_makes_it_a_Xiangqi_horse(void **group) {
  (void)group; /* BI-2 */
  mr_table *table = other_table("battle-of-ideologies", "customPiece1=h:nN");
  mr_fairy_moves(table, "He5 Pe6 sd5 Ke1 zc9", "e5g6 e5g4 e5f3 e5d3", "e5d7 e5f7 e5c6 e5c4");
  mr_fairy_moves(table, "He5 Pf6 sd4 Ke1 zc9", "e5f7 e5g6 e5d3 e5c4", "e5g7 e5c3");
  close_table(table);
  assert_int_not_equal(mr_game_refusal("battle-of-ideologies", "customPiece1=h:[F-"), MR_OK);
}

static const mr_fairy_drawing black[] = {
    {"se7", ROYALS, 'P', {".....", ".cmc.", ".mom.", ".cmc.", "....."}},
    {"me7", ROYALS, 'P', {".x.x.", "xxxxx", ".xox.", "xxxxx", ".x.x."}},
    {"fe7", ROYALS, 'P', {"x.x.x", "..x..", "x.o.x", ".....", "x.x.x"}},
    {"je8",
     ROYALS,
     'P',
     {".......", ".......", ".x...x.", "...o...", ".x...x.", "x.x.x.x", ".x...x."}},
    {"je6",
     ROYALS,
     'P',
     {".x...x.", "x.x.x.x", ".x...x.", "...o...", ".x...x.", ".......", "......."}},
    {"ee7", ROYALS, 'P', {".....", ".cxc.", ".xox.", ".xxx.", ".cxc."}},
    {"ze7", "Kd1", 'P', {"..x..", ".x.x.", "x.o.x", ".x.x.", "..x.."}},
    {"+ze5", "Kd1", 'P', {"..x..", ".xxx.", "x.o.x", ".x.x.", "..x.."}},
};

static void BI_3_the_men_of_Black_move_as_drawn(void **group) {
  for (size_t i = 0; i < sizeof black / sizeof *black; i++) {
    mr_fairy_reach(*group, &black[i]); /* BI-3 */
  }
}

static void BI_3_nothing_is_in_the_way_of_rhinos_and_giraffes(void **group) {
  mr_table *table = *group; /* BI-3 */
  const char *const ring = "sd8 se8 sf8 sd7 sf7 sd6 se6 sf6 b " ROYALS;
  char position[80];
  snprintf(position, sizeof position, "fe7 %s", ring);
  mr_fairy_moves(table, position, "e7e9 e7g9 e7c7 e7e5 e7g5", "e7e8 e7e6");
  snprintf(position, sizeof position, "je7 %s", ring);
  mr_fairy_moves(table, position, "e7d9 e7h9 e7b5 e7g6", "e7e9 e7e8");
}

static void BI_4_a_log_steps_straight_and_captures_diagonally_in_all_four(void **group) {
  mr_table *table = *group; /* BI-4 */
  mr_fairy_moves(table, "se7 b " ROYALS, "e7e8 e7e6 e7d7 e7f7", "e7d8 e7f8 e7d6 e7f6 e7e5");
  mr_fairy_moves(table, "se7 Pd8 Pf8 Pd6 Pf6 Pe8 Pe6 Pd7 Pf7 b " ROYALS, "e7d8 e7f8 e7d6 e7f6",
                 "e7e8 e7e6 e7d7 e7f7");
}

static void BI_5_an_elephonto_looks_down_the_board(void **group) {
  mr_table *table = *group; /* BI-5 */
  mr_fairy_moves(table, "ee7 b " ROYALS, "e7e8 e7d7 e7e6 e7d6 e7f6 e7e5", "e7d8 e7e9 e7d5 e7f5");
  mr_fairy_moves(table, "ee7 Pd8 Pf8 Pd5 Pf5 Pe5 se6 b " ROYALS, "e7d8 e7f8 e7d5 e7f5 e7e5",
                 "e7d9 e7f9 e7c6 e7g6 e7e6");
}

static void BI_6_only_a_promoted_kirin_steps_straight_back(void **group) {
  mr_table *table = *group; /* BI-6 */
  mr_fairy_moves(table, "Kd1 ze7 b", "e7d8 e7e9 e7c7", "e7e8 e7d7 e7f7");
  mr_fairy_moves(table, "Kd1 +ze7 b", "e7e8 e7d8 e7e9 e7c7", "e7e6 e7d7 e7f7");
  mr_fairy_moves(table, "Kd1 +ze7 Pe8 b", "e7e8", "");
}

static void BI_7_pawns_step_twice_from_rank_2_through_empty_squares(void **group) {
  mr_table *table = *group; /* BI-7 */
  mr_fairy_moves(table, "Pa2 Pb3 Pc2 sc4 Pg2 sg3 " ROYALS, "a2a3 a2a4 b3b4 c2c3",
                 "a2a5 b3b5 c2c4 g2g3 g2g4");
  mr_fairy_moves(table, "Pe5 sd6 se6 " ROYALS, "e5d6", "e5e6 e5f6 e5d5 e5e4 e5d4");
}

/* ---- BI-8, BI-9: regions --------------------------------------------------------------------- */

static void BI_8_Black_stays_off_ranks_3_and_4(void **group) {
  mr_table *table = *group; /* BI-8 */
  mr_fairy_moves(table, "me5 b " ROYALS, "e5d5 e5e6 e5d7", "e5e4 e5d4 e5d3 e5c4");
  mr_fairy_moves(table, "fe5 b " ROYALS, "e5e7 e5e6 e5c5", "e5e3 e5c3 e5g3");
  mr_fairy_moves(table, "ee5 b " ROYALS, "e5d5", "e5e4 e5d4 e5e3");
  mr_fairy_moves(table, "Kd1 ze5 b", "e5d6 e5e7 e5c5", "e5d4 e5f4 e5e3");
  mr_fairy_moves(table, "me5 ee7 Pe4 Pd3 Pd4 b " ROYALS, "e5e6", "e5e4 e5d3 e5d4");
  mr_fairy_moves(table, "mb2 b Kf1 za9", "b2c2 b2b1 b2d1", "b2b3 b2c3 b2d3 b2c4");
}

static void BI_8_ranks_3_and_4_can_be_leapt_over(void **group) {
  mr_table *table = *group; /* BI-8 */
  mr_fairy_moves(table, "je5 b " ROYALS, "e5c2 e5g2", "e5d3 e5f3 e5b3 e5h3");
  mr_fairy_moves(table, "jg2 b " ROYALS, "g2e5 g2i5", "g2f4 g2h4 g2d4");
}

static void BI_8_promoted_kirins_and_logs_go_anywhere(void **group) {
  mr_table *table = *group; /* BI-8 */
  mr_fairy_moves(table, "Kd1 +ze5 b", "e5d4 e5f4 e5e3", "");
  mr_fairy_moves(table, "Kd1 +ze4 b", "e4d3 e4e5 e4c4 e4g4", "");
  mr_fairy_moves(table, "se5 sa4 sg3 b Kd1 za9", "e5e4 a4a3 a4b4 g3g2 g3g4", "");
}

static void BI_8_a_log_promoted_beyond_has_to_come_back(void **group) {
  mr_table *table = *group; /* BI-8 */
  mr_fairy_play(table, "se5 b " ROYALS, "e5e4m", "me4 w " ROYALS);
  mr_fairy_moves(table, "me4 b " ROYALS, "e4e5 e4d5 e4d6 e4d2 e4f2 e4g5",
                 "e4e3 e4d4 e4d3 e4f3 e4c3");
  mr_fairy_moves(table, "fe4 b " ROYALS, "e4e5 e4e6 e4c6 e4e2 e4g2", "e4c4 e4g4");
}

static void BI_9_the_King_stays_in_its_palace(void **group) {
  mr_table *table = *group; /* BI-9 */
  mr_fairy_moves(table, "Kf2 zc9", "f2f1 f2e1 f2e2", "f2g1 f2g2 f2g3 f2f3 f2e3");
  mr_fairy_moves(table, "Kd1 zc9", "d1d2 d1e1 d1e2", "d1c1 d1c2");
  mr_fairy_moves(table, "Ke2 zc9", "e2d1 e2d2 e2e1 e2f1 e2f2", "e2d3 e2e3 e2f3");
  mr_fairy_moves(table, "Kf2 zc9 sg2 sf3", "f2e1", "f2g2 f2f3");
}

static void BI_9_other_men_of_White_are_free(void **group) {
  mr_table *table = *group; /* BI-9 */
  mr_fairy_moves(table, "Kd1 zc9 Re5", "e5a5 e5i5 e5e9 e5e1 e5e4", "");
}

/* ---- BI-10 to BI-14: special moves ----------------------------------------------------------- */

static void BI_10_a_pawn_on_rank_9_may_become_R_H_B_C_or_A(void **group) {
  mr_table *table = *group; /* BI-10 */
  mr_fairy_moves(table, "Kd1 zi7 Pa8", "a8a9r a8a9h a8a9b a8a9c a8a9a", "a8a9k a8a9p a8a9s a8a9+");
  mr_fairy_moves(table, "Kd1 zi7 Pa8 sb9", "a8b9r a8b9", "a8b9k");
  mr_fairy_moves(table, "Kd1 zi7 Pa7", "a7a8", "a7a8r");
  mr_fairy_play(table, "Kd1 zi7 Pa8 9", "a8a9h", "Kd1 zi7 Ha9 b");
  assert_string_equal(mr_fairy_event_rule(table, MR_EVENT_PROMOTE), "BI-10");
}

static void BI_10_a_pawn_may_decline_and_never_move_again(void **group) {
  mr_table *table = *group; /* BI-10 */
  mr_fairy_play(table, "Kd1 zi7 Pa8", "a8a9", "Kd1 zi7 Pa9 b");
  mr_fairy_set(table, "Kd1 zi7 Pa9");
  assert_int_equal(mr_table_actions(table), 3);
}

static void BI_11_a_log_on_rank_5_4_or_3_may_become_M_F_J_or_E(void **group) {
  mr_table *table = *group; /* BI-11 */
  mr_fairy_moves(table, "se6 b " ROYALS, "e6e5 e6e5m e6e5f e6e5j e6e5e e6e7",
                 "e6e5z e6e5s e6e5+ e6d6m e6e7m");
  mr_fairy_moves(table, "se5 b " ROYALS, "e5e4 e5e4m e5d5f e5d5", "e5e6m");
  mr_fairy_moves(table, "se4 b " ROYALS, "e4e3 e4e3j e4e5e", "");
  mr_fairy_moves(table, "sf3 b " ROYALS, "f3f2 f3f4m f3g3m", "f3f2m");
  mr_fairy_moves(table, "se6 Pd5 b " ROYALS, "e6d5 e6d5m", "");
  mr_fairy_play(table, "se6 b 9 " ROYALS, "e6e5j", "je5 w " ROYALS);
  assert_string_equal(mr_fairy_event_rule(table, MR_EVENT_PROMOTE), "BI-11");
  assert_int_equal(mr_table_events(table, MR_EVENT_PROMOTE), 1);
}

static void BI_11_a_log_may_decline_and_promote_later(void **group) {
  mr_table *table = *group; /* BI-11 */
  mr_fairy_play(table, "se6 b " ROYALS, "e6e5 d1e1 e5d5m", "Ke1 za9 md5 w");
}

static void BI_12_a_kirin_that_arrives_on_rank_5_may_promote(void **group) {
  mr_table *table = *group; /* BI-12 */
  mr_fairy_moves(table, "Kd1 zd6 b", "d6c5 d6c5+ d6e5+ d6e7", "d6e7+ d6d8+");
  mr_fairy_moves(table, "Kd1 zc7 b", "c7c5 c7c5+", "c7b6+ c7d6+");
  mr_fairy_moves(table, "Kd1 ze5 b", "e5g5 e5g5+ e5c5+", "");
  mr_fairy_play(table, "Kd1 zd6 b 9", "d6c5+", "Kd1 +zc5 w 10");
  assert_string_equal(mr_fairy_event_rule(table, MR_EVENT_PROMOTE), "BI-12");
  assert_int_equal(mr_table_events(table, MR_EVENT_PROMOTE), 1);
}

static void BI_12_not_on_leaving_and_without_return(void **group) {
  mr_table *table = *group; /* BI-12 */
  mr_fairy_moves(table, "Kd1 ze5 b", "e5d6 e5e7", "e5d6+ e5e7+");
  mr_fairy_play(table, "Kd1 +zd5 b", "d5d6", "Kd1 +zd6 w 1");
  mr_fairy_moves(table, "Kd1 +zd6 b", "d6c5 d6d7", "d6c5+");
}

static void BI_13_Black_drops_its_five_logs_on_ranks_6_to_9(void **group) {
  mr_table *table = *group; /* BI-13 */
  for (int cell = 0; cell < 81; cell++) {
    char drop[24];
    int rank = cell / 9 + 1;
    snprintf(drop, sizeof drop, "S@%c%d", (char)('a' + cell % 9), rank);
    mr_fairy_set(table, "Kd1 za9 Pa8 [s] b");
    assert_int_equal(mr_table_allows(table, drop), rank >= 6 && cell != 72 && cell != 63);
  }
  mr_fairy_play(table, "Kd1 za9 [ss] b 20", "S@b6", "Kd1 za9 sb6 [s] w 0");
  mr_fairy_play(table, "Kd1 za9 [s] b", "S@b6", "Kd1 za9 sb6 [] w");
  mr_fairy_moves(table, "Kd1 za9 [] b", "a9b8", "S@b6");
  mr_fairy_moves(table, "Kd1 za9 [s] w", "d1d2", "S@b6 P@b6");
}

static void BI_13_captured_men_enter_no_hand(void **group) {
  mr_table *table = *group; /* BI-13 */
  mr_fairy_play(table, "Kd1 za9 Re5 se7 [s]", "e5e7", "Kd1 za9 Re7 [s] b");
  mr_fairy_play(table, "Kd1 za9 Pd6 se7 [s] b", "e7d6", "Kd1 za9 sd6 [s] w");
}

static void BI_14_there_is_no_castling(void **group) {
  mr_table *table = *group;                                    /* BI-14 */
  mr_table_set(table, "2z6/9/9/9/9/9/9/9/R3K3R[] w KQ - 0 1"); /* rights to it mean nothing */
  assert_string_equal(mr_table_state(table), "2z6/9/9/9/9/9/9/9/R3K3R[] w - - 0 1");
  mr_fairy_moves(table, "Ke1 Ra1 Ri1 zc9", "e1d1 a1d1", "e1g1 e1c1 e1a1 e1i1 O-O");
}

static void BI_14_there_is_no_capture_in_passing(void **group) {
  mr_table *table = *group; /* BI-14 */
  mr_fairy_play(table, "Ke1 za9 Pc2 sb4", "c2c4", "Ke1 za9 Pc4 sb4 b");
  assert_false(mr_table_allows(table, "b4c3"));
}

/* ---- BI-15 to BI-18: the ends ---------------------------------------------------------------- */

static void BI_15_no_player_leaves_the_own_royal_attacked(void **group) {
  mr_table *table = *group; /* BI-15 */
  mr_fairy_moves(table, "Ke1 zc9 fe3 Pa2", "e1d1 e1d2 e1e2", "a2a3");
  mr_fairy_moves(table, "Ke1 zc9 me3 Pa2", "a2a3", "e1d2 e1e2 e1f2 e1d1 e1f1");
  mr_fairy_moves(table, "Kd1 ze9 me7 Re4 b", "e9d8 e7e6 e7e8", "e7d7 e7f5 e7d9");
  mr_fairy_moves(table, "Kd1 ze9 Rd8 Re4 [s] b", "e9d8 S@e6", "S@d7 e9f8");
}

static void BI_15_checkmate_wins(void **group) {
  mr_table *table = *group; /* BI-15 */
  mr_fairy_end(table, "Ke1 ze9 Ra8 Rb5 Ch7", "b5b9", "1-0", "BI-15");
  mr_fairy_end(table, "Ke1 ze9 Ra8 Rb5", "b5b9", "*", "");
  mr_fairy_end(table, "Ke1 ze9 Ra8 Rb5 Ch7 [s]", "b5b9", "*", "");
  mr_fairy_end(table, "Ke1 zb6 mc3 mg3 se4 b", "e4e3f", "0-1", "BI-15");
}

static void BI_16_the_kirin_wins_by_reaching_rank_1(void **group) {
  mr_table *table = *group; /* BI-16 */
  mr_fairy_end(table, "Kf1 +zb2 b", "b2c1", "0-1", "BI-16");
  mr_fairy_end(table, "Kf1 +zc3 b", "c3c1", "0-1", "BI-16");
  mr_fairy_end(table, "Kf1 +zc3 b", "c3b2", "*", "");
  mr_fairy_end(table, "Kf1 za7 sb2 b", "b2b1", "*", "");
  mr_fairy_end(table, "9/9/9/9/9/9/9/9/2+z1K4[] w - - 0 1", "", "0-1", "BI-16");
}

static void BI_16_it_must_get_there_legally(void **group) {
  mr_table *table = *group; /* BI-16 */
  mr_fairy_moves(table, "Kf1 +zb2 Rc5 b", "b2a1 b2d2", "b2c1");
  mr_fairy_moves(table, "Kd2 +za3 Ra8 b", "a3b2", "a3a1");
}

static void BI_17_the_stalemated_player_wins(void **group) {
  mr_table *table = *group; /* BI-17 */
  mr_fairy_end(table, "za9 Rb7 Rc2 Ke1", "c2c1", "0-1", "BI-17");
  mr_fairy_end(table, "za9 Rb7 Rc2 Ke1 [s]", "c2c1", "*", "");
  mr_fairy_end(table, "zb6 mc3 sg4 Ke1 b", "g4g3m", "1-0", "BI-17");
  mr_fairy_end(table, "zb6 mc3 sg4 Ke1 Pa2 b", "g4g3m", "*", "");
}

#define CYCLE "d1d2 e9d8 d2d1 d8e9"

static void BI_18_a_position_that_occurs_three_times_is_a_draw(void **group) {
  mr_table *table = *group; /* BI-18 */
  mr_fairy_end_after(table, "Kd1 ze9", CYCLE, 1, "*", "");
  mr_fairy_end_after(table, "Kd1 ze9", CYCLE, 2, "1/2-1/2", "BI-18");
}

static void BI_18_100_plies_without_progress_are_a_draw(void **group) {
  mr_table *table = *group; /* BI-18 */
  mr_fairy_end(table, "Kd1 ze9 98", "d1d2", "*", "");
  mr_fairy_end(table, "Kd1 ze9 98", "d1d2 e9d8", "1/2-1/2", "BI-18");
  mr_fairy_end(table, "Kd1 zd6 99 b", "d6c5+", "1/2-1/2", "BI-18");
}

static void BI_18_captures_and_moves_of_pawns_and_logs_are_progress(void **group) {
  mr_table *table = *group; /* BI-18 */
  mr_fairy_play(table, "Kd1 ze9 Ra5 ma8 99", "a5a8", "Kd1 ze9 Ra8 b 0");
  mr_fairy_play(table, "Kd1 ze9 Pa2 99", "a2a3", "Kd1 ze9 Pa3 b 0");
  mr_fairy_play(table, "Kd1 ze9 Pa8 99", "a8a9h", "Kd1 ze9 Ha9 b 0");
  mr_fairy_play(table, "Kd1 ze9 sa8 99 b", "a8b8", "Kd1 ze9 sb8 w 0");
  mr_fairy_play(table, "Kd1 ze9 sa6 99 b", "a6a5m", "Kd1 ze9 ma5 w 0");
  mr_fairy_play(table, "Kd1 ze9 [s] 99 b", "S@a8", "Kd1 ze9 sa8 [] w 0");
  mr_fairy_play(table, "Kd1 ze9 ma8 50 b", "a8a7", "Kd1 ze9 ma7 w 51");
  mr_fairy_play(table, "Kd1 zd6 50 b", "d6c5+", "Kd1 +zc5 w 51");
}

static void BI_18_mate_stalemate_and_the_race_outrank_the_draw(void **group) {
  mr_table *table = *group; /* BI-18 */
  mr_fairy_end(table, "Ke1 ze9 Ra8 Rb5 Ch7 99", "b5b9", "1-0", "BI-15");
  mr_fairy_end(table, "Ke1 ze9 Ra8 Rb5 99", "b5b9", "1/2-1/2", "BI-18");
  mr_fairy_end(table, "za9 Rb7 Rc2 Ke1 99", "c2c1", "0-1", "BI-17");
  mr_fairy_end(table, "Kf1 +zb2 99 b", "b2c1", "0-1", "BI-16");
  mr_fairy_end(table, "Kf1 +zb2 99 b", "b2d2", "1/2-1/2", "BI-18");
}

/* ---- BI-19: texts and the platform's reading ------------------------------------------------- */

static void BI_19_states_are_written_as_FEN(void **group) {
  mr_table *table = *group; /* BI-19 */
  static const char *const same[] = {
      "3sB4/ms3ss1s/1s6s/j3e2s1/1j2+zf1jP/1P1B4R/2P3PC1/3PH4/BH2K3R[] b - - 4 "
      "58",
      "1fje1e2m/1ss2s3/sm1ss1ss1/P7s/2+z2f3/2P1PP3/1C4HP1/1P1P1KP1P/"
      "RHB2A2R[sssss] b - - 2 16",
  };
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    mr_table_set(table, same[i]);
    assert_string_equal(mr_table_state(table), same[i]);
  }
  assert_int_not_equal(mr_table_refusal(table, "z8/9/9/9/9/9/9/4K4[] w - - 0 1"), MR_OK);
  assert_int_not_equal(mr_table_refusal(table, "z8/9/9/9/9/9/9/9/4K4[P] w - - 0 1"), MR_OK);
  assert_int_not_equal(mr_table_refusal(table, "z8/9/9/9/9/9/9/9/3+PK4[] w - - 0 1"), MR_OK);
}

static void BI_19_promotions_and_drops_have_their_letters(void **group) {
  mr_table *table = *group; /* BI-19 */
  mr_fairy_moves(table, "Kd1 zi7 Pa8", "a8a9h a8a9", "a8a9+ a8a9k");
  mr_fairy_moves(table, "Kd1 zd6 sa6 [s] b", "a6a5m d6c5+ S@a7", "a6a5+ d6c5z S@a5");
}

static void BI_19_the_platform_has_orthogonal_horses(void **group) {
  (void)group; /* BI-19 */
  mr_table *table = platform_table();
  mr_fairy_moves(table, "He5 Pe6 sd5 Ke1 zc9", "e5g6 e5g4 e5f3 e5d3", "e5d7 e5f7 e5c6 e5c4");
  mr_fairy_moves(table, "He5 Pf6 sd4 Ke1 zc9", "e5f7 e5g6 e5d3 e5c4", "e5g7 e5c3");
  close_table(table);
}

static void BI_19_on_the_platform_a_kirin_also_promotes_on_leaving(void **group) {
  (void)group; /* BI-19 */
  mr_table *table = platform_table();
  mr_fairy_moves(table, "Kd1 ze5 b", "e5d6 e5d6+ e5e7+", "");
  mr_fairy_moves(table, "Kd1 zd6 b", "d6c5+ d6c5", "d6c7+ d6d8+");
  close_table(table);
}

static void BI_19_on_the_platform_logs_capture_in_passing_in_four_directions(void **group) {
  (void)group; /* BI-19 */
  mr_table *table = platform_table();
  mr_fairy_play(table, "Kf1 za9 Pc2 sb4", "c2c4", "Kf1 za9 Pc4 sb4 c3c4 b 0");
  mr_fairy_play(table, "Kf1 za9 Pc2 sb4", "c2c4 b4c3", "Kf1 za9 sc3 w 0");
  mr_fairy_play(table, "Kf1 za9 Pc2 sd4", "c2c4 d4c3", "Kf1 za9 sc3 w 0");
  mr_fairy_play(table, "Kf1 za9 Pc2 sb2", "c2c4 b2c3", "Kf1 za9 sc3 w 0");
  mr_fairy_play(table, "Kf1 za9 Pc2 sd2", "c2c4 d2c3", "Kf1 za9 sc3 w 0");
  mr_fairy_play(table, "Kf1 za9 Pc2 mb4", "c2c4", "Kf1 za9 Pc4 mb4 b 0");
  mr_fairy_moves(table, "Kf1 za9 Pc4 sb4 c3c4 b", "b4c3 b4b3m", "b4c3m b4c3f b4c3j b4c3e");
  close_table(table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(BI_1_the_men_of_White_move_as_drawn),
    cmocka_unit_test(BI_1_only_Chancellors_and_Archbishops_leap),
    cmocka_unit_test(BI_1_White_has_its_men_and_Black_its_own),
    cmocka_unit_test(BI_2_the_lame_knight_is_blocked_on_the_diagonal_square),
    cmocka_unit_test(BI_2_a_switch_makes_it_a_Xiangqi_horse),
    cmocka_unit_test(BI_3_the_men_of_Black_move_as_drawn),
    cmocka_unit_test(BI_3_nothing_is_in_the_way_of_rhinos_and_giraffes),
    cmocka_unit_test(BI_4_a_log_steps_straight_and_captures_diagonally_in_all_four),
    cmocka_unit_test(BI_5_an_elephonto_looks_down_the_board),
    cmocka_unit_test(BI_6_only_a_promoted_kirin_steps_straight_back),
    cmocka_unit_test(BI_7_pawns_step_twice_from_rank_2_through_empty_squares),
    cmocka_unit_test(BI_8_Black_stays_off_ranks_3_and_4),
    cmocka_unit_test(BI_8_ranks_3_and_4_can_be_leapt_over),
    cmocka_unit_test(BI_8_promoted_kirins_and_logs_go_anywhere),
    cmocka_unit_test(BI_8_a_log_promoted_beyond_has_to_come_back),
    cmocka_unit_test(BI_9_the_King_stays_in_its_palace),
    cmocka_unit_test(BI_9_other_men_of_White_are_free),
    cmocka_unit_test(BI_10_a_pawn_on_rank_9_may_become_R_H_B_C_or_A),
    cmocka_unit_test(BI_10_a_pawn_may_decline_and_never_move_again),
    cmocka_unit_test(BI_11_a_log_on_rank_5_4_or_3_may_become_M_F_J_or_E),
    cmocka_unit_test(BI_11_a_log_may_decline_and_promote_later),
    cmocka_unit_test(BI_12_a_kirin_that_arrives_on_rank_5_may_promote),
    cmocka_unit_test(BI_12_not_on_leaving_and_without_return),
    cmocka_unit_test(BI_13_Black_drops_its_five_logs_on_ranks_6_to_9),
    cmocka_unit_test(BI_13_captured_men_enter_no_hand),
    cmocka_unit_test(BI_14_there_is_no_castling),
    cmocka_unit_test(BI_14_there_is_no_capture_in_passing),
    cmocka_unit_test(BI_15_no_player_leaves_the_own_royal_attacked),
    cmocka_unit_test(BI_15_checkmate_wins),
    cmocka_unit_test(BI_16_the_kirin_wins_by_reaching_rank_1),
    cmocka_unit_test(BI_16_it_must_get_there_legally),
    cmocka_unit_test(BI_17_the_stalemated_player_wins),
    cmocka_unit_test(BI_18_a_position_that_occurs_three_times_is_a_draw),
    cmocka_unit_test(BI_18_100_plies_without_progress_are_a_draw),
    cmocka_unit_test(BI_18_captures_and_moves_of_pawns_and_logs_are_progress),
    cmocka_unit_test(BI_18_mate_stalemate_and_the_race_outrank_the_draw),
    cmocka_unit_test(BI_19_states_are_written_as_FEN),
    cmocka_unit_test(BI_19_promotions_and_drops_have_their_letters),
    cmocka_unit_test(BI_19_the_platform_has_orthogonal_horses),
    cmocka_unit_test(BI_19_on_the_platform_a_kirin_also_promotes_on_leaving),
    cmocka_unit_test(BI_19_on_the_platform_logs_capture_in_passing_in_four_directions),
};

MR_TEST_MAIN_WITH(tests, open_table, mr_fairy_close)
