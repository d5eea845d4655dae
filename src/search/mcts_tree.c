#include "search/mcts_priv.h"

#include <math.h>

/* ---- growing --------------------------------------------------------------------------------- */

static void reset_node(mr_mcts_node *node, mr_action action, uint8_t mover, bool open) {
  *node = (mr_mcts_node){.action = action, .mover = mover, .decider = MR_NOBODY_ID, .open = open};
  if (!open) {
    node->high = MR_MCTS_FULL;
  }
}

void mr_mcts_plant(mr_mcts *mcts) {
  reset_node(&mcts->nodes[MR_MCTS_ROOT], MR_ACTION_NONE, MR_NOBODY_ID, mcts->open);
  mcts->used = 1;
}

uint32_t mr_mcts_add_node(mr_mcts *mcts, uint32_t parent, mr_action action, uint8_t mover) {
  if (mcts->used == mcts->capacity) {
    return MR_MCTS_ROOT;
  }
  uint32_t index = mcts->used++;
  mr_mcts_node *above = &mcts->nodes[parent];
  reset_node(&mcts->nodes[index], action, mover, above->open);
  mcts->nodes[index].next = above->first;
  above->first = index;
  above->children++;
  return index;
}

/* ---- which of the legal actions have a node -------------------------------------------------- */

static mr_mcts_slot *find_slot(const mr_mcts *mcts, mr_action action) {
  uint32_t at = (uint32_t)mr_mix64(action) & mcts->slot_mask;
  while (mcts->slots[at].stamp == mcts->stamp && mcts->slots[at].action != action) {
    at = (at + 1) & mcts->slot_mask;
  }
  return &mcts->slots[at];
}

/** Lists the legal actions and makes them findable. */
static uint32_t list_actions(mr_mcts *mcts, uint32_t at) {
  size_t legal = mr_game_actions(mcts->engine.game, mcts->state, mcts->actions);
  if (at == MR_MCTS_ROOT) {
    legal = mr_limits_filter(mcts->limits, mcts->actions, legal);
  }
  uint32_t count = (uint32_t)legal;
  mcts->stamp++;
  if (mcts->stamp == 0) { /* once round: what is left from the first time must not look new */
    memset(mcts->slots, 0, (mcts->slot_mask + (size_t)1) * sizeof *mcts->slots);
    mcts->stamp = 1;
  }
  for (uint32_t i = 0; i < count; i++) {
    *find_slot(mcts, mcts->actions[i]) =
        (mr_mcts_slot){.action = mcts->actions[i], .stamp = mcts->stamp, .index = i};
    mcts->tried[i] = false;
  }
  return count;
}

/** Whether the child's action is among the listed ones, taken by the same player; marks it. */
static bool is_offered(mr_mcts *mcts, const mr_mcts_node *child, uint8_t mover) {
  const mr_mcts_slot *slot = find_slot(mcts, child->action);
  if (child->mover != mover || slot->stamp != mcts->stamp) {
    return false;
  }
  mcts->tried[slot->index] = true;
  return true;
}

/** Draws some of the `count` listed actions that have no node yet; makes one for the best. */
static uint32_t expand(mr_mcts *mcts, uint32_t at, uint32_t count, uint8_t mover) {
  uint32_t untried = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!mcts->tried[i]) {
      mcts->actions[untried++] = mcts->actions[i];
    }
  }
  mr_action best = MR_ACTION_NONE;
  double best_average = -1;
  for (unsigned i = 0; i < mcts->tuning.expand_draws; i++) {
    mr_action action = mcts->actions[mr_random_below(&mcts->random, untried)];
    double average = mr_mcts_average_of(mcts, action, mover);
    if (average > best_average) {
      best = action;
      best_average = average;
    }
  }
  return mr_mcts_add_node(mcts, at, best, mover);
}

/* ---- choosing -------------------------------------------------------------------------------- */

/** The most urgent child. */
typedef struct pick {
  uint32_t child;  /**< MR_MCTS_ROOT: there is none */
  uint32_t rivals; /**< children that competed */
  double urgency;
} pick;

/** The value of a child, in which its own playouts slowly replace those that it was met in. */
static double blended_value(const mr_mcts *mcts, const mr_mcts_node *child) {
  double even = mcts->tuning.even, kinship = mcts->tuning.kinship;
  double own = mr_mcts_value(mcts, child, even);
  if (mr_mcts_solved(mcts, child)) {
    return own;
  }
  double points = even * MR_SCORE_WIN / 2; /* some even playouts against chance */
  double met = (child->met_points + points) / (MR_SCORE_WIN * (child->met_visits + even));
  if (child->visits == 0) {
    return met;
  }
  double trust = sqrt(kinship / (3.0 * child->visits + kinship));
  double change = trust * (met - own);
  return own + change;
}

/**
 * How many visits a child still lacks, in units of value. It grows with the root of the chances
 * that the child had: a logarithm would not come back in time to what looked bad by bad luck.
 */
static double curiosity(const mr_mcts *mcts, const mr_mcts_node *child, double chances,
                        uint32_t rivals) {
  return mcts->tuning.explore * sqrt(chances) / (rivals * (1.0 + child->visits));
}

/**
 * Lets a child compete. The sum is a statement of its own: no compiler may fuse it with a product
 * and round anew.
 */
static void consider(const mr_mcts *mcts, pick *best, uint32_t child, double bonus) {
  double value = blended_value(mcts, &mcts->nodes[child]);
  double urgency = value + bonus;
  best->rivals++;
  if (best->child == MR_MCTS_ROOT || urgency > best->urgency) {
    best->child = child;
    best->urgency = urgency;
  }
}

static pick pick_closed(const mr_mcts *mcts, const mr_mcts_node *node, uint8_t mover) {
  pick best = {.child = MR_MCTS_ROOT};
  uint32_t certain = mr_mcts_floor(mcts, node, mover);
  for (uint32_t i = node->first; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    const mr_mcts_node *child = &mcts->nodes[i];
    if (!mr_mcts_hopeless(mcts, child, certain)) {
      consider(mcts, &best, i, curiosity(mcts, child, node->visits, node->children));
    }
  }
  return best;
}

/** Whether a node has earned a child for each of its `legal` actions. */
static bool is_grown(const mr_mcts *mcts, const mr_mcts_node *node, uint32_t legal) {
  double share = mcts->tuning.grown_share * legal;
  return node->visits >= mcts->tuning.grown_visits + share;
}

/** Whether a node where the children in `best` compete may have more. */
static bool may_widen(const mr_mcts *mcts, const mr_mcts_node *node, const pick *best,
                      uint32_t legal) {
  if (mcts->used == mcts->capacity) {
    return false;
  }
  if (best->child == MR_MCTS_ROOT || is_grown(mcts, node, legal)) {
    return true;
  }
  double growth = mcts->tuning.widen_growth * sqrt(node->visits);
  return best->rivals < mcts->tuning.widen_first + growth;
}

/** Makes children for all listed actions without one. @return whether some end the game */
static bool grow(mr_mcts *mcts, uint32_t at, uint32_t legal, uint8_t mover) {
  bool ends = false;
  for (uint32_t i = 0; i < legal; i++) {
    uint32_t child = MR_MCTS_ROOT;
    if (!mcts->tried[i]) {
      child = mr_mcts_add_node(mcts, at, mcts->actions[i], mover);
    }
    if (child != MR_MCTS_ROOT) {
      ends = mr_mcts_look_ahead(mcts, child) || ends;
    }
  }
  return ends;
}

static uint32_t choose_closed(mr_mcts *mcts, uint32_t at, uint8_t mover) {
  mr_mcts_node *node = &mcts->nodes[at];
  pick best = pick_closed(mcts, node, mover);
  bool complete = node->legal > 0 && node->children == node->legal;
  bool content = mr_mcts_floor(mcts, node, mover) == MR_MCTS_FULL;
  if (complete || content || !may_widen(mcts, node, &best, node->legal)) {
    return best.child;
  }
  node->legal = list_actions(mcts, at);
  for (uint32_t i = node->first; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    (void)is_offered(mcts, &mcts->nodes[i], mover);
  }
  if (best.child == MR_MCTS_ROOT || !is_grown(mcts, node, node->legal)) {
    return expand(mcts, at, node->legal, mover);
  }
  if (grow(mcts, at, node->legal, mover)) {
    mr_mcts_tighten_path(mcts);
  }
  return pick_closed(mcts, node, mover).child;
}

static uint32_t choose_open(mr_mcts *mcts, uint32_t at, uint8_t mover) {
  const mr_mcts_node *node = &mcts->nodes[at];
  uint32_t count = list_actions(mcts, at);
  pick best = {.child = MR_MCTS_ROOT};
  for (uint32_t i = node->first; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    mr_mcts_node *child = &mcts->nodes[i];
    if (is_offered(mcts, child, mover)) {
      child->offered++;
      consider(mcts, &best, i, curiosity(mcts, child, child->offered, count));
    }
  }
  if (best.rivals == count || !may_widen(mcts, node, &best, count)) {
    return best.child;
  }
  if (best.child == MR_MCTS_ROOT || !is_grown(mcts, node, count)) {
    return expand(mcts, at, count, mover);
  }
  (void)grow(mcts, at, count, mover);
  return best.child;
}

/* ---- the way down ---------------------------------------------------------------------------- */

static uint32_t through_chance(mr_mcts *mcts, uint32_t at) {
  uint64_t total = 0;
  size_t count = mr_game_chances(mcts->engine.game, mcts->state, mcts->chances, &total);
  mr_chance drawn = mcts->chances[mr_mcts_draw(mcts, count, total)];
  bool lumped = count > MR_MCTS_OUTCOMES;
  mr_action key = lumped ? MR_ACTION_NONE : drawn.action;
  uint32_t child = mcts->nodes[at].first;
  while (child != MR_MCTS_ROOT &&
         (mcts->nodes[child].action != key || mcts->nodes[child].mover != MR_NOBODY_ID)) {
    child = mcts->nodes[child].next;
  }
  if (child == MR_MCTS_ROOT) {
    child = mr_mcts_add_node(mcts, at, key, MR_NOBODY_ID);
    if (child == MR_MCTS_ROOT) {
      return child;
    }
    mr_mcts_node *node = &mcts->nodes[child];
    if (!lumped) {
      mr_u128 share = ((mr_u128)drawn.weight << 32) / total;
      node->share =
          share > UINT32_MAX ? UINT32_MAX : (uint32_t)share; /* certainty loses one unit */
    } else if (!node->open) {
      node->open = true;
      node->offered = 0;
    }
  }
  mr_game_make(mcts->engine.game, mcts->state, drawn.action, NULL, NULL);
  return child;
}

void mr_mcts_descend(mr_mcts *mcts) {
  const mr_game *game = mcts->engine.game;
  uint32_t at = MR_MCTS_ROOT;
  mcts->path[0] = at;
  mcts->path_length = 1;
  mcts->step_count = 0;
  for (;;) {
    mr_mcts_node *node = &mcts->nodes[at];
    mr_node now = mr_game_node(game, mcts->state);
    node->kind = (uint8_t)now.kind;
    node->decider = now.player.id;
    mcts->ended = now.kind == MR_NODE_TERMINAL;
    if (mcts->ended) {
      mr_game_score(game, mcts->state, mcts->score);
    }
    bool fresh = node->visits == 0 && at != MR_MCTS_ROOT;
    if (mcts->ended || fresh || mcts->path_length == mcts->path_room) {
      return;
    }
    if (now.kind == MR_NODE_CHANCE) {
      at = through_chance(mcts, at);
    } else {
      at = node->open ? choose_open(mcts, at, now.player.id)
                      : choose_closed(mcts, at, now.player.id);
    }
    if (at == MR_MCTS_ROOT) {
      return;
    }
    if (now.kind == MR_NODE_DECISION) {
      mr_mcts_note_step(mcts, mcts->nodes[at].action, now.player.id);
      mr_game_make(game, mcts->state, mcts->nodes[at].action, NULL, NULL);
    }
    mcts->work++;
    mcts->path[mcts->path_length++] = at;
  }
}
