/**
 * @file movepick.h
 * In which order a node tries its actions, and what it learns from what cut. Actions are listed in
 * parts, as they are asked for: the hash move, then captures and promotions, then the rest, then
 * those captures that lose something by their exchange.
 */
#ifndef MARCHER_SEARCH_FAIRY_MOVEPICK_H
#define MARCHER_SEARCH_FAIRY_MOVEPICK_H

#include "search/fairy/walls.h"

enum {
  /* Orders: classes far enough apart that history never mixes them. */
  ORDER_ENDS = 1 << 28, /**< takes the last pseudo-royal */
  ORDER_KILLER = 1 << 20,
  ORDER_COUNTER = 1 << 14, /**< half of what histories can come to */
  ORDER_CHECK = 4000,      /**< it gives a check that is counted */
  HISTORY_MAX = 13365, /**< bound of the history of an action itself; all never reach a killer */
  CAPTURE_MAX = 8192,  /**< of captures, of which each node has few */
  CONTINUATION_MAX =
      29952, /**< of what follows an action: it is met less often, and learnt slowly */
  LOSS_OF_VICTIM =
      40, /**< percent of what a capture takes that it may lose and still be good; ... */
  LOSS_OF_HISTORY = 7, /**< ... and of its history, which comes to CAPTURE_MAX */
  WALLS_FIRST = 2,     /**< captures that differ by their walls alone are tried first with so many;
                          behind     the last full ply with one */
  ORDER_OBSTACLE = 24000, /**< a wall stands in the way of what has refuted other actions */
  CHANGE_PART = 8,   /**< of a change of static evals, for each ply that was searched behind it */
  CHANGE_MOST = 1000 /**< far less than a cut tells: it is a guess */
};

typedef enum stage { HASH_MOVE, LIST_NOISY, NOISY, LIST_QUIET, QUIET, LOSING, ALL_TRIED } stage;

/** Hands out the actions of a node, best first. */
typedef struct picker {
  lister l;
  bb men;           /**< those that may move */
  bb pseudo_royals; /**< enemies whose loss ends the game: pseudo-royals */
  bb royal_targets; /**< the same, and royals: to attack them is to give check */
  bb obstacles;     /**< where walls are in the way of what has refuted other actions */
  bb hiders;        /**< where checks are counted: own men who discover one by leaving a line */
  mr_action hash_move;
  mr_action counter_move;
  mr_action *list; /**< captures, and behind them quiet actions */
  int *orders;
  size_t size, count, next;
  size_t losing, losing_next; /**< at the beginning of the list */
  size_t late; /**< captures that wait for the quiet actions, because of their walls: at its end */
  unsigned ply;
  stage stage;
  bool noisy_only;
} picker;

/* ---- history --------------------------------------------------------------------------------- */

FY_HOT int16_t *capture_record(const mr_fys_search *s, mr_action action) {
  unsigned to = mr_fy_to(action), kind = MR_FY_KIND(mr_fy_board(s->state)[to]);
  size_t place = piece_to_of(s, code_moved(s, action), to);
  return &s->capture_history[place * (s->game->rules.kind_count + 1u) + kind];
}

/** The history of who enters by a gate with an action, as if it were dropped there; NULL: nobody.
 */
FY_HOT int16_t *entering_record(const mr_fys_search *s, mr_action action) {
  if (!mr_fy_enters(&s->game->rules, action)) {
    return NULL;
  }
  unsigned kind = s->game->rules.hand_kind[mr_fy_entering_slot(action)];
  unsigned code = MR_FY_CODE(kind, head_of(s)->side);
  return &s->history[onto_place(s, code, mr_fy_entered_cell(action))];
}

/** Adds to a history, less the more it has come to. @pre by is within its bound */
static inline void update_history(int16_t *record, int by, int most) {
  int size = by < 0 ? -by : by;
  *record = (int16_t)(*record + by - *record * size / most);
}

/** What came of a quiet action, for the histories of what follows the actions before a ply.
 *  @param next the kind that it moved, and where to (piece_to_of) */
static inline void update_continuation(mr_fys_search *s, size_t next, int ply, int by) {
  mr_fys_frame *f = s->frames + ply;
  update_history(&f[-1].continuation[0][next], by, CONTINUATION_MAX);
  update_history(&f[-2].continuation[1][next], by, CONTINUATION_MAX);
  update_history(&f[-4].continuation[1][next], by, CONTINUATION_MAX);
}

/** What came of blocking a square. */
static inline void update_wall_history(mr_fys_search *s, mr_action action, unsigned ply, int by) {
  update_history(wall_record(s, action), by, HISTORY_MAX);
  update_continuation(s, mr_fy_wall_of(action), (int)ply, by);
}

static inline void update_quiet_history(mr_fys_search *s, mr_action action, unsigned ply, int by) {
  unsigned code = code_moved(s, action), to = mr_fy_to(action), side = head_of(s)->side;
  int16_t *enters = entering_record(s, action);
  if (enters != NULL) {
    update_history(enters, by, HISTORY_MAX);
  }
  update_history(&s->history[quiet_place(s, action, side)], by, HISTORY_MAX);
  if (blocks(s, action)) {
    update_wall_history(s, action, ply, by);
  }
  update_continuation(s, piece_to_of(s, MR_FY_KIND(code), to), (int)ply, by);
}

/** What static evals tell of the quiet action before: it was the better, the worse it left the side
 *  that it was made against, less what that had before. Drops apart: they are threats that an eval
 *  does not see yet. */
static inline void learn_from_change(mr_fys_search *s, unsigned ply, int depth) {
  const mr_fys_frame *f = &s->frames[ply], *before = f - 1;
  if (f->excluded != MR_ACTION_NONE || before->action == MR_ACTION_NONE || before->noisy ||
      before->static_eval == MR_FYS_NO_EVAL || before->side == head_of(s)->side ||
      before->quiet >= s->from_to_count) {
    return;
  }
  int by = -CHANGE_PART * depth * (before->static_eval + f->static_eval);
  update_history(&s->history[before->quiet], clip(-CHANGE_MOST, by, CHANGE_MOST), HISTORY_MAX);
}

/** A quiet action has cut: it is tried early in nodes like this one. */
static inline void record_quiet_cut(mr_fys_search *s, mr_action action, unsigned ply, int bonus) {
  mr_fys_frame *f = s->frames + ply;
  if (f->killers[0] != action) {
    f->killers[1] = f->killers[0];
    f->killers[0] = action;
  }
  if (f[-1].action != MR_ACTION_NONE) {
    s->counter_moves[f[-1].place] = action;
  }
  update_quiet_history(s, action, ply, bonus);
}

/** A capture has cut. */
static inline void record_noisy_cut(mr_fys_search *s, mr_action action, unsigned ply, int bonus) {
  update_history(capture_record(s, action), bonus, CAPTURE_MAX);
  if (blocks(s, action)) {
    update_wall_history(s, action, ply, bonus);
  }
}

/* ---- listing --------------------------------------------------------------------------------- */

/** Whether an action is a capture that blasts. */
FY_HOT bool takes_by_blast(const mr_fys_search *s, mr_action action) {
  unsigned type = mr_fy_type_of(action);
  return s->game->rules.blast.on &&
         (type == MR_FY_EP || (!mr_fy_takes_nothing(type) && victim_of(s, action) != 0));
}

/** Finds checks, pins and targets, before anything is listed. */
static inline void picker_init(mr_fys_search *s, picker *p, unsigned ply) {
  const mr_fy_game *game = s->game;
  const tables *t = tables_of(game);
  const mr_fy_state *head = head_of(s);
  bb men = game->rules.split ? t->colour[colour_to_move(head)] : t->all;
  look(&p->l, game, s->state, head->side, men);
  if (game->rules.must_capture) {
    p->l.captures_only = must_capture(&p->l);
  }
  if (game->rules.must_drop != 0 && !look_for_duty(&p->l)) {
    men = bb_none();
  }
  p->men = bb_and(p->l.own, men);
  p->pseudo_royals = last_ones(game, s->state, head->side ^ 1u);
  p->royal_targets =
      bb_or(p->pseudo_royals, royals_of(game, sets_of(game, s->state), head->side ^ 1u));
  p->hiders = p->obstacles = bb_none();
  if (counts_checks(s)) {
    p->hiders = hidden_checkers(s, head->side, t->cells);
  }
  p->ply = ply;
}

/** Whether a capture has to be made that is something special: a duty. */
FY_HOT bool has_duty(const mr_fys_search *s, const picker *p) {
  return s->weights->duties && p->l.captures_only;
}

/** Whether an action takes, or blows up, a man whose loss ends the game. */
FY_HOT bool takes_last(const mr_fys_search *s, const picker *p, mr_action action) {
  return takes_by_blast(s, action) ? blast_gain(&s->eval, s->state, action) >= BLAST_ENDS
                                   : bb_has(p->pseudo_royals, mr_fy_to(action));
}

/** Whether a man gives check by leaving a line. */
FY_RARE bool discovers_check(const mr_fys_search *s, const picker *p, mr_action action) {
  unsigned from = mr_fy_from(action);
  return mr_fy_type_of(action) != MR_FY_DROP && bb_has(p->hiders, from) &&
         bb_has(hidden_checkers(s, p->l.side, mr_fy_to(action)), from);
}

/** Whether an action attacks targets over open lines: from where the man that it moves comes to
 *  stand, and, where checks are counted, by leaving a line. Checks by hoppers and over forks are
 *  not seen. */
static inline bool gives_check_to(const mr_fys_search *s, const picker *p, mr_action action,
                                  bb targets) {
  const tables *t = tables_of(s->game);
  unsigned type = mr_fy_type_of(action), to = mr_fy_to(action), form = mr_fy_form_of(action);
  if (type >= MR_FY_CASTLE || !bb_any(targets) || takes_by_blast(s, action)) {
    return false;
  }
  if (bb_any(p->hiders) && discovers_check(s, p, action)) {
    return true;
  }
  unsigned code = form ? MR_FY_CODE(form, p->l.side) : code_moved(s, action), cell = 0;
  const code_info *info = &t->codes[code];
  bb men = p->l.at.men;
  if (type != MR_FY_DROP) {
    men = bb_less(men, bb_of(mr_fy_from(action)));
  }
  while (bb_pop(&targets, &cell)) {
    if (bb_has(info->leaps_to[cell], to) ||
        (info->lines_to != NULL && bb_has(info->lines_to[cell], to) &&
         !bb_meet(info->between[(size_t)to * t->cells + cell], men))) {
      return true;
    }
  }
  return false;
}

/** The same of all pieces whose loss ends the game. */
static inline bool gives_direct_check(const mr_fys_search *s, const picker *p, mr_action action) {
  return gives_check_to(s, p, action, p->royal_targets);
}

/** Whether an action gives a check where checks are counted. */
FY_RARE bool gives_counted_check(const mr_fys_search *s, const picker *p, mr_action action) {
  return gives_check_to(s, p, action, checked_pieces(s, p->l.side ^ 1u));
}

/** Whether an action that another position may have left in the table can be made here. */
static inline bool is_possible(const mr_fys_search *s, picker *p, mr_action action) {
  sink to = {.wanted = action};
  unsigned type = mr_fy_type_of(action), from = mr_fy_from(action);
  if (action == MR_ACTION_NONE || type >= MR_FY_TYPE_COUNT) {
    return false;
  }
  p->l.part = EVERY_MOVE;
  if (mr_fy_takes_nothing(type)) {
    bool some = !s->game->rules.split && !p->l.captures_only;
    if (some && p->l.at.t->sifted) {
      list_pieces(FIND, &to, &p->l, bb_none(), true);
    } else if (some && type == MR_FY_DROP && mr_fy_drops(&s->game->rules)) {
      list_drops(FIND, &to, &p->l);
    } else if (some && type == MR_FY_CASTLE && p->l.head->rights != 0) {
      list_castling(FIND, &to, &p->l);
    } else if (some && type == MR_FY_PASS) {
      list_pass(FIND, &to, &p->l);
    }
    return to.found;
  }
  if (from < tables_of(s->game)->cells && bb_has(p->men, from)) {
    list_man(FIND, &to, &p->l, from);
  }
  return to.found;
}

/** Begins to hand out. @pre picker_init; the hash move has been found to be possible */
static inline void picker_start(mr_fys_search *s, picker *p, mr_action hash_move, bool noisy_only) {
  const mr_fys_frame *before = &s->frames[(int)p->ply - 1];
  p->list = s->lists + (size_t)p->ply * s->list_size;
  p->orders = s->orders + (size_t)p->ply * s->list_size;
  p->count = p->next = p->losing = p->losing_next = p->late = 0;
  p->size = s->list_size;
  p->hash_move = hash_move;
  p->counter_move =
      before->action == MR_ACTION_NONE ? MR_ACTION_NONE : s->counter_moves[before->place];
  p->noisy_only = noisy_only;
  p->stage = hash_move != MR_ACTION_NONE ? HASH_MOVE : LIST_NOISY;
}

static inline int noisy_order(mr_fys_search *s, const picker *p, mr_action action) {
  unsigned to = mr_fy_to(action), victim = victim_of(s, action), form = mr_fy_form_of(action);
  unsigned code = code_moved(s, action);
  const int16_t *value = s->weights->value;
  if (takes_by_blast(s, action)) {
    int won = blast_gain(&s->eval, s->state, action);
    return won >= BLAST_ENDS ? ORDER_ENDS : won * 16 + *capture_record(s, action);
  }
  if (bb_has(p->pseudo_royals, to)) {
    return ORDER_ENDS;
  }
  int gain = value[victim] * 16 - value[code];
  if (mr_fy_type_of(action) == MR_FY_EP) {
    gain += value[code] * 16;
  }
  if (form) {
    gain += (value[MR_FY_CODE(form, MR_FY_SIDE(code))] - value[code]) * 12;
  }
  return gain + *capture_record(s, action);
}

/** Those of some men that may have a capture or promotion to make: pawns that have none are told
 *  apart all at once. */
FY_HOT bb noisy_men(const mr_fys_weights *w, const lister *l, bb men) {
  for (unsigned i = 0; i < w->pawn_count[l->side]; i++) {
    unsigned code = w->rank[l->side][i];
    const code_info *info = &l->at.t->codes[code];
    const mr_fys_strides *all = strides_of(w, code);
    bool passing = info->ep != NULL && (l->head->ep[0].passed != MR_FY_NO_CELL ||
                                        l->head->ep[1].passed != MR_FY_NO_CELL);
    if (all == NULL || passing || info->on_leaving) {
      continue;
    }
    bb pawns = bb_and(l->at.sets[code], men), noisy = bb_none();
    for (unsigned k = 0; k < all->count; k++) {
      const mr_fys_stride *t = &all->stride[k];
      bb to = bb_and(stride_capture(t, pawns), l->enemy);
      if (info->form_count > 0 && !info->turns) {
        to = bb_or(to, bb_and(stride_quiet(t, pawns, l->empty), info->zone));
      }
      noisy = bb_or(noisy, shifted(to, -t->by));
    }
    men = bb_less(men, bb_less(pawns, noisy));
  }
  return men;
}

/** Lists a part of the actions: for the picker, and for who looks at all of them. One copy, which
 *  is large. */
static __attribute__((noinline)) void list_part(const mr_fys_weights *w, picker *p, part which,
                                                bool all, sink *to) {
  bool plain = which == NOISY_MOVES && !p->l.at.t->sifted && !p->l.at.t->odd_captures;
  p->l.part = which;
  list_pieces(LIST, to, &p->l, plain ? noisy_men(w, &p->l, p->men) : p->men, all);
}

/** Of captures that differ by their walls alone those behind the best few wait; where only captures
 *  are searched, they are left out. @param to the captures, of which `count` stay */
FY_RARE void delay_walls(picker *p, sink *to) {
  size_t kept = 0;
  int *orders = p->orders + p->count;
  size_t first_ones = p->noisy_only ? 1 : WALLS_FIRST;
  if (to->count > (p->size - p->count) / 2) { /* they would not find room at the end */
    return;
  }
  for (size_t i = 0, end; i < to->count; i = end) {
    mr_action move = mr_fy_with_wall(to->out[i], 0);
    for (end = i + 1; end < to->count && mr_fy_with_wall(to->out[end], 0) == move;) {
      end++;
    }
    for (size_t first = i; first < end; first++) {
      size_t best = first;
      for (size_t k = first + 1; first < i + first_ones && k < end; k++) {
        best = orders[k] > orders[best] ? k : best;
      }
      mr_action action = to->out[best];
      int order = orders[best];
      to->out[best] = to->out[first];
      orders[best] = orders[first];
      if (first < i + first_ones) {
        to->out[kept] = action;
        orders[kept++] = order;
      } else if (!p->noisy_only) {
        p->late++;
        p->list[p->size - p->late] = action;
        p->orders[p->size - p->late] = order;
      }
    }
  }
  to->count = kept;
}

/** Orders what has been listed by its walls, too. */
FY_RARE void order_walls(mr_fys_search *s, picker *p, part which, sink *to) {
  int *orders = p->orders + p->count;
  for (size_t i = 0; i < to->count; i++) {
    if (blocks(s, to->out[i])) {
      orders[i] += which == NOISY_MOVES ? history_of_wall(s, to->out[i], p->ply) / 16 : 0;
      orders[i] += bb_has(p->obstacles, mr_fy_wall_of(to->out[i])) ? ORDER_OBSTACLE : 0;
    }
  }
  if (which == NOISY_MOVES) {
    delay_walls(p, to);
    return;
  }
  for (size_t i = 0; i < p->late; i++) {
    to->out[to->count] = p->list[p->size - p->late + i];
    orders[to->count++] = p->orders[p->size - p->late + i];
  }
}

/** A reply has refuted an action: those that block its way are tried sooner. */
FY_RARE void seek_obstacles(const mr_fys_search *s, picker *p) {
  unsigned child = p->ply + 1;
  mr_action reply = s->line_length[child] > 0 ? s->line[child][0] : MR_ACTION_NONE;
  if (reply == MR_ACTION_NONE) {
    return;
  }
  bb cells = bb_less(obstacles_to(s, reply), p->obstacles);
  p->obstacles = bb_or(p->obstacles, cells);
  for (size_t i = p->next; bb_any(cells) && i < p->count; i++) {
    if (blocks(s, p->list[i]) && bb_has(cells, mr_fy_wall_of(p->list[i]))) {
      p->orders[i] += ORDER_OBSTACLE;
    }
  }
}

/** Where captures alone are tried, it is enough to try each once. */
FY_RARE void leave_out_entering(const mr_fys_search *s, sink *to) {
  size_t left = 0;
  for (size_t i = 0; i < to->count; i++) {
    if (!mr_fy_enters(&s->game->rules, to->out[i])) {
      to->out[left++] = to->out[i];
    }
  }
  to->count = left;
}

/** What few games have of quiet actions besides: walls that are set, men that enter by gates, and
 *  castling that wins. */
FY_RARE int order_of_special(const mr_fys_search *s, mr_action action, unsigned ply) {
  const int16_t *enters = entering_record(s, action);
  int order = blocks(s, action) ? history_of_wall(s, action, ply) : enters != NULL ? *enters : 0;
  return order + (castles_to_win(s, action) ? ORDER_ENDS : 0);
}

/** Orders the last so many of the list, which are quiet: by the histories of the actions
 * themselves, after the last action (twice), after the one before, and after the one four plies
 * ago, of which the same is known as of that two plies ago. */
static inline void order_quiets(mr_fys_search *s, const picker *p, size_t count) {
  const mr_fys_frame *f = &s->frames[p->ply];
  const int16_t *last = f[-1].continuation[0], *second = f[-2].continuation[1],
                *fourth = f[-4].continuation[1], *history = s->history;
  const mr_fy_rules *rules = &s->game->rules;
  const mr_action *list = p->list + p->count;
  int *orders = p->orders + p->count;
  size_t cells = p->l.at.t->cells;
  bool special = p->l.at.t->with_walls != NULL || rules->gating.enters || rules->castling_wins != 0;
  for (size_t i = 0; i < count; i++) {
    mr_action action = list[i];
    unsigned from = mr_fy_from(action), to = mr_fy_to(action);
    unsigned code =
        mr_fy_type_of(action) == MR_FY_DROP ? MR_FY_CODE(from, p->l.side) : p->l.board[from];
    size_t next = MR_FY_KIND(code) * cells + to;
    int order =
        history[quiet_place(s, action, p->l.side)] + 2 * last[next] + second[next] + fourth[next];
    order += action == f->killers[0] ? ORDER_KILLER + 1 : 0;
    order += action == f->killers[1] ? ORDER_KILLER : 0;
    order += action == p->counter_move ? ORDER_COUNTER : 0;
    orders[i] = special ? order + order_of_special(s, action, p->ply) : order;
  }
}

static inline void list_stage(mr_fys_search *s, picker *p, part which) {
  sink to = {.out = p->list + p->count};
  list_part(s->weights, p, which, !s->game->rules.split, &to);
  if (s->game->rules.gating.enters && p->noisy_only) {
    leave_out_entering(s, &to);
  }
  /*
   * Cells are listed from White's side on, so Black's list begins with the men nearest to the
   * enemy, which are the best to begin with where nothing else is known: turned round, White's
   * does, too.
   */
  for (size_t i = 0; p->l.side == MR_FY_WHITE && i < to.count / 2; i++) {
    mr_action other = to.out[to.count - 1 - i];
    to.out[to.count - 1 - i] = to.out[i];
    to.out[i] = other;
  }
  if (which == NOISY_MOVES) {
    for (size_t i = p->count; i < p->count + to.count; i++) {
      p->orders[i] = noisy_order(s, p, p->list[i]);
    }
  } else {
    order_quiets(s, p, to.count);
  }
  if (tables_of(s->game)->with_walls != NULL) {
    order_walls(s, p, which, &to);
  }
  for (size_t i = p->count; which == QUIET_MOVES && counts_checks(s) && i < p->count + to.count;
       i++) {
    p->orders[i] += gives_counted_check(s, p, p->list[i]) ? ORDER_CHECK : 0;
  }
  p->count += to.count;
}

/** Takes the best of the rest. @pre there is one */
static inline mr_action pick_best(picker *p) {
  size_t best = p->next;
  int order = p->orders[best];
  for (size_t i = best + 1; i < p->count;
       i++) { /* several at once, as where it is does not matter */
    order = p->orders[i] > order ? p->orders[i] : order;
  }
  while (p->orders[best] != order) {
    best++;
  }
  mr_action action = p->list[best];
  p->list[best] = p->list[p->next];
  p->orders[best] = p->orders[p->next];
  p->list[p->next] = action;
  p->orders[p->next++] = order;
  return action;
}

/**
 * Whether a capture or promotion is tried before quiet actions: one that loses nothing by its
 * exchange, or, where more than captures are searched, no more than the man that it takes and what
 * has come of such captures allow. So sacrifices that have paid are not tried last, and reduced
 * most.
 */
static inline bool is_good_noisy(const mr_fys_search *s, const picker *p, mr_action action) {
  unsigned victim = victim_of(s, action);
  if (takes_last(s, p, action) || (counts_checks(s) && gives_counted_check(s, p, action))) {
    return true;
  }
  if (victim == 0 && !promotes(s, action) && mr_fy_type_of(action) != MR_FY_EP) {
    return false; /* it could have promoted */
  }
  const int16_t *value = s->weights->value;
  if (!p->noisy_only) {
    int allowed =
        (value[victim] * LOSS_OF_VICTIM + *capture_record(s, action) * LOSS_OF_HISTORY) / 100;
    return see_ge(&s->eval, s->state, action, -allowed);
  }
  return (victim && !s->game->rules.blast.on && value[victim] >= value[code_moved(s, action)]) ||
         see_ge(&s->eval, s->state, action, 0);
}

static inline mr_action next_noisy(mr_fys_search *s, picker *p) {
  while (p->next < p->count) {
    mr_action action = pick_best(p);
    if (action == p->hash_move) {
      continue;
    }
    if (is_good_noisy(s, p, action)) {
      return action;
    }
    p->list[p->losing++] = action;
  }
  return MR_ACTION_NONE;
}

/** The next action, or MR_ACTION_NONE. @param quiets whether quiet ones are still wanted */
static inline mr_action next_action(mr_fys_search *s, picker *p, bool quiets) {
  mr_action action;
  switch (p->stage) {
  case HASH_MOVE:
    p->stage = LIST_NOISY;
    return p->hash_move;
  case LIST_NOISY:
    list_stage(s, p, NOISY_MOVES);
    p->stage = NOISY;
    /* fall through */
  case NOISY:
    action = next_noisy(s, p);
    if (action != MR_ACTION_NONE || p->noisy_only) {
      return action;
    }
    p->stage = LIST_QUIET;
    /* fall through */
  case LIST_QUIET:
    if (quiets && !p->l.captures_only) {
      list_stage(s, p, QUIET_MOVES);
    }
    p->stage = QUIET;
    /* fall through */
  case QUIET:
    while (quiets && p->next < p->count) {
      action = pick_best(p);
      if (action != p->hash_move) {
        return action;
      }
    }
    p->stage = LOSING;
    /* fall through */
  case LOSING:
    if (p->losing_next < p->losing) {
      return p->list[p->losing_next++];
    }
    p->stage = ALL_TRIED;
    break;
  case ALL_TRIED:
    break;
  }
  return MR_ACTION_NONE;
}

#endif
