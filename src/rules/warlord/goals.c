/* Ends by what is held and what is left: home towns (WL-46), the last turn (WL-47), units (WL-48).
 */
#include "base/text.h"
#include "definition/diagnostics.h"
#include "rules/warlord/warlord.h"

unsigned mr_wl_towns_held(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  const uint16_t *squares = mr_wl_squares_const(game, state);
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  unsigned held = 0;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    held +=
        units[i].cell != MR_WL_OFF_BOARD && mr_wl_ground_of(squares[units[i].cell]) == MR_WL_TOWN;
  }
  return held;
}

bool mr_wl_homes_matter(const mr_wl_game *game) {
  bool matter = game->home_towns_to_win > 0 || game->replacements == MR_WL_REPLACE_HOME;
  for (unsigned w = 0; w < game->waves && !game->placed_waves && !matter; w++) {
    matter = game->wave[w].cell == MR_WL_OFF_BOARD;
  }
  return matter;
}

bool mr_wl_is_home(const mr_wl_game *game, const mr_wl_state *state, unsigned side, unsigned cell) {
  return game->home[cell] == side + 1 &&
         mr_wl_ground_of(mr_wl_squares_const(game, state)[cell]) == MR_WL_TOWN;
}

unsigned mr_wl_homes_held(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  unsigned held = 0;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    unsigned cell = units[i].cell;
    held += cell != MR_WL_OFF_BOARD && mr_wl_is_home(game, state, side ^ 1u, cell);
  }
  return held;
}

static unsigned units_there(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  const mr_wl_unit *units = mr_wl_units_const(game, state) + side * game->side_max;
  unsigned count = 0;
  for (unsigned i = 0; i < state->head.units[side]; i++) {
    count += units[i].cell != MR_WL_OFF_BOARD;
  }
  return count;
}

unsigned mr_wl_units_left(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  unsigned count = units_there(game, state, side), reserves[MR_WL_KINDS];
  unsigned blocks = game->blocks ? mr_wl_blocks_to_come(game, state, side) : 0;
  const uint8_t *waiting = mr_wl_waiting_const(game, state) + side * game->post_max;
  for (unsigned i = 0; game->blocks && i < game->posts[side]; i++) {
    count += blocks + waiting[i];
  }
  mr_wl_count_reserves(game, state, side, reserves);
  for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
    count += reserves[kind];
  }
  return count;
}

unsigned mr_wl_counted(const mr_wl_game *game, const mr_wl_state *state, unsigned side) {
  switch (game->last_turn_counts) {
  case MR_WL_COUNT_TOWNS:
    return mr_wl_towns_held(game, state, side);
  case MR_WL_COUNT_LEVELS:
    return state->head.levels[side];
  case MR_WL_COUNT_UNITS:
    return units_there(game, state, side);
  case MR_WL_COUNT_NOTHING:
    break;
  }
  return 0;
}

unsigned mr_wl_ahead(const mr_wl_game *game, const mr_wl_state *state) {
  unsigned white = mr_wl_counted(game, state, MR_WL_WHITE);
  unsigned black = mr_wl_counted(game, state, MR_WL_BLACK);
  unsigned most = white > black ? white : black;
  if (white == black || most < game->last_turn_needs) {
    return MR_WL_DRAWN;
  }
  return white > black ? MR_WL_WHITE : MR_WL_BLACK;
}

/* ---- the definition -------------------------------------------------------------------------- */

static const char *const counted_names[] = {"", "towns", "summed levels", "units"};

/* Where a key is written, or the definition. */
static mr_span span_of(const mr_definition *definition, const char *key) {
  const mr_setting *setting = mr_definition_find(definition, key);
  return setting != NULL ? mr_setting_span(setting, 0, 0) : definition->at;
}

/* A key says something that another one leaves without meaning. */
static mr_status refuse(mr_diagnostics *list, const mr_definition *definition, const char *key,
                        const char *why) {
  mr_span span = span_of(definition, key);
  return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL, "%s %s", key, why);
}

unsigned mr_wl_units_most(const mr_wl_game *game, unsigned side) {
  unsigned count = game->deploys ? game->army.total : game->posts[side] * (game->blocks + 1);
  for (unsigned w = 0; w < game->waves; w++) {
    bool comes = mr_wl_wave_is_for(&game->wave[w], side);
    for (unsigned kind = 1; comes && kind < MR_WL_KINDS; kind++) {
      count += game->wave[w].units[kind];
    }
  }
  return count;
}

/* The summed levels of the leaders with which a side begins, with those to come. */
static unsigned levels_of(const mr_wl_game *game, unsigned side) {
  const mr_wl_army *army = &game->army;
  unsigned sum = game->deploys && !army->listed ? army->level_sum : 0;
  for (unsigned level = 1; level <= MR_WL_LEVEL_MAX; level++) {
    sum += game->deploys && army->listed ? level * army->levels[level] : 0;
    for (unsigned w = 0; w < game->waves; w++) {
      sum += mr_wl_wave_is_for(&game->wave[w], side) ? level * game->wave[w].units[level] : 0;
    }
  }
  for (unsigned i = 0; !game->deploys && i < game->posts[side]; i++) {
    unsigned kind = game->post[side][i].kind;
    sum += mr_wl_is_numbered(kind) ? kind * (game->blocks + 1) : 0;
  }
  return sum;
}

unsigned mr_wl_counted_most(const mr_wl_game *game, unsigned side) {
  unsigned units = mr_wl_units_most(game, side);
  switch (game->last_turn_counts) {
  case MR_WL_COUNT_TOWNS:
    return game->towns < units ? game->towns : units;
  case MR_WL_COUNT_LEVELS:
    return levels_of(game, side);
  case MR_WL_COUNT_UNITS:
    return units;
  case MR_WL_COUNT_NOTHING:
    break;
  }
  return 0;
}

static unsigned homes_of(const mr_wl_game *game, unsigned side) {
  unsigned count = 0;
  for (unsigned i = 0; i < game->towns; i++) {
    count += game->home[game->town[i]] == side + 1;
  }
  return count;
}

/* WL-47 by itself: the keys that it needs, and the map. */
static mr_status check_last_turn(const mr_wl_game *game, const mr_definition *definition,
                                 mr_diagnostics *list) {
  mr_status status = MR_OK;
  if (!game->last_turn && game->last_turn_counts != MR_WL_COUNT_NOTHING) {
    status = refuse(list, definition, "last_turn_counts",
                    "does nothing without last_turn, the number of the last turn (WL-47)");
  }
  if (game->last_turn_needs && game->last_turn_counts == MR_WL_COUNT_NOTHING) {
    mr_status found = refuse(list, definition, "last_turn_needs",
                             "does nothing without last_turn_counts = towns, levels or units "
                             "(WL-47)");
    return mr_status_first(status, found);
  }
  if (game->last_turn_counts == MR_WL_COUNT_TOWNS && !game->towns) {
    mr_status found = refuse(list, definition, "last_turn_counts",
                             "is towns, and the map has none; draw some in terrain (WL-47)");
    return mr_status_first(status, found);
  }
  if (game->last_turn_counts == MR_WL_COUNT_TOWNS && game->last_turn_needs > game->towns) {
    mr_status found =
        refuse(list, definition, "last_turn_needs", "asks for more towns than the map has (WL-47)");
    return mr_status_first(status, found);
  }
  return status;
}

/* Whether some side can ever have what WL-47 asks for. */
static mr_status check_needs(const mr_wl_game *game, const mr_definition *definition,
                             mr_diagnostics *list) {
  unsigned white = mr_wl_counted_most(game, MR_WL_WHITE);
  unsigned black = mr_wl_counted_most(game, MR_WL_BLACK);
  unsigned most = white > black ? white : black;
  bool towns = game->last_turn_counts == MR_WL_COUNT_TOWNS && game->last_turn_needs > game->towns;
  if (game->last_turn_counts == MR_WL_COUNT_NOTHING || towns || game->last_turn_needs <= most) {
    return MR_OK;
  }
  mr_span span = span_of(definition, "last_turn_needs");
  return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                          "last_turn_needs asks for %u %s, and no side ever has more than %u "
                          "(WL-47)",
                          game->last_turn_needs, counted_names[game->last_turn_counts], most);
}

mr_status mr_wl_check_home_towns(const mr_wl_game *game, const mr_definition *definition,
                                 mr_diagnostics *list) {
  for (unsigned side = 0; side < 2; side++) {
    unsigned count = homes_of(game, side);
    if (count < game->home_towns_to_win) {
      mr_span span = span_of(definition, "home_towns_to_win");
      return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                              "home_towns_to_win asks for %u home town%s, and %s has %u; draw them "
                              "in terrain, and in homes whose they are (WL-46)",
                              game->home_towns_to_win, mr_text_plural(game->home_towns_to_win),
                              mr_wl_side_names[side], count);
    }
  }
  return MR_OK;
}

/* WL-18 and WL-48: nobody begins as one who has lost. */
static mr_status check_defeats(const mr_wl_game *game, const mr_definition *definition,
                               mr_diagnostics *list) {
  bool levels = false, units = false;
  for (unsigned side = 0; side < 2; side++) {
    levels = levels || levels_of(game, side) < game->defeat_level;
    units = units || (game->defeat_units && mr_wl_units_most(game, side) <= game->defeat_units);
  }
  mr_status status = MR_OK;
  if (levels) {
    status = refuse(list, definition, "defeat_level",
                    "is more than the summed levels of the leaders with which a side begins "
                    "(WL-18)");
  }
  if (units) {
    mr_status found = refuse(list, definition, "defeat_units",
                             "is not less than the units with which a side begins (WL-48)");
    status = mr_status_first(status, found);
  }
  return status;
}

mr_status mr_wl_check_goals(const mr_wl_game *game, const mr_definition *definition, bool armies,
                            mr_diagnostics *list) {
  mr_status status = check_last_turn(game, definition, list);
  if (armies) {
    status = mr_status_first(status, check_needs(game, definition, list));
    status = mr_status_first(status, check_defeats(game, definition, list));
  }
  return status;
}
