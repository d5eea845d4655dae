/*
 * Every public perft line of the chess-like games: how many states there are after so many actions.
 * The figures are those of independent implementations; chess has its six usual positions.
 *
 * A line of more leaves than a test can wait for is left out; MR_LEAVES sets another limit, "all"
 * counts every line.
 */
#include <inttypes.h>
#include <marcher/perft.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "instruments.h"
#include "jsonl.h"
#include "test_main.h"

/* Leaves of the longest line, and the share of the lines, in hundredths, that it must leave. */
#if MR_SLOW_BUILD
#define LEAVES 50000
enum { SHARE = 50 };
#else
#define LEAVES 5000000
enum { SHARE = 80 };
#endif

static uint64_t leaves_wanted(void) {
  const char *wanted = getenv("MR_LEAVES");
  if (wanted == NULL) {
    return LEAVES;
  }
  return strcmp(wanted, "all") == 0 ? UINT64_MAX : strtoull(wanted, NULL, 10);
}

/* @param place for messages: the file and its line */
static void expect_leaves(mr_table *table, unsigned depth, uint64_t leaves, const char *place) {
  uint64_t found = 0;
  mr_error error = {.status = MR_OK};
  if (mr_perft(table->game, table->state, depth, NULL, &found, &error) != MR_OK) {
    fail_msg("%s: %s", place, error.message);
  }
  if (found != leaves) {
    fail_msg("%s, depth %u: %" PRIu64 " leaves, not %" PRIu64, place, depth, found, leaves);
  }
}

/* Counts the lines of tests/data/`name`.perft.jsonl, all of them of the game `name`. */
static void count_lines(const char *name) {
  char file[64];
  snprintf(file, sizeof file, "%s.perft.jsonl", name);
  json_t *lines = mr_jsonl_read(file);
  size_t count = json_array_size(lines);
  size_t counted = 0;
  mr_table table;
  mr_table_open_game(&table, name, "", NULL);
  for (size_t i = 0; i < count; i++) {
    const json_t *line = json_array_get(lines, i);
    uint64_t leaves = mr_json_number(line, "nodes");
    assert_string_equal(mr_json_text(line, "game"), name);
    if (leaves > leaves_wanted()) {
      continue;
    }
    char place[128];
    snprintf(place, sizeof place, "%s, line %zu", file, i + 1);
    mr_table_set(&table, mr_json_text(line, "state"));
    expect_leaves(&table, (unsigned)mr_json_number(line, "depth"), leaves, place);
    counted++;
  }
  mr_table_close(&table);
  json_decref(lines);
  print_message("%s: %zu of %zu lines\n", file, counted, count);
  if (getenv("MR_LEAVES") == NULL) {
    assert_true(100 * counted >= SHARE * count);
  }
}

static void every_line_of_Borderlands_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("borderlands");
}

static void every_line_of_Battle_of_Ideologies_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("battle-of-ideologies");
}

static void every_line_of_the_platform_reading_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("battle-of-ideologies-pychess");
}

static void every_line_of_Colorboundmost_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("colorboundmost");
}

static void every_line_of_Nearly_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("nearly-colorboundmost");
}

static void every_line_of_chess_counts_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  count_lines("chess");
}

/* ---- start positions ------------------------------------------------------------------------- */

/* Leaves of a start position at depths 1, 2, ...; 0 after the last. */
typedef struct start_figures {
  const char *game;
  const char *state; /* NULL: the game's own start */
  uint64_t leaves[8];
} start_figures;

static const start_figures starts[] = {
    {"borderlands", NULL, {88, 7698, 688145, 61165588, 5545155247}},
    {"colorboundmost", NULL, {15, 253, 3795, 49065, 827563}},
    {"nearly-colorboundmost", NULL, {31, 913, 28017, 841662, 26555902}},
    {"nearly-colorboundmost-raiders", NULL, {29, 796, 23267, 662904, 20097299}},
    /* The two boards of Colorboundmost, each for itself: the same figures. */
    {"colorboundmost",
     "1x1q1b1z/p1p1p1p1/8/8/8/8/1P1P1P1P/Z1B1K1X1 w - - 0 1 d -",
     {15, 253, 3271, 60894, 841032, 16789287}},
    {"colorboundmost",
     "z1b1k1x1/1p1p1p1p/8/8/8/8/P1P1P1P1/1X1Q1B1Z b - - 0 1 l -",
     {15, 253, 3271, 60894, 841032, 16789287}},
    {"colorboundmost-armies",
     "1r1q1b1z/p1p1p1p1/8/8/8/8/1P1P1P1P/Z1B1K1R1 w - - 0 1 d -",
     {14, 222, 2723, 49652, 654407, 12922648}},
    /* Games that the last check ends (CL-20), by Fairy-Stockfish. */
    {"3check",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1 0 1",
     {48, 2039, 97848}},
    {"3check",
     "r1bqkb1r/pppp1Bpp/2n2n2/4p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+2 0 4",
     {2, 58, 1663, 49630}},
    {"3check", "3qk3/8/8/8/8/8/8/R3K2R w KQ - 2+1 0 1", {23, 440, 8871, 203297}},
    /* Makruk and its relatives, by Fairy-Stockfish. */
    {"makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", {23, 529, 12012, 273026}},
    {"makpong", "8/3k4/2p2R2/3m4/1s2N3/2P5/3K4/1R6 b - - 0 1", {14, 468, 5708, 187090, 2178985}},
    {"ai-wok", "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR w - - 0 1", {26, 676, 18102, 485045}},
    {"asean", "3k4/2P5/8/8/3b4/5n2/1P1K4/7R w - - 0 1", {4, 20, 383, 6135}},
};

static void start_positions_count_as_many_leaves_as_the_figures(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    mr_table table;
    mr_table_open_game(&table, starts[i].game, "", starts[i].state);
    for (unsigned depth = 1; depth <= 8 && starts[i].leaves[depth - 1] != 0; depth++) {
      if (starts[i].leaves[depth - 1] <= leaves_wanted()) {
        expect_leaves(&table, depth, starts[i].leaves[depth - 1], starts[i].game);
      }
    }
    mr_table_close(&table);
  }
}

static void add_count(void *context, mr_action action, uint64_t nodes) {
  (void)action;
  *(uint64_t *)context += nodes;
}

/* A family may count by itself; taken apart by the first action its counts must add up. */
static void the_branches_of_start_positions_add_up(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    mr_table table;
    mr_table_open_game(&table, starts[i].game, "", starts[i].state);
    uint64_t sum = 0;
    uint64_t nodes = 0;
    assert_int_equal(
        mr_perft_divide(table.game, table.state, 3, NULL, add_count, &sum, &nodes, NULL), MR_OK);
    assert_int_equal(sum, nodes);
    assert_int_equal(sum, starts[i].leaves[2]);
    mr_table_close(&table);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_line_of_Borderlands_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_Battle_of_Ideologies_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_the_platform_reading_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_Colorboundmost_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_Nearly_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(every_line_of_chess_counts_as_many_leaves_as_the_figures),
    cmocka_unit_test(start_positions_count_as_many_leaves_as_the_figures),
    cmocka_unit_test(the_branches_of_start_positions_add_up),
};

MR_TEST_MAIN(tests)
