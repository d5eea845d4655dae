/* Replacements (WL-37): what was lost comes back at towns. */
#include <marcher/hash.h>

#include "rules/warlord/warlord.h"

bool mr_wl_returns_on(const mr_wl_game *game, unsigned turn) {
  bool due = game->replacement_every && turn % game->replacement_every == 0;
  for (unsigned i = 0; !due && i < game->returns; i++) {
    due = game->return_turn[i] == turn;
  }
  return game->replacements != MR_WL_REPLACE_NEVER && due;
}

void mr_wl_count_fallen(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                        unsigned out[MR_WL_KINDS]) {
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  memset(out, 0, MR_WL_KINDS * sizeof *out);
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    out[units[i].kind] += units[i].cell == MR_WL_OFF_BOARD && mr_wl_comes_back(game, units[i].kind);
  }
}

/* The kind of which most are lost; of kinds alike the one that comes first here. 0: nothing is */
static unsigned most_fallen(const unsigned fallen[MR_WL_KINDS]) {
  static const uint8_t order[] = {
      MR_WL_INFANTRY, MR_WL_LIGHT, MR_WL_CANNON, MR_WL_HEAVY, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  unsigned best = MR_WL_NOTHING;
  for (size_t i = 0; i < sizeof order; i++) {
    best = fallen[order[i]] > fallen[best] ? order[i] : best;
  }
  return best;
}

static bool is_free(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                    unsigned cell) {
  uint16_t square = mr_wl_squares_const(game, state)[cell];
  return !mr_wl_unit_of(square) && mr_wl_may_stand(kind, mr_wl_ground_of(square));
}

static bool is_home(const mr_wl_game *game, unsigned side, unsigned town) {
  return game->home[town] == side + 1;
}

/* The first square beside a town where a unit of that kind may come: in the order in which its own
   side sees them, from the left behind to the right before. @return the town: there is none */
static unsigned free_beside(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                            unsigned town) {
  int away = state->head.side == MR_WL_WHITE ? 1 : -1;
  for (int i = 0; i < 9; i++) {
    int file = game->file[town] + away * (i % 3 - 1), row = game->row[town] + away * (1 - i / 3);
    unsigned cell = (unsigned)row * game->columns + (unsigned)file;
    if (file >= 0 && row >= 0 && file < (int)game->columns && row < (int)game->rows &&
        cell != town && is_free(game, state, kind, cell)) {
      return cell;
    }
  }
  return town;
}

/* Where a unit comes back by way of a town. @return MR_WL_OFF_BOARD: nowhere */
static unsigned gate_of(const mr_wl_game *game, const mr_wl_state *state, unsigned kind,
                        unsigned town) {
  unsigned side = state->head.side;
  if (mr_wl_ground_of(mr_wl_squares_const(game, state)[town]) != MR_WL_TOWN) {
    return MR_WL_OFF_BOARD; /* a text has other ground */
  }
  if (game->replacements == MR_WL_REPLACE_HOME) {
    bool open = is_home(game, side, town) && is_free(game, state, kind, town);
    return open ? town : MR_WL_OFF_BOARD;
  }
  unsigned man = mr_wl_unit_of(mr_wl_squares_const(game, state)[town]);
  if (!man || mr_wl_side_of(game, man - 1) != side) {
    return MR_WL_OFF_BOARD;
  }
  unsigned cell = free_beside(game, state, kind, town);
  return cell != town ? cell : MR_WL_OFF_BOARD;
}

/* The first lost unit of a kind stands on a square again. */
static void bring_back(const mr_wl_game *game, mr_wl_state *state, unsigned kind, unsigned cell,
                       mr_events *events) {
  mr_wl_head *h = &state->head;
  unsigned side = h->side, slot = side * game->side_max;
  mr_wl_unit *units = mr_wl_units(game, state);
  while (units[slot].kind != kind || units[slot].cell != MR_WL_OFF_BOARD) {
    slot++;
  }
  uint16_t *square = &mr_wl_squares(game, state)[cell];
  units[slot].cell = (uint16_t)cell;
  *square = (uint16_t)((*square & ~MR_WL_SLOT_BITS) | (slot + 1));
  mr_wl_count_unit(state, side, kind, 1);
  mr_wl_hash_unit(state, side, units[slot], 1);
  h->fallen -= mr_wl_fallen_key(side, kind);
  mr_wl_came(game, state)[h->came++] = (uint16_t)slot;
  mr_event event =
      mr_event_of(MR_EVENT_ARRIVE, mr_wl_seat(game, side, 0), mr_wl_rule(game, MR_WL_RULE_RETURN));
  event.to = (mr_cell){(uint16_t)cell};
  event.piece = (mr_piece){mr_wl_piece(side, kind)};
  event.value[0] = 1;
  mr_events_add(events, event);
}

void mr_wl_bring_replacements(const mr_wl_game *game, mr_wl_state *state, mr_events *events) {
  mr_wl_head *h = &state->head;
  unsigned fallen[MR_WL_KINDS];
  if (game->replacements == MR_WL_REPLACE_NEVER) {
    return;
  }
  memset(mr_wl_came(game, state), 0, game->towns * sizeof(uint16_t));
  h->came = 0;
  if (!h->fallen || !mr_wl_returns_on(game, h->turn)) {
    return;
  }
  mr_wl_count_fallen(game, state, h->side, fallen);
  for (unsigned kind = 0; game->replacement_share && kind < MR_WL_KINDS; kind++) {
    fallen[kind] /= game->replacement_share;
  }
  for (unsigned i = 0; i < game->towns; i++) { /* from the own edge on */
    unsigned town = game->town[h->side == MR_WL_WHITE ? game->towns - 1 - i : i];
    unsigned kind = most_fallen(fallen);
    unsigned cell = kind ? gate_of(game, state, kind, town) : MR_WL_OFF_BOARD;
    if (cell != MR_WL_OFF_BOARD) {
      bring_back(game, state, kind, cell, events);
      fallen[kind]--;
    }
  }
}

void mr_wl_drop_replacements(const mr_wl_game *game, mr_wl_state *state) {
  for (unsigned i = 0; i < state->head.came; i++) {
    mr_wl_unit *unit = &mr_wl_units(game, state)[mr_wl_came(game, state)[i]];
    uint16_t *square = &mr_wl_squares(game, state)[unit->cell];
    *square = (uint16_t)(*square & ~MR_WL_SLOT_BITS);
    unit->cell = MR_WL_OFF_BOARD;
  }
}
