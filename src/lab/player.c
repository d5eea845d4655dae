/* Who plays: one of our engines, or a program (player_uci.c); and who evaluates openings. */
#include "lab/player.h"

#include <marcher/clock.h>

#include "lab/match_priv.h"

/* ---- engines of ours ------------------------------------------------------------------------- */

/** Between the choice and our clock, in milliseconds: there is no pipe. */
#define OVERHEAD_MS 5

typedef struct own_player {
  mr_match_player base;
  mr_engine *engine;
  mr_lag lag;
  mr_search_result result; /* too large for small stacks */
} own_player;

/* An engine of its own for every game: what it plays depends on the seed alone, whatever was played
   before, by whom and on which core. */
static mr_status begin(mr_match_player *player, uint64_t seed, mr_error *err) {
  own_player *own = (own_player *)player;
  const mr_match_engine *engine = player->engine;
  mr_engine_options options = {
      .kind = engine->kind,
      .level = engine->level,
      .seed = seed,
      .memory = engine->memory,
      .threads = engine->threads,
      .weights = engine->weights,
      .network = engine->network,
      .parameters = engine->parameters,
      .probe = engine->probe,
      .probe_context = engine->probe_context,
  };
  mr_engine_free(own->engine);
  own->engine = NULL;
  return mr_engine_new(player->game, &options, &own->engine, err);
}

static mr_status think(mr_match_player *player, const mr_match_question *question,
                       mr_match_answer *out, mr_error *err) {
  own_player *own = (own_player *)player;
  const mr_match_control *control = &player->engine->control;
  mr_limits limits = {.nodes = control->nodes, .depth = control->depth, .stop = player->stop};
  if (control->move_ms > 0) {
    limits.milliseconds = control->move_ms;
  } else if (mr_control_is_clock(control)) {
    mr_clock_view clock = {.left = question->left_ms[question->side],
                           .increment = control->increment_ms,
                           .to_go = question->to_go,
                           .overhead = OVERHEAD_MS};
    mr_lag_apply(&own->lag, &clock);
    limits.lag = &own->lag;
    mr_time_share(&clock, question->actions, &limits);
  }
  /* A level that was asked for binds beside a clock, which alone would make all levels alike. */
  limits.level_too = player->engine->level != 0 && limits.milliseconds != 0 && limits.nodes == 0 &&
                     limits.depth == 0;
  int64_t began = mr_clock_ns();
  mr_lag_begin(&own->lag);
  mr_status status =
      mr_engine_think(own->engine, question->observation, &limits, &own->result, err);
  int64_t ns = mr_clock_ns() - began;
  if (limits.lag != NULL) {
    mr_lag_look(&own->lag);
    mr_lag_end(&own->lag, ns - limits.milliseconds * MR_NS_PER_MS);
  }
  if (player->stop != NULL && atomic_load_explicit(player->stop, memory_order_relaxed)) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
  }
  if (status == MR_OK) {
    *out = (mr_match_answer){.fault = MR_END_RULE,
                             .action = own->result.action,
                             .scored = true,
                             .score = own->result.score,
                             .depth = own->result.depth,
                             .nodes = own->result.nodes,
                             .ns = ns};
  }
  return status;
}

/* What it holds is large, and the next game makes it anew. */
static void end(mr_match_player *player) {
  own_player *own = (own_player *)player;
  mr_engine_free(own->engine);
  own->engine = NULL;
}

static void free_own(mr_match_player *player) {
  end(player);
  mr_alloc_free(NULL, player, sizeof(own_player));
}

static mr_match_player *new_own(void) {
  static const mr_match_player_ops ops = {
      .begin = begin, .think = think, .end = end, .free = free_own};
  mr_match_player *own = mr_alloc_zero(NULL, 1, sizeof(own_player));
  if (own != NULL) {
    own->ops = &ops;
  }
  return own;
}

/* ---- players --------------------------------------------------------------------------------- */

mr_status mr_match_player_new(const mr_game *game, const mr_match_engine *engine,
                              mr_client_log *log, const atomic_bool *stop, mr_match_player **out,
                              mr_error *err) {
  mr_match_player *player = engine->command != NULL ? mr_match_player_uci(log) : new_own();
  if (player == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  player->game = game;
  player->engine = engine;
  player->stop = stop;
  *out = player;
  return MR_OK;
}

void mr_match_player_free(mr_match_player *player) {
  if (player != NULL) {
    player->ops->free(player);
  }
}

/* ---- evaluating ------------------------------------------------------------------------------ */

/** What a seen end is worth. */
#define END_VALUE 30000

struct mr_match_evaluator {
  mr_match_engine engine; /* with limits of its own */
  const mr_game *game;
  mr_match_player *player;
  mr_state *seen;
  mr_str text;
};

mr_status mr_match_evaluator_new(const mr_game *game, const mr_match_engine *engine, uint64_t nodes,
                                 const atomic_bool *stop, mr_match_evaluator **out, mr_error *err) {
  mr_match_evaluator *evaluator = mr_alloc_zero(NULL, 1, sizeof *evaluator);
  if (evaluator == NULL) {
    return mr_error_set(err, MR_ERR_NOMEM, "out of memory");
  }
  evaluator->engine = *engine;
  evaluator->engine.control = (mr_match_control){.nodes = nodes};
  evaluator->engine.ponder = false;
  evaluator->game = game;
  evaluator->text = mr_str_growing(NULL);
  evaluator->seen = mr_state_new(game, NULL);
  mr_status status = evaluator->seen == NULL ? mr_error_set(err, MR_ERR_NOMEM, "out of memory")
                                             : mr_match_player_new(game, &evaluator->engine, NULL,
                                                                   stop, &evaluator->player, err);
  if (status != MR_OK) {
    mr_match_evaluator_free(evaluator);
    return status;
  }
  *out = evaluator;
  return MR_OK;
}

void mr_match_evaluator_free(mr_match_evaluator *evaluator) {
  if (evaluator != NULL) {
    mr_match_player_free(evaluator->player);
    mr_state_free(evaluator->game, NULL, evaluator->seen);
    mr_str_done(&evaluator->text);
    mr_alloc_free(NULL, evaluator, sizeof *evaluator);
  }
}

mr_status mr_match_evaluate(void *context, const mr_state *state, int *centipawns, mr_error *err) {
  mr_match_evaluator *evaluator = context;
  mr_player player = mr_game_node(evaluator->game, state).player;
  mr_match_answer answer;
  mr_str_reset(&evaluator->text);
  mr_game_format_state(evaluator->game, state, &evaluator->text);
  mr_game_observe(evaluator->game, state, player, evaluator->seen);
  mr_match_question question = {.observation = evaluator->seen,
                                .start = mr_str_text(&evaluator->text),
                                .moves = "",
                                .side = mr_match_side(evaluator->game, player),
                                .actions = 1};
  /* A new game each time: what was thought of other positions must not matter. */
  mr_status status = mr_match_player_begin(evaluator->player, 1, err);
  if (status == MR_OK) {
    status = mr_match_player_think(evaluator->player, &question, &answer, err);
  }
  mr_match_player_end(evaluator->player);
  if (status != MR_OK) {
    return status;
  }
  if (answer.fault != MR_END_RULE || !answer.scored) {
    return mr_error_set(err, MR_ERR_IO, "%s cannot judge openings: %s", evaluator->engine.name,
                        answer.fault != MR_END_RULE ? answer.reason : "it gives no score");
  }
  *centipawns = answer.score.end_in > 0   ? END_VALUE
                : answer.score.end_in < 0 ? -END_VALUE
                                          : answer.score.centipawns;
  return MR_OK;
}
