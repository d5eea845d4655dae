/* Positions made of pieces, and their pieces. A piece is named by its code. */
#include "rules/fairy/text/texts.h"

mr_piece mr_fy_piece_named(const mr_game *base, mr_player owner, const char *text, size_t length) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  bool plus = length == 2 && text[0] == '+';
  bool tilde = length == 2 && text[1] == '~';
  if (owner.id > MR_FY_BLACK || (length != 1 && !plus && !tilde)) {
    return MR_NO_PIECE;
  }
  unsigned kind = mr_fy_kind_named(rules, plus, text[plus]);
  kind = tilde && kind != 0 ? mr_fy_tilde_of(rules, kind, owner.id) : kind;
  return kind == 0 ? MR_NO_PIECE : (mr_piece){MR_FY_CODE(kind, owner.id)};
}

static bool place(const mr_fy_game *game, const mr_placement *man, uint8_t *board) {
  const mr_fy_rules *rules = &game->rules;
  unsigned cell = man->cell.id;
  if (cell >= rules->cells || board[cell] != 0 || man->piece.id >= game->code_count ||
      man->piece.id <= MR_FY_WALL || !mr_fy_may_stand(game, man->piece.id, cell)) {
    return false;
  }
  board[cell] = (uint8_t)man->piece.id;
  return true;
}

/** Whether the side that has moved has left no royal attacked, on the colours that count. */
static bool moved_well(const mr_fy_game *game, const mr_state *opaque) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  const uint8_t *board = mr_fy_board_const(opaque);
  unsigned moved = 1u - state->side;
  if (!rules->split) {
    return !game->core->in_check(game, opaque, moved);
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned code = board[cell];
    if (code > MR_FY_WALL && MR_FY_SIDE(code) == moved &&
        rules->kinds[MR_FY_KIND(code)].royal[moved] &&
        game->core->attacked(game, opaque, cell, state->side)) {
      return false;
    }
  }
  return true;
}

bool mr_fy_compose(const mr_game *base, const mr_placement *men, size_t count, mr_player player,
                   mr_state *out) {
  const mr_fy_game *game = mr_fy_game_of(base);
  mr_fy_state *state = mr_fy_state_of(out);
  if (player.id > MR_FY_BLACK) {
    return false;
  }
  memset(out, 0, base->info.state_size);
  state->ep[0] = state->ep[1] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL};
  state->number = 1;
  state->side = player.id;
  state->winner = MR_FY_UNDECIDED;
  uint8_t *board = mr_fy_board(out);
  for (size_t i = 0; i < count; i++) {
    if (!place(game, &men[i], board)) {
      return false;
    }
  }
  if (game->rules.split) {
    state->owed = (uint8_t)mr_fy_colours_of(game, out, player.id);
  }
  if (game->rules.split && state->owed == 0) {
    return false;
  }
  game->core->derive(game, out);
  return moved_well(game, out);
}

size_t mr_fy_placements(const mr_game *base, const mr_state *state, mr_placement *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const uint8_t *board = mr_fy_board_const(state);
  size_t count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (board[cell] > MR_FY_WALL) {
      out[count++] = (mr_placement){{board[cell]}, {(uint16_t)cell}};
    }
  }
  return count;
}

/** Whether a state has nothing but pieces on squares: no hand, no right, in split games no
 * half-draw.
 */
static bool bare(const mr_fy_rules *rules, const mr_fy_state *state) {
  unsigned held = state->rights | state->frozen;
  for (unsigned i = 0; i < rules->hand_count; i++) {
    held |= state->hand[MR_FY_WHITE][i] | state->hand[MR_FY_BLACK][i];
  }
  return held == 0;
}

bool mr_fy_quiet_move(const mr_game *base, const mr_state *opaque, mr_action action, mr_cell *from,
                      mr_cell *to) {
  const mr_fy_game *game = mr_fy_game_of(base);
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  unsigned end = mr_fy_to(action);
  if (mr_fy_type_of(action) != MR_FY_STEP || mr_fy_form_of(action) != 0 ||
      mr_fy_board_const(opaque)[end] != 0 || !bare(&game->rules, state)) {
    return false;
  }
  /* In split games the turn must end with it, and the other side have something to move. */
  if (game->rules.split && ((state->owed & (state->owed - 1u)) != 0 ||
                            mr_fy_colours_of(game, opaque, state->side ^ 1u) == 0)) {
    return false;
  }
  *from = (mr_cell){(uint16_t)mr_fy_from(action)};
  *to = (mr_cell){(uint16_t)end};
  return true;
}
