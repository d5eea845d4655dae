/*
 * Who may be ordered, by whom and how often: WL-1, WL-2, WL-3, WL-4, WL-5, WL-6, WL-7, WL-8, WL-9,
 * WL-21, WL-35, WL-38, WL-39.
 * Both sides need a leader to go on: where Black's does not matter it is far away, on p12.
 */
#include <marcher/view.h>
#include <string.h>

#include "test_main.h"
#include "warlord_fixture.h"

#define ask mr_warlord_ask

static void WL_1_a_unit_moves_only_within_two_squares_of_a_leader(void **unused) {
  (void)unused;
  ask("", "Lc3 Ie5 lp12", "w 0 5", "e5-e6", NULL);
  ask("", "Lc3 If3 lp12", "w 0 5", NULL, "f3-f4");
  ask("", "Lc3 Ic6 lp12", "w 0 5", NULL, "c6-c7");
  ask("", "Lc3 Ia1 lp12", "w 0 5", "a1-a2", NULL);
  ask("range=3", "Lc3 If3 lp12", "w 0 5", "f3-f4", NULL);
}

static void WL_1_an_enemy_leader_orders_nobody(void **unused) {
  (void)unused;
  ask("", "Lk9 Ie5 lf6", "w 0 5", NULL, "e5-e6");
}

static void WL_2_nothing_blocks_the_range(void **unused) {
  (void)unused;
  ask("", "Lc3 hd4 Ie5 lp12", "w 0 5", "e5-e6", NULL);
  ask("", "Lc3 @~d4 @~d5 @~c4 @~e4 @~d3 Ie5 lp12", "w 0 5", "e5-e6", NULL);
}

static void WL_3_range_counts_from_where_the_leader_stands_at_that_moment(void **unused) {
  (void)unused;
  ask("", "Kc3 Ig5 lp12", "w 0 5", NULL, "g5-g6");
  ask("", "Kc3 Ig5 Lm1 lp12", "w 0 5 [c3-e4]", "g5-g6", NULL);
  ask("", "Kc3 Ia3 Lm1 lp12", "w 0 5 [c3-e4]", NULL, "a3-a4");
}

static void WL_4_a_leader_has_as_many_orders_as_its_level(void **unused) {
  (void)unused;
  ask("", "Lc3 Lm1 Ln1 Ic4 Id4 lp12", "w 0 5 [c4-c5]", NULL, "d4-d5 c3-c2");
  ask("", "Kc3 Lm1 Ln1 Ic4 Id4 Ib4 lp12", "w 0 5 [c4-c5]", "d4-d5 c3-c2", NULL);
  ask("", "Kc3 Lm1 Ln1 Ic4 Id4 Ib4 lp12", "w 0 5 [c4-c5;d4-d5]", NULL, "b4-b5 c3-c2");
}

static void WL_4_its_own_move_costs_an_order_of_its_own_or_of_another(void **unused) {
  (void)unused;
  ask("", "Lc3 Lm1 Ln1 Ic4 lp12", "w 0 5 [c3-d3]", NULL, "c4-c5");
  ask("", "Lc3 Lb2 Ln1 Ic4 lp12", "w 0 5 [c3-d3]", "c4-c5 b2-a2", NULL);
}

static void WL_5_orders_are_given_by_whoever_can_give_them(void **unused) {
  (void)unused;
  /* e5 is near both leaders, a3 near the left one alone: who ordered e5 is settled by a3. */
  ask("", "Lc4 Lg5 Lm1 Ie5 Ia3 lp12", "w 0 5 [e5-e6]", "a3-a4 g5-g6", NULL);
  ask("", "Lc4 Lg5 Lm1 Ie5 Ia3 lp12", "w 0 5 [e5-e6;a3-a4]", NULL, "c4-c5 g5-g6");
}

static void WL_5_a_chain_of_leaders_may_have_to_change(void **unused) {
  (void)unused;
  /* Every order moves on to the next leader when a1 wants the first. */
  ask("cap=8;turn_cap=fixed", "Lb2 Ld2 Lf2 Lh2 Ic2 Ie2 Ig2 Ia1 Ii1 lp12",
      "w 0 5 [c2-c3;e2-e3;g2-g3]", "a1-a2 i1-i2", NULL);
  ask("cap=8;turn_cap=fixed", "Lb2 Ld2 Lf2 Lh2 Ic2 Ie2 Ig2 Ia1 Ii1 lp12",
      "w 0 5 [c2-c3;e2-e3;g2-g3;a1-a2]", NULL, "i1-i2");
}

static void WL_6_no_unit_acts_twice_and_only_own_units_are_ordered(void **unused) {
  (void)unused;
  ask("", "Kc3 Lm1 Ic4 id4 lp12", "w 0 5 [c4-c5]", NULL, "c5-c6 d4-d3");
}

static void WL_6_orders_of_different_leaders_may_be_interleaved(void **unused) {
  (void)unused;
  ask("", "Kc3 Km3 Ic4 Id4 Im4 In4 lp12", "w 0 5 [c4-c5]", "m4-m5", NULL);
  ask("", "Kc3 Km3 La8 Lb8 Ic4 Id4 Im4 In4 lp12", "w 0 5 [c4-c5;m4-m5]", "d4-d5", NULL);
}

static void WL_7_the_leaders_alive_bound_the_turn_and_so_do_four(void **unused) {
  (void)unused;
  ask("", "Kc3 Ic4 Id4 lp12", "w 0 5 [c4-c5]", ".", "d4-d5");
  ask("", "Lc3 Lf3 Li3 Ll3 Lo3 Ic4 If4 Ii4 Il4 Io4 lp12", "w 0 5 [c4-c5;f4-f5;i4-i5]", "l4-l5",
      NULL);
  ask("", "Lc3 Lf3 Li3 Ll3 Lo3 Ic4 If4 Ii4 Il4 Io4 lp12", "w 0 5 [c4-c5;f4-f5;i4-i5;l4-l5]", ".",
      "o4-o5");
}

static void WL_7_test_of_wills_and_border_war_have_a_number(void **unused) {
  (void)unused;
  static const char *const names[] = {"warlord-test-of-wills", "warlord-border-war"};
  static const unsigned caps[] = {8, 12};
  for (size_t i = 0; i < 2; i++) {
    mr_table table;
    mr_table_open_game(&table, names[i], "", NULL);
    mr_warlord_men(&table,
                   "Xc3 Xd4 Ia4 Ib4 Ic4 Ic5 Ie4 Ia3 Ib3 Id3 Ie3 Ia2 Ib2 Ic2 Id2 Ie2 Ia5 Ib5 xp9",
                   "w 0 5");
    unsigned made = 0;
    while (made <= caps[i] && mr_table_actions(&table) > 1) {
      mr_game_make(table.game, table.state, table.actions[0], NULL, NULL);
      made++;
    }
    assert_int_equal(made, caps[i]);
    mr_table_close(&table);
  }
}

static void WL_8_a_promoted_leader_orders_itself_alone_level_1_others_too(void **unused) {
  (void)unused;
  ask("", "Uc3 Ic4 Lm1 Ln1 lp12", "w 0 5", "c3-c2", "c4-c5");
  ask("", "Lc3 Ic4 Lm1 Ln1 lp12", "w 0 5", "c3-c2 c4-c5", NULL);
}

static void WL_9_self_activating_cavalry_needs_no_leader(void **unused) {
  (void)unused;
  ask("", "Nc3 Lm1 lp12", "w 0 5", NULL, "c3-d5");
  ask("self_activation=true", "Nc3 Lm1 lp12", "w 0 5", "c3-d5", NULL);
}

static void WL_9_it_costs_no_order_but_counts_towards_the_cap(void **unused) {
  (void)unused;
  /* One leader and two cavalry: three activations, of which the leader orders one. */
  ask("self_activation=true", "Nc3 Nd3 Lb2 Ia2 lp12", "w 0 5 [c3-d5;a2-a3]", "d3-e5", "b2-b1");
  ask("self_activation=true;cap=2", "Nc3 Nd3 Lb2 Ia2 lp12", "w 0 5 [c3-d5;a2-a3]", ".", "d3-e5");
}

static void WL_9_it_is_no_leader_for_victory(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "self_activation=true", NULL);
  mr_warlord_men(&table, "Lc3 Hc5 lc7 na10", "w 0 5");
  mr_table_play(&table, "c5xc7");
  assert_string_equal(mr_table_ended_by(&table), "WL-16");
  mr_table_close(&table);
}

static void WL_21_units_out_of_command_cannot_move(void **unused) {
  (void)unused;
  ask("", "Lc3 Im8 Hn8 Co8 Np8 lp12", "w 0 5", "--", "m8-m7 n8-n7 o8-n7 p8-o6");
}

static void WL_21_a_side_without_leaders_has_lost(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Im8 lp12", "w 0 5");
  assert_string_equal(mr_table_result(&table), "0-1");
  assert_int_equal(mr_table_refusal(&table, "16/16/16/16/16/16/16/16/16/16/16/I14i w 0 1"),
                   MR_ERR_ILLEGAL);
  mr_table_close(&table);
}

static void WL_35_the_first_turn_has_half_the_activations(void **unused) {
  (void)unused;
  const char *sets = "first_turn_handicap=true;cap=3";
  const char *men = "Lc3 Lf3 Li3 Ic4 If4 lc8 lf8 li8 ic7 if7";
  ask(sets, men, "w 0 1 [c4-c5]", ".", "f4-f5");
  ask(sets, men, "w 0 2 [c4-c5]", "f4-f5", NULL);
  ask(sets, men, "b 0 1 [c7-c6]", "f7-f6", NULL);
  ask("first_turn_handicap=true;cap=3;first=black", men, "b 0 1 [c7-c6]", ".", "f7-f6");
}

static void WL_38a_each_member_orders_with_own_leaders(void **unused) {
  (void)unused;
  const char *men = "Lc3 Lj3 Ic4 Ij4 lc8 lj8";
  ask("teams=2", men, "w 0 5", "c4-c5 c3-c2", "j4-j5 j3-j2");
  ask("teams=2", men, "w 0 5 [.]", "j4-j5 j3-j2 --", "c4-c5 c3-c2");
  ask("teams=2", men, "w 0 5 [c4-c5;.]", "j4-j5 .", "c3-c2");
  ask("teams=2", men, "w 0 5 members=1221", "j4-j5", "c4-c5");
}

static void WL_38_the_members_share_the_cap(void **unused) {
  (void)unused;
  ask("teams=2;cap=1", "Lc3 Lj3 Ic4 Ij4 lc8 lj8", "w 0 5 [c4-c5;.]", ".", "j4-j5");
}

static void WL_38_the_seats_of_a_team_score_alike(void **unused) {
  (void)unused;
  uint8_t score[MR_MAX_PLAYERS];
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "teams=2", NULL);
  mr_warlord_men(&table, "Lc3 Lj3 Hj5 lj7", "w 0 5 [.]");
  mr_table_play(&table, "j5xj7");
  mr_game_score(table.game, table.state, score);
  assert_int_equal(score[0], MR_SCORE_WIN);
  assert_int_equal(score[1], MR_SCORE_WIN);
  assert_int_equal(score[2] + score[3], 0);
  mr_table_close(&table);
}

static void WL_39_the_cap_is_a_share_of_the_levels(void **unused) {
  (void)unused;
  const char *sets = "turn_cap=levels;cap=18;cap_fraction=60%";
  /* 0.6 x 4 is 2.4: two. */
  ask(sets, "Pc3 Ic4 Id4 Ib4 lp12", "w 0 5 [c4-c5]", "d4-d5", NULL);
  ask(sets, "Pc3 Ic4 Id4 Ib4 lp12", "w 0 5 [c4-c5;d4-d5]", ".", "b4-b5");
  /* A promoted leader has no level. */
  ask(sets, "Pc3 Uk3 Ic4 Id4 Ib4 lp12", "w 0 5 [c4-c5;d4-d5]", ".", "k3-k4");
  ask("turn_cap=levels;cap=1", "Pc3 Ic4 Id4 lp12", "w 0 5 [c4-c5]", ".", "d4-d5");
}

static const char *note_of(const mr_view *view, const char *label) {
  for (size_t i = 0; i < view->note_count; i++) {
    if (strcmp(view->notes[i].label, label) == 0) {
      return view->notes[i].text;
    }
  }
  return "";
}

static void WL_5_the_picture_shows_command_and_orders_left(void **unused) {
  (void)unused;
  mr_table table;
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Kc3 Lk3 Lm3 Ic4 Ih9 lp12", "w 0 5 [c4-c5]");
  assert_int_equal(mr_game_view(table.game, table.state, (mr_player){0}, &arena, &view, NULL),
                   MR_OK);
  assert_string_equal(note_of(&view, "orders left"), "3");
  assert_string_equal(note_of(&view, "activations"), "1 of 3");
  assert_int_equal(view.region_count, 3);
  assert_string_equal(view.regions[0].name, "leader of level 2 on c3, 1 of 2 orders left");
  const mr_view_cell *lost = &view.cells[3 * 16 + 7];
  const mr_view_cell *leader = &view.cells[9 * 16 + 2];
  const mr_view_cell *acted = &view.cells[7 * 16 + 2];
  assert_true(lost->marks & MR_MARK_DIM);
  assert_true(acted->marks & MR_MARK_DIM);
  assert_false(leader->marks & MR_MARK_DIM);
  assert_int_equal(leader->regions, 1);
  assert_int_equal(acted->regions, 1);
  assert_int_equal(lost->regions, 0);
  mr_table_close(&table);
  mr_arena_done(&arena);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_1_a_unit_moves_only_within_two_squares_of_a_leader),
    cmocka_unit_test(WL_1_an_enemy_leader_orders_nobody),
    cmocka_unit_test(WL_2_nothing_blocks_the_range),
    cmocka_unit_test(WL_3_range_counts_from_where_the_leader_stands_at_that_moment),
    cmocka_unit_test(WL_4_a_leader_has_as_many_orders_as_its_level),
    cmocka_unit_test(WL_4_its_own_move_costs_an_order_of_its_own_or_of_another),
    cmocka_unit_test(WL_5_orders_are_given_by_whoever_can_give_them),
    cmocka_unit_test(WL_5_a_chain_of_leaders_may_have_to_change),
    cmocka_unit_test(WL_5_the_picture_shows_command_and_orders_left),
    cmocka_unit_test(WL_6_no_unit_acts_twice_and_only_own_units_are_ordered),
    cmocka_unit_test(WL_6_orders_of_different_leaders_may_be_interleaved),
    cmocka_unit_test(WL_7_the_leaders_alive_bound_the_turn_and_so_do_four),
    cmocka_unit_test(WL_7_test_of_wills_and_border_war_have_a_number),
    cmocka_unit_test(WL_8_a_promoted_leader_orders_itself_alone_level_1_others_too),
    cmocka_unit_test(WL_9_self_activating_cavalry_needs_no_leader),
    cmocka_unit_test(WL_9_it_costs_no_order_but_counts_towards_the_cap),
    cmocka_unit_test(WL_9_it_is_no_leader_for_victory),
    cmocka_unit_test(WL_21_units_out_of_command_cannot_move),
    cmocka_unit_test(WL_21_a_side_without_leaders_has_lost),
    cmocka_unit_test(WL_35_the_first_turn_has_half_the_activations),
    cmocka_unit_test(WL_38a_each_member_orders_with_own_leaders),
    cmocka_unit_test(WL_38_the_members_share_the_cap),
    cmocka_unit_test(WL_38_the_seats_of_a_team_score_alike),
    cmocka_unit_test(WL_39_the_cap_is_a_share_of_the_levels),
};

MR_TEST_MAIN(tests)
