/*
 * Pictures by the room that there is: smaller squares, folded hands and shorter legends as they are
 * needed, and never more lines or columns than the terminal has. Every game of the catalogue, and
 * boards and hands that no game has yet.
 */
#include <marcher/catalog.h>
#include <marcher/random.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "catalog_fixture.h"
#include "paint_fixture.h"
#include "test_main.h"

enum {
  BELOW = 3,   /* what has just happened, in two lines, and the prompt */
  CROWDED = 2, /* the same in one line, where a board has more than games have */
  GAMES = 3,   /* random games of each entry, looked at on the way */
  PLIES = 40,
  HALVES = 5 /* looks at each of them */
};

static const unsigned screens[][2] = {{80, 24}, {100, 30}, {120, 40}};

/* Colours and Unicode, Unicode alone, ASCII alone, colours in ASCII. */
static mr_paint_style style_of(unsigned kind, unsigned screen, unsigned below) {
  return (mr_paint_style){.colour = kind % 3 == 0,
                          .unicode = kind < 2,
                          .width = screens[screen][0],
                          .height = screens[screen][1] - below};
}

enum { KINDS = 4, SCREENS = sizeof screens / sizeof screens[0] };

/** Columns of a line on a terminal: characters outside of escapes. @param line moved behind it */
static size_t width_of(const char **line) {
  size_t width = 0;
  for (; **line != '\n' && **line != '\0'; (*line)++) {
    if (**line == '\033') {
      while (**line != 'm') {
        (*line)++;
      }
    } else {
      width += ((unsigned char)**line & 0xC0) != 0x80;
    }
  }
  *line += **line == '\n';
  return width;
}

static void assert_fits(const mr_game *of, const mr_view *view, const mr_paint_style *style) {
  size_t lines = 0, widest = 0;
  mr_str_reset(&out);
  mr_paint_board(of, view, style, &out);
  for (const char *line = mr_str_text(&out); *line != '\0'; lines++) {
    size_t width = width_of(&line);
    widest = width > widest ? width : widest;
  }
  if (lines > style->height || widest > style->width) {
    print_error("%s\n", mr_str_text(&out));
    fail_msg("%s takes %zu x %zu, there are %u x %u", of->info.name, widest, lines, style->width,
             style->height);
  }
}

static void assert_fits_everywhere(const mr_game *of, const mr_view *view, unsigned below) {
  for (unsigned screen = 0; screen < SCREENS; screen++) {
    for (unsigned kind = 0; kind < KINDS; kind++) {
      mr_paint_style style = style_of(kind, screen, below);
      assert_fits(of, view, &style);
    }
  }
}

/* ---- the catalogue --------------------------------------------------------------------------- */

/** What a player sees of a state. Maps are drawn in parts where they do not fit. */
static void look(const mr_game *of, const mr_state *seen, mr_player player) {
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, 0);
  assert_int_equal(mr_game_view(of, seen, player, &arena, &view, NULL), MR_OK);
  assert_int_equal(mr_view_join_regions(&view, &arena), MR_OK);
  if (view.terrain_count == 1) {
    assert_fits_everywhere(of, &view, BELOW);
  }
  mr_arena_done(&arena);
}

/** A random game. */
static void walk(const mr_game *of, uint64_t seed) {
  mr_random random;
  mr_random_init(&random, seed);
  mr_state *state = mr_state_new(of, NULL), *seen = mr_state_new(of, NULL);
  mr_action *actions = mr_alloc_zero(NULL, of->info.max_actions, sizeof *actions);
  mr_chance *chances = mr_alloc_zero(NULL, of->info.max_chances + 1, sizeof *chances);
  assert_true(state != NULL && seen != NULL && actions != NULL && chances != NULL);
  mr_game_start(of, state);
  for (unsigned ply = 0; ply < PLIES; ply++) {
    mr_node node = mr_game_node(of, state);
    if (node.kind == MR_NODE_TERMINAL) {
      break;
    }
    if (node.kind == MR_NODE_CHANCE) {
      mr_game_make(of, state, mr_game_roll(of, state, chances, &random), NULL, NULL);
      continue;
    }
    if (ply % (PLIES / HALVES) == 0) {
      mr_game_observe(of, state, node.player, seen);
      look(of, seen, node.player);
    }
    size_t count = mr_game_actions(of, state, actions);
    mr_game_make(of, state, actions[mr_random_below(&random, count)], NULL, NULL);
  }
  mr_alloc_free(NULL, chances, (of->info.max_chances + 1) * sizeof *chances);
  mr_alloc_free(NULL, actions, of->info.max_actions * sizeof *actions);
  mr_state_free(of, NULL, seen);
  mr_state_free(of, NULL, state);
}

static void every_game_of_the_catalogue_fits_a_terminal(void **state) {
  (void)state;
  mr_catalog *catalog = NULL;
  mr_sample_board(&sample, 1, 1, 1, 1);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    if (!mr_catalog_takes(catalog, i)) {
      continue;
    }
    mr_game *of = mr_game_open(mr_catalog_name(catalog, i), "");
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
      walk(of, seed);
    }
    mr_game_free(of);
  }
  mr_catalog_free(catalog);
}

/* ---- boards that no game has ----------------------------------------------------------------- */

enum { MANY_KINDS = 20 };

/** Both hands with twenty kinds, some of them several times. */
static void fill_hands(mr_view_held held[2][MANY_KINDS], bool pips) {
  static char labels[2][MANY_KINDS][4];
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < MANY_KINDS; i++) {
      snprintf(labels[side][i], sizeof labels[side][i], pips ? "%u21" : "%c",
               pips ? i % 8 : (side == 0 ? 'A' : 'a') + i);
      held[side][i] =
          (mr_view_held){pips ? mr_sample_pattern(&sample, side, labels[side][i])
                              : mr_sample_piece(&sample, side, "Long_name", labels[side][i]),
                         (uint16_t)(i % 3 + 1)};
    }
    mr_sample_hand(&sample, side, "hand", held[side], MANY_KINDS);
  }
}

static void decorate(void) {
  sample.view.node = (mr_node){MR_NODE_DECISION, {0}};
  mr_sample_note(&sample, "to move", "White");
  mr_sample_note(&sample, "plies", "121 of 200");
  for (unsigned i = 0; i < sample.view.columns && i < sample.view.rows; i++) {
    mr_sample_cell(&sample, i, i)->marks = (uint16_t)(1u << i % 2);
    mr_sample_cell(&sample, i, 0)->piece = (uint16_t)(i + 1);
  }
}

static void boards_of_many_squares_and_hands_of_many_kinds_fit(void **state) {
  (void)state;
  static const unsigned sizes[] = {8, 12, 16};
  static mr_view_held held[2][MANY_KINDS];
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    mr_sample_board(&sample, sizes[i], sizes[i], (int)sizes[i], -1);
    fill_hands(held, false);
    decorate();
    for (unsigned k = 0; k < 8; k++) {
      mr_sample_fill(&sample, mr_sample_region(&sample, "a region with a long name", k % 2), k,
                     k / 2, sizes[i] - k, k % 3 + 1);
    }
    assert_fits_everywhere(&game, &sample.view, CROWDED);
    mr_sample_done(&sample);
  }
  mr_sample_board(&sample, 1, 1, 1, 1);
}

static void boards_of_pips_and_hands_of_many_kinds_fit(void **state) {
  (void)state;
  static const unsigned sizes[][2] = {{6, 8}, {12, 8}, {17, 8}};
  static mr_view_held held[2][MANY_KINDS];
  game = mr_sample_game("Red", "Blue");
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    mr_sample_board(&sample, sizes[i][0], sizes[i][1], 0, 1);
    sample.view.pip_columns = sample.view.pip_rows = 3;
    fill_hands(held, true);
    decorate();
    mr_sample_fill(&sample, mr_sample_region(&sample, "Red's home row", 0), 0, 0, sizes[i][0], 1);
    assert_fits_everywhere(&game, &sample.view, CROWDED);
    mr_sample_done(&sample);
  }
  mr_sample_board(&sample, 1, 1, 1, 1);
}

/* ---- what is drawn small --------------------------------------------------------------------- */

static const char *paint(const mr_paint_style *style) {
  mr_str_reset(&out);
  mr_paint_board(&game, &sample.view, style, &out);
  assert_int_equal(out.status, MR_OK);
  return mr_str_text(&out);
}

static void make_pips(void) {
  game = mr_sample_game("Red", "Blue");
  mr_sample_board(&sample, 3, 2, 0, 1);
  sample.view.pip_columns = sample.view.pip_rows = 3;
  sample.view.node = (mr_node){MR_NODE_DECISION, {0}};
  mr_sample_cell(&sample, 1, 0)->piece = mr_sample_pattern(&sample, 0, "522");
  mr_sample_cell(&sample, 2, 1)->piece = mr_sample_pattern(&sample, 1, "124");
}

static void small_squares_show_every_pip_and_whose_they_are(void **state) {
  (void)state;
  make_pips();
  mr_paint_style ascii = {.height = 7}, unicode = {.height = 7, .unicode = true};
  assert_string_equal(paint(&ascii), "0        R' . '         0\n"
                                     "   _ _ _  _ ' _  _ _ _\n"
                                     "1               B  . '  1\n"
                                     "   _ _ _  _ _ _  ' _ _\n"
                                     "      a      b      c\n");
  assert_string_equal(paint(&unicode), "0        R▀ ▄ ▀         0\n"
                                       "   _ _ _  _ ▀ _  _ _ _\n"
                                       "1               B  ▄ ▀  1\n"
                                       "   _ _ _  _ _ _  ▀ _ _\n"
                                       "      a      b      c\n");
}

static void small_squares_show_marks(void **state) {
  (void)state;
  make_pips();
  mr_sample_cell(&sample, 0, 0)->marks = MR_MARK_TARGET;
  mr_sample_cell(&sample, 1, 0)->marks = MR_MARK_TO;
  mr_sample_cell(&sample, 0, 1)->marks = MR_MARK_TARGET | MR_MARK_CAPTURE;
  mr_paint_style ascii = {.height = 8};
  assert_string_equal(paint(&ascii), "0  * * * R' . '         0\n"
                                     "   * * * >_ ' _  _ _ _\n"
                                     "1  o o o        B  . '  1\n"
                                     "   o o o  _ _ _  ' _ _\n"
                                     "      a      b      c\n"
                                     "o can go or capture here   * can go here   > last move\n");
}

static void with_colour_pips_that_touch_are_seen_to_touch(void **state) {
  (void)state;
  make_pips();
  mr_paint_style colour = {.height = 6, .unicode = true, .colour = true};
  const char *text = paint(&colour);
  size_t lines = 0;
  for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++) {
    lines++;
  }
  assert_int_equal(lines, 4); /* six rows of pips in three lines, and the names of the columns */
  /* The middle line: the last pips of the upper row above the first of the lower one, half and
   * half: red above the dark ground, and ground above blue. */
  assert_non_null(strstr(text, "\033[0;38;5;203;48;5;235m▀▀"));
  assert_non_null(strstr(text, "\033[0;38;5;237;48;5;75m▀▀"));
}

static size_t lines_of(const char *text) {
  size_t lines = 0;
  for (; *text != '\0'; text++) {
    lines += *text == '\n';
  }
  return lines;
}

static void squares_are_large_where_there_are_colours_and_room(void **state) {
  (void)state;
  mr_sample_board(&sample, 3, 3, 3, -1);
  mr_sample_cell(&sample, 1, 1)->piece = mr_sample_piece(&sample, 0, "King", "K");
  mr_paint_style roomy = {.height = 10, .unicode = true, .colour = true};
  assert_int_equal(lines_of(paint(&roomy)), 3 * 3 + 1);
  assert_non_null(strstr(mr_str_text(&out), "▄▄▄▄▄"));
  assert_non_null(strstr(mr_str_text(&out), "▀▀▀▀▀"));
  roomy.height = 9;
  assert_int_equal(lines_of(paint(&roomy)), 3 + 2);
  roomy.height = 0; /* a pipe: as ever */
  assert_int_equal(lines_of(paint(&roomy)), 3 + 2);
  roomy = (mr_paint_style){.height = 40, .unicode = true}; /* without colours there is a grid */
  assert_int_equal(lines_of(paint(&roomy)), 3 * 2 + 1 + 2);
  roomy = (mr_paint_style){.height = 40, .unicode = true, .colour = true};
  mr_sample_terrain(&sample, "forest", 'T'); /* maps are wide enough as they are */
  assert_int_equal(lines_of(paint(&roomy)), 3 + 2);
}

static void hands_are_folded_step_by_step(void **state) {
  (void)state;
  make_pips();
  mr_view_held red[] = {{mr_sample_pattern(&sample, 0, "121"), 1},
                        {mr_sample_pattern(&sample, 0, "475"), 3}};
  mr_view_held blue[] = {{mr_sample_pattern(&sample, 1, "222"), 2}};
  mr_sample_hand(&sample, 0, "hand", red, 2);
  mr_sample_hand(&sample, 1, "hand", blue, 1);
  mr_paint_style ascii = {.height = 15};
  assert_non_null(strstr(paint(&ascii), "\nRed's hand (4)\n"
                                        "    .'     :..\n"
                                        "   __'     '_'\n"
                                        "   121   475 x3\n"));
  ascii.height = 10;
  assert_non_null(strstr(paint(&ascii), "Blue's hand (2):   222 x2\n"));
  ascii.height = 7;
  assert_non_null(
      strstr(paint(&ascii), "\nRed's hand (4):  121  475x3\nBlue's hand (2):  222x2\n"));
}

static void what_cannot_fit_is_drawn_as_small_as_can_be(void **state) {
  (void)state;
  mr_sample_board(&sample, 12, 12, 12, -1);
  mr_sample_fill(&sample, mr_sample_region(&sample, "den", 0), 1, 2, 1, 1);
  mr_paint_style style = {.height = 3};
  assert_non_null(strstr(paint(&style), "(regions not named: 1)\n"));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(every_game_of_the_catalogue_fits_a_terminal, setup, teardown),
    cmocka_unit_test_setup_teardown(boards_of_many_squares_and_hands_of_many_kinds_fit, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(boards_of_pips_and_hands_of_many_kinds_fit, setup, teardown),
    cmocka_unit_test_setup_teardown(small_squares_show_every_pip_and_whose_they_are, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(small_squares_show_marks, setup, teardown),
    cmocka_unit_test_setup_teardown(with_colour_pips_that_touch_are_seen_to_touch, setup, teardown),
    cmocka_unit_test_setup_teardown(squares_are_large_where_there_are_colours_and_room, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(hands_are_folded_step_by_step, setup, teardown),
    cmocka_unit_test_setup_teardown(what_cannot_fit_is_drawn_as_small_as_can_be, setup, teardown),
};

MR_TEST_MAIN(tests)
