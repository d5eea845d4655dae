#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/compose.h>
#include <string.h>

#include "failing_alloc.h"
#include "rules/fairy/weights.h"

/** A game of the catalogue with room for weights. */
typedef struct fixture {
  mr_catalog *catalog;
  mr_arena arena;
  mr_diagnostics list;
  mr_game *game;
  mr_fy_weights *weights;
} fixture;

static void fixture_open(fixture *d, const char *name) {
  *d = (fixture){0};
  mr_arena_init(&d->arena, NULL, 0);
  mr_diagnostics_init(&d->list, &d->arena);
  assert_int_equal(mr_catalog_new(NULL, &d->catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(d->catalog, name, NULL, 0, &d->game, &d->list), MR_OK);
  d->weights = mr_alloc_zero(NULL, 1, sizeof *d->weights);
  assert_non_null(d->weights);
}

static void fixture_close(fixture *d) {
  mr_alloc_free(NULL, d->weights, sizeof *d->weights);
  mr_game_free(d->game);
  mr_catalog_free(d->catalog);
  mr_arena_done(&d->arena);
}

static mr_status read_weights(fixture *d, const char *text, mr_error *err) {
  memset(d->weights, 0, sizeof *d->weights);
  return mr_fy_weights_read(mr_fy_game_of(d->game), text, mr_allocator_default(), d->weights, err);
}

static unsigned kind_of(const fixture *d, const char *letter) {
  mr_piece piece = mr_game_piece_named(d->game, (mr_player){0}, letter, strlen(letter));
  return MR_FY_KIND(piece.id);
}

/* ---- reading --------------------------------------------------------------------------------- */

static void weights_are_read_by_the_letters_of_pieces(void **state) {
  (void)state;
  fixture d;
  fixture_open(&d, "borderlands");
  mr_error err;
  const char *text = "[anything]\nvalue = c:1200/-900 +l:77\ntempo = 5\npassed = 1 2/3\n";
  assert_int_equal(read_weights(&d, text, &err), MR_OK);
  unsigned chief = mr_fy_term_kind(MR_FY_W_VALUE, kind_of(&d, "C"));
  unsigned lion = mr_fy_term_kind(MR_FY_W_VALUE, kind_of(&d, "+L"));
  assert_int_equal(d.weights->pair[chief].open, 1200);
  assert_int_equal(d.weights->pair[chief].end, -900);
  assert_int_equal(d.weights->pair[lion].end, 77);
  assert_int_equal(d.weights->pair[mr_fy_term_step(MR_FY_W_PASSED, 1)].end, 3);
  assert_false(d.weights->given[mr_fy_term_step(MR_FY_W_PASSED, 2)]);
  assert_true(d.weights->given[mr_fy_term_one(MR_FY_W_TEMPO)]);
  fixture_close(&d);
}

/** Text, and where it is wrong. */
typedef struct mistake {
  const char *text;
  mr_status status;
  uint32_t line, column;
} mistake;

static void what_is_wrong_has_its_line_and_column(void **state) {
  (void)state;
  static const mistake mistakes[] = {
      {"[x]\nvalue = q:5\nvalues = q:5\n", MR_ERR_UNKNOWN, 3, 1},
      {"[x]\nvalue = q:5 y:6\n", MR_ERR_ILLEGAL, 2, 13},
      {"[x]\nvalue = q:5 n\n", MR_ERR_SYNTAX, 2, 13},
      {"[x]\nvalue =\n  q:5\n  n:5/\n", MR_ERR_SYNTAX, 4, 5},
      {"[x]\nvalue = n:32001\n", MR_ERR_SYNTAX, 2, 11},
      {"[x]\nvalue = n:1 n:2\n", MR_ERR_DUPLICATE, 2, 13},
      {"[x]\nvalue = k:1\n", MR_ERR_ILLEGAL, 2, 9},
      {"[x]\nheld = q:1\n", MR_ERR_ILLEGAL, 2, 8},
      {"[x]\nconquest = 1\n", MR_ERR_ILLEGAL, 2, 12},
      {"[x]\nbalance = 1\n", MR_ERR_ILLEGAL, 2, 11},
      {"[x]\ntempo = 1 2\n", MR_ERR_LIMIT, 2, 11},
      {"[x]\ntempo =\n", MR_ERR_SYNTAX, 2, 8},
      {"[x]\nplace =\n  7 8\n", MR_ERR_SYNTAX, 3, 3},
      {"[x]\nplace =\n  q:\n  1 2 3\n", MR_ERR_ILLEGAL, 3, 3},
      {"value = q:5\n", MR_ERR_SYNTAX, 1, 1},
      {"", MR_ERR_SYNTAX, 0, 0},
  };
  fixture d;
  fixture_open(&d, "chess");
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
    mr_error err = {.line = 99};
    const mistake *m = &mistakes[i];
    mr_status status = read_weights(&d, m->text, &err);
    if (status != m->status || err.line != m->line || err.column != m->column) {
      fail_msg("%s: status %d at %u:%u (%s)", m->text, (int)status, (unsigned)err.line,
               (unsigned)err.column, err.message);
    }
  }
  fixture_close(&d);
}

/* ---- writing --------------------------------------------------------------------------------- */

/** Gives every term that the game has some weight. */
static void give_all(fixture *d) {
  mr_fy_fold fold;
  mr_fy_fold_init(mr_fy_game_of(d->game), &fold);
  for (unsigned term = 0; term < MR_FY_TERMS; term++) {
    d->weights->given[term] = mr_fy_term_used(mr_fy_game_of(d->game), &fold, term);
    int weight = (int)(mr_mix64(term) % 4001) - 2000;
    if (d->weights->given[term]) {
      d->weights->pair[term] = (mr_fy_pair){(int16_t)weight, (int16_t)(weight % 7 ? 3 : weight)};
    }
  }
}

static void what_is_written_is_read_again(void **state) {
  (void)state;
  static const char *const games[] = {"borderlands", "battle-of-ideologies", "chess",
                                      "colorboundmost-armies", "nearly-colorboundmost"};
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    fixture d;
    mr_str text, again;
    mr_error err;
    fixture_open(&d, games[i]);
    text = mr_str_growing(NULL);
    again = mr_str_growing(NULL);
    give_all(&d);
    mr_str_add(&text, "[x]\n");
    mr_fy_weights_write(mr_fy_game_of(d.game), d.weights, &text);
    if (read_weights(&d, mr_str_text(&text), &err) != MR_OK) {
      fail_msg("%s:%u:%u: %s", games[i], (unsigned)err.line, (unsigned)err.column, err.message);
    }
    mr_str_add(&again, "[x]\n");
    mr_fy_weights_write(mr_fy_game_of(d.game), d.weights, &again);
    assert_string_equal(mr_str_text(&again), mr_str_text(&text));
    mr_str_done(&text);
    mr_str_done(&again);
    fixture_close(&d);
  }
}

/* ---- folding --------------------------------------------------------------------------------- */

static void halves_are_the_same_where_the_game_makes_no_difference(void **state) {
  (void)state;
  mr_fy_fold fold;
  fixture d;
  fixture_open(&d, "borderlands");
  mr_fy_fold_init(mr_fy_game_of(d.game), &fold);
  assert_true(fold.halves);
  assert_true(fold.even);
  assert_int_equal(fold.columns, 5);
  assert_int_equal(fold.cell[MR_FY_WHITE][8], 0);  /* i1 as a1 */
  assert_int_equal(fold.cell[MR_FY_BLACK][81], 0); /* Black's a10 as White's a1 */
  fixture_close(&d);
  fixture_open(&d, "battle-of-ideologies");
  mr_fy_fold_init(mr_fy_game_of(d.game), &fold);
  assert_false(fold.halves);
  assert_false(fold.even);
  fixture_close(&d);
  fixture_open(&d, "chess");
  mr_fy_fold_init(mr_fy_game_of(d.game), &fold);
  assert_false(fold.halves);
  assert_true(fold.even);
  fixture_close(&d);
}

static void reading_survives_every_failed_allocation(void **state) {
  (void)state;
  fixture d;
  fixture_open(&d, "chess");
  mr_status status = MR_ERR_NOMEM;
  for (size_t n = 1; status != MR_OK; n++) {
    mr_error err = {.status = MR_OK};
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    memset(d.weights, 0, sizeof *d.weights);
    status = mr_fy_weights_read(mr_fy_game_of(d.game), "[x]\nvalue = q:5\n", &memory.allocator,
                                d.weights, &err);
    assert_true(status == MR_OK || status == MR_ERR_NOMEM);
    assert_int_equal(err.status, status);
    assert_true(mr_fail_alloc_clean(&memory));
    assert_true(n > 1 || status != MR_OK);
  }
  fixture_close(&d);
}

/* A game without its weights plays worse, and nobody would be told. */
static void taking_them_over_survives_every_failed_allocation(void **state) {
  (void)state;
  static const char text[] = "[w]\nvalue = q:5\n";
  fixture d;
  mr_definitions *file = NULL;
  mr_definition weights;
  fixture_open(&d, "chess");
  assert_int_equal(mr_definitions_new(NULL, &file, NULL), MR_OK);
  assert_int_equal(mr_definitions_add(file, "w", text, strlen(text), &d.list), MR_OK);
  assert_int_equal(mr_definition_resolve(file, "w", NULL, 0, &d.arena, &weights, &d.list), MR_OK);
  const mr_allocator *own = d.game->allocator;
  mr_status status = MR_ERR_NOMEM;
  for (size_t n = 1; status != MR_OK; n++) {
    mr_fail_alloc memory;
    mr_fail_alloc_init(&memory, n);
    mr_diagnostics_init(&d.list, &d.arena);
    d.game->info.weights = NULL;
    d.game->allocator = &memory.allocator;
    status = mr_fy_weights_take(d.game, &weights, true, &d.list);
    d.game->allocator = own;
    assert_int_equal(status, d.list.first != NULL ? MR_ERR_NOMEM : MR_OK);
    assert_int_equal(d.game->info.weights != NULL, status == MR_OK);
    assert_true(mr_fail_alloc_clean(&memory));
  }
  assert_non_null(strstr(d.game->info.weights, "Q:5"));
  mr_definitions_free(file);
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(weights_are_read_by_the_letters_of_pieces),
    cmocka_unit_test(what_is_wrong_has_its_line_and_column),
    cmocka_unit_test(what_is_written_is_read_again),
    cmocka_unit_test(halves_are_the_same_where_the_game_makes_no_difference),
    cmocka_unit_test(reading_survives_every_failed_allocation),
    cmocka_unit_test(taking_them_over_survives_every_failed_allocation),
};

MR_TEST_MAIN(tests)
