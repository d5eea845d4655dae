/**
 * @file keys_off.h
 * Keys of the dialect of `variants.ini` that the family knows and declines: enumerator, key, the
 * value that turns it off ("" where there is none) and why. One table, so that the complaint, the
 * documentation and the check cannot disagree.
 */
#ifndef MARCHER_RULES_FAIRY_COMPILE_KEYS_OFF_H
#define MARCHER_RULES_FAIRY_COMPILE_KEYS_OFF_H

#define MR_FY_OFF_KEYS(X)                                                                          \
  X(CHESS960, "chess960", "false", "castling goes between fixed squares")                          \
  X(JANGGI_CANNON, "janggiCannon", "-",                                                            \
    "what a piece leaps over or takes does not depend on its kind; a cannon without that rule is " \
    "a "                                                                                           \
    "custom piece, pR")                                                                            \
  X(TWO_BOARDS, "twoBoards", "false", "a game has one board")                                      \
  X(SITTUYIN_PROMOTION, "sittuyinPromotion", "false", "a promotion is part of a move")             \
  X(PROMOTION_LIMIT, "promotionLimit", "-", "promotion does not count the pieces there are")       \
  X(PIECE_DEMOTION, "pieceDemotion", "false", "a promoted piece stays promoted")                   \
  X(BLAST, "blastOnCapture", "false", "captures here remove one piece")                            \
  X(BLAST_IMMUNE, "blastImmuneTypes", "-", "captures here remove one piece")                       \
  X(MUTUALLY_IMMUNE, "mutuallyImmuneTypes", "-", "every piece can take every other")               \
  X(PETRIFY, "petrifyOnCaptureTypes", "-", "squares do not change during a game")                  \
  X(PETRIFY_BLAST, "petrifyBlastPieces", "false", "squares do not change during a game")           \
  X(TRIPLE_WHITE, "tripleStepRegionWhite", "-",                                                    \
    "initial moves are written in the movement of a custom piece, with i")                         \
  X(TRIPLE_BLACK, "tripleStepRegionBlack", "-",                                                    \
    "initial moves are written in the movement of a custom piece, with i")                         \
  X(CASTLING_DROPPED, "castlingDroppedPiece", "false", "dropped pieces have no castling rights")   \
  X(OPPOSITE_CASTLING, "oppositeCastling", "false", "the sides castle independently")              \
  X(CHECKING, "checking", "true", "royal pieces may always be attacked")                           \
  X(DROP_CHECKS, "dropChecks", "true", "drops may give check")                                     \
  X(MUST_DROP, "mustDrop", "false", "drops are never compulsory")                                  \
  X(MUST_DROP_TYPE, "mustDropType", "*", "drops are never compulsory")                             \
  X(ENCLOSING_DROP, "enclosingDrop", "none", "a drop does not depend on neighbours")               \
  X(ENCLOSING_START, "enclosingDropStart", "-", "a drop does not depend on neighbours")            \
  X(SITTUYIN_ROOK, "sittuyinRookDrop", "false",                                                    \
    "regions of one piece are written as dropRegionWhiteRook and dropRegionBlackRook")             \
  X(OPPOSITE_BISHOP, "dropOppositeColoredBishop", "false",                                         \
    "a drop does not depend on other pieces")                                                      \
  X(DROP_PROMOTED, "dropPromoted", "false", "pieces are dropped unpromoted")                       \
  X(GATING, "gating", "false", "pieces enter the board by drops alone")                            \
  X(SEIRAWAN, "seirawanGating", "false", "pieces enter the board by drops alone")                  \
  X(CAMBODIAN, "cambodianMoves", "false",                                                          \
    "initial moves are written in the movement of a custom piece, with i")                         \
  X(WALLING, "wallingRule", "none", "squares do not change during a game")                         \
  X(WALLING_REGION, "wallingRegion", "-", "squares do not change during a game")                   \
  X(WALLING_WHITE, "wallingRegionWhite", "-", "squares do not change during a game")               \
  X(WALLING_BLACK, "wallingRegionBlack", "-", "squares do not change during a game")               \
  X(WALL_OR_MOVE, "wallOrMove", "false", "squares do not change during a game")                    \
  X(DIAGONAL_LINES, "diagonalLines", "-", "a piece moves alike on all squares")                    \
  X(PASS, "pass", "false", "nobody passes by choice")                                              \
  X(PASS_WHITE, "passWhite", "false", "nobody passes by choice")                                   \
  X(PASS_BLACK, "passBlack", "false", "nobody passes by choice")                                   \
  X(PASS_STALEMATE, "passOnStalemate", "false", "stalemate is an end")                             \
  X(PASS_STALEMATE_WHITE, "passOnStalemateWhite", "false", "stalemate is an end")                  \
  X(PASS_STALEMATE_BLACK, "passOnStalemateBlack", "false", "stalemate is an end")                  \
  X(MAKPONG, "makpongRule", "false", "royal pieces may move out of check")                         \
  X(FLIP_ENCLOSED, "flipEnclosedPieces", "none", "pieces change sides only by way of the hand")    \
  X(FREE_DROPS, "freeDrops", "false", "what is dropped comes from a hand")                         \
  X(REPETITION_ILLEGAL, "moveRepetitionIllegal", "false", "repetition ends a game or does not")    \
  X(CHASING, "chasingRule", "none", "chases are not looked for")                                   \
  X(STALEMATE_COUNT, "stalematePieceCount", "false", "stalemate has one value")                    \
  X(SHATAR, "shatarMateRule", "false", "mate does not depend on the checks before it")             \
  X(BIKJANG, "bikjangRule", "false", "royal pieces may face each other")                           \
  X(EXTINCTION_CLAIM, "extinctionClaim", "false", "extinction is judged after every move")         \
  X(DUPLE_CHECK, "dupleCheck", "false", "every royal piece is safe for itself")                    \
  X(FLAG_BLOCKED, "flagPieceBlockedWin", "false", "pieces on flag squares are counted")            \
  X(FLAG_SAFE, "flagPieceSafe", "false", "pieces on flag squares are counted, attacked or not")    \
  X(CHECK_COUNTING, "checkCounting", "false", "checks are not counted")                            \
  X(CONNECT_N, "connectN", "0", "rows of pieces are not looked for")                               \
  X(CONNECT_TYPES, "connectPieceTypes", "*", "rows of pieces are not looked for")                  \
  X(CONNECT_HORIZONTAL, "connectHorizontal", "true", "rows of pieces are not looked for")          \
  X(CONNECT_VERTICAL, "connectVertical", "true", "rows of pieces are not looked for")              \
  X(CONNECT_DIAGONAL, "connectDiagonal", "true", "rows of pieces are not looked for")              \
  X(CONNECT_1_WHITE, "connectRegion1White", "-", "rows of pieces are not looked for")              \
  X(CONNECT_2_WHITE, "connectRegion2White", "-", "rows of pieces are not looked for")              \
  X(CONNECT_1_BLACK, "connectRegion1Black", "-", "rows of pieces are not looked for")              \
  X(CONNECT_2_BLACK, "connectRegion2Black", "-", "rows of pieces are not looked for")              \
  X(CONNECT_NXN, "connectNxN", "0", "rows of pieces are not looked for")                           \
  X(COLLINEAR_N, "collinearN", "0", "rows of pieces are not looked for")                           \
  X(CONNECT_VALUE, "connectValue", "win", "rows of pieces are not looked for")                     \
  X(MATERIAL, "materialCounting", "none", "material is not counted")                               \
  X(FULL_BOARD, "adjudicateFullBoard", "false", "material is not counted")                         \
  X(COUNTING, "countingRule", "none", "limits of moves do not depend on material")                 \
  X(CASTLING_WINS, "castlingWins", "-", "castling is no goal")                                     \
  X(PROMOTION_RANK, "promotionRank", "",                                                           \
    "it is out of date: write promotionRegionWhite and promotionRegionBlack")                      \
  X(DOUBLE_RANK, "doubleStepRank", "",                                                             \
    "it is out of date: write doubleStepRegionWhite and doubleStepRegionBlack")                    \
  X(DOUBLE_RANK_MIN, "doubleStepRankMin", "",                                                      \
    "it is out of date: write doubleStepRegionWhite and doubleStepRegionBlack")                    \
  X(WHITE_FLAG, "whiteFlag", "", "it is out of date: write flagRegionWhite")                       \
  X(BLACK_FLAG, "blackFlag", "", "it is out of date: write flagRegionBlack")                       \
  X(ROOK_PIECE, "castlingRookPiece", "", "it is out of date: write castlingRookPieces")            \
  X(WHITE_DROP, "whiteDropRegion", "", "it is out of date: write dropRegionWhite")                 \
  X(BLACK_DROP, "blackDropRegion", "", "it is out of date: write dropRegionBlack")                 \
  X(DROP_ON_TOP, "dropOnTop", "false", "it is out of date, and a drop does not depend on pieces")

#endif
