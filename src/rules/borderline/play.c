#include "rules/borderline/borderline.h"

static mr_bd_state *writable(mr_state *state) {
  return (mr_bd_state *)(void *)state;
}

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
  mr_bd_squares(game, state)[cell] = square;
  state->sum += square_key(cell, square);
  face_neighbours(game, state, cell, square);
  count_rows(game, state, cell, MR_BD_OWNER(square), 1);
}

mr_bd_square mr_bd_lift(const mr_bd_game *game, mr_bd_state *state, unsigned cell) {
  mr_bd_square square = mr_bd_squares(game, state)[cell];
  mr_bd_squares(game, state)[cell] = 0;
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

bool mr_bd_hand_take(const mr_bd_game *game, mr_bd_state *state, unsigned player,
                     unsigned pattern) {
  uint16_t *hand = mr_bd_hand(game, state, player);
  unsigned i = 0, n = state->held[player];
  while (i < n && hand[i] != pattern) {
    i++;
  }
  if (i == n) {
    return false;
  }
  for (; i + 1 < n; i++) {
    hand[i] = hand[i + 1];
  }
  hand[n - 1] = 0;
  state->held[player]--;
  state->sum -= hand_key(player, pattern);
  return true;
}

/* ---- nodes and actions ----------------------------------------------------------------------- */

void mr_bd_begin(const mr_bd_game *game, mr_state *out) {
  memset(out, 0, game->base.info.state_size);
  mr_bd_state *state = writable(out);
  state->phase = MR_BD_DEAL;
  state->side = game->first == MR_BD_DRAWN ? MR_BD_RED : (uint8_t)game->first;
}

static mr_node node(const mr_game *base, const mr_state *opaque) {
  (void)base;
  const mr_bd_state *state = mr_bd_state_of(opaque);
  switch ((mr_bd_phase)state->phase) {
  case MR_BD_PLACE:
    return (mr_node){MR_NODE_DECISION, {state->side}};
  case MR_BD_OVER:
    return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  case MR_BD_DEAL:
  case MR_BD_LOTS:
  case MR_BD_DUEL:
    break;
  }
  return (mr_node){MR_NODE_CHANCE, MR_NOBODY};
}

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
  size_t n = 0;
  for (unsigned cell = home; cell < home + game->columns; cell++) {
    for (unsigned i = 0; !squares[cell] && i < c->count; i++) {
      out[n++] = mr_bd_action(MR_BD_ACT_PLACE, c->pattern[i], cell);
    }
  }
  return n;
}

/* BD-7: wherever the pattern touches an own piece. */
static size_t list_touching(const mr_bd_game *game, const mr_bd_state *state, const choices *c,
                            mr_action *out) {
  const mr_bd_square *squares = mr_bd_squares_const(state);
  const mr_bd_edges *facing = mr_bd_facing_const(game, state, state->side);
  size_t n = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (!facing[cell] || squares[cell]) {
      continue;
    }
    for (unsigned i = 0; i < c->count; i++) {
      if (c->edges[i] & facing[cell]) {
        out[n++] = mr_bd_action(MR_BD_ACT_PLACE, c->pattern[i], cell);
      }
    }
  }
  return n;
}

static size_t actions(const mr_game *base, const mr_state *opaque, mr_action *out) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(opaque);
  choices c;
  collect(game, state, &c);
  size_t n = state->home[state->side] ? list_touching(game, state, &c, out)
                                      : list_home(game, state, &c, out);
  if (n == 0) {
    out[n++] = mr_bd_action(MR_BD_ACT_PASS, 0, 0);
  }
  return n;
}

static bool fits(const choices *c, mr_bd_edges facing) {
  for (unsigned i = 0; i < c->count; i++) {
    if (c->edges[i] & facing) {
      return true;
    }
  }
  return false;
}

bool mr_bd_can_place(const mr_bd_game *game, const mr_bd_state *state) {
  const mr_bd_square *squares = mr_bd_squares_const(state);
  const mr_bd_edges *facing = mr_bd_facing_const(game, state, state->side);
  bool at_home = !state->home[state->side];
  unsigned begin = at_home ? mr_bd_home_cell(game, state->side) : 0;
  unsigned end = at_home ? begin + game->columns : game->cells;
  choices c;
  collect(game, state, &c);
  for (unsigned cell = begin; cell < end && c.count; cell++) {
    if (!squares[cell] && (at_home || fits(&c, facing[cell]))) {
      return true;
    }
  }
  return false;
}

static size_t chances(const mr_game *base, const mr_state *opaque, mr_chance *out,
                      uint64_t *total) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(opaque);
  if (state->phase == MR_BD_DEAL) {
    memcpy(out, game->deals, game->deal_count * sizeof *out);
    *total = game->deal_total;
    return game->deal_count;
  }
  if (state->phase == MR_BD_LOTS) {
    out[0] = (mr_chance){mr_bd_action(MR_BD_ACT_LOTS, MR_BD_RED, 0), 1};
    out[1] = (mr_chance){mr_bd_action(MR_BD_ACT_LOTS, MR_BD_BLUE, 0), 1};
    *total = 2;
    return 2;
  }
  uint64_t sides = game->dice_sides;
  out[0] = (mr_chance){mr_bd_action(MR_BD_ACT_DUEL, 1, 0), sides * (sides - 1) / 2};
  out[1] = (mr_chance){mr_bd_action(MR_BD_ACT_DUEL, 0, 0), sides * (sides + 1) / 2};
  *total = sides * sides;
  return 2;
}

/* BD-10: numbers the pairs of dice with which the attacker wins (high > low) or loses. */
static mr_action face(const mr_game *base, const mr_state *opaque, mr_action outcome,
                      uint64_t bits) {
  const mr_bd_game *game = mr_bd_game_of(base);
  const mr_bd_state *state = mr_bd_state_of(opaque);
  if (state->phase != MR_BD_DUEL || mr_bd_action_kind_of(outcome) != MR_BD_ACT_DUEL) {
    return outcome;
  }
  unsigned sides = game->dice_sides, win = mr_bd_action_low(outcome);
  unsigned pairs = win ? sides * (sides - 1) / 2 : sides * (sides + 1) / 2;
  unsigned index = (unsigned)((mr_u128)bits * pairs >> 64), high = 1;
  for (unsigned row = win ? high - 1 : high; index >= row; row = win ? high - 1 : high) {
    index -= row;
    high++;
  }
  unsigned low = index + 1;
  unsigned attack = win ? high : low, defend = win ? low : high;
  bool red_attacks = state->side == MR_BD_RED;
  return mr_bd_action(MR_BD_ACT_DICE, red_attacks ? attack : defend, red_attacks ? defend : attack);
}

/* ---- playing --------------------------------------------------------------------------------- */

static mr_player seat(unsigned player) {
  return (mr_player){(uint8_t)player};
}

static void set_over(mr_bd_state *state, mr_bd_end end, unsigned winner) {
  state->phase = MR_BD_OVER;
  state->end = (uint8_t)end;
  state->winner = (uint8_t)winner;
}

void mr_bd_detect_end(const mr_bd_game *game, mr_bd_state *state, unsigned mover, bool placed) {
  state->phase = MR_BD_PLACE;
  if (placed && mr_bd_connected(game, state, mover)) {
    set_over(state, MR_BD_END_CONNECTION, mover);
  } else if (!state->held[MR_BD_RED] && !state->held[MR_BD_BLUE]) {
    set_over(state, MR_BD_END_HANDS, MR_BD_DRAWN);
  } else if (state->passes >= 2) {
    set_over(state, MR_BD_END_PASSES, MR_BD_DRAWN);
  } else if (state->plies >= game->ply_cap) {
    set_over(state, MR_BD_END_PLIES, MR_BD_DRAWN);
  }
}

static mr_rule_index rule_of_end(mr_bd_end end) {
  switch (end) {
  case MR_BD_END_CONNECTION:
    return MR_BD_RULE_VICTORY;
  case MR_BD_END_HANDS:
    return MR_BD_RULE_END_HANDS;
  case MR_BD_END_PASSES:
    return MR_BD_RULE_END_PASSES;
  case MR_BD_END_PLIES:
    return MR_BD_RULE_END_PLIES;
  case MR_BD_END_NONE:
    break;
  }
  return MR_BD_RULE_NONE;
}

static void finish_ply(const mr_bd_game *game, mr_bd_state *state, mr_events *events) {
  unsigned mover = state->side;
  state->at = 0;
  state->plies++;
  state->side = (uint8_t)(1 - mover);
  mr_events_add(events, mr_event_of(MR_EVENT_TURN, seat(mover), MR_BD_RULE_TURN));
  mr_bd_detect_end(game, state, mover, state->passes == 0);
  if (state->phase != MR_BD_OVER) {
    return;
  }
  mr_player winner = state->winner == MR_BD_DRAWN ? MR_NOBODY : seat(state->winner);
  mr_events_add(events, mr_event_of(MR_EVENT_END, winner, rule_of_end((mr_bd_end)state->end)));
}

static void make_place(const mr_bd_game *game, mr_bd_state *state, mr_action action,
                       mr_events *events) {
  unsigned pattern = mr_bd_action_low(action), cell = mr_bd_action_high(action);
  unsigned side = state->side;
  mr_event event = mr_event_of(MR_EVENT_PLACE, seat(side),
                               state->home[side] ? MR_BD_RULE_TOUCH : MR_BD_RULE_HOME);
  event.to = (mr_cell){(uint16_t)cell};
  event.piece = (mr_piece){MR_BD_SQUARE(side, pattern)};
  mr_events_add(events, event);
  mr_bd_hand_take(game, state, side, game->patterns.canonical[pattern]);
  mr_bd_put(game, state, cell, MR_BD_SQUARE(side, pattern));
  state->passes = 0;
  mr_bd_edges enemy = mr_bd_facing(game, state, 1 - side)[cell];
  state->pending = (uint8_t)mr_bd_contacts(game->patterns.edges[pattern], enemy);
  if (!state->pending) {
    finish_ply(game, state, events);
    return;
  }
  state->phase = MR_BD_DUEL;
  state->at = (uint16_t)cell;
}

/* BD-11: the loser's piece goes back to its owner's hand. */
static void send_back(const mr_bd_game *game, mr_bd_state *state, unsigned cell,
                      mr_events *events) {
  mr_bd_square square = mr_bd_lift(game, state, cell);
  mr_bd_hand_add(game, state, MR_BD_OWNER(square), MR_BD_PATTERN(square));
  mr_event event = mr_event_of(MR_EVENT_RETURN, seat(MR_BD_OWNER(square)), MR_BD_RULE_RETURN);
  event.from = (mr_cell){(uint16_t)cell};
  event.piece = (mr_piece){square};
  mr_events_add(events, event);
}

static void report_duel(mr_bd_state *state, bool won, unsigned defender_cell,
                        const mr_bd_square *squares, mr_events *events) {
  unsigned from = won ? state->at : defender_cell, to = won ? defender_cell : state->at;
  mr_event event = mr_event_of(MR_EVENT_DUEL, seat(MR_BD_OWNER(squares[from])), MR_BD_RULE_DUEL);
  event.other = seat(MR_BD_OWNER(squares[to]));
  event.from = (mr_cell){(uint16_t)from};
  event.to = (mr_cell){(uint16_t)to};
  event.piece = (mr_piece){squares[from]};
  event.piece2 = (mr_piece){squares[to]};
  mr_events_add(events, event);
}

static void make_duel(const mr_bd_game *game, mr_bd_state *state, bool won, mr_events *events) {
  unsigned direction = mr_lowest_bit64(state->pending);
  unsigned defender = game->neighbour[state->at][direction];
  if (events != NULL) {
    report_duel(state, won, defender, mr_bd_squares_const(state), events);
  }
  send_back(game, state, won ? defender : state->at, events);
  state->pending = won ? (uint8_t)(state->pending & (state->pending - 1u)) : 0;
  if (!state->pending) {
    finish_ply(game, state, events);
  }
}

static void make_dice(const mr_bd_game *game, mr_bd_state *state, mr_action action,
                      mr_events *events) {
  unsigned red = mr_bd_action_low(action), blue = mr_bd_action_high(action);
  bool red_attacks = state->side == MR_BD_RED;
  unsigned attack = red_attacks ? red : blue, defend = red_attacks ? blue : red;
  mr_event event = mr_event_of(MR_EVENT_DICE, seat(state->side), MR_BD_RULE_DUEL);
  event.other = seat(1u - state->side);
  event.value[0] = (int16_t)attack;
  event.value[1] = (int16_t)defend;
  mr_events_add(events, event);
  make_duel(game, state, attack > defend, events);
}

static void make_deal(const mr_bd_game *game, mr_bd_state *state, unsigned pattern,
                      mr_events *events) {
  unsigned player = state->held[MR_BD_RED] < game->pieces ? MR_BD_RED : MR_BD_BLUE;
  mr_event event = mr_event_of(MR_EVENT_DEAL, seat(player), MR_BD_RULE_HANDS);
  event.piece = (mr_piece){MR_BD_SQUARE(player, pattern)};
  mr_events_add(events, event);
  mr_bd_hand_add(game, state, player, pattern);
  if (state->held[MR_BD_BLUE] == game->pieces) {
    state->phase = game->first == MR_BD_DRAWN ? MR_BD_LOTS : MR_BD_PLACE;
  }
}

static void make_lots(mr_bd_state *state, unsigned player, mr_events *events) {
  state->side = (uint8_t)player;
  state->phase = MR_BD_PLACE;
  mr_events_add(events, mr_event_of(MR_EVENT_START, seat(player), MR_BD_RULE_TURN));
}

static void make_pass(const mr_bd_game *game, mr_bd_state *state, mr_events *events) {
  mr_events_add(events, mr_event_of(MR_EVENT_PASS, seat(state->side), MR_BD_RULE_PASS));
  state->passes++;
  finish_ply(game, state, events);
}

static void make(const mr_game *base, mr_state *opaque, mr_action action, void *undo,
                 mr_events *events) {
  (void)undo;
  const mr_bd_game *game = mr_bd_game_of(base);
  mr_bd_state *state = writable(opaque);
  switch (mr_bd_action_kind_of(action)) {
  case MR_BD_ACT_PLACE:
    make_place(game, state, action, events);
    break;
  case MR_BD_ACT_PASS:
    make_pass(game, state, events);
    break;
  case MR_BD_ACT_DEAL:
    make_deal(game, state, mr_bd_action_low(action), events);
    break;
  case MR_BD_ACT_LOTS:
    make_lots(state, mr_bd_action_low(action), events);
    break;
  case MR_BD_ACT_DUEL:
    make_duel(game, state, mr_bd_action_low(action) == 1, events);
    break;
  case MR_BD_ACT_DICE:
    make_dice(game, state, action, events);
    break;
  }
}

/* ---- hash and result ------------------------------------------------------------------------- */

/* What the sum leaves out, but for the clock: plies are no part of a position. */
static uint64_t with_turn(const mr_bd_state *state, uint64_t sum) {
  uint64_t turn = (uint64_t)state->phase | (uint64_t)state->side << 4 |
                  (uint64_t)state->passes << 8 | (uint64_t)state->pending << 16 |
                  (uint64_t)state->at << 24 | (uint64_t)state->end << 40;
  return mr_mix64(sum ^ mr_mix64(turn));
}

static uint64_t hash(const mr_game *base, const mr_state *opaque) {
  (void)base;
  const mr_bd_state *state = mr_bd_state_of(opaque);
  return with_turn(state, state->sum);
}

static uint64_t rehash(const mr_game *base, const mr_state *opaque) {
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

static void score(const mr_game *base, const mr_state *opaque, uint8_t *out) {
  unsigned winner = mr_bd_state_of(opaque)->winner;
  mr_score_won_by(base, winner == MR_BD_DRAWN ? MR_NOBODY_ID : winner, out);
}

static mr_rule_index ended_by(const mr_game *base, const mr_state *opaque) {
  (void)base;
  return rule_of_end((mr_bd_end)mr_bd_state_of(opaque)->end);
}

const mr_game_ops mr_bd_ops = {
    .node = node,
    .actions = actions,
    .legal = mr_bd_legal,
    .make = make,
    .hash = hash,
    .rehash = rehash,
    .score = score,
    .ended_by = ended_by,
    .format_action = mr_bd_format_action,
    .parse_action = mr_bd_parse_action,
    .format_state = mr_bd_format_state,
    .parse_state = mr_bd_parse_state,
    .cell_text = mr_bd_cell_text,
    .piece_text = mr_bd_piece_text,
    .form = mr_bd_form,
    .goals = mr_bd_goals,
    .view = mr_bd_view,
    .page = mr_bd_page,
};

const mr_chance_ops mr_bd_chance = {.chances = chances, .face = face};
