#include <marcher/view.h>

#include <string.h>

#include "failing_alloc.h"
#include "test_main.h"

static void a_fresh_picture_has_names_cells_and_plain_ground(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_view_init(&view, &arena, 3, 2, 8, -1), MR_OK);
  assert_int_equal(view.columns, 3);
  assert_int_equal(view.rows, 2);
  assert_string_equal(view.column_names[0], "a");
  assert_string_equal(view.column_names[2], "c");
  assert_string_equal(view.row_names[0], "8");
  assert_string_equal(view.row_names[1], "7");
  for (uint16_t i = 0; i < 6; i++) {
    assert_int_equal(view.cells[i].cell.id, i);
    assert_int_equal(view.cells[i].piece, 0);
    assert_int_equal(view.cells[i].marks, 0);
  }
  assert_int_equal(view.terrain_count, 1);
  assert_string_equal(view.terrains[0].name, "plain");
  assert_int_equal(view.node.kind, MR_NODE_TERMINAL);
  assert_int_equal(view.node.player.id, MR_NOBODY_ID);
  assert_int_equal(view.piece_count + view.region_count + view.hand_count + view.note_count, 0);
  mr_arena_done(&arena);
}

static void columns_beyond_z_have_two_letters_and_rows_any_number(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_view_init(&view, &arena, 710, 3, -1, 1), MR_OK);
  assert_string_equal(view.column_names[25], "z");
  assert_string_equal(view.column_names[26], "aa");
  assert_string_equal(view.column_names[51], "az");
  assert_string_equal(view.column_names[52], "ba");
  assert_string_equal(view.column_names[701], "zz");
  assert_string_equal(view.column_names[702], "aaa");
  assert_string_equal(view.row_names[0], "-1");
  assert_string_equal(view.row_names[2], "1");
  mr_arena_done(&arena);
}

/* What is said of a region of the squares that have an x. */
static void assert_squares(int first_row, int step, const char *drawing, const char *expected) {
  char text[200];
  mr_arena arena;
  mr_view view;
  mr_view_region region = {"region", MR_NOBODY, false};
  mr_str out = mr_str_fixed(text, sizeof text);
  uint16_t columns = (uint16_t)strcspn(drawing, "/");
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_view_init(&view, &arena, columns,
                                (uint16_t)((strlen(drawing) + 1) / (columns + 1u)), first_row,
                                step),
                   MR_OK);
  view.regions = &region;
  view.region_count = 1;
  for (size_t i = 0; i < (size_t)view.columns * view.rows; i++) {
    char c = drawing[i + i / view.columns];
    view.cells[i].regions = c == 'x';
    view.cells[i].cell = c == ' ' ? MR_NOWHERE : view.cells[i].cell;
  }
  mr_view_add_squares(&view, 0, &out);
  assert_string_equal(text, expected);
  mr_arena_done(&arena);
}

static void squares_of_a_region_are_told_in_few_words(void **state) {
  (void)state;
  assert_squares(4, -1, "xxx/xxx/.../...", "ranks 3-4");
  assert_squares(4, -1, "xxx/.../xxx/xxx", "ranks 1-2 and 4");
  assert_squares(4, -1, ".../xxx/.../...", "rank 3");
  assert_squares(6, -1, "xxx/.../xxx/.../xxx/xxx", "ranks 1-2, 4 and 6");
  assert_squares(2, -1, "x.x.x/xxxxx", "rank 1, files a, c and e");
  assert_squares(4, -1, "x.x/x.x/x.x/x.x", "files a and c");
  assert_squares(4, -1, ".x./xxx/.x./.x.", "rank 3, file b");
  assert_squares(4, -1, "xxx/x../.../..x", "rank 4, c1 a3");
  assert_squares(4, -1, "xx./xx./.../xx.", "a3-b4 a1-b1");
  assert_squares(0, 1, "xxx/.../.../..x", "row 0, c3");
  assert_squares(0, 1, ".x./.x./.x./.x.", "column b");
  assert_squares(4, -1, "xx /x  /   /   ", "ranks 3-4"); /* holes are no squares */
  assert_squares(1, -1, "xx.", "a1-b1");
  assert_squares(1, -1, "x", "a1");
  assert_squares(2, -1, "../..", "");
}

/* Three regions of two squares each, the first and the third of the same. */
static void lay_regions(mr_view *view, mr_arena *arena, mr_view_region *regions) {
  assert_int_equal(mr_view_init(view, arena, 4, 1, 1, 1), MR_OK);
  regions[0] = (mr_view_region){"White's zone", {0}, false};
  regions[1] = (mr_view_region){"the road", MR_NOBODY, false};
  regions[2] = (mr_view_region){"Black's village", {1}, false};
  view->regions = regions;
  view->region_count = 3;
  view->cells[0].regions = view->cells[1].regions = 5;
  view->cells[2].regions = view->cells[3].regions = 2;
}

static void regions_of_the_same_cells_become_one_with_both_names(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  mr_view_region regions[3];
  mr_arena_init(&arena, NULL, 0);
  lay_regions(&view, &arena, regions);
  assert_int_equal(mr_view_join_regions(&view, &arena), MR_OK);
  assert_int_equal(view.region_count, 2);
  assert_string_equal(view.regions[0].name, "White's zone; Black's village");
  assert_int_equal(view.regions[0].owner.id, MR_NOBODY_ID);
  assert_string_equal(view.regions[1].name, "the road");
  assert_int_equal(view.cells[0].regions, 1);
  assert_int_equal(view.cells[3].regions, 2);
  lay_regions(&view, &arena, regions);
  regions[2].aside = true;
  assert_int_equal(mr_view_join_regions(&view, &arena), MR_OK);
  assert_int_equal(view.region_count, 3);
  assert_int_equal(view.cells[0].regions, 5);
  mr_arena_done(&arena);
}

static void facts_are_kept_with_their_words_as_far_as_there_is_room(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  char words[] = "dark light";
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_view_init(&view, &arena, 4, 1, 1, 1), MR_OK);
  mr_view_fact fact = {.id = "owed", .kind = MR_FACT_WORDS, .words = words};
  assert_int_equal(mr_view_add_fact(&view, &arena, fact), MR_OK);
  words[0] = 'X';
  assert_string_equal(view.facts[0].words, "dark light");
  fact = (mr_view_fact){.id = "turn", .kind = MR_FACT_COUNT};
  while (view.fact_count < MR_VIEW_FACTS_MAX) {
    assert_int_equal(mr_view_add_fact(&view, &arena, fact), MR_OK);
  }
  assert_int_equal(mr_view_add_fact(&view, &arena, fact), MR_ERR_LIMIT);
  mr_arena_done(&arena);
}

static void a_picture_of_impossible_size_is_refused(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view = {.columns = 77};
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_view_init(&view, &arena, 0, 2, 1, 1), MR_ERR_ARGUMENT);
  assert_int_equal(mr_view_init(&view, &arena, 2, 0, 1, 1), MR_ERR_ARGUMENT);
  assert_int_equal(mr_view_init(NULL, &arena, 2, 2, 1, 1), MR_ERR_ARGUMENT);
  assert_int_equal(mr_view_init(&view, NULL, 2, 2, 1, 1), MR_ERR_ARGUMENT);
  assert_int_equal(mr_view_init(&view, &arena, 256, 256, 1, 1), MR_ERR_LIMIT);
  assert_int_equal(view.columns, 77);
  assert_int_equal(mr_view_init(&view, &arena, 255, 257, 1, 1), MR_OK);
  mr_arena_done(&arena);
}

static void memory_that_ends_leaves_the_output_alone(void **state) {
  (void)state;
  bool done = false;
  for (size_t limit = 1; !done; limit += 24) {
    mr_arena arena;
    mr_view view = {.columns = 77};
    mr_arena_init(&arena, NULL, limit);
    mr_status status = mr_view_init(&view, &arena, 3, 3, 1, 1);
    done = status == MR_OK;
    assert_true(done || status == MR_ERR_NOMEM);
    assert_int_equal(view.columns, done ? 3 : 77);
    mr_arena_done(&arena);
  }
}

static void cells_are_found_wherever_they_are_drawn(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_view_init(&view, &arena, 2, 2, 2, -1), MR_OK);
  assert_ptr_equal(mr_view_find(&view, (mr_cell){3}), &view.cells[3]);
  view.cells[0].cell = (mr_cell){100};
  view.cells[1].cell = MR_NOWHERE;
  view.cells[3].cell = (mr_cell){0};
  assert_ptr_equal(mr_view_find(&view, (mr_cell){100}), &view.cells[0]);
  assert_ptr_equal(mr_view_find(&view, (mr_cell){0}), &view.cells[3]);
  assert_null(mr_view_find(&view, (mr_cell){1}));
  assert_null(mr_view_find(&view, MR_NOWHERE));
  mr_arena_done(&arena);
}

static mr_event event_at(mr_event_kind kind, uint16_t from, uint16_t to) {
  mr_event event = mr_event_of(kind, (mr_player){0}, 0);
  event.from = (mr_cell){from};
  event.to = (mr_cell){to};
  return event;
}

static void what_events_did_is_marked(void **state) {
  (void)state;
  const uint16_t no = MR_NOWHERE_ID;
  const struct {
    mr_event event;
    unsigned from;
    unsigned to;
  } cases[] = {
      {event_at(MR_EVENT_MOVE, 0, 1), MR_MARK_FROM, MR_MARK_TO},
      {event_at(MR_EVENT_EXCHANGE, 0, 1), MR_MARK_FROM, MR_MARK_TO},
      {event_at(MR_EVENT_PLACE, no, 1), 0, MR_MARK_TO},
      {event_at(MR_EVENT_ARRIVE, no, 1), 0, MR_MARK_TO},
      {event_at(MR_EVENT_PROMOTE, no, 1), 0, MR_MARK_TO},
      {event_at(MR_EVENT_CONVERT, no, 1), 0, MR_MARK_TO},
      {event_at(MR_EVENT_CAPTURE, 0, 1), 0, MR_MARK_LOST},
      {event_at(MR_EVENT_RETURN, 0, no), MR_MARK_LOST, 0},
      {event_at(MR_EVENT_DUEL, 0, 1), 0, 0},
      {event_at(MR_EVENT_MOVE, 200, 201), 0, 0}, /* not drawn */
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_arena arena;
    mr_view view;
    mr_event event = cases[i].event;
    const mr_events events = {&event, 1, 1};
    mr_arena_init(&arena, NULL, 0);
    assert_int_equal(mr_view_init(&view, &arena, 2, 2, 2, -1), MR_OK);
    view.cells[1].marks = MR_MARK_THREAT;
    mr_view_mark_events(&view, &events);
    assert_int_equal(view.cells[0].marks, cases[i].from);
    assert_int_equal(view.cells[1].marks, cases[i].to | MR_MARK_THREAT);
    assert_int_equal(view.cells[2].marks, 0);
    mr_arena_done(&arena);
  }
}

static void marks_of_several_events_add_up(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  mr_event items[] = {event_at(MR_EVENT_CAPTURE, 0, 1), event_at(MR_EVENT_MOVE, 0, 1)};
  const mr_events events = {items, 2, 2};
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_view_init(&view, &arena, 2, 2, 2, -1), MR_OK);
  mr_view_mark_events(&view, &events);
  assert_int_equal(view.cells[1].marks, MR_MARK_LOST | MR_MARK_TO);
  mr_arena_done(&arena);
}

static void a_piece_that_captured_is_not_marked_as_removed(void **state) {
  (void)state;
  mr_arena arena;
  mr_view view;
  mr_event items[] = {event_at(MR_EVENT_CAPTURE, 0, 1), event_at(MR_EVENT_MOVE, 0, 1)};
  const mr_events events = {items, 2, 2};
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_view_init(&view, &arena, 2, 2, 2, -1), MR_OK);
  view.cells[1].piece = 1;
  mr_view_mark_events(&view, &events);
  assert_int_equal(view.cells[1].marks, MR_MARK_TO);
  mr_arena_done(&arena);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(squares_of_a_region_are_told_in_few_words),
    cmocka_unit_test(a_fresh_picture_has_names_cells_and_plain_ground),
    cmocka_unit_test(columns_beyond_z_have_two_letters_and_rows_any_number),
    cmocka_unit_test(regions_of_the_same_cells_become_one_with_both_names),
    cmocka_unit_test(facts_are_kept_with_their_words_as_far_as_there_is_room),
    cmocka_unit_test(a_picture_of_impossible_size_is_refused),
    cmocka_unit_test(memory_that_ends_leaves_the_output_alone),
    cmocka_unit_test(cells_are_found_wherever_they_are_drawn),
    cmocka_unit_test(what_events_did_is_marked),
    cmocka_unit_test(marks_of_several_events_add_up),
    cmocka_unit_test(a_piece_that_captured_is_not_marked_as_removed),
};

MR_TEST_MAIN(tests)
