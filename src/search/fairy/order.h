/**
 * @file order.h
 * In which order a node tries its actions, and what it learns from what cut. Actions are listed in
 * parts, as they are asked for: the table's, then captures and promotions, then the rest, then
 * those that lose something.
 */
#ifndef MARCHER_SEARCH_FAIRY_ORDER_H
#define MARCHER_SEARCH_FAIRY_ORDER_H

#include "search/fairy/push.h"

enum {
  ORDER_ENDS = 1 << 28, /**< takes the last of those whose loss ends the game */
  ORDER_KILLER = 1 << 20,
  ORDER_COUNTER = 1 << 14,
  HISTORY_MAX = 8192,
  BONUS_MAX = 1600
};

typedef enum stage { HINT, LIST_LOUD, LOUD, LIST_QUIET, QUIET, LOSING, ALL_TRIED } stage;

/** Hands out the actions of a node, best first. */
typedef struct picker {
  lister l;
  bb men;    /**< those that may move */
  bb prey;   /**< enemies whose loss ends the game */
  bb target; /**< the same, and royals: to attack them is to give check */
  mr_action hint;
  mr_action counter;
  mr_action *list; /**< captures, and behind them quiet actions */
  int *orders;
  size_t count, next;
  size_t losing, losing_next; /**< at the beginning of the list */
  unsigned at;
  stage stage;
  bool loud_only;
} picker;

/* ---- history --------------------------------------------------------------------------------- */

FY_INLINE int16_t *capture_record(const mr_fys_search *s, mr_action action) {
  unsigned to = mr_fy_to(action), kind = MR_FY_KIND(mr_fy_board(s->state)[to]);
  size_t place = place_of(s, code_moved(s, action), to);
  return &s->capture_history[place * (s->game->rules.kind_count + 1u) + kind];
}

/** What quiet actions like this one have been worth. */
FY_INLINE int history_of_action(const mr_fys_search *s, mr_action action, unsigned at) {
  unsigned code = code_moved(s, action), to = mr_fy_to(action);
  size_t next = place_of(s, MR_FY_KIND(code), to);
  const mr_fys_frame *f = s->frames + at;
  return 2 * s->history[place_of(s, code, to)] + f[-1].follow[0][next] + f[-2].follow[1][next];
}

static inline void reward(int16_t *record, int by) {
  int size = by < 0 ? -by : by;
  *record = (int16_t)(*record + by - *record * size / HISTORY_MAX);
}

static inline void reward_quiet(mr_fys_search *s, mr_action action, unsigned at, int by) {
  unsigned code = code_moved(s, action), to = mr_fy_to(action);
  size_t next = place_of(s, MR_FY_KIND(code), to);
  mr_fys_frame *f = s->frames + at;
  reward(&s->history[place_of(s, code, to)], by);
  reward(&f[-1].follow[0][next], by);
  reward(&f[-2].follow[1][next], by);
}

static inline int bonus_of(int depth) {
  return clip(0, 160 * depth - 60, BONUS_MAX);
}

/** A quiet action has cut: it is tried early in nodes like this one. */
static inline void remember_quiet(mr_fys_search *s, mr_action action, unsigned at, int bonus) {
  mr_fys_frame *f = s->frames + at;
  if (f->killers[0] != action) {
    f->killers[1] = f->killers[0];
    f->killers[0] = action;
  }
  if (f[-1].action != MR_ACTION_NONE) {
    s->counters[f[-1].place] = action;
  }
  reward_quiet(s, action, at, bonus);
}

/* ---- listing --------------------------------------------------------------------------------- */

/** Enemies whose loss ends the game, where that is more than men are worth. */
static inline bb find_prey(const mr_fys_search *s, unsigned side) {
  const mr_fy_extinction *e = &s->game->rules.extinction;
  const bb *sets = sets_of(s->game, s->state);
  bb prey = bb_none();
  if (e->value != MR_FY_LOSS || e->royal || e->together) {
    return prey;
  }
  for (uint64_t kinds = e->kinds; kinds != 0; kinds &= kinds - 1) {
    unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), side ^ 1u);
    if (code < s->game->code_count && bb_count(sets[code]) == e->count + 1u) {
      prey = bb_or(prey, sets[code]);
    }
  }
  return prey;
}

/** Looks around, before anything is listed. */
static inline void picker_look(mr_fys_search *s, picker *p, unsigned at) {
  const mr_fy_game *game = s->game;
  const tables *t = tables_of(game);
  const mr_fy_state *head = head_of(s);
  bb men = game->rules.split ? t->colour[colour_to_move(head)] : t->all;
  look(&p->l, game, s->state, head->side, men);
  if (game->rules.must_capture) {
    p->l.captures_only = must_capture(&p->l);
  }
  p->men = bb_and(p->l.own, men);
  p->prey = find_prey(s, head->side);
  p->target = bb_or(p->prey, royals_of(game, sets_of(game, s->state), head->side ^ 1u));
  p->at = at;
}

/** Whether the man that an action moves gives check from where it comes to stand, over open lines.
 */
static inline bool checks(const mr_fys_search *s, const picker *p, mr_action action) {
  const tables *t = tables_of(s->game);
  unsigned type = mr_fy_type_of(action), to = mr_fy_to(action), form = mr_fy_form_of(action);
  if (type == MR_FY_CASTLE || !bb_any(p->target)) {
    return false;
  }
  unsigned code = form ? MR_FY_CODE(form, p->l.side) : code_moved(s, action), cell = 0;
  const code_info *info = &t->codes[code];
  bb prey = p->target, men = p->l.at.men;
  if (type != MR_FY_DROP) {
    men = bb_less(men, bb_of(mr_fy_from(action)));
  }
  while (bb_pop(&prey, &cell)) {
    if (bb_has(info->leaps_to[cell], to) ||
        (info->lines_to != NULL && bb_has(info->lines_to[cell], to) &&
         !bb_meet(info->between[(size_t)to * t->cells + cell], men))) {
      return true;
    }
  }
  return false;
}

/** Whether an action that another position may have left in the table can be made here. */
static inline bool is_possible(const mr_fys_search *s, picker *p, mr_action action) {
  sink to = {.wanted = action};
  unsigned type = mr_fy_type_of(action), from = mr_fy_from(action);
  if (action == MR_ACTION_NONE || type >= MR_FY_TYPE_COUNT) {
    return false;
  }
  p->l.part = EVERY_MOVE;
  if (type == MR_FY_DROP || type == MR_FY_CASTLE) {
    bool some = !s->game->rules.split && !p->l.captures_only;
    if (some && type == MR_FY_DROP && s->game->rules.drops) {
      list_drops(FIND, &to, &p->l);
    } else if (some && type == MR_FY_CASTLE && p->l.head->rights != 0) {
      list_castling(FIND, &to, &p->l);
    }
    return to.found;
  }
  if (from < tables_of(s->game)->cells && bb_has(p->men, from)) {
    list_man(FIND, &to, &p->l, from);
  }
  return to.found;
}

/** Begins to hand out. @pre picker_look; the hint has been found to be possible */
static inline void picker_begin(mr_fys_search *s, picker *p, mr_action hint, bool loud_only) {
  const mr_fys_frame *before = &s->frames[(int)p->at - 1];
  p->list = s->lists + (size_t)p->at * s->list_size;
  p->orders = s->orders + (size_t)p->at * s->list_size;
  p->count = p->next = p->losing = p->losing_next = 0;
  p->hint = hint;
  p->counter = before->action == MR_ACTION_NONE ? MR_ACTION_NONE : s->counters[before->place];
  p->loud_only = loud_only;
  p->stage = hint != MR_ACTION_NONE ? HINT : LIST_LOUD;
}

static inline int loud_order(mr_fys_search *s, const picker *p, mr_action action) {
  unsigned to = mr_fy_to(action), victim = mr_fy_board(s->state)[to], form = mr_fy_form_of(action);
  unsigned code = code_moved(s, action);
  const int16_t *value = s->weights->value;
  if (bb_has(p->prey, to)) {
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

/**
 * Cells are listed from White's side on, so Black's list begins with the men nearest to the enemy,
 * which are the best to begin with where nothing else is known: turned round, White's does, too.
 */
static inline void turn_round(mr_action *list, size_t count) {
  for (size_t i = 0; i < count / 2; i++) {
    mr_action other = list[count - 1 - i];
    list[count - 1 - i] = list[i];
    list[i] = other;
  }
}

static inline void list_part(mr_fys_search *s, picker *p, part which) {
  sink to = {.out = p->list + p->count};
  p->l.part = which;
  list_men(LIST, &to, &p->l, p->men, !s->game->rules.split);
  if (p->l.side == MR_FY_WHITE) {
    turn_round(p->list + p->count, to.count);
  }
  for (size_t i = p->count; i < p->count + to.count; i++) {
    mr_action action = p->list[i];
    if (which == LOUD_MOVES) {
      p->orders[i] = loud_order(s, p, action);
    } else {
      const mr_fys_frame *f = &s->frames[p->at];
      p->orders[i] =
          history_of_action(s, action, p->at) + (action == f->killers[0] ? ORDER_KILLER + 1 : 0) +
          (action == f->killers[1] ? ORDER_KILLER : 0) + (action == p->counter ? ORDER_COUNTER : 0);
    }
  }
  p->count += to.count;
}

/** Takes the best of the rest. @pre there is one */
static inline mr_action take_best(picker *p) {
  size_t best = p->next;
  for (size_t i = best + 1; i < p->count; i++) {
    best = p->orders[i] > p->orders[best] ? i : best;
  }
  mr_action action = p->list[best];
  int order = p->orders[best];
  p->list[best] = p->list[p->next];
  p->orders[best] = p->orders[p->next];
  p->list[p->next] = action;
  p->orders[p->next++] = order;
  return action;
}

/** Whether a loud action loses nothing. */
static inline bool is_sound(const mr_fys_search *s, const picker *p, mr_action action) {
  unsigned to = mr_fy_to(action), victim = mr_fy_board(s->state)[to];
  if (bb_has(p->prey, to)) {
    return true;
  }
  if (victim == 0 && mr_fy_form_of(action) == 0 && mr_fy_type_of(action) != MR_FY_EP) {
    return false; /* it could have promoted */
  }
  const int16_t *value = s->weights->value;
  return (victim && value[victim] >= value[code_moved(s, action)]) ||
         pays(&s->eval, s->state, action, 0);
}

static inline mr_action next_loud(mr_fys_search *s, picker *p) {
  while (p->next < p->count) {
    mr_action action = take_best(p);
    if (action == p->hint) {
      continue;
    }
    if (is_sound(s, p, action)) {
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
  case HINT:
    p->stage = LIST_LOUD;
    return p->hint;
  case LIST_LOUD:
    list_part(s, p, LOUD_MOVES);
    p->stage = LOUD;
    /* fall through */
  case LOUD:
    action = next_loud(s, p);
    if (action != MR_ACTION_NONE || p->loud_only) {
      return action;
    }
    p->stage = LIST_QUIET;
    /* fall through */
  case LIST_QUIET:
    if (quiets && !p->l.captures_only) {
      list_part(s, p, QUIET_MOVES);
    }
    p->stage = QUIET;
    /* fall through */
  case QUIET:
    while (quiets && p->next < p->count) {
      action = take_best(p);
      if (action != p->hint) {
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
