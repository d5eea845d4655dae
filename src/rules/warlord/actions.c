#include "base/text.h"
#include "rules/warlord/warlord.h"

/* ---- legality -------------------------------------------------------------------------------- */

static mr_status refuse(mr_error *err, uint32_t column, const char *why) {
  return mr_error_at(err, MR_ERR_ILLEGAL, column, "%s", why);
}

/* The own unit on a cell as 1 + slot, or 0. */
static unsigned own_unit(const mr_wl_game *game, const mr_wl_state *state, unsigned cell) {
  unsigned man = mr_wl_unit_of(mr_wl_squares_const(game, state)[cell]);
  return man && mr_wl_side_of(game, man - 1) == state->head.side ? man : 0;
}

static mr_status command_fault(const mr_wl_game *game, const mr_wl_state *state, mr_wl_unit unit,
                               mr_error *err) {
  if (mr_wl_orders_itself(game, unit.kind)) {
    return MR_OK;
  }
  uint64_t near = mr_wl_in_range(game, state, unit.cell);
  if (!near && mr_wl_near(game, state, unit.cell) & state->head.spent) {
    return refuse(err, 1, "the leaders near it have exchanged and order nothing more (WL-22)");
  }
  if (!near) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 1, "no leader of its own within %u square%s (WL-1)",
                       game->range, mr_text_plural(game->range));
  }
  if (near & mr_wl_open_leaders(game, state)) {
    return MR_OK;
  }
  return refuse(err, 1, "the leaders near it have given all their orders (WL-4, WL-5)");
}

static mr_status actor_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned man,
                             mr_error *err) {
  if (!man) {
    return refuse(err, 1, "none of the mover's units is there (WL-6)");
  }
  if (mr_wl_units_const(game, state)[man - 1].flags & MR_WL_ACTED) {
    return refuse(err, 1, "that unit has acted in this turn (WL-6)");
  }
  unsigned cap = mr_wl_cap_of(game, state);
  if (state->head.activations >= cap) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 1, "this turn has no more than %u activation%s (%s)",
                       cap, mr_text_plural(cap), game->cap == MR_WL_CAP_LEVELS ? "WL-39" : "WL-7");
  }
  return MR_OK;
}

/* Most squares that a refusal lists; what goes far has more than anybody reads. */
enum { LISTED_TARGETS = 8 };

/* A unit that does not come to a square, and the squares to which its movement would take it. */
typedef struct missed_target {
  mr_wl_unit unit;
  const uint16_t *targets;
  unsigned count;
} missed_target;

/* Why a unit does not come to a square, and where it may go instead: nowhere without orders. */
static mr_status target_fault(const mr_wl_game *game, const mr_wl_state *state,
                              const missed_target *m, const char *why, mr_error *err) {
  char buffer[16 * LISTED_TARGETS];
  mr_error command = {.message = ""};
  mr_str list = mr_str_fixed(buffer, sizeof buffer);
  if (m->count == 0) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 1, "%s; it can go nowhere now", why);
  }
  if (command_fault(game, state, m->unit, &command) != MR_OK) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 1, "%s; it can go nowhere now: %s", why,
                       command.message);
  }
  for (unsigned i = 0; i < m->count && i < LISTED_TARGETS; i++) {
    mr_str_add(&list, i == 0 ? "" : ", ");
    mr_str_add(&list, mr_wl_name_cell(game, m->targets[i]).text);
  }
  mr_str_add(&list, m->count > LISTED_TARGETS ? " ..." : "");
  return mr_error_at(err, MR_ERR_ILLEGAL, 1, "%s; it may go to %s", why, buffer);
}

static mr_status move_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned from,
                            unsigned to, mr_error *err) {
  unsigned man = own_unit(game, state, from);
  mr_status status = actor_fault(game, state, man, err);
  if (status != MR_OK) {
    return status;
  }
  mr_wl_unit unit = mr_wl_units_const(game, state)[man - 1];
  uint16_t targets[MR_WL_TARGETS_MAX];
  unsigned count = mr_wl_reach(game, state, man - 1, targets);
  for (unsigned i = 0; i < count; i++) {
    if (targets[i] == to) {
      return command_fault(game, state, unit, err);
    }
  }
  if (err == NULL) { /* nobody reads the reason: search asks whether it is legal */
    return MR_ERR_ILLEGAL;
  }
  unsigned square = mr_wl_squares_const(game, state)[to];
  const missed_target missed = {unit, targets, count};
  if (own_unit(game, state, to)) {
    return target_fault(game, state, &missed, "one of the mover's own units stands there (WL-13)",
                        err);
  }
  char why[64];
  mr_str text = mr_str_fixed(why, sizeof why);
  if (!mr_wl_may_stand(unit.kind, mr_wl_ground_of((uint16_t)square))) {
    mr_str_format(&text, "no %s may stand there (WL-23, WL-28)", mr_wl_kind_names[unit.kind]);
  } else {
    mr_str_format(&text, "the %s cannot get there (%s)", mr_wl_kind_names[unit.kind],
                  unit.kind <= MR_WL_PROMOTED ? "WL-10"
                  : unit.kind <= MR_WL_CANNON ? "WL-11"
                                              : "WL-12");
  }
  return target_fault(game, state, &missed, why, err);
}

static mr_status exchange_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned from,
                                unsigned to, mr_error *err) {
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  unsigned leader = own_unit(game, state, from), cannon = own_unit(game, state, to);
  if (!game->cannon_swap) {
    return refuse(err, 1, "there are no exchanges in this game (WL-22)");
  }
  mr_status status = actor_fault(game, state, leader, err);
  if (status == MR_OK) {
    status = actor_fault(game, state, cannon, err);
  }
  if (status != MR_OK) {
    return status;
  }
  int files = game->file[from] - game->file[to], rows = game->row[from] - game->row[to];
  if (!mr_wl_is_numbered(units[leader - 1].kind) || units[cannon - 1].kind != MR_WL_CANNON) {
    return refuse(err, 1, "a leader with a level exchanges with a cannon (WL-22)");
  }
  if (files * files + rows * rows != 1) {
    return refuse(err, 1, "they do not stand orthogonally next to each other (WL-22)");
  }
  if (mr_wl_ground_of(mr_wl_squares_const(game, state)[from]) != MR_WL_OPEN) {
    return refuse(err, 1, "the cannon would come into terrain (WL-22)");
  }
  if (mr_wl_member_of(units[leader - 1]) != state->head.member) {
    return refuse(err, 1, "that leader is another member's (WL-38)");
  }
  if (!mr_wl_can_relieve(game, state, leader - 1)) {
    return refuse(err, 1, "that leader has given an order that no other could have given (WL-22)");
  }
  return MR_OK;
}

mr_status mr_wl_activation_fault(const mr_wl_game *game, const mr_wl_state *state, mr_action action,
                                 mr_error *err) {
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  return mr_wl_action_kind_of(action) == MR_WL_ACT_EXCHANGE
             ? exchange_fault(game, state, from, to, err)
             : move_fault(game, state, from, to, err);
}

bool mr_wl_legal(const mr_game *base, const mr_state *opaque, mr_action action) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  mr_wl_phase phase = (mr_wl_phase)state->head.phase;
  if (action == MR_ACTION_NONE) {
    return false;
  }
  switch (mr_wl_action_kind_of(action)) {
  case MR_WL_ACT_MOVE:
  case MR_WL_ACT_EXCHANGE:
    return phase == MR_WL_PLAY && from < game->cells && to < game->cells &&
           mr_wl_activation_fault(game, state, action, NULL) == MR_OK;
  case MR_WL_ACT_END:
    return phase == MR_WL_PLAY && !from && !to;
  case MR_WL_ACT_PLACE:
    return from < MR_WL_KINDS && to < game->cells &&
           ((phase == MR_WL_DEPLOY &&
             mr_wl_placement_fault(game, state, from, to, NULL) == MR_OK) ||
            (phase == MR_WL_ENTER && mr_wl_entry_fault(game, state, from, to, NULL) == MR_OK));
  case MR_WL_ACT_COMMIT:
    return phase == MR_WL_DEPLOY && !from && !to &&
           state->head.placed[state->head.side] == game->army.total;
  case MR_WL_ACT_LOTS:
    return phase == MR_WL_LOTS && from < 2 && !to;
  }
  return false;
}

/* ---- listing --------------------------------------------------------------------------------- */

static size_t list_unit(const mr_wl_game *game, const mr_wl_state *state, unsigned slot,
                        mr_action *out) {
  uint16_t targets[MR_WL_TARGETS_MAX];
  unsigned count = mr_wl_reach(game, state, slot, targets);
  unsigned from = mr_wl_units_const(game, state)[slot].cell;
  for (unsigned i = 0; i < count; i++) {
    out[i] = mr_wl_action(MR_WL_ACT_MOVE, from, targets[i]);
  }
  return count;
}

/* WL-22: all leaders with the cannons beside them. */
static size_t list_exchanges(const mr_wl_game *game, const mr_wl_state *state, mr_action *out) {
  const int steps[4] = {-(int)game->columns, -1, 1, (int)game->columns};
  unsigned side = state->head.side;
  size_t count = 0;
  for (unsigned i = 0; i < 4u * state->head.listed[side]; i++) {
    unsigned cell = mr_wl_units_const(game, state)[state->leader[side][i / 4]].cell;
    int other = (int)cell + steps[i % 4];
    if (cell != MR_WL_OFF_BOARD && other >= 0 && other < (int)game->cells &&
        exchange_fault(game, state, cell, (unsigned)other, NULL) == MR_OK) {
      out[count++] = mr_wl_action(MR_WL_ACT_EXCHANGE, cell, (unsigned)other);
    }
  }
  return count;
}

/* Leaders by their places in the list: those whose range holds a file, and those whose holds a row.
 */
typedef struct command_bands {
  uint64_t file[MR_WL_EDGE_MAX];
  uint64_t row[MR_WL_EDGE_MAX];
} command_bands;

static void add_band(uint64_t *bands, unsigned count, unsigned centre, unsigned range,
                     uint64_t leader) {
  unsigned last = centre + range < count ? centre + range : count - 1;
  for (unsigned i = centre > range ? centre - range : 0; i <= last; i++) {
    bands[i] |= leader;
  }
}

/* Who of `leaders` is where, once for all units of a list: large armies have many of both. */
static void find_bands(const mr_wl_game *game, const mr_wl_state *state, uint64_t leaders,
                       command_bands *out) {
  const mr_wl_head *h = &state->head;
  memset(out->file, 0, game->columns * sizeof *out->file);
  memset(out->row, 0, game->rows * sizeof *out->row);
  for (unsigned i = 0; i < h->listed[h->side]; i++) {
    mr_wl_unit leader = mr_wl_units_const(game, state)[state->leader[h->side][i]];
    uint64_t bit = UINT64_C(1) << i;
    if (leaders & bit && leader.cell != MR_WL_OFF_BOARD && mr_wl_member_of(leader) == h->member) {
      add_band(out->file, game->columns, game->file[leader.cell], game->range, bit);
      add_band(out->row, game->rows, game->row[leader.cell], game->range, bit);
    }
  }
}

static size_t list_turn(const mr_wl_game *game, const mr_wl_state *state, mr_action *out) {
  unsigned side = state->head.side, first = side * game->side_max;
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  size_t count = 0;
  if (state->head.activations < mr_wl_cap_of(game, state)) {
    uint64_t open = mr_wl_open_leaders(game, state) & ~state->head.spent; /* to one more order */
    command_bands bands;
    find_bands(game, state, open, &bands);
    for (unsigned slot = first; slot < first + state->head.units[side]; slot++) {
      mr_wl_unit unit = units[slot];
      if (unit.cell == MR_WL_OFF_BOARD || unit.flags & MR_WL_ACTED) {
        continue;
      }
      if (mr_wl_orders_itself(game, unit.kind) ||
          bands.file[game->file[unit.cell]] & bands.row[game->row[unit.cell]]) {
        count += list_unit(game, state, slot, out + count);
      }
    }
    if (game->cannon_swap) {
      count += list_exchanges(game, state, out + count);
    }
  }
  out[count++] = mr_wl_action(MR_WL_ACT_END, 0, 0);
  return count;
}

size_t mr_wl_actions(const mr_game *base, const mr_state *opaque, mr_action *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  switch ((mr_wl_phase)state->head.phase) {
  case MR_WL_DEPLOY:
    return mr_wl_list_placements(game, state, out);
  case MR_WL_ENTER:
    return mr_wl_list_entries(game, state, out);
  case MR_WL_LOTS:
  case MR_WL_PLAY:
  case MR_WL_OVER:
    break;
  }
  return list_turn(game, state, out);
}
