/**
 * @file fairy.h
 * The chess-like family: two sides, one board, pieces that move by Betza's notation, hands,
 * regions, promotion, royals, goals. This header is the family's own vocabulary: the rules as a
 * definition says them (mr_fy_rules), the compiled game, the state.
 *
 * A *kind* is a sort of piece ("Horse"); its promoted form is a kind of its own. A *code* is a kind
 * with its owner, one byte on the board. White is side 0 and player 0; cells run along the ranks
 * from a1. A *colour* of the board is 0 for dark (a1) and 1 for light squares.
 */
#ifndef MARCHER_RULES_FAIRY_FAIRY_H
#define MARCHER_RULES_FAIRY_FAIRY_H

#include <marcher/betza.h>
#include <marcher/family.h>
#include <marcher/game.h>
#include <string.h>

#define MR_FY_SIDE_MAX 16                                 /**< files or ranks */
#define MR_FY_CELLS_MAX (MR_FY_SIDE_MAX * MR_FY_SIDE_MAX) /**< so a cell fits in a byte */
#define MR_FY_KINDS_MAX 63                                /**< numbered from 1 */
#define MR_FY_CODES 128                                   /**< codes are below this */
#define MR_FY_HANDS_MAX 16                                /**< kinds that can be in a hand */
#define MR_FY_PROMOTIONS_MAX 16                           /**< forms that one kind can take */
#define MR_FY_NO_CELL 0xFFFFu
#define MR_FY_WHITE 0u
#define MR_FY_BLACK 1u
#define MR_FY_BOTH 2u      /**< owner of what is the same for both sides */
#define MR_FY_NAMED_MAX 32 /**< sets of squares that a definition names */

/** A piece on a square: 0 empty, 1 a wall, else kind << 1 | side. */
#define MR_FY_CODE(kind, side) ((uint8_t)((unsigned)(kind) << 1 | (unsigned)(side)))
#define MR_FY_KIND(code) ((unsigned)(code) >> 1)
#define MR_FY_SIDE(code) ((unsigned)(code)&1u)
#define MR_FY_WALL 1u

/** A set of cells, whatever the size of the board. Bit = cell. */
typedef struct mr_fy_set {
  uint64_t w[4];
} mr_fy_set;

static inline bool mr_fy_set_has(const mr_fy_set *set, unsigned cell) {
  return (set->w[cell >> 6] >> (cell & 63) & 1) != 0;
}
static inline void mr_fy_set_add(mr_fy_set *set, unsigned cell) {
  set->w[cell >> 6] |= UINT64_C(1) << (cell & 63);
}
static inline void mr_fy_set_remove(mr_fy_set *set, unsigned cell) {
  set->w[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
}
static inline bool mr_fy_set_empty(const mr_fy_set *set) {
  return (set->w[0] | set->w[1] | set->w[2] | set->w[3]) == 0;
}
static inline bool mr_fy_set_same(const mr_fy_set *a, const mr_fy_set *b) {
  return memcmp(a, b, sizeof *a) == 0;
}
static inline mr_fy_set mr_fy_set_and(mr_fy_set a, mr_fy_set b) {
  for (unsigned i = 0; i < 4; i++) {
    a.w[i] &= b.w[i];
  }
  return a;
}
static inline mr_fy_set mr_fy_set_minus(mr_fy_set a, mr_fy_set b) {
  for (unsigned i = 0; i < 4; i++) {
    a.w[i] &= ~b.w[i];
  }
  return a;
}

/* ---- the rules as the definition says them --------------------------------------------------- */

/** One kind of piece. Arrays of two are by side. */
typedef struct mr_fy_kind {
  char letter;           /**< upper case; a promoted form without a letter has its base's */
  bool plus;             /**< written with '+': the promoted form of `base` */
  bool tilde;            /**< written with its letter and '~': a `base` that has become this, and
                              becomes a `base` again when it is captured (capturesToHand) */
  bool lent;             /**< some promoted form moves as this: it need not be a man itself */
  uint8_t base;          /**< the kind that a plus or tilde form was; itself otherwise */
  const char *name;      /**< for people: "Horse", "promoted Horse" */
  const char *text;      /**< its Betza text */
  const mr_betza *betza; /**< the same, parsed */
  mr_fy_set mobility[2]; /**< where it may come to stand; all cells where nothing is said */
  mr_fy_set barred[2];   /**< where it may not go although it attacks there: not in `mobility` */
  mr_fy_set initial[2];  /**< where the `i` parts of its movement count */
  bool royal[2];         /**< must not be left attacked; never captured */
  bool resets[2];        /**< its moves and drops are progress (nMoveRuleTypes) */
  bool ep_as_capture[2]; /**< what it does not do without capturing captures in passing, too */
  bool takes_ep[2];      /**< may use the `e` parts of its movement, on mr_fy_rules.ep_region */
  uint8_t promotion_count[2];
  uint8_t promotions[2][MR_FY_PROMOTIONS_MAX]; /**< kinds it may become, in the order of listing */
  mr_fy_set promotion_zone[2];                 /**< by squares */
  const char *promotion_id;   /**< number of its own rule of promotion; NULL: that of all */
  const char *promotion_text; /**< its sentence; NULL where another kind's holds */
  bool promotion_compulsory;  /**< where it may promote, it must */
  bool promotion_on_leaving;  /**< a move that begins in the zone will do as well */
  bool promotion_by_ep;       /**< a capture in passing that ends in the zone will do as well */
  bool promotion_by_capture_only;
  uint8_t form_limit;     /**< none is made while so many of `alike` stand there; 0: no limit */
  uint64_t alike;         /**< the kind and all that move as it, having become it (bit k) */
  uint64_t spares;        /**< kinds that it does not take: its like (bit k) */
  bool drop_may_not_mate; /**< it may check by being dropped, but not mate */
  bool droppable;         /**< may be placed from the hand */
  uint8_t hand;           /**< index in hands, when droppable */
  mr_fy_set drop_region[2];
  uint8_t drop_file_limit; /**< so many of the kind at most on one file by dropping; 0: no limit */
  const char *value;       /**< the designer's worth as written, NULL if none */
} mr_fy_kind;

/** What an ending is worth to the side to move when it comes about. */
typedef enum mr_fy_outcome {
  MR_FY_NOTHING, /**< there is no such ending */
  MR_FY_LOSS,
  MR_FY_DRAW,
  MR_FY_WIN
} mr_fy_outcome;

/** One castling: king and partner of one side go from here to there. */
typedef struct mr_fy_castling {
  bool allowed;
  uint8_t king_from, king_to;
  uint8_t partner_from, partner_to;
  uint8_t king_kind;
  uint64_t partner_kinds; /**< bit k: kind k will do */
  mr_fy_set clear;        /**< must be empty but for king and partner */
  mr_fy_set safe;         /**< must not be attacked: king's start, transit, arrival */
} mr_fy_castling;

/** So many of a kind that must not run out are looked after like kings (Borderlands' two Chiefs).
 */
#define MR_FY_KINGS_MAX 2

/** What a side must not run out of. */
typedef struct mr_fy_needs {
  uint64_t kinds; /**< all that are looked at (bit k); 0: no such rule for that side */
  uint8_t group_count;
  uint64_t groups[MR_FY_KINDS_MAX]; /**< what is counted together: a kind with its forms, or all */
  bool together;                    /**< all are one group */
  uint8_t count;                    /**< extinct when no more than so many are left */
  uint64_t lone; /**< those of which the game begins with few: kings in all but name */
} mr_fy_needs;

/** Who has to be gone, from the board and from the hand, for the game to be over. */
typedef struct mr_fy_extinction {
  mr_fy_outcome value;  /**< for the side that lost them; MR_FY_NOTHING: no such rule */
  mr_fy_needs needs[2]; /**< by side */
  uint8_t rest;         /**< and the other side has at least so many of them */
  bool royal;           /**< the last of them are royal: they must not be left attacked */
} mr_fy_extinction;

/** Squares from which nobody has moved yet, which the castling field tells: gates. */
typedef struct mr_fy_gating {
  bool on;          /**< they are kept */
  bool enters;      /**< who leaves one may let a man from the hand in behind it */
  bool alone;       /**< men in hand enter in no other way: they are not dropped */
  uint8_t first[2]; /**< by side: the first cell of the rank on which they are */
} mr_fy_gating;

/** Captures that remove more than what they take: who captures, what is taken, and all men on the
 * squares beside. */
typedef struct mr_fy_blast {
  bool on;            /**< captures do so */
  uint64_t sheltered; /**< kinds that stay where they only stand beside (bit k) */
  uint64_t immune; /**< kinds that stay even where the capture is made; these are sheltered, too */
} mr_fy_blast;

/** Where the wall comes to stand that a side sets with its action. */
typedef enum mr_fy_wall_rule {
  MR_FY_WALLS_NONE,   /**< none is set */
  MR_FY_WALLS_STATIC, /**< anywhere, for good */
  MR_FY_WALLS_ARROW,  /**< where the man that has moved could go on to */
  MR_FY_WALLS_DUCK,   /**< anywhere else: there is one, which is carried about */
  MR_FY_WALLS_EDGE,   /**< at the edge of the board, or beside another */
  MR_FY_WALLS_PAST    /**< where the man has come from */
} mr_fy_wall_rule;

/** Squares that are blocked during a game. */
typedef struct mr_fy_walling {
  mr_fy_wall_rule rule;
  bool instead;        /**< a wall is set, or a man moved: not both */
  mr_fy_set region[2]; /**< where a side may set one */
  uint64_t petrified;  /**< kinds that become walls by capturing (bit k) */
  bool petrify_blown;  /**< and so does all that a blast removes besides */
} mr_fy_walling;

/** Whether both sides must not run out of the same. */
static inline bool mr_fy_needs_agree(const mr_fy_extinction *extinction) {
  const mr_fy_needs *white = &extinction->needs[0], *black = &extinction->needs[1];
  return white->kinds == black->kinds && white->group_count == black->group_count &&
         white->together == black->together && white->count == black->count;
}

/** Whether it matters how many a side has left of a kind of which it must not have too few: not
 * where those are few from the beginning, or all men together. */
static inline bool mr_fy_counts_kinds(const mr_fy_extinction *extinction) {
  const mr_fy_needs *needs = extinction->needs;
  bool several = false;
  for (unsigned side = 0; side < 2; side++) {
    bool spare = needs[side].group_count > 1 || needs[side].lone != needs[side].kinds;
    several = several || (!needs[side].together && needs[side].group_count > 0 && spare);
  }
  return extinction->value == MR_FY_LOSS && !extinction->royal && several;
}

/** The kinds that give their names to the groups: forms go with them. */
static inline uint64_t mr_fy_group_names(const mr_fy_needs *needs) {
  uint64_t names = 0;
  for (unsigned i = 0; i < needs->group_count; i++) {
    names |= needs->groups[i] & (~needs->groups[i] + 1u);
  }
  return names;
}

/** Squares that win when pieces stand on them. By side. */
typedef struct mr_fy_flag {
  uint64_t kinds[2]; /**< pieces that count (bit k); 0: no such rule for that side */
  mr_fy_set region[2];
  uint8_t count; /**< so many of them have to be there */
  bool reply;    /**< only if they still are after the other side's next move */
  bool race;     /**< with it: kings run, and only Black's may still draw by its next move */
} mr_fy_flag;

/** Ways that rows and paths go. */
enum {
  MR_FY_ALONG_RANKS = 1,
  MR_FY_ALONG_FILES = 2,
  MR_FY_ALONG_DIAGONALS = 4,
};

/** Men in a row, in a square, on a line, or on a path between two regions: they end the game. */
typedef struct mr_fy_connect {
  mr_fy_outcome value;    /**< for the side that has them; MR_FY_NOTHING: no such rule */
  uint64_t kinds;         /**< men that count (bit k) */
  uint8_t row;            /**< so many in a row, with nothing between them; 0: no such rule */
  uint8_t square;         /**< so many by so many; 0: no such rule */
  uint8_t line;           /**< so many on one line, whatever is between them; 0: no such rule */
  uint8_t ways;           /**< MR_FY_ALONG_RANKS ..., of rows, lines and paths */
  mr_fy_set region[2][2]; /**< by side: what its path joins; empty: no such rule */
} mr_fy_connect;

/** Where a piece may be dropped, by what stands there already. */
typedef enum mr_fy_drop_place {
  MR_FY_DROP_ANYWHERE,
  MR_FY_DROP_ON_TOP,     /**< on the lowest rank, or right above something */
  MR_FY_DROP_FROM_EDGE,  /**< where it comes to stand when it slides in from an edge */
  MR_FY_DROP_ENCLOSING,  /**< where a line of enemies begins that ends at an own piece */
  MR_FY_DROP_BESIDE_OWN, /**< beside an own piece, diagonally as well */
  MR_FY_DROP_APART       /**< not beside an enemy along a file or rank */
} mr_fy_drop_place;

/** Most checks that a side may have to give: the dialect writes them with one digit. */
#define MR_FY_CHECKS_MAX 9

/** By which rule moves are counted once men are few. */
typedef enum mr_fy_counting_rule {
  MR_FY_NO_COUNTING,
  MR_FY_MAKRUK_COUNTING,
  MR_FY_CAMBODIAN_COUNTING,
  MR_FY_ASEAN_COUNTING
} mr_fy_counting_rule;

/** Who is ahead has to mate in so many moves, by what it has left; else the game is drawn. */
typedef struct mr_fy_counting {
  mr_fy_counting_rule rule;
  uint64_t pawns, rooks, khons, knights; /**< kinds that the limit depends on (bit k) */
  bool keeps_idle; /**< a promotion need not be progress: the count of that is never forgotten */
} mr_fy_counting;

/** Leaps of kings and of men like ferses from gates, one each, as long as they have not moved. */
typedef struct mr_fy_leaps {
  bool on;
  uint64_t kings, ferses; /**< who leaps (bit k) */
  uint64_t rooks; /**< who takes the leap from a king by moving to its file or rank (bit k) */
} mr_fy_leaps;

/** Squares that the definition names for people; no rule speaks of them by this name. */
typedef struct mr_fy_named {
  const char *name; /**< "territory" */
  unsigned owner;   /**< a side, or ::MR_FY_BOTH */
  mr_fy_set cells;  /**< never empty */
} mr_fy_named;

/** What repetition does. */
typedef enum mr_fy_fold_value {
  MR_FY_FOLD_DRAW,
  MR_FY_FOLD_MOVER_LOSES, /**< the one who brings the position about */
  MR_FY_FOLD_MOVER_WINS,
  MR_FY_FOLD_WHITE_LOSES,
  MR_FY_FOLD_BLACK_LOSES,
} mr_fy_fold_value;

/** Rules that events and ends refer to; mr_fy_game.rule_of has their place in the rules table. */
typedef enum mr_fy_feature {
  MR_FY_RULE_NONE,
  MR_FY_RULE_MOVE,   /**< how pieces move and capture */
  MR_FY_RULE_DOUBLE, /**< initial moves */
  MR_FY_RULE_LEAP,   /**< leaps from gates */
  MR_FY_RULE_EP,
  MR_FY_RULE_BLAST, /**< captures remove more than one man */
  MR_FY_RULE_WALL,  /**< squares are blocked during a game */
  MR_FY_RULE_PROMOTION,
  MR_FY_RULE_DROP,
  MR_FY_RULE_GATING, /**< pieces enter behind those that move for the first time */
  MR_FY_RULE_CASTLING,
  MR_FY_RULE_CHECKMATE,
  MR_FY_RULE_EXTINCTION, /**< Borderlands: surrender */
  MR_FY_RULE_FLAG,       /**< goals: conquest, the kirin's race */
  MR_FY_RULE_CHECKS,     /**< so many checks win */
  MR_FY_RULE_CONNECT,    /**< rows, squares, lines and paths */
  MR_FY_RULE_FULL,       /**< a board without empty squares */
  MR_FY_RULE_CASTLED,    /**< a castling wins, and its loss loses */
  MR_FY_RULE_STALEMATE,
  MR_FY_RULE_IDLE,      /**< so many plies without progress */
  MR_FY_RULE_COUNTING,  /**< so many plies since men are few */
  MR_FY_RULE_FOLD,      /**< repetition */
  MR_FY_RULE_PERPETUAL, /**< perpetual check */
  MR_FY_RULE_CHASE,     /**< perpetual chase */
  MR_FY_RULE_IMPASSE,
  MR_FY_RULE_TURN,      /**< split turns: the turn passes, a colour is skipped */
  MR_FY_RULE_HALF_DRAW, /**< split turns: a colour is frozen; two of them end the game */
  MR_FY_RULE_LENGTH,    /**< the guard on the length of any game */
  MR_FY_RULE_COUNT
} mr_fy_feature;

/** Chases (Xiangqi): the kinds that are judged in ways of their own, 0 for none. */
typedef struct mr_fy_chase {
  bool on; /**< who has chased one man all the while loses the fold, if nobody has checked so */
  uint8_t rook, horse, cannon, elephant, advisor, soldier;
  mr_fy_set crossed[2]; /**< where a soldier may be chased */
} mr_fy_chase;

/** How castling is written. */
typedef enum mr_fy_castling_text { MR_FY_KING_TO, MR_FY_KING_TAKES_PARTNER } mr_fy_castling_text;

/** Everything that a definition says, before tables are made of it. */
typedef struct mr_fy_rules {
  uint8_t files, ranks;
  unsigned cells;
  unsigned kind_count; /**< kinds 1 .. kind_count */
  mr_fy_kind kinds[MR_FY_KINDS_MAX + 1];
  unsigned hand_count;
  uint8_t hand_kind[MR_FY_HANDS_MAX];
  uint64_t held;       /**< kinds that a hand can come to hold (bit k); others are never dropped */
  uint64_t present[2]; /**< kinds that a side can come to have on the board */
  bool many_royals;    /**< a side has several royal pieces, or can come to */
  bool drops;          /**< hands are used at all */
  bool captures_to_hand; /**< captured pieces change sides */
  bool keep_promotion;   /**< they do so as they are (dropLoop) */
  mr_fy_gating gating;
  mr_fy_leaps leaps;
  bool immobility_illegal; /**< no piece may go where it could never move again */
  mr_fy_set walls;         /**< cells that are none, in the first position */
  bool must_capture;
  bool no_checks;      /**< no move may give check */
  bool no_drop_checks; /**< no drop may */
  bool kings_stay;     /**< who is in check moves no king but to take the one piece that attacks */
  uint64_t must_drop;  /**< who has one of these in hand (bit k) and can drop it has to */
  mr_fy_drop_place drop_place;
  mr_fy_set drop_first; /**< while one of these is empty, drops go there alone, wherever else */
  uint64_t halved;      /**< pieces (bit k) dropped half on dark and half on light squares */
  bool castles_dropped; /**< kings and partners that are dropped may castle */
  mr_fy_blast blast;
  mr_fy_walling walling;
  bool flying;                /**< royals must not face each other along an open file or rank */
  mr_fy_set ep_region[2];     /**< where captures in passing of a side may end */
  mr_fy_castling castling[4]; /**< K Q k q: White's towards the last file, ... */
  mr_fy_castling_text castling_text;
  bool opposite_castling; /**< a castling takes that of the other side towards the same edge away */
  uint8_t castling_wins;  /**< castlings that win, bit i; a side that can make none of its own has
                               lost; 0: they are no goal, for that side */
  mr_fy_outcome checkmate, stalemate; /**< for the side to move */
  mr_fy_extinction extinction;
  mr_fy_flag flag;
  uint8_t checks[2]; /**< so many a side has to give at the start to win; 0: nobody counts them */
  mr_fy_connect connect;
  bool full_draws; /**< a board without an empty square is drawn */
  mr_fy_counting counting;
  unsigned idle_limit; /**< plies (split: turns) without progress, 0: none */
  bool idle_resets_on_promotion;
  bool idle_resets_on_drop;
  bool idle_lasting_only; /**< moves that can be taken straight back do not reset it */
  unsigned fold;          /**< occurrences, 0: none */
  mr_fy_fold_value fold_value;
  bool perpetual; /**< who has checked all the while loses the fold */
  mr_fy_chase chase;
  uint64_t pseudo_royals; /**< without royals: kinds whose last is "checked" */
  bool impasse;           /**< dead positions are drawn at once */
  bool split;             /**< a turn is one move on each colour */
  bool split_first_dark;  /**< the first turn is a single move on dark */
  bool draws_first;       /**< repetition and idleness are judged before a lack of moves (BL-22) */
  unsigned length_limit;  /**< actions after which any game is drawn */
  unsigned named_count;
  mr_fy_named named[MR_FY_NAMED_MAX];
  bool passes_ep_text;                      /**< e.p. is written as passed and victim square */
  const char *rule_ids[MR_FY_RULE_COUNT];   /**< "BL-15", "" where the definition names none */
  const char *rule_texts[MR_FY_RULE_COUNT]; /**< one sentence; NULL: not in force */
} mr_fy_rules;

/** Rings of the history. */
static inline unsigned mr_fy_history_slots(const mr_fy_rules *rules) {
  return rules->split || rules->chase.on ? 2 : 1;
}

/** Kinds that are royal for one side or the other, as bits. */
static inline uint64_t mr_fy_royal_kinds(const mr_fy_rules *rules) {
  uint64_t kinds = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    bool royal = rules->kinds[i].royal[0] || rules->kinds[i].royal[1];
    kinds |= royal ? UINT64_C(1) << i : 0;
  }
  return kinds;
}
/** Whether a code is a piece of a side and of one of the kinds. */
static inline bool mr_fy_is_one_of(unsigned code, unsigned side, uint64_t kinds) {
  return code > MR_FY_WALL && MR_FY_SIDE(code) == side && (kinds >> MR_FY_KIND(code) & 1u) != 0;
}
/** How many pieces of a side and of some kinds stand on a board. */
static inline unsigned mr_fy_count_on(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                                      uint64_t kinds) {
  unsigned count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    count += mr_fy_is_one_of(board[cell], side, kinds);
  }
  return count;
}
/** Whether a side has as many of a form on a board as may stand there for another to be made. */
static inline bool mr_fy_has_enough(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                                    unsigned form) {
  const mr_fy_kind *kind = &rules->kinds[form];
  return kind->form_limit > 0 &&
         mr_fy_count_on(rules, board, side, kind->alike) >= kind->form_limit;
}
/** The kinds that are royal for a side on a board: with extinctionPseudoRoyal also those of which
 * it cannot do without one more. */
static inline uint64_t mr_fy_royals_on(const mr_fy_rules *rules, const uint8_t *board,
                                       unsigned side) {
  const mr_fy_needs *needs = &rules->extinction.needs[side];
  uint64_t kinds = 0;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    kinds |= rules->kinds[i].royal[side] ? UINT64_C(1) << i : 0;
  }
  for (unsigned i = 0; rules->extinction.royal && i < needs->group_count; i++) {
    unsigned count = mr_fy_count_on(rules, board, side, needs->groups[i]);
    kinds |= count <= needs->count + 1u ? needs->groups[i] : 0;
  }
  return kinds;
}
static inline bool mr_fy_may_become(const mr_fy_kind *kind, unsigned side, unsigned form) {
  return memchr(kind->promotions[side], (int)form, kind->promotion_count[side]) != NULL;
}
/** Whether pieces of a side can become the kind. */
static inline bool mr_fy_is_form(const mr_fy_rules *rules, unsigned kind, unsigned side) {
  bool found = false;
  for (unsigned i = 1; i <= rules->kind_count && !found; i++) {
    found = mr_fy_may_become(&rules->kinds[i], side, kind);
  }
  return found;
}
/** Whether men in hand are dropped on squares of their own choice. */
static inline bool mr_fy_drops(const mr_fy_rules *rules) {
  return rules->drops && !rules->gating.alone;
}
/** Whether one piece wins by reaching a goal. */
static inline bool mr_fy_one_wins(const mr_fy_flag *flag) {
  return (flag->kinds[0] | flag->kinds[1]) != 0 && flag->count == 1;
}
/** Whether who gives check so many times has won. */
static inline bool mr_fy_counts_checks(const mr_fy_rules *rules) {
  return rules->checks[MR_FY_WHITE] != 0;
}
/** Whether rows, squares, lines or paths end the game. */
static inline bool mr_fy_connects(const mr_fy_rules *rules) {
  return rules->connect.value != MR_FY_NOTHING;
}
/** Whether moves are counted once men are few. */
static inline bool mr_fy_counts_moves(const mr_fy_rules *rules) {
  return rules->counting.rule != MR_FY_NO_COUNTING;
}
static inline bool mr_fy_castles(const mr_fy_rules *rules) {
  return rules->castling[0].allowed || rules->castling[1].allowed || rules->castling[2].allowed ||
         rules->castling[3].allowed;
}
/** The castling among `rights` that begins on these squares, or NULL. */
static inline const mr_fy_castling *mr_fy_castling_from(const mr_fy_rules *rules, unsigned rights,
                                                        unsigned king, unsigned partner) {
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *c = &rules->castling[i];
    if (rights >> i & 1 && c->allowed && c->king_from == king && c->partner_from == partner) {
      return c;
    }
  }
  return NULL;
}

/** The board on which ways are looked at: a piece in the middle sees as far as on any board. */
#define MR_FY_CANVAS 15
#define MR_FY_MIDDLE 7

/** Gives the trails of a code from the middle of the canvas. */
static inline void mr_fy_walk_canvas(const mr_fy_rules *rules, unsigned code, mr_trail_fn give,
                                     void *context) {
  mr_betza_origin origin = {MR_FY_CANVAS, MR_FY_CANVAS, MR_FY_MIDDLE, MR_FY_MIDDLE,
                            MR_FY_SIDE(code) == MR_FY_BLACK};
  mr_betza_walk(rules->kinds[MR_FY_KIND(code)].betza, &origin, give, context);
}
/** Gives the trails of a code from a cell of the board. */
static inline void mr_fy_walk(const mr_fy_rules *rules, unsigned code, unsigned cell,
                              mr_trail_fn give, void *context) {
  mr_betza_origin origin = {rules->files, rules->ranks, (uint8_t)(cell % rules->files),
                            (uint8_t)(cell / rules->files), MR_FY_SIDE(code) == MR_FY_BLACK};
  mr_betza_walk(rules->kinds[MR_FY_KIND(code)].betza, &origin, give, context);
}
static inline unsigned mr_fy_step_cell(const mr_fy_rules *rules, const mr_trail_step *step) {
  return (unsigned)step->rank * rules->files + step->file;
}

struct mr_fy_game;

/* ---- the compiled game ----------------------------------------------------------------------- */

/**
 * A way to represent sets on boards up to a size, compiled once for each size and processor: the
 * operations that play, and what makes their tables.
 */
typedef struct mr_fy_core {
  unsigned words; /**< 64-bit words of a set */
  /** Makes game->tables of game->rules, in the game's arena, and fills the layout. */
  mr_status (*build)(struct mr_fy_game *game);
  /**
   * Makes everything of a state that follows from its board, hands and header: sets, keys, history
   * and, where the game has ended by what stands on the board, the end. For readers of texts.
   */
  void (*derive)(const struct mr_fy_game *game, mr_state *state);
  /** Whether a piece of `by` attacks `cell`. */
  bool (*attacked)(const struct mr_fy_game *game, const mr_state *state, unsigned cell,
                   unsigned by);
  /** Whether a royal of `side` is attacked. */
  bool (*in_check)(const struct mr_fy_game *game, const mr_state *state, unsigned side);
  /** Drops an e.p. right that no legal capture can use; for readers of texts, after derive. */
  void (*trim_ep)(const struct mr_fy_game *game, mr_state *state);
} mr_fy_core;

/** The compiled game. */
typedef struct mr_fy_game {
  mr_game base; /**< first: a mr_game is this */
  mr_fy_rules rules;
  const mr_fy_core *core;
  void *tables;       /**< the core's own */
  size_t sets_offset; /**< in a state: one set for each code; codes 0 and 1 are the sides' pieces */
  size_t history_offset; /**< in a state: mr_fy_game.history_size keys, twice in split games;
                              with chases as many moves as keys behind them */
  unsigned history_size; /**< a power of two */
  unsigned code_count;   /**< codes are below this */
  mr_rule_index rule_of[MR_FY_RULE_COUNT];
  mr_rule_index promotion_rule[MR_FY_KINDS_MAX + 1]; /**< by which a kind promotes */
  const mr_fy_set *reach; /**< [code]: where it can ever stand; NULL before mr_fy_reach_init */
  const struct mr_view_moves *moves; /**< [code]: for tiles; NULL before mr_fy_moves_init */
} mr_fy_game;

/** Game over: why, and for whom. */
enum { MR_FY_WHITE_WINS, MR_FY_BLACK_WINS, MR_FY_DRAWN, MR_FY_UNDECIDED };

/** A right to capture in passing. Both are MR_FY_NO_CELL when there is none. */
typedef struct mr_fy_ep {
  uint16_t passed; /**< the empty square that a piece has stepped over */
  uint16_t victim; /**< where that piece stands now */
} mr_fy_ep;

/**
 * One situation. Behind the header: board[cells] (codes), then sets and history at the offsets of
 * the game. What is derived (sets, keys, history) is made by mr_fy_core.derive.
 */
typedef struct mr_fy_state {
  uint64_t key;           /**< hash; see mr_game_hash */
  uint64_t colour_key[2]; /**< split games: of the pieces on each colour */
  mr_fy_ep ep[2];         /**< [0]; in split games by colour */
  uint32_t length;        /**< actions since the start or since the text that was read */
  uint32_t number;        /**< move number of the FEN, from 1, one more after each turn of Black */
  uint16_t idle;          /**< plies (split: turns) without progress */
  uint16_t counted;       /**< plies counted since men are few ... */
  uint16_t count_limit;   /**< ... of so many, behind which the game is drawn; 0: not counting */
  uint16_t seen[2];       /**< keys of the history that count; [1] in split games for
                              light, with chases the moves that are kept */
  uint16_t head[2];       /**< where the next key goes */
  uint16_t gates[2];      /**< by side: bit f for file f of its rank: nobody has moved from there */
  uint16_t leapers[2];    /**< those of the gates from which somebody may still leap */
  uint8_t side;           /**< to move */
  uint8_t rights;         /**< castling: bit i for mr_fy_rules.castling[i] */
  uint8_t owed;           /**< split: bit c, colour c still owed in this turn */
  uint8_t begun;          /**< split: an action of this turn has been made */
  uint8_t frozen;         /**< split: bit c, colour c ended by a half-draw */
  uint8_t end;            /**< mr_fy_feature that ended the game, or 0 */
  uint8_t winner;         /**< MR_FY_WHITE_WINS ..; MR_FY_UNDECIDED while it goes on */
  uint8_t checks[2];      /**< where they are counted: so many more of a side win */
  uint8_t hand[2][MR_FY_HANDS_MAX];
} mr_fy_state;

/** The plies without progress of a position in which men are counted: none where it is the count
 * that will end the game, as texts have room for one number alone. */
static inline uint16_t mr_fy_idle_while_counting(const mr_fy_rules *rules, const mr_fy_state *state,
                                                 unsigned idle) {
  int left = (int)rules->idle_limit - (int)idle;
  int count_left = (int)state->count_limit - (int)state->counted + 1;
  bool matters = rules->idle_limit > 0 && (left <= count_left || rules->counting.keeps_idle);
  return (uint16_t)(matters ? idle : 0);
}
/** The same where a text does not say: as many as were counted, but never so many that they would
 * have ended the game. */
static inline uint16_t mr_fy_usual_idle(const mr_fy_rules *rules, const mr_fy_state *state) {
  unsigned idle = state->counted < rules->idle_limit ? state->counted : 0;
  return mr_fy_idle_while_counting(rules, state, idle);
}

static inline const mr_fy_game *mr_fy_game_of(const mr_game *game) {
  return (const mr_fy_game *)(const void *)game;
}
static inline mr_fy_state *mr_fy_state_of(mr_state *state) {
  return (mr_fy_state *)(void *)state;
}
static inline const mr_fy_state *mr_fy_state_of_const(const mr_state *state) {
  return (const mr_fy_state *)(const void *)state;
}
/** How many pieces of a kind a side has in hand. */
static inline unsigned mr_fy_held(const mr_fy_rules *rules, const mr_fy_state *state, unsigned kind,
                                  unsigned side) {
  return rules->kinds[kind].droppable ? state->hand[side][rules->kinds[kind].hand] : 0;
}
/** Whether a cell is a gate of a side's. */
static inline bool mr_fy_is_gate(const mr_fy_rules *rules, const mr_fy_state *state, unsigned side,
                                 unsigned cell) {
  unsigned file = cell - rules->gating.first[side];
  return file < rules->files && (state->gates[side] >> file & 1u) != 0;
}
/** Whether a man of a slot of the hands may enter on a cell, where there is a gate. */
static inline bool mr_fy_may_enter(const mr_fy_rules *rules, const mr_fy_state *state,
                                   unsigned side, unsigned slot, unsigned cell) {
  const mr_fy_kind *kind = &rules->kinds[rules->hand_kind[slot]];
  return state->hand[side][slot] > 0 && mr_fy_set_has(&kind->drop_region[side], cell);
}
/** The codes of the cells. */
static inline uint8_t *mr_fy_board(mr_state *state) {
  return (uint8_t *)(void *)state + sizeof(mr_fy_state);
}
static inline const uint8_t *mr_fy_board_const(const mr_state *state) {
  return (const uint8_t *)(const void *)state + sizeof(mr_fy_state);
}
/** 0 dark, 1 light; a1 is dark. */
static inline unsigned mr_fy_colour(const mr_fy_rules *rules, unsigned cell) {
  return (cell / rules->files + cell % rules->files) & 1;
}

/** Adds a cell some files and ranks ahead, if the board has it. */
static inline void mr_fy_add_ahead(const mr_fy_rules *rules, unsigned side, unsigned cell,
                                   int files, int ranks, mr_fy_set *out) {
  int file = (int)(cell % rules->files) + files;
  int rank = (int)(cell / rules->files) + (side == MR_FY_WHITE ? ranks : -ranks);
  if (file >= 0 && file < (int)rules->files && rank >= 0 && rank < (int)rules->ranks) {
    mr_fy_set_add(out, (unsigned)rank * rules->files + (unsigned)file);
  }
}
/** Where a man leaps to from a gate: a king two files aside and a rank ahead, a fers two ranks
 * ahead. Empty for all others. */
static inline mr_fy_set mr_fy_leaps_from(const mr_fy_rules *rules, unsigned code, unsigned cell) {
  mr_fy_set cells = {{0}};
  unsigned side = MR_FY_SIDE(code);
  if (!rules->leaps.on || cell - rules->gating.first[side] >= rules->files) {
    return cells;
  }
  if (rules->leaps.kings >> MR_FY_KIND(code) & 1u) {
    mr_fy_add_ahead(rules, side, cell, 2, 1, &cells);
    mr_fy_add_ahead(rules, side, cell, -2, 1, &cells);
  }
  if (rules->leaps.ferses >> MR_FY_KIND(code) & 1u) {
    mr_fy_add_ahead(rules, side, cell, 0, 2, &cells);
  }
  return mr_fy_set_and(cells, rules->kinds[MR_FY_KIND(code)].mobility[side]);
}

/* ---- actions --------------------------------------------------------------------------------- */

/**
 * An action's type, and the layout of all its bits: 0-7 from (of a drop: the kind), 8-15 to, 16-21
 * the kind it becomes (0: none), 22-24 the type. Where actions set walls 25-31 is where; where men
 * enter by gates 25-29 is who enters through the one that is left (its place in the hands, from 1;
 * 0: nobody), and 30 whether that is the gate of the castling partner. No game has both.
 */
typedef enum mr_fy_type {
  MR_FY_STEP,   /**< a move, a capture, with a form a promotion */
  MR_FY_DOUBLE, /**< an initial move that gives a right to capture in passing */
  MR_FY_EP,     /**< a capture in passing */
  MR_FY_DROP,
  MR_FY_CASTLE, /**< from the king to the partner's square */
  MR_FY_BLOCK,  /**< a wall and no move; from and to are the side's first man, as it is written */
  MR_FY_TYPE_COUNT
} mr_fy_type;

static inline mr_action mr_fy_action(mr_fy_type type, unsigned from, unsigned to, unsigned form) {
  return (mr_action)(from | to << 8 | form << 16 | (unsigned)type << 22);
}
static inline unsigned mr_fy_from(mr_action action) {
  return action & 0xFF;
}
static inline unsigned mr_fy_to(mr_action action) {
  return action >> 8 & 0xFF;
}
static inline unsigned mr_fy_form_of(mr_action action) {
  return action >> 16 & 0x3F;
}
static inline unsigned mr_fy_type_of(mr_action action) {
  return action >> 22 & 7;
}
/** Where it sets a wall; 0 as well where it sets none. */
static inline unsigned mr_fy_wall_of(mr_action action) {
  return action >> 25;
}
static inline mr_action mr_fy_with_wall(mr_action action, unsigned cell) {
  return (action & 0x1FFFFFFu) | (mr_action)cell << 25;
}
/** How what blocks a square is called. */
static inline const char *mr_fy_wall_name(const mr_fy_rules *rules) {
  return rules->walling.rule == MR_FY_WALLS_DUCK ? "duck" : "wall";
}
/** Whether an action of such a type sets a wall. */
static inline bool mr_fy_walls_with(const mr_fy_walling *walling, unsigned type) {
  return walling->rule != MR_FY_WALLS_NONE && (!walling->instead || type == MR_FY_BLOCK);
}
/** The same action with a man of a slot of the hands that enters. @param behind_partner at castling
 */
static inline mr_action mr_fy_entering(mr_action action, unsigned slot, bool behind_partner) {
  return (mr_action)(action | (slot + 1u) << 25 | (unsigned)behind_partner << 30);
}
/** Whether a man enters through a gate. */
static inline bool mr_fy_enters(const mr_fy_rules *rules, mr_action action) {
  return rules->gating.enters && (action >> 25 & 31) != 0;
}
/** Its slot of the hands. @pre one enters */
static inline unsigned mr_fy_entering_slot(mr_action action) {
  return (action >> 25 & 31) - 1u;
}
/** Where it enters. @pre one enters */
static inline unsigned mr_fy_entered_cell(mr_action action) {
  return action >> 30 & 1 ? mr_fy_to(action) : mr_fy_from(action);
}
/** The action without it. */
static inline mr_action mr_fy_without_entering(mr_action action) {
  return action & (((mr_action)1 << 25) - 1u);
}

/* ---- what the family's files give each other ------------------------------------------------- */

extern const mr_family mr_family_fairy;

#define MR_FY_CORE_SIZES 3 /**< cores for boards of 64, 128 and 256 cells */

/* The same, each for processors that gather bits in one instruction. */
extern const mr_fy_core mr_fy_core_w1, mr_fy_core_w2, mr_fy_core_w4;
extern const mr_fy_core mr_fy_core_w1_bmi2, mr_fy_core_w2_bmi2, mr_fy_core_w4_bmi2;
#ifdef MR_FEW_CORES /* builds that look for faults: the large core does the work of the middle one \
                     */
#define mr_fy_core_w2 mr_fy_core_w4
#define mr_fys_w2 mr_fys_w4
#endif

/** The core for a board of so many cells on this processor. */
const mr_fy_core *mr_fy_core_for(unsigned cells);
/**
 * All cores that can play on a board of so many cells on this processor, for tests.
 * @param out room for 2 * MR_FY_CORE_SIZES
 */
size_t mr_fy_cores_for(unsigned cells, const mr_fy_core **out);

/** Fills info.rules and rule_of from rules.rule_ids and rules.rule_texts. */
MR_NODISCARD mr_status mr_fy_rules_init(mr_fy_game *game);

/** Whether the ranks that a position's text begins with can be read, by rules that need not be
 * whole. */
mr_status mr_fy_parse_board(const mr_game *base, const char *text, size_t length, mr_error *err);

/* texts: state_text.c, action_text.c. Signatures of mr_game_ops. */
void mr_fy_format_state(const mr_game *base, const mr_state *opaque, mr_str *out);
mr_status mr_fy_parse_state(const mr_game *base, const char *text, size_t length, mr_state *out,
                            mr_error *err);
void mr_fy_format_action(const mr_game *base, const mr_state *opaque, mr_action action,
                         mr_str *out);
mr_status mr_fy_parse_action(const mr_game *base, const mr_state *state, const char *text,
                             size_t length, mr_action *out, mr_error *err);
extern const mr_notation_ops mr_fy_notation;
void mr_fy_cell_text(const mr_game *game, mr_cell cell, mr_str *out);
void mr_fy_piece_text(const mr_game *game, mr_piece piece, mr_str *out);
void mr_fy_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out);
/** Appends how a code is written in FEN: "+l", "K". */
void mr_fy_code_text(const mr_fy_rules *rules, unsigned code, mr_str *out);
/** For mr_game_info.max_state_text: no state text is longer. */
size_t mr_fy_state_text_max(const mr_fy_rules *rules);
/** Most pieces on the board and in both hands together; texts with more are refused. */
unsigned mr_fy_pieces_max(const mr_fy_rules *rules);

/* reach.c */
/** Fills game->reach; after base.start, before states are composed. */
MR_NODISCARD mr_status mr_fy_reach_init(mr_fy_game *game);
/** Whether pieces of a kind and side can ever be on the board. */
static inline bool mr_fy_is_used(const mr_fy_game *game, unsigned code) {
  return game->reach == NULL || !mr_fy_set_empty(&game->reach[code]);
}
/** Whether a piece may ever stand on a cell: within its region, and on a square it can come to. */
bool mr_fy_may_stand(const mr_fy_game *game, unsigned code, unsigned cell);
/** Whether a side has a kind in hand at the start, or may come to have it by a capture. */
bool mr_fy_can_be_held(const mr_fy_game *game, unsigned kind, unsigned side);

/* material.c */
extern const mr_material_ops mr_fy_material;

/* goals.c */
size_t mr_fy_goals(const mr_game *base, mr_goal *out);

/* pictures: page/moves.c, view.c, page*.c */
/** Fills game->moves. */
MR_NODISCARD mr_status mr_fy_moves_init(mr_fy_game *game);
mr_status mr_fy_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, struct mr_view *out);
mr_status mr_fy_page(const mr_game *base, struct mr_doc *doc);

/* core/core.c: what is the same for all cores */
void mr_fy_score(const mr_game *base, const mr_state *opaque, uint8_t *out);
mr_rule_index mr_fy_ended_by(const mr_game *base, const mr_state *opaque);

#endif
