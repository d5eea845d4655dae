/*
 * Chases: what a chase is and is not, where it is judged, and what the moves that are kept for it
 * have to do with taking back, texts and definitions. The results are those of Fairy-Stockfish for
 * the same moves.
 */
#include <marcher/perft.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairy_fixture.h"
#include "test_main.h"

/* Moves after which the position of the beginning stands again, and how the third time ends. */
typedef struct shuttle {
  const char *what, *state, *moves, *result, *rule;
} shuttle;

static const shuttle SHUTTLES[] = {
    {"a horse that nobody protects is chased by a chariot", "5k3/9/9/R8/9/7n1/9/9/9/3K5 w - - 0 1",
     "a7a5 h5g7 a5a7 g7h5", "0-1", "CL-118"},
    {"one that is protected is not", "5k3/9/9/R6r1/9/7n1/9/9/9/3K5 w - - 0 1",
     "a7a5 h5g7 a5a7 g7h5", "1/2-1/2", "CL-117"},
    {"every move has to chase", "5k3/9/9/R8/9/7n1/9/9/9/3K5 w - - 0 1", "a7a5 h5g3 a5a7 g3h5",
     "1/2-1/2", "CL-117"},
    {"a chariot that is protected is chased by a horse", "3r1k3/9/9/9/3r5/9/9/4N4/9/4K4 w - - 0 1",
     "e3c4 d6d5 c4e3 d5d6", "0-1", "CL-118"},
    {"chariots do not chase each other", "5k3/9/9/R8/9/7r1/9/9/9/3K5 w - - 0 1",
     "a7a5 h5h7 a5a7 h7h5", "1/2-1/2", "CL-117"},
    {"a soldier chases nobody", "5k3/9/3c5/2P6/9/9/9/9/9/4K4 w - - 0 1", "c7d7 d8c8 d7c7 c8d8",
     "1/2-1/2", "CL-117"},
    {"a soldier across the river is chased", "5k3/9/2R6/9/9/9/3p5/9/9/4K4 w - - 0 1",
     "c8d8 d4c4 d8c8 c4d4", "0-1", "CL-118"},
    {"who was pinned before protects as little as before",
     "3k5/9/2r1r4/9/9/9/9/2C6/4N4/4K3R w - - 0 1", "i1i2 d10d9 i2i1 d9d10", "1/2-1/2", "CL-117"},
    {"who begins does not matter", "5k3/9/9/R8/9/7n1/9/9/9/3K5 b - - 0 1", "h5g3 a7a5 g3h5 a5a7",
     "1/2-1/2", "CL-117"},
};

static void a_chase_is_an_attack_by_each_move_on_one_man(void **unused) {
  (void)unused;
  void *opened = NULL;
  mr_fairy_open(&opened, "xiangqi");
  for (size_t i = 0; i < sizeof SHUTTLES / sizeof *SHUTTLES; i++) {
    const shuttle *s = &SHUTTLES[i];
    print_message("%s\n", s->what);
    mr_fairy_end_after(opened, s->state, s->moves, 2, s->result, s->rule);
  }
  mr_fairy_close(&opened);
}

/* `go perft` of Fairy-Stockfish, UCI_Variant set to xiangqi. */
static void moves_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  static const struct {
    const char *state;
    uint64_t leaves;
  } figures[] = {
      {NULL, 3290240},
      {"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1", 1339047},
      {"1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1", 326201},
  };
  for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
    mr_table table;
    uint64_t leaves = 0;
    mr_table_open_game(&table, "xiangqi", "", figures[i].state);
    assert_int_equal(mr_perft(table.game, table.state, 4, NULL, &leaves, NULL), MR_OK);
    assert_int_equal(leaves, figures[i].leaves);
    mr_table_close(&table);
  }
}

/* Taken back, a state is as it was to the last byte, the moves that it keeps among it. */
static void what_is_taken_back_leaves_no_trace(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "xiangqi", "", SHUTTLES[0].state);
  void *undo = calloc(1, table.game->info.undo_size);
  mr_state *before = mr_state_new(table.game, NULL);
  assert_non_null(undo);
  assert_non_null(before);
  for (int i = 0; i < 4; i++) {
    size_t count = mr_table_actions(&table);
    assert_true(count > 0);
    mr_state_copy(table.game, before, table.state);
    mr_game_make(table.game, table.state, table.actions[i], undo, NULL);
    mr_game_unmake(table.game, table.state, undo);
    assert_memory_equal(table.state, before, table.game->info.state_size);
    mr_game_make(table.game, table.state, table.actions[i], NULL, NULL);
  }
  mr_state_free(table.game, NULL, before);
  free(undo);
  mr_table_close(&table);
}

/* Ten checks of a side count for the moves without a capture, and no more: where each move checks
 * there is no end. */
static void checks_without_end_do_not_count(void **unused) {
  (void)unused;
  static const char *const rounds[] = {"d6e6 e10d10 e6d6 d10e10", "d6d5 e10e9 d5d6 e9e10"};
  for (size_t i = 0; i < 2; i++) {
    mr_table table;
    mr_table_open_game(&table, "xiangqi", "nFoldRule=0;nMoveRule=20",
                       "4k4/9/9/9/3R5/9/9/9/9/5K3 w - - 0 1");
    unsigned plies = 0;
    for (; strcmp(mr_table_result(&table), "*") == 0 && plies < 120; plies += 4) {
      mr_table_play(&table, rounds[i]);
    }
    assert_int_equal(plies, i == 0 ? 120 : 40);
    /* What there is can be read, beyond the limit, too. */
    char text[160];
    snprintf(text, sizeof text, "%s", mr_table_state(&table));
    assert_non_null(strstr(text, i == 0 ? " 120 " : " 40 "));
    assert_int_equal(mr_table_refusal(&table, text), MR_OK);
    mr_table_close(&table);
  }
}

static void what_does_not_go_with_chases_is_told(void **unused) {
  (void)unused;
  assert_int_equal(mr_game_refusal("atomic", "chasingRule=axf"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("colorboundmost", "chasingRule=axf"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("xiangqi", "chasingRule=wxf"), MR_ERR_UNKNOWN);
  assert_int_equal(mr_game_refusal("chess", "chasingRule=axf"), MR_OK);
}

/* Without the rule the same is a draw. */
static void nobody_chases_where_the_rule_is_not(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "xiangqi", "chasingRule=none", SHUTTLES[0].state);
  for (int i = 0; i < 2; i++) {
    mr_table_play(&table, "a7a5 h5g7 a5a7 g7h5");
  }
  assert_string_equal(mr_table_result(&table), "1/2-1/2");
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_chase_is_an_attack_by_each_move_on_one_man),
    cmocka_unit_test(nobody_chases_where_the_rule_is_not),
    cmocka_unit_test(moves_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(what_is_taken_back_leaves_no_trace),
    cmocka_unit_test(checks_without_end_do_not_count),
    cmocka_unit_test(what_does_not_go_with_chases_is_told),
};

MR_TEST_MAIN(tests)
