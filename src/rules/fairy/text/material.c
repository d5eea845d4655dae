/*
 * Positions made of pieces, and the kinds of pieces for programs that have boards of their own. A
 * piece is named by its code.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

static_assert(MR_KINDS_MAX >= 2 * MR_FY_KINDS_MAX, "every kind has two owners at most");

static mr_piece piece_named(const mr_game *base, mr_player owner, const char *text, size_t length) {
  const mr_fy_game *game = mr_fy_game_of(base);
  const mr_fy_rules *rules = &game->rules;
  bool plus = length == 2 && text[0] == '+';
  bool tilde = length == 2 && text[1] == '~';
  if (owner.id > MR_FY_BLACK || (length != 1 && !plus && !tilde)) {
    return MR_NO_PIECE;
  }
  unsigned kind = mr_fy_kind_named(rules, plus, text[plus]);
  kind = tilde && kind != 0 ? mr_fy_tilde_of(rules, kind, owner.id) : kind;
  /* A letter that only says how another's promoted form moves is no man of the game. */
  bool lent = rules->kinds[kind].lent && !mr_fy_is_used(game, MR_FY_CODE(kind, MR_FY_WHITE)) &&
              !mr_fy_is_used(game, MR_FY_CODE(kind, MR_FY_BLACK));
  return kind == 0 || lent ? MR_NO_PIECE : (mr_piece){MR_FY_CODE(kind, owner.id)};
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
  uint64_t royals = mr_fy_royal_kinds(rules);
  bool well = true;
  for (unsigned cell = 0; well && cell < rules->cells; cell++) {
    well = !mr_fy_is_one_of(board[cell], moved, royals) ||
           !game->core->attacked(game, opaque, cell, state->side);
  }
  return well;
}

static bool compose(const mr_game *base, const mr_placement *men, size_t count, mr_player player,
                    mr_state *out) {
  const mr_fy_game *game = mr_fy_game_of(base);
  mr_fy_state *state = mr_fy_state_of(out);
  uint8_t *board = mr_fy_board(out);
  if (player.id > MR_FY_BLACK) {
    return false;
  }
  memset(out, 0, base->info.state_size);
  state->ep[0] = state->ep[1] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL, 0};
  state->number = 1;
  state->side = player.id;
  state->winner = MR_FY_UNDECIDED;
  memcpy(state->checks, game->rules.checks, sizeof state->checks);
  for (unsigned cell = 0; cell < game->rules.cells; cell++) { /* they stand where they stood */
    bool wall = mr_fy_board_const(base->start)[cell] == MR_FY_WALL;
    board[cell] = wall ? MR_FY_WALL : 0;
  }
  for (size_t i = 0; i < count; i++) {
    unsigned cell = men[i].cell.id, code = men[i].piece.id;
    if (cell >= game->rules.cells || board[cell] != 0 || code >= game->code_count ||
        code <= MR_FY_WALL || !mr_fy_may_stand(game, code, cell)) {
      return false;
    }
    board[cell] = (uint8_t)code;
  }
  if (game->rules.split) {
    state->owed = (uint8_t)mr_fy_colours_of(game, out, player.id);
    if (state->owed == 0) {
      return false;
    }
  }
  game->core->derive(game, out);
  return moved_well(game, out);
}

static size_t placements(const mr_game *base, const mr_state *state, mr_placement *out) {
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

static bool quiet_move(const mr_game *base, const mr_state *opaque, mr_action action, mr_cell *from,
                       mr_cell *to) {
  const mr_fy_game *game = mr_fy_game_of(base);
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  unsigned end = mr_fy_to(action), held = state->rights | state->frozen;
  held |= (unsigned)state->gates[MR_FY_WHITE] | state->gates[MR_FY_BLACK];
  for (unsigned i = 0; i < game->rules.hand_count; i++) {
    held |= state->hand[MR_FY_WHITE][i] | state->hand[MR_FY_BLACK][i];
  }
  /* A state must have nothing but pieces on squares: no hand, no right, no half-draw, no check that
   * has been given, nor one that this gives, and no wall that was set. */
  if (game->rules.walling.rule != MR_FY_WALLS_NONE || mr_fy_counts_checks(&game->rules) ||
      game->rules.shatar.on || mr_fy_type_of(action) != MR_FY_STEP || mr_fy_form_of(action) != 0 ||
      mr_fy_board_const(opaque)[end] != 0 || held != 0) {
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

/* ---- kinds ----------------------------------------------------------------------------------- */

static bool castles_with(const mr_fy_rules *rules, unsigned kind, unsigned side) {
  for (unsigned i = 0; i < 2; i++) {
    const mr_fy_castling *castling = &rules->castling[2 * side + i];
    if (castling->allowed && (castling->partner_kinds >> kind & 1) != 0) {
      return true;
    }
  }
  return false;
}

static size_t kinds(const mr_game *base, mr_kind *out) {
  const mr_fy_game *game = mr_fy_game_of(base);
  const mr_fy_rules *rules = &game->rules;
  size_t count = 0;
  for (unsigned k = 1; k <= rules->kind_count; k++) {
    const mr_fy_kind *kind = &rules->kinds[k];
    for (unsigned side = 0; side < 2; side++) {
      bool held = mr_fy_can_be_held(game, k, side);
      if (mr_fy_is_used(game, MR_FY_CODE(k, side)) || held) {
        out[count++] = (mr_kind){
            .piece = {MR_FY_CODE(k, side)},
            .owner = {(uint8_t)side},
            .letter = side == MR_FY_BLACK ? mr_text_lower(kind->letter) : kind->letter,
            .promoted = kind->plus,
            .falls_to = (char)(kind->tilde ? rules->kinds[kind->base].letter : '\0'),
            .royal = kind->royal[side],
            .held = held,
            .castles = castles_with(rules, k, side),
            .movement = kind->text,
            .worth = kind->value,
        };
      }
    }
  }
  return count;
}

/* Men are counted where a position comes back or nothing has been taken for long; and a position
 * that comes back may lose for whoever brought it about, or has checked or chased all the while. */
static bool endless(const mr_game *base) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  bool counted = rules->tally != MR_FY_TALLY_NONE;
  bool repeated =
      rules->fold_value != MR_FY_FOLD_DRAW || rules->perpetual || rules->chase.on || counted;
  return (rules->fold > 0 && repeated) || (rules->idle_limit > 0 && counted);
}

/* A mate may depend on the checks before it, and who moves to and fro may lose. */
static bool historic(const mr_game *base) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  return rules->shatar.on || rules->no_to_and_fro;
}

/* A royal that can be taken at once is often a slip: royals are never captured, and a game in which
 * one was goes on without it. In split games half a turn may attack one. */
static bool remark(const mr_game *base, const mr_state *state, mr_str *out) {
  const mr_fy_game *game = mr_fy_game_of(base);
  const mr_fy_state *head = mr_fy_state_of_const(state);
  unsigned waits = 1u - head->side;
  mr_fy_check check = {MR_FY_NO_CELL, MR_FY_NO_CELL, false};
  if (game->rules.split || head->winner != MR_FY_UNDECIDED ||
      !game->core->in_check(game, state, waits)) {
    return false;
  }
  bool found = mr_fy_find_check(&game->rules, mr_fy_board_const(state), waits, &check);
  mr_str_format(out, "%s's royal piece%s%s is attacked, and it is %s's move%s",
                base->info.player_names[waits], found ? " on " : "",
                found ? mr_fy_square(&game->rules, check.royal).text : "",
                base->info.player_names[head->side], found ? ": it can be captured at once" : "");
  return true;
}

const mr_material_ops mr_fy_material = {.piece_named = piece_named,
                                        .compose = compose,
                                        .placements = placements,
                                        .quiet_move = quiet_move,
                                        .kinds = kinds,
                                        .endless = endless,
                                        .historic = historic,
                                        .remark = remark};
