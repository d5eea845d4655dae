#include "rules/warlord/reader.h"

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
    unsigned other = orders[i].other;
    if (orders[i].what == MR_WL_PART_ENDED) {
      continue;
    }
    put_spot(b, orders[i].from, orders[i].slot + 1u, mr_wl_piece(state->head.side, orders[i].kind));
    put_spot(b, orders[i].to, other, piece_of(b, other));
    b->taken_leaders +=
        orders[i].what == MR_WL_MOVED && other && mr_wl_is_numbered(units[other - 1].kind);
  }
}

/*
 * What stood on a square. @param next of the spots, not below the cell: from 0 on where cells are
 * asked for in their order
 */
static spot spot_at(const before *b, unsigned cell, unsigned *next) {
  while (*next < b->count && b->spots[*next].cell < cell) {
    ++*next;
  }
  if (*next < b->count && b->spots[*next].cell == cell) {
    return b->spots[*next];
  }
  unsigned man = mr_wl_unit_of(mr_wl_squares_const(b->game, b->state)[cell]);
  return (spot){(uint16_t)cell, (uint16_t)man, (uint8_t)piece_of(b, man)};
}

static void add_run(mr_str *out, unsigned *run) {
  if (*run) {
    mr_str_uint(out, *run);
  }
  *run = 0;
}

static void add_pieces(const before *b, mr_str *out) {
  const mr_wl_game *game = b->game;
  unsigned next = 0;
  for (unsigned row = 0; row < game->rows; row++) {
    unsigned run = 0;
    if (row) {
      mr_str_char(out, '/');
    }
    for (unsigned file = 0; file < game->columns; file++) {
      unsigned piece = spot_at(b, row * game->columns + file, &next).piece;
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
    if (row) {
      mr_str_char(out, '/');
    }
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

/* The leaders of a board, by cell, and the members who have them. */
typedef struct staff {
  mr_wl_post posts[2][MR_WL_LEADERS_MAX];
  unsigned count[2];
  char digits[2 * MR_WL_LEADERS_MAX + 1];
} staff;

static void list_staff(const before *b, staff *out) {
  const mr_wl_unit *units = mr_wl_units_const(b->game, b->state);
  unsigned next = 0, count = 0;
  out->count[0] = out->count[1] = 0;
  for (unsigned cell = 0; cell < b->game->cells; cell++) {
    spot s = spot_at(b, cell, &next);
    unsigned kind = s.piece & 15u, side = s.piece >> 4;
    if (!mr_wl_is_numbered(kind)) {
      continue;
    }
    out->posts[side][out->count[side]++] = (mr_wl_post){s.cell, (uint8_t)kind, 0};
    out->digits[count++] = (char)('1' + mr_wl_member_of(units[s.man - 1]));
  }
  out->digits[count] = '\0';
}

/* Whether the members are those who get these leaders from a map. */
static bool is_standard(const staff *s) {
  unsigned at[2] = {0, 0};
  for (const char *digit = s->digits; *digit; digit++) {
    bool black = at[0] == s->count[0] ||
                 (at[1] < s->count[1] && s->posts[1][at[1]].cell < s->posts[0][at[0]].cell);
    if (s->posts[black][at[black]++].member != (unsigned)(*digit - '1')) {
      return false;
    }
  }
  return true;
}

/* Members of the leaders in the order of the map, unless they are shared out as a map would be. */
static void add_members(const before *b, mr_str *out) {
  staff all;
  if (b->game->members == 1) {
    return;
  }
  list_staff(b, &all);
  for (unsigned side = 0; side < 2; side++) {
    mr_wl_share_posts(b->game, all.posts[side], all.count[side]);
  }
  if (!is_standard(&all)) {
    mr_str_format(out, " members=%s", all.digits);
  }
}

static void add_waiting(const mr_wl_game *game, const mr_wl_state *state, mr_str *out) {
  const uint8_t *waiting = mr_wl_waiting_const(game, state);
  bool any = false;
  for (unsigned side = 0; game->blocks && side < 2; side++) {
    for (unsigned i = 0; i < game->posts[side]; i++) {
      unsigned number = waiting[side * game->post_max + i];
      if (!number) {
        continue;
      }
      mr_str_add(out, any ? "," : " waiting=");
      any = true;
      mr_wl_add_cell(game, out, game->post[side][i].cell);
      if (number > 1) {
        mr_str_format(out, "*%u", number);
      }
    }
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
  if (state->head.count) {
    mr_str_char(out, ']');
  }
}

void mr_wl_format_state(const mr_game *base, const mr_state *opaque, mr_str *out) {
  const mr_wl_game *game = mr_wl_game_of(base);
  const mr_wl_state *state = mr_wl_state_of(opaque);
  const mr_wl_head *h = &state->head;
  before b;
  rewind_turn(game, state, &b);
  add_pieces(&b, out);
  if (h->ground) {
    add_ground(game, state, out);
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
  if (h->phase == MR_WL_LOTS) {
    mr_str_add(out, " draw=1");
  }
  if (h->pass) {
    mr_str_add(out, " pass=1");
  }
  if (h->reply) {
    mr_str_add(out, " reply=1");
  }
  add_lost(&b, out);
  add_members(&b, out);
  add_waiting(game, state, out);
  add_orders(game, state, out);
}
