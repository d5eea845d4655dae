#ifndef MARCHER_CLI_FORMAT_H
#define MARCHER_CLI_FORMAT_H

/**
 * @file
 * Small texts about a game that several commands write or read.
 */

#include <marcher/game.h>

/** The text of a legal action. @param buffer MR_ACTION_TEXT_MAX bytes @return buffer */
const char *cli_action_text(const mr_game *game, const mr_state *state, mr_action action,
                            char *buffer);

/** The name of a cell. @param buffer MR_ACTION_TEXT_MAX bytes @return buffer */
const char *cli_cell_text(const mr_game *game, mr_cell cell, char *buffer);

/** The name of a kind of piece. @param buffer MR_ACTION_TEXT_MAX bytes @return buffer */
const char *cli_piece_text(const mr_game *game, mr_piece piece, char *buffer);

/**
 * The outcomes of a chance node with their exact odds, in words, one a line, when there are few.
 * @return false: out of memory
 */
bool cli_odds_text(const mr_game *game, const mr_state *state, const char *indent, mr_str *out);

/** The name of a seat: "Red"; "nobody". */
const char *cli_player_name(const mr_game *game, mr_player player);

/** The seat that a text names: a player's name or the beginning of it, or a number from 1. */
bool cli_find_player(const mr_game *game, const char *text, mr_player *out);

/** "red, blue", for messages. */
void cli_player_list(const mr_game *game, const char *separator, mr_str *out);

/** "Red wins, 1-0 (BD-12: ...)" for a terminal state. */
void cli_result_text(const mr_game *game, const mr_state *state, mr_str *out);

enum { CLI_QUOTE_MAX = 48 }; /**< so that a quotation and its sentence stay within two lines */

/**
 * What somebody has typed as a complaint repeats it: a long one is cut short, and ends with dots.
 * @param buffer CLI_QUOTE_MAX bytes @return buffer
 */
const char *cli_quote(const char *text, char *buffer);

/** How long something takes: "0:07", "12:05", "2:03:10". */
void cli_add_time(double seconds, mr_str *out);

/** Whether `text` begins with `prefix`, letters of either case being the same. */
bool cli_begins_with(const char *text, const char *prefix);

/** Whether the texts are the same but for the case of letters. */
bool cli_same_word(const char *a, const char *b);

#endif
