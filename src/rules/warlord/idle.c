/* Keys that say what can never come to pass: without the key that they are for, or too late. */
#include "base/text.h"
#include "definition/diagnostics.h"
#include "definition/keys.h"
#include "rules/warlord/warlord.h"

typedef struct dependence {
  const char *key;
  const char *needs;  /**< another key that has to be written, with whatever value */
  const char *remedy; /**< what would give it a meaning */
} dependence;

#define DEPLOYS "deployment = hidden or open (WL-31)"

static const dependence dependences[] = {
    {"zones", "deployment", DEPLOYS},
    {"zones_used", "deployment", DEPLOYS},
    {"zone_leaders", "deployment", DEPLOYS},
    {"zone_units", "deployment", DEPLOYS},
    {"army_leaders", "deployment", DEPLOYS},
    {"army_leader_count", "deployment", DEPLOYS},
    {"army_level_sum", "deployment", DEPLOYS},
    {"army_units", "deployment", DEPLOYS},
    {"army_free_units", "deployment", DEPLOYS},
    {"short_game_leaders", "short_game", "short_game = true (WL-17)"},
    {"cap_fraction", "turn_cap", "turn_cap = levels (WL-39)"},
};

/* Where the other key is written it may be an override that switches it off, to come back later. */
static mr_status check_dependences(const mr_definition *definition, mr_diagnostics *list) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < sizeof dependences / sizeof *dependences; i++) {
    const dependence *d = &dependences[i];
    const mr_setting *setting = mr_definition_find(definition, d->key);
    if (setting != NULL && mr_definition_find(definition, d->needs) == NULL) {
      mr_status found = mr_diagnose_fail(list, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                                         "%s does nothing without %s", d->key, d->remedy);
      status = mr_status_first(status, found);
    }
  }
  return status;
}

/* The turn of a word such as 13, or w13:P1I4@c2, which has been read before. */
static uint64_t turn_of(const char *word, size_t length) {
  size_t side = word[0] == 'w' || word[0] == 'b', end = side;
  uint64_t turn = 0;
  while (end < length && mr_text_is_digit(word[end])) {
    end++;
  }
  return mr_parse_uint(word + side, end - side, UINT32_MAX, &turn) ? turn : 0;
}

/* Whatever comes after the last turn. An override that makes a game shorter is no mistake. */
static mr_status check_turns(const mr_wl_game *game, const mr_definition *definition,
                             mr_diagnostics *list) {
  static const char *const keys[] = {"arrivals", "reinforcements", "replacement_turns"};
  const mr_setting *last = mr_definition_find(definition, "last_turn");
  mr_status status = MR_OK;
  if (!game->last_turn || last == NULL || mr_source_is_override(last->source)) {
    return MR_OK;
  }
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const mr_setting *setting = mr_definition_find(definition, keys[i]);
    const char *text = setting != NULL ? setting->text : "", *word = text;
    for (size_t length; (length = mr_next_word(&word)) > 0; word += length) {
      if (turn_of(word, length) > game->last_turn) {
        mr_span span = mr_setting_span(setting, (size_t)(word - text), length);
        mr_status found = mr_diagnose_fail(list, MR_ERR_ILLEGAL, &span, NULL,
                                           "%s: the game ends with turn %u, the last_turn (WL-47)",
                                           keys[i], game->last_turn);
        status = mr_status_first(status, found);
      }
    }
  }
  return status;
}

/* A state that is read from a text may bring towns with it, so a trial with a key is let be. */
static mr_status check_towns(const mr_wl_game *game, const mr_definition *definition,
                             mr_diagnostics *list) {
  const mr_setting *setting = mr_definition_find(definition, "towns_to_win");
  if (setting == NULL || game->towns_to_win <= game->towns ||
      (!game->towns && mr_source_is_override(setting->source))) {
    return MR_OK;
  }
  return mr_diagnose_fail(list, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                          "towns_to_win asks for %u town%s, and the map has %u; draw them in "
                          "terrain (WL-19)",
                          game->towns_to_win, mr_text_plural(game->towns_to_win), game->towns);
}

mr_status mr_wl_check_idle(const mr_wl_game *game, const mr_definition *definition,
                           mr_diagnostics *list) {
  mr_status status = check_dependences(definition, list);
  status = mr_status_first(status, check_turns(game, definition, list));
  return mr_status_first(status, check_towns(game, definition, list));
}
