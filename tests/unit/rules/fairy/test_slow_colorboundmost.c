/*
 * The slow chess, Nearly Colorboundmost and Colorboundmost are held against public figures and
 * against what the rules say of turns, so that they may judge the engine.
 *
 * MR_LEAVES sets another number of leaves above which a line is too long.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairy_slow.h"
#include "instruments.h"
#include "jsonl.h"
#include "test_main.h"

#define LEAVES (MR_SLOW_BUILD ? 2000 : 20000)

static slow_game *open_at(const char *game, const char *state) {
  slow_game *out = slow_open(game, state);
  if (out == NULL) {
    fail_msg("%s cannot read \"%s\"", game, state);
  }
  return out;
}

static void expect_leaves(const char *name, const char *state, unsigned depth, uint64_t leaves) {
  slow_game *game = open_at(name, state);
  uint64_t found = slow_perft(game, depth);
  if (found != leaves) {
    fail_msg("%s \"%s\", depth %u: %" PRIu64 " leaves, not %" PRIu64, name, state, depth, found,
             leaves);
  }
  slow_close(game);
}

static void count_lines(const char *file, size_t least) {
  const char *wanted = getenv("MR_LEAVES");
  uint64_t most = wanted != NULL ? strtoull(wanted, NULL, 10) : LEAVES;
  json_t *lines = mr_jsonl_read(file);
  size_t counted = 0;
  for (size_t i = 0; i < json_array_size(lines); i++) {
    const json_t *line = json_array_get(lines, i);
    uint64_t nodes = mr_json_number(line, "nodes");
    if (nodes <= most) {
      expect_leaves(mr_json_text(line, "game"), mr_json_text(line, "state"),
                    (unsigned)mr_json_number(line, "depth"), nodes);
      counted++;
    }
  }
  assert_true(counted >= least);
  json_decref(lines);
}

static void slow_chess_counts_the_leaves_of_the_figures(void **unused) {
  (void)unused;
  count_lines("chess.perft.jsonl", 12);
}

static void slow_nearly_counts_the_leaves_of_the_figures(void **unused) {
  (void)unused;
  count_lines("nearly-colorboundmost.perft.jsonl", 30);
}

static void slow_colorboundmost_counts_the_leaves_of_the_figures(void **unused) {
  (void)unused;
  count_lines("colorboundmost.perft.jsonl", 20);
}

static void slow_raiders_count_the_leaves_of_the_figures(void **unused) {
  (void)unused;
  static const uint64_t leaves[] = {29, 796};
  for (unsigned i = 0; i < 2; i++) {
    expect_leaves("nearly-colorboundmost-raiders",
                  "zrbqkbrz/pppppppp/8/8/8/8/PPPPPPPP/ZRBQKBRZ w KQkq - 0 1", i + 1, leaves[i]);
  }
}

/* The start position's two boards, each for itself. */
static void slow_boards_of_one_colour_count_the_leaves_of_the_figures(void **unused) {
  (void)unused;
  static const uint64_t standard[] = {15, 253, 3271};
  static const uint64_t raiders[] = {14, 222, 2723};
  for (unsigned i = 0; i < 3; i++) {
    expect_leaves("colorboundmost", "1x1q1b1z/p1p1p1p1/8/8/8/8/1P1P1P1P/Z1B1K1X1 w - - 0 1 d -",
                  i + 1, standard[i]);
    expect_leaves("colorboundmost", "z1b1k1x1/1p1p1p1p/8/8/8/8/P1P1P1P1/1X1Q1B1Z b - - 0 1 l -",
                  i + 1, standard[i]);
    expect_leaves("colorboundmost-armies",
                  "1r1q1b1z/p1p1p1p1/8/8/8/8/1P1P1P1P/Z1B1K1R1 w - - 0 1 d -", i + 1, raiders[i]);
  }
}

static void write_board(int king, int bishop, char *out) {
  for (int rank = 7; rank >= 0; rank--) {
    for (int file = 0; file < 8; file++) {
      int square = 8 * rank + file;
      *out++ = (char)(square == king ? 'k' : square == bishop ? 'Z' : '1');
    }
    *out++ = '/';
  }
  out[-1] = '\0';
}

/* The table of KvZ: White to move 450 legal positions; Black to move 36 mates, 6 stalemates. */
static void slow_kings_are_mated_and_stalemated_as_often_as_the_endgame_table_says(void **unused) {
  (void)unused;
  int white_to_move = 0;
  int mates = 0;
  int stalemates = 0;
  for (int i = 0; i < 64 * 64; i++) {
    int king = i / 64;
    int bishop = i % 64;
    if (king == bishop || (king / 8 + king % 8) % 2 != 0 || (bishop / 8 + bishop % 8) % 2 != 0) {
      continue;
    }
    char board[80];
    char state[128];
    write_board(king, bishop, board);
    snprintf(state, sizeof state, "%s w - - 0 1 d -", board);
    slow_game *game = slow_open("colorboundmost", state);
    white_to_move += game != NULL ? 1 : 0;
    slow_close(game);
    snprintf(state, sizeof state, "%s b - - 0 1 d -", board);
    game = open_at("colorboundmost", state);
    const char *result = slow_result(game, NULL);
    mates += result != NULL && strcmp(result, "1-0") == 0 ? 1 : 0;
    stalemates += result != NULL && strcmp(result, "1/2-1/2") == 0 ? 1 : 0;
    slow_close(game);
  }
  assert_int_equal(white_to_move, 450);
  assert_int_equal(mates, 36);
  assert_int_equal(stalemates, 6);
}

/* ---- turns ----------------------------------------------------------------------------------- */

/* Plays moves separated by blanks; the state must then be as said, the game over by `rule` or not.
 */
static void expect_play(const char *from, const char *moves, const char *to, const char *result,
                        const char *rule) {
  slow_game *game = open_at("colorboundmost", from);
  char line[512];
  char *rest = NULL;
  snprintf(line, sizeof line, "%s", moves);
  for (char *move = strtok_r(line, " ", &rest); move != NULL; move = strtok_r(NULL, " ", &rest)) {
    if (!slow_play(game, move)) {
      fail_msg("%s is not legal after \"%s\"", move, from);
    }
  }
  char state[SLOW_TEXT_MAX];
  const char *by = NULL;
  slow_state(game, state, sizeof state);
  const char *ended = slow_result(game, &by);
  assert_string_equal(state, to);
  assert_string_equal(ended != NULL ? ended : "", result);
  assert_string_equal(by != NULL ? by : "", rule);
  slow_close(game);
}

#define SHUFFLE "e1e3 b1c2 b8a7 e8e6 e3e1 c2b1 a7b8 e6e8 "
#define SHUFFLED "1x2k3/8/8/8/8/8/8/1X2K3 w - - "

static void slow_repetition_on_both_colours_draws(void **unused) {
  (void)unused;
  expect_play(SHUFFLED "0 1 dl -", SHUFFLE, SHUFFLED "4 3 dl -", "", "");
  expect_play(SHUFFLED "0 1 dl -", SHUFFLE SHUFFLE, SHUFFLED "8 5 - dl", "1/2-1/2", "CB-9");
}

static void slow_repetition_on_one_colour_freezes_it(void **unused) {
  (void)unused;
  expect_play(SHUFFLED "0 1 dl -",
              "e1e3 b1c2 b8a7 e8e6 e3e1 c2b3 a7b8 e6e4 "
              "e1e3 b3a4 b8a7 e4c4 e3e1 a4b5 a7b8 c4e4 b5a6",
              "1x6/8/X7/8/4k3/8/8/4K3 b - - 9 5 l d", "", "");
}

static void slow_passing_captures_wait_for_the_next_move_of_their_colour(void **unused) {
  (void)unused;
  expect_play("4k2x/8/8/8/1p5p/8/1P3P2/4K2X w - - 3 1 dl -", "b2d4",
              "4k2x/8/8/8/1p1P3p/8/5P2/4K2X w - c3d4 0 1 l -", "", "");
  expect_play("4k2x/8/8/8/1p5p/8/1P3P2/4K2X w - - 3 1 dl -", "b2d4 h1g2 b4c3",
              "4k2x/8/8/8/7p/2p5/5PX1/4K3 b - - 0 1 l -", "", "");
}

static void slow_stalemate_of_the_last_colour_ends_by_half_draws(void **unused) {
  (void)unused;
  /* Black's king on a8 with the bishop on c6 is one of the table's six stalemates. */
  expect_play("k7/8/8/8/2Z5/8/8/8 w - - 0 1 l -", "c4c6", "k7/8/2Z5/8/8/8/8/8 b - - 3 2 - l",
              "1/2-1/2", "CB-9");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(slow_chess_counts_the_leaves_of_the_figures),
    cmocka_unit_test(slow_nearly_counts_the_leaves_of_the_figures),
    cmocka_unit_test(slow_colorboundmost_counts_the_leaves_of_the_figures),
    cmocka_unit_test(slow_raiders_count_the_leaves_of_the_figures),
    cmocka_unit_test(slow_boards_of_one_colour_count_the_leaves_of_the_figures),
    cmocka_unit_test(slow_kings_are_mated_and_stalemated_as_often_as_the_endgame_table_says),
    cmocka_unit_test(slow_repetition_on_both_colours_draws),
    cmocka_unit_test(slow_repetition_on_one_colour_freezes_it),
    cmocka_unit_test(slow_passing_captures_wait_for_the_next_move_of_their_colour),
    cmocka_unit_test(slow_stalemate_of_the_last_colour_ends_by_half_draws),
};

MR_TEST_MAIN(tests)
