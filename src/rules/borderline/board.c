#include "rules/borderline/borderline.h"

/* ---- pieces on squares and in hands ---------------------------------------------------------- */

static uint64_t square_key(unsigned cell, unsigned square) {
  return mr_mix64((uint64_t)cell << 16 | square | UINT64_C(1) << 40);
}

static uint64_t hand_key(unsigned player, unsigned pattern) {
  return mr_mix64((uint64_t)player << 16 | pattern | UINT64_C(1) << 41);
}

unsigned mr_bd_contacts(mr_bd_edges edges, mr_bd_edges facing) {
  unsigned met = (unsigned)edges & (unsigned)facing, contacts = 0;
  for (unsigned d = 0; met && d < MR_BD_DIRECTIONS; d++, met >>= 3) {
    if (met & 7u) {
      contacts |= 1u << d;
    }
  }
  return contacts;
}

/* Shows (or hides) the piece's edges to the four squares around it. */
static void face_neighbours(const mr_bd_game *game, mr_bd_state *state, unsigned cell,
                            mr_bd_square square) {
  mr_bd_edges *facing = mr_bd_facing(game, state, MR_BD_OWNER(square));
  mr_bd_edges edges = game->patterns.edges[MR_BD_PATTERN(square)];
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    unsigned next = game->neighbour[cell][d];
    if (next != game->cells) {
      facing[next] ^= (mr_bd_edges)(mr_bd_edge(edges, d) << (3 * (3 - d)));
    }
  }
}

static void count_rows(const mr_bd_game *game, mr_bd_state *state, unsigned cell, unsigned player,
                       int step) {
  unsigned home = mr_bd_home_cell(game, player), away = mr_bd_home_cell(game, 1 - player);
  if (cell >= home && cell < home + game->columns) {
    state->home[player] = (uint16_t)(state->home[player] + step);
  }
  if (cell >= away && cell < away + game->columns) {
    state->far_row[player] = (uint16_t)(state->far_row[player] + step);
  }
}

void mr_bd_put(const mr_bd_game *game, mr_bd_state *state, unsigned cell, mr_bd_square square) {
  mr_bd_squares(state)[cell] = square;
  state->sum += square_key(cell, square);
  face_neighbours(game, state, cell, square);
  count_rows(game, state, cell, MR_BD_OWNER(square), 1);
}

mr_bd_square mr_bd_lift(const mr_bd_game *game, mr_bd_state *state, unsigned cell) {
  mr_bd_square square = mr_bd_squares(state)[cell];
  mr_bd_squares(state)[cell] = 0;
  state->sum -= square_key(cell, square);
  face_neighbours(game, state, cell, square);
  count_rows(game, state, cell, MR_BD_OWNER(square), -1);
  return square;
}

void mr_bd_hand_add(const mr_bd_game *game, mr_bd_state *state, unsigned player, unsigned pattern) {
  uint16_t *hand = mr_bd_hand(game, state, player);
  uint16_t kept = game->patterns.canonical[pattern];
  unsigned i = state->held[player]++;
  for (; i > 0 && hand[i - 1] > kept; i--) {
    hand[i] = hand[i - 1];
  }
  hand[i] = kept;
  state->sum += hand_key(player, kept);
}

void mr_bd_hand_take(const mr_bd_game *game, mr_bd_state *state, unsigned player,
                     unsigned pattern) {
  uint16_t *hand = mr_bd_hand(game, state, player);
  unsigned i = 0, last = --state->held[player];
  while (hand[i] != pattern) {
    i++;
  }
  memmove(hand + i, hand + i + 1, (last - i) * sizeof *hand);
  hand[last] = 0;
  state->sum -= hand_key(player, pattern);
}

/* What the sum leaves out, but for the clock: plies are no part of a position. */
static uint64_t with_turn(const mr_bd_state *state, uint64_t sum) {
  uint64_t turn = (uint64_t)state->phase | (uint64_t)state->side << 4 |
                  (uint64_t)state->passes << 8 | (uint64_t)state->pending << 16 |
                  (uint64_t)state->at << 24 | (uint64_t)state->end << 40;
  return mr_mix64(sum ^ mr_mix64(turn));
}

uint64_t mr_bd_hash(const mr_game *base, const mr_state *opaque) {
  (void)base;
  const mr_bd_state *state = mr_bd_state_of(opaque);
  return with_turn(state, state->sum);
}

uint64_t mr_bd_rehash(const mr_game *base, const mr_state *opaque) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(opaque);
  const mr_bd_square *squares = mr_bd_squares_const(state);
  uint64_t sum = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (squares[cell]) {
      sum += square_key(cell, squares[cell]);
    }
  }
  for (unsigned player = 0; player < 2; player++) {
    const uint16_t *hand = mr_bd_hand_const(game, state, player);
    for (unsigned i = 0; i < state->held[player]; i++) {
      sum += hand_key(player, hand[i]);
    }
  }
  return with_turn(state, sum);
}

/* ---- placements ------------------------------------------------------------------------------ */

/* The different patterns that a hand can put down, each with its edges. */
typedef struct choices {
  uint16_t pattern[MR_BD_PATTERNS];
  mr_bd_edges edges[MR_BD_PATTERNS];
  unsigned count;
} choices;

static void collect(const mr_bd_game *game, const mr_bd_state *state, choices *out) {
  const uint16_t *hand = mr_bd_hand_const(game, state, state->side);
  const mr_bd_patterns *patterns = &game->patterns;
  out->count = 0;
  for (unsigned i = 0; i < state->held[state->side]; i++) {
    unsigned kept = hand[i];
    if (i && hand[i - 1] == kept) {
      continue;
    }
    unsigned ways = patterns->orbit_size[kept];
    for (unsigned k = 0; k < ways; k++) {
      unsigned pattern = patterns->orbit[kept][k];
      out->pattern[out->count] = (uint16_t)pattern;
      out->edges[out->count++] = patterns->edges[pattern];
    }
  }
}

/* BD-6: anywhere in the own home row. */
static size_t list_home(const mr_bd_game *game, const mr_bd_state *state, const choices *c,
                        mr_action *out) {
  const mr_bd_square *squares = mr_bd_squares_const(state);
  unsigned home = mr_bd_home_cell(game, state->side);
  size_t count = 0;
  for (unsigned cell = home; cell < home + game->columns; cell++) {
    for (unsigned i = 0; !squares[cell] && i < c->count; i++) {
      out[count++] = mr_bd_action(MR_BD_ACT_PLACE, c->pattern[i], cell);
    }
  }
  return count;
}

/* BD-7: wherever the pattern touches an own piece. */
static size_t list_touching(const mr_bd_game *game, const mr_bd_state *state, const choices *c,
                            mr_action *out) {
  const mr_bd_square *squares = mr_bd_squares_const(state);
  const mr_bd_edges *facing = mr_bd_facing_const(game, state, state->side);
  size_t count = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (!facing[cell] || squares[cell]) {
      continue;
    }
    for (unsigned i = 0; i < c->count; i++) {
      if (c->edges[i] & facing[cell]) {
        out[count++] = mr_bd_action(MR_BD_ACT_PLACE, c->pattern[i], cell);
      }
    }
  }
  return count;
}

static bool can_place(const mr_bd_game *game, const mr_bd_state *state) {
  const mr_bd_square *squares = mr_bd_squares_const(state);
  const mr_bd_edges *facing = mr_bd_facing_const(game, state, state->side);
  bool at_home = !state->home[state->side];
  unsigned begin = at_home ? mr_bd_home_cell(game, state->side) : 0;
  unsigned end = at_home ? begin + game->columns : game->cells;
  choices c;
  collect(game, state, &c);
  for (unsigned cell = begin; cell < end; cell++) {
    for (unsigned i = 0; !squares[cell] && i < c.count; i++) {
      if (at_home || (c.edges[i] & facing[cell])) {
        return true;
      }
    }
  }
  return false;
}

size_t mr_bd_actions(const mr_game *base, const mr_state *opaque, mr_action *out) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(opaque);
  choices c;
  collect(game, state, &c);
  size_t count = state->home[state->side] ? list_touching(game, state, &c, out)
                                          : list_home(game, state, &c, out);
  if (count == 0) {
    out[count++] = mr_bd_action(MR_BD_ACT_PASS, 0, 0);
  }
  return count;
}

static mr_status contact_fault(const mr_bd_game *game, const mr_bd_state *state, unsigned pattern,
                               unsigned cell, mr_error *err) {
  mr_bd_edges facing = mr_bd_facing_const(game, state, state->side)[cell];
  const char *name = mr_bd_names[state->side];
  if (game->patterns.edges[pattern] & facing) {
    return MR_OK;
  }
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    mr_bd_square next = mr_bd_squares_const(state)[game->neighbour[cell][d]];
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
  const uint16_t *hand = mr_bd_hand_const(game, state, side);
  unsigned kept = game->patterns.canonical[pattern], i = 0;
  while (i < state->held[side] && hand[i] != kept) {
    i++;
  }
  if (i == state->held[side]) {
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
  return kind == MR_BD_ACT_PASS && !low && !high && !can_place(game, state);
}

/* ---- connection and the end ------------------------------------------------------------------ */

/*
 * A search over the parts of pieces. Under `linked` every piece is one part; under `strict` it
 * falls into the groups of pips that touch orthogonally. Two parts meet where facing pips are both
 * filled.
 */
typedef struct flood {
  const mr_bd_game *game;
  const mr_bd_square *squares;
  unsigned player;
  uint8_t seen[MR_BD_CELLS_MAX];
  uint16_t stack[MR_BD_CELLS_MAX * MR_BD_PARTS]; /* cell * MR_BD_PARTS + part */
  unsigned depth;
} flood;

static void push(flood *f, unsigned cell, unsigned part) {
  unsigned seen = f->seen[cell], bit = 1u << part;
  if (seen & bit) {
    return;
  }
  f->seen[cell] = (uint8_t)(seen | bit);
  f->stack[f->depth++] = (uint16_t)(cell * MR_BD_PARTS + part);
}

static void cross(flood *f, unsigned cell, unsigned part, unsigned direction) {
  unsigned next = f->game->neighbour[cell][direction];
  unsigned other = f->squares[next];
  if (!other || MR_BD_OWNER(other) != f->player) {
    return;
  }
  const mr_bd_edges *mine = f->game->patterns.parts[MR_BD_PATTERN(f->squares[cell])];
  const mr_bd_edges *theirs = f->game->patterns.parts[MR_BD_PATTERN(other)];
  for (unsigned i = 0; i < MR_BD_PARTS; i++) {
    if (mr_bd_edge(mine[part], direction) & mr_bd_edge(theirs[i], 3 - direction)) {
      push(f, next, i);
    }
  }
}

bool mr_bd_is_connected(const mr_bd_game *game, const mr_bd_state *state, unsigned player) {
  if (!state->home[player] || !state->far_row[player]) {
    return false;
  }
  flood f;
  f.game = game;
  f.squares = mr_bd_squares_const(state);
  f.player = player;
  f.depth = 0;
  memset(f.seen, 0, game->cells * sizeof f.seen[0]);
  for (unsigned i = 0; i < game->columns * MR_BD_PARTS; i++) { /* any part in row 0 may begin it */
    unsigned cell = i / MR_BD_PARTS, square = f.squares[cell];
    if (square && MR_BD_OWNER(square) == player) {
      push(&f, cell, i % MR_BD_PARTS);
    }
  }
  while (f.depth) {
    unsigned top = f.stack[--f.depth], cell = top / MR_BD_PARTS;
    if (cell >= mr_bd_home_cell(game, MR_BD_BLUE)) {
      return true;
    }
    for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
      cross(&f, cell, top % MR_BD_PARTS, d);
    }
  }
  return false;
}

void mr_bd_detect_end(const mr_bd_game *game, mr_bd_state *state, unsigned mover, bool placed) {
  mr_bd_end end = MR_BD_END_NONE;
  if (placed && mr_bd_is_connected(game, state, mover)) {
    end = MR_BD_END_CONNECTION;
  } else if (!state->held[MR_BD_RED] && !state->held[MR_BD_BLUE]) {
    end = MR_BD_END_HANDS;
  } else if (state->passes >= 2) {
    end = MR_BD_END_PASSES;
  } else if (state->plies >= game->ply_cap) {
    end = MR_BD_END_PLIES;
  }
  state->end = (uint8_t)end;
  state->phase = end == MR_BD_END_NONE ? MR_BD_PLACE : MR_BD_OVER;
  if (end != MR_BD_END_NONE) {
    state->winner = (uint8_t)(end == MR_BD_END_CONNECTION ? mover : MR_BD_DRAWN);
  }
}
