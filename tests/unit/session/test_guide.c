#include <marcher/guide.h>
#include <string.h>

#include "borderline_open.h"
#include "test_main.h"

static const mr_player WHITE = {0};
static const mr_player BLACK = {1};

/* What a game looks like, and all that is said of it. */
typedef struct fixture {
  mr_game *game;
  mr_session *session;
  mr_arena arena;
  mr_view view;
  mr_doc page;
  mr_str said; /* "part: sentence" lines */
} fixture;

static void look(fixture *f) {
  assert_int_equal(mr_session_view(f->session, WHITE, &f->arena, &f->view, NULL), MR_OK);
}

static void open_game(fixture *f, const char *name) {
  *f = (fixture){.game = mr_game_open(name, ""), .said = mr_str_growing(NULL)};
  mr_arena_init(&f->arena, NULL, SIZE_MAX);
  mr_doc_init(&f->page, &f->arena);
  assert_int_equal(mr_session_new(f->game, NULL, &f->session, NULL), MR_OK);
  assert_int_equal(mr_game_page(f->game, &f->page, NULL), MR_OK);
  look(f);
}

static void close_game(fixture *f) {
  mr_str_done(&f->said);
  mr_arena_done(&f->arena);
  mr_session_free(f->session);
  mr_game_free(f->game);
}

static void say(void *context, mr_guide_part part, const char *text) {
  mr_str_format(context, "%d: %s\n", (int)part, text);
}

static mr_cell cell_of(const fixture *f, const char *name) {
  for (size_t i = 0; i < (size_t)f->view.columns * f->view.rows; i++) {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str text = mr_str_fixed(buffer, sizeof buffer);
    mr_game_cell_text(f->game, f->view.cells[i].cell, &text);
    if (strcmp(buffer, name) == 0) {
      return f->view.cells[i].cell;
    }
  }
  fail_msg("there is no %s", name);
  return MR_NOWHERE;
}

static void ask_cell(fixture *f, const char *name) {
  mr_guide guide = {f->game, &f->view, &f->page, mr_session_picks(f->session)};
  mr_str_reset(&f->said);
  mr_guide_cell(&guide, mr_view_find(&f->view, cell_of(f, name)), say, &f->said);
}

static void expect(const fixture *f, const char *part) {
  if (strstr(mr_str_text(&f->said), part) == NULL) {
    fail_msg("expected %s in:\n%s", part, mr_str_text(&f->said));
  }
}

static void goals_are_told_once_and_to_whom_they_belong(void **unused) {
  (void)unused;
  mr_rule_index goals[MR_GOALS_MAX];
  fixture f;
  open_game(&f, "battle-of-ideologies");
  size_t all = mr_guide_goals(f.game, MR_NOBODY, goals);
  assert_int_equal(all, 3); /* mate for one, the far rank for the other, no moves for both */
  assert_int_not_equal(goals[0], goals[1]);
  assert_true(mr_guide_goals(f.game, WHITE, goals) < 3 || mr_guide_goals(f.game, BLACK, goals) < 3);
  close_game(&f);
}

static void letters_are_explained_where_there_are_some(void **unused) {
  (void)unused;
  fixture f;
  open_game(&f, "chess");
  mr_guide_letters(f.game, &f.view, &f.said);
  expect(&f, "K King");
  expect(&f, "capitals are White's, small letters Black's.");
  close_game(&f);
  open_game(&f, "borderline");
  mr_guide_letters(f.game, &f.view, &f.said);
  expect(&f, "A piece is a pattern of pips");
  assert_null(strstr(mr_str_text(&f.said), "hand")); /* not every face has names there */
  close_game(&f);
}

static void a_square_tells_what_stands_there_and_what_can_be_done(void **unused) {
  (void)unused;
  fixture f;
  open_game(&f, "chess");
  ask_cell(&f, "b1");
  expect(&f, "0: b1: White's Knight (N).");
  expect(&f, "1: How it goes: ");
  expect(&f, "2: It can now play: b1a3, b1c3.");
  ask_cell(&f, "e4");
  expect(&f, "0: e4: nothing stands there.");
  expect(&f, "3: What you can play there: e2e4.");
  close_game(&f);
}

static void a_piece_tells_where_all_of_its_kind_stand(void **unused) {
  (void)unused;
  fixture f;
  open_game(&f, "borderlands");
  const mr_view_piece *piece = mr_guide_find(&f.view, "marauder");
  assert_non_null(piece);
  assert_null(mr_guide_find(&f.view, "Unicorn"));
  mr_guide guide = {f.game, &f.view, &f.page, {0}};
  mr_guide_piece(&guide, piece, say, &f.said);
  expect(&f, "4: White's M: 2 in hand.");
  expect(&f, "4: Black's m: 2 in hand.");
  close_game(&f);
}

/* Who comes later, or was lost, is in nobody's hand. */
static void a_piece_tells_what_those_beside_the_board_wait_for(void **unused) {
  (void)unused;
  fixture f;
  open_game(&f, "warlord-two-countries");
  mr_guide guide = {f.game, &f.view, &f.page, {0}};
  mr_guide_piece(&guide, mr_guide_find(&f.view, "heavy cavalry"), say, &f.said);
  expect(&f, "; 3 still to come.");
  close_game(&f);
  open_game(&f, "warlord-border-war");
  guide = (mr_guide){f.game, &f.view, &f.page, {0}};
  mr_guide_piece(&guide, mr_guide_find(&f.view, "cannon"), say, &f.said);
  expect(&f, "4: White's C: at most 10 to be deployed.");
  close_game(&f);
}

/* Pips are told by row, in the order of their bits; columns beyond three by number. */
static void pips_are_told_row_by_row(void **unused) {
  (void)unused;
  static const struct {
    uint8_t columns, rows;
    uint64_t pips;
    const char *said;
  } patterns[] = {
      {3, 3, 0x115, "A pattern of 4 pips, from the top: left and right; middle; right."},
      {2, 2, 0xD, "A pattern of 3 pips, from the top: left; all."},
      {1, 2, 1, "A pattern of 1 pip, from the top: one; none."},
      {4, 2, 0x0A, "A pattern of 2 pips, from the top: 2 and 4; none."},
      {0, 0, 0, ""},
  };
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    const mr_view_piece piece = {
        .pip_columns = patterns[i].columns, .pip_rows = patterns[i].rows, .pips = patterns[i].pips};
    mr_str text = mr_str_growing(NULL);
    mr_guide_pips(&piece, &text);
    assert_string_equal(mr_str_text(&text), patterns[i].said);
    mr_str_done(&text);
  }
}

static void expect_reach_in(const fixture *f, const mr_state *state, const char *name,
                            mr_player owner, bool now, const char *squares) {
  mr_cell out[256];
  bool is_now = false;
  mr_str text = mr_str_growing(NULL);
  size_t count = mr_guide_reach(f->game, state, cell_of(f, name), owner, &is_now, out);
  for (size_t i = 0; i < count; i++) {
    mr_str_add(&text, i > 0 ? " " : "");
    mr_game_cell_text(f->game, out[i], &text);
  }
  assert_int_equal(is_now, now);
  assert_string_equal(mr_str_text(&text), squares);
  mr_str_done(&text);
}

static void expect_reach(const fixture *f, const char *name, mr_player owner, bool now,
                         const char *squares) {
  expect_reach_in(f, mr_session_state(f->session), name, owner, now, squares);
}

static void a_ground_tells_where_it_is(void **unused) {
  (void)unused;
  fixture f;
  open_game(&f, "warlord-border-war");
  size_t hill = mr_guide_find_ground(&f.view, "^");
  assert_int_not_equal(hill, 0);
  assert_int_equal(mr_guide_find_ground(&f.view, "Hill"), hill);
  assert_int_equal(mr_guide_find_ground(&f.view, "^^"), 0);
  assert_int_equal(mr_guide_find_ground(&f.view, ""), 0);
  assert_int_equal(mr_guide_find_ground(&f.view, "swamp"), 0);
  mr_guide guide = {f.game, &f.view, &f.page, {0}};
  mr_guide_ground(&guide, hill, say, &f.said);
  expect(&f, "4: hill (^): ground of the board. It is on h12, m11, r10, c9, v8, g7, l6, q5.");
  close_game(&f);
  open_game(&f, "chess");
  assert_int_equal(mr_guide_find_ground(&f.view, "."), 0);
  close_game(&f);
}

static void reach_is_for_now_or_for_the_next_turn_of_the_owner(void **unused) {
  (void)unused;
  fixture f;
  open_game(&f, "chess");
  expect_reach(&f, "e2", WHITE, true, "e3 e4");
  expect_reach(&f, "b8", BLACK, false, "a6 c6");
  expect_reach(&f, "a8", BLACK, false, "");
  close_game(&f);
  /* Where a turn can be passed, nothing else comes before. */
  open_game(&f, "warlord-clash-of-arms");
  expect_reach(&f, "c9", BLACK, false, "c10 b9 b8 c8 d8");
  close_game(&f);
}

/* White's pawn promotes in four ways, and two of them mate: the others are all that comes before.
 */
static void what_ends_the_game_is_nothing_that_comes_before(void **unused) {
  (void)unused;
  static const char text[] = "7k/1P4pp/8/8/4b3/p7/P7/K7 w - - 0 1";
  fixture f;
  open_game(&f, "chess");
  mr_state *state = mr_state_new(f.game, NULL);
  assert_int_equal(mr_game_parse_state(f.game, text, sizeof text - 1, state, NULL), MR_OK);
  expect_reach_in(&f, state, "h7", BLACK, false, "h5 h6");
  mr_state_free(f.game, NULL, state);
  close_game(&f);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(goals_are_told_once_and_to_whom_they_belong),
    cmocka_unit_test(letters_are_explained_where_there_are_some),
    cmocka_unit_test(a_square_tells_what_stands_there_and_what_can_be_done),
    cmocka_unit_test(a_piece_tells_where_all_of_its_kind_stand),
    cmocka_unit_test(a_piece_tells_what_those_beside_the_board_wait_for),
    cmocka_unit_test(a_ground_tells_where_it_is),
    cmocka_unit_test(pips_are_told_row_by_row),
    cmocka_unit_test(reach_is_for_now_or_for_the_next_turn_of_the_owner),
    cmocka_unit_test(what_ends_the_game_is_nothing_that_comes_before),
};

MR_TEST_MAIN(tests)
