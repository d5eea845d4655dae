#include <marcher/hash.h>

#include "search/warlord/warlord_search.h"

/* ---- strikes and command --------------------------------------------------------------------- */

bool mr_wls_is_live(const mr_wls_field *field, unsigned side, mr_wls_man man) {
  return man.kind <= MR_WL_PROMOTED || mr_wl_orders_itself(field->game, man.kind) ||
         field->cover[side][man.cell];
}

/* Adds or takes away (by wrapping round) the strikes of a man. */
static void strike(mr_wls_field *field, unsigned side, mr_wls_man man, bool on) {
  unsigned class = mr_wls_class_of(man.kind);
  uint32_t one = UINT32_C(1) << (class * MR_WLS_STRIKE_BITS);
  uint32_t change = on ? one : 0u - one;
  size_t at = (size_t) class * field->game->cells + man.cell;
  const uint16_t *to = field->ways->to + at * MR_WL_TARGETS_MAX;
  uint32_t *map = field->strike[side];
  for (unsigned i = 0; i < field->ways->count[at]; i++) {
    map[to[i]] += change;
  }
}

static void set_live(mr_wls_field *field, unsigned side, mr_wls_man *man, bool live) {
  if (man->live == live) {
    return;
  }
  man->live = live;
  strike(field, side, *man, live);
  if (man->kind > MR_WL_PROMOTED) {
    field->side[side].commanded = (uint16_t)(field->side[side].commanded + (live ? 1 : -1));
  }
}

/* A leader comes to a cell or leaves it: who is in its range may hear orders, or none any more. */
static void command(mr_wls_field *field, unsigned side, unsigned cell, int change) {
  const mr_wl_game *game = field->game;
  int range = (int)game->range, file = game->file[cell], row = game->row[cell];
  int left = file > range ? file - range : 0, top = row > range ? row - range : 0;
  int right = file + range < (int)game->columns ? file + range : (int)game->columns - 1;
  int bottom = row + range < (int)game->rows ? row + range : (int)game->rows - 1;
  for (int r = top; r <= bottom; r++) {
    for (int f = left; f <= right; f++) {
      unsigned at = (unsigned)r * game->columns + (unsigned)f;
      field->cover[side][at] = (uint8_t)(field->cover[side][at] + change);
      unsigned man = field->man[at];
      if (man && mr_wl_side_of(game, man - 1) == side) {
        set_live(field, side, &field->men[man - 1],
                 mr_wls_is_live(field, side, field->men[man - 1]));
      }
    }
  }
}

/* ---- men ------------------------------------------------------------------------------------- */

static void count_man(mr_wls_field *field, unsigned side, mr_wls_man man, int sign) {
  mr_wls_side *s = &field->side[side];
  bool numbered = mr_wl_is_numbered(man.kind), leads = man.kind <= MR_WL_PROMOTED;
  const int16_t *pull = leads ? field->aims->leader_pull[side] : field->aims->pull[side];
  s->men += sign * mr_wls_plain_worth[man.kind];
  s->place += sign * pull[man.cell];
  s->leaders = (uint16_t)(s->leaders + (numbered ? sign : 0));
  s->levels = (uint16_t)(s->levels + (numbered ? sign * man.kind : 0));
  s->light = (uint16_t)(s->light + (man.kind == MR_WL_LIGHT ? sign : 0));
  s->promoted = (uint16_t)(s->promoted + (man.kind == MR_WL_PROMOTED ? sign : 0));
  s->towns = (uint16_t)(s->towns + (field->ground[man.cell] == MR_WL_TOWN ? sign : 0));
  uint64_t key = mr_wl_man_key(side, man.kind, man.cell);
  field->key += sign > 0 ? key : 0 - key;
}

/* Takes a man off its cell. */
static void lift(mr_wls_field *field, unsigned slot) {
  unsigned side = mr_wl_side_of(field->game, slot);
  mr_wls_man *man = &field->men[slot];
  count_man(field, side, *man, -1);
  set_live(field, side, man, false);
  field->man[man->cell] = 0;
  if (mr_wl_is_numbered(man->kind)) {
    command(field, side, man->cell, -1);
  }
}

/* Puts a man that was lifted, or never stood, on an empty cell. */
static void put(mr_wls_field *field, unsigned slot, unsigned cell) {
  unsigned side = mr_wl_side_of(field->game, slot);
  mr_wls_man *man = &field->men[slot];
  man->cell = (uint16_t)cell;
  field->man[cell] = (uint16_t)(slot + 1);
  count_man(field, side, *man, 1);
  set_live(field, side, man, mr_wls_is_live(field, side, *man));
  if (mr_wl_is_numbered(man->kind)) {
    command(field, side, cell, 1);
  }
}

void mr_wls_field_read(mr_wls_field *field, const mr_wl_state *state) {
  const mr_wl_game *game = field->game;
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  memset(field->man, 0, game->cells * sizeof *field->man);
  memset(field->side, 0, sizeof field->side);
  field->key = 0;
  for (unsigned side = 0; side < 2; side++) {
    memset(field->strike[side], 0, game->cells * sizeof *field->strike[side]);
    memset(field->cover[side], 0, game->cells * sizeof *field->cover[side]);
    field->slots[side] = state->head.units[side];
    field->ever[side] = (unsigned)state->head.lost[side] + state->head.leaders[side];
    field->coming[side] = mr_wl_leaders_to_come(game, state, side);
    field->worth_key[side] = UINT64_MAX;
    for (unsigned i = 0; i < field->slots[side]; i++) {
      unsigned slot = side * game->side_max + i;
      field->men[slot] = (mr_wls_man){MR_WL_OFF_BOARD, units[slot].kind, 0};
      if (units[slot].cell != MR_WL_OFF_BOARD) {
        put(field, slot, units[slot].cell);
      }
    }
  }
}

/* ---- activations ----------------------------------------------------------------------------- */

/* WL-20a. */
static bool is_promoted_at(const mr_wls_field *field, unsigned slot, unsigned cell) {
  const mr_wl_game *game = field->game;
  unsigned far_row = mr_wl_side_of(game, slot) == MR_WL_WHITE ? 0 : game->rows - 1;
  return game->promotion && field->men[slot].kind >= MR_WL_LIGHT && game->row[cell] == far_row;
}

mr_wls_step mr_wls_field_make(mr_wls_field *field, mr_action action) {
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  unsigned slot = field->man[from] - 1u, other = field->man[to];
  bool exchange = mr_wl_action_kind_of(action) == MR_WL_ACT_EXCHANGE;
  mr_wls_step step = {.from = (uint16_t)from,
                      .to = (uint16_t)to,
                      .slot = (uint16_t)slot,
                      .other = (uint16_t)other,
                      .kind = field->men[slot].kind,
                      .exchange = exchange};
  if (other) {
    lift(field, other - 1);
  }
  lift(field, slot);
  if (exchange) {
    put(field, other - 1, from);
  } else if (other) {
    field->men[other - 1].cell = MR_WL_OFF_BOARD;
  }
  if (!exchange && is_promoted_at(field, slot, to)) {
    field->men[slot].kind = MR_WL_PROMOTED;
  }
  put(field, slot, to);
  return step;
}

void mr_wls_field_unmake(mr_wls_field *field, mr_wls_step step) {
  lift(field, step.slot);
  if (step.exchange) {
    lift(field, step.other - 1u);
  }
  field->men[step.slot].kind = step.kind;
  put(field, step.slot, step.from);
  if (step.other) {
    put(field, step.other - 1u, step.to);
  }
}
