#include "chase_game.h"

#include <marcher/hash.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_MOST = 64, NO_CELL = 255 };
enum { KING = 1, QUEEN, ROOK, BISHOP, KNIGHT, PAWN };
enum { BLACK = 8 }; /* added to a kind */

typedef struct chase_state {
  uint8_t cells[CELLS_MOST]; /* 0: empty */
  uint8_t mover;
  uint8_t jumped; /* square passed by the pawn that has just moved, or NO_CELL */
  uint8_t risen;  /* 1 + who has reached the goal */
  uint8_t unused[13];
} chase_state;

typedef struct chase {
  mr_game base;
  chase_rules rules;
} chase;

static const chase_rules *rules_of(const mr_game *game) {
  return &((const chase *)game)->rules;
}
static const chase_state *read(const mr_state *state) {
  return (const chase_state *)state;
}
static unsigned size_of(const mr_game *game) {
  return rules_of(game)->columns * rules_of(game)->rows;
}
static unsigned kind_of(unsigned man) {
  return man % BLACK;
}
static bool belongs(unsigned man, unsigned player) {
  return man != 0 && man / BLACK == player;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static const int8_t steps[16][2] = {{1, 0},  {-1, 0},  {0, 1},   {0, -1}, {1, 1},  {1, -1},
                                    {-1, 1}, {-1, -1}, {1, 2},   {2, 1},  {-1, 2}, {-2, 1},
                                    {1, -2}, {2, -1},  {-1, -2}, {-2, -1}};

/* The square so far away, or NO_CELL. */
static unsigned beyond(const mr_game *game, unsigned cell, int dx, int dy) {
  const chase_rules *rules = rules_of(game);
  unsigned columns = rules->columns > 0 ? rules->columns : 1;
  int x = (int)(cell % columns) + dx;
  int y = (int)(cell / columns) + dy;
  bool inside = x >= 0 && y >= 0 && x < (int)rules->columns && y < (int)rules->rows;
  return inside ? (unsigned)y * rules->columns + (unsigned)x : NO_CELL;
}

/* Which of `steps` a kind takes. */
static void steps_of(unsigned kind, unsigned *first, unsigned *end) {
  *first = kind == KNIGHT ? 8 : kind == BISHOP ? 4 : 0;
  *end = kind == KNIGHT ? 16 : kind == ROOK ? 4 : 8;
}

static bool slides(unsigned kind) {
  return kind == QUEEN || kind == ROOK || kind == BISHOP;
}

static int forward_of(unsigned man) {
  return man < BLACK ? 1 : -1;
}

/* Whether the man on `from` attacks `to`. */
static bool attacks(const mr_game *game, const chase_state *s, unsigned from, unsigned to) {
  unsigned man = s->cells[from];
  if (kind_of(man) == PAWN) {
    return beyond(game, from, 1, forward_of(man)) == to ||
           beyond(game, from, -1, forward_of(man)) == to;
  }
  unsigned first = 0;
  unsigned end = 0;
  steps_of(kind_of(man), &first, &end);
  for (unsigned i = first; i < end; i++) {
    unsigned at = beyond(game, from, steps[i][0], steps[i][1]);
    while (slides(kind_of(man)) && at != NO_CELL && at != to && s->cells[at] == 0) {
      at = beyond(game, at, steps[i][0], steps[i][1]);
    }
    if (at == to) {
      return true;
    }
  }
  return false;
}

/* Whether the king of a player is attacked. */
static bool in_check(const mr_game *game, const chase_state *s, unsigned player) {
  for (unsigned king = 0; king < size_of(game); king++) {
    if (s->cells[king] != KING + BLACK * player) {
      continue;
    }
    for (unsigned from = 0; from < size_of(game); from++) {
      if (belongs(s->cells[from], 1 - player) && attacks(game, s, from, king)) {
        return true;
      }
    }
  }
  return false;
}

/* ---- actions: from | to << 8 | kind that a pawn turns into << 16 ----------------------------- */

static unsigned from_of(mr_action action) {
  return action & 255;
}
static unsigned to_of(mr_action action) {
  return action >> 8 & 255;
}
static unsigned turn_of(mr_action action) {
  return action >> 16;
}

static bool on_last_row(const mr_game *game, unsigned cell, unsigned player) {
  const chase_rules *rules = rules_of(game);
  return cell / rules->columns == (player == 0 ? rules->rows - 1 : 0);
}

static bool has_pieces(const mr_game *game, const chase_state *s, unsigned player) {
  for (unsigned i = 0; i < size_of(game); i++) {
    if (belongs(s->cells[i], player)) {
      return true;
    }
  }
  return false;
}

static void apply(const mr_game *game, chase_state *s, mr_action action) {
  const chase_rules *rules = rules_of(game);
  unsigned from = from_of(action);
  unsigned to = to_of(action);
  unsigned man = s->cells[from];
  unsigned player = s->mover;
  s->cells[from] = 0;
  s->cells[to] = (uint8_t)(turn_of(action) != 0 ? turn_of(action) + BLACK * player : man);
  if (kind_of(man) == PAWN && to == s->jumped) {
    s->cells[beyond(game, to, 0, -forward_of(man)) % CELLS_MOST] = 0;
  }
  s->jumped = NO_CELL;
  if (kind_of(man) == PAWN && to == beyond(game, from, 0, 2 * forward_of(man))) {
    s->jumped = (uint8_t)beyond(game, from, 0, forward_of(man));
  }
  bool goal = rules->goal || rules->bare_goal || rules->blind_goal || rules->late_goal;
  if (goal && kind_of(man) == KING && on_last_row(game, to, player)) {
    s->risen = (uint8_t)(1 + player);
  }
  s->mover = (uint8_t)(rules->skips && !has_pieces(game, s, 1 - player) ? player : 1 - player);
}

typedef struct list {
  mr_action *items; /* NULL: count only */
  size_t count;
} list;

/* Adds an action if it leaves the king safe. */
static void try(const mr_game *game, const chase_state *s, mr_action action, list *out) {
  chase_state after = *s;
  apply(game, &after, action);
  if (!in_check(game, &after, s->mover)) {
    if (out->items != NULL) {
      out->items[out->count] = action;
    }
    out->count++;
  }
}

/* Tries a move, as all that the man may turn into. */
static void try_turns(const mr_game *game, const chase_state *s, unsigned from, unsigned to,
                      list *out) {
  unsigned kind = kind_of(s->cells[from]);
  bool last = on_last_row(game, to, s->mover);
  bool flips = rules_of(game)->flips;
  mr_action action = from | to << 8;
  if (last && kind == PAWN && !flips) {
    try(game, s, action | ROOK << 16, out);
    try(game, s, action | KNIGHT << 16, out);
  } else if (last && flips && (kind == PAWN || kind == KNIGHT)) {
    try(game, s, action | (kind == PAWN ? KNIGHT << 16u : PAWN << 16u), out);
  } else {
    try(game, s, action, out);
  }
}

static void list_pawn(const mr_game *game, const chase_state *s, unsigned from, list *out) {
  int forward = forward_of(s->cells[from]);
  unsigned to = beyond(game, from, 0, forward);
  unsigned second = s->mover == 0 ? 1 : rules_of(game)->rows - 2;
  if (to != NO_CELL && s->cells[to] == 0) {
    try_turns(game, s, from, to, out);
    unsigned far = beyond(game, from, 0, 2 * forward);
    if (rules_of(game)->jumps && from / rules_of(game)->columns == second && far != NO_CELL &&
        s->cells[far] == 0) {
      try_turns(game, s, from, far, out);
    }
  }
  for (int dx = -1; dx <= 1; dx += 2) {
    to = beyond(game, from, dx, forward);
    if (to != NO_CELL && (belongs(s->cells[to], 1u - s->mover) || to == s->jumped)) {
      try_turns(game, s, from, to, out);
    }
  }
}

static void list_man(const mr_game *game, const chase_state *s, unsigned from, list *out) {
  unsigned kind = kind_of(s->cells[from]);
  unsigned first = 0;
  unsigned end = 0;
  steps_of(kind, &first, &end);
  for (unsigned i = first; i < end; i++) {
    unsigned to = beyond(game, from, steps[i][0], steps[i][1]);
    while (to != NO_CELL && !belongs(s->cells[to], s->mover)) {
      try_turns(game, s, from, to, out);
      bool on = slides(kind) && s->cells[to] == 0;
      to = on ? beyond(game, to, steps[i][0], steps[i][1]) : NO_CELL;
    }
  }
}

static size_t chase_actions(const mr_game *game, const mr_state *state,
                            mr_action *out) { // NOLINT(readability-non-const-parameter)
  const chase_state *s = read(state);
  list found = {.items = out};
  for (unsigned from = 0; from < size_of(game); from++) {
    if (belongs(s->cells[from], s->mover)) {
      if (kind_of(s->cells[from]) == PAWN) {
        list_pawn(game, s, from, &found);
      } else {
        list_man(game, s, from, &found);
      }
    }
  }
  return found.count;
}

static mr_node chase_node(const mr_game *game, const mr_state *state) {
  const chase_state *s = read(state);
  if (s->risen == 0 && chase_actions(game, state, NULL) > 0) {
    return (mr_node){MR_NODE_DECISION, {s->mover}};
  }
  return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
}

static bool chase_legal(const mr_game *game, const mr_state *state, mr_action action) {
  mr_action actions[256];
  size_t count = chase_actions(game, state, actions);
  for (size_t i = 0; i < count; i++) {
    if (actions[i] == action) {
      return true;
    }
  }
  return false;
}

static void chase_make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                       mr_events *events) {
  (void)undo;
  (void)events;
  apply(game, (chase_state *)state, action);
}

static void chase_score(const mr_game *game, const mr_state *state, uint8_t *out) {
  const chase_state *s = read(state);
  bool lost = in_check(game, s, s->mover) || !has_pieces(game, s, s->mover);
  out[0] = out[1] = MR_SCORE_WIN / 2;
  if (s->risen != 0) {
    out[s->risen - 1] = MR_SCORE_WIN;
    out[2 - s->risen] = 0;
  } else if (lost) {
    out[s->mover] = rules_of(game)->three ? 1 : 0;
    out[1 - s->mover] = (uint8_t)(MR_SCORE_WIN - out[s->mover]);
  }
}

static mr_rule_index chase_ended_by(const mr_game *game, const mr_state *state) {
  return chase_node(game, state).kind == MR_NODE_TERMINAL ? 1 : 0;
}

static uint64_t chase_hash(const mr_game *game, const mr_state *state) {
  const chase_state *s = read(state);
  uint64_t hash = mr_mix64(s->mover + 1000u) ^ (s->jumped == NO_CELL ? 0 : mr_mix64(s->jumped));
  for (unsigned i = 0; i < size_of(game); i++) {
    uint64_t key = s->cells[i] == 0 ? 0 : mr_mix64(i * 16u + s->cells[i] + 2000u);
    hash = rules_of(game)->mixed_hash ? mr_mix64(hash + key) : hash ^ key;
  }
  return hash;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static const char kind_letters[] = " KQRBNP";

static char letter_of(unsigned man) {
  char c = kind_letters[kind_of(man)];
  return (char)(man >= BLACK ? c - 'A' + 'a' : c);
}

static void chase_cell_text(const mr_game *game, mr_cell cell, mr_str *out) {
  if (cell.id == NO_CELL) {
    mr_str_char(out, '-');
  } else {
    mr_str_format(out, "%c%u", (char)('a' + cell.id % rules_of(game)->columns),
                  cell.id / rules_of(game)->columns + 1);
  }
}

static void chase_piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  (void)game;
  mr_str_char(out, letter_of(piece.id));
}

static void chase_format_action(const mr_game *game, const mr_state *state, mr_action action,
                                mr_str *out) {
  (void)state;
  chase_cell_text(game, (mr_cell){(uint16_t)from_of(action)}, out);
  chase_cell_text(game, (mr_cell){(uint16_t)to_of(action)}, out);
  if (turn_of(action) != 0) {
    mr_str_char(out, kind_letters[turn_of(action)]);
  }
}

static void chase_format_state(const mr_game *game, const mr_state *state, mr_str *out) {
  const chase_state *s = read(state);
  for (unsigned i = 0; i < size_of(game); i++) {
    mr_str_char(out, s->cells[i] == 0 ? '.' : letter_of(s->cells[i]));
  }
  mr_str_add(out, s->mover == 0 ? " w " : " b ");
  chase_cell_text(game, (mr_cell){s->jumped}, out);
  if (s->risen != 0) {
    mr_str_char(out, '!');
  }
}

static unsigned man_of_letter(char c) {
  bool black = c >= 'a' && c <= 'z';
  const char *found = strchr(kind_letters + 1, black ? c - 'a' + 'A' : c);
  return c == '\0' || found == NULL ? 0 : (unsigned)(found - kind_letters) + (black ? BLACK : 0);
}

static mr_status chase_parse_state(const mr_game *game, const char *text, size_t length,
                                   mr_state *out, mr_error *err) {
  chase_state s = {.jumped = NO_CELL};
  unsigned size = size_of(game);
  if (length < size + 4 || length > size + 5) {
    return mr_error_at(err, MR_ERR_SYNTAX, 1, "not a position of this board");
  }
  for (unsigned i = 0; i < size; i++) {
    s.cells[i] = (uint8_t)man_of_letter(text[i]);
  }
  s.mover = text[size + 1] == 'b';
  if (length == size + 5) {
    s.jumped = (uint8_t)((unsigned)(text[size + 3] - 'a') +
                         (unsigned)(text[size + 4] - '1') * rules_of(game)->columns);
  }
  memcpy(out, &s, sizeof s);
  return MR_OK;
}

/* ---- composing ------------------------------------------------------------------------------- */

static mr_piece chase_piece_named(const mr_game *game, mr_player owner, const char *text,
                                  size_t length) {
  (void)game;
  char c = length == 1 ? text[0] : '\0';
  unsigned man = man_of_letter((char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c));
  return man == 0 ? MR_NO_PIECE : (mr_piece){man + BLACK * owner.id};
}

static bool chase_compose(const mr_game *game, const mr_placement *men, size_t count,
                          mr_player player, mr_state *out) {
  const chase_rules *rules = rules_of(game);
  chase_state s = {.mover = player.id, .jumped = NO_CELL};
  for (size_t i = 0; i < count; i++) {
    unsigned man = men[i].piece.id;
    unsigned cell = men[i].cell.id;
    unsigned row = cell / rules->columns;
    bool edge = row == 0 || row == rules->rows - 1;
    bool risen = kind_of(man) == KING && on_last_row(game, cell, man / BLACK);
    bool barred = rules->bare_goal || (rules->late_goal && man / BLACK != player.id);
    if (s.cells[cell] != 0 || (kind_of(man) == PAWN && edge) || (risen && barred)) {
      return false;
    }
    s.cells[cell] = (uint8_t)man;
    s.risen = risen && rules->goal ? (uint8_t)(1 + man / BLACK) : s.risen;
  }
  memcpy(out, &s, sizeof s);
  return !in_check(game, &s, 1u - player.id) && (has_pieces(game, &s, player.id) || !rules->skips);
}

static size_t chase_men(const mr_game *game, const mr_state *state, mr_placement *out) {
  size_t count = 0;
  for (unsigned i = 0; i < size_of(game); i++) {
    if (read(state)->cells[i] != 0) {
      out[count++] = (mr_placement){{read(state)->cells[i]}, {(uint16_t)i}};
    }
  }
  return count;
}

/* ---- the game -------------------------------------------------------------------------------- */

static void chase_start(const mr_game *game, mr_state *state) {
  static const mr_placement kings[] = {{{KING}, {0}}, {{KING + BLACK}, {2}}};
  (void)chase_compose(game, kings, 2, (mr_player){0}, state);
}

static const mr_game_ops ops = {
    .start = chase_start,
    .node = chase_node,
    .actions = chase_actions,
    .legal = chase_legal,
    .make = chase_make,
    .hash = chase_hash,
    .score = chase_score,
    .ended_by = chase_ended_by,
    .format_action = chase_format_action,
    .format_state = chase_format_state,
    .parse_state = chase_parse_state,
    .cell_text = chase_cell_text,
    .piece_text = chase_piece_text,
};

static const mr_material_ops material = {
    .piece_named = chase_piece_named,
    .compose = chase_compose,
    .placements = chase_men,
};

/* For who asks before anything is played: no chance node ever comes. */
static const mr_chance_ops chance = {0};

static const mr_rule game_rules[] = {{"", "", false}, {"CH-1", "The game is over.", false}};

mr_game *chase_game_new(chase_rules rules) {
  chase *made = calloc(1, sizeof *made);
  if (made == NULL) {
    return NULL;
  }
  made->rules = rules;
  made->base.ops = &ops;
  made->base.material = &material;
  made->base.chance = rules.chance ? &chance : NULL;
  made->base.info = (mr_game_info){
      .name = "chase",
      .title = "Chase",
      .family = "test",
      .summary = "Men after kings.",
      .capabilities = rules.three ? (unsigned)MR_CAN_FRACTION : 0,
      .players = 2,
      .team = {0, 1},
      .player_names = {"White", "Black"},
      .columns = (uint16_t)rules.columns,
      .rows = (uint16_t)rules.rows,
      .state_size = sizeof(chase_state),
      .undo_size = sizeof(chase_state),
      .max_actions = 256,
      .max_events = 1,
      .max_state_text = CELLS_MOST + 8,
      .max_length = 1000,
      .rules = game_rules,
      .rule_count = 2,
  };
  return &made->base;
}
