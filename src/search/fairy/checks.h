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
FY_RARE bb checked_pieces(const mr_fys_search *s, unsigned side) {
  const tables *t = tables_of(s->game);
  bb royals = bb_none();
  for (unsigned i = 0; i < t->royal_count[side]; i++) {
    royals = bb_or(royals, sets_of(s->game, s->state)[t->royal_list[side][i]]);
  }
  return royals;
}

/* ---- checks that are discovered -------------------------------------------------------------- */

/** A line of sight that a man of the side itself may leave. */
typedef struct sight {
  unsigned side;
  unsigned cell; /**< what is looked at */
  unsigned to;   /**< where the man goes: not what stays in between; the number of cells: any */
} sight;

/** The men that alone stand between own men of a code and a cell. */
FY_RARE bb hiding_before(const mr_fys_search *s, unsigned code, const sight *look) {
  const tables *t = tables_of(s->game);
  const code_info *info = &t->codes[code];
  const bb *sets = sets_of(s->game, s->state);
  bb men = filled(t, sets), hiding = bb_none();
  bb behind = info->lines_to != NULL ? bb_and(info->lines_to[look->cell], sets[code]) : bb_none();
  unsigned from = 0;
  while (bb_pop(&behind, &from)) {
    bb between = info->between[(size_t)from * t->cells + look->cell], on = bb_and(between, men);
    bool leaves = look->to >= t->cells || !bb_has(between, look->to);
    hiding = leaves && bb_single(on) ? bb_or(hiding, bb_and(on, sets[look->side])) : hiding;
  }
  return hiding;
}

/** The men of a side who discover a check by leaving a line. @param to as in sight */
FY_RARE bb hidden_checkers(const mr_fys_search *s, unsigned side, unsigned to) {
  const tables *t = tables_of(s->game);
  bb targets = checked_pieces(s, side ^ 1u), hiding = bb_none();
  sight look = {.side = side, .to = to};
  while (bb_pop(&targets, &look.cell)) {
    for (unsigned i = 0; i < t->code_list_count[side]; i++) {
      hiding = bb_or(hiding, hiding_before(s, t->code_list[side][i], &look));
    }
  }
  return hiding;
}

/* ---- checks that threaten -------------------------------------------------------------------- */

/** Whether men of a code could come to attack a cell, were it their turn. */
FY_RARE bool may_attack(const mr_fys_search *s, unsigned code, unsigned cell) {
  const tables *t = tables_of(s->game);
  const mr_fy_rules *rules = &s->game->rules;
  const code_info *info = &t->codes[code];
  const bb *sets = sets_of(s->game, s->state);
  unsigned side = MR_FY_SIDE(code), from = 0;
  bb men = filled(t, sets), runners = sets[code], quiet, capture;
  bool held = mr_fy_drops(rules) && mr_fy_held(rules, head_of(s), MR_FY_KIND(code), side) > 0;
  if (!bb_any(runners) && !held) {
    return false;
  }
  /* Where it would have to stand: the same man of the other side sees that far from the cell. */
  reach_of(&t->rows[(size_t)(code ^ 1u) * t->cells + cell], men, &quiet, &capture);
  bb on = info->leaps_to[cell];
  on = bb_and(info->lines_to != NULL ? bb_or(on, info->lines_to[cell]) : on, capture);
  if (held && bb_meet(bb_less(on, men), info->drop)) {
    return true;
  }
  while (bb_any(on) && bb_pop(&runners, &from)) {
    reach_of(&t->rows[(size_t)code * t->cells + from], men, &quiet, &capture);
    if (bb_meet(bb_or(bb_less(quiet, men), bb_and(capture, sets[side ^ 1u])), on)) {
      return true;
    }
  }
  return false;
}

/** Whether a man of a side could give a check, were it its turn; pins are not looked at, nor what
 * is discovered. */
FY_RARE bool may_check(const mr_fys_search *s, unsigned side) {
  const tables *t = tables_of(s->game);
  bb targets = checked_pieces(s, side ^ 1u);
  unsigned cell = 0;
  while (bb_pop(&targets, &cell)) {
    for (unsigned i = 0; i < t->code_list_count[side]; i++) {
      if (may_attack(s, t->code_list[side][i], cell)) {
        return true;
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
