#include "search/mcts_priv.h"

#define QUARTER (MR_MCTS_FULL / MR_SCORE_WIN)

/** What is certain of one score. */
typedef struct bounds {
  uint16_t low;
  uint16_t high;
} bounds;

/* ---- reading bounds -------------------------------------------------------------------------- */

static bounds bounds_of(const mr_mcts *mcts, const mr_mcts_node *node) {
  if (!mcts->bounded || node->open) {
    return (bounds){.low = 0, .high = MR_MCTS_FULL};
  }
  return (bounds){.low = node->low, .high = node->high};
}

/** Whether `seat` is of the team whose score the bounds are about. */
static bool in_first_team(const mr_mcts *mcts, uint8_t seat) {
  const mr_game_info *info = &mcts->engine.game->info;
  return info->team[seat] == info->team[0];
}

uint32_t mr_mcts_floor(const mr_mcts *mcts, const mr_mcts_node *node, uint8_t seat) {
  bounds known = bounds_of(mcts, node);
  return in_first_team(mcts, seat) ? known.low : MR_MCTS_FULL - known.high;
}

uint32_t mr_mcts_ceiling(const mr_mcts *mcts, const mr_mcts_node *node, uint8_t seat) {
  bounds known = bounds_of(mcts, node);
  return in_first_team(mcts, seat) ? known.high : MR_MCTS_FULL - known.low;
}

bool mr_mcts_solved(const mr_mcts *mcts, const mr_mcts_node *node) {
  bounds known = bounds_of(mcts, node);
  return known.high - known.low <= (int)MR_MCTS_SLACK;
}

bool mr_mcts_hopeless(const mr_mcts *mcts, const mr_mcts_node *child, uint32_t certain) {
  return mr_mcts_floor(mcts, child, child->mover) + MR_MCTS_SLACK < certain &&
         mr_mcts_ceiling(mcts, child, child->mover) <= certain + MR_MCTS_SLACK;
}

double mr_mcts_value(const mr_mcts *mcts, const mr_mcts_node *node, double even) {
  double low = (double)mr_mcts_floor(mcts, node, node->mover) / MR_MCTS_FULL;
  double high = (double)mr_mcts_ceiling(mcts, node, node->mover) / MR_MCTS_FULL;
  double visits = node->visits + even;
  double points = even * MR_SCORE_WIN / 2;
  double mean = visits > 0 ? (node->points + points) / (MR_SCORE_WIN * visits) : 0.5;
  mean = mean > high ? high : mean;
  return mean < low ? low : mean;
}

/* ---- moving bounds up ------------------------------------------------------------------------ */

/** The decider takes the best; what was never tried may still be anything. */
static bounds bounds_of_decision(const mr_mcts *mcts, const mr_mcts_node *node) {
  bool first = in_first_team(mcts, node->decider);
  bool complete = node->children == node->legal;
  bounds known = first ? (bounds){0, 0} : (bounds){MR_MCTS_FULL, MR_MCTS_FULL};
  for (uint32_t i = node->first; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    bounds child = bounds_of(mcts, &mcts->nodes[i]);
    if (first ? child.low > known.low : child.low < known.low) {
      known.low = child.low;
    }
    if (first ? child.high > known.high : child.high < known.high) {
      known.high = child.high;
    }
  }
  if (!complete && first) {
    known.high = MR_MCTS_FULL;
  } else if (!complete) {
    known.low = 0;
  }
  return known;
}

/** Means of what was seen; the rest of the probability scores nothing below, all above. */
static bounds bounds_of_chance(const mr_mcts *mcts, const mr_mcts_node *node) {
  uint64_t low = 0;
  uint64_t lost = 0;
  for (uint32_t i = node->first; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    bounds child = bounds_of(mcts, &mcts->nodes[i]);
    low += (uint64_t)mcts->nodes[i].share * child.low;
    lost += (uint64_t)mcts->nodes[i].share * (MR_MCTS_FULL - child.high);
  }
  return (bounds){.low = (uint16_t)(low >> 32), .high = (uint16_t)(MR_MCTS_FULL - (lost >> 32))};
}

/** A closed node's bounds are recomputed. Those above may have to move where they have moved. */
void mr_mcts_tighten_path(mr_mcts *mcts) {
  bool moved = true;
  for (uint32_t i = mcts->path_length; moved && i > 0; i--) {
    mr_mcts_node *node = &mcts->nodes[mcts->path[i - 1]];
    if (node->kind == MR_NODE_TERMINAL) {
      continue;
    }
    bounds known = node->kind == MR_NODE_CHANCE ? bounds_of_chance(mcts, node)
                                                : bounds_of_decision(mcts, node);
    moved = known.low != node->low || known.high != node->high;
    node->low = known.low;
    node->high = known.high;
  }
}

static void prove(mr_mcts_node *end, const uint8_t *score) {
  uint16_t exact = (uint16_t)(score[0] * QUARTER);
  end->low = exact;
  end->high = exact;
  end->kind = MR_NODE_TERMINAL;
}

bool mr_mcts_look_ahead(mr_mcts *mcts, uint32_t child) {
  const mr_game *game = mcts->engine.game;
  mr_mcts_node *node = &mcts->nodes[child];
  if (!mcts->bounded || node->open) {
    return false;
  }
  mr_state_copy(game, mcts->trial, mcts->state);
  mr_game_make(game, mcts->trial, node->action, NULL, NULL);
  mcts->work++;
  if (mr_game_node(game, mcts->trial).kind != MR_NODE_TERMINAL) {
    return false;
  }
  uint8_t score[MR_MAX_PLAYERS];
  mr_game_score(game, mcts->trial, score);
  prove(node, score);
  return true;
}

/* ---- kinship --------------------------------------------------------------------------------- */

static mr_mcts_last *find_last(const mr_mcts *mcts, mr_action action, uint8_t mover) {
  uint32_t at = (uint32_t)mr_mix64(((uint64_t)mover << 32) | action) & mcts->last_mask;
  const mr_mcts_last *last = &mcts->last[at];
  while (last->stamp == mcts->last_stamp &&
         (last->step.action != action || last->step.mover != mover)) {
    at = (at + 1) & mcts->last_mask;
    last = &mcts->last[at];
  }
  return &mcts->last[at];
}

/** Remembers when each action of the playout was taken for the last time. */
static void index_steps(mr_mcts *mcts) {
  mcts->last_stamp++;
  if (mcts->last_stamp == 0) { /* once round: what is left from the first time must not look new */
    memset(mcts->last, 0, (mcts->last_mask + (size_t)1) * sizeof *mcts->last);
    mcts->last_stamp = 1;
  }
  for (uint32_t i = 0; i < mcts->step_count; i++) {
    mr_mcts_step step = mcts->steps[i];
    *find_last(mcts, step.action, step.mover) =
        (mr_mcts_last){.step = step, .stamp = mcts->last_stamp, .index = i};
  }
}

/**
 * Teaches the children of decisions on the way whose actions were taken there or later. Every
 * decision took one step.
 */
static void teach_kin(mr_mcts *mcts) {
  uint32_t since = 0;
  index_steps(mcts);
  for (uint32_t i = 0; i < mcts->path_length; i++) {
    const mr_mcts_node *node = &mcts->nodes[mcts->path[i]];
    if (node->kind != MR_NODE_DECISION) {
      continue;
    }
    for (uint32_t k = node->first; k != MR_MCTS_ROOT; k = mcts->nodes[k].next) {
      mr_mcts_node *child = &mcts->nodes[k];
      const mr_mcts_last *last = find_last(mcts, child->action, child->mover);
      if (last->stamp == mcts->last_stamp && last->index >= since) {
        child->met_visits++;
        child->met_points += mcts->score[child->mover];
      }
    }
    since++;
  }
}

/* ---- one playout's lesson -------------------------------------------------------------------- */

void mr_mcts_back_up(mr_mcts *mcts) {
  for (uint32_t i = 0; i < mcts->path_length; i++) {
    mr_mcts_node *node = &mcts->nodes[mcts->path[i]];
    node->visits++;
    if (node->mover != MR_NOBODY_ID) {
      node->points += mcts->score[node->mover];
    }
  }
  teach_kin(mcts);
  mr_mcts_learn_averages(mcts);
  for (unsigned seat = 0; seat < mcts->engine.game->info.players; seat++) {
    mcts->even = mcts->even || (mcts->score[seat] != 0 && mcts->score[seat] != MR_SCORE_WIN);
  }
  mr_mcts_node *end = &mcts->nodes[mcts->path[mcts->path_length - 1]];
  if (mcts->ended && mcts->bounded && !end->open) {
    prove(end, mcts->score);
    mr_mcts_tighten_path(mcts);
  }
}
