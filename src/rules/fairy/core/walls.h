/**
 * @file walls.h
 * Actions that set a wall once their man has moved: each move that may be made so is given once for
 * each square that it may block.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_WALLS_H
#define MARCHER_RULES_FAIRY_CORE_WALLS_H

#include "rules/fairy/core/list.h"

/** What an action changes, but for its wall. */
static inline change change_of(const lister *l, mr_action action) {
  unsigned type = mr_fy_type_of(action), from = mr_fy_from(action), to = mr_fy_to(action);
  change move = {.from = bb_of(from), .to = bb_of(to)};
  if (type == MR_FY_BLOCK) {
    return (change){.from = bb_none()};
  }
  if (type == MR_FY_CASTLE) {
    const mr_fy_castling *c =
        mr_fy_castling_from(&l->at.game->rules, l->head, l->head->rights, from, to);
    move.from = bb_or(move.from, move.to);
    move.to = c != NULL ? bb_or(bb_of(c->king_to), bb_of(c->partner_to)) : move.to;
    return move;
  }
  move.taken = bb_and(move.to, l->enemy);
  if (type == MR_FY_EP) {
    move.taken = bb_of(ep_at(l, from)->victim);
  }
  return move;
}

/** Where the man of an action could go on to, once it has moved. @param men as they stand then */
FY_RARE bb arrow_cells(const lister *l, mr_action action, bb men) {
  unsigned from = mr_fy_from(action), to = mr_fy_to(action), type = mr_fy_type_of(action);
  const mr_fy_castling *c = NULL;
  if (type == MR_FY_CASTLE) {
    c = mr_fy_castling_from(&l->at.game->rules, l->head, l->head->rights, from, to);
  }
  to = c != NULL ? c->king_to : to;
  bb quiet, capture;
  reach_of(&l->at.t->rows[(size_t)l->board[from] * l->at.t->cells + to], bb_less(men, bb_of(to)),
           &quiet, &capture);
  return quiet;
}

/** The squares that an action may block, whatever becomes of royals. */
FY_RARE bb wall_cells(const lister *l, mr_action action, const change *move) {
  const tables *t = l->at.t;
  const mr_fy_walling *walling = &l->at.game->rules.walling;
  bb men = bb_or(bb_less(bb_less(l->at.men, move->from), move->taken), move->to);
  bb cells = bb_and(bb_less(t->all, men), bb_from(&walling->region[l->side]));
  bb walls = l->at.sets[t->code_count];
  unsigned cell = 0;
  switch (walling->rule) {
  case MR_FY_WALLS_ARROW:
    return bb_and(cells, arrow_cells(l, action, men));
  case MR_FY_WALLS_PAST:
    return bb_and(cells, bb_of(mr_fy_from(action)));
  case MR_FY_WALLS_EDGE: {
    bb near = t->edge;
    while (bb_pop(&walls, &cell)) {
      near = bb_or(near, t->next_to[cell]);
    }
    return bb_and(cells, near);
  }
  case MR_FY_WALLS_NONE:
  case MR_FY_WALLS_STATIC:
  case MR_FY_WALLS_DUCK:
    break;
  }
  return cells;
}

/** Whether a castling takes no royal out of an attack or through one. The wall is set behind it:
 * the way is asked about as the board stands before, with the duck where it is. */
FY_RARE bool walled_castling_passes(const lister *l, mr_action action) {
  const mr_fy_castling *c = mr_fy_castling_from(&l->at.game->rules, l->head, l->head->rights,
                                                mr_fy_from(action), mr_fy_to(action));
  return !l->guard.active || c == NULL || castling_passes(l, c, l->guard.royals, bb_none());
}

/** Whether an action leaves the royals of its side safe. @param l without the duck, if it goes */
FY_RARE bool safe_with_wall(const lister *l, mr_action action, const change *move) {
  unsigned form = mr_fy_form_of(action), from = mr_fy_from(action);
  if (mr_fy_type_of(action) == MR_FY_CASTLE) {
    const mr_fy_castling *c =
        mr_fy_castling_from(&l->at.game->rules, l->head, l->head->rights, from, mr_fy_to(action));
    return !l->guard.active || c == NULL || castling_arrives(l, c, l->guard.royals, move->walls);
  }
  if (form != 0 && l->at.t->codes[l->board[from]].royal_forms) {
    return form_is_safe(l, move, MR_FY_CODE(form, l->side));
  }
  return !l->guard.active || safe_after(&l->at, &l->guard, l->side, move,
                                        bb_has(bb_and(l->guard.royals, move->from), from));
}

/** Those of some squares with which an action leaves the royals of its side safe. */
FY_RARE bb safe_walls(const lister *l, mr_action action, change *move, bb cells) {
  lister then = *l;
  bb left = cells;
  unsigned cell = 0;
  if (mr_fy_type_of(action) == MR_FY_CASTLE && !walled_castling_passes(l, action)) {
    return bb_none();
  }
  if (l->at.game->rules.walling.rule == MR_FY_WALLS_DUCK) {
    then.at.men = bb_less(l->at.men, l->at.sets[l->at.t->code_count]);
  }
  while (bb_pop(&left, &cell)) {
    move->walls = bb_of(cell);
    if (!safe_with_wall(&then, action, move)) {
      cells = bb_less(cells, move->walls);
    }
  }
  return cells;
}

/** Gives one action that only further rules may still forbid. */
static inline void emit_walled(sink *to, mr_action action) {
  bool (*passes)(const sink *, mr_action) = tables_of(to->game)->passes;
  if ((to->why == FIND && action != to->wanted) || (passes != NULL && !passes(to, action))) {
    return;
  }
  if (to->why == LIST) {
    to->out[to->count] = action;
  }
  to->found = to->found || to->why == FIND || to->why == ANY;
  to->count++;
}

/** A table's `with_walls`. */
FY_RARE void emit_walls(sink *to, mr_action action) {
  const lister *l = to->l;
  const tables *t = l->at.t;
  if (to->why == FIND && action != mr_fy_with_wall(to->wanted, 0)) {
    return;
  }
  if (!mr_fy_walls_with(&l->at.game->rules.walling, mr_fy_type_of(action))) {
    change move = change_of(l, action);
    bool castles = mr_fy_type_of(action) == MR_FY_CASTLE;
    if (!t->walls_shield ||
        ((!castles || walled_castling_passes(l, action)) && safe_with_wall(l, action, &move))) {
      emit_walled(to, action);
    }
    return;
  }
  change move = change_of(l, action);
  bb cells = wall_cells(l, action, &move);
  if (to->why == FIND) {
    cells = bb_and(cells, bb_of(mr_fy_wall_of(to->wanted)));
  }
  if ((t->walls_shield || t->slow) && can_have_royals(l->at.game, l->side)) {
    cells = safe_walls(l, action, &move, cells);
  }
  if (to->why == COUNT && t->passes == NULL) {
    to->count += bb_count(cells);
    return;
  }
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    emit_walled(to, mr_fy_with_wall(action, cell));
  }
}

#endif
