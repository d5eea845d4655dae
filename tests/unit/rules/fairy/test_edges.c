/*
 * Chess-like games at their edges: royals that face each other and are crooked besides, men that
 * come back from hands, texts from the middle of a turn, definitions that are too large.
 */
#include "test_main.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "borderline_open.h"
#include "rules_fixture.h"

/** A state of a game of the fixture's own; free it. */
static mr_state *state_of(const fixture *d, const char *text) {
  mr_error err = {0};
  mr_state *state = mr_state_new(d->game, NULL);
  assert_non_null(state);
  if (mr_game_parse_state(d->game, text, strlen(text), state, &err) != MR_OK) {
    fail_msg("%s: %s", text, err.message);
  }
  return state;
}

static mr_status try_action(const fixture *d, mr_state *state, const char *text) {
  mr_action action = MR_ACTION_NONE;
  mr_status status = mr_game_parse_action(d->game, state, text, strlen(text), &action, NULL);
  if (status == MR_OK) {
    assert_int_equal(mr_game_play(d->game, state, action, NULL, NULL), MR_OK);
  }
  return status;
}

/* From a4 the crooked king attacks a2 over b3, whatever stands on a3. */
static void a_royal_that_must_not_be_faced_attacks_as_it_moves_too(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\nking = k:zFF\nrook = r\ncastling = false\nmaxFile = 5\nmaxRank = 5\n"
               "flyingGeneral = true\nstartFen = 5/K4/5/r4/4k w - - 0 1\n",
               "x");
  mr_state *state = state_of(&d, "5/K4/r4/5/1k2R b - - 0 1");
  assert_int_equal(try_action(&d, state, "b1a2"), MR_ERR_ILLEGAL);
  mr_state_free(d.game, NULL, state);
  state = state_of(&d, "5/K4/rr3/5/1k2R b - - 0 1");
  assert_int_equal(try_action(&d, state, "b1a2"), MR_OK);
  mr_state_free(d.game, NULL, state);
  /* Nothing between them on the file. */
  state = state_of(&d, "5/K4/1r3/5/1k2R b - - 0 1");
  assert_int_equal(try_action(&d, state, "b1a2"), MR_ERR_ILLEGAL);
  mr_state_free(d.game, NULL, state);
  fixture_close(&d);
}

/* What hops attacks over one man, neither over none nor over two: who comes in between may not, nor
 * who goes away from there. */
static void a_royal_is_guarded_from_what_hops_over_one_man(void **unused) {
  (void)unused;
  static const struct {
    const char *position;
    const char *legal;
    const char *illegal;
  } cases[] = {
      {"k3a/5/5/R4/4K[R] w - - 0 1", "a2d2", "a2e2"},
      {"k3a/5/5/R4/4K[R] w - - 0 1", "R@d3", "R@e3"},
      {"k3a/5/5/R4/4K[R] w - - 0 1", "e1d1", "R@e4"},
      {"k3a/4R/4R/5/4K[] w - - 0 1", "e4e5", "e4a4"},
      {"k3a/4R/4R/5/4K[] w - - 0 1", "e3e2", "e3a3"},
      {"k3a/4R/4R/4R/4K[] w - - 0 1", "e2a2", "e1e3"},
  };
  fixture d;
  fixture_open(&d,
               "[x]\nking = k\nrook = r\ncustomPiece1 = a:mRcpR\ncastling = false\nmaxFile = 5\n"
               "maxRank = 5\npieceDrops = true\nstartFen = k3a/5/5/R4/4K[R] w - - 0 1\n",
               "x");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_state *state = state_of(&d, cases[i].position);
    assert_int_equal(try_action(&d, state, cases[i].illegal), MR_ERR_ILLEGAL);
    assert_int_equal(try_action(&d, state, cases[i].legal), MR_OK);
    mr_state_free(d.game, NULL, state);
  }
  fixture_close(&d);
}

/* Rooks hold the fourth rank and, in the first position, the d file: the king is mated by a pawn.
 */
static void a_pawn_that_is_dropped_may_give_check_but_not_mate(void **unused) {
  (void)unused;
  static const char *const definitions[] = {
      "[x:y]\nshogiPawnDropMateIllegal = true\n",
      "[x:y]\nshogiPawnDropMateIllegal = false\n",
  };
  static const char *const positions[] = {"4k/R4/5/5/K2R1[Pp] w - - 0 1",
                                          "4k/R4/5/5/K3R[Pp] w - - 0 1"};
  for (size_t i = 0; i < 2; i++) {
    fixture d;
    char text[512];
    snprintf(text, sizeof text,
             "[y]\nking = k\nrook = r\nshogiPawn = p\ncastling = false\nmaxFile = 5\nmaxRank = 5\n"
             "pieceDrops = true\ncapturesToHand = true\nstartFen = 4k/5/5/5/K2R1[Pp] w - - 0 1\n%s",
             definitions[i]);
    fixture_open(&d, text, "x");
    for (size_t k = 0; k < 2; k++) {
      mr_state *state = state_of(&d, positions[k]);
      bool mates = k == 0;
      assert_int_equal(try_action(&d, state, "P@e4"), mates && i == 0 ? MR_ERR_ILLEGAL : MR_OK);
      if (mates && i == 0) {
        assert_int_equal(try_action(&d, state, "P@e3"), MR_OK);
      }
      mr_state_free(d.game, NULL, state);
    }
    fixture_close(&d);
  }
}

/* The pawn goes ahead, is captured, captured again and dropped where it was. */
static void a_position_comes_back_by_way_of_the_hands(void **unused) {
  (void)unused;
  static const char *const actions[] = {"b2b3", "b5b3", "e1d1", "P@a3", "a1a3", "b3b5",
                                        "a3a1", "e5d5", "P@b2", "d5d4", "d1e1", "d4e5"};
  enum { COUNT = sizeof actions / sizeof *actions };
  fixture d;
  fixture_open(&d,
               "[x]\nking = k\nrook = r\npawn = p\npromotionPieceTypes = r\ncastling = false\n"
               "doubleStep = false\nmaxFile = 5\nmaxRank = 5\npieceDrops = true\n"
               "capturesToHand = true\nnFoldRule = 2\n"
               "promotionRegionWhite = *5\nstartFen = 1r2k/5/5/1P3/R3K[] w - - 0 1\n",
               "x");
  mr_state *state = state_of(&d, "1r2k/5/5/1P3/R3K[] w - - 0 1");
  for (size_t i = 0; i < COUNT; i++) {
    assert_int_equal(mr_game_node(d.game, state).kind, MR_NODE_DECISION);
    assert_int_equal(try_action(&d, state, actions[i]), MR_OK);
  }
  assert_int_equal(mr_game_node(d.game, state).kind, MR_NODE_TERMINAL);
  assert_int_equal(mr_fy_state_of(state)->end, MR_FY_RULE_FOLD);
  mr_state_free(d.game, NULL, state);
  fixture_close(&d);
}

/* It could not have been promoted there: it never moved. */
static void a_pawn_may_stand_where_it_is_dropped(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(
      &d,
      "[x]\nking = k\nrook = r\npawn = p\npromotionPieceTypes = r\ncastling = false\n"
      "doubleStep = false\nmaxFile = 5\nmaxRank = 5\npieceDrops = true\n"
      "promotionZonePawnDrops = true\npromotionRegionWhite = *5\nstartFen = 4k/5/5/5/4K[P] w "
      "- - 0 1\n",
      "x");
  mr_state *state = state_of(&d, "4k/5/5/5/4K[P] w - - 0 1");
  assert_int_equal(try_action(&d, state, "P@a5"), MR_OK);
  mr_state_free(d.game, NULL, state_of(&d, "P3k/5/5/5/4K[] b - - 1 1"));
  mr_state_free(d.game, NULL, state);
  fixture_close(&d);
}

/* CB-12: judged when a turn begins. Its own text must not end a game that goes on. */
static void the_guard_is_not_judged_in_the_middle_of_a_turn(void **unused) {
  (void)unused;
  mr_table table;
  mr_table_open_game(&table, "colorboundmost", "",
                     "zxbqkbxz/8/pppppppp/8/8/PPPPPPPP/8/ZXBQKBXZ w - - 99 60 dl -");
  mr_table_play(&table, "c1d2");
  assert_string_equal(mr_table_result(&table), "*");
  char *text = strdup(mr_table_state(&table));
  assert_non_null(text);
  mr_table_set(&table, text);
  free(text);
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "f1e2");
  assert_string_equal(mr_table_ended_by(&table), "CB-12");
  mr_table_close(&table);
}

/* On a board with so many squares it could be thought full, and the rest be lost in silence. */
static void a_hand_holds_no_more_than_can_be_counted(void **unused) {
  (void)unused;
  fixture d;
  mr_error err = {0};
  char text[512] = "12/12/12/12/12/12/12/12/12/12/12/12[";
  size_t length = strlen(text);
  fixture_open(&d,
               "[x]\nking = k\nrook = r\ncastling = false\nmaxFile = 12\nmaxRank = 12\n"
               "pieceDrops = true\n"
               "startFen = k11/12/12/12/12/12/12/12/12/12/12/11K[R] w - - 0 1\n",
               "x");
  memset(text + length, 'R', 300);
  memcpy(text + length + 300, "] w - - 0 1", sizeof "] w - - 0 1");
  mr_state *state = mr_state_new(d.game, NULL);
  assert_non_null(state);
  assert_int_equal(mr_game_parse_state(d.game, text, strlen(text), state, &err), MR_ERR_ILLEGAL);
  mr_state_free(d.game, NULL, state);
  fixture_close(&d);
}

/* Who is to move has nobody left to move, and has lost before that. */
static void what_stands_on_the_board_is_judged_before_a_lack_of_moves(void **unused) {
  (void)unused;
  static const struct {
    const char *definition;
    const char *position;
  } ends[] = {
      {"[x]\ncommoner = e\ncastling = false\nmaxFile = 3\nmaxRank = 3\nextinctionValue = loss\n"
       "extinctionPieceTypes = e\nstartFen = e2/3/2E w - - 0 1\n",
       "E2/3/3 b - - 0 1"},
      {"[x]\nking = k\nqueen = q\ncastling = false\nmaxFile = 8\nmaxRank = 8\n"
       "flagPiece = k\nflagRegion = e4\nstartFen = k7/8/8/8/8/8/8/4K2Q w - - 0 1\n",
       "k7/2Q5/8/8/4K3/8/8/8 b - - 0 1"},
  };
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    fixture d;
    uint8_t scores[MR_MAX_PLAYERS];
    fixture_open(&d, ends[i].definition, "x");
    mr_state *state = state_of(&d, ends[i].position);
    assert_int_equal(mr_game_node(d.game, state).kind, MR_NODE_TERMINAL);
    mr_game_score(d.game, state, scores);
    assert_true(scores[0] > scores[1]);
    mr_state_free(d.game, NULL, state);
    fixture_close(&d);
  }
}

static void a_game_that_grows_too_large_is_refused_whatever_else_it_says(void **unused) {
  (void)unused;
  fixture d;
  assert_int_equal(
      fixture_try(&d,
                  "[x]\nking = k\ncustomPiece1 = a:[B-R][W-F][R?B][F?R]\n"
                  "maxFile = 16\nmaxRank = 16\ncastling = false\n"
                  "immobilityIllegal = true\n"
                  "startFen = k15/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K14A w - - "
                  "0 1\n",
                  "x"),
      MR_ERR_LIMIT);
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_pawn_that_is_dropped_may_give_check_but_not_mate),
    cmocka_unit_test(a_royal_that_must_not_be_faced_attacks_as_it_moves_too),
    cmocka_unit_test(a_royal_is_guarded_from_what_hops_over_one_man),
    cmocka_unit_test(a_position_comes_back_by_way_of_the_hands),
    cmocka_unit_test(a_pawn_may_stand_where_it_is_dropped),
    cmocka_unit_test(the_guard_is_not_judged_in_the_middle_of_a_turn),
    cmocka_unit_test(a_hand_holds_no_more_than_can_be_counted),
    cmocka_unit_test(what_stands_on_the_board_is_judged_before_a_lack_of_moves),
    cmocka_unit_test(a_game_that_grows_too_large_is_refused_whatever_else_it_says),
};

MR_TEST_MAIN(tests)
