/*
 * Texts of actions, in full and in the short notation of records.
 *
 * In full: `e2e4`, `a9a10`, `M@e6`, `a7b8+` for the promoted form, `a7a8q` for another kind;
 * castling as the definition has it written; the king's square twice to pass, or that of the first
 * piece where there is no king.
 *
 * In short: the letter of the piece, none for a pawn; where it comes from, as far as others of its
 * kind could go there as well; `x` where it captures; where it goes; `=` and what it becomes.
 * Promoted pieces have a plus before their letters: `+Gxe5`, `Ga10=+G`. Pawns that capture say
 * their file. Drops are `M@e6`, castling is `O-O` and `O-O-O`,
 * and who passes writes `pass`.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

mr_action mr_fy_legal_move(const mr_game *base, const mr_state *state, unsigned from, unsigned to,
                           unsigned form) {
  static const mr_fy_type types[] = {MR_FY_STEP, MR_FY_DOUBLE, MR_FY_EP};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    mr_action action = mr_fy_action(types[i], from, to, form);
    if (base->ops->legal(base, state, action)) {
      return action;
    }
  }
  return MR_ACTION_NONE;
}

/* ---- in full --------------------------------------------------------------------------------- */

/** Whether another legal action goes from the king's square to where it arrives by castling. */
static bool arrives_otherwise(const mr_game *base, const mr_state *state, unsigned right) {
  const mr_fy_castling *c = &mr_fy_game_of(base)->rules.castling[right];
  const mr_fy_castling *other = &mr_fy_game_of(base)->rules.castling[right ^ 1u];
  if (other->allowed && other->king_from == c->king_from && other->king_to == c->king_to &&
      base->ops->legal(base, state,
                       mr_fy_action(MR_FY_CASTLE, other->king_from, other->partner_from, 0))) {
    return true;
  }
  return mr_fy_legal_move(base, state, c->king_from, c->king_to, 0) != MR_ACTION_NONE;
}

unsigned mr_fy_written_target(const mr_game *base, const mr_state *state, mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned side = mr_fy_state_of_const(state)->side;
  unsigned from = mr_fy_from(action), to = mr_fy_to(action);
  bool castles = mr_fy_type_of(action) == MR_FY_CASTLE && rules->castling_text == MR_FY_KING_TO;
  const mr_fy_castling *c = castles ? mr_fy_castling_from(rules, 3u << 2 * side, from, to) : NULL;
  return c != NULL && !arrives_otherwise(base, state, (unsigned)(c - rules->castling)) ? c->king_to
                                                                                       : to;
}

void mr_fy_format_action(const mr_game *base, const mr_state *opaque, mr_action action,
                         mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned from = mr_fy_from(action), form = mr_fy_form_of(action);
  if (mr_fy_type_of(action) == MR_FY_DROP) {
    mr_fy_add_kind(rules, from, out);
    mr_str_char(out, '@');
    mr_fy_add_cell(rules, mr_fy_to(action), out);
    return;
  }
  mr_fy_add_cell(rules, from, out);
  mr_fy_add_cell(rules, mr_fy_written_target(base, opaque, action), out);
  if (form == 0) {
    return;
  }
  unsigned kind = MR_FY_KIND(mr_fy_board_const(opaque)[from]);
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

/* ---- what an action looks like --------------------------------------------------------------- */

/** How many legal actions look like this one but for the kind that the piece becomes. */
static unsigned count_choices(const mr_game *base, const mr_state *opaque, mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned from = mr_fy_from(action), to = mr_fy_to(action), count = 0;
  unsigned code = mr_fy_board_const(opaque)[from];
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  mr_fy_type type = (mr_fy_type)mr_fy_type_of(action);
  count += base->ops->legal(base, opaque, mr_fy_action(type, from, to, 0));
  for (unsigned i = 0; i < kind->promotion_count[MR_FY_SIDE(code)]; i++) {
    unsigned form = kind->promotions[MR_FY_SIDE(code)][i];
    count += base->ops->legal(base, opaque, mr_fy_action(type, from, to, form));
  }
  return count;
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
  out->kind = MR_FORM_MOVE;
  out->from = (mr_cell){(uint16_t)from};
  out->to = (mr_cell){(uint16_t)mr_fy_written_target(base, opaque, action)};
  out->piece = (mr_piece){mr_fy_board_const(opaque)[from]};
  if (mr_fy_type_of(action) == MR_FY_CASTLE || count_choices(base, opaque, action) < 2) {
    return;
  }
  mr_str choice = mr_str_fixed(out->choice, sizeof out->choice);
  if (form == 0) {
    mr_str_add(&choice, "stay");
  } else {
    add_choice(rules, form, &choice);
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

/** The file if it tells the piece from the others, else the rank if that does, else both. */
static mr_move_detail needed(const mr_game *base, const mr_state *state, mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const uint8_t *board = mr_fy_board_const(state);
  unsigned from = mr_fy_from(action);
  bool others = false, on_file = false, on_rank = false;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (cell == from || !look_alike(rules, board[cell], board[from]) ||
        mr_fy_legal_move(base, state, cell, mr_fy_to(action), mr_fy_form_of(action)) ==
            MR_ACTION_NONE) {
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

static void format_move(const mr_game *base, const mr_state *opaque, mr_action action,
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
  const mr_fy_castling *c = type == MR_FY_CASTLE ? mr_fy_castling_from(rules, 15, from, to) : NULL;
  if (c != NULL) { /* "O-O" towards the last file */
    mr_str_add(out, (c - rules->castling) % 2 == 0 ? "O-O" : "O-O-O");
    return;
  }
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(board[from])];
  bool captures = type == MR_FY_EP || board[to] != 0;
  bool pawn = kind->letter == 'P' && !kind->plus && !kind->tilde;
  if (!pawn) {
    add_letter(kind, out);
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
}

static bool checked(const mr_game *base, const mr_state *state, mr_player player) {
  const mr_fy_game *game = mr_fy_game_of(base);
  return player.id < 2 && game->core->in_check(game, state, player.id);
}

const mr_notation_ops mr_fy_notation = {.format_move = format_move, .checked = checked};
