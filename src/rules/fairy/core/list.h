/**
 * @file list.h
 * The legal actions: listed, counted, looked up, or just whether there is one. All four are the
 * same code, compiled for its purpose.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_LIST_H
#define MARCHER_RULES_FAIRY_CORE_LIST_H

#include "rules/fairy/core/drops.h"

typedef enum purpose {
  LIST,
  COUNT,
  FIND,
  ANY,
  SIFT /**< one of the others, in games of which each action is held against further rules */
} purpose;

/** Which moves are wanted: for a search, which may be content with some of them. */
typedef enum part {
  EVERY_MOVE,
  NOISY_MOVES, /**< captures, and moves to where the piece may promote, unless it does so anywhere
                */
  QUIET_MOVES  /**< all others, drops and castling too */
} part;

/** What a side has to do that may have to drop pieces (mustDrop). */
typedef enum drop_duty { NO_DUTY, OWES_DROP, CANNOT_DROP } drop_duty;

/** Where actions go. */
typedef struct sink {
  mr_action *out;         /**< LIST */
  size_t count;           /**< LIST, COUNT */
  mr_action wanted;       /**< FIND */
  bool found;             /**< FIND, ANY */
  bool no_sittuyin;       /**< without promotions that are actions of their own */
  purpose why;            /**< SIFT: which of the others */
  const mr_fy_game *game; /**< SIFT */
  mr_state *trial;        /**< SIFT: a copy, on which actions are tried, where that is needed */
  const struct lister *l; /**< SIFT: where each action sets a wall, who lists them; or NULL */
} sink;

/** One look at a state for the moves of a side. */
typedef struct lister {
  scene at;
  const mr_fy_state *head;
  const uint8_t *board;
  unsigned side;
  bb own, enemy, empty;
  guard guard;
  bool captures_only;
  bool untried; /**< whether royals are safe is asked later, with the wall that is set */
  bool no_pass; /**< all but passing is wanted */
  bool faced;   /**< a king faces one of the other side's, which has to be ended (bikjangRule) */
  bb between;   /**< with it: the squares between them */
  part part;
  drop_duty duty;
} lister;

FY_INLINE void emit(purpose why, sink *to, mr_action action) {
  if (why == SIFT) {
    why = to->why;
    if (to->l != NULL) {
      tables_of(to->game)->with_walls(to, action);
      return;
    }
    if ((why == FIND && action != to->wanted) || !tables_of(to->game)->passes(to, action)) {
      return;
    }
  }
  if (why == LIST) {
    to->out[to->count] = action;
  }
  if (why == FIND) {
    to->found = to->found || action == to->wanted;
  }
  if (why == ANY) {
    to->found = true;
  }
  to->count++;
}

/** Moves of one piece to a set of cells, as it is. */
FY_INLINE void emit_cells(purpose why, sink *to, unsigned from, bb cells) {
  if (why == COUNT) {
    to->count += bb_count(cells);
    return;
  }
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    emit(why, to, mr_fy_action(MR_FY_STEP, from, cell, 0));
  }
}

/** The same where some of them are initial moves that can be answered in passing. */
static inline void emit_doubles(purpose why, sink *to, unsigned from, bb cells,
                                const doubles *twice) {
  for (unsigned i = 0; i < twice->count; i++) {
    if (bb_has(cells, twice->to[i])) {
      emit(why, to, mr_fy_action(MR_FY_DOUBLE, from, twice->to[i], 0));
      cells = bb_less(cells, bb_of(twice->to[i]));
    }
  }
  emit_cells(why, to, from, cells);
}

static inline void emit_promotions(purpose why, sink *to, unsigned from, bb cells,
                                   const code_info *info) {
  if (why == COUNT) {
    to->count += (size_t)bb_count(cells) * info->form_count;
    return;
  }
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    for (unsigned i = 0; i < info->form_count; i++) {
      emit(why, to, mr_fy_action(MR_FY_STEP, from, cell, MR_FY_KIND(info->forms[i])));
    }
  }
}

/* apart.h */
FY_RARE bb promotes_on(const lister *l, unsigned from, bb cells, unsigned form);
FY_RARE bb stays_on(const lister *l, unsigned from, bb cells);
FY_RARE void emit_apart(purpose why, sink *to, const lister *l, unsigned from, bb cells);
FY_RARE bb captures_alone(const lister *l, unsigned from);

/**
 * Whether a move that makes a piece one of a form leaves the royals safe: a new one that is among
 * the last of its kinds is royal as well; where it makes them more than that, none of them is any
 * more.
 */
static inline bool form_is_safe(const lister *l, const change *move, unsigned form) {
  if (l->untried) {
    return true;
  }
  const mr_fy_needs *needs = &l->at.game->rules.extinction.needs[l->side];
  bb royals = l->guard.active ? l->guard.royals : bb_none();
  if (bb_meet(royals, move->from)) {
    royals = bb_or(bb_less(royals, move->from), move->to);
  }
  for (unsigned i = 0; i < needs->group_count; i++) {
    if (!(needs->groups[i] >> MR_FY_KIND(form) & 1)) {
      continue;
    }
    bool many = count_kinds(l->at.game, l->at.sets, needs->groups[i], l->side) > needs->count;
    for (uint64_t kinds = many ? needs->groups[i] : 0; kinds != 0; kinds &= kinds - 1) {
      unsigned code = MR_FY_CODE(__builtin_ctzll(kinds), l->side);
      royals = code < l->at.game->code_count ? bb_less(royals, l->at.sets[code]) : royals;
    }
    royals = many ? royals : bb_or(royals, move->to);
  }
  return royals_safe(&l->at, l->side, move, royals);
}

/** Promotions of a piece whose forms may be royal, each tried. @param cells that it can go to */
static inline void list_royal_forms(purpose why, sink *to, const lister *l, unsigned from,
                                    bb cells) {
  const code_info *info = &l->at.t->codes[l->board[from]];
  unsigned cell = 0;
  change move = {.from = bb_of(from)};
  while (bb_pop(&cells, &cell)) {
    move.to = bb_of(cell);
    move.taken = bb_and(move.to, l->enemy);
    for (unsigned i = 0; i < info->form_count; i++) {
      if (bb_any(promotes_on(l, from, move.to, info->forms[i])) &&
          form_is_safe(l, &move, info->forms[i])) {
        emit(why, to, mr_fy_action(MR_FY_STEP, from, cell, MR_FY_KIND(info->forms[i])));
      }
    }
  }
}

/** All that a piece may do with the cells that it may legally go to. */
FY_INLINE void emit_man(purpose why, sink *to, const lister *l, unsigned from, bb cells,
                        const code_info *info) {
  if (info->apart != 0) {
    if (!info->royal_forms) {
      emit_apart(why, to, l, from, cells);
    }
    cells = stays_on(l, from, cells);
  } else if (info->form_count > 0) {
    bb zone = info->on_leaving && bb_has(info->zone, from) ? l->at.t->all : info->zone;
    if (info->by_capture_only) {
      zone = bb_and(zone, l->enemy);
    }
    bb there = bb_and(cells, zone);
    if (!info->royal_forms) {
      emit_promotions(why, to, from, there, info);
    }
    if (info->compulsory) {
      cells = bb_less(cells, there);
    }
  }
  cells = bb_less(cells, info->dead);
  if (info->twice != NULL && why != COUNT && info->twice[from].count > 0) {
    emit_doubles(why, to, from, cells, &info->twice[from]);
    return;
  }
  emit_cells(why, to, from, cells);
}

/* janggi.h */
FY_RARE bb try_cannon(const lister *l, bb from, bb cells, bool royal);
FY_RARE void look_for_facing(lister *l);
FY_RARE bb end_facing(const lister *l, unsigned from, bb cells);
FY_RARE bool castling_ends_facing(const lister *l, const mr_fy_castling *c);

/** Those of `cells` that leave the royals safe, each of them tried. @param from none for drops */
static inline bb try_cells(const lister *l, bb from, bb cells, bool royal) {
  bb left = cells, good = bb_none();
  unsigned cell = 0;
  change move = {.from = from};
  if (l->at.t->cannon_count > 0 && bb_meet(from, cannons_of(l->at.t, l->at.sets))) {
    return try_cannon(l, from, cells, royal);
  }
  while (bb_pop(&left, &cell)) {
    move.to = bb_of(cell);
    move.taken = bb_and(move.to, l->enemy);
    if (safe_after(&l->at, &l->guard, l->side, &move, royal)) {
      good = bb_or(good, move.to);
    }
  }
  return good;
}

/** Those of `cells` that may be gone to without leaving a royal attacked, where captures are as
 * usual.
 */
FY_INLINE bb guard_lines(const lister *l, unsigned from, bb cells, bool royal) {
  const guard *g = &l->guard;
  if (royal || g->try_all) {
    return try_cells(l, bb_of(from), cells, royal);
  }
  cells = bb_and(cells, g->within);
  if (bb_has(g->pinned, from)) {
    for (unsigned i = 0; i < g->pin_count; i++) {
      if (g->pin_cell[i] == from) {
        cells = bb_and(cells, g->pin_within[i]);
      }
    }
  }
  if (l->at.t->slow && bb_any(g->touchy)) {
    bb doubtful = bb_has(g->touchy, from) ? cells : bb_and(cells, g->touchy);
    cells = bb_or(bb_less(cells, doubtful), try_cells(l, bb_of(from), doubtful, false));
  }
  return cells;
}

/** The same where captures blast: what they remove is on many lines, and may be royal. */
FY_RARE bb guard_blasts(const lister *l, unsigned from, bb cells, bool royal) {
  bb blasts = try_cells(l, bb_of(from), bb_and(cells, l->enemy), royal);
  return bb_or(blasts, guard_lines(l, from, bb_less(cells, l->enemy), royal));
}

/** Those of `cells` that may be gone to without leaving a royal attacked. */
FY_INLINE bb guard_cells(const lister *l, unsigned from, bb cells, bool royal) {
  return l->at.game->rules.blast.on ? guard_blasts(l, from, cells, royal)
                                    : guard_lines(l, from, cells, royal);
}

/* ---- special moves --------------------------------------------------------------------------- */

/** The right that a piece on `from` might use. */
FY_INLINE const mr_fy_ep *ep_at(const lister *l, unsigned from) {
  const mr_fy_rules *rules = &l->at.game->rules;
  return &l->head->ep[rules->split ? mr_fy_colour(rules, from) : 0];
}

/** Where a piece on `from` can capture in passing, legally. @pre there is a right */
static inline bb ep_cells(const lister *l, unsigned from, const code_info *info,
                          const mr_fy_ep *ep) {
  bb cells = ep->also != 0 ? bb_or(bb_of(ep->passed), bb_of(ep->also)) : bb_of(ep->passed);
  bb ways = info->ep[from];
  cells = bb_and(cells, info->ep_far ? bb_or(ways, captures_alone(l, from)) : ways);
  if (!bb_any(cells) || !bb_has(l->enemy, ep->victim)) {
    return bb_none();
  }
  if (l->faced) {
    cells = bb_and(cells, l->between);
  }
  change move = {.from = bb_of(from), .taken = bb_of(ep->victim)};
  bb left = l->guard.active ? cells : bb_none();
  unsigned cell = 0;
  while (bb_pop(&left, &cell)) {
    move.to = bb_of(cell);
    if (!safe_after(&l->at, &l->guard, l->side, &move, bb_has(l->guard.royals, from))) {
      cells = bb_less(cells, move.to);
    }
  }
  return cells;
}

static inline void list_ep(purpose why, sink *to, unsigned from, unsigned cell,
                           const code_info *info) {
  bool zone = info->form_count > 0 && info->by_ep && bb_has(info->zone, cell);
  for (unsigned i = 0; zone && i < info->form_count; i++) {
    emit(why, to, mr_fy_action(MR_FY_EP, from, cell, MR_FY_KIND(info->forms[i])));
  }
  if (!zone || !info->compulsory) {
    emit(why, to, mr_fy_action(MR_FY_EP, from, cell, 0));
  }
}

/** Whether king and partner have a clear way. */
static inline bool castling_open(const lister *l, const mr_fy_castling *c) {
  unsigned code = MR_FY_CODE(c->king_kind, l->side);
  bb ends = bb_or(bb_of(c->king_from), bb_of(c->partner_from));
  return l->board[c->king_from] == code && !bb_meet(bb_less(bb_from(&c->clear), ends), l->at.men);
}

/* castling.h */
FY_RARE bool castling_safe(const lister *l, const mr_fy_castling *c, bb royals, bb filled);

static inline bool castling_legal(const lister *l, const mr_fy_castling *c) {
  return castling_open(l, c) && (!l->faced || castling_ends_facing(l, c)) &&
         (!l->guard.active || castling_safe(l, c, l->guard.royals, bb_none()));
}

/* gates.h */
FY_RARE void list_entering(purpose why, sink *to, const lister *l, unsigned from, bb reached,
                           bb legal);
FY_RARE void list_castling_gates(purpose why, sink *to, const lister *l, const mr_fy_castling *c);

static inline void list_castling(purpose why, sink *to, const lister *l) {
  for (unsigned i = 2 * l->side; i < 2 * l->side + 2; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(&l->at.game->rules, l->head, i);
    bool right = l->head->rights >> i & 1 && i / 2 == l->side && l->duty != OWES_DROP;
    if (right && castling_legal(l, c)) {
      emit(why, to, mr_fy_action(MR_FY_CASTLE, c->king_from, c->partner_from, 0));
    }
    if (right && l->head->gates[l->side] != 0) {
      list_castling_gates(why, to, l, c);
    }
  }
}

/** @param code what is in hand @param as what it is dropped as: that, or its promoted form */
static inline bb drop_cells(const lister *l, unsigned code, unsigned as) {
  const tables *t = l->at.t;
  const guard *g = &l->guard;
  bb cells = bb_less(bb_and(t->codes[as].drop, l->empty), t->codes[as].stuck);
  unsigned limit = l->at.game->rules.kinds[MR_FY_KIND(code)].drop_file_limit;
  for (unsigned file = 0; limit > 0 && file < l->at.game->rules.files; file++) {
    if (bb_count(bb_and(l->at.sets[code], t->file[file])) >= limit) {
      cells = bb_less(cells, t->file[file]);
    }
  }
  if (t->odd_drops) {
    cells = narrow_drops(&l->at, l->head, code, cells);
  }
  cells = l->faced ? bb_and(cells, l->between) : cells;
  if (!g->active) {
    return cells;
  }
  bb doubtful = g->try_all ? cells : bb_and(cells, g->touchy);
  cells = g->try_all ? bb_none() : bb_less(bb_and(cells, g->within), g->touchy);
  doubtful = t->codes[as].cannon ? try_cannon(l, bb_none(), doubtful, false)
                                 : try_cells(l, bb_none(), doubtful, false);
  return bb_or(cells, doubtful);
}

/** The cells among `cells` where a drop of a kind that may not mate does not. */
static inline bb without_mates(const lister *l, unsigned kind, bb cells);

FY_INLINE void emit_drops(purpose why, sink *to, unsigned kind, bb cells) {
  if (why == COUNT) {
    to->count += bb_count(cells);
    return;
  }
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    emit(why, to, mr_fy_action(MR_FY_DROP, kind, cell, 0));
  }
}

/** Drops of what is in hand as its promoted form. */
FY_RARE void list_dropped_forms(purpose why, sink *to, const lister *l, unsigned held) {
  const mr_fy_rules *rules = &l->at.game->rules;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    if (rules->kinds[i].plus && rules->kinds[i].base == held) {
      emit_drops(why, to, i, drop_cells(l, MR_FY_CODE(held, l->side), MR_FY_CODE(i, l->side)));
    }
  }
}

static inline void list_drops(purpose why, sink *to, const lister *l) {
  const mr_fy_rules *rules = &l->at.game->rules;
  uint64_t kinds = l->duty == NO_DUTY ? UINT64_MAX : l->duty == OWES_DROP ? rules->must_drop : 0;
  for (unsigned i = 0; i < rules->hand_count; i++) {
    unsigned kind = rules->hand_kind[i];
    if (l->head->hand[l->side][i] == 0 || !(kinds >> kind & 1)) {
      continue;
    }
    bb cells = drop_cells(l, MR_FY_CODE(kind, l->side), MR_FY_CODE(kind, l->side));
    if (rules->kinds[kind].drop_may_not_mate) {
      cells = without_mates(l, kind, cells);
    }
    emit_drops(why, to, kind, cells);
    if (rules->drop_promoted) {
      list_dropped_forms(why, to, l, kind);
    }
  }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static inline void look(lister *l, const mr_fy_game *game, const mr_state *state, unsigned side,
                        bb royals_within) {
  const bb *sets = sets_of_const(game, state);
  l->head = mr_fy_state_of_const(state);
  l->board = mr_fy_board_const(state);
  l->side = side;
  l->own = sets[side];
  l->enemy = sets[side ^ 1];
  l->at = (scene){.game = game, .t = tables_of(game), .sets = sets};
  l->at.men = filled(l->at.t, sets);
  l->empty = bb_less(l->at.t->all, l->at.men);
  l->captures_only = l->untried = l->no_pass = l->faced = false;
  l->part = EVERY_MOVE;
  l->duty = NO_DUTY;
  l->guard.active = false;
  if (can_have_royals(game, side)) {
    guard_init(&l->guard, &l->at, side, bb_and(royals_of(game, sets, side), royals_within));
    if (game->rules.extinction.duple) {
      guard_duple(&l->guard, &l->at, side);
    }
  }
  if (game->rules.bikjang) {
    look_for_facing(l);
  }
}

/** Those of a piece's cells that are of the part that is wanted. */
static inline bb wanted_part(const lister *l, const code_info *info, unsigned from, bb cells,
                             bb capture) {
  bb noisy = capture;
  if (info->form_count > 0 && !info->by_capture_only && !info->turns) {
    noisy = info->on_leaving && bb_has(info->zone, from) ? l->at.t->all : bb_or(noisy, info->zone);
  }
  return l->part == NOISY_MOVES ? bb_and(cells, noisy) : bb_less(cells, noisy);
}

/** The other side's men that a piece does not take. */
FY_RARE bb spared_by(const lister *l, unsigned code) {
  bb spared = bb_none();
  for (uint64_t kinds = l->at.game->rules.kinds[MR_FY_KIND(code)].spares; kinds != 0;
       kinds &= kinds - 1) {
    spared = bb_or(spared, l->at.sets[MR_FY_CODE(__builtin_ctzll(kinds), l->side ^ 1u)]);
  }
  return spared;
}

/**
 * Where kings do not leave an attack: those of a royal's cells on which it takes the only man that
 * attacks a king. Who is not in check keeps all of them.
 */
FY_RARE bb stay_unless_sole(const lister *l, unsigned from, bb cells) {
  bb kings = kings_of(l->at.game, l->at.sets, l->side), sole = bb_none();
  if (!bb_has(kings, from) || !some_attacked(&l->at, kings, l->side ^ 1u)) {
    return cells;
  }
  cells = bb_and(cells, l->enemy);
  unsigned cell = 0;
  while (bb_pop(&cells, &cell)) {
    scene without = l->at;
    without.gone = bb_of(cell); /* it still stands in the way of others */
    if (!some_attacked(&without, kings, l->side ^ 1u)) {
      sole = bb_or(sole, bb_of(cell));
    }
  }
  return sole;
}

/* sittuyin.h */
FY_RARE void list_sittuyin(purpose why, sink *to, const lister *l, unsigned from);

/* leaps.h */
FY_RARE void list_leaps(purpose why, sink *to, const lister *l, unsigned from, bb reached);

/**
 * The moves of one piece.
 * @param odd captures may blast, or be spared, kings stay or face each other, or men enter by gates
 * or leap from them
 */
FY_INLINE void list_moves(purpose why, sink *to, const lister *l, unsigned from, bool odd) {
  const tables *t = l->at.t;
  unsigned code = l->board[from];
  const code_info *info = &t->codes[code];
  bb quiet, capture;
  reach_of(&t->rows[(size_t)code * t->cells + from], l->at.men, &quiet, &capture);
  if (odd && info->cannon) {
    bb cannons = cannons_of(t, l->at.sets);
    narrow_cannon(&t->rows[(size_t)code * t->cells + from], l->at.men, cannons, &quiet, &capture);
  }
  capture = bb_and(capture, l->enemy);
  if (odd && info->spares) {
    capture = bb_less(capture, spared_by(l, code));
  }
  if (odd && info->petrifies && l->guard.active && bb_has(l->guard.royals, from)) {
    capture = bb_none(); /* nobody may lose it so */
  }
  bb cells = l->captures_only ? capture : bb_or(bb_and(quiet, l->empty), capture);
  if (l->part != EVERY_MOVE) {
    cells = wanted_part(l, info, from, cells, capture);
  }
  if (odd && l->faced) {
    cells = end_facing(l, from, cells);
  }
  if (info->ep != NULL && ep_at(l, from)->passed != MR_FY_NO_CELL) {
    bb passed = ep_cells(l, from, info, ep_at(l, from));
    unsigned cell = 0;
    cells = bb_less(cells, passed);
    while (l->part != QUIET_MOVES && bb_pop(&passed, &cell)) {
      list_ep(why, to, from, cell, info);
    }
  }
  if (!odd && !bb_any(cells)) { /* as of most where captures alone are wanted */
    return;
  }
  if (info->royal_forms) {
    list_royal_forms(why, to, l, from, cells);
  }
  bb reached = cells;
  if (l->guard.active) {
    bool royal = bb_has(l->guard.royals, from);
    if (odd && royal && t->kings_stay && l->guard.checked) {
      cells = stay_unless_sole(l, from, cells);
      reached = cells;
    }
    cells = odd ? guard_cells(l, from, cells, royal) : guard_lines(l, from, cells, royal);
  }
  emit_man(why, to, l, from, cells, info);
  if (odd && info->sittuyin_promotion) {
    list_sittuyin(why, to, l, from);
  }
  if (odd && l->head->leapers[l->side] != 0) {
    list_leaps(why, to, l, from, reached);
  }
  if (odd && l->head->gates[l->side] != 0) {
    list_entering(why, to, l, from, reached, cells);
  }
}

/** The same where captures are odd: apart, so that the others pay nothing for it. */
FY_RARE void list_odd_moves(purpose why, sink *to, const lister *l, unsigned from) {
  list_moves(why, to, l, from, true);
}

/** Whether there is something else to do than to pass. */
FY_RARE bool has_other_action(const lister *l);

/** Passing: not in check, and where that is asked for, only for want of any other action. */
FY_RARE void list_pass(purpose why, sink *to, const lister *l) {
  const mr_fy_rules *rules = &l->at.game->rules;
  unsigned cell = mr_fy_pass_cell(rules, l->board, l->side);
  if (l->no_pass || rules->passing[l->side] == MR_FY_NEVER || cell == MR_FY_NO_CELL ||
      (l->guard.active && l->guard.checked && !l->faced) ||
      (rules->passing[l->side] == MR_FY_WITHOUT_MOVES && has_other_action(l))) {
    return;
  }
  /* What may not be brought about does not come of this: it would have been there before. */
  emit(why == SIFT ? to->why : why, to, mr_fy_action(MR_FY_PASS, cell, cell, 0));
}

/** Castling, drops and passing. */
FY_INLINE void list_others(purpose why, sink *to, const lister *l) {
  if (l->captures_only || l->part == NOISY_MOVES) {
    return;
  }
  if (l->head->rights != 0) {
    list_castling(why, to, l);
  }
  if (mr_fy_drops(&l->at.game->rules)) {
    list_drops(why, to, l);
  }
  if (l->at.game->rules.passing[l->side] != MR_FY_NEVER) {
    list_pass(why, to, l);
  }
}

/** A wall in the place of a move. */
FY_RARE void list_block(sink *to, const lister *l) {
  if (l->at.game->rules.walling.instead && !l->captures_only && l->part != NOISY_MOVES &&
      bb_any(l->own) && (l->untried || !l->guard.active || !l->guard.checked)) {
    unsigned first = bb_first(l->own);
    emit(SIFT, to, mr_fy_action(MR_FY_BLOCK, first, first, 0));
  }
}

enum { COPY_SIZE = 5120 }; /**< more than header, board and sets of any state */

/** A copy of a state as far as moves depend on it. */
typedef struct trial {
  _Alignas(MR_STATE_ALIGN) uint8_t copy[COPY_SIZE];
} trial;

static inline mr_state *trial_of(trial *t, const lister *l) {
  memcpy(t->copy, l->head, l->at.game->history_offset);
  return (mr_state *)(void *)t->copy;
}

/** Begins to hold actions against further rules, each of which `l` finds for itself.
 *  @return who lists them: `l`, or `plain`, which does not ask whether royals are safe */
FY_RARE const lister *sift(purpose why, sink *to, trial *room, const lister *l, lister *plain) {
  const tables *t = l->at.t;
  to->why = why;
  to->game = l->at.game;
  to->trial = t->passes != NULL ? trial_of(room, l) : NULL;
  to->l = t->with_walls != NULL ? l : NULL;
  if (!t->walls_shield) {
    return l;
  }
  *plain = *l;
  plain->guard.active = false;
  plain->untried = true;
  return plain;
}

/** As list_pieces, below, where each action is held against further rules: apart, and small. */
FY_RARE void list_sifted(purpose why, sink *to, const lister *l, bb men, bool all) {
  trial room;
  lister plain;
  unsigned from = 0;
  l = sift(why, to, &room, l, &plain);
  while (!(why == ANY && to->found) && bb_pop(&men, &from)) {
    list_odd_moves(SIFT, to, l, from);
  }
  if (all && !(why == ANY && to->found)) {
    list_others(SIFT, to, l);
    list_block(to, l);
  }
  to->trial = NULL;
  to->l = NULL;
}

FY_INLINE void list_man(purpose why, sink *to, const lister *l, unsigned from) {
  if (l->at.t->sifted) {
    list_sifted(why, to, l, bb_of(from), false);
  } else if (l->at.t->odd_captures) {
    list_odd_moves(why, to, l, from);
  } else {
    list_moves(why, to, l, from, false);
  }
}

/** The moves of the pieces on `pieces`, drops and castling included where `all`. */
FY_INLINE void list_pieces(purpose why, sink *to, const lister *l, bb men, bool all) {
  unsigned from = 0;
  if (l->at.t->sifted) {
    list_sifted(why, to, l, men, all);
    return;
  }
  bb odd = l->at.t->odd_captures ? men : bb_none();
  men = bb_less(men, odd);
  while (bb_pop(&men, &from)) {
    list_moves(why, to, l, from, false);
    if (why == ANY && to->found) {
      return;
    }
  }
  while (bb_pop(&odd, &from)) {
    list_odd_moves(why, to, l, from);
    if (why == ANY && to->found) {
      return;
    }
  }
  if (all) {
    list_others(why, to, l);
  }
}

FY_RARE bool has_other_action(const lister *l) {
  sink any = {0};
  lister whole = *l;
  whole.no_pass = true;
  whole.part = EVERY_MOVE;
  list_pieces(ANY, &any, &whole, whole.own, true);
  return any.found;
}

/** With the duty to capture: whether there is a capture. */
static inline bool must_capture(lister *l) {
  sink any = {0};
  l->captures_only = true;
  list_pieces(ANY, &any, l, l->own, false);
  return any.found;
}

/**
 * With the duty to drop what is in hand: what the side has to do, or can do at most. Where captures
 * are a duty, too, they come first.
 * @return whether there are moves of men on the board
 */
FY_RARE bool look_for_duty(lister *l) {
  sink any = {0};
  const mr_fy_rules *rules = &l->at.game->rules;
  bool holds = false;
  for (unsigned i = 0; i < rules->hand_count; i++) {
    holds =
        holds || (l->head->hand[l->side][i] > 0 && (rules->must_drop >> rules->hand_kind[i] & 1));
  }
  if (holds && !l->captures_only) {
    l->duty = OWES_DROP;
    list_pieces(ANY, &any, l, bb_none(), true);
    l->duty = any.found ? OWES_DROP : CANNOT_DROP;
  }
  return l->duty != OWES_DROP;
}

/** The first colour that is owed: dark before light. */
FY_INLINE unsigned colour_to_move(const mr_fy_state *head) {
  return head->owed & 1 ? 0 : 1;
}

/** The legal actions of the side to move. @pre the game goes on */
FY_INLINE void list_all(purpose why, sink *to, const mr_fy_game *game, const mr_state *state) {
  const mr_fy_state *head = mr_fy_state_of_const(state);
  lister l;
  bb men = tables_of(game)->all;
  if (game->rules.split) {
    men = tables_of(game)->colour[colour_to_move(head)];
  }
  look(&l, game, state, head->side, men);
  if (game->rules.must_capture) {
    l.captures_only = must_capture(&l);
  }
  if (game->rules.must_drop != 0 && !look_for_duty(&l)) {
    men = bb_none();
  }
  list_pieces(why, to, &l, bb_and(l.own, men), !game->rules.split);
}

/* ---- drops that may not mate ----------------------------------------------------------------- */

/** Whether a side has no legal move once a piece of `code` is dropped on a cell. */
static inline bool mates(const lister *l, unsigned code, unsigned cell) {
  trial room;
  const mr_fy_game *game = l->at.game;
  mr_state *state = trial_of(&room, l);
  sink any = {0};
  bb *sets = sets_of(game, state);
  sets[code] = bb_or(sets[code], bb_of(cell));
  sets[l->side] = bb_or(sets[l->side], bb_of(cell));
  mr_fy_board(state)[cell] = (uint8_t)code;
  mr_fy_state_of(state)->side ^= 1;
  mr_fy_state_of(state)->ep[0] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL, 0};
  list_all(ANY, &any, game, state);
  return !any.found;
}

static inline bb without_mates(const lister *l, unsigned kind, bb cells) {
  const tables *t = l->at.t;
  unsigned code = MR_FY_CODE(kind, l->side), cell = 0;
  bb royals = royals_of(l->at.game, l->at.sets, l->side ^ 1), checks = bb_none();
  while (bb_pop(&royals, &cell)) {
    checks = bb_or(checks, t->codes[code].leaps_to[cell]);
    if (t->codes[code].lines_to != NULL) {
      checks = bb_or(checks, t->codes[code].lines_to[cell]);
    }
  }
  checks = bb_and(checks, cells);
  while (bb_pop(&checks, &cell)) {
    if (mates(l, code, cell)) {
      cells = bb_less(cells, bb_of(cell));
    }
  }
  return cells;
}

#include "rules/fairy/core/apart.h"
#include "rules/fairy/core/castling.h"
#include "rules/fairy/core/gates.h"
#include "rules/fairy/core/janggi.h"
#include "rules/fairy/core/leaps.h"
#include "rules/fairy/core/sittuyin.h"

#endif
