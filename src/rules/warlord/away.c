/* Who is not on the map: units to come, and the fallen that may come back. Their numbers, and what
   tells states apart by them. */
#include <marcher/hash.h>
#include <string.h>

#include "rules/warlord/warlord.h"

bool mr_wl_wave_is_for(const mr_wl_wave *wave, unsigned side) {
  return wave->side == MR_WL_DRAWN || wave->side == side;
}

unsigned mr_wl_turn_begun(const mr_wl_state *state, unsigned side) {
  const mr_wl_head *h = &state->head;
  return h->turn - (side != h->side && side != h->first);
}

void mr_wl_count_reserves(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                          unsigned out[MR_WL_KINDS]) {
  memset(out, 0, MR_WL_KINDS * sizeof *out);
  for (unsigned w = 0; w < game->waves; w++) {
    const mr_wl_wave *wave = &game->wave[w];
    bool to_come = mr_wl_wave_is_for(wave, side) && wave->turn > mr_wl_turn_begun(state, side);
    for (unsigned kind = 1; to_come && kind < MR_WL_KINDS; kind++) {
      out[kind] += wave->units[kind];
    }
  }
  for (unsigned pool = 0; pool < game->pools; pool++) {
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      out[kind] += mr_wl_pool(game, state, side, pool)[kind];
    }
  }
}

uint64_t mr_wl_waves_key(const mr_wl_game *game, const mr_wl_state *state) {
  uint64_t to_come = 0;
  for (unsigned side = 0; side < 2; side++) {
    to_come <<= 16;
    for (unsigned w = 0; w < game->waves; w++) {
      to_come += mr_wl_wave_is_for(&game->wave[w], side) &&
                 game->wave[w].turn > mr_wl_turn_begun(state, side);
    }
  }
  return game->waves ? mr_mix64(to_come | UINT64_C(1) << 47) : 0;
}

uint64_t mr_wl_pool_key(unsigned side, unsigned pool, unsigned kind, unsigned number) {
  return number * mr_mix64((uint64_t)pool << 8 | mr_wl_piece(side, kind) | UINT64_C(1) << 46);
}

uint64_t mr_wl_reserves_key(const mr_wl_game *game, const mr_wl_state *state) {
  uint64_t key = 0;
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned pool = 0; pool < game->pools; pool++) {
      for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
        key += mr_wl_pool_key(side, pool, kind, mr_wl_pool(game, state, side, pool)[kind]);
      }
    }
  }
  return key;
}

bool mr_wl_comes_back(const mr_wl_game *game, unsigned kind) {
  return game->replacements != MR_WL_REPLACE_NEVER && kind != MR_WL_PROMOTED &&
         (game->replacement_leaders || !mr_wl_is_numbered(kind));
}

uint64_t mr_wl_fallen_key(unsigned side, unsigned kind) {
  return mr_mix64(mr_wl_piece(side, kind) | UINT64_C(1) << 45);
}
