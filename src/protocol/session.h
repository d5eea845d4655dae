/**
 * @file session.h
 * What all protocols share: a catalogue, the open game, a position with its history, an engine, and
 * the thread of a search.
 *
 * Everything here is for the one thread that feeds the protocol, except for what a search calls
 * back: progress and finish come from the thread of the search, finish sometimes from the other
 * one (a search that was held), but never two at a time. Nothing of a session may be changed while
 * a search runs (mr_session_busy); the functions that would do so refuse.
 *
 * Whatever fails leaves the session as it was.
 */
#ifndef MARCHER_PROTOCOL_SESSION_H
#define MARCHER_PROTOCOL_SESSION_H

#include <marcher/catalog.h>
#include <marcher/endgame.h>
#include <marcher/engine.h>
#include <marcher/protocol.h>

#include "base/thread.h"

/** Milliseconds without a limit: more than a month. */
#define MR_SESSION_FOREVER UINT32_MAX

/** What the user has chosen for the engine. */
typedef struct mr_session_settings {
  size_t memory;
  unsigned threads;
  unsigned level;
} mr_session_settings;

/** What to look for, and whom to tell. */
typedef struct mr_session_task {
  mr_limits limits; /**< `stop` is set by the session; `only` is copied */
  bool hold;        /**< do not finish before mr_session_release or mr_session_stop */
  /** The time that begins with mr_session_release; 0: none */
  uint32_t released_milliseconds;
  uint32_t released_soft; /**< counted from the beginning, since a ponder has been thinking, too */
  /** Work in place of thinking (a count); looks at `stop` now and then. Usually NULL. */
  void (*work)(void *context, const atomic_bool *stop);
  void (*progress)(void *context, const mr_search_result *so_far); /**< may be NULL */
  /** Called exactly once, unless the search is abandoned. `thought` is NULL after a failure. */
  void (*finish)(void *context, const mr_search_result *thought, const mr_error *error);
  void *context;
} mr_session_task;

/** The part of a session that the thread of a search knows. */
typedef struct mr_session_search {
  mr_session_task task;
  mr_thread thread;
  mr_mutex mutex;   /**< guards the members up to the blank line */
  bool hold;        /**< as in the task, until released */
  bool done;        /**< `result` and `error` are written */
  bool over;        /**< finish has been or is being called: the thread may be joined */
  bool abandoned;   /**< finish is not to be called */
  int64_t deadline; /**< mr_clock_ns; 0: none */
  int64_t soft;     /**< the same for the soft limit */

  bool started;  /**< there is a thread to be joined; the feeder's alone */
  int64_t began; /**< mr_clock_ns; constant while the search runs */
  atomic_bool stop;
  mr_state *observation;
  mr_state *walk; /**< scratch for what progress and finish call */
  mr_action *only;
  mr_status status;
  mr_search_result result;
  mr_error error;
} mr_session_search;

/** One action of a position's history, and who made it; chance is MR_NOBODY. */
typedef struct mr_session_move {
  mr_action action;
  mr_player player;
} mr_session_move;

/** A position and how it came about. */
typedef struct mr_session_board {
  mr_state *base;  /**< the position before the moves */
  mr_state *state; /**< the position after them */
  mr_session_move *moves;
  size_t count;
  size_t room;
} mr_session_board;

/** Read what you like; change it through the functions below alone. */
typedef struct mr_session {
  bool alive; /**< there is something to be freed */
  const mr_allocator *allocator;
  mr_protocol_setup setup;
  mr_catalog *catalog;
  mr_game *game;
  char name[MR_DEFINITION_NAME_MAX + 1]; /**< under which the game was opened */
  bool outdated;                         /**< the catalogue has changed since */
  mr_session_board board;                /**< the position */
  mr_session_board kept;                 /**< that of mr_session_mark */
  mr_state *scratch; /**< for who needs a state for a moment; not for searches */
  mr_session_settings settings;
  mr_session_settings built; /**< those of `engine`, or of the last one; the first ones before */
  mr_endgame_set *endgames;  /**< NULL: none */
  mr_engine *engine;         /**< NULL: to be made */
  mr_mutex output;
  mr_session_search search;
} mr_session;

/* ---- life ------------------------------------------------------------------------------------ */

/** Opens the first game. `setup` is copied. */
MR_NODISCARD mr_status mr_session_init(mr_session *session, const mr_protocol_setup *setup,
                                       mr_error *err);
/** Abandons a search and frees everything; a zeroed session is accepted. */
void mr_session_done(mr_session *session);

/** Writes a text, whole lines, so that it stands together. From any thread. */
void mr_session_write(mr_session *session, const char *bytes, size_t length);

/* ---- games ----------------------------------------------------------------------------------- */

/**
 * Makes the catalogue anew with the embedded definitions, those of the set-up and this file's,
 * which takes the place of the file that was added so before; `X.weights` beside `X.ini` comes with
 * it. The open game stays as it is.
 * @param path NULL: without any. @param list receives all complaints
 */
MR_NODISCARD mr_status mr_session_add_rules(mr_session *session, const char *path,
                                            mr_diagnostics *list, mr_error *err);

/** Opens a game by its name, at its start. @param list receives complaints about its definition */
MR_NODISCARD mr_status mr_session_open(mr_session *session, const char *name, mr_diagnostics *list,
                                       mr_error *err);

/** The name in the catalogue nearest to `name`, or NULL. */
const char *mr_session_nearest(const mr_session *session, const char *name);

/* ---- the position ---------------------------------------------------------------------------- */

/** Goes to the start of the game, which with MR_CAN_DEAL is a chance node. */
void mr_protocol_start(mr_session *session);

/**
 * Sets up a position, without history. A side that begins with a king needs one.
 * @return what mr_game_parse_state says; MR_ERR_ILLEGAL for a king that is lacking; MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_session_setup(mr_session *session, const char *text, size_t length,
                                        mr_error *err);

/**
 * Keeps the position as it is, so that mr_session_back can go back to it. A second mark forgets the
 * first. @return MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_session_mark(mr_session *session, mr_error *err);

/** Goes back to the position that was kept; once for each mark. */
void mr_session_back(mr_session *session);

/** Makes one action, of a player or of chance, given by its text. */
MR_NODISCARD mr_status mr_protocol_play(mr_session *session, const char *text, size_t length,
                                        mr_error *err);

/** Takes back the last `count` actions, or as many as there are. @return how many that were */
size_t mr_protocol_undo(mr_session *session, size_t count);

/** The legal action whose text is nearest to `text`, in `out`. @return false: none is near */
bool mr_session_nearest_action(mr_session *session, const char *text, size_t length,
                               char out[MR_ACTION_TEXT_MAX]);

/** Whether the last action was made by the player whose decision it is: a turn goes on. */
bool mr_session_mid_turn(const mr_session *session);

/* ---- the engine ------------------------------------------------------------------------------ */

/** Changes the settings; the engine is made when it is needed. */
void mr_session_configure(mr_session *session, const mr_session_settings *settings);

/**
 * Makes the engine that the settings ask for. Where that fails, memory and, if need be, threads
 * become those that the last engine had, or those of the beginning, and there is an engine all the
 * same unless even that cannot be had.
 * @return why it cannot be as it was asked for
 */
MR_NODISCARD mr_status mr_session_ready(mr_session *session, mr_error *err);

/**
 * Gives the engine tables of endings of the open game: a file, or a folder of them; NULL: none.
 * Another game begins without.
 * @return why they cannot be had; the engine keeps those that it had
 */
MR_NODISCARD mr_status mr_session_endgames(mr_session *session, const char *path, mr_error *err);

/** A new game begins, or the tables are to be cleared. */
void mr_session_forget(mr_session *session);

/* ---- searching ------------------------------------------------------------------------------- */

/** Whether a search runs that has not come to its end; one that is held runs. */
bool mr_session_busy(mr_session *session);

/** Whether that search does not end by itself. */
bool mr_session_held(mr_session *session);

/**
 * Starts a search of the current position, which is the decision of a player.
 * @return MR_ERR_ARGUMENT where nobody decides or a search runs; why there is no engine or thread
 */
MR_NODISCARD mr_status mr_protocol_think(mr_session *session, const mr_session_task *task,
                                         mr_error *err);

/** Ends the search soon; finish is called, by now or in a moment. Harmless where none runs. */
void mr_session_stop(mr_session *session);

/**
 * Says anew how much time mr_session_release will give (see mr_session_task), for protocols that
 * learn of the clock only then. Harmless where no search runs.
 */
void mr_session_allow(mr_session *session, uint32_t milliseconds, uint32_t soft);

/** Ends the hold: from now on the search ends by itself. Harmless where none is held. */
void mr_session_release(mr_session *session);

/** Ends the search and waits for that; finish is not called (unless it has been already). */
void mr_session_abandon(mr_session *session);

/** Waits for the end of a search; one that is held has to be stopped or released before. */
void mr_session_join(mr_session *session);

/** Milliseconds until mr_session_tick wants to be called; negative: never. */
int mr_session_wait(mr_session *session);

/** Looks whether the time of a released search is up. */
void mr_session_tick(mr_session *session);

#endif
