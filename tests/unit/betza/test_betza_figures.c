/*
 * Movements against figures from elsewhere: every prefix of directions of
 * tests/data/betza-directions.tsv, every line of tests/data/betza.moves.jsonl, and the diagrams of
 * the Colorboundmost document.
 */
#include <marcher/betza.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "betza_fixture.h"
#include "jsonl.h"
#include "test_main.h"

enum { PREFIXES = 212, PREFIXES_READ = 142, LINES = 912 };

/* ---- directions ------------------------------------------------------------------------------ */

/** What a piece reaches from the middle of a large board, as the figures write it. */
static void offsets_of(const char *movement, bool out[7][7]) {
  mr_betza_board board = mr_betza_empty(15, 15);
  mr_betza_moves moves = mr_betza_moves_from(mr_betza_of(movement), &board, "h8", false);
  memset(out, 0, sizeof(bool[7][7]));
  for (int rank = 0; rank < 15; rank++) {
    for (int file = 0; file < 15; file++) {
      bool near = rank >= 4 && rank <= 10 && file >= 4 && file <= 10;
      if (near) {
        out[rank - 4][file - 4] = moves.quiet.on[rank][file];
      } else {
        assert_false(moves.quiet.on[rank][file]);
      }
    }
  }
}

static void read_offsets(char *text, bool out[7][7]) {
  memset(out, 0, sizeof(bool[7][7]));
  for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
    char *end = NULL;
    long file = strtol(word, &end, 10);
    long rank = strtol(end, &end, 10);
    assert_true(*end == '\0' && labs(file) <= 3 && labs(rank) <= 3);
    out[rank + 3][file + 3] = true;
  }
}

/** @return whether the line is one that can be read */
static bool check_prefix(char *line) {
  char *movement = line;
  char *spec = strchr(line, '\t');
  assert_non_null(spec);
  *spec++ = '\0';
  *strchr(spec, '\t') = '\0';
  if (spec[0] == '(') {
    return false;
  }
  char slider[16];
  assert_true(snprintf(slider, sizeof slider, "%s%s", movement,
                       movement[strlen(movement) - 1] == 'Q' ? "1" : "") < (int)sizeof slider);
  bool expected[7][7];
  bool found[7][7];
  read_offsets(spec, expected);
  offsets_of(slider, found);
  if (memcmp(expected, found, sizeof found) != 0) {
    fail_msg("%s goes elsewhere", movement);
  }
  return true;
}

static void every_prefix_of_directions_means_what_the_figures_say(void **unused) {
  (void)unused;
  FILE *file = fopen(MR_SOURCE_DIR "/tests/data/betza-directions.tsv", "r");
  assert_non_null(file);
  char line[256];
  size_t prefixes = 0;
  size_t read = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    if (line[0] != '#' && strncmp(line, "betza\t", 6) != 0) {
      prefixes++;
      read += check_prefix(line);
    }
  }
  fclose(file);
  assert_int_equal(prefixes, PREFIXES);
  assert_int_equal(read, PREFIXES_READ);
}

/** Every other prefix of the figures: K and Q with directions. */
static void king_and_queen_with_directions_are_refused_with_a_way_out(void **unused) {
  (void)unused;
  FILE *file = fopen(MR_SOURCE_DIR "/tests/data/betza-directions.tsv", "r");
  assert_non_null(file);
  char line[256];
  size_t refused = 0;
  while (fgets(line, sizeof line, file) != NULL) {
    size_t length = strcspn(line, "\t");
    if (strstr(line, "(avoid") == NULL) {
      continue;
    }
    mr_arena arena;
    mr_error error = {0};
    const mr_betza *betza = NULL;
    mr_arena_init(&arena, NULL, 0);
    assert_int_not_equal(mr_betza_parse(line, length, &arena, &betza, &error), MR_OK);
    assert_null(betza);
    const char *suggestion = strstr(error.message, "write ");
    if (suggestion != NULL) {
      assert_int_equal(error.column, 1);
      assert_non_null(mr_betza_of(suggestion + 6));
    } else {
      assert_memory_equal(line, "h", 1);
    }
    mr_arena_done(&arena);
    refused++;
  }
  fclose(file);
  assert_int_equal(refused, PREFIXES - PREFIXES_READ);
}

/* ---- moves ----------------------------------------------------------------------------------- */

static mr_betza_board board_of(const json_t *line) {
  mr_betza_board board = mr_betza_empty((uint8_t)mr_json_number(line, "files"),
                                        (uint8_t)mr_json_number(line, "ranks"));
  static const char *const sides[] = {"white", "black"};
  for (size_t side = 0; side < 2; side++) {
    size_t i;
    json_t *square;
    json_array_foreach(mr_json_member(line, sides[side]), i, square) {
      mr_betza_put(&board, json_string_value(square), sides[side][0]);
    }
  }
  mr_betza_put(&board, mr_json_text(line, "from"), 'w');
  return board;
}

static mr_betza_squares squares_of(const json_t *line, const char *key) {
  mr_betza_squares squares = {0};
  size_t i;
  json_t *square;
  json_array_foreach(mr_json_member(line, key), i, square) {
    uint8_t file = 0;
    uint8_t rank = 0;
    mr_betza_square(json_string_value(square), &file, &rank);
    squares.on[rank][file] = true;
  }
  return squares;
}

static void assert_squares(size_t line, const char *movement, const char *what,
                           const mr_betza_squares *found, const mr_betza_squares *expected) {
  if (memcmp(found, expected, sizeof *found) != 0) {
    print_error("%s\n", mr_betza_squares_text(expected));
    fail_msg("line %zu: %s of %s: %s", line + 1, what, movement, mr_betza_squares_text(found));
  }
}

static void every_line_of_the_figures_has_the_same_moves(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("betza.moves.jsonl");
  assert_int_equal(json_array_size(lines), LINES);
  for (size_t i = 0; i < LINES; i++) {
    const json_t *line = json_array_get(lines, i);
    const char *movement = mr_json_text(line, "betza");
    mr_betza_board board = board_of(line);
    mr_betza_moves found =
        mr_betza_moves_from(mr_betza_of(movement), &board, mr_json_text(line, "from"), false);
    mr_betza_squares quiet = squares_of(line, "moves");
    mr_betza_squares captures = squares_of(line, "captures");
    assert_squares(i, movement, "moves", &found.quiet, &quiet);
    assert_squares(i, movement, "captures", &found.captures, &captures);
  }
  json_decref(lines);
}

/** A mirror image by half a turn. */
static mr_betza_board turned_board(const mr_betza_board *board) {
  mr_betza_board turned = mr_betza_empty(board->files, board->ranks);
  for (unsigned rank = 0; rank < board->ranks; rank++) {
    for (unsigned file = 0; file < board->files; file++) {
      char man = board->men[rank][file];
      turned.men[board->ranks - 1 - rank][board->files - 1 - file] = man == 'w'   ? 'b'
                                                                     : man == 'b' ? 'w'
                                                                                  : man;
    }
  }
  return turned;
}

static void assert_turned(const mr_betza_board *board, const mr_betza_squares *white,
                          const mr_betza_squares *black) {
  for (unsigned rank = 0; rank < board->ranks; rank++) {
    for (unsigned file = 0; file < board->files; file++) {
      assert_int_equal(white->on[rank][file],
                       black->on[board->ranks - 1 - rank][board->files - 1 - file]);
    }
  }
}

static void blacks_moves_are_whites_turned_by_half_a_turn(void **unused) {
  (void)unused;
  json_t *lines = mr_jsonl_read("betza.moves.jsonl");
  for (size_t i = 0; i < LINES; i++) {
    const json_t *line = json_array_get(lines, i);
    const mr_betza *betza = mr_betza_of(mr_json_text(line, "betza"));
    mr_betza_board board = board_of(line);
    mr_betza_board turned = turned_board(&board);
    const char *from = mr_json_text(line, "from");
    uint8_t file = 0;
    uint8_t rank = 0;
    mr_betza_square(from, &file, &rank);
    char there[8];
    (void)snprintf(there, sizeof there, "%c%d", 'a' + board.files - 1 - file, board.ranks - rank);
    mr_betza_moves white = mr_betza_moves_from(betza, &board, from, false);
    mr_betza_moves black = mr_betza_moves_from(betza, &turned, there, true);
    assert_turned(&board, &white.quiet, &black.quiet);
    assert_turned(&board, &white.captures, &black.captures);
    assert_turned(&board, &white.ep, &black.ep);
  }
  json_decref(lines);
}

/* ---- the Colorboundmost document ------------------------------------------------------------- */

static void assert_reach(const char *movement, const char *from, const char *squares) {
  mr_betza_board board = mr_betza_empty(8, 8);
  mr_betza_moves moves = mr_betza_moves_from(mr_betza_of(movement), &board, from, false);
  assert_string_equal(mr_betza_squares_text(&moves.quiet), squares);
}

/** The squares of a diagram, the eighth rank first, that hold one of the letters. */
static mr_betza_squares drawn(const char *const diagram[8], char letter) {
  mr_betza_squares squares = {0};
  for (int rank = 0; rank < 8; rank++) {
    for (int file = 0; file < 8; file++) {
      const char *cell = diagram[7 - rank] + 3 * file;
      squares.on[rank][file] = cell[0] == letter || cell[1] == letter;
    }
  }
  return squares;
}

static size_t count_squares(const mr_betza_squares *squares) {
  size_t count = 0;
  for (int rank = 0; rank < MR_BETZA_SIDE_MAX; rank++) {
    for (int file = 0; file < MR_BETZA_SIDE_MAX; file++) {
      count += squares->on[rank][file];
    }
  }
  return count;
}

static void assert_drawn(const char *const diagram[8], char letter, size_t count,
                         const char *movement, const char *from) {
  mr_betza_board board = mr_betza_empty(8, 8);
  mr_betza_moves moves = mr_betza_moves_from(mr_betza_of(movement), &board, from, false);
  mr_betza_squares expected = drawn(diagram, letter);
  assert_int_equal(count_squares(&expected), count);
  assert_squares(0, movement, "diagram", &moves.quiet, &expected);
}

static void the_colorboundmost_queen_is_the_one_of_the_diagram(void **unused) {
  (void)unused;
  static const char *const diagram[8] = {
      "b. .. .. .. cd .. .. ..", ".. b. .. c. .. c. .. b.", ".. .. b. .. cd .. b. ..",
      ".. c. .. bc .. bc .. c.", "cd .. cd .. Q. .. cd ..", ".. c. .. bc .. bc .. c.",
      ".. .. b. .. cd .. b. ..", ".. b. .. c. .. c. .. b.",
  };
  assert_drawn(diagram, 'c', 18, "zFF", "e4");
  assert_drawn(diagram, 'd', 6, "DD", "e4");
  assert_drawn(diagram, 'b', 13, "B", "e4");
}

static void the_raider_is_the_one_of_the_diagram(void **unused) {
  (void)unused;
  assert_reach("FfsLbbL", "e4", "d1 f1 d3 f3 b5 d5 f5 h5");
}

static void a_crooked_bishop_has_eight_paths(void **unused) {
  (void)unused;
  assert_string_equal(mr_betza_trails_text("mzFF", 8, 8, "e4"),
                      "~f5:m>e6:m>f7:m>e8:m ~f5:m>g4:m>h5:m "
                      "~f3:m>g4:m>h3:m ~f3:m>e2:m>f1:m "
                      "~d3:m>e2:m>d1:m ~d3:m>c4:m>b3:m>a4:m "
                      "~d5:m>c4:m>b5:m>a4:m ~d5:m>e6:m>d7:m>e8:m");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_prefix_of_directions_means_what_the_figures_say),
    cmocka_unit_test(king_and_queen_with_directions_are_refused_with_a_way_out),
    cmocka_unit_test(every_line_of_the_figures_has_the_same_moves),
    cmocka_unit_test(blacks_moves_are_whites_turned_by_half_a_turn),
    cmocka_unit_test(the_colorboundmost_queen_is_the_one_of_the_diagram),
    cmocka_unit_test(the_raider_is_the_one_of_the_diagram),
    cmocka_unit_test(a_crooked_bishop_has_eight_paths),
};

MR_TEST_MAIN_WITH(tests, mr_betza_fixture_open, mr_betza_fixture_close)
