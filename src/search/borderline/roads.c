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
 *
 * BD-13: under `linked` a piece is one whole. Under `strict` a road runs through its parts, the
 * groups of pips that touch orthogonally; a square that a piece from the hand is to fill has a part
 * for each side from which the road comes, with the pips that some part of such a piece joins to
 * it.
 */
enum {
  PARTS = MR_BD_PARTS + 1, /* of a square, where a connection may pass by one and not by another */
  START = MR_BD_PARTS, /* the part of a square to be filled where the road begins; others: entered
                          from there */
  NODES = MR_BD_CELLS_MAX * PARTS,
  BUCKETS = MR_BDS_FAR + 1,
  QUEUE = NODES * MR_BD_DIRECTIONS + MR_BD_COLUMNS_MAX * PARTS
};

/* Too large for the stack of a thread: an engine has one. */
struct mr_bds_roads {
  const mr_bd_game *game;
  const mr_bd_square *squares;
  const mr_bd_edges *facing; /* own pips that face each square */
  unsigned player;
  unsigned parts;             /* of each square: 1 under `linked`, else PARTS, some of them empty */
  mr_bd_edges through[PARTS]; /* of a square to be filled: every edge pip of some piece in hand */
  unsigned last_row;
  unsigned queued;
  uint8_t price[MR_BD_CELLS_MAX]; /* of standing on a square */
  mr_bd_edges edges[NODES]; /* of the own piece's part, or of those that may fill the square */
  uint16_t cost[NODES];
  uint16_t from[NODES];
  uint16_t head[BUCKETS]; /* 1 + index into the queue */
  uint16_t next[QUEUE];
  uint16_t node[QUEUE];
  bool joined[NODES];    /* own parts that hang together with the last row */
  uint16_t stack[NODES]; /* of those, whose neighbours are still to be looked at */
};
typedef struct mr_bds_roads roads;

mr_bds_roads *mr_bds_roads_new(mr_arena *arena) {
  return mr_arena_zero(arena, 1, sizeof(mr_bds_roads));
}

/* How many parts of a piece are looked at: those that it has not are empty. */
static unsigned parts_of_piece(const roads *r) {
  return r->parts < MR_BD_PARTS ? r->parts : MR_BD_PARTS;
}

/* What a piece from the hand may join, by the side from which the road comes. */
static void add_through(roads *r, unsigned pattern) {
  const mr_bd_edges *parts = r->game->patterns.parts[pattern];
  unsigned count = parts_of_piece(r);
  for (unsigned i = 0; i < count; i++) {
    for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
      r->through[d] |= mr_bd_edge(parts[i], d) ? parts[i] : 0;
    }
    r->through[START] |= parts[i];
  }
}

/* Finds the edges that pieces in hand can have. @return edge pips of a piece in hand, on average */
static double read_hand(roads *r, const mr_bd_state *state) {
  const mr_bd_patterns *patterns = &r->game->patterns;
  const uint16_t *hand = mr_bd_hand_const(r->game, state, r->player);
  unsigned held = state->held[r->player], pips = 0;
  memset(r->through, 0, sizeof r->through);
  for (unsigned i = 0; i < held; i++) {
    pips += mr_popcount64(patterns->edges[hand[i]]);
    for (unsigned k = 0; k < patterns->orbit_size[hand[i]]; k++) {
      add_through(r, patterns->orbit[hand[i]][k]);
    }
  }
  return held ? (double)pips / held : 0;
}

static void set_prices(roads *r, const mr_bd_edges *hostile, const mr_bds_weights *w) {
  memset(r->price, 0, r->game->cells * sizeof r->price[0]); /* of own squares */
  for (unsigned cell = 0; cell < r->game->cells; cell++) {
    mr_bd_square square = r->squares[cell];
    mr_bd_edges *edges = r->edges + cell * r->parts;
    if (square && MR_BD_OWNER(square) == r->player) {
      const mr_bd_edges *parts = r->game->patterns.parts[MR_BD_PATTERN(square)];
      for (unsigned i = 0; i < r->parts; i++) {
        edges[i] = i < MR_BD_PARTS ? parts[i] : 0;
      }
    } else {
      unsigned free = w->empty + (hostile[cell] ? w->contested : 0);
      r->price[cell] = (uint8_t)(square ? w->enemy : free);
      memcpy(edges, r->parts > 1 ? r->through : r->through + START, r->parts * sizeof *edges);
    }
  }
}

/* @pre cost < r->cost[node], so cost is below the number of buckets */
static void queue(roads *r, unsigned node, unsigned cost, unsigned from) {
  r->cost[node] = (uint16_t)cost;
  r->from[node] = (uint16_t)from;
  unsigned slot = r->queued++;
  r->node[slot] = (uint16_t)node;
  r->next[slot] = r->head[cost];
  r->head[cost] = (uint16_t)(slot + 1);
}

/* The square beside that of `node` in direction `d`, by its first part; NODES: off the board. */
static unsigned beside(const roads *r, unsigned node, unsigned d) {
  unsigned next = r->game->neighbour[node / r->parts][d];
  return next == r->game->cells ? NODES : next * r->parts;
}

/* Whether the road can go on from `node` in direction `d` to a part of the next square: where pips
 * must meet, or be able to. */
static bool passable(const roads *r, unsigned node, unsigned next, unsigned d) {
  unsigned part = next % r->parts;
  bool entered = r->parts == 1 || !r->price[next / r->parts] || part == 3 - d;
  return entered && (mr_bd_edge(r->edges[node], d) & mr_bd_edge(r->edges[next], 3 - d)) != 0;
}

/* Queues the neighbours that are cheaper by way of `node`. */
static void spread(roads *r, unsigned node, unsigned cost) {
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    unsigned first = beside(r, node, d);
    for (unsigned i = 0; first != NODES && i < r->parts; i++) {
      unsigned next = first + i, sum = cost + r->price[next / r->parts];
      if (passable(r, node, next, d) && sum < r->cost[next]) {
        queue(r, next, sum, node);
      }
    }
  }
}

static void queue_first_row(roads *r) {
  for (unsigned node = 0; node < r->game->columns * r->parts; node++) {
    unsigned cell = node / r->parts, part = node % r->parts;
    if (!r->price[cell] || r->parts == 1 || part == START) {
      queue(r, node, r->price[cell], MR_NOWHERE_ID);
    }
  }
}

/* Cost of the cheapest road, the node where it ends in *end. */
static unsigned search_road(roads *r, unsigned *end) {
  unsigned bound = r->game->rows * 40; /* no road that is worth a thought costs so much */
  unsigned far_off = bound < MR_BDS_FAR ? bound : MR_BDS_FAR;
  for (unsigned node = 0; node < r->game->cells * r->parts; node++) {
    r->cost[node] = (uint16_t)far_off;
  }
  memset(r->head, 0, far_off * sizeof r->head[0]);
  r->queued = 0;
  queue_first_row(r);
  for (unsigned cost = 0; cost < far_off; cost++) {
    while (r->head[cost]) {
      unsigned slot = r->head[cost] - 1u, node = r->node[slot];
      r->head[cost] = r->next[slot];
      if (r->cost[node] != cost) {
        continue;
      }
      if (node / r->parts >= r->last_row) {
        *end = node;
        return cost;
      }
      spread(r, node, cost);
    }
  }
  return MR_BDS_FAR;
}

/* Own pieces on the road that end at `end` beside a square where the enemy may touch itself. */
static unsigned count_exposed(const roads *r, const mr_bd_edges *hostile, unsigned end) {
  unsigned exposed = 0;
  for (unsigned node = end; node != MR_NOWHERE_ID; node = r->from[node]) {
    unsigned cell = node / r->parts;
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

/* Marks the parts of own pieces that hang together with the last row. */
static void flood_from_end(roads *r) {
  unsigned depth = 0, nodes = r->game->cells * r->parts;
  memset(r->joined, 0, nodes * sizeof r->joined[0]);
  for (unsigned node = r->last_row * r->parts; node < nodes; node++) {
    if (r->price[node / r->parts] == 0) {
      r->joined[node] = true;
      r->stack[depth++] = (uint16_t)node;
    }
  }
  while (depth) {
    unsigned node = r->stack[--depth];
    for (unsigned i = 0; i < MR_BD_DIRECTIONS * r->parts; i++) {
      unsigned d = i / r->parts, next = beside(r, node, d);
      if (next == NODES || r->price[next / r->parts]) {
        continue;
      }
      next += i % r->parts;
      if (passable(r, node, next, d) && !r->joined[next]) {
        r->joined[next] = true;
        r->stack[depth++] = (uint16_t)next;
      }
    }
  }
}

/* The pips that a piece on `cell` must meet, for one of its ends; every pip in the row itself. */
static unsigned ends_at(const roads *r, unsigned cell, const bool *joined) {
  unsigned wanted = 0;
  for (unsigned i = 0; i < MR_BD_DIRECTIONS * r->parts; i++) {
    unsigned d = i / r->parts, next = beside(r, cell * r->parts, d);
    if (next == NODES || r->price[next / r->parts]) {
      continue;
    }
    next += i % r->parts;
    bool there = joined != NULL ? joined[next] : r->cost[next] == 0;
    wanted |= there ? mr_bd_edge(r->edges[next], 3 - d) << (3 * d) : 0;
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

/* Whether a part of a piece on `cell` would join what hangs on both rows. */
static bool part_joins(const roads *r, unsigned pattern, unsigned cell, unsigned begin,
                       unsigned end) {
  const mr_bd_edges *parts = r->game->patterns.parts[pattern];
  unsigned count = parts_of_piece(r);
  for (unsigned i = 0; i < count; i++) {
    bool starts = cell < r->game->columns || (parts[i] & begin);
    bool ends = cell >= r->last_row || (parts[i] & end);
    if (starts && ends && (parts[i] & (begin | end))) {
      return true;
    }
  }
  return false;
}

/* Best chance of a piece in hand to join on `cell` what hangs on both rows. */
static double join_on(const roads *r, const mr_bd_state *state, unsigned cell, unsigned begin,
                      unsigned end, mr_bd_edges hostile) {
  const mr_bd_patterns *patterns = &r->game->patterns;
  const uint16_t *hand = mr_bd_hand_const(r->game, state, r->player);
  double best = 0;
  for (unsigned i = 0; i < state->held[r->player]; i++) {
    for (unsigned k = 0; k < patterns->orbit_size[hand[i]]; k++) {
      unsigned pattern = patterns->orbit[hand[i]][k];
      if (part_joins(r, pattern, cell, begin, end)) {
        mr_bd_edges edges = patterns->edges[pattern];
        double odds = mr_bds_duel_odds(r->game, mr_popcount64(mr_bd_contacts(edges, hostile)));
        best = odds > best ? odds : best;
      }
    }
  }
  return best;
}

/* @pre search_road has filled the costs; what costs 0 hangs on the first row */
static double chance_to_join(roads *r, const mr_bd_state *state) {
  const mr_bd_edges *hostile = mr_bd_facing_const(r->game, state, 1 - r->player);
  double best = 0;
  flood_from_end(r);
  for (unsigned cell = 0; cell < r->game->cells && best < 1; cell++) {
    if (r->squares[cell] || !r->facing[cell]) {
      continue;
    }
    unsigned begin = ends_at(r, cell, NULL), end = ends_at(r, cell, r->joined);
    bool possible = (begin || cell < r->game->columns) && (end || cell >= r->last_row);
    double odds = possible ? join_on(r, state, cell, begin, end, hostile[cell]) : 0;
    best = odds > best ? odds : best;
  }
  return state->home[r->player] ? best : 0;
}

mr_bds_road mr_bds_measure(mr_bds_roads *r, const mr_bd_game *game, const mr_bd_state *state,
                           unsigned player, const mr_bds_weights *weights) {
  r->game = game;
  r->squares = mr_bd_squares_const(state);
  r->facing = mr_bd_facing_const(game, state, player);
  r->player = player;
  r->parts = game->strict ? PARTS : 1;
  r->last_row = game->cells - game->columns;
  double reach = read_hand(r, state);
  const mr_bd_edges *hostile = mr_bd_facing_const(game, state, 1 - player);
  set_prices(r, hostile, weights);
  unsigned end = 0;
  mr_bds_road road = {.cost = search_road(r, &end), .second = MR_BDS_FAR, .reach = reach};
  for (unsigned cell = 0; cell < game->cells; cell++) {
    road.spots += !r->squares[cell] && r->facing[cell];
  }
  if (road.cost < MR_BDS_FAR) {
    /* Whatever must be won by dice first is not joined at once. */
    if (road.cost <= weights->empty + weights->contested) {
      road.join = chance_to_join(r, state);
    }
    road.exposed = count_exposed(r, hostile, end);
    for (unsigned node = end; node != MR_NOWHERE_ID; node = r->from[node]) {
      uint8_t *price = &r->price[node / r->parts];
      *price = (uint8_t)(*price + (*price ? weights->detour : 0));
    }
    road.second = search_road(r, &end);
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

void mr_bds_terms(mr_bds_roads *r, const mr_bd_game *game, const mr_bd_state *state,
                  const mr_bds_weights *w, double *out) {
  unsigned me = state->side, you = 1u - me;
  mr_bds_road mine = mr_bds_measure(r, game, state, me, w);
  mr_bds_road yours = mr_bds_measure(r, game, state, you, w);
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

/* A side that has fewer pieces than a road has rows can draw at best: what the terms take for its
 * chance to win is that not to lose, and what they take for its rival's chance not to lose is that
 * to win. */
static double within_reach(const mr_bd_game *game, const mr_bd_state *state, double value) {
  bool mine = mr_bd_can_join(game, state, state->side);
  bool yours = mr_bd_can_join(game, state, 1u - state->side);
  return (mine && yours) ? value : mine ? 0.5 + value / 2 : yours ? value / 2 : 0.5;
}

double mr_bds_evaluate(mr_bds_roads *r, const mr_bd_game *game, const mr_bd_state *state,
                       const mr_bds_weights *w) {
  double terms[MR_BDS_TERMS], logit = 0;
  mr_bds_terms(r, game, state, w, terms);
  if (terms[MR_BDS_JOIN] >= 1) {
    return 1; /* nothing can stop it */
  }
  for (unsigned i = 0; i < MR_BDS_TERMS; i++) {
    logit += w->term[i] * terms[i];
  }
  return within_reach(game, state, 1.0 / (1.0 + mr_exp(-logit)));
}
