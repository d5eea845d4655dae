/*
 * Rights to castle where castling begins on any files: letters of the partners' files, HAha, as
 * Shredder-FEN has them. KQkq are read for the outermost partners, as in X-FEN. Where several kings
 * stand on the rank, the file of the one that castles comes first: EHA. On wide boards the file k
 * is told by its rank, K1, where the letter alone would mean another partner.
 *
 * With gates the other files from which nobody has moved follow. Whether a letter is a right as
 * well is told by who stands there: a side whose king has not moved castles with partners that have
 * not, of two towards one edge with the one that is named first; never with one that is told with
 * its rank, A1.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

enum { FILE_K = 10 };

/** Where a side castles, and with whom. */
typedef struct castling_rank {
  const mr_fy_rules *rules;
  const uint8_t *board;
  const mr_fy_castling *any; /**< for its pieces */
  unsigned side;
  unsigned first; /**< cell */
} castling_rank;

static castling_rank rank_of(const mr_fy_rules *rules, const mr_state *state, unsigned side) {
  castling_rank it = {rules, mr_fy_board_const(state), &rules->castling[2 * side], side,
                      rules->castling_first[side]};
  it.any += !it.any->allowed;
  return it;
}

/** The first file of those on which a king that castles stands, and how many there are. */
static unsigned find_king(const castling_rank *at, unsigned *count) {
  unsigned found = at->rules->files;
  *count = 0;
  for (unsigned file = at->rules->files; file-- > 0;) {
    if (mr_fy_is_one_of(at->board[at->first + file], at->side, UINT64_C(1) << at->any->king_kind)) {
      found = file;
      ++*count;
    }
  }
  return found;
}

static bool is_partner(const castling_rank *at, unsigned file) {
  return mr_fy_is_one_of(at->board[at->first + file], at->side, at->any->partner_kinds);
}

/** The outermost partner of a king on a file; that file for none. @param wing 0: towards the last
 * file */
static unsigned find_outermost(const castling_rank *at, unsigned king, unsigned wing) {
  unsigned file = at->rules->castling_from[wing];
  if (wing == 0) {
    for (; file > king && !is_partner(at, file); file--) {
    }
    return file > king ? file : king;
  }
  for (; file < king && !is_partner(at, file); file++) {
  }
  return file < king ? file : king;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_file(const castling_rank *at, unsigned file, bool with_rank, mr_str *out) {
  mr_str_char(out, (char)((at->side == MR_FY_WHITE ? 'A' : 'a') + (int)file));
  if (with_rank) {
    mr_str_uint(out, at->first / at->rules->files + 1u);
  }
}

/** The rights of a side; the files that tell them are taken from `gates`. */
static void add_rights(const castling_rank *at, const mr_fy_state *state, unsigned *gates,
                       mr_str *out) {
  for (unsigned i = 2 * at->side; i < 2 * at->side + 2; i++) {
    const mr_fy_castling *c = mr_fy_castling_at(at->rules, state, i);
    unsigned king = c->king_from - at->first, partner = c->partner_from - at->first, kings = 0;
    if ((state->rights >> i & 1u) == 0) {
      continue;
    }
    (void)find_king(at, &kings);
    if (kings > 1 && (i % 2 == 0 || (state->rights >> (i - 1u) & 1u) == 0)) {
      add_file(at, king, king == FILE_K, out);
      *gates &= ~(1u << king);
    }
    bool outermost = i % 2 == 0 && find_outermost(at, king, 0) == partner;
    add_file(at, partner, partner == FILE_K && !outermost, out);
    *gates &= ~(1u << partner);
  }
}

/** Whether the letter of a gate, which tells no right, would be read as if it told one. */
static bool looks_like_partner(const castling_rank *at, const mr_fy_state *state, unsigned file) {
  const mr_fy_rules *rules = at->rules;
  unsigned rights = (unsigned)state->rights >> 2 * at->side & 3u;
  bool opens = false;
  if (rights != 0) {
    unsigned right = 2 * at->side + (rights & 1u ? 0 : 1);
    unsigned king = mr_fy_castling_at(rules, state, right)->king_from - at->first;
    return is_partner(at, file) && (rights >> (file < king) & 1u) == 0;
  }
  for (unsigned king = 0; king < rules->files; king++) {
    opens = opens || (((unsigned)state->gates[at->side] >> king & 1u) != 0 &&
                      mr_fy_is_one_of(at->board[at->first + king], at->side,
                                      UINT64_C(1) << at->any->king_kind));
  }
  return opens && is_partner(at, file);
}

void mr_fy_add_any_rights(const mr_fy_rules *rules, const mr_state *opaque, mr_str *out) {
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  bool none = state->rights == 0 && (state->gates[0] | state->gates[1]) == 0;
  mr_str_add(out, none ? " -" : " ");
  for (unsigned side = 0; side < 2; side++) {
    castling_rank at = rank_of(rules, opaque, side);
    unsigned gates = state->gates[side];
    add_rights(&at, state, &gates, out);
    for (unsigned file = 0; file < rules->files; file++) {
      if (gates >> file & 1u) {
        add_file(&at, file, looks_like_partner(&at, state, file), out);
      }
    }
  }
}

/* ---- reading --------------------------------------------------------------------------------- */

/** The square of who castles by a letter, and of the partner; `files` for a letter that names none
 * but the king. */
typedef struct right_letter {
  char letter;
  bool outermost; /**< one of KQkq */
  bool ranked;    /**< a rank follows */
  unsigned wing;  /**< where it is one of them */
  unsigned file;  /**< where it is not */
} right_letter;

/** One letter of the field, with the rank that may follow it. */
static mr_status read_letter(mr_reader *r, right_letter *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  char c = mr_reader_peek(r);
  bool digit = r->at + 1 < r->length && mr_text_is_digit(r->text[r->at + 1]);
  unsigned file = (unsigned)(mr_text_lower(c) - 'a');
  bool is_file = mr_text_is_letter(c) && file < rules->files;
  *out = (right_letter){.letter = c, .file = file, .wing = mr_text_lower(c) == 'q'};
  out->outermost = (mr_text_lower(c) == 'k' || mr_text_lower(c) == 'q') && !(is_file && digit);
  if (!out->outermost && !is_file) {
    return mr_reader_expected(r, "castling rights: files of partners or letters of KQkq, one for "
                                 "each direction, or -");
  }
  out->ranked = digit && is_file;
  r->at++;
  unsigned side = mr_text_is_upper(c) ? MR_FY_WHITE : MR_FY_BLACK, told = 0;
  unsigned rank = rules->castling_first[side] / rules->files + 1u;
  return digit && is_file ? mr_reader_number(r, rank, rank, "the rank of kings that castle", &told)
                          : MR_OK;
}

/** Gives the right to castle from two files; complains where it cannot be. */
static void grant(const castling_rank *at, mr_fy_state *state, char letter, const unsigned files[2],
                  mr_fy_faults *faults) {
  const mr_fy_rules *rules = at->rules;
  unsigned king = at->first + files[0], partner = at->first + files[1];
  unsigned right = 2 * at->side + (files[1] < files[0]);
  unsigned pair = mr_fy_pair_of(rules, right, king, partner);
  if (pair == rules->castling_pairs) {
    mr_fy_fault(faults, "castling right %c: there is no such castling in this game", letter);
  } else if ((unsigned)state->rights >> right & 1u) {
    mr_fy_fault(faults, "castling right %c: %s has one towards the same edge already", letter,
                mr_fy_side_names[at->side]);
  } else {
    state->rights = (uint8_t)(state->rights | 1u << right);
    state->pairs[right] = (uint8_t)pair;
  }
}

/** Takes one letter for what it means on the board. @param kings by side, the file of the king that
 * is known already */
static void take_letter(const castling_rank *at, mr_fy_state *state, const right_letter *it,
                        unsigned *kings, mr_fy_faults *faults) {
  unsigned files = at->rules->files, count = 0, first = find_king(at, &count);
  const char *owner = mr_fy_side_names[at->side];
  unsigned rank = at->first / files + 1u;
  if (count == 0) {
    mr_fy_fault(faults, "castling right %c: %s's %s is not on rank %u", it->letter, owner,
                at->rules->kinds[at->any->king_kind].name, rank);
    return;
  }
  bool names_king =
      !it->outermost && kings[at->side] == files &&
      mr_fy_is_one_of(at->board[at->first + it->file], at->side, UINT64_C(1) << at->any->king_kind);
  kings[at->side] = names_king ? it->file : kings[at->side] == files ? first : kings[at->side];
  if (names_king) {
    return;
  }
  unsigned king = kings[at->side];
  unsigned partner = it->outermost ? find_outermost(at, king, it->wing) : it->file;
  if (partner == king) {
    mr_fy_fault(faults,
                "castling right %c: nobody of %s's to castle with stands on rank %u %s the "
                "%s",
                it->letter, owner, rank, it->wing == 0 ? "right of" : "left of",
                at->rules->kinds[at->any->king_kind].name);
  } else if (!is_partner(at, partner)) {
    mr_fy_fault(faults, "castling right %c: nobody of %s's to castle with stands on %s", it->letter,
                owner, mr_fy_square(at->rules, at->first + partner).text);
  } else {
    unsigned pair[2] = {king, partner};
    grant(at, state, it->letter, pair, faults);
  }
}

/** What letters of files have told where they tell gates. */
typedef struct told_gates {
  unsigned partners[2][2]; /**< by side and wing, the file that was named first */
} told_gates;

/** Takes the letter of a file from which nobody has moved. */
static void take_gate(const castling_rank *at, mr_fy_state *state, const right_letter *it,
                      unsigned *kings, told_gates *told) {
  unsigned file = it->file;
  unsigned files = at->rules->files, count = 0, first = find_king(at, &count);
  if (kings[at->side] == files) {
    bool here =
        mr_fy_is_one_of(at->board[at->first + file], at->side, UINT64_C(1) << at->any->king_kind);
    kings[at->side] = here ? file : first;
  }
  unsigned king = kings[at->side];
  unsigned *partner = &told->partners[at->side][file < king];
  if (!it->ranked && king != files && file != king && is_partner(at, file) && *partner == files) {
    *partner = file;
  }
  state->gates[at->side] = (uint16_t)(state->gates[at->side] | 1u << file);
}

/** Gives a side the rights that its gates tell, where no letter of KQkq has told one. */
static void grant_by_gates(const castling_rank *at, mr_fy_state *state, unsigned king,
                           const told_gates *told, mr_fy_faults *faults) {
  const mr_fy_rules *rules = at->rules;
  bool enters = !rules->gating.enters || mr_fy_has_hand(rules, state, at->side);
  bool lone = (state->rights & 3u << 2 * at->side) == 0;
  bool grants = king != rules->files &&
                (!enters || (lone && ((unsigned)state->gates[at->side] >> king & 1u) != 0));
  for (unsigned wing = 0; grants && wing < 2; wing++) {
    unsigned pair[2] = {king, told->partners[at->side][wing]};
    if (pair[1] != rules->files) {
      grant(at, state, (char)('a' + (int)pair[1]), pair, faults);
    }
  }
}

static mr_status read_any_gates(mr_reader *r, mr_state *opaque, mr_fy_faults *faults) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  mr_fy_state *state = mr_fy_state_of(opaque);
  unsigned files = rules->files, kings[2] = {files, files};
  told_gates told = {{{files, files}, {files, files}}};
  while (mr_reader_more(r) && mr_reader_peek(r) != ' ') {
    right_letter it;
    size_t start = r->at;
    mr_status status = read_letter(r, &it);
    unsigned side = mr_text_is_upper(it.letter) ? MR_FY_WHITE : MR_FY_BLACK;
    castling_rank at = rank_of(rules, opaque, side);
    if (status == MR_OK && !it.outermost && ((unsigned)state->gates[side] >> it.file & 1u)) {
      r->at = start;
      return mr_reader_expected(r, "files of pieces that have not moved, each once");
    }
    if (status != MR_OK) {
      return status;
    }
    if (it.outermost) {
      take_letter(&at, state, &it, kings, faults);
    } else {
      take_gate(&at, state, &it, kings, &told);
    }
  }
  for (unsigned side = 0; side < 2; side++) {
    castling_rank at = rank_of(rules, opaque, side);
    grant_by_gates(&at, state, kings[side], &told, faults);
  }
  return MR_OK;
}

mr_status mr_fy_read_any_rights(mr_reader *r, mr_state *opaque, mr_fy_faults *faults) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  mr_fy_state *state = mr_fy_state_of(opaque);
  unsigned kings[2] = {rules->files, rules->files};
  size_t start = r->at;
  if (mr_reader_take(r, "-")) {
    return MR_OK;
  }
  if (rules->gating.on && mr_reader_more(r) && mr_reader_peek(r) != ' ') {
    return read_any_gates(r, opaque, faults);
  }
  while (mr_reader_more(r) && mr_reader_peek(r) != ' ') {
    right_letter it;
    mr_status status = read_letter(r, &it);
    if (status != MR_OK) {
      return status;
    }
    unsigned side = mr_text_is_upper(it.letter) ? MR_FY_WHITE : MR_FY_BLACK;
    castling_rank at = rank_of(rules, opaque, side);
    take_letter(&at, state, &it, kings, faults);
  }
  return r->at == start ? mr_reader_expected(r, "castling rights or -") : MR_OK;
}
