/**
 * @file node.h
 * One node of alpha-beta. Scores are for the side to move; they change sign only where the side to
 * move changes, so that turns of two actions need nothing of their own.
 */
#ifndef MARCHER_SEARCH_FAIRY_NODE_H
#define MARCHER_SEARCH_FAIRY_NODE_H

#include "rules/fairy/core_advance.h"
#include "search/fairy/swap.h"

typedef enum bound { NO_BOUND, AT_MOST, AT_LEAST, EXACT } bound;

enum {
  ORDER_TABLE = 1 << 28,
  ORDER_CAPTURE = 1 << 24, /**< a capture that loses nothing */
  ORDER_KILLER = 1 << 22,
  ORDER_LOSING = -(1 << 24),
  HISTORY_MAX = 8192,
  QUIET_DEPTH = 10, /**< plies of captures behind the last full one */
};

FY_INLINE undo_record *record(mr_fys_search *s, unsigned at) {
  return (undo_record *)(void *)((uint8_t *)s->undo + (size_t)at * s->undo_size);
}

/** Makes an action without judging what only a list of moves would tell. */
static inline void push(mr_fys_search *s, mr_action action, unsigned ply_index) {
  mr_fy_state *head = mr_fy_state_of(s->state);
  undo_record *u = record(s, ply_index);
  ply p = {.game = s->game, .state = s->state, .u = u};
  uint64_t before = header_key(s->game, head);
  do_action(s->game, s->state, action, u, WITH_KEYS);
  head->key ^= before;
  head->length++;
  s->nodes++;
  if (s->game->rules.split) {
    advance_colours(&p);
    return;
  }
  advance_plain(&p);
  if (!head->end) {
    judge_fold(&p);
  }
  if (!head->end) {
    judge_idle(s->game, s->state);
  }
}

static inline void pop(mr_fys_search *s, unsigned ply_index) {
  const undo_record *u = record(s, ply_index);
  restore_history(s->game, s->state, u);
  undo_action(s->game, s->state, u);
}

/** A turn given away: only to see whether the position is good enough even so. */
static inline void push_null(mr_fys_search *s, mr_fy_state *saved) {
  mr_fy_state *head = mr_fy_state_of(s->state);
  *saved = *head;
  head->key ^= header_key(s->game, head);
  head->ep[0] = (mr_fy_ep){MR_FY_NO_CELL, MR_FY_NO_CELL};
  head->side ^= 1;
  head->seen[0] = 0;
  head->key ^= header_key(s->game, head);
  s->nodes++;
}

/** Whether the position has come about before, within this search or the game. */
static inline bool came_before(mr_fys_search *s) {
  ply p = {.game = s->game, .state = s->state};
  unsigned first;
  return !s->game->rules.split && s->game->rules.fold > 0 && occurrences(&p, 0, &first) > 1;
}

static inline bool time_is_up(mr_fys_search *s) {
  if (s->nodes >= s->node_limit || ((s->nodes & 127) == 0 && mr_watch_expired(&s->watch))) {
    s->stopped = true;
  }
  return s->stopped;
}

/* ---- the table --------------------------------------------------------------------------------
 */

/** Wins are stored as seen from their node, not from the root. */
static inline int to_table(int score, unsigned ply_index) {
  return score > MR_FYS_SURE    ? score + (int)ply_index
         : score < -MR_FYS_SURE ? score - (int)ply_index
                                : score;
}

static inline int from_table(int score, unsigned ply_index) {
  return score > MR_FYS_SURE    ? score - (int)ply_index
         : score < -MR_FYS_SURE ? score + (int)ply_index
                                : score;
}

static inline mr_fys_entry *entry_of(mr_fys_search *s, uint64_t key) {
  return &s->table[(size_t)(key >> 8) & s->table_mask];
}

static inline void store(mr_fys_search *s, mr_action action, int score, int depth, bound kind,
                         unsigned ply_index) {
  uint64_t key = mr_fy_state_of(s->state)->key;
  mr_fys_entry *e = entry_of(s, key);
  bool old = e->kind >> 2 != s->age;
  if (e->key == key && action == MR_ACTION_NONE) {
    action = e->action;
  }
  if (!old && e->key != key && e->depth > depth + 3) {
    return;
  }
  *e = (mr_fys_entry){.key = key,
                      .action = action,
                      .score = (int16_t)to_table(score, ply_index),
                      .depth = (int8_t)(depth > 100 ? 100 : depth),
                      .kind = (uint8_t)((unsigned)kind | (unsigned)s->age << 2)};
}

/* ---- order -------------------------------------------------------------------------------------
 */

FY_INLINE unsigned code_moved(const mr_fys_search *s, mr_action action) {
  if (mr_fy_type_of(action) == MR_FY_DROP) {
    return MR_FY_CODE(mr_fy_from(action), mr_fy_state_of(s->state)->side);
  }
  return mr_fy_board(s->state)[mr_fy_from(action)];
}

/** Whether an action captures or promotes: all others are quiet. */
FY_INLINE bool is_loud(const mr_fys_search *s, mr_action action) {
  unsigned type = mr_fy_type_of(action);
  if (type == MR_FY_DROP || type == MR_FY_CASTLE) {
    return false;
  }
  return type == MR_FY_EP || mr_fy_form_of(action) != 0 ||
         mr_fy_board(s->state)[mr_fy_to(action)] != 0;
}

static inline int order_of(mr_fys_search *s, mr_action action, mr_action hint, unsigned at) {
  if (action == hint) {
    return ORDER_TABLE;
  }
  unsigned code = code_moved(s, action), to = mr_fy_to(action);
  if (is_loud(s, action)) {
    unsigned victim = mr_fy_board(s->state)[to];
    int gain = s->weights->value[victim] * 8 - s->weights->value[code] / 8;
    if (mr_fy_form_of(action)) {
      unsigned form = MR_FY_CODE(mr_fy_form_of(action), MR_FY_SIDE(code));
      gain += (s->weights->value[form] - s->weights->value[code]) * 4;
    }
    bool safe = victim && s->weights->value[victim] >= s->weights->value[code];
    return gain + (safe || exchange(&s->eval, s->state, action) >= 0 ? ORDER_CAPTURE : ORDER_LOSING);
  }
  if (action == s->killers[at][0] || action == s->killers[at][1]) {
    return ORDER_KILLER + (action == s->killers[at][0]);
  }
  return s->history[code][to];
}

/** Brings the best of the rest to place i. */
static inline mr_action pick(mr_action *list, int *orders, size_t count, size_t i) {
  size_t best = i;
  for (size_t k = i + 1; k < count; k++) {
    best = orders[k] > orders[best] ? k : best;
  }
  mr_action action = list[best];
  int order = orders[best];
  list[best] = list[i];
  orders[best] = orders[i];
  list[i] = action;
  orders[i] = order;
  return action;
}

static inline void reward(mr_fys_search *s, unsigned code, unsigned to, int by) {
  int16_t *h = &s->history[code][to];
  int size = by < 0 ? -by : by;
  *h = (int16_t)(*h + by - *h * size / HISTORY_MAX);
}

/** After a cut by a quiet action: remember it, and that those before it did not. */
static inline void remember(mr_fys_search *s, const mr_action *list, size_t count, int depth,
                            unsigned at) {
  mr_action best = list[count - 1];
  int bonus = depth * depth > 400 ? 400 : depth * depth;
  if (s->killers[at][0] != best) {
    s->killers[at][1] = s->killers[at][0];
    s->killers[at][0] = best;
  }
  for (size_t i = 0; i < count; i++) {
    if (!is_loud(s, list[i])) {
      reward(s, code_moved(s, list[i]), mr_fy_to(list[i]), i + 1 == count ? bonus : -bonus);
    }
  }
}

static inline void keep_line(mr_fys_search *s, unsigned at, mr_action action) {
  s->line[at][0] = action;
  unsigned length = s->line_length[at + 1];
  memcpy(&s->line[at][1], s->line[at + 1], length * sizeof(mr_action));
  s->line_length[at] = length + 1;
}

/* ---- quiescence
 * ---------------------------------------------------------------------------------- */

/** The moves of a node, with what its royals have to fear. */
static inline size_t list_node(mr_fys_search *s, bool loud, unsigned at, bool *checked) {
  const mr_fy_game *game = s->game;
  const tables *t = tables_of(game);
  const mr_fy_state *head = mr_fy_state_of(s->state);
  bb men = game->rules.split ? t->colour[colour_to_move(head)] : t->all;
  lister l;
  sink to = {.out = s->lists + (size_t)at * s->list_size};
  look(&l, game, s->state, head->side, men);
  *checked = l.guard.active && l.guard.checked;
  l.captures_only = loud && !*checked && !game->rules.must_capture;
  if (game->rules.must_capture) {
    l.captures_only = must_capture(&l);
  }
  list_men(LIST, &to, &l, bb_and(l.own, men), !game->rules.split);
  return to.count;
}

static int quiesce(mr_fys_search *s, int alpha, int beta, unsigned at, int depth);

/** Makes an action and searches on; the score is for the side to move here. */
static inline int behind_quiet(mr_fys_search *s, mr_action action, int alpha, int beta, unsigned at,
                               int depth) {
  unsigned side = mr_fy_state_of(s->state)->side;
  push(s, action, at);
  int score = mr_fy_state_of(s->state)->side == side
                  ? quiesce(s, alpha, beta, at + 1, depth - 1)
                  : -quiesce(s, -beta, -alpha, at + 1, depth - 1);
  pop(s, at);
  return score;
}

/** A position that is over, or where there is nothing to do. */
static inline int lack_score(mr_fys_search *s, bool checked, unsigned at) {
  mr_fy_outcome value = checked ? s->game->rules.checkmate : s->game->rules.stalemate;
  int score = MR_FYS_WIN - (int)at;
  return value == MR_FY_LOSS ? -score : value == MR_FY_WIN ? score : 0;
}

/** The most that a capture or promotion can be expected to bring at once. */
static inline int hope_of(const mr_fys_search *s, mr_action action) {
  unsigned form = mr_fy_form_of(action), victim = mr_fy_board(s->state)[mr_fy_to(action)];
  int hope = 160 + s->weights->value[victim];
  return hope + (form ? s->weights->value[MR_FY_CODE(form, 0)] : 0) +
         (mr_fy_type_of(action) == MR_FY_EP ? 200 : 0);
}

static int quiesce(mr_fys_search *s, int alpha, int beta, unsigned at, int depth) {
  s->line_length[at] = 0;
  s->selective = at > s->selective ? at : s->selective;
  if (mr_fy_state_of(s->state)->end) {
    return mr_fys_end_score(s->state, at);
  }
  int stand = evaluate(&s->eval, s->state);
  if (at >= MR_FYS_PLIES || depth < -QUIET_DEPTH || time_is_up(s)) {
    return stand;
  }
  bool checked;
  mr_action *list = s->lists + (size_t)at * s->list_size;
  int *orders = s->orders + (size_t)at * s->list_size, best = stand;
  size_t count = list_node(s, true, at, &checked);
  if (checked) {
    best = lack_score(s, true, at);
  } else if (best >= beta) {
    return best;
  }
  for (size_t i = 0; i < count; i++) {
    orders[i] = order_of(s, list[i], MR_ACTION_NONE, at);
  }
  for (size_t i = 0; i < count; i++) {
    mr_action action = pick(list, orders, count, i);
    alpha = best > alpha ? best : alpha;
    if (!checked && (orders[i] < ORDER_KILLER || stand + hope_of(s, action) <= alpha)) {
      continue;
    }
    int score = behind_quiet(s, action, alpha, beta, at, depth);
    best = score > best ? score : best;
    if (best >= beta || s->stopped) {
      return best;
    }
  }
  return best;
}

/* ---- the tree
 * -------------------------------------------------------------------------------------- */

/** What one node knows of itself. */
typedef struct node_view {
  int alpha, beta, depth;
  unsigned at;
  bool checked;
  bool pv;
  int stand;
} node_view;

static int search_node(mr_fys_search *s, int alpha, int beta, int depth, unsigned at, bool null_ok);

/** Searches behind an action that has been made, and takes it back. */
static inline int behind(mr_fys_search *s, unsigned side, int alpha, int beta, int depth,
                         unsigned at) {
  return mr_fy_state_of(s->state)->side == side
             ? search_node(s, alpha, beta, depth, at + 1, true)
             : -search_node(s, -beta, -alpha, depth, at + 1, true);
}

/** How much shallower a late quiet action is searched first. */
static inline int reduction(const node_view *v, size_t index, int history) {
  static const uint8_t logs[] = {0, 0, 7, 11, 14, 16, 18, 19, 21, 22, 23, 24, 25, 26, 26, 27};
  if (v->depth < 3 || index < 3 || v->checked) {
    return 0;
  }
  int d = logs[v->depth > 15 ? 15 : v->depth], i = index > 63 ? 41 : index > 15 ? 34 : logs[index];
  int less = d * i / 200 + !v->pv - (history > 2000) + (history < -2000);
  return less < 0 ? 0 : less > v->depth - 2 ? v->depth - 2 : less;
}

/** Whether a turn given away tells something: not where one would be worth having. */
static inline bool may_pass(const mr_fys_search *s) {
  const mr_fy_rules *rules = &s->game->rules;
  const bb *sets = sets_of(s->game, s->state);
  unsigned side = mr_fy_state_of(s->state)->side;
  if (rules->split || rules->must_capture || rules->stalemate == MR_FY_WIN) {
    if (rules->stalemate != MR_FY_WIN || bb_count(sets[side]) < 8) {
      return false;
    }
  }
  if (rules->flag.count > 1) {
    for (unsigned who = 0; who < 2; who++) {
      bb there = bb_and(sets[who], tables_of(s->game)->flag_region[who]);
      if (bb_count(there) + 1 >= rules->flag.count) {
        return false;
      }
    }
  }
  return bb_count(sets[side]) > 3;
}

static inline int try_null(mr_fys_search *s, const node_view *v) {
  mr_fy_state saved;
  int less = 3 + v->depth / 4;
  push_null(s, &saved);
  s->line_length[v->at] = 0;
  int score = -search_node(s, -v->beta, -v->beta + 1, v->depth - 1 - less, v->at + 1, false);
  *mr_fy_state_of(s->state) = saved;
  return score;
}

/** One action at a node: full or reduced, with a window of one or the whole. */
static inline int try_action(mr_fys_search *s, const node_view *v, mr_action action, size_t index,
                             bool quiet) {
  unsigned side = mr_fy_state_of(s->state)->side;
  int history = quiet ? s->history[code_moved(s, action)][mr_fy_to(action)] : 0;
  push(s, action, v->at);
  bool same = mr_fy_state_of(s->state)->side == side;
  int depth = v->depth - 1, score;
  if (index == 0) {
    score = behind(s, side, v->alpha, v->beta, depth, v->at);
  } else {
    int less = quiet && !same ? reduction(v, index, history) : 0;
    score = behind(s, side, v->alpha, v->alpha + 1, depth - less, v->at);
    if (score > v->alpha && less > 0) {
      score = behind(s, side, v->alpha, v->alpha + 1, depth, v->at);
    }
    if (score > v->alpha && score < v->beta) {
      score = behind(s, side, v->alpha, v->beta, depth, v->at);
    }
  }
  pop(s, v->at);
  return score;
}

/** What the table knows; true when it settles the node. */
static inline bool probe(mr_fys_search *s, const node_view *v, mr_action *hint, int *score) {
  uint64_t key = mr_fy_state_of(s->state)->key;
  const mr_fys_entry *e = entry_of(s, key);
  *hint = MR_ACTION_NONE;
  if (e->key != key) {
    return false;
  }
  *hint = e->action;
  *score = from_table(e->score, v->at);
  bound kind = (bound)(e->kind & 3);
  if (v->pv || e->depth < v->depth) {
    return false;
  }
  return kind == EXACT || (kind == AT_LEAST && *score >= v->beta) ||
         (kind == AT_MOST && *score <= v->alpha);
}

/** Cuts before any action is tried. */
static inline bool cut_early(mr_fys_search *s, const node_view *v, bool null_ok, int *score) {
  if (v->pv || v->checked || v->beta > MR_FYS_SURE || v->beta < -MR_FYS_SURE) {
    return false;
  }
  if (v->depth <= 5 && v->stand - 90 * v->depth >= v->beta) {
    *score = v->stand;
    return true;
  }
  if (null_ok && v->depth >= 3 && v->stand >= v->beta && may_pass(s)) {
    int value = try_null(s, v);
    if (!s->stopped && value >= v->beta) {
      *score = value > MR_FYS_SURE ? v->beta : value;
      return true;
    }
  }
  return false;
}

/** Tries the actions of a node in order. @return the best score */
static inline int try_all(mr_fys_search *s, node_view *v, size_t count, mr_action *choice) {
  mr_action *list = s->lists + (size_t)v->at * s->list_size;
  int *orders = s->orders + (size_t)v->at * s->list_size, best = -MR_FYS_INFINITY;
  for (size_t i = 0; i < count && !s->stopped; i++) {
    mr_action action = pick(list, orders, count, i);
    bool quiet = !is_loud(s, action);
    if (!v->pv && !v->checked && best > -MR_FYS_SURE && v->depth <= 4) {
      bool late = quiet && i > 4 + (size_t)(v->depth * v->depth) * 3;
      bool hopeless = quiet && v->stand + 120 + 110 * v->depth <= v->alpha;
      if (late || hopeless || (orders[i] < ORDER_LOSING / 2 && v->depth <= 2)) {
        continue;
      }
    }
    int score = try_action(s, v, action, i, quiet);
    if (s->stopped) {
      break;
    }
    if (score > best) {
      best = score;
      *choice = score > v->alpha ? action : *choice;
    }
    if (score > v->alpha) {
      v->alpha = score;
      keep_line(s, v->at, action);
    }
    if (score >= v->beta) {
      if (quiet) {
        remember(s, list, i + 1, v->depth, v->at);
      }
      break;
    }
  }
  return best;
}

static int search_node(mr_fys_search *s, int alpha, int beta, int depth, unsigned at,
                       bool null_ok) {
  s->line_length[at] = 0;
  if (mr_fy_state_of(s->state)->end) {
    return mr_fys_end_score(s->state, at);
  }
  if (came_before(s)) {
    return 0;
  }
  if (depth <= 0 || at >= MR_FYS_PLIES - 1) {
    return quiesce(s, alpha, beta, at, 0);
  }
  if (time_is_up(s)) {
    return 0;
  }
  node_view v = {.alpha = alpha, .beta = beta, .depth = depth, .at = at, .pv = beta - alpha > 1};
  mr_action hint, choice = MR_ACTION_NONE;
  int score = 0;
  if (probe(s, &v, &hint, &score)) {
    return score;
  }
  size_t count = list_node(s, false, at, &v.checked);
  if (count == 0) {
    return lack_score(s, v.checked, at);
  }
  v.depth += v.checked && at < 2 * 24;
  v.stand = evaluate(&s->eval, s->state);
  if (cut_early(s, &v, null_ok, &score)) {
    return score;
  }
  mr_action *list = s->lists + (size_t)at * s->list_size;
  for (size_t i = 0; i < count; i++) {
    s->orders[(size_t)at * s->list_size + i] = order_of(s, list[i], hint, at);
  }
  int best = try_all(s, &v, count, &choice);
  if (!s->stopped) {
    bound kind = best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST;
    store(s, choice, best, v.depth, kind, at);
  }
  return best;
}

/* ---- the root
 * --------------------------------------------------------------------------------------- */

/** Searches the root's actions in their order, and puts them in order of what was found. */
static inline void search_root(mr_fys_search *s, unsigned depth) {
  node_view v = {
      .alpha = -MR_FYS_INFINITY, .beta = MR_FYS_INFINITY, .depth = (int)depth, .pv = true};
  for (size_t i = 0; i < s->root_count && !s->stopped; i++) {
    mr_fys_root *r = &s->roots[i];
    uint64_t before = s->nodes;
    int score = try_action(s, &v, r->action, i, false);
    if (s->stopped) {
      return;
    }
    r->nodes += s->nodes - before;
    r->score = score;
    r->at_most = i > 0 && score <= v.alpha;
    if (score > v.alpha) {
      v.alpha = score;
      keep_line(s, 0, r->action);
      mr_fys_root best = *r;
      memmove(s->roots + 1, s->roots, i * sizeof best);
      s->roots[0] = best;
    }
  }
}

#endif
