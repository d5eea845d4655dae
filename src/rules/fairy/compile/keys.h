/**
 * @file keys.h
 * The keys of the family: those of the dialect of `variants.ini` that it reads, those that it
 * knows and declines, and its own.
 */
#ifndef MARCHER_RULES_FAIRY_COMPILE_KEYS_H
#define MARCHER_RULES_FAIRY_COMPILE_KEYS_H

#include <marcher/definition.h>

#include "rules/fairy/compile/keys_off.h"

/** Predefined pieces but the king: enumerator, key, movement. In the order of the dialect. */
#define MR_FY_PIECES(X)                      \
  X(PAWN, "pawn", "fmWfceF")                 \
  X(KNIGHT, "knight", "N")                   \
  X(BISHOP, "bishop", "B")                   \
  X(ROOK, "rook", "R")                       \
  X(QUEEN, "queen", "Q")                     \
  X(FERS, "fers", "F")                       \
  X(ALFIL, "alfil", "A")                     \
  X(FERS_ALFIL, "fersAlfil", "FA")           \
  X(SILVER, "silver", "FfW")                 \
  X(AIWOK, "aiwok", "RNF")                   \
  X(BERS, "bers", "RF")                      \
  X(ARCHBISHOP, "archbishop", "BN")          \
  X(CHANCELLOR, "chancellor", "RN")          \
  X(AMAZON, "amazon", "QN")                  \
  X(KNIBIS, "knibis", "mNcB")                \
  X(BISKNI, "biskni", "mBcN")                \
  X(KNIROO, "kniroo", "mNcR")                \
  X(ROOKNI, "rookni", "mRcN")                \
  X(SHOGI_PAWN, "shogiPawn", "fW")           \
  X(LANCE, "lance", "fR")                    \
  X(SHOGI_KNIGHT, "shogiKnight", "fN")       \
  X(GOLD, "gold", "WfF")                     \
  X(DRAGON_HORSE, "dragonHorse", "BW")       \
  X(CLOBBER, "clobber", "cW")                \
  X(BREAKTHROUGH, "breakthrough", "fmWfF")   \
  X(IMMOBILE, "immobile", "")                \
  X(CANNON, "cannon", "mRcpR")               \
  X(SOLDIER, "soldier", "fsW")               \
  X(HORSE, "horse", "nN")                    \
  X(ELEPHANT, "elephant", "nA")              \
  X(JANGGI_ELEPHANT, "janggiElephant", "nZ") \
  X(BANNER, "banner", "RcpRnN")              \
  X(WAZIR, "wazir", "W")                     \
  X(COMMONER, "commoner", "K")               \
  X(CENTAUR, "centaur", "KN")

/** Places in mr_fy_keys. */
enum {
#define MR_FY_ENUM(NAME, KEY, BETZA) MR_FY_KEY_##NAME,
  MR_FY_PIECES(MR_FY_ENUM)
#undef MR_FY_ENUM
      MR_FY_KEY_KING,
  MR_FY_KEY_CUSTOM_PIECE,
  MR_FY_KEY_PROMOTED_FORM,
  MR_FY_KEY_MAX_RANK,
  MR_FY_KEY_MAX_FILE,
  MR_FY_KEY_START_FEN,
  MR_FY_KEY_ROYAL_PIECES,
  MR_FY_KEY_MOBILITY_WHITE,
  MR_FY_KEY_MOBILITY_BLACK,
  MR_FY_KEY_PAWN_TYPES,
  MR_FY_KEY_PROMOTION_WHITE,
  MR_FY_KEY_PROMOTION_BLACK,
  MR_FY_KEY_PROMOTION_WHITE_OF,
  MR_FY_KEY_PROMOTION_BLACK_OF,
  MR_FY_KEY_PROMOTION_PAWNS,
  MR_FY_KEY_PROMOTION_PAWNS_WHITE,
  MR_FY_KEY_PROMOTION_PAWNS_BLACK,
  MR_FY_KEY_PROMOTION_PIECES,
  MR_FY_KEY_PROMOTION_PIECES_WHITE,
  MR_FY_KEY_PROMOTION_PIECES_BLACK,
  MR_FY_KEY_PROMOTED_PIECE,
  MR_FY_KEY_MANDATORY_PAWN,
  MR_FY_KEY_MANDATORY_PIECE,
  MR_FY_KEY_ON_CAPTURE,
  MR_FY_KEY_ON_LEAVING,
  MR_FY_KEY_ON_EP,
  MR_FY_KEY_DOUBLE_STEP,
  MR_FY_KEY_DOUBLE_WHITE,
  MR_FY_KEY_DOUBLE_BLACK,
  MR_FY_KEY_INITIAL_WHITE,
  MR_FY_KEY_INITIAL_BLACK,
  MR_FY_KEY_EP_TYPES,
  MR_FY_KEY_EP_TYPES_WHITE,
  MR_FY_KEY_EP_TYPES_BLACK,
  MR_FY_KEY_EP_REGION,
  MR_FY_KEY_EP_REGION_WHITE,
  MR_FY_KEY_EP_REGION_BLACK,
  MR_FY_KEY_EP_TEXT,
  MR_FY_KEY_CASTLING,
  MR_FY_KEY_CASTLING_KINGSIDE,
  MR_FY_KEY_CASTLING_QUEENSIDE,
  MR_FY_KEY_CASTLING_RANK,
  MR_FY_KEY_CASTLING_KING_FILE,
  MR_FY_KEY_CASTLING_KING,
  MR_FY_KEY_CASTLING_KING_WHITE,
  MR_FY_KEY_CASTLING_KING_BLACK,
  MR_FY_KEY_CASTLING_ROOK_KINGSIDE,
  MR_FY_KEY_CASTLING_ROOK_QUEENSIDE,
  MR_FY_KEY_CASTLING_ROOKS,
  MR_FY_KEY_CASTLING_ROOKS_WHITE,
  MR_FY_KEY_CASTLING_ROOKS_BLACK,
  MR_FY_KEY_CASTLING_TEXT,
  MR_FY_KEY_PIECE_DROPS,
  MR_FY_KEY_CAPTURES_TO_HAND,
  MR_FY_KEY_DROP_LOOP,
  MR_FY_KEY_FIRST_RANK_DROPS,
  MR_FY_KEY_PROMOTION_ZONE_DROPS,
  MR_FY_KEY_DROP_WHITE,
  MR_FY_KEY_DROP_BLACK,
  MR_FY_KEY_DROP_WHITE_OF,
  MR_FY_KEY_DROP_BLACK_OF,
  MR_FY_KEY_DROP_NO_DOUBLED,
  MR_FY_KEY_DROP_NO_DOUBLED_COUNT,
  MR_FY_KEY_PAWN_DROP_MATE,
  MR_FY_KEY_IMMOBILITY_ILLEGAL,
  MR_FY_KEY_FLYING,
  MR_FY_KEY_SOLDIER_RANK,
  MR_FY_KEY_MUST_CAPTURE,
  MR_FY_KEY_SPLIT_TURNS,
  MR_FY_KEY_FIRST_TURN_DARK,
  MR_FY_KEY_CHECKMATE,
  MR_FY_KEY_STALEMATE,
  MR_FY_KEY_MOVE_RULE,
  MR_FY_KEY_MOVE_RULE_TYPES,
  MR_FY_KEY_MOVE_RULE_TYPES_WHITE,
  MR_FY_KEY_MOVE_RULE_TYPES_BLACK,
  MR_FY_KEY_MOVE_RULE_PROMOTION,
  MR_FY_KEY_FOLD_RULE,
  MR_FY_KEY_FOLD_VALUE,
  MR_FY_KEY_FOLD_ABSOLUTE,
  MR_FY_KEY_PERPETUAL,
  MR_FY_KEY_CHIEFS,
  MR_FY_KEY_EXTINCTION,
  MR_FY_KEY_EXTINCTION_TYPES,
  MR_FY_KEY_EXTINCTION_COUNT,
  MR_FY_KEY_EXTINCTION_OPPONENT,
  MR_FY_KEY_EXTINCTION_ROYAL,
  MR_FY_KEY_FLAG_PIECE,
  MR_FY_KEY_FLAG_PIECE_WHITE,
  MR_FY_KEY_FLAG_PIECE_BLACK,
  MR_FY_KEY_FLAG_REGION,
  MR_FY_KEY_FLAG_REGION_WHITE,
  MR_FY_KEY_FLAG_REGION_BLACK,
  MR_FY_KEY_FLAG_COUNT,
  MR_FY_KEY_FLAG_MOVE,
  MR_FY_KEY_DRAWS_FIRST,
  MR_FY_KEY_IMPASSE,
  MR_FY_KEY_LENGTH_LIMIT,
  MR_FY_KEY_PIECE_NAMES,
  MR_FY_KEY_PIECE_VALUES,
  MR_FY_KEY_NAMED,
  MR_FY_KEY_RULE_IDS,
  MR_FY_KEY_TEMPLATE,
  MR_FY_KEY_CHAR_TABLE,
  MR_FY_KEY_POCKET_SIZE,
  MR_FY_KEY_VALUE_MG,
  MR_FY_KEY_VALUE_EG,
#define MR_FY_ENUM(NAME, KEY, OFF, REASON) MR_FY_OFF_##NAME,
  MR_FY_OFF_KEYS(MR_FY_ENUM)
#undef MR_FY_ENUM
      MR_FY_KEY_COUNT
};

extern const mr_key mr_fy_keys[MR_FY_KEY_COUNT];

/** Words of ruleIds, by mr_fy_feature; "" for ::MR_FY_RULE_NONE. */
extern const char *const mr_fy_feature_words[];

#endif
