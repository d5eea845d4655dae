/*
 * docs/rules/colorboundmost.md, CB-16 to CB-19: Nearly Colorboundmost Chess.
 */
#include <stdio.h>
#include <string.h>

#include "fairy_fixture.h"
#include "test_main.h"

static const char game[] = "nearly-colorboundmost";

static void check_moves(const char *state, const char *legal, const char *illegal) {
  mr_table table;
  mr_table_open_game(&table, game, "", state);
  mr_fairy_moves(&table, state, legal, illegal);
  mr_table_close(&table);
}

static void check_play(const char *from, const char *moves, const char *to) {
  mr_table table;
  mr_table_open_game(&table, game, "", from);
  mr_table_play(&table, moves);
  assert_string_equal(mr_table_state(&table), to);
  mr_table_close(&table);
}

/* The game goes on until the moves have been played `times` times; then it ends so: "*", "". */
static void check_end(const char *from, const char *moves, int times, const char *result,
                      const char *rule) {
  mr_table table;
  mr_table_open_game(&table, game, "", from);
  mr_fairy_end_after(&table, from, moves, times, result, rule);
  mr_table_close(&table);
}

/* The number of actions that begin on a square. */
static size_t count_from(const char *state, const char *from) {
  mr_table table;
  mr_table_open_game(&table, game, "", state);
  size_t found = 0;
  size_t count = mr_table_actions(&table);
  for (size_t i = 0; i < count; i++) {
    char text[MR_ACTION_TEXT_MAX];
    mr_table_text(&table, table.actions[i], text);
    found += strncmp(text, from, strlen(from)) == 0 ? 1 : 0;
  }
  mr_table_close(&table);
  return found;
}

/* ---- CB-16: one move a turn, and a king that does not leap ----------------------------------- */

static void CB_16_a_turn_is_one_move_on_either_colour(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, game, "", NULL);
  assert_int_equal(mr_table_actions(&table), 31);
  assert_true(mr_table_allows(&table, "b2c3"));
  assert_true(mr_table_allows(&table, "a2b3"));
  mr_table_play(&table, "b2c3");
  assert_int_equal(mr_game_node(table.game, table.state).player.id, 1);
  assert_true(mr_table_allows(&table, "a7b6"));
  assert_true(mr_table_allows(&table, "b7a6"));
  mr_table_play(&table, "b7a6");
  assert_int_equal(mr_game_node(table.game, table.state).player.id, 0);
  assert_false(mr_game_can(table.game, MR_CAN_MULTI));
  mr_table_close(&table);
}

static void CB_16_the_king_moves_as_ferz_and_lame_dabbaba(void **unused) {
  (void)unused;
  const char *const open = "k7/8/8/8/4K3/8/8/8 w - - 0 1";
  check_moves(open, "e4d5 e4f5 e4d3 e4f3 e4e6 e4g4 e4e2 e4c4", "e4e5 e4f4 e4e3 e4d4 e4g6");
  assert_int_equal(count_from(open, "e4"), 8);
  /* A friend, an enemy and the enemy's king on the squares between. */
  check_moves("8/8/8/4k3/3bK3/4P3/8/8 w - - 0 1", "e4g4 e4f3", "e4e6 e4c4 e4e2");
  /* In Colorboundmost it would leap. */
  mr_table table;
  mr_table_open_game(&table, "colorboundmost", "", "8/8/8/8/3bK3/4P3/8/8 w - - 0 1 l -");
  assert_true(mr_table_allows(&table, "e4e2"));
  assert_true(mr_table_allows(&table, "e4c4"));
  mr_table_close(&table);
}

static void CB_16_the_middle_square_may_be_attacked(void **unused) {
  (void)unused;
  /* The bishop attacks e2 and f1, not e3. */
  check_moves("k7/8/b7/8/8/8/8/4K3 w - - 0 1", "e1e3 e1g1 e1c1", "");
  /* This one attacks e3. */
  check_moves("k7/8/1b6/8/8/8/8/4K3 w - - 0 1", "e1c1 e1d2", "e1e3 e1g1 e1f2");
}

static void CB_16_kings_never_attack_each_other_but_block(void **unused) {
  (void)unused;
  check_moves("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "e1d2 e1f2 e1c1 e1g1", "e1e3 e1e2");
  check_moves("8/8/8/8/8/8/4k3/4K3 b - - 0 1", "e2d1 e2f1 e2d3 e2f3 e2e4 e2c2 e2g2", "e2e1");
  check_end("8/8/8/8/8/8/4k3/4K3 w - - 0 1", "e1d2", 1, "*", "");
}

/* ---- CB-17: Berolina pawns ------------------------------------------------------------------- */

static void CB_17_pawns_move_diagonally_and_capture_straight_ahead(void **unused) {
  (void)unused;
  check_moves("k7/8/8/8/8/3bpb2/4P3/K7 w - - 0 1", "e2e3", "e2d3 e2f3 e2c4 e2g4 e2e4");
  check_moves("k7/8/8/8/8/8/4P3/7K w - - 0 1", "e2d3 e2f3 e2c4 e2g4", "e2e3 e2e4");
  check_moves("k7/4p3/4P3/8/8/8/8/7K b - - 0 1", "e7e6 e7d6 e7f6 e7c5 e7g5", "e7e5 e7d8");
}

static void CB_17_the_first_move_may_be_two_steps_through_empty_squares(void **unused) {
  (void)unused;
  check_moves("k7/8/8/8/6x1/3x4/4P3/7K w - - 0 1", "e2f3", "e2d3 e2c4 e2g4");
  check_moves("k7/8/8/8/8/4P3/8/7K w - - 0 1", "e3d4 e3f4", "e3c5 e3g5");
}

static void CB_17_en_passant_is_a_capture_straight_ahead(void **unused) {
  (void)unused;
  check_play("k7/8/8/8/3p1p2/8/4P3/7K w - - 3 5", "e2g4", "k7/8/8/8/3p1pP1/8/8/7K b - f3g4 0 5");
  check_play("k7/8/8/8/3p1p2/8/4P3/7K w - - 3 5", "e2g4 f4f3", "k7/8/8/8/3p4/5p2/8/7K w - - 0 6");
  check_play("k7/8/8/8/3p1p2/8/4P3/7K w - - 3 5", "e2c4 d4d3", "k7/8/8/8/5p2/3p4/8/7K w - - 0 6");
  /* Only with the next move. */
  check_moves("k7/8/8/8/3p1pP1/8/8/7K b - f3g4 0 5", "f4f3 f4e3 f4g3", "d4d3");
  check_moves("k7/8/8/8/3p1pP1/8/8/7K b - - 0 5", "f4e3 f4g3", "f4f3 d4d3");
  /* A step onto the passed square does not take. */
  check_play("k7/8/8/8/4ppP1/8/8/7K b - f3g4 0 5", "e4f3", "k7/8/8/8/5pP1/5p2/8/7K w - - 0 6");
  /* Black's pawn, written victim first. */
  check_play("k7/4p3/8/3P4/8/8/8/7K b - - 3 5", "e7c5", "k7/8/8/2pP4/8/8/8/7K w - c5d6 0 6");
  check_play("k7/4p3/8/3P4/8/8/8/7K b - - 3 5", "e7c5 d5d6", "k7/8/3P4/8/8/8/8/7K b - - 0 6");
  check_play("k7/4p3/8/3P4/8/8/8/7K b - - 3 5", "e7d6", "k7/8/3p4/3P4/8/8/8/7K w - - 0 6");
}

static void CB_17_pawns_promote_to_Z_X_B_or_Q(void **unused) {
  (void)unused;
  check_moves("k3z3/4P3/8/8/8/8/8/7K w - - 0 1", "e7e8z e7e8x e7e8b e7e8q e7d8z e7f8q",
              "e7e8 e7e8k e7e8r e7e8p e7d8");
  check_moves("7k/8/8/8/8/8/4p3/K7 b - - 0 1", "e2d1z e2d1x e2d1b e2d1q e2f1q", "e2e1q e2d1 e2d1k");
  mr_table table;
  mr_table_open_game(&table, "nearly-colorboundmost-raiders", "",
                     "k3z3/4P3/8/8/8/8/8/7K w - - 0 1");
  assert_true(mr_table_allows(&table, "e7e8r"));
  assert_false(mr_table_allows(&table, "e7e8x"));
  mr_table_close(&table);
}

/* ---- CB-18: castling ------------------------------------------------------------------------- */

#define BARE "4k3/8/8/8/8/8/8/"

static void CB_18_castling_is_written_king_takes_partner(void **unused) {
  (void)unused;
  const char *const from = BARE "Z3K2Z w KQ - 4 9";
  /* The king's own lame leaps remain. */
  check_moves(from, "e1h1 e1a1 e1g1 e1c1", "e1f1 e1b1");
  check_play(from, "e1h1", BARE "Z4ZK1 b - - 5 9");
  check_play(from, "e1a1", BARE "2KZ3Z b - - 5 9");
  check_play(from, "e1g1", BARE "Z5KZ b - - 5 9");
  check_play("z3k2z/8/8/8/8/8/8/4K3 b kq - 4 9", "e8a8", "2kz3z/8/8/8/8/8/8/4K3 w - - 5 10");
}

static void CB_18_castling_needs_its_right_and_an_empty_way(void **unused) {
  (void)unused;
  check_moves(BARE "Z3K2Z w K - 4 9", "e1h1", "e1a1");
  check_moves(BARE "Z3K2Z w - - 4 9", "e1g1", "e1h1 e1a1");
  check_moves(BARE "ZX2KB1Z w KQ - 4 9", "", "e1h1 e1a1");
  check_moves(BARE "Z2XK1XZ w KQ - 4 9", "", "e1h1 e1a1");
  check_moves(BARE "Z1B1K2Z w KQ - 4 9", "e1h1", "e1a1");
  /* Rights go with the king, with either partner, and with a partner that is taken. */
  check_play(BARE "Z3K2Z w KQ - 4 9", "h1g2", "4k3/8/8/8/8/8/6Z1/Z3K3 b Q - 5 9");
  check_play(BARE "Z3K2Z w KQ - 4 9", "e1f2", "4k3/8/8/8/8/8/5K2/Z6Z b - - 5 9");
  check_play("b3k3/8/8/8/8/8/8/Z3K2Z b KQ - 4 9", "a8h1", BARE "Z3K2b w Q - 0 10");
}

static void CB_18_the_king_castles_neither_out_of_through_nor_into_check(void **unused) {
  (void)unused;
  /* In check on e1; f1 attacked; d1 attacked; g1 attacked. b1 does not matter. */
  check_moves("4k3/8/8/b7/8/8/8/Z3K2Z w KQ - 4 9", "", "e1h1 e1a1");
  check_moves("4k3/8/b7/8/8/8/8/Z3K2Z w KQ - 4 9", "e1a1 e1g1", "e1h1");
  check_moves("4k3/8/8/7b/8/8/8/Z3K2Z w KQ - 4 9", "e1h1 e1c1", "e1a1");
  check_moves("4k3/8/1b6/8/8/8/8/Z3K2Z w KQ - 4 9", "e1a1", "e1h1 e1g1");
  check_moves("4k3/7b/8/8/8/8/8/Z3K2Z w KQ - 4 9", "e1a1 e1h1", "");
}

static void CB_18_castling_long_changes_the_partners_colour(void **unused) {
  (void)unused;
  /* From d1 it reaches light squares, where it was on dark ones. */
  mr_table table;
  mr_table_open_game(&table, game, "", "k7/8/8/8/8/8/8/Z3K2Z w KQ - 4 9");
  assert_true(mr_table_allows(&table, "a1b2"));
  mr_table_play(&table, "e1a1 a8b7");
  assert_true(mr_table_allows(&table, "d1e2"));
  assert_false(mr_table_allows(&table, "d1d2"));
  assert_true(mr_table_allows(&table, "c1b2"));
  mr_table_close(&table);
}

/* ---- CB-19: ends ----------------------------------------------------------------------------- */

static void CB_19_stalemate_is_to_have_no_move_at_all(void **unused) {
  (void)unused;
  check_end("k7/8/8/8/2Z5/8/8/K7 w - - 0 1", "c4c6", 1, "1/2-1/2", "CB-19");
  /* With a move on the other colour the game goes on, and nothing is frozen. */
  check_play("k7/8/8/8/2Z5/8/7p/K7 w - - 3 5", "c4c6", "k7/8/2Z5/8/8/8/7p/K7 b - - 4 5");
  check_end("k7/8/8/8/2Z5/8/7p/K7 w - - 3 5", "c4c6", 1, "*", "");
}

static void CB_19_the_third_occurrence_of_the_whole_position_draws(void **unused) {
  (void)unused;
  const char *const from = "1x2k3/8/8/8/8/8/8/1X2K3 w - - 0 1";
  check_end(from, "b1c2 b8a7 c2b1 a7b8", 1, "*", "");
  check_end(from, "b1c2 b8a7 c2b1 a7b8", 2, "1/2-1/2", "CB-19");
  /* Dark comes back for the third time, light does not. */
  check_end(from, "e1e3 e8d7 e3e1 d7c6 e1e3 c6b5 e3e1 b5a4 e1e3 a4b3 e3e1", 1, "*", "");
}

static void CB_19_fifty_moves_draw(void **unused) {
  (void)unused;
  check_end("1x2k3/8/8/8/8/8/8/1X2K3 w - - 99 80", "b1c2", 1, "1/2-1/2", "CB-19");
  check_end("1x2k3/8/8/8/8/8/8/1X2K3 w - - 98 80", "b1c2", 1, "*", "");
  check_play("1x2k3/8/8/8/8/8/P7/1X2K3 w - - 99 80", "a2b3",
             "1x2k3/8/8/8/8/1P6/8/1X2K3 b - - 0 80");
  /* Mate comes first. */
  check_end("k7/8/6Z1/8/8/8/8/K7 w - - 99 80", "g6h7", 1, "1-0", "CB-7");
}

static void CB_19_there_are_no_half_points_and_no_first_turn(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, game, "", NULL);
  assert_false(mr_game_can(table.game, MR_CAN_FRACTION));
  assert_true(mr_table_allows(&table, "a2b3"));
  assert_string_equal(mr_table_state(&table),
                      "zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w KQkq - 0 1");
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(CB_16_a_turn_is_one_move_on_either_colour),
    cmocka_unit_test(CB_16_the_king_moves_as_ferz_and_lame_dabbaba),
    cmocka_unit_test(CB_16_the_middle_square_may_be_attacked),
    cmocka_unit_test(CB_16_kings_never_attack_each_other_but_block),
    cmocka_unit_test(CB_17_pawns_move_diagonally_and_capture_straight_ahead),
    cmocka_unit_test(CB_17_the_first_move_may_be_two_steps_through_empty_squares),
    cmocka_unit_test(CB_17_en_passant_is_a_capture_straight_ahead),
    cmocka_unit_test(CB_17_pawns_promote_to_Z_X_B_or_Q),
    cmocka_unit_test(CB_18_castling_is_written_king_takes_partner),
    cmocka_unit_test(CB_18_castling_needs_its_right_and_an_empty_way),
    cmocka_unit_test(CB_18_the_king_castles_neither_out_of_through_nor_into_check),
    cmocka_unit_test(CB_18_castling_long_changes_the_partners_colour),
    cmocka_unit_test(CB_19_stalemate_is_to_have_no_move_at_all),
    cmocka_unit_test(CB_19_the_third_occurrence_of_the_whole_position_draws),
    cmocka_unit_test(CB_19_fifty_moves_draw),
    cmocka_unit_test(CB_19_there_are_no_half_points_and_no_first_turn),
};

MR_TEST_MAIN(tests)
