/*
 * Texts of actions, in full and in the short notation of records.
 *
 * In full: `e2e4`, `a9a10`, `M@e6`, `a7b8+` for the promoted form, `a7a8q` for another kind;
 * castling as the definition has it written. A wall that is set follows behind a comma and the
 * square on which the move ends: `e2e4,e4d5`; one in the place of a move is written as if the first
 * man stayed where it is: `a1a1,a1d5`.
 * Who enters through the gate that is left adds its
 * letter: `b1c3h`, and the square where that could as well be what the piece becomes: `b1c3hb1`; at
 * castling king and partner change places where it enters on the partner's square: `h1e1h`.
 * A pass is the king's square twice, or that of the first piece where there is no king.
 *
 * In short: the letter of the piece, none for a pawn; where it comes from, as far as others of its
 * kind could go there as well; `x` where it captures; where it goes; `=` and what it becomes.
 * Promoted pieces have a plus before their letters: `+Gxe5`, `Ga10=+G`. Pawns that capture say
 * their file. Drops are `M@e6`, castling is `O-O` and `O-O-O`. Walls are `e4@d5`, or `@d5` alone;
 * `/` and a letter say who enters: `Nc3/H`, `O-O/Hh1`.
 * Who passes writes `pass`.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

mr_action mr_fy_legal_move(const mr_game *base, const mr_state *state, unsigned from, unsigned to,
                           unsigned form, unsigned wall) {
  static const mr_fy_type types[] = {MR_FY_STEP, MR_FY_DOUBLE, MR_FY_EP};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    mr_action action = mr_fy_with_wall(mr_fy_action(types[i], from, to, form), wall);
    if (base->ops->legal(base, state, action)) {
      return action;
    }
  }
  return MR_ACTION_NONE;
}

mr_action mr_fy_legal_entering(const mr_game *base, const mr_state *state, unsigned from,
                               unsigned to, unsigned kind) {
  static const mr_fy_type types[] = {MR_FY_STEP, MR_FY_DOUBLE};
  const mr_fy_kind *enters = &mr_fy_game_of(base)->rules.kinds[kind];
  for (size_t i = 0; enters->droppable && i < sizeof types / sizeof *types; i++) {
    mr_action action = mr_fy_entering(mr_fy_action(types[i], from, to, 0), enters->hand, false);
    if (base->ops->legal(base, state, action)) {
      return action;
    }
  }
  return MR_ACTION_NONE;
}

/* ---- in full --------------------------------------------------------------------------------- */

/** Whether another legal action goes from the king's square to where it arrives by castling. */
static bool arrives_otherwise(const mr_game *base, const mr_state *state, unsigned right,
                              unsigned wall) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const mr_fy_castling *c = mr_fy_castling_at(rules, mr_fy_state_of_const(state), right);
  const mr_fy_castling *other = mr_fy_castling_at(rules, mr_fy_state_of_const(state), right ^ 1u);
  if (other->allowed && other->king_from == c->king_from && other->king_to == c->king_to &&
      base->ops->legal(
          base, state,
          mr_fy_with_wall(mr_fy_action(MR_FY_CASTLE, other->king_from, other->partner_from, 0),
                          wall))) {
    return true;
  }
  return mr_fy_legal_move(base, state, c->king_from, c->king_to, 0, wall) != MR_ACTION_NONE;
}

unsigned mr_fy_written_target(const mr_game *base, const mr_state *state, mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const mr_fy_state *at = mr_fy_state_of_const(state);
  unsigned from = mr_fy_from(action), to = mr_fy_to(action);
  bool castles = mr_fy_type_of(action) == MR_FY_CASTLE && rules->castling_text == MR_FY_KING_TO;
  const mr_fy_castling *c =
      castles ? mr_fy_castling_from(rules, at, 3u << 2 * at->side, from, to) : NULL;
  return c != NULL &&
                 !arrives_otherwise(base, state, mr_fy_right_of(rules, c), mr_fy_wall_of(action))
             ? c->king_to
             : to;
}

/** Whether the letter of who enters would be read as what the piece becomes. */
static bool looks_like_form(const mr_game *base, const mr_state *opaque, mr_action action,
                            unsigned enters) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned from = mr_fy_from(action), to = mr_fy_to(action);
  unsigned code = mr_fy_board_const(opaque)[from];
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  bool found = false;
  for (unsigned i = 0; i < kind->promotion_count[MR_FY_SIDE(code)] && !found; i++) {
    unsigned form = kind->promotions[MR_FY_SIDE(code)][i];
    bool alike = rules->kinds[form].letter == rules->kinds[enters].letter &&
                 !rules->kinds[form].plus && !(kind->plus && kind->base == form);
    found = alike && mr_fy_legal_move(base, opaque, from, to, form, 0) != MR_ACTION_NONE;
  }
  return found;
}

static void format_entering(const mr_game *base, const mr_state *opaque, mr_action action,
                            mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned from = mr_fy_from(action), at = mr_fy_entered_cell(action);
  unsigned kind = rules->hand_kind[mr_fy_entering_slot(action)];
  bool behind_partner = at != from;
  mr_fy_add_cell(rules, at, out);
  mr_fy_add_cell(rules, behind_partner ? from : mr_fy_written_target(base, opaque, action), out);
  mr_str_add(out, rules->kinds[kind].plus ? "+" : "");
  mr_str_char(out, mr_text_lower(rules->kinds[kind].letter));
  if (mr_fy_type_of(action) != MR_FY_CASTLE && looks_like_form(base, opaque, action, kind)) {
    mr_fy_add_cell(rules, at, out);
  }
}

/** The kind that a piece becomes, behind its move. */
static void add_form(const mr_fy_rules *rules, unsigned kind, unsigned form, mr_str *out) {
  const mr_fy_kind *to = &rules->kinds[form];
  if (mr_fy_is_plus_of(rules, form, kind)) {
    mr_str_char(out, '+');
  } else if (rules->kinds[kind].plus && rules->kinds[kind].base == form) {
    mr_str_char(out, '-');
  } else {
    mr_str_add(out, to->plus ? "+" : "");
    mr_str_char(out, mr_text_lower(to->letter));
  }
}

bool mr_fy_sets_wall(const mr_fy_rules *rules, mr_action action) {
  return mr_fy_walls_with(&rules->walling, mr_fy_type_of(action));
}

void mr_fy_format_action(const mr_game *base, const mr_state *opaque, mr_action action,
                         mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned from = mr_fy_from(action), form = mr_fy_form_of(action);
  unsigned end = 0;
  if (mr_fy_type_of(action) == MR_FY_DROP) {
    mr_fy_add_kind(rules, from, out);
    mr_str_char(out, '@');
    mr_fy_add_cell(rules, mr_fy_to(action), out);
    return;
  }
  if (mr_fy_enters(rules, action)) {
    format_entering(base, opaque, action, out);
    return;
  }
  mr_fy_add_cell(rules, from, out);
  end = mr_fy_written_target(base, opaque, action);
  mr_fy_add_cell(rules, end, out);
  if (form != 0) {
    add_form(rules, MR_FY_KIND(mr_fy_board_const(opaque)[from]), form, out);
  }
  if (mr_fy_sets_wall(rules, action)) {
    mr_str_char(out, ',');
    mr_fy_add_cell(rules, end, out);
    mr_fy_add_cell(rules, mr_fy_wall_of(action), out);
  }
}

/* ---- what an action looks like --------------------------------------------------------------- */

/** Whether somebody may enter behind this move. */
static bool may_enter_behind(const mr_game *base, const mr_state *opaque, mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  mr_action bare = mr_fy_without_entering(action);
  bool found = false;
  for (unsigned i = 0; rules->gating.enters && i < 2 * rules->hand_count && !found; i++) {
    bool behind_partner = i % 2 != 0;
    unsigned gate = behind_partner ? mr_fy_to(action) : mr_fy_from(action);
    found = (!behind_partner || mr_fy_type_of(action) == MR_FY_CASTLE) &&
            mr_fy_is_gate(rules, state, state->side, gate) &&
            base->ops->legal(base, opaque, mr_fy_entering(bare, i / 2, behind_partner));
  }
  return found;
}

/** "Hawk on b1", "nobody enters". */
static void write_entering(const mr_game *base, mr_action action, mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  if (!mr_fy_enters(rules, action)) {
    mr_str_add(out, "nobody enters");
    return;
  }
  unsigned kind = rules->hand_kind[mr_fy_entering_slot(action)];
  mr_str_format(out, "%s on %s", rules->kinds[kind].name,
                mr_fy_square(rules, mr_fy_entered_cell(action)).text);
  if (out->status != MR_OK) {
    mr_str_reset(out);
    mr_fy_add_kind(rules, kind, out);
    mr_str_format(out, " on %s", mr_fy_square(rules, mr_fy_entered_cell(action)).text);
  }
}

/** How many legal actions look like this one but for the kind that the piece becomes. */
static unsigned count_choices(const mr_game *base, const mr_state *opaque, mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned from = mr_fy_from(action), to = mr_fy_to(action), count = 0;
  unsigned code = mr_fy_board_const(opaque)[from];
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  mr_fy_type type = (mr_fy_type)mr_fy_type_of(action);
  unsigned wall = mr_fy_wall_of(action);
  count += base->ops->legal(base, opaque, mr_fy_with_wall(mr_fy_action(type, from, to, 0), wall));
  for (unsigned i = 0; i < kind->promotion_count[MR_FY_SIDE(code)]; i++) {
    unsigned form = kind->promotions[MR_FY_SIDE(code)][i];
    mr_action other = mr_fy_with_wall(mr_fy_action(type, from, to, form), wall);
    count += base->ops->legal(base, opaque, other);
  }
  return count;
}

/** The kind that a piece becomes, for people; by its letter where its name is too long. */
static void add_move_choice(const mr_fy_rules *rules, unsigned form, mr_form *out) {
  char wall[sizeof out->choice]; /* what is told already stays behind it */
  memcpy(wall, out->choice, sizeof wall);
  const char *names[] = {form == 0 ? "stay" : rules->kinds[form].name, NULL};
  mr_str choice = mr_str_fixed(out->choice, sizeof out->choice);
  for (unsigned i = 0; i < 2; i++) {
    mr_str_reset(&choice);
    if (names[i] != NULL) {
      mr_str_add(&choice, names[i]);
    } else {
      mr_fy_add_kind(rules, form, &choice);
    }
    mr_str_format(&choice, "%s%s", wall[0] != '\0' ? " " : "", wall);
    if (choice.status == MR_OK) {
      return;
    }
  }
}

/** A kind by its name, or by its letter where there is no room for that. */
static void add_choice(const mr_fy_rules *rules, unsigned kind, mr_str *choice) {
  mr_str_add(choice, rules->kinds[kind].name);
  if (choice->status != MR_OK) {
    mr_str_reset(choice);
    mr_fy_add_kind(rules, kind, choice);
  }
}

/** Whether a kind has a promoted form. */
static bool has_form(const mr_fy_rules *rules, unsigned kind) {
  bool found = false;
  for (unsigned i = 1; i <= rules->kind_count && !found; i++) {
    found = rules->kinds[i].plus && rules->kinds[i].base == kind;
  }
  return found;
}

void mr_fy_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned side = mr_fy_state_of_const(opaque)->side;
  unsigned from = mr_fy_from(action), form = mr_fy_form_of(action);
  *out = (mr_form){MR_FORM_PLACE, MR_NOWHERE, {(uint16_t)mr_fy_to(action)}, MR_NO_PIECE, ""};
  if (mr_fy_type_of(action) == MR_FY_PASS) {
    *out = (mr_form){MR_FORM_BUTTON, MR_NOWHERE, MR_NOWHERE, MR_NO_PIECE, "pass"};
    return;
  }
  if (mr_fy_type_of(action) == MR_FY_DROP) {
    unsigned held = rules->kinds[from].droppable ? from : rules->kinds[from].base;
    out->piece = (mr_piece){MR_FY_CODE(held, side)};
    if (rules->drop_promoted && has_form(rules, held)) {
      mr_str choice = mr_str_fixed(out->choice, sizeof out->choice);
      add_choice(rules, from, &choice);
    }
    return;
  }
  if (mr_fy_type_of(action) == MR_FY_BLOCK) {
    out->to = (mr_cell){(uint16_t)mr_fy_wall_of(action)};
    return;
  }
  out->kind = MR_FORM_MOVE;
  out->from = (mr_cell){(uint16_t)from};
  out->to = (mr_cell){(uint16_t)mr_fy_written_target(base, opaque, action)};
  out->piece = (mr_piece){mr_fy_board_const(opaque)[from]};
  if (form == 0 && may_enter_behind(base, opaque, action)) {
    mr_str choice = mr_str_fixed(out->choice, sizeof out->choice);
    write_entering(base, action, &choice);
    return;
  }
  if (mr_fy_sets_wall(rules, action) && rules->walling.rule != MR_FY_WALLS_PAST) {
    mr_str wall = mr_str_fixed(out->choice, sizeof out->choice); /* the square is pressed last */
    mr_fy_add_cell(rules, mr_fy_wall_of(action), &wall);
  }
  if (mr_fy_type_of(action) != MR_FY_CASTLE && count_choices(base, opaque, action) > 1) {
    add_move_choice(rules, form, out);
  }
}

/* ---- in short -------------------------------------------------------------------------------- */

/** The letter of a kind with its plus; what it was before it promoted is not told. */
static void add_letter(const mr_fy_kind *kind, mr_str *out) {
  mr_str_add(out, kind->plus ? "+" : "");
  mr_str_char(out, kind->letter);
}

/** Whether two codes are pieces of one side that are written alike. */
static bool look_alike(const mr_fy_rules *rules, unsigned a, unsigned b) {
  if (a <= MR_FY_WALL || b <= MR_FY_WALL || MR_FY_SIDE(a) != MR_FY_SIDE(b)) {
    return false;
  }
  const mr_fy_kind *first = &rules->kinds[MR_FY_KIND(a)], *second = &rules->kinds[MR_FY_KIND(b)];
  return a == b || (!first->plus && !second->plus && first->letter == second->letter);
}

/** Whether a piece on a cell can go where an action ends, and become or let in the same. */
static bool goes_alike(const mr_game *base, const mr_state *state, unsigned cell,
                       mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned to = mr_fy_to(action);
  if (mr_fy_enters(rules, action)) {
    unsigned kind = rules->hand_kind[mr_fy_entering_slot(action)];
    return mr_fy_legal_entering(base, state, cell, to, kind) != MR_ACTION_NONE;
  }
  return mr_fy_legal_move(base, state, cell, to, mr_fy_form_of(action), mr_fy_wall_of(action)) !=
         MR_ACTION_NONE;
}

/** The file if it tells the piece from the others, else the rank if that does, else both. */
static mr_move_detail needed(const mr_game *base, const mr_state *state, mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const uint8_t *board = mr_fy_board_const(state);
  unsigned from = mr_fy_from(action);
  bool others = false, on_file = false, on_rank = false;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (cell == from || !look_alike(rules, board[cell], board[from]) ||
        !goes_alike(base, state, cell, action)) {
      continue;
    }
    others = true;
    on_file = on_file || cell % rules->files == from % rules->files;
    on_rank = on_rank || cell / rules->files == from / rules->files;
  }
  if (!others) {
    return MR_MOVE_BARE;
  }
  if (!on_file) {
    return MR_MOVE_FILE;
  }
  return on_rank ? MR_MOVE_SQUARE : MR_MOVE_RANK;
}

/** Who enters; at castling also where. */
static void add_entering_short(const mr_fy_rules *rules, mr_action action, mr_str *out) {
  if (mr_fy_enters(rules, action)) {
    mr_str_char(out, '/');
    add_letter(&rules->kinds[rules->hand_kind[mr_fy_entering_slot(action)]], out);
    if (mr_fy_type_of(action) == MR_FY_CASTLE) {
      mr_fy_add_cell(rules, mr_fy_entered_cell(action), out);
    }
  }
}

static void format_man(const mr_game *base, const mr_state *opaque, mr_action action,
                       mr_move_detail detail, mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const uint8_t *board = mr_fy_board_const(opaque);
  unsigned from = mr_fy_from(action), to = mr_fy_to(action), type = mr_fy_type_of(action);
  if (type == MR_FY_DROP) {
    mr_fy_format_action(base, opaque, action, out);
    return;
  }
  if (type == MR_FY_PASS) {
    mr_str_add(out, "pass");
    return;
  }
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  const mr_fy_castling *c =
      type == MR_FY_CASTLE ? mr_fy_castling_from(rules, state, 15, from, to) : NULL;
  if (c != NULL) { /* "O-O" towards the last file */
    mr_str_add(out, mr_fy_right_of(rules, c) % 2 == 0 ? "O-O" : "O-O-O");
    add_entering_short(rules, action, out);
    return;
  }
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(board[from])];
  bool captures = type == MR_FY_EP || (board[to] != 0 && from != to);
  bool pawn = kind->letter == 'P' && !kind->plus && !kind->tilde;
  if (!pawn) {
    add_letter(kind, out);
  }
  if (detail == MR_MOVE_SHORT && kind->sittuyin_promotion && mr_fy_form_of(action) != 0 &&
      from != to) {
    detail = MR_MOVE_SQUARE; /* it is no move of the piece's */
  }
  if (detail == MR_MOVE_SHORT) {
    detail = needed(base, opaque, action);
    if (pawn && captures) {
      detail = detail == MR_MOVE_BARE ? MR_MOVE_FILE : detail;
      detail = detail == MR_MOVE_RANK ? MR_MOVE_SQUARE : detail;
    }
  }
  if (detail == MR_MOVE_FILE || detail == MR_MOVE_SQUARE) {
    mr_str_char(out, (char)('a' + from % rules->files));
  }
  if (detail == MR_MOVE_RANK || detail == MR_MOVE_SQUARE) {
    mr_str_uint(out, from / rules->files + 1);
  }
  mr_str_add(out, captures ? "x" : "");
  mr_fy_add_cell(rules, to, out);
  if (mr_fy_form_of(action) != 0) {
    mr_str_char(out, '=');
    add_letter(&rules->kinds[mr_fy_form_of(action)], out);
  }
  add_entering_short(rules, action, out);
}

static void format_move(const mr_game *base, const mr_state *opaque, mr_action action,
                        mr_move_detail detail, mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  if (mr_fy_type_of(action) != MR_FY_BLOCK) {
    format_man(base, opaque, action, detail, out);
  }
  if (mr_fy_sets_wall(rules, action)) {
    mr_str_char(out, '@');
    mr_fy_add_cell(rules, mr_fy_wall_of(action), out);
  }
}

/**
 * As others write it: whoever wins without a check has no mark for it, and one is no mate because
 * the game ends by repetition, or by counting, at the same time.
 */
static const char *mark(const mr_game *base, const mr_state *after, mr_player mover) {
  const uint64_t counted = UINT64_C(1) << MR_FY_RULE_IDLE | UINT64_C(1) << MR_FY_RULE_COUNTING |
                           UINT64_C(1) << MR_FY_RULE_FOLD | UINT64_C(1) << MR_FY_RULE_PERPETUAL |
                           UINT64_C(1) << MR_FY_RULE_CHASE | UINT64_C(1) << MR_FY_RULE_LENGTH;
  const mr_fy_game *game = mr_fy_game_of(base);
  unsigned end = mr_fy_state_of_const(after)->end;
  if (mover.id > 1 || !game->core->in_check(game, after, 1u - mover.id)) {
    return "";
  }
  return end != 0 && (counted >> end & 1) == 0 ? "#" : "+";
}

const mr_notation_ops mr_fy_notation = {.format_move = format_move, .mark = mark};
