/* Games to step through: what a page rebuilds is what the painter drew. */
#include <marcher/reel.h>
#include <stdlib.h>
#include <string.h>

#include "markup.h"
#include "paint/svg_priv.h"
#include "paint_fixture.h"
#include "test_main.h"

enum { MOMENTS = 6 };

/* The picture of a moment, from those before it, as the page's script does it. */
static void rebuild(const mr_reel *reel, const mr_film *film, size_t moment, mr_str *to) {
  static uint32_t lines[2][4096];
  size_t counts[2] = {0, 0};
  for (size_t i = 0; i <= moment; i++) {
    uint32_t *now = lines[i % 2], *before = lines[(i + 1) % 2];
    size_t *count = &counts[i % 2];
    *count = 0;
    for (const char *at = mr_str_text(&film->frames) + film->moments[i].frames; *at != '\0';) {
      char *end = NULL;
      unsigned long first = strtoul(at, &end, 10), run = 1;
      bool copied = *end == '+';
      if (copied) {
        run = strtoul(end + 1, &end, 10);
        assert_true(first + run <= counts[(i + 1) % 2]);
      }
      for (unsigned long k = 0; k < run; k++) {
        now[(*count)++] = copied ? before[first + k] : (uint32_t)first;
      }
      at = *end == ' ' ? end + 1 : end;
    }
  }
  for (size_t k = 0; k < counts[moment % 2]; k++) {
    const mr_reel_line *line = &reel->lines[lines[moment % 2][k]];
    mr_str_bytes(to, line->text, line->length);
    mr_str_char(to, '\n');
  }
}

/* The sample's pieces step to the right, one after the other. */
static void step(size_t moment) {
  mr_view_cell *cells = (mr_view_cell *)sample.view.cells;
  size_t count = (size_t)sample.view.columns * sample.view.rows;
  for (size_t i = (moment * 7) % count, k = 0; k < count; k++, i = (i + 1) % count) {
    size_t next = (i + 1) % count;
    if (cells[i].piece != 0 && cells[next].piece == 0) {
      cells[next].piece = cells[i].piece;
      cells[i].piece = 0;
      return;
    }
  }
}

static void what_is_rebuilt_is_what_was_drawn(void **state) {
  (void)state;
  static void (*const make[])(mr_sample *) = {mr_sample_borderline, mr_sample_borderlands,
                                              mr_sample_war};
  static const int values[MOMENTS] = {500, 520, -1, 900, 880, 1000};
  for (size_t i = 0; i < sizeof make / sizeof make[0]; i++) {
    mr_reel reel;
    mr_str drawn[MOMENTS];
    make[i](&sample);
    mr_reel_init(&reel, &game);
    for (size_t film = 0; film < 2; film++) {
      assert_true(mr_reel_begin(&reel));
      for (size_t k = 0; k < MOMENTS; k++) {
        drawn[k] = mr_str_growing(NULL);
        mr_paint_svg_frame(&game, &sample.view, game.info.title, &drawn[k]);
        mr_reel_add(&reel, &sample.view, "a <turn> & more", values[k]);
        step(k + film);
      }
      mr_reel_end(&reel, "A game");
      assert_int_equal(reel.status, MR_OK);
      assert_int_equal(reel.films[film]->count, MOMENTS);
      assert_int_equal(reel.films[film]->decisive, 2); /* 520 to 900, over the turn behind */
      for (size_t k = 0; k < MOMENTS; k++) {
        mr_str again = mr_str_growing(NULL);
        rebuild(&reel, reel.films[film], k, &again);
        assert_string_equal(mr_str_text(&drawn[k]), mr_str_text(&again));
        mr_str_done(&again);
        mr_str_done(&drawn[k]);
      }
    }
    mr_str_reset(&out);
    mr_paint_reel_html(&reel, &out);
    const char *html = mr_str_text(&out);
    assert_int_equal(mr_count(html, "class=\"film\""), 2);
    assert_int_equal(mr_count(html, "<script"), 2);
    assert_int_equal(mr_count(html, "</script>"), 2);
    assert_non_null(strstr(html, "<li>a &lt;turn&gt; &amp; more</li>"));
    assert_non_null(strstr(html, "\\u003csvg "));
    assert_null(strstr(html, "src="));
    mr_reel_done(&reel);
    mr_sample_done(&sample);
  }
  mr_sample_board(&sample, 1, 1, 1, 1);
}

static void a_page_takes_no_more_games_than_it_can_load(void **state) {
  (void)state;
  mr_reel reel;
  mr_reel_init(&reel, &game);
  mr_sample_board(&sample, 2, 2, 2, -1);
  size_t count = 0;
  while (mr_reel_begin(&reel)) {
    mr_reel_add(&reel, &sample.view, "", -1);
    mr_reel_end(&reel, "");
    count++;
  }
  assert_int_equal(count, MR_REEL_FILMS_MAX);
  assert_int_equal(reel.films[0]->decisive, 0);
  mr_reel_done(&reel);
  mr_reel_init(&reel, &game);
  reel.bytes = MR_REEL_BYTES_MAX + 1;
  assert_false(mr_reel_begin(&reel));
  mr_reel_done(&reel);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(what_is_rebuilt_is_what_was_drawn, setup, teardown),
    cmocka_unit_test_setup_teardown(a_page_takes_no_more_games_than_it_can_load, setup, teardown),
};

MR_TEST_MAIN(tests)
