/**
 * @file node.h
 * One node of alpha-beta. Scores are for the side to move; they change sign only where the side to
 * move changes, so that turns of two actions need nothing of their own.
 */
#ifndef MARCHER_SEARCH_FAIRY_NODE_H
#define MARCHER_SEARCH_FAIRY_NODE_H

#include "search/fairy/quiesce.h"

enum {
  PLY = 128,      /**< reductions are counted in parts of a ply */
  TRIED_MAX = 48, /**< actions of a kind that are remembered as not having cut */
  PROBE_MEN = 8,  /**< tables are asked about positions of so many men at most */
};

/** What one node knows of itself. */
typedef struct node {
  int alpha, beta, depth;
  unsigned at, side;
  bool pv;
  bool cut;    /**< it is expected to fail high */
  bool danger; /**< an attack has to be answered */
  bool threat; /**< the other side could win by its next action */
  bool improving;
  bool found;
  mr_fys_fact hit;
  int hit_score;
  mr_action hint;
  mr_action excluded;
  int raw, stand; /**< static worth, as kept and as used; MR_FYS_UNKNOWN in danger */
  int best;
  mr_action choice;
  unsigned tried; /**< actions, pruned ones too */
  unsigned quiet_count, loud_count;
  mr_action quiets[TRIED_MAX], louds[TRIED_MAX];
} node;

static int search_node(mr_fys_search *s, int alpha, int beta, int depth, unsigned at, bool cut);

/* ---- before anything is tried ---------------------------------------------------------------- */

/** Tables of endings: asked where they may answer and men have just changed. */
static inline bool is_known(mr_fys_search *s, const node *n, int *score) {
  const mr_fys_shared *all = s->shared;
  mr_tablebase_result truth;
  if (all->probe == NULL || n->at == 0 || head_of(s)->frozen || n->excluded != MR_ACTION_NONE) {
    return false;
  }
  bool root = n->at == 1 && s->root_known;
  if (!root && (!s->frames[(int)n->at - 1].loud ||
                bb_count(filled(tables_of(s->game), sets_of(s->game, s->state))) > PROBE_MEN)) {
    return false;
  }
  if (!all->probe(all->probe_context, s->state, &truth)) {
    return false;
  }
  atomic_fetch_add_explicit(&s->shared->probes, 1, memory_order_relaxed);
  int far = MR_FYS_WIN - clip(0, (int)(n->at + truth.plies), MR_FYS_WIN - MR_FYS_PART - 1);
  *score = truth.winner.id == MR_NOBODY_ID ? 0 : truth.winner.id == n->side ? far : -far;
  return true;
}

/** No win can be nearer than the next action, no loss than now. @return whether that is all */
static inline bool bound_by_distance(node *n, int *score) {
  int least = -MR_FYS_WIN + (int)n->at, most = MR_FYS_WIN - (int)n->at - 1;
  n->alpha = n->alpha > least ? n->alpha : least;
  n->beta = n->beta < most ? n->beta : most;
  *score = n->alpha;
  return n->alpha >= n->beta;
}

/** What the table knows; true when it settles the node. */
static inline bool look_up(mr_fys_search *s, node *n, int *score) {
  n->found = mr_fys_table_find(&s->shared->table, head_of(s)->key, &n->hit);
  n->hint = n->found && n->hit.action ? n->hit.action : MR_ACTION_NONE;
  if (!n->found) {
    return false;
  }
  *score = n->hit_score = from_table(n->hit.score, n->at);
  if (n->pv || n->excluded != MR_ACTION_NONE ||
      n->hit.depth < n->depth + (*score >= n->beta ? 0 : n->depth > 5) ||
      !is_telling(&n->hit, *score, n->alpha, n->beta)) {
    return false;
  }
  unsigned limit = s->game->rules.idle_limit; /* what the table knows may come too late */
  return limit == 0 || head_of(s)->idle + 10u < limit;
}

/** Static worth of a node, and whether the side to move has come forward since its last turn. */
static inline void weigh_node(mr_fys_search *s, node *n) {
  mr_fys_frame *f = &s->frames[n->at];
  bool known = n->found && n->hit.stand != MR_FYS_UNKNOWN;
  if (n->danger) {
    n->raw = n->stand = f->stand = MR_FYS_UNKNOWN;
    n->improving = false;
    return;
  }
  n->raw = known ? n->hit.stand : worth_of(s, n->at);
  n->stand = temper(s, n->raw);
  f->stand = (int16_t)n->stand;
  const mr_fys_frame *before = f - (s->game->rules.split ? 4 : 2);
  before = before->stand == MR_FYS_UNKNOWN ? f - 4 : before;
  n->improving = before->stand != MR_FYS_UNKNOWN && n->stand > before->stand;
  if (n->found && is_telling(&n->hit, n->hit_score, n->stand, n->stand)) {
    n->stand = n->hit_score;
  }
}

/** Whether a turn given away tells something: not where one would be worth having. */
static inline bool may_pass(const mr_fys_search *s) {
  const mr_fy_rules *rules = &s->game->rules;
  const bb *sets = sets_of(s->game, s->state);
  unsigned side = head_of(s)->side;
  if (rules->split || rules->must_capture ||
      (rules->stalemate == MR_FY_WIN && bb_count(sets[side]) < 8)) {
    return false;
  }
  if (rules->flag.count > 1) {
    for (unsigned who = 0; who < 2; who++) {
      bb there = bb_and(sets[who], tables_of(s->game)->flag_region[who]);
      if (bb_count(there) + 1 >= rules->flag.count) {
        return false;
      }
    }
  }
  return bb_count(sets[side]) > 3;
}

enum { VERIFIED_DEPTH = 10 /**< from here on a null move has to be confirmed */ };

static inline bool try_null(mr_fys_search *s, const node *n, int *score) {
  mr_fy_state saved;
  int less = 4 + n->depth / 3 + clip(0, (n->stand - n->beta) / 150, 3);
  push_null(s, n->at, &saved);
  int value = -search_node(s, -n->beta, -n->beta + 1, n->depth - less, n->at + 1, !n->cut);
  *head_of(s) = saved;
  if (s->stopped || value < n->beta) {
    return false;
  }
  *score = value > MR_FYS_SURE ? n->beta : value;
  if (n->depth < VERIFIED_DEPTH || s->null_from > 0) {
    return true;
  }
  s->null_from = n->at + (unsigned)(3 * (n->depth - less) / 4);
  value = search_node(s, n->beta - 1, n->beta, n->depth - less, n->at, false);
  s->null_from = 0;
  return !s->stopped && value >= n->beta;
}

static inline int behind(mr_fys_search *s, unsigned side, const int window[2], int depth,
                         unsigned at, bool cut);

/** A capture that wins so much that a shallow search of it will do. */
static inline bool try_probable(mr_fys_search *s, const node *n, picker *p, int *score) {
  int beta = n->beta + 180 - 60 * n->improving, need = beta - n->stand;
  mr_action hint = n->hint != MR_ACTION_NONE && is_loud(s, n->hint) ? n->hint : MR_ACTION_NONE;
  if (n->found && n->hit.depth >= n->depth - 3 && n->hit_score < beta) {
    return false;
  }
  mr_action action;
  picker_begin(s, p, hint, true);
  while ((action = next_action(s, p, false)) != MR_ACTION_NONE) {
    if (action == n->excluded || !pays(&s->eval, s->state, action, need)) {
      continue;
    }
    const int window[2] = {beta - 1, beta};
    push(s, action, n->at);
    int value = behind(s, n->side, window, 0, n->at, !n->cut);
    if (value >= beta) {
      value = behind(s, n->side, window, n->depth - 4, n->at, !n->cut);
    }
    pop(s, n->at);
    if (s->stopped) {
      return true;
    }
    if (value >= beta) {
      *score = value;
      return true;
    }
  }
  return false;
}

/** Cuts before any action is tried. */
static inline bool cut_early(mr_fys_search *s, node *n, picker *p, int *score) {
  bool sure = n->beta > MR_FYS_SURE || n->beta < -MR_FYS_SURE;
  if (n->pv || n->danger || n->threat || sure || n->excluded != MR_ACTION_NONE) {
    return false;
  }
  if (n->depth <= 4 && n->stand + 200 + 180 * n->depth * n->depth < n->alpha) {
    *score = quiesce(s, n->alpha, n->alpha + 1, n->at, 0);
    if (*score <= n->alpha || s->stopped) {
      return true;
    }
  }
  if (n->depth <= 8 && n->stand < MR_FYS_SURE &&
      n->stand - 85 * (n->depth - n->improving) >= n->beta) {
    *score = (n->stand + n->beta) / 2;
    return true;
  }
  if (n->depth >= 3 && n->stand >= n->beta && !s->frames[(int)n->at - 1].null &&
      n->at >= s->null_from && may_pass(s) && try_null(s, n, score)) {
    return true;
  }
  return !s->stopped && n->depth >= 5 && try_probable(s, n, p, score);
}

/* ---- actions --------------------------------------------------------------------------------- */

/** Searches behind an action that has been made. */
static inline int behind(mr_fys_search *s, unsigned side, const int window[2], int depth,
                         unsigned at, bool cut) {
  return head_of(s)->side == side ? search_node(s, window[0], window[1], depth, at + 1, cut)
                                  : -search_node(s, -window[1], -window[0], depth, at + 1, cut);
}

/** One action about to be tried. */
typedef struct attempt {
  mr_action action;
  unsigned index; /**< tried before it */
  bool quiet;
  bool losing; /**< a capture that loses something */
  bool checks;
  int history;
  int extension;
} attempt;

/** How much shallower an action is searched first, in parts of a ply. */
static inline int reduction(const mr_fys_search *s, const node *n, const attempt *a) {
  unsigned d = (unsigned)clip(0, n->depth, MR_FYS_REDUCED - 1);
  unsigned i = a->index < MR_FYS_REDUCED ? a->index : MR_FYS_REDUCED - 1;
  int less = 16 * s->reductions[d][i];
  if (!a->quiet) {
    less = a->losing ? less / 2 : 0;
  }
  less += n->cut ? 170 : 0;
  less += n->improving ? 0 : 80;
  less -= n->pv ? 140 : 0;
  less -= n->danger || n->threat ? PLY : 0;
  less -= a->checks ? PLY : 0;
  less += n->hint != MR_ACTION_NONE && is_loud(s, n->hint) ? 60 : 0;
  return less - a->history / 64;
}

/** Whether an action is not worth trying: all who are called have seen something better. */
static inline bool is_hopeless(mr_fys_search *s, const node *n, attempt *a) {
  int less = reduction(s, n, a) / PLY, left = n->depth - (less > 0 ? less : 0);
  left = left > 0 ? left : 0;
  if (a->quiet) {
    if (!a->checks && left <= 7 && n->stand != MR_FYS_UNKNOWN &&
        n->stand + 110 + 105 * left <= n->alpha) {
      return true;
    }
    if (!a->checks && a->history < -3800 * n->depth) {
      return true;
    }
    return left <= 7 && !pays(&s->eval, s->state, a->action, -22 * left * left);
  }
  return a->losing && n->depth <= 7 && !pays(&s->eval, s->state, a->action, -95 * n->depth);
}

/** The table's action is looked at deeper where all others are clearly worse. */
static inline int extend_singular(mr_fys_search *s, node *n, int *cut_score) {
  int beta = n->hit_score - 2 * n->depth;
  unsigned line = s->line_length[n->at];
  s->frames[n->at].excluded = n->hint;
  int score = search_node(s, beta - 1, beta, (n->depth - 1) / 2, n->at, n->cut);
  s->frames[n->at].excluded = MR_ACTION_NONE;
  s->line_length[n->at] = line;
  if (s->stopped) {
    return 0;
  }
  if (score < beta) {
    return !n->pv && score < beta - 30 ? 2 : 1;
  }
  if (beta >= n->beta) {
    *cut_score = beta;
    return 0;
  }
  return n->hit_score >= n->beta ? -2 : n->cut ? -1 : 0;
}

static inline bool is_singular_candidate(const mr_fys_search *s, const node *n, mr_action action) {
  return n->at > 0 && action == n->hint && n->depth >= 7 && n->excluded == MR_ACTION_NONE &&
         n->hit.depth >= n->depth - 3 && n->hit.bound >= MR_FYS_AT_LEAST &&
         n->hit_score < MR_FYS_SURE && n->hit_score > -MR_FYS_SURE && n->at < 2 * s->root_depth;
}

/** One action at a node: full or reduced, with a window of one or the whole. */
static inline int try_action(mr_fys_search *s, const node *n, const attempt *a) {
  int less = a->index > 0 ? reduction(s, n, a) : 0, depth = n->depth - 1 + a->extension;
  push(s, a->action, n->at);
  const int whole[2] = {n->alpha, n->beta}, narrow[2] = {n->alpha, n->alpha + 1};
  bool same = head_of(s)->side == n->side;
  bool child_cut = same ? n->cut : !n->cut;
  int score = n->alpha + 1;
  bool reduced = depth >= 2 && a->index > (n->at == 0 ? 1u : 0u) + n->pv && !same && less >= PLY;
  if (reduced) {
    int shallow = clip(1, depth - less / PLY, depth);
    score = behind(s, n->side, narrow, shallow, n->at, true);
    if (score > n->alpha && shallow < depth) {
      score = behind(s, n->side, narrow, depth, n->at, child_cut);
    }
  } else if (!n->pv || a->index > 0) {
    score = behind(s, n->side, narrow, depth, n->at, child_cut);
  }
  if (n->pv && (a->index == 0 || (score > n->alpha && score < n->beta))) {
    score = behind(s, n->side, whole, depth, n->at, false);
  }
  pop(s, n->at);
  return score;
}

/** What a node learns once it is through. */
static inline void learn(mr_fys_search *s, const node *n) {
  if (n->best < n->beta || n->choice == MR_ACTION_NONE) {
    return;
  }
  int bonus = bonus_of(n->depth + (n->best > n->beta + 100));
  if (is_loud(s, n->choice)) {
    reward(capture_record(s, n->choice), bonus);
  } else {
    remember_quiet(s, n->choice, n->at, bonus);
    for (unsigned i = 0; i < n->quiet_count; i++) {
      if (n->quiets[i] != n->choice) {
        reward_quiet(s, n->quiets[i], n->at, -bonus);
      }
    }
  }
  for (unsigned i = 0; i < n->loud_count; i++) {
    if (n->louds[i] != n->choice) {
      reward(capture_record(s, n->louds[i]), -bonus);
    }
  }
}

/** Notes the score of an action. @return whether the node is cut */
static inline bool take_score(mr_fys_search *s, node *n, const attempt *a, int score) {
  if (score > n->best) {
    n->best = score;
    if (score > n->alpha) {
      n->choice = a->action;
      n->alpha = score;
      keep_line(s, n->at, a->action);
    }
  }
  if (a->quiet && n->quiet_count < TRIED_MAX) {
    n->quiets[n->quiet_count++] = a->action;
  } else if (!a->quiet && n->loud_count < TRIED_MAX) {
    n->louds[n->loud_count++] = a->action;
  }
  return score >= n->beta;
}

/** How many actions are tried before the rest of the quiet ones is left out. */
static inline unsigned enough_tried(const node *n) {
  unsigned d = (unsigned)n->depth;
  return (3 + d * d) / (n->improving ? 1 : 2) + 1;
}

/** Tries the actions of a node in order. */
static inline void try_all(mr_fys_search *s, node *n, picker *p) {
  bool quiets = true;
  mr_action action;
  while ((action = next_action(s, p, quiets)) != MR_ACTION_NONE) {
    if (action == n->excluded) {
      continue;
    }
    attempt a = {.action = action, .index = n->tried++, .quiet = !is_loud(s, action)};
    a.losing = !a.quiet && p->stage == LOSING;
    a.history = a.quiet ? history_of_action(s, action, n->at) : *capture_record(s, action);
    a.checks = checks(s, p, action);
    if (n->best > -MR_FYS_SURE && n->alpha < MR_FYS_SURE && !n->pv && !n->danger) {
      quiets = quiets && (n->threat || n->tried < enough_tried(n));
      if ((a.quiet && !quiets && !a.checks) || (!n->threat && is_hopeless(s, n, &a))) {
        continue;
      }
    }
    if (is_singular_candidate(s, n, action)) {
      int settled = MR_FYS_UNKNOWN;
      a.extension = extend_singular(s, n, &settled);
      if (s->stopped || settled != MR_FYS_UNKNOWN) {
        n->best = settled;
        n->choice = MR_ACTION_NONE;
        n->tried = 0; /* nothing of this is stored */
        return;
      }
    }
    int score = try_action(s, n, &a);
    if (s->stopped || take_score(s, n, &a, score)) {
      return;
    }
  }
}

static inline void store_node(mr_fys_search *s, const node *n, int alpha) {
  mr_fys_bound bound = n->best >= n->beta ? MR_FYS_AT_LEAST
                       : n->best > alpha  ? MR_FYS_EXACT
                                          : MR_FYS_AT_MOST;
  mr_fys_fact fact = {.action = n->choice == MR_ACTION_NONE ? 0 : n->choice,
                      .score = to_table(n->best, n->at),
                      .stand = n->raw,
                      .depth = n->depth,
                      .bound = bound,
                      .pv = n->pv || (n->found && n->hit.pv)};
  mr_fys_table_store(&s->shared->table, head_of(s)->key, &fact);
}

/** Danger, threats and what a node is worth as it stands. */
static inline void size_up(mr_fys_search *s, node *n, picker *p) {
  picker_look(s, p, n->at);
  n->danger = in_danger(s, &p->l, n->at);
  n->threat =
      must_dislodge(s, n->side) || (has_goal(s, n->side ^ 1u) && may_reach_goal(s, n->side ^ 1u));
  if (n->hint != MR_ACTION_NONE && !is_possible(s, p, n->hint)) {
    n->hint = MR_ACTION_NONE;
  }
  weigh_node(s, n);
}

static int search_node(mr_fys_search *s, int alpha, int beta, int depth, unsigned at, bool cut) {
  if (depth <= 0) {
    return quiesce(s, alpha, beta, at, 0);
  }
  node n;
  int score = 0;
  n.alpha = alpha, n.beta = beta, n.depth = depth, n.at = at, n.cut = cut;
  n.side = head_of(s)->side;
  n.pv = beta - alpha > 1;
  n.excluded = s->frames[at].excluded;
  n.best = -MR_FYS_INFINITY;
  n.choice = MR_ACTION_NONE;
  n.tried = n.quiet_count = n.loud_count = 0;
  if (is_over(s, at, &score) || bound_by_distance(&n, &score) || look_up(s, &n, &score) ||
      is_known(s, &n, &score)) {
    return score;
  }
  alpha = n.alpha;
  picker p;
  size_up(s, &n, &p);
  if (steps_on_goal(s, &p)) {
    return MR_FYS_WIN - (int)at - 1;
  }
  n.depth += n.danger && at < 2 * s->root_depth;
  if (cut_early(s, &n, &p, &score) || s->stopped) {
    return score;
  }
  n.depth -=
      n.hint == MR_ACTION_NONE && n.depth >= 4 && (n.pv || n.cut) && n.excluded == MR_ACTION_NONE;
  s->frames[at + 2].killers[0] = s->frames[at + 2].killers[1] = MR_ACTION_NONE;
  picker_begin(s, &p, n.hint, false);
  try_all(s, &n, &p);
  if (s->stopped) {
    return 0;
  }
  if (n.best == -MR_FYS_INFINITY) {
    return n.excluded != MR_ACTION_NONE ? alpha : lack_score(s, n.danger, at);
  }
  if (n.excluded == MR_ACTION_NONE && n.tried > 0) {
    learn(s, &n);
    store_node(s, &n, alpha);
  }
  return n.best;
}

/* ---- the root -------------------------------------------------------------------------------- */

/** A line that only proves a bound is short: one from before that begins likewise tells more. */
static inline void keep_root_line(const mr_fys_search *s, mr_fys_root *r, bool bound) {
  if (bound && r->line_length > s->line_length[0] && r->line[0] == r->action) {
    return;
  }
  r->line_length = s->line_length[0] < MR_SEARCH_LINE ? s->line_length[0] : MR_SEARCH_LINE;
  memcpy(r->line, s->line[0], r->line_length * sizeof r->line[0]);
}

/** Searches the root's actions in their order, and puts them in order of what was found. */
static inline int search_root(mr_fys_search *s, size_t first, int alpha, int beta) {
  node n = {.alpha = alpha, .beta = beta, .depth = (int)s->root_depth, .pv = true};
  picker p;
  n.side = head_of(s)->side;
  n.hint = MR_ACTION_NONE;
  n.best = -MR_FYS_INFINITY;
  s->line_length[0] = 0;
  sum_all(&s->eval, s->state, &s->frames[0].sum);
  picker_look(s, &p, 0);
  n.danger = in_danger(s, &p.l, 0);
  n.excluded = MR_ACTION_NONE;
  weigh_node(s, &n);
  for (size_t i = first; i < s->root_count; i++) {
    mr_fys_root *r = &s->roots[i];
    uint64_t before = s->nodes;
    attempt a = {
        .action = r->action, .index = (unsigned)(i - first), .quiet = !is_loud(s, r->action)};
    a.losing = !a.quiet && !pays(&s->eval, s->state, a.action, 0);
    a.history = a.quiet ? history_of_action(s, a.action, 0) : 0;
    a.checks = checks(s, &p, a.action);
    int score = try_action(s, &n, &a);
    r->nodes += s->nodes - before;
    if (s->stopped) {
      break;
    }
    r->score = score;
    r->at_most = score <= n.alpha;
    n.best = score > n.best ? score : n.best;
    if (score > n.alpha) {
      n.alpha = score;
      keep_line(s, 0, r->action);
      keep_root_line(s, r, score >= beta);
      mr_fys_root best = *r;
      memmove(s->roots + first + 1, s->roots + first, (i - first) * sizeof best);
      s->roots[first] = best;
    }
    if (score >= beta || s->alone) {
      break;
    }
  }
  return n.best;
}

#endif
