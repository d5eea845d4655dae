/*
 * docs/rules/colorboundmost.md rule by rule: the pieces and Colorboundmost Chess. Nearly
 * Colorboundmost, CB-16 to CB-19, is in test_nearly_colorboundmost_rules.c.
 */
#include <marcher/compose.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairy_fixture.h"
#include "test_main.h"

static const char game[] = "colorboundmost";
static const char armies[] = "colorboundmost-armies";

#define START "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 d -"

static void check_moves(const char *name, const char *state, const char *legal,
                        const char *illegal) {
  mr_table table;
  mr_table_open_game(&table, name, "", state);
  mr_fairy_moves(&table, state, legal, illegal);
  mr_table_close(&table);
}

/* Plays from one state to another. */
static void check_play(const char *from, const char *moves, const char *to) {
  mr_table table;
  mr_table_open_game(&table, game, "", from);
  mr_table_play(&table, moves);
  assert_string_equal(mr_table_state(&table), to);
  mr_table_close(&table);
}

/* The game goes on until the moves have been played; then it ends so, or goes on: "*", "". */
static void check_end(const char *from, const char *moves, const char *result, const char *rule) {
  mr_table table;
  mr_table_open_game(&table, game, "", from);
  mr_fairy_end(&table, from, moves, result, rule);
  mr_table_close(&table);
}

static bool names_square(const char *squares, const char *square) {
  const char *at = strstr(squares, square);
  return at != NULL;
}

/* The man on `from` reaches exactly these squares, whatever it may become there. */
static void check_reach(const char *name, const char *state, const char *from,
                        const char *squares) {
  mr_table table;
  mr_table_open_game(&table, name, "", state);
  for (int square = 0; square < 64; square++) {
    char to[3] = {(char)('a' + square % 8), (char)('1' + square / 8), '\0'};
    char plain[8];
    char promoting[16];
    snprintf(plain, sizeof plain, "%s%s", from, to);
    snprintf(promoting, sizeof promoting, "%sq", plain);
    bool goes = strcmp(from, to) != 0 &&
                (mr_table_allows(&table, plain) || mr_table_allows(&table, promoting));
    if (goes != names_square(squares, to)) {
      fail_msg("%s is %s in \"%s\"", plain, goes ? "legal" : "not legal", state);
    }
  }
  mr_table_close(&table);
}

/* Every listed action begins on a square of that colour; `count` of them. */
static void check_colour(mr_table *table, bool dark, size_t count) {
  assert_int_equal(mr_table_actions(table), count);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(table, table->actions[i], text);
    bool on_dark = (text[0] - 'a' + text[1] - '1') % 2 == 0;
    assert_int_equal(on_dark, dark);
  }
}

static size_t count_actions(const char *name, const char *state) {
  mr_table table;
  mr_table_open_game(&table, name, "", state);
  size_t count = mr_table_actions(&table);
  mr_table_close(&table);
  return count;
}

/* ---- CB-1 to CB-4: the men ------------------------------------------------------------------- */

static void CB_1_the_crooked_bishop_turns_at_every_step(void **unused) {
  (void)unused;
  check_reach(game, "7k/8/8/8/4Z3/8/8/K7 w - - 0 1 l -", "e4",
              "d5 e6 d7 e8 f5 f7 g4 h5 f3 h3 e2 f1 d3 d1 c4 b3 a4 b5");
}

static void CB_1_every_square_passed_must_be_empty(void **unused) {
  (void)unused;
  /* Black on d5 can be taken, White on f5 cannot; nobody goes past either of them. */
  check_reach(game, "7k/8/8/3p1P2/4Z3/8/8/K7 w - - 0 1 l -", "e4",
              "d5 g4 f3 h3 e2 f1 d3 d1 c4 b3 a4");
  /* Both ways to e6 are open for a capture there, and closed beyond. */
  check_reach(game, "7k/8/4p3/8/4Z3/8/8/K7 w - - 0 1 l -", "e4",
              "d5 e6 f5 g4 h5 f3 h3 e2 f1 d3 d1 c4 b3 a4 b5");
}

static void CB_2_the_ferz_alfil_leaps_one_or_two_squares_diagonally(void **unused) {
  (void)unused;
  check_reach(game, "7k/8/8/8/4X3/8/8/K7 w - - 0 1 l -", "e4", "d5 f5 d3 f3 c6 g6 c2 g2");
  check_reach(game, "7k/8/8/3p1P2/4X3/3P1p2/8/K7 w - - 0 1 l -", "e4", "d5 f3 c6 g6 c2 g2");
}

static void CB_2_the_bishop_slides_up_to_the_first_man(void **unused) {
  (void)unused;
  check_reach(game, "7k/8/8/8/4B3/8/8/K7 w - - 0 1 l -", "e4",
              "d5 c6 b7 a8 f5 g6 h7 f3 g2 h1 d3 c2 b1");
  check_reach(game, "7k/8/2p5/8/4B3/8/6P1/K7 w - - 0 1 l -", "e4", "d5 c6 f5 g6 h7 f3 d3 c2 b1");
}

static void CB_2_the_queens_diagram_comes_out_exactly(void **unused) {
  (void)unused;
  const char *const bishop = "d5 c6 b7 a8 f5 g6 h7 f3 g2 h1 d3 c2 b1";
  const char *const crooked = "d5 e6 d7 e8 f5 f7 g4 h5 f3 h3 e2 f1 d3 d1 c4 b3 a4 b5";
  const char *const riders = "e6 e8 g4 e2 c4 a4";
  char all[256];
  snprintf(all, sizeof all, "%s %s %s", bishop, crooked, riders);
  check_reach(game, "7k/8/8/8/4Q3/8/8/K7 w - - 0 1 l -", "e4", all);
}

static void CB_2_the_queen_rides_dabbabas_past_men_on_the_squares_between(void **unused) {
  (void)unused;
  /* Men stand on e5, e7 and e3 of the other colour, where it does not land. */
  check_moves("nearly-colorboundmost", "k7/4p3/8/3pPp2/4Q3/3pPp2/8/7K w - - 0 1", "e4e6 e4e8 e4e2",
              "e4e5 e4e7");
  /* One on e6 is taken, or is a friend; both are the end of the ride. */
  check_moves(game, "7k/8/4p3/3p1p2/4Q3/8/8/K7 w - - 0 1 l -", "e4e6", "e4e8");
  check_moves(game, "7k/8/4X3/3p1p2/4Q3/8/8/K7 w - - 0 1 l -", "e4c4 e4a4", "e4e6 e4e8");
}

static void CB_3_the_raiders_diagram_comes_out_exactly(void **unused) {
  (void)unused;
  check_reach(armies, "7k/8/8/8/4R3/8/8/K7 w - - 0 1 l -", "e4", "b5 d5 f5 h5 d3 f3 d1 f1");
}

static void CB_3_the_raider_leaps_and_Blacks_goes_the_other_way(void **unused) {
  (void)unused;
  check_reach(armies, "7k/8/8/2pP4/4R3/3PPP2/8/K7 w - - 0 1 l -", "e4", "b5 f5 h5 d1 f1");
  check_reach(armies, "7k/8/8/4r3/8/8/8/K7 b - - 0 1 d -", "e5", "b4 d4 f4 h4 d6 f6 d8 f8");
}

static void CB_4_the_king_moves_as_ferz_and_dabbaba(void **unused) {
  (void)unused;
  check_reach(game, "8/8/8/8/4K3/8/8/8 w - - 0 1 l -", "e4", "d5 f5 d3 f3 e6 g4 e2 c4");
  /* It leaps over men of the other colour. */
  check_reach(game, "7k/8/8/4p3/3pKp2/4p3/8/8 w - - 0 1 l -", "e4", "d5 f5 d3 f3 e6 g4 e2 c4");
}

static void CB_4_the_pawn_moves_and_captures_one_step_diagonally_forward(void **unused) {
  (void)unused;
  check_reach(game, "7k/8/8/8/4P3/8/8/K7 w - - 0 1 l -", "e4", "d5 f5");
  check_reach(game, "7k/8/8/3p1X2/4P3/8/8/K7 w - - 0 1 l -", "e4", "d5");
  check_reach(game, "7k/8/8/8/4p3/3P4/8/K7 b - - 0 1 l -", "e4", "d3 f3");
}

static void CB_4_the_pawns_first_move_may_be_two_steps_along_one_diagonal(void **unused) {
  (void)unused;
  check_reach(game, "7k/8/8/8/8/8/4P3/K7 w - - 0 1 l -", "e2", "d3 f3 c4 g4");
  check_reach(game, "7k/8/8/8/8/3p4/4P3/K7 w - - 0 1 l -", "e2", "d3 f3 g4");
  check_reach(game, "7k/8/8/8/2p5/8/4P3/K7 w - - 0 1 l -", "e2", "d3 f3 g4");
  check_reach(game, "7k/8/8/8/8/4P3/8/K7 w - - 0 1 d -", "e3", "d4 f4");
  check_reach(game, "7k/4p3/8/8/8/8/8/K7 b - - 0 1 d -", "e7", "d6 f6 c5 g5");
}

static void CB_4_the_pawn_promotes_to_any_type_of_the_start_but_the_king(void **unused) {
  (void)unused;
  check_moves(game, "7k/4P3/8/8/8/8/8/K7 w - - 0 1 d -", "e7d8z e7d8x e7d8b e7d8q e7f8q",
              "e7d8 e7d8k e7d8p e7d8r e7e8q");
  check_moves(game, "7k/8/8/8/8/8/3p4/K7 b - - 0 1 d -", "d2c1z d2e1x", "d2c1 d2e1k");
  check_moves(armies, "7k/4P3/8/8/8/8/8/K7 w - - 0 1 d -", "e7d8z e7d8x e7d8b e7d8q e7d8r",
              "e7d8 e7d8k e7d8p");
  check_play("k7/4P3/8/8/8/8/8/K7 w - - 5 9 d -", "e7f8b", "k4B2/8/8/8/8/8/8/K7 b - - 0 9 l -");
}

/* ---- CB-5, CB-6: turns ----------------------------------------------------------------------- */

static void CB_5_a_turn_is_a_move_on_dark_then_one_on_light(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, game, "", NULL);
  mr_table_play(&table, "b2c3");
  assert_int_equal(mr_table_events(&table, MR_EVENT_TURN), 1);
  check_colour(&table, true, 17);
  mr_table_play(&table, "a7b6");
  assert_int_equal(mr_table_events(&table, MR_EVENT_TURN), 0);
  assert_int_equal(mr_game_node(table.game, table.state).player.id, 1);
  check_colour(&table, false, 15);
  mr_table_play(&table, "b7a6");
  assert_int_equal(mr_table_events(&table, MR_EVENT_TURN), 1);
  assert_int_equal(mr_game_node(table.game, table.state).player.id, 0);
  assert_true(mr_game_can(table.game, MR_CAN_MULTI));
  mr_table_close(&table);
}

static void CB_5_the_colours_do_not_affect_each_other(void **unused) {
  (void)unused;
  /* Whatever is played on dark, light has the same moves afterwards. */
  mr_table table;
  mr_table_open_game(&table, game, "", START);
  mr_table_play(&table, "b2c3");
  size_t replies = mr_table_actions(&table);
  for (size_t i = 0; i < replies; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_set(&table, START);
    mr_table_play(&table, "b2c3");
    assert_int_equal(mr_table_actions(&table), replies);
    mr_table_text(&table, table.actions[i], text);
    mr_table_play(&table, text);
    check_colour(&table, false, 15);
  }
  mr_table_close(&table);
}

static void CB_6_Whites_first_turn_is_a_single_move_on_dark(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, game, "", NULL);
  assert_string_equal(mr_table_state(&table), START);
  check_colour(&table, true, 15);
  mr_table_play(&table, "e1e3");
  assert_string_equal(mr_table_state(&table),
                      "zxbqkbxz/pppppppp/8/8/8/4K3/PPPPPPPP/ZXBQ1BXZ b - - 1 1 dl -");
  /* The second turn has both. */
  mr_table_play(&table, "a7b6 b7a6");
  assert_string_equal(mr_table_state(&table),
                      "zxbqkbxz/2pppppp/pp6/8/8/4K3/PPPPPPPP/ZXBQ1BXZ w - - 0 2 dl -");
  mr_table_close(&table);
}

/* ---- CB-7, CB-8: check and mate -------------------------------------------------------------- */

static void CB_7_a_check_must_be_met_on_its_colour_alone(void **unused) {
  (void)unused;
  /* The bishop on d4 is met by interposing or walking away, below by taking it. */
  check_moves(game, "k7/8/8/8/3b4/8/8/K3X2X w - - 0 1 dl -", "e1c3 a1c1 a1a3",
              "e1d2 e1f2 e1g3 a1b2 h1g2");
  const char *const checked = "k7/8/8/8/3b4/4X3/8/K6X w - - 0 1 dl -";
  check_moves(game, checked, "e3d4 a1c1 a1a3", "a1b2 e3f4 e3g5 e3c1 h1g2");
  mr_table table;
  mr_table_open_game(&table, game, "", checked);
  mr_table_play(&table, "a1a3");
  check_colour(&table, false, 2);
  mr_table_close(&table);
}

static void CB_7_a_pinned_man_stays_on_its_line_and_light_is_free(void **unused) {
  (void)unused;
  const char *const pinned = "k7/8/8/8/3b4/2X5/8/K6X w - - 0 1 dl -";
  check_moves(game, pinned, "c3b2 c3d4 a1b2 a1c1 a1a3", "c3d2 c3b4 c3e5 c3a5");
}

/* Whether the last action captured a king. */
static bool captured_king(const mr_table *table) {
  for (size_t i = 0; i < table->events.count; i++) {
    const mr_event *event = &table->events.items[i];
    for (uint8_t side = 0; side < 2 && event->kind == MR_EVENT_CAPTURE; side++) {
      mr_piece king = mr_game_piece_named(table->game, (mr_player){side}, "K", 1);
      assert_int_not_equal(king.id, MR_NO_PIECE.id);
      if (event->piece2.id == king.id) {
        return true;
      }
    }
  }
  return false;
}

static void CB_7_the_king_is_never_captured(void **unused) {
  (void)unused;
  mr_table table;
  mr_random random;
  mr_table_open_game(&table, game, "", NULL);
  mr_random_init(&random, 7);
  size_t captures = 0;
  for (int played = 0; played < 20; played++) {
    mr_game_start(table.game, table.state);
    for (size_t count = mr_table_actions(&table); count > 0; count = mr_table_actions(&table)) {
      mr_action action = table.actions[mr_random_below(&random, count)];
      assert_int_equal(mr_game_play(table.game, table.state, action, &table.events, NULL), MR_OK);
      captures += mr_table_events(&table, MR_EVENT_CAPTURE);
      assert_false(captured_king(&table));
    }
  }
  assert_true(captures > 200);
  mr_table_close(&table);
}

static void CB_7_nobody_may_pass(void **unused) {
  (void)unused;
  /* Any move on dark loses a man, and one has to be made. */
  check_moves(game, "k7/8/8/8/8/2b5/8/K6X w - - 0 1 dl -", "a1c1 a1a3", "-- 0000 pass h1g2");
  assert_int_equal(count_actions(game, "k7/8/8/8/8/8/8/K6X w - - 0 1 l -"), 2);
}

static void CB_8_checkmate_ends_the_game_at_once(void **unused) {
  (void)unused;
  check_end("k6x/8/6Z1/8/8/8/8/K7 w - - 0 1 dl -", "a1b2 g6h7", "1-0", "CB-8");
  check_end("k6x/8/6Z1/8/8/8/8/K7 w - - 0 1 dl -", "a1b2 g6g4", "*", "");
  check_end("k7/8/8/8/8/6z1/8/K6X b - - 0 1 dl -", "g3h2 a8b7", "0-1", "CB-8");
}

static void CB_8_there_is_no_equalising_turn(void **unused) {
  (void)unused;
  /* Black has been mated on light; the mate that it could give on dark comes too late. */
  check_end("k7/8/6Z1/8/8/6z1/8/K6X w - - 0 1 dl -", "a1c1 g6h7", "1-0", "CB-8");
  check_end("k7/8/8/8/6Z1/6z1/8/K6X w - - 0 1 dl -", "a1c1 g4h5 g3h2", "*", "");
}

static void CB_8_mate_after_a_half_draw_wins_three_quarters(void **unused) {
  (void)unused;
  check_end("k6x/8/6Z1/8/8/8/8/K7 w - - 0 1 l d", "g6h7", "3/4-1/4", "CB-8");
  check_end("k7/8/8/8/8/6z1/8/K6X b - - 0 1 d l", "g3h2", "1/4-3/4", "CB-8");
}

/* The same dark men with Black to move for the third time, as White plays e2 to somewhere. */
#define THIRD \
  "c1b2 h3g4 h8g7 a8c8 b2a1 g4h5 g7h8 c8a8 a1b2 h5g6 h8g7 a8c8 b2a1 g6f7 g7h8 c8a8 a1b2 "

static void CB_8_mate_outranks_a_half_draw_of_the_same_turn(void **unused) {
  (void)unused;
  const char *const from = "k6x/8/8/8/8/7P/4Z3/2K5 w - - 0 1 dl -";
  check_end(from, THIRD "e2b1", "1-0", "CB-8");
  check_play(from, THIRD "e2f1", "k6x/5P2/8/8/8/8/1K6/5Z2 b - - 2 5 l d");
}

/* ---- CB-9 to CB-12: half-draws --------------------------------------------------------------- */

static void CB_9_stalemate_on_one_colour_freezes_it(void **unused) {
  (void)unused;
  const char *const from = "kx6/8/8/8/2Z5/8/8/K7 w - - 0 1 dl -";
  check_play(from, "a1b2 c4c6", "kx6/8/2Z5/8/8/8/1K6/8 b - - 1 1 d l");
  /* From there on turns have one move. */
  check_play(from, "a1b2 c4c6 b8a7", "k7/x7/2Z5/8/8/8/1K6/8 w - - 2 2 d l");
  check_play(from, "a1b2 c4c6 b8a7 b2a1", "k7/x7/2Z5/8/8/8/8/K7 b - - 3 2 d l");
  check_play(from, "a1b2 c4d1", "kx6/8/8/8/8/8/1K6/3Z4 b - - 1 1 dl -");
}

static void CB_9_the_half_draw_is_told(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, game, "", "kx6/8/8/8/2Z5/8/8/K7 w - - 0 1 dl -");
  mr_table_play(&table, "a1b2");
  assert_int_equal(mr_table_events(&table, MR_EVENT_RULE), 0);
  mr_table_play(&table, "c4c6");
  assert_int_equal(mr_table_events(&table, MR_EVENT_RULE), 1);
  assert_string_equal(mr_fairy_event_rule(&table, MR_EVENT_RULE), "CB-9 halfDraw");
  assert_int_equal(mr_table_events(&table, MR_EVENT_END), 0);
  /* So nobody may say of what brings one about that it never shows. */
  unsigned silent = 0;
  for (size_t i = 0; i < table.game->info.rule_count; i++) {
    const mr_rule *rule = &table.game->info.rules[i];
    bool brings = strcmp(rule->id, "CB-11") == 0 || strcmp(rule->id, "CB-9 stalemate") == 0;
    assert_true(rule->silent == brings);
    silent += rule->silent;
  }
  assert_int_equal(silent, 2);
  mr_table_close(&table);
}

static void CB_9_a_second_half_draw_makes_the_game_drawn(void **unused) {
  (void)unused;
  const char *const frozen = "kx6/8/2Z5/8/8/8/1K6/8 b - - 1 1 d l";
  const char *const round = "b8a7 b2a1 a7b8 a1b2";
  mr_table table;
  mr_table_open_game(&table, game, "", frozen);
  mr_fairy_end_after(&table, frozen, round, 1, "*", "");
  mr_fairy_end_after(&table, frozen, round, 2, "1/2-1/2", "CB-9");
  mr_table_close(&table);
}

static void CB_10_without_men_on_a_colour_the_move_is_skipped(void **unused) {
  (void)unused;
  /* Black has nobody on dark: no stalemate, and White goes on moving there. */
  check_play("k7/8/8/8/2Z5/8/8/K7 w - - 0 1 dl -", "a1b2 c4d1",
             "k7/8/8/8/8/8/1K6/3Z4 b - - 1 1 l -");
  check_play("k7/8/8/8/2Z5/8/8/K7 w - - 0 1 dl -", "a1b2 c4d1 a8b7",
             "8/1k6/8/8/8/8/1K6/3Z4 w - - 2 2 dl -");
}

static void CB_10_repetition_is_not_counted_where_a_side_has_no_men(void **unused) {
  (void)unused;
  /* White's king is on a1 for the fourth time; nothing on light has come back often. */
  check_play("k7/8/8/8/8/8/8/K6X w - - 0 1 dl -",
             "a1c1 h1g2 a8c8 c1a1 g2f3 c8a8 a1c1 f3e2 a8c8 c1a1 e2d1 c8a8 a1c1 d1c2 a8c8 c1a1 c2b1",
             "2k5/8/8/8/8/8/8/KX6 b - - 11 6 l -");
  /* With a black man on dark to go to and fro with it, dark is frozen at the third time. */
  check_play("k6x/8/8/8/8/8/8/K6X w - - 0 1 dl -",
             "a1c1 h1g2 h8g7 a8c8 c1a1 g2f3 g7h8 c8a8 a1c1 f3e2 h8g7 a8c8 c1a1 e2d1 g7h8 c8a8",
             "k6x/8/8/8/8/8/8/K2X4 w - - 8 5 l d");
}

static void CB_10_stalemate_is_not_counted_where_a_side_has_no_men(void **unused) {
  (void)unused;
  /* White's men on light block each other. Black has nobody there: no half-draw, and no move. */
  check_play("B1B1B1Bk/1P1P1P1P/8/8/8/8/8/K7 w - - 0 1 d -", "a1c1 h8f8",
             "B1B1BkB1/1P1P1P1P/8/8/8/8/8/2K5 w - - 2 2 d -");
  /* With a black man there it is stalemate. */
  check_play("B1B1B1Bk/1P1P1P1P/8/8/8/8/8/K6x b - - 0 1 dl -", "h8f8 h1g2",
             "B1B1BkB1/1P1P1P1P/8/8/8/8/6x1/K7 w - - 1 2 d l");
}

static void CB_10_lack_of_mating_material_is_no_half_draw(void **unused) {
  (void)unused;
  check_play("k7/8/8/8/8/8/8/K4B2 w - - 0 1 dl -", "a1c1 f1e2",
             "k7/8/8/8/8/8/4B3/2K5 b - - 1 1 l -");
}

static void CB_11_perpetual_check_is_the_third_occurrence(void **unused) {
  (void)unused;
  /* Nobody but on dark: when that colour is drawn, nothing is left to play. Black checks on and on.
   */
  const char *const from = "8/8/8/2z5/8/8/8/K7 b - - 0 1 d -";
  const char *const round = "c5a5 a1c1 a5c5 c1a1";
  mr_table table;
  mr_table_open_game(&table, game, "", from);
  mr_fairy_end_after(&table, from, round, 1, "*", "");
  mr_fairy_end_after(&table, from, round, 2, "1/2-1/2", "CB-9");
  mr_table_close(&table);
}

static void CB_11_positions_with_another_ep_right_are_not_the_same(void **unused) {
  (void)unused;
  const char *const round = "h8g7 a1a3 g7h8 a3a1";
  const char *const with = "7x/8/8/8/3p1P2/8/8/K7 b - e3f4 0 5 d -";
  const char *const without = "7x/8/8/8/3p1P2/8/8/K7 b - - 0 5 d -";
  mr_table table;
  mr_table_open_game(&table, game, "", with);
  mr_fairy_end_after(&table, with, round, 2, "*", "");
  mr_table_play(&table, "h8g7");
  assert_string_equal(mr_table_result(&table), "1/2-1/2");
  mr_fairy_end_after(&table, without, round, 2, "1/2-1/2", "CB-9");
  mr_table_close(&table);
}

static void CB_11_positions_with_another_side_to_move_are_not_the_same(void **unused) {
  (void)unused;
  /* a1 and h8 are met with White, Black and Black to move, then with Black once more. */
  const char *const from = "7x/8/8/8/8/8/8/K7 w - - 0 1 d -";
  const char *const again = "a1c1 h8g7 c1b2 g7h8 b2a1 h8g7 a1c1 g7h8 c1a1";
  char once_more[128];
  snprintf(once_more, sizeof once_more, "%s h8g7 a1c1 g7h8 c1a1", again);
  check_end(from, again, "*", "");
  check_end(from, once_more, "1/2-1/2", "CB-9");
}

static void CB_11_the_colours_are_repeated_each_for_itself(void **unused) {
  (void)unused;
  /* Both colours come back together, so both are drawn, and the game with them. */
  const char *const from = "1x2k3/8/8/8/8/8/8/1X2K3 w - - 0 1 dl -";
  const char *const round = "e1e3 b1c2 b8a7 e8e6 e3e1 c2b1 a7b8 e6e8";
  mr_table table;
  mr_table_open_game(&table, game, "", from);
  mr_fairy_end_after(&table, from, round, 1, "*", "");
  mr_fairy_end_after(&table, from, round, 2, "1/2-1/2", "CB-9");
  mr_table_close(&table);
  /* Only dark comes back. */
  check_play(from,
             "e1e3 b1c2 b8a7 e8e6 e3e1 c2b3 a7b8 e6e4 e1e3 b3a4 b8a7 e4c4 e3e1 a4b5 a7b8 c4e4",
             "1x6/8/8/1X6/4k3/8/8/4K3 w - - 8 5 l d");
}

static void CB_12_the_guard_ends_a_game_without_progress_for_100_turns(void **unused) {
  (void)unused;
  const char *const last = "k7/8/8/8/3x4/8/8/K6X w - - 99 60 dl -";
  check_end(last, "a1a3 h1g2", "1/2-1/2", "CB-12");
  check_end("k7/8/8/8/3x4/8/8/K6X w - - 98 60 dl -", "a1a3 h1g2", "*", "");
  check_play("k7/8/8/8/3x4/8/8/K6X w - - 97 60 dl -", "a1a3 h1g2 d4c3 a8c8",
             "2k5/8/8/8/8/K1x5/6X1/8 w - - 99 61 dl -");
}

static void CB_12_captures_and_pawn_moves_on_either_colour_count(void **unused) {
  (void)unused;
  check_play("k7/8/8/8/3x4/8/6p1/K6X w - - 99 60 dl -", "a1a3 h1g2",
             "k7/8/8/8/3x4/K7/6X1/8 b - - 0 60 dl -");
  check_play("k7/8/8/8/3x4/4P3/8/K6X w - - 99 60 dl -", "e3f4 h1g2",
             "k7/8/8/8/3x1P2/8/6X1/K7 b - - 0 60 dl -");
  /* Mate outranks the guard. */
  check_end("k6x/8/6Z1/8/8/8/8/K7 w - - 99 60 dl -", "a1b2 g6h7", "1-0", "CB-8");
}

static void CB_12_the_guard_is_a_key(void **unused) {
  (void)unused;
  const char *const last = "k7/8/8/8/3x4/8/8/K6X w - - 99 60 dl -";
  mr_table table;
  mr_table_open_game(&table, game, "nMoveRule=0", last);
  mr_fairy_end(&table, last, "a1a3 h1g2", "*", "");
  mr_table_close(&table);
  mr_table_open_game(&table, game, "nMoveRule=5", NULL);
  mr_fairy_end(&table, "k7/8/8/8/3x4/8/8/K6X w - - 9 60 dl -", "a1a3 h1g2", "1/2-1/2", "CB-12");
  mr_table_close(&table);
}

/* ---- CB-13: capturing in passing ------------------------------------------------------------- */

static void CB_13_a_pawn_that_steps_onto_the_passed_square_takes(void **unused) {
  (void)unused;
  const char *const from = "k7/8/8/8/3p4/8/3P4/K6X w - - 7 5 dl -";
  check_play(from, "d2f4 h1g2", "k7/8/8/8/3p1P2/8/6X1/K7 b - e3f4 0 5 dl -");
  check_play(from, "d2f4 h1g2 d4e3", "k7/8/8/8/8/4p3/6X1/K7 b - - 0 5 l -");
  check_play(from, "d2b4 h1g2 d4c3", "k7/8/8/8/8/2p5/6X1/K7 b - - 0 5 l -");
  /* The other step is an ordinary one. */
  check_play(from, "d2f4 h1g2 d4c3", "k7/8/8/8/5P2/2p5/6X1/K7 b - - 0 5 l -");
}

static void CB_13_the_right_is_the_opponents_next_move_on_that_colour(void **unused) {
  (void)unused;
  const char *const from = "k6x/8/8/8/3p4/8/3P4/K6X w - - 7 5 dl -";
  mr_table table;
  mr_table_open_game(&table, game, "", from);
  mr_table_play(&table, "d2f4 h1g2 h8g7 a8b7 a1a3 g2h1");
  assert_string_equal(mr_table_state(&table), "8/1k4x1/8/8/3p1P2/K7/8/7X b - - 2 6 dl -");
  mr_table_play(&table, "d4e3");
  assert_string_equal(mr_table_state(&table), "8/1k4x1/8/8/5P2/K3p3/8/7X b - - 0 6 l -");
  mr_table_close(&table);
}

static void CB_13_a_capture_in_passing_is_told_as_a_capture(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, game, "", "k7/8/8/8/3p1P2/8/6X1/K7 b - e3f4 0 5 dl -");
  mr_table_play(&table, "d4e3");
  assert_int_equal(mr_table_events(&table, MR_EVENT_CAPTURE), 1);
  mr_table_set(&table, "k7/8/8/8/3p1P2/8/6X1/K7 b - - 0 5 dl -");
  mr_table_play(&table, "d4e3");
  assert_int_equal(mr_table_events(&table, MR_EVENT_CAPTURE), 0);
  mr_table_close(&table);
}

/* ---- CB-14, CB-15: other armies -------------------------------------------------------------- */

static const char zigzag[] = "f5 g6 f7 e8 h5 f3 g2 h3 f1 d5 c6 d7 b5 a4 d3 c2 d1 b3";

static void CB_14_the_sides_choose_their_armies(void **unused) {
  (void)unused;
  static const char *const games[][2] = {
      {"colorboundmost-armies", "yrbwkbry/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w - - 0 1 d -"},
      {"colorboundmost-armies-reversed",
       "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/YRBWKBRY w - - 0 1 d -"},
      {"colorboundmost-armies-both", "yrbwkbry/pppppppp/8/8/8/8/PPPPPPPP/YRBWKBRY w - - 0 1 d -"},
  };
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    mr_table table;
    mr_table_open_game(&table, games[i][0], "", NULL);
    assert_string_equal(mr_table_state(&table), games[i][1]);
    mr_table_close(&table);
    /* The three are one game: only the men that they begin with differ. */
    check_moves(games[i][0], "7k/8/8/8/4R3/8/8/K7 w - - 0 1 l -", "e4b5", "e4c6");
  }
}

static void CB_14_the_ZigZag_bishop_turns_after_every_two_steps(void **unused) {
  (void)unused;
  check_reach(armies, "7k/8/8/8/4Y3/8/8/K7 w - - 0 1 l -", "e4", zigzag);
  /* Nobody is passed: Black on g6 is the end of two paths, White on d3 of two others. */
  check_reach(armies, "7k/8/6p1/8/4Y3/3P4/8/K7 w - - 0 1 l -", "e4",
              "f5 g6 f3 g2 h3 f1 d5 c6 d7 e8 b5 a4");
  check_reach(armies, "7k/8/8/8/8/8/8/y6K b - - 0 1 d -", "a1",
              "b2 c3 d2 e1 f2 g3 h2 b4 a5 b6 c7 b8");
}

static void CB_14_the_queen_of_that_army_has_its_moves(void **unused) {
  (void)unused;
  char all[256];
  snprintf(all, sizeof all, "%s b7 a8 h7 h1 b1 e6 g4 e2 c4", zigzag);
  check_reach(armies, "7k/8/8/8/4W3/8/8/K7 w - - 0 1 l -", "e4", all);
}

static void CB_14_pawns_promote_to_either_armys_men(void **unused) {
  (void)unused;
  check_moves(armies, "7k/4P3/8/8/8/8/8/K7 w - - 0 1 d -",
              "e7d8z e7d8x e7d8b e7d8q e7d8r e7d8y e7d8w", "e7d8 e7d8k e7d8p");
  check_moves(game, "7k/4P3/8/8/8/8/8/K7 w - - 0 1 d -", "e7d8z", "e7d8r e7d8y e7d8w");
}

static void CB_14_what_the_ZigZag_bishop_is_is_a_key(void **unused) {
  (void)unused;
  const char *const state = "7k/8/8/8/4Y3/8/8/K7 w - - 0 1 l -";
  mr_table table;
  mr_table_open_game(&table, armies, "customPiece6=y:zFF", state);
  mr_fairy_moves(&table, state, "e4e6 e4g4", "e4g6 e4c6");
  mr_table_close(&table);
  check_moves(armies, state, "e4g6 e4c6", "e4e6 e4g4");
}

static void CB_15_the_army_plays_against_that_of_chess(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "colorboundmost-fide", "", NULL);
  assert_string_equal(mr_table_state(&table),
                      "rnbqkbnr/pppppppp/8/8/8/8/FFFFFFFF/ZXBCKBXZ w kq - 0 1");
  /* One move a turn, on either colour, without half-points. */
  assert_false(mr_game_can(table.game, MR_CAN_MULTI));
  assert_false(mr_game_can(table.game, MR_CAN_FRACTION));
  mr_table_play(&table, "e2g4");
  assert_true(mr_table_allows(&table, "e7e5"));
  assert_true(mr_table_allows(&table, "g8f6"));
  assert_false(mr_table_allows(&table, "e7c5"));
  mr_table_close(&table);
  mr_table_open_game(&table, "colorboundmost-fide-raiders", "", NULL);
  assert_string_equal(mr_table_state(&table),
                      "rnbqkbnr/pppppppp/8/8/8/8/FFFFFFFF/YLBWKBLY w kq - 0 1");
  mr_table_close(&table);
}

static void CB_15_both_kings_are_standard_ones(void **unused) {
  (void)unused;
  const char *const fide = "colorboundmost-fide";
  check_reach(fide, "k7/8/8/8/4K3/8/8/8 w - - 0 1", "e4", "d5 e5 f5 d4 f4 d3 e3 f3");
  check_reach(fide, "K7/8/8/4k3/8/8/8/8 b - - 0 1", "e5", "d6 e6 f6 d5 f5 d4 e4 f4");
  /* Only the army of chess castles. */
  check_moves(fide, "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8g8 e8c8", "");
  check_moves(fide, "4k3/8/8/8/8/8/8/Z3K2Z w - - 0 1", "e1f1", "e1g1 e1c1 e1h1 e1a1");
  mr_table table;
  mr_table_open_game(&table, fide, "", NULL);
  assert_int_equal(mr_table_refusal(&table, "4k3/8/8/8/8/8/8/Z3K2Z w KQ - 0 1"), MR_ERR_ILLEGAL);
  mr_table_close(&table);
}

static void CB_15_each_army_keeps_its_men(void **unused) {
  (void)unused;
  const char *const fide = "colorboundmost-fide";
  check_moves(fide, "4k3/8/8/8/3p4/4p3/3F4/4K3 w - - 0 1", "d2c3 d2b4 d2e3", "d2d3 d2d4 d2f4");
  check_moves(fide, "7k/3F4/8/8/8/8/8/4K3 w - - 0 1", "d7c8z d7c8x d7c8b d7c8c", "d7d8q d7c8q");
  check_moves(fide, "4k3/8/8/8/8/8/3p4/K7 b - - 0 1", "d2d1q d2d1r d2d1b d2d1n", "d2d1z d2c1q");
}

/* ---- CB-20, CB-21: texts and turns ----------------------------------------------------------- */

static void CB_20_states_are_read_and_written(void **unused) {
  (void)unused;
  static const char *const states[] = {
      START,
      "zxbqkbxz/pppppppp/8/8/8/2P5/P1PPPPPP/ZXBQKBXZ b - - 0 1 dl -",
      "zxbq1bxz/pppp1ppp/4kp2/8/8/P7/PBPPPPPP/ZX1QKBXZ w - - 0 2 l -",
      "k7/8/8/8/3p1P2/8/6X1/K7 b - e3f4 0 5 dl -",
      "k7/8/8/8/3pp1PX/8/8/K7 b - f3g4 3 5 l -",
      "k7/8/8/8/3ppPPX/8/8/K7 b - e3f4,f3g4 0 5 dl -",
      "kx6/8/2Z5/8/8/8/1K6/8 b - - 1 1 d l",
      "k7/x7/2Z5/8/8/8/8/K7 w - - 99 1234 d l",
  };
  mr_table table;
  mr_table_open_game(&table, game, "", NULL);
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    mr_table_set(&table, states[i]);
    assert_string_equal(mr_table_state(&table), states[i]);
  }
  mr_table_close(&table);
}

static void CB_20_Blacks_double_step_is_written_victim_first(void **unused) {
  (void)unused;
  const char *const from = "k7/3p4/8/3P4/8/8/8/K7 b - - 7 5 l -";
  check_play(from, "d7f5", "k7/8/8/3P1p2/8/8/8/K7 w - f5e6 0 6 dl -");
  check_play(from, "d7f5 a1c1 d5e6", "k7/8/4P3/8/8/8/8/2K5 b - - 0 6 l -");
}

static void CB_20_nonsense_is_refused(void **unused) {
  (void)unused;
  static const char *const states[] = {
      "k7/8/8/8/8/8/8/K7 w KQ - 0 1 dl -",           /* castling */
      "k7/8/8/8/8/8/8/K7 w - e3 0 1 d -",            /* no pair */
      "k7/8/8/8/3p1P2/8/8/K7 b - e3f4,e3f4 0 5 d -", /* the same twice */
      "k7/8/8/8/3p1P2/4x3/8/K7 b - e3f4 0 5 d -",    /* the passed square is not empty */
      "k7/8/8/8/8/8/8/K7 w - - 0 1 x -",             /* no colour */
      "k7/8/8/8/8/8/8/K7 w - - 0 1 d d",             /* a move owed on a frozen colour */
      "k7/8/8/8/8/8/8/K7 w - - 0 1 dl -",            /* and where White has no men */
      "k7/8/8/8/8/8/8/K1K5 w - - 0 1 d -",           /* two kings */
      "k7/8/8/8/8/8/8/KR6 w - - 0 1 d -",            /* a man of another game */
  };
  mr_table table;
  mr_table_open_game(&table, game, "", NULL);
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    if (mr_table_refusal(&table, states[i]) == MR_OK) {
      fail_msg("\"%s\" is read", states[i]);
    }
  }
  mr_table_close(&table);
}

static void CB_21_a_turn_owes_a_move_where_the_player_has_men(void **unused) {
  (void)unused;
  check_play("k6x/8/8/8/8/8/8/K6X w - - 0 1 dl -", "a1c1 h1g2",
             "k6x/8/8/8/8/8/6X1/2K5 b - - 1 1 dl -");
  check_play("k7/8/8/8/8/8/8/K6X w - - 0 1 dl -", "a1c1 h1g2",
             "k7/8/8/8/8/8/6X1/2K5 b - - 1 1 l -");
  check_play("k6x/8/8/8/8/8/8/K6X w - - 0 1 d l", "a1c1", "k6x/8/8/8/8/8/8/2K4X b - - 1 1 d l");
}

static void CB_21_a_turn_that_owes_nothing_passes(void **unused) {
  (void)unused;
  /* Light is frozen and White has nobody on dark. */
  mr_table table;
  mr_table_open_game(&table, game, "", "kx6/8/8/8/8/8/8/7X b - - 0 1 d l");
  mr_table_play(&table, "b8a7");
  assert_string_equal(mr_table_state(&table), "k7/x7/8/8/8/8/8/7X b - - 2 2 d l");
  assert_int_equal(mr_table_events(&table, MR_EVENT_PASS), 1);
  assert_int_equal(mr_table_events(&table, MR_EVENT_TURN), 2);
  mr_table_play(&table, "a7b8");
  assert_string_equal(mr_table_state(&table), "kx6/8/8/8/8/8/8/7X b - - 4 3 d l");
  mr_table_close(&table);
}

static void CB_21_two_passes_in_a_row_end_the_game_by_half_draws(void **unused) {
  (void)unused;
  /* Nobody stands on dark; light ends in stalemate. */
  check_end("k7/8/8/8/2Z5/8/8/8 w - - 0 1 l -", "c4c6", "1/2-1/2", "CB-9");
  check_end("k7/8/8/8/2Z5/8/8/8 w - - 0 1 l -", "c4d1", "*", "");
  /* With a man on dark, play goes on there. */
  check_end("k7/8/8/8/2Z5/8/8/K7 w - - 0 1 dl -", "a1c1 c4c6", "*", "");
}

static void CB_21_mate_and_stalemate_are_judged_when_the_turn_begins(void **unused) {
  (void)unused;
  /* Black has mated on dark, but its turn is not over before the move on light. */
  check_end("k7/8/8/8/8/6z1/8/K6X b - - 0 1 dl -", "g3h2", "*", "");
  check_end("k7/8/8/8/8/6z1/8/K6X b - - 0 1 dl -", "g3h2 a8b7", "0-1", "CB-8");
  /* White is mated on dark and stalemated on light: the mate counts, and in full. */
  const char *const both = "B1B1B1B1/1P1P1P1P/8/8/8/6z1/8/K6k b - - 0 1 dl -";
  check_end(both, "g3h2 h1g2", "0-1", "CB-8");
  check_play(both, "g3g5 h1g2", "B1B1B1B1/1P1P1P1P/8/6z1/8/8/6k1/K7 w - - 1 2 d l");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CB_1_the_crooked_bishop_turns_at_every_step),
    cmocka_unit_test(CB_1_every_square_passed_must_be_empty),
    cmocka_unit_test(CB_2_the_ferz_alfil_leaps_one_or_two_squares_diagonally),
    cmocka_unit_test(CB_2_the_bishop_slides_up_to_the_first_man),
    cmocka_unit_test(CB_2_the_queens_diagram_comes_out_exactly),
    cmocka_unit_test(CB_2_the_queen_rides_dabbabas_past_men_on_the_squares_between),
    cmocka_unit_test(CB_3_the_raiders_diagram_comes_out_exactly),
    cmocka_unit_test(CB_3_the_raider_leaps_and_Blacks_goes_the_other_way),
    cmocka_unit_test(CB_4_the_king_moves_as_ferz_and_dabbaba),
    cmocka_unit_test(CB_4_the_pawn_moves_and_captures_one_step_diagonally_forward),
    cmocka_unit_test(CB_4_the_pawns_first_move_may_be_two_steps_along_one_diagonal),
    cmocka_unit_test(CB_4_the_pawn_promotes_to_any_type_of_the_start_but_the_king),
    cmocka_unit_test(CB_5_a_turn_is_a_move_on_dark_then_one_on_light),
    cmocka_unit_test(CB_5_the_colours_do_not_affect_each_other),
    cmocka_unit_test(CB_6_Whites_first_turn_is_a_single_move_on_dark),
    cmocka_unit_test(CB_7_a_check_must_be_met_on_its_colour_alone),
    cmocka_unit_test(CB_7_a_pinned_man_stays_on_its_line_and_light_is_free),
    cmocka_unit_test(CB_7_the_king_is_never_captured),
    cmocka_unit_test(CB_7_nobody_may_pass),
    cmocka_unit_test(CB_8_checkmate_ends_the_game_at_once),
    cmocka_unit_test(CB_8_there_is_no_equalising_turn),
    cmocka_unit_test(CB_8_mate_after_a_half_draw_wins_three_quarters),
    cmocka_unit_test(CB_8_mate_outranks_a_half_draw_of_the_same_turn),
    cmocka_unit_test(CB_9_stalemate_on_one_colour_freezes_it),
    cmocka_unit_test(CB_9_the_half_draw_is_told),
    cmocka_unit_test(CB_9_a_second_half_draw_makes_the_game_drawn),
    cmocka_unit_test(CB_10_without_men_on_a_colour_the_move_is_skipped),
    cmocka_unit_test(CB_10_repetition_is_not_counted_where_a_side_has_no_men),
    cmocka_unit_test(CB_10_stalemate_is_not_counted_where_a_side_has_no_men),
    cmocka_unit_test(CB_10_lack_of_mating_material_is_no_half_draw),
    cmocka_unit_test(CB_11_perpetual_check_is_the_third_occurrence),
    cmocka_unit_test(CB_11_positions_with_another_ep_right_are_not_the_same),
    cmocka_unit_test(CB_11_positions_with_another_side_to_move_are_not_the_same),
    cmocka_unit_test(CB_11_the_colours_are_repeated_each_for_itself),
    cmocka_unit_test(CB_12_the_guard_ends_a_game_without_progress_for_100_turns),
    cmocka_unit_test(CB_12_captures_and_pawn_moves_on_either_colour_count),
    cmocka_unit_test(CB_12_the_guard_is_a_key),
    cmocka_unit_test(CB_13_a_pawn_that_steps_onto_the_passed_square_takes),
    cmocka_unit_test(CB_13_the_right_is_the_opponents_next_move_on_that_colour),
    cmocka_unit_test(CB_13_a_capture_in_passing_is_told_as_a_capture),
    cmocka_unit_test(CB_14_the_sides_choose_their_armies),
    cmocka_unit_test(CB_14_the_ZigZag_bishop_turns_after_every_two_steps),
    cmocka_unit_test(CB_14_the_queen_of_that_army_has_its_moves),
    cmocka_unit_test(CB_14_pawns_promote_to_either_armys_men),
    cmocka_unit_test(CB_14_what_the_ZigZag_bishop_is_is_a_key),
    cmocka_unit_test(CB_15_the_army_plays_against_that_of_chess),
    cmocka_unit_test(CB_15_both_kings_are_standard_ones),
    cmocka_unit_test(CB_15_each_army_keeps_its_men),
    cmocka_unit_test(CB_20_states_are_read_and_written),
    cmocka_unit_test(CB_20_Blacks_double_step_is_written_victim_first),
    cmocka_unit_test(CB_20_nonsense_is_refused),
    cmocka_unit_test(CB_21_a_turn_owes_a_move_where_the_player_has_men),
    cmocka_unit_test(CB_21_a_turn_that_owes_nothing_passes),
    cmocka_unit_test(CB_21_two_passes_in_a_row_end_the_game_by_half_draws),
    cmocka_unit_test(CB_21_mate_and_stalemate_are_judged_when_the_turn_begins),
};

MR_TEST_MAIN(tests)
