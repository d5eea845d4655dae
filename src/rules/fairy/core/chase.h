/**
 * @file chase.h
 * Chases: who attacks one man of the other side with each of its moves while positions repeat. What
 * a chase is follows the rules of the Asian Xiangqi Federation as Fairy-Stockfish judges them
 * (docs: CL-116 to CL-118). It is asked only when a position has come about often enough: until
 * then the moves are kept, and the positions between are made again from these, backwards.
 */
#ifndef MARCHER_RULES_FAIRY_CORE_CHASE_H
#define MARCHER_RULES_FAIRY_CORE_CHASE_H

#include "rules/fairy/core/move.h"

/** Moves that there have been, as `chase_record` wrote them: a ring, of which `head` is the next.
 */
typedef struct chase_past {
  const uint64_t *records;
  unsigned head, mask, count;
} chase_past;

/** What it takes to take an action back on a board. */
static inline uint64_t chase_record(const undo_record *u) {
  return u->action | (uint64_t)u->moved << 32 | (uint64_t)u->taken << 40;
}

static inline uint64_t record_back(const chase_past *past, unsigned back) {
  return past->records[(past->head - 1u - back) & past->mask];
}

/** A position on the way back. */
typedef struct hunt {
  const mr_fy_game *game;
  const tables *t;
  uint8_t board[MR_FY_CELLS_MAX];
  bb men[2];
  bb all; /**< with walls */
} hunt;

static inline unsigned hunt_kind(const hunt *h, unsigned cell) {
  return MR_FY_KIND(h->board[cell]);
}

/** A side's men of a kind; none of kind 0. */
FY_RARE bb men_of_kind(const hunt *h, unsigned side, unsigned kind) {
  bb men = h->men[side], found = bb_none();
  unsigned cell = 0;
  while (kind != 0 && bb_pop(&men, &cell)) {
    found = hunt_kind(h, cell) == kind ? bb_or(found, bb_of(cell)) : found;
  }
  return found;
}

FY_RARE bb royal_men(const hunt *h, unsigned side) {
  bb men = h->men[side], found = bb_none();
  unsigned cell = 0;
  while (bb_pop(&men, &cell)) {
    found = h->t->codes[h->board[cell]].royal ? bb_or(found, bb_of(cell)) : found;
  }
  return found;
}

/** What the man on a cell could capture were these cells filled. */
static inline bb hits(const hunt *h, unsigned cell, bb filled_cells) {
  bb quiet, capture;
  reach_of(&h->t->rows[(size_t)h->board[cell] * h->t->cells + cell], filled_cells, &quiet,
           &capture);
  return capture;
}

/** The men of a side that could capture on a cell were these cells filled. */
FY_RARE bb hitters(const hunt *h, unsigned cell, bb filled_cells, unsigned side) {
  bb men = h->men[side], found = bb_none();
  unsigned man = 0;
  while (bb_pop(&men, &man)) {
    found = bb_has(hits(h, man, filled_cells), cell) ? bb_or(found, bb_of(man)) : found;
  }
  return found;
}

/** The one man, or before a cannon two, but for whom an enemy would attack the royal on a cell. */
FY_RARE bb screens_of(const hunt *h, unsigned king, unsigned enemy) {
  bb lines = bb_none(), hops = bb_none(), found = bb_none(), men = h->men[enemy];
  unsigned man = 0;
  while (bb_pop(&men, &man)) {
    const code_info *info = &h->t->codes[h->board[man]];
    if (info->royal || bb_has(hits(h, man, h->all), king)) {
      continue;
    }
    if (info->lines_to != NULL && bb_has(info->lines_to[king], man)) {
      lines = bb_or(lines, bb_of(man));
    } else if (info->hops_to != NULL && bb_has(info->hops_to[king], man)) {
      hops = bb_or(hops, bb_of(man));
    }
  }
  bb between = bb_less(h->all, lines); /* a rook behind another is no screen */
  for (bb left = lines; bb_pop(&left, &man);) {
    const code_info *info = &h->t->codes[h->board[man]];
    bb on_way = bb_and(info->between[(size_t)man * h->t->cells + king], between);
    found = bb_single(on_way) ? bb_or(found, on_way) : found;
  }
  for (bb left = hops; bb_pop(&left, &man);) {
    const code_info *info = &h->t->codes[h->board[man]];
    bb on_way = bb_and(info->hop_cells[(size_t)man * h->t->cells + king], h->all);
    on_way = bb_less(on_way, bb_or(bb_of(man), bb_of(king)));
    found = bb_count(on_way) == 2 ? bb_or(found, on_way) : found;
  }
  return found;
}

static inline bb screens(const hunt *h, unsigned side) {
  bb kings = royal_men(h, side), found = bb_none();
  unsigned king = 0;
  while (bb_pop(&kings, &king)) {
    found = bb_or(found, screens_of(h, king, side ^ 1u));
  }
  return found;
}

/** The only man of a side on the file on which both kings stand: it may not leave it. */
static inline bb file_guard(const hunt *h, unsigned side) {
  bb kings = royal_men(h, side), enemy = royal_men(h, side ^ 1u);
  if (!h->game->rules.flying || !bb_any(kings) || !bb_any(enemy)) {
    return bb_none();
  }
  bb file = h->t->file[bb_first(enemy) % h->game->rules.files];
  bb others = bb_less(bb_and(h->men[side], file), kings);
  return bb_meet(kings, file) && bb_single(others) ? others : bb_none();
}

/** Men that may be attacked for ever: kings, and soldiers that have not crossed the river. */
static inline bb never_chased(const hunt *h, unsigned side) {
  const mr_fy_chase *rule = &h->game->rules.chase;
  bb soldiers = men_of_kind(h, side, rule->soldier);
  return bb_or(royal_men(h, side), bb_less(soldiers, bb_from(&rule->crossed[side])));
}

/** Whether two cells lie on a line of the board, or beside each other by a corner or an edge. */
static inline bool on_a_line(const hunt *h, unsigned a, unsigned b) {
  unsigned files = h->game->rules.files;
  return a != b && (a % files == b % files || a / files == b / files);
}
static inline bool beside(const hunt *h, unsigned a, unsigned b, unsigned steps) {
  int files = h->game->rules.files;
  int across = (int)a % files - (int)b % files, up = (int)a / files - (int)b / files;
  across = across < 0 ? -across : across;
  up = up < 0 ? -up : up;
  return across <= 1 && up <= 1 && (unsigned)(across + up) == steps;
}

/** A move that is looked at: who is chased by it. */
typedef struct chase {
  const hunt *h;
  unsigned us; /**< the side whose men may be chased, to move now */
  bb pins;     /**< men that cannot recapture: their king would be attacked */
  bb immune;   /**< men that may be attacked for ever */
  bb chased;   /**< so far */
} chase;

/** Whether nobody could take back on a cell: its roots are none, or a king that would face the
 * other. */
FY_RARE bool is_rootless(const chase *c, unsigned cell, unsigned attacker) {
  const hunt *h = c->h;
  bb left = bb_less(h->all, bb_of(attacker));
  bb roots = bb_less(hitters(h, cell, left, c->us), c->pins);
  bb kings = royal_men(h, c->us), enemy = royal_men(h, c->us ^ 1u);
  if (!bb_any(roots)) {
    return true;
  }
  if (!h->game->rules.flying || !bb_same(roots, kings) || !bb_any(enemy)) {
    return false;
  }
  unsigned there = bb_first(enemy), code = h->board[bb_first(kings)];
  const code_info *info = &h->t->codes[code];
  return info->lines_to != NULL && bb_has(info->lines_to[there], cell) &&
         !bb_meet(info->between[(size_t)cell * h->t->cells + there], left);
}

/** Takes out men of the attacker's kind: they attack each other, so neither chases. */
FY_RARE bb without_mutual(const chase *c, unsigned attacker, bb attacked) {
  const hunt *h = c->h;
  unsigned kind = hunt_kind(h, attacker), cell = 0;
  bb same = bb_and(attacked, men_of_kind(h, c->us, kind));
  bool hobbled = false;
  for (bb men = h->all; kind == h->game->rules.chase.horse && bb_pop(&men, &cell);) {
    hobbled = hobbled || beside(h, attacker, cell, 2);
  }
  if (!hobbled) {
    return bb_less(attacked, bb_less(same, c->pins));
  }
  while (bb_pop(&same, &cell)) { /* a horse whose leg is blocked may not attack back */
    bool back = bb_has(hits(h, cell, h->all), attacker);
    attacked = back ? bb_less(attacked, bb_of(cell)) : attacked;
  }
  return attacked;
}

/** The man on a cell attacks these men anew. */
FY_RARE void add_attack(chase *c, unsigned attacker, bb attacked) {
  const hunt *h = c->h;
  const mr_fy_chase *rule = &h->game->rules.chase;
  unsigned kind = hunt_kind(h, attacker), cell = 0;
  if (!bb_any(bb_less(attacked, c->chased))) {
    return;
  }
  attacked = bb_less(attacked, c->immune);
  bb rooks = men_of_kind(h, c->us, rule->rook);
  if (kind == rule->horse || kind == rule->cannon) {
    c->chased = bb_or(c->chased, bb_and(attacked, rooks));
  }
  if (kind == rule->elephant || kind == rule->advisor) {
    bb stronger = bb_or(rooks, men_of_kind(h, c->us, rule->cannon));
    stronger = bb_or(stronger, men_of_kind(h, c->us, rule->horse));
    c->chased = bb_or(c->chased, bb_and(attacked, stronger));
  }
  attacked = without_mutual(c, attacker, attacked);
  while (bb_pop(&attacked, &cell)) {
    if (is_rootless(c, cell, attacker)) {
      c->chased = bb_or(c->chased, bb_of(cell));
    }
  }
}

/** What the man that has moved attacks anew: not along the line that it has moved on. */
static inline void add_direct(chase *c, mr_action action) {
  const hunt *h = c->h;
  const mr_fy_chase *rule = &h->game->rules.chase;
  unsigned from = mr_fy_from(action), to = mr_fy_to(action), kind = hunt_kind(h, to), cell = 0;
  if (h->t->codes[h->board[to]].royal || kind == rule->soldier) {
    return;
  }
  bb attacked = bb_and(hits(h, to, h->all), h->men[c->us]), fresh = attacked;
  bool slides = kind == rule->rook || kind == rule->cannon;
  for (bb left = attacked; slides && mr_fy_type_of(action) != MR_FY_DROP && bb_pop(&left, &cell);) {
    bool along = on_a_line(h, from, to) && on_a_line(h, cell, to) && on_a_line(h, cell, from);
    fresh = along ? bb_less(fresh, bb_of(cell)) : fresh;
  }
  add_attack(c, to, fresh);
}

/** What other men attack because one has left a cell, or stands on another. */
static inline void add_discovered(chase *c, mr_action action, bool captured) {
  const hunt *h = c->h;
  const mr_fy_chase *rule = &h->game->rules.chase;
  unsigned from = mr_fy_from(action), to = mr_fy_to(action), cell = 0;
  bb before = bb_or(captured ? h->all : bb_less(h->all, bb_of(to)), bb_of(from));
  bb men = h->men[c->us ^ 1u];
  while (bb_pop(&men, &cell)) {
    unsigned kind = hunt_kind(h, cell);
    bool near = (kind == rule->horse && beside(h, cell, from, 1)) ||
                (kind == rule->elephant && beside(h, cell, from, 2)) ||
                ((kind == rule->cannon || kind == rule->rook) && on_a_line(h, cell, from)) ||
                (kind == rule->cannon && on_a_line(h, cell, to));
    if (kind != 0 && near) {
      bb fresh = bb_less(hits(h, cell, h->all), hits(h, cell, before));
      add_attack(c, cell, bb_and(fresh, h->men[c->us]));
    }
  }
}

/** Men that were protected by one who is pinned since the move. */
static inline void add_unrooted(chase *c, bb pinned) {
  const hunt *h = c->h;
  unsigned cell = 0, man = 0;
  bb fixed = screens(h, c->us ^ 1u);
  while (bb_pop(&pinned, &man)) {
    bb rooted = bb_less(bb_and(hits(h, man, h->all), h->men[c->us]), c->immune);
    while (bb_pop(&rooted, &cell)) {
      if (bb_any(bb_less(hitters(h, cell, h->all, c->us ^ 1u), fixed))) {
        c->chased = bb_or(c->chased, bb_of(cell));
      }
    }
  }
}

/** Men that one attacks who uncovers an attack on the king by taking. */
static inline void add_uncoverers(chase *c, bb uncoverers) {
  const hunt *h = c->h;
  unsigned cell = 0, man = 0;
  bb kings = royal_men(h, c->us);
  bb kept = bb_any(kings) ? hits(h, bb_first(kings), h->all) : bb_none();
  while (bb_pop(&uncoverers, &man)) {
    bb attacked = bb_and(hits(h, man, h->all), h->men[c->us]);
    c->chased = bb_or(c->chased, bb_less(attacked, kept));
    attacked = bb_and(attacked, kept);
    bb left = bb_less(bb_less(h->all, bb_of(man)), kings);
    while (bb_pop(&attacked, &cell)) {
      if (bb_any(bb_less(hitters(h, cell, left, c->us ^ 1u), bb_of(man)))) {
        c->chased = bb_or(c->chased, bb_of(cell));
      }
    }
  }
}

/** Who is chased by the move that led here. @param screened the screens of before */
static inline bb chased_by(const hunt *h, uint64_t record, unsigned us, bb screened) {
  bb now = screens(h, us), fresh = bb_less(now, screened);
  mr_action action = (mr_action)(record & UINT32_MAX);
  chase c = {.h = h, .us = us, .pins = bb_or(now, file_guard(h, us)), .chased = bb_none()};
  c.immune = never_chased(h, us);
  add_direct(&c, action);
  if (mr_fy_type_of(action) != MR_FY_DROP) {
    add_discovered(&c, action, (record >> 40 & 0xFF) != 0);
  }
  add_unrooted(&c, bb_and(fresh, h->men[us]));
  add_uncoverers(&c, bb_and(fresh, h->men[us ^ 1u]));
  return c.chased;
}

static inline void set_man(hunt *h, unsigned cell, unsigned code) {
  bb bit = bb_of(cell);
  h->men[0] = bb_less(h->men[0], bit);
  h->men[1] = bb_less(h->men[1], bit);
  h->all = code ? bb_or(h->all, bit) : bb_less(h->all, bit);
  if (code > MR_FY_WALL) {
    h->men[MR_FY_SIDE(code)] = bb_or(h->men[MR_FY_SIDE(code)], bit);
  }
  h->board[cell] = (uint8_t)code;
}

/** Takes a move back. */
static inline void step_back(hunt *h, uint64_t record) {
  mr_action action = (mr_action)(record & UINT32_MAX);
  set_man(h, mr_fy_to(action), record >> 40 & 0xFF);
  if (mr_fy_type_of(action) != MR_FY_DROP) {
    set_man(h, mr_fy_from(action), record >> 32 & 0xFF);
  }
}

/** Where chased men stood before a move. */
static inline bb chased_before(bb chased, uint64_t record) {
  mr_action action = (mr_action)(record & UINT32_MAX);
  bool moved = mr_fy_type_of(action) != MR_FY_DROP && bb_has(chased, mr_fy_to(action));
  return moved ? bb_or(bb_less(chased, bb_of(mr_fy_to(action))), bb_of(mr_fy_from(action)))
               : chased;
}

/**
 * Who has chased one man with every move since the position came about for the first time, `first`
 * plies ago: a side, or 2 for none or both.
 */
FY_RARE unsigned chaser(const mr_fy_game *game, const mr_state *state, const chase_past *past,
                        unsigned first) {
  hunt h = {.game = game, .t = tables_of(game)};
  const uint8_t *board = mr_fy_board_const(state);
  unsigned mover = mr_fy_state_of_const(state)->side ^ 1u;
  bb alive[2]; /* men that each side has chased so far, the one that has moved last first */
  for (unsigned cell = 0; cell < h.t->cells; cell++) {
    set_man(&h, cell, board[cell]);
  }
  alive[0] = alive[1] = h.t->all;
  for (unsigned back = 0; back <= first && back < past->count; back++) {
    uint64_t record = record_back(past, back);
    hunt then = h;
    unsigned who = back & 1u;
    step_back(&then, record);
    if (who == 0 || back < first) {
      bb screened = screens(&then, mover ^ who ^ 1u);
      alive[who] = bb_and(alive[who], chased_by(&h, record, mover ^ who ^ 1u, screened));
    }
    alive[0] = chased_before(alive[0], record);
    alive[1] = chased_before(alive[1], record);
    h = then;
  }
  bool chases[2] = {bb_any(alive[0]), first > 1 && bb_any(alive[1])};
  return chases[0] == chases[1] ? 2 : chases[0] ? mover : mover ^ 1u;
}

#endif
