/**
 * @file weights.h
 * Weights of the evaluation as the search uses them: blended pairs packed in one number, tables by
 * code and cell. Made by values.h from the game and, where there are any, the weights of its file.
 */
#ifndef MARCHER_SEARCH_FAIRY_WEIGHTS_H
#define MARCHER_SEARCH_FAIRY_WEIGHTS_H

#include "rules/fairy/weights.h"
#include "search/fairy/params.h"

/**
 * Two sums in one number, so that one multiplication adds to both: the opening's in the low half,
 * the end's in the high one.
 */
typedef int64_t mr_fys_pair;

static inline mr_fys_pair mr_fys_pair_of(int open, int end) {
  return (mr_fys_pair)((uint64_t)(int64_t)end << 32) + open;
}
static inline int mr_fys_open(mr_fys_pair pair) {
  return (int32_t)(uint32_t)(uint64_t)pair;
}
static inline int mr_fys_end(mr_fys_pair pair) {
  return (int32_t)(uint32_t)((uint64_t)(pair + 0x80000000LL) >> 32);
}

enum {
  MR_FYS_FULL = 256, /**< the phase while all men are there, and a scale of 1 */
  MR_FYS_PATHS = 8   /**< codes of either sort whose paths to a goal are kept: games have few */
};

enum {
  MR_FYS_KEYED = 4, /**< codes of pawns, in games whose pawn structures are kept */
  MR_FYS_NEAR = 5,  /**< how far a royal sees its pawns, less one */
#ifdef MR_STRESS
  MR_FYS_STRUCTURES = 1
#else
  MR_FYS_STRUCTURES = 1 << 10 /**< size of the table of pawn structures: a power of two */
#endif
};

/** How mighty a man is, by what was measured: threats are judged by it. */
enum { MR_FYS_PAWN, MR_FYS_LIGHT, MR_FYS_HEAVY, MR_FYS_MIGHTY, MR_FYS_ROYAL, MR_FYS_MIGHTS };

/** One code's path to where it promotes or wins. */
typedef struct mr_fys_path {
  uint8_t steps[MR_FY_CELLS_MAX];    /**< fewest moves on an empty board; 99: none */
  mr_fy_set nearer[MR_FY_CELLS_MAX]; /**< cells of fewer steps that it can go to */
  mr_fy_set stops[MR_FY_CELLS_MAX];  /**< where the enemy's pawns would stop it */
} mr_fys_path;

/** What pawns of one code mean to each other, by cell. */
typedef struct mr_fys_pawn {
  mr_fy_set ahead[MR_FY_CELLS_MAX];   /**< where it goes next */
  mr_fy_set route[MR_FY_CELLS_MAX];   /**< where it may ever go without taking */
  mr_fy_set span[MR_FY_CELLS_MAX];    /**< what it may ever attack on the way */
  mr_fy_set support[MR_FY_CELLS_MAX]; /**< from where pawns of its kind can come to defend it */
  uint8_t chain[MR_FY_CELLS_MAX];     /**< what it counts in a chain */
} mr_fys_pawn;

/** Ways of a code, whose steps are counted in three bits; legs of one. */
enum { MR_FYS_STRIDES = 7, MR_FYS_LEGS = 3 };

/** A way that all pawns of a code go alike; see strides.h. */
typedef struct mr_fys_stride {
  int16_t by;               /**< from where it begins to where it ends, in cells */
  uint8_t legs;             /**< in so many legs, each of which ends on an empty cell */
  int8_t leg[MR_FYS_LEGS];  /**< in cells; 0 behind the last */
  mr_fy_set quiet, capture; /**< from where it is open to them: to go, and to take */
} mr_fys_stride;
typedef struct mr_fys_strides {
  uint8_t count;
  mr_fys_stride stride[MR_FYS_STRIDES];
} mr_fys_strides;

/** What lies round a royal on a cell. */
typedef struct mr_fys_head {
  mr_fy_set near_shield, far_shield; /**< in front of it, one and two ranks away */
  mr_fy_set near_storm, far_storm;   /**< from where enemy pawns come near */
  mr_fy_set flank;                   /**< its side of the own half */
} mr_fys_head;

/** A kind that cannot leave a part of the board. */
typedef struct mr_fys_part {
  uint8_t code;
  mr_fy_set part; /**< what it reaches from one cell; the rest are other parts */
} mr_fys_part;

/** Values of men and places, in thousandths of a pawn or so, but `value` in hundredths. */
typedef struct mr_fys_weights {
  /* For exchanges and ordering. */
  int16_t value[MR_FY_CODES];           /**< of a man wherever it is, positive */
  uint8_t by_value[2][MR_FY_KINDS_MAX]; /**< codes of a side, those of least value first */
  uint8_t code_count_of[2];
  uint8_t goal_codes[2][MR_FY_KINDS_MAX]; /**< that win alone by a step to a goal */
  uint8_t goal_code_count[2];
  /* For the evaluation. */
  mr_fys_pair term[MR_FY_TERMS];
  int8_t mobility[MR_FY_CELLS_MAX + 1];          /**< what so many cells within reach count */
  mr_fys_pair man[MR_FY_CODES][MR_FY_CELLS_MAX]; /**< value and place; Black's are negative */
  int16_t phase[MR_FY_CODES];                    /**< of a man in the game phase */
  int32_t phase_full;                            /**< of all men of the first position */
  uint8_t rank[2][MR_FY_KINDS_MAX]; /**< codes of a side by measured value, royals last */
  uint64_t pawn_mask[MR_FY_CODES];  /**< all ones for pawns, 0 for others */
  uint8_t class_of[MR_FY_CODES];    /**< 0 pawns, 1, 2 by measured value; royals 2 */
  uint8_t pawn_count[2];            /**< the first of `rank` that are pawns */
  uint64_t king_zone_kinds[2]; /**< royals and pseudo-royals of a side: attacks beside them count */
  uint8_t passer_count, runner_count, path_count;
  uint8_t path_codes[2 * MR_FYS_PATHS]; /**< codes that have a path of either sort */
  uint8_t passer_of[MR_FY_CODES], runner_of[MR_FY_CODES]; /**< 1 + place among paths; 0: none */
  mr_fys_path passers[MR_FYS_PATHS], runners[MR_FYS_PATHS];
  mr_fy_set zone[MR_FY_CELLS_MAX]
                [2]; /**< king zone of a royal or pseudo-royal of a side on a cell */
  mr_fys_head head[MR_FY_CELLS_MAX][2]; /**< of a royal or pseudo-royal of a side on a cell */
  uint8_t pawn_of[MR_FY_CODES];         /**< 1 + place among pawns; 0: it is none */
  uint8_t pawns_count;
  uint8_t pawn_codes[MR_FYS_PATHS];
  mr_fys_pawn pawns[MR_FYS_PATHS];
  uint8_t keyed_count; /**< 0: what pawns are to each other depends on more than where they are */
  uint8_t keyed[MR_FYS_KEYED];                  /**< all codes of pawns */
  mr_fy_set near[MR_FY_CELLS_MAX][MR_FYS_NEAR]; /**< cells at most 1, 2, ... from one */
  uint8_t strides_of[MR_FY_CODES];              /**< 1 + place among strides; 0: none */
  mr_fys_strides strides[MR_FYS_PATHS];
  uint8_t bound_count;
  mr_fys_part bound[MR_FYS_PATHS];
  uint8_t siege_weight[MR_FY_CODES]; /**< what an attacker adds to the danger of a royal */
  int16_t check_weight[MR_FY_CODES]; /**< what a safe check adds */
  bool leaper[MR_FY_CODES];          /**< its reach cannot be blocked, and it is no pawn */
  int16_t strongest;             /**< measured value of the strongest man of the first position */
  int16_t measured[MR_FY_CODES]; /**< measured value in hundredths; of royals 0 */
  mr_fy_set far_half[2];         /**< the enemy's half of the board, by side */
  int16_t mating_material;    /**< who has no more than this besides royals cannot mate, likely */
  uint8_t might[MR_FY_CODES]; /**< MR_FYS_PAWN ... */
  bool knows_pressed, knows_threats; /**< which notion of threats weighs anything: threats.h */
  bool wins_by_pawns;                /**< in the end a lead needs men that promote: see scale_of */
  bool captures_only;                /**< all actions take something */
  bool duties;                       /**< captures are a duty that men could be free of */
  bool lines;                        /**< how a side stands where lines turn weighs anything */
  bool races;                        /**< how near men are to goals weighs anything */
  int16_t royal_race;                /**< percent that a royal's way to its goal counts */
  uint64_t royal_kinds[2];           /**< royals alone */
  bool counts_kinds;                 /**< it matters how many are left of several kinds */
  bool gives_away; /**< who has lost all men wins: to lose one in an exchange is no loss */
  mr_fy_fold fold;
  mr_fys_eval_params params; /**< that it was measured with */
} mr_fys_weights;

/**
 * Weights of a game: those of a text (NULL: of the game's own, if it has any) over ones measured
 * with some numbers (NULL: the usual ones).
 * Threads may share them. Free them with mr_fys_weights_free.
 * @return MR_ERR_NOMEM, or what is wrong with the text, with its line and column
 */
MR_NODISCARD mr_status mr_fys_weights_new(const mr_fy_game *game, const char *text,
                                          const mr_fys_eval_params *params,
                                          const mr_allocator *allocator, mr_fys_weights **out,
                                          mr_error *err);
void mr_fys_weights_free(mr_fys_weights *weights, const mr_allocator *allocator);

/** What evaluation and exchanges need to know of a game. */
typedef struct mr_fys_eval {
  const mr_fy_game *game;
  const mr_fys_weights *weights;
  void *pawn_table; /**< see pawn_table.h; NULL: nothing is kept */
} mr_fys_eval;

/** What a network adds. */
typedef struct mr_fys_added {
  int value;  /**< for White, in hundredths */
  bool light; /**< to what follows from men and hands, without the other terms */
} mr_fys_added;

/** What follows from men and hands alone; kept up from action to action. */
typedef struct mr_fys_sum {
  mr_fys_pair score; /**< from White's view */
  uint64_t pawns;    /**< key of where the pawns stand */
  int32_t phase;     /**< of the opening */
} mr_fys_sum;

/** How often each term counts, from White's view, with what the sum is blended by. */
typedef struct mr_fys_trace {
  int16_t count[MR_FY_TERMS];
  int phase; /**< of the opening, in 1/MR_FYS_FULL */
  int scale; /**< towards a draw, in 1/MR_FYS_FULL */
} mr_fys_trace;

#endif
