#ifndef MARCHER_TESTS_SUPPORT_TOY_GAMES_H
#define MARCHER_TESTS_SUPPORT_TOY_GAMES_H

/**
 * @file
 * A small game that has everything the contract speaks of, and variants of it that each break the
 * contract in one way: for tests of what works on any game.
 *
 * Two players, Red and Blue, two stones each, on five squares:
 *
 *       a b c        a2 = cell 0, b2 = 1, c2 = 2, b1 = 3, c1 = 4; there is no a1
 *     2 . . .
 *     1   . .        neighbours: 0-1, 1-2, 1-3, 2-4, 3-4
 *
 * - T-01 Each player is dealt a card 1, 2 or 3 (with weights 1, 2, 1), which the other does not
 * see.
 * - T-02 Each player, Red first, secretly stakes 1, 2 or 3.
 * - T-03 A turn is one or two actions: put a stone from the hand on an empty square, or move a
 *   stone to an empty neighbouring square; the second action may be declined ("end").
 * - T-04 A stone that comes next to an enemy fights the one on the lowest-numbered square: both
 *   throw a die, the higher wins, a tie goes to the defender. The loser returns to its hand.
 * - T-05 A player whose two stones are neighbours after a turn's action wins.
 * - T-06 After six turns the game is over. The higher sum of card and stake wins three quarters.
 * - T-07 A player who can neither put nor move passes.
 *
 * Cards and stakes are revealed when the game is over. Until then, what a player is dealt and
 * stakes is told to that player alone; that a stake was made is told to all.
 *
 * A state's text has a character per fact: squares, cards, stakes, phase (d deal, s stake, p play,
 * x duel, o over), mover, action of the turn, duel (attacker's and defender's square, from 1),
 * turns played, rule that ended the game: `..r.b 13 22 p b 1 -- 3 0`. Cards and stakes that are
 * unknown are `?`.
 */

#include <marcher/game.h>

/** In which way a toy breaks the contract. */
typedef enum mr_toy_fault {
  MR_TOY_SOUND,
  MR_TOY_FORGETS_UNDO,       /**< unmake leaves the number of turns as it is */
  MR_TOY_LONG_UNDO,          /**< an undo record is longer than declared */
  MR_TOY_STALE_HASH,         /**< a moved stone is not moved in the kept hash */
  MR_TOY_BLIND_HASH,         /**< the hash does not see square 4 */
  MR_TOY_FORGETFUL_TEXT,     /**< a state's text does not tell the first action from the second */
  MR_TOY_LONG_TEXT,          /**< a state's text is longer than declared */
  MR_TOY_DIRTY_PARSE,        /**< reading a state leaves some bytes as they were */
  MR_TOY_BLANK_UNKNOWN,      /**< what is unknown is written as what is not there */
  MR_TOY_HASTY_PARSE,        /**< a refused state text has written to the state already */
  MR_TOY_AMBIGUOUS_ACTION,   /**< the texts of placements name the column alone */
  MR_TOY_BLANK_ACTION,       /**< the texts of moves hold a blank */
  MR_TOY_DUPLICATE_ACTION,   /**< a move is listed twice */
  MR_TOY_TOO_MANY_ACTIONS,   /**< more actions than declared */
  MR_TOY_ILLEGAL_ACTION,     /**< a listed action is not legal */
  MR_TOY_LAX_LEGAL,          /**< stones may be put on occupied squares if one knows the number */
  MR_TOY_BAD_WEIGHTS,        /**< the deal's weights do not sum to the total */
  MR_TOY_WRONG_FACE,         /**< a tie is shown for a duel that the attacker wins */
  MR_TOY_SPLIT_OUTCOME,      /**< two outcomes of a duel lead to the same state */
  MR_TOY_BAD_SCORE,          /**< three quarters for both */
  MR_TOY_NO_RULE,            /**< no rule is given for the end */
  MR_TOY_STALLS_ON,          /**< who goes on behind T-06 stands before it still */
  MR_TOY_FORGETFUL_COMPLETE, /**< filling in what is hidden changes the player's own card */
  MR_TOY_CHEATING_COMPLETE,  /**< what is filled in is a card that does not exist */
  MR_TOY_CALLS_ALL_WHOLE,    /**< an observation is said to be a state */
  MR_TOY_LEAKS_STAKE,        /**< the other's stake is shown */
  MR_TOY_LEAKS_HASH,         /**< the hash of the whole is shown */
  MR_TOY_LEAKS_SHADOW,       /**< a second copy of the stakes is shown, and kept when filling in */
  MR_TOY_LEAKS_TO_GALLERY,   /**< a spectator sees cards and stakes */
  MR_TOY_BLINDS_GALLERY,     /**< a spectator does not even see them when the game is over */
  MR_TOY_FLASHES_STAKE,      /**< stakes are to be seen during a duel */
  MR_TOY_TELLS_DEAL,         /**< the other is told the card that is dealt */
  MR_TOY_MUTE_STAKE,         /**< nothing says that a stake is secret */
  MR_TOY_TELLS_GALLERY,      /**< a spectator is told everything */
  MR_TOY_TELLTALE_TURN,      /**< the event of the turn's end gives the player's stake */
  MR_TOY_TELLTALE_TEXT,      /**< the text of the turn's end gives the player's stake */
  MR_TOY_ENDLESS,            /**< T-06 does not end the game */
  MR_TOY_SILENT_END,         /**< the end is not announced */
  MR_TOY_DOUBLE_END,         /**< the end is announced twice */
  MR_TOY_SECRET_END,         /**< Blue is not told the end */
  MR_TOY_SNUBS_GALLERY,      /**< a spectator is not told when turns end */
  MR_TOY_MANY_EVENTS,        /**< more events than declared */
  MR_TOY_SHY_MAKE,           /**< actions go elsewhere when nobody asks for events */
  MR_TOY_POINTER,            /**< the state holds its own address */
  MR_TOY_LATE_POINTER,       /**< placing a stone notes the state's address */
  MR_TOY_DIRTY_START,        /**< the first state leaves some bytes as they were */
  MR_TOY_DRAWN_TWICE,        /**< the picture shows a square in two places */
  MR_TOY_WRONG_NODE,         /**< the picture says that it is always Red's move */
  MR_TOY_FORM_NOWHERE,       /**< placements point to the hole in the board */
  MR_TOY_FORMS_ALIKE,        /**< moves do not say where they go to */
  MR_TOY_HIDES_FRACTION,     /**< fractions are not declared */
  MR_TOY_HIDES_MULTI,        /**< turns of several actions are not declared */
  MR_TOY_HIDES_NOTHING,      /**< hidden information is declared, but all is shown */
  MR_TOY_FEW_WAYS,           /**< chance is said to be a lot and no more */
  MR_TOY_ODD_SIZE,           /**< the size of undo records is not aligned */
  MR_TOY_SAME_RULE_TWICE,    /**< two rules have one name */
  MR_TOY_SILENT_RULE,        /**< an event names a rule that is called silent */
  MR_TOY_COUNTS_ENDS,        /**< its own count takes an end before the last ply for a leaf */
  MR_TOY_COUNTS_MESSILY,     /**< its own count leaves the state with another number of turns */
  MR_TOY_COUNTS_DICE,        /**< a count of its own is offered in spite of chance */
  MR_TOY_FAULT_COUNT
} mr_toy_fault;

/** The toy with a fault; free it with mr_game_free. NULL when there is no memory. */
mr_game *mr_toy_new(mr_toy_fault fault);

/**
 * The sound toy without cards, stakes and duels: no chance and nothing hidden. After six turns it
 * is a draw.
 */
mr_game *mr_toy_quiet_new(void);

/** The quiet toy with a count of its own (mr_game_ops.perft) and a fault of that. */
mr_game *mr_toy_counting_new(mr_toy_fault fault);

/** Reads one of the toy's states; fails the test if it cannot. Free it with mr_state_free. */
mr_state *mr_toy_state(const mr_game *game, const char *text);

/** The action of `text`; fails the test if there is none. */
mr_action mr_toy_action(const mr_game *game, const mr_state *state, const char *text);

#endif
