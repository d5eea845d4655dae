/* The text of a state (WL-42), written. */
#include "base/text.h"
#include "rules/warlord/warlord.h"

static void add_piece(mr_str *out, unsigned piece) {
  mr_str_char(out, mr_wl_letter_of_piece(piece));
}

static void add_ground(mr_str *out, unsigned ground) {
  mr_str_char(out, mr_wl_ground_letters[ground]);
}

/* ---- writing --------------------------------------------------------------------------------- */

/* What stood on a square when the turn began, where that has changed. */
typedef struct spot {
  uint16_t cell;
  uint16_t man; /* 1 + slot, 0: empty */
  uint8_t piece;
} spot;

/* A board as it was when the turn began: activations are written behind it (WL-42). */
typedef struct before {
  const mr_wl_game *game;
  const mr_wl_state *state;
  spot spots[2 * (MR_WL_CAP_MAX + MR_WL_MEMBERS_MAX)]; /* in the order of their cells */
  unsigned count;
  unsigned taken_leaders;
} before;

static unsigned piece_of(const before *b, unsigned man) {
  const mr_wl_unit *units = mr_wl_units_const(b->game, b->state);
  return man ? mr_wl_piece(mr_wl_side_of(b->game, man - 1), units[man - 1].kind) : 0;
}

static void put_spot(before *b, unsigned cell, unsigned man, unsigned piece) {
  unsigned at = b->count;
  while (at > 0 && b->spots[at - 1].cell >= cell) {
    at--;
  }
  if (at == b->count || b->spots[at].cell != cell) {
    memmove(&b->spots[at + 1], &b->spots[at], (b->count++ - at) * sizeof *b->spots);
  }
  b->spots[at] = (spot){(uint16_t)cell, (uint16_t)man, (uint8_t)piece};
}

static void rewind_turn(const mr_wl_game *game, const mr_wl_state *state, before *b) {
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  const mr_wl_order *orders = mr_wl_orders_const(game, state);
  b->game = game;
  b->state = state;
  b->count = b->taken_leaders = 0;
  for (unsigned i = state->head.count; i-- > 0;) {
    const mr_wl_order *o = &orders[i];
    if (o->what == MR_WL_PART_ENDED) {
      continue;
    }
    put_spot(b, o->from, o->slot + 1u, mr_wl_piece(state->head.side, o->kind));
    put_spot(b, o->to, o->other, piece_of(b, o->other));
    b->taken_leaders +=
        o->what == MR_WL_MOVED && o->other && mr_wl_is_numbered(units[o->other - 1].kind);
  }
}

static spot spot_at(const before *b, unsigned cell) {
  unsigned low = 0, high = b->count;
  while (low < high) {
    unsigned middle = (low + high) / 2;
    if (b->spots[middle].cell < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low < b->count && b->spots[low].cell == cell) {
    return b->spots[low];
  }
  unsigned man = mr_wl_unit_of(mr_wl_squares_const(b->game, b->state)[cell]);
  return (spot){(uint16_t)cell, (uint16_t)man, (uint8_t)piece_of(b, man)};
}

static unsigned piece_at(const void *b, unsigned cell) {
  return spot_at(b, cell).piece;
}

static unsigned ground_at(const void *b, unsigned cell) {
  const before *board = b;
  return mr_wl_ground_of(mr_wl_squares_const(board->game, board->state)[cell]);
}

unsigned mr_wl_missing_leaders(const mr_wl_game *game, const mr_wl_state *state, unsigned side,
                               unsigned there) {
  unsigned known = there + mr_wl_leaders_to_come(game, state, side);
  return game->original[side] > known ? game->original[side] - known : 0;
}

static void add_lost(const before *b, mr_str *out) {
  const mr_wl_head *h = &b->state->head;
  unsigned lost[2] = {h->lost[0], h->lost[1]};
  unsigned there[2] = {h->leaders[0], h->leaders[1]};
  lost[1 - h->side] -= b->taken_leaders;
  there[1 - h->side] += b->taken_leaders;
  if (lost[0] != mr_wl_missing_leaders(b->game, b->state, 0, there[0]) ||
      lost[1] != mr_wl_missing_leaders(b->game, b->state, 1, there[1])) {
    mr_str_format(out, " lost=%u,%u", lost[0], lost[1]);
  }
}

/* Members of the leaders in the order of the map, unless they are shared out as a map would be. */
static void add_members(const before *b, mr_str *out) {
  const mr_wl_unit *units = mr_wl_units_const(b->game, b->state);
  mr_wl_post posts[2][MR_WL_LEADERS_MAX] = {{{0}}}, shared[MR_WL_LEADERS_MAX];
  char digits[2 * MR_WL_LEADERS_MAX + 1];
  unsigned counts[2] = {0, 0};
  bool standard = true;
  for (unsigned cell = 0; cell < b->game->cells; cell++) {
    spot s = spot_at(b, cell);
    unsigned kind = s.piece & 15u, side = s.piece >> 4;
    if (mr_wl_is_numbered(kind)) {
      unsigned member = mr_wl_member_of(units[s.man - 1]);
      digits[counts[0] + counts[1]] = (char)('1' + member);
      posts[side][counts[side]++] = (mr_wl_post){s.cell, (uint8_t)kind, (uint8_t)member};
    }
  }
  digits[counts[0] + counts[1]] = '\0';
  for (unsigned side = 0; side < 2; side++) {
    memcpy(shared, posts[side], counts[side] * sizeof *shared);
    mr_wl_share_posts(b->game, shared, counts[side]);
    for (unsigned i = 0; i < counts[side]; i++) {
      standard = standard && shared[i].member == posts[side][i].member;
    }
  }
  if (!standard) {
    mr_str_format(out, " members=%s", digits);
  }
}

static void add_waiting(const mr_wl_game *game, const mr_wl_state *state, mr_str *out) {
  const uint8_t *waiting = mr_wl_waiting_const(game, state);
  const char *sign = " waiting=";
  for (unsigned side = 0; game->blocks && side < 2; side++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      unsigned number = waiting[side * game->post_max + i];
      if (number) {
        mr_str_format(out, "%s%s", sign, mr_wl_name_cell(game, game->post[side][i].cell).text);
        sign = ",";
      }
      if (number > 1) {
        mr_str_format(out, "*%u", number);
      }
    }
  }
}

/* What was lost when the turn began and may come back (WL-37): White's kinds, then Black's. */
static void add_fallen(const before *b, mr_str *out) {
  const mr_wl_game *game = b->game;
  const mr_wl_state *state = b->state;
  const mr_wl_unit *units = mr_wl_units_const(game, state);
  const char *sign = " fallen=";
  for (unsigned side = 0; state->head.fallen && side < 2; side++) {
    unsigned counts[MR_WL_KINDS];
    mr_wl_count_fallen(game, state, side, counts);
    for (unsigned i = 0; side != state->head.side && i < state->head.count; i++) {
      const mr_wl_order *o = &mr_wl_orders_const(game, state)[i];
      unsigned kind = o->what == MR_WL_MOVED && o->other ? units[o->other - 1].kind : 0;
      counts[kind] -= kind && mr_wl_comes_back(game, kind);
    }
    for (unsigned kind = 1; kind < MR_WL_KINDS; kind++) {
      if (counts[kind]) {
        mr_str_format(out, "%s%c%u", sign, mr_wl_letter_of_piece(mr_wl_piece(side, kind)),
                      counts[kind]);
        sign = "";
      }
    }
  }
}

static void add_orders(const mr_wl_game *game, const mr_wl_state *state, mr_str *out) {
  for (unsigned i = 0; i < state->head.count; i++) {
    const mr_wl_order *o = &mr_wl_orders_const(game, state)[i];
    mr_str_add(out, i ? ";" : " [");
    if (o->what == MR_WL_PART_ENDED) {
      mr_str_char(out, '.');
      continue;
    }
    mr_str_format(out, "%s%s%s", mr_wl_name_cell(game, o->from).text,
                  o->what == MR_WL_EXCHANGED ? "<>"
                  : o->other                 ? "x"
                                             : "-",
                  mr_wl_name_cell(game, o->to).text);
  }
  mr_str_add(out, state->head.count ? "]" : "");
}

void mr_wl_format_state(const mr_game *base, const mr_state *opaque, mr_str *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  const mr_wl_head *h = &state->head;
  before b;
  rewind_turn(game, state, &b);
  mr_rows rows = {
      .columns = game->columns, .rows = game->rows, .value = piece_at, .add = add_piece};
  mr_str_rows(out, &rows, &b);
  if (h->ground) {
    rows.value = ground_at;
    rows.add = add_ground;
    mr_str_char(out, '@');
    mr_str_rows(out, &rows, &b);
  }
  mr_str_format(out, " %c %u %u", h->side == MR_WL_WHITE ? 'w' : 'b', (unsigned)h->quiet,
                (unsigned)h->turn);
  if (game->first == MR_WL_DRAWN && h->first == MR_WL_BLACK) {
    mr_str_add(out, " first=b");
  }
  if (h->phase == MR_WL_DEPLOY) {
    mr_str_format(out, " deploy=%u,%u", (unsigned)h->placed[0], (unsigned)h->placed[1]);
    return;
  }
  mr_str_add(out, h->phase == MR_WL_LOTS ? " draw=1" : "");
  mr_str_add(out, h->pass ? " pass=1" : "");
  mr_str_add(out, h->reply ? " reply=1" : "");
  add_lost(&b, out);
  if (game->members > 1) {
    add_members(&b, out);
  }
  add_waiting(game, state, out);
  add_fallen(&b, out);
  mr_wl_add_reserves(game, state, out);
  add_orders(game, state, out);
}
