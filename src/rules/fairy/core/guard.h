/**
 * @file guard.h
 * What keeps a side's royals safe: who attacks a cell, and, before any move is made, which moves
 * would leave a royal attacked.
 *
 * Every attack is a *line*: an attacker, and cells that must be empty (none for a leap). A line
 * over empty cells is closed after a move iff the attacker was taken or some piece stands on it. So
 * lines with no piece on them confine all moves to themselves, lines with one own piece confine
 * that piece, and the others confine nothing; this is exact for any movement and any number of
 * lines. Attacks that need a piece to jump over have no such rule: moves that touch their cells are
 * tried.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_GUARD_H
#define MARCHER_RULES_FAIRY_CORE_GUARD_H

#include "rules/fairy/core/tables.h"

/** The pieces as an attack sees them. */
typedef struct scene {
  const mr_fy_game *game;
  const tables *t;
  const bb *sets;
  bb men;  /**< all of them, after the move in question */
  bb gone; /**< attackers that are no more there */
  bb come; /**< Janggi cannons that were not there before the move in question */
} scene;

/** The Janggi cannons of a scene. */
FY_RARE bb cannons_at(const scene *at) {
  bb stayed = bb_and(bb_less(cannons_of(at->t, at->sets), at->gone), at->men);
  return bb_or(stayed, at->come);
}

static inline bool hop_attacks(const scene *at, const code_info *info, unsigned code,
                               unsigned cell) {
  bb from = bb_less(bb_and(at->sets[code], info->hops_to[cell]), at->gone);
  unsigned man = 0;
  while (bb_pop(&from, &man)) {
    bb quiet, capture;
    const row *r = &at->t->rows[(size_t)code * at->t->cells + man];
    reach_of(r, at->men, &quiet, &capture);
    if (info->cannon) {
      narrow_cannon(r, at->men, cannons_at(at), &quiet, &capture);
    }
    if (bb_has(capture, cell)) {
      return true;
    }
  }
  return false;
}

static inline bool fork_attacks(const scene *at, const code_info *info, unsigned code,
                                unsigned cell) {
  bb from = bb_less(bb_and(at->sets[code], info->forks_to[cell]), at->gone);
  unsigned man = 0;
  while (bb_pop(&from, &man)) {
    const fork *f = &info->forks[(size_t)man * at->t->cells + cell];
    for (uint32_t i = 0; i < f->count; i++) {
      if (!bb_meet(f->paths[i], at->men)) {
        return true;
      }
    }
  }
  return false;
}

FY_HOT bool line_attacks(const scene *at, const code_info *info, bb men, unsigned cell) {
  bb from = bb_and(men, info->lines_to[cell]);
  unsigned man = 0;
  while (bb_pop(&from, &man)) {
    if (!bb_meet(info->between[(size_t)man * at->t->cells + cell], at->men)) {
      return true;
    }
  }
  return false;
}

/** Whether a piece of `by` attacks a cell. */
FY_HOT bool attacks(const scene *at, unsigned cell, unsigned by) {
  const tables *t = at->t;
  const bb *attackers = attackers_of(t, by, cell);
  for (unsigned i = 0; i < t->code_list_count[by]; i++) {
    unsigned code = t->code_list[by][i];
    bb men = bb_less(bb_and(at->sets[code], attackers[MR_FY_KIND(code)]), at->gone);
    if (!bb_any(men)) {
      continue;
    }
    const code_info *info = &t->codes[code];
    if (bb_meet(men, info->leaps_to[cell])) {
      return true;
    }
    if (info->lines_to != NULL && line_attacks(at, info, men, cell)) {
      return true;
    }
    if (info->forks_to != NULL && fork_attacks(at, info, code, cell)) {
      return true;
    }
    if (info->hops_to != NULL && hop_attacks(at, info, code, cell)) {
      return true;
    }
  }
  return false;
}

/** Whether a piece of `by` attacks one of some cells. */
FY_HOT bool attacks_any(const scene *at, bb cells, unsigned by) {
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    if (attacks(at, cell, by)) {
      return true;
    }
  }
  return false;
}

#define FY_PINS_MAX 24

/** What the moves of one side have to respect. */
typedef struct guard {
  bool active;  /**< the side has a royal */
  bool several; /**< more than one: royals' moves are tried in full */
  bool checked; /**< some line is open: a royal is attacked */
  bool try_all; /**< every move has to be tried */
  bb royals;
  bb within; /**< where moves that are not a royal's must end */
  bb touchy; /**< moves from or to here have to be tried */
  bb pinned;
  unsigned pin_count;
  uint8_t pin_cell[FY_PINS_MAX];
  bb pin_within[FY_PINS_MAX];
} guard;

static inline void add_pin(guard *g, unsigned cell, bb within) {
  if (g->pin_count == FY_PINS_MAX) {
    g->try_all = true; /* more pins than anybody has seen: be slow, not wrong */
    return;
  }
  g->pinned = bb_or(g->pinned, bb_of(cell));
  g->pin_cell[g->pin_count] = (uint8_t)cell;
  g->pin_within[g->pin_count++] = within;
}

/** One line over `path` from an enemy on `from`. */
FY_HOT void add_line(guard *g, bb path, unsigned from, bb men, bb own) {
  bb blockers = bb_and(path, men);
  if (!bb_any(blockers)) {
    g->checked = true;
    g->within = bb_and(g->within, bb_or(path, bb_of(from)));
  } else if (bb_single(blockers) && bb_meet(blockers, own)) {
    add_pin(g, bb_first(blockers), bb_or(path, bb_of(from)));
  }
}

static inline void add_forks(guard *g, const scene *at, unsigned code, unsigned cell, bb own) {
  const code_info *info = &at->t->codes[code];
  bb from = bb_and(at->sets[code], info->forks_to[cell]);
  unsigned man = 0;
  while (bb_pop(&from, &man)) {
    const fork *f = &info->forks[(size_t)man * at->t->cells + cell];
    for (uint32_t i = 0; i < f->count; i++) {
      add_line(g, f->paths[i], man, at->men, own);
    }
  }
}

static inline void add_hops(guard *g, const scene *at, unsigned code, unsigned cell) {
  const code_info *info = &at->t->codes[code];
  bb from = bb_and(at->sets[code], info->hops_to[cell]);
  unsigned man = 0;
  while (bb_pop(&from, &man)) {
    g->touchy = bb_or(g->touchy, info->hop_cells[(size_t)man * at->t->cells + cell]);
  }
  if (hop_attacks(at, info, code, cell)) {
    g->checked = true;
    g->try_all = true;
  }
}

/** The lines at one royal. */
FY_HOT void guard_royal(guard *g, const scene *at, unsigned cell, unsigned enemy, bb own) {
  const tables *t = at->t;
  const bb *attackers = attackers_of(t, enemy, cell);
  for (unsigned i = 0; i < t->code_list_count[enemy]; i++) {
    unsigned code = t->code_list[enemy][i];
    if (!bb_meet(at->sets[code], attackers[MR_FY_KIND(code)])) {
      continue;
    }
    const code_info *info = &t->codes[code];
    bb from = bb_and(at->sets[code], info->leaps_to[cell]);
    unsigned man = 0;
    while (bb_pop(&from, &man)) {
      g->checked = true;
      g->within = bb_and(g->within, bb_of(man));
    }
    if (info->lines_to != NULL) {
      from = bb_and(at->sets[code], info->lines_to[cell]);
      while (bb_pop(&from, &man)) {
        add_line(g, info->between[(size_t)man * t->cells + cell], man, at->men, own);
      }
    }
    if (info->forks_to != NULL) {
      add_forks(g, at, code, cell, own);
    }
    if (info->hops_to != NULL) {
      add_hops(g, at, code, cell);
    }
  }
}

/** How many pieces of some kinds a side has on the board. */
static inline unsigned count_kinds(const mr_fy_game *game, const bb *sets, uint64_t kinds,
                                   unsigned side) {
  unsigned count = 0;
  for (; kinds != 0; kinds &= kinds - 1) {
    unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), side);
    count += code < game->code_count ? bb_count(sets[code]) : 0;
  }
  return count;
}

/** Pieces of kinds that are royal when so few of them are left that the next loss ends the game. */
static inline bb last_men(const mr_fy_game *game, const bb *sets, unsigned side) {
  const mr_fy_needs *needs = &game->rules.extinction.needs[side];
  bb last = bb_none();
  for (unsigned i = 0; i < needs->group_count; i++) {
    bool few = count_kinds(game, sets, needs->groups[i], side) <= needs->count + 1u;
    for (uint64_t kinds = few ? needs->groups[i] : 0; kinds != 0; kinds &= kinds - 1) {
      unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), side);
      last = code < game->code_count ? bb_or(last, sets[code]) : last;
    }
  }
  return last;
}

/** Whether a side can have pieces that must not be left attacked. */
FY_HOT bool can_have_royals(const mr_fy_game *game, unsigned side) {
  const mr_fy_extinction *e = &game->rules.extinction;
  return tables_of(game)->royal_count[side] > 0 || (e->royal && e->needs[side].kinds != 0);
}

/** Those that are royal from the beginning, whatever is left beside them. */
FY_INLINE bb kings_of(const mr_fy_game *game, const bb *sets, unsigned side) {
  const tables *t = tables_of(game);
  bb kings = bb_none();
  for (unsigned i = 0; i < t->royal_count[side]; i++) {
    kings = bb_or(kings, sets[t->royal_list[side][i]]);
  }
  return kings;
}

FY_HOT bb royals_of(const mr_fy_game *game, const bb *sets, unsigned side) {
  bb royals = kings_of(game, sets, side);
  return game->rules.extinction.royal ? bb_or(royals, last_men(game, sets, side)) : royals;
}

/** The same two, for what few games need. */
FY_RARE bb all_royals(const mr_fy_game *game, const bb *sets, unsigned side) {
  return royals_of(game, sets, side);
}
FY_RARE bool some_attacked(const scene *at, bb cells, unsigned by) {
  return attacks_any(at, cells, by);
}

/** Where captures blast: royals of `side` that can be attacked. Who stands beside a royal of the
 * other side is in no danger, which would go as well. */
FY_RARE bb exposed_royals(const scene *at, unsigned side, bb royals) {
  return bb_less(royals, beside_of(at->t, all_royals(at->game, at->sets, side ^ 1u)));
}

/** Fills what `side` has to respect. @param royals those that count */
FY_HOT void guard_init(guard *g, const scene *at, unsigned side, bb royals) {
  g->active = bb_any(royals);
  if (!g->active) {
    return;
  }
  g->several = !bb_single(royals);
  g->checked = g->try_all = false;
  g->royals = royals;
  g->within = at->t->all;
  g->touchy = g->pinned = bb_none();
  g->pin_count = 0;
  unsigned cell = 0;
  if (at->game->rules.blast.on) {
    royals = exposed_royals(at, side, royals);
  }
  while (bb_pop(&royals, &cell)) {
    guard_royal(g, at, cell, side ^ 1, at->sets[side]);
  }
}

/** Whether all men of a side that are royal as the last ones are attacked at once (dupleCheck). */
FY_RARE bool duple_checked(const scene *at, unsigned side) {
  uint64_t kinds = at->game->rules.extinction.needs[side].kinds;
  bool some = false, all = at->game->rules.extinction.duple;
  for (; all && kinds != 0; kinds &= kinds - 1) {
    unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), side), cell = 0;
    bb men = code < at->game->code_count ? at->sets[code] : bb_none();
    while (all && bb_pop(&men, &cell)) {
      some = true;
      all = attacks(at, cell, side ^ 1u);
    }
  }
  return some && all;
}

/** That a side is in check by it; what it may do then is found out by trying. */
FY_RARE void guard_duple(guard *g, const scene *at, unsigned side) {
  if (duple_checked(at, side)) {
    *g = g->active ? *g : (guard){.active = true, .within = at->t->all};
    g->checked = true;
  }
}

/** A move as it changes who stands where. */
typedef struct change {
  bb from;  /**< cells that are left; none for a drop */
  bb to;    /**< cells that are occupied then */
  bb taken; /**< enemies that are removed */
  bb walls; /**< cells that are blocked then, and were not */
} change;

/**
 * Where captures blast: whether none of some royals of `side`, as they stand after a change, is
 * lost or attacked. Nobody may blow up an own one; who blows up one of the other side's has nothing
 * more to fear.
 */
FY_RARE bool safe_in_blast(const scene *now, unsigned side, const change *move, bb royals) {
  scene then = *now;
  bb gone = move->taken, to = move->to;
  if (bb_any(gone)) {
    gone = bb_or(gone, bb_less(blast_beside(now->t, now->sets, bb_first(to)), move->from));
    if (bb_meet(royals, bb_or(gone, to))) { /* nothing is immune where there are royals */
      return false;
    }
    if (bb_meet(all_royals(now->game, now->sets, side ^ 1u), gone)) {
      return true;
    }
    to = bb_none();
  }
  then.men = bb_or(bb_or(bb_less(bb_less(now->men, move->from), gone), to), move->walls);
  then.gone = gone;
  then.come = bb_and(now->come, to);
  return !some_attacked(&then, exposed_royals(now, side, royals), side ^ 1);
}

/** Whether none of some royals of `side`, as they stand after a change, is attacked then. */
FY_INLINE bool royals_safe(const scene *now, unsigned side, const change *move, bb royals) {
  if (now->game->rules.blast.on) {
    return safe_in_blast(now, side, move, royals);
  }
  scene then = *now;
  then.men = bb_or(bb_less(bb_less(now->men, move->from), move->taken), move->to);
  then.men = bb_or(then.men, move->walls);
  then.gone = move->taken;
  return !attacks_any(&then, royals, side ^ 1);
}

/** Whether all royals of `side` are safe after a change; a royal that moves has gone along. */
static inline bool safe_after(const scene *now, const guard *g, unsigned side, const change *move,
                              bool royal_moves) {
  bb royals = g->royals;
  if (royal_moves) {
    royals = bb_or(bb_less(royals, move->from), move->to);
  }
  return royals_safe(now, side, move, royals);
}

#endif
