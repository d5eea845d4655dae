/**
 * @file keys.h
 * The keys of a Warlord definition.
 */
#ifndef MARCHER_RULES_WARLORD_KEYS_H
#define MARCHER_RULES_WARLORD_KEYS_H

#include "rules/warlord/warlord.h"

enum {
  MR_WL_KEY_PIECES,
  MR_WL_KEY_TERRAIN,
  MR_WL_KEY_RANGE,
  MR_WL_KEY_TURN_CAP,
  MR_WL_KEY_CAP,
  MR_WL_KEY_CAP_FRACTION,
  MR_WL_KEY_FIRST_TURN_HANDICAP,
  MR_WL_KEY_FIRST,
  MR_WL_KEY_TEAMS,
  MR_WL_KEY_SHORT_GAME,
  MR_WL_KEY_SHORT_GAME_LEADERS,
  MR_WL_KEY_DEFEAT_LEVEL,
  MR_WL_KEY_TOWNS_TO_WIN,
  MR_WL_KEY_SIX_LEADERS,
  MR_WL_KEY_PROMOTION,
  MR_WL_KEY_SELF_ACTIVATION,
  MR_WL_KEY_CANNON_SWAP,
  MR_WL_KEY_CROSSING,
  MR_WL_KEY_REPETITION_DRAW,
  MR_WL_KEY_QUIET_DRAW,
  MR_WL_KEY_QUIET_TURNS,
  MR_WL_KEY_ARRIVALS,
  MR_WL_KEY_DEPLOYMENT,
  MR_WL_KEY_ZONES,
  MR_WL_KEY_ZONES_USED,
  MR_WL_KEY_ZONE_LEADERS,
  MR_WL_KEY_ZONE_UNITS,
  MR_WL_KEY_ARMY_LEADERS,
  MR_WL_KEY_ARMY_LEADER_COUNT,
  MR_WL_KEY_ARMY_LEVEL_SUM,
  MR_WL_KEY_ARMY_UNITS,
  MR_WL_KEY_ARMY_FREE_UNITS,
  MR_WL_KEY_COUNT
};

extern const mr_key mr_wl_keys[MR_WL_KEY_COUNT];

/** Reads `pieces`, `terrain` and `zones`: the board and what is drawn on it. */
mr_status mr_wl_read_maps(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list);

/** Reads what a hidden deployment must be, and holds the zones against it. */
mr_status mr_wl_read_army(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list);

#endif
