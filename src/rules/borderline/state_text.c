#include <stdalign.h>

#include "base/text.h"
#include "rules/borderline/reader.h"

/* ---- writing --------------------------------------------------------------------------------- */

static void add_row(const mr_bd_game *game, const mr_bd_square *row, mr_str *out) {
  unsigned empty = 0;
  for (unsigned column = 0; column < game->columns; column++) {
    if (!row[column]) {
      empty++;
      continue;
    }
    if (empty) {
      mr_str_uint(out, empty);
    }
    empty = 0;
    mr_str_char(out, mr_bd_letters[MR_BD_OWNER(row[column])]);
    mr_bd_add_pattern(out, MR_BD_PATTERN(row[column]));
  }
  if (empty) {
    mr_str_uint(out, empty);
  }
}

static void add_hand(const mr_bd_game *game, const mr_bd_state *state, unsigned player,
                     mr_str *out) {
  const uint16_t *hand = mr_bd_hand_const(game, state, player);
  mr_str_char(out, ' ');
  if (!state->held[player]) {
    mr_str_char(out, '-');
  }
  for (unsigned i = 0; i < state->held[player]; i++) {
    if (i) {
      mr_str_char(out, ',');
    }
    mr_bd_add_pattern(out, hand[i]);
  }
}

/* The seventh field, which a state has only while chance is at work. */
static void add_chance(const mr_bd_game *game, const mr_bd_state *state, mr_str *out) {
  if (state->phase == MR_BD_DEAL) {
    mr_str_add(out, " deal");
  }
  if (state->phase == MR_BD_LOTS) {
    mr_str_add(out, " draw");
  }
  if (state->phase != MR_BD_DUEL) {
    return;
  }
  mr_str_char(out, ' ');
  mr_bd_add_cell(game, out, state->at);
  mr_str_char(out, ':');
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    if (state->pending >> d & 1u) {
      mr_str_char(out, mr_bd_direction_letters[d]);
    }
  }
}

void mr_bd_format_state(const mr_game *base, const mr_state *opaque, mr_str *out) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(opaque);
  for (unsigned row = 0; row < game->rows; row++) {
    if (row) {
      mr_str_char(out, '/');
    }
    add_row(game, mr_bd_squares_const(state) + row * game->columns, out);
  }
  mr_str_char(out, ' ');
  mr_str_char(out, mr_bd_letters[state->side]);
  add_hand(game, state, MR_BD_RED, out);
  add_hand(game, state, MR_BD_BLUE, out);
  mr_str_format(out, " %u %u", state->passes, state->plies);
  add_chance(game, state, out);
}

/* ---- reading --------------------------------------------------------------------------------- */

static mr_status read_square(mr_reader *r, mr_bd_state *state, unsigned cell) {
  unsigned owner = mr_reader_peek(r) == mr_bd_letters[MR_BD_BLUE], pattern = 0;
  size_t begin = ++r->at;
  mr_status status = mr_bd_read_pattern(r, &pattern);
  if (status == MR_OK) {
    status = mr_bd_check_pattern(r, begin, pattern, true);
  }
  if (status == MR_OK) {
    mr_bd_put(mr_bd_game_of(r->game), state, cell, MR_BD_SQUARE(owner, pattern));
  }
  return status;
}

static mr_status read_row(mr_reader *r, mr_bd_state *state, unsigned row) {
  unsigned columns = mr_bd_game_of(r->game)->columns, place = 0;
  bool after_run = false;
  while (place < columns) {
    char c = mr_reader_peek(r);
    mr_status status = MR_OK;
    if (c == mr_bd_letters[MR_BD_RED] || c == mr_bd_letters[MR_BD_BLUE]) {
      status = read_square(r, state, row * columns + place++);
      after_run = false;
    } else if (mr_reader_more(r) && mr_text_is_digit(c) && c != '0' && !after_run) {
      unsigned run = 0;
      status = mr_reader_number(r, 0, columns - place, "the run of empty squares", &run);
      place += run;
      after_run = true;
    } else {
      status = mr_reader_expected(r, "R, B or a run of empty squares");
    }
    if (status != MR_OK) {
      return status;
    }
  }
  return MR_OK;
}

static mr_status read_board(mr_reader *r, mr_bd_state *state) {
  for (unsigned row = 0; row < mr_bd_game_of(r->game)->rows; row++) {
    mr_status status = row ? mr_reader_char(r, '/', "'/' between rows") : MR_OK;
    if (status == MR_OK) {
      status = read_row(r, state, row);
    }
    if (status != MR_OK) {
      return status;
    }
  }
  return MR_OK;
}

static mr_status read_hand(mr_reader *r, mr_bd_state *state, unsigned player) {
  mr_status status = mr_reader_char(r, ' ', "a space and a hand");
  if (status != MR_OK) {
    return status;
  }
  if (mr_reader_peek(r) == '-') {
    r->at++;
    return MR_OK;
  }
  for (;;) {
    size_t begin = r->at;
    unsigned pattern = 0;
    status = mr_bd_read_pattern(r, &pattern);
    if (status == MR_OK) {
      status = mr_bd_check_pattern(r, begin, pattern, false);
    }
    if (status != MR_OK) {
      return status;
    }
    if (state->held[player] >= mr_bd_game_of(r->game)->hand_max) {
      return mr_error_at(r->err, MR_ERR_ILLEGAL, (uint32_t)begin + 1,
                         "%s holds more than %u pieces", mr_bd_names[player],
                         mr_bd_game_of(r->game)->hand_max);
    }
    mr_bd_hand_add(mr_bd_game_of(r->game), state, player, pattern);
    if (mr_reader_peek(r) != ',') {
      return MR_OK;
    }
    r->at++;
  }
}

/* All pieces on the board may come back into a hand, which must have room for them. */
static mr_status check_room(mr_reader *r, const mr_bd_state *state, unsigned player) {
  unsigned pieces = state->held[player];
  for (unsigned cell = 0; cell < mr_bd_game_of(r->game)->cells; cell++) {
    mr_bd_square square = mr_bd_squares_const(state)[cell];
    pieces += square && MR_BD_OWNER(square) == player;
  }
  if (pieces <= mr_bd_game_of(r->game)->hand_max) {
    return MR_OK;
  }
  return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r),
                     "%s has %u pieces in hand and on the board; there is room for %u",
                     mr_bd_names[player], pieces, mr_bd_game_of(r->game)->hand_max);
}

static mr_status read_side(mr_reader *r, mr_bd_state *state) {
  mr_status status = mr_reader_char(r, ' ', "a space and the side to move");
  if (status != MR_OK) {
    return status;
  }
  if (mr_reader_peek(r) != mr_bd_letters[MR_BD_RED] &&
      mr_reader_peek(r) != mr_bd_letters[MR_BD_BLUE]) {
    return mr_reader_expected(r, "the side to move, R or B");
  }
  state->side = mr_reader_peek(r) == mr_bd_letters[MR_BD_BLUE];
  r->at++;
  return MR_OK;
}

static mr_status read_counters(mr_reader *r, mr_bd_state *state) {
  unsigned passes = 0, plies = 0;
  mr_status status = mr_reader_char(r, ' ', "a space and the passes in a row");
  if (status == MR_OK) {
    status = mr_reader_number(r, 0, 2, "the number of passes in a row", &passes);
  }
  if (status == MR_OK) {
    status = mr_reader_char(r, ' ', "a space and the plies");
  }
  if (status == MR_OK) {
    status = mr_reader_number(r, 0, mr_bd_game_of(r->game)->ply_cap, "the number of plies", &plies);
  }
  state->passes = (uint8_t)passes;
  state->plies = (uint16_t)plies;
  return status;
}

/* `deal`: Red's hand is filled first, and the board is still empty. */
static mr_status read_deal(mr_reader *r, mr_bd_state *state) {
  unsigned pieces = mr_bd_game_of(r->game)->pieces;
  unsigned red = state->held[MR_BD_RED], blue = state->held[MR_BD_BLUE];
  bool hands = red <= pieces && blue < pieces && (blue == 0 || red == pieces);
  bool side = mr_bd_game_of(r->game)->first == MR_BD_DRAWN
                  ? state->side == MR_BD_RED
                  : state->side == mr_bd_game_of(r->game)->first;
  for (unsigned cell = 0; cell < mr_bd_game_of(r->game)->cells; cell++) {
    if (mr_bd_squares_const(state)[cell]) {
      hands = false;
    }
  }
  if (!hands || !side || state->plies || state->passes) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r),
                       "no deal begins like this: %u pieces each, Red's first, on an empty board "
                       "(BD-4)",
                       pieces);
  }
  state->phase = MR_BD_DEAL;
  return MR_OK;
}

static mr_status read_lots(mr_reader *r, mr_bd_state *state) {
  unsigned pieces = mr_bd_game_of(r->game)->pieces;
  bool fits = mr_bd_game_of(r->game)->first == MR_BD_DRAWN && state->held[MR_BD_RED] == pieces &&
              state->held[MR_BD_BLUE] == pieces && state->side == MR_BD_RED && !state->plies &&
              !state->passes;
  for (unsigned cell = 0; cell < mr_bd_game_of(r->game)->cells; cell++) {
    if (mr_bd_squares_const(state)[cell]) {
      fits = false;
    }
  }
  if (!fits) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r),
                       "lots are drawn only after the deal, and only with first = drawn");
  }
  state->phase = MR_BD_LOTS;
  return MR_OK;
}

/* `d0:lr`: the attacker on d0 has duels to the left and right to fight, in this order. */
static mr_status read_duels(mr_reader *r, mr_bd_state *state) {
  unsigned cell = 0, pending = 0;
  size_t begin = r->at;
  mr_status status = mr_bd_read_cell(r, &cell);
  if (status == MR_OK) {
    status = mr_reader_char(r, ':', "':' and the duels to be fought");
  }
  for (unsigned d = 0; status == MR_OK && d < MR_BD_DIRECTIONS; d++) {
    if (mr_reader_peek(r) == mr_bd_direction_letters[d]) {
      pending |= 1u << d;
      r->at++;
    }
  }
  if (status != MR_OK) {
    return status;
  }
  mr_bd_square square = mr_bd_squares_const(state)[cell];
  unsigned enemy = 1u - state->side;
  unsigned touched = mr_bd_contacts(mr_bd_game_of(r->game)->patterns.edges[MR_BD_PATTERN(square)],
                                    mr_bd_facing_const(mr_bd_game_of(r->game), state, enemy)[cell]);
  /* Duels are fought in order: those already won left no enemy in the directions before. */
  if (!square || MR_BD_OWNER(square) != state->side || !pending || pending != touched ||
      state->passes || state->plies >= mr_bd_game_of(r->game)->ply_cap) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, (uint32_t)begin + 1,
                       "no such duels: expected %s's piece and, in the order u l r d, every enemy "
                       "piece that it touches (BD-9)",
                       mr_bd_names[state->side]);
  }
  state->phase = MR_BD_DUEL;
  state->at = (uint16_t)cell;
  state->pending = (uint8_t)pending;
  return MR_OK;
}

/*
 * A position is judged after a ply, so one that is set up (no plies yet) goes on whatever it looks
 * like. Without a pass before it, a ply that was played was the other side's placement.
 */
static void detect_end(const mr_bd_game *game, mr_bd_state *state) {
  state->phase = MR_BD_PLACE;
  if (state->plies > 0 || state->passes >= 2) {
    mr_bd_detect_end(game, state, 1u - state->side, state->passes == 0);
  }
}

static mr_status read_chance(mr_reader *r, mr_bd_state *state) {
  if (!mr_reader_more(r)) {
    detect_end(mr_bd_game_of(r->game), state);
    return MR_OK;
  }
  mr_status status = mr_reader_char(r, ' ', "a space, or the end");
  if (status != MR_OK) {
    return status;
  }
  if (mr_bd_take_word(r, "deal")) {
    return read_deal(r, state);
  }
  if (mr_bd_take_word(r, "draw")) {
    return read_lots(r, state);
  }
  status = read_duels(r, state);
  if (status == MR_OK && mr_reader_more(r)) {
    status = mr_reader_expected(r, "the end");
  }
  return status;
}

mr_status mr_bd_parse_state(const mr_game *base, const char *text, size_t length, mr_state *out,
                            mr_error *err) {
  /* Read aside, so that a text that is refused leaves the caller's state as it was. */
  alignas(MR_STATE_ALIGN) unsigned char aside[MR_BD_STATE_MAX];
  mr_reader r = mr_reader_over(base, text, length, err);
  mr_bd_state *state = (mr_bd_state *)(void *)aside;
  memset(aside, 0, base->info.state_size);
  mr_status status = read_board(&r, state);
  if (status == MR_OK) {
    status = read_side(&r, state);
  }
  for (unsigned player = 0; status == MR_OK && player < 2; player++) {
    status = read_hand(&r, state, player);
    if (status == MR_OK) {
      status = check_room(&r, state, player);
    }
  }
  if (status == MR_OK) {
    status = read_counters(&r, state);
  }
  if (status == MR_OK) {
    status = read_chance(&r, state);
  }
  if (status == MR_OK) {
    memcpy(out, aside, base->info.state_size);
  }
  return status;
}
