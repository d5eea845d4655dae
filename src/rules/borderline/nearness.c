#include "kernel/writer.h"
#include "rules/borderline/borderline.h"

/*
 * How near the players are to joining their rows: the cheapest road from row 0 to the last row. Own
 * pieces cost nothing, an empty square a piece; an enemy has to be beaten in a duel first, so it
 * counts as two. What pips the pieces in hand have is left out: the next one may have any.
 */

enum { EMPTY = 1, ENEMY = 2, FAR = 2 * MR_BD_CELLS_MAX + 1 };

typedef struct roads {
  const mr_bd_game *game;
  const mr_bd_square *squares;
  unsigned player;
  uint16_t cost[MR_BD_CELLS_MAX];
  uint16_t from[MR_BD_CELLS_MAX];
} roads;

static unsigned price(const roads *r, unsigned cell) {
  mr_bd_square square = r->squares[cell];
  if (square == 0) {
    return EMPTY;
  }
  return MR_BD_OWNER(square) == r->player ? 0 : ENEMY;
}

/* Whether an own piece has pips towards `d`; what is not there yet may have any. */
static bool is_open(const roads *r, unsigned cell, unsigned d) {
  return price(r, cell) != 0 ||
         mr_bd_edge(r->game->patterns.edges[MR_BD_PATTERN(r->squares[cell])], d) != 0;
}

static bool joins(const roads *r, unsigned cell, unsigned next, unsigned d) {
  if (price(r, cell) == 0 && price(r, next) == 0) {
    mr_bd_edges a = r->game->patterns.edges[MR_BD_PATTERN(r->squares[cell])];
    mr_bd_edges b = r->game->patterns.edges[MR_BD_PATTERN(r->squares[next])];
    return (mr_bd_edge(a, d) & mr_bd_edge(b, 3 - d)) != 0;
  }
  return is_open(r, cell, d) && is_open(r, next, 3 - d);
}

/* Carries cheaper ways from a square to its neighbours. @return whether there was one */
static bool spread(roads *r, unsigned cell) {
  bool better = false;
  for (unsigned d = 0; d < MR_BD_DIRECTIONS; d++) {
    unsigned next = r->game->neighbour[cell][d];
    if (next < r->game->cells && joins(r, cell, next, d) &&
        r->cost[cell] + price(r, next) < r->cost[next]) {
      r->cost[next] = (uint16_t)(r->cost[cell] + price(r, next));
      r->from[next] = (uint16_t)cell;
      better = true;
    }
  }
  return better;
}

/* The square of the last row where the cheapest road ends. */
static unsigned find_road(roads *r) {
  const mr_bd_game *game = r->game;
  for (unsigned cell = 0; cell < game->cells; cell++) {
    r->from[cell] = MR_NOWHERE_ID;
    r->cost[cell] = (uint16_t)(cell < game->columns ? price(r, cell) : FAR);
  }
  for (bool again = true; again;) { /* roads wind seldom: a few sweeps do */
    again = false;
    for (unsigned cell = 0; cell < game->cells; cell++) {
      again = (r->cost[cell] < FAR && spread(r, cell)) || again;
    }
  }
  unsigned best = game->cells - game->columns;
  for (unsigned cell = best; cell < game->cells; cell++) {
    best = r->cost[cell] < r->cost[best] ? cell : best;
  }
  return best;
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

static void put_road(mr_picture *picture, const mr_bd_game *game, const mr_bd_state *state,
                     unsigned player) {
  roads r = {.game = game, .squares = mr_bd_squares_const(state), .player = player};
  const mr_bd_edges *hostile = mr_bd_facing_const(game, state, 1 - player);
  mr_cell on[MR_BD_CELLS_MAX], risks[MR_BD_CELLS_MAX];
  unsigned end = find_road(&r);
  bool blocked = r.cost[end] >= FAR;
  mr_view_goal goal = {.player = {(uint8_t)player},
                       .rule = MR_BD_RULE_VICTORY,
                       .left = blocked ? game->rows : r.cost[end],
                       .of = game->rows,
                       .on = on,
                       .risks = risks};
  for (unsigned cell = end; !blocked && cell != MR_NOWHERE_ID; cell = r.from[cell]) {
    on[goal.on_count++] = (mr_cell){(uint16_t)cell};
    if (price(&r, cell) == 0 && is_exposed(&r, hostile, cell)) {
      risks[goal.risk_count++] = (mr_cell){(uint16_t)cell};
    }
  }
  goal.left = goal.left < goal.of ? goal.left : goal.of;
  goal.text =
      blocked ? mr_picture_text(picture, "no road from row 0 to row %u is open", game->rows - 1)
      : goal.left == 0
          ? mr_picture_text(picture, "row 0 and row %u are joined", game->rows - 1)
          : mr_picture_text(picture, "%u more piece%s to join row 0 to row %u",
                            (unsigned)r.cost[end], r.cost[end] == 1 ? "" : "s", game->rows - 1);
  if (picture->status == MR_OK) {
    picture->status = mr_view_add_goal(&picture->view, picture->arena, goal);
  }
}

void mr_bd_put_goals(mr_picture *picture, const mr_bd_game *game, const mr_bd_state *state) {
  for (unsigned player = 0; player < 2; player++) {
    put_road(picture, game, state, player);
  }
}
