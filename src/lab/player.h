/**
 * @file
 * Who sits at the board: one of our engines, or a program. The referee sees no difference.
 */
#ifndef MARCHER_LAB_PLAYER_H
#define MARCHER_LAB_PLAYER_H

#include <marcher/match.h>

#include "lab/uci_client.h"

/** What a player is asked. */
typedef struct mr_match_question {
  const mr_state *observation; /**< of the player whose decision it is */
  const char *start;           /**< state text of the first position */
  const char *moves;           /**< " a b c": the actions since then */
  unsigned side;               /**< 0 or 1 */
  int64_t left_ms[2];          /**< on the clocks of the sides */
  int64_t increment_ms[2];
  unsigned to_go;   /**< turns until this side's clock is wound up; 0: it is not */
  unsigned actions; /**< expected in one turn */
} mr_match_question;

/** What it answers. */
typedef struct mr_match_answer {
  mr_match_end fault; /**< MR_END_RULE: none */
  char reason[MR_MATCH_REASON_MAX];
  mr_action action;              /**< MR_ACTION_NONE: see `text` */
  char text[MR_ACTION_TEXT_MAX]; /**< of the action, not yet read */
  bool scored;
  mr_search_score score;
  unsigned depth;
  uint64_t nodes;
  int64_t ns; /**< what it took */
} mr_match_answer;

typedef struct mr_match_player mr_match_player;

typedef struct mr_match_player_ops {
  mr_status (*begin)(mr_match_player *player, uint64_t seed, mr_error *err);
  mr_status (*think)(mr_match_player *player, const mr_match_question *question,
                     mr_match_answer *out, mr_error *err);
  void (*ponder)(mr_match_player *player, const mr_match_question *question); /**< may be NULL */
  void (*end)(mr_match_player *player);                                       /**< may be NULL */
  void (*free)(mr_match_player *player);
} mr_match_player_ops;

/** Kinds of players embed this as their first member. */
struct mr_match_player {
  const mr_match_player_ops *ops;
  const mr_game *game;
  const mr_match_engine *engine;
  const atomic_bool *stop; /**< may be NULL */
};

/** Makes a player; nothing is started yet. @param log may be NULL. @return MR_ERR_NOMEM */
MR_NODISCARD mr_status mr_match_player_new(const mr_game *game, const mr_match_engine *engine,
                                           mr_client_log *log, const atomic_bool *stop,
                                           mr_match_player **out, mr_error *err);
/** The kind that is a program; NULL without memory. */
mr_match_player *mr_match_player_uci(mr_client_log *log);

/** Frees a player and ends its program; NULL is accepted. */
void mr_match_player_free(mr_match_player *player);

/**
 * A game begins. Programs are started where they do not run.
 * @return why the player cannot play, MR_ERR_CANCELLED where the flag was raised
 */
MR_NODISCARD static inline mr_status mr_match_player_begin(mr_match_player *player, uint64_t seed,
                                                           mr_error *err) {
  return player->ops->begin(player, seed, err);
}

/**
 * Asks for an action. A fault of the player is an answer; a program at fault is no longer running.
 * @return MR_ERR_CANCELLED where the flag was raised, MR_ERR_NOMEM, what one of our engines says
 */
MR_NODISCARD static inline mr_status mr_match_player_think(mr_match_player *player,
                                                           const mr_match_question *question,
                                                           mr_match_answer *out, mr_error *err) {
  return player->ops->think(player, question, out, err);
}

/** The other side is about to think: so may this one, if it does such things. */
static inline void mr_match_player_ponder(mr_match_player *player,
                                          const mr_match_question *question) {
  if (player->ops->ponder != NULL) {
    player->ops->ponder(player, question);
  }
}

/** The game is over. */
static inline void mr_match_player_end(mr_match_player *player) {
  if (player->ops->end != NULL) {
    player->ops->end(player);
  }
}

/** Whether a clock runs. */
static inline bool mr_control_is_clock(const mr_match_control *control) {
  return control->base_ms > 0 || control->increment_ms > 0;
}

#endif
