#include "base/text.h"
#include "rules/warlord/warlord.h"

/* ---- actions --------------------------------------------------------------------------------- */

/* Whether the end of the turn would be a pass. */
static bool would_pass(const mr_wl_game *game, const mr_wl_state *state) {
  return state->head.activations == 0 && state->head.member + 1u == game->members;
}

void mr_wl_format_action(const mr_game *base, const mr_state *opaque, mr_action action,
                         mr_str *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  unsigned from = mr_wl_action_from(action), to = mr_wl_action_to(action);
  switch (mr_wl_action_kind_of(action)) {
  case MR_WL_ACT_MOVE:
    mr_str_format(out, "%s%c%s", mr_wl_name_cell(game, from).text,
                  mr_wl_unit_of(mr_wl_squares_const(game, state)[to]) ? 'x' : '-',
                  mr_wl_name_cell(game, to).text);
    break;
  case MR_WL_ACT_EXCHANGE:
    mr_str_format(out, "%s<>%s", mr_wl_name_cell(game, from).text, mr_wl_name_cell(game, to).text);
    break;
  case MR_WL_ACT_END:
    mr_str_add(out, would_pass(game, state) ? "--" : ".");
    break;
  case MR_WL_ACT_PLACE:
    mr_str_format(out, "%c@%s", mr_wl_letter_of_piece(mr_wl_piece(state->head.side, from)),
                  mr_wl_name_cell(game, to).text);
    break;
  case MR_WL_ACT_COMMIT:
    mr_str_add(out, "commit");
    break;
  case MR_WL_ACT_LOTS:
    mr_str_add(out, from == MR_WL_WHITE ? "white" : "black");
    break;
  }
}

/* A move or an exchange, which is legal. */
static mr_action read_activation(mr_reader *r, const mr_wl_state *state) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  size_t begin = r->at;
  unsigned from = mr_wl_read_cell(r);
  size_t sign_at = r->at;
  bool exchange = mr_reader_take(r, "<>"), capture = !exchange && mr_reader_take(r, "x");
  if (!exchange && !capture && !mr_reader_take(r, "-")) {
    mr_reader_expected(r, "-, x or <>");
  }
  unsigned to = mr_wl_read_cell(r);
  mr_action action = mr_wl_action(exchange ? MR_WL_ACT_EXCHANGE : MR_WL_ACT_MOVE, from, to);
  if (r->status == MR_OK) {
    r->status = mr_wl_activation_fault(game, state, action, r->err);
    if (r->status != MR_OK && r->err != NULL) { /* of the activation's columns make the text's */
      r->err->column += (uint32_t)begin;
    }
  }
  bool taken = mr_wl_unit_of(mr_wl_squares_const(game, state)[to]) != 0;
  if (!exchange && capture != taken) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, sign_at, "%s",
                   taken ? "an enemy stands there: a capture is written with x (WL-41)"
                         : "nobody stands there: a move is written with - (WL-41)");
  }
  return action;
}

static mr_action read_turn(mr_reader *r, const mr_wl_state *state) {
  bool pass = mr_reader_take(r, "--"), end = !pass && mr_reader_take(r, ".");
  mr_action action = pass || end ? mr_wl_action(MR_WL_ACT_END, 0, 0) : read_activation(r, state);
  mr_reader_end(r);
  if ((pass || end) && pass != would_pass(mr_wl_game_of(r->game), state)) {
    mr_reader_fail(r, MR_ERR_ILLEGAL, 0, "%s",
                   pass ? "no pass any more: the end of the turn is written . (WL-43)"
                        : "a turn without activations is a pass, written -- (WL-43)");
  }
  return action;
}

static mr_action read_deployment(mr_reader *r, const mr_state *opaque) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  mr_action commit = mr_wl_action(MR_WL_ACT_COMMIT, 0, 0);
  unsigned side = state->head.side;
  if (mr_reader_take(r, "commit")) {
    mr_reader_end(r);
    if (!mr_wl_legal(r->game, opaque, commit)) {
      mr_reader_fail(r, MR_ERR_ILLEGAL, 0, "%u of %u units have been placed",
                     (unsigned)state->head.placed[side], (unsigned)game->army.total);
    }
    return commit;
  }
  unsigned piece = mr_wl_piece_of_letter(mr_reader_peek(r)), kind = piece & 15u;
  if (!piece || piece >> 4 != side) {
    mr_reader_expected(r, side == MR_WL_WHITE ? "commit, or a unit such as I@c2"
                                              : "commit, or a unit such as i@c11");
  }
  r->at++;
  mr_reader_char(r, '@', "'@' and a square");
  unsigned cell = mr_wl_read_cell(r);
  if (mr_reader_end(r) == MR_OK) {
    r->status = mr_wl_placement_fault(game, state, kind, cell, r->err);
  }
  return mr_wl_action(MR_WL_ACT_PLACE, kind, cell);
}

/* WL-45: one of those who have come, and a square. */
static mr_action read_entry(mr_reader *r, const mr_wl_state *state) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  unsigned piece = mr_wl_piece_of_letter(mr_reader_peek(r)), kind = piece & 15u;
  if (!piece || piece >> 4 != state->head.side) {
    mr_reader_expected(r, state->head.side == MR_WL_WHITE ? "a unit that has come, such as I@c2"
                                                          : "a unit that has come, such as i@c2");
  }
  r->at++;
  mr_reader_char(r, '@', "'@' and a square");
  unsigned cell = mr_wl_read_cell(r);
  if (mr_reader_end(r) == MR_OK) {
    r->status = mr_wl_entry_fault(game, state, kind, cell, r->err);
  }
  return mr_wl_action(MR_WL_ACT_PLACE, kind, cell);
}

static mr_action read_lots(mr_reader *r) {
  bool white = mr_reader_take(r, "white");
  if (!white && !mr_reader_take(r, "black")) {
    mr_reader_expected(r, "white or black");
  }
  mr_reader_end(r);
  return mr_wl_action(MR_WL_ACT_LOTS, white ? MR_WL_WHITE : MR_WL_BLACK, 0);
}

mr_status mr_wl_parse_action(const mr_game *base, const mr_state *opaque, const char *text,
                             size_t length, mr_action *out, mr_error *err) {
  const mr_wl_state *state = mr_wl_state_of(opaque);
  mr_reader r = mr_reader_over(base, text, length, err);
  mr_action action = MR_ACTION_NONE;
  switch ((mr_wl_phase)state->head.phase) {
  case MR_WL_DEPLOY:
    action = read_deployment(&r, opaque);
    break;
  case MR_WL_LOTS:
    action = read_lots(&r);
    break;
  case MR_WL_PLAY:
    action = read_turn(&r, state);
    break;
  case MR_WL_ENTER:
    action = read_entry(&r, state);
    break;
  case MR_WL_OVER:
    return mr_error_set(err, MR_ERR_ILLEGAL, "the game is over");
  }
  if (r.status == MR_OK) {
    *out = action;
  }
  return r.status;
}

/* ---- the rows of a map ----------------------------------------------------------------------- */

/* Puts what a letter means to a cell of a map; nothing where it is negative. */
static bool take_letter(mr_reader *r, uint8_t *map, unsigned cell, int value) {
  if (value >= 0 && cell < mr_wl_game_of(r->game)->cells) {
    map[cell] = (uint8_t)value;
  }
  r->at += value >= 0;
  return value >= 0;
}

static bool read_piece(mr_reader *r, void *pieces, unsigned cell) {
  return take_letter(r, pieces, cell, mr_wl_piece_value(mr_reader_peek(r)));
}

static bool read_ground(mr_reader *r, void *ground, unsigned cell) {
  return take_letter(r, ground, cell, mr_wl_ground_value(mr_reader_peek(r)));
}

/* ---- reading: the board ---------------------------------------------------------------------- */

/* Fields of a text that may be given once each. */
enum {
  FIELD_FIRST,
  FIELD_DEPLOY,
  FIELD_DRAW,
  FIELD_PASS,
  FIELD_REPLY,
  FIELD_LOST,
  FIELD_MEMBERS,
  FIELD_WAITING,
  FIELD_FALLEN,
  FIELD_RESERVE,
  FIELD_ORDERS,
  FIELD_COUNT
};

/*
 * What a text is read into, so that one that is refused leaves the caller's state as it was. What
 * its optional part says is read before it is believed.
 */
typedef struct draft {
  mr_reader r;
  const mr_wl_game *game;
  mr_wl_state *state;
  uint8_t *pieces; /* side << 4 | kind, a cell each */
  uint8_t *ground;
  unsigned given; /* bit f: the field has been read */
  unsigned lost[2];
  size_t lost_at; /* of its first number */
  unsigned placed[2];
  const char *members;
  size_t member_count;
  unsigned fallen[2][MR_WL_KINDS];
  size_t orders_at; /* of the first character within the brackets */
} draft;

static bool has(const draft *d, unsigned field) {
  return d->given >> field & 1u;
}

static void illegal(draft *d, const char *why) {
  mr_reader_fail(&d->r, MR_ERR_ILLEGAL, d->r.at, "%s", why);
}

/* A side's lists hold so many units and leaders besides those that are still to come. */
static void check_room(draft *d, unsigned side, const unsigned there[2],
                       const unsigned to_come[2]) {
  if (there[0] + to_come[0] > d->game->side_max) {
    mr_reader_fail(&d->r, MR_ERR_ILLEGAL, d->r.at, "%s has more than %u unit%s",
                   mr_wl_side_names[side], d->game->side_max - to_come[0],
                   mr_text_plural(d->game->side_max - to_come[0]));
  }
  if (there[1] + to_come[1] > MR_WL_LEADERS_MAX) {
    mr_reader_fail(&d->r, MR_ERR_ILLEGAL, d->r.at, "%s has more than %u leader%s",
                   mr_wl_side_names[side], MR_WL_LEADERS_MAX - to_come[1],
                   mr_text_plural(MR_WL_LEADERS_MAX - to_come[1]));
  }
}

/* No more wait for squares of the map than have come so far. */
static void check_waiting(draft *d, unsigned side) {
  const mr_wl_game *game = d->game;
  const uint8_t *waiting = mr_wl_waiting_const(game, d->state) + side * game->post_max;
  unsigned begun = game->blocks - mr_wl_blocks_to_come(game, d->state, side);
  for (unsigned i = 0; i < game->posts[side]; i++) {
    if (waiting[i] > begun) {
      mr_reader_fail(&d->r, MR_ERR_ILLEGAL, d->r.at,
                     "only %u of those who wait have come so far (WL-36)", begun);
    }
  }
}

/* When it is known who is still to come there must be room for all: the map's units once more, and
   those of other waves. */
static void check_reserves(draft *d) {
  const mr_wl_game *game = d->game;
  const mr_wl_state *state = d->state;
  const char *fault = mr_wl_reserves_fault(game, state);
  if (fault != NULL) {
    illegal(d, fault);
  }
  for (unsigned side = 0; (game->blocks || game->waves) && side < 2; side++) {
    const unsigned there[2] = {state->head.units[side], state->head.listed[side]};
    unsigned counts[MR_WL_KINDS];
    unsigned to_come[2] = {0, mr_wl_leaders_to_come(game, state, side)};
    if (game->blocks) {
      check_waiting(d, side);
    }
    for (unsigned i = 0; game->blocks && i < game->posts[side]; i++) {
      to_come[0] += mr_wl_blocks_to_come(game, state, side) +
                    mr_wl_waiting_const(game, state)[side * game->post_max + i];
    }
    mr_wl_count_reserves(game, state, side, counts);
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      to_come[0] += counts[kind];
    }
    check_room(d, side, there, to_come);
  }
}

/* Where the sign of a square stands among the rows of pieces. */
static size_t place_of(const draft *d, unsigned cell) {
  const char *text = d->r.text;
  size_t at = 0;
  for (unsigned here = 0, run = 0; here < cell || text[at] == '/'; at++) {
    bool digit = mr_text_is_digit(text[at]);
    run = digit ? 10 * run + (unsigned)(text[at] - '0') : 0;
    here += !digit && text[at] != '/';
    here += digit && !mr_text_is_digit(text[at + 1]) ? run : 0;
  }
  return at;
}

/* The units of the map, each on ground on which somebody may stand. */
static void add_units(draft *d) {
  const mr_wl_game *game = d->game;
  for (unsigned cell = 0; d->r.status == MR_OK && cell < game->cells; cell++) {
    unsigned kind = d->pieces[cell] & 15u;
    unsigned ground = mr_wl_ground_of(mr_wl_squares(game, d->state)[cell]);
    if (kind && ground >= MR_WL_WATER) {
      mr_reader_fail(&d->r, MR_ERR_ILLEGAL, place_of(d, cell),
                     "%s stands on %s, which is %s (WL-23)", mr_wl_kind_names[kind],
                     mr_wl_name_cell(game, cell).text, mr_wl_ground_names[ground]);
    } else if (kind) {
      mr_wl_add_unit(game, d->state, d->pieces[cell] >> 4,
                     (mr_wl_post){(uint16_t)cell, (uint8_t)kind, 0});
    }
  }
}

static void read_board(draft *d) {
  static const unsigned nobody[2] = {0, 0};
  const mr_wl_game *game = d->game;
  unsigned there[2][2] = {{0, 0}, {0, 0}};
  mr_rows rows = {
      .columns = game->columns,
      .rows = game->rows,
      .what = "a unit or a run of empty squares",
      .from_below = true,
      .read = read_piece,
  };
  mr_reader_rows(&d->r, &rows, d->pieces);
  bool own_ground = mr_reader_take(&d->r, "@");
  if (own_ground) {
    rows.what = "T, ^, #, ~ or a run of open squares";
    rows.read = read_ground;
    mr_reader_rows(&d->r, &rows, d->ground);
    mr_wl_find_gaps(game, d->ground);
  }
  mr_wl_lay_ground(game, own_ground ? d->ground : game->ground, d->state);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned kind = d->pieces[cell] & 15u, side = d->pieces[cell] >> 4;
    there[side][0] += kind != MR_WL_NOTHING;
    there[side][1] += mr_wl_is_numbered(kind);
  }
  check_room(d, MR_WL_WHITE, there[MR_WL_WHITE], nobody);
  check_room(d, MR_WL_BLACK, there[MR_WL_BLACK], nobody);
  add_units(d);
}

static void read_counters(draft *d) {
  const mr_wl_game *game = d->game;
  mr_wl_head *h = &d->state->head;
  mr_reader *r = &d->r;
  unsigned quiet = 0, turn = 0;
  mr_reader_char(r, ' ', "a space and the side to move");
  h->side = (uint8_t)mr_reader_one_of(r, "wb", "the side to move, w or b");
  mr_reader_char(r, ' ', "a space and the turns without a capture");
  mr_reader_number(r, 0, game->quiet_draw ? game->quiet_turns : MR_WL_TURN_MAX,
                   "the number of turns without a capture", &quiet);
  mr_reader_char(r, ' ', "a space and the turn");
  size_t turn_at = r->at;
  mr_reader_number(r, 0, MR_WL_TURN_MAX, "the number of the turn", &turn);
  if (!turn) {
    mr_reader_fail(r, MR_ERR_SYNTAX, turn_at, "turns count from 1");
  }
  h->quiet = quiet;
  h->turn = turn;
  h->first = game->first == MR_WL_BLACK;
  h->phase = MR_WL_PLAY;
}

/* ---- reading: fields ------------------------------------------------------------------------- */

static void read_pair(mr_reader *r, unsigned max, const char *what, unsigned out[2]) {
  mr_reader_number(r, 0, max, what, &out[0]);
  mr_reader_char(r, ',', "',' and Black's number");
  mr_reader_number(r, 0, max, what, &out[1]);
}

/* `a1,b2*2`: squares of the map on which reserves wait to enter. */
static void read_waiting(draft *d) {
  const mr_wl_game *game = d->game;
  uint8_t *waiting = mr_wl_waiting(game, d->state);
  unsigned last = 0, places = 2 * game->post_max;
  if (!game->blocks) {
    illegal(d, "there are no reserves in this game (WL-36)");
  }
  do {
    size_t begin = d->r.at;
    unsigned cell = mr_wl_read_cell(&d->r), number = 1, place = places;
    if (mr_reader_take(&d->r, "*")) {
      mr_reader_number(&d->r, 0, game->blocks, "the number that wait", &number);
    }
    for (unsigned p = 0; p < places; p++) {
      unsigned side = p / game->post_max, i = p % game->post_max;
      place = i < game->posts[side] && game->post[side][i].cell == cell ? p : place;
    }
    if (d->r.status == MR_OK && (place == places || place < last || waiting[place] || !number)) {
      mr_reader_fail(&d->r, MR_ERR_ILLEGAL, begin,
                     "reserves wait for squares of the map, White's first (WL-36)");
    }
    if (d->r.status == MR_OK) {
      waiting[place] = (uint8_t)number;
      d->state->head.units_hash += mr_wl_waiting_key(place / game->post_max, cell, number);
      last = place;
    }
  } while (mr_reader_take(&d->r, ","));
}

/* `H2I3n1`: units that were lost and may come back, White's in capitals. */
static void read_fallen(draft *d) {
  const mr_wl_game *game = d->game;
  do {
    size_t begin = d->r.at;
    unsigned piece = mr_wl_piece_of_letter(mr_reader_peek(&d->r)), number = 0;
    if (!piece) {
      mr_reader_expected(&d->r, "units that were lost, such as H2I3n1");
      return;
    }
    d->r.at++;
    mr_reader_number(&d->r, 0, game->side_max, "the number that was lost", &number);
    unsigned *count = &d->fallen[piece >> 4][piece & 15u];
    if (d->r.status == MR_OK && (!mr_wl_comes_back(game, piece & 15u) || *count || !number)) {
      mr_reader_fail(&d->r, MR_ERR_ILLEGAL, begin,
                     game->replacements == MR_WL_REPLACE_NEVER
                         ? "there are no replacements in this game (WL-37)"
                         : "each kind that may come back is named once, with a number (WL-37)");
    }
    *count = number;
  } while (d->r.status == MR_OK && mr_reader_more(&d->r) && mr_reader_peek(&d->r) != ' ');
}

static void read_members(draft *d) {
  size_t begin = d->r.at;
  while (mr_text_is_digit(mr_reader_peek(&d->r))) {
    d->r.at++;
  }
  d->members = d->r.text + begin;
  d->member_count = d->r.at - begin;
  if (d->game->members == 1) {
    illegal(d, "there are no teams in this game (WL-38)");
  }
}

static void read_field(draft *d, unsigned field) {
  const mr_wl_game *game = d->game;
  mr_wl_head *h = &d->state->head;
  mr_reader *r = &d->r;
  size_t begin = r->at;
  switch (field) {
  case FIELD_FIRST:
    if (game->first != MR_WL_DRAWN) {
      illegal(d, "the definition says who moves first (WL-31)");
    }
    h->first = MR_WL_BLACK;
    mr_reader_char(r, 'b', "b");
    break;
  case FIELD_DEPLOY:
    read_pair(r, game->army.total, "the number of units placed", d->placed);
    break;
  case FIELD_REPLY:
    if (!game->short_game) {
      illegal(d, "this is no short game: no reply is due (WL-17)");
    }
    h->reply = 1;
    mr_reader_char(r, '1', "1");
    break;
  case FIELD_PASS:
    h->pass = 1;
    mr_reader_char(r, '1', "1");
    break;
  case FIELD_DRAW:
    mr_reader_char(r, '1', "1");
    break;
  case FIELD_LOST:
    d->lost_at = begin;
    read_pair(r, 9999, "the number of leaders lost", d->lost);
    break;
  case FIELD_MEMBERS:
    read_members(d);
    break;
  case FIELD_WAITING:
    read_waiting(d);
    break;
  case FIELD_FALLEN:
    read_fallen(d);
    break;
  case FIELD_RESERVE:
    mr_wl_read_reserves(r, d->state);
    break;
  default:
    d->orders_at = begin;
    while (mr_reader_more(r) && mr_reader_peek(r) != ']') {
      r->at++;
    }
    mr_reader_char(r, ']', "']' behind the activations");
    break;
  }
}

static void read_fields(draft *d) {
  static const char *const names[FIELD_COUNT] = {
      "first=",   "deploy=",  "draw=",   "pass=",    "reply=", "lost=",
      "members=", "waiting=", "fallen=", "reserve=", "["};
  mr_reader *r = &d->r;
  while (mr_reader_more(r)) {
    mr_reader_char(r, ' ', "a space, or the end");
    unsigned field = 0;
    size_t begin = r->at;
    while (field < FIELD_COUNT && !mr_reader_take(r, names[field])) {
      field++;
    }
    if (field == FIELD_COUNT) {
      mr_reader_expected(r, "a field such as pass=1, or activations in brackets");
    } else if (has(d, field)) {
      mr_reader_fail(r, MR_ERR_SYNTAX, begin, "that has been said before");
    } else {
      d->given |= 1u << field;
      read_field(d, field);
    }
  }
}

/* ---- reading: what the fields mean ----------------------------------------------------------- */

static void set_members(draft *d) {
  const uint16_t *squares = mr_wl_squares_const(d->game, d->state);
  mr_wl_unit *units = mr_wl_units(d->game, d->state);
  size_t count = 0;
  mr_wl_share_leaders(d->game, d->state);
  for (unsigned cell = 0; has(d, FIELD_MEMBERS) && cell < d->game->cells; cell++) {
    unsigned man = mr_wl_unit_of(squares[cell]);
    if (!man || !mr_wl_is_numbered(units[man - 1].kind)) {
      continue;
    }
    unsigned member = count < d->member_count ? (unsigned)(d->members[count] - '1') : UINT8_MAX;
    if (member >= d->game->members) {
      illegal(d, "members= has a digit for every leader, from 1 on (WL-38)");
      return;
    }
    mr_wl_set_member(d->game, d->state, man - 1, member);
    count++;
  }
  if (count != d->member_count) {
    illegal(d, "members= names more leaders than there are");
  }
}

/* The units of a side that are on the board of a deployment are what could have been placed. */
static void redo_deployment(draft *d, unsigned side) {
  const mr_wl_game *game = d->game;
  mr_wl_head *h = &d->state->head;
  unsigned shown = 0, placed = d->placed[side];
  h->side = (uint8_t)side;
  for (unsigned cell = 0; d->r.status == MR_OK && cell < game->cells; cell++) {
    unsigned kind = d->pieces[cell] & 15u;
    if (!kind || (unsigned)(d->pieces[cell] >> 4) != side) {
      continue;
    }
    if (mr_wl_placement_fault(game, d->state, kind, cell, NULL) != MR_OK) {
      illegal(d, "no army is deployed like this (WL-32, WL-33)");
      return;
    }
    mr_wl_place(game, d->state, kind, cell);
    shown++;
  }
  if (shown && shown != placed) {
    illegal(d, "deploy= is not the number of units on the board");
  }
  if (!shown && placed && !game->hidden) {
    illegal(d, "deploy= counts units that the board does not show (WL-45)");
  }
  if (!shown && placed) {
    h->hidden = (uint8_t)(h->hidden | 1u << side);
  }
  h->placed[side] = (uint16_t)placed;
}

static void begin_deployment(draft *d) {
  const mr_wl_game *game = d->game;
  mr_wl_head *h = &d->state->head;
  unsigned side = h->side;
  bool order = side == MR_WL_WHITE ? !d->placed[1] : d->placed[0] == game->army.total;
  if (!game->deploys || !order || d->given != 1u << FIELD_DEPLOY || h->quiet || h->turn != 1 ||
      h->ground) {
    illegal(d, "no deployment goes like this: White's army first, then Black's (WL-31)");
    return;
  }
  for (unsigned s = 0; s < 2; s++) {
    while (h->units[s]) {
      mr_wl_drop_last(game, d->state, s);
    }
  }
  h->phase = MR_WL_DEPLOY;
  redo_deployment(d, MR_WL_WHITE);
  redo_deployment(d, MR_WL_BLACK);
  h->side = (uint8_t)side;
}

/* At the capture of the sixth such a side would have lost: no turn begins like this. */
static void check_losses(draft *d) {
  for (unsigned side = 0; side < 2; side++) {
    unsigned lost = d->state->head.lost[side];
    if (d->game->six_leaders && lost >= MR_WL_SIX) {
      mr_reader_fail(
          &d->r, MR_ERR_ILLEGAL, d->r.at,
          "%s has lost %u leaders, and with %u of them the game already (WL-20); lost=0,0 "
          "says that none has been captured",
          mr_wl_side_names[side], lost, (unsigned)MR_WL_SIX);
    }
  }
}

/* Those who were lost have places in the lists; as many are free as the board leaves. */
static void add_all_fallen(draft *d) {
  mr_wl_state *state = d->state;
  for (unsigned side = 0; d->r.status == MR_OK && side < 2; side++) {
    unsigned there[2] = {state->head.units[side], state->head.leaders[side]};
    static const unsigned nobody[2] = {0, 0};
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      there[0] += d->fallen[side][kind];
      there[1] += mr_wl_is_numbered(kind) ? d->fallen[side][kind] : 0;
    }
    check_room(d, side, there, nobody);
    for (unsigned kind = 1; d->r.status == MR_OK && kind < MR_WL_KINDS; kind++) {
      for (unsigned i = 0; i < d->fallen[side][kind]; i++) {
        mr_wl_add_fallen(d->game, state, side, kind);
      }
    }
  }
}

/* A side has so many leaders at most, those that it has lost among them; where they come back,
   one can be lost again and again. */
static void check_lost(draft *d) {
  for (unsigned side = 0; !d->game->replacement_leaders && side < 2; side++) {
    unsigned left = d->state->head.leaders[side] + mr_wl_leaders_to_come(d->game, d->state, side);
    if (has(d, FIELD_LOST) && d->lost[side] + left > MR_WL_LEADERS_MAX) {
      mr_reader_fail(&d->r, MR_ERR_ILLEGAL, d->lost_at,
                     "%s has %u leader%s, and with %u lost more than the %d of a side (WL-42)",
                     mr_wl_side_names[side], left, mr_text_plural(left), d->lost[side],
                     MR_WL_LEADERS_MAX);
    }
  }
}

static void begin_play(draft *d) {
  const mr_wl_game *game = d->game;
  mr_wl_state *state = d->state;
  mr_wl_head *h = &state->head;
  check_lost(d);
  for (unsigned side = 0; side < 2; side++) {
    h->lost[side] =
        (uint16_t)(has(d, FIELD_LOST) ? d->lost[side]
                                      : mr_wl_missing_leaders(game, state, side, h->leaders[side]));
  }
  add_all_fallen(d);
  check_reserves(d);
  set_members(d);
  bool alone = !(d->given & ~(1u << FIELD_DRAW | 1u << FIELD_LOST | 1u << FIELD_MEMBERS));
  if (has(d, FIELD_DRAW)) {
    if (game->first != MR_WL_DRAWN || h->quiet || h->turn != 1 || h->side != MR_WL_WHITE ||
        !alone) {
      illegal(d, "lots are drawn before the first turn, and only with first = drawn");
    }
    h->phase = MR_WL_LOTS;
  }
  mr_wl_begin_past(game, state);
  if (!h->leaders[0] && !mr_wl_leaders_to_come(game, state, 0) && !h->leaders[1] &&
      !mr_wl_leaders_to_come(game, state, 1)) {
    illegal(d, "neither side has a leader (WL-21)");
  }
  check_losses(d);
  if (h->phase == MR_WL_PLAY) {
    mr_wl_end_by_text(game, state, NULL);
  }
  if (h->phase == MR_WL_PLAY && mr_wl_can_enter(game, state)) {
    h->phase = MR_WL_ENTER;
  }
}

/* The activations in brackets are made, each checked like any other. */
static void replay(draft *d) {
  mr_reader *r = &d->r;
  r->at = d->orders_at;
  do {
    mr_action action = mr_wl_action(MR_WL_ACT_END, 0, 0);
    if (d->state->head.phase != MR_WL_PLAY) {
      illegal(d, d->state->head.phase == MR_WL_ENTER
                     ? "those who have come are placed before the first activation (WL-45)"
                     : "the game is over before this activation");
      return;
    }
    if (!mr_reader_take(r, ".")) {
      action = read_activation(r, d->state);
    } else if (d->state->head.member + 1u == d->game->members) {
      illegal(d, "the end of a turn is not part of it (WL-42)");
    }
    if (r->status != MR_OK) {
      return;
    }
    mr_wl_make(&d->game->base, (mr_state *)(void *)d->state, action, NULL, NULL);
  } while (mr_reader_take(r, ";"));
  mr_reader_char(r, ']', "';' or ']'");
}

mr_status mr_wl_parse_state(const mr_game *base, const char *text, size_t length, mr_state *out,
                            mr_error *err) {
  const mr_wl_game *game = mr_wl_game_of(base);
  mr_state *state = mr_state_new(base, base->allocator);
  uint8_t *maps = mr_alloc_zero(base->allocator, 2, game->cells);
  draft d = {
      .r = mr_reader_over(base, text, length, err),
      .game = game,
      .state = mr_wl_writable(state),
      .pieces = maps,
  };
  if (state != NULL && maps != NULL) {
    d.ground = maps + game->cells;
    read_board(&d);
    read_counters(&d);
    read_fields(&d);
    if (d.r.status == MR_OK && has(&d, FIELD_DEPLOY)) {
      begin_deployment(&d);
    } else if (d.r.status == MR_OK) {
      begin_play(&d);
    }
    if (d.r.status == MR_OK && has(&d, FIELD_ORDERS)) {
      replay(&d);
    }
    if (d.r.status == MR_OK) {
      mr_state_copy(base, out, state);
    }
  } else {
    d.r.status = mr_error_set(err, MR_ERR_NOMEM, "no memory to read a state");
  }
  mr_alloc_free(base->allocator, maps, (size_t)2 * game->cells);
  mr_state_free(base, base->allocator, state);
  return d.r.status;
}
