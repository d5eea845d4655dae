#include <string.h>

#include "rules/fairy/compile/keys.h"
#include "rules/fairy/fairy.h"

/* How many features in force have this number. */
static unsigned count_id(const mr_fy_rules *rules, const char *id) {
  unsigned count = 0;
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    if (rules->rule_texts[i] != NULL && strcmp(rules->rule_ids[i], id) == 0) {
      count++;
    }
  }
  return count;
}

/*
 * A rule is called by its number in the rulebook; where several features share one, by the number
 * and the feature; where there is none, by the feature.
 */
static const char *name_rule(mr_fy_game *game, unsigned feature) {
  const char *id = game->rules.rule_ids[feature];
  if (id[0] == '\0') {
    return mr_fy_feature_words[feature];
  }
  if (count_id(&game->rules, id) < 2) {
    return id;
  }
  char buffer[128];
  mr_str name;
  mr_str_fixed(&name, buffer, sizeof buffer);
  mr_str_format(&name, "%s %s", id, mr_fy_feature_words[feature]);
  return mr_arena_copy(&game->base.arena, name.data, name.length);
}

/* Its place among the rules, or `count` where it is new. */
static size_t find_rule(const mr_rule *rules, size_t count, const char *id) {
  size_t place = 1;
  while (place < count && strcmp(rules[place].id, id) != 0) {
    place++;
  }
  return place;
}

/* Promotions that have numbers of their own come behind all else. @return number of rules */
static size_t add_promotions(mr_fy_game *game, mr_rule *rules, size_t count) {
  for (unsigned i = 1; i <= game->rules.kind_count; i++) {
    const mr_fy_kind *kind = &game->rules.kinds[i];
    game->promotion_rule[i] = game->rule_of[MR_FY_RULE_PROMOTION];
    size_t place = kind->promotion_id != NULL ? find_rule(rules, count, kind->promotion_id) : count;
    if (kind->promotion_id != NULL && place == count && kind->promotion_text != NULL) {
      rules[count++] = (mr_rule){kind->promotion_id, kind->promotion_text};
    }
    if (kind->promotion_id != NULL && place < count) {
      game->promotion_rule[i] = (mr_rule_index)place;
    }
  }
  return count;
}

mr_status mr_fy_rules_init(mr_fy_game *game) {
  size_t count = 1;
  mr_rule *rules =
      mr_arena_zero(&game->base.arena, MR_FY_RULE_COUNT + MR_FY_KINDS_MAX, sizeof *rules);
  if (rules == NULL) {
    return MR_ERR_NOMEM;
  }
  rules[0] = (mr_rule){"", ""};
  for (unsigned i = 1; i < MR_FY_RULE_COUNT; i++) {
    if (game->rules.rule_texts[i] == NULL) {
      continue;
    }
    const char *id = name_rule(game, i);
    if (id == NULL) {
      return MR_ERR_NOMEM;
    }
    game->rule_of[i] = (mr_rule_index)count;
    rules[count++] = (mr_rule){id, game->rules.rule_texts[i]};
  }
  game->base.info.rules = rules;
  game->base.info.rule_count = add_promotions(game, rules, count);
  return MR_OK;
}
