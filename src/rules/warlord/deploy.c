#include <marcher/hash.h>

#include "rules/warlord/warlord.h"

/* ---- what may still be placed ---------------------------------------------------------------- */

static unsigned own_zone(const mr_wl_game *game, unsigned side, unsigned cell) {
  unsigned zone = game->zone[cell];
  return zone && zone >> 4 == side ? zone & 15u : 0;
}

void mr_wl_tally_add(const mr_wl_game *game, unsigned side, unsigned kind, unsigned cell,
                     mr_wl_tally *t) {
  bool leader = mr_wl_is_numbered(kind);
  unsigned zone = own_zone(game, side, cell);
  t->kinds[kind]++;
  t->leaders += leader;
  t->level_sum += leader ? kind : 0;
  if (zone) {
    t->zones_used += !t->zone_leaders[zone - 1] && !t->zone_units[zone - 1];
    (leader ? t->zone_leaders : t->zone_units)[zone - 1]++;
  }
}

mr_wl_tally mr_wl_tally_of(const mr_wl_game *game, const mr_wl_state *state) {
  unsigned side = state->head.side;
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  mr_wl_tally t = {.leaders = 0};
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    mr_wl_tally_add(game, side, units[i].kind, units[i].cell, &t);
  }
  return t;
}

/* Whether an army may have units of a kind at all. */
static bool has_kind(const mr_wl_game *game, unsigned kind) {
  const mr_wl_army *army = &game->army;
  return mr_wl_is_numbered(kind)
             ? !army->listed || army->levels[kind] > 0
             : kind != MR_WL_PROMOTED && (army->units[kind] || army->free_units);
}

/* Whether one more unit of a kind leaves an army that can be completed. */
static bool kind_fits(const mr_wl_game *game, const mr_wl_tally *t, unsigned kind) {
  const mr_wl_army *army = &game->army;
  if (kind == MR_WL_NOTHING || kind == MR_WL_PROMOTED) {
    return false;
  }
  if (!mr_wl_is_numbered(kind)) {
    unsigned spent = 0; /* of the free units */
    for (unsigned k = MR_WL_HEAVY; k < MR_WL_KINDS; k++) {
      spent += t->kinds[k] > army->units[k] ? t->kinds[k] - army->units[k] : 0;
    }
    return t->kinds[kind] < army->units[kind] || spent < army->free_units;
  }
  if (army->listed) {
    return t->kinds[kind] < army->levels[kind];
  }
  unsigned left = army->leaders - t->leaders, sum = army->level_sum - t->level_sum;
  return left && sum >= kind && sum - kind >= left - 1 &&
         sum - kind <= (left - 1) * MR_WL_LEVEL_MAX;
}

static bool zone_fits(const mr_wl_game *game, const mr_wl_tally *t, unsigned zone, unsigned kind) {
  const mr_wl_army *army = &game->army;
  if (!t->zone_leaders[zone] && !t->zone_units[zone] && t->zones_used == army->zones_used) {
    return false;
  }
  return mr_wl_is_numbered(kind) ? t->zone_leaders[zone] < army->zone_leaders
                                 : t->zone_units[zone] < army->zone_units;
}

static bool can_take(const mr_wl_game *game, const mr_wl_state *state, const mr_wl_tally *t,
                     unsigned kind, unsigned cell) {
  unsigned zone = own_zone(game, state->head.side, cell);
  uint16_t square = mr_wl_squares_const(game, state)[cell];
  return zone && !mr_wl_unit_of(square) && mr_wl_may_stand(kind, mr_wl_ground_of(square)) &&
         zone_fits(game, t, zone - 1, kind);
}

unsigned mr_wl_in_hand(const mr_wl_game *game, const mr_wl_state *state, unsigned kind) {
  mr_wl_tally t = mr_wl_tally_of(game, state);
  unsigned count = 0;
  for (; count < game->army.total && kind_fits(game, &t, kind); count++) {
    t.kinds[kind]++;
    t.leaders += mr_wl_is_numbered(kind);
    t.level_sum += mr_wl_is_numbered(kind) ? kind : 0;
  }
  return count;
}

/* The corners of a zone, and how many squares it has; none: it is not on the map. */
typedef struct box {
  unsigned left, right, bottom, top, squares;
} box;

static box box_of(const mr_wl_game *game, unsigned side, unsigned zone) {
  box b = {.left = game->columns, .top = game->rows}; /* rows are counted from the top */
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (game->zone[cell] != (side << 4 | (zone + 1))) {
      continue;
    }
    b.left = game->file[cell] < b.left ? game->file[cell] : b.left;
    b.right = game->file[cell] > b.right ? game->file[cell] : b.right;
    b.top = game->row[cell] < b.top ? game->row[cell] : b.top;
    b.bottom = game->row[cell] > b.bottom ? game->row[cell] : b.bottom;
    b.squares++;
  }
  return b;
}

/* Whether all squares between its corners are of the zone. */
static bool is_full(const box *b) {
  return b->squares == (b->right - b->left + 1) * (b->bottom - b->top + 1);
}

static void add_box(const mr_wl_game *game, const box *b, mr_str *out) {
  mr_str_format(out, "%s-%s", mr_wl_name_cell(game, b->bottom * game->columns + b->left).text,
                mr_wl_name_cell(game, b->top * game->columns + b->right).text);
}

mr_wl_zone_name mr_wl_name_zone(const mr_wl_game *game, unsigned side, unsigned zone) {
  box b = box_of(game, side, zone);
  mr_wl_zone_name name;
  mr_str out = mr_str_fixed(name.text, sizeof name.text);
  mr_str_format(&out, "%s %c (", game->army.listed ? "section" : "block",
                (char)((side == MR_WL_WHITE ? 'A' : 'a') + (char)zone));
  if (!is_full(&b)) {
    mr_str_format(&out, "%u squares of ", b.squares);
  }
  add_box(game, &b, &out);
  mr_str_char(&out, ')');
  return name;
}

/* "a1-d4, k1-n4, u1-x4"; nothing where corners would not tell which squares are meant. */
static void add_zones(const mr_wl_game *game, unsigned side, mr_str *out) {
  for (unsigned zone = 0; zone < MR_WL_ZONES_MAX; zone++) {
    box b = box_of(game, side, zone);
    if (b.squares == 0) {
      continue;
    }
    if (!is_full(&b)) {
      mr_str_reset(out);
      return;
    }
    mr_str_add(out, out->length > 0 ? ", " : ": ");
    add_box(game, &b, out);
  }
}

mr_status mr_wl_square_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                             unsigned cell, const char *rule, mr_error *err) {
  unsigned side = state->head.side;
  uint16_t square = mr_wl_squares_const(game, state)[cell];
  if (own_zone(game, side, cell) && !mr_wl_unit_of(square) &&
      mr_wl_may_stand(kind, mr_wl_ground_of(square))) {
    return MR_OK;
  }
  if (err == NULL) { /* nobody reads the reason */
    return MR_ERR_ILLEGAL;
  }
  mr_wl_cell_name name = mr_wl_name_cell(game, cell);
  if (!own_zone(game, side, cell)) {
    char list[MR_WL_ZONES_MAX * sizeof(mr_wl_zone_name)];
    mr_str text = mr_str_fixed(list, sizeof list);
    add_zones(game, side, &text);
    return mr_error_at(err, MR_ERR_ILLEGAL, 3, "%s is outside the squares where %s sets up%s (%s)",
                       name.text, mr_wl_side_names[side], list, rule);
  }
  if (mr_wl_unit_of(square)) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 3, "%s is taken", name.text);
  }
  return mr_error_at(err, MR_ERR_ILLEGAL, 3, "no %s may stand on %s, which is %s (WL-28)",
                     mr_wl_kind_names[kind], name.text,
                     mr_wl_ground_names[mr_wl_ground_of(square)]);
}

mr_status mr_wl_placement_fault(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                                unsigned cell, mr_error *err) {
  const mr_wl_army *army = &game->army;
  const char *rule = army->listed ? "WL-32" : "WL-33";
  mr_status status =
      mr_wl_square_fault(game, state, kind, cell, army->listed ? "WL-32 zone" : "WL-33 zone", err);
  if (status != MR_OK) {
    return status;
  }
  mr_wl_tally t = mr_wl_tally_of(game, state);
  if (!kind_fits(game, &t, kind)) {
    return has_kind(game, kind)
               ? mr_error_at(err, MR_ERR_ILLEGAL, 1, "the army has no more of these (%s)", rule)
               : mr_error_at(err, MR_ERR_ILLEGAL, 1, "the army has no %s (%s)",
                             mr_wl_kind_names[kind], rule);
  }
  unsigned zone = own_zone(game, state->head.side, cell) - 1;
  if (zone_fits(game, &t, zone, kind)) {
    return MR_OK;
  }
  mr_wl_zone_name name = mr_wl_name_zone(game, state->head.side, zone);
  if (!t.zone_leaders[zone] && !t.zone_units[zone] && t.zones_used == army->zones_used) {
    return mr_error_at(err, MR_ERR_ILLEGAL, 3, "%s would be one more than the %u to be used (%s)",
                       name.text, army->zones_used, rule);
  }
  bool leader = mr_wl_is_numbered(kind);
  return mr_error_at(err, MR_ERR_ILLEGAL, 3, "%s has as many %s as it may, %u (%s)", name.text,
                     leader ? "leaders" : "other units",
                     leader ? army->zone_leaders : army->zone_units, rule);
}

size_t mr_wl_list_placements(const mr_wl_game *game, const mr_wl_state *state, mr_action *out) {
  mr_wl_tally t = mr_wl_tally_of(game, state);
  size_t count = 0;
  bool fits[MR_WL_KINDS];
  for (unsigned kind = 0; kind < MR_WL_KINDS; kind++) {
    fits[kind] = kind_fits(game, &t, kind);
  }
  for (unsigned cell = 0; cell < game->cells; cell++) {
    bool own = own_zone(game, state->head.side, cell) != 0;
    for (unsigned kind = 1; own && kind < MR_WL_KINDS; kind++) {
      if (fits[kind] && can_take(game, state, &t, kind, cell)) {
        out[count++] = mr_wl_action(MR_WL_ACT_PLACE, kind, cell);
      }
    }
  }
  if (state->head.placed[state->head.side] == game->army.total) {
    out[count++] = mr_wl_action(MR_WL_ACT_COMMIT, 0, 0);
  }
  return count;
}

/* ---- placing --------------------------------------------------------------------------------- */

/* Squares and the list of leaders after units have changed their slots. */
static void relist(const mr_wl_game *game, mr_wl_state *state, unsigned side) {
  mr_wl_unit *units = mr_wl_units(game, state);
  uint16_t *squares = mr_wl_squares(game, state);
  unsigned first = side * game->side_max, listed = 0;
  memset(state->leader[side], 0, sizeof state->leader[side]);
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    unsigned slot = first + i;
    uint16_t *square = &squares[units[slot].cell];
    *square = (uint16_t)((*square & ~MR_WL_SLOT_BITS) | (slot + 1));
    if (mr_wl_is_numbered(units[slot].kind)) {
      state->leader[side][listed++] = (uint16_t)slot;
    }
  }
  state->head.listed[side] = (uint8_t)listed;
}

/*
 * The slots of a deployed army are in the order of its cells, so that a state does not tell in
 * which order its units came.
 */
static void insert(const mr_wl_game *game, mr_wl_state *state, unsigned side, unsigned kind,
                   unsigned cell) {
  mr_wl_unit *units = mr_wl_units(game, state) + side * game->side_max;
  mr_wl_head *h = &state->head;
  unsigned at = h->units[side]++;
  for (; at > 0 && units[at - 1].cell > cell; at--) {
    units[at] = units[at - 1];
  }
  units[at] = (mr_wl_unit){(uint16_t)cell, (uint8_t)kind, 0};
  mr_wl_count_unit(state, side, kind, 1);
  mr_wl_hash_unit(state, side, units[at], 1);
  relist(game, state, side);
}

void mr_wl_place(const mr_wl_game *game, mr_wl_state *state, unsigned kind, unsigned cell) {
  insert(game, state, state->head.side, kind, cell);
  state->head.placed[state->head.side]++;
}

void mr_wl_displace(const mr_wl_game *game, mr_wl_state *state, unsigned cell) {
  uint16_t *square = &mr_wl_squares(game, state)[cell];
  unsigned slot = mr_wl_unit_of(*square) - 1u, side = mr_wl_side_of(game, slot);
  mr_wl_unit *unit = &mr_wl_units(game, state)[slot];
  unsigned behind = side * game->side_max + --state->head.units[side] - slot;
  mr_wl_hash_unit(state, side, *unit, -1);
  mr_wl_count_unit(state, side, unit->kind, -1);
  *square = (uint16_t)(*square & ~MR_WL_SLOT_BITS);
  memmove(unit, unit + 1, behind * sizeof *unit);
  unit[behind] = (mr_wl_unit){0, 0, 0};
  relist(game, state, side);
  state->head.placed[side]--;
}

void mr_wl_commit(const mr_wl_game *game, mr_wl_state *state, mr_events *events) {
  mr_wl_head *h = &state->head;
  mr_rule_index rule = mr_wl_rule(game, MR_WL_RULE_DEPLOY);
  mr_events_add(events, mr_event_of(MR_EVENT_TURN, mr_wl_seat(game, h->side, 0), rule));
  if (h->side == MR_WL_WHITE) {
    h->side = MR_WL_BLACK;
    return;
  }
  /* Both armies stand: they are revealed, the leaders are shared out, and play or lots begin. */
  for (unsigned side = 0; game->hidden && side < 2; side++) {
    mr_events_add(events, mr_event_of(MR_EVENT_REVEAL, mr_wl_seat(game, side, 0), rule));
  }
  h->placed[0] = h->placed[1] = 0;
  h->phase = game->first == MR_WL_DRAWN ? MR_WL_LOTS : MR_WL_PLAY;
  h->side = h->first;
  mr_wl_share_leaders(game, state);
  mr_wl_begin_past(game, state);
}

/* ---- what is seen ---------------------------------------------------------------------------- */

static unsigned side_of_seat(const mr_wl_game *game, mr_player player) {
  return player.id == MR_NOBODY_ID ? MR_WL_DRAWN : player.id / game->members;
}

void mr_wl_observe(const mr_game *base, const mr_state *opaque, mr_player player, mr_state *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  unsigned viewer = side_of_seat(game, player);
  mr_state_copy(base, out, opaque);
  mr_wl_state *state = mr_wl_writable(out);
  mr_wl_head *h = &state->head;
  for (unsigned side = 0; h->phase == MR_WL_DEPLOY && side < 2; side++) {
    if (side == viewer || !h->placed[side]) {
      continue;
    }
    while (h->units[side]) {
      mr_wl_drop_last(game, state, side);
    }
    h->hidden = (uint8_t)(h->hidden | 1u << side);
  }
}

bool mr_wl_fully_known(const mr_game *base, const mr_state *opaque) {
  (void)base;
  return mr_wl_state_of(opaque)->head.hidden == 0;
}

/* One of the possible placements: a kind, then a square for it. */
static mr_action pick(const mr_wl_game *game, const mr_wl_state *state, uint64_t bits) {
  unsigned kinds[MR_WL_KINDS], count = 0, squares = 0;
  mr_wl_tally t = mr_wl_tally_of(game, state);
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    if (kind_fits(game, &t, kind)) {
      kinds[count++] = kind;
    }
  }
  if (!count) {
    return MR_ACTION_NONE;
  }
  unsigned kind = kinds[mr_mix64(bits) % count];
  for (unsigned cell = 0; cell < game->cells; cell++) {
    squares += can_take(game, state, &t, kind, cell);
  }
  unsigned left = squares ? (unsigned)(mr_mix64(bits + 1) % squares) : 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (can_take(game, state, &t, kind, cell) && left-- == 0) {
      return mr_wl_action(MR_WL_ACT_PLACE, kind, cell);
    }
  }
  return MR_ACTION_NONE;
}

void mr_wl_determinize(const mr_game *base, const mr_state *observation, mr_player player,
                       uint64_t seed, mr_state *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  (void)player;
  mr_state_copy(base, out, observation);
  mr_wl_state *state = mr_wl_writable(out);
  mr_wl_head *h = &state->head;
  unsigned side_to_move = h->side;
  for (unsigned side = 0; side < 2; side++) {
    if ((h->hidden & 1u << side) == 0) {
      continue;
    }
    h->side = (uint8_t)side;
    for (unsigned i = 0; i < h->placed[side]; i++) {
      mr_action action = pick(game, state, seed + 16u * i + side);
      if (action != MR_ACTION_NONE) {
        insert(game, state, side, mr_wl_action_from(action), mr_wl_action_to(action));
      }
    }
  }
  h->side = (uint8_t)side_to_move;
  h->hidden = 0;
}

bool mr_wl_sees(const mr_game *base, const mr_state *after, const mr_event *event,
                mr_player player) {
  const mr_wl_game *game = mr_wl_game_of(base);
  (void)after;
  if (event->kind != MR_EVENT_PLACE) {
    return true;
  }
  return side_of_seat(game, player) == side_of_seat(game, event->player);
}
