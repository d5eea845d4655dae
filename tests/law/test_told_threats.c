/*
 * What players are told of men in danger, over random games of every chess-like game: a sentence of
 * check stands behind a turn exactly where the position has a royal in check, and a sentence of
 * danger exactly where a goal of a few men knows of one.
 */
#include <marcher/catalog.h>
#include <marcher/session.h>
#include <marcher/view.h>
#include <string.h>

#include "borderline_open.h"
#include "catalog_fixture.h"
#include "instruments.h"
#include "test_main.h"

enum { ACTIONS = 200, FEW = 3 };

static bool is_told(const mr_events *told, mr_cell cell, bool check) {
  for (size_t i = 0; i < told->count; i++) {
    const mr_event *event = &told->items[i];
    if (event->kind == MR_EVENT_THREAT && mr_cell_same(event->to, cell) &&
        (event->value[0] != 0) == check) {
      return true;
    }
  }
  return false;
}

static bool is_at_risk(const mr_view *view, mr_cell cell) {
  for (size_t i = 0; i < view->goal_count; i++) {
    const mr_view_goal *goal = &view->goals[i];
    bool taken = strstr(goal->text, "to be taken") != NULL && goal->of <= FEW;
    for (size_t k = 0; taken && k < goal->risk_count; k++) {
      if (mr_cell_same(goal->risks[k], cell)) {
        return true;
      }
    }
  }
  return false;
}

/* Compares all that is told with the picture, and with the mark that records of games have. */
static void compare(mr_session *s, size_t *checks, size_t *dangers) {
  const mr_game *game = mr_session_game(s);
  const mr_state *state = mr_session_state(s);
  mr_arena arena;
  mr_view view;
  mr_arena_init(&arena, NULL, SIZE_MAX);
  assert_int_equal(mr_session_view(s, MR_NOBODY, &arena, &view, NULL), MR_OK);
  const mr_events told = mr_session_events(s, MR_NOBODY);
  bool over = mr_game_node(game, state).kind == MR_NODE_TERMINAL;
  size_t threats = 0;
  for (size_t i = 0; i < told.count; i++) {
    threats += told.items[i].kind == MR_EVENT_THREAT;
  }
  if (!mr_session_turn_is_over(s)) {
    assert_int_equal(threats, 0);
  }
  for (size_t i = 0; i < (size_t)view.columns * view.rows && mr_session_turn_is_over(s); i++) {
    const mr_view_cell *cell = &view.cells[i];
    bool check = (cell->marks & MR_MARK_THREAT) != 0;
    bool danger = !check && !over && is_at_risk(&view, cell->cell);
    assert_int_equal(is_told(&told, cell->cell, true), check);
    assert_int_equal(is_told(&told, cell->cell, false), danger);
    threats -= (size_t)(check || danger);
    *checks += check;
    *dangers += danger;
  }
  assert_int_equal(threats, 0);
  const mr_player mover = mr_session_move_at(s, mr_session_count(s) - 1)->player;
  bool marked = *mr_game_move_mark(game, state, mover) != '\0';
  bool in_check = false;
  for (size_t i = 0; i < told.count; i++) {
    in_check = in_check || (told.items[i].kind == MR_EVENT_THREAT && told.items[i].value[0] != 0 &&
                            !mr_player_same(told.items[i].player, mover));
  }
  if (mr_session_turn_is_over(s)) {
    assert_int_equal(in_check, marked);
  }
  mr_arena_done(&arena);
}

static void play_random(const char *name, size_t *checks, size_t *dangers) {
  mr_game *game = mr_game_open(name, "");
  mr_session *s = NULL;
  assert_int_equal(mr_session_new(game, NULL, &s, NULL), MR_OK);
  mr_session_begin(s, 5);
  mr_random random;
  mr_random_init(&random, 11);
  for (unsigned i = 0; i < ACTIONS && mr_session_node(s).kind == MR_NODE_DECISION; i++) {
    assert_int_equal(mr_session_make(s, mr_session_any(s, &random), NULL, NULL), MR_OK);
    compare(s, checks, dangers);
  }
  mr_session_free(s);
  mr_game_free(game);
}

static void check_is_told_exactly_where_there_is_one(void **unused) {
  (void)unused;
  mr_catalog *catalog = NULL;
  size_t checks = 0, dangers = 0;
  play_random("borderlands", &checks, &dangers); /* whose Chiefs are in danger: in any build */
  assert_int_equal(mr_catalog_new(NULL, &catalog, NULL), MR_OK);
  for (size_t i = 0; i < mr_catalog_count(catalog); i++) {
    mr_game *game = NULL;
    if (mr_catalog_takes(catalog, i)) {
      game = mr_game_open(mr_catalog_name(catalog, i), "");
    }
    bool chesslike = game != NULL && strcmp(game->info.family, "fairy") == 0 &&
                     strcmp(game->info.name, "borderlands") != 0;
    mr_game_free(game);
    if (chesslike) {
      play_random(mr_catalog_name(catalog, i), &checks, &dangers);
    }
  }
  mr_catalog_free(catalog);
  assert_true(checks > 0);
  assert_true(dangers > 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(check_is_told_exactly_where_there_is_one),
};

MR_TEST_MAIN(tests)
