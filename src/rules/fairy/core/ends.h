/**
 * @file ends.h
 * What follows from an action: whose turn it is, what is repeated, whether and how the game is
 * over. The order of judgement is that of BL-22, or the orthodox one.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_ENDS_H
#define MARCHER_RULES_FAIRY_CORE_ENDS_H

#include "rules/fairy/core/chase.h"
#include "rules/fairy/core/connect.h"
#include "rules/fairy/core/flag.h"
#include "rules/fairy/core/move.h"

/** One action in progress, or a text being read (`u` NULL then). */
typedef struct move_context {
  const mr_fy_game *game;
  mr_state *state;
  undo_record *u;
  mr_events *events;
  unsigned pushes[2];
  bool counting; /**< perft: no history, no counters */
} move_context;

static inline void finish(mr_state *state, mr_fy_feature why, unsigned winner) {
  mr_fy_state *head = mr_fy_state_of(state);
  head->end = (uint8_t)why;
  head->winner = (uint8_t)winner;
}

/** What a side's men on the board count. */
FY_RARE unsigned points_of(const mr_fy_game *game, const bb *sets, unsigned side) {
  unsigned points = 0;
  for (unsigned i = 1; i <= game->rules.kind_count; i++) {
    points += game->rules.kinds[i].points * bb_count(sets[MR_FY_CODE(i, side)]);
  }
  return points;
}

/** Who wins what is a draw unless something else decides then: a side, or MR_FY_DRAWN. */
FY_RARE unsigned even_winner(const mr_fy_game *game, const mr_state *state) {
  const bb *sets = sets_of_const(game, state);
  unsigned white, black;
  switch (game->rules.tally) {
  case MR_FY_TALLY_MEN:
    white = bb_count(sets[MR_FY_WHITE]);
    black = bb_count(sets[MR_FY_BLACK]);
    return white > black ? MR_FY_WHITE_WINS : white < black ? MR_FY_BLACK_WINS : MR_FY_DRAWN;
  case MR_FY_TALLY_WHITE:
    return MR_FY_WHITE_WINS;
  case MR_FY_TALLY_BLACK:
    return MR_FY_BLACK_WINS;
  case MR_FY_TALLY_POINTS: /* in half points */
    white = 2 * points_of(game, sets, MR_FY_WHITE);
    black = 2 * points_of(game, sets, MR_FY_BLACK) + MR_FY_HALF_POINTS_AHEAD;
    return white > black ? MR_FY_WHITE_WINS : MR_FY_BLACK_WINS;
  case MR_FY_TALLY_NONE:
    break;
  }
  return MR_FY_DRAWN;
}

/** Ends the game so. */
static inline void finish_even(const mr_fy_game *game, mr_state *state, mr_fy_feature why) {
  finish(state, why, even_winner(game, state));
}

/** Ends the game with what an outcome is worth to a side. */
static inline void finish_for(mr_state *state, mr_fy_feature why, unsigned side,
                              mr_fy_outcome outcome) {
  unsigned winner = outcome == MR_FY_DRAW ? MR_FY_DRAWN : outcome == MR_FY_WIN ? side : side ^ 1;
  finish(state, why, winner);
}

static inline void emit_rule(const move_context *p, mr_event_kind kind, unsigned side,
                             mr_fy_feature rule) {
  mr_events_add(p->events, mr_event_of(kind, (mr_player){(uint8_t)side}, p->game->rule_of[rule]));
}

/* ---- ends that stand on the board ------------------------------------------------------------ */

/** How many of some kinds a side has left: who can still be dropped is not gone. */
static inline unsigned count_left(const mr_fy_game *game, const mr_state *state, uint64_t kinds,
                                  unsigned side) {
  unsigned count = count_kinds(game, sets_of_const(game, state), kinds, side);
  for (; game->rules.drops && kinds != 0; kinds &= kinds - 1) {
    unsigned kind = (unsigned)__builtin_ctzll(kinds);
    count += mr_fy_held(&game->rules, mr_fy_state_of_const(state), kind, side);
  }
  return count;
}

static inline bool extinct(const mr_fy_game *game, const mr_state *state, unsigned side) {
  const mr_fy_needs *needs = &game->rules.extinction.needs[side];
  bool answers = game->rules.extinction.claim && mr_fy_state_of_const(state)->side == side;
  unsigned rest = game->rules.extinction.rest + (answers ? 1u : 0u);
  for (unsigned i = 0; i < needs->group_count; i++) {
    if (count_left(game, state, needs->groups[i], side) <= needs->count &&
        count_left(game, state, needs->groups[i], side ^ 1) >= rest) {
      return true;
    }
  }
  return false;
}

/** A side's men of whom none may be lost: the last ones of kinds whose extinction loses the game.
 */
static inline bb last_ones(const mr_fy_game *game, const mr_state *state, unsigned side) {
  const mr_fy_extinction *e = &game->rules.extinction;
  const mr_fy_needs *needs = &e->needs[side];
  const bb *sets = sets_of_const(game, state);
  bb last = bb_none();
  if (e->value != MR_FY_LOSS || e->royal || needs->together) { /* royals are looked after anyway */
    return last;
  }
  for (unsigned i = 0; i < needs->group_count; i++) {
    bool few = count_left(game, state, needs->groups[i], side) == needs->count + 1u;
    for (uint64_t kinds = few ? needs->groups[i] : 0; kinds != 0; kinds &= kinds - 1) {
      unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), side);
      last = code < game->code_count ? bb_or(last, sets[code]) : last;
    }
  }
  return last;
}

/** Whether a king of the side to move can step on its goal. */
FY_RARE bool may_arrive(const mr_fy_game *game, const mr_state *state, unsigned side) {
  const tables *t = tables_of(game);
  lister l;
  look(&l, game, state, side, t->all);
  bb men = game->rules.must_drop != 0 && !look_for_duty(&l) ? bb_none() : l.own;
  unsigned from = 0;
  bool found = false;
  while (!found && bb_pop(&men, &from)) {
    mr_action list[MR_FY_CELLS_MAX * (MR_FY_PROMOTIONS_MAX + 1u)];
    sink to = {.out = list};
    if (t->flag_kinds[side] >> MR_FY_KIND(l.board[from]) & 1) {
      list_man(LIST, &to, &l, from);
    }
    for (size_t i = 0; i < to.count && !found; i++) {
      found = bb_has(t->flag_region[side], mr_fy_to(list[i]));
    }
  }
  return found;
}

/**
 * A race of kings: White, who begins, is answered by Black's next move if that brings Black's king
 * to its goal, too; the race is drawn then. `side` is to move.
 */
FY_RARE void end_by_race(const mr_fy_game *game, mr_state *state, unsigned side) {
  const bb *sets = sets_of(game, state);
  bool white = holds_flag(game, sets, MR_FY_WHITE), black = holds_flag(game, sets, MR_FY_BLACK);
  if (white && black) {
    finish(state, MR_FY_RULE_FLAG, MR_FY_DRAWN);
  } else if (black) {
    finish(state, MR_FY_RULE_FLAG, MR_FY_BLACK);
  } else if (white && (side == MR_FY_WHITE || !may_arrive(game, state, MR_FY_BLACK))) {
    finish(state, MR_FY_RULE_FLAG, MR_FY_WHITE);
  }
}

/** Rows and paths of the side that has moved, and the board that is full; `side` is to move. */
FY_RARE void end_by_place(const mr_fy_game *game, mr_state *state, unsigned side) {
  const tables *t = tables_of(game);
  const bb *sets = sets_of(game, state);
  if (t->connects != NULL && has_connected(game, sets, side ^ 1u)) {
    finish_for(state, MR_FY_RULE_CONNECT, side ^ 1u, game->rules.connect.value);
  } else if (game->rules.full_draws && !bb_any(bb_less(t->all, filled(t, sets)))) {
    finish_even(game, state, MR_FY_RULE_FULL);
  }
}

/**
 * The castlings of `mover` that it has just made. Of a text it is told by where the pieces stand:
 * who had lost these rights before would have lost the game.
 */
static inline unsigned castled_by(const mr_fy_game *game, const mr_state *state, unsigned mover,
                                  const undo_record *u) {
  const uint8_t *board = mr_fy_board_const(state);
  unsigned castled = 0;
  for (unsigned i = 2 * mover; i < 2 * mover + 2; i++) {
    const mr_fy_state *head = u != NULL ? &u->head : mr_fy_state_of_const(state);
    const mr_fy_castling *c = mr_fy_castling_at(&game->rules, head, i);
    bool done = u == NULL ? board[c->king_to] == MR_FY_CODE(c->king_kind, mover) &&
                                mr_fy_is_one_of(board[c->partner_to], mover, c->partner_kinds)
                          : mr_fy_type_of(u->action) == MR_FY_CASTLE &&
                                mr_fy_from(u->action) == c->king_from &&
                                mr_fy_to(u->action) == c->partner_from;
    castled |= c->allowed && done ? 1u << i : 0;
  }
  return castled;
}

/** Castlings that win, and those whose loss loses: who has moved is judged first. */
FY_RARE void end_by_castling(const mr_fy_game *game, mr_state *state, unsigned side,
                             const undo_record *u) {
  unsigned wins = game->rules.castling_wins, rights = mr_fy_state_of(state)->rights;
  for (unsigned i = 0; i < 2 && !mr_fy_state_of(state)->end; i++) {
    unsigned who = i == 0 ? side ^ 1u : side, own = wins & 3u << 2 * who;
    bool lost = own != 0 && (own & rights) == 0;
    bool moved = i == 0 && (lost || u != NULL);
    if (moved && (own & castled_by(game, state, who, u)) != 0) {
      finish(state, MR_FY_RULE_CASTLED, who);
    } else if (lost) {
      finish(state, MR_FY_RULE_CASTLED, who ^ 1u);
    }
  }
}

/**
 * Goals on which men have to be safe. Who is attacked on its goal no longer, or, with flagMove, is
 * still there, has won; so has the side that has just moved if nobody attacks it there. `side` is
 * to move.
 */
FY_RARE void end_by_safe_flag(const mr_fy_game *game, mr_state *state, unsigned side) {
  const bb *sets = sets_of(game, state);
  bool late = game->rules.flag.reply, mover = rests_on_flag(game, sets, side ^ 1u);
  if (late ? holds_flag(game, sets, side) : rests_on_flag(game, sets, side)) {
    finish(state, MR_FY_RULE_FLAG, mover && !late ? MR_FY_DRAWN : side);
  } else if (mover) {
    finish(state, MR_FY_RULE_FLAG, side ^ 1u);
  }
}

/** Extinction, goals, checks and passing; `side` is to move. Who has moved is judged first: nobody
 * wins by giving up the last of a kind. @param u what was done; NULL for a text that is read */
static inline void end_by_board(const mr_fy_game *game, mr_state *state, unsigned side,
                                const undo_record *u) {
  bool men_changed = u == NULL || u->taken != 0 || mr_fy_form_of(u->action) != 0 ||
                     has_flipped(game, u) || game->rules.free_drops;
  const bb *sets = sets_of(game, state);
  const mr_fy_extinction *e = &game->rules.extinction;
  if ((men_changed || e->claim) && e->value != MR_FY_NOTHING) {
    for (unsigned i = 0; i < 2; i++) {
      unsigned loser = i == 0 ? side ^ 1 : side;
      if (extinct(game, state, loser)) {
        finish_for(state, MR_FY_RULE_EXTINCTION, loser, e->value);
        return;
      }
    }
  }
  unsigned claims = game->rules.flag.reply ? side : side ^ 1;
  if (game->rules.flag.race) {
    end_by_race(game, state, side);
  } else if (game->rules.flag.safe) {
    end_by_safe_flag(game, state, side);
  } else if (tables_of(game)->flag_kinds[claims] && holds_flag(game, sets, claims)) {
    finish(state, MR_FY_RULE_FLAG, claims);
  }
  if (game->rules.castling_wins != 0 && !mr_fy_state_of(state)->end) {
    end_by_castling(game, state, side, u);
  }
  if (mr_fy_state_of(state)->end) {
    return;
  }
  if (mr_fy_counts_checks(&game->rules) && mr_fy_state_of(state)->checks[side ^ 1] == 0) {
    finish(state, MR_FY_RULE_CHECKS, side ^ 1);
  }
  if (tables_of(game)->ends_by_place && !mr_fy_state_of(state)->end) {
    end_by_place(game, state, side);
  }
  if (game->rules.bikjang && mr_fy_state_of(state)->passed > 0 && !mr_fy_state_of(state)->end &&
      kings_face(game, sets)) {
    finish_even(game, state, MR_FY_RULE_BIKJANG);
  }
  if (mr_fy_state_of(state)->passed > 1 && !mr_fy_state_of(state)->end) {
    finish_even(game, state, MR_FY_RULE_PASS);
  }
}

/* ---- history --------------------------------------------------------------------------------- */

static inline uint64_t *history_of(const mr_fy_game *game, mr_state *state, unsigned slot) {
  uint8_t *start = (uint8_t *)(void *)state + game->history_offset;
  return (uint64_t *)(void *)start + (size_t)slot * game->history_size;
}

/** Adds a key, whose lowest bit is free for a mark. */
static inline void push_key(move_context *p, unsigned slot, uint64_t key) {
  mr_fy_state *head = mr_fy_state_of(p->state);
  uint64_t *at = &history_of(p->game, p->state, slot)[head->head[slot]];
  if (p->u != NULL && p->pushes[slot] < FY_PUSHES_MAX) {
    p->u->lost[slot][p->pushes[slot]] = *at;
  }
  p->pushes[slot]++;
  *at = key;
  head->head[slot] = (uint16_t)((head->head[slot] + 1u) & (p->game->history_size - 1));
  if (head->seen[slot] < p->game->history_size) {
    head->seen[slot]++;
  }
}

/** The key pushed `back` keys before the last. */
static inline uint64_t key_back(const move_context *p, unsigned slot, unsigned back) {
  const mr_fy_state *head = mr_fy_state_of(p->state);
  unsigned at = (head->head[slot] - 1u - back) & (p->game->history_size - 1);
  return history_of(p->game, p->state, slot)[at];
}

/** How often the last key has occurred; *first is how far back it did so first. */
static inline unsigned occurrences(const move_context *p, unsigned slot, unsigned *first) {
  uint64_t now = key_back(p, slot, 0) >> 1;
  unsigned count = 1;
  *first = 0;
  for (unsigned back = 1; back < mr_fy_state_of(p->state)->seen[slot]; back++) {
    if (key_back(p, slot, back) >> 1 == now) {
      count++;
      *first = back;
    }
  }
  return count;
}

/** Whether a side attacks one of some cells. */
FY_RARE bool attacks_cells(const mr_fy_game *game, const mr_state *state, bb cells, unsigned by) {
  const tables *t = tables_of(game);
  const bb *sets = sets_of_const(game, state);
  scene at = {.game = game, .t = t, .sets = sets, .men = filled(t, sets)};
  return attacks_any(&at, cells, by);
}

/** Whether the side that has just moved attacks the other's royal, or its last pseudo-royal. */
static inline bool gives_check(const mr_fy_game *game, const mr_state *state, unsigned mover) {
  const tables *t = tables_of(game);
  const bb *sets = sets_of_const(game, state);
  const scene at = {.game = game, .t = t, .sets = sets};
  bb targets = royals_of(game, sets, mover ^ 1);
  targets = game->rules.blast.on ? exposed_royals(&at, mover ^ 1, targets) : targets;
  if (game->rules.pseudo_royals != 0) {
    targets = bb_none();
    for (unsigned i = 0; i < t->code_list_count[mover ^ 1]; i++) {
      unsigned code = t->code_list[mover ^ 1][i];
      targets = t->codes[code].pseudo_royal ? bb_or(targets, sets[code]) : targets;
    }
    if (!bb_single(targets)) {
      return false;
    }
  }
  scene whole = at;
  whole.men = filled(t, sets);
  return attacks_cells(game, state, targets, mover) || duple_checked(&whole, mover ^ 1u);
}

/**
 * Whether the side that has just moved attacks a royal piece: in the dialect the last of a kind may
 * not be left attacked and yet is not checked.
 */
FY_RARE bool checks_royals(const mr_fy_game *game, const mr_state *state, unsigned mover) {
  bb kings = kings_of(game, sets_of_const(game, state), mover ^ 1u);
  return attacks_cells(game, state, kings, mover);
}

/**
 * One check less for the side that has just moved, if it has given one.
 * @return whether it was one
 */
FY_RARE bool count_check(const mr_fy_game *game, mr_state *state, unsigned mover) {
  bool check = checks_royals(game, state, mover);
  uint8_t *left = &mr_fy_state_of(state)->checks[mover];
  *left = (uint8_t)(*left - (check && *left > 0));
  return check;
}

/** Whether each side, who has moved last first, has checked with every move of the last plies. */
static inline void perpetual_checkers(const move_context *p, unsigned first, bool *always) {
  always[0] = first > 0;
  always[1] = first > 1;
  for (unsigned back = 0; back < first; back++) {
    always[back & 1] = always[back & 1] && (key_back(p, 0, back) & 1) != 0;
  }
}

/** Who has chased with every move of the last `first` plies: a side, or 2 for none or both. */
static inline unsigned perpetual_chaser(const move_context *p, unsigned first) {
  const mr_fy_state *head = mr_fy_state_of(p->state);
  const chase_past past = {.records = history_of(p->game, p->state, 1),
                           .head = head->head[1],
                           .mask = p->game->history_size - 1,
                           .count = head->seen[1]};
  return chaser(p->game, p->state, &past, first);
}

/** Who loses a repetition by having checked or chased all the while: a side, or 2 for none. */
static inline unsigned perpetual_side(const move_context *p, unsigned first, mr_fy_feature *why) {
  const mr_fy_rules *rules = &p->game->rules;
  bool checks[2] = {false, false};
  if (rules->perpetual) {
    perpetual_checkers(p, first, checks);
  }
  unsigned mover = mr_fy_state_of(p->state)->side ^ 1u;
  *why = MR_FY_RULE_PERPETUAL;
  if (checks[0] != checks[1]) {
    return checks[0] ? mover : mover ^ 1u;
  }
  *why = MR_FY_RULE_CHASE;
  return rules->chase.on && !checks[0] ? perpetual_chaser(p, first) : 2;
}

enum { FRO_MOVES = 5 /**< own moves that are looked at */ };

/** The move made so many before the last. */
static inline uint64_t move_back(const move_context *p, unsigned back) {
  const mr_fy_state *head = mr_fy_state_of(p->state);
  return history_of(p->game, p->state,
                    1)[(head->head[1] - 1u - back) & (p->game->history_size - 1)];
}

/** Whether a man goes by a plain step from where another one has arrived to where that came from.
 */
static inline bool takes_back(uint64_t record, uint64_t before) {
  mr_action action = (mr_action)(record & UINT32_MAX), last = (mr_action)(before & UINT32_MAX);
  return action == mr_fy_action(MR_FY_STEP, mr_fy_to(last), mr_fy_from(last), 0) &&
         mr_fy_type_of(last) == MR_FY_STEP && mr_fy_form_of(last) == 0;
}

/** Whether a man may come where the other side's king may stand: only such may not go to and fro.
 */
static inline bool may_meet_king(const mr_fy_rules *rules, unsigned code) {
  unsigned side = MR_FY_SIDE(code);
  mr_fy_set both = mr_fy_set_and(rules->kinds[MR_FY_KIND(code)].mobility[side],
                                 rules->kinds[rules->king].mobility[side ^ 1u]);
  return rules->king == 0 || !mr_fy_set_empty(&both);
}

/**
 * Whether who has moved last has moved one man to and fro: of its last four moves each has taken
 * back the one before, and its move before these has brought the man there without a capture. It
 * was in check before none of them. A pass just before the last is not counted.
 */
FY_RARE bool goes_to_and_fro(const move_context *p) {
  const mr_fy_state *head = mr_fy_state_of(p->state);
  unsigned known = head->seen[1], at[FRO_MOVES];
  if (!p->game->rules.captures_to_hand) {
    known = head->idle < known ? head->idle : known;
  }
  bool passed = known > 2 && mr_fy_type_of((mr_action)move_back(p, 2)) == MR_FY_PASS;
  for (unsigned i = 0; i < FRO_MOVES; i++) {
    at[i] = 2 * (i + (passed && i > 0 ? 1u : 0));
  }
  uint64_t first = known >= at[FRO_MOVES - 1] ? move_back(p, at[FRO_MOVES - 1]) : 0;
  bool fro = known >= at[FRO_MOVES - 1] && (first >> 40 & 0xFF) == 0 &&
             may_meet_king(&p->game->rules, move_back(p, 0) >> 32 & 0xFF);
  for (unsigned i = 0; fro && i + 2 < FRO_MOVES; i++) {
    fro = takes_back(move_back(p, at[i]), move_back(p, at[i + 1]));
  }
  fro = fro && mr_fy_from((mr_action)move_back(p, at[FRO_MOVES - 2])) == mr_fy_to((mr_action)first);
  for (unsigned back = 1; fro && back <= at[FRO_MOVES - 1] + 1 && back <= known; back += 2) {
    fro = (key_back(p, 0, back) & 1) == 0;
  }
  return fro;
}

FY_RARE void end_to_and_fro(move_context *p) {
  if (p->game->rules.fold > 0 && goes_to_and_fro(p)) {
    finish(p->state, MR_FY_RULE_TO_AND_FRO, mr_fy_state_of(p->state)->side);
  }
}

static inline void end_by_fold(move_context *p) {
  const mr_fy_rules *rules = &p->game->rules;
  unsigned first = 0, mover = mr_fy_state_of(p->state)->side ^ 1u;
  if (rules->fold == 0 || occurrences(p, 0, &first) < rules->fold) {
    return;
  }
  mr_fy_feature why = MR_FY_RULE_NONE;
  unsigned loser = perpetual_side(p, first, &why);
  if (loser < 2) {
    finish(p->state, why, loser ^ 1);
    return;
  }
  if (rules->fold_value == MR_FY_FOLD_DRAW) {
    finish_even(p->game, p->state, MR_FY_RULE_FOLD);
    return;
  }
  const unsigned winner[] = {[MR_FY_FOLD_DRAW] = MR_FY_DRAWN,
                             [MR_FY_FOLD_MOVER_LOSES] = mover ^ 1,
                             [MR_FY_FOLD_MOVER_WINS] = mover,
                             [MR_FY_FOLD_WHITE_LOSES] = MR_FY_BLACK_WINS,
                             [MR_FY_FOLD_BLACK_LOSES] = MR_FY_WHITE_WINS};
  finish(p->state, MR_FY_RULE_FOLD, winner[rules->fold_value]);
}

/* ---- no move, no progress, no hope ----------------------------------------------------------- */

/** What it is worth to a side to have no legal move, without being in check. */
static inline mr_fy_outcome stalemate_value(const mr_fy_game *game, const mr_state *state,
                                            unsigned side) {
  const bb *sets = sets_of_const(game, state);
  mr_fy_outcome value = game->rules.stalemate;
  if (game->rules.stalemate_counts) {
    unsigned own = bb_count(sets[side]), other = bb_count(sets[side ^ 1u]);
    value = own == other ? MR_FY_DRAW : own < other ? value : mr_fy_reverse(value);
  }
  unsigned winner = value == MR_FY_DRAW ? even_winner(game, state) : MR_FY_DRAWN;
  return winner == MR_FY_DRAWN ? value : winner == side ? MR_FY_WIN : MR_FY_LOSS;
}

/** Whether a side with two men, one of which promotes by an action of its own, has nothing else to
 * do than that, and is not in check: nobody has to promote. @pre it has a legal action */
FY_RARE bool has_only_sittuyin_promotions(const mr_fy_game *game, const mr_state *state,
                                          unsigned side) {
  const tables *t = tables_of(game);
  bb men = sets_of_const(game, state)[side];
  unsigned cell = 0;
  bool pawn = false, two = bb_count(men) == 2;
  while (two && bb_pop(&men, &cell)) {
    pawn = pawn || t->codes[mr_fy_board_const(state)[cell]].sittuyin_promotion;
  }
  if (!pawn) {
    return false;
  }
  lister l;
  sink other = {.no_sittuyin = true};
  look(&l, game, state, side, t->all);
  list_all(ANY, &other, game, state);
  return !other.found && !(l.guard.active && l.guard.checked);
}

/** Marks of a kept move, behind what takes it back (shatarMateRule). */
#define FY_MARK_CHECK (UINT64_C(1) << 48) /* it has given check, ... */
#define FY_MARK_SHAK                                                           \
  (UINT64_C(1) << 49) /* ... among others by one whose checks make mates count \
                       */

/** Whether a side attacks kings of the other's by men of other kinds than some: checks to those
 * that are royal as the last of their kind are none of this rule. */
FY_RARE bool checks_without(const mr_fy_game *game, const mr_state *state, unsigned by,
                            uint64_t kinds) {
  const tables *t = tables_of(game);
  const bb *sets = sets_of_const(game, state);
  scene at = {.game = game, .t = t, .sets = sets, .men = filled(t, sets)};
  for (; kinds != 0; kinds &= kinds - 1) {
    at.gone = bb_or(at.gone, sets[MR_FY_CODE(__builtin_ctzll(kinds), by)]);
  }
  return attacks_any(&at, kings_of(game, sets, by ^ 1u), by);
}

/** The marks of the move that a side has made last. */
FY_RARE uint64_t check_marks(const mr_fy_game *game, const mr_state *state, unsigned by) {
  if (!game->rules.shatar.on || !checks_without(game, state, by, 0)) {
    return 0;
  }
  uint64_t all = (UINT64_C(2) << game->rules.kind_count) - 2u;
  bool shak = checks_without(game, state, by, all & ~game->rules.shatar.shaks);
  return FY_MARK_CHECK | (shak ? FY_MARK_SHAK : 0);
}

/** What it is worth to a side to be mated. */
FY_RARE mr_fy_outcome checkmate_value(const mr_fy_game *game, mr_state *state, unsigned side) {
  const mr_fy_rules *rules = &game->rules;
  const move_context p = {.game = game, .state = state};
  if (!rules->shatar.on || !checks_without(game, state, side ^ 1u, 0)) {
    return rules->checkmate;
  }
  if (!checks_without(game, state, side ^ 1u, rules->shatar.knights)) {
    return MR_FY_WIN;
  }
  for (unsigned back = 0; back < mr_fy_state_of(state)->seen[1]; back += 2) {
    uint64_t record = move_back(&p, back);
    if ((record & FY_MARK_SHAK) != 0) {
      return rules->checkmate;
    }
    if ((record & FY_MARK_CHECK) == 0) {
      break;
    }
  }
  return MR_FY_DRAW;
}

static inline void end_by_moves(const mr_fy_game *game, mr_state *state) {
  sink any = {0};
  unsigned side = mr_fy_state_of(state)->side;
  list_all(ANY, &any, game, state);
  if (any.found) {
    if (game->rules.sittuyin_promotion && has_only_sittuyin_promotions(game, state, side)) {
      finish(state, MR_FY_RULE_STALEMATE, MR_FY_DRAWN);
    }
    return;
  }
  lister l;
  look(&l, game, state, side, tables_of(game)->all);
  if (l.guard.active && l.guard.checked) {
    finish_for(state, MR_FY_RULE_CHECKMATE, side, checkmate_value(game, state, side));
  } else {
    finish_for(state, MR_FY_RULE_STALEMATE, side, stalemate_value(game, state, side));
  }
}

enum {
  CHECKS_COUNTED = 10, /**< checks of a side that count as moves without progress (CL-118) */
  CHECKS_FROM = 20     /**< and no sooner than so many moves are known */
};

/** Where chases are looked for: plies that do not count, as the checks of one side are too many. */
FY_RARE unsigned plies_of_checks(const mr_fy_game *game, mr_state *state) {
  const mr_fy_state *head = mr_fy_state_of(state);
  const move_context p = {.game = game, .state = state};
  unsigned known = head->seen[1] < head->idle ? head->seen[1] : head->idle;
  unsigned checks[2] = {0, 0};
  for (unsigned back = 0; back < (known + 1u) / 2 * 2 && back < game->history_size; back++) {
    checks[back & 1] += (unsigned)(key_back(&p, 0, back) & 1);
  }
  unsigned most = checks[0] > checks[1] ? checks[0] : checks[1];
  return head->seen[1] >= CHECKS_FROM && most > CHECKS_COUNTED ? 2 * (most - CHECKS_COUNTED) : 0;
}

static inline void end_idle(const mr_fy_game *game, mr_state *state) {
  unsigned idle = mr_fy_state_of(state)->idle;
  if (game->rules.idle_limit > 0 && idle >= game->rules.idle_limit &&
      (!game->rules.chase.on || idle - plies_of_checks(game, state) >= game->rules.idle_limit)) {
    finish_even(game, state, MR_FY_RULE_IDLE);
  }
}

/** Who is ahead has not mated in as many moves as are counted. */
static inline void end_by_count(mr_state *state) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  if (head->count_limit > 0 && head->counted > head->count_limit) {
    finish(state, MR_FY_RULE_COUNTING, MR_FY_DRAWN);
  }
}

static inline void end_by_length(const mr_fy_game *game, mr_state *state) {
  if (mr_fy_state_of(state)->length >= game->rules.length_limit) {
    finish(state, MR_FY_RULE_LENGTH, MR_FY_DRAWN);
  }
}

/** What `side` can ever attack, or where its pieces can ever stand, by the closures of its pieces.
 */
static inline bb ever(const mr_fy_game *game, const mr_state *state, unsigned side, const bb *what,
                      bool royals) {
  const tables *t = tables_of(game);
  const mr_fy_state *head = mr_fy_state_of_const(state);
  const uint8_t *board = mr_fy_board_const(state);
  bb men = sets_of_const(game, state)[side], all = bb_none();
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    if (!royals || t->codes[board[cell]].pseudo_royal || t->codes[board[cell]].royal) {
      all = bb_or(all, what[(size_t)board[cell] * t->cells + cell]);
    }
  }
  for (unsigned i = 0; i < game->rules.hand_count && !royals; i++) {
    unsigned code = MR_FY_CODE(game->rules.hand_kind[i], side);
    bb drops = head->hand[side][i] ? t->codes[code].drop : bb_none();
    while (bb_pop(&drops, &cell)) {
      all = bb_or(all, what[(size_t)code * t->cells + cell]);
    }
  }
  return all;
}

/** Whether a side could ever have pieces enough on its goal: sound, so true when in doubt. */
static inline bool may_flag(const mr_fy_game *game, const mr_state *state, unsigned side) {
  const tables *t = tables_of(game);
  bb goal = bb_and(t->flag_region[side], ever(game, state, side, t->closure, false));
  unsigned men = bb_count(sets_of_const(game, state)[side]);
  unsigned least = game->rules.flag.blocked ? 1 : game->rules.flag.count;
  for (unsigned i = 0; i < game->rules.hand_count; i++) {
    men += mr_fy_state_of_const(state)->hand[side][i];
  }
  return t->flag_kinds[side] != 0 && bb_count(goal) >= least && men >= least;
}

/**
 * A position in which provably neither side can ever win: no piece can ever attack a cell where an
 * enemy pseudo-royal or royal can ever stand, and nobody can reach the goal. Captures are taken to
 * be always possible and pieces never to be in the way, so what is called dead is dead.
 */
static inline void end_by_impasse(const mr_fy_game *game, mr_state *state) {
  const tables *t = tables_of(game);
  if (t->closure == NULL || t->connects != NULL) { /* rows are not looked for: sound */
    return;
  }
  bool blast = game->rules.blast.on;
  for (unsigned side = 0; side < 2; side++) {
    bb targets = ever(game, state, side ^ 1, t->closure, true);
    if (blast) { /* a capture beside one will do, and the own men's, too */
      targets = bb_or(targets, ever(game, state, side, t->closure, true));
      targets = bb_or(targets, beside_of(t, targets));
    }
    if (bb_meet(targets, ever(game, state, side, t->reach, false)) || may_flag(game, state, side)) {
      return;
    }
  }
  finish(state, MR_FY_RULE_IMPASSE, MR_FY_DRAWN);
}

/** All that is judged once the side to move has changed, the board's own ends apart. */
static inline void detect_end(move_context *p) {
  const mr_fy_game *game = p->game;
  const mr_fy_state *head = mr_fy_state_of(p->state);
  if (!game->rules.draws_first) {
    end_by_moves(game, p->state);
  }
  /* A draw for want of progress outranks what a repetition is worth to somebody. */
  bool worth = game->rules.fold_value != MR_FY_FOLD_DRAW || game->rules.perpetual ||
               game->rules.chase.on || game->rules.no_to_and_fro;
  if (!head->end && worth && !game->rules.draws_first) {
    end_idle(game, p->state);
  }
  if (!head->end && game->rules.no_to_and_fro) {
    end_to_and_fro(p);
  }
  if (!head->end) {
    end_by_fold(p);
  }
  if (!head->end) {
    end_idle(game, p->state);
  }
  if (!head->end) {
    end_by_count(p->state);
  }
  if (!head->end && game->rules.draws_first) {
    end_by_moves(game, p->state);
  }
  if (!head->end) {
    end_by_impasse(game, p->state);
  }
  if (!head->end) {
    end_by_length(game, p->state);
  }
}

#endif
