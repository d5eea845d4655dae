/**
 * @file make.h
 * Actions made and taken back within a search, with what is told to the nodes behind them, and what
 * can be seen of a position at once: repetition, danger, goals within reach.
 */
#ifndef MARCHER_SEARCH_FAIRY_MAKE_H
#define MARCHER_SEARCH_FAIRY_MAKE_H

#include "rules/fairy/core/advance.h"
#include "search/fairy/network_search.h"
#include "search/fairy/rows.h"
#include "search/fairy/see.h"

enum {
  CLOCK_NODES =
      128, /**< between two readings of the clock: few, as nodes of large boards are slow */
  FIRST_NODES = 1024, /**< late as it may be: a first iteration is worth them, or chance chooses */
  REPORT_NODES = 64,  /**< nodes of a thread that the shared counter may lack */
  BACK_FIRST = 4      /**< no position comes about again sooner, in plies */
};

FY_HOT mr_fy_state *head_of(const mr_fys_search *s) {
  return mr_fy_state_of(s->state);
}

FY_HOT unsigned code_moved(const mr_fys_search *s, mr_action action) {
  return moved_by(s->state, action);
}

/** What stands where an action ends, 0 for nothing: nor where a man becomes another on its square.
 */
FY_HOT unsigned victim_of(const mr_fys_search *s, mr_action action) {
  unsigned to = mr_fy_to(action);
  return to == mr_fy_from(action) ? 0 : mr_fy_board(s->state)[to];
}

FY_HOT bool promotes(const mr_fys_search *s, mr_action action) {
  return promotes_in(s->game, s->state, action);
}

/** Whether an action captures or promotes: all others are quiet. */
FY_HOT bool is_noisy(const mr_fys_search *s, mr_action action) {
  return captures_or_promotes(s->game, s->state, action);
}

/** A man and the cell that it comes to, as a number. */
FY_HOT size_t piece_to_of(const mr_fys_search *s, unsigned code, unsigned to) {
  return (size_t)code * tables_of(s->game)->cells + to;
}

/** Where the history of quiet actions has what comes onto a cell from outside the board: drops, men
 *  who enter by gates, and walls, as men of no kind. */
FY_HOT size_t onto_place(const mr_fys_search *s, unsigned code, unsigned to) {
  return s->from_to_count + piece_to_of(s, code, to);
}

/** Where the history of quiet actions has one: from which cell to which, for either side. Which
 * kind comes to a cell is what continuation histories tell; who of that kind, only this. */
FY_HOT size_t quiet_place(const mr_fys_search *s, mr_action action, unsigned side) {
  size_t cells = tables_of(s->game)->cells;
  unsigned from = mr_fy_from(action), to = mr_fy_to(action);
  return mr_fy_type_of(action) == MR_FY_DROP ? onto_place(s, MR_FY_CODE(from, side), to)
                                             : (side * cells + from) * cells + to;
}

/** The row of the continuation history for an action; row 0 is for a null move. Where memory is
 *  short, several share a row. */
FY_HOT int16_t *continuation_row(const mr_fys_search *s, unsigned ahead, size_t place) {
  return s->continuation[ahead] +
         (1 + (place < s->continuation_rows - 1 ? place : place % (s->continuation_rows - 1))) *
             (s->piece_to_count / 2);
}

/** Whether the position has come about before, in this search or in the game. */
static inline bool has_come_before(mr_fys_search *s) {
  const move_context p = {.game = s->game, .state = s->state};
  unsigned seen = head_of(s)->seen[0];
  uint64_t now = key_back(&p, 0, 0) >> 1;
  for (unsigned back = BACK_FIRST; back < seen; back += 2) {
    if (key_back(&p, 0, back) >> 1 == now) {
      return true;
    }
  }
  return false;
}

static __attribute__((noinline)) int eval_anew(mr_fys_search *s, unsigned ply) {
  mr_fys_added added = {0};
  if (s->network != NULL) {
    added = (mr_fys_added){.value = network_eval(s, ply), .light = s->network->about.light};
  }
  return evaluate_sum(&s->eval, s->state, &s->frames[ply].sum, added, NULL);
}

/** The raw eval of a position; an entry serves for one that is the same in all that it depends on.
 */
static inline int eval_position(mr_fys_search *s, unsigned ply) {
  const mr_fy_state *head = head_of(s);
  if (s->raw_evals == NULL) {
    return eval_anew(s, ply);
  }
  mr_fys_raw_eval *known = &s->raw_evals[head->key & (MR_FYS_RAW_EVALS - 1)];
  if (known->key != head->key || known->idle != head->idle || known->counted != head->counted ||
      known->count_limit != head->count_limit || known->key == 0) {
    *known = (mr_fys_raw_eval){.key = head->key,
                               .idle = head->idle,
                               .counted = head->counted,
                               .count_limit = head->count_limit,
                               .eval = (int16_t)eval_anew(s, ply)};
  }
  return known->eval;
}

/** The end by idleness or by a count; whoever has no action then has lost, won or drawn by that
 *  first. */
static inline void end_by_idleness(const mr_fys_search *s) {
  const mr_fy_rules *rules = &s->game->rules;
  mr_fy_state *head = head_of(s);
  bool idle = rules->idle_limit > 0 && head->idle >= rules->idle_limit;
  bool counted = head->count_limit > 0 && head->counted > head->count_limit;
  if (head->end || (!idle && !counted)) {
    return;
  }
  if (!rules->draws_first) {
    end_by_moves(s->game, s->state);
  }
  if (!head->end) {
    end_idle(s->game, s->state);
  }
  if (!head->end) {
    end_by_count(s->state);
  }
}

/** How a key changes with the hands by an action. @param taken what it captures, 0 for nothing */
static inline uint64_t hands_change(const mr_fys_search *s, mr_action action, unsigned taken) {
  const mr_fy_rules *rules = &s->game->rules;
  const mr_fy_state *head = head_of(s);
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(taken)];
  unsigned side = head->side;
  if (mr_fy_type_of(action) == MR_FY_DROP) {
    unsigned slot = rules->kinds[mr_fy_from(action)].hand, count = head->hand[side][slot];
    return hand_key(side, slot, count) ^ hand_key(side, slot, count - 1u);
  }
  kind = rules->keep_promotion ? kind : &rules->kinds[kind->base];
  if (taken == 0 || !rules->captures_to_hand || !kind->droppable) {
    return 0;
  }
  unsigned count = head->hand[side][kind->hand];
  return hand_key(side, kind->hand, count) ^ hand_key(side, kind->hand, count + 1u);
}

/** Brings near what the table knows behind an action, as far as its key can be told at once: in
 *  turns of one action. A wrong guess costs little. */
FY_HOT void prefetch_after(const mr_fys_search *s, mr_action action, unsigned code) {
  const tables *t = tables_of(s->game);
  const mr_fy_state *head = head_of(s);
  unsigned from = mr_fy_from(action), to = mr_fy_to(action), form = mr_fy_form_of(action);
  unsigned taken = mr_fy_board(s->state)[to];
  uint64_t key = head->key ^ ep_key(&head->ep[0], 0) ^ extra_key(KEY_SIDE, 0, 0);
  const uint64_t *keys = t->keys;
  if (mr_fy_type_of(action) != MR_FY_DROP) {
    key ^= keys[(size_t)code * t->cells + from];
  }
  unsigned becomes = form ? MR_FY_CODE(form, head->side) : code;
  key ^= keys[(size_t)becomes * t->cells + to];
  key ^= taken ? keys[(size_t)taken * t->cells + to] : 0;
  key ^= mr_fy_drops(&s->game->rules) ? hands_change(s, action, taken) : 0;
  mr_fys_tt_prefetch(&s->shared->tt, key);
}

/** Makes an action without looking for ends that only a list of moves would tell, the last quiet
 *  one apart. */
static inline void make_action(mr_fys_search *s, mr_action action, unsigned ply) {
  mr_fy_state *head = head_of(s);
  mr_fys_frame *f = &s->frames[ply];
  undo_record *u = undo_of(s, ply);
  move_context p = {.game = s->game, .state = s->state, .u = u};
  unsigned code = code_moved(s, action);
  prefetch_after(s, action, code);
  f->place = (uint16_t)piece_to_of(s, code, mr_fy_to(action));
  f->next = (uint16_t)piece_to_of(s, MR_FY_KIND(code), mr_fy_to(action));
  f->quiet = (uint32_t)quiet_place(s, action, head->side);
  f->noisy = is_noisy(s, action);
  f->action = action;
  f->side = head->side;
  f->null = f->repeated = false;
  f->continuation[0] = continuation_row(s, 0, f->place);
  f->continuation[1] = continuation_row(s, 1, f->place);
  uint64_t before = header_key(s->game, head);
  do_action(s->game, s->state, action, u, WITH_KEYS);
  sum_after(&s->eval, u, &f->sum, &f[1].sum);
  if (has_flipped(s->game, u)) {
    sum_flipped(&s->eval, s->state, u, &f[1].sum);
  }
  s->summed[ply + 1] = false;
  head->key ^= before;
  head->length++;
  s->nodes++;
  if (s->game->rules.split) {
    advance_colours(&p);
    return;
  }
  advance_plain(&p);
  if (!head->end && s->game->rules.no_to_and_fro) {
    end_to_and_fro(&p);
  }
  if (!head->end && s->game->rules.fold > 0 && has_come_before(s)) {
    f->repeated = true;
    end_by_fold(&p);
  }
  end_by_idleness(s);
}

static inline void unmake_action(mr_fys_search *s, unsigned ply) {
  const undo_record *u = undo_of(s, ply);
  restore_history(s->game, s->state, u);
  undo_action(s->game, s->state, u);
}

/** Makes a null move: a turn given away to see whether the position is good enough even so. */
static inline void make_null(mr_fys_search *s, unsigned ply, mr_fy_state *saved) {
  mr_fy_state *head = head_of(s);
  mr_fys_frame *f = &s->frames[ply];
  *saved = *head;
  f->action = MR_ACTION_NONE;
  f->side = head->side;
  f->null = true;
  f->noisy = f->repeated = false;
  f->place = 0;
  f[1].sum = f->sum;
  s->summed[ply + 1] = false;
  f->continuation[0] = s->continuation[0];
  f->continuation[1] = s->continuation[1];
  head->key ^= header_key(s->game, head);
  head->ep[0] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL, 0};
  head->side ^= 1;
  head->passed = 0;
  head->seen[0] = head->seen[1] = 0;
  head->key ^= header_key(s->game, head);
  s->nodes++;
}

/** Whether this thread has to end. */
static inline bool time_is_up(mr_fys_search *s) {
  mr_fys_shared *all = s->shared;
  if (atomic_load_explicit(&all->stopped, memory_order_relaxed)) {
    s->stopped = true;
  } else if (all->threads == 1) {
    s->stopped = s->nodes >= all->node_limit;
  } else if (s->nodes - s->nodes_reported >= REPORT_NODES) {
    uint64_t fresh = s->nodes - s->nodes_reported;
    s->nodes_reported = s->nodes;
    s->stopped = atomic_fetch_add_explicit(&all->nodes, fresh, memory_order_relaxed) + fresh >=
                 all->node_limit;
  }
  if (s->index == 0 && s->nodes >= s->clock_at) {
    s->clock_at = s->nodes + CLOCK_NODES;
    bool expired = mr_watch_expired(&all->watch);
    s->stopped = s->stopped || (expired && (s->done > 0 || s->nodes >= FIRST_NODES));
    if (!s->stopped && s->task->report != NULL && mr_watch_report_due(&all->watch)) {
      s->task->report(s->task->engine, s);
    }
  }
  if (s->stopped) {
    atomic_store_explicit(&all->stopped, true, memory_order_relaxed);
  }
  return s->stopped;
}

/* ---- what is seen at once -------------------------------------------------------------------- */

static inline int clip(int low, int value, int high) {
  return value < low ? low : value > high ? high : value;
}

/**
 * The score of a position that has come about before, for the side to move. Where the game is drawn
 * by it, it is taken for drawn at once. Where one side would lose by it, that side has to turn away
 * some time: it cannot hope for a draw, and half a pawn (untuned) says that it is worse off.
 */
static inline int repeated_score(mr_fys_search *s, unsigned ply) {
  const mr_fy_rules *rules = &s->game->rules;
  unsigned side = head_of(s)->side, loser = MR_FY_DRAWN, first = 0;
  const move_context p = {.game = s->game, .state = s->state};
  occurrences(&p, 0, &first);
  mr_fy_feature why = MR_FY_RULE_NONE;
  unsigned perpetual = perpetual_side(&p, first, &why);
  if (perpetual < 2) {
    loser = perpetual;
  } else if (rules->fold_value != MR_FY_FOLD_DRAW) {
    const unsigned losers[] = {[MR_FY_FOLD_DRAW] = MR_FY_DRAWN,
                               [MR_FY_FOLD_MOVER_LOSES] = side ^ 1,
                               [MR_FY_FOLD_MOVER_WINS] = side,
                               [MR_FY_FOLD_WHITE_LOSES] = MR_FY_WHITE,
                               [MR_FY_FOLD_BLACK_LOSES] = MR_FY_BLACK};
    loser = losers[rules->fold_value];
  }
  if (loser == MR_FY_DRAWN && rules->tally != MR_FY_TALLY_NONE) {
    unsigned winner = even_winner(s->game, s->state);
    loser = winner == MR_FY_DRAWN ? winner : winner ^ 1u;
  }
  if (loser == MR_FY_DRAWN) {
    return 0;
  }
  int static_eval = eval_position(s, ply);
  return loser == side ? clip(-13000, static_eval, 0) - 50 : clip(0, static_eval, 13000) + 50;
}

/** Whether a side could end the game by a blast, were it its turn. */
FY_HOT bool blows_up(const mr_fys_search *s, unsigned side) {
  return s->game->rules.blast.on && may_blow_up(s->game, s->state, side);
}

/** Whether the side to move has to answer an attack: on a royal, or on the last of
 *  its pseudo-royals; where captures blast, on anything beside them, too. */
static inline bool in_danger(mr_fys_search *s, const lister *l, unsigned ply) {
  if (s->game->rules.blast.on && !s->frames[(int)ply - 1].null && blows_up(s, l->side ^ 1u)) {
    return true;
  }
  if (wins_by_rows(s) && !s->frames[(int)ply - 1].null &&
      may_complete_row(s, l->side ^ 1u, NO_DUTY)) {
    return true;
  }
  if (l->faced) { /* to pass ends the game, so nothing is tried for nothing */
    return true;
  }
  if (l->guard.active && (l->guard.checked || !s->last_ones)) {
    return l->guard.checked;
  }
  if (s->frames[(int)ply - 1].null) {
    return false;
  }
  if (s->last_ones) {
    return attacks_cells(s->game, s->state, last_ones(s->game, s->state, l->side), l->side ^ 1u);
  }
  if (s->game->rules.pseudo_royals == 0) {
    return false;
  }
  if (s->game->rules.perpetual) {
    const move_context p = {.game = s->game, .state = s->state};
    return (key_back(&p, 0, 0) & 1) != 0;
  }
  return gives_check(s->game, s->state, l->side ^ 1);
}

/** Whether a lack of actions is checkmate: an attack on men who are no royals makes none. */
FY_HOT bool is_checked(const mr_fys_search *s, const lister *l, bool danger) {
  return danger && ((!s->last_ones && !wins_by_rows(s) && !l->faced) ||
                    (l->guard.active && l->guard.checked));
}

/** Where castlings win: one that a side could make, were it its turn; MR_ACTION_NONE for none. */
FY_RARE mr_action find_winning_castling(const mr_fys_search *s, unsigned side) {
  const mr_fy_rules *rules = &s->game->rules;
  unsigned rights = rules->castling_wins & head_of(s)->rights & 3u << 2 * side;
  lister l;
  if (rights == 0) {
    return MR_ACTION_NONE;
  }
  look(&l, s->game, s->state, side, tables_of(s->game)->all);
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(rules, head_of(s), i);
    if ((rights >> i & 1u) && castling_legal(&l, c)) {
      return mr_fy_action(MR_FY_CASTLE, c->king_from, c->partner_from, 0);
    }
  }
  return MR_ACTION_NONE;
}

/** Whether a side has a goal that a single man wins by stepping there, or by castling. */
FY_HOT bool has_goal(const mr_fys_search *s, unsigned side) {
  return (s->weights->goal_code_count[side] > 0 &&
          (!s->game->rules.flag.reply || s->game->rules.flag.safe)) ||
         s->game->rules.castling_wins != 0;
}

/** A side's men of a code that may win by a step to a goal. Who wins there only as what it becomes
 * may not be the last of a kind without which its side has lost. */
static inline bb goal_runners(const mr_fys_search *s, unsigned code) {
  const code_info *info = &tables_of(s->game)->codes[code];
  bb men = sets_of(s->game, s->state)[code];
  if (s->game->rules.extinction.value == MR_FY_LOSS && !info->flagged && bb_any(men)) {
    men = bb_less(men, last_ones(s->game, s->state, MR_FY_SIDE(code)));
  }
  return men;
}

/** Whether a side could step on its goal, were it its turn; royals are not looked after. */
static inline bool may_reach_goal(const mr_fys_search *s, unsigned side) {
  const tables *t = tables_of(s->game);
  const bb *sets = sets_of(s->game, s->state);
  bb men = filled(t, sets);
  if (s->game->rules.castling_wins != 0 && find_winning_castling(s, side) != MR_ACTION_NONE) {
    return true;
  }
  unsigned count = s->game->rules.flag.reply ? 0 : s->weights->goal_code_count[side];
  for (unsigned i = 0; i < count; i++) {
    unsigned code = s->weights->goal_codes[side][i], from = 0;
    bb runners = goal_runners(s, code);
    while (bb_pop(&runners, &from)) {
      bb quiet, capture;
      const row *r = &t->rows[(size_t)code * t->cells + from];
      reach_of(r, men, &quiet, &capture);
      if (t->codes[code].cannon) {
        narrow_cannon(r, men, cannons_of(t, sets), &quiet, &capture);
      }
      bb there = bb_or(bb_less(quiet, men), bb_and(capture, sets[side ^ 1]));
      there = bb_and(there, goal_of(t, code, from, sets[side ^ 1]));
      if (s->game->rules.flag.safe) {
        scene at = {.game = s->game, .t = t, .sets = sets, .men = men};
        there = rest_cells(&at, side, from, there);
      }
      if (bb_any(there)) {
        return true;
      }
    }
  }
  return false;
}

/** Whether a legal action wins by castling. */
FY_HOT bool castles_to_win(const mr_fys_search *s, mr_action action) {
  const mr_fy_rules *rules = &s->game->rules;
  if (rules->castling_wins == 0 || mr_fy_type_of(action) != MR_FY_CASTLE) {
    return false;
  }
  unsigned own = rules->castling_wins & 3u << 2 * head_of(s)->side;
  return mr_fy_castling_from(rules, head_of(s), own, mr_fy_from(action), mr_fy_to(action)) != NULL;
}

/** Whether the other side's men stand where they win after this turn: all, or if they are not
 * attacked then. */
static inline bool must_dislodge(const mr_fys_search *s, unsigned side) {
  const mr_fy_flag *flag = &s->game->rules.flag;
  unsigned other = side ^ 1u;
  return (flag->reply || flag->safe) && tables_of(s->game)->flag_kinds[other] != 0 &&
         holds_flag(s->game, sets_of(s->game, s->state), other);
}

#endif
