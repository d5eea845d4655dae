#include <marcher/hash.h>

#include "rules/warlord/warlord.h"

/* ---- hash ------------------------------------------------------------------------------------ */

uint64_t mr_wl_unit_key(unsigned side, unsigned kind, unsigned cell) {
  return mr_mix64((uint64_t)cell << 8 | mr_wl_piece(side, kind) | UINT64_C(1) << 40);
}

uint64_t mr_wl_waiting_key(unsigned side, unsigned cell, unsigned number) {
  return number * mr_mix64((uint64_t)cell << 8 | side | UINT64_C(1) << 41);
}

/* Hash of a terrain, 0 where it is the definition's. */
static uint64_t ground_key(const mr_wl_game *game, const mr_wl_state *state) {
  const uint16_t *squares = mr_wl_squares_const(game, state);
  uint64_t key = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned ground = mr_wl_ground_of(squares[cell]);
    if (ground != game->ground[cell]) {
      key += mr_mix64((uint64_t)cell << 8 | ground | UINT64_C(1) << 42);
    }
  }
  return key;
}

/* What was lost and may come back, and how far off the next replacements are (WL-37). */
static uint64_t returns_key(const mr_wl_game *game, const mr_wl_head *h, uint64_t fallen) {
  unsigned to_come = 0;
  if (game->replacements == MR_WL_REPLACE_NEVER) {
    return 0;
  }
  for (unsigned i = 0; i < game->returns; i++) {
    to_come += game->return_turn[i] > h->turn;
  }
  unsigned since = game->replacement_every ? h->turn % game->replacement_every : 0;
  return mr_mix64(fallen + mr_mix64((uint64_t)to_come << 16 | since));
}

static uint64_t turn_key(const mr_wl_game *game, const mr_wl_state *state, uint64_t fallen) {
  const mr_wl_head *h = &state->head;
  unsigned phase = h->phase == MR_WL_OVER ? h->goes_on : h->phase;
  bool half = game->handicap && h->turn == 1 && h->side == h->first;
  uint64_t flags = (uint64_t)h->side | (uint64_t)h->member << 1 | (uint64_t)h->pass << 4 |
                   (uint64_t)h->reply << 5 | (uint64_t)half << 6 | (uint64_t)phase << 7 |
                   (uint64_t)h->first << 10;
  uint64_t blocks =
      mr_wl_blocks_to_come(game, state, 0) * 16 + mr_wl_blocks_to_come(game, state, 1);
  uint64_t lost = (uint64_t)h->lost[0] << 16 | h->lost[1];
  uint64_t placed = (uint64_t)h->placed[0] << 16 | h->placed[1];
  uint64_t limit = game->last_turn ? mr_mix64(h->turn | UINT64_C(1) << 48) : 0;
  return mr_mix64(mr_mix64(flags << 8 | blocks) + mr_mix64(lost << 32 | placed)) +
         returns_key(game, h, fallen) + mr_wl_waves_key(game, state) + limit;
}

uint64_t mr_wl_hash(const mr_game *base, const mr_state *opaque) {
  const mr_wl_state *state = mr_wl_state_of(opaque);
  return mr_mix64(state->head.units_hash + state->head.ground) + state->head.orders +
         turn_key(mr_wl_game_of(base), state, state->head.fallen);
}

uint64_t mr_wl_position_key(const mr_wl_state *state) {
  return mr_mix64(state->head.units_hash + state->head.side);
}

void mr_wl_begin_past(const mr_wl_game *game, mr_wl_state *state) {
  if (game->repetition) {
    mr_wl_past(game, state)[0] = mr_wl_position_key(state);
    state->head.seen = 1;
  }
}

/* Whose a leader is; 0 without teams. */
static uint64_t member_key(mr_wl_unit unit) {
  unsigned member = mr_wl_member_of(unit);
  return member ? mr_mix64((uint64_t)unit.cell << 8 | member | UINT64_C(1) << 43) : 0;
}

/* Where the leader at a place of the list stood when the turn began. */
static unsigned home_of(const mr_wl_game *game, const mr_wl_state *state, unsigned leader,
                        unsigned written) {
  unsigned slot = state->leader[state->head.side][leader];
  const mr_wl_order *orders = mr_wl_orders_const(game, state);
  for (unsigned i = 0; i < written; i++) {
    if (orders[i].what != MR_WL_PART_ENDED && orders[i].slot == slot) {
      return orders[i].from;
    }
  }
  return mr_wl_units_const(game, state)[slot].cell;
}

uint64_t mr_wl_order_key(const mr_wl_game *game, const mr_wl_state *state, unsigned index) {
  const mr_wl_order *order = &mr_wl_orders_const(game, state)[index];
  uint64_t sum = (uint64_t)order->what << 40 | (uint64_t)order->from << 20 | order->to;
  uint64_t givers = 0;
  unsigned written = state->head.count > index ? state->head.count : index + 1;
  for (uint64_t mask = order->mask; mask; mask &= mask - 1) {
    givers += mr_mix64(home_of(game, state, mr_lowest_bit64(mask), written));
  }
  return mr_mix64(mr_mix64(sum | UINT64_C(1) << 44) + givers);
}

uint64_t mr_wl_rehash(const mr_game *base, const mr_state *opaque) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  const uint8_t *waiting = mr_wl_waiting_const(game, state);
  uint64_t units_hash = 0, orders = 0, fallen = 0, ground = ground_key(game, state);
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < state->head.units[side]; i++) {
      mr_wl_unit unit = units[side * game->side_max + i];
      if (unit.cell != MR_WL_OFF_BOARD) {
        units_hash += mr_wl_unit_key(side, unit.kind, unit.cell) + member_key(unit);
      } else if (mr_wl_comes_back(game, unit.kind)) {
        fallen += mr_wl_fallen_key(side, unit.kind);
      }
    }
    for (unsigned i = 0; game->blocks && i < game->posts[side]; i++) {
      units_hash +=
          mr_wl_waiting_key(side, game->post[side][i].cell, waiting[side * game->post_max + i]);
    }
  }
  units_hash += mr_wl_reserves_key(game, state);
  for (unsigned i = 0; i < state->head.count; i++) {
    orders += mr_wl_order_key(game, state, i);
  }
  return mr_mix64(units_hash + ground) + orders + turn_key(game, state, fallen);
}

/* ---- units ----------------------------------------------------------------------------------- */

void mr_wl_count_unit(mr_wl_state *state, unsigned side, unsigned kind, int sign) {
  mr_wl_head *h = &state->head;
  if (mr_wl_is_numbered(kind)) {
    h->leaders[side] = (uint8_t)(h->leaders[side] + sign);
    h->levels[side] = (uint16_t)(h->levels[side] + sign * (int)kind);
  } else if (kind == MR_WL_PROMOTED) {
    h->promoted[side] = (uint16_t)(h->promoted[side] + sign);
  } else if (kind == MR_WL_LIGHT) {
    h->light[side] = (uint16_t)(h->light[side] + sign);
  }
}

void mr_wl_hash_unit(mr_wl_state *state, unsigned side, mr_wl_unit unit, int sign) {
  uint64_t key = mr_wl_unit_key(side, unit.kind, unit.cell) + member_key(unit);
  state->head.units_hash += sign > 0 ? key : 0 - key;
}

void mr_wl_add_unit(const mr_wl_game *game, mr_wl_state *state, unsigned side, mr_wl_post post) {
  mr_wl_head *h = &state->head;
  unsigned slot = side * game->side_max + h->units[side]++;
  mr_wl_unit *unit = &mr_wl_units(game, state)[slot];
  uint16_t *square = &mr_wl_squares(game, state)[post.cell];
  unsigned member = mr_wl_is_numbered(post.kind) ? post.member : 0;
  *unit = (mr_wl_unit){post.cell, post.kind, (uint8_t)(member << MR_WL_MEMBER_SHIFT)};
  *square = (uint16_t)((*square & ~MR_WL_SLOT_BITS) | (slot + 1));
  if (mr_wl_is_numbered(post.kind)) {
    state->leader[side][h->listed[side]++] = (uint16_t)slot;
  }
  mr_wl_count_unit(state, side, post.kind, 1);
  mr_wl_hash_unit(state, side, *unit, 1);
}

void mr_wl_add_fallen(const mr_wl_game *game, mr_wl_state *state, unsigned side, unsigned kind) {
  mr_wl_head *h = &state->head;
  unsigned slot = side * game->side_max + h->units[side]++;
  mr_wl_units(game, state)[slot] = (mr_wl_unit){MR_WL_OFF_BOARD, (uint8_t)kind, 0};
  if (mr_wl_is_numbered(kind)) {
    state->leader[side][h->listed[side]++] = (uint16_t)slot;
  }
  h->fallen += mr_wl_fallen_key(side, kind);
}

void mr_wl_add_posts(const mr_wl_game *game, mr_wl_state *state) {
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      mr_wl_add_unit(game, state, side, game->post[side][i]);
    }
  }
}

void mr_wl_drop_last(const mr_wl_game *game, mr_wl_state *state, unsigned side) {
  mr_wl_head *h = &state->head;
  mr_wl_unit *unit = &mr_wl_units(game, state)[side * game->side_max + --h->units[side]];
  uint16_t *square = &mr_wl_squares(game, state)[unit->cell];
  *square = (uint16_t)(*square & ~MR_WL_SLOT_BITS);
  mr_wl_count_unit(state, side, unit->kind, -1);
  mr_wl_hash_unit(state, side, *unit, -1);
  if (mr_wl_is_numbered(unit->kind)) {
    state->leader[side][--h->listed[side]] = 0;
  }
  *unit = (mr_wl_unit){0, 0, 0};
}

bool mr_wl_may_stand(unsigned kind, unsigned ground) {
  if (ground >= MR_WL_WATER) {
    return false;
  }
  return !(kind == MR_WL_HEAVY && ground == MR_WL_FOREST) &&
         !(kind == MR_WL_CANNON && ground == MR_WL_HILL);
}

/* ---- ground ---------------------------------------------------------------------------------- */

static bool touches_void(const mr_wl_game *game, const uint8_t *ground, unsigned cell) {
  unsigned file = game->file[cell], row = game->row[cell];
  if (file == 0 || row == 0 || file + 1 == game->columns || row + 1 == game->rows) {
    return true;
  }
  return ground[cell - 1] == MR_WL_VOID || ground[cell + 1] == MR_WL_VOID ||
         ground[cell - game->columns] == MR_WL_VOID || ground[cell + game->columns] == MR_WL_VOID;
}

/* Sweeps until nothing changes: down and up again, so that a few sweeps do for any lake. */
void mr_wl_find_gaps(const mr_wl_game *game, uint8_t *ground) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned i = 0; i < 2 * game->cells; i++) {
      unsigned cell = i < game->cells ? i : 2 * game->cells - 1 - i;
      if (ground[cell] == MR_WL_WATER && touches_void(game, ground, cell)) {
        ground[cell] = MR_WL_VOID;
        changed = true;
      }
    }
  }
}

void mr_wl_lay_ground(const mr_wl_game *game, const uint8_t *ground, mr_wl_state *state) {
  uint16_t *squares = mr_wl_squares(game, state);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    squares[cell] = (uint16_t)((squares[cell] & MR_WL_SLOT_BITS) | (unsigned)ground[cell]
                                                                       << MR_WL_GROUND_SHIFT);
  }
  state->head.ground = ground_key(game, state);
}

/* ---- reserves -------------------------------------------------------------------------------- */

unsigned mr_wl_blocks_to_come(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  const mr_wl_head *h = &state->head;
  bool waits = side != h->side && side != h->first;
  unsigned begun = h->turn - waits, blocks = 0; /* the number of the last turn it has begun */
  for (unsigned i = 0; i < game->blocks; i++) {
    blocks += game->arrival[i] > begun;
  }
  return blocks;
}

unsigned mr_wl_leaders_to_come(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  unsigned blocks = game->blocks ? mr_wl_blocks_to_come(game, state, side) : 0, leaders = 0;
  const uint8_t *waiting = mr_wl_waiting_const(game, state) + side * game->post_max;
  for (unsigned i = 0; game->blocks && i < game->posts[side]; i++) {
    if (mr_wl_is_numbered(game->post[side][i].kind)) {
      leaders += blocks + waiting[i];
    }
  }
  unsigned reserves[MR_WL_KINDS];
  mr_wl_count_reserves(game, state, side, reserves);
  for (unsigned level = 1; game->waves && level <= MR_WL_LEVEL_MAX; level++) {
    leaders += reserves[level];
  }
  return leaders;
}

/* ---- teams ----------------------------------------------------------------------------------- */

/* Leaders of the list that come before one of them, from the left and of a file from the top. */
static unsigned leaders_before(const mr_wl_game *game, const mr_wl_post *posts, unsigned count,
                               unsigned cell) {
  unsigned before = 0, file = game->file[cell];
  for (unsigned i = 0; i < count; i++) {
    unsigned other = game->file[posts[i].cell];
    if (mr_wl_is_numbered(posts[i].kind)) {
      before += other < file || (other == file && posts[i].cell < cell);
    }
  }
  return before;
}

void mr_wl_share_posts(const mr_wl_game *game, mr_wl_post *posts, unsigned count) {
  unsigned total = 0;
  for (unsigned i = 0; i < count; i++) {
    total += mr_wl_is_numbered(posts[i].kind);
  }
  for (unsigned i = 0; i < count; i++) {
    bool leader = mr_wl_is_numbered(posts[i].kind);
    unsigned before = leader ? leaders_before(game, posts, count, posts[i].cell) : 0;
    posts[i].member = (uint8_t)(leader ? before * game->members / total : 0);
  }
}

void mr_wl_set_member(const mr_wl_game *game, mr_wl_state *state, unsigned slot, unsigned member) {
  mr_wl_unit *unit = &mr_wl_units(game, state)[slot];
  unsigned side = mr_wl_side_of(game, slot);
  mr_wl_hash_unit(state, side, *unit, -1);
  unit->flags = (uint8_t)((unit->flags & MR_WL_ACTED) | member << MR_WL_MEMBER_SHIFT);
  mr_wl_hash_unit(state, side, *unit, 1);
}

void mr_wl_share_leaders(const mr_wl_game *game, mr_wl_state *state) {
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  for (unsigned side = 0; game->members > 1 && side < 2; side++) {
    mr_wl_post posts[MR_WL_LEADERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < state->head.listed[side]; i++) {
      mr_wl_unit unit = units[state->leader[side][i]];
      if (unit.cell != MR_WL_OFF_BOARD) {
        posts[count++] = (mr_wl_post){unit.cell, unit.kind, 0};
      }
    }
    mr_wl_share_posts(game, posts, count);
    for (unsigned i = 0; i < count; i++) {
      unsigned slot = mr_wl_unit_of(mr_wl_squares_const(game, state)[posts[i].cell]) - 1u;
      mr_wl_set_member(game, state, slot, posts[i].member);
    }
  }
}
