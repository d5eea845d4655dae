/*
 * Men that change sides where they stand, drops from nowhere, and men that are counted: what does
 * not show in a game of the catalogue. The rules themselves: tests/rule/test_classics_flips.c.
 */
#include <marcher/endgame.h>
#include <marcher/paint.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

/* Fairy-Stockfish's `go perft`. */
static const mr_fairy_figure figures[] = {
    {"ataxx", "", "P5p/7/7/7/7/7/p5P w - - 0 1", 4, 155888},
    {"flipello", "", "8/8/8/3pP3/3Pp3/8/8/8[PPPPPPPPpppppppp] w - - 0 1", 6, 8200},
    {"flipersi", "", "8/8/8/8/8/8/8/8[PPPPPPPPpppppppp] w - - 0 1", 6, 320},
};

static void positions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], UINT64_MAX);
}

/** An action that is made, and what it leads to. */
typedef struct turn {
  const char *game, *sets, *before, *action, *after;
} turn;

#define LINES                                                                       \
  "king=-;pawn=-;bishop=-;queen=-;commoner=k;promotionPieceTypes=-;castling=false;" \
  "startFen=rnkk1knr/8/8/8/8/8/8/RNKK1KNR w - - 0 1;flipEnclosedPieces=reversi"
#define BESIDE                                                               \
  "king=-;bishop=-;queen=-;commoner=k;castling=false;promotionPieceTypes=r;" \
  "startFen=rnkk1knr/pppppppp/8/8/8/8/PPPPPPPP/RNKK1KNR w - - 0 1;flipEnclosedPieces=quadwrangle"

static const turn turns[] = {
    /* What moves counts, too, where it has come from. */
    {"chess", LINES, "8/8/8/8/1k1k4/8/2N5/8 w - - 0 1", "c2e3", "8/8/8/8/1k1k4/4N3/8/8 b - - 1 1"},
    {"chess", LINES, "8/8/8/r1k1k1n1/8/8/8/6R1 w - - 0 1", "g1g5",
     "8/8/8/r1k1k1R1/8/8/8/8 b - - 0 1"},
    {"chess", LINES, "8/8/8/K1rrr3/8/8/8/5R2 w - - 0 1", "f1f5", "8/8/8/K1rrrR2/8/8/8/8 b - - 1 1"},
    {"chess", LINES, "8/8/8/Krrrr3/8/8/8/5R2 w - - 0 1", "f1f5", "8/8/8/KRRRRR2/8/8/8/8 b - - 1 1"},
    {"chess", LINES, "8/8/8/Krr*r3/8/8/8/5R2 w - - 0 1", "f1f5", "8/8/8/Krr*rR2/8/8/8/8 b - - 1 1"},
    /* A promotion is joined by an own piece, or turns nobody. */
    {"chess", BESIDE, "2r5/P1k5/1k6/8/8/8/8/8 w - - 0 1", "a7a8r",
     "R1r5/2k5/1k6/8/8/8/8/8 b - - 0 1"},
    {"chess", BESIDE, "1r6/P1k5/1k6/8/8/8/8/8 w - - 0 1", "a7a8r",
     "RR6/2k5/1k6/8/8/8/8/8 b - - 0 1"},
    {"chess", BESIDE, "8/8/8/2kpr3/8/8/3P4/8 w - - 0 1", "d2d4", "8/8/8/2KPR3/3P4/8/8/8 b - - 0 1"},
    {"ataxx", "flipEnclosedPieces=quadwrangle;enclosingDrop=none", "6p/7/7/7/7/7/P6 w - - 0 1",
     "P@f7", "5Pp/7/7/7/7/7/P6 b - - 0 1"},
    {"ataxx", "flipEnclosedPieces=quadwrangle;enclosingDrop=none", "6p/6P/7/7/7/7/P6 w - - 0 1",
     "P@f7", "5PP/6P/7/7/7/7/P6 b - - 0 1"},
};

static void men_turn_and_turn_back(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
    mr_table table;
    mr_table_open_game(&table, turns[i].game, turns[i].sets, turns[i].before);
    mr_fairy_there_and_back(&table, turns[i].action, turns[i].after);
    mr_table_close(&table);
  }
}

static void drops_from_nowhere_need_no_hand(void **unused) {
  (void)unused;
  mr_game *game = mr_game_open("ataxx", "");
  mr_state *state = mr_state_new(game, NULL);
  mr_error err = {0};
  static const char *const text = "P5p/7/7/7/7/7/p5P[P] w - - 0 1";
  assert_int_not_equal(mr_game_parse_state(game, text, strlen(text), state, &err), MR_OK);
  assert_non_null(strstr(err.message, "is in no hand: with freeDrops there are none"));
  mr_state_free(game, NULL, state);
  mr_game_free(game);
  mr_expect_refusal("ataxx", "", "P5p/7/7/7/7/7/p5P w - - 0 1", "P@d4",
                    "there is no own piece beside d4");
}

static void what_comes_from_nowhere_is_shown_as_any_number(void **unused) {
  (void)unused;
  mr_table table;
  mr_arena arena;
  mr_view view;
  mr_error err;
  mr_arena_init(&arena, NULL, 0);
  mr_table_open_game(&table, "ataxx", "", "P5p/7/7/7/7/7/p5P w - - 0 1");
  assert_int_equal(mr_game_view(table.game, table.state, MR_NOBODY, &arena, &view, &err), MR_OK);
  assert_int_equal(view.hand_count, 2);
  assert_true(view.hands[0].endless && view.hands[1].endless);
  mr_str text = mr_str_growing(NULL);
  mr_paint_board(table.game, &view, &(mr_paint_style){.width = 80}, &text);
  assert_non_null(strstr(mr_str_text(&text), "White's hand, any number:   P Piece"));
  mr_str_done(&text);
  mr_arena_done(&arena);
  mr_table_close(&table);
}

static void what_does_not_go_together_is_refused(void **unused) {
  (void)unused;
  static const char *const refused[][2] = {
      {"chess", "castling=false;flipEnclosedPieces=ataxx"},
      {"chess", "king=-;commoner=k;castlingKingPiece=k;flipEnclosedPieces=ataxx"},
      {"chess", LINES ";blastOnCapture=true"},
      {"chess", LINES ";wallingRule=static"},
      {"chess", LINES ";petrifyOnCaptureTypes=n"},
      {"chess", LINES ";gating=true"},
      {"chess", LINES ";countingRule=makruk"},
      {"chess", LINES ";impasse=true"},
      {"chess", LINES ";pieceDrops=true;capturesToHand=true"},
      {"chess", LINES ";customPiece1=a:W;customPiece2=b:F;promotedPieceType=a:b"},
      {"chess", LINES ";extinctionValue=loss;extinctionPieceTypes=k;extinctionPseudoRoyal=true"},
      {"chess", "impasse=true;materialCounting=unweighted"},
      {"ataxx", "mustDrop=true"},
      {"ataxx", "king=k"},
      {"ataxx", "capturesToHand=true;flipEnclosedPieces=none"},
      {"chess", "pieceDrops=true;freeDrops=true"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    mr_status status = mr_game_refusal(refused[i][0], refused[i][1]);
    if (status != MR_ERR_UNSUPPORTED) {
      fail_msg("%s with %s: %d", refused[i][0], refused[i][1], (int)status);
    }
  }
  assert_int_equal(mr_game_refusal("chess", LINES), MR_OK);
  assert_int_equal(mr_game_refusal("chess", BESIDE), MR_OK);
  assert_int_equal(mr_game_refusal("chess", "freeDrops=true"), MR_OK);
  assert_int_equal(mr_game_refusal("ataxx", "pieceDrops=false"), MR_OK);
}

/** A game that has ended by what is counted, for one or the other. */
static void draws_are_given_to_who_is_told(void **unused) {
  (void)unused;
  static const char *const cases[][3] = {
      {"stalemateValue=draw", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2"},
      {"materialCounting=unweighted", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1-0"},
      {"materialCounting=whitedrawodds", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1-0"},
      {"materialCounting=blackdrawodds", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "0-1"},
      {"materialCounting=unweighted;nMoveRule=5", "7k/8/8/8/8/8/rr6/K6R b - - 9 9", "*"},
      {"stalemateValue=win;stalematePieceCount=true", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "0-1"},
      {"stalemateValue=loss;stalematePieceCount=true", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1-0"},
      {"stalemateValue=win;stalematePieceCount=true", "7k/4pQ2/4P1K1/8/8/8/8/8 b - - 0 1", "0-1"},
      {"materialCounting=unweighted;nMoveRule=5", "7k/8/8/8/8/8/8/KR6 b - - 10 9", "1-0"},
      {"materialCounting=unweighted;nMoveRule=5", "7k/8/8/8/8/8/r7/7K b - - 10 9", "0-1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", cases[i][0], cases[i][1]);
    assert_string_equal(mr_table_result(&table), cases[i][2]);
    mr_table_close(&table);
  }
}

/* Where nothing is dropped a board that is full at the start would end the game before it begins.
 */
static void a_full_board_at_the_start_ends_nothing(void **unused) {
  (void)unused;
  fixture d;
  (void)fixture_try(&d,
                    "[x:ataxx]\nmaxRank = 2\nmaxFile = 2\ncustomPiece1 = p:cK\npieceDrops = false\n"
                    "passOnStalemate = false\nstartFen = Pp/pP w - - 0 1\n",
                    "x");
  assert_int_equal(d.list.errors, 0);
  assert_non_null(strstr(d.list.first->message, "'adjudicateFullBoard' means nothing where"));
  assert_null(rule_text(&d, "adjudicateFullBoard"));
  fixture_close(&d);
}

static void the_sentences_say_who_turns_and_who_is_counted(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d, "[x:flipello]\nflipEnclosedPieces = ataxx\nruleIds = pass:X-1\n", "x");
  assert_string_equal(rule_text(&d, "flipEnclosedPieces"),
                      "When a piece comes to a square, all enemies on the squares beside it, "
                      "diagonally as well, change sides.");
  fixture_close(&d);
}

/** Who reads how a game ends is told who wins by it. */
static void ends_say_who_has_won(void **unused) {
  (void)unused;
  static const char *const cases[][2] = {
      {"",
       "When no square is empty the game is over, and who has more pieces on the board has won; "
       "with as many each it is a draw."},
      {"materialCounting=whitedrawodds",
       "When no square is empty the game is over, and White has won."},
      {"materialCounting=none", "When no square is empty the game is drawn."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table table;
    mr_table_open_game(&table, "flipello", cases[i][0], NULL);
    assert_string_equal(mr_fy_game_of(table.game)->rules.rule_texts[MR_FY_RULE_FULL], cases[i][1]);
    mr_table_close(&table);
  }
}

/** What would be a draw is none where men are counted: no sentence says so, an event tells of the
 * count, and there are no tables of endings, in which what goes on for ever is a draw. */
static void what_is_counted_is_not_told_as_drawn(void **unused) {
  (void)unused;
  static const char *const cases[][2] = {
      {"stalemate", "Who is to move and has no legal move %s."},
      {"nFoldRule", "When a position comes about for the third time, the game is %s."},
      {"nMoveRule", "4 moves by each side without a capture %s."},
  };
  static const char *const words[][2] = {{"draws", "ends the game, and White has won"},
                                         {"drawn", "over, and White has won"},
                                         {"are a draw", "end the game, and White has won"}};
  for (unsigned counted = 0; counted < 2; counted++) {
    fixture d;
    char text[256];
    (void)snprintf(text, sizeof text,
                   "[x]\ncustomPiece1 = m:K\nmaxRank = 4\nmaxFile = 4\nnMoveRule = 4\n"
                   "startFen = m3/4/4/3M w - - 0 1\nmaterialCounting = %s\n",
                   counted ? "whitedrawodds" : "none");
    fixture_open(&d, text, "x");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      char *hole = strstr(cases[i][1], "%s");
      (void)snprintf(text, sizeof text, "%.*s%s.", (int)(hole - cases[i][1]), cases[i][1],
                     words[i][counted]);
      assert_string_equal(rule_text(&d, cases[i][0]), text);
    }
    mr_endgame_men men;
    mr_error err;
    mr_status status = mr_endgame_men_parse(d.game, "MvM", 3, &men, &err);
    assert_int_equal(status, MR_OK);
    assert_int_equal(mr_endgame_draws_hold(d.game), counted == 0);
    fixture_close(&d);
  }
}

static void an_event_tells_that_men_were_counted(void **unused) {
  (void)unused;
  static const struct {
    const char *sets, *state, *action;
    bool counted;
  } cases[] = {
      {"materialCounting=unweighted;nMoveRule=5", "7k/8/8/8/8/8/8/KR6 w - - 9 9", "a1a2", true},
      {"materialCounting=none;nMoveRule=5", "7k/8/8/8/8/8/8/KR6 w - - 9 9", "a1a2", false},
      {"materialCounting=unweighted", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7", true},
      {"materialCounting=unweighted;stalemateValue=loss", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f7",
       false},
      {"materialCounting=unweighted", "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1", "f5f8", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    mr_table table;
    mr_table_open_game(&table, "chess", cases[i].sets, cases[i].state);
    mr_table_play(&table, cases[i].action);
    assert_string_not_equal(mr_table_result(&table), "*");
    bool counted = false;
    for (size_t k = 0; k < table.events.count; k++) {
      const mr_event *event = &table.events.items[k];
      counted =
          counted || (event->kind == MR_EVENT_RULE &&
                      strcmp(table.game->info.rules[event->rule].id, "materialCounting") == 0);
    }
    assert_int_equal(counted, cases[i].counted);
    mr_table_close(&table);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_event_tells_that_men_were_counted),
    cmocka_unit_test(what_is_counted_is_not_told_as_drawn),
    cmocka_unit_test(ends_say_who_has_won),
    cmocka_unit_test(positions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(men_turn_and_turn_back),
    cmocka_unit_test(drops_from_nowhere_need_no_hand),
    cmocka_unit_test(what_comes_from_nowhere_is_shown_as_any_number),
    cmocka_unit_test(what_does_not_go_together_is_refused),
    cmocka_unit_test(draws_are_given_to_who_is_told),
    cmocka_unit_test(a_full_board_at_the_start_ends_nothing),
    cmocka_unit_test(the_sentences_say_who_turns_and_who_is_counted),
};

MR_TEST_MAIN(tests)
