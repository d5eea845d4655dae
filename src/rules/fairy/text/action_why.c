/*
 * Facts behind refusals: who attacks a royal piece once something has moved, and what stands
 * against a castling. Positions that cannot come about are looked at here, so the core cannot be
 * asked: the ways of the pieces are walked on the board as it would be.
 */
#include "rules/fairy/text/action_find.h"
#include "rules/fairy/text/texts.h"

/** One piece and a cell that it may attack. */
typedef struct aim {
  const mr_fy_rules *rules;
  const uint8_t *board;
  unsigned from;
  unsigned to;
  bool found;
} aim;

static void look_along(void *context, const mr_trail *trail) {
  aim *a = context;
  unsigned code = a->board[a->from];
  const mr_fy_kind *kind = &a->rules->kinds[MR_FY_KIND(code)];
  bool open = mr_fy_has_way(kind, MR_FY_SIDE(code), a->from, trail);
  for (unsigned i = 0; i < trail->length && open; i++) {
    const mr_trail_step *step = &trail->steps[i];
    unsigned cell = mr_fy_step_cell(a->rules, step);
    bool cannon = mr_fy_is_cannon(a->rules, code) && mr_fy_is_cannon(a->rules, a->board[cell]);
    a->found = a->found || (cell == a->to && (step->stop & MR_STOP_CAPTURE) != 0 && !cannon);
    open = (a->board[cell] != 0) == (step->pass == MR_PASS_HURDLE) && !cannon;
  }
}

static bool attacks(const mr_fy_rules *rules, const uint8_t *board, unsigned from, unsigned to) {
  aim a = {.rules = rules, .board = board, .from = from, .to = to};
  unsigned side = MR_FY_SIDE(board[from]);
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(board[from])];
  if (mr_fy_set_has(&kind->mobility[side], to)) {
    mr_fy_walk(rules, board[from], from, look_along, &a);
  }
  return a.found;
}

static unsigned attacker_of(const mr_fy_rules *rules, const uint8_t *board, unsigned cell,
                            unsigned by) {
  for (unsigned from = 0; from < rules->cells; from++) {
    if (board[from] > MR_FY_WALL && MR_FY_SIDE(board[from]) == by &&
        attacks(rules, board, from, cell)) {
      return from;
    }
  }
  return MR_FY_NO_CELL;
}

static bool are_beside(const mr_fy_rules *rules, unsigned a, unsigned b) {
  int files = (int)(a % rules->files) - (int)(b % rules->files);
  int ranks = (int)(a / rules->files) - (int)(b / rules->files);
  return a != b && files * files <= 1 && ranks * ranks <= 1;
}

/** The first of a side's men of some kinds beside a cell, or MR_FY_NO_CELL. */
static unsigned man_beside(const mr_fy_rules *rules, const uint8_t *board, unsigned at,
                           unsigned side, uint64_t kinds) {
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_is_one_of(board[cell], side, kinds) && are_beside(rules, at, cell)) {
      return cell;
    }
  }
  return MR_FY_NO_CELL;
}

bool mr_fy_touches_royal(const mr_fy_rules *rules, const uint8_t *board, unsigned cell) {
  unsigned other = MR_FY_SIDE(board[cell]) ^ 1u;
  return rules->blast.on && man_beside(rules, board, cell, other,
                                       mr_fy_royals_on(rules, board, other)) != MR_FY_NO_CELL;
}

unsigned mr_fy_find_blown(const mr_fy_rules *rules, const uint8_t *board, unsigned from,
                          unsigned to) {
  unsigned side = MR_FY_SIDE(board[from]);
  uint64_t royals = mr_fy_royals_on(rules, board, side);
  if (!rules->blast.on) {
    return MR_FY_NO_CELL;
  }
  return mr_fy_is_one_of(board[from], side, royals) ? from
                                                    : man_beside(rules, board, to, side, royals);
}

void mr_fy_blast_on(const mr_fy_rules *rules, uint8_t *board, unsigned to) {
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    uint64_t stays = cell == to ? rules->blast.immune : rules->blast.sheltered;
    bool hit = cell == to || are_beside(rules, cell, to);
    if (hit && board[cell] > MR_FY_WALL && !(stays >> MR_FY_KIND(board[cell]) & 1u)) {
      board[cell] = 0;
    }
  }
}

/** The first of the men that may not be attacked all at once, where they are (dupleCheck). */
static bool find_duple(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                       mr_fy_check *out) {
  bool some = false;
  for (unsigned cell = 0; rules->extinction.duple && cell < rules->cells; cell++) {
    if (mr_fy_is_one_of(board[cell], side, rules->extinction.needs[side].kinds)) {
      unsigned attacker = attacker_of(rules, board, cell, side ^ 1u);
      if (attacker == MR_FY_NO_CELL) {
        return false;
      }
      *out = some ? *out : (mr_fy_check){cell, attacker, true};
      some = true;
    }
  }
  return some;
}

bool mr_fy_find_check(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                      mr_fy_check *out) {
  uint64_t royals = mr_fy_royals_on(rules, board, side) | rules->pseudo_royals;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (mr_fy_is_one_of(board[cell], side, royals) && !mr_fy_touches_royal(rules, board, cell)) {
      unsigned attacker = attacker_of(rules, board, cell, side ^ 1u);
      if (attacker != MR_FY_NO_CELL) {
        *out = (mr_fy_check){cell, attacker, false};
        return true;
      }
    }
  }
  return find_duple(rules, board, side, out);
}

/** The first cell that is not empty on the way from a cell, or MR_FY_NO_CELL. */
static unsigned first_in_sight(const mr_fy_rules *rules, const uint8_t *board, unsigned cell,
                               int columns, int rows) {
  int column = (int)(cell % rules->files) + columns, row = (int)(cell / rules->files) + rows;
  for (; column >= 0 && column < (int)rules->files && row >= 0 && row < (int)rules->ranks;
       column += columns, row += rows) {
    unsigned at = (unsigned)row * rules->files + (unsigned)column;
    if (board[at] != 0) {
      return at;
    }
  }
  return MR_FY_NO_CELL;
}

bool mr_fy_find_facing(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                       mr_fy_check *out) {
  static const int ways[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
  uint64_t royals = rules->flying    ? mr_fy_royal_kinds(rules)
                    : rules->bikjang ? UINT64_C(1) << rules->king
                                     : 0;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    for (size_t i = 0; i < 4 && mr_fy_is_one_of(board[cell], side, royals); i++) {
      unsigned at = first_in_sight(rules, board, cell, ways[i][0], ways[i][1]);
      if (at != MR_FY_NO_CELL && mr_fy_is_one_of(board[at], side ^ 1u, royals)) {
        *out = (mr_fy_check){cell, at, false};
        return true;
      }
    }
  }
  return false;
}

/** A look for any way from a cell. */
typedef struct way_out {
  const mr_fy_rules *rules;
  unsigned code, cell;
  bool any;
} way_out;

static void note_way(void *context, const mr_trail *trail) {
  way_out *out = context;
  const mr_fy_kind *kind = &out->rules->kinds[MR_FY_KIND(out->code)];
  bool open = mr_fy_has_way(kind, MR_FY_SIDE(out->code), out->cell, trail);
  for (unsigned i = 0; open && i < trail->length; i++) {
    const mr_trail_step *step = &trail->steps[i];
    bool wall = mr_fy_set_has(&out->rules->walls, mr_fy_step_cell(out->rules, step));
    out->any = out->any || (step->stop != 0 && !wall);
    open = !wall || step->pass == MR_PASS_HURDLE;
  }
}

bool mr_fy_is_stuck(const mr_fy_rules *rules, unsigned code, unsigned cell) {
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  way_out out = {.rules = rules, .code = code, .cell = cell};
  if (kind->betza != NULL) {
    mr_fy_walk(rules, code, cell, note_way, &out);
  }
  return !out.any;
}

void mr_fy_add_castling_fault(const mr_fy_game *game, const mr_state *state, unsigned which,
                              mr_str *out) {
  const mr_fy_rules *rules = &game->rules;
  const mr_fy_castling *castling = mr_fy_castling_at(rules, mr_fy_state_of_const(state), which);
  const uint8_t *board = mr_fy_board_const(state);
  const char *king = rules->kinds[castling->king_kind].name;
  if (((unsigned)mr_fy_state_of_const(state)->rights >> which & 1u) == 0) {
    mr_str_format(out, ": the %s or its partner has moved", king);
    return;
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    bool pair = cell == castling->king_from || cell == castling->partner_from;
    if (!pair && mr_fy_set_has(&castling->clear, cell) && board[cell] != 0) {
      mr_str_format(out, ": %s is in the way", mr_fy_square(rules, cell).text);
      return;
    }
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    unsigned by = mr_fy_set_has(&castling->safe, cell)
                      ? attacker_of(rules, board, cell, (which / 2) ^ 1u)
                      : MR_FY_NO_CELL;
    if (by != MR_FY_NO_CELL) {
      mr_str_format(out, ": the %s on %s attacks %s", rules->kinds[MR_FY_KIND(board[by])].name,
                    mr_fy_square(rules, by).text, mr_fy_square(rules, cell).text);
      return;
    }
  }
}

/* ---- walls ----------------------------------------------------------------------------------- */

bool mr_fy_petrifies_royal(const mr_fy_rules *rules, const uint8_t *board, unsigned cell) {
  unsigned kind = MR_FY_KIND(board[cell]);
  uint64_t royals = mr_fy_royals_on(rules, board, MR_FY_SIDE(board[cell]));
  return (rules->walling.petrified & royals) >> kind & 1u;
}

/** A legal action that is the one asked for but for its wall; MR_ACTION_NONE if there is none. */
static mr_action but_for_wall(const mr_fy_wall_question *q) {
  for (size_t i = 0; i < q->count; i++) {
    mr_action a = q->legal[i];
    if (mr_fy_from(a) == q->from && mr_fy_form_of(a) == q->form &&
        (mr_fy_to(a) == q->to || mr_fy_written_target(q->base, q->state, a) == q->to)) {
      return a;
    }
  }
  return MR_ACTION_NONE;
}

/** What forbids a wall by the square alone. @return whether something does */
static bool say_square(const mr_fy_wall_question *q, mr_str *why) {
  const mr_fy_rules *rules = &mr_fy_game_of(q->base)->rules;
  const mr_fy_walling *walling = &rules->walling;
  mr_fy_square_name there = mr_fy_square(rules, q->wall);
  unsigned code = mr_fy_board_const(q->state)[q->wall], side = mr_fy_state_of_const(q->state)->side;
  bool stays = q->from == q->to;
  if (code == MR_FY_WALL) {
    mr_str_format(why, "%s is blocked already", there.text);
  } else if ((code != 0 && (stays || q->wall != q->from)) || (!stays && q->wall == q->to)) {
    mr_str_format(why, "a piece stands on %s, which cannot be blocked", there.text);
  } else if (!mr_fy_set_has(&walling->region[side], q->wall)) {
    mr_str_format(why, "%s may not block %s", mr_fy_side_names[side], there.text);
  } else if (walling->rule == MR_FY_WALLS_PAST) {
    mr_str_add(why, "the square that is blocked is the one that the piece has left");
  } else if (walling->rule == MR_FY_WALLS_ARROW) {
    mr_str_format(why, "the piece could not go on to %s, which so cannot be blocked", there.text);
  } else if (walling->rule == MR_FY_WALLS_EDGE) {
    mr_str_format(why, "%s is neither at the edge of the board nor beside a blocked square",
                  there.text);
  } else {
    return false;
  }
  return true;
}

bool mr_fy_say_wall(const mr_fy_wall_question *q, mr_str *why) {
  const mr_fy_walling *walling = &mr_fy_game_of(q->base)->rules.walling;
  mr_action like = walling->rule != MR_FY_WALLS_NONE ? but_for_wall(q) : MR_ACTION_NONE;
  if (like == MR_ACTION_NONE) {
    return false;
  }
  char buffer[MR_ACTION_TEXT_MAX];
  mr_str text = mr_str_fixed(buffer, sizeof buffer);
  mr_fy_format_action(q->base, q->state, like, &text);
  if (q->wall == MR_FY_NO_CELL) {
    mr_str_format(why, "it is not said which square is blocked then: as in %s", buffer);
  } else if (walling->instead && q->from != q->to) {
    mr_str_format(why, "who moves blocks no square here: write %s", buffer);
  } else if (say_square(q, why)) {
    mr_str_format(why, "; %s is possible", buffer);
  } else {
    return false;
  }
  return true;
}

/* ---- drops that depend on what stands on the board ------------------------------------------- */

/** Whether a piece comes to a cell when it slides in from some edge. */
static bool slides_to(const mr_fy_rules *rules, const uint8_t *board, unsigned cell) {
  static const int8_t ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  bool found = false;
  for (unsigned i = 0; i < 4 && !found; i++) {
    int file = (int)(cell % rules->files), rank = (int)(cell / rules->files);
    int on = (rank + ways[i][1]) * rules->files + file + ways[i][0]; /* what it stops at */
    bool edge = file + ways[i][0] < 0 || file + ways[i][0] >= rules->files ||
                rank + ways[i][1] < 0 || rank + ways[i][1] >= rules->ranks;
    found = edge || board[on] != 0;
    while (found && file >= 0 && file < rules->files && rank >= 0 && rank < rules->ranks) {
      found = board[rank * rules->files + file] == 0;
      file -= ways[i][0];
      rank -= ways[i][1];
    }
  }
  return found;
}

bool mr_fy_say_placing(const mr_fy_rules *rules, const uint8_t *board, unsigned kind, unsigned cell,
                       mr_str *why) {
  static const char *const reasons[][2] = {
      [MR_FY_DROP_ENCLOSING] = {"a piece on ",
                                " would enclose no enemy between itself and an own one"},
      [MR_FY_DROP_BESIDE_OWN] = {"there is no own piece beside ", ""},
      [MR_FY_DROP_APART] = {"an enemy stands beside ", " on the same file or rank"}};
  mr_fy_square_name square = mr_fy_square(rules, cell);
  bool begins = false;
  for (unsigned at = 0; at < rules->cells; at++) {
    begins = begins || (mr_fy_set_has(&rules->drop_first, at) && board[at] == 0);
  }
  if (begins) {
    mr_str_add(why, "pieces are dropped on these squares first: ");
    mr_fy_add_squares(rules, &rules->drop_first, why);
  } else if (rules->drop_place >= MR_FY_DROP_ENCLOSING && rules->halved == 0) {
    const char *const *reason = reasons[rules->drop_place];
    mr_str_format(why, "%s%s%s", reason[0], square.text, reason[1]);
  } else if (rules->drop_place == MR_FY_DROP_ON_TOP && cell >= rules->files &&
             board[cell - rules->files] == 0) {
    mr_str_format(why, "there is nothing right below %s: a piece falls on the lowest empty square",
                  square.text);
  } else if (rules->drop_place == MR_FY_DROP_FROM_EDGE && !slides_to(rules, board, cell)) {
    mr_str_format(why, "no piece that slides in from an edge comes to stand on %s", square.text);
  } else if ((rules->halved >> kind & 1) != 0) {
    mr_str_format(why,
                  "no more than half of them, rounded up, are dropped on squares of one colour");
  } else if (rules->halved != 0) {
    mr_str_format(why,
                  "%s is one of the squares that pieces need which are dropped half on dark and "
                  "half on light squares",
                  square.text);
  } else {
    return false;
  }
  return true;
}

/* ---- promotions that are actions of their own ------------------------------------------------ */

/** The board once the piece has become another one, and what of the enemy's it attacks then. */
static bool attacks_by_promoting(const mr_fy_rules *rules, const mr_fy_wish *asked, uint8_t *board,
                                 mr_fy_check *check) {
  unsigned side = MR_FY_SIDE(board[asked->from]);
  board[asked->from] = 0;
  board[asked->to] = (uint8_t)MR_FY_CODE(asked->form, side);
  if (mr_fy_find_check(rules, board, side ^ 1u, check)) {
    return true;
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (board[cell] > MR_FY_WALL && MR_FY_SIDE(board[cell]) != side &&
        attacks(rules, board, asked->to, cell)) {
      *check = (mr_fy_check){.royal = cell, .attacker = asked->to};
      return true;
    }
  }
  return false;
}

bool mr_fy_say_sittuyin(const mr_fy_rules *rules, const uint8_t *board, const mr_fy_wish *asked,
                        mr_str *why) {
  uint8_t after[MR_FY_CELLS_MAX];
  mr_fy_check check;
  unsigned code = asked->from == MR_FY_NO_CELL ? 0 : board[asked->from], count = 0;
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)], *form = &rules->kinds[asked->form];
  unsigned side = MR_FY_SIDE(code);
  if (asked->form == 0 || code <= MR_FY_WALL || !kind->sittuyin_promotion ||
      !mr_fy_may_become(kind, side, asked->form)) {
    return false;
  }
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    count += board[cell] == code;
  }
  if (count > 1 && !mr_fy_set_has(&kind->promotion_zone[side], asked->from)) {
    mr_str_format(why, "a %s promotes in its promotion zone alone, unless it is the last: on ",
                  kind->name);
    mr_fy_add_squares(rules, &kind->promotion_zone[side], why);
    return true;
  }
  if (mr_fy_has_enough(rules, board, side, asked->form)) {
    mr_str_format(why, "no %s is made where %s has %u of them", form->name, mr_fy_side_names[side],
                  (unsigned)form->form_limit);
    return true;
  }
  memcpy(after, board, rules->cells);
  if (asked->from != asked->to && board[asked->to] != 0) {
    mr_str_format(why, "who promotes by an action of its own captures nothing, and %s is taken",
                  mr_fy_square(rules, asked->to).text);
    return true;
  }
  if (!attacks_by_promoting(rules, asked, after, &check)) {
    return false;
  }
  mr_str_format(why,
                "it would attack the %s on %s from %s, and such a promotion may attack nothing",
                rules->kinds[MR_FY_KIND(after[check.royal])].name,
                mr_fy_square(rules, check.royal).text, mr_fy_square(rules, check.attacker).text);
  return true;
}
