#ifndef MARCHER_TESTS_SUPPORT_CHASE_GAME_H
#define MARCHER_TESTS_SUPPORT_CHASE_GAME_H

/**
 * @file
 * A small board game whose positions can be composed: for tests of tables of endings. Two players,
 * White and Black, with the kings, queens, rooks, bishops, knights and pawns of chess, on boards up
 * to 8 x 8. A player whose king is attacked must save it; one who cannot has lost, one who has no
 * move otherwise draws. A player without a king cannot be mated. Rules say what else happens.
 *
 * A state's text is its squares from a1 on, row by row, the mover, and the square that a pawn has
 * just jumped over: `K..r....k w -`; an exclamation mark says that a king has reached its goal.
 */

#include <marcher/game.h>

typedef struct chase_rules {
  unsigned columns;
  unsigned rows;
  bool jumps;      /**< pawns go two squares from the second row, and are taken in passing */
  bool mixed_hash; /**< the hash is no sum of shares */
  bool goal;       /**< a king that reaches the last row wins; to be composed there, too */
  bool bare_goal;  /**< the same, but such a position cannot be composed */
  bool blind_goal; /**< the same, but such a position, composed, goes on */
  bool late_goal;  /**< so again, and it can be composed only where the king's player is to move */
  bool skips;      /**< who has no men is skipped; else that is the end, and lost */
  bool flips;      /**< knights on the last row turn into pawns, pawns there into knights */
  bool three;      /**< mate is worth three quarters */
  bool chance;     /**< says that it has chance */
} chase_rules;

/** Free it with mr_game_free. NULL when there is no memory. */
mr_game *chase_game_new(chase_rules rules);

#endif
