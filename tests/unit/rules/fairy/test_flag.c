/*
 * Goals on which men have to be safe (flagPieceSafe) or which may be full (flagPieceBlockedWin):
 * who has won when, counts of Fairy-Stockfish, and what the page says of it.
 */
#include <string.h>

#include "borderline_open.h"
#include "fairy_fixture.h"
#include "rules/fairy/fairy.h"
#include "rules_fixture.h"
#include "test_main.h"

#define SAFE "flagRegionWhite=*8;flagRegionBlack=*1;flagPieceSafe=true"
#define CROWD "flagPieceSafe=true;flagPieceCount=2;flagRegion=d4 e4 d5 e5"
#define BARE "king=-;commoner=k;castling=false;"
#define FULL BARE "flagPieceBlockedWin=true;flagPieceCount=3;flagRegion=d4 e4 d5;flagPiece=r;"
#define FIRST "startFen=k2r4/8/8/8/8/8/8/K2R4 w - - 0 1"
#define KONO                                                                                 \
  "maxRank=5;maxFile=e;king=-;pawn=-;knight=-;bishop=-;rook=-;queen=-;castling=false;"       \
  "customPiece1=p:mF;startFen=ppppp/p3p/5/P3P/PPPPP w - - 0 1;flagPiece=p;flagPieceCount=7;" \
  "flagRegionWhite=a5 b5 c5 d5 e5 a4 e4;flagRegionBlack=a1 b1 c1 d1 e1 a2 e2;nFoldRule=0;"   \
  "promotionPieceTypes=-;flagPieceBlockedWin=true;nMoveRule=0"
#define ALAPO                                                                                  \
  "maxRank=6;maxFile=f;wazir=w;fers=f;king=-;commoner=k;castling=false;promotionPieceTypes=-;" \
  "startFen=rbqqbr/wfkkfw/6/6/WFKKFW/RBQQBR w - - 0 1;flagRegionWhite=*6;flagRegionBlack=*1;"  \
  "flagPieceSafe=true;flagMove=true;stalemateValue=loss;nFoldRule=0;nMoveRule=0"

typedef struct ending {
  const char *sets, *state, *move;
  const char *winner; /* NULL: the game goes on; "" a draw */
} ending;

static const ending endings[] = {
    /* Who arrives unattacked has won. */
    {SAFE, "7k/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "White"},
    {SAFE, "6rk/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", NULL},
    /* An attack by a pinned man is one, too. */
    {SAFE, "7k/R5r1/8/8/3Q4/8/8/3K4 w - - 0 1", "a7a8", "White"},
    {SAFE, "1r5k/R7/3B4/8/8/8/7p/K7 w - - 0 1", "a7a8", NULL},
    /* Whom the other side's move sets free has won by it. */
    {SAFE, "R5r1/7k/8/8/8/8/8/4K3 b - - 0 1", "g8g7", "White"},
    {SAFE, "R5r1/7k/8/8/8/8/8/4K3 b - - 0 1", "g8f8", NULL},
    /* Both at the same time. */
    {SAFE, "R5r1/7k/8/8/8/8/8/4K3 b - - 0 1", "g8g1", ""},
    {SAFE, "R5r1/7k/8/8/8/8/5K2/8 b - - 0 1", "g8g1", "White"},
    /* As many as are needed have all to be safe; where there are more, none. */
    {CROWD, "3rk3/8/8/3N4/8/5N2/8/4K3 w - - 0 1", "f3d4", NULL},
    {CROWD, "k7/8/8/3N4/8/5N2/8/4K3 w - - 0 1", "f3d4", "White"},
    {CROWD ";flagPiece=n", "3rk3/8/8/3N4/8/5N2/8/4K3 b - - 0 1", "d8d5", NULL},
    {CROWD ";flagPiece=n;promotionRegionWhite=*4;promotionPieceTypes=n",
     "3rk3/6b1/8/3N4/8/3P1N2/8/4K3 w - - 0 1", "d3d4n", NULL},
    {"flagPieceSafe=true;flagRegion=d5 e5", "3rk3/6b1/8/3N4/8/5N2/8/4K3 w - - 0 1", "f3e5",
     "White"},
    /* With flagMove who is attacked waits for a move, and nobody else. */
    {SAFE ";flagMove=true", "7k/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "White"},
    {SAFE ";flagMove=true", "6rk/R7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", NULL},
    {SAFE ";flagMove=true", "R5r1/7k/8/8/8/8/8/4K3 b - - 0 1", "h7h6", "White"},
    {SAFE ";flagMove=true", "R5r1/7k/8/8/8/8/3K4/8 b - - 0 1", "g8g1", "White"},
    /* A goal that is full. */
    {FULL FIRST, "k7/8/8/3p4/3r4/8/8/K3R3 w - - 0 1", "e1e4", "White"},
    {FULL FIRST, "k7/8/8/3p4/8/8/8/K3R3 w - - 0 1", "e1e4", NULL},
    {FULL FIRST, "k7/8/8/3p4/3p4/8/8/K3Q3 w - - 0 1", "e1e4", NULL},
    {FULL FIRST, "k3r3/8/8/3p4/3R4/8/8/K7 b - - 0 1", "e8e4", "Black"},
    {FULL "flagPieceSafe=true;" FIRST, "k7/8/8/3p4/3p4/8/8/K3R3 w - - 0 1", "e1e4", "White"},
};

static const char *winner_of(const mr_table *table) {
  const mr_fy_state *head = mr_fy_state_of_const(table->state);
  static const char *const names[] = {[MR_FY_WHITE_WINS] = "White",
                                      [MR_FY_BLACK_WINS] = "Black",
                                      [MR_FY_DRAWN] = "",
                                      [MR_FY_UNDECIDED] = "nobody yet"};
  return names[head->winner];
}

static void who_has_won_on_a_goal_is_told_after_each_move(void **unused) {
  (void)unused;
  bool failed = false;
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    const ending *e = &endings[i];
    mr_table table;
    mr_table_open_game(&table, "chess", e->sets, e->state);
    mr_table_play(&table, e->move);
    const char *wanted = e->winner != NULL ? e->winner : "nobody yet";
    if (strcmp(winner_of(&table), wanted) != 0 ||
        (e->winner != NULL && strcmp(mr_table_ended_by(&table), "flag") != 0)) {
      print_error("%s %s: \"%s\"\n", e->state, e->move, winner_of(&table));
      failed = true;
    }
    mr_table_close(&table);
  }
  assert_false(failed);
}

/* Its `go perft`, UCI_Variant set to a game with these keys. */
static const mr_fairy_figure figures[] = {
    {"chess", SAFE, "rnb1kbnr/pp1P1ppp/8/2P2R2/8/3p1p2/PPP2P1P/RNBQKB1R w KQkq - 0 1", 4, 197009},
    {"chess", "flagRegionWhite=*6;flagRegionBlack=*3;flagPieceSafe=true", NULL, 5, 4865609},
    {"chess", ALAPO, NULL, 5, 1147998},
    {"chess", KONO, "p1ppp/pppPp/2pP1/PPPPP/P1P2 w - - 0 1", 7, 1050640},
};

static void actions_are_counted_as_by_Fairy_Stockfish(void **unused) {
  (void)unused;
  mr_fairy_count(figures, sizeof figures / sizeof figures[0], 300000);
}

static void the_page_says_when_attacks_matter(void **unused) {
  (void)unused;
  static const struct {
    const char *lines, *end;
  } sentences[] = {
      {"flagRegion = e4\nflagPieceSafe = true\n",
       "Who is attacked there does not win, but does so after any move that ends the attack; where "
       "two or more stand there, attacks do not matter. If both sides win at the same time it is a "
       "draw."},
      {"flagRegion = e4 d4\nflagPieceCount = 2\nflagPieceSafe = true\nflagMove = true\n",
       "stand on d4-e4. Who is attacked there wins only by still being there after the "
       "opponent's next move; where more stand there, attacks do not matter."},
      {"flagRegion = e4 d4\nflagPieceCount = 2\nflagPieceBlockedWin = true\n",
       "stand on d4-e4. Fewer will do, but one, where every square there is occupied, by "
       "whatever piece."},
      {"flagRegion = e4\nflagPieceBlockedWin = true\n", "stands on e4."},
  };
  for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
    char text[512];
    mr_str out = mr_str_fixed(text, sizeof text);
    fixture d;
    mr_str_format(&out, "[x:chess]\n%s", sentences[i].lines);
    fixture_open(&d, text, "x");
    const char *sentence = rule_text(&d, "flag");
    assert_non_null(sentence);
    assert_string_equal(sentence + strlen(sentence) - strlen(sentences[i].end), sentences[i].end);
    fixture_close(&d);
  }
}

static void safety_in_blasts_is_refused(void **unused) {
  (void)unused;
  fixture d;
  (void)fixture_try(&d, "[x:atomic]\nflagRegion = e4\nflagPieceSafe = true\n", "x");
  assert_non_null(d.list.first);
  assert_string_equal(
      d.list.first->message,
      "'flagPieceSafe' does not go together with blastOnCapture: who could be blown "
      "up is not looked for");
  fixture_close(&d);
}

/* A side to move may stand attacked on its goal, or have been set free just now; it cannot have
 * more men there than it needs. */
static void positions_with_men_on_goals_are_read(void **unused) {
  (void)unused;
  static const char *const texts[] = {"R5r1/7k/8/8/8/8/8/4K3 w - - 0 1",
                                      "R7/7k/6r1/8/8/8/8/4K3 w - - 0 1"};
  mr_table table;
  mr_error error;
  mr_table_open_game(&table, "chess", SAFE, NULL);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    mr_table_set(&table, texts[i]);
    assert_string_equal(mr_table_state(&table), texts[i]);
    assert_string_equal(winner_of(&table), i == 0 ? "nobody yet" : "White");
  }
  const char *crowd = "RR6/7k/6r1/8/8/8/8/4K3 w - - 0 1";
  assert_int_not_equal(mr_game_parse_state(table.game, crowd, strlen(crowd), table.state, &error),
                       MR_OK);
  assert_string_equal(error.message,
                      "White is to move, but has won already: White's Rook stands on b8");
  mr_table_close(&table);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(who_has_won_on_a_goal_is_told_after_each_move),
    cmocka_unit_test(positions_with_men_on_goals_are_read),
    cmocka_unit_test(actions_are_counted_as_by_Fairy_Stockfish),
    cmocka_unit_test(the_page_says_when_attacks_matter),
    cmocka_unit_test(safety_in_blasts_is_refused),
};

MR_TEST_MAIN(tests)
