/**
 * @file warlord.h
 * The Warlord Games: wargames in which leaders order the units near them. The compiled game, its
 * state and the operations that the family's own search shares with its rules.
 *
 * Vocabulary: an *activation* is one order carried out: a move or an exchange; a *turn* is a run of
 * activations of one side, ended by the action `.` (WL-43). *White* is side 0, writes capitals and
 * lives in the bottom rows; *Black* is side 1. A *seat* is a player: a side has one, or with teams
 * several *members*, who share a turn in a fixed order (WL-38). A cell is row * columns + file, row
 * 0 at the top.
 *
 * @source docs/rules/warlord.md, WL-1 to WL-43
 */
#ifndef MARCHER_RULES_WARLORD_WARLORD_H
#define MARCHER_RULES_WARLORD_WARLORD_H

#include <marcher/family.h>
#include <marcher/game.h>
#include <marcher/muster.h>

#include "kernel/reader.h"

#define MR_WL_EDGE_MAX 120 /**< most columns and rows */
#define MR_WL_CELLS_MAX (MR_WL_EDGE_MAX * MR_WL_EDGE_MAX)
#define MR_WL_UNITS_MAX 512         /**< of one side, with those still to come */
#define MR_WL_SIX 6                 /**< leaders whose loss may lose the game (WL-20) */
#define MR_WL_LEADERS_MAX 64        /**< numbered leaders of one side, with those still to come */
#define MR_WL_CAP_MAX 128           /**< most activations of a turn */
#define MR_WL_BLOCKS_MAX 8          /**< arrivals after the first block */
#define MR_WL_RETURNS_MAX 32        /**< turns on which replacements come, by a list of them */
#define MR_WL_WAVES_MAX 32          /**< reinforcements, and blocks that the players place */
#define MR_WL_MEMBERS_MAX 4         /**< of a team */
#define MR_WL_ZONES_MAX 9           /**< sections or blocks of a deployment, for each side */
#define MR_WL_QUIET_MAX 1000        /**< longest wait for a capture before a draw */
#define MR_WL_TURN_MAX 999999999u   /**< turn numbers and quiet turns count no further */
#define MR_WL_TARGETS_MAX 24        /**< no unit has more destinations (WL-10) */
#define MR_WL_OFF_BOARD UINT16_MAX  /**< cell of a captured unit */
#define MR_WL_NO_LEADER UINT8_MAX   /**< who ordered what ordered itself (WL-9, WL-20) */
#define MR_WL_PAST_WITHOUT_DRAW 512 /**< positions remembered where nothing bounds quiet turns */

enum { MR_WL_WHITE, MR_WL_BLACK, MR_WL_DRAWN };

/** Kinds of unit. Leaders of level n are n; a unit's piece is its side << 4 | kind. */
enum {
  MR_WL_NOTHING,
  MR_WL_LEVEL_MAX = 10,
  MR_WL_PROMOTED, /**< an un-numbered leader */
  MR_WL_HEAVY,
  MR_WL_CANNON,
  MR_WL_LIGHT,
  MR_WL_INFANTRY,
  MR_WL_KINDS
};

/** What a square is made of. All of the first four may be entered by some unit. */
typedef enum mr_wl_ground {
  MR_WL_OPEN,
  MR_WL_FOREST,
  MR_WL_HILL,
  MR_WL_TOWN,
  MR_WL_WATER,
  MR_WL_VOID, /**< a gap beside the board's sections (WL-25) */
  MR_WL_GROUNDS
} mr_wl_ground;

typedef enum mr_wl_phase {
  MR_WL_DEPLOY, /**< `side` sets up its army, unseen by the other: decision */
  MR_WL_LOTS,   /**< who moves first is drawn: chance */
  MR_WL_PLAY,
  MR_WL_OVER,
  MR_WL_ENTER /**< `side` begins its turn by placing who has come (WL-45): decision */
} mr_wl_phase;

/** Who sets the armies up (WL-31, WL-45). */
typedef enum mr_wl_deployment {
  MR_WL_DEPLOYED_FIXED,  /**< the map: they stand as drawn */
  MR_WL_DEPLOYED_HIDDEN, /**< the players, unseen by each other */
  MR_WL_DEPLOYED_OPEN    /**< the players, before each other's eyes */
} mr_wl_deployment;

/** What is left that counts when the last turn is over (WL-47). */
typedef enum mr_wl_count {
  MR_WL_COUNT_NOTHING,
  MR_WL_COUNT_TOWNS,
  MR_WL_COUNT_LEVELS,
  MR_WL_COUNT_UNITS
} mr_wl_count;

/** Where what was lost comes back (WL-37). */
typedef enum mr_wl_replacements {
  MR_WL_REPLACE_NEVER,
  MR_WL_REPLACE_HOME, /**< in the empty towns of the own half */
  MR_WL_REPLACE_HELD  /**< beside the towns that are held */
} mr_wl_replacements;

/** How the number of activations in a turn is bounded (WL-7, WL-39). */
typedef enum mr_wl_cap { MR_WL_CAP_LEADERS, MR_WL_CAP_FIXED, MR_WL_CAP_LEVELS } mr_wl_cap;

/** A unit's place in its side's list is its *slot*, which it keeps for the whole game. */
typedef struct mr_wl_unit {
  uint16_t cell; /**< MR_WL_OFF_BOARD: captured */
  uint8_t kind;  /**< 0: no unit yet */
  uint8_t flags; /**< bit 0: has acted in this turn; bits 4 and up: member who has the leader */
} mr_wl_unit;
#define MR_WL_ACTED 1u
#define MR_WL_MEMBER_SHIFT 4

/** One activation of the current turn, or the end of a member's part of it. */
typedef struct mr_wl_order {
  uint64_t mask; /**< leaders (by their place in the list) who could have given it; 0: itself */
  uint16_t slot; /**< of the unit, or of the exchanging leader */
  uint16_t from;
  uint16_t to;
  uint16_t other; /**< 1 + slot of the captured enemy or of the exchanged cannon; 0: none */
  uint8_t kind;   /**< of the unit before it moved */
  uint8_t what;   /**< mr_wl_order_kind */
} mr_wl_order;

typedef enum mr_wl_order_kind { MR_WL_MOVED, MR_WL_EXCHANGED, MR_WL_PART_ENDED } mr_wl_order_kind;

/** The part of a state that is small, and so kept whole in undo records. */
typedef struct mr_wl_head {
  uint64_t units_hash; /**< of the units on the board and of those waiting: what WL-15 compares */
  uint64_t orders; /**< hash of the activations of this turn, a sum: their order does not matter */
  uint64_t ground; /**< hash of the terrain where it is not the definition's, else 0 */
  uint64_t spent;  /**< leaders who have exchanged and order nothing more in this turn */
  uint64_t fallen; /**< hash of what was lost and may come back (WL-37), a sum; else 0 */
  uint32_t turn;   /**< from 1; rises after the second player's turn */
  uint32_t quiet;  /**< turns without a capture */
  uint16_t units[2];    /**< slots in use */
  uint16_t lost[2];     /**< numbered leaders captured so far */
  uint16_t levels[2];   /**< sum over numbered leaders on the board */
  uint16_t promoted[2]; /**< un-numbered leaders on the board */
  uint16_t light[2];    /**< light cavalry on the board */
  uint16_t placed[2];   /**< units deployed, in MR_WL_DEPLOY */
  uint16_t count;       /**< entries in the list of orders */
  uint16_t activations; /**< of them, without ends of parts */
  uint16_t seen;        /**< positions remembered since the last capture */
  uint16_t came;        /**< units that came back at the beginning of this turn (WL-37) */
  uint8_t leaders[2];   /**< numbered leaders on the board */
  uint8_t listed[2];    /**< numbered leaders in the list, captured ones too */
  uint8_t phase;        /**< mr_wl_phase */
  uint8_t goes_on;      /**< MR_WL_OVER: the phase in which it would go on */
  uint8_t side;
  uint8_t member; /**< whose part of the turn it is */
  uint8_t first;  /**< the side that moved first */
  uint8_t pass;   /**< the opponent has just passed */
  uint8_t reply;  /**< WL-17's reply is due */
  uint8_t took;   /**< something has been captured in this turn */
  uint8_t hidden; /**< bit s: the deployment of side s is not in this observation */
  uint8_t end;    /**< rule that ended the game, an index; 0 before */
  uint8_t winner; /**< MR_WL_DRAWN: nobody; 0 before the end */
  uint8_t used[MR_WL_LEADERS_MAX]; /**< orders given in this turn, by the side's leaders */
} mr_wl_head;

/**
 * One situation. Behind it, at offsets that the game knows, stand
 * units[2][side_max]; squares[cells], each ground << 12 | 1 + slot, where the slots of Black
 * begin at side_max; orders[cap_most + members]; assigned[the same], the leader to whom each order
 * is put down; past[], hashes of positions since the last capture; waiting[2][template], pieces
 * that are due but whose square is taken (WL-36);
 * came[towns], the slots of the units that came back at the beginning of this turn (WL-37);
 * reserve[2][pools][MR_WL_KINDS], units that have come and found no room yet (WL-45, WL-49).
 */
typedef struct mr_wl_state {
  mr_wl_head head;
  uint16_t leader[2][MR_WL_LEADERS_MAX]; /**< slots, in the order of their entry */
  uint64_t words[];
} mr_wl_state;

/** A unit of the map, by its place. */
typedef struct mr_wl_post {
  uint16_t cell;
  uint8_t kind;
  uint8_t member; /**< who gets it if it is a leader */
} mr_wl_post;

/** What a hidden deployment must be (WL-32, WL-33). */
typedef struct mr_wl_army {
  bool listed;     /**< levels[] says how many of each; else their sum counts */
  uint8_t leaders; /**< number of leaders */
  uint16_t level_sum;
  uint16_t levels[MR_WL_LEVEL_MAX + 1];
  uint16_t units[MR_WL_KINDS]; /**< at least so many of each other kind */
  uint16_t free_units;         /**< and so many more of any */
  uint16_t total;
  uint8_t zones;      /**< drawn for each side */
  uint8_t zones_used; /**< exactly so many hold units */
  uint8_t zone_leaders;
  uint8_t zone_units;
} mr_wl_army;

/** Units that come on a turn of their owner's, besides those of the map (WL-45, WL-49). */
typedef struct mr_wl_wave {
  unsigned turn;
  unsigned side; /**< MR_WL_DRAWN: both sides have one */
  uint16_t
      cell; /**< round which they come; MR_WL_OFF_BOARD: in home towns, or as they are placed */
  uint16_t units[MR_WL_KINDS];
} mr_wl_wave;

typedef struct mr_wl_game {
  mr_game base;
  unsigned columns;
  unsigned rows;
  unsigned cells;
  unsigned side_max; /**< slots of one side */
  unsigned range;
  mr_wl_cap cap;
  unsigned cap_most;
  mr_fraction cap_fraction;
  unsigned members; /**< of each side */
  unsigned first;   /**< MR_WL_WHITE, MR_WL_BLACK or MR_WL_DRAWN */
  unsigned defeat_level;
  unsigned towns_to_win;
  unsigned short_leaders;
  unsigned quiet_turns;
  bool short_game;
  bool self_activation;
  bool cannon_swap;
  bool crossing;
  bool promotion; /**< of some kind */
  bool promotes_infantry;
  bool promotes_light;
  bool six_leaders;
  bool handicap;
  bool repetition;
  bool quiet_draw;
  mr_wl_deployment deployment;
  bool deploys;    /**< the armies are set up by the players */
  bool hidden;     /**< unseen by the other side */
  unsigned blocks; /**< arrivals after the first block */
  unsigned arrival[MR_WL_BLOCKS_MAX];
  mr_wl_replacements replacements;
  unsigned replacement_every; /**< turns; 0: by the list alone */
  bool replacement_leaders;
  unsigned replacement_share; /**< one comes back for so many lost of its kind; 0: one a town */
  unsigned returns;           /**< turns in the list */
  unsigned return_turn[MR_WL_RETURNS_MAX];
  unsigned home_towns_to_win; /**< of the enemy's (WL-46) */
  unsigned last_turn;         /**< 0: none is the last (WL-47) */
  mr_wl_count last_turn_counts;
  unsigned last_turn_needs; /**< the winner has at least so many */
  unsigned defeat_units;    /**< with no more units left a side has lost (WL-48) */
  mr_wl_wave wave[MR_WL_WAVES_MAX];
  unsigned waves;
  bool placed_waves; /**< they are placed by their owner, in the zones (WL-45) */
  unsigned pools;    /**< waves whose latecomers are kept apart: all, or one for those placed */
  bool homes_drawn;  /**< by `homes`; else the halves of the board are */
  uint8_t *home;     /**< of each cell: 1 + the side whose home town it would be, or 0 */
  uint16_t *town;    /**< cells of towns, in the order of the board */
  unsigned towns;
  mr_wl_army army;
  unsigned original[2]; /**< numbered leaders of the definition, all blocks */
  uint8_t *file;        /**< of each cell */
  uint8_t *row;
  uint8_t *ground;     /**< mr_wl_ground of the definition */
  uint8_t *zone;       /**< 0, or 1 + zone of White, or 16 + 1 + zone of Black */
  mr_wl_post *post[2]; /**< the units of the map */
  unsigned posts[2];
  unsigned post_max;
  unsigned order_max;
  unsigned past_max;
  uint8_t rule_index[40]; /**< place of each rule in info.rules, 0 where it is not in force */
  size_t at_units;        /**< offsets in a state, in bytes */
  size_t at_squares;
  size_t at_orders;
  size_t at_assigned;
  size_t at_past;
  size_t at_waiting;
  size_t at_came;
  size_t at_reserve;
} mr_wl_game;

/** The family's entry in the catalogue. */
extern const mr_family mr_family_warlord;
extern const mr_game_ops mr_wl_ops;
extern const mr_chance_ops mr_wl_chance; /**< of lots */
extern const mr_hidden_ops mr_wl_hidden; /**< of hidden deployment */
extern const mr_setup_ops mr_wl_setup;   /**< the same */
extern const mr_muster_ops mr_wl_muster; /**< of campaigns (muster.c) */

/** Reads `pieces`, `terrain` and `zones`: the board and what is drawn on it (maps.c). */
mr_status mr_wl_read_maps(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list);
/** Says which squares of `homes` are no towns (maps.c). */
mr_status mr_wl_check_homes(const mr_wl_game *game, const mr_definition *definition,
                            mr_diagnostics *list);
/** Reads `army_leaders` and `army_units` (maps.c). */
mr_status mr_wl_read_army(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list);
/** Where a key is written, or else another one, or the definition itself (maps.c). */
mr_span mr_wl_span_of(const mr_definition *definition, const char *key, const char *other);
/** Sums up what a deployment must be, and holds the zones against it (maps.c). */
mr_status mr_wl_check_army(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list);

/* ---- actions --------------------------------------------------------------------------------- */

/** Kinds of action, in the top four bits of an mr_action. */
typedef enum mr_wl_action_kind {
  MR_WL_ACT_MOVE,     /**< from and to */
  MR_WL_ACT_EXCHANGE, /**< the leader's cell and the cannon's */
  MR_WL_ACT_END,      /**< of the turn, or of a member's part */
  MR_WL_ACT_PLACE,    /**< kind (in `from`) and cell */
  MR_WL_ACT_COMMIT,
  MR_WL_ACT_LOTS /**< the side (in `from`) that moves first */
} mr_wl_action_kind;

static inline mr_action mr_wl_action(mr_wl_action_kind kind, unsigned from, unsigned to) {
  return (mr_action)kind << 28 | (mr_action)to << 14 | (mr_action)from;
}
static inline mr_wl_action_kind mr_wl_action_kind_of(mr_action action) {
  return (mr_wl_action_kind)(action >> 28);
}
static inline unsigned mr_wl_action_from(mr_action action) {
  return action & 0x3FFFu;
}
static inline unsigned mr_wl_action_to(mr_action action) {
  return action >> 14 & 0x3FFFu;
}

/* ---- looking into states --------------------------------------------------------------------- */

static inline const mr_wl_game *mr_wl_game_of(const mr_game *game) {
  return (const mr_wl_game *)(const void *)game;
}
static inline const mr_wl_state *mr_wl_state_of(const mr_state *state) {
  return (const mr_wl_state *)(const void *)state;
}
static inline mr_wl_state *mr_wl_writable(mr_state *state) {
  return (mr_wl_state *)(void *)state;
}

#define MR_WL_ARRAY(type, name, offset)                                               \
  static inline type *mr_wl_##name(const mr_wl_game *game, mr_wl_state *state) {      \
    return (type *)(void *)((unsigned char *)state + game->offset);                   \
  }                                                                                   \
  static inline const type *mr_wl_##name##_const(const mr_wl_game *game,              \
                                                 const mr_wl_state *state) {          \
    return (const type *)(const void *)((const unsigned char *)state + game->offset); \
  }
MR_WL_ARRAY(mr_wl_unit, units, at_units)
MR_WL_ARRAY(uint16_t, squares, at_squares)
MR_WL_ARRAY(mr_wl_order, orders, at_orders)
MR_WL_ARRAY(uint8_t, assigned, at_assigned)
MR_WL_ARRAY(uint64_t, past, at_past)
MR_WL_ARRAY(uint8_t, waiting, at_waiting)
MR_WL_ARRAY(uint16_t, came, at_came)
MR_WL_ARRAY(uint16_t, reserve, at_reserve)
#undef MR_WL_ARRAY

#define MR_WL_GROUND_SHIFT 12
#define MR_WL_SLOT_BITS 0xFFFu
static inline unsigned mr_wl_ground_of(uint16_t square) {
  return (unsigned)square >> MR_WL_GROUND_SHIFT;
}
/** 1 + slot, counted over both sides; 0: empty. */
static inline unsigned mr_wl_unit_of(uint16_t square) {
  return square & MR_WL_SLOT_BITS;
}
/** Side of a slot counted over both sides. */
static inline unsigned mr_wl_side_of(const mr_wl_game *game, unsigned slot) {
  return slot >= game->side_max;
}
/** Squares from one to the other, as a king goes (WL-1). */
static inline int mr_wl_distance(const mr_wl_game *game, unsigned a, unsigned b) {
  int files = game->file[a] - game->file[b], rows = game->row[a] - game->row[b];
  files = files < 0 ? -files : files;
  rows = rows < 0 ? -rows : rows;
  return files > rows ? files : rows;
}
static inline unsigned mr_wl_piece(unsigned side, unsigned kind) {
  return side << 4 | kind;
}
static inline bool mr_wl_is_numbered(unsigned kind) {
  return kind >= 1 && kind <= MR_WL_LEVEL_MAX;
}
static inline unsigned mr_wl_member_of(mr_wl_unit unit) {
  return unit.flags >> MR_WL_MEMBER_SHIFT;
}
/** The seat of a side's member. */
static inline mr_player mr_wl_seat(const mr_wl_game *game, unsigned side, unsigned member) {
  return (mr_player){(uint8_t)(side * game->members + member)};
}

/* ---- the board (board.c) --------------------------------------------------------------------- */

/** Puts a new unit into the next slot of its side; keeps counts, lists and hash. @pre room */
void mr_wl_add_unit(const mr_wl_game *game, mr_wl_state *state, unsigned side, mr_wl_post post);

/** Puts the units of the map on a board that has none. */
void mr_wl_add_posts(const mr_wl_game *game, mr_wl_state *state);

/** Puts a unit that was lost before into the next slot of its side. @pre room */
void mr_wl_add_fallen(const mr_wl_game *game, mr_wl_state *state, unsigned side, unsigned kind);

/** Takes the last unit that was added out of the game again, as though it had never been. */
void mr_wl_drop_last(const mr_wl_game *game, mr_wl_state *state, unsigned side);

/** Adds (sign 1) or takes away (sign -1) what the counts of a side say of one unit. */
void mr_wl_count_unit(mr_wl_state *state, unsigned side, unsigned kind, int sign);

/** Share of a unit on a square in mr_wl_head.units_hash. */
uint64_t mr_wl_unit_key(unsigned side, unsigned kind, unsigned cell);

/** Share of so many pieces that wait for a square. */
uint64_t mr_wl_waiting_key(unsigned side, unsigned cell, unsigned number);

/** Share of the order at a place of the list in mr_wl_head.orders. */
uint64_t mr_wl_order_key(const mr_wl_game *game, const mr_wl_state *state, unsigned index);

/** Adds (sign 1) or takes away (sign -1) a unit's share in mr_wl_head.units_hash. */
void mr_wl_hash_unit(mr_wl_state *state, unsigned side, mr_wl_unit unit, int sign);

/** Writes terrain into the squares; WATER that hangs together with the map's edge becomes VOID. */
void mr_wl_lay_ground(const mr_wl_game *game, const uint8_t *ground, mr_wl_state *state);

/** Turns WATER into VOID where it hangs together with the edge (WL-25). */
void mr_wl_find_gaps(const mr_wl_game *game, uint8_t *ground);

/** Blocks of a side that are not yet due at the turn and side of the state (WL-36). */
unsigned mr_wl_blocks_to_come(const mr_wl_game *game, const mr_wl_state *state, unsigned side);

/** Numbered leaders of a side that may still enter: due and waiting, or in blocks to come. */
unsigned mr_wl_leaders_to_come(const mr_wl_game *game, const mr_wl_state *state, unsigned side);

/** The first position that is remembered, where repetitions count (WL-15). */
void mr_wl_begin_past(const mr_wl_game *game, mr_wl_state *state);

/** Whether a unit may stand on such ground. */
bool mr_wl_may_stand(unsigned kind, unsigned ground);

/** What WL-15 compares: the units, those who wait, and the side to move. */
uint64_t mr_wl_position_key(const mr_wl_state *state);

uint64_t mr_wl_hash(const mr_game *base, const mr_state *opaque);
uint64_t mr_wl_rehash(const mr_game *base, const mr_state *opaque);

/* ---- command (command.c) --------------------------------------------------------------------- */

/** The activations that the state's side may make in this turn (WL-7, WL-35, WL-39). */
unsigned mr_wl_cap_of(const mr_wl_game *game, const mr_wl_state *state);

/** The state's leaders, of the member who acts, within range of a cell (WL-1), by list place. */
uint64_t mr_wl_in_range(const mr_wl_game *game, const mr_wl_state *state, unsigned cell);

/** The same with those who have exchanged in this turn and order nothing more (WL-22). */
uint64_t mr_wl_near(const mr_wl_game *game, const mr_wl_state *state, unsigned cell);

/** Leaders who can give one more order, if need be because others take over some of theirs. */
uint64_t mr_wl_open_leaders(const mr_wl_game *game, const mr_wl_state *state);

/** Puts down order `index` (already written) to a leader. @pre mask & open leaders */
void mr_wl_assign(const mr_wl_game *game, mr_wl_state *state, unsigned index);

/** Whether all orders so far can be given by others than the leader in a slot. */
bool mr_wl_can_relieve(const mr_wl_game *game, const mr_wl_state *state, unsigned slot);

/** Gives all orders of that leader to others and bars it from giving more. @pre can_relieve */
void mr_wl_relieve(const mr_wl_game *game, mr_wl_state *state, unsigned slot);

/** Most orders that the leader at a place of the list can still give in this turn. */
unsigned mr_wl_orders_left(const mr_wl_game *game, const mr_wl_state *state, unsigned leader);

/** Whether a unit moves without any leader's order: a promoted leader, self-activating cavalry. */
bool mr_wl_orders_itself(const mr_wl_game *game, unsigned kind);

/* ---- movement and lists (moves.c, actions.c) ------------------------------------------------- */

/** Destinations of a unit, whoever orders it. @param slot over both sides. @return their number */
unsigned mr_wl_reach(const mr_wl_game *game, const mr_wl_state *state, unsigned slot,
                     uint16_t out[MR_WL_TARGETS_MAX]);

size_t mr_wl_actions(const mr_game *base, const mr_state *opaque, mr_action *out);
bool mr_wl_legal(const mr_game *base, const mr_state *opaque, mr_action action);

/** MR_OK, or MR_ERR_ILLEGAL and why an activation is not legal. */
mr_status mr_wl_activation_fault(const mr_wl_game *game, const mr_wl_state *state, mr_action action,
                                 mr_error *err);

/* ---- playing (play.c, turn.c) ---------------------------------------------------------------- */

void mr_wl_make(const mr_game *base, mr_state *opaque, mr_action action, void *undo,
                mr_events *events);
void mr_wl_unmake(const mr_game *base, mr_state *opaque, const void *undo);

/** Bytes of an undo record. */
size_t mr_wl_undo_size(const mr_wl_game *game);

/** Ends a turn: WL-20b's order of judgement. `past` gets the hash that was overwritten. */
void mr_wl_end_turn(const mr_wl_game *game, mr_wl_state *state, mr_events *events, uint64_t *past);

/**
 * Leaders of the definition that are neither on the board nor still to come. @param there those on
 * the board (text_write.c)
 */
unsigned mr_wl_missing_leaders(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                               unsigned there);

/* ---- reinforcements and blocks that are placed (reserve.c) ----------------------------------- */

/** Reads `reinforcements`. */
mr_status mr_wl_read_waves(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list);
/** Makes waves of `arrivals` where the players set up, and asks whether all can come. */
mr_status mr_wl_check_waves(mr_wl_game *game, const mr_definition *definition,
                            mr_diagnostics *list);

/** Bytes of a state's reserves. */
static inline size_t mr_wl_reserve_size(const mr_wl_game *game) {
  return (size_t)2 * game->pools * MR_WL_KINDS * sizeof(uint16_t);
}

/** Those of one side and pool that wait, by kind. */
static inline const uint16_t *mr_wl_pool(const mr_wl_game *game, const mr_wl_state *state,
                                         unsigned side, unsigned pool) {
  return mr_wl_reserve_const(game, state) + (side * game->pools + pool) * MR_WL_KINDS;
}

/** Whether reinforcements are for a side. */
bool mr_wl_wave_is_for(const mr_wl_wave *wave, unsigned side);

/** The number of the last turn that a side has begun. */
unsigned mr_wl_turn_begun(const mr_wl_state *state, unsigned side);

/** What so many of a kind that wait add to a state's key. */
uint64_t mr_wl_pool_key(unsigned side, unsigned pool, unsigned kind, unsigned number);

/** What a side still gets: of waves to come and of those who wait, by kind. */
void mr_wl_count_reserves(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                          unsigned out[MR_WL_KINDS]);

/** Hash of how many waves are still to come. */
uint64_t mr_wl_waves_key(const mr_wl_game *game, const mr_wl_state *state);

/** Share of those who wait in mr_wl_head.units_hash. */
uint64_t mr_wl_reserves_key(const mr_wl_game *game, const mr_wl_state *state);

/** WL-49 at the beginning of a turn of the side to move; or WL-45: its owner is to place them. */
void mr_wl_bring_waves(const mr_wl_game *game, mr_wl_state *state, mr_events *events);

/** Whether the side to move has somebody to place. */
bool mr_wl_can_enter(const mr_wl_game *game, const mr_wl_state *state);

size_t mr_wl_list_entries(const mr_wl_game *game, const mr_wl_state *state, mr_action *out);
/** MR_OK, or MR_ERR_ILLEGAL and why the side to move may not place a unit there. */
mr_status mr_wl_entry_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                            unsigned cell, mr_error *err);
/** Places one of those who have come; after the last one the turn goes on. */
void mr_wl_enter(const mr_wl_game *game, mr_wl_state *state, unsigned kind, unsigned cell,
                 mr_events *events);
/** Takes the last one back, but for counts and hashes. */
void mr_wl_leave(const mr_wl_game *game, mr_wl_state *state, unsigned kind);

/** ` reserve=...` of a text, or nothing. */
void mr_wl_add_reserves(const mr_wl_game *game, const mr_wl_state *state, mr_str *out);
void mr_wl_read_reserves(mr_reader *r, mr_wl_state *state);
/** What is wrong with those who wait, now that the turn is known; NULL: nothing. */
const char *mr_wl_reserves_fault(const mr_wl_game *game, const mr_wl_state *state);

/* ---- ends by what is held and what is left (goals.c) ----------------------------------------- */

/** Whether it decides anything whose home towns are which: WL-46, WL-37's home, or WL-49. */
bool mr_wl_homes_matter(const mr_wl_game *game);

/** Whether a square of a state is a home town of `side`. */
bool mr_wl_is_home(const mr_wl_game *game, const mr_wl_state *state, unsigned side, unsigned cell);

/** Home towns of the other side in which `side` has units (WL-46). */
unsigned mr_wl_homes_held(const mr_wl_game *game, const mr_wl_state *state, unsigned side);

/** Units of a side on the board and still to come (WL-48). */
unsigned mr_wl_units_left(const mr_wl_game *game, const mr_wl_state *state, unsigned side);

/** What counts for a side after the last turn (WL-47). */
unsigned mr_wl_counted(const mr_wl_game *game, const mr_wl_state *state, unsigned side);

/** Who would have won were the last turn over. MR_WL_DRAWN: nobody */
unsigned mr_wl_ahead(const mr_wl_game *game, const mr_wl_state *state);

/** Most units that a side can have: those with which it begins, and those to come. */
unsigned mr_wl_units_most(const mr_wl_game *game, unsigned side);

/** Most of what counts after the last turn that a side can have (WL-47). */
unsigned mr_wl_counted_most(const mr_wl_game *game, unsigned side);

/** Whether each side has the home towns that WL-46 asks for. */
mr_status mr_wl_check_home_towns(const mr_wl_game *game, const mr_definition *definition,
                                 mr_diagnostics *list);

/** Holds what the other ends ask for against the map and, where that is good, against `armies`. */
mr_status mr_wl_check_goals(const mr_wl_game *game, const mr_definition *definition, bool armies,
                            mr_diagnostics *list);

/** Refuses keys that can never come to pass, with what would give them a meaning (idle.c). */
const char *mr_wl_idle(const mr_game *base, const mr_key *key); /**< mr_family.idle */
mr_status mr_wl_check_idle(const mr_wl_game *game, const mr_definition *definition,
                           mr_diagnostics *list);

/* ---- replacements (replace.c) ---------------------------------------------------------------- */

/** Whether a unit of that kind comes back when it is lost. */
bool mr_wl_comes_back(const mr_wl_game *game, unsigned kind);

/** Share of a lost unit in mr_wl_head.fallen. */
uint64_t mr_wl_fallen_key(unsigned side, unsigned kind);

/** Whether replacements come in a turn of that number. */
bool mr_wl_returns_on(const mr_wl_game *game, unsigned turn);

/** What a side has lost that may come back, by kind. */
void mr_wl_count_fallen(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                        unsigned out[MR_WL_KINDS]);

/** WL-37, at the beginning of a turn of the side to move. */
void mr_wl_bring_replacements(const mr_wl_game *game, mr_wl_state *state, mr_events *events);

/** Takes those away again that came at the beginning of this turn, but for counts and hashes. */
void mr_wl_drop_replacements(const mr_wl_game *game, mr_wl_state *state);

/** WL-20a: whether units of that kind are promoted on the far rank. */
static inline bool mr_wl_promotes(const mr_wl_game *game, unsigned kind) {
  return (kind == MR_WL_INFANTRY && game->promotes_infantry) ||
         (kind == MR_WL_LIGHT && game->promotes_light);
}

/** WL-16, WL-18, WL-20, WL-48 after the side to move has captured a unit of `kind`. Levels fall
 * only with a leader: an army that begins below `defeat_level`, in a campaign, has not lost by
 * that. */
void mr_wl_end_by_capture(const mr_wl_game *game, mr_wl_state *state, unsigned kind,
                          mr_events *events);

/** What a text, which knows no history, shows to be over (WL-15, WL-19, WL-21). */
void mr_wl_end_by_text(const mr_wl_game *game, mr_wl_state *state, mr_events *events);

struct mr_picture;

/** How near both sides are to the ends that the definition gives them (nearness.c). */
void mr_wl_put_goals(struct mr_picture *picture, const mr_wl_game *game, const mr_wl_state *state);

/** What `side` has in towns (WL-19). */
unsigned mr_wl_towns_held(const mr_wl_game *game, const mr_wl_state *state, unsigned side);

/** Says of the units of the first `count` orders that they have acted in this turn, or not. */
void mr_wl_mark_acted(const mr_wl_game *game, mr_wl_state *state, unsigned count, bool acted);

/* ---- deployment (deploy.c, setup.c) ---------------------------------------------------------- */

/** What a deployment has, or a part of one. */
typedef struct mr_wl_tally {
  unsigned leaders;
  unsigned level_sum;
  unsigned kinds[MR_WL_KINDS];
  unsigned zone_leaders[MR_WL_ZONES_MAX];
  unsigned zone_units[MR_WL_ZONES_MAX];
  unsigned zones_used;
} mr_wl_tally;

/** Counts one more unit. */
void mr_wl_tally_add(const mr_wl_game *game, unsigned side, unsigned kind, unsigned cell,
                     mr_wl_tally *tally);

/** What the deploying side has on the board. */
mr_wl_tally mr_wl_tally_of(const mr_wl_game *game, const mr_wl_state *state);

/** "section B (e1-h4)": the letter it is drawn with, and its corners. */
typedef struct mr_wl_zone_name {
  char text[48];
} mr_wl_zone_name;
mr_wl_zone_name mr_wl_name_zone(const mr_wl_game *game, unsigned side, unsigned zone);

/** See mr_game_read_setup. */
mr_status mr_wl_read_setup(const mr_game *base, const mr_state *opaque, const char *text,
                           size_t length, mr_setup *out, mr_error *err);

size_t mr_wl_list_placements(const mr_wl_game *game, const mr_wl_state *state, mr_action *out);
/** MR_OK, or MR_ERR_ILLEGAL and why no unit of a kind can be put on a square by who is to move: it
 * is none of the side's own (`rule`), it is taken, or it is no ground for it. */
mr_status mr_wl_square_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                             unsigned cell, const char *rule, mr_error *err);
/** MR_OK, or MR_ERR_ILLEGAL and why the deploying side may not put a unit there. */
mr_status mr_wl_placement_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                                unsigned cell, mr_error *err);
/** Puts a unit among those deployed, whose slots are in the order of their cells. */
void mr_wl_place(const mr_wl_game *game, mr_wl_state *state, unsigned kind, unsigned cell);
/** Takes a deployed unit back. */
void mr_wl_displace(const mr_wl_game *game, mr_wl_state *state, unsigned cell);
/** Units of a kind that the deploying side may still place, at most. */
unsigned mr_wl_in_hand(const mr_wl_game *game, const mr_wl_state *state, unsigned kind);
void mr_wl_commit(const mr_wl_game *game, mr_wl_state *state, mr_events *events);

void mr_wl_observe(const mr_game *base, const mr_state *opaque, mr_player player, mr_state *out);
void mr_wl_determinize(const mr_game *base, const mr_state *observation, mr_player player,
                       uint64_t seed, mr_state *out);
bool mr_wl_fully_known(const mr_game *base, const mr_state *opaque);
bool mr_wl_sees(const mr_game *base, const mr_state *after, const mr_event *event,
                mr_player player);

/* ---- texts, pictures, rules ------------------------------------------------------------------ */

void mr_wl_format_action(const mr_game *base, const mr_state *opaque, mr_action action,
                         mr_str *out);
mr_status mr_wl_parse_action(const mr_game *base, const mr_state *opaque, const char *text,
                             size_t length, mr_action *out, mr_error *err);
void mr_wl_format_state(const mr_game *base, const mr_state *opaque, mr_str *out);
mr_status mr_wl_parse_state(const mr_game *base, const char *text, size_t length, mr_state *out,
                            mr_error *err);
void mr_wl_cell_text(const mr_game *game, mr_cell cell, mr_str *out);
void mr_wl_piece_text(const mr_game *game, mr_piece piece, mr_str *out);
void mr_wl_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out);
mr_status mr_wl_view(const mr_game *base, const mr_state *observation, mr_player player,
                     mr_arena *arena, struct mr_view *out);
mr_status mr_wl_page(const mr_game *base, struct mr_doc *doc);

/* Small parts of texts (names.c). */

/** A square: letters, then the rank. */
unsigned mr_wl_read_cell(mr_reader *r);

/** What letters of drawings mean; negative: nothing. */
int mr_wl_piece_value(char letter);
int mr_wl_ground_value(char letter);

/** How a square is called: its file, in letters, and its rank. */
typedef struct mr_wl_cell_name {
  char text[24];
} mr_wl_cell_name;
mr_wl_cell_name mr_wl_name_cell(const mr_wl_game *game, unsigned cell);

/**
 * Shares out the leaders among the units of one side among its members (WL-38): from the left to
 * the right, and of a file from the top, in shares as equal as can be. The others get member 0.
 */
void mr_wl_share_posts(const mr_wl_game *game, mr_wl_post *posts, unsigned count);

/** The same for the leaders that a state has on the board. */
void mr_wl_share_leaders(const mr_wl_game *game, mr_wl_state *state);

/** Makes the leader in a slot one of this member's. */
void mr_wl_set_member(const mr_wl_game *game, mr_wl_state *state, unsigned slot, unsigned member);

extern const char mr_wl_letters[MR_WL_KINDS]; /**< "LKGPQRSVWXUHCNI" from kind 1 on */
extern const char *const mr_wl_kind_names[MR_WL_KINDS];
extern const char mr_wl_ground_letters[MR_WL_GROUNDS];
extern const char *const mr_wl_ground_names[MR_WL_GROUNDS];
extern const char *const mr_wl_side_names[2];

/** The piece of a letter, or 0. */
unsigned mr_wl_piece_of_letter(char letter);
char mr_wl_letter_of_piece(unsigned piece);

/** Indices into mr_game_info.rules. */
enum {
  MR_WL_RULE_NONE,
  MR_WL_RULE_RANGE,      /**< WL-1 */
  MR_WL_RULE_LEVEL,      /**< WL-4 */
  MR_WL_RULE_MATCHING,   /**< WL-5 */
  MR_WL_RULE_ONCE,       /**< WL-6 */
  MR_WL_RULE_CAP,        /**< WL-7 or WL-39 */
  MR_WL_RULE_SELF,       /**< WL-9 */
  MR_WL_RULE_LEADER,     /**< WL-10 */
  MR_WL_RULE_LEAP,       /**< WL-11 */
  MR_WL_RULE_STEP,       /**< WL-12 */
  MR_WL_RULE_CAPTURE,    /**< WL-13 */
  MR_WL_RULE_PASS,       /**< WL-14 */
  MR_WL_RULE_REPETITION, /**< WL-15 repetition */
  MR_WL_RULE_QUIET,      /**< WL-15 quiet */
  MR_WL_RULE_LAST,       /**< WL-16 */
  MR_WL_RULE_SHORT,      /**< WL-17 */
  MR_WL_RULE_LEVELS,     /**< WL-18 */
  MR_WL_RULE_TOWNS,      /**< WL-19 */
  MR_WL_RULE_SIX,        /**< WL-20 */
  MR_WL_RULE_PROMOTION,  /**< WL-20a */
  MR_WL_RULE_EXCHANGE,   /**< WL-22 */
  MR_WL_RULE_WATER,      /**< WL-23 */
  MR_WL_RULE_CROSSING,   /**< WL-24 */
  MR_WL_RULE_TERRAIN,    /**< WL-26 */
  MR_WL_RULE_DEPLOY,     /**< WL-31 */
  MR_WL_RULE_ARMY,       /**< WL-32 or WL-33 */
  MR_WL_RULE_HANDICAP,   /**< WL-35 */
  MR_WL_RULE_ARRIVAL,    /**< WL-36 */
  MR_WL_RULE_RETURN,     /**< WL-37 */
  MR_WL_RULE_TEAMS,      /**< WL-38 */
  MR_WL_RULE_END,        /**< WL-43 */
  MR_WL_RULE_ENTER,      /**< WL-45 */
  MR_WL_RULE_HOMES,      /**< WL-46 */
  MR_WL_RULE_LAST_TURN,  /**< WL-47 */
  MR_WL_RULE_UNITS,      /**< WL-48 */
  MR_WL_RULE_REINFORCE,  /**< WL-49 */
  MR_WL_RULE_COUNT
};

/** Writes the table of the rules in force into the game's arena. */
mr_status mr_wl_rules_init(mr_wl_game *game);

/** Index into mr_game_info.rules of a rule of the family; 0 where it is not in force. */
static inline mr_rule_index mr_wl_rule(const mr_wl_game *game, unsigned rule) {
  return game->rule_index[rule];
}

#endif
