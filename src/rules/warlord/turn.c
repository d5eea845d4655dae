#include "rules/warlord/warlord.h"

static void finish(const mr_wl_game *game, mr_wl_state *state, unsigned rule, unsigned winner,
                   mr_events *events) {
  bool by_count = rule == MR_WL_RULE_REPETITION || rule == MR_WL_RULE_QUIET;
  bool enter = by_count && mr_wl_can_enter(game, state);
  state->head.goes_on = enter ? MR_WL_ENTER : MR_WL_PLAY;
  state->head.phase = MR_WL_OVER;
  state->head.end = (uint8_t)mr_wl_rule(game, rule);
  state->head.winner = (uint8_t)winner;
  mr_player seat = winner == MR_WL_DRAWN ? MR_NOBODY : mr_wl_seat(game, winner, 0);
  mr_events_add(events, mr_event_of(MR_EVENT_END, seat, mr_wl_rule(game, rule)));
}

static bool is_over(const mr_wl_state *state) {
  return state->head.phase == MR_WL_OVER;
}

/* ---- at a capture ---------------------------------------------------------------------------- */

void mr_wl_end_by_capture(const mr_wl_game *game, mr_wl_state *state, unsigned kind,
                          mr_events *events) {
  const mr_wl_head *h = &state->head;
  unsigned side = h->side, enemy = 1 - side;
  if (!h->leaders[enemy] && !mr_wl_leaders_to_come(game, state, enemy)) {
    finish(game, state, MR_WL_RULE_LAST, side, events);
  } else if (mr_wl_is_numbered(kind) && h->levels[enemy] < game->defeat_level) {
    finish(game, state, MR_WL_RULE_LEVELS, side, events);
  } else if (game->six_leaders && h->lost[enemy] >= MR_WL_SIX) {
    finish(game, state, MR_WL_RULE_SIX, side, events);
  } else if (game->defeat_units && mr_wl_units_left(game, state, enemy) <= game->defeat_units) {
    finish(game, state, MR_WL_RULE_UNITS, side, events);
  }
}

/* ---- at the end of a turn -------------------------------------------------------------------- */

/* WL-17 after a turn of `side`: the reply is judged, or one is granted. */
static void end_short_game(const mr_wl_game *game, mr_wl_state *state, unsigned side,
                           mr_events *events) {
  mr_wl_head *h = &state->head;
  unsigned enemy = 1 - side, taken = h->lost[enemy], given = h->lost[side];
  bool replied = h->reply;
  h->reply = 0;
  if (game->short_game && replied && taken != given) {
    finish(game, state, MR_WL_RULE_SHORT, taken > given ? side : enemy, events);
  } else if (game->short_game && !replied && taken >= game->short_leaders && taken > given) {
    h->reply = 1;
    mr_events_add(events, mr_event_of(MR_EVENT_RULE, mr_wl_seat(game, enemy, 0),
                                      mr_wl_rule(game, MR_WL_RULE_SHORT)));
  }
}

/* WL-36, at the beginning of a turn of the side to move: who waits enters if the square is empty.
 */
static void bring_reserves(const mr_wl_game *game, mr_wl_state *state, mr_events *events) {
  mr_wl_head *h = &state->head;
  unsigned side = h->side, arrived = 0;
  uint8_t *waiting = mr_wl_waiting(game, state) + side * game->post_max;
  for (unsigned k = 0; k < game->blocks; k++) {
    arrived += game->arrival[k] == h->turn;
  }
  for (unsigned i = 0; game->blocks && i < game->posts[side]; i++) {
    mr_wl_post post = game->post[side][i];
    unsigned due = waiting[i] + arrived;
    bool enters = due && !mr_wl_unit_of(mr_wl_squares_const(game, state)[post.cell]);
    h->units_hash += mr_wl_waiting_key(side, post.cell, due - enters) -
                     mr_wl_waiting_key(side, post.cell, waiting[i]);
    waiting[i] = (uint8_t)(due - enters);
    if (enters) {
      mr_wl_add_unit(game, state, side, post);
      mr_event event = mr_event_of(MR_EVENT_ARRIVE, mr_wl_seat(game, side, post.member),
                                   mr_wl_rule(game, MR_WL_RULE_ARRIVAL));
      event.to = (mr_cell){post.cell};
      event.piece = (mr_piece){mr_wl_piece(side, post.kind)};
      mr_events_add(events, event);
    }
  }
}

/* WL-19: whether the side to move has units in enough towns. */
static bool holds_towns(const mr_wl_game *game, const mr_wl_state *state) {
  return game->towns_to_win &&
         mr_wl_towns_held(game, state, state->head.side) >= game->towns_to_win;
}

/* Remembers the position. @return how often it has been on the board since the last capture */
static unsigned remember(const mr_wl_game *game, mr_wl_state *state, uint64_t *overwritten) {
  mr_wl_head *h = &state->head;
  uint64_t *past = mr_wl_past(game, state);
  if (!game->repetition) {
    return 0;
  }
  uint64_t key = mr_wl_position_key(state);
  unsigned at = h->seen % game->past_max, times = 1;
  unsigned known = h->seen < game->past_max ? h->seen : game->past_max;
  *overwritten = past[at];
  for (unsigned i = 0; i < known; i++) {
    times += i != at && past[i] == key;
  }
  past[at] = key;
  h->seen++;
  if (h->seen == 2 * game->past_max) { /* a full circle, so that the number stays small */
    h->seen = (uint16_t)game->past_max;
  }
  return times;
}

void mr_wl_mark_acted(const mr_wl_game *game, mr_wl_state *state, unsigned count, bool acted) {
  mr_wl_unit *units = mr_wl_units(game, state);
  const mr_wl_order *orders = mr_wl_orders_const(game, state);
  uint8_t flag = acted ? MR_WL_ACTED : 0;
  for (unsigned i = 0; i < count; i++) {
    if (orders[i].what != MR_WL_PART_ENDED) {
      mr_wl_unit *unit = &units[orders[i].slot];
      unit->flags = (uint8_t)((unit->flags & ~MR_WL_ACTED) | flag);
    }
    if (orders[i].what == MR_WL_EXCHANGED) {
      mr_wl_unit *cannon = &units[orders[i].other - 1];
      cannon->flags = (uint8_t)((cannon->flags & ~MR_WL_ACTED) | flag);
    }
  }
}

static void pass_the_turn(const mr_wl_game *game, mr_wl_state *state, mr_events *events) {
  mr_wl_head *h = &state->head;
  unsigned side = h->side;
  if (!h->activations) {
    mr_events_add(events, mr_event_of(MR_EVENT_PASS, mr_wl_seat(game, side, 0),
                                      mr_wl_rule(game, MR_WL_RULE_PASS)));
  }
  mr_events_add(events, mr_event_of(MR_EVENT_TURN, mr_wl_seat(game, side, h->member),
                                    mr_wl_rule(game, MR_WL_RULE_END)));
  if (h->took) {
    h->quiet = h->seen = 0;
  } else if (h->quiet < MR_WL_TURN_MAX) {
    h->quiet++;
  }
  mr_wl_mark_acted(game, state, h->count, false);
  h->count = h->activations = 0;
  h->orders = h->spent = 0;
  h->member = h->took = 0;
  memset(h->used, 0, sizeof h->used);
}

/* WL-19, WL-46 and WL-47 for the side now to move. @return whether the game is over */
static bool end_by_place(const mr_wl_game *game, mr_wl_state *state, mr_events *events) {
  const mr_wl_head *h = &state->head;
  if (holds_towns(game, state)) {
    finish(game, state, MR_WL_RULE_TOWNS, h->side, events);
  } else if (game->home_towns_to_win &&
             mr_wl_homes_held(game, state, h->side) >= game->home_towns_to_win) {
    finish(game, state, MR_WL_RULE_HOMES, h->side, events);
  } else if (game->last_turn && h->turn > game->last_turn) {
    finish(game, state, MR_WL_RULE_LAST_TURN, mr_wl_ahead(game, state), events);
  }
  return is_over(state);
}

void mr_wl_end_turn(const mr_wl_game *game, mr_wl_state *state, mr_events *events, uint64_t *past) {
  mr_wl_head *h = &state->head;
  unsigned side = h->side;
  bool passed = h->activations == 0, twice = passed && h->pass;
  pass_the_turn(game, state, events);
  h->pass = passed;
  h->side = (uint8_t)(1 - side);
  h->turn += side != h->first && h->turn < MR_WL_TURN_MAX;
  end_short_game(game, state, side, events);
  if (!is_over(state)) {
    bring_reserves(game, state, events);
    mr_wl_bring_waves(game, state, events);
    mr_wl_bring_replacements(game, state, events);
  }
  unsigned times = remember(game, state, past);
  if (is_over(state)) {
    return;
  }
  if (end_by_place(game, state, events)) {
    return;
  }
  if (twice) {
    finish(game, state, MR_WL_RULE_PASS, MR_WL_DRAWN, events);
  } else if (times >= 3) {
    finish(game, state, MR_WL_RULE_REPETITION, MR_WL_DRAWN, events);
  } else if (game->quiet_draw && h->quiet >= game->quiet_turns) {
    finish(game, state, MR_WL_RULE_QUIET, MR_WL_DRAWN, events);
  } else if (mr_wl_can_enter(game, state)) {
    h->phase = MR_WL_ENTER;
  }
}

void mr_wl_end_by_text(const mr_wl_game *game, mr_wl_state *state, mr_events *events) {
  mr_wl_head *h = &state->head;
  for (unsigned side = 0; side < 2; side++) {
    if (!is_over(state) && !h->leaders[side] && !mr_wl_leaders_to_come(game, state, side)) {
      finish(game, state, MR_WL_RULE_LAST, 1 - side, events);
    }
  }
  if (!is_over(state)) {
    (void)end_by_place(game, state, events);
  }
  if (!is_over(state) && game->quiet_draw && h->quiet >= game->quiet_turns) {
    finish(game, state, MR_WL_RULE_QUIET, MR_WL_DRAWN, events);
  }
}
