/**
 * @file
 * What the files of the session share.
 */
#ifndef MARCHER_SESSION_SESSION_PRIV_H
#define MARCHER_SESSION_SESSION_PRIV_H

#include <marcher/session.h>

/**
 * Bit of a viewer in a mask of them. Spectators have one as well, and whoever is no player is one;
 * who sees all has one that nothing sets.
 */
static inline unsigned mr_viewer_bit(mr_player viewer) {
  unsigned spectator = MR_MAX_PLAYERS;
  bool own = viewer.id < MR_MAX_PLAYERS || viewer.id == MR_ALL_SEEING_ID;
  return 1u << (own ? viewer.id : spectator);
}

/** Events with the viewers from whom each is withheld. */
typedef struct mr_session_events_kept {
  mr_event *items;
  uint16_t *withheld;
  size_t count;
  size_t capacity;
} mr_session_events_kept;

/** The clock of a team; that of its first seat counts. */
typedef struct mr_session_clock {
  mr_session_control control;
  int64_t left;
  unsigned turns; /**< that have ended since somebody thought */
  bool asked;     /**< somebody has thought */
} mr_session_clock;

/** The tag of records that says who sits on a seat. */
#define MR_SESSION_PLAYER_TAG "Player"

struct mr_session {
  const mr_game *game;
  const mr_allocator *allocator;
  mr_arena arena; /**< of what neither grows nor is copied */
  mr_session_options options;
  uint64_t seed;
  uint64_t revision;

  mr_state *start;
  mr_state *state;
  mr_node node; /**< of `state` by the rules */
  bool own_start;
  bool start_open; /**< the start hides nothing */
  mr_stream dice;
  mr_session_move *moves;
  size_t count;
  size_t capacity;
  mr_str texts; /**< one NUL-terminated text after the other */

  bool turn_over;
  mr_player turn_player;
  size_t turns;
  size_t turn_start; /**< the number of actions before the last turn that has begun */

  mr_events made;                /**< of the last action, all of them */
  mr_session_events_kept recent; /**< those of the last action are its tail */
  size_t last;                   /**< where that begins */
  mr_event *shown;               /**< what was last listed for a viewer */

  mr_session_end end; /**< from outside; MR_SESSION_GOES_ON: none */
  mr_player loser;
  uint8_t score[MR_MAX_PLAYERS]; /**< of that end */
  uint16_t draw_offers;          /**< bit i: by the team whose first seat is i */
  mr_session_clock clocks[MR_MAX_PLAYERS];

  mr_session_seat seats[MR_MAX_PLAYERS];
  mr_engine *engines[MR_MAX_PLAYERS];
  mr_probe_fn probe;
  void *probe_context;
  mr_session_analysis analysis; /**< the last one */
  mr_session_analysis plan;     /**< the last one that took some thinking */
  bool has_analysis;
  bool has_plan;
  mr_state *observed[2]; /**< the observations of both */

  mr_state *seen;      /**< scratch: an observation */
  mr_state *open_view; /**< scratch: what spectators see */
  mr_state *walk;      /**< scratch: the game once more; with MR_SESSION_FULL */
  mr_action *actions;
  mr_chance *chances;
};

/** Whether the session keeps texts and events. */
static inline bool mr_session_is_full(const mr_session *session) {
  return session->options.detail == MR_SESSION_FULL;
}

/** Whether there is such a player: not MR_NOBODY. */
static inline bool mr_session_has_player(const mr_session *session, mr_player player) {
  return player.id < session->game->info.players;
}

/** The same as a status. @return MR_ERR_RANGE */
mr_status mr_session_check_player(const mr_session *session, mr_player player, mr_error *err);

/** The first seat of a player's team. @pre there is such a player */
mr_player mr_session_leader(const mr_session *session, mr_player player);

/** Whether members of a team score alike and the teams share one win. */
bool mr_session_shares_win(const mr_session *session, const uint8_t *score);

/** A turn of the player has ended: the clock gets what it is due. */
void mr_session_clock_turn(mr_session *session, mr_player player);

/** Forgets an end from outside, offers and all. */
void mr_session_clear_end(mr_session *session);

/** Frees the engines: they are made anew when they are asked. */
void mr_session_free_engines(mr_session *session);

/* Parts of records: the game with its settings and seats; a state; an action with its comment. */
MR_NODISCARD mr_status mr_session_write_game(const mr_session *session, mr_record *out,
                                             mr_error *err);
MR_NODISCARD mr_status mr_session_write_state(const mr_session *session, const mr_state *state,
                                              mr_record *out, const char **field, mr_error *err);
MR_NODISCARD mr_status mr_session_write_move(const mr_session *session, size_t index,
                                             mr_record *out, mr_error *err);

/** Whether nothing is hidden from anybody. @param scratch room for a state */
bool mr_session_is_open(const mr_session *session, const mr_state *state, mr_state *scratch);

/** As mr_session_begin, with a state of its own or, where that is NULL, the first one undealt. */
void mr_session_begin_undealt(mr_session *session, uint64_t seed, const mr_state *state);

#endif
