#include "rules/fairy/compile/keys.h"

#include "rules/fairy/fairy.h"

static const char *const values[] = {"win", "loss", "draw", NULL};
static const char *const values_or_none[] = {"win", "loss", "draw", "none", NULL};
static const char *const ep_texts[] = {"square", "pair", NULL};
static const char *const castling_texts[] = {"king", "partner", NULL};

/* One-letter keys: what a predefined piece looks like in the table. */
#define PIECE(NAME, KEY, BETZA)                                                                  \
  [MR_FY_KEY_##NAME] = {KEY,                                                                     \
                        MR_KEY_TEXT,                                                             \
                        0,                                                                       \
                        0,                                                                       \
                        NULL,                                                                    \
                        NULL,                                                                    \
                        "Letter of a piece that moves as `" BETZA "`; `-` removes an inherited " \
                        "one.",                                                                  \
                        "p",                                                                     \
                        ""},
#define DECLINED(NAME, KEY, OFF, REASON)                                         \
  [MR_FY_OFF_##NAME] = {KEY,                                                     \
                        MR_KEY_TEXT,                                             \
                        0,                                                       \
                        0,                                                       \
                        NULL,                                                    \
                        OFF,                                                     \
                        "Known and not supported: " REASON ". Only the default " \
                        "is accepted.",                                          \
                        OFF,                                                     \
                        ""},

const mr_key mr_fy_keys[MR_FY_KEY_COUNT] = {
    MR_FY_PIECES(
        PIECE)[MR_FY_KEY_KING] = {"king", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                  "Letter of the king, which is royal and moves as `K`; another "
                                  "movement stands behind a colon. `-` removes an inherited king.",
                                  "k:FnD", "CB-16"},
    [MR_FY_KEY_CUSTOM_PIECE] = {"customPiece#", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                "A piece, 1 to 50: its letter, a colon, its movement in Betza's "
                                "notation. `-` removes an inherited piece.",
                                "c:KmNmAmD", "BL-6"},
    [MR_FY_KEY_PROMOTED_FORM] = {"promotedForm*", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                 "Movement of what a piece becomes where it promotes, after the "
                                 "piece's key: promotedFormCustomPiece3. It is written with `+` "
                                 "and the letter of the piece. `-` removes an inherited one.",
                                 "KmN", "BL-6"},
    [MR_FY_KEY_MAX_RANK] = {"maxRank", MR_KEY_INT, 1, MR_FY_SIDE_MAX, NULL, "8",
                            "Ranks of the board; White begins at rank 1.", "10", "BL-1"},
    [MR_FY_KEY_MAX_FILE] = {"maxFile", MR_KEY_TEXT, 1, 2, NULL, "8",
                            "Files of the board, as a number or as the letter of the last.", "9",
                            "BL-1"},
    [MR_FY_KEY_START_FEN] =
        {"startFen", MR_KEY_STATE, 0, 0, NULL,
         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "The position in which the game begins. In brackets behind the board "
         "stand the pieces in hand: their number is the number of letters there.",
         "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1", "BL-14, BI-13"},
    [MR_FY_KEY_ROYAL_PIECES] = {"royalPieces", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                "Pieces that may not be left attacked and are never captured, for "
                                "either side that has them. Without it, the king.",
                                "kz", "BI-15"},
    [MR_FY_KEY_MOBILITY_WHITE] =
        {"mobilityRegionWhite*", MR_KEY_LIST, 0, 0, NULL, NULL,
         "Squares on which a white piece may come to stand, after the piece's key: "
         "mobilityRegionWhiteCustomPiece3, and mobilityRegionWhitePromotedCustomPiece3 for its "
         "promoted form. Without it, all.",
         "d1 d2 e1 e2 f1 f2", "BI-9"},
    [MR_FY_KEY_MOBILITY_BLACK] = {"mobilityRegionBlack*", MR_KEY_LIST, 0, 0, NULL, NULL,
                                  "The same for a black piece.", "*9 *8 *7 *6 *5 *2 *1", "BI-8"},
    [MR_FY_KEY_PAWN_TYPES] = {"pawnTypes", MR_KEY_TEXT, 0, 0, NULL, NULL,
                              "Pieces that are pawns for promotion, for capture in passing and "
                              "for nMoveRule, where promotionPawnTypes, enPassantTypes and "
                              "nMoveRuleTypes say nothing. Without it, the piece of the key pawn.",
                              "ps", ""},
    [MR_FY_KEY_PROMOTION_WHITE] = {"promotionRegionWhite", MR_KEY_LIST, 0, 0, NULL, "*8",
                                   "Squares on which white pieces promote.", "*8 *9 *10", "BL-13"},
    [MR_FY_KEY_PROMOTION_BLACK] = {"promotionRegionBlack", MR_KEY_LIST, 0, 0, NULL, "*1",
                                   "Squares on which black pieces promote.", "*3 *2 *1", "BL-13"},
    [MR_FY_KEY_PROMOTION_WHITE_OF] = {"promotionRegionWhite*", MR_KEY_LIST, 0, 0, NULL, NULL,
                                      "Squares on which one white piece promotes, after the "
                                      "piece's key: promotionRegionWhiteCustomPiece10.",
                                      "e9", "BL-13"},
    [MR_FY_KEY_PROMOTION_BLACK_OF] = {"promotionRegionBlack*", MR_KEY_LIST, 0, 0, NULL, NULL,
                                      "The same for a black piece.", "e2", "BL-13"},
    [MR_FY_KEY_PROMOTION_PAWNS] =
        {"promotionPawnTypes", MR_KEY_TEXT, 0, 0, NULL, NULL,
         "Pieces that promote to a piece of promotionPieceTypes; without it, pawnTypes.", "p", ""},
    [MR_FY_KEY_PROMOTION_PAWNS_WHITE] = {"promotionPawnTypesWhite", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                         "The same for White alone.", "p", "BI-10"},
    [MR_FY_KEY_PROMOTION_PAWNS_BLACK] = {"promotionPawnTypesBlack", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                         "The same for Black alone.", "s", "BI-11"},
    [MR_FY_KEY_PROMOTION_PIECES] =
        {"promotionPieceTypes", MR_KEY_TEXT, 0, 0, NULL, NULL,
         "Pieces that pawns may become, in the order in which they are listed. Without it, the "
         "pieces of the keys queen, rook, bishop and knight, as far as there are such.",
         "zxbq", "CB-4"},
    [MR_FY_KEY_PROMOTION_PIECES_WHITE] = {"promotionPieceTypesWhite", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                          "The same for White alone.", "rhbca", "BI-10"},
    [MR_FY_KEY_PROMOTION_PIECES_BLACK] = {"promotionPieceTypesBlack", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                          "The same for Black alone.", "mfje", "BI-11"},
    [MR_FY_KEY_PROMOTED_PIECE] =
        {"promotedPieceType", MR_KEY_LIST, 0, 0, NULL, NULL,
         "Pieces other than pawns and the pieces whose movements they take on where they promote. "
         "Such a piece is written with `+` and its own letter. Pairs of a parent go on; `p:-` "
         "removes one.",
         "p:g s:g b:h r:d", ""},
    [MR_FY_KEY_MANDATORY_PAWN] = {"mandatoryPawnPromotion", MR_KEY_BOOL, 0, 0, NULL, "true",
                                  "Whether a pawn that may promote has to.", "false", "BI-10"},
    [MR_FY_KEY_MANDATORY_PIECE] = {"mandatoryPiecePromotion", MR_KEY_BOOL, 0, 0, NULL, "false",
                                   "Whether any other piece that may promote has to.", "true",
                                   "BL-13"},
    [MR_FY_KEY_ON_CAPTURE] = {"piecePromotionOnCapture", MR_KEY_BOOL, 0, 0, NULL, "false",
                              "Whether pieces other than pawns promote by captures alone.", "true",
                              ""},
    [MR_FY_KEY_ON_LEAVING] = {"promotionOnLeaving", MR_KEY_BOOL, 0, 0, NULL, "true",
                              "Whether a move that begins in the promotion region lets a piece "
                              "other than a pawn promote, too.",
                              "false", "BI-12"},
    [MR_FY_KEY_ON_EP] = {"promotionOnEnPassant", MR_KEY_BOOL, 0, 0, NULL, "false",
                         "Whether a capture in passing that ends in the promotion region promotes.",
                         "true", "BI-19"},
    [MR_FY_KEY_DOUBLE_STEP] = {"doubleStep", MR_KEY_BOOL, 0, 0, NULL, "true",
                               "Whether the piece of the key pawn has a double step.", "false", ""},
    [MR_FY_KEY_DOUBLE_WHITE] = {"doubleStepRegionWhite", MR_KEY_LIST, 0, 0, NULL, "*2",
                                "Squares from which White's pieces have their initial moves, the "
                                "`i` of their movement and the double step of pawns.",
                                "*3", "BL-11"},
    [MR_FY_KEY_DOUBLE_BLACK] = {"doubleStepRegionBlack", MR_KEY_LIST, 0, 0, NULL, "*7",
                                "The same for Black.", "*8", "BL-11"},
    [MR_FY_KEY_INITIAL_WHITE] = {"initialRegionWhite*", MR_KEY_LIST, 0, 0, NULL, NULL,
                                 "Squares from which one white piece has its initial moves, after "
                                 "the piece's key: initialRegionWhiteKing.",
                                 "e1", ""},
    [MR_FY_KEY_INITIAL_BLACK] = {"initialRegionBlack*", MR_KEY_LIST, 0, 0, NULL, NULL,
                                 "The same for a black piece.", "e8", ""},
    [MR_FY_KEY_EP_TYPES] =
        {"enPassantTypes", MR_KEY_TEXT, 0, 0, NULL, NULL,
         "Pieces that can capture in passing, if there is an `e` in their movement or what they "
         "do not do without capturing. Without it, pawnTypes and the custom pieces with an `e`.",
         "p", "BL-12"},
    [MR_FY_KEY_EP_TYPES_WHITE] = {"enPassantTypesWhite", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                  "The same for White alone.", "-", ""},
    [MR_FY_KEY_EP_TYPES_BLACK] = {"enPassantTypesBlack", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                  "The same for Black alone.", "-", ""},
    [MR_FY_KEY_EP_REGION] =
        {"enPassantRegion", MR_KEY_LIST, 0, 0, NULL, NULL,
         "Squares on which a capture in passing may end: all of the board, or `-` for none.", "-",
         ""},
    [MR_FY_KEY_EP_REGION_WHITE] = {"enPassantRegionWhite", MR_KEY_LIST, 0, 0, NULL, NULL,
                                   "The same for White's captures alone.", "-", ""},
    [MR_FY_KEY_EP_REGION_BLACK] = {"enPassantRegionBlack", MR_KEY_LIST, 0, 0, NULL, NULL,
                                   "The same for Black's captures alone.", "-", ""},
    [MR_FY_KEY_EP_TEXT] =
        {"enPassantText", MR_KEY_CHOICE, 0, 0, ep_texts, "square",
         "How a position tells that a piece has just passed a square: that square, or the pair of "
         "that square and the one where the piece stands, the lower rank first.",
         "pair", "BL-23"},
    [MR_FY_KEY_CASTLING] =
        {"castling", MR_KEY_BOOL, 0, 0, NULL, "true",
         "Whether there is castling. Who may castle in the first position is told by startFen.",
         "false", ""},
    [MR_FY_KEY_CASTLING_KINGSIDE] =
        {"castlingKingsideFile", MR_KEY_TEXT, 1, 2, NULL, "g",
         "File on which the king arrives when it castles towards the last file.", "i", ""},
    [MR_FY_KEY_CASTLING_QUEENSIDE] =
        {"castlingQueensideFile", MR_KEY_TEXT, 1, 2, NULL, "c",
         "File on which the king arrives when it castles towards the first file.", "d", ""},
    [MR_FY_KEY_CASTLING_RANK] = {"castlingRank", MR_KEY_INT, 1, MR_FY_SIDE_MAX, NULL, "1",
                                 "Rank of castling, counted from the own side.", "2", ""},
    [MR_FY_KEY_CASTLING_KING_FILE] =
        {"castlingKingFile", MR_KEY_TEXT, 1, 2, NULL, "e",
         "File on which the king stands, where startFen has several or none on its rank.", "f", ""},
    [MR_FY_KEY_CASTLING_KING] = {"castlingKingPiece", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                 "The piece that castles; without it, the king.", "k", ""},
    [MR_FY_KEY_CASTLING_KING_WHITE] = {"castlingKingPieceWhite", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                       "The same for White alone.", "k", ""},
    [MR_FY_KEY_CASTLING_KING_BLACK] = {"castlingKingPieceBlack", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                       "The same for Black alone.", "k", ""},
    [MR_FY_KEY_CASTLING_ROOK_KINGSIDE] =
        {"castlingRookKingsideFile", MR_KEY_TEXT, 1, 2, NULL, NULL,
         "File of the partner on the side of the last file; without it, the last one.", "i", ""},
    [MR_FY_KEY_CASTLING_ROOK_QUEENSIDE] = {"castlingRookQueensideFile", MR_KEY_TEXT, 1, 2, NULL,
                                           "a",
                                           "File of the partner on the side of the first file.",
                                           "b", ""},
    [MR_FY_KEY_CASTLING_ROOKS] =
        {"castlingRookPieces", MR_KEY_TEXT, 0, 0, NULL, NULL,
         "Pieces that the king castles with; without it, the piece of the key rook.", "z", "CB-18"},
    [MR_FY_KEY_CASTLING_ROOKS_WHITE] = {"castlingRookPiecesWhite", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                        "The same for White alone.", "r", ""},
    [MR_FY_KEY_CASTLING_ROOKS_BLACK] = {"castlingRookPiecesBlack", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                        "The same for Black alone.", "r", ""},
    [MR_FY_KEY_CASTLING_TEXT] = {"castlingText", MR_KEY_CHOICE, 0, 0, castling_texts, "king",
                                 "How castling is written: from the king to where it arrives "
                                 "(e1g1), or to the partner's square (e1h1).",
                                 "partner", "CB-18"},
    [MR_FY_KEY_PIECE_DROPS] = {"pieceDrops", MR_KEY_BOOL, 0, 0, NULL, "false",
                               "Whether pieces are dropped from the hand. Without capturesToHand, "
                               "they are those that startFen has in hand.",
                               "true", "BL-14"},
    [MR_FY_KEY_CAPTURES_TO_HAND] =
        {"capturesToHand", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether captured pieces go to the hand of the side that took them.", "true", ""},
    [MR_FY_KEY_DROP_LOOP] =
        {"dropLoop", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether captured pieces that have promoted go to the hand as what they have become.",
         "true", ""},
    [MR_FY_KEY_FIRST_RANK_DROPS] =
        {"firstRankPawnDrops", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether the piece of the key pawn may be dropped on its own first rank.", "true", ""},
    [MR_FY_KEY_PROMOTION_ZONE_DROPS] =
        {"promotionZonePawnDrops", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether the piece of the key pawn may be dropped where it would promote.", "true", ""},
    [MR_FY_KEY_DROP_WHITE] = {"dropRegionWhite", MR_KEY_LIST, 0, 0, NULL, NULL,
                              "Squares on which White drops pieces; without it, all.", "*6 *7",
                              "BL-14"},
    [MR_FY_KEY_DROP_BLACK] = {"dropRegionBlack", MR_KEY_LIST, 0, 0, NULL, NULL,
                              "Squares on which Black drops pieces; without it, all.",
                              "*9 *8 *7 *6", "BI-13"},
    [MR_FY_KEY_DROP_WHITE_OF] =
        {"dropRegionWhite*", MR_KEY_LIST, 0, 0, NULL, NULL,
         "Squares on which White drops one piece, after the piece's key: dropRegionWhiteRook.",
         "*1", ""},
    [MR_FY_KEY_DROP_BLACK_OF] = {"dropRegionBlack*", MR_KEY_LIST, 0, 0, NULL, NULL,
                                 "The same for Black.", "*8", ""},
    [MR_FY_KEY_DROP_NO_DOUBLED] =
        {"dropNoDoubled", MR_KEY_TEXT, 0, 0, NULL, NULL,
         "Piece that may not be dropped on a file with an own, unpromoted one of its kind.", "p",
         ""},
    [MR_FY_KEY_DROP_NO_DOUBLED_COUNT] =
        {"dropNoDoubledCount", MR_KEY_INT, 0, MR_FY_SIDE_MAX, NULL, "1",
         "With dropNoDoubled: so many on a file are too many for another.", "2", ""},
    [MR_FY_KEY_IMMOBILITY_ILLEGAL] =
        {"immobilityIllegal", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether pieces may not go where they could never move again.", "true", ""},
    [MR_FY_KEY_PAWN_DROP_MATE] =
        {"shogiPawnDropMateIllegal", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether the piece of the key shogiPawn may not give mate by being dropped.", "true", ""},
    [MR_FY_KEY_FLYING] = {"flyingGeneral", MR_KEY_BOOL, 0, 0, NULL, "false",
                          "Whether royal pieces may not face each other along an open file.",
                          "true", ""},
    [MR_FY_KEY_SOLDIER_RANK] = {"soldierPromotionRank", MR_KEY_INT, 1, MR_FY_SIDE_MAX, NULL, "1",
                                "Rank, counted from the own side, from which on the piece of the "
                                "key soldier moves sideways.",
                                "6", ""},
    [MR_FY_KEY_MUST_CAPTURE] = {"mustCapture", MR_KEY_BOOL, 0, 0, NULL, "false",
                                "Whether who can capture has to.", "true", ""},
    [MR_FY_KEY_SPLIT_TURNS] = {"splitTurns", MR_KEY_BOOL, 0, 0, NULL, "false",
                               "Whether a turn is one move on the dark squares and one on the "
                               "light squares, each a game of its own.",
                               "true", "CB-5"},
    [MR_FY_KEY_FIRST_TURN_DARK] =
        {"firstTurnDark", MR_KEY_BOOL, 0, 0, NULL, "false",
         "With splitTurns: whether White's first turn is one move, on a dark square.", "true",
         "CB-6"},
    [MR_FY_KEY_CHECKMATE] = {"checkmateValue", MR_KEY_CHOICE, 0, 0, values, "loss",
                             "What it is worth to be checkmated.", "draw", ""},
    [MR_FY_KEY_STALEMATE] = {"stalemateValue", MR_KEY_CHOICE, 0, 0, values, "draw",
                             "What it is worth to have no legal move without being in check. With "
                             "splitTurns it is a half-draw.",
                             "win", "BI-17"},
    [MR_FY_KEY_MOVE_RULE] =
        {"nMoveRule", MR_KEY_INT, 0, 5000, NULL, "50",
         "Moves by each side without a capture or a move of one of nMoveRuleTypes after which the "
         "game is drawn; 0 for none. With splitTurns, turns.",
         "75", "BL-18"},
    [MR_FY_KEY_MOVE_RULE_TYPES] = {"nMoveRuleTypes", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                   "Pieces whose every move or drop begins the count of nMoveRule "
                                   "anew; without it, pawnTypes.",
                                   "-", "BL-18"},
    [MR_FY_KEY_MOVE_RULE_TYPES_WHITE] = {"nMoveRuleTypesWhite", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                         "The same for White alone.", "p", ""},
    [MR_FY_KEY_MOVE_RULE_TYPES_BLACK] = {"nMoveRuleTypesBlack", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                         "The same for Black alone.", "s", ""},
    [MR_FY_KEY_MOVE_RULE_PROMOTION] = {"nMoveRulePromotion", MR_KEY_BOOL, 0, 0, NULL, "false",
                                       "Whether a promotion begins the count of nMoveRule anew.",
                                       "true", "BL-18"},
    [MR_FY_KEY_FOLD_RULE] =
        {"nFoldRule", MR_KEY_INT, 0, 100, NULL, "3",
         "The game ends when a position comes about for this time; 0 for never.", "5", "BL-19"},
    [MR_FY_KEY_FOLD_VALUE] =
        {"nFoldValue", MR_KEY_CHOICE, 0, 0, values, "draw",
         "What the end by repetition is worth to the side to move, which did not bring it about.",
         "win", "BL-19"},
    [MR_FY_KEY_FOLD_ABSOLUTE] = {"nFoldValueAbsolute", MR_KEY_BOOL, 0, 0, NULL, "false",
                                 "Whether nFoldValue is what it is worth to White.", "true", ""},
    [MR_FY_KEY_PERPETUAL] =
        {"perpetualCheckIllegal", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether a side that has checked with its every move since a position came about for the "
         "first time loses by its repetition, if only one side has.",
         "true", "BL-20"},
    [MR_FY_KEY_CHIEFS] = {"perpetualCheckPieces", MR_KEY_TEXT, 0, 0, NULL, NULL,
                          "Pieces whose last one counts as checked when it is attacked; for "
                          "perpetualCheckIllegal, without royal pieces.",
                          "c", "BL-20"},
    [MR_FY_KEY_EXTINCTION] = {"extinctionValue", MR_KEY_CHOICE, 0, 0, values_or_none, "none",
                              "What it is worth to have too few of one of extinctionPieceTypes.",
                              "loss", "BL-15"},
    [MR_FY_KEY_EXTINCTION_TYPES] =
        {"extinctionPieceTypes", MR_KEY_TEXT, 0, 0, NULL, NULL,
         "Pieces that extinctionValue looks at, each for itself; `*` for all pieces together.", "c",
         "BL-15"},
    [MR_FY_KEY_EXTINCTION_COUNT] = {"extinctionPieceCount", MR_KEY_INT, 0, 255, NULL, "0",
                                    "So many of a piece are too few.", "1", ""},
    [MR_FY_KEY_EXTINCTION_OPPONENT] =
        {"extinctionOpponentPieceCount", MR_KEY_INT, 0, 255, NULL, "0",
         "Extinction counts only if the other side has at least so many of the piece.", "2", ""},
    [MR_FY_KEY_EXTINCTION_ROYAL] =
        {"extinctionPseudoRoyal", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether the last of extinctionPieceTypes is royal: it may not be left attacked.", "true",
         ""},
    [MR_FY_KEY_FLAG_PIECE] = {"flagPiece", MR_KEY_TEXT, 0, 0, NULL, "*",
                              "Pieces that win on flagRegion; `*` for all.", "c", "BL-16"},
    [MR_FY_KEY_FLAG_PIECE_WHITE] = {"flagPieceWhite", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                    "The same for White alone.", "k", ""},
    [MR_FY_KEY_FLAG_PIECE_BLACK] = {"flagPieceBlack", MR_KEY_TEXT, 0, 0, NULL, NULL,
                                    "The same for Black alone.", "z", "BI-16"},
    [MR_FY_KEY_FLAG_REGION] =
        {"flagRegion", MR_KEY_LIST, 0, 0, NULL, NULL,
         "Squares that win the game for the side whose pieces reach them; without it, none.",
         "b2 h2 b9 h9", "BL-16"},
    [MR_FY_KEY_FLAG_REGION_WHITE] = {"flagRegionWhite", MR_KEY_LIST, 0, 0, NULL, NULL,
                                     "The same for White alone.", "*8", ""},
    [MR_FY_KEY_FLAG_REGION_BLACK] = {"flagRegionBlack", MR_KEY_LIST, 0, 0, NULL, NULL,
                                     "The same for Black alone.", "*1", "BI-16"},
    [MR_FY_KEY_FLAG_COUNT] = {"flagPieceCount", MR_KEY_INT, 1, 255, NULL, "1",
                              "So many pieces have to stand on flagRegion.", "4", "BL-16"},
    [MR_FY_KEY_FLAG_MOVE] =
        {"flagMove", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether they win only if they still stand there after the other side's next move.",
         "true", "BL-16"},
    [MR_FY_KEY_DRAWS_FIRST] =
        {"drawsFirst", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether the ends by nFoldRule and nMoveRule are judged before checkmate and stalemate.",
         "true", "BL-22"},
    [MR_FY_KEY_IMPASSE] =
        {"impasse", MR_KEY_BOOL, 0, 0, NULL, "false",
         "Whether a position in which neither side can ever win is drawn at once.", "true",
         "BL-21"},
    [MR_FY_KEY_LENGTH_LIMIT] =
        {"lengthLimit", MR_KEY_INT, 1, 1000000, NULL, "10000",
         "Actions after which any game is drawn: a guard for games that nothing else ends.", "2000",
         ""},
    [MR_FY_KEY_PIECE_NAMES] = {"pieceNames", MR_KEY_LIST, 0, 0, NULL, NULL,
                               "Names of pieces for people: letter, colon, name, with `_` for a "
                               "blank; `+` before the letter for the promoted form.",
                               "w:Warrior c:Chief +l:Great_Lion", ""},
    [MR_FY_KEY_PIECE_VALUES] = {"pieceValues", MR_KEY_LIST, 0, 0, NULL, NULL,
                                "What the designer holds the pieces worth: letter, colon, number; "
                                "`+` before the letter for the promoted form.",
                                "w:1 +l:9.45", "BL-24"},
    [MR_FY_KEY_NAMED] = {"namedRegions", MR_KEY_PROSE, 0, 0, NULL, NULL,
                         "Squares that have a name, one set on each line: name, colon, squares; "
                         "`White's` or `Black's` before the name says whose they are. They are "
                         "drawn on the board and listed on the rules page, and are no rules.",
                         "White's den: e2", "BL-4"},
    [MR_FY_KEY_RULE_IDS] = {"ruleIds", MR_KEY_LIST, 0, 0, NULL, NULL,
                            "Numbers that events and results name: feature, colon, number. The "
                            "features are named in docs/DEFINITION_LANGUAGE.md; promotion.p is the "
                            "promotion of the piece P alone.",
                            "stalemate:BL-17 flag:BL-16", ""},
    [MR_FY_KEY_TEMPLATE] = {"variantTemplate", MR_KEY_PROSE, 0, 0, NULL, NULL,
                            "A hint for graphical programs, without effect here.", "shogi", ""},
    [MR_FY_KEY_CHAR_TABLE] = {"pieceToCharTable", MR_KEY_PROSE, 0, 0, NULL, NULL, "The same.",
                              "PNBRQ...Kpnbrq...k", ""},
    [MR_FY_KEY_POCKET_SIZE] = {"pocketSize", MR_KEY_PROSE, 0, 0, NULL, NULL, "The same.", "6", ""},
    [MR_FY_KEY_VALUE_MG] = {"pieceValueMg", MR_KEY_PROSE, 0, 0, NULL, NULL,
                            "A hint for the evaluation of another program, without effect here.",
                            "p:150 n:800", ""},
    [MR_FY_KEY_VALUE_EG] = {"pieceValueEg", MR_KEY_PROSE, 0, 0, NULL, NULL, "The same.",
                            "p:200 n:900", ""},
    MR_FY_OFF_KEYS(DECLINED)};

const char *const mr_fy_feature_words[MR_FY_RULE_COUNT] = {
    [MR_FY_RULE_NONE] = "",
    [MR_FY_RULE_MOVE] = "move",
    [MR_FY_RULE_DOUBLE] = "doubleStep",
    [MR_FY_RULE_EP] = "enPassant",
    [MR_FY_RULE_PROMOTION] = "promotion",
    [MR_FY_RULE_DROP] = "drop",
    [MR_FY_RULE_CASTLING] = "castling",
    [MR_FY_RULE_CHECKMATE] = "checkmate",
    [MR_FY_RULE_EXTINCTION] = "extinction",
    [MR_FY_RULE_FLAG] = "flag",
    [MR_FY_RULE_STALEMATE] = "stalemate",
    [MR_FY_RULE_IDLE] = "nMoveRule",
    [MR_FY_RULE_FOLD] = "nFoldRule",
    [MR_FY_RULE_PERPETUAL] = "perpetualCheck",
    [MR_FY_RULE_IMPASSE] = "impasse",
    [MR_FY_RULE_TURN] = "turn",
    [MR_FY_RULE_HALF_DRAW] = "halfDraw",
    [MR_FY_RULE_LENGTH] = "lengthLimit",
};
