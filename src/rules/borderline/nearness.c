#include "base/text.h"
#include "kernel/writer.h"
#include "rules/borderline/borderline.h"

/*
 * How near the players are to joining their rows: the cheapest road from row 0 to the last row,
 * through the parts of own pieces that are connected (BD-13). Own pieces cost nothing; an enemy has
 * to be beaten in a duel first, so it costs nearly as much as two empty squares, though one piece
 * comes to stand there in the end. What pips the pieces in hand have is left out: the next one may
 * have any.
 */

enum {
  EMPTY = 4,
  ENEMY = 7,
  NODES = MR_BD_CELLS_MAX * MR_BD_PARTS, /* the parts of every square */
  FAR = ENEMY * MR_BD_CELLS_MAX + 1,
  ANY = 0xFFF /* all edge pips */
};

typedef struct roads {
  const mr_bd_game *game;
  const mr_bd_square *squares;
  unsigned player;
  unsigned parts; /* of each square that are looked at; what has fewer has empty ones */
  uint16_t cost[NODES];
  uint16_t from[NODES];
} roads;

static unsigned price(const roads *r, unsigned cell) {
  mr_bd_square square = r->squares[cell];
  if (square == 0) {
    return EMPTY;
  }
  return MR_BD_OWNER(square) == r->player ? 0 : ENEMY;
}

/* What a part may join: what is not there yet is one whole and may have any pips. */
static mr_bd_edges edges_of(const roads *r, unsigned node) {
  unsigned cell = node / r->parts, part = node % r->parts;
  if (price(r, cell) == 0) {
    return r->game->patterns.parts[MR_BD_PATTERN(r->squares[cell])][part];
  }
  return part == 0 ? ANY : 0;
}

/* Carries a cheaper way from a part to those of the next square. @return whether there was one */
static bool spread_to(roads *r, unsigned node, unsigned next, unsigned d) {
  unsigned pips = mr_bd_edge(edges_of(r, node), d);
  unsigned cost = r->cost[node] + price(r, next);
  bool better = false;
  for (unsigned to = next * r->parts; to < (next + 1) * r->parts; to++) {
    if ((pips & mr_bd_edge(edges_of(r, to), 3 - d)) != 0 && cost < r->cost[to]) {
      r->cost[to] = (uint16_t)cost;
      r->from[to] = (uint16_t)node;
      better = true;
    }
  }
  return better;
}

static bool spread(roads *r, unsigned node) {
  bool better = false;
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    unsigned next = r->game->neighbour[node / r->parts][d];
    better = (next < r->game->cells && spread_to(r, node, next, d)) || better;
  }
  return better;
}

/* @param end where the cheapest road ends in the last row. @return its cost; FAR: there is none */
static unsigned find_road(roads *r, unsigned *end) {
  const mr_bd_game *game = r->game;
  unsigned nodes = game->cells * r->parts, least = FAR;
  for (unsigned node = 0; node < nodes; node++) {
    unsigned cell = node / r->parts;
    r->from[node] = MR_NOWHERE_ID;
    r->cost[node] = (uint16_t)(cell < game->columns ? price(r, cell) : FAR);
  }
  for (bool again = true; again;) { /* roads wind seldom: a few sweeps do */
    again = false;
    for (unsigned node = 0; node < nodes; node++) {
      again = (r->cost[node] < FAR && spread(r, node)) || again;
    }
  }
  for (unsigned node = (game->cells - game->columns) * r->parts; node < nodes; node++) {
    if (r->cost[node] < least) {
      least = r->cost[node];
      *end = node;
    }
  }
  return least;
}

unsigned mr_bd_pieces_of(const mr_bd_game *game, const mr_bd_state *state, unsigned player) {
  const mr_bd_square *squares = mr_bd_squares_const(state);
  unsigned pieces = state->phase == MR_BD_DEAL ? game->pieces : state->held[player];
  for (unsigned cell = 0; cell < game->cells; cell++) {
    pieces += squares[cell] != 0 && MR_BD_OWNER(squares[cell]) == player;
  }
  return pieces;
}

bool mr_bd_can_join(const mr_bd_game *game, const mr_bd_state *state, unsigned player) {
  return mr_bd_pieces_of(game, state, player) >= game->rows;
}

/* Follows the road from its end. @param on its squares, each once. @return how many */
static unsigned follow(const roads *r, unsigned end, mr_cell on[MR_BD_CELLS_MAX]) {
  bool seen[MR_BD_CELLS_MAX] = {false};
  unsigned count = 0;
  for (unsigned node = end; node != MR_NOWHERE_ID; node = r->from[node]) {
    unsigned cell = node / r->parts;
    if (!seen[cell]) { /* it may come back to another part of a piece */
      seen[cell] = true;
      on[count++] = (mr_cell){(uint16_t)cell};
    }
  }
  return count;
}

/* @param on room for the squares of the road */
static mr_bd_lack measure(roads *r, const mr_bd_state *state, mr_cell on[MR_BD_CELLS_MAX]) {
  unsigned all = mr_bd_pieces_of(r->game, state, r->player), end = MR_NOWHERE_ID;
  mr_bd_lack lack = {.all = all,
                     .held = state->phase == MR_BD_DEAL ? all : state->held[r->player],
                     .hopeless = !mr_bd_can_join(r->game, state, r->player),
                     .blocked = find_road(r, &end) == FAR};
  if (!lack.blocked) {
    lack.squares = follow(r, end, on);
  }
  for (unsigned i = 0; i < lack.squares; i++) {
    lack.pieces += price(r, on[i].id) != 0;
  }
  return lack;
}

static void open_roads(roads *r, const mr_bd_game *game, const mr_bd_state *state,
                       unsigned player) {
  r->game = game;
  r->squares = mr_bd_squares_const(state);
  r->player = player;
  r->parts = game->strict ? MR_BD_PARTS : 1;
}

mr_bd_lack mr_bd_lack_of(const mr_bd_game *game, const mr_bd_state *state, unsigned player) {
  roads r;
  mr_cell on[MR_BD_CELLS_MAX];
  open_roads(&r, game, state, player);
  return measure(&r, state, on);
}

/* Whether an enemy may be placed beside the own piece on `cell` so that their pips meet. */
static bool is_exposed(const roads *r, const mr_bd_edges *hostile, unsigned cell) {
  mr_bd_edges edges = r->game->patterns.edges[MR_BD_PATTERN(r->squares[cell])];
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    unsigned next = r->game->neighbour[cell][d];
    if (next < r->game->cells && r->squares[next] == 0 && hostile[next] != 0 &&
        mr_bd_edge(edges, d) != 0) {
      return true;
    }
  }
  return false;
}

static const char *lack_text(mr_picture *picture, const mr_bd_lack *lack, unsigned last_row) {
  const char *hand =
      lack->held < lack->pieces ? mr_picture_text(picture, ", %u in hand", lack->held) : "";
  if (lack->hopeless) {
    return mr_picture_text(picture, "too few pieces to join row 0 to row %u: %u in all", last_row,
                           lack->all);
  }
  if (lack->blocked) {
    return mr_picture_text(picture, "no road from row 0 to row %u is open", last_row);
  }
  if (lack->pieces == 0) {
    return mr_picture_text(picture, "row 0 and row %u are joined", last_row);
  }
  return mr_picture_text(picture, "%u more piece%s to join row 0 to row %u%s", lack->pieces,
                         mr_text_plural(lack->pieces), last_row, hand);
}

static void put_road(mr_picture *picture, const mr_bd_game *game, const mr_bd_state *state,
                     unsigned player) {
  roads r;
  const mr_bd_edges *hostile = mr_bd_facing_const(game, state, 1 - player);
  mr_cell on[MR_BD_CELLS_MAX], risks[MR_BD_CELLS_MAX];
  open_roads(&r, game, state, player);
  mr_bd_lack lack = measure(&r, state, on);
  bool open = !lack.blocked && !lack.hopeless;
  mr_view_goal goal = {.player = {(uint8_t)player},
                       .rule = MR_BD_RULE_VICTORY,
                       .text = lack_text(picture, &lack, game->rows - 1),
                       .left = open && lack.pieces < game->rows ? lack.pieces : game->rows,
                       .of = game->rows,
                       .on = on,
                       .on_count = open ? lack.squares : 0,
                       .risks = risks};
  for (size_t i = 0; i < goal.on_count; i++) {
    if (price(&r, on[i].id) == 0 && is_exposed(&r, hostile, on[i].id)) {
      risks[goal.risk_count++] = on[i];
    }
  }
  if (picture->status == MR_OK) {
    picture->status = mr_view_add_goal(&picture->view, picture->arena, goal);
  }
}

void mr_bd_put_goals(mr_picture *picture, const mr_bd_game *game, const mr_bd_state *state) {
  for (unsigned player = 0; player < 2; player++) {
    put_road(picture, game, state, player);
  }
}
