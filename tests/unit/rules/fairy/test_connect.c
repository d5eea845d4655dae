/*
 * Rows, squares, lines and paths that end a game, and drops that are a duty or depend on what
 * stands on the board: counts of Fairy-Stockfish, why actions are refused, what is taken back,
 * which definitions are refused. The rules themselves: tests/rule/test_classics_rules.c.
 */
#include <marcher/hash.h>
#include <marcher/view.h>
#include <stdio.h>
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

#define PICARIA "customPiece1=p:mKmNmAmD;startFen=3/3/3[PPPppp] w - - 0 1;mustDrop=true;nFoldRule=0"
#define TEEKO                                                                                \
  "maxRank=5;maxFile=5;connectN=4;connectNxN=2;customPiece1=p:mK;mustDrop=true;nMoveRule=0;" \
  "nFoldRule=0;startFen=5/5/5/5/5[PPPPpppp] w - - 0 1"
#define MUSKETEERS                                                                                 \
  "maxRank=5;maxFile=5;startFen=ppppM/ppppp/ppMpp/ppppp/Mpppp w - - 0 1;connectN=0;collinearN=3;"  \
  "connectDiagonal=false;customPiece1=m:cW;customPiece2=p:mW;connectValue=loss;connectPieceTypes=" \
  "m;"                                                                                             \
  "stalemateValue=win;pieceDrops=false"

/* Its `go perft`. */
static const mr_fairy_figure figures[] = {
    {"tictactoe", "", NULL, 7, 148176},
    {"tictactoe", PICARIA, NULL, 6, 54720},
    {"tictactoe", TEEKO, NULL, 3, 13800},
    {"tictactoe", TEEKO, "5/1Pp2/2pP1/1pP2/1P1p1[] w - - 8 5", 4, 93462},
    {"tictactoe", MUSKETEERS, NULL, 5, 5540},
    {"cfour", "", NULL, 6, 117649},
    {"cfour", "", "7/7/7/2PP3/1pPpp2/PpPpPp1[PPPPPPPPPPPPPPPPPppppppppppppppppp] w - - 0 6", 6,
     65469},
    {"placement", "", NULL, 3, 50560},
    {"placement", "", "r3k2b/pppppppp/8/8/8/8/PPPPPPPP/R3K1B1[BNNQRqrnnb] w Qq - 0 5", 4, 41064},
};

static void actions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], UINT64_MAX);
}

/* ---- rows and the like ----------------------------------------------------------------------- */

/** A board of six by four with pieces that step anywhere next to them, where nothing else is said.
 */
static const char *on_a_board(char *buffer, size_t size, const char *sets) {
  static const char *const usual[][2] = {
      {"maxRank=", "4"},        {"maxFile=", "6"},
      {"immobile=", "-"},       {"customPiece1=", "p:K"},
      {"customPiece2=", "n:K"}, {"pieceNames=", "n:Other"},
      {"connectN=", "0"},       {"pieceDrops=", "false"},
      {"nFoldRule=", "0"},      {"startFen=", "p4n/6/6/P4N w - - 0 1"}};
  size_t length = (size_t)snprintf(buffer, size, "%s", sets);
  for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
    if (strstr(sets, usual[i][0]) == NULL) {
      length += (size_t)snprintf(buffer + length, size - length, ";%s%s", usual[i][0], usual[i][1]);
    }
  }
  assert_true(length < size);
  return buffer;
}

typedef struct ending {
  const char *sets, *state, *action, *result;
} ending;

static const ending endings[] = {
    /* rows, the ways of them, and what is between */
    {"connectN=3", "6/5p/6/PP1P2 w - - 0 1", "d1c1", "1-0"},
    {"connectN=3", "6/5p/6/PPp1P1 w - - 0 1", "e1d1", "*"},
    {"connectN=3", "6/5p/6/PPpP2 w - - 0 1", "d1c1", "1-0"},
    {"connectN=3", "p5/1p4/3p2/5P b - - 0 1", "d2c2", "0-1"},
    {"connectN=3", "5p/4p1/2p3/P5 b - - 0 1", "c2d2", "0-1"},
    {"connectN=3;connectDiagonal=false", "p5/1p4/3p2/5P b - - 0 1", "d2c2", "*"},
    {"connectN=3;connectHorizontal=false", "6/5p/6/PP1P2 w - - 0 1", "d1c1", "*"},
    {"connectN=3;connectVertical=false", "6/P4p/P5/1P4 w - - 0 1", "b1a1", "*"},
    {"connectN=3", "6/P4p/P5/1P4 w - - 0 1", "b1a1", "1-0"},
    {"connectN=3;connectValue=loss", "6/P4p/P5/1P4 w - - 0 1", "b1a1", "0-1"},
    {"connectN=3;connectValue=draw", "6/P4p/P5/1P4 w - - 0 1", "b1a1", "1/2-1/2"},
    {"connectN=3;connectPieceTypes=n", "6/P4p/P5/1P4 w - - 0 1", "b1a1", "*"},
    {"connectN=3;connectPieceTypes=n", "6/N4p/N5/1N4 w - - 0 1", "b1a1", "1-0"},
    {"connectN=3", "6/N4p/P5/1N4 w - - 0 1", "b1a1", "1-0"},
    /* squares */
    {"connectNxN=2", "6/5p/PP4/P1P3 w - - 0 1", "c1b1", "1-0"},
    {"connectNxN=2;connectHorizontal=false;connectVertical=false", "6/5p/PP4/P1P3 w - - 0 1",
     "c1b1", "1-0"},
    {"connectNxN=3", "6/PPPp2/PPP3/PP1P2 w - - 0 1", "d1c1", "1-0"},
    {"connectNxN=2", "6/5p/PP4/1P1P2 w - - 0 1", "d1c1", "*"},
    /* lines */
    {"collinearN=3", "6/6/5p/Pp1Pp1 w - - 0 1", "a1a2", "*"},
    {"collinearN=3", "6/6/P4p/1p1PpP w - - 0 1", "a2a1", "1-0"},
    {"collinearN=3;connectHorizontal=false", "6/6/P4p/1p1PpP w - - 0 1", "a2a1", "*"},
    {"collinearN=3", "3P2/6/P4p/P5 w - - 0 1", "a2b2", "1-0"},
    /* paths: up and down, forth and back */
    {"connectRegion1White=a*;connectRegion2White=f*", "6/PP1PPP/1P1P1p/6 w - - 0 1", "b2c1", "*"},
    {"connectRegion1White=a*;connectRegion2White=f*", "6/PP1PPP/1P1P1p/6 w - - 0 1", "b2c2", "1-0"},
    {"connectRegion1White=a*;connectRegion2White=f*", "PP4/2P1PP/2P2p/3P2 w - - 0 1", "d1d2",
     "1-0"},
    {"connectRegion1White=f*;connectRegion2White=a*", "PP4/2P1PP/2P2p/3P2 w - - 0 1", "d1d2",
     "1-0"},
    {"connectRegion1White=a*;connectRegion2White=f*;connectDiagonal=false",
     "PP4/2P1PP/2P2p/3P2 w - - 0 1", "d1d2", "*"},
    {"connectRegion1White=a*;connectRegion2White=f*;connectDiagonal=false",
     "1PPP2/PP1P2/3P1p/3P1P w - - 0 1", "f1e1", "*"},
    {"connectRegion1White=a*;connectRegion2White=f*;connectDiagonal=false",
     "1PPP2/1P1P2/P2P1p/3PPP w - - 0 1", "a2a3", "1-0"},
    {"connectRegion1Black=*1;connectRegion2Black=*4", "1p3P/1p4/3p2/3p2 b - - 0 1", "d2c2", "0-1"},
    {"connectRegion1Black=*1;connectRegion2Black=*4", "1P3p/1P4/3P2/3P2 w - - 0 1", "d2c2", "*"},
    /* a full board */
    {"maxRank=2;maxFile=2;adjudicateFullBoard=true;customPiece1=p:mW;pieceDrops=true;"
     "startFen=pP/1P[P] w - - 0 1;stalemateValue=win",
     NULL, "P@a1", "1/2-1/2"},
    {"maxRank=2;maxFile=2;connectN=2;connectVertical=false;connectDiagonal=false;"
     "adjudicateFullBoard=true;customPiece1=p:mW;pieceDrops=true;startFen=pP/1P[P] w - - 0 1",
     NULL, "P@a1", "1-0"},
};

static void games_end_by_rows_squares_lines_and_paths(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
    const ending *e = &endings[i];
    char sets[1024];
    mr_table table;
    mr_table_open_game(&table, "tictactoe", on_a_board(sets, sizeof sets, e->sets), e->state);
    mr_table_play(&table, e->action);
    if (strcmp(mr_table_result(&table), e->result) != 0) {
      fail_msg("%s %s %s: %s", e->sets, e->state, e->action, mr_table_result(&table));
    }
    mr_table_close(&table);
  }
}

/* Only who has moved is asked: a row of the other side that stands at the start waits for its move.
 */
static void who_has_moved_is_judged(void **unused) {
  (void)unused;
  mr_table table;
  char sets[1024];
  const char *first = on_a_board(sets, sizeof sets, "connectN=3;startFen=5p/6/6/PPP3 w - - 0 1");
  mr_table_open_game(&table, "tictactoe", first, NULL);
  assert_string_equal(mr_table_result(&table), "*");
  mr_table_play(&table, "a1a2");
  assert_string_equal(mr_table_result(&table), "*");
  assert_int_equal(mr_table_refusal(&table, "5p/6/6/1PPP2 w - - 2 2"), MR_ERR_ILLEGAL);
  assert_int_equal(mr_table_refusal(&table, "5p/6/6/1PP1P1 w - - 2 2"), MR_OK);
  mr_table_close(&table);
  const char *over = on_a_board(sets, sizeof sets, "connectN=3;startFen=3ppp/6/6/PP4 w - - 0 1");
  assert_int_equal(mr_game_refusal("tictactoe", over), MR_ERR_ILLEGAL);
}

/* ---- drops ----------------------------------------------------------------------------------- */

#define EDGES "enclosingDrop=anyside"

/** Whether all of the actions, texts between blanks, are legal or all of them are not. */
static bool are_all(mr_table *table, const char *actions, bool legal) {
  char words[256];
  bool so = true;
  snprintf(words, sizeof words, "%s", actions);
  for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " ")) {
    so = so && mr_table_allows(table, word) == legal;
  }
  return so;
}

static void a_piece_slides_in_from_an_edge(void **unused) {
  (void)unused;
  static const struct {
    const char *state, *legal, *illegal;
  } cases[] = {
      {"7/7/7/7/7/7[PPPPPPppppppp] w - - 0 1", "P@a1 P@g1 P@a6 P@g6 P@d6 P@d1 P@a4 P@g4", "P@d4"},
      {"7/7/7/3p3/7/7[PPPPPPpppppp] w - - 0 1", "P@c3 P@e3 P@d2 P@d4", "P@d1 P@d6 P@a3 P@g3"},
      {"7/7/7/p5P/7/7[PPPPPPpppppp] w - - 0 1", "P@a2 P@a4 P@g2 P@g4 P@d1", "P@b3 P@f3"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_table table;
    mr_table_open_game(&table, "cfour", EDGES, cases[i].state);
    if (!are_all(&table, cases[i].legal, true) || !are_all(&table, cases[i].illegal, false)) {
      fail_msg("%s", cases[i].state);
    }
    mr_table_close(&table);
  }
}

static void what_is_refused_is_refused_with_its_reason(void **unused) {
  (void)unused;
  static const char *const asked[][5] = {
      {"cfour", "", "7/7/7/7/7/3p3[PPPPppp] w - - 0 1", "P@d3",
       "there is nothing right below d3: a piece falls on the lowest empty square"},
      {"cfour", EDGES, "7/7/7/7/7/3p3[PPPPppp] w - - 0 1", "P@d3",
       "no piece that slides in from an edge comes to stand on d3"},
      {"cfour", "enclosingDrop=reversi;enclosingDropStart=d4", "7/7/3pP2/7/7/7[PPPPppp] w - - 0 1",
       "P@e3", "a piece on e3 would enclose no enemy between itself and an own one"},
      {"cfour", "enclosingDrop=ataxx;enclosingDropStart=d4", "7/7/3pP2/7/7/7[PPPPppp] w - - 0 1",
       "P@c4", "there is no own piece beside c4"},
      {"cfour", "enclosingDrop=snort", "7/7/3pP2/7/7/7[PPPPppp] w - - 0 1", "P@d3",
       "an enemy stands beside d3 on the same file or rank"},
      {"cfour", "enclosingDrop=snort;enclosingDropStart=a1 b1", "7/7/7/7/7/p6[PPPPppp] w - - 0 1",
       "P@g6", "pieces are dropped on these squares first: a1-b1"},
      {"tictactoe", PICARIA, "3/1p1/P2[PPpp] w - - 0 1", "a1a2",
       "a drop is possible and must be made, such as P@"},
      {"placement", "", NULL, "e2e4", "a drop is possible and must be made, such as "},
      {"placement", "mustDropType=k", NULL, "R@a1",
       "a drop is possible and must be made, such as K@"},
      {"placement", "", "8/pppppppp/8/8/8/8/PPPPPPPP/B7[BKkqrrbbnn] w - - 0 1", "B@c1",
       "no more than half of them, rounded up, are dropped on squares of one colour"},
      {"placement", "", "8/pppppppp/8/8/8/8/PPPPPPPP/BRRNKN2[BQkqrrbbnn] w - - 0 1", "Q@h1",
       "h1 is one of the squares that pieces need which are dropped half on dark"},
      {"placement", "dropRegionWhite=*1 *4", "4r3/ppp3pp/8/8/8/8/PPPP1PPP/8[Kk] w - - 0 1", "K@e4",
       "it would leave your King on e4 attacked by the Rook on e8"},
  };
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    mr_expect_refusal(asked[i][0], asked[i][1], asked[i][2], asked[i][3], asked[i][4]);
  }
}

/* ---- castling of what was dropped ------------------------------------------------------------ */

static void dropped_kings_and_partners_may_castle(void **unused) {
  (void)unused;
  static const struct {
    const char *state, *play, *then;
  } cases[] = {
      {"8/pppppppp/8/8/8/8/PPPPPPPP/R6R[Kk] w - - 0 1", "K@e1",
       "8/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[k] b KQ - 0 1"},
      {"8/pppppppp/8/8/8/8/PPPPPPPP/4K3[RRk] w - - 0 1", "R@h1",
       "8/pppppppp/8/8/8/8/PPPPPPPP/4K2R[Rk] b K - 0 1"},
      {"8/pppppppp/8/8/8/8/PPPPPPPP/4K3[RRk] w - - 0 1", "R@g1",
       "8/pppppppp/8/8/8/8/PPPPPPPP/4K1R1[Rk] b - - 0 1"},
      {"8/pppppppp/8/8/8/8/PPPPPPPP/R6R[Kk] w - - 0 1", "K@d1",
       "8/pppppppp/8/8/8/8/PPPPPPPP/R2K3R[k] b - - 0 1"},
      {"r7/pppppppp/8/8/8/8/PPPPPPPP/4K3[kr] b - - 0 1", "K@e8",
       "r3k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[r] w q - 0 2"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_table table;
    mr_table_open_game(&table, "placement", "", cases[i].state);
    uint64_t before = mr_game_hash(table.game, table.state);
    mr_table_play(&table, cases[i].play);
    assert_string_equal(mr_table_state(&table), cases[i].then);
    assert_int_equal(mr_game_hash(table.game, table.state),
                     table.game->ops->rehash(table.game, table.state));
    assert_int_not_equal(mr_game_hash(table.game, table.state), before);
    mr_table_close(&table);
  }
}

/* Rights are part of the position where they can come about by drops alone. */
static void rights_of_dropped_pieces_are_in_the_key(void **unused) {
  (void)unused;
  static const char *const texts[] = {"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[-] w KQkq - 0 1",
                                      "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[-] w KQk - 0 1",
                                      "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[-] w - - 0 1"};
  uint64_t hashes[3];
  for (size_t i = 0; i < 3; i++) {
    mr_table table;
    mr_table_open_game(&table, "placement", "", texts[i]);
    hashes[i] = mr_game_hash(table.game, table.state);
    mr_table_close(&table);
  }
  assert_true(hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
}

/* ---- definitions ----------------------------------------------------------------------------- */

static void what_makes_no_sense_is_refused(void **unused) {
  (void)unused;
  assert_int_equal(mr_game_refusal("chess", "connectN=9;connectHorizontal=false"), MR_OK);
  assert_int_equal(mr_game_refusal("chess", "connectN=17"), MR_ERR_RANGE);
  assert_int_equal(mr_game_refusal("chess", "connectN=x"), MR_ERR_SYNTAX);
  assert_int_equal(mr_game_refusal("chess", "connectN=5;connectPieceTypes=y"), MR_ERR_UNKNOWN);
  assert_int_equal(mr_game_refusal("chess", "connectRegion1White=a*"), MR_ERR_ILLEGAL);
  assert_int_equal(mr_game_refusal("chess", "connectRegion2Black=a*"), MR_ERR_ILLEGAL);
  assert_int_equal(mr_game_refusal("chess", "connectRegion1White=a9;connectRegion2White=b1"),
                   MR_ERR_RANGE);
  assert_int_equal(mr_game_refusal("chess", "connectValue=none"), MR_ERR_UNKNOWN);
  assert_int_equal(mr_game_refusal("colorboundmost", "connectN=9"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("colorboundmost", "adjudicateFullBoard=true"),
                   MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("crazyhouse", "mustDrop=true;mustDropType=nb"), MR_ERR_SYNTAX);
  assert_int_equal(mr_game_refusal("crazyhouse", "mustDrop=true;mustDropType=y"), MR_ERR_UNKNOWN);
  assert_int_equal(mr_game_refusal("crazyhouse", "enclosingDrop=top"), MR_OK);
  assert_int_equal(mr_game_refusal("crazyhouse", "enclosingDrop=quadwrangle"), MR_ERR_UNSUPPORTED);
  assert_int_equal(mr_game_refusal("crazyhouse", "enclosingDrop=above"), MR_ERR_SYNTAX);
  assert_int_equal(mr_game_refusal("crazyhouse", "sittuyinRookDrop=true;mustDrop=true"), MR_OK);
}

/* ---- goals ----------------------------------------------------------------------------------- */

static void rows_are_played_for_where_they_win(void **unused) {
  (void)unused;
  static const struct {
    const char *sets, *obstacle;
    size_t goals;
  } cases[] = {
      {"", "", 1},
      {"connectN=4", "the board has no room for it", 1},
      {"connectN=3;connectValue=loss", "", 0},
      {"startFen=3/3/3[PPpp] w - - 0 1",
       "it asks for 3 pieces, and there are never more than 2 that count", 1},
      {"connectN=0;connectRegion1White=a*;connectRegion2White=c*", "", 1},
      {"connectN=0;connectRegion1Black=a*;connectRegion2Black=c*", "", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_goal goals[MR_GOALS_MAX];
    mr_game *game = mr_game_open("tictactoe", cases[i].sets);
    size_t count = 0;
    for (size_t k = 0, all = mr_game_goals(game, goals); k < all; k++) {
      if (goals[k].player.id == MR_FY_WHITE) {
        assert_string_equal(goals[k].obstacle, cases[i].obstacle);
        count++;
      }
    }
    assert_int_equal(count, cases[i].goals);
    mr_game_free(game);
  }
}

/* The picture tells how near the sides are. */
static void the_view_tells_how_near_a_row_is(void **unused) {
  (void)unused;
  static const struct {
    const char *sets, *state, *text;
    size_t on;
    bool board;
  } cases[] = {
      {"", "3/1p1/P2[PPPPppp] w - - 0 1", "1 of 3 in a row", 1, false},
      {"", "1p1/3/P1P[PPPppp] b - - 0 2", "2 of 3 in a row", 2, false},
      {TEEKO, "5/5/1P3/PP2p/2p2[Ppp] w - - 0 1", "3 of 4 in a square", 3, false},
      {"collinearN=3", "5p/6/6/P1pP2 w - - 0 1", "2 of 3 on one line", 2, true},
      {"connectRegion1White=a*;connectRegion2White=f*", "5p/6/6/P1PP2 w - - 0 1",
       "3 of 6 on a path", 3, true},
      {"", "pPp/pP1/PpP[PPp] w - - 0 1", NULL, 0, false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    mr_table table;
    mr_arena arena;
    mr_view view;
    char sets[1024];
    const mr_view_goal *found = NULL;
    mr_arena_init(&arena, NULL, 0);
    mr_table_open_game(&table, "tictactoe",
                       cases[i].board ? on_a_board(sets, sizeof sets, cases[i].sets)
                                      : cases[i].sets,
                       cases[i].state);
    assert_int_equal(mr_game_view(table.game, table.state, (mr_player){0}, &arena, &view, NULL),
                     MR_OK);
    for (size_t k = 0; k < view.goal_count; k++) {
      found = view.goals[k].player.id == MR_FY_WHITE ? &view.goals[k] : found;
    }
    assert_int_equal(found != NULL, cases[i].text != NULL);
    if (found != NULL && cases[i].text != NULL) {
      assert_string_equal(found->text, cases[i].text);
      assert_int_equal(found->on_count, cases[i].on);
    }
    mr_table_close(&table);
    mr_arena_done(&arena);
  }
}

static void both_paths_are_told_in_one_sentence(void **unused) {
  (void)unused;
  fixture d;
  fixture_open(&d,
               "[x]\ncustomPiece1 = m:K\nmaxRank = 4\nmaxFile = 4\nstartFen = m3/4/4/3M w - - 0 1\n"
               "connectRegion1White = a*\nconnectRegion2White = d*\nconnectRegion1Black = *1\n"
               "connectRegion2Black = *4\nconnectDiagonal = false\n",
               "x");
  assert_string_equal(
      rule_text(&d, "connect"),
      "Who has moved and has a path of pieces, each beside the next (White's from "
      "a1-a4 to d1-d4, Black's from rank 1 to rank 4), along ranks and files, wins.");
  fixture_close(&d);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(both_paths_are_told_in_one_sentence),
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(games_end_by_rows_squares_lines_and_paths),
    cmocka_unit_test(who_has_moved_is_judged),
    cmocka_unit_test(a_piece_slides_in_from_an_edge),
    cmocka_unit_test(what_is_refused_is_refused_with_its_reason),
    cmocka_unit_test(dropped_kings_and_partners_may_castle),
    cmocka_unit_test(rights_of_dropped_pieces_are_in_the_key),
    cmocka_unit_test(what_makes_no_sense_is_refused),
    cmocka_unit_test(rows_are_played_for_where_they_win),
    cmocka_unit_test(the_view_tells_how_near_a_row_is),
};

MR_TEST_MAIN(tests)
