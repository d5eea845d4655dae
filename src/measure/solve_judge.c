/* What positions are worth, from the ends backwards. */
#include <math.h>
#include <string.h>

#include "kernel/play_on.h"
#include "measure/solve_priv.h"

enum {
  SWEEPS_MOST = 100000, /* over expectations, each of which brings bounds nearer to each other */
  LEVELS = MR_SCORE_WIN + 1
};

/** Sweeps that move no bound by more change nothing that is printed. */
#define STILL 1e-13

/* ---- backwards ------------------------------------------------------------------------------- */

/** The graph turned round. */
typedef struct reverse {
  uint32_t *first; /* node_count + 1 */
  uint32_t *from;
  uint32_t *left; /* successors that are not settled yet */
  uint32_t *queue;
} reverse;

static void drop_reverse(const mr_solve_graph *g, reverse *r) {
  const mr_allocator *allocator = g->s->allocator;
  mr_alloc_free(allocator, r->queue, g->node_count * sizeof *r->queue);
  mr_alloc_free(allocator, r->left, g->node_count * sizeof *r->left);
  mr_alloc_free(allocator, r->from, (g->edge_count + 1) * sizeof *r->from);
  mr_alloc_free(allocator, r->first, (g->node_count + 2) * sizeof *r->first);
}

static bool turn_round(const mr_solve_graph *g, reverse *r) {
  const mr_allocator *allocator = g->s->allocator;
  r->first = mr_alloc_zero(allocator, g->node_count + 2, sizeof *r->first);
  r->from = mr_alloc_zero(allocator, g->edge_count + 1, sizeof *r->from);
  r->left = mr_alloc_zero(allocator, g->node_count, sizeof *r->left);
  r->queue = mr_alloc_zero(allocator, g->node_count, sizeof *r->queue);
  if (r->first == NULL || r->from == NULL || r->left == NULL || r->queue == NULL) {
    return false;
  }
  for (size_t i = 0; i < g->edge_count; i++) {
    r->first[g->next[i] + 2]++;
  }
  for (size_t i = 2; i < g->node_count + 2; i++) {
    r->first[i] += r->first[i - 1];
  }
  for (size_t i = 0; i < g->node_count; i++) {
    for (uint32_t k = 0; k < g->nodes[i].count; k++) {
      r->from[r->first[g->next[g->nodes[i].first + k] + 1]++] = (uint32_t)i;
    }
  }
  return true;
}

bool mr_solve_forced(const mr_solve_graph *g, bool least, unsigned points, uint32_t *out) {
  reverse r = {NULL, NULL, NULL, NULL};
  bool good = turn_round(g, &r);
  mr_solve_kind own = least ? MR_SOLVE_SIDE0 : MR_SOLVE_SIDE1;
  size_t done = 0, count = 0;
  for (size_t i = 0; good && i < g->node_count; i++) {
    const mr_solve_node *node = &g->nodes[i];
    bool reached =
        node->kind == MR_SOLVE_END && (least ? node->points >= points : node->points <= points);
    out[i] = reached ? 0 : MR_SOLVE_NOWHERE;
    r.left[i] = node->count;
    if (reached) {
      r.queue[count++] = (uint32_t)i;
    }
  }
  for (; done < count; done++) {
    uint32_t to = r.queue[done];
    for (uint32_t k = r.first[to]; k < r.first[to + 1]; k++) {
      uint32_t from = r.from[k];
      bool all = --r.left[from] == 0;
      if (out[from] == MR_SOLVE_NOWHERE && (all || g->nodes[from].kind == (uint8_t)own)) {
        out[from] = out[to] + 1;
        r.queue[count++] = from;
      }
    }
  }
  drop_reverse(g, &r);
  return good;
}

/* ---- what the game says of it ---------------------------------------------------------------- */

/** A win that is tried in the game as it is: with clocks, and with its history. */
typedef struct check {
  mr_solve_graph *g;
  const uint32_t *plies;
  bool least;
  unsigned points;
  mr_str text;
  uint64_t *seen; /* numbers of texts: open addressing, at most half full */
  size_t room, count;
  uint64_t most;
  bool broken;
} check;

/** @return false: it has been seen, or there is no room to remember it */
static bool is_new(check *c, const mr_state *state) {
  uint64_t key = mr_solving_text_hash(c->g->game, state, &c->text);
  key += key == 0;
  size_t at = (size_t)mr_mix64(key) & (c->room - 1);
  while (c->seen[at] != 0 && c->seen[at] != key) {
    at = (at + 1) & (c->room - 1);
  }
  if (c->seen[at] == key) {
    return false;
  }
  c->seen[at] = key;
  c->most = ++c->count * 2 >= c->room ? 0 : c->most;
  return true;
}

/** The action that keeps nearest to the end; the winner's way. */
static size_t nearest(const check *c, const mr_solve_node *node) {
  size_t best = 0;
  for (size_t i = 1; i < node->count; i++) {
    const uint32_t *next = c->g->next + node->first;
    best = c->plies[next[i]] < c->plies[next[best]] ? i : best;
  }
  return best;
}

/** Whether the end comes in the game as it is, whatever the other side replies. */
static bool holds(check *c, const mr_state *state, unsigned depth) {
  mr_solve_graph *g = c->g;
  const mr_game *game = g->game;
  mr_node what = mr_game_node(game, state);
  if (what.kind == MR_NODE_TERMINAL) {
    unsigned points = mr_solving_points(game, state);
    c->broken = c->broken || (c->least ? points < c->points : points > c->points);
    return !c->broken;
  }
  uint32_t number = mr_solve_graph_find(g, state);
  if (number == MR_SOLVE_NOWHERE || depth >= MR_SOLVE_LINE_MAX || c->most == 0) {
    c->most = 0;
    return false;
  }
  if (!is_new(c, state)) {
    return true;
  }
  const mr_solve_node *node = &g->nodes[number];
  bool own = (mr_solving_side(game, what.player) == 0) == c->least;
  mr_state *child = mr_state_new(game, g->s->allocator);
  mr_action *actions = mr_alloc_zero(g->s->allocator, game->info.max_actions, sizeof *actions);
  size_t from = own ? nearest(c, node) : 0;
  size_t to = own ? from + 1 : node->count;
  bool good =
      child != NULL && actions != NULL && mr_game_actions(game, state, actions) == node->count;
  c->most = good ? c->most : 0;
  for (size_t i = from; i < to && good; i++) {
    mr_state_copy(game, child, state);
    mr_game_make(game, child, actions[i], NULL, NULL);
    g->s->out->nodes++;
    c->most -= c->most > 0;
    good = holds(c, child, depth + 1);
  }
  mr_alloc_free(g->s->allocator, actions, game->info.max_actions * sizeof *actions);
  mr_state_free(game, g->s->allocator, child);
  return good;
}

/** Tries a win of so many plies against every reply. */
static void check_win(mr_solve_graph *g, const mr_state *root, const uint32_t *plies, bool least,
                      unsigned points) {
  mr_solving *s = g->s;
  check c = {.g = g,
             .plies = plies,
             .least = least,
             .points = points,
             .text = mr_str_growing(s->allocator),
             .room = 1024,
             .most = s->most};
  while (c.room < 8 * g->node_count) {
    c.room *= 2;
  }
  c.seen = mr_alloc_zero(s->allocator, c.room, sizeof *c.seen);
  if (c.seen != NULL) {
    s->out->checked = holds(&c, root, 0) && !c.broken;
    s->out->clocked = c.broken;
  }
  mr_alloc_free(s->allocator, c.seen, c.room * sizeof *c.seen);
  mr_str_done(&c.text);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/** What lines keep to: plies to what each side can force, by position and quarter points. */
typedef struct forced {
  uint32_t *least[LEVELS]; /* NULL: no end has so many points */
  uint32_t *most[LEVELS];
} forced;

/** Quarter points that the side of seat 0 can force in a position, and can be kept to. */
static unsigned least_of(const forced *f, uint32_t node) {
  unsigned points = LEVELS;
  while (points > 0 &&
         (f->least[points - 1] == NULL || f->least[points - 1][node] == MR_SOLVE_NOWHERE)) {
    points--;
  }
  return points > 0 ? points - 1 : 0;
}

static unsigned most_of(const forced *f, uint32_t node) {
  unsigned points = 0;
  while (points < MR_SCORE_WIN &&
         (f->most[points] == NULL || f->most[points][node] == MR_SOLVE_NOWHERE)) {
    points++;
  }
  return points;
}

/** How good a successor is for a side: what is sure first, then how soon or how late. */
static double merit(const forced *f, uint32_t node, bool side0) {
  unsigned least = least_of(f, node), most = most_of(f, node);
  double middle = (double)(least + most) / 2;
  double plies = 0;
  if (least == most && f->least[least] != NULL && f->most[most] != NULL) {
    const uint32_t *way = least * 2 >= MR_SCORE_WIN ? f->least[least] : f->most[most];
    plies = way[node] != MR_SOLVE_NOWHERE ? (double)way[node] : 0;
  }
  double good = side0 ? middle : MR_SCORE_WIN - middle;
  bool winning = good > MR_SCORE_WIN / 2.0;
  return good * 1e6 + (winning ? -plies : good < MR_SCORE_WIN / 2.0 ? plies : 0);
}

/** Plays best moves of both in the game as it is, to its end. */
static void find_line(mr_solve_graph *g, const forced *f, const mr_state *root) {
  mr_solution *out = g->s->out;
  const mr_game *game = g->game;
  mr_state_copy(game, g->state, root);
  uint32_t length = 0;
  for (; mr_game_node(game, g->state).kind == MR_NODE_DECISION; length++) {
    uint32_t number = mr_solve_graph_find(g, g->state);
    if (number == MR_SOLVE_NOWHERE || g->nodes[number].count == 0 ||
        length == game->info.max_length) {
      return;
    }
    const mr_solve_node *node = &g->nodes[number];
    size_t count = mr_game_actions(game, g->state, g->actions);
    size_t best = 0;
    bool side0 = node->kind == MR_SOLVE_SIDE0;
    for (size_t i = 1; i < node->count && i < count; i++) {
      const uint32_t *next = g->next + node->first;
      best = merit(f, next[i], side0) > merit(f, next[best], side0) ? i : best;
    }
    if (out->line_count < MR_SOLVE_LINE_MAX) {
      out->line[out->line_count++] = g->actions[best];
    }
    mr_game_make(game, g->state, g->actions[best], NULL, NULL);
  }
  out->rule = mr_game_ended_by(game, g->state);
}

/* ---- without dice ---------------------------------------------------------------------------- */

static bool has_ends(const mr_solve_graph *g, unsigned points) {
  bool any = false;
  for (size_t i = 0; i < g->node_count && !any; i++) {
    any = g->nodes[i].kind == MR_SOLVE_END && g->nodes[i].points == points;
  }
  return any;
}

/** Where neither side can force an end: what the game itself makes of it, in one line. Where play
 * for ever can be won, one line says nothing of others. */
static void judge_endless(mr_solve_graph *g, unsigned least, unsigned most) {
  mr_solution *out = g->s->out;
  const mr_material_ops *material = g->game->material;
  bool winnable = material != NULL && material->endless != NULL && material->endless(g->game);
  const unsigned even = MR_SCORE_WIN / 2;
  unsigned fair = even < least ? least : even > most ? most : even;
  bool drawn = out->rule != 0 && mr_solving_points(g->game, g->state) == fair;
  out->endless = true;
  if (drawn && !winnable) {
    out->low = out->high = (double)fair / MR_SCORE_WIN;
  }
}

static void judge_root(mr_solve_graph *g, const forced *f, const mr_state *root) {
  mr_solution *out = g->s->out;
  unsigned least = least_of(f, 0), most = most_of(f, 0);
  out->low = (double)least / MR_SCORE_WIN;
  out->high = (double)most / MR_SCORE_WIN;
  find_line(g, f, root);
  if (least < most) {
    if (out->complete) {
      judge_endless(g, least, most);
    }
    return;
  }
  bool way = least * 2 >= MR_SCORE_WIN && f->least[least] != NULL;
  const uint32_t *plies = way ? f->least[least] : f->most[most];
  if (plies != NULL && plies[0] != MR_SOLVE_NOWHERE) {
    out->plies = plies[0];
    check_win(g, root, plies, way, least);
  }
  if (out->clocked) {
    out->low = 0;
    out->high = 1;
  }
}

mr_status mr_solve_wins(mr_solve_graph *g, const mr_state *root, mr_error *err) {
  const mr_allocator *allocator = g->s->allocator;
  forced f = {{NULL}, {NULL}};
  bool good = true;
  for (unsigned points = 0; points < LEVELS && good; points++) {
    if (has_ends(g, points)) {
      f.least[points] = mr_alloc_zero(allocator, g->node_count, sizeof(uint32_t));
      f.most[points] = mr_alloc_zero(allocator, g->node_count, sizeof(uint32_t));
      good = f.least[points] != NULL && f.most[points] != NULL &&
             mr_solve_forced(g, true, points, f.least[points]) &&
             mr_solve_forced(g, false, points, f.most[points]);
    }
  }
  if (good) {
    judge_root(g, &f, root);
  }
  for (unsigned points = 0; points < LEVELS; points++) {
    mr_alloc_free(allocator, f.least[points], g->node_count * sizeof(uint32_t));
    mr_alloc_free(allocator, f.most[points], g->node_count * sizeof(uint32_t));
  }
  return good ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory for judging positions");
}

/* ---- with dice ------------------------------------------------------------------------------- */

/** A bound of a position from those of its successors. */
static double backed_up(const mr_solve_graph *g, const mr_solve_node *node, const double *bound) {
  double value = node->kind == MR_SOLVE_SIDE1 ? 1 : 0;
  for (size_t i = node->first; i < (size_t)node->first + node->count; i++) {
    double next = bound[g->next[i]];
    value = node->kind == MR_SOLVE_CHANCE  ? value + g->odds[i] * next
            : node->kind == MR_SOLVE_SIDE0 ? fmax(value, next)
                                           : fmin(value, next);
  }
  return value;
}

/** Sweeps over all positions until nothing moves: last met first, for ends are far. */
static void settle(const mr_solve_graph *g, double *bound) {
  double moved = 1;
  for (int sweep = 0; sweep < SWEEPS_MOST && moved > STILL; sweep++) {
    moved = 0;
    for (size_t i = g->node_count; i-- > 0;) {
      const mr_solve_node *node = &g->nodes[i];
      if (node->kind != MR_SOLVE_END && node->kind != MR_SOLVE_UNSEEN) {
        double value = backed_up(g, node, bound);
        moved = fmax(moved, fabs(value - bound[i]));
        bound[i] = value;
      }
    }
  }
}

/** The decisions of best play up to the first dice. */
static void find_decisions(mr_solve_graph *g, const double *low, const double *high,
                           const mr_state *root) {
  mr_solution *out = g->s->out;
  mr_state_copy(g->game, g->state, root);
  while (mr_game_node(g->game, g->state).kind == MR_NODE_DECISION &&
         out->line_count < MR_SOLVE_LINE_MAX) {
    uint32_t number = mr_solve_graph_find(g, g->state);
    if (number == MR_SOLVE_NOWHERE || g->nodes[number].count == 0) {
      return;
    }
    const mr_solve_node *node = &g->nodes[number];
    const uint32_t *next = g->next + node->first;
    double sign = node->kind == MR_SOLVE_SIDE0 ? 1 : -1;
    size_t best = 0;
    for (size_t i = 1; i < node->count; i++) {
      double gain = low[next[i]] + high[next[i]] - low[next[best]] - high[next[best]];
      best = sign * gain > MR_SOLVE_NEAR ? i : best;
    }
    (void)mr_game_actions(g->game, g->state, g->actions);
    out->line[out->line_count++] = g->actions[best];
    mr_game_make(g->game, g->state, g->actions[best], NULL, NULL);
  }
  out->rule = mr_game_ended_by(g->game, g->state);
}

/** Finds out whether half a point is a draw, and no mean of wins and losses. @return false: no room
 */
static bool find_sure(mr_solve_graph *g) {
  mr_solution *out = g->s->out;
  const mr_allocator *allocator = g->s->allocator;
  if (out->low < out->high || fabs(out->low - 0.5) > MR_SOLVE_NEAR) {
    return true;
  }
  uint32_t *plies = mr_alloc_zero(allocator, g->node_count, sizeof *plies);
  bool good = plies != NULL && mr_solve_forced(g, true, MR_SCORE_WIN / 2, plies);
  bool least = good && plies[0] != MR_SOLVE_NOWHERE;
  good = good && mr_solve_forced(g, false, MR_SCORE_WIN / 2, plies);
  out->sure = good && least && plies[0] != MR_SOLVE_NOWHERE;
  mr_alloc_free(allocator, plies, g->node_count * sizeof *plies);
  return good;
}

mr_status mr_solve_expectation(mr_solve_graph *g, const mr_state *root, mr_error *err) {
  const mr_allocator *allocator = g->s->allocator;
  double *low = mr_alloc_zero(allocator, g->node_count, sizeof *low);
  double *high = mr_alloc_zero(allocator, g->node_count, sizeof *high);
  bool good = low != NULL && high != NULL;
  for (size_t i = 0; good && i < g->node_count; i++) {
    const mr_solve_node *node = &g->nodes[i];
    bool end = node->kind == MR_SOLVE_END;
    low[i] = end ? node->points / (double)MR_SCORE_WIN : 0;
    high[i] = end ? low[i] : 1;
  }
  if (good) {
    settle(g, low);
    settle(g, high);
    g->s->out->low = low[0];
    g->s->out->high = high[0] - low[0] < MR_SOLVE_NEAR ? low[0] : high[0];
    find_decisions(g, low, high, root);
    good = find_sure(g);
  }
  mr_alloc_free(allocator, high, g->node_count * sizeof *high);
  mr_alloc_free(allocator, low, g->node_count * sizeof *low);
  return good ? MR_OK : mr_error_set(err, MR_ERR_NOMEM, "out of memory for judging positions");
}
