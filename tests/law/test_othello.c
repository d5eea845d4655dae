/*
 * A family that nobody above the rules has heard of: Othello, written against the public headers
 * alone. It counts as the literature has it, obeys the laws, is played and is drawn.
 */
#include <marcher/doc.h>
#include <marcher/engine.h>
#include <marcher/laws.h>
#include <marcher/paint.h>
#include <marcher/perft.h>
#include <string.h>

#include "definition_fixture.h"
#include "engine_fixture.h"
#include "othello.h"
#include "test_main.h"

#define BRIEF "[o]\nsummary = Discs.\n"
#define BOARD_8 "---------------------------OX------XO--------------------------- X"

typedef struct fixture {
  mr_fixture engine_fixture;
  mr_game *game;
  mr_state *state;
} fixture;

static void open_game(fixture *f, const char *text) {
  mr_fixture_open(&f->engine_fixture);
  mr_fixture_define(&f->engine_fixture, text, "o");
  assert_int_equal(mr_family_compile(&othello_family, &f->engine_fixture.definition, NULL, &f->game,
                                     &f->engine_fixture.list),
                   MR_OK);
  f->state = mr_state_new(f->game, NULL);
  assert_non_null(f->state);
  mr_game_start(f->game, f->state);
}

static void close_game(fixture *f) {
  mr_state_free(f->game, NULL, f->state);
  mr_game_free(f->game);
  mr_fixture_close(&f->engine_fixture);
}

static void set(fixture *f, const char *text) {
  mr_error err = {0};
  if (mr_game_parse_state(f->game, text, strlen(text), f->state, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
}

static void play(fixture *f, const char *text, mr_events *events) {
  mr_error err = {0};
  mr_action action = MR_ACTION_NONE;
  if (mr_game_parse_action(f->game, f->state, text, strlen(text), &action, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  mr_game_make(f->game, f->state, action, NULL, events);
}

static void expect_state(const fixture *f, const char *expected) {
  char buffer[512];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_format_state(f->game, f->state, &text);
  assert_string_equal(buffer, expected);
}

/* ---- the rules ------------------------------------------------------------------------------- */

/*
 * Source: A. Bik, "Computing deep perft and divide numbers for checkers" and its page on Reversi;
 * the Othello community counts the same. Passes count as moves; none comes before depth 9.
 */
static void it_counts_as_the_literature_has_it(void **unused) {
  (void)unused;
  static const uint64_t figures[] = {1, 4, 12, 56, 244, 1396, 8200, 55092};
  fixture f;
  open_game(&f, "[o]\n");
  expect_state(&f, BOARD_8);
  for (unsigned depth = 0; depth < sizeof figures / sizeof figures[0]; depth++) {
    uint64_t nodes = 0;
    assert_int_equal(mr_perft(f.game, f.state, depth, NULL, &nodes, NULL), MR_OK);
    assert_int_equal(nodes, figures[depth]);
  }
  close_game(&f);
}

static void discs_that_are_outflanked_change_sides(void **unused) {
  (void)unused;
  mr_event items[64];
  mr_events events = {.items = items, .capacity = 64};
  char buffer[128];
  fixture f;
  open_game(&f, "[o]\nsize = 4\n");
  expect_state(&f, "-----OX--XO----- X");
  play(&f, "b1", &events);
  expect_state(&f, "-X---XX--XO----- O");
  assert_int_equal(events.count, 3);
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_game_event_text(f.game, &items[0], &text);
  assert_string_equal(buffer, "Black places disc on b1");
  mr_str_reset(&text);
  mr_game_event_text(f.game, &items[1], &text);
  assert_string_equal(buffer, "Black converts White's disc on b2");
  assert_int_equal(items[2].kind, MR_EVENT_TURN);
  close_game(&f);
}

static void who_cannot_move_passes(void **unused) {
  (void)unused;
  mr_action list[64];
  fixture f;
  open_game(&f, "[o]\nsize = 4\n");
  set(&f, "XO-------------- O");
  assert_int_equal(mr_game_actions(f.game, f.state, list), 1);
  assert_int_equal(list[0], 16);
  play(&f, "pass", NULL);
  play(&f, "c1", NULL);
  expect_state(&f, "XXX------------- O");
  assert_int_equal(mr_game_node(f.game, f.state).kind, MR_NODE_TERMINAL);
  close_game(&f);
}

static void expect_score(fixture *f, const char *state, unsigned black, unsigned white) {
  uint8_t out[MR_MAX_PLAYERS];
  set(f, state);
  assert_int_equal(mr_game_node(f->game, f->state).kind, MR_NODE_TERMINAL);
  assert_string_equal(f->game->info.rules[mr_game_ended_by(f->game, f->state)].id, "OT-4");
  mr_game_score(f->game, f->state, out);
  assert_int_equal(out[0], black);
  assert_int_equal(out[1], white);
}

static void who_has_more_discs_wins(void **unused) {
  (void)unused;
  fixture f;
  open_game(&f, "[o]\nsize = 4\n");
  expect_score(&f, "XXXXXXXXXOOOOOOO X", MR_SCORE_WIN, 0);
  expect_score(&f, "XXXXXXXOOOOOOOOO O", 0, MR_SCORE_WIN);
  expect_score(&f, "XXXXXXXXOOOOOOOO X", MR_SCORE_WIN / 2, MR_SCORE_WIN / 2);
  close_game(&f);
}

/* ---- definitions and texts ------------------------------------------------------------------- */

static void an_odd_board_is_refused_where_it_is_written(void **unused) {
  (void)unused;
  mr_fixture engine_fixture;
  mr_game *game = NULL;
  mr_fixture_open(&engine_fixture);
  mr_fixture_define(&engine_fixture, "[o]\nsize = 7\n", "o");
  assert_int_equal(mr_family_compile(&othello_family, &engine_fixture.definition, NULL, &game,
                                     &engine_fixture.list),
                   MR_ERR_RANGE);
  assert_null(game);
  mr_fixture_expect(&engine_fixture, 0, (mr_expected){MR_ERR_RANGE, "2:8+1", "7 is odd"});
  mr_fixture_close(&engine_fixture);
}

static void expect_refusal(fixture *f, const char *text, uint32_t column, const char *fragment) {
  mr_error err = {0};
  assert_int_equal(mr_game_parse_state(f->game, text, strlen(text), f->state, &err), MR_ERR_SYNTAX);
  assert_int_equal(err.column, column);
  assert_non_null(strstr(err.message, fragment));
}

static void a_board_that_cannot_be_read_is_refused_at_its_place(void **unused) {
  (void)unused;
  fixture f;
  open_game(&f, "[o]\nsize = 4\n");
  expect_refusal(&f, "-----Ox--XO----- X", 7, "X, O or -");
  expect_refusal(&f, "-----OX--XO-----", 17, "a blank");
  expect_refusal(&f, "-----OX--XO----- -", 18, "who is to move");
  expect_refusal(&f, "-----OX--XO----- X ", 19, "too long");
  mr_action action = MR_ACTION_NONE;
  assert_int_equal(mr_game_parse_action(f.game, f.state, "a1", 2, &action, NULL), MR_ERR_ILLEGAL);
  close_game(&f);
}

/* ---- what everything above the rules makes of it --------------------------------------------- */

static void expect_no_breach(const mr_laws_report *report) {
  for (unsigned law = 0; law < MR_LAW_COUNT; law++) {
    if (report->failures[law] > 0) {
      fail_msg("%s: %s", mr_law_name((mr_law)law), report->first[law]);
    }
  }
}

static void it_obeys_the_laws_on_every_board(void **unused) {
  (void)unused;
  static const char *const sizes[] = {BRIEF "size = 4\n", BRIEF "size = 6\n", BRIEF,
                                      BRIEF "size = 16\n"};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const mr_laws_options options = {
        .seed = i + 1, .games = i < 2 ? 20 : 2, .every = i < 2 ? 1 : 10};
    mr_laws_report report;
    fixture f;
    open_game(&f, sizes[i]);
    assert_int_equal(mr_laws_check(f.game, &options, NULL, &report, NULL), MR_OK);
    expect_no_breach(&report);
    assert_int_equal(report.finished, options.games);
    close_game(&f);
  }
}

static void a_computer_plays_it(void **unused) {
  (void)unused;
  static const char *const first_kinds[] = {"mcts", "random"};
  fixture f;
  open_game(&f, "[o]\nsize = 6\n");
  for (size_t i = 0; i < 2; i++) {
    assert_string_equal(mr_engine_kinds(f.game)[i], first_kinds[i]);
  }
  mr_engine *thinker = fixture_engine(f.game, "mcts", 5, 1);
  mr_engine *chancer = fixture_engine(f.game, "random", 1, 1);
  mr_engine *const engines[] = {thinker, chancer};
  const mr_limits limits = {.nodes = 300};
  unsigned points = 0;
  for (unsigned i = 0; i < 4; i++) {
    mr_game_start(f.game, f.state);
    fixture_play(f.game, f.state, engines, i, &limits, &points);
  }
  assert_in_range(points, 3 * MR_SCORE_WIN, 4 * MR_SCORE_WIN);
  mr_engine_free(thinker);
  mr_engine_free(chancer);
  close_game(&f);
}

static void the_painter_shows_it(void **unused) {
  (void)unused;
  static const mr_paint_style plain = {.compact = true};
  fixture f;
  mr_arena arena;
  mr_view view;
  open_game(&f, "[o]\nsize = 4\n");
  mr_arena_init(&arena, NULL, 0);
  mr_str out = mr_str_growing(NULL);
  play(&f, "b1", NULL);
  assert_int_equal(mr_game_view(f.game, f.state, MR_NOBODY, &arena, &view, NULL), MR_OK);
  mr_paint_board(f.game, &view, &plain, &out);
  assert_string_equal(mr_str_text(&out), "1  .  X  .  .  1\n"
                                         "2  .  X  X  .  2\n"
                                         "3  .  X  O  .  3\n"
                                         "4  .  .  .  .  4\n"
                                         "   a  b  c  d\n"
                                         "Black: 4   White: 1\n");
  mr_str_reset(&out);
  mr_paint_svg(f.game, &view, "Othello", &out);
  assert_int_equal(out.status, MR_OK);
  assert_non_null(strstr(mr_str_text(&out), "</svg>"));
  mr_str_done(&out);
  mr_arena_done(&arena);
  close_game(&f);
}

static void its_rules_are_explained(void **unused) {
  (void)unused;
  static const mr_paint_style plain = {.width = 80};
  fixture f;
  mr_arena arena;
  mr_doc doc;
  open_game(&f, "[o]\ntitle = Othello\nsummary = Discs on a board.\n");
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  mr_str out = mr_str_growing(NULL);
  assert_int_equal(mr_game_page(f.game, &doc, NULL), MR_OK);
  mr_paint_doc_text(f.game, &doc, &plain, &out);
  assert_non_null(strstr(mr_str_text(&out), "Discs on a board."));
  assert_non_null(strstr(mr_str_text(&out), "OT-4"));
  mr_str_done(&out);
  mr_arena_done(&arena);
  close_game(&f);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_counts_as_the_literature_has_it),
    cmocka_unit_test(discs_that_are_outflanked_change_sides),
    cmocka_unit_test(who_cannot_move_passes),
    cmocka_unit_test(who_has_more_discs_wins),
    cmocka_unit_test(an_odd_board_is_refused_where_it_is_written),
    cmocka_unit_test(a_board_that_cannot_be_read_is_refused_at_its_place),
    cmocka_unit_test(it_obeys_the_laws_on_every_board),
    cmocka_unit_test(a_computer_plays_it),
    cmocka_unit_test(the_painter_shows_it),
    cmocka_unit_test(its_rules_are_explained),
};

MR_TEST_MAIN(tests)
