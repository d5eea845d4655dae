/*
 * Texts of states: FEN with what these games add to it. Ranks from the last one, `+` before
 * promoted pieces, hands in brackets, the side, castling, e.p., plies without progress, the move's
 * number; with split turns also the colours owed and the colours frozen.
 */
#include "base/text.h"
#include "rules/fairy/text/texts.h"

enum { NUMBER_MOST = 999999999, IDLE_MOST = 65535, FIELDS_ROOM = 96 };

static const char castling_letters[4] = {'K', 'Q', 'k', 'q'};
static const char colour_letters[2] = {'d', 'l'};

/** A right to capture in passing as it is written; `second` may be MR_FY_NO_CELL. */
typedef struct ep_text {
  unsigned first;
  unsigned second;
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
  bool owes_nothing; /**< says the text: the game is over, then */
} draft;

unsigned mr_fy_pieces_max(const mr_fy_rules *rules) {
  unsigned most = 2 * rules->cells;
  return most < UINT8_MAX ? most : UINT8_MAX;
}

size_t mr_fy_state_text_max(const mr_fy_rules *rules) {
  return (size_t)2 * rules->cells + rules->ranks + mr_fy_pieces_max(rules) + FIELDS_ROOM;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void add_rank(const mr_fy_rules *rules, const uint8_t *rank, mr_str *out) {
  unsigned empty = 0;
  for (unsigned file = 0; file < rules->files; file++) {
    if (rank[file] == 0) {
      empty++;
      continue;
    }
    if (empty > 0) {
      mr_str_uint(out, empty);
    }
    empty = 0;
    mr_fy_code_text(rules, rank[file], out);
  }
  if (empty > 0) {
    mr_str_uint(out, empty);
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

static void add_rights(const mr_fy_state *state, mr_str *out) {
  mr_str_add(out, state->rights == 0 ? " -" : " ");
  for (unsigned i = 0; i < 4; i++) {
    if (state->rights >> i & 1u) {
      mr_str_char(out, castling_letters[i]);
    }
  }
}

static void add_ep_pair(const mr_fy_rules *rules, mr_fy_ep ep, mr_str *out) {
  unsigned first = ep.passed < ep.victim ? ep.passed : ep.victim;
  unsigned second = ep.passed < ep.victim ? ep.victim : ep.passed;
  if (!rules->passes_ep_text) {
    mr_fy_add_cell(rules, ep.passed, out);
    return;
  }
  mr_fy_add_cell(rules, first, out);
  mr_fy_add_cell(rules, second, out);
}

static void add_ep(const mr_fy_rules *rules, const mr_fy_state *state, mr_str *out) {
  bool some = false;
  mr_str_char(out, ' ');
  for (unsigned c = 0; c < (rules->split ? 2u : 1u); c++) {
    if (state->ep[c].passed == MR_FY_NO_CELL) {
      continue;
    }
    if (some) {
      mr_str_char(out, ',');
    }
    add_ep_pair(rules, state->ep[c], out);
    some = true;
  }
  if (!some) {
    mr_str_char(out, '-');
  }
}

static void add_colours(unsigned colours, mr_str *out) {
  mr_str_add(out, colours == 0 ? " -" : " ");
  for (unsigned c = 0; c < 2; c++) {
    if (colours >> c & 1u) {
      mr_str_char(out, colour_letters[c]);
    }
  }
}

void mr_fy_format_state(const mr_game *base, const mr_state *opaque, mr_str *out) {
  const mr_fy_rules *rules = &mr_fy_game_of(base)->rules;
  const mr_fy_state *state = mr_fy_state_of_const(opaque);
  for (unsigned rank = rules->ranks; rank-- > 0;) {
    add_rank(rules, mr_fy_board_const(opaque) + (size_t)rank * rules->files, out);
    if (rank > 0) {
      mr_str_char(out, '/');
    }
  }
  if (rules->drops) {
    add_hands(rules, state, out);
  }
  mr_str_add(out, state->side == MR_FY_WHITE ? " w" : " b");
  add_rights(state, out);
  add_ep(rules, state, out);
  /* A game that is read at the last number and played on is written with that number. */
  mr_str_format(out, " %u %u", (unsigned)state->idle,
                state->number < NUMBER_MOST ? (unsigned)state->number : (unsigned)NUMBER_MOST);
  if (rules->split) {
    add_colours(state->owed, out);
    add_colours(state->frozen, out);
  }
}

/* ---- reading: the board and the hands -------------------------------------------------------- */

static mr_status read_run(mr_reader *r, unsigned rank, unsigned *file) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  size_t begin = r->at;
  unsigned run = 0;
  mr_status status = mr_reader_number(r, 1, 999, "a run of empty squares", &run);
  if (status == MR_OK && run > rules->files - *file) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1,
                       "rank %u has more than %u squares", rank + 1, (unsigned)rules->files);
  }
  *file += run;
  return status;
}

static mr_status read_man(mr_reader *r, unsigned rank, unsigned *file, uint8_t *board) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  size_t begin = r->at;
  unsigned code = MR_FY_WALL;
  mr_status status = MR_OK;
  if (mr_reader_peek(r) == '*') {
    r->at++;
  } else {
    status = mr_fy_read_code(r, &code);
  }
  if (status == MR_OK && *file == rules->files) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)begin + 1,
                       "rank %u has more than %u squares", rank + 1, (unsigned)rules->files);
  }
  if (status == MR_OK) {
    board[(size_t)rank * rules->files + *file] = (uint8_t)code;
    ++*file;
  }
  return status;
}

static mr_status read_rank(mr_reader *r, unsigned rank, bool walls, uint8_t *board) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  unsigned file = 0;
  for (bool after_run = false;;) {
    char c = mr_reader_peek(r);
    mr_status status = MR_OK;
    if (mr_text_is_letter(c) || c == '+' || (walls && c == '*')) {
      status = read_man(r, rank, &file, board);
      after_run = false;
    } else if (mr_text_is_digit(c) && !after_run) {
      status = read_run(r, rank, &file);
      after_run = true;
    } else if (file == rules->files) {
      return MR_OK;
    } else if (!mr_reader_more(r) || c == '/' || c == '[' || c == ' ') {
      return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r),
                         "rank %u has %u squares, %u are needed", rank + 1, file,
                         (unsigned)rules->files);
    } else {
      return mr_reader_expected(r, "a piece or a run of empty squares");
    }
    if (status != MR_OK) {
      return status;
    }
  }
}

static mr_status read_board(mr_reader *r, bool walls, uint8_t *board) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  for (unsigned rank = rules->ranks; rank-- > 0;) {
    mr_status status = read_rank(r, rank, walls, board);
    if (status != MR_OK) {
      return status;
    }
    if (rank > 0 && mr_reader_peek(r) != '/') {
      return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r),
                         "expected '/' and rank %u: the board has %u ranks", rank,
                         (unsigned)rules->ranks);
    }
    r->at += rank > 0;
  }
  if (mr_reader_peek(r) == '/') {
    return mr_error_at(r->err, MR_ERR_SYNTAX, mr_reader_column(r), "the board has only %u ranks",
                       (unsigned)rules->ranks);
  }
  return MR_OK;
}

static mr_status read_held(mr_reader *r, mr_fy_state *state, mr_fy_faults *faults) {
  const mr_fy_rules *rules = &mr_fy_game_of(r->game)->rules;
  unsigned code = 0;
  mr_status status = mr_fy_read_code(r, &code);
  if (status != MR_OK) {
    return status;
  }
  const mr_fy_kind *kind = &rules->kinds[MR_FY_KIND(code)];
  uint8_t *held = &state->hand[MR_FY_SIDE(code)][kind->hand];
  if (!kind->droppable || !rules->drops) {
    mr_fy_fault(faults, "%s is never in a hand", kind->name);
  } else if (*held == UINT8_MAX) {
    mr_fy_fault(faults, "there is no room for one more %s in a hand", kind->name);
  } else {
    ++*held;
  }
  return MR_OK;
}

static mr_status read_hands(mr_reader *r, mr_fy_state *state, mr_fy_faults *faults) {
  if (mr_reader_peek(r) != '[') {
    return MR_OK;
  }
  r->at++;
  if (mr_reader_peek(r) == '-') {
    r->at++;
  } else {
    while (mr_reader_peek(r) == '+' || mr_text_is_letter(mr_reader_peek(r))) {
      mr_status status = read_held(r, state, faults);
      if (status != MR_OK) {
        return status;
      }
    }
  }
  if (mr_reader_peek(r) != ']') {
    return mr_reader_expected(r, "']' after the hands");
  }
  r->at++;
  return MR_OK;
}

/* ---- reading: the fields --------------------------------------------------------------------- */

static mr_status read_side(mr_reader *r, mr_fy_state *state) {
  char c = mr_reader_peek(r);
  if (c != 'w' && c != 'b') {
    return mr_reader_expected(r, "the side to move, w or b");
  }
  state->side = c == 'b' ? MR_FY_BLACK : MR_FY_WHITE;
  r->at++;
  return MR_OK;
}

static mr_status read_rights(mr_reader *r, mr_fy_state *state) {
  size_t begin = r->at;
  if (mr_reader_peek(r) == '-') {
    r->at++;
    return MR_OK;
  }
  for (; mr_reader_more(r) && mr_reader_peek(r) != ' '; r->at++) {
    unsigned i = 0;
    while (i < 4 && castling_letters[i] != mr_reader_peek(r)) {
      i++;
    }
    if (i == 4 || (unsigned)state->rights >> i & 1u) {
      return mr_reader_expected(r, "castling rights: letters of KQkq, each once, or -");
    }
    state->rights = (uint8_t)(state->rights | 1u << i);
  }
  return r->at > begin ? MR_OK : mr_reader_expected(r, "castling rights or -");
}

/** One right to capture in passing as it is written; which square is which is seen later. */
static mr_status read_ep_pair(mr_reader *r, draft *d) {
  ep_text *ep = &d->ep[d->ep_count];
  *ep = (ep_text){0, MR_FY_NO_CELL, r->at, 0};
  mr_status status = mr_fy_read_cell(r, &ep->first);
  if (status == MR_OK && mr_text_is_letter(mr_reader_peek(r))) {
    status = mr_fy_read_cell(r, &ep->second);
  }
  ep->length = r->at - ep->at;
  d->ep_count++;
  return status;
}

static mr_status read_ep(mr_reader *r, draft *d) {
  if (mr_reader_peek(r) == '-') {
    r->at++;
    return MR_OK;
  }
  mr_status status = read_ep_pair(r, d);
  if (status == MR_OK && mr_fy_game_of(r->game)->rules.split && mr_reader_peek(r) == ',') {
    r->at++;
    status = read_ep_pair(r, d);
  }
  return status;
}

static mr_status read_idle(mr_reader *r, mr_fy_state *state) {
  unsigned limit = mr_fy_game_of(r->game)->rules.idle_limit, idle = 0;
  mr_status status = mr_reader_number(r, 0, limit > 0 && limit < IDLE_MOST ? limit : IDLE_MOST,
                                      "the number of plies without progress", &idle);
  state->idle = (uint16_t)idle;
  return status;
}

static mr_status read_move_number(mr_reader *r, mr_fy_state *state) {
  unsigned number = 1;
  mr_status status = mr_reader_number(r, 1, NUMBER_MOST, "the number of the move", &number);
  state->number = number;
  return status;
}

static mr_status read_colours(mr_reader *r, const char *what, uint8_t *out) {
  unsigned colours = 0;
  if (mr_reader_peek(r) == '-') {
    r->at++;
    *out = 0;
    return MR_OK;
  }
  for (; mr_reader_more(r) && mr_reader_peek(r) != ' '; r->at++) {
    unsigned c = mr_reader_peek(r) == colour_letters[1];
    if (mr_reader_peek(r) != colour_letters[c] || colours >> c & 1u) {
      return mr_reader_expected(r, what);
    }
    colours |= 1u << c;
  }
  *out = (uint8_t)colours;
  return colours != 0 ? MR_OK : mr_reader_expected(r, what);
}

/** Goes on to the next field. @return whether there is one */
static bool next_field(mr_reader *r, mr_status *status) {
  if (*status != MR_OK || !mr_reader_more(r)) {
    return false;
  }
  if (mr_reader_peek(r) != ' ') {
    *status = mr_reader_expected(r, "a space");
    return false;
  }
  r->at++;
  return true;
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
  mr_fy_state *state = mr_fy_state_of(d->state);
  mr_status status = MR_OK;
  bool told = next_field(r, &status);
  if (told) {
    status = read_colours(r, "the colours on which a move is owed: d, l, dl or -", &state->owed);
  }
  if (next_field(r, &status)) {
    status = read_colours(r, "the frozen colours: -, d, l or dl", &state->frozen);
  }
  d->owes_nothing = told && status == MR_OK && state->owed == 0;
  if (state->owed == 0) {
    owe(mr_fy_game_of(r->game), d);
  }
  return status;
}

static mr_status read_fields(mr_reader *r, draft *d) {
  mr_fy_state *state = mr_fy_state_of(d->state);
  mr_status status = MR_OK;
  if (next_field(r, &status)) {
    status = read_side(r, state);
  }
  if (next_field(r, &status)) {
    status = read_rights(r, state);
  }
  if (next_field(r, &status)) {
    status = read_ep(r, d);
  }
  if (next_field(r, &status)) {
    status = read_idle(r, state);
  }
  if (next_field(r, &status)) {
    status = read_move_number(r, state);
  }
  if (status == MR_OK && mr_fy_game_of(r->game)->rules.split) {
    status = read_split(r, d);
  }
  if (status == MR_OK && mr_reader_more(r)) {
    status = mr_reader_expected(r, "the end");
  }
  return status;
}

/* ---- reading: what it means ------------------------------------------------------------------ */

/** The right that a text gives; a lone passed square was passed by the one piece that can have. */
static mr_fy_ep meaning_of(const mr_fy_game *game, const mr_state *state, const ep_text *text) {
  mr_fy_ep ep = {(uint16_t)text->first, (uint16_t)text->second};
  if (text->second != MR_FY_NO_CELL) {
    return mr_fy_board_const(state)[text->first] == 0 ? ep : (mr_fy_ep){ep.victim, ep.passed};
  }
  for (unsigned cell = 0; cell < game->rules.cells; cell++) {
    ep.victim = (uint16_t)cell;
    if (mr_fy_ep_possible(game, state, ep)) {
      break;
    }
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

/** Makes the rest of the state. Where nothing is owed, the turn is judged as one that begins. */
static void complete_state(const mr_fy_game *game, draft *d) {
  mr_fy_state *state = mr_fy_state_of(d->state);
  unsigned side = state->side;
  uint32_t number = state->number;
  uint16_t idle = state->idle;
  game->core->derive(game, d->state);
  if (d->owes_nothing && state->winner == MR_FY_UNDECIDED) {
    mr_fy_fault(&d->faults, "%s owes a move: '-' is for games that are over",
                mr_fy_side_names[side]);
  } else if (d->owes_nothing) {
    /* Turns that were passed at the end were counted already. */
    state->number = number;
    state->idle = idle;
  }
}

static mr_status check_position(mr_reader *r, draft *d) {
  const mr_fy_game *game = mr_fy_game_of(r->game);
  mr_fy_check_pieces(game, d->state, d->start, &d->faults);
  mr_fy_check_rights(game, d->state, &d->faults);
  mr_fy_check_turn(game, d->state, &d->faults);
  for (unsigned i = 0; i < d->ep_count; i++) {
    take_ep(r, d, &d->ep[i]);
  }
  if (mr_fy_check_royals(game, d->state, d->start, &d->faults)) {
    complete_state(game, d);
  }
  mr_status status = mr_fy_faults_status(&d->faults, r->err);
  if (status == MR_OK) {
    game->core->trim_ep(game, d->state);
  }
  return status;
}

static mr_status read_state(mr_reader *r, draft *d) {
  mr_fy_state *state = mr_fy_state_of(d->state);
  bool walls = d->start == NULL || memchr(mr_fy_board_const(d->start), MR_FY_WALL,
                                          mr_fy_game_of(r->game)->rules.cells) != NULL;
  mr_fy_faults_init(&d->faults);
  state->ep[0] = state->ep[1] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL};
  state->number = 1;
  state->winner = MR_FY_UNDECIDED;
  mr_status status = read_board(r, walls, mr_fy_board(d->state));
  if (status == MR_OK) {
    status = read_hands(r, state, &d->faults);
  }
  if (status == MR_OK) {
    status = read_fields(r, d);
  }
  return status != MR_OK ? status : check_position(r, d);
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
