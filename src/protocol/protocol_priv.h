/**
 * @file protocol_priv.h
 * What all protocols share: lines and texts, and a dialog, which is a catalogue, the open game, a
 * position with its history, an engine, and the thread of a search.
 *
 * Everything of a dialog is for the one thread that feeds the protocol, except for what a search
 * calls back: progress and finish come from the thread of the search, finish sometimes from the
 * other one (a search that was held), but never two at a time. Nothing of a dialog may be changed
 * while a search runs (mr_dialog_busy): that is a precondition of the functions that would do so.
 *
 * Whatever fails leaves the dialog as it was.
 */
#ifndef MARCHER_PROTOCOL_PROTOCOL_PRIV_H
#define MARCHER_PROTOCOL_PROTOCOL_PRIV_H

#include <marcher/catalog.h>
#include <marcher/endgame.h>
#include <marcher/engine.h>
#include <marcher/protocol.h>
#include <marcher/session.h>
#include <stdarg.h>

#include "base/text.h"
#include "base/thread.h"

/** Milliseconds without a limit: more than a month. */
#define MR_DIALOG_FOREVER UINT32_MAX

/** So many parameters of a search can be set. */
enum { MR_DIALOG_PARAMETERS = 64 };

/** What the user has chosen for the engine. */
typedef struct mr_dialog_settings {
  size_t memory;
  unsigned threads;
  unsigned level;
  bool plain; /**< positions are judged by weights, whatever networks there are */
} mr_dialog_settings;

/** What to look for, and whom to tell. */
typedef struct mr_dialog_task {
  mr_limits limits; /**< `stop` is set by the dialog; `only` is copied */
  bool hold;        /**< do not finish before mr_dialog_release or mr_dialog_stop */
  /** Work in place of thinking (a count); looks at `stop` now and then. Usually NULL. */
  mr_status (*work)(void *context, const atomic_bool *stop, mr_error *err);
  /** Called with an action. May be NULL. */
  void (*progress)(void *context, const mr_search_result *so_far);
  /**
   * Called exactly once, unless the search is abandoned. `result`, which has an action unless there
   * was other work or nothing to search, is NULL after a failure, else `error` is.
   */
  void (*finish)(void *context, const mr_search_result *result, const mr_error *error);
  void *context;
} mr_dialog_task;

/** The part of a dialog that the thread of a search knows. */
typedef struct mr_dialog_search {
  mr_dialog_task task;
  mr_thread thread;
  mr_mutex mutex;   /**< guards the members up to the blank line */
  bool hold;        /**< as in the task, until released */
  bool done;        /**< `result` and `error` are written */
  bool over;        /**< finish has been or is being called: the thread may be joined */
  bool abandoned;   /**< finish is not to be called */
  int64_t deadline; /**< mr_clock_ns; 0: none */
  int64_t soft;     /**< the same for the soft limit */

  bool started;  /**< there is a search that has not been joined; the feeder's alone */
  bool threaded; /**< it has a thread; the same */
  int64_t began; /**< mr_clock_ns; constant while the search runs */
  atomic_bool stop;
  mr_state *observation;
  mr_state *walk; /**< scratch for what progress and finish call */
  mr_action *only;
  mr_status status;
  mr_search_result result;
  mr_error error;
} mr_dialog_search;

/** Read what you like; change it through the functions below alone. */
typedef struct mr_dialog {
  const mr_allocator *allocator;
  mr_protocol_setup setup;
  mr_catalog *catalog;
  mr_game *game;
  char name[MR_DEFINITION_NAME_MAX + 1]; /**< under which the game was opened */
  bool outdated;                         /**< the catalogue has changed since, or any_files */
  bool any_files;    /**< games are opened with castling from any files, where they can be so */
  bool fixed;        /**< that was asked for, and the open game cannot be so */
  mr_session *board; /**< the position and how it came about */
  mr_session *kept;  /**< that of mr_dialog_mark */
  mr_state *scratch; /**< for who needs a state for a moment; not for searches */
  mr_dialog_settings settings; /**< may be changed at any time; mr_dialog_ready obeys them */
  mr_dialog_settings built;    /**< those of `engine`, or of the last one; the first ones before */
  mr_endgame_set *endgames;    /**< NULL: none */
  mr_str network_file;         /**< the bytes of one that was asked for; empty: none was */
  mr_network network;          /**< what the engine was given */
  int parameters[MR_DIALOG_PARAMETERS]; /**< of the search, in the order of its table */
  uint64_t parameters_set;              /**< bit i: the i-th is not the usual one */
  mr_engine *engine;                    /**< NULL: to be made */
  mr_mutex output;
  mr_lag lag; /**< of our moves by the clock; a search's while it runs */
  mr_dialog_search search;
} mr_dialog;

/* ---- life ------------------------------------------------------------------------------------ */

/** Opens the first game. `setup` is copied. */
MR_NODISCARD mr_status mr_dialog_init(mr_dialog *dialog, const mr_protocol_setup *setup,
                                      mr_error *err);
/** Abandons a search and frees everything. */
void mr_dialog_done(mr_dialog *dialog);

/** Sets a parameter of the search; the engine is made anew. @param index in mr_engine_parameters
 *  @pre nothing is searched for */
void mr_dialog_parameter(mr_dialog *dialog, size_t index, int value);

/* ---- games ----------------------------------------------------------------------------------- */

/**
 * Makes the catalogue anew with the embedded definitions, those of the set-up and this file's,
 * which takes the place of the file that was added so before; `X.weights` beside `X.ini` comes with
 * it. The open game stays as it is.
 * @param path NULL: without any. @param list receives all complaints
 */
MR_NODISCARD mr_status mr_dialog_add_rules(mr_dialog *dialog, const char *path,
                                           mr_diagnostics *list, mr_error *err);

/**
 * Opens a game by its name, at its start.
 * @param list receives complaints about its definition; NULL: the first error is in `err`
 */
MR_NODISCARD mr_status mr_dialog_open(mr_dialog *dialog, const char *name, mr_diagnostics *list,
                                      mr_error *err);

/** Opens the game again, and others from then on, with castling from any files or without. */
MR_NODISCARD mr_status mr_dialog_any_files(mr_dialog *dialog, bool any_files, mr_error *err);

/** Compiles a game beside the open one, which stays; free it. @return NULL: it cannot be had */
mr_game *mr_dialog_compile(const mr_dialog *dialog, const char *name);

/**
 * Whether the game at an index of the catalogue can be opened; what came with the program can.
 * @param list receives complaints about its definition; may be NULL
 */
bool mr_dialog_plays(const mr_dialog *dialog, size_t index, mr_diagnostics *list);

/* ---- the position ---------------------------------------------------------------------------- */

/**
 * Sets up a position, without history. A side that begins with a king needs one.
 * @return what mr_game_parse_state says; MR_ERR_ILLEGAL for a king that is lacking; MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_dialog_setup(mr_dialog *dialog, const char *text, size_t length,
                                       mr_error *err);

/** Writes what is odd about the position, though it is played (mr_game_remark). @return false:
 *  nothing is */
bool mr_dialog_remark(const mr_dialog *dialog, char out[MR_ERROR_MESSAGE_MAX]);

/**
 * Keeps the position as it is, so that mr_dialog_back can go back to it. A second mark forgets the
 * first. @return MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_dialog_mark(mr_dialog *dialog, mr_error *err);

/** Goes back to the position that was kept; once for each mark. */
void mr_dialog_back(mr_dialog *dialog);

/** The rule that has ended the game. @pre the node is terminal */
const mr_rule *mr_dialog_ended_by(const mr_dialog *dialog);

/**
 * Goes on behind an end that others may not have claimed (mr_game_play_on): whoever sends a move
 * behind it, or asks for one, plays on. @return the rule that was in the way; NULL: there was none,
 * or the game is over for good
 */
const mr_rule *mr_dialog_play_on(mr_dialog *dialog);

/** The position. */
static inline const mr_state *mr_dialog_state(const mr_dialog *dialog) {
  return mr_session_state(dialog->board);
}

/** The legal action whose text is nearest to `text`, in `out`. @return false: none is near */
bool mr_dialog_nearest_action(mr_dialog *dialog, const char *text, size_t length,
                              char out[MR_ACTION_TEXT_MAX]);

/* ---- the engine ------------------------------------------------------------------------------ */

/**
 * Makes the engine that the settings ask for. Where that fails, memory and, if need be, threads
 * become those that the last engine had, or those of the beginning, and there is an engine all the
 * same unless even that cannot be had.
 * @return why it cannot be as it was asked for
 */
MR_NODISCARD mr_status mr_dialog_ready(mr_dialog *dialog, mr_error *err);

/**
 * Has positions judged by the network of a file; NULL: by the one found with the game. @return what
 * mr_network_check says of the open game, and then nothing has changed
 */
MR_NODISCARD mr_status mr_dialog_network(mr_dialog *dialog, const char *path, mr_error *err);

/**
 * Gives the engine tables of endings of the open game: a file, or a folder of them; NULL: none.
 * Another game begins without.
 * @return why they cannot be had; the engine keeps those that it had
 */
MR_NODISCARD mr_status mr_dialog_endgames(mr_dialog *dialog, const char *path, mr_error *err);

/** A new game begins, or the tables are to be cleared. */
void mr_dialog_forget(mr_dialog *dialog);

/* ---- searching ------------------------------------------------------------------------------- */

/** What a protocol says of time. */
typedef struct mr_dialog_time {
  bool has_clock;
  mr_clock_view clock;
  uint32_t exact; /**< milliseconds for this action; 0: no such limit */
} mr_dialog_time;

/**
 * Gives the next action its time: by the clock, with a margin that follows the delays of the last
 * moves, or what is exact, whichever is shorter.
 */
void mr_dialog_share_time(const mr_dialog *dialog, const mr_dialog_time *time, mr_limits *limits);

/** Whether a search runs that has not come to its end; one that is held runs. */
bool mr_dialog_busy(mr_dialog *dialog);

/** Whether what runs is other work than thinking: it ends by itself, and is worth waiting for. */
bool mr_dialog_works(mr_dialog *dialog);

/** Whether that search does not end by itself. */
bool mr_dialog_held(mr_dialog *dialog);

/**
 * Starts a search of the current position, which is the decision of a player.
 * @return MR_ERR_ARGUMENT where nobody decides; why there is no engine or thread
 */
MR_NODISCARD mr_status mr_dialog_think(mr_dialog *dialog, const mr_dialog_task *task,
                                       mr_error *err);

/**
 * Takes a task for which there is nothing to search: a search that is done as soon as it begins,
 * without a thread, and has chosen nothing. So finish comes now or, where the task holds, when such
 * a search is stopped or released.
 */
void mr_dialog_conclude(mr_dialog *dialog, const mr_dialog_task *task);

/** Ends the search soon; finish is called, by now or in a moment. Harmless where none runs. */
void mr_dialog_stop(mr_dialog *dialog);

/**
 * Ends the hold: from now on the search ends by itself. Harmless where none is held.
 * @param limits the time that begins now; the soft limit is counted from the beginning, since a
 * ponder has been thinking, too. Its other members say nothing
 */
void mr_dialog_release(mr_dialog *dialog, const mr_limits *limits);

/** Ends the search and waits for that; finish is not called (unless it has been already). */
void mr_dialog_abandon(mr_dialog *dialog);

/** Waits for the end of a search; one that is held has to be stopped or released before. */
void mr_dialog_join(mr_dialog *dialog);

/** Milliseconds until mr_dialog_tick wants to be called; negative: never. */
int mr_dialog_wait(mr_dialog *dialog);

/** Looks whether the time of a released search is up. */
void mr_dialog_tick(mr_dialog *dialog);

/* ---- protocols ------------------------------------------------------------------------------- */

/** What a protocol does. */
typedef struct mr_protocol_ops {
  /** Obeys a line without its end; control characters have become blanks. @return false: the end */
  bool (*line)(mr_protocol *protocol, const char *line, size_t length);
  /** Says that a line was too long, or that memory lacks for it. */
  void (*complain)(mr_protocol *protocol, const char *message);
  /** A search may have ended. @return false: the end */
  bool (*tick)(mr_protocol *protocol);
  /** Nothing more arrives. */
  void (*end)(mr_protocol *protocol);
  /** Does what waits for searches that end by themselves. */
  void (*finish_searches)(mr_protocol *protocol);
  /** Frees what the protocol has besides the part that every one has. */
  void (*done)(mr_protocol *protocol);
} mr_protocol_ops;

/** Protocols embed this as their first member. */
struct mr_protocol {
  const mr_protocol_ops *ops;
  size_t size; /**< of the whole */
  mr_dialog dialog;
  mr_str partial; /**< a line whose end has not arrived */
  bool skipping;  /**< the rest of a line that is too long */
  bool over;
};

/**
 * Makes a protocol of `size` bytes, zero but for the part that every one has.
 * Free it with mr_protocol_free.
 */
MR_NODISCARD mr_status mr_protocol_new(const mr_protocol_ops *ops, size_t size,
                                       const mr_protocol_setup *setup, mr_protocol **out,
                                       mr_error *err);

/* ---- texts ----------------------------------------------------------------------------------- */

/** A C string of a token for messages: printable, and cut where it is long. */
typedef struct mr_quote {
  char text[64];
} mr_quote;
mr_quote mr_token_quote(mr_token token);

/** Reads a time; of one that has run out, which some send as a negative number, nothing is left. */
bool mr_token_time(mr_token token, uint64_t max, uint64_t *out);

/** A table whose rows begin with their name, a C string. */
typedef struct mr_rows {
  const void *rows;
  size_t size; /**< of one */
  size_t count;
} mr_rows;
#define MR_ROWS(table)                                        \
  (mr_rows) {                                                 \
    (table), sizeof *(table), sizeof(table) / sizeof *(table) \
  }

/** The row of that name, in either case; NULL: there is none. */
const void *mr_rows_find(mr_rows rows, mr_token name);

/** The name that is nearest to a word; NULL: none is near. */
const char *mr_rows_nearest(mr_rows rows, const char *word);

/** Writes texts of others into a line: what is not printable becomes '?', line ends blanks. */
void mr_add_clean(mr_str *out, const char *text);

/** Writes a text, whole lines, so that it stands together. From any thread. */
void mr_dialog_write(mr_dialog *dialog, const char *bytes, size_t length);

/** Writes what was put together, whole lines, and frees it. From any thread. */
void mr_dialog_send(mr_dialog *dialog, mr_str *text);

/** Writes one line: the prefix, and the text cleaned. From any thread. */
void mr_dialog_say(mr_dialog *dialog, const char *prefix, const char *format, va_list args);

/* ---- reports of searches, for what a search calls back --------------------------------------- */

/** The actions that a turn is expected to have, by what the game so far has been like. */
unsigned mr_dialog_turn_actions(const mr_dialog *dialog);

/** What a search sees, as protocols say it. */
typedef struct mr_dialog_score {
  int mate; /**< turns of the winner to a whole point; negative: the other wins; 0: none is seen */
  int centipawns;
} mr_dialog_score;

mr_dialog_score mr_dialog_score_of(const mr_dialog *dialog, const mr_candidate *candidate);

/**
 * How many turns of the winner are left to the end that a candidate sees; negative where the winner
 * is not the player who decides. Counts as far as its line goes; behind that, players are taken to
 * alternate in turns of `turn_actions` actions. @param step scratch
 */
int mr_dialog_mate(const mr_game *game, const mr_state *state, mr_state *step,
                   const mr_candidate *candidate, unsigned turn_actions);

/** The choice of a search, with the line of the whole result. */
mr_candidate mr_dialog_choice(const mr_search_result *result);

/** Writes an action of a state in a protocol's own way. */
typedef void (*mr_dialog_action_fn)(const mr_game *game, const mr_state *state, mr_action action,
                                    mr_str *out);

/** Writes a candidate's line from the eyes of the player who decides, as far as it is known. */
void mr_dialog_add_line(const mr_dialog *dialog, const mr_candidate *candidate,
                        mr_dialog_action_fn add_action, mr_str *out);

/** What the other player is expected to answer; MR_ACTION_NONE where that is not known. */
mr_action mr_dialog_expected_reply(const mr_dialog *dialog, const mr_search_result *result);

#endif
