/*
 * How units move, on open ground, over water and in terrain: WL-10 to WL-13 and WL-22 to WL-30.
 * Black's leader on p12 keeps the game going.
 */
#include <string.h>

#include "rules/warlord/warlord.h"
#include "test_main.h"
#include "warlord_fixture.h"

#define ask mr_warlord_ask

/* The number of moves of the unit on a square, by their texts. */
static size_t moves_of(const char *sets, const char *men, const char *from) {
  mr_table table;
  size_t moves = 0;
  mr_table_open_game(&table, "warlord-clash-of-arms", sets, NULL);
  mr_warlord_men(&table, men, "w 0 5");
  size_t count = mr_table_actions(&table);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(&table, table.actions[i], text);
    moves += strncmp(text, from, strlen(from)) == 0;
  }
  mr_table_close(&table);
  return moves;
}

static void WL_10_a_leader_has_up_to_24_destinations(void **unused) {
  (void)unused;
  assert_int_equal(moves_of("", "Lh6 lp12", "h6-"), 24);
  assert_int_equal(moves_of("", "La1 lp12", "a1-"), 8);
  ask("", "Lh6 lp12", "w 0 5", "h6-j8 h6-i8 h6-h4 h6-f5", "h6-h6 h6-k6 h6-h9");
}

static void WL_10_it_does_not_jump(void **unused) {
  (void)unused;
  /* Walled in but for one square: through it the leader comes to its neighbours. */
  ask("", "Lh6 Ig7 Ih7 Ii7 Ig6 Ig5 Ih5 Ii5 lp12", "w 0 5", "h6-i6 h6-j6 h6-j7 h6-j5",
      "h6-h8 h6-f6");
  /* An enemy on the way ends the move: it is captured or not, but not passed. */
  ask("", "Lh6 ii6 Ii7 Ii5 lp12", "w 0 5", "h6xi6", "h6-j6");
}

static void WL_10_a_capture_ends_the_move(void **unused) {
  (void)unused;
  ask("", "Lh6 ih8 ih7 lp12", "w 0 5", "h6xh7 h6xh8", NULL);
  ask("", "Lh6 ih8 ih7 ig7 ii7 lp12", "w 0 5", "h6xh7", "h6xh8");
}

static void WL_11_heavy_cavalry_and_cannons_leap_up_to_three(void **unused) {
  (void)unused;
  assert_int_equal(moves_of("", "Lg5 Hh6 lp12", "h6-"), 12);
  assert_int_equal(moves_of("", "Lh5 Ch6 lp12", "h6-"), 12);
  ask("", "Lg5 Hh6 lp12", "w 0 5", "h6-h9 h6-e6 h6-k6 h6-h3", "h6-i7 h6-h10");
  ask("", "Lh5 Ch6 lp12", "w 0 5", "h6-k9 h6-e9 h6-k3 h6-e3", "h6-h7 h6-l10");
}

static void WL_11_they_leap_over_any_units(void **unused) {
  (void)unused;
  ask("", "Lg5 Hh6 Ih7 ih8 ih9 lp12", "w 0 5", "h6xh9 h6xh8", "h6xh7 h6-h7");
}

static void WL_12_light_cavalry_leaps_like_a_knight_infantry_steps(void **unused) {
  (void)unused;
  assert_int_equal(moves_of("", "Lh5 Nh6 lp12", "h6-"), 8);
  assert_int_equal(moves_of("", "Lf6 Ih6 lp12", "h6-"), 8);
  ask("", "Lh5 Nh6 Ih7 Ig7 Ii7 lp12", "w 0 5", "h6-i8 h6-f7", "h6-h8");
  ask("", "Lf6 Ih6 lp12", "w 0 5", "h6-i7 h6-h7", "h6-h8 h6-j7");
}

static void WL_13_captures_are_by_replacement_and_never_of_own_units(void **unused) {
  (void)unused;
  ask("", "Lf6 Ih6 ih7 Ii7 lp12", "w 0 5", "h6xh7", "h6xi7 h6-i7 h6-h7");
}

static void WL_13_a_capture_tells_who_captured_whom(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "warlord-clash-of-arms", "", NULL);
  mr_warlord_men(&table, "Lf6 Ih6 kh7 lp12", "w 0 5");
  mr_table_play(&table, "h6xh7");
  const mr_event *event = table.events.items;
  while (event->kind != MR_EVENT_CAPTURE) {
    assert_true(++event < table.events.items + table.events.count);
  }
  assert_int_equal(event->piece.id, mr_wl_piece(MR_WL_WHITE, MR_WL_INFANTRY));
  assert_int_equal(event->piece2.id, mr_wl_piece(MR_WL_BLACK, 2));
  mr_table_close(&table);
}

static void WL_13_nothing_is_compulsory(void **unused) {
  (void)unused;
  ask("", "Lf6 Ih6 ih7 lp12", "w 0 5", "-- h6-h5", NULL);
}

/* ---- exchanges ------------------------------------------------------------------------------- */

#define SWAP "cannon_swap=true"

static void WL_22_a_leader_and_a_cannon_beside_it_exchange(void **unused) {
  (void)unused;
  ask(SWAP, "Le2 Cf2 lp12", "w 0 5", "e2<>f2", "f2<>e2");
  ask(SWAP, "Le2 Cf3 lp12", "w 0 5", NULL, "e2<>f3");
  ask("", "Le2 Cf2 lp12", "w 0 5", NULL, "e2<>f2");
  ask(SWAP, "Ue2 Cf2 La1 lp12", "w 0 5", NULL, "e2<>f2");
}

static void WL_22_neither_has_acted_nor_acts_again(void **unused) {
  (void)unused;
  ask(SWAP, "Ke2 Cf2 La1 Lm1 lp12", "w 0 5 [e2<>f2]", NULL, "f2-f3 e2-f3");
  ask(SWAP, "Ke2 Ce3 La1 Lm1 lp12", "w 0 5 [e2-f3]", NULL, "f3<>e3");
  ask(SWAP, "Ke2 Ce4 La1 Lm1 lp12", "w 0 5 [e4-f3]", NULL, "e2<>f3");
}

static void WL_22_the_leader_gives_no_other_order(void **unused) {
  (void)unused;
  ask(SWAP, "Ke2 Cf2 Id2 Lm1 Ln1 lp12", "w 0 5 [e2<>f2]", NULL, "d2-d3");
  ask(SWAP, "Ke2 Cf2 Id2 Lm1 Ln1 lp12", "w 0 5 [d2-d3]", NULL, "e2<>f2");
  /* Another leader may have given that order. */
  ask(SWAP, "Ke2 Cf2 Id2 Lc2 Ln1 lp12", "w 0 5 [d2-d3]", "e2<>f2", NULL);
}

static void WL_22_not_where_the_cannon_would_come_into_terrain(void **unused) {
  (void)unused;
  ask(SWAP, "Le2 Cf2 @^e2 lp12", "w 0 5", NULL, "e2<>f2");
  ask(SWAP, "Le2 Cf2 @#e2 lp12", "w 0 5", NULL, "e2<>f2");
  ask(SWAP, "Le2 Cf2 @Te2 lp12", "w 0 5", NULL, "e2<>f2");
  ask(SWAP, "Le2 Cf2 @Tf2 lp12", "w 0 5", "e2<>f2", NULL);
}

/* ---- water ----------------------------------------------------------------------------------- */

static void WL_23_nothing_enters_or_passes_water(void **unused) {
  (void)unused;
  ask("", "Lh6 @~h7 lp12", "w 0 5", "h6-g7 h6-h8", "h6-h7");
  ask("", "Lg5 Hh6 @~h7 lp12", "w 0 5", "h6-i6", "h6-h7 h6-h8 h6-h9");
  ask("", "Lh5 Ch6 @~i7 lp12", "w 0 5", "h6-g7", "h6-i7 h6-j8 h6-k9");
  ask("", "Lf6 Ih6 @~h7 lp12", "w 0 5", "h6-g7", "h6-h7");
}

static void WL_23_a_knights_leap_is_blocked_by_two_squares_of_water(void **unused) {
  (void)unused;
  ask("", "Lh5 Nh6 @~h7 lp12", "w 0 5", "h6-i8 h6-g8", NULL);
  ask("", "Lh5 Nh6 @~h7 @~i7 lp12", "w 0 5", "h6-g8", "h6-i8");
  ask("", "Lh5 Nh6 @~i6 @~i7 lp12", "w 0 5", "h6-j5", "h6-j7");
  ask("", "Lh5 Nh6 @~i8 lp12", "w 0 5", NULL, "h6-i8");
}

static void WL_23_a_diagonal_step_between_two_squares_of_water_is_allowed(void **unused) {
  (void)unused;
  ask("", "Lf6 Ih6 @~h7 @~i6 lp12", "w 0 5", "h6-i7", NULL);
}

static void WL_23a_water_and_terrain_together_block_a_knights_way(void **unused) {
  (void)unused;
  ask("", "Lh5 Nh6 @~h7 @Ti7 lp12", "w 0 5", "h6-g8", "h6-i8");
}

static void WL_24_some_units_cross_water_if_the_switch_is_on(void **unused) {
  (void)unused;
  const char *on = "crossing=true";
  ask(on, "Lg5 Hh6 @~h7 lp12", "w 0 5", "h6-h8 h6-h9", "h6-h7");
  ask(on, "Lh5 Ch6 @~i7 lp12", "w 0 5", "h6-j8", "h6-i7");
  ask(on, "Lh5 Nh6 @~h7 @~i7 lp12", "w 0 5", "h6-i8", NULL);
  /* Two lakes apart, so that the water is no gap: a leader walks round, not across. */
  ask(on, "Lh6 @~g7 @~h7 @~i7 lp12", "w 0 5", NULL, "h6-h8 h6-g8");
  ask(on, "Lh5 Nh6 @~h7 @~i7 @~i8 lp12", "w 0 5", NULL, "h6-i8");
}

static void WL_25_gaps_at_the_edge_are_not_crossed(void **unused) {
  (void)unused;
  const char *on = "crossing=true";
  ask(on, "Lb5 Ha6 @~a7 lp12", "w 0 5", NULL, "a6-a8");
  ask(on, "Lc5 Hb6 @~a7 @~b7 lp12", "w 0 5", NULL, "b6-b8");
  ask(on, "Lc5 Hb6 @~b7 lp12", "w 0 5", "b6-b8", NULL);
  /* Hanging together means side by side: corner to corner is not enough. */
  ask(on, "Lc5 Hb6 @~a8 @~b7 lp12", "w 0 5", "b6-b8", NULL);
}

/* ---- terrain --------------------------------------------------------------------------------- */

static void WL_26_terrain_stops_heavy_cavalry_and_cannons(void **unused) {
  (void)unused;
  static const char *const grounds = "T^#";
  for (const char *ground = grounds; *ground != '\0'; ground++) {
    char men[64] = "Lg5 Hh6 @.h8 ih9 lp12";
    char cannon[64] = "Lh5 Ch6 @.j8 ik9 lp12";
    *strchr(men, '.') = *ground;
    *strchr(cannon, '.') = *ground;
    ask("", men, "w 0 5", "h6-h7", "h6-h8 h6xh9");
    ask("", cannon, "w 0 5", "h6-i7", "h6-j8 h6xk9");
  }
}

static void WL_26_leaders_and_infantry_enter_any_terrain(void **unused) {
  (void)unused;
  ask("", "Lh6 @Th7 @^g7 @#i7 lp12", "w 0 5", "h6-h7 h6-g7 h6-i7 h6-h8 h6-g8 h6-i8", NULL);
  ask("", "Lf6 Ih6 @Th7 @^g7 @#i7 lp12", "w 0 5", "h6-h7 h6-g7 h6-i7", NULL);
}

static void WL_27_light_cavalry_is_blocked_by_terrain_on_both_squares(void **unused) {
  (void)unused;
  ask("", "Lh5 Nh6 @Th7 lp12", "w 0 5", "h6-i8 h6-g8", NULL);
  ask("", "Lh5 Nh6 @Th7 @^i7 lp12", "w 0 5", "h6-g8", "h6-i8");
  ask("", "Lh5 Nh6 @Ti8 @^g8 @#j7 lp12", "w 0 5", "h6-i8 h6-g8 h6-j7", NULL);
}

static void WL_28_heavy_units_enter_terrain_by_exactly_one_step(void **unused) {
  (void)unused;
  ask("", "Lg5 Hh6 @^h7 @#i6 @Tg6 lp12", "w 0 5", "h6-h7 h6-i6", "h6-g6");
  ask("", "Lh5 Ch6 @^i7 @#g7 @Tg5 lp12", "w 0 5", "h6-g7 h6-g5", "h6-i7");
  ask("", "Lg5 Hh6 @^h8 lp12", "w 0 5", "h6-h7", "h6-h8");
}

static void WL_28_leaving_terrain_is_a_normal_move(void **unused) {
  (void)unused;
  ask("", "Lg5 Hh6 @^h6 @^h7 lp12", "w 0 5", "h6-h7 h6-i6 h6-k6 h6-h3", "h6-h8");
}

static void WL_29_captures_into_terrain_follow_the_same_rule(void **unused) {
  (void)unused;
  ask("", "Lg5 Hh6 @^h7 ih7 @Ti6 ii6 lp12", "w 0 5", "h6xh7", "h6xi6");
  ask("", "Lh5 Ch6 @Ti7 ii7 @^g7 ig7 lp12", "w 0 5", "h6xi7", "h6xg7");
  ask("", "Lg5 Hh6 @^h8 ih8 lp12", "w 0 5", NULL, "h6xh8");
}

static void WL_30_a_town_is_terrain(void **unused) {
  (void)unused;
  ask("", "Lg5 Hh6 @#h7 lp12", "w 0 5", "h6-h7", "h6-h8");
  ask("", "Lh5 Nh6 @#h7 @#i7 lp12", "w 0 5", NULL, "h6-i8");
  ask("", "Lh5 Ch6 @#i7 @#j8 lp12", "w 0 5", "h6-i7", "h6-j8");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(WL_10_a_leader_has_up_to_24_destinations),
    cmocka_unit_test(WL_10_it_does_not_jump),
    cmocka_unit_test(WL_10_a_capture_ends_the_move),
    cmocka_unit_test(WL_11_heavy_cavalry_and_cannons_leap_up_to_three),
    cmocka_unit_test(WL_11_they_leap_over_any_units),
    cmocka_unit_test(WL_12_light_cavalry_leaps_like_a_knight_infantry_steps),
    cmocka_unit_test(WL_13_captures_are_by_replacement_and_never_of_own_units),
    cmocka_unit_test(WL_13_a_capture_tells_who_captured_whom),
    cmocka_unit_test(WL_13_nothing_is_compulsory),
    cmocka_unit_test(WL_22_a_leader_and_a_cannon_beside_it_exchange),
    cmocka_unit_test(WL_22_neither_has_acted_nor_acts_again),
    cmocka_unit_test(WL_22_the_leader_gives_no_other_order),
    cmocka_unit_test(WL_22_not_where_the_cannon_would_come_into_terrain),
    cmocka_unit_test(WL_23_nothing_enters_or_passes_water),
    cmocka_unit_test(WL_23_a_knights_leap_is_blocked_by_two_squares_of_water),
    cmocka_unit_test(WL_23_a_diagonal_step_between_two_squares_of_water_is_allowed),
    cmocka_unit_test(WL_23a_water_and_terrain_together_block_a_knights_way),
    cmocka_unit_test(WL_24_some_units_cross_water_if_the_switch_is_on),
    cmocka_unit_test(WL_25_gaps_at_the_edge_are_not_crossed),
    cmocka_unit_test(WL_26_terrain_stops_heavy_cavalry_and_cannons),
    cmocka_unit_test(WL_26_leaders_and_infantry_enter_any_terrain),
    cmocka_unit_test(WL_27_light_cavalry_is_blocked_by_terrain_on_both_squares),
    cmocka_unit_test(WL_28_heavy_units_enter_terrain_by_exactly_one_step),
    cmocka_unit_test(WL_28_leaving_terrain_is_a_normal_move),
    cmocka_unit_test(WL_29_captures_into_terrain_follow_the_same_rule),
    cmocka_unit_test(WL_30_a_town_is_terrain),
};

MR_TEST_MAIN(tests)
