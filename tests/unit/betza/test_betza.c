/*
 * What each part of the notation means, trail by trail. The signs of the trails are those of
 * betza_fixture.h.
 */
#include <marcher/betza.h>
#include <stdlib.h>
#include <string.h>

#include "betza_fixture.h"
#include "failing_alloc.h"
#include "test_main.h"

static void assert_trails(const char *movement, const char *from, const char *trails) {
  assert_string_equal(mr_betza_trails_text(movement, 8, 8, from), trails);
}

static void assert_same(const char *movement, const char *other) {
  static const char *const squares[] = {"a1", "d4", "e6", "h8", "b7"};
  for (size_t i = 0; i < sizeof squares / sizeof squares[0]; i++) {
    char *trails = strdup(mr_betza_trails_text(movement, 8, 8, squares[i]));
    assert_non_null(trails);
    assert_string_equal(mr_betza_trails_text(other, 8, 8, squares[i]), trails);
    free(trails);
  }
}

/** Squares that are reached on a board with men given as "wd5 bd6". */
static const char *reached(const char *movement, const char *from, const char *men, bool captures) {
  mr_betza_board board = mr_betza_empty(8, 8);
  mr_betza_put(&board, from, 'w');
  for (const char *man = men; *man != '\0'; man += man[3] == ' ' ? 4 : 3) {
    mr_betza_put(&board, man + 1, man[0]);
  }
  mr_betza_moves moves = mr_betza_moves_from(mr_betza_of(movement), &board, from, false);
  return mr_betza_squares_text(captures ? &moves.captures : &moves.quiet);
}

static void assert_moves(const char *movement, const char *from, const char *men, const char *quiet,
                         const char *captures) {
  assert_string_equal(reached(movement, from, men, false), quiet);
  assert_string_equal(reached(movement, from, men, true), captures);
}

/* ---- leaps and slides ------------------------------------------------------------------------ */

static void a_leap_is_a_trail_of_one_square(void **unused) {
  (void)unused;
  assert_trails("N", "a1", "b3:mc c2:mc");
  assert_trails("fmW", "a1", "a2:m");
  assert_trails("fcW", "a1", "a2:c");
  assert_trails("fmcW", "a1", "a2:mc");
  assert_trails("fW", "a8", "");
}

static void a_slide_is_one_trail_in_each_direction(void **unused) {
  (void)unused;
  assert_trails("fR", "a5", "~a6:mc>a7:mc>a8:mc");
  assert_trails("fR2", "a5", "~a6:mc>a7:mc");
  assert_trails("fR1", "a5", "a6:mc");
  assert_trails("frB", "a5", "~b6:mc>c7:mc>d8:mc");
  assert_trails("ffrhNN", "a1", "~b3:mc>c5:mc>d7:mc ~c2:mc>e3:mc>g4:mc");
  assert_trails("rDD", "a1", "~c1:mc>e1:mc>g1:mc");
}

static void one_line_is_written_in_several_ways(void **unused) {
  (void)unused;
  assert_same("WW", "R");
  assert_same("W0", "R");
  assert_same("R0", "R");
  assert_same("FF", "B");
  assert_same("KK", "Q");
  assert_same("K0", "Q");
  assert_same("B3", "F3");
  assert_same("R1", "W");
  assert_same("N1", "N");
  assert_same("NN", "N0");
  assert_same("L", "C");
  assert_same("J", "Z");
  assert_same("L3", "C3");
  assert_same("mcW", "W");
  assert_same("fmsW", "fsmW");
}

static void terms_add_up(void **unused) {
  (void)unused;
  assert_trails("fWfmN", "a1", "a2:mc b3:m");
  assert_trails("fWfWfmN", "a1", "a2:mc a2:mc b3:m");
  assert_same("zFFFFDD", "zFFBDD");
}

static void the_empty_text_cannot_move(void **unused) {
  (void)unused;
  assert_trails("", "d4", "");
  assert_false(mr_betza_has_initial(mr_betza_of("")));
  assert_false(mr_betza_takes_ep(mr_betza_of("")));
}

/* ---- lame and jumping ------------------------------------------------------------------------ */

static void a_lame_leap_steps_on_every_square_between(void **unused) {
  (void)unused;
  assert_trails("fnD", "d4", "d5:->d6:mc");
  assert_trails("frnA", "d4", "e5:->f6:mc");
  assert_trails("fnN", "d4", "d5:->e6:mc d5:->c6:mc");
  assert_trails("rfnZ", "d4", "d5:->e6:->f7:mc");
  assert_trails("rfnC", "d4", "d5:->d6:->e7:mc");
  assert_trails("fnH", "d4", "d5:->d6:->d7:mc");
  assert_trails("frnG", "d4", "e5:->f6:->g7:mc");
  assert_trails("fnDD", "d4", "~d5:->d6:mc>d7:->d8:mc");
  assert_trails("fnDD", "d5", "~d6:->d7:mc");
}

static void a_double_step_goes_over_the_square_that_is_passed(void **unused) {
  (void)unused;
  assert_trails("fWfceFifmnD", "d2", "d3:mc e3:ce c3:ce ind3:->d4:m");
  assert_trails("fmceFifmnA", "d2", "e3:mce c3:mce ine3:->f4:m inc3:->b4:m");
  assert_trails("ifmR2", "d2", "i~d3:m>d4:m");
  assert_true(mr_betza_has_initial(mr_betza_of("fWfceFifmnD")));
  assert_true(mr_betza_takes_ep(mr_betza_of("fWfceFifmnD")));
  assert_false(mr_betza_has_initial(mr_betza_of("fmWfcF")));
  assert_false(mr_betza_takes_ep(mr_betza_of("fmWfcFifmnD")));
  assert_true(mr_betza_takes_ep(mr_betza_of("[F?eW]")));
  assert_true(mr_betza_has_initial(mr_betza_of("i[F-W]")));
}

static void a_piece_that_only_takes_in_passing_takes_nothing_else(void **unused) {
  (void)unused;
  assert_trails("efF", "d4", "e5:e c5:e");
  assert_moves("efF", "d4", "be5", "", "");
}

static void a_jump_needs_a_man_on_one_of_the_squares_between(void **unused) {
  (void)unused;
  assert_trails("fjD", "d4", "d5:-^d6:mc");
  assert_trails("fjH", "d4", "d5:-^d7:mc d6:-^d7:mc");
  assert_moves("jD", "d4", "wd5 be4 bf4", "d6", "f4");
  assert_moves("jN", "d4", "wd5", "c6 e6", "");
  assert_moves("fjH", "d4", "", "", "");
  assert_moves("fjH", "d4", "bd6", "d7", "");
  assert_moves("fjH", "d4", "bd5 bd6 bd7", "", "d7");
}

/* ---- hoppers --------------------------------------------------------------------------------- */

static void a_cannon_has_a_trail_for_each_place_of_its_hurdle(void **unused) {
  (void)unused;
  assert_trails("fpR", "a4",
                "~a5:-^a6:mc>a7:mc>a8:mc ~a5:->a6:-^a7:mc>a8:mc ~a5:->a6:->a7:-^a8:mc");
  assert_moves("fpR", "a4", "ba5 ba7 ba8", "a6", "a7");
  assert_moves("mRcpR", "d4", "wd5 bd7 bf4 bh4 ba4", "d1 d2 d3 b4 c4 e4", "h4 d7");
}

static void the_range_of_a_hopper_counts_every_square(void **unused) {
  (void)unused;
  assert_trails("fpR2", "a4", "~a5:-^a6:mc");
  assert_trails("fpR3", "a4", "~a5:-^a6:mc>a7:mc ~a5:->a6:-^a7:mc");
  assert_trails("fgR2", "a4", "~a5:-^a6:mc");
  assert_trails("fgR3", "a4", "~a5:-^a6:mc ~a5:->a6:-^a7:mc");
  assert_moves("gQ2", "d4", "be5 bf6 wd6 bb4 wc3", "b2", "f6"); /* d6, b4: too far away */
  assert_moves("gQ3", "d4", "be5 bf6 wd6 bb4 wc3", "b2 a4 d7", "f6");
}

static void a_grasshopper_lands_behind_its_hurdle(void **unused) {
  (void)unused;
  assert_trails("fgR", "a4", "~a5:-^a6:mc ~a5:->a6:-^a7:mc ~a5:->a6:->a7:-^a8:mc");
  assert_moves("gQ", "d4", "be5 bf6 wd6 ba4", "d7", "f6");
  assert_moves("gNN", "a1", "bb3 bc2", "e3 c5", "");
}

/* ---- riders that turn ------------------------------------------------------------------------ */

static void a_crooked_rider_turns_at_every_leap(void **unused) {
  (void)unused;
  assert_same("zB", "zFF");
  assert_same("zR", "zWW");
  assert_trails("frzB3", "d2", "~e3:mc>d4:mc>e5:mc ~e3:mc>f2:mc>g3:mc");
  assert_trails("fzWW", "g6", "~g7:mc>f7:mc>f8:mc>e8:mc ~g7:mc>h7:mc>h8:mc");
  assert_trails("rzDD", "a4", "~c4:mc>c6:mc>e6:mc>e8:mc>g8:mc ~c4:mc>c2:mc>e2:mc");
}

static void a_zigzag_bishop_turns_after_two_steps(void **unused) {
  (void)unused;
  assert_trails("frz2FF", "a1",
                "~b2:mc>c3:mc>b4:mc>a5:mc>b6:mc>c7:mc>b8:mc "
                "~b2:mc>c3:mc>d2:mc>e1:mc>f2:mc>g3:mc>h2:mc");
  assert_trails("frz2B3", "a1", "~b2:mc>c3:mc>b4:mc ~b2:mc>c3:mc>d2:mc");
  assert_trails("frz3FF", "a1",
                "~b2:mc>c3:mc>d4:mc>c5:mc>b6:mc>a7:mc>b8:mc "
                "~b2:mc>c3:mc>d4:mc>e3:mc>f2:mc>g1:mc>h2:mc");
}

static void a_circular_rider_does_not_come_back_to_its_square(void **unused) {
  (void)unused;
  assert_string_equal(mr_betza_trails_text("rfqNN", 16, 16, "h4"),
                      "~i6:mc>h8:mc>f9:mc>d8:mc>c6:mc>d4:mc>f3:mc "
                      "~i6:mc>k7:mc>m6:mc>n4:mc>m2:mc>k1:mc>i2:mc");
  assert_string_equal(mr_betza_trails_text("rfqN2", 16, 16, "h4"), "~i6:mc>h8:mc ~i6:mc>k7:mc");
}

static void a_cylinder_joins_the_left_edge_to_the_right_one(void **unused) {
  (void)unused;
  assert_trails("loR", "c1", "~b1:mc>a1:mc>h1:mc>g1:mc>f1:mc>e1:mc>d1:mc");
  assert_trails("froB", "g6", "~h7:mc>a8:mc");
  assert_trails("rfoN", "h1", "a3:mc");
  assert_trails("rnoD", "g1", "h1:->a1:mc");
  assert_string_equal(mr_betza_trails_text("oW", 1, 2, "a1"), "a2:mc");
  assert_string_equal(mr_betza_trails_text("oD", 2, 1, "a1"), "");
}

/* ---- bent moves ------------------------------------------------------------------------------ */

static void a_bent_move_goes_on_or_may_stop(void **unused) {
  (void)unused;
  assert_trails("[rW-F]", "d4", "e4:->f3:mc e4:->f5:mc");
  assert_trails("[frF-W]", "d4", "e5:->f5:mc e5:->e6:mc");
  assert_trails("[frF?R]", "f5", "~g6:mc>h6:mc ~g6:->g7:mc>g8:mc");
  assert_trails("[frF?R]", "g7", "~h8:mc");
  assert_trails("[frF-R]", "g7", "");
  assert_trails("[rW?rW]", "h2", "");
  assert_same("t[FR]", "[F?R]");
  assert_same("t[WFR2]", "[W?F?R2]");
  assert_same("FaW", "[F-W]");
  assert_same("fFarW", "[fF-rW]");
  assert_same("iFaW", "i[F-W]");
}

static void a_square_that_may_hold_the_piece_is_given_once_for_each_way(void **unused) {
  (void)unused;
  assert_trails("[rR?rW]", "f5", "~g5:mc>h5:mc>h4:mc ~g5:->g4:mc");
  assert_trails("[rR?rW-W]", "f1", "~g1:mc>h1:mc");
}

static void later_legs_count_their_directions_from_the_leg_before(void **unused) {
  (void)unused;
  assert_trails("[rW-rW]", "d4", "e4:->e3:mc");
  assert_trails("[rW-lW]", "d4", "e4:->e5:mc");
  assert_trails("[rW-sW]", "d4", "e4:->e3:mc e4:->e5:mc");
  assert_trails("[rW-W]", "d4", "e4:->f4:mc");
  assert_trails("[rW-bF]", "d4", "e4:->d3:mc e4:->d5:mc");
  assert_trails("[rW-blF]", "d4", "e4:->d5:mc");
  assert_trails("[rW-K]", "d4", "e4:->f4:mc e4:->f3:mc e4:->f5:mc");
  assert_trails("[frF-rF-rF]", "d4", "e5:->f4:->e3:mc");
  assert_trails("[fW-fF-fW]", "d4",
                "d5:->e6:->f6:mc d5:->e6:->e7:mc d5:->c6:->c7:mc d5:->c6:->b6:mc");
}

static void modes_are_said_of_a_bent_move_or_of_its_legs(void **unused) {
  (void)unused;
  assert_trails("m[rW?W]", "d4", "e4:m>f4:m");
  assert_trails("c[rW-W]", "d4", "e4:->f4:c");
  assert_trails("[mrW?cW]", "d4", "e4:m>f4:c");
  assert_trails("irWacW", "d4", "ie4:->f4:c");
}

/* ---- promises -------------------------------------------------------------------------------- */

static void a_failed_request_for_memory_is_reported(void **unused) {
  (void)unused;
  for (size_t fail_at = 0; fail_at < 2; fail_at++) {
    mr_fail_alloc memory;
    mr_arena arena;
    mr_error error = {0};
    const mr_betza *betza = NULL;
    mr_fail_alloc_init(&memory, fail_at);
    mr_arena_init(&arena, &memory.allocator, 0);
    mr_status status = mr_betza_parse("NN", 2, &arena, &betza, &error);
    assert_int_equal(status, fail_at == 0 ? MR_OK : MR_ERR_NOMEM);
    assert_true((betza != NULL) == (status == MR_OK));
    mr_arena_done(&arena);
    assert_true(mr_fail_alloc_clean(&memory));
  }
}

static void no_byte_behind_the_given_length_is_read(void **unused) {
  (void)unused;
  mr_arena arena;
  const mr_betza *betza = NULL;
  mr_arena_init(&arena, NULL, 0);
  const char *text = "NN]";
  char *exact = malloc(2);
  assert_non_null(exact);
  memcpy(exact, text, 2);
  assert_int_equal(mr_betza_parse(exact, 2, &arena, &betza, NULL), MR_OK);
  free(exact);
  assert_int_equal(mr_betza_parse(NULL, 0, &arena, &betza, NULL), MR_OK);
  mr_arena_done(&arena);
}

/** Those of Fairy-Stockfish's own variants and of its list of predefined pieces. */
static void movements_of_other_programs_are_read(void **unused) {
  (void)unused;
  static const char *const movements[] = {
      "fmWfceF",     "FfW",   "RNF",      "mNcB",     "mBcN",   "fR",     "mRcpR",   "pR",
      "fsW",         "nN",    "nA",       "nZ",       "RcpRnN", "QNAD",   "gBgR",    "fmWfcF",
      "FvW",         "pQ",    "mQ2cQ2",   "fsmWfceF", "mBcpB",  "FsfW",   "ffNfsN",  "fBfR",
      "mfWcfFfhmnN", "mvR",   "mfrWmrfF", "mKmNmAmD", "mKmgQ",  "KifmnD", "pB",      "mRpRmFpB2",
      "mBpBmWpR2",   "lfrbB", "rflbB",    "lrR",      "hlN",    "hrN",    "mNcK",    "mfhNcfW",
      "GH",          "ZAD",   "nC",       "R3",       "NN",     "gB",     "KmNmAmD", "fWfceFifmnD",
  };
  for (size_t i = 0; i < sizeof movements / sizeof movements[0]; i++) {
    assert_non_null(mr_betza_of(movements[i]));
  }
  assert_moves("lfrbB", "d4", "", "g1 f2 e3 c5 b6 a7", "");
  assert_moves("hlN", "d4", "", "e2 b3 f5 c6", "");
  assert_moves("pB2", "d4", "be5 wc5 wb2", "b6 f6", "");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_leap_is_a_trail_of_one_square),
    cmocka_unit_test(a_slide_is_one_trail_in_each_direction),
    cmocka_unit_test(one_line_is_written_in_several_ways),
    cmocka_unit_test(terms_add_up),
    cmocka_unit_test(the_empty_text_cannot_move),
    cmocka_unit_test(a_lame_leap_steps_on_every_square_between),
    cmocka_unit_test(a_double_step_goes_over_the_square_that_is_passed),
    cmocka_unit_test(a_piece_that_only_takes_in_passing_takes_nothing_else),
    cmocka_unit_test(a_jump_needs_a_man_on_one_of_the_squares_between),
    cmocka_unit_test(a_cannon_has_a_trail_for_each_place_of_its_hurdle),
    cmocka_unit_test(the_range_of_a_hopper_counts_every_square),
    cmocka_unit_test(a_grasshopper_lands_behind_its_hurdle),
    cmocka_unit_test(a_crooked_rider_turns_at_every_leap),
    cmocka_unit_test(a_zigzag_bishop_turns_after_two_steps),
    cmocka_unit_test(a_circular_rider_does_not_come_back_to_its_square),
    cmocka_unit_test(a_cylinder_joins_the_left_edge_to_the_right_one),
    cmocka_unit_test(a_bent_move_goes_on_or_may_stop),
    cmocka_unit_test(a_square_that_may_hold_the_piece_is_given_once_for_each_way),
    cmocka_unit_test(later_legs_count_their_directions_from_the_leg_before),
    cmocka_unit_test(modes_are_said_of_a_bent_move_or_of_its_legs),
    cmocka_unit_test(a_failed_request_for_memory_is_reported),
    cmocka_unit_test(no_byte_behind_the_given_length_is_read),
    cmocka_unit_test(movements_of_other_programs_are_read),
};

MR_TEST_MAIN_WITH(tests, mr_betza_fixture_open, mr_betza_fixture_close)
