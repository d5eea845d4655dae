/*
 * Texts of states: FEN with what these games add to it. Ranks from the last one, `+` before
 * promoted pieces, hands in brackets, the side, castling, e.p., plies without progress, the move's
 * number; with split turns also the colours owed and the colours frozen. Where checks are counted
 * those left stand before the plies; those given, behind all else, are read as well. Where moves
 * are counted, as men are few, the limit stands for the e.p. square, and the count for the plies;
 * what has lost its place so stands behind the number, where it cannot be told from the rest.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

enum {
  RUN_MOST = 999, /**< as a number in a text, which may be wrong */
  NUMBER_MOST = 999999999,
  IDLE_MOST = 65535,
  COUNT_MOST = 9999,
  FIELDS_ROOM = 96,
  USUAL_CHECKS = 3 /**< to give, where a first position tells of those that were given */
};

static const char castling_letters[] = "KQkq";
static const char colour_letters[] = "dl";

/** Behind all else: the last action was a pass, or the last two were. */
static const char *const pass_words[] = {"pass", "pass-pass"};

/** Squares that a right to capture in passing is written with: two that were passed, and one on
 * which a piece stands. */
#define EP_SQUARES 3

/** A right to capture in passing as it is written. */
typedef struct ep_text {
  unsigned cells[EP_SQUARES];
  unsigned count;
  size_t at;
  size_t length;
} ep_text;

/** What is being read. */
typedef struct draft {
  mr_state *state;
  const mr_state *start; /**< NULL while the start position itself is read */
  mr_fy_faults faults;
  ep_text ep[2];
  unsigned ep_count;
  bool beside_count; /**< what is read has lost its place to the count */
  bool owes_nothing; /**< says the text: the game is over, then */
} draft;

size_t mr_fy_state_text_max(const mr_fy_rules *rules) {
  return (size_t)2 * rules->cells + rules->ranks + mr_fy_pieces_max(rules) + FIELDS_ROOM;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_rank(const mr_fy_rules *rules, const uint8_t *rank, mr_str *out) {
  unsigned empty = 0;
  for (unsigned file = 0; file < rules->files; file++) {
    empty += rank[file] == 0;
    if (empty > 0 && (rank[file] != 0 || file + 1u == rules->files)) {
      mr_str_uint(out, empty);
      empty = 0;
    }
    if (rank[file] != 0) {
      mr_fy_code_text(rules, rank[file], out);
    }
  }
}

static void add_hands(const mr_fy_rules *rules, const mr_fy_state *state, mr_str *out) {
  mr_str_char(out, '[');
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned i = 0; i < rules->hand_count; i++) {
      for (unsigned n = 0; n < state->hand[side][i]; n++) {
        mr_fy_code_text(rules, MR_FY_CODE(rules->hand_kind[i], side), out);
      }
    }
  }
  mr_str_char(out, ']');
}

/** A set as letters, "-" when it is empty. */
static void add_letters(const char *letters, unsigned set, mr_str *out) {
  mr_str_add(out, set == 0 ? " -" : " ");
  for (unsigned i = 0; letters[i] != '\0'; i++) {
    if (set >> i & 1u) {
      mr_str_char(out, letters[i]);
    }
  }
}

static void add_ep(const mr_fy_rules *rules, const mr_fy_state *state, mr_str *out) {
  const char *before = " ";
  for (unsigned c = 0; c < (rules->split ? 2u : 1u); c++) {
    const mr_fy_ep *ep = &state->ep[c];
    if (ep->passed == MR_FY_NO_CELL) {
      continue;
    }
    bool first = ep->victim < ep->passed; /* the squares are in order */
    mr_str_add(out, before);
    if (rules->passes_ep_text && first) {
      mr_fy_add_cell(rules, ep->victim, out);
    }
    mr_fy_add_cell(rules, ep->passed, out);
    if (ep->also != 0) {
      mr_fy_add_cell(rules, ep->also, out);
    }
    if (rules->passes_ep_text && !first) {
      mr_fy_add_cell(rules, ep->victim, out);
    }
    before = ",";
  }
  mr_str_add(out, before[0] == ' ' ? " -" : "");
}

/** What the count has taken the places of, where it cannot be told from the rest of the text. */
static void add_beside_count(const mr_fy_rules *rules, const mr_fy_state *state, mr_str *out) {
  if (state->idle != mr_fy_usual_idle(rules, state)) {
    mr_str_format(out, " %u", (unsigned)state->idle);
  }
  if (state->ep[0].passed != MR_FY_NO_CELL) {
    add_ep(rules, state, out);
  }
}

void mr_fy_format_state(const mr_game *base, const mr_state *opaque, mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  for (unsigned rank = rules->ranks; rank-- > 0;) {
    add_rank(rules, mr_fy_board_const(opaque) + (size_t)rank * rules->files, out);
    mr_str_add(out, rank > 0 ? "/" : "");
  }
  if (rules->drops && !rules->free_drops) {
    add_hands(rules, state, out);
  }
  mr_str_add(out, state->side == MR_FY_WHITE ? " w" : " b");
  if (rules->any_files) {
    mr_fy_add_any_rights(rules, opaque, out);
  } else if (rules->gating.on) {
    mr_fy_add_rights_and_gates(rules, state, out);
  } else {
    add_letters(castling_letters, state->rights, out);
  }
  if (state->count_limit > 0) {
    mr_str_format(out, " %u", (unsigned)state->count_limit);
  } else {
    add_ep(rules, state, out);
  }
  if (mr_fy_counts_checks(rules)) {
    mr_str_format(out, " %u+%u", (unsigned)state->checks[0], (unsigned)state->checks[1]);
  }
  /* A game that is read at the last number and played on is written with that number. */
  mr_str_format(out, " %u %u", (unsigned)(state->count_limit > 0 ? state->counted : state->idle),
                state->number < NUMBER_MOST ? (unsigned)state->number : (unsigned)NUMBER_MOST);
  if (state->count_limit > 0) {
    add_beside_count(rules, state, out);
  }
  if (rules->split) {
    add_letters(colour_letters, state->owed, out);
    add_letters(colour_letters, state->frozen, out);
  }
  if (state->passed) {
    mr_str_format(out, " %s", pass_words[state->passed > 1]);
  }
}

/* ---- reading: the board and the hands -------------------------------------------------------- */

/** A number of empty squares; of one that there cannot be it is told in which rank it stands. */
static mr_status read_run(mr_reader *r, unsigned rank, unsigned *out) {
  static const char what[] = "a run of empty squares";
  unsigned files = mr_fy_game_of(r->game)->rules.files;
  uint32_t column = mr_reader_column(r);
  mr_status status = mr_reader_number(r, 1, RUN_MOST, what, out);
  return status == MR_OK ? MR_OK
                         : mr_error_at(r->err, status, column, "rank %u: %s is from 1 to %u",
                                       rank + 1, what, files);
}

static mr_status read_rank(mr_reader *r, unsigned rank, uint8_t *row) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  unsigned file = 0;
  uint32_t over = 0; /* where it becomes too long */
  for (bool after_run = false;;) {
    char c = mr_reader_peek(r);
    uint32_t column = mr_reader_column(r);
    unsigned run = 1, code = 0;
    mr_status status = MR_OK;
    if (mr_text_is_letter(c) || c == '+') {
      status = mr_fy_read_code(r, &code);
    } else if (c == '*') {
      code = MR_FY_WALL;
      r->at++;
    } else if (mr_text_is_digit(c) && !after_run) {
      status = read_run(r, rank, &run);
    } else {
      break;
    }
    if (status != MR_OK) {
      return status;
    }
    over = over == 0 && file + run > rules->files ? column : over;
    if (over == 0) {
      row[file] = (uint8_t)code;
    }
    file += run;
    after_run = code == 0;
  }
  char c = mr_reader_peek(r);
  if (file == rules->files) {
    return MR_OK;
  }
  if (!mr_reader_more(r) || c == '/' || c == '[' || c == ' ') {
    return mr_error_at(r->err, MR_ERR_SYNTAX, over > 0 ? over : mr_reader_column(r),
                       "rank %u has %u square%s, %u are needed", rank + 1, file,
                       mr_text_plural(file), (unsigned)rules->files);
  }
  return mr_reader_expected(r, "a piece or a run of empty squares");
}

static mr_status read_board(mr_reader *r, uint8_t *board) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  for (unsigned rank = rules->ranks; rank-- > 0;) {
    mr_status status = read_rank(r, rank, board + (size_t)rank * rules->files);
    if (status != MR_OK) {
      return status;
    }
    if (rank > 0 && !mr_reader_take(r, "/")) {
      return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r),
                         "expected '/' and rank %u: the board has %u ranks", rank,
                         (unsigned)rules->ranks);
    }
  }
  if (mr_reader_peek(r) == '/') {
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r), "the board has only %u ranks",
                       (unsigned)rules->ranks);
  }
  return MR_OK;
}

static mr_status read_hands(mr_reader *r, mr_fy_state *state, mr_fy_faults *faults) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  if (!mr_reader_take(r, "[")) {
    return MR_OK;
  }
  bool none = mr_reader_take(r, "-");
  while (!none && (mr_reader_peek(r) == '+' || mr_text_is_letter(mr_reader_peek(r)))) {
    unsigned code = 0;
    mr_status status = mr_fy_read_code(r, &code);
    if (status != MR_OK) {
      return status;
    }
    const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
    uint8_t *held = &state->hand[MR_FY_SIDE(code)][kind->hand];
    if (rules->free_drops) {
      mr_fy_fault(faults, "%s is in no hand: with freeDrops there are none", kind->name);
    } else if (!kind->droppable || !rules->drops) {
      mr_fy_fault(faults, "%s is never in a hand", kind->name);
    } else if (*held == UINT8_MAX) {
      mr_fy_fault(faults, "there is no room for one more %s in a hand", kind->name);
    } else {
      ++*held;
    }
  }
  return mr_reader_char(r, ']', "']' after the hands");
}

/* ---- reading: the fields --------------------------------------------------------------------- */

static mr_status read_side(mr_reader *r, draft *d) {
  char c = mr_reader_peek(r);
  if (c != 'w' && c != 'b') {
    return mr_reader_expected(r, "the side to move, w or b");
  }
  mr_fy_state_of(d->state)->side = c == 'b' ? MR_FY_BLACK : MR_FY_WHITE;
  r->at++;
  return MR_OK;
}

/** A set as letters, each once, or `-`. @param none for the complaint that there are none */
static mr_status read_letters(mr_reader *r, const char *letters, const char *what, const char *none,
                              uint8_t *out) {
  unsigned set = 0;
  bool empty = mr_reader_take(r, "-");
  for (; !empty && mr_reader_more(r) && mr_reader_peek(r) != ' '; r->at++) {
    const char *letter = strchr(letters, mr_reader_peek(r));
    if (letter == NULL || *letter == '\0' || set >> (letter - letters) & 1u) {
      return mr_reader_expected(r, what);
    }
    set |= 1u << (letter - letters);
  }
  *out = (uint8_t)set;
  return empty || set != 0 ? MR_OK : mr_reader_expected(r, none);
}

static mr_status read_rights(mr_reader *r, draft *d) {
  if (mr_fy_game_of(r->game)->rules.any_files) {
    return mr_fy_read_any_rights(r, d->state, &d->faults);
  }
  if (mr_fy_game_of(r->game)->rules.gating.on) {
    return mr_fy_read_rights_and_gates(r, mr_fy_state_of(d->state));
  }
  return read_letters(r, castling_letters, "castling rights: letters of KQkq, each once, or -",
                      "castling rights or -", &mr_fy_state_of(d->state)->rights);
}

/** Rights to capture in passing as they are written; which square is which is seen later. */
static mr_status read_ep(mr_reader *r, draft *d) {
  mr_fy_state *state = mr_fy_state_of(d->state);
  unsigned limit = 0;
  if (mr_text_is_digit(mr_reader_peek(r)) && state->count_limit == 0) {
    mr_status found = mr_reader_number(r, 0, COUNT_MOST, "the limit of the count", &limit);
    state->count_limit = (uint16_t)limit;
    return found;
  }
  unsigned most = mr_fy_game_of(r->game)->rules.split ? 2 : 1;
  mr_status status = MR_OK;
  if (mr_reader_take(r, "-")) {
    return MR_OK;
  }
  do {
    ep_text *ep = &d->ep[d->ep_count++];
    *ep = (ep_text){.at = r->at};
    do {
      status = mr_fy_read_cell(r, &ep->cells[ep->count++]);
    } while (status == MR_OK && ep->count < EP_SQUARES && mr_text_is_letter(mr_reader_peek(r)));
    ep->length = r->at - ep->at;
  } while (status == MR_OK && d->ep_count < most && mr_reader_take(r, ","));
  return status;
}

static mr_status read_counted(mr_reader *r, draft *d) {
  mr_fy_state *state = mr_fy_state_of(d->state);
  unsigned counted = 0;
  mr_status status = mr_reader_number(r, 0, COUNT_MOST, "the number of plies counted", &counted);
  state->counted = (uint16_t)counted;
  state->idle = mr_fy_usual_idle(&mr_fy_game_of(r->game)->rules, state);
  return status;
}

static mr_status read_idle(mr_reader *r, draft *d) {
  if (mr_fy_state_of(d->state)->count_limit > 0 && !d->beside_count) {
    return read_counted(r, d);
  }
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  bool bound = rules->idle_limit > 0 && rules->idle_limit < IDLE_MOST;
  bool checked = rules->chase.on; /* too many checks do not count for the limit */
  unsigned most = bound && !checked ? rules->idle_limit : IDLE_MOST, idle = 0;
  mr_status status = mr_reader_number(r, 0, most, "the number of plies without progress", &idle);
  mr_fy_state_of(d->state)->idle = (uint16_t)idle;
  return status;
}

static mr_status read_move_number(mr_reader *r, draft *d) {
  unsigned number = 1;
  mr_status status = mr_reader_number(r, 1, NUMBER_MOST, "the number of the move", &number);
  mr_fy_state_of(d->state)->number = number;
  return status;
}

/* ---- reading: checks ------------------------------------------------------------------------- */

bool mr_fy_read_checks(const char *word, size_t length, const uint8_t *most, uint8_t *out) {
  bool given = length == 4 && word[0] == '+'; /* +1+0: as other programs write it */
  const char *first = word + given;
  if ((length != 3 && !given) || !mr_text_is_digit(first[0]) || first[1] != '+' ||
      !mr_text_is_digit(first[2])) {
    return false;
  }
  for (unsigned side = 0; side < 2; side++) {
    unsigned number = (unsigned)(first[2 * side] - '0');
    unsigned left = number < most[side] ? most[side] - number : 0;
    out[side] = (uint8_t)(given ? left : number);
  }
  return true;
}

void mr_fy_find_checks(const char *text, size_t length, uint8_t *out) {
  static const uint8_t usual[2] = {USUAL_CHECKS, USUAL_CHECKS};
  out[0] = out[1] = 1;
  for (size_t at = 0, end = 0; at < length; at = end + 1) {
    for (end = at; end < length && text[end] != ' ' && text[end] != '\n'; end++) {
    }
    if (at > 0 && mr_fy_read_checks(text + at, end - at, usual, out)) {
      return;
    }
  }
}

/** Takes the checks at the reader, if they stand there; complains where they cannot. */
static bool take_checks(mr_reader *r, draft *d, mr_status *status) {
  static const uint8_t usual[2] = {USUAL_CHECKS, USUAL_CHECKS};
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  const uint8_t *most = d->start == NULL ? usual : rules->checks;
  const char *word = r->text + r->at;
  size_t length = 0;
  while (r->at + length < r->length && word[length] != ' ') {
    length++;
  }
  bool counted = mr_fy_counts_checks(rules);
  bool found = counted && mr_fy_read_checks(word, length, most, mr_fy_state_of(d->state)->checks);
  if (counted && !found && memchr(word, '+', length) != NULL) {
    *status = mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r),
                          "expected the checks left to give, such as 3+3: at most %d each",
                          MR_FY_CHECKS_MAX);
  } else if (!found && memchr(word, '+', length) != NULL) {
    *status = mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r),
                          "no checks are counted here: that needs checkCounting = true");
  }
  r->at += found ? length : 0;
  return found;
}

/** Goes on to the next field. @return whether there is one */
static bool next_field(mr_reader *r, mr_status *status) {
  if (*status != MR_OK || !mr_reader_more(r)) {
    return false;
  }
  *status = mr_reader_char(r, ' ', "a space");
  return *status == MR_OK;
}

/** A turn that begins: one move on each live colour on which there are pieces (CB-6, CB-21). */
static void owe(const mr_fy_game *game, const draft *d) {
  const mr_fy_rules *rules = &game->rules;
  mr_fy_state *state = mr_fy_state_of(d->state);
  state->owed = (uint8_t)(mr_fy_colours_of(game, d->state, state->side) & ~(unsigned)state->frozen);
  bool first = d->start == NULL ||
               memcmp(mr_fy_board_const(d->start), mr_fy_board_const(d->state), rules->cells) == 0;
  if (rules->split_first_dark && first && state->number == 1 && state->side == MR_FY_WHITE) {
    state->owed &= 1u;
  }
}

static mr_status read_split(mr_reader *r, draft *d) {
  static const char owed[] = "the colours on which a move is owed: d, l, dl or -";
  static const char frozen[] = "the frozen colours: -, d, l or dl";
  mr_fy_state *state = mr_fy_state_of(d->state);
  mr_status status = MR_OK;
  bool told = next_field(r, &status);
  if (told) {
    status = read_letters(r, colour_letters, owed, owed, &state->owed);
  }
  if (next_field(r, &status)) {
    status = read_letters(r, colour_letters, frozen, frozen, &state->frozen);
  }
  d->owes_nothing = told && status == MR_OK && state->owed == 0;
  if (state->owed == 0) {
    owe(mr_fy_game_of(r->game), d);
  }
  return status;
}

/** Where a side may pass: whether one, or both, have just done so. */
static mr_status read_passed(mr_reader *r, draft *d) {
  mr_status status = MR_OK;
  if (next_field(r, &status)) {
    bool both = mr_reader_take(r, pass_words[1]);
    if (!both && !mr_reader_take(r, pass_words[0])) {
      return mr_reader_expected(r, "pass, pass-pass or the end");
    }
    mr_fy_state_of(d->state)->passed = both ? 2 : 1;
  }
  return status;
}

/** Reads what stands behind the rest where moves are counted: add_beside_count. */
static mr_status read_beside_count(mr_reader *r, draft *d) {
  mr_fy_state *state = mr_fy_state_of(d->state);
  mr_status status = MR_OK;
  d->beside_count = true;
  bool more = next_field(r, &status);
  if (more && mr_text_is_digit(mr_reader_peek(r))) {
    status = read_idle(r, d);
    state->idle = mr_fy_idle_while_counting(&mr_fy_game_of(r->game)->rules, state, state->idle);
    more = next_field(r, &status);
  }
  if (more && !mr_text_is_letter(mr_reader_peek(r))) {
    return mr_reader_expected(r, "a square for a capture in passing, or the end");
  }
  return more ? read_ep(r, d) : status;
}

static mr_status read_fields(mr_reader *r, draft *d) {
  static mr_status (*const readers[])(mr_reader *, draft *) = {read_side, read_rights, read_ep,
                                                               read_idle, read_move_number};
  enum { RIGHTS = 1, EP = 2, IDLE = 3 };
  bool counts = mr_fy_counts_moves(&mr_fy_game_of(r->game)->rules);
  mr_status status = MR_OK;
  for (size_t i = 0; i < sizeof readers / sizeof *readers && next_field(r, &status); i++) {
    /* `w 0 1` is `w - - 0 1` in the dialect of variants.ini. */
    bool left_out = i >= RIGHTS && i < (counts ? EP : IDLE) && mr_text_is_digit(mr_reader_peek(r));
    i = left_out ? IDLE : i;
    if (i == IDLE && take_checks(r, d, &status) && !next_field(r, &status)) {
      break;
    }
    status = status == MR_OK ? readers[i](r, d) : status;
  }
  bool counted = mr_fy_counts_checks(&mr_fy_game_of(r->game)->rules);
  if (!counted && memchr(r->text + r->at, '+', r->length - r->at) != NULL &&
      next_field(r, &status)) {
    (void)take_checks(r, d, &status); /* it says why they cannot stand there */
  }
  const uint8_t *passing = mr_fy_game_of(r->game)->rules.passing;
  bool may_pass = (passing[0] | passing[1]) != MR_FY_NEVER;
  bool passed = may_pass && r->at + 1 < r->length && r->text[r->at + 1] == pass_words[0][0];
  bool counting = mr_fy_state_of(d->state)->count_limit > 0;
  bool given = !passed && (!counting || (r->length - r->at > 1 && r->text[r->at + 1] == '+'));
  if (counted && given && next_field(r, &status) && !take_checks(r, d, &status) &&
      status == MR_OK) {
    status = mr_reader_expected(r, "the checks given, such as +0+0, or the end");
  }
  if (status == MR_OK && counting) {
    status = read_beside_count(r, d);
  }
  if (status == MR_OK && mr_fy_game_of(r->game)->rules.split) {
    status = read_split(r, d);
  }
  if (status == MR_OK && may_pass) {
    status = read_passed(r, d);
  }
  return status == MR_OK ? mr_reader_end(r) : status;
}

/* ---- reading: what it means ------------------------------------------------------------------ */

/** The right that a text gives: empty squares were passed, by who stands on the other, or by the
 * one piece that can have. A text with more than that means none. */
static mr_fy_ep meaning_of(const mr_fy_game *game, const mr_state *state, const ep_text *text) {
  const mr_fy_ep none = {MR_FY_NO_CELL, MR_FY_NO_CELL, 0};
  mr_fy_ep ep = none;
  for (unsigned i = 0; i < text->count; i++) {
    unsigned cell = text->cells[i];
    bool stands = mr_fy_board_const(state)[cell] != 0;
    if (stands ? ep.victim != MR_FY_NO_CELL : ep.also != 0 || ep.passed == cell) {
      return none;
    }
    if (stands) {
      ep.victim = (uint16_t)cell;
    } else {
      mr_fy_ep_add(&ep, cell);
    }
  }
  for (unsigned cell = 0; ep.victim == MR_FY_NO_CELL && cell < game->rules.cells; cell++) {
    mr_fy_ep by = {ep.passed, (uint16_t)cell, ep.also};
    ep = mr_fy_ep_possible(game, state, by) ? by : ep;
  }
  return ep;
}

static void take_ep(mr_reader *r, draft *d, const ep_text *text) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  mr_fy_state *state = mr_fy_state_of(d->state);
  mr_fy_ep ep = meaning_of(mr_fy_game_of(r->game), d->state, text);
  unsigned c = rules->split ? mr_fy_colour(rules, ep.passed) : 0;
  if (!mr_fy_ep_possible(mr_fy_game_of(r->game), d->state, ep)) {
    mr_fy_fault(&d->faults, "'%.*s' is no right to capture in passing: no piece can have made it",
                (int)text->length, r->text + text->at);
  } else if (state->ep[c].passed != MR_FY_NO_CELL || ((unsigned)state->frozen >> c & 1u)) {
    mr_fy_fault(&d->faults, "'%.*s' is one right to capture in passing too many", (int)text->length,
                r->text + text->at);
  } else {
    state->ep[c] = ep;
  }
}

/** Checks what has been read, and makes the rest of the state. */
static mr_status check_position(mr_reader *r, draft *d) {
  const mr_fy_game *game = mr_fy_game_of(r->game);
  mr_fy_state *state = mr_fy_state_of(d->state);
  mr_fy_check_state(game, d->state, d->start, &d->faults);
  for (unsigned i = 0; i < d->ep_count; i++) {
    take_ep(r, d, &d->ep[i]);
  }
  if (mr_fy_check_royals(game, d->state, d->start, &d->faults)) {
    unsigned side = state->side;
    uint32_t number = state->number;
    uint16_t idle = state->idle;
    game->core->derive(game, d->state); /* where nothing is owed, as if the turn began */
    mr_fy_check_last_royal(game, d->state, d->start, &d->faults);
    if (d->owes_nothing && state->winner == MR_FY_UNDECIDED) {
      mr_fy_fault(&d->faults, "%s owes a move: '-' is for games that are over",
                  mr_fy_side_names[side]);
    } else if (d->owes_nothing) {
      /* Turns that were passed at the end were counted already. */
      state->number = number;
      state->idle = idle;
    }
  }
  mr_status status = mr_fy_faults_status(&d->faults, r->err);
  if (status == MR_OK) {
    game->core->trim_ep(game, d->state);
  }
  return status;
}

static mr_status read_state(mr_reader *r, draft *d) {
  mr_fy_state *state = mr_fy_state_of(d->state);
  mr_fy_faults_init(&d->faults);
  state->ep[0] = state->ep[1] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL, 0};
  state->number = 1;
  state->winner = MR_FY_UNDECIDED;
  if (mr_fy_counts_checks(&mr_fy_game_of(r->game)->rules)) {
    state->checks[0] = state->checks[1] = 1; /* as in the dialect: the next check wins */
  }
  mr_status status = read_board(r, mr_fy_board(d->state));
  if (status == MR_OK) {
    status = read_hands(r, state, &d->faults);
  }
  if (status == MR_OK) {
    status = read_fields(r, d);
  }
  return status != MR_OK ? status : check_position(r, d);
}

mr_status mr_fy_parse_board(const mr_game *base, const char *text, size_t length, mr_error *err) {
  uint8_t board[MR_FY_CELLS_MAX];
  mr_reader r = mr_reader_over(base, text, length, err);
  return read_board(&r, board);
}

mr_status mr_fy_parse_state(const mr_game *base, const char *text, size_t length, mr_state *out,
                            mr_error *err) {
  const mr_fy_game *game = mr_fy_game_of(base);
  mr_reader r = mr_reader_over(&game->base, text, length, err);
  draft d = {0};
  /* The start position itself is read before there is one to compare with. */
  d.start = game->base.start == out ? NULL : game->base.start;
  /* Read aside, so that a text that is refused leaves the caller's state as it was. */
  d.state = mr_state_new(base, game->base.allocator);
  if (d.state == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory to read a state");
  }
  mr_status status = read_state(&r, &d);
  if (status == MR_OK) {
    mr_state_copy(base, out, d.state);
  }
  mr_state_free(base, game->base.allocator, d.state);
  return status;
}
