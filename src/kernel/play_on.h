/**
 * @file play_on.h
 * Behind ends that only the game's history has brought about.
 */
#ifndef MARCHER_KERNEL_PLAY_ON_H
#define MARCHER_KERNEL_PLAY_ON_H

#include <marcher/game.h>

/**
 * Goes on behind an end that only the game's history has brought about: positions that came back,
 * moves without progress. Such an end comes by itself here and has to be claimed elsewhere, so that
 * others may play on where nobody has claimed it. The state is then what it would be if that rule
 * were not in force: perhaps one that another rule has ended. Clocks and history stay as they are,
 * so the same rule may end the game again after the next action, and games become longer than
 * mr_game_info.max_length. @pre the state is whole
 * @return false, with the state untouched, where the game is not over or its end is final: what the
 * position itself decides, and the end that keeps any game from lasting for ever
 */
static inline bool mr_game_play_on(const mr_game *game, mr_state *state) {
  return game->ops->play_on != NULL && game->ops->play_on(game, state);
}

#endif
