/*
 * Mistakes in definitions of the chess-like family: where the complaints point and what they say.
 */
#include "test_main.h"

#include <stdio.h>
#include <string.h>

#include "rules/fairy/compile/read.h"
#include "rules_fixture.h"

typedef struct mistake {
  const char *text;  /**< from line 8 on */
  const char *place; /**< "line:column+length" */
  const char *fragment;
} mistake;

static const mistake mistakes[] = {
    /* letters */
    {START "rook = 7\n", "9:8+1", "'rook' is '7'; expected a letter"},
    {START "rook =\n", "9:7+1", "'rook' is ''; expected a letter"},
    {START "rook = rr\n", "9:8+2", "'rook' is 'rr'; expected one letter"},
    {START "rook = r:W\n", "9:8+3",
     "other movements are those of custom pieces: customPiece2 = r:W"},
    {START "otter = o:mFcWfD\n", "9:1+5",
     "no key named 'otter'; a piece of your own is written customPiece2 = o:mFcWfD"},
    {START "kign = k:W\n", "9:1+4", "there is no key named 'kign'"},
    {START "bear = b:W\n", "9:1+4", "a piece of your own is written customPiece2 = b:W"},
    {START "rook = p\n", "9:8+1", "the letter 'P' is that of pawn already"},
    {START "customPiece2 = W\n", "9:16+1", "expected letter:movement"},
    {START "customPiece2 = 7:W\n", "9:16+3", "expected letter:movement"},
    {START "customPiece51 = q:W\n", "9:1+13", "numbered from 1 to 50"},
    {START "customPiece0 = q:W\n", "9:1+12", "numbered from 1 to 50"},
    /* movements, at the very column */
    {START "customPiece2 = q:NmB3x\n", "9:22+1", "'NmB3x' cannot be read"},
    {START "customPiece2 = q:fK\n", "9:18+1", "'fK' cannot be read"},
    {START "promotedFormCustomPiece1 = NyW\n", "9:29+1", "'NyW' cannot be read"},
    {START "promotedFormCustomPiece2 = W\n", "9:1+24", "no customPiece2 that could promote"},
    {START "promotedFormKnihgt = W\n", "9:1+18", "does not end in the key of a piece"},
    {START "promotedPieceType = h-k\n", "9:21+3", "such as p:g"},
    {START "promotedPieceType = h:q\n", "9:23+1", "there are P, H and K"},
    {START "promotedFormCustomPiece1 = W\npromotedPieceType = h:p\n", "10:21+3",
     "'H' has a promoted form already"},
    /* boards and squares */
    {"maxRank = 17\n", "8:1+7", "'maxRank' is set already"},
    {START "mobilityRegionWhiteKing = a1 f1\n", "9:30+2", "'f1' is not on the board"},
    {START "mobilityRegionWhiteKing = *7\n", "9:27+2", "'*7' is not on the board"},
    {START "mobilityRegionWhiteKing = c\n", "9:27+1", "'c' is no square"},
    {START "mobilityRegionWhiteKing = c3d\n", "9:27+3", "'c3d' is no square"},
    {START "mobilityRegionWhiteKign = a1\n", "9:1+23", "does not end in the key of a piece"},
    {START "dropRegionBlackCustomPiece77 = a1\n", "9:1+28", "does not end in the key"},
    {START "enPassantRegion = a33\n", "9:19+3", "'a33' is not on the board"},
    /* lists of pieces */
    {START "promotionPieceTypes = hq\n", "9:24+1", "a piece 'q' that there is not"},
    {START "pawnTypes = p7\n", "9:14+1", "there are P, H and K"},
    {START "royalPieces = x\n", "9:15+1", "a piece 'x' that there is not"},
    {START "pieceNames = q:Queen\n", "9:14+1", "no piece has this letter"},
    {START "pieceNames = k:King +h:Great_horse\n", "9:21+2", "'H' has no promoted form"},
    {START "pieceNames = k:\n", "9:14+2", "expected letter:name"},
    {START "pieceValues = k=4\n", "9:15+3", "expected letter:number"},
    {START "pieceNames = h:Heron k:King h:Hare\n", "9:29+6", "'H' has been given a name already"},
    {START "promotedFormCustomPiece1 = W\npieceValues = +h:3 h:-4 +h:5\n", "10:25+4",
     "'+H' has been given a value already"},
    {START "promotionLimit = k:1 h:2 k:3\n", "9:26+3", "'K' has been given a limit already"},
    {START "ruleIds = stalemat:X-1\n", "9:11+8", "'stalemat' is no feature"},
    {START "ruleIds = stalemate\n", "9:11+9", "expected feature:number"},
    /* what does not go together */
    {START "firstTurnDark = true\n", "9:1+13", "needs splitTurns = true"},
    {START "splitTurns = true\npieceDrops = true\n", "10:1+10", "does not go together"},
    {START "splitTurns = true\nmustCapture = true\n", "10:1+11", "does not go together"},
    {START "splitTurns = true\nextinctionValue = loss\nextinctionPieceTypes = h\n", "10:1+15",
     "does not go together"},
    {START "splitTurns = true\nflagRegion = a1\n", "10:1+10", "does not go together"},
    {START "splitTurns = true\ncheckCounting = true\n", "10:1+13", "does not go together"},
    {START "splitTurns = true\ncountingRule = asean\n", "10:1+12", "does not go together"},
    {START "splitTurns = true\nmakpongRule = true\n", "10:1+11", "does not go together"},
    {START "splitTurns = true\ngating = true\ncambodianMoves = true\n", "11:1+14",
     "does not go together"},
    {START "countingRule = thai\n", "9:16+4", "none, makruk, cambodian"},
    {START "extinctionValue = loss\n", "9:1+15", "needs extinctionPieceTypes"},
    {START "perpetualCheckPieces = h\n", "9:1+20", "without royal pieces"},
    {START "splitTurns = true\nchecking = false\n", "10:1+8", "does not go together"},
    {START "flagMove = true\nflagPieceWhite = k\nflagRegion = *6\n", "9:1+8",
     "a race between one king of each side"},
    {START "promotionLimit = k:1 z:2\n", "9:22+1", "no piece has this letter"},
    {START "promotionLimit = k1\n", "9:18+2", "expected letter:number, such as q:1"},
    {START "promotionLimit = k:300\n", "9:20+3", "at most 255 can be told"},
    {START "promotedFormCustomPiece1 = W\ncapturesToHand = true\ndropLoop = true\n", "10:1+14",
     "promoted forms cannot be held in hand"},
    {START "whiteFlag = *8\n", "9:1+9", "'whiteFlag' is not supported"},
    /* keys that are known and declined */
    {START "blastOnCapture = true\n", "9:1+14", "does not go together with a king that is royal"},
    {START "petrifyOnCaptureTypes = k\n", "9:1+21", "royal by themselves"},
    {START "twoBoards = true\n", "9:1+9", "not supported: a game has one board"},
    /* rows and drops */
    {START "connectN = 17\n", "9:12+2", "16"},
    {START "connectRegion1White = a*\n", "9:1+19",
     "'connectRegion1White' needs squares in 'connectRegion2White', too"},
    {START "mustDrop = true\nmustDropType = kh\n", "10:16+2", "'mustDropType' names one piece"},
    {START "enclosingDrop = above\n", "9:17+5", "'enclosingDrop' is one of: none, top, anyside"},
    {START "enclosingDrop = quadwrangle\n", "9:1+13", "'enclosingDrop' is not supported as quadw"},
    {START "flipEnclosedPieces = snort\n", "9:22+5", "'flipEnclosedPieces'"},
    {START "freeDrops = perhaps\n", "9:13+7", "'freeDrops'"},
    {START "stalematePieceCount = 3\n", "9:23+1", "'stalematePieceCount'"},
    {START "enclosingDropStart = z9\n", "9:22+2", "'z9' is not on the board"},
    {START "splitTurns = true\nconnectN = 4\n", "10:1+8", "does not go together"},
    {START "promotionRank = 5\n", "9:1+13", "promotionRegionWhite and promotionRegionBlack"},
    {START "blastOnCapure = true\n", "9:1+13", "no key named 'blastOnCapure'"},
    /* first positions */
    {"startFen = 2k2/5/5/5/5/2Q2 w - - 0 1\n", "8:25+1", "startFen: "},
    {"startFen = 2k2/5/5/5/2K2 w - - 0 1\n", "8:25+1", "startFen: "},
    {"castlingRank = 1\nstartFen = 2k2/5/5/5/5/R1K2 w Q - 0 1\n", "9:24+1", "a piece (one of"},
    {"flagRegion = *6\nstartFen = 2k2/5/5/5/5/2K2 w - - 0 1\n", "9:12+", "the game is over"},
    {"stalemateValue = loss\n", "1:1+3", "without startFen the game begins as chess does"},
};

static void place_of(const mr_diagnostic *at, char *buffer, size_t size) {
  snprintf(buffer, size, "%u:%u+%u", (unsigned)at->line, (unsigned)at->column,
           (unsigned)at->length);
}

/** A place that ends in '+' leaves the length open. */
static bool is_place(const char *place, const char *expected) {
  size_t length = strlen(expected);
  return expected[length - 1] == '+' ? strncmp(place, expected, length) == 0
                                     : strcmp(place, expected) == 0;
}

static void every_mistake_is_shown_where_it_stands(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
    const mistake *m = &mistakes[i];
    char text[1024];
    char place[64];
    fixture d;
    snprintf(text, sizeof text, BASE "%s", m->text);
    assert_int_not_equal(fixture_try(&d, text, "x"), MR_OK);
    assert_null(d.game);
    place_of(d.list.first, place, sizeof place);
    if (!is_place(place, m->place) || strstr(d.list.first->message, m->fragment) == NULL) {
      fail_msg("%sexpected %s '%s'\nsaid %s '%s'", m->text, m->place, m->fragment, place,
               d.list.first->message);
    }
    fixture_close(&d);
  }
}

static void all_mistakes_of_a_definition_are_shown_in_one_run(void **unused) {
  (void)unused;
  fixture d;
  assert_int_not_equal(
      fixture_try(&d,
                  BASE START
                  "rook = 7\npromotionPieceTypes = xy\nmobilityRegionWhiteKing = z9 foo\n"
                  "twoBoards = true\nruleIds = foo:1\n",
                  "x"),
      MR_OK);
  assert_int_equal(d.list.errors, 7);
  fixture_close(&d);
}

static void pieces_by_their_names_are_told_lines_that_work_together(void **unused) {
  (void)unused;
  fixture d;
  assert_int_not_equal(
      fixture_try(&d, BASE START "otter = o:mFcWfD\nfox = f:W\nelk = e:NZ7y\n", "x"), MR_OK);
  static const char *const said[] = {
      "there is no key named 'otter'; a piece of your own is written customPiece2 = o:mFcWfD",
      "there is no key named 'fox'; a piece of your own is written customPiece3 = f:W",
      "there is no key named 'elk'; a piece of your own is written customPiece4 = e:NZ7y"};
  const mr_diagnostic *at = d.list.first;
  for (size_t i = 0; i < 3; i++, at = at->next) {
    assert_string_equal(at->message, said[i]);
  }
  /* The rest is looked at as if they had been written so. */
  assert_non_null(at);
  assert_non_null(strstr(at->message, "'NZ7y' cannot be read"));
  fixture_close(&d);
}

static void a_region_of_a_piece_that_there_is_not_is_a_warning(void **unused) {
  (void)unused;
  fixture d;
  assert_int_equal(fixture_try(&d, BASE START "mobilityRegionWhiteRook = a1\n", "x"), MR_OK);
  assert_int_equal(d.list.count, 1);
  assert_int_equal(d.list.errors, 0);
  assert_int_equal(d.list.first->severity, MR_SEVERITY_WARNING);
  assert_int_equal(d.list.first->line, 9);
  fixture_close(&d);
}

/** The one warning of a definition that can be played, NULL for none, behind its line. */
static void warns(const char *text, uint32_t line, const char *message) {
  fixture d;
  assert_int_equal(fixture_try(&d, text, "x"), MR_OK);
  const mr_diagnostic *first = d.list.first;
  if (d.list.count != (message != NULL) ||
      (message != NULL && (first->severity != MR_SEVERITY_WARNING || first->line != line ||
                           strstr(first->message, message) == NULL))) {
    fail_msg("%s: %zu complaints, %s", text, d.list.count, first != NULL ? first->message : "");
  }
  fixture_close(&d);
}

static void what_a_side_needs_without_what_it_is_worth_is_a_warning(void **unused) {
  (void)unused;
  warns(BASE START "extinctionPieceTypes = h\n", 9,
        "'extinctionPieceTypes' means nothing without 'extinctionValue'");
  warns(BASE START "extinctionPieceCountBlack = 2\n", 9, "'extinctionPieceCountBlack' means");
  warns(BASE START "extinctionValue = none\nextinctionPieceTypes = h\n", 0, NULL);
  warns(BASE START "extinctionValue = loss\nextinctionPieceTypesWhite = p\n", 0, NULL);
}

static void keys_whose_rule_is_not_in_force_are_a_warning(void **unused) {
  (void)unused;
  warns(BASE START "wallOrMove = true\n", 9, "'wallOrMove' means nothing without 'wallingRule'");
  warns(BASE START "wallingRegionBlack = *4\n", 9, "'wallingRegionBlack' means nothing without");
  warns(BASE START "wallingRule = static\nwallingRegion = *2 *3 *4\n", 0, NULL);
  warns(BASE START "petrifyBlastPieces = true\n", 9, "without petrifyOnCaptureTypes and blast");
  warns(BASE START "chess960 = true\n", 9, "'chess960' means nothing without");
  warns(BASE START "sittuyinPromotion = true\npromotionPieceTypes = -\n", 9,
        "'sittuyinPromotion' means nothing where the piece of the key pawn becomes nothing");
}

static void files_of_castling_beyond_the_board_are_a_warning(void **unused) {
  (void)unused;
  warns("[x:chess]\ncastlingRookKingsideFile = 12\n", 2,
        "'castlingRookKingsideFile' is beyond the board, whose last file is h");
  warns("[x:chess]\ncastlingKingFile = i\n", 2, "'castlingKingFile' is beyond the board");
  warns("[x:chess]\ncastlingRookKingsideFile = h\n", 0, NULL);
  warns("[x:chess]\ncastling = false\ncastlingRookKingsideFile = 12\n", 0, NULL);
  /* A parent's may be of a wider board. */
  warns("[w:chess]\ncastlingRookKingsideFile = 12\n[x:w]\n", 0, NULL);
}

static void first_moves_that_are_never_made_are_a_warning(void **unused) {
  (void)unused;
  static const char text[] = "M has first moves, the 'i' of its movement, that are never made";
  warns(BASE START "doubleStep = false\ncustomPiece2 = m:WinD\n", 9, text);
  warns(BASE START "doubleStep = true\ncustomPiece2 = m:WinD\n", 0, NULL);
  warns(BASE START "doubleStep = false\ncustomPiece2 = m:W\n", 0, NULL);
  warns(BASE START "customPiece2 = m:WinD\ninitialRegionWhiteCustomPiece2 = a1\n"
                   "doubleStep = false\n",
        0, NULL);
  /* A child is told at its own line: of its piece, where its parent has said so. */
  fixture d;
  assert_int_equal(
      fixture_try(&d, BASE START "doubleStep = false\n[y:x]\ncustomPiece2 = m:WinD\n", "y"), MR_OK);
  assert_int_equal(d.list.count, 1);
  assert_int_equal(d.list.first->line, 11);
  fixture_close(&d);
}

static void a_royal_that_can_be_taken_at_once_is_a_warning(void **unused) {
  (void)unused;
  static const char rooks[] = "[x]\nking = k\nrook = r\ncastling = false\nstartFen = ";
  char text[256];
  snprintf(text, sizeof text, "%s%s", rooks, "4k3/8/8/8/8/8/4R3/3K4 w - - 0 1\n");
  warns(text, 5, "Black's royal piece on e8 is attacked, and it is White's move");
  snprintf(text, sizeof text, "%s%s", rooks, "4k3/8/8/8/8/8/4R3/3K4 b - - 0 1\n");
  warns(text, 5, NULL);
  snprintf(text, sizeof text, "%s%s%s", rooks, "4k3/8/8/8/8/8/4R3/3K4 w - - 0 1\n",
           "royalPieces = -\n");
  warns(text, 5, NULL);
}

/* A region by default that is not the same for both sides. */
typedef struct lopsided {
  const char *text;
  const char *hint; /* NULL: no warning */
} lopsided;

#define SEVEN                                                                     \
  "[x]\nfamily = fairy\nmaxFile = 4\nmaxRank = 7\nking = k\npawn = p\nrook = r\n" \
  "castling = false\nstartFen = rkrr/pppp/4/4/4/PPPP/RKRR w - - 0 1\n"

static const lopsided lopsideds[] = {
    {SEVEN "doubleStep = false\n",
     "write promotionRegionWhite = *7, or promotionRegionWhite = - if it is meant so"},
    {SEVEN "promotionRegionWhite = *7\n",
     "write doubleStepRegionBlack = *6, or doubleStepRegionBlack = *7 if it is meant so"},
    {SEVEN "promotionRegionWhite = *7\ndoubleStepRegionWhite = *1 b2\n",
     "write doubleStepRegionBlack = c6 *7, or doubleStepRegionBlack = *7 if it is meant so"},
    {SEVEN "promotionRegionWhite = *6 *7\ndoubleStep = false\n",
     "write promotionRegionBlack = *1 *2, or promotionRegionBlack = *1 if it is meant so"},
    /* What is given is meant, however it lies; what nobody uses is not looked at. */
    {SEVEN "promotionRegionWhite = -\npromotionRegionBlack = *1\ndoubleStep = false\n", NULL},
    {SEVEN "promotionRegionWhitePawn = *7\npromotionRegionBlackPawn = *1\n"
           "initialRegionWhitePawn = *2\ninitialRegionBlackPawn = *6\n",
     NULL},
    {SEVEN "promotionPieceTypes = -\ndoubleStep = false\n", NULL},
};

static void regions_by_default_that_favour_a_side_are_warned_of(void **unused) {
  (void)unused;
  unsigned wrong = 0;
  for (size_t i = 0; i < sizeof lopsideds / sizeof *lopsideds; i++) {
    fixture d;
    const char *hint = lopsideds[i].hint;
    assert_int_equal(fixture_try(&d, lopsideds[i].text, "x"), MR_OK);
    const mr_diagnostic *first = d.list.first;
    bool good = hint == NULL
                    ? d.list.count == 0
                    : d.list.count == 1 && first->severity == MR_SEVERITY_WARNING &&
                          first->line == 4 && first->hint != NULL && strcmp(first->hint, hint) == 0;
    if (!good) {
      print_error("%zu: %zu complaints, %s\n", i, d.list.count,
                  first != NULL && first->hint != NULL ? first->hint : "no hint");
      wrong++;
    }
    fixture_close(&d);
  }
  assert_int_equal(wrong, 0);
}

/* The parent is told, not each of its children as well. */
static void what_a_parent_is_warned_of_is_not_told_of_its_children(void **unused) {
  (void)unused;
  fixture d;
  assert_int_equal(fixture_try(&d, SEVEN "[y:x]\nstalemateValue = loss\n", "y"), MR_OK);
  assert_int_equal(d.list.count, 0);
  fixture_close(&d);
}

static void declined_keys_are_accepted_where_they_say_what_is_so_anyway(void **unused) {
  (void)unused;
  fixture d;
  mr_str text = mr_str_growing(NULL);
  mr_str_add(&text, BASE START);
  for (unsigned i = MR_FY_OFF_TWO_BOARDS; i < MR_FY_KEY_COUNT; i++) {
    if (mr_fy_keys[i].standard[0] != '\0') {
      mr_str_format(&text, "%s = %s\n", mr_fy_keys[i].name, mr_fy_keys[i].standard);
    }
  }
  fixture_open(&d, mr_str_text(&text), "x");
  fixture_close(&d);
  mr_str_done(&text);
}

static void every_declined_key_is_refused_by_name_with_a_reason(void **unused) {
  (void)unused;
  for (unsigned i = MR_FY_OFF_TWO_BOARDS; i < MR_FY_KEY_COUNT; i++) {
    char text[512];
    fixture d;
    snprintf(text, sizeof text, BASE START "%s = 77\n", mr_fy_keys[i].name);
    assert_int_equal(fixture_try(&d, text, "x"), MR_ERR_UNSUPPORTED);
    snprintf(text, sizeof text, "'%s' is not supported: ", mr_fy_keys[i].name);
    assert_ptr_equal(strstr(d.list.first->message, text), d.list.first->message);
    assert_true(strlen(d.list.first->message) > strlen(text) + 10);
    fixture_close(&d);
  }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_mistake_is_shown_where_it_stands),
    cmocka_unit_test(all_mistakes_of_a_definition_are_shown_in_one_run),
    cmocka_unit_test(pieces_by_their_names_are_told_lines_that_work_together),
    cmocka_unit_test(a_region_of_a_piece_that_there_is_not_is_a_warning),
    cmocka_unit_test(what_a_side_needs_without_what_it_is_worth_is_a_warning),
    cmocka_unit_test(keys_whose_rule_is_not_in_force_are_a_warning),
    cmocka_unit_test(files_of_castling_beyond_the_board_are_a_warning),
    cmocka_unit_test(first_moves_that_are_never_made_are_a_warning),
    cmocka_unit_test(a_royal_that_can_be_taken_at_once_is_a_warning),
    cmocka_unit_test(regions_by_default_that_favour_a_side_are_warned_of),
    cmocka_unit_test(what_a_parent_is_warned_of_is_not_told_of_its_children),
    cmocka_unit_test(declined_keys_are_accepted_where_they_say_what_is_so_anyway),
    cmocka_unit_test(every_declined_key_is_refused_by_name_with_a_reason),
};

MR_TEST_MAIN(tests)
