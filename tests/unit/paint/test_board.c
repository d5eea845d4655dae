#include <string.h>

#include "paint_fixture.h"
#include "test_main.h"

static const mr_paint_style plain = {0};
static const mr_paint_style marked = {.regions = true};
static const mr_paint_style unicode = {.unicode = true};
static const mr_paint_style colour = {.colour = true, .unicode = true};

static const char *paint(const mr_paint_style *style) {
  mr_str_reset(&out);
  mr_paint_board(&game, &sample.view, style, &out);
  assert_int_equal(out.status, MR_OK);
  return mr_str_text(&out);
}

/** The same text without escape sequences. */
static const char *without_colour(const char *text) {
  static char bare[1 << 16];
  size_t length = 0;
  for (const char *at = text; *at != '\0'; at++) {
    if (*at == '\033') {
      at = strchr(at, 'm');
      assert_non_null(at);
      continue;
    }
    assert_true(length + 1 < sizeof bare);
    bare[length++] = *at;
  }
  bare[length] = '\0';
  return bare;
}

/* ---- squares of pips ------------------------------------------------------------------------- */

/** 3 x 2 squares, Red above and Blue below. */
static void make_pips(void) {
  game = mr_sample_game("Red", "Blue");
  mr_sample_board(&sample, 3, 2, 0, 1);
  sample.view.pip_columns = 3;
  sample.view.pip_rows = 3;
  mr_sample_cell(&sample, 1, 0)->piece = mr_sample_pattern(&sample, 0, "522");
  mr_sample_cell(&sample, 2, 1)->piece = mr_sample_pattern(&sample, 1, "124");
}

static void squares_of_pips_are_drawn_as_the_game_draws_them(void **state) {
  (void)state;
  make_pips();
  assert_string_equal(paint(&plain), "      a       b       c\n"
                                     "    _____   _____   _____\n"
                                     "   |_|_|_| |R|_|R| |_|_|_|\n"
                                     "0  |_|_|_| |_|R|_| |_|_|_| 0\n"
                                     "   |_|_|_| |_|R|_| |_|_|_|\n"
                                     "    _____   _____   _____\n"
                                     "   |_|_|_| |_|_|_| |_|_|B|\n"
                                     "1  |_|_|_| |_|_|_| |_|B|_| 1\n"
                                     "   |_|_|_| |_|_|_| |B|_|_|\n"
                                     "      a       b       c\n");
}

static void squares_of_pips_have_finer_lines_where_there_is_unicode(void **state) {
  (void)state;
  make_pips();
  assert_string_equal(paint(&unicode), "      a       b       c\n"
                                       "    ─────   ─────   ─────\n"
                                       "   │_│_│_│ │R│_│R│ │_│_│_│\n"
                                       "0  │_│_│_│ │_│R│_│ │_│_│_│ 0\n"
                                       "   │_│_│_│ │_│R│_│ │_│_│_│\n"
                                       "    ─────   ─────   ─────\n"
                                       "   │_│_│_│ │_│_│_│ │_│_│B│\n"
                                       "1  │_│_│_│ │_│_│_│ │_│B│_│ 1\n"
                                       "   │_│_│_│ │_│_│_│ │B│_│_│\n"
                                       "      a       b       c\n");
}

static void marks_on_pips_show_without_colour(void **state) {
  (void)state;
  make_pips();
  mr_sample_cell(&sample, 0, 0)->marks = MR_MARK_TARGET;
  mr_sample_cell(&sample, 1, 0)->marks = MR_MARK_TO | MR_MARK_LINK;
  mr_sample_cell(&sample, 2, 0)->marks = MR_MARK_TARGET | MR_MARK_CAPTURE;
  mr_sample_cell(&sample, 0, 1)->marks = MR_MARK_LOST;
  assert_string_equal(paint(&plain),
                      "      a       b       c\n"
                      "    _____   _____   _____\n"
                      "   |.|.|.|>|R|_|R| |o|o|o|\n"
                      "0  |.|.|.|>|_|R|_| |o|o|o| 0\n"
                      "   |.|.|.|=|_|R|_| |o|o|o|\n"
                      "    _____   _____   _____\n"
                      "  -|_|_|_| |_|_|_| |_|_|B|\n"
                      "1 -|_|_|_| |_|_|_| |_|B|_| 1\n"
                      "  -|_|_|_| |_|_|_| |B|_|_|\n"
                      "      a       b       c\n"
                      "o can go or capture here   . can go here   > last move   - removed   "
                      "= connected\n");
}

static void rows_that_are_regions_are_named_at_their_ends(void **state) {
  (void)state;
  make_pips();
  mr_sample_fill(&sample, mr_sample_region(&sample, "Red's home row", 0), 0, 0, 3, 1);
  mr_sample_fill(&sample, mr_sample_region(&sample, "swamp", MR_NOBODY_ID), 0, 1, 2, 1);
  assert_string_equal(paint(&plain), "      a       b       c\n"
                                     "    _____   _____   _____\n"
                                     "   |_|_|_| |R|_|R| |_|_|_|\n"
                                     "0  |_|_|_| |_|R|_| |_|_|_| 0  Red's home row\n"
                                     "   |_|_|_| |_|R|_| |_|_|_|\n"
                                     "    _____   _____   _____\n"
                                     "   |_|_|_| |_|_|_| |_|_|B|\n"
                                     "1  |_|_|_| |_|_|_| |_|B|_| 1\n"
                                     "   |_|_|_| |_|_|_| |B|_|_|\n"
                                     "      a       b       c\n"
                                     "swamp: a1-b1\n");
  assert_non_null(strstr(paint(&marked), "    ,,,,,   ,,,,,   _____\n"));
  assert_non_null(strstr(mr_str_text(&out), "\n, swamp\n"));
}

static void hands_of_patterns_show_every_pattern_and_wrap(void **state) {
  (void)state;
  make_pips();
  mr_view_held red[] = {{mr_sample_pattern(&sample, 0, "121"), 1},
                        {mr_sample_pattern(&sample, 0, "222"), 3},
                        {mr_sample_pattern(&sample, 0, "777"), 2},
                        {mr_sample_pattern(&sample, 0, "475"), 0}};
  mr_sample_hand(&sample, 0, "hand", red, 4);
  mr_sample_hand(&sample, 1, "hand", NULL, 0);
  mr_sample_note(&sample, "plies", "2 of 200");
  mr_paint_style narrow = {.width = 30};
  const char *hands = strstr(paint(&narrow), "\n\nRed");
  assert_non_null(hands);
  assert_string_equal(hands, "\n\nRed's hand\n"
                             " |_|_|R|  |_|R|_|  |_|R|_|\n"
                             " |_|R|_|  |_|R|_|  |_|R|_|\n"
                             " |_|_|R|  |_|R|_|  |_|R|_|\n"
                             "   121      222      222\n"
                             " |_|R|_|  |R|R|R|  |R|R|R|\n"
                             " |_|R|_|  |R|R|R|  |R|R|R|\n"
                             " |_|R|_|  |R|R|R|  |R|R|R|\n"
                             "   222      777      777\n"
                             " |R|_|_|\n"
                             " |R|R|R|\n"
                             " |R|_|R|\n"
                             "  475 x?\n"
                             "Blue's hand (0): empty\n"
                             "\n"
                             "plies: 2 of 200\n");
}

static void colour_changes_nothing_but_colours_and_edges_on_pips(void **state) {
  (void)state;
  make_pips();
  const char *bare = without_colour(paint(&colour));
  assert_string_equal(bare, "      a       b       c\n"
                            "   │_│_│_│ │R│_│R│ │_│_│_│\n"
                            "0  │_│_│_│ │_│R│_│ │_│_│_│ 0\n"
                            "   │_│_│_│ │_│R│_│ │_│_│_│\n"
                            "   │_│_│_│ │_│_│_│ │_│_│B│\n"
                            "1  │_│_│_│ │_│_│_│ │_│B│_│ 1\n"
                            "   │_│_│_│ │_│_│_│ │B│_│_│\n"
                            "      a       b       c\n");
}

static void a_board_of_six_by_eight_fits_eighty_columns(void **state) {
  (void)state;
  game = mr_sample_game("Red", "Blue");
  mr_sample_borderline(&sample);
  size_t lines = 0;
  for (const char *line = paint(&plain); *line != '\0'; lines++) {
    size_t length = strcspn(line, "\n");
    assert_in_range(length, 0, 80);
    line += length + 1;
  }
  assert_in_range(lines, 34, 60);
}

static void players_with_one_initial_are_told_apart_by_number(void **state) {
  (void)state;
  make_pips();
  game = mr_sample_game("Blue", "Black");
  assert_non_null(strstr(paint(&plain), "|1|_|1|"));
  assert_non_null(strstr(paint(&plain), "|2|_|_|"));
}

static void a_piece_without_pips_shows_its_label_among_pips(void **state) {
  (void)state;
  make_pips();
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_piece(&sample, 0, "Wall", "W2");
  assert_non_null(strstr(paint(&plain), "0  |W|2|_| |_|R|_|"));
}

/* ---- ordinary boards ------------------------------------------------------------------------- */

static void make_small(void) {
  mr_sample_board(&sample, 3, 3, 3, -1);
  sample.view.checkered = true;
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_piece(&sample, 1, "King", "k");
  mr_sample_cell(&sample, 2, 2)->piece = mr_sample_piece(&sample, 0, "King", "K");
}

static void small_boards_have_a_grid(void **state) {
  (void)state;
  make_small();
  assert_string_equal(paint(&plain), "    a   b   c\n"
                                     "  +---+---+---+\n"
                                     "3 | k |   |   | 3\n"
                                     "  +---+---+---+\n"
                                     "2 |   |   |   | 2\n"
                                     "  +---+---+---+\n"
                                     "1 |   |   | K | 1\n"
                                     "  +---+---+---+\n"
                                     "    a   b   c\n");
  assert_string_equal(paint(&unicode), "    a   b   c\n"
                                       "  ┌───┬───┬───┐\n"
                                       "3 │ k │   │   │ 3\n"
                                       "  ├───┼───┼───┤\n"
                                       "2 │   │   │   │ 2\n"
                                       "  ├───┼───┼───┤\n"
                                       "1 │   │   │ K │ 1\n"
                                       "  └───┴───┴───┘\n"
                                       "    a   b   c\n");
}

static void marks_stand_beside_pieces_and_on_empty_squares(void **state) {
  (void)state;
  make_small();
  mr_sample_cell(&sample, 0, 0)->marks = MR_MARK_TARGET | MR_MARK_CAPTURE;
  mr_sample_cell(&sample, 1, 0)->marks = MR_MARK_FROM;
  mr_sample_cell(&sample, 2, 0)->marks = MR_MARK_TARGET | MR_MARK_CAPTURE;
  mr_sample_cell(&sample, 0, 1)->marks = MR_MARK_TARGET | MR_MARK_SLIDE;
  mr_sample_cell(&sample, 1, 1)->marks = MR_MARK_LOST;
  mr_sample_cell(&sample, 2, 1)->marks = MR_MARK_TARGET;
  mr_sample_cell(&sample, 2, 2)->marks = MR_MARK_CHOSEN | MR_MARK_TO;
  assert_string_equal(paint(&plain),
                      "    a   b   c\n"
                      "  +---+---+---+\n"
                      "3 |xk | < | o | 3\n"
                      "  +---+---+---+\n"
                      "2 | + | - | * | 2\n"
                      "  +---+---+---+\n"
                      "1 |   |   |@K>| 1\n"
                      "  +---+---+---+\n"
                      "    a   b   c\n"
                      "@ chosen   o can go or capture here   x can capture or fight here\n"
                      "+ by a slide; alone: without capturing   * can go here   > last move\n"
                      "< it began here   - removed\n");
}

static void labels_of_different_length_end_in_one_column(void **state) {
  (void)state;
  make_small();
  mr_sample_cell(&sample, 0, 1)->piece = mr_sample_piece(&sample, 0, "Warrior", "+W");
  mr_sample_cell(&sample, 0, 1)->marks = MR_MARK_THREAT | MR_MARK_DIM;
  assert_string_equal(paint(&plain), "     a    b    c\n"
                                     "  +----+----+----+\n"
                                     "3 |  k |    |    | 3\n"
                                     "  +----+----+----+\n"
                                     "2 |!+W/|    |    | 2\n"
                                     "  +----+----+----+\n"
                                     "1 |    |    |  K | 1\n"
                                     "  +----+----+----+\n"
                                     "     a    b    c\n"
                                     "! in danger   / cannot act\n");
}

static void the_smallest_region_of_an_empty_square_is_shown_on_demand(void **state) {
  (void)state;
  make_small();
  mr_sample_fill(&sample, mr_sample_region(&sample, "den", 0), 1, 2, 1, 1);
  mr_sample_fill(&sample, mr_sample_region(&sample, "camp", 0), 0, 1, 3, 2);
  mr_sample_fill(&sample, mr_sample_region(&sample, "throne", 1), 0, 0, 1, 1);
  assert_string_equal(paint(&marked), "    a   b   c\n"
                                      "  +---+---+---+\n"
                                      "3 | k |   |   | 3\n"
                                      "  +---+---+---+\n"
                                      "2 | ' | ' | ' | 2\n"
                                      "  +---+---+---+\n"
                                      "1 | ' | , | K | 1\n"
                                      "  +---+---+---+\n"
                                      "    a   b   c\n"
                                      ", den   ' camp\n");
  assert_non_null(strstr(without_colour(paint(&colour)), "den       camp       throne"));
}

static void regions_are_told_where_nothing_shows_them(void **state) {
  (void)state;
  make_small();
  mr_sample_fill(&sample, mr_sample_region(&sample, "den", 0), 1, 2, 1, 1);
  mr_sample_fill(&sample, mr_sample_region(&sample, "camp", 0), 0, 1, 3, 2);
  mr_sample_fill(&sample, mr_sample_region(&sample, "all", 1), 0, 0, 3, 3);
  mr_sample_fill(&sample, mr_sample_region(&sample, "flank", 1), 0, 0, 1, 3);
  assert_string_equal(paint(&plain), "    a   b   c\n"
                                     "  +---+---+---+\n"
                                     "3 | k |   |   | 3  all\n"
                                     "  +---+---+---+\n"
                                     "2 |   |   |   | 2  camp  all\n"
                                     "  +---+---+---+\n"
                                     "1 |   |   | K | 1  camp  all\n"
                                     "  +---+---+---+\n"
                                     "    a   b   c\n"
                                     "den: b1   flank: file a\n");
  mr_paint_style narrow = {.width = 24}; /* no room behind the rows */
  assert_non_null(strstr(paint(&narrow), "\nden: b1   all: ranks 1-3\nflank: file a\n"));
}

static void only_pieces_can_be_unable_to_act(void **state) {
  (void)state;
  make_small();
  mr_sample_cell(&sample, 0, 0)->marks = MR_MARK_DIM;
  mr_sample_cell(&sample, 1, 1)->marks = MR_MARK_DIM;
  assert_non_null(strstr(paint(&plain), "3 |/k |   |   | 3\n"));
  assert_non_null(strstr(mr_str_text(&out), "2 |   |   |   | 2\n"));
  assert_non_null(strstr(mr_str_text(&out), "/ cannot act"));
  assert_null(strchr(without_colour(paint(&colour)), '/')); /* faded */
  assert_non_null(strstr(without_colour(mr_str_text(&out)), "faded: cannot act"));
}

static void hands_of_labels_name_the_pieces(void **state) {
  (void)state;
  make_small();
  mr_view_held held[] = {{mr_sample_piece(&sample, 0, "Marauder", "M"), 2},
                         {mr_sample_piece(&sample, 0, "Horse", "H"), 1},
                         {mr_sample_piece(&sample, 0, "Card", "?"), 0}};
  mr_sample_hand(&sample, 0, "reserve", held, 2);
  mr_sample_hand(&sample, MR_NOBODY_ID, "captured", held + 2, 1);
  const char *hands = strstr(paint(&plain), "\n\n");
  assert_non_null(hands);
  assert_string_equal(hands, "\n\nWhite's reserve (3):   M x2 Marauder   H Horse\n"
                             "captured:   ? x? Card\n");
}

static void holes_in_the_board_stay_blank(void **state) {
  (void)state;
  make_small();
  mr_sample_cell(&sample, 1, 1)->cell = MR_NOWHERE;
  mr_sample_cell(&sample, 2, 1)->marks = MR_MARK_TARGET;
  mr_paint_style flat = {.width = 16};
  assert_non_null(strstr(paint(&plain), "2 |   |   | * | 2\n"));
  assert_non_null(strstr(paint(&flat), "2  .     *  2\n"));
}

/* ---- maps ------------------------------------------------------------------------------------ */

static void make_map(unsigned columns, unsigned rows) {
  mr_sample_board(&sample, columns, rows, (int)rows, -1);
  uint16_t forest = mr_sample_terrain(&sample, "forest", 'T');
  uint16_t water = mr_sample_terrain(&sample, "water", '~');
  uint16_t leader = mr_sample_piece(&sample, 0, "Leader", "L");
  for (unsigned row = 0; row < rows; row++) {
    mr_sample_cell(&sample, row, row)->terrain = forest;
    mr_sample_cell(&sample, columns - 1, row)->terrain = water;
  }
  mr_sample_cell(&sample, 1, 1)->piece = leader;
  mr_sample_cell(&sample, 2, 1)->piece = leader;
  mr_sample_cell(&sample, 2, 1)->marks = MR_MARK_TO;
  mr_sample_cell(&sample, 2, 0)->marks = MR_MARK_FROM;
}

static void maps_show_terrain_by_letters_beside_pieces_too(void **state) {
  (void)state;
  make_map(20, 3);
  assert_string_equal(paint(&plain),
                      "   a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t\n"
                      "3  T  .  <  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ~  3\n"
                      "2  .  LT>L  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ~  2\n"
                      "1  .  .  T  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  ~  1\n"
                      "   a  b  c  d  e  f  g  h  i  j  k  l  m  n  o  p  q  r  s  t\n"
                      "T forest   ~ water\n"
                      "> last move   < it began here\n");
}

static void wide_maps_have_narrower_squares(void **state) {
  (void)state;
  make_map(20, 3);
  mr_paint_style narrow = {.width = 44};
  assert_string_equal(paint(&narrow), "   a b c d e f g h i j k l m n o p q r s t\n"
                                      "3  T . < . . . . . . . . . . . . . . . . ~ 3\n"
                                      "2  . L>L . . . . . . . . . . . . . . . . ~ 2\n"
                                      "1  . . T . . . . . . . . . . . . . . . . ~ 1\n"
                                      "   a b c d e f g h i j k l m n o p q r s t\n"
                                      "T forest   ~ water\n"
                                      "> last move   < it began here\n");
}

static void the_narrowest_maps_name_the_pieces_that_are_marked(void **state) {
  (void)state;
  make_map(20, 3);
  mr_paint_style narrow = {.width = 24};
  assert_string_equal(paint(&narrow), "  abcdefghijklmnopqrst\n"
                                      "3 T.<................~ 3\n"
                                      "2 .LL................~ 2\n"
                                      "1 ..T................~ 1\n"
                                      "  abcdefghijklmnopqrst\n"
                                      "T forest   ~ water\n"
                                      "> last move: c2\n"
                                      "< it began here\n");
}

static void a_window_keeps_the_names_of_what_it_shows(void **state) {
  (void)state;
  make_map(60, 40);
  mr_paint_style window = {.left = 24, .top = 24, .columns = 5, .rows = 3};
  assert_string_equal(paint(&window), "    y  z  aa ab ac\n"
                                      "16  T  .  .  .  .  16\n"
                                      "15  .  T  .  .  .  15\n"
                                      "14  .  .  T  .  .  14\n"
                                      "    y  z  aa ab ac\n"
                                      "T forest\n");
  window.width = 16;
  assert_string_equal(paint(&window), "        a a a\n"
                                      "    y z a b c\n"
                                      "16  T . . . . 16\n"
                                      "15  . T . . . 15\n"
                                      "14  . . T . . 14\n"
                                      "        a a a\n"
                                      "    y z a b c\n"
                                      "T forest\n");
}

static void a_window_is_cut_at_the_edge_of_the_board(void **state) {
  (void)state;
  make_map(60, 40);
  mr_paint_style window = {.left = 58, .top = 38, .columns = 50, .rows = 50};
  assert_non_null(strstr(paint(&window), "\n1 "));
  assert_null(strstr(paint(&window), "\n3 "));
  window.left = 60;
  mr_sample_note(&sample, "turn", "1");
  assert_string_equal(paint(&window), "\nturn: 1\n");
}

static void maps_of_the_largest_size_are_drawn_whole(void **state) {
  (void)state;
  make_map(120, 120);
  size_t lines = 0;
  for (const char *at = paint(&plain); (at = strchr(at, '\n')) != NULL; at++) {
    lines++;
  }
  assert_int_equal(lines, 120 + 2 * 2 + 2);
}

/* ---- colour ---------------------------------------------------------------------------------- */

static void without_colour_nothing_is_escaped(void **state) {
  (void)state;
  mr_sample_borderlands(&sample);
  assert_null(strchr(paint(&plain), '\033'));
  assert_null(strchr(paint(&unicode), '\033'));
}

static void plain_ascii_is_plain_ascii(void **state) {
  (void)state;
  mr_sample_borderlands(&sample);
  for (const char *at = paint(&plain); *at != '\0'; at++) {
    assert_true(*at == '\n' || (*at >= ' ' && *at <= '~'));
  }
}

/** Whether a line leaves the terminal coloured. @param line moved to its end */
static bool leaves_colour(const char **line) {
  bool coloured = false;
  for (; **line != '\n'; (*line)++) {
    assert_int_not_equal(**line, '\0');
    if (**line == '\033') {
      coloured = strncmp(*line, "\033[0m", 4) != 0;
    }
  }
  return coloured;
}

static void every_line_ends_without_colour(void **state) {
  (void)state;
  static void (*const make[])(mr_sample *) = {mr_sample_borderline, mr_sample_borderlands,
                                              mr_sample_war};
  for (size_t i = 0; i < sizeof make / sizeof make[0]; i++) {
    make[i](&sample);
    for (const char *line = paint(&colour); *line != '\0';) {
      assert_false(leaves_colour(&line));
      line++;
    }
    mr_sample_done(&sample);
  }
  mr_sample_board(&sample, 1, 1, 1, 1);
}

static void lines_have_no_blanks_at_their_ends(void **state) {
  (void)state;
  mr_sample_borderline(&sample);
  assert_null(strstr(paint(&plain), " \n"));
  assert_null(strstr(paint(&colour), " \n"));
}

static void colours_follow_players_and_marks(void **state) {
  (void)state;
  make_small();
  mr_sample_cell(&sample, 1, 1)->marks = MR_MARK_TARGET;
  const char *text = paint(&colour);
  assert_non_null(strstr(text, "\033[0;1;38;5;16;48;5;255mK")); /* black on white */
  assert_non_null(strstr(text, "\033[0;1;38;5;255;48;5;16mk")); /* white on black */
  assert_non_null(strstr(text, "\033[0;38;5;16;48;5;71m • "));  /* on green */
}

/* ---- hostile names --------------------------------------------------------------------------- */

static void no_name_can_reach_the_terminal_unchecked(void **state) {
  (void)state;
  static const char evil[] = "a\033[2J\n\xC2\x9B\xE2\x80\xAE\xFF\x07z";
  game = mr_sample_game(evil, "Black");
  make_small();
  uint32_t region = mr_sample_region(&sample, evil, 0);
  mr_sample_fill(&sample, region, 1, 1, 1, 1);
  uint16_t terrain = mr_sample_terrain(&sample, evil, '\033');
  mr_sample_cell(&sample, 1, 0)->terrain = terrain;
  uint16_t piece = mr_sample_piece(&sample, 0, evil, evil);
  mr_sample_cell(&sample, 0, 2)->piece = piece;
  mr_view_held held[] = {{piece, 1}};
  mr_sample_hand(&sample, 0, evil, held, 1);
  mr_sample_note(&sample, evil, evil);
  for (const char *at = paint(&plain); *at != '\0'; at++) {
    assert_true(*at == '\n' || (*at >= ' ' && *at <= '~'));
  }
  assert_non_null(strstr(mr_str_text(&out), "a?[2J ????z: a?[2J ????z\n"));
  const char *bare = without_colour(paint(&colour));
  assert_null(strchr(bare, '\x07'));
  assert_null(strstr(bare, "\xC2\x9B"));
  assert_null(strstr(bare, "\xE2\x80\xAE"));
}

static void numbers_out_of_range_are_drawn_as_nothing(void **state) {
  (void)state;
  make_small();
  mr_sample_cell(&sample, 1, 0)->piece = 77;
  mr_sample_cell(&sample, 1, 1)->terrain = 99;
  mr_sample_cell(&sample, 1, 2)->regions = UINT32_MAX;
  mr_view_piece *piece = &sample.pieces[0];
  piece->owner = (mr_player){200};
  piece->label = NULL;
  piece->name = NULL;
  mr_view_held held[] = {{78, 1}, {1, 1}};
  mr_sample_hand(&sample, 200, NULL, held, 2);
  assert_non_null(strstr(paint(&plain), "1 |   |   | K | 1\n"));
  assert_non_null(strstr(mr_str_text(&out), "hand (2):   ?   ?\n"));
  assert_int_equal(strlen(without_colour(paint(&colour))) > 0, 1);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void the_same_picture_gives_the_same_bytes(void **state) {
  (void)state;
  mr_sample_war(&sample);
  mr_str again = mr_str_growing(NULL);
  mr_paint_board(&game, &sample.view, &colour, &again);
  assert_string_equal(paint(&colour), mr_str_text(&again));
  mr_str_done(&again);
}

static void no_style_is_the_plainest_style(void **state) {
  (void)state;
  make_small();
  mr_str again = mr_str_growing(NULL);
  mr_paint_board(&game, &sample.view, NULL, &again);
  assert_string_equal(paint(&plain), mr_str_text(&again));
  mr_str_done(&again);
}

static void paint_shortly(mr_str *text) {
  mr_paint_board(&game, &sample.view, &plain, text);
}

static void memory_that_ends_is_told_by_the_string(void **state) {
  (void)state;
  mr_sample_borderline(&sample);
  mr_paint_short_of_memory(paint_shortly);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(squares_of_pips_are_drawn_as_the_game_draws_them, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(squares_of_pips_have_finer_lines_where_there_is_unicode, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(marks_on_pips_show_without_colour, setup, teardown),
    cmocka_unit_test_setup_teardown(rows_that_are_regions_are_named_at_their_ends, setup, teardown),
    cmocka_unit_test_setup_teardown(hands_of_patterns_show_every_pattern_and_wrap, setup, teardown),
    cmocka_unit_test_setup_teardown(colour_changes_nothing_but_colours_and_edges_on_pips, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_board_of_six_by_eight_fits_eighty_columns, setup, teardown),
    cmocka_unit_test_setup_teardown(players_with_one_initial_are_told_apart_by_number, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_piece_without_pips_shows_its_label_among_pips, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(small_boards_have_a_grid, setup, teardown),
    cmocka_unit_test_setup_teardown(marks_stand_beside_pieces_and_on_empty_squares, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(labels_of_different_length_end_in_one_column, setup, teardown),
    cmocka_unit_test_setup_teardown(the_smallest_region_of_an_empty_square_is_shown_on_demand,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(regions_are_told_where_nothing_shows_them, setup, teardown),
    cmocka_unit_test_setup_teardown(only_pieces_can_be_unable_to_act, setup, teardown),
    cmocka_unit_test_setup_teardown(hands_of_labels_name_the_pieces, setup, teardown),
    cmocka_unit_test_setup_teardown(holes_in_the_board_stay_blank, setup, teardown),
    cmocka_unit_test_setup_teardown(maps_show_terrain_by_letters_beside_pieces_too, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(wide_maps_have_narrower_squares, setup, teardown),
    cmocka_unit_test_setup_teardown(the_narrowest_maps_name_the_pieces_that_are_marked, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_window_keeps_the_names_of_what_it_shows, setup, teardown),
    cmocka_unit_test_setup_teardown(a_window_is_cut_at_the_edge_of_the_board, setup, teardown),
    cmocka_unit_test_setup_teardown(maps_of_the_largest_size_are_drawn_whole, setup, teardown),
    cmocka_unit_test_setup_teardown(without_colour_nothing_is_escaped, setup, teardown),
    cmocka_unit_test_setup_teardown(plain_ascii_is_plain_ascii, setup, teardown),
    cmocka_unit_test_setup_teardown(every_line_ends_without_colour, setup, teardown),
    cmocka_unit_test_setup_teardown(lines_have_no_blanks_at_their_ends, setup, teardown),
    cmocka_unit_test_setup_teardown(colours_follow_players_and_marks, setup, teardown),
    cmocka_unit_test_setup_teardown(no_name_can_reach_the_terminal_unchecked, setup, teardown),
    cmocka_unit_test_setup_teardown(numbers_out_of_range_are_drawn_as_nothing, setup, teardown),
    cmocka_unit_test_setup_teardown(the_same_picture_gives_the_same_bytes, setup, teardown),
    cmocka_unit_test_setup_teardown(no_style_is_the_plainest_style, setup, teardown),
    cmocka_unit_test_setup_teardown(memory_that_ends_is_told_by_the_string, setup, teardown),
};

MR_TEST_MAIN(tests)
