/**
 * @file quiesce.h
 * The search behind the last full ply: captures and promotions that lose nothing, all answers to an
 * attack that has to be answered, and goals that are one step away.
 */
#ifndef MARCHER_SEARCH_FAIRY_QUIESCE_H
#define MARCHER_SEARCH_FAIRY_QUIESCE_H

#include "search/fairy/order.h"

enum {
  QUIET_DEPTH = 12, /**< plies behind the last full one */
  DANGER_DEPTH = 3, /**< so far all answers are tried */
  HOPE = 160,       /**< beyond the men that are won at once */
  EVASIONS_MAX = 6, /**< answers, once one of them has not lost */
};

/** Wins are stored as seen from their node, not from the root. */
static inline int to_table(int score, unsigned at) {
  return score > MR_FYS_SURE ? score + (int)at : score < -MR_FYS_SURE ? score - (int)at : score;
}

static inline int from_table(int score, unsigned at) {
  return score > MR_FYS_SURE ? score - (int)at : score < -MR_FYS_SURE ? score + (int)at : score;
}

/** A position that is over, or where there is nothing to do. */
static inline int lack_score(mr_fys_search *s, bool checked, unsigned at) {
  mr_fy_outcome value = checked ? s->game->rules.checkmate : s->game->rules.stalemate;
  int score = MR_FYS_WIN - (int)at;
  return value == MR_FY_LOSS ? -score : value == MR_FY_WIN ? score : 0;
}

/** Static worth as the search uses it: less where the game is about to be drawn by idleness. */
static inline int temper(const mr_fys_search *s, int raw) {
  int limit = (int)s->game->rules.idle_limit, idle = head_of(s)->idle;
  return limit > 0 ? raw * (2 * limit - idle) / (2 * limit) : raw;
}

/** What a fact of the table says of a window. */
FY_INLINE bool is_telling(const mr_fys_fact *fact, int score, int alpha, int beta) {
  return fact->bound == MR_FYS_EXACT || (fact->bound == MR_FYS_AT_LEAST && score >= beta) ||
         (fact->bound == MR_FYS_AT_MOST && score <= alpha);
}

static inline void keep_line(mr_fys_search *s, unsigned at, mr_action action) {
  s->line[at][0] = action;
  unsigned length = s->line_length[at + 1];
  memcpy(&s->line[at][1], s->line[at + 1], length * sizeof(mr_action));
  s->line_length[at] = length + 1;
}

/** What is known without looking around. @return whether that is all */
static inline bool is_over(mr_fys_search *s, unsigned at, int *score) {
  s->line_length[at] = 0;
  s->selective = at > s->selective ? at : s->selective;
  if (head_of(s)->end) {
    *score = mr_fys_end_score(s->state, at);
    return true;
  }
  if (at > 0 && s->frames[at - 1].repeated) {
    *score = repeated_score(s, at);
    return true;
  }
  if (at >= MR_FYS_PLIES - 1) {
    *score = temper(s, worth_of(s, at));
    return true;
  }
  *score = 0;
  return time_is_up(s);
}

/** A node behind the last full ply. */
typedef struct calm {
  int alpha, beta, depth, best, stand, raw;
  unsigned at;
  bool danger;
  bool found;
  mr_fys_fact hit;
  mr_action choice;
} calm;

static int quiesce(mr_fys_search *s, int alpha, int beta, unsigned at, int depth);

/** The most that a capture or promotion can be expected to bring at once. */
static inline int hope_of(const mr_fys_search *s, mr_action action) {
  unsigned form = mr_fy_form_of(action), victim = mr_fy_board(s->state)[mr_fy_to(action)];
  const int16_t *value = s->weights->value;
  unsigned code = code_moved(s, action);
  int hope = HOPE + value[victim];
  hope += form ? value[MR_FY_CODE(form, MR_FY_SIDE(code))] - value[code] : 0;
  return hope + (mr_fy_type_of(action) == MR_FY_EP ? value[code] : 0);
}

/** Makes an action and searches on; the score is for the side to move here. */
static inline int behind_calm(mr_fys_search *s, const calm *n, mr_action action) {
  unsigned side = head_of(s)->side;
  int alpha = n->best > n->alpha ? n->best : n->alpha;
  push(s, action, n->at);
  int score = head_of(s)->side == side ? quiesce(s, alpha, n->beta, n->at + 1, n->depth - 1)
                                       : -quiesce(s, -n->beta, -alpha, n->at + 1, n->depth - 1);
  pop(s, n->at);
  return score;
}

static inline void try_calm(mr_fys_search *s, calm *n, picker *p) {
  mr_action action;
  for (unsigned tried = 0; (action = next_action(s, p, true)) != MR_ACTION_NONE; tried++) {
    int floor = n->best > n->alpha ? n->best : n->alpha;
    bool quiet = n->danger && !is_loud(s, action);
    if (quiet && n->best > -MR_FYS_SURE && tried >= EVASIONS_MAX) {
      continue;
    }
    if (!n->danger && !bb_has(p->prey, mr_fy_to(action)) &&
        n->stand + hope_of(s, action) <= floor) {
      int hope = n->stand + hope_of(s, action);
      n->best = hope > n->best ? hope : n->best;
      continue;
    }
    int score = behind_calm(s, n, action);
    if (s->stopped) {
      return;
    }
    if (score > n->best) {
      n->best = score;
      if (score > n->alpha) {
        n->choice = action;
        keep_line(s, n->at, action);
      }
    }
    if (n->best >= n->beta) {
      return;
    }
  }
}

static inline void store_calm(mr_fys_search *s, const calm *n) {
  bool low = n->choice == MR_ACTION_NONE;
  mr_fys_fact fact = {.action = low ? 0 : n->choice,
                      .score = to_table(n->best, n->at),
                      .stand = n->raw,
                      .depth = 0,
                      .bound = n->best >= n->beta ? MR_FYS_AT_LEAST : MR_FYS_AT_MOST,
                      .pv = n->found && n->hit.pv};
  mr_fys_table_store(&s->shared->table, head_of(s)->key, &fact);
}

/** Whether the side to move wins by stepping on its goal: the step is looked for. */
static inline bool steps_on_goal(mr_fys_search *s, const picker *p) {
  if (!has_goal(s, p->l.side) || !may_reach_goal(s, p->l.side)) {
    return false;
  }
  const tables *t = tables_of(s->game);
  bb men = p->men;
  unsigned from = 0;
  while (bb_pop(&men, &from)) {
    unsigned code = p->l.board[from];
    if (!(t->flag_kinds[p->l.side] >> MR_FY_KIND(code) & 1)) {
      continue;
    }
    bb quiet, capture;
    reach_of(&t->rows[(size_t)code * t->cells + from], p->l.at.men, &quiet, &capture);
    bb cells = bb_or(bb_and(quiet, p->l.empty), bb_and(capture, p->l.enemy));
    cells = bb_and(cells, t->flag_region[p->l.side]);
    if (p->l.guard.active) {
      cells = guard_cells(&p->l, from, cells, bb_has(p->l.guard.royals, from));
    }
    if (bb_any(cells) && !p->l.captures_only) {
      return true;
    }
  }
  return false;
}

/** What the position is worth if nothing is done. @param score that of the table, if any */
static inline void stand_calm(mr_fys_search *s, calm *n, int score) {
  if (n->danger) {
    n->raw = n->stand = MR_FYS_UNKNOWN;
    n->best = lack_score(s, true, n->at);
    return;
  }
  bool known = n->found && n->hit.stand != MR_FYS_UNKNOWN;
  n->raw = known ? n->hit.stand : worth_of(s, n->at);
  n->stand = temper(s, n->raw);
  if (n->found && is_telling(&n->hit, score, n->stand, n->stand)) {
    n->stand = score;
  }
  n->best = n->stand;
}

static int quiesce(mr_fys_search *s, int alpha, int beta, unsigned at, int depth) {
  calm n = {.alpha = alpha, .beta = beta, .depth = depth, .at = at, .choice = MR_ACTION_NONE};
  int score;
  if (is_over(s, at, &score)) {
    return score;
  }
  n.found = mr_fys_table_find(&s->shared->table, head_of(s)->key, &n.hit);
  if (n.found) {
    score = from_table(n.hit.score, at);
    if (beta - alpha == 1 && is_telling(&n.hit, score, alpha, beta)) {
      return score;
    }
  }
  picker p;
  picker_look(s, &p, at);
  if (steps_on_goal(s, &p)) {
    return MR_FYS_WIN - (int)at - 1;
  }
  n.danger = depth > -DANGER_DEPTH && in_danger(s, &p.l, at);
  stand_calm(s, &n, score);
  if (depth < -QUIET_DEPTH || n.best >= beta) {
    if (!n.found && !n.danger && n.best >= beta) {
      store_calm(s, &n); /* what it is worth need not be counted again */
    }
    return n.best;
  }
  mr_action hint = n.found && n.hit.action ? n.hit.action : MR_ACTION_NONE;
  if (hint != MR_ACTION_NONE && ((!n.danger && !is_loud(s, hint)) || !is_possible(s, &p, hint))) {
    hint = MR_ACTION_NONE;
  }
  picker_begin(s, &p, hint, !n.danger);
  try_calm(s, &n, &p);
  if (!s->stopped) {
    store_calm(s, &n);
  }
  return n.best;
}

#endif
