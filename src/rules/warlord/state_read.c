#include "base/text.h"
#include "rules/warlord/reader.h"

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
  FIELD_ORDERS,
  FIELD_COUNT
};

/* What the optional part of a text says, read before it is believed. */
typedef struct extras {
  unsigned given; /* bit f: the field has been read */
  unsigned lost[2];
  unsigned placed[2];
  const char *members;
  size_t member_count;
  size_t orders_at; /* of the first character within the brackets */
} extras;

/* What a text is read into, so that one that is refused leaves the caller's state as it was. */
typedef struct aside {
  mr_wl_state *state;
  uint8_t *pieces; /* side << 4 | kind, a cell each */
  uint8_t *ground;
} aside;

static bool has(const extras *e, unsigned field) {
  return e->given >> field & 1u;
}

static mr_status illegal(mr_reader *r, const char *why) {
  return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r), "%s", why);
}

/* ---- the map --------------------------------------------------------------------------------- */

static mr_status read_ground(mr_reader *r, const aside *a) {
  if (mr_reader_peek(r) != '@') {
    mr_wl_lay_ground(mr_wl_game_of(r->game), mr_wl_game_of(r->game)->ground, a->state);
    return MR_OK;
  }
  r->at++;
  mr_status status =
      mr_wl_read_map(r, mr_wl_ground_value, "T, ^, #, ~ or a run of open squares", a->ground);
  if (status != MR_OK) {
    return status;
  }
  mr_wl_find_gaps(mr_wl_game_of(r->game), a->ground);
  mr_wl_lay_ground(mr_wl_game_of(r->game), a->ground, a->state);
  return MR_OK;
}

/* Whether a side's lists hold so many units and leaders besides those that are still to come. */
static mr_status fit(mr_reader *r, unsigned side, const unsigned there[2],
                     const unsigned to_come[2]) {
  if (there[0] + to_come[0] > mr_wl_game_of(r->game)->side_max) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r), "%s has more than %u units",
                       mr_wl_side_names[side], mr_wl_game_of(r->game)->side_max - to_come[0]);
  }
  if (there[1] + to_come[1] > MR_WL_LEADERS_MAX) {
    return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r), "%s has more than %u leaders",
                       mr_wl_side_names[side], MR_WL_LEADERS_MAX - to_come[1]);
  }
  return MR_OK;
}

static mr_status check_room(mr_reader *r, const uint8_t *pieces) {
  static const unsigned nobody[2] = {0, 0};
  unsigned there[2][2] = {{0, 0}, {0, 0}};
  for (unsigned cell = 0; cell < mr_wl_game_of(r->game)->cells; cell++) {
    if (pieces[cell]) {
      there[pieces[cell] >> 4][0]++;
      there[pieces[cell] >> 4][1] += mr_wl_is_numbered(pieces[cell] & 15u);
    }
  }
  mr_status status = fit(r, MR_WL_WHITE, there[0], nobody);
  return status != MR_OK ? status : fit(r, MR_WL_BLACK, there[1], nobody);
}

/* The same when it is known who is still to come: at most as many as the definition's blocks. */
static mr_status check_reserves(mr_reader *r, const mr_wl_state *state) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  for (unsigned side = 0; game->blocks && side < 2; side++) {
    const uint8_t *waiting = mr_wl_waiting_const(game, state) + side * game->post_max;
    unsigned blocks = mr_wl_blocks_to_come(game, state, side), begun = game->blocks - blocks;
    const unsigned there[2] = {state->head.units[side], state->head.leaders[side]};
    unsigned to_come[2] = {blocks * game->posts[side], mr_wl_leaders_to_come(game, state, side)};
    for (unsigned i = 0; i < game->posts[side]; i++) {
      to_come[0] += waiting[i];
      if (waiting[i] > begun) {
        return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r),
                           "only %u of those who wait have come so far (WL-36)", begun);
      }
    }
    mr_status status = fit(r, side, there, to_come);
    if (status != MR_OK) {
      return status;
    }
  }
  return MR_OK;
}

static mr_status set_men(mr_reader *r, const uint8_t *pieces, mr_wl_state *state) {
  const uint16_t *squares = mr_wl_squares_const(mr_wl_game_of(r->game), state);
  for (unsigned cell = 0; cell < mr_wl_game_of(r->game)->cells; cell++) {
    unsigned kind = pieces[cell] & 15u;
    if (!kind) {
      continue;
    }
    if (mr_wl_ground_of(squares[cell]) >= MR_WL_WATER) {
      return mr_error_at(r->err, MR_ERR_ILLEGAL, mr_reader_column(r), "%s stands on %s (WL-23)",
                         mr_wl_kind_names[kind],
                         mr_wl_ground_names[mr_wl_ground_of(squares[cell])]);
    }
    mr_wl_add_unit(mr_wl_game_of(r->game), state, pieces[cell] >> 4,
                   (mr_wl_post){(uint16_t)cell, (uint8_t)kind, 0});
  }
  return MR_OK;
}

static mr_status read_board(mr_reader *r, const aside *a) {
  mr_status status =
      mr_wl_read_map(r, mr_wl_piece_value, "a unit or a run of empty squares", a->pieces);
  if (status == MR_OK) {
    status = read_ground(r, a);
  }
  if (status == MR_OK) {
    status = check_room(r, a->pieces);
  }
  return status != MR_OK ? status : set_men(r, a->pieces, a->state);
}

static mr_status read_counters(mr_reader *r, mr_wl_state *state) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  mr_wl_head *h = &state->head;
  unsigned quiet = 0, turn = 0;
  mr_status status = mr_reader_char(r, ' ', "a space and the side to move");
  if (status != MR_OK) {
    return status;
  }
  if (mr_reader_peek(r) != 'w' && mr_reader_peek(r) != 'b') {
    return mr_reader_expected(r, "the side to move, w or b");
  }
  h->side = mr_reader_peek(r) == 'b';
  r->at++;
  status = mr_reader_char(r, ' ', "a space and the turns without a capture");
  if (status == MR_OK) {
    status = mr_reader_number(r, 0, game->quiet_draw ? game->quiet_turns : MR_WL_TURN_MAX,
                              "the number of turns without a capture", &quiet);
  }
  if (status == MR_OK) {
    status = mr_reader_char(r, ' ', "a space and the turn");
  }
  size_t turn_at = r->at;
  if (status == MR_OK) {
    status = mr_reader_number(r, 0, MR_WL_TURN_MAX, "the number of the turn", &turn);
  }
  if (status == MR_OK && !turn) {
    return mr_error_at(r->err, MR_ERR_SYNTAX, (uint32_t)turn_at + 1, "turns count from 1");
  }
  h->quiet = quiet;
  h->turn = turn;
  h->first = game->first == MR_WL_BLACK;
  h->phase = MR_WL_PLAY;
  return status;
}

/* ---- fields ---------------------------------------------------------------------------------- */

static mr_status read_pair(mr_reader *r, unsigned max, const char *what, unsigned out[2]) {
  mr_status status = mr_reader_number(r, 0, max, what, &out[0]);
  if (status == MR_OK) {
    status = mr_reader_char(r, ',', "',' and Black's number");
  }
  return status != MR_OK ? status : mr_reader_number(r, 0, max, what, &out[1]);
}

static unsigned post_on(const mr_wl_game *game, unsigned cell, unsigned *side) {
  for (*side = 0; *side < 2; ++*side) {
    for (unsigned i = 0; i < game->posts[*side]; i++) {
      if (game->post[*side][i].cell == cell) {
        return i;
      }
    }
  }
  return game->post_max;
}

/* `a1,b2*2`: squares of the map on which reserves wait to enter. */
static mr_status read_waiting(mr_reader *r, mr_wl_state *state) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  uint8_t *waiting = mr_wl_waiting(game, state);
  if (!game->blocks) {
    return illegal(r, "there are no reserves in this game (WL-36)");
  }
  unsigned last = 0;
  do {
    unsigned cell = 0, side = 0, number = 1;
    uint32_t column = mr_reader_column(r);
    mr_status status = mr_wl_read_cell(r, &cell);
    if (status == MR_OK && mr_reader_take(r, "*")) {
      status = mr_reader_number(r, 0, game->blocks, "the number that wait", &number);
    }
    if (status != MR_OK) {
      return status;
    }
    unsigned index = post_on(game, cell, &side);
    unsigned place = side * game->post_max + index;
    if (index == game->post_max || place < last || waiting[place] || number == 0) {
      return mr_error_at(r->err, MR_ERR_ILLEGAL, column,
                         "reserves wait for squares of the map, White's first (WL-36)");
    }
    waiting[place] = (uint8_t)number;
    state->head.units_hash += mr_wl_waiting_key(side, cell, number);
    last = place;
  } while (mr_reader_take(r, ","));
  return MR_OK;
}

static mr_status read_one(mr_reader *r, const char *what) {
  return mr_reader_char(r, '1', what);
}

static mr_status read_members(mr_reader *r, extras *e) {
  e->members = r->text + r->at;
  while (mr_text_is_digit(mr_reader_peek(r)) && mr_reader_more(r)) {
    r->at++;
  }
  e->member_count = (size_t)(r->text + r->at - e->members);
  return mr_wl_game_of(r->game)->members > 1
             ? MR_OK
             : illegal(r, "there are no teams in this game (WL-38)");
}

static mr_status read_first(mr_reader *r, mr_wl_state *state) {
  if (mr_wl_game_of(r->game)->first != MR_WL_DRAWN) {
    return illegal(r, "the definition says who moves first (WL-31)");
  }
  state->head.first = MR_WL_BLACK;
  return mr_reader_char(r, 'b', "b");
}

static mr_status read_value(mr_reader *r, mr_wl_state *state, unsigned field, extras *e) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  switch (field) {
  case FIELD_FIRST:
    return read_first(r, state);
  case FIELD_DEPLOY:
    return read_pair(r, game->army.total, "the number of units placed", e->placed);
  case FIELD_DRAW:
    return read_one(r, "1");
  case FIELD_PASS:
    state->head.pass = 1;
    return read_one(r, "1");
  case FIELD_REPLY:
    state->head.reply = 1;
    return game->short_game ? read_one(r, "1")
                            : illegal(r, "this is no short game: no reply is due (WL-17)");
  case FIELD_LOST:
    return read_pair(r, 9999, "the number of leaders lost", e->lost);
  case FIELD_MEMBERS:
    return read_members(r, e);
  default:
    return read_waiting(r, state);
  }
}

static mr_status read_orders_place(mr_reader *r, extras *e) {
  e->orders_at = r->at;
  while (mr_reader_more(r) && mr_reader_peek(r) != ']') {
    r->at++;
  }
  return mr_reader_char(r, ']', "']' behind the activations");
}

static mr_status read_fields(mr_reader *r, mr_wl_state *state, extras *e) {
  static const char *const names[FIELD_COUNT] = {
      "first=", "deploy=", "draw=", "pass=", "reply=", "lost=", "members=", "waiting=", "["};
  while (mr_reader_more(r)) {
    mr_status status = mr_reader_char(r, ' ', "a space, or the end");
    if (status != MR_OK) {
      return status;
    }
    unsigned field = 0;
    uint32_t column = mr_reader_column(r);
    while (field < FIELD_COUNT && !mr_reader_take(r, names[field])) {
      field++;
    }
    if (field == FIELD_COUNT) {
      return mr_reader_expected(r, "a field such as pass=1, or activations in brackets");
    }
    if (has(e, field)) {
      return mr_error_at(r->err, MR_ERR_SYNTAX, column, "that has been said before");
    }
    e->given |= 1u << field;
    status = field == FIELD_ORDERS ? read_orders_place(r, e) : read_value(r, state, field, e);
    if (status != MR_OK) {
      return status;
    }
  }
  return MR_OK;
}

/* ---- what the fields mean -------------------------------------------------------------------- */

unsigned mr_wl_missing_leaders(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                               unsigned there) {
  unsigned known = there + mr_wl_leaders_to_come(game, state, side);
  return game->original[side] > known ? game->original[side] - known : 0;
}

static mr_status set_members(mr_reader *r, mr_wl_state *state, const extras *e) {
  const uint16_t *squares = mr_wl_squares_const(mr_wl_game_of(r->game), state);
  mr_wl_unit *units = mr_wl_units(mr_wl_game_of(r->game), state);
  size_t count = 0;
  mr_wl_share_leaders(mr_wl_game_of(r->game), state);
  if (!has(e, FIELD_MEMBERS)) {
    return MR_OK;
  }
  for (unsigned cell = 0; cell < mr_wl_game_of(r->game)->cells; cell++) {
    unsigned man = mr_wl_unit_of(squares[cell]);
    if (!man || !mr_wl_is_numbered(units[man - 1].kind)) {
      continue;
    }
    unsigned member = count < e->member_count ? (unsigned)(e->members[count] - '1') : UINT8_MAX;
    if (member >= mr_wl_game_of(r->game)->members) {
      return illegal(r, "members= has a digit for every leader, from 1 on (WL-38)");
    }
    mr_wl_set_member(mr_wl_game_of(r->game), state, man - 1, member);
    count++;
  }
  return count == e->member_count ? MR_OK
                                  : illegal(r, "members= names more leaders than there are");
}

/* The units of a side that are on the board of a deployment are what could have been placed. */
static mr_status redo_deployment(mr_reader *r, const uint8_t *pieces, unsigned side,
                                 unsigned placed, mr_wl_state *state) {
  mr_wl_head *h = &state->head;
  unsigned shown = 0;
  h->side = (uint8_t)side;
  for (unsigned cell = 0; cell < mr_wl_game_of(r->game)->cells; cell++) {
    if (!pieces[cell] || (unsigned)(pieces[cell] >> 4) != side) {
      continue;
    }
    if (mr_wl_placement_fault(mr_wl_game_of(r->game), state, pieces[cell] & 15u, cell, NULL) !=
        MR_OK) {
      return illegal(r, "no army is deployed like this (WL-32, WL-33)");
    }
    mr_wl_place(mr_wl_game_of(r->game), state, pieces[cell] & 15u, cell);
    shown++;
  }
  if (shown && shown != placed) {
    return illegal(r, "deploy= is not the number of units on the board");
  }
  if (!shown && placed) {
    h->hidden = (uint8_t)(h->hidden | 1u << side);
  }
  h->placed[side] = (uint16_t)placed;
  return MR_OK;
}

static mr_status begin_deployment(mr_reader *r, const extras *e, const aside *a) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  mr_wl_state *state = a->state;
  mr_wl_head *h = &state->head;
  unsigned side = h->side, total = game->army.total;
  bool order = side == MR_WL_WHITE ? !e->placed[1] : e->placed[0] == total;
  if (!game->hidden || !order || e->given != 1u << FIELD_DEPLOY || h->quiet || h->turn != 1 ||
      h->ground) {
    return illegal(r, "no deployment goes like this: White's army first, then Black's (WL-31)");
  }
  for (unsigned s = 0; s < 2; s++) {
    while (h->units[s]) {
      mr_wl_drop_last(game, state, s);
    }
  }
  h->phase = MR_WL_DEPLOY;
  for (unsigned s = 0; s < 2; s++) {
    mr_status status = redo_deployment(r, a->pieces, s, e->placed[s], state);
    if (status != MR_OK) {
      return status;
    }
  }
  h->side = (uint8_t)side;
  return MR_OK;
}

static mr_status begin_play(mr_reader *r, const extras *e, mr_wl_state *state) {
  const mr_wl_game *game = mr_wl_game_of(r->game);
  mr_wl_head *h = &state->head;
  for (unsigned side = 0; side < 2; side++) {
    h->lost[side] =
        (uint16_t)(has(e, FIELD_LOST) ? e->lost[side]
                                      : mr_wl_missing_leaders(game, state, side, h->leaders[side]));
  }
  mr_status status = check_reserves(r, state);
  if (status == MR_OK) {
    status = set_members(r, state, e);
  }
  if (status != MR_OK) {
    return status;
  }
  bool alone = !(e->given & ~(1u << FIELD_DRAW | 1u << FIELD_LOST | 1u << FIELD_MEMBERS));
  if (has(e, FIELD_DRAW)) {
    if (game->first != MR_WL_DRAWN || h->quiet || h->turn != 1 || h->side != MR_WL_WHITE ||
        !alone) {
      return illegal(r, "lots are drawn before the first turn, and only with first = drawn");
    }
    h->phase = MR_WL_LOTS;
  }
  if (game->repetition) {
    mr_wl_past(game, state)[0] = mr_wl_position_key(state);
    h->seen = 1;
  }
  bool gone[2];
  for (unsigned side = 0; side < 2; side++) {
    gone[side] = !h->leaders[side] && !mr_wl_leaders_to_come(game, state, side);
  }
  if (gone[0] && gone[1]) {
    return illegal(r, "neither side has a leader (WL-21)");
  }
  if (h->phase == MR_WL_PLAY) {
    mr_wl_end_by_text(game, state, NULL);
  }
  return MR_OK;
}

/* The activations in brackets are made, each checked like any other. */
static mr_status replay(mr_reader *r, const extras *e, mr_wl_state *state) {
  const mr_game *base = &mr_wl_game_of(r->game)->base;
  mr_state *opaque = (mr_state *)(void *)state;
  if (!has(e, FIELD_ORDERS)) {
    return MR_OK;
  }
  r->at = e->orders_at;
  for (;;) {
    mr_action action = mr_wl_action(MR_WL_ACT_END, 0, 0);
    if (state->head.phase != MR_WL_PLAY) {
      return illegal(r, "the game is over before this activation");
    }
    if (mr_reader_take(r, ".")) {
      if (state->head.member + 1u == mr_wl_game_of(r->game)->members) {
        return illegal(r, "the end of a turn is not part of it (WL-42)");
      }
    } else {
      mr_status status = mr_wl_read_activation(r, state, &action);
      if (status != MR_OK) {
        return status;
      }
    }
    mr_wl_make(base, opaque, action, NULL, NULL);
    if (mr_reader_take(r, "]")) {
      return MR_OK;
    }
    mr_status status = mr_reader_char(r, ';', "';' or ']'");
    if (status != MR_OK) {
      return status;
    }
  }
}

static mr_status read_state(mr_reader *r, const aside *a) {
  extras e = {.given = 0};
  mr_status status = read_board(r, a);
  if (status == MR_OK) {
    status = read_counters(r, a->state);
  }
  if (status == MR_OK) {
    status = read_fields(r, a->state, &e);
  }
  if (status == MR_OK) {
    status = has(&e, FIELD_DEPLOY) ? begin_deployment(r, &e, a) : begin_play(r, &e, a->state);
  }
  return status != MR_OK ? status : replay(r, &e, a->state);
}

mr_status mr_wl_parse_state(const mr_game *base, const char *text, size_t length, mr_state *out,
                            mr_error *err) {
  const mr_wl_game *game = mr_wl_game_of(base);
  mr_reader r = mr_reader_over(&game->base, text, length, err);
  mr_state *state = mr_state_new(base, game->base.allocator);
  uint8_t *maps = mr_alloc_zero(game->base.allocator, 2, game->cells);
  mr_status status = MR_ERR_NOMEM;
  if (state != NULL && maps != NULL) {
    status = read_state(&r, &(aside){mr_wl_writable(state), maps, maps + game->cells});
  } else {
    mr_error_set(err, status, "no memory to read a state");
  }
  if (status == MR_OK) {
    mr_state_copy(base, out, state);
  }
  mr_alloc_free(game->base.allocator, maps, (size_t)2 * game->cells);
  mr_state_free(base, game->base.allocator, state);
  return status;
}
