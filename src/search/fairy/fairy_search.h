/**
 * @file fairy_search.h
 * Alpha-beta for the chess-like family. The search proper is compiled once for each core of the
 * rules (node.h and what it includes); this header is what those and the player share.
 */
#ifndef MARCHER_SEARCH_FAIRY_FAIRY_SEARCH_H
#define MARCHER_SEARCH_FAIRY_FAIRY_SEARCH_H

#include "rules/fairy/fairy.h"
#include "search/engine_priv.h"
#include "search/fairy/weights.h"

enum {
  MR_FYS_PLIES = 96,   /**< deepest line, in actions */
  MR_FYS_WIN = 30000,  /**< a won game, less the plies to it */
  MR_FYS_PART = 15000, /**< a game won by three quarters, less the plies to it */
  MR_FYS_SURE = 14000, /**< beyond this, the end of the game has been seen */
  MR_FYS_INFINITY = 32000
};

/** One line of the table of positions. */
typedef struct mr_fys_entry {
  uint64_t key;
  uint32_t action;
  int16_t score;
  int8_t depth;
  uint8_t kind; /**< bound in the low two bits, age above */
} mr_fys_entry;

/** One action at the root with what is known of it. */
typedef struct mr_fys_root {
  mr_action action;
  int score;    /**< for the side to move */
  bool at_most; /**< only a bound */
  uint64_t nodes;
} mr_fys_root;

/** A search and its memory. */
typedef struct mr_fys_search {
  const mr_fy_game *game;
  const struct mr_fys_body *body;
  const mr_allocator *allocator;
  mr_fys_weights *weights;
  mr_fys_eval eval;
  mr_fys_entry *table;
  size_t table_mask;
  uint8_t age;
  mr_state *state; /**< the one that is worked on */
  void *undo;      /**< records of MR_FYS_PLIES + 1 actions */
  size_t undo_size;
  mr_action *lists; /**< of MR_FYS_PLIES + 1 nodes, list_size each */
  int *orders;      /**< the same */
  size_t list_size;
  mr_action killers[MR_FYS_PLIES + 1][2];
  int16_t (*history)[MR_FY_CELLS_MAX]; /**< [code][to]: which quiet actions have cut */
  mr_action line[MR_FYS_PLIES + 1][MR_FYS_PLIES + 1];
  unsigned line_length[MR_FYS_PLIES + 1];
  mr_fys_root *roots;
  size_t root_count;
  uint64_t nodes, node_limit;
  unsigned selective; /**< the deepest line of this search */
  mr_watch watch;
  bool stopped;
} mr_fys_search;

/** The search for one core. */
typedef struct mr_fys_body {
  /** Fills the weights from the tables of a game, and from those given (NULL: none). */
  void (*weigh)(const mr_fy_game *game, const mr_fy_weights *given, mr_fys_weights *out);
  /** What a position is worth to the side to move, without looking ahead. */
  int (*evaluate)(const mr_fys_search *search, const mr_state *state);
  /** The same by its terms, for tuning: their counts and how they are blended. */
  int (*trace)(const mr_fys_eval *eval, const mr_state *state, mr_fys_trace *out);
  /** Blends a sum of terms as evaluate does; from White's view. */
  int (*blend)(mr_fys_pair sum, int share, int scale);
  /** Whether nothing is in check, and nothing can be won by captures and promotions at once. */
  bool (*quiet)(const mr_fys_eval *eval, const mr_state *state, const mr_action *list,
                size_t count);
  /** Searches the root to a depth; scores of search->roots are kept in order, best first. */
  void (*root)(mr_fys_search *search, unsigned depth);
  /** What the captures on the target of an action come to for the side that begins them. */
  int (*exchange)(const mr_fys_search *search, const mr_state *state, mr_action action);
} mr_fys_body;

extern const mr_fys_body mr_fys_w1, mr_fys_w2, mr_fys_w4;
extern const mr_fys_body mr_fys_w1_bmi2, mr_fys_w2_bmi2, mr_fys_w4_bmi2;

/** Score of a game that is over, for the side to move. @param distance from the root, in actions */
int mr_fys_end_score(const mr_state *state, unsigned distance);

MR_NODISCARD mr_status mr_fys_search_init(mr_fys_search *search, const mr_fy_game *game,
                                          const mr_engine_options *options, mr_error *err);
/** The search that was compiled for a game's core. */
const mr_fys_body *mr_fys_body_for(const mr_fy_game *game);
void mr_fys_search_done(mr_fys_search *search);
/** Iterates to `depth`; the result is in search->roots and line. @return the completed depth */
unsigned mr_fys_search_run(mr_fys_search *search, const mr_state *root, unsigned depth,
                           mr_engine *engine);
void mr_fys_forget(mr_fys_search *search);

bool mr_fys_can_play(const mr_game *game);
mr_status mr_fys_player_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                            mr_error *err);

#endif
