#include <marcher/engine.h>

#include <marcher/clock.h>

#include "search/engine_priv.h"

/* ---- beginning and end ----------------------------------------------------------------------- */

void mr_engine_init(mr_engine *engine, const mr_engine_ops *ops, const mr_game *game,
                    const mr_engine_options *options) {
  *engine = (mr_engine){.ops = ops, .game = game, .kind = options->kind, .level = options->level};
}

void mr_engine_free(mr_engine *engine) {
  if (engine != NULL) {
    engine->ops->free(engine);
  }
}

void mr_engine_forget(mr_engine *engine) {
  if (engine != NULL && engine->ops->forget != NULL) {
    engine->ops->forget(engine);
  }
}

/* ---- thinking -------------------------------------------------------------------------------- */

static void complete_score(mr_search_score *score, double value) {
  if (!score->known) {
    *score = (mr_search_score){.centipawns = mr_centipawns_of(value)};
  }
}

/** Engines that reckon in expected scores alone leave the pawns to this. */
static void complete_scores(mr_search_result *result) {
  complete_score(&result->score, result->value);
  for (size_t i = 0; i < result->candidate_count; i++) {
    complete_score(&result->candidates[i].score, result->candidates[i].value);
  }
}

mr_status mr_engine_think(mr_engine *engine, const mr_state *observation, const mr_limits *limits,
                          mr_search_result *out, mr_error *err) {
  if (engine == NULL || observation == NULL || out == NULL) {
    return mr_error_set(err, MR_ERR_ARGUMENT,
                        "thinking needs an engine, an observation and a "
                        "place for the thought");
  }
  if (mr_game_node(engine->game, observation).kind != MR_NODE_DECISION) {
    return mr_error_set(err, MR_ERR_ARGUMENT, "nobody has to decide anything here");
  }
  const mr_limits none = {0};
  mr_search_result result = {.action = MR_ACTION_NONE};
  int64_t started = mr_clock_ns();
  mr_status status =
      engine->ops->think(engine, observation, limits != NULL ? limits : &none, &result, err);
  if (status != MR_OK) {
    return status;
  }
  result.seconds = (double)(mr_clock_ns() - started) / 1e9;
  complete_scores(&result);
  *out = result;
  return MR_OK;
}

bool mr_engine_static_eval(const mr_engine *engine, const mr_state *observation, int *centipawns) {
  if (engine->ops->static_eval == NULL ||
      mr_game_node(engine->game, observation).kind != MR_NODE_DECISION) {
    return false;
  }
  *centipawns = engine->ops->static_eval(engine, observation);
  return true;
}

const char *mr_level_text(unsigned level) {
  static const char *const texts[] = {
      "0: no such level",
      "1: a beginner who often slips",
      "2: a beginner who sometimes slips",
      "3: plays quickly and sees what is near",
      "4: a casual player",
      "5: a steady player",
      "6: thinks things over",
      "7: a strong player",
      "8: as strong as it gets",
  };
  return level >= MR_LEVEL_MIN && level <= MR_LEVEL_MAX ? texts[level] : texts[0];
}

/* ---- words ----------------------------------------------------------------------------------- */

void mr_write_count(mr_str *out, uint64_t count) {
  if (count < 1000) {
    mr_str_uint(out, count);
    return;
  }
  mr_write_count(out, count / 1000);
  mr_str_format(out, ",%03u", (unsigned)(count % 1000));
}

void mr_write_percent(mr_str *out, double value) {
  mr_str_format(out, "%u%%", (unsigned)(value * 100 + 0.5));
}
