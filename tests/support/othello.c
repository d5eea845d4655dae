/*
 * Othello: discs of two colours on a square board of even size. Who puts a disc turns what it
 * outflanks; most discs win. A state is the board and who is to move; whether the game is over
 * follows from both, and is kept because everybody asks.
 */
#include "othello.h"

#include <marcher/hash.h>
#include <marcher/view.h>
#include <string.h>

enum { SIZE_LEAST = 4, SIZE_MOST = 16, DIRECTIONS = 8 };

/** What lies on a square: nothing, or the disc of player 0 or 1. */
enum { EMPTY, BLACK, WHITE };

enum { RULE_NONE, RULE_MOVE, RULE_FLIP, RULE_PASS, RULE_END, RULE_COUNT };

typedef struct othello_game {
  mr_game base; /**< first: a mr_game is this */
  int size;
} othello_game;

typedef struct othello_state {
  uint8_t mover; /**< player 0 or 1 */
  uint8_t over;
  uint8_t cell[]; /**< row by row from the top, size * size of them */
} othello_state;

static const char signs[] = "-XO";

static const int8_t row_steps[DIRECTIONS] = {-1, -1, -1, 0, 0, 1, 1, 1};
static const int8_t column_steps[DIRECTIONS] = {-1, 0, 1, -1, 1, -1, 0, 1};

static const othello_game *game_of(const mr_game *game) {
  return (const othello_game *)(const void *)game;
}

static const othello_state *at(const mr_state *state) {
  return (const othello_state *)(const void *)state;
}

static othello_state *writable(mr_state *state) {
  return (othello_state *)(void *)state;
}

static unsigned cell_count(const mr_game *game) {
  return (unsigned)(game_of(game)->size * game_of(game)->size);
}

static uint8_t disc_of(unsigned player) {
  return (uint8_t)(player == 0 ? BLACK : WHITE);
}

/* ---- the rules ------------------------------------------------------------------------------- */

/** Enemy discs in a row from `cell` in a direction, up to a disc of `player`; 0 where none is. */
static int outflanked(const othello_game *game, const othello_state *s, unsigned cell,
                      unsigned player, int direction) {
  int row = (int)cell / game->size;
  int column = (int)cell % game->size;
  for (int count = 0;; count++) {
    row += row_steps[direction];
    column += column_steps[direction];
    if (row < 0 || row >= game->size || column < 0 || column >= game->size) {
      return 0;
    }
    uint8_t disc = s->cell[row * game->size + column];
    if (disc == EMPTY || disc == disc_of(player)) {
      return disc == EMPTY ? 0 : count;
    }
  }
}

static bool may_put(const othello_game *game, const othello_state *s, unsigned cell,
                    unsigned player) {
  for (int direction = 0; s->cell[cell] == EMPTY && direction < DIRECTIONS; direction++) {
    if (outflanked(game, s, cell, player, direction) > 0) {
      return true;
    }
  }
  return false;
}

static bool may_move(const mr_game *game, const othello_state *s, unsigned player) {
  for (unsigned cell = 0; cell < cell_count(game); cell++) {
    if (may_put(game_of(game), s, cell, player)) {
      return true;
    }
  }
  return false;
}

static void find_end(const mr_game *game, othello_state *s) {
  s->over = !may_move(game, s, 0) && !may_move(game, s, 1);
}

static mr_node node(const mr_game *game, const mr_state *state) {
  (void)game;
  return at(state)->over ? (mr_node){MR_NODE_TERMINAL, MR_NOBODY}
                         : (mr_node){MR_NODE_DECISION, {at(state)->mover}};
}

/* An action is the cell to put a disc on, or the number of cells: to pass. */
static size_t actions(const mr_game *game, const mr_state *state, mr_action *out) {
  const othello_state *s = at(state);
  size_t count = 0;
  for (unsigned cell = 0; cell < cell_count(game); cell++) {
    if (may_put(game_of(game), s, cell, s->mover)) {
      out[count++] = cell;
    }
  }
  if (count == 0) {
    out[count++] = cell_count(game);
  }
  return count;
}

static void put(const mr_game *base, othello_state *s, unsigned cell, mr_events *events) {
  const othello_game *game = game_of(base);
  const mr_player mover = {s->mover};
  const mr_player other = {(uint8_t)(1 - s->mover)};
  mr_event event = mr_event_of(MR_EVENT_PLACE, mover, RULE_MOVE);
  event.piece.id = disc_of(mover.id);
  event.to.id = (uint16_t)cell;
  mr_events_add(events, event);
  event = mr_event_of(MR_EVENT_CONVERT, mover, RULE_FLIP);
  event.other = other;
  event.piece.id = disc_of(mover.id);
  event.piece2.id = disc_of(other.id);
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    int step = row_steps[direction] * game->size + column_steps[direction];
    int count = outflanked(game, s, cell, mover.id, direction);
    for (int i = 1; i <= count; i++) {
      int turned = (int)cell + i * step;
      s->cell[turned] = disc_of(mover.id);
      event.to.id = (uint16_t)turned;
      mr_events_add(events, event);
    }
  }
  s->cell[cell] = disc_of(mover.id);
}

static void make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                 mr_events *events) {
  othello_state *s = writable(state);
  const mr_player mover = {s->mover};
  (void)undo; /* without an unmake the contract has copied the state */
  if (action < cell_count(game)) {
    put(game, s, action, events);
  } else {
    mr_events_add(events, mr_event_of(MR_EVENT_PASS, mover, RULE_PASS));
  }
  s->mover = (uint8_t)(1 - s->mover);
  find_end(game, s);
  mr_events_add(events, mr_event_of(MR_EVENT_TURN, mover, RULE_NONE));
  if (s->over) {
    mr_events_add(events, mr_event_of(MR_EVENT_END, MR_NOBODY, RULE_END));
  }
}

static uint64_t hash(const mr_game *game, const mr_state *state) {
  return mr_hash_bytes(MR_HASH_START + at(state)->mover, at(state)->cell, cell_count(game));
}

static unsigned count_discs(const mr_game *game, const othello_state *s, unsigned player) {
  unsigned count = 0;
  for (unsigned cell = 0; cell < cell_count(game); cell++) {
    count += s->cell[cell] == disc_of(player);
  }
  return count;
}

/* Who has more discs has won, and is ahead where a game is broken off. */
static void score(const mr_game *game, const mr_state *state, uint8_t *out) {
  unsigned black = count_discs(game, at(state), 0);
  unsigned white = count_discs(game, at(state), 1);
  mr_score_won_by(game, black == white ? MR_NOBODY_ID : black > white ? 0 : 1, out);
}

static mr_rule_index ended_by(const mr_game *game, const mr_state *state) {
  (void)game;
  return at(state)->over ? RULE_END : RULE_NONE;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static void format_action(const mr_game *game, const mr_state *state, mr_action action,
                          mr_str *out) {
  (void)state;
  if (action < cell_count(game)) {
    mr_game_cell_text(game, (mr_cell){(uint16_t)action}, out);
  } else {
    mr_str_add(out, "pass");
  }
}

/* The squares row by row from the top, a blank, who is to move: as boards are exchanged. */
static void format_state(const mr_game *game, const mr_state *state, mr_str *out) {
  for (unsigned cell = 0; cell < cell_count(game); cell++) {
    mr_str_char(out, signs[at(state)->cell[cell]]);
  }
  mr_str_char(out, ' ');
  mr_str_char(out, signs[disc_of(at(state)->mover)]);
}

/** What a sign stands for from `least` on, or -1. */
static int read_sign(char sign, int least) {
  for (int disc = least; disc <= WHITE; disc++) {
    if (signs[disc] == sign) {
      return disc;
    }
  }
  return -1;
}

static mr_status parse_state(const mr_game *game, const char *text, size_t length, mr_state *out,
                             mr_error *err) {
  unsigned cells = cell_count(game);
  for (unsigned i = 0; i < cells + 2; i++) {
    bool good = i < length && (i == cells ? text[i] == ' ' : read_sign(text[i], i > cells) >= 0);
    if (!good) {
      return mr_error_at(err, MR_ERR_SYNTAX, i + 1, "expected %s",
                         i < cells    ? "X, O or -, a sign for each square"
                         : i == cells ? "a blank after the squares"
                                      : "X or O, who is to move");
    }
  }
  memset(out, 0, game->info.state_size);
  othello_state *s = writable(out);
  for (unsigned cell = 0; cell < cells; cell++) {
    s->cell[cell] = (uint8_t)read_sign(text[cell], EMPTY);
  }
  s->mover = text[cells + 1] == signs[WHITE];
  find_end(game, s);
  return MR_OK;
}

static void piece_text(const mr_game *game, mr_piece piece, mr_str *out) {
  (void)game;
  (void)piece;
  mr_str_add(out, "disc");
}

/* ---- pictures -------------------------------------------------------------------------------- */

static void form(const mr_game *game, const mr_state *state, mr_action action, mr_form *out) {
  (void)state;
  *out = (mr_form){MR_FORM_BUTTON, MR_NOWHERE, MR_NOWHERE, MR_NO_PIECE, "pass"};
  if (action < cell_count(game)) {
    *out = (mr_form){MR_FORM_PLACE, MR_NOWHERE, {(uint16_t)action}, MR_NO_PIECE, ""};
  }
}

static mr_status view(const mr_game *game, const mr_state *state, mr_player player, mr_arena *arena,
                      mr_view *out) {
  static const mr_view_piece discs[] = {
      {.piece = {BLACK}, .owner = {0}, .name = "disc", .label = "X", .glyph = ""},
      {.piece = {WHITE}, .owner = {1}, .name = "disc", .label = "O", .glyph = ""},
  };
  const mr_game_info *info = &game->info;
  (void)player; /* everybody sees everything */
  mr_status status = mr_view_init(out, arena, info->columns, info->rows, 1, 1);
  mr_view_note *notes = mr_arena_zero(arena, info->players, sizeof *notes);
  for (unsigned i = 0; notes != NULL && i < info->players; i++) {
    char digits[8];
    mr_str number = mr_str_fixed(digits, sizeof digits);
    mr_str_uint(&number, count_discs(game, at(state), i));
    notes[i].label = info->player_names[i];
    notes[i].text = mr_arena_copy(arena, digits, number.length);
    status = notes[i].text == NULL ? MR_ERR_NOMEM : status;
  }
  if (status != MR_OK || notes == NULL) {
    return notes == NULL ? MR_ERR_NOMEM : status;
  }
  for (unsigned cell = 0; cell < cell_count(game); cell++) {
    out->cells[cell].piece = at(state)->cell[cell]; /* 1 + index into discs */
  }
  out->pieces = discs;
  out->piece_count = 2;
  out->notes = notes;
  out->note_count = info->players;
  out->node = node(game, state);
  return MR_OK;
}

/* ---- the family ------------------------------------------------------------------------------ */

static const mr_game_ops ops = {
    .node = node,
    .actions = actions,
    .make = make,
    .hash = hash,
    .score = score,
    .adjudicate = score,
    .ended_by = ended_by,
    .format_action = format_action,
    .format_state = format_state,
    .parse_state = parse_state,
    .piece_text = piece_text,
    .form = form,
    .view = view,
};

static const mr_rule rules[RULE_COUNT] = {
    [RULE_NONE] = {"", "", false},
    [RULE_MOVE] = {"OT-1", "A disc is put on an empty square where it outflanks enemy discs.",
                   false},
    [RULE_FLIP] = {"OT-2",
                   "Enemy discs in a straight row between the new disc and another of the "
                   "same colour change sides.",
                   false},
    [RULE_PASS] = {"OT-3", "Who cannot outflank anything passes.", false},
    [RULE_END] = {"OT-4", "When neither player can move, the player with more discs wins.", false},
};

static const mr_key keys[] = {
    {.name = "size",
     .type = MR_KEY_INT,
     .min = SIZE_LEAST,
     .max = SIZE_MOST,
     .standard = "8",
     .meaning = "Squares along each side of the board, an even number.",
     .example = "10",
     .rule = "OT-1"},
};

static void fill_info(mr_game_info *info, unsigned size) {
  size_t cells = (size_t)size * size;
  info->players = 2;
  info->team[1] = 1;
  info->player_names[0] = "Black";
  info->player_names[1] = "White";
  info->columns = info->rows = (uint16_t)size;
  info->state_size = mr_state_round_up(sizeof(othello_state) + cells);
  info->undo_size = info->state_size;
  info->max_actions = cells;
  info->max_events = cells;                   /* no move turns so many */
  info->max_state_text = cells + sizeof " X"; /* the contract refuses longer ones */
  info->max_length = (uint32_t)(2 * cells);   /* between two passes a disc is put */
  info->rules = rules;
  info->rule_count = RULE_COUNT;
}

static mr_status build(mr_game *base, const mr_definition *definition, mr_diagnostics *list) {
  othello_game *game = (othello_game *)(void *)base;
  game->size = (int)mr_setting_int(definition, &keys[0]);
  if (game->size % 2 != 0) { /* the standard is even, so the definition has set it */
    mr_span span = mr_setting_span(mr_definition_find(definition, keys[0].name), 0, SIZE_MAX);
    mr_diagnose(list, MR_ERR_RANGE, &span, NULL, "size: %d is odd; expected an even number",
                game->size);
    return MR_ERR_RANGE;
  }
  base->ops = &ops;
  fill_info(&base->info, (unsigned)game->size);
  base->start = mr_state_new(base, base->allocator);
  if (base->start == NULL) {
    return MR_ERR_NOMEM;
  }
  uint8_t *centre = &writable(base->start)->cell[(game->size / 2 - 1) * (game->size + 1)];
  centre[0] = centre[game->size + 1] = WHITE;
  centre[1] = centre[game->size] = BLACK;
  return MR_OK;
}

const mr_family othello_family = {
    .name = "othello",
    .summary = "Discs that change sides when they are outflanked.",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
    .game_size = sizeof(othello_game),
    .build = build,
};
