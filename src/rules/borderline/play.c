#include "base/text.h"
#include "rules/borderline/borderline.h"

static mr_node node(const mr_game *base, const mr_state *opaque) {
  (void)base;
  const mr_bd_state *state = mr_bd_state_of(opaque);
  if (state->phase == MR_BD_PLACE) {
    return (mr_node){MR_NODE_DECISION, {state->side}};
  }
  return (mr_node){state->phase == MR_BD_OVER ? MR_NODE_TERMINAL : MR_NODE_CHANCE, MR_NOBODY};
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

static const mr_rule_index rules_of_ends[] = {
    [MR_BD_END_NONE] = MR_BD_RULE_NONE,       [MR_BD_END_CONNECTION] = MR_BD_RULE_VICTORY,
    [MR_BD_END_HANDS] = MR_BD_RULE_END_HANDS, [MR_BD_END_PASSES] = MR_BD_RULE_END_PASSES,
    [MR_BD_END_PLIES] = MR_BD_RULE_END_PLIES,
};

static void finish_ply(const mr_bd_game *game, mr_bd_state *state, mr_events *events) {
  unsigned mover = state->side;
  state->at = 0;
  state->plies++;
  state->side = (uint8_t)(1 - mover);
  mr_events_add(events, mr_event_of(MR_EVENT_TURN, seat(mover), MR_BD_RULE_TURN));
  mr_bd_detect_end(game, state, mover, state->passes == 0);
  if (state->phase == MR_BD_OVER) {
    mr_player winner = state->winner == MR_BD_DRAWN ? MR_NOBODY : seat(state->winner);
    mr_events_add(events, mr_event_of(MR_EVENT_END, winner, rules_of_ends[state->end]));
  }
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
  state->phase = MR_BD_DUEL;
  state->at = (uint16_t)cell;
  if (!state->pending) {
    finish_ply(game, state, events);
  }
}

/* BD-11: the loser's piece goes back to its owner's hand. */
static void make_duel(const mr_bd_game *game, mr_bd_state *state, bool won, mr_events *events) {
  unsigned defender = game->neighbour[state->at][mr_lowest_bit64(state->pending)];
  unsigned winner = won ? state->at : defender, loser = won ? defender : state->at;
  mr_bd_square left = mr_bd_squares(state)[winner], lost = mr_bd_lift(game, state, loser);
  mr_bd_hand_add(game, state, MR_BD_OWNER(lost), MR_BD_PATTERN(lost));
  if (events != NULL) {
    mr_event duel = mr_event_of(MR_EVENT_DUEL, seat(MR_BD_OWNER(left)), MR_BD_RULE_DUEL);
    duel.other = seat(MR_BD_OWNER(lost));
    duel.from = (mr_cell){(uint16_t)winner};
    duel.to = (mr_cell){(uint16_t)loser};
    duel.piece = (mr_piece){left};
    duel.piece2 = (mr_piece){lost};
    mr_events_add(events, duel);
    mr_event back = mr_event_of(MR_EVENT_RETURN, duel.other, MR_BD_RULE_RETURN);
    back.from = duel.to;
    back.piece = duel.piece2;
    mr_events_add(events, back);
  }
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

static void make(const mr_game *base, mr_state *opaque, mr_action action, void *undo,
                 mr_events *events) {
  (void)undo;
  const mr_bd_game *game = mr_bd_game_of(base);
  mr_bd_state *state = (mr_bd_state *)(void *)opaque;
  unsigned low = mr_bd_action_low(action);
  switch (mr_bd_action_kind_of(action)) {
  case MR_BD_ACT_PLACE:
    make_place(game, state, action, events);
    break;
  case MR_BD_ACT_PASS:
    mr_events_add(events, mr_event_of(MR_EVENT_PASS, seat(state->side), MR_BD_RULE_PASS));
    state->passes++;
    finish_ply(game, state, events);
    break;
  case MR_BD_ACT_DEAL:
    make_deal(game, state, low, events);
    break;
  case MR_BD_ACT_LOTS:
    mr_events_add(events, mr_event_of(MR_EVENT_START, seat(low), MR_BD_RULE_TURN));
    state->side = (uint8_t)low;
    state->phase = MR_BD_PLACE;
    break;
  case MR_BD_ACT_DUEL:
    make_duel(game, state, low == 1, events);
    break;
  case MR_BD_ACT_DICE:
    make_dice(game, state, action, events);
    break;
  }
}

/* ---- the contract ---------------------------------------------------------------------------- */

static void score(const mr_game *base, const mr_state *opaque, uint8_t *out) {
  unsigned winner = mr_bd_state_of(opaque)->winner;
  mr_score_won_by(base, winner == MR_BD_DRAWN ? MR_NOBODY_ID : winner, out);
}

static mr_rule_index ended_by(const mr_game *base, const mr_state *opaque) {
  (void)base;
  return rules_of_ends[mr_bd_state_of(opaque)->end];
}

/* What a side brings along at the start: its pieces, the rows that have one, and the turns that it
   has at most until the game ends by BD-14. */
typedef struct outlook {
  unsigned pieces;
  unsigned rows;
  unsigned turns;
} outlook;

static outlook outlook_of(const mr_bd_game *game, unsigned side) {
  const mr_bd_state *start = mr_bd_state_of(game->base.start);
  bool dealt = start->phase == MR_BD_DEAL, lots = dealt || start->phase == MR_BD_LOTS;
  bool first = start->side == side || (lots && game->first == MR_BD_DRAWN);
  outlook seen = {.pieces = mr_bd_pieces_of(game, start, side),
                  .turns = (game->ply_cap - start->plies + first) / 2};
  unsigned row = game->rows; /* of the last piece */
  for (unsigned cell = 0; cell < game->cells; cell++) {
    mr_bd_square square = mr_bd_squares_const(start)[cell];
    if (square != 0 && MR_BD_OWNER(square) == side) {
      seen.rows += cell / game->columns != row;
      row = cell / game->columns;
    }
  }
  return seen;
}

/* What both sides play for, and whether the definition alone forbids that it is ever reached. */
static size_t goals(const mr_game *base, mr_goal *out) {
  const mr_bd_game *game = mr_bd_game_of(base);
  for (unsigned side = 0; side < 2; side++) {
    const outlook seen = outlook_of(game, side);
    mr_goal *goal = &out[side];
    *goal = (mr_goal){.player = {(uint8_t)side}, .rule = MR_BD_RULE_VICTORY};
    mr_str obstacle = mr_str_fixed(goal->obstacle, sizeof goal->obstacle);
    if (seen.pieces < game->rows) {
      mr_str_format(&obstacle, "it takes a piece in each of the %u rows, and %s has %u", game->rows,
                    mr_bd_names[side], seen.pieces);
    } else if (seen.rows + seen.turns < game->rows) {
      mr_str_format(&obstacle, "it takes a piece in each of the %u rows, ", game->rows);
      if (seen.rows > 0) {
        mr_str_format(&obstacle, "%u of which %s one, ", seen.rows,
                      seen.rows == 1 ? "has" : "have");
      }
      mr_str_format(&obstacle, "and %s has %u turn%s before the game ends after %u pl%s",
                    mr_bd_names[side], seen.turns, mr_text_plural(seen.turns), game->ply_cap,
                    game->ply_cap == 1 ? "y" : "ies");
    } else {
      /* Some pieces of every number of pips join straight above each other. */
      goal->open = mr_bd_state_of(base->start)->phase == MR_BD_DEAL;
    }
  }
  return 2;
}

const mr_game_ops mr_bd_ops = {
    .node = node,
    .actions = mr_bd_actions,
    .legal = mr_bd_legal,
    .make = make,
    .hash = mr_bd_hash,
    .rehash = mr_bd_rehash,
    .score = score,
    .ended_by = ended_by,
    .format_action = mr_bd_format_action,
    .parse_action = mr_bd_parse_action,
    .format_state = mr_bd_format_state,
    .parse_state = mr_bd_parse_state,
    .cell_text = mr_bd_cell_text,
    .piece_text = mr_bd_piece_text,
    .form = mr_bd_form,
    .goals = goals,
    .view = mr_bd_view,
    .page = mr_bd_page,
};

const mr_chance_ops mr_bd_chance = {.chances = chances, .face = face};
