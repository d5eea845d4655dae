#include "rules/warlord/warlord.h"

/* ---- who may order --------------------------------------------------------------------------- */

unsigned mr_wl_cap_of(const mr_wl_game *game, const mr_wl_state *state) {
  const mr_wl_head *h = &state->head;
  unsigned side = h->side, cap = game->cap_most;
  if (game->cap == MR_WL_CAP_LEADERS) {
    unsigned alive = h->leaders[side] + h->promoted[side];
    alive += game->self_activation ? h->light[side] : 0u;
    cap = alive < cap ? alive : cap;
  } else if (game->cap == MR_WL_CAP_LEVELS) {
    uint64_t share = (uint64_t)game->cap_fraction.numerator * h->levels[side] /
                     (uint64_t)game->cap_fraction.denominator;
    cap = share < cap ? (unsigned)share : cap;
  }
  return game->handicap && h->turn == 1 && side == h->first ? cap / 2 : cap;
}

bool mr_wl_orders_itself(const mr_wl_game *game, unsigned kind) {
  return kind == MR_WL_PROMOTED || (game->self_activation && kind == MR_WL_LIGHT);
}

uint64_t mr_wl_in_range(const mr_wl_game *game, const mr_wl_state *state, unsigned cell) {
  return mr_wl_near(game, state, cell) & ~state->head.spent;
}

uint64_t mr_wl_near(const mr_wl_game *game, const mr_wl_state *state, unsigned cell) {
  const mr_wl_head *h = &state->head;
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  int file = game->file[cell], row = game->row[cell], range = (int)game->range;
  uint64_t mask = 0;
  for (unsigned i = 0; i < h->listed[h->side]; i++) {
    mr_wl_unit leader = units[state->leader[h->side][i]];
    if (leader.cell == MR_WL_OFF_BOARD || mr_wl_member_of(leader) != h->member) {
      continue;
    }
    int files = game->file[leader.cell] - file, rows = game->row[leader.cell] - row;
    if (files <= range && files >= -range && rows <= range && rows >= -range) {
      mask |= UINT64_C(1) << i;
    }
  }
  return mask;
}

/* ---- the matching ---------------------------------------------------------------------------- */

/* Orders put down to leaders: the state's own, or a copy on which something is tried. */
typedef struct matching {
  const mr_wl_order *orders;
  unsigned count;
  uint8_t capacity[MR_WL_LEADERS_MAX];
  uint8_t *used;
  uint8_t *assigned;
} matching;

/*
 * The leaders who can take one more order: those with orders left, and those of whom one of these
 * can take over an order. `via` and `to` lead from each to the next one on such a chain.
 */
typedef struct chains {
  uint64_t open;
  uint8_t via[MR_WL_LEADERS_MAX];
  uint8_t to[MR_WL_LEADERS_MAX];
} chains;

static void set_capacities(const mr_wl_game *game, const mr_wl_state *state, matching *m) {
  const mr_wl_head *h = &state->head;
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  m->orders = mr_wl_orders_const(game, state);
  m->count = h->count;
  for (unsigned i = 0; i < h->listed[h->side]; i++) {
    mr_wl_unit leader = units[state->leader[h->side][i]];
    bool orders = leader.cell != MR_WL_OFF_BOARD && !(h->spent >> i & 1u);
    m->capacity[i] = orders ? leader.kind : 0;
  }
}

static void find_chains(const matching *m, unsigned listed, chains *c) {
  c->open = 0;
  for (unsigned i = 0; i < listed; i++) {
    if (m->used[i] < m->capacity[i]) {
      c->open |= UINT64_C(1) << i;
    }
  }
  bool grown = true;
  while (grown) {
    grown = false;
    for (unsigned e = 0; e < m->count; e++) {
      unsigned giver = m->assigned[e];
      uint64_t others = m->orders[e].mask & c->open;
      if (giver == MR_WL_NO_LEADER || c->open >> giver & 1u || !others || !m->capacity[giver]) {
        continue;
      }
      c->open |= UINT64_C(1) << giver;
      c->via[giver] = (uint8_t)e;
      c->to[giver] = (uint8_t)mr_lowest_bit64(others);
      grown = true;
    }
  }
}

/* Puts order `index` down to one of the open leaders among `mask`; others take over as needed. */
static void put_down(matching *m, const chains *c, unsigned index, uint64_t mask) {
  unsigned leader = mr_lowest_bit64(mask & c->open);
  m->assigned[index] = (uint8_t)leader;
  while (m->used[leader] >= m->capacity[leader]) {
    unsigned next = c->to[leader];
    m->assigned[c->via[leader]] = (uint8_t)next;
    leader = next;
  }
  m->used[leader]++;
}

/* Takes away as many orders of `leader`, which may give none any more, as others can give. */
static unsigned relieve(matching *m, unsigned listed, unsigned leader) {
  chains c;
  m->capacity[leader] = 0;
  for (unsigned e = 0; e < m->count; e++) {
    if (m->assigned[e] != leader) {
      continue;
    }
    find_chains(m, listed, &c);
    if (!(m->orders[e].mask & c.open)) {
      continue;
    }
    put_down(m, &c, e, m->orders[e].mask);
    m->used[leader]--;
  }
  return m->used[leader];
}

/* The orders of a leader that nobody else could give. */
static unsigned load_left(const mr_wl_game *game, const mr_wl_state *state, unsigned leader) {
  uint8_t used[MR_WL_LEADERS_MAX], assigned[MR_WL_CAP_MAX + MR_WL_MEMBERS_MAX];
  matching m = {.used = used, .assigned = assigned};
  set_capacities(game, state, &m);
  memcpy(used, state->head.used, sizeof used);
  memcpy(assigned, mr_wl_assigned_const(game, state), m.count);
  return relieve(&m, state->head.listed[state->head.side], leader);
}

/* The place in the side's list of the leader in a slot. */
static unsigned list_place(const mr_wl_state *state, unsigned slot) {
  unsigned i = 0;
  while (state->leader[state->head.side][i] != slot) {
    i++;
  }
  return i;
}

uint64_t mr_wl_open_leaders(const mr_wl_game *game, const mr_wl_state *state) {
  uint8_t used[MR_WL_LEADERS_MAX], assigned[MR_WL_CAP_MAX + MR_WL_MEMBERS_MAX];
  matching m = {.used = used, .assigned = assigned};
  chains c;
  set_capacities(game, state, &m);
  memcpy(used, state->head.used, sizeof used);
  memcpy(assigned, mr_wl_assigned_const(game, state), m.count);
  find_chains(&m, state->head.listed[state->head.side], &c);
  return c.open;
}

void mr_wl_assign(const mr_wl_game *game, mr_wl_state *state, unsigned index) {
  matching m = {.used = state->head.used, .assigned = mr_wl_assigned(game, state)};
  chains c;
  set_capacities(game, state, &m);
  m.count = index;
  find_chains(&m, state->head.listed[state->head.side], &c);
  put_down(&m, &c, index, m.orders[index].mask);
}

bool mr_wl_can_relieve(const mr_wl_game *game, const mr_wl_state *state, unsigned slot) {
  return load_left(game, state, list_place(state, slot)) == 0;
}

void mr_wl_relieve(const mr_wl_game *game, mr_wl_state *state, unsigned slot) {
  unsigned leader = list_place(state, slot);
  matching m = {.used = state->head.used, .assigned = mr_wl_assigned(game, state)};
  set_capacities(game, state, &m);
  relieve(&m, state->head.listed[state->head.side], leader);
  state->head.spent |= UINT64_C(1) << leader;
}

unsigned mr_wl_orders_left(const mr_wl_game *game, const mr_wl_state *state, unsigned leader) {
  unsigned slot = state->leader[state->head.side][leader];
  mr_wl_unit unit = mr_wl_units_const(game, state)[slot];
  if (unit.cell == MR_WL_OFF_BOARD || state->head.spent >> leader & 1u) {
    return 0;
  }
  return unit.kind - load_left(game, state, leader);
}
