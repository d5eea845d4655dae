/**
 * @file cycles.h
 * Repetitions that are one action away. A side that stands worse, and could go back to a position
 * that there has been, has a draw at least: that is seen before any action is tried, also where
 * quiet actions would be left out. Two positions that one step of a man there and back lies between
 * have keys that differ by that man on two cells, and by the turn: so all such steps are listed
 * once by that difference, and looked up.
 */
#ifndef MARCHER_SEARCH_FAIRY_CYCLES_H
#define MARCHER_SEARCH_FAIRY_CYCLES_H

#include "search/fairy/checks.h"

enum {
  CYCLE_FIRST = 3,  /**< no position is one action away again sooner, in plies */
  ROOM_PER_STEP = 3 /**< places of the table for each step in it: few are looked for in vain */
};

/** Steps that a man can take back, found by the difference of the keys. */
static inline size_t place_of_step(const mr_fys_steps *steps, uint64_t difference) {
  return (size_t)(difference ^ difference >> 32) & steps->mask;
}

/** Whether repetitions are draws, so that coming back is worth something, and no capture can forbid
 *  the step back; a wall that is set with it makes another position, or is carried elsewhere. */
FY_HOT bool draws_by_cycles(const mr_fy_rules *rules) {
  return rules->fold > 0 && rules->fold_value == MR_FY_FOLD_DRAW && !rules->perpetual &&
         !rules->chase.on && !rules->no_to_and_fro && !rules->split && !rules->must_capture &&
         rules->walling.rule == MR_FY_WALLS_NONE;
}

/** Puts a step into the table. */
static inline void add_step(mr_fys_steps *out, mr_fys_step step) {
  size_t at = place_of_step(out, step.difference);
  while (out->step[at].code != 0) {
    at = (at + 1) & out->mask;
  }
  out->step[at] = step;
}

/** Goes through the steps of a man from a cell that lead there and back on an empty board.
 *  @param out NULL: they are counted. @return how many */
static inline size_t list_steps_of(const tables *t, unsigned code, unsigned from,
                                   mr_fys_steps *out) {
  const uint64_t *keys = t->keys + (size_t)code * t->cells;
  bb there, back, capture;
  unsigned to = 0;
  size_t count = 0;
  reach_of(&t->rows[(size_t)code * t->cells + from], bb_none(), &there, &capture);
  while (bb_pop(&there, &to)) {
    reach_of(&t->rows[(size_t)code * t->cells + to], bb_none(), &back, &capture);
    if (to < from || !bb_has(back, from)) {
      continue;
    }
    count++;
    if (out != NULL) {
      uint64_t difference = (keys[from] ^ keys[to] ^ extra_key(KEY_SIDE, 0, 0)) >> 1;
      add_step(out, (mr_fys_step){difference, (uint16_t)code, {(uint8_t)from, (uint8_t)to}});
    }
  }
  return count;
}

/** The same of all men from everywhere; but for kings that may not step back when in check. */
static inline size_t list_steps(const mr_fy_game *game, mr_fys_steps *out) {
  const tables *t = tables_of(game);
  size_t count = 0;
  for (unsigned code = 2; code < game->code_count; code++) {
    bool stays = game->rules.kings_stay && t->codes[code].royal;
    for (unsigned from = 0; !stays && from < t->cells; from++) {
      count += list_steps_of(t, code, from, out);
    }
  }
  return count;
}

/** Makes the table. @return false without memory */
static bool init_steps(const mr_fy_game *game, const mr_allocator *allocator, mr_fys_steps *out) {
  *out = (mr_fys_steps){0};
  if (!draws_by_cycles(&game->rules)) {
    return true;
  }
  size_t count = list_steps(game, NULL), size = 2;
  while (size < count * ROOM_PER_STEP) {
    size *= 2;
  }
  out->step = mr_alloc_zero(allocator, size, sizeof *out->step);
  out->mask = size - 1;
  if (out->step == NULL) {
    return false;
  }
  (void)list_steps(game, out);
  return true;
}

/** Whether the step of a rook may take a leap from a king, which another key tells. */
FY_RARE bool may_take_leap(const mr_fys_search *s, unsigned code) {
  const mr_fy_leaps *leaps = &s->game->rules.leaps;
  return leaps->on && (leaps->rooks >> MR_FY_KIND(code) & 1u) != 0 &&
         head_of(s)->leapers[MR_FY_SIDE(code) ^ 1u] != 0;
}

/** Whether a man can take a step, one way or the other, that makes two positions the same. */
static inline bool can_step(const mr_fys_search *s, const mr_fys_step *step) {
  const tables *t = tables_of(s->game);
  const bb *sets = sets_of(s->game, s->state);
  unsigned first = bb_has(sets[step->code], step->cell[0]) ? 0 : 1;
  unsigned from = step->cell[first], to = step->cell[first ^ 1u];
  bb quiet, capture;
  if (!bb_has(sets[step->code], from) || may_take_leap(s, step->code)) {
    return false;
  }
  reach_of(&t->rows[(size_t)step->code * t->cells + from], filled(t, sets), &quiet, &capture);
  return bb_has(quiet, to);
}

/** Whether a piece may have to be dropped: no man steps back then. */
FY_HOT bool may_owe_drop(const mr_fys_search *s) {
  const mr_fy_rules *rules = &s->game->rules;
  const mr_fy_state *head = head_of(s);
  bool holds = false;
  for (unsigned i = 0; rules->must_drop != 0 && i < rules->hand_count; i++) {
    holds = holds || head->hand[head->side][i] > 0;
  }
  return holds;
}

/**
 * Whether the side to move can bring about a position that there has been. Within this search it
 * counts, too, where the other side could have come here by one action from such a position: it has
 * wasted its time since.
 */
static inline bool can_come_back(const mr_fys_search *s, unsigned ply) {
  const mr_fys_steps *steps = &s->shared->steps;
  const mr_fy_state *head = head_of(s);
  const move_context p = {.game = s->game, .state = s->state};
  if (steps->step == NULL || head->seen[0] <= CYCLE_FIRST || may_owe_drop(s)) {
    return false;
  }
  uint64_t now = key_back(&p, 0, 0);
  for (unsigned back = CYCLE_FIRST; back < head->seen[0]; back += 2) {
    uint64_t before = key_back(&p, 0, back), difference = (now ^ before) >> 1;
    if (counts_checks(s) && (before & 1) != 0) {
      continue; /* it was check: another one would not lead there, but count again */
    }
    size_t at = place_of_step(steps, difference);
    for (; steps->step[at].code != 0; at = (at + 1) & steps->mask) {
      const mr_fys_step *step = &steps->step[at];
      if (step->difference == difference && can_step(s, step) &&
          (back < ply || MR_FY_SIDE(step->code) == head->side)) {
        return true;
      }
    }
  }
  return false;
}

#endif
