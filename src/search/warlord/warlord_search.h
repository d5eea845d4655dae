/**
 * @file warlord_search.h
 * The general: the Warlord Games' own player. Its parts, from the bottom:
 *
 * - *move tables* (attack_map.c): where every kind of unit could go from every square of the
 *   terrain.
 * - *attack map* (attack_map.c): the men once more, with what the evaluation wants to know of every
 *   square kept up at each activation: who strikes it, and who commands it.
 * - *plan* (plan.c, races.c, routes.c): above the turn: which groups go for what, who comes first,
 *   and the ways there.
 * - *calls* (calls.c): what units out of command would take once a leader has stepped near them.
 * - *evaluation* (evaluate.c): the value of a map, of which serving the plan is a part.
 * - *beam* (turns.c): the best turns of one side by a beam over its activations.
 * - *turn search* (turn_search.c): alpha-beta whose moves are whole turns.
 * - *search* (search.c): its memory, and its beginning at a state.
 * - *helpers* (helpers.c): threads that take turns, and partial turns of the root's beam, from it.
 * - *engines* (general.c, explain.c, deployment.c): their levels, reasons and set-ups.
 *
 * Legality is never decided here: what a beam tries comes from the list of the rules, made in a
 * state of the rules. The map is an opinion; it may be wrong about a leader whose way is barred.
 *
 * A *turn* here is the run of activations of one member of a team (without teams: of one side)
 * with the `.` that ends it.
 */
#ifndef MARCHER_SEARCH_WARLORD_WARLORD_SEARCH_H
#define MARCHER_SEARCH_WARLORD_WARLORD_SEARCH_H

#include <marcher/engine.h>
#include <stdatomic.h>

#include "rules/warlord/warlord.h"
#include "search/engine_priv.h"

/* ---- move tables ----------------------------------------------------------------------------- */

/** Units that move alike, from the cheapest to the dearest attacker. */
enum { MR_WLS_INFANTRY, MR_WLS_LIGHT, MR_WLS_CANNON, MR_WLS_HEAVY, MR_WLS_LEADER, MR_WLS_CLASSES };

/** Cells that a class could go to from a cell, were the board empty. */
typedef struct mr_wls_move_tables {
  uint16_t *to;   /**< [class][cell][MR_WL_TARGETS_MAX] */
  uint8_t *count; /**< [class][cell] */
} mr_wls_move_tables;

/** Classes of all kinds but leaders. */
extern const uint8_t mr_wls_classes[MR_WL_KINDS];

static inline unsigned mr_wls_class_of(unsigned kind) {
  return kind <= MR_WL_PROMOTED ? MR_WLS_LEADER : mr_wls_classes[kind];
}

/** A kind of each class: leaders of level 1 stand for all. */
extern const uint8_t mr_wls_kind_of_class[MR_WLS_CLASSES];

/** Fills the tables for the terrain of a state. @param scratch a state that is overwritten */
void mr_wls_fill_move_tables(const mr_wl_game *game, const mr_wl_state *state, mr_wl_state *scratch,
                             mr_wls_move_tables *out);

/* ---- attack map ------------------------------------------------------------------------------ */

/** A man, by the slot of the rules. */
typedef struct mr_wls_man {
  uint16_t cell; /**< MR_WL_OFF_BOARD: captured */
  uint8_t kind;
  uint8_t live; /**< could be ordered now, so that its strikes count */
  uint8_t idle; /**< could not: what it strikes is counted apart */
  uint8_t way;  /**< of its side, that it is to go: mr_wls_goals.way */
  uint8_t
      tie; /**< what it is worth that its leader can order it, in hundredths of an infantryman */
  int16_t most; /**< no square draws it more than so much: a leader waits for his men */
} mr_wls_man;

/** Strikes on a cell are counted by class, six bits each. */
#define MR_WLS_STRIKE_BITS 6
#define MR_WLS_STRIKE_MASK 0x3Fu

/** Ways of a side at most: the objectives that it pursues at once, and who comes behind. */
#define MR_WLS_WAYS_MAX 22

/**
 * What pulls a side's units over the board, in hundredths of an infantryman on each cell: one way
 * of the plan.
 */
typedef struct mr_wls_way {
  int16_t *pull; /**< [class][cell] */
} mr_wls_way;

typedef struct mr_wls_goals {
  mr_wls_way way[2][MR_WLS_WAYS_MAX];
} mr_wls_goals;

/** What the evaluation sums up of one side. */
typedef struct mr_wls_side {
  int32_t men;        /**< value of all but leaders */
  int32_t place;      /**< sum of the pulls under its units */
  int32_t ties;       /**< sum over the units that are no leaders and live */
  uint16_t commanded; /**< their number */
  uint16_t leaders;   /**< numbered ones */
  uint16_t levels;
  uint16_t light;
  uint16_t promoted;
  uint16_t towns; /**< with a unit of this side in them */
} mr_wls_side;

typedef struct mr_wls_attack_map {
  const mr_wl_game *game;
  const mr_wls_move_tables *move_tables;
  const mr_wls_goals *goals;
  uint8_t *ground; /**< mr_wl_ground of every cell */
  uint16_t *town;  /**< cells of towns */
  unsigned towns;
  uint32_t *near_towns; /**< on each cell, by bits: towns to which who runs comes in two turns */
  mr_wls_man *men;      /**< by slot, over both sides */
  uint16_t *man;        /**< 1 + slot on a cell, or 0 */
  uint32_t *strikes[2]; /**< on each cell by the live units of a side, packed */
  uint8_t *idle[2];     /**< strikes on each cell by the others of a side, whatever their class */
  uint8_t *cover[2];    /**< leaders of a side within range of each cell */
  mr_wls_side side[2];
  unsigned slots[2];        /**< in use */
  unsigned ever[2];         /**< leaders that were lost or stood when the map was read */
  unsigned coming[2];       /**< numbered leaders that still may enter */
  unsigned units_coming[2]; /**< the same of all units, where they count (WL-48) */
  unsigned turn;            /**< when the map was read */
  int value[2][MR_WL_KINDS];
  uint64_t value_key[2]; /**< of the counts for which value[] holds */
  uint64_t key;          /**< of the men and their squares */
} mr_wls_attack_map;

/** One activation on a map, for taking it back. */
typedef struct mr_wls_step {
  uint16_t from;
  uint16_t to;
  uint16_t slot;
  uint16_t other; /**< 1 + slot of the captured enemy or the exchanged cannon; 0: none */
  uint8_t kind;   /**< of the unit before */
  uint8_t exchange;
} mr_wls_step;

/**
 * Armies begin on the first and the last ranks: their ways to each other are of middle length where
 * 36 and 48 ranks were measured. 24 are too few, 72 too many.
 */
static inline bool mr_wls_middle_ways(const mr_wl_game *game) {
  return game->rows >= 30 && game->rows < 60 && !game->blocks;
}

/** 72 ranks are no such ways, 96 are. */
static inline bool mr_wls_vast_ways(const mr_wl_game *game) {
  return game->rows > 80;
}

/** Whether a man is a numbered leader on the board. */
static inline bool mr_wls_is_leader(const mr_wls_man *man) {
  return man->cell != MR_WL_OFF_BOARD && mr_wl_is_numbered(man->kind);
}

/** The class of the cheapest attacker among packed strikes. @pre strikes */
static inline unsigned mr_wls_cheapest(uint32_t strikes) {
  unsigned class = 0;
  while (!(strikes >> (class * MR_WLS_STRIKE_BITS) & MR_WLS_STRIKE_MASK)) {
    class ++;
  }
  return class;
}

/** Sets up the map as the state has it. */
void mr_wls_attack_map_read(mr_wls_attack_map *map, const mr_wl_state *state);

/** Makes an activation that is legal in the state that the map shows. */
mr_wls_step mr_wls_attack_map_make(mr_wls_attack_map *map, mr_action action);
void mr_wls_attack_map_unmake(mr_wls_attack_map *map, mr_wls_step step);

/** map->key after an activation that is legal, without making it. */
uint64_t mr_wls_key_after(const mr_wls_attack_map *map, mr_action action);

/** Whether the strikes of a man count: it commands, orders itself or is commanded. */
bool mr_wls_is_live(const mr_wls_attack_map *map, unsigned side, mr_wls_man man);

/* ---- evaluation ------------------------------------------------------------------------------ */

/** A side's cap as the rules will have it, by the map's count of leaders. */
unsigned mr_wls_cap(const mr_wls_attack_map *map, unsigned side);

/** Values are in hundredths of an infantryman, for the side that is asked. */
#define MR_WLS_WIN 1000000
#define MR_WLS_DRAW (-300)     /**< to who brings it about: play on unless three men behind */
#define MR_WLS_LOST_KING 30000 /**< value of what is about to lose the game */

/** Values of all but numbered leaders; 0 for these. */
extern const int16_t mr_wls_plain_value[MR_WL_KINDS];

/** Brings map->value up to date: the value of a leader is what its loss would do. */
void mr_wls_update_values(mr_wls_attack_map *map);

/**
 * What `side` gains by capturing on a cell, with what is taken back there counted in; 0: nothing.
 * @pre an enemy of `side` stands there, and the values are up to date
 */
int mr_wls_gain(const mr_wls_attack_map *map, unsigned side, unsigned cell);

/** What to enter a town seems worth, for the order in which activations are tried. */
int mr_wls_town_swing(const mr_wls_attack_map *map, unsigned side);

/** The value of a map for `side`, which has acted: the enemy's turn comes now. */
int mr_wls_evaluate(mr_wls_attack_map *map, unsigned side);

/** What a side has more than its enemy: men, leaders, towns, command, ways to go. */
int mr_wls_balance(const mr_wls_attack_map *map, unsigned side);

/** Whether `side`, acting next, could win by capturing leaders (a matching; orders apart). */
bool mr_wls_could_win(const mr_wls_attack_map *map, unsigned side);

/** The pull of a man's way on a cell, as far as he is drawn. */
static inline int mr_wls_pull(const mr_wls_attack_map *map, unsigned side, mr_wls_man man,
                              unsigned cell) {
  const mr_wls_way *way = &map->goals->way[side][man.way];
  int pull = way->pull[(size_t)mr_wls_class_of(man.kind) * map->game->cells + cell];
  return pull < man.most ? pull : man.most;
}

/* ---- calls (calls.c) --------------------------------------------------------------------------
 */

/** A unit that nobody commands and that strikes a leader: who steps near it calls it. */
typedef struct mr_wls_call {
  uint16_t cell;   /**< of the unit */
  uint16_t target; /**< of the leader */
  int gain;        /**< of taking it */
} mr_wls_call;

/** More are not seen. */
#define MR_WLS_CALLS_MAX 8

/** What the calls of a side gain. @pre the values are up to date @return their number */
unsigned mr_wls_find_calls(const mr_wls_attack_map *map, unsigned side,
                           mr_wls_call out[MR_WLS_CALLS_MAX]);

/** Whether a man who steps from `from` to `to` calls a unit: he comes near, and has the orders. */
bool mr_wls_calls(const mr_wls_attack_map *map, unsigned side, mr_wls_man man, unsigned to,
                  mr_wls_call call);

/**
 * What `side` gains on a leader of the enemy's by a leader's step and the strike of a unit that
 * nobody commands before it, beyond what it gains there otherwise. @pre the values are up to date
 */
int mr_wls_call_gain(const mr_wls_attack_map *map, unsigned side, const mr_wls_man *victim,
                     int otherwise);

/**
 * Whether `side` could take back where a leader of its own has been taken: those that only this
 * leader commands cannot.
 */
bool mr_wls_is_avenged(const mr_wls_attack_map *map, unsigned side, const mr_wls_man *leader);

/* ---- other ends: home towns, the last turn, units (goals.c) ---------------------------------- */

/** Whether towns are played for without WL-19. */
bool mr_wls_goal_towns(const mr_wl_game *game);

/** Whether `side`, whose enemy acts next, has lost by its home towns (WL-46). */
bool mr_wls_home_lost(const mr_wls_attack_map *map, unsigned side);

/** What these ends add to the value of a map for `side`, which has acted. */
int mr_wls_goals_value(const mr_wls_attack_map *map, unsigned side);

/** What a town is worth to `side` as an objective because of them; 0: nothing. */
int mr_wls_goal_worth(const mr_wls_attack_map *map, unsigned side, unsigned town);

/** Whether `side` has to guard a town because of them: an enemy is near. */
bool mr_wls_goal_guard(const mr_wls_attack_map *map, unsigned side, unsigned town);

/* ---- the plan ---------------------------------------------------------------------------------
 */

/** What a group may go for. */
typedef enum mr_wls_aim {
  MR_WLS_HOLD,  /**< nothing: it stays near */
  MR_WLS_TOWN,  /**< a town of the enemy's, or nobody's */
  MR_WLS_HUNT,  /**< a leader of the enemy's */
  MR_WLS_GUARD, /**< a town of one's own half that is threatened */
  MR_WLS_POST,  /**< a town that one unit is enough for: it goes there, or stays */
  MR_WLS_FOLLOW /**< behind the main force, as a reserve */
} mr_wls_aim;

/** One objective that a side pursues, with who is sent there. */
typedef struct mr_wls_objective {
  mr_wls_aim aim;
  uint16_t cell;
  uint16_t groups;  /**< sent */
  uint16_t turns;   /**< until they are there, as the slowest goes */
  int32_t strength; /**< of them, in hundredths of an infantryman */
  int32_t expected; /**< of the enemy there */
  bool weak;        /**< the strength is less than is wanted */
} mr_wls_objective;

/** A side's plan: a function of the state alone, so that it survives a bare `go`. */
typedef struct mr_wls_plan {
  unsigned count; /**< of objectives: their ways have the same numbers */
  mr_wls_objective objective[MR_WLS_WAYS_MAX];
} mr_wls_plan;

typedef struct mr_wls_search mr_wls_search;

/** The objective of the main force: the first that is attacked, else the first. @pre some */
static inline const mr_wls_objective *mr_wls_main_objective(const mr_wls_plan *plan) {
  unsigned k = 0;
  while (k + 1 < plan->count &&
         (plan->objective[k].aim == MR_WLS_GUARD || plan->objective[k].aim == MR_WLS_POST)) {
    k++;
  }
  return &plan->objective[k];
}

/** Makes the plans of both sides from where the men stand, and gives every man his way. */
void mr_wls_make_plans(mr_wls_search *search, const mr_wl_state *state);

/** No way is so long; what cannot be reached is so far. */
#define MR_WLS_FAR 1000

/** Fills `distance` with half steps by land to a cell, of who leads a group. */
void mr_wls_find_way(mr_wls_search *search, unsigned cell, uint16_t *distance);

/** The first so many towns have tables of the ways to them; no scenario has more than sixteen. */
#define MR_WLS_TOWNS_MAX 32

/** Who comes first: turns until a side's first unit could stand in a town; 0: one does. */
typedef struct mr_wls_race {
  unsigned towns; /**< that are looked at */
  uint16_t arrival[2][MR_WLS_TOWNS_MAX];
  uint16_t win[2]; /**< until a side could hold enough of them, if nobody hinders it */
} mr_wls_race;

/** Fills the tables of ways and moves to towns for the ground that the map shows. */
void mr_wls_find_town_ways(mr_wls_search *search);

/** Town_moves of a cell from which a class does not come to the town within a few moves. */
#define MR_WLS_MOVES_FAR 255

/** The moves to a town of a class that is none of leaders, from each cell. */
uint8_t *mr_wls_moves_to_town(const mr_wls_search *search, unsigned town, unsigned class);

/** Counts the races for all towns from where the men stand. */
void mr_wls_count_races(const mr_wls_search *search, mr_wls_race *out);

/** Turns until who stands on a cell could be in a town, by two squares a turn. */
unsigned mr_wls_turns_to_town(const mr_wls_search *search, unsigned cell, unsigned town);

/* ---- turns: the beam ------------------------------------------------------------------------- */

/** Most activations of a turn with its end. */
#define MR_WLS_TURN_MAX (MR_WL_CAP_MAX + 1)

/** A whole turn. */
typedef struct mr_wls_turn {
  uint64_t key; /**< of the men after it */
  int value;    /**< for the side that makes it, the enemy to act */
  bool ends;    /**< the game is over with its last activation */
  uint16_t count;
  mr_action actions[MR_WLS_TURN_MAX];
} mr_wls_turn;

/** How wide a beam is. */
typedef struct mr_wls_width {
  unsigned beam;  /**< partial turns kept after each activation */
  unsigned tried; /**< activations tried of each */
  unsigned turns; /**< whole turns kept */
} mr_wls_width;

#define MR_WLS_BEAM_MAX 48
#define MR_WLS_TRIED_MAX 160
#define MR_WLS_TURNS_MAX 64
#define MR_WLS_DEPTH_MAX 20

/** A part of a turn: what the beam keeps after an activation. */
typedef struct mr_wls_node {
  mr_state *state; /**< after it */
  uint16_t count;
  mr_action actions[MR_WLS_TURN_MAX];
} mr_wls_node;

/** One more activation of a node that has been tried on the map. */
typedef struct mr_wls_try {
  uint64_t key;
  int value;   /**< were this the end of the turn */
  int promise; /**< what it prepares besides: it is kept for both */
  mr_action action;
  uint16_t parent;
} mr_wls_try;

/** Refutations that are kept of each depth. */
#define MR_WLS_KILLERS 2

/** A turn on the map, for taking it back. */
typedef struct mr_wls_undo {
  mr_wls_step steps[MR_WLS_TURN_MAX];
  bool reread; /**< men have entered, and the map was read anew */
} mr_wls_undo;

/** What one depth of the search works with. */
typedef struct mr_wls_level {
  mr_wls_turn *turns; /**< MR_WLS_TURNS_MAX, best first */
  unsigned count;
  unsigned at;       /**< the turn that is being searched */
  unsigned searched; /**< those with values of the last iteration, the first of all */
  mr_state *root;    /**< as the turn begins */
  mr_wls_undo undo;  /**< of the turn that is being searched */
  mr_wls_turn killer[MR_WLS_KILLERS]; /**< turns that refuted others here, the last first */
} mr_wls_level;

/** A value that has been found, of the men and the side that has acted; shared by threads: each
 * of the two is written and read as a whole, and what does not fit together is not found. */
typedef struct mr_wls_known {
  atomic_uint_least64_t key; /**< with the value's bits turned over where they are set */
  atomic_uint_least64_t value;
} mr_wls_known;

/** Values that are kept: a power of two. Beams of level 5 find some 10,000 in a turn. */
#define MR_WLS_KNOWN 32768

/** What the threads of one search share. */
typedef struct mr_wls_shared {
  mr_wls_known *known;         /**< MR_WLS_KNOWN, each where its key says */
  uint64_t known_age;          /**< of this search: what others have kept is not found */
  atomic_uint_least64_t nodes; /**< activations that have been told of */
  atomic_bool stopped;         /**< somebody has seen the end of the budget */
} mr_wls_shared;

typedef struct mr_wls_helpers mr_wls_helpers;

/** The search's memory and its limits. */
struct mr_wls_search {
  const mr_wl_game *game;
  mr_arena arena; /**< all that follows */
  mr_wls_move_tables move_tables;
  mr_wls_goals goals;
  mr_wls_plan plan[2];
  mr_wls_race race;
  uint16_t *town_far;  /**< half steps by land to towns, [town][cell] */
  uint8_t *town_moves; /**< of each class alone, [town][class but leaders][cell] */
  uint16_t *far;       /**< of a way that is being found, [cell] */
  uint16_t *queue;     /**< room to find it */
  uint64_t ground_key; /**< of the move tables */
  mr_wls_attack_map map;
  mr_wls_level level[MR_WLS_DEPTH_MAX + 1];
  mr_wls_node *node[2]; /**< MR_WLS_BEAM_MAX partial turns each: those kept, and the next */
  mr_wls_try *tries;    /**< MR_WLS_BEAM_MAX */
  mr_wls_turn *pruned;  /**< MR_WLS_TURN_MAX: the best turn without one of its activations each */
  mr_wls_shared own;
  mr_wls_shared *shared;   /**< own, or that of the search which this one helps */
  mr_wls_helpers *helpers; /**< other threads; NULL: none, or they are at work already */
  mr_action *list;         /**< room for max_actions */
  mr_state *scratch;
  mr_watch watch;
  const mr_limits *limits;
  uint64_t nodes;  /**< activations tried on the map */
  uint64_t told;   /**< of these, in `shared` */
  uint64_t others; /**< activations of the other threads, as far as is known */
  uint64_t met;    /**< values that had been found before */
  uint64_t node_limit;
  bool stopped;
  int drawn;         /**< of the root's value, what draws men to where they are to go */
  unsigned depth;    /**< turns looked ahead by the last finished iteration */
  unsigned noise;    /**< of a weak level's evaluation, in hundredths of an infantryman */
  unsigned overlook; /**< percent of the activations that it does not see */
  mr_random random;
};

mr_status mr_wls_search_init(mr_wls_search *search, const mr_wl_game *game,
                             const mr_allocator *allocator, mr_error *err);
/** The same for a search that helps another one: it shares what it finds with it. */
mr_status mr_wls_search_init_helper(mr_wls_search *search, const mr_wls_search *owner,
                                    const mr_allocator *allocator, mr_error *err);
void mr_wls_search_done(mr_wls_search *search);

/** Prepares for a search of a state: move tables, attack map and goals. */
void mr_wls_search_set_root(mr_wls_search *search, const mr_wl_state *state);

/**
 * Finds turns of the side to move in `level[depth].root`, which the map shows, best first.
 * @param only whether the first activation is one of the limits' `only`
 * @param enough looks no further once a turn is worth so much
 */
void mr_wls_find_turns(mr_wls_search *search, unsigned depth, mr_wls_width width, bool only,
                       int enough);

/** Whether the best turn of a level ends the game with a win. */
static inline bool mr_wls_wins(const mr_wls_level *level) {
  return level->count && level->turns[0].ends && level->turns[0].value > 0;
}

/** The value of a finished game for a side, of which a win is worth so much. */
int mr_wls_end_value(const mr_wl_state *state, unsigned side, int win);

/* ---- several threads ------------------------------------------------------------------------- */

/**
 * Numbered work of several threads. `work` is called once by each that comes in time; it takes
 * numbers until there are no more.
 */
typedef struct mr_wls_job {
  void (*work)(struct mr_wls_job *job, mr_wls_search *search);
  mr_wls_search *owner;
  unsigned count; /**< numbers: 0 .. count - 1 */
  atomic_uint next;
} mr_wls_job;

/** Takes the next number of a job. @return whether there was one */
static inline bool mr_wls_job_take(mr_wls_job *job, unsigned *number) {
  *number = atomic_fetch_add_explicit(&job->next, 1, memory_order_relaxed);
  return *number < job->count;
}

/** Has the owner's helpers, where there are, and the owner work on a job. Returns when all is done.
 * Who works has no helpers meanwhile. */
void mr_wls_job_do(mr_wls_job *job);

/** Makes so many helpers for a search; none where `count` is 0. */
mr_status mr_wls_helpers_new(mr_wls_search *owner, unsigned count, const mr_allocator *allocator,
                             mr_wls_helpers **out, mr_error *err);
void mr_wls_helpers_free(mr_wls_helpers *helpers);

/** What has been tried of a partial turn, the best first. */
typedef struct mr_wls_list {
  unsigned count;
  mr_wls_try tries[MR_WLS_BEAM_MAX];
} mr_wls_list;

/** Room for the lists of a beam's partial turns: MR_WLS_BEAM_MAX. */
mr_wls_list *mr_wls_helpers_lists(mr_wls_helpers *helpers);

/** Has them prepare for the owner's root in threads of their own. @pre the owner is prepared */
void mr_wls_helpers_start(mr_wls_helpers *helpers);
/** Ends their threads. */
void mr_wls_helpers_stop(mr_wls_helpers *helpers);

/** Tells the others of the activations tried here, and learns of theirs. */
static inline void mr_wls_tell_nodes(mr_wls_search *search) {
  uint64_t more = search->nodes - search->told;
  uint64_t before = atomic_fetch_add_explicit(&search->shared->nodes, more, memory_order_relaxed);
  search->told = search->nodes;
  search->others = before + more - search->nodes;
}

/* ---- turn search ----------------------------------------------------------------------------- */

/** Told of each finished iteration: the best turn so far is level[0].turns[0]. */
typedef void (*mr_wls_progress_fn)(void *context, const mr_wls_search *search);

/**
 * Searches turns from level[0].root until the budget is spent or `depth` turns are looked ahead.
 * Leaves level[0].turns with the values found, the best first, and search->depth. @param only
 * whether the limits' `only` bind the first activation
 */
void mr_wls_turn_search(mr_wls_search *search, unsigned depth, bool only,
                        mr_wls_progress_fn progress, void *context);

/* ---- engines --------------------------------------------------------------------------------- */

/** Levels up to this one overlook orders and misjudge turns. */
#define MR_WLS_ERRS 3
bool mr_wls_can_play(const mr_game *game);
mr_status mr_wls_general_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                             mr_error *err);
/** The best activation by what is seen at once, one after the other: a measure for others. */
mr_status mr_wls_greedy_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                            mr_error *err);

/**
 * Chooses the next placement of an army that is being set up, or of its commitment. The same seed
 * sets up the same army. Units that come later are placed likewise (WL-45). @pre the phase is
 * MR_WL_DEPLOY or MR_WL_ENTER
 */
void mr_wls_deploy(mr_wls_search *search, const mr_wl_state *state, uint64_t seed,
                   const mr_limits *limits, mr_search_result *out);

/** Places all who have come, as a search expects it of who begins a turn; none where none have. */
void mr_wls_place_all(mr_wls_search *search, mr_state *state);

/** A turn's value in pawns (an infantryman is one), and as an expected score 0 .. 1, as told. */
mr_search_score mr_wls_score(const mr_wls_search *search, const mr_wls_turn *turn);
double mr_wls_value(const mr_wls_search *search, const mr_wls_turn *turn);

/**
 * The plan in words: what a turn takes, threatens and wins. The map shows `state`, in which the
 * turn begins, and does so again afterwards.
 */
void mr_wls_explain(mr_wls_search *search, const mr_wls_turn *turn, mr_str *out);

#endif
