/**
 * @file cecp_priv.h
 * The Chess Engine Communication Protocol, version 2, as XBoard 4.9 speaks it. cecp.c has the
 * conversation: commands and when they may come. cecp_settings.c has those that only change what is
 * remembered, cecp_moves.c positions, moves and hands on the board, cecp_think.c searches,
 * cecp_report.c what is said of them and of results, cecp_setup.c how a board program is taught a
 * game.
 *
 * A search of our own move makes the rest wait (a ping) or ends early (`?`) or for nothing
 * (`force`); pondering and analysing end for whatever changes the position and begin again after
 * it.
 * @source "Chess Engine Communication Protocol" by Tim Mann and H.G. Muller
 */
#ifndef MARCHER_PROTOCOL_CECP_PRIV_H
#define MARCHER_PROTOCOL_CECP_PRIV_H

#include <marcher/betza.h>

#include "protocol/protocol_priv.h"

/* ---- teaching a game to a program that draws boards ------------------------------------------ */

/** Longest text of a movement in XBoard's dialect that is sent. */
#define CECP_MOVEMENT_MAX 160

/**
 * Says a movement in XBoard's dialect of Betza's notation.
 * @param out room for ::CECP_MOVEMENT_MAX bytes, the NUL included
 * @return false where the dialect cannot say it, or XBoard 4.9.1 would understand something else
 */
bool mr_cecp_movement(const mr_betza *movement, char *out);

/** Whether board programs know a game of this name without being taught. */
bool mr_cecp_is_known(const char *name);

/**
 * Whether the protocol can say what happens in a game: two players who take turns with one action
 * each, everything seen, men that go from one square to another or come from a hand.
 * @return MR_ERR_UNSUPPORTED with the reason
 */
MR_NODISCARD mr_status mr_cecp_can_say(const mr_game *game, mr_error *err);

/**
 * Writes the `setup` line and the `piece` lines that teach XBoard a game.
 * @return MR_ERR_UNSUPPORTED where XBoard's board cannot follow the game, with the reason; `out` is
 * as it was then
 */
MR_NODISCARD mr_status mr_cecp_teach(const mr_game *game, mr_str *out, mr_error *err);

/* ---- the conversation ------------------------------------------------------------------------ */

/** Who moves. */
typedef enum cecp_mode {
  CECP_FORCE,   /**< others move for both sides */
  CECP_PLAY,    /**< the engine moves for `side` */
  CECP_ANALYSE, /**< others move, the engine thinks all the time */
} cecp_mode;

/** What the search that runs is for. */
typedef enum cecp_search {
  CECP_IDLE,
  CECP_THINK,  /**< our move */
  CECP_PONDER, /**< our move after the reply that we expect; the state is ahead by that reply */
  CECP_ANALYSIS,
} cecp_search;

/** A time control, as `level`, `st`, `sd` and `nps` set it. */
typedef struct cecp_clock {
  unsigned moves;    /**< of one session; 0: the time is for the whole game */
  int64_t base;      /**< milliseconds for so many moves */
  int64_t increment; /**< milliseconds for each move */
  int64_t exact;     /**< `st`: milliseconds for every move; 0: as `level` says */
  uint32_t depth;    /**< `sd`; 0: no limit */
  uint64_t nps;      /**< `nps`: so many nodes count as a second; 0: time is time */
  int64_t left;      /**< on our clock, in milliseconds, when it was last told */
  uint32_t overhead; /**< milliseconds on the way of each move */
  bool spent;        /**< `left` is as it should be after our last move, and not as it was told */
} cecp_clock;

typedef struct mr_cecp {
  mr_protocol base;
  mr_token line; /**< that is obeyed */
  mr_token command;
  mr_tokens rest; /**< what follows it, or the part of it that has been read */
  cecp_mode mode;
  mr_player side; /**< ours in CECP_PLAY */
  cecp_search search;
  cecp_clock clock;
  bool post;
  bool ponder; /**< `hard` */
  bool paused;
  bool editing;      /**< lines of a refused `edit` are skipped */
  bool end_reported; /**< the result of this game has been told */
  bool offered;      /**< the opponent has offered a draw that stands */
  uint64_t pings[8]; /**< that wait for the end of our thinking */
  size_t ping_count;
  int64_t hit_at; /**< mr_clock_ns when a ponder became our thinking; 0: none did */

  size_t action_room;  /**< actions for each of which the next two have room */
  mr_action *excluded; /**< by `exclude`, in the position that is analysed */
  mr_action *listed;   /**< legal actions, or those that are to be considered */
  size_t excluded_count;
  char lifted[8]; /**< the square from which a piece has been picked up; "" none */

  atomic_bool reports;     /**< the running search prints its lines */
  mr_search_result latest; /**< of the running search, for `.`; its mutex guards it */
  mr_str tables;           /**< where `egtpath` says that they are; "" nowhere */
  bool tables_due;         /**< the engine does not have them yet */
  double value;    /**< what we expected of the position after our last move; 1: nobody knows */
  mr_action reply; /**< that we expect; MR_ACTION_NONE: none */
} mr_cecp;

static inline mr_dialog *cecp_dialog(mr_cecp *cecp) {
  return &cecp->base.dialog;
}
static inline const mr_game *cecp_game(const mr_cecp *cecp) {
  return cecp->base.dialog.game;
}
/** Whose decision it is; MR_NOBODY where the game is over. */
static inline mr_player cecp_mover(const mr_cecp *cecp) {
  return mr_session_node(cecp->base.dialog.board).player;
}
/** The number of the first rank: boards of ten ranks count them from 0, XBoard's way. */
static inline unsigned cecp_first_rank(const mr_game *game) {
  return game->info.rows == 10 ? 0 : 1;
}

/* cecp_report.c */

/** Writes one line; the text is cleaned. */
void mr_cecp_say(mr_cecp *cecp, const char *format, ...) MR_PRINTF(2, 3);
/** `Error (what): line`, about the line that is obeyed. */
void mr_cecp_complain(mr_cecp *cecp, const char *what);
/** Writes a text in which all numbers are of ranks; each becomes another by `shift`, -1 to 1. */
void mr_cecp_add_ranks(const char *text, size_t length, int shift, mr_str *out);
/** Writes a sentence of the game's, which names squares as the game counts ranks, as XBoard does.
 */
void mr_cecp_add_text(const mr_game *game, const char *text, mr_str *out);
/** `Illegal move (reason): move`, the reason in the protocol's coordinates. */
void mr_cecp_say_illegal(mr_cecp *cecp, const char *reason, mr_token move);
/** The text of an action as a C string. */
typedef struct cecp_move {
  char text[MR_ACTION_TEXT_MAX];
} cecp_move;
cecp_move mr_cecp_move(const mr_game *game, const mr_state *state, mr_action action);
/** Tells the result of a game that is over, once. @return whether it is over */
bool mr_cecp_report_end(mr_cecp *cecp);
/** Callbacks of searches; `context` is the mr_cecp. */
void mr_cecp_progress(void *context, const mr_search_result *so_far);
void mr_cecp_finish(void *context, const mr_search_result *result, const mr_error *error);
/** The answer to `.`. */
void mr_cecp_status(mr_cecp *cecp);

/* cecp_moves.c */

/** Opens a game, or goes back to its start. */
MR_NODISCARD mr_status mr_cecp_open(mr_cecp *cecp, const char *name, mr_error *err);
/** `variant`: opens a game and teaches it. */
void mr_cecp_variant(mr_cecp *cecp);
void mr_cecp_setboard(mr_cecp *cecp);
/** `usermove`, or a bare move. */
void mr_cecp_usermove(mr_cecp *cecp);
/** `undo`, or `remove`, which takes back two. */
void mr_cecp_undo(mr_cecp *cecp);
/** `exclude`, or `include`. */
void mr_cecp_exclude(mr_cecp *cecp);
/** A piece is picked up: says where it may go. */
void mr_cecp_lift(mr_cecp *cecp);
/** It is put down: says what it may become there. */
void mr_cecp_put(mr_cecp *cecp);

/* cecp_think.c */

/** A position begins: nothing is excluded in it. */
void mr_cecp_fresh(mr_cecp *cecp);
/** Plays an action. */
MR_NODISCARD mr_status mr_cecp_make(mr_cecp *cecp, mr_action action, mr_error *err);
/** Takes the reply that we ponder back for a moment. @return whether we ponder one */
bool mr_cecp_step_back(mr_cecp *cecp);
/** Goes on to that reply again. */
void mr_cecp_step_on(mr_cecp *cecp);
/** Does what a search that has ended asks for: makes our move, tells the end, ponders. */
void mr_cecp_collect(mr_cecp *cecp);
/** Ends a search without a word and takes a ponder's reply back. */
void mr_cecp_halt(mr_cecp *cecp);
/** Thinks, ponders or analyses, as the mode asks for; nothing where a search runs. */
void mr_cecp_go_on(mr_cecp *cecp);
/**
 * The opponent has made the reply that we ponder.
 * @return false: our move is not limited by time, so that the search has to begin anew
 */
bool mr_cecp_hit(mr_cecp *cecp);
/** Takes a draw that was offered, or lets the offer pass. */
void mr_cecp_answer_offer(mr_cecp *cecp);
/** Who expects less than this takes a draw. */
#define MR_CECP_DRAW_BELOW 0.48

/* cecp_settings.c */

/** Reads the next word, a number. @return false: it is none, or over `max` */
bool mr_cecp_number(mr_cecp *cecp, uint64_t max, uint64_t *out);
/** The `feature` lines. */
void mr_cecp_features(mr_cecp *cecp);
/** Obeys a command that changes nothing but settings. @return false: it is not one of them */
bool mr_cecp_setting(mr_cecp *cecp);
/** Gives the engine the tables of `egtpath` where it lacks them. @pre no search runs */
void mr_cecp_tables(mr_cecp *cecp);
/** The clock has run for a move of ours: as far as we know until it is told. */
void mr_cecp_spend(mr_cecp *cecp, int64_t milliseconds);
/** Whether the option Level asks for less than the clock allows. */
bool mr_cecp_is_weak(const mr_cecp *cecp);
/** How long to think about the position now. */
mr_limits mr_cecp_budget(mr_cecp *cecp);

#endif
