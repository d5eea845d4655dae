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
  if (kind->promotion_on_leaving || mr_fy_set_has(&kind->promotion_zone[side], cell)) {
    for (unsigned i = 0; i < kind->promotion_count[side]; i++) {
      add(c, MR_FY_CODE(kind->promotions[side][i], side), cell);
    }
  }
}

static void follow_trail(void *context, const mr_trail *trail) {
  closure *c = context;
  for (unsigned i = 0; i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    unsigned cell = (unsigned)step->rank * c->rules->files + step->file;
    if (step->stop != 0) {
      arrive(c, c->code, cell);
    }
    if (trail->creates_ep) {
      mr_fy_set_add(&c->passed[MR_FY_SIDE(c->code)], cell);
    }
  }
}

static void move_from(closure *c, unsigned code, unsigned cell) {
  const mr_fy_rules *rules = c->rules;
  mr_betza_origin origin = {rules->files, rules->ranks, (uint8_t)(cell % rules->files),
                            (uint8_t)(cell / rules->files), MR_FY_SIDE(code) == MR_FY_BLACK};
  c->code = code;
  mr_betza_walk(rules->kinds[MR_FY_KIND(code)].betza, &origin, follow_trail, c);
}

/** A kind that a side holds, or may come to hold, is dropped. */
static void drop_kind(closure *c, unsigned kind, unsigned side) {
  for (unsigned cell = 0; cell < c->rules->cells; cell++) {
    if (mr_fy_set_has(&c->rules->kinds[kind].drop_region[side], cell)) {
      add(c, MR_FY_CODE(kind, side), cell);
    }
  }
}

static void drop(closure *c, const mr_fy_state *start) {
  const mr_fy_rules *rules = c->rules;
  for (unsigned i = 0; rules->drops && i < rules->hand_count; i++) {
    for (unsigned side = 0; side < 2; side++) {
      if (rules->captures_to_hand || start->hand[side][i] > 0) {
        drop_kind(c, rules->hand_kind[i], side);
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

/** Moves a piece from all cells that are new. */
static void move_code(closure *c, unsigned code) {
  for (unsigned cell = 0; cell < c->rules->cells; cell++) {
    if (mr_fy_set_has(&c->reach[code], cell) && !mr_fy_set_has(&c->done[code], cell)) {
      mr_fy_set_add(&c->done[code], cell);
      move_from(c, code, cell);
    }
  }
}

static void close_over_moves(closure *c) {
  unsigned codes = MR_FY_CODE(c->rules->kind_count, 1) + 1u;
  do {
    c->found = false;
    for (unsigned code = MR_FY_WALL + 1; code < codes; code++) {
      move_code(c, code);
    }
  } while (c->found);
}

/** Whether the kind never stays on the squares of its zone, whichever way it comes there. */
static bool always_promotes(const closure *c, const mr_fy_kind *kind, unsigned side,
                            unsigned cell) {
  bool by_ep =
      kind->takes_ep[side] && !kind->promotion_by_ep && mr_fy_set_has(&c->passed[1 - side], cell);
  bool by_drop = kind->droppable && mr_fy_set_has(&kind->drop_region[side], cell);
  return kind->promotion_compulsory && kind->promotion_count[side] > 0 &&
         !kind->promotion_by_capture_only && !by_ep && !by_drop;
}

static bool is_form(const mr_fy_rules *rules, unsigned kind, unsigned side) {
  for (unsigned k = 1; k <= rules->kind_count; k++) {
    for (unsigned i = 0; i < rules->kinds[k].promotion_count[side]; i++) {
      if (rules->kinds[k].promotions[side][i] == kind) {
        return true;
      }
    }
  }
  return false;
}

/** Takes away the squares on which a piece would have been promoted. */
static void leave_zone(closure *c, unsigned code, const uint8_t *start) {
  unsigned side = MR_FY_SIDE(code);
  const mr_fy_kind *kind = &c->rules->kinds[MR_FY_KIND(code)];
  for (unsigned cell = 0; cell < c->rules->cells; cell++) {
    if (start[cell] != code && mr_fy_set_has(&kind->promotion_zone[side], cell) &&
        always_promotes(c, kind, side, cell)) {
      c->reach[code].w[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
    }
  }
}

/** What others become may stand in its own zone as well. */
static void leave_zones(closure *c, const uint8_t *start) {
  for (unsigned code = MR_FY_WALL + 1; code <= MR_FY_CODE(c->rules->kind_count, 1); code++) {
    if (!is_form(c->rules, MR_FY_KIND(code), MR_FY_SIDE(code))) {
      leave_zone(c, code, start);
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
  drop(c, mr_fy_state_of_const(game->base.start));
  castle(c);
  close_over_moves(c);
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
