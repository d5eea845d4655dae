/*
 * Whose mistake it is: complaints of inherited settings move to the child or the override that has
 * spoilt them.
 */
#include "test_main.h"

#include <marcher/catalog.h>
#include <stdio.h>
#include <string.h>

#include "catalog_fixture.h"
#include "failing_alloc.h"

static mr_catalog_fixture s;

static int setup(void **state) {
  (void)state;
  mr_catalog_fixture_open(&s);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  mr_catalog_fixture_close(&s);
  return 0;
}

static void refuse(const char *text, const char *name, const mr_override *overrides, size_t count) {
  mr_game *game = NULL;
  assert_int_equal(mr_catalog_add(s.catalog, "mine.ini", text, strlen(text), &s.list), MR_OK);
  assert_int_not_equal(mr_catalog_open(s.catalog, name, overrides, count, &game, &s.list), MR_OK);
  assert_null(game);
}

static const mr_diagnostic *complaint(size_t index) {
  const mr_diagnostic *item = s.list.first;
  while (item != NULL && index-- > 0) {
    item = item->next;
  }
  assert_non_null(item);
  return item;
}

/** @param place "file:line" @param fragment part of the message */
static void expect(size_t index, mr_severity severity, const char *place, const char *fragment) {
  const mr_diagnostic *item = complaint(index);
  char text[256];
  snprintf(text, sizeof text, "%s:%u", item->source, (unsigned)item->line);
  assert_string_equal(text, place);
  assert_int_equal(item->severity, severity);
  if (strstr(item->message, fragment) == NULL) {
    fail_msg("'%s' lacks '%s'", item->message, fragment);
  }
}

static void a_key_of_the_child_that_spoils_an_inherited_one_is_to_blame(void **state) {
  (void)state;
  refuse("[tiny:chess]\ntitle = Tiny\nmaxFile = 6\n", "tiny", NULL, 0);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:3",
         "'maxFile' does not go with the 'startFen' of [chess]");
  assert_int_equal(complaint(0)->column, 11);
  assert_string_equal(complaint(0)->hint, "set 'startFen' anew, too");
  expect(1, MR_SEVERITY_NOTE, "games/classics/chess.ini:20", "the 'startFen' of [chess] is here");
  assert_int_equal(s.list.errors, 1);
  assert_int_equal(s.list.count, 2);
}

/* A value that would mend the inherited setting is no remedy at the child's key. */
static void what_is_meant_for_the_inherited_value_is_not_proposed_for_the_childs(void **state) {
  (void)state;
  refuse("[c:chess]\nking = -\ncommoner = k\n", "c", NULL, 0);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:3", "the rights to castle 'KQkq' need castlingKingPiece");
  assert_string_equal(complaint(0)->hint, "write castlingKingPiece = k, or castling = false");
  teardown(state);
  setup(state);
  refuse("[c:chess]\nrook = -\ncustomPiece1 = r:R\n", "c", NULL, 0);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:3", "the rights to castle 'KQkq' need castlingKingPiece");
  assert_string_equal(complaint(0)->hint, "write castlingRookPieces = r, or castling = false");
  teardown(state);
  setup(state);
  refuse("[c:chess]\ncastlingRank = 2\n", "c", NULL, 0);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:2", "the rights to castle 'KQkq' need castlingKingPiece");
  assert_string_equal(complaint(0)->hint, "set 'startFen' anew, too");
}

static void it_is_found_in_the_generation_that_brought_it_in(void **state) {
  (void)state;
  refuse("[a:chess]\nmaxFile = 6\n[b:a]\ntitle = B\n[c:b]\npieceNames = k:Tsar\n", "c", NULL, 0);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:2",
         "'maxFile' does not go with the 'startFen' of [chess]");
}

static void an_override_is_to_blame_for_what_it_spoils(void **state) {
  (void)state;
  static const mr_override overrides[] = {{"title", "Nothing"}, {"queen", "-"}};
  refuse("[mine:chess]\ntitle = Mine\n", "mine", overrides, 2);
  expect(0, MR_SEVERITY_ERROR, "--set queen=-:2", "'queen' does not go with the 'startFen'");
}

#define FIELD                                                                        \
  "[field]\nfamily = warlord\nreplacements = home\nreplacement_every = 4\n"          \
  "reinforcements = 3:I1\npieces =\n  l h c\n  . . .\n  . . .\n  I N L\nterrain =\n" \
  "  . . .\n  # . .\n  # . .\n  # . .\n"

/* Whether it is found at another key or nowhere in particular. */
static void an_override_is_to_blame_for_what_it_takes_from_the_whole(void **state) {
  (void)state;
  static const struct {
    mr_override override;
    const char *said;
  } spoilt[] = {
      {{"replacement_every", "0"},
       "'replacement_every' does not go with the 'replacements' of [field]: "},
      {{"teams", "2"}, "'teams' does not go with the 'reinforcements' of [field]: "},
      {{"deployment", "open"}, "the army has no leaders"},
      {{"towns_to_win", "1"}, "'towns_to_win' does not go with [field]: the game is over"},
  };
  for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
    refuse(FIELD, "field", &spoilt[i].override, 1);
    assert_int_equal(s.list.errors, 1);
    assert_true(strncmp(complaint(0)->source, "--set ", 6) == 0);
    if (strstr(complaint(0)->message, spoilt[i].said) == NULL) {
      fail_msg("'%s' lacks '%s'", complaint(0)->message, spoilt[i].said);
    }
    teardown(state);
    setup(state);
  }
}

static void a_game_keeps_its_family(void **state) {
  (void)state;
  static const mr_override other[] = {{"family", "fairy"}};
  refuse(FIELD, "field", other, 1);
  assert_int_equal(s.list.errors, 1);
  assert_int_equal(s.list.count, 2);
  expect(0, MR_SEVERITY_ERROR, "--set family=fairy:1",
         "[field] cannot be of the family 'fairy', which has no key '");
}

static void what_was_wrong_before_is_not_the_childs(void **state) {
  (void)state;
  refuse("[p:chess]\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n[c:p]\ntitle = C\n", "c", NULL, 0);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:2", "startFen: ");
  assert_null(strstr(complaint(0)->message, "does not go with"));
}

static void of_several_keys_that_each_would_do_it_the_first_is_to_blame(void **state) {
  (void)state;
  refuse("[small:chess]\ntitle = Small\nmaxRank = 6\nmaxFile = 6\n", "small", NULL, 0);
  assert_int_equal(s.list.errors, 1);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:3",
         "'maxRank' does not go with the 'startFen' of [chess]");
}

static void own_mistakes_are_as_they_were(void **state) {
  (void)state;
  refuse("[x:chess]\nstartFen = 8/8/8 w - - 0 1\nnMoveRule = none\n", "x", NULL, 0);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:2", "startFen: expected ");
  expect(1, MR_SEVERITY_ERROR, "mine.ini:3", "'nMoveRule' is 'none'");
}

/* Values that nobody can guess, letters, movements and squares, from top to bottom; what would be
 * wrong with one of two guesses alone is not told: a board of one rank, rights without castling. */
static void mistakes_of_all_kinds_are_shown_at_once_in_the_order_of_lines(void **state) {
  (void)state;
  refuse("[bad]\nmaxRank = 4\nking = k\ncustomPiece1 = k:NN\ncustomPiece2 = h:FmDcQQz\n"
         "flagRegionWhite = j9 d1\nflagPiece = z\ncastling = maybe\nnMoveRule = -1\n"
         "startFen = 7k/8/8/7K w KQkq - 0 1\n",
         "bad", NULL, 0);
  static const char *const wanted[][2] = {
      {"mine.ini:3", "the letter 'K' is that of customPiece1 already"},
      {"mine.ini:5", "the movement 'FmDcQQz' cannot be read"},
      {"mine.ini:6", "'j9' is not on the board"},
      {"mine.ini:7", "names a piece 'z' that there is not"},
      {"mine.ini:8", "'castling' is 'maybe'"},
      {"mine.ini:9", "'nMoveRule' is -1"},
  };
  for (size_t i = 0, item = 0; i < 6; i++, item++) {
    item += complaint(item)->severity == MR_SEVERITY_NOTE;
    expect(item, MR_SEVERITY_ERROR, wanted[i][0], wanted[i][1]);
  }
  assert_int_equal(s.list.errors, 6);
  teardown(state);
  setup(state);
  refuse("[bad]\nmaxFile = 5\nking = k\nmaxRank = 99\nstartFen = 4k/5/5/4K w - - 0 1\n", "bad",
         NULL, 0);
  expect(0, MR_SEVERITY_ERROR, "mine.ini:4", "'maxRank' is 99");
  assert_int_equal(s.list.count, 1);
}

static void blaming_survives_every_failed_allocation(void **state) {
  (void)state;
  static const char text[] = "[tiny:chess]\nmaxFile = 6\n";
  mr_status status = MR_ERR_NOMEM;
  for (size_t n = 1; status == MR_ERR_NOMEM; n += 1 + n / 8) {
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
      status = mr_catalog_add(catalog, "mine.ini", text, strlen(text), &list);
    }
    if (status == MR_OK) {
      status = mr_catalog_open(catalog, "tiny", NULL, 0, &game, &list);
    }
    assert_null(game);
    assert_int_not_equal(status, MR_OK);
    mr_catalog_free(catalog);
    assert_true(mr_fail_alloc_clean(&memory));
    mr_arena_done(&arena);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(a_key_of_the_child_that_spoils_an_inherited_one_is_to_blame,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(
        what_is_meant_for_the_inherited_value_is_not_proposed_for_the_childs, setup, teardown),
    cmocka_unit_test_setup_teardown(it_is_found_in_the_generation_that_brought_it_in, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(an_override_is_to_blame_for_what_it_spoils, setup, teardown),
    cmocka_unit_test_setup_teardown(an_override_is_to_blame_for_what_it_takes_from_the_whole, setup,
                                    teardown),
    cmocka_unit_test_setup_teardown(a_game_keeps_its_family, setup, teardown),
    cmocka_unit_test_setup_teardown(what_was_wrong_before_is_not_the_childs, setup, teardown),
    cmocka_unit_test_setup_teardown(of_several_keys_that_each_would_do_it_the_first_is_to_blame,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(own_mistakes_are_as_they_were, setup, teardown),
    cmocka_unit_test_setup_teardown(mistakes_of_all_kinds_are_shown_at_once_in_the_order_of_lines,
                                    setup, teardown),
    cmocka_unit_test_setup_teardown(blaming_survives_every_failed_allocation, setup, teardown),
};

MR_TEST_MAIN(tests)
