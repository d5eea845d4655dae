/**
 * @file compose.h
 * Positions that are put together man by man: what games with ::MR_CAN_COMPOSE offer besides
 * playing. @pre of all of it: the game has the facet of material
 */
#ifndef MARCHER_COMPOSE_H
#define MARCHER_COMPOSE_H

#include <marcher/game.h>

MR_BEGIN_C

/**
 * The piece of `owner` that a letter stands for in the texts of positions ("K", "+L"; the case of
 * letters does not matter), or MR_NO_PIECE.
 */
MR_INLINE mr_piece mr_game_piece_named(const mr_game *game, mr_player owner, const char *text,
                                       size_t length) {
  return game->material->piece_named(game, owner, text, length);
}

/**
 * Writes the state in which exactly these men are on the board, `player` is to move, nothing is in
 * hand, no right is left over from earlier moves and nothing has happened yet. The men are an
 * ending, not necessarily a whole army: what the start position must have may be missing.
 * @return false, with `out` unspecified, where no such position is legal: two men on one square, a
 * man where it may not stand, the side that has moved left in check
 */
MR_INLINE bool mr_game_compose(const mr_game *game, const mr_placement *men, size_t count,
                               mr_player player, mr_state *out) {
  return game->material->compose(game, men, count, player, out);
}

/**
 * The men on the board, by ascending cell. @param out room for columns * rows of mr_game_info
 * @return their number
 */
MR_INLINE size_t mr_game_placements(const mr_game *game, const mr_state *state, mr_placement *out) {
  return game->material->placements(game, state, out);
}

/**
 * Whether it is known, without making it, that all a legal action does is to carry one man of the
 * mover from a cell to an empty one: that the state after it, clocks and history apart, is what
 * mr_game_compose makes of the men then, with the other player to move. For those who would make
 * many actions only to see the men; false promises nothing. @pre MR_CAN_COMPOSE, two players
 */
MR_INLINE bool mr_game_quiet_move(const mr_game *game, const mr_state *state, mr_action action,
                                  mr_cell *from, mr_cell *to) {
  const mr_material_ops *material = game->material;
  return material->quiet_move != NULL && material->quiet_move(game, state, action, from, to);
}

/**
 * Appends what is to be said of a position that can be played, but that no play leads to, as one
 * clause without a full stop: a royal piece that could be captured at once. For whoever takes
 * positions from elsewhere, where it may be a slip. @return whether there is anything
 */
MR_INLINE bool mr_game_remark(const mr_game *game, const mr_state *state, mr_str *out) {
  return game->material->remark != NULL && game->material->remark(game, state, out);
}

MR_END_C

#endif
