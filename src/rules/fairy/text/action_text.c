/*
 * Texts of actions: `e2e4`, `a9a10`, `M@e6`, `a7b8+` for the promoted form, `a7a8q` for another
 * kind; castling as the definition has it written. Letters may be of either case.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

/* ---- writing --------------------------------------------------------------------------------- */

/** The castling of a side that begins on these squares; castling[4] has none. */
static unsigned castling_from(const mr_fy_rules *rules, unsigned side, unsigned king,
                              unsigned partner) {
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *castling = &rules->castling[i];
    if (castling->allowed && castling->king_from == king && castling->partner_from == partner) {
      return i;
    }
  }
  return 4;
}

unsigned mr_fy_written_target(const mr_fy_rules *rules, unsigned side, mr_action action) {
  unsigned from = mr_fy_from(action), to = mr_fy_to(action);
  if (mr_fy_type_of(action) != MR_FY_CASTLE || rules->castling_text == MR_FY_KING_TAKES_PARTNER) {
    return to;
  }
  unsigned which = castling_from(rules, side, from, to);
  return which < 4 ? rules->castling[which].king_to : to;
}

static void add_form(const mr_fy_rules *rules, unsigned kind, unsigned form, mr_str *out) {
  const mr_fy_kind *to = &rules->kinds[form];
  if (to->plus && to->base == kind) {
    mr_str_char(out, '+');
  } else if (rules->kinds[kind].plus && rules->kinds[kind].base == form) {
    mr_str_char(out, '-');
  } else {
    mr_str_add(out, to->plus ? "+" : "");
    mr_str_char(out, mr_text_lower(to->plus ? rules->kinds[to->base].letter : to->letter));
  }
}

void mr_fy_format_action(const mr_game *base, const mr_state *opaque, mr_action action,
                         mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  unsigned from = mr_fy_from(action), form = mr_fy_form_of(action);
  if (mr_fy_type_of(action) == MR_FY_DROP) {
    mr_fy_add_kind(rules, from, out);
    mr_str_char(out, '@');
    mr_fy_add_cell(rules, mr_fy_to(action), out);
    return;
  }
  mr_fy_add_cell(rules, from, out);
  mr_fy_add_cell(rules, mr_fy_written_target(rules, state->side, action), out);
  if (form != 0) {
    add_form(rules, MR_FY_KIND(mr_fy_board_const(opaque)[from]), form, out);
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

void mr_fy_form(const mr_game *base, const mr_state *opaque, mr_action action, mr_form *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned side = mr_fy_state_of_const(opaque)->side;
  unsigned from = mr_fy_from(action), form = mr_fy_form_of(action);
  *out = (mr_form){MR_FORM_PLACE, MR_NOWHERE, {(uint16_t)mr_fy_to(action)}, MR_NO_PIECE, ""};
  if (mr_fy_type_of(action) == MR_FY_DROP) {
    out->piece = (mr_piece){MR_FY_CODE(from, side)};
    return;
  }
  out->kind = MR_FORM_MOVE;
  out->from = (mr_cell){(uint16_t)from};
  out->to = (mr_cell){(uint16_t)mr_fy_written_target(rules, side, action)};
  out->piece = (mr_piece){mr_fy_board_const(opaque)[from]};
  if (mr_fy_type_of(action) == MR_FY_CASTLE || count_choices(base, opaque, action) < 2) {
    return;
  }
  mr_str choice;
  mr_str_fixed(&choice, out->choice, sizeof out->choice);
  mr_str_add(&choice, form == 0 ? "stay" : rules->kinds[form].name);
  if (choice.status != MR_OK) {
    mr_str_reset(&choice);
    mr_fy_add_kind(rules, form, &choice);
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

static mr_status read_end(mr_reader *r) {
  return mr_reader_more(r) ? mr_reader_expected(r, "the end") : MR_OK;
}

static mr_status read_drop(mr_reader *r, mr_fy_wish *wish) {
  unsigned code = 0;
  mr_status status = mr_fy_read_code(r, &code);
  if (status == MR_OK && mr_reader_peek(r) != '@') {
    status = mr_reader_expected(r, "'@' and a square");
  }
  if (status != MR_OK) {
    return status;
  }
  wish->kind = MR_FY_KIND(code);
  wish->to_at = ++r->at;
  status = mr_fy_read_cell(r, &wish->to);
  return status == MR_OK ? read_end(r) : status;
}

/** The promoted form of a kind, 0 if it has none. */
static unsigned plus_form_of(const mr_fy_rules *rules, unsigned kind) {
  for (unsigned k = 1; k <= rules->kind_count; k++) {
    if (rules->kinds[k].plus && rules->kinds[k].base == kind && k != kind) {
      return k;
    }
  }
  return 0;
}

/** What a piece becomes when it becomes a kind: the kind, or what remembers what it was. */
static unsigned as_promoted(const mr_fy_rules *rules, unsigned code, unsigned kind) {
  unsigned tilde = kind == 0 ? 0 : mr_fy_tilde_of(rules, kind, MR_FY_SIDE(code));
  return tilde != 0 && rules->kinds[tilde].base == MR_FY_KIND(code) ? tilde : kind;
}

/** `+`, `-`, or the letter of a kind: what the piece on wish->from becomes. */
static mr_status read_form(mr_reader *r, const mr_state *state, mr_fy_wish *wish) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  unsigned mover = MR_FY_KIND(mr_fy_board_const(state)[wish->from]), code = 0;
  bool last = r->at + 1 == r->length;
  r->at += mr_reader_peek(r) == '=';
  wish->form_at = r->at;
  if (mr_reader_peek(r) == '+' && last) {
    wish->form = plus_form_of(rules, mover);
    r->at++;
    return wish->form != 0 || mover == 0
               ? MR_OK
               : mr_error_at(r->err, MR_ERR_ILLEGAL, (uint32_t)r->at, "the %s has no promoted form",
                             rules->kinds[mover].name);
  }
  if (mr_reader_peek(r) == '-' && last && rules->kinds[mover].plus) {
    wish->form = rules->kinds[mover].base;
    r->at++;
    return MR_OK;
  }
  mr_status status = mr_fy_read_code(r, &code);
  wish->form = as_promoted(rules, mr_fy_board_const(state)[wish->from], MR_FY_KIND(code));
  return status == MR_OK ? read_end(r) : status;
}

static mr_status read_move(mr_reader *r, const mr_state *state, mr_fy_wish *wish) {
  mr_status status = mr_fy_read_cell(r, &wish->from);
  wish->to_at = r->at;
  if (status == MR_OK) {
    status = mr_fy_read_cell(r, &wish->to);
  }
  if (status == MR_OK && mr_reader_more(r)) {
    status = read_form(r, state, wish);
  }
  return status;
}

/** "O-O" or "0-0" towards the last file, with one more towards the first. */
static bool read_castling_word(const mr_reader *r, const mr_state *state, mr_fy_wish *wish) {
  static const char *const words[2][2] = {{"O-O", "0-0"}, {"O-O-O", "0-0-0"}};
  unsigned side = mr_fy_state_of_const(state)->side;
  for (unsigned i = 0; i < 2; i++) {
    const mr_fy_castling *castling = &mr_fy_game_of(r->game)->rules.castling[2 * side + i];
    if (castling->allowed && (mr_text_is_nocase(r->text, r->length, words[i][0]) ||
                              mr_text_is(r->text, r->length, words[i][1]))) {
      wish->from = castling->king_from;
      wish->to = castling->partner_from;
      return true;
    }
  }
  return false;
}

/** The castling that a king's move stands for, MR_ACTION_NONE if none. */
static mr_action castling_meant(const mr_fy_game *game, const mr_state *state,
                                const mr_fy_wish *wish) {
  const mr_fy_rules *rules = &game->rules;
  unsigned side = mr_fy_state_of_const(state)->side;
  for (unsigned i = 2 * side; wish->form == 0 && i < 2 * side + 2; i++) {
    const mr_fy_castling *castling = &rules->castling[i];
    bool to_king = rules->castling_text == MR_FY_KING_TO && castling->king_to == wish->to;
    if (castling->allowed && castling->king_from == wish->from &&
        (castling->partner_from == wish->to || to_king)) {
      return mr_fy_action(MR_FY_CASTLE, castling->king_from, castling->partner_from, 0);
    }
  }
  return MR_ACTION_NONE;
}

/** The legal action that is wished for, MR_ACTION_NONE if there is none. */
static mr_action find_legal(const mr_game *base, const mr_state *state, const mr_fy_wish *wish) {
  if (wish->from == MR_FY_NO_CELL) {
    mr_action drop = mr_fy_action(MR_FY_DROP, wish->kind, wish->to, 0);
    return base->ops->legal(base, state, drop) ? drop : MR_ACTION_NONE;
  }
  static const mr_fy_type types[] = {MR_FY_STEP, MR_FY_DOUBLE, MR_FY_EP};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    mr_action action = mr_fy_action(types[i], wish->from, wish->to, wish->form);
    if (base->ops->legal(base, state, action)) {
      return action;
    }
  }
  mr_action castling = castling_meant(mr_fy_game_of(base), state, wish);
  return castling != MR_ACTION_NONE && base->ops->legal(base, state, castling) ? castling
                                                                               : MR_ACTION_NONE;
}

mr_status mr_fy_parse_action(const mr_game *base, const mr_state *state, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  mr_reader r = mr_reader_over(base, text, length, err);
  mr_fy_wish wish = {.from = MR_FY_NO_CELL};
  if (mr_fy_state_of_const(state)->winner != MR_FY_UNDECIDED) {
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  mr_status status = MR_OK;
  if (memchr(text, '@', length) != NULL) {
    status = read_drop(&r, &wish);
  } else if (!read_castling_word(&r, state, &wish)) {
    status = read_move(&r, state, &wish);
  }
  if (status != MR_OK) {
    return status;
  }
  mr_action action = find_legal(base, state, &wish);
  if (action == MR_ACTION_NONE) {
    return mr_fy_refuse(&r, state, &wish);
  }
  *out = action;
  return MR_OK;
}
