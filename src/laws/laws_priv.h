/**
 * @file laws_priv.h
 * What the files of the laws share: one check in progress, standing at one state of one playout.
 */
#ifndef MARCHER_LAWS_LAWS_PRIV_H
#define MARCHER_LAWS_LAWS_PRIV_H

#include <marcher/laws.h>

enum {
  MR_LAWS_SAMPLE = 16,  /**< actions of a state that are looked at closely */
  MR_LAWS_WALK = 6,     /**< actions made and then taken back in one go */
  MR_LAWS_SPARES = 6,   /**< states to work with */
  MR_LAWS_RESULTS = 256 /**< outcomes of a chance node whose results are compared */
};

/** A listed action and the hash of its text. */
typedef struct mr_laws_named {
  uint64_t text_hash;
  mr_action action;
} mr_laws_named;

/** Everything but the arrays' contents is set before the first state; nothing grows later. */
typedef struct mr_laws {
  const mr_game *game;
  const mr_laws_options *options;
  const mr_allocator *allocator;
  mr_laws_report *report;
  mr_arena arena;
  mr_status status; /**< MR_ERR_NOMEM as soon as a picture or page finds no memory */

  mr_random random; /**< of this playout */
  unsigned playout;
  uint32_t ply;

  mr_state *state; /**< the state that is being looked at */
  mr_state *start; /**< the playout's first state */
  mr_node node;
  mr_action action;  /**< the action that reports name, or MR_ACTION_NONE */
  mr_action *listed; /**< actions of a decision, outcomes of a chance node, in their order */
  mr_action *sorted; /**< the same, ascending */
  size_t count;
  mr_chance *chances;               /**< of a chance node */
  mr_action sample[MR_LAWS_SAMPLE]; /**< some of the listed, and at chance nodes faces of some */
  size_t sample_count;

  mr_state *spare[MR_LAWS_SPARES];
  mr_state *walk[MR_LAWS_WALK];
  void *undo[MR_LAWS_WALK];
  mr_action *list; /**< scratch as large as `listed` */
  mr_chance *roll; /**< scratch as large as `chances` */
  mr_laws_named *named;
  mr_placement *men; /**< room for one on every cell; NULL where nothing can be composed */
  mr_events events;  /**< with room for more than the game may emit */
  char *text[2];     /**< max_state_text bytes each */
  uint64_t results[MR_LAWS_RESULTS]; /**< hashes of the bytes that the outcomes lead to, sorted */
  size_t result_count;               /**< 0: too many to compare */

  mr_player decided; /**< who took the last decision of the playout */
  uint64_t ways;     /**< that chance could have gone in the playout; no more than UINT32_MAX + 1 */
  bool withheld;     /**< an observation has differed from its state */
} mr_laws;

/**
 * Counts one test of a law; when it is not `kept`, counts the failure and keeps the first one's
 * words: where it happened, the message, the state's text.
 */
void mr_laws_expect(mr_laws *laws, mr_law law, bool kept, const char *format, ...) MR_PRINTF(4, 5);

/* ---- info.c: what the game says of itself ---------------------------------------------------- */

/** Looks at mr_game_info and the table of operations. @return whether the game can be played */
bool mr_laws_info(mr_laws *laws);
/** Compares the node with the declared capabilities. */
void mr_laws_declared(mr_laws *laws);
/** The node itself, its score and its rule. */
void mr_laws_terminal(mr_laws *laws);

/* ---- moves.c: what can happen ---------------------------------------------------------------- */

/** Lists what can happen and draws the sample. @return whether there is something to play */
bool mr_laws_list(mr_laws *laws);
/** Whether `action` is among the listed. */
bool mr_laws_is_listed(const mr_laws *laws, mr_action action);
/** Makes and takes back every action of the sample; `texts` compares the children's texts too. */
void mr_laws_children(mr_laws *laws, bool texts);
/** Makes several actions in a row from `from` and takes them back. */
void mr_laws_walk(mr_laws *laws, const mr_state *from);
/** Plays an action at two addresses. */
void mr_laws_copy(mr_laws *laws);
/** Writes the first state over different rubbish. */
void mr_laws_start(mr_laws *laws);
/** Tries numbers that are not listed. */
void mr_laws_legal(mr_laws *laws);
/** What one action reported; `after` is the state that it led to. */
void mr_laws_events(mr_laws *laws, const mr_state *after);

/** Weights, outcomes and faces of a chance node. */
void mr_laws_chance(mr_laws *laws);
/** Compares the family's own count with the contract's. */
void mr_laws_perft(mr_laws *laws);

/* ---- texts.c --------------------------------------------------------------------------------- */

void mr_laws_action_texts(mr_laws *laws);
void mr_laws_state_text(mr_laws *laws);

/* ---- hidden.c and view.c --------------------------------------------------------------------- */

/** What is seen of a state. */
void mr_laws_hidden(mr_laws *laws);
/** What is told of an action, and seen of its result. */
void mr_laws_sees(mr_laws *laws);
void mr_laws_view(mr_laws *laws);

/* ---- tools.c --------------------------------------------------------------------------------- */

/** The viewers of a game: its players in their order, then a spectator. */
static inline size_t mr_laws_viewers(const mr_laws *laws) {
  return (size_t)laws->game->info.players + 1;
}
static inline mr_player mr_laws_viewer(const mr_laws *laws, size_t index) {
  return index < laws->game->info.players ? (mr_player){(uint8_t)index} : MR_NOBODY;
}
/** Whether it is a player of the game, or nobody. */
static inline bool mr_laws_is_player(const mr_laws *laws, mr_player player) {
  return player.id < laws->game->info.players || player.id == MR_NOBODY_ID;
}
/** Whether a player decides at laws->state. */
static inline bool mr_laws_decides(const mr_laws *laws, mr_player player) {
  return laws->node.kind == MR_NODE_DECISION && mr_player_same(laws->node.player, player);
}
/** Whether another node is that of laws->state. */
static inline bool mr_laws_same_node(const mr_laws *laws, mr_node node) {
  return node.kind == laws->node.kind && mr_player_same(node.player, laws->node.player);
}
/** "Red"; "a spectator". */
const char *mr_laws_who(const mr_laws *laws, mr_player viewer);
/** Observes into a poisoned buffer. */
void mr_laws_observe(const mr_laws *laws, const mr_state *state, mr_player viewer, mr_state *out);
bool mr_laws_same(const mr_laws *laws, const mr_state *a, const mr_state *b);
/** Index of the first byte in which two states differ. */
size_t mr_laws_difference(const mr_laws *laws, const mr_state *a, const mr_state *b);
/** Fills a state with rubbish. */
void mr_laws_poison(const mr_laws *laws, mr_state *state, int byte);
/**
 * mr_game_make for a family that is not trusted yet: whether what it lists is legal is a law, not
 * a precondition.
 */
void mr_laws_make(const mr_laws *laws, mr_state *state, mr_action action, void *undo,
                  mr_events *events);
/** Lists a state's actions, or the outcomes of a chance node, into `out`. */
size_t mr_laws_options_of(const mr_laws *laws, const mr_state *state, mr_action *out);
/** Whether what a state lists is what laws->state has listed. */
bool mr_laws_lists_alike(mr_laws *laws, const mr_state *state);
/** For sorting by a hash, or by one that comes first. */
int mr_laws_compare_hashes(const void *left, const void *right);
/** Chooses what happens: uniformly for a player, with its probability at a chance node. */
mr_action mr_laws_choose(mr_laws *laws, const mr_state *state);
/** Whether a text is 1 .. of printable ASCII characters none of which is in `unwanted`. */
bool mr_laws_well_formed(const mr_str *text, const char *unwanted);
/** Writes an action of `state` into `out`, whose buffer has MR_ACTION_TEXT_MAX bytes. */
void mr_laws_write_action(const mr_laws *laws, const mr_state *state, mr_action action,
                          char *buffer, mr_str *out);
/** Writes a state's text into `buffer` (max_state_text bytes). @return whether it fits */
bool mr_laws_write_state(mr_laws *laws, const mr_state *state, char *buffer);

#endif
