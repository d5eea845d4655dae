/*
 * docs/rules/borderline.md rule by rule, BD-12 to BD-17: the end of the game, the display, the
 * texts and the computer players. BD-1 to BD-11 are in test_borderline_rules.c.
 */
#include <marcher/engine.h>
#include <marcher/paint.h>
#include <marcher/view.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

#define EMPTY "6/6/6/6/6/6/6/6"
#define SMALL "columns=3;rows=3"

static const mr_event *find_event(const mr_table *table, mr_event_kind kind) {
  for (size_t i = 0; i < table->events.count; i++) {
    if (table->events.items[i].kind == kind) {
      return &table->events.items[i];
    }
  }
  fail_msg("no event of kind %d", (int)kind);
  return NULL;
}

/* The rule that an event of the last action rests on. */
static void expect_rule(const mr_table *table, mr_event_kind kind, const char *rule) {
  assert_string_equal(table->game->info.rules[find_event(table, kind)->rule].id, rule);
}

/* Plays to an end, or to none: winner '*' and rule "". */
static void check_end(const char *sets, const char *state, const char *actions, char winner,
                      const char *rule) {
  mr_table table;
  mr_table_open(&table, sets, state);
  mr_table_play(&table, actions);
  if (mr_table_winner(&table) != winner || strcmp(mr_table_ended_by(&table), rule) != 0) {
    fail_msg("\"%s\" after %s: winner %c by \"%s\", not %c by \"%s\"", state, actions,
             mr_table_winner(&table), mr_table_ended_by(&table), winner, rule);
  }
  assert_int_equal(mr_table_events(&table, MR_EVENT_END), winner == '*' ? 0 : 1);
  mr_table_close(&table);
}

/* ---- BD-12 ----------------------------------------------------------------------------------- */

static void BD_12_a_connection_from_the_first_row_to_the_last_wins(void **unused) {
  (void)unused; /* BD-12 */
  check_end(SMALL, "R2222/R2222/3 R 222,222 222 0 0", "222@a2", 'R', "BD-12");
  check_end(SMALL, "3/2B222/2B222 B 222 222,222 0 0", "222@c0", 'B', "BD-12");
  check_end(SMALL, "R2222/3/R2222 R 222,222 222 0 0", "222@a1", 'R', "BD-12");
  check_end(SMALL, "R2222/3/2R222 R 222,222 222 0 0", "222@a1", '*', "");
}

static void BD_12_the_connection_may_wind(void **unused) {
  (void)unused; /* BD-12 */
  check_end("columns=4;rows=4", "R777R777R7771/2R7771/R777R777R7771/4 R 777,777 777 0 0", "777@a3",
            'R', "BD-12");
  check_end("columns=4;rows=4", "R777R777R7771/4/R777R777R7771/R7773 R 777,777 777 0 0", "777@b1",
            'R', "BD-12");
}

static void BD_12_the_connection_may_turn_back(void **unused) {
  (void)unused; /* BD-12, BD-13 */
  const char *const definitions[] = {"columns=5;rows=4", "columns=5;rows=4;victory=strict"};
  for (size_t i = 0; i < 2; i++) {
    /* Down on the left, up in the middle, down on the right; and the same from right to left. */
    const char *sets = definitions[i];
    check_end(sets, "R7774/R7771R777R777R777/R777R777R7771R777/5 R 777,777 777 0 0", "777@e3", 'R',
              "BD-12");
    check_end(sets, "4R777/R777R777R7771R777/R7771R777R777R777/5 R 777,777 777 0 0", "777@a3", 'R',
              "BD-12");
    check_end(sets, "5/B777B777B7771B777/B7771B777B777B777/4B777 B 777 777,777 0 0", "777@a0", 'B',
              "BD-12");
    check_end(sets, "R7774/R7771R777R777R777/R777R7772R777/5 R 777,777 777 0 0", "777@e3", '*', "");
  }
}

static void BD_12_only_after_combat(void **unused) {
  (void)unused; /* BD-12 */
  const char *state = "R2222/R2222/1B7771 R 777,777 222 0 0";
  check_end(SMALL, state, "777@a2", '*', "");
  check_end(SMALL, state, "777@a2 lose", '*', "");
  check_end(SMALL, state, "777@a2 win", 'R', "BD-12");
}

static void BD_12_only_who_placed_can_win(void **unused) {
  (void)unused; /* BD-12 */
  const char *connected = "R7771B777/R7771B777/R7771B777";
  char state[80];
  snprintf(state, sizeof state, "%s R 222,777 222,777 0 0", connected);
  check_end(SMALL, state, "777@b0 lose", 'R', "BD-12"); /* also when the placed piece fell */
  snprintf(state, sizeof state, "%s B 222,777 222,777 0 0", connected);
  check_end(SMALL, state, "777@b2 lose", 'B', "BD-12");
  check_end(SMALL, "R2222/R2222/R2221B222 B 222 222,777 0 0", "222@c1", '*', "");
}

/* The connection was there after an own ply, which has won then; what is set up has no plies yet.
 */
static void BD_12_nobody_is_to_move_who_is_connected(void **unused) {
  (void)unused; /* BD-12 */
  mr_table table;
  mr_table_open(&table, SMALL, "R7771B777/R7771B777/R7771B777 R 222,777 222,777 0 0");
  assert_int_equal(mr_table_refusal(&table, "R7771B777/R7771B777/R7771B777 R 222,777 222,777 0 6"),
                   MR_ERR_ILLEGAL);
  assert_int_equal(mr_table_refusal(&table, "R7771B777/R7771B777/2B777 R 222,777 222,777 0 6"),
                   MR_OK);
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_set(&table, "R7772/R7772/R7772 B 222,777 222,777 0 5");
  assert_string_equal(mr_table_ended_by(&table), "BD-12");
  mr_table_close(&table);
}

static void BD_12_a_pass_wins_nothing(void **unused) {
  (void)unused; /* BD-12 */
  check_end(SMALL, "R2222/R2222/R2221B222 R - 222,777 0 0", "--", '*', "");
}

static void BD_12_the_winner_scores_all(void **unused) {
  (void)unused; /* BD-12 */
  mr_table table;
  uint8_t score[MR_MAX_PLAYERS];
  mr_table_open(&table, SMALL, "3/2B222/2B222 B 222 222,222 0 0");
  mr_table_play(&table, "222@c0");
  mr_game_score(table.game, table.state, score);
  assert_int_equal(score[0], 0);
  assert_int_equal(score[1], MR_SCORE_WIN);
  mr_table_close(&table);
}

/* ---- BD-13 ----------------------------------------------------------------------------------- */

static void BD_13_linked_counts_all_pips_of_a_piece_as_connected(void **unused) {
  (void)unused; /* BD-13 */
  /* The document's blue example, 124, holds together only diagonally. */
  check_end(SMALL, "R1242/R4212/3 R 124,222 222 0 0", "124@a2", 'R', "BD-12");
  check_end(SMALL ";victory=strict", "R1242/R4212/3 R 124,222 222 0 0", "124@a2", '*', "");
}

static void BD_13_pieces_link_by_contact_alone(void **unused) {
  (void)unused; /* BD-13 */
  check_end(SMALL, "R1242/3/R1242 R 421,777 222 0 0", "421@a1", 'R', "BD-12");
  check_end(SMALL, "R1242/3/R4242 R 421,777 222 0 0", "421@a1", '*',
            ""); /* 421 does not reach 424 */
  check_end(SMALL, "R7772/3/1R7771 R 777,777 222 0 0", "777@a1", '*', ""); /* only diagonally */
}

static void BD_13_strict_wants_pips_that_are_orthogonal_neighbours(void **unused) {
  (void)unused; /* BD-13 */
  const char *strict = SMALL ";victory=strict";
  check_end(strict, "R2222/R2222/3 R 222,777 222 0 0", "222@a2", 'R', "BD-12");
  check_end(strict, "R2222/R2222/3 R 226,777 222 0 0", "226@a2", 'R', "BD-12");
  /* Within a piece the way may wind, and it may break off at a diagonal step. */
  check_end(strict, "R2222/3/R4222 R 264,777 222 0 0", "264@a1", 'R', "BD-12");
  check_end(strict, "R2222/3/R4222 R 236,777 222 0 0", "236@a1", 'R', "BD-12");
  check_end(strict, "R2222/3/R4222 R 224,777 222 0 0", "224@a1", '*', "");
}

static void BD_13_strict_starts_and_ends_at_any_pip_of_the_home_squares(void **unused) {
  (void)unused; /* BD-13 */
  /* Of R421 only the PIP at its foot, of R124 only the PIP at its head is on the way. */
  check_end(SMALL ";victory=strict", "R4212/3/R1242 R 133,777 222 0 0", "133@a1", 'R', "BD-12");
  check_end("columns=2;rows=2;victory=strict", "R4211/2 R 124,777 222 0 0", "124@a1", 'R', "BD-12");
}

/* ---- BD-14 ----------------------------------------------------------------------------------- */

static void BD_14_two_empty_hands_are_a_draw(void **unused) {
  (void)unused; /* BD-14 */
  check_end(SMALL, "R7772/3/2B777 R 777 - 0 0", "777@b0", '=', "BD-14 hands");
  check_end(SMALL, "R7772/3/2B777 R 777,777 - 0 0", "777@b0", '*', "");
  check_end(SMALL, "R7772/3/2B777 R 777 777 0 0", "777@b0", '*', "");
}

static void BD_14_two_passes_in_a_row_are_a_draw(void **unused) {
  (void)unused; /* BD-14 */
  const char *state = "R4242/3/2B424 R 121 222 0 0";
  check_end(SMALL, state, "--", '*', "");
  check_end(SMALL, state, "-- --", '=', "BD-14 passes");
}

static void BD_14_a_placement_between_two_passes_breaks_the_row(void **unused) {
  (void)unused; /* BD-14 */
  mr_table table;
  mr_table_open(&table, SMALL, "R4242/3/2B424 R 121 777,777 0 0");
  mr_table_play(&table, "--");
  assert_string_equal(mr_table_state(&table), "R4242/3/2B424 B 121 777,777 1 1");
  mr_table_play(&table, "777@b2");
  assert_string_equal(mr_table_state(&table), "R4242/3/1B777B424 R 121 777 0 2");
  mr_table_play(&table, "--");
  assert_int_equal(mr_table_winner(&table), '*');
  mr_table_close(&table);
}

static void BD_14_two_hundred_plies_are_a_draw(void **unused) {
  (void)unused; /* BD-14 */
  check_end(SMALL, "R7772/3/2B777 R 777,777 777 0 198", "777@b0", '*', "");
  check_end(SMALL, "R7772/3/2B777 R 777,777 777 0 199", "777@b0", '=', "BD-14 plies");
  check_end(SMALL, "R4242/3/2B777 R 121 777 0 199", "--", '=', "BD-14 plies"); /* passes count */
}

static void BD_14_the_number_of_plies_is_a_key(void **unused) {
  (void)unused; /* BD-14 */
  check_end(SMALL ";ply_cap=3", "R7772/3/2B777 R 777,777 777 0 1", "777@b0", '*', "");
  check_end(SMALL ";ply_cap=3", "R7772/3/2B777 R 777,777 777 0 2", "777@b0", '=', "BD-14 plies");
}

static void BD_14_is_judged_in_its_order_and_after_BD_12(void **unused) {
  (void)unused; /* BD-14, BD-12 */
  check_end(SMALL, "R2222/R2222/3 R 222 - 0 199", "222@a2", 'R', "BD-12");
  check_end(SMALL, "R7772/3/2B777 R 777 - 0 199", "777@b0", '=', "BD-14 hands");
  check_end(SMALL, "R4242/3/2B424 R 121 222 1 199", "--", '=', "BD-14 passes");
}

static void BD_14_a_draw_gives_each_half(void **unused) {
  (void)unused; /* BD-14 */
  mr_table table;
  uint8_t score[MR_MAX_PLAYERS];
  mr_table_open(&table, SMALL, "R7772/3/2B777 R 777 - 0 0");
  mr_table_play(&table, "777@b0");
  mr_game_score(table.game, table.state, score);
  assert_int_equal(score[0], MR_SCORE_WIN / 2);
  assert_int_equal(score[1], MR_SCORE_WIN / 2);
  mr_table_close(&table);
}

static void BD_14_the_game_names_every_rule_in_force_once(void **unused) {
  (void)unused; /* BD-14 */
  const char *const ids[] = {"BD-1",  "BD-2",        "BD-3",         "BD-4",       "BD-5",  "BD-6",
                             "BD-7",  "BD-8",        "BD-9",         "BD-10",      "BD-11", "BD-12",
                             "BD-13", "BD-14 hands", "BD-14 passes", "BD-14 plies"};
  mr_game *game = mr_game_open("borderline", "");
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
    size_t found = 0;
    for (size_t k = 0; k < game->info.rule_count; k++) {
      found += strcmp(game->info.rules[k].id, ids[i]) == 0;
    }
    assert_int_equal(found, 1);
  }
  assert_string_equal(game->info.rules[0].id, "");
  assert_int_equal(game->info.rule_count, 1 + sizeof ids / sizeof *ids);
  mr_game_free(game);
}

static void BD_14_events_rest_on_their_rules(void **unused) {
  (void)unused; /* BD-14, BD-8, BD-10, BD-11, BD-12 */
  mr_table table;
  mr_table_open(&table, SMALL, "R7772/3/B7772 R 777 777 0 0");
  mr_table_play(&table, "777@a1 win");
  expect_rule(&table, MR_EVENT_DUEL, "BD-10");
  expect_rule(&table, MR_EVENT_RETURN, "BD-11");
  mr_table_set(&table, "R4242/3/2B424 R 121 222 0 0");
  mr_table_play(&table, "--");
  expect_rule(&table, MR_EVENT_PASS, "BD-8");
  mr_table_play(&table, "--");
  expect_rule(&table, MR_EVENT_END, "BD-14 passes");
  mr_table_set(&table, "R2222/R2222/3 R 222 222 0 0");
  mr_table_play(&table, "222@a2");
  expect_rule(&table, MR_EVENT_END, "BD-12");
  mr_table_close(&table);
}

/* ---- BD-15 ----------------------------------------------------------------------------------- */

static void draw_board(mr_table *table, bool colour, char *out, size_t size) {
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  mr_str text = mr_str_fixed(out, size);
  assert_int_equal(mr_game_view(table->game, table->state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  mr_paint_board(table->game, &view, &(mr_paint_style){.colour = colour, .width = 100}, &text);
  assert_int_equal(text.status, MR_OK);
  mr_arena_done(&arena);
}

static size_t occurrences(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
    count++;
  }
  return count;
}

static void BD_15_the_picture_is_the_document_s(void **unused) {
  (void)unused; /* BD-15 */
  static char drawing[65536];
  mr_table table;
  mr_table_open(&table, "", "R5225/6/6/6/6/6/6/5B124 R - - 0 0");
  draw_board(&table, false, drawing, sizeof drawing);
  /* 46 empty squares of three rows, and the pieces of the document's examples. */
  assert_non_null(strstr(drawing, "|R|_|R|"));
  assert_non_null(strstr(drawing, "|_|R|_|"));
  assert_non_null(strstr(drawing, "|_|_|B|"));
  assert_non_null(strstr(drawing, "|B|_|_|"));
  assert_int_equal(occurrences(drawing, "|_|_|_|"), 3 * 46);
  assert_null(strchr(drawing, '\033'));
  mr_table_close(&table);
}

static void BD_15_the_remaining_pieces_stand_below_Red_s_before_Blue_s(void **unused) {
  (void)unused; /* BD-15 */
  static char drawing[65536];
  static char bare[65536];
  mr_table table;
  mr_table_open(&table, "", EMPTY " R - - 0 0");
  draw_board(&table, false, bare, sizeof bare);
  mr_table_set(&table, EMPTY " R 573 326 0 0");
  draw_board(&table, false, drawing, sizeof drawing);
  const char *red = strstr(drawing, "|R|_|R|");
  const char *blue = strstr(drawing, "|_|B|B|");
  assert_non_null(red);
  assert_non_null(blue);
  assert_true(red < blue);
  assert_non_null(strstr(red, "|R|R|R|"));
  assert_non_null(strstr(red, "|_|R|R|"));
  assert_non_null(strstr(blue, "|B|B|_|"));
  assert_null(strstr(bare, "|R|"));
  assert_true(strlen(drawing) > strlen(bare));
  mr_table_close(&table);
}

static void BD_15_colour_only_where_it_is_asked_for(void **unused) {
  (void)unused; /* BD-15 */
  static char drawing[131072];
  mr_table table;
  mr_table_open(&table, "", "R5225/6/6/6/6/6/6/5B124 R - - 0 0");
  draw_board(&table, true, drawing, sizeof drawing);
  assert_non_null(strchr(drawing, '\033'));
  mr_table_close(&table);
}

/* The sentence about an event of the last action holds all the words. */
static void expect_said(const mr_table *table, mr_event_kind kind, const char *const *words) {
  char buffer[512];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_event_text(table->game, find_event(table, kind), &text);
  for (; *words != NULL; words++) {
    if (strstr(buffer, *words) == NULL) {
      fail_msg("\"%s\" does not speak of %s", buffer, *words);
    }
  }
}

static void BD_15_every_turn_tells_placement_dice_and_result(void **unused) {
  (void)unused; /* BD-15 */
  mr_table table;
  mr_table_open(&table, SMALL, "R7772/3/B7772 R 737 777 0 0");
  mr_table_play(&table, "737@a1");
  expect_said(&table, MR_EVENT_PLACE, (const char *[]){"Red", "737", "a1", NULL});
  mr_table_play(&table, "r5b3");
  expect_said(&table, MR_EVENT_DICE, (const char *[]){"Red", "5", "Blue", "3", NULL});
  expect_said(&table, MR_EVENT_DUEL, (const char *[]){"Red", "Blue", NULL});
  expect_said(&table, MR_EVENT_RETURN, (const char *[]){"Blue", "777", NULL});
  mr_table_close(&table);
}

/* ---- BD-16 ----------------------------------------------------------------------------------- */

static void expect_same_text(mr_table *table, const char *state) {
  mr_table_set(table, state);
  assert_string_equal(mr_table_state(table), state);
}

static void BD_16_states_are_six_fields(void **unused) {
  (void)unused; /* BD-16 */
  mr_table table;
  mr_table_open(&table, "", NULL);
  expect_same_text(&table, EMPTY " R 124,522 222,777 0 0");
  expect_same_text(&table, "R5221B1243/1R2224/6/6/6/6/5B124/5B777 B - 121 0 7");
  expect_same_text(&table, "R5225/6/6/6/6/6/6/5B777 R 222 - 1 12");
  mr_table_close(&table);
}

static void BD_16_a_piece_is_three_octal_digits_from_the_top_left_first(void **unused) {
  (void)unused; /* BD-16 */
  mr_table table;
  mr_arena arena;
  mr_view view;
  mr_table_open(&table, "", "R5225/6/6/6/6/6/6/5B124 R - 222 0 0");
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_game_view(table.game, table.state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  assert_int_not_equal(view.cells[0].piece, 0);
  assert_int_not_equal(view.cells[47].piece, 0);
  const mr_view_piece *red = &view.pieces[view.cells[0].piece - 1];
  const mr_view_piece *blue = &view.pieces[view.cells[47].piece - 1];
  assert_int_equal(red->owner.id, 0);
  assert_int_equal(blue->owner.id, 1);
  assert_int_equal(red->pips, 0x95);  /* PIPs 0, 2, 4 and 7 of reading order */
  assert_int_equal(blue->pips, 0x54); /* PIPs 2, 4 and 6 */
  mr_arena_done(&arena);
  mr_table_close(&table);
}

static void BD_16_faulty_states_are_refused(void **unused) {
  (void)unused; /* BD-16 */
  const char *const faulty[] = {
      "",
      "6/6/6/6/6/6/6 R 222 222 0 0",
      "6/6/6/6/6/6/6/6/6 R 222 222 0 0",
      "6/6/6/6/6/6/6/5 R 222 222 0 0",
      "6/6/6/6/6/6/6/7 R 222 222 0 0",
      "6/6/6/6/6/6/6/R2226 R 222 222 0 0",
      "06/6/6/6/6/6/6/6 R 222 222 0 0",
      "6/6/6/6/6/6/6/R222050 R 222 222 0 0",
      "6/6/6/6/6/6/6/5G222 R 222 222 0 0",
      "6/6/6/6/6/6/6/5R22 R 222 222 0 0",
      EMPTY " G 222 222 0 0",
      EMPTY " R  222 222 0 0",
      EMPTY " R 222, 222 0 0",
      EMPTY " R ,222 222 0 0",
      EMPTY " R 222 222 0",
      EMPTY " R 222 222 0 0 0",
      EMPTY " R 222 222 0 0 ",
      EMPTY " R 222 222 -1 0",
      EMPTY " R 222 222 3 5",
      EMPTY " R 222 222 0 0\n",
      EMPTY " R 222 222 00 0",
      EMPTY " R 222 222 0 201",
      EMPTY " R 222 222 0 -1",
      EMPTY " R 222 222 0 99999999999999999999",
      EMPTY " R 222 222 0 0 a0:d",
      " " EMPTY " R 222 222 0 0",
  };
  mr_table table;
  mr_table_open(&table, "", NULL);
  for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
    if (mr_table_refusal(&table, faulty[i]) == MR_OK) {
      fail_msg("\"%s\" is taken for a state", faulty[i]);
    }
  }
  mr_table_close(&table);
}

static void BD_16_faulty_seventh_fields_are_refused(void **unused) {
  (void)unused; /* BD-16 */
  const char *const faulty[] = {
      "3/3/3 R - 777 0 0 deal",           /* Red is dealt first */
      "3/3/3 R 777,777 777,777 0 0 deal", /* all is dealt */
      "3/3/3 R 777,777,777 - 0 0 deal",
      "R7772/3/3 R 777 - 0 0 deal",
      "3/3/3 R 777 - 0 1 deal",
      "3/3/3 R 777 - 1 0 deal",
      "3/3/3 R 777 - 0 0 dea",
      "3/3/3 R 777 - 0 0 deals",
      "3/3/3 R 777,777 777,777 0 0 draw", /* Red begins here, without lots */
      "R7772/R7772/B7772 R - 777 0 0 a1:",
      "R7772/R7772/B7772 R - 777 0 0 a1",
      "R7772/R7772/B7772 R - 777 0 0 a1:u",  /* an own piece */
      "R7772/R7772/B7772 R - 777 0 0 a1:r",  /* nobody */
      "R7772/R7772/B7772 R - 777 0 0 a1:ud", /* one of them an own piece */
      "R7772/R7772/B7772 R - 777 0 0 a1:dd",
      "R7772/R7772/B7772 R - 777 0 0 a1:x",
      "R7772/R7772/B7772 R - 777 0 0 b1:d",
      "R7772/R7772/B7772 R - 777 0 0 a3:d",
      "R7772/R7772/B7772 R - 777 0 0 d1:d",
      "R7772/R7772/B7772 B - 777 0 0 a1:d", /* the attacker is Red's */
      "R7772/R7772/B7772 R - 777 1 4 a1:d", /* a placement ends the passes in a row */
      "R7772/R222B2221/B2222 R - 777 0 0 a1:rd",
      "R777B7771/R7771B777/1R7771 R - 777 0 0 c1:ul",
      "B7772/R777B7771/B7772 R - 777 0 0 a1:ur", /* down is missing */
      "B7772/R777B7771/B7772 R - 777 0 0 a1:dru",
  };
  mr_table table;
  mr_table_open(&table, SMALL ";pieces=2", NULL);
  assert_int_equal(mr_table_refusal(&table, "3/3/3 R 777,777 777 0 0 deal"), MR_OK);
  assert_int_equal(mr_table_refusal(&table, "R7772/R7772/B7772 R - 777 0 0 a1:d"), MR_OK);
  assert_int_equal(mr_table_refusal(&table, "B7772/R777B7771/B7772 R - 777 0 0 a1:urd"), MR_OK);
  for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
    if (mr_table_refusal(&table, faulty[i]) == MR_OK) {
      fail_msg("\"%s\" is taken for a state", faulty[i]);
    }
  }
  mr_table_close(&table);
}

static void BD_16_a_complaint_points_at_the_fault(void **unused) {
  (void)unused; /* BD-16 */
  static const struct {
    const char *state;
    unsigned column;
  } faults[] = {{"3/3/3 G 777 777 0 0", 7},  {"3/3/3  R 777 777 0 0", 7},
                {"3/x/3 R 777 777 0 0", 3},  {"3/3/3 R 777 777 x 0", 17},
                {"3/3/3 R 777 777 0 x", 19}, {"3/3/3 R x 777 0 0", 9}};
  mr_table table;
  mr_error error = {.status = MR_OK};
  mr_table_open(&table, SMALL, NULL);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    const char *text = faults[i].state;
    assert_int_equal(mr_game_parse_state(table.game, text, strlen(text), table.state, &error),
                     MR_ERR_SYNTAX);
    assert_int_equal(error.column, faults[i].column);
  }
  mr_table_close(&table);
}

static void BD_16_a_definition_may_give_the_start_as_a_state(void **unused) {
  (void)unused; /* BD-16 */
  mr_table table;
  mr_table_open(&table, SMALL ";start=R7772/3/B7772 B 222 124,777 0 0", NULL);
  assert_false(mr_game_can(table.game, MR_CAN_DEAL));
  assert_string_equal(mr_table_state(&table), "R7772/3/B7772 B 222 124,777 0 0");
  mr_table_close(&table);
  assert_int_not_equal(mr_game_refusal("borderline", "start=3/3/3 R 222 222 0 0"), MR_OK);
  assert_int_not_equal(mr_game_refusal("borderline", SMALL ";start=3/3/3 R 222 222 0"), MR_OK);
  /* A game can be played from its start. */
  assert_int_not_equal(mr_game_refusal("borderline", SMALL ";start=R7772/3/B7772 R 777 777 2 9"),
                       MR_OK);
}

static void BD_16_placements_passes_and_dice_have_their_texts(void **unused) {
  (void)unused; /* BD-16 */
  mr_table table;
  mr_table_open(&table, "", EMPTY " R 522 124 0 0");
  assert_true(mr_table_allows(&table, "522@d0"));
  const char *const others[] = {"522@D0",  "522d0", "522@d00", "522@d8", "522@g0", "523@d0",
                                "522@d0 ", "-",     "",        "@d0",    "522@",   "522@0d"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    assert_false(mr_table_allows(&table, others[i]));
  }
  mr_table_set(&table, EMPTY " R - 124 0 0");
  assert_true(mr_table_allows(&table, "--"));
  mr_table_close(&table);
}

static void BD_16_a_seventh_field_tells_what_chance_has_to_decide(void **unused) {
  (void)unused; /* BD-16 */
  mr_table table;
  mr_table_open(&table, "pieces=2;first=drawn", NULL);
  mr_table_play(&table, "777 222");
  assert_string_equal(mr_table_state(&table), EMPTY " R 222,777 - 0 0 deal");
  expect_same_text(&table, EMPTY " R 222,777 - 0 0 deal");
  mr_table_play(&table, "124 522");
  assert_string_equal(mr_table_state(&table), EMPTY " R 222,777 124,522 0 0 draw");
  expect_same_text(&table, EMPTY " R 222,777 124,522 0 0 draw");
  mr_table_close(&table);
}

static void BD_16_between_two_duels_the_seventh_field_names_those_to_come(void **unused) {
  (void)unused; /* BD-16 */
  mr_table table;
  mr_table_open(&table, SMALL, "R777B7771/R7771B777/1B7771 R 777 777 0 0");
  mr_table_play(&table, "777@b1 r6b1");
  assert_string_equal(mr_table_state(&table), "R7772/R777R777B777/1B7771 R - 777,777 0 0 b1:rd");
  expect_same_text(&table, "R7772/R777R777B777/1B7771 R - 777,777 0 0 b1:rd");
  mr_table_play(&table, "r2b6");
  assert_string_equal(mr_table_state(&table), "R7772/R7771B777/1B7771 B 777 777,777 0 1");
  mr_table_close(&table);
}

/* ---- BD-17 ----------------------------------------------------------------------------------- */

/* What the family's best player does; it must be legal and give its reasons. */
static void think(mr_table *table, mr_search_result *result) {
  mr_engine *engine = NULL;
  mr_error error = {.status = MR_OK};
  mr_engine_options options = {.level = 3, .seed = 1, .memory = (size_t)8 << 20};
  if (mr_engine_new(table->game, &options, &engine, &error) != MR_OK) {
    fail_msg("no engine: %s", error.message);
  }
  mr_limits limits = {.nodes = 3000};
  assert_int_equal(mr_engine_think(engine, table->state, &limits, result, &error), MR_OK);
  assert_true(mr_game_legal(table->game, table->state, result->action));
  assert_string_not_equal(result->reason, "");
  mr_engine_free(engine);
}

static void expect_choice(const char *sets, const char *state, const char *action) {
  mr_table table;
  mr_search_result result;
  char text[MR_ACTION_TEXT_MAX];
  mr_table_open(&table, sets, state);
  think(&table, &result);
  mr_table_text(&table, result.action, text);
  assert_string_equal(text, action);
  mr_table_close(&table);
}

static void BD_17_the_computer_takes_a_victory(void **unused) {
  (void)unused; /* BD-17 */
  expect_choice("", "R2225/R2225/R2225/R2225/R2225/R2225/R2225/5B222 R 124,222 777 0 20", "222@a7");
  expect_choice("columns=4;rows=4", "4/3B222/3B222/3B222 B 777 121,222 0 6", "222@d0");
}

static void BD_17_two_computers_can_play_a_game_to_its_end(void **unused) {
  (void)unused; /* BD-17 */
  mr_table table;
  mr_random random;
  mr_random_init(&random, 11);
  mr_table_open(&table, "columns=3;rows=4;pieces=5;ply_cap=12", NULL);
  for (;;) {
    mr_node node = mr_game_node(table.game, table.state);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    mr_search_result result;
    mr_action action;
    if (node.kind == MR_NODE_CHANCE) {
      action = mr_game_roll(table.game, table.state, table.chances, &random);
    } else {
      think(&table, &result);
      action = result.action;
    }
    assert_int_equal(mr_game_play(table.game, table.state, action, &table.events, NULL), MR_OK);
  }
  assert_string_not_equal(mr_table_ended_by(&table), "");
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(BD_12_a_connection_from_the_first_row_to_the_last_wins),
    cmocka_unit_test(BD_12_the_connection_may_wind),
    cmocka_unit_test(BD_12_the_connection_may_turn_back),
    cmocka_unit_test(BD_12_only_after_combat),
    cmocka_unit_test(BD_12_only_who_placed_can_win),
    cmocka_unit_test(BD_12_nobody_is_to_move_who_is_connected),
    cmocka_unit_test(BD_12_a_pass_wins_nothing),
    cmocka_unit_test(BD_12_the_winner_scores_all),
    cmocka_unit_test(BD_13_linked_counts_all_pips_of_a_piece_as_connected),
    cmocka_unit_test(BD_13_pieces_link_by_contact_alone),
    cmocka_unit_test(BD_13_strict_wants_pips_that_are_orthogonal_neighbours),
    cmocka_unit_test(BD_13_strict_starts_and_ends_at_any_pip_of_the_home_squares),
    cmocka_unit_test(BD_14_two_empty_hands_are_a_draw),
    cmocka_unit_test(BD_14_two_passes_in_a_row_are_a_draw),
    cmocka_unit_test(BD_14_a_placement_between_two_passes_breaks_the_row),
    cmocka_unit_test(BD_14_two_hundred_plies_are_a_draw),
    cmocka_unit_test(BD_14_the_number_of_plies_is_a_key),
    cmocka_unit_test(BD_14_is_judged_in_its_order_and_after_BD_12),
    cmocka_unit_test(BD_14_a_draw_gives_each_half),
    cmocka_unit_test(BD_14_the_game_names_every_rule_in_force_once),
    cmocka_unit_test(BD_14_events_rest_on_their_rules),
    cmocka_unit_test(BD_15_the_picture_is_the_document_s),
    cmocka_unit_test(BD_15_the_remaining_pieces_stand_below_Red_s_before_Blue_s),
    cmocka_unit_test(BD_15_colour_only_where_it_is_asked_for),
    cmocka_unit_test(BD_15_every_turn_tells_placement_dice_and_result),
    cmocka_unit_test(BD_16_states_are_six_fields),
    cmocka_unit_test(BD_16_a_piece_is_three_octal_digits_from_the_top_left_first),
    cmocka_unit_test(BD_16_faulty_states_are_refused),
    cmocka_unit_test(BD_16_faulty_seventh_fields_are_refused),
    cmocka_unit_test(BD_16_a_complaint_points_at_the_fault),
    cmocka_unit_test(BD_16_a_definition_may_give_the_start_as_a_state),
    cmocka_unit_test(BD_16_placements_passes_and_dice_have_their_texts),
    cmocka_unit_test(BD_16_a_seventh_field_tells_what_chance_has_to_decide),
    cmocka_unit_test(BD_16_between_two_duels_the_seventh_field_names_those_to_come),
    cmocka_unit_test(BD_17_the_computer_takes_a_victory),
    cmocka_unit_test(BD_17_two_computers_can_play_a_game_to_its_end),
};

MR_TEST_MAIN(tests)
