#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "paint_fixture.h"
#include "test_main.h"

static const char *paint(const char *title) {
  mr_str_reset(&out);
  mr_paint_svg(&game, &sample.view, title, &out);
  assert_int_equal(out.status, MR_OK);
  mr_assert_markup(mr_str_text(&out), MR_MARKUP_XML);
  return mr_str_text(&out);
}

/** Nothing may be fetched from elsewhere, run, or named so that two drawings on a page clash. */
static void assert_self_contained(const char *text) {
  static const char *const forbidden[] = {"href", "url(", "<script", "<image", "<style",
                                          " id=", " on",  "@import", "class="};
  for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
    assert_null(strstr(text, forbidden[i]));
  }
}

static void every_kind_of_board_is_a_well_formed_document(void **state) {
  (void)state;
  static void (*const make[])(mr_sample *) = {mr_sample_borderline, mr_sample_borderlands,
                                              mr_sample_war, mr_sample_moves};
  for (size_t i = 0; i < sizeof make / sizeof make[0]; i++) {
    make[i](&sample);
    const char *text = paint("A title");
    assert_int_equal(strncmp(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg ", 44), 0);
    assert_int_equal(mr_count(text, "<svg "), 1);
    assert_non_null(strstr(text, "<title>A title</title>"));
    assert_self_contained(text);
    mr_sample_done(&sample);
  }
  mr_sample_board(&sample, 1, 1, 1, 1);
}

static void a_drawing_without_a_title_is_named_after_the_game(void **state) {
  (void)state;
  mr_sample_board(&sample, 2, 2, 2, -1);
  const char *text = paint(NULL);
  assert_non_null(strstr(text, "<title>Sample</title>"));
  assert_int_equal(mr_count(text, ">Sample<"), 1);
  assert_int_equal(mr_count(paint("Shown"), ">Shown<"), 2);
}

static void every_name_of_a_column_and_a_row_stands_at_both_ends(void **state) {
  (void)state;
  mr_sample_board(&sample, 12, 9, 9, -1);
  const char *text = paint(NULL);
  assert_int_equal(mr_count(text, ">a</text>"), 2);
  assert_int_equal(mr_count(text, ">l</text>"), 2);
  assert_int_equal(mr_count(text, ">9</text>"), 2);
  assert_int_equal(mr_count(text, ">1</text>"), 2);
}

/** Counts the dots of the paths that have a colour. */
static size_t dots_of(const char *text, const char *colour) {
  char open[64];
  size_t count = 0;
  snprintf(open, sizeof open, "stroke=\"%s\"", colour);
  for (const char *at = text; (at = strstr(at, open)) != NULL; at++) {
    const char *end = strstr(at, "/>");
    assert_non_null(end);
    for (const char *dot = at; dot < end; dot++) {
      count += strncmp(dot, "h0", 2) == 0;
    }
  }
  return count;
}

static void every_filled_pip_is_drawn_in_the_colour_of_its_owner(void **state) {
  (void)state;
  game = mr_sample_game("Red", "Blue");
  mr_sample_board(&sample, 2, 1, 0, 1);
  sample.view.pip_columns = 3;
  sample.view.pip_rows = 3;
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_pattern(&sample, 0, "522");
  mr_view_held held[] = {{mr_sample_pattern(&sample, 1, "777"), 3}};
  mr_sample_hand(&sample, 1, "hand", held, 1);
  const char *text = paint(NULL);
  assert_int_equal(dots_of(text, "#c8372d"), 4);
  assert_int_equal(dots_of(text, "#2f67b8"), 9);
  assert_int_equal(dots_of(text, "#8f1f18"), 5); /* the empty ones of the red piece */
  assert_int_equal(dots_of(text, "#b9ad95"), 9); /* the empty square */
  assert_int_equal(mr_count(text, ">777</text>"), 1);
  assert_int_equal(mr_count(text, ">3</text>"), 1);
}

/* Whoever sees no colours, or has a picture printed without them, sees whose a tile is. */
static void tiles_of_two_sides_differ_by_their_shapes(void **state) {
  (void)state;
  game = mr_sample_game("Red", "Blue");
  for (unsigned owner = 0; owner < 2; owner++) {
    mr_sample_board(&sample, 1, 1, 0, 1);
    sample.view.pip_columns = sample.view.pip_rows = 3;
    mr_sample_cell(&sample, 0, 0)->piece = mr_sample_pattern(&sample, owner, "222");
    /* Pips and what is left of them. */
    assert_int_equal(mr_count(paint(NULL), "stroke-linecap=\"square\""), 2 * owner);
    mr_sample_done(&sample);
  }
}

static void pips_of_one_owner_that_face_each_other_are_joined(void **state) {
  (void)state;
  game = mr_sample_game("Red", "Blue");
  mr_sample_board(&sample, 2, 2, 0, 1);
  sample.view.pip_columns = 3;
  sample.view.pip_rows = 3;
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_pattern(&sample, 0, "232");
  mr_sample_cell(&sample, 0, 1)->piece = mr_sample_pattern(&sample, 0, "222");
  mr_sample_cell(&sample, 1, 0)->piece = mr_sample_pattern(&sample, 1, "262");
  const char *text = paint(NULL);
  /* From the lowest pip of one square, 65 below its top, to the first of the next, 26 further. */
  assert_int_equal(mr_count(text, "M111 99V125"), 1);
  assert_int_equal(mr_count(text, "H163"), 0); /* not to the pip of the other */
}

/* Where corners do not join, strokes to the middle would show what is not so. */
static void pips_that_hang_together_by_sides_alone_have_no_slanting_strokes(void **state) {
  (void)state;
  game = mr_sample_game("Red", "Blue");
  mr_sample_board(&sample, 1, 1, 0, 1);
  sample.view.pip_columns = sample.view.pip_rows = 3;
  uint16_t piece = mr_sample_pattern(&sample, 0, "126");
  mr_sample_cell(&sample, 0, 0)->piece = piece;
  const char *text = paint(NULL);
  assert_int_equal(mr_count(text, "M176 47L150 73"), 1);
  sample.pieces[piece - 1].pips_apart = true;
  text = paint(NULL);
  assert_int_equal(mr_count(text, "L150 73"), 0);
  assert_int_equal(mr_count(text, "M150 73V99"), 1);
  assert_int_equal(mr_count(text, "M124 99H150"), 1);
}

static void pieces_without_pips_are_tiles_with_labels(void **state) {
  (void)state;
  mr_sample_board(&sample, 3, 1, 1, 1);
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_piece(&sample, 1, "horse", "h");
  mr_sample_cell(&sample, 1, 0)->piece = mr_sample_piece(&sample, 0, "rook", "r");
  mr_sample_cell(&sample, 2, 0)->piece = mr_sample_piece(&sample, 0, "great rook", "R");
  const char *text = paint(NULL);
  assert_int_equal(mr_count(text, ">H</text>"), 1); /* the tile tells whose it is */
  assert_int_equal(mr_count(text, ">r</text>"), 1); /* the letter tells which it is */
  assert_int_equal(mr_count(text, ">R</text>"), 1);
}

/* A wall is no man: it fills its square, and has neither rim nor letter. */
static void walls_are_stone(void **state) {
  (void)state;
  mr_sample_board(&sample, 1, 1, 1, 1);
  uint16_t wall = mr_sample_piece(&sample, MR_NOBODY_ID, "wall", "*");
  mr_sample_cell(&sample, 0, 0)->piece = wall;
  sample.pieces[wall - 1].glyph = "wall";
  const char *text = paint(NULL);
  assert_int_equal(mr_count(text, ">*</text>"), 0);
  assert_int_equal(mr_count(text, "#6f6a61"), 1);
}

static void regions_terrains_and_marks_are_explained(void **state) {
  (void)state;
  mr_sample_borderlands(&sample);
  const char *text = paint(NULL);
  assert_non_null(strstr(text, ">White&#39;s village zone</text>"));
  assert_non_null(strstr(text, ">roads</text>"));
  assert_non_null(strstr(text, ">in danger</text>"));
  assert_null(strstr(text, ">cannot act</text>"));
  assert_non_null(strstr(text, ">without progress: 3 of 150</text>"));
  mr_sample_done(&sample);
  mr_sample_war(&sample);
  assert_non_null(strstr(paint(NULL), ">forest</text>"));
  assert_non_null(strstr(mr_str_text(&out), ">cannot act</text>"));
}

static void every_mark_leaves_a_trace(void **state) {
  (void)state;
  for (unsigned mark = MR_MARK_FROM; mark <= MR_MARK_LINK; mark <<= 1) {
    mr_sample_board(&sample, 2, 2, 2, -1);
    size_t bare = strlen(paint(NULL));
    mr_sample_cell(&sample, 1, 1)->marks = (uint16_t)mark;
    assert_true(strlen(paint(NULL)) > bare);
    mr_sample_done(&sample);
  }
  mr_sample_board(&sample, 1, 1, 1, 1);
}

static void slides_are_rays_from_the_piece(void **state) {
  (void)state;
  mr_sample_board(&sample, 5, 1, 1, 1);
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_piece(&sample, 0, "rook", "R");
  mr_sample_cell(&sample, 1, 0)->marks = MR_MARK_SLIDE | MR_MARK_TARGET;
  mr_sample_cell(&sample, 2, 0)->marks = MR_MARK_SLIDE | MR_MARK_TARGET;
  assert_int_equal(mr_count(paint(NULL), "l-56 0\" stroke=\"#1f7f86\""), 2);
}

static void holes_in_the_board_are_not_drawn(void **state) {
  (void)state;
  mr_sample_board(&sample, 3, 1, 1, 1);
  assert_int_equal(mr_count(paint(NULL), "h168v56h-168z"), 1);
  mr_sample_cell(&sample, 1, 0)->cell = MR_NOWHERE;
  assert_int_equal(mr_count(paint(NULL), "h56v56h-56z"), 2);
}

static void no_name_can_break_the_markup(void **state) {
  (void)state;
  static const char evil[] = "</text></svg><script a='b' c=\"d\">&amp;\033\x01\xFF\xEF\xBF\xBF";
  game = mr_sample_game(evil, evil);
  mr_sample_board(&sample, 2, 2, 2, -1);
  static const char *const names[] = {evil, evil};
  sample.view.column_names = names;
  sample.view.row_names = names;
  mr_sample_fill(&sample, mr_sample_region(&sample, evil, 0), 0, 0, 1, 1);
  mr_sample_cell(&sample, 1, 0)->terrain = mr_sample_terrain(&sample, evil, '<');
  mr_sample_cell(&sample, 1, 1)->piece = mr_sample_piece(&sample, 0, evil, evil);
  mr_view_held held[] = {{1, 2}};
  mr_sample_hand(&sample, 0, evil, held, 1);
  mr_sample_note(&sample, evil, evil);
  const char *text = paint(evil);
  assert_null(strstr(text, "<script"));
  assert_int_equal(mr_count(text, "</svg>"), 1);
}

static void numbers_out_of_range_are_drawn_as_nothing(void **state) {
  (void)state;
  mr_sample_board(&sample, 3, 2, 2, -1);
  mr_sample_cell(&sample, 1, 0)->piece = 77;
  mr_sample_cell(&sample, 1, 1)->terrain = 99;
  mr_sample_cell(&sample, 2, 1)->regions = UINT32_MAX;
  mr_sample_cell(&sample, 0, 0)->marks = UINT16_MAX;
  mr_view_held held[] = {{78, 1}, {1, 0}};
  uint16_t piece = mr_sample_piece(&sample, 200, NULL, NULL);
  mr_sample_cell(&sample, 0, 0)->piece = piece;
  mr_view_piece *wide = &sample.pieces[piece - 1];
  mr_sample_hand(&sample, 200, NULL, held, 2);
  assert_non_null(strstr(paint(NULL), ">hand</text>"));
  wide->pip_columns = 255;
  wide->pip_rows = 255;
  wide->pips = UINT64_MAX;
  sample.view.pip_columns = 200;
  sample.view.pip_rows = 1;
  assert_non_null(strstr(paint(NULL), ">hand</text>"));
}

static void the_largest_map_stays_below_a_megabyte(void **state) {
  (void)state;
  mr_sample_board(&sample, 120, 120, 120, -1);
  uint16_t forest = mr_sample_terrain(&sample, "forest", 'T');
  uint16_t piece = mr_sample_piece(&sample, 0, "Infantry", "I");
  for (unsigned i = 0; i < 120 * 120; i++) {
    mr_view_cell *cell = mr_sample_cell(&sample, i % 120, i / 120);
    cell->terrain = i * 7 % 10 < 3 ? forest : 0;
    cell->piece = i % 30 == 0 ? piece : 0;
  }
  assert_in_range(strlen(paint(NULL)), 100000, 1000000);
}

static void the_same_picture_gives_the_same_bytes(void **state) {
  (void)state;
  mr_sample_war(&sample);
  mr_str again = mr_str_growing(NULL);
  mr_paint_svg(&game, &sample.view, "War", &again);
  assert_string_equal(paint("War"), mr_str_text(&again));
  mr_str_done(&again);
}

static void paint_shortly(mr_str *text) {
  mr_paint_svg(&game, &sample.view, NULL, text);
}

static void memory_that_ends_is_told_by_the_string(void **state) {
  (void)state;
  mr_sample_borderline(&sample);
  mr_paint_short_of_memory(paint_shortly);
}

static void the_checker_of_documents_finds_what_is_wrong(void **state) {
  (void)state;
  static const char *const wrong[] = {"",
                                      "<a>",
                                      "<a></b>",
                                      "<a/><b/>",
                                      "x<a/>",
                                      "<a>&</a>",
                                      "<a>&x;</a>",
                                      "<a b=c/>",
                                      "<a b=\"c/>",
                                      "</a>",
                                      "<>",
                                      "<a>\t</a>",
                                      "<a><!x</a>",
                                      "<a b=\"<\"/>",
                                      "<a b=\"1\" b=\"2\"/>",
                                      "<a b=\"1\"c=\"2\"/>"};
  const char *where;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    assert_non_null(mr_markup_fault(wrong[i], MR_MARKUP_XML, &where));
  }
  assert_null(mr_markup_fault("<?x?>\n<a b=\"&lt;\">x<c/>\n&amp;</a>\n", MR_MARKUP_XML, &where));
  assert_null(mr_markup_fault("<!DOCTYPE html><p><meta a=\"b\"></p>", MR_MARKUP_HTML, &where));
  mr_sample_board(&sample, 1, 1, 1, 1);
}

/* ---- coordinates ----------------------------------------------------------------------------- */

static void read_whole(const char *path, mr_str *to) {
  FILE *file = fopen(path, "rb");
  for (int c = file != NULL ? fgetc(file) : EOF; c != EOF; c = fgetc(file)) {
    mr_str_char(to, (char)c);
  }
  if (file != NULL) {
    fclose(file);
  }
}

/** Compares a drawing with one that has been looked at, byte for byte: tests/data/svg/NAME.svg. */
static void assert_drawn(const char *name) {
  char path[512], now[512];
  mr_str expected = mr_str_growing(NULL);
  const char *text = paint("As it is drawn");
  snprintf(path, sizeof path, "%s/tests/data/svg/%s.svg", MR_SOURCE_DIR, name);
  snprintf(now, sizeof now, "%s/%s.svg", MR_BINARY_DIR, name);
  read_whole(path, &expected);
  bool same = strcmp(mr_str_text(&expected), text) == 0;
  mr_str_done(&expected);
  if (!same) {
    FILE *file = fopen(now, "wb");
    assert_non_null(file);
    fwrite(text, 1, strlen(text), file);
    fclose(file);
    fail_msg("%s is not what is drawn now: %s", path, now);
  }
}

static void patterns_lie_where_they_always_lay(void **state) {
  (void)state;
  game = mr_sample_game("Red", "Blue");
  mr_sample_board(&sample, 3, 2, 0, 1);
  sample.view.pip_columns = sample.view.pip_rows = 3;
  /* Nothing is the same when it is turned: a pip, a column or a side too many shows. */
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_pattern(&sample, 0, "134"); /* starred */
  mr_sample_cell(&sample, 1, 0)->piece = mr_sample_pattern(&sample, 0, "645"); /* joined */
  mr_sample_cell(&sample, 1, 1)->piece = mr_sample_pattern(&sample, 0, "107");
  mr_sample_cell(&sample, 2, 1)->piece = mr_sample_pattern(&sample, 1, "461");
  mr_view_held held[] = {{mr_sample_pattern(&sample, 1, "351"), 2}};
  mr_sample_hand(&sample, 1, "hand", held, 1);
  assert_drawn("patterns");
}

static void patterns_of_other_sizes_lie_where_they_always_lay(void **state) {
  (void)state;
  game = mr_sample_game("Red", "Blue");
  mr_sample_board(&sample, 2, 1, 0, 1);
  sample.view.pip_columns = 4;
  sample.view.pip_rows = 2;
  for (unsigned i = 0; i < 2; i++) {
    uint16_t piece = mr_sample_piece(&sample, i, "Domino", "D");
    sample.pieces[piece - 1].pip_columns = 4;
    sample.pieces[piece - 1].pip_rows = 2;
    sample.pieces[piece - 1].pips = i == 0 ? 0x93 : 0x8E;
    sample.pieces[piece - 1].owner = (mr_player){0};
    mr_sample_cell(&sample, i, 0)->piece = piece;
  }
  assert_drawn("dominoes");
}

/** The bit of a square of the small diagram, by steps from the middle. */
static uint64_t step(int dx, int dy) {
  return UINT64_C(1) << ((dy + 3) * MR_VIEW_MOVES_SIDE + dx + 3);
}

static void tiles_show_leaps_and_slides_where_they_always_did(void **state) {
  (void)state;
  static mr_view_moves narrow, wide, chief;
  mr_sample_board(&sample, 3, 1, 1, 1);
  narrow = (mr_view_moves){.move = step(1, -2) | step(-1, 0),
                           .capture = step(1, -2) | step(2, 1),
                           .ray_move = 0x03,
                           .ray_capture = 0x06,
                           .ray_hop = 0x20};
  wide = (mr_view_moves){.move = step(-3, 1), .capture = step(0, 3), .tile = MR_TILE_PROMOTED};
  chief = (mr_view_moves){.move = step(1, 0), .tile = MR_TILE_CHIEF};
  const mr_view_moves *const moves[] = {&narrow, &wide, &chief};
  for (unsigned i = 0; i < 3; i++) {
    static const char *const labels[] = {"A", "B", "C"};
    uint16_t piece = mr_sample_piece(&sample, i % 2, "Piece", labels[i]);
    sample.pieces[piece - 1].moves = moves[i];
    mr_sample_cell(&sample, i, 0)->piece = piece;
  }
  assert_drawn("tiles");
}

/* The number behind the next `name`. */
static long attribute(const char *text, const char *name) {
  const char *found = strstr(text, name);
  assert_non_null(found);
  return strtol(found + strlen(name), NULL, 10);
}

static void letters_of_tiles_hide_no_leap(void **state) {
  (void)state;
  const struct {
    uint64_t move, capture;
    bool right, below;
  } cases[] = {
      {step(1, 1) | step(-2, 1) | step(2, 0), 0, true, true},
      {step(2, 2), 0, false, true},
      {0, step(2, 3) | step(-3, 3), true, false},
      {step(2, 2) | step(-2, 2), step(2, -2), false, false},
      {step(2, 2) | step(-2, 2) | step(2, -2) | step(-2, -2), 0, true, true},
  };
  mr_sample_board(&sample, 3, 1, 1, 1);
  uint16_t number = mr_sample_piece(&sample, 0, "Piece", "A");
  mr_view_piece *piece = &sample.pieces[number - 1];
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const mr_view_moves moves = {.move = cases[i].move, .capture = cases[i].capture};
    mr_str svg = mr_str_growing(NULL);
    piece->moves = &moves;
    mr_paint_svg_symbol(&game, &sample.view, piece, &svg);
    const char *text = strstr(mr_str_text(&svg), "<text");
    assert_non_null(text);
    assert_int_equal(attribute(text, " x=\"") > MR_PAINT_SIDE / 2, cases[i].right);
    assert_int_equal(attribute(text, " y=\"") > MR_PAINT_SIDE / 2, cases[i].below);
    mr_str_done(&svg);
  }
  piece->moves = NULL;
}

static void labels_stand_where_they_always_stood(void **state) {
  (void)state;
  mr_sample_board(&sample, 3, 1, 1, 1);
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_piece(&sample, 0, "Rook", "R");
  mr_sample_cell(&sample, 1, 0)->piece = mr_sample_piece(&sample, 1, "Warrior", "+w");
  mr_sample_cell(&sample, 2, 0)->piece = mr_sample_piece(&sample, 0, "Log", "log");
  assert_drawn("labels");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(patterns_lie_where_they_always_lay, setup, teardown),
    cmocka_unit_test_setup_teardown(patterns_of_other_sizes_lie_where_they_always_lay, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(tiles_show_leaps_and_slides_where_they_always_did, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(letters_of_tiles_hide_no_leap, setup, teardown),
    cmocka_unit_test_setup_teardown(labels_stand_where_they_always_stood, setup, teardown),
    cmocka_unit_test_setup_teardown(every_kind_of_board_is_a_well_formed_document, setup, teardown),
    cmocka_unit_test_setup_teardown(a_drawing_without_a_title_is_named_after_the_game, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(every_name_of_a_column_and_a_row_stands_at_both_ends, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(every_filled_pip_is_drawn_in_the_colour_of_its_owner, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(tiles_of_two_sides_differ_by_their_shapes, setup, teardown),
    cmocka_unit_test_setup_teardown(pips_of_one_owner_that_face_each_other_are_joined, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(pips_that_hang_together_by_sides_alone_have_no_slanting_strokes,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(pieces_without_pips_are_tiles_with_labels, setup, teardown),
    cmocka_unit_test_setup_teardown(walls_are_stone, setup, teardown),
    cmocka_unit_test_setup_teardown(regions_terrains_and_marks_are_explained, setup, teardown),
    cmocka_unit_test_setup_teardown(every_mark_leaves_a_trace, setup, teardown),
    cmocka_unit_test_setup_teardown(slides_are_rays_from_the_piece, setup, teardown),
    cmocka_unit_test_setup_teardown(holes_in_the_board_are_not_drawn, setup, teardown),
    cmocka_unit_test_setup_teardown(no_name_can_break_the_markup, setup, teardown),
    cmocka_unit_test_setup_teardown(numbers_out_of_range_are_drawn_as_nothing, setup, teardown),
    cmocka_unit_test_setup_teardown(the_largest_map_stays_below_a_megabyte, setup, teardown),
    cmocka_unit_test_setup_teardown(the_same_picture_gives_the_same_bytes, setup, teardown),
    cmocka_unit_test_setup_teardown(memory_that_ends_is_told_by_the_string, setup, teardown),
    cmocka_unit_test_setup_teardown(the_checker_of_documents_finds_what_is_wrong, setup, teardown),
};

MR_TEST_MAIN(tests)
