/*
 * Gates in texts: the castling field tells the files from which nobody has moved, besides the
 * rights to castle, which tell those of king and partner. In games with castling K is a right, and
 * the file k, where a board has one, is followed by its rank.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

enum { FILE_K = 10 };

/** Whether a file is written like a right to castle. */
static bool looks_like_right(const mr_fy_rules *rules, unsigned file) {
  return file == FILE_K && mr_fy_castles(rules);
}

static unsigned file_bit(const mr_fy_rules *rules, unsigned side, unsigned cell) {
  unsigned file = cell - rules->gating.first[side];
  return file < rules->files ? 1u << file : 0;
}

/** The files that the rights of a side tell. */
static unsigned files_of_rights(const mr_fy_rules *rules, const mr_fy_state *state, unsigned rights,
                                unsigned side) {
  unsigned files = 0;
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(rules, state, i);
    if (rights >> i & 1u) {
      files |= file_bit(rules, side, c->king_from) | file_bit(rules, side, c->partner_from);
    }
  }
  return files;
}

void mr_fy_add_rights_and_gates(const mr_fy_rules *rules, const mr_fy_state *state, mr_str *out) {
  bool none = true;
  mr_str_char(out, ' ');
  for (unsigned side = 0; side < 2; side++) {
    unsigned files = state->gates[side] & ~files_of_rights(rules, state, state->rights, side);
    for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
      if (state->rights >> i & 1u) {
        mr_str_char(out, "KQkq"[i]);
        none = false;
      }
    }
    for (unsigned file = 0; file < rules->files; file++) {
      if ((files >> file & 1u) == 0) {
        continue;
      }
      mr_str_char(out, (char)((side == MR_FY_WHITE ? 'A' : 'a') + (int)file));
      if (looks_like_right(rules, file)) {
        mr_str_uint(out, rules->gating.first[side] / rules->files + 1u);
      }
      none = false;
    }
  }
  mr_str_add(out, none ? "-" : "");
}

/** One letter of the field, with the rank that may follow it. */
static mr_status read_letter(mr_reader *r, mr_fy_state *state) {
  static const char what[] = "castling rights (KQkq) and files of pieces that have not moved, each "
                             "once, or -";
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  char c = mr_reader_peek(r);
  const char *right = c != '\0' ? strchr("KQkq", c) : NULL;
  unsigned file = (unsigned)(mr_text_lower(c) - 'a');
  unsigned side = c == mr_text_lower(c) ? MR_FY_BLACK : MR_FY_WHITE;
  bool digit = r->at + 1 < r->length && mr_text_is_digit(r->text[r->at + 1]);
  bool is_file = mr_text_is_letter(c) && file < rules->files;
  bool is_right = right != NULL && !(is_file && (digit || !mr_fy_castles(rules)));
  unsigned which = is_right ? (unsigned)(right - "KQkq") : 0;
  bool granted = is_right ? ((unsigned)state->rights >> which & 1u) != 0
                          : !is_file || ((unsigned)state->gates[side] >> file & 1u) != 0;
  if (granted) {
    return mr_reader_expected(r, what);
  }
  r->at++;
  if (is_right) {
    state->rights = (uint8_t)(state->rights | 1u << which);
    return MR_OK;
  }
  state->gates[side] = (uint16_t)(state->gates[side] | 1u << file);
  unsigned rank = rules->gating.first[side] / rules->files + 1u, told = 0;
  return digit ? mr_reader_number(r, rank, rank, "the rank of pieces that have not moved", &told)
               : MR_OK;
}

mr_status mr_fy_read_rights_and_gates(mr_reader *r, mr_fy_state *state) {
  mr_status status = MR_OK;
  size_t start = r->at;
  if (mr_reader_take(r, "-")) {
    return MR_OK;
  }
  while (status == MR_OK && mr_reader_more(r) && mr_reader_peek(r) != ' ') {
    status = read_letter(r, state);
  }
  return status == MR_OK && r->at == start ? mr_reader_expected(r, "castling rights or -") : status;
}

/** The rights of a side whose king has not moved, with the partners of some files. */
static unsigned rights_with(const mr_fy_rules *rules, const uint8_t *board, unsigned side,
                            unsigned files) {
  unsigned rights = 0;
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *c = &rules->castling[i];
    bool there = c->allowed && (files & file_bit(rules, side, c->partner_from)) != 0 &&
                 mr_fy_is_one_of(board[c->king_from], side, UINT64_C(1) << c->king_kind) &&
                 mr_fy_is_one_of(board[c->partner_from], side, c->partner_kinds);
    rights |= there ? 1u << i : 0;
  }
  return rights;
}

bool mr_fy_has_hand(const mr_fy_rules *rules, const mr_fy_state *state, unsigned side) {
  bool held = rules->captures_to_hand;
  for (unsigned slot = 0; slot < rules->hand_count; slot++) {
    held = held || state->hand[side][slot] > 0;
  }
  return held;
}

void mr_fy_settle_gates(const mr_fy_game *game, mr_state *opaque, mr_fy_faults *faults) {
  const mr_fy_rules *rules = &game->rules;
  const uint8_t *board = mr_fy_board_const(opaque);
  mr_fy_state *state = mr_fy_state_of(opaque);
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned file = 0; file < rules->files; file++) {
      unsigned cell = rules->gating.first[side] + file;
      if (((unsigned)state->gates[side] >> file & 1u) &&
          !mr_fy_is_one_of(board[cell], side, UINT64_MAX)) {
        mr_fy_fault(faults, "no piece of %s's stands on %s, from where none is told to have moved",
                    mr_fy_side_names[side], mr_fy_square(rules, cell).text);
        state->gates[side] = (uint16_t)(state->gates[side] & ~(1u << file));
      }
    }
    unsigned told = state->gates[side], rights = state->rights & 3u << 2 * side;
    unsigned gates = told | files_of_rights(rules, state, rights, side);
    bool enters = !rules->gating.enters || mr_fy_has_hand(rules, state, side);
    for (unsigned i = 2 * side; i < 2 * side + 2; i++) { /* who has not moved can castle */
      unsigned king = file_bit(rules, side, rules->castling[i].king_from);
      bool grants = !rules->any_files && (!enters || (gates & king) != 0);
      rights |= grants ? rights_with(rules, board, side, told) & 1u << i : 0;
    }
    state->rights = (uint8_t)(state->rights | rights);
    state->gates[side] = (uint16_t)(enters ? gates : 0);
    for (unsigned file = 0; rules->leaps.on && file < rules->files; file++) {
      unsigned cell = rules->gating.first[side] + file;
      uint64_t kinds = rules->leaps.kings | rules->leaps.ferses;
      bool leaps = mr_fy_is_one_of(board[cell], side, kinds);
      state->leapers[side] |= (uint16_t)(leaps ? state->gates[side] & 1u << file : 0);
    }
  }
}

/* ---- actions --------------------------------------------------------------------------------- */

void mr_fy_turn_entry(const mr_game *base, const mr_state *opaque, mr_fy_entry *entry) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned side = mr_fy_state_of_const(opaque)->side;
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(rules, mr_fy_state_of_const(opaque), i);
    bool own = mr_fy_is_one_of(mr_fy_board_const(opaque)[c->king_from], side, UINT64_MAX);
    if (c->allowed && own && entry->from == c->partner_from && entry->to == c->king_from) {
      *entry = (mr_fy_entry){c->king_from, c->partner_from, entry->kind, c->partner_from};
      return;
    }
  }
}

/** The legal castling behind which somebody enters so; MR_ACTION_NONE for none, or for two. */
static mr_action find_castling(const mr_game *base, const mr_state *opaque,
                               const mr_fy_entry *entry) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  unsigned side = mr_fy_state_of_const(opaque)->side, count = 0;
  mr_action found = MR_ACTION_NONE;
  for (unsigned i = 2 * side; i < 2 * side + 2; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(rules, mr_fy_state_of_const(opaque), i);
    mr_action bare = mr_fy_action(MR_FY_CASTLE, c->king_from, c->partner_from, 0);
    mr_action action =
        mr_fy_entering(bare, rules->kinds[entry->kind].hand, entry->gate == c->partner_from);
    bool to_king = rules->castling_text == MR_FY_KING_TO && c->king_to == entry->to;
    if (!c->allowed || c->king_from != entry->from || !(to_king || c->partner_from == entry->to) ||
        !base->ops->legal(base, opaque, action)) {
      continue;
    }
    if (c->partner_from == entry->to) {
      return action;
    }
    found = action;
    count++;
  }
  return count == 1 ? found : MR_ACTION_NONE;
}

mr_action mr_fy_find_entering(const mr_game *base, const mr_state *opaque,
                              const mr_fy_entry *entry) {
  if (!mr_fy_game_of(base)->rules.kinds[entry->kind].droppable) {
    return MR_ACTION_NONE;
  }
  mr_action action = MR_ACTION_NONE;
  if (entry->gate == MR_FY_NO_CELL || entry->gate == entry->from) {
    action = mr_fy_legal_entering(base, opaque, entry->from, entry->to, entry->kind);
  }
  return action != MR_ACTION_NONE ? action : find_castling(base, opaque, entry);
}

static bool has_gate(const mr_fy_rules *rules, const mr_fy_state *state, unsigned side) {
  for (unsigned file = 0; file < rules->files; file++) {
    if (mr_fy_is_gate(rules, state, side, rules->gating.first[side] + file)) {
      return true;
    }
  }
  return false;
}

void mr_fy_add_entering_fault(const mr_game *base, const mr_state *opaque, const mr_fy_entry *entry,
                              mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  const mr_fy_kind *kind = &rules->kinds[entry->kind];
  unsigned side = state->side, gate = entry->gate == MR_FY_NO_CELL ? entry->from : entry->gate;
  mr_fy_square_name square = mr_fy_square(rules, gate);
  if (mr_fy_held(rules, state, entry->kind, side) == 0) {
    mr_str_format(out, "%s has no %s in hand", mr_fy_side_names[side], kind->name);
  } else if (gate != entry->from && gate != entry->to) {
    mr_str_format(out, "nobody leaves %s by that move", square.text);
  } else if (!mr_fy_is_gate(rules, state, side, gate)) {
    mr_str_format(out, "nobody enters on %s: that is for first moves from rank %u%s", square.text,
                  rules->gating.first[side] / rules->files + 1u,
                  has_gate(rules, state, side) ? "" : ", of which none is left");
  } else if (!mr_fy_set_has(&kind->drop_region[side], gate)) {
    mr_str_format(out, "a %s may not enter on %s", kind->name, square.text);
  } else {
    mr_str_format(out, "no %s can enter on %s behind that move", kind->name, square.text);
  }
}
