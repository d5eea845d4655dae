/**
 * @file walls.h
 * Where actions set walls: which squares are worth blocking. Each move comes with many of them, so
 * that the order in which they are tried decides how deep a search looks.
 */
#ifndef MARCHER_SEARCH_FAIRY_WALLS_H
#define MARCHER_SEARCH_FAIRY_WALLS_H

#include "search/fairy/checks.h"

/** Whether an action sets a wall. */
FY_HOT bool blocks(const mr_fys_search *s, mr_action action) {
  return tables_of(s->game)->with_walls != NULL &&
         mr_fy_walls_with(&s->game->rules.walling, mr_fy_type_of(action));
}

/** The history of blocking a square. */
FY_HOT int16_t *wall_record(const mr_fys_search *s, mr_action action) {
  return &s->history[onto_place(s, head_of(s)->side, mr_fy_wall_of(action))];
}

/** What histories say of the square that an action blocks. */
FY_RARE int history_of_wall(const mr_fys_search *s, mr_action action, unsigned ply) {
  const mr_fys_frame *f = s->frames + ply;
  unsigned wall = mr_fy_wall_of(action);
  return 2 * *wall_record(s, action) + f[-1].continuation[0][wall] + f[-2].continuation[1][wall];
}

/** The squares that would have to be blocked, one of them, for a reply not to be possible. */
FY_RARE bb obstacles_to(const mr_fys_search *s, mr_action reply) {
  const tables *t = tables_of(s->game);
  const uint8_t *board = mr_fy_board(s->state);
  unsigned from = mr_fy_from(reply), to = mr_fy_to(reply), code = board[from];
  if (mr_fy_type_of(reply) > MR_FY_EP || code <= MR_FY_WALL ||
      MR_FY_SIDE(code) == head_of(s)->side) {
    return bb_none();
  }
  const code_info *info = &t->codes[code];
  bb cells = board[to] == 0 ? bb_of(to) : bb_none();
  if (info->lines_to != NULL && bb_has(info->lines_to[to], from)) {
    cells = bb_or(cells, info->between[(size_t)from * t->cells + to]);
  }
  return cells;
}

#endif
