#include "search/mcts_priv.h"

/** Children visited less often than this say nothing about the expected line. */
enum { LINE_VISITS = 4 };

/* ---- ranking --------------------------------------------------------------------------------- */

/** Proven inferior ones last; then the most visited; then the better; then the smaller number. */
static bool is_better(const mr_mcts *mcts, const mr_mcts_node *a, const mr_mcts_node *b,
                      uint32_t certain) {
  bool a_hopeless = mr_mcts_hopeless(mcts, a, certain);
  bool b_hopeless = mr_mcts_hopeless(mcts, b, certain);
  if (a_hopeless != b_hopeless) {
    return b_hopeless;
  }
  if (a->visits != b->visits) {
    return a->visits > b->visits;
  }
  double a_value = mr_mcts_value(mcts, a, 0);
  double b_value = mr_mcts_value(mcts, b, 0);
  if (a_value > b_value || a_value < b_value) {
    return a_value > b_value;
  }
  return a->action < b->action;
}

/** The child that the decider of a closed node would take, MR_MCTS_ROOT if there is none. */
static uint32_t best_reply(const mr_mcts *mcts, const mr_mcts_node *node) {
  bool decision = node->kind == MR_NODE_DECISION;
  uint32_t certain = decision ? mr_mcts_floor(mcts, node, node->decider) : 0, best = node->first;
  for (uint32_t i = best; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    const mr_mcts_node *child = &mcts->nodes[i], *than = &mcts->nodes[best];
    bool better = decision ? is_better(mcts, child, than, certain) : child->share > than->share;
    best = better ? i : best;
  }
  return best;
}

/** The best children of the root. An open tree is made of guesses: the rules have the last word. */
static size_t rank_root(const mr_mcts *mcts, uint32_t *best) {
  const mr_mcts_node *root = &mcts->nodes[MR_MCTS_ROOT];
  uint32_t certain = mr_mcts_floor(mcts, root, mcts->player.id);
  size_t count = 0;
  size_t most = mr_limits_candidates(mcts->limits);
  for (uint32_t i = root->first; i != MR_MCTS_ROOT; i = mcts->nodes[i].next) {
    const mr_mcts_node *child = &mcts->nodes[i];
    if (child->visits == 0 || !mr_game_legal(mcts->engine.game, mcts->root, child->action)) {
      continue;
    }
    size_t at = count;
    while (at > 0 && is_better(mcts, child, &mcts->nodes[best[at - 1]], certain)) {
      at--;
    }
    if (at < most) {
      count += count < most ? 1 : 0;
      memmove(best + at + 1, best + at, (count - 1 - at) * sizeof *best);
      best[at] = i;
    }
  }
  return count;
}

/* ---- words ----------------------------------------------------------------------------------- */

static void write_playouts(const mr_mcts *mcts, mr_str *out) {
  mr_write_count(out, mcts->playouts);
  mr_str_add(out, mcts->playouts == 1 ? " playout" : " playouts");
}

/** What is certain, in words. Hidden moves to come would make a liar of it. */
static bool write_proof(const mr_mcts *mcts, mr_str *out) {
  const mr_mcts_node *root = &mcts->nodes[MR_MCTS_ROOT];
  if (mr_game_can(mcts->engine.game, MR_CAN_HIDE) || !mr_mcts_solved(mcts, root)) {
    return false;
  }
  uint32_t certain = mr_mcts_floor(mcts, root, mcts->player.id);
  if (certain >= MR_MCTS_FULL - MR_MCTS_SLACK) {
    mr_str_add(out, "Wins by force");
  } else if (certain <= MR_MCTS_SLACK) {
    mr_str_add(out, "Every action loses against best play");
  } else {
    mr_str_add(out, "Worth exactly ");
    mr_write_percent(out, (double)certain / MR_MCTS_FULL);
    mr_str_add(out, " with best play by all");
  }
  mr_str_add(out, ": proven by ");
  write_playouts(mcts, out);
  mr_str_add(out, ".");
  return true;
}

static void write_estimate(const mr_mcts *mcts, const mr_search_result *result, mr_str *out) {
  write_playouts(mcts, out);
  mr_str_add(out, mcts->even ? ": scores " : ": wins ");
  mr_write_percent(out, result->value);
  mr_str_add(out, mcts->even ? " in them" : " of them");
  if (result->candidate_count > 1) {
    mr_str_add(out, "; next best ");
    mr_game_format_action(mcts->engine.game, mcts->root, result->candidates[1].action, out);
    mr_str_add(out, " at ");
    mr_write_percent(out, result->candidates[1].value);
  }
  mr_str_add(out, ".");
}

/* ---- the result ------------------------------------------------------------------------------ */

/** Below open nodes the actions of different guesses mix: the line ends there. */
static void follow_line(const mr_mcts *mcts, uint32_t at, mr_search_result *out) {
  out->line_length = 0;
  while (at != MR_MCTS_ROOT && out->line_length < MR_SEARCH_LINE) {
    const mr_mcts_node *node = &mcts->nodes[at];
    out->line[out->line_length++] = node->action;
    at = node->open ? MR_MCTS_ROOT : best_reply(mcts, node);
    bool known = mcts->nodes[at].visits >= LINE_VISITS || mr_mcts_solved(mcts, &mcts->nodes[at]);
    if (!known || mcts->nodes[at].action == MR_ACTION_NONE) {
      return;
    }
  }
}

void mr_mcts_report(const mr_mcts *mcts, mr_search_result *out) {
  uint32_t best[MR_SEARCH_CANDIDATES];
  size_t count = rank_root(mcts, best);
  out->nodes = mcts->playouts;
  out->seconds = mr_watch_seconds(&mcts->watch);
  if (count == 0) {
    return;
  }
  for (size_t i = 0; i < count; i++) {
    const mr_mcts_node *child = &mcts->nodes[best[i]];
    out->candidates[i] = (mr_candidate){
        .action = child->action, .value = mr_mcts_value(mcts, child, 0), .visits = child->visits};
  }
  out->candidate_count = count;
  out->action = out->candidates[0].action;
  out->value = out->candidates[0].value;
  follow_line(mcts, best[0], out);
  mr_str reason = mr_str_fixed(out->reason, sizeof out->reason);
  if (!write_proof(mcts, &reason)) {
    write_estimate(mcts, out, &reason);
  }
}
