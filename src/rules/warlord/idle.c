/* Keys that say what can never come to pass: without the key that they are for, or too late. */
#include "base/text.h"
#include "definition/diagnostics.h"
#include "definition/keys.h"
#include "rules/warlord/warlord.h"

/* What a key needs to mean anything, and another key says. */
typedef enum need {
  NEEDS_DEPLOYMENT,
  NEEDS_SHORT_GAME,
  NEEDS_LEVELS,
  NEEDS_REPLACEMENTS,
  NEEDS_LAST_TURN,
  NEEDS_COUNT
} need;

typedef struct dependence {
  const char *key;
  need needs;
} dependence;

/* Those from the first of replacements on are checked where they are read, by their values. */
static const dependence dependences[] = {
    {"zones", NEEDS_DEPLOYMENT},
    {"zones_used", NEEDS_DEPLOYMENT},
    {"zone_leaders", NEEDS_DEPLOYMENT},
    {"zone_units", NEEDS_DEPLOYMENT},
    {"army_leaders", NEEDS_DEPLOYMENT},
    {"army_leader_count", NEEDS_DEPLOYMENT},
    {"army_level_sum", NEEDS_DEPLOYMENT},
    {"army_units", NEEDS_DEPLOYMENT},
    {"army_free_units", NEEDS_DEPLOYMENT},
    {"short_game_leaders", NEEDS_SHORT_GAME},
    {"cap_fraction", NEEDS_LEVELS},
    {"replacement_turns", NEEDS_REPLACEMENTS},
    {"replacement_every", NEEDS_REPLACEMENTS},
    {"replacement_leaders", NEEDS_REPLACEMENTS},
    {"replacement_share", NEEDS_REPLACEMENTS},
    {"last_turn_counts", NEEDS_LAST_TURN},
    {"last_turn_needs", NEEDS_COUNT},
};

typedef struct lender {
  const char *key; /* that gives it */
  const char *why; /* it is missing, behind "does nothing": what would give it */
} lender;

static const lender lenders[] = {
    [NEEDS_DEPLOYMENT] = {"deployment", "without deployment = hidden or open (WL-31)"},
    [NEEDS_SHORT_GAME] = {"short_game", "without short_game = true (WL-17)"},
    [NEEDS_LEVELS] = {"turn_cap", "without turn_cap = levels (WL-39)"},
    [NEEDS_REPLACEMENTS] = {"replacements", "without replacements = home or held (WL-37)"},
    [NEEDS_LAST_TURN] = {"last_turn", "without last_turn, the number of the last turn (WL-47)"},
    [NEEDS_COUNT] = {"last_turn_counts",
                     "without last_turn_counts = towns, levels or units (WL-47)"},
};

static bool is_given(const mr_wl_game *game, need needs) {
  switch (needs) {
  case NEEDS_DEPLOYMENT:
    return game->deploys;
  case NEEDS_SHORT_GAME:
    return game->short_game;
  case NEEDS_LEVELS:
    return game->cap == MR_WL_CAP_LEVELS;
  case NEEDS_REPLACEMENTS:
    return game->replacements != MR_WL_REPLACE_NEVER;
  case NEEDS_LAST_TURN:
    return game->last_turn > 0;
  case NEEDS_COUNT:
    return game->last_turn_counts != MR_WL_COUNT_NOTHING;
  }
  return true;
}

const char *mr_wl_idle(const mr_game *base, const mr_key *key) {
  const mr_wl_game *game = mr_wl_game_of(base);
  for (size_t i = 0; i < sizeof dependences / sizeof *dependences; i++) {
    const dependence *d = &dependences[i];
    if (strcmp(d->key, key->name) == 0 && !is_given(game, d->needs)) {
      return lenders[d->needs].why;
    }
  }
  return NULL;
}

/* Whether a key stands at least as near to what is played as another one, which may be missing: a
   child has not switched off what its parent wrote. Of overrides, which come and go, none is. */
static bool is_nearer(const mr_setting *one, const mr_setting *other) {
  return other == NULL || (!mr_source_is_override(other->source) && one->depth <= other->depth);
}

/* What a child or an override switches off may come back later: the keys for it are let be. */
static mr_status check_dependences(const mr_wl_game *game, const mr_definition *definition,
                                   mr_diagnostics *list) {
  mr_status status = MR_OK;
  for (size_t i = 0; i < sizeof dependences / sizeof *dependences; i++) {
    const dependence *d = &dependences[i];
    const lender *by = &lenders[d->needs];
    const mr_setting *setting = mr_definition_find(definition, d->key);
    const mr_setting *needed = mr_definition_find(definition, by->key);
    bool checked = d->needs < NEEDS_REPLACEMENTS;
    if (checked && setting != NULL && !is_given(game, d->needs) && is_nearer(setting, needed)) {
      mr_status found = mr_diagnose_fail(list, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                                         "%s does nothing %s", d->key, by->why);
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

/* Who lists the leaders of an army has said how many there are, and of which levels. */
static mr_status check_army_levels(const mr_definition *definition, mr_diagnostics *list) {
  static const char *const keys[2] = {"army_leader_count", "army_level_sum"};
  const mr_setting *listed = mr_definition_find(definition, "army_leaders");
  mr_status status = MR_OK;
  for (unsigned i = 0; listed != NULL && listed->length > 0 && i < 2; i++) {
    const mr_setting *one = mr_definition_find(definition, keys[i]);
    if (one != NULL && is_nearer(one, listed)) {
      mr_status found =
          mr_diagnose_fail(list, MR_ERR_ILLEGAL, &one->key_at, NULL,
                           "%s does nothing with army_leaders, which says how many leaders there "
                           "are of each level; leave out one of them (WL-33)",
                           keys[i]);
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
  const mr_setting *every = mr_definition_find(definition, "replacement_every");
  if (every != NULL && game->replacement_every > game->last_turn) {
    status = mr_diagnose_fail(list, MR_ERR_ILLEGAL, &every->key_at, NULL,
                              "replacement_every: the game ends with turn %u, the last_turn "
                              "(WL-47)",
                              game->last_turn);
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

/* ---- what the map leaves without meaning ----------------------------------------------------- */

/* What a key is for, which a state that is read from a text, or a campaign, may bring with it: so
   the definition is played, and warned of. */
typedef struct lack {
  const char *key;
  bool lacks;
  const char *of; /* what it lacks, and where that would be given */
} lack;

/* Whether units of a kind are on the map, are deployed, or come later. */
static bool has_kind(const mr_wl_game *game, unsigned kind) {
  bool has = game->deploys && (game->army.units[kind] > 0 || game->army.free_units > 0);
  for (unsigned side = 0; !game->deploys && side < 2; side++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      has = has || game->post[side][i].kind == kind;
    }
  }
  for (unsigned w = 0; w < game->waves; w++) {
    has = has || game->wave[w].units[kind] > 0;
  }
  return has;
}

static bool has_water(const mr_wl_game *game) {
  return memchr(game->ground, MR_WL_WATER, game->cells) != NULL;
}

/* The activations that a side would have on its first turn but for the handicap. */
static unsigned first_cap(const mr_wl_game *game, unsigned side) {
  const mr_wl_army *army = &game->army;
  unsigned leaders = game->deploys ? army->leaders : 0;
  unsigned light = game->deploys ? army->units[MR_WL_LIGHT] + army->free_units : 0;
  unsigned levels = game->deploys && !army->listed ? army->level_sum : 0;
  for (unsigned level = 1; game->deploys && army->listed && level <= MR_WL_LEVEL_MAX; level++) {
    levels += level * army->levels[level];
  }
  for (unsigned i = 0; !game->deploys && i < game->posts[side]; i++) {
    unsigned kind = game->post[side][i].kind;
    leaders += mr_wl_is_numbered(kind) || kind == MR_WL_PROMOTED;
    light += kind == MR_WL_LIGHT;
    levels += mr_wl_is_numbered(kind) ? kind : 0;
  }
  uint64_t cap = game->cap_most;
  if (game->cap == MR_WL_CAP_LEADERS) {
    cap = leaders + (game->self_activation ? light : 0);
  } else if (game->cap == MR_WL_CAP_LEVELS) {
    cap =
        (uint64_t)game->cap_fraction.numerator * levels / (uint64_t)game->cap_fraction.denominator;
  }
  return cap < game->cap_most ? (unsigned)cap : game->cap_most;
}

/* Whether half the activations of who may move first are none. */
static bool leaves_none(const mr_wl_game *game) {
  return (game->first != MR_WL_BLACK && first_cap(game, MR_WL_WHITE) < 2) ||
         (game->first != MR_WL_WHITE && first_cap(game, MR_WL_BLACK) < 2);
}

/* Whether it stands at least as near to what is played as all that gives what it is for. */
static bool is_meant(const mr_definition *definition, const mr_setting *setting) {
  static const char *const giving[] = {"pieces", "terrain", "army_units", "reinforcements"};
  bool meant = setting != NULL && !mr_source_is_override(setting->source);
  for (size_t i = 0; meant && i < sizeof giving / sizeof *giving; i++) {
    meant = is_nearer(setting, mr_definition_find(definition, giving[i]));
  }
  return meant;
}

static void warn_of_lacks(const mr_wl_game *game, const mr_definition *definition,
                          mr_diagnostics *list) {
  const bool infantry = has_kind(game, MR_WL_INFANTRY), light = has_kind(game, MR_WL_LIGHT);
  const lack lacks[] = {
      {"crossing", !has_water(game),
       memchr(game->ground, MR_WL_VOID, game->cells) != NULL
           ? "without water that is none as far as the edge of the map (WL-24)"
           : "without water, which is drawn in terrain as ~ (WL-24)"},
      {"cannon_swap", !has_kind(game, MR_WL_CANNON), "without a cannon (WL-22)"},
      {"self_activation", !light, "without light cavalry (WL-9)"},
      {"promotion", !infantry && !light, "without infantry and light cavalry (WL-20)"},
      {"infantry_promotion", !infantry, "without infantry (WL-20)"},
      {"light_promotion", !light, "without light cavalry (WL-20)"},
  };
  for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++) {
    const mr_setting *setting = mr_definition_find(definition, lacks[i].key);
    if (lacks[i].lacks && is_switched(setting, true) && is_meant(definition, setting)) {
      mr_diagnose_as(list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &setting->key_at, NULL,
                     "%s does nothing %s", lacks[i].key, lacks[i].of);
    }
  }
  const mr_setting *handicap = mr_definition_find(definition, "first_turn_handicap");
  if (game->handicap && leaves_none(game) && is_meant(definition, handicap)) {
    mr_diagnose_as(list, MR_SEVERITY_WARNING, MR_ERR_ILLEGAL, &handicap->key_at, NULL,
                   "first_turn_handicap leaves who moves first nothing to do on the first turn: "
                   "half of 1 activation, rounded down, is none (WL-35)");
  }
}

mr_status mr_wl_check_idle(const mr_wl_game *game, const mr_definition *definition,
                           mr_diagnostics *list) {
  warn_of_lacks(game, definition, list);
  mr_status status = check_dependences(game, definition, list);
  status = mr_status_first(status, check_army_levels(definition, list));
  status = mr_status_first(status, check_promotion(definition, list));
  status = mr_status_first(status, check_turns(game, definition, list));
  return mr_status_first(status, check_towns(game, definition, list));
}
