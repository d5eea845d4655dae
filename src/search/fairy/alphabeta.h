/**
 * @file alphabeta.h
 * The search for one core, which the files search_w*.c compile: they define FY_WORDS and FYS_CORE
 * and include this. One node of alpha-beta. Scores are for the side to move; they change sign only
 * where the side to move changes, so that turns of two actions need nothing of their own.
 */
#ifndef MARCHER_SEARCH_FAIRY_ALPHABETA_H
#define MARCHER_SEARCH_FAIRY_ALPHABETA_H

#include "search/fairy/qsearch.h"

enum {
  PLY = 128,      /**< reductions are counted in parts of a ply */
  TRIED_MAX = 48, /**< actions of a kind that are remembered as not having cut; later ones were
                     hardly looked at */
  PROBE_MEN = 8,  /**< tables are not asked about more: none has so many */
};

/*
 * Depths, in plies, and margins, in hundredths of a pawn, that are not among the parameters
 * (params.h). They are usual values of programs for chess, set by hand and untuned: games of other
 * pieces get them because values are scaled such that a pawn is about a hundred. What is known of
 * them together is told in docs/STRENGTH.md.
 */
enum {
  RAZOR_DEPTH = 4,   /**< so deep a position far below alpha is left to captures: quiet actions add
                        up */
  REVERSE_DEPTH = 8, /**< reverse futility: in more plies a side can lose anything */
  NULL_DEPTH = 3,    /**< below it the reduced search would be a quiescence search */
  NULL_VERIFY_DEPTH = 10, /**< from here on zugzwang costs more than a search to confirm */
  NULL_REDUCTION = 4,     /**< and three plies more at most where it is far above beta */
  PROBCUT_DEPTH = 5, /**< below it the search that confirms would be no cheaper than the node */
  PROBCUT_IMPROVING = 60, /**< so much less has a capture to beat beta by while things get better */
  PROBCUT_REDUCTION = 4,
  IIR_DEPTH = 4,      /**< internal iterative reduction: no hash move is known of a deep node */
  FUTILITY_DEPTH = 7, /**< so near the end a quiet action does not make up for much */
  SINGULAR_DEPTH = 7, /**< below it the search without the hash move costs more than it tells */
  BONUS_MARGIN = 100, /**< a cut so far above beta counts as one a ply deeper */
  SWING_MAX = 600,    /**< less than a deep cut: a static eval is only a guess */
};

/** What one node knows of itself. */
typedef struct node {
  int alpha, beta, depth;
  unsigned ply, side;
  bool pv;
  bool cut;    /**< it is expected to fail high */
  bool danger; /**< an attack has to be answered, or a capture has to be made: the static eval does
                    not know yet what comes of it, and there are few answers */
  bool threat; /**< the other side could win by its next action */
  bool improving;
  bool found;
  mr_fys_tt_data hit;
  int hit_score;
  mr_action hash_move;
  mr_action excluded;
  int raw_eval, static_eval; /**< as kept and as used; MR_FYS_NO_EVAL in danger */
  int best;
  mr_action choice;
  unsigned tried; /**< actions, pruned ones too */
  unsigned quiet_count, noisy_count;
  mr_action quiets[TRIED_MAX], noisies[TRIED_MAX];
} node;

static int search_node(mr_fys_search *s, int alpha, int beta, int depth, unsigned ply, bool cut);

/* ---- before anything is tried ---------------------------------------------------------------- */

/** Endgame tables: asked where they may answer and men have just changed. */
static inline bool probe_tablebase(mr_fys_search *s, const node *n, int *score) {
  const mr_fys_shared *all = s->shared;
  mr_tablebase_result known;
  if (all->probe == NULL || n->ply == 0 || head_of(s)->frozen || n->excluded != MR_ACTION_NONE) {
    return false;
  }
  bool root = n->ply == 1 && s->root_in_tablebase;
  if (!root && (!s->frames[(int)n->ply - 1].noisy ||
                bb_count(filled(tables_of(s->game), sets_of(s->game, s->state))) > PROBE_MEN)) {
    return false;
  }
  if (!all->probe(all->probe_context, s->state, &known)) {
    return false;
  }
  atomic_fetch_add_explicit(&s->shared->probes, 1, memory_order_relaxed);
  int far = MR_FYS_WIN - clip(0, (int)(n->ply + known.plies), MR_FYS_WIN - MR_FYS_PARTIAL_WIN - 1);
  *score = known.winner.id == MR_NOBODY_ID ? 0 : known.winner.id == n->side ? far : -far;
  return true;
}

/** What the transposition table knows; true when it settles the node. */
static inline bool probe_tt(mr_fys_search *s, node *n, int *score) {
  n->found = mr_fys_tt_find(&s->shared->tt, head_of(s)->key, &n->hit);
  n->hash_move = n->found && n->hit.action ? n->hit.action : MR_ACTION_NONE;
  if (!n->found) {
    return false;
  }
  *score = n->hit_score = shift_end(n->hit.score, -(int)n->ply);
  if (n->pv || n->excluded != MR_ACTION_NONE ||
      n->hit.depth < n->depth + (*score >= n->beta ? 0 : n->depth > 5) ||
      !bound_holds(&n->hit, *score, n->alpha, n->beta)) {
    return false;
  }
  /* The key does not tell how idle the game has been: what the table knows may come too late. */
  unsigned limit = s->game->rules.idle_limit;
  return limit == 0 || head_of(s)->idle + 10u < limit;
}

/** What has changed by the quiet action before counts in its history, at once. */
static inline void learn_from_swing(mr_fys_search *s, const node *n) {
  const mr_fys_frame *f = &s->frames[(int)n->ply - 1];
  if (f->action == MR_ACTION_NONE || f->noisy || f->side == n->side ||
      f->static_eval == MR_FYS_NO_EVAL || n->excluded != MR_ACTION_NONE) {
    return;
  }
  int swing = -(f->static_eval + n->static_eval) * n->depth * s->params.bonus_swing / 10;
  update_history(&s->history[f->place], clip(-SWING_MAX, swing, SWING_MAX));
}

/** Static eval of a node, and whether the side to move has come forward since its last turn. */
static inline void eval_node(mr_fys_search *s, node *n) {
  mr_fys_frame *f = &s->frames[n->ply];
  bool known = n->found && n->hit.raw_eval != MR_FYS_NO_EVAL;
  if (n->danger) {
    n->raw_eval = n->static_eval = f->static_eval = MR_FYS_NO_EVAL;
    n->improving = false;
    return;
  }
  n->raw_eval = known ? n->hit.raw_eval : eval_position(s, n->ply);
  n->static_eval = correct_eval(s, scale_eval(s, n->raw_eval), n->ply);
  f->static_eval = (int16_t)n->static_eval;
  if (s->params.bonus_swing > 0) {
    learn_from_swing(s, n);
  }
  const mr_fys_frame *before = f - (s->game->rules.split ? 4 : 2);
  before = before->static_eval == MR_FYS_NO_EVAL ? f - 4 : before;
  n->improving = before->static_eval != MR_FYS_NO_EVAL && n->static_eval > before->static_eval;
  if (n->found && bound_holds(&n->hit, n->hit_score, n->static_eval, n->static_eval)) {
    n->static_eval = n->hit_score;
  }
}

/** Whether a null move tells something: not where a turn less would be worth having (zugzwang): in
 *  split turns, with compulsory captures, near a win by stalemate or by number, with few men. */
static inline bool null_move_allowed(const mr_fys_search *s) {
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

/** Null move pruning. */
static inline bool null_move(mr_fys_search *s, const node *n, int *score) {
  mr_fy_state saved;
  int less =
      NULL_REDUCTION + n->depth / 3 + clip(0, (n->static_eval - n->beta) / s->params.null_step, 3);
  make_null(s, n->ply, &saved);
  int value = -search_node(s, -n->beta, -n->beta + 1, n->depth - less, n->ply + 1, !n->cut);
  *head_of(s) = saved;
  if (s->stopped || value < n->beta) {
    return false;
  }
  *score = value > MR_FYS_MATE_BOUND ? n->beta : value;
  if (n->depth < NULL_VERIFY_DEPTH || s->null_min_ply > 0) {
    return true;
  }
  s->null_min_ply = n->ply + (unsigned)(3 * (n->depth - less) / 4);
  value = search_node(s, n->beta - 1, n->beta, n->depth - less, n->ply, false);
  s->null_min_ply = 0;
  return !s->stopped && value >= n->beta;
}

/** Searches on after an action that has been made; the score is for `side`. */
static inline int search_child(mr_fys_search *s, unsigned side, const int window[2], int depth,
                               unsigned ply, bool cut) {
  return head_of(s)->side == side ? search_node(s, window[0], window[1], depth, ply + 1, cut)
                                  : -search_node(s, -window[1], -window[0], depth, ply + 1, cut);
}

/** ProbCut: a capture that wins so much that a shallow search of it will do. */
static inline bool probcut(mr_fys_search *s, const node *n, picker *p, int *score) {
  int beta = n->beta + s->params.probcut_margin - PROBCUT_IMPROVING * n->improving,
      need = beta - n->static_eval;
  mr_action hash_move =
      n->hash_move != MR_ACTION_NONE && is_noisy(s, n->hash_move) ? n->hash_move : MR_ACTION_NONE;
  if (n->found && n->hit.depth >= n->depth - 3 && n->hit_score < beta) {
    return false;
  }
  mr_action action;
  picker_start(s, p, hash_move, true);
  while ((action = next_action(s, p, false)) != MR_ACTION_NONE) {
    if (action == n->excluded || !see_ge(&s->eval, s->state, action, need)) {
      continue;
    }
    const int window[2] = {beta - 1, beta};
    make_action(s, action, n->ply);
    int value = search_child(s, n->side, window, 0, n->ply, !n->cut);
    if (value >= beta) {
      value = search_child(s, n->side, window, n->depth - PROBCUT_REDUCTION, n->ply, !n->cut);
    }
    unmake_action(s, n->ply);
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

/** Razoring, reverse futility, null move and ProbCut: cuts before any action is tried. */
static inline bool prune_early(mr_fys_search *s, node *n, picker *p, int *score) {
  bool mate_seen = n->beta > MR_FYS_MATE_BOUND || n->beta < -MR_FYS_MATE_BOUND;
  if (n->pv || n->danger || n->threat || mate_seen || n->excluded != MR_ACTION_NONE) {
    return false;
  }
  if (n->depth <= RAZOR_DEPTH &&
      n->static_eval + s->params.razor_base + s->params.razor_square * n->depth * n->depth <
          n->alpha) {
    *score = qsearch(s, n->alpha, n->alpha + 1, n->ply, 0);
    if (*score <= n->alpha || s->stopped) {
      return true;
    }
  }
  if (n->depth <= REVERSE_DEPTH && n->static_eval < MR_FYS_MATE_BOUND &&
      n->static_eval - s->params.reverse_margin * (n->depth - n->improving) >= n->beta) {
    *score = (n->static_eval + n->beta) / 2;
    return true;
  }
  int need = s->params.null_margin - s->params.null_slope * n->depth;
  if (n->depth >= NULL_DEPTH && n->static_eval >= n->beta && n->static_eval >= n->beta + need &&
      !s->frames[(int)n->ply - 1].null && n->ply >= s->null_min_ply && null_move_allowed(s) &&
      null_move(s, n, score)) {
    return true;
  }
  return !s->stopped && n->depth >= PROBCUT_DEPTH && probcut(s, n, p, score);
}

/* ---- actions --------------------------------------------------------------------------------- */

/** One action about to be tried. */
typedef struct attempt {
  mr_action action;
  unsigned index; /**< tried before it */
  bool quiet;
  bool losing; /**< a capture that loses something */
  bool gives_direct_check;
  int history;
  int extension;
} attempt;

/**
 * Late move reduction: how much shallower an action is searched first, in parts of a ply. The parts
 * are usual ones, untuned: less for what is likely to matter (principal variation, checks, danger,
 * good history), more where a cut is expected or things get worse, or the hash move is a capture.
 */
static inline int reduction(const mr_fys_search *s, const node *n, const attempt *a) {
  unsigned d = (unsigned)clip(0, n->depth, MR_FYS_REDUCTIONS - 1);
  unsigned i = a->index < MR_FYS_REDUCTIONS ? a->index : MR_FYS_REDUCTIONS - 1;
  int less = 16 * s->reductions[d][i];
  if (!a->quiet) {
    bool was_pv = n->pv || (n->found && n->hit.pv);
    less = a->losing ? less / 2 : was_pv ? 0 : less * s->params.reduction_capture / 100;
  }
  less += n->cut ? s->params.reduction_cut : 0;
  less += n->improving ? 0 : s->params.reduction_worse;
  less -= n->pv ? s->params.reduction_pv : 0;
  less -= n->found && n->hit.pv ? s->params.reduction_was_pv : 0;
  less -= n->danger || n->threat ? PLY : 0;
  less -= a->gives_direct_check ? s->params.reduction_check : 0;
  less +=
      n->hash_move != MR_ACTION_NONE && is_noisy(s, n->hash_move) ? s->params.reduction_noisy : 0;
  return less - a->history / s->params.reduction_history;
}

/** Whether an action is not worth trying: futility, history and exchange pruning. @pre an action
 * that does not lose is known */
static inline bool is_prunable(mr_fys_search *s, const node *n, attempt *a) {
  int less = reduction(s, n, a) / PLY, left = n->depth - (less > 0 ? less : 0);
  left = left > 0 ? left : 0;
  if (a->quiet) {
    if (!a->gives_direct_check && left <= FUTILITY_DEPTH && n->static_eval != MR_FYS_NO_EVAL &&
        n->static_eval + s->params.futility_base + s->params.futility_margin * left <= n->alpha) {
      return true;
    }
    if (!a->gives_direct_check && a->history < -s->params.history_prune * n->depth) {
      return true;
    }
    return left <= FUTILITY_DEPTH &&
           !see_ge(&s->eval, s->state, a->action, -s->params.see_quiet * left * left);
  }
  return a->losing && n->depth <= FUTILITY_DEPTH &&
         !see_ge(&s->eval, s->state, a->action, -s->params.see_noisy * n->depth);
}

/** Singular extension: the hash move is searched deeper where all others are clearly worse; where
 * one of them beats beta, too, the node is cut (multi-cut). */
static inline int singular_extension(mr_fys_search *s, node *n, int *cut_score) {
  int beta = n->hit_score - s->params.singular_margin * n->depth / 16;
  unsigned line = s->line_length[n->ply];
  s->frames[n->ply].excluded = n->hash_move;
  int score = search_node(s, beta - 1, beta, (n->depth - 1) / 2, n->ply, n->cut);
  s->frames[n->ply].excluded = MR_ACTION_NONE;
  s->line_length[n->ply] = line;
  if (s->stopped) {
    return 0;
  }
  if (score < beta) {
    return !n->pv && score < beta - s->params.singular_double ? 2 : 1;
  }
  if (beta >= n->beta) {
    *cut_score = beta;
    return 0;
  }
  return n->hit_score >= n->beta ? -2 : n->cut ? -1 : 0;
}

static inline bool is_singular_candidate(const mr_fys_search *s, const node *n, mr_action action) {
  return n->ply > 0 && action == n->hash_move && n->depth >= SINGULAR_DEPTH &&
         n->excluded == MR_ACTION_NONE && n->hit.depth >= n->depth - 3 &&
         n->hit.bound >= MR_FYS_AT_LEAST && n->hit_score < MR_FYS_MATE_BOUND &&
         n->hit_score > -MR_FYS_MATE_BOUND && n->ply < 2 * s->root_depth;
}

/** One action at a node: full or reduced, with a window of one or the whole. */
static inline int try_action(mr_fys_search *s, const node *n, const attempt *a) {
  int less = a->index > 0 ? reduction(s, n, a) : 0, depth = n->depth - 1 + a->extension;
  make_action(s, a->action, n->ply);
  const int whole[2] = {n->alpha, n->beta}, narrow[2] = {n->alpha, n->alpha + 1};
  bool same = head_of(s)->side == n->side;
  bool child_cut = same ? n->cut : !n->cut;
  int score = n->alpha + 1;
  bool reduced = depth >= 2 && a->index > (n->ply == 0 ? 1u : 0u) + n->pv && !same && less >= PLY;
  if (reduced) {
    int shallow = clip(1, depth - less / PLY, depth);
    score = search_child(s, n->side, narrow, shallow, n->ply, true);
    if (score > n->alpha && shallow < depth) {
      score = search_child(s, n->side, narrow, depth, n->ply, child_cut);
    }
  } else if (!n->pv || a->index > 0) {
    score = search_child(s, n->side, narrow, depth, n->ply, child_cut);
  }
  if (n->pv && (a->index == 0 || (score > n->alpha && score < n->beta))) {
    score = search_child(s, n->side, whole, depth, n->ply, false);
  }
  unmake_action(s, n->ply);
  return score;
}

/** What a result of so deep a search adds to a history. */
static inline int bonus_of(const mr_fys_search *s, int depth) {
  return clip(0, s->params.bonus_step * depth - 60, s->params.bonus_most);
}

/** A cut by the table teaches what its action is worth, too: it is not searched again. */
static inline void learn_from_tt(mr_fys_search *s, const node *n, int score) {
  int bonus = bonus_of(s, n->depth) * s->params.bonus_table / 100;
  if (bonus == 0 || n->hash_move == MR_ACTION_NONE || is_noisy(s, n->hash_move)) {
    return;
  }
  if (score >= n->beta) {
    record_quiet_cut(s, n->hash_move, n->ply, bonus);
  } else {
    update_quiet_history(s, n->hash_move, n->ply, -bonus);
  }
}

/** Nothing helped against the action before: it was a good one. */
static inline void learn_from_failure(mr_fys_search *s, const node *n) {
  int bonus = bonus_of(s, n->depth) * s->params.bonus_before / 100;
  const mr_fys_frame *f = &s->frames[(int)n->ply - 1];
  if (bonus > 0 && n->choice == MR_ACTION_NONE && f->action != MR_ACTION_NONE && !f->noisy &&
      f->side != n->side) {
    update_continuation(s, f->next, (int)n->ply - 1, bonus);
  }
}

/** What a node learns once it is through. */
static inline void update_histories(mr_fys_search *s, const node *n) {
  if (n->best < n->beta || n->choice == MR_ACTION_NONE) {
    learn_from_failure(s, n);
    return;
  }
  int bonus = bonus_of(s, n->depth + (n->best > n->beta + BONUS_MARGIN));
  if (is_noisy(s, n->choice)) {
    update_history(capture_record(s, n->choice), bonus);
  } else {
    record_quiet_cut(s, n->choice, n->ply, bonus);
    for (unsigned i = 0; i < n->quiet_count; i++) {
      if (n->quiets[i] != n->choice) {
        update_quiet_history(s, n->quiets[i], n->ply, -bonus);
      }
    }
  }
  for (unsigned i = 0; i < n->noisy_count; i++) {
    if (n->noisies[i] != n->choice) {
      update_history(capture_record(s, n->noisies[i]), -bonus);
    }
  }
}

/** Notes the score of an action. @return whether the node is cut */
static inline bool update_best(mr_fys_search *s, node *n, const attempt *a, int score) {
  if (score > n->best) {
    n->best = score;
    if (score > n->alpha) {
      n->choice = a->action;
      n->alpha = score;
      update_pv(s, n->ply, a->action);
    }
  }
  if (a->quiet && n->quiet_count < TRIED_MAX) {
    n->quiets[n->quiet_count++] = a->action;
  } else if (!a->quiet && n->noisy_count < TRIED_MAX) {
    n->noisies[n->noisy_count++] = a->action;
  }
  return score >= n->beta;
}

/** Late move pruning: how many are tried before the rest of the quiet ones is left out. */
static inline unsigned late_actions(const mr_fys_search *s, const node *n) {
  unsigned d = (unsigned)n->depth, square = d * d * (unsigned)s->params.late_percent;
  return ((unsigned)s->params.late_base * 25 + square) / (n->improving ? 100 : 200) + 1;
}

/** Tries the actions of a node in order. */
static inline void try_all(mr_fys_search *s, node *n, picker *p) {
  bool quiets = true;
  mr_action action;
  while ((action = next_action(s, p, quiets)) != MR_ACTION_NONE) {
    if (action == n->excluded) {
      continue;
    }
    attempt a = {.action = action, .index = n->tried++, .quiet = !is_noisy(s, action)};
    a.losing = !a.quiet && p->stage == LOSING;
    a.history = a.quiet ? history_of_action(s, action, n->ply) : *capture_record(s, action);
    a.gives_direct_check = gives_direct_check(s, p, action);
    if (n->best > -MR_FYS_MATE_BOUND && n->alpha < MR_FYS_MATE_BOUND && !n->pv && !n->danger) {
      quiets = quiets && (n->threat || n->tried < late_actions(s, n));
      if ((a.quiet && !quiets && !a.gives_direct_check) || (!n->threat && is_prunable(s, n, &a))) {
        continue;
      }
    }
    if (is_singular_candidate(s, n, action)) {
      int settled = MR_FYS_NO_EVAL;
      a.extension = singular_extension(s, n, &settled);
      if (s->stopped || settled != MR_FYS_NO_EVAL) {
        n->best = settled;
        n->choice = MR_ACTION_NONE;
        n->tried = 0; /* nothing of this is stored */
        return;
      }
    }
    int score = try_action(s, n, &a);
    if (s->stopped || update_best(s, n, &a, score)) {
      return;
    }
  }
}

/** How far off the static eval was, where the node tells: no capture was best, and a bound is on
 * the other side. */
static inline void learn_from_node(mr_fys_search *s, const node *n, int alpha) {
  int eval = s->frames[n->ply].static_eval;
  bool noisy = n->choice != MR_ACTION_NONE && is_noisy(s, n->choice);
  if (n->danger || noisy || mr_fys_sees_end(n->best) || (n->best >= n->beta && n->best <= eval) ||
      (n->best <= alpha && n->best >= eval)) {
    return;
  }
  learn_error(s, n->ply, n->best - eval, n->depth);
}

static inline void store_node(mr_fys_search *s, const node *n, int alpha) {
  mr_fys_bound bound = n->best >= n->beta ? MR_FYS_AT_LEAST
                       : n->best > alpha  ? MR_FYS_EXACT
                                          : MR_FYS_AT_MOST;
  mr_fys_tt_data fact = {.action = n->choice == MR_ACTION_NONE ? 0 : n->choice,
                         .score = shift_end(n->best, (int)n->ply),
                         .raw_eval = n->raw_eval,
                         .depth = n->depth,
                         .bound = bound,
                         .pv = n->pv || (n->found && n->hit.pv)};
  mr_fys_tt_store(&s->shared->tt, head_of(s)->key, &fact);
}

/** Danger, threats, hash move and static eval of a node. */
static inline void init_node(mr_fys_search *s, node *n, picker *p) {
  picker_init(s, p, n->ply);
  n->danger = p->l.captures_only || in_danger(s, &p->l, n->ply);
  n->threat =
      must_dislodge(s, n->side) || (has_goal(s, n->side ^ 1u) && may_reach_goal(s, n->side ^ 1u));
  if (n->hash_move != MR_ACTION_NONE && !is_possible(s, p, n->hash_move)) {
    n->hash_move = MR_ACTION_NONE;
  }
  eval_node(s, n);
}

static int search_node(mr_fys_search *s, int alpha, int beta, int depth, unsigned ply, bool cut) {
  if (depth <= 0) {
    return qsearch(s, alpha, beta, ply, 0);
  }
  node n;
  int score = 0;
  n.depth = depth;
  n.ply = ply;
  n.cut = cut;
  n.side = head_of(s)->side;
  n.pv = beta - alpha > 1;
  n.excluded = s->frames[ply].excluded;
  n.best = -MR_FYS_INFINITY;
  n.choice = MR_ACTION_NONE;
  n.tried = n.quiet_count = n.noisy_count = 0;
  if (is_over(s, ply, &score)) {
    return score;
  }
  /* Mate distance pruning: no win can be nearer than the next action, no loss than now. */
  int least = -MR_FYS_WIN + (int)ply, most = MR_FYS_WIN - (int)ply - 1;
  n.alpha = alpha > least ? alpha : least;
  n.beta = beta < most ? beta : most;
  if (n.alpha >= n.beta) {
    return n.alpha;
  }
  if (probe_tt(s, &n, &score)) {
    learn_from_tt(s, &n, score);
    return score;
  }
  if (probe_tablebase(s, &n, &score)) {
    return score;
  }
  alpha = n.alpha;
  picker p;
  init_node(s, &n, &p);
  if (steps_on_goal(s, &p)) {
    return MR_FYS_WIN - (int)ply - 1;
  }
  n.depth += n.danger && ply < 2 * s->root_depth && n.depth >= s->params.danger_depth;
  if (prune_early(s, &n, &p, &score) || s->stopped) {
    return score;
  }
  n.depth -= n.hash_move == MR_ACTION_NONE && n.depth >= IIR_DEPTH && (n.pv || n.cut) &&
             n.excluded == MR_ACTION_NONE;
  s->frames[ply + 2].killers[0] = s->frames[ply + 2].killers[1] = MR_ACTION_NONE;
  picker_start(s, &p, n.hash_move, false);
  try_all(s, &n, &p);
  if (s->stopped) {
    return 0;
  }
  if (n.best == -MR_FYS_INFINITY) {
    return n.excluded != MR_ACTION_NONE ? alpha : no_action_score(s, n.danger, ply);
  }
  if (n.excluded == MR_ACTION_NONE && n.tried > 0) {
    update_histories(s, &n);
    learn_from_node(s, &n, alpha);
    store_node(s, &n, alpha);
  }
  return n.best;
}

/* ---- the root -------------------------------------------------------------------------------- */

/** Searches the root's actions in their order, and puts them in order of what was found. */
static inline int search_root(mr_fys_search *s, size_t first, int alpha, int beta) {
  node n = {.alpha = alpha,
            .beta = beta,
            .depth = (int)s->root_depth,
            .side = head_of(s)->side,
            .pv = true,
            .hash_move = MR_ACTION_NONE,
            .excluded = MR_ACTION_NONE,
            .best = -MR_FYS_INFINITY};
  picker p;
  s->line_length[0] = 0;
  sum_all(&s->eval, s->state, &s->frames[0].sum);
  network_root(s);
  picker_init(s, &p, 0);
  n.danger = p.l.captures_only || in_danger(s, &p.l, 0);
  eval_node(s, &n);
  for (size_t i = first; i < s->root_count; i++) {
    mr_fys_root *r = &s->roots[i];
    uint64_t before = s->nodes;
    attempt a = {
        .action = r->action, .index = (unsigned)(i - first), .quiet = !is_noisy(s, r->action)};
    a.losing = !a.quiet && !see_ge(&s->eval, s->state, a.action, 0);
    a.history = a.quiet ? history_of_action(s, a.action, 0) : 0;
    a.gives_direct_check = gives_direct_check(s, &p, a.action);
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
      update_pv(s, 0, r->action);
      /* A line that only proves a bound is short: one from before that begins likewise tells more.
       */
      if (score < beta || r->line_length <= s->line_length[0] || r->line[0] != r->action) {
        r->line_length = s->line_length[0] < MR_SEARCH_LINE ? s->line_length[0] : MR_SEARCH_LINE;
        memcpy(r->line, s->line[0], r->line_length * sizeof r->line[0]);
      }
      mr_fys_root best = *r;
      memmove(s->roots + first + 1, s->roots + first, (i - first) * sizeof best);
      s->roots[first] = best;
    }
    if (score >= beta || s->all_exact) {
      break;
    }
  }
  return n.best;
}

/* ---- the core -------------------------------------------------------------------------------- */

#ifndef FYS_CORE
#define FYS_CORE mr_fys_single
#endif
extern const mr_fys_core FYS_CORE;

const mr_fys_core FYS_CORE = {
    .init_values = init_values,
    .evaluate = evaluate,
    .trace = evaluate_traced,
    .blend = blend,
    .quiet = is_quiet,
    .root = search_root,
    .see = see,
    .see_ge = see_ge,
    .network_change = try_network_change,
};

#endif
