#include "rules/warlord/reader.h"

/* A board as it was when the turn began: activations are written behind it (WL-42). */
typedef struct before {
  uint16_t men[MR_WL_CELLS_MAX]; /* 1 + slot, 0: empty */
  uint8_t pieces[MR_WL_CELLS_MAX];
  unsigned taken_leaders;
} before;

static void rewind_turn(const mr_wl_game *game, const mr_wl_state *state, before *b) {
  const uint16_t *squares = mr_wl_squares_const(game, state);
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  const mr_wl_order *orders = mr_wl_orders_const(game, state);
  memset(b->pieces, 0, game->cells);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    unsigned man = mr_wl_man_of(squares[cell]);
    b->men[cell] = (uint16_t)man;
    b->pieces[cell] =
        (uint8_t)(man ? mr_wl_piece(mr_wl_side_of(game, man - 1), units[man - 1].kind) : 0);
  }
  b->taken_leaders = 0;
  for (unsigned i = state->head.count; i-- > 0;) {
    if (orders[i].what == MR_WL_PART_ENDED)
      continue;
    unsigned from = orders[i].from, to = orders[i].to, other = orders[i].other;
    b->men[from] = (uint16_t)(orders[i].slot + 1);
    b->pieces[from] = (uint8_t)mr_wl_piece(state->head.side, orders[i].kind);
    b->men[to] = (uint16_t)other;
    b->pieces[to] =
        (uint8_t)(other ? mr_wl_piece(mr_wl_side_of(game, other - 1u), units[other - 1].kind) : 0);
    b->taken_leaders +=
        orders[i].what == MR_WL_MOVED && other && mr_wl_is_numbered(units[other - 1].kind);
  }
}

static void add_run(mr_str *out, unsigned *run) {
  if (*run)
    mr_str_uint(out, *run);
  *run = 0;
}

void mr_wl_add_pieces(const mr_wl_game *game, const uint8_t *pieces, mr_str *out) {
  for (unsigned row = 0; row < game->rows; row++) {
    unsigned run = 0;
    if (row)
      mr_str_char(out, '/');
    for (unsigned file = 0; file < game->columns; file++) {
      unsigned piece = pieces[row * game->columns + file];
      if (!piece) {
        run++;
        continue;
      }
      add_run(out, &run);
      mr_str_char(out, mr_wl_letter_of_piece(piece));
    }
    add_run(out, &run);
  }
}

static void add_ground(const mr_wl_game *game, const mr_wl_state *state, mr_str *out) {
  const uint16_t *squares = mr_wl_squares_const(game, state);
  mr_str_char(out, '@');
  for (unsigned row = 0; row < game->rows; row++) {
    unsigned run = 0;
    if (row)
      mr_str_char(out, '/');
    for (unsigned file = 0; file < game->columns; file++) {
      unsigned ground = mr_wl_ground_of(squares[row * game->columns + file]);
      if (ground == MR_WL_OPEN) {
        run++;
        continue;
      }
      add_run(out, &run);
      mr_str_char(out, mr_wl_ground_letters[ground]);
    }
    add_run(out, &run);
  }
}

/* ---- fields ---------------------------------------------------------------------------------- */

static void add_lost(const mr_wl_game *game, const mr_wl_state *state, const before *b,
                     mr_str *out) {
  const mr_wl_head *h = &state->head;
  unsigned lost[2] = {h->lost[0], h->lost[1]};
  unsigned there[2] = {h->leaders[0], h->leaders[1]};
  lost[1 - h->side] -= b->taken_leaders;
  there[1 - h->side] += b->taken_leaders;
  if (lost[0] != mr_wl_missing_leaders(game, state, 0, there[0]) ||
      lost[1] != mr_wl_missing_leaders(game, state, 1, there[1]))
    mr_str_format(out, " lost=%u,%u", lost[0], lost[1]);
}

/* Members of the leaders in the order of the map, unless they are shared out as a map would be. */
static void add_members(const mr_wl_game *game, const mr_wl_state *state, const before *b,
                        mr_str *out) {
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  char digits[2 * MR_WL_LEADERS_MAX + 1];
  unsigned count = 0;
  bool standard = true;
  if (game->members == 1)
    return;
  uint8_t shares[MR_WL_CELLS_MAX];
  mr_wl_share_map(game, b->pieces, shares);
  for (unsigned cell = 0; cell < game->cells; cell++) {
    if (!b->pieces[cell] || !mr_wl_is_numbered(b->pieces[cell] & 15u))
      continue;
    unsigned member = mr_wl_member_of(units[b->men[cell] - 1]);
    standard = standard && member == shares[cell];
    digits[count++] = (char)('1' + member);
  }
  digits[count] = '\0';
  if (!standard)
    mr_str_format(out, " members=%s", digits);
}

static void add_waiting(const mr_wl_game *game, const mr_wl_state *state, mr_str *out) {
  const uint8_t *waiting = mr_wl_waiting_const(game, state);
  bool any = false;
  for (unsigned side = 0; game->blocks && side < 2; side++)
    for (unsigned i = 0; i < game->posts[side]; i++) {
      unsigned number = waiting[side * game->post_max + i];
      if (!number)
        continue;
      mr_str_add(out, any ? "," : " waiting=");
      any = true;
      mr_wl_add_cell(game, out, game->post[side][i].cell);
      if (number > 1)
        mr_str_format(out, "*%u", number);
    }
}

static void add_orders(const mr_wl_game *game, const mr_wl_state *state, mr_str *out) {
  const mr_wl_order *orders = mr_wl_orders_const(game, state);
  for (unsigned i = 0; i < state->head.count; i++) {
    mr_str_add(out, i ? ";" : " [");
    if (orders[i].what == MR_WL_PART_ENDED) {
      mr_str_char(out, '.');
      continue;
    }
    mr_wl_add_cell(game, out, orders[i].from);
    mr_str_add(out, orders[i].what == MR_WL_EXCHANGED ? "<>" : orders[i].other ? "x" : "-");
    mr_wl_add_cell(game, out, orders[i].to);
  }
  if (state->head.count)
    mr_str_char(out, ']');
}

void mr_wl_format_state(const mr_game *base, const mr_state *opaque, mr_str *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  const mr_wl_head *h = &state->head;
  before b;
  rewind_turn(game, state, &b);
  mr_wl_add_pieces(game, b.pieces, out);
  if (h->ground)
    add_ground(game, state, out);
  mr_str_format(out, " %c %u %u", h->side == MR_WL_WHITE ? 'w' : 'b', (unsigned)h->quiet,
                (unsigned)h->turn);
  if (game->first == MR_WL_DRAWN && h->first == MR_WL_BLACK)
    mr_str_add(out, " first=b");
  if (h->phase == MR_WL_DEPLOY) {
    mr_str_format(out, " deploy=%u,%u", (unsigned)h->placed[0], (unsigned)h->placed[1]);
    return;
  }
  if (h->phase == MR_WL_LOTS)
    mr_str_add(out, " draw=1");
  if (h->pass)
    mr_str_add(out, " pass=1");
  if (h->reply)
    mr_str_add(out, " reply=1");
  add_lost(game, state, &b, out);
  add_members(game, state, &b, out);
  add_waiting(game, state, out);
  add_orders(game, state, out);
}
