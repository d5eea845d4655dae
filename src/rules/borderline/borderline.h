/**
 * @file borderline.h
 * Borderline GPT: pip connection with dice. The compiled game, its state and the few operations
 * that the family's own search shares with its rules.
 *
 * Vocabulary: a *pattern* is nine bits, three octal digits, top row first, in each digit left = 4,
 * middle = 2, right = 1 (BD-16). *Red* is player 0 and lives in row 0, *Blue* is player 1 and lives
 * in the last row. A *contact* is a pair of facing filled pips on the common edge of two
 * neighbouring squares (BD-7).
 *
 * @source docs/rules/borderline.md, BD-1 to BD-17
 */
#ifndef MARCHER_RULES_BORDERLINE_BORDERLINE_H
#define MARCHER_RULES_BORDERLINE_BORDERLINE_H

#include <marcher/family.h>
#include <marcher/game.h>

struct mr_picture;
struct mr_view_piece;

#define MR_BD_COLUMNS_MAX 26
#define MR_BD_ROWS_MAX 26
#define MR_BD_CELLS_MAX (MR_BD_COLUMNS_MAX * MR_BD_ROWS_MAX)
#define MR_BD_PIECES_MAX 100
#define MR_BD_PATTERNS 512
#define MR_BD_KINDS 196 /**< patterns that BD-2 allows */
#define MR_BD_PARTS 4   /**< of a piece, at most: its corners */
#define MR_BD_RED 0
#define MR_BD_BLUE 1
#define MR_BD_DRAWN 2

/** Directions in the order of BD-9; opposite(d) == 3 - d. */
enum { MR_BD_UP, MR_BD_LEFT, MR_BD_RIGHT, MR_BD_DOWN, MR_BD_DIRECTIONS };

/** A square: 0 when empty, else the pattern with the owner in bit 9. */
typedef uint16_t mr_bd_square;
#define MR_BD_OWNER_SHIFT 9
#define MR_BD_PATTERN(square) ((unsigned)(square)&0x1FFu)
#define MR_BD_OWNER(square) ((unsigned)(square) >> MR_BD_OWNER_SHIFT)
#define MR_BD_SQUARE(owner, pattern) \
  ((mr_bd_square)((unsigned)(pattern) | (unsigned)(owner) << MR_BD_OWNER_SHIFT))

/** Twelve bits: the pips on the four edges, three bits a direction (up in bits 0-2). */
typedef uint16_t mr_bd_edges;
static inline unsigned mr_bd_edge(unsigned edges, unsigned direction) {
  return edges >> (3 * direction) & 7u;
}

typedef enum mr_bd_phase {
  MR_BD_DEAL,  /**< hands are being dealt: chance */
  MR_BD_LOTS,  /**< who starts is drawn: chance */
  MR_BD_PLACE, /**< `side` places or passes: decision */
  MR_BD_DUEL,  /**< the first pending duel is rolled: chance */
  MR_BD_OVER
} mr_bd_phase;

/** How a game ended; each has its entry in the rules table. */
typedef enum mr_bd_end {
  MR_BD_END_NONE,
  MR_BD_END_CONNECTION, /**< BD-12 */
  MR_BD_END_HANDS,      /**< BD-14, both hands empty */
  MR_BD_END_PASSES,     /**< BD-14, two passes in a row */
  MR_BD_END_PLIES       /**< BD-14, the ply cap */
} mr_bd_end;

/**
 * One situation. The arrays behind the header have sizes that the game gives:
 * squares[cells + 1], where the last is always empty and stands for everything off the board;
 * facing[2][cells + 1], for each player and square the pips of that player's pieces that face the
 * square from its four sides (so a pattern touches that player there iff edges & facing);
 * hand[2][hand_max], patterns ascending, unused places zero.
 */
typedef struct mr_bd_state {
  uint64_t sum; /**< hash of squares and hands, a sum so that hands need no order */
  uint16_t plies;
  uint16_t at;         /**< the attacker's square in MR_BD_DUEL */
  uint8_t pending;     /**< bit d: a duel in direction d is still to be fought */
  uint8_t phase;       /**< mr_bd_phase */
  uint8_t side;        /**< who places; in MR_BD_DUEL the attacker; in MR_BD_OVER who would place */
  uint8_t passes;      /**< in a row */
  uint8_t end;         /**< mr_bd_end */
  uint8_t winner;      /**< MR_BD_RED, MR_BD_BLUE or MR_BD_DRAWN; 0 before the end */
  uint16_t held[2];    /**< pieces in hand */
  uint16_t home[2];    /**< own pieces in the own home row */
  uint16_t far_row[2]; /**< own pieces in the opponent's home row */
  uint16_t words[];    /**< squares, facing, hands */
} mr_bd_state;

/** No state of any definition is larger, in bytes. */
#define MR_BD_STATE_MAX                                                             \
  (sizeof(mr_bd_state) +                                                            \
   2 * (3 * (MR_BD_CELLS_MAX + 1) + 2 * (MR_BD_PIECES_MAX + 2 * MR_BD_CELLS_MAX)) + \
   MR_STATE_ALIGN)

/** Tables that depend on patterns and switches only. */
typedef struct mr_bd_patterns {
  mr_bd_edges edges[MR_BD_PATTERNS];
  uint16_t canonical[MR_BD_PATTERNS]; /**< the form in which a pattern lies in a hand */
  uint8_t orbit_size[MR_BD_PATTERNS]; /**< ways to place a canonical pattern */
  uint16_t orbit[MR_BD_PATTERNS][8];
  /** The groups of connected pips that reach an edge, each as its edge pips; 0 behind the last
   *  (BD-13): under `linked` the whole piece is one. */
  mr_bd_edges parts[MR_BD_PATTERNS][MR_BD_PARTS];
} mr_bd_patterns;

typedef struct mr_bd_game {
  mr_game base;
  unsigned columns;
  unsigned rows;
  unsigned cells;
  unsigned pieces;
  unsigned hand_max;
  unsigned ply_cap;
  unsigned dice_sides;
  unsigned first; /**< MR_BD_RED, MR_BD_BLUE or MR_BD_DRAWN */
  bool strict;
  unsigned rotation; /**< 0 off, 1 quarter turns, 2 mirror images too */
  mr_fraction three_pip;
  uint16_t (*neighbour)[MR_BD_DIRECTIONS]; /**< `cells` stands for off the board */
  mr_bd_patterns patterns;
  mr_chance deals[MR_BD_KINDS]; /**< pattern (as an action) and weight */
  size_t deal_count;
  uint64_t deal_total;
} mr_bd_game;

/** The family's entry in the catalogue. */
extern const mr_family mr_family_borderline;
extern const mr_game_ops mr_bd_ops;
extern const mr_chance_ops mr_bd_chance;

/* ---- actions --------------------------------------------------------------------------------- */

/** Kinds of action, in the top bits of an mr_action. */
typedef enum mr_bd_action_kind {
  MR_BD_ACT_PLACE, /**< pattern and cell */
  MR_BD_ACT_PASS,
  MR_BD_ACT_DEAL, /**< pattern */
  MR_BD_ACT_LOTS, /**< player */
  MR_BD_ACT_DUEL, /**< 1: the attacker wins */
  MR_BD_ACT_DICE  /**< red die and blue die: a face of MR_BD_ACT_DUEL */
} mr_bd_action_kind;

static inline mr_action mr_bd_action(mr_bd_action_kind kind, unsigned low, unsigned high) {
  return (mr_action)kind << 24 | (mr_action)high << 9 | (mr_action)low;
}
static inline mr_bd_action_kind mr_bd_action_kind_of(mr_action action) {
  return (mr_bd_action_kind)(action >> 24);
}
/** Pattern, player, outcome or red die. */
static inline unsigned mr_bd_action_low(mr_action action) {
  return action & 0x1FFu;
}
/** Cell or blue die. */
static inline unsigned mr_bd_action_high(mr_action action) {
  return action >> 9 & 0x7FFFu;
}

/* ---- looking into states --------------------------------------------------------------------- */

static inline const mr_bd_game *mr_bd_game_of(const mr_game *game) {
  return (const mr_bd_game *)(const void *)game;
}
static inline const mr_bd_state *mr_bd_state_of(const mr_state *state) {
  return (const mr_bd_state *)(const void *)state;
}
static inline mr_bd_square *mr_bd_squares(mr_bd_state *state) {
  return state->words;
}
static inline const mr_bd_square *mr_bd_squares_const(const mr_bd_state *state) {
  return state->words;
}
static inline mr_bd_edges *mr_bd_facing(const mr_bd_game *game, mr_bd_state *state,
                                        unsigned player) {
  return state->words + (game->cells + 1) * (1 + player);
}
static inline const mr_bd_edges *mr_bd_facing_const(const mr_bd_game *game,
                                                    const mr_bd_state *state, unsigned player) {
  return state->words + (game->cells + 1) * (1 + player);
}
static inline uint16_t *mr_bd_hand(const mr_bd_game *game, mr_bd_state *state, unsigned player) {
  return state->words + (game->cells + 1) * 3 + game->hand_max * player;
}
static inline const uint16_t *mr_bd_hand_const(const mr_bd_game *game, const mr_bd_state *state,
                                               unsigned player) {
  return state->words + (game->cells + 1) * 3 + game->hand_max * player;
}
/** Index of the first cell of a player's home row. */
static inline unsigned mr_bd_home_cell(const mr_bd_game *game, unsigned player) {
  return player == MR_BD_RED ? 0 : game->cells - game->columns;
}

/* ---- the board (board.c, pattern.c) ---------------------------------------------------------- */

/** Bit d set for each direction in which `edges` meets `facing` (BD-7). */
unsigned mr_bd_contacts(mr_bd_edges edges, mr_bd_edges facing);

/** Puts a piece on an empty square; keeps facing, counts and hash. The hand is not touched. */
void mr_bd_put(const mr_bd_game *game, mr_bd_state *state, unsigned cell, mr_bd_square square);

/** Takes the piece off `cell` and returns it. */
mr_bd_square mr_bd_lift(const mr_bd_game *game, mr_bd_state *state, unsigned cell);

/** Adds a pattern (brought to canonical form) to a hand. @pre there is room */
void mr_bd_hand_add(const mr_bd_game *game, mr_bd_state *state, unsigned player, unsigned pattern);

/** Removes one piece of a canonical pattern from a hand. @pre it is there */
void mr_bd_hand_take(const mr_bd_game *game, mr_bd_state *state, unsigned player, unsigned pattern);

/**
 * Detects the end after a ply of `mover` (BD-12 if it was a placement, then BD-14 in its
 * order) and sets phase, end and winner. Does not change the side.
 */
void mr_bd_detect_end(const mr_bd_game *game, mr_bd_state *state, unsigned mover, bool placed);

/** Whether a player has a contiguous connection from row 0 to the last row (BD-12, BD-13). */
bool mr_bd_is_connected(const mr_bd_game *game, const mr_bd_state *state, unsigned player);

/** MR_OK, or MR_ERR_ILLEGAL and why `side` may not place the pattern there. */
mr_status mr_bd_placement_fault(const mr_bd_game *game, const mr_bd_state *state, unsigned pattern,
                                unsigned cell, mr_error *err);

/** Whether BD-2 allows the pattern: filled centre, a pip in every row. */
bool mr_bd_pattern_valid(unsigned pattern);

/** Fills the tables. `rotation` 0..2, `strict` as in the game. */
void mr_bd_patterns_init(mr_bd_patterns *patterns, unsigned rotation, bool strict);

/** Fills deals, deal_count and deal_total (BD-3). */
void mr_bd_deals_init(mr_bd_game *game);

size_t mr_bd_actions(const mr_game *base, const mr_state *opaque, mr_action *out);
bool mr_bd_legal(const mr_game *base, const mr_state *opaque, mr_action action);
uint64_t mr_bd_hash(const mr_game *base, const mr_state *opaque);
uint64_t mr_bd_rehash(const mr_game *base, const mr_state *opaque);

/* ---- texts and pictures (text.c, view.c, rules.c) -------------------------------------------- */

extern const char *const mr_bd_names[2]; /**< "Red", "Blue" */

void mr_bd_add_pattern(mr_str *out, unsigned pattern);
void mr_bd_add_cell(const mr_bd_game *game, mr_str *out, unsigned cell);
void mr_bd_format_action(const mr_game *base, const mr_state *state, mr_action action, mr_str *out);
mr_status mr_bd_parse_action(const mr_game *base, const mr_state *opaque, const char *text,
                             size_t length, mr_action *out, mr_error *err);
void mr_bd_format_state(const mr_game *base, const mr_state *opaque, mr_str *out);
mr_status mr_bd_parse_state(const mr_game *base, const char *text, size_t length, mr_state *out,
                            mr_error *err);
void mr_bd_cell_text(const mr_game *game, mr_cell cell, mr_str *out);
void mr_bd_piece_text(const mr_game *game, mr_piece piece, mr_str *out);
void mr_bd_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out);
mr_status mr_bd_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, struct mr_view *out);
mr_status mr_bd_page(const mr_game *base, struct mr_doc *doc);

/** How near both players are to joining their rows (nearness.c). */
void mr_bd_put_goals(struct mr_picture *picture, const mr_bd_game *game, const mr_bd_state *state);

/** What a side lacks on its cheapest road from row 0 to the last row. */
typedef struct mr_bd_lack {
  unsigned pieces;  /**< squares of the road without an own piece; 0: joined, or blocked */
  unsigned squares; /**< of the road, all of them; 0: blocked */
  unsigned held;    /**< pieces in hand */
  unsigned all;     /**< pieces in hand and on the board: those that fall come back (BD-11) */
  bool blocked;     /**< its own pieces are in the way of every road */
  bool hopeless;    /**< a road needs more pieces than there are */
} mr_bd_lack;

/** Pieces that a side has and will have: none is ever lost, and hands may still be dealt. */
unsigned mr_bd_pieces_of(const mr_bd_game *game, const mr_bd_state *state, unsigned player);

/** Whether these are enough for a road, which takes a piece in each row. */
bool mr_bd_can_join(const mr_bd_game *game, const mr_bd_state *state, unsigned player);

mr_bd_lack mr_bd_lack_of(const mr_bd_game *game, const mr_bd_state *state, unsigned player);

/** One piece as pictures show it; its label lives in the picture's arena. */
void mr_bd_show_piece(struct mr_picture *picture, const mr_bd_game *game, mr_bd_square square,
                      struct mr_view_piece *out);

/* ---- rules table ----------------------------------------------------------------------------- */

/** Indices into mr_game_info.rules. */
enum {
  MR_BD_RULE_NONE,
  MR_BD_RULE_BOARD,
  MR_BD_RULE_PIECE,
  MR_BD_RULE_DISTRIBUTION,
  MR_BD_RULE_HANDS,
  MR_BD_RULE_TURN,
  MR_BD_RULE_HOME,
  MR_BD_RULE_TOUCH,
  MR_BD_RULE_PASS,
  MR_BD_RULE_COMBAT,
  MR_BD_RULE_DUEL,
  MR_BD_RULE_RETURN,
  MR_BD_RULE_VICTORY,
  MR_BD_RULE_CONTIGUITY,
  MR_BD_RULE_END_HANDS,
  MR_BD_RULE_END_PASSES,
  MR_BD_RULE_END_PLIES,
  MR_BD_RULE_COUNT
};

/** Writes the table for this definition into the game's arena. */
mr_status mr_bd_rules_init(mr_bd_game *game);

#endif
