/* Variations of games in PGN, read and written. */
#include <marcher/pgn.h>
#include <string.h>

#include "test_main.h"

/* Every node as "number<parent text {comment}". */
static void has_nodes(const char *text, const char *expected) {
  mr_pgn_reader *reader = NULL;
  mr_pgn_game game;
  mr_error err;
  bool found = false;
  mr_str out = mr_str_growing(NULL);
  assert_int_equal(mr_pgn_reader_over(NULL, "file", text, strlen(text), &reader, &err), MR_OK);
  mr_pgn_reader_keep_variations(reader);
  if (mr_pgn_next(reader, &game, &found, &err) != MR_OK) {
    fail_msg("%u:%u: %s", err.line, err.column, err.message);
  }
  assert_true(found);
  for (size_t i = 0; i < game.node_count; i++) {
    const mr_pgn_node *node = &game.nodes[i];
    mr_str_format(&out, "%s%zu<%u %s", i > 0 ? " " : "", i + 1, node->parent, node->move.text);
    if (node->move.comment != NULL) {
      mr_str_format(&out, " {%s}", node->move.comment);
    }
  }
  assert_string_equal(mr_str_text(&out), expected);
  mr_str_done(&out);
  mr_pgn_reader_free(reader);
}

static void variations_hang_where_they_begin(void **unused) {
  (void)unused;
  has_nodes("1. e4 e5 2. Nf3 *", "1<0 e4 2<1 e5 3<2 Nf3");
  has_nodes("1. e4 (1. d4 d5) (1. c4) e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3 1-0",
            "1<0 e4 2<0 d4 3<2 d5 4<0 c4 5<1 e5 6<1 c5 7<6 Nf3 8<6 c3 9<5 Nf3");
  has_nodes("(1. d4) 1. e4 *", "1<0 d4 2<0 e4");
  has_nodes("1. e4 (1. d4 1-0) e5 *", "1<0 e4 2<0 d4 3<1 e5");
}

static void comments_stay_with_their_moves(void **unused) {
  (void)unused;
  has_nodes("{first} 1. e4 {a} ({early} 1. d4 {b} d5 {c}) {d} e5 (1... c5) {e} *",
            "1<0 e4 {a d} 2<0 d4 {early b} 3<2 d5 {c} 4<1 e5 {e} 5<1 c5");
  has_nodes("1. e4 ({nothing}) e5 *", "1<0 e4 2<1 e5");
}

static void what_has_no_end_or_is_too_deep_is_told(void **unused) {
  (void)unused;
  mr_pgn_reader *reader = NULL;
  mr_pgn_game game;
  mr_error err;
  bool found = false;
  char deep[4 * MR_PGN_DEPTH_MAX + 8] = "";
  for (size_t i = 0; i <= MR_PGN_DEPTH_MAX; i++) {
    memcpy(deep + 3 * i, "e4(", 4);
  }
  const struct {
    const char *text;
    mr_status status;
    unsigned column;
    const char *message;
  } faults[] = {
      {"1. e4 (1. d4", MR_ERR_SYNTAX, 7, "a variation has no end"},
      {"1. e4 )", MR_ERR_SYNTAX, 7, "expected a move, a comment or a result"},
      {deep, MR_ERR_LIMIT, 3 * MR_PGN_DEPTH_MAX + 3, "variations within one another, too deep"},
  };
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
    const char *text = faults[i].text;
    assert_int_equal(mr_pgn_reader_over(NULL, "file", text, strlen(text), &reader, &err), MR_OK);
    mr_pgn_reader_keep_variations(reader);
    assert_int_equal(mr_pgn_next(reader, &game, &found, &err), faults[i].status);
    assert_string_equal(err.message, faults[i].message);
    assert_int_equal(err.column, faults[i].column);
    mr_pgn_reader_free(reader);
  }
}

static void without_being_asked_for_they_are_skipped(void **unused) {
  (void)unused;
  static const char text[] = "1. e4 (1. d4 {x} (1. c4)) e5 *";
  mr_pgn_reader *reader = NULL;
  mr_pgn_game game;
  bool found = false;
  assert_int_equal(mr_pgn_reader_over(NULL, "file", text, strlen(text), &reader, NULL), MR_OK);
  assert_int_equal(mr_pgn_next(reader, &game, &found, NULL), MR_OK);
  assert_int_equal(game.move_count, 2);
  assert_int_equal(game.node_count, 0);
  mr_pgn_reader_free(reader);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(variations_hang_where_they_begin),
    cmocka_unit_test(comments_stay_with_their_moves),
    cmocka_unit_test(what_has_no_end_or_is_too_deep_is_told),
    cmocka_unit_test(without_being_asked_for_they_are_skipped),
};

MR_TEST_MAIN(tests)
