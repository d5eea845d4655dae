/**
 * @file qsearch.h
 * Quiescence search, behind the last full ply: captures and promotions that lose nothing, quiet
 * checks right behind it, all answers to an attack that has to be answered, and goals that are one
 * step away.
 */
#ifndef MARCHER_SEARCH_FAIRY_QSEARCH_H
#define MARCHER_SEARCH_FAIRY_QSEARCH_H

#include "search/fairy/movepick.h"

/* Usual values, untuned. */
enum {
  QSEARCH_DEPTH = 12,      /**< plies behind the last full one: captures run out before, but for
                              games in which pieces are won and dropped again */
  QSEARCH_DUTY_DEPTH = 3,  /**< so far all captures are tried where one has to be made */
  QSEARCH_CHECK_DEPTH = 3, /**< so far all answers to an attack are tried: chains of checks end */
  QUIET_CHECK_DEPTH = 1,   /**< so far quiet checks are tried: README.md tells what they bring */
  EVASIONS_MAX = 6, /**< answers, once one of them has not lost: histories put good ones first */
};

/**
 * A score of an end that is seen, so many plies farther. Wins are stored in the table as seen from
 * their node, not from the root: with the ply of the node added, which is taken off again.
 */
static inline int shift_end(int score, int plies) {
  return score > MR_FYS_MATE_BOUND    ? score + plies
         : score < -MR_FYS_MATE_BOUND ? score - plies
                                      : score;
}

/** The score where there is no legal action: checkmate or stalemate, as the rules have it. */
static inline int no_action_score(mr_fys_search *s, bool checked, unsigned ply) {
  if (checked && s->game->rules.blast.on) { /* it may be in danger without being in check */
    checked = s->game->core->in_check(s->game, s->state, head_of(s)->side);
  }
  unsigned side = head_of(s)->side;
  mr_fy_outcome value =
      checked ? checkmate_value(s->game, s->state, side) : stalemate_value(s->game, s->state, side);
  int score = MR_FYS_WIN - (int)ply;
  return value == MR_FY_LOSS ? -score : value == MR_FY_WIN ? score : 0;
}

/** Static eval as the search uses it: scaled by idleness. The table keeps the raw eval, whose key
 *  does not tell how idle the game is. */
static inline int scale_eval(const mr_fys_search *s, int raw_eval) {
  return scale_idle(&s->eval, s->state, raw_eval);
}

/* ---- correction history ---------------------------------------------------------------------- */

enum {
  ERROR_UNIT = 16,              /**< parts of a hundredth that errors are kept in */
  ERROR_MAX = 120 * ERROR_UNIT, /**< more than about a pawn is tactics, no habit */
  ERROR_SPEED = 256,            /**< a single search of depth 1 counts for one in so many */
  ERROR_WEIGHT = 16             /**< and the deepest for so many times that */
};

FY_HOT int16_t *pawn_error_of(const mr_fys_search *s, unsigned ply) {
  uint64_t key = s->frames[ply].sum.pawns;
  size_t at = (size_t)(key ^ key >> 32) * 2 + head_of(s)->side;
  return &s->pawn_error[at & (MR_FYS_PAWN_ERRORS - 1)];
}

FY_HOT int16_t *turn_error_of(const mr_fys_search *s, unsigned ply) {
  return &s->turn_error[2 * (size_t)s->frames[(int)ply - 1].place + head_of(s)->side];
}

/** The static eval as it has been corrected by searches: positions with these pawns, and behind
 *  such an action, were worth more or less than they looked. */
static inline int correct_eval(const mr_fys_search *s, int eval, unsigned ply) {
  int error = *pawn_error_of(s, ply) + *turn_error_of(s, ply);
  int value = eval + error / (2 * ERROR_UNIT);
  return value > EVAL_MAX ? EVAL_MAX : value < -EVAL_MAX ? -EVAL_MAX : value;
}

/** Static eval of a position in which nothing is in danger, as the search uses it. Where a turn has
 * just been given away it is what it was worth before, seen from the other side: who may move now
 * is not rewarded for that, so that a null move asks for what really threatens (README.md). That is
 * no eval of the position, and the table does not keep it.
 *  @param[in,out] raw_eval what the table knows, or MR_FYS_NO_EVAL; what it is to keep */
static inline int static_eval_of(mr_fys_search *s, unsigned ply, int *raw_eval) {
  const mr_fys_frame *before = &s->frames[(int)ply - 1];
  if (*raw_eval == MR_FYS_NO_EVAL) {
    if (before->null) {
      return -before->static_eval;
    }
    *raw_eval = eval_position(s, ply);
  }
  return correct_eval(s, scale_eval(s, *raw_eval), ply);
}

static inline void learn_one_error(int16_t *record, int error, int weight) {
  int value = (*record * (ERROR_SPEED - weight) + error * weight) / ERROR_SPEED;
  *record = (int16_t)(value > ERROR_MAX ? ERROR_MAX : value < -ERROR_MAX ? -ERROR_MAX : value);
}

/** @param error what a search has found beyond the static eval, in hundredths; behind a null move
 *         that was another position's */
static inline void learn_error(mr_fys_search *s, unsigned ply, int error, int depth) {
  if (s->frames[(int)ply - 1].null) {
    return;
  }
  int weight = depth + 1 < ERROR_WEIGHT ? depth + 1 : ERROR_WEIGHT;
  int most = 4 * ERROR_MAX / ERROR_UNIT;
  error = (error > most ? most : error < -most ? -most : error) * ERROR_UNIT;
  learn_one_error(pawn_error_of(s, ply), error, weight);
  learn_one_error(turn_error_of(s, ply), error, weight);
}

/** Whether what the table knows settles a window. */
FY_HOT bool bound_holds(const mr_fys_tt_data *fact, int score, int alpha, int beta) {
  return fact->bound == MR_FYS_EXACT || (fact->bound == MR_FYS_AT_LEAST && score >= beta) ||
         (fact->bound == MR_FYS_AT_MOST && score <= alpha);
}

static inline void update_pv(mr_fys_search *s, unsigned ply, mr_action action) {
  s->line[ply][0] = action;
  unsigned length = s->line_length[ply + 1];
  memcpy(&s->line[ply][1], s->line[ply + 1], length * sizeof(mr_action));
  s->line_length[ply] = length + 1;
}

/** What is known without looking around. @return whether that is all */
static inline bool is_over(mr_fys_search *s, unsigned ply, int *score) {
  s->line_length[ply] = 0;
  s->selective = ply > s->selective ? ply : s->selective;
  if (head_of(s)->end) {
    *score = mr_fys_end_score(s->state, ply);
    return true;
  }
  if (ply > 0 && s->frames[ply - 1].repeated) {
    *score = repeated_score(s, ply);
    return true;
  }
  if (ply >= MR_FYS_MAX_PLY - 1) {
    *score = scale_eval(s, eval_position(s, ply));
    return true;
  }
  *score = 0;
  return time_is_up(s);
}

/** A node of the quiescence search. */
typedef struct qnode {
  int alpha, beta, depth, best, static_eval, raw_eval;
  unsigned ply;
  bool danger;  /**< an attack has to be answered, or a capture has to be made */
  bool checked; /**< a lack of actions is checkmate */
  bool found;
  mr_fys_tt_data hit;
  mr_action choice;
} qnode;

/** How far behind the last full ply a node is, as the table keeps it: the nearer, the more is tried
 *  there (quiet checks, answers to an attack), and less does not speak for more. */
FY_HOT int kept_depth(int depth) {
  return depth > -QUIET_CHECK_DEPTH ? 0 : depth > -QSEARCH_CHECK_DEPTH ? -1 : -2;
}

static int qsearch(mr_fys_search *s, int alpha, int beta, unsigned ply, int depth);

/**
 * Whether a capture is not worth trying: it comes late, or even with what it takes and a margin the
 * side to move stays below the floor (delta pruning); what it might still bring is noted as the
 * best.
 */
static inline bool is_idle_capture(mr_fys_search *s, qnode *n, const picker *p, mr_action action,
                                   unsigned tried) {
  unsigned to = mr_fy_to(action), victim = mr_fy_board(s->state)[to];
  if (n->best <= -MR_FYS_MATE_BOUND || promotes(s, action) || takes_last(s, p, action) ||
      gives_direct_check(s, p, action)) {
    return false;
  }
  if (tried >= (unsigned)s->params.late_captures) {
    return true;
  }
  int floor = n->best > n->alpha ? n->best : n->alpha;
  int base = n->static_eval + s->params.delta_margin, most = base + s->weights->value[victim];
  most = s->game->rules.blast.on ? base + blast_see(&s->eval, s->state, action) : most;
  if (most > floor) {
    most = base;
    if (base > floor || see_ge(&s->eval, s->state, action, 1)) {
      return false;
    }
  }
  n->best = most > n->best ? most : n->best;
  return true;
}

/** Whether a quiet answer to an attack is not worth trying, once another has not lost: it comes
 *  late, it has never been good after the last actions, or it loses something by its exchange. */
static inline bool is_idle_answer(mr_fys_search *s, const qnode *n, mr_action action,
                                  unsigned tried) {
  const mr_fys_frame *f = s->frames + n->ply;
  size_t next = piece_to_of(s, MR_FY_KIND(code_moved(s, action)), mr_fy_to(action));
  return n->best > -MR_FYS_MATE_BOUND &&
         (tried >= EVASIONS_MAX ||
          (f[-1].continuation[0][next] < 0 && f[-2].continuation[1][next] < 0) ||
          !see_ge(&s->eval, s->state, action, 0));
}

/** Makes an action and searches on; the score is for the side to move here. */
static inline int qsearch_child(mr_fys_search *s, const qnode *n, mr_action action) {
  unsigned side = head_of(s)->side;
  int alpha = n->best > n->alpha ? n->best : n->alpha;
  make_action(s, action, n->ply);
  int score = head_of(s)->side == side ? qsearch(s, alpha, n->beta, n->ply + 1, n->depth - 1)
                                       : -qsearch(s, -n->beta, -alpha, n->ply + 1, n->depth - 1);
  unmake_action(s, n->ply);
  return score;
}

static inline void try_qsearch(mr_fys_search *s, qnode *n, picker *p) {
  mr_action action;
  unsigned tried = 0;
  for (; (action = next_action(s, p, true)) != MR_ACTION_NONE; tried++) {
    if (n->danger ? !is_noisy(s, action) && is_idle_answer(s, n, action, tried)
                  : is_idle_capture(s, n, p, action, tried)) {
      continue;
    }
    int score = qsearch_child(s, n, action);
    if (s->stopped) {
      return;
    }
    if (score > n->best) {
      n->best = score;
      if (score > n->alpha) {
        n->choice = action;
        update_pv(s, n->ply, action);
      }
    }
    if (n->best >= n->beta) {
      return;
    }
  }
  if (n->danger && tried == 0) {
    n->best = no_action_score(s, n->checked, n->ply);
  }
}

/* ---- quiet checks ---------------------------------------------------------------------------- */

/** Tries a quiet check, if it can be made and loses nothing by its exchange. @return whether the
 *  node is through */
static inline bool try_check(mr_fys_search *s, qnode *n, picker *p, mr_action action) {
  bool pays = counts_checks(s) || see_ge(&s->eval, s->state, action, 0);
  if (!pays || !is_possible(s, p, action)) {
    return false;
  }
  int score = qsearch_child(s, n, action);
  if (!s->stopped && score > n->best) {
    n->best = score;
    if (score > n->alpha) {
      n->choice = action;
      update_pv(s, n->ply, action);
    }
  }
  return s->stopped || n->best >= n->beta;
}

/** From where a man of the side to move would attack a cell: by the same man of the other side, who
 *  goes the other way. */
static inline bb checks_of(const mr_fys_search *s, const picker *p, unsigned code, unsigned cell) {
  const tables *t = tables_of(s->game);
  bb quiet, capture;
  reach_of(&t->rows[(size_t)(code ^ 1u) * t->cells + cell], p->l.at.men, &quiet, &capture);
  return bb_and(capture, p->l.empty);
}

/** Checks by pieces in hand. @return whether the node is through */
static inline bool try_drop_checks(mr_fys_search *s, qnode *n, picker *p, unsigned cell) {
  const mr_fy_rules *rules = &s->game->rules;
  for (unsigned slot = 0; mr_fy_drops(rules) && slot < rules->hand_count; slot++) {
    unsigned kind = rules->hand_kind[slot], code = MR_FY_CODE(kind, p->l.side), to = 0;
    if (head_of(s)->hand[p->l.side][slot] == 0) {
      continue;
    }
    bb cells = bb_and(checks_of(s, p, code, cell), tables_of(s->game)->codes[code].drop);
    while (bb_pop(&cells, &to)) {
      if (try_check(s, n, p, mr_fy_action(MR_FY_DROP, kind, to, 0))) {
        return true;
      }
    }
  }
  return false;
}

/** Checks by men of a code on the board. @return whether the node is through */
static inline bool try_step_checks(mr_fys_search *s, qnode *n, picker *p, unsigned code,
                                   unsigned cell) {
  const tables *t = tables_of(s->game);
  bb men = bb_and(p->l.at.sets[code], p->men);
  bb checks = bb_any(men) ? checks_of(s, p, code, cell) : bb_none();
  unsigned from = 0, to = 0;
  while (bb_any(checks) && bb_pop(&men, &from)) {
    bb quiet, capture;
    reach_of(&t->rows[(size_t)code * t->cells + from], p->l.at.men, &quiet, &capture);
    bb cells = bb_and(quiet, checks);
    while (bb_pop(&cells, &to)) {
      if (try_check(s, n, p, mr_fy_action(MR_FY_STEP, from, to, 0))) {
        return true;
      }
    }
  }
  return false;
}

/** Direct checks by quiet actions. They are looked for from the royal: few cells give check, and
 *  most actions go elsewhere. Men whose loss ends the game are not royals here: it did not help. */
static inline void try_checks(mr_fys_search *s, qnode *n, picker *p) {
  bb royals = bb_less(p->royal_targets, p->pseudo_royals);
  unsigned cell = 0;
  if (s->game->rules.split || p->l.captures_only) {
    return;
  }
  while (bb_pop(&royals, &cell)) {
    if (try_drop_checks(s, n, p, cell)) {
      return;
    }
    for (unsigned i = 0; i < s->weights->code_count_of[p->l.side]; i++) {
      unsigned code = s->weights->by_value[p->l.side][i];
      if (!tables_of(s->game)->codes[code].royal && try_step_checks(s, n, p, code, cell)) {
        return;
      }
    }
  }
}

static inline void store_qnode(mr_fys_search *s, const qnode *n) {
  bool low = n->choice == MR_ACTION_NONE;
  mr_fys_tt_data fact = {.action = low ? 0 : n->choice,
                         .score = shift_end(n->best, (int)n->ply),
                         .raw_eval = n->raw_eval,
                         .depth = kept_depth(n->depth),
                         .bound = n->best >= n->beta ? MR_FYS_AT_LEAST : MR_FYS_AT_MOST,
                         .pv = n->found && n->hit.pv};
  mr_fys_tt_store(&s->shared->tt, head_of(s)->key, &fact);
}

/** Whether the side to move wins by stepping on its goal: the step is looked for; or by castling.
 */
static inline bool steps_on_goal(mr_fys_search *s, const picker *p) {
  if (s->game->rules.castling_wins != 0 && !p->l.captures_only && p->l.at.t->passes == NULL &&
      find_winning_castling(s, p->l.side) != MR_ACTION_NONE) {
    return true;
  }
  if (s->game->rules.flag.reply || !has_goal(s, p->l.side) || !may_reach_goal(s, p->l.side)) {
    return false;
  }
  const tables *t = tables_of(s->game);
  bb men = p->men;
  unsigned from = 0;
  while (bb_pop(&men, &from)) {
    unsigned code = p->l.board[from];
    if (!bb_any(t->codes[code].goal) || !bb_has(goal_runners(s, code), from)) {
      continue;
    }
    bb quiet, capture;
    reach_of(&t->rows[(size_t)code * t->cells + from], p->l.at.men, &quiet, &capture);
    bb cells = bb_and(quiet, p->l.empty);
    if (!s->game->rules.blast.on) { /* who captures would not stand there */
      cells = bb_or(cells, bb_and(capture, p->l.enemy));
    }
    cells = bb_and(cells, goal_of(t, code, from, p->l.enemy));
    if (p->l.guard.active) {
      cells = guard_cells(&p->l, from, cells, bb_has(p->l.guard.royals, from));
    }
    if (s->game->rules.flag.safe) {
      cells = rest_cells(&p->l.at, p->l.side, from, cells);
    }
    if (bb_any(cells) && !p->l.captures_only) {
      return true;
    }
  }
  return false;
}

/** Whether the side to move wins by completing a row. Where royals have to be looked after, or
 *  captures made, that is for the search to find. */
FY_HOT bool completes_row(const mr_fys_search *s, const picker *p) {
  return wins_by_rows(s) && !p->l.guard.active && !p->l.captures_only &&
         p->l.at.t->passes == NULL && may_complete_row(s, p->l.side, p->l.duty);
}

/** Whether there is a check: it is looked for. */
FY_RARE bool finds_check(mr_fys_search *s, picker *p) {
  sink to = {.out = s->lists + (size_t)p->ply * s->list_size};
  list_part(s->weights, p, EVERY_MOVE, true, &to);
  for (size_t i = 0; i < to.count; i++) {
    if (gives_counted_check(s, p, to.out[i])) {
      return true;
    }
  }
  return false;
}

/** Whether the side to move wins by a check. */
FY_HOT bool gives_last_check(mr_fys_search *s, picker *p) {
  return counts_checks(s) && head_of(s)->checks[p->l.side] == 1 && finds_check(s, p);
}

/** Stand pat: the score if nothing is captured. @param score that of the table, if any */
static inline void stand_pat(mr_fys_search *s, qnode *n, int score) {
  if (n->danger) {
    n->raw_eval = n->static_eval = MR_FYS_NO_EVAL;
    n->best = -MR_FYS_WIN + (int)n->ply; /* until an action has been tried */
    return;
  }
  n->raw_eval = n->found ? n->hit.raw_eval : MR_FYS_NO_EVAL;
  n->static_eval = static_eval_of(s, n->ply, &n->raw_eval);
  if (n->found && bound_holds(&n->hit, score, n->static_eval, n->static_eval)) {
    n->static_eval = score;
  }
  n->best = n->static_eval;
}

static int qsearch(mr_fys_search *s, int alpha, int beta, unsigned ply, int depth) {
  qnode n = {.alpha = alpha, .beta = beta, .depth = depth, .ply = ply, .choice = MR_ACTION_NONE};
  int score;
  if (is_over(s, ply, &score)) {
    return score;
  }
  n.found = mr_fys_tt_find(&s->shared->tt, head_of(s)->key, &n.hit);
  if (n.found) {
    score = shift_end(n.hit.score, -(int)ply);
    if (beta - alpha == 1 && n.hit.depth >= kept_depth(depth) &&
        bound_holds(&n.hit, score, alpha, beta)) {
      return score;
    }
  }
  picker p;
  picker_init(s, &p, ply);
  if (steps_on_goal(s, &p) || completes_row(s, &p) || gives_last_check(s, &p) ||
      blows_up(s, p.l.side)) {
    return MR_FYS_WIN - (int)ply - 1;
  }
  n.danger = depth > -QSEARCH_CHECK_DEPTH && in_danger(s, &p.l, ply);
  bool duty = has_duty(s, &p) && depth > -QSEARCH_DUTY_DEPTH;
  n.danger = n.danger || duty;
  n.checked = is_checked(s, &p.l, n.danger);
  stand_pat(s, &n, score);
  if (depth < -QSEARCH_DEPTH || n.best >= beta) {
    if (!n.found && !n.danger && n.best >= beta) {
      store_qnode(s, &n); /* its static eval need not be counted again */
    }
    return n.best;
  }
  mr_action hash_move = n.found && n.hit.action ? n.hit.action : MR_ACTION_NONE;
  if (hash_move != MR_ACTION_NONE &&
      ((!n.danger && !is_noisy(s, hash_move)) || !is_possible(s, &p, hash_move))) {
    hash_move = MR_ACTION_NONE;
  }
  picker_start(s, &p, hash_move, !n.danger);
  try_qsearch(s, &n, &p);
  if (!s->stopped && !n.danger && n.best < beta && depth > -QUIET_CHECK_DEPTH) {
    try_checks(s, &n, &p);
  }
  if (!s->stopped) {
    store_qnode(s, &n);
  }
  return n.best;
}

#endif
