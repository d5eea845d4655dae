#include "line_game.h"

enum { STANDS = 0, VANISHES = 1, SIXTHS = 6 };

static const line_game *rules_of(const mr_game *game) {
  return (const line_game *)game;
}

static const line_state *read(const mr_state *state) {
  return (const line_state *)state;
}

static unsigned cell_count(const line_rules *rules) {
  return rules->columns * rules->rows;
}

static void start(const mr_game *game, mr_state *state) {
  (void)game;
  *(line_state *)state = (line_state){.left = 1};
}

static bool full(const line_game *game, const line_state *state) {
  for (unsigned i = 0; i < cell_count(&game->rules); i++) {
    if (state->cells[i] == 0) {
      return false;
    }
  }
  return true;
}

static mr_node node(const mr_game *game, const mr_state *state) {
  const line_state *at = read(state);
  if (at->pending) {
    return (mr_node){MR_NODE_CHANCE, MR_NOBODY};
  }
  if (at->winner || at->plies >= game->info.max_length / 2 || full(rules_of(game), at)) {
    return (mr_node){MR_NODE_TERMINAL, MR_NOBODY};
  }
  return (mr_node){MR_NODE_DECISION, {at->mover}};
}

/** The cell that an action fills, or -1. */
static int target(const line_game *game, const line_state *state, mr_action action) {
  const line_rules *rules = &game->rules;
  if (!rules->gravity) {
    return action < cell_count(rules) && state->cells[action] == 0 ? (int)action : -1;
  }
  for (unsigned row = rules->rows; action < rules->columns && row-- > 0;) {
    unsigned cell = row * rules->columns + action;
    if (state->cells[cell] == 0) {
      return (int)cell;
    }
  }
  return -1;
}

static bool legal(const mr_game *game, const mr_state *state, mr_action action) {
  switch (node(game, state).kind) {
  case MR_NODE_DECISION:
    return target(rules_of(game), read(state), action) >= 0;
  case MR_NODE_CHANCE:
    return action <= VANISHES;
  case MR_NODE_TERMINAL:
    break;
  }
  return false;
}

static size_t actions(const mr_game *game, const mr_state *state, mr_action *out) {
  size_t count = 0;
  for (mr_action action = 0; action < game->info.max_actions; action++) {
    if (target(rules_of(game), read(state), action) >= 0) {
      out[count++] = action;
    }
  }
  return count;
}

static size_t chances(const mr_game *game, const mr_state *state, mr_chance *out, uint64_t *total) {
  (void)state;
  unsigned miss = rules_of(game)->rules.miss;
  out[0] = (mr_chance){STANDS, SIXTHS - miss};
  out[1] = (mr_chance){VANISHES, miss};
  *total = SIXTHS;
  return 2;
}

static unsigned run(const line_rules *rules, const line_state *state, int cell, const int *step) {
  unsigned length = 0;
  int columns = (int)rules->columns;
  int column = cell % columns;
  int row = cell / columns;
  uint8_t stone = state->cells[cell];
  while (column >= 0 && row >= 0 && column < columns && row < (int)rules->rows &&
         state->cells[row * columns + column] == stone) {
    length++;
    column += step[0];
    row += step[1];
  }
  return length;
}

static bool makes_line(const line_rules *rules, const line_state *state, int cell) {
  static const int steps[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
  for (int i = 0; i < 4; i++) {
    int back[2] = {-steps[i][0], -steps[i][1]};
    if (run(rules, state, cell, steps[i]) + run(rules, state, cell, back) - 1 >= rules->need) {
      return true;
    }
  }
  return false;
}

/** Seat 0 connects top and bottom, seat 1 left and right; returns the edges reached as bits. */
static unsigned flood(const line_rules *rules, const line_state *state, int cell, bool *seen) {
  static const int steps[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
  int columns = (int)rules->columns;
  int rows = (int)rules->rows;
  int column = cell % columns;
  int row = cell / columns;
  bool down = state->cells[cell] == 1;
  int place = down ? row : column;
  unsigned edges = (place == 0 ? 1u : 0u) | (place == (down ? rows : columns) - 1 ? 2u : 0u);
  seen[cell] = true;
  for (int i = 0; i < 6; i++) {
    int x = column + steps[i][0];
    int y = row + steps[i][1];
    int next = y * columns + x;
    if (x >= 0 && y >= 0 && x < columns && y < rows && !seen[next] &&
        state->cells[next] == state->cells[cell]) {
      edges |= flood(rules, state, next, seen);
    }
  }
  return edges;
}

static bool wins(const line_rules *rules, const line_state *state, int cell) {
  if (rules->need > 0) {
    return makes_line(rules, state, cell);
  }
  bool seen[LINE_GAME_CELLS] = {false};
  return flood(rules, state, cell, seen) == 3;
}

static void end_stone(const line_game *game, line_state *at, int cell) {
  if (at->cells[cell] != 0 && wins(&game->rules, at, cell)) {
    at->winner = (uint8_t)(1 + at->mover);
    return;
  }
  at->left--;
  if (at->left == 0) {
    at->mover = (uint8_t)(1 - at->mover);
    at->left = (uint8_t)game->rules.per_turn;
  }
}

static void make(const mr_game *game, mr_state *state, mr_action action, void *undo,
                 mr_events *events) {
  (void)undo;
  (void)events;
  const line_game *line = rules_of(game);
  line_state *at = (line_state *)state;
  if (at->pending) {
    int cell = at->pending - 1;
    at->pending = 0;
    at->cells[cell] = action == VANISHES ? 0 : at->cells[cell];
    end_stone(line, at, cell);
    return;
  }
  int cell = target(line, at, action);
  at->cells[cell] = (uint8_t)(1 + at->mover);
  at->plies++;
  if (line->rules.miss > 0) {
    at->pending = (uint8_t)(1 + cell);
  } else {
    end_stone(line, at, cell);
  }
}

static uint64_t hash(const mr_game *game, const mr_state *state) {
  const line_state *at = read(state);
  uint64_t key = mr_mix64(at->mover + 4u * at->left + 1024u * at->pending);
  for (unsigned i = 0; i < cell_count(&rules_of(game)->rules); i++) {
    key = mr_mix64(key * 3 + at->cells[i]);
  }
  return key;
}

static void score(const mr_game *game, const mr_state *state, uint8_t *out) {
  (void)game;
  unsigned winner = read(state)->winner;
  for (unsigned seat = 0; seat < 2; seat++) {
    out[seat] = (uint8_t)(winner == 0 ? 2 : winner == 1 + seat ? MR_SCORE_WIN : 0);
  }
}

static mr_rule_index ended_by(const mr_game *game, const mr_state *state) {
  (void)game;
  (void)state;
  return 0;
}

static void format_action(const mr_game *game, const mr_state *state, mr_action action,
                          mr_str *out) {
  if (node(game, state).kind == MR_NODE_CHANCE) {
    mr_str_add(out, action == STANDS ? "stands" : "vanishes");
    return;
  }
  unsigned columns = rules_of(game)->rules.columns;
  mr_str_char(out, (char)('a' + (int)(action % columns)));
  if (!rules_of(game)->rules.gravity) {
    mr_str_uint(out, 1 + action / columns);
  }
}

void line_game_init(line_game *out, line_rules rules) {
  static const mr_game_ops ops = {
      .start = start,
      .node = node,
      .actions = actions,
      .legal = legal,
      .make = make,
      .hash = hash,
      .score = score,
      .ended_by = ended_by,
      .format_action = format_action,
  };
  static const mr_chance_ops chance = {.chances = chances};
  static const mr_rule no_rule = {"", "", false};
  *out =
      (line_game){.game = {.ops = &ops, .chance = rules.miss > 0 ? &chance : NULL}, .rules = rules};
  mr_game_info *info = &out->game.info;
  info->name = info->title = info->family = "line";
  info->summary = "Stones in a line.";
  info->capabilities = rules.per_turn > 1 ? (unsigned)MR_CAN_MULTI : 0;
  info->players = 2;
  info->team[1] = 1;
  info->state_size = sizeof(line_state);
  info->undo_size = sizeof(line_state);
  info->max_actions = rules.gravity ? rules.columns : cell_count(&rules);
  info->max_chances = rules.miss > 0 ? 2 : 0;
  info->max_length = 2 * cell_count(&rules) * (rules.miss > 0 ? 3 : 1);
  info->rules = &no_rule;
  info->rule_count = 1;
}

void line_game_set(const line_game *game, mr_state *state, const char *cells, unsigned mover,
                   unsigned left) {
  line_state *at = (line_state *)state;
  *at = (line_state){.mover = (uint8_t)mover, .left = (uint8_t)left};
  for (unsigned i = 0; i < cell_count(&game->rules); i++) {
    at->cells[i] = (uint8_t)(cells[i] == 'X' ? 1 : cells[i] == 'O' ? 2 : 0);
    at->plies += at->cells[i] != 0 ? 1 : 0;
  }
}
