/**
 * @file rules.h
 * The rules of a chess-like game as its definition says them (mr_fy_rules), and the words for them:
 * sets of cells, kinds, castling, goals. What the compiled game and a state are: fairy.h.
 *
 * A *kind* is a sort of piece ("Horse"); its promoted form is a kind of its own. A *code* is a kind
 * with its owner, one byte on the board. White is side 0 and player 0; cells run along the ranks
 * from a1. A *colour* of the board is 0 for dark (a1) and 1 for light squares.
 */
#ifndef MARCHER_RULES_FAIRY_RULES_H
#define MARCHER_RULES_FAIRY_RULES_H

#include <marcher/betza.h>
#include <marcher/game.h>
#include <string.h>

#define MR_FY_SIDE_MAX 16                                 /**< files or ranks */
#define MR_FY_CELLS_MAX (MR_FY_SIDE_MAX * MR_FY_SIDE_MAX) /**< so a cell fits in a byte */
#define MR_FY_KINDS_MAX 63                                /**< numbered from 1 */
#define MR_FY_CODES 128                                   /**< codes are below this */
#define MR_FY_HANDS_MAX 24                                /**< kinds that can be in a hand */
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
  char letter;              /**< upper case; a promoted form without a letter has its base's */
  bool plus;                /**< written with '+': the promoted form of `base` */
  bool tilde;               /**< written with its letter and '~': a `base` that has become this, and
                                 becomes a `base` again when it is captured (capturesToHand) */
  bool lent;                /**< some promoted form moves as this: it need not be a man itself */
  uint8_t base;             /**< the kind that a plus or tilde form was; itself otherwise */
  const char *name;         /**< for people: "Horse", "promoted Horse" */
  const char *text;         /**< its Betza text */
  const mr_betza *betza;    /**< the same, parsed */
  const mr_betza *on_lines; /**< its further ways between squares of mr_fy_rules.lines; or NULL */
  uint8_t points;           /**< what it counts where points decide (MR_FY_TALLY_POINTS) */
  mr_fy_set mobility[2];    /**< where it may come to stand; all cells where nothing is said */
  mr_fy_set barred[2];      /**< where none of its moves ends although it attacks there: it would
                                 have to promote, and becomes nothing. It is dropped there, and
                                 comes there by capturing in passing */
  mr_fy_set initial[2];     /**< where the `i` parts of its movement count */
  bool triples;             /**< it moves as a pawn that has triple steps ... */
  mr_fy_set triple[2];      /**< ... from here */
  bool royal[2];            /**< must not be left attacked; never captured */
  bool resets[2];           /**< its moves and drops are progress (nMoveRuleTypes) */
  bool ep_as_capture[2];    /**< what it does not do without capturing captures in passing, too */
  bool takes_ep[2];         /**< may use the `e` parts of its movement, on mr_fy_rules.ep_region */
  uint8_t promotion_count[2];
  uint8_t promotions[2][MR_FY_PROMOTIONS_MAX]; /**< kinds it may become, in the order of listing */
  mr_fy_set promotion_zone[2];                 /**< by squares */
  const char *promotion_id;   /**< number of its own rule of promotion; NULL: that of all */
  const char *promotion_text; /**< its sentence; NULL where another kind's holds */
  bool promotion_compulsory;  /**< where it may promote, it must */
  bool promotion_on_leaving;  /**< a move that begins in the zone will do as well */
  bool promotion_by_ep;       /**< a capture in passing that ends in the zone will do as well */
  bool promotion_by_capture_only;
  uint8_t form_apart; /**< of a pawn: the one of its `promotions` that it takes on as other pieces
                           do theirs, by rules of their own; 0: all are alike ... */
  bool apart_on_leaving, apart_by_capture, apart_compulsory; /**< ... namely by these */
  bool sittuyin_promotion; /**< by an action of its own, from the zone, or from anywhere for the
                             last of its kind: where it stands, or where what it becomes would
                           attack */
  uint8_t form_limit;      /**< none is made while so many of `alike` stand there; 0: no limit */
  uint64_t alike;          /**< the kind and all that move as it, having become it (bit k) */
  uint64_t spares;         /**< kinds that it does not take: its like (bit k) */
  bool drop_may_not_mate;  /**< it may check by being dropped, but not mate */
  bool droppable;          /**< may be placed from the hand */
  uint8_t hand;            /**< index in hands, when droppable */
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
  bool claim;           /**< one more while it is the turn of who has too few: it may answer */
  bool royal;           /**< the last of them are royal: they must not be left attacked */
  bool duple;           /**< with it: nor all of them at once, however many there are */
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
  bool blocked;  /**< fewer will do where no room is left there */
  bool safe;     /**< only while no more than are needed can be lost: nobody attacks them; with
                      `reply` those need not wait */
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

/** Which of the other side's men change sides when one comes to a square. */
typedef enum mr_fy_flips {
  MR_FY_FLIPS_NONE,
  MR_FY_FLIPS_ENCLOSED, /**< those in a line between it and another own one */
  MR_FY_FLIPS_BESIDE,   /**< those beside it, diagonally as well */
  MR_FY_FLIPS_JOINED    /**< the same, but by a drop or a promotion only beside an own one */
} mr_fy_flips;

/** Who wins what would be drawn by repetition, idleness, stalemate, passes or a full board. */
typedef enum mr_fy_tally {
  MR_FY_TALLY_NONE, /**< nobody: it is drawn */
  MR_FY_TALLY_MEN,  /**< who has more men on the board */
  MR_FY_TALLY_WHITE,
  MR_FY_TALLY_BLACK,
  MR_FY_TALLY_POINTS /**< whose men count more, with one and a half more for Black */
} mr_fy_tally;

/** Half points that Black has besides those of its men, where points decide. */
#define MR_FY_HALF_POINTS_AHEAD 3u

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
  MR_FY_RULE_FLIP,  /**< men change sides where they stand */
  MR_FY_RULE_PROMOTION,
  MR_FY_RULE_DROP,
  MR_FY_RULE_GATING, /**< pieces enter behind those that move for the first time */
  MR_FY_RULE_CASTLING,
  MR_FY_RULE_SHUFFLE, /**< each game begins in another order */
  MR_FY_RULE_PASS,    /**< a side may pass its turn */
  MR_FY_RULE_BIKJANG, /**< kings that face each other: who passes then ends the game */
  MR_FY_RULE_CHECKMATE,
  MR_FY_RULE_EXTINCTION, /**< Borderlands: surrender */
  MR_FY_RULE_FLAG,       /**< goals: conquest, the kirin's race */
  MR_FY_RULE_CHECKS,     /**< so many checks win */
  MR_FY_RULE_CONNECT,    /**< rows, squares, lines and paths */
  MR_FY_RULE_FULL,       /**< a board without empty squares */
  MR_FY_RULE_CASTLED,    /**< a castling wins, and its loss loses */
  MR_FY_RULE_STALEMATE,
  MR_FY_RULE_IDLE,       /**< so many plies without progress */
  MR_FY_RULE_COUNTING,   /**< so many plies since men are few */
  MR_FY_RULE_FOLD,       /**< repetition */
  MR_FY_RULE_PERPETUAL,  /**< perpetual check */
  MR_FY_RULE_TO_AND_FRO, /**< who moves one man to and fro loses */
  MR_FY_RULE_CHASE,      /**< perpetual chase */
  MR_FY_RULE_IMPASSE,
  MR_FY_RULE_TURN,      /**< split turns: the turn passes, a colour is skipped */
  MR_FY_RULE_HALF_DRAW, /**< split turns: a colour is frozen; two of them end the game */
  MR_FY_RULE_TALLY,     /**< who wins what would be drawn */
  MR_FY_RULE_LENGTH,    /**< the guard on the length of any game */
  MR_FY_RULE_COUNT
} mr_fy_feature;

/** Chases (Xiangqi): the kinds that are judged in ways of their own, 0 for none. */
typedef struct mr_fy_chase {
  bool on; /**< who has chased one man all the while loses the fold, if nobody has checked so */
  uint8_t rook, horse, cannon, elephant, advisor, soldier;
  mr_fy_set crossed[2]; /**< where a soldier may be chased */
} mr_fy_chase;

/** Mates that count by the checks which have led to them (Shatar). */
typedef struct mr_fy_shatar {
  bool on;
  uint64_t shaks;   /**< one of the checks in a row has to be by one of these (bit k) ... */
  uint64_t knights; /**< ... and the mate not by these alone: who gives such a one has lost */
} mr_fy_shatar;

/** When a side may pass its turn, unless it is in check or has to capture. */
typedef enum mr_fy_passing { MR_FY_NEVER, MR_FY_ALWAYS, MR_FY_WITHOUT_MOVES } mr_fy_passing;

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
  bool free_drops;       /**< drops come from nowhere: every hand holds one of each kind for good */
  bool drop_promoted;    /**< what has a promoted form may be dropped as that */
  bool sittuyin_promotion; /**< some kind promotes by an action of its own */
  bool demotion;           /**< promoted forms become again what they were, as others promote */
  mr_fy_gating gating;
  mr_fy_leaps leaps;
  bool immobility_illegal; /**< no piece may go where it could never move again */
  mr_fy_set walls;         /**< cells that are none, in the first position */
  bool must_capture;
  uint8_t passing[2];  /**< by side: mr_fy_passing */
  uint8_t king;        /**< the kind of the key king, 0: none; who has one passes with it */
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
  mr_fy_flips flips;
  bool flying;      /**< royals must not face each other along an open file or rank */
  bool bikjang;     /**< kings that do have to be answered: the game ends if the mover passes */
  mr_fy_set lines;  /**< some men go along diagonals from one of these squares to another */
  uint64_t cannons; /**< Janggi cannons (bit k): no man leaps over one as they do, or takes one */
  mr_fy_set ep_region[2]; /**< where captures in passing of a side may end */
  /** K Q k q: White's towards the last file, ... Where castling begins on any files, behind these
   * the same four from all others: castling_pairs fours, of which a state tells by right. */
  const mr_fy_castling *castling;
  unsigned castling_pairs;
  bool any_files;            /**< castling begins where king and partner stand at the start */
  bool random_start;         /**< each game begins in another order */
  uint8_t castling_first[2]; /**< by side, the first cell of the rank on which it castles */
  uint8_t castling_from[2];  /**< [0] towards the last file: where partners are looked for first */
  mr_fy_castling_text castling_text;
  bool opposite_castling; /**< a castling takes that of the other side towards the same edge away */
  uint8_t castling_wins;  /**< castlings that win, bit i; a side that can make none of its own has
                               lost; 0: they are no goal, for that side */
  mr_fy_outcome checkmate, stalemate; /**< for the side to move */
  mr_fy_shatar shatar;
  bool stalemate_counts; /**< it is so for who has fewer men on the board, and for who has more
                              what it would be for the other side; a draw where they are as many */
  mr_fy_tally tally;
  mr_fy_extinction extinction;
  mr_fy_flag flag;
  uint8_t checks[2]; /**< so many a side has to give at the start to win; 0: nobody counts them */
  mr_fy_connect connect;
  bool full_draws; /**< a board without an empty square is drawn, or counted */
  mr_fy_counting counting;
  unsigned idle_limit; /**< plies (split: turns) without progress, 0: none */
  bool idle_resets_on_promotion;
  bool idle_resets_on_drop;
  bool idle_lasting_only; /**< moves that can be taken straight back do not reset it */
  unsigned fold;          /**< occurrences, 0: none */
  mr_fy_fold_value fold_value;
  bool perpetual;     /**< who has checked all the while loses the fold */
  bool no_to_and_fro; /**< who moves one man to and fro loses (moveRepetitionIllegal) */
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

/** Whether the moves that there have been are kept. */
static inline bool mr_fy_keeps_moves(const mr_fy_rules *rules) {
  return rules->chase.on || rules->no_to_and_fro || rules->shatar.on;
}
/** Rings of the history. */
static inline unsigned mr_fy_history_slots(const mr_fy_rules *rules) {
  return rules->split || mr_fy_keeps_moves(rules) ? 2 : 1;
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
/** Where a way of a kind counts that is for the beginning alone: the triple steps of pawns, their
 * only ways of three squares, have squares of their own. */
static inline const mr_fy_set *mr_fy_begins_on(const mr_fy_kind *kind, unsigned side,
                                               const mr_trail *trail) {
  return kind->triples && trail->length == 3 ? &kind->triple[side] : &kind->initial[side];
}
/** Whether a kind has a way from a cell. */
static inline bool mr_fy_has_way(const mr_fy_kind *kind, unsigned side, unsigned cell,
                                 const mr_trail *trail) {
  return !trail->initial || mr_fy_set_has(mr_fy_begins_on(kind, side, trail), cell);
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
/** Whether a kind is dropped: from a hand as it is, or as the promoted form of what is held. Its
 * `hand` tells the place in hands then. */
static inline bool mr_fy_is_dropped(const mr_fy_rules *rules, unsigned kind) {
  const mr_fy_kind *it = &rules->kinds[kind];
  return it->droppable || (rules->drop_promoted && it->plus && rules->kinds[it->base].droppable);
}
/** Whether one piece wins by reaching a goal. */
static inline bool mr_fy_one_wins(const mr_fy_flag *flag) {
  return (flag->kinds[0] | flag->kinds[1]) != 0 && flag->count == 1;
}
/** Whether a code is a Janggi cannon. */
static inline bool mr_fy_is_cannon(const mr_fy_rules *rules, unsigned code) {
  return code > MR_FY_WALL && (rules->cannons >> MR_FY_KIND(code) & 1u) != 0;
}
/** Whether who gives check so many times has won. */
static inline bool mr_fy_counts_checks(const mr_fy_rules *rules) {
  return rules->checks[MR_FY_WHITE] != 0;
}
/** Whether rows, squares, lines or paths end the game. */
static inline bool mr_fy_connects(const mr_fy_rules *rules) {
  return rules->connect.value != MR_FY_NOTHING;
}
/** Whether either side may pass its turn, so that two passes end the game. */
static inline bool mr_fy_both_pass(const mr_fy_rules *rules) {
  return rules->passing[0] != MR_FY_NEVER && rules->passing[1] != MR_FY_NEVER;
}
/** What an outcome is worth to the other side. */
static inline mr_fy_outcome mr_fy_reverse(mr_fy_outcome value) {
  return value == MR_FY_WIN ? MR_FY_LOSS : value == MR_FY_LOSS ? MR_FY_WIN : value;
}
/** Whether moves are counted once men are few. */
static inline bool mr_fy_counts_moves(const mr_fy_rules *rules) {
  return rules->counting.rule != MR_FY_NO_COUNTING;
}
static inline bool mr_fy_castles(const mr_fy_rules *rules) {
  return rules->castling[0].allowed || rules->castling[1].allowed || rules->castling[2].allowed ||
         rules->castling[3].allowed;
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
static inline void mr_fy_note_trail(void *context, const mr_trail *trail) {
  bool *found = context;
  *found = *found || trail->length > 0;
}
/** Whether some kind can move at all. */
static inline bool mr_fy_some_moves(const mr_fy_rules *rules) {
  bool found = false;
  for (unsigned i = 1; i <= rules->kind_count && !found; i++) {
    if (rules->kinds[i].betza != NULL) {
      mr_fy_walk_canvas(rules, MR_FY_CODE(i, MR_FY_WHITE), mr_fy_note_trail, &found);
    }
  }
  return found;
}
/** Whether men of one kind are dropped that cannot move, turn lines, and are counted at the end: as
 * in Reversi. */
static inline bool mr_fy_counts_lines(const mr_fy_rules *rules) {
  return rules->flips == MR_FY_FLIPS_ENCLOSED && rules->drops && rules->hand_count == 1 &&
         (rules->stalemate_counts || rules->tally == MR_FY_TALLY_MEN) && !mr_fy_some_moves(rules);
}
/** Who receives trails that lead along lines. */
typedef struct mr_fy_line_walk {
  const mr_fy_rules *rules;
  mr_trail_fn give;
  void *context;
} mr_fy_line_walk;

/** Gives on what is left of a trail that may stop on lines alone. */
static inline void mr_fy_keep_to_lines(void *context, const mr_trail *trail) {
  const mr_fy_line_walk *walk = (const mr_fy_line_walk *)context;
  mr_trail kept = *trail;
  kept.length = 0;
  for (unsigned i = 0; i < trail->length; i++) {
    mr_trail_step *step = &kept.steps[i];
    unsigned cell = (unsigned)step->rank * walk->rules->files + step->file;
    step->stop = mr_fy_set_has(&walk->rules->lines, cell) ? step->stop : 0;
    kept.length = step->stop != 0 ? (uint8_t)(i + 1) : kept.length;
  }
  if (kept.length > 0) {
    walk->give(walk->context, &kept);
  }
}
/** Gives the trails of a code from a cell of the board. */
static inline void mr_fy_walk(const mr_fy_rules *rules, unsigned code, unsigned cell,
                              mr_trail_fn give, void *context) {
  mr_betza_origin origin = {rules->files, rules->ranks, (uint8_t)(cell % rules->files),
                            (uint8_t)(cell / rules->files), MR_FY_SIDE(code) == MR_FY_BLACK};
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  mr_betza_walk(kind->betza, &origin, give, context);
  if (kind->on_lines != NULL && mr_fy_set_has(&rules->lines, cell)) {
    mr_fy_line_walk walk = {rules, give, context};
    mr_betza_walk(kind->on_lines, &origin, mr_fy_keep_to_lines, &walk);
  }
}
static inline unsigned mr_fy_step_cell(const mr_fy_rules *rules, const mr_trail_step *step) {
  return (unsigned)step->rank * rules->files + step->file;
}

#endif
