#include "base/real.h"
#include "base/thread.h"
#include "search/fairy/fairy_search.h"
#include "search/fairy/network/network.h"

/* ---- levels ---------------------------------------------------------------------------------- */

/**
 * What a level may spend, and how it errs: now and then it chooses in haste. Then it looks at every
 * action on its own, a turn ahead, and misjudges by so much, in hundredths of a pawn.
 */
typedef struct level {
  uint64_t nodes;      /**< where it takes its time, on a day like most if it is ever hasty */
  double hasty;        /**< percent of its actions, on a day like most */
  mr_handicap mistake; /**< in haste */
} level;

/* Measured by `marcher ladder`: docs/STRENGTH.md. */
static const level LEVELS[MR_LEVEL_MAX + 1] = {
    {0, 0, {0, 0, 0}},          {400, 130, {400, 0, 40}},   {600, 68, {400, 0, 40}},
    {1500, 34, {400, 900, 40}}, {4000, 17, {400, 600, 35}}, {8500, 7.5, {400, 450, 35}},
    {14000, 0, {0, 0, 0}},      {45000, 0, {0, 0, 0}},      {150000, 0, {0, 0, 0}},
};

/** A look in haste is whole, but on boards where exchanges never end. */
#define HASTE_NODES 6000

/* ---- the engine ------------------------------------------------------------------------------ */

typedef struct player player;

/** A thread that searches along. */
typedef struct helper {
  player *owner;
  mr_fys_search search;
  mr_thread thread;
  bool running;
} helper;

struct player {
  mr_engine base;
  mr_fys_shared shared;
  mr_fys_search search; /**< of the thread that thinks */
  helper *helpers;
  size_t helper_count;
  mr_fys_task task;
  mr_random random;
  double form; /**< of the game: so many times as hasty as its level is on most days, and so many
                    times fewer nodes where it takes its time */
  const mr_allocator *allocator;
};

bool mr_fys_can_play(const mr_game *game) {
  return game->family == &mr_family_fairy;
}

static player *player_of(mr_engine *engine) {
  return (player *)(void *)engine;
}

/** Hundredths of a pawn beyond which nobody tells advantages apart, and of an end that is seen. */
enum { VISIBLE_SCORE = 1000, VISIBLE_END = 2000 };

/** Hundredths of a pawn as an expected score: five pawns ahead win nine games of ten. */
static double expectation(int score) {
  if (score <= -MR_FYS_INFINITY) {
    return 0.5; /* not looked at */
  }
  if (score > MR_FYS_MATE_BOUND) {
    return score > MR_FYS_PARTIAL_WIN ? 1 : 0.75;
  }
  if (score < -MR_FYS_MATE_BOUND) {
    return score < -MR_FYS_PARTIAL_WIN ? 0 : 0.25;
  }
  return mr_value_of(score);
}

/** What those who err see in a score: an end that is near, or an advantage that is large enough. */
static double visible_score(int score) {
  int most = mr_fys_sees_end(score) ? VISIBLE_END : VISIBLE_SCORE;
  return score > most ? most : score < -most ? -most : score;
}

/** A weak player errs, and then believes what it chose to be best. */
static void apply_handicap(player *p, mr_fys_search *s, const mr_handicap *handicap) {
  int best = -MR_FYS_INFINITY;
  for (size_t i = 0; i < s->root_count; i++) {
    best = s->roots[i].score > best ? s->roots[i].score : best;
  }
  mr_handicap_choice choice = mr_handicap_begin(handicap, visible_score(best));
  for (size_t i = 0; i < s->root_count; i++) {
    mr_handicap_offer(&choice, i, visible_score(s->roots[i].score), &p->random);
  }
  mr_fys_root chosen = s->roots[choice.index];
  memmove(s->roots + 1, s->roots, choice.index * sizeof chosen);
  s->roots[0] = chosen;
}

/** Whether people who play a game can count in pawns. */
static bool has_pawns(const mr_fy_game *game) {
  bool found = false;
  for (unsigned i = 1; i <= game->rules.kind_count && !found; i++) {
    found = strcmp(game->rules.kinds[i].name, "Pawn") == 0;
  }
  return found;
}

/**
 * What the score means: "White wins in 3 actions", "White is 0.74 pawns behind"; in a game without
 * pawns "White expects to score 42%".
 */
static void write_score(mr_str *out, const mr_fy_game *game, const char *name, int score) {
  int size = score < 0 ? -score : score;
  if (size > MR_FYS_MATE_BOUND) {
    bool whole = size > MR_FYS_PARTIAL_WIN;
    int plies = mr_fys_end_distance(score);
    const char *outcome = score > 0 ? (whole ? "wins" : "has three quarters of the point")
                                    : (whole ? "loses" : "keeps a quarter of the point");
    mr_str_format(out, "%s %s in %d action%s", name, outcome, plies, plies == 1 ? "" : "s");
  } else if (size == 0) {
    mr_str_format(out, "%s is neither ahead nor behind", name);
  } else if (!has_pawns(game)) {
    mr_str_format(out, "%s expects to score ", name);
    mr_write_percent(out, expectation(score));
  } else {
    mr_str_format(out, "%s is %d.%02d pawns %s", name, size / 100, size % 100,
                  score < 0 ? "behind" : "ahead");
  }
}

/** @param name of the player who thinks */
static void explain(const mr_fys_search *s, const char *name, mr_search_result *result) {
  mr_str out = mr_str_fixed(result->reason, sizeof result->reason);
  if (s->root_count == 1) {
    mr_str_add(&out, "The only action.");
    return;
  }
  if (s->roots[0].score <= -MR_FYS_INFINITY) {
    mr_str_add(&out, "The first action: there was no time to look.");
    return;
  }
  write_score(&out, s->game, name, s->roots[0].score);
  mr_str_format(&out, ", looking %u action%s ahead", result->depth, result->depth == 1 ? "" : "s");
  if (s->selective > result->depth) {
    mr_str_format(&out, " and %u where something is taken", s->selective);
  }
  mr_str_add(&out, " (");
  mr_write_count(&out, result->nodes);
  mr_str_add(&out, " positions).");
}

static mr_search_score search_score_of(int score) {
  mr_search_score search_score = {.known = true};
  if (score <= -MR_FYS_INFINITY) {
    return search_score;
  }
  if (mr_fys_sees_end(score)) {
    int far = mr_fys_end_distance(score);
    far = far > 0 ? far : 1;
    search_score.end_in = score > 0 ? far : -far;
    search_score.centipawns = mr_centipawns_of(expectation(score));
  } else {
    search_score.centipawns = score;
  }
  return search_score;
}

/** While the best action is searched anew, what was found before holds. */
static int stable_score(const mr_fys_root *best) {
  return best->at_most && best->before > -MR_FYS_INFINITY ? best->before : best->score;
}

static void fill_result(const player *p, const mr_fys_search *s, mr_search_result *out) {
  const mr_fys_root *best = &s->roots[0];
  int score = stable_score(best);
  out->action = best->action;
  out->value = expectation(score);
  out->score = search_score_of(score);
  out->nodes = s->nodes;
  if (p->shared.threads > 1) {
    out->nodes += atomic_load_explicit(&p->shared.nodes, memory_order_relaxed) - s->nodes_reported;
  }
  out->depth = s->done;
  out->selective = s->selective;
  out->fullness = mr_fys_tt_fullness(&p->shared.tt);
  out->probes = atomic_load_explicit(&p->shared.probes, memory_order_relaxed);
  out->candidate_count = 0;
  size_t most = mr_limits_candidates(p->task.limits);
  for (size_t i = 0; i < s->root_count && i < most; i++) {
    const mr_fys_root *r = &s->roots[i];
    if (r->score <= -MR_FYS_INFINITY) {
      break;
    }
    mr_candidate *c = &out->candidates[out->candidate_count++];
    *c = (mr_candidate){.action = r->action,
                        .value = expectation(r->score),
                        .score = search_score_of(r->score),
                        .at_most = r->at_most,
                        .visits = r->nodes};
    if (!r->at_most) {
      c->line_length = r->line_length;
      memcpy(c->line, r->line, r->line_length * sizeof r->line[0]);
    }
  }
  out->line[0] = out->action;
  out->line_length = 1;
  if (best->line_length > 0 && best->line[0] == best->action) {
    out->line_length = best->line_length;
    memcpy(out->line, best->line, best->line_length * sizeof best->line[0]);
  }
}

static void report(mr_engine *engine, const mr_fys_search *s) {
  const player *p = player_of(engine);
  if (engine->progress == NULL) {
    return;
  }
  mr_search_result *so_far = mr_engine_so_far(engine);
  so_far->seconds = mr_watch_seconds(&p->shared.watch);
  fill_result(p, s, so_far);
  engine->progress(engine->progress_context, so_far);
}

/* ---- thinking -------------------------------------------------------------------------------- */

static void help(void *context) {
  helper *h = context;
  mr_fys_task task = h->owner->task;
  task.report = NULL;
  mr_fys_search_run(&h->search, &task);
}

/** Whether a search has more to say than another: a nearer win, or else a deeper iteration. */
static bool is_better_search(const mr_fys_search *s, const mr_fys_search *than) {
  int score = stable_score(&s->roots[0]), other = stable_score(&than->roots[0]);
  bool mate_seen = score > MR_FYS_MATE_BOUND || other > MR_FYS_MATE_BOUND;
  return mate_seen ? score > other : s->done > than->done;
}

/**
 * People have good days and bad ones. From half to twice as many actions are chosen in haste, and
 * the others with twice to half as many nodes: so levels overlap, and who meets one that is a
 * little too strong for him wins now and then.
 */
static double draw_form(player *p) {
  const double ln2 = 0.693147180559945;
  return mr_exp(ln2 * (2 * mr_random_unit(&p->random) - 1));
}

static void set_task(player *p, const mr_limits *limits) {
  const level *budget = &LEVELS[p->base.level];
  bool binds = mr_limits_bind_level(limits);
  bool hasty = binds && 100 * mr_random_unit(&p->random) < budget->hasty * p->form;
  uint64_t nodes = hasty ? HASTE_NODES : mr_level_nodes(&p->base, budget->nodes);
  if (binds && !hasty && budget->hasty > 0) {
    nodes = 1 + (uint64_t)((double)nodes / p->form);
  }
  unsigned depth = limits->depth ? limits->depth : MR_FYS_MAX_PLY;
  unsigned near = p->shared.game->rules.split ? 2 : 1; /* a turn has an action for each colour */
  p->shared.node_limit = mr_limits_nodes(limits, binds, nodes);
  p->task = (mr_fys_task){.limits = limits,
                          .depth = hasty && near < depth ? near : depth,
                          .lines = limits->lines > 1 ? limits->lines : 1,
                          .engine = &p->base,
                          .report = report};
  if (hasty) {
    p->task.lines = SIZE_MAX; /* misjudgement is laid over true scores */
  }
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  (void)err;
  player *p = player_of(engine);
  set_task(p, limits);
  mr_watch_start(&p->shared.watch, limits);
  atomic_store_explicit(&p->shared.stopped, false, memory_order_relaxed);
  atomic_store_explicit(&p->shared.nodes, 0, memory_order_relaxed);
  atomic_store_explicit(&p->shared.probes, 0, memory_order_relaxed);
  mr_fys_tt_new_search(&p->shared.tt);
  mr_fys_search_set_root(&p->search, observation, limits);
  p->shared.threads = 1 + (unsigned)p->helper_count;
  for (size_t i = 0; i < p->helper_count; i++) { /* what the system refuses is done without */
    helper *h = &p->helpers[i];
    mr_fys_search_set_root(&h->search, observation, limits);
    h->running = mr_thread_start(&h->thread, help, h, NULL) == MR_OK;
  }
  mr_fys_search_run(&p->search, &p->task);
  mr_fys_search *s = &p->search; /* whose answer is given: the first where they are equal */
  uint64_t nodes = s->nodes;
  for (size_t i = 0; i < p->helper_count; i++) {
    helper *h = &p->helpers[i];
    if (h->running) {
      mr_thread_join(&h->thread);
    }
    s = is_better_search(&h->search, s) ? &h->search : s;
    nodes += h->search.nodes;
  }
  if (p->task.lines == SIZE_MAX) {
    apply_handicap(p, s, &LEVELS[engine->level].mistake);
  }
  fill_result(p, s, out);
  out->nodes = nodes;
  mr_node node = mr_game_node(engine->game, observation);
  explain(s, engine->game->info.player_names[node.player.id], out);
  return MR_OK;
}

static void forget(mr_engine *engine) {
  player *p = player_of(engine);
  p->form = draw_form(p);
  mr_fys_tt_clear(&p->shared.tt);
  mr_fys_search_forget(&p->search);
  for (size_t i = 0; i < p->helper_count; i++) {
    mr_fys_search_forget(&p->helpers[i].search);
  }
}

static void renew(mr_engine *engine, uint64_t seed) {
  mr_random_init(&player_of(engine)->random, seed);
  forget(engine);
}

static int static_eval_of(const mr_engine *engine, const mr_state *observation) {
  const player *p = (const player *)(const void *)engine;
  const mr_fyn *network = p->shared.network;
  mr_fys_added added = {0};
  if (network != NULL) {
    bool white = mr_fy_state_of_const(observation)->side == MR_FY_WHITE;
    int value = mr_fyn_value(network, observation);
    added = (mr_fys_added){.value = white ? value : -value, .light = network->about.light};
  }
  return p->search.core->evaluate_with(&p->search.eval, observation, added);
}

static bool network_eval_of(const mr_engine *engine, const mr_state *observation, int *centipawns) {
  const player *p = (const player *)(const void *)engine;
  if (p->shared.network == NULL) {
    return false;
  }
  *centipawns =
      static_eval_of(engine, observation) - p->search.core->evaluate(&p->search.eval, observation);
  return true;
}

static bool piece_value_of(const mr_engine *engine, const mr_state *observation, mr_cell cell,
                           int *centipawns) {
  const player *p = (const player *)(const void *)engine;
  return p->shared.network != NULL &&
         mr_fyn_piece_value(p->shared.network, observation, cell.id, centipawns);
}

static void free_player(mr_engine *engine) {
  player *p = player_of(engine);
  for (size_t i = 0; i < p->helper_count; i++) {
    mr_fys_search_done(&p->helpers[i].search);
  }
  mr_alloc_free(p->allocator, p->helpers, p->helper_count * sizeof *p->helpers);
  mr_fys_search_done(&p->search);
  mr_fys_shared_done(&p->shared);
  mr_alloc_free(p->allocator, p, sizeof *p);
}

static const mr_engine_ops OPS = {.think = think,
                                  .forget = forget,
                                  .renew = renew,
                                  .static_eval = static_eval_of,
                                  .network_eval = network_eval_of,
                                  .piece_value = piece_value_of,
                                  .free = free_player};

mr_status mr_fys_player_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                            mr_error *err) {
  player *p = mr_alloc_zero(options->allocator, 1, sizeof *p);
  if (p == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
  }
  mr_engine_init(&p->base, &OPS, game, options);
  p->allocator = options->allocator;
  mr_random_init(&p->random, options->seed);
  p->form = draw_form(p);
  mr_status status = mr_fys_shared_init(&p->shared, mr_fy_game_of(game), options, err);
  if (status == MR_OK) {
    status = mr_fys_search_init(&p->search, &p->shared, err);
  }
  size_t helpers = options->threads - 1;
  if (status == MR_OK && helpers > 0) {
    p->helpers = mr_alloc_zero(p->allocator, helpers, sizeof *p->helpers);
    p->helper_count = p->helpers != NULL ? helpers : 0;
    if (p->helpers == NULL) {
      status = mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine's threads");
    }
  }
  for (size_t i = 0; p->helpers != NULL && i < helpers && status == MR_OK; i++) {
    p->helpers[i].owner = p;
    status = mr_fys_search_init(&p->helpers[i].search, &p->shared, err);
    p->helpers[i].search.index = (unsigned)i + 1;
  }
  if (status != MR_OK) {
    free_player(&p->base);
    return status;
  }
  *out = &p->base;
  return MR_OK;
}
