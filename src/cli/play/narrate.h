#ifndef MARCHER_CLI_PLAY_NARRATE_H
#define MARCHER_CLI_PLAY_NARRATE_H

/**
 * @file
 * What happens at a session, told to people as text or to programs as lines of JSON, and how fast.
 */

#include "cli/play/session.h"

/** Who plays, and with which seed. */
void cli_narrate_start(cli_session *session);

/** The action that was made last, with its reasons, its events, and the odds of what follows. */
int cli_narrate_action(cli_session *session);

/**
 * The same where turns of several actions are told as a whole when they are over: before that it
 * says nothing, except to programs.
 */
int cli_narrate_by_turns(cli_session *session);

/** Tells what cli_narrate_by_turns has kept back so far. */
int cli_narrate_rest(cli_session *session);

/** How the game has ended, in lines for people. */
void cli_end_text(const cli_session *session, mr_str *out);

/** The end of the game. */
int cli_narrate_end(cli_session *session);

/** All that the computer thought last: candidates, expected line, odds. */
void cli_narrate_analysis(cli_session *session);

/**
 * The board as `player` sees it, with what has just happened marked. The story stays:
 * cli_forget_story once it has been seen.
 * @param below NULL, or what is to follow. @param guides as in cli_look. @return an exit status
 */
int cli_narrate_board(cli_session *session, mr_player player, uint64_t regions, const char *below,
                      bool guides);

/** Where a turn is over, and it is for a player to go on: time to look at the board. */
bool cli_is_pause(const cli_session *session);

/** The board for everybody, as text. @return an exit status */
int cli_narrate_position(cli_session *session);

/** "Blue is thinking ..." while the computer thinks: an mr_progress_fn whose context is the
 * session.
 */
void cli_narrate_progress(void *context, const mr_search_result *so_far);

/** What the computer says of a result: its reason, or at least its estimate. @return `buffer` */
const char *cli_comment_on(const cli_session *session, const mr_session_analysis *analysis,
                           char *buffer, size_t size);

/** The same of its last analysis; nothing where that only carries out a plan. @return `buffer` */
const char *cli_analysis_comment(const cli_session *session, char *buffer, size_t size);

/**
 * Whether the turn is over as far as people are told of it: what chance has to decide and what it
 * has decided are told at once.
 */
bool cli_turn_is_over(const cli_session *session);

/** 1 for the first decision, and so on; chance does not count. */
size_t cli_decision_number(const cli_session *session);

/** Writes a text as a paragraph from a column on, later lines from `indent` on, and frees it. */
void cli_paragraph(cli_context *cli, mr_str *text, size_t column, size_t indent);

/** The levels that there are. @param wrong what was asked for instead, or "" */
void cli_list_levels(cli_context *cli, const char *wrong, unsigned now);

/** An action as it is written; in games whose turns have several, with what moves: "cannon b1-e4".
 */
void cli_add_move(const cli_session *session, size_t index, mr_str *out);

/* ---- how fast -------------------------------------------------------------------------------- */

#define CLI_DELAY_MAX 60000

typedef struct cli_delay {
  cli_context *cli;
  unsigned milliseconds; /**< milliseconds between turns */
  bool keys;             /**< single keys are read */
  bool paused;
  bool quit; /**< the user has seen enough */
} cli_delay;

/**
 * Prepares for showing a game with so many milliseconds between turns. With a terminal on both
 * sides it takes single keys until cli_delay_end; `step` begins paused.
 */
void cli_delay_begin(cli_delay *delay, cli_context *cli, unsigned milliseconds, bool step);
void cli_delay_end(cli_delay *delay);

/** Waits between two turns. @return false: leave, by key, by signal or by the end of the input */
bool cli_delay_wait(cli_delay *delay);

/** Looks whether a key asks to leave, without waiting. */
bool cli_delay_goes_on(cli_delay *delay);

#endif
