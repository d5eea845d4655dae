#include "lab/gate.h"

#include <marcher/catalog.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_main.h"

/* A small game that nobody has seen. */
static const char SMALL[] = "[tiny:chess]\n"
                            "maxFile = 5\nmaxRank = 5\ncastling = false\ndoubleStep = false\n"
                            "pawnTypes = p\npromotionRegionWhite = *5\npromotionRegionBlack = *1\n"
                            "promotionPieceTypes = r\n"
                            "startFen = rnbkr/ppppp/5/PPPPP/RKBNR w - - 0 1\n";

/* Whoever plays by these gives rooks away for nothing. */
static const char FOOLISH[] = "[tiny]\nvalue = P:900/900 R:-500/-500 N:-300/-300 B:-300/-300\n";

typedef struct fixture {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
} fixture;

static int open_fixture(void **state) {
  static fixture s;
  mr_arena_init(&s.arena, NULL, 0);
  mr_diagnostics_init(&s.list, &s.arena);
  assert_int_equal(mr_catalog_new(NULL, &s.catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_add(s.catalog, "t", SMALL, strlen(SMALL), &s.list), MR_OK);
  assert_int_equal(mr_catalog_open(s.catalog, "tiny", NULL, 0, &s.game, &s.list), MR_OK);
  *state = &s;
  return 0;
}

static int close_fixture(void **state) {
  fixture *s = *state;
  mr_game_free(s->game);
  mr_catalog_free(s->catalog);
  mr_arena_done(&s->arena);
  return 0;
}

static mr_tally play(const fixture *s, const char *first, const char *second, unsigned threads,
                     uint64_t number) {
  mr_tally tally = {0};
  const mr_gate gate = {.game = s->game,
                        .first = {.weights = first},
                        .second = {.weights = second},
                        .nodes = {60, 60},
                        .games = 60,
                        .seed = 5,
                        .number = number,
                        .threads = threads};
  assert_int_equal(mr_gate_play(&gate, &tally, NULL), MR_OK);
  return tally;
}

static void what_is_better_passes_and_what_is_worse_does_not(void **state) {
  const fixture *s = *state;
  mr_tally better = play(s, NULL, FOOLISH, 2, 1), worse = play(s, FOOLISH, NULL, 2, 1);
  mr_standing standing;
  mr_tally_standing(&better, &standing);
  assert_true(mr_gate_passes(&better));
  assert_true(standing.elo.value > 0);
  assert_false(mr_gate_passes(&worse));
  assert_true(mr_gate_evaluate(&better).llr > mr_gate_evaluate(&worse).llr);
}

static void what_is_the_same_does_not_pass(void **state) {
  const fixture *s = *state;
  mr_tally same = play(s, NULL, NULL, 1, 1);
  assert_false(mr_gate_passes(&same));
  assert_false(mr_gate_passes(&(mr_tally){0}));
}

static void a_match_depends_on_its_number_and_not_on_threads(void **state) {
  const fixture *s = *state;
  mr_tally one = play(s, NULL, FOOLISH, 1, 1), two = play(s, NULL, FOOLISH, 3, 1);
  assert_memory_equal(&one, &two, sizeof one);
}

static void what_is_no_journal_is_left_alone(void **state) {
  const fixture *s = *state;
  static const char text[] = "dear diary\n";
  char path[] = "gate-test-XXXXXX", there[64] = "";
  mr_tally tally;
  mr_gate gate = {
      .game = s->game, .nodes = {20, 20}, .games = 2, .seed = 5, .threads = 1, .journal = path};
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  assert_int_equal(mr_gate_play(&gate, &tally, NULL), MR_ERR_MISMATCH);
  assert_int_equal(pread(file, there, sizeof there, 0), strlen(text));
  assert_string_equal(there, text);
  /* That of other players is begun anew. */
  assert_int_equal(ftruncate(file, 0), 0);
  assert_int_equal(mr_gate_play(&gate, &tally, NULL), MR_OK);
  gate.first.weights = FOOLISH;
  assert_int_equal(mr_gate_play(&gate, &tally, NULL), MR_OK);
  close(file);
  unlink(path);
}

static void a_close_match_that_was_played_out_needs_nine_to_one(void **state) {
  (void)state;
  mr_tally tally = {0};
  for (unsigned i = 0; i < 50; i++) {
    mr_tally_add_pair(&tally, 4, 0);
    mr_tally_add_pair(&tally, 2, 2);
  }
  assert_false(mr_gate_passes(&tally)); /* even */
  for (unsigned i = 0; i < 4; i++) {
    mr_tally_add_pair(&tally, 4, 2);
  }
  assert_int_equal(mr_gate_evaluate(&tally).verdict, MR_SPRT_OPEN);
  assert_true(mr_gate_passes(&tally));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_is_better_passes_and_what_is_worse_does_not),
    cmocka_unit_test(what_is_the_same_does_not_pass),
    cmocka_unit_test(a_match_depends_on_its_number_and_not_on_threads),
    cmocka_unit_test(what_is_no_journal_is_left_alone),
    cmocka_unit_test(a_close_match_that_was_played_out_needs_nine_to_one),
};

MR_TEST_MAIN_WITH(tests, open_fixture, close_fixture)
