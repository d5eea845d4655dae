/**
 * @file measure_priv.h
 * What the files of the room share.
 */
#ifndef MARCHER_MEASURE_MEASURE_PRIV_H
#define MARCHER_MEASURE_MEASURE_PRIV_H

#include <marcher/game.h>
#include <marcher/random.h>

/** Whether a turn of `player` is over after an action with these events, whatever comes next but
 *  chance. The definition of session.h, for one action. */
bool mr_turn_is_over(const mr_game *game, const mr_state *state, mr_player player,
                     const mr_events *events);

/** Whether the game is over and `player` has the whole point. */
bool mr_has_won(const mr_game *game, const mr_state *state, mr_player player);

/** Plays chance nodes by their likeliest outcomes, the first of those alike. @param room for
 *  max_chances */
void mr_pass_chance(const mr_game *game, mr_state *state, mr_chance *room);

/* ---- thinner positions ----------------------------------------------------------------------- */

/** Whether what a position is for still holds in a thinner one, which is kept then. */
typedef bool (*mr_thin_keep)(void *context, const mr_state *state);

/** Most pieces of a position that are tried. */
#define MR_THIN_PIECES_MAX 512

/**
 * Takes pieces off a position, one by one in an order drawn from `random`, as far as the game reads
 * what is left and `keep` agrees. Works on the text of the state: rows in which letters are pieces
 * and numbers are empty squares, as every family writes them; where nothing can be taken off, the
 * position stays as it is.
 * @param state is changed @return MR_ERR_NOMEM
 */
MR_NODISCARD mr_status mr_thin(const mr_game *game, mr_state *state, mr_random *random,
                               mr_thin_keep keep, void *context, const mr_allocator *allocator,
                               mr_error *err);

#endif
