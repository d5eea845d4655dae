#include "search/engine_priv.h"

#include <marcher/clock.h>

#include "base/real.h"
#include "base/thread.h"

_Static_assert(MR_THREAD_STACK >= 2 * MR_ENGINE_STACK, "our own threads can think and tell of it");

/* ---- beginning and end ----------------------------------------------------------------------- */

void mr_engine_init(mr_engine *engine, const mr_engine_ops *ops, const mr_game *game,
                    const mr_engine_options *options) {
  *engine = (mr_engine){.ops = ops, .game = game, .kind = options->kind, .level = options->level};
}

mr_search_result *mr_engine_so_far(mr_engine *engine) {
  engine->so_far = (mr_search_result){.action = MR_ACTION_NONE};
  return &engine->so_far;
}

void *mr_engine_room(mr_arena *arena, bool *whole, size_t count, size_t size) {
  void *room = mr_arena_zero(arena, count, size);
  *whole = *whole && room != NULL;
  return room;
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

bool mr_engine_renew(mr_engine *engine, uint64_t seed) {
  bool can = engine != NULL && engine->ops->renew != NULL;
  if (can) {
    engine->ops->renew(engine, seed);
  }
  return can;
}

/* ---- thinking -------------------------------------------------------------------------------- */

/** Engines that reckon in expected scores alone leave the pawns to this. */
static void complete_score(mr_search_score *score, double value) {
  if (!score->known) {
    *score = (mr_search_score){.centipawns = mr_centipawns_of(value)};
  }
}

/** What is to be considered alone can be done: engines rely on it. */
static mr_status check_only(const mr_game *game, const mr_state *observation,
                            const mr_limits *limits, mr_error *err) {
  for (size_t i = 0; limits->only != NULL && i < limits->only_count; i++) {
    if (!mr_game_legal(game, observation, limits->only[i])) {
      return mr_error_set(err, MR_ERR_ILLEGAL, "action %zu of those in question is not legal here",
                          i + 1);
    }
  }
  return MR_OK;
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
  limits = limits != NULL ? limits : &none;
  mr_status status = check_only(engine->game, observation, limits, err);
  if (status != MR_OK) {
    return status;
  }
  mr_search_result *result = &engine->result;
  *result = (mr_search_result){.action = MR_ACTION_NONE};
  int64_t started = mr_clock_ns();
  status = engine->ops->think(engine, observation, limits, result, err);
  if (status != MR_OK) {
    return status;
  }
  result->seconds = (double)(mr_clock_ns() - started) / 1e9;
  complete_score(&result->score, result->value);
  for (size_t i = 0; i < result->candidate_count; i++) {
    complete_score(&result->candidates[i].score, result->candidates[i].value);
  }
  *out = *result;
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

bool mr_engine_network_eval(const mr_engine *engine, const mr_state *observation, int *centipawns) {
  return engine->ops->network_eval != NULL &&
         mr_game_node(engine->game, observation).kind == MR_NODE_DECISION &&
         engine->ops->network_eval(engine, observation, centipawns);
}

bool mr_engine_piece_value(const mr_engine *engine, const mr_state *observation, mr_cell cell,
                           int *centipawns) {
  return engine->ops->piece_value != NULL &&
         mr_game_node(engine->game, observation).kind == MR_NODE_DECISION &&
         engine->ops->piece_value(engine, observation, cell, centipawns);
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

/* ---- values ---------------------------------------------------------------------------------- */

/** Pawns are compared on this scale: so many hundredths raise an even game to e to 1. */
#define SCALE 230.0
#define CENTIPAWNS_MAX 10000

int mr_centipawns_of(double value) {
  if (value <= 0) {
    return -CENTIPAWNS_MAX;
  }
  if (value >= 1) {
    return CENTIPAWNS_MAX;
  }
  double pawns = SCALE * mr_log(value / (1 - value));
  return (int)fmax(-CENTIPAWNS_MAX, fmin(CENTIPAWNS_MAX, round(pawns)));
}

double mr_value_of(int centipawns) {
  return 1 / (1 + mr_exp(-centipawns / SCALE));
}

#define NS_PER_MS INT64_C(1000000)

/* ---- delays ---------------------------------------------------------------------------------- */

enum {
  LAG_RISE = 4,    /**< a quarter of what is new is believed at once, ... */
  LAG_FALL = 16,   /**< ... and less of better news */
  LAG_FORGET = 32, /**< so many turns halve a delay, and a half */
  LAG_RESERVE = 2  /**< so many delays in a row are to be survived */
};

static void look_at(mr_lag *lag, int64_t now) {
  int64_t gap = now - lag->looked;
  lag->gap = gap > lag->gap ? gap : lag->gap;
  lag->looked = now;
}

void mr_lag_begin(mr_lag *lag) {
  lag->gap = 0;
  lag->looked = mr_clock_ns();
}

void mr_lag_look(mr_lag *lag) {
  look_at(lag, mr_clock_ns());
}

void mr_lag_end(mr_lag *lag, int64_t way) {
  if (way > 0) {
    lag->usual += (way - lag->usual) / (way > lag->usual ? LAG_RISE : LAG_FALL);
  }
  int64_t delay = way > lag->gap ? way : lag->gap;
  lag->worst -= lag->worst / LAG_FORGET;
  lag->worst = delay > lag->worst ? delay : lag->worst;
  lag->gap = 0;
}

void mr_lag_apply(const mr_lag *lag, mr_clock_view *clock) {
  int64_t usual = lag->usual / NS_PER_MS;
  int64_t beyond = lag->worst / NS_PER_MS - clock->overhead;
  clock->overhead = usual > clock->overhead ? usual : clock->overhead;
  clock->reserve = beyond > 0 ? LAG_RESERVE * beyond : 0;
}

/* ---- the watch over a search's limits -------------------------------------------------------- */

#define REPORT_EVERY (100 * NS_PER_MS)

static int64_t moment_of(int64_t now, uint32_t milliseconds) {
  return milliseconds > 0 ? now + (int64_t)milliseconds * NS_PER_MS : INT64_MAX;
}

void mr_watch_start(mr_watch *watch, const mr_limits *limits) {
  int64_t now = mr_clock_ns();
  *watch = (mr_watch){
      .started = now,
      .deadline = moment_of(now, limits->milliseconds),
      .soft = moment_of(now, limits->soft_milliseconds),
      .next_report = now + REPORT_EVERY,
      .stop = limits->stop,
      .lag = limits->lag,
  };
}

bool mr_watch_expired(const mr_watch *watch) {
  bool stop = watch->stop != NULL && atomic_load_explicit(watch->stop, memory_order_relaxed);
  int64_t now = watch->deadline != INT64_MAX ? mr_clock_ns() : 0;
  if (watch->lag != NULL && now != 0) {
    look_at(watch->lag, now);
  }
  return stop || (now != 0 && now >= watch->deadline);
}

bool mr_watch_soft_expired(const mr_watch *watch) {
  return watch->soft != INT64_MAX && mr_clock_ns() >= watch->soft;
}

bool mr_watch_report_due(mr_watch *watch) {
  int64_t now = mr_clock_ns();
  if (now < watch->next_report) {
    return false;
  }
  watch->next_report = now + REPORT_EVERY;
  return true;
}

double mr_watch_seconds(const mr_watch *watch) {
  return (double)(mr_clock_ns() - watch->started) / 1e9;
}

/* ---- limits ---------------------------------------------------------------------------------- */

bool mr_limits_allow(const mr_limits *limits, mr_action action) {
  bool allowed = limits->only == NULL || limits->only_count == 0;
  for (size_t i = 0; i < limits->only_count && !allowed; i++) {
    allowed = limits->only[i] == action;
  }
  return allowed;
}

size_t mr_limits_filter(const mr_limits *limits, mr_action *list, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (mr_limits_allow(limits, list[i])) {
      mr_action action = list[i];
      list[i] = list[kept];
      list[kept++] = action;
    }
  }
  return kept > 0 ? kept : count;
}

bool mr_limits_bind_level(const mr_limits *limits) {
  bool limited =
      limits->nodes > 0 || limits->milliseconds > 0 || limits->depth > 0 || limits->mate > 0;
  return !limited || limits->level_too;
}

uint64_t mr_level_nodes(const mr_engine *engine, uint64_t usual) {
  uint32_t own = engine->game->info.level_nodes[engine->level];
  return own > 0 ? own : usual;
}

uint64_t mr_limits_nodes(const mr_limits *limits, bool binds, uint64_t of_level) {
  uint64_t nodes = limits->nodes > 0 ? limits->nodes : UINT64_MAX;
  return binds && of_level < nodes ? of_level : nodes;
}

/* ---- shares of a clock ----------------------------------------------------------------------- */

enum {
  TURNS_LEFT = 28,   /**< a game is taken to go on for so many turns more */
  LOOK_NODES = 200,  /**< for a choice that is better than none */
  TURNS_LEFT_MIN = 2 /**< even just before the clock is wound up, something is kept back */
};

static int64_t within(int64_t low, int64_t value, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

void mr_time_share(const mr_clock_view *clock, unsigned actions, mr_limits *limits) {
  int64_t turns = clock->to_go == 0 ? TURNS_LEFT : within(1, clock->to_go, TURNS_LEFT);
  int64_t left = within(0, clock->left, INT32_MAX);
  int64_t overhead = within(0, clock->overhead, INT32_MAX);
  int64_t increment = within(0, clock->increment, INT32_MAX);
  int64_t reserve = within(0, clock->reserve, INT32_MAX);
  int64_t usable = within(1, left - overhead - reserve, INT32_MAX);
  /* Every turn to come brings its increment and costs its overhead. */
  int64_t total = left - reserve + (turns - 1) * increment - (turns + 1) * overhead;
  int64_t share = within(0, total, INT64_MAX) / within(TURNS_LEFT_MIN, turns, TURNS_LEFT);
  int64_t most = turns == 1 ? usable * 4 / 5 : usable / 4 + 1;
  int64_t parts = within(1, actions, INT32_MAX);
  int64_t soft = within(1, within(1, share * 7 / 10, most) / parts, INT32_MAX);
  if (total <= 0 && (limits->nodes == 0 || limits->nodes > LOOK_NODES)) {
    limits->nodes = LOOK_NODES; /* nothing is left: a millisecond would be long */
  }
  limits->soft_milliseconds = (uint32_t)soft;
  limits->milliseconds = (uint32_t)within(soft, within(1, share * 5 / 2, most) / parts, INT32_MAX);
}

unsigned mr_time_turn_actions(const mr_game *game, uint64_t actions, uint64_t turns) {
  enum { SEVERAL = 2, MOST = 20 };
  if (!mr_game_can(game, MR_CAN_MULTI)) {
    return 1;
  }
  turns = turns > 0 ? turns : 1;
  return (unsigned)within(SEVERAL, (int64_t)((actions + turns - 1) / turns), MOST);
}

/* ---- words ----------------------------------------------------------------------------------- */

void mr_search_result_single(mr_search_result *out, mr_action action, double value,
                             const char *reason) {
  out->action = action;
  out->value = value;
  out->candidate_count = 1;
  out->candidates[0] = (mr_candidate){.action = action, .value = value, .score = out->score};
  out->line_length = 1;
  out->line[0] = action;
  mr_str text = mr_str_fixed(out->reason, sizeof out->reason);
  mr_str_add(&text, reason);
}

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
