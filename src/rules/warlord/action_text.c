#include "rules/warlord/reader.h"

void mr_wl_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  mr_wl_add_cell(mr_wl_game_of(game), out, cell.id);
}

void mr_wl_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  (void)game;
  mr_str_add(out, mr_wl_kind_names[piece.id & 15u]);
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_pair(const mr_wl_game *game, mr_str *out, mr_action action, const char *sign) {
  mr_wl_add_cell(game, out, mr_wl_action_from(action));
  mr_str_add(out, sign);
  mr_wl_add_cell(game, out, mr_wl_action_to(action));
}

void mr_wl_format_action(const mr_game *base, const mr_state *opaque, mr_action action,
                         mr_str *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  switch (mr_wl_action_kind_of(action)) {
  case MR_WL_ACT_MOVE:
    add_pair(game, out, action, mr_wl_unit_of(mr_wl_squares_const(game, state)[to]) ? "x" : "-");
    break;
  case MR_WL_ACT_EXCHANGE:
    add_pair(game, out, action, "<>");
    break;
  case MR_WL_ACT_END: {
    bool last = state->head.member + 1u == game->members;
    mr_str_add(out, state->head.activations == 0 && last ? "--" : ".");
    break;
  }
  case MR_WL_ACT_PLACE:
    mr_str_char(out, mr_wl_letter_of_piece(mr_wl_piece(state->head.side, from)));
    mr_str_char(out, '@');
    mr_wl_add_cell(game, out, to);
    break;
  case MR_WL_ACT_COMMIT:
    mr_str_add(out, "commit");
    break;
  case MR_WL_ACT_LOTS:
    mr_str_add(out, from == MR_WL_WHITE ? "white" : "black");
    break;
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

mr_status mr_wl_read_activation(mr_reader *r, const mr_wl_state *state, mr_action *out) {
  unsigned from = 0, to = 0;
  mr_status status = mr_wl_read_cell(r, &from);
  if (status != MR_OK) {
    return status;
  }
  uint32_t sign_at = mr_reader_column(r);
  bool exchange = mr_reader_take(r, "<>"), capture = !exchange && mr_reader_take(r, "x");
  if (!exchange && !capture && !mr_reader_take(r, "-")) {
    return mr_reader_expected(r, "-, x or <>");
  }
  status = mr_wl_read_cell(r, &to);
  if (status != MR_OK) {
    return status;
  }
  mr_action action = mr_wl_action(exchange ? MR_WL_ACT_EXCHANGE : MR_WL_ACT_MOVE, from, to);
  status = mr_wl_fault(mr_wl_game_of(r->game), state, action, r->err);
  if (status != MR_OK) {
    return status;
  }
  bool taken = mr_wl_unit_of(mr_wl_squares_const(mr_wl_game_of(r->game), state)[to]) != 0;
  if (!exchange && capture != taken) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, sign_at,
                       taken ? "an enemy stands there: a capture is written with x (WL-41)"
                             : "nobody stands there: a move is written with - (WL-41)");
  }
  *out = action;
  return MR_OK;
}

static mr_status read_end(mr_reader *r, const mr_wl_state *state, bool pass, mr_action *out) {
  bool last = state->head.member + 1u == mr_wl_game_of(r->game)->members;
  bool passes = state->head.activations == 0 && last;
  if (mr_reader_more(r)) {
    return mr_reader_expected(r, "the end");
  }
  if (pass != passes) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, 1,
                       pass ? "no pass any more: the end of the turn is written . (WL-43)"
                            : "a turn without activations is a pass, written -- (WL-43)");
  }
  *out = mr_wl_action(MR_WL_ACT_END, 0, 0);
  return MR_OK;
}

static mr_status parse_turn(mr_reader *r, const mr_wl_state *state, mr_action *out) {
  if (mr_reader_take(r, "--")) {
    return read_end(r, state, true, out);
  }
  if (mr_reader_take(r, ".")) {
    return read_end(r, state, false, out);
  }
  mr_action action = MR_ACTION_NONE;
  mr_status status = mr_wl_read_activation(r, state, &action);
  if (status == MR_OK && mr_reader_more(r)) {
    status = mr_reader_expected(r, "the end");
  }
  if (status == MR_OK) {
    *out = action;
  }
  return status;
}

static mr_status parse_deployment(mr_reader *r, const mr_game *base, const mr_state *opaque,
                                  mr_action *out) {
  const mr_wl_state *state = mr_wl_state_of(opaque);
  mr_action commit = mr_wl_action(MR_WL_ACT_COMMIT, 0, 0);
  unsigned side = state->head.side, cell = 0;
  if (mr_reader_take(r, "commit")) {
    if (mr_reader_more(r)) {
      return mr_reader_expected(r, "the end");
    }
    if (!mr_wl_legal(base, opaque, commit)) {
      return mr_error_at(r->err, MR_ERR_ILLEGAL, 1, "%u of %u units have been placed",
                         (unsigned)state->head.placed[side],
                         (unsigned)mr_wl_game_of(r->game)->army.total);
    }
    *out = commit;
    return MR_OK;
  }
  unsigned piece = mr_wl_piece_of_letter(mr_reader_peek(r));
  if (!piece || piece >> 4 != side) {
    return mr_reader_expected(r, side == MR_WL_WHITE ? "commit, or a unit such as I@c2"
                                                     : "commit, or a unit such as i@c11");
  }
  r->at++;
  mr_status status = mr_reader_char(r, '@', "'@' and a square");
  if (status == MR_OK) {
    status = mr_wl_read_cell(r, &cell);
  }
  if (status == MR_OK && mr_reader_more(r)) {
    status = mr_reader_expected(r, "the end");
  }
  if (status == MR_OK) {
    status = mr_wl_placement_fault(mr_wl_game_of(r->game), state, piece & 15u, cell, r->err);
  }
  if (status == MR_OK) {
    *out = mr_wl_action(MR_WL_ACT_PLACE, piece & 15u, cell);
  }
  return status;
}

static mr_status parse_lots(mr_reader *r, mr_action *out) {
  bool white = mr_reader_take(r, "white");
  if (!white && !mr_reader_take(r, "black")) {
    return mr_reader_expected(r, "white or black");
  }
  if (mr_reader_more(r)) {
    return mr_reader_expected(r, "the end");
  }
  *out = mr_wl_action(MR_WL_ACT_LOTS, white ? MR_WL_WHITE : MR_WL_BLACK, 0);
  return MR_OK;
}

mr_status mr_wl_parse_action(const mr_game *base, const mr_state *opaque, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  const mr_wl_state *state = mr_wl_state_of(opaque);
  mr_reader r = mr_reader_over(base, text, length, err);
  switch ((mr_wl_phase)state->head.phase) {
  case MR_WL_DEPLOY:
    return parse_deployment(&r, base, opaque, out);
  case MR_WL_LOTS:
    return parse_lots(&r, out);
  case MR_WL_PLAY:
    return parse_turn(&r, state, out);
  case MR_WL_OVER:
    break;
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
}
