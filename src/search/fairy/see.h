/**
 * @file see.h
 * Static exchange evaluation: what the captures on one cell come to when both sides capture with
 * their cheapest man and stop when it pays. Right for any movement: attackers are looked for anew
 * after each capture, so lines that open and hurdles that go are seen.
 */
#ifndef MARCHER_SEARCH_FAIRY_SEE_H
#define MARCHER_SEARCH_FAIRY_SEE_H

#include "search/fairy/blast.h"

enum {
  SEE_MAX = 32,   /**< captures on one cell that are counted: more hardly ever meet there */
  SEE_QUIET = 20, /**< hundredths that may be won in a position that still counts as quiet:
                     exchanges of like men; untuned */
};

/** An exchange after its first capture. */
typedef struct see_state {
  scene at;
  unsigned to;
  unsigned side;   /**< to capture next */
  int gain;        /**< of the first capture */
  int next_victim; /**< the man on the cell */
} see_state;

/** Takes a man off the board as the exchange sees it. */
static inline void see_remove(see_state *x, unsigned from) {
  x->at.men = bb_less(x->at.men, bb_of(from));
  x->at.gone = bb_or(x->at.gone, bb_of(from));
}

/** @pre the action is no castling */
static inline void see_init(see_state *x, const mr_fys_eval *s, const mr_state *state,
                            mr_action action) {
  const tables *t = tables_of(s->game);
  const mr_fy_state *head = mr_fy_state_of_const(state);
  const uint8_t *board = mr_fy_board_const(state);
  const bb *sets = sets_of_const(s->game, state);
  const int16_t *value = s->weights->value;
  unsigned type = mr_fy_type_of(action), from = mr_fy_from(action), to = mr_fy_to(action);
  unsigned code = type == MR_FY_DROP ? MR_FY_CODE(from, head->side) : board[from];
  x->at = (scene){.game = s->game, .t = t, .sets = sets, .men = filled(t, sets)};
  x->to = to;
  x->side = head->side ^ 1u;
  x->gain = board[to] && to != from ? value[board[to]] : 0; /* it may promote where it stands */
  if (type == MR_FY_EP) {
    unsigned victim = head->ep[s->game->rules.split ? mr_fy_colour(&s->game->rules, to) : 0].victim;
    x->gain = value[board[victim]];
    see_remove(x, victim);
  }
  if (mr_fy_form_of(action)) {
    unsigned form = MR_FY_CODE(mr_fy_form_of(action), head->side);
    x->gain += value[form] - value[code];
    code = form;
  }
  if (type != MR_FY_DROP) {
    see_remove(x, from);
  }
  x->at.men = bb_or(x->at.men, bb_of(to));
  x->at.gone = board[to] ? bb_or(x->at.gone, bb_of(to)) : x->at.gone;
  x->next_victim = value[code];
}

/** Whether the man of an action becomes a wall by its capture: that is the end of an exchange.
 *  @pre the action is no castling */
FY_RARE bool petrifies(const mr_fys_eval *s, const mr_state *state, mr_action action) {
  const uint8_t *board = mr_fy_board_const(state);
  unsigned type = mr_fy_type_of(action);
  return type != MR_FY_DROP && tables_of(s->game)->codes[board[mr_fy_from(action)]].petrifies &&
         (type == MR_FY_EP || board[mr_fy_to(action)] != 0);
}

FY_HOT bool is_petrified(const mr_fys_eval *s, const mr_state *state, mr_action action) {
  return s->game->rules.walling.petrified != 0 && petrifies(s, state, action);
}

/** @return hundredths won by the side to move; negative where the action loses something */
static inline int see(const mr_fys_eval *s, const mr_state *state, mr_action action) {
  int gain[SEE_MAX], depth = 0;
  unsigned code, from;
  see_state x;
  if (mr_fy_type_of(action) >= MR_FY_CASTLE || s->weights->gives_away) {
    return 0; /* where men are to be lost, nothing is lost by an exchange */
  }
  if (s->game->rules.blast.on) {
    return blast_see(s, state, action);
  }
  see_init(&x, s, state, action);
  if (is_petrified(s, state, action)) {
    return x.gain - x.next_victim;
  }
  gain[0] = x.gain;
  while (depth + 1 < SEE_MAX && least_attacker(s, &x.at, x.side, x.to, &code, &from)) {
    depth++;
    gain[depth] = x.next_victim - gain[depth - 1];
    x.next_victim = s->weights->value[code];
    see_remove(&x, from);
    x.side ^= 1;
  }
  for (; depth > 0; depth--) {
    gain[depth - 1] = -(gain[depth] > -gain[depth - 1] ? gain[depth] : -gain[depth - 1]);
  }
  return gain[0];
}

/** Whether an exchange comes to so much at least: the same, but it stops as soon as that is clear.
 */
static inline bool see_ge(const mr_fys_eval *s, const mr_state *state, mr_action action,
                          int at_least) {
  see_state x;
  if (mr_fy_type_of(action) >= MR_FY_CASTLE || s->weights->gives_away) {
    return at_least <= 0;
  }
  if (s->game->rules.blast.on) {
    return blast_see(s, state, action) >= at_least;
  }
  see_init(&x, s, state, action);
  if (is_petrified(s, state, action)) {
    return x.gain - x.next_victim >= at_least;
  }
  int balance = x.gain - at_least; /* of who has captured last, were that the end */
  if (balance < 0) {
    return false;
  }
  balance = x.next_victim - balance;
  if (balance <= 0) {
    return true;
  }
  bool good = true;
  for (unsigned i = 0, code, from; i < SEE_MAX; i++) {
    if (!least_attacker(s, &x.at, x.side, x.to, &code, &from)) {
      break;
    }
    good = !good;
    balance = s->weights->value[code] - balance;
    if (balance < (good ? 1 : 0)) {
      break;
    }
    see_remove(&x, from);
    x.side ^= 1;
  }
  return good;
}

/** The man that an action moves, or drops. */
FY_HOT unsigned moved_by(const mr_state *state, mr_action action) {
  return mr_fy_type_of(action) == MR_FY_DROP
             ? MR_FY_CODE(mr_fy_from(action), mr_fy_state_of_const(state)->side)
             : mr_fy_board_const(state)[mr_fy_from(action)];
}

/** Whether an action promotes a man who does not do so by whatever it does. */
FY_HOT bool promotes_in(const mr_fy_game *game, const mr_state *state, mr_action action) {
  return mr_fy_form_of(action) != 0 && !tables_of(game)->codes[moved_by(state, action)].turns;
}

FY_HOT bool captures_or_promotes(const mr_fy_game *game, const mr_state *state, mr_action action) {
  unsigned type = mr_fy_type_of(action);
  return !mr_fy_takes_nothing(type) && (type == MR_FY_EP || promotes_in(game, state, action) ||
                                        mr_fy_board_const(state)[mr_fy_to(action)] != 0);
}

/**
 * Whether nothing is in check, nothing has to be captured, no capture or promotion wins anything,
 * and the best action is none: what is worth learning from. @param list the legal actions
 */
static inline bool is_quiet(const mr_fys_eval *e, const mr_state *state, const mr_action *list,
                            size_t count, mr_action best) {
  lister l;
  look(&l, e->game, state, mr_fy_state_of_const(state)->side, tables_of(e->game)->all);
  if ((l.guard.active && l.guard.checked) || (e->weights->duties && must_capture(&l))) {
    return false;
  }
  for (size_t i = 0; i < count && !e->weights->captures_only; i++) {
    if (captures_or_promotes(e->game, state, list[i]) &&
        (list[i] == best || see(e, state, list[i]) > SEE_QUIET)) {
      return false;
    }
  }
  return true;
}

#endif
