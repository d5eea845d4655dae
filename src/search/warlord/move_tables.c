#include "search/warlord/warlord_search.h"

const uint8_t mr_wls_kind_of_class[MR_WLS_CLASSES] = {
    [MR_WLS_FOOT] = MR_WL_INFANTRY, [MR_WLS_LIGHT] = MR_WL_LIGHT, [MR_WLS_CANNON] = MR_WL_CANNON,
    [MR_WLS_HEAVY] = MR_WL_HEAVY,   [MR_WLS_LEADER] = 1,
};

unsigned mr_wls_class_of(unsigned kind) {
  static const uint8_t classes[MR_WL_KINDS] = {
      [MR_WL_INFANTRY] = MR_WLS_FOOT,
      [MR_WL_LIGHT] = MR_WLS_LIGHT,
      [MR_WL_CANNON] = MR_WLS_CANNON,
      [MR_WL_HEAVY] = MR_WLS_HEAVY,
  };
  return kind <= MR_WL_PROMOTED ? MR_WLS_LEADER : classes[kind];
}

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
      out->count[at] = 0;
      if (mr_wl_ground_of(squares[cell]) >= MR_WL_WATER) {
        continue;
      }
      mr_wl_units(game, scratch)[0] = (mr_wl_unit){(uint16_t)cell, mr_wls_kind_of_class[class], 0};
      out->count[at] = (uint8_t)mr_wl_reach(game, scratch, 0, out->to + at * MR_WL_TARGETS_MAX);
    }
  }
}
