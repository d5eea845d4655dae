/**
 * @file fairy.h
 * The chess-like family: two sides, one board, pieces that move by Betza's notation, hands,
 * regions, promotion, royals, goals. This header is the family's own vocabulary: the rules as a
 * definition says them (rules.h), the compiled game, the state, actions.
 */
#ifndef MARCHER_RULES_FAIRY_FAIRY_H
#define MARCHER_RULES_FAIRY_FAIRY_H

#include <marcher/betza.h>
#include <marcher/family.h>
#include <marcher/game.h>
#include <string.h>

#include "rules/fairy/rules.h"

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

/** A right to capture in passing. Both squares are MR_FY_NO_CELL when there is none. */
typedef struct mr_fy_ep {
  uint16_t passed; /**< the empty square that a piece has stepped over */
  uint16_t victim; /**< where that piece stands now */
  uint16_t also;   /**< another that it has stepped over, above `passed` in number; 0: none */
} mr_fy_ep;

/** Whether a piece can be taken on a cell by a right. */
static inline bool mr_fy_ep_on(const mr_fy_ep *ep, unsigned cell) {
  return ep->passed == cell || (ep->also != 0 && ep->also == cell);
}
/** Adds a square to those of a right, which keeps its victim. */
static inline void mr_fy_ep_add(mr_fy_ep *ep, unsigned cell) {
  if (ep->passed == MR_FY_NO_CELL) {
    ep->passed = (uint16_t)cell;
    return;
  }
  unsigned first = ep->passed;
  ep->passed = (uint16_t)(cell < first ? cell : first);
  ep->also = (uint16_t)(cell < first ? first : cell);
}

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
  uint8_t rights;         /**< castling: bit i for mr_fy_rules.castling[4 * pairs[i] + i] */
  uint8_t owed;           /**< split: bit c, colour c still owed in this turn */
  uint8_t begun;          /**< split: an action of this turn has been made */
  uint8_t frozen;         /**< split: bit c, colour c ended by a half-draw */
  uint8_t end;            /**< mr_fy_feature that ended the game, or 0 */
  uint8_t winner;         /**< MR_FY_WHITE_WINS ..; MR_FY_UNDECIDED while it goes on */
  uint8_t passed;         /**< passes just before, one after the other: the second ends the game */
  uint8_t checks[2];      /**< where they are counted: so many more of a side win */
  uint8_t pairs[4];       /**< by right: from which files; 0 where there is no such right */
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
/** How many pieces of a kind a side has in hand; none where drops come from nowhere. */
static inline unsigned mr_fy_held(const mr_fy_rules *rules, const mr_fy_state *state, unsigned kind,
                                  unsigned side) {
  bool holds = rules->kinds[kind].droppable && !rules->free_drops;
  return holds ? state->hand[side][rules->kinds[kind].hand] : 0;
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
/** The castling that a right of a state is about, or would be. @param right 0 .. 3: K Q k q */
static inline const mr_fy_castling *mr_fy_castling_at(const mr_fy_rules *rules,
                                                      const mr_fy_state *state, unsigned right) {
  return &rules->castling[4u * state->pairs[right] + right];
}
/** The number of the four among which is the castling of a right that begins on two squares;
 * castling_pairs where there is none. */
static inline unsigned mr_fy_pair_of(const mr_fy_rules *rules, unsigned right, unsigned king,
                                     unsigned partner) {
  unsigned pair = 0;
  for (; pair < rules->castling_pairs; pair++) {
    const mr_fy_castling *c = &rules->castling[4 * pair + right];
    if (c->allowed && c->king_from == king && c->partner_from == partner) {
      break;
    }
  }
  return pair;
}
/** Which of the four a castling is. */
static inline unsigned mr_fy_right_of(const mr_fy_rules *rules, const mr_fy_castling *castling) {
  return (unsigned)(castling - rules->castling) & 3u;
}
/** The castling of a state, among some rights, that begins on these squares, or NULL. */
static inline const mr_fy_castling *mr_fy_castling_from(const mr_fy_rules *rules,
                                                        const mr_fy_state *state, unsigned rights,
                                                        unsigned king, unsigned partner) {
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(rules, state, i);
    if (rights >> i & 1 && c->allowed && c->king_from == king && c->partner_from == partner) {
      return c;
    }
  }
  return NULL;
}
/** Takes rights from a state. */
static inline void mr_fy_take_right(mr_fy_state *state, unsigned right) {
  state->rights &= (uint8_t) ~(1u << right);
  state->pairs[right] = 0;
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
  MR_FY_PASS,   /**< nothing moves; from and to are the square that it is written with */
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
/** Whether no piece goes from a square to one where another may stand: a drop, castling, a pass. */
static inline bool mr_fy_takes_nothing(unsigned type) {
  return type >= MR_FY_DROP;
}
/** The square that a pass is written with, twice: the king's, or that of the side's first piece;
 * MR_FY_NO_CELL where it has none. */
static inline unsigned mr_fy_pass_cell(const mr_fy_rules *rules, const uint8_t *board,
                                       unsigned side) {
  unsigned first = MR_FY_NO_CELL;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (rules->king != 0 && board[cell] == MR_FY_CODE(rules->king, side)) {
      return cell;
    }
    if (first == MR_FY_NO_CELL && board[cell] > MR_FY_WALL && MR_FY_SIDE(board[cell]) == side) {
      first = cell;
    }
  }
  return first;
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

/* compile/sentences.c */
/** Whether men of a kind and side capture in passing, and the other side has men that pass. */
bool mr_fy_may_take_ep(const mr_fy_rules *rules, unsigned kind, unsigned side);

/* material.c */
extern const mr_material_ops mr_fy_material;

/* goals.c */
size_t mr_fy_goals(const mr_game *base, mr_goal *out);

/** Royals in check, and men whose loss decides while there are few of them (nearness.c). */
void mr_fy_threats(const mr_game *base, const mr_state *state, mr_events *out);

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
