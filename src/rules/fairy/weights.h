/**
 * @file weights.h
 * What an engine may be told of the worth of pieces and places: the terms of the evaluation by
 * name, and their text, the files `games/<file>.weights`. The terms follow from what definitions
 * can say; what they are summed over is the search's business (search/fairy/eval.h).
 *
 * Every weight has two values in thousandths of a pawn or so: for the opening, while all pieces are
 * on the board, and for the end, when few are left; between them they are blended.
 */
#ifndef MARCHER_RULES_FAIRY_WEIGHTS_H
#define MARCHER_RULES_FAIRY_WEIGHTS_H

#include "rules/fairy/fairy.h"

#define MR_FY_WEIGHT_KINDS (MR_FY_KINDS_MAX + 1) /**< room by kind; kind 0 is not used */
#define MR_FY_WEIGHT_STEPS 8                     /**< room of a list */
#define MR_FY_WEIGHTS_VERSION 1                  /**< of the text; a `version` may say so */
#define MR_FY_WEIGHT_LIMIT 32000                 /**< no weight is larger */

/** One weight. */
typedef struct mr_fy_pair {
  int16_t open, end;
} mr_fy_pair;

/** The groups of terms in the order of their places among the terms. */
typedef enum mr_fy_group {
  MR_FY_W_VALUE,        /**< by kind: a piece */
  MR_FY_W_HELD,         /**< by kind: a piece in hand */
  MR_FY_W_MOBILITY,     /**< by kind: cells reached that the enemy's pawns do not attack, each worth
                             less than the one before */
  MR_FY_W_KING_ATTACK,  /**< by kind, `siege`: a cell attacked beside an enemy's royal */
  MR_FY_W_HANGING,      /**< by kind: a piece that is attacked and not defended */
  MR_FY_W_PRESSED,      /**< by kind: a piece that is attacked by cheaper ones, by pawns twice */
  MR_FY_W_LIGHT_THREAT, /**< by kind: a piece that a light one attacks, and no well defended pawn */
  MR_FY_W_HEAVY_THREAT, /**< by kind: a piece that a heavy one attacks, not well defended */
  MR_FY_W_PASSED,       /**< list: a passed pawn: no pawn can stop it, by moves to promotion */
  MR_FY_W_ATTACKERS,   /**< list: by the number of pieces that attack beside a royal or pseudo-royal
                        */
  MR_FY_W_CONQUEST,    /**< list: by the number of pieces on goals that win by number */
  MR_FY_W_RUNNER,      /**< list: a safe step towards a goal that wins, by moves to it */
  MR_FY_W_TEMPO,       /**< one: to be the one to move */
  MR_FY_W_BALANCE,     /**< one: to be White, where the sides' armies differ */
  MR_FY_W_SPARE,       /**< one: to have more than the last of those whose loss ends the game */
  MR_FY_W_SHELTER,     /**< one: own pieces beside an own royal or pseudo-royal */
  MR_FY_W_CONTEST,     /**< one: a goal that wins by number is attacked */
  MR_FY_W_OWED,        /**< one: split turns: the first of two moves is still owed */
  MR_FY_W_DANGER,      /**< one: the enemy's royals are in danger; grows with its square */
  MR_FY_W_SHIELD,      /**< one: own pawns in front of an own royal, near ones twice */
  MR_FY_W_STORM,       /**< one: enemy pawns that come near an own royal */
  MR_FY_W_LONELY,      /**< one: a pawn that no other can ever defend: isolated or backward */
  MR_FY_W_DOUBLED,     /**< one: a pawn that an own pawn stops */
  MR_FY_W_CHAIN,       /**< one: pawns defended by pawns or beside them, more where they are far */
  MR_FY_W_ESCORT,      /**< one: passed pawns with the own royal nearer than the enemy's */
  MR_FY_W_FREE,        /**< one: passed pawns whose way is open */
  MR_FY_W_PAIR,        /**< one: colour-bound pieces on both colours */
  MR_FY_W_OUTPOST,     /**< one: a leaper ahead that a pawn defends and none can drive away */
  MR_FY_W_LANDING,     /**< one: cells in the enemy's half where a piece in hand may land */
  MR_FY_W_WEAK,        /**< one: a piece that is attacked and not defended, or attacked twice */
  MR_FY_W_KING_THREAT, /**< one: a royal attacks what is not well defended */
  MR_FY_W_RESTRICTED,  /**< one: a cell that the enemy attacks, not well, and the side too */
  MR_FY_W_PAWN_THREAT, /**< one: a piece that a pawn attacks which is not lost by that */
  MR_FY_W_PUSH_THREAT, /**< one: the same after a step of the pawn */
  MR_FY_W_FLANK,       /**< one: a cell on a royal's side that the enemy attacks; twice, if so */
  MR_FY_W_FAR_PAWNS,   /**< one: how far a royal is from the nearest own pawn */
  MR_FY_W_RACE,    /**< one: how few turns men are from a goal that one of them wins by reaching */
  MR_FY_W_SCARCE,  /**< one: how few are left of each kind whose loss ends the game */
  MR_FY_W_DUTY,    /**< one: a capture that has to be made, less where it is answered by others */
  MR_FY_W_OFFER,   /**< one: a cell where a man can go to be taken, where captures are a duty */
  MR_FY_W_GIFT,    /**< one: the same where nothing would take back */
  MR_FY_W_CHECKS,  /**< one: how few checks are left to give, where the last one wins */
  MR_FY_W_CONNECT, /**< one: how much of rows, lines and paths that end the game a side has */
  MR_FY_W_LINES,   /**< one: how a side stands where lines turn and men are counted at the end */
  MR_FY_W_PLACE,   /**< by kind and cell */
  MR_FY_W_GROUPS
} mr_fy_group;

enum {
  MR_FY_T_LISTS = MR_FY_W_PASSED * MR_FY_WEIGHT_KINDS,
  MR_FY_T_ONES = MR_FY_T_LISTS + (MR_FY_W_TEMPO - MR_FY_W_PASSED) * MR_FY_WEIGHT_STEPS,
  MR_FY_T_PLACES = MR_FY_T_ONES + (MR_FY_W_PLACE - MR_FY_W_TEMPO),
  MR_FY_TERMS = MR_FY_T_PLACES + MR_FY_WEIGHT_KINDS * MR_FY_CELLS_MAX
};

/** The place of a term of a group by kind. */
static inline unsigned mr_fy_term_kind(mr_fy_group of, unsigned kind) {
  return (unsigned)of * MR_FY_WEIGHT_KINDS + kind;
}
/** The place of a term of a list. */
static inline unsigned mr_fy_term_step(mr_fy_group of, unsigned step) {
  return MR_FY_T_LISTS + ((unsigned)of - MR_FY_W_PASSED) * MR_FY_WEIGHT_STEPS + step;
}
/** The place of a term that stands for itself. */
static inline unsigned mr_fy_term_one(mr_fy_group of) {
  return MR_FY_T_ONES + (unsigned)of - MR_FY_W_TEMPO;
}
/** The place of a kind's term on a cell, from White's side: see mr_fy_fold. */
static inline unsigned mr_fy_term_place(unsigned kind, unsigned cell) {
  return MR_FY_T_PLACES + kind * MR_FY_CELLS_MAX + cell;
}

/** The group of a term. */
mr_fy_group mr_fy_group_of(unsigned term);

/** Whether a term is of the older notion of threats, and whether of the newer one. */
bool mr_fy_term_is_pressed(unsigned term);
bool mr_fy_term_is_threat(unsigned term);

/** Whether a term came after networks did: these add to weights that need not know it. */
bool mr_fy_term_is_late(unsigned term);

/** Weights as a text gives them. */
typedef struct mr_fy_weights {
  mr_fy_pair pair[MR_FY_TERMS];
  bool given[MR_FY_TERMS]; /**< the text has something to say about it */
} mr_fy_weights;

/** How cells are the same for the weights: Black's upside down, and left as right where it is. */
typedef struct mr_fy_fold {
  unsigned columns;                 /**< files that weights tell apart */
  bool halves;                      /**< left is as right */
  bool even;                        /**< the sides begin as mirror images of each other */
  uint8_t cell[2][MR_FY_CELLS_MAX]; /**< [side]: the cell that stands for this one */
} mr_fy_fold;

void mr_fy_fold_init(const mr_fy_game *game, mr_fy_fold *out);

/** Whether a game can have a term at all: no goals, no weights of goals. */
bool mr_fy_term_used(const mr_fy_game *game, const mr_fy_fold *fold, unsigned term);

/**
 * Reads the first section of a text; see docs/EVALUATION.md. Terms that it does not name are left
 * alone. @return MR_OK, or the first error's status with its line and column; `out` is then half
 * filled
 */
MR_NODISCARD mr_status mr_fy_weights_read(const mr_fy_game *game, const char *text,
                                          const mr_allocator *allocator, mr_fy_weights *out,
                                          mr_error *err);

/** Writes those that are given, without the head of the section. */
void mr_fy_weights_write(const mr_fy_game *game, const mr_fy_weights *weights, mr_str *out);

/**
 * Operation of the family: gives a game the weights of a definition, as text in its arena. What
 * does not fit the game is an error where the weights are its `own`, and is left out otherwise:
 * weights of a parent may speak of pieces and squares that a child does not have.
 */
MR_NODISCARD mr_status mr_fy_weights_take(mr_game *base, const mr_definition *weights, bool own,
                                          mr_diagnostics *list);

#endif
