#include <marcher/hash.h>

#include "search/warlord/warlord_search.h"

/* ---- move tables ----------------------------------------------------------------------------- */

const uint8_t mr_wls_kind_of_class[MR_WLS_CLASSES] = {
    [MR_WLS_INFANTRY] = MR_WL_INFANTRY,
    [MR_WLS_LIGHT] = MR_WL_LIGHT,
    [MR_WLS_CANNON] = MR_WL_CANNON,
    [MR_WLS_HEAVY] = MR_WL_HEAVY,
    [MR_WLS_LEADER] = 1,
};

const uint8_t mr_wls_classes[MR_WL_KINDS] = {
    [MR_WL_INFANTRY] = MR_WLS_INFANTRY,
    [MR_WL_LIGHT] = MR_WLS_LIGHT,
    [MR_WL_CANNON] = MR_WLS_CANNON,
    [MR_WL_HEAVY] = MR_WLS_HEAVY,
};

/* The rules are asked for a unit alone on the terrain, so that they are told only once. */
void mr_wls_fill_move_tables(const mr_wl_game *game, const mr_wl_state *state, mr_wl_state *scratch,
                             mr_wls_move_tables *out) {
  memcpy(scratch, state, game->base.info.state_size);
  uint16_t *squares = mr_wl_squares(game, scratch);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    squares[cell] = (uint16_t)(squares[cell] & ~MR_WL_SLOT_BITS);
  }
  for (unsigned class = 0; class < MR_WLS_CLASSES; class ++) {
    for (unsigned cell = 0; cell < game->cells; cell++) {
      size_t at = (size_t) class * game->cells + cell;
      mr_wl_units(game, scratch)[0] = (mr_wl_unit){(uint16_t)cell, mr_wls_kind_of_class[class], 0};
      out->count[at] = (uint8_t)mr_wl_reach(game, scratch, 0, out->to + at * MR_WL_TARGETS_MAX);
    }
  }
}

/* ---- strikes and command --------------------------------------------------------------------- */

bool mr_wls_is_live(const mr_wls_attack_map *map, unsigned side, mr_wls_man man) {
  return man.kind <= MR_WL_PROMOTED || mr_wl_orders_itself(map->game, man.kind) ||
         map->cover[side][man.cell];
}

/* Whose strikes count where. */
typedef enum standing { LIFTED, IDLE, LIVE } standing;

/* A man of those in command is added to them, or taken away (by wrapping round). */
static void count_live(mr_wls_attack_map *map, unsigned side, const mr_wls_man *man, int sign) {
  unsigned class = mr_wls_class_of(man->kind);
  uint32_t one = UINT32_C(1) << (class * MR_WLS_STRIKE_BITS);
  uint32_t change = sign > 0 ? one : 0u - one;
  size_t at = (size_t) class * map->game->cells + man->cell;
  const uint16_t *to = map->move_tables->to + at * MR_WL_TARGETS_MAX;
  uint32_t *counts = map->strikes[side];
  for (unsigned i = 0; i < map->move_tables->count[at]; i++) {
    counts[to[i]] += change;
  }
  if (man->kind > MR_WL_PROMOTED) {
    map->side[side].commanded = (uint16_t)(map->side[side].commanded + sign);
    map->side[side].ties += sign * man->tie;
  }
}

/* The same of those who are not: what they strike is all that counts. */
static void count_idle(mr_wls_attack_map *map, unsigned side, const mr_wls_man *man, int sign) {
  size_t at = (size_t)mr_wls_class_of(man->kind) * map->game->cells + man->cell;
  const uint16_t *to = map->move_tables->to + at * MR_WL_TARGETS_MAX;
  uint8_t *counts = map->idle[side];
  for (unsigned i = 0; i < map->move_tables->count[at]; i++) {
    counts[to[i]] = (uint8_t)(counts[to[i]] + sign);
  }
}

/* Sets whether a man could be ordered. */
static void set_standing(mr_wls_attack_map *map, unsigned side, mr_wls_man *man, standing now) {
  bool live = now == LIVE, idle = now == IDLE;
  if (man->live != live) {
    man->live = live;
    count_live(map, side, man, live ? 1 : -1);
  }
  if (man->idle != idle) {
    man->idle = idle;
    count_idle(map, side, man, idle ? 1 : -1);
  }
}

static void set_live(mr_wls_attack_map *map, unsigned side, mr_wls_man *man) {
  set_standing(map, side, man, mr_wls_is_live(map, side, *man) ? LIVE : IDLE);
}

/* The cells within range of one: files and rows from the first to the last. */
typedef struct zone {
  unsigned left, right, top, bottom;
} zone;

static zone zone_of(const mr_wl_game *game, unsigned cell) {
  unsigned range = game->range, file = game->file[cell], row = game->row[cell];
  return (zone){.left = file > range ? file - range : 0,
                .right = file + range < game->columns ? file + range : game->columns - 1,
                .top = row > range ? row - range : 0,
                .bottom = row + range < game->rows ? row + range : game->rows - 1};
}

/* One leader more or less has a cell in its range: only the first and the last change who hears. */
static void cover_cell(mr_wls_attack_map *map, unsigned side, unsigned cell, int change) {
  uint8_t *cover = &map->cover[side][cell];
  bool before = *cover != 0;
  *cover = (uint8_t)(*cover + change);
  unsigned man = map->man[cell];
  if (before != (*cover != 0) && man && mr_wl_side_of(map->game, man - 1) == side) {
    set_live(map, side, &map->men[man - 1]);
  }
}

/*
 * A leader comes to a cell or leaves it. It moves a step or two, so that most of those in its range
 * hear it before and after: what is in range of `other` too, where it comes from or goes to, is
 * passed over. @param other MR_WL_OFF_BOARD: none
 */
static void update_cover(mr_wls_attack_map *map, unsigned side, unsigned cell, unsigned other,
                         int change) {
  const mr_wl_game *game = map->game;
  zone own = zone_of(game, cell), both = {1, 0, 1, 0};
  if (other != MR_WL_OFF_BOARD) {
    both = zone_of(game, other);
  }
  for (unsigned row = own.top; row <= own.bottom; row++) {
    bool shared = row >= both.top && row <= both.bottom;
    for (unsigned file = own.left; file <= own.right; file++) {
      if (shared && file >= both.left && file <= both.right) {
        file = both.right;
      } else {
        cover_cell(map, side, row * game->columns + file, change);
      }
    }
  }
}

/* ---- men ------------------------------------------------------------------------------------- */

static void count_man(mr_wls_attack_map *map, unsigned side, mr_wls_man man, int sign) {
  mr_wls_side *s = &map->side[side];
  bool numbered = mr_wl_is_numbered(man.kind);
  s->men += sign * mr_wls_plain_value[man.kind];
  s->place += sign * mr_wls_pull(map, side, man, man.cell);
  s->leaders = (uint16_t)(s->leaders + (numbered ? sign : 0));
  s->levels = (uint16_t)(s->levels + (numbered ? sign * man.kind : 0));
  s->light = (uint16_t)(s->light + (man.kind == MR_WL_LIGHT ? sign : 0));
  s->promoted = (uint16_t)(s->promoted + (man.kind == MR_WL_PROMOTED ? sign : 0));
  s->towns = (uint16_t)(s->towns + (map->ground[man.cell] == MR_WL_TOWN ? sign : 0));
  uint64_t key = mr_wl_unit_key(side, man.kind, man.cell);
  map->key += sign > 0 ? key : 0 - key;
}

/* Lifts a man off its cell; a leader still commands from there. */
static void lift_man(mr_wls_attack_map *map, unsigned slot) {
  unsigned side = mr_wl_side_of(map->game, slot);
  mr_wls_man *man = &map->men[slot];
  count_man(map, side, *man, -1);
  set_standing(map, side, man, LIFTED);
  map->man[man->cell] = 0;
}

/* Sets a man that was lifted, or never stood, on an empty cell; a leader does not command yet. */
static void set_man(mr_wls_attack_map *map, unsigned slot, unsigned cell) {
  unsigned side = mr_wl_side_of(map->game, slot);
  mr_wls_man *man = &map->men[slot];
  man->cell = (uint16_t)cell;
  map->man[cell] = (uint16_t)(slot + 1);
  count_man(map, side, *man, 1);
  set_live(map, side, man);
}

static void remove_man(mr_wls_attack_map *map, unsigned slot) {
  const mr_wls_man *man = &map->men[slot];
  lift_man(map, slot);
  if (mr_wl_is_numbered(man->kind)) {
    update_cover(map, mr_wl_side_of(map->game, slot), man->cell, MR_WL_OFF_BOARD, -1);
  }
}

static void place_man(mr_wls_attack_map *map, unsigned slot, unsigned cell) {
  set_man(map, slot, cell);
  if (mr_wl_is_numbered(map->men[slot].kind)) {
    update_cover(map, mr_wl_side_of(map->game, slot), cell, MR_WL_OFF_BOARD, 1);
  }
}

/* A man that was lifted from a cell is set on another, and commands there. */
static void bring_man(mr_wls_attack_map *map, unsigned slot, unsigned from, unsigned to) {
  set_man(map, slot, to);
  if (mr_wl_is_numbered(map->men[slot].kind)) {
    unsigned side = mr_wl_side_of(map->game, slot);
    update_cover(map, side, to, from, 1);
    update_cover(map, side, from, to, -1);
  }
}

void mr_wls_attack_map_read(mr_wls_attack_map *map, const mr_wl_state *state) {
  const mr_wl_game *game = map->game;
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  memset(map->man, 0, game->cells * sizeof *map->man);
  memset(map->side, 0, sizeof map->side);
  map->key = 0;
  map->turn = state->head.turn;
  for (unsigned side = 0; side < 2; side++) {
    memset(map->strikes[side], 0, game->cells * sizeof *map->strikes[side]);
    memset(map->idle[side], 0, game->cells * sizeof *map->idle[side]);
    memset(map->cover[side], 0, game->cells * sizeof *map->cover[side]);
    map->slots[side] = state->head.units[side];
    map->ever[side] = (unsigned)state->head.lost[side] + state->head.leaders[side];
    map->coming[side] = mr_wl_leaders_to_come(game, state, side);
    map->units_coming[side] = game->defeat_units ? mr_wl_units_left(game, state, side) : 0;
    map->value_key[side] = UINT64_MAX;
    for (unsigned i = 0; i < map->slots[side]; i++) {
      unsigned slot = side * game->side_max + i;
      mr_wls_man *man = &map->men[slot];
      *man = (mr_wls_man){MR_WL_OFF_BOARD, units[slot].kind, 0, 0, man->way, man->tie, man->most};
      if (units[slot].cell != MR_WL_OFF_BOARD) {
        place_man(map, slot, units[slot].cell);
        map->units_coming[side] -= map->units_coming[side] > 0;
      }
    }
  }
}

/* ---- activations ----------------------------------------------------------------------------- */

/* What a unit is after it has come to a cell by a move (WL-20a). */
static unsigned kind_at(const mr_wls_attack_map *map, unsigned slot, unsigned cell) {
  const mr_wl_game *game = map->game;
  unsigned kind = map->men[slot].kind;
  unsigned far_row = mr_wl_side_of(game, slot) == MR_WL_WHITE ? 0 : game->rows - 1;
  bool promoted = mr_wl_promotes(game, kind) && game->row[cell] == far_row;
  return promoted ? MR_WL_PROMOTED : kind;
}

uint64_t mr_wls_key_after(const mr_wls_attack_map *map, mr_action action) {
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  unsigned slot = map->man[from] - 1u, other = map->man[to];
  unsigned side = mr_wl_side_of(map->game, slot), kind = map->men[slot].kind;
  bool exchange = mr_wl_action_kind_of(action) == MR_WL_ACT_EXCHANGE;
  uint64_t key = map->key - mr_wl_unit_key(side, kind, from);
  key += mr_wl_unit_key(side, exchange ? kind : kind_at(map, slot, to), to);
  if (other) {
    unsigned owner = mr_wl_side_of(map->game, other - 1), what = map->men[other - 1].kind;
    key -= mr_wl_unit_key(owner, what, to);
    key += exchange ? mr_wl_unit_key(owner, what, from) : 0;
  }
  return key;
}

mr_wls_step mr_wls_attack_map_make(mr_wls_attack_map *map, mr_action action) {
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  unsigned slot = map->man[from] - 1u, other = map->man[to];
  bool exchange = mr_wl_action_kind_of(action) == MR_WL_ACT_EXCHANGE;
  mr_wls_step step = {.from = (uint16_t)from,
                      .to = (uint16_t)to,
                      .slot = (uint16_t)slot,
                      .other = (uint16_t)other,
                      .kind = map->men[slot].kind,
                      .exchange = exchange};
  if (other) {
    remove_man(map, other - 1);
  }
  lift_man(map, slot);
  if (exchange) {
    place_man(map, other - 1, from);
  } else if (other) {
    map->men[other - 1].cell = MR_WL_OFF_BOARD;
  }
  map->men[slot].kind = (uint8_t)(exchange ? step.kind : kind_at(map, slot, to));
  bring_man(map, slot, from, to);
  return step;
}

void mr_wls_attack_map_unmake(mr_wls_attack_map *map, mr_wls_step step) {
  lift_man(map, step.slot);
  if (step.exchange) {
    remove_man(map, step.other - 1u);
  }
  map->men[step.slot].kind = step.kind;
  bring_man(map, step.slot, step.to, step.from);
  if (step.other) {
    place_man(map, step.other - 1u, step.to);
  }
}
