/* What each side plays for, and whether the definition alone forbids that it is ever reached. */
#include "rules/warlord/warlord.h"

typedef struct goal_list {
  const mr_wl_game *game;
  mr_goal *items;
  size_t count;
  unsigned side; /**< who would win */
} goal_list;

static mr_str add_goal(goal_list *list, unsigned rule) {
  mr_goal *goal = &list->items[list->count++];
  *goal = (mr_goal){.rule = mr_wl_rule(list->game, rule)};
  while (list->game->base.info.team[goal->player.id] != list->side) {
    goal->player.id++;
  }
  mr_str obstacle;
  mr_str_fixed(&obstacle, goal->obstacle, sizeof goal->obstacle);
  return obstacle;
}

static unsigned count_towns(const mr_wl_game *game) {
  unsigned towns = 0;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    towns += game->ground[cell] == MR_WL_TOWN;
  }
  return towns;
}

/** A goal for which so many leaders of the other side have to be captured. */
static void add_captures(goal_list *list, unsigned rule, unsigned captures) {
  unsigned leaders = list->game->original[list->side ^ 1u];
  mr_str obstacle = add_goal(list, rule);
  if (leaders < captures) {
    mr_str_format(&obstacle, "it asks for %u captured leaders, and the other side has %u in all",
                  captures, leaders);
  }
}

size_t mr_wl_goals(const mr_game *base, mr_goal *out) {
  const mr_wl_game *game = (const mr_wl_game *)(const void *)base;
  goal_list list = {.game = game, .items = out};
  for (list.side = 0; list.side < 2; list.side++) {
    /* Who has too few levels has lost before the last leader is gone. */
    if (game->defeat_level > 0) {
      (void)add_goal(&list, MR_WL_RULE_LEVELS);
    } else if (!game->six_leaders || game->original[list.side ^ 1u] < 6) {
      add_captures(&list, MR_WL_RULE_LAST, 1);
    }
    if (game->short_game) {
      add_captures(&list, MR_WL_RULE_SHORT, game->short_leaders);
    }
    if (game->six_leaders) {
      add_captures(&list, MR_WL_RULE_SIX, 6);
    }
    unsigned towns = count_towns(game);
    if (game->towns_to_win > 0) {
      mr_str obstacle = add_goal(&list, MR_WL_RULE_TOWNS);
      if (towns < game->towns_to_win) {
        mr_str_format(&obstacle, "it asks for %u towns, and the map has %u", game->towns_to_win,
                      towns);
      }
    }
  }
  return list.count;
}
