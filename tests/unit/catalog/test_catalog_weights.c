#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/engine.h>
#include <string.h>

#include "catalog/catalog_priv.h"
#include "catalog_fixture.h"
#include "failing_alloc.h"
#include "instruments.h"

static mr_status add(mr_catalog_fixture *s, const char *text) {
  return mr_catalog_add(s->catalog, "my.ini", text, strlen(text), &s->list);
}

static mr_status add_weights(mr_catalog_fixture *s, const char *text) {
  return mr_catalog_add_weights(s->catalog, "my.weights", text, strlen(text), &s->list);
}

/** Fails unless the weights of a game hold a text (NULL: there are none). */
static void assert_weights(mr_catalog_fixture *s, const char *name, const char *part) {
  mr_game *game = mr_catalog_fixture_game(s, name, NULL, 0);
  if (part == NULL) {
    assert_null(game->info.weights);
  } else {
    assert_non_null(game->info.weights);
    if (strstr(game->info.weights, part) == NULL) {
      fail_msg("%s: no '%s' in:\n%s", name, part, game->info.weights);
    }
  }
  mr_game_free(game);
}

/** A board that no catalogue entry has, so that none of its weights count. */
#define BASE                                                                           \
  "[base]\nking = k\nrook = r\nmaxRank = 5\nmaxFile = 5\nstartFen = r3k/5/5/5/R3K w\n" \
  "castling = false\n"

static void a_game_has_the_weights_of_its_name_or_of_its_nearest_parent(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  assert_int_equal(add(&s, BASE "[child:base]\n[grandchild:child]\n[other:base]\n"), MR_OK);
  assert_weights(&s, "base", NULL);
  assert_int_equal(add_weights(&s, "[base]\nvalue = r:4321\n[child:base]\ntempo = 17\n"), MR_OK);
  assert_weights(&s, "base", "R:4321");
  assert_weights(&s, "child", "tempo = 17");
  assert_weights(&s, "child", "R:4321");
  assert_weights(&s, "grandchild", "tempo = 17");
  assert_weights(&s, "other", "R:4321");
  mr_catalog_fixture_close(&s);
}

static void what_a_child_lacks_is_left_out_of_the_weights_of_its_parent(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  assert_int_equal(add(&s, BASE "bishop = b\n[child:base]\nbishop = -\n"), MR_OK);
  assert_int_equal(add_weights(&s, "[base]\nvalue = r:4321 b:99\n"), MR_OK);
  assert_weights(&s, "base", "B:99");
  mr_game *game = mr_catalog_fixture_game(&s, "child", NULL, 0);
  assert_string_equal(game->info.weights, "[child]\nvalue =\n  R:4321\n");
  mr_game_free(game);
  mr_catalog_fixture_close(&s);
}

/* Other pieces, another board, hands: what is known of the parent says nothing of these. */
static void a_child_that_the_weights_of_its_parent_do_not_fit_has_none(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  assert_int_equal(add(&s, BASE "[more:base]\nbishop = b\n[wide:base]\nmaxFile = 6\n"
                                "startFen = r3k1/6/6/6/R3K1 w\n"
                                "[hands:base]\npieceDrops = true\ncapturesToHand = true\n"
                                "[same:base]\nnMoveRule = 30\n"),
                   MR_OK);
  assert_int_equal(add_weights(&s, "[base]\nvalue = r:4321\nplace =\n  r:\n  1 2 3 4 5\n"
                                   "  1 2 3 4 5\n  1 2 3 4 5\n  1 2 3 4 5\n  1 2 3 4 5\n"
                                   "  k:\n  1 2 3 4 5\n"
                                   "  1 2 3 4 5\n  1 2 3 4 5\n  1 2 3 4 5\n  1 2 3 4 5\n"),
                   MR_OK);
  assert_weights(&s, "base", "R:4321");
  assert_weights(&s, "same", "R:4321");
  assert_weights(&s, "more", NULL);
  assert_weights(&s, "wide", NULL);
  assert_weights(&s, "hands", NULL);
  assert_weights(&s, "crazyhouse", NULL);
  assert_weights(&s, "capablanca", NULL);
  mr_catalog_fixture_close(&s);
}

static void mistakes_are_found_when_the_game_is_opened(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_game *game = NULL;
  mr_catalog_fixture_open(&s);
  assert_int_equal(add(&s, BASE), MR_OK);
  assert_int_equal(add_weights(&s, "[base]\nvalue = r:1\nvalue2 = 3\n"), MR_OK);
  assert_int_equal(mr_catalog_open(s.catalog, "base", NULL, 0, &game, &s.list), MR_ERR_UNKNOWN);
  assert_null(game);
  assert_string_equal(s.list.first->source, "my.weights");
  assert_int_equal(s.list.first->line, 3);
  assert_int_equal(s.list.first->column, 1);
  mr_catalog_fixture_close(&s);
}

static void weights_of_no_game_are_refused(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  assert_int_equal(add_weights(&s, "[chess]\ntempo = 3\n[ches]\ntempo = 3\n"), MR_ERR_UNKNOWN);
  assert_int_equal(s.list.first->line, 3);
  assert_int_equal(s.list.first->column, 2);
  assert_int_equal(mr_catalog_add_weights(NULL, "x", "", 0, &s.list), MR_ERR_ARGUMENT);
  assert_int_equal(mr_catalog_add_weights(s.catalog, "x", "", 0, NULL), MR_ERR_ARGUMENT);
  /* Nothing was added: what is right may still be. */
  assert_int_equal(add_weights(&s, "[chess]\ntempo = 3\n"), MR_OK);
  assert_weights(&s, "chess", "tempo = 3");
  mr_catalog_fixture_close(&s);
}

static void added_weights_take_the_place_of_those_that_came_with_the_program(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  assert_int_equal(add_weights(&s, "[borderlands]\ntempo = 321\n"), MR_OK);
  mr_game *game = mr_catalog_fixture_game(&s, "borderlands", NULL, 0);
  assert_string_equal(game->info.weights, "[borderlands]\ntempo = 321\n");
  mr_game_free(game);
  for (size_t i = 0; i < mr_catalog_count(s.catalog); i++) {
    const char *source = mr_catalog_weights_source(s.catalog, i);
    bool here = strcmp(mr_catalog_name(s.catalog, i), "borderlands") == 0;
    assert_true(here == (source != NULL));
    assert_true(source == NULL || strcmp(source, "my.weights") == 0);
  }
  mr_catalog_fixture_close(&s);
}

static void embedded_weights_do_not_speak_of_a_definition_that_takes_a_name(void **state) {
  (void)state;
  static const char text[] = "[borderlands]\nking = k\nrook = r\nmaxRank = 5\nmaxFile = 5\n"
                             "startFen = r3k/5/5/5/R3K w\ncastling = false\n";
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  assert_int_equal(add(&s, text), MR_OK);
  assert_weights(&s, "borderlands", NULL);
  mr_catalog_fixture_close(&s);
  mr_catalog_fixture_open(&s);
  assert_int_equal(add(&s, "[borderlands:borderlands]\nnMoveRule = 60\n"), MR_OK);
  mr_game *game = mr_catalog_fixture_game(&s, "borderlands", NULL, 0);
  bool embedded = false;
  for (size_t i = 0; i < mr_embedded_weight_count; i++) {
    embedded = embedded || strstr(mr_embedded_weights[i].name, "borderlands") != NULL;
  }
  assert_true((game->info.weights != NULL) == embedded);
  mr_game_free(game);
  mr_catalog_fixture_close(&s);
}

static void every_engine_starts_with_the_weights_of_its_game(void **state) {
  (void)state;
  mr_catalog_fixture s;
  mr_catalog_fixture_open(&s);
  for (size_t i = 0; i < mr_catalog_count(s.catalog); i += MR_CATALOG_STEP) {
    mr_game *game = mr_catalog_fixture_game(&s, mr_catalog_name(s.catalog, i), NULL, 0);
    mr_engine *engine = NULL;
    mr_error err = {.message = ""};
    mr_engine_options options = {.memory = 1 << 20, .weights = game->info.weights};
    if (mr_engine_new(game, &options, &engine, &err) != MR_OK) {
      fail_msg("%s:%u: %s", game->info.name, (unsigned)err.line, err.message);
    }
    mr_engine_free(engine);
    if (strcmp(game->info.family, "fairy") == 0) {
      options.weights = "[x]\ntempos = 1\n";
      assert_int_equal(mr_engine_new(game, &options, &engine, &err), MR_ERR_UNKNOWN);
      assert_int_equal(err.line, 2);
    }
    mr_game_free(game);
  }
  mr_catalog_fixture_close(&s);
}

static void opening_games_with_weights_survives_every_failed_allocation(void **state) {
  (void)state;
  static const char weights[] = "[chess]\nvalue = q:9000\n";
  mr_status status = MR_ERR_NOMEM;
  for (size_t n = 1; status != MR_OK; n += 1 + n / 8) {
    mr_fail_alloc memory;
    mr_arena arena;
    mr_diagnostics list;
    mr_catalog *catalog = NULL;
    mr_game *game = NULL;
    mr_arena_init(&arena, NULL, 0);
    mr_diagnostics_init(&list, &arena);
    mr_fail_alloc_init(&memory, n);
    status = mr_catalog_new(&memory.allocator, &catalog, NULL);
    if (status == MR_OK) {
      status = mr_catalog_add_weights(catalog, "w", weights, sizeof weights - 1, &list);
    }
    if (status == MR_OK) {
      status = mr_catalog_open(catalog, "chess", NULL, 0, &game, &list);
    }
    assert_true(status == MR_OK || status == MR_ERR_NOMEM);
    assert_true((status == MR_OK) == (game != NULL));
    mr_game_free(game);
    mr_catalog_free(catalog);
    assert_true(mr_fail_alloc_clean(&memory));
    mr_arena_done(&arena);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_game_has_the_weights_of_its_name_or_of_its_nearest_parent),
    cmocka_unit_test(what_a_child_lacks_is_left_out_of_the_weights_of_its_parent),
    cmocka_unit_test(a_child_that_the_weights_of_its_parent_do_not_fit_has_none),
    cmocka_unit_test(mistakes_are_found_when_the_game_is_opened),
    cmocka_unit_test(weights_of_no_game_are_refused),
    cmocka_unit_test(added_weights_take_the_place_of_those_that_came_with_the_program),
    cmocka_unit_test(embedded_weights_do_not_speak_of_a_definition_that_takes_a_name),
    cmocka_unit_test(every_engine_starts_with_the_weights_of_its_game),
    cmocka_unit_test(opening_games_with_weights_survives_every_failed_allocation),
};

MR_TEST_MAIN(tests)
