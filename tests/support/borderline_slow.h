#ifndef MARCHER_TESTS_SUPPORT_BORDERLINE_SLOW_H
#define MARCHER_TESTS_SUPPORT_BORDERLINE_SLOW_H

/**
 * @file
 * Borderline once more, written from docs/rules/borderline.md alone and as plainly as possible:
 * every pattern is tried on every square, every contact is looked up PIP by PIP, every connection
 * is a flood fill over single PIPs. It shares no code with the family and is the other opinion
 * that the family is held against.
 *
 * Coordinates count from 0 at the top left. A pattern is nine bits, the top left PIP the highest.
 * Players are the letters 'R' and 'B'.
 */

#include <stdbool.h>
#include <stddef.h>

#define MR_SLOW_SIDE 26      /**< most columns and rows */
#define MR_SLOW_HAND 800     /**< most pieces in one hand */
#define MR_SLOW_TEXT 32      /**< bytes of an action text */
#define MR_SLOW_ACTIONS 4096 /**< most actions in one state */
#define MR_SLOW_STATE 16384  /**< bytes of a state text */

/** What a definition can change. */
typedef struct mr_slow_rules {
  int columns;
  int rows;
  int pieces; /**< dealt to each player */
  int ply_cap;
  bool strict;  /**< victory = strict */
  int rotation; /**< 0: off; 1: quarter turns; 2: mirror images too */
} mr_slow_rules;

/** What happens next: a turn, a duel, a piece dealt or the lot of who begins. */
typedef enum mr_slow_stage { MR_SLOW_TURN, MR_SLOW_DUEL, MR_SLOW_DEAL, MR_SLOW_DRAW } mr_slow_stage;

typedef struct mr_slow_state {
  char owner[MR_SLOW_SIDE][MR_SLOW_SIDE];  /**< [row][column]; 0 where the square is empty */
  int pattern[MR_SLOW_SIDE][MR_SLOW_SIDE]; /**< 0 where the square is empty */
  int hand[2][MR_SLOW_HAND];               /**< Red's, Blue's; ascending */
  int held[2];
  char mover;
  int passes;
  int plies;
  mr_slow_stage stage;
  int row; /**< of the attacker, in MR_SLOW_DUEL */
  int column;
  char duels[5]; /**< letters of "ulrd": directions still to be fought, first one next */
} mr_slow_state;

/** How a state stands. */
typedef struct mr_slow_verdict {
  bool over;
  char winner;     /**< 'R', 'B', or 0 in a draw */
  const char *how; /**< "BD-12", "BD-14 hands", "BD-14 passes", "BD-14 plies"; NULL unless over */
} mr_slow_verdict;

/** The rules of BD-1, BD-4, BD-13 and BD-14 as they stand. */
mr_slow_rules mr_slow_standard(void);

/** Reads a state text (BD-16); fails the running test when it is malformed. */
void mr_slow_parse(const mr_slow_rules *rules, const char *text, mr_slow_state *out);

/** Writes a state text. @param out room for MR_SLOW_STATE bytes */
void mr_slow_format(const mr_slow_rules *rules, const mr_slow_state *state, char *out);

/** The pattern of three octal digits, or -1 if they are none or its centre is empty. */
int mr_slow_pattern(const char *digits);

/**
 * The forms in which a piece may be placed, ascending, without repetition. A turned piece need not
 * be a valid piece itself. @return their number, 1 to 8
 */
int mr_slow_forms(const mr_slow_rules *rules, int pattern, int out[8]);

/** Adds a piece to a hand, in the form in which it lies there: the lowest valid one. */
void mr_slow_hold(const mr_slow_rules *rules, mr_slow_state *state, char player, int pattern);

/** Whether `owner` is connected from the first row to the last (BD-12, BD-13). */
bool mr_slow_connected(const mr_slow_rules *rules, const mr_slow_state *state, char owner);

/** BD-12, then BD-14 in its order. */
mr_slow_verdict mr_slow_judge(const mr_slow_rules *rules, const mr_slow_state *state);

/**
 * The texts of all legal actions of a state whose next event is a turn: placements, or the pass
 * `--` where there is none. @param out room for MR_SLOW_ACTIONS texts. @return their number
 */
size_t mr_slow_actions(const mr_slow_rules *rules, mr_slow_state *state, char (*out)[MR_SLOW_TEXT]);

/** Places or passes, by an action that mr_slow_actions listed. */
void mr_slow_play(const mr_slow_rules *rules, mr_slow_state *state, const char *action);

/** Fights the next duel. */
void mr_slow_duel(const mr_slow_rules *rules, mr_slow_state *state, bool attacker_wins);

/** Deals one pattern: Red's hand first, then Blue's. */
void mr_slow_deal(const mr_slow_rules *rules, mr_slow_state *state, int pattern, bool lots);

#endif
