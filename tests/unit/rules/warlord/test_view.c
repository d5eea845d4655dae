#include <marcher/view.h>

#include <string.h>

#include "test_main.h"
#include "warlord_fixture.h"

static mr_table table;
static mr_arena arena;

static int setup(void **state) {
  (void)state;
  mr_arena_init(&arena, NULL, 0);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mr_table_close(&table);
  mr_arena_done(&arena);
  return 0;
}

/** The picture for a player, who is shown an observation. */
static mr_view look(mr_player player) {
  mr_view view;
  mr_state *seen = mr_state_new(table.game, NULL);
  assert_non_null(seen);
  mr_game_observe(table.game, table.state, player, seen);
  assert_int_equal(mr_game_view(table.game, seen, player, &arena, &view, NULL), MR_OK);
  mr_state_free(table.game, NULL, seen);
  return view;
}

/** "c3 1/2: c4 d4;" for each commander. */
static void expect_commanders(const mr_view *view, const char *expected) {
  char buffer[400];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < view->commander_count; i++) {
    const mr_view_commander *one = &view->commanders[i];
    mr_game_cell_text(table.game, one->cell, &text);
    mr_str_format(&text, " %u/%u:", (unsigned)one->left, (unsigned)one->all);
    for (size_t k = 0; k < one->unit_count; k++) {
      mr_str_char(&text, ' ');
      mr_game_cell_text(table.game, one->units[k], &text);
    }
    mr_str_add(&text, ";");
  }
  assert_string_equal(buffer, expected);
}

static const mr_view_cell *cell_of(mr_view *view, unsigned column, unsigned rank) {
  return &view->cells[(view->rows - rank) * view->columns + column];
}

static const char *note_of(const mr_view *view, const char *label) {
  for (size_t i = 0; i < view->note_count; i++) {
    if (strcmp(view->notes[i].label, label) == 0) {
      return view->notes[i].text;
    }
  }
  return "";
}

/** "White WL-16 2/3 on e4 c3: text;" for the goals of each side by one rule. */
static void expect_goals(const char *rule, const char *expected) {
  char buffer[600];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_view view = look((mr_player){0});
  for (size_t i = 0; i < view.goal_count; i++) {
    const mr_view_goal *goal = &view.goals[i];
    const mr_game_info *info = &table.game->info;
    if (strcmp(info->rules[goal->rule].id, rule) != 0) {
      continue;
    }
    mr_str_format(&text, "%s %zu/%zu", info->player_names[goal->player.id], (size_t)goal->left,
                  (size_t)goal->of);
    for (size_t k = 0; k < goal->on_count; k++) {
      mr_str_char(&text, ' ');
      mr_game_cell_text(table.game, goal->on[k], &text);
    }
    mr_str_format(&text, ": %s;", goal->text);
  }
  assert_string_equal(buffer, expected);
}

static void WL_16_WL_18_leaders_and_levels_are_left_to_be_taken(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms", "defeat_level=4", NULL);
  mr_warlord_men(&table, "Kc3 Le4 Ic5 lp12", "w 0 5");
  expect_goals("WL-16", "White 1/6 p12: 1 leader of the enemy's to be taken;"
                        "Black 2/6 e4 c3: 2 leaders of the enemy's to be taken;");
  expect_goals("WL-18", "White 0/0 p12: levels of the enemy's leaders: 1, lost below 4;"
                        "Black 0/0 e4 c3: levels of the enemy's leaders: 3, lost below 4;");
}

static void WL_17_WL_20_so_many_leaders_have_been_taken(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms", "short_game=true", NULL);
  mr_warlord_men(&table, "Kc3 Le4 Ic5 lp12", "w 0 5 lost=1,2");
  expect_goals("WL-17", "White 1/3 p12: 2 of 3 leaders of the enemy's taken;"
                        "Black 2/3 e4 c3: 1 of 3 leaders of the enemy's taken;");
  mr_table_close(&table);
  mr_table_open_game(&table, "warlord-clash-of-arms", "six_leaders=true", NULL);
  mr_warlord_men(&table, "Kc3 Le4 Ic5 lp12", "w 0 5 lost=1,2");
  expect_goals("WL-20", "White 4/6 p12: 2 of 6 leaders of the enemy's taken;"
                        "Black 5/6 e4 c3: 1 of 6 leaders of the enemy's taken;");
}

static void WL_19_towns_are_held_or_not(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed", NULL);
  mr_warlord_men(&table, "Kc3 Ie7 Ip7 Ii9 lx16 it10 @#e7 @#p7 @#i10 @#t10", "w 0 5");
  expect_goals("WL-19", "White 1/3 i10 t10 e7 p7: 2 of 3 towns held at the start of the turn;"
                        "Black 2/3 i10 t10 e7 p7: 1 of 3 towns held at the start of the turn;");
  mr_warlord_men(&table, "Kc3 Ie7 Ip7 Ii10 It10 lx16 @#e7 @#p7 @#i10 @#t10", "b 0 5");
  expect_goals("WL-19", "White 0/3 i10 t10 e7 p7: 4 of 3 towns held at the start of the turn;"
                        "Black 3/3 i10 t10 e7 p7: 0 of 3 towns held at the start of the turn;");
}

static void WL_46_home_towns_of_the_enemy_are_entered(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-two-countries", "home_towns_to_win=2", NULL);
  mr_warlord_men(&table, "Kc3 Ii22 Id4 lx24 lp3 ii3 iu4", "w 0 5");
  expect_goals("WL-46", "White 1/2 i22 p22 d21 u21: 1 of 2 home towns of the enemy's entered;"
                        "Black 0/2 d4 u4 i3 p3: 3 of 2 home towns of the enemy's entered;");
}

static void WL_47_WL_48_what_counts_at_the_last_turn_and_units_are_left(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms",
                     "last_turn=9;last_turn_counts=units;last_turn_needs=2;defeat_units=2", NULL);
  mr_warlord_men(&table, "Kc3 Le4 Ic5 Ic6 lp12", "w 0 5");
  expect_goals("WL-47", "White 0/2: units on the board: 4, and 2 wanted when turn 9 is over;"
                        "Black 4/5: units on the board: 1, and 5 wanted when turn 9 is over;");
  expect_goals("WL-48", "White 0/0: units of the enemy's: 1, lost with 2;"
                        "Black 2/0: units of the enemy's: 4, lost with 2;");
}

/* WL-48 counts those who are still to come, WL-47 does not; and what is wanted may be one. */
static void WL_47_WL_48_units_on_the_board_and_those_to_come_are_told_apart(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-border-war",
                     "deployment=fixed;arrivals=6;reinforcements=9:H1;last_turn=20;"
                     "last_turn_counts=units;defeat_units=5;towns_to_win=1;short_game=true;"
                     "short_game_leaders=1",
                     NULL);
  mr_warlord_men(&table, "Xa1 Rb1 Ia2 xx16 rw16", "w 0 6 lost=0,0");
  mr_view view = look((mr_player){0});
  assert_string_equal(note_of(&view, "units on the board"), "3 against 2");
  assert_string_equal(note_of(&view, "units left"), "4 against 51"); /* Black's block is due */
  assert_int_equal(view.hand_count, 2);
  expect_goals("WL-17", "White 1/1 w16 x16: 0 of 1 leader of the enemy's taken;"
                        "Black 1/1 a1 b1: 0 of 1 leader of the enemy's taken;");
  expect_goals("WL-19", "White 1/1 i10 t10 e7 p7: 0 of 1 town held at the start of the turn;"
                        "Black 1/1 i10 t10 e7 p7: 0 of 1 town held at the start of the turn;");
}

/* Who had the last turn is not at the one after it. */
static void WL_47_the_last_turn_stays_the_last(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms", "last_turn=9;last_turn_counts=units", NULL);
  mr_warlord_men(&table, "Kc3 Le4 lp12 ii3", "b 0 9");
  mr_table_play(&table, "--");
  mr_view view = look((mr_player){0});
  assert_string_equal(view.notes[0].label, "turn");
  assert_string_equal(view.notes[0].text, "9 of 9");
}

static void WL_1_WL_4_commanders_have_the_units_in_their_range_and_their_orders(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Kc3 Le4 Ic5 Ia1 Ig4 Hd8 lp12", "w 0 5");
  mr_view view = look((mr_player){0});
  expect_commanders(&view, "e4 1/1: c5 e4 g4 c3;c3 2/2: c5 e4 c3 a1;");
}

static void WL_6_who_has_acted_is_in_no_list_any_more(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Kc3 Ic4 Ib3 lp12", "w 0 5 [c4-c5]");
  mr_view view = look((mr_player){0});
  expect_commanders(&view, "c3 1/2: b3 c3;");
  assert_int_equal(cell_of(&view, 2, 3)->badge, '1');
  assert_int_equal(cell_of(&view, 1, 3)->badge, 0);
  assert_non_null(view.badges);
}

static void WL_9_who_needs_no_orders_is_in_no_list(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms", "self_activation=true", NULL);
  mr_warlord_men(&table, "Kc3 Nc4 Ib3 Np1 lp12", "w 0 5");
  mr_view view = look((mr_player){0});
  expect_commanders(&view, "c3 2/2: b3 c3;");
  assert_false(cell_of(&view, 15, 1)->marks & MR_MARK_DIM);
}

static void WL_22_a_leader_who_has_exchanged_commands_nobody(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms", "cannon_swap=true", NULL);
  mr_warlord_men(&table, "Kc3 Cc4 Ib3 Lc5 lp12", "w 0 5 [c3<>c4]");
  mr_view view = look((mr_player){0});
  expect_commanders(&view, "c5 1/1: c5 b3;c4 0/2:;");
}

static void ranges_are_shown_only_to_who_asks_and_zones_to_all(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_view view = look((mr_player){0});
  assert_int_equal(view.region_count, 6);
  assert_true(view.regions[0].aside);
  mr_table_close(&table);
  mr_table_open_game(&table, "warlord-test-of-wills", "", NULL);
  view = look((mr_player){0});
  assert_int_equal(view.region_count, 2);
  assert_false(view.regions[0].aside);
  assert_int_equal(view.commander_count, 0);
}

/* Water and a gap beside the board, outer water, are drawn alike in definitions; for people they
 * are not the same. */
static void grounds_have_signs_of_their_own(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-lakes", "", NULL);
  mr_view view = look((mr_player){0});
  assert_string_equal(view.terrains[cell_of(&view, 0, 12)->terrain].name, "outer water");
  assert_string_equal(view.terrains[cell_of(&view, 8, 8)->terrain].name, "water");
  for (size_t i = 0; i < view.terrain_count; i++) {
    for (size_t k = 0; k < i; k++) {
      assert_int_not_equal(view.terrains[i].letter, view.terrains[k].letter);
    }
  }
}

static void make(const char *text) {
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(mr_game_parse_action(table.game, table.state, text, strlen(text), &action, NULL),
                   MR_OK);
  mr_game_make(table.game, table.state, action, NULL, NULL);
}

static void WL_31_what_is_deployed_is_counted_in_the_notes_of_its_owner_alone(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-border-war", "", NULL);
  make("P@a1");
  make("H@b1");
  mr_view own = look((mr_player){0});
  mr_view other = look((mr_player){1});
  assert_string_equal(note_of(&own, "deployed"), "2 of 48");
  assert_string_equal(note_of(&own, "leaders"), "1 of 12");
  assert_string_equal(note_of(&own, "levels"), "4 of 21");
  assert_string_equal(note_of(&other, "deployed"), "2 of 48");
  assert_string_equal(note_of(&other, "leaders"), "");
  assert_string_equal(note_of(&other, "levels"), "");
}

static void WL_33_a_hand_of_which_not_all_may_be_deployed_says_so(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-border-war", "", NULL);
  mr_view view = look((mr_player){0});
  assert_int_equal(view.hand_count, 1);
  assert_true(view.hands[0].at_most);
  mr_table_close(&table);
  mr_table_open_game(&table, "warlord-test-of-wills", "", NULL);
  view = look((mr_player){0});
  assert_false(view.hands[0].at_most);
}

/* A hand as the letters of its pieces with their numbers. */
static void expect_hand(const mr_view *view, size_t which, unsigned owner, const char *title,
                        const char *expected) {
  char buffer[64];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  assert_true(which < view->hand_count);
  const mr_view_hand *hand = &view->hands[which];
  assert_int_equal(hand->owner.id, owner);
  assert_string_equal(hand->title, title);
  for (size_t i = 0; i < hand->count; i++) {
    mr_str_format(&text, "%s%u", view->pieces[hand->items[i].piece - 1].label,
                  (unsigned)hand->items[i].count);
  }
  assert_string_equal(mr_str_text(&text), expected);
}

/* Twelve leaders whose levels sum to 21: one of level 10 leaves eleven of level 1. */
static void WL_33_of_each_kind_as_many_are_in_hand_as_leave_an_army_to_be_completed(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-border-war", "", NULL);
  mr_view view = look((mr_player){0});
  expect_hand(&view, 0, 0, "to be deployed", "L11K9G4P3Q2R1S1V1W1X1H10C10N12I22");
}

static void WL_37_what_was_lost_is_shown_with_when_it_comes_back(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-border-war",
                     "deployment=fixed;replacements=home;replacement_turns=3 5", NULL);
  mr_warlord_men(&table, "Xa1 Rb1 Ia2 xx16 rw16", "w 0 4 fallen=H2I3n1");
  mr_view view = look((mr_player){0});
  assert_int_equal(view.hand_count, 2);
  expect_hand(&view, 0, 0, "lost, to come back from turn 5 on", "H2I3");
  expect_hand(&view, 1, 1, "lost, to come back from turn 5 on", "n1");
  /* Black's turn 5 is still to come, White's is not. */
  mr_warlord_men(&table, "Xa1 Rb1 Ia2 xx16 rw16", "w 0 5 fallen=N1n1");
  view = look((mr_player){0});
  expect_hand(&view, 0, 0, "lost for good", "N1");
  expect_hand(&view, 1, 1, "lost, to come back from turn 5 on", "n1");
  mr_warlord_men(&table, "Xa1 Rb1 Ia2 xx16 rw16", "b 0 5 fallen=n1");
  view = look((mr_player){0});
  assert_int_equal(view.hand_count, 1); /* of nobody lost nothing is said */
  expect_hand(&view, 0, 1, "lost for good", "n1");
}

/* Nobody comes back after the last turn, nor where there is no town for it. */
static void WL_37_who_can_never_come_back_is_lost_for_good(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-border-war",
                     "deployment=fixed;replacements=home;replacement_every=4;last_turn=20", NULL);
  mr_warlord_men(&table, "Xa1 Rb1 Ia2 xx16 rw16", "w 0 18 fallen=H2n1");
  mr_view view = look((mr_player){0});
  expect_hand(&view, 0, 0, "lost, to come back from turn 20 on", "H2");
  mr_warlord_men(&table, "Xa1 Rb1 Ia2 xx16 rw16", "w 0 20 fallen=H2n1");
  view = look((mr_player){0});
  expect_hand(&view, 0, 0, "lost for good", "H2");
  expect_hand(&view, 1, 1, "lost, to come back from turn 20 on", "n1");
  mr_warlord_men(&table, "Xa1 Rb1 Ia2 xx16 rw16 @^b2", "w 0 1 fallen=H2n1"); /* and no town */
  view = look((mr_player){0});
  expect_hand(&view, 0, 0, "lost for good", "H2");
}

static void WL_37a_of_a_share_it_is_told_how_many_come_back(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-border-war",
                     "deployment=fixed;replacements=home;replacement_every=4;replacement_share=2",
                     NULL);
  mr_warlord_men(&table, "Xa1 Rb1 Ia2 xx16 rw16 ix15", "w 0 5 fallen=H1i1");
  mr_view view = look((mr_player){0});
  expect_hand(&view, 0, 0, "lost for good", "H1"); /* there is no other to be lost with it */
  expect_hand(&view, 1, 1, "lost, one to come back for each 2 of a kind, from turn 8 on", "i1");
}

/* The squares of a region, by its name. */
static void expect_region(const mr_view *view, const char *name, const char *squares) {
  char buffer[200];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  for (size_t i = 0; i < view->region_count; i++) {
    if (strcmp(view->regions[i].name, name) == 0) {
      assert_false(view->regions[i].aside);
      mr_view_add_squares(view, i, &text);
    }
  }
  assert_string_equal(mr_str_text(&text), squares);
}

static void WL_46_home_towns_are_regions_where_they_decide_anything(void **state) {
  (void)state;
  mr_table_open_game(&table, "warlord-two-countries", "", NULL);
  mr_view view = look((mr_player){0});
  expect_region(&view, "White's home towns", "i3 p3 d4 u4");
  expect_region(&view, "Black's home towns", "d21 u21 i22 p22");
  mr_table_close(&table);
  mr_table_open_game(&table, "warlord-border-war", "deployment=fixed", NULL);
  view = look((mr_player){0});
  expect_region(&view, "White's home towns", "");
  mr_table_close(&table);
  mr_table_open_game(&table, "warlord-border-war", "home_towns_to_win=1", NULL);
  view = look((mr_player){0}); /* they are there while the armies are set up, too */
  expect_region(&view, "White's home towns", "e7 p7");
  expect_region(&view, "Black's home towns", "i10 t10");
  assert_int_equal(view.region_count, 4);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(WL_16_WL_18_leaders_and_levels_are_left_to_be_taken, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(WL_17_WL_20_so_many_leaders_have_been_taken, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_19_towns_are_held_or_not, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_46_home_towns_of_the_enemy_are_entered, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_47_the_last_turn_stays_the_last, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_47_WL_48_what_counts_at_the_last_turn_and_units_are_left,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(WL_47_WL_48_units_on_the_board_and_those_to_come_are_told_apart,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(
        WL_1_WL_4_commanders_have_the_units_in_their_range_and_their_orders, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_6_who_has_acted_is_in_no_list_any_more, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_9_who_needs_no_orders_is_in_no_list, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_22_a_leader_who_has_exchanged_commands_nobody, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(ranges_are_shown_only_to_who_asks_and_zones_to_all, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(
        WL_31_what_is_deployed_is_counted_in_the_notes_of_its_owner_alone, setup, teardown),
    cmocka_unit_test_setup_teardown(
        WL_33_of_each_kind_as_many_are_in_hand_as_leave_an_army_to_be_completed, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_37_what_was_lost_is_shown_with_when_it_comes_back, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(WL_37_who_can_never_come_back_is_lost_for_good, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(WL_37a_of_a_share_it_is_told_how_many_come_back, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(WL_46_home_towns_are_regions_where_they_decide_anything, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(grounds_have_signs_of_their_own, setup, teardown),
    cmocka_unit_test_setup_teardown(WL_33_a_hand_of_which_not_all_may_be_deployed_says_so, setup,
                                    teardown),
};

MR_TEST_MAIN(tests)
