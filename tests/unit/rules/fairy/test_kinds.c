/*
 * The kinds of men that the chess-like games tell to programs with boards of their own.
 */
#include "test_main.h"

#include <marcher/catalog.h>
#include <marcher/compose.h>
#include <string.h>

typedef struct kinds {
  mr_game *game;
  mr_kind list[MR_KINDS_MAX];
  size_t count;
} kinds;

static void open_kinds(kinds *it, const char *name) {
  mr_catalog *catalog = NULL;
  mr_arena arena;
  mr_diagnostics diagnostics;
  mr_arena_init(&arena, NULL, 0);
  mr_diagnostics_init(&diagnostics, &arena);
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  assert_int_equal(mr_catalog_open(catalog, name, NULL, 0, &it->game, &diagnostics), MR_OK);
  mr_arena_done(&arena);
  mr_catalog_free(catalog);
  it->count = mr_game_kinds(it->game, it->list);
}

static const mr_kind *find(const kinds *it, char letter, bool promoted) {
  for (size_t i = 0; i < it->count; i++) {
    if (it->list[i].letter == letter && it->list[i].promoted == promoted) {
      return &it->list[i];
    }
  }
  return NULL;
}

static void every_kind_is_told_once_for_each_owner(void **state) {
  kinds it;
  (void)state;
  open_kinds(&it, "borderlands");
  assert_int_equal(it.count, 36);
  for (size_t i = 0; i < it.count; i++) {
    assert_ptr_equal(find(&it, it.list[i].letter, it.list[i].promoted), &it.list[i]);
  }
  mr_game_free(it.game);
}

static void promoted_forms_have_the_letter_of_what_they_were(void **state) {
  kinds it;
  (void)state;
  open_kinds(&it, "borderlands");
  const mr_kind *lion = find(&it, 'l', true);
  assert_non_null(lion);
  assert_int_equal(lion->owner.id, 1);
  assert_string_equal(lion->movement, "KNAD");
  assert_null(find(&it, 'C', true));
  mr_game_free(it.game);
}

static void only_what_a_player_can_hold_is_held(void **state) {
  kinds it;
  (void)state;
  open_kinds(&it, "borderlands");
  for (size_t i = 0; i < it.count; i++) {
    bool marauder = it.list[i].letter == 'M' || it.list[i].letter == 'm';
    assert_int_equal(it.list[i].held, marauder && !it.list[i].promoted);
  }
  mr_game_free(it.game);
}

static void armies_that_differ_are_told_apart(void **state) {
  kinds it;
  (void)state;
  open_kinds(&it, "battle-of-ideologies");
  assert_non_null(find(&it, 'K', false));
  assert_null(find(&it, 'k', false));
  assert_true(find(&it, 'K', false)->royal);
  assert_true(find(&it, 'z', false)->royal);
  assert_null(find(&it, 'Z', false));
  assert_true(find(&it, 's', false)->held);
  assert_false(find(&it, 'P', false)->held);
  mr_game_free(it.game);
}

static void partners_in_castling_are_named(void **state) {
  kinds it;
  (void)state;
  open_kinds(&it, "nearly-colorboundmost");
  for (size_t i = 0; i < it.count; i++) {
    assert_int_equal(it.list[i].castles, it.list[i].letter == 'Z' || it.list[i].letter == 'z');
  }
  mr_game_free(it.game);
}

/* Captured, it goes to a hand as a pawn: a kind of its own, beside the one that it moves as. */
static void what_falls_back_is_a_kind_of_its_own(void **state) {
  kinds it;
  unsigned fallen = 0, held = 0;
  (void)state;
  open_kinds(&it, "crazyhouse");
  assert_int_equal(it.count, 2 * (6 + 4));
  for (size_t i = 0; i < it.count; i++) {
    bool falls = it.list[i].falls_to != '\0';
    fallen += falls;
    held += it.list[i].held;
    assert_true(!falls || (it.list[i].falls_to == 'P' && !it.list[i].held));
    if (it.list[i].letter == 'Q') {
      char text[3] = {'Q', falls ? '~' : '\0', '\0'};
      mr_piece named = mr_game_piece_named(it.game, (mr_player){0}, text, strlen(text));
      assert_int_equal(named.id, it.list[i].piece.id);
    }
  }
  assert_int_equal(fallen, 2 * 4);
  assert_int_equal(held, 2 * 5);
  mr_game_free(it.game);
}

/* The letters of minishogi's dragons say how promoted men move, and stand for no man. */
static void what_cannot_come_to_be_is_no_kind(void **state) {
  static const char *const names[] = {"minishogi", "shogi", "gorogoro"};
  (void)state;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    kinds it;
    open_kinds(&it, names[i]);
    assert_null(find(&it, 'D', false));
    assert_null(find(&it, 'h', false));
    assert_int_equal(mr_game_piece_named(it.game, (mr_player){0}, "D", 1).id, MR_NO_PIECE.id);
    assert_non_null(find(&it, 'p', true));
    assert_true(find(&it, 'P', false)->held);
    assert_false(find(&it, 'P', true)->held);
    mr_game_free(it.game);
  }
}

static void games_without_letters_tell_none(void **state) {
  kinds it;
  (void)state;
  open_kinds(&it, "borderline");
  assert_int_equal(it.count, 0);
  mr_game_free(it.game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_kind_is_told_once_for_each_owner),
    cmocka_unit_test(promoted_forms_have_the_letter_of_what_they_were),
    cmocka_unit_test(only_what_a_player_can_hold_is_held),
    cmocka_unit_test(armies_that_differ_are_told_apart),
    cmocka_unit_test(partners_in_castling_are_named),
    cmocka_unit_test(what_falls_back_is_a_kind_of_its_own),
    cmocka_unit_test(what_cannot_come_to_be_is_no_kind),
    cmocka_unit_test(games_without_letters_tell_none),
};

MR_TEST_MAIN(tests)
