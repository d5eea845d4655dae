#include <marcher/catalog.h>
#include <marcher/paint.h>
#include <stdlib.h>
#include <string.h>

#include "test_main.h"

/* A game of the catalogue and its first picture. */
typedef struct shown {
  mr_catalog *catalog;
  mr_game *game;
  mr_state *state;
  mr_arena arena;
  mr_view view;
} shown;

static void show(shown *s, const char *name) {
  mr_diagnostics list;
  mr_arena_init(&s->arena, NULL, 0);
  mr_diagnostics_init(&list, &s->arena);
  assert_int_equal(mr_catalog_new(NULL, &s->catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(s->catalog, name, NULL, 0, &s->game, &list), MR_OK);
  s->state = mr_state_new(s->game, NULL);
  assert_non_null(s->state);
  mr_game_start(s->game, s->state);
  assert_int_equal(mr_game_view(s->game, s->state, MR_NOBODY, &s->arena, &s->view, NULL), MR_OK);
  s->view.figures = true;
}

static void close_shown(shown *s) {
  mr_arena_done(&s->arena);
  mr_state_free(s->game, NULL, s->state);
  mr_game_free(s->game);
  mr_catalog_free(s->catalog);
}

static mr_str symbol(const shown *s, const mr_view_piece *piece) {
  mr_str svg = mr_str_growing(NULL);
  mr_paint_svg_symbol(s->game, &s->view, piece, &svg);
  assert_int_equal(svg.status, MR_OK);
  return svg;
}

static size_t count(const char *text, const char *part) {
  size_t found = 0;
  for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
    found++;
  }
  return found;
}

static void expect_another(shown *s, size_t a, size_t b, const mr_str *one) {
  mr_str other = symbol(s, &s->view.pieces[b]);
  if (strcmp(mr_str_text(one), mr_str_text(&other)) == 0) {
    fail_msg("%s and %s look the same", s->view.pieces[a].name, s->view.pieces[b].name);
  }
  mr_str_done(&other);
}

static void no_two_men_of_a_side_are_the_same_figure(void **unused) {
  (void)unused;
  static const char *const games[] = {"chess", "borderlands",           "battle-of-ideologies",
                                      "shogi", "colorboundmost-armies", "warlord-border-war"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    shown s;
    show(&s, games[i]);
    for (size_t a = 0; a < s.view.piece_count; a++) {
      mr_str one = symbol(&s, &s.view.pieces[a]);
      assert_true(mr_paint_has_figure(&s.view.pieces[a]));
      assert_int_equal(count(mr_str_text(&one), "<g"), count(mr_str_text(&one), "</g>"));
      assert_int_equal(count(mr_str_text(&one), "<text"), count(mr_str_text(&one), "</text>"));
      for (size_t b = 0; b < a; b++) {
        expect_another(&s, a, b, &one);
      }
      mr_str_done(&one);
    }
    close_shown(&s);
  }
}

static void a_leaders_level_is_as_many_pips(void **unused) {
  (void)unused;
  shown s;
  show(&s, "warlord-border-war");
  unsigned leaders = 0;
  for (size_t i = 0; i < s.view.piece_count; i++) {
    const char *level = strstr(s.view.pieces[i].name, "level ");
    if (level != NULL) {
      mr_str svg = symbol(&s, &s.view.pieces[i]);
      assert_int_equal(count(mr_str_text(&svg), "h0"), strtoul(level + 6, NULL, 10));
      mr_str_done(&svg);
      leaders++;
    }
  }
  assert_int_equal(leaders, 20);
  close_shown(&s);
}

static void who_has_no_figure_of_the_field_carries_the_letter(void **unused) {
  (void)unused;
  static const mr_view_moves moves = {.move = 1};
  shown s;
  show(&s, "chess");
  mr_view_piece pieces[] = {
      {.piece = {90}, .name = "Zorp", .label = "<&", .glyph = "zorp", .moves = &moves},
      {.piece = {91}, .name = "Lame Knight", .label = "V", .glyph = "lame knight", .moves = &moves},
      {.piece = {92}, .name = "wall", .label = "*", .glyph = "wall"},
      {.piece = {93}, .name = "", .label = "x", .glyph = "", .moves = &moves}};
  s.view.pieces = pieces;
  s.view.piece_count = sizeof pieces / sizeof pieces[0];
  mr_str zorp = symbol(&s, &pieces[0]);
  assert_non_null(strstr(mr_str_text(&zorp), "&lt;&amp;</text>"));
  mr_str knight = symbol(&s, &pieces[1]);
  assert_null(strstr(mr_str_text(&knight), "<text")); /* a knight is a knight */
  assert_false(mr_paint_has_figure(&pieces[2]));
  assert_false(mr_paint_has_figure(&pieces[3]));
  mr_str_done(&zorp);
  mr_str_done(&knight);
  close_shown(&s);
}

static void a_promoted_man_is_told_by_more_than_colour(void **unused) {
  (void)unused;
  shown s;
  show(&s, "chess");
  mr_view_moves moves = {.move = 1, .tile = MR_TILE_PROMOTED};
  mr_view_piece piece = {
      .piece = {90}, .name = "Queen", .label = "+Q", .glyph = "queen", .moves = &moves};
  mr_str promoted = symbol(&s, &piece);
  assert_non_null(strstr(mr_str_text(&promoted), "+Q</text>"));
  mr_str_done(&promoted);
  close_shown(&s);
}

static void memory_that_ends_is_told_by_the_string(void **unused) {
  (void)unused;
  shown s;
  show(&s, "chess");
  char little[100];
  mr_str svg = mr_str_fixed(little, sizeof little);
  mr_paint_svg_symbol(s.game, &s.view, &s.view.pieces[0], &svg);
  assert_int_not_equal(svg.status, MR_OK);
  close_shown(&s);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_two_men_of_a_side_are_the_same_figure),
    cmocka_unit_test(a_leaders_level_is_as_many_pips),
    cmocka_unit_test(who_has_no_figure_of_the_field_carries_the_letter),
    cmocka_unit_test(a_promoted_man_is_told_by_more_than_colour),
    cmocka_unit_test(memory_that_ends_is_told_by_the_string),
};

MR_TEST_MAIN(tests)
