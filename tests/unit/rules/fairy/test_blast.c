/*
 * Captures that blast: counts of Fairy-Stockfish, what is told of them, why some are refused, and
 * what does not go together with them. The rules themselves: tests/rule/test_classics_rules.c.
 */
#include <marcher/perft.h>
#include <string.h>

#include "borderline_open.h"
#include "rules/fairy/fairy.h"
#include "test_main.h"

typedef struct figure {
  const char *game, *state;
  unsigned depth;
  uint64_t leaves;
} figure;

/* Its `go perft`, UCI_Variant set to the game: CL-21 to CL-23. */
static const figure figures[] = {
    {"atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197326},
    {"atomic", "rnbqkbnr/pp1p1ppp/8/2p1p3/8/5N2/PPPPPPPP/R1BQKB1R w KQkq - 0 1", 4, 407880},
    {"atomic", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 88298},
    {"atomic", "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq - 0 1", 4, 1434825},
    {"atomic", "8/8/1k6/8/2pPp3/8/5PPP/4K3 b - d3 0 1", 5, 88181},
    {"nocheckatomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197779},
    {"nocheckatomic", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3,
     88692},
};

static void blasts_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
    const figure *f = &figures[i];
    mr_table table;
    uint64_t leaves = 0;
    mr_table_open_game(&table, f->game, "", f->state);
    assert_int_equal(mr_perft(table.game, table.state, f->depth, NULL, &leaves, NULL), MR_OK);
    assert_int_equal(leaves, f->leaves);
    mr_table_close(&table);
  }
}

static void all_that_is_blown_up_is_told(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "atomic", "", "4k3/8/2nbr3/2prp3/2PQB3/2N1P3/8/4K3 w - - 0 1");
  mr_table_play(&table, "d4d5");
  assert_int_equal(mr_table_events(&table, MR_EVENT_CAPTURE), 6);
  char text[1024];
  mr_str out = mr_str_fixed(text, sizeof text);
  mr_game_events_text(table.game, &table.events, &out);
  assert_non_null(strstr(text, "White captures Black's Rook on d5"));
  assert_non_null(strstr(text, "White's Queen is removed from d5"));
  assert_non_null(strstr(text, "White captures Black's Knight on c6"));
  assert_non_null(strstr(text, "White's Bishop is removed from e4"));
  mr_table_close(&table);
}

static void who_would_blow_up_the_own_king_is_told_so(void **unused) {
  (void)unused;
  static const char *const asked[][3] = {
      {"3qk3/8/8/8/8/8/3r4/R2QK3 w - - 0 1", "d1d2", "it would blow up your own King on e1"},
      {"4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1d2", "it would blow up your own King on e1"},
      {"4k3/4r3/8/8/8/8/4R3/4K2n w - - 0 1", "e2d2", "it would leave your King on e1 attacked"},
      {"4k3/8/4r3/8/8/3r4/4R3/4K3 w - - 0 1", "e2d2", "it would leave your King on e1 attacked"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal("atomic", "", asked[i][0], asked[i][1], asked[i][2]);
  }
}

static void what_does_not_go_together_with_blasts_is_refused(void **unused) {
  (void)unused;
  assert_int_equal(mr_game_refusal("atomic", ""), MR_OK);
  assert_int_equal(mr_game_refusal("chess", "blastOnCapture=true"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("atomic", "blastImmuneTypes=n"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("atomic", "mutuallyImmuneTypes=n"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("chess", "mutuallyImmuneTypes=n"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("nocheckatomic", "mutuallyImmuneTypes=n;blastImmuneTypes=rk"),
                   MR_OK);
  assert_int_equal(mr_game_refusal("atomic", "dropChecks=false"), MR_OK);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(blasts_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(all_that_is_blown_up_is_told),
    cmocka_unit_test(who_would_blow_up_the_own_king_is_told_so),
    cmocka_unit_test(what_does_not_go_together_with_blasts_is_refused),
};

MR_TEST_MAIN(tests)
