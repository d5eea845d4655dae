#include "base/text.h"
#include "rules/warlord/warlord.h"

/* One word of a list: a letter and a number. */
static mr_status read_word(const mr_setting *setting, const char *word, size_t length, bool leaders,
                           mr_wl_army *army, mr_diagnostics *list) {
  uint64_t number = 0;
  unsigned kind = mr_wl_piece_of_letter(word[0]);
  bool known = kind && kind < MR_WL_KINDS && kind != MR_WL_PROMOTED &&
               mr_wl_is_numbered(kind) == leaders &&
               mr_parse_uint(word + 1, length - 1, MR_WL_LEADERS_MAX, &number);
  if (!known) {
    mr_span span = mr_setting_span(setting, (size_t)(word - setting->text), length);
    mr_diagnose(list, MR_ERR_SYNTAX, &span, NULL,
                leaders ? "%s: expected a leader's letter and a number, such as K3"
                        : "%s: expected one of H C N I and a number, such as I12",
                setting->key);
    return MR_ERR_SYNTAX;
  }
  uint16_t *count = leaders ? &army->levels[kind] : &army->units[kind];
  *count = (uint16_t)(*count + number);
  return MR_OK;
}

static mr_status read_list(const mr_definition *definition, const char *key, bool leaders,
                           mr_wl_army *army, mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, key);
  const char *at = setting != NULL ? setting->text : "";
  while (*at) {
    size_t length = strcspn(at, " \t\n");
    if (length) {
      mr_status status = read_word(setting, at, length, leaders, army, list);
      if (status != MR_OK) {
        return status;
      }
      army->listed = army->listed || leaders;
    }
    at += length + (at[length] != '\0');
  }
  return MR_OK;
}

/* Zones hold what they must, on open ground, for both sides alike. */
static const char *fault_of_zones(const mr_wl_game *game) {
  const mr_wl_army *army = &game->army;
  unsigned squares[2][MR_WL_ZONES_MAX] = {{0}};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned zone = game->zone[cell];
    if (!zone) {
      continue;
    }
    if (game->ground[cell] != MR_WL_OPEN) {
      return "zones: units are deployed on open ground only";
    }
    squares[zone >> 4][(zone & 15u) - 1]++;
  }
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned zone = 0; zone < army->zones; zone++) {
      if (squares[side][zone] < army->zone_leaders + army->zone_units) {
        return "zones: a section is too small for its units";
      }
    }
  }
  return NULL;
}

static const char *fault_of_army(const mr_wl_game *game, unsigned others) {
  const mr_wl_army *army = &game->army;
  if (!army->leaders || army->leaders > MR_WL_LEADERS_MAX || army->total > MR_WL_UNITS_MAX) {
    return "deployment: there are no leaders, or too many units, in army_leaders and army_units";
  }
  if (!army->listed &&
      (army->level_sum < army->leaders || army->level_sum > army->leaders * MR_WL_LEVEL_MAX)) {
    return "deployment: no leaders of level 1 to 10 have this army_level_sum";
  }
  if (army->zones_used > army->zones) {
    return "deployment: zones_used is more than the sections drawn in zones";
  }
  if (army->zones_used * army->zone_leaders != army->leaders ||
      army->zones_used * army->zone_units != others) {
    return "deployment: zones_used sections do not hold exactly the army";
  }
  return fault_of_zones(game);
}

mr_status mr_wl_read_army(mr_wl_game *game, const mr_definition *definition, mr_diagnostics *list) {
  mr_wl_army *army = &game->army;
  mr_status status = read_list(definition, "army_leaders", true, army, list);
  if (status == MR_OK) {
    status = read_list(definition, "army_units", false, army, list);
  }
  if (status != MR_OK || !game->hidden) {
    return status;
  }
  unsigned leaders = army->listed ? 0 : army->leaders, others = army->free_units;
  for (unsigned level = 1; army->listed && level <= MR_WL_LEVEL_MAX; level++) {
    leaders += army->levels[level];
  }
  for (unsigned kind = MR_WL_HEAVY; kind < MR_WL_KINDS; kind++) {
    others += army->units[kind];
  }
  army->leaders = (uint8_t)(leaders < UINT8_MAX ? leaders : UINT8_MAX);
  army->total = (uint16_t)(leaders + others);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if ((game->zone[cell] & 15u) > army->zones) {
      army->zones = game->zone[cell] & 15u;
    }
  }
  const char *fault = fault_of_army(game, others);
  if (fault == NULL) {
    return MR_OK;
  }
  mr_diagnose(list, MR_ERR_ILLEGAL, &definition->at, NULL, "%s", fault);
  return MR_ERR_ILLEGAL;
}
