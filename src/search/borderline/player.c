#include "base/text.h"
#include "search/borderline/borderline_search.h"

/* ---- levels ---------------------------------------------------------------------------------- */

/** What a level may spend, and how it errs, in expected points. */
typedef struct level {
  unsigned depth;
  uint64_t nodes;
  mr_handicap handicap;
} level;

/* Measured by `marcher ladder`: docs/STRENGTH.md. */
static const level LEVELS[MR_LEVEL_MAX + 1] = {
    {0, 0, {0, 0, 0}},
    {1, 10000, {0.5, 0, 22}},
    {1, 10000, {0.32, 0, 7}},
    {1, 10000, {0.19, 0, 2}},
    {1, 10000, {0.13, 0, 0}},
    {1, 10000, {0, 0, 0}},
    {MR_BDS_DEPTH_MAX, 700, {0, 0, 0}},
    {MR_BDS_DEPTH_MAX, 15000, {0, 0, 0}},
    {MR_BDS_DEPTH_MAX, 500000, {0, 0, 0}},
};

/* ---- the engine ------------------------------------------------------------------------------ */

typedef struct expectimax {
  mr_engine base;
  mr_bds_search search;
  mr_random random;
  const mr_allocator *allocator;
} expectimax;

bool mr_bds_can_play(const mr_game *game) {
  return game->family == &mr_family_borderline;
}

static expectimax *expectimax_of(mr_engine *engine) {
  return (expectimax *)(void *)engine;
}

static void add_odds(const mr_bd_game *game, const mr_bd_state *state, mr_action action,
                     mr_str *out) {
  if (mr_bd_action_kind_of(action) != MR_BD_ACT_PLACE) {
    return;
  }
  unsigned cell = mr_bd_action_high(action);
  mr_bd_edges hostile = mr_bd_facing_const(game, state, 1u - state->side)[cell];
  unsigned duels =
      mr_popcount64(mr_bd_contacts(game->patterns.edges[mr_bd_action_low(action)], hostile));
  if (!duels) {
    mr_str_add(out, " It fights nobody.");
    return;
  }
  mr_str_format(out, " It fights %u duel%s, survives with ", duels, duels > 1 ? "s" : "");
  mr_write_percent(out, mr_bds_duel_odds(game, duels));
  mr_str_char(out, '.');
}

/* What a side needs by the count that goals tell, but for what only its hand rules out. */
static void add_road(const expectimax *e, const mr_bd_state *state, unsigned player, mr_str *out) {
  const mr_bd_game *game = e->search.game;
  const char *name = mr_bd_names[player];
  mr_bd_lack lack = mr_bd_lack_of(game, state, player);
  if (lack.hopeless) {
    mr_str_format(out, "%s has too few pieces for a road", name);
  } else if (mr_bds_measure(e->search.roads, game, state, player, &e->search.weights).cost >=
             MR_BDS_FAR) {
    mr_str_format(out, "%s has no road with this hand", name);
  } else {
    mr_str_format(out, "%s needs %u more piece%s", name, lack.pieces, mr_text_plural(lack.pieces));
    if (lack.held < lack.pieces) {
      mr_str_format(out, " and has %u in hand", lack.held);
    }
  }
}

static void explain(expectimax *e, const mr_bd_state *state, bool forced,
                    mr_search_result *result) {
  mr_str out = mr_str_fixed(result->reason, sizeof result->reason);
  if (forced) {
    mr_str_add(&out, "The only action. ");
  } else {
    mr_str_format(&out, "%s expects to score ", state->side == MR_BD_RED ? "Red" : "Blue");
    mr_write_percent(&out, result->value);
    mr_str_format(&out, ", looking %u pl%s ahead (", result->depth,
                  result->depth == 1 ? "y" : "ies");
    mr_write_count(&out, result->nodes);
    mr_str_add(&out, " positions). ");
  }
  add_road(e, state, MR_BD_RED, &out);
  mr_str_add(&out, ", ");
  add_road(e, state, MR_BD_BLUE, &out);
  mr_str_char(&out, '.');
  add_odds(e->search.game, state, result->action, &out);
}

static mr_status think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                       mr_search_result *out, mr_error *err) {
  (void)err;
  expectimax *e = expectimax_of(engine);
  const level *budget = &LEVELS[engine->level];
  const mr_bd_state *state = mr_bd_state_of(observation);
  bool limited = limits->nodes || limits->milliseconds || limits->depth;
  bool binds = !limited || limits->level_too;
  unsigned depth = binds ? budget->depth : MR_BDS_DEPTH_MAX;
  if (limits->depth && limits->depth < depth) {
    depth = limits->depth;
  }
  e->search.node_limit = mr_limits_nodes(limits, binds, mr_level_nodes(engine, budget->nodes));
  e->search.limits = limits;
  mr_watch_start(&e->search.watch, limits);
  mr_bds_result result;
  mr_bds_search_run(&e->search, state, depth, engine, &result);
  if (binds && mr_handicap_any(&budget->handicap)) {
    /* A weak player errs, and then believes what it chose to be best. */
    mr_handicap_choice choice = mr_handicap_begin(&budget->handicap, result.moves[0].value);
    for (size_t i = 0; i < result.count; i++) {
      mr_handicap_offer(&choice, i, result.moves[i].value, &e->random);
    }
    mr_bds_move chosen = result.moves[choice.index];
    memmove(result.moves + 1, result.moves, choice.index * sizeof chosen);
    result.moves[0] = chosen;
  }
  out->action = result.moves[0].action;
  out->value = result.moves[0].value;
  out->nodes = e->search.nodes;
  out->depth = result.depth;
  for (size_t i = 0; i < result.count && i < mr_limits_candidates(limits); i++) {
    if (result.moves[i].value < 0) {
      break; /* no time was left for the rest */
    }
    out->candidates[out->candidate_count++] = (mr_candidate){.action = result.moves[i].action,
                                                             .value = result.moves[i].value,
                                                             .at_most = result.moves[i].at_most};
  }
  out->line_length = mr_bds_line(&e->search, state, out->action, out->line, MR_SEARCH_LINE);
  explain(e, state, result.actions == 1, out);
  return MR_OK;
}

static int static_eval_of(const mr_engine *engine, const mr_state *observation) {
  const mr_bds_search *search = &((const expectimax *)(const void *)engine)->search;
  const mr_bd_state *state = mr_bd_state_of(observation);
  return mr_centipawns_of(mr_bds_evaluate(search->roads, search->game, state, &search->weights));
}

static void forget(mr_engine *engine) {
  mr_bds_search *search = &expectimax_of(engine)->search;
  memset(search->table, 0, (search->table_mask + 1) * sizeof *search->table);
  search->age = 0;
}

static void renew(mr_engine *engine, uint64_t seed) {
  forget(engine);
  mr_random_init(&expectimax_of(engine)->random, seed);
}

static void free_expectimax(mr_engine *engine) {
  expectimax *e = expectimax_of(engine);
  mr_bds_search_done(&e->search);
  mr_alloc_free(e->allocator, e, sizeof *e);
}

static const mr_engine_ops OPS = {.think = think,
                                  .forget = forget,
                                  .renew = renew,
                                  .static_eval = static_eval_of,
                                  .free = free_expectimax};

mr_status mr_bds_expectimax_new(const mr_game *game, const mr_engine_options *options,
                                mr_engine **out, mr_error *err) {
  expectimax *e = mr_alloc_zero(options->allocator, 1, sizeof *e);
  if (e == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "no memory for the engine");
  }
  mr_engine_init(&e->base, &OPS, game, options);
  e->allocator = options->allocator;
  mr_random_init(&e->random, options->seed);
  mr_status status =
      mr_bds_search_init(&e->search, mr_bd_game_of(game), options->memory, options->allocator, err);
  if (status != MR_OK) {
    mr_alloc_free(e->allocator, e, sizeof *e);
    return status;
  }
  *out = &e->base;
  return MR_OK;
}
