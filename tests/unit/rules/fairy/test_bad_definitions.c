/*
 * Definitions that a careless or a nasty hand writes: each either plays or is told where it is
 * wrong.
 */
#include "test_main.h"

#include <stdio.h>
#include <string.h>

#include "rules_fixture.h"

#define TINY "[x]\ncommoner = c\ncastling = false\n"

typedef struct bad {
  const char *text;
  const char *place; /**< "line:column" of the first complaint */
  const char *fragment;
} bad;

static const bad bads[] = {
    /* movements and pieces */
    {BASE START "customPiece2 = q:\n", "9:16", "written immobile = q"},
    {BASE START "promotedFormCustomPiece1 =\n", "9:1", "expected a movement, or - for none"},
    {BASE START "customPiece2 = q:R99999999999\n", "9:19", "cannot be read"},
    {BASE START "customPiece2 = q:[[[[[[[[\n", "9:19", "cannot be read"},
    {BASE START "customPiece2 = p:W\n", "9:16", "the letter 'P' is that of pawn already"},
    {BASE START "rook = \xc3\xb6\n", "9:8", "expected a letter"},
    {"[x]\nfamily = fairy\n", "1:1", "defines no piece"},
    /* boards */
    {"[x]\nking = k\nmaxFile = 17\n", "3:11", "expected a file, from a to p or from 1 to 16"},
    {"[x]\nking = k\nmaxFile = q\n", "3:11", "expected a file"},
    {"[x]\nking = k\nmaxRank = 0\nstartFen = 7k/7K w - - 0 1\n", "3:11", "from 1 to 16"},
    {"[x]\nking = k\nmaxRank = 99999999999999999999999\nstartFen = 7k/7K w - - 0 1\n", "3:11",
     "from 1 to 16"},
    {TINY "maxFile = 1\nmaxRank = 1\nstartFen = C w - - 0 1\n", "6:12", "the game is over"},
    {TINY "maxFile = 2\nmaxRank = 2\nstartFen = C*/** w - - 0 1\n", "6:12", "the game is over"},
    {"[x:chess]\nmaxRank = 4\n", "2:11", "the board has only 4 ranks"},
    /* first positions */
    {BASE "startFen =\n", "8:11", "the text of a state is empty"},
    {BASE "startFen = 5/5/5/5/5/5 w - - 0 1\n", "8:12", "the game is over"},
    {BASE "startFen = 2k2/5/5/5/PPZPP/2K2 w - - 0 1\n", "8:24", "found 'Z'"},
    {BASE "startFen = 2k2/5/5/5/PPPPP/2K2[Pp] w - - 0 1\n", "8:12", "never in a hand"},
    {BASE "startFen = 2k2/5/5/5/PPPPP/2K2 x - - 0 1\n", "8:32", "startFen"},
    {BASE "startFen = 2k2/5/5/5/PPPPP/2K2 w - - 99999999999 1\n", "8:38", "is at most 100"},
    {BASE "startFen = 2k2/5/5/5/PP\xc3\xb6PP/2K2 w - - 0 1\n", "8:24", "not printable ASCII"},
    /* squares */
    {BASE START "dropRegionWhite = a0\n", "9:19", "'a0' is no square"},
    {BASE START "dropRegionWhite = a-1\n", "9:19", "'a-1' is no square"},
    {BASE START "flagRegion = \xc3\xa4"
                "1\n",
     "9:14", "is no square"},
    {BASE START "namedRegions =\n  den: a1\n  den: a2\n", "11:3", "has been given above"},
    {BASE START "namedRegions = den a1\n", "9:16", "expected name: squares"},
    {BASE START "namedRegions = : a1\n", "9:16", "expected name: squares"},
    {BASE START "namedRegions = White's den: -\n", "9:16", "no squares behind the name"},
    {BASE START "namedRegions =\n  den: a1\n  White's den: z9\n", "11:16", "not on the board"},
    /* ends */
    {BASE START "extinctionValue = loss\nextinctionPieceTypes = h\n", NULL,
     "has won (extinction: Who has no H left loses.)"},
    {BASE START "nFoldRule = 1\n", NULL, "(nFoldRule: When a position"},
    {BASE START "nMoveRule = 5001\n", "9:13", "from 0 to 5000"},
    {BASE START "lengthLimit = 0\n", "9:15", "from 1 to 1000000"},
    {BASE START "ruleIds = move:A move:B\n", "9:18", "'move' has a number already"},
    {BASE START "ruleIds = promotion.x:A\n", "9:11", "only promotions are numbered by piece"},
    {BASE START "ruleIds = stalemate.p:A\n", "9:11", "only promotions are numbered by piece"},
    {BASE START "pieceValues = k:abc\n", "9:17", "expected a number"},
    /* what does not go together */
    {"[x:chess]\nsplitTurns = true\n", NULL, "'castling' does not go together with splitTurns"},
    {BASE START "splitTurns = true\n", NULL, "touches squares of both colours"},
    {"[x:chess]\nking = -\n", "2:8",
     "of [chess]: startFen: expected a piece (one of P N B R Q), found 'k'"},
    {"[x:chess]\ncastlingKingsideFile = a\n", "2:24", "the rights to castle 'Kk' need"},
    {"[x:chess]\ncastlingRookPieces = k\n", "2:22", "the rights to castle 'KQkq' need"},
};

static void what_cannot_be_played_is_told_at_its_place(void **unused) {
  unsigned wrong = 0;
  (void)unused;
  for (size_t i = 0; i < sizeof bads / sizeof *bads; i++) {
    char place[32];
    fixture d;
    assert_int_not_equal(fixture_try(&d, bads[i].text, "x"), MR_OK);
    assert_null(d.game);
    const mr_diagnostic *first = d.list.first;
    snprintf(place, sizeof place, "%u:%u", (unsigned)first->line, (unsigned)first->column);
    bool right =
        first->line > 0 && first->column > 0 && strstr(first->message, bads[i].fragment) != NULL;
    if (!right || (bads[i].place != NULL && strcmp(place, bads[i].place) != 0)) {
      wrong++;
      print_error("%sexpected %s '%s'\nsaid %s '%s'\n", bads[i].text,
                  bads[i].place != NULL ? bads[i].place : "a place", bads[i].fragment, place,
                  first->message);
    }
    fixture_close(&d);
  }
  assert_int_equal(wrong, 0);
}

/** Strange, and all the same a game. */
static const struct {
  const char *text;
  uint64_t moves; /**< in the first position */
} odd[] = {
    {TINY "maxFile = 1\nmaxRank = 16\nstartFen = c/1/1/1/1/1/1/1/1/1/1/1/1/1/1/C w - - 0 1\n", 1},
    {BASE START "promotionPieceTypes = -\n", 12},
    {BASE START "promotionPieceTypes = p\n", 12},
    {BASE START "promotionPawnTypes = ph\npromotionPieceTypes = ph\n", 12},
    {BASE START "promotionPawnTypes = *\npromotionPieceTypes = *\n", 12},
    {BASE START "promotedFormKing = Q\n", 12},
    {BASE START "flagRegion = -\nflagPiece = k\n", 12},
    {BASE START "flagRegion = a6\nflagPieceCount = 255\n", 12},
    {BASE START "nFoldRule = 0\nnMoveRule = 0\n", 12},
    {BASE START "pieceDrops = true\n", 12},
    {BASE START "mobilityRegionWhiteKing = -\n", 10},
    {"[x:chess]\nroyalPieces = *\n", 20},
    {"[x:chess]\nroyalPieces = -\n", 20},
    {"[x:chess]\ncheckmateValue = win\n", 20},
};

static void strange_games_are_played(void **unused) {
  unsigned wrong = 0;
  (void)unused;
  for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
    fixture d;
    assert_int_equal(fixture_try(&d, odd[i].text, "x"), MR_OK);
    assert_int_equal(d.list.errors, 0);
    uint64_t moves = perft_of(&d, 1);
    if (moves != odd[i].moves || perft_of(&d, 3) == 0) {
      wrong++;
      print_error("%s%llu moves\n", odd[i].text, (unsigned long long)moves);
    }
    fixture_close(&d);
  }
  assert_int_equal(wrong, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_cannot_be_played_is_told_at_its_place),
    cmocka_unit_test(strange_games_are_played),
};

MR_TEST_MAIN(tests)
