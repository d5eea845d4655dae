/* Keys that say what can never come to pass: without the key that they are for, or too late. */
#include "base/text.h"
#include "definition/diagnostics.h"
#include "definition/keys.h"
#include "rules/warlord/warlord.h"

/* What a key needs to mean anything, and another key says. */
typedef enum need { NEEDS_DEPLOYMENT, NEEDS_SHORT_GAME, NEEDS_LEVELS } need;

typedef struct dependence {
  const char *key;
  need needs;
} dependence;

static const dependence dependences[] = {
    {"zones", NEEDS_DEPLOYMENT},           {"zones_used", NEEDS_DEPLOYMENT},
    {"zone_leaders", NEEDS_DEPLOYMENT},    {"zone_units", NEEDS_DEPLOYMENT},
    {"army_leaders", NEEDS_DEPLOYMENT},    {"army_leader_count", NEEDS_DEPLOYMENT},
    {"army_level_sum", NEEDS_DEPLOYMENT},  {"army_units", NEEDS_DEPLOYMENT},
    {"army_free_units", NEEDS_DEPLOYMENT}, {"short_game_leaders", NEEDS_SHORT_GAME},
    {"cap_fraction", NEEDS_LEVELS},
};

/* Whether a key stands at least as near to what is played as another one, which may be missing: a
   child has not switched off what its parent wrote. Of overrides, which come and go, none is. */
static bool is_nearer(const mr_setting *one, const mr_setting *other) {
  return other == NULL || (!mr_source_is_override(other->source) && one->depth <= other->depth);
}

/* What a child or an override switches off may come back later: the keys for it are let be. */
static mr_status check_dependences(const mr_wl_game *game, const mr_definition *definition,
                                   mr_diagnostics *list) {
  const struct {
    bool given;
    const char *key;    /* that gives it */
    const char *remedy; /* what would */
  } needs[] = {
      [NEEDS_DEPLOYMENT] = {game->deploys, "deployment", "deployment = hidden or open (WL-31)"},
      [NEEDS_SHORT_GAME] = {game->short_game, "short_game", "short_game = true (WL-17)"},
      [NEEDS_LEVELS] = {game->cap == MR_WL_CAP_LEVELS, "turn_cap", "turn_cap = levels (WL-39)"},
  };
  mr_status status = MR_OK;
  for (size_t i = 0; i < sizeof dependences / sizeof *dependences; i++) {
    const dependence *d = &dependences[i];
    const mr_setting *setting = mr_definition_find(definition, d->key);
    const mr_setting *needed = mr_definition_find(definition, needs[d->needs].key);
    if (setting != NULL && !needs[d->needs].given && is_nearer(setting, needed)) {
      mr_status found =
          mr_diagnose_fail(list, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                           "%s does nothing without %s", d->key, needs[d->needs].remedy);
      status = mr_status_first(status, found);
    }
  }
  return status;
}

/* Whether a switch is written, with that value. */
static bool is_switched(const mr_setting *setting, bool value) {
  bool is = !value;
  return setting != NULL && mr_value_bool(setting->text, setting->length, &is) && is == value;
}

/* With `promotion` both kinds are promoted, whatever the keys of one of them say. */
static mr_status check_promotion(const mr_definition *definition, mr_diagnostics *list) {
  static const char *const keys[2] = {"infantry_promotion", "light_promotion"};
  const mr_setting *both = mr_definition_find(definition, "promotion");
  mr_status status = MR_OK;
  for (unsigned i = 0; is_switched(both, true) && i < 2; i++) {
    const mr_setting *one = mr_definition_find(definition, keys[i]);
    if (is_switched(one, false) && is_nearer(one, both)) {
      mr_status found =
          mr_diagnose_fail(list, MR_ERR_ILLEGAL, &one->key_at, NULL,
                           "%s = false does nothing with promotion = true, by which both are "
                           "promoted; write %s = true instead of that (WL-20)",
                           keys[i], keys[1 - i]);
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
  mr_status status = check_dependences(game, definition, list);
  status = mr_status_first(status, check_promotion(definition, list));
  status = mr_status_first(status, check_turns(game, definition, list));
  return mr_status_first(status, check_towns(game, definition, list));
}
