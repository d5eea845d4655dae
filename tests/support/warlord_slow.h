#ifndef MARCHER_TESTS_SUPPORT_WARLORD_SLOW_H
#define MARCHER_TESTS_SUPPORT_WARLORD_SLOW_H

/**
 * @file
 * The Warlord Games once more, written from docs/rules/warlord.md alone and as plainly as possible:
 * the scenarios are known by their names, the board is an array of letters, every unit is tried on
 * every square near it, who ordered whom is found afresh for the whole turn, a position is kept as
 * its text. It shares no code with the family and is the other opinion that it is held against.
 */

#include <stdbool.h>
#include <stddef.h>

#define MR_WSLOW_SIDE 24      /**< files and ranks of the largest scenario */
#define MR_WSLOW_TEXT 36      /**< bytes of an action's text */
#define MR_WSLOW_ACTIONS 4096 /**< most actions of a state */
#define MR_WSLOW_STATE 4096   /**< bytes of a state text */
#define MR_WSLOW_UNITS 512    /**< units that there ever were, captured ones too */
#define MR_WSLOW_TURN 90      /**< entries in a turn: activations and ends of members' parts */
#define MR_WSLOW_PAST 128     /**< positions since the last capture */

/** The switches of the rulebook. */
typedef struct mr_wslow_switches {
  bool short_game;
  bool self_activation;
  bool cannon_swap;
  bool crossing;
  bool promotes_infantry;
  bool promotes_light;
  char replacements; /**< 'h': in the towns at home, 'b': beside those that are held; 0: none */
  bool replacement_leaders;
  int replacement_every; /**< turns */
  const char *returns;   /**< turns in blanks, " 13 25 "; NULL: none */
  int share;             /**< one back for so many lost; 0: one a town */
  int home_wins;         /**< WL-46 */
  int last_turn;         /**< WL-47 */
  char last_counts;      /**< 't' towns, 'l' levels, 'u' units; 0: nothing */
  int last_needs;
  int defeat_units;           /**< WL-48 */
  const char *reinforcements; /**< WL-49, as the definition has them; NULL: none */
  bool placed;                /**< WL-45 */
  bool six_leaders;
  bool handicap;
  bool repetition;
  bool quiet;
  int members; /**< of each side: teams where it is over 1 */
  int first;   /**< 0: White, 1: Black */
} mr_wslow_switches;

/** Somebody's piece on its way through the game. */
typedef struct mr_wslow_unit {
  char letter; /**< upper case for White; 0: no unit */
  int file;    /**< from 0; -1: captured */
  int rank;    /**< from 0 at the bottom */
  int member;  /**< of leaders */
  bool acted;
} mr_wslow_unit;

/** What was done in this turn, and who could have ordered it. */
typedef struct mr_wslow_deed {
  char text[MR_WSLOW_TEXT];
  bool needs_order; /**< not for an exchange, what orders itself, or the end of a part */
  int exchanger;    /**< unit of the leader who exchanged, or -1 */
  int givers[MR_WSLOW_UNITS];
  int giver_count;
} mr_wslow_deed;

/** Who comes besides the map's units, and where. */
typedef struct mr_wslow_wave {
  int turn;
  int side; /**< 2: both */
  int file; /**< -1: in home towns, or as it is placed */
  int rank;
  char letters[64]; /**< of White's, in the order in which they enter */
} mr_wslow_wave;

/** One who has come and has no place yet. */
typedef struct mr_wslow_late {
  char letter;
  int wave;
} mr_wslow_late;

typedef struct mr_wslow {
  const char *scenario;
  mr_wslow_switches on;
  int files;
  int ranks;
  char drawn[MR_WSLOW_SIDE][MR_WSLOW_SIDE];  /**< the definition's */
  char ground[MR_WSLOW_SIDE][MR_WSLOW_SIDE]; /**< [file][rank]: . T ^ # ~ and * for a gap */
  mr_wslow_unit unit[MR_WSLOW_UNITS];
  int units;
  mr_wslow_unit post[128]; /**< the units of the map, in reading order */
  int posts;
  int waiting[128];
  mr_wslow_wave wave[8];
  int waves;
  mr_wslow_late late[256];
  int lates;
  int side; /**< 0: White */
  int member;
  int turn;
  int quiet;
  int lost[2];
  int original[2]; /**< numbered leaders of the scenario, all blocks */
  bool pass;
  bool reply;
  bool took;
  mr_wslow_deed deed[MR_WSLOW_TURN];
  int deeds;
  char losses[32];            /**< what a text has to say of them, as the turn began */
  char fallen[128];           /**< the same of those who may come back */
  char begun[MR_WSLOW_STATE]; /**< the pieces when the turn began */
  char past[MR_WSLOW_PAST][MR_WSLOW_STATE];
  int seen;
  const char *result; /**< "1-0", "0-1", "1/2-1/2"; NULL while the game goes on */
  const char *rule;
} mr_wslow;

/** Sets a scenario up at its start; false where the name is not known. Hidden armies stand as
 * drawn. */
bool mr_wslow_open(mr_wslow *game, const char *scenario_name, mr_wslow_switches on);

/**
 * Begins anew at the units, ground (with `~` for water and gaps alike), side, quiet and turn that
 * stand in the game: what is captured and to come is what a text of them would say.
 */
void mr_wslow_begin(mr_wslow *game);

/** The defaults of a scenario. */
mr_wslow_switches mr_wslow_standard(const char *scenario_name);

/** The texts of all legal actions. @param out room for MR_WSLOW_ACTIONS */
size_t mr_wslow_actions(const mr_wslow *game, char (*out)[MR_WSLOW_TEXT]);

/** Plays an action that is listed. */
void mr_wslow_play(mr_wslow *game, const char *action);

/** Writes the state's text. @param out room for MR_WSLOW_STATE bytes */
void mr_wslow_state(const mr_wslow *game, char *out);

#endif
