/*
 * Moves in the short notation of records: the letter of the piece, none for a pawn; where it comes
 * from, as far as others of its kind could go there as well; `x` where it captures; where it goes;
 * `=` and what it becomes. Promoted pieces have a plus before their letters: `+Gxe5`, `Ga10=+G`.
 * Pawns that capture say their file. Drops are `M@e6`, castling is `O-O` and `O-O-O`.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

static bool is_pawn(const mr_fy_kind *kind) {
  return kind->letter == 'P' && !kind->plus && !kind->tilde;
}

/** The letter of a kind with its plus; what it was before it promoted is not told. */
static void add_letter(const mr_fy_rules *rules, unsigned kind, mr_str *out) {
  const mr_fy_kind *k = &rules->kinds[kind];
  mr_str_add(out, k->plus ? "+" : "");
  mr_str_char(out, k->plus ? rules->kinds[k->base].letter : k->letter);
}

/** Whether two codes are pieces of one side that are written alike. */
static bool look_alike(const mr_fy_rules *rules, unsigned a, unsigned b) {
  if (a <= MR_FY_WALL || b <= MR_FY_WALL || MR_FY_SIDE(a) != MR_FY_SIDE(b)) {
    return false;
  }
  const mr_fy_kind *first = &rules->kinds[MR_FY_KIND(a)], *second = &rules->kinds[MR_FY_KIND(b)];
  return a == b || (!first->plus && !second->plus && first->letter == second->letter);
}

/** Whether the piece on `from` could do the same as the action. */
static bool could_too(const mr_game *base, const mr_state *state, mr_action action, unsigned from) {
  static const mr_fy_type types[] = {MR_FY_STEP, MR_FY_DOUBLE, MR_FY_EP};
  unsigned to = mr_fy_to(action), form = mr_fy_form_of(action);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (base->ops->legal(base, state, mr_fy_action(types[i], from, to, form))) {
      return true;
    }
  }
  return false;
}

/** The file if it tells the piece from the others, else the rank if that does, else both. */
static mr_move_detail needed(const mr_game *base, const mr_state *state, mr_action action) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const uint8_t *board = mr_fy_board_const(state);
  unsigned from = mr_fy_from(action);
  bool others = false, on_file = false, on_rank = false;
  for (unsigned cell = 0; cell < rules->cells; cell++) {
    if (cell == from || !look_alike(rules, board[cell], board[from]) ||
        !could_too(base, state, action, cell)) {
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

static void add_origin(const mr_fy_rules *rules, unsigned from, mr_move_detail detail,
                       mr_str *out) {
  if (detail == MR_MOVE_FILE || detail == MR_MOVE_SQUARE) {
    mr_str_char(out, (char)('a' + from % rules->files));
  }
  if (detail == MR_MOVE_RANK || detail == MR_MOVE_SQUARE) {
    mr_str_uint(out, from / rules->files + 1);
  }
}

/** "O-O" towards the last file; false where the definition does not say which castling it is. */
static bool add_castling(const mr_fy_rules *rules, mr_action action, mr_str *out) {
  for (unsigned i = 0; i < 4; i++) {
    const mr_fy_castling *castling = &rules->castling[i];
    if (castling->allowed && castling->king_from == mr_fy_from(action) &&
        castling->partner_from == mr_fy_to(action)) {
      mr_str_add(out, i % 2 == 0 ? "O-O" : "O-O-O");
      return true;
    }
  }
  return false;
}

void mr_fy_format_move(const mr_game *base, const mr_state *opaque, mr_action action,
                       mr_move_detail detail, mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const uint8_t *board = mr_fy_board_const(opaque);
  unsigned from = mr_fy_from(action), to = mr_fy_to(action);
  mr_fy_type type = (mr_fy_type)mr_fy_type_of(action);
  if (type == MR_FY_DROP || (type == MR_FY_CASTLE && add_castling(rules, action, out))) {
    if (type == MR_FY_DROP) {
      mr_fy_format_action(base, opaque, action, out);
    }
    return;
  }
  unsigned kind = MR_FY_KIND(board[from]);
  bool captures = type == MR_FY_EP || board[to] != 0;
  bool pawn = is_pawn(&rules->kinds[kind]);
  if (!pawn) {
    add_letter(rules, kind, out);
  }
  if (detail == MR_MOVE_SHORT) {
    detail = needed(base, opaque, action);
    if (pawn && captures) {
      detail = detail == MR_MOVE_BARE ? MR_MOVE_FILE : detail;
      detail = detail == MR_MOVE_RANK ? MR_MOVE_SQUARE : detail;
    }
  }
  add_origin(rules, from, detail, out);
  mr_str_add(out, captures ? "x" : "");
  mr_fy_add_cell(rules, to, out);
  if (mr_fy_form_of(action) != 0) {
    mr_str_char(out, '=');
    add_letter(rules, mr_fy_form_of(action), out);
  }
}

bool mr_fy_checked(const mr_game *base, const mr_state *state, mr_player player) {
  const mr_fy_game *game = mr_fy_game_of(base);
  return player.id < 2 && game->core->in_check(game, state, player.id);
}
