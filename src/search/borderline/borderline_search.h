/**
 * @file borderline_search.h
 * The family's own player: expectimax over the exact odds of duels, on an evaluation that counts
 * how many placements each side still needs to join home to far row.
 */
#ifndef MARCHER_SEARCH_BORDERLINE_BORDERLINE_SEARCH_H
#define MARCHER_SEARCH_BORDERLINE_BORDERLINE_SEARCH_H

#include "rules/borderline/borderline.h"
#include "search/engine_priv.h"

/* ---- evaluation ------------------------------------------------------------------------------ */

/** Costs are counted in quarters of a placement. */
#define MR_BDS_UNIT 4
/** Cost of a side that has no road; also where costs end to be told apart. */
#define MR_BDS_FAR 1000

/** What the evaluation sees of one side. */
typedef struct mr_bds_road {
  unsigned cost;    /**< quarters of placements that the cheapest road still needs; 0: joined */
  unsigned second;  /**< the same when the squares of that road cost more: how robust it is */
  unsigned exposed; /**< own pieces on the road that the other side may attack at once */
  unsigned spots;   /**< empty squares where the side may touch itself */
  double reach;     /**< edge pips of a piece in hand, on average */
  double join;      /**< chance that the side, were it on move, joins its rows at once */
} mr_bds_road;

/** The terms of the evaluation, each for the side on move. */
enum {
  MR_BDS_TEMPO,       /**< 1 */
  MR_BDS_MARGIN,      /**< placements of advantage on the first road */
  MR_BDS_ROBUST,      /**< the same on the second road */
  MR_BDS_SHORTAGE,    /**< pieces that the other side lacks more than this one */
  MR_BDS_BOARD,       /**< pieces more on the board */
  MR_BDS_URGENCY,     /**< margin, divided by what the nearer side needs */
  MR_BDS_EXPOSED,     /**< own pieces under attack */
  MR_BDS_ATTACK,      /**< enemy pieces under attack */
  MR_BDS_SPOTS,       /**< own squares to place on */
  MR_BDS_ENEMY_SPOTS, /**< the other side's */
  MR_BDS_JOIN,        /**< chance to join the rows with this placement */
  MR_BDS_ONE_TO_GO,   /**< 1 if one placement seems to be enough */
  MR_BDS_TWO_TO_GO,   /**< 1 if two do */
  MR_BDS_ENEMY_JOIN,  /**< the other side's chance, if it could place now */
  MR_BDS_ENEMY_ONE,   /**< 1 if one placement seems to be enough for the other side */
  MR_BDS_ENEMY_TWO,
  MR_BDS_NO_ROAD, /**< 1 if this side can no longer join its rows */
  MR_BDS_ENEMY_NO_ROAD,
  MR_BDS_REACH,          /**< edge pips more on an average piece in hand */
  MR_BDS_HOME,           /**< pieces more in the home row, at most 2 a side */
  MR_BDS_SECOND_URGENCY, /**< like urgency, on the second road */
  MR_BDS_TERMS
};

/** Prices of the road and weights of the terms (logits). */
typedef struct mr_bds_weights {
  unsigned empty;     /**< price of an empty square, in quarters of a placement */
  unsigned contested; /**< extra, where an enemy piece faces it */
  unsigned enemy;     /**< price of a square that must be won in a duel */
  unsigned detour;    /**< extra on the first road's squares when looking for the second */
  double term[MR_BDS_TERMS];
} mr_bds_weights;

/** Fitted to self-play by bench/fit_borderline. */
extern const mr_bds_weights mr_bds_standard_weights;

/** The chance of an attacker to win so many duels (BD-10). */
double mr_bds_duel_odds(const mr_bd_game *game, unsigned duels);

/** Scratch in which roads are looked for, of any game; for one thread at a time. */
typedef struct mr_bds_roads mr_bds_roads;

/** Makes one in an arena. @return NULL: there is no memory for it */
mr_bds_roads *mr_bds_roads_new(mr_arena *arena);

/** Measures one side's roads. */
mr_bds_road mr_bds_measure(mr_bds_roads *roads, const mr_bd_game *game, const mr_bd_state *state,
                           unsigned player, const mr_bds_weights *weights);

/** Writes the terms for `state->side`. @param out room for MR_BDS_TERMS */
void mr_bds_terms(mr_bds_roads *roads, const mr_bd_game *game, const mr_bd_state *state,
                  const mr_bds_weights *weights, double *out);

/** Expected score 0 .. 1 of `state->side` in a state that waits for its placement. */
double mr_bds_evaluate(mr_bds_roads *roads, const mr_bd_game *game, const mr_bd_state *state,
                       const mr_bds_weights *weights);

/* ---- search ---------------------------------------------------------------------------------- */

#define MR_BDS_DEPTH_MAX 24

/** One action with what is known of it. */
typedef struct mr_bds_move {
  mr_action action;
  float value;  /**< for the side that makes it; -1: not known */
  bool at_most; /**< the value is only a bound from above */
} mr_bds_move;

/** One entry of the transposition table. */
typedef struct mr_bds_entry {
  uint32_t check;
  mr_action best;
  float value;
  uint8_t depth;
  uint8_t bound; /**< 0 none, 1 at least, 2 at most, 3 exact */
  uint16_t age;
} mr_bds_entry;

/** The search of one engine: everything is allocated once. */
typedef struct mr_bds_search {
  const mr_bd_game *game;
  mr_arena arena; /**< holds all arrays below but the table */
  mr_bds_weights weights;
  mr_bds_entry *table;
  size_t table_mask;
  uint16_t age;
  unsigned char *states; /**< MR_BDS_STATES states of the game's size */
  mr_action *actions;    /**< max_actions for each ply */
  mr_bds_move *moves;    /**< max_actions for each ply */
  mr_bds_move *spare;    /**< max_actions, for sorting */
  mr_bds_roads *roads;   /**< of the evaluation */
  bool full_width;       /**< search every action: for tests */
  uint64_t nodes;
  uint64_t looks; /**< values asked for: the clock is looked at now and then */
  uint64_t node_limit;
  mr_watch watch;
  const mr_limits *limits; /**< of this search */
  bool stopped;
} mr_bds_search;

MR_NODISCARD mr_status mr_bds_search_init(mr_bds_search *search, const mr_bd_game *game,
                                          size_t memory, const mr_allocator *allocator,
                                          mr_error *err);
void mr_bds_search_done(mr_bds_search *search);

/** The result of one iteration at the root. */
typedef struct mr_bds_result {
  mr_bds_move *moves; /**< all root actions, best first */
  size_t count;
  size_t actions; /**< how many there are, searched or not */
  unsigned depth; /**< completed iterations */
} mr_bds_result;

/**
 * Deepens iteratively until `depth`, the node limit, the time or the stop flag ends it. At least
 * the first iteration is always completed.
 */
void mr_bds_search_run(mr_bds_search *search, const mr_bd_state *root, unsigned depth,
                       mr_engine *engine, mr_bds_result *out);

/** Expected continuation from the table, chance taken as more likely; returns its length. */
size_t mr_bds_line(mr_bds_search *search, const mr_bd_state *root, mr_action first, mr_action *line,
                   size_t room);

/* ---- engines --------------------------------------------------------------------------------- */

/** Levels up to this one misjudge placements. */
#define MR_BDS_ERRS 4
bool mr_bds_can_play(const mr_game *game);
mr_status mr_bds_expectimax_new(const mr_game *game, const mr_engine_options *options,
                                mr_engine **out, mr_error *err);

#endif
