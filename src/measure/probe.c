/* Searches beside a game: how good its options are, and what its dice are worth. */
#include <math.h>
#include <stdlib.h>

#include "measure/measure_priv.h"

/** Options beyond these count as so many: a search that values more of them is too thin. */
#define OPTIONS_MAX 16
/** Bytes of the tables of such a search, which is short. */
#define MEMORY ((size_t)1 << 20)

static mr_status out_of_memory(mr_error *err) {
  return mr_error_set(err, MR_ERR_NOMEM, "out of memory for searches beside the games");
}

mr_status mr_probe_init(mr_probe *probe, const mr_game *game, uint64_t nodes,
                        const mr_allocator *allocator, mr_error *err) {
  *probe = (mr_probe){.game = game, .allocator = allocator, .nodes = nodes};
  if (nodes == 0) {
    return MR_OK;
  }
  probe->observed = mr_state_new(game, allocator);
  bool good = probe->observed != NULL;
  for (size_t i = 0; i <= MR_PROBE_DEPTH; i++) {
    probe->states[i] = mr_state_new(game, allocator);
    probe->chances[i] =
        mr_alloc_zero(allocator, game->info.max_chances + 1, sizeof *probe->chances[i]);
    good = good && probe->states[i] != NULL && probe->chances[i] != NULL;
  }
  if (!good) {
    mr_probe_done(probe);
    return out_of_memory(err);
  }
  return MR_OK;
}

void mr_probe_done(mr_probe *probe) {
  mr_engine_free(probe->engine);
  for (size_t i = 0; probe->nodes > 0 && i <= MR_PROBE_DEPTH; i++) {
    mr_state_free(probe->game, probe->allocator, probe->states[i]);
    mr_alloc_free(probe->allocator, probe->chances[i],
                  (probe->game->info.max_chances + 1) * sizeof *probe->chances[i]);
  }
  if (probe->nodes > 0) {
    mr_state_free(probe->game, probe->allocator, probe->observed);
  }
  *probe = (mr_probe){0};
}

mr_status mr_probe_begin(mr_probe *probe, uint64_t seed, mr_error *err) {
  if (probe->nodes == 0) {
    return MR_OK;
  }
  if (mr_engine_renew(probe->engine, seed)) {
    return MR_OK;
  }
  mr_engine_free(probe->engine);
  probe->engine = NULL;
  /* The level does not err, and the nodes bound it. */
  mr_engine_options options = {
      .level = MR_LEVEL_MAX, .seed = seed, .memory = MEMORY, .allocator = probe->allocator};
  return mr_engine_new(probe->game, &options, &probe->engine, err);
}

static mr_status think(mr_probe *probe, const mr_state *state, mr_player player, unsigned lines,
                       mr_error *err) {
  mr_limits limits = {.nodes = probe->nodes, .lines = lines};
  mr_game_observe(probe->game, state, player, probe->observed);
  return mr_engine_think(probe->engine, probe->observed, &limits, &probe->result, err);
}

mr_status mr_probe_options(mr_probe *probe, const mr_state *state, mr_player player,
                           mr_course_log *log, mr_error *err) {
  mr_status status = think(probe, state, player, OPTIONS_MAX, err);
  if (status != MR_OK || probe->result.candidate_count == 0) {
    return status;
  }
  const mr_search_result *result = &probe->result;
  uint32_t options = 0;
  for (size_t i = 0; i < result->candidate_count && options < OPTIONS_MAX; i++) {
    const mr_candidate *one = &result->candidates[i];
    options += i == 0 ||
               (!one->at_most &&
                result->candidates[0].score.centipawns - one->score.centipawns <= MR_COURSE_OPTION);
  }
  log->options += options;
  log->sampled++;
  return MR_OK;
}

/* ---- dice ------------------------------------------------------------------------------------ */

/* What the side of seat 0 expects at a node that is no chance node. */
static mr_status expect_here(mr_probe *probe, const mr_state *state, double *out, mr_error *err) {
  const mr_game *game = probe->game;
  mr_node node = mr_game_node(game, state);
  uint8_t score[MR_MAX_PLAYERS];
  if (node.kind == MR_NODE_TERMINAL) {
    mr_game_score(game, state, score);
    *out = (double)score[0] / MR_SCORE_WIN;
    return MR_OK;
  }
  mr_status status = think(probe, state, node.player, 0, err);
  if (status == MR_OK) {
    bool ours = game->info.team[node.player.id] == game->info.team[0];
    *out = ours ? probe->result.value : 1 - probe->result.value;
  }
  return status;
}

/** A walk over all outcomes of chance nodes, one behind the other. */
typedef struct level {
  size_t count;
  size_t at;
  uint64_t total;
  double sum;
} level;

/*
 * The expectation at a state, over chance nodes behind it. `out` is NAN where there are more than
 * can be weighed. A walk with a stack of its own: nodes behind nodes are few.
 */
static mr_status expect(mr_probe *probe, const mr_state *state, size_t base, double *out,
                        mr_error *err) {
  const mr_game *game = probe->game;
  level levels[MR_PROBE_DEPTH + 1] = {{0}};
  size_t depth = base, opened = base;
  const mr_state *now = state;
  for (;;) {
    double value = NAN;
    bool known = mr_game_node(game, now).kind != MR_NODE_CHANCE;
    if (known) {
      mr_status status = expect_here(probe, now, &value, err);
      if (status != MR_OK) {
        return status;
      }
    } else if (depth < MR_PROBE_DEPTH) {
      level *next = &levels[++depth];
      *next = (level){0};
      next->count = mr_game_chances(game, now, probe->chances[depth], &next->total);
      mr_state_copy(game, probe->states[depth], now);
    }
    if (!known && (depth == opened || levels[depth].count > MR_COURSE_OUTCOMES_MAX)) {
      *out = NAN;
      return MR_OK;
    }
    /* What is known closes outcomes, and what they close. */
    while (known && depth > base) {
      level *open = &levels[depth];
      double weight = (double)probe->chances[depth][open->at].weight / (double)open->total;
      open->sum += weight * value;
      open->at++;
      known = open->at == open->count;
      value = open->sum;
      depth -= known;
    }
    if (known) {
      *out = value;
      return MR_OK;
    }
    opened = depth;
    mr_state_copy(game, probe->states[0], probe->states[depth]);
    mr_game_make(game, probe->states[0], probe->chances[depth][levels[depth].at].action, NULL,
                 NULL);
    now = probe->states[0];
  }
}

mr_status mr_probe_luck(mr_probe *probe, const mr_state *state, mr_action rolled,
                        mr_course_log *log, mr_error *err) {
  double before = NAN;
  double after = NAN;
  if (!log->two_sides) {
    return MR_OK;
  }
  mr_status status = expect(probe, state, 0, &before, err);
  if (status != MR_OK || isnan(before)) {
    return status;
  }
  mr_state_copy(probe->game, probe->states[0], state);
  mr_game_make(probe->game, probe->states[0], rolled, NULL, NULL);
  mr_state_copy(probe->game, probe->states[1], probe->states[0]);
  status = expect(probe, probe->states[1], 1, &after, err);
  if (status == MR_OK && !isnan(after)) {
    long luck = lrint((after - before) * 1000);
    log->luck += luck;
    log->luck_size += (uint64_t)labs(luck);
    log->rolls++;
  }
  return status;
}
