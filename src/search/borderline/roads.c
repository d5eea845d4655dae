#include <math.h>

#include "base/real.h"
#include "search/borderline/borderline_search.h"

const mr_bds_weights mr_bds_standard_weights = {
    .empty = 4,
    .contested = 5,
    .enemy = 28,
    .detour = 2,
    .term = {[MR_BDS_TEMPO] = -0.091,        [MR_BDS_MARGIN] = 0.317,
             [MR_BDS_ROBUST] = -0.033,       [MR_BDS_SHORTAGE] = -0.323,
             [MR_BDS_BOARD] = -0.399,        [MR_BDS_URGENCY] = -0.225,
             [MR_BDS_EXPOSED] = 0.032,       [MR_BDS_ATTACK] = 0.001,
             [MR_BDS_SPOTS] = 0.017,         [MR_BDS_ENEMY_SPOTS] = -0.009,
             [MR_BDS_JOIN] = 0.953,          [MR_BDS_ONE_TO_GO] = 0.521,
             [MR_BDS_TWO_TO_GO] = 0.251,     [MR_BDS_ENEMY_JOIN] = -0.581,
             [MR_BDS_ENEMY_ONE] = -0.435,    [MR_BDS_ENEMY_TWO] = -0.124,
             [MR_BDS_NO_ROAD] = 0.259,       [MR_BDS_ENEMY_NO_ROAD] = -0.288,
             [MR_BDS_REACH] = 0.049,         [MR_BDS_HOME] = -0.075,
             [MR_BDS_SECOND_URGENCY] = 0.783},
};

/* ---- a cheapest road ------------------------------------------------------------------------- */

/*
 * Dijkstra with buckets. Costs are small integers, so a bucket for each cost and a linked list in
 * each bucket do for the heap. A square may be queued again at a lower cost; stale entries are
 * skipped when they come up.
 */
enum { BUCKETS = MR_BDS_FAR + 1, QUEUE = MR_BD_CELLS_MAX * MR_BD_DIRECTIONS + MR_BD_COLUMNS_MAX };

typedef struct roads {
  const mr_bd_game *game;
  const mr_bd_square *squares;
  const mr_bd_edges *facing; /* own pips that face each square */
  unsigned player;
  unsigned hand_edges; /* every edge pip that some piece in hand has */
  unsigned last_row;
  unsigned queued;
  uint8_t price[MR_BD_CELLS_MAX];     /* of standing on a square */
  mr_bd_edges edges[MR_BD_CELLS_MAX]; /* of the own piece there, or of all pieces in hand */
  uint16_t cost[MR_BD_CELLS_MAX];
  uint16_t from[MR_BD_CELLS_MAX];
  uint16_t head[BUCKETS]; /* 1 + index into the queue */
  uint16_t next[QUEUE];
  uint16_t cell[QUEUE];
} roads;

/* Finds the edges that pieces in hand can have. @return edge pips of a piece in hand, on average */
static double read_hand(roads *r, const mr_bd_state *state) {
  const mr_bd_patterns *patterns = &r->game->patterns;
  const uint16_t *hand = mr_bd_hand_const(r->game, state, r->player);
  unsigned held = state->held[r->player], pips = 0;
  r->hand_edges = 0;
  for (unsigned i = 0; i < held; i++) {
    pips += mr_popcount64(patterns->edges[hand[i]]);
    for (unsigned k = 0; k < patterns->orbit_size[hand[i]]; k++) {
      r->hand_edges |= patterns->edges[patterns->orbit[hand[i]][k]];
    }
  }
  return held ? (double)pips / held : 0;
}

static void set_prices(roads *r, const mr_bd_edges *hostile, const mr_bds_weights *w) {
  memset(r->price, 0, r->game->cells * sizeof r->price[0]); /* of own squares */
  for (unsigned cell = 0; cell < r->game->cells; cell++) {
    mr_bd_square square = r->squares[cell];
    if (square && MR_BD_OWNER(square) == r->player) {
      r->edges[cell] = r->game->patterns.edges[MR_BD_PATTERN(square)];
    } else {
      unsigned free = w->empty + (hostile[cell] ? w->contested : 0);
      r->price[cell] = (uint8_t)(square ? w->enemy : free);
      r->edges[cell] = (mr_bd_edges)r->hand_edges;
    }
  }
}

/* @pre cost < r->cost[cell], so cost is below the number of buckets */
static void queue(roads *r, unsigned cell, unsigned cost, unsigned from) {
  r->cost[cell] = (uint16_t)cost;
  r->from[cell] = (uint16_t)from;
  unsigned slot = r->queued++;
  r->cell[slot] = (uint16_t)cell;
  r->next[slot] = r->head[cost];
  r->head[cost] = (uint16_t)(slot + 1);
}

/* Whether the road can go on from `cell` in direction `d`: to a square of the board, where pips
 * must meet, or be able to. */
static bool passable(const roads *r, unsigned cell, unsigned next, unsigned d) {
  return next != r->game->cells &&
         (mr_bd_edge(r->edges[cell], d) & mr_bd_edge(r->edges[next], 3 - d)) != 0;
}

/* Queues the neighbours that are cheaper by way of `cell`. */
static void spread(roads *r, unsigned cell, unsigned cost) {
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    unsigned next = r->game->neighbour[cell][d];
    if (passable(r, cell, next, d) && cost + r->price[next] < r->cost[next]) {
      queue(r, next, cost + r->price[next], cell);
    }
  }
}

/* Cost of the cheapest road, the square where it ends in *end. */
static unsigned search_road(roads *r, unsigned *end) {
  unsigned bound = r->game->rows * 40; /* no road that is worth a thought costs so much */
  unsigned far_off = bound < MR_BDS_FAR ? bound : MR_BDS_FAR;
  for (unsigned cell = 0; cell < r->game->cells; cell++) {
    r->cost[cell] = (uint16_t)far_off;
  }
  memset(r->head, 0, far_off * sizeof r->head[0]);
  r->queued = 0;
  for (unsigned cell = 0; cell < r->game->columns; cell++) {
    queue(r, cell, r->price[cell], MR_NOWHERE_ID);
  }
  for (unsigned cost = 0; cost < far_off; cost++) {
    while (r->head[cost]) {
      unsigned slot = r->head[cost] - 1u, cell = r->cell[slot];
      r->head[cost] = r->next[slot];
      if (r->cost[cell] != cost) {
        continue;
      }
      if (cell >= r->last_row) {
        *end = cell;
        return cost;
      }
      spread(r, cell, cost);
    }
  }
  return MR_BDS_FAR;
}

/* Own pieces on the road that end at `end` beside a square where the enemy may touch itself. */
static unsigned count_exposed(const roads *r, const mr_bd_edges *hostile, unsigned end) {
  unsigned exposed = 0;
  for (unsigned cell = end; cell != MR_NOWHERE_ID; cell = r->from[cell]) {
    if (r->price[cell]) {
      continue;
    }
    mr_bd_edges edges = r->game->patterns.edges[MR_BD_PATTERN(r->squares[cell])];
    for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
      unsigned next = r->game->neighbour[cell][d];
      if (hostile[next] && !r->squares[next] && mr_bd_edge(edges, d)) {
        exposed++;
        break;
      }
    }
  }
  return exposed;
}

/* ---- joining at once ------------------------------------------------------------------------- */

/* Marks the own pieces that hang together with the last row. */
static void flood_from_end(const roads *r, bool *joined) {
  uint16_t stack[MR_BD_CELLS_MAX];
  unsigned depth = 0;
  memset(joined, 0, (r->game->cells + 1) * sizeof *joined);
  for (unsigned cell = r->last_row; cell < r->game->cells; cell++) {
    if (r->price[cell] == 0) {
      joined[cell] = true;
      stack[depth++] = (uint16_t)cell;
    }
  }
  while (depth) {
    unsigned cell = stack[--depth];
    for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
      unsigned next = r->game->neighbour[cell][d];
      if (passable(r, cell, next, d) && !joined[next] && r->price[next] == 0) {
        joined[next] = true;
        stack[depth++] = (uint16_t)next;
      }
    }
  }
}

/* The pips that a piece on `cell` must meet, for one of its ends; every pip in the row itself. */
static unsigned ends_at(const roads *r, unsigned cell, const bool *joined) {
  unsigned wanted = 0;
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    unsigned next = r->game->neighbour[cell][d];
    bool there = next != r->game->cells && r->price[next] == 0 &&
                 (joined != NULL ? joined[next] : r->cost[next] == 0);
    wanted |= there ? 7u << (3 * d) : 0;
  }
  return wanted & r->facing[cell];
}

double mr_bds_duel_odds(const mr_bd_game *game, unsigned duels) {
  double sides = game->dice_sides, odds = 1;
  while (duels-- > 0) {
    odds *= (sides - 1) / (2 * sides);
  }
  return odds;
}

/* Best chance of a piece in hand to join on `cell` what hangs on both rows. */
static double join_on(const roads *r, const mr_bd_state *state, unsigned cell, unsigned begin,
                      unsigned end, mr_bd_edges hostile) {
  const mr_bd_patterns *patterns = &r->game->patterns;
  const uint16_t *hand = mr_bd_hand_const(r->game, state, r->player);
  double best = 0;
  for (unsigned i = 0; i < state->held[r->player]; i++) {
    for (unsigned k = 0; k < patterns->orbit_size[hand[i]]; k++) {
      mr_bd_edges edges = patterns->edges[patterns->orbit[hand[i]][k]];
      bool starts = cell < r->game->columns || (edges & begin);
      bool ends = cell >= r->last_row || (edges & end);
      if (starts && ends && (edges & (begin | end))) {
        double odds = mr_bds_duel_odds(r->game, mr_popcount64(mr_bd_contacts(edges, hostile)));
        best = odds > best ? odds : best;
      }
    }
  }
  return best;
}

/* @pre search_road has filled the costs; what costs 0 hangs on the first row */
static double chance_to_join(const roads *r, const mr_bd_state *state) {
  const mr_bd_edges *hostile = mr_bd_facing_const(r->game, state, 1 - r->player);
  bool joined[MR_BD_CELLS_MAX + 1];
  double best = 0;
  flood_from_end(r, joined);
  for (unsigned cell = 0; cell < r->game->cells && best < 1; cell++) {
    if (r->squares[cell] || !r->facing[cell]) {
      continue;
    }
    unsigned begin = ends_at(r, cell, NULL), end = ends_at(r, cell, joined);
    bool possible = (begin || cell < r->game->columns) && (end || cell >= r->last_row);
    double odds = possible ? join_on(r, state, cell, begin, end, hostile[cell]) : 0;
    best = odds > best ? odds : best;
  }
  return state->home[r->player] ? best : 0;
}

mr_bds_road mr_bds_measure(const mr_bd_game *game, const mr_bd_state *state, unsigned player,
                           const mr_bds_weights *weights) {
  roads r;
  r.game = game;
  r.squares = mr_bd_squares_const(state);
  r.facing = mr_bd_facing_const(game, state, player);
  r.player = player;
  r.last_row = game->cells - game->columns;
  double reach = read_hand(&r, state);
  const mr_bd_edges *hostile = mr_bd_facing_const(game, state, 1 - player);
  set_prices(&r, hostile, weights);
  unsigned end = 0;
  mr_bds_road road = {.cost = search_road(&r, &end), .second = MR_BDS_FAR, .reach = reach};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    road.spots += !r.squares[cell] && r.facing[cell];
  }
  if (road.cost < MR_BDS_FAR) {
    /* Whatever must be won by dice first is not joined at once. */
    if (road.cost <= weights->empty + weights->contested) {
      road.join = chance_to_join(&r, state);
    }
    road.exposed = count_exposed(&r, hostile, end);
    for (unsigned cell = end; cell != MR_NOWHERE_ID; cell = r.from[cell]) {
      r.price[cell] = (uint8_t)(r.price[cell] + (r.price[cell] ? weights->detour : 0));
    }
    road.second = search_road(&r, &end);
  }
  return road;
}

/* ---- the evaluation -------------------------------------------------------------------------- */

/* Beyond this many placements more distance means no more. */
#define FAR_PLACEMENTS 12.0

static double placements(unsigned cost) {
  double n = (double)cost / MR_BDS_UNIT;
  return n < FAR_PLACEMENTS ? n : FAR_PLACEMENTS;
}

/* A side that holds fewer pieces than it needs must first win some back. */
static double shortage(const mr_bd_state *state, unsigned player, double needed) {
  double lacking = needed - state->held[player];
  return lacking > 0 ? lacking : 0;
}

/* One placement costs at most an empty, contested square. */
static double within(unsigned cost, unsigned count, const mr_bds_weights *w) {
  return cost <= count * (w->empty + w->contested) ? 1 : 0;
}

static double at_most_two(unsigned count) {
  return count < 2 ? count : 2;
}

void mr_bds_terms(const mr_bd_game *game, const mr_bd_state *state, const mr_bds_weights *w,
                  double *out) {
  unsigned me = state->side, you = 1u - me;
  mr_bds_road mine = mr_bds_measure(game, state, me, w);
  mr_bds_road yours = mr_bds_measure(game, state, you, w);
  double need = placements(mine.cost), rival = placements(yours.cost);
  out[MR_BDS_TEMPO] = 1;
  out[MR_BDS_MARGIN] = rival - need;
  out[MR_BDS_ROBUST] = placements(yours.second) - placements(mine.second);
  out[MR_BDS_SHORTAGE] = shortage(state, you, rival) - shortage(state, me, need);
  out[MR_BDS_BOARD] = (double)state->held[you] - (double)state->held[me];
  out[MR_BDS_URGENCY] = (rival - need) / (1 + (need < rival ? need : rival));
  out[MR_BDS_EXPOSED] = mine.exposed;
  out[MR_BDS_ATTACK] = yours.exposed;
  out[MR_BDS_SPOTS] = mine.spots;
  out[MR_BDS_ENEMY_SPOTS] = yours.spots;
  out[MR_BDS_JOIN] = mine.join;
  out[MR_BDS_ENEMY_JOIN] = yours.join;
  out[MR_BDS_ONE_TO_GO] = within(mine.cost, 1, w);
  out[MR_BDS_TWO_TO_GO] = within(mine.cost, 2, w);
  out[MR_BDS_ENEMY_ONE] = within(yours.cost, 1, w);
  out[MR_BDS_ENEMY_TWO] = within(yours.cost, 2, w);
  out[MR_BDS_NO_ROAD] = mine.cost >= MR_BDS_FAR;
  out[MR_BDS_ENEMY_NO_ROAD] = yours.cost >= MR_BDS_FAR;
  out[MR_BDS_REACH] = mine.reach - yours.reach;
  out[MR_BDS_HOME] = at_most_two(state->home[me]) - at_most_two(state->home[you]);
  need = placements(mine.second);
  rival = placements(yours.second);
  out[MR_BDS_SECOND_URGENCY] = (rival - need) / (1 + (need < rival ? need : rival));
}

double mr_bds_evaluate(const mr_bd_game *game, const mr_bd_state *state, const mr_bds_weights *w) {
  double terms[MR_BDS_TERMS], logit = 0;
  mr_bds_terms(game, state, w, terms);
  if (terms[MR_BDS_JOIN] >= 1 && !game->strict) {
    return 1; /* nothing can stop it */
  }
  for (unsigned i = 0; i < MR_BDS_TERMS; i++) {
    logit += w->term[i] * terms[i];
  }
  return 1.0 / (1.0 + mr_exp(-logit));
}
