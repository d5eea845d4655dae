#include "search/fairy/fairy_search.h"

/* Usual values, untuned; see also soft_time_is_up. */
enum {
  ASPIRATION_WINDOW = 9, /**< first half of the window around the score of the last iteration */
  ASPIRATION_MAX = 600,  /**< a half that has been widened beyond this is opened */
  ASPIRATION_DEPTH = 4,  /**< iterations before this look at everything: scores still jump */
  ONLY_DEPTH = 5,        /**< deep enough where there is a single action: only its score is open */
  MATE_STEADY = 3,       /**< iterations that a seen end has to stay the same: a nearer one may be
                            hidden by reductions */
};

/* ---- the root's actions ---------------------------------------------------------------------- */

/* Puts an action that wins at once before all others: with few nodes, as weak levels have them, not
 * all of them may be looked at. */
static void wins_first(mr_fys_search *s, const mr_state *root) {
  const mr_game *game = &s->game->base;
  unsigned side = mr_fy_state_of_const(root)->side;
  for (size_t i = 0; i < s->root_count; i++) {
    mr_game_make(game, s->state, s->roots[i].action, NULL, NULL);
    bool won = mr_fy_state_of(s->state)->winner ==
               (side == MR_FY_WHITE ? MR_FY_WHITE_WINS : MR_FY_BLACK_WINS);
    mr_state_copy(game, s->state, root);
    if (won) {
      mr_fys_root first = s->roots[0];
      s->roots[0] = s->roots[i];
      s->roots[i] = first;
      return;
    }
  }
}

void mr_fys_search_set_root(mr_fys_search *s, const mr_state *root, const mr_limits *limits) {
  s->nodes = s->nodes_reported = s->clock_at = 0;
  s->selective = s->done = s->null_min_ply = 0;
  s->stopped = false;
  for (unsigned i = 0; i < MR_FYS_FRAMES; i++) {
    s->frames[(int)i - MR_FYS_FRAMES_BEFORE] =
        (mr_fys_frame){.action = MR_ACTION_NONE,
                       .excluded = MR_ACTION_NONE,
                       .killers = {MR_ACTION_NONE, MR_ACTION_NONE},
                       .continuation = {s->continuation[0], s->continuation[1]},
                       .static_eval = MR_FYS_NO_EVAL};
  }
  mr_state_copy(&s->game->base, s->state, root);
  /* The list's own place serves as scratch: the first node is not searched yet. */
  size_t count = mr_game_actions(&s->game->base, root, s->lists);
  s->root_count = mr_limits_filter(limits, s->lists, count);
  bool white = mr_fy_state_of_const(root)->side == MR_FY_WHITE; /* see list_stage in movepick.h */
  for (size_t i = 0; i < s->root_count; i++) {
    s->roots[i] = (mr_fys_root){.action = s->lists[white ? s->root_count - 1 - i : i],
                                .score = -MR_FYS_INFINITY,
                                .before = -MR_FYS_INFINITY,
                                .at_most = true};
  }
  wins_first(s, root);
  mr_tablebase_result known;
  const mr_fys_shared *all = s->shared;
  s->root_in_tablebase = all->probe != NULL && all->probe(all->probe_context, root, &known);
}

/* ---- one iteration --------------------------------------------------------------------------- */

/**
 * The best of the actions from `first` on, by a window that is widened until it holds the score.
 * Where it was above, one ply less does for the next time: the action is known, its score is not.
 */
static void aspiration_search(mr_fys_search *s, size_t first) {
  int guess = s->roots[first].before, width = ASPIRATION_WINDOW;
  int alpha = -MR_FYS_INFINITY, beta = MR_FYS_INFINITY;
  unsigned depth = s->root_depth, above = 0;
  if (s->root_depth >= ASPIRATION_DEPTH && guess < MR_FYS_MATE_BOUND &&
      guess > -MR_FYS_MATE_BOUND) {
    alpha = guess - width;
    beta = guess + width;
  }
  for (;;) {
    s->root_depth = above < depth ? depth - above : 1;
    int score = s->core->root(s, first, alpha, beta);
    s->root_depth = depth;
    if (s->stopped || (score > alpha && score < beta) ||
        (alpha <= -MR_FYS_INFINITY && beta >= MR_FYS_INFINITY)) {
      return;
    }
    width += width / 3 + 3;
    bool wide = width > ASPIRATION_MAX || mr_fys_sees_end(score);
    if (score <= alpha) {
      beta = wide ? beta : (alpha + beta) / 2;
      alpha = wide ? -MR_FYS_INFINITY : score - width;
      above = 0;
    } else {
      beta = wide ? MR_FYS_INFINITY : score + width;
      above++;
    }
  }
}

/** Puts the first lines in the order of their scores: a later one may have turned out better. */
static void sort_lines(mr_fys_search *s, size_t lines) {
  for (size_t i = 1; i < lines; i++) {
    mr_fys_root moving = s->roots[i];
    size_t at = i;
    while (at > 0 && s->roots[at - 1].score < moving.score) {
      s->roots[at] = s->roots[at - 1];
      at--;
    }
    s->roots[at] = moving;
  }
}

/* ---- enough ---------------------------------------------------------------------------------- */

/** How stable the choice has been in the iterations so far. */
typedef struct stability {
  mr_action choice;
  unsigned steady;    /**< iterations since the choice changed */
  int score;          /**< of the iteration before */
  int drop;           /**< how much less the last one promised */
  unsigned mate_seen; /**< iterations with the same end in view */
} stability;

static void update_stability(stability *p, const mr_fys_search *s) {
  const mr_fys_root *best = &s->roots[0];
  p->steady = best->action == p->choice ? p->steady + 1 : 0;
  p->drop = s->done > 1 ? p->score - best->score : 0;
  p->mate_seen = mr_fys_sees_end(best->score) && p->drop == 0 ? p->mate_seen + 1 : 0;
  p->choice = best->action;
  p->score = best->score;
}

/** Whether the soft limit of time is over: earlier where the choice is stable and most nodes went
 *  into it, later where its score has dropped. The factors are plausible and untuned. */
static bool soft_time_is_up(const mr_fys_search *s, const mr_limits *limits, const stability *p) {
  static const unsigned STEADY[] = {150, 120, 100, 85, 75, 68}; /* in hundredths */
  if (limits->soft_milliseconds == 0) {
    return false;
  }
  double factor = STEADY[p->steady > 5 ? 5 : p->steady] / 100.0;
  int drop = p->drop < -20 ? -20 : p->drop > 100 ? 100 : p->drop;
  factor *= 1.0 + drop / 120.0;
  double share = s->nodes > 0 ? (double)s->roots[0].nodes / (double)s->nodes : 0;
  factor *= s->done >= 6 ? 1.6 - share : 1.0;
  if (share > 0.92 && p->steady >= 4 && s->done >= 8) {
    factor *= 0.6; /* everything else has long been refuted */
  }
  return mr_watch_seconds(&s->shared->watch) * 1000 >= limits->soft_milliseconds * factor;
}

/** Whether a deeper search can tell nothing new, or is not wanted. */
static bool can_stop(const mr_fys_search *s, const mr_fys_task *task, const stability *p) {
  int best = s->roots[0].score, far = mr_fys_end_distance(best);
  const mr_limits *limits = task->limits;
  bool timed = limits->nodes > 0 || limits->soft_milliseconds > 0 || limits->milliseconds == 0;
  /* Whether an action is wanted, and not what a position or some of its actions are worth. */
  bool play = timed && limits->only_count == 0 && limits->depth == 0 && limits->mate == 0;
  if (s->root_count == 1 && s->done >= ONLY_DEPTH && play) {
    return true;
  }
  if (mr_fys_sees_end(best) && task->lines == 1 && far <= (int)s->done &&
      (far <= 1 || p->mate_seen >= MATE_STEADY)) {
    return true;
  }
  int turns = (int)limits->mate, per_turn = s->game->rules.split ? 4 : 2;
  bool mates = turns > 0 && best > MR_FYS_PARTIAL_WIN && far <= turns * per_turn - per_turn / 2;
  return mates || soft_time_is_up(s, limits, p);
}

void mr_fys_search_run(mr_fys_search *s, const mr_fys_task *task) {
  size_t lines = task->lines < s->root_count ? task->lines : s->root_count;
  stability p = {.choice = MR_ACTION_NONE};
  s->task = task;
  s->used = true;
  s->all_exact = lines > 1 && lines == s->root_count;
  for (unsigned d = 1; d <= task->depth && d < MR_FYS_MAX_PLY - 8 && !s->stopped; d++) {
    /* Threads but the first leave out some iterations, each others: not all do the same. */
    if (s->index > 0 && d > 1 && (d + s->index) / (1 + s->index / 3) % 2 == 0) {
      continue;
    }
    for (size_t i = 0; i < s->root_count; i++) {
      s->roots[i].before = s->roots[i].score;
    }
    s->root_depth = d;
    for (size_t first = 0; first < lines && !s->stopped; first++) {
      aspiration_search(s, first);
    }
    if (s->stopped) {
      break;
    }
    sort_lines(s, lines);
    s->done = d;
    update_stability(&p, s);
    if (task->report != NULL) {
      mr_watch_report_due(&s->shared->watch); /* so the next is not due soon */
      task->report(task->engine, s);
    }
    if (s->index == 0 && can_stop(s, task, &p)) {
      break;
    }
  }
  mr_fys_root *best = &s->roots[0];
  if (best->at_most && best->before > -MR_FYS_INFINITY) {
    best->score = best->before; /* an interrupted search of it says nothing new */
    best->at_most = false;
  }
  if (s->index == 0) {
    atomic_store_explicit(&s->shared->stopped, true, memory_order_relaxed);
  }
}
