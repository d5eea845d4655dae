#include <marcher/view.h>

#include "failing_alloc.h"
#include "test_main.h"

/* A picture of 3 x 2 squares with a piece of pips on b2 and a line from a1 to c2. */
static void draw(mr_view *view, mr_arena *arena, mr_view_piece *piece, mr_view_line *line) {
  assert_int_equal(mr_view_init(view, arena, 3, 2, 2, -1), MR_OK);
  *piece = (mr_view_piece){
      .name = "124", .label = "124", .pip_columns = 3, .pip_rows = 3, .pips = 0x123};
  *line = (mr_view_line){.from = 3, .to = 2, .way = MR_WAY_BOTH};
  view->pieces = piece;
  view->piece_count = 1;
  view->cells[1].piece = 1;
  view->cells[1].marks = MR_MARK_TO;
  view->cells[5].regions = 1;
  view->lines = line;
  view->line_count = 1;
}

static void a_turned_picture_is_seen_from_the_other_side(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  mr_view_piece piece;
  mr_view_line line;
  mr_arena_init(&arena, NULL, 0);
  draw(&view, &arena, &piece, &line);
  assert_int_equal(mr_view_turn(&view, &arena), MR_OK);
  assert_string_equal(view.column_names[0], "c");
  assert_string_equal(view.column_names[2], "a");
  assert_string_equal(view.row_names[0], "1");
  assert_string_equal(view.row_names[1], "2");
  assert_int_equal(view.cells[4].cell.id, 1);
  assert_int_equal(view.cells[4].piece, 1);
  assert_int_equal(view.cells[4].marks, MR_MARK_TO);
  assert_int_equal(view.cells[0].regions, 1);
  assert_int_equal(view.lines[0].from, 2);
  assert_int_equal(view.lines[0].to, 3);
  assert_int_equal(view.pieces[0].pips, 0x189); /* 100100011 backwards */
  assert_ptr_equal(mr_view_find(&view, (mr_cell){1}), &view.cells[4]);
  mr_arena_done(&arena);
}

/* Its pattern and its moves: from the other side forwards is down. */
static void a_turned_piece_moves_the_other_way(void **state) {
  (void)state;
  enum { SIDE = MR_VIEW_MOVES_SIDE };
  const mr_view_moves soldier = {.move = UINT64_C(1) << (2 * SIDE + 3), /* one step ahead */
                                 .capture = UINT64_C(1)
                                            << (1 * SIDE + 2),  /* two, and to the left */
                                 .ray_move = 1u << 1 | 1u << 6, /* north-east, west */
                                 .ray_capture = 1u << 7,
                                 .ray_hop = 1u << 4,
                                 .tile = MR_TILE_CHIEF};
  const mr_view_piece piece = {.moves = &soldier, .pip_columns = 2, .pip_rows = 1, .pips = 1};
  mr_view_moves moves;
  mr_view_piece turned = mr_view_turn_piece(&piece, &moves);
  assert_ptr_equal(turned.moves, &moves);
  assert_int_equal(turned.pips, 2);
  assert_int_equal(moves.move, UINT64_C(1) << (4 * SIDE + 3));
  assert_int_equal(moves.capture, UINT64_C(1) << (5 * SIDE + 4));
  assert_int_equal(moves.ray_move, 1u << 5 | 1u << 2);
  assert_int_equal(moves.ray_capture, 1u << 3);
  assert_int_equal(moves.ray_hop, 1u << 0);
  assert_int_equal(moves.tile, MR_TILE_CHIEF);
}

/* Names and directions of squares are the board's, from whichever side it is seen. */
static void regions_are_told_alike_from_both_sides(void **state) {
  (void)state;
  static const struct {
    int first_row, step;
    uint64_t cells;
    const char *squares;
  } cases[] = {{2, -1, 0x07, "rank 2"},
               {2, -1, 0x1b, "files a-b"},
               {2, -1, 0x20, "c1"},
               {3, 1, 0x07, "row 3"},
               {3, 1, 0x36, "columns b-c"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_arena arena;
    mr_view view;
    mr_view_region region = {"region", MR_NOBODY, false};
    mr_arena_init(&arena, NULL, 0);
    assert_int_equal(mr_view_init(&view, &arena, 3, 2, cases[i].first_row, cases[i].step), MR_OK);
    view.regions = &region;
    view.region_count = 1;
    for (size_t k = 0; k < 6; k++) {
      view.cells[k].regions = cases[i].cells >> k & 1;
    }
    for (int side = 0; side < 2; side++) {
      char text[80];
      mr_str out = mr_str_fixed(text, sizeof text);
      mr_view_add_squares(&view, 0, &out);
      assert_string_equal(text, cases[i].squares);
      assert_int_equal(mr_view_turn(&view, &arena), MR_OK);
    }
    mr_arena_done(&arena);
  }
}

static void turned_twice_it_is_as_it_was(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  mr_view_piece piece;
  mr_view_line line;
  mr_arena_init(&arena, NULL, 0);
  draw(&view, &arena, &piece, &line);
  assert_int_equal(mr_view_turn(&view, &arena), MR_OK);
  assert_int_equal(mr_view_turn(&view, &arena), MR_OK);
  for (uint16_t i = 0; i < 6; i++) {
    assert_int_equal(view.cells[i].cell.id, i);
  }
  assert_int_equal(view.pieces[0].pips, piece.pips);
  assert_string_equal(view.row_names[0], "2");
  assert_int_equal(view.lines[0].from, 3);
  mr_arena_done(&arena);
}

static void without_memory_it_stays_as_it_is(void **state) {
  (void)state;
  mr_arena arena;
  mr_arena tight;
  mr_view view;
  mr_view_piece piece;
  mr_view_line line;
  mr_fail_alloc memory;
  mr_arena_init(&arena, NULL, 0);
  draw(&view, &arena, &piece, &line);
  mr_fail_alloc_init(&memory, 1);
  mr_arena_init(&tight, &memory.allocator, 0);
  assert_int_equal(mr_view_turn(&view, &tight), MR_ERR_NOMEM);
  assert_int_equal(view.cells[1].piece, 1);
  assert_ptr_equal(view.pieces, &piece);
  mr_arena_done(&tight);
  mr_arena_done(&arena);
  assert_true(mr_fail_alloc_clean(&memory));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_turned_picture_is_seen_from_the_other_side),
    cmocka_unit_test(a_turned_piece_moves_the_other_way),
    cmocka_unit_test(regions_are_told_alike_from_both_sides),
    cmocka_unit_test(turned_twice_it_is_as_it_was),
    cmocka_unit_test(without_memory_it_stays_as_it_is),
};
MR_TEST_MAIN(tests)
