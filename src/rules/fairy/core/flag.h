/**
 * @file flag.h
 * Goals to stand on: who has as many men there as win, who fills them, and who is safe there.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_FLAG_H
#define MARCHER_RULES_FAIRY_CORE_FLAG_H

#include "rules/fairy/core/list.h"

/** A side's men that count, where they count. */
FY_RARE bb men_on_flag(const mr_fy_game *game, const bb *sets, unsigned side) {
  const tables *t = tables_of(game);
  bb there = bb_none();
  for (uint64_t kinds = t->flag_kinds[side]; kinds != 0; kinds &= kinds - 1) {
    unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), side);
    there = code < game->code_count ? bb_or(there, sets[code]) : there;
  }
  return bb_and(there, t->flag_region[side]);
}

/** Whether a side has a man that counts on its goal, and there is no room for another. */
FY_RARE bool fills_flag(const mr_fy_game *game, const bb *sets, unsigned side) {
  const tables *t = tables_of(game);
  return !bb_meet(t->flag_region[side], bb_less(t->all, filled(t, sets))) &&
         bb_any(men_on_flag(game, sets, side));
}

/** Whether a side's men stand on its goal, be they attacked or not. */
static inline bool holds_flag(const mr_fy_game *game, const bb *sets, unsigned side) {
  const mr_fy_flag *flag = &game->rules.flag;
  if (bb_count(bb_and(sets[side], tables_of(game)->flag_region[side])) >= flag->count &&
      bb_count(men_on_flag(game, sets, side)) >= flag->count) {
    return true;
  }
  return flag->blocked && fills_flag(game, sets, side);
}

/** The same where only men count whom nobody attacks: one that can be spared may be. */
FY_RARE bool rests_on_flag(const mr_fy_game *game, const bb *sets, unsigned side) {
  const tables *t = tables_of(game);
  if (!holds_flag(game, sets, side)) {
    return false;
  }
  bb there = men_on_flag(game, sets, side);
  scene at = {.game = game, .t = t, .sets = sets, .men = filled(t, sets)};
  return bb_count(there) != game->rules.flag.count || !some_attacked(&at, there, side ^ 1u);
}

/** Of goals that a man of `side` could step on, those where nobody would attack it. */
FY_RARE bb rest_cells(const scene *at, unsigned side, unsigned from, bb cells) {
  bb safe = bb_none();
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    change move = {.from = bb_of(from), .to = bb_of(cell)};
    move.taken = bb_and(move.to, at->sets[side ^ 1u]);
    safe = royals_safe(at, side, &move, move.to) ? bb_or(safe, move.to) : safe;
  }
  return safe;
}

#endif
