/*
 * What can be seen to be wrong in a position without knowing how it came about. Complaints are
 * collected, so that a designer who writes a position down is told everything at once.
 */
#include "rules/fairy/text/texts.h"

/* ---- pieces ---------------------------------------------------------------------------------- */

static bool is_promotion_target(const mr_fy_rules *rules, unsigned kind, unsigned side) {
  for (unsigned k = 1; k <= rules->kind_count; k++) {
    for (unsigned i = 0; i < rules->kinds[k].promotion_count[side]; i++) {
      if (rules->kinds[k].promotions[side][i] == kind) {
        return true;
      }
    }
  }
  return false;
}

static void note_trail(void *context, const mr_trail *trail) {
  bool *found = context;
  *found = *found || !trail->initial;
}

/** Whether a piece has anywhere to go from a cell on an empty board. */
static bool can_go(const mr_fy_rules *rules, unsigned code, unsigned cell) {
  bool found = false;
  mr_betza_origin origin = {rules->files, rules->ranks, (uint8_t)(cell % rules->files),
                            (uint8_t)(cell / rules->files), MR_FY_SIDE(code) == MR_FY_BLACK};
  mr_betza_walk(rules->kinds[MR_FY_KIND(code)].betza, &origin, note_trail, &found);
  return found;
}

/*
 * Positions are often written down that no game leads to, problems and tests: what can be played on
 * is accepted, with pieces where none could have come and with the side that has moved in check.
 */
static void check_man(const mr_fy_game *game, unsigned code, unsigned cell, mr_fy_faults *faults) {
  const mr_fy_rules *rules = &game->rules;
  unsigned side = MR_FY_SIDE(code);
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  mr_fy_square_name square = mr_fy_square(rules, cell);
  /* A piece may become one of a restricted kind anywhere; its next move brings it inside (BI-8). */
  if (!mr_fy_set_has(&kind->mobility[side], cell) &&
      !is_promotion_target(rules, MR_FY_KIND(code), side)) {
    mr_fy_fault(faults, "%s's %s may not stand on %s", mr_fy_side_names[side], kind->name,
                square.text);
    return;
  }
  bool dropped = kind->droppable && mr_fy_set_has(&kind->drop_region[side], cell);
  if (kind->promotion_count[side] > 0 && kind->promotion_compulsory && !dropped &&
      mr_fy_set_has(&kind->promotion_zone[side], cell) && !can_go(rules, code, cell)) {
    mr_fy_fault(faults, "%s's %s on %s would have been promoted", mr_fy_side_names[side],
                kind->name, square.text);
  }
}

static unsigned count_men(const mr_fy_rules *rules, const mr_state *opaque) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  unsigned count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    count += mr_fy_board_const(opaque)[cell] > MR_FY_WALL;
  }
  for (unsigned i = 0; i < rules->hand_count; i++) {
    count += (unsigned)state->hand[0][i] + state->hand[1][i];
  }
  return count;
}

void mr_fy_check_pieces(const mr_fy_game *game, const mr_state *state, const mr_state *start,
                        mr_fy_faults *faults) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(state);
  for (unsigned cell = 0; start != NULL && cell < rules->cells; cell++) {
    if (board[cell] > MR_FY_WALL && board[cell] != mr_fy_board_const(start)[cell]) {
      check_man(game, board[cell], cell, faults);
    }
  }
  unsigned count = count_men(rules, state);
  if (count > mr_fy_pieces_max(rules)) {
    mr_fy_fault(faults,
                "%u pieces are too many: there is room for %u on the board and in the hands", count,
                mr_fy_pieces_max(rules));
  }
}

unsigned mr_fy_colours_of(const mr_fy_game *game, const mr_state *state, unsigned side) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(state);
  unsigned colours = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (board[cell] > MR_FY_WALL && MR_FY_SIDE(board[cell]) == side) {
      colours |= 1u << mr_fy_colour(rules, cell);
    }
  }
  return colours;
}

/* ---- royals ---------------------------------------------------------------------------------- */

/** The number of a side's royals; *kind is the kind of one of them. */
static unsigned count_royals(const mr_fy_rules *rules, const mr_state *state, unsigned side,
                             unsigned *kind) {
  const uint8_t *board = mr_fy_board_const(state);
  unsigned count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned code = board[cell];
    if (code > MR_FY_WALL && MR_FY_SIDE(code) == side &&
        rules->kinds[MR_FY_KIND(code)].royal[side]) {
      *kind = MR_FY_KIND(code);
      count++;
    }
  }
  return count;
}

bool mr_fy_check_royals(const mr_fy_game *game, const mr_state *state, const mr_state *start,
                        mr_fy_faults *faults) {
  const mr_fy_rules *rules = &game->rules;
  unsigned before = faults->count;
  for (unsigned side = 0; start != NULL && side < 2; side++) {
    unsigned kind = 0, other = 0;
    unsigned count = count_royals(rules, state, side, &other);
    /* Endings are looked at without a king, too, and what is composed has a text like any other. */
    if (count > 1 && count_royals(rules, start, side, &kind) == 1) {
      mr_fy_fault(faults, "%s has %u pieces that must not be lost (%s), not one",
                  mr_fy_side_names[side], count, rules->kinds[other].name);
    }
  }
  return faults->count == before;
}

/* ---- rights and turns ------------------------------------------------------------------------ */

static bool man_is(unsigned code, unsigned side, uint64_t kinds) {
  return code > MR_FY_WALL && MR_FY_SIDE(code) == side && (kinds >> MR_FY_KIND(code) & 1u);
}

/** Whether one castling right has its pieces; complains if not. */
static bool right_holds(const mr_fy_game *game, const mr_state *state, unsigned right,
                        mr_fy_faults *faults) {
  static const char letters[4] = {'K', 'Q', 'k', 'q'};
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_castling *castling = &rules->castling[right];
  const uint8_t *board = mr_fy_board_const(state);
  unsigned side = right / 2;
  if (!castling->allowed) {
    mr_fy_fault(faults, "castling right %c: there is no such castling in this game",
                letters[right]);
    return false;
  }
  if (!man_is(board[castling->king_from], side, UINT64_C(1) << castling->king_kind)) {
    mr_fy_fault(faults, "castling right %c: %s's %s is not on %s", letters[right],
                mr_fy_side_names[side], rules->kinds[castling->king_kind].name,
                mr_fy_square(rules, castling->king_from).text);
    return false;
  }
  if (!man_is(board[castling->partner_from], side, castling->partner_kinds)) {
    mr_fy_fault(faults, "castling right %c: nobody of %s's to castle with stands on %s",
                letters[right], mr_fy_side_names[side],
                mr_fy_square(rules, castling->partner_from).text);
    return false;
  }
  return true;
}

void mr_fy_check_rights(const mr_fy_game *game, mr_state *opaque, mr_fy_faults *faults) {
  mr_fy_state *state = mr_fy_state_of(opaque);
  for (unsigned right = 0; right < 4; right++) {
    if (((unsigned)state->rights >> right & 1u) && !right_holds(game, opaque, right, faults)) {
      state->rights = (uint8_t)(state->rights & ~(1u << right));
    }
  }
}

void mr_fy_check_turn(const mr_fy_game *game, const mr_state *opaque, mr_fy_faults *faults) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  unsigned men = mr_fy_colours_of(game, opaque, state->side);
  for (unsigned c = 0; game->rules.split && c < 2; c++) {
    if (!(state->owed >> c & 1u)) {
      continue;
    }
    if (state->frozen >> c & 1u) {
      mr_fy_fault(faults, "no move can be owed on the %s squares, which are frozen",
                  mr_fy_colour_names[c]);
    } else if (!(men >> c & 1u)) {
      mr_fy_fault(faults, "no move can be owed on the %s squares, where %s has no pieces",
                  mr_fy_colour_names[c], mr_fy_side_names[state->side]);
    }
  }
}

/* ---- e.p. ------------------------------------------------------------------------------------ */

/** Looks for the initial move that a right to capture in passing would come from. */
typedef struct double_search {
  const mr_fy_rules *rules;
  mr_fy_ep ep;
  bool found;
} double_search;

static void look_at_trail(void *context, const mr_trail *trail) {
  double_search *search = context;
  bool passed = false;
  for (unsigned i = 0; trail->initial && trail->creates_ep && i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    unsigned cell = (unsigned)step->rank * search->rules->files + step->file;
    if (passed && cell == search->ep.victim && (step->stop & MR_STOP_QUIET)) {
      search->found = true;
    }
    passed = passed || cell == search->ep.passed;
  }
}

static bool may_become(const mr_fy_kind *kind, unsigned side, unsigned form) {
  for (unsigned i = 0; i < kind->promotion_count[side]; i++) {
    if (kind->promotions[side][i] == form) {
      return true;
    }
  }
  return false;
}

static void search_kind(double_search *search, const mr_state *state, unsigned kind,
                        unsigned side) {
  const mr_fy_rules *rules = search->rules;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (!mr_fy_set_has(&rules->kinds[kind].initial[side], cell) ||
        mr_fy_board_const(state)[cell] != 0) {
      continue;
    }
    mr_betza_origin origin = {rules->files, rules->ranks, (uint8_t)(cell % rules->files),
                              (uint8_t)(cell / rules->files), side == MR_FY_BLACK};
    mr_betza_walk(rules->kinds[kind].betza, &origin, look_at_trail, search);
  }
}

bool mr_fy_ep_possible(const mr_fy_game *game, const mr_state *opaque, mr_fy_ep ep) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  const uint8_t *board = mr_fy_board_const(opaque);
  if (ep.passed >= rules->cells || ep.victim >= rules->cells || board[ep.passed] != 0 ||
      board[ep.victim] <= MR_FY_WALL) {
    return false;
  }
  unsigned code = board[ep.victim], side = MR_FY_SIDE(code);
  bool due = !rules->split || (state->owed >> mr_fy_colour(rules, ep.passed) & 1u);
  if (due && side == state->side) {
    return false;
  }
  double_search search = {rules, ep, false};
  for (unsigned kind = 1; !search.found && kind <= rules->kind_count; kind++) {
    if (kind == MR_FY_KIND(code) || may_become(&rules->kinds[kind], side, MR_FY_KIND(code))) {
      search_kind(&search, opaque, kind, side);
    }
  }
  return search.found;
}
