#ifndef MARCHER_TESTS_SUPPORT_BORDERLINE_OPEN_H
#define MARCHER_TESTS_SUPPORT_BORDERLINE_OPEN_H

/**
 * @file
 * Games of the catalogue on the test bench: opened with overrides, set to a state, played by
 * texts. Whatever goes wrong on the way fails the running test with the words of the library.
 */

#include <marcher/catalog.h>
#include <marcher/game.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * Opens a game of the catalogue. Free it with mr_game_free.
 * @param sets overrides as `key=value`, separated by `;`; "" for none
 */
mr_game *mr_game_open(const char *name, const char *sets);

/** The status with which the catalogue refuses the overrides; MR_OK when it takes them. */
mr_status mr_game_refusal(const char *name, const char *sets);

/** A game, one state of it, and room for all that a state can list. */
typedef struct mr_table {
  mr_game *game;
  mr_state *state;
  mr_action *actions;
  mr_chance *chances;
  char *text;
  mr_events events; /**< of the last action */
} mr_table;

/** Opens a game of the catalogue at a state, or at its start where `state` is NULL. */
void mr_table_open_game(mr_table *table, const char *name, const char *sets, const char *state);

/** Opens Borderline. */
void mr_table_open(mr_table *table, const char *sets, const char *state);
void mr_table_close(mr_table *table);

/** Sets the table to another state. */
void mr_table_set(mr_table *table, const char *state);

/** The status with which a state text is refused, MR_OK when it is taken; the table stays. */
mr_status mr_table_refusal(mr_table *table, const char *state);

/** Plays actions, separated by single blanks. */
void mr_table_play(mr_table *table, const char *actions);

/** Deals, and draws lots, until the first turn. */
void mr_table_deal(mr_table *table, uint64_t seed);

/** The state's text; valid until the next call. */
const char *mr_table_state(mr_table *table);

/** An action's text in `out`. */
void mr_table_text(const mr_table *table, mr_action action, char out[MR_ACTION_TEXT_MAX]);

/** Lists the legal actions in table->actions; 0 where no player is to decide. */
size_t mr_table_actions(mr_table *table);

/** Whether the state lists the action; listing, parsing and mr_game_legal must agree. */
bool mr_table_allows(mr_table *table, const char *action);

/** An action of a game, opened for it, is illegal, and the reason has these words. */
void mr_expect_refusal(const char *game, const char *sets, const char *state, const char *action,
                       const char *words);

/** The probability of an outcome of a chance node as weight and total; 0 where not listed. */
uint64_t mr_table_weight(mr_table *table, const char *outcome, uint64_t *total);

/** How many events of a kind the last action emitted. */
size_t mr_table_events(const mr_table *table, mr_event_kind kind);

/** The rule that ended the game, such as "BD-14 hands"; "" while it is going on. */
const char *mr_table_ended_by(const mr_table *table);

/** "1-0", "3/4-1/4", "1/2-1/2", "1/4-3/4", "0-1", or "*" while the game is going on. */
const char *mr_table_result(const mr_table *table);

/** 'R', 'B' or '=' from the scores of a finished game; '*' while it is going on. */
char mr_table_winner(const mr_table *table);

#endif
