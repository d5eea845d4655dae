#include "greedy.h"

#include <stdlib.h>

#define CELLS_MAX 1024
#define FAR 99
#define ENEMY_COST 3

typedef struct greedy {
  mr_engine base;
  mr_random random;
  mr_state *child[5];
  mr_action *actions;
  char *text;
} greedy;

/* The board as this player sees it: per square the owner (0, 'R', 'B') and the nine pips. */
typedef struct board {
  unsigned columns;
  unsigned rows;
  char owner[CELLS_MAX];
  unsigned pattern[CELLS_MAX];
} board;

static void read_board(const mr_game *game, const char *text, board *b) {
  b->columns = game->info.columns;
  b->rows = game->info.rows;
  unsigned cell = 0;
  for (const char *p = text; *p != ' ';) {
    if (*p == '/') {
      p++;
    } else if (*p == 'R' || *p == 'B') {
      b->owner[cell] = *p;
      b->pattern[cell++] = (unsigned)strtoul((char[]){p[1], p[2], p[3], 0}, NULL, 8);
      p += 4;
    } else {
      for (long run = strtol(p, (char **)&p, 10); run > 0; run--) {
        b->owner[cell++] = 0;
      }
    }
  }
}

static unsigned pip(unsigned pattern, unsigned row, unsigned column) {
  return pattern >> (8 - 3 * row - column) & 1u;
}

static bool touching(const board *b, unsigned from, unsigned to, int rows, int columns) {
  for (unsigned i = 0; i < 3; i++) {
    unsigned out = rows ? pip(b->pattern[from], rows > 0 ? 2 : 0, i)
                        : pip(b->pattern[from], i, columns > 0 ? 2 : 0);
    unsigned in = rows ? pip(b->pattern[to], rows > 0 ? 0 : 2, i)
                       : pip(b->pattern[to], i, columns > 0 ? 0 : 2);
    if (out && in) {
      return true;
    }
  }
  return false;
}

static unsigned price(const board *b, unsigned cell, char side) {
  if (!b->owner[cell]) {
    return 1;
  }
  return b->owner[cell] == side ? 0 : ENEMY_COST;
}

/* One pass over the board; whether any square got cheaper. */
static bool relax(const board *b, char side, unsigned *cost) {
  static const int steps[4][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
  bool changed = false;
  for (unsigned i = 0; i < 4 * b->columns * b->rows; i++) {
    unsigned from = i / 4;
    int row = (int)(from / b->columns) + steps[i % 4][0];
    int column = (int)(from % b->columns) + steps[i % 4][1];
    if (row < 0 || column < 0 || row >= (int)b->rows || column >= (int)b->columns) {
      continue;
    }
    unsigned to = (unsigned)row * b->columns + (unsigned)column;
    bool both = b->owner[from] == side && b->owner[to] == side;
    unsigned sum = cost[from] + price(b, to, side);
    if (sum < cost[to] && (!both || touching(b, from, to, steps[i % 4][0], steps[i % 4][1]))) {
      cost[to] = sum;
      changed = true;
    }
  }
  return changed;
}

/* Fewest placements that join the first row to the last, by relaxing until nothing improves. */
static unsigned distance(const board *b, char side) {
  unsigned cost[CELLS_MAX] = {0}, cells = b->columns * b->rows, best = FAR;
  for (unsigned c = 0; c < cells; c++) {
    cost[c] = c < b->columns ? price(b, c, side) : FAR;
  }
  while (relax(b, side, cost)) {
  }
  for (unsigned c = cells - b->columns; c < cells; c++) {
    best = cost[c] < best ? cost[c] : best;
  }
  return best;
}

static double worth(greedy *g, const mr_state *state, mr_player me) {
  const mr_game *game = g->base.game;
  if (mr_game_node(game, state).kind == MR_NODE_TERMINAL) {
    uint8_t scores[MR_MAX_PLAYERS];
    mr_game_score(game, state, scores);
    return 100.0 * ((int)scores[me.id] - 2);
  }
  board b = {0};
  mr_str text = mr_str_fixed(g->text, game->info.max_state_text);
  mr_game_format_state(game, state, &text);
  read_board(game, g->text, &b);
  double red = distance(&b, 'R'), blue = distance(&b, 'B');
  return me.id == 0 ? blue - red : red - blue;
}

/* Expected worth behind an action: every duel expanded with its exact odds. */
static double expect(greedy *g, unsigned depth, const mr_state *state, mr_player me) {
  const mr_game *game = g->base.game;
  if (mr_game_node(game, state).kind != MR_NODE_CHANCE) {
    return worth(g, state, me);
  }
  mr_chance outcomes[256];
  uint64_t total = 0;
  size_t count = mr_game_chances(game, state, outcomes, &total);
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    mr_state_copy(game, g->child[depth], state);
    mr_game_make(game, g->child[depth], outcomes[i].action, NULL, NULL);
    sum += (double)outcomes[i].weight / (double)total * expect(g, depth + 1, g->child[depth], me);
  }
  return sum;
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  greedy *g = (greedy *)(void *)engine;
  const mr_game *game = engine->game;
  mr_player me = mr_game_node(game, observation).player;
  (void)limits;
  (void)err;
  size_t count = mr_game_actions(game, observation, g->actions);
  double best = 0;
  unsigned ties = 0;
  for (size_t i = 0; i < count; i++) {
    mr_state_copy(game, g->child[0], observation);
    mr_game_make(game, g->child[0], g->actions[i], NULL, NULL);
    double value = expect(g, 1, g->child[0], me);
    if (i == 0 || value > best) {
      best = value;
      ties = 1;
      out->action = g->actions[i];
    } else if (value == best && mr_random_below(&g->random, ++ties) == 0) {
      out->action = g->actions[i];
    }
  }
  out->value = 0.5;
  out->nodes = count;
  return MR_OK;
}

static void release(mr_engine *engine) {
  greedy *g = (greedy *)(void *)engine;
  for (unsigned i = 0; i < 5; i++) {
    mr_state_free(engine->game, NULL, g->child[i]);
  }
  free(g->actions);
  free(g->text);
  free(g);
}

mr_engine *greedy_new(const mr_game *game, uint64_t seed) {
  static const mr_engine_ops ops = {.think = think, .free = release};
  greedy *g = calloc(1, sizeof *g);
  if (g == NULL) {
    return NULL;
  }
  g->base = (mr_engine){.ops = &ops, .game = game, .kind = "greedy", .level = 1};
  mr_random_init(&g->random, seed);
  g->actions = calloc(game->info.max_actions, sizeof *g->actions);
  g->text = calloc(1, game->info.max_state_text);
  bool sound = g->actions != NULL && g->text != NULL;
  for (unsigned i = 0; i < 5; i++) {
    g->child[i] = mr_state_new(game, NULL);
    sound = sound && g->child[i] != NULL;
  }
  if (sound) {
    return &g->base;
  }
  release(&g->base);
  return NULL;
}
