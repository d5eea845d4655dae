#include <marcher/paint.h>
#include <string.h>

#include "markup.h"
#include "test_main.h"

static const char *paint(mr_str *out, const char *text) {
  mr_str_reset(out);
  mr_paint_screen(text, strlen(text), "a <game>", out);
  assert_int_equal(out->status, MR_OK);
  return mr_str_text(out);
}

static void text_stands_where_a_terminal_would_put_it(void **unused) {
  (void)unused;
  mr_str out = mr_str_growing(NULL);
  const char *svg = paint(&out, "ab\n  cd\n");
  assert_non_null(strstr(svg, "width=\"72\" height=\"74\""));
  assert_non_null(strstr(svg, "<text x=\"18\" y=\"32\" textLength=\"18\">ab</text>"));
  assert_non_null(strstr(svg, "<text x=\"36\" y=\"51\" textLength=\"18\">cd</text>"));
  mr_str_done(&out);
}

static void colours_and_weight_are_kept(void **unused) {
  (void)unused;
  mr_str out = mr_str_growing(NULL);
  const char *svg = paint(&out, "x\033[0;1;38;5;196;48;5;16my\033[0mz");
  assert_non_null(
      strstr(svg, "<rect x=\"27\" y=\"18\" width=\"9\" height=\"19\" fill=\"#000000\"/>"));
  assert_non_null(strstr(svg, "textLength=\"9\" font-weight=\"700\" fill=\"#ff0000\">y</text>"));
  assert_non_null(strstr(svg, "<text x=\"36\" y=\"32\" textLength=\"9\">z</text>"));
  mr_str_done(&out);
}

static void whatever_comes_stays_well_formed(void **unused) {
  (void)unused;
  static const char *const texts[] = {"",
                                      "<&\"'>",
                                      "\033",
                                      "\033[",
                                      "\033[38;5",
                                      "\033[38;5;999mx",
                                      "\033[1;;;;2Kx",
                                      "\xff\x01\n\n",
                                      "\033[0;1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18mx"};
  mr_str out = mr_str_growing(NULL);
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    mr_assert_markup(paint(&out, texts[i]), MR_MARKUP_XML);
    assert_null(strchr(mr_str_text(&out), '\033'));
    assert_null(strchr(mr_str_text(&out), '\x01'));
  }
  mr_str_done(&out);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(text_stands_where_a_terminal_would_put_it),
    cmocka_unit_test(colours_and_weight_are_kept),
    cmocka_unit_test(whatever_comes_stays_well_formed),
};

MR_TEST_MAIN(tests)
