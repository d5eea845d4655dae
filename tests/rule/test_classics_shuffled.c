/*
 * docs/rules/classics.md rule by rule: CL-134 to CL-136 and CL-153, Chess960.
 */
#include <marcher/session.h>
#include <stdlib.h>

#include "fairy_fixture.h"
#include "test_main.h"

static void CL_134_castling_begins_on_any_files(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("chess960");
  /* Both end where they do in chess, whoever has to move for that. */
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1", "c1f1",
                "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1", "c1b1",
                "4k3/8/8/8/8/8/8/2KR1R2 b - - 1 1");
  mr_fairy_play(table, "1r2kr2/8/8/8/8/8/8/4K3 b fb - 0 1", "e8f8",
                "1r3rk1/8/8/8/8/8/8/4K3 w - - 1 2");
  /* All squares between and at the ends are empty but for the two. */
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/RN3K1R w HA - 0 1", "f1h1", "f1a1");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/RKN5 w A - 0 1", "", "b1a1");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/RK1N4 w A - 0 1", "", "b1a1");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/RK2N3 w A - 0 1", "b1a1", "");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/4KRN1 w F - 0 1", "", "e1f1");
  /* The king passes no attack ... */
  mr_fairy_moves(table, "3rk3/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "c1b1", "c1g1");
  mr_fairy_moves(table, "2r1k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "", "c1g1 c1b1");
  mr_fairy_moves(table, "r3k3/8/8/8/8/8/8/R1K3R1 w GA - 0 1", "c1a1 c1g1", "");
  /* ... nor may the rook's leaving uncover one. */
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/qRK5 w B - 0 1", "c1d2", "c1b1");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/nRK5 w B - 0 1", "c1b1", "");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/5KRq w G - 0 1", "f1f2", "f1g1");
  /* Neither may have moved. */
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1", "b1a1 e8e7 a1b1 e7e8",
                "4k3/8/8/8/8/8/8/1RK2R2 w F - 4 3");
  mr_fairy_play(table, "4k3/8/8/8/8/8/8/1RK2R2 w FB - 0 1", "c1d1 e8e7 d1c1 e7e8",
                "4k3/8/8/8/8/8/8/1RK2R2 w - - 4 3");
  mr_fairy_set(table, "4k3/8/8/8/8/8/8/1RK3R1 w GB - 0 1");
  mr_table_play(table, "c1g1");
  assert_string_equal(mr_fairy_event_rule(table, MR_EVENT_MOVE), "CL-134");
  assert_int_equal(mr_table_events(table, MR_EVENT_MOVE), 2);
  mr_fairy_set(table, "4k3/8/8/8/8/8/8/6KR w H - 0 1"); /* the king stays */
  mr_table_play(table, "g1h1");
  assert_int_equal(mr_table_events(table, MR_EVENT_MOVE), 1);
}

static void CL_135_castling_is_written_as_taking_the_rook(void **state) {
  (void)state;
  mr_table *table = mr_fairy_table("chess960");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", "e1h1 e1a1 e1f1", "e1g1 e1c1");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1h1 f1a1 f1g1", "");
  mr_fairy_moves(table, "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1", "e1g1 e1b1", "e1h1 e1a1");
}

static void CL_136_orders_have_numbers(void **state) {
  (void)state;
  static const struct {
    const char *sets, *start;
  } orders[] = {
      {"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
      {"startPosition=518", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
      {"startPosition=0", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"},
      {"startPosition=959", "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1"},
      {"startPosition=534", "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1"},
      {"startPosition=5", "qnbbnrkr/pppppppp/8/8/8/8/PPPPPPPP/QNBBNRKR w HFhf - 0 1"},
  };
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess960", orders[i].sets, NULL);
    mr_str text = mr_str_growing(NULL);
    mr_game_format_state(table.game, table.state, &text);
    assert_string_equal(mr_str_text(&text), orders[i].start);
    mr_str_done(&text);
    mr_table_close(&table);
  }
}

/** Whether a rank of eight is one of Chess960's. */
static bool is_order_of_chess960(const char *rank) {
  const char *king = strchr(rank, 'K'), *rook = strchr(rank, 'R'), *bishop = strchr(rank, 'B');
  const char *knight = strchr(rank, 'N');
  return king != NULL && rook != NULL && rook < king && strchr(king, 'R') != NULL &&
         bishop != NULL && strchr(bishop + 1, 'B') != NULL &&
         (strchr(bishop + 1, 'B') - bishop) % 2 == 1 && knight != NULL &&
         strchr(knight + 1, 'N') != NULL && strchr(rank, 'Q') != NULL;
}

static void CL_153_each_game_begins_in_another_order(void **state) {
  (void)state;
  enum { GAMES = 12000, MEN = 8 };
  mr_table table;
  mr_table_open_game(&table, "chess960", "", NULL);
  assert_true(mr_game_can(table.game, MR_CAN_SHUFFLE));
  char(*seen)[MEN + 1] = calloc(GAMES, sizeof *seen);
  unsigned different = 0, most = 0;
  unsigned counts[GAMES] = {0};
  mr_str text = mr_str_growing(NULL);
  for (unsigned i = 0; i < GAMES; i++) {
    mr_start_of(table.game, table.state, i);
    mr_str_reset(&text);
    mr_game_format_state(table.game, table.state, &text);
    const char *white = strrchr(mr_str_text(&text), '/') + 1;
    char rank[MEN + 1] = {0};
    memcpy(rank, white, MEN);
    assert_true(is_order_of_chess960(rank));
    for (unsigned file = 0; file < MEN; file++) { /* both sides have the same */
      assert_int_equal(mr_str_text(&text)[file], rank[file] + ('a' - 'A'));
    }
    unsigned at = 0;
    while (at < different && strcmp(seen[at], rank) != 0) {
      at++;
    }
    memcpy(seen[at], rank, sizeof rank);
    different += at == different;
    most = ++counts[at] > most ? counts[at] : most;
  }
  /* Each is as likely: 12.5 times on average, and so hardly any never or thirty-two times. */
  assert_int_equal(different, 960);
  assert_true(most <= 36);
  mr_str_done(&text);
  free(seen);
  mr_table_close(&table);
  /* One that is asked for is that in every game. */
  mr_table_open_game(&table, "chess960", "startPosition=5", NULL);
  assert_false(mr_game_can(table.game, MR_CAN_SHUFFLE));
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(CL_134_castling_begins_on_any_files, mr_fairy_close_table),
    cmocka_unit_test_teardown(CL_135_castling_is_written_as_taking_the_rook, mr_fairy_close_table),
    cmocka_unit_test(CL_136_orders_have_numbers),
    cmocka_unit_test(CL_153_each_game_begins_in_another_order),
};

MR_TEST_MAIN(tests)
