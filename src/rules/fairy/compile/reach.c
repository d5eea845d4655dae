/*
 * Where pieces can ever stand: the closure of the start position under moves whatever stands in
 * their way, drops, castling and promotion. Nothing that can happen in a game is left out, so what
 * lies outside cannot have happened.
 */
#include "rules/fairy/fairy.h"

typedef struct closure {
  const mr_fy_rules *rules;
  mr_fy_set *reach;            /**< [code] */
  mr_fy_set done[MR_FY_CODES]; /**< cells whose moves have been added */
  mr_fy_set passed[2];         /**< by side: squares over which its pieces step two */
  unsigned code;               /**< of the walk in progress */
  bool found;                  /**< something was added */
} closure;

static void add(closure *c, unsigned code, unsigned cell) {
  if (!mr_fy_set_has(&c->reach[code], cell)) {
    mr_fy_set_add(&c->reach[code], cell);
    c->found = true;
  }
}

/** A piece comes to stand on a cell, and may be promoted there. */
static void arrive(closure *c, unsigned code, unsigned cell) {
  unsigned side = MR_FY_SIDE(code);
  const mr_fy_kind *kind = &c->rules->kinds[MR_FY_KIND(code)];
  if (mr_fy_set_has(&kind->mobility[side], cell)) {
    add(c, code, cell);
  } else if (!mr_fy_set_has(&kind->promotion_zone[side], cell)) {
    return;
  }
  if (kind->promotion_on_leaving || kind->apart_on_leaving || kind->sittuyin_promotion ||
      mr_fy_set_has(&kind->promotion_zone[side], cell)) {
    for (unsigned i = 0; i < kind->promotion_count[side]; i++) {
      add(c, MR_FY_CODE(kind->promotions[side][i], side), cell);
    }
  }
}

/** Whether the kind may leap to where it would have to promote if it came there by a move. */
static bool may_leap(const mr_fy_rules *rules, unsigned kind) {
  return rules->leaps.on && ((rules->leaps.kings | rules->leaps.ferses) >> kind & 1u) != 0;
}

static void leap(closure *c, unsigned cell) {
  mr_fy_set cells = mr_fy_leaps_from(c->rules, c->code, cell);
  for (unsigned to = 0; may_leap(c->rules, MR_FY_KIND(c->code)) && to < c->rules->cells; to++) {
    if (mr_fy_set_has(&cells, to)) {
      add(c, c->code, to);
    }
  }
}

static void follow_trail(void *context, const mr_trail *trail) {
  closure *c = context;
  for (unsigned i = 0; i < trail->length; i++) {
    unsigned cell = mr_fy_step_cell(c->rules, &trail->steps[i]);
    if (trail->steps[i].stop != 0) {
      arrive(c, c->code, cell);
    }
    if (trail->creates_ep) {
      mr_fy_set_add(&c->passed[MR_FY_SIDE(c->code)], cell);
    }
  }
}

/** Whether a man of the other side that can be there gives this kind into a hand. */
static bool can_be_captured(const mr_fy_rules *rules, const mr_fy_set *reach, unsigned kind,
                            unsigned side) {
  bool found = reach == NULL;
  for (unsigned k = 1; k <= rules->kind_count && !found; k++) {
    unsigned left = rules->keep_promotion ? k : rules->kinds[k].base;
    found = left == kind && !mr_fy_set_empty(&reach[MR_FY_CODE(k, side ^ 1u)]);
  }
  return found;
}

static bool can_hold(const mr_fy_game *game, const mr_fy_set *reach, unsigned kind, unsigned side) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_kind *it = &rules->kinds[kind];
  const mr_fy_state *start = mr_fy_state_of_const(game->base.start);
  return rules->drops && it->droppable &&
         (start->hand[side][it->hand] > 0 ||
          (rules->captures_to_hand && can_be_captured(rules, reach, kind, side)));
}

bool mr_fy_can_be_held(const mr_fy_game *game, unsigned kind, unsigned side) {
  return can_hold(game, game->reach, kind, side);
}

/** What a side holds, or may come to hold, is dropped. */
static void drop(closure *c, const mr_fy_game *game) {
  const mr_fy_rules *rules = c->rules;
  for (unsigned code = MR_FY_WALL + 1; code <= MR_FY_CODE(rules->kind_count, 1); code++) {
    unsigned kind = MR_FY_KIND(code), side = MR_FY_SIDE(code);
    unsigned base = rules->kinds[kind].base;
    bool held = can_hold(game, c->reach, kind, side) ||
                (mr_fy_is_dropped(rules, kind) && can_hold(game, c->reach, base, side));
    for (unsigned cell = 0; held && cell < rules->cells; cell++) {
      if (mr_fy_set_has(&rules->kinds[kind].drop_region[side], cell)) {
        add(c, code, cell);
      }
    }
  }
}

/** Whoever stands somewhere may come to be the other side's there. */
static void turn(closure *c) {
  for (unsigned code = MR_FY_WALL + 1; code <= MR_FY_CODE(c->rules->kind_count, 1); code++) {
    for (unsigned cell = 0; cell < c->rules->cells; cell++) {
      if (mr_fy_set_has(&c->reach[code], cell)) {
        add(c, code ^ 1u, cell);
      }
    }
  }
}

static void castle(closure *c) {
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *castling = &c->rules->castling[i];
    if (!castling->allowed) {
      continue;
    }
    add(c, MR_FY_CODE(castling->king_kind, i / 2), castling->king_to);
    for (unsigned kind = 1; kind <= c->rules->kind_count; kind++) {
      if (castling->partner_kinds >> kind & 1u) {
        add(c, MR_FY_CODE(kind, i / 2), castling->partner_to);
      }
    }
  }
}

/** Where castling begins on any files, the men of that rank may begin there in any order. */
static void shuffle(closure *c, const uint8_t *start) {
  unsigned files = c->rules->files;
  for (unsigned side = 0; c->rules->any_files && side < 2; side++) {
    unsigned first = c->rules->castling_first[side];
    for (unsigned at = 0; at < files * files; at++) {
      unsigned code = start[first + at / files];
      if (code > MR_FY_WALL && MR_FY_SIDE(code) == side) {
        add(c, code, first + at % files);
      }
    }
  }
}

/** Moves all pieces from all cells that are new, and drops what can be captured then, until there
 *  are none. */
static void close_over_moves(closure *c, const mr_fy_game *game) {
  unsigned cells = c->rules->cells, end = (MR_FY_CODE(c->rules->kind_count, 1) + 1u) * cells;
  do {
    c->found = false;
    drop(c, game);
    if (c->rules->flips != MR_FY_FLIPS_NONE) {
      turn(c);
    }
    for (unsigned at = (MR_FY_WALL + 1) * cells; at < end; at++) {
      unsigned cell = at % cells;
      c->code = at / cells;
      if (mr_fy_set_has(&c->reach[c->code], cell) && !mr_fy_set_has(&c->done[c->code], cell)) {
        mr_fy_set_add(&c->done[c->code], cell);
        mr_fy_walk(c->rules, c->code, cell, follow_trail, c);
        leap(c, cell);
      }
    }
  } while (c->found);
}

/** Whether the kind never stands on a square of its zone, whichever way it comes there. */
static bool never_stays(const closure *c, const mr_fy_kind *kind, unsigned side, unsigned cell) {
  bool by_ep =
      kind->takes_ep[side] && !kind->promotion_by_ep && mr_fy_set_has(&c->passed[1 - side], cell);
  bool by_drop = mr_fy_is_dropped(c->rules, (unsigned)(kind - c->rules->kinds)) &&
                 mr_fy_set_has(&kind->drop_region[side], cell);
  bool promotes = kind->promotion_compulsory && kind->promotion_count[side] > 0 &&
                  !kind->promotion_by_capture_only;
  return (promotes || mr_fy_set_has(&kind->barred[side], cell)) && !by_ep && !by_drop;
}

/**
 * Takes away the squares on which pieces would have been promoted. What others become may stand in
 * its own zone as well.
 */
static void leave_zones(closure *c, const uint8_t *start) {
  for (unsigned code = MR_FY_WALL + 1; code <= MR_FY_CODE(c->rules->kind_count, 1); code++) {
    unsigned side = MR_FY_SIDE(code);
    const mr_fy_kind *kind = &c->rules->kinds[MR_FY_KIND(code)];
    bool form = mr_fy_is_form(c->rules, MR_FY_KIND(code), side) ||
                may_leap(c->rules, MR_FY_KIND(code)) || c->rules->flips != MR_FY_FLIPS_NONE;
    for (unsigned cell = 0; !form && cell < c->rules->cells; cell++) {
      if (start[cell] != code && mr_fy_set_has(&kind->promotion_zone[side], cell) &&
          never_stays(c, kind, side, cell)) {
        mr_fy_set_remove(&c->reach[code], cell);
      }
    }
  }
}

mr_status mr_fy_reach_init(mr_fy_game *game) {
  closure *c = mr_alloc_zero(game->base.allocator, 1, sizeof *c);
  mr_fy_set *reach = mr_arena_zero(&game->base.arena, MR_FY_CODES, sizeof *reach);
  if (c == NULL || reach == NULL) {
    mr_alloc_free(game->base.allocator, c, sizeof *c);
    return MR_ERR_NOMEM;
  }
  const uint8_t *start = mr_fy_board_const(game->base.start);
  c->rules = &game->rules;
  c->reach = reach;
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    if (start[cell] > MR_FY_WALL) {
      add(c, start[cell], cell);
    }
  }
  shuffle(c, start);
  castle(c);
  close_over_moves(c, game);
  leave_zones(c, start);
  mr_alloc_free(game->base.allocator, c, sizeof *c);
  game->reach = reach;
  return MR_OK;
}

bool mr_fy_may_stand(const mr_fy_game *game, unsigned code, unsigned cell) {
  if (game->reach != NULL) {
    return mr_fy_set_has(&game->reach[code], cell);
  }
  return mr_fy_set_has(&game->rules.kinds[MR_FY_KIND(code)].mobility[MR_FY_SIDE(code)], cell);
}
