#include <marcher/paint.h>

#include <string.h>

#include "markup.h"
#include "paint_samples.h"
#include "test_main.h"

static const mr_paint_style plain = {0};

static mr_game game;
static mr_sample sample;
static mr_doc doc;
static mr_str out;

static int setup(void **state) {
  (void)state;
  game = mr_sample_game("White", "Black");
  mr_sample_board(&sample, 2, 1, 1, 1);
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_piece(&sample, 0, "Rook", "R");
  mr_doc_init(&doc, &sample.arena);
  out = mr_str_growing(NULL);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mr_sample_done(&sample);
  mr_str_done(&out);
  return 0;
}

static const char *as_text(const mr_paint_style *style) {
  mr_str_reset(&out);
  mr_paint_doc_text(&game, &doc, style, &out);
  assert_int_equal(out.status, MR_OK);
  return mr_str_text(&out);
}

static const char *as_html(void) {
  mr_str_reset(&out);
  mr_paint_doc_html(&game, &doc, &out);
  assert_int_equal(out.status, MR_OK);
  mr_assert_markup(mr_str_text(&out), MR_MARKUP_HTML);
  return mr_str_text(&out);
}

static const char *as_svg(void) {
  mr_str_reset(&out);
  mr_paint_doc_svg(&game, &doc, &out);
  assert_int_equal(out.status, MR_OK);
  mr_assert_markup(mr_str_text(&out), MR_MARKUP_XML);
  return mr_str_text(&out);
}

static void add_row(const char *a, const char *b, const char *c) {
  const char *const cells[] = {a, b, c};
  mr_doc_row(&doc, cells, 3);
}

/** Every kind of block, some in runs. */
static void write_page(void) {
  mr_doc_paragraph(&doc, "The rooks of %s and %s are placed on two squares, and there they stay.",
                   "White", "Black");
  mr_doc_heading(&doc, "Board");
  mr_doc_diagram(&doc, &sample.view, "The start");
  mr_doc_heading(&doc, "Pieces");
  add_row("piece", "moves", "value");
  add_row("Rook", "along ranks and files, as far as nothing is in its way", "5.25");
  add_row("Knight", "leaps", "3");
  mr_doc_heading(&doc, "Rules");
  mr_doc_rule(&doc, "R-1", "White moves first.");
  mr_doc_rule(&doc, "R-20a", "Whoever cannot move has lost the game, even on the very first turn.");
}

/* ---- text ------------------------------------------------------------------------------------ */

static void a_page_is_written_as_wrapped_text(void **state) {
  (void)state;
  write_page();
  mr_paint_style narrow = {.width = 40};
  assert_string_equal(as_text(&narrow), "Sample\n"
                                        "======\n"
                                        "\n"
                                        "The rooks of White and Black are placed\n"
                                        "on two squares, and there they stay.\n"
                                        "\n"
                                        "Board\n"
                                        "-----\n"
                                        "\n"
                                        "The start\n"
                                        "    a   b\n"
                                        "  +---+---+\n"
                                        "1 | R |   | 1\n"
                                        "  +---+---+\n"
                                        "    a   b\n"
                                        "\n"
                                        "Pieces\n"
                                        "------\n"
                                        "\n"
                                        "piece   moves                      value\n"
                                        "------  -------------------------  -----\n"
                                        "Rook    along ranks and files, as   5.25\n"
                                        "        far as nothing is in its\n"
                                        "        way\n"
                                        "Knight  leaps                          3\n"
                                        "\n"
                                        "Rules\n"
                                        "-----\n"
                                        "\n"
                                        "R-1    White moves first.\n"
                                        "R-20a  Whoever cannot move has lost the\n"
                                        "       game, even on the very first\n"
                                        "       turn.\n");
}

static void a_page_has_finer_lines_where_there_is_unicode(void **state) {
  (void)state;
  write_page();
  mr_paint_style unicode = {.unicode = true};
  const char *text = as_text(&unicode);
  assert_non_null(strstr(text, "Sample\n══════\n"));
  assert_non_null(strstr(text, "Board\n─────\n"));
  assert_non_null(strstr(text, "1 │ R │   │ 1\n"));
}

static void one_long_cell_does_not_take_the_room_of_the_others(void **state) {
  (void)state;
  add_row("key", "now", "meaning");
  add_row("start", "one two three four five six seven", "where it begins");
  add_row("rows", "8", "ranks of the board");
  add_row("columns", "8", "files of the board");
  mr_paint_style narrow = {.width = 36};
  assert_non_null(strstr(as_text(&narrow), "key      now      meaning\n"
                                           "-------  -------  ------------------\n"
                                           "start    one two  where it begins\n"
                                           "         three\n"));
  assert_non_null(strstr(mr_str_text(&out), "rows     8        ranks of the board\n"
                                            "columns  8        files of the board\n"));
}

static void words_are_broken_only_where_nothing_else_fits(void **state) {
  (void)state;
  add_row("key", "now", "meaning");
  add_row("startFen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "where it begins");
  add_row("castlingRookQueensideFile", "a", "where a rook stands");
  mr_paint_style narrow = {.width = 60};
  assert_non_null(strstr(as_text(&narrow), "\ncastlingRookQueensideFile  "));
}

static void columns_of_alike_cells_are_as_narrow_as_each_other(void **state) {
  (void)state;
  add_row("first", "second", "third");
  add_row("50.0% (24.7 to 75.3)", "41.7% (17.9 to 66.0)", "90.6 (too few games)");
  add_row("25.0% (4.4 to 66.5)", "16.7% (0.4 to 64.1)", "84 (too few games)");
  mr_paint_style narrow = {.width = 40};
  assert_non_null(strstr(as_text(&narrow), "\n50.0% (24.7  41.7% (17.9  90.6 (too few\n"
                                           "to 75.3)     to 66.0)     games)\n"));
}

static void tables_stand_apart(void **state) {
  (void)state;
  add_row("a", "b", "c");
  add_row("a long cell of the first", "1", "2");
  mr_doc_end_table(&doc);
  add_row("d", "e", "f");
  add_row("g", "h", "i");
  assert_non_null(strstr(as_text(&plain), "\n\nd  e  f\n-  -  -\ng  h  i\n"));
  assert_int_equal(mr_count(as_html(), "<table>"), 2);
}

static void a_long_title_is_wrapped(void **state) {
  (void)state;
  mr_doc_heading(&doc, "A heading of more words than a line has");
  mr_paint_style narrow = {.width = 20};
  assert_non_null(
      strstr(as_text(&narrow), "A heading of more\nwords than a line\nhas\n-----------------\n"));
}

static void no_line_of_a_page_is_wider_than_asked(void **state) {
  (void)state;
  write_page();
  for (unsigned width = 30; width < 100; width += 7) {
    mr_paint_style style = {.width = width};
    for (const char *line = as_text(&style); *line != '\0';) {
      size_t length = strcspn(line, "\n");
      assert_in_range(length, 0, width);
      line += length + 1;
    }
  }
}

static void a_heading_that_repeats_the_title_is_not_repeated(void **state) {
  (void)state;
  mr_doc_heading(&doc, "Sample");
  mr_doc_paragraph(&doc, "x");
  assert_string_equal(as_text(&plain), "Sample\n======\n\nx\n");
  assert_int_equal(mr_count(as_html(), "Sample</h"), 1);
}

static void long_ids_of_rules_stand_on_their_own_line(void **state) {
  (void)state;
  mr_doc_rule(&doc, "a-rule-with-a-long-id", "first");
  mr_doc_rule(&doc, "R-2", "second");
  assert_string_equal(as_text(&plain),
                      "Sample\n======\n\na-rule-with-a-long-id\n     first\nR-2  second\n");
}

static void an_empty_page_is_its_title(void **state) {
  (void)state;
  assert_string_equal(as_text(&plain), "Sample\n======\n");
  assert_non_null(strstr(as_html(), "<h1>Sample</h1>\n</main>"));
  assert_non_null(strstr(as_svg(), ">Sample</text>"));
}

static void colour_adds_nothing_but_escapes(void **state) {
  (void)state;
  mr_doc_heading(&doc, "Rules");
  mr_doc_rule(&doc, "R-1", "White moves first.");
  mr_paint_style colour = {.colour = true};
  assert_string_equal(as_text(&colour), "\033[0;1mSample\033[0m\n======\n\n"
                                        "\033[0;1mRules\033[0m\n-----\n\n"
                                        "\033[0;1mR-1  \033[0mWhite moves first.\n");
}

/* ---- HTML ------------------------------------------------------------------------------------ */

static void a_page_is_one_file_of_html(void **state) {
  (void)state;
  write_page();
  const char *html = as_html();
  assert_int_equal(strncmp(html, "<!DOCTYPE html>\n<html lang=\"en\">", 32), 0);
  assert_non_null(strstr(html, "<meta charset=\"utf-8\">"));
  assert_non_null(strstr(html, "prefers-color-scheme:dark"));
  assert_int_equal(mr_count(html, "<svg "), 1);
  assert_int_equal(mr_count(html, "<figcaption>The start</figcaption>"), 1);
  assert_int_equal(mr_count(html, "<title>The start</title>"), 1);
  static const char *const forbidden[] = {"<script", "<link", "@import", "url(", "src="};
  for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++) {
    assert_null(strstr(html, forbidden[i]));
  }
  /* Links lead to places on the page, and the name of SVG is no link. */
  assert_int_equal(mr_count(html, "href=\""), mr_count(html, "href=\"#"));
  assert_int_equal(mr_count(html, "http"), mr_count(html, "xmlns=\"http://www.w3.org/2000/svg\""));
}

static void the_contents_link_to_the_sections(void **state) {
  (void)state;
  write_page();
  const char *html = as_html();
  assert_non_null(strstr(html, "<a href=\"#section-2\">Pieces</a>"));
  assert_non_null(strstr(html, "<section id=\"section-2\">\n<h2>Pieces</h2>"));
  assert_int_equal(mr_count(html, "<section"), 3);
  assert_int_equal(mr_count(html, "</section>"), 3);
}

static void every_rule_can_be_linked_to_once(void **state) {
  (void)state;
  mr_doc_rule(&doc, "R-1", "a");
  mr_doc_rule(&doc, "R-1", "b");
  mr_doc_rule(&doc, "R 1", "c");
  mr_doc_rule(&doc, "R-14 hands", "f");
  mr_doc_rule(&doc, "\"><x", "d");
  mr_doc_rule(&doc, "", "e");
  const char *html = as_html();
  assert_int_equal(mr_count(html, "<tr id=\""), 2);
  assert_non_null(strstr(html, "<tr id=\"rule-R-1\"><th scope=\"row\" class=\"id\">"
                               "<a href=\"#rule-R-1\">R-1</a></th><td>a</td></tr>"));
  assert_non_null(strstr(html, "<a href=\"#rule-R-14-hands\">R-14 hands</a>"));
  assert_non_null(strstr(html, "&quot;&gt;&lt;x</th><td>d</td>"));
}

static void columns_of_numbers_are_aligned_at_the_right(void **state) {
  (void)state;
  write_page();
  const char *html = as_html();
  assert_non_null(strstr(html, "<th scope=\"col\" class=\"number\">value</th>"));
  assert_non_null(strstr(html, "<td class=\"number\">5.25</td>"));
  assert_non_null(strstr(html, "<td>Rook</td>"));
}

static void no_text_can_break_a_page(void **state) {
  (void)state;
  static const char evil[] = "</p></main><script>&\"'\033\xFF--></style>]]>";
  game.info.title = evil;
  game.info.summary = evil;
  mr_doc_heading(&doc, "%s", evil);
  mr_doc_heading(&doc, "%s", evil);
  mr_doc_heading(&doc, "%s", evil);
  mr_doc_paragraph(&doc, "%s", evil);
  mr_doc_rule(&doc, evil, evil);
  add_row(evil, evil, evil);
  mr_doc_diagram(&doc, &sample.view, evil);
  assert_null(strstr(as_html(), "<script"));
  assert_int_equal(mr_count(mr_str_text(&out), "</main>"), 1);
  assert_null(strstr(as_svg(), "<script"));
  assert_null(strchr(as_text(&plain), '\033'));
}

/* ---- all diagrams in one drawing ------------------------------------------------------------- */

static void all_diagrams_are_put_into_one_drawing(void **state) {
  (void)state;
  for (unsigned i = 0; i < 9; i++) {
    mr_doc_diagram(&doc, &sample.view,
                   "a caption that is too long for one line of a small drawing");
  }
  const char *svg = as_svg();
  assert_int_equal(mr_count(svg, "<svg "), 1 + 9);
  assert_true(mr_count(svg, ">a caption that is") == 9 + 9); /* each in its title and below */
  assert_int_equal(mr_count(svg, "y=\"68\" width="), 3);     /* three in the first line */
}

static void paint_shortly(mr_str *text) {
  mr_paint_doc_html(&game, &doc, text);
}

static void memory_that_ends_is_told_by_the_string(void **state) {
  (void)state;
  write_page();
  mr_paint_short_of_memory(paint_shortly);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_page_is_written_as_wrapped_text, setup, teardown),
    cmocka_unit_test_setup_teardown(a_page_has_finer_lines_where_there_is_unicode, setup, teardown),
    cmocka_unit_test_setup_teardown(words_are_broken_only_where_nothing_else_fits, setup, teardown),
    cmocka_unit_test_setup_teardown(columns_of_alike_cells_are_as_narrow_as_each_other, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(tables_stand_apart, setup, teardown),
    cmocka_unit_test_setup_teardown(a_long_title_is_wrapped, setup, teardown),
    cmocka_unit_test_setup_teardown(no_line_of_a_page_is_wider_than_asked, setup, teardown),
    cmocka_unit_test_setup_teardown(one_long_cell_does_not_take_the_room_of_the_others, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_heading_that_repeats_the_title_is_not_repeated, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(long_ids_of_rules_stand_on_their_own_line, setup, teardown),
    cmocka_unit_test_setup_teardown(an_empty_page_is_its_title, setup, teardown),
    cmocka_unit_test_setup_teardown(colour_adds_nothing_but_escapes, setup, teardown),
    cmocka_unit_test_setup_teardown(a_page_is_one_file_of_html, setup, teardown),
    cmocka_unit_test_setup_teardown(the_contents_link_to_the_sections, setup, teardown),
    cmocka_unit_test_setup_teardown(every_rule_can_be_linked_to_once, setup, teardown),
    cmocka_unit_test_setup_teardown(columns_of_numbers_are_aligned_at_the_right, setup, teardown),
    cmocka_unit_test_setup_teardown(no_text_can_break_a_page, setup, teardown),
    cmocka_unit_test_setup_teardown(all_diagrams_are_put_into_one_drawing, setup, teardown),
    cmocka_unit_test_setup_teardown(memory_that_ends_is_told_by_the_string, setup, teardown),
};

MR_TEST_MAIN(tests)
