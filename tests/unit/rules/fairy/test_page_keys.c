/*
 * The rules page tells of every key: where a key matters, the page with it is not the page without
 * it. A key that is added to the table and not here fails, until it has a row or an excuse.
 */
#include <marcher/doc.h>
#include <string.h>

#include "borderline_open.h"
#include "instruments.h"
#include "rules/fairy/compile/read.h"
#include "test_main.h"

#define KINGS "startFen=4k3/8/8/8/8/8/8/4K3 w - - 0 1"
#define PATHS "connectRegion2White=*5;connectRegion1White="
#define CUSTOM "startFen=4k3/8/8/8/8/8/8/4K2X w - - 0 1"

/* Two definitions that differ in one key: a game of the catalogue and what overrides it. */
typedef struct pair {
  const char *key; /* as the table has it */
  const char *game;
  const char *without;
  const char *with;
} pair;

static const pair pairs[] = {
    {"king", "chess", "", "king=k:KN"},
    {"customPiece#", "chess", CUSTOM ";customPiece1=x:W", CUSTOM ";customPiece1=x:F"},
    {"promotedForm*", "chess", CUSTOM ";customPiece1=x:W",
     CUSTOM ";customPiece1=x:W;promotedFormCustomPiece1=Q"},
    {"maxRank", "chess", KINGS, "maxRank=9;startFen=4k3/8/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"maxFile", "chess", KINGS, "maxFile=9;startFen=4k4/9/9/9/9/9/9/4K4 w - - 0 1"},
    {"startFen", "chess", "", KINGS},
    {"royalPieces", "chess", "", "royalPieces=kq"},
    {"mobilityRegionWhite*", "chess", "", "mobilityRegionWhiteKing=*1 *2"},
    {"mobilityRegionBlack*", "chess", "", "mobilityRegionBlackKing=*8 *7"},
    {"pawnTypes", "chess", "", "pawnTypes=pn"},
    {"promotionRegionWhite", "chess", "", "promotionRegionWhite=*7 *8"},
    {"promotionRegionBlack", "chess", "", "promotionRegionBlack=*1 *2"},
    {"promotionRegionWhite*", "chess", "", "promotionRegionWhitePawn=*7 *8"},
    {"promotionRegionBlack*", "chess", "", "promotionRegionBlackPawn=*1 *2"},
    {"promotionPawnTypes", "chess", "", "promotionPawnTypes=n"},
    {"promotionPawnTypesWhite", "chess", "", "promotionPawnTypesWhite=n"},
    {"promotionPawnTypesBlack", "chess", "", "promotionPawnTypesBlack=n"},
    {"promotionPieceTypes", "chess", "", "promotionPieceTypes=qr"},
    {"promotionPieceTypesWhite", "chess", "", "promotionPieceTypesWhite=qr"},
    {"promotionPieceTypesBlack", "chess", "", "promotionPieceTypesBlack=qr"},
    {"promotedPieceType", "shogi", "", "promotedPieceType=p:s"},
    {"mandatoryPawnPromotion", "chess", "", "mandatoryPawnPromotion=false"},
    {"mandatoryPiecePromotion", "shogi", "", "mandatoryPiecePromotion=true"},
    {"piecePromotionOnCapture", "shogi", "", "piecePromotionOnCapture=true"},
    {"pieceDemotion", "shogi", "", "pieceDemotion=true"},
    {"dropPromoted", "shogi", "", "dropPromoted=true"},
    {"promotionOnLeaving", "shogi", "", "promotionOnLeaving=false"},
    {"promotionOnEnPassant", "chess", "promotionRegionWhite=*6 *7 *8",
     "promotionRegionWhite=*6 *7 *8;promotionOnEnPassant=true"},
    {"doubleStep", "chess", "", "doubleStep=false"},
    {"doubleStepRegionWhite", "chess", "", "doubleStepRegionWhite=*2 *3"},
    {"doubleStepRegionBlack", "chess", "", "doubleStepRegionBlack=*6 *7"},
    {"tripleStepRegionWhite", "chess", "", "tripleStepRegionWhite=*2"},
    {"tripleStepRegionBlack", "chess", "", "tripleStepRegionBlack=*7"},
    {"initialRegionWhite*", "chess", "", "initialRegionWhitePawn=*3"},
    {"initialRegionBlack*", "chess", "", "initialRegionBlackPawn=*6"},
    {"enPassantTypes", "chess", "", "enPassantTypes=-"},
    {"enPassantTypesWhite", "chess", "", "enPassantTypesWhite=-"},
    {"enPassantTypesBlack", "chess", "", "enPassantTypesBlack=-"},
    {"enPassantRegion", "chess", "", "enPassantRegion=*3"},
    {"enPassantRegionWhite", "chess", "", "enPassantRegionWhite=-"},
    {"enPassantRegionBlack", "chess", "", "enPassantRegionBlack=-"},
    {"enPassantText", "chess", "", "enPassantText=pair"},
    {"castling", "chess", "", "castling=false"},
    {"castlingKingsideFile", "chess", "", "castlingKingsideFile=f"},
    {"castlingQueensideFile", "chess", "", "castlingQueensideFile=d"},
    {"castlingRank", "chess", "startFen=8/4k2r/8/8/8/8/4K2R/8 w - - 0 1",
     "castlingRank=2;startFen=8/4k2r/8/8/8/8/4K2R/8 w Kk - 0 1"},
    {"castlingKingFile", "chess",
     "commoner=c;castlingKingPiece=c;castlingKingFile=d;"
     "startFen=3ckc1r/8/8/8/8/8/8/3CKC1R w Kk - 0 1",
     "commoner=c;castlingKingPiece=c;castlingKingFile=f;"
     "startFen=3ckc1r/8/8/8/8/8/8/3CKC1R w Kk - 0 1"},
    {"castlingKingPiece", "chess", "", "castlingKingPiece=q"},
    {"castlingKingPieceWhite", "chess", "", "castlingKingPieceWhite=q"},
    {"castlingKingPieceBlack", "chess", "", "castlingKingPieceBlack=q"},
    {"castlingRookKingsideFile", "chess", "startFen=4krr1/8/8/8/8/8/8/4KRR1 w Kk - 0 1",
     "startFen=4krr1/8/8/8/8/8/8/4KRR1 w Kk - 0 1;castlingRookKingsideFile=f"},
    {"castlingRookQueensideFile", "chess", "startFen=rr2k3/8/8/8/8/8/8/RR2K3 w Qq - 0 1",
     "startFen=rr2k3/8/8/8/8/8/8/RR2K3 w Qq - 0 1;castlingRookQueensideFile=b"},
    {"castlingRookPieces", "chess", "", "castlingRookPieces=n"},
    {"castlingRookPiecesWhite", "chess", "", "castlingRookPiecesWhite=n"},
    {"castlingRookPiecesBlack", "chess", "", "castlingRookPiecesBlack=n"},
    {"castlingText", "chess", "", "castlingText=partner"},
    {"chess960", "chess", "", "chess960=true"},
    {"startPosition", "chess960", "", "startPosition=5"},
    {"randomStart", "chess960", "", "randomStart=false"},
    {"pieceDrops", "crazyhouse", "", "pieceDrops=false"},
    {"capturesToHand", "crazyhouse", "", "capturesToHand=false"},
    {"dropLoop", "crazyhouse", "", "dropLoop=true"},
    {"firstRankPawnDrops", "crazyhouse", "", "firstRankPawnDrops=true"},
    {"promotionZonePawnDrops", "crazyhouse", "", "promotionZonePawnDrops=true"},
    {"dropRegionWhite", "crazyhouse", "", "dropRegionWhite=*1 *2"},
    {"dropRegionBlack", "crazyhouse", "", "dropRegionBlack=*8 *7"},
    {"dropRegionWhite*", "crazyhouse", "", "dropRegionWhiteRook=*1"},
    {"dropRegionBlack*", "crazyhouse", "", "dropRegionBlackRook=-"},
    {"dropNoDoubled", "crazyhouse", "", "dropNoDoubled=p"},
    {"dropNoDoubledCount", "shogi", "", "dropNoDoubledCount=2"},
    {"dropNoDoubledCount", "shogi", "", "dropNoDoubledCount=0"},
    {"shogiPawnDropMateIllegal", "shogi", "", "shogiPawnDropMateIllegal=false"},
    {"immobilityIllegal", "shogi", "", "immobilityIllegal=false"},
    {"flyingGeneral", "chess", "", "flyingGeneral=true"},
    {"soldierPromotionRank", "chess",
     "pawn=-;soldier=s;startFen=4k3/s7/8/8/8/8/S7/4K3 w - - 0 1;soldierPromotionRank=2",
     "pawn=-;soldier=s;startFen=4k3/s7/8/8/8/8/S7/4K3 w - - 0 1;soldierPromotionRank=3"},
    {"mustCapture", "chess", "", "mustCapture=true"},
    {"blastOnCapture", "atomic", "", "blastOnCapture=false"},
    {"blastImmuneTypes", "nocheckatomic", "", "blastImmuneTypes=n"},
    {"mutuallyImmuneTypes", "nocheckatomic", "", "mutuallyImmuneTypes=q"},
    {"wallingRule", "chess", "", "wallingRule=static"},
    {"wallingRegion", "duck", "", "wallingRegion=*4 *5"},
    {"wallingRegionWhite", "duck", "", "wallingRegionWhite=*4 *5"},
    {"wallingRegionBlack", "duck", "", "wallingRegionBlack=*4 *5"},
    {"petrifyOnCaptureTypes", "chess", "", "petrifyOnCaptureTypes=qr"},
    {"petrifyBlastPieces", "atomic", "petrifyOnCaptureTypes=qr",
     "petrifyOnCaptureTypes=qr;petrifyBlastPieces=true"},
    {"wallOrMove", "duck", "", "wallOrMove=true"},
    {"splitTurns", "colorboundmost", "",
     "splitTurns=false;firstTurnDark=false;startFen=zxbqkbxz/pppppppp/8/8/8/8/PPPPPPPP/ZXBQKBXZ w "
     "- - 0 1"},
    {"firstTurnDark", "colorboundmost", "firstTurnDark=true", "firstTurnDark=false"},
    {"checkmateValue", "chess", "", "checkmateValue=draw"},
    {"stalemateValue", "chess", "", "stalemateValue=loss"},
    {"nMoveRule", "chess", "", "nMoveRule=30"},
    {"nMoveRuleTypes", "chess", "", "nMoveRuleTypes=-"},
    {"nMoveRuleTypesWhite", "chess", "", "nMoveRuleTypesWhite=-"},
    {"nMoveRuleTypesBlack", "chess", "", "nMoveRuleTypesBlack=n"},
    {"nMoveRulePromotion", "chess", "nMoveRuleTypes=-", "nMoveRuleTypes=-;nMoveRulePromotion=true"},
    {"nFoldRule", "chess", "", "nFoldRule=5"},
    {"nFoldValue", "chess", "", "nFoldValue=loss"},
    {"nFoldValueAbsolute", "chess", "nFoldValue=loss", "nFoldValue=loss;nFoldValueAbsolute=true"},
    {"perpetualCheckIllegal", "chess", "", "perpetualCheckIllegal=true"},
    {"chasingRule", "xiangqi", "", "chasingRule=none"},
    {"perpetualCheckPieces", "borderlands", "", "perpetualCheckPieces=m"},
    {"extinctionValue", "chess", "extinctionPieceTypes=p",
     "extinctionPieceTypes=p;extinctionValue=loss"},
    {"extinctionPieceTypes", "chess", "extinctionValue=loss;extinctionPieceTypes=p",
     "extinctionValue=loss;extinctionPieceTypes=n"},
    {"extinctionPieceTypesWhite", "chess", "extinctionValue=loss;extinctionPieceTypes=p",
     "extinctionValue=loss;extinctionPieceTypes=p;extinctionPieceTypesWhite=n"},
    {"extinctionPieceTypesBlack", "chess", "extinctionValue=loss;extinctionPieceTypes=p",
     "extinctionValue=loss;extinctionPieceTypes=p;extinctionPieceTypesBlack=n"},
    {"extinctionPieceCount", "chess", "extinctionValue=loss;extinctionPieceTypes=p",
     "extinctionValue=loss;extinctionPieceTypes=p;extinctionPieceCount=2"},
    {"extinctionPieceCountWhite", "chess", "extinctionValue=loss;extinctionPieceTypes=p",
     "extinctionValue=loss;extinctionPieceTypes=p;extinctionPieceCountWhite=2"},
    {"extinctionPieceCountBlack", "chess", "extinctionValue=loss;extinctionPieceTypes=p",
     "extinctionValue=loss;extinctionPieceTypes=p;extinctionPieceCountBlack=2"},
    {"extinctionOpponentPieceCount", "chess", "extinctionValue=loss;extinctionPieceTypes=p",
     "extinctionValue=loss;extinctionPieceTypes=p;extinctionOpponentPieceCount=2"},
    {"extinctionPseudoRoyal", "chess", "extinctionValue=loss;extinctionPieceTypes=q",
     "extinctionValue=loss;extinctionPieceTypes=q;extinctionPseudoRoyal=true"},
    {"flagPiece", "chess", "flagRegion=e4", "flagRegion=e4;flagPiece=n"},
    {"flagPieceWhite", "chess", "flagRegion=e4", "flagRegion=e4;flagPieceWhite=n"},
    {"flagPieceBlack", "chess", "flagRegion=e4", "flagRegion=e4;flagPieceBlack=n"},
    {"flagRegion", "chess", "", "flagRegion=e4"},
    {"flagRegionWhite", "chess", "", "flagRegionWhite=e4"},
    {"flagRegionBlack", "chess", "", "flagRegionBlack=e4"},
    {"dupleCheck", "chess",
     "extinctionValue=loss;extinctionPieceTypes=q;extinctionPseudoRoyal=true",
     "extinctionValue=loss;extinctionPieceTypes=q;extinctionPseudoRoyal=true;dupleCheck=true"},
    {"flagPieceCount", "chess", "flagRegion=d4 e4", "flagRegion=d4 e4;flagPieceCount=2"},
    {"flagMove", "chess", "flagRegion=e4", "flagRegion=e4;flagMove=true"},
    {"extinctionClaim", "shatranj", "extinctionClaim=false", "extinctionClaim=true"},
    {"flagPieceBlockedWin", "chess", "flagRegion=e4 d4;flagPieceCount=2",
     "flagRegion=e4 d4;flagPieceCount=2;flagPieceBlockedWin=true"},
    {"flagPieceSafe", "chess", "flagRegion=e4", "flagRegion=e4;flagPieceSafe=true"},
    {"checkCounting", "chess", "", "checkCounting=true"},
    {"connectN", "chess", "", "connectN=9"},
    {"connectPieceTypes", "chess", "connectN=9", "connectN=9;connectPieceTypes=n"},
    {"connectHorizontal", "chess", "connectN=9", "connectN=9;connectHorizontal=false"},
    {"connectVertical", "chess", "connectN=9", "connectN=9;connectVertical=false"},
    {"connectDiagonal", "chess", "connectN=9", "connectN=9;connectDiagonal=false"},
    {"connectRegion1White", "chess", PATHS "*2", PATHS "*3"},
    {"connectRegion2White", "chess", "connectRegion1White=*2;connectRegion2White=*5",
     "connectRegion1White=*2;connectRegion2White=*6"},
    {"connectRegion1Black", "chess", "connectRegion1Black=*7;connectRegion2Black=*4",
     "connectRegion1Black=*6;connectRegion2Black=*4"},
    {"connectRegion2Black", "chess", "connectRegion1Black=*7;connectRegion2Black=*4",
     "connectRegion1Black=*7;connectRegion2Black=*3"},
    {"connectNxN", "chess", "", "connectNxN=3"},
    {"collinearN", "chess", KINGS, KINGS ";collinearN=3"},
    {"connectValue", "chess", "connectN=9", "connectN=9;connectValue=draw"},
    {"adjudicateFullBoard", "chess", "", "adjudicateFullBoard=true"},
    {"materialCounting", "chess", "", "materialCounting=unweighted"},
    {"stalematePieceCount", "chess", "", "stalematePieceCount=true"},
    {"flipEnclosedPieces", "flipello", "flipEnclosedPieces=none", ""},
    {"freeDrops", "ataxx", "freeDrops=false", ""},
    {"castlingDroppedPiece", "placement", "", "castlingDroppedPiece=false"},
    {"sittuyinRookDrop", "crazyhouse", "", "sittuyinRookDrop=true"},
    {"sittuyinPromotion", "makruk", "", "sittuyinPromotion=true"},
    {"diagonalLines", "janggi", "", "diagonalLines=d1 e2"},
    {"bikjangRule", "janggi", "", "bikjangRule=false"},
    {"moveRepetitionIllegal", "janggi", "", "moveRepetitionIllegal=true"},
    {"shatarMateRule", "chess", "", "shatarMateRule=true"},
    {"dropOppositeColoredBishop", "crazyhouse", "", "dropOppositeColoredBishop=true"},
    {"mustDrop", "crazyhouse", "", "mustDrop=true"},
    {"mustDropType", "crazyhouse", "mustDrop=true", "mustDrop=true;mustDropType=n"},
    {"enclosingDrop", "crazyhouse", "", "enclosingDrop=top"},
    {"oppositeCastling", "chess", "", "oppositeCastling=true"},
    {"castlingWins", "chess", "", "castlingWins=q"},
    {"gating", "chess", "", "gating=true"},
    {"seirawanGating", "shouse", "seirawanGating=false", ""},
    {"enclosingDropStart", "crazyhouse", "enclosingDrop=ataxx",
     "enclosingDrop=ataxx;enclosingDropStart=d4 e4"},
    {"pass", "chess", "", "pass=true"},
    {"passWhite", "chess", "", "passWhite=true"},
    {"passBlack", "chess", "", "passBlack=true"},
    {"passOnStalemate", "chess", "", "passOnStalemate=true"},
    {"passOnStalemateWhite", "chess", "", "passOnStalemateWhite=true"},
    {"passOnStalemateBlack", "chess", "", "passOnStalemateBlack=true"},
    {"countingRule", "chess", "", "countingRule=makruk"},
    {"makpongRule", "chess", "", "makpongRule=true"},
    {"cambodianMoves", "chess", "castling=false;gating=true",
     "castling=false;gating=true;cambodianMoves=true"},
    {"checking", "chess", "", "checking=false"},
    {"dropChecks", "crazyhouse", "", "dropChecks=false"},
    {"promotionLimit", "chess", "", "promotionLimit=q:1"},
    {"drawsFirst", "chess", "", "drawsFirst=true"},
    {"impasse", "chess", "", "impasse=true"},
    {"lengthLimit", "chess", "", "lengthLimit=500"},
    {"pieceNames", "chess", "", "pieceNames=k:Emperor"},
    {"pieceValues", "chess", "", "pieceValues=p:1"},
    {"namedRegions", "chess", "", "namedRegions=den: e2"},
    {"ruleIds", "chess", "", "ruleIds=stalemate:X-1"},
};

/* Keys that no reader of the rules needs. */
static const char *const excused[] = {
    "variantTemplate",  /* hints for graphical programs, without effect here */
    "pieceToCharTable", /* the same */
    "pocketSize",       /* the same */
    "pieceValueMg",     /* hints for another program's evaluation */
    "pieceValueEg",     /* the same */
};

/* All words of a page: paragraphs, captions, rules, tables, names of regions. */
static void write_page(const char *name, const char *sets, mr_str *out) {
  mr_game *game = mr_game_open(name, sets);
  mr_arena arena;
  mr_doc doc;
  mr_arena_init(&arena, NULL, 0);
  mr_doc_init(&doc, &arena);
  assert_int_equal(mr_game_page(game, &doc, NULL), MR_OK);
  for (const mr_doc_block *b = doc.first; b != NULL; b = b->next) {
    for (size_t i = 0; i < b->cell_count; i++) {
      mr_str_format(out, "%s|", b->cells[i]);
    }
    mr_str_format(out, "%s %s\n", b->kind == MR_DOC_RULE ? b->id : "", b->text);
  }
  mr_arena_done(&arena);
  mr_game_free(game);
}

static bool is_same(const char *game, const char *without, const char *with) {
  mr_str pages[2] = {mr_str_growing(NULL), mr_str_growing(NULL)};
  write_page(game, without, &pages[0]);
  write_page(game, with, &pages[1]);
  bool same = strcmp(mr_str_text(&pages[0]), mr_str_text(&pages[1])) == 0;
  mr_str_done(&pages[0]);
  mr_str_done(&pages[1]);
  return same;
}

/* Whether the page tells one piece of the table from another on the same square. */
static bool piece_is_told(const char *key) {
  char sets[256];
  mr_str text = mr_str_fixed(sets, sizeof sets);
  mr_str_format(&text, CUSTOM ";%s=x", key);
  return !is_same("chess", CUSTOM ";customPiece1=x:fsN", sets);
}

static bool is_told(const mr_key *key) {
  unsigned rows = 0;
  for (size_t i = 0; i < sizeof excused / sizeof *excused; i++) {
    rows += strcmp(excused[i], key->name) == 0;
  }
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const pair *p = &pairs[i];
    if (strcmp(p->key, key->name) == 0) {
      rows++;
      if (is_same(p->game, p->without, p->with)) {
        print_error("%s: the page of %s is the same with %s\n", key->name, p->game, p->with);
        return false;
      }
    }
  }
  if (rows == 0) {
    print_error("%s has no row in this test\n", key->name);
  }
  return rows > 0;
}

static void pages_change_with_every_key(void **unused) {
  (void)unused;
  unsigned silent = 0;
  for (unsigned i = 0; i < MR_FY_OFF_TWO_BOARDS; i += MR_SLOW_BUILD ? 2 : 1) {
    bool told = i < MR_FY_KEY_KING ? piece_is_told(mr_fy_keys[i].name) : is_told(&mr_fy_keys[i]);
    if (!told && i < MR_FY_KEY_KING) {
      print_error("the page does not tell of %s\n", mr_fy_keys[i].name);
    }
    silent += !told;
  }
  assert_int_equal(silent, 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(pages_change_with_every_key),
};

MR_TEST_MAIN(tests)
