#include "rules/borderline/reader.h"

void mr_bd_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  mr_bd_add_cell(mr_bd_game_of(game), out, cell.id);
}

void mr_bd_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  (void)game;
  mr_bd_add_pattern(out, MR_BD_PATTERN(piece.id));
}

void mr_bd_format_action(const mr_game *base, const mr_state *state, mr_action action,
                         mr_str *out) {
  const mr_bd_game *game = mr_bd_game_of(base);
  unsigned low = mr_bd_action_low(action), high = mr_bd_action_high(action);
  (void)state;
  switch (mr_bd_action_kind_of(action)) {
  case MR_BD_ACT_PLACE:
    mr_bd_add_pattern(out, low);
    mr_str_char(out, '@');
    mr_bd_add_cell(game, out, high);
    break;
  case MR_BD_ACT_PASS:
    mr_str_add(out, "--");
    break;
  case MR_BD_ACT_DEAL:
    mr_bd_add_pattern(out, low);
    break;
  case MR_BD_ACT_LOTS:
    mr_str_add(out, low == MR_BD_RED ? "red" : "blue");
    break;
  case MR_BD_ACT_DUEL:
    mr_str_add(out, low ? "win" : "lose");
    break;
  case MR_BD_ACT_DICE:
    mr_str_format(out, "r%ub%u", low, high);
    break;
  }
}

static unsigned pieces_in_hand(const mr_bd_game *game, const mr_bd_state *state, unsigned player,
                               unsigned pattern) {
  const uint16_t *hand = mr_bd_hand_const(game, state, player);
  unsigned n = 0;
  for (unsigned i = 0; i < state->held[player]; i++) {
    n += hand[i] == pattern;
  }
  return n;
}

static mr_status contact_fault(const mr_bd_game *game, const mr_bd_state *state, unsigned pattern,
                               unsigned cell, mr_error *err) {
  mr_bd_edges facing = mr_bd_facing_const(game, state, state->side)[cell];
  const mr_bd_square *squares = mr_bd_squares_const(state);
  if (game->patterns.edges[pattern] & facing) {
    return MR_OK;
  }
  const char *name = mr_bd_names[state->side];
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    mr_bd_square next = squares[game->neighbour[cell][d]];
    if (next && MR_BD_OWNER(next) == state->side) {
      return mr_error_at(err, MR_ERR_ILLEGAL, 1,
                         "its pips do not meet those of %s's pieces beside that square (BD-7)",
                         name);
    }
  }
  return mr_error_at(err, MR_ERR_ILLEGAL, 5, "%s has no piece beside that square (BD-7)", name);
}

mr_status mr_bd_placement_fault(const mr_bd_game *game, const mr_bd_state *state, unsigned pattern,
                                unsigned cell, mr_error *err) {
  mr_bd_square there = mr_bd_squares_const(state)[cell];
  unsigned side = state->side, home = mr_bd_home_cell(game, side);
  if (!pieces_in_hand(game, state, side, game->patterns.canonical[pattern])) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 1, "%s has no %03o in hand (BD-4)", mr_bd_names[side],
                       pattern);
  }
  if (there) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 5, "that square is taken by %s's %03o (BD-5)",
                       mr_bd_names[MR_BD_OWNER(there)], MR_BD_PATTERN(there));
  }
  if (state->home[side]) {
    return contact_fault(game, state, pattern, cell, err);
  }
  if (cell >= home && cell < home + game->columns) {
    return MR_OK;
  }
  return mr_error_at(err, MR_ERR_ILLEGAL, 5,
                     "%s has no piece in row %u yet and must place there (BD-6)", mr_bd_names[side],
                     home / game->columns);
}

bool mr_bd_legal(const mr_game *base, const mr_state *opaque, mr_action action) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(opaque);
  unsigned low = mr_bd_action_low(action), high = mr_bd_action_high(action);
  mr_bd_action_kind kind = mr_bd_action_kind_of(action);
  if (action != mr_bd_action(kind, low, high)) {
    return false;
  }
  switch ((mr_bd_phase)state->phase) {
  case MR_BD_OVER:
    return false;
  case MR_BD_DEAL:
    for (size_t i = 0; i < game->deal_count; i++) {
      if (game->deals[i].action == action) {
        return true;
      }
    }
    return false;
  case MR_BD_LOTS:
    return kind == MR_BD_ACT_LOTS && low < 2 && !high;
  case MR_BD_DUEL:
    if (kind == MR_BD_ACT_DUEL) {
      return low < 2 && !high && (!low || game->dice_sides > 1);
    }
    return kind == MR_BD_ACT_DICE && low >= 1 && low <= game->dice_sides && high >= 1 &&
           high <= game->dice_sides;
  case MR_BD_PLACE:
    break;
  }
  if (kind == MR_BD_ACT_PLACE) {
    return high < game->cells && mr_bd_placement_fault(game, state, low, high, NULL) == MR_OK;
  }
  return kind == MR_BD_ACT_PASS && !low && !high && !mr_bd_can_place(game, state);
}

static mr_status parse_placement(mr_reader *r, const mr_bd_state *state, mr_action *out) {
  unsigned pattern = 0, cell = 0;
  mr_status status = mr_bd_read_pattern(r, &pattern);
  if (status == MR_OK) {
    status = mr_reader_char(r, '@', "'@' and a square");
  }
  if (status == MR_OK) {
    status = mr_bd_read_cell(r, &cell);
  }
  if (status == MR_OK && mr_reader_more(r)) {
    status = mr_reader_expected(r, "the end");
  }
  if (status != MR_OK) {
    return status;
  }
  status = mr_bd_placement_fault(mr_bd_game_of(r->game), state, pattern, cell, r->err);
  if (status != MR_OK) {
    return status;
  }
  *out = mr_bd_action(MR_BD_ACT_PLACE, pattern, cell);
  return MR_OK;
}

static mr_status parse_decision(mr_reader *r, const mr_game *base, const mr_state *opaque,
                                mr_action *out) {
  if (!mr_bd_take_word(r, "--")) {
    return parse_placement(r, mr_bd_state_of(opaque), out);
  }
  mr_action pass = mr_bd_action(MR_BD_ACT_PASS, 0, 0);
  if (!mr_bd_legal(base, opaque, pass)) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, 1,
                       "a pass is forced, never chosen: a placement is possible (BD-8)");
  }
  *out = pass;
  return MR_OK;
}

static mr_status parse_dice(mr_reader *r, mr_action *out) {
  unsigned red = 0, blue = 0, sides = mr_bd_game_of(r->game)->dice_sides;
  if (mr_bd_take_word(r, "win") || mr_bd_take_word(r, "lose")) {
    *out = mr_bd_action(MR_BD_ACT_DUEL, r->text[0] == 'w', 0);
    return MR_OK;
  }
  mr_status status = mr_reader_char(r, 'r', "dice such as r5b3, or win, or lose");
  size_t red_at = r->at;
  if (status == MR_OK) {
    status = mr_reader_number(r, 0, sides, "a die", &red);
  }
  if (status == MR_OK) {
    status = mr_reader_char(r, 'b', "b and Blue's die");
  }
  size_t blue_at = r->at;
  if (status == MR_OK) {
    status = mr_reader_number(r, 0, sides, "a die", &blue);
  }
  if (status == MR_OK && mr_reader_more(r)) {
    status = mr_reader_expected(r, "the end");
  }
  if (status != MR_OK) {
    return status;
  }
  if (!red || !blue) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)(red ? blue_at : red_at) + 1,
                       "a die shows 1 to %u", sides);
  }
  *out = mr_bd_action(MR_BD_ACT_DICE, red, blue);
  return MR_OK;
}

static mr_status parse_deal(mr_reader *r, const mr_game *base, const mr_state *opaque,
                            mr_action *out) {
  unsigned pattern = 0;
  mr_status status = mr_bd_read_pattern(r, &pattern);
  if (status == MR_OK) {
    status = mr_bd_check_pattern(r, 0, pattern, false);
  }
  if (status == MR_OK && mr_reader_more(r)) {
    status = mr_reader_expected(r, "the end");
  }
  if (status != MR_OK) {
    return status;
  }
  mr_action deal =
      mr_bd_action(MR_BD_ACT_DEAL, mr_bd_game_of(r->game)->patterns.canonical[pattern], 0);
  if (!mr_bd_legal(base, opaque, deal)) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, 1, "%03o is never dealt in this game (BD-3)",
                       pattern);
  }
  *out = deal;
  return MR_OK;
}

static mr_status parse_lots(mr_reader *r, mr_action *out) {
  bool red = mr_bd_take_word(r, "red");
  if (!red && !mr_bd_take_word(r, "blue")) {
    return mr_reader_expected(r, "red or blue");
  }
  *out = mr_bd_action(MR_BD_ACT_LOTS, red ? MR_BD_RED : MR_BD_BLUE, 0);
  return MR_OK;
}

mr_status mr_bd_parse_action(const mr_game *base, const mr_state *opaque, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  mr_reader r = mr_reader_over(base, text, length, err);
  switch ((mr_bd_phase)mr_bd_state_of(opaque)->phase) {
  case MR_BD_DEAL:
    return parse_deal(&r, base, opaque, out);
  case MR_BD_LOTS:
    return parse_lots(&r, out);
  case MR_BD_DUEL:
    return parse_dice(&r, out);
  case MR_BD_PLACE:
    return parse_decision(&r, base, opaque, out);
  case MR_BD_OVER:
    break;
  }
  return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
}
