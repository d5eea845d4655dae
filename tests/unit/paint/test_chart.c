#include <marcher/paint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "paint_samples.h"
#include "test_main.h"

static const mr_paint_style plain = {.width = 60};
static const mr_paint_style rich = {.width = 60, .unicode = true};

static mr_game game;
static mr_sample sample;
static mr_str out;
static uint64_t heat[4];

static const mr_chart_row rows[] = {
    {"BL-15", "71.0% (60.0 to 80.0)", 0.71, 0.6, 0.8},
    {"a <b> & \"c\"", "0.0% (0.0 to 4.0)", 0, 0, 0.04},
};

/* The number behind a word of a text. */
static int number_behind(const char *text, const char *word) {
  const char *at = strstr(text, word);
  assert_non_null(at);
  return (int)strtol(at + strlen(word), NULL, 10);
}

static int setup(void **state) {
  (void)state;
  game = mr_sample_game("White", "Black");
  mr_sample_board(&sample, 2, 2, 1, 1);
  mr_sample_cell(&sample, 0, 0)->piece = mr_sample_piece(&sample, 0, "Rook", "R");
  out = mr_str_growing(NULL);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mr_sample_done(&sample);
  mr_str_done(&out);
  return 0;
}

static mr_chart chart_of(mr_chart_kind kind) {
  return (mr_chart){
      .kind = kind, .rows = rows, .row_count = 2, .to = 1, .factor = 100, .unit = "%"};
}

static const char *as_text(const mr_chart *chart, const mr_paint_style *style) {
  mr_str_reset(&out);
  mr_paint_chart(&game, chart, style, &out);
  assert_int_equal(out.status, MR_OK);
  return mr_str_text(&out);
}

static const char *as_svg(const mr_chart *chart) {
  mr_str_reset(&out);
  mr_str_add(&out, "<figure>");
  mr_paint_svg_chart(&game, chart, "a <chart>", &out);
  mr_str_add(&out, "</figure>");
  assert_int_equal(out.status, MR_OK);
  mr_assert_markup(mr_str_text(&out), MR_MARKUP_XML);
  return mr_str_text(&out);
}

static void bars_show_figures_with_their_intervals(void **state) {
  (void)state;
  mr_chart chart = chart_of(MR_CHART_BARS);
  const char *text = as_text(&chart, &plain);
  assert_non_null(strstr(text, "  BL-15"));
  assert_non_null(strstr(text, "####"));
  assert_non_null(strstr(text, "-|-"));
  assert_non_null(strstr(text, "71.0% (60.0 to 80.0)\n"));
  assert_null(strstr(text, "\xe2"));
  text = as_text(&chart, &rich);
  assert_non_null(strstr(text, "█"));
  assert_non_null(strstr(text, "┃"));
  text = as_svg(&chart); /* for wide screens and for telephones */
  assert_int_equal(mr_count(text, "<svg"), 2);
  assert_int_equal(mr_count(text, "var(--bar)"), 2 * 2);
  assert_int_equal(mr_count(text, "var(--whisker)"), 2 * 6);
  assert_non_null(strstr(text, "a &lt;b&gt; &amp;"));
  chart.wished = true;
  chart.wish_low = 0.4;
  chart.wish_high = 0.6;
  assert_int_equal(mr_count(as_svg(&chart), "var(--wish)"), 2);
}

/* A file of its own brings its colours, and one drawing, that of wide screens. */
static void a_picture_stands_alone(void **state) {
  (void)state;
  static const mr_chart_kind kinds[] = {MR_CHART_BARS, MR_CHART_POINTS, MR_CHART_COUNTS};
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    mr_chart chart = chart_of(kinds[i]);
    mr_str_reset(&out);
    mr_paint_svg_picture(&game, &chart, "a <chart>", &out);
    assert_int_equal(out.status, MR_OK);
    const char *text = mr_str_text(&out);
    mr_assert_markup(text, MR_MARKUP_XML);
    assert_int_equal(mr_count(text, "<svg"), 1);
    for (const char *at = text; (at = strstr(at, "var(--")) != NULL; at++) {
      char set[32];
      snprintf(set, sizeof set, "%.*s:", (int)strcspn(at + 4, ")"), at + 4);
      assert_int_equal(mr_count(text, set), 2); /* by day and by night */
    }
    assert_non_null(strstr(text, "prefers-color-scheme:dark"));
  }
}

/* An axis that goes below nothing has bars to both sides of it; what goes on beyond it has no end.
 */
static void bars_begin_at_nothing(void **state) {
  (void)state;
  static const mr_chart_row sides[] = {{"gains", "", 0.5, 0.4, INFINITY},
                                       {"loses", "", -0.5, -0.9, -0.3}};
  mr_chart chart = chart_of(MR_CHART_BARS);
  chart.rows = sides;
  chart.from = -1;
  const char *text = as_text(&chart, &plain);
  const char *line = strstr(text, "loses");
  assert_non_null(line);
  assert_true(strchr(text, '#') > strstr(text, "gains") + strlen("gains") + 20);
  assert_true(strchr(line, '|') < strchr(line, '#'));
  assert_int_equal(mr_count(as_svg(&chart), "var(--whisker)"), 2 * 5);
}

static void points_are_joined_and_columns_stand_side_by_side(void **state) {
  (void)state;
  mr_chart chart = chart_of(MR_CHART_POINTS);
  assert_int_equal(mr_count(as_svg(&chart), "<circle"), 2 * 2);
  chart.kind = MR_CHART_COUNTS;
  assert_int_equal(mr_count(as_svg(&chart), "<rect"), 2); /* nothing has no column */
  assert_non_null(strstr(as_text(&chart, &plain), "BL-15 #  a "));
  assert_non_null(strstr(as_text(&chart, &rich), "BL-15 █  a "));
}

static void heat_lies_on_the_bare_board(void **state) {
  (void)state;
  mr_chart chart = {.kind = MR_CHART_HEAT, .view = &sample.view, .heat = heat};
  memset(heat, 0, sizeof heat);
  heat[3] = 9;
  heat[1] = 1;
  const char *text = as_svg(&chart);
  assert_int_equal(mr_count(text, "#b3261e"), 2);
  assert_non_null(strstr(text, "<title>9</title>"));
  assert_null(strstr(text, "Rook"));
  text = as_text(&chart, &plain);
  assert_int_equal(mr_count(text, "##"), 1);
  assert_non_null(strstr(text, "  . 0  + 1 to 2  * 3 to 5  # 6 to 9")); /* none is so rare as - */
  mr_paint_style narrow = {.width = 4};
  assert_non_null(as_text(&chart, &narrow));
}

/* Whatever the figures are, drawings stay within their frames. */
static void figures_that_are_none_do_no_harm(void **state) {
  (void)state;
  static const mr_chart_row odd[] = {
      {"x", "?", NAN, -INFINITY, INFINITY}, {"y", "", 1e300, -1e300, NAN}, {"", "", -5, -9, -7}};
  static const mr_chart_kind kinds[] = {MR_CHART_BARS, MR_CHART_POINTS, MR_CHART_COUNTS};
  for (size_t i = 0; i < 3; i++) {
    mr_chart chart = {
        .kind = kinds[i], .rows = odd, .row_count = 3, .to = 1, .factor = 1, .unit = ""};
    as_svg(&chart);
    as_text(&chart, &plain);
    chart.to = 0; /* an axis of no length */
    as_svg(&chart);
    as_text(&chart, &rich);
    chart.row_count = 0;
    as_text(&chart, &rich);
  }
}

/* M and @ are as wide as their letters are high: 26 of DejaVu's at 14, from the right end. */
static void wide_labels_are_not_cut(void **state) {
  static const mr_chart_row wide[] = {{"M@", "1.00", 1, 1, 1}, {"W", "0.50", 0.5, 0, 1}};
  (void)state;
  mr_chart chart = chart_of(MR_CHART_BARS);
  chart.rows = wide;
  const char *label = strstr(as_svg(&chart), ">M@</text>");
  assert_non_null(label);
  const char *text = label;
  while (strncmp(text, "<text x=\"", 9) != 0) {
    text--;
  }
  assert_true(number_behind(text, "<text x=\"") >= 26);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(wide_labels_are_not_cut, setup, teardown),
    cmocka_unit_test_setup_teardown(bars_show_figures_with_their_intervals, setup, teardown),
    cmocka_unit_test_setup_teardown(a_picture_stands_alone, setup, teardown),
    cmocka_unit_test_setup_teardown(bars_begin_at_nothing, setup, teardown),
    cmocka_unit_test_setup_teardown(points_are_joined_and_columns_stand_side_by_side, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(heat_lies_on_the_bare_board, setup, teardown),
    cmocka_unit_test_setup_teardown(figures_that_are_none_do_no_harm, setup, teardown),
};

MR_TEST_MAIN(tests)
