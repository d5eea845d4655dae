#include "rules/warlord/warlord.h"

/*
 * What make changes beyond the head. Behind it lie the assignments of the turn's orders and, for
 * the end of a turn, the waiting pieces and those that had come back.
 */
typedef struct undo_record {
  mr_wl_head head;
  mr_wl_order order; /* the entry that was overwritten */
  uint64_t past;     /* the hash that was overwritten */
  mr_wl_unit unit;   /* the mover or the exchanging leader */
  mr_wl_unit other;  /* the captured enemy or the cannon */
  mr_action action;
  uint8_t bytes[];
} undo_record;

static size_t came_size(const mr_wl_game *game) {
  return game->replacements != MR_WL_REPLACE_NEVER ? game->towns * sizeof(uint16_t) : 0;
}

static size_t waiting_size(const mr_wl_game *game) {
  return game->blocks ? (size_t)2 * game->post_max : 0;
}

size_t mr_wl_undo_size(const mr_wl_game *game) {
  return mr_state_round_up(sizeof(undo_record) + game->order_max + waiting_size(game) +
                           came_size(game) + mr_wl_reserve_size(game));
}

static void set_unit(const mr_wl_game *game, mr_wl_state *state, unsigned cell, unsigned man) {
  uint16_t *square = &mr_wl_squares(game, state)[cell];
  *square = (uint16_t)((*square & ~MR_WL_SLOT_BITS) | man);
}

static mr_cell cell_of(unsigned cell) {
  return (mr_cell){(uint16_t)cell};
}

/* ---- one activation -------------------------------------------------------------------------- */

/* The mover of an order takes the unit in a slot. */
static void remove_enemy(const mr_wl_game *game, mr_wl_state *state, const mr_wl_order *order,
                         mr_events *events) {
  mr_wl_head *h = &state->head;
  mr_wl_unit *unit = &mr_wl_units(game, state)[order->other - 1u];
  unsigned enemy = 1u - h->side;
  mr_event event = mr_event_of(MR_EVENT_CAPTURE, mr_wl_seat(game, h->side, h->member),
                               mr_wl_rule(game, MR_WL_RULE_CAPTURE));
  event.other = mr_wl_seat(game, enemy, mr_wl_member_of(*unit));
  event.to = cell_of(unit->cell);
  event.piece = (mr_piece){mr_wl_piece(h->side, order->kind)};
  event.piece2 = (mr_piece){mr_wl_piece(enemy, unit->kind)};
  mr_events_add(events, event);
  mr_wl_hash_unit(state, enemy, *unit, -1);
  mr_wl_count_unit(state, enemy, unit->kind, -1);
  h->lost[enemy] = (uint16_t)(h->lost[enemy] + mr_wl_is_numbered(unit->kind));
  h->took = 1;
  h->fallen += mr_wl_comes_back(game, unit->kind) ? mr_wl_fallen_key(enemy, unit->kind) : 0;
  unit->cell = MR_WL_OFF_BOARD;
}

/* WL-20a: infantry and light cavalry on the far rank become un-numbered leaders. */
static void promote(const mr_wl_game *game, mr_wl_state *state, unsigned slot, mr_events *events) {
  mr_wl_unit *unit = &mr_wl_units(game, state)[slot];
  unsigned side = state->head.side;
  unsigned far_row = side == MR_WL_WHITE ? 0 : game->rows - 1;
  if (!mr_wl_promotes(game, unit->kind) || game->row[unit->cell] != far_row) {
    return;
  }
  mr_event event = mr_event_of(MR_EVENT_PROMOTE, mr_wl_seat(game, side, state->head.member),
                               mr_wl_rule(game, MR_WL_RULE_PROMOTION));
  event.to = cell_of(unit->cell);
  event.piece = (mr_piece){mr_wl_piece(side, unit->kind)};
  event.piece2 = (mr_piece){mr_wl_piece(side, MR_WL_PROMOTED)};
  mr_events_add(events, event);
  mr_wl_hash_unit(state, side, *unit, -1);
  mr_wl_count_unit(state, side, unit->kind, -1);
  unit->kind = MR_WL_PROMOTED;
  mr_wl_count_unit(state, side, unit->kind, 1);
  mr_wl_hash_unit(state, side, *unit, 1);
}

/* Carries a unit of the mover to a square that is empty by now. */
static void carry(const mr_wl_game *game, mr_wl_state *state, unsigned slot, unsigned to) {
  mr_wl_unit *unit = &mr_wl_units(game, state)[slot];
  mr_wl_hash_unit(state, state->head.side, *unit, -1);
  unit->cell = (uint16_t)to;
  unit->flags |= MR_WL_ACTED;
  mr_wl_hash_unit(state, state->head.side, *unit, 1);
  set_unit(game, state, to, slot + 1);
}

static void make_move(const mr_wl_game *game, mr_wl_state *state, const mr_wl_order *order,
                      mr_events *events) {
  mr_wl_head *h = &state->head;
  unsigned rule = order->kind <= MR_WL_PROMOTED ? MR_WL_RULE_LEADER
                  : order->kind <= MR_WL_CANNON ? MR_WL_RULE_LEAP
                                                : MR_WL_RULE_STEP;
  mr_event event =
      mr_event_of(MR_EVENT_MOVE, mr_wl_seat(game, h->side, h->member), mr_wl_rule(game, rule));
  event.from = cell_of(order->from);
  event.to = cell_of(order->to);
  event.piece = (mr_piece){mr_wl_piece(h->side, order->kind)};
  mr_events_add(events, event);
  if (order->other) {
    remove_enemy(game, state, order, events);
  }
  set_unit(game, state, order->from, 0);
  carry(game, state, order->slot, order->to);
  promote(game, state, order->slot, events);
  if (order->other) {
    unsigned captured = mr_wl_units_const(game, state)[order->other - 1u].kind;
    mr_wl_end_by_capture(game, state, captured, events);
  }
}

static void make_exchange(const mr_wl_game *game, mr_wl_state *state, const mr_wl_order *order,
                          mr_events *events) {
  mr_wl_head *h = &state->head;
  mr_event event = mr_event_of(MR_EVENT_EXCHANGE, mr_wl_seat(game, h->side, h->member),
                               mr_wl_rule(game, MR_WL_RULE_EXCHANGE));
  event.from = cell_of(order->from);
  event.to = cell_of(order->to);
  event.piece = (mr_piece){mr_wl_piece(h->side, order->kind)};
  event.piece2 = (mr_piece){mr_wl_piece(h->side, MR_WL_CANNON)};
  mr_events_add(events, event);
  carry(game, state, order->slot, order->to);
  carry(game, state, order->other - 1u, order->from);
}

/* Writes the order into the list and puts it down to a leader (WL-5). */
static const mr_wl_order *enter_order(const mr_wl_game *game, mr_wl_state *state,
                                      mr_action action) {
  mr_wl_head *h = &state->head;
  const uint16_t *squares = mr_wl_squares_const(game, state);
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action), index = h->count;
  unsigned slot = mr_wl_unit_of(squares[from]) - 1u;
  unsigned kind = mr_wl_units(game, state)[slot].kind;
  bool exchange = mr_wl_action_kind_of(action) == MR_WL_ACT_EXCHANGE;
  bool alone = exchange || mr_wl_orders_itself(game, kind);
  mr_wl_order *order = &mr_wl_orders(game, state)[index];
  *order = (mr_wl_order){
      .mask = alone ? 0 : mr_wl_in_range(game, state, from),
      .slot = (uint16_t)slot,
      .from = (uint16_t)from,
      .to = (uint16_t)to,
      .other = (uint16_t)mr_wl_unit_of(squares[to]),
      .kind = (uint8_t)kind,
      .what = exchange ? MR_WL_EXCHANGED : MR_WL_MOVED,
  };
  mr_wl_assigned(game, state)[index] = MR_WL_NO_LEADER;
  if (exchange) {
    mr_wl_relieve(game, state, slot);
  } else if (!alone) {
    mr_wl_assign(game, state, index);
  }
  h->count++;
  h->activations++;
  h->orders += mr_wl_order_key(game, state, index);
  return order;
}

/* Where it is hidden, one event for everybody, and one that tells what was placed for the own side.
 */
static void make_place(const mr_wl_game *game, mr_wl_state *state, unsigned kind, unsigned cell,
                       mr_events *events) {
  unsigned side = state->head.side;
  mr_player seat = mr_wl_seat(game, side, 0);
  if (game->hidden) {
    mr_events_add(events, mr_event_of(MR_EVENT_RULE, seat, mr_wl_rule(game, MR_WL_RULE_DEPLOY)));
  }
  mr_event event = mr_event_of(MR_EVENT_PLACE, seat, mr_wl_rule(game, MR_WL_RULE_ARMY));
  event.to = cell_of(cell);
  event.piece = (mr_piece){mr_wl_piece(side, kind)};
  mr_events_add(events, event);
  mr_wl_place(game, state, kind, cell);
}

/* ---- make and unmake ------------------------------------------------------------------------- */

/* WL-38: the next member of the team acts. */
static void end_part(const mr_wl_game *game, mr_wl_state *state, mr_events *events) {
  mr_wl_head *h = &state->head;
  mr_wl_orders(game, state)[h->count] = (mr_wl_order){.what = MR_WL_PART_ENDED};
  mr_wl_assigned(game, state)[h->count] = MR_WL_NO_LEADER;
  h->orders += mr_wl_order_key(game, state, h->count++);
  mr_events_add(events, mr_event_of(MR_EVENT_RULE, mr_wl_seat(game, h->side, h->member++),
                                    mr_wl_rule(game, MR_WL_RULE_TEAMS)));
}

static void save_undo(const mr_wl_game *game, const mr_wl_state *state, mr_action action,
                      undo_record *u) {
  const mr_wl_head *h = &state->head;
  u->head = *h;
  u->action = action;
  memcpy(u->bytes, mr_wl_assigned_const(game, state), game->order_max);
  if (h->count < game->order_max) {
    u->order = mr_wl_orders_const(game, state)[h->count];
  }
  mr_wl_action_kind kind = mr_wl_action_kind_of(action);
  if (kind == MR_WL_ACT_END) {
    memcpy(u->bytes + game->order_max, mr_wl_waiting_const(game, state), waiting_size(game));
    memcpy(u->bytes + game->order_max + waiting_size(game), mr_wl_came_const(game, state),
           came_size(game));
    memcpy(u->bytes + game->order_max + waiting_size(game) + came_size(game),
           mr_wl_reserve_const(game, state), mr_wl_reserve_size(game));
  } else if (kind == MR_WL_ACT_MOVE || kind == MR_WL_ACT_EXCHANGE) {
    const uint16_t *squares = mr_wl_squares_const(game, state);
    const mr_wl_unit *units = mr_wl_units_const(game, state);
    unsigned man = mr_wl_unit_of(squares[mr_wl_action_from(action)]);
    unsigned other = mr_wl_unit_of(squares[mr_wl_action_to(action)]);
    u->unit = units[man - 1];
    u->other = other ? units[other - 1] : (mr_wl_unit){0, 0, 0};
  }
}

void mr_wl_make(const mr_game *base, mr_state *opaque, mr_action action, void *undo,
                mr_events *events) {
  const mr_wl_game *game = mr_wl_game_of(base);
  mr_wl_state *state = mr_wl_writable(opaque);
  undo_record *u = undo;
  uint64_t past = 0;
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  if (u != NULL) {
    save_undo(game, state, action, u);
  }
  switch (mr_wl_action_kind_of(action)) {
  case MR_WL_ACT_MOVE:
    make_move(game, state, enter_order(game, state, action), events);
    break;
  case MR_WL_ACT_EXCHANGE:
    make_exchange(game, state, enter_order(game, state, action), events);
    break;
  case MR_WL_ACT_END:
    if (state->head.member + 1u < game->members) {
      end_part(game, state, events);
    } else {
      mr_wl_end_turn(game, state, events, &past);
    }
    break;
  case MR_WL_ACT_PLACE:
    if (state->head.phase == MR_WL_ENTER) {
      mr_wl_enter(game, state, from, to, events);
    } else {
      make_place(game, state, from, to, events);
    }
    break;
  case MR_WL_ACT_COMMIT:
    mr_wl_commit(game, state, events);
    break;
  case MR_WL_ACT_LOTS:
    past = game->repetition ? mr_wl_past(game, state)[0] : 0;
    state->head.phase = MR_WL_PLAY;
    state->head.side = state->head.first = (uint8_t)from;
    mr_wl_begin_past(game, state); /* the first position is one with that side to move (WL-15) */
    mr_events_add(events, mr_event_of(MR_EVENT_START, mr_wl_seat(game, from, 0),
                                      mr_wl_rule(game, MR_WL_RULE_DEPLOY)));
    mr_wl_end_by_text(game, state, events);
    break;
  }
  if (u != NULL) {
    u->past = past;
  }
}

static void unmake_activation(const mr_wl_game *game, mr_wl_state *state, const undo_record *u) {
  const mr_wl_order *order = &mr_wl_orders_const(game, state)[u->head.count];
  mr_wl_unit *units = mr_wl_units(game, state);
  set_unit(game, state, order->to, order->other);
  set_unit(game, state, order->from, order->slot + 1u);
  units[order->slot] = u->unit;
  if (order->other) {
    units[order->other - 1] = u->other;
  }
}

/* Arrivals go, and the units that have acted in this turn are marked as such again. */
static void unmake_turn(const mr_wl_game *game, mr_wl_state *state, const undo_record *u) {
  if (game->repetition && state->head.seen) {
    mr_wl_past(game, state)[(state->head.seen - 1u) % game->past_max] = u->past;
  }
  mr_wl_drop_replacements(game, state);
  for (unsigned side = 0; side < 2; side++) {
    while (state->head.units[side] > u->head.units[side]) {
      mr_wl_drop_last(game, state, side);
    }
  }
  memcpy(mr_wl_waiting(game, state), u->bytes + game->order_max, waiting_size(game));
  memcpy(mr_wl_came(game, state), u->bytes + game->order_max + waiting_size(game), came_size(game));
  memcpy(mr_wl_reserve(game, state),
         u->bytes + game->order_max + waiting_size(game) + came_size(game),
         mr_wl_reserve_size(game));
  mr_wl_mark_acted(game, state, u->head.count, true);
}

/* While armies are deployed no leader has a member yet. */
static void unmake_commit(const mr_wl_game *game, mr_wl_state *state) {
  for (unsigned side = 0; game->members > 1 && side < 2; side++) {
    for (unsigned i = 0; i < state->head.units[side]; i++) {
      mr_wl_units(game, state)[side * game->side_max + i].flags = 0;
    }
  }
  if (game->repetition && state->head.seen) {
    mr_wl_past(game, state)[0] = 0;
  }
}

void mr_wl_unmake(const mr_game *base, mr_state *opaque, const void *undo) {
  const mr_wl_game *game = mr_wl_game_of(base);
  mr_wl_state *state = mr_wl_writable(opaque);
  const undo_record *u = undo;
  switch (mr_wl_action_kind_of(u->action)) {
  case MR_WL_ACT_MOVE:
  case MR_WL_ACT_EXCHANGE:
    unmake_activation(game, state, u);
    break;
  case MR_WL_ACT_END:
    if (u->head.member + 1u == game->members) {
      unmake_turn(game, state, u);
    }
    break;
  case MR_WL_ACT_PLACE:
    if (u->head.phase == MR_WL_ENTER) {
      mr_wl_leave(game, state, mr_wl_action_from(u->action));
    } else {
      mr_wl_displace(game, state, mr_wl_action_to(u->action));
    }
    break;
  case MR_WL_ACT_COMMIT:
    unmake_commit(game, state);
    break;
  case MR_WL_ACT_LOTS:
    if (game->repetition) {
      mr_wl_past(game, state)[0] = u->past;
    }
    break;
  }
  if (u->head.count < game->order_max) {
    mr_wl_orders(game, state)[u->head.count] = u->order;
  }
  memcpy(mr_wl_assigned(game, state), u->bytes, game->order_max);
  state->head = u->head;
}
