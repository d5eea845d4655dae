#include <stdalign.h>

#include "base/text.h"
#include "kernel/reader.h"
#include "rules/borderline/borderline.h"

const char *const mr_bd_names[2] = {"Red", "Blue"};
static const char letters[] = "RB"; /* of the players */
static const char directions[] = "ulrd";

/* ---- small parts ----------------------------------------------------------------------------- */

void mr_bd_add_pattern(mr_str *out, unsigned pattern) {
  mr_str_format(out, "%03o", pattern);
}

void mr_bd_add_cell(const mr_bd_game *game, mr_str *out, unsigned cell) {
  mr_str_char(out, (char)('a' + cell % game->columns));
  mr_str_uint(out, cell / game->columns);
}

void mr_bd_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  mr_bd_add_cell(mr_bd_game_of(game), out, cell.id);
}

void mr_bd_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  (void)game;
  mr_bd_add_pattern(out, MR_BD_PATTERN(piece.id));
}

/* Three octal digits, whatever they mean. */
static unsigned read_pattern(mr_reader *r) {
  static const char what[] = "a piece of three octal digits, such as 522";
  unsigned pattern = 0;
  for (unsigned i = 0; i < 3; i++) {
    pattern = pattern << 3 | mr_reader_one_of(r, "01234567", what);
  }
  return pattern;
}

/* The same for what BD-2 allows. A piece on the board may lie turned; one in a hand is as made. */
static unsigned read_piece(mr_reader *r, bool on_board) {
  size_t begin = r->at;
  unsigned pattern = read_pattern(r), kept = mr_bd_game_of(r->game)->patterns.canonical[pattern];
  if (!mr_bd_pattern_valid(on_board ? kept : pattern)) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, begin,
                   "%03o is no piece: the centre must be filled and every row needs a pip (BD-2)",
                   pattern);
  }
  return pattern;
}

static unsigned read_cell(mr_reader *r) {
  const mr_bd_game *game = mr_bd_game_of(r->game);
  char c = mr_reader_peek(r), last = (char)('a' + game->columns - 1);
  unsigned row = 0;
  if (c < 'a' || c > last) {
    mr_reader_fail(r, MR_ERR_SYNTAX, r->at, "expected a column from a to %c", last);
    return 0;
  }
  r->at++;
  mr_reader_number(r, 0, game->rows - 1, "the row", &row);
  return row * game->columns + (unsigned)(c - 'a');
}

/* Takes the rest of the text if it is exactly `word`. */
static bool take_rest(mr_reader *r, const char *word) {
  return r->length - r->at == strlen(word) && mr_reader_take(r, word);
}

/* ---- actions --------------------------------------------------------------------------------- */

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

static mr_action read_decision(mr_reader *r, const mr_state *state) {
  mr_action pass = mr_bd_action(MR_BD_ACT_PASS, 0, 0);
  if (take_rest(r, "--")) {
    if (!mr_bd_legal(r->game, state, pass)) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, 0,
                     "a pass is forced, never chosen: a placement is possible (BD-8)");
    }
    return pass;
  }
  unsigned pattern = read_pattern(r);
  mr_reader_char(r, '@', "'@' and a square");
  unsigned cell = read_cell(r);
  if (mr_reader_end(r) == MR_OK) {
    r->status =
        mr_bd_placement_fault(mr_bd_game_of(r->game), mr_bd_state_of(state), pattern, cell, r->err);
  }
  return mr_bd_action(MR_BD_ACT_PLACE, pattern, cell);
}

static mr_action read_dice(mr_reader *r) {
  unsigned red = 0, blue = 0, sides = mr_bd_game_of(r->game)->dice_sides;
  if (take_rest(r, "win") || take_rest(r, "lose")) {
    return mr_bd_action(MR_BD_ACT_DUEL, r->text[0] == 'w', 0);
  }
  mr_reader_char(r, 'r', "dice such as r5b3, or win, or lose");
  size_t red_at = r->at;
  mr_reader_number(r, 0, sides, "a die", &red);
  mr_reader_char(r, 'b', "b and Blue's die");
  size_t blue_at = r->at;
  mr_reader_number(r, 0, sides, "a die", &blue);
  mr_reader_end(r);
  if (!red || !blue) {
    mr_reader_fail(r, MR_ERR_SYNTAX, red ? blue_at : red_at, "a die shows 1 to %u", sides);
  }
  return mr_bd_action(MR_BD_ACT_DICE, red, blue);
}

static mr_action read_dealt(mr_reader *r, const mr_state *state) {
  unsigned pattern = read_piece(r, false);
  unsigned kept = mr_bd_game_of(r->game)->patterns.canonical[pattern];
  mr_action deal = mr_bd_action(MR_BD_ACT_DEAL, kept, 0);
  if (mr_reader_end(r) == MR_OK && !mr_bd_legal(r->game, state, deal)) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, 0, "%03o is never dealt in this game (BD-3)", pattern);
  }
  return deal;
}

static mr_action read_lots(mr_reader *r) {
  bool red = take_rest(r, "red");
  if (!red && !take_rest(r, "blue")) {
    mr_reader_expected(r, "red or blue");
  }
  return mr_bd_action(MR_BD_ACT_LOTS, red ? MR_BD_RED : MR_BD_BLUE, 0);
}

mr_status mr_bd_parse_action(const mr_game *base, const mr_state *opaque, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  mr_reader r = mr_reader_over(base, text, length, err);
  mr_action action = MR_ACTION_NONE;
  switch ((mr_bd_phase)mr_bd_state_of(opaque)->phase) {
  case MR_BD_DEAL:
    action = read_dealt(&r, opaque);
    break;
  case MR_BD_LOTS:
    action = read_lots(&r);
    break;
  case MR_BD_DUEL:
    action = read_dice(&r);
    break;
  case MR_BD_PLACE:
    action = read_decision(&r, opaque);
    break;
  case MR_BD_OVER:
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  if (r.status == MR_OK) {
    *out = action;
  }
  return r.status;
}

/* ---- states ---------------------------------------------------------------------------------- */

static unsigned square_at(const void *state, unsigned cell) {
  return mr_bd_squares_const(state)[cell];
}

static void add_square(mr_str *out, unsigned square) {
  mr_str_char(out, letters[MR_BD_OWNER(square)]);
  mr_bd_add_pattern(out, MR_BD_PATTERN(square));
}

static bool read_square(mr_reader *r, void *state, unsigned cell) {
  unsigned owner = mr_reader_peek(r) == letters[MR_BD_BLUE];
  if (mr_reader_peek(r) != letters[owner]) {
    return false;
  }
  r->at++;
  unsigned pattern = read_piece(r, true);
  const mr_bd_game *game = mr_bd_game_of(r->game);
  if (r->status == MR_OK && cell < game->cells) {
    mr_bd_put(game, state, cell, MR_BD_SQUARE(owner, pattern));
  }
  return true;
}

static mr_rows rows_of(const mr_game *game) {
  return (mr_rows){
      .columns = mr_bd_game_of(game)->columns,
      .rows = mr_bd_game_of(game)->rows,
      .what = "R, B or a run of empty squares",
      .read = read_square,
      .value = square_at,
      .add = add_square,
  };
}

void mr_bd_format_state(const mr_game *base, const mr_state *opaque, mr_str *out) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(opaque);
  const mr_rows rows = rows_of(base);
  mr_str_rows(out, &rows, state);
  mr_str_format(out, " %c", letters[state->side]);
  for (unsigned player = 0; player < 2; player++) {
    const uint16_t *hand = mr_bd_hand_const(game, state, player);
    mr_str_add(out, state->held[player] ? "" : " -");
    for (unsigned i = 0; i < state->held[player]; i++) {
      mr_str_char(out, i ? ',' : ' ');
      mr_bd_add_pattern(out, hand[i]);
    }
  }
  mr_str_format(out, " %u %u", state->passes, state->plies);
  /* The seventh field, which a state has only while chance is at work. */
  if (state->phase == MR_BD_DEAL || state->phase == MR_BD_LOTS) {
    mr_str_add(out, state->phase == MR_BD_DEAL ? " deal" : " draw");
  }
  if (state->phase == MR_BD_DUEL) {
    mr_str_char(out, ' ');
    mr_bd_add_cell(game, out, state->at);
    mr_str_char(out, ':');
    for (unsigned pending = state->pending; pending; pending &= pending - 1) {
      mr_str_char(out, directions[mr_lowest_bit64(pending)]);
    }
  }
}

/* A hand, which must have room for all pieces: those on the board may come back into it. */
static void read_hand(mr_reader *r, mr_bd_state *state, unsigned player) {
  const mr_bd_game *game = mr_bd_game_of(r->game);
  mr_reader_char(r, ' ', "a space and a hand");
  bool empty = mr_reader_take(r, "-");
  while (!empty && r->status == MR_OK) {
    size_t begin = r->at;
    unsigned pattern = read_piece(r, false);
    if (state->held[player] >= game->hand_max) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, begin, "%s holds more than %u piece%s", mr_bd_names[player],
                     game->hand_max, mr_text_plural(game->hand_max));
    }
    if (r->status == MR_OK) {
      mr_bd_hand_add(game, state, player, pattern);
    }
    empty = !mr_reader_take(r, ",");
  }
  unsigned pieces = state->held[player];
  for (unsigned cell = 0; cell < game->cells; cell++) {
    mr_bd_square square = mr_bd_squares(state)[cell];
    pieces += square && MR_BD_OWNER(square) == player;
  }
  if (pieces > game->hand_max) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, r->at,
                   "%s has %u pieces in hand and on the board; there is room for %u",
                   mr_bd_names[player], pieces, game->hand_max);
  }
}

/* `d0:lr`: the attacker on d0 has duels to the left and right to fight, in this order. */
static void read_duels(mr_reader *r, mr_bd_state *state) {
  const mr_bd_game *game = mr_bd_game_of(r->game);
  unsigned pending = 0;
  size_t begin = r->at;
  unsigned cell = read_cell(r);
  mr_reader_char(r, ':', "':' and the duels to be fought");
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    if (mr_reader_peek(r) == directions[d]) {
      pending |= 1u << d;
      r->at++;
    }
  }
  mr_bd_square square = mr_bd_squares(state)[cell];
  unsigned touched = mr_bd_contacts(game->patterns.edges[MR_BD_PATTERN(square)],
                                    mr_bd_facing(game, state, 1u - state->side)[cell]);
  /* Duels are fought in order: those already won left no enemy in the directions before. */
  if (!square || MR_BD_OWNER(square) != state->side || !pending || pending != touched ||
      state->passes || state->plies >= game->ply_cap) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, begin,
                   "no such duels: expected %s's piece and, in the order u l r d, every enemy "
                   "piece that it touches (BD-9)",
                   mr_bd_names[state->side]);
  }
  state->phase = MR_BD_DUEL;
  state->at = (uint16_t)cell;
  state->pending = (uint8_t)pending;
  mr_reader_end(r);
}

/* What is going on: a seventh field for the deal, lots and duels. */
static void read_phase(mr_reader *r, mr_bd_state *state) {
  const mr_bd_game *game = mr_bd_game_of(r->game);
  unsigned red = state->held[MR_BD_RED], blue = state->held[MR_BD_BLUE], pieces = game->pieces;
  bool fresh = !state->plies && !state->passes;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    fresh = fresh && !mr_bd_squares(state)[cell];
  }
  if (!mr_reader_more(r)) {
    /*
     * The end is looked for after a ply, so a position that is set up (no plies yet) goes on
     * whatever it looks like. Without a pass before it, a ply was the other side's placement.
     */
    state->phase = MR_BD_PLACE;
    if (state->plies > 0 && mr_bd_is_connected(game, state, state->side)) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, r->at,
                     "%s is to move, but is connected from row 0 to row %u and has won already "
                     "(BD-12)",
                     mr_bd_names[state->side], game->rows - 1u);
    }
    if (state->plies > 0 || state->passes >= 2) {
      mr_bd_detect_end(game, state, 1u - state->side, state->passes == 0);
    }
    return;
  }
  mr_reader_char(r, ' ', "a space, or the end");
  if (take_rest(r, "deal")) { /* Red's hand is filled first, and the board is still empty */
    bool hands = red <= pieces && blue < pieces && (blue == 0 || red == pieces);
    if (!fresh || !hands || state->side != (game->first == MR_BD_BLUE)) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, r->at,
                     "no deal begins like this: %u pieces each, Red's first, on an empty board "
                     "(BD-4)",
                     pieces);
    }
    state->phase = MR_BD_DEAL;
  } else if (take_rest(r, "draw")) {
    if (!fresh || game->first != MR_BD_DRAWN || red != pieces || blue != pieces ||
        state->side != MR_BD_RED) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, r->at,
                     "lots are drawn only after the deal, and only with first = drawn");
    }
    state->phase = MR_BD_LOTS;
  } else {
    read_duels(r, state);
  }
}

mr_status mr_bd_parse_state(const mr_game *base, const char *text, size_t length, mr_state *out,
                            mr_error *err) {
  /* Read aside, so that a text that is refused leaves the caller's state as it was. */
  alignas(MR_STATE_ALIGN) unsigned char aside[MR_BD_STATE_MAX];
  mr_reader r = mr_reader_over(base, text, length, err);
  const mr_rows rows = rows_of(base);
  mr_bd_state *state = (mr_bd_state *)(void *)aside;
  unsigned passes = 0, plies = 0;
  memset(aside, 0, base->info.state_size);
  mr_reader_rows(&r, &rows, state);
  mr_reader_char(&r, ' ', "a space and the side to move");
  state->side = (uint8_t)mr_reader_one_of(&r, letters, "the side to move, R or B");
  read_hand(&r, state, MR_BD_RED);
  read_hand(&r, state, MR_BD_BLUE);
  mr_reader_char(&r, ' ', "a space and the passes in a row");
  mr_reader_number(&r, 0, 2, "the number of passes in a row", &passes);
  mr_reader_char(&r, ' ', "a space and the plies");
  mr_reader_number(&r, 0, mr_bd_game_of(base)->ply_cap, "the number of plies", &plies);
  state->passes = (uint8_t)passes;
  state->plies = (uint16_t)plies;
  read_phase(&r, state);
  if (r.status == MR_OK) {
    memcpy(out, aside, base->info.state_size);
  }
  return r.status;
}
