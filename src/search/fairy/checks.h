/**
 * @file checks.h
 * Games in which checks are counted: the last one wins, and the others come nearer to that, so none
 * is left out. What is seen of checks here besides those that a man gives from where it comes to
 * stand: those that it discovers, and those that the other side could give.
 */
#ifndef MARCHER_SEARCH_FAIRY_CHECKS_H
#define MARCHER_SEARCH_FAIRY_CHECKS_H

#include "search/fairy/make.h"

FY_HOT bool counts_checks(const mr_fys_search *s) {
  return mr_fy_counts_checks(&s->game->rules);
}

/** The pieces of a side to which checks are counted. */
static inline bb checked_pieces(const mr_fys_search *s, unsigned side) {
  const tables *t = tables_of(s->game);
  bb royals = bb_none();
  for (unsigned i = 0; i < t->royal_count[side]; i++) {
    royals = bb_or(royals, sets_of(s->game, s->state)[t->royal_list[side][i]]);
  }
  return royals;
}

/** The men of a side that alone stand between an own man and a target.
 *  @param to where one of them goes: only what does not stay in between then; the number of cells:
 *  any */
static inline bb hidden_checkers(const mr_fys_search *s, unsigned side, bb targets, unsigned to) {
  const tables *t = tables_of(s->game);
  const bb *sets = sets_of(s->game, s->state);
  bb men = filled(t, sets), hiding = bb_none();
  unsigned cell = 0, from = 0;
  while (bb_pop(&targets, &cell)) {
    for (unsigned i = 0; i < t->code_list_count[side]; i++) {
      const code_info *info = &t->codes[t->code_list[side][i]];
      bb behind = info->lines_to != NULL ? bb_and(info->lines_to[cell], sets[t->code_list[side][i]])
                                         : bb_none();
      while (bb_pop(&behind, &from)) {
        bb between = info->between[(size_t)from * t->cells + cell], on = bb_and(between, men);
        if (bb_single(on) && bb_meet(on, sets[side]) && (to >= t->cells || !bb_has(between, to))) {
          hiding = bb_or(hiding, on);
        }
      }
    }
  }
  return hiding;
}

/** Whether a man of a side could give a check, were it its turn; pins are not looked at, nor what
 * is discovered. */
static inline bool may_check(const mr_fys_search *s, unsigned side) {
  const tables *t = tables_of(s->game);
  const mr_fy_rules *rules = &s->game->rules;
  const bb *sets = sets_of(s->game, s->state);
  bb men = filled(t, sets), targets = checked_pieces(s, side ^ 1u);
  unsigned cell = 0, from = 0;
  while (bb_pop(&targets, &cell)) {
    for (unsigned i = 0; i < t->code_list_count[side]; i++) {
      unsigned code = t->code_list[side][i];
      const code_info *info = &t->codes[code];
      bb quiet, capture, checkers = sets[code], on = info->leaps_to[cell];
      on = info->lines_to != NULL ? bb_or(on, info->lines_to[cell]) : on;
      unsigned kind = MR_FY_KIND(code);
      bool held = rules->drops && mr_fy_held(rules, head_of(s), kind, side) > 0;
      if (!bb_any(checkers) && !held) {
        continue;
      }
      /* Where it would stand to give check: the same man of the other side sees that far. */
      reach_of(&t->rows[(size_t)(code ^ 1u) * t->cells + cell], men, &quiet, &capture);
      on = bb_and(on, capture);
      if (held && bb_meet(bb_less(on, men), info->drop)) {
        return true;
      }
      while (bb_any(on) && bb_pop(&checkers, &from)) {
        reach_of(&t->rows[(size_t)code * t->cells + from], men, &quiet, &capture);
        bb to = bb_or(bb_less(quiet, men), bb_and(capture, sets[side ^ 1u]));
        if (bb_meet(to, on)) {
          return true;
        }
      }
    }
  }
  return false;
}

/** Whether the other side wins by its next check, and could give it. */
FY_HOT bool threatens_last_check(const mr_fys_search *s, unsigned side) {
  return counts_checks(s) && head_of(s)->checks[side ^ 1u] == 1 && may_check(s, side ^ 1u);
}

#endif
