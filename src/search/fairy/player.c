#include <math.h>

#include "search/fairy/fairy_search.h"

/* ---- levels ------------------------------------------------------------------------------------
 */

/** What a level may spend, and how far its judgement is blurred, in hundredths. */
typedef struct level {
  unsigned depth;
  uint64_t nodes;
  int noise;
} level;

static const level LEVELS[MR_LEVEL_MAX + 1] = {
    {0, 0, 0},
    {1, 2000, 400},
    {1, 2000, 150},
    {2, 4000, 60},
    {MR_FYS_PLIES, 2000, 0},
    {MR_FYS_PLIES, 10000, 0},
    {MR_FYS_PLIES, 50000, 0},
    {MR_FYS_PLIES, 250000, 0},
    {MR_FYS_PLIES, 1000000, 0},
};

/* ---- the engine --------------------------------------------------------------------------------
 */

typedef struct player {
  mr_engine base;
  mr_fys_search search;
  mr_random random;
  const mr_allocator *allocator;
} player;

bool mr_fys_can_play(const mr_game *game) {
  return game->ops->destroy == mr_fy_destroy;
}

static player *own(mr_engine *engine) {
  return (player *)(void *)engine;
}

/** Hundredths of a pawn as an expected score: five pawns ahead win nine games of ten. */
static double expectation(int score) {
  if (score <= -MR_FYS_INFINITY) {
    return 0.5; /* not looked at */
  }
  if (score > MR_FYS_SURE) {
    return score > MR_FYS_PART ? 1 : 0.75;
  }
  if (score < -MR_FYS_SURE) {
    return score < -MR_FYS_PART ? 0 : 0.25;
  }
  return 1 / (1 + exp(-score / 230.0));
}

/** A weak player misjudges: every score is shifted at random, and the order follows. */
static void blur(player *p, int noise) {
  mr_fys_search *s = &p->search;
  size_t best = 0;
  int top = -2 * MR_FYS_INFINITY;
  for (size_t i = 0; noise > 0 && i < s->root_count; i++) {
    int shift = (int)mr_random_below(&p->random, 2 * (uint64_t)noise + 1) - noise;
    if (s->roots[i].score + shift > top) {
      top = s->roots[i].score + shift;
      best = i;
    }
  }
  mr_fys_root chosen = s->roots[best];
  memmove(s->roots + 1, s->roots, best * sizeof chosen);
  s->roots[0] = chosen;
}

/** What the score means: "Wins in 3 actions", "Is 0.74 pawns behind". */
static void tell_score(mr_str *out, int score) {
  int size = score < 0 ? -score : score;
  if (size > MR_FYS_SURE) {
    bool whole = size > MR_FYS_PART;
    int plies = (whole ? MR_FYS_WIN : MR_FYS_PART) - size;
    const char *outcome = score > 0 ? (whole ? "Wins" : "Has three quarters of the point")
                                    : (whole ? "Loses" : "Keeps a quarter of the point");
    mr_str_format(out, "%s in %d action%s", outcome, plies, plies == 1 ? "" : "s");
  } else if (size == 0) {
    mr_str_add(out, "Is neither ahead nor behind");
  } else {
    mr_str_format(out, "Is %d.%02d pawns %s", size / 100, size % 100,
                  score < 0 ? "behind" : "ahead");
  }
}

static void explain(const player *p, mr_thought *thought) {
  const mr_fys_search *s = &p->search;
  mr_str out;
  mr_str_fixed(&out, thought->reason, sizeof thought->reason);
  if (s->root_count == 1) {
    mr_str_add(&out, "The only action.");
    return;
  }
  if (s->roots[0].score <= -MR_FYS_INFINITY) {
    mr_str_add(&out, "The first action: there was no time to look.");
    return;
  }
  tell_score(&out, s->roots[0].score);
  mr_str_format(&out, ", looking %u action%s ahead", thought->depth,
                thought->depth == 1 ? "" : "s");
  if (s->selective > thought->depth) {
    mr_str_format(&out, " and %u where men are taken", s->selective);
  }
  mr_str_add(&out, " (");
  mr_write_count(&out, thought->nodes);
  mr_str_add(&out, " positions).");
}

static void fill_thought(player *p, unsigned depth, mr_thought *out) {
  const mr_fys_search *s = &p->search;
  out->action = s->roots[0].action;
  out->value = expectation(s->roots[0].score);
  out->nodes = s->nodes;
  out->depth = depth;
  for (size_t i = 0; i < s->root_count && i < MR_THOUGHT_CANDIDATES; i++) {
    const mr_fys_root *r = &s->roots[i];
    if (r->score <= -MR_FYS_INFINITY) {
      break;
    }
    out->candidates[out->candidate_count++] = (mr_candidate){.action = r->action,
                                                             .value = expectation(r->score),
                                                             .at_most = r->at_most,
                                                             .visits = r->nodes};
  }
  out->line[0] = out->action;
  out->line_length = 1;
  for (unsigned i = 1; s->line[0][0] == out->action && i < s->line_length[0] && i < MR_THOUGHT_LINE;
       i++) {
    out->line[out->line_length++] = s->line[0][i];
  }
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_thought *out, mr_error *err) {
  (void)err;
  player *p = own(engine);
  const level *budget = &LEVELS[engine->level];
  bool limited = limits->nodes || limits->milliseconds || limits->depth;
  unsigned depth = limits->depth ? limits->depth : limited ? MR_FYS_PLIES : budget->depth;
  p->search.node_limit = limits->nodes ? limits->nodes : limited ? UINT64_MAX : budget->nodes;
  mr_watch_start(&p->search.watch, limits);
  unsigned done = mr_fys_search_run(&p->search, observation, depth, engine);
  blur(p, budget->noise);
  fill_thought(p, done, out);
  explain(p, out);
  return MR_OK;
}

static void forget(mr_engine *engine) {
  mr_fys_forget(&own(engine)->search);
}

static void release(mr_engine *engine) {
  player *p = own(engine);
  mr_fys_search_done(&p->search);
  mr_alloc_free(p->allocator, p, sizeof *p);
}

static const mr_engine_ops OPS = {.think = think, .forget = forget, .free = release};

mr_status mr_fys_player_new(const mr_game *game, const mr_engine_options *options, mr_engine **out,
                            mr_error *err) {
  player *p = mr_alloc_zero(options->allocator, 1, sizeof *p);
  if (p == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
  }
  mr_engine_init(&p->base, &OPS, game, options);
  p->allocator = options->allocator;
  mr_random_init(&p->random, options->seed);
  mr_status status =
      mr_fys_search_init(&p->search, mr_fy_game_of(game), options, err);
  if (status != MR_OK) {
    mr_alloc_free(p->allocator, p, sizeof *p);
    return status;
  }
  *out = &p->base;
  return MR_OK;
}
