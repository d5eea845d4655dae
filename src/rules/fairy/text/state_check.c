/*
 * What can be seen to be wrong in a position without knowing how it came about. Complaints are
 * collected, so that a designer who writes a position down is told everything at once.
 */
#include "rules/fairy/text/texts.h"

/* ---- pieces ---------------------------------------------------------------------------------- */

static void note_trail(void *context, const mr_trail *trail) {
  bool *found = context;
  *found = *found || !trail->initial;
}

/*
 * Positions are often written down that no game leads to, problems and tests: what can be played on
 * is accepted, with pieces where none could have come and with the side that has moved in check.
 */
static void check_piece(const mr_fy_rules *rules, unsigned code, unsigned cell,
                        mr_fy_faults *faults) {
  unsigned side = MR_FY_SIDE(code);
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  mr_fy_square_name square = mr_fy_square(rules, cell);
  if (rules->flips != MR_FY_FLIPS_NONE) { /* who stood there may have been the other side's */
    return;
  }
  /* A piece may become one of a restricted kind anywhere; its next move brings it inside (BI-8). */
  if (!mr_fy_set_has(&kind->mobility[side], cell) &&
      !mr_fy_is_form(rules, MR_FY_KIND(code), side)) {
    mr_fy_fault(faults, "%s's %s may not stand on %s", mr_fy_side_names[side], kind->name,
                square.text);
    return;
  }
  bool dropped =
      mr_fy_is_dropped(rules, MR_FY_KIND(code)) && mr_fy_set_has(&kind->drop_region[side], cell);
  if (kind->promotion_count[side] > 0 && kind->promotion_compulsory && !dropped &&
      mr_fy_set_has(&kind->promotion_zone[side], cell)) {
    bool can_go = false; /* on an empty board */
    mr_fy_walk(rules, code, cell, note_trail, &can_go);
    if (!can_go) {
      mr_fy_fault(faults, "%s's %s on %s would have been promoted", mr_fy_side_names[side],
                  kind->name, square.text);
    }
  }
}

unsigned mr_fy_pieces_max(const mr_fy_rules *rules) {
  unsigned most = 2 * rules->cells;
  return most < UINT8_MAX ? most : UINT8_MAX;
}

static void check_pieces(const mr_fy_rules *rules, const mr_state *state, const mr_state *start,
                         mr_fy_faults *faults) {
  const uint8_t *board = mr_fy_board_const(state);
  const mr_fy_state *head = mr_fy_state_of_const(state);
  unsigned count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    count += board[cell] > MR_FY_WALL;
    if (start != NULL && board[cell] > MR_FY_WALL &&
        board[cell] != mr_fy_board_const(start)[cell]) {
      check_piece(rules, board[cell], cell, faults);
    }
  }
  for (unsigned i = 0; i < rules->hand_count; i++) {
    count += (unsigned)head->hand[0][i] + head->hand[1][i];
  }
  if (count > mr_fy_pieces_max(rules)) {
    mr_fy_fault(faults,
                "%u pieces are too many: there is room for %u on the board and in the hands", count,
                mr_fy_pieces_max(rules));
  }
}

/* What can never move again was worked out for the walls of the first position. */
static void check_walls(const mr_fy_rules *rules, const mr_state *state, mr_fy_faults *faults) {
  const uint8_t *board = mr_fy_board_const(state);
  for (unsigned cell = 0; rules->immobility_illegal && cell < rules->cells; cell++) {
    bool wall = board[cell] == MR_FY_WALL;
    if (wall != mr_fy_set_has(&rules->walls, cell)) {
      mr_fy_fault(faults,
                  "%s a wall on %s: with immobilityIllegal they stay where startFen has them",
                  wall ? "there cannot be" : "there has to be", mr_fy_square(rules, cell).text);
      return;
    }
  }
}

unsigned mr_fy_colours_of(const mr_fy_game *game, const mr_state *state, unsigned side) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(state);
  unsigned colours = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_is_one_of(board[cell], side, UINT64_MAX)) {
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
  uint64_t royals = mr_fy_royal_kinds(rules);
  unsigned count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_is_one_of(board[cell], side, royals)) {
      *kind = MR_FY_KIND(board[cell]);
      count++;
    }
  }
  return count;
}

/* ---- ends that must have come before --------------------------------------------------------- */

static unsigned count_men(const mr_fy_rules *rules, const mr_state *state, unsigned side,
                          uint64_t kinds) {
  unsigned count = 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    count += mr_fy_is_one_of(mr_fy_board_const(state)[cell], side, kinds);
  }
  for (unsigned kind = 1; rules->drops && kind <= rules->kind_count; kind++) {
    bool counts = (kinds >> kind & 1u) != 0;
    count += counts ? mr_fy_held(rules, mr_fy_state_of_const(state), kind, side) : 0;
  }
  return count;
}

static bool too_few(const mr_fy_rules *rules, const mr_state *state, unsigned side,
                    uint64_t kinds) {
  return count_men(rules, state, side, kinds) <= rules->extinction.needs[side].count &&
         count_men(rules, state, side ^ 1u, kinds) >= rules->extinction.rest;
}

/** Whether a piece of these kinds can become one of others. */
static bool can_leave(const mr_fy_rules *rules, unsigned side, uint64_t kinds) {
  bool leaves = false;
  for (unsigned i = 1; i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    for (unsigned j = 0; (kinds >> i & 1u) && j < kind->promotion_count[side]; j++) {
      leaves = leaves || !(kinds >> kind->promotions[side][j] & 1u);
    }
  }
  return leaves;
}

/**
 * The first kinds of which a side has too few, 0 for none.
 * @param by_itself only those that no move of that side itself can have made too few: a move gives
 * up a piece of the own side by promoting it alone
 */
static uint64_t find_extinct(const mr_fy_rules *rules, const mr_state *state, unsigned side,
                             bool by_itself) {
  const mr_fy_needs *needs = &rules->extinction.needs[side];
  for (unsigned i = 0; i < needs->group_count; i++) {
    bool left_out = by_itself && can_leave(rules, side, needs->groups[i]);
    if (!left_out && too_few(rules, state, side, needs->groups[i])) {
      return needs->groups[i];
    }
  }
  return 0;
}

/** Both sides lack what nobody may lack: the game was over before its last move. */
static void check_extinct(const mr_fy_rules *rules, const mr_state *state, mr_fy_faults *faults) {
  unsigned side = mr_fy_state_of_const(state)->side;
  uint64_t mine = find_extinct(rules, state, side, false);
  uint64_t others = find_extinct(rules, state, side ^ 1u, true);
  bool decides = rules->extinction.value == MR_FY_LOSS || rules->extinction.value == MR_FY_WIN;
  /* A blast can take the last of both sides at once. */
  if (!decides || rules->blast.on || mine == 0 || others == 0) {
    return;
  }
  char list[MR_ERROR_MESSAGE_MAX / 2];
  mr_str names = mr_str_fixed(list, sizeof list);
  const mr_fy_needs *needs = rules->extinction.needs;
  if (needs[0].together && needs[1].together) {
    mr_str_add(&names, "their pieces");
  } else {
    uint64_t named =
        (mine & mr_fy_group_names(&needs[side])) | (others & mr_fy_group_names(&needs[side ^ 1u]));
    mr_fy_add_names(rules, named, " and ", &names);
  }
  mr_fy_fault(faults, "both sides have %s already: neither has enough left of what it needs (%s)",
              rules->extinction.value == MR_FY_LOSS ? "lost" : "won", list);
}

/** The side to move stands on its goal, and so has won before, but in the first position. */
static void check_flag(const mr_fy_rules *rules, const mr_state *state, const mr_state *start,
                       mr_fy_faults *faults) {
  const mr_fy_flag *flag = &rules->flag;
  const uint8_t *board = mr_fy_board_const(state);
  unsigned side = mr_fy_state_of_const(state)->side, count = 0, last = 0;
  if (flag->reply || flag->kinds[side] == 0 ||
      memcmp(board, mr_fy_board_const(start), rules->cells) == 0) {
    return;
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_set_has(&flag->region[side], cell) &&
        mr_fy_is_one_of(board[cell], side, flag->kinds[side])) {
      last = cell;
      count++;
    }
  }
  if (count >= flag->count + (flag->safe ? 1u : 0u)) { /* who is attacked there has not won */
    mr_fy_fault(faults, "%s is to move, but has won already: %s's %s stands on %s",
                mr_fy_side_names[side], mr_fy_side_names[side],
                rules->kinds[MR_FY_KIND(board[last])].name, mr_fy_square(rules, last).text);
  }
}

/** The same of a row or path that the side to move has: it had it after its last move, too. */
static void check_connected(const mr_fy_rules *rules, const mr_state *state, const mr_state *start,
                            mr_fy_faults *faults) {
  const uint8_t *board = mr_fy_board_const(state);
  unsigned side = mr_fy_state_of_const(state)->side;
  mr_fy_near near;
  if (!mr_fy_connects(rules) || memcmp(board, mr_fy_board_const(start), rules->cells) == 0) {
    return;
  }
  mr_fy_find_near(rules, board, side, &near);
  if (near.some && near.left == 0) {
    mr_fy_fault(faults, "%s is to move, but the game is over already: %s has %u %s",
                mr_fy_side_names[side], mr_fy_side_names[side], near.of, near.shape);
  }
}

/** What can be told of a game that has begun; its first position is judged by its definition. */
static void check_ends(const mr_fy_rules *rules, const mr_state *state, const mr_state *start,
                       mr_fy_faults *faults) {
  unsigned kind = 0, other = 0;
  if (start == NULL) {
    return;
  }
  check_extinct(rules, state, faults);
  check_flag(rules, state, start, faults);
  check_connected(rules, state, start, faults);
  if (count_royals(rules, state, 0, &kind) + count_royals(rules, state, 1, &kind) == 0 &&
      count_royals(rules, start, 0, &kind) > 0 && count_royals(rules, start, 1, &other) > 0) {
    mr_fy_fault(faults, "neither side has a piece that must not be lost (%s%s%s)",
                rules->kinds[kind].name, kind != other ? ", " : "",
                kind != other ? rules->kinds[other].name : "");
  }
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

void mr_fy_check_last_royal(const mr_fy_game *game, const mr_state *state, const mr_state *start,
                            mr_fy_faults *faults) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_state *head = mr_fy_state_of_const(state);
  unsigned kind = 0, own = 0, side = head->side;
  /* In split games half a turn may attack it, on the colour that has been played. */
  if (start == NULL || rules->split || head->winner != MR_FY_UNDECIDED ||
      count_royals(rules, start, side, &own) == 0 || count_royals(rules, state, side, &own) > 0) {
    return;
  }
  if (count_royals(rules, state, side ^ 1u, &kind) == 1 &&
      game->core->in_check(game, state, side ^ 1u)) {
    mr_fy_fault(faults,
                "%s is to move and could take the last piece that must not be lost (%s's %s)",
                mr_fy_side_names[side], mr_fy_side_names[side ^ 1u], rules->kinds[kind].name);
  }
}

/* ---- rights and turns ------------------------------------------------------------------------ */

/** Whether one castling right has its pieces; complains if not. */
static bool right_holds(const mr_fy_rules *rules, const mr_state *state, unsigned right,
                        mr_fy_faults *faults) {
  const uint8_t *board = mr_fy_board_const(state);
  const mr_fy_castling *castling = mr_fy_castling_at(rules, mr_fy_state_of_const(state), right);
  const char *owner = mr_fy_side_names[right / 2];
  char letter = "KQkq"[right];
  if (!castling->allowed) {
    mr_fy_fault(faults, "castling right %c: there is no such castling in this game", letter);
  } else if (!mr_fy_is_one_of(board[castling->king_from], right / 2,
                              UINT64_C(1) << castling->king_kind)) {
    mr_fy_fault(faults, "castling right %c: %s's %s is not on %s", letter, owner,
                rules->kinds[castling->king_kind].name,
                mr_fy_square(rules, castling->king_from).text);
  } else if (!mr_fy_is_one_of(board[castling->partner_from], right / 2, castling->partner_kinds)) {
    mr_fy_fault(faults, "castling right %c: nobody of %s's to castle with stands on %s", letter,
                owner, mr_fy_square(rules, castling->partner_from).text);
  } else {
    return true;
  }
  return false;
}

/** Checks left: no more than at the start, and who has none has won. */
static void check_checks(const mr_fy_rules *rules, const mr_fy_state *state, mr_fy_faults *faults) {
  unsigned side = state->side;
  for (unsigned i = 0; i < 2; i++) {
    if (state->checks[i] > rules->checks[i]) {
      mr_fy_fault(faults, "%s has %u checks left to give, and begins with %u", mr_fy_side_names[i],
                  (unsigned)state->checks[i], (unsigned)rules->checks[i]);
    }
  }
  if (state->checks[side] == 0) {
    mr_fy_fault(faults, "%s is to move, but has won already: it has no check left to give",
                mr_fy_side_names[side]);
  }
}

void mr_fy_check_state(const mr_fy_game *game, mr_state *opaque, const mr_state *start,
                       mr_fy_faults *faults) {
  mr_fy_state *state = mr_fy_state_of(opaque);
  check_pieces(&game->rules, opaque, start, faults);
  check_walls(&game->rules, opaque, faults);
  check_ends(&game->rules, opaque, start, faults);
  if (mr_fy_counts_checks(&game->rules)) {
    check_checks(&game->rules, state, faults);
  }
  if (!mr_fy_castles(&game->rules)) {
    state->rights = 0; /* they mean nothing: a text from elsewhere may have them all the same */
  }
  for (unsigned right = 0; right < 4; right++) {
    if (((unsigned)state->rights >> right & 1u) &&
        !right_holds(&game->rules, opaque, right, faults)) {
      mr_fy_take_right(state, right);
    }
  }
  if (game->rules.gating.on) {
    mr_fy_settle_gates(game, opaque, faults);
  }
  unsigned there = mr_fy_colours_of(game, opaque, state->side);
  for (unsigned c = 0; game->rules.split && c < 2; c++) {
    if ((unsigned)(state->owed & state->frozen) >> c & 1u) {
      mr_fy_fault(faults, "no move can be owed on the %s squares, which are frozen",
                  mr_fy_colour_names[c]);
    } else if ((state->owed & ~there) >> c & 1u) {
      mr_fy_fault(faults, "no move can be owed on the %s squares, where %s has no pieces",
                  mr_fy_colour_names[c], mr_fy_side_names[state->side]);
    }
  }
}

/* ---- e.p. ------------------------------------------------------------------------------------ */

/** Looks for the initial move that a right to capture in passing would come from. */
typedef struct double_search {
  const mr_fy_rules *rules;
  const uint8_t *board;
  const mr_fy_kind *kind;
  unsigned side;
  unsigned from;
  mr_fy_ep ep;
  bool found;
} double_search;

static void look_at_trail(void *context, const mr_trail *trail) {
  double_search *search = context;
  unsigned missing = search->ep.also != 0 ? 2 : 1;
  bool open = trail->initial && trail->creates_ep &&
              mr_fy_has_way(search->kind, search->side, search->from, trail);
  for (unsigned i = 0; open && i < trail->length; i++) {
    unsigned cell = mr_fy_step_cell(search->rules, &trail->steps[i]);
    if (missing == 0 && cell == search->ep.victim && (trail->steps[i].stop & MR_STOP_QUIET)) {
      search->found = true;
    }
    missing -= missing > 0 && mr_fy_ep_on(&search->ep, cell);
    open = search->board[cell] <= MR_FY_WALL; /* walls may have been set since */
  }
}

bool mr_fy_ep_possible(const mr_fy_game *game, const mr_state *opaque, mr_fy_ep ep) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  const uint8_t *board = mr_fy_board_const(opaque);
  if (ep.passed >= rules->cells || ep.victim >= rules->cells || board[ep.passed] != 0 ||
      (ep.also != 0 && board[ep.also] != 0) || board[ep.victim] <= MR_FY_WALL) {
    return false;
  }
  unsigned now = MR_FY_KIND(board[ep.victim]), side = MR_FY_SIDE(board[ep.victim]);
  bool due = !rules->split || (state->owed >> mr_fy_colour(rules, ep.passed) & 1u);
  if (due && side == state->side) {
    return false;
  }
  double_search search = {.rules = rules, .board = board, .side = side, .ep = ep};
  for (unsigned i = 1; !search.found && i <= rules->kind_count; i++) {
    const mr_fy_kind *kind = &rules->kinds[i];
    bool may_be = i == now || mr_fy_may_become(kind, side, now);
    for (unsigned cell = 0; may_be && cell < rules->cells; cell++) {
      bool left = board[cell] == 0 || (rules->walling.rule != MR_FY_WALLS_NONE &&
                                       board[cell] == MR_FY_WALL); /* a wall may be set there */
      search.kind = kind;
      search.from = cell;
      if (left) {
        mr_fy_walk(rules, MR_FY_CODE(i, side), cell, look_at_trail, &search);
      }
    }
  }
  return search.found;
}
