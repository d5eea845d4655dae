/* Wins that nobody can avert, found by trying everything that can happen at the start. */
#include "laws/design_priv.h"

enum {
  PROOF_WORK = 12000000, /**< for each number of actions */
  MAKE_WORK = 12,
  DEALS = 8 /**< openings that are tried where chance makes them */
};

/** Whether `team` can force a win within `depth` actions; false where the work runs out. */
static bool forces(mr_design *d, unsigned level, unsigned depth, unsigned team, mr_action *how) {
  const mr_game *game = d->game;
  mr_node node = mr_game_node(game, d->state);
  if (node.kind == MR_NODE_TERMINAL || depth == 0) {
    return mr_design_winner(d, d->state) == team;
  }
  size_t count = 0;
  if (node.kind == MR_NODE_CHANCE) {
    uint64_t total;
    count = mr_game_chances(game, d->state, d->chances[level], &total);
  } else {
    count = mr_game_actions(game, d->state, d->list[level]);
  }
  bool own = node.kind == MR_NODE_DECISION && game->info.team[node.player.id] == team;
  for (size_t i = 0; i < count; i++) {
    mr_action action =
        node.kind == MR_NODE_CHANCE ? d->chances[level][i].action : d->list[level][i];
    if (!mr_design_spend(d, MAKE_WORK)) {
      return false;
    }
    mr_game_make(game, d->state, action, d->undo[level], NULL);
    bool forced = forces(d, level + 1, depth - 1, team, NULL);
    mr_game_unmake(game, d->state, d->undo[level]);
    if (forced == own) {
      if (how != NULL && own) {
        *how = action;
      }
      return own;
    }
  }
  return !own;
}

/** The opening of a deal. @return whether there is something to decide */
static bool deal(mr_design *d, uint64_t index) {
  uint64_t key[] = {d->options->seed, index};
  mr_random_init(&d->random, mr_hash_bytes(MR_HASH_START, key, sizeof key));
  mr_game_start(d->game, d->state);
  mr_node node;
  while ((node = mr_game_node(d->game, d->state)).kind == MR_NODE_CHANCE) {
    mr_game_make(d->game, d->state, mr_game_roll(d->game, d->state, d->chances[0], &d->random),
                 NULL, NULL);
  }
  return node.kind == MR_NODE_DECISION;
}

/** The fewest actions within which somebody can force a win from d->state; 0: none is seen. */
static unsigned fastest_win(mr_design *d, unsigned *team, mr_action *how) {
  /* What the other side has hidden is not known to who would have to find the win. */
  unsigned most = mr_game_can(d->game, MR_CAN_HIDE) ? 1 : MR_DESIGN_PLIES;
  for (unsigned depth = 1; depth <= most; depth++) {
    for (*team = 0; *team < d->teams; ++*team) {
      mr_design_begin(d, "looking for forced wins", PROOF_WORK);
      if (forces(d, 0, depth, *team, how)) {
        return depth;
      }
      if (!mr_design_spend(d, 0)) {
        return 0;
      }
    }
  }
  return 0;
}

static void report(mr_design *d, unsigned depth, unsigned team, mr_action how) {
  mr_node node = mr_game_node(d->game, d->state);
  const char *name = mr_design_team_name(d, team);
  mr_design_finding *found = NULL;
  if (how == MR_ACTION_NONE) {
    found = mr_design_find(d, MR_DESIGN_FIRST_MOVE,
                           "whatever %s begins with, %s can win within %u actions of the start",
                           d->game->info.player_names[node.player.id], name, depth);
  } else {
    char buffer[MR_ACTION_TEXT_MAX];
    mr_str text;
    mr_str_fixed(&text, buffer, sizeof buffer);
    mr_game_format_action(d->game, d->state, how, &text);
    found = depth == 1 ? mr_design_find(d, MR_DESIGN_FIRST_MOVE,
                                        "%s can win with the first action, %s", name, buffer)
                       : mr_design_find(d, MR_DESIGN_FIRST_MOVE,
                                        "%s can force a win within %u actions of the start, "
                                        "beginning with %s",
                                        name, depth, buffer);
  }
  found->proven = true;
  found->state = mr_design_state(d, d->state);
}

void mr_design_prove(mr_design *d) {
  unsigned deals = mr_game_can(d->game, MR_CAN_DEAL) ? DEALS : 1;
  for (unsigned i = 0; i < deals && deal(d, i); i++) {
    unsigned team = 0;
    mr_action how = MR_ACTION_NONE;
    unsigned depth = fastest_win(d, &team, &how);
    /* One deal in which somebody wins quickly is luck; when all are like that, it is the rules. */
    if (depth == 0) {
      return;
    }
    if (i + 1 == deals) {
      report(d, depth, team, how);
    }
  }
}
