/* What both sides play for, and whether the definition alone forbids that it is ever reached. */
#include "rules/borderline/borderline.h"

size_t mr_bd_goals(const mr_game *base, mr_goal *out) {
  const mr_bd_game *game = (const mr_bd_game *)(const void *)base;
  for (unsigned side = 0; side < 2; side++) {
    mr_goal *goal = &out[side];
    *goal = (mr_goal){.player = {(uint8_t)side}, .rule = MR_BD_RULE_VICTORY};
    mr_str obstacle;
    mr_str_fixed(&obstacle, goal->obstacle, sizeof goal->obstacle);
    if (mr_bd_state_of(base->start)->phase != MR_BD_DEAL) {
      continue;
    }
    if (game->pieces < game->rows) {
      mr_str_format(&obstacle, "it takes a piece in each of the %u rows, and a side has %u",
                    game->rows, game->pieces);
    } else if (game->ply_cap < 2 * game->rows - 1) {
      mr_str_format(&obstacle,
                    "it takes a piece in each of the %u rows, and the game ends after %u plies",
                    game->rows, game->ply_cap);
    } else {
      /* Some pieces of every number of pips join straight above each other. */
      goal->open = game->ply_cap >= 2 * game->rows;
    }
  }
  return 2;
}
