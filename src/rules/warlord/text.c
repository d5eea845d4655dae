#include "base/text.h"
#include "rules/warlord/warlord.h"

const char mr_wl_letters[MR_WL_KINDS] = {'.', 'L', 'K', 'G', 'P', 'Q', 'R', 'S',
                                         'V', 'W', 'X', 'U', 'H', 'C', 'N', 'I'};
const char *const mr_wl_kind_names[MR_WL_KINDS] = {
    "nothing",
    "leader of level 1",
    "leader of level 2",
    "leader of level 3",
    "leader of level 4",
    "leader of level 5",
    "leader of level 6",
    "leader of level 7",
    "leader of level 8",
    "leader of level 9",
    "leader of level 10",
    "promoted leader",
    "heavy cavalry",
    "cannon",
    "light cavalry",
    "infantry",
};
const char mr_wl_ground_letters[MR_WL_GROUNDS] = {'.', 'T', '^', '#', '~', '~'};
const char *const mr_wl_ground_names[MR_WL_GROUNDS] = {"open ground", "forest", "hill",
                                                       "town",        "water",  "gap"};
const char *const mr_wl_side_names[2] = {"White", "Black"};

unsigned mr_wl_piece_of_letter(char letter) {
  unsigned side = mr_text_is_lower(letter) ? MR_WL_BLACK : MR_WL_WHITE;
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    if (mr_wl_letters[kind] == mr_text_upper(letter)) {
      return mr_wl_piece(side, kind);
    }
  }
  return 0;
}

char mr_wl_letter_of_piece(unsigned piece) {
  char letter = mr_wl_letters[piece & 15u];
  return piece >> 4 == MR_WL_BLACK ? mr_text_lower(letter) : letter;
}

mr_wl_cell_name mr_wl_name_cell(const mr_wl_game *game, unsigned cell) {
  mr_wl_cell_name name;
  mr_str out;
  mr_column_name(cell % game->columns, name.text);
  mr_str_fixed(&out, name.text + strlen(name.text), sizeof name.text - strlen(name.text));
  mr_str_uint(&out, game->rows - cell / game->columns);
  return name;
}

void mr_wl_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  mr_str_add(out, mr_wl_name_cell(mr_wl_game_of(game), cell.id).text);
}

void mr_wl_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  (void)game;
  mr_str_add(out, mr_wl_kind_names[piece.id & 15u]);
}

unsigned mr_wl_read_cell(mr_reader *r) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  size_t begin = r->at;
  unsigned file = 0, rank = 0;
  while (mr_text_is_lower(mr_reader_peek(r)) && r->at < begin + 3) {
    file = file * 26 + (unsigned)(r->text[r->at++] - 'a' + 1);
  }
  if (r->at == begin) {
    mr_reader_expected(r, "a square such as c2");
  }
  if (file > game->columns) {
    mr_reader_fail(r, MR_ERR_SYNTAX, begin, "the board has %u files", game->columns);
  }
  size_t digits = r->at;
  mr_reader_number(r, 0, game->rows, "the rank", &rank);
  if (!rank) {
    mr_reader_fail(r, MR_ERR_SYNTAX, digits, "ranks count from 1");
  }
  return r->status == MR_OK ? (game->rows - rank) * game->columns + file - 1 : 0;
}

int mr_wl_piece_value(char letter) {
  unsigned piece = mr_wl_piece_of_letter(letter);
  return piece ? (int)piece : -1;
}

int mr_wl_ground_value(char letter) {
  for (int ground = MR_WL_FOREST; ground <= MR_WL_WATER; ground++) {
    if (mr_wl_ground_letters[ground] == letter) {
      return ground;
    }
  }
  return -1;
}

/* ---- actions --------------------------------------------------------------------------------- */

void mr_wl_format_action(const mr_game *base, const mr_state *opaque, mr_action action,
                         mr_str *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  switch (mr_wl_action_kind_of(action)) {
  case MR_WL_ACT_MOVE:
    mr_str_format(out, "%s%c%s", mr_wl_name_cell(game, from).text,
                  mr_wl_unit_of(mr_wl_squares_const(game, state)[to]) ? 'x' : '-',
                  mr_wl_name_cell(game, to).text);
    break;
  case MR_WL_ACT_EXCHANGE:
    mr_str_format(out, "%s<>%s", mr_wl_name_cell(game, from).text, mr_wl_name_cell(game, to).text);
    break;
  case MR_WL_ACT_END:
    mr_str_add(out, mr_wl_would_pass(game, state) ? "--" : ".");
    break;
  case MR_WL_ACT_PLACE:
    mr_str_format(out, "%c@%s", mr_wl_letter_of_piece(mr_wl_piece(state->head.side, from)),
                  mr_wl_name_cell(game, to).text);
    break;
  case MR_WL_ACT_COMMIT:
    mr_str_add(out, "commit");
    break;
  case MR_WL_ACT_LOTS:
    mr_str_add(out, from == MR_WL_WHITE ? "white" : "black");
    break;
  }
}

mr_action mr_wl_read_activation(mr_reader *r, const mr_wl_state *state) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  unsigned from = mr_wl_read_cell(r);
  size_t sign_at = r->at;
  bool exchange = mr_reader_take(r, "<>"), capture = !exchange && mr_reader_take(r, "x");
  if (!exchange && !capture && !mr_reader_take(r, "-")) {
    mr_reader_expected(r, "-, x or <>");
  }
  unsigned to = mr_wl_read_cell(r);
  mr_action action = mr_wl_action(exchange ? MR_WL_ACT_EXCHANGE : MR_WL_ACT_MOVE, from, to);
  if (r->status == MR_OK) {
    r->status = mr_wl_fault(game, state, action, r->err);
  }
  bool taken = mr_wl_unit_of(mr_wl_squares_const(game, state)[to]) != 0;
  if (!exchange && capture != taken) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, sign_at, "%s",
                   taken ? "an enemy stands there: a capture is written with x (WL-41)"
                         : "nobody stands there: a move is written with - (WL-41)");
  }
  return action;
}

static mr_action read_turn(mr_reader *r, const mr_wl_state *state) {
  bool pass = mr_reader_take(r, "--"), end = !pass && mr_reader_take(r, ".");
  mr_action action =
      pass || end ? mr_wl_action(MR_WL_ACT_END, 0, 0) : mr_wl_read_activation(r, state);
  mr_reader_end(r);
  if ((pass || end) && pass != mr_wl_would_pass(mr_wl_game_of(r->game), state)) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, 0, "%s",
                   pass ? "no pass any more: the end of the turn is written . (WL-43)"
                        : "a turn without activations is a pass, written -- (WL-43)");
  }
  return action;
}

static mr_action read_deployment(mr_reader *r, const mr_state *opaque) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  mr_action commit = mr_wl_action(MR_WL_ACT_COMMIT, 0, 0);
  unsigned side = state->head.side;
  if (mr_reader_take(r, "commit")) {
    mr_reader_end(r);
    if (!mr_wl_legal(r->game, opaque, commit)) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, 0, "%u of %u units have been placed",
                     (unsigned)state->head.placed[side], (unsigned)game->army.total);
    }
    return commit;
  }
  unsigned piece = mr_wl_piece_of_letter(mr_reader_peek(r)), kind = piece & 15u;
  if (!piece || piece >> 4 != side) {
    mr_reader_expected(r, side == MR_WL_WHITE ? "commit, or a unit such as I@c2"
                                              : "commit, or a unit such as i@c11");
  }
  r->at++;
  mr_reader_char(r, '@', "'@' and a square");
  unsigned cell = mr_wl_read_cell(r);
  if (mr_reader_end(r) == MR_OK) {
    r->status = mr_wl_placement_fault(game, state, kind, cell, r->err);
  }
  return mr_wl_action(MR_WL_ACT_PLACE, kind, cell);
}

static mr_action read_lots(mr_reader *r) {
  bool white = mr_reader_take(r, "white");
  if (!white && !mr_reader_take(r, "black")) {
    mr_reader_expected(r, "white or black");
  }
  mr_reader_end(r);
  return mr_wl_action(MR_WL_ACT_LOTS, white ? MR_WL_WHITE : MR_WL_BLACK, 0);
}

mr_status mr_wl_parse_action(const mr_game *base, const mr_state *opaque, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  const mr_wl_state *state = mr_wl_state_of(opaque);
  mr_reader r = mr_reader_over(base, text, length, err);
  mr_action action = MR_ACTION_NONE;
  switch ((mr_wl_phase)state->head.phase) {
  case MR_WL_DEPLOY:
    action = read_deployment(&r, opaque);
    break;
  case MR_WL_LOTS:
    action = read_lots(&r);
    break;
  case MR_WL_PLAY:
    action = read_turn(&r, state);
    break;
  case MR_WL_OVER:
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  if (r.status == MR_OK) {
    *out = action;
  }
  return r.status;
}
