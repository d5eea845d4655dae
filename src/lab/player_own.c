#include <marcher/clock.h>

#include "lab/player.h"

/** Between the choice and our clock, in milliseconds: there is no pipe. */
#define OVERHEAD_MS 5

typedef struct own_seat {
  mr_seat base;
  mr_engine *engine;
} own_seat;

/* An engine of its own for every game: what it plays depends on the seed alone, whatever was played
   before, by whom and on which core. */
static mr_status begin(mr_seat *seat, uint64_t seed, mr_error *err) {
  own_seat *own = (own_seat *)seat;
  const mr_match_engine *engine = seat->engine;
  mr_engine_options options = {
      .kind = engine->kind,
      .level = engine->level,
      .seed = seed,
      .memory = engine->memory,
      .threads = engine->threads,
      .weights = engine->weights,
      .probe = engine->probe,
      .probe_context = engine->probe_context,
  };
  mr_engine_free(own->engine);
  own->engine = NULL;
  return mr_engine_new(seat->game, &options, &own->engine, err);
}

static mr_limits limits_of(const mr_seat *seat, const mr_seat_question *question) {
  const mr_match_control *control = &seat->engine->control;
  mr_limits limits = {.nodes = control->nodes, .depth = control->depth, .stop = seat->stop};
  if (control->move_ms > 0) {
    limits.milliseconds = control->move_ms;
  } else if (mr_control_is_clock(control)) {
    mr_clock_view clock = {.left = question->left_ms[question->side],
                           .increment = control->increment_ms,
                           .to_go = question->to_go,
                           .overhead = OVERHEAD_MS};
    mr_time_share(&clock, question->actions, &limits);
  }
  /* A level that was asked for binds beside a clock, which alone would make all levels alike. */
  limits.level_too = seat->engine->level != 0 && limits.milliseconds != 0 && limits.nodes == 0 &&
                     limits.depth == 0;
  return limits;
}

static mr_status think(mr_seat *seat, const mr_seat_question *question, mr_seat_answer *out,
                       mr_error *err) {
  own_seat *own = (own_seat *)seat;
  mr_limits limits = limits_of(seat, question);
  mr_search_result result;
  int64_t began = mr_clock_ns();
  mr_status status = mr_engine_think(own->engine, question->observation, &limits, &result, err);
  int64_t ns = mr_clock_ns() - began;
  if (seat->stop != NULL && atomic_load_explicit(seat->stop, memory_order_relaxed)) {
    return mr_error_set(err, MR_ERR_CANCELLED, "stopped");
  }
  if (status != MR_OK) {
    return status;
  }
  *out = (mr_seat_answer){.fault = MR_END_RULE,
                          .action = result.action,
                          .scored = true,
                          .score = result.score,
                          .depth = result.depth,
                          .nodes = result.nodes,
                          .ns = ns};
  return MR_OK;
}

/* What it holds is large, and the next game makes it anew. */
static void end(mr_seat *seat) {
  own_seat *own = (own_seat *)seat;
  mr_engine_free(own->engine);
  own->engine = NULL;
}

static void free_own(mr_seat *seat) {
  end(seat);
  mr_alloc_free(NULL, seat, sizeof(own_seat));
}

mr_seat *mr_seat_new_own(void) {
  static const mr_seat_ops ops = {.begin = begin, .think = think, .end = end, .free = free_own};
  own_seat *own = mr_alloc_zero(NULL, 1, sizeof *own);
  if (own == NULL) {
    return NULL;
  }
  own->base.ops = &ops;
  return &own->base;
}
