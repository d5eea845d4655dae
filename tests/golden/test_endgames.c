/*
 * The endings of Colorboundmost, Nearly Colorboundmost and chess: every figure of independent
 * programs (tests/data), and every claim about endings in the document of the game.
 */
#include <marcher/compose.h>
#include <marcher/endgame.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "endgame_fixture.h"
#include "endgame_play.h"
#include "instruments.h"
#include "test_main.h"

/* Tables of many men take most of a minute in all. */
static void leave_large_tables(void) {
  if (MR_BRIEF_BUILD) {
    skip();
  }
}

/* LONG in the environment: every figure. Otherwise one of the rows with most men stands for all. */
static bool is_long(void) {
  return getenv("LONG") != NULL;
}

/* Rows of a file of figures that are looked at. */
enum { ROWS_MOST = MR_SLOW_BUILD ? 1 : 100 };

static void expect_count(unsigned rows, unsigned expected) {
  assert_int_equal(rows, expected < ROWS_MOST ? expected : ROWS_MOST);
}

/* ---- men on squares of one colour ------------------------------------------------------------ */

/* Keeps a man to the dark or the light squares. */
static void keep_to(mr_endgame_man *man, bool dark) {
  for (unsigned cell = 0; cell < 64; cell++) {
    if (((cell % 8 + cell / 8) % 2 == 0) != dark) {
      man->cells.bits[0] &= ~(UINT64_C(1) << cell);
    }
  }
}

/* All men on light squares, where Black's king is, but for White's king. */
static mr_endgame_men light_men(const mr_game *game, const char *text) {
  mr_endgame_men men = mr_men_of(game, text);
  for (size_t i = 0; i < men.count; i++) {
    keep_to(&men.items[i], i == 0 && text[0] == 'K');
  }
  return men;
}

/* ---- rows of figures ------------------------------------------------------------------------- */

typedef struct row {
  char men[16]; /* "KBXvK" */
  bool nearly;
  bool raiders;
  uint64_t twins; /* how often each position is counted: identical men are told apart */
  uint64_t legal[2];
  uint64_t decided[2]; /* won by White, to move; lost by Black, to move */
  unsigned plies[2];
} row;

/* The number behind the first such word. */
static uint64_t number_behind(const char *text, const char *word) {
  const char *at = strstr(text, word);
  assert_non_null(at);
  return strtoull(at + strlen(word), NULL, 10);
}

/* Reads "    K v BX   WTM ..." or "    KBX v K WTM ...". @return false: another line */
static bool read_row(const char *line, row *out) {
  char left[8];
  char right[8];
  const char *white = strstr(line, "WTM legal ");
  const char *black = strstr(line, "BTM legal ");
  if (strncmp(line, "    K", 5) != 0 || white == NULL || black == NULL ||
      sscanf(line, " %7s v %7s ", left, right) != 2) {
    return false;
  }
  out->legal[0] = number_behind(white, "legal ");
  out->decided[0] = number_behind(white, "won ");
  out->plies[0] = (unsigned)number_behind(white, "maxDTM ");
  out->legal[1] = number_behind(black, "legal ");
  out->decided[1] = number_behind(black, "lost ");
  out->plies[1] = (unsigned)number_behind(black, "maxDTM ");
  out->nearly = strcmp(right, "K") == 0;
  const char *men = out->nearly ? left + 1 : right;
  out->raiders = strpbrk(men, "RS") != NULL;
  out->twins = strlen(men) == 2 && men[0] == men[1] ? 2 : 1;
  snprintf(out->men, sizeof out->men, "%s%svK", out->nearly ? "K" : "", men);
  /* The document calls the ZigZag bishop S; the definition of the armies writes it Y. */
  for (char *c = out->men; *c != '\0'; c++) {
    *c = *c == 'S' ? 'Y' : *c;
  }
  return true;
}

static void expect_row(const row *it) {
  /* Where there are Raiders, pawns still turn into what they turn into without. */
  mr_game *game = mr_game_open(it->nearly    ? "nearly-colorboundmost"
                               : it->raiders ? "colorboundmost-armies-both"
                                             : "colorboundmost",
                               it->raiders ? "promotionPieceTypes=zxbq" : "");
  mr_endgame_men men = light_men(game, it->men);
  mr_endgame *endgame = mr_tables_of(game, &men);
  mr_endgame_summary found;
  mr_endgame_summarise(endgame, 0, &found);
  print_message("%s %s\n", game->info.name, found.name);
  assert_int_equal(found.side[0].legal * it->twins, it->legal[0]);
  assert_int_equal(found.side[0].won * it->twins, it->decided[0]);
  assert_int_equal(found.side[0].longest_win, it->plies[0]);
  assert_int_equal(found.side[0].lost, 0);
  assert_int_equal(found.side[1].legal * it->twins, it->legal[1]);
  assert_int_equal(found.side[1].lost * it->twins, it->decided[1]);
  assert_int_equal(found.side[1].longest_loss, it->plies[1]);
  assert_int_equal(found.side[1].won, 0);
  mr_endgame_free(endgame);
  mr_game_free(game);
}

/*
 * The rows of one of the two games.
 * @param most men of a row @param large rows with so many @return their number
 */
static unsigned expect_rows(bool nearly, size_t most, unsigned large) {
  char line[512];
  unsigned rows = 0;
  FILE *file = fopen(MR_SOURCE_DIR "/tests/data/colorboundmost.endgames.md", "r");
  assert_non_null(file);
  while (rows < ROWS_MOST && fgets(line, sizeof line, file) != NULL) {
    row it = {.men = ""};
    if (!read_row(line, &it) || it.nearly != nearly) {
      continue;
    }
    size_t men = strlen(it.men) - 1;
    if (men < most || (men == most && large > 0)) {
      large -= men == most;
      expect_row(&it);
      rows++;
    }
  }
  assert_int_equal(fclose(file), 0);
  return rows;
}

static void every_figure_of_one_colour_of_colorboundmost_comes_out(void **state) {
  (void)state;
  unsigned large = is_long() ? 10 : !MR_BRIEF_BUILD;
  expect_count(expect_rows(false, 3, large), 7 + large);
}

static void every_figure_of_nearly_colorboundmost_comes_out(void **state) {
  (void)state;
  unsigned large = is_long() ? 2 : !MR_BRIEF_BUILD;
  expect_count(expect_rows(true, 4, large), 5 + large);
}

/* ---- chess ----------------------------------------------------------------------------------- */

static void expect_moves(const char *text, unsigned moves) {
  mr_game *game = mr_game_open("chess", "");
  mr_endgame_men men = mr_men_of(game, text);
  mr_endgame *endgame = mr_tables_of(game, &men);
  mr_endgame_summary found;
  mr_endgame_summarise(endgame, 0, &found);
  assert_int_equal(found.side[0].longest_win, 2 * moves - 1);
  assert_int_equal(found.side[1].longest_loss, 2 * moves);
  mr_endgame_play_wins(game, endgame, &men, MR_BRIEF_BUILD ? 2 : 10);
  mr_endgame_free(endgame);
  mr_game_free(game);
}

/* @param most men */
static unsigned expect_chess(size_t least, size_t most) {
  char line[256];
  char men[16];
  unsigned rows = 0;
  FILE *file = fopen(MR_SOURCE_DIR "/tests/data/chess.endgames.tsv", "r");
  assert_non_null(file);
  while (rows < ROWS_MOST && fgets(line, sizeof line, file) != NULL) {
    if (line[0] != '#' && sscanf(line, "%15s ", men) == 1 && strlen(men) - 1 >= least &&
        strlen(men) - 1 <= most) {
      expect_moves(men, (unsigned)number_behind(line, "\t"));
      rows++;
    }
  }
  assert_int_equal(fclose(file), 0);
  return rows;
}

static void queen_and_rook_mate_in_ten_and_sixteen_moves(void **state) {
  (void)state;
  expect_count(expect_chess(3, 3), 2);
}

static void bishop_and_knight_mate_in_thirty_three_moves(void **state) {
  (void)state;
  if (!is_long()) {
    skip();
  }
  expect_count(expect_chess(4, 4), 1);
}

/* ---- claims ---------------------------------------------------------------------------------- */

typedef struct claim {
  const char *state;
  bool won; /* by White */
  unsigned plies;
} claim;

static mr_tablebase_result truth_of(mr_endgame *endgame, const mr_game *game, const char *text) {
  mr_tablebase_result found = {MR_NOBODY, 0};
  mr_error err = {.message = ""};
  mr_state *at = mr_state_new(game, NULL);
  if (mr_game_parse_state(game, text, strlen(text), at, &err) != MR_OK ||
      mr_endgame_probe(endgame, at, &found, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  mr_state_free(game, NULL, at);
  return found;
}

static void expect_claims(const char *text, const claim *claims, size_t count) {
  mr_game *game = mr_game_open("colorboundmost", "");
  mr_endgame_men men = light_men(game, text);
  mr_endgame *endgame = mr_tables_of(game, &men);
  for (size_t i = 0; i < count; i++) {
    mr_tablebase_result found = truth_of(endgame, game, claims[i].state);
    assert_int_equal(found.winner.id, claims[i].won ? 0 : MR_NOBODY_ID);
    assert_int_equal(found.plies, claims[i].plies);
  }
  mr_endgame_free(endgame);
  mr_game_free(game);
}

#define EXPECT_CLAIMS(men, claims) \
  expect_claims((men), (claims), sizeof(claims) / sizeof((claims)[0]))

static void a_bishop_cuts_the_king_off_from_the_pawn(void **state) {
  (void)state;
  leave_large_tables();
  static const claim claims[] = {{"4k3/8/8/8/8/8/4P1B1/8 w - - 0 1 l -", true, 13},
                                 {"4k3/8/8/8/8/8/4P1B1/8 b - - 0 1 l -", true, 14}};
  EXPECT_CLAIMS("BPvK", claims);
}

static void the_king_before_the_pawn_is_in_zugzwang(void **state) {
  (void)state;
  leave_large_tables();
  static const claim claims[] = {{"k7/8/P7/8/8/8/8/5B2 b - - 0 1 l -", true, 10},
                                 {"k7/8/P7/8/8/8/8/5B2 w - - 0 1 l -", true, 9},
                                 {"k7/1P6/8/8/8/8/8/5B2 b - - 0 1 l -", false, 0},
                                 {"k7/8/P7/8/8/8/4B3/8 b - - 0 1 l -", true, 8}};
  EXPECT_CLAIMS("BPvK", claims);
}

static void a_pawn_before_the_king_is_drawn_or_trapped(void **state) {
  (void)state;
  static const claim claims[] = {{"8/8/8/8/8/3P4/8/3k4 w - - 0 1 l -", false, 0},
                                 {"8/7P/6k1/8/8/8/8/8 w - - 0 1 l -", false, 0}};
  EXPECT_CLAIMS("PvK", claims);
}

/* The document says that this is drawn with Black to move. It is where Black may pass. */
static void two_pawns_win_against_the_king_to_move_and_no_otherwise(void **state) {
  (void)state;
  leave_large_tables();
  static const claim claims[] = {{"8/8/4k3/8/4P3/3P4/8/8 b - - 0 1 l -", true, 20},
                                 {"8/8/4k3/8/4P3/3P4/8/8 w - - 0 1 l -", false, 0}};
  EXPECT_CLAIMS("PPvK", claims);
}

/* In the game of one move a turn White's king may wait, and Black's may go to b7. */
static void the_zugzwang_is_a_draw_in_nearly_but_for_one_square_of_the_king(void **state) {
  (void)state;
  if (!is_long()) {
    skip(); /* four men, half of what this program takes */
  }
  mr_game *game = mr_game_open("nearly-colorboundmost", "");
  mr_endgame_men men = light_men(game, "KBPvK");
  mr_endgame *endgame = mr_tables_of(game, &men);
  mr_state *at = mr_state_new(game, NULL);
  for (uint16_t cell = 0; cell < 64; cell++) {
    mr_placement placed[] = {{men.items[0].piece, {cell}},
                             {men.items[1].piece, {5}},
                             {men.items[2].piece, {40}},
                             {men.items[3].piece, {56}}};
    if ((cell % 8 + cell / 8) % 2 != 0) {
      continue;
    }
    for (uint8_t player = 0; player < 2; player++) {
      mr_tablebase_result found = {{77}, 77};
      bool wins = player == 0 && cell == 48;
      assert_true(mr_game_compose(game, placed, 4, (mr_player){player}, at));
      assert_int_equal(mr_endgame_probe(endgame, at, &found, NULL), MR_OK);
      assert_int_equal(found.winner.id, wins ? 0 : MR_NOBODY_ID);
      assert_int_equal(found.plies, wins ? 7 : 0);
    }
  }
  mr_state_free(game, NULL, at);
  mr_endgame_free(endgame);
  mr_game_free(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_figure_of_one_colour_of_colorboundmost_comes_out),
    cmocka_unit_test(every_figure_of_nearly_colorboundmost_comes_out),
    cmocka_unit_test(queen_and_rook_mate_in_ten_and_sixteen_moves),
    cmocka_unit_test(bishop_and_knight_mate_in_thirty_three_moves),
    cmocka_unit_test(a_bishop_cuts_the_king_off_from_the_pawn),
    cmocka_unit_test(the_king_before_the_pawn_is_in_zugzwang),
    cmocka_unit_test(a_pawn_before_the_king_is_drawn_or_trapped),
    cmocka_unit_test(two_pawns_win_against_the_king_to_move_and_no_otherwise),
    cmocka_unit_test(the_zugzwang_is_a_draw_in_nearly_but_for_one_square_of_the_king),
};
MR_TEST_MAIN(tests)
