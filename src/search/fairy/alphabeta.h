/**
 * @file alphabeta.h
 * The search for one core, which the files search_w*.c compile with FY_WORDS and FYS_CORE: one node
 * of alpha-beta. Scores are for the side to move; they change sign only where that changes. */
#ifndef MARCHER_SEARCH_FAIRY_ALPHABETA_H
#define MARCHER_SEARCH_FAIRY_ALPHABETA_H

#include "search/fairy/cycles.h"
#include "search/fairy/qsearch.h"

enum {
  PLY = 128,      /**< reductions are counted in parts of a ply */
  TRIED_MAX = 48, /**< actions of a kind that are remembered as not having cut: the first ones */
  PROBE_MEN = 8,  /**< tables are not asked about more: none has so many */
};

/*
 * Depths, in plies, and margins, in hundredths of a pawn, that are not among the parameters
 * (params.h). They are usual values of programs for chess, set by hand and untuned: games of other
 * pieces get them because values are scaled such that a pawn is about a hundred. What is known of
 * them together is told in docs/STRENGTH.md.
 */
enum {
  REVERSE_DEPTH = 8,      /**< reverse futility: in more plies a side can lose anything */
  NULL_VERIFY_DEPTH = 10, /**< from here on zugzwang costs more than a search to confirm */
  NULL_REDUCTION = 545,   /**< parts of a ply, ... */
  NULL_PER_PLY = 40,      /**< ... and so many more for each, and three plies more at most where the
                             static eval is far above beta */
  NULL_WAS_PV = 79,    /**< so much more it has to be above beta on a former principal variation */
  NULL_IMPROVING = 10, /**< and so much less while things get better */
  NULL_LUCK = 23767,   /**< histories of the action before that promise more: it was a good one */
  PROBCUT_DEPTH = 5,   /**< below it the search that confirms would be no cheaper than the node */
  PROBCUT_IMPROVING = 20, /**< so much less has a capture to beat beta by while things get better */
  PROBCUT_REDUCTION = 4,
  PROBCUT_TRIED = 2, /**< captures that are tried, and as many more where a cut is expected */
  CHECKED_DEPTH = 4, /**< in danger a capture that the table thinks so much of will do: */
  CHECKED_MARGIN = 192,
  IIR_DEPTH = 6, /**< internal iterative reduction: no hash move is known of a deep node */
  IIR_REDUCTION = 2,
  FUTILITY_DEPTH = 6,    /**< so near the end a quiet action does not make up for much */
  FUTILITY_LUCK = 28255, /**< but one that has been as good as this after the last actions may */
  HISTORY_DEPTH = 4,     /**< so near the end an action is left out that has never been good then */
  SEE_DEPTH = 18,        /**< from here on a quiet action may lose no more */
  LATE_DEPTH = 3,        /**< below it late move reductions would leave nothing */
  SINGULAR_DEPTH = 7,    /**< below it the search without the hash move costs more than it tells */
  BONUS_MARGIN = 100,    /**< a cut so far above beta counts as one a ply deeper */
  BONUS_DEPTH = 14,      /**< deeper searches are few: they would wipe out what many others tell */
  BONUS_DEEP = 73,       /**< so they add no more than this */
  BONUS_OFFSET = 215,    /**< off the bonus of a depth: a ply tells next to nothing */
  BEFORE_DEPTH = 3,      /**< from here on a node that fails low praises the action before */
  REFUTED_EARLY = 2,  /**< of so many first actions before, a cut by the table was not expected */
  MANY_TRIED = 13,    /**< more than this before: the other side is at a loss */
  STAT_OFFSET = 4923, /**< off what histories say: so much is nothing special */
  DEEPER_FIRST = 5,   /**< so many first actions may be searched a ply deeper than the others ... */
  DEEPER_LEAST = 1    /**< ... where the reduction is so many plies below nothing */
};

/** What one node knows of itself. */
typedef struct node {
  int alpha, beta, depth;
  unsigned ply, side;
  bool pv;
  bool cut;     /**< it is expected to fail high */
  bool danger;  /**< an attack has to be answered, or a capture has to be made: the static eval does
                     not know yet what comes of it, and there are few answers */
  bool checked; /**< a lack of actions is checkmate */
  bool threat;  /**< the other side could win by its next action */
  bool improving;
  bool single_quiet; /**< the hash move is quiet and was extended: nothing else is as good */
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
  /* The key does not tell how idle the game has been, nor what is counted: what the table knows may
   * come too late. */
  const mr_fy_state *head = head_of(s);
  unsigned limit = s->game->rules.idle_limit, most = head->count_limit;
  return (limit == 0 || head->idle + 10u < limit) && (most == 0 || head->counted + 10u < most);
}

/** Static eval of a node, and whether the side to move has come forward since its last turn. */
static inline void eval_node(mr_fys_search *s, node *n) {
  mr_fys_frame *f = &s->frames[n->ply];
  if (n->danger) {
    n->raw_eval = n->static_eval = f->static_eval = MR_FYS_NO_EVAL;
    n->improving = false;
    return;
  }
  n->raw_eval = n->found ? n->hit.raw_eval : MR_FYS_NO_EVAL;
  n->static_eval = static_eval_of(s, n->ply, &n->raw_eval);
  f->static_eval = (int16_t)n->static_eval;
  learn_from_change(s, n->ply, n->depth);
  const mr_fys_frame *before = f - (s->game->rules.split ? 4 : 2);
  before = before->static_eval == MR_FYS_NO_EVAL ? f - 4 : before;
  /* Where nothing is known of before, as at the first two plies, as much is searched as where
   * things get better: to leave a good answer out there costs most. */
  n->improving = before->static_eval == MR_FYS_NO_EVAL || n->static_eval > before->static_eval;
  if (n->found && bound_holds(&n->hit, n->hit_score, n->static_eval, n->static_eval)) {
    n->static_eval = n->hit_score;
  }
}

/** How much wider margins are: where captures are a duty a single turn can lose several men. */
FY_HOT int margin_of(const mr_fys_search *s) {
  return s->weights->duties ? 3 : 1;
}

/** Whether a null move tells something: not where a turn less would be worth having (zugzwang): in
 *  split turns, with compulsory captures, where drops fall on others or men turn, near a win by
 * stalemate or by number, with few men. */
static inline bool null_move_allowed(const mr_fys_search *s) {
  const mr_fy_rules *rules = &s->game->rules;
  const bb *sets = sets_of(s->game, s->state);
  unsigned side = head_of(s)->side;
  if (rules->split || s->weights->duties || rules->drop_place == MR_FY_DROP_ON_TOP ||
      rules->flips != MR_FY_FLIPS_NONE ||
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

/** Whether the position is so good that a null move may cut. */
static inline bool null_move_promises(const mr_fys_search *s, const node *n) {
  const mr_fys_frame *before = &s->frames[(int)n->ply - 1];
  int eval = s->frames[n->ply].static_eval, need = s->params.null_margin;
  need -= s->params.null_slope * n->depth + NULL_IMPROVING * n->improving;
  need += n->found && n->hit.pv ? NULL_WAS_PV : 0;
  return n->static_eval >= n->beta && n->static_eval >= eval && eval >= n->beta + need &&
         before->stat_score < NULL_LUCK && !before->null && n->ply >= s->null_min_ply;
}

/** Null move pruning. */
static inline bool null_move(mr_fys_search *s, const node *n, int *score) {
  mr_fy_state saved;
  int above = clip(0, (n->static_eval - n->beta) / s->params.null_step, 3);
  int less = (NULL_REDUCTION + NULL_PER_PLY * n->depth) / PLY + above;
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

/** Notes what a ProbCut has found, where nothing as deep is known. */
static inline void store_probcut(mr_fys_search *s, const node *n, mr_action action, int score) {
  int depth = n->depth - PROBCUT_REDUCTION + 1;
  mr_fys_tt_data fact = {.action = action,
                         .score = shift_end(score, (int)n->ply),
                         .raw_eval = n->raw_eval,
                         .depth = depth,
                         .bound = MR_FYS_AT_LEAST,
                         .pv = n->found && n->hit.pv};
  if (!n->found || n->hit.depth < depth) {
    mr_fys_tt_store(&s->shared->tt, head_of(s)->key, &fact);
  }
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
  unsigned left = PROBCUT_TRIED * (1u + n->cut);
  while (left > 0 && (action = next_action(s, p, false)) != MR_ACTION_NONE) {
    if (action == n->excluded || !see_ge(&s->eval, s->state, action, need)) {
      continue;
    }
    const int window[2] = {beta - 1, beta};
    left--;
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
      store_probcut(s, n, action, value);
      return true;
    }
  }
  return false;
}

/** Reverse futility, null move and ProbCut: cuts before any action is tried. */
static inline bool prune_early(mr_fys_search *s, node *n, picker *p, int *score) {
  bool mate_seen = n->beta > MR_FYS_MATE_BOUND || n->beta < -MR_FYS_MATE_BOUND;
  if (n->pv || n->danger || n->threat || mate_seen || n->excluded != MR_ACTION_NONE) {
    return false;
  }
  if (n->depth <= REVERSE_DEPTH && n->static_eval < MR_FYS_MATE_BOUND &&
      n->static_eval - margin_of(s) * s->params.reverse_margin * (n->depth - n->improving) >=
          n->beta) {
    *score = n->static_eval;
    return true;
  }
  if (null_move_promises(s, n) && null_move_allowed(s) && null_move(s, n, score)) {
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
  bool gives_direct_check;
  int extension;
} attempt;

/** Late move reduction before anything is known of the action but its number, in parts of a ply:
 *  more where things get worse. */
static inline int reduction(const mr_fys_search *s, const node *n, unsigned index) {
  unsigned d = (unsigned)clip(0, n->depth, MR_FYS_REDUCTIONS - 1);
  unsigned i = index < MR_FYS_REDUCTIONS ? index : MR_FYS_REDUCTIONS - 1;
  int less = PLY / 8 * s->reductions[d][i];
  return less + (!n->improving && less >= PLY ? s->params.reduction_worse : 0);
}

/** Whether the node is or has been on a principal variation. */
FY_HOT bool was_pv(const node *n) {
  return n->pv || (n->found && n->hit.pv);
}

/**
 * Late move reduction of an action: less for what is likely to matter (principal variations, good
 * histories, an opponent who is at a loss), more where a cut is expected or the hash move captures.
 * @param luck what histories say of it; 0 where it is not quiet
 */
static inline int reduction_of(const mr_fys_search *s, const node *n, const attempt *a, int luck) {
  int less = reduction(s, n, a->index);
  less -= n->pv ? s->params.reduction_pv : 0;
  less -= was_pv(n) ? s->params.reduction_was_pv : 0;
  less += n->ply == 0 || !n->pv ? s->params.reduction_off_pv : 0;
  less -= s->frames[(int)n->ply - 1].tried > MANY_TRIED ? PLY : 0;
  bool pressed = s->careful && !s->weights->gives_away && (n->danger || n->threat);
  less -= n->single_quiet || pressed ? PLY : 0;
  less += n->cut ? s->params.reduction_cut * (1 + a->quiet) : 0;
  if (a->quiet) {
    bool captures = n->hash_move != MR_ACTION_NONE && is_noisy(s, n->hash_move);
    less += captures ? s->params.reduction_noisy : 0;
    less -= n->danger ? 0 : luck / s->params.reduction_history;
  }
  return less;
}

/** Whether a quiet action is not worth trying: one that gives no check. @param left plies that it
 *  would be searched */
static inline bool is_prunable_quiet(mr_fys_search *s, const node *n, mr_action action, int left) {
  const mr_fys_frame *f = s->frames + n->ply;
  size_t next = piece_to_of(s, MR_FY_KIND(code_moved(s, action)), mr_fy_to(action));
  int after = f[-1].continuation[0][next], later = f[-2].continuation[1][next];
  if (left <= HISTORY_DEPTH && after < 0 && later < 0 && !s->careful) {
    return true;
  }
  int hope = margin_of(s) * (s->params.futility_base + s->params.futility_margin * left);
  if (left <= FUTILITY_DEPTH && !n->danger && f->static_eval + hope <= n->alpha &&
      after + later + f[-4].continuation[1][next] < FUTILITY_LUCK) {
    return true;
  }
  int loss = (30 - clip(0, left, SEE_DEPTH)) * left * left * s->params.see_quiet / 100;
  return !see_ge(&s->eval, s->state, action, -loss);
}

/** Whether an action is not worth trying. @pre an action that does not lose is known */
static inline bool is_prunable(mr_fys_search *s, const node *n, const attempt *a) {
  int left = clip(0, n->depth - 1 - reduction(s, n, a->index) / PLY, n->depth);
  if ((a->gives_direct_check && counts_checks(s)) || castles_to_win(s, a->action)) {
    return false;
  }
  if (a->quiet && !a->gives_direct_check) {
    return is_prunable_quiet(s, n, a->action, left);
  }
  if (!a->gives_direct_check && left == 0 && *capture_record(s, a->action) < 0 &&
      !promotes(s, a->action)) {
    return true;
  }
  return !see_ge(&s->eval, s->state, a->action, -s->params.see_noisy * n->depth);
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

/** What a result of so deep a search adds to a history. */
static inline int bonus_of(const mr_fys_search *s, int depth) {
  int bonus = (s->params.bonus_square * depth + s->params.bonus_step) * depth - BONUS_OFFSET;
  return depth > BONUS_DEPTH ? BONUS_DEEP : clip(0, bonus, CAPTURE_MAX);
}

/** What histories say of an action, for reductions; 0 where it is not quiet. */
static inline int luck_of(const mr_fys_search *s, const node *n, const attempt *a) {
  unsigned code = code_moved(s, a->action), to = mr_fy_to(a->action);
  size_t next = piece_to_of(s, MR_FY_KIND(code), to);
  const mr_fys_frame *f = s->frames + n->ply;
  return !a->quiet ? 0
                   : s->history[quiet_place(s, a->action, n->side)] + f[-1].continuation[0][next] +
                         f[-2].continuation[1][next] + f[-4].continuation[1][next] - STAT_OFFSET;
}

/** Searches an action with a window of one: reduced first where that is wise, and in full where it
 *  then looks better than expected. @pre the action has been made */
static inline int search_narrow(mr_fys_search *s, const node *n, const attempt *a, int less,
                                int depth) {
  const int window[2] = {n->alpha, n->alpha + 1};
  const mr_fys_frame *f = &s->frames[n->ply];
  bool same = head_of(s)->side == n->side, child_cut = same ? n->cut : !n->cut;
  bool reduced = n->depth >= LATE_DEPTH && !same && a->index > (n->ply == 0 ? 2u : 0u) &&
                 (a->quiet || !was_pv(n) || (n->cut && f[-1].tried > 1));
  if (!reduced) {
    return search_child(s, n->side, window, depth, n->ply, child_cut);
  }
  less = less >= 0 ? less / PLY : -(-less / PLY);
  bool deeper = less < -DEEPER_LEAST && a->index < DEEPER_FIRST && a->extension < 2;
  int shallow = clip(1, depth - less, depth + deeper);
  int score = search_child(s, n->side, window, shallow, n->ply, true);
  if (score <= n->alpha || shallow >= depth || s->stopped) {
    return score;
  }
  score = search_child(s, n->side, window, depth, n->ply, child_cut);
  if (a->quiet && !s->stopped) {
    int bonus = bonus_of(s, depth);
    update_continuation(s, f->next, (int)n->ply, score > n->alpha ? bonus : -bonus);
  }
  return score;
}

/** One action at a node: with a window of one where another is expected to be the best, and with
 *  the whole where it may be the best. */
static inline int try_action(mr_fys_search *s, const node *n, const attempt *a) {
  int luck = luck_of(s, n, a), depth = n->depth - 1 + a->extension, score = n->alpha + 1;
  int less = a->index > 0 ? reduction_of(s, n, a, luck) : 0;
  mr_fys_frame *f = &s->frames[n->ply];
  f->stat_score = luck;
  f->tried = (uint16_t)(a->index + 1);
  make_action(s, a->action, n->ply);
  if (!n->pv || a->index > 0) {
    score = search_narrow(s, n, a, less, depth);
  }
  if (n->pv && (a->index == 0 || (score > n->alpha && (n->ply == 0 || score < n->beta)))) {
    const int whole[2] = {n->alpha, n->beta};
    score = search_child(s, n->side, whole, depth, n->ply, false);
  }
  unmake_action(s, n->ply);
  return score;
}

/** The action before has been refuted at once although it was among the first: it is tried later.
 */
static inline void learn_from_refutation(mr_fys_search *s, const node *n) {
  const mr_fys_frame *f = &s->frames[(int)n->ply - 1];
  if (f->action != MR_ACTION_NONE && !f->noisy && f->side != n->side) {
    update_continuation(s, f->next, (int)n->ply - 1, -bonus_of(s, n->depth + 1));
  }
}

/** A cut by the table teaches what its action is worth, too: it is not searched again. */
static inline void learn_from_tt(mr_fys_search *s, const node *n, int score) {
  int bonus = bonus_of(s, n->depth);
  mr_action action = n->hash_move;
  if (action == MR_ACTION_NONE || is_noisy(s, action) ||
      (mr_fy_type_of(action) != MR_FY_DROP && code_moved(s, action) == 0)) {
    return;
  }
  if (score < n->beta) {
    update_quiet_history(s, action, n->ply, -bonus);
    return;
  }
  record_quiet_cut(s, action, n->ply, bonus);
  if (s->frames[(int)n->ply - 1].tried <= REFUTED_EARLY) {
    learn_from_refutation(s, n);
  }
}

/** Nothing helped against the action before: it was a good one. */
static inline void learn_from_failure(mr_fys_search *s, const node *n) {
  const mr_fys_frame *f = &s->frames[(int)n->ply - 1];
  if ((n->depth >= BEFORE_DEPTH || n->pv) && n->choice == MR_ACTION_NONE &&
      f->action != MR_ACTION_NONE && !f->noisy && f->side != n->side) {
    update_continuation(s, f->next, (int)n->ply - 1, bonus_of(s, n->depth));
  }
}

/** What a node learns once it is through. */
static inline void update_histories(mr_fys_search *s, const node *n) {
  if (n->best < n->beta || n->choice == MR_ACTION_NONE) {
    learn_from_failure(s, n);
    return;
  }
  int bonus = bonus_of(s, n->depth + (n->best > n->beta + BONUS_MARGIN));
  const mr_fys_frame *f = &s->frames[(int)n->ply - 1];
  if (f->tried == 1u + f->found || f->action == f->killers[0]) {
    learn_from_refutation(s, n);
  }
  if (is_noisy(s, n->choice)) {
    record_noisy_cut(s, n->choice, n->ply, bonus);
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
      update_history(capture_record(s, n->noisies[i]), -bonus, CAPTURE_MAX);
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
  unsigned d = (unsigned)n->depth, percent = (unsigned)s->params.late_percent;
  unsigned square = d * d * percent << s->weights->gives_away; /* half as many score 47% */
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
    a.gives_direct_check = gives_direct_check(s, p, action);
    if (n->best > -MR_FYS_MATE_BOUND && n->alpha < MR_FYS_MATE_BOUND &&
        !(s->careful && (n->pv || n->danger))) {
      quiets = quiets && (n->threat || n->tried < late_actions(s, n));
      if ((a.quiet && !quiets && !a.gives_direct_check) || (!n->threat && is_prunable(s, n, &a))) {
        continue;
      }
    }
    if (is_singular_candidate(s, n, action)) {
      int settled = MR_FYS_NO_EVAL;
      a.extension = singular_extension(s, n, &settled);
      n->single_quiet = a.extension > 0 && a.quiet;
      if (s->stopped || settled != MR_FYS_NO_EVAL) {
        n->best = settled;
        n->choice = MR_ACTION_NONE;
        n->tried = 0; /* nothing of this is stored */
        return;
      }
    }
    int score = try_action(s, n, &a);
    if (score <= n->alpha && blocks(s, action)) {
      seek_obstacles(s, p);
    }
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
  n->danger = has_duty(s, p) || in_danger(s, &p->l, n->ply);
  n->checked = is_checked(s, &p->l, n->danger);
  n->threat = must_dislodge(s, n->side) || threatens_last_check(s, n->side) ||
              (has_goal(s, n->side ^ 1u) && may_reach_goal(s, n->side ^ 1u));
  if (n->hash_move != MR_ACTION_NONE && !is_possible(s, p, n->hash_move)) {
    n->hash_move = MR_ACTION_NONE;
  }
  mr_fys_frame *f = &s->frames[n->ply];
  f->found = n->found;
  f->tried = 0;
  f->stat_score = 0;
  eval_node(s, n);
}

/** Whether an attack is answered by a capture that the table thinks so much of that no search is
 *  needed: ProbCut in danger. */
static inline bool is_answered(const mr_fys_search *s, const node *n) {
  return n->danger && !s->careful && !n->pv && n->depth >= CHECKED_DEPTH && n->found &&
         n->hash_move != MR_ACTION_NONE && is_noisy(s, n->hash_move) &&
         n->hit.bound >= MR_FYS_AT_LEAST && n->hit.depth >= n->depth - 3 &&
         n->hit_score >= n->beta + CHECKED_MARGIN && n->hit_score < MR_FYS_MATE_BOUND &&
         n->beta > -MR_FYS_MATE_BOUND && n->excluded == MR_ACTION_NONE;
}

/** Sets what does not depend on how a node is searched; its long lists stay as they are. */
static inline void begin_node(const mr_fys_search *s, node *n, unsigned ply) {
  n->ply = ply;
  n->side = head_of(s)->side;
  n->excluded = s->frames[ply].excluded;
  n->best = -MR_FYS_INFINITY;
  n->choice = MR_ACTION_NONE;
  n->tried = n->quiet_count = n->noisy_count = 0;
  n->single_quiet = false;
}

/** What a node is worth once its actions have been tried, and what is learnt from it.
 *  @param draws the side to move can come back to a position that there has been */
static inline int end_node(mr_fys_search *s, const node *n, int alpha, bool draws) {
  if (n->best == -MR_FYS_INFINITY) {
    return n->excluded != MR_ACTION_NONE ? alpha : no_action_score(s, n->checked, n->ply);
  }
  if (draws && n->best < 0) {
    return 0; /* nothing is better: true of this line alone, so nothing is learnt */
  }
  if (n->excluded == MR_ACTION_NONE && n->tried > 0) {
    update_histories(s, n);
    learn_from_node(s, n, alpha);
    store_node(s, n, alpha);
  }
  return n->best;
}

static int search_node(mr_fys_search *s, int alpha, int beta, int depth, unsigned ply, bool cut) {
  if (depth <= 0) {
    return qsearch(s, alpha, beta, ply, 0);
  }
  node n;
  int score = 0;
  begin_node(s, &n, ply);
  n.depth = depth;
  n.cut = cut;
  n.pv = beta - alpha > 1;
  if (is_over(s, ply, &score)) {
    return score;
  }
  bool draws = ply > 0 && alpha < 0 && n.excluded == MR_ACTION_NONE && can_come_back(s, ply);
  alpha = draws ? 0 : alpha;
  if (alpha >= beta) {
    return alpha;
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
  if (steps_on_goal(s, &p) || completes_row(s, &p) || gives_last_check(s, &p) ||
      blows_up(s, n.side)) {
    return MR_FYS_WIN - (int)ply - 1;
  }
  n.depth +=
      n.danger && ply < 2 * s->root_depth && (s->careful || n.depth >= s->params.danger_depth);
  if (prune_early(s, &n, &p, &score) || s->stopped) {
    return score;
  }
  if (n.pv && n.depth >= IIR_DEPTH && n.hash_move == MR_ACTION_NONE) {
    n.depth -= IIR_REDUCTION;
  }
  if (is_answered(s, &n)) {
    return n.beta + CHECKED_MARGIN;
  }
  s->frames[ply + 2].killers[0] = s->frames[ply + 2].killers[1] = MR_ACTION_NONE;
  picker_start(s, &p, n.hash_move, false);
  try_all(s, &n, &p);
  if (s->stopped) {
    return 0;
  }
  return end_node(s, &n, alpha, draws);
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
  n.danger = has_duty(s, &p) || in_danger(s, &p.l, 0);
  n.checked = is_checked(s, &p.l, n.danger);
  eval_node(s, &n);
  for (size_t i = first; i < s->root_count; i++) {
    mr_fys_root *r = &s->roots[i];
    uint64_t before = s->nodes;
    attempt a = {
        .action = r->action, .index = (unsigned)(i - first), .quiet = !is_noisy(s, r->action)};
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
      /* A line that only proves a bound is short: one of before that begins so tells more. */
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
    .evaluate_with = evaluate_with,
    .evaluate_left = evaluate_left,
    .trace = evaluate_traced,
    .blend = blend,
    .quiet = is_quiet,
    .root = search_root,
    .see = see,
    .see_ge = see_ge,
    .network_change = try_network_change,
    .init_steps = init_steps,
    .can_come_back = can_come_back,
    .structure_size = sizeof(structure),
};

#endif
