/**
 * @file counting.h
 * Games in which who is ahead has to mate in so many moves once men are few: when the count begins,
 * how far it goes, and when it begins anew. @source docs/rules/classics.md, CL-82 to CL-85
 */
#ifndef MARCHER_RULES_FAIRY_CORE_COUNTING_H
#define MARCHER_RULES_FAIRY_CORE_COUNTING_H

#include "rules/fairy/core/ends.h"

/** Moves to mate in, by what is left; the first of a row that applies holds. */
typedef struct count_row {
  uint8_t guarded; /**< the side that counts has more than its king */
  uint8_t rooks, rook, khons, knights, khon, others;
} count_row;

static const count_row count_limits[] = {
    [MR_FY_MAKRUK_COUNTING] = {64, 8, 16, 22, 32, 44, 64},
    [MR_FY_CAMBODIAN_COUNTING] = {63, 7, 15, 21, 31, 43, 63},
    [MR_FY_ASEAN_COUNTING] = {0, 16, 16, 44, 64, 44, 0},
};

/** The row's moves against a king alone, by the men of the other side. */
FY_RARE unsigned count_against(const mr_fy_game *game, const bb *sets, unsigned other) {
  const mr_fy_counting *c = &game->rules.counting;
  const count_row *moves = &count_limits[c->rule];
  unsigned rooks = count_kinds(game, sets, c->rooks, other);
  unsigned khons = count_kinds(game, sets, c->khons, other);
  unsigned knights = count_kinds(game, sets, c->knights, other);
  if (rooks > 0) {
    return rooks > 1 ? moves->rooks : moves->rook;
  }
  if (c->rule == MR_FY_ASEAN_COUNTING) {
    return khons > 0 ? moves->khon : knights > 0 ? moves->knights : moves->others;
  }
  return khons > 1     ? moves->khons
         : knights > 1 ? moves->knights
         : khons > 0   ? moves->khon
                       : moves->others;
}

/** In how many moves a side has to be mated that would begin to count; 0: it may not. */
FY_RARE unsigned count_allowed(const mr_fy_game *game, const bb *sets, unsigned side) {
  const mr_fy_counting *c = &game->rules.counting;
  unsigned own = bb_count(sets[side]), others = bb_count(sets[side ^ 1u]);
  bool pawns = count_kinds(game, sets, c->pawns, 0) + count_kinds(game, sets, c->pawns, 1) > 0;
  if (c->rule == MR_FY_CAMBODIAN_COUNTING ? own > 3 : pawns) {
    return 0;
  }
  if (own > 1 || c->rule != MR_FY_ASEAN_COUNTING) {
    if (others == 1) {
      return 0;
    }
    if (own > 1) {
      return count_limits[c->rule].guarded;
    }
  }
  return pawns ? 0 : count_against(game, sets, side ^ 1u);
}

/** Begins to count, unless there is nothing to count. */
FY_RARE bool begin_count(const mr_fy_game *game, mr_state *state, unsigned side, unsigned counted) {
  mr_fy_state *head = mr_fy_state_of(state);
  unsigned moves = count_allowed(game, sets_of_const(game, state), side);
  if (moves > 0) {
    head->count_limit = (uint16_t)(2 * moves);
    head->counted = (uint16_t)counted;
  }
  return moves > 0;
}

/**
 * Behind an action, with the other side to move: one ply more is counted, or the count begins. A
 * king alone begins as it takes the last pawn; else the side that is to move does, and a king alone
 * begins anew with each capture and promotion. It begins with two plies for each man on the board.
 */
FY_RARE void count_action(move_context *p) {
  const mr_fy_game *game = p->game;
  const mr_fy_counting *c = &game->rules.counting;
  mr_fy_state *head = mr_fy_state_of(p->state);
  const undo_record *u = p->u;
  const bb *sets = sets_of_const(game, p->state);
  unsigned side = head->side, men[2] = {bb_count(sets[0]), bb_count(sets[1])};
  unsigned all = 2 * (men[0] + men[1]), form = mr_fy_form_of(u->action);
  bool asean = c->rule == MR_FY_ASEAN_COUNTING, begun = false;
  if (head->count_limit > 0 && head->counted < UINT16_MAX) {
    head->counted++;
  }
  bool last_pawn = (c->pawns >> MR_FY_KIND(u->taken) & 1) != 0 &&
                   count_kinds(game, sets, c->pawns, 0) + count_kinds(game, sets, c->pawns, 1) == 0;
  if (!asean && last_pawn && men[side ^ 1u] == 1) {
    begun = begin_count(game, p->state, side ^ 1u, all - 1);
  }
  bool changed = u->taken != 0 || (form != 0 && !game->rules.kinds[form].plus);
  if (head->count_limit == 0 || (changed && men[side] == 1)) {
    begun = begin_count(game, p->state, side, asean || men[side] > 1 ? 0 : all) || begun;
  }
  if (begun) {
    emit_rule(p, MR_EVENT_RULE, side, MR_FY_RULE_COUNTING);
  }
  if (head->count_limit > 0) {
    head->idle = mr_fy_idle_while_counting(&game->rules, head, head->idle);
  }
}

#endif
